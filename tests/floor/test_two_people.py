"""What one person could once do to another's power or protection takes two people."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.streams.houses import HOUSES
from croupier.floor.values.house import (
    ChangeRoles,
    CountersignChange,
    ExcludePerson,
    LockAccount,
    ProposeChange,
    Readmit,
    SetLossLimit,
    SetTimeLimit,
    UnlockAccount,
)
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.verify.finding import Kind
from croupier.floor.verify.verification import verify
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from tests.floor.house_floor import DAY, NEXT, HouseFloor
from tests.floor.rigged import in_order

SM, PM, PS, P = Role.SHIFT_MANAGER, Role.PIT_MANAGER, Role.PIT_SUPERVISOR, Role.PLAYER
TWO = "This takes two people: propose it, and somebody else signs"


@pytest.fixture
def at(tmp_path: Path) -> HouseFloor:
    return HouseFloor(tmp_path / "floor.db").furnish()


def signed(at: HouseFloor, what: Any, first: str = "mia", second: str = "pam", role: Role = PM) -> None:
    """Somebody proposes, and somebody else signs."""
    at.do("house", ProposeChange(what), first, SM if first in {"mia", "max", "moe"} else PM)
    at.do("house", CountersignChange(at.house.proposed), second, role)


# ---- Shift Managers -------------------------------------------------------------------------------------------------


def test_a_shift_manager_does_not_lock_the_other_out(at: HouseFloor) -> None:
    assert at.refused("house", LockAccount("max", "trouble")).sentence == TWO
    at.do("house", ProposeChange(LockAccount("max", "his card was stolen")))
    for actor, role, why in (
        ("mia", SM, "Two different people"),
        ("max", SM, "their own account"),
        ("sue", PS, "Pit Manager"),
    ):
        assert why in at.refused("house", CountersignChange(at.house.proposed), actor, role).sentence
    at.do("house", CountersignChange(at.house.proposed), "pam", PM)
    assert at.house.accounts["max"].locked == "his card was stolen"


def test_nor_does_anybody_let_a_locked_one_in_alone(at: HouseFloor) -> None:
    signed(at, LockAccount("max", "stolen"))
    assert at.refused("house", UnlockAccount("max", "found")).sentence == TWO
    signed(at, UnlockAccount("max", "found"))
    assert not at.house.accounts["max"].locked


def test_only_a_shift_manager_proposes_it(at: HouseFloor) -> None:
    assert at.refused("house", ProposeChange(LockAccount("max", "x")), "pam", PM).reason is Reason.ROLE


def test_of_three_one_does_not_take_anothers_role_away(at: HouseFloor) -> None:
    at.staff("moe", SM)
    assert at.refused("house", ChangeRoles("moe", (P,))).sentence == TWO
    signed(at, ChangeRoles("moe", (P,)), "mia", "max", SM)
    assert at.house.accounts["moe"].roles == (P,)


def test_other_staff_is_locked_by_one(at: HouseFloor) -> None:
    at.do("house", LockAccount("pam", "lost badge"))
    assert "one person" in at.refused("house", ProposeChange(UnlockAccount("pam", "found"))).sentence
    at.do("house", UnlockAccount("pam", "found"))
    at.do("house", ChangeRoles("pam", (P,)))


# ---- Limits and exclusions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("higher", [10_001, None])
def test_a_pit_manager_does_not_lift_a_players_loss_limit_alone(at: HouseFloor, higher: int | None) -> None:
    at.do("house", SetLossLimit("ann", 10_000), "ann", P)
    for actor, role in (("pam", PM), ("mia", SM)):
        assert at.refused("house", SetLossLimit("ann", higher), actor, role).sentence == TWO
    signed(at, SetLossLimit("ann", higher), "pam", "mia", SM)
    assert at.house.accounts["ann"].loss.on(DAY) == 10_000  # and it still waits for the next gaming day
    assert at.house.accounts["ann"].loss.on(NEXT) == higher


def test_nor_the_limit_of_minutes(at: HouseFloor) -> None:
    at.do("house", SetTimeLimit("ann", 60), "ann", P)
    assert at.refused("house", SetTimeLimit("ann", 61), "pam", PM).sentence == TWO
    at.do("house", SetTimeLimit("ann", 59), "pam", PM)
    signed(at, SetTimeLimit("ann", 60), "pam", "mia", SM)
    assert (at.house.accounts["ann"].time.on(DAY), at.house.accounts["ann"].time.on(NEXT)) == (59, 60)


def test_a_lower_limit_protects_and_takes_one(at: HouseFloor) -> None:
    at.do("house", SetLossLimit("ann", 10_000), "pam", PM)
    at.do("house", SetLossLimit("ann", 9_999), "pam", PM)
    assert at.house.accounts["ann"].loss.on(DAY) == 9_999


@pytest.mark.parametrize(("asked", "waits"), [(9_999, False), (10_001, True), (None, True)])
def test_what_is_proposed_is_weighed_against_the_limit_as_it_is(at: HouseFloor, asked: int | None, waits: bool) -> None:
    """A page may be older than the limit: below it the value holds at once, above it waits for a second signature."""
    at.do("house", SetLossLimit("ann", 50_000), "ann", P)
    at.do("house", SetLossLimit("ann", 10_000), "ann", P)  # the page still has 500.00, or none
    at.do("house", ProposeChange(SetLossLimit("ann", asked)), "pam", PM)
    assert [one.what for one in at.house.proposals] == ([SetLossLimit("ann", asked)] if waits else [])
    assert at.house.accounts["ann"].loss.on(DAY) == (10_000 if waits else asked)
    in_order(at.floor)


def test_a_lower_limit_waits_for_no_higher_one(at: HouseFloor) -> None:
    """While a rise waits for its second signature, the limit can still be lowered from the same form."""
    at.do("house", SetTimeLimit("ann", 60), "ann", P)
    at.do("house", ProposeChange(SetTimeLimit("ann", 90)), "pam", PM)
    assert "already proposed" in at.refused("house", ProposeChange(SetTimeLimit("ann", 80)), "mia", SM).sentence
    at.do("house", ProposeChange(SetTimeLimit("ann", 59)), "mia", SM)
    assert (at.house.accounts["ann"].time.on(DAY), len(at.house.proposals)) == (59, 1)


def test_a_person_raises_their_own_and_signs_for_nothing(at: HouseFloor) -> None:
    at.do("house", SetLossLimit("ann", 10_000), "ann", P)
    at.do("house", SetLossLimit("ann", None), "ann", P)
    assert at.house.accounts["ann"].loss.on(DAY) == 10_000


def test_a_limit_that_applied_at_once_is_answered_the_second_time_as_the_first(at: HouseFloor) -> None:
    """A limit that falls needs no second signature: it is kept as the limit, and delivered as a proposal."""
    lower = Request("house", "pam", PM, ProposeChange(SetLossLimit("ann", 10_000)), key="once")
    (first,), (again,) = at.floor.submit(lower), at.floor.submit(lower)
    assert isinstance(first, Accepted)
    assert again == replace(first, repeated=True)
    other = replace(lower, command=ProposeChange(SetLossLimit("ann", 9_000)))
    (refused,) = at.floor.submit(other)
    assert refused == Refusal(Reason.FACT, "This key has been used for something else", ())


def test_a_manager_lifts_no_exclusion_of_their_own(at: HouseFloor) -> None:
    at.do("house", ChangeRoles("pam", (P, PM)))
    at.do("house", ExcludePerson("pam", "enough"), "pam", P)
    again = ProposeChange(Readmit("pam", "I feel better"))
    assert "their own account" in at.refused("house", again, "pam", PM).sentence
    at.do("house", ProposeChange(Readmit("pam", "she feels better")))
    assert "their own account" in at.refused("house", CountersignChange(at.house.proposed), "pam", PM).sentence
    assert at.house.accounts["pam"].exclusion is not None
    at.do("house", CountersignChange(at.house.proposed), "max")
    assert at.house.accounts["pam"].exclusion is None


def test_a_shorter_exclusion_of_ones_own_takes_no_longer_one_away(at: HouseFloor) -> None:
    at.do("house", ExcludePerson("ann", "by the House"), "pam", PM)
    assert "already excluded" in at.refused("house", ExcludePerson("ann", "mine", NEXT), "ann", P).sentence


def test_a_record_of_one_person_from_before_is_in_order(at: HouseFloor, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one person did when one was enough is still read, replayed and verified."""
    at.do("house", SetLossLimit("ann", 10_000), "ann", P)
    for command in (SetLossLimit, LockAccount):
        monkeypatch.delitem(HOUSES.handling, command)
    at.do("house", SetLossLimit("ann", None), "pam", PM)
    at.do("house", LockAccount("max", "as it once was"))
    with at.again().floor.store.reading() as reading:
        assert not [one for one in verify(reading) if one.kind is not Kind.FORM]  # the file was made without Alembic
    assert at.house.accounts["max"].locked

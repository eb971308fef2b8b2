"""What the house's stream knows of passwords: that one was reset by two, that a code was given, that one was chosen."""

from pathlib import Path

import pytest
from msgspec import UNSET

from croupier.floor.house.credentials import CODE_LENGTH, Credentials, Terms
from croupier.floor.values.house import (
    ChangePassword,
    CodeIssued,
    CountersignChange,
    IssueCode,
    PasswordChanged,
    PasswordReset,
    ProposeChange,
    ResetPassword,
)
from croupier.play.refusal import Reason
from croupier.rules.terms import Role
from tests.floor.chance import SeededEntropy
from tests.floor.house_floor import HouseFloor

CAGE, PM, SM, PS = Role.CAGE, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.PIT_SUPERVISOR


@pytest.fixture
def house(tmp_path: Path) -> HouseFloor:
    return HouseFloor(tmp_path / "floor.db").furnish()


def must_renew(house: HouseFloor, name: str) -> bool:
    return house.house.accounts[name].renew is not UNSET


def test_a_reset_is_signed_by_two_and_ends_with_a_new_password(house: HouseFloor) -> None:
    house.do("house", ProposeChange(ResetPassword("dan", "forgotten")))
    assert not must_renew(house, "dan")
    done = house.do("house", CountersignChange(house.house.proposed), "max")
    assert done.events[1] == PasswordReset("dan", "forgotten")
    assert must_renew(house, "dan")
    assert house.do("house", IssueCode("dan", first=False)).events == (CodeIssued("dan"),)
    assert must_renew(house.again(), "dan")
    assert house.do("house", ChangePassword("dan"), "dan", Role.DEALER).events == (PasswordChanged("dan"),)
    assert not must_renew(house, "dan")


def test_who_may_reset_whose(house: HouseFloor) -> None:
    reset = ProposeChange(ResetPassword("dan", "forgotten"))
    assert "Shift Manager" in house.refused("house", reset, "pam", PM).sentence
    assert "own account" in house.refused("house", ProposeChange(ResetPassword("mia", "x"))).sentence
    assert "no account" in house.refused("house", ProposeChange(ResetPassword("nobody", "x"))).sentence
    assert "reason" in house.refused("house", ProposeChange(ResetPassword("dan", " "))).sentence
    house.do("house", ProposeChange(ResetPassword("ann", "forgotten")), "pam", PM)  # a Player's
    assert "Two different" in house.refused("house", CountersignChange(house.house.proposed), "pam", PM).sentence
    house.do("house", CountersignChange(house.house.proposed))
    assert must_renew(house, "ann")


def test_who_may_give_a_code_and_when(house: HouseFloor) -> None:
    assert "two people must sign" in house.refused("house", IssueCode("ann", first=False), "pam", PM).sentence
    house.do("house", IssueCode("ann", first=True), "tom", CAGE)  # a new Player's first
    assert must_renew(house, "ann")
    assert "to staff" in house.refused("house", IssueCode("dan", first=True), "pam", PM).sentence
    assert "to staff" in house.refused("house", IssueCode("dan", first=True), "tom", CAGE).sentence
    assert "themselves" in house.refused("house", IssueCode("mia", first=True)).sentence
    assert "no account" in house.refused("house", IssueCode("nobody", first=True)).sentence
    assert "may do this" in house.refused("house", IssueCode("ann", first=True), "bob", Role.PLAYER).sentence


def test_nobody_sees_the_first_code_of_another_shift_manager(house: HouseFloor) -> None:
    """Max is the other first manager: with his first code mia could be both signatures."""
    told = house.refused("house", IssueCode("max", first=True))
    assert told.reason is Reason.ROLE
    at_the_machine = "max types it at the machine, with croupier password max"
    assert told.sentence == f"No code shows a Shift Manager's first password to another: {at_the_machine}"
    house.do("house", ProposeChange(ResetPassword("max", "forgotten")))
    house.refused("house", CountersignChange(house.house.proposed), "max")  # who signs is two others
    house.do("house", IssueCode("dan", first=True))


def test_everybody_chooses_their_own(house: HouseFloor) -> None:
    assert "their own" in house.refused("house", ChangePassword("dan")).sentence
    assert "no account" in house.refused("house", ChangePassword("nobody")).sentence


def test_a_code_is_long_enough_for_a_password_and_never_the_same(house: HouseFloor) -> None:
    store, clock = house.floor.store, house.clock
    credentials = Credentials(store, clock=clock, entropy=SeededEntropy(1), terms=Terms(time_cost=1, memory_kib=32))
    codes = {credentials.new_code() for _ in range(100)}
    assert len(codes) == 100
    assert {len(one.replace("-", "")) for one in codes} == {CODE_LENGTH}
    assert not any(set(one) & set("0o1lO") for one in codes)
    assert "ann" not in credentials.holders()
    assert credentials.set_password("ann", codes.pop()) is None
    assert "ann" in credentials.holders()

"""Nothing waits twice for its second signature, and new limits wait for the next round."""

from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from croupier.floor.running.floor import Floor
from croupier.floor.values.house import ChangeRoles, CreateAccount, ProposeChange, RejectChange
from croupier.floor.values.links import CountersignTerms, ProposeTerms, RejectTerms
from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import (
    ChangeMode,
    ChangePolicy,
    Countersign,
    PolicyChanged,
    PolicyWaits,
    Propose,
    Reject,
    TakeUpPolicy,
)
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager
from croupier.play.refusal import Refusal
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.house_floor import HouseFloor
from tests.floor.random_floor import asked, open_floor
from tests.floor.rigged import a_floor, act, events, in_order, refusal, sign

PLAN = """
[links.stud]
seed = 5_000_000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"
"""


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN)


def table(floor: Floor) -> BankedTable:
    state = floor.table("stud-1")
    assert isinstance(state, BankedTable)
    return state


def limits(floor: Floor, minimum: int) -> ChangePolicy:
    return ChangePolicy({**msgspec.to_builtins(table(floor).engine.policy), "minimum": minimum})


# ---- Once -----------------------------------------------------------------------------------------------------------


def test_the_same_is_proposed_once(floor: Floor) -> None:
    act(floor, "stud-1", Propose(ChangeMode(automatic=False)), "sue")
    for who in ("sue", "sam"):
        said = refusal(floor, "stud-1", Propose(ChangeMode(automatic=False)), who)
        assert said == "sue has already proposed this: it is signed or turned down first (number 2)"
    act(floor, "stud-1", Propose(limits(floor, 3_000)), "sue")  # something else is something else
    act(floor, "stud-1", Countersign(2), "sam")
    act(floor, "stud-1", Propose(ChangeMode(automatic=True)), "sue")  # and so is the next
    in_order(floor)


def test_of_two_policies_only_one_could_happen(floor: Floor) -> None:
    act(floor, "stud-1", Propose(limits(floor, 3_000)), "sue")
    assert "already proposed" in refusal(floor, "stud-1", Propose(limits(floor, 4_000)), "sam")
    act(floor, "stud-1", Reject(2, "too low"), "sam")
    act(floor, "stud-1", Propose(limits(floor, 4_000)), "sam")


def test_a_jackpots_terms_too(floor: Floor) -> None:
    def ask(command: object, actor: str = "mia") -> Accepted | Refusal:
        return floor.submit(asked("link:stud", command, actor, Role.SHIFT_MANAGER))[0]

    assert isinstance(ask(ProposeTerms(6_000_000, "0.70", 500)), Accepted)
    again = ask(ProposeTerms(7_000_000, "0.70", 500), "max")
    assert isinstance(again, Refusal)
    assert "mia has already proposed this" in again.sentence
    assert isinstance(ask(RejectTerms(1, "no")), Accepted)
    assert isinstance(ask(ProposeTerms(7_000_000, "0.70", 500)), Accepted)
    assert isinstance(ask(CountersignTerms(2), "max"), Accepted)
    assert isinstance(ask(ProposeTerms(8_000_000, "0.70", 500)), Accepted)


def test_a_change_of_an_account_too(tmp_path: Path) -> None:
    house = HouseFloor(tmp_path / "floor.db").furnish()
    house.do("house", ProposeChange(ChangeRoles("ann", (Role.PLAYER, Role.DEALER))))
    said = house.refused("house", ProposeChange(ChangeRoles("ann", (Role.DEALER,))), "max")
    assert "mia has already proposed this" in said.sentence
    house.do("house", ProposeChange(ChangeRoles("bob", (Role.DEALER,))))
    house.do("house", ProposeChange(CreateAccount("eva", (Role.DEALER,))))
    assert "already" in house.refused("house", ProposeChange(CreateAccount("eva", (Role.CAGE,)))).sentence
    house.do("house", RejectChange(house.house.proposals[0].number, "not yet"), "max")
    house.do("house", ProposeChange(ChangeRoles("ann", (Role.DEALER,))))


# ---- From the next round on -----------------------------------------------------------------------------------------


def test_limits_signed_for_during_a_round_apply_from_the_next_one(floor: Floor, tmp_path: Path) -> None:
    before = table(floor).engine.policy.minimum
    act(floor, "stud-1", OpenRound())
    sign(floor, "stud-1", limits(floor, before * 2))
    assert table(floor).engine.policy.minimum == before
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, before), "ann")  # this round is played to its end as it began
    act(floor, "stud-1", CloseBets())
    waits = open_floor(tmp_path / "floor.db").table("stud-1").info.policy  # also after a restart
    assert waits is not UNSET
    assert waits["minimum"] == before * 2
    finish(floor)
    assert table(floor).engine.policy.minimum == before
    act(floor, "stud-1", OpenRound())
    assert table(floor).engine.policy.minimum == before * 2
    assert table(floor).info.policy is UNSET
    assert "at least" in refusal(floor, "stud-1", PlaceWager(1, WagerName.ANTE, before), "ann")
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, before * 2), "ann")
    kinds = [type(one) for one in events(floor, "table:stud-1")]
    assert (kinds.count(PolicyWaits), kinds.count(PolicyChanged)) == (1, 1)
    in_order(floor)


def finish(floor: Floor) -> None:
    act(floor, "stud-1", Choose(1, Decision.FOLD), "ann")
    assert not table(floor).running


def test_between_rounds_they_apply_at_once(floor: Floor) -> None:
    sign(floor, "stud-1", limits(floor, 3_000))
    assert table(floor).engine.policy.minimum == 3_000
    assert table(floor).info.policy is UNSET


def test_the_last_ones_signed_for_count(floor: Floor) -> None:
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 5_000), "ann")
    sign(floor, "stud-1", limits(floor, 3_000))
    sign(floor, "stud-1", limits(floor, 4_000))
    act(floor, "stud-1", CloseBets())
    finish(floor)
    act(floor, "stud-1", OpenRound())
    assert table(floor).engine.policy.minimum == 4_000


def test_nobody_takes_up_a_policy_but_the_floor(floor: Floor) -> None:
    assert "by itself" in refusal(floor, "stud-1", TakeUpPolicy(), "sue")

"""A first signature counts while whoever gave it could still give it."""

from pathlib import Path
from typing import Any

import pytest

from croupier.floor.values.house import (
    ChangeRoles,
    CountersignChange,
    CreateAccount,
    LockAccount,
    ProposeChange,
    RejectChange,
)
from croupier.floor.values.links import CountersignTerms, ProposeTerms, RejectTerms
from croupier.floor.values.table import ChangeMode, ChangePolicy, Countersign, Propose, Reject
from croupier.play.refusal import Reason
from croupier.rules.terms import Role
from tests.floor.house_floor import STUD, HouseFloor

GONE = [ChangeRoles("moe", (Role.PLAYER,)), LockAccount("moe", "left the House")]
SIGNED = [
    (STUD, Propose(ChangePolicy({"minimum": 5_000})), Countersign, Reject),
    ("link:stud", ProposeTerms(0, "0.5", 500), CountersignTerms, RejectTerms),
    ("house", ProposeChange(CreateAccount("eve", (Role.DEALER,))), CountersignChange, RejectChange),
]


@pytest.fixture
def at(tmp_path: Path) -> HouseFloor:
    floor = HouseFloor(tmp_path / "floor.db").furnish()
    floor.staff("moe", Role.SHIFT_MANAGER, Role.PIT_SUPERVISOR)
    return floor


def signed_off(at: HouseFloor, gone: Any) -> None:
    """Two people take a Shift Manager's role or key away."""
    at.do("house", ProposeChange(gone))
    at.do("house", CountersignChange(number(at, "house")), "max")


def number(at: HouseFloor, stream: str) -> int:
    state: Any = at.floor.streams[stream].state
    found: int = (state.info if stream == STUD else state).proposed
    return found


@pytest.mark.parametrize("gone", GONE)
@pytest.mark.parametrize(("stream", "first", "second", "away"), SIGNED)
def test_who_lost_his_role_has_not_signed(
    at: HouseFloor, stream: str, first: Any, second: Any, away: Any, gone: Any
) -> None:
    at.do(stream, first, "moe")
    asked = number(at, stream)
    signed_off(at, gone)
    reply = at.refused(stream, second(asked), "max")
    assert reply.reason is Reason.ROLE
    assert reply.sentence.startswith("The first signature no longer counts: ")
    at.do(stream, away(asked, "he has left"), "max")
    at.do(stream, first, "mia")
    at.do(stream, second(number(at, stream)), "max")


@pytest.mark.parametrize(("stream", "first", "second", "away"), SIGNED)
def test_who_has_it_has(at: HouseFloor, stream: str, first: Any, second: Any, away: Any) -> None:
    at.do(stream, first, "moe")
    at.do(stream, second(number(at, stream)), "max")


def test_it_is_the_role_that_he_signed_in(at: HouseFloor) -> None:
    at.do(STUD, Propose(ChangePolicy({"minimum": 5_000})), "moe", Role.SHIFT_MANAGER)
    at.do(STUD, Propose(ChangeMode(False)), "moe", Role.PIT_SUPERVISOR)
    signed_off(at, ChangeRoles("moe", (Role.PIT_SUPERVISOR,)))
    last = number(at, STUD)
    assert at.refused(STUD, Countersign(last - 1)).reason is Reason.ROLE
    at.do(STUD, Countersign(last))

"""The waiting list of the poker room's desk: in the order of coming, once each, and gone with a seat."""

from pathlib import Path

import pytest

from croupier.floor.running.floor import Floor
from croupier.floor.values.requests import Accepted
from croupier.floor.values.waiting import (
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_WAITING,
    AddWaiting,
    CallWaiting,
    DeskState,
    DropWaiting,
    WaitingAdded,
    WaitingDropped,
    decide_desk,
    evolve_desk,
)
from croupier.play.refusal import Refusal
from croupier.play.room.commands import JoinTable
from croupier.rules.terms import Role
from tests.floor.random_floor import asked, open_floor
from tests.floor.rigged import a_floor, act, events, in_order

PLAN = '[tables.poker-1]\ngame = "rws-poker"\n'


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN)


def ask(floor: Floor, command: object, role: Role = Role.PIT_SUPERVISOR) -> Accepted | Refusal:
    return floor.submit(asked("desk", command, "sue", role))[0]


def said(floor: Floor, command: object, role: Role = Role.PIT_SUPERVISOR) -> str:
    reply = ask(floor, command, role)
    assert isinstance(reply, Refusal)
    return reply.sentence


def added(state: DeskState | None, player: str, blinds: tuple[int, ...] = ()) -> WaitingAdded | Refusal:
    answer = decide_desk("", state, "sue", Role.PIT_SUPERVISOR, AddWaiting(player, blinds), 0)
    if isinstance(answer, Refusal):
        return answer
    (event,) = answer
    assert isinstance(event, WaitingAdded)
    return event


def listed(state: DeskState | None, player: str, blinds: tuple[int, ...] = (), at: int = 0) -> DeskState:
    event = added(state, player, blinds)
    assert not isinstance(event, Refusal)
    return evolve_desk(state, event, at)


def waiting(floor: Floor) -> list[str]:
    state: DeskState = floor.streams["desk"].state
    return [one.player for one in state.waiting]


def test_in_the_order_of_coming(floor: Floor, tmp_path: Path) -> None:
    for name in ("bob", "ann", "cho"):
        assert isinstance(ask(floor, AddWaiting(name, (500,))), Accepted)
    assert waiting(floor) == ["bob", "ann", "cho"]
    assert isinstance(ask(floor, CallWaiting(2)), Accepted)
    state: DeskState = floor.streams["desk"].state
    assert [one.called > 0 for one in state.waiting] == [False, True, False]
    assert isinstance(ask(floor, DropWaiting(1, "has gone home")), Accepted)
    assert waiting(floor) == ["ann", "cho"]
    assert isinstance(ask(floor, AddWaiting("bob")), Accepted)
    assert waiting(open_floor(tmp_path / "floor.db")) == ["ann", "cho", "bob"]
    in_order(floor)


def test_whoever_takes_a_seat_no_longer_waits(floor: Floor) -> None:
    for name in ("ann", "bob"):
        ask(floor, AddWaiting(name))
    act(floor, "poker-1", JoinTable(1, 20_000), "ann")
    assert waiting(floor) == ["bob"]
    assert events(floor, "desk")[-1] == WaitingDropped(1, "ann", "", "poker-1")
    act(floor, "poker-1", JoinTable(2, 20_000, "bob"), "sue")  # seated by staff
    assert waiting(floor) == []
    in_order(floor)


def test_what_is_refused(floor: Floor) -> None:
    ask(floor, AddWaiting("ann"))
    assert said(floor, AddWaiting("ann")) == "ann waits already"
    assert said(floor, CallWaiting(2)) == "Nobody waits under number 2"
    assert said(floor, DropWaiting(0)) == "Nobody waits under number 0"
    for name in ("", " ", " ann", "x" * (LONGEST_NAME + 1)):
        assert "Give a name" in said(floor, AddWaiting(name))
    assert isinstance(ask(floor, AddWaiting("x" * LONGEST_NAME)), Accepted)
    assert "positive" in said(floor, AddWaiting("bob", (0,)))
    assert "at most" in said(floor, DropWaiting(1, "x" * (LONGEST_REASON + 1)))
    assert "by themselves" in said(floor, DropWaiting(1, "", "poker-1"))
    assert "Pit Supervisor" in said(floor, AddWaiting("bob"), Role.DEALER)
    assert isinstance(ask(floor, DropWaiting(1, "x" * LONGEST_REASON)), Accepted)


def test_a_list_has_an_end() -> None:
    state: DeskState | None = None
    for number in range(MOST_WAITING):
        state = listed(state, f"p{number}")
    assert isinstance(added(state, "late"), Refusal)


def test_which_tables_somebody_takes() -> None:
    state = listed(None, "ann", (1_000, 500, 500), at=7)
    (ann,) = state.waiting
    assert (ann.blinds, ann.since) == ((500, 1_000), 7)
    assert [ann.takes(blind) for blind in (499, 500, 501, 1_000)] == [False, True, False, True]
    anybody = listed(state, "bob", at=8).waiting[1]
    assert anybody.takes(1)

"""Statements of staff that wait for signatures: record, statement, difference in money, and signers needed.

The effect of a statement is found by signing a copy of the state with placeholder names. Nothing is carried out.
"""

from typing import Final, TypeVar

from msgspec import Struct

from croupier.floor.deciding.tables import decide_table, step
from croupier.floor.values.table import PlayBanked, PlayRoom, TableEvent
from croupier.floor.values.table_kinds import BankedTable, TableState
from croupier.play.actor import Actor
from croupier.play.authority import (
    RefuseStatement,
    SignStatement,
    Statement,
    StatementSigned,
    StatementView,
    may_refuse,
    may_sign,
)
from croupier.play.banked.commands import TakeDecision
from croupier.play.banked.events import StatementMade
from croupier.play.banked.view import view
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room
from croupier.play.room import events as room_events
from croupier.play.room.view import room_view
from croupier.play.viewer import Viewer
from croupier.rules.authority import Act, Needs, Stage, Touches, needed, strictest, words_of
from croupier.rules.game import Game
from croupier.rules.terms import Role, or_above
from croupier.web.views.consequences import ruling_shown
from croupier.web.wire.dealer import Rung, StatementShown, StatementSigner

C = TypeVar("C")
_TRIED: Final = ("tried-1", "tried-2", "tried-3")
"""The placeholder names of the signers in a preview: as many as a statement can still need."""


def statements_of(state: TableState, actor: str, role: Role, at: int) -> tuple[StatementShown, ...]:
    """Return the statements that wait for signatures at a table, as a member of staff sees them."""
    if not state.engine.waiting:  # nearly always
        return ()
    viewer = Viewer(role, actor)
    if isinstance(state, BankedTable):
        seen = view(state.game, state.engine, viewer).statements
    else:
        seen = room_view(state.game, state.engine, viewer).statements
    return tuple(_shown(state, one, actor, role, at) for one in seen)


class DecisionSaid(Struct, frozen=True):
    """A decision of a role that waits for another person's signature."""

    statement: int
    """The number of its statement."""
    option: str
    by: str


def decision_said(state: TableState, number: int) -> DecisionSaid | None:
    """Return the decision on a pending question that waits for a signature; None if no role has decided on it yet."""
    for one in state.engine.waiting:
        command = one.command
        if isinstance(command, TakeDecision | room.TakeDecision) and command.number == number:
            return DecisionSaid(one.number, command.option, one.by.name)
    return None


def led_to(state: TableState, number: int, at: int) -> tuple[TableState, tuple[TableEvent, ...]]:
    """Return the state before a statement takes effect, and the events that follow its last signature."""
    for name in _TRIED:
        signature = SignStatement(number, "tried")
        command = PlayBanked(signature) if isinstance(state, BankedTable) else PlayRoom(signature)
        events = decide_table(state.info.name, state, name, Role.SHIFT_MANAGER, command, at)
        if isinstance(events, Refusal):
            return state, ()
        happened: tuple[object, ...] = events
        if any(isinstance(one, StatementSigned) and one.complete for one in happened):
            return state, events
        for event in events:
            state, _ = step(state, event, at)
    return state, ()


def waiting_after(state: TableState, tried: tuple[TableEvent, ...], at: int) -> tuple[TableState, int] | None:
    """Return the table where an act waits for more people, and the number of its statement; None if it does not."""
    happened: tuple[object, ...] = tried
    made = next((one for one in happened if isinstance(one, StatementMade | room_events.StatementMade)), None)
    if made is None:
        return None
    for event in tried:
        state, _ = step(state, event, at)
    return state, made.number


def carried_out(
    state: TableState, tried: tuple[TableEvent, ...], at: int
) -> tuple[bool, TableState, tuple[TableEvent, ...]]:
    """Return whether an act needs more signatures, the state in which it takes effect, and its events once signed."""
    waiting = waiting_after(state, tried, at)
    return (False, state, tried) if waiting is None else (True, *led_to(*waiting, at))


def _shown(state: TableState, seen: StatementView, actor: str, role: Role, at: int) -> StatementShown:
    me, number = Actor(actor, role), seen.number
    stops, ends, needs_reason = _offered(state, number, me)
    before, events = led_to(state, number, at)
    return StatementShown(
        table=state.info.name,
        game=state.info.game,
        rulebook=state.engine.rulebook,
        number=number,
        title=seen.what,
        about=seen.about,
        by=seen.by,
        role=seen.role,
        reason=seen.reason,
        signers=tuple(StatementSigner(one.name, one.role) for one in seen.signers),
        touches=tuple(words_of(state.game, one) for one in seen.touches),
        compared=seen.compared,
        difference=seen.difference,
        missing=seen.missing,
        ladder=ladder(state.game, seen.act, seen.touches, seen.stage),
        ruling=ruling_shown(before, events) if events else None,
        needs_reason=needs_reason,
        cites=seen.cites,
        stops="" if stops is None else stops.sentence,
        sign={"type": SignStatement.__name__, "number": number} if stops is None else None,
        refuse={"type": RefuseStatement.__name__, "number": number} if ends else None,
        own=actor == seen.by,
    )


def _offered(state: TableState, number: int, me: Actor) -> tuple[Refusal | None, bool, bool]:
    """Return the reason a person may not sign a statement, whether they may end it, and whether it lacks a reason."""
    if isinstance(state, BankedTable):
        return _open_to(state.engine.waiting, number, me)
    return _open_to(state.engine.waiting, number, me)


def _open_to(statements: tuple[Statement[C], ...], number: int, me: Actor) -> tuple[Refusal | None, bool, bool]:
    waiting = next(one for one in statements if one.number == number)
    needs_reason = waiting.weighing.needs.reason and not waiting.reason.strip()
    return may_sign(waiting, me), may_refuse(waiting, me, "given") is None, needs_reason


def ladder(game: Game, act: Act, touches: tuple[Touches, ...], now: Stage) -> tuple[Rung, ...]:
    """Return the people whom an act needs at each stage of a round; ``now`` is the present stage."""
    return tuple(Rung(stage.value, _people(_at(act, touches, stage)), stage is now) for stage in Stage)


def _at(act: Act, touches: tuple[Touches, ...], stage: Stage) -> Needs:
    """Return the people whom an act needs at a stage. A target that does not exist at that stage needs none."""
    there = tuple(one for one in touches if needed(act, one, stage).people)
    return strictest(act, there, stage).needs if there else needed(act, touches[0], stage)


def _people(needs: Needs) -> str:
    """Return the people who are needed, as one line of the ladder."""
    if not needs.people:
        return "nobody"
    who = or_above(needs.role) if needs.people == 1 else f"two people, one of them {or_above(needs.role)}"
    return f"{who}, with a reason" if needs.reason else who

"""Rounds that a restart interrupted, among the pit's decisions: they resume as they lie, or are ruled on."""

from collections.abc import Iterator

from msgspec import UNSET

from croupier.floor.deciding.dealing import INTERRUPTION, held_cites
from croupier.floor.deciding.tables import decide_table
from croupier.floor.house.credentials import Session
from croupier.floor.values.table import TableEvent
from croupier.floor.values.table_kinds import RoomTable, TableState
from croupier.money import Cents
from croupier.play.authority import SignStatement
from croupier.play.banked import events as banked
from croupier.play.banked.commands import Report
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room import events as room
from croupier.rules.questions import in_words as title
from croupier.rules.terms import Role, at_least
from croupier.web.desks.dealer.statements import carried_out, led_to
from croupier.web.venue import Venue
from croupier.web.views.consequences import ruling_shown
from croupier.web.wire.pit import PitDecision, PitOption

DECIDES = Role.PIT_SUPERVISOR
_WHY = (
    "The system was restarted while a round was in play here, and its cards are still on the felt. "
    "If they lie as they did, the round was not affected and goes on; otherwise the document rules on it."
)


def held_rounds(venue: Venue, session: Session) -> Iterator[PitDecision]:
    """Yield a decision for each table whose round is held."""
    for name in venue.floor.tables():
        state = venue.floor.table(name)
        if state.info.held is not UNSET:
            yield _decision(session, state, state.info.held.since)


def _decision(session: Session, state: TableState, since: int) -> PitDecision:
    mine = at_least(session.role, DECIDES)
    return PitDecision(
        table=state.info.name,
        game=state.info.game,
        rulebook=state.engine.rulebook,
        number=0,
        box=None,
        player="",
        irregularity=INTERRUPTION,
        title=title(INTERRUPTION),
        why=_WHY,
        facts=(),
        role=DECIDES,
        mine=mine,
        since=since,
        cites=held_cites(state),
        options=tuple(_options(session, state, since)) if mine else (),
    )


def _options(session: Session, state: TableState, since: int) -> Iterator[PitOption]:
    """Yield the pit's options; once one of them waits for a signature, only that one."""
    said = next((one for one in state.engine.waiting if _interrupts(one.command)), None)
    if said is not None:
        before, events = led_to(state, said.number, since)
        signs = {"type": SignStatement.__name__, "number": said.number}
        yield _ruling(before, events, signs, two=True, signed=said.by.name)
        return
    yield PitOption(
        option="resume",
        label="Resume as it lies",
        command={"type": "ResumeRound"},
        tells=("The round goes on from where it stood.",),
        back=0,
        boxes=(),
        at_table=False,
        two=False,
        signed="",
        value=None,
    )
    asked = state.reporting(INTERRUPTION)
    tried = decide_table(state.info.name, state, session.account, session.role, asked, since)
    if isinstance(tried, Refusal):
        return
    two, before, events = carried_out(state, tried, since)
    yield _ruling(before, events, {"type": "Report", "irregularity": INTERRUPTION}, two=two)


def _interrupts(command: object) -> bool:
    """Return whether a command reports the interruption."""
    return isinstance(command, Report | room_commands.Report) and command.irregularity == INTERRUPTION


def _ruling(
    before: TableState, events: tuple[TableEvent, ...], command: dict[str, object], *, two: bool, signed: str = ""
) -> PitOption:
    """Return the option to rule on the interruption, with its consequences."""
    shown = ruling_shown(before, events)
    return PitOption(
        option="rule",
        label="Rule on it",
        command=command,
        tells=() if shown is None else (shown.sentence,),
        back=_back(before, events),
        boxes=(),
        at_table=False,
        two=two,
        signed=signed,
        value=None,
    )


def _back(state: TableState, events: tuple[object, ...]) -> Cents:
    """Return the wagers that go back to the Players if these events void the round; 0 otherwise."""
    if isinstance(state, RoomTable) or state.engine.round is None:
        return 0
    void = any(isinstance(event, banked.RoundVoided | room.RoundVoided) for event in events)
    return sum(wager.amount for box in state.engine.round.boxes for wager in box.wagers) if void else 0

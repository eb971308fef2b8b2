"""Taking back what was keyed in wrongly: the last act, or a seat's act that others have followed.

It corrects what was entered, never what a Player did: for that there are rulings. Both versions stay on record.
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.betting import Legal, legal, move
from croupier.play.room.commands import Act, CorrectAct, MuckHand, ShowHand, TakeBackLast, TurnMarker
from croupier.play.room.events import (
    ActCorrected,
    Acted,
    ActTakenBack,
    BetReturned,
    CardCorrected,
    CardsDealt,
    Cites,
    HandLookedAt,
    HandMucked,
    HandShown,
    MarkerTurned,
    RoomEvent,
    Taped,
)
from croupier.play.room.evolve import evolve, retold
from croupier.play.room.showdown import muck, show, turn_marker
from croupier.play.room.state import Phase, Round, Table
from croupier.play.room.tape import stays
from croupier.play.tape import Keyed, Tape, entries, newest
from croupier.rules.room import Move, RoomGame

Answer = tuple[RoomEvent, ...] | Refusal


def tape_entries(table: Table) -> tuple[Keyed[Taped], ...]:
    """Return what has been entered in the round since the last ruling, newest first."""
    return entries(UNSET if table.round is None else table.round.tape)


def take_back(game: RoomGame, table: Table, actor: Actor, command: TakeBackLast) -> Answer:
    """Take back the last act."""
    tape = _on_tape(game, table)
    if isinstance(tape, Refusal):
        return tape
    at = newest(tape, stays)
    if at is None:
        return _nothing(game)
    act = tape.acts[at]
    cites = _cites(act)
    if isinstance(act.events[0], CardsDealt) and at < len(tape.acts) - 1:
        sentence = "A Player has looked since: a card that is wrong has to be corrected"
        return Refusal(Reason.CARDS, sentence, game.grounds.deck)
    return (ActTakenBack(act.events, act.entered.by, actor.name, actor.role, command.reason, cites),)


def _on_tape(game: RoomGame, table: Table) -> Tape[Round, Taped] | Refusal:
    """Return the tape of the round in play, or the refusal if nothing in it can be taken back."""
    round_ = table.round
    if round_ is None:
        return Refusal(Reason.MOMENT, "There is no round in play to correct", game.grounds.opens)
    if round_.phase is Phase.ENDED:
        silent = game.irregularities.silent.cites
        return Refusal(Reason.MOMENT, "The round is settled: only a ruling can change it", silent)
    return _nothing(game) if isinstance(round_.tape, UnsetType) else round_.tape


def _nothing(game: RoomGame) -> Refusal:
    return Refusal(Reason.MOMENT, "Nothing was entered that can be taken back", game.grounds.opens)


def _cites(act: Keyed[Taped]) -> Cites:
    """Return the paragraphs of an act that is taken back."""
    return tuple(dict.fromkeys(cite for event in act.events for cite in event.cites))


# ---- An act that others have followed -------------------------------------------------------------------------------


def correct_act(game: RoomGame, table: Table, actor: Actor, command: CorrectAct) -> Answer:
    """Correct a seat's last act to what it really was, if all acts that followed can stand."""
    turn = game.grounds.turn
    tape = _on_tape(game, table)
    if isinstance(tape, Refusal):
        return tape
    wrong = _act_of(tape, command.seat)
    if wrong is None:
        return Refusal(Reason.MOMENT, f"No act of seat {command.seat} can be corrected now", turn)
    at, before = wrong
    then = replace(table, round=retold(game, table, tape.base, tape.acts[:at]))
    acted = move(game, then, actor, Act(command.seat, command.move, command.to))
    if isinstance(acted, Refusal):
        return acted
    (after,) = acted
    assert isinstance(after, Acted)
    if _same(before, after):
        return Refusal(Reason.MOMENT, "That is the act already recorded", after.cites)
    if not _stands(game, evolve(game, then, after), actor, tape.acts[at + 1 :]):
        sentence = f"What followed cannot stand if seat {command.seat} acted so: this needs a ruling"
        return Refusal(Reason.MOMENT, sentence, (*turn, *game.irregularities.silent.cites))
    keyed_by = tape.acts[at].entered.by
    return (ActCorrected(command.seat, before, after, keyed_by, actor.name, actor.role, command.reason, after.cites),)


def sized(game: RoomGame, table: Table, seat: int) -> Legal | None:
    """Return what a seat could have bet or raised to when it last acted; None if it has not acted, or could not."""
    tape = _on_tape(game, table)
    wrong = None if isinstance(tape, Refusal) else _act_of(tape, seat)
    if isinstance(tape, Refusal) or wrong is None:
        return None
    then = replace(table, round=retold(game, table, tape.base, tape.acts[: wrong[0]]))
    allowed = legal(game, then)
    return allowed if allowed is not None and allowed.seat == seat and allowed.least else None


def _act_of(tape: Tape[Round, Taped], seat: int) -> tuple[int, Acted] | None:
    """Return a seat's last act on the tape, and its place."""
    for at in reversed(range(len(tape.acts))):
        event = tape.acts[at].events[0]
        if isinstance(event, Acted) and event.seat == seat:
            return at, event
    return None


def _same(one: Taped, other: object) -> bool:
    """Return whether two events are the same act, apart from who entered it and its paragraphs."""
    if isinstance(one, Acted) and isinstance(other, Acted):
        return replace(one, cites=(), by_staff=False, by_clock=False) == replace(
            other, cites=(), by_staff=False, by_clock=False
        )
    return type(one) is type(other) and replace(one, cites=()) == replace(other, cites=())


def _stands(game: RoomGame, table: Table, actor: Actor, later: tuple[Keyed[Taped], ...]) -> bool:
    """Return whether later acts would be decided in the same way again, one after the other."""
    for act in later:
        again = _again(game, table, actor, act.events)
        if again is None or len(again) != len(act.events):
            return False
        for was, now in zip(act.events, again, strict=True):
            if not _same(was, now):
                return False
            table = evolve(game, table, was)
    return True


def _again(game: RoomGame, table: Table, actor: Actor, events: tuple[Taped, ...]) -> tuple[object, ...] | None:
    """Return what the act that led to these events leads to now; None if it is refused."""
    round_ = table.round
    assert round_ is not None
    answer: Answer
    match events[0]:
        case Acted(seat=seat, move=kind, to=to, all_in=all_in):
            sized = kind in (Move.BET, Move.RAISE) and not all_in
            answer = move(game, table, actor, Act(seat, Move.ALL_IN if all_in else kind, to if sized else None))
        case BetReturned() | MarkerTurned():
            answer = turn_marker(game, table, actor, TurnMarker())
        case HandShown(seat=seat, cards=cards):
            answer = show(game, table, actor, ShowHand(seat, cards))
        case HandMucked(seat=seat):
            answer = muck(game, table, actor, MuckHand(seat))
        case CardsDealt(places=places):
            return events if round_.ahead[: len(places)] == places else None
        case HandLookedAt() | CardCorrected():
            return events
    return None if isinstance(answer, Refusal) else answer

"""Acts of staff weighed at a table of the poker room: what they touch, at which stage, and what they cost the House.

The rest of the engine works out what an act of staff would lead to, whoever asks for it. This module compares that with
the record and asks the table of authority (:mod:`croupier.rules.authority`) who must stand behind it.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card, format_card
from croupier.money import Cents, format_money
from croupier.play.actor import Actor
from croupier.play.authority import Case, Compared, Weighing, taken_back_by, weighed
from croupier.play.refusal import Refusal
from croupier.play.room import settling
from croupier.play.room.commands import (
    CorrectAct,
    CorrectCard,
    DeemLeft,
    Report,
    Settle,
    TakeBackLast,
    TakeDecision,
)
from croupier.play.room.events import (
    ActCorrected,
    Acted,
    ActedOutOfTurn,
    ActTakenBack,
    CardCorrected,
    CardDiscarded,
    CardsReconstructed,
    DecisionPending,
    HandFolded,
    HandMucked,
    HandShown,
    IrregularityRuled,
    PotAwarded,
    RoomEvent,
    RoundVoided,
    Taped,
)
from croupier.play.room.facts import dealt_any, outcome_established
from croupier.play.room.state import COMMUNITY, NOBODY, Hand, Phase, Round, Table, places_in
from croupier.play.room.tape import keying, stays
from croupier.play.tape import Keyed, Tape, latest
from croupier.rules.authority import Act, Needs, Stage, Touches
from croupier.rules.irregularities import OUTSIDE
from croupier.rules.questions import question
from croupier.rules.room import RoomGame
from croupier.rules.terms import Role

Asked = Report | CorrectCard | CorrectAct | TakeBackLast | TakeDecision | DeemLeft
"""The acts of staff behind which the table of authority wants people."""

_ON_RECORD: Final = frozenset({IrregularityRuled, DecisionPending})
_OF_HANDS: Final = frozenset({"wrong_hand_count", "hand_left_out", "extra_hand_dealt"})


def weigh(
    game: RoomGame, table: Table, command: Asked, events: tuple[RoomEvent, ...], *, automatic: bool = False
) -> Weighing:
    """Return who must stand behind an act of staff that would lead to these events."""
    case = _as_seen(table, _case(game, table, command, events, automatic=automatic))
    cost = _difference(game, table, events)
    return weighed(game, case.act, case.touches, case.stage, named=case.named, compared=case.compared, difference=cost)


def who_takes_back(game: RoomGame, table: Table) -> tuple[Needs, ...]:
    """Return who must stand behind taking back each act on the tape, newest first, once those after it are."""
    round_ = table.round
    if round_ is None:
        return ()

    def case_of(act: Keyed[Taped], tape: Tape[Round, Taped]) -> Case:
        then = replace(table, round=replace(round_, tape=tape))
        taken = ActTakenBack(act.events, act.entered.by, "", Role.DEALER, "", ())
        return _as_seen(then, _last(game, then, (taken,)))

    return taken_back_by(round_.tape, stays, case_of)


def _case(game: RoomGame, table: Table, command: Asked, events: tuple[RoomEvent, ...], *, automatic: bool) -> Case:
    match command:
        case Report():
            return _report(game, table, command, events, automatic=automatic)
        case CorrectCard():
            return _card(game, table, command, automatic=automatic)
        case CorrectAct():
            return _act(game, table, events)
        case TakeBackLast():
            return _last(game, table, events)
        case TakeDecision():
            named = next(one.role for one in table.pending if one.number == command.number)
            back = any(isinstance(event, RoundVoided) for event in events)
            stage = _stage(game, table, events)
            return Case(Act.DECISION, (Touches.GIVES_BACK if back else Touches.NOTHING,), stage, named=named)
        case DeemLeft():
            return Case(Act.DECISION, (Touches.NOTHING,), Stage.OPEN, named=game.deems)


def _as_seen(table: Table, case: Case) -> Case:
    return case.known() if _dealt(table) else case


def _dealt(table: Table) -> bool:
    """Return whether cards were dealt in the round, which people may have seen since."""
    round_ = table.round
    return round_ is not None and (dealt_any(round_) or round_.reached is not UNSET)


# ---- The stage ------------------------------------------------------------------------------------------------------


def _stage(game: RoomGame, table: Table, events: Iterable[RoomEvent]) -> Stage:
    """Return how far the bets that events touch have come, by all that was ever reached in the round."""
    round_ = table.round
    if round_ is None:
        return Stage.OPEN
    if round_.phase is Phase.ENDED:
        return Stage.SETTLED
    touched = _touched(round_, events)
    return Stage.OUTCOME if touched and _decided(game, round_, touched) else Stage.OPEN


def _touched(round_: Round, events: Iterable[RoomEvent]) -> int:
    """Return the hands whose bets events touch, as a set.

    A Void touches all of them, a change to some hands touches those, and anything else touches the hands in play: so
    does a card that was exposed on its way, since the next cards of the deal come in its place.
    """
    found = 0
    for event in events:
        match event:
            case IrregularityRuled() | DecisionPending():
                continue
            case ActTakenBack(act=act):
                found |= _touched(round_, act)
            case Acted(seat=seat) | HandShown(seat=seat) | HandMucked(seat=seat):
                found |= 1 << round_.place(seat)
            case RoundVoided():
                return (1 << len(round_.hands)) - 1
            case HandFolded(seat=seat) | ActedOutOfTurn(seat=seat) | ActCorrected(seat=seat):
                found |= 1 << round_.place(seat)
            case CardDiscarded(place=place, card=card) if place and _lies_with(round_, int(place), card):
                found |= 1 << round_.place(int(place))
            case CardsReconstructed(after=after) if all(place.isdecimal() for place, _ in after):
                for place, _ in after:
                    found |= 1 << round_.place(int(place))
            case CardCorrected(place=place) if place.isdecimal():
                found |= 1 << round_.place(int(place))
            case _:
                found |= round_.active
    return found


def _lies_with(round_: Round, seat: int, card: Card) -> bool:
    """Return whether a hand has had this card, known or not."""
    cards = round_.hands[round_.place(seat)].cards
    return card in cards or UNKNOWN in cards


def _decided(game: RoomGame, round_: Round, touched: int) -> bool:
    """Return whether a bet of one of these hands is won or lost (5.1), or was before an entry was taken back."""
    if round_.reached is Stage.OUTCOME:
        return True
    hands = [round_.hands[at] for at in places_in(touched)]
    if any(hand.put + hand.dead and (hand.folded or hand.shown is False) for hand in hands):
        return True
    return round_.phase is Phase.SHOWDOWN and outcome_established(game, round_)


# ---- Reports --------------------------------------------------------------------------------------------------------


def _report(game: RoomGame, table: Table, command: Report, events: tuple[RoomEvent, ...], *, automatic: bool) -> Case:
    absent = command.irregularity == "player_absent"
    act, stage = (Act.ABSENCE, Stage.OPEN) if absent else (Act.REPORT, _stage(game, table, events))
    changes = any(type(event) not in _ON_RECORD for event in events)
    compared = tuple(_against_record(table, command, events)) if changes else tuple(_contradicted(events))
    found: list[Touches] = []
    if automatic:
        outside = command.irregularity in OUTSIDE and not compared
        found.append(Touches.OUTSIDE if outside else Touches.CERTAIN)
    if compared:
        found.append(Touches.AGAINST_RECORD)
    if any(isinstance(event, RoundVoided | HandFolded) for event in events):  # a fold moves the Pot to the others
        if _dealt(table):
            found.append(Touches.GIVES_BACK)
        if stage is Stage.OUTCOME:
            found.append(Touches.DECIDED_WAGER)
    if changes and not found:
        found.append(Touches.FILLS_GAP)
    return Case(act, tuple(found) or (Touches.NOTHING,), stage, compared)


def _against_record(table: Table, command: Report, events: Iterable[RoomEvent]) -> Iterator[Compared]:
    """Yield what the record has otherwise: facts, the cards of hands and of the board, cards left in the shoe."""
    yield from _contradicted(events)
    round_ = table.round
    if round_ is None:
        return
    if command.irregularity in _OF_HANDS:
        named = [hand for hand in round_.hands if command.seat in (None, hand.seat)]
        if named and all(_is_named(hand) for hand in named):
            whose = "each hand" if command.seat is None else f"the hand of seat {command.seat}"
            yield Compared(f"The cards of {whose}", "two, each named", _WORDS[command.irregularity])
    if command.irregularity == "shoe_exhausted":  # a shoe short of cards is reported as a miscount of the deck
        yield Compared("The cards left in the shoe", str(len(DECK) - _out(round_)), "too few")
    if command.irregularity == "too_many_community_cards" and UNKNOWN not in round_.community:
        yield Compared("The Community Cards", f"{len(round_.community)}, each named", "more")


_WORDS: Final = {
    "wrong_hand_count": "another number",
    "hand_left_out": "a hand left out",
    "extra_hand_dealt": "a hand too many",
}


def _is_named(hand: Hand) -> bool:
    """Return whether the record names all of a hand's cards."""
    return len(hand.cards) > 1 and UNKNOWN not in hand.cards


def _out(round_: Round) -> int:
    """Return how many cards have left the shoe, known or not."""
    held = sum(len(hand.cards) for hand in round_.hands)
    return held + len(round_.community) + len(round_.burnt) + len(round_.discarded)


def _contradicted(events: Iterable[RoomEvent]) -> Iterator[Compared]:
    """Yield the facts that were stated against the record, each beside it."""
    for event in events:
        if isinstance(event, IrregularityRuled):
            for name, value in event.contradicted.items():
                stated = event.stated.get(name, "").replace("_", " ")
                yield Compared(question(name), value.replace("_", " "), stated)


# ---- What was keyed -------------------------------------------------------------------------------------------------


def _card(game: RoomGame, table: Table, command: CorrectCard, *, automatic: bool) -> Case:
    """Weigh a card that was keyed wrongly; one that was dealt face down is named, which is part of the Showdown."""
    round_ = table.round
    assert round_ is not None
    before = _card_at(round_, command)
    stage = _stage(game, table, (CardCorrected(command.place, command.index, before, command.card, "", ()),))
    if automatic:
        return Case(Act.CORRECT_CARD, (Touches.CERTAIN,), stage)
    if before == UNKNOWN:
        return Case(Act.CORRECT_CARD, (Touches.FILLS_GAP,), Stage.KEYING)
    fresh = (command.place, command.index) in round_.fresh
    if fresh and stage is Stage.OPEN:
        stage = Stage.KEYING
    if command.place != COMMUNITY:
        return Case(Act.CORRECT_CARD, (Touches.OWN_SLIP,), stage)  # it may lie face down
    where = f"Community Card {command.index + 1}"
    compared = (Compared(where, format_card(before), format_card(command.card)),)
    return Case(Act.CORRECT_CARD, (Touches.OWN_SLIP,), stage, compared)


def _card_at(round_: Round, command: CorrectCard) -> Card:
    if command.place == COMMUNITY:
        return round_.community[command.index]
    at = round_.place(int(command.place)) if command.place.isdecimal() else NOBODY
    return round_.burnt[command.index] if at == NOBODY else round_.hands[at].cards[command.index]


def _act(game: RoomGame, table: Table, events: tuple[RoomEvent, ...]) -> Case:
    """Weigh the correction of an act that others have followed."""
    (event,) = events
    assert isinstance(event, ActCorrected)
    assert table.round is not None
    tape = table.round.tape
    assert tape is not UNSET
    entered = tape.acts[latest(tape, lambda one: event.before in one.events)].entered
    touches = Touches.OWN_SLIP if entered.by_staff else Touches.AGAINST_RECORD
    compared = Compared(f"The act of seat {event.seat}", _in_words(event.before), _in_words(event.after))
    return Case(Act.CORRECT_DECISION, (touches,), _stage(game, table, events), (compared,))


def _in_words(act: Acted) -> str:
    return act.move.value.replace("_", " ") + (f" to {format_money(act.to)}" if act.amount else "")


def _last(game: RoomGame, table: Table, events: tuple[RoomEvent, ...]) -> Case:
    """Weigh taking back the last entry: a slip of the keyboard, or a Player's own act that the record has."""
    (event,) = events
    assert isinstance(event, ActTakenBack)
    assert table.round is not None
    tape = table.round.tape
    assert tape is not UNSET
    at = latest(tape, lambda one: one.events == event.act)
    touches = Touches.OWN_SLIP if tape.acts[at].entered.by_staff else Touches.AGAINST_RECORD
    stage = Stage.KEYING if keying(tape, at) else _stage(game, table, events)
    return Case(Act.TAKE_BACK, (touches,), stage)


# ---- The difference in money ----------------------------------------------------------------------------------------


def _difference(game: RoomGame, table: Table, events: Iterable[RoomEvent]) -> Cents | None:
    """Return the Rake that the House loses by a Void of a round that could be settled now; None while it could not."""
    if not any(isinstance(event, RoundVoided) for event in events):
        return None
    settled = settling.settle(game, table, Actor("", Role.DEALER), Settle())
    if isinstance(settled, Refusal):
        return None
    return -sum(event.rake for event in settled if isinstance(event, PotAwarded))

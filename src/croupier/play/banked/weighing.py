"""Acts of staff weighed at a house-banked table: what they touch, at which stage, and what they cost the House.

The rest of the engine works out what an act of staff would lead to, whoever asks for it. This module compares that with
the record and asks the table of authority (:mod:`croupier.rules.authority`) who must stand behind it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from msgspec import UnsetType
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, format_card
from croupier.money import Cents, format_money
from croupier.play.actor import Actor
from croupier.play.authority import Case, Compared, Weighing, taken_back_by, weighed
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import (
    CorrectCard,
    CorrectDecision,
    CorrectWager,
    Report,
    RunOutClock,
    Settle,
    TakeBackLast,
    TakeDecision,
)
from croupier.play.banked.events import (
    ActTakenBack,
    BankedEvent,
    CardCorrected,
    CardsDealt,
    CardsReconstructed,
    ChoiceOpened,
    Decided,
    DecisionPending,
    DecisionTaken,
    HandInvalidated,
    IrregularityRuled,
    JackpotArranged,
    JackpotDown,
    JackpotFed,
    JackpotUnfed,
    JackpotValued,
    RoundVoided,
    ShareReturned,
    Taped,
    WagerCorrected,
    WagerCounted,
    WagerPlaced,
    WagerReturned,
)
from croupier.play.banked.evolve import evolve
from croupier.play.banked.facts import cards_seen, lies_open, outcomes_established
from croupier.play.banked.flow import COMMUNITY, DEALER, board_size, hand_size
from croupier.play.banked.settlement import settle
from croupier.play.banked.state import Phase, Round, Table
from croupier.play.banked.tape import keying, stays
from croupier.play.refusal import Refusal
from croupier.play.tape import Keyed, Tape, newest
from croupier.rules.authority import Act, Needs, Stage, Touches
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import ABOUT_A_WAGER, OUTSIDE
from croupier.rules.questions import question
from croupier.rules.terms import Role

Signed = Mapping[int, tuple[str, ...]]
"""The people who have signed for an award, by the box that has won it."""
UNSIGNED: Final[Signed] = {}

Asked = Report | RunOutClock | CorrectCard | CorrectWager | CorrectDecision | TakeBackLast | TakeDecision
"""The acts of staff behind which the table of authority wants people."""

_ON_RECORD: Final = frozenset(
    {IrregularityRuled, DecisionPending, DecisionTaken, JackpotDown, JackpotArranged, JackpotFed, JackpotUnfed}
)
"""The events that change no card and no wager."""
_GIVES_BACK: Final = frozenset({RoundVoided, HandInvalidated, WagerReturned, ShareReturned})
_OF_ALL: Final = frozenset({RoundVoided, CardsReconstructed, JackpotValued})
_WITHDRAWAL: Final = frozenset({"return_wager", "withdraw"})
"""The choices by which a Player takes wagers back."""
_COUNTS: Final = {"wrong_hand_count": "", "wrong_dealer_count": DEALER, "wrong_community_count": COMMUNITY}
"""The irregularities about the number of cards at a place; a box where none is named."""


def weigh(
    game: BankedGame, table: Table, command: Asked, events: tuple[BankedEvent, ...], signed: Signed = UNSIGNED
) -> Weighing:
    """Return who must stand behind an act of staff that would lead to these events."""
    case = _as_seen(table, _case(game, table, command, events))
    touches, stage = case.touches, case.stage
    if signers_of(table, events, signed):
        touches = (*(one for one in touches if one is not Touches.NOTHING), Touches.SIGNED)
        stage = Stage.OUTCOME if stage in {Stage.KEYING, Stage.OPEN} else stage  # an award is an outcome
    cost = difference(game, table, events)
    return weighed(game, case.act, touches, stage, named=case.named, compared=case.compared, difference=cost)


def _as_seen(table: Table, case: Case) -> Case:
    return case.known() if _seen(table.round) else case


def who_takes_back(game: BankedGame, table: Table) -> tuple[Needs, ...]:
    """Return who must stand behind taking back each act on the tape, newest first, once those after it are."""
    round_ = table.round
    if round_ is None:
        return ()

    def case_of(act: Keyed[Taped], tape: Tape[Round, Taped]) -> Case:
        then = replace(table, round=replace(round_, tape=tape))
        taken = ActTakenBack(act.events, act.entered.by, "", Role.DEALER, "", ())
        return _as_seen(then, _last(game, then, (taken,)))

    return taken_back_by(round_.tape, stays, case_of)


def _case(game: BankedGame, table: Table, command: Asked, events: tuple[BankedEvent, ...]) -> Case:
    match command:
        case Report() | RunOutClock():
            return _report(game, table, command, events)
        case CorrectCard():
            return _card(game, table, command, events)
        case CorrectWager():
            return _wager(game, table, command, events)
        case CorrectDecision():
            return _decision(game, table, command)
        case TakeBackLast():
            return _last(game, table, events)
        case TakeDecision():
            named = next(one.role for one in table.pending if one.number == command.number)
            stage = _stage(game, table, affected(table, events))
            back = any(type(event) in _GIVES_BACK for event in events) or (_gives_back(events) and _seen(table.round))
            beside = tuple(_valued(table, events))
            # A value that nobody registered costs the House as a wager given back does.
            touches = Touches.GIVES_BACK if back or beside else Touches.NOTHING
            return Case(Act.DECISION, (touches,), stage, beside, named)


def _valued(table: Table, events: Iterable[BankedEvent]) -> Iterator[Compared]:
    """Return the value that was registered before a failure beside the one that is stated instead."""
    kept = None if table.round is None else table.round.registered
    for event in events:
        if isinstance(event, JackpotValued):
            registered = "none" if kept is None else format_money(kept.value)
            yield Compared("value of the jackpot", registered, format_money(event.value))


def signers_of(table: Table, events: Iterable[BankedEvent], signed: Signed) -> tuple[str, ...]:
    """Return the people who have signed for an award on a box that these events touch."""
    if not signed:
        return ()
    return tuple(dict.fromkeys(name for box in affected(table, events) for name in signed.get(box, ())))


def affected(table: Table, events: Iterable[BankedEvent]) -> tuple[int, ...]:
    """Return the boxes that events touch: all of them where the whole round or cards of the table are concerned."""
    round_ = table.round
    if round_ is None:
        return ()
    found: set[int] = set()
    for event in events:
        if type(event) in _ON_RECORD:
            continue
        if isinstance(event, ActTakenBack):
            found.update(affected(table, event.act))
            continue
        number = int(event.place) if isinstance(event, CardCorrected) and event.place.isdecimal() else None
        number = number or getattr(event, "box", None)
        if number is None and (type(event) in _OF_ALL or isinstance(event, Taped)):
            return tuple(box.number for box in round_.boxes)
        if number is not None:
            found.add(number)
    return tuple(sorted(found))


# ---- The stage ------------------------------------------------------------------------------------------------------


def _stage(game: BankedGame, table: Table, boxes: Collection[int]) -> Stage:
    """Return how far the wagers on these boxes have come, by all that was ever seen in the round."""
    round_ = table.round
    if round_ is None:
        return Stage.OPEN
    if round_.phase is Phase.ENDED:
        return Stage.SETTLED
    before = () if isinstance(round_.reached, UnsetType) else round_.reached.outcomes
    decided = outcomes_established(game, table, round_).union(before)
    return Stage.OPEN if decided.isdisjoint(boxes) else Stage.OUTCOME


def _keyed_stage(game: BankedGame, table: Table, at: int | None, boxes: Collection[int]) -> Stage:
    """Return the stage for an entry on the tape: keying until a card or another person's act has followed it."""
    tape = None if table.round is None else table.round.tape
    if at is not None and isinstance(tape, Tape) and keying(tape, at):
        return Stage.KEYING
    return _stage(game, table, boxes)


def _seen(round_: Round | None) -> bool:
    """Return whether a Player has looked at cards, on record or as stated, or a card was turned."""
    if round_ is None:
        return False
    if not isinstance(round_.reached, UnsetType) and round_.reached.seen:
        return True
    return cards_seen(round_)


# ---- Reports --------------------------------------------------------------------------------------------------------


def _report(game: BankedGame, table: Table, command: Report | RunOutClock, events: tuple[BankedEvent, ...]) -> Case:
    """Weigh a report, or an absence that the clock has found."""
    said = Report("player_absent", box=command.box) if isinstance(command, RunOutClock) else command
    stage = _stage(game, table, affected(table, events))
    if said.round is not None and said.round < table.rounds:
        stage = Stage.LATER
    changes = any(type(event) not in _ON_RECORD for event in events)
    compared = tuple(_against_record(game, table, said, events)) if changes else tuple(_contradicted(events))
    touches = _touches(table, said, events, stage, contradicts=bool(compared))
    act = Act.ABSENCE if said.irregularity == "player_absent" else Act.REPORT
    return Case(act, touches, stage, compared)


def _touches(
    table: Table, said: Report, events: tuple[BankedEvent, ...], stage: Stage, *, contradicts: bool
) -> tuple[Touches, ...]:
    found: list[Touches] = []
    if table.automatic:
        outside = said.irregularity in OUTSIDE and not contradicts
        found.append(Touches.OUTSIDE if outside else Touches.CERTAIN)
    if contradicts:
        found.append(Touches.AGAINST_RECORD)
    back = _gives_back(events)
    if back and (said.facts.get("seen") == "yes" or _seen(table.round)):
        found.append(Touches.GIVES_BACK)
    if back and stage in {Stage.OUTCOME, Stage.SETTLED}:
        found.append(Touches.DECIDED_WAGER)
    if not found and any(type(event) not in _ON_RECORD for event in events):
        found.append(Touches.FILLS_GAP)
    return tuple(found) or (Touches.NOTHING,)


def _gives_back(events: Iterable[BankedEvent]) -> bool:
    """Return whether events give wagers back, or let a Player take them back."""
    return any(
        type(event) in _GIVES_BACK
        or (isinstance(event, WagerCounted) and event.excess > 0)
        or (isinstance(event, ChoiceOpened) and not _WITHDRAWAL.isdisjoint(event.options))
        for event in events
    )


def _contradicted(events: Iterable[BankedEvent]) -> Iterator[Compared]:
    """Return the facts that were stated against the record, each beside it."""
    for event in events:
        if isinstance(event, IrregularityRuled):
            for name, value in event.contradicted.items():
                yield Compared(question(name), value.replace("_", " "), event.stated[name].replace("_", " "))


def _against_record(game: BankedGame, table: Table, said: Report, events: Iterable[BankedEvent]) -> Iterator[Compared]:
    """Return facts and particulars that were stated against the record: an amount, a count, what the shoe held."""
    yield from _contradicted(events)
    round_ = table.round
    if round_ is None:
        return
    box = None if said.box is None else round_.box(said.box)
    if said.irregularity in ABOUT_A_WAGER and box is not None and said.wager is not None and said.amount is not None:
        lying = box.wager(said.wager)
        if lying is not None and lying.amount != said.amount:
            name = f"{game.spoken(said.wager)} of box {box.number}"
            yield Compared(name, format_money(lying.amount), format_money(said.amount))
    if said.irregularity in _COUNTS:
        yield from _counted(game, table, round_, _COUNTS[said.irregularity] or str(said.box))
    if said.irregularity == "shoe_exhausted":  # a shoe that is short of cards is reported as a miscount of the deck
        left = len(DECK) - sum(len(cards) for _, cards in piles_of(round_))
        yield Compared("cards left in the shoe", str(left), "too few to deal")


def _counted(game: BankedGame, table: Table, round_: Round, place: str) -> Iterator[Compared]:
    """Return the count on record of a place whose cards have all been named."""
    dealing = table.policy.dealing
    due = board_size(game, dealing) if place == COMMUNITY else hand_size(game, dealing)
    cards = dict(piles_of(round_)).get(place, ())
    if len(cards) == due and UNKNOWN not in cards:
        where = f"cards of box {place}" if place.isdecimal() else f"{place.title()} cards"
        yield Compared(where, str(due), "another number")


# ---- Corrections ----------------------------------------------------------------------------------------------------


def _card(game: BankedGame, table: Table, command: CorrectCard, events: tuple[BankedEvent, ...]) -> Case:
    """Weigh a card that was keyed wrongly; one that was dealt unseen is only turned, which is part of dealing."""
    act, boxes = Act.CORRECT_CARD, affected(table, events)
    if any(isinstance(event, CardCorrected) and event.identified for event in events):
        return Case(act, (Touches.FILLS_GAP,), Stage.KEYING)
    if table.automatic:
        return Case(act, (Touches.CERTAIN,), _stage(game, table, boxes))
    round_ = table.round
    assert round_ is not None
    fresh = (command.place, command.index) in round_.fresh
    at = _last_act(table, lambda event: isinstance(event, CardsDealt)) if fresh else None
    return Case(act, (Touches.OWN_SLIP,), _keyed_stage(game, table, at, boxes), (_card_beside(round_, command),))


def _card_beside(round_: Round, command: CorrectCard) -> Compared:
    """Return a card on record beside the stated one; what lies face down stays unnamed."""
    where = f"box {command.place}" if command.place.isdecimal() else command.place
    name = f"card {command.index + 1} of {where}"
    if not lies_open(round_, command.place, command.index):
        return Compared(name, "a card that lies face down", "another card")
    before = dict(piles_of(round_))[command.place][command.index]
    return Compared(name, format_card(before), format_card(command.card))


def _wager(game: BankedGame, table: Table, command: CorrectWager, events: tuple[BankedEvent, ...]) -> Case:
    """Weigh an amount that was keyed wrongly; one that a Player entered, or that a ruling made, is the record's."""
    round_ = table.round
    assert round_ is not None
    box = round_.box(command.box)
    lying = None if box is None else box.wager(command.wager)
    at = _last_act(table, lambda event: _places(event, command))
    slip = at is not None and _on_tape(table, at).entered.by_staff and not (lying is not None and lying.cites)
    stage = _keyed_stage(game, table, at if slip else None, affected(table, events))
    touches = Touches.OWN_SLIP if slip else Touches.AGAINST_RECORD
    if table.automatic:
        touches = Touches.CERTAIN
    before = 0 if lying is None else lying.amount
    name = f"{game.spoken(command.wager)} of box {command.box}"
    beside = Compared(name, format_money(before), format_money(command.amount))
    return Case(Act.CORRECT_WAGER, (touches,), stage, (beside,))


def _places(event: Taped, command: CorrectWager) -> bool:
    """Return whether an event put the wager there that a command corrects."""
    if isinstance(event, WagerPlaced | WagerCorrected):
        return (event.box, event.wager) == (command.box, command.wager)
    return isinstance(event, Decided) and (event.box, event.wager) == (command.box, command.wager)


def _decision(game: BankedGame, table: Table, command: CorrectDecision) -> Case:
    """Weigh a decision that was keyed wrongly; one that a Player entered is the record's."""
    at = _last_act(table, lambda event: isinstance(event, Decided) and event.box == command.box)
    assert at is not None
    slip = _on_tape(table, at).entered.by_staff
    stage = _keyed_stage(game, table, at if slip else None, (command.box,))
    if table.automatic:
        return Case(Act.CORRECT_DECISION, (Touches.CERTAIN,), stage)
    return Case(Act.CORRECT_DECISION, (Touches.OWN_SLIP if slip else Touches.AGAINST_RECORD,), stage)


def _last(game: BankedGame, table: Table, events: tuple[BankedEvent, ...]) -> Case:
    """Weigh the last entry, taken back; one that a Player entered is the record's."""
    round_ = table.round
    assert round_ is not None
    assert isinstance(round_.tape, Tape)
    at = newest(round_.tape, stays)
    assert at is not None
    slip = _on_tape(table, at).entered.by_staff
    stage = _keyed_stage(game, table, at if slip else None, affected(table, events))
    return Case(Act.TAKE_BACK, (Touches.OWN_SLIP if slip else Touches.AGAINST_RECORD,), stage)


def _last_act(table: Table, is_it: Callable[[Taped], bool]) -> int | None:
    """Return which act on the tape is the last with such an event; None if no act on it has one."""
    tape = None if table.round is None else table.round.tape
    if not isinstance(tape, Tape):
        return None
    acts = reversed([*enumerate(tape.acts)])
    return next((at for at, act in acts if any(map(is_it, act.events))), None)


def _on_tape(table: Table, at: int) -> Keyed[Taped]:
    assert table.round is not None
    assert isinstance(table.round.tape, Tape)
    return table.round.tape.acts[at]


# ---- The difference in money ----------------------------------------------------------------------------------------


def difference(game: BankedGame, table: Table, events: tuple[BankedEvent, ...]) -> Cents | None:
    """Return the House's result with these events less its result without them; None while something is open."""
    if any(isinstance(event, ChoiceOpened | DecisionPending) for event in events):
        return None
    without = _result(game, table)
    if without is None:
        return None
    after = table
    for event in events:
        after = evolve(game, after, event)
    with_them = _result(game, after)
    return None if with_them is None else with_them - without


def _result(game: BankedGame, table: Table) -> Cents | None:
    """Return what the House wins in the round, if nothing of it is open; a loss is negative."""
    round_ = table.round
    if round_ is None:
        return 0
    if round_.phase is Phase.SETTLING and UNKNOWN not in (*round_.dealer, *round_.community):
        settled = settle(game, table, Actor("", Role.DEALER), Settle())
        if isinstance(settled, Refusal):
            return None
        for event in settled:
            table = evolve(game, table, event)
        assert table.round is not None
        round_ = table.round
    if round_.phase is not Phase.ENDED:
        return None
    return sum(line.staked - line.paid - line.returned for line in round_.lines)

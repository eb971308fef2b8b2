"""Acts of staff weighed at a house-banked table: what they touch, at which stage, and what they cost the House.

The rest of the engine works out what an act of staff would lead to, whoever asks for it. This module compares that with
the record and asks the table of authority (:mod:`croupier.rules.authority`) who must stand behind it.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from croupier.cards import UNKNOWN
from croupier.play.actor import Actor
from croupier.play.authority import Compared, Weighing, weighed
from croupier.play.banked.commands import BankedCommand, Report, Settle
from croupier.play.banked.events import (
    BankedEvent,
    CardsReconstructed,
    ChoiceOpened,
    DecisionPending,
    DecisionTaken,
    HandInvalidated,
    IrregularityRuled,
    JackpotArranged,
    JackpotDown,
    PlayerBarred,
    RoundVoided,
    ShareReturned,
    WagerCounted,
    WagerReturned,
)
from croupier.play.banked.evolve import evolve
from croupier.play.banked.facts import outcomes_established
from croupier.play.banked.settlement import settle
from croupier.play.banked.state import Phase, Round, Table
from croupier.play.refusal import Refusal
from croupier.rules.authority import Act, Stage, Touches
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import OUTSIDE
from croupier.rules.questions import question
from croupier.rules.terms import Role

Signed = Mapping[int, tuple[str, ...]]
"""Who has signed for an award, by the box that has won it."""
UNSIGNED: Final[Signed] = {}
_ON_RECORD: Final = frozenset({IrregularityRuled, DecisionPending, DecisionTaken, JackpotDown, JackpotArranged})
"""The events that change no card, no wager and no amount."""
_GIVES_BACK: Final = frozenset({RoundVoided, HandInvalidated, WagerReturned, ShareReturned, PlayerBarred})
_OF_ALL: Final = frozenset({RoundVoided, CardsReconstructed})
_WITHDRAWAL: Final = frozenset({"return_wager", "withdraw"})
"""The choices by which a Player takes wagers back."""


def weigh(
    game: BankedGame, table: Table, command: BankedCommand, events: tuple[BankedEvent, ...], signed: Signed
) -> Weighing:
    """Return who must stand behind an act of staff that would lead to these events."""
    assert isinstance(command, Report)
    boxes = affected(table, events)
    stage = stage_of(game, table, command, boxes)
    compared = contradictions(events)
    touches = _touches(table, command, events, stage, compared)
    if signers_of(boxes, signed):
        touches = (*touches, Touches.SIGNED)
    act = Act.ABSENCE if command.irregularity == "player_absent" else Act.REPORT
    return weighed(game, act, touches, stage, compared=compared, difference=difference(game, table, events))


def signers_of(boxes: Collection[int], signed: Signed) -> tuple[str, ...]:
    """Return the people who have signed for an award on one of these boxes."""
    return tuple(dict.fromkeys(name for box in boxes for name in signed.get(box, ())))


def affected(table: Table, events: Iterable[BankedEvent]) -> tuple[int, ...]:
    """Return the boxes that events touch; all of them where cards of the table or the whole round are concerned."""
    round_ = table.round
    if round_ is None:
        return ()
    found: set[int] = set()
    for event in events:
        if type(event) in _ON_RECORD:
            continue
        if type(event) in _OF_ALL:
            return tuple(box.number for box in round_.boxes)
        number = getattr(event, "box", None)
        if isinstance(number, int):
            found.add(number)
    return tuple(sorted(found))


def stage_of(game: BankedGame, table: Table, command: Report, boxes: Collection[int]) -> Stage:
    """Return how far the wagers on these boxes have come."""
    round_ = table.round
    if command.round is not None and command.round < table.rounds:
        return Stage.LATER
    if round_ is None:
        return Stage.OPEN
    if round_.phase is Phase.ENDED:
        return Stage.SETTLED
    if not outcomes_established(game, table, round_).isdisjoint(boxes):
        return Stage.OUTCOME
    return Stage.OPEN


def contradictions(events: Iterable[BankedEvent]) -> tuple[Compared, ...]:
    """Return the facts that were stated against the record, each beside it."""
    return tuple(
        Compared(question(name), value.replace("_", " "), event.stated.get(name, "").replace("_", " "))
        for event in events
        if isinstance(event, IrregularityRuled)
        for name, value in event.contradicted.items()
    )


def _touches(
    table: Table, command: Report, events: tuple[BankedEvent, ...], stage: Stage, compared: tuple[Compared, ...]
) -> tuple[Touches, ...]:
    found: list[Touches] = []
    if table.automatic:
        found.append(Touches.OUTSIDE if command.irregularity in OUTSIDE and not compared else Touches.CERTAIN)
    if compared:
        found.append(Touches.AGAINST_RECORD)
    back = any(gives_back(event) for event in events)
    if back and known(table, command):
        found.append(Touches.GIVES_BACK)
    changes = any(type(event) not in _ON_RECORD for event in events)
    if back and stage is Stage.OUTCOME:
        found.append(Touches.DECIDED_WAGER)
    if changes and not found:
        found.append(Touches.FILLS_GAP)
    return tuple(found) or (Touches.NOTHING,)


def gives_back(event: BankedEvent) -> bool:
    """Return whether an event gives wagers back, or lets a Player take them back."""
    if isinstance(event, ChoiceOpened):
        return not _WITHDRAWAL.isdisjoint(event.options)
    return type(event) in _GIVES_BACK or (isinstance(event, WagerCounted) and event.excess > 0)


def known(table: Table, command: Report) -> bool:
    """Return whether a Player has looked, on record or as stated, or a card was turned."""
    round_ = table.round
    if round_ is None:
        return False
    return command.facts.get("seen") == "yes" or seen(round_)


def seen(round_: Round) -> bool:
    """Return whether the record has a Player's look, or a card that was turned."""
    looked = any(box.looked or box.shown is not None or box.established for box in round_.boxes)
    return looked or round_.dealer_open or bool(round_.community_up) or dict(round_.said).get("seen") == "yes"


# ---- The difference in money ----------------------------------------------------------------------------------------


def difference(game: BankedGame, table: Table, events: tuple[BankedEvent, ...]) -> int | None:
    """Return the House's result with these events less its result without them; None while cards are to come."""
    if any(isinstance(event, ChoiceOpened | DecisionPending) for event in events):
        return None
    after = table
    for event in events:
        after = evolve(game, after, event)
    without, with_them = _result(game, table), _result(game, after)
    return None if without is None or with_them is None else with_them - without


def _result(game: BankedGame, table: Table) -> int | None:
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

"""Irregularities of the poker room for their tests: rulings asked for, and tables at every moment of a round.

Unless a test says otherwise six Players sit at seats 1 to 6 with 20,000 each; in the first round the Button is at 1,
the Small Blind of 100 at 2, the Big Blind of 200 at 3, and seat 4 acts first.
"""

from collections.abc import Collection, Mapping
from itertools import product
from typing import Final

from croupier.cards import Card, format_card, parse_cards
from croupier.play.refusal import Reason
from croupier.play.room.events import IrregularityRuled, RoomEvent, RoundEnded, RoundVoided
from croupier.play.room.state import Phase
from croupier.play.rulings import ask, known_facts
from croupier.rulebooks import load_room
from tests.room import STAKE, DealCards, Report, RoomSitting, ShowHand, TurnMarker
from tests.rulebooks.poker import pass_round, until

Expected = tuple[str, tuple[str, ...], tuple[str, ...], str]
"""A ruling, its paragraphs, the options, and who decides."""

DECISIONS: Final = ("continue", "void_round", "fold_hand")
NO_ROUND: Final = "There is no round in play"
ACES: Final = {1: "As Ad", 2: "Kc Kd"}
"""Two hands of which either may win until the River."""


# Asking


def expect(ruling: str, *cites: str, options: tuple[str, ...] = (), by: str = "rules") -> Expected:
    """A ruling as it should be."""
    return ruling, cites, options, by


LEFT_OPEN: Final = expect("role_decides", "5.14", options=DECISIONS, by="shift_manager")


def check_rulings(name: str, expected: Mapping[str, Expected], *, overlap: Collection[str] = ()) -> None:
    """Every combination of facts, each written as its values in the catalogue's order, gives just this ruling.

    One row applies to each, so that nothing hangs on the order of the rows, but for those in ``overlap``.
    """
    game = load_room("rws-poker")
    facts = known_facts(game, name)
    found, several = {}, set()
    for values in product(*(fact.samples for fact in facts)):
        given = {fact.name: value for fact, value in zip(facts, values, strict=True)}
        ruled = ask(game, name, given)
        assert ruled.explanation
        assert (ruled.game, ruled.irregularity, ruled.facts) == ("rws-poker", name, given)
        assert (ruled.then, ruled.posts) == ((), {})
        found[" ".join(values)] = (ruled.ruling.value, ruled.cites, ruled.options, ruled.decided_by.value)
        if sum(row.applies(given) for row in game.irregularities.rules[name]) > 1:
            several.add(" ".join(values))
    assert found == dict(expected)
    assert several == set(overlap)


# At the table


def ruling(events: tuple[RoomEvent, ...]) -> tuple[str, str, tuple[str, ...]]:
    """What was ruled on what, and under which paragraphs."""
    first = events[0]
    assert isinstance(first, IrregularityRuled)
    return first.irregularity, first.ruling.value, first.cites


def facts_of(events: tuple[RoomEvent, ...]) -> dict[str, str]:
    """The facts that the ruling rests on."""
    assert isinstance(events[0], IrregularityRuled)
    return events[0].facts


def named(cards: str) -> tuple[Card, ...]:
    """Cards as a report names them."""
    return parse_cards(cards)


def hole(sitting: RoomSitting, seat: int) -> str:
    """The Hole Cards of a seat."""
    return " ".join(format_card(card) for card in sitting.hand(seat).cards)


def check_void(sitting: RoomSitting, events: tuple[RoomEvent, ...], *cites: str, stake: int = STAKE) -> None:
    """The round is void under these paragraphs, and everybody has what he came with."""
    assert events[-2:] == (RoundVoided((*cites, "5.12")), RoundEnded(("1.35",)))
    assert sitting.round.phase is Phase.ENDED
    assert set(sitting.stacks.values()) == {stake}
    assert sitting.table.rake == 0
    assert {hand.put + hand.dead + hand.bet for hand in sitting.round.hands} == {0}


def check_continues(sitting: RoomSitting, name: str, *cites: str) -> None:
    """The ruling is to go on: it is written down, and nothing else has changed."""
    before = sitting.table
    events = sitting.report(name)
    assert len(events) == 1
    assert ruling(events) == (name, "continue", cites)
    assert sitting.table.round == before.round
    assert sitting.table.seats == before.seats
    assert not sitting.table.pending


def check_no_round(name: str, facts: Mapping[str, str] | None = None) -> None:
    """Before the first round there is nothing to rule on; a settled round stands, and the finding is recorded."""
    sitting = RoomSitting()
    report = Report(name, facts=dict(facts or {}))
    before = sitting.refused(report)
    assert (before.reason, before.sentence) == (Reason.MOMENT, NO_ROUND)
    sitting.whole()
    table = sitting.table
    events = sitting.do(report)
    found = game_stands().get(name, ("1.35", "I33"))  # 5.2 names three that leave earlier rounds as they are
    assert ruling(events) == (name, "continue", found)
    assert len(events) == 1
    assert facts_of(events) == {**report.facts, "noticed": "after_settlement"}
    assert (sitting.table.round, sitting.table.seats, sitting.table.rake) == (table.round, table.seats, table.rake)
    assert not sitting.table.pending


def game_stands() -> dict[str, tuple[str, ...]]:
    """The paragraphs by which a settled round stands, where 5.2 itself says so."""
    return dict.fromkeys(("foreign_card", "deck_miscount", "unshuffled_cards"), ("5.2", "I33"))


# Moments


def blinds_posted() -> RoomSitting:
    sitting = RoomSitting()
    sitting.open()
    return sitting


def half_dealt() -> RoomSitting:
    """Seats 2, 3 and 4 have a first card: 2c, 2d and 2h."""
    sitting = blinds_posted()
    sitting.do(DealCards(named("2c 2d 2h")))
    return sitting


def raised() -> RoomSitting:
    """Seat 4 has raised to 600 and seat 5 has called."""
    sitting = until(0)
    sitting.play("4 raise 600", "5 call")
    return sitting


def flop_due() -> RoomSitting:
    sitting = until(0)
    pass_round(sitting)
    return sitting


def flop_bet() -> RoomSitting:
    """Seat 2 has bet 400 on the Flop."""
    sitting = until(1)
    sitting.play("2 bet 400")
    return sitting


def river_checked() -> RoomSitting:
    """The Final Betting Round is over, and the marker not turned yet."""
    sitting = until(3)
    pass_round(sitting)
    return sitting


def two(
    hands: Mapping[int, str] | None = None, board: str = "", policy: Mapping[str, str] | None = None
) -> RoomSitting:
    """Two Players, dealt in: seat 1 has Button and Small Blind and acts first."""
    sitting = RoomSitting((1, 2), policy)
    sitting.start(hands, board)
    return sitting


def all_in(hands: Mapping[int, str] | None = None, board: str = "") -> RoomSitting:
    """Two Players who are All-in before the Flop, with their hands on the table: the rest of the board is due."""
    sitting = two(hands, board)
    sitting.play("1 all_in", "2 call")
    sitting.do(TurnMarker())
    for seat in (1, 2):
        show(sitting, seat)
    return sitting


def show(sitting: RoomSitting, seat: int) -> None:
    sitting.do(ShowHand(seat), f"p{seat}")


UNDECIDED: Final = {
    "blinds posted": blinds_posted,
    "half dealt": half_dealt,
    "raised": raised,
    "flop due": flop_due,
    "flop bet": flop_bet,
    "river checked": river_checked,
    "all in": all_in,
}
"""Moments at which no wager has been won or lost."""

"""What the tests of poker's showdown and settlement share: a board that helps nobody, and the way to a street."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.cards import format_card
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.events import Acted, BetReturned, HandShown, PotAwarded, RoomEvent
from croupier.play.room.options import ActOption
from croupier.play.room.state import Phase
from croupier.rules.room import Move
from tests.room import RoomSitting

BOARD = "4c 6d 8h 9s Jd"
"""No straight and no flush for anybody: a pair in the hand is worth its rank, A-K the high card."""
ACES, KINGS, QUEENS, TENS = "As Ah", "Ks Kh", "Qs Qh", "Ts Th"
FLOP, TURN, RIVER = 1, 2, 3
CENTS: Mapping[str, Any] = {"chips": [1], "rake_unit": 1}
"""Chips of one cent, for amounts on both sides of a boundary."""


def on_street(sitting: RoomSitting, street: int) -> RoomSitting:
    """Everybody checks or calls up to the Betting Round of a street."""
    while sitting.round.street < street:
        if sitting.round.phase is Phase.DEALING:
            sitting.deal(board=BOARD)
            continue
        hand = sitting.round.hands[sitting.round.turn]
        sitting.play(f"{hand.seat} {'call' if hand.bet < sitting.round.level else 'check'}")
    return sitting


def dealt(
    hands: Mapping[int, str] | None = None,
    stakes: Mapping[int, int] | Iterable[int] = (1, 2, 3, 4),
    street: int = 0,
    policy: Mapping[str, Any] | None = None,
) -> RoomSitting:
    """A round at a street: Button 1, Small Blind 2 of 100, Big Blind 3 of 200; everybody has called the Big Blind."""
    sitting = RoomSitting(stakes, policy)
    sitting.start(hands, BOARD)
    return on_street(sitting, street)


def left_with(sitting: RoomSitting, **stakes: int) -> RoomSitting:
    """The table with other Table Stakes (``s3=150``), as earlier rounds may have left them."""
    seats = tuple(replace(seat, stake=stakes.get(f"s{seat.number}", seat.stake)) for seat in sitting.table.seats)
    sitting.table = replace(sitting.table, seats=seats)
    return sitting


def pots(sitting: RoomSitting) -> list[tuple[int, tuple[int, ...]]]:
    """The pots as everybody at the table sees them: amount and seats that contend."""
    return [(pot.amount, tuple(sorted(pot.seats))) for pot in sitting.seen_by("dealer").pots]


def acted(events: tuple[RoomEvent, ...]) -> Acted:
    """The one act among events."""
    (event,) = [event for event in events if isinstance(event, Acted)]
    return event


def awards(events: tuple[RoomEvent, ...]) -> list[PotAwarded]:
    """The pots of a settlement, Main Pot first."""
    return [event for event in events if isinstance(event, PotAwarded)]


def won(events: tuple[RoomEvent, ...]) -> list[dict[int, int]]:
    """Who won how much of each pot, Main Pot first."""
    return [dict(award.winners) for award in awards(events)]


def returned(events: Iterable[RoomEvent]) -> list[tuple[int, int]]:
    """Bets that nobody called: seat and amount."""
    return [(event.seat, event.amount) for event in events if isinstance(event, BetReturned)]


def shown(events: tuple[RoomEvent, ...]) -> tuple[int, str, tuple[str, ...]]:
    """The hand that an event lays open: seat, cards, cites."""
    (event,) = events
    assert isinstance(event, HandShown)
    return event.seat, " ".join(format_card(card) for card in event.cards), event.cites


def sized(sitting: RoomSitting, seat: int) -> tuple[int, int] | None:
    """The least and the most that a Player in his turn may bet or raise to; None where he may not."""
    more = {Move.BET, Move.RAISE, Move.ALL_IN}
    found = [one for one in sitting.options(f"p{seat}") if isinstance(one, ActOption) and one.move in more]
    return (found[0].least, found[0].most) if found else None


def because(refusal: Refusal) -> tuple[Reason, tuple[str, ...]]:
    """The reason and the paragraphs of a refusal."""
    return refusal.reason, refusal.cites

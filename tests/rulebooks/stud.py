"""Rounds of the two stud games for their tests: hands by name, and a round from the first wager to the settlement."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from croupier.cards import DECK, Card, format_card, format_cards, parse_cards
from croupier.play.actor import Actor
from croupier.play.banked import act
from croupier.play.banked.commands import DealCards
from croupier.play.banked.events import JackpotPaid
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from tests.sitting import Sitting

CSP: Final = "rws-casino-stud"
MLP: Final = "rws-multi-link-casino-stud"
STUD: Final = (CSP, MLP)

ANTE: Final = 10_000
BET: Final = 2 * ANTE
JACKPOT: Final = 500
FED: Final = 350
"""What a jackpot wager of 500 adds to the meter at the default rate: 0.70 × 500."""

MILLION: Final = 1_000_000
"""A cent of the meter, which is kept in millionths."""

NOTHING: Final = "Ah Qd Jc Ts 9h"
"""The highest Dealer's hand that does not qualify: an Ace without a King, and no pair."""
ACE_KING: Final = "As Kd 4c 3h 2s"
"""The lowest Dealer's hand that qualifies."""
LOW_DEALERS: Final = ("As Ks 8d 7s 6d", "Ah Kh 8d 7s 6d", "6s 6d 8d 9d Td")

ROYAL: Final = "Ad Kd Qd Jd Td"
STRAIGHT_FLUSH: Final = "Qc Jc Tc 9c 8c"
HANDS: Final = {
    "royal_flush": (ROYAL,),
    "straight_flush": ("Kc Qc Jc Tc 9c", "5c 4c 3c 2c Ac"),
    "four_of_a_kind": ("Ac Ad Ah As Kc", "2c 2d 2h 2s 3c"),
    "full_house": ("Ac Ad Ah Ks Kc", "2c 2d 2h 3c 3s"),
    "flush": ("Ah Kh Qh Jh 9h", "7h 5h 4h 3h 2h"),
    "straight": ("Ac Kd Qc Jh Ts", "5c 4d 3c 2h As"),
    "three_of_a_kind": ("Ac Ad Ah Kc Qd", "2c 2d 2h 4c 3s"),
    "two_pairs": ("Ac Ad Kc Kd Qh", "3c 3s 2c 2d 4h"),
    "one_pair": ("Ac Ad Kc Qd Jh", "2c 2d 5h 4c 3s"),
    "five_odd_cards": ("Ac Kd Qc Jh 9s", "Ac Kd 9h 3c 2d"),
}
"""The highest and the lowest hand of each ranking; of Five Odd Cards, one that still beats Ace-King-8-7-6."""

PAIR: Final = "7c 7d Ks 5h 3s"
"""A Player's hand that beats Ace-King."""

DEALING: Final = ("shoe", "shuffler")
ROLES: Final = tuple(role.value for role in Role)
DEALER: Final = "dealer"


class Hand(NamedTuple):
    """A box of a round: its cards, its wagers, and what its Player does."""

    cards: str
    box: int = 1
    player: str = "p1"
    ante: int = ANTE
    jackpot: int = 0
    does: str = "bet"
    shown: bool = True


class End(NamedTuple):
    """How a wager ended: the result, what was won, what of the stake came back, and under which paragraphs."""

    result: str
    paid: int
    returned: int
    cites: tuple[str, ...]


def from_shuffler(dealer: str, hands: Mapping[int, str]) -> str:
    """The cards in the order of 3.11.1: whole hands clockwise, then the Dealer's."""
    return " ".join([*(hands[box] for box in sorted(hands)), dealer])


def from_shoe(dealer: str, hands: Mapping[int, str]) -> str:
    """The cards in the order of 3.10: a burnt card that nobody else has, then one each, five times."""
    piles = [parse_cards(hands[box]) for box in sorted(hands)] + [parse_cards(dealer)]
    held = {card for pile in piles for card in pile}
    burnt = next(card for card in DECK if card not in held)
    return format_cards((burnt, *(pile[turn] for turn in range(5) for pile in piles)))


def dealt(
    game: str, dealer: str, *hands: Hand, policy: Mapping[str, Any] | None = None, meter: int | None = None
) -> Sitting:
    """A table whose cards have just been dealt."""
    sitting = Sitting(game, policy, meter=meter)
    deal_round(sitting, dealer, *hands)
    return sitting


def deal_round(sitting: Sitting, dealer: str, *hands: Hand) -> None:
    """Open a round, place the wagers and deal the cards."""
    sitting.do("dealer: place your bets")
    for hand in hands:
        sitting.do(f"{hand.player}: {hand.box} ante {hand.ante}")
        if hand.jackpot:
            sitting.do(f"{hand.player}: {hand.box} jackpot {hand.jackpot}")
    order = from_shuffler if sitting.table.policy.dealing == "shuffler" else from_shoe
    cards = order(dealer, {hand.box: hand.cards for hand in hands})
    sitting.do("dealer: no more bets", f"dealer: deal {cards}")


def finish_round(sitting: Sitting, *hands: Hand) -> None:
    """Decisions, the Dealer's cards, the Players' hands, and the settlement."""
    clockwise = sorted(hands, key=lambda hand: hand.box)
    sitting.do(*(f"{hand.player}: {hand.does} {hand.box}" for hand in clockwise))
    if any(hand.does != "fold" for hand in hands):
        sitting.do("dealer: reveal")
    for hand in clockwise:
        if hand.does != "fold" or (sitting.game.name == MLP and hand.jackpot):
            sitting.do(f"{hand.player}: {'show' if hand.shown else 'withhold'} {hand.box}")
    sitting.do("dealer: settle")


def played(
    game: str, dealer: str, *hands: Hand, policy: Mapping[str, Any] | None = None, meter: int | None = None
) -> Sitting:
    """A table that has played one round to its end."""
    sitting = dealt(game, dealer, *hands, policy=policy, meter=meter)
    finish_round(sitting, *hands)
    return sitting


def end(sitting: Sitting, wager: str, box: int = 1) -> End:
    """How a wager of the last round ended."""
    line = next(one for one in sitting.round.lines if (one.box, one.wager) == (box, wager))
    return End(line.result, line.paid, line.returned, line.cites)


def compared(game: str, player: str, dealer: str) -> str:
    """How the BET of a hand ends against a Dealer's hand that qualifies."""
    return end(played(game, dealer, Hand(player)), "bet").result


def low_dealer(cards: str) -> str:
    """A Dealer's hand that qualifies, shares no card with this one and ranks below it."""
    held = set(parse_cards(cards))
    return next(dealer for dealer in LOW_DEALERS if held.isdisjoint(parse_cards(dealer)))


def jackpots(sitting: Sitting) -> list[tuple[int, str, int]]:
    """The awards paid at a table, in the order of payment: box, award, cents."""
    return [(one.box, one.award, one.amount) for one in sitting.events if isinstance(one, JackpotPaid)]


def deal_refused(sitting: Sitting, *cards: int) -> Refusal:
    """Why these numbers cannot be dealt; the notation would not even let some of them be written."""
    command = DealCards(tuple(Card(number) for number in cards))
    turn = act(sitting.game, sitting.table, Actor(DEALER, Role.DEALER), command)
    assert isinstance(turn, Refusal), f"{cards} were dealt"
    return turn


def faces(sitting: Sitting, role: str, player: str = "", box: int = 1) -> str:
    """A box's cards as somebody sees them."""
    seen = sitting.seen_by(role, player)
    return " ".join(next(one for one in seen.boxes if one.box == box).cards)


def some_cards(count: int) -> list[str]:
    """The first cards of a sorted deck, 2c 2d 2h 2s 3c and so on: no two alike."""
    return [format_card(card) for card in DECK[:count]]


ROUND: Final = (
    "dealer: place your bets",
    "p1: 1 ante 10000",
    "dealer: no more bets",
    f"dealer: deal {from_shoe(ACE_KING, {1: PAIR})}",
    "p1: bet 1",
    "dealer: reveal",
    "p1: show 1",
    "dealer: settle",
)
"""A whole round of one box, act by act."""


def because(refusal: Refusal) -> tuple[str, tuple[str, ...]]:
    """Why something was refused, and under which paragraphs."""
    return refusal.reason, refusal.cites

"""Rounds of the house-banked games in which a false statement would pay, and what each pays without one."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Final

from msgspec import Struct

from croupier.cards import DECK, Card, format_card, parse_cards
from croupier.rules.banked import BankedPolicy
from croupier.rules.terms import Decision, WagerName
from tests.floor.rigging import rigged_deck
from tests.reference import house as reference

FRIEND, GUEST = "p1", "p2"
"""The Player for whom a crew plays, and one who knows nothing of it."""
FRIENDS_BOX, GUESTS_BOX = 1, 2
HOLDEM: Final = (reference.PTHP, reference.THBP)
_STUD_HANDS: Final = (
    {"1": "Qc 7d 8s 6h 2d", "dealer": "As Kd 4c 3s 5c"},  # loses to Ace and King
    {"1": "As Kh 9d Jc 2h", "dealer": "8c 8d 4c 3s 5c"},  # loses to a Pair
    {"1": "7c 7d 8s 6h 2d", "dealer": "As Kd 4c 3s 5c"},  # wins with a Pair
    {"1": "9c 9d 9s 9h 2d", "dealer": "As Kd 4c 3s 5c"},  # wins with Four of a Kind
    {"1": "9c 9d 9s Kh 2d", "dealer": "Qs Jd 4c 3s 5c"},  # wins the Ante alone: the Dealer does not qualify
    {"1": "As Ks Qs Js Ts", "dealer": "Ad Kd 4c 3s 5c"},
)
_HOLDEM_HANDS: Final = (
    {"1": "Ac Ad", "community": "Kc 9d 2h 9s 3c", "dealer": "8h 8s"},  # two Aces win the Bonus and the hand
    {"1": "7c 2d", "community": "Kc 9d 4h 9s 3c", "dealer": "8h 8s"},  # nothing loses
    {"1": "Kd Qd", "community": "Kc 9d 2h 8s 3c", "dealer": "9h 9s"},  # a Pair loses to three
    {"1": "As Ks", "community": "Qs Js Ts 2d 3h", "dealer": "8h 8c"},  # a Royal Flush on the Flop
    {"1": "Th 8d", "community": "9s 7c 6d 2h 3c", "dealer": "Ah Ac"},  # a Straight pays the Ante
)


class Plan(Struct, frozen=True):
    """A round: its cards, its wagers, and what each Player means to do."""

    game: str
    hands: tuple[tuple[str, str], ...]
    """The cards of each place in dealing order."""
    wagers: tuple[tuple[int, WagerName, int], ...]
    """Box, area and cents."""
    decisions: tuple[Decision, ...]
    """Those of the friend."""
    guest_stays: bool
    looks: bool
    """Whether the friend looks at the hand before deciding, on record."""
    automatic: bool

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in the order of the shoe."""
        return _deck(self.game, self.hands)


@cache
def _deck(game: str, hands: tuple[tuple[str, str], ...]) -> tuple[Card, ...]:
    return rigged_deck(game, (FRIENDS_BOX, GUESTS_BOX), dict(hands))


def courses(game: str) -> tuple[tuple[Decision, ...], ...]:
    """Every way to decide about a hand from beginning to end."""
    if game not in HOLDEM:
        return ((Decision.FOLD,), (Decision.BET,))
    later = product((Decision.CHECK, Decision.TURN), (Decision.CHECK, Decision.RIVER))
    return ((Decision.FOLD,), *((Decision.FLOP, turn, river) for turn, river in later))


def planned(rng: Random) -> Plan:
    """A round from chance: half of its hands are such as pay much or lose much, the others fall as they may."""
    game = rng.choice(reference.GAMES)
    hands = dict(rng.choice(_HOLDEM_HANDS if game in HOLDEM else _STUD_HANDS)) if rng.random() < 0.7 else {}
    taken = {card for cards in hands.values() for card in parse_cards(cards)}
    rest = iter(rng.sample([card for card in DECK if card not in taken], len(DECK) - len(taken)))
    sizes = {"1": 2, "2": 2, "dealer": 2, "community": 5} if game in HOLDEM else {"1": 5, "2": 5, "dealer": 5}
    for place, size in sizes.items():
        hands.setdefault(place, " ".join(format_card(next(rest)) for _ in range(size)))
    ante = rng.choice((2_500, 7_500, 100_000))
    wagers = [(FRIENDS_BOX, WagerName.ANTE, ante), (GUESTS_BOX, WagerName.ANTE, rng.choice((2_500, 50_000)))]
    if game in HOLDEM and rng.random() < 0.7:
        wagers.append((FRIENDS_BOX, WagerName.BONUS, 2_500))
    if rng.random() < 0.5:
        wagers.append((FRIENDS_BOX, WagerName.JACKPOT, 500))
    decisions = rng.choice(courses(game)[1:]) if rng.random() < 0.85 else courses(game)[0]
    return Plan(
        game,
        tuple(hands.items()),
        tuple(wagers),
        decisions,
        guest_stays=rng.random() < 0.7,
        looks=rng.random() < 0.7,
        automatic=rng.random() < 0.2,
    )


def honest(plan: Plan, decisions: Sequence[Decision], policy: BankedPolicy, meter: int) -> int:
    """Return what the friend wins or loses in cents by these decisions, as the reference settles the round."""
    hands = dict(plan.hands)
    stays = next(course for course in courses(plan.game) if course[0] is not Decision.FOLD)
    of_guest = stays if plan.guest_stays else courses(plan.game)[0]
    boxes = [
        {
            "box": number,
            "player": player,
            "cards": hands[str(number)],
            "wagers": {name.value: cents for box, name, cents in plan.wagers if box == number},
            "decisions": [one.value for one in chosen],
        }
        for number, player, chosen in ((FRIENDS_BOX, FRIEND, decisions), (GUESTS_BOX, GUEST, of_guest))
    ]
    terms = {"seed": policy.seed, "contribution": str(policy.contribution), "dealing": policy.dealing}
    told = reference.settle(
        {
            "game": plan.game,
            "policy": {**terms, **policy.parameters},
            "meter": meter,
            "dealer": hands["dealer"],
            "community": hands.get("community", ""),
            "boxes": boxes,
        }
    )
    lines = [line for line in told["lines"] if line["player"] == FRIEND]
    return sum(line["paid"] + line["returned"] - line["staked"] for line in lines)

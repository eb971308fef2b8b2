"""Advice on one hand: every hand that the Dealer can have, one by one."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from msgspec import Struct

from croupier.cards import DECK, Card, first_repeated, format_card, format_cards
from croupier.hands import Strength
from croupier.notation.problem import InputError
from croupier.odds.meetings.solution import MeetingGame
from croupier.odds.meetings.terms import Meeting, meeting_of
from croupier.odds.results import Ratio
from croupier.odds.solver import Choice, Known, Stakes
from croupier.rules.handtypes import HandType
from croupier.rules.terms import Decision

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


class MeetingAdvice(Struct, frozen=True):
    """The best decision for the cards given."""

    game: str
    hand: str
    holds: str
    dealer: str
    """The Dealer's cards that are known."""
    decision: str
    choices: tuple[Choice, ...]
    meetings: dict[str, int]
    """The numbers of the Dealer's possible hands that do not qualify, or are lower than the Player's, equal, higher."""
    of: int


Meet = Callable[[HandType, Sequence[Card], Sequence[Card], Strength], dict[Meeting, int]]
"""A function that counts how a hand meets the Dealer's, from the known cards of both and the qualifying class."""


def meet_one_by_one(
    type_: HandType, hand: Sequence[Card], dealer: Sequence[Card], qualifying: Strength
) -> dict[Meeting, int]:
    """Count each meeting by ranking the Dealer's hands one by one: for a single question, which compiles nothing."""
    own = type_.rank(hand)
    meetings = dict.fromkeys(Meeting, 0)
    left = [card for card in DECK if card not in hand and card not in dealer]
    for others in combinations(left, type_.cards - len(dealer)):
        meetings[meeting_of(own, type_.rank((*dealer, *others)), qualifying)] += 1
    return meetings


def advise(
    ready: MeetingGame,
    known: Known,
    stakes: Stakes = Stakes(),  # noqa: B008
    meet: Meet = meet_one_by_one,
) -> MeetingAdvice:
    """Fold or bet, knowing some of the Dealer's cards. Jackpot prizes count if the stakes include a meter."""
    _refuse_bad_cards(ready, known)
    hand, dealer, type_ = known.cards, known.dealer, ready.game.hand
    own = type_.rank(hand)
    meetings = meet(type_, hand, dealer, ready.qualifying)
    of = sum(meetings.values())
    terms = ready.terms(stakes)
    worth, fold = ready.worths(terms, stakes)
    scale = terms.ante * (100 if stakes.ante is not None and stakes.meter is not None else 1)
    won = sum(int(worth[meeting, own]) * often for meeting, often in meetings.items())
    bet_worth, fold_worth = Fraction(won, of * scale), Fraction(int(fold[own]), scale)
    choices = (Choice(Decision.BET.value, Ratio.of(bet_worth)), Choice(Decision.FOLD.value, Ratio.of(fold_worth)))
    return MeetingAdvice(
        ready.game.name,
        format_cards(hand),
        type_.describe(own),
        format_cards(dealer),
        Decision.BET.value if bet_worth > fold_worth else Decision.FOLD.value,
        choices,
        {_NAMES[meeting]: often for meeting, often in meetings.items()},
        of,
    )


def best_first(advice: MeetingAdvice) -> tuple[Choice, ...]:
    """Return the choices, the one that is advised first."""
    return tuple(sorted(advice.choices, key=lambda one: (-one.worth.fraction, one.decision != advice.decision)))


_NAMES: Final = {
    Meeting.UNQUALIFIED: "not_qualified",
    Meeting.HIGHER: "lower",
    Meeting.EQUAL: "equal",
    Meeting.LOWER: "higher",
}
"""The Dealer's hand, seen from the Player's."""


def _refuse_bad_cards(ready: MeetingGame, known: Known) -> None:
    hand, dealer, name, size = known.cards, known.dealer, ready.game.name, ready.game.hand.cards
    if known.community:
        raise InputError(f"community: {name} has no Community Cards")
    if len(hand) != size:
        raise InputError(f"cards: a hand has {_NUMBERS[size]} cards, not {len(hand)}")
    if len(dealer) < ready.face_up:
        few = _NUMBERS[size]
        raise InputError(f"--dealer: give the Dealer's face-up card, such as Kd, or up to {few} of the Dealer's cards")
    if len(dealer) > size:
        raise InputError(f"--dealer: the Dealer has {_NUMBERS[size]} cards, not {len(dealer)}")
    if any(card not in DECK for card in (*hand, *dealer)):
        raise InputError("cards: a card that is face down cannot be used")
    repeated = first_repeated((*hand, *dealer))
    if repeated is not None:
        field = "cards" if list(hand).count(repeated) > 1 else "--dealer"
        raise InputError(f"{field}: {format_card(repeated)} appears twice")

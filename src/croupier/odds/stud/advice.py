"""Advice on one hand of Casino Stud: every hand that the Dealer can have, one by one."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from msgspec import Struct

from croupier.cards import DECK, Card, first_repeated, format_card, format_cards
from croupier.hands import Strength, describe, rank_five
from croupier.notation.problem import InputError
from croupier.odds.results import Ratio
from croupier.odds.stud.solution import Stakes, Stud
from croupier.odds.stud.terms import Meeting, meeting_of


class Choice(Struct, frozen=True):
    """What a choice is worth, in Antes."""

    decision: str
    worth: Ratio


class StudAdvice(Struct, frozen=True):
    """The best decision for the cards given."""

    game: str
    hand: str
    holds: str
    dealer: str
    """The Dealer's cards that are known."""
    decision: str
    choices: tuple[Choice, ...]
    meetings: dict[str, int]
    """How many of the Dealer's possible hands do not qualify, or are lower than the Player's, equal or higher."""
    of: int


Meet = Callable[[Sequence[Card], Sequence[Card], Strength], dict[Meeting, int]]
"""How often a hand meets the Dealer's in each way, by the cards of both that are known and the qualifying class."""


def meet_one_by_one(hand: Sequence[Card], dealer: Sequence[Card], qualifying: Strength) -> dict[Meeting, int]:
    """For a single question: nothing is compiled."""
    own = rank_five(hand)
    meetings = dict.fromkeys(Meeting, 0)
    left = [card for card in DECK if card not in hand and card not in dealer]
    for others in combinations(left, 5 - len(dealer)):
        meetings[meeting_of(own, rank_five((*dealer, *others)), qualifying)] += 1
    return meetings


def meet_at_once(hand: Sequence[Card], dealer: Sequence[Card], qualifying: Strength) -> dict[Meeting, int]:
    """For a process that is asked again and again: a kernel, in a few milliseconds."""
    from croupier.odds.evaluator import tables
    from croupier.odds.stud.kernels import count_meetings

    left = np.array([card for card in DECK if card not in hand and card not in dealer], np.uint8)
    found = np.zeros(len(Meeting), np.int64)
    count_meetings(tables(), left, np.array(dealer, np.uint8), rank_five(hand), qualifying, found)
    return {meeting: int(found[meeting]) for meeting in Meeting}


def advise(
    stud: Stud,
    hand: Sequence[Card],
    dealer: Sequence[Card],
    stakes: Stakes = Stakes(),  # noqa: B008
    meet: Meet = meet_one_by_one,
) -> StudAdvice:
    """Fold or bet, knowing one to five of the Dealer's cards. Prizes of the jackpot count where stakes have a meter."""
    _refuse_bad_cards(hand, dealer)
    own = rank_five(hand)
    meetings = meet(hand, dealer, stud.qualifying)
    of = sum(meetings.values())
    terms = stud.terms(stakes)
    worth, fold = stud.worths(terms, stakes)
    scale = terms.ante * (100 if stakes.ante is not None and stakes.meter is not None else 1)
    won = sum(int(worth[meeting, own]) * often for meeting, often in meetings.items())
    bet_worth, fold_worth = Fraction(won, of * scale), Fraction(int(fold[own]), scale)
    choices = (Choice("bet", Ratio.of(bet_worth)), Choice("fold", Ratio.of(fold_worth)))
    return StudAdvice(
        stud.game.name,
        format_cards(hand),
        describe(own),
        format_cards(dealer),
        "bet" if bet_worth > fold_worth else "fold",
        choices,
        {_NAMES[meeting]: often for meeting, often in meetings.items()},
        of,
    )


_NAMES = {
    Meeting.UNQUALIFIED: "not_qualified",
    Meeting.HIGHER: "lower",
    Meeting.EQUAL: "equal",
    Meeting.LOWER: "higher",
}
"""The Dealer's hand, seen from the Player's."""


def _refuse_bad_cards(hand: Sequence[Card], dealer: Sequence[Card]) -> None:
    if len(hand) != 5:
        raise InputError(f"cards: a hand has five cards, not {len(hand)}")
    if not 1 <= len(dealer) <= 5:
        raise InputError("--dealer: give the Dealer's face-up card, such as Kd, or up to five of his cards")
    if any(card not in DECK for card in (*hand, *dealer)):
        raise InputError("cards: a card face down cannot be reckoned with")
    repeated = first_repeated((*hand, *dealer))
    if repeated is not None:
        field = "cards" if list(hand).count(repeated) > 1 else "--dealer"
        raise InputError(f"{field}: {format_card(repeated)} appears twice")

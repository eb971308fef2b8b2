"""Ranking one hand a call, beside treys, phevaluator, eval7 and pokerkit.

Every library is given the same hands in the form it likes best, parsed before the clock starts, and is called the way
its documentation says. The slow ones get fewer of the hands. The one to be ahead of is eval7, which is compiled.
"""

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from benchmarks import measure
from benchmarks.measure import Contestant, Pass, Record, asked, one_by_one, spread_out
from croupier.cards import DECK, Card, format_card
from croupier.hands import rank_five, rank_seven

Hands = Sequence[Sequence[Card]]
Peer = Callable[[Hands], tuple[Pass, Sequence[Any]]]
"""Turns our hands into a library's own, and says how it ranks them; an ImportError says that it is not installed."""


def main(*, show: bool = True, hands: int = 20_000, rounds: int = 9) -> list[Record]:
    """Time five and seven cards. ``hands`` random hands a round; printed as a table if ``show``."""
    records = [
        *_compare("five", rank_five, _deal(5, hands), rounds),
        *_compare("seven", rank_seven, _deal(7, hands), rounds),
    ]
    if show:
        measure.show("Ranking one hand a call", "hand", records)
    return records


def _deal(number: int, hands: int) -> Hands:
    """Random hands, the same in every run."""
    rng = random.Random(number)
    return [rng.sample(DECK, number) for _ in range(hands)]


def _compare(task: str, rank: Callable[[Sequence[Card]], int], hands: Hands, rounds: int) -> list[Record]:
    peers = [_contestant(name, peer, hands[: max(1, len(hands) // part)]) for name, peer, part in PEERS]
    return measure.side_by_side(task, [Contestant("croupier", one_by_one(rank), hands), *peers], rounds)


def _contestant(name: str, peer: Peer, hands: Hands) -> Contestant:
    try:
        go, items = peer(hands)
    except ImportError:
        return Contestant(name, None)
    return Contestant(name, go, items)


def _eval7(hands: Hands) -> tuple[Pass, Sequence[Any]]:
    eval7 = import_module("eval7")
    deck = [eval7.Card(format_card(card)) for card in DECK]
    return one_by_one(eval7.evaluate), [[deck[card] for card in hand] for hand in hands]


def _phevaluator(hands: Hands) -> tuple[Pass, Sequence[Any]]:
    """Its cards are numbered like ours, and it takes numbers."""
    phevaluator = import_module("phevaluator")
    general = phevaluator.evaluate_cards
    return spread_out(getattr(phevaluator, f"evaluate_{len(hands[0])}cards", general)), [list(hand) for hand in hands]


def _treys(hands: Hands) -> tuple[Pass, Sequence[Any]]:
    treys = import_module("treys")
    deck = [treys.Card.new(format_card(card)) for card in DECK]
    items = [([deck[card] for card in hand[:2]], [deck[card] for card in hand[2:]]) for hand in hands]
    return spread_out(treys.Evaluator().evaluate), items


def _pokerkit(hands: Hands) -> tuple[Pass, Sequence[Any]]:
    pokerkit = import_module("pokerkit")
    deck = [next(pokerkit.Card.parse(format_card(card))) for card in DECK]
    items = [[deck[card] for card in hand] for hand in hands]
    ranked = pokerkit.StandardHighHand if len(hands[0]) == 5 else pokerkit.StandardHighHand.from_game
    return one_by_one(lambda cards: ranked(cards).entry), items


PEERS: tuple[tuple[str, Peer, int], ...] = (
    ("eval7", _eval7, 1),
    ("phevaluator", _phevaluator, 1),
    ("treys", _treys, 10),
    ("pokerkit", _pokerkit, 50),
)
"""Each with the part of the hands it is given: a tenth, a fiftieth."""

if __name__ == "__main__":
    asked(__doc__)
    main()

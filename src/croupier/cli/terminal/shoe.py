"""Where the cards come from: the operating system's entropy, or a seed for trying out."""

import secrets
from collections.abc import Iterable
from random import Random

from croupier.cards import DECK, Card


class Shoe:
    """One deck, shuffled anew for every round after the bets are closed, so that nobody wagers on a known order."""

    def __init__(self, seed: int | None = None) -> None:
        self._random: Random = secrets.SystemRandom() if seed is None else Random(seed)
        self._cards: list[Card] = []

    def shuffle(self) -> None:
        """A whole deck in a new order; every order is as likely as any other."""
        self._cards = list(DECK)
        self._random.shuffle(self._cards)

    def take(self, count: int) -> tuple[Card, ...]:
        """The next cards."""
        assert count <= len(self._cards), "a round needs fewer cards than a deck has"
        taken, self._cards = self._cards[:count], self._cards[count:]
        return tuple(taken)

    def next(self, count: int) -> tuple[Card, ...]:
        """The next cards, which stay in the shoe."""
        return tuple(self._cards[:count])

    def discard(self, card: Card) -> None:
        """A card that was found in the shoe is out of the round."""
        self._cards.remove(card)

    def take_back(self, cards: Iterable[Card]) -> None:
        """Cards go back into the shoe, as far as they ever left it, and are shuffled with the rest."""
        self._cards += [card for card in cards if card not in self._cards]
        self._random.shuffle(self._cards)

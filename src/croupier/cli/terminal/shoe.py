"""The source of the cards: the operating system's entropy, or a seed for practice."""

import secrets
from collections.abc import Iterable
from random import Random

from croupier.cards import DECK, Card


class Shoe:
    """A deck that is shuffled for every round after the bets are closed, so that nobody wagers on a known order."""

    def __init__(self, seed: int | None = None) -> None:
        self._random: Random = secrets.SystemRandom() if seed is None else Random(seed)
        self._cards: list[Card] = []

    def shuffle(self) -> None:
        """Put a whole deck into a new order; every order is equally likely."""
        self._cards = list(DECK)
        self._random.shuffle(self._cards)

    def take(self, count: int) -> tuple[Card, ...]:
        """Take the next cards out of the shoe."""
        assert count <= len(self._cards), "a round needs fewer cards than a deck has"
        taken, self._cards = self._cards[:count], self._cards[count:]
        return tuple(taken)

    def next(self, count: int) -> tuple[Card, ...]:
        """Return the next cards, without taking them out of the shoe."""
        return tuple(self._cards[:count])

    def discard(self, card: Card) -> None:
        """Take a card that was found in the shoe out of the round."""
        self._cards.remove(card)

    def take_back(self, cards: Iterable[Card]) -> None:
        """Put cards back into the shoe, if they came from it, and shuffle them with the rest."""
        self._cards += [card for card in cards if card not in self._cards]
        self._random.shuffle(self._cards)

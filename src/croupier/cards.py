"""Cards: one deck of 52, how a card is written, and nothing random.

A card is a small whole number, ``rank * 4 + suit``: ranks run from 0 (deuce) to 12 (ace), suits from 0 to 3 (clubs,
diamonds, hearts, spades). Small numbers keep states cheap to copy and make table look-ups possible; text such as ``As``
exists only at the edges. :data:`UNKNOWN` stands for a card that lies face down and is not identified, written ``??``.
"""

from collections.abc import Collection, Iterable
from typing import Final, NewType

Card = NewType("Card", int)
Piles = tuple[tuple[str, tuple[Card, ...]], ...]
"""Cards by place."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SIGNS: Final = "♣♦♥♠"
DECK: Final[tuple[Card, ...]] = tuple(Card(n) for n in range(52))
UNKNOWN: Final = Card(52)

_BIT_OF: Final = {**{card: 1 << card for card in DECK}, UNKNOWN: 0}.__getitem__
_NAMES: Final = (*(RANKS[n // 4] + SUITS[n % 4] for n in range(52)), "??")
_BY_NAME: Final = {
    spelling: Card(n)
    for n, name in enumerate(_NAMES)
    for spelling in (name, name.lower(), name.upper(), name.swapcase())
}


class CardError(ValueError):
    """A text that is no card, or cards that cannot be: the message is a sentence for a person."""


def rank_of(card: Card) -> int:
    """Return the rank of a card: 0 for a deuce up to 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Return the suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def parse_card(text: str) -> Card:
    """Read one card, ``As`` or ``??``; capitals do not matter."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise CardError(
            f"{text[:20]!r} is not a card; write a rank from {RANKS} and a suit from {SUITS}, such as As or Td"
        ) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written one after the other, with or without spaces; none may appear twice."""
    letters = "".join(text.split())
    if len(letters) > 2 * len(DECK):
        raise CardError(f"{(len(letters) + 1) // 2} cards are more than a deck holds")
    cards = tuple(parse_card(letters[at : at + 2]) for at in range(0, len(letters), 2))
    repeated = first_repeated(cards)
    if repeated is not None:
        raise CardError(f"{format_card(repeated)} appears twice")
    return cards


def first_repeated(cards: Iterable[Card]) -> Card | None:
    """Return the first card that occurs in ``cards`` for the second time, or None; unknown cards are never equal."""
    cards = tuple(cards)
    if len(set(cards)) == len(cards):
        return None
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            return card
        if card != UNKNOWN:
            seen.add(card)
    return None


def bits_of(cards: Iterable[Card]) -> int:
    """Return a mask with one bit for each of these different cards; unknown cards add no bit.

    Raises KeyError for a non-card.
    """
    return sum(map(_BIT_OF, cards))


def all_left(used: int, cards: Collection[Card]) -> bool:
    """Return whether all ``cards`` are known cards of the deck, all different, and none is in the mask ``used``.

    Nearly every deal passes this quick check; the caller that refuses the others finds out what is wrong with them.
    """
    try:
        bits = bits_of(cards)
    except KeyError:
        return False
    return not used & bits and bits.bit_count() == len(cards)  # a card that stands there twice carries: a bit less


def format_card(card: Card) -> str:
    """Return a card as text: ``As``, ``Td``, ``??``."""
    return _NAMES[card]


def format_cards(cards: Iterable[Card]) -> str:
    """Return cards as text, ``As Td 9c``: the form that :func:`parse_cards` reads."""
    return " ".join(_NAMES[card] for card in cards)


def pretty_card(card: Card) -> str:
    """Return a card as people write it: ``A♠``, ``10♦``, ``??``."""
    if card == UNKNOWN:
        return "??"
    rank = RANKS[card >> 2]
    return ("10" if rank == "T" else rank) + SUIT_SIGNS[card & 3]

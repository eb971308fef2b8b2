"""The shuffle: an order of cards that is fixed before the first wager and can be proven, card by card, afterwards.

The House shuffles and publishes a :class:`Commitment`: one digest over all places of the deck. Each place has a salt of
its own, so the digest reveals nothing about any card, and a revealed card reveals nothing about another. After the
round a person who saw a card is given its :class:`Opening`, and an auditor all openings, to check that the card was in
that place all along. A shuffle of fewer cards (the rest of a deck is shuffled again within a round) is a commitment of
its own over just those cards.

This proves that the House fixed the order before it published the commitment, and that it dealt that order. It does not
prove that the order was random: a House that chose its order could commit to it as well. With Players' seeds
(:mod:`croupier.floor.values.seeds`) it could not; that module describes what they prove.

The digests, with ``H(purpose, …)`` for SHA-256 over the ASCII text ``croupier-shuffle-1:purpose:`` and the bytes after
it (:mod:`croupier.floor.values.merkle` says how nodes are joined)::

    leaf  H("leaf", position in one byte, the card's two letters, its salt of 16 bytes)
    node  H("node", left digest, right digest)
    root  H("root", number of cards in one byte, the top of the tree)
"""

from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from msgspec import Struct

from croupier.cards import DECK, Card, first_repeated, format_card
from croupier.floor.values import merkle
from croupier.floor.values.entropy import Entropy, permuted

_DECK: Final = frozenset(DECK)
_FACES: Final = {card: format_card(card).encode() for card in DECK}
"""The two letters of each card, as they are hashed."""
_PLACES: Final = tuple(bytes((at,)) for at in range(len(DECK)))
"""The places of a deck, each as the byte that is hashed."""
SALT: Final = 16
"""The bytes of a salt: too many to find a card by trying all salts of its place."""


class Commitment(Struct, frozen=True):
    """The commitment that the House publishes before the first wager; ``root`` is in hexadecimal."""

    root: str
    count: int
    scheme: str = merkle.SCHEME


class Opening(Struct, frozen=True):
    """One place of a committed order revealed: its card, its salt, and its path to the root."""

    position: int
    card: Card
    salt: bytes
    path: tuple[bytes, ...]


class Shuffle(Struct, frozen=True):
    """The House's secret: the cards in their committed order, and the salt of each place.

    It is never published whole before its round is over.
    """

    cards: tuple[Card, ...]
    salts: tuple[bytes, ...]

    def __post_init__(self) -> None:
        if not self.cards or not _DECK.issuperset(self.cards):
            raise ValueError("a shuffle holds known cards, at least one")
        if len(set(self.cards)) != len(self.cards) and (card := first_repeated(self.cards)) is not None:
            raise ValueError(f"{format_card(card)} is in the shuffle twice")
        if len(self.salts) != len(self.cards) or {*map(len, self.salts)} != {SALT}:
            raise ValueError(f"every place of a shuffle has a salt of {SALT} bytes")
        if len(set(self.salts)) != len(self.salts):
            raise ValueError("two places of a shuffle have the same salt; the source of chance is broken")

    @classmethod
    def fresh(cls, entropy: Entropy, cards: Iterable[Card] = DECK) -> "Shuffle":
        """Shuffle these cards, and draw a salt for each place."""
        order = shuffled(entropy, cards)
        return cls(order, tuple(entropy.draw(SALT) for _ in order))

    @property
    def root(self) -> str:
        """The digest that fixes every place."""
        return _root(len(self.cards), _tree(self)[-1][0]).hex()

    @property
    def commitment(self) -> Commitment:
        """The commitment to this shuffle, which may be published."""
        return Commitment(self.root, len(self.cards))

    def __repr__(self) -> str:
        """Return the number of cards and the root only, so that no log ever contains cards or salts."""
        return f"<Shuffle of {len(self.cards)} cards, root {self.root[:16]}…>"


def shuffled(entropy: Entropy, cards: Iterable[Card] = DECK) -> tuple[Card, ...]:
    """Return the cards in an order drawn from ``entropy``; each order is equally likely."""
    return permuted(entropy, cards)


def dealt(shuffle: Shuffle, order: Iterable[int]) -> tuple[Card, ...]:
    """Return the cards as they leave the shoe; ``order`` gives the committed position of each (``seeds.dealt_order``).

    Raises ValueError unless ``order`` names each place once.
    """
    places = tuple(order)
    if sorted(places) != list(range(len(shuffle.cards))):
        raise ValueError("an order of dealing names every place of the shuffle once")
    return tuple(shuffle.cards[at] for at in places)


def prove(shuffle: Shuffle, positions: Iterable[int]) -> tuple[Opening, ...]:
    """Return the openings of these committed positions, in the order given."""
    tree = _tree(shuffle)
    paths = [(at, merkle.path(tree, at)) for at in positions]
    return tuple(Opening(at, shuffle.cards[at], shuffle.salts[at], path) for at, path in paths)


def check(commitment: Commitment, opening: Opening) -> bool:
    """Return whether this card was in this position when the commitment was made."""
    known = commitment.scheme == merkle.SCHEME and 1 <= commitment.count <= len(DECK)
    sound = opening.card in DECK and len(opening.salt) == SALT and 0 <= opening.position < commitment.count
    if not known or not sound:
        return False
    leaf = _leaf(opening.position, opening.card, opening.salt)
    top = merkle.climb(leaf, opening.position, commitment.count, opening.path)
    return top is not None and compare_digest(
        _root(commitment.count, top).hex().encode(), commitment.root.encode(errors="replace")
    )


def _leaf(position: int, card: Card, salt: bytes) -> bytes:
    return merkle.digest("leaf", bytes((position,)), _FACES[card], salt)


def _root(count: int, top: bytes) -> bytes:
    """Return the digest of the number of cards and the top; the number fixes what each position in the tree means."""
    return merkle.digest("root", bytes([count]), top)


def _tree(shuffle: Shuffle) -> tuple[tuple[bytes, ...], ...]:
    # ``_leaf`` of each place, its card and its salt, inlined for speed.
    head, places = merkle.head("leaf"), zip(_PLACES, shuffle.cards, shuffle.salts, strict=False)
    return merkle.levels([sha256(head + place + _FACES[card] + salt).digest() for place, card, salt in places])

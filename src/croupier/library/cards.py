"""Cards and hands of the library."""

from collections.abc import Iterable
from functools import total_ordering
from typing import Final, TypeAlias

from croupier import cards as plain
from croupier.library.drawing import drawn_cards
from croupier.rules.handtypes import FIVE_CARDS, HandType


class Card(int):
    """One card: a small whole number that is written as two letters, rank and suit.

    >>> ace = Card("As")
    >>> ace, str(ace), ace.rank, ace.suit, int(ace)
    (Card('As'), 'As', 'A', 's', 51)
    >>> Card("??").known
    False
    >>> Card("1x")
    Traceback (most recent call last):
    croupier.cards.CardError: '1x' is not a card; write a rank from 23456789TJQKA and a suit from cdhs, such as As or Td
    """

    __slots__ = ()

    def __new__(cls, card: "str | int") -> "Card":
        number = plain.parse_card(card) if isinstance(card, str) else card
        if not 0 <= number <= plain.UNKNOWN:
            raise plain.CardError(f"{number} is not a card; they run from 0 to {len(plain.DECK) - 1}")
        return super().__new__(cls, number)

    @property
    def known(self) -> bool:
        """False for ``??``, a card that lies face down."""
        return int(self) != plain.UNKNOWN

    @property
    def rank(self) -> str:
        """The rank's letter, one of ``23456789TJQKA``, or ``?``."""
        return str(self)[0]

    @property
    def suit(self) -> str:
        """The suit's letter, one of ``cdhs``, or ``?``."""
        return str(self)[1]

    def __str__(self) -> str:
        return plain.format_card(plain.Card(int(self)))

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def _repr_html_(self) -> str:
        return drawn_cards([str(self)])


Cards: TypeAlias = str | Iterable[int | str]
"""Cards as people write them, ``"As Kd"``, or one by one."""

DECK: Final = tuple(Card(card) for card in plain.DECK)
"""All 52 cards, from the deuce of clubs to the ace of spades."""


def read_cards(cards: Cards) -> tuple[plain.Card, ...]:
    """Read cards for the engine. Raises :class:`croupier.cards.CardError`, which is a ValueError."""
    text = cards if isinstance(cards, str) else " ".join(str(Card(card)) for card in cards)
    return plain.parse_cards(text)


@total_ordering
class Hand:
    """The best hand that some cards make; hands compare as the documents compare them.

    >>> Hand("Ks Kd Kh Jc Jd")
    Hand('Ks Kd Kh Jc Jd')
    >>> Hand("Ks Kd Kh Jc Jd").title
    'Full House, Kings over Jacks'
    >>> Hand("As Kd Qc Jh Ts 2d 2c").title
    'Straight, Ace high'
    >>> Hand("7c 7d 2s 3s 9h") < Hand("8c 8d 2s 3s 9h")
    True
    >>> Hand("As Kd Jc 8h 3s") == Hand("Ad Kh Js 8c 3d")
    True
    """

    def __init__(self, cards: Cards, kind: HandType = FIVE_CARDS) -> None:
        given = read_cards(cards)
        self._kind = kind
        self._strength = kind.rank_best(given)
        self.cards: Final = tuple(Card(card) for card in kind.best_of(given))
        """The cards that count, in the order in which they are compared."""

    @property
    def title(self) -> str:
        """The hand in words."""
        return self._kind.describe(self._strength)

    @property
    def order(self) -> str:
        """The pay tables' name for such hands, such as ``full_house``."""
        return self._kind.order_of(self._strength).name.lower()

    @property
    def strength(self) -> int:
        """The hand's place among all hands of its kind, from 0; a higher number wins."""
        return self._strength

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Hand) and other._kind is self._kind
        return self._strength == other._strength if same and isinstance(other, Hand) else NotImplemented

    def __lt__(self, other: "Hand") -> bool:
        if not isinstance(other, Hand) or other._kind is not self._kind:
            return NotImplemented
        return self._strength < other._strength

    def __hash__(self) -> int:
        return hash((self._kind.name, self._strength))

    def __repr__(self) -> str:
        return f"Hand({' '.join(map(str, self.cards))!r})"

    def _repr_html_(self) -> str:
        return f"{drawn_cards(map(str, self.cards))} {self.title}"

"""Amounts and names as a person at the table reads and types them."""

import re
from collections.abc import Iterable
from typing import Final

from croupier.cards import Card, parse_card
from croupier.money import MOST, Cents
from croupier.play.viewer import HIDDEN
from croupier.rules.document import Cite
from croupier.rules.handtypes import HandType
from croupier.rules.settling import Result

MINUS: Final = "\N{MINUS SIGN}"
POINTER: Final = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
_AMOUNT: Final = re.compile(r"(?:sgd|\$)?\s*([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{1,2}))?")
_SMALL: Final = frozenset({"a", "of", "on", "or", "the"})

RESULTS: Final = {
    Result.WIN: "wins",
    Result.LOSE: "loses",
    Result.STAND_OFF: "stands off",
    Result.RETURNED: "returned",
    Result.VOID: "void",
}


def money(amount: Cents) -> str:
    """Write an amount without its currency, such as ``1,234.50``: a ledger names its currency once."""
    dollars, cents = divmod(abs(amount), 100)
    return f"{MINUS if amount < 0 else ''}{dollars:,}.{cents:02}"


def net(amount: Cents) -> str:
    """Write a net result, with its sign."""
    return f"+{money(amount)}" if amount > 0 else money(amount)


def read_money(text: str) -> Cents | None:
    """Read an amount as people type it, ``25``, ``25.50`` or ``1,000``; None for any other text."""
    match = _AMOUNT.fullmatch(text.strip().lower())
    if match is None or len(match[1]) > len(str(MOST)):
        return None
    return int(match[1].replace(",", "")) * 100 + int((match[2] or "").ljust(2, "0"))


def spoken(name: str) -> str:
    """Write a name as a title: ``four_of_a_kind`` as ``Four of a Kind``."""
    words = name.split("_")
    return " ".join(word if word in _SMALL and at else word.capitalize() for at, word in enumerate(words))


def plain(name: str) -> str:
    """Write a name as plain words: ``return_wager`` as ``return wager``."""
    return name.replace("_", " ")


def pilcrows(cites: Iterable[Cite]) -> str:
    """Write cites as ``¶3.14.1 ¶4.1 I5``: paragraphs have the mark, interpretations their letter."""
    return " ".join(cite if cite.startswith("I") else f"¶{cite}" for cite in dict.fromkeys(cites))


def listed(words: Iterable[str], last_with: str = "and") -> str:
    """Join words as ``a, b and c``."""
    *first, last = words
    return f"{', '.join(first)} {last_with} {last}" if first else last


def made(hand_type: HandType, *cards: tuple[str, ...]) -> str:
    """Describe the hand that the visible cards make so far; empty while there are too few.

    This is for display: settlement ranks for itself.
    """
    known: list[Card] = [parse_card(card) for hand in cards for card in hand if card != HIDDEN]
    if len(known) < hand_type.cards:
        return ""
    return hand_type.describe(hand_type.rank_best(known))

"""The words of an act that all kinds of tables share: numbers, cards, facts, reasons."""

from typing import Final

from croupier.cards import Card, CardError, Piles, format_card, parse_card, parse_cards
from croupier.notation.problem import InputError

_MOST_DIGITS: Final = 18


def whole_number(word: str, text: str) -> int:
    """Read a number in an act. Raises :class:`InputError`, quoting the act."""
    sign = word.removeprefix("-")
    if not (sign.isascii() and sign.isdigit()) or len(sign) > _MOST_DIGITS:
        raise InputError(f"{word[:30]!r} in {text[:60]!r} is not a whole number")
    return int(word)


def one_card(word: str) -> Card:
    """Read a card in an act. Raises :class:`InputError`."""
    try:
        return parse_card(word)
    except CardError as error:
        raise InputError(str(error)) from None


def some_cards(word: str) -> tuple[Card, ...]:
    """Read cards in an act, with or without spaces. Raises :class:`InputError`."""
    try:
        return parse_cards(word)
    except CardError as error:
        raise InputError(str(error)) from None


def joined(cards: tuple[Card, ...]) -> str:
    """Write cards as one word: ``AsKd``."""
    return "".join(format_card(card) for card in cards)


def because(reason: str) -> str:
    """Write the end of an act that has a reason."""
    return f" because {reason}" if reason else ""


def apart_from_reason(what: str) -> tuple[list[str], str]:
    """Split an act into its words and the reason after them."""
    head, _, reason = what.partition(" because ")
    return head.split(), reason.strip()


def facts_in(words: list[str], text: str) -> dict[str, str]:
    """Read facts such as ``seen=yes``. Raises :class:`InputError`."""
    pairs: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or not value or key in pairs:
            raise InputError(f"{word[:30]!r} in {text[:60]!r} is not a fact such as seen=yes, given once")
        pairs[key] = value
    return pairs


def nothing_left(given: dict[str, str], text: str) -> None:
    """Raise :class:`InputError` if a fact was given that does not belong to the act."""
    for key in given:
        raise InputError(f"{key[:30]!r} in {text[:60]!r} does not belong here")


def format_piles(piles: Piles) -> str:
    """Write the cards of each place: ``1:AsKd/3:QsJs``."""
    return "/".join(f"{place}:{joined(cards)}" for place, cards in piles)


def read_piles(word: str, text: str) -> Piles:
    """Read the text that :func:`format_piles` writes. Raises :class:`InputError`."""
    piles = []
    for pile in word.split("/") if word else ():
        place, colon, cards = pile.partition(":")
        if not colon:
            raise InputError(f"{pile[:30]!r} in {text[:60]!r} is not a place and its cards, such as 1:AsKd")
        piles.append((place, some_cards(cards)))
    return tuple(piles)


def unknown_act(text: str) -> InputError:
    """Make the error for a line that is not an act."""
    return InputError(f"{text[:60]!r} is not a known act")

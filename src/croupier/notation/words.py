"""Words of an act."""

from typing import Final

from croupier.notation.problem import InputError

_MOST_DIGITS: Final = 18


def whole_number(word: str, text: str) -> int:
    """A number in an act. Raises :class:`InputError`, quoting the act."""
    sign = word.removeprefix("-")
    if not (sign.isascii() and sign.isdigit()) or len(sign) > _MOST_DIGITS:
        raise InputError(f"{word[:30]!r} in {text[:60]!r} is not a whole number")
    return int(word)

"""The limits of texts in commands: short, and without characters that a screen or a printer would act on."""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Final, get_args
from unicodedata import category

from msgspec import Struct, UnsetType
from msgspec.structs import fields

from croupier.floor.values.cage import CashIn, CashOut, ProposeCash
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Reason, Refusal

LONGEST: Final = 400
LONGEST_KEY: Final = 80
_UNPRINTED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Control characters, halves of characters, and the ends of lines and paragraphs."""
_WORDLESS: Final = (int, NoneType, UnsetType, Enum)
_JOINING: Final = frozenset("\u200c\u200d")
"""Characters of no width that belong to some scripts and to pictures of several signs; nowhere beside plain letters."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that leave no trace: with them one text can look like another, or like none."""


def wrong_text(command: object, key: str) -> Refusal | None:
    """Return the refusal of a command with a text or a key that is too long or cannot be printed."""
    if len(key) > LONGEST_KEY or not _printable(key) or hidden_sign(key):
        return Refusal(Reason.FACT, f"A key must have at most {LONGEST_KEY} characters, all of them printable", ())
    cash = command.what if type(command) is ProposeCash else command
    if (type(cash) is CashIn or type(cash) is CashOut) and not is_name(cash.player):
        return Refusal(Reason.FACT, f"{cash.player[:40]!r} is not a Player's name", ())
    left: list[Any] = [command]
    while left:
        one = left.pop()
        if isinstance(one, str):
            if one.isascii() and one.isprintable() and len(one) <= LONGEST:  # the common case
                continue
            if len(one) > LONGEST:
                return Refusal(Reason.FACT, f"A text must have at most {LONGEST} characters", ())
            if not _printable(one):
                return Refusal(Reason.FACT, "A text must have only printable characters", ())
            hidden = hidden_sign(one)
            if hidden:
                told = f"A text must have only characters that can be seen, and this has U+{ord(hidden):04X}"
                return Refusal(Reason.FACT, told, ())
        elif isinstance(one, int) or one is None:
            continue
        elif (names := _with_texts(one.__class__)) is not None:
            left += [getattr(one, name) for name in names]
        elif isinstance(one, Mapping):
            left += (*one.keys(), *one.values())
        elif isinstance(one, list | tuple | set | frozenset):
            left += one
    return None


@cache
def _with_texts(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a command, or of a part of one, that can hold a text; None for any other type."""
    if not issubclass(kind, Struct):
        return None
    return tuple(one.name for one in fields(kind) if _may_hold_text(one.type))


@cache
def _may_hold_text(hint: object) -> bool:
    """Return whether values of a declared type can hold text that a person wrote: not numbers, nor words of a list."""
    if isinstance(hint, type):
        return bool(_with_texts(hint)) if issubclass(hint, Struct) else not issubclass(hint, _WORDLESS)
    parts = [one for one in get_args(hint) if one is not Ellipsis]
    return any(map(_may_hold_text, parts)) if parts else True


def _printable(text: str) -> bool:
    if text.isascii():
        return text.isprintable()
    return not any(category(sign) in _UNPRINTED for sign in text)


def hidden_sign(text: str) -> str:
    """Return the first invisible character of a text: one of no width, or one that changes the reading order.

    Return an empty text if there is none.
    """
    if text.isascii():
        return ""
    for at, sign in enumerate(text):
        if sign in _JOINING:
            beside = text[max(0, at - 1) : at] + text[at + 1 : at + 2]
            if len(beside) == 2 and not any(one.isascii() or one in _JOINING for one in beside):
                continue
        elif category(sign) != "Cf" and sign not in _BLANK:
            continue
        return sign
    return ""

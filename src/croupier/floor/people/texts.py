"""What people write into commands: short, and nothing in it that a screen or a printer would act on."""

from collections.abc import Mapping
from typing import Any, Final
from unicodedata import category

from msgspec import Struct

from croupier.floor.money.cage import CashIn, CashOut, ProposeCash
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Reason, Refusal

LONGEST: Final = 400
LONGEST_KEY: Final = 80
_UNPRINTED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Control characters, halves of characters, and the ends of lines and paragraphs."""
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that make a text read in a different order than it was written."""


def wrong_text(command: Any, key: str) -> Refusal | None:
    """The refusal of a command with a text or a key that is too long or cannot be printed."""
    if len(key) > LONGEST_KEY or not _printable(key):
        return Refusal(Reason.FACT, f"A key must have at most {LONGEST_KEY} characters, all of them printable", ())
    cash = command.what if isinstance(command, ProposeCash) else command
    if isinstance(cash, CashIn | CashOut) and not is_name(cash.player):
        return Refusal(Reason.FACT, f"{cash.player[:40]!r} is not a Player's name", ())
    left = [command]
    while left:
        one = left.pop()
        if isinstance(one, str):
            if len(one) > LONGEST:
                return Refusal(Reason.FACT, f"A text must have at most {LONGEST} characters", ())
            if not _printable(one):
                return Refusal(Reason.FACT, "A text must have only printable characters", ())
        elif isinstance(one, Struct):
            left += (getattr(one, name) for name in one.__struct_fields__)
        elif isinstance(one, Mapping):
            left += (*one.keys(), *one.values())
        elif isinstance(one, list | tuple | set | frozenset):
            left += one
    return None


def _printable(text: str) -> bool:
    if text.isascii():
        return text.isprintable()
    return not any(category(sign) in _UNPRINTED or sign in _TURNING for sign in text)

"""Answers that a ruling leaves open, and the roles that give them, in words: one wording wherever they appear."""

from collections.abc import Mapping
from typing import Final

from croupier.notation.speech import plain

_ANSWERS: Final[Mapping[str, str]] = {
    "as_dealt": "Leave as dealt",
    "close_table": "Close the table",
    "continue": "Play on",
    "continue_reconstructed": "Play on with the cards in order",
    "fold_hand": "Fold the hand",
    "invalidate_hand": "Take the hand out",
    "reordered": "Put in order",
    "return_wager": "Take the wagers back",
    "stay": "Stay in",
    "void_round": "Void the round",
    "without_jackpot": "Play without jackpot",
}
"""Options whose names alone are not what is said at a table."""


def answer(option: str) -> str:
    """``void_round`` as ``Void the round``, for a button."""
    return _ANSWERS.get(option, plain(option).capitalize())


def answered(option: str) -> str:
    """The same within a sentence."""
    words = answer(option)
    return f"{words[:1].lower()}{words[1:]}"


def role_name(role: str) -> str:
    """``shift_manager`` as ``Shift Manager``, as the documents write it."""
    return plain(role).title()

"""Errors about a text that a person wrote."""

from typing import Final

LONGEST: Final = 200
"""The most letters of a person's text that an error message repeats."""
SENTENCE: Final = 500
"""The most letters of a sentence for a person."""


class InputError(ValueError):
    """Bad input: the message is one sentence that names the field or the act, however much of it was given."""

    def __init__(self, sentence: str) -> None:
        super().__init__(shortened(sentence, SENTENCE))


def shortened(text: str, most: int = LONGEST) -> str:
    """Truncate a text for an error message."""
    return text if len(text) <= most else f"{text[: most - 1]}…"

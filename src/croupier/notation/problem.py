"""What is wrong with a text that somebody wrote."""

from typing import Final

LONGEST: Final = 200
"""The most letters of somebody's text that a sentence repeats."""
SENTENCE: Final = 500
"""The most letters of a sentence for a person."""


class InputError(ValueError):
    """Bad input: the message is one sentence that names the field or the act, however much of it was given."""

    def __init__(self, sentence: str) -> None:
        super().__init__(shortened(sentence, SENTENCE))


def shortened(text: str, most: int = LONGEST) -> str:
    """As much of a text as a sentence can have."""
    return text if len(text) <= most else f"{text[: most - 1]}…"

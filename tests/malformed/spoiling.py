"""Sound texts spoilt at random: what people, programs and attackers send instead of what was described.

A text is spoilt once to four times, each time where it has a line, a number, a word or a bracket, so that most of what
comes out is nearly right: that is where readers go wrong. The same seed spoils the same way.
"""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

NUMBERS: Final = (
    *("0", "-1", "1", "2", "53", "255", "256", "65536", "-0", "00", "007", "1_000", "0x1F", "0b11", "1e3", "1e999"),
    *(
        "-1e999",
        "nan",
        "inf",
        "-inf",
        "0.1",
        "1.005",
        "12345678901234567890",
        "9223372036854775808",
        "9" * 400,
        "9" * 5_000,
    ),
    *("true", "null", "1979-05-27", "07:32:00", '"1"', "[1]", "{}"),
)
WORDS: Final = (
    *("", " ", "ante", "Ante", "none", "null", "true", "constructor", "__class__", "../../etc/passwd", "%s%n", "{0}"),
    *(
        "As",
        "??",
        "10h",
        "1s",
        "Ah Ah",
        "AsAsAsAsAs",
        "A" * 5_000,
        "é",
        "e\u0301",
        "\ufb01",
        "\u0130",
        "ß",
        "\U0001f469",
    ),
    *("\u0661\u0662", "\uff12", "\u202etxet", "\u200b", "\ufeff", "\\u0000", "\\ud800", "\\", '"', "'", "'''", '"""'),
    *("<b>", "[bold]x[/]", "; drop"),
)
MARKS: Final = (
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    ",",
    "=",
    ".",
    "#",
    "\n",
    "\r",
    "\t",
    "\\",
    "[[",
    "]]",
    '"""',
    "\0",
    "\x1b[2J",
    "\x7f",
)

_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_WORD: Final = re.compile(r"[A-Za-z_][\w-]*")
_QUOTED: Final = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'')
_BRACKETED: Final = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}")

Way = Callable[[Random, str, Sequence[str]], str]


def spoilt(random: Random, sound: Sequence[str]) -> bytes:
    """One of these texts, no longer sound."""
    text = random.choice(sound)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        text = random.choice(_WAYS)(random, text, sound)
    data = text.encode("utf-8", "surrogatepass")
    return _flipped(random, data) if random.random() < 0.05 else data


def _exchanged(pattern: re.Pattern[str], given: Sequence[str], quote: bool = False) -> Way:
    """Something of a kind exchanged for something else."""

    def way(random: Random, text: str, sound: Sequence[str]) -> str:
        places = [*pattern.finditer(text)]
        if not places:
            return text
        place, new = random.choice(places), random.choice(given)
        if quote and random.random() < 0.8:
            new = f'"{new}"'
        return text[: place.start()] + new + text[place.end() :]

    return way


def _swapped(random: Random, text: str, sound: Sequence[str]) -> str:
    """Two numbers or words of the text for each other, or one for one of another text."""
    pattern = random.choice((_NUMBER, _WORD, _QUOTED, _BRACKETED))
    here = [*pattern.finditer(text)]
    there: list[str] = pattern.findall(random.choice((text, random.choice(sound))))
    if not here or not there:
        return text
    place = random.choice(here)
    return text[: place.start()] + random.choice(there) + text[place.end() :]


def _lined(random: Random, text: str, sound: Sequence[str]) -> str:
    """A line left out, doubled, moved, or brought from another text."""
    lines = text.split("\n") if "\n" in text else text.split(",")
    joint = "\n" if "\n" in text else ","
    at, to = random.randrange(len(lines)), random.randrange(len(lines) + 1)
    match random.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines.insert(min(to, len(lines) - 1), lines.pop(at))
        case _:
            lines.insert(to, random.choice(random.choice(sound).split(joint)))
    return joint.join(lines)


def _marked(random: Random, text: str, sound: Sequence[str]) -> str:
    """A mark put in or taken out."""
    at = random.randrange(len(text) + 1)
    if random.random() < 0.5:
        return text[:at] + random.choice(MARKS) + text[at:]
    return text[:at] + text[at + 1 :]


def _cut(random: Random, text: str, sound: Sequence[str]) -> str:
    return text[: random.randrange(len(text) + 1)]


def _nested(random: Random, text: str, sound: Sequence[str]) -> str:
    """Brackets within brackets, more than anybody means."""
    places = [*_NUMBER.finditer(text), *_QUOTED.finditer(text)]
    deep = random.choice((2, 50, 500, 3_000))
    left, right = random.choice((("[", "]"), ('{"a":', "}"), ("{a=", "}"), ("[", "")))
    if not places:
        return left * deep + text + right * deep
    place = random.choice(places)
    return text[: place.start()] + left * deep + str(place[0]) + right * deep + text[place.end() :]


def _many(random: Random, text: str, sound: Sequence[str]) -> str:
    """A piece of the text again and again."""
    start = random.randrange(len(text) + 1)
    return text[:start] + text[start : start + random.randrange(40)] * random.choice((2, 30, 400)) + text[start:]


def _flipped(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randrange(1, 4) if changed else 0):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


_WAYS: Final[tuple[Way, ...]] = (
    _exchanged(_NUMBER, NUMBERS),
    _exchanged(_NUMBER, NUMBERS),
    _exchanged(_WORD, WORDS),
    _exchanged(_QUOTED, WORDS, quote=True),
    _exchanged(_BRACKETED, NUMBERS),
    _swapped,
    _swapped,
    _lined,
    _lined,
    _marked,
    _cut,
    _nested,
    _many,
)

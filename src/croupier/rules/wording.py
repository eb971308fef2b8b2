"""The approved wording of paragraphs, read from the House's own file of its document.

The product holds summaries and no sentence of a document. A House registers its file by path and SHA-256; a sentence is
shown only from a file that still has this digest.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct

from croupier.rules.document import Cite, Document

_NUMBERED: Final = re.compile(r"[\s\-*#]*(\d+(?:\.\d+)+)\.?(?=[\s*]|$)")
_LETTERED: Final = re.compile(r"[\s\-*]*\(?([a-z]|[ivx]+)[.)](?=\s|$)")
_HEADING: Final = re.compile(r"[\s#*]*(?:\d+\.\s+[A-Z][^.;:]*$|Appendix\b)")
DIGEST: Final = re.compile(r"[0-9a-f]{64}")
"""A SHA-256 as a House writes it."""


class Sentence(Struct, frozen=True):
    """A paragraph, word for word."""

    paragraph: Cite
    text: str


class Wording(Struct, frozen=True):
    """The text of a House's file on the paragraphs of a ruling."""

    file: str
    expected: str
    """The SHA-256 that the House has registered."""
    found: str
    """The SHA-256 of the file as it is."""
    paragraphs: tuple[Sentence, ...]
    """The sentences of the paragraphs; empty unless both hashes are the same."""

    @property
    def sentence(self) -> str:
        """Say in one sentence why nothing is shown; empty if the file is the registered one."""
        if self.found == self.expected:
            return ""
        return f"{self.file} is not the registered document: expected SHA-256 {self.expected}, found {self.found}"


def wording(document: Document, file: str, content: bytes, expected: str, cites: Iterable[Cite]) -> Wording:
    """Return the sentences of these paragraphs, each after those that it belongs to, if the file is the registered one.

    Raises UnicodeDecodeError for a registered file that is no UTF-8 text.
    """
    found = sha256(content).hexdigest()
    if found != expected:
        return Wording(file, expected, found, ())
    every = sentences(content.decode(), [one.number for one in document.paragraphs])
    wanted = dict.fromkeys(part for cite in cites for part in _with_parents(cite))
    return Wording(file, expected, found, tuple(Sentence(one, every[one]) for one in wanted if one in every))


def _with_parents(cite: Cite) -> list[Cite]:
    """Return ``5.8``, ``5.8.3`` for 5.8.3: what a paragraph says begins with those above it."""
    parts = cite.split(".")
    return [".".join(parts[:end]) for end in range(2, len(parts) + 1)]


def sentences(text: str, numbers: Sequence[Cite]) -> dict[Cite, str]:
    """Return a document's paragraphs by number; ``numbers`` are those that it has, in order.

    A line may also begin with a number that a sentence refers to. Such lines are out of order: the longest run of
    numbers in order is that of the paragraphs.
    """
    order = {number: at for at, number in enumerate(numbers)}
    lines = text.splitlines()
    starts = _in_order([(at, order[number], number) for at, number in _candidates(lines, order)])
    found = {}
    for (at, number), (end, _) in zip(starts, (*starts[1:], (len(lines), "")), strict=True):
        found[number] = _joined(lines[at:end])
    return found


def _candidates(lines: Sequence[str], order: dict[Cite, int]) -> list[tuple[int, Cite]]:
    """Return the lines that begin with the number of a paragraph, or with a letter under the last of them."""
    found, last = [], ""
    for at, line in enumerate(lines):
        if (match := _NUMBERED.match(line)) and match[1] in order:
            last = match[1]
            found.append((at, last))
        elif (match := _LETTERED.match(line)) and f"{last}.{match[1]}" in order:
            found.append((at, f"{last}.{match[1]}"))
    return found


def _in_order(candidates: Sequence[tuple[int, int, Cite]]) -> list[tuple[int, Cite]]:
    """Return the longest run of candidates whose numbers stand in the document's order."""
    ends: list[int] = []
    at_end: list[int] = []
    before: list[int] = []
    for index, (_, place, _) in enumerate(candidates):
        at = bisect_left(ends, place)
        before.append(at_end[at - 1] if at else -1)
        ends[at:], at_end[at:] = [*([place]), *ends[at + 1 :]], [index, *at_end[at + 1 :]]
    chain, index = [], at_end[-1] if at_end else -1
    while index >= 0:
        line, _, number = candidates[index]
        chain.append((line, number))
        index = before[index]
    return chain[::-1]


def _joined(lines: Sequence[str]) -> str:
    """Join the lines of a paragraph into one, without its number, its marks, and the heading of the next chapter."""
    kept: list[str] = []
    for at, line in enumerate(lines):
        if at and _HEADING.match(line):
            break
        kept.append(line)
    first = _NUMBERED.sub("", kept[0], count=1) if _NUMBERED.match(kept[0]) else _LETTERED.sub("", kept[0], count=1)
    words = " ".join([first, *(line.strip().removeprefix("- ") for line in kept[1:])])
    return " ".join(words.replace("**", "").split())

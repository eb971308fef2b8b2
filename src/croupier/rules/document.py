"""An approved document as data: every paragraph with its number, how it is treated, and where.

A rulebook module states its paragraphs top to bottom through :class:`Rulebook`, each directly above the declarations
that implement it. That order lets a reader compare the document with the code, and lets tools say which paragraph a
line of code belongs to (:mod:`croupier.rules.source`).
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final

from msgspec import Struct

Cite = str
"""A paragraph number such as ``3.14.1`` or ``5.18.2.c``, or an interpretation such as ``I3``."""


NOT_STATED: Final = "not stated"
"""The effective date of a document that names none: it applies from the beginning."""


class Disposition(StrEnum):
    """The treatment of a paragraph in software."""

    MODELLED = "MODELLED"
    """Implemented in code."""
    DEFINITION = "DEFINITION"
    """Defines a word; the word is used, and nothing else follows."""
    PHYSICAL = "PHYSICAL"
    """Concerns only objects and places: no state, view, message or payment depends on it."""
    DISCRETION = "DISCRETION"
    """A named role decides, by an explicit and recorded command."""
    PENDING = "PENDING"
    """A paragraph that is not implemented yet; it counts as missing."""


class Paragraph(Struct, frozen=True):
    """One numbered paragraph, summarised in our own words."""

    number: Cite
    disposition: Disposition
    summary: str
    code: tuple[str, ...] = ()
    """The places that implement it, as ``module:name``, in addition to the code below it in the rulebook itself."""
    why: str = ""
    """The reason why a PHYSICAL paragraph has no effect; the role that decides a DISCRETION one."""


class Point(StrEnum):
    """A point that several documents leave open, and that can move money in a plain round."""

    STAKE_IN_CAP = "stake_in_cap"
    """The question whether the maximum payout counts the stake."""
    STAKE_BACK = "stake_back"
    """The question whether a jackpot wager that wins comes back."""
    PRIZES_ADD_UP = "prizes_add_up"
    """The question whether a hand is paid every award that it has won."""
    EITHER_HOLE = "either_hole"
    """The question whether the Dealer's Hole Cards win the Bonus too."""


class Interpretation(Struct, frozen=True):
    """A point that the text leaves open: question, choice and reason. Cited like a paragraph."""

    number: Cite
    question: str
    choice: str
    why: str
    paragraphs: tuple[Cite, ...]
    code: tuple[str, ...] = ()
    """The places that implement it, as ``module:name``, in addition to the code that cites it."""


class Told(Struct, frozen=True):
    """A situation as a person would report it: an irregularity, and the facts that make it this situation."""

    irregularity: str
    facts: Mapping[str, str]


def told(irregularity: str, **facts: str) -> Told:
    """Make a situation from an irregularity and its facts."""
    return Told(irregularity, facts)


class Overlap(Struct, frozen=True):
    """A situation on which several paragraphs rule differently: which of them prevails, and why."""

    number: Cite
    situation: str
    prevails: Cite
    others: tuple[Cite, ...]
    """The paragraphs that would rule differently."""
    why: str
    reading: Cite = ""
    """The interpretation that decides, if one does."""
    rows: tuple[Told, ...] = ()
    """The ways to report the situation: first the one that the prevailing paragraph rules, then the others."""

    @property
    def paragraphs(self) -> tuple[Cite, ...]:
        """All paragraphs concerned, the prevailing one first."""
        return (self.prevails, *self.others)


class Colours(Struct, frozen=True):
    """The colours of a game's felt, each as ``#rrggbb``: in the light, the middle and the shade, and for writing."""

    light: str
    felt: str
    shade: str
    tint: str
    name: str = ""
    """The name of the felt's colour, by which people tell tables apart."""


class Document(Struct, frozen=True):
    """An approved document: the rules of one game, and from when they apply."""

    game: str
    version: int
    title: str
    short: str
    """The title where space is short."""
    letters: str
    """The two letters that stand for the document where space is shorter still."""
    colours: Colours
    operator: str
    effective: str
    """The date from which the document applies, in its own words, with or without an hour, or :data:`NOT_STATED`."""
    paragraphs: tuple[Paragraph, ...]
    interpretations: tuple[Interpretation, ...]
    overlaps: tuple[Overlap, ...] = ()
    points: Mapping[Point, Cite] = {}
    """The interpretation that settles each point that the document leaves open."""

    @property
    def rulebook(self) -> str:
        """The name that rounds pin: game and version."""
        return f"{self.game}-v{self.version}"

    @property
    def effective_day(self) -> str:
        """The gaming day from which it applies, such as 2020-04-07; empty if the document states none.

        An hour that a document adds is the one at which the gaming day begins. Raises ValueError if it is not a date.
        """
        if self.effective == NOT_STATED:
            return ""
        return datetime.strptime(self.effective.partition(",")[0], "%d %B %Y").date().isoformat()

    def paragraph(self, number: Cite) -> Paragraph | None:
        """Return the paragraph of that number; None if the document has none."""
        return next((one for one in self.paragraphs if one.number == number), None)

    def knows(self, cite: Cite) -> bool:
        """Return whether a cite names a paragraph or an interpretation of this document."""
        return self.paragraph(cite) is not None or any(one.number == cite for one in self.interpretations)


class Coverage(Struct, frozen=True):
    """The share of a document that is implemented."""

    rulebook: str
    total: int
    by_disposition: dict[str, int]
    missing: tuple[Cite, ...]

    @property
    def complete(self) -> bool:
        """True if no paragraph is missing."""
        return not self.missing


def coverage(document: Document) -> Coverage:
    """Count the dispositions of a document; a PENDING paragraph counts as missing."""
    counts = {kind.value: 0 for kind in Disposition}
    for paragraph in document.paragraphs:
        counts[paragraph.disposition] += 1
    missing = tuple(one.number for one in document.paragraphs if one.disposition is Disposition.PENDING)
    return Coverage(document.rulebook, len(document.paragraphs), counts, missing)


class Rulebook:
    """Collects a document's paragraphs while its module is read; :meth:`close` freezes them."""

    def __init__(
        self,
        game: str,
        version: int,
        *,
        title: str,
        short: str,
        letters: str,
        colours: Colours,
        operator: str,
        effective: str,
    ) -> None:
        self._head = (game, version, title, short, letters, colours, operator, effective)
        self._paragraphs: list[Paragraph] = []
        self._interpretations: list[Interpretation] = []
        self._overlaps: list[Overlap] = []
        self._points: dict[Point, Cite] = {}

    def modelled(self, number: Cite, summary: str, *code: str) -> None:
        """Add a paragraph that is implemented by the code below it and by what ``code`` names."""
        self._paragraphs.append(Paragraph(number, Disposition.MODELLED, summary, code))

    def definition(self, number: Cite, summary: str) -> None:
        """Add a paragraph that defines a word."""
        self._paragraphs.append(Paragraph(number, Disposition.DEFINITION, summary))

    def physical(self, number: Cite, summary: str, why: str) -> None:
        """Add a paragraph without effect in software, and the reason."""
        self._paragraphs.append(Paragraph(number, Disposition.PHYSICAL, summary, (), why))

    def discretion(self, number: Cite, summary: str, role: str, *code: str) -> None:
        """Add a paragraph that leaves the decision to a role."""
        self._paragraphs.append(Paragraph(number, Disposition.DISCRETION, summary, code, role))

    def pending(self, number: Cite, summary: str) -> None:
        """Add a paragraph that is not implemented yet."""
        self._paragraphs.append(Paragraph(number, Disposition.PENDING, summary))

    def interpretation(
        self,
        number: Cite,
        *about: Cite,
        question: str,
        choice: str,
        why: str,
        code: tuple[str, ...] = (),
        settles: Point | None = None,
    ) -> None:
        """Add an interpretation of what the text leaves open."""
        if settles is not None:
            self._points[settles] = number
        self._interpretations.append(Interpretation(number, question, choice, why, about, code))

    def overlap(
        self,
        number: Cite,
        *others: Cite,
        situation: str,
        prevails: Cite,
        why: str,
        reading: Cite = "",
        rows: tuple[Told, ...] = (),
    ) -> None:
        """Add a situation in which one paragraph prevails over others that rule differently."""
        self._overlaps.append(Overlap(number, situation, prevails, others, why, reading, rows))

    def close(self) -> Document:
        """Return the finished document."""
        return Document(
            *self._head,
            tuple(self._paragraphs),
            tuple(self._interpretations),
            tuple(self._overlaps),
            self._points,
        )

"""The types of the rule desk: a question, and the answer with its steps, its signers and the money of each box."""

from typing import Literal

from msgspec import Struct

from croupier.money import Cents
from croupier.play.refusal import Refusal
from croupier.rules.terms import WagerName
from croupier.web.wire import Cites
from croupier.web.wire.dealer import FactAsked


class DeskTable(Struct, frozen=True):
    """A table that can be asked."""

    name: str
    title: str
    game: str
    """The game that the table plays, by name."""


class DeskGame(Struct, frozen=True):
    """A document that can be asked."""

    name: str
    title: str
    irregularities: tuple["DeskFound", ...]
    """The irregularities of the document."""


class DeskPage(Struct, frozen=True):
    """The documents and tables of the rule desk."""

    games: tuple[DeskGame, ...]
    tables: tuple[DeskTable, ...]
    stages: tuple["DeskStage", ...]


class DeskStage(Struct, frozen=True):
    """A stage of the round, for a question to a document without a table."""

    stage: str
    words: str


class DeskFound(Struct, frozen=True):
    """An irregularity that words of the floor may mean."""

    irregularity: str
    title: str
    why: str
    """The words as they were read; empty in the list of all."""


class DeskSearch(Struct, frozen=True):
    """The irregularities that were found, the best match first."""

    found: tuple[DeskFound, ...]


class DeskAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the ruling on an irregularity, at a table or by a document at a stage of the round."""

    irregularity: str
    game: str = ""
    table: str = ""
    """A table that answers from its own state; empty to ask the document of a game."""
    stage: str = ""
    facts: dict[str, str] = {}
    box: int | None = None
    """The box, or the seat."""
    wager: WagerName | None = None
    amount: Cents | None = None
    player: str = ""


class DeskPlace(Struct, frozen=True):
    """A box or seat that the question may be about."""

    box: int
    players: tuple[str, ...]
    wagers: tuple[str, ...]


class DeskStep(Struct, frozen=True):
    """A step that the pit takes."""

    kind: str
    text: str
    cites: Cites


class DeskSigner(Struct, frozen=True):
    """An act that the ruling needs, and the people who must sign it."""

    act: str
    stage: str
    stage_words: str
    who: str
    """The roles, as a statement is written: ``dealer+pit_manager``."""
    sentence: str
    people: int


class DeskMoney(Struct, frozen=True):
    """The money of one box or seat."""

    box: int
    players: tuple[str, ...]
    lies: dict[str, Cents]
    back: Cents
    may_take_back: Cents
    result: Cents | None
    """The money that its Players win by the ruling; None while cards or decisions are to come."""
    without: Cents | None
    difference: Cents | None


class DeskOverlap(Struct, frozen=True):
    """Another paragraph that describes the same event."""

    number: str
    sentence: str


class DeskSentence(Struct, frozen=True):
    """A paragraph, word for word, from the House's own file."""

    paragraph: str
    text: str


class DeskRuling(Struct, frozen=True):
    """A ruling, as it is read at the table."""

    headline: str
    explanation: str
    cites: Cites
    decided_by: str
    contradicted: tuple[str, ...]
    """Sentences about recorded facts that contradict the answers given."""
    steps: tuple[DeskStep, ...]
    signs: tuple[DeskSigner, ...]
    money: tuple[DeskMoney, ...]
    difference: Cents | None
    overlaps: tuple[DeskOverlap, ...]
    wording: tuple[DeskSentence, ...]
    wording_refused: str
    """The reason why the wording is not shown; empty if it is, or if the House has registered no file."""


class DeskAnswer(Struct, frozen=True):
    """The answer of the rule desk: the facts that decide it, and the ruling once they are known."""

    irregularity: str
    title: str
    game: str
    rulebook: str
    document: str
    """The document's title and version, as a line under a quotation."""
    table: str
    round: int
    stage: str | None
    stage_words: str
    about: tuple[Literal["box", "wager", "player"], ...]
    """The things that the question has to name besides facts."""
    places: tuple[DeskPlace, ...]
    facts: tuple[FactAsked, ...]
    missing: tuple[str, ...]
    """The facts that the ruling still needs."""
    refused: Refusal | None
    ruling: DeskRuling | None

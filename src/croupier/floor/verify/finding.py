"""Findings of a verification, in sentences that name the place, and the summary of what was checked."""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct

_LONGEST: Final = 100


class Kind(StrEnum):
    """The kind of a finding."""

    FORM = "form"
    """A fault of the database itself: a table, an index, a trigger, a page."""
    TYPE = "type"
    """A field with the wrong type for its column."""
    TEXT = "text"
    """A text that cannot be read."""
    POSITION = "position"
    """Numbered rows that are missing or in another place."""
    ORDER = "order"
    """An entry that was written after a later one of its stream."""
    GAP = "gap"
    """A version that is missing."""
    TWICE = "twice"
    """A row or an idempotency key that may exist once and exists more often."""
    HASH = "hash"
    """An entry that does not match its hash."""
    CHAIN = "chain"
    """An entry that does not follow the one before it."""
    STREAM = "stream"
    """A stream of a kind that a floor does not have."""
    REVISION = "revision"
    """An entry of an earlier revision after one of a later revision."""
    COMMAND = "command"
    """A command that the floor would write differently."""
    ACTOR = "actor"
    """A command from an actor who could not have given it there, then, or at all."""
    DECISION = "decision"
    """Events that differ from what the rules decide."""
    POSTINGS = "postings"
    """Postings that differ from the money that the events move."""
    LEDGER = "ledger"
    """Rows of the ledger that differ from the entry's money."""
    BALANCE = "balance"
    """An account that does not hold the sum of its movements."""
    SNAPSHOT = "snapshot"
    """A snapshot that differs from the replayed state."""
    LINK = "link"
    """A contradiction between a jackpot link, or the cage, and its tables."""
    METER = "meter"
    """A meter with a false value."""
    TURN = "turn"
    """A jackpot award that was not paid in its turn."""
    DECK = "deck"
    """A sealed deck that is missing, too many, does not open, or is not the one committed to."""
    CARDS = "cards"
    """Cards that were dealt and are not next in the deck, or cards of a round that cannot be opened."""
    TIME = "time"
    """A time that is not possible and that two people have not signed for."""
    SEAL = "seal"
    """A commit without the House's signature, or with a false one."""
    HEAD = "head"
    """A contradiction between the journal and a head that was kept elsewhere."""


class Part(StrEnum):
    """A question that a verification answers about a record."""

    CONSISTENT = "consistent"
    """Does the record agree with itself, and with the rules?"""
    AUTHENTIC = "authentic"
    """Has the House signed the whole record?"""
    COMPLETE = "complete"
    """Is the record all that was ever written, and the same that was seen before?"""


_PART: Final = {Kind.SEAL: Part.AUTHENTIC, Kind.HEAD: Part.COMPLETE}


def part_of(kind: Kind) -> Part:
    """Return the question that a finding of this kind answers with no."""
    return _PART.get(kind, Part.CONSISTENT)


class Finding(Struct, frozen=True, omit_defaults=True):
    """One fault of a record, and its place."""

    kind: Kind
    table: str
    """The table of the database."""
    wrong: str
    stream: str = ""
    version: int | None = None
    account: str = ""
    field: str = ""

    def __str__(self) -> str:
        """Return the finding as one line."""
        where = [self.table]
        where += [self.stream] if self.stream else []
        where += [f"version {self.version}"] if self.version is not None else []
        where += [self.account] if self.account else []
        where += [self.field] if self.field else []
        return f"{' '.join(where)}: {self.wrong}"


def found(
    kind: Kind,
    table: str,
    wrong: str,
    *,
    stream: object = "",
    version: object = None,
    account: object = "",
    field: str = "",
) -> Finding:
    """Make a finding, with all values from the database made safe to print."""
    return Finding(
        kind,
        table,
        plain(wrong, 400),
        plain(stream),
        version if type(version) is int else None,
        plain(account),
        field,
    )


def plain(value: object, longest: int = _LONGEST) -> str:
    """Return a value as one line of printable characters, shortened to ``longest``."""
    text = value if isinstance(value, str) else repr(value)
    safe = "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text[: longest + 1])
    return safe if len(text) <= longest else safe[:longest] + "…"


class Summary(Struct):
    """The counts of what a verification has checked; they grow while it yields findings."""

    since: int = 0
    """The entry of the checkpoint at which the walk began, so that none up to it was checked; 0 if none."""
    total: int = 0
    """The number of entries to check."""
    entries: int = 0
    streams: int = 0
    events: int = 0
    rounds: int = 0
    postings: int = 0
    accounts: int = 0
    snapshots: int = 0
    decks: int = 0
    opened: int = 0
    """The sealed decks that were opened and compared."""
    sealed: int = 0
    """The entries whose cards could not be opened: those of rounds in play, or under a key that is lost."""
    seals: int = 0
    """The signatures under commits."""
    unsigned: int = 0
    """The entries that were written before entries were signed."""
    lost: int = 0
    """The keys that replaced a lost key, signed for by two people and not by the key before."""
    keys: tuple[str, ...] = ()
    """The public keys that signed, in the order of their first use."""
    signatures: dict[str, int] = {}
    """The number of people's signatures by their means: a passkey, or at sign-in a password, a code or a PIN."""
    findings: int = 0
    wrong: dict[str, int] = {}
    """The number of findings of each part of the answer."""

    def count(self, finding: Finding) -> None:
        """Add a finding to the counts."""
        self.findings += 1
        part = part_of(finding.kind).value
        self.wrong[part] = self.wrong.get(part, 0) + 1


def difference(recorded: str, again: str) -> str:
    """Return the first difference between two JSON texts of events, postings or states, as a phrase."""
    try:
        one, two = msgspec.json.decode(recorded), msgspec.json.decode(again)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return "it cannot be read"
    if one == two:
        return "the same is written differently"
    return _difference(one, two, "")


def _difference(one: object, two: object, where: str) -> str:
    if isinstance(one, list) and isinstance(two, list):
        for at, (left, right) in enumerate(zip(one, two, strict=False)):
            if left != right:
                return _difference(left, right, f"{where}[{at}]")
        more, longer = ("too many", one) if len(one) > len(two) else ("missing", two)
        at = min(len(one), len(two))
        return f"{where}[{at}] {_short(longer[at])} is {more}"
    if isinstance(one, dict) and isinstance(two, dict):
        name = f"{where}{two['type']}" if isinstance(two.get("type"), str) else where
        for key in [*two, *(key for key in one if key not in two)]:
            if key not in one or key not in two or one[key] != two[key]:
                if key in one and key in two:
                    return _difference(one[key], two[key], f"{name}.{key}")
                return f"{name}.{key} is {'missing' if key in two else 'too many'}"
    return f"{where} is {_short(one)}, not {_short(two)}"


def alike(written: bytes, again: bytes) -> bool:
    """Return whether a state of an earlier revision agrees with today's in all fields that both have.

    The round in play is not compared, since today's rules may count its progress differently.
    """
    try:
        return _alike(msgspec.json.decode(written), msgspec.json.decode(again))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False


def _alike(one: object, two: object) -> bool:
    if isinstance(one, dict) and isinstance(two, dict):
        return all(_alike(one[key], two[key]) for key in one if key in two and key != "round")
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(_alike, one, two))
    return two is None or bool(one == two)


def _short(value: object) -> str:
    return plain(msgspec.json.encode(value).decode(), 60)

"""The cash log of a gaming day: every cash act at the cage and at the tables, and each person's sums.

It is made from the journal. A voided act keeps its line and its voiding has another; neither counts in the sums.
"""

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct
from sqlalchemy import select

from croupier.floor.journal import codec
from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import Reading
from croupier.floor.reading.reports import Period
from croupier.floor.values.cage import CashBooked, CashMoved, CashVoided
from croupier.floor.values.entries import Entry
from croupier.floor.values.table import ChipsBought
from croupier.money import Cents


class CashLine(Struct, frozen=True):
    """Cash that came in (positive) or went out."""

    at: int
    number: int
    """The number of the act at the cage; 0 at a table, and in earlier books."""
    kind: str
    """``in``, ``out``, ``chips`` redeemed, the ``slip`` of an award, chips ``bought`` at a table, or the ``void`` of an
    act."""
    person: str
    name: str
    document: str
    table: str
    cents: Cents
    drawer: str
    first: str
    second: str
    voided: tuple[str, ...] = ()
    """The two people who voided the act; empty while it stands."""
    reason: str = ""
    """The reason for voiding another act; empty for other lines."""

    @property
    def counts(self) -> bool:
        """True if the line is part of a person's sums."""
        return bool(self.person) and not self.voided and self.kind != "void"


class Patron(Struct, frozen=True):
    """A person's cash on a gaming day."""

    person: str
    name: str
    document: str
    brought: Cents
    taken: Cents
    acts: int
    due: bool
    """True if the person's cash reaches the amount to be reported."""


def cash_log(reading: Reading, period: Period, tables: Iterable[str]) -> tuple[CashLine, ...]:
    """Return the lines of a period, in order; ``tables`` are those where chips are bought with cash."""
    entries = [entry for entry in reading.since(period.begin, "cage") if entry.stream == "cage"]
    lines = [line for entry in entries if entry.at < period.end for line in _at_cage(entry)]
    for table in tables:
        lines += _at_table(reading, table, period)
    voided = {line.number: (line.first, line.second) for line in lines if line.kind == "void"}
    return tuple(sorted((_marked(line, voided) for line in lines), key=lambda line: (line.at, line.number)))


def _marked(line: CashLine, voided: dict[int, tuple[str, str]]) -> CashLine:
    if line.kind == "void" or not line.number or line.number not in voided:
        return line
    fields = {name: getattr(line, name) for name in line.__struct_fields__}
    return CashLine(**{**fields, "voided": voided[line.number]})


def _at_cage(entry: Entry) -> Iterator[CashLine]:
    for event in codec.read_events("cage", entry.schema, entry.events):
        match event:
            case CashBooked():
                yield _line(entry.at, event, event.cents, event.drawer, (event.first, event.second))
            case CashVoided():
                names = (event.first, event.second)
                yield _line(entry.at, event.act, -event.act.cents, event.drawer, names, "void", event.reason)
            case CashMoved():
                way = "in" if event.cents > 0 else "out"
                person = event.player
                yield CashLine(entry.at, 0, way, person, person, "", "", event.cents, "", entry.actor, "")
            case _:
                pass


def _line(
    at: int, act: CashBooked, cents: Cents, drawer: str, names: tuple[str, str], kind: str = "", reason: str = ""
) -> CashLine:
    whose = (act.person, act.name, act.document, act.table)
    return CashLine(at, act.number, kind or act.kind, *whose, cents, drawer, *names, (), reason)


def _at_table(reading: Reading, table: str, period: Period) -> Iterator[CashLine]:
    stream = f"table:{table}"
    asked = select(journal.c.version).where(
        journal.c.stream == stream,
        journal.c.at >= period.begin,
        journal.c.at < period.end,
        journal.c.events.contains('"ChipsBought"'),
    )
    for version in reading.connection.execute(asked).scalars():
        entry = next(reading.entries(stream, version - 1))
        for event in codec.read_events("table", entry.schema, entry.events):
            if isinstance(event, ChipsBought):
                yield _bought(entry, table, event)


def _bought(entry: Entry, table: str, event: ChipsBought) -> CashLine:
    buyer = event.buyer
    if buyer is UNSET:
        return CashLine(entry.at, 0, "bought", "", "", "", table, event.cents, "", entry.actor, "")
    first, second = (*buyer.by, "")[:2]
    whose = (buyer.person, buyer.name, buyer.document)
    return CashLine(entry.at, 0, "bought", *whose, table, event.cents, "", first, second)


def patrons(lines: Iterable[CashLine], report_from: Cents) -> tuple[Patron, ...]:
    """Return each person's sums, the largest first."""
    by_person: dict[str, list[CashLine]] = {}
    for line in lines:
        if line.counts:
            by_person.setdefault(line.person, []).append(line)
    found = [_patron(person, own, report_from) for person, own in by_person.items()]
    return tuple(sorted(found, key=lambda one: (-max(one.brought, one.taken), one.person)))


def _patron(person: str, own: list[CashLine], report_from: Cents) -> Patron:
    brought = sum(line.cents for line in own if line.cents > 0)
    taken = -sum(line.cents for line in own if line.cents < 0)
    last = own[-1]
    return Patron(person, last.name, last.document, brought, taken, len(own), max(brought, taken) >= report_from)

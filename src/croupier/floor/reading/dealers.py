"""The work of each Dealer in a period: how long they dealt, how many rounds, and how much was put right.

A round belongs to the Dealer who has signed on when it ends; where Dealers do not sign on, to the person who entered
its end. An error belongs to the person who keyed it in. Win and drop are not a Dealer's: chips bought from one are lost
to the next.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from sqlalchemy import or_, select

from croupier.floor.journal import codec
from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import Reading
from croupier.floor.values.entries import SYSTEM, Entry
from croupier.floor.values.table_duty import DealerHandedOver, DealerSignedOff, DealerSignedOn
from croupier.play.banked import events as banked
from croupier.play.room import events as room
from croupier.rules.terms import Role

_CHANGES: Final = ("DealerSignedOn", "DealerHandedOver", "DealerSignedOff")


class DealerLine(Struct, frozen=True):
    """The work of one Dealer, at one table or at several together."""

    dealer: str
    spells: tuple[tuple[int, int], ...] = ()
    """The spells at a table, each from sign-on to sign-off in microseconds; none where Dealers do not sign on."""
    rounds: int = 0
    """The number of rounds that ended under this Dealer."""
    timed: int = 0
    """The number of those rounds whose length is known, because the Dealer had signed on."""
    taken_back: int = 0
    """The number of acts that this Dealer entered and that were taken back."""
    corrections: int = 0
    """The number of cards, wagers, decisions and acts that this Dealer entered and that were corrected."""

    def __add__(self, other: "DealerLine") -> "DealerLine":
        """Return a Dealer's work at two tables as one line."""
        return DealerLine(
            self.dealer,
            self.spells + other.spells,
            self.rounds + other.rounds,
            self.timed + other.timed,
            self.taken_back + other.taken_back,
            self.corrections + other.corrections,
        )

    @property
    def time(self) -> int:
        """The time that the Dealer was signed on; a time at two tables counts once."""
        found = reached = 0
        for since, until in sorted(self.spells):
            found += max(0, until - max(since, reached))
            reached = max(reached, until)
        return found


def together(lines: Iterable[DealerLine]) -> tuple[DealerLine, ...]:
    """Return one line for each Dealer of several tables, by name."""
    found: dict[str, DealerLine] = {}
    for line in lines:
        known = found.get(line.dealer)
        found[line.dealer] = line if known is None else known + line
    return tuple(found[name] for name in sorted(found))


def who_dealt(reading: Reading, stream: str, version: int, kind: str) -> str:
    """Return the Dealer who had signed on at a table after a version; empty if there was none."""
    told = or_(*(journal.c.events.contains(f'"{name}"') for name in _CHANGES))
    asked = select(journal.c.version).where(journal.c.stream == stream, journal.c.version <= version, told)
    last = reading.connection.execute(asked.order_by(journal.c.version.desc()).limit(1)).scalar()
    if last is None:
        return ""
    entry = next(reading.entries(stream, last - 1))
    names = [_deals(event) for event in codec.read_events(kind, entry.schema, entry.events)]
    return next((name for name in reversed(names) if name is not None), "")


def _deals(event: object) -> str | None:
    """Return the Dealer who is signed on after an event, empty for none; None if the event changes nothing."""
    match event:
        case DealerSignedOn(dealer=dealer) | DealerHandedOver(comes=dealer):
            return dealer
        case DealerSignedOff():
            return ""
        case _:
            return None


class Spells:
    """A tally of the Dealers of one table, filled entry by entry."""

    def __init__(self, dealer: str = "", since: int = 0) -> None:
        self.dealer, self.since = dealer, since
        self.found: dict[str, DealerLine] = {}
        self.taken_back = self.corrections = 0

    def take(self, entry: Entry, events: tuple[object, ...]) -> None:
        """Count an entry: who deals after it, and what it puts right."""
        for event in events:
            name = _deals(event)
            if name is not None:
                self.until(entry.at)
                self.dealer, self.since = name, entry.at
        taken = next((one for one in events if isinstance(one, banked.ActTakenBack | room.ActTakenBack)), None)
        if taken is not None:
            self.taken_back += 1
            self._add(DealerLine(taken.keyed_by, taken_back=1))
        wrong = next((one for one in events if _corrects(one)), None)
        if wrong is not None:
            self.corrections += 1
            keyed = wrong.keyed_by if isinstance(wrong, banked.DecisionCorrected | room.ActCorrected) else ""
            self._add(DealerLine(keyed or self.at_work(entry), corrections=1))

    def round_ended(self, entry: Entry) -> None:
        """Count a round that has ended for the first time."""
        self._add(DealerLine(self.at_work(entry), rounds=1, timed=int(bool(self.dealer))))

    def until(self, end: int) -> None:
        """Close the spell of the signed-on Dealer at a moment, and begin the next one there."""
        self._add(DealerLine(self.dealer, spells=((self.since, end),) if end > self.since else ()))
        self.since = end

    def at_work(self, entry: Entry) -> str:
        """Return the Dealer to whom a round that ends with an entry belongs; empty if none is on record."""
        if self.dealer:
            return self.dealer
        return entry.actor if entry.role == Role.DEALER.value and entry.actor != SYSTEM else ""

    def _add(self, line: DealerLine) -> None:
        """Add to a Dealer's line; a Dealer without a name has none, and only the table's own sums count their work."""
        if line.dealer:
            known = self.found.get(line.dealer)
            self.found[line.dealer] = line if known is None else known + line


def _corrects(event: object) -> bool:
    """Return whether an event corrects an error; a card that was only identified was no error."""
    if isinstance(event, banked.CardCorrected | room.CardCorrected):
        return not event.identified
    return isinstance(event, banked.WagerCorrected | banked.DecisionCorrected | room.ActCorrected)

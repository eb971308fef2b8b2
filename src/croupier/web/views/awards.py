"""The times at which the latest awards of every jackpot were won.

A link knows its last awards but not their times, which are in the journal. They are read once for each link, when the
house opens, and from then on reported by the desk.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import or_, select

from croupier.floor.journal import codec
from croupier.floor.journal.schema import has, journal
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.values.links import KEPT_AWARDS, AwardKept, LinkState, MeterMoved
from croupier.floor.values.ports import Notice

Won = tuple[str, int, int]
"""The table, its round and the box. A box wins one award per round."""


class Awards:
    """The times of the latest awards, for every link of a floor."""

    def __init__(self, floor: Floor) -> None:
        self._times: dict[str, dict[Won, int]] = {}
        with floor.store.reading() as reading:
            for stream, kept in floor.streams.items():
                kind, _, name = stream.partition(":")
                if kind == "link":
                    self._remember(reading, name, kept.state)

    def at(self, link: str, award: AwardKept) -> int:
        """Return the time at which one of the last awards was won; 0 if it is not known."""
        return self._times.get(link, {}).get((award.table, award.round, award.box), 0)

    def heard(self, notices: Sequence[Notice]) -> None:
        """Add the times of the awards in a commit."""
        for notice in notices:
            kind, _, name = notice.stream.partition(":")
            if kind == "link":
                for one in notice.entries:
                    self._note(name, one.entry.at, one.events)

    def _note(self, link: str, at: int, events: Iterable[object]) -> None:
        times = self._times.setdefault(link, {})
        for event in events:
            if isinstance(event, MeterMoved) and event.move.award:
                times[event.table, event.move.round, event.move.box] = at
        while len(times) > KEPT_AWARDS:
            del times[min(times, key=lambda won: times[won])]

    def _remember(self, reading: Reading, link: str, state: LinkState) -> None:
        """Read the times from the journal.

        A meter moves with every round, so only entries that mention an award are read.
        """
        names = sorted({award.award for award in state.awards})
        if not names:
            return
        told = or_(*(has(journal.c.events, f'"award":"{name}"') for name in names))
        asked = (
            select(journal.c.at, journal.c.schema, journal.c.events)
            .where(journal.c.stream == f"link:{link}", told)
            .order_by(journal.c.version.desc())
            .limit(len(state.awards))
        )
        for row in [*reading.connection.execute(asked)][::-1]:
            self._note(link, row.at, codec.read_events("link", row.schema, row.events))

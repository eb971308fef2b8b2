"""The last failure of each jackpot link: its reporter, its effect on each table, and its end.

Failures are read from the journal when the house opens, and updated from the notices of each commit. A failure begins
when a working link goes down, or when the jackpot of one of its tables fails. It ends when the link and its tables work
again, and is shown until the next one begins.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from sqlalchemy import or_, select

from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import events_of
from croupier.floor.values.entries import SYSTEM, Entry
from croupier.floor.values.links import LinkCameUp, LinkWentDown, UpProposed, UpRejected
from croupier.floor.values.ports import Notice
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import format_money
from croupier.notation.ruled import ruled_in_words
from croupier.notation.told import in_words
from croupier.play.banked.events import IrregularityRuled, JackpotArranged, JackpotStatus, RoundVoided
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.web.wire.pit import PitHappened

_NAMES: Final = ("LinkWentDown", "UpProposed", "UpRejected", "LinkCameUp", "JackpotArranged", JACKPOT_DOWN)
_DAY: Final = 24 * 60 * 60 * 1_000_000
_MOST: Final = 60
"""The most lines of a failure that are shown: several times the number of a link's tables."""


class Failures:
    """The lines of the last failure of each link."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._told: dict[str, list[PitHappened]] = {}
        self._failing: dict[str, set[str]] = {}
        """By link: the tables whose jackpot still fails; an empty name stands for the link itself."""
        with floor.store.reading() as reading:
            for entry in self._past(reading):
                state = floor.streams[entry.stream].state
                self._note(entry, events_of(state, entry))

    def of(self, link: str) -> tuple[PitHappened, ...]:
        """Return the lines of a link's last failure, in order."""
        return tuple(self._told.get(link, ()))

    def heard(self, notices: Sequence[Notice]) -> None:
        """Update the failures from the notices of a commit."""
        for one in chain.from_iterable(notice.entries for notice in notices):
            if one.entry.stream.partition(":")[0] in {"link", "table"}:
                self._note(one.entry, one.events)

    def _past(self, reading: Reading) -> Iterator[Entry]:
        told = or_(*(journal.c.events.contains(f'"{name}"') for name in _NAMES))
        asked = select(journal.c.stream, journal.c.version).where(journal.c.at > self.floor.now() - _DAY, told)
        for stream, version in reading.connection.execute(asked.order_by(journal.c.at, journal.c.version)).all():
            if stream in self.floor.streams:
                yield next(reading.entries(stream, version - 1))

    def _note(self, entry: Entry, events: Sequence[object]) -> None:
        kind, _, name = entry.stream.partition(":")
        state = self.floor.streams[entry.stream].state if entry.stream in self.floor.streams else None
        link = name if kind == "link" else state.info.link if isinstance(state, BankedTable) else ""
        if not link:
            return
        table = name if kind == "table" else ""
        by = "" if entry.actor == SYSTEM else entry.actor
        fails = any(isinstance(event, IrregularityRuled) and event.irregularity == JACKPOT_DOWN for event in events)
        for event in events:
            words = _at_link(event) if kind == "link" else _at_table(state, event, fails=fails)
            if not words:
                continue
            failing = self._failing.setdefault(link, set())
            if isinstance(event, LinkWentDown | IrregularityRuled):
                if not failing:
                    self._told[link] = []
                failing.add(table)
            elif isinstance(event, LinkCameUp) or (
                isinstance(event, JackpotArranged) and event.status is JackpotStatus.RUNNING
            ):
                failing.discard(table)
            cites = tuple(getattr(event, "cites", ()))
            lines = self._told.setdefault(link, [])
            lines.append(PitHappened(entry.at, table, words, by, cites))
            del lines[:-_MOST]


def _at_link(event: object) -> str:
    match event:
        case LinkWentDown(reason=reason, registered=registered):
            return f"The link is down: {reason}. Registered last: {format_money(registered)}."
        case UpProposed(meter=meter):
            return f"Signed first that it works again; its display shows {format_money(meter)}."
        case UpRejected(reason=reason):
            return f"It does not work yet: {reason}."
        case LinkCameUp(untried=untried):
            left = f" No coin was tried at {', '.join(untried)}." if untried else ""
            return f"The link works again.{left}"
        case _:
            return ""


def _at_table(state: object, event: object, *, fails: bool) -> str:
    """Return the effect of a failure on a table, or the House's choice for it, in words; empty for other events."""
    if not isinstance(state, BankedTable):
        return ""
    match event:
        case IrregularityRuled(irregularity=name) if name == JACKPOT_DOWN:
            return ruled_in_words(state.game, event)
        case RoundVoided() if fails:
            return in_words(state.game, event)
        case JackpotArranged():
            return in_words(state.game, event)
        case _:
            return ""

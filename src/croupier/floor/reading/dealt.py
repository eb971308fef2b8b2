"""The rounds of a table as they were dealt: the cards, the Dealer, and the cards that lay open at a decision."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy import select

from croupier.floor.deciding.tables import step
from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import Reading
from croupier.floor.reading.dealers import Spells
from croupier.floor.running.loading import events_of
from croupier.play.banked import events as banked
from croupier.play.banked.state import Phase, Table
from croupier.play.room import events as room
from croupier.play.room import state as room_state


class Seen(Struct, frozen=True):
    """The cards that lay open when a box decided for the last time."""

    community: int = 0
    """The number of Community Cards that lay open."""
    dealer: tuple[int, ...] = ()
    """The places of the Dealer's cards that lay open."""


class Dealt(Struct, frozen=True):
    """A round that is over."""

    table: str
    dealer: str
    """The Dealer who dealt the round; empty where the program did, or none is on record."""
    named: bool
    """True if Players are known by their names, and not only by their boxes."""
    at: int
    engine: Table | room_state.Table
    """The table as the round left it."""
    seen: Mapping[int, Seen] = {}
    """The cards that each box saw when it decided last; a box that never decided is not in it."""
    ruled: bool = False
    """True if an irregularity of the round was ruled on, or the round is void."""


def all_dealt(reading: Reading, begin: int = 0, end: int | None = None) -> Iterator[Dealt]:
    """Yield every round that ended between two moments, table by table."""
    asked = select(journal.c.stream).where(journal.c.version == 1, journal.c.stream.startswith("table:"))
    for stream in reading.connection.execute(asked.order_by(journal.c.stream)).scalars().all():
        for one in dealt_at(reading, stream.partition(":")[2]):
            if begin <= one.at and (end is None or one.at < end):
                yield one


def dealt_at(reading: Reading, table: str) -> Iterator[Dealt]:
    """Yield every round of a table that is over, in order."""
    state: Any = None
    spells, seen, ruled, dealer, at = Spells(), dict[int, Seen](), False, "", 0
    for entry in reading.entries(f"table:{table}"):
        events = events_of(state, entry)
        spells.take(entry, events)
        for event in events:
            match event:
                case banked.RoundOpened() | room.RoundOpened():
                    if _over(state):
                        yield Dealt(table, dealer, not state.info.anonymous, at, state.engine, seen, ruled)
                    seen, ruled, dealer = {}, False, ""
                case banked.Decided(box=box):
                    seen[box] = Seen(state.engine.round.community_up, state.engine.round.dealer_up)
                case banked.RoundEnded() | room.RoundEnded():
                    dealer, at = spells.at_work(entry), entry.at
                case banked.IrregularityRuled() | banked.RoundVoided() | room.IrregularityRuled() | room.RoundVoided():
                    ruled = True
                case _:
                    pass
            state = step(state, event, entry.at, entry.entered)[0]
    if _over(state):
        yield Dealt(table, dealer, not state.info.anonymous, at, state.engine, seen, ruled)


def _over(state: Any) -> bool:
    round_ = None if state is None else state.engine.round
    return round_ is not None and round_.phase in (Phase.ENDED, room_state.Phase.ENDED)

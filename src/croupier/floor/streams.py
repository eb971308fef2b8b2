"""All kinds of stream. Whoever runs, reads or verifies a floor looks its kinds up here."""

from collections.abc import Mapping
from typing import Any, Final

from croupier.floor.clock import CLOCK, decide_clock, evolve_clock
from croupier.floor.jackpots.links import LINK, LinkEvent, LinkState, decide_link, evolve_link
from croupier.floor.money import postings
from croupier.floor.money.cage import CAGE, CageEvent, CageState
from croupier.floor.money.cashiering import decide_cage, evolve_cage
from croupier.floor.people.door import DOOR, decide_door, evolve_door
from croupier.floor.people.house import HOUSE
from croupier.floor.people.housekeeping import decide_house_stream, evolve_house_stream
from croupier.floor.people.waiting import DESK, decide_desk, evolve_desk
from croupier.floor.record import RECORD, decide_record, evolve_record
from croupier.floor.stream import Moves, Stream, without_money
from croupier.floor.tables.deciding import decide_table, step
from croupier.floor.tables.kinds import TABLE
from croupier.play.actor import Entered


def _evolve_link(
    state: LinkState | None, event: LinkEvent, _at: int, _entered: Entered | None
) -> tuple[LinkState, Moves]:
    after = evolve_link(state, event)
    return after, postings.of_link(after.name, event)


def _evolve_cage(
    state: CageState | None, event: CageEvent, at: int, _entered: Entered | None
) -> tuple[CageState, Moves]:
    return evolve_cage(state, event, at), postings.of_cage(event)


TABLES: Final = Stream(words=TABLE, decide=decide_table, evolve=step)
LINKS: Final = Stream(words=LINK, decide=decide_link, evolve=_evolve_link)
CAGES: Final = Stream(words=CAGE, decide=decide_cage, evolve=_evolve_cage)
HOUSES: Final = Stream(words=HOUSE, decide=decide_house_stream, evolve=without_money(evolve_house_stream))
DOORS: Final = Stream(words=DOOR, decide=decide_door, evolve=without_money(evolve_door))
DESKS: Final = Stream(words=DESK, decide=decide_desk, evolve=without_money(evolve_desk))
CLOCKS: Final = Stream(words=CLOCK, decide=decide_clock, evolve=without_money(evolve_clock))
RECORDS: Final = Stream(words=RECORD, decide=decide_record, evolve=without_money(evolve_record))

STREAMS: Final[Mapping[str, Stream[Any, Any, Any]]] = {
    one.words.kind: one for one in (TABLES, LINKS, CAGES, HOUSES, DOORS, DESKS, CLOCKS, RECORDS)
}

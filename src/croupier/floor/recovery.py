"""After a restart: a round that was in play has been interrupted, and its document says what happens to it.

Nothing that was acknowledged is missing, since it was committed first; nothing that was not acknowledged has happened.
What is left is a ruling: the round is finished, it is void, or the Players are asked. The floor reports the
interruption itself, so that the record names it as the system's.
"""

from msgspec import Struct

from croupier.floor.journal.records import SYSTEM
from croupier.floor.requests import Accepted, Request
from croupier.floor.running import Floor
from croupier.play.banked.events import IrregularityRuled
from croupier.play.refusal import Refusal
from croupier.play.room import events as room_events
from croupier.rules.document import Cite
from croupier.rules.irregularities import Ruling
from croupier.rules.terms import Role

INTERRUPTION = "interruption"


class Recovered(Struct, frozen=True):
    """What happened to a round that was in play when the floor stopped."""

    table: str
    round: int
    ruling: Ruling
    cites: tuple[Cite, ...]


def recover(floor: Floor) -> list[Recovered]:
    """Rule on every round that a restart finds in play. Raises StoreError if another process is running the floor."""
    floor.store.hold()
    found = []
    for name in floor.tables():
        state = floor.table(name)
        if not state.running:
            continue
        reply = floor.by_itself(Request(f"table:{name}", SYSTEM, Role.DEALER, state.reporting(INTERRUPTION)))[0]
        assert isinstance(reply, Accepted), _sentence(reply)
        ruled = next(
            event for event in reply.events if isinstance(event, IrregularityRuled | room_events.IrregularityRuled)
        )
        found.append(Recovered(name, state.engine.rounds, ruled.ruling, ruled.cites))
    return found


def _sentence(reply: Accepted | Refusal) -> str:
    return str(reply)

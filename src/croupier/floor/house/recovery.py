"""The recovery after a restart: a round that was in play was interrupted, and its document says what happens to it.

Acknowledged acts are not lost, since they were committed first; acts that were not acknowledged did not happen. Where
the floor deals, the cards are in its records, and a ruling is left to make: the round is finished, it is void, or the
Players are asked. The floor reports the interruption itself, so that the record names it as the system's.

Where a Dealer deals, the cards are still on the felt, and only the people there know whether the interruption affects
the round at all. The floor holds the round, and the pit decides whether it goes on as it lies or is ruled on.
"""

from collections.abc import Iterable

from msgspec import UNSET, Struct

from croupier.floor.deciding import shoes
from croupier.floor.deciding.dealing import INTERRUPTION, NOT_COVERED, held_cites
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import decided
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.floor.values.table import DiscardShoe
from croupier.floor.values.table_duty import HoldRound
from croupier.floor.values.table_kinds import TableState
from croupier.play.banked.events import IrregularityRuled
from croupier.play.refusal import Refusal
from croupier.play.room import events as room_events
from croupier.rules.document import Cite
from croupier.rules.irregularities import Ruling
from croupier.rules.terms import Role


class Recovered(Struct, frozen=True):
    """The outcome of a round that was in play when the floor stopped."""

    table: str
    round: int
    ruling: Ruling | None
    """The ruling on the round; None if the round is held until the pit decides."""
    cites: tuple[Cite, ...]


def recover(floor: Floor, tables: Iterable[str] | None = None) -> list[Recovered]:
    """Rule on every round that a restart finds in play, or hold it where a Dealer deals; put unopened shoes aside.

    ``tables`` are those that another server had and lost; all of them if there is no other. Raises StoreError if
    another process is running the floor.
    """
    floor.store.hold()
    names = [*floor.tables()] if tables is None else [*tables]
    states = [(name, floor.table(name)) for name in names]
    running = [(name, state) for name, state in states if state.running]
    found = [_ruled(floor, *one) if one[1].info.automatic else _held(floor, *one) for one in running]
    for name in names:
        if shoes.is_unopened(floor.table(name)):
            reply = floor.by_itself(Request(f"table:{name}", SYSTEM, Role.SHIFT_MANAGER, DiscardShoe()))[0]
            assert isinstance(reply, Accepted) or not shoes.is_unopened(floor.table(name)), _sentence(reply)
    return [one for one in found if one is not None]


def _ruled(floor: Floor, name: str, state: TableState) -> Recovered | None:
    waits = next((one for one in state.engine.pending if one.irregularity == NOT_COVERED), None)
    if waits is not None and not floor.knows_cards(name):  # it has been held since an earlier restart
        return Recovered(name, state.engine.rounds, Ruling.ROLE_DECIDES, waits.cites)
    irregularity = NOT_COVERED if _cannot_go_on(floor, name, state) else INTERRUPTION
    reply = floor.by_itself(Request(f"table:{name}", SYSTEM, Role.DEALER, state.reporting(irregularity)))[0]
    if _ended_meanwhile(floor, name, reply):
        return None
    assert isinstance(reply, Accepted), _sentence(reply)
    ruled = next(
        event for event in reply.events if isinstance(event, IrregularityRuled | room_events.IrregularityRuled)
    )
    return Recovered(name, state.engine.rounds, ruled.ruling, ruled.cites)


def _ended_meanwhile(floor: Floor, name: str, reply: Reply) -> bool:
    """Return whether the round is over that this server had read as in play.

    The server that was lost, or any other, may have ended it after this one read the record. Before it decides, this
    one reads what others have committed, so that its refusal is about the table as it is now.
    """
    return isinstance(reply, Refusal) and not floor.table(name).running


def _cannot_go_on(floor: Floor, name: str, state: TableState) -> bool:
    """Return whether a round would be played on although its cards are lost with the key that sealed them.

    The document's paragraph about an interruption then applies only if it voids the round. It does not speak of playing
    on without the cards, so that is left to the person whom its last paragraph names.
    """
    if floor.knows_cards(name):
        return False
    events = decided(f"table:{name}", state, SYSTEM, Role.DEALER, state.reporting(INTERRUPTION), floor.now())
    assert not isinstance(events, Refusal), events
    ruled = (event for event in events if isinstance(event, IrregularityRuled | room_events.IrregularityRuled))
    return next(ruled).ruling is not Ruling.VOID_ROUND


def _held(floor: Floor, name: str, state: TableState) -> Recovered | None:
    if state.info.held is UNSET:  # otherwise it has been held since an earlier restart
        reply = floor.by_itself(Request(f"table:{name}", SYSTEM, Role.SHIFT_MANAGER, HoldRound()))[0]
        if _ended_meanwhile(floor, name, reply):
            return None
        assert isinstance(reply, Accepted), _sentence(reply)
    return Recovered(name, state.engine.rounds, None, held_cites(state))


def _sentence(reply: Accepted | Refusal) -> str:
    return str(reply)

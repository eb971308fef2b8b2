"""Consequences of a table's acts for its link, and of a link's for its tables."""

from typing import cast

from croupier.floor.deciding import outages
from croupier.floor.deciding.meters import meter_moves, notes
from croupier.floor.deciding.stream import Transaction
from croupier.floor.streams.automatic import deal_on
from croupier.floor.values.entries import Written
from croupier.floor.values.links import LINK, CountersignUp, LinkDown, LinkState, MoveMeter, untried
from croupier.floor.values.requests import Request
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_kinds import TABLE, BankedTable, is_linked
from croupier.play.banked.commands import ReopenJackpot, Report
from croupier.play.banked.state import Phase
from croupier.play.refusal import Refusal


def move_meter(tx: Transaction, written: Written) -> None:
    """Tell the link what an entry of a table did to its meter, and tell the other tables that it concerns."""
    state = written.after
    if not is_linked(state):
        return
    moves = meter_moves(state.game, written.before, state, written.events)
    if not moves:
        return
    tx.must(f"link:{state.info.link}", MoveMeter(state.info.name, written.entry.version, moves))
    if not any(move.whole or move.back for move in moves):
        return  # contributions do not concern other tables
    for name, note in notes(state.info.name, moves, tx.linked(state.info.link)):
        tx.must(f"table:{name}", note)


def tell_tables(tx: Transaction, request: Request, before: object) -> Refusal | None:
    """Tell the tables of a link that it has failed or works again, in the same commit; and a new table how it is."""
    asked = request.command
    seen = asked.seen if isinstance(asked, LinkDown) else {}
    tried = untried(before, asked.number) if isinstance(asked, CountersignUp) and isinstance(before, LinkState) else ()
    for stream in tx.names():
        state = tx.state_of(stream)
        if is_linked(state):
            command = outages.told(request.stream, stream, state, _link(tx, state), seen, tried)
            trouble = None if command is None else _tell(tx, request, stream, command)
            if trouble is not None:
                return trouble
    return None


def tell_again(tx: Transaction, request: Request) -> Refusal | None:
    """Tell a table again that its link has failed, after a statement about it has ended there without effect."""
    state = tx.state_of(request.stream)
    command = outages.told_again(state, _link(tx, state)) if is_linked(state) else None
    return None if command is None else _tell(tx, request, request.stream, command)


def _link(tx: Transaction, table: BankedTable) -> LinkState:
    return cast(LinkState, tx.state(LINK, table.info.link))


def _tell(tx: Transaction, request: Request, stream: str, command: Report | ReopenJackpot) -> Refusal | None:
    """Tell a table in the name of the person who asks; acts that need more people wait there."""
    done = tx.append(Request(stream, request.actor, request.role, PlayBanked(command)))
    trouble = done if isinstance(done, Refusal) else deal_on(tx, stream)
    if trouble is None:
        return None
    name = stream.partition(":")[2]
    return Refusal(trouble.reason, f"Table {name}: {trouble.sentence}", trouble.cites)


def pay_others(tx: Transaction, request: Request, before: object) -> None:
    """Settle the awards on the link that waited only for this table's, in their order. A refused one waits."""
    if not is_linked(before) or not before.info.claims:
        return
    after = tx.state_at(TABLE, request.stream)
    if after is not None and before.info.claims != after.info.claims:
        pay_waiting(tx, before.info.link)


def pay_waiting(tx: Transaction, link: str) -> None:
    """Settle the rounds on a link that are ready and next in order, until there is none."""
    known = -1
    while known < tx.count():  # each may be the one for which the next waits
        known = tx.count()
        for table in tx.linked(link):
            if table.engine.round is not None and table.engine.round.phase is Phase.SETTLING:
                deal_on(tx, f"table:{table.info.name}")

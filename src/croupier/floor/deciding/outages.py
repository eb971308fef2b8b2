"""A jackpot link that is down: the reports to its tables, and the acts that they refuse meanwhile.

The documents' chapters on failures decide what happens to a round and to later ones; the engine does as they say when
the failure is reported to a table. This module reports a failure of the link, and its end, to all its tables.
"""

from collections.abc import Collection, Iterable, Mapping

from croupier.floor.values.links import LinkState
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.commands import BankedCommand, CloseBets, CorrectWager, PlaceWager, ReopenJackpot, Report
from croupier.play.banked.events import JackpotStatus
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import RoomCommand
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.terms import WagerName


def told(
    source: str, stream: str, state: BankedTable, link: LinkState, seen: Mapping[str, bool], untried: Collection[str]
) -> Report | ReopenJackpot | None:
    """Return the command that tells a table that its link has failed or works again; None if it needs none.

    ``source`` is the stream that has changed: the link, or a table that is put on it. When the link works again, every
    table that it held is released at once, even if choices are still open there. A table that a person has closed
    meanwhile stays closed until they open it, or until its count does where its float has been counted out. A table
    where no test coin was tried stays closed too: its devices may not work.
    """
    if source not in {f"link:{link.name}", stream}:
        return None
    working = state.engine.jackpot is JackpotStatus.RUNNING
    if link.down:
        name = state.info.name
        facts = {"seen": "yes" if seen[name] else "no"} if name in seen else {}
        return Report(JACKPOT_DOWN, facts, reason=link.down) if _plays_for_it(state) else None
    if working or source == stream:
        return None
    if state.info.open and (state.engine.jackpot is JackpotStatus.CLOSE_TABLE or state.info.name in untried):
        return None
    return ReopenJackpot()


def told_again(state: BankedTable, link: LinkState) -> Report | None:
    """Return the report of a link's failure for a table whose earlier statement was refused or withdrawn.

    The link is still down. The earlier statement that no cards had been seen was not signed, so they count as seen;
    where the program deals, its record says whether they were.
    """
    waits = any(
        isinstance(one.command, Report) and one.command.irregularity == JACKPOT_DOWN for one in state.engine.waiting
    )
    if not link.down or waits or not _plays_for_it(state):
        return None
    facts = {"seen": "yes"} if state.running and not state.info.automatic else {}
    return Report(JACKPOT_DOWN, facts, reason=link.down)


def _plays_for_it(state: BankedTable) -> bool:
    """Return whether a failure concerns a table: where only some boxes are closed, the others play for the jackpot."""
    return state.engine.jackpot in {JackpotStatus.RUNNING, JackpotStatus.CLOSE_BOXES}


def unsaid(coins: Mapping[str, bool], tables: Iterable[BankedTable]) -> Refusal | None:
    """Return the refusal of a report that does not say for every open table of a link whether a test coin was tried."""
    names = {table.info.name: table.info.open for table in tables}
    strange = next((name for name in sorted(coins) if name not in names), None)
    if strange is not None:
        return Refusal(Reason.FACT, f"The table {strange[:40]} is not on this link", ())
    missing = [name for name, open_ in names.items() if open_ and name not in coins]
    if missing:
        sentence = f"Say whether a test coin was tried at {', '.join(sorted(missing))}"
        return Refusal(Reason.FACT, sentence, ())
    return None


def stopped(state: BankedTable, command: BankedCommand | RoomCommand) -> Refusal | None:
    """Return the refusal of what a table may not do while its link is down: contributions could not be registered."""
    match command:
        case PlaceWager(wager=WagerName.JACKPOT) | CorrectWager(wager=WagerName.JACKPOT) if command.amount:
            return Refusal(Reason.NO_SUCH_WAGER, "No jackpot wagers are accepted: the link is down", ())
        case CloseBets() if _lie(state):
            sentence = "The link is down: jackpot wagers must be taken back before the bets are closed"
            return Refusal(Reason.MOMENT, sentence, ())
        case ReopenJackpot():
            return Refusal(Reason.MOMENT, "The link is down: its tables are told when it works again", ())
        case _:
            return None


def _lie(state: BankedTable) -> bool:
    """Return whether jackpot wagers lie on the layout that neither were registered nor are to be paid as registered."""
    round_ = state.engine.round
    if round_ is None or round_.phase is not Phase.BETTING or round_.registered is not None:
        return False
    return any(box.wager(WagerName.JACKPOT) is not None for box in round_.boxes)

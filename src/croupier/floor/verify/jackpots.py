"""The check of jackpot links against their tables.

Each movement of the meter by a table's entry must be in the link's stream, right after that entry.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from croupier.floor.deciding import link_claims as claims
from croupier.floor.deciding.meters import as_read, meter_moves, notes
from croupier.floor.journal import codec
from croupier.floor.values.entries import Entry
from croupier.floor.values.links import LinkState, MeterMove, MoveMeter, OrderClaims, TermsChanged
from croupier.floor.values.table import NoteJackpotWon, PlayBanked
from croupier.floor.values.table_kinds import BankedTable, is_linked
from croupier.floor.verify.finding import Finding, Kind, difference, found
from croupier.floor.verify.replay import Followed, Played
from croupier.play.banked.commands import Settle
from croupier.play.refusal import Refusal


class Awaited(Struct, frozen=True):
    """A table's entry, with the movements of the meter that the link's next entry should have."""

    link: str
    version: int
    moves: tuple[MeterMove, ...]


def _unlike(command: OrderClaims, due: OrderClaims) -> str:
    """Return a sentence with the paragraphs or signatures that an order of awards should have had."""
    if due.cites != command.cites:
        return f"the paragraphs are {', '.join(due.cites)}"
    return f"the awards were signed by {', '.join(due.signed or ()) or 'no two people'}"


class Jackpots:
    """The check of links and the tables on them, along the entries."""

    def __init__(self, streams: dict[str, Followed]) -> None:
        self.streams = streams
        self._awaited: dict[str, Awaited] = {}
        """The movements that the link should record next, by the table's stream; the link's entry follows at once."""
        self._notes: dict[str, NoteJackpotWon] = {}
        """The note of an award elsewhere that a table's next entry should be, by the table's stream."""

    @property
    def waits(self) -> bool:
        """True if an entry of a table has not reached its link yet, or an award has not reached the other tables."""
        return bool(self._awaited or self._notes)

    def take(self, entry: Entry, command: object, played: Played | None) -> Iterator[Finding]:
        """Check an entry of a table or a link."""
        if codec.kind_of(entry.stream) == "link":
            if type(command) is MoveMeter:
                yield from self._told(entry, command, played)
            elif isinstance(command, OrderClaims):
                yield from self._found(entry, command, played)
            return
        if entry.stream in self._awaited:
            yield from self.unanswered(entry.stream)
        if type(command) is NoteJackpotWon or entry.stream in self._notes:
            yield from self._noted(entry, command)
        if played is None:
            return
        after = played.after
        if not is_linked(after):
            return
        link = f"link:{after.info.link}"
        if link not in self.streams:
            wrong = f"the table is on the link {after.info.link}, which is not there"
            yield found(Kind.LINK, "journal", wrong, stream=entry.stream, version=entry.version)
            return
        before: BankedTable | None = played.before
        if before is not None and type(command) is PlayBanked:
            state = self.streams[link].state
            yield from self._read(entry, command, before, state)
            if type(command.command) is Settle:
                yield from self._in_turn(entry, command.command, before, state)
        try:
            moves = meter_moves(after.game, before, after, played.events)
        except (LookupError, StopIteration):  # an award that the game does not have; the replay reports the decision
            return
        if moves:
            self._awaited[entry.stream] = Awaited(link, entry.version, moves)

    def _read(self, entry: Entry, command: PlayBanked, before: BankedTable, link: object) -> Iterator[Finding]:
        """Check that a table's command has the link's meter and terms as they were, if the table had others."""
        if not isinstance(link, LinkState) or not isinstance(before, BankedTable):
            return
        due = as_read(link, before, command)
        if command != due:
            unlike = difference(codec.write(command), codec.write(due))
            wrong = f"that is not what link:{link.name} had when the table read it: {unlike}"
            yield found(Kind.METER, "journal", wrong, stream=entry.stream, version=entry.version, field="command")

    def _linked(self, link: str) -> list[BankedTable]:
        """Return the tables on a link whose states are known."""
        states = (followed.state for _, followed in sorted(self.streams.items()))
        return [one for one in states if is_linked(one) and one.info.link == link]

    def _in_turn(self, entry: Entry, command: Settle, before: BankedTable, link: object) -> Iterator[Finding]:
        """Check that no award at another table had its turn before the awards that were settled here."""
        if not isinstance(link, LinkState):
            return
        turn = claims.turn(before, self._linked(link.name), link)
        if turn.ahead is None and not command.awards:
            return
        if turn.ahead is None or not turn.boxes or command.awards != turn.boxes:
            wrong = turn.ahead.sentence if turn.ahead is not None else "nothing had its turn between its awards"
            yield found(Kind.TURN, "journal", wrong, stream=entry.stream, version=entry.version, field="command")

    def _found(self, entry: Entry, command: OrderClaims, played: Played | None) -> Iterator[Finding]:
        """Check that the House could determine the order of these awards, given the link's state before."""
        link = None if played is None else played.before
        if not isinstance(link, LinkState):
            return
        due = claims.ordered(command, self._linked(link.name), link)
        if isinstance(due, OrderClaims) and command.signed is UNSET:  # earlier releases did not record the signatures
            due = replace(due, signed=UNSET)
        if due != command:
            wrong = due.sentence if isinstance(due, Refusal) else _unlike(command, due)
            yield found(Kind.TURN, "journal", wrong, stream=entry.stream, version=entry.version, field="command")

    def _noted(self, entry: Entry, command: object) -> Iterator[Finding]:
        """Check that a table notes an award at another table when it is due, and only then."""
        due = self._notes.pop(entry.stream, None)
        if (command if isinstance(command, NoteJackpotWon) else None) != due:
            wrong = "an award elsewhere is not noted here" if due is not None else "there was no such award elsewhere"
            yield found(Kind.LINK, "journal", wrong, stream=entry.stream, version=entry.version, field="command")

    def unanswered(self, table: str) -> Iterator[Finding]:
        """Report a table's entry whose movements have not reached the link."""
        waited = self._awaited.pop(table, None)
        if waited is not None and not self.streams[waited.link].lost:
            total = sum(move.millionths for move in waited.moves)
            wrong = f"moves the meter by {total} millionths of a cent, which {waited.link} does not have"
            yield found(Kind.LINK, "journal", wrong, stream=table, version=waited.version)

    def _told(self, entry: Entry, command: MoveMeter, played: Played | None) -> Iterator[Finding]:
        table = f"table:{command.table}"
        where: dict[str, Any] = {"stream": entry.stream, "version": entry.version}
        waited = self._awaited.get(table)
        followed = self.streams.get(table)
        if followed is None:
            yield found(Kind.LINK, "journal", f"refers to {table}, which is not there", **where)
            return
        if followed.lost:
            return
        if waited is None or (waited.link, waited.version) != (entry.stream, command.version):
            wrong = f"refers to {table} version {command.version}, which does not move this meter"
            yield found(Kind.LINK, "journal", wrong, **where)
            return
        del self._awaited[table]
        if waited.moves != command.moves:
            unlike = difference(codec.write(command.moves), codec.write(waited.moves))
            yield found(Kind.LINK, "journal", f"is not what {table} version {waited.version} did: {unlike}", **where)
        yield from self._agree(entry, followed, played)
        told = notes(command.table, command.moves, self._linked(entry.stream.partition(":")[2]))
        self._notes.update({f"table:{name}": note for name, note in told})

    def _agree(self, entry: Entry, table: Followed, played: Played | None) -> Iterator[Finding]:
        """Check that table and link show the same meter after a movement, unless the link has just taken new terms."""
        if played is None or not isinstance(played.after, LinkState) or not isinstance(table.state, BankedTable):
            return
        if any(isinstance(event, TermsChanged) for event in played.events):
            return
        shown, kept = table.state.engine.meter.millionths, played.after.meter
        if shown != kept:
            wrong = f"the meter is {kept} here and {shown} at {table.name}, in millionths of a cent"
            yield found(Kind.METER, "journal", wrong, stream=entry.stream, version=entry.version)

    def close(self, sums: dict[str, int]) -> Iterator[Finding]:
        """Report what has not arrived by the end, and meters that differ from their accounts."""
        for table in list(self._awaited):
            yield from self.unanswered(table)
        for table in self._notes:
            yield found(Kind.LINK, "journal", "an award elsewhere is not noted here", stream=table)
        for name, followed in sorted(self.streams.items()):
            state = followed.state
            if isinstance(state, LinkState):
                account = f"meter:{name.partition(':')[2]}"
                held = sums.get(account, 0)
                if held != state.shown:
                    wrong = f"the meter shows {state.shown}, its account holds {held}"
                    yield found(Kind.METER, "journal", wrong, stream=name, version=followed.version, account=account)

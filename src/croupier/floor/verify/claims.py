"""The check of the cage's claims against the tables.

An entry that registers, settles or undoes an award must be followed by its note at the cage, which has no other notes.
"""

from collections.abc import Iterator, Mapping

from croupier.floor.deciding import award_claims
from croupier.floor.journal import codec
from croupier.floor.values.cage import CageState, Claims, NoteAwards
from croupier.floor.values.entries import Entry
from croupier.floor.verify.finding import Finding, Kind, found
from croupier.floor.verify.replay import Followed, Played


class AwardNotes:
    """The check of the notes that the cage should have, along the entries."""

    def __init__(self, streams: Mapping[str, Followed]) -> None:
        self.streams = streams
        self._due: dict[str, NoteAwards] = {}
        """The note that should come next, by the table's stream; it must come before that table's next entry."""

    @property
    def waits(self) -> bool:
        """True if a table's entry has not reached the cage yet."""
        return bool(self._due)

    def take(self, entry: Entry, command: object, played: Played | None) -> Iterator[Finding]:
        """Check an entry of a table or of the cage against the notes that should come next."""
        if type(command) is NoteAwards:
            yield from self._noted(entry, command)
        elif codec.kind_of(entry.stream) == "table":
            yield from self.unanswered(entry.stream)
            self._expect(entry, played)

    def _expect(self, entry: Entry, played: Played | None) -> None:
        steps = () if played is None else award_claims.award_steps(played.before, played.after, played.events)
        cage = self.streams.get("cage") if steps else None
        if played is None or cage is None or cage.lost or not isinstance(cage.state, CageState):
            return
        info = played.after.info
        due = NoteAwards(info.name, info.link, entry.version, steps)
        claims = cage.state.claims
        if isinstance(claims, Claims) and award_claims.note(claims, due):
            self._due[entry.stream] = due

    def _noted(self, entry: Entry, command: NoteAwards) -> Iterator[Finding]:
        table = self.streams.get(f"table:{command.table}")
        due = self._due.pop(f"table:{command.table}", None)
        if due != command and not (table is not None and table.lost):
            wrong = f"notes awards that table {command.table} did not have in version {command.version}"
            yield found(Kind.LINK, "journal", wrong, stream=entry.stream, version=entry.version, field="command")

    def unanswered(self, table: str) -> Iterator[Finding]:
        """Report a table's entry whose awards have not reached the cage."""
        due = self._due.pop(table, None)
        if due is not None:
            wrong = "registers, settles or undoes an award that the cage does not have"
            yield found(Kind.LINK, "journal", wrong, stream=table, version=due.version)

    def close(self) -> Iterator[Finding]:
        """Report the entries whose awards have not reached the cage by the end."""
        for table in list(self._due):
            yield from self.unanswered(table)

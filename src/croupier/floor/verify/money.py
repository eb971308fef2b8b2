"""The check of the ledger against the entries, row by row, and of the balances against the ledger."""

from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy import Connection

from croupier.floor.journal.schema import balances, ledger
from croupier.floor.journal.statements import streams_in
from croupier.floor.values.entries import Posting
from croupier.floor.verify.checkpoints import Content
from croupier.floor.verify.finding import Finding, Kind, Summary, found
from croupier.floor.verify.rows import Row, right_types, rows, wrong_types

_NEVER_NEGATIVE: Final = frozenset({"wallet", "public", "cage", "drop", "slips", "drawer"})


class Books:
    """The sums of all accounts, along the entries."""

    def __init__(self, connection: Connection, summary: Summary, since: Content | None = None) -> None:
        """Begin with the sums of the checkpoint ``since``, or with nothing."""
        self.connection, self.summary, self._since = connection, summary, since
        self.sums: dict[str, int] = {} if since is None else dict(since.sums)
        self._ahead: dict[str, Ahead] = {}
        self.last = 0 if since is None else since.rows
        """The id of the last row so far."""
        self._numbered = connection.dialect.name == "sqlite"
        """True if the rows' ids have no gaps, so that a missing id is a removed row; SQLite's one writer sees to it."""

    def take(
        self, stream: str, version: int, posted: Sequence[Posting] | None, ruling: bool = False
    ) -> Iterator[Finding]:
        """Check the ledger's rows of an entry against its money; if that is not known, only the rows' places."""
        ahead = self._of(stream)
        if ahead.is_behind(version):
            yield from self._surplus(ahead, stream, version)
        here = ahead.take(version)
        self.summary.postings += len(here)
        if posted is not None and self._as_due(stream, version, posted, here):
            self.last += len(here)
        else:
            yield from self._typed(here)
            if posted is not None:
                yield from self._compared(stream, version, posted, here)
        if posted is not None:
            overdrawn = self.add(posted)
            if overdrawn and not ruling:  # a ruling may leave a Player owing the House
                yield from self._poor(stream, version, posted)

    def _as_due(self, stream: str, version: int, posted: Sequence[Posting], here: Sequence[Row]) -> bool:
        """Return whether the rows are exactly as they should be: the fast path, nearly always taken."""
        if len(here) != len(posted):
            return False
        number = self.last
        for row, one in zip(here, posted, strict=True):
            number += 1
            due = (number, stream, version, one.event, one.account, one.cents)
            if row != due or not right_types("ledger", row):
                return False
        return True

    def add(self, posted: Sequence[Posting]) -> bool:
        """Add money that moved to the sums. Returns whether an account from which it was taken was then negative."""
        overdrawn, sums = False, self.sums
        for one in posted:
            holds = sums[one.account] = sums.get(one.account, 0) + one.cents
            overdrawn = overdrawn or (holds < 0 and one.cents < 0)
        return overdrawn

    def _of(self, stream: str) -> "Ahead":
        if stream not in self._ahead:
            begun = None if self._since is None else self._since.streams.get(stream)
            after = None if begun is None else ledger.c.version > begun.version
            found = rows(self.connection, ledger, ledger.c.version, ledger.c.id, stream=stream, after=after)
            self._ahead[stream] = Ahead(found)
        return self._ahead[stream]

    def _surplus(self, ahead: "Ahead", stream: str, version: int) -> Iterator[Finding]:
        """Report rows of versions that no entry has."""
        for row in ahead.before(version):
            yield from self._typed([row])
            wrong = f"row {row.id} ({row.account}, {row.cents}) belongs to no entry of the journal"
            yield found(Kind.LEDGER, "ledger", wrong, stream=stream, version=row.version, account=row.account)

    def _typed(self, here: Sequence[Row]) -> Iterator[Finding]:
        for row in here:
            yield from wrong_types("ledger", row)
            if type(row.id) is not int:
                continue
            if row.id <= self.last:
                wrong = f"row {row.id} stands before rows of earlier entries: {self.last} came before it"
                yield found(Kind.POSITION, "ledger", wrong, stream=row.stream, version=row.version, field="id")
            elif self._numbered and row.id != self.last + 1:
                missing = f"row {row.id} follows row {self.last}: rows between them are missing or stand elsewhere"
                yield found(Kind.POSITION, "ledger", missing, stream=row.stream, version=row.version, field="id")
            self.last = max(self.last, row.id)

    def _compared(self, stream: str, version: int, posted: Sequence[Posting], here: Sequence[Row]) -> Iterator[Finding]:
        for at in range(max(len(here), len(posted))):
            row, one = here[at] if at < len(here) else None, posted[at] if at < len(posted) else None
            if row is None and one is not None:
                wrong = f"the row for event {one.event} with {one.cents} is missing"
                yield found(Kind.LEDGER, "ledger", wrong, stream=stream, version=version, account=one.account)
            elif row is not None and one is None:
                wrong = f"row {row.id} with {row.cents} is too many"
                yield found(Kind.LEDGER, "ledger", wrong, stream=stream, version=version, account=row.account)
            elif row is not None and one is not None:
                for field in ("event", "account", "cents"):
                    has, due = getattr(row, field), getattr(one, field)
                    if has != due:
                        wrong = f"row {row.id} has {has}, the entry {due}"
                        where = {"stream": stream, "version": version, "account": one.account}
                        yield found(Kind.LEDGER, "ledger", wrong, field=field, **where)

    def _poor(self, stream: str, version: int, posted: Sequence[Posting]) -> Iterator[Finding]:
        """Report an entry that takes more from an account than it brings, and leaves it negative."""
        moved: dict[str, int] = {}
        for one in posted:
            moved[one.account] = moved.get(one.account, 0) + one.cents
        for account, cents in moved.items():
            holds = self.sums[account]
            if cents < 0 and holds < 0 and account.partition(":")[0] in _NEVER_NEGATIVE:
                wrong = f"the account holds {holds} after this entry, and may not be negative"
                yield found(Kind.BALANCE, "journal", wrong, stream=stream, version=version, account=account)

    def close(self, known: set[str]) -> Iterator[Finding]:
        """Report rows that belong to no entry, and balances that differ from the sums."""
        for stream, ahead in self._ahead.items():
            yield from self._rest(ahead, stream)
        for stream in sorted(self.connection.execute(streams_in(ledger)).scalars(), key=str):
            if stream not in known:
                yield from self._rest(Ahead(rows(self.connection, ledger, ledger.c.id, stream=stream)), stream)
        nameless = rows(self.connection, ledger, ledger.c.id, after=ledger.c.stream.is_(None))
        yield from self._rest(Ahead(nameless), "")
        yield from self._balances()

    def _rest(self, ahead: "Ahead", stream: str) -> Iterator[Finding]:
        for row in ahead.rest():
            yield from wrong_types("ledger", row)
            wrong = f"row {row.id} ({row.account}, {row.cents}) belongs to no entry of the journal"
            yield found(Kind.LEDGER, "ledger", wrong, stream=stream, version=row.version, account=row.account)

    def _balances(self) -> Iterator[Finding]:
        left, total, known = dict(self.sums), 0, True
        for row in rows(self.connection, balances, balances.c.account):
            self.summary.accounts += 1
            wrong = list(wrong_types("balances", row))
            yield from wrong
            known = known and not wrong
            due = left.pop(row.account, None)
            if due is None:
                told = "there is no such account: nothing was ever moved to it or from it"
                yield found(Kind.BALANCE, "balances", told, account=row.account)
            elif row.cents != due:
                told = f"holds {row.cents}, its movements come to {due}"
                yield found(Kind.BALANCE, "balances", told, account=row.account, field="cents")
            total += row.cents if type(row.cents) is int else 0
        for account, cents in sorted(left.items()):
            told = f"the account is missing; its movements come to {cents}"
            yield found(Kind.BALANCE, "balances", told, account=account)
        if known and total:
            yield found(Kind.BALANCE, "balances", f"all accounts together hold {total}, and should sum to zero")


class Ahead:
    """The rows of one stream in order of their versions, with a look-ahead of one row."""

    def __init__(self, source: Iterator[Row]) -> None:
        self._source = source
        self._next: Row = next(source, None)

    def is_behind(self, version: int) -> bool:
        """Return whether the next row is of a smaller version."""
        row = self._next
        return row is not None and type(row.version) is int and row.version < version

    def before(self, version: int) -> Iterator[Row]:
        """Yield the next rows while they are of smaller versions."""
        while self.is_behind(version):
            yield self._step()

    def take(self, version: int) -> list[Row]:
        """Return the next rows while they are of this version."""
        found = []
        row = self._next
        while row is not None and row.version == version:
            found.append(row)
            row = next(self._source, None)
        self._next = row
        return found

    def rest(self) -> Iterator[Row]:
        """Yield all rows that are left."""
        while self._next is not None:
            yield self._step()

    def _step(self) -> Row:
        row, self._next = self._next, next(self._source, None)
        return row

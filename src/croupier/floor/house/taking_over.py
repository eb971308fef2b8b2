"""The one start at which the rows of an earlier release get MACs under the House's key.

Passwords, PINs, second factors and recovery codes that an earlier release wrote have no MAC. The rule:

1. The first start of the house under this release gives each of them a MAC, as it stands. Sessions end: each person
   signs in again.
2. The same commit that ends this puts it on record in the door's book, with the House's public key, the numbers of
   rows, and the accounts whose password that book did not know.
3. From that entry on a row without a MAC is refused, and so is one whose MAC was made with another key.
4. A house whose key was lost has rows that nobody can check any more. Once two Shift Managers have signed for another
   key, the next start takes the rows over again, by the same rule.
"""

from typing import Any, Final

from sqlalchemy import Table, select, update

from croupier.floor.house.credentials import PIN, Credentials
from croupier.floor.journal.row_macs import MACS, Judgement
from croupier.floor.journal.schema import credentials as passwords
from croupier.floor.journal.schema import recovery, second_factors, sessions
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import Writing
from croupier.floor.running.floor import Floor
from croupier.floor.values.door import STREAM, DoorState, NoteSigning, NoteTakenOver
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.passkeys import Signing
from croupier.floor.values.requests import Request
from croupier.rules.terms import Role

_TABLES: Final = (passwords, second_factors, recovery)


def book_of(floor: Floor) -> DoorState:
    """Return the door's book as it is now."""
    kept = floor.streams.get(STREAM)
    return DoorState() if kept is None else kept.state


def is_taken_over(floor: Floor) -> bool:
    """Return whether the rows behind the door are under a key that the house has."""
    known = (floor.keys.current, *floor.keys.older)
    return book_of(floor).key in {Signer(key).public for key in known}


def take_over(floor: Floor, credentials: Credentials) -> tuple[str, ...]:
    """Give the rows of an earlier release their MACs, once. Return notices for the person who opens the house."""
    now = credentials.clock.now()
    if floor.house() is None:  # without accounts there are no passwords; guests sign in again
        with credentials.store.writing() as writing:
            _end_sessions(writing, now, only_unmarked=True)
        return ()
    if is_taken_over(floor):
        return ()
    known = book_of(floor).passwords
    with credentials.store.writing() as writing:
        _end_sessions(writing, now)
        taken = {table.name: _marked(writing, credentials, table) for table in _TABLES}
    names = taken[passwords.name]
    unknown = tuple(sorted(one for one in names if not one.startswith(PIN) and one not in known))
    pins = sum(one.startswith(PIN) for one in names)
    note = NoteTakenOver(floor.signer.public, len(names) - pins, pins, len(taken[second_factors.name]), unknown)
    floor.by_itself(Request(STREAM, SYSTEM, Role.SHIFT_MANAGER, note))
    if not names:
        return ()
    told = f"passwords and second factors of an earlier release were taken over as they are ({len(names)} rows)"
    if not unknown:
        return (told,)
    return (f"{told}; look at those that were set outside the pages and never used: {', '.join(unknown)}",)


def _end_sessions(writing: Writing, now: int, *, only_unmarked: bool = False) -> None:
    alive = sessions.c.revoked == 0
    alive = alive & (sessions.c.mac == "") if only_unmarked else alive
    writing.connection.execute(update(sessions).where(alive).values(revoked=now, mac=""))


def _marked(writing: Writing, credentials: Credentials, table: Table) -> list[str]:
    """Give the rows of a table their MACs, except those that were altered under a known key.

    Return the accounts of the rows.
    """
    accounts = []
    for row in writing.connection.execute(select(table)).all():
        if credentials.macs.judge(table.name, row) is Judgement.FALSE:
            continue
        values: dict[str, Any] = {column: getattr(row, column) for column in MACS[table.name]}
        same = [column == getattr(row, column.name) for column in table.primary_key.columns]
        mac = credentials.macs.of(table.name, **values)
        writing.connection.execute(update(table).where(*same).values(mac=mac))
        accounts.append(row.account)
    return accounts


def ask_for_passkeys(floor: Floor, asked: Signing) -> tuple[str, ...]:
    """Put on record that signatures rest on passkeys, if the House's file asks for it. Return notices."""
    if floor.house() is None or asked == book_of(floor).signing:
        return ()
    if asked == "passkey":
        floor.by_itself(Request(STREAM, SYSTEM, Role.SHIFT_MANAGER, NoteSigning()))
        return ("signatures rest on people's passkeys from now on: those who sign register theirs on their own page",)
    return ("signatures rest on passkeys, whatever the file says now: a Shift Manager's passkey lowers that",)

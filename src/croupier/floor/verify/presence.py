"""Staff acts against the sign-in log: an act of a person who was not signed in at that time is a finding.

The log holds every sign-in since the rows of passwords and sessions bear MACs (``house/taking_over.py``); earlier acts
are not checked. A session lasts twelve hours at most. An act counts as made in it for another ten seconds, since an act
that was accepted before its session ended may be committed after it.

Three kinds of acts are not checked: acts of Players; a new password, which a person chooses with the old one and
without a session; and the floor's own acts. The house itself writes the sign-ins, so a person with its key can forge
them, and only a signature by a person's own device proves more. Signatures are therefore counted by their means.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import UNSET

from croupier.floor.deciding import limits
from croupier.floor.values.door import STREAM, DoorState, NotePasskeyGone
from croupier.floor.values.entries import SYSTEM, Entry
from croupier.floor.values.house import EMPLOYED, ChangePassword, HouseState
from croupier.floor.values.record import CountersignRecord, ProposeRecord
from croupier.floor.verify.actors import Given
from croupier.floor.verify.days import MOMENT
from croupier.floor.verify.finding import Finding, Kind, found
from croupier.floor.verify.replay import Followed
from croupier.rules.terms import Role

_WEAKEST: Final = ("PIN", "password", "password and code")
AT_MACHINE: Final = "password set at the machine"
"""The means of a signature whose password was set at the machine, by a person with access to the house's folder."""
UNKNOWN: Final = "a session of which the book does not say how it was opened"
"""The means of a signature for which the log shows none."""


def rests_on(streams: Mapping[str, Followed], entry: Entry, role: Role, command: object, before: object) -> str:
    """Return the means of a person's signature, such as a passkey or a PIN; empty if this is no person's signature.

    Where several of their sessions were open, the weakest means counts.
    """
    if entry.actor == SYSTEM or not (
        limits.by_device(command) or isinstance(command, ProposeRecord | CountersignRecord)
    ):
        return ""
    followed = streams.get(STREAM)
    book = None if followed is None or followed.shaken or followed.lost else followed.state
    if not isinstance(book, DoorState):
        return UNKNOWN
    if limits.is_signed(book, before, Given(entry.stream, entry.actor, role, command, entry.key)):
        return "passkey"
    means = book.means(entry.actor, role, entry.at, MOMENT)
    found = next((one for one in _WEAKEST if one in means), UNKNOWN)
    return AT_MACHINE if found.startswith("password") and book.is_set_at_machine(entry.actor) else found


def check(streams: Mapping[str, Followed], entry: Entry, role: Role, command: object) -> Iterator[Finding]:
    """Yield a finding if an employee acted without being signed in, or a passkey was removed without two people."""
    if isinstance(command, NotePasskeyGone) and not _is_reset(streams, command.account):
        wrong = f"the passkey of {command.account[:40]!r} went although two people had not reset their password"
        yield found(Kind.ACTOR, "journal", wrong, stream=entry.stream, version=entry.version, field="command")
    if entry.actor == SYSTEM or role not in EMPLOYED or isinstance(command, ChangePassword):
        return
    followed = streams.get(STREAM)
    if followed is None or followed.shaken or followed.lost:
        return
    book = followed.state
    if not isinstance(book, DoorState) or not book.key:
        return
    if not book.is_inside(entry.actor, role, entry.at, MOMENT):
        wrong = f"{entry.actor[:40]!r} was not signed in as {role.value} then, by the door's book"
        yield found(Kind.ACTOR, "journal", wrong, stream=entry.stream, version=entry.version, field="actor")


def _is_reset(streams: Mapping[str, Followed], account: str) -> bool:
    """Return whether an account waits for a new password; True also if that cannot be known."""
    followed = streams.get("house")
    house = None if followed is None or followed.shaken or followed.lost else followed.state
    if not isinstance(house, HouseState) or account not in house.accounts:
        return True
    return house.accounts[account].renew is not UNSET

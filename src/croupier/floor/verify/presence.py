"""Staff acts beside the door's book: an act of a person who was not signed in then is a finding.

The book holds every sign-in since the rows behind the door bear MACs (``people/taking_over.py``); earlier acts
are not asked about. A session lasts twelve hours at most. An act counts as made in it for another ten seconds, since an
act that was accepted before its session ended may be committed after it.

Not asked: acts of Players; a new password, which a person chooses with the old one and without a session; and the
floor's own acts. Sign-ins are written by the house itself: whoever has its key can write them too, and only a signature
by a person's own device shows more.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.floor.journal.records import SYSTEM, Entry
from croupier.floor.people.door import STREAM, DoorState
from croupier.floor.people.house import EMPLOYED, ChangePassword
from croupier.floor.verify.days import MOMENT
from croupier.floor.verify.finding import Finding, Kind, found
from croupier.floor.verify.replay import Followed
from croupier.rules.terms import Role


def check(streams: Mapping[str, Followed], entry: Entry, role: Role, command: Any) -> Iterator[Finding]:
    """Yield the finding if a person who works here acted and was not signed in."""
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

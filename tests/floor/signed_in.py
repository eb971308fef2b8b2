"""People of a house that keeps accounts, signed in without a door: the entry that a sign-in leaves in its book."""

from croupier.floor.journal.records import SYSTEM
from croupier.floor.people.door import STREAM, NoteSignIn
from croupier.floor.people.taking_over import book_of
from croupier.floor.requests import Accepted, Request
from croupier.floor.running import Floor
from croupier.rules.terms import Role


def sign_in(floor: Floor, name: str, role: Role) -> None:
    """Sign a person in, unless they are: otherwise ``verify`` finds what they do."""
    if not book_of(floor).is_inside(name, role, floor.now(), 0):
        note = NoteSignIn(name, role, session=f"{name}-{role.value}")
        (reply,) = floor.by_itself(Request(STREAM, SYSTEM, Role.SHIFT_MANAGER, note))
        assert isinstance(reply, Accepted), reply

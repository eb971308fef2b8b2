"""People of a house that keeps accounts, signed in without a door: the entry that a sign-in leaves in its book."""

from croupier.floor.house.taking_over import book_of
from croupier.floor.running.floor import Floor
from croupier.floor.values.door import STREAM, NoteSignIn
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.requests import Accepted, Request
from croupier.rules.terms import Role


def sign_in(floor: Floor, name: str, role: Role) -> None:
    """Sign a person in, unless they are: otherwise ``verify`` finds what they do."""
    if not book_of(floor).is_inside(name, role, floor.now(), 0):
        note = NoteSignIn(name, role, session=f"{name}-{role.value}")
        (reply,) = floor.by_itself(Request(STREAM, SYSTEM, Role.SHIFT_MANAGER, note))
        assert isinstance(reply, Accepted), reply

"""The pit of a floor in a test: it stands behind what staff say, as far as the table of authority asks for it."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from croupier.floor.requests import Accepted, Reply, Request
from croupier.floor.running import Floor
from croupier.floor.tables.table import PlayBanked, PlayRoom
from croupier.play.authority import SignStatement, StatementSigned
from croupier.play.banked.commands import TakeDecision
from croupier.play.banked.events import StatementMade
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import TakeDecision as RoomTakeDecision
from croupier.play.room.events import StatementMade as RoomStatementMade
from croupier.rules.terms import Role

_MADE: Final = (StatementMade, RoomStatementMade)
_DECISIONS: Final = (TakeDecision, RoomTakeDecision)
REASON: Final = "the camera shows it"
PIT: Final = (
    *(("syd", Role.PIT_SUPERVISOR), ("sue", Role.PIT_SUPERVISOR)),
    *(("mel", Role.PIT_MANAGER), ("pam", Role.PIT_MANAGER)),
    *(("hal", Role.SHIFT_MANAGER), ("mia", Role.SHIFT_MANAGER)),
)
"""In the order of their positions: the lowest who suffices signs. The second of each has an account in some houses."""


def backed(floor: Floor, request: Request, *, pit: Sequence[tuple[str, Role]] = PIT) -> Reply:
    """Submit a request, with a reason and signatures of the pit where the table of authority wants them.

    The reply has the events of the act itself, without those of its signing. A decision of a role is signed by those
    whom a test names.
    """
    reply = floor.submit(request)[0]
    command = request.command
    if isinstance(reply, Refusal) and reply.reason is Reason.AMOUNT and " with a reason" in reply.sentence:
        assert isinstance(command, PlayBanked)
        given = replace(command.command, reason=REASON)
        reply = floor.submit(replace(request, command=replace(command, command=given)))[0]
    decided = isinstance(command, PlayBanked | PlayRoom) and isinstance(command.command, _DECISIONS)
    if isinstance(reply, Refusal) or decided or not (reply.events and isinstance(reply.events[-1], _MADE)):
        return reply
    number = reply.events[-1].number
    for name, role in pit:
        sign = type(command)(SignStatement(number, REASON))
        signed = floor.submit(Request(request.stream, name, role, sign))[0]
        if isinstance(signed, Accepted) and any(map(_completes, signed.events)):
            done = tuple(one for one in signed.events if not isinstance(one, StatementSigned))
            return replace(signed, events=done)
    return reply


def _completes(event: object) -> bool:
    return isinstance(event, StatementSigned) and event.complete

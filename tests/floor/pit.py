"""The pit of a floor in a test: it stands behind what staff say, as far as the table of authority asks for it."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from croupier.floor.running.floor import Floor
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.authority import SignStatement, StatementSigned
from croupier.play.banked.commands import Report, TakeDecision
from croupier.play.banked.events import StatementMade
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import TakeDecision as RoomTakeDecision
from croupier.play.room.events import StatementMade as RoomStatementMade
from croupier.rules.terms import Role

_PIT_ALONE: Final = "The program deals this table: "
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
    whom a test names. No Dealer works where the program deals: the pit itself says what a test has the Dealer say.
    """
    reply = floor.submit(request)[0]
    command = request.command
    if isinstance(reply, Refusal) and reply.reason is Reason.ROLE and reply.sentence.startswith(_PIT_ALONE):
        request = replace(request, actor=pit[0][0], role=pit[0][1])
        reply = floor.submit(request)[0]
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


def voided(floor: Floor, table: str) -> Accepted:
    """Have two Shift Managers void a house-banked round by what no paragraph covers; return the Void.

    The pit reports it. So a round with an outcome ends where the program deals, whose record nobody contradicts.
    """
    stream = f"table:{table}"
    said = backed(floor, Request(stream, *PIT[1], PlayBanked(Report("not_covered", reason=REASON))))
    assert isinstance(said, Accepted), said
    state = floor.table(table)
    assert isinstance(state, BankedTable)
    void = PlayBanked(TakeDecision(state.engine.pending[-1].number, "void_round", REASON))
    for name, role in PIT[-2:]:
        said = floor.submit(Request(stream, name, role, void))[0]
        assert isinstance(said, Accepted), said
    assert not floor.table(table).running
    return said


def _completes(event: object) -> bool:
    return isinstance(event, StatementSigned) and event.complete

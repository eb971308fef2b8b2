"""Acts from outside: read, checked, and passed to the floor under the name and role of the session.

A command comes as JSON with its type's name, such as ``{"type": "PlaceWager", "box": 4, "wager": "ante", …}``. A game's
command is wrapped for its table here; the floor's own bookkeeping commands cannot be sent at all.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier.floor.deciding.limits import UNSIGNED, to_sign
from croupier.floor.deciding.permissions import core
from croupier.floor.house.credentials import Session
from croupier.floor.house.taking_over import book_of
from croupier.floor.values import cage, clock, door, house, links, tray, waiting
from croupier.floor.values import table as tables
from croupier.floor.values import table_duty as duty
from croupier.floor.values.passkeys import Assertion, challenge_of, encoded
from croupier.floor.values.requests import AtomicRequest, Books, Outcome, Rejected, Request
from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_kinds import OF_A_ROUND
from croupier.notation.problem import shortened
from croupier.play.banked.commands import BankedCommand, PlaceWager, Report
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room.commands import RoomCommand
from croupier.rules.terms import Role
from croupier.web.acting.affording import not_affordable
from croupier.web.acting.sessions import beyond_console, note_refusal
from croupier.web.desks.dealer.reporting import hidden_named
from croupier.web.venue import Venue
from croupier.web.wire import Answer, SignedBy, ToSign

MOST_COMMANDS: Final = 40
"""The most commands in one request: more than a layout has spots."""
LONGEST_KEY: Final = 60

TableAct = (
    tables.PrepareShoe
    | tables.CommitSeed
    | tables.RevealSeed
    | tables.BuyChips
    | tables.SignClaim
    | tables.ReturnClaim
    | tables.Propose
    | tables.Countersign
    | tables.Reject
    | tray.CountTray
    | tray.SignCount
    | tray.AbandonCount
    | tray.OrderRecount
    | tray.RequestFill
    | tray.RequestCredit
    | tray.SendSlip
    | tray.ReceiveSlip
    | tray.CancelSlip
    | tray.PullBox
    | tray.ReceiveBox
    | tray.CountBox
    | duty.AssignDealers
    | duty.SignOff
    | duty.Consent
    | duty.ResumeRound
    | duty.CallSupervisor
    | duty.AnswerCall
    | duty.PlanRelief
    | duty.DropRelief
)
"""The commands that people may send to a table besides the game's own commands."""
BankedTableAct = BankedCommand | TableAct
RoomTableAct = RoomCommand | TableAct
LinkAct = (
    links.ProposeTerms
    | links.CountersignTerms
    | links.RejectTerms
    | links.LinkDown
    | links.ProposeUp
    | links.CountersignUp
    | links.RejectUp
    | links.OrderClaims
    | links.SignOrder
    | links.RefuseOrder
)
CageAct = (
    cage.OpenDrawer
    | cage.CountDrawer
    | cage.AbandonDrawerCount
    | cage.CashIn
    | cage.CashOut
    | cage.CashChips
    | cage.ProposeCash
    | cage.CountersignCash
    | cage.RejectCash
    | cage.AcknowledgeAlert
)
HouseAct = (
    house.CreateAccount
    | house.ChangeRoles
    | house.ExcludePerson
    | house.LockAccount
    | house.UnlockAccount
    | house.SetLossLimit
    | house.SetTimeLimit
    | house.ProposeChange
    | house.CountersignChange
    | house.RejectChange
)
_KINDS: Final[Mapping[str, Any]] = {
    "link": LinkAct,
    "cage": CageAct,
    "house": HouseAct,
    "desk": waiting.AddWaiting | waiting.CallWaiting | waiting.DropWaiting,
    "door": door.AcknowledgeForgery | door.LowerSigning,
    "clock": clock.ProposeTime | clock.CountersignTime | clock.RejectTime,
}


def _reader(kind: Any) -> type[Struct]:
    """Return a class whose field ``act`` is one of these commands.

    msgspec analyses a union of seventy commands anew for each message, which takes eighty times as long as to read one;
    it analyses a class once.
    """
    return msgspec.defstruct("Read", [("act", kind)])


_BANKED, _ROOM = _reader(BankedTableAct), _reader(RoomTableAct)
_READERS: Final = {kind: _reader(acts) for kind, acts in _KINDS.items()}


def _read(given: object, reader: type[Struct], **options: Any) -> Any:
    """Return the command in a JSON value. Raises ValidationError."""
    return msgspec.structs.astuple(msgspec.convert({"act": given}, reader, **options))[0]


_NEW: Final[Mapping[str, Any]] = {
    "table": tables.EstablishTable,
    "link": links.EstablishLink,
    "desk": waiting.AddWaiting,
}
"""The commands that make a new stream, by kind."""
_NEW_READERS: Final = {kind: _reader(act) for kind, act in _NEW.items()}


def begins(stream: str, commands: Sequence[object]) -> bool:
    """Return whether commands put something new on the floor: one command, of its kind."""
    new = _NEW.get(stream.partition(":")[0])
    if new is None or len(commands) != 1 or not isinstance(commands[0], Mapping):
        return False
    return bool(commands[0].get("type") == new.__name__)


def read_act(venue: Venue, stream: str, given: object) -> Any | Refusal:
    """Return a command for a stream in the floor's form, or the refusal of one that cannot be read or sent."""
    kind, _, name = stream.partition(":")
    try:
        if begins(stream, (given,)):
            return _read(given, _NEW_READERS[kind])
    except msgspec.ValidationError as wrong:
        return Refusal(Reason.FACT, _sentence(wrong), ())
    if stream not in venue.floor.streams:
        return Refusal(Reason.FACT, f"There is nothing called {stream[:80]!r} on the floor", ())
    if kind != "table" and kind not in _KINDS:
        return Refusal(Reason.ROLE, "Nobody may do this: the floor does it by itself", ())
    try:
        if kind != "table":
            return _read(given, _READERS[kind], str_keys=True)
        if venue.is_room(name):
            command = _read(given, _ROOM)
            if isinstance(command, room_commands.Report) and (
                hidden := hidden_named(venue.floor.table(name), command.cards)
            ):
                return hidden
            return command if isinstance(command, TableAct) else PlayRoom(command)
        act = _read(given, _BANKED)
        if isinstance(act, Report) and (hidden := hidden_named(venue.floor.table(name), act.cards)):
            return hidden
        return act if isinstance(act, TableAct) else PlayBanked(act)
    except msgspec.ValidationError as wrong:
        return Refusal(Reason.FACT, _sentence(wrong), ())


def _sentence(wrong: msgspec.ValidationError) -> str:
    """Return a sentence about an invalid command, which names the field."""
    what, _, where = str(wrong).partition(" - at `$.act")
    field = where.rstrip("`").removeprefix(".")
    plain = shortened(what.replace("`", ""))
    return f"{shortened(field)}: {plain}" if field else f"This is not a command: {plain}"


def _kept_free(venue: Venue, session: Session, stream: str, command: object) -> Refusal | None:
    """Refuse a wager on a box at which another Player sits; None for every other command."""
    if not isinstance(command, PlayBanked) or not isinstance(command.command, PlaceWager):
        return None
    if session.role is not Role.PLAYER:
        return None
    return venue.pacer.kept_free(stream.partition(":")[2], command.command.box, session.account)


def _told(outcome: Outcome) -> str:
    """Return the outcome of an act as one word, for the metrics."""
    if isinstance(outcome, Rejected):
        return outcome.refusal.reason.value
    return "repeated" if all(reply.repeated for reply in outcome) else "accepted"


def _signature(request: Request, signed: SignedBy) -> Request:
    """Return the request that records a person's signature under another request, ahead of it."""
    assertion = Assertion(signed.authenticator, signed.client, signed.signature)
    own_key = f"signs {encoded(challenge_of(signed.statement))}"
    return Request(door.STREAM, request.actor, request.role, door.SignAct(signed.statement, assertion), own_key)


def _to_sign(venue: Venue, requests: Sequence[Request], refusal: Refusal) -> ToSign | None:
    """Return the statement that a person's passkey must sign, if an act was refused for a missing signature."""
    passkey = book_of(venue.floor).passkeys.get(requests[0].actor)
    if refusal != UNSIGNED or passkey is None or len(requests) != 1:
        return None
    kept = venue.floor.streams.get(requests[0].stream)
    statement = to_sign(book_of(venue.floor), None if kept is None else kept.state, requests[0])
    return ToSign(statement, encoded(challenge_of(statement)), passkey.id, passkey.house)


async def act(
    venue: Venue,
    session: Session,
    stream: str,
    key: str,
    commands: Sequence[object],
    version: int | None = None,
    moment: str = "",
    signed: SignedBy | None = None,
) -> Answer:
    """Pass commands to the floor as one act: if one is refused, none takes effect.

    Each is decided on the state after the one before; ``signed`` is the signature of the person's passkey under them.
    """
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        return Answer(
            key[:LONGEST_KEY], Refusal(Reason.FACT, f"key: must be 1 to {LONGEST_KEY} printable characters", ())
        )
    if not 0 < len(commands) <= MOST_COMMANDS:
        return Answer(key, Refusal(Reason.FACT, f"commands: must be 1 to {MOST_COMMANDS} at once", ()))
    if session.console and stream != f"table:{session.console}":
        return Answer(key, beyond_console(session))
    read = [read_act(venue, stream, given) for given in commands]
    wrong = next((one for one in read if isinstance(one, Refusal)), None)
    if wrong is not None:
        return Answer(key, wrong)
    first = next((at for at, one in enumerate(read) if type(core(one)) in OF_A_ROUND), None)
    if session.role is Role.PLAYER and not moment and first is not None:
        sentence = "moment: say for which moment of play this is meant, as face.moment of the table's page has it"
        return Answer(key, Refusal(Reason.FACT, sentence, ()))
    venue.reveals.show_all(session.account)
    keys = [key] if len(read) == 1 else [f"{key}.{number}" for number in range(len(read))]
    taken: dict[str, Refusal] = {}
    for command, own_key in zip(read, keys, strict=True):
        refused = _kept_free(venue, session, stream, command)
        if refused is not None:
            taken[own_key] = refused
        elif venue.dealers is not None:
            await venue.dealers.acts(stream, session.account, session.role, command)

    def house_rule(books: Books, request: Request) -> Refusal | None:
        # The floor asks this after it has answered repeated requests.
        return taken.get(request.key) or not_affordable(books, request)

    began = time.perf_counter()
    requests = [
        Request(
            stream,
            session.account,
            session.role,
            command,
            own_key,
            version if number == 0 else None,
            moment if number == first else "",
        )
        for number, (command, own_key) in enumerate(zip(read, keys, strict=True))
    ]
    signatures = () if signed is None else (_signature(requests[0], signed),)
    outcome = await venue.desk.ask_whole(AtomicRequest((*signatures, *requests), house_rule))
    venue.metrics.act_seconds.observe(time.perf_counter() - began)
    venue.metrics.acts.labels(_told(outcome)).inc()
    if isinstance(outcome, Rejected):
        asks = _to_sign(venue, requests, outcome.refusal)
        # A stale act and one that still needs a signature were not put to the rules: neither is recorded.
        if outcome.refusal.reason is not Reason.STALE and asks is None:
            await note_refusal(venue, session, stream, read[max(0, outcome.number - len(signatures))], outcome.refusal)
        return Answer(key, outcome.refusal, sign=asks)
    repeated = all(reply.repeated for reply in outcome)
    return Answer(key, None, repeated, venue.reveals.version(stream, session, outcome[-1].version))

"""The checks of accounts and limits: refusals of acts, of play, of wagers beyond a limit, and of signatures.

They apply only if the House keeps accounts. No check refuses cash out, a withdrawn wager, a fold, or
leaving a table.
"""

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final, Protocol

from msgspec import UNSET, Struct

from croupier.floor.deciding.duties import Work, conflict
from croupier.floor.deciding.permissions import PERMISSIONS, core
from croupier.floor.deciding.played import Played, moved
from croupier.floor.values.cage import CageState, CashIn, CashTwoSigned, CountersignCash, ProposeCash, asked_cash
from croupier.floor.values.clock import CountersignTime, ProposeTime
from croupier.floor.values.door import STREAM as DOOR
from croupier.floor.values.door import DoorState, LowerSigning
from croupier.floor.values.entries import SYSTEM, Posting
from croupier.floor.values.house import Account, CountersignChange, EstablishHouse, HouseState, ProposeChange
from croupier.floor.values.links import (
    CountersignTerms,
    CountersignUp,
    OrderClaims,
    ProposeTerms,
    ProposeUp,
    SignOrder,
)
from croupier.floor.values.passkeys import is_of, read_statement, statement_of
from croupier.floor.values.record import CountersignRecord
from croupier.floor.values.table import Countersign, Propose
from croupier.floor.values.table_duty import AssignDealers, HandOver, PlanRelief
from croupier.floor.values.table_kinds import OF_A_ROUND, RoomTable, TableState, is_table
from croupier.money import Cents, format_money
from croupier.play.banked.commands import Choose, CorrectWager, PlaceWager
from croupier.play.moments import passed
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import Act, ComeBack, JoinTable, PayIn, TopUp
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, at_least

Counting = Callable[[], Played]
"""A function that counts the gaming day so far; called only if a person has a limit."""


class Asked(Protocol):
    """The parts of a request that these checks read."""

    @property
    def stream(self) -> str: ...
    @property
    def actor(self) -> str: ...
    @property
    def role(self) -> Role: ...
    @property
    def command(self) -> object: ...
    @property
    def moment(self) -> str: ...
    @property
    def key(self) -> str: ...


class FloorState(Protocol):
    """The parts of the floor that these checks read."""

    def state_of(self, stream: str) -> object:
        """Return a stream's state, or None."""
        ...

    def played(self, house: HouseState, at: int) -> Played:
        """Return the gaming day so far."""
        ...

    def pending(self) -> Mapping[str, Cents]:
        """Return what has been decided at tables and is not in the gaming day yet, by Player."""
        ...

    def done(self, house: HouseState, at: int, name: str) -> AbstractSet[Work]:
        """Return the kinds of work that a person has done on the gaming day so far."""
        ...


def barred(floor: FloorState, asked: Asked, at: int) -> Refusal | None:
    """Refuse an act whose moment has passed, whose author may not do it, or whose Player may not play."""
    late = _too_late(floor, asked)
    if late is not None:
        return late
    house = _house(floor)
    if type(asked.command) is EstablishHouse:
        return None
    if house is None:
        return _of_the_table(floor, asked)
    day = house.day(at)
    return (
        _not_he(house, asked)
        or _wrong_day(floor, asked, day)
        or _no_dealer(house, asked)
        or _not_signed(floor, asked)
        or _of_the_table(floor, asked)
        or _not_now(floor, house, asked, day, at)
        or _other_work(floor, house, asked, at)
    )


def _house(floor: FloorState) -> HouseState | None:
    state = floor.state_of("house")
    return state if isinstance(state, HouseState) else None


def _table(floor: FloorState, stream: str) -> TableState | None:
    state = floor.state_of(stream)
    return state if is_table(state) else None


def _too_late(floor: FloorState, asked: Asked) -> Refusal | None:
    """Refuse an act of a round that was offered at another moment of play."""
    if not asked.moment or type(core(asked.command)) not in OF_A_ROUND:
        return None
    table = floor.state_of(asked.stream)
    return passed(table.engine.moment, asked.moment) if is_table(table) else None


def may_enter(house: HouseState, account: str, role: Role) -> Refusal | None:
    """Return the refusal of a person who may not open a session in a role."""
    found = house.accounts.get(account)
    if found is None or role not in found.roles:
        return Refusal(Reason.ROLE, f"{account[:40]} may not act as {role.value.replace('_', ' ').title()} here", ())
    if found.locked and role is not Role.PLAYER:
        return Refusal(Reason.ROLE, f"The account of {found.name} is locked", ())
    return None


def _not_he(house: HouseState, asked: Asked) -> Refusal | None:
    """Return the refusal of a person without an account in that role.

    A locked Player may still fold, leave and take their money.
    """
    return None if asked.actor == SYSTEM else may_enter(house, asked.actor, asked.role)


def _wrong_day(floor: FloorState, asked: Asked, day: str) -> Refusal | None:
    """Refuse cash of another gaming day than the current one: large cash could be spread over several days."""
    cash = _cash(floor, asked)
    if cash is not None and cash.day != day:
        return Refusal(Reason.FACT, f"The gaming day is {day}", ())
    return None


def _cash(floor: FloorState, asked: Asked) -> CashTwoSigned | None:
    """Return what a command would do with cash; None if it does nothing."""
    cage = floor.state_of("cage") if asked.stream == "cage" else None
    return asked_cash(cage if isinstance(cage, CageState) else None, asked.command)


# ---- Who deals, and whose wallet is staked --------------------------------------------------------------------------


_NAMING_DEALERS: Final = frozenset({AssignDealers, HandOver, PlanRelief})


def _no_dealer(house: HouseState, asked: Asked) -> Refusal | None:
    """Return the refusal of naming a person who has no account as a Dealer for a table."""
    if type(asked.command) not in _NAMING_DEALERS:
        return None
    match asked.command:
        case AssignDealers(dealers):
            names: tuple[str, ...] = dealers
        case HandOver(to):
            names = (to,)
        case PlanRelief(_, leaves, comes):
            names = (leaves, comes)
        case _:
            return None
    refusals = (may_enter(house, name, Role.DEALER) for name in names)
    return next((one for one in refusals if one is not None), None)


def _of_the_table(floor: FloorState, asked: Asked) -> Refusal | None:
    """Refuse a wager by a Dealer of the table, and a stake from a wallet whose owner has not consented."""
    table = floor.state_of(asked.stream)
    if not is_table(table) or table.info.duty is UNSET:
        return None
    duty = table.info.duty
    if not duty.dealer and not duty.assigned:
        return None
    player = wagering(table, asked)
    if player is not None and player in (*duty.assigned, duty.dealer):
        return Refusal(Reason.ROLE, f"{player} deals at this table: nobody wagers where they deal", ())
    command = core(asked.command)
    if isinstance(command, CorrectWager) and not at_least(asked.role, Role.PIT_SUPERVISOR):
        player = _of_box(table, command.box)
    elif not isinstance(command, PlaceWager | JoinTable | TopUp):
        return None
    relocated = isinstance(command, JoinTable) and command.relocated
    own = asked.role is Role.PLAYER or asked.actor == SYSTEM
    if player is None or own or relocated or table.info.anonymous or player in duty.consents:
        return None
    sentence = f"{player[:40]} has not agreed that their wallet is staked at this table: they agree on their own page"
    return Refusal(Reason.ROLE, f"{sentence} or with their PIN", ())


def _other_work(floor: FloorState, house: HouseState, asked: Asked, at: int) -> Refusal | None:
    """Refuse to let one person play, deal and work the cage on the same gaming day."""
    if asked.actor == SYSTEM:
        return None
    table = asked.stream.startswith("table:")
    player = wagering(_table(floor, asked.stream), asked) if table else None
    refused = None if player is None else conflict(floor.done(house, at, player), player, Work.PLAYS)
    if asked.stream == "cage" or (table and asked.role is Role.CAGE):
        refused = refused or conflict(floor.done(house, at, asked.actor), asked.actor, Work.CAGE)
    elif table and asked.role is Role.DEALER:
        refused = refused or conflict(floor.done(house, at, asked.actor), asked.actor, Work.DEALS)
    return refused


def _not_now(floor: FloorState, house: HouseState, asked: Asked, day: str, at: int) -> Refusal | None:
    cash = _cash(floor, asked)
    if cash is not None:
        return _kept_outside(house, cash, day)
    command = core(asked.command)
    table = _table(floor, asked.stream)
    player = wagering(table, asked)
    if player is None:
        return None
    account = house.accounts.get(player)
    if account is None:
        nameless = table is not None and table.info.anonymous
        return None if nameless else Refusal(Reason.FACT, f"There is no account {player[:40]}", ())
    kept_out = _kept_out(account, day)
    if kept_out is not None:
        return kept_out
    if isinstance(command, Choose | Act):
        return None  # a hand in play is played to its end, even after the time limit
    return _out_of_time(account, day, lambda: floor.played(house, at), at)


def _kept_outside(house: HouseState, cash: CashTwoSigned, day: str) -> Refusal | None:
    """Return the refusal of cash that is brought for a person who may not play."""
    if not isinstance(cash, CashIn):
        return None
    account = house.accounts.get(cash.player)
    if account is None:
        return Refusal(Reason.FACT, f"There is no account {cash.player[:40]}", ())
    return _kept_out(account, day)


def _kept_out(account: Account, day: str) -> Refusal | None:
    if account.locked:
        return Refusal(Reason.LIMITS, f"The account of {account.name} is locked", ())
    if Role.PLAYER not in account.roles:
        return Refusal(Reason.LIMITS, f"{account.name} is not a Player", ())
    exclusion = account.exclusion
    if exclusion is not None and exclusion.on(day):
        until = f" until {exclusion.until}" if exclusion.until else ""
        return Refusal(Reason.LIMITS, f"{account.name} is excluded from play{until}", ())
    return None


def _out_of_time(account: Account, day: str, counting: Counting, at: int) -> Refusal | None:
    limit = account.time.on(day)
    if limit is None or counting().minutes(account.name, at) < limit:
        return None
    return Refusal(Reason.LIMITS, f"{account.name} has reached the limit of {limit} minutes for this gaming day", ())


def wagering(table: TableState | None, asked: Asked) -> str | None:
    """Return the Player whom a command would let sit, wager, join or buy in; None if it does none of these."""
    command = core(asked.command)
    match command:
        case Choose():
            return None if command.decision in {Decision.FOLD, Decision.CHECK} else _of_box(table, command.box)
        case PlaceWager() | JoinTable():
            return asked.actor if asked.role is Role.PLAYER else command.player
        case Act():
            return None if command.move in {Move.FOLD, Move.CHECK} else _of_seat(table, command.seat)
        case TopUp() | ComeBack():
            return _of_seat(table, command.seat)
        case PayIn():
            return _of_seat(table, command.seat) if command.pays else None
        case _:
            return None


def _of_box(table: TableState | None, number: int) -> str | None:
    if table is None or isinstance(table, RoomTable) or table.engine.round is None:
        return None
    box = table.engine.round.box(number)
    return None if box is None else box.player


def _of_seat(table: TableState | None, number: int) -> str | None:
    seat = table.engine.seat(number) if isinstance(table, RoomTable) else None
    return None if seat is None else seat.player


# ---- Losses ---------------------------------------------------------------------------------------------------------


_WAGERS: Final = frozenset({PlaceWager, Choose, JoinTable, TopUp})


def too_much(floor: FloorState, asked: Asked, postings: Iterable[Posting], at: int) -> Refusal | None:
    """Return the refusal of a wager with these postings that could take the gaming day's loss beyond a limit.

    A Player who decides for a box may stake others' shares in it: these are checked too. Corrections of the books by
    staff are not wagers.
    """
    if type(core(asked.command)) not in _WAGERS:
        return None
    house = _house(floor)
    if house is None:
        return None
    day = house.day(at)
    for player, cents in moved(postings).items():
        account = house.accounts.get(player)
        if account is None or cents >= 0:
            continue
        kept_out, limit = _kept_out(account, day), account.loss.on(day)
        if kept_out is not None:
            return kept_out
        if limit is None:
            continue
        left = limit + floor.played(house, at).result(player) + floor.pending().get(player, 0)
        if left + cents < 0:
            sentence = f"The loss limit of {player} leaves {format_money(max(0, left))} for this gaming day"
            return Refusal(Reason.LIMITS, sentence, ())
    return None


# ---- The poker room -------------------------------------------------------------------------------------------------


def to_sit_out(floor: FloorState, stream: str, at: int) -> list[int]:
    """Return the seats of Players who may no longer be dealt in.

    In the poker room they would otherwise play on without a new act.
    """
    house = _house(floor)
    table = _table(floor, stream)
    if house is None or not isinstance(table, RoomTable) or table.info.anonymous:
        return []
    day, found = house.day(at), []
    for seat in table.engine.seats:
        account = house.accounts.get(seat.player)
        if account is None or (seat.away and seat.will_return is False):
            continue
        if _kept_out(account, day) or _out_of_time(account, day, lambda: floor.played(house, at), at):
            found.append(seat.number)
    return found


# ---- Two signatures -------------------------------------------------------------------------------------------------

_SECOND: Final = frozenset(
    {
        *(Countersign, CountersignTerms, CountersignUp, CountersignChange, CountersignTime, CountersignRecord),
        *(CountersignCash, SignOrder),
    }
)


_FIRST: Final = frozenset(
    {*(Propose, ProposeTerms, ProposeUp, ProposeChange, ProposeTime, ProposeCash, OrderClaims), LowerSigning}
)
_BY_DEVICE: Final = (_FIRST | _SECOND) - {CountersignRecord}
"""The acts that a person's own device signs where the House asks for it. What two sign about the record itself they
sign at the machine or on the page of the keys, with their passwords."""
UNSIGNED: Final = Refusal(
    Reason.ROLE, "This takes the signature of your own passkey: you register it where you sign in", ()
)


def by_device(command: object) -> bool:
    """Return whether a command is one that a person's own device can sign."""
    return type(command) in _BY_DEVICE


def to_sign(book: DoorState, state: object, asked: Asked) -> str:
    """Return the statement that a person's device signs for a request, given the state of its stream."""
    return statement_of(book.key, asked, _proposed(state, asked.command))


def is_signed(book: DoorState, state: object, asked: Asked) -> bool:
    """Return whether a device has signed this very request."""
    statement = read_statement(book.signature(asked.stream, asked.key))
    return statement is not None and is_of(statement, asked, _proposed(state, asked.command))


def _not_signed(floor: FloorState, asked: Asked) -> Refusal | None:
    """Return the refusal of an act that the person's own device has not signed, where the House asks for it."""
    if asked.actor == SYSTEM or not by_device(asked.command):
        return None
    book = floor.state_of(DOOR)
    if (
        not isinstance(book, DoorState)
        or book.signing != "passkey"
        or is_signed(book, floor.state_of(asked.stream), asked)
    ):
        return None
    return UNSIGNED


def _proposed(state: Any, command: Any) -> Any:
    """Return the proposal that a command signs as the second; None if it signs none."""
    if state is None or not is_second(command):
        return None
    if isinstance(command, SignOrder):
        return next((one for one in state.orders if one.number == command.number), None)
    proposals = state.info.proposals if isinstance(command, Countersign) else state.proposals
    return next((one for one in proposals if one.number == command.number), None)


def is_second(command: object) -> bool:
    """Return whether a command is a person's signature under another's proposal."""
    return type(command) in _SECOND


def withdrawn(house: HouseState | None, state: object, command: object) -> Refusal | None:
    """Return the refusal to countersign what was proposed by a person who may no longer act in that role.

    It applies only if the House keeps accounts. Such a proposal can be rejected, and another person can make it again.
    """
    if house is None or state is None or not is_second(command):
        return None
    first = _first_signature(state, command)
    if first is None or first.name == SYSTEM:
        return None
    # If the role was not recorded, any role that may sign will do.
    roles = tuple(PERMISSIONS[type(command)]) if first.role is None else (first.role,)
    refusals = [may_enter(house, first.name, role) for role in roles]
    gone = None if None in refusals else refusals[0]
    if gone is None:
        return None
    return Refusal(Reason.ROLE, f"The first signature no longer counts: {gone.sentence}", ())


class _First(Struct, frozen=True):
    """The person who signed first; the role is None where it was not recorded."""

    name: str
    role: Role | None


def _first_signature(state: object, command: object) -> _First | None:
    """Return who made what a command would sign."""
    found = _proposed(state, command)
    if found is None:
        return None
    if isinstance(command, SignOrder):
        return _First(found.by.name, found.by.role)
    return _First(found.actor, Role(found.role) if found.role else None)

"""The cage: cash in and out of Players' wallets, the House's own money, and the alerts that large cash raises."""

from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from croupier.money import MOST, Cents, format_money
from croupier.play.refusal import Reason, Refusal


class EstablishCage(Struct, frozen=True, tag=True):
    """The House puts its money into the cage, and sets the amount of cash per gaming day that raises an alert."""

    capital: Cents
    alert_from: Cents = 1_000_000


class CashIn(Struct, frozen=True, tag=True):
    """A Player brings cash."""

    player: str
    cents: Cents
    day: str
    """The gaming day it belongs to, as the House counts days."""


class CashOut(Struct, frozen=True, tag=True):
    """A Player takes cash."""

    player: str
    cents: Cents
    day: str


class AcknowledgeAlert(Struct, frozen=True, tag=True):
    """Somebody has dealt with an alert."""

    number: int


CageCommand = EstablishCage | CashIn | CashOut | AcknowledgeAlert


class CageEstablished(Struct, frozen=True, tag=True):
    """The cage has its capital."""

    capital: Cents
    alert_from: Cents


class CashMoved(Struct, frozen=True, tag=True):
    """Cash went into a wallet (positive) or out of one."""

    player: str
    cents: Cents
    day: str


class CashAlert(Struct, frozen=True, tag=True):
    """A Player's cash in, or out, on a gaming day has reached the amount that the law or the House watches."""

    number: int
    player: str
    day: str
    way: str
    """``in`` or ``out``."""
    total: Cents


class AlertAcknowledged(Struct, frozen=True, tag=True):
    """An alert was dealt with."""

    number: int
    actor: str


CageEvent = CageEstablished | CashMoved | CashAlert | AlertAcknowledged


class CageState(Struct, frozen=True):
    """The cage at one moment."""

    alert_from: Cents
    day: str = ""
    cash: tuple[tuple[str, Cents, Cents], ...] = ()
    """Of this gaming day, by Player: in and out."""
    alerts: tuple[CashAlert, ...] = ()
    """The alerts that nobody has dealt with."""
    raised: int = 0


_NO_CAGE: Final = Refusal(Reason.MOMENT, "There is no cage yet", ())


def decide_cage(state: CageState | None, command: CageCommand, actor: str) -> tuple[CageEvent, ...] | Refusal:
    """The events of a command at the cage."""
    match command:
        case EstablishCage():
            if state is not None:
                return Refusal(Reason.MOMENT, "The cage exists already", ())
            if not 0 <= command.capital <= MOST or not 1 <= command.alert_from <= MOST:
                return Refusal(Reason.AMOUNT, "Capital must not be negative, and an alert needs a positive amount", ())
            return (CageEstablished(command.capital, command.alert_from),)
        case CashIn() | CashOut():
            return _NO_CAGE if state is None else _cash(state, command)
        case AcknowledgeAlert():
            if state is None:
                return _NO_CAGE
            if not any(alert.number == command.number for alert in state.alerts):
                return Refusal(Reason.MOMENT, f"There is no open alert {command.number}", ())
            return (AlertAcknowledged(command.number, actor),)
        case _:
            assert_never(command)


def _cash(state: CageState, command: CashIn | CashOut) -> tuple[CageEvent, ...] | Refusal:
    if not 0 < command.cents <= MOST:
        return Refusal(Reason.AMOUNT, f"{format_money(command.cents)} is not an amount of cash", ())
    into = isinstance(command, CashIn)
    moved = CashMoved(command.player, command.cents if into else -command.cents, command.day)
    brought, taken = _of_day(state, command.player, command.day)
    before = brought if into else taken
    if before < state.alert_from <= before + command.cents:
        way = "in" if into else "out"
        number = state.raised + 1
        return (moved, CashAlert(number, command.player, command.day, way, before + command.cents))
    return (moved,)


def _of_day(state: CageState, player: str, day: str) -> tuple[Cents, Cents]:
    """What a Player has brought and taken in a gaming day."""
    if day != state.day:
        return 0, 0
    return next(((one[1], one[2]) for one in state.cash if one[0] == player), (0, 0))


def evolve_cage(state: CageState | None, event: CageEvent) -> CageState:
    """The cage after an event."""
    if isinstance(event, CageEstablished):
        return CageState(event.alert_from)
    assert state is not None
    match event:
        case CashMoved():
            brought, taken = _of_day(state, event.player, event.day)
            brought, taken = brought + max(0, event.cents), taken + max(0, -event.cents)
            kept = state.cash if event.day == state.day else ()
            others = tuple(one for one in kept if one[0] != event.player)
            return replace(state, day=event.day, cash=(*others, (event.player, brought, taken)))
        case CashAlert():
            return replace(state, alerts=(*state.alerts, event), raised=event.number)
        case AlertAcknowledged():
            return replace(state, alerts=tuple(one for one in state.alerts if one.number != event.number))
        case _:
            assert_never(event)

"""The acts of a bot besides betting, the same at every level: it looks, shows or mucks, and keeps its seat."""

from collections.abc import Mapping
from random import Random
from typing import Final

from croupier.bots.spot import Play, spot
from croupier.play.room.commands import Act, ComeBack, LeaveTable, Look, MuckHand, PayIn, RoomCommand, ShowHand, TopUp
from croupier.play.room.options import ActOption, RoomOption, SeatOption, StakeOption
from croupier.play.room.view import RoomView
from croupier.rules.room import Marker, Move

BUY_IN: Final = 100
"""The number of Big Blinds that a bot brings to the table, and tops up to."""
_SHORT: Final = 40
"""The number of Big Blinds below which a bot tops up."""
_STAYS: Final = 0.75
"""The chance that a bot that has lost everything brings chips again; otherwise it leaves."""


def behave(view: RoomView, options: tuple[RoomOption, ...], rng: Random, play: Play) -> RoomCommand | None:
    """Return a bot's next command, betting by ``play``; None if it waits for others."""
    offered: dict[str, SeatOption] = {one.what: one for one in options if isinstance(one, SeatOption)}
    now = spot(view, options)
    if now is not None:
        return Look(now.seat) if "look" in offered else _allowed(play(now, rng), options)
    if "show" in offered:
        return _shows(view, offered)
    return _keeps_seat(view, options, offered, rng)


def _allowed(wanted: Act, options: tuple[RoomOption, ...]) -> Act:
    """Return the wanted move if it is allowed, otherwise the cheapest.

    A Player who acted Out of Turn may be bound to their bet.
    """
    acts = [one for one in options if isinstance(one, ActOption)]
    for one in acts:
        if one.move is wanted.move and (wanted.to is None or one.least <= wanted.to <= one.most):
            return wanted
    least = min(acts, key=lambda one: one.costs)
    return Act(least.seat, least.move, least.least if least.move in (Move.BET, Move.RAISE) else None)


def _shows(view: RoomView, offered: Mapping[str, SeatOption]) -> RoomCommand | None:
    """Show only what must be shown, in turn, once the marker is turned."""
    seat = offered["show"].seat
    if view.turn != seat or view.marker is not Marker.SHOWDOWN:
        return None
    return MuckHand(seat) if "muck" in offered else ShowHand(seat)


def _keeps_seat(
    view: RoomView, options: tuple[RoomOption, ...], offered: Mapping[str, SeatOption], rng: Random
) -> RoomCommand | None:
    """Add chips between rounds if they have run short, and pay what is owed if waiting would take longer."""
    if "leave" not in offered:
        return None
    seat = offered["leave"].seat
    me = next(one for one in view.seats if one.seat == seat)
    stake = next((one for one in options if isinstance(one, StakeOption)), None)
    big = view.signage.big_blind
    if not me.stack and (stake is None or rng.random() > _STAYS):
        return LeaveTable(seat)
    if stake is not None and me.stack < _SHORT * big:
        wanted = (BUY_IN * big - me.stack) // stake.step * stake.step
        amount = min(max(wanted, stake.least), stake.most)
        return TopUp(seat, amount) if amount > 0 else None
    if "come_back" in offered:
        return ComeBack(seat)
    return PayIn(seat) if "pay_in" in offered and _pays(view, seat) else None


def _pays(view: RoomView, seat: int) -> bool:
    """Return whether to pay what is owed.

    The bot does not pay if the Big Blind is about to reach it anyway, unless there would be no round without it.
    """
    ready = sorted(one.seat for one in view.seats if not one.away and one.stack)
    last = view.big_blind or 0
    coming = [one for one in ready if one > last] + [one for one in ready if one <= last]
    playing = sum(not one.owes or one.pays for one in view.seats if one.seat in ready)
    return playing < 2 or coming.index(seat) >= 2

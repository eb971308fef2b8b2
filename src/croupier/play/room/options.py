"""The options of a viewer at a table of the poker room, with amounts.

They are all that a page or a bot needs to know of the rules.
"""

from typing import Literal

from msgspec import Struct

from croupier.money import Cents
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room import out_of_turn
from croupier.play.room.betting import legal
from croupier.play.room.commands import (
    Act,
    ComeBack,
    LeaveTable,
    Look,
    MuckHand,
    OpenRound,
    PayIn,
    RoomCommand,
    Settle,
    ShowHand,
    SitOut,
    TopUp,
    TurnMarker,
)
from croupier.play.room.decide import decide
from croupier.play.room.events import Acted, Cites
from croupier.play.room.state import Table
from croupier.play.viewer import Viewer
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move, RoomGame
from croupier.rules.terms import Role, at_least


class ActOption(Struct, frozen=True, tag="act"):
    """A move that a Player may make in their turn."""

    seat: int
    move: Move
    least: Cents
    """The total then in front of them: the same twice for a check, a call and all-in."""
    most: Cents
    costs: Cents
    """The chips that the least amount takes from their stack."""
    step: Cents
    cites: Cites


SeatAct = Literal[
    "look", "show", "muck", "sit_out", "sit_out_back", "sit_out_gone", "come_back", "pay_in", "wait", "leave"
]
DealerAct = Literal["open_round", "deal", "turn_marker", "settle"]


class SeatOption(Struct, frozen=True, tag="seat"):
    """An act about a Player's seat or hand that they may do now."""

    seat: int
    what: SeatAct
    """A Player who sits out says that they will be back, that they will not, or nothing."""
    cites: Cites


class StakeOption(Struct, frozen=True, tag="top_up"):
    """The amount that a Player may add to their Table Stake."""

    seat: int
    least: Cents
    most: Cents
    step: Cents
    cites: Cites


class DealerOption(Struct, frozen=True, tag="dealer"):
    """The Dealer's next act."""

    what: DealerAct
    cards: int
    """The number of cards, if it is a deal."""
    places: tuple[str, ...]
    cites: Cites


RoomOption = ActOption | SeatOption | StakeOption | DealerOption


def room_options(game: RoomGame, table: Table, viewer: Viewer) -> tuple[RoomOption, ...]:
    """List everything that ``viewer`` may do at the table now."""
    if at_least(viewer.role, Role.DEALER):
        return _dealers(game, table, viewer)
    seat = next((one for one in table.seats if one.player == viewer.player), None)
    if viewer.role is not Role.PLAYER or seat is None:
        return ()
    return (*_acts(game, table, seat.number, viewer), *_seats(game, table, seat.number, viewer))


def _try(game: RoomGame, table: Table, viewer: Viewer, command: RoomCommand) -> Cites | None:
    """Return the paragraphs of a command's result, or None if it would be refused."""
    events = decide(game, table, Actor(viewer.player, viewer.role), command)
    return None if isinstance(events, Refusal) else events[-1].cites


def _acts(game: RoomGame, table: Table, seat: int, viewer: Viewer) -> list[RoomOption]:
    allowed = legal(game, table)
    if allowed is None or allowed.seat != seat or table.round is None or table.pending:
        return []
    hand = table.round.hands[table.round.turn]
    bound = out_of_turn.binding(game, table.round, hand)
    step, found = table.policy.lowest_chip, []
    for move in (Move.FOLD, Move.CHECK, Move.CALL):
        events = decide(game, table, Actor(viewer.player, viewer.role), Act(seat, move))
        if not isinstance(events, Refusal) and isinstance(events[0], Acted):
            to = events[0].to
            found.append(ActOption(seat, move, to, to, events[0].amount, step, events[0].cites))
    kind = Move.RAISE if allowed.raises else Move.BET
    if bound is not None and bound.ruling is Ruling.BET_STANDS:
        meant = out_of_turn.intended(table.round, hand)
        if meant.to is not None and meant.to > table.round.level:
            found.append(ActOption(seat, kind, meant.to, meant.to, meant.to - hand.bet, step, bound.cites))
        return list(found)
    if not allowed.least:
        return list(found)
    cites = _try(game, table, viewer, Act(seat, Move.ALL_IN))
    if cites is not None:
        if allowed.least < allowed.most:
            sized = _try(game, table, viewer, Act(seat, kind, allowed.least)) or cites
            found.append(ActOption(seat, kind, allowed.least, allowed.most, allowed.least - hand.bet, step, sized))
        found.append(ActOption(seat, Move.ALL_IN, allowed.most, allowed.most, hand.stack, step, cites))
    return list(found)


def _seats(game: RoomGame, table: Table, number: int, viewer: Viewer) -> list[RoomOption]:
    wanted: dict[SeatAct, RoomCommand] = {
        "look": Look(number),
        "show": ShowHand(number),
        "muck": MuckHand(number),
        "sit_out_back": SitOut(number, will_return=True),
        "sit_out": SitOut(number),
        "sit_out_gone": SitOut(number, will_return=False),
        "come_back": ComeBack(number),
        "pay_in": PayIn(number),
        "wait": PayIn(number, pays=False),
        "leave": LeaveTable(number),
    }
    found: list[RoomOption] = []
    for what, command in wanted.items():
        cites = _try(game, table, viewer, command)
        if cites is not None:
            found.append(SeatOption(number, what, cites))
    seat = table.seat(number)
    assert seat is not None
    step = table.policy.lowest_chip
    least = step if seat.stake else table.policy.minimum_stake
    most = (table.policy.maximum_stake - seat.stake) // step * step
    cites = _try(game, table, viewer, TopUp(number, most)) if most >= least else None
    if cites is not None:
        found.append(StakeOption(number, least, most, step, cites))
    return found


def _dealers(game: RoomGame, table: Table, viewer: Viewer) -> tuple[RoomOption, ...]:
    round_ = table.round
    if round_ is not None and round_.ahead and not table.pending:
        from croupier.play.room.dealing import dealing_cites

        return (DealerOption("deal", len(round_.ahead), round_.ahead, dealing_cites(game, round_)),)
    wanted: dict[DealerAct, RoomCommand] = {
        "turn_marker": TurnMarker(),
        "settle": Settle(),
        "open_round": OpenRound(),
    }
    for what, command in wanted.items():
        cites = _try(game, table, viewer, command)
        if cites is not None:
            return (DealerOption(what, 0, (), cites),)
    return ()

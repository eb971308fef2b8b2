"""Seats and Table Stakes: joining, topping up, sitting out, coming back, paying what is owed, leaving."""

from croupier.money import Cents, format_money
from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import (
    ComeBack,
    DeemLeft,
    JoinTable,
    LeaveTable,
    PayIn,
    SitOut,
    TopUp,
)
from croupier.play.room.events import (
    Cites,
    PaymentChosen,
    PlayerAway,
    PlayerBack,
    PlayerJoined,
    PlayerLeft,
    RoomEvent,
    StakeIncreased,
)
from croupier.play.room.state import NOBODY, Hand, Seat, Table
from croupier.play.rulings import Ruled, ask
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Blind, RoomGame
from croupier.rules.terms import Role, at_least, or_above

Answer = tuple[RoomEvent, ...] | Refusal


def join(game: RoomGame, table: Table, actor: Actor, command: JoinTable) -> Answer:
    """Seat a Player with their Table Stake, in full view of all."""
    grounds, policy = game.grounds, table.policy
    staff = at_least(actor.role, Role.DEALER)
    player = command.player if staff else actor.name
    if not staff and actor.role is not Role.PLAYER:
        return Refusal(Reason.ROLE, "Only a Player, or staff acting for one, may take a seat", grounds.seated_only)
    if not staff and command.player not in {"", actor.name}:
        return Refusal(Reason.NOT_YOURS, "Nobody may take a seat for another Player", grounds.own_decision)
    if not player.strip():
        return Refusal(Reason.NOT_YOURS, "Name the Player who takes the seat", grounds.seated_only)
    if command.relocated and not staff:
        return Refusal(Reason.ROLE, "Only a Pit Employee may relocate a Player", grounds.relocated)
    if not 1 <= command.seat <= policy.seats:
        sentence = f"There is no seat {command.seat}: this table has {policy.seats} seats"
        return Refusal(Reason.NO_SUCH_SEAT, sentence, (game.seats.cite,))
    if table.seat(command.seat) is not None:
        return Refusal(Reason.NO_SUCH_SEAT, f"Seat {command.seat} is taken", grounds.seated_only)
    if _hand_of(table, command.seat) is not None:
        sentence = f"Seat {command.seat} will be free when this round is over: a hand was folded there"
        return Refusal(Reason.MOMENT, sentence, grounds.freed)
    if any(seat.player == player for seat in table.seats):
        return Refusal(Reason.MOMENT, f"{player[:40]} already has a seat at this table", grounds.seated_only)
    wrong = _wrong_stake(game, table, player, command)
    if wrong is not None:
        return wrong
    ruled = ruled_on_joining(game, table, relocated=command.relocated)
    owes = ruled.ruling is Ruling.POST_BLINDS
    missed = _missed_before(table, player, command.day)
    cites = (*grounds.stake, *ruled.cites, *(grounds.still_missed if missed else ()))
    return (PlayerJoined(command.seat, player, command.stake, owes, command.relocated, cites, missed),)


def ruled_on_joining(game: RoomGame, table: Table, *, relocated: bool) -> Ruled:
    """Return the ruling on what a Player who sits down now pays to join, unless the Big Blind comes to their seat."""
    orbit = "first" if table.positions.first_orbit else "later"
    return ask(game, "player_joins", {"orbit": orbit, "seat": "other", "relocated": "yes" if relocated else "no"})


def _missed_before(table: Table, player: str, day: str) -> tuple[Blind, ...]:
    """Return the Blinds that a Player missed on this gaming day before giving up a seat at this table."""
    for name, small, big, then in table.missed:
        if name == player and then == day:
            return (Blind.SMALL,) * small + (Blind.BIG,) * big
    return ()


def _wrong_stake(game: RoomGame, table: Table, player: str, command: JoinTable) -> Refusal | None:
    """Return the refusal of a Table Stake.

    It goes by the limits, whole chips, and the stake with which a Player who comes back soon left.
    """
    policy, grounds, stake = table.policy, game.grounds, command.stake
    if command.relocated:  # they keep their stake even outside this table's limits
        least = Refusal(Reason.AMOUNT, "A relocated Player brings the stake that they have", grounds.whole_stake)
        return least if stake < 1 else None
    if stake % policy.lowest_chip:
        return Refusal(Reason.AMOUNT, f"The lowest chip is {format_money(policy.lowest_chip)}", grounds.chips)
    if not policy.minimum_stake <= stake <= policy.maximum_stake:
        low, high = format_money(policy.minimum_stake), format_money(policy.maximum_stake)
        return Refusal(Reason.LIMITS, f"The Table Stake here is {low} to {high}", grounds.stake)
    for name, left_with, minute in table.departed:
        if name == player and command.minute - minute <= policy.return_minutes:  # setting the clock back gains nothing
            brings = min(left_with, policy.maximum_stake)
            if brings >= policy.minimum_stake and stake != brings:
                sentence = f"A Player who comes back so soon must bring what they left with: {format_money(brings)}"
                return Refusal(Reason.LIMITS, sentence, grounds.returned_stake)
    return None


def top_up(game: RoomGame, table: Table, actor: Actor, command: TopUp) -> Answer:
    """Increase a Table Stake, between rounds and up to the maximum; it never shrinks."""
    seat = _own_seat(game, table, actor, command.seat)
    if isinstance(seat, Refusal):
        return seat
    policy, grounds = table.policy, game.grounds
    if command.amount <= 0:
        return Refusal(Reason.AMOUNT, "A Table Stake may only grow; it cannot be reduced", grounds.no_reduction)
    if table.playing:
        return Refusal(Reason.MOMENT, "A Table Stake can grow only between rounds", grounds.top_up)
    if command.amount % policy.lowest_chip:
        return Refusal(Reason.AMOUNT, f"The lowest chip is {format_money(policy.lowest_chip)}", grounds.chips)
    if seat.stake + command.amount > policy.maximum_stake:
        room = max(0, policy.maximum_stake - seat.stake)
        return Refusal(Reason.LIMITS, f"At most {format_money(room)} may be added", grounds.stake)
    if not seat.stake and command.amount < policy.minimum_stake:
        least = format_money(policy.minimum_stake)
        return Refusal(Reason.LIMITS, f"A Player with no chips left must bring at least {least}", grounds.stake)
    return (StakeIncreased(command.seat, command.amount, grounds.top_up),)


def sit_out(game: RoomGame, table: Table, actor: Actor, command: SitOut) -> Answer:
    """Let a Player leave their seat for a while; they still play the round that they are in."""
    seat = _own_seat(game, table, actor, command.seat)
    if isinstance(seat, Refusal):
        return seat
    if seat.away and seat.will_return == command.will_return:
        return Refusal(Reason.MOMENT, f"Seat {command.seat} sits out already", game.grounds.away)
    return (PlayerAway(command.seat, command.will_return, game.grounds.away),)


def come_back(game: RoomGame, table: Table, actor: Actor, command: ComeBack) -> Answer:
    """Let a Player come back; they pay what they missed, or wait for the Big Blind."""
    seat = _own_seat(game, table, actor, command.seat)
    if isinstance(seat, Refusal):
        return seat
    if not seat.away:
        return Refusal(Reason.MOMENT, f"Seat {command.seat} does not sit out", game.grounds.away)
    return (PlayerBack(command.seat, game.grounds.away),)


def pay_in(game: RoomGame, table: Table, actor: Actor, command: PayIn) -> Answer:
    """Record a Player's choice to pay what they owe in the next round that they may play, or to wait."""
    seat = _own_seat(game, table, actor, command.seat)
    if isinstance(seat, Refusal):
        return seat
    if not seat.owes:
        return Refusal(Reason.MOMENT, f"Seat {command.seat} owes nothing", game.grounds.away)
    cites = game.grounds.joining if seat.owes_join else game.grounds.returning
    if seat.pays == command.pays:
        return Refusal(Reason.MOMENT, "That has been chosen already", cites)
    return (PaymentChosen(command.seat, command.pays, cites),)


def leave(game: RoomGame, table: Table, actor: Actor, command: LeaveTable) -> Answer:
    """Let a Player give up their seat, once they have no hand in play."""
    seat = _own_seat(game, table, actor, command.seat)
    if isinstance(seat, Refusal):
        return seat
    if _in_play(table, seat):
        sentence = "Your hand is in this round: leave when it is over"
        return Refusal(Reason.MOMENT, sentence, game.grounds.to_conclusion)
    return (_left(table, seat, command, game.grounds.stake),)


def deem_left(game: RoomGame, table: Table, actor: Actor, command: DeemLeft) -> Answer:
    """Deem that a Player who is away or has no chips has left, as the document lets the House."""
    grounds = game.grounds
    if not at_least(actor.role, game.deems):
        return Refusal(Reason.ROLE, f"Only {or_above(game.deems)} may decide this", grounds.deemed_left)
    seat = table.seat(command.seat)
    if seat is None:
        return Refusal(Reason.NO_SUCH_SEAT, f"Nobody has seat {command.seat}", grounds.seated_only)
    if not command.reason.strip():
        return Refusal(Reason.FACT, "A decision needs a reason", grounds.deemed_left)
    word = seat.will_return if seat.away else True  # a Player with no chips left is still there
    if seat.present or not game.deemed_left(seat.passed, word):
        said = f"{seat.player[:40]} has missed {seat.passed} turns, and said that they would be back"
        sentence = "This Player is not absent" if seat.present else said
        return Refusal(Reason.MOMENT, sentence, grounds.deemed_left)
    if _in_play(table, seat):
        sentence = f"{seat.player[:40]} has a hand in this round: decide this when it is over"
        return Refusal(Reason.MOMENT, sentence, grounds.deemed_left)
    return (_left(table, seat, command, grounds.deemed_left, reason=command.reason),)


def _left(table: Table, seat: Seat, command: LeaveTable | DeemLeft, cites: Cites, *, reason: str = "") -> PlayerLeft:
    """Return the event of a Player's leaving with their chips."""
    stake, deemed = chips_of(table, seat), isinstance(command, DeemLeft)
    return PlayerLeft(seat.number, seat.player, stake, command.minute, deemed, reason, cites, command.day)


def _in_play(table: Table, seat: Seat) -> bool:
    """Return whether a seat's Player has an unfolded hand in the round in play.

    Such a Player can leave only when the round is over.
    """
    hand = _hand_of(table, seat.number)
    return hand is not None and not hand.folded


def free_seats(table: Table) -> tuple[int, ...]:
    """Return the seats that may be taken now; a seat with a folded hand is free when the round is over."""
    numbers = range(1, table.policy.seats + 1)
    return tuple(one for one in numbers if table.seat(one) is None and _hand_of(table, one) is None)


def chips_of(table: Table, seat: Seat) -> Cents:
    """Return the chips that a Player would take away.

    In a round in which they have folded, these are the chips that they have not put into the Pot.
    """
    hand = _hand_of(table, seat.number)
    return seat.stake if hand is None else hand.stack


def _hand_of(table: Table, number: int) -> Hand | None:
    """Return a seat's hand in the round in play, folded or not; None if it has none."""
    at = table.round.place(number) if table.round is not None and table.playing else NOBODY
    return table.round.hands[at] if table.round is not None and at != NOBODY else None


def _own_seat(game: RoomGame, table: Table, actor: Actor, number: int) -> Seat | Refusal:
    """Return the seat that an actor may decide about: their own, or for staff any Player's; otherwise a refusal."""
    seat = table.seat(number)
    if seat is None:
        return Refusal(Reason.NO_SUCH_SEAT, f"Nobody has seat {number}", game.grounds.seated_only)
    own = actor.role is Role.PLAYER and actor.name == seat.player
    if not own and not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.NOT_YOURS, "Nobody may decide for another Player", game.grounds.own_decision)
    return seat

"""Betting: BET, Call, Raise, Check, Fold and All-in, each in turn and for a valid amount."""

from msgspec import Struct
from msgspec.structs import replace

from croupier.money import Cents, format_money
from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import out_of_turn
from croupier.play.room.commands import Act, RunOutClock
from croupier.play.room.events import Acted, Cites, RoomEvent
from croupier.play.room.state import NOBODY, Hand, Phase, Round, Table
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move, RoomGame, share_of
from croupier.rules.terms import Role, at_least

Answer = tuple[RoomEvent, ...] | Refusal

# A member looked up in its enumeration costs as much as the rest of a line; acts are most of what happens.
_BETTING, _PLAYER = Phase.BETTING, Role.PLAYER
_FOLD, _CHECK, _CALL, _ALL_IN = Move.FOLD, Move.CHECK, Move.CALL, Move.ALL_IN
_BET, _RAISE = Move.BET, Move.RAISE


class Legal(Struct, frozen=True, gc=False):
    """The acts offered to the Player whose turn it is, with amounts."""

    seat: int
    call: Cents
    """The price of a Call; 0 if checking is free."""
    least: Cents
    """The least that a BET or Raise may come to; 0 if neither is allowed."""
    most: Cents
    """All-in."""
    raises: bool
    """True if it would be a Raise, False if a BET."""
    cites: Cites
    """The paragraphs of why they may not raise; otherwise those of the Betting Round."""


def move(game: RoomGame, table: Table, actor: Actor, command: Act) -> Answer:
    """Carry out a Player's act in a Betting Round."""
    round_ = table.round
    if round_ is None or round_.phase is not _BETTING:
        return Refusal(Reason.MOMENT, "There is no Betting Round now", game.grounds.betting_round)
    hand = round_.hands[round_.turn]
    by_staff = False
    if actor.name != hand.player or actor.role is not _PLAYER or command.seat != hand.seat:
        refusal = _not_he(game, round_, hand, actor, command.seat)
        if refusal is not None:
            return refusal
        by_staff = True
    if round_.early:
        bound = out_of_turn.check(game, round_, hand, command)
        if isinstance(bound, Refusal):
            return bound
        if bound is not None:
            return (_marked(game, bound) if by_staff else bound,)
    acted = _acted(game, table, round_, hand, command)
    if type(acted) is Refusal:
        return acted
    if round_.early:
        acted = _also(acted, out_of_turn.compelled(game, round_, hand))
    if command.to is not None and command.to != acted.to and acted.move is not _FOLD:
        sentence = f"This is a {acted.move} to {format_money(acted.to)}, not to another amount"
        return Refusal(Reason.AMOUNT, sentence, acted.cites)
    return (_marked(game, acted) if by_staff else acted,)


def _not_he(game: RoomGame, round_: Round, hand: Hand, actor: Actor, seat: int) -> Refusal | None:
    """Return why this actor may not act for this seat; None for staff, who may at the Player's request."""
    at = round_.place(seat)
    if at == NOBODY:
        return Refusal(Reason.NO_SUCH_SEAT, f"Seat {seat} has no hand in this round", game.grounds.active)
    own = actor.role is Role.PLAYER and actor.name == round_.hands[at].player
    if not own and not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.NOT_YOURS, "Nobody may decide for another Player", game.grounds.own_decision)
    if seat != hand.seat:
        return Refusal(Reason.NOT_YOUR_TURN, f"It is the turn of seat {hand.seat}", game.grounds.turn)
    return None


def _marked(game: RoomGame, acted: Acted) -> Acted:
    """Mark an act as placed by staff at the Player's request."""
    return replace(_also(acted, game.grounds.staff_may_place), by_staff=True)


def _also(acted: Acted, more: Cites) -> Acted:
    """Add paragraphs to an act."""
    return replace(acted, cites=(*acted.cites, *(cite for cite in more if cite not in acted.cites)))


def _acted(game: RoomGame, table: Table, round_: Round, hand: Hand, command: Act) -> Acted | Refusal:
    """Return the event of an act, or its refusal, by its kind."""
    grounds, kind, owed = game.grounds, command.move, round_.level - hand.bet
    if kind is _CHECK:
        if owed > 0:
            sentence = f"There is a bet: call {format_money(owed)}, raise or fold"
            return Refusal(Reason.AMOUNT, sentence, _no_check(game, round_))
        cites = grounds.option if hand.posted_big and not round_.street else betting_cites(game, round_)
        return Acted(hand.seat, kind, 0, hand.bet, False, False, cites)
    if kind is _CALL or (kind is _ALL_IN and owed >= hand.stack):
        if owed <= 0:
            return Refusal(Reason.AMOUNT, "There is no bet to call: check or bet", betting_cites(game, round_))
        if owed >= hand.stack:
            cites = grounds.all_in if owed == hand.stack else grounds.short_call
            return Acted(hand.seat, _CALL, hand.stack, hand.bet + hand.stack, True, False, cites)
        return Acted(hand.seat, kind, owed, round_.level, False, False, grounds.call)
    if kind is _FOLD:
        return Acted(hand.seat, kind, 0, hand.bet, False, False, grounds.fold)
    if kind is _ALL_IN:
        return _wagered(game, table, round_, hand, hand.bet + hand.stack)
    return _sized(game, table, round_, hand, command)


def _sized(game: RoomGame, table: Table, round_: Round, hand: Hand, command: Act) -> Acted | Refusal:
    """Return the event of a BET or a Raise of the size named, or its refusal."""
    grounds, to = game.grounds, command.to
    if to is None:
        return Refusal(Reason.AMOUNT, f"Say up to how much you {command.move}", grounds.raising)
    if command.move is _BET and round_.level:
        return Refusal(Reason.MOMENT, "There is a bet already: call, raise or fold", _no_check(game, round_))
    if command.move is _RAISE and not round_.level:
        return Refusal(Reason.MOMENT, "There is no bet to raise: check or bet", betting_cites(game, round_))
    if to > hand.bet + hand.stack:
        most = format_money(hand.bet + hand.stack)
        return Refusal(Reason.AMOUNT, f"You have {most} in all: betting it is all-in", grounds.all_in)
    if to <= round_.level:
        word = "A Raise goes" if round_.level else "A BET is"
        return Refusal(Reason.AMOUNT, f"{word} above {format_money(round_.level)}", grounds.least)
    return _wagered(game, table, round_, hand, to)


def _wagered(game: RoomGame, table: Table, round_: Round, hand: Hand, to: Cents) -> Acted | Refusal:
    """Return the event of a BET or a Raise above the amount to call, or its refusal."""
    grounds = game.grounds
    amount, increment = to - hand.bet, to - round_.level
    all_in = amount == hand.stack
    raising = round_.level > 0
    if not round_.open >> round_.turn & 1:
        sentence = "The all-in before you was not a Raise: you may call or fold"
        return Refusal(Reason.MOMENT, sentence, grounds.short_raise)
    least = game.minimum_raise(round_.big, round_.largest) if raising else game.minimum_bet(round_.big)
    if not all_in and amount % table.policy.lowest_chip:
        chip = format_money(table.policy.lowest_chip)
        return Refusal(Reason.AMOUNT, f"The lowest chip is {chip}", grounds.chips)
    if not all_in and increment < least:
        need = format_money(round_.level + least)
        word = "A Raise goes to" if raising else "A BET is"
        return Refusal(Reason.LIMITS, f"{word} at least {need}", grounds.least)
    full = increment >= least or game.is_raise(increment, least, share_of(game, table.policy))
    kind = _RAISE if raising and full else _BET
    cites = grounds.raising if raising else grounds.bet
    if all_in:
        short = grounds.short_raise if raising else grounds.short_bet
        cites = grounds.all_in if full else short
    return Acted(hand.seat, kind, amount, to, all_in, full, cites)


def _no_check(game: RoomGame, round_: Round) -> Cites:
    """Return the paragraphs against checking or betting: after a bet, or in the 1st Betting Round the Big Blind."""
    return game.grounds.no_check if round_.street else game.grounds.first_to_act


def betting_cites(game: RoomGame, round_: Round) -> Cites:
    """Return the paragraphs of the Betting Round in play."""
    return game.streets[round_.street - 1].betting if round_.street else game.grounds.first_betting


def legal(game: RoomGame, table: Table) -> Legal | None:
    """Return what the Player to act is offered by the betting alone; None if no one is to act.

    A Raise that no other Active Player can answer is not offered. Made all the same, what goes beyond their chips comes
    back.
    """
    round_ = table.round
    if round_ is None or round_.phase is not _BETTING:
        return None
    hand, level = round_.hands[round_.turn], round_.level
    owed, most, raising = max(0, level - hand.bet), hand.bet + hand.stack, level > 0
    if most <= level or not round_.open >> round_.turn & 1:
        return Legal(hand.seat, min(owed, hand.stack), 0, 0, raising, game.grounds.short_raise)
    if round_.able == 1 << round_.turn:
        return Legal(hand.seat, min(owed, hand.stack), 0, 0, raising, game.grounds.uncalled)
    least = level + (game.minimum_raise(round_.big, round_.largest) if raising else game.minimum_bet(round_.big))
    return Legal(hand.seat, min(owed, hand.stack), min(least, most), most, raising, betting_cites(game, round_))


def run_out_clock(game: RoomGame, table: Table, actor: Actor, command: RunOutClock) -> Answer:
    """Act for a Player whose clock has run out.

    They check if that is free, otherwise they fold; a bet that binds them is made.
    """
    round_, grounds = table.round, game.grounds
    if not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may run the turn clock", grounds.clock)
    if round_ is None or round_.phase is not Phase.BETTING:
        return Refusal(Reason.MOMENT, "There is no Betting Round now", grounds.betting_round)
    hand = round_.hands[round_.turn]
    if hand.seat != command.seat:
        return Refusal(Reason.NOT_YOUR_TURN, f"It is the turn of seat {hand.seat}", grounds.clock)
    chosen = Act(hand.seat, Move.CHECK if hand.bet >= round_.level else Move.FOLD)
    bound = out_of_turn.binding(game, round_, hand)
    if bound is not None and bound.ruling is Ruling.BET_STANDS:
        chosen = out_of_turn.intended(round_, hand)
    acted = out_of_turn.check(game, round_, hand, chosen) or _acted(game, table, round_, hand, chosen)
    if isinstance(acted, Refusal):
        return acted
    compelled = out_of_turn.compelled(game, round_, hand)
    return (replace(_also(acted, (*compelled, *grounds.clock)), by_clock=True),)

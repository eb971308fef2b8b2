"""A moment in which a bot has to act: what it may know, calculated from its own view and options."""

from collections.abc import Callable
from random import Random

from msgspec import Struct

from croupier.cards import Card, parse_cards
from croupier.money import Cents
from croupier.play.room.commands import Act
from croupier.play.room.options import ActOption, RoomOption
from croupier.play.room.view import RoomView
from croupier.rules.room import Move

_SEATS = 64
"""A number larger than any table's seats: counting seats modulo this keeps their order round the table."""


class Spot(Struct, frozen=True):
    """The facts that a Player weighs in their turn."""

    seat: int
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    stack: Cents
    bet: Cents
    """The chips in front of them."""
    level: Cents
    """The amount that a Player must have put in to have called."""
    big: Cents
    pot: Cents
    """All that they could win: bets beyond their own chips are not theirs to win."""
    before: Cents
    """The pot when this Betting Round began."""
    costs: Cents
    """The amount needed to call; 0 if checking is free."""
    others: int
    """The number of others in the round."""
    behind: int
    """The number of others who act later, here or, before the Flop, in the rounds to come."""
    to_act: int
    """The number of others who have not matched the bet and have chips left."""
    can_check: bool
    can_call: bool
    least: Cents
    """The least amount to BET or Raise to; 0 if neither is allowed."""
    most: Cents
    raises: Move
    """The kind of a wager: a BET or a Raise."""
    step: Cents

    @property
    def price(self) -> float:
        """The share of the pot that makes a call even."""
        return self.costs / (self.pot + self.costs) if self.costs else 0.0

    def passes(self) -> Act:
        """Check if that is free, otherwise fold."""
        return Act(self.seat, Move.CHECK if self.can_check else Move.FOLD)

    def calls(self) -> Act:
        """Return a Call, or a Check if there is nothing to call."""
        return Act(self.seat, Move.CALL) if self.can_call else self.passes()

    def wagers(self, to: float) -> Act:
        """Return a BET or Raise to about this much, in whole chips; all-in if little would be left; else a call."""
        if not self.most:
            return self.calls()
        added = max(self.least - self.bet, int(to) - self.bet)
        chips = self.bet + -(-added // self.step) * self.step
        if self.least == self.most or chips * 3 >= self.most * 2:
            return Act(self.seat, Move.ALL_IN)
        return Act(self.seat, self.raises, chips)


Play = Callable[[Spot, Random], Act]


def spot(view: RoomView, options: tuple[RoomOption, ...]) -> Spot | None:
    """Return the facts if it is the viewer's turn and they have looked at their cards, otherwise None."""
    acts = {one.move: one for one in options if isinstance(one, ActOption)}
    if not acts:
        return None
    first = next(iter(acts.values()))
    me = next(one for one in view.seats if one.seat == first.seat)
    others = [one for one in view.seats if one.dealt_in and not one.folded and one.seat != me.seat]
    everything = me.bet + me.stack
    beyond = sum(max(0, one.bet - everything) for one in view.seats)
    pot = sum(one.amount for one in view.pots)
    button = view.button or 0
    mine = (me.seat - button - 1) % _SEATS
    call, check = acts.get(Move.CALL), acts.get(Move.CHECK)
    wager = acts.get(Move.RAISE) or acts.get(Move.BET) or acts.get(Move.ALL_IN)
    return Spot(
        seat=me.seat,
        cards=parse_cards("".join(me.cards)),
        board=parse_cards("".join(view.community)),
        stack=me.stack,
        bet=me.bet,
        level=view.level,
        big=view.signage.big_blind,
        pot=pot - beyond,
        before=pot - sum(one.bet for one in view.seats),
        costs=call.costs if call is not None else 0,
        others=len(others),
        behind=sum((one.seat - button - 1) % _SEATS > mine for one in others),
        to_act=sum(not one.all_in and one.bet < max(view.level, 1) for one in others),
        can_check=check is not None,
        can_call=call is not None,
        least=wager.least if wager is not None else 0,
        most=wager.most if wager is not None else 0,
        raises=Move.RAISE if view.level else Move.BET,
        step=first.step,
    )

"""Settlement: the Rake, then each pot to the highest hand among those who contend for it."""

from collections.abc import Mapping

from croupier.hands import Strength
from croupier.money import Cents
from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import Settle
from croupier.play.room.events import BetReturned, Cites, PotAwarded, RoomEvent, RoundEnded
from croupier.play.room.pots import Pot, pots_of, uncalled
from croupier.play.room.showdown import came_to_showdown, unresolved
from croupier.play.room.state import Hand, Phase, Round, Table, lowest, places_in
from croupier.rules.room import Marker, RoomGame
from croupier.rules.terms import Role, at_least


def settle(game: RoomGame, table: Table, actor: Actor, command: Settle) -> tuple[RoomEvent, ...] | Refusal:
    """The pots to their winners; the round is over."""
    round_ = table.round
    if not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may settle a round", game.grounds.ends)
    if round_ is None or round_.phase is not Phase.SHOWDOWN:
        return Refusal(Reason.MOMENT, "The Final Betting Round is not over", game.grounds.final_round)
    lone = is_lone(round_)
    refusal = None if lone else _not_yet(game, round_)
    if refusal is not None:
        return refusal
    came = came_to_showdown(round_)
    events: list[RoomEvent] = []
    hands = round_.hands
    back = uncalled(game, hands, came)
    if back is not None:
        place, amount = back
        events.append(BetReturned(hands[place].seat, amount, game.grounds.uncalled))
        hands = (*hands[:place], _without(hands[place], amount), *hands[place + 1 :])
    strengths = {} if lone else {at: _strength(game, round_, at) for at in places_in(round_.active)}
    events += _awards(game, table, round_, came, pots_of(hands, came), strengths)
    events.append(RoundEnded(game.grounds.ends))
    return tuple(events)


def is_lone(round_: Round) -> bool:
    """Whether one hand is left."""
    return not round_.active & (round_.active - 1)


def _not_yet(game: RoomGame, round_: Round) -> Refusal | None:
    if round_.marker is not Marker.SHOWDOWN:
        return Refusal(Reason.MOMENT, "The Game Marker has not been turned", game.grounds.marker)
    waiting = unresolved(round_)
    if waiting:
        seat = round_.hands[lowest(waiting)].seat
        return Refusal(Reason.MOMENT, f"Seat {seat} has neither shown nor mucked", game.grounds.must_show)
    if round_.ahead:
        return Refusal(Reason.MOMENT, "There are cards left to deal", game.streets[round_.street].cites)
    return None


def _without(hand: Hand, amount: Cents) -> Hand:
    """A hand after its uncalled bet went back, for making the pots."""
    return Hand(hand.seat, hand.player, hand.stack + amount, hand.bet, hand.put - amount, hand.dead, hand.cards)


def _strength(game: RoomGame, round_: Round, at: int) -> Strength:
    return game.rank(round_.hands[at].cards, round_.community)


def _awards(
    game: RoomGame, table: Table, round_: Round, came: int, pots: tuple[Pot, ...], strengths: Mapping[int, Strength]
) -> list[RoomEvent]:
    """The Rake from each pot in order, and the rest in whole chips to its winners."""
    policy, grounds = table.policy, game.grounds
    raked = bool(round_.street) or not policy.no_flop_no_drop
    terms = policy.rake_terms if raked else None
    taken, contested = 0, bool(came & (came - 1))
    events: list[RoomEvent] = []
    for number, pot in enumerate(pots):
        rake = game.rake(pot.amount, taken, terms) if terms else 0
        taken += rake
        winners = _winners(pot, round_, strengths)
        shares = game.divide(pot.amount - rake, len(winners), policy.lowest_chip)
        won = tuple([(round_.hands[at].seat, share) for at, share in zip(winners, shares, strict=True) if share])
        cites: Cites = grounds.highest if contested else grounds.lone
        if len(winners) > 1:
            cites += grounds.split
        if len(set(shares)) > 1:
            cites += grounds.extra_chips
        cites += _of_all_ins(game, round_, number, len(pots), winners) if contested else ()
        cites += grounds.rake if raked else grounds.no_flop
        events.append(PotAwarded(number, pot.amount, rake, won, cites))
    return events


def _of_all_ins(game: RoomGame, round_: Round, number: int, pots: int, winners: tuple[int, ...]) -> Cites:
    """The paragraphs of a contested pot with somebody All-in: on the one who wins it, and on Side Pots."""
    all_in = any(not round_.hands[at].stack for at in winners)
    cites: Cites = game.grounds.all_in_wins if all_in else ()
    if number:
        return cites + game.grounds.side_pots
    return game.grounds.several_pots if pots > 1 and not all_in else cites


def _winners(pot: Pot, round_: Round, strengths: Mapping[int, Strength]) -> tuple[int, ...]:
    """The places of the best hands, clockwise from the Button's left.

    If all who contended for a pot gave up their hands unseen, the last of them was alone in it and wins it.
    """
    places = tuple([at for at in pot.places if round_.active >> at & 1])
    if not places:
        return (max(pot.places, key=round_.mucked.index),)
    if not strengths:
        return places
    best = max([strengths[at] for at in places])
    return tuple([at for at in places if strengths[at] == best])

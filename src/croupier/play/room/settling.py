"""Settlement: the Rake, then each pot to the highest hand among those who contend for it."""

from collections.abc import Mapping
from typing import Final

from croupier.hands import Strength
from croupier.money import Cents
from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import Settle
from croupier.play.room.events import BetReturned, Cites, PotAwarded, RoomEvent, RoundEnded
from croupier.play.room.pots import Pot, pots_of, uncalled
from croupier.play.room.showdown import came_to_showdown, unresolved
from croupier.play.room.state import Hand, Phase, Round, Table, lowest
from croupier.rules.room import Marker, RoomGame
from croupier.rules.terms import Role, at_least

_DEALER, _SHOWDOWN, _TURNED = Role.DEALER, Phase.SHOWDOWN, Marker.SHOWDOWN
_UNSEEN: Final[Strength] = 0
"""The least strength there is, which is as good as any for a hand that is alone."""


def settle(game: RoomGame, table: Table, actor: Actor, command: Settle) -> tuple[RoomEvent, ...] | Refusal:
    """Award the pots to their winners, and end the round."""
    round_ = table.round
    if not at_least(actor.role, _DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may settle a round", game.grounds.ends)
    if round_ is None or round_.phase is not _SHOWDOWN:
        return Refusal(Reason.MOMENT, "The Final Betting Round is not over", game.grounds.final_round)
    lone = is_lone(round_)
    refusal = None if lone else _not_yet(game, round_)
    if refusal is not None:
        return refusal
    came, hands = came_to_showdown(round_), round_.hands
    strengths = {lowest(round_.active): _UNSEEN} if lone else _strengths(game, round_)
    events: list[RoomEvent] = []
    back = uncalled(game, hands, came)
    if back is not None:
        place, amount = back
        events.append(BetReturned(hands[place].seat, amount, game.grounds.uncalled))
        hands = (*hands[:place], _without(hands[place], amount), *hands[place + 1 :])
    events += _awards(game, table, round_, came, pots_of(hands, came), strengths)
    events.append(RoundEnded(game.grounds.ends))
    return tuple(events)


def is_lone(round_: Round) -> bool:
    """Return whether one hand is left."""
    return not round_.active & (round_.active - 1)


def _not_yet(game: RoomGame, round_: Round) -> Refusal | None:
    if round_.marker is not _TURNED:
        return Refusal(Reason.MOMENT, "The Game Marker has not been turned", game.grounds.marker)
    waiting = unresolved(round_)
    if waiting:
        seat = round_.hands[lowest(waiting)].seat
        return Refusal(Reason.MOMENT, f"Seat {seat} has neither shown nor mucked", game.grounds.must_show)
    if round_.ahead:
        return Refusal(Reason.MOMENT, "There are cards left to deal", game.streets[round_.street].cites)
    return None


def _without(hand: Hand, amount: Cents) -> Hand:
    """Return a hand after its uncalled bet went back, for making the pots."""
    return Hand(hand.seat, hand.player, hand.stack + amount, hand.bet, hand.put - amount, hand.dead, hand.cards)


def _strengths(game: RoomGame, round_: Round) -> dict[int, Strength]:
    """Return the strength of each hand that is left, by its place."""
    hands, active, community = round_.hands, round_.active, round_.community
    strengths = {}
    for at in range(len(hands)):
        if active >> at & 1:
            strengths[at] = game.rank(hands[at].cards, community)
    return strengths


def _awards(
    game: RoomGame, table: Table, round_: Round, came: int, pots: tuple[Pot, ...], strengths: Mapping[int, Strength]
) -> list[RoomEvent]:
    """Return the Rake from each pot in order, and the awards of the rest in whole chips to its winners."""
    policy, grounds = table.policy, game.grounds
    raked = bool(round_.street) or not policy.no_flop_no_drop
    terms = policy.rake_terms if raked else None
    chip, contested, taken = policy.lowest_chip, bool(came & (came - 1)), 0
    events: list[RoomEvent] = []
    for number, pot in enumerate(pots):
        rake = game.rake(pot.amount, taken, terms) if terms else 0
        taken += rake
        winners = _winners(pot, round_, strengths)
        shares = game.divide(pot.amount - rake, len(winners), chip)
        won = tuple([(round_.hands[at].seat, share) for at, share in zip(winners, shares, strict=True) if share])
        cites: Cites = grounds.highest if contested else grounds.lone
        if len(winners) > 1:
            cites += grounds.split
            if len(set(shares)) > 1:
                cites += grounds.extra_chips
        if contested:
            cites += _of_all_ins(game, round_, number, len(pots), winners)
        cites += grounds.rake if raked else grounds.no_flop
        events.append(PotAwarded(number, pot.amount, rake, won, cites))
    return events


def _of_all_ins(game: RoomGame, round_: Round, number: int, pots: int, winners: tuple[int, ...]) -> Cites:
    """Return the paragraphs of a contested pot with a Player All-in.

    They are on the winner who is All-in, and on Side Pots.
    """
    all_in = 0 in [round_.hands[at].stack for at in winners]
    cites: Cites = game.grounds.all_in_wins if all_in else ()
    if number:
        return cites + game.grounds.side_pots
    return game.grounds.several_pots if pots > 1 and not all_in else cites


def _winners(pot: Pot, round_: Round, strengths: Mapping[int, Strength]) -> tuple[int, ...]:
    """Return the places of the best hands, clockwise from the Button's left.

    If all who contended for a pot gave up their hands unseen, the last of them was alone in it and wins it.
    """
    best = _UNSEEN
    winners: list[int] = []
    for at in pot.places:
        if at in strengths:
            own = strengths[at]
            if own > best:
                best, winners = own, [at]
            elif own == best:
                winners.append(at)
    return tuple(winners) or (max(pot.places, key=round_.mucked.index),)

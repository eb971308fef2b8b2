"""Opening a round: the Button moves, blinds are posted or missed, payments are made."""

from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import OpenRound
from croupier.play.room.events import BlindMissed, BlindPosted, PlayerWaits, Post, RoomEvent, RoundOpened
from croupier.play.room.positions import Plan, next_positions
from croupier.play.room.state import Table
from croupier.rules.room import RoomGame
from croupier.rules.terms import Role, at_least

_BIG = frozenset({Post.BIG_BLIND, Post.LIVE_BIG})
_DEAD_SMALL, _DEALER = Post.DEAD_SMALL, Role.DEALER


def open_round(game: RoomGame, table: Table, actor: Actor, command: OpenRound) -> tuple[RoomEvent, ...] | Refusal:
    """Open a round: "Place your Blind Bets, please"."""
    grounds = game.grounds
    if not at_least(actor.role, _DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may open a round", grounds.opens)
    if table.playing:
        return Refusal(Reason.MOMENT, "The round before is not over yet", grounds.ends)
    plan = next_positions(game, table)
    if plan is None:
        sentence = "A round needs two Players with chips who owe nothing, or pay what they owe"
        return Refusal(Reason.MOMENT, sentence, (game.seats.cite,))
    passed_over = _passed_over(plan) if plan.missed or plan.waits else ()
    return (_opened(game, table, plan), *passed_over, *_posted(game, table, plan))


def _opened(game: RoomGame, table: Table, plan: Plan) -> RoundOpened:
    small, places, seats, opens = table.policy.small_blind, plan.places, plan.seats, game.grounds.opens
    left_of_big_blind = seats[(seats.index(places.big_seat) + 1) % len(seats)]
    return RoundOpened(
        number=table.rounds + 1,
        rulebook=game.document.rulebook,
        button=places.button,
        small_due=places.small_due,
        big_seat=places.big_seat,
        small=small,
        big=small * game.big_blind_times_small,
        seats=seats,
        first=left_of_big_blind,
        orbit_over=plan.orbit_over,
        cites=(*opens, *[cite for cite in places.cites if cite not in opens]),
    )


def _passed_over(plan: Plan) -> list[RoomEvent]:
    """Return the events of Players who miss a blind, or are back and wait."""
    missed: list[RoomEvent] = [BlindMissed(one.seat, one.blind, one.ruled.cites) for one in plan.missed]
    return [*missed, *(PlayerWaits(seat, cites) for seat, cites in plan.waits)]


def _posted(game: RoomGame, table: Table, plan: Plan) -> list[RoomEvent]:
    """Return every post, as far as the chips reach."""
    left = {seat.number: seat.stake for seat in table.seats}
    small = table.policy.small_blind
    events: list[RoomEvent] = []
    for payment in plan.payments:
        number, post, cites = payment.seat, payment.post, payment.cites
        due = small * game.big_blind_times_small if post in _BIG else small
        stake = left[number]
        amount = min(due, stake)
        if not amount:
            continue
        left[number] = stake - amount
        if post is _DEAD_SMALL and amount == stake:
            post, cites = Post.MATCHED_SMALL, (*cites, *game.grounds.all_in_by_dead)
        events.append(BlindPosted(number, post, amount, cites))
    return events

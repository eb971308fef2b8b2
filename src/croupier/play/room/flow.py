"""The course of a round: the next turn, the end of a Betting Round, the next cards."""

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.play.room.state import BURN, COMMUNITY, NOBODY, Hand, Phase, Round, following, lowest
from croupier.rules.room import FirstToAct, Marker, RoomGame

# A member looked up in its enumeration costs as much as the rest of a line.
_TURNED, _LEFT_OF_BUTTON = Marker.SHOWDOWN, FirstToAct.LEFT_OF_BUTTON
_DEALING, _BETTING, _SHOWDOWN = Phase.DEALING, Phase.BETTING, Phase.SHOWDOWN


def next_turn(game: RoomGame, hands: Sequence[Hand], at: int, to_act: int, active: int, able: int) -> int:
    """Return who acts after ``at``; NOBODY when the Betting Round is over."""
    if not to_act or not active & (active - 1):
        return NOBODY
    if not able & (able - 1):
        alone, most = hands[lowest(able)], 0
        for hand in hands:
            if hand.bet > most and hand is not alone:
                most = hand.bet
        if game.answered(alone.bet, most):
            return NOBODY
    return following(to_act, at)


def betting_over(game: RoomGame, round_: Round, *, had_option: bool = True) -> Round:
    """End a Betting Round: the next cards follow, or after the final one the showdown.

    If no Player had an option in a Betting Round, the one before it was the final one: then all hands are shown.
    """
    one_left = not round_.active & (round_.active - 1)
    nobody_can_bet = not round_.able & (round_.able - 1)
    last = round_.street == len(game.streets)
    if one_left or nobody_can_bet or last:
        tabled = nobody_can_bet and not one_left and not (last and had_option)
        return replace(round_, phase=_SHOWDOWN, turn=NOBODY, to_act=0, early=(), tabled=tabled)
    hands = round_.hands
    if round_.level:  # there was a bet
        hands = tuple([replace(one, bet=0, shown=None) if one.bet else one for one in hands])
    return replace(
        round_,
        hands=hands,
        phase=_DEALING,
        turn=NOBODY,
        level=0,
        raisers=(),
        bettor=NOBODY,
        early=(),
        ahead=street_places(game, round_.street),
    )


def street_places(game: RoomGame, street: int) -> tuple[str, ...]:
    """Return the places of a street's cards, the burnt ones first."""
    return (BURN,) * game.streets[street].burns + (COMMUNITY,) * game.streets[street].count


def dealt_out(game: RoomGame, round_: Round) -> Round:
    """Begin the Betting Round after a deal, or make the next deal due if no Player can bet."""
    if round_.resumes:
        return resumed(game, round_)
    if round_.phase is _SHOWDOWN:
        return shown_or_mucked(game, replace(round_, street=round_.street + 1))
    if not round_.community and not round_.street:
        level = game.to_call(round_.big, max([hand.bet for hand in round_.hands]))
        return begin(game, round_, 0, level, game.first_betting_begins)
    return begin(game, round_, round_.street + 1, 0, game.streets[round_.street].begins)


def resumed(game: RoomGame, round_: Round) -> Round:
    """Resume a Betting Round after a card was replaced; those who had to act may be out of it by now."""
    resuming = replace(round_, phase=Phase.BETTING, resumes=False)
    return resuming if resuming.turn != NOBODY else betting_over(game, resuming)


def begin(game: RoomGame, round_: Round, street: int, level: int, begins: FirstToAct) -> Round:
    """Begin a Betting Round, unless no Player could bet in it."""
    able = round_.able
    first = 0 if begins is _LEFT_OF_BUTTON else round_.first
    begun = replace(
        round_,
        phase=_BETTING,
        street=street,
        level=level,
        largest=0,
        to_act=able,
        open=able,
        turn=next_turn(game, round_.hands, first - 1, able, round_.active, able) if able else NOBODY,
    )
    return begun if begun.turn != NOBODY else betting_over(game, begun, had_option=False)


def shown_or_mucked(game: RoomGame, round_: Round) -> Round:
    """Make the next cards due once all hands are face up before the board is complete."""
    if not round_.tabled or round_.marker is not _TURNED or not round_.active & (round_.active - 1):
        return replace(round_, ahead=()) if round_.ahead else round_
    for at, hand in enumerate(round_.hands):
        if hand.shown is None and round_.active >> at & 1:
            return round_
    if round_.street < len(game.streets):
        return replace(round_, ahead=street_places(game, round_.street))
    return round_

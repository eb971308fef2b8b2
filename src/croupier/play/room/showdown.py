"""The showdown: the marker is turned, hands are shown in order, beaten ones may be mucked."""

from croupier.cards import UNKNOWN, Card, first_repeated, format_card
from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import MuckHand, ShowHand, TurnMarker
from croupier.play.room.events import BetReturned, Cites, HandMucked, HandShown, MarkerTurned, RoomEvent
from croupier.play.room.pots import pots_of, uncalled
from croupier.play.room.state import NOBODY, Hand, Phase, Round, Table, following, lowest
from croupier.rules.room import Leader, Marker, RoomGame
from croupier.rules.terms import Role, at_least

Answer = tuple[RoomEvent, ...] | Refusal

# A member looked up in its enumeration costs as much as the rest of a line; every hand that is shown asks.
_LAST_RAISER, _FIRST_BETTOR, _TURNED = Leader.LAST_RAISER, Leader.FIRST_BETTOR, Marker.SHOWDOWN
_SHOWDOWN, _ENDED, _PLAYER, _DEALER = Phase.SHOWDOWN, Phase.ENDED, Role.PLAYER, Role.DEALER


def turn_marker(game: RoomGame, table: Table, actor: Actor, command: TurnMarker) -> Answer:
    """Turn the Game Marker; an uncalled bet goes back first."""
    round_, grounds = table.round, game.grounds
    if not at_least(actor.role, _DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may turn the Game Marker", grounds.marker)
    if round_ is None or round_.phase is not _SHOWDOWN:
        return Refusal(Reason.MOMENT, "The Final Betting Round is not over", grounds.final_round)
    if round_.marker is _TURNED:
        return Refusal(Reason.MOMENT, "The Game Marker shows SHOWDOWN already", grounds.marker)
    if not round_.active & (round_.active - 1):
        return Refusal(Reason.MOMENT, "One Player is left: there is no showdown", grounds.lone)
    turned = MarkerTurned(grounds.marker)
    back = uncalled(game, round_.hands, round_.active)
    return (turned,) if back is None else (BetReturned(round_.hands[back[0]].seat, back[1], grounds.uncalled), turned)


def unresolved(round_: Round) -> int:
    """Return the hands in play that have neither been shown nor mucked."""
    mask, bit = 0, 1
    for hand in round_.hands:
        if hand.shown is None and round_.active & bit:
            mask |= bit
        bit <<= 1
    return mask


def came_to_showdown(round_: Round) -> int:
    """Return the hands still in play, and those mucked since."""
    mask = round_.active
    for at in round_.mucked:
        mask |= 1 << at
    return mask


def leader(game: RoomGame, round_: Round) -> tuple[int, Cites]:
    """Return who shows first, and under which paragraph.

    A hand that was mucked behind a better one still counts.
    """
    came = came_to_showdown(round_) if round_.mucked else round_.active
    for way in game.shows_first:
        who = way.leader
        if who is _LAST_RAISER:
            for at in reversed(round_.raisers):
                if came >> at & 1:
                    return at, way.cites
        elif who is not _FIRST_BETTOR:
            return lowest(came), way.cites
        elif round_.bettor != NOBODY and came >> round_.bettor & 1:
            return round_.bettor, way.cites
    raise AssertionError("somebody is to the left of the Button")


def next_to_show(game: RoomGame, round_: Round) -> int:
    """Return whose turn it is to show or to muck, or NOBODY."""
    waiting = unresolved(round_)
    if not waiting:
        return NOBODY
    first, _ = leader(game, round_)
    return following(waiting, first - 1) if first else lowest(waiting)


def show(game: RoomGame, table: Table, actor: Actor, command: ShowHand) -> Answer:
    """Show a hand, in its turn or before it.

    A Player who is left alone may show theirs until the next round opens: they may have won the Pot at once.
    """
    found, grounds = _own(game, table, actor, command.seat), game.grounds
    if type(found) is Refusal:
        return found
    round_, at, hand = found
    if round_.phase is not _SHOWDOWN and not won_alone(round_):
        early = "Hands are shown after the Final Betting Round; a Player who exposes theirs before has folded"
        return Refusal(Reason.MOMENT, early, grounds.too_early)
    if hand.shown:
        return Refusal(Reason.MOMENT, "The hand has been shown already", grounds.must_show)
    cards = hand.cards
    if command.cards and command.cards != cards:
        if not at_least(actor.role, Role.DEALER):
            return Refusal(Reason.ROLE, "The Dealer has to name cards that nobody has keyed in", grounds.deal)
        wrong = _wrong_cards(game, round_, hand, command.cards)
        if wrong is not None:
            return wrong
        cards = command.cards
    if UNKNOWN in cards:
        return Refusal(Reason.CARDS, "Nobody knows these Hole Cards: name them", grounds.deal)
    return (HandShown(command.seat, cards, _showing(game, round_, at)),)


def won_alone(round_: Round | None) -> bool:
    """Return whether a round is over because all others had folded."""
    if round_ is None or round_.phase is not _ENDED or round_.voided:
        return False
    return not round_.active & (round_.active - 1)


def _showing(game: RoomGame, round_: Round, at: int) -> Cites:
    """Return the paragraphs under which a hand is shown now."""
    if not round_.active & (round_.active - 1):
        return game.grounds.lone
    if round_.marker is not _TURNED:
        return game.grounds.shown_early
    if round_.tabled:
        return game.grounds.tabled
    first, cites = leader(game, round_)
    return cites if at == first else game.grounds.must_show


def _wrong_cards(game: RoomGame, round_: Round, hand: Hand, cards: tuple[Card, ...]) -> Refusal | None:
    """Return the refusal if cards named at the showdown cannot be a hand that was dealt unseen."""
    if UNKNOWN not in hand.cards:  # nor does a refusal reveal where other cards are
        return Refusal(Reason.CARDS, "These are not the Hole Cards that were dealt", game.grounds.deal)
    if len(cards) != game.hole_cards or UNKNOWN in cards or first_repeated(cards) is not None:
        return Refusal(Reason.CARDS, f"A hand is {game.hole_cards} cards", game.grounds.deal)
    for card in cards:
        if card not in hand.cards and round_.used >> card & 1:
            return Refusal(Reason.CARDS, f"{format_card(card)} is elsewhere", game.grounds.deck)
    known = [card for card in hand.cards if card != UNKNOWN]
    if any(card not in cards for card in known):
        return Refusal(Reason.CARDS, "These are not the Hole Cards that were dealt", game.grounds.deal)
    return None


def muck(game: RoomGame, table: Table, actor: Actor, command: MuckHand) -> Answer:
    """Give up a beaten hand unseen."""
    grounds = game.grounds
    found = _own(game, table, actor, command.seat)
    if isinstance(found, Refusal):
        return found
    round_, at, hand = found
    if round_.phase is not _SHOWDOWN:
        early = "Hands are mucked after the Final Betting Round; before it is over, fold in your turn"
        return Refusal(Reason.MOMENT, early, (*grounds.final_round, *grounds.fold))
    if hand.shown:
        return Refusal(Reason.MOMENT, "The hand has been shown already", grounds.must_show)
    if not round_.active & (round_.active - 1):
        return Refusal(Reason.MOMENT, "The last hand left wins; it need not be shown", grounds.lone)
    if round_.marker is not Marker.SHOWDOWN:
        return Refusal(Reason.MOMENT, "The Game Marker has not been turned", grounds.marker)
    if round_.tabled:
        return Refusal(Reason.MOMENT, "No bet can follow: all hands are shown", grounds.tabled)
    if next_to_show(game, round_) != at:
        return Refusal(Reason.NOT_YOUR_TURN, "Another Player shows first", grounds.must_show)
    if holds_up(game, round_, at):
        first, cites = leader(game, round_)
        return Refusal(Reason.MOMENT, "This hand must be shown", cites if first == at else grounds.must_show)
    return (HandMucked(command.seat, grounds.may_muck),)


def holds_up(game: RoomGame, round_: Round, at: int) -> bool:
    """Return whether a hand is equal to or above all that have been shown for some pot it contends for.

    An unknown hand counts as beaten once another hand has been shown: only its Player can say so.
    """
    cards = round_.hands[at].cards
    for pot in pots_of(round_.hands, came_to_showdown(round_)):
        if at in pot.places:
            shown = [other for other in pot.places if round_.hands[other].shown]
            if not shown:
                return True
            best = max(game.rank(round_.hands[other].cards, round_.community) for other in shown)
            if UNKNOWN not in cards and game.must_show(game.rank(cards, round_.community), best):
                return True
    return False


def _own(game: RoomGame, table: Table, actor: Actor, seat: int) -> tuple[Round, int, Hand] | Refusal:
    """Return the hand that an actor may show or muck: their own, or for staff any Player's; otherwise a refusal."""
    round_, grounds = table.round, game.grounds
    at = NOBODY if round_ is None else round_.place(seat)
    if round_ is None or at == NOBODY or not round_.active >> at & 1:
        return Refusal(Reason.NO_SUCH_SEAT, f"Seat {seat} has no hand in play", grounds.active)
    hand = round_.hands[at]
    mine = actor.role is _PLAYER and actor.name == hand.player
    if not mine and not at_least(actor.role, _DEALER):
        return Refusal(Reason.NOT_YOURS, "Nobody may decide for another Player", grounds.own_decision)
    return round_, at, hand

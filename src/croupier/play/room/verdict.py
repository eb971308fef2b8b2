"""The meaning of a settled round of the poker room for one Player: the result, and the opponents.

It has facts only, as values. A hand is named only if it was shown, or to its own Player who has looked at it.
"""

from enum import StrEnum

from msgspec import Struct

from croupier.cards import UNKNOWN
from croupier.hands import Strength
from croupier.money import Cents
from croupier.play.room.events import PotAwarded
from croupier.play.room.pots import pots_of
from croupier.play.room.showdown import came_to_showdown
from croupier.play.room.state import NOBODY, Hand, Phase, Round, Table, places_in
from croupier.rules.document import Cite
from croupier.rules.room import RoomGame


class Kind(StrEnum):
    """The whole of it in a word."""

    WIN = "win"
    LOSE = "lose"
    EVEN = "even"
    """The Player got back exactly the chips that they put in."""
    BACK = "back"
    """The round is void."""


class Ending(StrEnum):
    """The end of a hand."""

    LONE = "lone"
    """All others were out."""
    SHOWDOWN = "showdown"
    MUCKED = "mucked"
    FOLDED = "folded"
    VOID = "void"


class Rival(Struct, frozen=True):
    """Another Player who won something, and the hand."""

    player: str
    strength: Strength | None
    """The strength of the hand; None if it was not shown."""


class PotWon(Struct, frozen=True):
    """A pot, from where the Player sat."""

    number: int
    amount: Cents
    rake: Cents
    mine: Cents
    """The part of it that the Player won."""
    others: tuple[Rival, ...]
    """The others who won part of it."""
    contended: bool
    """True if the Player was in it to the end."""


class RoomVerdict(Struct, frozen=True):
    """A settled round, for one Player."""

    kind: Kind
    net: Cents
    ending: Ending
    pots: tuple[PotWon, ...]
    cites: tuple[Cite, ...]
    put: Cents = 0
    """The chips that the Player had put in and that had not gone back before."""
    own: Strength | None = None
    best: Strength | None = None
    """The highest hand shown that the Player's has beaten."""


def nets(round_: Round) -> dict[int, Cents]:
    """Return, by seat, what its Player has won or lost; an uncalled bet had gone back before."""
    won = dict.fromkeys((hand.seat for hand in round_.hands), 0)
    for pot in round_.pots:
        for seat, amount in pot.winners:
            won[seat] += amount
    return {hand.seat: won[hand.seat] - hand.put - hand.dead for hand in round_.hands}


def room_verdict(game: RoomGame, table: Table, player: str) -> RoomVerdict | None:
    """Return what the table's last round meant for a Player.

    None while it is in play, or if they had no hand in it.
    """
    round_ = table.round
    if round_ is None or round_.phase is not Phase.ENDED:
        return None
    at = next((at for at, hand in enumerate(round_.hands) if hand.player == player), NOBODY)
    if at == NOBODY:
        return None
    hand = round_.hands[at]
    if round_.voided:
        return RoomVerdict(Kind.BACK, 0, Ending.VOID, (), ())
    net = nets(round_)[hand.seat]
    kind = Kind.WIN if net > 0 else Kind.LOSE if net < 0 else Kind.EVEN
    made = pots_of(round_.hands, came_to_showdown(round_))
    pots = tuple(_pot(game, round_, pot, hand, made[pot.pot].places) for pot in round_.pots)
    cites = tuple(dict.fromkeys(cite for pot in round_.pots for cite in pot.cites))
    return RoomVerdict(
        kind,
        net,
        _ending(round_, at),
        pots,
        cites,
        hand.put + hand.dead,
        _own(game, round_, at),
        _best(game, round_, at),
    )


def _ending(round_: Round, at: int) -> Ending:
    hand = round_.hands[at]
    if hand.shown is False:
        return Ending.MUCKED
    if hand.folded or not round_.active >> at & 1:
        return Ending.FOLDED
    came = came_to_showdown(round_)
    return Ending.SHOWDOWN if came & (came - 1) else Ending.LONE


def _pot(game: RoomGame, round_: Round, pot: PotAwarded, hand: Hand, contend: tuple[int, ...]) -> PotWon:
    mine = sum(amount for seat, amount in pot.winners if seat == hand.seat)
    others = []
    for seat, _ in pot.winners:
        if seat != hand.seat:
            at = round_.place(seat)
            others.append(Rival(round_.hands[at].player, _shown(game, round_, at)))
    contended = any(round_.hands[at].seat == hand.seat for at in contend)
    return PotWon(pot.pot, pot.amount, pot.rake, mine, tuple(others), contended)


def _shown(game: RoomGame, round_: Round, at: int) -> Strength | None:
    """Return the strength of a hand that was shown, otherwise None."""
    return _strength(game, round_, round_.hands[at]) if round_.hands[at].shown else None


def _own(game: RoomGame, round_: Round, at: int) -> Strength | None:
    known = round_.hands[at].shown or round_.looked >> at & 1
    return _strength(game, round_, round_.hands[at]) if known else None


def _strength(game: RoomGame, round_: Round, hand: Hand) -> Strength | None:
    """Return the strength of a hand; None while there are not enough cards, or if any is unknown."""
    cards = (*hand.cards, *round_.community)
    if UNKNOWN in cards or len(cards) < game.hand.cards:
        return None
    return game.hand.rank_best(cards)


def _best(game: RoomGame, round_: Round, at: int) -> Strength | None:
    """Return the highest open hand that this one was better than; None if there is none."""
    own = _own(game, round_, at)
    if own is None:
        return None
    open_ = [_shown(game, round_, other) for other in places_in(round_.active) if other != at]
    return max((one for one in open_ if one is not None and one < own), default=None)

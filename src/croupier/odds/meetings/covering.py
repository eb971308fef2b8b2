"""What the solvers of games with one decision cover, and what may be moved in such a game."""

from itertools import cycle

from croupier.cards import RANKS, format_card, parse_cards, rank_of
from croupier.hands import RANK_NAMES, Strength
from croupier.odds.meetings.side import check_side, counted_wagers, side_wagers
from croupier.odds.meetings.terms import bet_wager, check_terms, comparison, main_wagers, read_meetings
from croupier.odds.solver import Threshold
from croupier.odds.whatif import DEALER_FROM
from croupier.play.banked import flow
from croupier.play.banked.settlement import first_outcome
from croupier.rules.house import HouseGame
from croupier.rules.terms import WagerName


def dealt_so(game: HouseGame, *, cards: int, face_up: int) -> bool:
    """Whether Player and Dealer get so many cards, so many of the Dealer's face up, however a round is dealt."""
    dealt = (cards, 0, face_up)
    return all(
        (flow.hand_size(game, one), flow.board_size(game, one), len(flow.face_up(game, one, cards))) == dealt
        for one in game.rounds
    )


def claimed_wagers(game: HouseGame) -> frozenset[WagerName]:
    """The wagers whose worth can be told."""
    return frozenset([*main_wagers(game), WagerName.JACKPOT, *counted_wagers(game)])


def check_meeting(game: HouseGame) -> None:
    """Raises :class:`NotCoveredError` if something about the game goes by more than is counted."""
    check_terms(game)
    for wager in side_wagers(game):
        check_side(game, wager)


def qualifying_threshold(game: HouseGame, *, recounts: bool) -> tuple[Threshold, ...]:
    """The hand from which on the Dealer qualifies, and those below and above it; none where every hand does."""
    lowest = read_meetings(game).qualifying
    if not lowest:
        return ()
    cites = first_outcome(game, bet_wager(game), comparison(game, game.hand.best, lowest - 1)).cites
    near = [one for one in (_beside(game, lowest, -1), lowest, _beside(game, lowest, 1)) if one is not None]
    options = tuple((_written(game, one), hand_named(game, one)) for one in near)
    return (Threshold(DEALER_FROM, _written(game, lowest), options, cites, recounts),)


def qualifying_name(game: HouseGame) -> str:
    """The lowest hand with which the Dealer qualifies, for people: ``Ace and King``."""
    return hand_named(game, read_meetings(game).qualifying)


def hand_named(game: HouseGame, lowest: Strength) -> str:
    """All hands from one on, by what they have to hold: ``Queen high``, ``Ace and King``, ``One Pair``."""
    order = game.hand.order_of(lowest)
    if order is not game.hand.orders[0]:
        return order.title if order.lowest == lowest else game.hand.describe(lowest)
    ranks = [RANK_NAMES[rank] for rank in _needed(game, lowest)]
    return f"{ranks[0]} high" if len(ranks) == 1 else f"{', '.join(ranks[:-1])} and {ranks[-1]}"


def _ranks(game: HouseGame, strength: Strength) -> tuple[int, ...]:
    return tuple(rank_of(card) for card in game.hand.representative(strength))


def _needed(game: HouseGame, lowest: Strength) -> tuple[int, ...]:
    """Of a hand of odd cards, the highest ranks that say all: the hand is the lowest that has them."""
    ranks = _ranks(game, lowest)
    size = next(size for size in range(1, len(ranks) + 1) if _lowest_with(game, ranks[:size]) == lowest)
    return ranks[:size]


def _lowest_with(game: HouseGame, ranks: tuple[int, ...]) -> Strength | None:
    """The lowest hand of odd cards that begins with these ranks."""
    odd = range(game.hand.orders[0].highest + 1)
    return next((one for one in odd if _ranks(game, one)[: len(ranks)] == ranks), None)


def _beside(game: HouseGame, lowest: Strength, step: int) -> Strength | None:
    """The hand that asks for a rank, or an order, less or more."""
    orders = game.hand.orders
    at = orders.index(game.hand.order_of(lowest))
    if at:
        return orders[at + step].lowest if 1 <= at + step < len(orders) else None
    needed = _needed(game, lowest)
    found = _lowest_with(game, (*needed[:-1], needed[-1] + step))
    return orders[1].lowest if found is None and step > 0 else found


def _written(game: HouseGame, strength: Strength) -> str:
    """A hand as a change names it, every card of another suit: ``AsKd4h3c2s``; of a flush, its own cards."""
    cards = game.hand.representative(strength)
    mixed = "".join(f"{RANKS[rank_of(card)]}{suit}" for card, suit in zip(cards, cycle("sdhc"), strict=False))
    return mixed if game.hand.rank(parse_cards(mixed)) == strength else "".join(map(format_card, cards))

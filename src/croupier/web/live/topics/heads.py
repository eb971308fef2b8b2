"""The head that every page about a table has, and names of hands that somebody sees."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from croupier.cards import Card, parse_card, rank_of
from croupier.floor.journal.streams import Kept
from croupier.floor.tables.deciding import house_of, room_of
from croupier.floor.tables.table import PokerTable, TableState
from croupier.hands import Category, best_five, category_of, describe, rank_five
from croupier.play.viewer import HIDDEN
from croupier.web.live.wire import Face, HandName
from croupier.web.venue import Venue

_SETS: Final = frozenset({Category.ONE_PAIR, Category.TWO_PAIRS, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND})


def face_of(venue: Venue, kept: Kept) -> Face:
    """A table's head. State and version are those of one moment: the floor's thread goes on meanwhile."""
    state: TableState = kept.state
    game = room_of(state) if isinstance(state, PokerTable) else house_of(state)
    info = state.info
    link = venue.floor.link(info.link) if info.link else None
    return Face(
        table=info.name,
        game=info.game,
        title=game.document.title,
        rulebook=state.engine.rulebook,
        automatic=info.automatic,
        open=info.open,
        version=kept.version,
        link=info.link,
        meter=None if link is None else link.shown,
        link_down="" if link is None else link.down,
        root=info.root,
    )


def hand_name(own: Sequence[str], community: Sequence[str] = ()) -> HandName | None:
    """What somebody sees of a hand, by name; None while a card of it is hidden, or there are not five.

    The eye alone goes by it: settlement ranks for itself.
    """
    if not own or HIDDEN in own:
        return None
    cards = [parse_card(card) for card in own]
    board = [parse_card(card) for card in community if card != HIDDEN]
    if len(cards) + len(board) < 5:
        return None
    five = _best([*cards, *board])
    strength = rank_five(five)
    category = category_of(strength)
    making = _making(category, five)
    name = describe(strength)
    return HandName(
        category=category.name.lower(),
        name=name,
        short=category.title,
        own=tuple(at for at, card in enumerate(cards) if card in making),
        community=tuple(at for at, card in enumerate(community) if card != HIDDEN and parse_card(card) in making),
    )


def _best(cards: list[Card]) -> tuple[Card, ...]:
    if len(cards) in {5, 7}:
        return best_five(cards)
    return max(combinations(cards, 5), key=rank_five)


def _making(category: Category, five: tuple[Card, ...]) -> frozenset[Card]:
    """The cards that a hand is called after: those of equal rank, or all five; of odd cards none."""
    if category is Category.FIVE_ODD_CARDS:
        return frozenset()
    if category not in _SETS:
        return frozenset(five)
    ranks = [rank_of(card) for card in five]
    return frozenset(card for card in five if ranks.count(rank_of(card)) > 1)

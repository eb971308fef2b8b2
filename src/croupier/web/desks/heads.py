"""The head of every page about a table, and the names of hands that a person sees."""

from collections.abc import Sequence
from functools import lru_cache

from croupier.cards import parse_card
from croupier.floor.house.credentials import Session
from croupier.floor.running.loading import StreamState
from croupier.floor.values.table_kinds import TableState
from croupier.play.viewer import HIDDEN
from croupier.rules.handtypes import HandType
from croupier.web.venue import Venue
from croupier.web.wire import Face, HandName


def face_of(venue: Venue, session: Session, kept: StreamState) -> Face:
    """Return a table's head. State and version belong to the same moment, although the floor's thread goes on."""
    state: TableState = kept.state
    game = state.game
    info = state.info
    link = venue.reveals.link(info.link, session) if info.link else None
    return Face(
        table=info.name,
        called=venue.names.of(venue.floor, info.name),
        game=info.game,
        title=game.document.title,
        rulebook=state.engine.rulebook,
        automatic=info.automatic,
        open=info.open,
        version=kept.version,
        moment=state.engine.moment,
        link=info.link,
        meter=None if link is None else link.shown,
        link_down="" if link is None else link.down,
        root=info.root,
        dealer=venue.dealers.dealing(info.name) if venue.dealers is not None else "",
    )


def hand_name(hand: HandType, own: Sequence[str], community: Sequence[str] = ()) -> HandName | None:
    """Return the name of a hand that a person sees; None while a card of it is hidden, or there are too few for a hand.

    This is for display only: settlement ranks for itself.
    """
    return None if not own or HIDDEN in own else _named(hand, tuple(own), tuple(community))


@lru_cache(maxsize=4096)
def _named(hand: HandType, own: tuple[str, ...], community: tuple[str, ...]) -> HandName | None:
    """Return the name of a hand; cached, since it stays the same at all stages of a round's end."""
    cards = [parse_card(card) for card in own]
    board = [parse_card(card) for card in community if card != HIDDEN]
    if len(cards) + len(board) < hand.cards:
        return None
    best = hand.best_of([*cards, *board])
    strength = hand.rank(best)
    order = hand.order_of(strength)
    making = hand.called_after(best)
    return HandName(
        category=order.key,
        name=hand.describe(strength),
        short=order.title,
        made=hand.made(strength),
        own=tuple(at for at, card in enumerate(cards) if card in making),
        community=tuple(at for at, card in enumerate(community) if card != HIDDEN and parse_card(card) in making),
    )

"""Shares of a pot over HTTP: cards in plain notation, and hands of a game whose shares can be computed."""

from croupier.cards import format_card, parse_cards
from croupier.notation.problem import InputError
from croupier.odds.shares import HOLE, shares
from croupier.rulebooks import UnknownGameError
from croupier.rules.handtypes import FIVE_CARDS
from croupier.rules.room import RoomGame
from croupier.web.desks.study.documents import game_of
from croupier.web.wire.records import HandShare, SharesPage

_MOST = 10
"""The most hands whose shares are computed: as many as a table of the poker room has."""


def room_game_of(name: str) -> RoomGame | None:
    """Return the poker room game of this name or rulebook; None if there is none whose shares can be computed."""
    try:
        game = game_of(name)
    except UnknownGameError:
        return None
    counted = isinstance(game, RoomGame) and game.hand is FIVE_CARDS and game.hole_cards == HOLE
    return game if counted and isinstance(game, RoomGame) else None


def shares_page(game: RoomGame, hands: str, board: str) -> SharesPage:
    """Return the shares of hands such as ``QcQh,AsJs`` on a board such as ``Qd9s4s2h``. Raises :class:`InputError`."""
    texts = hands.split(",")
    if len(texts) > _MOST:
        raise InputError(f"At most {_MOST} hands are counted together")
    try:
        held = tuple(parse_cards(text) for text in texts)
        found = shares(game.rank, held, parse_cards(board))
    except ValueError as wrong:
        raise InputError(str(wrong)) from None
    each = zip(held, found.hands, strict=True)
    return SharesPage(
        found.boards,
        tuple(HandShare(tuple(map(format_card, hand)), one.wins, one.ties, one.share) for hand, one in each),
    )

"""The approved documents as code, one module each. Loaded by name, so that a command pays only for its game."""

from functools import cache
from importlib import import_module
from typing import Final

from croupier.rules.game import Game
from croupier.rules.house import HouseGame
from croupier.rules.room import RoomGame

_HOUSE: Final = {
    "rws-casino-stud": "rws_casino_stud_v6",
    "rws-multi-link-casino-stud": "rws_multi_link_casino_stud_v3",
    "rws-progressive-texas-holdem": "rws_progressive_texas_holdem_v6",
    "mbs-texas-holdem-bonus-progressive": "mbs_texas_holdem_bonus_progressive_v6",
}
_ROOM: Final = {
    "rws-poker": "rws_poker_v6",
}

MODULES: Final = {**_HOUSE, **_ROOM}
"""The current rulebook of each game."""
HOUSE_GAMES: Final = tuple(_HOUSE)
"""What Players play against the House."""
ROOM_GAMES: Final = tuple(_ROOM)
"""What Players play against each other."""


class UnknownGameError(LookupError):
    """No game, or more than one, goes by that name: the message is a sentence for a person."""


def game_name(text: str) -> str:
    """The full name of a game from its name or an unambiguous beginning of it."""
    if text in MODULES:
        return text
    found = [name for name in MODULES if text and name.startswith(text)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownGameError(f"{text!r} could be {' or '.join(found)}")
    raise UnknownGameError(f"there is no game {text[:60]!r}; the games are {', '.join(MODULES)}")


def module_name(game: str) -> str:
    """The module of a game's current rulebook."""
    return f"croupier.rulebooks.{MODULES[game_name(game)]}"


def load(game: str) -> Game:
    """A game by its name, or an unambiguous beginning of it. Raises :class:`UnknownGameError`."""
    loaded = import_module(module_name(game)).GAME
    assert isinstance(loaded, Game)
    return loaded


def load_house(game: str) -> HouseGame:
    """A game that is played against the House, likewise."""
    return as_house(load(game))


def load_room(game: str) -> RoomGame:
    """A game of the poker room, likewise."""
    return as_room(load(game))


def as_house(game: Game) -> HouseGame:
    """The game, where it is played against the House. Raises :class:`UnknownGameError` where it is not."""
    if isinstance(game, RoomGame):
        raise UnknownGameError(f"{game.name} is played in the poker room, not against the House")
    return game


def as_room(game: Game) -> RoomGame:
    """The game, where it is one of the poker room. Raises :class:`UnknownGameError` where it is not."""
    if isinstance(game, HouseGame):
        raise UnknownGameError(f"{game.name} is played against the House, not in the poker room")
    return game


@cache
def load_rulebook(rulebook: str) -> Game:
    """A game by the rulebook that a round was played under, such as ``rws-casino-stud-v6``."""
    for game, module in MODULES.items():
        if rulebook == f"{game}-v{module.rpartition('_v')[2]}":
            return load(game)
    raise UnknownGameError(f"there is no rulebook {rulebook[:60]!r}")

"""The approved documents as code, one module each. Loaded by name, so that a command pays only for its game."""

from importlib import import_module
from typing import Final

from croupier.rules.house import HouseGame

MODULES: Final = {
    "rws-casino-stud": "rws_casino_stud_v6",
    "rws-multi-link-casino-stud": "rws_multi_link_casino_stud_v3",
    "rws-progressive-texas-holdem": "rws_progressive_texas_holdem_v6",
    "mbs-texas-holdem-bonus-progressive": "mbs_texas_holdem_bonus_progressive_v6",
}
"""The current rulebook of each game."""


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


def load(game: str) -> HouseGame:
    """A game by its name, or an unambiguous beginning of it. Raises :class:`UnknownGameError`."""
    loaded = import_module(module_name(game)).GAME
    assert isinstance(loaded, HouseGame)
    return loaded


def load_rulebook(rulebook: str) -> HouseGame:
    """A game by the rulebook that a round was played under, such as ``rws-casino-stud-v6``."""
    for game, module in MODULES.items():
        if rulebook == f"{game}-v{module.rpartition('_v')[2]}":
            return load(game)
    raise UnknownGameError(f"there is no rulebook {rulebook[:60]!r}")

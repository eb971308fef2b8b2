"""croupier: five casino poker games, run exactly as their approved documents say.

The names in ``__all__`` are the library: they are documented and keep their meaning between releases. Each is loaded on
first use, so importing the package costs nothing. Everything else is private and may change in any release.
"""

from importlib import import_module

TYPE_CHECKING = False  # importing typing would take longer than everything else here
if TYPE_CHECKING:
    from croupier.library.cards import DECK, Card, Hand
    from croupier.library.counting import Advice, Odds, advise, odds
    from croupier.library.games import Game, games, rule
    from croupier.library.house import Floor
    from croupier.library.playing import Act, Line, RefusedError
    from croupier.library.room import Room
    from croupier.library.settling import Settlement, Sitting, settle
    from croupier.library.table import Table

__all__ = [
    "DECK",
    "Act",
    "Advice",
    "Card",
    "Floor",
    "Game",
    "Hand",
    "Line",
    "Odds",
    "RefusedError",
    "Room",
    "Settlement",
    "Sitting",
    "Table",
    "advise",
    "games",
    "odds",
    "rule",
    "settle",
]

_ROOMS = {
    "cards": ("DECK", "Card", "Hand"),
    "counting": ("Advice", "Odds", "advise"),
    "games": ("Game", "games", "rule"),
    "house": ("Floor",),
    "playing": ("Act", "Line", "RefusedError"),
    "room": ("Room",),
    "settling": ("Settlement", "Sitting", "settle"),
    "table": ("Table",),
}


def __getattr__(name: str) -> object:
    if name == "odds":  # the package of the same name is callable: see its module
        return import_module("croupier.odds")
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"croupier.library.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

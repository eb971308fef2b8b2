"""Environments in which an agent trains against exactly these rules.

Gymnasium's are for the games against the House, PettingZoo's for the poker room. They are an extra:
``pip install 'croupier[environments]'``.

Nothing is decided here: a table of the library is played, and what it shows and settles is handed on.
"""

from croupier.environments.agents import (
    AGENTS,
    Expected,
    Measured,
    expected,
    measured,
    perfect,
    played,
    random,
    simple,
)
from croupier.environments.house import HouseEnv
from croupier.environments.room import RoomEnv

__all__ = [
    "AGENTS",
    "Expected",
    "HouseEnv",
    "Measured",
    "RoomEnv",
    "expected",
    "measured",
    "perfect",
    "played",
    "random",
    "simple",
]

"""The plan of a simulation as one value that can be sent to any process, which then plays the same rounds."""

from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from croupier.money import Cents
from croupier.odds.solver import PERFECT
from croupier.rules.banked import BankedPolicy

CHUNK: Final = 1 << 20
"""The number of rounds that are played at a time: half a second of work or less with a kernel."""
SLOW_CHUNK: Final = 1 << 9
"""The number of rounds that are played at a time with the engine."""


class Plan(Struct, frozen=True):
    """Rounds of a game under a strategy."""

    game: str
    rounds: int
    seed: int = 1
    boxes: int = 1
    strategy: str = PERFECT
    version: str = ""
    changes: tuple[tuple[str, str], ...] = ()
    """The changes of its pay tables, as for the odds."""
    ante: Cents = BankedPolicy().minimum
    sides: tuple[tuple[str, Cents], ...] = ()
    """Side wagers on every box, by name."""
    jackpot_wager: Cents = 0
    """The jackpot wager on every box; 0 for none."""
    meter: Cents = BankedPolicy().seed
    """The meter's value at every award."""
    manners: tuple[str, ...] = ()
    """The manners of the bots at a table of the poker room, seat by seat."""
    hits: bool = False
    """True if rounds that may take from the meter are reported one by one."""
    period: int = 0
    """The number of rounds in a shift; 0 if shifts are not counted."""

    def chunk(self, slow: bool) -> int:
        """Return the number of rounds in a chunk; whole shifts if shifts are counted."""
        size = SLOW_CHUNK if slow else CHUNK
        return size if not self.period else self.period * max(1, size // self.period)


class Hit(Struct, frozen=True, array_like=True):
    """A box whose hand may be paid from a meter."""

    round: int
    box: int
    awards: tuple[int, ...]
    """The awards of which it is paid one, by their places in the document's table."""


class Shift(NamedTuple):
    """Rounds that follow each other at a table: a Dealer's shift, or a Player's session."""

    won: int
    staked: int
    lowest: int = 0
    highest: int = 0
    """The least and the most that was won so far after a round."""


class Part(Struct, frozen=True):
    """The result of some rounds: whole numbers only, so that adding up gives the same in any order."""

    rounds: int = 0
    rows: dict[str, int] = {}
    """The number of boxes by how they ended, such as ``outcome.fold``, and of wagers by row, such as ``bet.flush``."""
    staked: dict[str, int] = {}
    """The amounts staked by column, in cents."""
    won: dict[str, int] = {}
    """The amounts that came back less the amounts staked, by column."""
    squares: dict[str, int] = {}
    """The sums of the squares of what each round won, by column."""
    lowest: int = 0
    highest: int = 0
    """The least and the most that everything won so far has been after a round."""
    periods: tuple[Shift, ...] = ()
    hits: tuple[Hit, ...] = ()


ALL: Final = "all"
"""The column of every wager together."""


def joined(before: Part, after: Part) -> Part:
    """Join two parts that follow each other."""
    so_far = before.won.get(ALL, 0)
    return Part(
        before.rounds + after.rounds,
        _added(before.rows, after.rows),
        _added(before.staked, after.staked),
        _added(before.won, after.won),
        _added(before.squares, after.squares),
        min(before.lowest, so_far + after.lowest),
        max(before.highest, so_far + after.highest),
        before.periods + after.periods,
        before.hits + tuple(replace(one, round=one.round + before.rounds) for one in after.hits),
    )


def _added(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    found = dict(one)
    for key, number in other.items():
        found[key] = found.get(key, 0) + number
    return found

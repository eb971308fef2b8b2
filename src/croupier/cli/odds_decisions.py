"""Perfect play of a hold'em game as a table: every decision before the Flop, on every Flop and on every Turn."""

import gzip
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from croupier.cards import Card, format_card
from croupier.cli.files import whole_file
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decision

if TYPE_CHECKING:
    from croupier.odds.holdem.solution import Holdem
    from croupier.odds.holdem.streets import Decided

Progress = Callable[[float], None]
OPTION: Final = "decisions"
HEAD: Final = ("community", "hole", "combinations", "decision")
_COUNTED: Final = 0.3
"""The share of the work until all decisions are known; then come the Flops, then the Turns."""
_FLOPS: Final = 0.1


class SupportsWrite(Protocol):
    """A file or stream that bytes can be written to."""

    def write(self, data: bytes, /) -> object:
        """Write these bytes."""
        ...


class DecisionsWritten(Struct, frozen=True):
    """The numbers of decisions written, by the Community Cards dealt, for deals that differ in more than suits."""

    game: str
    file: str
    before_flop: int
    on_flop: int
    on_turn: int


def write_decisions(game: BankedGame, changes: Mapping[str, str], file: str, progress: Progress) -> DecisionsWritten:
    """Write the decisions, compressed if the file's name ends in ``.gz``."""
    from croupier.odds.holdem.solution import Holdem

    holdem = Holdem(game, changes, progress=lambda done: progress(_COUNTED * done))
    with whole_file(OPTION, Path(file)) as out:
        if file.endswith(".gz"):
            with gzip.GzipFile("", "wb", compresslevel=4, fileobj=out, mtime=0) as zipped:
                found = _write(holdem, zipped, progress)
        else:
            found = _write(holdem, out, progress)
    return DecisionsWritten(game.name, file, *found)


def _write(holdem: "Holdem", out: SupportsWrite, progress: Progress) -> tuple[int, int, int]:
    from croupier.odds.holdem.streets import FLOP, TURN, boards, on_boards

    starting = starting_lines(holdem)
    out.write(f"{','.join(HEAD)}\n{''.join(starting)}".encode())
    lines = {FLOP: 0, TURN: 0}
    for number, begun, share in ((FLOP, _COUNTED, _FLOPS), (TURN, _COUNTED + _FLOPS, 1 - _COUNTED - _FLOPS)):
        every = len(boards(number).cards)
        for at, board in enumerate(on_boards(holdem, number)):
            decided = board_lines(board)
            out.write("".join(decided).encode())
            lines[number] += len(decided)
            progress(begun + share * (at + 1) / every)
    return len(starting), lines[FLOP], lines[TURN]


def starting_lines(holdem: "Holdem") -> list[str]:
    """Return the lines of the 169 starting hands, before any Community Card is dealt."""
    from croupier.odds.holdem.streets import before_flop

    return [f",{_pairs()[pair]},{often},{decision}\n" for pair, often, decision in before_flop(holdem)]


def board_lines(board: "Decided") -> list[str]:
    """Return the lines of every hand on a board."""
    from croupier.odds.holdem.streets import FLOP

    pairs, community = _pairs(), _spoken(board.community)
    more = Decision.TURN if len(board.community) == FLOP else Decision.RIVER
    columns = zip(board.pairs.tolist(), board.combinations.tolist(), board.placed.tolist(), strict=True)
    return [
        f"{community},{pairs[pair]},{often},{more if placed else Decision.CHECK}\n" for pair, often, placed in columns
    ]


@cache
def _pairs() -> tuple[str, ...]:
    from croupier.odds.suits import PAIRS

    return tuple(map(_spoken, PAIRS))


def _spoken(cards: Sequence[int]) -> str:
    """Return cards as people write them, the highest first."""
    return " ".join(format_card(Card(card)) for card in sorted(cards, reverse=True))

"""The result of a settled round: every wager with its paragraphs, and what the meter did."""

from collections.abc import Iterable

from msgspec import Struct

from croupier.money import Cents
from croupier.play.banked.events import BankedEvent, JackpotFed, JackpotUnfed, ShareSettled, WagerSettled
from croupier.play.banked.state import Table
from croupier.rules.banked import BankedGame


class Line(Struct, frozen=True, omit_defaults=True):
    """One wager, settled."""

    box: int
    player: str
    wager: str
    staked: Cents
    result: str
    paid: Cents
    returned: Cents
    cites: tuple[str, ...]
    award: str = ""
    shares: tuple[ShareSettled, ...] = ()


class MeterMoves(Struct, frozen=True):
    """The displayed jackpot before the round, what its wagers added (those that went back do not count), and after."""

    before: Cents
    contributed: Cents
    after: Cents


class Answer(Struct, frozen=True):
    """A settled round."""

    game: str
    rulebook: str
    lines: tuple[Line, ...]
    meter: MeterMoves | None
    """The moves of the jackpot's meter; None if the game has no jackpot."""


def line_of(event: WagerSettled) -> Line:
    """Return a settlement event as a line of the answer."""
    return Line(
        event.box,
        event.player,
        event.wager.value,
        event.staked,
        event.result.value,
        event.paid,
        event.returned,
        event.cites,
        event.award,
        event.shares,
    )


def answer(game: BankedGame, opening: Table, closing: Table, events: Iterable[BankedEvent]) -> Answer:
    """Make the answer of a finished round from the table before and after it."""
    assert closing.round is not None
    fed = 0
    for event in events:
        if isinstance(event, JackpotFed):
            fed += event.millionths
        elif isinstance(event, JackpotUnfed):
            fed -= event.millionths
    before = opening.meter.shown
    contributed = (opening.meter.millionths + fed) // 1_000_000 - before
    moves = MeterMoves(before, contributed, closing.meter.shown) if game.has_jackpot else None
    lines = tuple(line_of(event) for event in closing.round.lines)
    return Answer(game.name, closing.round.rulebook, lines, moves)

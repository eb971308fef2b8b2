"""The worth of another interpretation of an ambiguous paragraph.

Every rulebook ends with interpretations, each with a question, a choice and a reason. Those that can move money in a
round without irregularities have another answer with a price, which is calculated here from the same counts. A rulebook
says which interpretation settles which point.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from croupier.money import Cents, format_money
from croupier.odds.results import Ratio
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite, Interpretation, Point
from croupier.rules.terms import WagerName

OTHERWISE: Final[Mapping[Point, str]] = {
    Point.STAKE_IN_CAP: "it does: winnings and stake together are cut",
    Point.STAKE_BACK: "a jackpot wager that wins comes back beside its award",
    Point.PRIZES_ADD_UP: "they do: a hand is paid every award that it has won",
    Point.EITHER_HOLE: "the Dealer's too: the better row of the two hands pays",
}
"""The words for the other answer to each point."""


class ReadingWorth(Struct, frozen=True):
    """An interpretation, and the house edge with the other answer."""

    cite: Cite
    paragraphs: tuple[Cite, ...]
    question: str
    choice: str
    otherwise: str
    concerns: str
    """The house edge concerned: ``game`` in Antes, ``bonus`` or ``jackpot`` in wagers."""
    at: str
    """The stakes, if that matters."""
    house_edge: Ratio
    other_edge: Ratio
    costs: Ratio
    """The house edge that the other answer adds; if negative, Players would gain by it."""


class Other(NamedTuple):
    """The effect of the other answer to a question."""

    concerns: str
    at: str
    edge: Fraction
    other: Fraction


def told(game: BankedGame, asked: Mapping[Point, Callable[[], Other | None]]) -> Iterator[ReadingWorth]:
    """Yield the worth of each point that the document leaves open and ``asked`` can price, in the document's order."""
    settles = {cite: point for point, cite in game.document.points.items()}
    for one in game.document.interpretations:
        point = settles.get(one.number)
        if point is None or point not in asked:
            continue
        found = asked[point]()
        if found is not None:
            yield reading_worth(one, OTHERWISE[point], found)


def reading_worth(said: Interpretation, otherwise: str, other: Other) -> ReadingWorth:
    """Return an interpretation with the house edge as approved and with the other answer."""
    return ReadingWorth(
        said.number,
        said.paragraphs,
        said.question,
        said.choice,
        otherwise,
        other.concerns,
        other.at,
        Ratio.of(other.edge),
        Ratio.of(other.other),
        Ratio.of(other.other - other.edge),
    )


def with_cap(game: BankedGame, wager: WagerName, stake: Cents) -> BankedGame:
    """Return the game with a maximum payout that counts the stake."""
    cap = game.caps[wager]
    return replace(game, caps={**game.caps, wager: replace(cap, most=max(cap.most - stake, 0))})


def at_ante(ante: Cents) -> str:
    """Name the Ante at which figures hold: ``an Ante of SGD 100.00``."""
    return f"an Ante of {format_money(ante)}"


def at_meter(meter: Cents) -> str:
    """Name the meter at which figures hold."""
    return f"a meter of {format_money(meter)}"

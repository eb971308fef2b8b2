"""What another reading of an ambiguous paragraph would be worth.

Interpretations close every rulebook, with a question, a choice and a reason. Those that can move money in a round that
is dealt and played without trouble have another answer, and that answer has a price: it is reckoned here, by the same
counts. The question finds the interpretation, so that its number may differ from document to document.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from croupier.money import Cents, format_money
from croupier.odds.results import Ratio
from croupier.rules.document import Cite, Interpretation
from croupier.rules.house import HouseGame
from croupier.rules.terms import WagerName

STAKE_IN_CAP: Final = "Does the maximum payout count the stake?"
STAKE_BACK: Final = "When does a jackpot wager feed the meter, and does it ever come back?"
PRIZES_ADD_UP: Final = "What is a Royal Flush on the Flop, the Turn, the River? Do prizes of hand and community add up?"
EITHER_HOLE: Final = "Whose Hole Cards win the Bonus?"

OTHERWISE: Final[Mapping[str, str]] = {
    STAKE_IN_CAP: "it does: winnings and stake together are cut",
    STAKE_BACK: "a jackpot wager that wins comes back beside its award",
    PRIZES_ADD_UP: "they do: a hand is paid every award that it has won",
    EITHER_HOLE: "the Dealer's too: the better row of the two hands pays",
}
"""The other answer to each question."""


class ReadingWorth(Struct, frozen=True):
    """An interpretation, and what the other answer would make of a house edge."""

    cite: Cite
    paragraphs: tuple[Cite, ...]
    question: str
    choice: str
    otherwise: str
    concerns: str
    """Whose house edge: ``game`` in Antes, ``bonus`` or ``jackpot`` in wagers."""
    at: str
    """On which stakes, where that matters."""
    house_edge: Ratio
    other_edge: Ratio
    costs: Ratio
    """What the other answer adds to the house edge; below nothing, Players would gain by it."""


class Other(NamedTuple):
    """What the other answer to a question does."""

    concerns: str
    at: str
    edge: Fraction
    other: Fraction


def told(game: HouseGame, asked: Mapping[str, Callable[[], Other | None]]) -> Iterator[ReadingWorth]:
    """The questions that the document leaves open, in its order."""
    for one in game.document.interpretations:
        found = asked[one.question]() if one.question in asked else None
        if found is not None:
            yield reading_worth(one, OTHERWISE[one.question], found)


def reading_worth(said: Interpretation, otherwise: str, other: Other) -> ReadingWorth:
    """An interpretation, and what the other answer would make of a house edge."""
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


def with_cap(game: HouseGame, wager: WagerName, stake: Cents) -> HouseGame:
    """The game with a maximum payout that counts the stake."""
    cap = game.caps[wager]
    return replace(game, caps={**game.caps, wager: replace(cap, most=max(cap.most - stake, 0))})


def at_ante(ante: Cents) -> str:
    """On which Ante."""
    return f"an Ante of {format_money(ante)}"


def at_meter(meter: Cents) -> str:
    """At which meter."""
    return f"a meter of {format_money(meter)}"

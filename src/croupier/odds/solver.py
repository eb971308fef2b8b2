"""The protocol of all solvers, and the sentence for a game that no solver covers.

A solver claims a game only if it can count its hands and every wager of its layout. It refuses everything that it does
not cover, in one sentence: no figure is better than a false one.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol

from msgspec import Struct

from croupier.cards import Card
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.odds.results import Figures, JackpotReturn, Ratio, SideWager
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.document import Cite
from croupier.rules.terms import Decide, WagerName

PERFECT: Final = "perfect"
"""The strategy that every solver knows: each decision by what it is worth."""

Progress = Callable[[float], None]
"""Called with how much of the work is done, from 0 to 1."""

Paid = dict[str, Fraction]
"""The average pay of each row of the pay tables, by key such as ``bet.flush``.

It is per Ante, per side wager, or per jackpot wager. Returned stakes are not counted.
"""


def nothing(done: float) -> None:
    """Discard progress: the default for callers that show none."""


class NotCoveredError(InputError):
    """No solver covers the game, or some part of it."""


class Stakes(Struct, frozen=True):
    """The stakes of a question. Without an Ante in money, results are in Antes, and no cap is reached."""

    ante: Cents | None = None
    meter: Cents | None = None
    """The jackpot's meter; if given, there is a jackpot wager in addition to the Ante."""
    jackpot_wager: Cents = BankedPolicy().jackpot_wager


class Question(Struct, frozen=True):
    """A question about a game, with all its options."""

    changes: Mapping[str, str] = {}
    """The changes to the game, such as another pay of a row, by key."""
    strategy: str = PERFECT
    stakes: Stakes = Stakes()
    exposed: bool = False
    """True if the answer is to price seeing more of the Dealer's cards."""
    readings: bool = False
    """True if the answer is to price other interpretations of the document."""


AS_APPROVED: Final = Question()
"""The game as its document has it, played perfectly."""


class Threshold(Struct, frozen=True):
    """A lowest hand for something, which a what-if may change."""

    key: str
    """The name that changes it, ``dealer.from``."""
    approved: str
    """The hand that the document names, as a change would write it."""
    options: tuple[tuple[str, str], ...]
    """The hands to choose from, including the approved one: as a change writes it, and for people."""
    cites: tuple[Cite, ...]
    recounts: bool
    """True if all deals have to be counted again for another hand."""


class GridRow(Struct, frozen=True):
    """Hands with the same highest cards, in a chart of when to bet."""

    hand: str
    """The hand: ``AKJ``, ``KK``, or a category such as ``two_pairs``."""
    bets: tuple[float, ...]
    """The share of such deals in which to bet, by face-up card, Ace first."""


class HandShown(Struct, frozen=True):
    """A starting hand, in a chart of them."""

    hand: str
    decision: str
    worth: float


class Charted(Struct, frozen=True):
    """Perfect play for display: whichever charts a kind of game has."""

    hands: tuple[HandShown, ...] = ()
    grid: tuple[GridRow, ...] = ()
    always_fold_to: str = ""
    always_bet_from: str = ""


class Choice(Struct, frozen=True):
    """A decision, and what the round is then worth with perfect play after it, in Antes."""

    decision: str
    worth: Ratio


class Known(Struct, frozen=True):
    """The cards and wagers that a Player knows at a decision."""

    cards: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    turn_placed: bool = False


class StrategyCost(Struct, frozen=True):
    """A strategy, and what it costs compared with perfect play, in Antes per round."""

    strategy: str
    means: str
    house_edge: Ratio
    costs: Ratio


class Answer(Protocol):
    """The part that all answers to ``croupier odds`` share; each kind of game adds its own."""

    @property
    def game(self) -> str: ...
    @property
    def rulebook(self) -> str: ...
    @property
    def strategy(self) -> str: ...
    @property
    def total_combinations(self) -> int: ...
    @property
    def house_edge(self) -> Ratio: ...
    @property
    def element_of_risk(self) -> float: ...
    @property
    def standard_deviation(self) -> float: ...
    @property
    def average_wager(self) -> float: ...
    @property
    def exact(self) -> dict[str, str]: ...
    @property
    def side_wagers(self) -> dict[str, SideWager]: ...
    @property
    def jackpot(self) -> JackpotReturn | None: ...
    @property
    def pay(self) -> dict[str, str]: ...
    @property
    def ante(self) -> Cents | None: ...
    @property
    def meter(self) -> Cents | None: ...


class Ready(Protocol):
    """A game with its changes, ready to be asked."""

    @property
    def game(self) -> BankedGame:
        """The game, its pay tables changed."""
        ...

    @property
    def total(self) -> int:
        """The number of deals that are counted."""
        ...

    def warm_up(self) -> None:
        """Compile and load everything that the first question would otherwise wait for."""
        ...

    def figures(self, strategy: str = PERFECT) -> Figures:
        """Return the house edge and related figures, in Antes. Raises :class:`InputError` for an unknown strategy."""
        ...

    def frequencies(self, strategy: str = PERFECT) -> dict[str, Fraction]:
        """Return the share of rounds in which each wager after the Ante is placed."""
        ...

    def side_edges(self) -> dict[str, Fraction]:
        """Return the house edge of each side wager, except the jackpot's."""
        ...

    def jackpot_edge(self, stakes: Stakes) -> Fraction:
        """Return the house edge of the jackpot wager at a meter, with perfect play."""
        ...

    def paid(self, wager: Cents, meter: Cents) -> Paid:
        """Return what every row pays on average with perfect play, and a jackpot wager in cents at a meter."""
        ...

    def charted(self) -> Charted:
        """Return perfect play for display."""
        ...

    def advise(self, known: Known, stakes: Stakes) -> tuple[Choice, ...]:
        """Return what every choice is worth, the best first. Raises :class:`InputError` for impossible cards."""
        ...


class Solver(Protocol):
    """A kind of game that can be solved. Each room of :mod:`croupier.odds` has one, under the name ``SOLVER``."""

    @property
    def total(self) -> int:
        """The number of deals that are counted."""
        ...

    def fits(self, game: BankedGame) -> bool:
        """Return whether rounds of the game run as this solver counts them."""
        ...

    def check(self, game: BankedGame) -> None:
        """Raise :class:`NotCoveredError` if something about the game is not covered."""
        ...

    def wagers(self, game: BankedGame) -> frozenset[WagerName]:
        """Return the wagers whose worth this solver can calculate."""
        ...

    def rows(self, game: BankedGame) -> frozenset[str]:
        """Return the keys of all rows of the pay tables that pay some hand."""
        ...

    def thresholds(self, game: BankedGame) -> tuple[Threshold, ...]:
        """Return the thresholds that a what-if may change, such as the hand from which the Dealer qualifies."""
        ...

    def ready(self, game: BankedGame, changes: Mapping[str, str], progress: Progress = nothing) -> Ready:
        """Return the game with these changes. Raises :class:`InputError` for impossible changes."""
        ...

    def answer(self, game: BankedGame, asked: Question = AS_APPROVED, progress: Progress = nothing) -> Any:
        """Return all figures that the question asks for, ready to be written as JSON: an :class:`Answer`."""
        ...


_ROOMS: Final = ("stud", "three_card", "holdem")


@cache
def solvers() -> tuple[Solver, ...]:
    """Load all solvers."""
    return tuple(import_module(f"croupier.odds.{room}.solver").SOLVER for room in _ROOMS)


def solver_of(game: BankedGame) -> Solver:
    """Return the solver that covers a game. Raises :class:`NotCoveredError` with a sentence if none does."""
    solver = next((one for one in solvers() if one.fits(game)), None)
    if solver is None:
        raise NotCoveredError(
            f"odds: no solver covers {game.name}: rounds of {_decisions(game)} with hands of {game.hand.cards} cards"
            " that are dealt and shown in this way are not counted here"
        )
    refuse_unclaimed(game, solver.wagers(game))
    _refuse_sizes(game)
    solver.check(game)
    return solver


def nothing_face_up(game: BankedGame) -> InputError:
    """Make the error for a question about seeing more of the Dealer's cards in a game that shows none."""
    return InputError(f"--exposed: in {game.name} no card of the Dealer is face up at a decision")


def why_not(game: BankedGame) -> str:
    """Return why a game has no odds, in a sentence; empty if it has odds."""
    try:
        solver_of(game)
    except NotCoveredError as error:
        return str(error)
    return ""


def refuse_unclaimed(game: BankedGame, claimed: frozenset[WagerName]) -> None:
    """Raise :class:`NotCoveredError` for a wager of the layout that no solver counts."""
    unclaimed = next((wager for wager in game.wagers if wager not in claimed), None)
    if unclaimed is not None:
        raise NotCoveredError(
            f"odds: no solver counts the {game.title(unclaimed)} wager of {game.name}, so there are no odds for it"
        )


def _refuse_sizes(game: BankedGame) -> None:
    """Raise :class:`NotCoveredError` for a wager of which a decision may choose the size: no solver weighs sizes."""
    choices = (choice for step in _asked(game) for choice in step.choices if choice.places is not None)
    sized = next((choice.places for choice in choices if len(choice.sizes) != 1), None)
    if sized is not None:
        raise NotCoveredError(
            f"odds: in {game.name} a {game.title(sized)} may be of several sizes, which is not counted here"
        )


def _asked(game: BankedGame) -> Sequence[Decide]:
    return [step for step in next(iter(game.rounds.values())) if isinstance(step, Decide)]


def _decisions(game: BankedGame) -> str:
    number = len(_asked(game))
    return "one decision" if number == 1 else f"{number} decisions"

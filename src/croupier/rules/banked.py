"""A house-banked game as one value: everything the engine asks about a game, and all it knows of it."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier.cards import Card
from croupier.hands import Strength
from croupier.money import MOST, Cents, Rate
from croupier.rules.document import Cite, Document
from croupier.rules.handtypes import HandType
from croupier.rules.irregularities import Irregularities
from croupier.rules.settling import (
    NO_JACKPOT,
    Cap,
    Jackpot,
    Outcome,
    PayTable,
    Premium,
    Qualifying,
    Standing,
)
from croupier.rules.terms import (
    SETTLING_ORDER,
    Area,
    BoxRange,
    Choice,
    Decide,
    Decision,
    Limits,
    Occupancy,
    Role,
    Step,
    WagerName,
)


class Parameter(Struct, frozen=True):
    """A reading that a House may choose; the first value is the default."""

    name: str
    values: tuple[str, ...]
    cite: Cite


class Power(StrEnum):
    """A power that a document gives a role to use at its discretion."""

    KEEP_TO_ONE_BOX = "keep_to_one_box"
    VIEW_HIDDEN_HAND = "view_hidden_hand"
    STOP_PLAYER = "stop_player"


class Grant(Struct, frozen=True):
    """The role that holds a power, and the paragraph that gives it."""

    role: Role
    cite: Cite


class BankedGame(Struct, frozen=True, eq=False):
    """A game that Players play against the House, as its document defines it.

    A game is equal to itself alone, so that a cache by game (:data:`GAMES`) works out once what follows from its
    document.
    """

    document: Document
    boxes: BoxRange
    occupancy: Occupancy
    areas: tuple[Area, ...]
    opens: Cite
    """The paragraph of "Place your Bets"."""
    closes: Cite
    """The paragraph of "No more Bets"."""
    ends: Cite
    """The paragraph that says when a round is over."""
    displayed: Cite
    """The paragraph by which limits are shown at the table."""
    deck: Cite
    decides: Cite
    """The paragraph that lets only the seated Player decide."""
    examine_one: Cite
    """The paragraph that lets a Player look at one hand only."""
    staff_may_place: Cite
    powers: Mapping[Power, Grant]
    """The powers that the document leaves to a named role."""
    rounds: Mapping[str, tuple[Step, ...]]
    """The steps of a round by dealing method; the first method is the default."""
    hand: HandType
    """The type of a hand: how many cards make it, and how hands rank."""
    rank: Callable[[tuple[Card, ...], tuple[Card, ...]], Strength]
    """The strength of a hand with the Community Cards."""
    outcomes: tuple[Outcome, ...]
    pays: Mapping[WagerName, PayTable]
    caps: Mapping[WagerName, Cap]
    irregularities: Irregularities
    established: Callable[[Standing], bool]
    """The test of whether the known cards of a hand have decided one of its wagers."""
    jackpot: Jackpot = NO_JACKPOT
    premiums: Mapping[WagerName, Premium] = {}
    """The pays on a wager that are due whether it wins or loses."""
    titles: Mapping[WagerName, str] = {}
    """The print on an area of the layout, where it is not the wager's own word."""
    all_folded: tuple[Cite, ...] = ()
    """The paragraphs by which a round ends when every hand has folded."""
    qualifying: Qualifying | None = None
    """The hand that the Dealer needs for a comparison; none if they need none."""
    parameters: tuple[Parameter, ...] = ()

    @property
    def name(self) -> str:
        """The game's name, without the version of its document."""
        return self.document.game

    @property
    def has_jackpot(self) -> bool:
        """True if the layout has a jackpot wager."""
        return self.area(WagerName.JACKPOT) is not None

    @property
    def wagers(self) -> tuple[WagerName, ...]:
        """Every wager that is placed or paid, in settling order."""
        steps = (step for steps in self.rounds.values() for step in steps if isinstance(step, Decide))
        placed = {choice.places for step in steps for choice in step.choices if choice.places is not None}
        found = {area.wager for area in self.areas} | placed | {*self.pays, *self.premiums}
        return tuple(sorted(found, key=SETTLING_ORDER.__getitem__))

    @property
    def has_side_wagers(self) -> bool:
        """True if there are wagers within the limits displayed for side wagers."""
        return any(area.limits is Limits.BONUS for area in self.areas)

    def title(self, wager: WagerName) -> str:
        """Return a wager's name as the layout prints it."""
        return self.titles.get(wager) or wager.replace("_", " ").capitalize()

    def spoken(self, wager: WagerName) -> str:
        """Return a wager's name for use within a sentence: the document's own title, otherwise the plain word."""
        return self.titles.get(wager) or wager.value

    def word(self, decision: Decision) -> str:
        """Return the document's word for a decision."""
        choice = _choices(self).get(decision)
        return decision.value if choice is None else choice.word

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that a Player may have in a round, in every way to deal it, in order."""
        return tuple(_choices(self).values())

    def area(self, wager: WagerName) -> Area | None:
        """Return the area that accepts this wager before the close; None if the layout has none."""
        for area in self.areas:
            if area.wager is wager:
                return area
        return None


GAMES: Final = 64
"""The number of games that caches of what follows from a document keep: more than a House has.

A search for pay tables makes thousands of games, each for a moment.
"""


@lru_cache(maxsize=GAMES)
def _choices(game: BankedGame) -> dict[Decision, Choice]:
    steps = (step for steps in game.rounds.values() for step in steps if isinstance(step, Decide))
    return {one.decision: one for step in steps for one in step.choices}


class PolicyError(ValueError):
    """An invalid house policy: the message is a sentence naming the field."""


_ANTE, _PRESCRIBED = Limits.ANTE, Limits.PRESCRIBED  # constants, because every wager reads them


class BankedPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings that the documents leave to the House, with defaults."""

    minimum: Cents = 2_500
    maximum: Cents = 500_000
    bonus_minimum: Cents | None = None
    bonus_maximum: Cents | None = None
    chips: tuple[Cents, ...] = (500, 2_500, 10_000, 50_000, 100_000)
    boxes: int = 7
    dealing: str = ""
    jackpot_wager: Cents = 500
    seed: Cents = 5_000_000
    contribution: str = "0.70"
    parameters: dict[str, str] = {}

    @property
    def lowest_chip(self) -> Cents:
        """Every wager is a multiple of this."""
        return min(self.chips)

    def limits(self, kind: Limits) -> tuple[Cents, Cents]:
        """Return the least and the most that may be on an area.

        The Bonus has the Ante's limits unless the House sets others.
        """
        if kind is _ANTE:
            return self.minimum, self.maximum
        if kind is _PRESCRIBED:
            return self.jackpot_wager, self.jackpot_wager
        low = self.minimum if self.bonus_minimum is None else self.bonus_minimum
        high = self.maximum if self.bonus_maximum is None else self.bonus_maximum
        return low, high

    @property
    def rate(self) -> Rate:
        """The share of each jackpot wager that feeds the meter."""
        return Rate.parse(self.contribution)


def read_banked_policy(game: BankedGame, given: Mapping[str, Any]) -> BankedPolicy:
    """Read a table's policy from plain data, fill in defaults, and check everything. Raises :class:`PolicyError`."""
    named = {parameter.name: parameter for parameter in game.parameters}
    plain = {key: value for key, value in given.items() if key not in named and key != "parameters"}
    parameters = given.get("parameters", {})
    if not isinstance(parameters, Mapping):
        raise PolicyError("policy.parameters: must be a table of names and values")
    above = {key: value for key, value in given.items() if key in named}
    for key in plain:
        if key not in BankedPolicy.__struct_fields__:
            raise PolicyError(f"policy: {game.name} has no policy named {key!r}")
    for key, value in (*parameters.items(), *above.items()):
        if key not in named:
            raise PolicyError(f"policy: {game.name} has no policy named {key!r}")
        if value not in named[key].values:
            raise PolicyError(f"policy.{key}: must be one of {', '.join(named[key].values)}")
    for key, value in above.items():
        if parameters.get(key, value) != value:
            twice = f"is given twice, as {value!r} and in policy.parameters as {parameters[key]!r}"
            raise PolicyError(f"policy.{key}: {twice}")
    defaults = {parameter.name: parameter.values[0] for parameter in game.parameters}
    plain.setdefault("boxes", max(game.boxes.fewest, min(BankedPolicy().boxes, game.boxes.most)))
    try:
        policy = msgspec.convert({**plain, "parameters": {**defaults, **parameters, **above}}, BankedPolicy)
    except msgspec.ValidationError as error:
        raise PolicyError(f"policy: {error}") from None
    policy = msgspec.structs.replace(policy, dealing=policy.dealing or next(iter(game.rounds)))
    _check(game, policy)
    return policy


def _check(game: BankedGame, policy: BankedPolicy) -> None:
    amounts = {
        "minimum": policy.minimum,
        "maximum": policy.maximum,
        "jackpot_wager": policy.jackpot_wager,
        "seed": policy.seed,
        **{f"chips[{at}]": chip for at, chip in enumerate(policy.chips)},
    }
    low, high = policy.limits(Limits.BONUS)
    amounts |= {"bonus_minimum": low, "bonus_maximum": high}
    for name, amount in amounts.items():
        if name == "seed" and amount < 0:
            raise PolicyError("policy.seed: must not be negative")
        if name != "seed" and amount < 1:
            raise PolicyError(f"policy.{name}: must be positive")
        if amount > MOST:
            raise PolicyError(f"policy.{name}: must be at most {MOST} cents")
    if not policy.chips:
        raise PolicyError("policy.chips: a table needs at least one denomination")
    if policy.minimum > policy.maximum:
        raise PolicyError("policy.minimum: must not be above policy.maximum")
    if low > high:
        if policy.bonus_minimum is None:
            raise PolicyError("policy.bonus_maximum: must not be below policy.minimum, which applies to the Bonus too")
        if policy.bonus_maximum is None:
            raise PolicyError("policy.bonus_minimum: must not be above policy.maximum, which applies to the Bonus too")
        raise PolicyError("policy.bonus_minimum: must not be above policy.bonus_maximum")
    if not game.boxes.fewest <= policy.boxes <= game.boxes.most:
        raise PolicyError(
            f"policy.boxes: {game.name} is laid out for {game.boxes.fewest} to {game.boxes.most} boxes"
            f" ({game.boxes.cite})"
        )
    if policy.dealing not in game.rounds:
        raise PolicyError(f"policy.dealing: must be one of {', '.join(game.rounds)}")
    try:
        Rate.parse(policy.contribution)
    except ValueError as error:
        raise PolicyError(f"policy.contribution: {error}") from None

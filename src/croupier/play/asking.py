"""A ruling asked for at a live table: the stage of its round, the facts on its record, and the money of each box.

The engines ask their tables (``banked/asking.py``, ``room/asking.py``): the question is decided as the report of a
Shift Manager would be, and nothing of it is kept. The answer names no card that lies face down: where such cards
decide, a result is None.
"""

from collections.abc import Mapping
from typing import Final, Protocol

from msgspec import Struct

from croupier.money import Cents
from croupier.play.actor import SYSTEM, Actor
from croupier.play.authority import Weighing
from croupier.play.rulings import Ruled, RulingError, ask, ask_at, known_facts
from croupier.play.signing import Signing, signing_of, signings
from croupier.rules.authority import Stage
from croupier.rules.document import Cite
from croupier.rules.game import Game
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.terms import Role

ASKING: Final = Actor(SYSTEM, Role.SHIFT_MANAGER)
"""The actor of the program's own questions, in the highest position."""
REASON: Final = "asked"


class RuledEvent(Protocol):
    """The event of either engine by which a ruling is recorded."""

    @property
    def irregularity(self) -> str:
        """The irregularity that was reported."""

    @property
    def facts(self) -> dict[str, str]:
        """The facts that were ruled on."""

    @property
    def ruling(self) -> Ruling:
        """The ruling."""

    @property
    def then(self) -> tuple[Ruling, ...]:
        """The rulings that follow from the first."""

    @property
    def options(self) -> tuple[str, ...]:
        """The choices that the ruling leaves open."""

    @property
    def decided_by(self) -> Decider:
        """The text, or the role that it names."""

    @property
    def cites(self) -> tuple[Cite, ...]:
        """The paragraphs of the ruling."""


class BoxMoney(Struct, frozen=True):
    """The money of one box, or of one seat of the poker room, under a ruling and without it."""

    box: int
    players: tuple[str, ...]
    lies: dict[str, Cents]
    """The chips on each area, or in the Pot."""
    back: Cents
    """The part of those chips that goes back by the ruling."""
    may_take_back: Cents
    """The part of those chips that the Players may choose to take back."""
    result: Cents | None
    """The win of the Players by the ruling, a loss being negative; None where cards or decisions are to come."""
    without: Cents | None
    """The win of the Players if play goes on without the ruling; None where that is open."""

    @property
    def difference(self) -> Cents | None:
        """The Player's result with the ruling, less the result without; None while either is open."""
        return None if self.result is None or self.without is None else self.result - self.without


class Asked(Struct, frozen=True):
    """The answer of a table."""

    round: int
    stage: Stage
    ruled: Ruled
    contradicted: dict[str, str]
    """The facts that were given against the record, as the record has them."""
    boxes: tuple[BoxMoney, ...]
    weighing: Weighing | None = None
    """The people who must stand behind the report, as the table weighs it; None where it weighs none."""

    def signs(self, game: Game) -> tuple[Signing, ...]:
        """Return who must stand behind the report, and behind the decisions that it leads to."""
        by_document = signings(game, self.ruled, self.stage)
        one = self.weighing
        if one is None:
            return by_document
        return (signing_of(game, one.act, one.stage, one.touches, one.needs), *by_document[1:])

    @property
    def difference(self) -> Cents | None:
        """The results of all Players with the ruling, less those without; None while any is open."""
        each = [one.difference for one in self.boxes]
        known = [one for one in each if one is not None]
        return sum(known) if len(known) == len(each) else None


def check_facts(game: Game, name: str, recorded: Mapping[str, str], given: Mapping[str, str], stage: Stage) -> None:
    """Raise RulingError, with every missing fact, if record and report together do not decide a ruling."""
    own = {fact.name for fact in known_facts(game, name)}
    ask_at(game, name, {**{key: value for key, value in recorded.items() if key in own}, **given}, stage)


def ruled_at(game: Game, event: RuledEvent, stage: Stage) -> Ruled:
    """Return the ruling of a table with the posts and the explanation of its row."""
    row = _row(game, event, stage)
    return Ruled(
        game.name,
        event.irregularity,
        event.facts,
        event.ruling,
        event.then,
        event.options,
        row.posts if row is not None else {},
        event.decided_by,
        event.cites,
        row.explanation if row is not None else "",
    )


def _row(game: Game, event: RuledEvent, stage: Stage) -> Ruled | None:
    """Return the ruling as the document gives it; None where a role or a later act is still to decide."""
    try:
        return ask(game, event.irregularity, event.facts)
    except RulingError:
        pass  # found late, or a fact is still open
    try:
        return ask_at(game, event.irregularity, {}, stage)
    except RulingError:
        return None

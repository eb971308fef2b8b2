"""Checking the table of authority against a document: every act that can occur has a row, and every row can occur."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from croupier.play.rulings import RulingError, ask_at, combinations, known_facts
from croupier.play.signing import GIVING_BACK, act_of, deciding, touched
from croupier.rules.authority import AUTHORITY, JACKPOT, Act, Needs, Row, Stage, Touches
from croupier.rules.game import Game
from croupier.rules.irregularities import Ruling

Key = tuple[Act, Touches, Stage]
_ALL: Final = tuple(Stage)
_DECIDED: Final = (Stage.OUTCOME, Stage.SETTLED, Stage.LATER)
_MENDING: Final[Mapping[Act, tuple[Touches, ...]]] = {
    Act.CORRECT_CARD: (Touches.OWN_SLIP, Touches.FILLS_GAP, Touches.AGAINST_RECORD, Touches.CERTAIN),
    Act.CORRECT_WAGER: (Touches.OWN_SLIP, Touches.GIVES_BACK, Touches.AGAINST_RECORD, Touches.CERTAIN),
    Act.CORRECT_DECISION: (Touches.OWN_SLIP, Touches.AGAINST_RECORD, Touches.CERTAIN),
    Act.TAKE_BACK: (Touches.OWN_SLIP, Touches.GIVES_BACK, Touches.CERTAIN),
}
"""The things that an act that mends the record can touch at every stage."""
_BY_TWO: Final[Mapping[Act, tuple[tuple[Touches, tuple[Stage, ...]], ...]]] = {
    Act.REOPEN: ((Touches.NOTHING, _ALL),),
    Act.ORDER_CLAIMS: ((Touches.NOTHING, (Stage.OUTCOME,)), (Touches.SIGNED, (Stage.OUTCOME,))),
    Act.CLAIM: ((Touches.NOTHING, (Stage.OUTCOME,)),),
    Act.COUNT: ((Touches.NOTHING, _ALL), (Touches.AGAINST_RECORD, _ALL)),
    Act.RECOUNT: ((Touches.SIGNED, _ALL),),
    Act.SLIP: ((Touches.NOTHING, _ALL),),
}
"""The stages at which the acts that two people sign can occur."""


class Occurring(Struct, frozen=True):
    """An act at a stage of the round, what it touches there, and an example."""

    act: Act
    touches: Touches
    stage: Stage
    example: str


class Unsayable(Struct, frozen=True):
    """A ruling that changes something although no one may make the statement behind it."""

    irregularity: str
    facts: dict[str, str]
    stage: Stage
    ruling: Ruling
    touches: tuple[Touches, ...]


class AuthorityGaps(Struct, frozen=True):
    """The findings of the check of the table of authority."""

    compared: int
    """The number of acts that can occur and that were looked up."""
    without_row: tuple[Occurring, ...]
    """Acts that can occur and that the table does not know."""
    unsayable: tuple[Unsayable, ...]
    never_reached: tuple[Occurring, ...]
    """Rows for what cannot occur in this game."""


def authority_gaps(game: Game, rows: Sequence[Row] = AUTHORITY) -> AuthorityGaps:
    """Check a table of authority against every ruling of a document at every stage of a round."""
    table = {(act, row.touches, stage): row.needs for row in rows for act in row.acts for stage in row.stages}
    found: dict[Key, str] = {}
    unsayable: dict[tuple[str, Stage, tuple[Touches, ...]], Unsayable] = {}
    for one in _reports(game):
        for touches in one.touches:
            found.setdefault((one.act, touches, one.stage), one.irregularity)
        if one.changes and any(not _needs(table, one.act, touches, one.stage).people for touches in one.touches):
            barred = (one.irregularity, one.stage, one.touches)
            unsayable.setdefault(barred, Unsayable(one.irregularity, one.facts, one.stage, one.ruling, one.touches))
    for key, example in _others(game, {act for act, _, _ in found}):
        found.setdefault(key, example)
    jackpot = game.irregularities.later_rounds is not None
    unused = (key for key in table if key not in found and (jackpot or key[0] not in JACKPOT))
    return AuthorityGaps(
        len(found),
        tuple(Occurring(*key, example) for key, example in found.items() if key not in table),
        tuple(unsayable.values()),
        tuple(Occurring(*key, "") for key in unused if jackpot or key[1] is not Touches.SIGNED),
    )


def authority_faults(found: AuthorityGaps) -> tuple[str, ...]:
    """Return the faults of a table, one sentence each: acts without a row, and rulings that no one may report."""
    missing = (
        f"authority: {one.act} {one.touches} {one.stage} has no row, and occurs: {one.example}"
        for one in found.without_row
    )
    barred = (
        f"authority: {one.irregularity} at the stage {one.stage} rules {one.ruling}, and nobody may report it"
        for one in found.unsayable
    )
    return (*missing, *barred)


class _Said(Struct, frozen=True):
    """A report, or a decision that it leads to, at one stage."""

    act: Act
    irregularity: str
    facts: dict[str, str]
    stage: Stage
    ruling: Ruling
    touches: tuple[Touches, ...]

    @property
    def changes(self) -> bool:
        return self.touches != (Touches.NOTHING,)


def _reports(game: Game) -> Iterator[_Said]:
    """Return every report that can be made, and every decision that one leads to."""
    for name in game.irregularities.rules:
        for facts in combinations(known_facts(game, name), {}):
            for stage in _ALL:
                if stage is Stage.LATER and name in game.irregularities.between_rounds:
                    continue  # it concerns the round in which it is reported
                try:
                    ruled = ask_at(game, name, facts, stage)
                except RulingError:
                    continue  # these facts cannot be so at this stage
                touches = touched(ruled, stage)
                yield _Said(act_of(name), name, facts, stage, ruled.ruling, touches)
                if deciding(game, ruled) is not None:
                    back = bool(GIVING_BACK & {*ruled.options})
                    decided = (Touches.NOTHING, Touches.GIVES_BACK) if back else (Touches.NOTHING,)
                    for one in decided:
                        yield _Said(Act.DECISION, name, facts, stage, ruled.ruling, (one,))


def _others(game: Game, acts: set[Act]) -> Iterator[tuple[Key, str]]:
    """Yield what else can occur: statements against the record, mended entries, and what two people sign."""
    jackpot = game.irregularities.later_rounds is not None
    reports = acts - {Act.DECISION}
    for act in reports:
        for touches in (Touches.AGAINST_RECORD, Touches.KNOWN, Touches.CERTAIN, Touches.OUTSIDE):
            yield from (((act, touches, stage), "a fact against the record") for stage in _ALL)
    for act, several in _MENDING.items():
        mended = (*several, Touches.KNOWN)
        yield from (((act, touches, stage), "a wrong entry") for touches in mended for stage in _ALL)
        yield from (((act, Touches.DECIDED_WAGER, stage), "a wrong entry") for stage in _DECIDED)
    if jackpot:
        signed = reports | _MENDING.keys()
        yield from (((act, Touches.SIGNED, stage), "a signed award") for act in signed for stage in _DECIDED)
        yield from (((Act.DECISION, Touches.SIGNED, stage), "a signed award") for stage in _DECIDED[:2])
    for act, each in _BY_TWO.items():
        if jackpot or act not in JACKPOT:
            yield from (((act, touches, stage), "two signatures") for touches, stages in each for stage in stages)


def _needs(table: Mapping[Key, Needs], act: Act, touches: Touches, stage: Stage) -> Needs:
    return table.get((act, touches, stage), Needs(0))

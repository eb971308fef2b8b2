"""The people who must stand behind a report and what is ruled on it, by the stage of the round."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from croupier.play.rulings import Ruled, row_of
from croupier.rules.authority import Act, Needs, Stage, Touches, strictest
from croupier.rules.document import Cite
from croupier.rules.game import Game
from croupier.rules.irregularities import RETURN_JACKPOT_WAGERS, ROLES, Decider, Ruling
from croupier.rules.terms import Role

GIVING_BACK: Final[frozenset[str]] = frozenset(
    {
        RETURN_JACKPOT_WAGERS,
        Ruling.VOID_ROUND,
        Ruling.INVALIDATE_HAND,
        Ruling.RETURN_WAGER,
        Ruling.RETURN_EXCESS,
        Ruling.SETTLE_AT_MAXIMUM,
        Ruling.PLAYERS_CHOOSE,
        Ruling.RETRACT_ACTION,
    }
)
"""The rulings and decisions that give wagers back, or let Players take them back."""
_ON_RECORD: Final = frozenset({Ruling.CONTINUE, Ruling.REFUSE_WAGER, Ruling.ROLE_DECIDES})
"""The rulings that by themselves change no card, no wager and no amount."""
_OVER: Final = (Stage.SETTLED, Stage.LATER)


class Signing(Struct, frozen=True):
    """An act that a ruling needs, and the people who must stand behind it at one stage of the round."""

    act: Act
    stage: Stage
    options: tuple[str, ...]
    """The choices of a decision that need these people; empty for the report itself."""
    touches: tuple[Touches, ...]
    who: str
    """The people as roles in the notation; ``nobody`` where the act is open to no one."""
    people: int
    role: Role
    """The position that one of them holds at least."""
    reason: bool
    sentence: str
    cites: tuple[Cite, ...]


def signings(game: Game, ruled: Ruled, stage: Stage | None = None) -> tuple[Signing, ...]:
    """Return who must stand behind a ruling at a stage, or at each stage until the next round."""
    stages = (stage,) if stage is not None else tuple(one for one in Stage if one is not Stage.LATER)
    return tuple(one for at in stages for one in _at(game, ruled, at))


def touched(ruled: Ruled, stage: Stage) -> tuple[Touches, ...]:
    """Return what a report touches by what is ruled on it, where it contradicts nothing on record.

    From the deal on a Player may have looked: wagers that go back count as given back, even without a look on record.
    """
    every = {ruled.ruling, *ruled.then}
    if _as_placed(ruled) or ruled.ruling is Ruling.ROLE_DECIDES or every <= _ON_RECORD:
        return (Touches.NOTHING,)  # what follows a role's decision follows from that
    if every & GIVING_BACK:
        decided = stage in {Stage.OUTCOME, *_OVER}
        return (Touches.GIVES_BACK, Touches.DECIDED_WAGER) if decided else (Touches.GIVES_BACK,)
    return (Touches.FILLS_GAP,)


def _as_placed(ruled: Ruled) -> bool:
    """Return whether chips count as they lay at the close, so that nothing changes."""
    return ruled.ruling is Ruling.SETTLE_AS_PLACED and ruled.irregularity in {"wager_misplaced", "late_wager"}


def act_of(irregularity: str) -> Act:
    """Return the kind of act by which an irregularity is reported."""
    return Act.ABSENCE if irregularity == "player_absent" else Act.REPORT


def deciding(game: Game, ruled: Ruled) -> Decider | None:
    """Return the role to which a ruling leaves a decision, if it leaves one."""
    if ruled.ruling is Ruling.ROLE_DECIDES:
        return ruled.decided_by
    return row_of(game, ruled).then_by if Ruling.ROLE_DECIDES in ruled.then else None


def _at(game: Game, ruled: Ruled, stage: Stage) -> Iterator[Signing]:
    if stage in _OVER and ruled.irregularity in game.irregularities.between_rounds:
        stage = Stage.OPEN  # it concerns the round to come, of which nothing is decided
    yield _signing(game, act_of(ruled.irregularity), touched(ruled, stage), stage)
    decider = deciding(game, ruled)
    if decider is None:
        return
    named = ROLES[decider]
    back = tuple(one for one in ruled.options if one in GIVING_BACK)
    rest = tuple(one for one in ruled.options if one not in back)
    if rest or not back:
        yield _signing(game, Act.DECISION, (Touches.NOTHING,), stage, rest, named)
    if back:
        yield _signing(game, Act.DECISION, (Touches.GIVES_BACK,), stage, back, named)


def _signing(
    game: Game,
    act: Act,
    touches: Iterable[Touches],
    stage: Stage,
    options: tuple[str, ...] = (),
    named: Role | None = None,
) -> Signing:
    found = strictest(act, touches, stage, named)
    return signing_of(game, act, stage, found.touches, found.needs, options)


def signing_of(
    game: Game, act: Act, stage: Stage, touches: tuple[Touches, ...], needs: Needs, options: tuple[str, ...] = ()
) -> Signing:
    """Return what a row of the table of authority asks for, as an answer shows it."""
    return Signing(
        act,
        stage,
        options,
        touches,
        needs.who,
        needs.people,
        needs.role,
        needs.reason,
        needs.sentence,
        game.irregularities.statements or game.irregularities.silent.cites,
    )

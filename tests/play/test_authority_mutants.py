"""The table of authority with one row changed: people who suffice by it, and do not today, or the other way round.

A row is dropped, or one thing that it asks for is taken away, for one kind of act at one stage. People then carry an
act out at a moment of :mod:`tests.play.test_authority_rows` who do not today, or do not any more. What no one notices
there is explained.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from croupier.play.actor import Actor
from croupier.rules.authority import AUTHORITY, NOBODY, Act, Needs, needed, strictest
from croupier.rules.terms import Role
from tests.insider.mutants import Key, ruling, weaker
from tests.play.test_authority_rows import CASES, WHY, Case, carried, command_of, crews, enough, why_not

AGAIN: Final = (Actor("sue", Role.SHIFT_MANAGER), Actor("max", Role.PIT_MANAGER))
"""The two who have signed for an award, of whom one has risen since."""
SAMPLE: Final = 25


def mutants() -> Iterator[tuple[str, Key, Needs]]:
    """Every row dropped, and every single thing taken away that one asks for; only what a table can reach."""
    changed = [(one.row, one.change, one.needs) for one in weaker()]
    for row, change, needs in [*((row, "dropped", NOBODY) for row in AUTHORITY), *changed]:
        for act in row.acts:
            for stage in row.stages:
                if not why_not(act, row.touches, stage):
                    yield f"{act} {row.touches} {stage}: {change}", (act, row.touches, stage), needs


def bearing(key: Key) -> list[Case]:
    """The cases on which a row bears."""
    act, touches, stage = key
    return [case for case in CASES if (case[2], case[4]) == (act, stage) and touches in case[3]]


def noticed(key: Key, needs: Needs) -> bool:
    """Whether anybody may do more, or less, by a table that has this row instead."""
    cases = bearing(key)
    for case in cases:
        case[0].table()  # what has happened before was done by the table as it is
    with ruling({key: needs}):
        return any(_otherwise(case) for case in cases)


def _otherwise(case: Case) -> bool:
    moment, command, needs = case[0], command_of(case[1]), case[5]
    if moment.signed and carried(moment, command, AGAIN, WHY):
        return True
    return any(carried(moment, command, *crew) != enough(needs, *crew) for crew in crews())


def covered(key: Key, needs: Needs) -> bool:
    """Whether other rows that bear on the same act ask for all of it, at every moment at which this row does."""
    for case in bearing(key):
        today = strictest(case[2], case[3], case[4], Role.SHIFT_MANAGER).needs
        with ruling({key: needs}):
            if strictest(case[2], case[3], case[4], Role.SHIFT_MANAGER).needs != today:
                return False
    return True


_NO_ROW = "a row that the table does not have is open to no one, as this one is"
_BESIDE = "another row that always bears on the same act asks for as much"
_REASON = "the command itself is refused without a reason"


def explained(key: Key, needs: Needs) -> str:
    """Say why nobody notices a mutant; nothing if nothing explains it."""
    act, touches, stage = key
    if needs == NOBODY == needed(act, touches, stage):
        return _NO_ROW
    if covered(key, needs):
        return _BESIDE
    return _REASON if act is Act.DECISION and not needs.reason else ""


def test_a_sample_of_changed_rows_is_noticed() -> None:
    for name, key, needs in Random(9).sample(list(mutants()), SAMPLE):
        assert noticed(key, needs) or explained(key, needs), name


@pytest.mark.long
def test_every_changed_row_is_noticed_or_explained() -> None:
    survived = [(name, key, needs) for name, key, needs in mutants() if not noticed(key, needs)]
    assert not [name for name, key, needs in survived if not explained(key, needs)]

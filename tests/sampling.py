"""Cases of which ``./run test`` tries the first few, and ``./run soak --long`` all the others.

For matrices of seeds and of like cases alone: whatever tests something of its own is tried every time.
"""

from collections.abc import Iterable
from typing import Any

import pytest

LONGEST = (pytest.mark.long, pytest.mark.longest)
"""The marks of what takes a processor minutes by itself: continuous integration tries as much of it as it has time for
by another, shorter case beside it."""


def first(count: int, cases: Iterable[Any]) -> list[Any]:
    """The cases for ``parametrize``; those after the first ``count`` are marked as long."""
    found = []
    for at, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        found.append(pytest.param(*values, marks=pytest.mark.long) if at >= count else case)
    return found


def spread(count: int, cases: Iterable[Any]) -> list[Any]:
    """The same with ``count`` cases at even distances, where neighbours are alike."""
    every = [*cases]
    kept = {at * len(every) // count for at in range(count)}
    return [
        case if at in kept else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
        for at, case in enumerate(every)
    ]

"""Leaving out of a history whatever its failure does not need."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from tests.simulation.plan import Plan, Step
from tests.simulation.world import FailedError

MOST_TRIES: Final = 300
T = TypeVar("T")


def shrunk(plan: Plan, fails: Callable[[Plan], FailedError | None]) -> tuple[Plan, FailedError]:
    """The shortest history found that fails as this one does, and how it fails."""
    first = fails(plan)
    assert first is not None, "only a history that fails can be shrunk"
    known, tries = first, 0

    def still(steps: Sequence[Step], found: Plan) -> bool:
        nonlocal known, tries
        tries += 1
        failed = fails(replace(found, steps=tuple(steps))) if tries < MOST_TRIES else None
        if failed is not None and type(failed.wrong) is type(known.wrong):
            known = failed
            return True
        return False

    plan = _fewer_faults(_fewer_steps(plan, still), still)
    return _fewer_steps(plan, still), known


def _fewer_steps(plan: Plan, still: Callable[[Sequence[Step], Plan], bool]) -> Plan:
    """Whole stretches first, then single steps."""
    size = max(1, len(plan.steps) // 2)
    while True:
        at = 0
        while at < len(plan.steps):
            without = (*plan.steps[:at], *plan.steps[at + size :])
            if still(without, plan):
                plan = replace(plan, steps=without)
            else:
                at += size
        if size == 1:
            return plan
        size //= 2


def _fewer_faults(plan: Plan, still: Callable[[Sequence[Step], Plan], bool]) -> Plan:
    """The same steps, with less going wrong."""
    for at, step in enumerate(plan.steps):
        if step.fault:
            calmer = (*plan.steps[:at], replace(step, fault=""), *plan.steps[at + 1 :])
            if still(calmer, plan):
                plan = replace(plan, steps=calmer)
    return plan

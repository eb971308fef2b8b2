"""Many seeds, in several processes: what was lived, what failed, and the command that shows it again."""

import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from typing import Final

import msgspec
from msgspec import Struct, field

from tests.simulation import visitors
from tests.simulation.disks import MemoryDisk
from tests.simulation.plan import Plan, plan, visit
from tests.simulation.shrinking import shrunk
from tests.simulation.world import PEACE, FailedError, World, begun

LAST_ACTS: Final = 6
VERIFY_EVERY: Final = 40
"""One seed of so many is verified as ``croupier verify`` does."""
AT_ONCE: Final = 100
"""Seeds that a process is given at once."""
OPEN_EVERY: Final = 50
"""One seed of so many is also that of an open house, which costs as much as all the others."""


class Lived(Struct):
    """What a campaign has come to."""

    seeds: int = 0
    steps: int = 0
    verified: int = 0
    on_file: int = 0
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    """Of requests accepted and refused, crashes, faults, and what open houses had in them."""
    failures: list[int] = field(default_factory=list)
    """The seeds that did not hold."""
    open_failures: list[int] = field(default_factory=list)
    """Those of open houses."""

    def add(self, other: "Lived") -> None:
        """What another process has lived."""
        self.seeds += other.seeds
        self.steps += other.steps
        self.verified += other.verified
        self.on_file += other.on_file
        self.counts.update(other.counts)
        self.failures += other.failures
        self.open_failures += other.open_failures

    def _open(self, *kinds: str) -> int:
        """How often open houses had faults of these kinds."""
        return sum(
            number for name, number in self.counts.items() if name.split()[0] == "open" and name.split()[1] in kinds
        )

    def line(self) -> str:
        """All of it, for a person."""
        counts = self.counts
        failed = len(self.failures) + len(self.open_failures)
        verdict = f"{failed} failed" if failed else "everything held"
        floors = (
            f"{self.seeds:,} seeds, {self.steps:,} steps, {counts['accepted']:,} requests accepted and "
            f"{counts['refused']:,} refused, {counts['faults']:,} faults, {counts['crashes']:,} crashes, "
            f"{self.on_file:,} seeds on a file, {self.verified:,} verified, "
        )
        houses = (
            f"{counts['open houses']:,} open houses, {counts['open steps']:,} steps, {counts['open pages']:,} pages, "
            f"{counts['open entered']:,} sign-ins and {counts['open refused']:,} refused, "
            f"{counts['open crashes']:,} crashes, {self._open('fail', 'full'):,} failed commits, "
            f"{counts['open slow']:,} slow ones, {self._open('clock'):,} clocks set, "
        )
        told = (floors if self.seeds else "") + (houses if counts["open houses"] else "")
        return f"{told}{verdict}, in {self.seconds:.0f} s"


def lived(
    plan: Plan, *, worlds: type[World] = World, disks: type[MemoryDisk] = MemoryDisk, verify: bool = False
) -> World:
    """A plan, lived. Raises FailedError."""
    world = begun(plan, worlds=worlds, disks=disks)
    try:
        world.live(plan.steps, to_the_end=plan.to_the_end, verify=verify)
    finally:
        world.disk.close()
    return world


def failure(
    plan: Plan, *, worlds: type[World] = World, disks: type[MemoryDisk] = MemoryDisk, verify: bool = False
) -> FailedError | None:
    """How a plan fails; None if everything holds."""
    try:
        lived(plan, worlds=worlds, disks=disks, verify=verify)
    except FailedError as failed:
        return failed
    return None


def campaign(seeds: Sequence[int], done: Callable[[int], None] = lambda _: None, *, open_houses: bool = False) -> Lived:
    """Every one of these seeds, in as many processes as there are cores; or the open houses of all of them."""
    total, began, over = Lived(), time.monotonic(), 0
    size = AT_ONCE if not open_houses else max(1, AT_ONCE // OPEN_EVERY)
    lives = some_open if open_houses else some
    parts = [seeds[at : at + size] for at in range(0, len(seeds), size)]
    workers = min(os.cpu_count() or 1, len(parts) or 1)
    # What open houses log belongs to them: thousands of refused sign-ins are what is wanted here.
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=logging.disable) as pool:
        for part in as_completed([pool.submit(lives, part) for part in parts]):
            lived_there = part.result()
            total.add(lived_there)
            over += lived_there.counts["open houses"] if open_houses else lived_there.seeds
            done(over)
    total.failures.sort()
    total.open_failures.sort()
    total.seconds = time.monotonic() - began
    return total


def some(seeds: Sequence[int]) -> Lived:
    """These seeds, one after the other; what fails is kept, and the others go on."""
    total = Lived()
    for seed in seeds:
        made = plan(seed)
        verify = seed % VERIFY_EVERY == 0
        try:
            total.counts.update(lived(made, verify=verify).counts)
        except FailedError:
            total.failures.append(seed)
        total.seeds += 1
        total.steps += len(made.steps)
        total.counts["faults"] += sum(bool(step.fault) for step in made.steps)
        total.verified += verify
        total.on_file += made.on_file
    total.add(some_open([seed for seed in seeds if seed % OPEN_EVERY == 0]))
    return total


def some_open(seeds: Sequence[int]) -> Lived:
    """The open houses of these seeds, likewise."""
    total = Lived()
    for seed in seeds:
        total.counts["open houses"] += 1
        try:
            house = visitors.lived(visit(seed))
            found = Counter(msgspec.structs.asdict(house.counts)) + house.faults
            total.counts.update({f"open {name}": number for name, number in found.items()})
        except FailedError:
            total.open_failures.append(seed)
    return total


def story(seed: int, fails: Callable[[Plan], FailedError | None] = failure) -> str:
    """A failing seed: as short a history as can be found, and how to see it again."""
    made = plan(seed)
    if fails(made) is None:  # then only its verification failed
        fails = partial(failure, verify=True)
    head = f"seed {seed}, evening {made.evening}, at {', '.join(made.tables)}{', on a file' if made.on_file else ''}"
    return _story(head, made, fails, f"--seed {seed}")


def open_story(seed: int, fails: Callable[[Plan], FailedError | None] = visitors.failure) -> str:
    """The same of an open house."""
    return _story(f"the open house of seed {seed}", visit(seed), fails, f"--open --seed {seed}")


def _story(head: str, made: Plan, fails: Callable[[Plan], FailedError | None], again: str) -> str:
    short, failed = shrunk(made, fails)
    left = f"{head}: {len(short.steps)} of {len(made.steps)} steps are left"
    return "\n".join([left, *_short(failed.told), str(failed), f"again: ./run soak --simulate {again}"])


def _short(told: list[str]) -> list[str]:
    """All of a history but what people do at its end, once nothing goes wrong any more: of that, the last acts."""
    at = told.index(PEACE) + 1 if PEACE in told else len(told)
    left_out = len(told) - at - LAST_ACTS
    return told if left_out <= 0 else [*told[:at], f"  ({left_out} acts)", *told[-LAST_ACTS:]]


def whole(seed: int) -> tuple[str, bool]:
    """A seed with everything that happens in it, and whether everything held."""
    made = plan(seed)
    if failure(made, verify=True) is not None:
        return story(seed), False
    return "\n".join([*lived(made).history(), f"seed {seed}: everything held"]), True


def open_whole(seed: int) -> tuple[str, bool]:
    """An open house likewise."""
    made = visit(seed)
    if visitors.failure(made) is not None:
        return open_story(seed), False
    return "\n".join([*visitors.lived(made).told, f"the open house of seed {seed}: everything held"]), True

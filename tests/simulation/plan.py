"""A history as a list of steps, made from a seed alone.

Each step has a number from which its own chance follows, and adapts to whatever it finds: steps can be left out, and
the others still happen. That is what makes a failing history shrink.
"""

from random import Random
from typing import Final

from msgspec import Struct

from tests.simulation.disks import POINTS

ACTS: Final = {
    "ask": 57,  # somebody asks for something, and it arrives
    "together": 10,  # several at once: they share a commit
    "whole": 5,  # somebody asks for several things that happen together or not at all
    "late": 5,  # somebody asks, and it is on its way for a while
    "arrive": 6,  # what is on its way arrives, in any order
    "again": 6,  # the network delivers something a second time
    "retry": 5,  # whoever was not answered asks once more, with the same key
    "hit": 3,  # a round with major awards
    "pause": 3,  # nobody does anything for some minutes
}
"""What happens in a step, and how often of a hundred."""
CRASHES: Final = (*(f"crash {point}" for point in POINTS), "crash torn kept")
"""The machine stops at a point of a commit."""
FAILS: Final = (*(f"fail {point}" for point in POINTS), "full", "slow")
"""The disk fails: the last of the points is an error although it is on the disk, and nobody knows."""
CLOCKS: Final = ("clock", "clock far")
"""It is set by a little, or by up to a year and more."""
FAULTS: Final = (
    *CRASHES,
    "crash answered",  # committed, and the machine stops before anybody hears the answer
    "crash twice",  # and once more while the floor recovers
    *FAILS,
    *("lost", "unanswered"),
    *("restart", "usurped"),
    *CLOCKS,
)
"""What goes wrong in a step."""
VISITS: Final = {
    "enter": 14,  # somebody comes in, with the right password and code or without
    "open": 12,  # opens a page
    "act": 50,  # takes up something that their page offers
    "again": 5,  # asks again with the same key
    "drop": 8,  # loses a line
    "cash": 6,
    "leave": 3,
    "roles": 2,  # two managers take a desk away, or give it back
    "password": 2,
    "sign": 4,  # two managers sign for the time, if it is in doubt
    "wait": 8,
    "idle": 2,
    "restart": 2,
}
"""What happens in a step of an open house, and how often."""
MISHAPS: Final = ("stop", *CRASHES, *FAILS, *CLOCKS)
"""What goes wrong there: the machine stops at some moment, or at a point of the next commit after it; that commit
fails; or the clock is set."""
LONGEST_VISIT: Final = 16
STEPS: Final = (4, 8, 8, 12, 12, 24)
FAULT_RATES: Final = (0.0, 0.05, 0.15, 0.35)
ON_A_FILE: Final = 50
"""One seed of so many is lived on the real store."""
TO_THE_END: Final = 4
"""One seed of so many is played until every round has ended: that takes longer than all the rest."""
EVENINGS: Final = 6
"""How many evenings a history can begin in: the first is a house that has just been furnished."""


class Step(Struct, frozen=True):
    """One thing that happens, and what goes wrong with it."""

    number: int
    act: str
    fault: str = ""


class Plan(Struct, frozen=True):
    """A history before it is lived."""

    seed: int
    evening: int
    tables: tuple[str, ...]
    """Where it happens."""
    steps: tuple[Step, ...]
    on_file: bool = False
    to_the_end: bool = False
    """Whether everybody plays on until every round has ended, once nothing goes wrong any more."""


TABLES: Final = ("stud-1", "multi-1", "holdem-1", "bonus-1", "stud-2", "bonus-2", "poker-1", "poker-2")


def plan(seed: int) -> Plan:
    """The history of a seed."""
    rng = Random(seed)
    evening = rng.randrange(EVENINGS)
    tables = tuple(rng.sample(TABLES, rng.choice((1, 1, 2, 3))))
    count, rate = rng.choice(STEPS), rng.choice(FAULT_RATES)
    acts = rng.choices(list(ACTS), list(ACTS.values()), k=count)
    steps = tuple(
        Step(number, act, rng.choice(FAULTS) if rng.random() < rate else "") for number, act in enumerate(acts)
    )
    return Plan(seed, evening, tables, steps, seed % ON_A_FILE == ON_A_FILE - 1, seed % TO_THE_END == 0)


def visit(seed: int) -> Plan:
    """The history of an open house."""
    rng = Random(seed)
    count, rate = rng.randint(8, LONGEST_VISIT), rng.choice(FAULT_RATES)
    acts = rng.choices(list(VISITS), list(VISITS.values()), k=count)
    steps = tuple(
        Step(number, act, rng.choice(MISHAPS) if rng.random() < rate else "") for number, act in enumerate(acts)
    )
    return Plan(seed, 0, ("stud-1",), steps)

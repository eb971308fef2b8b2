"""Histories from seeds: everything holds in them, they come out the same every time, and what fails shrinks."""

import subprocess
import sys

import pytest
from msgspec.structs import replace

from tests.sampling import first, spread
from tests.simulation import people
from tests.simulation.campaign import campaign, failure, lived, some, story
from tests.simulation.disks import AMID, BEFORE, COMMITTED, TORN, WITHIN, Contents
from tests.simulation.plan import ACTS, FAULTS, Plan, Step, plan
from tests.simulation.world import World, begun

SEEDS = 200
"""As many as a few seconds are enough for; ``./run soak --simulate`` goes through thousands."""


@pytest.mark.parametrize("part", first(1, range(4)))
def test_everything_holds_in_every_history(part: int) -> None:
    seeds = range(part * SEEDS // 4, (part + 1) * SEEDS // 4)
    done = some(seeds)
    told = "\n\n".join(story(seed) for seed in done.failures[:2])
    assert not done.failures, told
    assert done.counts["accepted"] > 2 * len(seeds)
    assert done.counts["crashes"] >= len(seeds) // 10


def test_a_seed_is_one_history() -> None:
    once, again = (lived(plan(7)) for _ in range(2))
    assert once.history() == again.history()
    assert once.checkers.hashes == again.checkers.hashes


HASHES = """
from tests.simulation.campaign import lived
from tests.simulation.plan import plan
print(*(lived(plan(seed)).checkers.hashes[-1] for seed in (3, 8, 12)))
"""


@pytest.mark.long
def test_a_seed_is_the_same_history_in_every_process() -> None:
    """Nothing depends on where Python puts things, or on the order of its sets."""
    found = {
        subprocess.run(
            (sys.executable, "-c", HASHES), env={"PYTHONHASHSEED": number}, capture_output=True, text=True, check=True
        ).stdout
        for number in ("1", "2")
    }
    assert len(found) == 1


@pytest.mark.parametrize("on_file", first(1, [True, False]))
@pytest.mark.parametrize("fault", spread(11, FAULTS))
def test_every_fault_leaves_a_house_in_order(fault: str, on_file: bool) -> None:
    """Each of them once in the middle of play, on either disk."""
    steps = (Step(0, "ask"), Step(1, "hit"), Step(2, "together", fault), Step(3, "retry"), Step(4, "ask", fault))
    world = lived(Plan(5, 1, ("stud-1", "poker-1"), steps, on_file, to_the_end=True), verify=on_file)
    assert world.counts["accepted"] >= 1


CRASHING = [seed for seed in range(60) if sum("crash" in step.fault for step in plan(seed).steps) > 1][:3]


@pytest.mark.parametrize("seed", CRASHING)
def test_both_disks_tell_the_same_history(seed: int) -> None:
    """The disk in memory promises what SQLite promises: the same entries lie on both."""
    histories = [lived(replace(plan(seed), on_file=on_file)) for on_file in (False, True)]
    assert histories[0].checkers.hashes == histories[1].checkers.hashes


def test_the_plan_of_many_seeds_has_every_act_and_every_fault() -> None:
    steps = [step for seed in range(2_000) for step in plan(seed).steps]
    assert {step.act for step in steps} == set(ACTS)
    assert {step.fault for step in steps} == {"", *FAULTS}


@pytest.mark.parametrize("on_file", [False, True])
@pytest.mark.parametrize(
    ("point", "kept", "there"),
    [
        (BEFORE, False, False),
        (AMID, False, False),
        (WITHIN, False, False),
        (TORN, False, False),
        (TORN, True, True),
        (COMMITTED, False, True),
    ],
)
def test_a_crash_leaves_a_whole_commit_or_nothing_of_it(point: str, kept: bool, there: bool, on_file: bool) -> None:
    world = begun(Plan(1, 0, ("stud-1",), (), on_file))
    before = len(world.disk.entries())
    opening = [world.network.keyed(one) for one in people.opening("stud-1")]
    world.disk.seam.crash_at, world.disk.seam.kept = point, kept
    assert not world.deliver(opening)
    found = {one.key for one in world.disk.entries(before) if one.key}
    keys = {one.key for act in opening for one in act}
    assert found == (keys if there else set())
    world.deliver(opening)  # whoever was not answered asks again
    world.check()
    assert keys == {key for _, key in world.network.acknowledged}
    world.disk.close()


def test_contents_are_copied_whole() -> None:
    contents = Contents()
    contents.balances["cage"] = 5
    copy = contents.copy()
    copy.balances["cage"] = 6
    assert contents.balances == {"cage": 5}


def test_a_plan_without_faults_is_lived_too() -> None:
    world: World = lived(Plan(3, 2, ("holdem-1",), tuple(Step(at, "ask") for at in range(10)), to_the_end=True))
    assert not world.counts.get("crashes")
    assert failure(Plan(3, 2, ("holdem-1",), ())) is None


@pytest.mark.long
def test_a_campaign_in_processes_lives_what_one_lives() -> None:
    heard: list[int] = []
    done, alone = campaign(range(150), heard.append), some(range(150))
    assert (done.seeds, done.steps, done.verified, done.counts) == (150, alone.steps, alone.verified, alone.counts)
    assert heard[-1] == 150

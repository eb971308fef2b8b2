"""A plan played by anybody, in any order, stopped and taken up again: the same result to the last digit."""

from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cli.simulating import executor_of
from croupier.notation.problem import InputError
from croupier.trials.plan import CHUNK, Hit, Part, Plan, Shift, joined
from croupier.trials.playing import Checkpoint, check, keep, play, play_chunk, take_up

PLAN = Plan("rws-casino-stud", 2 * CHUNK + 1_000, seed=11, boxes=2, strategy="pair", jackpot_wager=500)


class AtOnce(Executor):
    """An executor that does everything when it is asked to."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        done: Future[object] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def told(part: Part) -> bytes:
    return msgspec.json.encode(part)


@pytest.fixture(scope="module")
def alone() -> Part:
    return play(PLAN, AtOnce())


def test_threads_come_to_the_same(alone: Part) -> None:
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            assert told(play(PLAN, executor, workers)) == told(alone)


@pytest.mark.long
def test_processes_come_to_the_same(alone: Part) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert told(play(PLAN, executor, 2)) == told(alone)


def test_a_run_that_was_stopped_goes_on_to_the_same(alone: Part, tmp_path: Path) -> None:
    file = tmp_path / "run.json"

    class StoppedError(Exception):
        """Somebody pulled the plug."""

    def stop(so_far: Checkpoint) -> None:
        keep(file, so_far)
        raise StoppedError

    with pytest.raises(StoppedError):
        play(PLAN, AtOnce(), told=stop)
    begun = take_up(file, PLAN)
    assert begun.chunks == 1
    assert told(play(PLAN, AtOnce(), begun=begun)) == told(alone)


def test_a_finished_run_goes_nowhere(alone: Part, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    keep(file, Checkpoint(PLAN, 3, alone))
    assert told(play(PLAN, AtOnce(), begun=take_up(file, PLAN))) == told(alone)


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    keep(file, Checkpoint(PLAN, 1, Part(CHUNK)))
    with pytest.raises(InputError, match="is of another simulation: its seed is 11"):
        take_up(file, replace(PLAN, seed=12))
    keep(file, Checkpoint(PLAN, 1, Part(CHUNK - 1)))
    with pytest.raises(InputError, match="does not say how far"):
        take_up(file, PLAN)
    file.write_bytes(b"{}")
    with pytest.raises(InputError, match="is not a checkpoint"):
        take_up(file, PLAN)
    with pytest.raises(InputError, match="No such file"):
        take_up(tmp_path / "none.json", PLAN)


def test_parts_follow_each_other() -> None:
    sums = ({"bet.flush": 2}, {"all": 50}, {"all": -30}, {"all": 900})
    one = Part(10, *sums, -40, 10, (Shift(-30, 50),), (Hit(3, 0, (1,)),))
    both = joined(one, one)
    assert (both.rounds, both.rows, both.won, both.squares) == (20, {"bet.flush": 4}, {"all": -60}, {"all": 1_800})
    assert (both.lowest, both.highest) == (-70, 10)
    assert (both.periods, [hit.round for hit in both.hits]) == ((Shift(-30, 50), Shift(-30, 50)), [3, 13])


def test_shifts_add_up_to_the_whole() -> None:
    plan = Plan("rws-casino-stud", 10_500, strategy="pair", period=1_000, boxes=3)
    part = play_chunk(plan, 0)
    assert len(part.periods) == 11
    assert sum(one.won for one in part.periods) == part.won["all"]
    assert sum(one.staked for one in part.periods) == part.staked["all"]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"rounds": 0}, "--rounds: must be from 1 to"),
        ({"rounds": 10**12 + 1}, "--rounds: must be from 1 to"),
        ({"seed": -1}, "--seed: must be from 0 to"),
        ({"seed": 2**64}, "--seed: must be from 0 to"),
        ({"boxes": 0}, "--boxes: rws-casino-stud has at most 7"),
        ({"boxes": 8}, "--boxes: rws-casino-stud has at most 7"),
        ({"sides": (("bonus", 100),)}, "--side: rws-casino-stud has none"),
    ],
)
def test_what_cannot_be_played_is_refused(changed: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        check(replace(PLAN, **changed))


def test_limits_themselves_are_played() -> None:
    check(replace(PLAN, rounds=10**12, seed=2**64 - 1, boxes=7))


def test_amounts_too_large_to_add_up_are_refused() -> None:
    with pytest.raises(InputError, match="too large to add up"):
        play_chunk(replace(PLAN, rounds=10, meter=10**12), 0)


@pytest.mark.long
def test_a_dask_cluster_comes_to_the_same(alone: Part, cluster: str) -> None:
    with executor_of(1, dask=cluster) as (executor, workers):
        assert told(play(PLAN, executor, workers)) == told(alone)
        assert workers == 2

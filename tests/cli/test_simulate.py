"""``croupier simulate`` as others call it."""

import csv
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.checkpoints import kept_in
from tests.command import complaint_of, croupier

STUD = "rws-casino-stud"


def _simulated(*args: str) -> Any:
    done = croupier("simulate", STUD, "--strategy", "pair", *args, "--json")
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_a_simulation_as_json() -> None:
    answer = _simulated("--rounds", "100000", "--seed", "5", "--jackpot-wager", "500")
    columns = {one["name"]: one for one in answer["columns"]}
    assert (answer["rounds"], answer["boxes"], answer["seed"], answer["played_by"]) == (100_000, 1, 5, "kernel")
    assert columns["all"]["won"] == columns["game"]["won"] + columns["jackpot"]["won"]
    assert columns["jackpot"]["staked"] == 100_000 * 500
    assert columns["game"]["low"] < columns["game"]["a_round"] < columns["game"]["high"]
    assert sum(row["count"] for row in answer["rows"] if row["key"].startswith("outcome.")) == 100_000


def test_the_same_seed_is_the_same_result_and_another_is_another() -> None:
    one, same, other = (
        _simulated("--rounds", "20000", "--seed", seed, "--workers", workers)
        for seed, workers in (("5", "1"), ("5", "2"), ("6", "1"))
    )
    assert one == same
    assert one["columns"] != other["columns"]


def test_a_result_as_a_table_and_as_csv(tmp_path: Path) -> None:
    file = tmp_path / "result.csv"
    done = croupier("simulate", "rws-casino", "--rounds", "5000", "--boxes", "3", "--csv", str(file))
    assert done.returncode == 0
    assert "5,000 rounds of 3 boxes, strategy perfect, seed 1" in done.stdout.decode()
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [row["name"] for row in rows if row["kind"] == "wager"] == ["all", "game"]
    assert sum(int(row["count"]) for row in rows if row["name"].startswith("outcome.")) == 15_000


def test_a_run_is_taken_up_from_its_checkpoint(tmp_path: Path) -> None:
    file = str(tmp_path / "run.json")
    first = _simulated("--rounds", "20000", "--checkpoint", file)
    assert _simulated("--rounds", "20000", "--checkpoint", file, "--resume") == first
    again = croupier("simulate", STUD, "--strategy", "pair", "--rounds", "20000", "--checkpoint", file)
    assert "is there already; add --resume to go on from it, or remove it" in complaint_of(again)
    other = croupier("simulate", STUD, "--rounds", "20000", "--checkpoint", file, "--resume")
    assert "is of another simulation: its strategy is 'pair'" in complaint_of(other)


def test_one_run_at_a_time_has_a_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    with kept_in(file):
        second = croupier("simulate", STUD, "--strategy", "pair", "--rounds", "20", "--checkpoint", str(file))
        assert f"--checkpoint: another run has {file} in use" in complaint_of(second)
    assert list(tmp_path.iterdir()) == []  # nothing was played, and nothing is left of it


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("nothing",), "nothing"),
        ((STUD, "--strategy", "x"), "--strategy: must be one of perfect"),
        ((STUD, "--side", "bonus"), "--side: write a wager and its cents, such as bonus=2500"),
        ((STUD, "--side", "bonus=0"), "--side: write a wager and its cents, such as bonus=2500"),
        (("mbs", "--side", "bonus=1", "--side", "bonus=2"), "--side: bonus is given twice"),
        (("mbs", "--side", "pairs=1"), "--side: the side wagers of mbs-texas-holdem-bonus-progressive are bonus"),
        ((STUD, "--workers", "0"), "--workers: must be from 1 to 256"),
        ((STUD, "--workers", "257"), "--workers: must be from 1 to 256"),
        ((STUD, "--resume"), "--resume: name the --checkpoint"),
        ((STUD, "--checkpoint", "/"), "--checkpoint: / is a folder; name a file"),
        ((STUD, "--rounds", "0"), "--rounds: must be from 1"),
        ((STUD, "--pay", "bet.nothing=1"), "bet.nothing"),
        ((STUD, "--csv", "/nowhere/at/all.csv"), "--csv: there is no folder /nowhere/at"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(args: tuple[str, ...], sentence: str) -> None:
    assert sentence in complaint_of(croupier("simulate", *args))


def test_a_cluster_that_is_not_there_is_told_in_a_sentence() -> None:
    done = croupier("simulate", STUD, "--strategy", "pair", "--rounds", "10", "--dask", "nowhere")
    assert "--dask: " in complaint_of(done)


@pytest.mark.long
def test_a_run_that_is_killed_and_taken_up_comes_to_the_same(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    asked = [STUD, "--strategy", "pair", "--rounds", "60000000", "--json", "--workers", "1"]
    command = [sys.executable, "-m", "croupier.cli", "simulate", *asked, "--checkpoint", str(file)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:
        until = time.monotonic() + 120
        while not file.exists() and running.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        running.kill()
    kept = json.loads(file.read_bytes())
    assert 0 < kept["part"]["rounds"] < 60_000_000, "it was killed on the way"
    resumed = croupier("simulate", *asked, "--checkpoint", str(file), "--resume")
    assert resumed.returncode == 0, resumed.stderr.decode()
    assert resumed.stdout == croupier("simulate", *asked).stdout


@pytest.mark.long
def test_memory_stays_as_it_is_however_many_rounds() -> None:
    """A run of eighty chunks takes what one of four takes, to within a few megabytes."""

    def most_held(rounds: int) -> int:
        asked = ["simulate", STUD, "--strategy", "pair", "--rounds", str(rounds), "--json"]
        told = (
            f"import resource, sys; from croupier.cli import app; app({asked}, standalone_mode=False); "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
        )
        done = subprocess.run([sys.executable, "-c", told], capture_output=True, check=True)
        return int(done.stderr.split()[-1]) // (1024 if sys.platform == "darwin" else 1)

    few, many = most_held(4 << 20), most_held(80 << 20)
    assert many - few < 16_000, f"{few} and then {many} kilobytes"

import subprocess
import sys
from pathlib import Path

from msgspec.structs import replace

from tests.web.server import BRISK, serving

BOT = Path(__file__).parents[2] / "examples" / "play_stud.py"


def test_the_bot_of_the_examples_plays_casino_stud(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        done = subprocess.run(
            [sys.executable, BOT, served.url, "stud-1", "5"], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert [line.partition(":")[0] for line in lines] == [f"round {number}" for number in range(1, 6)]
        won = sum(round(float(line.rpartition(" ")[2]) * 100) for line in lines)
        wallets = [cents for name, cents in served.venue.floor.balances.items() if name.startswith("wallet:")]
        assert wallets == [1_000_000 + won]


def test_it_takes_a_box_where_nobody_sits(tmp_path: Path) -> None:
    with serving(tmp_path, pace=replace(BRISK, bets=0.5)) as served:  # the guest never says that they are ready
        guest = served.visit()
        assert guest.http.post("/api/tables/stud-1/hints", json={"hint": "sit", "box": 1}).is_success
        done = subprocess.run(
            [sys.executable, BOT, served.url, "stud-1", "1"], capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("round 1: ")

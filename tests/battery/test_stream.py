"""What dieharder is told, and what is made of its words; the whole of it is a campaign of its own."""

import os
import stat
import threading
from pathlib import Path

import pytest

from tests.battery.counting import Counting
from tests.battery.feeding import feed
from tests.battery.stream import TESTS, Assessed, Line, Result, Test, assess, missing
from tests.soak import main as soak

RUNS: Test = (15, None)
"""Up and down, two lines of it."""


STANDING_IN = """#!/bin/sh
echo "$@" >>"$(dirname "$0")/calls"
case "$*" in
    *"-d 9"*) exit 139 ;;
    *"-d 8"*) exec sleep 30 ;;
esac
head -c 1000000 >/dev/null
echo "        test_name   |ntup| tsamples |psamples|  p-value |Assessment"
echo "        diehard_runs|   0|    100000|     100|0.83438320|  PASSED  "
"""


@pytest.fixture
def battery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A dieharder that is over at once, and writes down what it is told; number 8 sleeps, and number 9 falls over."""
    program = tmp_path / "bin" / "dieharder"
    program.parent.mkdir()
    program.write_text(STANDING_IN, encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program.parent / "calls"


def interrupted(kept: Path, heard: list[int]) -> None:
    """A campaign of which the first test is over, and in the second something happens."""
    with pytest.raises(RuntimeError):
        assess([RUNS, (9, None)], kept, heard.append, workers=1)


def test_a_campaign_goes_on_with_the_tests_that_are_left(battery: Path, tmp_path: Path) -> None:
    kept, heard = tmp_path / "kept.jsonl", list[int]()
    interrupted(kept, heard)
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"test":[203,')  # and it was killed while it wrote the next
    found = assess([(203, 5), RUNS], kept, heard.append)
    assert (found.left, {one.test for one in found.results}, heard) == (0, {RUNS, (203, 5)}, [0, 1, 1, 2])
    assert [call.partition("-d ")[2] for call in battery.read_text("utf-8").splitlines()] == ["15", "9", "203 -n 5"]
    assert all(one.bytes >= 1_000_000 for one in found.results)
    assert not kept.exists()  # the next campaign begins anew
    assert len(kept.with_suffix(".done").read_text("utf-8").splitlines()) == 3


def test_a_test_that_takes_longer_than_there_is_time_is_left(battery: Path, tmp_path: Path) -> None:
    found = assess([(8, None)], tmp_path / "kept.jsonl", seconds=0.2)
    assert (found.left, found.results) == (1, [])


def test_what_another_source_has_given_is_no_evidence(battery: Path, tmp_path: Path) -> None:
    interrupted(tmp_path / "kept.jsonl", [])
    assert assess([RUNS], tmp_path / "kept.jsonl", source=Counting).left == 0
    assert battery.read_text("utf-8").count("-d 15") == 2


def test_a_test_that_falls_over_is_not_passed_over(battery: Path, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="dieharder -g 200 -k 2 -d 9 ended with 139, 0 results"):
        assess([(9, None)], tmp_path / "kept.jsonl")


def test_soak_says_what_is_left_and_writes_no_figures(
    battery: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    assert soak(["--stream", "--minutes", "0", "--kept", str(kept)]) == 1
    assert capsys.readouterr().out == (
        f"stream: 0 of {len(TESTS)} tests of dieharder are over; --stream goes on with the rest\n"
    )
    with pytest.raises(SystemExit):
        soak(["--shoe", "--minutes", "1"])


def _lines(*likely: float) -> tuple[Line, ...]:
    def word(below: float) -> str:
        off = min(below, 1 - below)
        return "FAILED" if off < 1e-6 else "WEAK" if off < 0.005 else "PASSED"

    return tuple(Line(f"        diehard_runs|   0|    100000|     100|{one:.8f}|  {word(one)}  ") for one in likely)


def test_the_results_are_judged_together() -> None:
    """At 99 % over a hundred results one of them must be below 0.01 / 100, to either side."""
    fair = [(at + 0.5) / 100 for at in range(99)]
    weak = Assessed([Result(RUNS, _lines(*fair, 0.0001), 2_000_000_000, 61.0)])
    assert not weak.wrong
    assert weak.figures() == (
        "1 tests of dieharder over 2 GB, 100 results: 99 passed, 1 weak and 0 failed, of which chance gives 1.0, "
        "nothing speaks against it at 99 %, in 61 s of its time"
    )
    for far, out in ((0.00004, 1), (0.00006, 0), (0.99994, 0), (0.99996, 1)):
        assert len(Assessed([Result(RUNS, _lines(*fair, far), 1, 1.0)]).wrong) == out
    many = Assessed([Result(RUNS, _lines(*fair, 0.0, 1.0), 1, 1.0)])
    assert len(many.wrong) == 2
    assert "2 failed, of which chance gives 1.0, 2 that chance does not explain" in many.figures()


def test_what_is_fed_is_the_stream() -> None:
    reading, writing = os.pipe()
    read = bytearray()

    def reads() -> None:
        while len(read) < 1_000_000:
            read.extend(os.read(reading, 65_536))
        os.close(reading)

    reader = threading.Thread(target=reads)
    reader.start()
    fed = feed(Counting(), writing)
    reader.join()
    os.close(writing)
    source = Counting()
    plain = b"".join(source.draw(1 << 18) for _ in range(8))
    assert fed >= len(read)
    assert bytes(read) == plain[: len(read)]


@pytest.mark.long
def test_dieharder_hears_the_stream_and_is_heard(tmp_path: Path) -> None:
    if (absent := missing()) is not None:
        pytest.skip(absent)
    told = assess([RUNS], tmp_path / "kept.jsonl")
    assert (len(told.lines), told.wrong) == (2, [])
    assert len(assess([RUNS], tmp_path / "kept.jsonl", source=Counting).wrong) == 2

"""The benchmarks' command lines: what each is about, and a sentence for what it cannot read."""

import sys
from pathlib import Path

import pytest

from benchmarks import history
from benchmarks.measure import asked
from benchmarks.web import _asked

ROOT = Path(__file__).parents[2]
BENCHMARKS = [path for path in sorted((ROOT / "benchmarks").glob("*.py")) if path.stem not in {"__init__", "measure"}]


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_every_benchmark_asks_what_was_said_before_it_measures(path: Path) -> None:
    entrance = path.read_text("utf-8").rpartition('if __name__ == "__main__":')[2]
    assert "asked(__doc__" in entrance


@pytest.mark.parametrize(
    ("said", "houses"),
    [
        ([], []),
        (["10"], [(10, 0, 60)]),
        (["10", "10+300"], [(10, 0, 60), (10, 300, 60)]),
        (["1+1@1"], [(1, 1, 1)]),
        (["1000@350"], [(1_000, 0, 350)]),
    ],
)
def test_houses(said: list[str], houses: list[tuple[int, int, float]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["web", *said])
    assert asked("", "TABLES[+PAGES]", _asked) == houses


@pytest.mark.parametrize(
    ("said", "code", "sentence"),
    [
        ("--help", 0, "what it is about"),
        ("0", 2, "'0' is not a whole number from 1 on"),
        ("-1", 2, "-1"),
        ("ten", 2, "'ten' is not a whole number from 1 on"),
        ("10+", 2, "'' is not a whole number from 1 on"),
        ("10@", 2, "'' is not a whole number from 1 on"),
        ("10@0", 2, "'0' is not a whole number from 1 on"),
    ],
)
def test_help_and_mistakes(
    said: str, code: int, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["web", said])
    with pytest.raises(SystemExit) as ended:
        asked("what it is about", "TABLES[+PAGES]", _asked)
    assert ended.value.code == code
    told = capsys.readouterr()
    assert sentence in told.out + told.err


def test_one_without_arguments_takes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["hands", "5"])
    with pytest.raises(SystemExit) as ended:
        asked("about")
    assert ended.value.code == 2
    monkeypatch.setattr(sys, "argv", ["history", "100000", "past.db"])
    assert asked("about", "ROUNDS|FILE.db", history.rounds_or_file) == [100_000, Path("past.db")]


def test_a_past_is_kept_in_a_folder_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["history", str(tmp_path / "nowhere" / "past.db")])
    with pytest.raises(SystemExit) as ended:
        asked("about", "ROUNDS|FILE.db", history.rounds_or_file)
    assert ended.value.code == 2
    assert "there is no folder for" in capsys.readouterr().err


@pytest.mark.long
def test_a_past_that_is_there_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "A_COMMIT", 1)
    monkeypatch.setattr(history, "A_DAY", 2)
    told, path = list[int](), tmp_path / "past.db"
    history.write_history(path, 4, told.append)
    assert told == [2, 4]
    history.write_history(path, 7, told.append)
    assert told == [2, 4, 6, 8]
    history.write_history(path, 8, told.append)
    assert told == [2, 4, 6, 8]
    opened, alone, apart, since = history.measure(path, 8)
    assert alone.entries == apart.entries == opened.entries
    assert since.entries == 0

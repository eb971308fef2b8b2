"""The command line as others call it: names, JSON, exit codes, one sentence for bad input."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.command import complaint_of, croupier, in_a_process
from tests.notation.test_noted import ROUND
from tests.notation.test_written import EXAMPLE
from tests.sampling import first

ROOT = Path(__file__).parents[2]


def test_games_lists_the_documents() -> None:
    answer = json.loads(croupier("games", "--json").stdout)
    by_name = {one["game"]: one for one in answer["games"]}
    assert set(by_name) == {
        "rws-progressive-texas-holdem",
        "mbs-texas-holdem-bonus-progressive",
        "rws-casino-stud",
        "rws-multi-link-casino-stud",
        "rws-poker",
    }
    assert by_name["rws-casino-stud"]["effective"] == "not stated"
    assert by_name["rws-casino-stud"]["version"] == 6
    assert by_name["rws-multi-link-casino-stud"]["effective"] == "8 December 2020, 0800 hours"
    assert by_name["mbs-texas-holdem-bonus-progressive"]["effective"] == "2 August 2019"
    assert by_name["rws-poker"]["effective"] == "7 April 2020, 0800 hours"
    assert by_name["rws-casino-stud"]["dealing"] == ["shoe", "shuffler"]
    assert by_name["rws-poker"]["dealing"] == []
    assert b"Casino Stud Poker" in croupier("games").stdout


def test_without_a_command_the_help_is_shown_line_by_line() -> None:
    shown = croupier()
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout == croupier("--help").stdout
    assert shown.stdout.count(b"\n") > 15


def test_the_version_is_that_of_the_package() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert croupier("--version").stdout == f"croupier {declared}\n".encode()


def test_doctor_finds_everything_in_its_place() -> None:
    done = croupier("doctor", "--json")
    answer = json.loads(done.stdout)
    assert {one["name"] for one in answer["checks"]} == {
        "packages",
        "documents",
        "kernels",
        "pages",
        "manual",
        "database",
        "data",
        "cache",
    }
    assert [one for one in answer["checks"] if not one["ok"] and one["name"] != "pages"] == []
    assert done.returncode == (0 if answer["ok"] else 1)
    assert b"documents" in croupier("doctor").stdout


def test_doctor_says_what_is_missing_and_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("no folder")
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "taken" / "cache"))
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "taken"))
    done = croupier("doctor", "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["ok"]) == (1, False)
    wrong = {one["name"]: one["says"] for one in answer["checks"] if not one["ok"]}
    assert {"data", "cache"} <= set(wrong)
    assert "CROUPIER_CACHE" in wrong["cache"]
    assert "CROUPIER_DATA" in wrong["data"]
    assert b"Traceback" not in done.stderr


@pytest.mark.long
def test_doctor_names_a_document_that_cannot_be_read() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "croupier.cli", "doctor", "--json"],
        env={**os.environ, "CROUPIER_RULEBOOKS": "no_such_module"},
        capture_output=True,
        check=False,
    )
    wrong = {one["name"]: one["says"] for one in json.loads(done.stdout)["checks"] if not one["ok"]}
    assert done.returncode == 1
    assert "no_such_module" in wrong["documents"]


@pytest.mark.parametrize(
    ("args", "stdin", "code"),
    [
        (("games", "--json"), b"", 0),
        (("settle", "-", "--lines"), b"{\n", 1),
        (("rules", "whist"), b"", 2),
        (("settle", "-"), b"\xff", 2),
    ],
)
def test_a_process_of_its_own_answers_what_all_these_tests_read(args: tuple[str, ...], stdin: bytes, code: int) -> None:
    alone, here = in_a_process(*args, stdin=stdin), croupier(*args, stdin=stdin)
    assert (alone.returncode, alone.stdout, alone.stderr) == (here.returncode, here.stdout, here.stderr)
    assert alone.returncode == code


def test_rules_shows_every_paragraph_with_code_and_tests() -> None:
    answer = json.loads(croupier("rules", "rws-casino", "--json").stdout)
    by_number = {one["paragraph"]: one for one in answer["paragraphs"]}
    assert len(by_number) == 108
    fold = by_number["3.12.1"]
    assert set(fold) >= {"paragraph", "disposition", "summary", "code", "tests"}
    assert fold["disposition"] == "MODELLED"
    assert "croupier.rulebooks.rws_casino_stud_v6:FOLD" in fold["code"]
    assert any("test_3_12_1_" in test for test in fold["tests"])


def test_rules_shows_one_paragraph_and_one_interpretation() -> None:
    answer = json.loads(croupier("rules", "mbs", "3.15", "--json").stdout)
    assert [one["paragraph"] for one in answer["paragraphs"]] == ["3.15"]
    reading = json.loads(croupier("rules", "mbs", "I3", "--json").stdout)
    assert [one["number"] for one in reading["interpretations"]] == ["I3"]
    assert "Pit Manager" in croupier("rules", "mbs", "3.4.3").stdout.decode()
    roman = json.loads(croupier("rules", "rws-poker", "1.19.ii", "--json").stdout)
    assert [one["paragraph"] for one in roman["paragraphs"]] == ["1.19.ii"]


@pytest.mark.parametrize(("game", "total"), [("rws-multi-link", 110), ("rws-poker", 141)])
def test_coverage_counts_pending_paragraphs_as_missing(game: str, total: int) -> None:
    answer = json.loads(croupier("rules", game, "--coverage", "--json").stdout)
    assert answer["total"] == total
    assert answer["covered"] + len(answer["missing"]) == total
    assert sum(answer["dispositions"].values()) == total
    assert answer["dispositions"]["PENDING"] == len(answer["missing"])


@pytest.mark.parametrize(
    "args",
    [
        ("rules", "whist"),
        ("rules", "rws"),
        ("rules", "rws-p"),
        ("rules", ""),
        ("rules", "rws-casino-stud", "9.9"),
        ("rules", "rws-casino-stud", "3.1", "--coverage"),
        ("rules",),
        ("games", "--nonsense"),
        ("deal",),
        ("settle",),
        ("settle", "no-such-file.json"),
        ("settle", "."),
        ("bench", "no-such-benchmark"),
        ("play", "whist"),
        ("play", "rws-casino-stud", "--boxes", "0"),
        ("play", "rws-casino-stud", "--boxes", "8"),
        ("play", "rws-casino-stud", "--dealing", "by-post"),
    ],
)
def test_a_bad_command_line_is_one_sentence(args: tuple[str, ...]) -> None:
    complaint_of(croupier(*args))


def test_what_is_for_games_against_the_house_says_so_to_the_poker_room() -> None:
    says = "rws-poker is played in the poker room, not against the House"
    written = json.dumps(EXAMPLE | {"game": "rws-poker"}).encode()
    assert f"game: {says}" in complaint_of(croupier("settle", "-", stdin=written))


def test_settle_answers_in_json_and_for_people(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(EXAMPLE))
    done = croupier("settle", str(path), "--json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert answer["meter"] == {"before": 12345600, "contributed": 350, "after": 11111355}
    assert croupier("settle", "-", "--json", stdin=path.read_bytes()).stdout == done.stdout
    shown = croupier("settle", str(path)).stdout.decode()
    assert "SGD 12,345.95" in shown
    assert "3.14.1, 4.1" in shown


def test_settle_reads_lines_and_answers_each_in_order(tmp_path: Path) -> None:
    other = EXAMPLE | {"meter": 5_000_000}
    broken = EXAMPLE | {"dealer": "Ah"}
    lines = [json.dumps(EXAMPLE), json.dumps(broken), "{", "", json.dumps(other), "x" * (1 << 21), json.dumps(EXAMPLE)]
    path = tmp_path / "rounds.jsonl"
    path.write_text("\n".join(lines))
    done = croupier("settle", str(path))
    assert done.returncode == 1
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["refused" in one for one in answers] == [False, True, True, False, True, False]
    assert answers[3]["meter"]["before"] == 5_000_000
    assert answers[5] == answers[0]
    good = croupier("settle", "-", "--lines", stdin=json.dumps(EXAMPLE).encode())
    assert good.returncode == 0


def test_settle_reads_the_notation_and_checks_what_it_expects(tmp_path: Path) -> None:
    path = tmp_path / "round.toml"
    path.write_text(ROUND)
    assert croupier("settle", str(path)).returncode == 0
    assert croupier("settle", "-", "--json", stdin=ROUND.encode()).returncode == 0
    path.write_text(ROUND + "jackpot = { before = 1000000, contributed = 0, after = 1000001 }\n")
    done = croupier("settle", str(path), "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["meter"]["after"] == 1_000_000
    assert b"differs from the expected one: jackpot" in done.stderr


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe\x00binary\x00noise\x80" * 50,
        os.urandom(4096),
        b'{"game": "rws-casino-stud", "boxes": [' + b"[" * 50_000,
        b"a = [" * 5_000,
        b'{"game": "' + b"x" * 2_000_000 + b'"}',
    ],
    ids=["empty", "broken", "list", "binary", "random", "deep", "deep-toml", "huge"],
)
def test_noise_is_refused_in_one_sentence(data: bytes, tmp_path: Path) -> None:
    for name in ("noise.json", "noise.toml"):
        path = tmp_path / name
        path.write_bytes(data)
        complaint_of(croupier("settle", str(path)))
    complaint_of(croupier("settle", "-", stdin=data))


def test_a_reader_who_has_had_enough_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text("\n".join([json.dumps(EXAMPLE)] * 3_000))
    command = f"set -o pipefail; {sys.executable} -m croupier.cli settle {path} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.stdout.count(b"\n") == 1
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("unbuffered", first(1, ["1", ""]))
@pytest.mark.parametrize(
    "args",
    first(2, ["games", "--help", "games --json", "rules rws-casino-stud", "settle - --lines"]),
)
def test_a_reader_who_was_never_there_is_no_trouble(args: str, unbuffered: str) -> None:
    """However little is written, and whoever writes it: Typer and Rich each have a way of their own to give up."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "croupier.cli", *args.split()]
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with os.fdopen(writer, "wb") as out:
        given = json.dumps(EXAMPLE).encode()
        done = subprocess.run(
            command, input=given, stdout=out, stderr=subprocess.PIPE, env=env, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("croupier ver", b"verify"),
        ("croupier odds rws-c", b"rws-casino-stud"),
        ("croupier serve --no-b", b"--no-browser"),
    ],
)
def test_a_shell_completes_commands_options_and_games(typed: str, offered: bytes) -> None:
    asked = {"_CROUPIER_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    done = subprocess.run(
        [Path(sys.executable).with_name("croupier")], env={**os.environ, **asked}, capture_output=True, check=False
    )
    assert (done.stdout.split(), done.stderr) == ([offered], b"")

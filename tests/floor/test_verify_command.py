"""``croupier verify``: exit codes, JSON, heads, one sentence for bad input."""

import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.cli.verifying import _tell_restated
from croupier.floor.values.entries import Head
from croupier.floor.verify.alone import Alone
from croupier.floor.verify.restating import Restated, Restating
from tests.command import croupier
from tests.floor.house import KEYS
from tests.floor.tampering import ask, change, cut, saved_heads


@pytest.fixture
def floor(evening: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return Path(shutil.copy(evening, tmp_path / "floor.db"))


class Done(NamedTuple):
    """What a command answered, in words."""

    returncode: int
    stdout: str
    stderr: str


def command(*args: str | Path) -> Done:
    done = croupier("verify", *map(str, args))
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_the_command_says_that_all_is_well_and_saves_heads(floor: Path, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(KEYS.current.secret)
    key.chmod(0o600)
    before = floor.read_bytes()
    done = command("--db", floor, "--house-key", key, "--save-head", tmp_path / "heads.json")
    assert (done.returncode, done.stderr) == (0, "")
    (count,) = ask(floor, "SELECT count(*) FROM journal")[0]
    assert done.stdout.startswith(f"consistent: yes ({count} entries of 8 streams, 12 rounds, ")
    assert floor.read_bytes() == before
    saved = json.loads((tmp_path / "heads.json").read_text())
    assert [Head(**one) for one in saved["heads"]] == saved_heads(floor)
    again = command("--db", f"sqlite:///{floor}", "--head", tmp_path / "heads.json", "--json")
    assert again.returncode == 0
    answer = json.loads(again.stdout)
    assert (answer["ok"], answer["findings"], answer["summary"]["entries"]) == (True, [], count)
    cut(floor, "cage", 5)
    assert "its tail was cut" in command("--db", floor, "--head", tmp_path / "heads.json").stdout


def restated(table: str, number: int, players: dict[str, int], recorded: dict[str, int], **told: Any) -> Restated:
    """A round of revision 1; what the Players lacked, the House and the meter have had."""
    jackpot = told.pop("jackpot", 0)
    today = {name: recorded.get(name, 0) + cents for name, cents in players.items()}
    head = {"stream": f"table:{table}", "rulebook": "rws-casino-stud-v6", "round": number, "revision": 1}
    where = {"first": 1, "last": 2, "at": 0, "corrections": (), "lies": {}, "between": {}, "waits": "", "notes": ()}
    house = -sum(players.values()) - jackpot
    money = {"players": players, "house": house, "jackpot": jackpot, "recorded": recorded, "restated": today}
    return Restated(**{**head, "paragraphs": ("3.13",), **where, **money, **told})


def test_whom_the_house_underpaid_and_overpaid_is_listed_with_what_each_has_lost(
    capsys: pytest.CaptureFixture[str],
) -> None:
    restating = Restating()
    restating.rounds = [
        restated("stud-1", 3, {"ann": 2_500, "bob": -1_000}, {"ann": -2_500, "bob": 4_000}, paragraphs=("3.13", "4.1")),
        restated("stud-2", 7, {"ann": 5_000}, {"ann": -500}, jackpot=-350, corrections=("I5 was read otherwise.",)),
    ]
    restating.undecided = [
        restated("stud-1", 9, {}, {}, waits="a card", lies={"bob": 7_500}, between={"bob": (2_500, 10_000)})
    ]
    restating.alone = [Alone("cage", 12, 0, "cat", "cage", "award slip by amount at stud-1", 50_000, "Two sign.")]
    _tell_restated(restating)
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "Rounds of earlier revisions that today's rules would pay differently (SGD)",
        "┏━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━┳━━━━━━━━━━━┳━━━━━━━━━━┓",
        "┃ round    ┃ paragraphs ┃ account     ┃ recorded ┃ today ┃ underpaid ┃ overpaid ┃",
        "┡━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━╇━━━━━━━━━━━╇━━━━━━━━━━┩",
        "│ stud-1 3 │ 3.13, 4.1  │ ann         │   -25.00 │  0.00 │     25.00 │          │",
        "│          │            │ bob         │    40.00 │ 30.00 │           │    10.00 │",
        "│          │            │ the House   │          │       │           │    15.00 │",
        "│ stud-2 7 │ 3.13       │ ann         │    -5.00 │ 45.00 │     50.00 │          │",
        "│          │            │ the House   │          │       │           │    46.50 │",
        "│          │            │ the jackpot │          │       │           │     3.50 │",
        "└──────────┴────────────┴─────────────┴──────────┴───────┴───────────┴──────────┘",
        "stud-2 7: I5 was read otherwise.",
        "stud-1 9: undecided: a card",
        "stud-1 9: on the table: bob 75.00",
        "stud-1 9: however it would have gone on: bob was from underpaid 25.00 to underpaid 100.00",
        "cage version 12: award slip by amount at stud-1, 500.00, by cat (cage) alone: Two sign.",
        "in total ann: underpaid 75.00",
        "in total bob: overpaid 10.00",
    ]


def test_where_no_round_would_be_paid_differently_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    _tell_restated(Restating())
    assert capsys.readouterr().out == "today's rules would pay no round differently\n"


def test_the_command_tells_what_it_finds_a_line_each(floor: Path, tmp_path: Path) -> None:
    change(floor, "UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:ann'")
    done = command("--db", floor, "--save-head", tmp_path / "heads.json")
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("balances wallet:ann cents: holds ")
    assert lines[1] == "balances: all accounts together hold 1, and should sum to zero"
    assert lines[2].startswith("consistent: no (2 findings; ")
    assert lines[3].startswith("authentic: not looked at (")
    assert not (tmp_path / "heads.json").exists()
    answer = json.loads(command("--db", floor, "--json").stdout)
    assert answer["ok"] is False
    assert answer["findings"][0]["kind"] == "balance"
    assert answer["findings"][0]["account"] == "wallet:ann"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"heads":[{"stream":"cage"}]}', '{"heads":[],"more":1}'])
def test_heads_that_are_none_are_bad_input(floor: Path, tmp_path: Path, content: str) -> None:
    (tmp_path / "heads.json").write_text(content)
    done = command("--db", floor, "--head", tmp_path / "heads.json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("--db", "nowhere.db"),
        ("--db", ""),
        ("--db", "nowhere://"),
        ("--db", "{floor}", "--house-key", "nowhere.key"),
        ("--db", "{floor}", "--head", "nowhere.json"),
        ("--db", "{floor}", "--save-head", "{floor}/heads.json"),
        ("--db", "{text}"),
        ("--db", "{folder}"),
    ],
)
def test_bad_input_is_one_sentence(floor: Path, tmp_path: Path, args: tuple[str, ...]) -> None:
    text = tmp_path / "text.db"
    text.write_text("no database " * 100)
    done = command(*(one.format(floor=floor, text=text, folder=tmp_path) for one in args))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith("croupier: ")

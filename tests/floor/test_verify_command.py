"""``croupier verify``: exit codes, JSON, heads, one sentence for bad input."""

import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.floor.values.entries import Head
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

"""``croupier swings`` as others call it."""

import json
from pathlib import Path

import pytest

from tests.command import complaint_of, croupier

ASKED = ("swings", "rws-casino-stud", "--days", "2", "--sessions", "200", "--session", "40", "--strategy", "pair")


def test_swings_as_json_and_as_a_table() -> None:
    told = json.loads(croupier(*ASKED, "--bankroll", "50000", "--json").stdout)
    assert told["house"]["rounds"] == 2 * 24 * 30
    assert [one["period"] for one in told["house"]["holds"]] == ["shift", "day"]
    assert (told["player"]["sessions"], told["player"]["rounds"], told["player"]["bankroll"]) == (200, 40, 50_000)
    shown = croupier(*ASKED).stdout.decode()
    assert "A Player with SGD 1,000.00 who stays 40 rounds goes broke in" in shown
    assert "The cap of SGD 100,000.00 on bet (4.1.1" in shown


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--bankroll", "100"), "--bankroll: a round may take 7500 cents"),
        (("--tables", "0"), "--tables: must be from 1 to 10,000"),
        (("--side", "bonus=1"), "--side: rws-casino-stud has none"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(args: tuple[str, ...], sentence: str) -> None:
    assert sentence in complaint_of(croupier(*ASKED, *args))


def test_a_run_is_taken_up_from_its_checkpoint(tmp_path: Path) -> None:
    file = str(tmp_path / "run.json")
    plain = croupier(*ASKED, "--json").stdout
    assert croupier(*ASKED, "--json", "--checkpoint", file).stdout == plain
    assert croupier(*ASKED, "--json", "--checkpoint", file, "--resume", "--processes", "--workers", "1").stdout == plain
    assert "is there already; add --resume" in complaint_of(croupier(*ASKED, "--checkpoint", file))
    other = croupier(*ASKED, "--seed", "2", "--checkpoint", file, "--resume")
    assert "is of another simulation: its seed is 1" in complaint_of(other)


def test_the_poker_room_has_no_hold() -> None:
    assert "is played among Players" in complaint_of(croupier("swings", "rws-poker"))

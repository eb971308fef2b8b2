"""``croupier jackpot`` as others call it."""

import json
from pathlib import Path

import pytest

from tests.command import complaint_of, croupier

STUD = "rws-multi-link-casino-stud"


def test_a_life_as_json_and_as_a_table() -> None:
    asked = ("jackpot", f"{STUD}:4", "--hours", "50", "--strategy", "pair", "--seed", "2")
    told = json.loads(croupier(*asked, "--json").stdout)
    assert told["wagers"] == 4 * 5 * 30 * 50
    shown = croupier(*asked).stdout.decode()
    assert "rws-multi-link-casino-stud × 4: 50 hours, 30,000 jackpot wagers, seed 2" in shown
    assert "reserve at 99.9 %" in shown


def test_players_who_follow_the_meter(tmp_path: Path) -> None:
    asked = ("jackpot", f"{STUD}:4", "--hours", "50", "--strategy", "pair", "--followers", "2", "--links", "2")
    file, sheet = tmp_path / "run.json", tmp_path / "life.csv"
    first = croupier(*asked, "--checkpoint", str(file), "--csv", str(sheet), "--json").stdout
    told = json.loads(first)
    assert told["always"]["number"] == 2 * 4 * 3 * 30 * 50
    assert told["waited"][0]["above"] == told["waited"][0]["break_even"] > 0
    assert "wagers,came,number," in sheet.read_text()
    assert croupier(*asked, "--checkpoint", str(file), "--resume", "--workers", "1", "--json").stdout == first
    shown = croupier(*asked, "--above", "9993800", "--sit").stdout.decode()
    assert f"{STUD} × 4, 2 links alike: 50 hours" in shown
    assert "Players sit down only while the meter shows SGD 99,938.00 or more (they break even at" in shown
    other = croupier(*asked, "--above", "5", "--checkpoint", str(file), "--resume")
    assert "is of another simulation: its above is None" in complaint_of(other)


def test_a_checkpoint_or_a_second_link_changes_nothing_of_the_first(tmp_path: Path) -> None:
    asked = ("jackpot", STUD, "--hours", "500", "--strategy", "pair", "--json")
    plain = croupier(*asked).stdout
    assert croupier(*asked, "--checkpoint", str(tmp_path / "run.json")).stdout == plain
    assert json.loads(croupier(*asked, "--links", "3").stdout)["wagers"] == 3 * json.loads(plain)["wagers"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((f"{STUD}:x",), "game: write a game and its tables, such as rws-casino-stud:20"),
        ((f"{STUD}:0",), "must have from 1 to 10,000 tables, not 0"),
        (("rws-poker",), "rws-poker"),
        ((STUD, "--hours", "0"), "--hours: must be from 1"),
        ((STUD, "--contribution", "lots"), "--contribution: 'lots' is not a share such as 0.70"),
        ((STUD, "--seed", str(2**56)), f"--seed: must be from 0 to {2**56 - 1}, not {2**56}"),
        ((STUD, "--above", "5"), "--above, --sit: say with --followers how many boxes wait for the meter"),
        ((STUD, "--followers", "5"), "--followers: must be fewer than the boxes (5)"),
        ((STUD, "--links", "0"), "--links: must be from 1 to 10,000, not 0"),
        ((STUD, "--resume"), "--resume: name the --checkpoint to go on from"),
        ((STUD, "--boxes", "8"), "--boxes: rws-multi-link-casino-stud has at most 7"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(args: tuple[str, ...], sentence: str) -> None:
    assert sentence in complaint_of(croupier("jackpot", *args))

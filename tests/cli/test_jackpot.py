"""``croupier jackpot`` as others call it."""

import json

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


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((f"{STUD}:x",), "game: write a game and its tables, such as rws-casino-stud:20"),
        ((f"{STUD}:0",), "must have from 1 to 10,000 tables, not 0"),
        (("rws-poker",), "rws-poker"),
        ((STUD, "--hours", "0"), "--hours: must be from 1"),
        ((STUD, "--contribution", "lots"), "--contribution: 'lots' is not a share such as 0.70"),
        ((STUD, "--boxes", "8"), "--boxes: rws-multi-link-casino-stud has at most 7"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(args: tuple[str, ...], sentence: str) -> None:
    assert sentence in complaint_of(croupier("jackpot", *args))

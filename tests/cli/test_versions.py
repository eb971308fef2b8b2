"""The command line and versions of a document: ``--version``, ``--versions`` and ``--diff``.

The versions 7 are made up (tests/versions): of Casino Stud one in which a Flush pays 6 to 1 on the BET instead of
5 to 1 and unshuffled cards are for the Shift Manager to rule on; of poker one with a closing paragraph.
"""

import io
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import app
from croupier.cli.problems import guarded
from croupier.rulebooks import registered

MODULES = ("tests.versions.rws_casino_stud_v7", "tests.versions.rws_poker_v7")
STUD = "rws-casino-stud"
ROUND = {
    "game": STUD,
    "meter": 5_000_000,
    "dealer": "As Kd 9c 5s 2d",
    "boxes": [
        {"box": 1, "cards": "Ah Jh 9h 6h 3h", "wagers": {"ante": 5_000}, "decisions": ["bet"]},
    ],
}
"""A Flush against a Dealer who qualifies; the BET is twice the Ante, SGD 100."""


@pytest.fixture(autouse=True)
def _versions() -> Iterator[None]:
    with registered(*MODULES):
        yield


def croupier(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    """What a command answers in JSON."""
    assert guarded(lambda: app([*args, "--json"], standalone_mode=False)) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one sentence of bad input: exit 2, and nothing on standard output."""
    assert guarded(lambda: app([*args], standalone_mode=False)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("croupier: ")
    assert told.err.count("\n") == 1
    return told.err.removeprefix("croupier: ").strip()


def test_the_versions_of_a_document(capsys: pytest.CaptureFixture[str]) -> None:
    """Which is in force goes by the date of the day: exactly one is."""
    found = croupier(capsys, "rules", "rws-c", "--versions")["versions"]
    assert [(one["version"], one["effective"]) for one in found] == [
        (6, "not stated"),
        (7, "1 December 2026, 0800 hours"),
    ]
    assert [one["current"] for one in found].count(True) == 1
    only = croupier(capsys, "rules", "mbs", "--versions")["versions"]
    assert [(one["version"], one["effective"], one["current"]) for one in only] == [(6, "2 August 2019", True)]


@pytest.mark.parametrize(("version", "paragraphs", "last"), [("6", 108, "5.24"), ("v7", 108, "5.25")])
def test_the_rules_of_a_version(capsys: pytest.CaptureFixture[str], version: str, paragraphs: int, last: str) -> None:
    """Version 7 has one paragraph less and one more."""
    found = croupier(capsys, "rules", STUD, "--version", version)
    assert len(found["paragraphs"]) == paragraphs
    assert found["paragraphs"][-1]["paragraph"] == last
    assert croupier(capsys, "rules", STUD, "--coverage", "--version", version)["total"] == paragraphs


@pytest.mark.parametrize(("version", "ruling"), [("6", "void_round"), ("7", "role_decides")])
def test_a_ruling_of_a_version(capsys: pytest.CaptureFixture[str], version: str, ruling: str) -> None:
    found = croupier(capsys, "rule", STUD, "unshuffled_cards", "--version", version)
    assert (found["ruling"], found["cites"]) == (ruling, ["5.8.5"])


@pytest.mark.parametrize(("version", "paid"), [("6", 50_000), ("7", 60_000)])
def test_a_round_settled_under_a_version(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, version: str, paid: int
) -> None:
    """5 to 1, or 6 to 1, on a BET of SGD 100; by the option, or by the rulebook that the round names."""
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND))
    found = croupier(capsys, "settle", str(file), "--version", version)
    assert (found["rulebook"], found["lines"][1]["paid"]) == (f"{STUD}-v{version}", paid)
    file.write_text(json.dumps({**ROUND, "rulebook": f"{STUD}-v{version}"}))
    assert croupier(capsys, "settle", str(file))["lines"] == found["lines"]
    other = "6" if version == "7" else "7"
    assert croupier(capsys, "settle", str(file), "--version", other)["rulebook"] == f"{STUD}-v{other}"


def test_lines_are_settled_under_a_version(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text(f"{json.dumps(ROUND)}\n" * 2)
    assert guarded(lambda: app(["settle", str(file), "--version", "7"], standalone_mode=False)) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["lines"][1]["paid"] for one in answers] == [60_000, 60_000]


def test_a_noted_round_is_settled_under_the_version_it_names(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from tests.notation.test_noted import ROUND as TEXT

    file = tmp_path / "round.toml"
    file.write_text(TEXT)
    pinned = croupier(capsys, "settle", str(file))["rulebook"]
    game = pinned.rpartition("-v")[0]
    file.write_text(TEXT.replace("\ngame = ", f'\nrulebook = "{pinned}"\ngame = ', 1))
    assert croupier(capsys, "settle", str(file))["rulebook"] == pinned
    file.write_text(TEXT.replace("\ngame = ", '\nrulebook = "rws-poker-v6"\ngame = ', 1))
    assert refused(capsys, "settle", str(file)) == f"rulebook: rws-poker-v6 is not a rulebook of {game}"
    file.write_text(TEXT.replace("\ngame = ", f'\nrulebook = "{game}-v99"\ngame = ', 1))
    assert refused(capsys, "settle", str(file)).startswith(f"rulebook: there is no rulebook '{game}-v99': of {game} ")


@pytest.mark.parametrize(
    "args",
    [
        ("rules", STUD),
        ("rules", STUD, "--coverage"),
        ("rules", STUD, "--gaps"),
        ("rule", STUD, "foreign_card"),
        ("rule", STUD, "--list"),
        ("odds", STUD),
        ("advise", STUD, "Ah Jh 9h 6h 3h"),
    ],
)
def test_a_version_that_is_not_there(capsys: pytest.CaptureFixture[str], args: tuple[str, ...]) -> None:
    assert refused(capsys, *args, "--version", "8") == f"{STUD} has no version '8'; there are 6 and 7"


def test_a_round_is_not_settled_under_a_version_that_is_not_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND))
    wrong = refused(capsys, "settle", str(file), "--version", "8")
    assert wrong == f"game: {STUD} has no version '8'; there are 6 and 7"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--diff", "6", "8"), f"{STUD} has no version '8'; there are 6 and 7"),
        (("--diff", "5", "7"), f"{STUD} has no version '5'; there are 6 and 7"),
        (
            ("--diff", "6", "7", "--version", "6"),
            "are about whole documents: use them without a paragraph or other options",
        ),
        (("--versions", "--coverage"), "are about whole documents: use them without a paragraph or other options"),
        (("4.1", "--diff", "6", "7"), "are about whole documents: use them without a paragraph or other options"),
        (("--diff", "6"), "requires 2 arguments"),
    ],
)
def test_what_cannot_be_compared(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "rules", STUD, *args)


# ---- What changed ---------------------------------------------------------------------------------------------------


def test_what_a_version_has_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    found = croupier(capsys, "rules", STUD, "--diff", "v6", "v7")
    assert {one["paragraph"]: one["change"] for one in found["paragraphs"]} == {
        "document": "changed",
        "2.1": "removed",
        "4.1": "changed",
        "4.1.1": "changed",
        "4.2": "changed",
        "5.8.5": "changed",
        "5.25": "added",
    }
    by_number = {one["paragraph"]: one for one in found["paragraphs"]}
    assert by_number["2.1"]["after"] is None
    assert by_number["5.25"]["before"] is None
    assert by_number["4.1"]["changes"] == [{"what": "Bet, flush", "before": "5 to 1", "after": "6 to 1"}]
    assert by_number["4.2"]["changes"] == [{"what": "Jackpot, full house", "before": "$200", "after": "$250"}]
    assert {"what": "disposition", "before": "MODELLED", "after": "DISCRETION"} in by_number["5.8.5"]["changes"]
    rows = {one["what"]: one for one in by_number["5.8.5"]["changes"]}
    assert rows["Unshuffled cards"]["before"].startswith("void round")
    assert rows["Unshuffled cards"]["after"].startswith("role decides")
    assert all(one["before"] != one["after"] for one in found["paragraphs"])
    back = croupier(capsys, "rules", STUD, "--diff", "7", "6")
    turned = {"added": "removed", "removed": "added", "changed": "changed"}
    assert {one["paragraph"]: turned[one["change"]] for one in back["paragraphs"]} == {
        one["paragraph"]: one["change"] for one in found["paragraphs"]
    }


def test_what_it_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    """A winning Flush is paid one more on a BET of two Antes; nobody folds one, so the strategy stays as it is."""
    found = croupier(capsys, "rules", STUD, "--diff", "6", "7")["house_edge"]
    now = croupier(capsys, "odds", STUD, "--version", "6")
    flushes = next(one["combinations"] for one in now["outcomes"] if one["outcome"] == "win_flush")
    before, after = (Fraction(found[side]["exact"]) for side in ("before", "after"))
    assert before == Fraction(now["house_edge"]["exact"])
    assert before - after == Fraction(2 * flushes, now["total_combinations"])
    assert croupier(capsys, "odds", STUD, "--version", "7")["house_edge"] == found["after"]
    what_if = croupier(capsys, "odds", STUD, "--version", "6", "--pay", "bet.flush=6")
    assert what_if["house_edge"] == found["after"]


def test_what_the_jackpot_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    """A Full House wins SGD 50 more for a wager of SGD 5: ten stakes, in 3,744 of 2,598,960 hands of five cards.

    Whoever has bet with one has it, and nobody folds one.
    """
    found = croupier(capsys, "rules", STUD, "--diff", "6", "7")["side_wagers"]["jackpot"]
    before, after = (Fraction(found[side]["exact"]) for side in ("before", "after"))
    assert before - after == 10 * Fraction(3_744, 2_598_960)


def test_where_the_house_has_no_edge(capsys: pytest.CaptureFixture[str]) -> None:
    found = croupier(capsys, "rules", "rws-poker", "--diff", "6", "7")
    assert [(one["paragraph"], one["change"]) for one in found["paragraphs"]] == [
        ("document", "changed"),
        ("5.99", "added"),
    ]
    assert found["house_edge"] is None
    assert found["not_reckoned"] == "rws-poker is played among Players: the House has no edge there, only its Rake"


def test_the_same_version_has_nothing_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    assert croupier(capsys, "rules", STUD, "--diff", "7", "7")["paragraphs"] == []


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(lambda: app(["rules", STUD, "--diff", "6", "7"], standalone_mode=False)) == 0
    told = capsys.readouterr().out
    assert "5 to 1" in told
    assert "6 to 1" in told
    assert "House edge: 5.1991% before" in told
    assert guarded(lambda: app(["rules", STUD, "--versions"], standalone_mode=False)) == 0
    assert "in force" in capsys.readouterr().out


# --- play and replay ----------------------------------------------------------------------------------------------


def test_a_game_is_played_by_a_version(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The table says which one it plays by before the first question."""
    for version in ("6", "7"):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert guarded(lambda: app(["play", STUD, "--seed", "1", "--version", version], standalone_mode=False)) == 0  # noqa: B023
        assert f", version {version}; effective: " in capsys.readouterr().out
    assert refused(capsys, "play", STUD, "--version", "5") == f"{STUD} has no version '5'; there are 6 and 7"


def test_hands_are_replayed_by_a_version(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Version 7 of poker has one paragraph more, and no other play."""
    file = tmp_path / "hand.phh"
    file.write_text(HAND, encoding="utf-8")
    found = [croupier(capsys, "replay", str(file), "--version", version) for version in ("6", "v7")]
    assert found[0] == found[1]
    assert found[0]["finishing_stacks"] == [195, 205, 200]
    said = refused(capsys, "replay", str(file), "--version", "8")
    assert said == "rws-poker has no version '8'; there are 6 and 7"


HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [200, 200, 200]
actions = ["d dh p1 2c7d", "d dh p2 AhAs", "d dh p3 3c8d", "p3 f", "p1 f"]
"""
"""The Small Blind of 5 is folded to the Big Blind."""

"""Versions side by side: which there are, which is in force, and how further ones are named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.rulebooks import (
    VARIABLE,
    UnknownGameError,
    all_games,
    in_force,
    load,
    load_rulebook,
    module_name,
    read_version,
    register,
    registered,
    versions,
)
from tests.versions import rws_casino_stud_v7

GAME = "rws-casino-stud"
V7, V8 = "tests.versions.rws_casino_stud_v7", "tests.versions.rws_casino_stud_v8"


def test_every_game_has_the_version_that_it_is_played_under() -> None:
    assert {game: versions(game) for game in all_games()} == {
        "rws-casino-stud": (6,),
        "rws-multi-link-casino-stud": (3,),
        "rws-progressive-texas-holdem": (6,),
        "mbs-texas-holdem-bonus-progressive": (6,),
        "rws-poker": (6,),
    }


def test_a_version_beside_another_leaves_both_loadable() -> None:
    with registered(V7):
        assert versions(GAME) == (6, 7)
        assert load_rulebook("rws-casino-stud-v7") is load(GAME, 7) is rws_casino_stud_v7.GAME
        assert load_rulebook("rws-casino-stud-v6") is load(GAME, 6)
        assert load(GAME, 6).document.version == 6
        assert module_name(GAME, 7) == V7
    assert versions(GAME) == (6,)
    with pytest.raises(
        UnknownGameError, match="there is no rulebook 'rws-casino-stud-v7': of rws-casino-stud there is"
    ):
        load_rulebook("rws-casino-stud-v7")


@pytest.mark.parametrize(
    ("day", "version"), [("2026-11-30", 6), ("2026-12-01", 7), ("2026-12-02", 7), ("1999-01-01", 6)]
)
def test_the_version_in_force_is_the_last_that_is_effective_by_then(day: str, version: int) -> None:
    """Version 7 is effective from 1 December 2026; version 6 states no date, and holds from the beginning."""
    with registered(V7):
        assert in_force(GAME, day) == version
    assert in_force(GAME, day) == 6


@pytest.mark.parametrize(
    ("rulebook", "day"),
    [
        ("rws-casino-stud-v6", ""),
        ("rws-multi-link-casino-stud-v3", "2020-12-08"),
        ("rws-progressive-texas-holdem-v6", "2020-06-28"),
        ("mbs-texas-holdem-bonus-progressive-v6", "2019-08-02"),
        ("rws-poker-v6", "2020-04-07"),
    ],
)
def test_a_document_holds_from_a_gaming_day(rulebook: str, day: str) -> None:
    assert load_rulebook(rulebook).document.effective_day == day


@pytest.mark.parametrize("text", ["7", "v7"])
def test_a_version_as_people_write_it(text: str) -> None:
    with registered(V7):
        assert read_version("rws-c", text) == 7


@pytest.mark.parametrize("text", ["", "8", "v8", "07", "vv7", "seven", "-7", "7.0", "\u0667"])
def test_a_version_that_is_not_there_is_answered_with_those_that_are(text: str) -> None:
    with (
        registered(V7),
        pytest.raises(UnknownGameError, match=r"^rws-casino-stud has no version .*; there are 6 and 7$"),
    ):
        read_version(GAME, text)
    with pytest.raises(UnknownGameError, match=r"^rws-casino-stud has no version .*; there is only version 6$"):
        read_version(GAME, text)


def test_three_versions_are_named_in_order() -> None:
    with registered(V8, V7):
        assert versions(GAME) == (6, 7, 8)
        with pytest.raises(UnknownGameError, match=r"^rws-casino-stud has no version '9'; there are 6, 7 and 8$"):
            load(GAME, 9)


@pytest.mark.parametrize("text", ["rws-casino-stud-v8", "rws-casino-stud-vv7", "rws-casino-stud-v07"])
def test_a_rulebook_of_a_version_that_is_not_there(text: str) -> None:
    with registered(V7), pytest.raises(UnknownGameError, match=r"of rws-casino-stud there are 6 and 7$"):
        load_rulebook(text)


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("", "cannot be imported"),
        (".rws_casino_stud_v8", "cannot be imported"),
        ("tests.versions.nowhere", "cannot be imported: No module named 'tests.versions.nowhere'"),
        ("tests.versions", "tests.versions is not a rulebook: it has no GAME"),
    ],
)
def test_what_is_no_rulebook_is_not_registered(module: str, sentence: str) -> None:
    with pytest.raises(UnknownGameError, match=sentence):
        register(module)
    assert versions(GAME) == (6,)


def test_the_same_module_twice_is_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with registered(V7, V7):
        assert versions(GAME) == (6, 7)
        twin = type(sys)("twin")
        monkeypatch.setitem(sys.modules, "twin", twin)
        monkeypatch.setattr(twin, "GAME", rws_casino_stud_v7.GAME, raising=False)
        with pytest.raises(UnknownGameError, match=f"^rws-casino-stud-v7 is in {V7}, and again in twin$"):
            register("twin")


def test_a_house_names_its_modules_in_the_environment() -> None:
    def asked(modules: str) -> subprocess.CompletedProcess[str]:
        code = "from croupier.cli import main; main()"
        return subprocess.run(
            [sys.executable, "-c", code, "games", "--json"],
            env={**os.environ, VARIABLE: modules, "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
            check=False,
        )

    assert asked(f" {V7}, ").returncode == 0
    wrong = asked(f"{V7},nowhere.at.all")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "croupier: the rulebook 'nowhere.at.all' cannot be imported: No module named 'nowhere'\n"

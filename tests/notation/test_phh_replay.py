"""Real hands of other rooms, played through ours: the same chips to the same Players, and the same Rake."""

import json
import os
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from croupier.cli import app
from croupier.cli.problems import guarded
from croupier.notation.phh_play import PlayedPot
from tests.command import Done, complaint_of, croupier
from tests.notation.odd_chips import odd_chips
from tests.rulebooks.test_documents import shared
from tests.sampling import first
from tests.sitting import SHARED

REOPEN: Final = ("--reopen", "1")
"""In the rooms that recorded these hands an all-in below a full Raise reopens nothing; in ours half of one does."""
ODD_CHIPS: Final = "pokerkit_gives_all_odd_chips_to_one"
CHIP: Final = 5
"""The lowest chip in the pots of the raked hands, which is the unit of their Rake too."""
SHOWED_FIRST: Final = ("handhq_ONG_R5-3446894-239.phh", "handhq_ONG_R5-3224830-292.phh")
"""In these two the room gave every odd chip of a pot to the winner who showed first; ours, by paragraph 4.5, gives them
one by one from the Button's left."""

Row = dict[str, Any]


@cache
def rows(name: str) -> tuple[Row, ...]:
    return tuple(json.loads(line) for line in shared(f"data/{name}.jsonl").splitlines())


def replayed(*args: str, stdin: str = "") -> Done:
    return croupier("replay", *args, stdin=stdin.encode())


def played(done: Done, names: Iterable[str]) -> list[Row]:
    """The answers of a run in which no hand was refused: one line each, in order, with the fields promised."""
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["name"] for one in answers] == list(names)
    for one in answers:
        assert list(one) == ["name", "starting_stacks", "finishing_stacks", "rake", "pots"]
        assert all(list(pot) == ["amount", "rake", "winners"] for pot in one["pots"])
        assert one["rake"] == sum(pot["rake"] for pot in one["pots"])
        assert sum(one["finishing_stacks"]) + one["rake"] == sum(one["starting_stacks"])
    return answers


def pots(answer: Row) -> list[PlayedPot]:
    return [PlayedPot(pot["amount"], pot["rake"], tuple(pot["winners"])) for pot in answer["pots"]]


def differences(ours: Sequence[int], theirs: Sequence[int]) -> list[int]:
    return [one - other for one, other in zip(ours, theirs, strict=True)]


@pytest.mark.long
def test_a_thousand_hands_end_as_a_peer_engine_has_them() -> None:
    hands = rows("hands")
    assert len(hands) == 1000
    done = replayed(str(SHARED / "data/hands.jsonl"), *REOPEN, "--json")
    apart = set()
    for hand, answer in zip(hands, played(done, [one["name"] for one in hands]), strict=True):
        assert answer["starting_stacks"] == hand["starting_stacks"]
        assert answer["rake"] == 0
        found = differences(answer["finishing_stacks"], hand["finishing_stacks_without_rake"])
        if any(found):
            apart.add(hand["name"])
            assert found == odd_chips(pots(answer), len(found), 1, merged=True)
    assert len(apart) == 5
    assert apart == {one["name"] for one in hands if ODD_CHIPS in one["flags"]}


@pytest.mark.parametrize("cap", first(1, [300, 100, 200]))
def test_fifteen_hundred_hands_are_raked_as_recorded(cap: int, tmp_path: Path) -> None:
    every = rows("rake")
    assert len(every) == 1500
    hands = [one for one in every if one["cap"] == cap]
    file = tmp_path / "raked.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in hands), encoding="utf-8")
    terms = ("--rake", "0.05", "--cap", str(cap), "--rake-unit", str(CHIP), "--no-flop-no-drop")
    done = replayed(str(file), *terms, *REOPEN)
    for hand, answer in zip(hands, played(done, [one["name"] for one in hands]), strict=True):
        assert answer["rake"] == hand["rake"], hand["name"]
        apart = differences(answer["finishing_stacks"], hand["finishing_stacks"])
        if hand["name"] in SHOWED_FIRST:
            assert apart == odd_chips(pots(answer), len(apart), CHIP, first_shown(hand["phh"]))
            assert any(apart)
        else:
            assert not any(apart), hand["name"]


def first_shown(phh: str) -> str:
    """The Player who laid his hand open first."""
    return next(line.split()[0] for line in phh.split("'") if " sm " in line)


def test_the_raked_hands_have_the_caps_asked_for() -> None:
    assert {one["cap"] for one in rows("rake")} == {100, 200, 300}
    assert {one["name"] for one in rows("rake")} >= set(SHOWED_FIRST)


def test_one_refused_hand_among_others_makes_the_exit_code_1_and_stops_nothing() -> None:
    hands = [dict(one) for one in rows("hands")[:5]]
    hands[2]["phh"] = hands[2]["phh"].replace("variant = 'NT'", "variant = 'FT'")
    done = replayed("-", *REOPEN, stdin="\n".join(json.dumps(one) for one in hands))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (1, b"")
    assert [one["name"] for one in answers] == [one["name"] for one in hands]
    assert list(answers[2]) == ["name", "refused"]
    assert "variant" in answers[2]["refused"]
    assert [at for at, one in enumerate(answers) if "refused" in one] == [2]


@pytest.mark.long
def test_the_documents_own_reopening_plays_the_hands_of_stricter_rooms_alike() -> None:
    """By 3.15.3 half of a full Raise reopens the betting: that never forbids what a room that asks for all allowed."""
    hands = rows("hands")
    answers = played(replayed(str(SHARED / "data/hands.jsonl")), [one["name"] for one in hands])
    for hand, answer in zip(hands, answers, strict=True):
        apart = differences(answer["finishing_stacks"], hand["finishing_stacks_without_rake"])
        assert not any(apart) or ODD_CHIPS in hand["flags"], hand["name"]


def test_a_file_of_several_hands_answers_with_each_under_its_name(tmp_path: Path) -> None:
    hands = rows("hands")[:3]
    file = tmp_path / "several.phhs"
    file.write_text("".join(f"[{at}]\n{one['phh']}\n" for at, one in enumerate(hands, 1)), encoding="utf-8")
    answers = played(replayed(str(file), *REOPEN), ["several.phhs#1", "several.phhs#2", "several.phhs#3"])
    assert [one["finishing_stacks"] for one in answers] == [one["finishing_stacks_without_rake"] for one in hands]


def test_several_files_are_played_in_order(tmp_path: Path) -> None:
    hands = rows("hands")[:3]
    files = [tmp_path / f"{at}.phh" for at, _ in enumerate(hands)]
    for file, one in zip(files, hands, strict=True):
        file.write_text(one["phh"], encoding="utf-8")
    answers = played(replayed(*map(str, files), *REOPEN), ["0.phh", "1.phh", "2.phh"])
    assert [one["finishing_stacks"] for one in answers] == [one["finishing_stacks_without_rake"] for one in hands]


# ---- Written as the room played them --------------------------------------------------------------------------------

RAKED: Final = ("--rake", "0.05", "--cap", "300", "--rake-unit", str(CHIP), "--no-flop-no-drop")
ODD_BLINDS: Final = """\
variant = 'NT'
antes = [10, 10, 10, 10]
blinds_or_straddles = [25, 100, 250, 0]
min_bet = 100
starting_stacks = [20, 10, 1000, 1000]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 ????', 'd dh p4 QsQh', 'p4 cc', 'p3 cc', 'd db 2c3d5h', 'p3 f',
  'd db 7s', 'd db 9c']
"""
"""An ante that takes all of the Big Blind's chips, a Small Blind that takes the rest, and a straddle."""
BEYOND_WORDS: Final = """\
variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [50, 100, 400, 300]
min_bet = 100
starting_stacks = [1000, 1000, 150, 1000]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 KsKh', 'd dh p4 QsQh', 'p4 cc', 'p1 f', 'p2 f', 'd db 2c3d5h',
  'd db 7s', 'd db 9c']
"""
"""The higher of two straddles goes all-in for less than the lower. What was due is not in the round: written as it was
paid, it would no longer be the highest, and another Player would act first."""


def run(*args: str) -> int:
    return guarded(lambda: app(["replay", *args], standalone_mode=False))


def nameless(lines: str) -> list[Row]:
    return [{key: value for key, value in json.loads(line).items() if key != "name"} for line in lines.splitlines()]


@pytest.mark.parametrize(("file", "terms"), first(0, [("rake", RAKED), ("hands", ())]))
def test_hands_that_are_written_are_read_back_to_the_same_stacks_pots_and_rake(
    file: str, terms: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    count, out = len(rows(file)), tmp_path / "out.phhs"
    assert run(str(SHARED / f"data/{file}.jsonl"), *terms, *REOPEN, "--json", "--write", str(out)) == 0
    first = capsys.readouterr()
    assert run(str(out), *terms, *REOPEN, "--json") == 0
    second = capsys.readouterr()
    assert len(nameless(first.out)) == count
    assert nameless(second.out) == nameless(first.out)
    assert (first.err, second.err) == ("", "")
    assert [json.loads(line)["name"] for line in second.out.splitlines()] == [
        f"out.phhs#{number}" for number in range(1, count + 1)
    ]


def test_antes_straddles_and_short_blinds_are_written_as_they_were_paid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "odd.phh", tmp_path / "out.phhs"
    for trimmed in ("", "ante_trimming_status = true\n"):
        file.write_text(ODD_BLINDS + trimmed, encoding="utf-8")
        assert run(str(file), "--json", "--write", str(out)) == 0
        first = capsys.readouterr()
        assert run(str(out), "--json") == 0
        assert nameless(capsys.readouterr().out) == nameless(first.out)
        written = tomllib.loads(out.read_text(encoding="utf-8"))["1"]
        assert written["antes"] == [10] * 4
        assert written["ante_trimming_status"] is bool(trimmed)
        assert written["blinds_or_straddles"] == [25, 100, 250, 0]


def test_a_hand_beyond_words_is_named_and_the_others_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / name for name in ("odd.phh", "beyond.phh", "refused.phh", "again.phh")]
    refused = ODD_BLINDS.replace("'NT'", "'FT'")
    for file, text in zip(files, (ODD_BLINDS, BEYOND_WORDS, refused, ODD_BLINDS), strict=True):
        file.write_text(text, encoding="utf-8")
    out = tmp_path / "out.phhs"
    assert run(str(files[1]), "--json") == 0  # our room plays it
    capsys.readouterr()
    assert run(*map(str, files), "--json", "--write", str(out)) == 1
    answers, error = capsys.readouterr()
    assert ["refused" in json.loads(line) for line in answers.splitlines()] == [False, False, True, False]
    assert error.startswith("croupier: beyond.phh is not written: PHH cannot express ")
    assert error.count("\n") == 1
    assert list(tomllib.loads(out.read_text(encoding="utf-8"))) == ["1", "2"]


def test_where_there_is_nothing_to_write_a_file_stays_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "refused.phh", tmp_path / "out.phhs"
    file.write_text(ODD_BLINDS.replace("'NT'", "'FT'"), encoding="utf-8")
    out.write_text("before", encoding="utf-8")
    assert run(str(file), "--json", "--write", str(out)) == 1
    assert "no hand to write" in capsys.readouterr().err
    # A later file that cannot be read ends the command before anything is written.
    file.write_text(ODD_BLINDS, encoding="utf-8")
    assert run(str(file), str(tmp_path / "missing.phh"), "--json", "--write", str(out)) == 2
    assert "missing.phh" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "before"
    assert sorted(tmp_path.iterdir()) == [out, file]


@pytest.mark.parametrize("path", ["", "missing/out.phhs", "\0.phhs", "pipe"])
def test_a_file_that_cannot_be_written_is_one_sentence_before_any_hand_is_played(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert run("-", "--json", "--write", f"{tmp_path}/{path}") == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n")) == ("", 1)
    assert error.startswith("croupier: --write: ")


@pytest.mark.parametrize(
    ("args", "names"),
    [
        (("--rake", "-0.05"), "rake"),
        (("--rake", "5 %"), "rake"),
        (("--rake", "0.05", "--cap", "-1"), "cap"),
        (("--rake", "0.05", "--cap", "x"), "cap"),
        (("--rake", "0.05", "--rake-unit", "0"), "rake-unit"),
        (("--cap", "300"), "--rake"),
        (("--no-flop-no-drop",), "--rake"),
        (("--reopen", "half"), "reopen"),
        (("--reopen", "2"), "reopen"),
        (("missing.phh",), "missing.phh"),
    ],
)
def test_bad_options_are_one_sentence_and_exit_code_2(args: tuple[str, ...], names: str) -> None:
    given = args if args[0].endswith(".phh") else (*args, "-")
    assert names in complaint_of(replayed(*given))

"""The mutation run itself: which mutants it makes, whom it holds responsible, and that it tells fates apart."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.rulebooks import all_games
from tests.mutants.edits import Kind
from tests.mutants.forks import ROOT, source_of
from tests.mutants.rulebooks import Mutant, all_mutants, module_name, module_of, mutants_of

RULEBOOK = '''"""Made up – with a dash, so that bytes and characters differ."""

book = Rulebook("made-up", 1, title="Made up", operator="Nobody", effective="never")
BEFORE = 99

book.modelled("1.1", "Two or three.", "croupier.money:MOST")
TWO = 2
DOWN: dict[int, tuple[str, ...]] = f(-1, deep=g(3))
SAID = "4 and 5"
SHOWN = f"{6} – {TWO == 7}"

book.modelled("1.2", "Judgement.")


def judged(own: int, dealer: int, *seen: int) -> tuple[bool, int]:
    """At 8."""
    if not own < dealer <= TWO and own in seen or own is None:
        return True, own
    return own != dealer, dealer


book.modelled("1.3", "A table.")
TABLE = (
    Row("a", 10, cite="1.3"),  # with a word on it
    Row("b", 20, cite="1.3"),
)
RESULTS = {Wager.ANTE: Result.LOSE, **SHARED}
SCOPES = frozenset({Scope.HAND})
ALSO = (TWO, *TABLE)
CITES = ("1.1", "I2", "5.18.2.c")
VALUES = ["settles", "loses"]

book.interpretation("I1", "1.1", question="Which?", choice=("This", 9), why="So.")
DOCUMENT = book.close()

GAME = BankedGame(
    boxes=11,
    outcomes=(LOST, TWO, judged, 12),
    rounds={"shoe": (*TABLE, Decide((RESULTS, SCOPES), turn=True))},
)
'''


def made() -> list[Mutant]:
    return mutants_of(RULEBOOK)


def changes(paragraph: str, kind: Kind) -> list[str]:
    return [one.change for one in made() if (one.paragraph, one.kind) == (paragraph, kind)]


def test_numbers_go_up_and_down_by_one_and_never_inside_strings_or_annotations() -> None:
    assert [change.partition(" in ")[0] for change in changes("1.1", Kind.NUMBER)] == [
        "2 → 3",
        "2 → 1",
        "1 → 2",
        "1 → 0",
        "3 → 4",
        "3 → 2",
    ]
    assert changes("1.2", Kind.NUMBER) == []
    assert [change.partition(" in ")[0] for change in changes("1.3", Kind.NUMBER)] == [
        "10 → 11",
        "10 → 9",
        "20 → 21",
        "20 → 19",
    ]


def test_comparisons_change_their_boundary_or_their_sense_one_at_a_time() -> None:
    assert changes("1.2", Kind.COMPARISON) == [
        "own < dealer <= TWO → own <= dealer <= TWO",
        "own < dealer <= TWO → own < dealer < TWO",
        "own in seen → own not in seen",
        "own is None → own is not None",
        "own != dealer → own == dealer",
    ]


@pytest.mark.parametrize(("one", "other"), [("<", "<="), (">", ">="), ("==", "!="), ("in", "not in"), ("is", "is not")])
def test_every_comparison_has_its_other(one: str, other: str) -> None:
    for before, after in ((one, other), (other, one)):
        (mutant,) = mutants_of(f'book.modelled("1.1", "So.")\nX = a {before} b\n')
        assert mutant.change == f"a {before} b → a {after} b"


def test_truths_are_turned_round() -> None:
    assert changes("1.2", Kind.LOGIC) == [
        "not own < dealer <= TWO and own in seen or own is None"
        " → (not own < dealer <= TWO and own in seen) and own is None",
        "not own < dealer <= TWO and own in seen → not own < dealer <= TWO or own in seen",
        "not own < dealer <= TWO → own < dealer <= TWO",
        "True → False in return True, own",
    ]


def test_rows_are_left_out_one_at_a_time_and_cites_are_no_rows() -> None:
    assert changes("1.3", Kind.ROW) == [
        "without Row('a', 10, cite='1.3')",
        "without Row('b', 20, cite='1.3')",
        "without Wager.ANTE: Result.LOSE",
        "without **SHARED",
        "without Scope.HAND",
        "without *TABLE",
        "without 'settles'",
        "without 'loses'",
        "without 'shoe': (*TABLE, Decide((RESULTS, SCOPES), turn=True))",
        "without *TABLE",
        "without Decide((RESULTS, SCOPES), turn=True)",
        "without RESULTS",
        "without SCOPES",
    ]


def test_a_row_that_is_a_name_is_the_affair_of_the_paragraph_that_defines_it() -> None:
    assert changes("1.1", Kind.ROW) == ["without TWO", "without TWO"]
    assert changes("1.2", Kind.ROW)[-1] == "without judged"


def test_what_no_paragraph_defines_is_nobodys_and_shows_as_untested() -> None:
    assert [(one.kind, one.change) for one in made() if not one.paragraph] == [
        (Kind.ROW, "without LOST"),
        (Kind.ROW, "without 12"),
    ]


def test_only_rows_are_changed_where_the_game_is_put_together_and_nothing_before_the_first_paragraph() -> None:
    lines = RULEBOOK.splitlines()
    assert {one.kind for one in made() if one.line > lines.index("DOCUMENT = book.close()")} == {Kind.ROW}
    assert min(one.line for one in made()) == lines.index("TWO = 2") + 1
    assert not [one for one in made() if "book." in lines[one.line - 1]]


def test_a_mutant_is_the_text_with_one_thing_changed() -> None:
    kept = ast.parse(RULEBOOK).body
    for mutant in made():
        changed = ast.parse(mutant.of(RULEBOOK)).body
        assert len(changed) == len(kept)
        differing = [
            at for at, pair in enumerate(zip(kept, changed, strict=True)) if ast.dump(pair[0]) != ast.dump(pair[1])
        ]
        assert len(differing) == 1, mutant
        assert kept[differing[0]].lineno <= mutant.line <= (kept[differing[0]].end_lineno or 0), mutant


@pytest.mark.parametrize(
    ("change", "there", "gone"),
    [
        ("2 → 3 in TWO = 2", "TWO = (3)", "TWO = 2\n"),
        ("1 → 0", "f(-(0), deep", "f(-1, deep"),
        ("without Row('b'", "TABLE = ((Row('a', 10, cite='1.3'),))", '"b"'),
        ("without Wager.ANTE", "RESULTS = ({**SHARED})", "Result.LOSE"),
        ("without Scope.HAND", "frozenset(({*()}))", "Scope.HAND"),
        ("own != dealer → own == dealer", "return (own == dealer), dealer", "!="),
        ("not own < dealer <= TWO → ", "if (own < dealer <= TWO) and own in seen or", "if not"),
    ],
)
def test_the_change_happens(change: str, there: str, gone: str) -> None:
    mutant = next(one for one in made() if one.change.startswith(change))
    assert there in mutant.of(RULEBOOK)
    assert gone in RULEBOOK
    assert gone not in mutant.of(RULEBOOK)


@pytest.mark.long
def test_every_rulebook_has_mutants_and_all_of_them_compile() -> None:
    found = all_mutants()
    assert {one.module for one in found} == {module_of(game) for game in all_games()}
    assert all(one.paragraph for one in found)
    for mutant in found[::7]:
        compile(mutant.of(source_of(module_name(mutant.module))), mutant.module, "exec")


def test_one_may_ask_for_some() -> None:
    found = all_mutants(["rws-casino-stud"], "4.1")
    assert {one.place for one in found} == {("rws-casino-stud-v6", "4.1")}


# ---- Running them, in a process that has seen no rulebook -----------------------------------------------------------


def in_a_process_of_its_own(script: str) -> str:
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.long
def test_a_wrong_royal_flush_is_killed_by_a_test_that_names_4_1() -> None:
    script = """
from tests.mutants.rulebooks import all_mutants, campaign
mutants = [one for one in all_mutants(["rws-casino-stud"], "4.1") if one.change.startswith("250 → 251")]
report = campaign(mutants)
print(len(mutants), report.passed, *(f"{one.fate} {one.by}" for one in report.verdicts))
"""
    count, passed, fate, by = in_a_process_of_its_own(script).split(maxsplit=3)
    assert (count, passed, fate) == ("1", "True", "killed")
    assert "::test_4_1_" in by


TESTS = """
import time
from croupier.rulebooks import load_banked

RULEBOOKS = ("rws-casino-stud-v6",)

def test_2_1_1_a_seven_is_the_most():
    from croupier.rulebooks import rws_casino_stud_v6
    assert load_banked("rws-casino-stud").boxes.most == rws_casino_stud_v6.BOXES.most == 7

def test_3_12_1_says_nothing():
    load_banked("rws-casino-stud")

def test_1_3_fails_anyway():
    assert False

def test_3_10_never_ends_without_its_burn():
    while len(load_banked("rws-casino-stud").rounds["shoe"]) != 5:
        time.sleep(0.01)

def test_3_10_needs_a_deal():
    assert load_banked("rws-casino-stud")
"""


@pytest.mark.long
def test_fates_are_told_apart(tmp_path: Path) -> None:
    """Killed, survived, failing anyway, in an endless loop, and without any test."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_made_up.py").write_text(TESTS)
    script = f"""
import json
from pathlib import Path
from tests.mutants.rulebooks import all_mutants, campaign
wanted = {{
    "1.3": "2 → 3",
    "2.1.1.a": "7 → 8",
    "3.10": "without Burn",
    "3.12.1": "without WagerName.ANTE",
    "3.14.1": "without WagerName.ANTE",
}}
mutants = [
    one for one in all_mutants(["rws-casino-stud"])
    if one.paragraph in wanted and one.change.startswith(wanted[one.paragraph])
]
report = campaign([one for one in mutants if one.paragraph != "3.10"], folder=Path({str(folder)!r}))
endless = campaign([one for one in mutants if one.paragraph == "3.10"], folder=Path({str(folder)!r}), limit=3)
print(json.dumps([
    report.passed,
    report.failing,
    [[one.mutant.paragraph, one.fate, one.by] for one in (*report.verdicts, *endless.verdicts)],
]))
"""
    passed, failing, verdicts = json.loads(in_a_process_of_its_own(script))
    assert not passed
    assert failing == ["tests/test_made_up.py::test_1_3_fails_anyway"]
    assert verdicts == [
        ["1.3", "untested", ""],
        ["2.1.1.a", "killed", "tests/test_made_up.py::test_2_1_1_a_seven_is_the_most"],
        ["3.12.1", "survived", ""],
        ["3.14.1", "untested", ""],
        ["3.10", "killed", "SIGALRM"],
    ]


@pytest.mark.long
def test_a_process_that_has_loaded_a_rulebook_runs_mutants_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_made_up.py").write_text(TESTS)
    script = f"""
from pathlib import Path
from croupier.rulebooks import load_banked
from tests.mutants.rulebooks import all_mutants, campaign
load_banked("rws-casino-stud")
mutants = [one for one in all_mutants(["rws-casino-stud"], "2.1.1.a") if one.change.startswith("7 → 8")]
print(*(one.fate for one in campaign(mutants, folder=Path({str(folder)!r})).verdicts))
"""
    assert in_a_process_of_its_own(script) == "killed\n"

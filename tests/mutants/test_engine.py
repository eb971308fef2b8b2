"""The mutation run of the engine: which functions it changes, which tests they meet, and that it tells fates apart."""

import json
from pathlib import Path

import pytest

from croupier.rulebooks import all_games, load
from tests.mutants import engine
from tests.mutants.edits import Kind
from tests.mutants.engine import Mutant, concerned, explanations, mutants_of, named_code
from tests.mutants.forks import source_of
from tests.mutants.test_rulebooks import in_a_process_of_its_own

MODULE = '''"""Made up – with a dash."""

LIMIT = 9


def named(own: int, most: int = 3) -> bool:
    """At 8."""
    if not own < most and helped(own):
        return True
    return other(own) == LIMIT


def helped(own: int) -> bool:
    return own >= 2


def other(own: int) -> int:
    assert own > 4
    return own + 1 + sum(1 for _ in zip((), (), strict=True))


def alone(own: int) -> bool:
    return own != 5


class Pile:
    def count(self) -> int:
        return helped(7)
'''
FIRST, SECOND = ("made-up-v1", "1.1"), ("made-up-v1", "1.2")


def made(**named: set[tuple[str, str]]) -> list[Mutant]:
    return list(mutants_of(MODULE, "croupier.made_up", named))


def test_what_a_paragraph_names_is_changed_and_what_that_calls_beside_it() -> None:
    assert concerned(MODULE, {"named": {FIRST}}) == {"named": {FIRST}, "helped": {FIRST}, "other": {FIRST}}
    assert concerned(MODULE, {"LIMIT": {FIRST}}) == {}


def test_a_function_that_is_named_itself_answers_to_its_own_paragraphs() -> None:
    found = concerned(MODULE, {"named": {FIRST}, "other": {SECOND}})
    assert found == {"named": {FIRST}, "helped": {FIRST}, "other": {SECOND}}


def test_a_class_stands_for_its_methods() -> None:
    assert concerned(MODULE, {"Pile": {FIRST}}) == {"Pile.count": {FIRST}, "helped": {FIRST}}


def test_numbers_comparisons_and_truths_are_changed_in_the_functions_and_nowhere_else() -> None:
    assert [(one.function, one.line, one.kind, one.change) for one in made(named={FIRST})] == [
        ("made_up:named", 6, Kind.NUMBER, "3 → 4 in def named(own: int, most: int = 3) -> bool:"),
        ("made_up:named", 6, Kind.NUMBER, "3 → 2 in def named(own: int, most: int = 3) -> bool:"),
        ("made_up:named", 8, Kind.LOGIC, "not own < most and helped(own) → not own < most or helped(own)"),
        ("made_up:named", 8, Kind.LOGIC, "not own < most → own < most"),
        ("made_up:named", 8, Kind.COMPARISON, "own < most → own <= most"),
        ("made_up:named", 9, Kind.LOGIC, "True → False in return True"),
        ("made_up:named", 10, Kind.COMPARISON, "other(own) == LIMIT → other(own) != LIMIT"),
        ("made_up:helped", 14, Kind.COMPARISON, "own >= 2 → own > 2"),
        ("made_up:helped", 14, Kind.NUMBER, "2 → 3 in return own >= 2"),
        ("made_up:helped", 14, Kind.NUMBER, "2 → 1 in return own >= 2"),
        *(
            (
                "made_up:other",
                19,
                Kind.NUMBER,
                f"1 → {other} in return own + 1 + sum(1 for _ in zip((), (), strict=True))",
            )
            for other in (2, 0, 2, 0)
        ),
    ]


@pytest.mark.parametrize("game", all_games())
def test_the_code_that_a_rulebook_names_is_read_from_its_text(game: str) -> None:
    document = load(game).document
    stated = [(one.number, *code.split(":")) for one in document.paragraphs for code in one.code]
    assert list(named_code(game)) == stated


@pytest.mark.long
def test_the_engine_has_mutants_and_all_of_them_compile() -> None:
    found = engine.all_mutants()
    assert {"croupier.play.banked.remedies", "croupier.play.room.betting"} <= {one.module for one in found}
    assert all(one.places for one in found)
    for mutant in found[::23]:
        compile(mutant.of(source_of(mutant.module)), mutant.module, "exec")


def test_one_may_ask_for_some() -> None:
    room, remedies = engine.all_mutants("play.room"), engine.all_mutants("croupier.play.banked.remedies")
    assert {one.module.rpartition(".")[0] for one in room} == {"croupier.play.room"}
    assert {one.module for one in remedies} == {"croupier.play.banked.remedies"}
    assert engine.all_mutants("play.remed") == []
    voided = engine.all_mutants("play.banked.remedies", "void_round")
    assert {one.function for one in voided} == {"play.banked.remedies:void_round"}
    assert voided == engine.all_mutants(function="play.banked.remedies:void_round")
    assert all("5.8.2" in {number for _, number in one.places} for one in engine.all_mutants(paragraph="5.8.2"))


def test_every_explanation_is_of_a_mutant_that_there_is() -> None:
    explained = explanations(engine.EQUIVALENT.read_text(encoding="utf-8"))
    assert set(explained) <= {one.key for one in engine.everything()}
    assert all(reason.endswith(".") for reason in explained.values())


def test_explanations_are_read_by_function_and_change() -> None:
    text = '[[equivalent]]\nfunction = "made_up:other"\nchange = "1 → 2"\nreason = "So."\n'
    assert explanations(text) == {("made_up:other", "1 → 2"): "So."}
    assert explanations("") == {}


# ---- Running them, in a process that has seen no rulebook -----------------------------------------------------------

NAMING = """
from croupier.rules.terms import Role, at_least

RULEBOOKS = ("rws-casino-stud-v6",)

def test_1_11_a_dealer_is_one():
    assert at_least(Role.DEALER, Role.DEALER)

def test_1_11_calls_nothing():
    pass

def test_1_11_fails_anyway():
    assert not at_least(Role.DEALER, Role.DEALER)
"""
OTHERS = """
from croupier.rules.terms import Role, at_least

def test_a_player_is_none():
    assert not at_least(Role.PLAYER, Role.DEALER)
"""


@pytest.mark.long
def test_a_mutant_meets_the_tests_that_name_its_paragraphs_then_others_and_a_needless_explanation_is_told(
    tmp_path: Path,
) -> None:
    """One is killed by a test that names 1.11, one by another test; one has no effect, and that is explained."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_naming.py").write_text(NAMING)
    (folder / "test_others.py").write_text(OTHERS)
    script = f"""
import json
from pathlib import Path
from tests.mutants import engine
mutants = engine.all_mutants("rules.terms", "at_least")
explained = {{
    **{{(mutants[at].function, mutants[at].change): "Made up." for at in (0, 1)}}, ("no:such", "1 → 2"): "Made up."
}}
report = engine.campaign(mutants, folder=Path({str(folder)!r}), explained=explained)
alone = engine.campaign(mutants[1:2], folder=Path({str(folder)!r}), explained={{}})
print(json.dumps([
    [[one.mutant.change.partition(" in ")[0], one.fate, one.by] for one in (*report.verdicts, *alone.verdicts)],
    report.stale, report.failing, report.passed, alone.passed
]))
"""
    verdicts, stale, failing, *passed = json.loads(in_a_process_of_its_own(script))
    boundary = "_HEIGHTS.get(role, -1) >= _HEIGHTS[needed] → _HEIGHTS.get(role, -1) > _HEIGHTS[needed]"
    assert verdicts == [
        [boundary, "named", "tests/test_naming.py::test_1_11_a_dealer_is_one"],
        ["1 → 2", "equivalent", "Made up."],
        ["1 → 0", "wider", "tests/test_others.py::test_a_player_is_none"],
        ["1 → 2", "survived", ""],
    ]
    assert stale == [
        f"rules.terms:at_least: {boundary}: it is killed after all",
        "no:such: 1 → 2: there is no such mutant",
    ]
    assert failing == ["tests/test_naming.py::test_1_11_fails_anyway"]
    assert passed == [False, False]


@pytest.mark.long
def test_a_function_gets_other_code_and_tells_that_it_is_called() -> None:
    mutant = next(one for one in engine.all_mutants("rules.terms", "at_least") if one.kind is Kind.COMPARISON)
    assert mutant.code.name == "at_least"
    assert mutant.code.text.endswith("return _HEIGHTS.get(role, -1) > _HEIGHTS[needed]")
    told = in_a_process_of_its_own(CALLED)
    assert told == "[True, False] ['rules.terms:at_least']\n"


CALLED = """
import builtins
from croupier.rules.terms import Role, at_least
from tests.mutants import engine, session
found = [at_least(Role.DEALER, Role.DEALER)]
(mutant,) = [one for one in engine.all_mutants("rules.terms", "at_least") if one.kind == "comparison"]
mutant.code.put()
found.append(at_least(Role.DEALER, Role.DEALER))
called = []
builtins.__called__ = called.append
engine._telling(mutant.module, mutant.function).put()
at_least(Role.DEALER, Role.DEALER)
print(found, called)
"""

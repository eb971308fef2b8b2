"""What a rulebook's text says about itself: sections, and the tests that name them."""

from pathlib import Path

import pytest

from croupier.rulebooks import all_games, module_name, versions
from croupier.rules.source import Section, named_paragraph, named_tests, sections

RULEBOOK = '''"""A made-up rulebook."""

from croupier.rules.document import Rulebook

BEFORE = 1

book = Rulebook("made-up", 1, title="Made up", operator="Nobody", effective="never")

# 1 Definitions

book.definition("1.1", "A word.")
book.modelled("1.2", "A number.", "croupier.money:MOST")
TWO = 2
THREE: int = 3


def four() -> int:
    """Four."""
    return 4


book.physical(
    "2.1",
    "A cloth.",
    "Nothing but cloth.",
)
book.discretion("2.2", "Somebody decides.", "pit_manager")


class Decided:
    """What somebody decided."""


book.pending("3.1.a", "Later.")
LAST = (
    1,
    2,
)
other.modelled("9.9", "Not the book's.")

book.interpretation("I1", "1.1", question="Which?", choice="This.", why="So.")
BETWEEN = 5

DOCUMENT = book.close()

AFTER = 6
'''


def lines(text: str) -> Section:
    """A section's place in the made-up rulebook, by its first line."""
    return next(one for one in sections(RULEBOOK) if one.number == text)


def test_sections_come_in_order_and_interpretations_are_none() -> None:
    assert [one.number for one in sections(RULEBOOK)] == ["1.1", "1.2", "2.1", "2.2", "3.1.a"]


def test_a_section_names_what_is_defined_under_it() -> None:
    assert {one.number: one.names for one in sections(RULEBOOK)} == {
        "1.1": (),
        "1.2": ("TWO", "THREE", "four"),
        "2.1": (),
        "2.2": ("Decided",),
        "3.1.a": ("LAST",),
    }


@pytest.mark.parametrize(
    ("number", "first", "last"),
    [
        ("1.1", 'book.definition("1.1", "A word.")', 'book.definition("1.1", "A word.")'),
        ("1.2", 'book.modelled("1.2", "A number.", "croupier.money:MOST")', "    return 4"),
        ("2.1", "book.physical(", ")"),
        ("2.2", 'book.discretion("2.2", "Somebody decides.", "pit_manager")', '    """What somebody decided."""'),
        ("3.1.a", 'book.pending("3.1.a", "Later.")', 'other.modelled("9.9", "Not the book\'s.")'),
    ],
)
def test_a_section_begins_with_its_statement_and_ends_with_its_code(number: str, first: str, last: str) -> None:
    text = RULEBOOK.splitlines()
    section = lines(number)
    assert text[section.first_line - 1] == first
    assert text[section.last_line - 1] == last


def test_a_text_without_paragraphs_has_no_sections() -> None:
    assert sections("X = 1\n") == ()
    assert sections("") == ()


@pytest.mark.parametrize("module", [module_name(game, one) for game in all_games() for one in versions(game)])
def test_a_rulebook_read_as_a_text_states_the_paragraphs_of_its_document(module: str) -> None:
    from importlib import import_module

    loaded = import_module(module)
    assert loaded.__file__ is not None
    found = sections(Path(loaded.__file__).read_text(encoding="utf-8"))
    assert [one.number for one in found] == [one.number for one in loaded.DOCUMENT.paragraphs]
    assert all(hasattr(loaded, name) for one in found for name in one.names)


NUMBERS = ("3.1", "3.1.3", "3.1.3.a", "3.10", "3.10.1", "4.1", "5.18.2.c", "1.19", "1.19.i", "1.19.ii")


@pytest.mark.parametrize(
    ("test", "number"),
    [
        ("test_4_1_pays_odds", "4.1"),
        ("test_4_1", "4.1"),
        ("test_3_1_3_a_higher_straight", "3.1.3.a"),
        ("test_3_1_3_a", "3.1.3.a"),
        ("test_3_1_3_b_pairs", "3.1.3"),
        ("test_3_1_3_an_ace", "3.1.3"),
        ("test_3_1_3_pairs", "3.1.3"),
        ("test_3_1_aim", "3.1"),
        ("test_3_1_a_hand", "3.1"),
        ("test_3_10_shoe", "3.10"),
        ("test_3_10_1_hidden", "3.10.1"),
        ("test_5_18_2_c_notice", "5.18.2.c"),
        ("test_1_19_i_button", "1.19.i"),
        ("test_1_19_ii_button", "1.19.ii"),
        ("test_1_19_ii", "1.19.ii"),
        ("test_1_19_iii_button", "1.19"),
        ("test_1_19_iv", "1.19"),
        ("test_1_19_a_button", "1.19"),
        ("test_1_19_if_button", "1.19"),
        ("test_1_19_iii5", "1.19"),
        ("test_3_1_ii_hands", "3.1"),
        ("test_3_1_six", "3.1"),
        ("test_3_1_4_unknown", None),
        ("test_3_unknown", None),
        ("test_4", None),
        ("test_five_4_1", None),
        ("test_pays_4_1", None),
        ("test_3_1x", None),
        ("tests_4_1", None),
        ("check_4_1", None),
        ("", None),
    ],
)
def test_the_paragraph_that_a_test_names(test: str, number: str | None) -> None:
    assert named_paragraph(test, NUMBERS) == number


def test_a_number_that_goes_on_in_the_name_names_the_longer_paragraph_or_none() -> None:
    """``test_4_1_2_pairs`` means 4.1.2, so it is no test of 4.1."""
    assert named_paragraph("test_4_1_2_pairs", NUMBERS) is None


def put(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_named_tests_are_found_where_their_file_declares_the_rulebook(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    declared = 'RULEBOOKS = ("one-v1", "two-v2")\n'
    put(tests, "deep/er/test_b.py", f"{declared}def test_4_1_b() -> None: ...\ndef test_unnamed() -> None: ...\n")
    put(tests, "test_a.py", f"{declared}def test_4_1_a() -> None: ...\ndef test_3_1_aim() -> None: ...\n")
    put(tests, "test_other.py", 'RULEBOOKS = ["three-v1"]\ndef test_4_1_other() -> None: ...\n')
    put(tests, "test_undeclared.py", "def test_4_1_undeclared() -> None: ...\n")
    put(tests, "test_mentions.py", '"""No RULEBOOKS here."""\ndef test_4_1_mentions() -> None: ...\n')
    put(tests, "helper.py", f"{declared}def test_4_1_helper() -> None: ...\n")
    assert named_tests(tests, "one-v1", NUMBERS) == {
        "4.1": ("tests/deep/er/test_b.py::test_4_1_b", "tests/test_a.py::test_4_1_a"),
        "3.1": ("tests/test_a.py::test_3_1_aim",),
    }
    assert named_tests(tests, "two-v2", ("4.1",)).keys() == {"4.1"}
    assert named_tests(tests, "three-v1", NUMBERS) == {"4.1": ("tests/test_other.py::test_4_1_other",)}
    assert named_tests(tests, "four-v1", NUMBERS) == {}


def test_only_tests_at_the_top_of_a_file_name_paragraphs(tmp_path: Path) -> None:
    inner = "class TestAll:\n    def test_4_1_inner(self) -> None: ...\n"
    put(tmp_path, "test_a.py", f'RULEBOOKS = ("one-v1",)\n{inner}')
    assert named_tests(tmp_path, "one-v1", NUMBERS) == {}


def test_a_folder_that_is_not_there_has_no_tests(tmp_path: Path) -> None:
    assert named_tests(tmp_path / "none", "one-v1", NUMBERS) == {}

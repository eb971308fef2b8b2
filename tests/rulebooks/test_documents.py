"""The rulebooks against the approved documents: nothing missing, nothing added, nothing copied."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from croupier.rulebooks import all_games, load, load_rulebook, module_name
from croupier.rules.document import Disposition, Document
from croupier.rules.source import named_tests, sections
from croupier.rules.terms import STAFF
from tests.sitting import SHARED

TESTS = Path(__file__).parents[1]
RUN = 8
"""So many words in a row are a sentence of the document's, not of ours."""

pytestmark = pytest.mark.parametrize("game", all_games())


def shared(name: str) -> str:
    """A file of the shared folder, which a clone by itself does not have."""
    path = SHARED / name
    if not path.exists():
        assert not os.environ.get("CI"), f"{path} is missing"
        pytest.skip(f"{path} is missing: nothing to compare the rulebooks with")
    return path.read_text(encoding="utf-8")


def document(game: str) -> Document:
    return load(game).document


def numbers(game: str) -> list[str]:
    return [one.number for one in document(game).paragraphs]


@cache
def listed() -> dict[str, list[str]]:
    """The paragraphs of every document, by rulebook."""
    return msgspec.json.decode(shared("rules/paragraphs.json"), type=dict[str, list[str]])


def test_every_paragraph_is_there_in_order_and_none_besides(game: str) -> None:
    assert numbers(game) == listed()[document(game).rulebook]
    assert len(set(numbers(game))) == len(numbers(game))


def test_every_document_has_a_rulebook(game: str) -> None:
    assert document(game).rulebook in listed()
    assert len(all_games()) == len(listed())
    assert load_rulebook(document(game).rulebook) is load(game)


def test_what_is_modelled_or_left_to_somebody_has_a_test_that_names_it(game: str) -> None:
    named = named_tests(TESTS, document(game).rulebook, numbers(game))
    wanted = {Disposition.MODELLED, Disposition.DISCRETION}
    demanding = [one.number for one in document(game).paragraphs if one.disposition in wanted]
    untested = [number for number in demanding if not named.get(number)]
    assert not untested, " ".join(untested)


def test_the_code_named_for_a_paragraph_or_an_interpretation_exists(game: str) -> None:
    named = [one.code for one in document(game).paragraphs] + [one.code for one in document(game).interpretations]
    for code in named:
        for reference in code:
            module, _, name = reference.partition(":")
            assert module.startswith("croupier."), reference
            assert hasattr(import_module(module), name), reference


def test_what_is_modelled_says_where(game: str) -> None:
    """Code is named, or stands under the paragraph; a paragraph of another kind names none."""
    path = import_module(module_name(game)).__file__
    assert path is not None
    under = {one.number: one.names for one in sections(Path(path).read_text(encoding="utf-8"))}
    for paragraph in document(game).paragraphs:
        if paragraph.disposition is Disposition.MODELLED:
            assert paragraph.code or under[paragraph.number], paragraph.number
        elif paragraph.disposition is not Disposition.DISCRETION:
            assert not paragraph.code, paragraph.number
            assert not under[paragraph.number], paragraph.number


def test_a_physical_paragraph_says_why_and_a_discretion_whose(game: str) -> None:
    for paragraph in document(game).paragraphs:
        if paragraph.disposition is Disposition.PHYSICAL:
            assert is_a_sentence(paragraph.why), paragraph.number
        elif paragraph.disposition is Disposition.DISCRETION:
            assert paragraph.why in STAFF, paragraph.number
        else:
            assert not paragraph.why, paragraph.number


def test_only_irregularities_are_pending(game: str) -> None:
    """Chapter 5; of the MBS document chapter 6 too, which closes it."""
    chapters = {"5", "6"} if game.startswith("mbs") else {"5"}
    pending = [one.number for one in document(game).paragraphs if one.disposition is Disposition.PENDING]
    assert [number for number in pending if number.partition(".")[0] not in chapters] == []


def test_interpretations_are_numbered_in_order_and_about_paragraphs(game: str) -> None:
    found = document(game).interpretations
    assert [one.number for one in found] == [f"I{at}" for at in range(1, len(found) + 1)]
    for one in found:
        assert one.paragraphs, one.number
        assert set(one.paragraphs) <= set(numbers(game)), one.number
        assert len(set(one.paragraphs)) == len(one.paragraphs), one.number
        assert one.question.endswith("?"), one.number
        assert is_a_sentence(one.choice), one.number
        assert is_a_sentence(one.why), one.number


HEADS = {
    "rws-casino-stud": (6, "Casino Stud Poker", "Resorts World at Sentosa", "not stated"),
    "rws-multi-link-casino-stud": (
        3,
        "Multi-Link Progressive Casino Stud Poker",
        "Resorts World at Sentosa",
        "8 December 2020, 0800 hours",
    ),
    "rws-progressive-texas-holdem": (
        6,
        "Progressive Texas Hold'em Poker",
        "Resorts World at Sentosa",
        "28 June 2020, 0800 hours",
    ),
    "mbs-texas-holdem-bonus-progressive": (6, "Texas Hold'em Bonus Progressive", "Marina Bay Sands", "2 August 2019"),
    "rws-poker": (6, "Poker", "Resorts World at Sentosa", "7 April 2020, 0800 hours"),
}


def test_version_title_operator_and_effective_date(game: str) -> None:
    one = document(game)
    assert one.game == game
    assert (one.version, one.title, one.operator, one.effective) == HEADS[game]


def test_the_document_itself_says_so(game: str) -> None:
    text = " ".join(words(shared(f"rules/{document(game).rulebook}.md")))
    _, title, operator, effective = HEADS[game]
    assert " ".join(words(title)) in text
    assert " ".join(words(operator)) in text
    if effective == "not stated":
        assert "w e f" not in text
    else:
        assert f"w e f {' '.join(words(effective.partition(',')[0]))}" in text
        assert "0800" not in effective or re.search(r"w e f [0-9a-z ]+ 0800 ?h", text)


# ---- In our own words -----------------------------------------------------------------------------------------------


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", re.sub(r"['’\u2018]", "", text.lower()))


def is_a_sentence(text: str) -> bool:
    return bool(re.fullmatch(r"[\"'A-Z0-9].*[A-Za-z0-9\")]\.", text)) and "  " not in text


@cache
def runs(rulebook: str) -> frozenset[tuple[str, ...]]:
    """Every run of eight words of a document."""
    text = words(shared(f"rules/{rulebook}.md"))
    return frozenset(tuple(text[at : at + RUN]) for at in range(len(text) - RUN + 1))


def our_texts(game: str) -> Iterator[tuple[str, str]]:
    for paragraph in document(game).paragraphs:
        yield paragraph.number, paragraph.summary
        yield paragraph.number, paragraph.why
    for one in document(game).interpretations:
        yield one.number, one.question
        yield one.number, one.choice
        yield one.number, one.why
    for overlap in document(game).overlaps:
        yield overlap.number, overlap.situation
        yield overlap.number, overlap.why


def test_summaries_are_sentences(game: str) -> None:
    assert [one.number for one in document(game).paragraphs if not is_a_sentence(one.summary)] == []


def test_no_summary_says_what_another_says(game: str) -> None:
    counted = Counter(one.summary for one in document(game).paragraphs)
    repeated = [one.number for one in document(game).paragraphs if counted[one.summary] > 1]
    assert not repeated, " ".join(repeated)


def test_nothing_is_copied(game: str) -> None:
    """No run of eight words stands in the document, in any of the documents."""
    copied = []
    for number, text in our_texts(game):
        said = words(text)
        for at in range(len(said) - RUN + 1):
            run = tuple(said[at : at + RUN])
            if any(run in runs(rulebook) for rulebook in listed()):
                copied.append(f"{number}: {' '.join(run)}")
    assert not copied, "\n".join(copied)


def test_a_copy_would_be_noticed(game: str) -> None:
    text = words(shared(f"rules/{document(game).rulebook}.md"))
    assert len(text) > 1_000
    assert tuple(text[500 : 500 + RUN]) in runs(document(game).rulebook)

"""The glossary: every paragraph that it cites is in its rulebook, and everybody is led to it."""

import re
from pathlib import Path

import pytest

from croupier.rulebooks import all_games, load

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
GAMES = dict(re.findall(r"^\| ([A-Z]+) \| `([a-z-]+)` \|$", GLOSSARY, re.MULTILINE))
CITED = re.findall(r"\b([A-Z]{3,4}) (\d+(?:\.\d+)*(?:\.[a-z]+)?)", GLOSSARY)


def test_every_game_has_a_short_name() -> None:
    assert sorted(GAMES.values()) == sorted(all_games())


@pytest.mark.parametrize("short", sorted(GAMES))
def test_every_paragraph_cited_is_in_its_rulebook(short: str) -> None:
    numbers = {one.number for one in load(GAMES[short]).document.paragraphs}
    cited = {number for game, number in CITED if game == short}
    assert cited, "no paragraph is cited"
    assert cited <= numbers


def test_nothing_else_looks_like_a_cite() -> None:
    assert {short for short, _ in CITED} == set(GAMES)


def test_words_are_in_order_and_explained_once() -> None:
    lists = [words.splitlines() for words in GLOSSARY.split("\n## ")[1:]]
    for lines in lists:
        words = [line.split(" | ")[0].strip("| ").casefold() for line in lines if line.startswith("| ")][2:]
        assert len(words) > 20
        assert words == sorted(set(words))


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_the_pages_lead_to_it(page: str) -> None:
    assert "(docs/glossary.md)" in (ROOT / page).read_text(encoding="utf-8")

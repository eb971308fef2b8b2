"""The manual: links that hold in the repository and in the site, pages made from the rulebooks, pictures of a size."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.library.games import Game, games
from croupier.rulebooks import all_games, load
from manual.compared import compared
from manual.linking import BrokenLinkError, rewritten
from manual.pictures import LARGEST, PICTURES
from manual.players import pages as played
from manual.rulebook import pages as rulebook_pages

ROOT = Path(__file__).parents[2]
PLACES = {
    "docs/a.md": "a.md",
    "docs/in/b.md": "in/b.md",
    "decisions/0001-x.md": "decisions/0001-x.md",
    "README.md": "readme.md",
}
MADE = ("rulebook/index.md", "rulebook/compared.md", "rulebook/readings.md", "games.md")
"""Pages that are there when the manual is built."""
WRITTEN = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")]
WRITTEN += [path for folder in ("docs", "decisions") for path in sorted((ROOT / folder).rglob("*.md"))]


@pytest.mark.parametrize(
    ("source", "text", "made"),
    [
        ("docs/a.md", "[b](in/b.md#there)", "[b](in/b.md#there)"),
        ("docs/in/b.md", "[a](../a.md)", "[a](../a.md)"),
        ("docs/in/b.md", "[why](../../decisions/0001-x.md)", "[why](../decisions/0001-x.md)"),
        ("README.md", "[b](docs/in/b.md)", "[b](in/b.md)"),
        ("decisions/0001-x.md", "[a](../docs/a.md)", "[a](../a.md)"),
        ("docs/a.md", "[the launcher](../run)", "the launcher (`run`)"),
        ("docs/a.md", "[`run`](../run)", "`run`"),
        ("docs/a.md", "[elsewhere](https://example.org/x)", "[elsewhere](https://example.org/x)"),
        ("docs/a.md", "[below](#below)", "[below](#below)"),
        ("docs/in/b.md", "![a table](../pictures/table.jpg)", "![a table](../pictures/table.jpg)"),
        ("docs/a.md", "```\n[x](nowhere.md)\n```\n", "```\n[x](nowhere.md)\n```\n"),
    ],
)
def test_links_lead_to_where_the_manual_has_it(source: str, text: str, made: str) -> None:
    assert rewritten(text, source, PLACES) == made


def test_a_link_to_nothing_is_a_mistake() -> None:
    with pytest.raises(BrokenLinkError, match=r"docs/a\.md links to nowhere\.md, which is not there"):
        rewritten("[x](nowhere.md)", "docs/a.md", PLACES)


def test_links_of_the_repository_lead_somewhere() -> None:
    wrong = []
    for path in WRITTEN:
        text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        links = re.findall(r"\]\(([^()\s#:]+)(?:#[^()\s]*)?\)", text)
        wrong += [(path.name, one) for one in links if not (path.parent / one).exists() and not one.endswith(MADE)]
    assert wrong == []


def test_pictures_are_small_and_all_of_them_are_shown() -> None:
    taken = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert {name: size for name, size in taken.items() if size > LARGEST} == {}
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {name for page in pages for name in re.findall(r"pictures/([\w-]+\.jpg)", page.read_text("utf-8"))}
    assert shown == set(taken)


def test_the_readme_is_one_page() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) < 80
    assert len(re.findall(r"!\[", text)) == 3
    assert len(re.findall(r"^- \*\*", text, re.MULTILINE)) == 5


def test_how_to_play_says_what_the_documents_declare() -> None:
    page = played()["players/games.md"]
    for name in all_games():
        assert f"## {load(name).document.title}\n" in page
    assert "| the Dealer does not qualify | the Ante wins 1 to 1; the BET comes back |" in page, "3.13 of Casino Stud"
    assert "| Royal Flush | A♣ K♣ Q♣ J♣ 10♣ | 250 to 1 |" in page


@pytest.mark.long  # the odds of every game are counted for it
def test_topics_stand_beside_each_other_with_their_paragraphs() -> None:
    page = "\n".join(compared([Game(name) for name in games()]))
    rows = {row.split("|")[1].strip(): row for row in page.splitlines() if row.startswith("|")}
    assert "Ace and King or better (1.14)" in rows["the Dealer qualifies with"]
    assert rows["Players on one box"].count("one (3.5)") == 3, "of several Players a box may only be at MBS"
    assert "several, in shares (3.4)" in rows["Players on one box"]
    assert "BET: SGD 100,000.00 (4.1.1)" in rows["maximum payout"]
    assert "at most 5 % of a pot" in rows["Rake"]
    assert "| $500 (4.2) | 400 for 1 (4.2) |" in rows["Four of a Kind"], "the jackpots of the two stud games"
    assert rows["shoe exhausted"].count("void round") == 4, "at MBS the last paragraph is left"
    assert all(row.count("|") in {3, 4, 6, 7} for row in rows.values())


@pytest.mark.long
def test_every_interpretation_says_what_another_reading_is_worth_or_why_it_has_no_figure() -> None:
    made = rulebook_pages()
    for name in all_games():
        document = load(name).document
        parts = made[f"rulebook/{document.rulebook}.md"].split("## Interpretations")[1].split("\n### ")[1:]
        assert len(parts) == len(document.interpretations)
        assert [part[:40] for part in parts if "- read otherwise" not in part] == []
    # The Bonus of a hand that loses the comparison, at MBS: lost, if the House chooses so; both edges are in the odds.
    assert "| 8.5406% | 34.8985% | +26.3578% |" in made["rulebook/readings.md"]


@pytest.mark.long
def test_it_is_built_without_a_warning(tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(asked, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    pages = {path.relative_to(tmp_path).as_posix(): path.read_text("utf-8") for path in tmp_path.rglob("*.html")}
    for name in all_games():
        document = load(name).document
        page = pages[f"rulebook/{document.rulebook}.html"]
        assert [one.number for one in document.paragraphs if f'id="p{one.number}"' not in page] == []
        assert [one.number for one in document.interpretations if f'id="{one.number.lower()}"' not in page] == []
    assert "read otherwise" in pages["rulebook/rws-casino-stud-v6.html"], "what another reading would be worth"
    asks = re.compile(r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)')
    loaded = {one for page in pages.values() for one in asks.findall(page)}
    assert loaded == set(), "nothing is loaded from other hosts"

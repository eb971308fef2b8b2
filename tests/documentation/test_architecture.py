"""ARCHITECTURE.md is short, and the files that it names are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("ARCHITECTURE.md", "docs/programmers/inside.md")
ANYWHERE = {"facts.py", "weighing.py", "remedies.py", "aftermath.py", "choices.py", "decisions.py"}
ANYWHERE |= {"corrections.py", "taking_back.py", "verdict.py"}
"""Modules that both engines, or one of them, have under the same name."""


def words(text: str) -> str:
    """Leave out the drawings, which a command makes."""
    return re.sub(r"```mermaid.*?```", "", text, flags=re.DOTALL)


def paths(text: str) -> set[str]:
    """Return the files and folders that a page names between backticks."""
    named = set(re.findall(r"`([\w.-]+(?:/[\w.-]+)*/?)`", text))
    return {one for one in named if one.rstrip("/").endswith((".py", ".ts", ".svelte", ".md", ".css")) or "/" in one}


@pytest.mark.parametrize("page", PAGES)
def test_the_files_that_it_names_are_there(page: str) -> None:
    source = ROOT / "src" / "croupier"
    missing = {
        one
        for one in paths((ROOT / page).read_text("utf-8")) - ANYWHERE
        if not any((root / one).exists() for root in (ROOT, source, source.parent, ROOT / "ui" / "src"))
    }
    assert missing == set()
    engines = [source / "play" / "banked", source / "play" / "room"]
    assert {one for one in ANYWHERE if not any((engine / one).exists() for engine in engines)} == set()


def test_the_architecture_is_read_in_ten_minutes() -> None:
    text = words((ROOT / "ARCHITECTURE.md").read_text("utf-8"))
    assert 1_000 < len(text.split()) <= 2_000
    cells = [cell for line in text.splitlines() if line.startswith("|") for cell in line.split("|")]
    assert max(len(cell.split()) for cell in cells) <= 25
    begin = text.index("## To change something")
    rows = [line for line in text[begin:].splitlines() if line.startswith("| ")][2:]
    assert len(rows) >= 25

"""``docs/evidence.md``: what the campaigns of ``./run soak`` last came to, written by the campaigns themselves."""

import os
import platform
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[1] / "docs" / "evidence.md"
_HEAD: Final = """# Evidence

What the long campaigns last came to. No figure here was typed: `./run soak --NAME --evidence` runs a campaign and
writes its row, with the day, the commit and the machine; without `--evidence` it only prints the line. What each of
them does stands under [working on it](../CONTRIBUTING.md#working-on-it). What a laboratory would ask, and where we
stand, is [a page of its own](gli-19.md).

| campaign | figures | day | commit | machine |
| --- | --- | --- | --- | --- |
"""
_ROW: Final = re.compile(r"^\| `--([\w-]+)` \|.*\|$", re.MULTILINE)


def write(campaign: str, figures: str, page: Path = PAGE) -> None:
    """Put the closing line of a campaign on the page, in place of the one before."""
    rows, sections = dict(_rows(page)), _sections(page)
    cells = (f"`--{campaign}`", figures, f"{datetime.now(UTC):%Y-%m-%d}", commit(), machine())
    rows[campaign] = f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
    _put(page, rows, sections)


def write_section(text: str, page: Path = PAGE) -> None:
    """Put a section of a campaign on the page, in place of the one with its heading."""
    sections = {**_sections(page), text.partition("\n")[0]: text}
    _put(page, dict(_rows(page)), sections)


def _put(page: Path, rows: dict[str, str], sections: dict[str, str]) -> None:
    text = _HEAD + "".join(f"{rows[name]}\n" for name in sorted(rows))
    page.write_text("\n".join((text, *(sections[name] for name in sorted(sections)))), encoding="utf-8")


def _sections(page: Path) -> dict[str, str]:
    """The sections below the table of campaigns, by their headings."""
    text = page.read_text("utf-8") if page.exists() else ""
    found = [f"## {one}" for one in text.split("\n## ")[1:]]
    return {one.partition("\n")[0]: one.rstrip("\n") + "\n" for one in found}


def _rows(page: Path) -> list[tuple[str, str]]:
    if not page.exists():
        return []
    return [(found[1], found[0]) for found in _ROW.finditer(page.read_text("utf-8"))]


def commit() -> str:
    """The commit that was tried; on a machine that has only the files, whoever brought them says it."""
    if given := os.environ.get("GIT_COMMIT"):
        return given
    described = ["git", "describe", "--always", "--dirty", "--abbrev=10"]
    told = subprocess.run(described, cwd=PAGE.parent, capture_output=True, text=True, check=False)
    return told.stdout.strip() or "not told"


def machine() -> str:
    """What it was run on."""
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"

"""Every command that a page names is one, with these options; those in blocks of ``console`` are run."""

import re
import shlex
from pathlib import Path

import pytest
import typer.main

from croupier.cli import app
from tests.command import croupier

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
OURS = {"test", "soak", "golden", "docs", "bench"}
"""What the launcher does itself."""
COUNTS = {"odds"}
"""Counts a whole game where nobody has done so before."""


def blocks(page: Path, kind: str = r"\w*") -> list[str]:
    return re.findall(rf"^ *```{kind}\n(.*?)^ *```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def commands(page: Path) -> list[list[str]]:
    """Every line of a block that calls croupier or the launcher, without its remark."""
    found = []
    for block in blocks(page):
        for line in block.splitlines():
            said = re.match(r" *(?:\$ )?(?:CROUPIER_\w+=\S+ )?(?:\./run|croupier)(?= |$)(.*)", line)
            if said:
                found.append(shlex.split(said[1], comments=True))
    return found


def options(command: str) -> set[str]:
    top = typer.main.get_command(app)
    known = top if not command else top.commands[command]  # type: ignore[attr-defined]
    return {name for one in known.params for name in (*one.opts, *one.secondary_opts)} | {"--help"}


@pytest.mark.parametrize("page", [one for one in PAGES if commands(one)], ids=lambda page: page.stem)
def test_commands_are_there_with_their_options(page: Path) -> None:
    names = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    for words in commands(page):
        command = words[0] if words and not words[0].startswith("-") else ""
        if command in OURS:
            continue
        assert not command or command in names, words
        given = {word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)}
        assert given <= options(command), words


RUN = [
    pytest.param(
        shlex.split(line[2:])[1:], id=line[2:60], marks=[pytest.mark.long] if line.split()[2] in COUNTS else []
    )
    for page in PAGES
    for block in blocks(page, "console")
    for line in block.splitlines()
    if line.startswith("$ ")
]


@pytest.mark.parametrize("words", RUN)
def test_commands_of_a_console_are_run(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = croupier(*words)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    assert done.stdout.strip()


def test_there_are_commands_and_all_of_them_are_named_somewhere() -> None:
    named = {words[0] for page in PAGES for words in commands(page) if words}
    every = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert len(RUN) > 10
    assert every - named - OURS == set()

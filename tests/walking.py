"""The seven readers' paths, walked on a fresh clone with a stopwatch: ``python -m tests.walking [--write]``.

The checkout is cloned into a folder of its own, the launcher sets it up as a new user's, and each reader does what the
page behind their door says: Players and Dealers in a browser, all others at a terminal, where every command of the
page's blocks of ``console`` and every Python example is typed. ``--write`` puts the times into ``docs/walked.md``.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.request import urlopen

from manual.pictures import Camera, chromium, deals, plays
from tests.evidence import commit, machine

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs/walked.md"
ROOM: Final = "tests/rules"
"""What a contributor's path tests: all of ``./run test`` is a matter of minutes, and continuous integration's."""
TYPED: Final = """
import doctest, pathlib, re, sys
text = "\\n".join(re.findall(r"^```pycon\\n(.*?)^```$", pathlib.Path(sys.argv[1]).read_text("utf-8"), re.M | re.S))
flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
example = doctest.DocTestParser().get_doctest(text, {}, sys.argv[1], sys.argv[1], 0)
sys.exit(doctest.DocTestRunner(optionflags=flags).run(example).failed)
"""
HEAD: Final = """# Walked paths

How long each reader's path took on a fresh clone, done as its page says: in a browser by Players and Dealers, at a
terminal by all others. No figure here was typed: `python -m tests.walking --write` walks all of them, and stops at the
first step that does not lead where the page says. The launcher's set-up comes first and is for all of them; what it
downloads may lie in a cache already.

"""


class Walk:
    """A fresh clone, and the steps that were taken there."""

    def __init__(self, clone: Path) -> None:
        self.clone = clone
        self.steps: list[tuple[str, str, float]] = []
        """The reader, what was done, and the seconds that it took."""
        self.environment = {key: one for key, one in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL"))}

    def take(self, reader: str, what: str, do: Callable[[], object]) -> None:
        """One step, timed. Whatever it raises ends the walk."""
        began = time.monotonic()
        do()
        self.steps.append((reader, what, time.monotonic() - began))
        print(f"{reader}: {what}: {self.steps[-1][2]:.1f} s", flush=True)

    def type(self, *words: str) -> str:
        """A command in the clone, and what it printed. Raises RuntimeError with what it said if it fails."""
        asked = subprocess.run(
            words,
            cwd=self.clone,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if asked.returncode:
            raise RuntimeError(f"{shlex.join(words)} ended with {asked.returncode}: {asked.stdout}{asked.stderr}")
        return asked.stdout

    def follow(self, reader: str, page: str) -> None:
        """Type every command and every Python example of a page."""
        text = (self.clone / page).read_text("utf-8")
        for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            for line in re.findall(r"^\$ croupier (.*)$", block, re.MULTILINE):
                self.take(reader, f"`croupier {line}`", partial(self.type, "./run", *shlex.split(line)))
        if "```pycon" in text:
            typed = (".venv/bin/python", "-c", TYPED, page)
            self.take(reader, f"the Python of `{page}`", lambda: self.type(*typed))

    @contextmanager
    def house(self, *words: str) -> Iterator[str]:
        """A house that the launcher opens; its address."""
        with TemporaryDirectory() as folder:
            asked = ["./run", "serve", "--json", "--no-browser", "--db", f"{folder}/house.db", *words]
            serving = subprocess.Popen(
                asked, cwd=self.clone, env=self.environment, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL
            )
            try:
                assert serving.stdout is not None
                yield json.loads(serving.stdout.readline())["address"].rstrip("/")
            finally:
                serving.terminate()
                serving.wait()


def walk(clone: Path) -> Walk:
    """All seven paths."""
    walked = Walk(clone)
    walked.take("everybody", "`git clone`", lambda: walked_clone(clone))
    walked.take("everybody", "`./run games`, which sets everything up", lambda: walked.type("./run", "games"))
    in_a_browser(walked)
    walked.follow("a Dealer", "docs/dealers/index.md")
    walked.follow("an operator", "docs/operators/index.md")
    walked.take("an operator", "a house of their own, opened", lambda: opened(walked))
    for reader, page in (("a mathematician", "mathematicians"), ("a regulator", "regulators")):
        walked.follow(reader, f"docs/{page}/index.md")
    for page in ("docs/programmers/index.md", "docs/library.md"):
        walked.follow("a programmer", page)
    walked.take("a contributor", "`./run golden`, which sets up the tests' environment", lambda: unchanged(walked))
    checks = f"`./run test {ROOM}`: every check of the sources, and the tests of one room"
    walked.take("a contributor", checks, lambda: walked.type("./run", "test", ROOM))
    return walked


def walked_clone(clone: Path) -> None:
    """The checkout's last commit, as anybody would have it."""
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)


def in_a_browser(walked: Walk) -> None:
    """A Player's first round, and a Dealer at a table; a bot at the same house."""
    from playwright.sync_api import sync_playwright

    began = time.monotonic()
    with walked.house() as address, sync_playwright() as playwright:
        walked.steps.append(("a Player", "the house opens", time.monotonic() - began))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        camera = Camera(browser, address)
        player = camera.visit("/")
        walked.take("a Player", "from the lobby to a settled round of Casino Stud", lambda: plays(player, 1))
        dealer = camera.visit("/dealer/dealer-1", "dealer", "dora")
        walked.take("a Dealer", "a table in the middle of a round, taken over", lambda: deals(dealer))
        browser.close()
        bot = (".venv/bin/python", "examples/play_stud.py", address, "stud-1", "1")
        walked.take("a programmer", "a bot plays a round over HTTP", lambda: walked.type(*bot))


def opened(walked: Walk) -> None:
    """The house of ``examples/floor.toml`` answers."""
    with walked.house("--floor", "examples/floor.toml") as address, urlopen(address, timeout=60) as page:
        assert b"<script" in page.read()


def unchanged(walked: Walk) -> None:
    """What is made from the rulebooks is what was committed."""
    walked.type("./run", "golden")
    if changed := walked.type("git", "status", "--short"):
        raise RuntimeError(f"./run golden changed {changed}")


def written(walked: Walk) -> str:
    """The page."""
    lines = ["| reader | what was done | seconds |", "| --- | --- | --- |"]
    lines += [f"| {reader} | {what} | {seconds:.0f} |" for reader, what, seconds in walked.steps]
    totals: dict[str, float] = {}
    for reader, _, seconds in walked.steps:
        totals[reader] = totals.get(reader, 0) + seconds
    summed = [f"| {reader} | {seconds:.0f} |" for reader, seconds in totals.items()]
    busy = f"{os.getloadavg()[1]:.0f}" if hasattr(os, "getloadavg") else "not known"
    where = f"Walked at {commit()} on {machine()}, whose load average was {busy}."
    parts = (where, "\n".join(["| reader | seconds |", "| --- | --- |", *summed]), "## Step by step", "\n".join(lines))
    return HEAD + "\n\n".join(parts) + "\n"


def main(given: list[str] | None = None) -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.walking", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="put the times into docs/walked.md")
    asked = parser.parse_args(given)
    with TemporaryDirectory(prefix="croupier-walk-") as folder:
        try:
            walked = walk(Path(folder, "croupier"))
        except RuntimeError as wrong:
            print(f"walking: {wrong}", file=sys.stderr)
            return 1
        finally:
            shutil.rmtree(Path(folder, "croupier"), ignore_errors=True)
    if asked.write:
        PAGE.write_text(written(walked), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

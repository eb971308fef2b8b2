"""``croupier --version`` and ``croupier doctor``: the parts that are installed here, and those that are missing."""

import importlib
import os
import platform
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from msgspec import Struct
from rich.table import Column, Table

from croupier.cli.output import console, write_json
from croupier.cli.problems import FAILED_CHECK, OK

_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_LEAST_SQLITE: Final = (3, 24, 0)
"""The first version that can insert a row or change an existing one, as the journal does."""


class Check(Struct, frozen=True):
    """A check of one thing that croupier needs."""

    name: str
    ok: bool
    says: str
    """A sentence: what was found, or what is missing and what to do about it."""


class Examined(Struct, frozen=True):
    """The answer of ``doctor``."""

    version: str
    python: str
    platform: str
    ok: bool
    checks: tuple[Check, ...]


def installed_version() -> str:
    """Return the version of the installed package."""
    return metadata.version("croupier")


def examine() -> Examined:
    """Check everything that the commands need; nothing is changed, except that missing folders are created."""
    looks: tuple[tuple[str, Callable[[], str]], ...] = (
        ("packages", _packages),
        ("documents", _documents),
        ("kernels", _kernels),
        ("pages", _pages),
        ("manual", _manual),
        ("database", _database),
        ("data", lambda: _folder(_data_folder(), "CROUPIER_DATA", "floors are kept")),
        ("cache", lambda: _folder(_cache_folder(), "CROUPIER_CACHE", "counts and compiled kernels are kept")),
    )
    checks = tuple(_checked(name, look) for name, look in looks)
    return Examined(
        installed_version(),
        platform.python_version(),
        platform.platform(),
        all(one.ok for one in checks),
        checks,
    )


def show_doctor(*, json: bool) -> int:
    """Print one sentence for each check. Return the exit code: 1 if something is missing."""
    found = examine()
    if json:
        write_json(found)
    else:
        table = Table(Column("what", no_wrap=True), Column("", no_wrap=True), "found")
        for one in found.checks:
            table.add_row(one.name, "[green]ok[/green]" if one.ok else "[red]missing[/red]", one.says)
        console().print(f"croupier {found.version}, Python {found.python}, {found.platform}")
        console().print(table)
    return OK if found.ok else FAILED_CHECK


def _checked(name: str, look: Callable[[], str]) -> Check:
    """Run a check: if it raises, something is missing, and the error is its sentence."""
    try:
        return Check(name, True, look())
    except Exception as error:  # one broken check must not stop the next
        return Check(name, False, " ".join(str(error).split()) or type(error).__name__)


def _packages() -> str:
    needed = sorted(set(_needed()))
    missing = [name for name in needed if not _is_installed(name)]
    if missing:
        raise LookupError(f"{', '.join(missing)} is missing: install croupier again, with its dependencies")
    return f"all {len(needed)} packages that croupier needs are installed"


def _needed() -> Iterator[str]:
    for line in metadata.requires("croupier") or []:
        requirement, _, marker = line.partition(";")
        if "extra ==" in marker or ("win32" in marker and sys.platform == "win32"):
            continue
        found = _NAME.match(requirement)
        if found:
            yield found[0]


def _is_installed(name: str) -> bool:
    try:
        return bool(metadata.version(name))
    except metadata.PackageNotFoundError:
        return False


def _documents() -> str:
    from croupier.rulebooks import all_games, load, versions

    read = [load(game, version).document for game in all_games() for version in versions(game)]
    return f"{len(read)} versions of {len(all_games())} documents can be read"


def _kernels() -> str:
    numba = importlib.import_module("numba")
    return f"numba {numba.__version__} compiles the counting of odds"


def _pages() -> str:
    from croupier.web.app import PAGES

    if not (PAGES / "index.html").is_file():
        raise LookupError("the pages of `croupier serve` have not been built: ./run builds them, and a wheel has them")
    return "the pages of `croupier serve` are built"


def _manual() -> str:
    from croupier.web.welcome import is_built

    return "the manual is built: a house serves it under /docs" if is_built() else "the manual was not built here"


def _database() -> str:
    if sqlite3.sqlite_version_info < _LEAST_SQLITE:
        wanted = ".".join(map(str, _LEAST_SQLITE))
        raise LookupError(f"SQLite {sqlite3.sqlite_version} is too old for a floor, which needs {wanted} or later")
    return f"SQLite {sqlite3.sqlite_version} keeps the floor"


def _data_folder() -> Path:
    from croupier.floor.values.folders import wanted_folder

    return wanted_folder()


def _cache_folder() -> Path:
    from croupier.odds.caches import wanted_folder

    return wanted_folder()


def _folder(folder: Path, variable: str, kept: str) -> str:
    """Return a sentence about a folder. Raises OSError if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return f"{folder} is where {kept}"
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise OSError(f"{folder}, where {kept}, cannot be written to ({reason}); {variable} names another") from None

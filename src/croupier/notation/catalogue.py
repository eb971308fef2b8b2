"""The approved documents as lists: games, and every paragraph with its code and its tests."""

import inspect
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from msgspec import Struct

from croupier.rulebooks import all_games, load, load_rulebook, module_name
from croupier.rules.banked import BankedGame
from croupier.rules.source import named_tests, sections


class GameEntry(Struct, frozen=True):
    """A game in the catalogue."""

    game: str
    document: str
    operator: str
    version: int
    rulebook: str
    effective: str
    dealing: tuple[str, ...]
    """The dealing methods to choose from; the poker room has none."""


class ParagraphEntry(Struct, frozen=True):
    """A paragraph as ``rules`` shows it."""

    paragraph: str
    disposition: str
    summary: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    why: str


def games() -> tuple[GameEntry, ...]:
    """List every game with its document."""
    entries = []
    for name in all_games():
        game = load(name)
        one = game.document
        dealing = tuple(game.rounds) if isinstance(game, BankedGame) else ()
        entries.append(GameEntry(name, one.title, one.operator, one.version, one.rulebook, one.effective, dealing))
    return tuple(entries)


def _tests_folder() -> Path | None:
    """Return the folder of the project's tests if croupier runs from its own checkout, otherwise None."""
    folder = Path(__file__).resolve().parents[3] / "tests"
    return folder if (folder / "rulebooks").is_dir() else None


@lru_cache
def paragraphs(rulebook: str) -> tuple[ParagraphEntry, ...]:
    """Return every paragraph of a document, with its code and its tests.

    Reading both takes a moment the first time.
    """
    document = load_rulebook(rulebook).document
    module = module_name(document.game, document.version)
    below = {one.number: one.names for one in sections(inspect.getsource(import_module(module)))}
    folder = _tests_folder()
    numbers = frozenset(one.number for one in document.paragraphs)
    tests = named_tests(folder, document.rulebook, numbers) if folder else {}
    return tuple(
        ParagraphEntry(
            one.number,
            one.disposition.value,
            one.summary,
            (*(f"{module}:{name}" for name in below.get(one.number, ())), *one.code),
            tests.get(one.number, ()),
            one.why,
        )
        for one in document.paragraphs
    )

"""The approved documents as code: a module for every version of every document, kept for ever.

A round is read, replayed and verified under the version it pinned; a caller who names only a game gets the version in
force. Modules are loaded on demand, so that a command pays only for its game.

A House with documents of its own, or with a version that came after this release, names their modules in
``CROUPIER_RULEBOOKS``, separated by commas; the processes that croupier starts inherit it. A module has to be
importable, and its ``GAME`` says the rest: which game, which version, from when, played against the House or among
Players. :func:`register` does the same within a process.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from importlib import import_module
from typing import Final

from croupier.rules.banked import BankedGame
from croupier.rules.document import Document
from croupier.rules.game import Game
from croupier.rules.room import RoomGame

VARIABLE: Final = "CROUPIER_RULEBOOKS"
"""Names the modules of further documents and versions."""

_HOUSE: Final = {
    "rws-casino-stud": {6: "rws_casino_stud_v6"},
    "rws-multi-link-casino-stud": {3: "rws_multi_link_casino_stud_v3"},
    "rws-progressive-texas-holdem": {6: "rws_progressive_texas_holdem_v6"},
    "mbs-texas-holdem-bonus-progressive": {6: "mbs_texas_holdem_bonus_progressive_v6"},
}
"""The games that Players play against the House, with the versions of their documents."""
_ROOM: Final = {
    "rws-poker": {6: "rws_poker_v6"},
}
"""The games that Players play against each other, with the versions of their documents."""


class UnknownGameError(LookupError):
    """No game, more than one, or no such version has that name: the message is a sentence for a person."""


class _Kept:
    """Every rulebook that this process can load: its game, its version, its module."""

    def __init__(self) -> None:
        self.modules = {
            game: {version: f"{__name__}.{module}" for version, module in versions.items()}
            for game, versions in (_HOUSE | _ROOM).items()
        }
        self.room = set(_ROOM)

    def add(self, module: str) -> Document:
        """Add a module. Raises :class:`UnknownGameError` if it is not a rulebook, or its place is taken."""
        try:
            game = getattr(import_module(module), "GAME", None)
        except Exception as error:  # another package's module may raise anything
            raise UnknownGameError(f"the rulebook {module[:80]!r} cannot be imported: {error}") from None
        if not isinstance(game, Game):
            raise UnknownGameError(f"{module} is not a rulebook: it has no GAME")
        document = game.document
        try:
            _ = document.effective_day
        except ValueError:
            raise UnknownGameError(f"{module}: {document.effective!r} is not a date such as 7 April 2020") from None
        versions = self.modules.get(document.game, {})
        known = versions.get(document.version, module)
        if known != module:
            raise UnknownGameError(f"{document.rulebook} is in {known}, and again in {module}")
        if versions and isinstance(game, RoomGame) != (document.game in self.room):
            raise UnknownGameError(f"{document.rulebook} is played differently from the versions before it")
        self.modules[document.game] = dict(sorted({**versions, document.version: module}.items()))
        if isinstance(game, RoomGame):
            self.room.add(document.game)
        return document


@cache
def _kept() -> _Kept:
    kept = _Kept()
    for module in os.environ.get(VARIABLE, "").split(","):
        if module.strip():
            kept.add(module.strip())
    return kept


def register(module: str) -> Document:
    """Add the rulebook in a module, by the module's name, for this process. Raises :class:`UnknownGameError`."""
    document = _kept().add(module)
    load_rulebook.cache_clear()
    return document


def child_environment() -> dict[str, str]:
    """Return the environment for a process that has to know the same rulebooks as this one."""
    shipped = f"{__name__}."
    further = [one for every in _kept().modules.values() for one in every.values() if not one.startswith(shipped)]
    return {**os.environ, VARIABLE: ",".join(further)}


@contextmanager
def registered(*modules: str) -> Iterator[None]:
    """Add rulebooks temporarily; afterwards the previous ones are restored."""
    kept = _kept()
    before, room = dict(kept.modules), set(kept.room)
    try:
        for module in modules:
            register(module)
        yield
    finally:
        kept.modules, kept.room = before, room
        load_rulebook.cache_clear()


# ---- Games and versions --------------------------------------------------------------------------------------------


def all_games() -> tuple[str, ...]:
    """Return every game, first those that are played against the House."""
    return (*banked_games(), *room_games())


def banked_games() -> tuple[str, ...]:
    """Return the games that Players play against the House."""
    return tuple(name for name in _kept().modules if name not in _kept().room)


def room_games() -> tuple[str, ...]:
    """Return the games that Players play against each other."""
    return tuple(name for name in _kept().modules if name in _kept().room)


def game_name(text: str) -> str:
    """Return the full name of a game from its name or an unambiguous beginning of it.

    Raises :class:`UnknownGameError`.
    """
    names = all_games()
    if text in names:
        return text
    found = [name for name in names if text and name.startswith(text)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownGameError(f"{text!r} could be {' or '.join(found)}")
    raise UnknownGameError(f"there is no game {text[:60]!r}; the games are {', '.join(names)}")


def versions(game: str) -> tuple[int, ...]:
    """Return the versions of a game's document, from the first to the last."""
    return tuple(_kept().modules[game_name(game)])


def in_force(game: str, day: str = "") -> int:
    """Return the version in force on a day such as 2026-11-15; today if none is named.

    It is the last version effective by that day; if none is yet, the first one to come.
    """
    every = versions(game)
    if len(every) == 1:
        return every[0]
    day = day or date.today().isoformat()
    return max((one for one in every if load(game, one).document.effective_day <= day), default=every[0])


def read_version(game: str, text: str) -> int:
    """Read a version as people write it, ``7`` or ``v7``.

    Raises :class:`UnknownGameError` for a version that is missing.
    """
    name = game_name(game)
    for version in versions(name):
        if text in (str(version), f"v{version}"):
            return version
    raise UnknownGameError(f"{name} has no version {text[:40]!r}; {_which(name)}")


def _which(game: str) -> str:
    """List the versions of a game, for the error of a caller that has asked for another."""
    *others, last = (str(one) for one in versions(game))
    return f"there are {', '.join(others)} and {last}" if others else f"there is only version {last}"


# ---- Loading --------------------------------------------------------------------------------------------------------


def module_name(game: str, version: int | None = None) -> str:
    """Return the module of a game's rulebook: of a version, or of the one in force.

    Raises :class:`UnknownGameError`.
    """
    name = game_name(game)
    return _kept().modules[name][in_force(name) if version is None else read_version(name, str(version))]


def load(game: str, version: int | None = None) -> Game:
    """Load a game by its name, or an unambiguous beginning of it. Raises :class:`UnknownGameError`."""
    loaded = import_module(module_name(game, version)).GAME
    assert isinstance(loaded, Game)
    return loaded


def load_version(game: str, version: str) -> Game:
    """Load a game in a version as people write it, or in the one in force if none is named.

    Raises :class:`UnknownGameError`.
    """
    return load(game, read_version(game, version) if version else None)


def load_banked(game: str, version: int | None = None) -> BankedGame:
    """Load a game that is played against the House. Raises :class:`UnknownGameError` for any other."""
    return as_banked(load(game, version))


def load_room(game: str, version: int | None = None) -> RoomGame:
    """Load a game of the poker room. Raises :class:`UnknownGameError` for any other."""
    return as_room(load(game, version))


def as_banked(game: Game) -> BankedGame:
    """Return the game, if it is played against the House. Raises :class:`UnknownGameError` if it is not."""
    if type(game) is BankedGame:
        return game
    raise UnknownGameError(f"{game.name} is played in the poker room, not against the House")


def as_room(game: Game) -> RoomGame:
    """Return the game, if it is one of the poker room. Raises :class:`UnknownGameError` if it is not."""
    if type(game) is RoomGame:
        return game
    raise UnknownGameError(f"{game.name} is played against the House, not in the poker room")


@cache
def load_rulebook(rulebook: str) -> Game:
    """Load a game by the rulebook that a round was played under, such as ``rws-casino-stud-v6``.

    Raises :class:`UnknownGameError`.
    """
    game, _, number = rulebook.rpartition("-v")
    if game not in all_games():
        raise UnknownGameError(f"there is no rulebook {rulebook[:60]!r}")
    for version in versions(game):
        if number == str(version):
            return load(game, version)
    raise UnknownGameError(f"there is no rulebook {rulebook[:60]!r}: of {game} {_which(game)}")

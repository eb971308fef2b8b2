"""The TOML and the decks of all forms of the notation: a round against the House, a sitting in the poker room."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, Card, CardError, parse_cards
from croupier.notation.problem import InputError, shortened
from croupier.rulebooks import UnknownGameError, game_name, load, load_rulebook, load_version, room_games
from croupier.rules.game import Game

NOTATION: Final = 1
"""The version of the form."""
T = TypeVar("T")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def read_toml(text: str, read_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """Parse a TOML text. Raises :class:`InputError`."""
    try:
        return tomllib.loads(text, parse_float=read_float)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"this is not TOML: {shortened(str(error))}") from None
    except RecursionError:
        raise InputError("this is not TOML: nested too deeply") from None
    except ValueError:
        raise InputError("a number in it is too long") from None


def is_of_the_room(plain: Mapping[str, Any]) -> bool:
    """Return whether the text is a sitting in the poker room, by its game; a text that names no game is not."""
    game = plain.get("game")
    try:
        return isinstance(game, str) and game_name(game) in room_games()
    except UnknownGameError:
        return False


def convert(plain: Mapping[str, Any], form: type[T]) -> T:
    """Convert plain content into one of the forms. Raises :class:`InputError` that begins with the field."""
    try:
        noted = msgspec.convert(plain, form)
    except msgspec.ValidationError as error:
        what, at, path = str(error).rpartition(" - at `$")
        raise InputError(f"{path.rstrip('`').lstrip('.')}: {what}" if at else str(error)) from None
    version = plain["notation"]
    if version != NOTATION:
        raise InputError(f"notation: must be {NOTATION}; this is {version}")
    return noted


def load_noted(game: str, rulebook: str, kind: Callable[[Game], T]) -> T:
    """Load the game that a text names, of the kind that the text is written for. Raises :class:`InputError`."""
    try:
        loaded = kind(load(game))
    except UnknownGameError as error:
        raise InputError(f"game: {error}") from None
    if not rulebook:
        return loaded
    try:
        pinned = load_rulebook(rulebook)
        if pinned.name != game_name(game):
            raise InputError(f"rulebook: {rulebook[:60]} is not a rulebook of {game_name(game)}")
        return kind(pinned)
    except UnknownGameError as error:
        raise InputError(f"rulebook: {error}") from None


class Noted(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields with which every text of the notation begins."""

    notation: int
    game: str
    acts: tuple[str, ...]
    rulebook: str = ""
    """The rulebook under which it was played; if empty, the current one of the game."""
    title: str = ""


N = TypeVar("N", bound=Noted)


def under(noted: N, version: str) -> N:
    """Return a recorded round or sitting under another version of its document; unchanged if none is named."""
    return replace(noted, rulebook=load_version(noted.game, version).document.rulebook) if version else noted


def read_deck(text: str, field: str, size: int = len(DECK), whole: str = "a deck has") -> tuple[Card, ...]:
    """Read the written order of a shoe. Raises :class:`InputError`."""
    return read_cards(text, field, size, f"{whole} {size}")


def read_cards(text: str, field: str, count: int, wanted: str) -> tuple[Card, ...]:
    """Read exactly ``count`` cards; ``wanted`` says why in the error. Raises :class:`InputError`."""
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise InputError(f"{field}: {error}") from None
    if len(cards) != count:
        raise InputError(f"{field}: {len(cards)} cards, where {wanted}")
    return cards


# ---- Writing --------------------------------------------------------------------------------------------------------


def write_key(key: str, value: Any) -> str:
    """Write a key with its value on one line."""
    return f"{_key(key)} = {_value(value)}"


def write_array(key: str, items: Iterable[Any]) -> list[str]:
    """Write an array, one item per line."""
    return [f"{_key(key)} = [", *(f"    {_value(item)}," for item in items), "]"]


def write_policy(policy: Mapping[str, Any]) -> list[str]:
    """Write the table's policy, which is last in its file; empty if it has none."""
    return ["", "[policy]", *(write_key(key, value) for key, value in policy.items())] if policy else []


def plain_policy(policy: Struct) -> dict[str, Any]:
    """Return a table's policy as TOML can have it: without None, which TOML lacks."""
    plain = msgspec.to_builtins(policy)
    return {key: list(one) if isinstance(one, tuple) else one for key, one in plain.items() if one is not None}


def inline(value: Any) -> str:
    """Write a structure on one line, as TOML."""
    return _value(msgspec.to_builtins(value))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    """Write a TOML basic string; JSON escapes the same characters but for DEL."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(write_key(key, one) for key, one in value.items()) + " }"
    return "[" + ", ".join(_value(one) for one in value) + "]"

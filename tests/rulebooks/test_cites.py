"""Every cite of every game names a paragraph or an interpretation of its own document."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from croupier.rulebooks import all_games, load, load_banked, load_room, room_games
from croupier.rules.banked import BankedGame
from croupier.rules.document import Document
from tests.sitting import HOUSE_GAMES

CITE = re.compile(r"\d+(\.\d+)+(\.([a-z]|[ivx]+))?|I\d+")


def cites(value: Any, name: str, path: str) -> Iterator[tuple[str, str]]:
    """Every cite in a value, with where it stands: what a field says is one, and whatever looks like one."""
    match value:
        case Document():
            return
        case Struct():
            for field in value.__struct_fields__:
                yield from cites(getattr(value, field), field, f"{path}.{field}")
        case Mapping():
            for key, one in value.items():
                yield from cites(one, name, f"{path}[{key}]")
        case tuple() | list() | frozenset() | set():
            for at, one in enumerate(value):
                yield from cites(one, name, f"{path}[{at}]")
        case str():
            if name in {"cite", "cites"} or name.endswith(("_cite", "_cites")) or CITE.fullmatch(value):
                yield path, value
        case _:
            return


@pytest.mark.parametrize("text", ["3.1", "5.24", "3.14.1", "1.5.a", "5.4.2.d", "1.19.i", "1.19.ii", "I3"])
def test_what_looks_like_a_cite(text: str) -> None:
    assert CITE.fullmatch(text)
    assert not CITE.fullmatch(f"{text} or so")


@pytest.mark.parametrize("text", ["3", "3.", "3.1.each", "3.1.a.b", "I", "Ia", "in 3.1", ""])
def test_what_does_not(text: str) -> None:
    assert not CITE.fullmatch(text)


@pytest.mark.parametrize("game", all_games())
def test_every_cite_of_the_game_is_known_to_its_document(game: str) -> None:
    document = load(game).document
    found = list(cites(load(game), "", game))
    assert [(path, cite) for path, cite in found if not document.knows(cite)] == []
    assert len(found) > 40


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_whatever_a_house_banked_game_says_in_words_is_a_cite(game: str) -> None:
    """``opens``, ``closes`` and their like: the game's own fields of text are all cites."""
    loaded = load_banked(game)
    own = [name for name in BankedGame.__struct_fields__ if isinstance(getattr(loaded, name), str)]
    assert {"opens", "closes", "displayed", "deck", "examine_one", "staff_may_place"} <= set(own)
    assert [name for name in own if not loaded.document.knows(getattr(loaded, name))] == []


@pytest.mark.parametrize("game", room_games())
def test_the_grounds_of_the_room_are_cites_and_none_is_missing(game: str) -> None:
    """A ground without a paragraph would look like no cite at all, and pass unnoticed above."""
    loaded = load_room(game)
    for name, ground in msgspec.structs.asdict(loaded.grounds).items():
        for one in ground.values() if isinstance(ground, Mapping) else (ground,):
            assert one, name
            assert [cite for cite in one if not loaded.document.knows(cite)] == [], name


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_bad_cite_would_be_noticed(game: str) -> None:
    loaded = msgspec.structs.replace(load_banked(game), opens="3.99")
    document = loaded.document
    bad = [(path, cite) for path, cite in cites(loaded, "", game) if not document.knows(cite)]
    assert bad == [(f"{game}.opens", "3.99")]
    step = msgspec.structs.replace(loaded.outcomes[0], cites=("I99", ""))
    assert [cite for _, cite in cites(step, "", "") if not document.knows(cite)] == ["I99", ""]


@pytest.mark.parametrize("game", room_games())
def test_a_bad_cite_of_the_room_would_be_noticed(game: str) -> None:
    loaded = load_room(game)
    grounds = msgspec.structs.replace(loaded.grounds, opens=("3.99", "1.19.iii"))
    found = cites(msgspec.structs.replace(loaded, grounds=grounds), "", game)
    bad = [(path, cite) for path, cite in found if not loaded.document.knows(cite)]
    assert bad == [(f"{game}.grounds.opens[0]", "3.99"), (f"{game}.grounds.opens[1]", "1.19.iii")]

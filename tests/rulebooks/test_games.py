"""Games by name: beginnings, and the two kinds."""

import pytest

from croupier.rulebooks import (
    HOUSE_GAMES,
    MODULES,
    ROOM_GAMES,
    UnknownGameError,
    game_name,
    load,
    load_house,
    load_room,
    load_rulebook,
)
from croupier.rules.house import HouseGame
from croupier.rules.room import RoomGame
from tests import sitting


def test_every_game_is_of_one_kind() -> None:
    assert tuple(MODULES) == (*HOUSE_GAMES, *ROOM_GAMES)
    assert HOUSE_GAMES == sitting.HOUSE_GAMES
    assert ROOM_GAMES == ("rws-poker",)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_game_against_the_house(game: str) -> None:
    loaded = load_house(game)
    assert isinstance(loaded, HouseGame)
    assert loaded is load(game)
    assert loaded is load_rulebook(loaded.document.rulebook)
    with pytest.raises(UnknownGameError, match=f"^{game} is played against the House, not in the poker room$"):
        load_room(game)


@pytest.mark.parametrize("game", ROOM_GAMES)
def test_a_game_of_the_room(game: str) -> None:
    loaded = load_room(game)
    assert isinstance(loaded, RoomGame)
    assert loaded is load(game)
    assert loaded is load_rulebook(loaded.document.rulebook)
    with pytest.raises(UnknownGameError, match=f"^{game} is played in the poker room, not against the House$"):
        load_house(game)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("rws-c", "rws-casino-stud"),
        ("rws-m", "rws-multi-link-casino-stud"),
        ("rws-pr", "rws-progressive-texas-holdem"),
        ("rws-po", "rws-poker"),
        ("mbs", "mbs-texas-holdem-bonus-progressive"),
        ("rws-poker", "rws-poker"),
    ],
)
def test_an_unambiguous_beginning_will_do(text: str, name: str) -> None:
    assert game_name(text) == name


def test_a_beginning_of_two_is_answered_with_both() -> None:
    with pytest.raises(UnknownGameError, match="'rws-p' could be rws-progressive-texas-holdem or rws-poker"):
        game_name("rws-p")


@pytest.mark.parametrize("text", ["", "whist", "rws-pokers", "RWS-POKER", "poker"])
def test_what_is_no_game_is_answered_with_all(text: str) -> None:
    with pytest.raises(UnknownGameError, match=f"there is no game .*; the games are {', '.join(MODULES)}"):
        game_name(text)


@pytest.mark.parametrize("text", ["", "rws-casino-stud", "rws-casino-stud-v5", "rws-poker-v7"])
def test_a_rulebook_that_is_not_there(text: str) -> None:
    with pytest.raises(UnknownGameError, match="there is no rulebook"):
        load_rulebook(text)

"""Games by name: beginnings, and the two kinds."""

import pytest

from croupier.rulebooks import (
    UnknownGameError,
    all_games,
    banked_games,
    game_name,
    load,
    load_banked,
    load_room,
    load_rulebook,
    room_games,
)
from croupier.rules.banked import BankedGame
from croupier.rules.room import RoomGame
from tests import sitting


def test_every_game_is_of_one_kind() -> None:
    assert all_games() == (*banked_games(), *room_games())
    assert banked_games() == sitting.HOUSE_GAMES
    assert room_games() == ("rws-poker",)


@pytest.mark.parametrize("game", banked_games())
def test_a_game_against_the_house(game: str) -> None:
    loaded = load_banked(game)
    assert isinstance(loaded, BankedGame)
    assert loaded is load(game)
    assert loaded is load_rulebook(loaded.document.rulebook)
    with pytest.raises(UnknownGameError, match=f"^{game} is played against the House, not in the poker room$"):
        load_room(game)


@pytest.mark.parametrize("game", room_games())
def test_a_game_of_the_room(game: str) -> None:
    loaded = load_room(game)
    assert isinstance(loaded, RoomGame)
    assert loaded is load(game)
    assert loaded is load_rulebook(loaded.document.rulebook)
    with pytest.raises(UnknownGameError, match=f"^{game} is played in the poker room, not against the House$"):
        load_banked(game)


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
    with pytest.raises(UnknownGameError, match=f"there is no game .*; the games are {', '.join(all_games())}"):
        game_name(text)


@pytest.mark.parametrize("text", ["", "rws-casino-stud", "rws-casino-stud-v5", "rws-poker-v7"])
def test_a_rulebook_that_is_not_there(text: str) -> None:
    with pytest.raises(UnknownGameError, match="there is no rulebook"):
        load_rulebook(text)

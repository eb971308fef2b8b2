from pathlib import Path

import pytest

from croupier.notation.form import is_of_the_room, read_toml
from croupier.notation.noted import NotedRound, noted_of, write_noted
from croupier.notation.room_noted import NotedSitting, sitting_of, write_sitting
from croupier.rulebooks import all_games, load_banked
from tests.playthroughs import renewed, scenarios
from tests.sitting import HOUSE_GAMES


def read(text: str) -> NotedRound | NotedSitting:
    plain = read_toml(text)
    return sitting_of(plain) if is_of_the_room(plain) else noted_of(plain)


def everything() -> list[NotedRound | NotedSitting]:
    return [read(path.read_text(encoding="utf-8")) for path in scenarios()]


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_a_playthrough_is_as_it_was(path: Path) -> None:
    noted, transcript = renewed(path)
    assert noted == path.read_text(encoding="utf-8")
    assert transcript == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_the_notation_reads_what_it_writes(path: Path) -> None:
    noted = read(path.read_text(encoding="utf-8"))
    assert read(write_noted(noted) if isinstance(noted, NotedRound) else write_sitting(noted)) == noted


@pytest.mark.parametrize("game", all_games())
def test_no_game_lacks_a_playthrough(game: str) -> None:
    assert game in {noted.game for noted in everything()}


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_no_game_lacks_a_playthrough_of_a_dealing_method(game: str) -> None:
    played = {(noted.game, noted.policy.get("dealing")) for noted in everything()}
    assert {(game, method) for method in load_banked(game).rounds} <= played

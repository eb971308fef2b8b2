from pathlib import Path

import pytest

from croupier.notation.noted import read_noted, write_noted
from croupier.rulebooks import load_house
from tests.playthroughs import renewed, scenarios
from tests.sitting import HOUSE_GAMES


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_a_playthrough_is_as_it_was(path: Path) -> None:
    noted, transcript = renewed(path)
    assert noted == path.read_text(encoding="utf-8")
    assert transcript == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_the_notation_reads_what_it_writes(path: Path) -> None:
    noted = read_noted(path.read_text(encoding="utf-8"))
    assert read_noted(write_noted(noted)) == noted


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_no_game_lacks_a_playthrough_of_a_dealing_method(game: str) -> None:
    played = {
        (noted.game, noted.policy.get("dealing"))
        for noted in (read_noted(path.read_text(encoding="utf-8")) for path in scenarios())
    }
    assert {(game, method) for method in load_house(game).rounds} <= played

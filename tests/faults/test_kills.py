"""A floor that is killed at any moment loses nothing that it acknowledged, and pays nothing twice."""

from pathlib import Path

import pytest

from tests.faults import servers
from tests.faults.campaign import campaign


def test_a_floor_survives_being_killed(tmp_path: Path) -> None:
    ruled = campaign(tmp_path, seed=1, kills=25)
    assert ruled > 25, "rounds should have been in play"


@pytest.mark.long
def test_an_open_house_survives_being_killed_with_players_at_its_tables(tmp_path: Path) -> None:
    total = servers.Killed()
    servers.campaign(tmp_path, seed=1, kills=5, total=total)
    assert total.acknowledged > 10
    assert total.unanswered
    assert total.shown

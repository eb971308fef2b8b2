"""A floor that is killed at any moment loses nothing that it acknowledged, and pays nothing twice."""

from pathlib import Path

from tests.faults.campaign import campaign


def test_a_floor_survives_being_killed(tmp_path: Path) -> None:
    ruled = campaign(tmp_path, seed=1, kills=25)
    assert ruled > 25, "rounds should have been in play"

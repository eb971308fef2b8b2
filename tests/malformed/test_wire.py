"""Spoilt requests for a real server."""

from pathlib import Path

from tests.malformed.wire import knock
from tests.web.server import serving


def test_a_house_answers_whatever_comes(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told = knock(served, 1, 200, lambda number: None)
        assert served.visit().http.get("/api/tables").status_code == 200
    assert told.wrong == []
    assert told.refused > 100

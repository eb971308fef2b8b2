"""Spoilt requests for a real server."""

from pathlib import Path

from tests.malformed.campaign import LONGEST
from tests.malformed.wire import knock
from tests.web.server import serving


def test_a_house_answers_whatever_comes(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told = knock(served, 1, 200, lambda number: None)
        assert served.visit().http.get("/api/tables").status_code == 200
    assert told.wrong == []
    assert told.refused > 100


def test_a_sentence_of_the_server_repeats_no_more_than_it_must(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        for command in ({"type": "A" * 5_000}, {"type": "PlaceWager", "A" * 5_000: 1, "box": "A" * 5_000}):
            answer = served.visit().act("stud-1", command)
            assert 400 <= answer.status_code < 500
            assert len(answer.json()["sentence"]) <= LONGEST

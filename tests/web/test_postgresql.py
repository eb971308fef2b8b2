"""A house in PostgreSQL is served like one in a file: pages, acts, the past, and a start after a stop."""

import time
from pathlib import Path
from typing import Any

import pytest

from croupier.web.desks.records.audit_rows import KINDS
from croupier.web.serving import Opening
from tests.command import croupier
from tests.postgresql import PostgreSQL
from tests.web.server import BRISK, LIGHT, Served, serving


@pytest.fixture
def opening(postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opening:
    """A demonstration in PostgreSQL, whose key and anchors lie in a folder of the test's."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    return Opening(None, postgresql.fresh(), pace=BRISK, terms=LIGHT, company=False)


def test_a_round_is_played_and_found_again(opening: Opening, tmp_path: Path) -> None:
    with serving(tmp_path, opening=opening) as house:
        guest = house.visit()
        table = _stud(house)
        _play(guest, table)
        auditor = house.visit(name="aud", role="auditor")
        for kind in KINDS:
            for asked in ({}, {"player": guest.name}, {"table": table}, {"format": "csv"}):
                answer = auditor.http.get(f"/api/audit/{kind}", params=asked)
                assert answer.status_code == 200, (kind, asked, answer.text)
        assert guest.http.get("/api/rounds").status_code == 200
        assert auditor.http.post("/api/audit/verify").status_code < 300
        page: dict[str, Any] = {}
        for _ in range(500):
            page = auditor.http.get("/api/audit/verify").json()
            if page["state"] not in {"none", "running"}:
                break
            time.sleep(0.02)
        assert (page["state"], page["findings"]) == ("done", 0), page
        url, name = str(opening.db), house.venue.floor.store.engine.url.database
    for ending in (".key", ".anchor", ".anchor.last", ".rounds"):
        assert (tmp_path / f"{name}{ending}").is_file(), ending
    verified = croupier("verify", "--db", url)
    assert verified.returncode == 0, verified
    anchor = croupier("anchor", "--db", url)
    assert anchor.returncode == 0, anchor
    with serving(tmp_path, opening=opening) as house:
        assert house.visit().table(table)


def test_what_wants_the_house_closed_is_refused_while_it_is_open(opening: Opening, tmp_path: Path) -> None:
    with serving(tmp_path, opening=opening):
        answer = croupier("anchor", "--db", opening.db)
    assert answer.returncode == 2
    assert b"another process is running the floor" in answer.stderr


def test_a_database_whose_end_is_cut_off_is_refused(opening: Opening, tmp_path: Path) -> None:
    with serving(tmp_path, opening=opening) as house:
        engine = house.venue.floor.store.engine
        house.visit()
    with engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM journal WHERE position = (SELECT max(position) FROM journal)")
    engine.dispose()
    answer = croupier("serve", "--db", opening.db, "--port", "18461")
    assert answer.returncode == 2
    assert b"its tail was cut" in answer.stderr


def _stud(house: Served) -> str:
    return next(name for name in house.venue.floor.tables() if name.startswith("stud"))


def _play(guest: Any, table: str) -> None:
    with guest.live(f"table:{table}") as socket:
        socket.page(f"table:{table}")
        for _ in range(200):
            wager = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 5_000}
            answer = guest.act(table, wager)
            if answer.status_code == 200 and not answer.json().get("refusal"):
                return
            time.sleep(0.05)
    raise AssertionError(answer.text)

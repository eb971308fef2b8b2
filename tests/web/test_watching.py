"""For whoever watches the server: alive, ready, metrics, and lines about the door."""

import json
import logging
import resource
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from croupier.web import readiness
from croupier.web.http.logs import to_standard_error
from croupier.web.routes.watching import TOKEN
from tests.web.server import Served, keeping_accounts, serving
from tests.web.test_acts import ante, until_betting

PASSWORD = "correct horse battery"


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(readiness, "KEPT_SECONDS", 0.0)
    with serving(tmp_path) as found:
        yield found


def ask(served: Served, path: str, **headers: str) -> httpx.Response:
    return httpx.get(served.url + path, headers=headers, verify=False)


def test_alive_and_ready(served: Served) -> None:
    assert ask(served, "/health").json() == {"alive": True}
    answer = ask(served, "/ready")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "wrong": []})


def test_a_house_that_somebody_else_has_written_to_is_not_ready(served: Served, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "floor.db")
    columns = "stream, version, at, actor, role, key, schema, command, events, postings, previous, hash"
    kept = "'cage', version + 1, at, actor, role, '', schema, command, events, postings, previous, hash"
    last = "WHERE stream = 'cage' ORDER BY version DESC LIMIT 1"
    other.execute(f"INSERT INTO journal ({columns}) SELECT {kept} FROM journal {last}")
    other.commit()
    other.close()
    answer = ask(served, "/ready")
    assert answer.status_code == 503
    assert "Somebody else has written" in answer.json()["wrong"][0]
    assert ask(served, "/health").status_code == 200


def test_a_house_whose_clock_is_in_doubt_is_not_ready(served: Served) -> None:
    served.venue.floor.time.stop()
    answer = ask(served, "/ready")
    assert (answer.status_code, "clock" in answer.json()["wrong"][0]) == (503, True)


def test_a_house_on_a_full_disk_is_not_ready(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    """No file of the process may grow, as on a disk without space."""
    log = Path(f"{served.venue.floor.store.engine.url.database}-wal")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    try:
        answer = ask(served, "/ready")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert answer.status_code == 503
    assert answer.json()["wrong"][0].startswith("The database cannot be written")
    assert ask(served, "/ready").status_code == 200
    assert not [one for one in caplog.records if one.exc_info]


def test_a_house_whose_database_is_locked_says_so_in_time(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many ask at once; and it is ready again when the lock is gone."""
    monkeypatch.setattr(readiness, "ANSWER_SECONDS", 0.3)
    other = sqlite3.connect(tmp_path / "floor.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    for _ in range(3):
        answer = ask(served, "/ready")
        assert answer.status_code == 503
        assert "has not answered within" in answer.json()["wrong"][0]
    assert time.monotonic() - began < 5
    other.execute("ROLLBACK")
    end = time.monotonic() + 10
    while ask(served, "/ready").status_code != 200:
        assert time.monotonic() < end
        time.sleep(0.05)
    other.close()


def test_metrics_are_for_this_machine_or_with_the_token(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = {"x-forwarded-for": "203.0.113.5"}
    monkeypatch.delenv(TOKEN, raising=False)
    assert ask(served, "/metrics").status_code == 200
    assert ask(served, "/metrics", **elsewhere).status_code == 403
    assert ask(served, "/metrics", **elsewhere, authorization="Bearer").status_code == 403
    monkeypatch.setenv(TOKEN, "seven")
    assert ask(served, "/metrics", **elsewhere, authorization="Bearer six").status_code == 403
    assert ask(served, "/metrics", **elsewhere, authorization="Bearer seven").status_code == 200


def test_what_is_counted(served: Served) -> None:
    guest = served.visit()
    until_betting(guest)
    assert guest.act("stud-1", ante(1, 10_000), key="once").status_code == 200
    assert guest.act("stud-1", ante(1, 10_000), key="once").status_code == 200
    assert guest.act("stud-1", ante(2, 1)).status_code == 409
    with guest.live("lobby") as socket:
        socket.page("lobby")
        lines = dict(line.rsplit(" ", 1) for line in ask(served, "/metrics").text.splitlines() if line[0] != "#")
    assert lines['croupier_acts_total{outcome="accepted"}'] == "1.0"
    assert lines['croupier_acts_total{outcome="repeated"}'] == "1.0"
    assert lines["croupier_act_seconds_count"] == "3.0"
    assert lines["croupier_open_pages"] == "1.0"
    assert float(lines["croupier_journal_position"]) == served.venue.floor.position
    assert guest.name not in ask(served, "/metrics").text


def test_the_door_is_in_the_log_with_the_place(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.handlers, root.level
    to_standard_error()
    try:
        with serving(tmp_path, opening=keeping_accounts(tmp_path)) as house:
            assert house.venue.credentials.set_password("mia", PASSWORD) is None
            wrong = {"name": "mia", "password": "guessed it", "role": "shift_manager"}
            for asked in (wrong, {**wrong, "password": PASSWORD}):
                house.post("/api/session", json=asked)
    finally:
        root.handlers, root.level = before
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines() if "croupier.door" in line]
    assert [(one["outcome"], one["account"], one["place"], one["level"]) for one in lines] == [
        ("refused", "mia", "127.0.0.1", "warning"),
        ("opened", "mia", "127.0.0.1", "info"),
    ]
    assert PASSWORD not in str(lines)
    assert "guessed it" not in str(lines)


@pytest.mark.parametrize(
    ("entries", "told"), [(True, ["sign-in opened", "sign-in refused"]), (False, ["sign-in refused"])]
)
def test_a_terminal_is_told_in_plain_lines(entries: bool, told: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    """A demonstration's guests come and go: nobody asks who they were."""
    root, door = logging.getLogger(), logging.getLogger("croupier.door")
    before = root.handlers, root.level, door.level
    to_standard_error(at_terminal=True, entries=entries)
    try:
        door.info("sign-in opened", extra={"account": "mia"})
        door.warning("sign-in refused", extra={"account": "mia"})
        try:
            cards = "As Kd"
            raise ValueError("broken")
        except ValueError:
            door.exception("a fault")
    finally:
        root.handlers, root.level, door.level = before
    said = capfd.readouterr().err
    assert [one for one in ("sign-in opened", "sign-in refused") if one in said] == told
    assert "account=mia" in said
    assert "{" not in said
    assert "ValueError: broken" in said
    assert f"{cards!r}\n" not in said.replace('cards = "As Kd"', "")

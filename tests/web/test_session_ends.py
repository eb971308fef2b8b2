"""What ends a session: on its open pages, in its cookie, and for good."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.floor.house.credentials import MINUTE, Session
from croupier.floor.journal.store import StoreError
from croupier.web.live import hub
from tests.web.server import PATIENCE, SECRET, Served, Socket, Visitor, manager, serving_accounts


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_accounts(tmp_path) as found:
        yield found


def told(who: Visitor, *commands: dict[str, Any]) -> None:
    answer = who.http.post("/api/streams/house/acts", json={"key": who.key(), "commands": commands})
    assert answer.status_code == 200, answer.text


def ends(socket: Socket) -> bool:
    """Whether a page is told that its session is over, and closed."""
    try:
        while socket.hear(5)["type"] != "ended":
            pass
        socket.socket.recv(5)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False
    return False


def test_a_new_password_ends_open_pages(served: Served) -> None:
    mia = manager(served, "mia")
    with mia.live("pit") as socket:
        socket.page("pit")
        body = {"name": "mia", "password": SECRET, "new": "battery staple horse"}
        assert mia.http.post("/api/passwords", json=body).status_code == 200
        assert ends(socket)
    assert mia.http.get("/api/tables").status_code == 401


def test_a_dead_token_stays_dead_when_the_role_returns(served: Served) -> None:
    mia = manager(served, "mia")
    told(mia, {"type": "ProposeChange", "what": {"type": "CreateAccount", "account": "pia", "roles": ["pit_manager"]}})
    told(manager(served, "max"), {"type": "CountersignChange", "number": 1})
    assert served.venue.credentials.set_password("pia", SECRET) is None
    pia = served.visit(name="pia", password=SECRET, role="pit_manager")
    with pia.live("pit") as socket:
        socket.page("pit")
        told(mia, {"type": "LockAccount", "account": "pia", "reason": "lost her badge"})
        told(mia, {"type": "UnlockAccount", "account": "pia", "reason": "found it"})
        assert ends(socket)
    assert pia.http.get("/api/tables").status_code == 401
    assert served.visit(name="pia", password=SECRET, role="pit_manager").http.get("/api/tables").status_code == 200


def test_looking_renews_nothing_and_acting_does(served: Served) -> None:
    mia = manager(served, "mia")
    credentials = served.venue.credentials
    found = credentials.check_session(mia.token)
    assert found is not None
    begun = found.seen
    clock = credentials.clock

    class Later:
        minutes = 5

        def now(self) -> int:
            return clock.now() + self.minutes * MINUTE

    later = credentials.clock = Later()
    with mia.live("pit") as socket:  # a page that opens, or has lost its line, and asks who it is
        socket.page("pit")
        assert mia.http.get("/api/session").json()["name"] == "mia"
    seen = credentials.check_session(mia.token, renew=False)
    assert seen is not None
    assert seen.seen == begun
    later.minutes = 29
    assert mia.http.get("/api/tables").status_code == 200  # she asks for something
    later.minutes = 58
    assert mia.http.get("/api/session").json() is not None
    later.minutes = 59
    assert mia.http.get("/api/tables").status_code == 401


@pytest.mark.parametrize("stays", [True, False])
def test_an_act_of_a_page_is_noted_soon_or_when_the_last_page_closes(
    served: Served, monkeypatch: pytest.MonkeyPatch, stays: bool
) -> None:
    """Whoever opens a page for each act and closes it again would be idle otherwise."""
    monkeypatch.setattr(hub, "LOOK_SECONDS", 0.05 if stays else 60.0)
    mia, credentials = manager(served, "mia"), served.venue.credentials
    clock = credentials.clock

    class Later:
        def now(self) -> int:
            return clock.now() + 5 * MINUTE

    credentials.clock = Later()
    before = credentials.clock.now()

    def noted() -> bool:
        row = served.venue.floor.store.engine.connect().exec_driver_sql("SELECT max(seen) FROM sessions").scalar_one()
        return bool(row >= before)

    def waited() -> bool:
        end = time.monotonic() + PATIENCE
        while not noted() and time.monotonic() < end:
            time.sleep(0.02)
        return noted()

    with mia.live("table:poker-1") as socket:
        socket.page("table:poker-1")
        assert not noted()
        socket.say(type="act", topic="table:poker-1", key="1", commands=[{"type": "OpenRound"}])
        socket.answer("1")
        assert waited() if stays else not noted()
    assert waited()


def test_an_open_page_ends_with_its_idle_time(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)
    mia = manager(served, "mia")
    clock = served.venue.credentials.clock

    class Later:
        def now(self) -> int:
            return clock.now() + 31 * MINUTE

    with mia.live("pit") as socket:
        socket.page("pit")
        time.sleep(0.15)  # checked a few times
        served.venue.credentials.clock = Later()
        assert ends(socket)


def test_the_sessions_of_all_pages_are_looked_at_together(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page had asked for itself, in a thread of its own: a thousand pages kept a server busy with nothing else."""
    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)
    asked, real = list[set[str]](), served.venue.credentials.look_at

    def watched(tokens: set[str]) -> dict[str, Session]:
        asked.append(tokens)
        return real(tokens)

    monkeypatch.setattr(served.venue.credentials, "look_at", watched)
    mia, max_ = manager(served, "mia"), manager(served, "max")
    with mia.live("pit") as first, max_.live("pit") as second, max_.live("pit") as third:
        for socket in (first, second, third):
            socket.page("pit")
        end = time.monotonic() + PATIENCE
        while {mia.token, max_.token} not in asked and time.monotonic() < end:
            time.sleep(0.02)
        assert {mia.token, max_.token} in asked
        served.venue.credentials.revoke(max_.token)
        assert ends(second)
        assert ends(third)
        first.say(type="watch", topic="pit")
        first.page("pit")


def test_sessions_are_looked_at_whatever_noting_their_use_brings(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)

    def fails() -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(served.venue.credentials, "note_uses", fails)
    mia = manager(served, "mia")
    with mia.live("pit") as socket:
        socket.page("pit")
        time.sleep(0.15)
        served.venue.credentials.revoke(mia.token)
        assert ends(socket)


@pytest.mark.parametrize("where", ["look_at", "still_enters"])
def test_a_page_whose_session_cannot_be_looked_at_is_to_come_again(
    served: Served, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)

    def fails(*_given: object) -> Any:
        raise StoreError("the database refused: disk I/O error")

    mia = manager(served, "mia")
    with mia.live("pit") as socket:
        socket.page("pit")
        monkeypatch.setattr(served.venue.credentials if where == "look_at" else hub, where, fails)
        with pytest.raises(ConnectionClosed) as closed:
            socket.hear(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == hub.TRY_LATER
        monkeypatch.undo()
    with mia.live("pit") as socket:
        socket.page("pit")


def test_cookie_and_session_end_together(served: Served) -> None:
    answer = manager(served, "mia").http.post(
        "/api/session", json={"name": "mia", "password": SECRET, "role": "shift_manager"}
    )
    cookie = next(one for one in answer.headers.get_list("set-cookie") if one.startswith("croupier="))
    age = int(cookie.lower().partition("max-age=")[2].partition(";")[0])
    assert 12 * 3600 - 5 <= age <= 12 * 3600


def test_a_display_stays_on(served: Served) -> None:
    told(manager(served, "mia"), {"type": "CreateAccount", "account": "wall", "roles": ["display"]})
    assert served.venue.credentials.set_password("wall", SECRET) is None
    wall = served.visit(name="wall", password=SECRET, role="display")
    clock = served.venue.credentials.clock

    class Later:
        minutes = 12 * 60 - 1

        def now(self) -> int:
            return clock.now() + self.minutes * MINUTE

    later = served.venue.credentials.clock = Later()
    assert wall.http.get("/api/session").json() is not None
    later.minutes = 12 * 60
    assert wall.http.get("/api/session").json() is None

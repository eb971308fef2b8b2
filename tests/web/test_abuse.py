"""What somebody might try who means no good: every attempt is against a real server."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text

from croupier.floor.journal.store import StoreError
from croupier.floor.running.floor import Floor
from croupier.floor.values.house import CountersignChange, CreateAccount, LockAccount, ProposeChange
from croupier.floor.values.requests import Accepted, Request
from croupier.rules.terms import Role
from croupier.web.live.hub import MOST_UNREAD
from croupier.web.password_throttle import AT_ONCE
from croupier.web.serving import Opening, Reception
from croupier.web.venue import Crowd
from tests.web.opened import SLOW, opened
from tests.web.server import HOST, Served, Visitor, keeping_accounts, serving

PASSWORD = "correct horse battery"
JSON = {"content-type": "application/json"}
FEW_GUESTS = Crowd(guests_of_address=2)
DEEP = "[" * 50_000 + "]" * 50_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("floor"), pace=SLOW) as found:
        yield found


@contextmanager
def accounts(folder: Path) -> Iterator[Served]:
    """A House that keeps accounts: two Shift Managers, and Dan, who is an auditor."""
    opening = replace(keeping_accounts(folder), terms=None)  # hashes of the real cost: they must keep nobody waiting
    with serving(folder, opening=opening) as found:
        floor = found.venue.floor
        create = ProposeChange(CreateAccount("dan", (Role.AUDITOR,)))
        assert_done(floor, "mia", create)
        assert_done(floor, "max", CountersignChange(1))
        for name in ("mia", "max", "dan"):
            assert found.venue.credentials.set_password(name, PASSWORD) is None
        yield found


def assert_done(floor: Floor, actor: str, command: Any) -> None:
    (reply,) = floor.submit(Request("house", actor, Role.SHIFT_MANAGER, command))
    assert isinstance(reply, Accepted), reply


# ---- Cards ----------------------------------------------------------------------------------------------------------


def test_a_dealer_learns_no_hidden_card_by_asking_about_each(served: Served) -> None:
    """What is answered about a card that lies face down is the same as about one in the shoe, asked or reported."""
    dealer, ann, ben = served.visit(name="dora", role="dealer"), served.visit(), served.visit()
    assert dealer.act("holdem-1", {"type": "OpenRound"}).status_code == 200
    for box, player in ((1, ann), (2, ben)):
        wager = {"type": "PlaceWager", "box": box, "wager": "ante", "amount": 5_000}
        assert player.act("holdem-1", wager).status_code == 200
    assert dealer.act("holdem-1", {"type": "CloseBets"}).status_code == 200
    for asked in (
        {"irregularity": "not_covered"},
        {"irregularity": "cards_exposed", "facts": {"count": "1", "whose": "dealer"}},
        {"irregularity": "wager_wrong_size"},
    ):
        told = set()
        for card in range(52):
            report = {**asked, "cards": [card]}
            answer = dealer.http.post("/api/tables/holdem-1/rulings", json={"report": report})
            told.add((answer.status_code, answer.text))
            answer = dealer.http.post("/api/tables/holdem-1/reports", json={"key": dealer.key(), "report": report})
            told.add((answer.status_code, answer.text))
            answer = dealer.act("holdem-1", {"type": "Report", **report})
            told.add((answer.status_code, answer.text))
        assert len(told) <= 3, told
    assert not served.venue.floor.table("holdem-1").engine.pending


# ---- Accounts -------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_locked_account_sees_nothing_more(tmp_path: Path) -> None:
    with accounts(tmp_path) as house:
        dan = Visitor(house, {"name": "dan", "password": PASSWORD, "role": "auditor"})
        mia = Visitor(house, {"name": "mia", "password": PASSWORD, "role": "shift_manager"})
        assert dan.http.get("/api/audit/events").status_code == 200
        with dan.live("pit") as socket:
            socket.page("pit")
            lock = msgspec.to_builtins(LockAccount("dan", "he has left"))
            answer = mia.http.post("/api/streams/house/acts", json={"key": "lock", "commands": [lock]})
            assert answer.status_code == 200, answer.text
            assert dan.http.get("/api/audit/events").status_code == 401
            while socket.hear()["type"] != "ended":
                pass
        dan.close()
        mia.close()


@pytest.mark.long
def test_passwords_that_are_tried_keep_nobody_else_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes 64 MB and a while: few at once, in threads of their own, and no long queue."""
    with accounts(tmp_path) as house:
        mia = Visitor(house, {"name": "mia", "password": PASSWORD, "role": "shift_manager"})
        going, most, lock = 0, 0, threading.Lock()

        def slow(_account: str, _password: str, _place: object) -> None:
            nonlocal going, most
            with lock:
                going += 1
                most = max(most, going)
            time.sleep(0.3)
            with lock:
                going -= 1

        monkeypatch.setattr(house.venue.credentials, "check_password", slow)
        statuses: list[int] = []

        def knock(number: int) -> None:
            asked = {"name": f"nobody-{number}", "password": "guessed", "role": "player"}
            answer = house.post("/api/session", json=asked, timeout=30)
            statuses.append(answer.status_code)

        knocking = [threading.Thread(target=knock, args=(number,)) for number in range(60)]
        for one in knocking:
            one.start()
        time.sleep(0.3)
        began = time.monotonic()
        assert mia.http.get("/api/tables").status_code == 200
        assert time.monotonic() - began < 1.5
        for one in knocking:
            one.join()
        assert most == AT_ONCE
        assert 429 in statuses
        mia.close()


def test_two_guests_are_never_one(tmp_path: Path) -> None:
    """Names are drawn from 16 million: with some thousands of guests two draws are the same sooner or later."""

    class Drawn:
        def __init__(self, inner: Any) -> None:
            self.inner, self.names = inner, [b"aaa", b"aaa", b"bbb"]

        def draw(self, count: int) -> bytes:
            drawn: bytes = self.names.pop(0) if count == 3 and self.names else self.inner.draw(count)
            return drawn

    with serving(tmp_path) as found:
        found.venue.floor.entropy = Drawn(found.venue.floor.entropy)
        assert found.visit().name != found.visit().name


def test_play_money_is_refilled_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as house:
            reception = Reception(house.desk)
            await house.guest("ann", "stud-1", 100)
            done = await asyncio.gather(*(reception.refill("ann") for _ in range(5)))
            assert [one is None for one in done].count(True) == 1
            assert house.floor.balances["wallet:ann"] == 1_000_000

    asyncio.run(story())


# ---- Hints ----------------------------------------------------------------------------------------------------------


def test_staff_under_a_guests_name_do_not_move_him(served: Served) -> None:
    guest = served.visit()
    assert guest.http.post("/api/tables/stud-1/hints", json={"hint": "sit", "box": 5}).status_code == 200
    other = served.visit(name=guest.name, role="dealer")
    answer = other.http.post("/api/tables/stud-1/hints", json={"hint": "stand"})
    assert answer.status_code == 403
    with other.live("table:stud-1") as live:
        live.say(type="hint", topic="table:stud-1", hint="stand")
        assert live.answer("hint stand")["refused"]["reason"] == "role"
    assert served.venue.presence.seats("stud-1")[5] == guest.name


# ---- Odd input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b'{"key": "k", "commands": [{"type": "Look", "box": ' + DEEP.encode() + b"}]}",
        b'{"key": "\xff", "commands": []}',
        b'\xff\xfe{"key": "k"}',
    ],
    ids=["deep", "not-utf-8", "another-encoding"],
)
def test_bodies_that_nobody_can_read_are_refused(served: Served, body: bytes) -> None:
    answer = served.visit().http.post("/api/tables/stud-1/acts", content=body, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["sentence"] == "This request cannot be read"


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/xml", ""],
)
def test_a_body_says_that_it_is_json(served: Served, kind: str) -> None:
    """Another site's page can send a form or plain text without asking first."""
    refused = served.post("/api/session", content=b"{}", headers={"content-type": kind} if kind else {})
    told = f"The body of a request must be application/json, not {kind.partition(';')[0] or 'no type'}"
    assert (refused.status_code, refused.json()["sentence"]) == (415, told)
    for right in ("application/json", "Application/JSON; charset=utf-8"):
        assert served.post("/api/session", content=b"{}", headers={"content-type": right}).status_code == 201


def test_an_empty_body_is_refused_in_a_sentence(served: Served) -> None:
    for headers in ({}, JSON):
        refused = served.post("/api/session", headers=headers)
        assert (refused.status_code, refused.json()["sentence"]) == (
            400,
            "The request has no body: send a JSON object",
        )
    assert served.visit().http.post("/api/session/refill").status_code == 409  # it takes none


def test_long_bodies_are_not_read(served: Served) -> None:
    body = b'{"key": "' + b"a" * 600_000 + b'", "commands": []}'
    answer = served.visit().http.post("/api/tables/stud-1/acts", content=body, headers=JSON)
    assert answer.status_code == 413


@pytest.mark.parametrize("origin", ["http://[", "null", ""])
def test_an_origin_that_is_none_is_another_site(served: Served, origin: str) -> None:
    answer = served.visit().http.post("/api/session/refill", headers={"Origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize("kind", ["movements", "events"])
@pytest.mark.parametrize("name", ["before", "since", "until"])
def test_places_beyond_the_record_are_refused(served: Served, kind: str, name: str) -> None:
    auditor = served.visit(name="ada", role="auditor")
    assert auditor.http.get(f"/api/audit/{kind}?{name}={10**30}").status_code == 400


def test_a_socket_survives_what_it_cannot_read(served: Served) -> None:
    with served.visit().live("me") as live:
        live.page("me")
        nested = '{"a":' * 10_000 + "1" + "}" * 10_000
        act = '{"type": "act", "topic": "table:stud-1", "key": "k", "commands": [%s]}'
        for told in (act % nested, act % DEEP[:30_000], "{", b"\xff\x00", b"{"):
            live.socket.send(told)
            assert live.hear()["refused"]["reason"] == "fact"


@pytest.mark.long
def test_who_speaks_and_never_listens_is_not_listened_to(served: Served) -> None:
    """Refusals for a browser that does not read them would pile up without end."""
    guest = served.visit()
    with socket.create_connection((HOST, served.port)) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        raw.sendall(
            f"GET /live HTTP/1.1\r\nHost: {HOST}:{served.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: croupier={guest.token}\r\n\r\n".encode()
        )
        assert b"101" in raw.recv(64)
        raw.settimeout(3)
        frames = (b"\x81\x81" + bytes(4) + b"x") * 10_000  # each is answered that it is no message
        with pytest.raises(TimeoutError):
            raw.sendall(frames * 100)
        waiting = [len(one._answers) for one in served.app.state.hub.connections if one.session.account == guest.name]
        assert waiting
        assert max(waiting) <= MOST_UNREAD


# ---- When something breaks ------------------------------------------------------------------------------------------


def test_a_listener_that_fails_does_not_close_the_desk(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    failed = []

    def broken(notices: Any) -> None:
        failed.append(notices)
        raise RuntimeError("a page that cannot be made")

    served.venue.desk.listen(broken)
    try:
        assert served.visit().name != served.visit().name  # each is a commit
    finally:
        served.venue.desk._listeners.remove(broken)
    assert failed


def test_what_the_database_refuses_is_logged_without_its_content(served: Served) -> None:
    with pytest.raises(StoreError) as wrong, served.venue.floor.store.writing() as writing:
        writing.connection.execute(text("INSERT INTO nowhere VALUES (:card)"), {"card": "Ace of Spades"})
    assert "Ace of Spades" not in str(wrong.value.__cause__)


def test_no_place_brings_any_number_of_guests_to_a_demonstration(tmp_path: Path) -> None:
    """Each has a wallet on record, and whoever tries a desk an entry in the door's book."""
    with serving(tmp_path, opening=Opening(db=str(tmp_path / "floor.db"), company=False, crowd=FEW_GUESTS)) as served:
        guest = served.visit()
        served.visit(name="dee", role="dealer")
        position = served.venue.floor.position
        for asked in ({}, {"name": "dan", "role": "dealer"}):
            refused = served.post("/api/session", json=asked)
            assert refused.status_code == 429
            told = refused.json()["sentence"]
            assert told in {f"Too many guests from one place: come again in {wait} seconds" for wait in range(2, 6)}
        assert served.venue.floor.position == position
        # Who has been here before is no new guest, and other places are not kept out.
        again = served.post("/api/session", json={}, cookies={"croupier_guest": guest.token})
        assert (again.status_code, again.json()["me"]["name"]) == (201, guest.name)
        elsewhere = {"x-forwarded-for": "192.0.2.7"}
        assert served.post("/api/session", json={}, headers=elsewhere).status_code == 201


@pytest.mark.parametrize(("more", "status"), [(0, 429), (1, 201)])
def test_a_demonstration_receives_so_many_guests_altogether(tmp_path: Path, more: int, status: int) -> None:
    with serving(tmp_path, opening=Opening(db=str(tmp_path / "floor.db"), company=False)) as served:
        served.venue.crowd = replace(served.venue.crowd, guests=len(served.venue.floor.balances) + more)
        answer = served.post("/api/session", json={})
        assert answer.status_code == status
        if status == 429:
            assert answer.json()["sentence"].startswith("Too many guests have been here")

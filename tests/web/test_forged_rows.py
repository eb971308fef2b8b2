"""Rows that the house did not write, at an open house: refused, counted, shown in the pit, acknowledged; and staff acts
of people whom the door never saw, found by ``verify``."""

import hashlib
import time
from pathlib import Path

from argon2 import PasswordHasher
from sqlalchemy import insert

from croupier.floor.house.credentials import Credentials
from croupier.floor.house.taking_over import book_of, take_over
from croupier.floor.journal.schema import sessions
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.house import CreateAccount, SetLossLimit
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.verify.finding import Kind
from croupier.floor.verify.verification import verify
from croupier.rules.terms import Role
from croupier.web.serving import Opening, open_venue
from tests.fixtures.house import KEYS, REVISION_1, Clock, restore
from tests.floor.chance import SeededEntropy
from tests.floor.signed_in import sign_in
from tests.floor.tampering import change
from tests.web.server import LIGHT, SECRET, Served, keeping_accounts, manager, serving_accounts

TOKEN = "planted"


def plant(served: Served, account: str, role: Role) -> None:
    now = served.venue.floor.now()
    row = {"account": account, "role": role.value, "created": now, "seen": now, "expires": now + 10**12, "revoked": 0}
    with served.venue.floor.store.writing() as writing:
        writing.connection.execute(insert(sessions).values(token=hashlib.sha256(TOKEN.encode()).hexdigest(), **row))


def until_alarmed(served: Served, count: int = 1) -> None:
    end = time.monotonic() + 10
    while len(book_of(served.venue.floor).forgeries) < count:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_planted_session_is_an_alarm_in_the_pit_until_a_manager_has_dealt_with_it(tmp_path: Path) -> None:
    with serving_accounts(tmp_path) as served:
        plant(served, "max", Role.SHIFT_MANAGER)
        answer = served.get("/api/rounds", headers={"authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 401
        until_alarmed(served)
        assert 'croupier_forged_rows_total{table="sessions"} 1.0' in served.get("/metrics").text
        mia = manager(served, "mia")
        with mia.live("pit") as socket:
            page = socket.until("pit", lambda page: any(one["kind"] == "forged" for one in page["alerts"]))
            (alert,) = page["alerts"]
            assert (alert["table"], alert["player"]) == ("sessions", "max")
            assert alert["reason"] == "it was written without the key of the house"
            assert alert["command"] == {"type": "AcknowledgeForgery", "number": 1}
            assert "refusal" not in socket.act("door", alert["command"], key="a")
            socket.until("pit", lambda page: not page["alerts"])
        assert book_of(served.venue.floor).forgeries == ()
        with served.venue.floor.store.reading() as reading:
            assert not [*verify(reading, keys=served.venue.floor.keys)]


def test_a_staff_act_of_a_person_whom_the_door_never_saw_is_found(tmp_path: Path) -> None:
    """The entries are signed with the House's key: whoever has the folder can write them without a session."""
    venue = open_venue(keeping_accounts(tmp_path))
    floor = venue.floor
    asked = [Request("house", "mia", Role.SHIFT_MANAGER, CreateAccount("ann"))]
    asked += [Request("house", "ann", Role.PLAYER, SetLossLimit("ann", 5_000))]
    for one in asked:
        (reply,) = floor.submit(one)
        assert isinstance(reply, Accepted), reply
    sign_in(floor, "max", Role.SHIFT_MANAGER)
    (reply,) = floor.submit(Request("house", "max", Role.SHIFT_MANAGER, CreateAccount("bob")))
    assert isinstance(reply, Accepted), reply
    with floor.store.reading() as reading:
        found = [*verify(reading, keys=floor.keys)]
    assert [(one.kind, one.stream, one.version) for one in found] == [(Kind.ACTOR, "house", 2)]
    assert "'mia' was not signed in as shift_manager then, by the door's book" in found[0].wrong
    floor.store.close()


def test_rows_of_an_earlier_release_are_taken_over_once(tmp_path: Path) -> None:
    path = restore(REVISION_1, tmp_path / "floor.db")
    clock, store = Clock(), Store(open_engine(str(path)))
    clock.at += 4 * 10**10
    floor = Floor(store, clock=clock, entropy=SeededEntropy(5), keys=KEYS)
    desk = Credentials(
        store,
        clock=floor.time,
        entropy=SeededEntropy(6),
        terms=LIGHT,
        recorded=lambda *one: book_of(floor).changed(*one),
    )
    for account, secret in (("mia", SECRET), ("pin:dan", "2749")):
        kept = PasswordHasher(1, 8, 1).hash(secret)
        change(path, f"INSERT INTO credentials (account, hash, changed) VALUES ('{account}', '{kept}', 5)")
    change(
        path,
        "INSERT INTO sessions (token, account, role, created, seen, expires, revoked) "
        f"VALUES ('{hashlib.sha256(TOKEN.encode()).hexdigest()}', 'max', 'cage', 1, 1, {10**18}, 0)",
    )
    assert desk.check_password("mia", SECRET) is not None, "nothing is taken over yet"
    (notice,) = take_over(floor, desk)
    assert notice.endswith("look at those that were set outside the pages and never used: mia")
    book = book_of(floor)
    assert book.key == floor.signer.public
    assert desk.check_password("mia", SECRET) is None
    assert desk.check_pin("dan", "2749") is None
    assert desk.check_session(TOKEN) is None, "sessions end"
    entries = floor.position
    change(path, "UPDATE credentials SET mac = ''")
    assert take_over(floor, desk) == ()
    assert floor.position == entries
    assert desk.check_password("mia", SECRET) is not None, "from the entry on, a row without a MAC is refused"
    with store.reading() as reading:
        assert not [*verify(reading, keys=KEYS)]
    store.close()


def test_the_demonstration_has_nothing_to_take_over(tmp_path: Path) -> None:
    venue = open_venue(Opening(db=str(tmp_path / "floor.db"), company=False))
    assert book_of(venue.floor).key == ""
    venue.floor.store.close()

"""The House's keys on a page: seen by whoever reads the record, and replaced in an open house by two with passwords."""

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.journal.anchors import AnchorFile
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import Store
from croupier.floor.values.record import RecordState
from croupier.floor.verify.verification import verify
from tests.floor.tampering import ask
from tests.web.server import SECRET, Served, Visitor, manager, serving_accounts
from tests.web.test_second_factor import enrol, later


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_accounts(tmp_path) as found:
        yield found


def send(who: Visitor, path: str = "", **body: Any) -> tuple[int, dict[str, Any]]:
    answer = who.http.post(f"/api/keys{path}", json=body)
    return answer.status_code, answer.json()


def seals(served: Served) -> list[str]:
    """The keys under the commits so far, in order, each once."""
    found = ask(Path(served.venue.floor.store.engine.url.database or ""), "SELECT key FROM seals ORDER BY position")
    return list(dict.fromkeys(str(key) for (key,) in found))


def test_two_shift_managers_replace_the_key_of_an_open_house(served: Served, tmp_path: Path) -> None:
    mia, max_ = manager(served, "mia"), manager(served, "max")
    key, floor = tmp_path / "floor.db.key", served.venue.floor
    old = Key(key.read_bytes())
    page = mia.http.get("/api/keys").json()
    assert [one["key"] for one in page["keys"]] == [Signer(old).public]
    assert (page["file_sound"], page["password"], page["code"], page["proposal"]) == (True, True, False, None)
    status, page = send(mia, password=SECRET, reason="yearly")
    assert (status, page["proposal"]["actor"]) == (200, "mia")
    assert seals(served) == [Signer(old).public]
    assert send(max_, password=SECRET, reason="again")[1]["sentence"].startswith("mia has already proposed this")
    assert send(mia, "/1/sign", password=SECRET)[1]["sentence"] == "Two different people must sign"
    status, page = send(max_, "/1/sign", password=SECRET)
    assert status == 200, page
    new = Key(key.read_bytes())
    assert new != old
    assert Key((tmp_path / f"floor.db.key.{old.id.hex()}").read_bytes()) == old
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert not (tmp_path / "floor.db.key.new").exists()
    assert [one["key"] for one in page["keys"]] == [Signer(old).public, Signer(new).public]
    assert (page["keys"][1]["by"], page["keys"][1]["reason"], page["keys"][1]["lost"]) == (
        ["mia", "max"],
        "yearly",
        False,
    )
    # The next commit is under the new key, and so is the anchor that was cast with it.
    manager(served, "mia")
    assert seals(served) == [Signer(old).public, Signer(new).public]
    assert page["anchor"]["key"] == Signer(new).public
    assert page["anchor"]["line"] == str(AnchorFile(tmp_path / "floor.db.anchor").lines()[-1])
    with Store(floor.store.engine).reading() as reading:
        assert not list(verify(reading, keys=KeyRing(new, (old,)), trusted=[Signer(old).public]))


def test_nobody_signs_without_their_password_and_nothing_is_drawn(served: Served, tmp_path: Path) -> None:
    mia, max_ = manager(served, "mia"), manager(served, "max")
    wrong = (403, "The name or the password is wrong")
    for given in ({}, {"password": "another one entirely"}):
        status, page = send(mia, reason="yearly", **given)
        assert (status, page["sentence"]) == wrong
        assert not (tmp_path / "floor.db.key.new").exists()
    status, page = send(mia, password=SECRET, reason=" ")
    assert (status, page["sentence"]) == (422, "Give a reason, of at most 400 characters")
    assert not (tmp_path / "floor.db.key.new").exists()
    assert send(mia, password=SECRET, reason="yearly")[0] == 200
    status, page = send(max_, "/1/sign", password="another one entirely")
    assert (status, page["sentence"]) == wrong
    assert send(max_, "/2/sign", password=SECRET)[0] == 409


def test_whoever_has_a_second_factor_gives_its_code(served: Served) -> None:
    device, codes = enrol(served)
    mia = served.visit(name="mia", password=SECRET, role="shift_manager", code=codes[1])
    assert mia.http.get("/api/keys").json()["code"] is True
    assert send(mia, password=SECRET, reason="yearly")[0] == 412
    assert send(mia, password=SECRET, reason="yearly", code="000000")[0] == 403
    later(served)
    assert send(mia, password=SECRET, reason="yearly", code=device.now())[0] == 200
    assert send(manager(served, "max"), "/1/sign", password=SECRET)[0] == 200
    # What the device's codes are made from was sealed under the key before, and is still opened with it.
    status = served.visit(name="mia", password=SECRET, role="shift_manager", code=codes[0]).role
    assert status == "shift_manager"
    later(served)
    assert send(mia, password=SECRET, reason="again", code=device.now())[0] == 200


def test_one_that_is_turned_down_is_forgotten(served: Served, tmp_path: Path) -> None:
    mia, max_ = manager(served, "mia"), manager(served, "max")
    old = (tmp_path / "floor.db.key").read_bytes()
    send(mia, password=SECRET, reason="yearly")
    assert (tmp_path / "floor.db.key.new").exists()
    assert send(max_, "/1/reject", reason="")[0] == 422
    status, page = send(max_, "/1/reject", reason="not before the count")
    assert (status, page["proposal"]) == (200, None)
    assert not (tmp_path / "floor.db.key.new").exists()
    assert (tmp_path / "floor.db.key").read_bytes() == old


def test_a_key_that_somebody_has_removed_meanwhile_is_not_signed_for(served: Served, tmp_path: Path) -> None:
    mia, max_ = manager(served, "mia"), manager(served, "max")
    send(mia, password=SECRET, reason="yearly")
    (tmp_path / "floor.db.key.new").unlink()
    status, page = send(max_, "/1/sign", password=SECRET)
    assert (status, page["sentence"]) == (409, "The new key is not at hand here: propose another")
    record = served.venue.floor.streams["record"].state
    assert isinstance(record, RecordState)
    assert not record.signed


def test_a_key_file_lost_while_the_house_is_open_is_seen_and_made_up_for(served: Served, tmp_path: Path) -> None:
    """The house still has it in memory: it signs for another, and is written down itself."""
    mia, max_ = manager(served, "mia"), manager(served, "max")
    path = tmp_path / "floor.db.key"
    old = Key(path.read_bytes())
    path.unlink()
    assert mia.http.get("/api/keys").json()["file_sound"] is False
    send(mia, password=SECRET, reason="the disk lost it")
    status, page = send(max_, "/1/sign", password=SECRET)
    assert (status, page["file_sound"]) == (200, True)
    assert Key((tmp_path / f"floor.db.key.{old.id.hex()}").read_bytes()) == old


def test_the_record_is_anchored_when_somebody_asks(served: Served, tmp_path: Path) -> None:
    mia = manager(served, "mia")
    anchors = AnchorFile(tmp_path / "floor.db.anchor")
    before = len(anchors.lines())
    status, page = send(mia, "/anchor")
    assert (status, len(anchors.lines())) == (200, before + 1)
    assert page["anchor"]["position"] == served.venue.floor.position
    assert page["anchor"]["picture"].startswith("data:image/svg+xml")
    assert page["checkpoint"] is None
    assert any("key --db" in one and "--lost" in one for one in page["closed"])

"""A Player's receipt: what the record has of their money, signed by the House, held against the record afterwards."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.floor.journal.receipts import Receipt, write_receipt
from croupier.floor.journal.sealing import Key
from croupier.floor.journal.signing import Signer
from croupier.rules.terms import Role
from tests.command import complaint_of, croupier
from tests.floor.random_floor import PLAN
from tests.floor.rigged import a_floor
from tests.floor.stand_alone import PROGRAM, checked
from tests.floor.tampering import ask, change
from tests.floor.test_authenticity import build, cash
from tests.web.past import STUD, house_of, stud_round
from tests.web.test_witness import Away, opened

FORGER = Signer(Key(bytes(32)))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A record after a round, an older copy of it, and ann's receipt."""
    floor = a_floor(tmp_path, PLAN, STUD)
    older = tmp_path / "older.db"
    change(tmp_path / "floor.db", "VACUUM INTO ?", values=(str(older),))
    stud_round(floor)
    with house_of(floor) as house:
        answer = house.someone("ann").get("/api/rounds/stud-1/1/receipt")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == 'attachment; filename="stud-1-round-1-receipt.json"'
    record, receipt = tmp_path / "record.db", tmp_path / "receipt.json"
    floor.store.close()
    change(tmp_path / "floor.db", "VACUUM INTO ?", values=(str(record),))
    receipt.write_bytes(answer.content)
    return record, older, receipt


def held(record: Path, receipt: Path, *options: str) -> tuple[str, str]:
    """Return the answer about a receipt, and to *complete*, of both programs, which must agree."""
    done = croupier("verify", "--db", str(record), "--receipt", str(receipt), "--json", *options)
    told = json.loads(done.stdout)
    asked = [sys.executable, str(PROGRAM), str(record), "--receipt", str(receipt), "--json", *options]
    stood = json.loads(subprocess.run(asked, capture_output=True, check=False).stdout)
    assert told["receipts"] == stood["receipts"]
    assert (told["complete"], done.returncode == 1) == (stood["complete"], stood["complete"] == "no")
    assert (told["receipts"][0]["answer"] == "no") == (told["complete"] == "no")
    return told["receipts"][0]["answer"], told["complete"]


def said(receipt: Path) -> Any:
    return json.loads(json.loads(receipt.read_text("utf-8"))["statement"])


def test_a_receipt_names_what_moved_and_the_head_of_the_record(files: tuple[Path, Path, Path]) -> None:
    record, _, receipt = files
    told = said(receipt)
    # The Ante of 50.00 and the BET of 100.00 go to the layout; the Dealer does not qualify: 50.00 is won (3.13).
    assert sum(one["cents"] for one in told["entries"]) == 5_000
    assert (told["account"], told["about"]) == ("wallet:ann", "round 1 at table stud-1")
    ((position, head),) = ask(record, "SELECT position, head FROM seals ORDER BY position DESC LIMIT 1")
    assert (told["position"], told["head"]) == (position, head)
    content = msgspec.json.decode(receipt.read_bytes(), type=Receipt)
    assert content.cosigned == ""
    assert held(record, receipt) == ("yes", "not looked at")
    lines = croupier("verify", "--db", str(record), "--receipt", str(receipt)).stdout.decode()
    assert f"receipt {receipt}: yes (no witness had signed for it when it was written)\n" in lines


def test_a_record_without_what_a_receipt_says_is_not_complete(files: tuple[Path, Path, Path]) -> None:
    """The House's copy of before the round: nothing in it shows that a round is missing."""
    record, older, receipt = files
    ((key,),) = ask(record, "SELECT DISTINCT key FROM seals")
    assert checked(older, "--public-key", key).parts == ("yes", "yes", "not looked at")
    assert held(older, receipt, "--public-key", key) == ("no", "no")


def test_a_movement_that_was_changed_is_found(files: tuple[Path, Path, Path]) -> None:
    record, _, receipt = files
    one = next(one for one in said(receipt)["entries"] if one["cents"])
    where = (one["stream"], one["version"])
    change(
        record,
        "UPDATE ledger SET cents = cents + 1 WHERE stream = ? AND version = ? AND account = 'wallet:ann'",
        values=where,
    )
    assert held(record, receipt) == ("no", "no")


def test_a_receipt_that_a_player_has_changed_is_refused(files: tuple[Path, Path, Path]) -> None:
    record, _, receipt = files
    text = receipt.read_text("utf-8")
    for changed in (text.replace("round 1 at", "round 2 at"), text[:-3], "[]", '{"statement": "{}"}'):
        receipt.write_text(changed, "utf-8")
        assert "is not a receipt" in complaint_of(croupier("verify", "--db", str(record), "--receipt", str(receipt)))
        asked = [sys.executable, str(PROGRAM), str(record), "--receipt", str(receipt)]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert "is not a receipt" in done.stderr


def test_a_receipt_under_another_key_says_nothing_about_the_record(files: tuple[Path, Path, Path]) -> None:
    record, older, receipt = files
    content = json.loads(receipt.read_text("utf-8"))
    forged = FORGER.sign(b"croupier receipt 1\n" + content["statement"].encode()).hex()
    receipt.write_text(json.dumps({**content, "key": FORGER.public, "signature": forged}), "utf-8")
    for one in (record, older):
        assert held(one, receipt) == ("not looked at", "not looked at")


def test_a_receipt_is_for_those_who_took_part(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    with house_of(floor) as house:
        bob = said_in(house.someone("bob").json("/api/rounds/stud-1/1/receipt"))
        assert sum(one["cents"] for one in bob["entries"]) == -5_000  # his Ante (3.12.1)
        assert house.someone("cho").get("/api/rounds/stud-1/1/receipt").status_code == 403
        assert house.someone("aud", Role.AUDITOR).get("/api/rounds/stud-1/1/receipt").status_code == 403
        assert house.nobody().get("/api/rounds/stud-1/1/receipt").status_code == 401
        assert house.someone("ann").get("/api/rounds/stud-1/2/receipt").status_code == 404


def said_in(content: Any) -> Any:
    return json.loads(content["statement"])


def test_the_receipt_of_an_account_has_the_cage_too(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    with house_of(floor) as house:
        told = said_in(house.someone("ann").json("/api/rounds/receipt"))
        assert house.someone("aud", Role.AUDITOR).get("/api/rounds/receipt").status_code in {403, 404}
    assert {one["stream"] for one in told["entries"]} == {"cage", "table:stud-1"}
    assert sum(one["cents"] for one in told["entries"]) == floor.balances["wallet:ann"]


def test_the_newest_cosignature_that_covers_it_goes_with_a_receipt(tmp_path: Path) -> None:
    """A deposit of 10.00 at the cage: before the witness has signed, after it, and held against a record put back."""
    (tmp_path / "house").mkdir()
    folder = build(tmp_path / "house")
    witness = Away(tmp_path)
    try:
        with opened(folder, witness.plan()) as (venue, house):
            house.send()
            before = shutil.copytree(folder, tmp_path / "before")
            cash(venue.floor)
            receipts = []
            for _ in range(2):
                with venue.floor.store.reading() as reading:
                    entry = reading.last_moving("wallet:ann", 1)
                    given = (venue.floor.signer, "cash in", "wallet:ann", entry, house.latest())
                    receipts.append(write_receipt(reading, *given))
                house.send()
            (last,) = house.latest()
        assert [one.cosigned for one in receipts] == ["", str(last)]
    finally:
        witness.stop()
    file = tmp_path / "receipt.json"
    file.write_bytes(msgspec.json.encode(receipts[1]))
    assert held(folder / "floor.db", file) == ("yes", "not looked at")
    assert held(before / "floor.db", file) == ("no", "no")
    told = json.loads(croupier("verify", "--db", str(folder / "floor.db"), "--receipt", str(file), "--json").stdout)
    assert told["receipts"][0]["sentence"] == f"the witness {witness.signer.public} signed for it at {last.at}"

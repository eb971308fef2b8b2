"""``croupier verify`` answers in three parts, and says what it did not look at."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from croupier.floor.journal import codec
from croupier.floor.journal.sealing import Key
from croupier.floor.journal.signing import Signer, chained
from croupier.floor.running.floor import Floor
from croupier.floor.values import record
from croupier.floor.values.entries import Entry, sealed
from croupier.floor.values.record import ReplaceKey
from croupier.rulebooks.revisions import REVISION
from tests.command import complaint_of, croupier
from tests.floor.stand_alone import checked
from tests.floor.tampering import ask, change, rewrite, sign_anew
from tests.floor.test_authenticity import BOTH, BY, build, cash, copied, cut, forged, opens

FORGER = Signer(Key(bytes(32)))
KEYS = {"consistent", "authentic", "complete", "findings", "not_looked_at", "signed_by", "ok", "summary"}


def anchored_cash(floor: Floor) -> None:
    cash(floor)
    floor.anchor()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = build(tmp_path_factory.mktemp("house"))
    opens(folder, anchored_cash)
    return folder


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    return copied(built, tmp_path / "house")


def public(folder: Path) -> str:
    return Signer(Key((folder / "floor.db.key").read_bytes())).public


def alone(folder: Path) -> Path:
    """The database as an outsider has it: without the house, its key and its anchors."""
    there = folder.parent / "outside"
    there.mkdir(exist_ok=True)
    return Path(shutil.copy(folder / "floor.db", there / "floor.db"))


def answer(db: Path, *options: str) -> dict[str, Any]:
    done = croupier("verify", "--db", str(db), "--json", *options)
    told: dict[str, Any] = json.loads(done.stdout)
    parts = [told[part] for part in ("consistent", "authentic", "complete")]
    assert done.returncode == (1 if "no" in parts else 0), done.stdout
    assert set(told) == KEYS
    assert checked(db, *options).parts == tuple(parts), "the stand-alone check answers alike"
    return told


def parts(db: Path, *options: str) -> tuple[str, str, str]:
    told = answer(db, *options)
    return told["consistent"], told["authentic"], told["complete"]


def test_a_database_alone_is_consistent_and_nothing_more_was_looked_at(folder: Path) -> None:
    told = answer(alone(folder))
    assert (told["consistent"], told["authentic"], told["complete"]) == ("yes", "not looked at", "not looked at")
    assert told["signed_by"] == public(folder)
    by_whom, ends = told["not_looked_at"][-2:]
    assert f"The key {public(folder)} signed the last commit, and it is the record that says so" in by_whom
    assert "--public-key" in by_whom
    assert "there are no anchors beside it: give --witness FILE, from a witness, with its --witness-key" in ends


def test_with_key_and_anchors_from_elsewhere_every_part_is_answered(folder: Path, tmp_path: Path) -> None:
    anchors = shutil.copy(folder / "floor.db.anchor", tmp_path / "kept.anchor")
    db = alone(folder)
    assert parts(db, "--public-key", public(folder), "--anchor", str(anchors)) == ("yes", "yes", "yes")
    told = answer(folder / "floor.db", "--public-key", public(folder))
    assert (told["authentic"], told["complete"]) == ("yes", "not looked at")
    assert "a thief of the folder puts back both" in told["not_looked_at"][-1]


def test_a_record_signed_anew_with_another_key_is_not_authentic(folder: Path) -> None:
    db = alone(folder)
    sign_anew(db, FORGER)
    told = answer(db)
    assert (told["authentic"], told["signed_by"]) == ("not looked at", FORGER.public)
    told = answer(db, "--public-key", public(folder))
    assert (told["consistent"], told["authentic"]) == ("yes", "no")
    assert "which is not the House's" in told["findings"][0]["wrong"]


def test_a_cut_tail_is_not_complete(folder: Path, tmp_path: Path) -> None:
    anchors = shutil.copy(folder / "floor.db.anchor", tmp_path / "kept.anchor")
    cut(folder)
    given = ("--public-key", public(folder))
    db = alone(folder)
    assert parts(db, *given) == ("yes", "yes", "not looked at")
    assert parts(db, *given, "--anchor", str(anchors)) == ("yes", "yes", "no")


def test_a_tail_cut_from_under_its_signature_is_not_complete(folder: Path) -> None:
    db = alone(folder)
    ((seal,),) = ask(db, "SELECT max(position) FROM seals")
    row = ask(db, "SELECT * FROM seals WHERE position = ?", seal)[0]
    cut(folder)
    db = alone(folder)
    change(db, "INSERT INTO seals VALUES (?, ?, ?, ?, ?)", values=row)
    told = answer(db)
    assert (told["consistent"], told["complete"]) == ("yes", "no")
    assert f"the House has signed up to entry {seal}, and the journal ends with {seal - 1}" in str(told["findings"])


def test_a_planted_entry_is_not_authentic(folder: Path) -> None:
    forged(folder)
    assert parts(alone(folder), "--public-key", public(folder))[1] == "no"


def test_an_entry_rewritten_under_its_old_signature_is_not_what_was_seen(folder: Path, tmp_path: Path) -> None:
    """The row with the signature still has the head that the anchor has seen; the entries lead to another."""
    anchors = shutil.copy(folder / "floor.db.anchor", tmp_path / "kept.anchor")
    db = alone(folder)
    change(db, "UPDATE journal SET actor = 'eve' WHERE position = 3")
    rewrite(db, ask(db, "SELECT stream FROM journal WHERE position = 3")[0][0], 1)
    told = answer(db, "--public-key", public(folder), "--anchor", str(anchors))
    assert (told["authentic"], told["complete"]) == ("no", "no")
    assert "those before it are not the ones that were there on" in str(told["findings"])


# ---- Keys that follow one another -----------------------------------------------------------------------------------


def planted_key(folder: Path, key: str, *, lost: bool) -> None:
    """Entries that replace the House's key, signed with the key that they name."""
    db = folder / "floor.db"
    ((last, head, at),) = ask(
        db, "SELECT s.position, s.head, j.at FROM seals s JOIN journal j USING (position) ORDER BY 1 DESC LIMIT 1"
    )
    what = ReplaceKey(key, lost, "a forger's")
    commands = (record.ProposeRecord(what), record.CountersignRecord(1))
    events = (record.RecordProposed(1, what, "mia", "shift_manager"), record.RecordCountersigned(1, what, "mia", "max"))
    previous, columns = "0" * 64, ", ".join(f'"{one}"' for one in Entry.__struct_fields__)
    for version, (command, event) in enumerate(zip(commands, events, strict=True), 1):
        who = ("mia", "max")[version - 1]
        texts = (codec.write(command), codec.write((event,)), "[]")
        entry = sealed(
            Entry("record", version, at, who, "shift_manager", "", REVISION, *texts, previous, ""),
        )
        previous, head = entry.hash, chained(head, (entry.hash,))
        values = [last + version, *(getattr(entry, one) for one in Entry.__struct_fields__)]
        change(db, f"INSERT INTO journal (position, {columns}) VALUES ({', '.join('?' * len(values))})", values=values)
    seal = FORGER.seal(last + 1, last + 2, head)
    change(
        db,
        "INSERT INTO seals VALUES (?, ?, ?, ?, ?)",
        values=(seal.position, seal.first, seal.head, seal.key, seal.signature),
    )


@pytest.mark.parametrize("lost", [False, True])
def test_no_key_signs_for_itself(folder: Path, lost: bool) -> None:
    """Entries that say so may be planted by anybody: the key before must have signed them."""
    planted_key(folder, FORGER.public, lost=lost)
    db = alone(folder)
    told = answer(db)
    assert (told["consistent"], told["signed_by"]) == ("yes", FORGER.public), told
    assert parts(db, "--public-key", public(folder))[1] == "no"


def test_a_key_that_the_one_before_has_signed_for_needs_no_word_from_outside(folder: Path) -> None:
    before = public(folder)
    done = croupier("key", "--db", str(folder / "floor.db"), "--replace", *BY, stdin=BOTH)
    assert done.returncode == 0, done.stderr
    opens(folder, cash)
    assert public(folder) != before
    for key in (before, public(folder)):
        assert parts(alone(folder), "--public-key", key)[1] == "yes"


def test_after_a_lost_key_both_are_named(folder: Path) -> None:
    before = public(folder)
    (folder / "floor.db.key").unlink()
    done = croupier("key", "--db", str(folder / "floor.db"), "--lost", *BY, stdin=BOTH)
    assert done.returncode == 0, done.stderr
    db = alone(folder)
    assert parts(db, "--public-key", before)[1] == "no"
    assert parts(db, "--public-key", public(folder))[1] == "yes"
    told = answer(db, "--public-key", before, "--public-key", public(folder))
    assert told["authentic"] == "yes"
    assert any("no signature leads from the old key to the new one" in one for one in told["not_looked_at"])


# ---- How a key is given ---------------------------------------------------------------------------------------------


def test_a_public_key_is_a_fingerprint_or_a_file(folder: Path, tmp_path: Path) -> None:
    key, db = public(folder), alone(folder)
    grouped = " ".join(key[at : at + 4] for at in range(0, 64, 4)).upper()
    pem = tmp_path / "house.pem"
    made = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
    pem.write_bytes(made.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    listed = tmp_path / "keys.txt"
    listed.write_text(f"# The House\n{FORGER.public}  # until 2025\n{key}\n", "utf-8")
    for given in (key, grouped, str(pem), str(listed)):
        assert parts(db, "--public-key", given)[1] == "yes", given
    assert parts(db, "--public-key", FORGER.public)[1] == "no"


def test_the_secret_key_is_refused_and_told_why(folder: Path, tmp_path: Path) -> None:
    db, secret = str(alone(folder)), str(folder / "floor.db.key")
    assert "never needs the House's secret key" in complaint_of(croupier("verify", "--db", db, "--key", secret))
    assert "this is a secret key" in complaint_of(croupier("verify", "--db", db, "--public-key", secret))
    other = tmp_path / "other"
    other.write_text("no key\n", "utf-8")
    assert "holds no public key" in complaint_of(croupier("verify", "--db", db, "--public-key", str(other)))
    assert "neither a fingerprint" in complaint_of(croupier("verify", "--db", db, "--public-key", "abc"))

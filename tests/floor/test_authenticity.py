"""Whoever has the files of a house: what they do to them is seen when the house opens, or by ``verify``."""

import fcntl
import io
import json
import platform
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pyotp
import pytest
import segno

from croupier.floor.house import keeping, opening
from croupier.floor.house.credentials import Credentials
from croupier.floor.house.opening import open_house
from croupier.floor.house.second_factor import Factors
from croupier.floor.journal import engines
from croupier.floor.journal.anchors import AnchorFile, cast
from croupier.floor.journal.keys import KeyFiles
from croupier.floor.journal.sealing import Key, KeyFileError, KeyRing
from croupier.floor.journal.signing import Signer, chained
from croupier.floor.journal.store import FencedError, StoreError, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn
from croupier.floor.values.entries import Entry, sealed
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.house import CountersignChange, CreateAccount, ProposeChange
from croupier.floor.values.ports import SystemClock
from croupier.floor.values.requests import Accepted, Request
from croupier.play.refusal import Refusal
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role
from croupier.web.serving import open_venue
from tests.command import complaint_of, croupier
from tests.floor.cashiers import open_drawer
from tests.floor.signed_in import sign_in
from tests.floor.tampering import ask, change, entries, rewrite
from tests.sampling import first
from tests.web.server import LIGHT, keeping_accounts

BY = ("--by", "mia", "--by", "max", "--reason", "restored after a fire")
PASSWORDS = {"mia": "correct horse battery", "max": "staple of another kind"}
BOTH = "".join(f"{one}\n" for one in PASSWORDS.values()).encode()
"""As they are given on standard input, in the order in which the people are named."""


def do(floor: Floor, *asked: tuple[str, object, str, Role]) -> None:
    for stream, command, actor, role in asked:
        sign_in(floor, actor, role)
        reply = floor.submit(Request(stream, actor, role, command))[0]
        assert isinstance(reply, Accepted), reply


def cash(floor: Floor, cents: int = 1_000) -> None:
    house = floor.house()
    assert house is not None
    sign_in(floor, "tom", Role.CAGE)
    open_drawer(floor, "tom")
    do(floor, ("cage", CashIn("ann", cents, house.day(floor.now())), "tom", Role.CAGE))


def build(folder: Path) -> Path:
    """Make the files of a house that is closed: two Shift Managers, a teller, a Player, and some cash."""
    floor = open_venue(keeping_accounts(folder)).floor
    manager = Role.SHIFT_MANAGER
    do(
        floor,
        ("house", ProposeChange(CreateAccount("tom", (Role.CAGE,))), "mia", manager),
        ("house", CountersignChange(1), "max", manager),
        ("house", CreateAccount("ann"), "tom", Role.CAGE),
    )
    cash(floor)
    credentials = Credentials(floor.store, clock=SystemClock(), entropy=SystemEntropy(), terms=LIGHT)
    for name, password in PASSWORDS.items():
        assert credentials.set_password(name, password) is None
    floor.store.close()
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("house"))


@pytest.fixture(autouse=True)
def _light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes of little work also where the command checks them."""
    monkeypatch.setattr(keeping, "Credentials", partial(Credentials, terms=LIGHT))


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    return copied(built, tmp_path / "house")


def copied(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to)
    (to / "floor.toml").write_text((folder / "floor.toml").read_text("utf-8"), "utf-8")
    return to


def running(folder: Path, anchor: str = "") -> Floor:
    """The floor, as ``serve`` opens it."""
    entropy = SystemEntropy()
    opened = open_house(open_engine(str(folder / "floor.db")), entropy, anchor)
    floor = Floor(opened.store, clock=SystemClock(), entropy=entropy, keys=opened.keys, anchors=opened.anchors)
    floor.start()
    floor.anchor()
    return floor


def opens(folder: Path, work: Callable[[Floor], None] = lambda _: None) -> None:
    floor = running(folder)
    try:
        work(floor)
    finally:
        floor.store.close()


def verified(folder: Path, *options: str) -> tuple[int, str]:
    done = croupier("verify", "--db", str(folder / "floor.db"), *options)
    return done.returncode, done.stdout.decode()


def test_a_house_that_nobody_touched_opens_and_is_in_order(folder: Path) -> None:
    opens(folder, cash)
    code, told = verified(folder, "--house-key", str(folder / "floor.db.key"))
    assert code == 0, told
    assert told.startswith("consistent: yes (")
    assert "\nauthentic: yes (" in told
    assert "signatures" in told
    assert "before entries were signed" not in told


# ---- Entries that the House has not signed --------------------------------------------------------------------------


def forged(folder: Path, cents: int = 5_000_000) -> Entry:
    """Cash that nobody brought, written with hashes, ledger and balances that all agree."""
    path = folder / "floor.db"
    last = entries(path, "cage")[-1]
    entry = sealed(
        Entry(
            "cage",
            last.version + 1,
            last.at,
            last.actor,
            last.role,
            "",
            REVISION,
            last.command.replace("1000", str(cents)),
            last.events.replace("1000", str(cents)),
            last.postings.replace("1000", str(cents)),
            last.hash,
            "",
        )
    )
    columns = ", ".join(f'"{name}"' for name in Entry.__struct_fields__)
    marks = ", ".join("?" for _ in Entry.__struct_fields__)
    values = [getattr(entry, name) for name in Entry.__struct_fields__]
    assert change(path, f"INSERT INTO journal ({columns}) VALUES ({marks})", values=values) == 1
    return entry


def test_a_forged_entry_is_found_by_serve_and_by_verify(folder: Path) -> None:
    forged(folder)
    with pytest.raises(StoreError, match="bear no signature of the House"):
        opens(folder)
    code, told = verified(folder)
    assert code == 1
    assert "bear no signature of the House" in told


def test_whoever_signs_a_forgery_with_a_key_of_their_own_is_found(folder: Path) -> None:
    entry = forged(folder)
    path = folder / "floor.db"
    ((position, head),) = ask(path, "SELECT position, head FROM seals ORDER BY position DESC LIMIT 1")
    seal = Signer(Key(bytes(32))).seal(position + 1, position + 1, chained(head, (entry.hash,)))
    row = (seal.position, seal.first, seal.head, seal.key, seal.signature)
    change(path, "INSERT INTO seals VALUES (?, ?, ?, ?, ?)", values=row)
    with pytest.raises(KeyFileError, match="was signed with the key"):
        opens(folder)
    code, told = verified(folder)
    assert code == 1
    assert "which is not the House's" in told


def test_a_changed_entry_is_found_by_serve_and_by_verify(folder: Path) -> None:
    rewrite(folder / "floor.db", "cage", 2, actor="mia")
    with pytest.raises(StoreError, match="does not hold what the House has signed"):
        opens(folder)
    assert verified(folder)[0] == 1


@pytest.mark.parametrize(("back", "seen"), [(0, True), (2, True), (3, False)])
def test_a_start_chains_the_last_entries_anew_and_leaves_those_before_to_verify(
    folder: Path, monkeypatch: pytest.MonkeyPatch, back: int, seen: bool
) -> None:
    """Of a long past the last three entries here: what lies further back only verify goes through."""
    monkeypatch.setattr(opening, "CHAINED_ANEW", 3)
    path = folder / "floor.db"
    positions = [one for (one,) in ask(path, "SELECT position FROM seals ORDER BY position")]
    last = positions[-1]
    begun = max(one for one in positions if one <= last - 3)
    assert begun == last - 3, "commits of one entry each, so that the bound is exact"
    change(path, f"UPDATE journal SET hash = '{'0' * 64}' WHERE position = {last - back}")
    if seen:
        with pytest.raises(StoreError, match="does not hold what the House has signed"):
            opens(folder)
    else:
        running(folder).store.close()
    assert verified(folder)[0] == 1


@pytest.mark.parametrize("table", ["signature", "head", "first"])
def test_a_changed_signature_is_found(folder: Path, table: str) -> None:
    values = {"signature": "zeroblob(64)", "head": f"'{'0' * 64}'", "first": "first + 1"}
    last = "(SELECT max(position) FROM seals)"
    change(folder / "floor.db", f"UPDATE seals SET {table} = {values[table]} WHERE position = {last}")
    with pytest.raises(StoreError, match="changed"):
        opens(folder)
    assert verified(folder)[0] == 1


@pytest.mark.parametrize("column", ["actor", "command", "events", "postings", "at"])
def test_a_text_that_was_changed_without_its_hash_is_found_by_serve(folder: Path, column: str) -> None:
    """The signatures are under the hashes, and the hashes are not looked at by reading them."""
    last = "(SELECT max(position) FROM journal WHERE stream = 'cage')"
    wrong = "at + 1" if column == "at" else f"replace({column}, substr({column}, 2, 3), 'xyz')"
    change(folder / "floor.db", f"UPDATE journal SET {column} = {wrong} WHERE position = {last}")
    with pytest.raises(StoreError, match=r"entry \d+ of cage in .* is not what its hash was made from"):
        opens(folder)
    assert verified(folder)[0] == 1


@pytest.mark.parametrize(("read", "found"), [(1, False), (2, True), (3, True)])
def test_a_start_reads_so_many_of_the_last_entries_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, read: int, found: bool
) -> None:
    change(
        folder / "floor.db", "UPDATE journal SET at = at - 1 WHERE position = (SELECT max(position) FROM journal) - 1"
    )
    monkeypatch.setattr(opening, "CHAINED_ANEW", read)
    if found:
        with pytest.raises(StoreError, match="is not what its hash was made from"):
            opens(folder)
    else:
        opens(folder)


def test_removed_signatures_are_found(folder: Path) -> None:
    change(folder / "floor.db", "DELETE FROM seals")
    with pytest.raises(StoreError, match="bears no signature of the House any more"):
        opens(folder)
    code, told = verified(folder)
    assert code == 1
    assert "bear no signature of the House" in told


# ---- A journal that ends too early ----------------------------------------------------------------------------------


def cut(folder: Path) -> None:
    """The last commit is gone, with all that follows from it: what is left agrees with itself."""
    path = folder / "floor.db"
    ((stream, version, position),) = ask(
        path, "SELECT stream, version, position FROM journal ORDER BY position DESC LIMIT 1"
    )
    assert stream == "cage"
    for account, cents in ask(
        path, "SELECT account, cents FROM ledger WHERE stream = ? AND version = ?", stream, version
    ):
        change(path, "UPDATE balances SET cents = cents - ? WHERE account = ?", values=(cents, account))
    change(path, "DELETE FROM ledger WHERE stream = ? AND version = ?", values=(stream, version))
    change(path, "DELETE FROM journal WHERE position = ?", values=(position,))
    change(path, "DELETE FROM seals WHERE position = ?", values=(position,))
    change(path, "UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'journal'")


def test_a_cut_tail_is_found_by_its_anchor(folder: Path) -> None:
    cut(folder)
    code, told = verified(folder)
    assert code == 1
    assert "an anchor was cast on another journal: it ends with entry" in told
    with pytest.raises(StoreError, match=r"is not what the anchors .* have seen: it ends with entry"):
        opens(folder)
    (folder / "floor.db.anchor").unlink()
    (folder / "floor.db.anchor.last").unlink()
    with pytest.raises(StoreError, match=r"the anchors .* are missing"):
        opens(folder)


def test_a_restored_copy_opens_once_two_have_signed_for_it(folder: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    shutil.copy(folder / "floor.db", backup)
    opens(folder, cash)
    shutil.copy(backup, folder / "floor.db")
    with pytest.raises(StoreError, match="croupier accept"):
        opens(folder)
    db = ("--db", str(folder / "floor.db"))
    assert "two different people" in complaint_of(
        croupier("accept", *db, "--by", "mia", "--by", "mia", "--reason", "x")
    )
    assert "may not act as Shift Manager" in complaint_of(
        croupier("accept", *db, "--by", "mia", "--by", "tom", "--reason", "x", stdin=BOTH)
    )
    unexplained = croupier("accept", *db, "--by", "mia", "--by", "max", "--reason", " ", stdin=BOTH)
    assert "Give a reason" in complaint_of(unexplained)
    with pytest.raises(StoreError, match="croupier accept"):
        opens(folder)
    done = croupier("accept", *db, *BY, stdin=BOTH)
    assert done.returncode == 0, done.stderr
    assert b"mia and max have signed" in done.stdout
    assert "nothing to accept" in complaint_of(croupier("accept", *db, *BY, stdin=BOTH))
    opens(folder, cash)
    code, told = verified(folder)
    assert code == 0, told


def test_a_fork_is_found_even_if_it_is_longer(folder: Path, tmp_path: Path) -> None:
    other = copied(folder, tmp_path / "other")
    opens(folder, cash)
    for _ in range(3):
        opens(other, lambda floor: cash(floor, 7_000))
    shutil.copy(other / "floor.db", folder / "floor.db")
    with pytest.raises(StoreError, match="are not the ones that were there"):
        opens(folder)
    assert "are not the ones that were there" in verified(folder)[1]


def test_the_anchors_may_be_on_another_disk(folder: Path, tmp_path: Path) -> None:
    named = tmp_path / "disk"
    shutil.move(folder / "floor.db.anchor", named)
    shutil.move(folder / "floor.db.anchor.last", f"{named}.last")
    with pytest.raises(StoreError, match="are missing"):
        opens(folder)
    before = len(AnchorFile(named).lines())
    running(folder, str(named)).store.close()
    assert len(AnchorFile(named).lines()) == before + 1
    assert verified(folder, "--anchor", str(named))[0] == 0
    done = croupier("anchor", "--db", str(folder / "floor.db"), "--anchor", str(named))
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 5


def test_the_anchor_is_a_picture_too(folder: Path) -> None:
    """Of the same line: the picture is drawn a second time from what was printed."""
    done = croupier("anchor", "--db", str(folder / "floor.db"), "--qr").stdout.decode()
    line, _, picture = done.partition("\n")
    drawn = io.StringIO()
    segno.make_qr(line, error="m").terminal(drawn, border=2, compact=True)
    assert picture == drawn.getvalue()
    assert "█" in picture


def test_where_nothing_can_be_anchored_no_house_begins(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    with pytest.raises(StoreError, match="cannot be written: No such file or directory"):
        running(tmp_path / "new", str(tmp_path / "nowhere" / "anchor"))
    assert ask(tmp_path / "new" / "floor.db", "SELECT count(*) FROM journal") == [(0,)]
    running(tmp_path / "new").store.close()


def test_an_anchor_that_nobody_signed_is_refused(folder: Path) -> None:
    anchors = folder / "floor.db.anchor"
    anchors.write_text(anchors.read_text("utf-8") + "2026-01-01T00:00:00Z 3 00 00 00\n", "utf-8")
    with pytest.raises(StoreError, match="is not an anchor that was signed"):
        opens(folder)
    assert "is not an anchor that was signed" in complaint_of(croupier("verify", "--db", str(folder / "floor.db")))


def test_a_start_looks_at_the_last_anchors_and_a_verification_at_all(folder: Path) -> None:
    anchors = folder / "floor.db.anchor"
    lines = anchors.read_text("utf-8")
    anchors.write_text("2026-01-01T00:00:00Z 3 00 00 00\n" + lines, "utf-8")
    opens(folder)
    told = complaint_of(croupier("verify", "--db", str(folder / "floor.db")))
    assert "line 1 of the anchors" in told
    assert "is not an anchor that was signed" in told
    anchors.unlink()
    anchors.mkdir()
    with pytest.raises(StoreError, match="cannot be read"):
        opens(folder)


def test_of_anchors_before_an_entry_one_for_each_key_is_looked_at(tmp_path: Path) -> None:
    file, old, new = AnchorFile(tmp_path / "anchors"), Signer(Key(bytes(32))), Signer(Key(bytes([1] * 32)))
    for signer, position in ((old, 1), (old, 2), (new, 3), (new, 4), (new, 5)):
        file.append(cast(signer, position, "0" * 64, 0))
    assert [[one.position for one in file.read(after)] for after in (0, 3, 4, 5, 6)] == [
        [1, 2, 3, 4, 5],
        *([2, 4, 5], [2, 5], [2, 5], [2, 5]),
    ]


def test_a_commit_is_signed_once_and_its_anchor_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signed: list[bytes] = []
    sign = Signer.sign

    def counted(self: Signer, text: bytes) -> bytes:
        signed.append(text)
        return sign(self, text)

    floor = running(folder)
    open_drawer(floor, "tom")
    monkeypatch.setattr(Signer, "sign", counted)
    cash(floor)
    assert [text.partition(b"\n")[0] for text in signed] == [b"croupier journal seal 1"]
    with floor.store.reading() as reading:
        seal, last = reading.seal(), AnchorFile(folder / "floor.db.anchor").read()[-1]
    assert seal is not None
    assert (last.first, last.position, last.head, last.signature) == (
        *(seal.first, floor.position, floor.head),
        seal.signature.hex(),
    )
    assert last.genuine
    floor.store.close()


@pytest.mark.parametrize("earlier", [False, True], ids=["a commit's own signature", "an anchor, as earlier releases"])
def test_a_cut_tail_is_found_by_the_last_commit_alone(folder: Path, earlier: bool) -> None:
    file = AnchorFile(folder / "floor.db.anchor")
    lines = file.path.read_text("utf-8")
    floor = running(folder)
    cash(floor)
    if earlier:
        file.replace_last(floor.anchored())
    floor.store.close()
    assert len(file.last.read_text("utf-8").split()) == (5 if earlier else 6)
    cut(folder)
    file.path.write_text(lines, "utf-8")  # as if no line had been cast since
    with pytest.raises(StoreError, match="it ends with entry"):
        opens(folder)
    file.last.unlink()
    with pytest.raises(StoreError, match=r"the last commit .*anchor\.last is missing: bring the anchors of .* back"):
        opens(folder)


def test_an_old_copy_with_anchors_of_its_time_and_no_last_commit_does_not_open(folder: Path, tmp_path: Path) -> None:
    """Nobody needs a key for this: the lines of that time were signed then, and the last commit is deleted."""
    old = copied(folder, tmp_path / "old")
    opens(folder, cash)
    (old / "floor.db.anchor.last").unlink()
    with pytest.raises(StoreError, match="is missing"):
        opens(old)
    done = croupier("accept", "--db", str(old / "floor.db"), *BY, stdin=BOTH)
    assert done.returncode == 0, done.stderr
    assert (old / "floor.db.anchor").read_text("utf-8").startswith((folder / "floor.db.anchor").read_text("utf-8")[:99])
    opens(old, cash)
    assert verified(old)[0] == 0


@pytest.mark.parametrize("left", [0, 1], ids=["an empty file", "the anchor of the beginning"])
def test_anchors_that_have_seen_nothing_do_not_open_a_house_with_a_record(folder: Path, left: int) -> None:
    file = AnchorFile(folder / "floor.db.anchor")
    first = "".join(file.path.read_text("utf-8").splitlines(keepends=True)[:left])
    file.path.write_text(first, "utf-8")
    file.last.write_text(first, "utf-8")
    assert [one.position for one in file.lines()] == [0] * left
    with pytest.raises(StoreError, match="are missing"):
        opens(folder)
    done = croupier("accept", "--db", str(folder / "floor.db"), *BY, stdin=BOTH)
    assert done.returncode == 0, done.stderr
    opens(folder, cash)


@pytest.mark.parametrize("first", ["2", "0", "x", "", "²", "9" * 18, "9" * 19, "9" * 5_000, "1 1"])
def test_a_last_commit_that_nobody_signed_is_refused(folder: Path, first: str) -> None:
    opens(folder, cash)
    file = AnchorFile(folder / "floor.db.anchor")
    anchor, _, true = file.last.read_text("utf-8").strip().rpartition(" ")
    assert file.ending()[-1].first == int(true) != 2
    file.last.write_text(f"{anchor} {first}\n", "utf-8")
    with pytest.raises(StoreError, match="is not one that was signed"):
        opens(folder)


def test_the_last_commit_never_gives_way_to_an_earlier_one(folder: Path) -> None:
    """Servers of one house may share the file, and the slower of two would put the earlier commit there."""
    file, signer = AnchorFile(folder / "floor.db.anchor"), Signer(Key(bytes(32)))
    size = file.last.stat().st_size
    for position, kept in ((1_000, 1_000), (999, 1_000), (1_000, 1_000), (1_001, 1_001)):
        file.replace_last(cast(signer, position, "0" * 64, 0))
        assert (file.ending()[-1].position, file.last.stat().st_size) == (kept, size)
    file.replace_last(cast(signer, 7, "0" * 64, 0), back=True)
    assert file.ending()[-1].position == 7


def test_a_server_that_hangs_while_it_writes_an_anchor_keeps_no_other_waiting(folder: Path) -> None:
    file = AnchorFile(folder / "floor.db.anchor")
    with file.last.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        file.replace_last(cast(Signer(Key(bytes(32))), 1_000, "0" * 64, 0))
        assert file.ending()[-1].position == 1_000


def test_a_commit_is_no_line_of_the_anchors(folder: Path) -> None:
    """Its signature lies in the database too, so that it proves nothing of where the journal ended."""
    opens(folder, cash)
    file = AnchorFile(folder / "floor.db.anchor")
    file.append(file.ending()[-1])
    with pytest.raises(StoreError, match="is not an anchor that was signed"):
        opens(folder)


# ---- After a crash --------------------------------------------------------------------------------------------------


def crashed(folder: Path, to: Path) -> Path:
    """The files as a kill would leave them: much that was acknowledged is only in the write-ahead log."""
    floor = running(folder)
    for _ in range(12):
        cash(floor)
    copied(folder, to)
    floor.store.close()
    assert (to / "floor.db-wal").stat().st_size > 0
    return to


def test_a_crash_loses_nothing(folder: Path, tmp_path: Path) -> None:
    after = crashed(folder, tmp_path / "after")
    opens(after, cash)
    assert verified(after)[0] == 0


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    for at in range(middle, middle + 8):
        data[at] ^= 0xFF
    path.write_bytes(bytes(data))


def test_flipped_bytes_in_the_log_are_seen(folder: Path, tmp_path: Path) -> None:
    after = crashed(folder, tmp_path / "after")
    _flip(after / "floor.db-wal")
    with pytest.raises(StoreError, match=r"is not what the anchors .* have seen"):
        opens(after)
    assert verified(after)[0] == 1


def test_a_deleted_log_is_seen(folder: Path, tmp_path: Path) -> None:
    after = crashed(folder, tmp_path / "after")
    (after / "floor.db-wal").unlink()
    (after / "floor.db-shm").unlink(missing_ok=True)
    with pytest.raises(StoreError, match=r"is not what the anchors .* have seen"):
        opens(after)
    assert verified(after)[0] == 1


def test_a_flipped_bit_in_the_database_is_seen(folder: Path) -> None:
    path = folder / "floor.db"
    data = path.read_bytes()
    (hash_,) = ask(path, "SELECT hash FROM journal WHERE stream = 'cage' AND version = 1")[0]
    at = data.index(str(hash_).encode())
    path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    assert verified(folder)[0] == 1


# ---- The key --------------------------------------------------------------------------------------------------------


def test_a_lost_key_is_not_replaced_silently(folder: Path) -> None:
    key = folder / "floor.db.key"
    db = ("--db", str(folder / "floor.db"))
    assert "is not lost" in complaint_of(croupier("key", *db, "--lost", *BY, stdin=BOTH))
    key.unlink()
    with pytest.raises(KeyFileError, match="bring it back from its copy"):
        opens(folder)
    assert not key.exists()
    done = croupier("key", *db, "--lost", *BY, stdin=BOTH)
    assert done.returncode == 0, done.stderr
    opens(folder, cash)
    code, told = verified(folder)
    assert code == 0, told
    assert "1 keys were replaced because the one before was lost" in told


@pytest.mark.parametrize(
    ("command", "given", "told"),
    [
        ("key --replace", b"", "no answer was given to 'Password of mia'"),
        ("key --replace", b"correct horse battery\n", "no answer was given to 'Password of max'"),
        ("key --lost", b"staple of another kind\ncorrect horse battery\n", "mia: the name or the password is wrong"),
        ("accept", b"correct horse battery\ncorrect horse battery\n", "max: the name or the password is wrong"),
    ],
)
def test_whoever_signs_gives_their_password(folder: Path, command: str, given: bytes, told: str) -> None:
    path = folder / "floor.db"
    if command != "key --replace":
        (folder / f"floor.db.{'anchor' if command == 'accept' else 'key'}").unlink()
    keys = {one.name: one.read_bytes() for one in folder.glob("floor.db.key*")}
    entries = ask(path, "SELECT count(*) FROM journal")
    assert told in complaint_of(croupier(*command.split(), "--db", str(path), *BY, stdin=given))
    assert ask(path, "SELECT count(*) FROM journal") == entries
    assert {one.name: one.read_bytes() for one in folder.glob("floor.db.key*")} == keys


def test_somebody_without_a_password_signs_for_nothing(folder: Path) -> None:
    change(folder / "floor.db", "DELETE FROM credentials WHERE account = 'max'")
    done = croupier("key", "--db", str(folder / "floor.db"), "--replace", *BY, stdin=BOTH)
    assert "croupier password max gives them one" in complaint_of(done)


def test_whoever_has_a_second_factor_gives_its_code_too(folder: Path) -> None:
    db = str(folder / "floor.db")
    floor = running(folder)
    clock = SystemClock()
    credentials = Credentials(floor.store, clock=clock, entropy=SystemEntropy(), terms=LIGHT)
    factors = Factors(credentials, lambda: floor.keys, clock=clock)
    device = pyotp.TOTP(factors.begin("max", "The House").secret)
    codes = factors.confirm("max", device.now())
    assert not isinstance(codes, Refusal)
    floor.store.close()
    assert "Code of max" in complaint_of(croupier("key", "--db", db, "--replace", *BY, stdin=BOTH))
    wrong = croupier("key", "--db", db, "--replace", *BY, stdin=BOTH + b"000000\n")
    assert "max: the code is wrong" in complaint_of(wrong)
    assert croupier("key", "--db", db, "--replace", *BY, stdin=BOTH + f"{codes[0]}\n".encode()).returncode == 0
    # It was set up under the key before, which is kept. Once that is lost too, no code can be checked any more.
    for path in folder.glob("floor.db.key*"):
        path.unlink()
    assert croupier("key", "--db", db, "--lost", *BY, stdin=BOTH).returncode == 0


def test_a_key_that_was_signed_for_is_taken_up_by_the_next_start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine stops after the signatures and before the files are renamed, or between the two of them."""
    db, key = folder / "floor.db", folder / "floor.db.key"
    old = key.read_bytes()
    monkeypatch.setattr(KeyFiles, "take_up", lambda _self, ring, new: KeyRing(new, (ring.current, *ring.older)))
    assert croupier("key", "--db", str(db), "--replace", *BY, stdin=BOTH).returncode == 0
    assert key.read_bytes() == old
    other = copied(folder, folder.parent / "other")
    opens(folder, cash)
    assert key.read_bytes() != old
    assert (folder / f"floor.db.key.{Key(old).id.hex()}").read_bytes() == old
    assert not (folder / "floor.db.key.new").exists()
    (other / "floor.db.key").rename(other / f"floor.db.key.{Key(old).id.hex()}")
    opens(other, cash)
    assert verified(other, "--house-key", str(other / "floor.db.key"))[0] == 0


def test_another_key_file_is_not_taken_for_the_houses(folder: Path) -> None:
    (folder / "floor.db.key").write_bytes(bytes(32))
    with pytest.raises(KeyFileError, match="bring the right one back"):
        opens(folder)


def test_a_key_is_replaced_on_record(folder: Path) -> None:
    old = (folder / "floor.db.key").read_bytes()
    db = ("--db", str(folder / "floor.db"))
    done = croupier("key", *db, "--replace", *BY, stdin=BOTH)
    assert done.returncode == 0, done.stderr
    assert (folder / "floor.db.key").read_bytes() != old
    (kept,) = folder.glob("floor.db.key.*")
    assert kept.read_bytes() == old
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    opens(folder, cash)
    code, told = verified(folder, "--house-key", str(kept))
    assert code == 0, told
    assert "was lost" not in told


# ---- At rest --------------------------------------------------------------------------------------------------------


def test_the_files_of_a_house_are_its_owners_alone(folder: Path) -> None:
    names = ("floor.db", "floor.db.key", "floor.db.anchor", "floor.db.anchor.last")
    for name in names:
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600, name
    (folder / "floor.db").chmod(0o644)
    venue = open_venue(keeping_accounts(folder))
    try:
        assert any("floor.db could be read by others" in one for one in venue.notices)
        for path in folder.glob("floor.db*"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    finally:
        venue.floor.store.close()


# ---- One server -----------------------------------------------------------------------------------------------------


HOLD = "import sys; from croupier.floor.journal.store import Store, open_engine; Store(open_engine(sys.argv[1])).hold()"


@pytest.mark.parametrize("way", first(1, ["symlink", "hard link", "itself"]))
def test_a_second_server_does_not_start_by_whatever_name(folder: Path, way: str) -> None:
    path, link = folder / "floor.db", folder / "link.db"
    if way == "symlink":
        link.symlink_to(path)
    elif way == "hard link":
        link.hardlink_to(path)
    else:
        link = path
    floor = running(folder)
    try:
        done = subprocess.run([sys.executable, "-c", HOLD, str(link)], capture_output=True, timeout=120, check=False)
        assert b"StoreError: another process is running the floor in" in done.stderr
        cash(floor)
    finally:
        floor.store.close()


def test_where_locks_would_keep_sqlite_out_the_one_beside_it_is_taken(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On macOS a lock of the whole file is one of those that SQLite takes, and held against it."""
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    database = folder / "floor.db"
    floor = running(folder)
    try:
        cash(floor)
        with database.open("rb") as free:
            fcntl.flock(free, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the database itself is not locked
        beside = folder / "floor.db.lock"
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600
        with beside.open() as held, pytest.raises(BlockingIOError):
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        floor.store.close()


def test_where_files_cannot_be_locked_a_house_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "fcntl", None)
    with pytest.raises(StoreError, match="on Windows use WSL"):
        running(folder)


def test_a_server_whose_floor_was_taken_can_do_nothing_more(folder: Path) -> None:
    floor = running(folder)
    with closing(sqlite3.connect(folder / "floor.db")) as other:
        other.execute("UPDATE fence SET token = 'another'")
        other.commit()
    with pytest.raises(FencedError, match="another server has taken this floor"):
        cash(floor)
    with pytest.raises(FencedError):
        floor.store.check_fence()
    floor.store.close()


# ---- The write-ahead log --------------------------------------------------------------------------------------------


def test_the_log_is_emptied_and_does_not_stay_long(folder: Path) -> None:
    floor = running(folder)
    log = folder / "floor.db-wal"
    for _ in range(3):
        cash(floor)
    assert log.stat().st_size > 0
    floor.store.checkpoint()
    assert log.stat().st_size == 0
    cash(floor)
    with floor.store.reading() as reading:
        reading.position()
        floor.store.checkpoint()  # a reader is not made to wait, and waits for nothing
    cash(floor)
    floor.store.close()


def test_what_two_sign_with_passwords_set_at_the_machine_says_so(folder: Path) -> None:
    """Whoever has the folder can give both people passwords; the record tells of it before they sign."""
    given = [f"{name} of another house" for name in PASSWORDS]
    db = ("--db", str(folder / "floor.db"))
    for name, new in zip(PASSWORDS, given, strict=True):
        assert croupier("password", name, *db, stdin=f"{new}\n".encode()).returncode == 0
    done = croupier("key", *db, "--replace", *BY, stdin="".join(f"{one}\n" for one in given).encode())
    assert done.returncode == 0, done.stderr
    rows = ask(folder / "floor.db", "SELECT events FROM journal WHERE stream = 'door' ORDER BY position DESC LIMIT 6")
    told = [one["type"] for (events,) in reversed(rows) for one in json.loads(events)]
    assert told == ["PasswordChanged"] * 2 + ["SignedIn"] * 2 + ["SignedOut"] * 2
    assert all('"by":""' in events for (events,) in rows[4:])
    code, answer = verified(folder)
    assert code == 0, answer
    assert "on password" in answer

"""The stand-alone check of a record for an auditor: by the documented format, and without our code.

That it answers as ``croupier verify`` does on every forged record is asserted wherever tests verify one
(``tampering.py``, ``test_verdict.py``, ``test_joining.py``, ``test_witness.py``).
"""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace

from croupier.floor.house.moving import copy_house
from croupier.floor.journal.store import open_engine
from croupier.floor.values.entries import entry_hash, sealed
from croupier.floor.verify.finding import Kind
from tests.command import croupier
from tests.fixtures.frauds import FRAUDS
from tests.fixtures.house import EARLIER_BOOKS, REVISION_1, restore
from tests.floor.house import KEYS
from tests.floor.stand_alone import PROGRAM, checked
from tests.floor.tampering import ask, change, entries, findings, put, rewrite, sign_anew
from tests.floor.test_moving import data, played
from tests.postgresql import PostgreSQL

__all__ = ["data"]

TABLES = ("journal", "ledger", "balances", "seals")


@pytest.fixture
def floor(evening: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return Path(shutil.copy(evening, tmp_path / "floor.db"))


def exported(url: str, folder: Path) -> Path:
    """Export the tables of a house in PostgreSQL as psql's ``\\copy`` does."""
    folder.mkdir()
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        for table in TABLES:
            with (
                cursor.copy(f"COPY {table} TO STDOUT CSV HEADER") as copy,
                (folder / f"{table}.csv").open("wb") as file,
            ):
                file.writelines(copy)
    return folder


def test_it_is_one_file_that_needs_cryptography_alone() -> None:
    wanted = set()
    for node in ast.walk(ast.parse(PROGRAM.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            wanted |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            assert not node.level
            wanted.add(node.module.partition(".")[0])
    assert wanted - sys.stdlib_module_names == {"cryptography"}


def test_it_runs_by_itself(floor: Path, tmp_path: Path) -> None:
    """As a script, elsewhere, without the folders of this repository."""
    program = shutil.copy(PROGRAM, tmp_path / "check.py")
    done = subprocess.run([sys.executable, "-I", program, floor], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    assert "consistent: yes\nauthentic: not looked at\ncomplete: not looked at\n" in done.stdout


@pytest.mark.parametrize("kept", [FRAUDS, REVISION_1, EARLIER_BOOKS], ids=lambda path: path.name)
def test_records_of_every_release_are_sound(kept: Path, tmp_path: Path) -> None:
    told = checked(restore(kept, tmp_path / "house.db"))
    assert told.findings == ()
    ((entries_,),) = ask(tmp_path / "house.db", "SELECT count(*) FROM journal")
    assert (told.consistent, told.entries) == ("yes", entries_)


def test_every_character_is_hashed_as_it_is_documented(floor: Path) -> None:
    """A text of every character below 32, quotes, letters of several lengths, and what other encoders escape."""
    last = entries(floor, "cage")[-1]
    odd = "".join(map(chr, range(1, 32))) + '"\\/\x7f\x80é\u2028€\ufeff🂡'
    entry = sealed(replace(last, actor=odd))
    put(floor, entry)
    assert entry.hash == entry_hash(entry)
    wrong = [one["wrong"] for one in checked(floor).findings]
    assert not any("hash" in one for one in wrong), wrong
    put(floor, replace(entry, actor=f"{odd}."))
    assert any("does not match its hash" in one["wrong"] for one in checked(floor).findings)


@pytest.mark.parametrize("key", ["00" * 32, ""])
def test_cards_are_opened_with_the_key_that_was_given_out(floor: Path, key: str) -> None:
    ((sealed_entries,),) = ask(floor, "SELECT count(*) FROM journal WHERE sealed <> ''")
    assert sealed_entries
    sound = checked(floor)
    assert sound.consistent == "yes"
    stream, version = ask(floor, "SELECT stream, version FROM journal WHERE opens <> '' LIMIT 1")[0]
    rewrite(floor, stream, version, opens=key)
    sign_anew(floor)
    told = checked(floor)
    assert (told.consistent, told.authentic) == ("no", "not looked at")
    assert any("does not open its cards" in one["wrong"] for one in told.findings)
    for keys in (KEYS, None):  # the House, which can open them by itself, must notice it too
        assert Kind.CARDS in {one.kind for one in findings(floor, keys=keys)}


def test_an_entry_of_the_house_itself_is_sound_for_it_and_it_says_so(floor: Path) -> None:
    """The House's own key under an entry that the rules would not decide: only a replay finds that."""
    last = entries(floor, "cage")[-1]
    rewrite(floor, "cage", last.version, role="player")
    sign_anew(floor)
    assert findings(floor, keys=KEYS) != []
    told = checked(floor)
    assert told.consistent == "yes"
    assert told.not_looked_at[0].startswith("Whether the rules decide so: commands were not decided again")


def test_an_export_of_postgresql_is_checked_like_a_file(postgresql: PostgreSQL, tmp_path: Path) -> None:
    file, url = tmp_path / "floor.db", postgresql.empty()
    played(str(file))
    source, target = open_engine(str(file)), open_engine(url)
    copy_house(source, target)
    source.dispose()
    ((key,),) = ask(file, "SELECT DISTINCT key FROM seals")
    options = ("--public-key", key, "--anchor", str(tmp_path / "floor.db.anchor"))
    told, beside = checked(exported(url, tmp_path / "sound"), *options), checked(file, *options)
    assert told.parts == ("yes", "yes", "yes")
    assert (told.entries, told.findings) == (beside.entries, ())
    with target.begin() as connection:
        connection.exec_driver_sql("UPDATE journal SET events = replace(events, '1', '2') WHERE position = 9")
        connection.exec_driver_sql("DELETE FROM journal WHERE position = (SELECT max(position) FROM journal)")
    target.dispose()
    told = checked(exported(url, tmp_path / "forged"), *options)
    done = croupier("verify", "--db", url, *options, "--json")
    found = json.loads(done.stdout)
    assert told.parts == (found["consistent"], found["authentic"], found["complete"])
    assert (told.consistent, told.complete) == ("no", "no")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "there is no record"),
        ("", "cannot be read any further"),
        ("position,stream\n1,cage\n", "has other columns"),
    ],
)
def test_what_is_no_record_is_said_in_a_sentence(content: str | None, told: str, tmp_path: Path) -> None:
    place = tmp_path / "floor.db"
    if content == "":
        place.write_bytes(b"")
        assert told in str(checked(place).findings)
        return
    if content is not None:
        place.mkdir()
        (place / "journal.csv").write_text(content, "utf-8")
    done = subprocess.run([sys.executable, PROGRAM, place, "--json"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("option", ["--public-key", "--witness", "--witness-key", "--anchor", "--head"])
def test_a_file_that_is_none_is_said_in_a_sentence(floor: Path, tmp_path: Path, option: str) -> None:
    """Of each kind: one that is missing, one of bytes, one of words."""
    words, noise = tmp_path / "words", tmp_path / "noise"
    words.write_text("some words of no use\n", "utf-8")
    noise.write_bytes(bytes(range(256)))
    for file in (tmp_path / "missing", words, noise):
        done = subprocess.run(
            [sys.executable, PROGRAM, floor, option, file], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (2, ""), done
        assert done.stderr.count("\n") == 1
        assert str(file) in done.stderr


def test_a_line_that_a_witness_did_not_sign_is_refused(floor: Path, tmp_path: Path) -> None:
    file = tmp_path / "witness.heads"
    file.write_text(f"2026-01-01T00:00:00Z anew {'0' * 64} {'0' * 64} {'0' * 128}\n", "utf-8")
    done = subprocess.run(
        [sys.executable, PROGRAM, floor, "--witness", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "line 1 of" in done.stderr
    assert "is not one that a witness has signed" in done.stderr


def test_findings_are_lines_and_json(floor: Path) -> None:
    change(floor, "UPDATE balances SET cents = cents + 1 WHERE account = (SELECT min(account) FROM balances)")
    done = subprocess.run([sys.executable, PROGRAM, floor], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("consistent: account ")
    assert "consistent: no\n" in done.stdout
    done = subprocess.run([sys.executable, PROGRAM, floor, "--json"], capture_output=True, text=True, check=False)
    assert [one["part"] for one in json.loads(done.stdout)["findings"]] == ["consistent"]

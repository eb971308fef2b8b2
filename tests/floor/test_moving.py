"""A house is copied from one database to another: every row, or none; and PostgreSQL's own backup brings it back."""

import subprocess
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, inspect, select, text

from croupier.floor.house import moving
from croupier.floor.house.moving import COPIED, copy_house
from croupier.floor.house.opening import kept_at, open_house
from croupier.floor.journal.schema import metadata
from croupier.floor.journal.store import StoreError, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.verify.verification import verify
from tests.command import complaint_of, croupier
from tests.floor.house import House, TickingClock
from tests.postgresql import PostgreSQL


class Signed(House):
    """A house with a key and anchors of its own."""

    def _opened(self) -> Floor:
        opened = open_house(open_engine(self.path), self.entropy)
        return Floor(opened.store, clock=self.clock, entropy=self.entropy, keys=opened.keys, anchors=opened.anchors)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "data"))


def played(database: str) -> None:
    house = Signed(database)
    house.furnish()
    house.stud_round("stud-1")
    house.floor.anchor()
    house.close()


def rows(database: str) -> dict[str, list[tuple[object, ...]]]:
    engine = open_engine(database)
    with engine.connect() as connection:
        found = {table.name: sorted(tuple(row) for row in connection.execute(select(table))) for table in COPIED}
    engine.dispose()
    return found


def goes_on(database: str) -> None:
    """The house opens where it is, plays another round, and verifies."""
    again = Signed(database)
    again.clock = TickingClock(again.floor.time.last)
    again.restart()
    again.stud_round("stud-1")
    with again.floor.store.reading() as reading:
        assert list(verify(reading, keys=again.floor.keys)) == []
    again.close()


def test_there_and_back(postgresql: PostgreSQL, tmp_path: Path) -> None:
    file, there, back = str(tmp_path / "floor.db"), postgresql.empty(), str(tmp_path / "back.db")
    played(file)
    first = croupier("db", "copy", file, there)
    assert first.returncode == 0, first
    assert b"read back the same" in first.stdout
    assert rows(there) == rows(file)
    goes_on(there)
    second = croupier("db", "copy", there, back, "--json")
    assert second.returncode == 0, second
    assert rows(back) == rows(there) != rows(file)
    goes_on(back)
    for name in ("back.db", "back.db.key", "back.db.anchor", "back.db.anchor.last"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0, name


def test_a_database_that_holds_a_house_is_left_alone(postgresql: PostgreSQL, tmp_path: Path) -> None:
    file, there = str(tmp_path / "floor.db"), postgresql.empty()
    played(file)
    played(there)
    before = rows(there)
    assert "holds a house already" in complaint_of(croupier("db", "copy", file, there))
    assert "holds a house already" in complaint_of(croupier("db", "copy", there, file))
    assert rows(there) == before


def test_what_is_not_there_is_not_copied(postgresql: PostgreSQL, tmp_path: Path) -> None:
    missing = complaint_of(croupier("db", "copy", str(tmp_path / "none.db"), postgresql.empty()))
    assert "there is no house" in missing
    assert "there is no house" in complaint_of(croupier("db", "copy", postgresql.empty(), str(tmp_path / "to.db")))
    assert not (tmp_path / "to.db").exists()


def test_an_open_house_is_not_copied(postgresql: PostgreSQL, tmp_path: Path) -> None:
    url = postgresql.empty()
    house = Signed(url)
    house.furnish()
    assert "another process" in complaint_of(croupier("db", "copy", url, str(tmp_path / "to.db")))
    assert not (tmp_path / "to.db").exists()
    house.close()


@pytest.mark.parametrize("spoils", ["UPDATE balances SET cents = cents + 1", "DELETE FROM ledger WHERE id = 3"])
def test_a_copy_that_is_not_the_same_is_not_made(
    postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoils: str
) -> None:
    file, there = str(tmp_path / "floor.db"), open_engine(postgresql.empty())
    played(file)
    count_on = moving._count_on

    def spoilt(connection: Connection) -> None:
        count_on(connection)
        connection.execute(text(spoils))

    monkeypatch.setattr(moving, "_count_on", spoilt)
    with pytest.raises(StoreError, match="is not the same"):
        copy_house(open_engine(file), there)
    assert nothing_of(there)
    there.dispose()


def nothing_of(engine: Engine) -> bool:
    """Whether a copy has left neither tables nor files."""
    kept = Path(kept_at(engine))
    return not inspect(engine).get_table_names() and not [*kept.parent.glob(f"{kept.name}.*")]


def test_a_file_of_another_house_is_not_overwritten(postgresql: PostgreSQL, tmp_path: Path) -> None:
    file, there = str(tmp_path / "floor.db"), open_engine(postgresql.empty())
    played(file)
    place = Path(f"{kept_at(there)}.key")
    place.write_bytes(b"another's")
    with pytest.raises(StoreError, match="is there already"):
        copy_house(open_engine(file), there)
    assert place.read_bytes() == b"another's"
    assert inspect(there).get_table_names() == []
    there.dispose()


def test_all_is_copied_but_who_had_the_floor() -> None:
    assert {*metadata.tables} - {table.name for table in COPIED} == {"fence", "owners", "servers"}


def test_a_dump_of_postgresql_brings_a_house_back(postgresql: PostgreSQL, tmp_path: Path) -> None:
    """Restored under the same name, with key and anchors where they were: the house goes on."""
    url = postgresql.empty()
    played(url)
    before, name = rows(url), url.rpartition("/floor")[2].partition("?")[0]
    dump = tmp_path / "floor.dump"
    where = ["-h", str(postgresql.folder), "-U", "croupier"]
    subprocess.run([postgresql.programs / "pg_dump", *where, "-Fc", "-f", dump, f"floor{name}"], check=True)
    subprocess.run([postgresql.programs / "dropdb", *where, f"floor{name}"], check=True)
    subprocess.run([postgresql.programs / "createdb", *where, "-T", "template0", f"floor{name}"], check=True)
    subprocess.run([postgresql.programs / "pg_restore", *where, "-d", f"floor{name}", dump], check=True)
    assert rows(url) == before
    goes_on(url)


def test_a_dump_that_is_older_than_the_anchors_is_not_opened_silently(postgresql: PostgreSQL, tmp_path: Path) -> None:
    url = postgresql.empty()
    played(url)
    dump, other = tmp_path / "floor.dump", open_engine(url)
    where = ["-h", str(postgresql.folder), "-U", "croupier"]
    subprocess.run([postgresql.programs / "pg_dump", *where, "-Fc", "-f", dump, str(other.url.database)], check=True)
    goes_on(url)
    restore = ["--clean", "-d", str(other.url.database), str(dump)]
    subprocess.run([postgresql.programs / "pg_restore", *where, *restore], check=True)
    told = complaint_of(croupier("anchor", "--db", url))
    assert "is not what the anchors" in told
    accepted = croupier("accept", "--db", url, "--by", "mia", "--by", "max", "--reason", "the disk was lost")
    assert accepted.returncode == 0, accepted
    assert croupier("verify", "--db", url).returncode == 0
    other.dispose()

"""PostgreSQL's archive of its write-ahead log brings a house back: to its last commit, or to a moment before.

All of it is done with PostgreSQL's own programs: a base backup while the house is open, the archive, a recovery.
"""

import shutil
import subprocess
import time
from pathlib import Path

import psycopg
import pytest

from tests.command import complaint_of, croupier
from tests.floor.test_moving import Signed, goes_on, played
from tests.postgresql import PostgreSQL, running

POINT = "before_the_mistake"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "data"))


def position(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT max(position) FROM journal").fetchone()
    assert row is not None
    return int(row[0])


def backed_up(server: PostgreSQL, to: Path) -> None:
    """A base backup, without the log that is written meanwhile: that comes from the archive."""
    where = ["-h", str(server.folder), "-U", "croupier", "-D", str(to), "-X", "none", "--checkpoint=fast"]
    subprocess.run(
        [server.programs / "pg_basebackup", *where, "--no-sync"],
        check=True,
        capture_output=True,
        cwd=server.folder,
        **server.user,
    )


def archived(url: str) -> None:
    """Wait until all that is committed is in the archive."""
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
        assert row is not None
        for _ in range(600):
            last = connection.execute("SELECT last_archived_wal FROM pg_stat_archiver").fetchone()
            if last is not None and last[0] is not None and last[0] >= row[0]:
                return
            time.sleep(0.05)
    raise AssertionError("the archive has not come that far")


def restored(server: PostgreSQL, base: Path, archive: Path, point: str) -> None:
    """The machine is lost. Another begins with the base backup, and reads the archive up to a point, or all of it."""
    server.stop()
    shutil.rmtree(server.folder / "data")
    subprocess.run(["cp", "-a", str(base), str(server.folder / "data")], check=True)
    (server.folder / "data" / "recovery.signal").touch()
    wanted = (f"recovery_target_name={point}", "recovery_target_action=promote") if point else ()
    server.settings = (*server.settings, f"restore_command=cp {archive}/%f %p", *wanted)
    server.start()
    for _ in range(600):
        with psycopg.connect(server.url("postgres")) as connection:
            if connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,):
                return
        time.sleep(0.05)
    raise AssertionError((server.folder / "log").read_text())


@pytest.mark.long
@pytest.mark.parametrize("point", [POINT, ""], ids=["before", "all"])
def test_a_house_is_brought_back_from_the_archive(tmp_path: Path, point: str) -> None:
    with running("fsync=off", "archive_mode=on", "wal_level=replica") as server:
        archive, base = server.folder / "archive", server.folder / "base"
        archive.mkdir()
        if server.user:
            shutil.chown(archive, "nobody", "nogroup")
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET archive_command = 'cp %p {archive}/%f'".encode())
            connection.execute("SELECT pg_reload_conf()")
        url = server.fresh()
        played(url)
        open_house = Signed(url)
        backed_up(server, base)
        open_house.close()
        goes_on(url)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SELECT pg_create_restore_point(%s)", (POINT,))
        then = position(url)
        goes_on(url)
        last = position(url)
        archived(url)
        restored(server, base, archive, point)
        assert position(url) == (then if point else last), "to the last commit before it, and not one less"
        if point:
            assert "is not what the anchors" in complaint_of(croupier("anchor", "--db", url))
            by = ("--by", "mia", "--by", "max", "--reason", "a mistake at the database was undone")
            accepted = croupier("accept", "--db", url, *by)
            assert accepted.returncode == 0, accepted
        else:
            goes_on(url)
        verified = croupier("verify", "--db", url)
        assert verified.returncode == 0, verified

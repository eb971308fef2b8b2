"""A PostgreSQL of the tests' own: in memory, reached by a socket alone, run by somebody who may do nothing else.

It starts with the first test that asks for it and ends with the run; each test has a database of its own. It never
waits for a disk, which is not what is tested here.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

MEMORY: Final = Path("/dev/shm")
PLACES: Final = "/usr/lib/postgresql/*/bin"
"""Where Debian has them: not on the path."""
_SETTINGS: Final = ("listen_addresses=", "shared_buffers=32MB", "max_connections=200")


def programs() -> Path:
    """The folder of PostgreSQL's programs; in continuous integration there must be one."""
    found = os.environ.get("CROUPIER_POSTGRESQL") or shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent if Path(found).is_file() else Path(found)
    folders = sorted(Path("/").glob(PLACES.lstrip("/")), key=lambda one: float(one.parent.name))
    if not folders:
        wanted = "no PostgreSQL is installed; on Debian type: apt-get install postgresql"
        if os.environ.get("CI"):
            pytest.fail(wanted)
        pytest.skip(wanted)
    return folders[-1]


class PostgreSQL:
    """The running server."""

    def __init__(self, folder: Path, *settings: str) -> None:
        """``settings`` are those that differ from a server that waits for no disk and no network."""
        self.folder, self.programs = folder, programs()
        self.settings = (*_SETTINGS, f"unix_socket_directories={folder}", *(settings or ("fsync=off",)))
        # PostgreSQL does not run as root.
        self.user: dict[str, Any] = (
            {"user": "nobody", "group": "nogroup", "extra_groups": []} if not os.getuid() else {}
        )
        if self.user:
            shutil.chown(folder, "nobody", "nogroup")
        self._number = count(1)
        self._form: str | None = None
        made = [str(self.programs / "initdb"), "-D", str(folder / "data"), "-U", "croupier", "-A", "trust", "-N"]
        subprocess.run([*made, "--locale=C.UTF-8"], check=True, capture_output=True, cwd=folder, **self.user)
        self.start()

    def admit(self, network: str) -> None:
        """Whoever comes from there needs no password, like everybody here."""
        with (self.folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {network} trust\n")
        self.process.send_signal(signal.SIGHUP)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [word for one in self.settings for word in ("-c", one)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", *settings],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self.user,
            )
        for _ in range(600):
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.02)
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop it at once: whoever is connected is cut off."""
        self.process.send_signal(how)
        self.process.wait(30)

    def url(self, database: str) -> str:
        """How a database is named."""
        return f"postgresql://croupier@/{database}?host={self.folder}"

    def empty(self) -> str:
        """A database that holds nothing, not even a form."""
        return self._copied("template0")

    def fresh(self) -> str:
        """A database of today's form that holds nothing yet: the steps that lead to it are taken once, and copied."""
        if self._form is None:
            from croupier.floor.journal.database import prepare  # not before somebody needs it
            from croupier.floor.journal.store import open_engine

            made = self.empty()
            engine = open_engine(made)
            prepare(engine)
            engine.dispose()
            self._form = made
        return self._copied(psycopg.conninfo.conninfo_to_dict(self._form)["dbname"])

    def _copied(self, template: object) -> str:
        name = f"floor{next(self._number)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            # Copied as files: page by page through the log, as newer ones would have it, takes three times as long.
            by_file = " STRATEGY FILE_COPY" if connection.info.server_version >= 15_00_00 else ""
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}{by_file}".encode())
        return self.url(name)


@contextmanager
def running(*settings: str, beside: Path | None = None) -> Iterator[PostgreSQL]:
    """A server, and nothing of it left afterwards; in memory, unless it is to lie in a folder."""
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="croupier-", dir=beside or memory))
    try:
        server = PostgreSQL(folder, *settings)
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)

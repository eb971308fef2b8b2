"""A database of today's form that holds nothing yet: made once for all tests of a process, and copied.

The steps from the first release to today's would take longer than most tests.
"""

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine

from croupier.floor.journal.database import prepare
from croupier.floor.journal.store import open_engine


def fresh(path: Path | str) -> Engine:
    """The database in a file; a new one where there is none."""
    lay(path)
    return open_engine(str(path))


def lay(path: Path | str) -> None:
    """Put a new database where there is none; only its owner may read it, as of those that a house makes itself."""
    if not Path(path).exists():
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(_form())


@cache
def _form() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "floor.db")
        engine = open_engine(str(path))
        prepare(engine)
        engine.dispose()
        return path.read_bytes()

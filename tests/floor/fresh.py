"""A database of today's form that holds nothing yet: made once for all tests of a process, and copied.

The steps from the first release to today's would take longer than most tests.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine

from croupier.floor.journal.database import prepare
from croupier.floor.journal.store import open_engine


def fresh(path: Path | str) -> Engine:
    """The database in a file; a new one where there is none."""
    if not Path(path).exists():
        Path(path).write_bytes(_form())
    return open_engine(str(path))


@cache
def _form() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "floor.db")
        engine = open_engine(str(path))
        prepare(engine)
        engine.dispose()
        return path.read_bytes()

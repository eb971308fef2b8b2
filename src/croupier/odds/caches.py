"""Where compiled kernels and counts lie between two runs."""

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path


def wanted_folder() -> Path:
    """``CROUPIER_CACHE``, or ``croupier`` in the system's place for a user's caches."""
    named = os.environ.get("CROUPIER_CACHE")
    if named:
        return Path(named)
    caches = os.environ.get("XDG_CACHE_HOME")
    return (Path(caches) if caches else Path(os.path.expanduser("~")) / ".cache") / "croupier"


@cache
def user_folder() -> Path:
    """The same where it can be written to; else a private one that goes with the process."""
    wanted = wanted_folder()
    return wanted if _can_write(wanted) else _private_folder()


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except (OSError, RuntimeError):
        return False


def _private_folder() -> Path:
    """A folder of this process alone."""
    folder = tempfile.mkdtemp(prefix="croupier-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)

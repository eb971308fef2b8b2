"""The folders in which compiled kernels and counts are kept between two runs."""

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Final

from platformdirs import user_cache_path

try:
    import fcntl  # for shared locks, which filelock does not have
except ImportError:  # a system without these locks: nothing is removed there
    fcntl = None  # type: ignore[assignment]

KEPT_FOLDERS: Final = 2
"""The number of folders of other versions that stay: two checkouts used in turn must not delete each other's code."""
KEPT_BYTES: Final = 128 << 20
"""The space that the counts of one user may take, in bytes."""
_FORGOTTEN: Final = 3_600
"""Seconds after which a file that was being written counts as abandoned."""

_IN_USE: Final = ".in-use"


def wanted_folder() -> Path:
    """Return the cache folder to use: ``CROUPIER_CACHE``, or ``croupier`` in the system's folder for user caches."""
    named = os.environ.get("CROUPIER_CACHE")
    if named:
        return Path(named)
    return user_cache_path("croupier", appauthor=False)


@cache
def user_folder() -> Path:
    """Return the wanted cache folder if it is writable; otherwise a private one that is deleted with the process."""
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
    """Create a temporary folder that is deleted when this process ends."""
    folder = tempfile.mkdtemp(prefix="croupier-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


# --- locking -------------------------------------------------------------------------------------------------------


@contextmanager
def alone_at(path: Path) -> Iterator[None]:
    """Hold an exclusive lock at ``path``, so that one process works at a time.

    If no lock can be made, the processes work at once: they all make the same files. The operating system releases the
    lock when a process is killed. The lock file is removed when the work is done; a process that had waited for it may
    then run beside a new one.
    """
    from filelock import FileLock

    with ExitStack() as stack:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(FileLock(path))
            stack.callback(_gone, path)
        yield


def _gone(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


# --- pruning -------------------------------------------------------------------------------------------------------


def use_folder(folder: Path) -> IO[bytes] | None:
    """Reserve a folder until the process ends, together with others of the same version; return the lock, if any.

    Pruning takes the lock exclusively: a folder that was removed in between is made again.
    """
    while fcntl is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = (folder / _IN_USE).open("ab")
            fcntl.flock(lock, fcntl.LOCK_SH)
            os.utime(lock.fileno())  # marks when the folder was last used
            if _same(lock, folder / _IN_USE):
                return lock
            lock.close()
        except OSError:
            return None
    return None


def _same(lock: IO[bytes], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(lock.fileno()), path.stat())
    except FileNotFoundError:
        return False


def prune_folders(folders: Iterable[Path], kept: int = KEPT_FOLDERS) -> None:
    """Remove all but the few used last; one that a running process uses is left alone."""
    for folder in sorted(folders, key=_last_used, reverse=True)[kept:]:
        if fcntl is None:
            return
        with suppress(OSError), (folder / _IN_USE).open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)


def _last_used(folder: Path) -> float:
    for path in (folder / _IN_USE, folder):
        with suppress(OSError):
            return path.stat().st_mtime
    return 0.0


def prune_files(folder: Path, kept_bytes: int = KEPT_BYTES) -> None:
    """Remove the least recently used files until the rest is small enough, and files that were abandoned half-written.

    A process that has one of them open reads on: only the name is removed.
    """
    with suppress(OSError):
        found = [(path, path.stat()) for path in folder.iterdir() if path.is_file()]
        left = 0
        for path, stat in sorted(found, key=lambda one: one[1].st_mtime, reverse=True):
            begun = path.name.startswith(".")
            left += 0 if begun else stat.st_size
            if left > kept_bytes if not begun else time.time() - stat.st_mtime > _FORGOTTEN:
                path.unlink(missing_ok=True)

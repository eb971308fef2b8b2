"""The checkpoint of a long run: a file that ``--resume`` goes on from."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout
from msgspec import Struct

from croupier.notation.problem import InputError

_KEPT_EVERY: Final = 1.0
"""The least seconds between two checkpoints; the pause is also ``_LONGER`` times the time that the last one took."""
_LONGER: Final = 20

Keep = Callable[[Struct], None]
"""A function to call with the state of a run, each time it is further."""


def checkpoint_of(file: str, *, resume: bool) -> Path | None:
    """Return the checkpoint's path, if one is named. Raises :class:`InputError` if it does not go with ``resume``."""
    if not file:
        if resume:
            raise InputError("--resume: name the --checkpoint to go on from")
        return None
    path = Path(file)
    if path.exists() and not resume:
        raise InputError(f"--checkpoint: {path} is there already; add --resume to go on from it, or remove it")
    return path


@contextmanager
def kept_in(path: Path | None) -> Iterator[Keep]:
    """Yield a function that writes the state of a run to a file now and then; its last state is written at the end.

    One run at a time has the file: two would put each other back. Raises :class:`InputError` if another run has it.
    """
    if path is None:
        yield lambda so_far: None
        return
    from croupier.trials.playing import keep

    lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise InputError(f"--checkpoint: another run has {path} in use") from None
    except OSError as error:
        raise InputError(f"--checkpoint: {path}: {error.strerror or error}") from None
    due = time.monotonic() + _KEPT_EVERY
    last: Struct | None = None

    def heard(so_far: Struct) -> None:
        nonlocal due, last
        last = so_far
        began = time.monotonic()
        if began >= due:
            keep(path, so_far)
            kept = time.monotonic()
            due = kept + max(_KEPT_EVERY, _LONGER * (kept - began))

    try:
        yield heard
    finally:
        try:
            if last is not None:
                keep(path, last)
        finally:
            Path(lock.lock_file).unlink(missing_ok=True)
            lock.release()

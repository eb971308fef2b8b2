"""Counts stored on disk: versioned, checked when read back, replaced in one step."""

import hashlib
import os
import tempfile
import zipfile
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.odds.caches import alone_at, prune_files, wanted_folder

FORMAT: Final = 1


class Store:
    """Arrays stored under a name; the version covers everything that their meaning depends on, such as sources."""

    def __init__(self, name: str, version: bytes) -> None:
        self._version = hashlib.sha256(b"%d\0" % FORMAT + version).hexdigest()
        self.path = wanted_folder() / "counts" / f"{name}.npz"

    def load(self) -> dict[str, NDArray[Any]] | None:
        """Return the arrays; None if there are none, they are of another version, or a byte has changed."""
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
                arrays = {name: kept[name] for name in kept.files}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None
        sealed = arrays.pop("seal", None)
        if sealed is None or str(sealed) != self._seal(arrays):
            return None
        with suppress(OSError):
            os.utime(self.path)  # the most recently used is pruned last
        return arrays

    def save(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Store the arrays: written to a temporary file and renamed, so that no process reads half of them.

        A folder that cannot be written does no harm: the next process counts again.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, beside = tempfile.mkstemp(dir=self.path.parent, prefix=".", suffix=".npz")
        except OSError:
            return
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, allow_pickle=False, seal=np.array(self._seal(arrays)), **arrays)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
            prune_files(self.path.parent)
        except OSError:
            Path(beside).unlink(missing_ok=True)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise

    def alone(self) -> AbstractContextManager[None]:
        """Hold the lock of this store: another process that would count the same waits, and then finds it counted."""
        return alone_at(self.path.with_suffix(".lock"))

    def _seal(self, arrays: dict[str, NDArray[Any]]) -> str:
        digest = hashlib.sha256(self._version.encode())
        for name, array in sorted(arrays.items()):
            digest.update(f"{name} {array.dtype} {array.shape}\0".encode())
            digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest()

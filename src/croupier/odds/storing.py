"""What was counted, kept on disk: versioned, checked when it is read back, replaced in one step."""

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
    """Arrays under a name; the version is whatever their meaning hangs on, such as the sources that count."""

    def __init__(self, name: str, version: bytes) -> None:
        self._version = hashlib.sha256(b"%d\0" % FORMAT + version).hexdigest()
        self.path = wanted_folder() / "counts" / f"{name}.npz"

    def load(self) -> dict[str, NDArray[Any]] | None:
        """The arrays; None where there are none, where they are of another version, or where a byte has changed."""
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
                arrays = {name: kept[name] for name in kept.files}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None
        sealed = arrays.pop("seal", None)
        if sealed is None or str(sealed) != self._seal(arrays):
            return None
        with suppress(OSError):
            os.utime(self.path)  # what has been used last is pruned last
        return arrays

    def save(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Keep the arrays: written beside and renamed, so that nobody ever reads half of them.

        A folder that cannot be written is no trouble: the next process counts again.
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
        """Whoever else would count the same waits here, and finds it counted."""
        return alone_at(self.path.with_suffix(".lock"))

    def _seal(self, arrays: dict[str, NDArray[Any]]) -> str:
        digest = hashlib.sha256(self._version.encode())
        for name, array in sorted(arrays.items()):
            digest.update(f"{name} {array.dtype} {array.shape}\0".encode())
            digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest()

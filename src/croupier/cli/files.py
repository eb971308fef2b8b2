"""Files that commands read (``-`` is standard input), and files that they write, completely or not at all."""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO

from croupier.notation.problem import InputError


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Yield a file opened for its bytes, or standard input."""
    if "\0" in file:
        raise InputError("a file's name cannot hold a zero byte")
    if file == "-":
        yield sys.stdin.buffer
    else:
        with Path(file).open("rb") as handle:
            yield handle


def refuse_bad_files(files: Mapping[str, str]) -> None:
    """Check, before anything is counted, that the files can be written. Raises :class:`InputError` if not."""
    for kind, file in files.items():
        path = Path(file)
        if "\0" in file:
            raise InputError(f"--{kind}: a file's name cannot hold a zero byte")
        try:
            if path.is_dir():
                raise InputError(f"--{kind}: {file} is a folder; name a file")
            if path.exists() and not path.is_file():  # a device, which a rename would replace
                raise InputError(f"--{kind}: {file} is not a plain file")
            if not path.parent.is_dir():
                raise InputError(f"--{kind}: there is no folder {path.parent}")
        except OSError as error:
            raise InputError(f"--{kind}: {file[:80]}: {error.strerror}") from None
        if not os.access(path.parent, os.W_OK):
            raise InputError(f"--{kind}: nothing can be written to {path.parent}")
    if len({os.path.realpath(file) for file in files.values()}) < len(files):
        names = ", ".join(f"--{kind}" for kind in files)
        raise InputError(f"{names}: two of them name the same file")


@contextmanager
def whole_file(kind: str, path: Path) -> Iterator[IO[bytes]]:
    """Yield a temporary file to write to, which is renamed to ``path`` at the end. Raises :class:`InputError`."""
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=path.suffix)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            os.chmod(beside, 0o666 & ~_umask())
            os.replace(beside, path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"--{kind}: {path}: {error.strerror or error}") from None


def _umask() -> int:
    """Return the process's umask; the only way to read it is to set it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask

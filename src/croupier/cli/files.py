"""Files that commands read; ``-`` is standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from croupier.notation.problem import InputError


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """A file's bytes."""
    if "\0" in file:
        raise InputError("a file's name cannot hold a zero byte")
    if file == "-":
        yield sys.stdin.buffer
    else:
        with Path(file).open("rb") as handle:
            yield handle

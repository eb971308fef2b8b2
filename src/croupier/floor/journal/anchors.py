"""Anchors: how far the journal had come, signed by the House and kept outside its database.

A signature inside the database cannot show that the journal ends too early: an old copy is as genuine as the true one.
So its head is written to a file of its own, beside the key unless another disk is named, a line at a time and only ever
appended to: when the house begins, opens and closes, and every few minutes between. After each commit the head also
replaces the one in a second file, ``….last``, which the kernel keeps if the process is killed; it waits for no disk. A
start that finds the journal shorter than either, or without the commit that they name, is one from a copy, or after a
loss. A start without either file, or with one that cannot be read, is refused as well.

    2026-11-17T15:30:00Z 1402 <head> <public key> <signature>

The last commit has its own signature there, and names its first entry too, since that is under it
([decision 65](decisions/0065-a-commit-is-signed-once.md)). Servers of one house may share both files: the last commit
always has the same size, is written and read under a lock, and never gives way to an earlier one.

An anchor is written after its commit. Whoever reads the anchors first and the journal then, therefore never finds an
honest journal behind them.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import segno
from msgspec import Struct

from croupier.floor.journal.signing import NO_HEAD, Seal, Signer, is_signed
from croupier.floor.journal.store import Reading, StoreError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_ANCHOR: Final = b"croupier journal anchor 1\n"
_FIELDS: Final = 5
_DIGITS: Final = 18
"""As many as a place in the journal can have."""
_BLOCK: Final = 65_536
_TRIES: Final = 20
"""For a lock, a millisecond apart."""
_SIZE: Final = 384
"""Bytes of the last commit's file: more than the longest line, and the same for every commit, so that a machine that
loses its power leaves the whole of one commit or of the next."""


class AnchorError(StoreError):
    """A file of anchors cannot be used: the message is a sentence for a person."""


class Anchor(Struct, frozen=True):
    """How far the journal had come at some time."""

    at: str
    """When, by the machine's clock. Of the last commit, which has no anchor of its own yet, that is not signed."""
    position: int
    head: str
    key: str
    signature: str
    first: int = 0
    """The first entry of the commit whose own signature it has; 0 if it was signed as an anchor."""

    @property
    def genuine(self) -> bool:
        """Whether the key that it names made it."""
        try:
            signature = bytes.fromhex(self.signature)
        except ValueError:
            return False
        if self.first:
            return Seal(self.position, self.first, self.head, self.key, signature).genuine
        return is_signed(self.key, signature, _signed(self.at, self.position, self.head))

    def drawn(self) -> segno.QRCode:
        """The same for a telephone: its camera copies no digit wrong."""
        return segno.make_qr(str(self), error="m")

    def __str__(self) -> str:
        """As a line of the file; it can be printed, and typed off."""
        line = f"{self.at} {self.position} {self.head} {self.key} {self.signature}"
        return f"{line} {self.first}" if self.first else line


def _signed(at: str, position: int, head: str) -> bytes:
    return _ANCHOR + f"{at} {position} {head}".encode()


def cast(signer: Signer, position: int, head: str, now: int) -> Anchor:
    """The anchor of a journal that has come so far."""
    at = _written(now)
    return Anchor(at, position, head, signer.public, signer.sign(_signed(at, position, head)).hex())


def beginning(signer: Signer) -> Anchor:
    """Return the anchor of a house that has written nothing yet, which has no time."""
    return cast(signer, 0, NO_HEAD, 0)


def of_commit(seal: Seal, now: int) -> Anchor:
    """A commit just made, with the signature that it has already: another would take as long as the rows of an act."""
    return Anchor(_written(now), seal.position, seal.head, seal.key, seal.signature.hex(), seal.first)


def _written(now: int) -> str:
    return datetime.fromtimestamp(now // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class AnchorFile:
    """The file, and the one beside it with the last commit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.last = path.with_name(f"{path.name}.last")

    def exists(self) -> bool:
        """Return whether anything was ever anchored here: either file is there, and not empty."""
        return any(file.exists() and file.stat().st_size for file in (self.path, self.last))

    def lines(self, after: int = 0) -> list[Anchor]:
        """All lines; or those that were cast after an entry, and of those before it the last of each key.

        Raises :class:`AnchorError`. To look at a signature takes longer than to read its line.
        """
        try:
            with self.path.open("rb") as file, _locked(file.fileno(), shared=True):
                lines = file.read().decode().splitlines()
        except (OSError, UnicodeDecodeError) as wrong:
            raise self._unreadable(wrong) from None
        numbered = list(enumerate(lines, 1))
        if after:
            before = {parts[3]: number for number, line in numbered if (parts := line.split(" "))[3:]}
            kept = frozenset(before.values())
            numbered = [one for one in numbered if one[0] in kept or not _is_up_to(after, one[1])]
        return [self._line(number, line) for number, line in numbered]

    def latest(self) -> Anchor | None:
        """The last line, without the ones before it; None if there is none. Raises :class:`AnchorError`."""
        try:
            line = last_line(self.path)
        except OSError as wrong:
            raise self._unreadable(wrong) from None
        return self._line(0, line) if line else None

    def _unreadable(self, wrong: Exception) -> AnchorError:
        return AnchorError(f"the anchors {self.path} cannot be read: {wrong}")

    def read(self, after: int = 0) -> list[Anchor]:
        """Return all lines, or those after an entry, and then the last commit if its file is there; raises
        :class:`AnchorError`."""
        return [*self.lines(after), *([self._commit()] if self.last.exists() else [])]

    def ending(self) -> list[Anchor]:
        """Return the last line and the last commit: what is under them is under all before. Raises
        :class:`AnchorError`, also where one of the two is missing.

        A house that has been open for years has hundreds of thousands of lines, each with a signature to be checked.
        """
        latest = self.latest()
        if latest is None:
            raise AnchorError(f"the anchors {self.path} are missing")
        return [latest, self._commit()]

    def _commit(self) -> Anchor:
        """Return the last commit; raises :class:`AnchorError`."""
        try:
            with self.last.open("rb") as file, _locked(file.fileno(), shared=True):
                line = file.read().decode().strip()
        except FileNotFoundError:
            raise AnchorError(f"the last commit {self.last} is missing") from None
        except (OSError, UnicodeDecodeError) as wrong:
            raise AnchorError(f"the last commit {self.last} cannot be read: {wrong}") from None
        anchor, _, first = line.rpartition(" ")
        # Earlier releases, and a command that keeps the record of a closed house, write an anchor.
        commit = line.count(" ") == _FIELDS and first.isascii() and first.isdigit() and len(first) <= _DIGITS
        found = self._genuine(anchor, int(first)) if commit else self._genuine(line)
        if found is None:
            raise AnchorError(f"the last commit {self.last} is not one that was signed")
        return found

    def _line(self, number: int, line: str) -> Anchor:
        found = self._genuine(line)
        if found is None:
            which = f"line {number}" if number else "the last line"
            raise AnchorError(f"{which} of the anchors {self.path} is not an anchor that was signed")
        return found

    def _genuine(self, line: str, first: int = 0) -> Anchor | None:
        """Return the anchor of a line, if it was signed."""
        parts = line.split(" ")
        if len(parts) != _FIELDS or not (parts[1].isascii() and parts[1].isdigit() and len(parts[1]) <= _DIGITS):
            return None
        at, position, head, key, signature = parts
        anchor = Anchor(at, int(position), head, key, signature, first)
        return anchor if anchor.genuine else None

    def begin(self, anchor: Anchor) -> None:
        """Make both files, so that a place where nothing can be anchored is found before anything is written."""
        self.append(anchor)
        self.replace_last(anchor, back=True)

    def append(self, anchor: Anchor) -> None:
        """One more line, on the disk when this returns; raises :class:`AnchorError`."""
        self._write(f"{anchor}\n".encode())

    def _write(self, text: bytes) -> None:
        try:
            opened = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                with _locked(opened):
                    os.write(opened, text)
                    os.fsync(opened)
            finally:
                os.close(opened)
        except OSError as wrong:
            raise AnchorError(f"the anchors {self.path} cannot be written: {wrong.strerror}") from None

    def replace_last(self, anchor: Anchor, *, back: bool = False) -> None:
        """Put the last commit in place of the one before, without waiting for the disk; ``back`` if it may be an
        earlier one, since two people have given up what came after it."""
        try:
            opened = os.open(self.last, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                with _locked(opened):
                    there = os.pread(opened, _SIZE, 0).split(b" ", 2)
                    if not back and len(there) > 1 and there[1].isdigit() and int(there[1]) > anchor.position:
                        return  # another server has committed since, and was faster here
                    os.pwrite(opened, f"{anchor!s:<{_SIZE - 1}}\n".encode(), 0)
                    os.ftruncate(opened, _SIZE)
            finally:
                os.close(opened)
        except OSError as wrong:
            raise AnchorError(f"the anchor {self.last} cannot be written: {wrong.strerror}") from None


@contextmanager
def _locked(file: int, *, shared: bool = False) -> Iterator[None]:
    """Hold the lock of an open file until it is closed, where the system has any.

    A server that was stopped while it held the lock keeps no other waiting for more than some milliseconds.
    """
    for _ in range(_TRIES if fcntl is not None else 0):
        try:
            fcntl.flock(file, fcntl.LOCK_NB | (fcntl.LOCK_SH if shared else fcntl.LOCK_EX))
            break
        except OSError:
            time.sleep(0.001)
    yield


def _is_up_to(entry: int, line: str) -> bool:
    """Whether a line says that it was cast on a journal that had come no further."""
    parts = line.split(" ")
    return len(parts) == _FIELDS and parts[1].isdigit() and int(parts[1]) <= entry


def last_line(path: Path) -> str:
    """The last line of a file that is only ever appended to; empty if there is none. Raises OSError."""
    try:
        with path.open("rb") as file, _locked(file.fileno(), shared=True):
            at, text = file.seek(0, os.SEEK_END), b""
            while at and text.count(b"\n", 0, -1) == 0:
                back = min(at, _BLOCK)
                at = file.seek(at - back)
                text = file.read(back) + text
    except FileNotFoundError:
        return ""
    return text.rstrip(b"\n").rpartition(b"\n")[2].decode("utf-8", "replace")


def parted(reading: Reading, anchor: Anchor, head: str = "") -> str:
    """Return how a journal and an anchor contradict each other; empty if they do not.

    ``head`` is the one that the entries lead to, where the caller has chained them. A start has not, and compares the
    signed one: that its entries lead there is checked by itself.
    """
    if not anchor.position:
        return ""
    reached = reading.position()
    if reached < anchor.position:
        return f"it ends with entry {reached}, and on {anchor.at} it had come to {anchor.position}"
    seal = reading.seal(anchor.position)
    if seal is None or (head or seal.head) != anchor.head:
        return f"entry {anchor.position} and those before it are not the ones that were there on {anchor.at}"
    return ""

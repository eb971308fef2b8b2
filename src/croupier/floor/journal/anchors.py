"""Anchors: heads of the journal, signed by the House and kept outside its database.

A signature inside the database cannot show that the journal ends too early: an old copy is as genuine as the true one.
The head is therefore appended, as a line, to a file of its own, which is beside the key unless another disk is named:
when the house begins, opens and closes, and every few minutes between. After each commit the head also replaces the one
in a second file, ``….last``. That write does not wait for the disk; the kernel completes it even if the process is
killed. If a start finds the journal shorter than either file says, or without the commit that they name, the database
is an old copy or has lost entries. A start without either file, or with one that cannot be read, is refused as well.

    2026-11-17T15:30:00Z 1402 <head> <public key> <signature>

The second file has the commit's own signature, and also the commit's first entry, which that signature covers (decision
26). Servers of one house may share both files: the last commit always has the same size, is written and read under a
lock, and is never replaced by an earlier one.

An anchor is written after its commit. A reader that reads the anchors before the journal therefore never finds an
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
"""The most digits of a position in the journal."""
_BLOCK: Final = 65_536
_TRIES: Final = 20
"""The attempts to take a lock, a millisecond apart."""
_SIZE: Final = 384
"""The bytes of the last commit's file: more than the longest line.

The size is the same for every commit, so that a power failure leaves either the old commit or the new one.
"""


class AnchorError(StoreError):
    """An error about a file of anchors that cannot be used; the message is a sentence for a person."""


class Anchor(Struct, frozen=True):
    """The journal's head at some time, signed."""

    at: str
    """The time by the machine's clock; it is not signed in the anchor of a commit."""
    position: int
    head: str
    key: str
    signature: str
    first: int = 0
    """The first entry of the commit whose signature this is; 0 if it was signed as an anchor."""

    @property
    def genuine(self) -> bool:
        """True if the signature is that of the key which it names."""
        try:
            signature = bytes.fromhex(self.signature)
        except ValueError:
            return False
        if self.first:
            return Seal(self.position, self.first, self.head, self.key, signature).genuine
        return is_signed(self.key, signature, _signed(self.at, self.position, self.head))

    def drawn(self) -> segno.QRCode:
        """Return the anchor as a QR code, which a telephone copies without a mistake."""
        return segno.make_qr(str(self), error="m")

    def __str__(self) -> str:
        """Return the anchor as a line of the file, which can also be printed and typed in."""
        line = f"{self.at} {self.position} {self.head} {self.key} {self.signature}"
        return f"{line} {self.first}" if self.first else line


def _signed(at: str, position: int, head: str) -> bytes:
    return _ANCHOR + f"{at} {position} {head}".encode()


def cast(signer: Signer, position: int, head: str, now: int) -> Anchor:
    """Sign the anchor of a journal's head."""
    at = _written(now)
    return Anchor(at, position, head, signer.public, signer.sign(_signed(at, position, head)).hex())


def beginning(signer: Signer) -> Anchor:
    """Return the anchor of an empty journal, at the time 0."""
    return cast(signer, 0, NO_HEAD, 0)


def of_commit(seal: Seal, now: int) -> Anchor:
    """Return the anchor of a commit, with the commit's signature: another would take as long as an act's rows."""
    return Anchor(_written(now), seal.position, seal.head, seal.key, seal.signature.hex(), seal.first)


def _written(now: int) -> str:
    return datetime.fromtimestamp(now // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class AnchorFile:
    """The file of anchors, and the file with the last commit beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.last = path.with_name(f"{path.name}.last")

    def exists(self) -> bool:
        """Return whether an anchor was ever written here: either file exists, and is not empty."""
        return any(file.exists() and file.stat().st_size for file in (self.path, self.last))

    def lines(self, after: int = 0) -> list[Anchor]:
        """Return the anchors of all lines, or those after an entry, and the last one of each key before it.

        Leaving out lines saves the check of their signatures. Raises :class:`AnchorError`.
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
        """Return the anchor of the last line without reading those before it; None if there is none.

        Raises :class:`AnchorError`.
        """
        try:
            line = last_line(self.path)
        except OSError as wrong:
            raise self._unreadable(wrong) from None
        return self._line(0, line) if line else None

    def _unreadable(self, wrong: Exception) -> AnchorError:
        return AnchorError(f"the anchors {self.path} cannot be read: {wrong}")

    def read(self, after: int = 0) -> list[Anchor]:
        """Return the anchors of all lines, as :meth:`lines` does, and then that of the last commit if its file exists.

        Raises :class:`AnchorError`.
        """
        return [*self.lines(after), *([self._commit()] if self.last.exists() else [])]

    def ending(self) -> list[Anchor]:
        """Return the anchors of the last line and of the last commit, which cover all entries that those before cover.

        A house that has been open for years has hundreds of thousands of lines, whose signatures are not checked here.
        Raises :class:`AnchorError`, also if one of the two is missing.
        """
        latest = self.latest()
        if latest is None:
            raise AnchorError(f"the anchors {self.path} are missing")
        return [latest, self._commit()]

    def _commit(self) -> Anchor:
        """Return the anchor of the last commit; raises :class:`AnchorError`."""
        try:
            with self.last.open("rb") as file, _locked(file.fileno(), shared=True):
                line = file.read().decode().strip()
        except FileNotFoundError:
            raise AnchorError(f"the last commit {self.last} is missing") from None
        except (OSError, UnicodeDecodeError) as wrong:
            raise AnchorError(f"the last commit {self.last} cannot be read: {wrong}") from None
        anchor, _, first = line.rpartition(" ")
        # Earlier releases, and commands that write to the record of a closed house, write an anchor here.
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
        """Return the anchor of a line; None if it is none, or its signature is false."""
        parts = line.split(" ")
        if len(parts) != _FIELDS or not (parts[1].isascii() and parts[1].isdigit() and len(parts[1]) <= _DIGITS):
            return None
        at, position, head, key, signature = parts
        anchor = Anchor(at, int(position), head, key, signature, first)
        return anchor if anchor.genuine else None

    def begin(self, anchor: Anchor) -> None:
        """Create both files, so that an unwritable folder is detected before the first entry.

        Raises :class:`AnchorError`.
        """
        self.append(anchor)
        self.replace_last(anchor, back=True)

    def append(self, anchor: Anchor) -> None:
        """Append an anchor as a line, and sync it to the disk; raises :class:`AnchorError`."""
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
        """Replace the last commit, without waiting for the disk; raises :class:`AnchorError`.

        A later commit in the file stays, unless ``back`` is set: two people have then accepted the loss of the entries
        after this one.
        """
        try:
            opened = os.open(self.last, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                with _locked(opened):
                    there = os.pread(opened, _SIZE, 0).split(b" ", 2)
                    if not back and len(there) > 1 and there[1].isdigit() and int(there[1]) > anchor.position:
                        return  # another server has written a later commit
                    os.pwrite(opened, f"{anchor!s:<{_SIZE - 1}}\n".encode(), 0)
                    os.ftruncate(opened, _SIZE)
            finally:
                os.close(opened)
        except OSError as wrong:
            raise AnchorError(f"the anchor {self.last} cannot be written: {wrong.strerror}") from None


@contextmanager
def _locked(file: int, *, shared: bool = False) -> Iterator[None]:
    """Lock an open file until it is closed, on systems that have such locks.

    The attempts end after some milliseconds, and the block then runs without the lock: a suspended server that holds it
    must not stop the others.
    """
    for _ in range(_TRIES if fcntl is not None else 0):
        try:
            fcntl.flock(file, fcntl.LOCK_NB | (fcntl.LOCK_SH if shared else fcntl.LOCK_EX))
            break
        except OSError:
            time.sleep(0.001)
    yield


def _is_up_to(entry: int, line: str) -> bool:
    """Return whether a line is the anchor of this entry or an earlier one."""
    parts = line.split(" ")
    return len(parts) == _FIELDS and parts[1].isdigit() and int(parts[1]) <= entry


def last_line(path: Path) -> str:
    """Return the last line of a file to which lines are only appended; empty if there is none. Raises OSError."""
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

    ``head`` is the head that the entries lead to, if the caller has computed it; otherwise the signed head is compared,
    as at a start, which checks separately that the entries lead to it.
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

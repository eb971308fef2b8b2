"""Anchors: how far the journal had come, signed by the House and kept outside its database.

A signature inside the database cannot show that the journal ends too early: an old copy is as genuine as the true one.
So its head is written to a file of its own, beside the key unless another disk is named, a line at a time and only ever
appended to: when the house opens and closes, and every few minutes between. After each commit the head also replaces
the one in a second file, ``….last``, which the kernel keeps if the process is killed; it waits for no disk. A start
that finds the journal shorter than either, or without the commit that they name, is one from a copy, or after a loss.

    2026-11-17T15:30:00Z 1402 <head> <public key> <signature>

The last commit has its own signature there, and names its first entry too, since that is under it
([decision 65](decisions/0065-a-commit-is-signed-once.md)).
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import segno
from msgspec import Struct

from croupier.floor.journal.signing import Seal, Signer, is_signed
from croupier.floor.journal.store import Reading, StoreError

_ANCHOR: Final = b"croupier journal anchor 1\n"
_FIELDS: Final = 5
_DIGITS: Final = 18
"""As many as a place in the journal can have."""
_BLOCK: Final = 65_536


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
        """Whether anything was ever anchored here."""
        return self.path.exists()

    def lines(self, after: int = 0) -> list[Anchor]:
        """All lines; or those that were cast after an entry, and of those before it the last of each key.

        Raises :class:`AnchorError`. To look at a signature takes longer than to read its line.
        """
        try:
            lines = self.path.read_text("utf-8").splitlines()
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
        """All lines, or those after an entry, and then the last commit if it can be read; raises
        :class:`AnchorError`."""
        return [*self.lines(after), *self._commit()]

    def ending(self) -> list[Anchor]:
        """The last line and the last commit: whatever is under them is under all before. Raises :class:`AnchorError`.

        A house that has been open for years has hundreds of thousands of lines, each with a signature to be checked.
        """
        latest = self.latest()
        return [*(() if latest is None else (latest,)), *self._commit()]

    def _commit(self) -> Iterator[Anchor]:
        """The last commit, if it can be read."""
        with suppress(OSError, UnicodeDecodeError, AnchorError):  # the power failed while it was being replaced
            line = self.last.read_text("utf-8").strip()
            anchor, _, first = line.rpartition(" ")
            # Earlier releases, and whoever keeps the record while the house is closed, write an anchor.
            commit = line.count(" ") == _FIELDS and first.isascii() and first.isdigit() and len(first) <= _DIGITS
            yield self._line(0, anchor, int(first)) if commit else self._line(0, line)

    def _line(self, number: int, line: str, first: int = 0) -> Anchor:
        parts = line.split(" ")
        if len(parts) == _FIELDS and parts[1].isdigit():
            at, position, head, key, signature = parts
            anchor = Anchor(at, int(position), head, key, signature, first)
            if anchor.genuine:
                return anchor
        which = f"line {number}" if number else "the last line"
        raise AnchorError(f"{which} of the anchors {self.path} is not an anchor that was signed")

    def begin(self) -> None:
        """Make the file, so that a place where nothing can be anchored is found before anything is written."""
        self._write(b"")

    def append(self, anchor: Anchor) -> None:
        """One more line, on the disk when this returns; raises :class:`AnchorError`."""
        self._write(f"{anchor}\n".encode())

    def _write(self, text: bytes) -> None:
        try:
            opened = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.write(opened, text)
                os.fsync(opened)
            finally:
                os.close(opened)
        except OSError as wrong:
            raise AnchorError(f"the anchors {self.path} cannot be written: {wrong.strerror}") from None

    def replace_last(self, anchor: Anchor) -> None:
        """The last commit, in place of the one before; the disk is not waited for."""
        try:
            opened = os.open(self.last, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                text = f"{anchor}\n".encode()
                os.pwrite(opened, text, 0)
                os.ftruncate(opened, len(text))
            finally:
                os.close(opened)
        except OSError as wrong:
            raise AnchorError(f"the anchor {self.last} cannot be written: {wrong.strerror}") from None


def _is_up_to(entry: int, line: str) -> bool:
    """Whether a line says that it was cast on a journal that had come no further."""
    parts = line.split(" ")
    return len(parts) == _FIELDS and parts[1].isdigit() and int(parts[1]) <= entry


def last_line(path: Path) -> str:
    """The last line of a file that is only ever appended to; empty if there is none. Raises OSError."""
    try:
        with path.open("rb") as file:
            at, text = file.seek(0, os.SEEK_END), b""
            while at and text.count(b"\n", 0, -1) == 0:
                back = min(at, _BLOCK)
                at = file.seek(at - back)
                text = file.read(back) + text
    except FileNotFoundError:
        return ""
    return text.rstrip(b"\n").rpartition(b"\n")[2].decode("utf-8", "replace")


def parted(reading: Reading, anchor: Anchor) -> str:
    """How a journal and an anchor contradict each other; empty if they do not."""
    reached = reading.position()
    if reached < anchor.position:
        return f"it ends with entry {reached}, and on {anchor.at} it had come to {anchor.position}"
    seal = reading.seal(anchor.position)
    if seal is None or seal.head != anchor.head:
        return f"entry {anchor.position} and those before it are not the ones that were there on {anchor.at}"
    return ""

"""Checkpoints: the content of a verification without findings, signed by the House and kept outside the database.

A checkpoint is all that a walk over the journal remembers at a commit: the head of the chain, every stream with its
version, hash and state, every account's sum, the last row of the ledger. A table with a round in play has the state
from before the round, since the cards of the round are sealed until it is over. A walk that begins at the checkpoint
plays the round so far again, from entries that the checkpoint names by their hash.

A later verification may begin at a checkpoint instead of at the first entry; it then says that it has not checked the
entries before. A verification of the whole journal that is given the checkpoints reaches each of them by itself, and
reports one that differs.

A line is the content in JSON, the House's public key, and the signature over the content:

    {"position":1402,…} <public key> <signature>
"""

import os
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from croupier.floor.journal.anchors import last_line
from croupier.floor.journal.signing import Signer, is_signed
from croupier.floor.journal.store import StoreError

_CHECKPOINT: Final = b"croupier journal checkpoint 1\n"
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


class CheckpointError(StoreError):
    """An error about a file of checkpoints that cannot be used; the message is a sentence for a person."""


class StreamAt(Struct, frozen=True, omit_defaults=True):
    """A stream as a checkpoint records it."""

    version: int
    hash: str
    state: str
    """The state in the form of a snapshot; for a table with a round in play, the state before that round."""
    rested: int = 0
    """The version of a state from before a round in play; 0 if the state is that of the last entry."""
    rested_hash: str = ""
    """The hash of the entry at the version ``rested``."""

    @property
    def known(self) -> tuple[int, str]:
        """The version and hash of the entry that the state follows."""
        return (self.rested, self.rested_hash) if self.rested else (self.version, self.hash)


class Place(Struct, frozen=True):
    """The place of a checkpoint in the journal: the part of a line that is needed to choose one."""

    position: int
    """The last entry that the walk has checked, counted over all streams."""
    head: str
    """The head of the chain over all entries up to that position."""
    at: int
    """The time of the last entry, in microseconds since 1970."""

    @property
    def day(self) -> str:
        """The date of the last entry, in UTC."""
        return datetime.fromtimestamp(self.at // 1_000_000, UTC).strftime("%Y-%m-%d")


class Content(Place, frozen=True, forbid_unknown_fields=True):
    """All that a walk remembers at a commit."""

    revision: int
    """The revision of the code that wrote the states; only that revision reads them."""
    rounds: int
    rows: int
    """The id of the last row of the ledger."""
    sums: Mapping[str, int]
    streams: Mapping[str, StreamAt]

    def __str__(self) -> str:
        return f"entry {self.position} of {self.day}"


class Checkpoint(Struct, frozen=True):
    """A content with the key that signed it and the signature."""

    content: Content
    key: str
    signature: str

    @property
    def genuine(self) -> bool:
        """True if the signature is that of the key which it names."""
        try:
            return is_signed(self.key, bytes.fromhex(self.signature), _signed(self.content))
        except ValueError:
            return False

    def __str__(self) -> str:
        """Return the checkpoint as a line of the file."""
        return f"{_ENCODER.encode(self.content).decode()} {self.key} {self.signature}"


def _signed(content: Content) -> bytes:
    return _CHECKPOINT + _ENCODER.encode(content)


def signed(signer: Signer, content: Content) -> Checkpoint:
    """Return the content as a checkpoint that the House has signed."""
    return Checkpoint(content, signer.public, signer.sign(_signed(content)).hex())


class CheckpointFile:
    """A file of checkpoints, one a line, to which lines are only appended."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Checkpoint]:
        """Return all checkpoints, oldest first; none if there is no file. Raises :class:`CheckpointError`."""
        return [self._line(number, line) for number, line in self._lines()]

    def since(self, since: str) -> tuple[Checkpoint, list[Checkpoint]]:
        """Return the checkpoint for ``since``, and those after it; the signatures of the others are not checked.

        ``since`` is ``last``, an entry's number (the last checkpoint up to it), or a date (the last one before it).
        Raises :class:`CheckpointError` if it is none of these, or if there is no such checkpoint.
        """
        check_since(since)
        places = [(self._place(number, line), number, line) for number, line in self._lines()]
        fitting = [one for one in places if _fits(one[0], since)]
        if not fitting:
            raise CheckpointError(f"there is no checkpoint for {since[:40]!r}: verify all of it, with --checkpoint")
        place, number, line = max(fitting, key=lambda one: one[0].position)
        later = [self._line(*one[1:]) for one in places if one[0].position > place.position]
        return self._line(number, line), later

    def _lines(self) -> Iterator[tuple[int, str]]:
        try:
            with self.path.open(encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    yield number, line.removesuffix("\n")
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as wrong:
            raise self._unreadable(wrong) from None

    def _place(self, number: int, line: str) -> "Place":
        try:
            return msgspec.json.decode(line.rsplit(" ", 2)[0], type=Place)
        except (msgspec.DecodeError, RecursionError):
            raise self._false(number) from None

    def _false(self, number: int) -> CheckpointError:
        which = f"line {number}" if number else "the last line"
        return CheckpointError(f"{which} of the checkpoints {self.path} is not a checkpoint that was signed")

    def latest(self) -> Checkpoint | None:
        """Return the last checkpoint without reading those before it; None if there is none.

        Raises :class:`CheckpointError`.
        """
        try:
            line = last_line(self.path)
        except OSError as wrong:
            raise self._unreadable(wrong) from None
        return self._line(0, line) if line else None

    def _unreadable(self, wrong: Exception) -> CheckpointError:
        return CheckpointError(f"the checkpoints {self.path} cannot be read: {wrong}")

    def _line(self, number: int, line: str) -> Checkpoint:
        try:
            text, key, signature = line.rsplit(" ", 2)
            found = Checkpoint(msgspec.json.decode(text, type=Content), key, signature)
        except (ValueError, msgspec.DecodeError, RecursionError):
            found = None
        if found is None or not found.genuine:
            raise self._false(number)
        return found

    def append(self, checkpoint: Checkpoint) -> None:
        """Append a checkpoint and sync it to the disk; raises :class:`CheckpointError`."""
        try:
            opened = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.write(opened, f"{checkpoint}\n".encode())
                os.fsync(opened)
            finally:
                os.close(opened)
        except OSError as wrong:
            raise CheckpointError(f"the checkpoints {self.path} cannot be written: {wrong.strerror}") from None


def _fits(place: "Place", since: str) -> bool:
    if since == "last":
        return True
    if since.isascii() and since.isdigit():
        return place.position <= int(since[:20])
    return place.day < since


def check_since(since: str) -> None:
    """Raise :class:`CheckpointError` unless ``since`` is ``last``, an entry's number or a date."""
    try:
        if since != "last" and not (since.isascii() and since.isdigit()):
            date.fromisoformat(since)
    except ValueError:
        raise CheckpointError(
            f"--since {since[:40]!r} is neither last, nor an entry's number, nor a date such as 2026-11-17"
        ) from None

"""Cosignatures: a witness outside the machine signs the heads of the journal.

A person who can restore an old database can also restore the anchors beside it. A witness is another machine with a key
and a file of its own. The House sends it the head of a commit, with the House's signature under it and the hashes of
the entries since the last head that this witness signed. The witness chains the hashes itself, and signs a head only if
it continues from that one. It refuses a record that was truncated, restored from a copy, or forked.

A line of its file is a statement, the witness's public key and its signature over the statement:

    TIME cosigned POSITION FIRST HEAD HOUSE SIGNATURE WITNESS SIGNATURE
    TIME followed OLD NEW SIGNATURE WITNESS SIGNATURE
    TIME anew HOUSE WITNESS SIGNATURE

``cosigned`` repeats the House's own signature, so that neither side can deny it. ``followed`` records that a key of the
House has signed for the next key. ``anew`` is the statement of the person who runs the witness that the House goes on
from a copy.
"""

import os
import threading
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from croupier.floor.journal.signing import Seal, Signer, chained, is_signed
from croupier.floor.journal.store import StoreError

_WITNESS: Final = b"croupier witness 1\n"
_FOLLOWS: Final = b"croupier house key 1\n"
_DIGITS: Final = 18
"""The most digits of a position in the journal."""
MOST: Final = 20_000
"""The most hashes in one offer: a House that is further behind sends several."""


class CosigningError(StoreError):
    """An unusable file of cosignatures, or the refusal of a witness; the message is a sentence for a person."""


class Cosignature(Struct, frozen=True):
    """A head that a witness has signed."""

    at: str
    position: int
    first: int
    head: str
    house: str
    house_signature: str
    witness: str
    signature: str

    @property
    def seal(self) -> Seal:
        """The House's own signature under the commit."""
        return Seal(self.position, self.first, self.head, self.house, bytes.fromhex(self.house_signature))

    def __str__(self) -> str:
        """Return the cosignature as a line of the file."""
        said = f"{self.at} cosigned {self.position} {self.first} {self.head} {self.house} {self.house_signature}"
        return f"{said} {self.witness} {self.signature}"


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """A head that a House asks a witness to sign."""

    position: int
    first: int
    head: str
    house: str
    signature: str
    after: int = 0
    """The last position that this witness has signed, as far as the House knows."""
    hashes: tuple[str, ...] = ()
    """The hashes of the entries after that position."""
    follows: str = ""
    """The House's previous key; empty if it has had no other."""
    follows_signature: str = ""
    """The previous key's signature for the current one; empty if there is no previous key."""


class Refused(Struct, frozen=True):
    """The answer of a witness that does not sign."""

    sentence: str
    last: Cosignature | None = None
    """The last head of this House that the witness has signed."""


class _House(Struct):
    """A House's key, as a witness knows it."""

    line: str = ""
    """The line of the last head; empty if there is none."""
    next: str = ""
    """The key that has replaced this one; empty if none has."""

    @property
    def last(self) -> Cosignature | None:
        """The last head that the witness has signed; None if there is none."""
        return cosignature(self.line) if self.line else None


def read_line(line: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the kind of a line and its fields, if a witness has signed it."""
    said, _, signed = line.rpartition(" ")
    text, _, witness = said.rpartition(" ")
    with suppress(ValueError):
        if is_signed(witness, bytes.fromhex(signed), _WITNESS + text.encode()):
            at, kind, *fields = text.split(" ")
            return kind, (at, *fields, witness, signed)
    return None


def is_head(parts: list[str]) -> bool:
    """Return whether a line with these parts says that a head was cosigned, signed or not."""
    return parts[1:2] == ["cosigned"] and len(parts) == len(Cosignature.__struct_fields__) + 1


def cosignature(line: str) -> Cosignature | None:
    """Return the cosignature of a line, if it is one that a witness and the House have signed."""
    found = read_line(line)
    if found is None or found[0] != "cosigned" or len(found[1]) != len(Cosignature.__struct_fields__):
        return None
    at, position, first, head, house, own, witness, signature = found[1]
    if not (position.isascii() and position.isdigit() and first.isascii() and first.isdigit()):
        return None
    if max(len(position), len(first)) > _DIGITS:
        return None
    made = Cosignature(at, int(position), int(first), head, house, own, witness, signature)
    try:
        return made if made.seal.genuine else None
    except ValueError:
        return None


def follows(old: Signer, new: str) -> str:
    """Return the signature by which an old key of the House names the next key."""
    return old.sign(_FOLLOWS + f"{old.public} {new}".encode()).hex()


class Witness:
    """A witness: it signs heads that continue from the last one, and writes each into its file before it answers."""

    def __init__(self, signer: Signer, path: Path, houses: Iterable[str] = ()) -> None:
        """Read the lines that were signed so far; raises :class:`CosigningError`.

        Without ``houses`` the witness accepts the first House that asks, and no other.
        """
        self._signer, self.public, self.path, self._named = signer, signer.public, path, frozenset(houses)
        self._houses: dict[str, _House] = {}
        self._lock = threading.Lock()
        for number, line in enumerate(_lines(path), 1):
            parts = line.split(" ")
            if is_head(parts):  # only the last one is checked, below: it covers all before it
                self._houses.setdefault(parts[5], _House()).line = line
                continue
            found = read_line(line)
            if found is None or found[1][-2] != self.public or found[0] not in {"followed", "anew"}:
                raise self._false(f"line {number}")
            if found[0] == "followed":
                self._follow(found[1][1], found[1][2])
            else:
                self._houses.setdefault(found[1][1], _House()).line = ""
        for one in self._houses.values():
            if one.line and (one.last is None or one.last.witness != self.public):
                raise self._false(f"the last head at entry {one.line.split(' ')[2]}")

    def _false(self, which: str) -> CosigningError:
        return CosigningError(f"{which} of {self.path} is not one that this witness has signed")

    def last(self, house: str) -> Cosignature | None:
        """Return the last head of a House that this witness has signed; None if none, or if the House begins anew."""
        known = self._houses.get(house)
        return None if known is None else known.last

    def anew(self, house: str, now: int) -> None:
        """Let a House begin anew, on the word of the person who runs this witness."""
        if house not in self._houses:
            raise CosigningError(f"this witness knows no House with the key {house[:16]}…")
        self._write(f"{timestamp(now)} anew {house}")
        self._houses[house].line = ""

    def sign(self, offer: Offer, now: int) -> Cosignature | Refused:
        """Return the cosignature under a head that continues from the last one, or the refusal."""
        with self._lock:
            refused = self._unfit(offer)
            if refused is None:
                refused = self._continued(offer, now)
            if refused is not None:
                return refused
            last = self.last(offer.house)
            if last is not None and last.position == offer.position:
                return last
            said = f"{timestamp(now)} cosigned {offer.position} {offer.first} {offer.head} {offer.house}"
            line = self._write(f"{said} {offer.signature}")
            self._houses.setdefault(offer.house, _House()).line = line
            made = cosignature(line)
            assert made is not None, "it was signed a moment ago"
            return made

    def _unfit(self, offer: Offer) -> Refused | None:
        """Return a refusal unless the offer is genuine and from a House of this witness."""
        try:
            seal = Seal(offer.position, offer.first, offer.head, offer.house, bytes.fromhex(offer.signature))
        except ValueError:
            return Refused("The House's signature is not in hexadecimal digits")
        if not 0 < offer.first <= offer.position < 10**_DIGITS or not seal.genuine:
            return Refused("The head does not bear the signature of the House that it names")
        known = self._houses.get(offer.house)
        if known is not None and known.next:
            return Refused(f"This key of the House was replaced by {known.next[:16]}…")
        if known is not None or offer.follows in self._houses:
            return None
        taken = offer.house in self._named if self._named else not self._houses
        return None if taken else Refused("This witness signs for other Houses")

    def _continued(self, offer: Offer, now: int) -> Refused | None:
        """Return a refusal unless the head continues from the last one; record a new key of the House on the way."""
        if offer.house not in self._houses and offer.follows in self._houses:
            text = _FOLLOWS + f"{offer.follows} {offer.house}".encode()
            before = self._houses[offer.follows]
            try:
                signed = is_signed(offer.follows, bytes.fromhex(offer.follows_signature), text)
            except ValueError:
                signed = False
            if before.next or not signed:
                return Refused("The House's old key has not signed for this one", before.last)
            refused = self._parted(offer, before.last)
            if refused is None:
                self._write(f"{timestamp(now)} followed {offer.follows} {offer.house} {offer.follows_signature}")
                self._follow(offer.follows, offer.house)
            return refused
        return self._parted(offer, self.last(offer.house))

    def _parted(self, offer: Offer, last: Cosignature | None) -> Refused | None:
        if last is None:
            return None
        if offer.position < last.position:
            told = f"The record ends with entry {offer.position}, and this witness has signed {last.position}"
            return Refused(told, last)
        if offer.position == last.position and offer.head == last.head:
            return None
        if offer.after != last.position:
            return Refused(f"Send the hashes of the entries after {last.position}", last)
        if len(offer.hashes) != offer.position - last.position or chained(last.head, offer.hashes) != offer.head:
            told = f"The head of entry {offer.position} does not go on from entry {last.position}, as it was signed"
            return Refused(told, last)
        return None

    def _follow(self, old: str, new: str) -> None:
        before = self._houses.setdefault(old, _House())
        before.next = new
        self._houses[new] = _House(before.line)

    def _write(self, text: str) -> str:
        """Sign a statement, and append it to the file on the disk; raises :class:`CosigningError`."""
        line = f"{text} {self.public} {self._signer.sign(_WITNESS + text.encode()).hex()}"
        append(self.path, line)
        return line


def append(path: Path, line: str) -> None:
    """Append a line to a file, and sync it to the disk; raises :class:`CosigningError`."""
    try:
        opened = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.write(opened, f"{line}\n".encode())
            os.fsync(opened)
        finally:
            os.close(opened)
    except OSError as wrong:
        raise CosigningError(f"the cosignatures {path} cannot be written: {wrong.strerror}") from None


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8") as file:
            yield from (line.rstrip("\n") for line in file)
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as wrong:
        raise CosigningError(f"the cosignatures {path} cannot be read: {wrong}") from None


class Witnessed(Struct, frozen=True):
    """The content of a file of cosignatures."""

    cosigned: tuple[Cosignature, ...]
    """The last head of each House key, in the order of the file; it covers all heads before it."""
    anew: tuple[str, ...] = ()
    """The times at which the witness let a House begin anew."""


def read_witnessed(path: Path, witnesses: Collection[str] = ()) -> Witnessed:
    """Read a file of cosignatures, of a witness or of the House; raises :class:`CosigningError`.

    A head covers all heads before it, so only the last one of each key is checked, and every line that is no head. With
    the public keys of ``witnesses``, lines by other keys do not count, and a file with no other lines is refused: a
    person who can write the file could sign it with a key of their own.
    """
    last: dict[tuple[str, str], tuple[int, str]] = {}
    anew = []
    number = counted = 0
    for number, line in enumerate(_lines(path), 1):
        parts = line.split(" ")
        counts = not witnesses or (len(parts) > 1 and parts[-2] in witnesses)
        counted += counts
        if is_head(parts):
            if counts:
                last[parts[5], parts[7]] = (number, line)
            continue
        found = read_line(line)
        if found is None or found[0] not in {"followed", "anew"}:
            raise CosigningError(f"line {number} of {path} is not one that a witness has signed")
        if found[0] == "anew" and counts:
            anew.append(found[1][0])
            last.pop((found[1][1], found[1][2]), None)
    if not number:
        raise CosigningError(f"the cosignatures {path} are missing")
    if not counted:
        raise CosigningError(f"no line of {path} is signed by a witness whose key was given")
    heads = []
    for at, line in sorted(last.values()):
        head = cosignature(line)
        if head is None:
            raise CosigningError(f"line {at} of {path} is not one that a witness has signed")
        heads.append(head)
    return Witnessed(tuple(heads), tuple(anew))


def timestamp(now: int) -> str:
    """Return a time, given in microseconds since 1970, in the form of a line."""
    return datetime.fromtimestamp(now // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

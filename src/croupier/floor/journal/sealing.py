"""Encryption of decks at rest: each shuffle is stored sealed, under a key that is kept outside the store.

A reader of the database therefore sees no card that has not been dealt. A process that writes to the database cannot
replace a deck or move it to another round: AES-256-GCM detects each changed byte, and a sealed deck opens only in its
own context (the table, the round, the number of the shuffle).

A sealed deck names its key, so keys can be replaced: new decks are sealed under the current key of a :class:`KeyRing`,
and its older keys still open theirs. A random nonce of 96 bits is drawn for each deck; replace a key long before it has
sealed four thousand million decks, where two nonces could be equal.

    1 byte version | 8 bytes key id | 12 bytes nonce | the cards, a byte each, and the salts, encrypted | 16 bytes tag
"""

import os
import secrets
import stat
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from croupier.cards import Card
from croupier.floor.values.entropy import Entropy
from croupier.floor.values.shuffle import SALT, Shuffle

KEY: Final = 32
VERSION: Final = b"\x01"
NAMED: Final = 8
NONCE: Final = 12
TAG: Final = 16


class SealError(Exception):
    """A sealed deck that does not open: its key or context is another, or its bytes were changed."""


class KeyFileError(Exception):
    """An error about a key file that cannot be used; the message is a sentence for a person."""


class Key(Struct, frozen=True):
    """A key for decks at rest."""

    secret: bytes

    def __post_init__(self) -> None:
        if len(self.secret) != KEY:
            raise ValueError(f"a key has {KEY} bytes, not {len(self.secret)}")

    @property
    def id(self) -> bytes:
        """The name of this key in sealed decks, computed from the key without revealing it."""
        return _name_of(self)

    def derived(self, purpose: str) -> bytes:
        """Return a key for another purpose, from which this key cannot be computed."""
        return sha256(f"croupier-{purpose}-1:".encode() + self.secret).digest()

    def __repr__(self) -> str:
        """Return the key's id without its secret, so that no log ever contains the secret."""
        return f"<Key {self.id.hex()}>"


@lru_cache(maxsize=64)
def _name_of(key: Key) -> bytes:
    """Return a key's id; cached, since each sealed deck and each sealed entry needs the id of every key."""
    return sha256(b"croupier-key-id-1:" + key.secret).digest()[:NAMED]


class KeyRing(Struct, frozen=True):
    """The current key, which seals and opens, and older keys, which only open."""

    current: Key
    older: tuple[Key, ...] = ()

    def seal(self, shuffle: Shuffle, context: bytes, entropy: Entropy) -> bytes:
        """Return the shuffle sealed under the current key."""
        return seal(shuffle, self.current, context, entropy)

    def unseal(self, sealed: bytes, context: bytes) -> Shuffle:
        """Return the shuffle, opened with the key that the sealed deck names.

        Raises :class:`SealError` if that key is not in this ring, or the deck does not open with it.
        """
        name = key_id(sealed)
        key = self.named(name)
        if key is None:
            raise SealError(f"this deck was sealed under key {name.hex()}, which is not at hand")
        return unseal(sealed, key, context)

    def named(self, name: bytes) -> Key | None:
        """Return the key with this id; None if it is not in this ring."""
        return next((key for key in (self.current, *self.older) if key.id == name), None)


def key_id(sealed: bytes) -> bytes:
    """Return the id of the key that a sealed deck names; raises :class:`SealError` if this is no sealed deck."""
    if len(sealed) < 1 + NAMED + NONCE + TAG or sealed[:1] != VERSION:
        raise SealError("this is not a sealed deck")
    return sealed[1 : 1 + NAMED]


def seal(shuffle: Shuffle, key: Key, context: bytes, entropy: Entropy) -> bytes:
    """Seal a shuffle, so that it opens only with this key and in this context."""
    head, nonce = VERSION + key.id, entropy.draw(NONCE)
    content = bytes(shuffle.cards) + b"".join(shuffle.salts)
    return head + nonce + AESGCM(key.secret).encrypt(nonce, content, head + context)


def unseal(sealed: bytes, key: Key, context: bytes) -> Shuffle:
    """Return the shuffle that was sealed; raises :class:`SealError` unless key, context and bytes are the same."""
    if key_id(sealed) != key.id:
        raise SealError(f"this deck was sealed under key {key_id(sealed).hex()}, not under {key.id.hex()}")
    head, rest = sealed[: 1 + NAMED], sealed[1 + NAMED :]
    try:
        content = AESGCM(key.secret).decrypt(rest[:NONCE], rest[NONCE:], head + context)
    except InvalidTag:
        raise SealError("this deck was sealed for another table, round or shuffle, or has been changed") from None
    count = len(content) // (1 + SALT)
    salts = tuple([content[at : at + SALT] for at in range(count, len(content), SALT)])
    try:
        return Shuffle(tuple(map(Card, content[:count])), salts)
    except ValueError as wrong:
        raise SealError(f"what was sealed is not a deck: {wrong}") from None


class KeyFile:
    """A file with the 32 bytes of a key and nothing else, which only its owner may read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Key:
        """Return the key of the file.

        Raises :class:`KeyFileError` if the file is missing, is open to other users, or has the wrong length.
        """
        try:
            opened = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # do not block on a pipe
            try:
                status = os.fstat(opened)  # of the open file: the path could be exchanged between two checks
                secret = os.read(opened, KEY + 1) if stat.S_ISREG(status.st_mode) else b""
            finally:
                os.close(opened)
        except OSError as wrong:
            raise KeyFileError(f"the key file {self.path} cannot be read: {wrong.strerror}") from None
        if not stat.S_ISREG(status.st_mode):
            raise KeyFileError(f"{self.path} is not a file, so it cannot be a key file")
        if others := stat.S_IMODE(status.st_mode) & 0o077:
            whom = "its group" if not others & 0o007 else "everybody"
            raise KeyFileError(
                f"the key file {self.path} is open to {whom}; let only its owner read it (chmod 600), "
                "and replace the key if somebody may have seen it"
            )
        if len(secret) != KEY:
            raise KeyFileError(f"the key file {self.path} holds {_length(secret)}, where a key has {KEY}")
        return Key(secret)

    def read_or_create(self, entropy: Entropy) -> Key:
        """Return the key of the file; if there is no file, create one with a new key that only its owner may read.

        If two processes start at once, one creates the file and both return its key.
        """
        if not os.path.lexists(self.path):
            self._create(entropy.draw(KEY))
        return self.read()

    def write(self, key: Key) -> None:
        """Write this key to the file; a file that exists already stays as it is."""
        self._create(key.secret)

    def _create(self, secret: bytes) -> None:
        """Create the file completely or not at all, and never over another: without its key no deck can be opened."""
        draft = self.path.with_name(f".{self.path.name}.{secrets.token_hex(8)}")
        try:
            opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            try:
                with os.fdopen(opened, "wb") as file:
                    file.write(secret)
                    file.flush()
                    os.fsync(file.fileno())
                os.link(draft, self.path)
            except FileExistsError:
                pass  # another process created it first; its key is used
            finally:
                draft.unlink()
            keep_name(self.path.parent)
        except OSError as wrong:
            raise KeyFileError(f"the key file {self.path} cannot be created: {wrong.strerror}") from None


def keep_name(folder: Path) -> None:
    """Sync a folder to the disk, so that a new file in it survives a power failure."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _length(secret: bytes) -> str:
    return f"{len(secret)} bytes" if len(secret) <= KEY else f"more than {KEY} bytes"

"""The journal signed: every commit ends with a signature of the House over all that was ever written before it.

One chain runs over the entries of all streams in the order in which they were written: a head is the digest of the head
before and of the next entry's hash. The House's key (Ed25519, derived from the key that seals the decks) signs the head
of each commit. Whoever can write to the database but has no key can therefore neither add an entry nor change one, and
one signature for a commit proves as much as one for each of its entries.

That a journal ends too early, no signature in it can show: that is what :mod:`~croupier.floor.journal.anchors` is for.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from croupier.floor.chance.sealing import Key
from croupier.floor.journal.records import GENESIS

_CHAIN: Final = b"croupier journal chain 1\n"
_SEAL: Final = b"croupier journal seal 1\n"
_SEED: Final = b"croupier-signing-key-1:"


class Seal(Struct, frozen=True):
    """The signature under a commit."""

    position: int
    """Its last entry's, counted over all streams."""
    first: int
    """Its first entry's. What lies before the first seal of all was written before entries were signed."""
    head: str
    key: str
    """The public key, in hexadecimal digits."""
    signature: bytes

    @property
    def signed(self) -> bytes:
        """What the signature is under."""
        return _SEAL + f"{self.first} {self.position} {self.head}".encode()

    @property
    def genuine(self) -> bool:
        """Whether the key that it names made it."""
        return is_signed(self.key, self.signature, self.signed)


class Signer:
    """Signs with the House's key."""

    def __init__(self, key: Key) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(sha256(_SEED + key.secret).digest())
        self.public = self._key.public_key().public_bytes_raw().hex()

    def sign(self, text: bytes) -> bytes:
        """The signature under a text."""
        return self._key.sign(text)

    def seal(self, first: int, position: int, head: str) -> Seal:
        """The signature under a commit."""
        unsigned = Seal(position, first, head, self.public, b"")
        return Seal(position, first, head, self.public, self.sign(unsigned.signed))


def chained(head: str, hashes: Iterable[str]) -> str:
    """The head after entries with these hashes; the first of all is chained to zeros."""
    for one in hashes:
        head = sha256(_CHAIN + (head + one).encode()).hexdigest()
    return head


def is_signed(public: str, signature: bytes, text: bytes) -> bool:
    """Whether a key made a signature under a text."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


NO_HEAD: Final = GENESIS
"""The head of an empty journal."""

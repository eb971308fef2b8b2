"""The signatures of the journal: each commit ends with a signature of the House over everything written so far.

One chain runs over the entries of all streams in the order in which they were written: a head is the digest of the head
before and of the next entry's hash. The House's key (Ed25519, derived from the key that seals the decks) signs the head
of each commit. A process that can write to the database but has no key can therefore neither add an entry nor change
one, and one signature for a commit proves as much as one for each of its entries.

No signature in a journal can show that it ends too early: :mod:`~croupier.floor.journal.anchors` detect that.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from croupier.floor.journal.sealing import Key
from croupier.floor.values.entries import GENESIS

_CHAIN: Final = b"croupier journal chain 1\n"
_SEAL: Final = b"croupier journal seal 1\n"
_SEED: Final = b"croupier-signing-key-1:"


class Seal(Struct, frozen=True):
    """The signature under a commit."""

    position: int
    """The position of the commit's last entry, counted over all streams."""
    first: int
    """The position of the commit's first entry; entries before the very first seal were written unsigned."""
    head: str
    key: str
    """The House's public key, in hexadecimal digits."""
    signature: bytes

    @property
    def signed(self) -> bytes:
        """The text that is signed."""
        return _SEAL + f"{self.first} {self.position} {self.head}".encode()

    @property
    def genuine(self) -> bool:
        """True if the signature is that of the key which it names."""
        return is_signed(self.key, self.signature, self.signed)


class Signer:
    """The House's signing key."""

    def __init__(self, key: Key) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(sha256(_SEED + key.secret).digest())
        self.public = self._key.public_key().public_bytes_raw().hex()

    def sign(self, text: bytes) -> bytes:
        """Return the signature under a text."""
        return self._key.sign(text)

    def seal(self, first: int, position: int, head: str) -> Seal:
        """Return the signature under a commit."""
        unsigned = Seal(position, first, head, self.public, b"")
        return Seal(position, first, head, self.public, self.sign(unsigned.signed))


def chained(head: str, hashes: Iterable[str]) -> str:
    """Return the head after entries with these hashes, from the head before them; an empty journal's is zeros."""
    for one in hashes:
        head = sha256(_CHAIN + (head + one).encode()).hexdigest()
    return head


def is_signed(public: str, signature: bytes, text: bytes) -> bool:
    """Return whether a signature under a text is that of a public key; False if they are not valid at all."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


NO_HEAD: Final = GENESIS
"""The head of an empty journal."""

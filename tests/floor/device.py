"""A person's device in a test: an authenticator in software, by the WebAuthn specification alone."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from croupier.floor.values.passkeys import Assertion, Passkey

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
Private = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey | ed25519.Ed25519PrivateKey


def text(value: bytes) -> str:
    """Bytes in base64url, without padding."""
    return urlsafe_b64encode(value).decode().rstrip("=")


def data(value: str) -> bytes:
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


class Device:
    """One key for one house."""

    def __init__(self, house: str = "localhost", origin: str = "", key: Private | None = None) -> None:
        self.house, self.origin = house, origin or f"https://{house}"
        self.key: Private = key or ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.flags = PRESENT | VERIFIED

    def passkey(self) -> Passkey:
        """The public part, as a house has it on record."""
        public = self.key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return Passkey(text(self.id), text(public), self.house)

    def sign(self, statement: str, **client: Any) -> Assertion:
        """Sign a statement."""
        return self.answer(text(hashlib.sha256(statement.encode()).digest()), **client)

    def answer(self, challenge: str, /, **client: Any) -> Assertion:
        """Answer a challenge of ``navigator.credentials.get``."""
        said = self._client("webauthn.get", challenge, **client)
        held = self._head(self.flags)
        return Assertion(text(held), text(said), text(self._signed(held + hashlib.sha256(said).digest())))

    def registered(self, challenge: str) -> dict[str, Any]:
        """Answer a challenge of ``navigator.credentials.create``, without attestation."""
        assert isinstance(self.key, ec.EllipticCurvePrivateKey)
        point = self.key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        credential = bytes(16) + len(self.id).to_bytes(2) + self.id + cose
        attested = {"fmt": "none", "attStmt": {}, "authData": self._head(self.flags | ATTESTED) + credential}
        return {
            "id": text(self.id),
            "client": text(self._client("webauthn.create", challenge)),
            "attestation": text(cbor2.dumps(attested)),
        }

    def _head(self, flags: int) -> bytes:
        return hashlib.sha256(self.house.encode()).digest() + bytes([flags]) + (1).to_bytes(4)

    def _client(self, kind: str, challenge: str, /, **other: Any) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False, **other}
        return json.dumps(told).encode()

    def _signed(self, content: bytes) -> bytes:
        match self.key:
            case ec.EllipticCurvePrivateKey():
                return self.key.sign(content, ec.ECDSA(SHA256()))
            case rsa.RSAPrivateKey():
                return self.key.sign(content, padding.PKCS1v15(), SHA256())
            case _:
                return self.key.sign(content)

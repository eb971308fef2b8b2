"""Acts that people sign with their own device: what is signed, and whether a signature is good (WebAuthn, level 2).

A statement names the house, the person, the stream, the command and the proposal that it signs; the device signs its
SHA-256 as the challenge. The statement and the signature lie in the journal beside the act, and the person's public key
stands in the door's book: an auditor checks them without the house, its key or its server's word
(``docs/regulators/record.md``). The server checks the registration of a device with py_webauthn; the checks here share
no code with it.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import fields

Signing = Literal["session", "passkey"]
"""``session``: a session suffices for a signature; ``passkey``: each signature is one of the person's own device."""
PRESENT: Final = 0x01
VERIFIED: Final = 0x04
"""The device asked for a finger, a face or a code: possession alone is no signature."""
_FLAGS: Final = 32
"""The place of the flags in the authenticator's data, after the hash of the house's name."""
_FILLED: Final = frozenset({"reads", "due"})
"""Fields that the floor fills in when a command is carried out."""


class Passkey(Struct, frozen=True):
    """A person's device, as the door's book has it."""

    id: str
    """The credential's name, in base64url."""
    key: str
    """The public key: a SubjectPublicKeyInfo in DER, in base64url."""
    house: str
    """The name of the house that the device knows (the relying party)."""


class Assertion(Struct, frozen=True, forbid_unknown_fields=True):
    """A device's signature, each part in base64url."""

    authenticator: str
    client: str
    signature: str


class Statement(Struct, frozen=True):
    """The text that a device signs."""

    house: str
    """The public key of the house."""
    stream: str
    actor: str
    role: str
    key: str
    """The key of the request, under which an act is carried out once."""
    act: dict[str, Any]
    """The command, without fields that have their default."""
    about: dict[str, Any] | None = None
    """The proposal that a second person signs."""


def statement_of(house: str, asked: Any, about: Any) -> str:
    """Return the text that is to be signed for a request; ``about`` is the proposal, or None."""
    told = None if about is None else _plain(about)
    act = _bare(asked.command)
    return msgspec.json.encode(
        Statement(house, asked.stream, asked.actor, asked.role.value, asked.key, act, told)
    ).decode()


def read_statement(text: str) -> Statement | None:
    """Return a statement; None if the text is none."""
    try:
        return msgspec.json.decode(text, type=Statement)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None


def is_of(statement: Statement, asked: Any, about: Any) -> bool:
    """Return whether a statement is about this request; fields that a later release has added are passed over."""
    told = None if about is None else _plain(about)
    where = (statement.stream, statement.actor, statement.role, statement.key)
    if where != (asked.stream, asked.actor, asked.role.value, asked.key):
        return False
    return _bare(asked.command) == statement.act and _agree(statement.about, told)


def challenge_of(statement: str) -> bytes:
    """Return the challenge that a device signs."""
    return sha256(statement.encode()).digest()


def check_assertion(passkey: Passkey, statement: str, assertion: Assertion) -> str:
    """Return why a signature does not hold for a statement; empty if it does."""
    try:
        data, client, signature = map(_bytes, (assertion.authenticator, assertion.client, assertion.signature))
        told = msgspec.json.decode(client, type=_Client)
        key = load_der_public_key(_bytes(passkey.key))
    except (ValueError, NotBase64, UnsupportedAlgorithm, msgspec.MsgspecError):
        return "it cannot be read"
    if told.type != "webauthn.get" or told.challenge != encoded(challenge_of(statement)):
        return "it is about something else"
    if told.cross_origin or not _is_origin(told.origin, passkey.house):
        return "it was made for another site"
    if len(data) <= _FLAGS or data[:_FLAGS] != sha256(passkey.house.encode()).digest():
        return "it was made for another house"
    if data[_FLAGS] & (PRESENT | VERIFIED) != PRESENT | VERIFIED:
        return "the device did not make sure who held it"
    return "" if _verified(key, signature, data + sha256(client).digest()) else "it was not made by the person's device"


def encoded(value: bytes) -> str:
    """Return bytes in base64url, without padding."""
    return urlsafe_b64encode(value).decode().rstrip("=")


class _Client(Struct, frozen=True):
    """The parts of the client's data that matter."""

    type: str
    challenge: str
    origin: str
    cross_origin: bool = msgspec.field(default=False, name="crossOrigin")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _is_origin(origin: str, house: str) -> bool:
    """Return whether a page of this origin speaks for the house: over TLS, or on the machine itself."""
    try:
        found = urlsplit(origin)
        host = found.hostname or ""
    except ValueError:
        return False
    secure = found.scheme == "https" or host == "localhost" or host.endswith(".localhost")
    return secure and (host == house or host.endswith(f".{house}"))


def _verified(key: Any, signature: bytes, signed: bytes) -> bool:
    try:
        match key:
            case ec.EllipticCurvePublicKey():
                key.verify(signature, signed, ec.ECDSA(SHA256()))
            case rsa.RSAPublicKey():
                key.verify(signature, signed, padding.PKCS1v15(), SHA256())
            case ed25519.Ed25519PublicKey():
                key.verify(signature, signed)
            case _:
                return False
    except InvalidSignature:
        return False
    return True


def _bare(command: Any) -> dict[str, Any]:
    """Return a command without its defaults and without the fields that the floor fills in."""
    kind: Any = type(command)
    defaults = _defaults(kind)
    told: dict[str, Any] = _plain(command)
    return {
        name: value
        for name, value in told.items()
        if name == "type" or (name not in _FILLED and value != defaults.get(name, NODEFAULT))
    }


def _plain(value: Any) -> Any:
    """Return a value as it is read from its JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


@cache
def _defaults(kind: type[Struct]) -> dict[str, Any]:
    """Return the defaults of a command's fields, as they are written."""
    found = {}
    for field in fields(kind):
        if field.default is not NODEFAULT:
            found[field.encode_name] = _plain(field.default) if field.default is not UNSET else UNSET
        elif field.default_factory is not NODEFAULT:
            found[field.encode_name] = _plain(field.default_factory())
    return found


def _agree(mine: Any, theirs: Any) -> bool:
    """Return whether two values are alike in all fields that both have."""
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        return all(_agree(mine[name], theirs[name]) for name in mine.keys() & theirs.keys())
    if isinstance(mine, list | tuple) and isinstance(theirs, list | tuple):
        return len(mine) == len(theirs) and all(map(_agree, mine, theirs))
    return bool(mine == theirs)

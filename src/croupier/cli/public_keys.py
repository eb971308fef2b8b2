"""Public keys, as ``croupier verify`` takes them: a fingerprint, or a file that holds one."""

import re
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from croupier.floor.journal.sealing import KEY
from croupier.notation.problem import InputError

_FINGERPRINT = re.compile(r"[0-9a-f]{64}")
_BETWEEN = re.compile(r"[\s:.-]+")
"""The characters that people write between the groups of a long number."""
_LONGEST = 65_536


def public_keys(given: list[str], option: str = "--public-key") -> frozenset[str]:
    """Return the keys that fingerprints and files name; raises :class:`InputError`, which names the option."""
    return frozenset(one for text in given for one in _keys(text, option))


def _keys(text: str, option: str) -> list[str]:
    if found := _fingerprint(text):
        return [found]
    path = Path(text)
    if not path.is_file():
        raise InputError(
            f"{option} {text[:80]!r} is neither a fingerprint (64 hexadecimal digits) nor a file that is there"
        )
    with path.open("rb") as file:
        data = file.read(_LONGEST)
    if len(data) == KEY or b"PRIVATE KEY" in data:
        raise InputError(
            f"{option} {text}: this is a secret key, which a verification never needs: it stays with its owner, who "
            "publishes the public key (the page Keys and anchors shows the House's, a witness prints its own)"
        )
    return _in_file(text, data, option)


def _in_file(name: str, data: bytes, option: str) -> list[str]:
    """Return the keys of a file: one public key as PEM, or a fingerprint on each line, with remarks after ``#``."""
    try:
        if data.lstrip().startswith(b"-----BEGIN"):
            key = load_pem_public_key(data)
            return [key.public_bytes_raw().hex()] if isinstance(key, Ed25519PublicKey) else []
        lines = [line.partition("#")[0].strip() for line in data.decode().splitlines()]
    except (ValueError, UnsupportedAlgorithm):
        lines = ["?"]
    found = [_fingerprint(line) for line in lines if line]
    if not found or not all(found):
        raise InputError(f"{option} {name}: it holds no public key: a PEM file, or 64 hexadecimal digits a line")
    return found


def _fingerprint(text: str) -> str:
    """Return a fingerprint in its usual form; empty if the text is none."""
    plain = _BETWEEN.sub("", text).lower()
    return plain if _FINGERPRINT.fullmatch(plain) else ""

"""A person's own passkey: a device that signs their acts, registered with their password and code.

The server keeps no challenge: it is a MAC under the House's key over account, session and time, so that any server of
the house can check the answer.
"""

import asyncio
import hmac
from hashlib import sha256
from typing import Final

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Struct

from croupier.floor.house.credentials import Session
from croupier.floor.house.taking_over import book_of
from croupier.floor.journal.sealing import Key
from croupier.floor.values.door import STREAM, NotePasskey
from croupier.floor.values.passkeys import Passkey, Signing, encoded
from croupier.floor.values.ports import MICROSECONDS
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.acting.places import place_of
from croupier.web.acting.sessions import check_factor, check_password, needs_session
from croupier.web.http.answers import RefusedError, SignedInRequest, factor_status, too_many
from croupier.web.http.hosts import host_of, is_number
from croupier.web.routes import Here
from croupier.web.venue import Venue

MINUTES: Final = 5
"""The minutes that a person may take to register a device."""
_TIME: Final = 8
"""The bytes of the time in a challenge."""
_NUMBERED: Final = "A passkey belongs to a name: open the house under its name, not under an address in numbers"
_FAILED: Final = "The device could not be registered"


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """A person's password and code, so that nobody else registers a device at an open page."""

    password: str
    code: str = ""


class Registering(Struct, frozen=True):
    """The values with which a browser asks a device for a new key, each in base64url."""

    challenge: str
    house: str
    """The relying party: the name under which the page was opened."""
    title: str
    user: str
    name: str


class Registered(Struct, frozen=True, forbid_unknown_fields=True):
    """A device's answer, each part in base64url."""

    id: str
    client: str
    attestation: str


class PasskeyPage(Struct, frozen=True):
    """The state of a person's passkey."""

    signing: Signing
    """The proof of identity that signatures in this house rest on."""
    house: str
    """The name for which the person's passkey was registered; empty if they have none."""


class PasskeysController(Controller):
    """The passkey of the signed-in person."""

    path = "/api/passkeys"
    tags = ("session",)
    guards = (needs_session,)

    @get(summary="How it stands with my passkey", sync_to_thread=False)
    def mine(self, request: SignedInRequest, venue: Here) -> PasskeyPage:
        """Return whether a passkey is registered, and whether this house asks for it."""
        return _page(venue, request.user)

    @post(summary="Register my passkey", status_code=200)
    async def begin(self, request: SignedInRequest, venue: Here, data: JSONBody[Proof]) -> Registering:
        """Check the password and the code, and return the challenge for the device."""
        name, house = request.user.account, _house_of(request)
        if venue.floor.house() is None:
            raise RefusedError(Refusal(Reason.MOMENT, "This house keeps no accounts: nobody signs here", ()))
        if name in book_of(venue.floor).passkeys:
            told = "You have a passkey: two people reset your password before you register another"
            raise RefusedError(Refusal(Reason.MOMENT, told, ()))
        wrong = await check_password(venue, place_of(request, venue, name), name, data.password)
        wrong = wrong or await check_factor(venue, name, data.code)
        if wrong is not None:
            raise RefusedError(wrong, factor_status(wrong) or too_many(wrong))
        user = encoded(sha256(name.encode()).digest())
        return Registering(
            encoded(_challenge(venue, request.user, venue.floor.time.now())), house, venue.name, user, name
        )

    @post("/confirm", summary="Put my device on record", status_code=200)
    async def confirm(self, request: SignedInRequest, venue: Here, data: JSONBody[Registered]) -> PasskeyPage:
        """Check the device's answer, and record the passkey: from now on it signs this person's acts."""
        house, host = _house_of(request), request.headers.get("host", "")
        origin = f"{request.scope['scheme']}://{host}"
        passkey = await asyncio.to_thread(_registered, venue, request.user, data, house, origin)
        reply = await venue.desk.by_itself(STREAM, NotePasskey(request.user.account, passkey), Role.SHIFT_MANAGER)
        if isinstance(reply, Refusal):
            raise RefusedError(reply)
        return _page(venue, request.user)


def _page(venue: Venue, session: Session) -> PasskeyPage:
    book = book_of(venue.floor)
    own = book.passkeys.get(session.account)
    return PasskeyPage(book.signing, "" if own is None else own.house)


def _house_of(request: SignedInRequest) -> str:
    """Return the name under which the page was opened: a device's key belongs to a name."""
    name = host_of(request.headers.get("host", "")) or ""
    if not name or is_number(name):
        raise RefusedError(Refusal(Reason.MOMENT, _NUMBERED, ()))
    return name


def _challenge(venue: Venue, session: Session, at: int, key: Key | None = None) -> bytes:
    """Return the challenge that a person was given at a time."""
    made = at.to_bytes(_TIME)
    secret = (key or venue.floor.keys.current).derived("passkey")
    return made + hmac.new(secret, made + f"{session.account} {session.name}".encode(), sha256).digest()


def _registered(venue: Venue, session: Session, data: Registered, house: str, origin: str) -> Passkey:
    """Return the key of a device's answer. Raises :class:`RefusedError` unless the answer is right."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from webauthn import verify_registration_response
    from webauthn.helpers import (
        base64url_to_bytes,
        decode_credential_public_key,
        decoded_public_key_to_cryptography,
    )
    from webauthn.helpers.exceptions import WebAuthnException

    now = venue.floor.time.now()
    try:
        given = base64url_to_bytes(msgspec.json.decode(base64url_to_bytes(data.client))["challenge"])
        at = int.from_bytes(given[:_TIME])
        ours = any(hmac.compare_digest(_challenge(venue, session, at, key), given) for key in _keys(venue))
        if not ours or not 0 <= now - at <= MINUTES * 60 * MICROSECONDS:
            raise RefusedError(Refusal(Reason.MOMENT, f"{_FAILED}: it took too long, begin again", ()))
        answer = {
            "id": data.id,
            "rawId": data.id,
            "type": "public-key",
            "response": {"clientDataJSON": data.client, "attestationObject": data.attestation},
        }
        verified = verify_registration_response(
            credential=answer,
            expected_challenge=given,
            expected_rp_id=house,
            expected_origin=origin,
            require_user_verification=True,
        )
        decoded = decode_credential_public_key(verified.credential_public_key)
        public = decoded_public_key_to_cryptography(decoded)
    except (WebAuthnException, ValueError, TypeError, KeyError, msgspec.MsgspecError) as wrong:
        told = str(wrong).splitlines()[0][:200] if str(wrong) else "its answer cannot be read"
        raise RefusedError(Refusal(Reason.FACT, f"{_FAILED}: {told}", ())) from None
    key = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return Passkey(encoded(verified.credential_id), encoded(key), house)


def _keys(venue: Venue) -> tuple[Key, ...]:
    """Return the keys under which a challenge may have been made."""
    return (venue.floor.keys.current, *venue.floor.keys.older)

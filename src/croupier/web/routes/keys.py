"""The House's keys and anchors over HTTP, seen by auditors and Shift Managers; two Shift Managers replace a key."""

import asyncio

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier.floor.deciding.permissions import Query, allowed
from croupier.floor.values.record import CountersignRecord
from croupier.play.refusal import Refusal
from croupier.web.acting.places import place_of
from croupier.web.acting.sessions import check_factor, check_password, may_ask, needs_session
from croupier.web.desks.records.archive import Archive
from croupier.web.desks.records.keeping import Keeping
from croupier.web.http.answers import RefusedError, SignedInRequest, factor_status, too_many
from croupier.web.routes import Here
from croupier.web.wire.records import KeysPage


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """The password of a person who signs, so that nobody else signs at an open page."""

    password: str = ""
    """The password; empty on a demonstration, where nobody has one."""
    code: str = ""
    """The code of the second factor, if the person has one."""


class NewKey(Signature, frozen=True, forbid_unknown_fields=True):
    """The reason for another key, and the first signature."""

    reason: str = ""


class Rejection(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for turning another key down."""

    reason: str


class KeysController(Controller):
    """The House's keys, its anchors and its checkpoints."""

    path = "/api/keys"
    tags = ("audit",)
    guards = (needs_session,)

    @get(summary="The House's keys, its last anchor and its last checkpoint")
    async def keys(self, request: SignedInRequest) -> KeysPage:
        """Return the keys page, for auditors and Shift Managers."""
        _refuse(may_ask(request.user, Query.JOURNAL))
        return await _page(request)

    @post(summary="Propose another key for the House", status_code=200)
    async def propose(self, request: SignedInRequest, venue: Here, data: JSONBody[NewKey]) -> KeysPage:
        """Propose another key with the first of two signatures; the key is drawn here and shown to nobody."""
        await _signs(request, venue, data)
        _refuse(await _keeping(request).propose(request.user, data.reason))
        return await _page(request)

    @post("/{number:int}/sign", summary="Sign for another key as the second", status_code=200)
    async def sign(
        self, request: SignedInRequest, venue: Here, number: FromPath[int], data: JSONBody[Signature]
    ) -> KeysPage:
        """Sign as the second: from the next commit on the House signs with the new key, and keeps the old one."""
        await _signs(request, venue, data)
        _refuse(await _keeping(request).sign(request.user, number))
        return await _page(request)

    @post("/{number:int}/reject", summary="Turn another key down", status_code=200)
    async def reject(self, request: SignedInRequest, number: FromPath[int], data: JSONBody[Rejection]) -> KeysPage:
        """Turn another key down; either of the two signers may, and any other Shift Manager."""
        _refuse(allowed(request.user.role, CountersignRecord(number)))
        _refuse(await _keeping(request).reject(request.user, number, data.reason))
        return await _page(request)

    @post("/anchor", summary="Anchor the record now", status_code=200)
    async def anchor(self, request: SignedInRequest, venue: Here) -> KeysPage:
        """Anchor the record, to be printed when a shift or the house closes."""
        _refuse(allowed(request.user.role, CountersignRecord(0)))
        await venue.desk.anchor()
        return await _page(request)


async def _page(request: SignedInRequest) -> KeysPage:
    return await asyncio.to_thread(_keeping(request).page, request.user)


def _keeping(request: SignedInRequest) -> Keeping:
    archive: Archive = request.app.state.archive
    return archive.keeping


async def _signs(request: SignedInRequest, venue: Here, given: Signature) -> None:
    """Refuse a caller unless they are a Shift Manager with their password, and their second factor if they use one."""
    _refuse(allowed(request.user.role, CountersignRecord(0)))
    if venue.floor.house() is None:
        return
    name = request.user.account
    wrong = await check_password(venue, place_of(request, venue, name), name, given.password)
    _refuse(wrong or await check_factor(venue, name, given.code))


def _refuse(refused: Refusal | None) -> None:
    if refused is not None:
        raise RefusedError(refused, factor_status(refused) or too_many(refused))

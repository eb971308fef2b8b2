"""Rounds over HTTP: a Player's own list, a round step by step, as PHH, the proof of its shuffle, its awards' slips."""

import asyncio
from functools import partial
from typing import Annotated, Literal

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, Parameter, QueryParameter

from croupier.floor.deciding.permissions import Query
from croupier.floor.house.credentials import Session
from croupier.floor.journal.cosigning import Cosignature
from croupier.floor.journal.receipts import Receipt
from croupier.floor.reading.proofs import ProofError, proofs_for
from croupier.floor.reading.slips import Slip, slip_json, slip_text, slips
from croupier.floor.values.house import hours_of
from croupier.play.refusal import Reason, Refusal
from croupier.play.viewer import Viewer
from croupier.rules.terms import Role
from croupier.web.acting.sessions import may_ask, needs_session, viewer_of
from croupier.web.desks.records.archive import Archive
from croupier.web.desks.records.history import MOST, last_rounds
from croupier.web.desks.records.replay import Gone, account_receipt, as_phh, receipt, replayed
from croupier.web.desks.records.reviewing import LONGEST, latest_session
from croupier.web.http.answers import RefusedError, SignedInRequest, missing
from croupier.web.routes import Here
from croupier.web.venue import Venue
from croupier.web.wire.records import Proof, ProofsPage, ReplayPage, RoundHead, RoundsPage, SessionPage

Limit = Annotated[int, Parameter(ge=1, le=MOST)]


Table = FromPath[str]
Number = FromPath[int]


class RoundsController(Controller):
    """The past rounds that a caller may see."""

    path = "/api/rounds"
    tags = ("rounds",)
    guards = (needs_session,)

    @get(summary="My last rounds")
    async def rounds(self, request: SignedInRequest, venue: Here, limit: Limit = 50) -> RoundsPage:
        """Return the caller's last rounds over all tables, latest first; none for staff, who do not play."""
        mine = await _mine(venue, request.user, max(limit, LONGEST))
        session = sum(one.net for one in latest_session(mine))
        return RoundsPage(request.user.account, mine[:limit], session)

    @get("/session", summary="My session in review")
    async def session(self, request: SignedInRequest, venue: Here) -> SessionPage:
        """Return the caller's rounds since their last long pause, each with the exact odds of their choices."""
        mine = await _mine(venue, request.user, LONGEST)
        archive: Archive = request.app.state.archive
        return await archive.replaying(partial(archive.reviews.session, request.user.account, mine))

    @get("/receipt", summary="My receipt of my account, as a file")
    async def account_receipt(self, request: SignedInRequest, venue: Here) -> Response[Receipt]:
        """Return the last movements of the caller's money, at tables and at the cage, signed by the House."""
        _permitted(request.user, Query.OWN_ACCOUNT)
        name = request.user.account
        for one in await asyncio.to_thread(last_rounds, venue.floor, name, LONGEST):
            _shown(venue, request.user, one.table, one.number)
        found = await asyncio.to_thread(account_receipt, venue.floor, name, _cosigned(venue))
        if isinstance(found, Gone):
            raise _refused(found)
        return _as_file(found, f"{name}-receipt.json")

    @get("/{table:str}/{number:int}", summary="A round, step by step")
    async def round(self, request: SignedInRequest, venue: Here, table: Table, number: Number) -> ReplayPage:
        """Return a round as the caller may see it.

        Players see the rounds that they took part in, auditors and Shift Managers all that are over.
        """
        _shown(venue, request.user, table, number)
        archive: Archive = request.app.state.archive
        viewer = viewer_of(request.user)
        found = await archive.replaying(partial(replayed, venue.floor, archive.checkpoints, table, number, viewer))
        if isinstance(found, Gone | Refusal):
            raise _refused(found)
        return found

    @get("/{table:str}/{number:int}/phh", summary="A round of the poker room as a PHH file", media_type="text/plain")
    async def phh(self, request: SignedInRequest, venue: Here, table: Table, number: Number) -> Response[bytes]:
        """Return a round in the Poker Hand History format; cards that the caller has not seen are ``????``."""
        _shown(venue, request.user, table, number)
        archive: Archive = request.app.state.archive
        viewer = viewer_of(request.user)
        found = await archive.replaying(partial(as_phh, venue.floor, archive.checkpoints, table, number, viewer))
        if isinstance(found, Gone | Refusal):
            raise _refused(found)
        headers = {"content-disposition": f'attachment; filename="{table}-round-{number}.phh"'}
        return Response(found.encode(), media_type="text/plain", headers=headers)

    @get("/{table:str}/{number:int}/proof", summary="The proof of a round's shuffles")
    async def proof(self, request: SignedInRequest, venue: Here, table: Table, number: Number) -> ProofsPage:
        """Return the proofs for the cards that the caller has seen; for all cards if the caller is an auditor."""
        _shown(venue, request.user, table, number)
        texts = await _proofs(request, table, number)
        return ProofsPage(table, number, tuple(msgspec.json.decode(text, type=Proof) for text in texts))

    @get("/{table:str}/{number:int}/proof/{shuffle:int}", summary="One proof as a file")
    async def proof_file(
        self,
        request: SignedInRequest,
        venue: Here,
        table: FromPath[str],
        number: FromPath[int],
        shuffle: Number,
    ) -> Response[bytes]:
        """Return a proof in the form that ``examples/verify_shuffle.py`` reads."""
        _shown(venue, request.user, table, number)
        texts = await _proofs(request, table, number)
        if not 1 <= shuffle <= len(texts):
            raise missing(f"This round has no shuffle {shuffle}")
        name = f"{table}-round-{number}-shuffle-{shuffle}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(texts[shuffle - 1].encode(), media_type="application/json", headers=headers)

    @get("/{table:str}/{number:int}/receipt", summary="My receipt of a round, as a file")
    async def receipt(self, request: SignedInRequest, venue: Here, table: Table, number: Number) -> Response[Receipt]:
        """Return the entries of my money in the round, signed by the House.

        A witness's cosignature is added as soon as it covers the round.
        """
        _shown(venue, request.user, table, number)
        archive: Archive = request.app.state.archive
        asked = (venue.floor, archive.checkpoints, table, number, viewer_of(request.user), _cosigned(venue))
        found = await archive.replaying(partial(receipt, *asked))
        if isinstance(found, Gone | Refusal):
            raise _refused(found)
        return _as_file(found, f"{table}-round-{number}-receipt.json")

    @get("/{table:str}/{number:int}/slips/{box:int}", summary="The slip of a major award, to be printed")
    async def slip(
        self,
        request: SignedInRequest,
        venue: Here,
        table: FromPath[str],
        number: FromPath[int],
        box: FromPath[int],
        form: Annotated[Literal["text", "json"], QueryParameter(name="format")] = "text",
    ) -> Response[bytes]:
        """Return the slip for the pit and for auditors, once the award is claimed; each print is the same."""
        _permitted(request.user, Query.PROPOSALS)
        archive: Archive = request.app.state.archive
        found = await archive.replaying(partial(_slips, archive, table, number))
        slip = next((one for one in found if one.box == box), None)
        if slip is None:
            raise missing(f"Box {box} has no major award in round {number} at table {table[:40]}")
        if form == "json":
            return Response(slip_json(slip).encode(), media_type="application/json")
        _, zone = hours_of(venue.floor.house())
        return Response(slip_text(slip, zone).encode(), media_type="text/plain")


def _cosigned(venue: Venue) -> tuple[Cosignature, ...]:
    return () if venue.witnesses is None else venue.witnesses.latest()


def _as_file(found: Receipt, name: str) -> Response[Receipt]:
    safe = "".join(one if one.isascii() and (one.isalnum() or one in "-_.") else "-" for one in name)
    return Response(found, headers={"content-disposition": f'attachment; filename="{safe}"'})


async def _mine(venue: Venue, session: Session, limit: int) -> tuple[RoundHead, ...]:
    """Return a Player's last rounds, except one whose end they are still being shown; staff have none."""
    _permitted(session, Query.OWN_ACCOUNT)
    if session.role is not Role.PLAYER:
        return ()
    found = await asyncio.to_thread(last_rounds, venue.floor, session.account, limit)
    return tuple(one for one in found if not venue.reveals.still_shown(one.table, one.number, session))


def _slips(archive: Archive, table: str, number: int) -> tuple[Slip, ...]:
    """Return the slips of a round's major awards; call it in the thread of replays."""
    floor, stream = archive.floor, f"table:{table}"
    if stream not in floor.streams or not 1 <= number <= floor.streams[stream].state.engine.rounds:
        return ()
    with floor.store.reading() as reading:
        begun = archive.checkpoints.begun(reading, stream, number)
    return slips(floor, table, number, begun)


def _shown(venue: Venue, session: Session, table: str, number: int) -> None:
    """Refuse a round whose end the caller is still being shown. Raises :class:`RefusedError`."""
    if venue.reveals.still_shown(table, number, session):
        sentence = f"Round {number} is still being shown: it can be replayed when you have seen its end"
        raise RefusedError(Refusal(Reason.MOMENT, sentence, ()))


def _refused(found: Gone | Refusal) -> RefusedError:
    if isinstance(found, Gone):
        return missing(found.sentence)
    return RefusedError(found, 403 if found.reason is Reason.NOT_YOURS else None)


async def _proofs(request: SignedInRequest, table: str, number: int) -> tuple[str, ...]:
    session = request.user
    _permitted(session, Query.PROOF)
    archive: Archive = request.app.state.archive
    found = await archive.replaying(partial(_made, archive, table, number, viewer_of(session)))
    if isinstance(found, ProofError):
        told = str(found)
        raise missing(f"{told[:1].upper()}{told[1:]}")
    return found


def _made(archive: Archive, table: str, number: int, viewer: Viewer) -> tuple[str, ...] | ProofError:
    """Return the proofs of a round's shuffles, or the error; call it in the thread of replays."""
    floor, stream = archive.floor, f"table:{table}"
    try:
        begun = None
        if stream in floor.streams and 1 <= number <= floor.streams[stream].state.engine.rounds:
            with floor.store.reading() as reading:
                begun = archive.checkpoints.begun(reading, stream, number)
        return proofs_for(floor, table, number, viewer, begun)
    except ProofError as wrong:
        return wrong


def _permitted(session: Session, query: Query) -> None:
    refused = may_ask(session, query)
    if refused is not None:
        raise RefusedError(refused)

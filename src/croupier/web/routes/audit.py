"""The audit over HTTP: the record page by page, as CSV, and a verification of all of it."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Final, Literal

from litestar import Controller, Response, get, post
from litestar.params import FromPath, Parameter, QueryParameter
from litestar.response import Stream
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.deciding.permissions import Query
from croupier.floor.house.credentials import Session
from croupier.floor.running.floor import Floor
from croupier.web.acting.sessions import may_ask, needs_session
from croupier.web.desks.csv_rows import csv_head, csv_lines
from croupier.web.desks.records.archive import Archive
from croupier.web.desks.records.audit_rows import KINDS, audit_page, entries_in_all
from croupier.web.desks.records.auditing import Asked
from croupier.web.http.answers import RefusedError, SignedInRequest, missing
from croupier.web.routes import Here
from croupier.web.wire.records import (
    AuditCommand,
    AuditCorrection,
    AuditEvent,
    AuditHead,
    AuditMovement,
    AuditPage,
    AuditPerson,
    AuditRound,
    AuditRuling,
    InvestigationPage,
    RestatedPage,
    VerifyPage,
)

_ROWS: Final[dict[str, type[Struct]]] = {
    "rounds": AuditRound,
    "commands": AuditCommand,
    "events": AuditEvent,
    "rulings": AuditRuling,
    "corrections": AuditCorrection,
    "people": AuditPerson,
    "movements": AuditMovement,
}
_CHUNK: Final = 500
_MOST: Final = 1_000_000
"""The most rows of one CSV file; a spreadsheet holds no more."""

Text = Annotated[str, Parameter(max_length=80)]
Micros = Annotated[int | None, Parameter(ge=0, le=2**63 - 1)]


class AuditController(Controller):
    """The whole record, for auditors and Shift Managers."""

    path = "/api/audit"
    tags = ("audit",)
    guards = (needs_session,)

    @get(summary="What can be asked for")
    async def head(self, request: SignedInRequest, venue: Here) -> AuditHead:
        """Return the streams and the tables, and how long the record is."""
        _permitted(request.user, Query.JOURNAL)
        streams = tuple(sorted(venue.floor.streams))
        tables = tuple(stream.partition(":")[2] for stream in streams if stream.startswith("table:"))
        entries = await asyncio.to_thread(entries_in_all, venue.floor)
        return AuditHead(tables, streams, entries, may_ask(request.user, Query.VERIFY) is None)

    @get("/verify", summary="How far the verification has come")
    async def verification(self, request: SignedInRequest) -> VerifyPage:
        """Return the verification under way, or the last one."""
        _permitted(request.user, Query.VERIFY)
        archive: Archive = request.app.state.archive
        return archive.checking.page()

    @post("/verify", summary="Verify the whole record", status_code=202)
    async def verify(self, request: SignedInRequest) -> VerifyPage:
        """Start a verification, unless one is under way."""
        _permitted(request.user, Query.VERIFY)
        archive: Archive = request.app.state.archive
        return archive.checking.begin(request.user.account)

    @get("/restated", summary="Rounds that today's rules would pay differently")
    async def restated(self, request: SignedInRequest) -> RestatedPage:
        """Return the rounds that the last verification would pay differently: the Players underpaid and overpaid."""
        _permitted(request.user, Query.VERIFY)
        archive: Archive = request.app.state.archive
        return archive.checking.restated()

    @get("/investigation", summary="How far the investigation has come")
    async def investigation(self, request: SignedInRequest) -> InvestigationPage:
        """Return the investigation under way, or the last one."""
        _permitted(request.user, Query.JOURNAL)
        archive: Archive = request.app.state.archive
        return archive.investigating.page()

    @post("/investigation", summary="Ask whether what was dealt can be chance", status_code=202)
    async def investigate(self, request: SignedInRequest) -> InvestigationPage:
        """Start an investigation, unless one is under way."""
        _permitted(request.user, Query.JOURNAL)
        archive: Archive = request.app.state.archive
        return archive.investigating.begin(request.user.account)

    @get("/{kind:str}", summary="A piece of the record")
    async def rows(
        self,
        request: SignedInRequest,
        venue: Here,
        kind: FromPath[str],
        table: Text = "",
        stream: Text = "",
        player: Text = "",
        cite: Text = "",
        employee: Text = "",
        since: Micros = None,
        until: Micros = None,
        before: Micros = None,
        limit: Annotated[int, Parameter(ge=1, le=500)] = 50,
        form: Annotated[Literal["json", "csv"], QueryParameter(name="format")] = "json",
    ) -> Response[AuditPage] | Stream:
        """Return rounds, commands, events, rulings, corrections, people or movements, latest first.

        Rounds in play are left out.
        """
        if kind not in KINDS:
            raise missing(f"The record has no {kind[:40]!r}; it has {', '.join(KINDS)}")
        _permitted(request.user, Query.LEDGER if kind == "movements" else Query.JOURNAL)
        named = f"table:{table}" if table else stream
        if named and named not in venue.floor.streams:
            raise missing(f"There is nothing called {named!r} on the floor")
        asked = Asked(named, player.strip(), since, until, cite.strip().lstrip("¶"), before, limit, employee.strip())
        if form == "csv":
            day = datetime.now(UTC).strftime("%Y-%m-%d")
            headers = {"content-disposition": f'attachment; filename="croupier-{kind}-{day}.csv"'}
            return Stream(_csv(venue.floor, kind, asked), media_type="text/csv; charset=utf-8", headers=headers)
        return Response(await asyncio.to_thread(partial(audit_page, venue.floor, kind, asked)))


def _csv(floor: Floor, kind: str, asked: Asked) -> Iterator[str]:
    """Yield all rows that match, a chunk at a time; the server reads each chunk in a thread."""
    yield "\ufeff" + csv_head(_ROWS[kind])
    asked, count = replace(asked, limit=_CHUNK), 0
    while count < _MOST:
        page = audit_page(floor, kind, asked)
        if page.rows:
            yield csv_lines(page.rows)
            count += len(page.rows)
        if page.next is None:
            return
        asked = replace(asked, before=page.next)


def _permitted(session: Session, query: Query) -> None:
    refused = may_ask(session, query)
    if refused is not None:
        raise RefusedError(refused)

"""The application: routes, the live socket, and the built pages."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from croupier.floor.journal.store import DoubtError, StoreError
from croupier.web.acting.sessions import Authentication, end_barred, raise_alarms
from croupier.web.behind import Behind
from croupier.web.clock.presence import Visits
from croupier.web.desks.records.archive import Archive
from croupier.web.http.answers import (
    RefusedError,
    on_bad_request,
    on_bug,
    on_doubt,
    on_http,
    on_lost,
    on_refusal,
    on_unreadable,
)
from croupier.web.http.hosts import Hosts
from croupier.web.http.manual import manual_routes
from croupier.web.http.static import page_routes
from croupier.web.live.hub import Hub
from croupier.web.readiness import Readiness
from croupier.web.routes.audit import AuditController
from croupier.web.routes.books import BooksController, CashController, VouchersController
from croupier.web.routes.dealing import DealingController
from croupier.web.routes.designing import DesigningController
from croupier.web.routes.duty import DutyController
from croupier.web.routes.factors import FactorsController
from croupier.web.routes.keys import KeysController
from croupier.web.routes.live import live
from croupier.web.routes.odds import OddsController
from croupier.web.routes.passkeys import PasskeysController
from croupier.web.routes.passwords import PasswordsController
from croupier.web.routes.rounds import RoundsController
from croupier.web.routes.rule_desk import RuleDeskController
from croupier.web.routes.rules import GamesController, HowToController, RulesController
from croupier.web.routes.session import SessionController
from croupier.web.routes.tables import TablesController
from croupier.web.routes.watching import health, metrics, ready
from croupier.web.venue import Venue

PAGES: Final = Path(os.environ.get("CROUPIER_PAGES") or Path(__file__).parent / "pages")
"""The folder with the built pages; a developer of the pages may name another."""
LONGEST_BODY: Final = 262_144
"""The most bytes of a request: far more than any page sends."""
FORGET_SECONDS: Final = 3_600.0
_ENCRYPTED: Final = "max-age=31536000"
"""The HSTS header: a browser that has come over TLS uses nothing else for a year."""
ANCHOR_SECONDS: Final = 300.0
FENCE_SECONDS: Final = 5.0
"""The seconds between two checks whether another server has taken the floor of a server without acts."""
COMPRESSION: Final = CompressionConfig(
    backend="gzip", minimum_size=1_000, exclude=["^/assets/", "^/docs", "^/api/rules/[^/]+$"]
)
"""The settings of compression; responses that are sent again and again are compressed once, by their own routes."""
HEADERS: Final = {
    # Nothing from other hosts, no scripts other than our own, no embedding in frames.
    "content-security-policy": (
        "default-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:;"
        " object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
}


CONTROLLERS: Final = (
    SessionController,
    PasswordsController,
    FactorsController,
    PasskeysController,
    TablesController,
    DealingController,
    DutyController,
    GamesController,
    HowToController,
    RulesController,
    RuleDeskController,
    OddsController,
    DesigningController,
    RoundsController,
    AuditController,
    KeysController,
    BooksController,
    CashController,
    VouchersController,
)
"""The controllers of the HTTP interface, by subject."""


def create_app(venue: Venue, pages: Path = PAGES, names: frozenset[str] = frozenset()) -> Litestar:
    """Return the application of an open house; ``names`` are its names beside those of its own machine.

    The house is in the application's state, and every handler looks for it there: an application that has stopped may
    start again in front of another house.
    """

    async def the_venue() -> Venue:
        venue: Venue = app.state.venue
        return venue

    app = Litestar(
        route_handlers=[
            *CONTROLLERS,
            live,
            health,
            ready,
            metrics,
            *manual_routes(HEADERS["content-security-policy"]),
            *page_routes(pages),
        ],
        lifespan=[_running],
        state=State({"venue": venue}),
        dependencies={"venue": Provide(the_venue)},
        middleware=[
            DefineMiddleware(Hosts, names=names),
            DefineMiddleware(Behind),
            DefineMiddleware(Authentication),
        ],
        exception_handlers={
            RefusedError: on_refusal,
            ValidationException: on_bad_request,
            HTTPException: on_http,
            RecursionError: on_unreadable,
            UnicodeDecodeError: on_unreadable,
            DoubtError: on_doubt,
            StoreError: on_lost,
            Exception: on_bug,
        },
        compression_config=COMPRESSION,
        openapi_config=OpenAPIConfig(
            title="croupier",
            version="1",
            description="Casino poker, run exactly as its approved documents say. Amounts are whole cents.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],  # the framework's API pages would load from other hosts
        ),
        before_send=[_headers],
        signature_types=[Venue],
        logging_config=None,  # the server's caller configures logging
        debug=False,
        request_max_body_size=LONGEST_BODY,
    )
    return app


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    """Run the house's tasks while the application is open."""
    venue: Venue = app.state.venue
    venue.desk.start()
    venue.reveals.start(asyncio.get_running_loop())
    app.state.hub = Hub(venue)
    app.state.archive = Archive(venue)
    app.state.readiness = Readiness(venue.floor)
    hub: Hub = app.state.hub
    venue.metrics.watch("open_pages", "Live sockets", lambda: len(hub.connections))
    venue.metrics.watch("journal_position", "The journal's last entry", lambda: venue.floor.position)
    venue.metrics.watch("waiting_requests", "Requests that wait for the floor", venue.desk.waiting)
    app.state.visits = Visits(venue.presence)
    raise_alarms(venue, asyncio.get_running_loop())
    house = venue.floor.house()
    if house is not None:  # the server may have stopped between a change of an account and the end of its sessions
        await asyncio.to_thread(end_barred, venue, [(venue.floor.now(), house)])
    await venue.pacer.start()
    if venue.peers is not None:
        venue.peers.on_behind.append(hub.hang_up)
        venue.peers.concerned = hub.concerned
        venue.metrics.watch("behind_seconds", "Since this server has read all of the record", venue.peers.behind)
        venue.metrics.watch("servers", "Servers of the house, as this one has heard", venue.peers.servers)
        venue.metrics.watch("clocks", "Tables whose clock this server keeps", venue.peers.clocks)
        await venue.peers.start()
    witnesses = venue.witnesses
    unsigned = "Since the oldest commit that some witness has not signed; 0 where the house has none"
    venue.metrics.watch("unwitnessed_seconds", unsigned, witnesses.waiting if witnesses is not None else float)
    if witnesses is not None:
        witnesses.start()
    forgetting = asyncio.create_task(_keep_forgetting(venue), name="forgetting")
    anchoring = asyncio.create_task(_keep_anchoring(venue), name="anchoring")
    played = [one for one in (venue.company, venue.dealers, venue.managers) if one is not None]
    for one in played:
        await one.start()
    try:
        yield
    finally:
        for one in played:
            await one.stop()
        forgetting.cancel()
        anchoring.cancel()
        app.state.visits.close()
        if venue.peers is not None:
            await venue.peers.stop()
        await venue.pacer.stop()
        venue.reveals.stop()
        await venue.desk.anchor()
        await venue.desk.stop()
        if witnesses is not None:
            await witnesses.stop()
        app.state.archive.close()
        venue.exposures.close()


async def _keep_anchoring(venue: Venue) -> None:
    """Anchor the journal every few minutes if it has new entries, and check that no other server has the floor."""
    anchored, looks = venue.floor.position, int(ANCHOR_SECONDS / FENCE_SECONDS)
    while True:
        for _ in range(looks):
            await asyncio.sleep(FENCE_SECONDS)
            await venue.desk.still_ours()
        if venue.floor.position != anchored:
            anchored = venue.floor.position
            await venue.desk.anchor()


async def _keep_forgetting(venue: Venue) -> None:
    """Delete sessions that have ended, once an hour."""
    while True:
        await asyncio.to_thread(venue.credentials.forget)
        await asyncio.sleep(FORGET_SECONDS)


async def _headers(message: Message, scope: Scope) -> None:
    """Add the security headers to every response, including the framework's own refusals."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api/"):  # no cache keeps wallets and cards, unless a route allows it
            headers.setdefault("cache-control", "no-store")
        if scope["scheme"] in {"https", "wss"}:
            headers.setdefault("strict-transport-security", _ENCRYPTED)

"""A middleware that keeps a server from answering for its house after it has lost sight of the record.

Where several servers share a house, the others go on while one is stopped or cut off from the database. The state in
its memory is then no longer the house's: a wallet may be empty, a round ruled on. Until it has read what was committed
meanwhile, it refuses requests, and the client turns to another server or asks again.
"""

from typing import Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from croupier.web.http.answers import Problem
from croupier.web.live.hub import TRY_LATER
from croupier.web.venue import Venue

SENTENCE: Final = "This server has lost the house's database and does not know how things stand: ask again in a moment"
_WAITS: Final = 2.0
"""The seconds for which a request waits until the server has caught up."""
_ALWAYS: Final = ("/health", "/ready", "/metrics")


class Behind:
    """A middleware that refuses the requests to a server that is behind."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on once the server is up to date; refuse it with 503 after two seconds."""
        venue: Venue = scope["litestar_app"].state.venue
        if (
            scope["type"] not in {ScopeType.HTTP, ScopeType.WEBSOCKET}
            or scope["path"] in _ALWAYS
            or venue.peers is None
            or not venue.peers.is_behind()
            or await venue.peers.caught_up(_WAITS)
        ):
            await self.app(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": TRY_LATER, "reason": SENTENCE})
        else:
            body = msgspec.json.encode(Problem("behind", SENTENCE))
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"retry-after", b"1"),
            ]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": False})

"""The live socket."""

from typing import Any

from litestar import WebSocket, websocket

from croupier.floor.people.credentials import Session
from croupier.web.http.sessions import needs_session


@websocket("/live", guards=[needs_session])
async def live(socket: WebSocket[Session, str, Any]) -> None:
    """One socket per page: see :mod:`croupier.web.live.hub`."""
    await socket.accept()
    await socket.app.state.hub.serve(socket, socket.user, socket.auth)

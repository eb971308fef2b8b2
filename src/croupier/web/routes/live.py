"""The live socket."""

from typing import Any

from litestar import WebSocket, websocket

from croupier.floor.house.credentials import Session
from croupier.web.acting.sessions import address_of, needs_session
from croupier.web.live.hub import CROWDED, Hub


@websocket("/live", guards=[needs_session])
async def live(socket: WebSocket[Session, str, Any]) -> None:
    """Serve the live socket of one page: see :mod:`croupier.web.live.hub`."""
    await socket.accept()
    hub: Hub = socket.app.state.hub
    address = address_of(socket)
    full = hub.full(socket.auth, address)
    if full:
        await socket.close(code=CROWDED, reason=full)
        return
    await hub.serve(socket, socket.user, socket.auth, address)

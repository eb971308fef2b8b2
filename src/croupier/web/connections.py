"""Connections to the server: time limits for the requests on them, and limits to their number.

A request that is sent a byte a minute costs its sender nothing and the house a descriptor. The web server has no time
limit for a request's head, so it is set here, on its own protocol.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Final

import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS: Final = 10.0
"""The seconds within which the head of a request must arrive, from its first byte or from the connection on."""
BODY_SECONDS: Final = 30.0
"""The seconds within which the rest of a request must arrive."""
MOST: Final = 4_000
"""The number of connections that may be open at the same time, pages and requests together."""
OF_ADDRESS: Final = 400
"""The number of connections from one other machine; behind a trusted proxy, from one client of the proxy."""
SPARE: Final = 64
"""Descriptors that are kept for the database, the log and other files."""
_log: Final = logging.getLogger(__name__)
_TOLD: Final = msgspec.json.encode(
    {"reason": "moment", "sentence": "Too many connections are open from your address: close some of them", "cites": []}
)
_TOO_MANY: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nconnection: close\r\nretry-after: 5\r\n"
    b"content-length: %d\r\n\r\n%s" % (len(_TOLD), _TOLD)
)


class TimedProtocol(HttpToolsProtocol):
    """The server's protocol for HTTP, with time limits and a limit to the connections of one address."""

    head_seconds = HEAD_SECONDS
    body_seconds = BODY_SECONDS
    most = MOST
    of_address = OF_ADDRESS
    speaks_for = ""
    """The client for which a trusted proxy makes the request in progress; empty without a proxy."""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection unless there are too many; close it if its first request's head is late."""
        super().connection_made(transport)
        direct = None if self._is_proxied() else self.client
        if crowded(self.connections, direct, self.most, self.of_address):
            transport.abort()
            return
        self._wait(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the time limit of a connection that is closed."""
        self._stop()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Limit the time for the head of a request; a connection may bring several requests."""
        super().on_message_begin()
        self._wait(self.head_seconds)

    def on_headers_complete(self) -> None:
        """Limit the time for the body of a request; refuse it if the client behind a proxy has too many."""
        if self._is_proxied():
            self.speaks_for = self._forwarded(self.headers)
            if crowded(self.connections, (self.speaks_for, 0), self.most, self.of_address):
                self._stop()
                self.transport.write(_TOO_MANY)
                self.transport.close()
                return
        super().on_headers_complete()
        self._wait(self.body_seconds)

    def on_message_complete(self) -> None:
        """Cancel the time limit once the whole request is there: the house takes the time that it needs."""
        self._stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Turn the request into a page's socket, which stays open without a time limit."""
        self._stop()
        if self.transport.is_closing():
            return
        super().handle_websocket_upgrade()
        self.transport.get_protocol().speaks_for = self.speaks_for  # type: ignore[attr-defined]

    def on_response_complete(self) -> None:
        """Forget the client: a proxy uses its connection for the next one."""
        self.speaks_for = ""
        super().on_response_complete()

    def _is_proxied(self) -> bool:
        return self.client is not None and self.client[0] in self._proxies().trusted_hosts

    def _forwarded(self, headers: Sequence[tuple[bytes, bytes]]) -> str:
        """Return the client that a trusted proxy names; empty if it names none."""
        named = b", ".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        return self._proxies().trusted_hosts.get_trusted_client_address(named)[0] if named else ""

    def _proxies(self) -> ProxyHeadersMiddleware:
        """Return the middleware that reads a proxy's headers: it knows which proxies are trusted."""
        app = self.app
        assert isinstance(app, ProxyHeadersMiddleware)
        return app

    def _wait(self, seconds: float) -> None:
        self._stop()
        self._timer = self.loop.call_later(seconds, self._too_slow)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        self.transport.abort()


class LegibleProtocol(WebSocketsSansIOProtocol):
    """The server's protocol for sockets; a text that is not UTF-8 closes the socket with a sentence."""

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; close the socket where a text is not UTF-8."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            _log.info("a socket was closed: its text is not UTF-8")
            self.conn.send_close(1007, "A message must be text in UTF-8")
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def _is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


def crowded(open_now: Iterable[object], client: tuple[str, int] | None, most: int, of_address: int) -> bool:
    """Return whether one more connection, which is counted already, is too many.

    ``client`` is None for a trusted proxy, which speaks for many clients: those are counted once their requests come.
    """
    connections = list(open_now)
    if len(connections) > most:
        return True
    host = client[0] if client is not None else ""
    if _is_here(host):
        return False
    return sum(_host(one) == host for one in connections) > of_address


def _host(connection: object) -> str:
    """Return the address that a connection is counted for."""
    client = getattr(connection, "client", None)
    return str(getattr(connection, "speaks_for", "") or (client[0] if client else ""))


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return not host


def room() -> int:
    """Return how many connections there may be, after raising this process's limit of descriptors if possible."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE
    if soft < wanted:
        more = min(wanted, hard) if hard != resource.RLIM_INFINITY else wanted
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
        except (OSError, ValueError):  # macOS reports an infinite limit, but has one
            pass
    return max(SPARE, min(MOST, soft - SPARE))

"""The names under which a house answers.

A page of another site can have its own name point to this machine, and would then be of the same site as the house. It
cannot do so with an address in numbers, so these are always answered; names only where the house goes by them.
"""

import re
from ipaddress import ip_address
from typing import Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from croupier.play.refusal import Reason
from croupier.web.http.answers import Problem

LOCAL: Final = frozenset({"localhost", "ip6-localhost"})


_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s:\[\]@/?#]*))(?::(\d{0,5}))?", re.ASCII)
"""An address in brackets or a name, then a port or none (RFC 9110, 7.2)."""
_PORTS: Final = 65_535


def host_of(header: str) -> str | None:
    """Return a host without its port, in small letters; None if the header names no host and port."""
    found = _HOST.fullmatch(header.strip().lower())
    if found is None or int(found[3] or 0) > _PORTS:
        return None
    return found[1] or found[2].rstrip(".")


def is_ours(header: str, names: frozenset[str]) -> bool:
    """Return whether the house goes by the name in a Host header, or the header has an address in numbers."""
    host = host_of(header)
    if host is None:
        return False
    return host in names or host in LOCAL or host.endswith(".localhost") or is_number(host)


def is_number(host: str) -> bool:
    """Return whether a host is an address in numbers."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


class Hosts:
    """A middleware that refuses requests for another host."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if its Host header names this house; refuse it with 421 otherwise."""
        if scope["type"] not in {ScopeType.HTTP, ScopeType.WEBSOCKET}:
            await self.app(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
        if is_ours(given, self.names):
            await self.app(scope, receive, send)
            return
        if scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": 1008, "reason": "This house has another name"})
            return
        named = (host_of(given) or given)[:80]
        sentence = f"This house does not go by the name {named!r}: serve it with --allow-host if it should"
        body = msgspec.json.encode(Problem(Reason.FACT.value, sentence))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 421, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})

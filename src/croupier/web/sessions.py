"""Who somebody is: a session behind a cookie or a bearer token, looked up in the store at every request.

The token is made here and kept as its hash (:mod:`croupier.floor.credentials`); a browser cannot choose one. Where the
House keeps accounts a password opens a session; on a demonstration floor everybody is a guest with play money, and may
try every desk of the house under a name of his choice.
"""

import asyncio
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from croupier.floor.credentials import Opened, Session
from croupier.floor.permissions import Query, allowed
from croupier.play.refusal import Reason, Refusal
from croupier.play.view import Viewer
from croupier.rules.terms import Role
from croupier.web.venue import Venue

COOKIE: Final = "croupier"
GUEST_COOKIE: Final = "croupier_guest"
"""The guest that a browser was before it tried a desk of the house, so that he finds his play money again."""
_GUEST_BYTES: Final = 3
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Authentication(AbstractAuthenticationMiddleware):
    """Sets ``connection.user`` to the session, or to None."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        """Who asks; a browser's page of another site asks nothing."""
        _refuse_other_sites(connection)
        venue: Venue = connection.app.state.venue
        token = token_of(connection)
        session = None if not token else await asyncio.to_thread(venue.credentials.check_session, token)
        return AuthenticationResult(user=session, auth=token)


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The token that a request came with."""
    kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
    return bearer.strip() if kind.lower() == "bearer" else connection.cookies.get(COOKIE, "")


def _refuse_other_sites(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """A cookie goes along with whatever a browser sends: what changes something must come from our own page."""
    scope = connection.scope
    if scope["type"] == ScopeType.HTTP and scope["method"] in _SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
        raise PermissionDeniedException("That page belongs to another site")


def needs_session(connection: ASGIConnection[Any, Any, Any, Any], _handler: object) -> None:
    """A guard: only with a session."""
    if connection.user is None:
        raise NotAuthorizedException("Sign in first")


def viewer_of(session: Session) -> Viewer:
    """Somebody at a table."""
    return Viewer(session.role, session.account)


def may_ask(session: Session, query: Query) -> Refusal | None:
    """Whether a question is not for this session's role."""
    return allowed(session.role, query)


async def enter(venue: Venue, account: str, password: str, role: Role) -> Opened | Refusal:
    """A session for somebody with an account and its password."""
    house = venue.floor.house()
    if house is None:
        return Refusal(Reason.ROLE, "This house keeps no accounts", ())
    # Hashing takes a twentieth of a second: in a thread, so that no table waits for it.
    wrong = await asyncio.to_thread(venue.credentials.check_password, account, password)
    if wrong is not None:
        return wrong
    return await asyncio.to_thread(venue.credentials.open_session, account, role, house)


async def enter_demonstration(venue: Venue, name: str, role: Role, guest: str) -> Opened | Refusal:
    """A session on a demonstration floor: a guest gets play money; whoever tries a desk names himself."""
    if not venue.demonstration:
        return Refusal(Reason.ROLE, "Sign in with your name and password", ())
    if role is Role.PLAYER:
        known = await asyncio.to_thread(venue.credentials.check_session, guest) if guest else None
        if known is not None and known.role is Role.PLAYER:
            return Opened(guest, known)
        name = f"guest-{venue.floor.entropy.draw(_GUEST_BYTES).hex()}"
        await venue.welcome(name)
    return await asyncio.to_thread(venue.credentials.open_session, name, role, None)


def session_cookie(token: str, name: str = COOKIE, *, secure: bool) -> Cookie:
    """The cookie of a session: no script reads it, and no other site's page sends it."""
    return Cookie(key=name, value=token, httponly=True, samesite="strict", secure=secure, path="/", max_age=30 * 86_400)

"""Who somebody is: a session behind a cookie or a bearer token, looked up in the store at every request.

The token is made here and stored as its hash (:mod:`croupier.floor.people.credentials`); a browser cannot choose one.
If the House keeps accounts, a password opens a session; on a demonstration floor everybody is a guest with play money,
and may try every desk of the house under a name of their choice.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from croupier.floor.people.credentials import Opened, Session
from croupier.floor.people.limits import may_enter
from croupier.floor.people.permissions import Query, allowed
from croupier.play.refusal import Reason, Refusal
from croupier.play.viewer import Viewer
from croupier.rules.terms import Role
from croupier.web.venue import Venue

COOKIE: Final = "croupier"
GUEST_COOKIE: Final = "croupier_guest"
"""The cookie with the guest that a browser was before it tried a desk, so that they get their play money back."""
_GUESTS: Final = (
    *("Ada", "Alba", "Anka", "Ari", "Arlo", "Asta", "Aya", "Bela", "Bo", "Bram", "Cara", "Cleo", "Cora", "Dag"),
    *("Dara", "Dita", "Edda", "Eli", "Elsa", "Emil", "Enzo", "Esra", "Eva", "Finn", "Gala", "Gil", "Gwen", "Hana"),
    *("Ida", "Ilse", "Ines", "Iris", "Ivo", "Jada", "Jana", "Joao", "Joni", "Juna", "Kaya", "Kira", "Lara", "Leo"),
    *("Levi", "Lila", "Lou", "Luca", "Maja", "Mila", "Mina", "Nela", "Nils", "Nina", "Ole", "Oona", "Otis", "Pia"),
    *("Remy", "Rina", "Robin", "Runa", "Sana", "Tara", "Tilda", "Wim"),
)
"""What a guest is called, with a number: names that can be told apart at a table at a glance."""
_GUEST_BYTES: Final = 3
_NUMBERS: Final = 9_999
"""With every name, so that a House would have to receive more than half a million guests to run out of names."""
AT_ONCE: Final = 2
"""How many passwords are checked at the same time."""
MOST_WAITING: Final = 20
"""How many are checked or waiting; further callers are asked to try again."""
BUSY: Final = Refusal(Reason.MOMENT, "Too many people are signing in: try again in a moment", ())
_hashing: Final = ThreadPoolExecutor(AT_ONCE, "passwords")
_waiting: Final[set[object]] = set()
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Authentication(AbstractAuthenticationMiddleware):
    """Sets ``connection.user`` to the session, or to None."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        """The caller's session; requests from another site's page are refused."""
        _refuse_other_sites(connection)
        venue: Venue = connection.app.state.venue
        token = token_of(connection)
        session = None if not token else await asyncio.to_thread(venue.credentials.check_session, token)
        if session is not None and not still_enters(venue, session):
            session = None
        return AuthenticationResult(user=session, auth=token)


def still_enters(venue: Venue, session: Session) -> bool:
    """Whether somebody may still act in their session's role: the account may have been locked or changed since."""
    house = venue.floor.house()
    return house is None or may_enter(house, session.account, session.role) is None


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The token that a request came with."""
    kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
    return bearer.strip() if kind.lower() == "bearer" else connection.cookies.get(COOKIE, "")


def _refuse_other_sites(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """A browser sends a cookie with every request, so a request that changes something must come from our own page."""
    scope = connection.scope
    if scope["type"] == ScopeType.HTTP and scope["method"] in _SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is not None and _site(origin) != connection.headers.get("host"):
        raise PermissionDeniedException("This request came from another site's page")


def _site(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def needs_session(connection: ASGIConnection[Any, Any, Any, Any], _handler: object) -> None:
    """A guard that requires a session."""
    if connection.user is None:
        raise NotAuthorizedException("Sign in first")


def viewer_of(session: Session) -> Viewer:
    """Somebody at a table."""
    return Viewer(session.role, session.account)


def may_ask(session: Session, query: Query) -> Refusal | None:
    """Whether this session's role may not ask the question."""
    return allowed(session.role, query)


async def enter(venue: Venue, account: str, password: str, role: Role) -> Opened | Refusal:
    """A session for somebody with an account and its password."""
    house = venue.floor.house()
    if house is None:
        return Refusal(Reason.ROLE, "This house keeps no accounts", ())
    wrong = await _check_password(venue, account, password)
    if wrong is not None:
        return wrong
    return await asyncio.to_thread(venue.credentials.open_session, account, role, house)


async def _check_password(venue: Venue, account: str, password: str) -> Refusal | None:
    """Hashing takes 64 MB and a twentieth of a second, so it runs in threads of its own."""
    if len(_waiting) >= MOST_WAITING:
        return BUSY
    one = object()
    _waiting.add(one)
    try:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_hashing, venue.credentials.check_password, account, password)
    finally:
        _waiting.discard(one)


async def enter_demonstration(venue: Venue, name: str, role: Role, guest: str) -> Opened | Refusal:
    """A session on a demonstration floor: a guest gets play money; whoever tries a desk chooses a name."""
    if not venue.demonstration:
        return Refusal(Reason.ROLE, "Sign in with your name and password", ())
    if role is Role.PLAYER:
        known = await asyncio.to_thread(venue.credentials.check_session, guest) if guest else None
        if known is not None and known.role is Role.PLAYER:
            return Opened(guest, known)
        name = _new_guest(venue)
        await venue.welcome(name)
    elif venue.dealers is not None and name in venue.dealers.names:
        return Refusal(Reason.NOT_YOURS, f"{name} deals here for the demonstration: choose another name", ())
    return await asyncio.to_thread(venue.credentials.open_session, name, role, None)


def _new_guest(venue: Venue) -> str:
    """A name that no guest has had: otherwise another guest's wallet and cards would come with it."""
    while True:
        number, given = divmod(int.from_bytes(venue.floor.entropy.draw(_GUEST_BYTES)), len(_GUESTS))
        name = f"{_GUESTS[given]}-{number % _NUMBERS + 1}"
        if f"wallet:{name}" not in venue.floor.balances and name not in venue.guests:
            venue.guests.add(name)
            return name


def session_cookie(token: str, name: str = COOKIE, *, secure: bool) -> Cookie:
    """The cookie of a session: no script reads it, and no other site's page sends it."""
    return Cookie(key=name, value=token, httponly=True, samesite="strict", secure=secure, path="/", max_age=30 * 86_400)

"""Sessions: a caller's identity behind a cookie or a bearer token, looked up in the store at every request.

The token is made here and stored as its hash (:mod:`croupier.floor.house.credentials`); a browser cannot choose one.
If the House keeps accounts, a password opens a session; on a demonstration floor every visitor is a guest with play
money, and may try every role of the house under a name of their choice.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotAuthorizedException, PermissionDeniedException
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from msgspec import UNSET, UnsetType

from croupier.floor.deciding.limits import may_enter
from croupier.floor.deciding.permissions import Query, allowed, core
from croupier.floor.house.credentials import TOO_MANY, Forged, Opened, Place, Session, is_throttled
from croupier.floor.house.second_factor import ASKED, MISSING
from croupier.floor.journal.store import StoreError
from croupier.floor.values.door import (
    STREAM,
    DoorCommand,
    Means,
    NoteForgery,
    NotePassword,
    NoteRefusal,
    NoteSignIn,
    NoteSignInFailed,
    NoteSignOut,
)
from croupier.floor.values.house import EMPLOYED, HouseState
from croupier.floor.values.ports import MICROSECONDS
from croupier.play.banked.betting import is_name
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
"""The names of guests, each used with a number: names that can be told apart at a table at a glance."""
_GUEST_BYTES: Final = 3
_NUMBERS: Final = 9_999
"""The numbers for each name: a House would have to receive more than half a million guests to run out of names."""
RENEW: Final = Refusal(Reason.MOMENT, "Choose a new password first", ())
_door: Final = logging.getLogger("croupier.door")
"""The log of sign-ins, for the person who watches the server."""
_NO_SESSION: Final = ("/api/session", "/api/passwords", "/api/games", "/api/rules", "/api/how-to-play", "/api/odds")
"""The addresses that answer every caller, or ask for the password themselves."""
_JSON: Final = "application/json"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Authentication(AbstractAuthenticationMiddleware):
    """A middleware that sets ``connection.user`` to the session, or to None."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        """Return the caller's session; refuse requests from another site's page."""
        _refuse_other_sites(connection)
        _refuse_other_types(connection)
        venue: Venue = connection.app.state.venue
        token = token_of(connection)
        renew = not _asks_by_itself(connection)
        check = partial(venue.credentials.check_session, token, renew=renew)
        session = await asyncio.to_thread(check) if token else None
        if session is not None and not still_enters(venue, session):
            session = None
        if session is not None and not serves_for(session, connection.scope["path"]):
            raise PermissionDeniedException(beyond_console(session).sentence)
        return AuthenticationResult(user=session, auth=token)


def _asks_by_itself(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Return whether a page sends this request by itself after it has lost its line.

    Nobody need be there, so such a request does not renew the idle time.
    """
    return connection.scope["type"] == ScopeType.WEBSOCKET or connection.scope["path"] == "/api/session"


def serves_for(session: Session, path: str) -> bool:
    """Return whether a session may ask for an address.

    A session that a PIN opened serves for its table's console alone, and for the addresses that are open to all.
    """
    if not session.console or not path.startswith("/api/") or path.startswith(_NO_SESSION):
        return True
    own = f"/api/tables/{session.console}"
    return path == own or path.startswith(f"{own}/")


def beyond_console(session: Session) -> Refusal:
    """Return the refusal of a request that a session opened by PIN does not serve for."""
    told = f"A PIN opens the console of {session.console} and nothing else: sign in with your password for this"
    return Refusal(Reason.ROLE, told, ())


def still_enters(venue: Venue, session: Session) -> bool:
    """Return whether a person may still act in their session's role: their account may have been locked or changed."""
    house = venue.floor.house()
    if house is None:
        return True
    return may_enter(house, session.account, session.role) is None and not must_renew(house, session.account)


def end_barred(venue: Venue, houses: Sequence[tuple[int, HouseState]]) -> None:
    """Revoke the sessions of people who could not enter in one of these states, each with its time.

    A role that comes back, or an account that is unlocked, brings no old token back to life.
    """
    for account, role in venue.credentials.open_roles():
        barred = (at for at, house in houses if may_enter(house, account, role) or must_renew(house, account))
        last = max(barred, default=None)
        if last is not None:
            venue.credentials.revoke_role(account, role, last)


def must_renew(house: HouseState, account: str) -> bool:
    """Return whether a person has to choose a new password before they sign in."""
    known = house.accounts.get(account)
    return known is not None and known.renew is not UNSET


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the token that a request came with."""
    kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
    return bearer.strip() if kind.lower() == "bearer" else connection.cookies.get(COOKIE, "")


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address of a request's sender: behind a proxy on this machine, the address that the proxy names."""
    return connection.client.host if connection.client is not None else ""


def _refuse_other_sites(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse a changing request from another site's page: a browser sends the cookie with it."""
    scope = connection.scope
    if scope["type"] == ScopeType.HTTP and scope["method"] in _SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is not None and _site(origin) != connection.headers.get("host"):
        raise PermissionDeniedException("This request came from another site's page")


def _refuse_other_types(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse a body that is not JSON: a page of another site can send a form, or plain text, without asking first."""
    headers = connection.headers
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if connection.scope["type"] == ScopeType.HTTP and not empty and kind != _JSON:
        given = kind[:60] or "no type"
        raise HTTPException(f"The body of a request must be {_JSON}, not {given}", status_code=415)


def _site(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def needs_session(connection: ASGIConnection[Any, Any, Any, Any], _handler: object) -> None:
    """Guard a route that requires a session."""
    if connection.user is None:
        raise NotAuthorizedException("Sign in first")


def viewer_of(session: Session) -> Viewer:
    """Return the session's person as the viewer of a table."""
    return Viewer(session.role, session.account)


def may_ask(session: Session, query: Query) -> Refusal | None:
    """Return the refusal if this session's role may not ask the question."""
    return allowed(session.role, query)


async def enter(
    venue: Venue, place: Place, account: str, password: str, role: Role, code: str = ""
) -> Opened | Refusal:
    """Open a session for an account with its password and, if the person has a second factor, its code."""
    house = venue.floor.house()
    if house is None:
        return Refusal(Reason.ROLE, "This house keeps no accounts", ())
    opened: Opened | Refusal | None = await check_password(venue, place, account, password)
    if opened is None and must_renew(house, account):
        opened = RENEW
    if opened is None:
        opened = await check_factor(venue, account, code)
    if opened is None and venue.factors.rule.needs(role):
        opened = None if await asyncio.to_thread(venue.factors.has, account) else MISSING
    if opened is None:
        await _notice_password(venue, account)
        opened = await asyncio.to_thread(venue.credentials.open_session, account, role, house)
    if opened is not ASKED:  # the password was right and the code is still missing: not an entry yet
        coded = isinstance(opened, Opened) and await asyncio.to_thread(venue.factors.has, account)
        means: Means = "password and code" if coded else "password"
        await _note_entry(venue, place, account, role, opened, means=means)
    return opened


async def check_factor(venue: Venue, account: str, code: str) -> Refusal | None:
    """Return the refusal if the code of a person's second factor is missing or wrong; None for a person without one."""
    if not await asyncio.to_thread(venue.factors.has, account):
        return None
    return await asyncio.to_thread(venue.factors.check, account, code)


async def end_others(venue: Venue, account: str, own: str) -> list[str]:
    """End an account's sessions except the one with this token, and record that. Return their names."""
    ended = await asyncio.to_thread(venue.credentials.revoke_others, account, own)
    for session in ended:
        await note_sign_out(venue, session)
    return [session.name for session in ended]


async def note_factor(venue: Venue, account: str, by: str) -> None:
    """Record that a person has another second factor, or none any more."""
    changed = await asyncio.to_thread(venue.factors.changed, account)
    await note(venue, NotePassword(account, by, "second factor", changed))


async def check_password(venue: Venue, place: Place, account: str, password: str) -> Refusal | None:
    """Return the refusal if this is not the account's password."""
    check = partial(venue.credentials.check_password, account, password, place)
    return await venue.turnstile.through(place.name, check)


async def enter_at_table(venue: Venue, place: Place, account: str, pin: str, table: str) -> Opened | Refusal:
    """Open a session for a Dealer who signs on at a table with their PIN; on a demonstration floor nobody has one."""
    role = Role.DEALER
    opened: Opened | Refusal | None = None
    house = venue.floor.house()
    if house is not None:
        opened = await _check_pin(venue, place, account, pin, table)
        if opened is None and must_renew(house, account):
            opened = RENEW
    if opened is None:
        console = "" if house is None else table
        opened = await asyncio.to_thread(venue.credentials.open_session, account, role, house, console)
    await _note_entry(venue, place, account, role, opened, table, means=UNSET if house is None else "PIN")
    return opened


async def check_pin(venue: Venue, place: Place, account: str, pin: str, table: str) -> Refusal | None:
    """Return the refusal if this is not the PIN of a person who stands at a table; a wrong one is recorded."""
    wrong = await _check_pin(venue, place, account, pin, table)
    if wrong is not None:
        await _note_entry(venue, place, account, Role.PLAYER, wrong, table)
    return wrong


async def _check_pin(venue: Venue, place: Place, account: str, pin: str, table: str) -> Refusal | None:
    """Return the refusal of a PIN that was keyed at a console; None if it is right."""
    if not pin:
        return Refusal(Reason.FACT, f"The PIN of {account[:40]} is missing: key it in", ())
    check = partial(venue.credentials.check_pin, account, pin, (place.name, f"console {table}"))
    return await venue.turnstile.through(place.name, check)


async def change_pin(venue: Venue, place: Place, session: Session, password: str, pin: str) -> Refusal | None:
    """Set another PIN for the session's person: a person at an open page must still know the password."""
    if venue.floor.house() is None:
        return Refusal(Reason.MOMENT, "This house keeps no accounts: nobody needs a PIN", ())
    refused = await check_password(venue, place, session.account, password)
    if refused is None:
        set_pin = partial(venue.credentials.set_pin, session.account, pin)
        refused = await venue.turnstile.through(place.name, set_pin)
    if refused is None:
        changed = await asyncio.to_thread(venue.credentials.pin_changed, session.account)
        await note(venue, NotePassword(session.account, session.account, "PIN", changed))
    return refused


# ---- The door's book ------------------------------------------------------------------------------------------------


async def note(venue: Venue, command: DoorCommand) -> None:
    """Record a command in the door's book."""
    await venue.desk.by_itself(STREAM, command, Role.SHIFT_MANAGER)


async def note_sign_out(venue: Venue, session: Session) -> None:
    """Record in the door's book that an employee has signed out."""
    if session.role in EMPLOYED:
        await note(venue, NoteSignOut(session.account, session.role, session.name))


def raise_alarms(venue: Venue, loop: asyncio.AbstractEventLoop) -> None:
    """Count forged rows from now on, and record each in the door's book, where the pit sees it."""
    noting = set[asyncio.Task[None]]()

    def begin(forged: Forged) -> None:
        task = loop.create_task(_note_forgery(venue, forged))
        noting.add(task)
        task.add_done_callback(noting.discard)

    def on_forged(forged: Forged) -> None:
        venue.metrics.forged_rows.labels(forged.table).inc()
        loop.call_soon_threadsafe(begin, forged)

    venue.credentials.on_forged = on_forged


async def _note_forgery(venue: Venue, forged: Forged) -> None:
    try:
        await note(venue, NoteForgery(forged.table, forged.account, forged.wrong))
    except StoreError as wrong:  # the row is logged and counted already
        _door.error("the forged row could not be put on record: %s", wrong)


async def note_refusal(venue: Venue, session: Session, stream: str, command: object, refused: Refusal) -> None:
    """Record a refusal to an employee; a Player's refused wager is not recorded."""
    if session.role in EMPLOYED:
        # A sentence about cards may name a hidden card, and the door's book is read while the round is in play.
        sentence = "The cards that were entered do not fit" if refused.reason is Reason.CARDS else refused.sentence
        told = (stream, type(core(command)).__name__, sentence, refused.cites)
        await note(venue, NoteRefusal(session.account, session.role, *told))


async def note_password(venue: Venue, account: str, by: str) -> None:
    """Record that an account's password was changed."""
    changed = await asyncio.to_thread(venue.credentials.changed, account)
    await note(venue, NotePassword(account, by, "password", changed))


async def _notice_password(venue: Venue, account: str) -> None:
    """Record a password that was changed outside the house's pages, when it is first used."""
    kept = venue.floor.streams.get(STREAM)
    known = kept.state.passwords.get(account, 0) if kept is not None else 0
    if await asyncio.to_thread(venue.credentials.changed, account) > known:
        await note_password(venue, account, "")


async def _note_entry(
    venue: Venue,
    place: Place | None,
    account: str,
    role: Role,
    opened: Opened | Refusal,
    table: str = "",
    means: Means | UnsetType = UNSET,
) -> None:
    """Record that a person came in or was turned away: in the door's book, in the metrics and in the log.

    The log has the place too, which the book does not have.
    """
    given = account if is_name(account) else ""
    outcome = "opened" if isinstance(opened, Opened) else "throttled" if is_throttled(opened) else "refused"
    venue.metrics.sign_ins.labels(outcome).inc()
    known = {} if place is None else {"place": place.name, "known": place.known}
    why = {"reason": opened.sentence} if isinstance(opened, Refusal) else {}
    level = logging.INFO if isinstance(opened, Opened) else logging.WARNING
    told = {
        "outcome": outcome,
        "account": given,
        "role": role.value,
        "table": table,
        **known,
        **why,
    }
    _door.log(level, "sign-in %s", outcome, extra=told)
    if isinstance(opened, Opened):
        await note(venue, NoteSignIn(account, role, table, opened.session.name, means))
    elif not is_throttled(opened):  # a throttled attempt was not checked, and must not make the book grow
        await note(venue, NoteSignInFailed(given, role, opened.sentence, table))


async def enter_demonstration(venue: Venue, name: str, role: Role, guest: str, place: str) -> Opened | Refusal:
    """Open a session on a demonstration floor.

    A guest gets play money; an employee's role is tried under a chosen name.

    Every guest has a wallet on record and every sign-in as an employee an entry in the door's book, so the number
    that one place may bring is limited.
    """
    if not venue.demonstration:
        return Refusal(Reason.ROLE, "Sign in with your name and password", ())
    if role is Role.PLAYER:
        known = await asyncio.to_thread(venue.credentials.check_session, guest) if guest else None
        if known is not None and known.role is Role.PLAYER:
            return Opened(guest, known)
    refused = _crowded(venue, place)
    if refused is not None:
        return refused
    if role is Role.PLAYER:
        name = _new_guest(venue)
        await venue.welcome(name)
    elif venue.dealers is not None and name in venue.dealers.names:
        return Refusal(Reason.NOT_YOURS, f"{name} deals here for the demonstration: choose another name", ())
    opened = await asyncio.to_thread(venue.credentials.open_session, name, role, None)
    if role in EMPLOYED:  # sign-ins of guests are not recorded
        await _note_entry(venue, None, name, role, opened)
    return opened


def _crowded(venue: Venue, place: str) -> Refusal | None:
    """Refuse a guest where too many have come, from their place or altogether."""
    if len(venue.floor.balances) >= venue.crowd.guests:
        told = f"{TOO_MANY} guests have been here: this demonstration takes no more until it is begun anew"
        return Refusal(Reason.MOMENT, told, ())
    wait = ceil(venue.newcomers.take(place))
    if not wait:
        return None
    word = "second" if wait == 1 else "seconds"
    return Refusal(Reason.MOMENT, f"{TOO_MANY} guests from one place: come again in {wait} {word}", ())


def _new_guest(venue: Venue) -> str:
    """Return a name that no guest has had: otherwise another guest's wallet and cards would come with it."""
    while True:
        number, given = divmod(int.from_bytes(venue.floor.entropy.draw(_GUEST_BYTES)), len(_GUESTS))
        name = f"{_GUESTS[given]}-{number % _NUMBERS + 1}"
        if f"wallet:{name}" not in venue.floor.balances and name not in venue.guests:
            venue.guests.add(name)
            return name


def session_cookie(venue: Venue, opened: Opened, name: str = COOKIE, *, secure: bool) -> Cookie:
    """Return the cookie of a session, which ends with it: no script reads it, and no other site's page sends it."""
    left = max(0, opened.session.expires - venue.credentials.clock.now()) // MICROSECONDS
    return Cookie(key=name, value=opened.token, httponly=True, samesite="strict", secure=secure, path="/", max_age=left)

"""The place of a sign-in: an address, or a browser that the same person has used before.

A browser in which a person has signed in keeps a cookie that says so, under a key of the house: it holds a number drawn
for the browser and a mark for each of the people, and names nobody. Wrong passwords from elsewhere do not lock it.
"""

import hmac
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.status_codes import HTTP_429_TOO_MANY_REQUESTS

from croupier.floor.house.credentials import TOO_MANY, Place
from croupier.floor.journal.sealing import Key
from croupier.play.refusal import Reason, Refusal
from croupier.web.acting.sessions import address_of
from croupier.web.http.answers import RefusedError
from croupier.web.venue import Venue

COOKIE: Final = "croupier_place"
MOST_PEOPLE: Final = 20
"""The number of people that a browser is known for: a console changes hands."""
DAYS: Final = 180
_BYTES: Final = 12
_MARK: Final = 22
"""The number of digits of a mark."""


def place_of(connection: ASGIConnection[Any, Any, Any, Any], venue: Venue, account: str) -> Place:
    """Return the place that an attempt to sign in to an account comes from."""
    browser, marks = _read(connection)
    if browser and _is_marked(venue, browser, account, marks):
        return Place(f"browser {browser}", known=True)
    return Place(network(address_of(connection)))


def at_console(connection: ASGIConnection[Any, Any, Any, Any]) -> Place:
    """Return the place of a PIN: its address, without the browser, since a console is used by many people."""
    return Place(network(address_of(connection)))


def spares(connection: ASGIConnection[Any, Any, Any, Any], _handler: object) -> None:
    """Guard an expensive answer with the allowance of the caller's place; raise :class:`RefusedError` beyond it.

    A House's own people and Players are counted by name, so that nobody behind the same address uses up their
    allowance; visitors and the guests of a demonstration, who can have any number of names, by address.
    """
    venue: Venue = connection.app.state.venue
    session = connection.user
    named = session is not None and not venue.demonstration
    place = f"account {session.account}" if named else network(address_of(connection))
    wait = ceil(venue.allowance.take(place))
    if wait:
        word = "second" if wait == 1 else "seconds"
        told = f"{TOO_MANY} questions from one place: ask again in {wait} {word}"
        raise RefusedError(Refusal(Reason.MOMENT, told, ()), HTTP_429_TOO_MANY_REQUESTS, {"retry-after": str(wait)})


def known_cookie(connection: ASGIConnection[Any, Any, Any, Any], venue: Venue, account: str, *, secure: bool) -> Cookie:
    """Return the cookie of a browser in which a person has just signed in."""
    browser, marks = _read(connection)
    browser = browser or venue.credentials.entropy.draw(_BYTES).hex()
    own = _mark(venue.floor.keys.current, browser, account)
    kept = [own, *(one for one in marks if one != own)][:MOST_PEOPLE]
    return Cookie(
        key=COOKIE,
        value=".".join((browser, *kept)),
        httponly=True,
        samesite="strict",
        secure=secure,
        path="/api",
        max_age=DAYS * 86_400,
    )


def network(address: str) -> str:
    """Return an IPv4 address, or the network of an IPv6 address, of which a single household has many."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(found) >> 64 << 64)) if isinstance(found, IPv6Address) else address


def _read(connection: ASGIConnection[Any, Any, Any, Any]) -> tuple[str, list[str]]:
    """Return the browser's number and its marks; empty if the cookie has another form."""
    browser, *marks = connection.cookies.get(COOKIE, "").split(".")
    whole = len(browser) == 2 * _BYTES and browser.isascii() and browser.isalnum()
    return (browser, [one for one in marks[:MOST_PEOPLE] if one.isascii()]) if whole else ("", [])


def _is_marked(venue: Venue, browser: str, account: str, marks: list[str]) -> bool:
    """Return whether one of the marks is this person's: under the House's key, or one that it had before."""
    keys = venue.floor.keys
    own = [_mark(key, browser, account) for key in (keys.current, *keys.older)]
    return any(hmac.compare_digest(mine, one) for mine in own for one in marks)


def _mark(house: Key, browser: str, account: str) -> str:
    key = house.derived("known-place")
    return hmac.new(key, f"{browser} {account}".encode(errors="surrogatepass"), sha256).hexdigest()[:_MARK]

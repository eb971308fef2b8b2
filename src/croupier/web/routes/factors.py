"""A person's own second factor: set up, confirmed by a first code, and removed.

Each request bears the password, with or without a session: a person who must set up a factor before they may come in
has no session yet, and an open page does not prove that its user knows the password.
"""

import asyncio

import segno
from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Struct

from croupier.floor.house.second_factor import Asks
from croupier.play.refusal import Reason, Refusal
from croupier.web.acting.places import place_of
from croupier.web.acting.sessions import check_factor, check_password, end_others, needs_session, note_factor
from croupier.web.http.answers import RefusedError, SignedInRequest, VisitorRequest, factor_status, too_many
from croupier.web.routes import Here
from croupier.web.venue import Venue


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """The person who asks: a name, its password, and a code."""

    name: str
    password: str
    code: str = ""
    """A code of the factor so far; when a new one is confirmed, the first code that the device shows."""


class Device(Struct, frozen=True):
    """The secret for a device, shown this once."""

    secret: str
    picture: str
    """The secret as a QR code for a device that reads pictures: SVG in a data address."""


class Recovery(Struct, frozen=True):
    """Recovery codes for a lost device, each to be used once; shown this once."""

    codes: tuple[str, ...]


class FactorPage(Struct, frozen=True):
    """The state of a person's second factor."""

    asks: Asks
    has: bool
    needed: bool
    """True if the person's role cannot be entered without a second factor."""
    codes_left: int


class FactorsController(Controller):
    """The second factor of the signed-in person, or of a person at the sign-in."""

    path = "/api/factors"
    tags = ("session",)

    @get(guards=[needs_session], summary="How it stands with my second factor")
    async def mine(self, request: SignedInRequest, venue: Here) -> FactorPage:
        """Return whether the person has a factor, and how many recovery codes are left."""
        factors, session = venue.factors, request.user
        has = await asyncio.to_thread(factors.has, session.account)
        left = await asyncio.to_thread(factors.left, session.account) if has else 0
        return FactorPage(factors.rule.asks, has, factors.rule.needs(session.role), left)

    @post(summary="Set up a second factor", status_code=200)
    async def begin(self, request: VisitorRequest, venue: Here, data: JSONBody[Claim]) -> Device:
        """Begin a second factor, which counts once it is confirmed; until then the one before it is asked for."""
        await _theirs(request, venue, data)
        wrong = await check_factor(venue, data.name, data.code)
        if wrong is not None:
            raise RefusedError(wrong, factor_status(wrong) or too_many(wrong))
        made = await asyncio.to_thread(venue.factors.begin, data.name, venue.name)
        return Device(made.secret, segno.make(made.uri, error="m").svg_data_uri(scale=4, border=4, light="#fff"))

    @post("/confirm", summary="Confirm it with its first code", status_code=200)
    async def confirm(self, request: VisitorRequest, venue: Here, data: JSONBody[Claim]) -> Recovery:
        """Confirm a factor: its code is asked for from now on, and all other sessions of the account end."""
        await _theirs(request, venue, data)
        codes = await asyncio.to_thread(venue.factors.confirm, data.name, data.code)
        if isinstance(codes, Refusal):
            raise RefusedError(codes, too_many(codes))
        await note_factor(venue, data.name, data.name)
        # Older sessions were opened without the factor; the caller has just given the password and a code.
        request.app.state.hub.end_sessions(await end_others(venue, data.name, request.auth or ""))
        return Recovery(codes)

    @post("/remove", summary="Take it off", status_code=200)
    async def remove(self, request: VisitorRequest, venue: Here, data: JSONBody[Claim]) -> Recovery:
        """Remove the factor with one of its codes; refused if a role of the person needs it.

        A person who has lost both device and codes is reset by two people.
        """
        await _theirs(request, venue, data)
        house = venue.floor.house()
        account = None if house is None else house.accounts.get(data.name)
        if account is not None and any(venue.factors.rule.needs(role) for role in account.roles):
            raise RefusedError(Refusal(Reason.MOMENT, "A desk of yours needs a second factor: set up another", ()))
        wrong = await check_factor(venue, data.name, data.code)
        if wrong is not None:
            raise RefusedError(wrong, factor_status(wrong) or too_many(wrong))
        if await asyncio.to_thread(venue.factors.remove, data.name):
            await note_factor(venue, data.name, data.name)
        return Recovery(())


async def _theirs(request: VisitorRequest, venue: Venue, data: Claim) -> None:
    """Refuse a caller who does not know the password, and a house that has no use for second factors."""
    if venue.floor.house() is None:
        raise RefusedError(Refusal(Reason.ROLE, "This house keeps no accounts", ()))
    if venue.factors.rule.asks == "off":
        raise RefusedError(Refusal(Reason.MOMENT, "This house asks nobody for a second factor", ()))
    wrong = await check_password(venue, place_of(request, venue, data.name), data.name, data.password)
    if wrong is not None:
        raise RefusedError(wrong, too_many(wrong))

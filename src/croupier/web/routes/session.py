"""The session of a caller: signing in and out."""

import asyncio
from typing import Final

from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_428_PRECONDITION_REQUIRED
from msgspec import Struct

from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.acting.places import known_cookie, network, place_of
from croupier.web.acting.sessions import (
    COOKIE,
    GUEST_COOKIE,
    RENEW,
    address_of,
    change_pin,
    enter,
    enter_demonstration,
    needs_session,
    note_sign_out,
    session_cookie,
    token_of,
)
from croupier.web.http.answers import RefusedError, SignedInRequest, VisitorRequest, factor_status, too_many
from croupier.web.routes import Here
from croupier.web.topics.me import me_page
from croupier.web.wire import MePage

_STATUS: Final = {RENEW.sentence: HTTP_428_PRECONDITION_REQUIRED}
"""The status for a refusal that a page tells apart from a wrong name or password."""


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to sign in: empty for a guest of a demonstration; else a name, and a password if there are accounts."""

    name: str = ""
    password: str = ""
    role: Role = Role.PLAYER
    code: str = ""
    """The code of the second factor, or a recovery code for a lost device."""


class NewPin(Struct, frozen=True, forbid_unknown_fields=True):
    """A new PIN, and the password, so that nobody else chooses the PIN at an open page."""

    password: str
    pin: str


class Door(Struct, frozen=True):
    """The facts about the house that a visitor sees before signing in."""

    house: str
    demonstration: bool
    """True if every visitor may come in, under any name."""
    roles: tuple[Role, ...]
    """All roles in which a person may sign in."""


class SignedIn(Struct, frozen=True):
    """The person who is signed in. The token is for programs; a browser gets it as a cookie that no script can read."""

    me: MePage
    token: str


class SessionController(Controller):
    """The sign-in, the sign-out and the PIN of a person."""

    path = "/api/session"
    tags = ("session",)

    @get(summary="Who I am")
    async def who(self, request: VisitorRequest, venue: Here) -> MePage | None:
        """Return the account of this session; None if nobody is signed in, which is no error."""
        return None if request.user is None else me_page(venue, request.user)

    @get("/door", summary="What house this is", sync_to_thread=False)
    def door(self, venue: Here) -> Door:
        """Return the name and the roles of the house, for a visitor who is about to sign in."""
        return Door(venue.name, venue.demonstration, tuple(Role))

    @post(summary="Sign in, or come as a guest", status_code=201)
    async def sign_in(self, request: VisitorRequest, venue: Here, data: JSONBody[SignIn]) -> Response[SignedIn]:
        """Open a session."""
        if data.password or not venue.demonstration:
            place = place_of(request, venue, data.name)
            opened = await enter(venue, place, data.name, data.password, data.role, data.code)
        else:
            guest = request.cookies.get(GUEST_COOKIE, "")
            opened = await enter_demonstration(venue, data.name, data.role, guest, network(address_of(request)))
        if isinstance(opened, Refusal):
            raise RefusedError(opened, _STATUS.get(opened.sentence) or factor_status(opened) or too_many(opened))
        secure = request.url.scheme == "https"
        cookies = [known_cookie(request, venue, data.name, secure=secure)] if data.password else []
        cookies += [session_cookie(venue, opened, secure=secure)]
        if venue.demonstration and opened.session.role is Role.PLAYER:
            cookies.append(session_cookie(venue, opened, GUEST_COOKIE, secure=secure))
        return Response(SignedIn(me_page(venue, opened.session), opened.token), cookies=cookies)

    @post("/refill", guards=[needs_session], summary="More play money", status_code=200)
    async def refill(self, request: SignedInRequest, venue: Here) -> MePage:
        """Give a guest of a demonstration who has little left more play money."""
        venue.reveals.show_all(request.user.account)
        refused = await venue.refill(request.user)
        if refused is not None:
            raise RefusedError(refused)
        return me_page(venue, request.user)

    @post("/pin", guards=[needs_session], summary="Set my PIN for the tables", status_code=200)
    async def pin(self, request: SignedInRequest, venue: Here, data: JSONBody[NewPin]) -> MePage:
        """Set the PIN with which a Dealer signs on at a table, and a Player there consents to a staked wallet."""
        refused = await change_pin(
            venue, place_of(request, venue, request.user.account), request.user, data.password, data.pin
        )
        if refused is not None:
            raise RefusedError(refused, too_many(refused))
        return me_page(venue, request.user)

    @delete(guards=[needs_session], summary="Sign out", status_code=200)
    async def sign_out(self, request: SignedInRequest, venue: Here) -> Response[dict[str, bool]]:
        """End the session, on all its pages."""
        token, session = token_of(request), request.user
        ended = await asyncio.to_thread(venue.credentials.revoke, token)
        request.app.state.hub.end([token])
        await note_sign_out(venue, session)
        answer = Response({"ended": ended})
        answer.delete_cookie(COOKIE)
        return answer

"""The Dealer at a table: signing on with a PIN, handing over, and a Player's consent to the staking of their wallet.

A PIN is checked here and goes no further: the floor learns which Dealer signs on, under their own name.
"""

import asyncio

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier.floor.house.credentials import Opened, Session
from croupier.floor.values.requests import Accepted
from croupier.floor.values.requests import Request as Asked
from croupier.floor.values.table_duty import Consent, DutyCommand, HandOver, SignOn, Tray
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role, at_least, or_above
from croupier.web.acting.places import at_console
from croupier.web.acting.sessions import (
    check_pin,
    enter_at_table,
    needs_session,
    note_refusal,
    note_sign_out,
    session_cookie,
    token_of,
)
from croupier.web.http.answers import RefusedError, SignedInRequest, missing, too_many
from croupier.web.routes import Here
from croupier.web.routes.session import SignedIn
from croupier.web.topics.me import me_page
from croupier.web.venue import Venue
from croupier.web.wire import Answer


class SigningOn(Struct, frozen=True, forbid_unknown_fields=True):
    """A Dealer at a console. Where the House keeps no accounts, no Dealer has a PIN."""

    name: str
    pin: str = ""


class HandingOver(Struct, frozen=True, forbid_unknown_fields=True):
    """The Dealer who comes, with their PIN; the one who leaves is signed in at the console."""

    name: str
    pin: str = ""
    tray: Tray = "seen"
    note: str = ""


class Agreeing(Struct, frozen=True, forbid_unknown_fields=True):
    """A Player at a Dealer's table who gives consent with their PIN, or takes it back."""

    player: str
    pin: str
    given: bool = True


class DutyController(Controller):
    """The Dealer's signing on and off at a table, and consents given there."""

    path = "/api/tables/{table:str}"
    tags = ("dealing",)
    guards = (needs_session,)

    @post("/sign-on", summary="Sign on to deal at a table", status_code=200)
    async def sign_on(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[SigningOn]
    ) -> Response[SignedIn]:
        """Sign a Dealer on: the answer has their session, and the console's old session ends."""
        _at_console(venue, request.user, table)
        opened = _opened(await enter_at_table(venue, at_console(request), data.name, data.pin, table))
        await _told(venue, opened.session, table, SignOn(), opened.token)
        return await _theirs(request, venue, opened)

    @post("/hand-over", summary="Leave a table to another Dealer, between rounds", status_code=200)
    async def hand_over(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[HandingOver]
    ) -> Response[SignedIn]:
        """Hand a table over once the Dealer who comes has given their PIN; the leaving Dealer's session ends here."""
        _at_console(venue, request.user, table)
        opened = _opened(await enter_at_table(venue, at_console(request), data.name, data.pin, table))
        await _told(venue, request.user, table, HandOver(data.name, data.tray, data.note), opened.token)
        return await _theirs(request, venue, opened)

    @post("/consent", summary="Agree at the table that a Dealer stakes my wallet", status_code=200)
    async def consent(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[Agreeing]
    ) -> Answer:
        """Record a Player's consent, given with their PIN at the Dealer's console; their own page needs no PIN."""
        _at_console(venue, request.user, table)
        refused = await check_pin(venue, at_console(request), data.player, data.pin, table)
        if refused is not None:
            raise RefusedError(refused, too_many(refused))
        asked = Asked(f"table:{table}", data.player, Role.PLAYER, Consent(given=data.given))
        reply = await venue.desk.ask(asked)
        if not isinstance(reply, Accepted):
            raise RefusedError(reply)
        return Answer("consent", None, reply.repeated, reply.version)


def _at_console(venue: Venue, session: Session, table: str) -> None:
    if not venue.has_table(table):
        raise missing(f"There is no table {table[:40]}")
    if not at_least(session.role, Role.DEALER):
        raise RefusedError(Refusal(Reason.ROLE, f"Only {or_above(Role.DEALER)} may do this", ()))


def _opened(opened: Opened | Refusal) -> Opened:
    if isinstance(opened, Refusal):
        raise RefusedError(opened, too_many(opened))
    return opened


async def _told(venue: Venue, session: Session, table: str, command: DutyCommand, token: str) -> None:
    """Pass a command to the floor; a refusal is noted and raised, and ends the session that was opened for it."""
    reply = await venue.desk.ask(Asked(f"table:{table}", session.account, session.role, command))
    if not isinstance(reply, Accepted):
        await asyncio.to_thread(venue.credentials.revoke, token)
        await note_refusal(venue, session, f"table:{table}", command, reply)
        raise RefusedError(reply)


async def _theirs(request: SignedInRequest, venue: Venue, opened: Opened) -> Response[SignedIn]:
    """Return the new Dealer's session for the console, and end the session that was open there."""
    token = token_of(request)
    await asyncio.to_thread(venue.credentials.revoke, token)
    request.app.state.hub.end([token])
    await note_sign_out(venue, request.user)
    cookie = session_cookie(venue, opened, secure=request.url.scheme == "https")
    return Response(SignedIn(me_page(venue, opened.session), opened.token), cookies=[cookie])

"""Passwords from the pages: a person's own, and one-time codes for new accounts and after a reset by two."""

import asyncio

from litestar import Controller, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier.floor.house.taking_over import book_of
from croupier.floor.values.door import NotePasskeyGone
from croupier.floor.values.house import ChangePassword, IssueCode
from croupier.floor.values.requests import Request as Asked
from croupier.play.refusal import Reason, Refusal
from croupier.web.acting.places import place_of
from croupier.web.acting.sessions import check_factor, check_password, needs_session, note, note_factor, note_password
from croupier.web.http.answers import RefusedError, SignedInRequest, VisitorRequest, factor_status, too_many
from croupier.web.routes import Here


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A name, the password or code so far, and the new password."""

    name: str
    password: str
    new: str
    code: str = ""
    """The code of the second factor, if the person has one."""


class Changed(Struct, frozen=True):
    """The account whose password was changed."""

    account: str


class Code(Struct, frozen=True):
    """A one-time code, shown this once; the store has only its hash."""

    account: str
    code: str


class PasswordsController(Controller):
    """The choice of passwords."""

    path = "/api/passwords"
    tags = ("session",)

    @post(summary="Choose a new password", status_code=200)
    async def change(self, request: VisitorRequest, venue: Here, data: JSONBody[NewPassword]) -> Changed:
        """Replace a password with a new one, for a caller who knows the old one; all sessions of the account end."""
        house = venue.floor.house()
        if house is None:
            raise RefusedError(Refusal(Reason.ROLE, "This house keeps no accounts", ()))
        wrong = await check_password(venue, place_of(request, venue, data.name), data.name, data.password)
        wrong = wrong or await check_factor(venue, data.name, data.code)
        if wrong is not None:
            raise RefusedError(wrong, factor_status(wrong) or too_many(wrong))
        if data.new == data.password:
            raise RefusedError(Refusal(Reason.FACT, "The new password must be another one", ()))
        refused = await asyncio.to_thread(venue.credentials.set_password, data.name, data.new)
        if refused is None:
            request.app.state.hub.end_account(data.name)
        account = house.accounts.get(data.name)
        if refused is not None or account is None:
            raise RefusedError(refused or Refusal(Reason.FACT, f"There is no account {data.name[:40]}", ()))
        reply = await venue.desk.ask(Asked("house", account.name, account.roles[0], ChangePassword(account.name)))
        if isinstance(reply, Refusal):
            raise RefusedError(reply)
        await note_password(venue, account.name, account.name)
        return Changed(account.name)

    @post("/{name:str}/code", guards=[needs_session], summary="A code for somebody without a password", status_code=200)
    async def code(self, request: SignedInRequest, venue: Here, name: FromPath[str]) -> Code:
        """Issue a code for a new account, or after two people have signed for a reset; it chooses one password."""
        known = await asyncio.to_thread(venue.credentials.holders)
        first = name not in known and not venue.credentials.recorded(name, "password")
        session = request.user
        reply = await venue.desk.ask(Asked("house", session.account, session.role, IssueCode(name, first)))
        if isinstance(reply, Refusal):
            raise RefusedError(reply)
        code = venue.credentials.new_code()
        refused = await asyncio.to_thread(venue.credentials.set_password, name, code)
        if refused is not None:
            raise RefusedError(refused)
        request.app.state.hub.end_account(name)
        await note_password(venue, name, session.account)
        # A reset by two people covers the lost device too: the person sets up another.
        if await asyncio.to_thread(venue.factors.remove, name):
            await note_factor(venue, name, session.account)
        if not first and name in book_of(venue.floor).passkeys:
            await note(venue, NotePasskeyGone(name))
        return Code(name, code)

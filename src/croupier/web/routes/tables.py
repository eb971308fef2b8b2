"""Tables over HTTP: pages and acts for programs without a socket."""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_403_FORBIDDEN
from msgspec import Struct

from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.acting.acts import act, begins
from croupier.web.acting.sessions import needs_session
from croupier.web.http.answers import RefusedError, SignedInRequest, missing
from croupier.web.live.hub import hinted, stream_of
from croupier.web.routes import Here
from croupier.web.topics.finding import find_topic
from croupier.web.topics.lobby import lobby_page
from croupier.web.venue import Venue
from croupier.web.wire import Answer, BankedPage, LobbyPage, RoomPage, SignedBy


class Acts(Struct, frozen=True, forbid_unknown_fields=True):
    """Commands in order, such as ``{"type": "Look", "box": 1}``: one act, of which all happens or nothing."""

    key: str
    """The idempotency key, chosen by the caller: the same when the request is sent again."""
    commands: tuple[dict[str, Any], ...]
    version: int | None = None
    """The version of the stream that the caller saw; if it has moved on, the request is refused."""
    moment: str = ""
    """The moment of play that the caller saw, as ``face.moment`` of the table's page has it, or its round alone.

    A Player's acts of a round need it: they are refused at another moment, and change nothing.
    """
    signed: SignedBy | None = None
    """The signature of the person's passkey, for an act that was answered ``sign``."""


class Hinted(Struct, frozen=True, forbid_unknown_fields=True):
    """A hint for the automatic Dealer (sit, stand, ready, next) or for a round's end (show_all, calm, lively)."""

    hint: str
    box: int | None = None


class TablesController(Controller):
    """Tables, and all other streams that take commands."""

    path = "/api"
    tags = ("tables",)
    guards = (needs_session,)

    @get("/tables", summary="All tables")
    async def tables(self, request: SignedInRequest, venue: Here) -> LobbyPage:
        """Return the lobby."""
        return lobby_page(venue, request.user)

    @get("/tables/{table:str}", summary="A table, as I may see it")
    async def table(self, request: SignedInRequest, venue: Here, table: FromPath[str]) -> BankedPage | RoomPage:
        """Return the cards and wagers on the table as the caller may see them, and the acts that the caller may do."""
        topic = find_topic(venue, request.user, f"table:{table}")
        if isinstance(topic, Refusal):
            raise missing(topic.sentence)
        _visit(request, table)
        page: BankedPage | RoomPage = topic.page(venue, request.user)
        return page

    @post("/tables/{table:str}/acts", summary="Act at a table", status_code=200)
    async def act(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[Acts]
    ) -> Response[Answer]:
        """Return the result of an act, after its commit. A refusal says why, and under which paragraph."""
        return await _acted(request, venue, f"table:{table}", data)

    @post("/tables/{table:str}/hints", summary="Sit, stand, or be ready", status_code=200)
    async def hint(self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[Hinted]) -> Answer:
        """Take a hint for the automatic Dealer; no document mentions hints."""
        if not venue.has_table(table):
            raise missing(f"There is no table {table[:40]}")
        _visit(request, table)
        refused = hinted(venue, request.user, table, data.hint, data.box)
        if refused is not None:
            raise RefusedError(refused)
        return Answer(data.hint)

    @post("/streams/{stream:str}/acts", summary="Act on a jackpot link, the cage or the accounts", status_code=200)
    async def act_elsewhere(
        self, request: SignedInRequest, venue: Here, stream: FromPath[str], data: JSONBody[Acts]
    ) -> Response[Answer]:
        """Return the result of an act on ``link:NAME``, ``cage`` or ``house``, after its commit."""
        return await _acted(request, venue, stream_of(stream), data)


def _visit(request: SignedInRequest, table: str) -> None:
    if request.user.role is Role.PLAYER:
        request.app.state.visits.touch(table, request.user.account)


async def _acted(request: SignedInRequest, venue: Venue, stream: str, data: Acts) -> Response[Answer]:
    if stream not in venue.floor.streams and not begins(stream, data.commands):
        raise missing(Refusal(Reason.FACT, f"There is nothing called {stream[:80]!r} on the floor", ()).sentence)
    given = (data.key, data.commands, data.version, data.moment, data.signed)
    answer = await act(venue, request.user, stream, *given)
    if answer.sign is not None:
        return Response(answer, status_code=HTTP_403_FORBIDDEN)
    if answer.refused is not None:
        raise RefusedError(answer.refused)
    return Response(answer)

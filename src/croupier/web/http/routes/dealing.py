"""What the Dealer's console asks besides its page: wagers for Players, rulings before they are reported, reports."""

from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct

from croupier.floor.people.credentials import Session
from croupier.floor.people.permissions import allowed
from croupier.floor.requests import Accepted
from croupier.floor.requests import Request as Asked
from croupier.floor.tables.kinds import BankedTable, RoomTable, TableState
from croupier.floor.tables.table import PlayBanked, PlayRoom
from croupier.play.banked.betting import is_name
from croupier.play.banked.commands import PlaceWager, Report
from croupier.play.banked.options import Stake, TakeBack, options
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room_commands
from croupier.play.viewer import Viewer
from croupier.rules.terms import Role, WagerName, at_least, or_above
from croupier.web.desks.dealer.reporting import command_of, completed, preview
from croupier.web.http.acts import LONGEST_KEY
from croupier.web.http.routes import Here
from croupier.web.http.routes.answers import RefusedError, missing
from croupier.web.http.sessions import needs_session
from croupier.web.live.wire import Answer
from croupier.web.live.wire.dealer import ReportAsked, RulingPreview, StakesFor, StandIn
from croupier.web.venue import Venue


class RulingAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A question: what would be ruled on this?"""

    report: ReportAsked


class Reported(Struct, frozen=True, forbid_unknown_fields=True):
    """A report that this has happened."""

    key: str
    """Chosen by the caller, and the same when the request is sent again, so that nothing is done twice."""
    report: ReportAsked
    version: int | None = None
    """The version of the stream that the caller saw; if it has moved on, the request is refused."""


class ConsoleAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to deal a table of a demonstration."""

    take_over: bool
    """Whether I do from now on; otherwise the demonstration's Dealer does."""


class DealingController(Controller):
    """A Dealer's work at a table."""

    path = "/api/tables/{table:str}"
    tags = ("dealing",)
    guards = (needs_session,)

    @get("/stakes", summary="What may be wagered for a Player")
    async def stakes(
        self,
        request: Request[Session, str, Any],
        venue: Here,
        table: FromPath[str],
        player: Annotated[str, QueryParameter(min_length=1, max_length=60)],
    ) -> StakesFor:
        """The areas that accept somebody's chips, with the least, the most and the step of each."""
        state = _table(venue, table)
        _may(request.user, PlayBanked(PlaceWager(1, WagerName.ANTE, 0)))
        if not at_least(request.user.role, Role.DEALER):
            raise RefusedError(Refusal(Reason.ROLE, f"Only {or_above(Role.DEALER)} may do this", ()))
        if not is_name(player):
            raise RefusedError(Refusal(Reason.FACT, f"{player[:40]!r} is not a Player's name", ()))
        if not isinstance(state, BankedTable) or not state.info.open:
            return StakesFor(player, (), ())
        found = options(state.game, state.engine, Viewer(request.user.role, player))
        return StakesFor(
            player,
            tuple(one for one in found if isinstance(one, Stake)),
            tuple(one for one in found if isinstance(one, TakeBack)),
        )

    @post("/rulings", summary="What would be ruled, if this were reported now", status_code=200)
    async def ruling(
        self, request: Request[Session, str, Any], venue: Here, table: FromPath[str], data: JSONBody[RulingAsked]
    ) -> RulingPreview:
        """The ruling with the money that it would move; asking changes nothing."""
        state = _table(venue, table)
        _may_report(request.user, state)
        session = request.user
        link = venue.floor.link(state.info.link) if state.info.link else None
        answer = preview(state, link, session.account, session.role, data.report, venue.floor.now())
        if isinstance(answer, Refusal):
            raise RefusedError(answer)
        return answer

    @post("/reports", summary="Report an irregularity", status_code=200)
    async def report(
        self, request: Request[Session, str, Any], venue: Here, table: FromPath[str], data: JSONBody[Reported]
    ) -> Answer:
        """The same as the Report command; cards that are face down are named by their places."""
        state = _table(venue, table)
        session = request.user
        _may_report(session, state)
        if not 0 < len(data.key) <= LONGEST_KEY or not data.key.isprintable():
            raise RefusedError(Refusal(Reason.FACT, f"key: must be 1 to {LONGEST_KEY} printable characters", ()))
        made = completed(state, data.report)
        if isinstance(made, Refusal):
            raise RefusedError(made)
        command = command_of(made)
        asked = Asked(f"table:{table}", session.account, session.role, command, data.key, data.version)
        reply = await venue.desk.ask(asked)
        if not isinstance(reply, Accepted):
            raise RefusedError(reply)
        return Answer(data.key, None, reply.repeated, reply.version)

    @post("/console", summary="Take a table over from the demonstration's Dealer, or hand it back", status_code=200)
    async def console(
        self, request: Request[Session, str, Any], venue: Here, table: FromPath[str], data: JSONBody[ConsoleAsked]
    ) -> StandIn:
        """Answered when all that the Dealer had begun is done: the table goes on from where it stands then."""
        _table(venue, table)
        session, dealers = request.user, venue.dealers
        if not at_least(session.role, Role.DEALER):
            raise RefusedError(Refusal(Reason.ROLE, f"Only {or_above(Role.DEALER)} may do this", ()))
        name = dealers.stands_in(table) if dealers is not None else ""
        if dealers is None or not name:
            raise RefusedError(Refusal(Reason.MOMENT, "No Dealer of the demonstration deals at this table", ()))
        if data.take_over:
            await dealers.take_over(table, session.account)
        else:
            dealers.hand_back(table)
        return StandIn(name, not dealers.yielded(table))


def _table(venue: Venue, table: str) -> TableState:
    if not venue.has_table(table):
        raise missing(f"There is no table {table[:40]}")
    return venue.floor.table(table)


def _may(session: Session, command: PlayBanked | PlayRoom) -> None:
    refused = allowed(session.role, command)
    if refused is not None:
        raise RefusedError(refused)


def _may_report(session: Session, state: TableState) -> None:
    poker = isinstance(state, RoomTable)
    _may(session, PlayRoom(room_commands.Report("not_covered")) if poker else PlayBanked(Report("not_covered")))

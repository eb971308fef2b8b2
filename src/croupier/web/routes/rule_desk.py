"""The rule desk over HTTP: rulings asked for by staff, of a document or of a table. Asking changes nothing."""

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from croupier.floor.deciding.permissions import allowed
from croupier.floor.house.credentials import Session
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_kinds import TableState
from croupier.play.banked.commands import Report
from croupier.play.refusal import Refusal
from croupier.rulebooks import UnknownGameError, load
from croupier.rules.game import Game
from croupier.web.acting.sessions import needs_session
from croupier.web.desks.study.rule_desk import desk_answer, desk_page, desk_search
from croupier.web.http.answers import RefusedError, SignedInRequest, missing
from croupier.web.routes import Here
from croupier.web.venue import Venue
from croupier.web.views.names import all_called
from croupier.web.wire.rule_desk import DeskAnswer, DeskAsked, DeskPage, DeskSearch


class RuleDeskController(Controller):
    """Rulings for a pit: searched in plain words, with steps, signers and the money of each box."""

    path = "/api/rule-desk"
    tags = ("rules",)
    guards = (needs_session,)

    @get(summary="What the rule desk can be asked")
    async def page(self, request: SignedInRequest, venue: Here) -> DeskPage:
        """Return the documents with their irregularities, the tables of the house, and the stages of a round."""
        _staff(request.user)
        return desk_page((title, venue.floor.table(name)) for name, title in all_called(venue.floor).items())

    @get("/{game:str}/search", summary="Find an irregularity in words of the floor")
    async def search(
        self,
        request: SignedInRequest,
        game: FromPath[str],
        words: Annotated[str, QueryParameter(min_length=1, max_length=120)],
    ) -> DeskSearch:
        """Return the irregularities that the words may mean, best match first, each with how the words were read."""
        _staff(request.user)
        return desk_search(_game(game), words)

    @post(summary="What is ruled on this", status_code=200)
    async def answer(self, request: SignedInRequest, venue: Here, data: JSONBody[DeskAsked]) -> DeskAnswer:
        """Return the facts that decide a case, and the ruling with its steps once they are known.

        A table answers from its own state, and names no card.
        """
        _staff(request.user)
        state = _table(venue, data.table) if data.table else None
        game = _game(data.game) if state is None else state.game
        link = venue.floor.link(state.info.link) if state is not None and state.info.link else None
        answer = desk_answer(game, state, link, data, venue.documents.get(game.document.rulebook))
        if isinstance(answer, Refusal):
            raise RefusedError(answer)
        return answer


def _staff(session: Session) -> None:
    """Refuse a person who may not report at a table."""
    refused = allowed(session.role, PlayBanked(Report("not_covered")))
    if refused is not None:
        raise RefusedError(refused)


def _game(name: str) -> Game:
    try:
        return load(name)
    except UnknownGameError as wrong:
        raise missing(str(wrong.args[0])) from None


def _table(venue: Venue, name: str) -> TableState:
    if not venue.has_table(name):
        raise missing(f"There is no table {name[:40]}")
    return venue.floor.table(name)

"""Exact odds over HTTP: a game's figures, its PAR sheet, and advice on one's own hand."""

import asyncio
from functools import partial

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_202_ACCEPTED, HTTP_503_SERVICE_UNAVAILABLE

from croupier.floor.deciding.permissions import Query
from croupier.notation.problem import InputError
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame
from croupier.web.acting.places import spares
from croupier.web.acting.sessions import may_ask, needs_session, viewer_of
from croupier.web.desks.study.advising import answer, question
from croupier.web.desks.study.counting import COUNTS, FAILED, PAR_FORMS, READY, board_page, par_file
from croupier.web.desks.study.documents import banked_game_of
from croupier.web.desks.study.sharing import room_game_of, shares_page
from croupier.web.http.answers import Problem, RefusedError, SignedInRequest, missing
from croupier.web.routes import Here
from croupier.web.wire.records import AdvicePage, BoardPage, OddsPage, SharesPage

BEING_COUNTED = "The odds of this game are being counted"
NOT_COUNTED = "The odds of this game could not be counted here"


class OddsController(Controller):
    """The games' exact odds. Every visitor may read them; only the Player of a hand is advised on it."""

    path = "/api"
    tags = ("odds",)

    @get("/odds/{game:str}", guards=[spares], summary="A game's exact odds")
    async def odds(self, game: FromPath[str]) -> Response[OddsPage] | Response[Problem]:
        """Return a game's odds, with every combination counted.

        The first request for a game starts the count; until it is done the answer is 202.
        """
        house = await covered(game)
        waits = _waits(house, HTTP_202_ACCEPTED)
        return waits if waits is not None else Response(COUNTS.page(house))

    @get(
        "/tables/{table:str}/boxes/{box:int}/advice",
        guards=[needs_session],
        summary="What the exact odds say about my hand",
    )
    async def advice(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], box: FromPath[int]
    ) -> Response[AdvicePage] | Response[Problem]:
        """Return the value of each decision by the cards that the caller sees; refuse where there is none to make."""
        refused = may_ask(request.user, Query.TABLE)
        if refused is not None:
            raise RefusedError(refused)
        kept = venue.floor.streams.get(f"table:{table}")
        if kept is None:
            raise missing(f"There is no table {table[:40]}")
        asked = question(kept.state, kept.version, box, viewer_of(request.user))
        if isinstance(asked, Refusal):
            raise RefusedError(asked, 409)
        await check_covered(asked.game)
        waits = _waits(asked.game, HTTP_202_ACCEPTED)
        return waits if waits is not None else Response(await asyncio.to_thread(partial(answer, asked)))

    @get("/odds/{game:str}/board", guards=[spares], summary="Perfect play on a board")
    async def board(self, game: FromPath[str], cards: FromQuery[str]) -> Response[BoardPage] | Response[Problem]:
        """Return the values of all 169 starting hands with three or four Community Cards, such as ``5c 3h 2s``."""
        house = await covered(game)
        waits = _waits(house, HTTP_202_ACCEPTED)
        if waits is not None:
            return waits
        try:
            return Response(await asyncio.to_thread(partial(board_page, house, cards)))
        except InputError as wrong:
            raise RefusedError(Refusal(Reason.FACT, str(wrong), ())) from None

    @get("/odds/{game:str}/shares", guards=[spares], summary="How much of a pot open hands win")
    async def shares(
        self, game: FromPath[str], hands: FromQuery[str], board: FromQuery[str] = ""
    ) -> Response[SharesPage] | Response[Problem]:
        """Return the shares of a pot, with every run of the cards to come counted.

        Hands are given as ``QcQh,AsJs``, on a board such as ``Qd9s4s2h``. No other cards are known here, so the answer
        tells nothing of any table.
        """
        room = room_game_of(game)
        if room is None:
            raise missing(f"No shares are counted for {game[:60]!r}")
        try:
            return Response(await asyncio.to_thread(partial(shares_page, room, hands, board)))
        except InputError as wrong:
            raise RefusedError(Refusal(Reason.FACT, str(wrong), ())) from None

    @get("/odds/{game:str}/{file:str}", guards=[spares], summary="The PAR sheet")
    async def par(
        self, game: FromPath[str], file: FromPath[str], pay: FromQuery[list[str] | None] = None
    ) -> Response[bytes] | Response[Problem]:
        """Return the PAR sheet: ``par.html`` to read, ``par.pdf`` to print, ``par.xlsx`` to calculate with.

        ``pay`` has rows such as ``bet.flush=7`` for the game with other pays.
        """
        name, _, form = file.partition(".")
        if name != "par" or form not in PAR_FORMS:
            raise missing("There is nothing here")
        house = await covered(game)
        waits = _waits(house)
        if waits is not None:
            return waits
        try:
            content = await asyncio.to_thread(partial(par_file, house.document.rulebook, form, tuple(pay or ())))
        except InputError as wrong:
            raise RefusedError(Refusal(Reason.FACT, str(wrong).removeprefix("--pay").strip(" :,"), ())) from None
        shown = "inline" if form == "html" else "attachment"
        headers = {"content-disposition": f'{shown}; filename="{game}-par.{form}"'}
        if form == "html":  # a single page with its own style, which may do nothing else
            headers["content-security-policy"] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        return Response(content, media_type=PAR_FORMS[form], headers=headers)


async def covered(name: str) -> BankedGame:
    """Return a game by its name, which means the version in force, or by its rulebook's.

    Raises 404 with a sentence for a game without odds: not played against the House, or covered by no solver.
    """
    game = banked_game_of(name)
    if game is None:
        raise missing(f"There are no odds for {name[:60]!r}: it is not played against the House")
    await check_covered(game)
    return game


async def check_covered(game: BankedGame) -> None:
    """Raise 404 with a sentence for a game that no solver covers."""
    sentence = await asyncio.to_thread(partial(COUNTS.why_not, game))
    if sentence:
        raise missing(sentence)


def _waits(game: BankedGame, counting: int = HTTP_503_SERVICE_UNAVAILABLE) -> Response[Problem] | None:
    """Return the answer while a game has no odds, with the status ``counting`` while they are being counted."""
    state = COUNTS.state(game)
    if state == READY:
        return None
    sentence = NOT_COUNTED if state == FAILED else BEING_COUNTED
    headers = {} if state == FAILED else {"retry-after": "2"}
    problem = Problem(Reason.MOMENT.value, sentence)
    status = HTTP_503_SERVICE_UNAVAILABLE if state == FAILED else counting
    return Response(problem, status_code=status, headers=headers)

"""The pay-table designer over HTTP: a game's pay tables, and the exact odds with other numbers in them."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED, HTTP_429_TOO_MANY_REQUESTS

from croupier.floor.deciding.permissions import Query
from croupier.floor.house.credentials import Session
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import MOST, Cents
from croupier.notation.problem import InputError
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.web.acting.sessions import may_ask, needs_session
from croupier.web.desks.study.counting import COUNTS, FAILED, READY
from croupier.web.http.answers import RefusedError, SignedInRequest
from croupier.web.routes import Here
from croupier.web.routes.odds import covered
from croupier.web.venue import Venue
from croupier.web.wire.designer import (
    BeingCounted,
    CurveAsked,
    CurvePage,
    DesignPage,
    SearchAsked,
    SearchPage,
    WhatIfAsked,
    WhatIfPage,
)

BEING_COUNTED: Final = "The deals of this game are being counted"
NOT_COUNTED: Final = "The deals of this game could not be counted here"

T = TypeVar("T")
_thread: Final = ThreadPoolExecutor(1, "designer")
"""A thread for the designer: solved games are cached in the process, and two questions at once would only be slower."""
_OPTION: Final = re.compile("^--(?=[a-z])(pay)?")
"""The option that begins a sentence of the command line: a page has fields and no options."""
MOST_OF_ONE: Final = 4
"""The most pending questions of one visitor: a page asks one at a time."""
MOST_OF_ALL: Final = 40
BUSY: Final = "The designer is busy: ask again when your last answers have arrived"
_waiting: Final[Counter[str]] = Counter()
"""The number of pending questions by account."""


class DesigningController(Controller):
    """The pay-table designer; every role that may see the meters may use it, because it changes nothing."""

    path = "/api/odds/{game:str}"
    tags = ("odds",)
    guards = (needs_session,)

    @get("/design", summary="The pay tables of a game, and the range of each row")
    async def design(self, request: SignedInRequest, venue: Here, game: FromPath[str]) -> DesignPage:
        """Return the pay tables as the rulebook has them."""
        _permitted(request)
        house = await covered(game)
        return await _apart(partial(_page, house, *_jackpot(venue, request.user, house)))

    @post("/what-if", summary="The exact odds with other numbers in the pay tables", status_code=HTTP_200_OK)
    async def what_if(
        self, request: SignedInRequest, venue: Here, game: FromPath[str], data: JSONBody[WhatIfAsked]
    ) -> Response[WhatIfPage] | Response[BeingCounted]:
        """Return the exact odds, with every combination counted; 202 while the deals are still being counted."""
        from croupier.web.desks.study import designs

        _permitted(request)
        house = await covered(game)
        wager, meter = _jackpot(venue, request.user, house, data.meter)
        waits = _waits(house)
        if waits is not None:
            return waits

        def work() -> WhatIfPage:
            page = _page(house, wager, meter)
            return designs.what_if(house, page, designs.read_pay(page, data.pay), meter)

        return Response(await _answered(request.user, work))

    @post("/curve", summary="A house edge as one row moves", status_code=HTTP_200_OK)
    async def curve(
        self, request: SignedInRequest, venue: Here, game: FromPath[str], data: JSONBody[CurveAsked]
    ) -> Response[CurvePage] | Response[BeingCounted]:
        """Return the house edge for values of one row from its least to its most, with the other rows as requested."""
        from croupier.web.desks.study import designs

        _permitted(request)
        house = await covered(game)
        wager, meter = _jackpot(venue, request.user, house, data.meter)
        waits = _waits(house)
        if waits is not None:
            return waits

        def work() -> CurvePage:
            page = _page(house, wager, meter)
            changes = designs.read_pay(page, data.pay)
            if not any(row.key == data.line for group in page.groups for row in group.rows):
                raise InputError(f"{data.line[:60]!r} is not a row of {house.name}")
            return designs.curve(house, page, changes, data.line, meter)

        return Response(await _answered(request.user, work))

    @post("/search", summary="Pay tables that come to a wanted house edge", status_code=HTTP_200_OK)
    async def search(
        self, request: SignedInRequest, game: FromPath[str], data: JSONBody[SearchAsked]
    ) -> Response[SearchPage] | Response[BeingCounted]:
        """Return a front of designs, each solved exactly; rows that may move are given as ``bet.flush=4..7``."""
        from croupier.web.desks.study import designs

        _permitted(request)
        house = await covered(game)
        waits = _waits(house)
        if waits is not None:
            return waits
        return Response(await _answered(request.user, partial(designs.searched, house, data)))


def _permitted(request: SignedInRequest) -> None:
    refused = may_ask(request.user, Query.METERS)
    if refused is not None:
        raise RefusedError(refused)


def _jackpot(venue: Venue, session: Session, game: BankedGame, asked: Cents | None = None) -> tuple[Cents, Cents]:
    """Return the jackpot wager and the meter of a game in this house; the usual ones if it is not played here."""
    if asked is not None and not 0 <= asked <= MOST:
        raise RefusedError(Refusal(Reason.FACT, f"meter: must be from 0 to {MOST}", ()))
    tables = [venue.floor.table(name) for name in venue.floor.tables()]
    first = next((one.info.link for one in tables if isinstance(one, BankedTable) and one.info.game == game.name), "")
    if not first:
        return BankedPolicy().jackpot_wager, BankedPolicy().seed if asked is None else asked
    link = venue.reveals.link(first, session)
    return link.wager, link.shown if asked is None else asked


def _page(game: BankedGame, wager: Cents, meter: Cents) -> DesignPage:
    """Return the designer's page of a game. Importing the odds takes a moment the first time: call it in the thread."""
    from croupier.web.desks.study import designs

    return designs.design_page(game, wager, meter)


def _waits(game: BankedGame) -> Response[BeingCounted] | None:
    """Return the answer while a game's deals are not counted; None once they are."""
    state = COUNTS.state(game)
    if state == READY:
        return None
    if state == FAILED:
        raise RefusedError(Refusal(Reason.MOMENT, NOT_COUNTED, ()))
    return Response(BeingCounted(BEING_COUNTED), status_code=HTTP_202_ACCEPTED, headers={"retry-after": "1"})


async def _apart(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_thread, work)


async def _answered(session: Session, work: Callable[[], T]) -> T:
    """Run a question in the thread; refuse impossible values with a sentence, and a visitor with too many questions."""
    who = session.account
    if _waiting[who] >= MOST_OF_ONE or _waiting.total() >= MOST_OF_ALL:
        raise RefusedError(Refusal(Reason.MOMENT, BUSY, ()), HTTP_429_TOO_MANY_REQUESTS)
    _waiting[who] += 1
    try:
        return await _apart(work)
    except InputError as wrong:
        sentence = _OPTION.sub("", str(wrong)).strip(" :,")
        raise RefusedError(Refusal(Reason.FACT, sentence, ())) from None
    finally:
        _waiting[who] -= 1
        if not _waiting[who]:
            del _waiting[who]

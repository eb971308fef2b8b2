"""The pay-table designer over HTTP: a game's pay tables, and the exact odds with other numbers in them."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED, HTTP_429_TOO_MANY_REQUESTS

from croupier.floor.people.credentials import Session
from croupier.floor.people.permissions import Query
from croupier.floor.tables.kinds import BankedTable
from croupier.money import MOST, Cents
from croupier.notation.problem import InputError
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.web.desks.study.counting import COUNTS, FAILED, READY
from croupier.web.http.routes import Here
from croupier.web.http.routes.answers import RefusedError
from croupier.web.http.routes.odds import covered
from croupier.web.http.sessions import may_ask, needs_session
from croupier.web.live.wire.designer import (
    BeingCounted,
    CurveAsked,
    CurvePage,
    DesignPage,
    SearchAsked,
    SearchPage,
    WhatIfAsked,
    WhatIfPage,
)
from croupier.web.venue import Venue

BEING_COUNTED: Final = "The deals of this game are being counted"
NOT_COUNTED: Final = "The deals of this game could not be counted here"

T = TypeVar("T")
_thread: Final = ThreadPoolExecutor(1, "designer")
"""One question after the other: solved games are cached in the process, and two at once would only be slower."""
_OPTION: Final = re.compile("^--(?=[a-z])(pay)?")
"""What a sentence begins with on the command line: a page has fields and no options."""
MOST_OF_ONE: Final = 4
"""The most pending questions of one visitor: a page asks one at a time."""
MOST_OF_ALL: Final = 40
BUSY: Final = "The designer is busy: ask again when your last answers have arrived"
_waiting: Final[Counter[str]] = Counter()
"""By account, the pending questions."""


class DesigningController(Controller):
    """What would happen with another pay table. Open to everybody signed in, because it changes nothing."""

    path = "/api/odds/{game:str}"
    tags = ("odds",)
    guards = (needs_session,)

    @get("/design", summary="The pay tables of a game, and the range of each row")
    async def design(self, request: Request[Session, str, Any], venue: Here, game: FromPath[str]) -> DesignPage:
        """Every row is from the rulebook itself."""
        _permitted(request)
        house = await covered(game)
        return await _apart(partial(_page, house, *_jackpot(venue, request.user, house)))

    @post("/what-if", summary="The exact odds with other numbers in the pay tables", status_code=HTTP_200_OK)
    async def what_if(
        self, request: Request[Session, str, Any], venue: Here, game: FromPath[str], data: JSONBody[WhatIfAsked]
    ) -> Response[WhatIfPage] | Response[BeingCounted]:
        """Every combination counted. The answer is 202 while the deals are being counted: ask again in a moment."""
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
        self, request: Request[Session, str, Any], venue: Here, game: FromPath[str], data: JSONBody[CurveAsked]
    ) -> Response[CurvePage] | Response[BeingCounted]:
        """Some numbers from its least to its most, everything else as requested."""
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
        self, request: Request[Session, str, Any], game: FromPath[str], data: JSONBody[SearchAsked]
    ) -> Response[SearchPage] | Response[BeingCounted]:
        """A front to choose from, each design solved exactly; what may move is written as ``bet.flush=4..7``."""
        from croupier.web.desks.study import designs

        _permitted(request)
        house = await covered(game)
        waits = _waits(house)
        if waits is not None:
            return waits
        return Response(await _answered(request.user, partial(designs.searched, house, data)))


def _permitted(request: Request[Session, str, Any]) -> None:
    refused = may_ask(request.user, Query.METERS)
    if refused is not None:
        raise RefusedError(refused)


def _jackpot(venue: Venue, session: Session, game: BankedGame, asked: Cents | None = None) -> tuple[Cents, Cents]:
    """The jackpot wager and the meter of a game in this house; the usual ones if it is not played here."""
    if asked is not None and not 0 <= asked <= MOST:
        raise RefusedError(Refusal(Reason.FACT, f"meter: must be from 0 to {MOST}", ()))
    tables = [venue.floor.table(name) for name in venue.floor.tables()]
    first = next((one.info.link for one in tables if isinstance(one, BankedTable) and one.info.game == game.name), "")
    if not first:
        return BankedPolicy().jackpot_wager, BankedPolicy().seed if asked is None else asked
    link = venue.reveals.link(first, session)
    return link.wager, link.shown if asked is None else asked


def _page(game: BankedGame, wager: Cents, meter: Cents) -> DesignPage:
    """Importing the odds takes a moment the first time, so this runs in the thread too."""
    from croupier.web.desks.study import designs

    return designs.design_page(game, wager, meter)


def _waits(game: BankedGame) -> Response[BeingCounted] | None:
    """The answer while there are no counts."""
    state = COUNTS.state(game)
    if state == READY:
        return None
    if state == FAILED:
        raise RefusedError(Refusal(Reason.MOMENT, NOT_COUNTED, ()))
    return Response(BeingCounted(BEING_COUNTED), status_code=HTTP_202_ACCEPTED, headers={"retry-after": "1"})


async def _apart(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_thread, work)


async def _answered(session: Session, work: Callable[[], T]) -> T:
    """Refuse impossible values with a sentence, and visitors with so many questions that others would have to wait."""
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

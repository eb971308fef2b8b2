"""The books over HTTP: the report of a shift or a gaming day, as a page, as CSV and as a workbook, and the cash log."""

import asyncio
from typing import Annotated, Literal

from litestar import Controller, Response, get
from litestar.params import FromPath, Parameter, QueryParameter

from croupier.floor.deciding.permissions import Query
from croupier.floor.reading.reports import ReportError
from croupier.play.refusal import Reason, Refusal
from croupier.reports.shift import By, render_csv, render_xlsx
from croupier.web.acting.sessions import may_ask, needs_session
from croupier.web.desks.pit.cage import cash_csv, cash_report, cash_workbook
from croupier.web.desks.pit.reporting import KnownEdges, made, period_of, report_page
from croupier.web.desks.pit.voucher_page import row_of
from croupier.web.http.answers import RefusedError, SignedInRequest, missing
from croupier.web.routes import Here
from croupier.web.venue import Venue
from croupier.web.wire.books import ReportPage, VoucherRow
from croupier.web.wire.cage import CashReport

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class BooksController(Controller):
    """Reports, for those who see the books: Shift Managers and auditors."""

    path = "/api/report"
    tags = ("books",)
    guards = (needs_session,)

    @get(summary="The report of a shift or a gaming day")
    async def report(
        self,
        request: SignedInRequest,
        venue: Here,
        day: Annotated[str, Parameter(max_length=40)] = "",
        shift: Annotated[int | None, Parameter(ge=1, le=99)] = None,
        form: Annotated[Literal["json", "csv", "xlsx"], QueryParameter(name="format")] = "json",
        by: Annotated[By, QueryParameter()] = "table",
    ) -> Response[ReportPage] | Response[bytes]:
        """Return the report table by table, with games and Dealers beside; today's gaming day if none is named.

        A CSV file has the lines of one of these, a workbook all of them.
        """
        refused = may_ask(request.user, Query.LEDGER)
        if refused is not None:
            raise RefusedError(refused)
        try:
            if form == "json":
                return Response(await asyncio.to_thread(report_page, venue, request.user, day, shift))
            return await asyncio.to_thread(_file, venue, day, shift, form, by)
        except ReportError as wrong:
            sentence = str(wrong)
            raise RefusedError(Refusal(Reason.FACT, sentence[0].upper() + sentence[1:], ())) from None


class CashController(Controller):
    """The cash log, for those who see the cage."""

    path = "/api/cash"
    tags = ("books",)
    guards = (needs_session,)

    @get(summary="The cash log of a gaming day, or of one person on it")
    async def cash(
        self,
        request: SignedInRequest,
        venue: Here,
        day: Annotated[str, Parameter(max_length=40)] = "",
        person: Annotated[str, Parameter(max_length=400)] = "",
        form: Annotated[Literal["json", "csv", "xlsx"], QueryParameter(name="format")] = "json",
    ) -> Response[CashReport] | Response[bytes]:
        """Return the cash log act by act, with each person's sums; today's gaming day if none is named.

        A CSV file has the acts, a workbook both.
        """
        refused = may_ask(request.user, Query.CAGE)
        if refused is not None:
            raise RefusedError(refused)
        try:
            found = await asyncio.to_thread(cash_report, venue, request.user, day, person)
        except ReportError as wrong:
            sentence = str(wrong)
            raise RefusedError(Refusal(Reason.FACT, sentence[0].upper() + sentence[1:], ())) from None
        if form == "json":
            return Response(found)
        headers = {"content-disposition": f'attachment; filename="croupier-cash-{found.day}.{form}"'}
        if form == "xlsx":
            return Response(cash_workbook(venue, found), media_type=_XLSX, headers=headers)
        return Response(cash_csv(found).encode(), media_type="text/csv", headers=headers)


class VouchersController(Controller):
    """Claims, vouchers and counts, for the pit, the cage and auditors."""

    path = "/api/vouchers"
    tags = ("books",)
    guards = (needs_session,)

    @get("/{number:str}", summary="A claim, a voucher or a count by its number")
    async def voucher(self, request: SignedInRequest, venue: Here, number: FromPath[str]) -> VoucherRow:
        """Return a claim, a voucher or a count of any day, with its history; the live page has those of today."""
        refused = may_ask(request.user, Query.PROPOSALS)
        if refused is not None and may_ask(request.user, Query.CAGE) is not None:
            raise RefusedError(refused)
        found = await asyncio.to_thread(venue.vouchers.find, number)
        if found is None:
            raise missing(f"There is no claim, voucher or count {number[:40]}")
        return row_of(venue, request.user, found)


def _file(venue: Venue, day: str, shift: int | None, form: str, by: By) -> Response[bytes]:
    period = period_of(venue, day, shift)
    found = made(venue, period, KnownEdges())
    name = period.name.replace(",", "").replace(" ", "-")
    if form == "csv" and by != "table":
        name = f"{name}-by-{by}"
    headers = {"content-disposition": f'attachment; filename="croupier-report-{name}.{form}"'}
    if form == "csv":
        return Response(render_csv(found, by).encode(), media_type="text/csv; charset=utf-8", headers=headers)
    return Response(render_xlsx(found), media_type=_XLSX, headers=headers)

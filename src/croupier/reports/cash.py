"""The cash log as a workbook: the sums of every person, and the acts they come from."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from croupier.floor.reading.cash_log import CashLine, Patron
from croupier.reports.workbook import Column, Workbook

_PEOPLE: Final[tuple[Column, ...]] = (
    ("person or account", "text"),
    ("name", "text"),
    ("document", "text"),
    ("brought", "money"),
    ("taken", "money"),
    ("acts", "whole"),
    ("to be reported", "text"),
)
_ACTS: Final[tuple[Column, ...]] = (
    ("time", "text"),
    ("number", "whole"),
    ("act", "text"),
    ("person or account", "text"),
    ("name", "text"),
    ("document", "text"),
    ("drawer", "text"),
    ("table", "text"),
    ("amount", "money"),
    ("signed by", "text"),
    ("voided by", "text"),
    ("reason", "text"),
)


def render_cash(lines: Iterable[CashLine], people: Iterable[Patron], zone: str) -> bytes:
    """Write a gaming day's cash, or one person's, as a workbook; times are the House's."""
    book = Workbook()
    rows = [(p.person, p.name, p.document, p.brought, p.taken, p.acts, "yes" if p.due else "no") for p in people]
    book.sheet("People", _PEOPLE, rows)
    book.sheet("Acts", _ACTS, [_act(line, ZoneInfo(zone)) for line in lines])
    return book.bytes()


def _act(line: CashLine, zone: ZoneInfo) -> tuple[str | int | None, ...]:
    at = datetime.fromtimestamp(line.at / 1_000_000, zone).isoformat(" ", "seconds")
    signed, voided = ", ".join(one for one in (line.first, line.second) if one), ", ".join(line.voided)
    whose = (line.person, line.name, line.document, line.drawer, line.table)
    return (at, line.number or None, line.kind, *whose, line.cents, signed, voided, line.reason)

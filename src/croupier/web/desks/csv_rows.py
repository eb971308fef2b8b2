"""Rows as CSV, for programs and for spreadsheets, which must not read any text as a formula."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import Struct

_RISKY: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")
"""The characters with which a formula may begin in a spreadsheet."""


def csv_lines(rows: Iterable[Struct]) -> str:
    """Return rows as CSV, one per line. Amounts stay whole cents; times are ISO 8601, UTC."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows:
        writer.writerow(_cell(name, getattr(row, name)) for name in row.__struct_fields__)
    return out.getvalue()


def csv_head(kind: type[Struct]) -> str:
    """Return the line with the names of the columns."""
    return ",".join(kind.__struct_fields__) + "\r\n"


def _cell(name: str, value: object) -> str:
    if value is None:
        return ""
    if name in {"at", "ended"} and isinstance(value, int):
        return datetime.fromtimestamp(value / 1_000_000, UTC).isoformat(timespec="microseconds")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
        return safe(" ".join(value))
    return safe(value) if isinstance(value, str) else safe(msgspec.json.encode(value).decode())


def safe(text: str) -> str:
    """Return a text with an apostrophe in front if it would begin like a formula."""
    return f"'{text}" if text.startswith(_RISKY) else text

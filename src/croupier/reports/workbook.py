"""Lists as a workbook: a sheet each, with a head that stays, amounts in SGD, and a page wide when printed."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import xlsxwriter

Column = tuple[str, str]
"""A heading, and what is under it: ``text``, ``whole`` or other ``number``, ``money`` in cents, ``share`` of one."""


class Workbook:
    """A workbook that is being written."""

    def __init__(self) -> None:
        self._kept = BytesIO()
        self._book = xlsxwriter.Workbook(self._kept, {"in_memory": True})
        plain = {"font_name": "Georgia", "font_size": 10}
        self._formats = {
            "text": self._book.add_format(plain),
            "whole": self._book.add_format({**plain, "num_format": "#,##0"}),
            "number": self._book.add_format({**plain, "num_format": "0.00"}),
            "money": self._book.add_format({**plain, "num_format": "#,##0.00"}),
            "share": self._book.add_format({**plain, "num_format": "0.0%"}),
        }
        self._head = self._book.add_format({**plain, "bold": True, "bottom": 1})

    def sheet(self, name: str, columns: Sequence[Column], rows: Sequence[Sequence[Any]]) -> None:
        """Add a sheet; a cell of None stays empty.

        Texts are always written as texts, so that none is taken for a formula.
        """
        sheet = self._book.add_worksheet(name)
        sheet.set_column(0, len(columns) - 1, 14, self._formats["text"])
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.write_row(0, 0, [title for title, _ in columns], self._head)
        sheet.freeze_panes(1, 1)
        for down, row in enumerate(rows, 1):
            for across, ((_, kind), cell) in enumerate(zip(columns, row, strict=True)):
                if cell is None:
                    continue
                if kind == "text":
                    sheet.write_string(down, across, cell, self._formats[kind])
                else:
                    sheet.write_number(down, across, cell / 100 if kind == "money" else cell, self._formats[kind])

    def bytes(self) -> bytes:
        """Finish the workbook and return the file."""
        self._book.close()
        return self._kept.getvalue()

"""The files that ``simulate``, ``jackpot`` and ``swings`` write their results into."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.cli.files import refuse_bad_files, whole_file

if TYPE_CHECKING:
    from croupier.reports.simulated import Simulated


class Files(Struct, frozen=True):
    """The files for results, by form; empty where that form is not wanted."""

    csv: str = ""
    parquet: str = ""
    html: str = ""

    @property
    def any(self) -> bool:
        """True if a file is named."""
        return bool(self.csv or self.parquet or self.html)


def refuse_bad_results(files: Files, **others: str) -> None:
    """Check, before anything is played, that all files can be written. Raises :class:`InputError` if not."""
    named = {**others, "csv": files.csv, "parquet": files.parquet, "html": files.html}
    refuse_bad_files({kind: file for kind, file in named.items() if file})
    if files.parquet:
        from croupier.reports.simulated import check_parquet

        check_parquet()


def write_results(files: Files, made: "Simulated") -> None:
    """Write a result in each form for which a file is named."""
    from croupier.reports.simulated import as_csv, as_html, as_parquet

    if files.csv:
        _write("csv", files.csv, as_csv(made).encode())
    if files.parquet:
        _write("parquet", files.parquet, as_parquet(made))
    if files.html:
        _write("html", files.html, as_html(made).encode())


def _write(kind: str, file: str, content: bytes) -> None:
    with whole_file(kind, Path(file)) as out:
        out.write(content)

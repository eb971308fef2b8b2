"""PAR sheets as files of every kind."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.cli.files import whole_file
from croupier.rules.banked import BankedGame

if TYPE_CHECKING:
    from croupier.odds.solver import Stakes
    from croupier.reports.par import ParSheet

Progress = Callable[[float], None]


class Written(Struct, frozen=True):
    """The files written, and the hashes to compare the sheet by."""

    game: str
    rulebook: str
    inputs_hash: str
    counts_hash: str
    files: dict[str, str]


def write_sheets(
    game: BankedGame,
    changes: Mapping[str, str],
    strategy: str,
    stakes: "Stakes",
    files: Mapping[str, str],
    progress: Progress,
) -> Written:
    """Calculate the odds once, and write a sheet of every kind."""
    from croupier.odds.solver import PERFECT
    from croupier.reports.par import par_sheet

    sheet = par_sheet(
        game,
        changes,
        strategy or PERFECT,
        ante=stakes.ante,
        meter=stakes.meter,
        jackpot_wager=stakes.jackpot_wager,
        dated=date.today().isoformat(),
        progress=progress,
    )
    for kind, file in files.items():
        with whole_file(kind, Path(file)) as opened:
            opened.write(_rendered(kind, sheet))
    return Written(sheet.game, sheet.rulebook, sheet.inputs_hash, sheet.counts_hash, dict(files))


def _rendered(kind: str, sheet: "ParSheet") -> bytes:
    match kind:
        case "html":
            from croupier.reports.html import render_html

            return render_html(sheet).encode()
        case "pdf":
            from croupier.reports.pdf import render_pdf

            return render_pdf(sheet)
        case _:
            from croupier.reports.xlsx import render_xlsx

            return render_xlsx(sheet)

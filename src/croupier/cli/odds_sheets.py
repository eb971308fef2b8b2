"""Answers as files: written beside and renamed, so that a file is whole or not there."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from croupier.notation.problem import InputError
from croupier.rules.house import HouseGame

if TYPE_CHECKING:
    from croupier.odds.solver import Stakes
    from croupier.reports.par import ParSheet

Progress = Callable[[float], None]


class Written(Struct, frozen=True):
    """What was written, and by which hashes to compare it."""

    game: str
    rulebook: str
    inputs_hash: str
    counts_hash: str
    files: dict[str, str]


def refuse_bad_files(files: Mapping[str, str]) -> None:
    """Before anything is counted: whether there is a folder to write to. Raises :class:`InputError`."""
    for kind, file in files.items():
        path = Path(file)
        if "\0" in file:
            raise InputError(f"--{kind}: a file's name cannot hold a zero byte")
        try:
            if path.is_dir():
                raise InputError(f"--{kind}: {file} is a folder; name a file")
            if not path.parent.is_dir():
                raise InputError(f"--{kind}: there is no folder {path.parent}")
        except OSError as error:
            raise InputError(f"--{kind}: {file[:80]}: {error.strerror}") from None
        if not os.access(path.parent, os.W_OK):
            raise InputError(f"--{kind}: nothing can be written to {path.parent}")
    if len({os.path.realpath(file) for file in files.values()}) < len(files):
        names = ", ".join(f"--{kind}" for kind in files)
        raise InputError(f"{names}: two of them name the same file")


def write_sheets(
    game: HouseGame,
    changes: Mapping[str, str],
    strategy: str,
    stakes: "Stakes",
    files: Mapping[str, str],
    progress: Progress,
) -> Written:
    """Reckon once, and write every kind."""
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


@contextmanager
def whole_file(kind: str, path: Path) -> Iterator[IO[bytes]]:
    """A file to write to: beside, and renamed when all is written. Raises :class:`InputError`."""
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=path.suffix)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            os.chmod(beside, 0o666 & ~_umask())
            os.replace(beside, path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"--{kind}: {path}: {error.strerror or error}") from None


def _umask() -> int:
    """What new files may not be; there is no other way to ask."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask

"""``croupier verify``: whether everything that a floor has written down fits together."""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from croupier.cli.files import opened
from croupier.cli.problems import FAILED_CHECK, OK
from croupier.floor.chance.sealing import KeyFile, KeyFileError, KeyRing
from croupier.floor.journal.database import check_form, open_for_reading
from croupier.floor.journal.records import Head
from croupier.floor.journal.store import Store, StoreError
from croupier.floor.verify.verification import Finding, Summary, verify
from croupier.notation.problem import InputError

_SHOWN_FROM = 5_000
"""So many entries take long enough for a progress bar."""


class Heads(Struct, frozen=True, forbid_unknown_fields=True):
    """How far every stream had come, to be kept away from the database."""

    heads: tuple[Head, ...]


def verify_database(db: str, *, head: str, keys: list[str], save_head: str, json: bool) -> int:
    """Tell everything that is wrong, a line each. The exit code: 1 where something was found."""
    ring, known = _ring(keys), _heads(head)
    summary = Summary()
    try:
        engine = _opened(db)
        try:
            with Store(engine).reading() as reading, _bar() as progress:
                told = verify(reading, keys=ring, heads=known, summary=summary, progress=progress)
                _tell_json(told, summary) if json else _tell(told)
                if save_head and not summary.findings:
                    _save(save_head, Heads(tuple(reading.heads())))
            if not json:
                _conclude(summary)
        finally:
            engine.dispose()
    except StoreError as error:
        raise InputError(str(error)) from None
    return FAILED_CHECK if summary.findings else OK


def _opened(db: str) -> Engine:
    engine = open_for_reading(db)
    try:
        with engine.connect() as connection:
            check_form(connection)
    except DBAPIError as error:
        engine.dispose()
        raise StoreError(f"the database cannot be read: {error.orig}") from None
    return engine


def _tell(told: Iterator[Finding]) -> None:
    for finding in told:
        sys.stdout.write(f"{finding}\n")


def _conclude(summary: Summary) -> None:
    decks = f"{summary.decks:,} sealed decks, {summary.opened:,} of them opened"
    gone_through = (
        f"{summary.entries:,} entries of {summary.streams:,} streams, {summary.rounds:,} rounds, "
        f"{summary.postings:,} movements of money, {summary.accounts:,} accounts, {decks}"
    )
    verdict = f"{summary.findings:,} found" if summary.findings else "all is well"
    sys.stdout.write(f"{verdict}: {gone_through}\n")


def _tell_json(told: Iterator[Finding], summary: Summary) -> None:
    """One document, written while the findings come, so that there may be any number of them."""
    sys.stdout.write('{"findings":[')
    for at, finding in enumerate(told):
        sys.stdout.write(("," if at else "") + msgspec.json.encode(finding).decode())
    rest = msgspec.json.encode({"ok": not summary.findings, "summary": summary}).decode()
    sys.stdout.write(f"],{rest[1:]}\n")


@contextmanager
def _bar() -> Iterator[Callable[[Summary], None] | None]:
    """A progress bar where somebody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (
        TextColumn("verifying"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("entries"),
        TimeRemainingColumn(),
    )
    progress = Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty(), disable=False
    )
    task = progress.add_task("", total=None, visible=False)

    def shown(summary: Summary) -> None:
        progress.update(task, total=summary.total, completed=summary.entries, visible=summary.total >= _SHOWN_FROM)

    with progress:
        yield shown


def _ring(files: list[str]) -> KeyRing | None:
    try:
        keys = [KeyFile(Path(file)).read() for file in files]
    except (KeyFileError, ValueError) as error:
        raise InputError(str(error)) from None
    return KeyRing(keys[0], tuple(keys[1:])) if keys else None


def _heads(file: str) -> tuple[Head, ...]:
    if not file:
        return ()
    with opened(file) as handle:
        data = handle.read()
    try:
        return msgspec.json.decode(data, type=Heads).heads
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InputError(f"{file} is not a file that --save-head has written: {error}") from None


def _save(file: str, heads: Heads) -> None:
    """The file appears whole, in place of an older one."""
    path = Path(file)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("wb") as handle:
            handle.write(msgspec.json.format(msgspec.json.encode(heads)) + b"\n")
            handle.flush()
            os.fsync(handle.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise InputError(f"{file} cannot be written: {error.strerror}") from None

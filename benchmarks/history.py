"""A house with a long past: how long it takes to open, and to verify.

    python -m benchmarks.history [ROUNDS] [FILE.db]

A house is opened as ``croupier serve`` opens it and plays: rounds of the two stud games, by Players who bet, fold and
wager on the jackpot, through the floor's own commands and in large commits, on days that pass. Then it is opened again,
and its record verified: all of it, in one walk and on a process for each core, and from a checkpoint on.

With a FILE the house is kept there, and one that is there already plays on up to so many ROUNDS: a long past need not
be made at once, nor twice. While it is made no commit waits for the disk, so that what is said of writing is no measure
of a house.
"""

import os
import time
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import UNSET, Struct
from rich.console import Console
from rich.table import Table as RichTable

from benchmarks.measure import asked, at_least_one, progress_bar
from croupier.floor.house.opening import key_file
from croupier.floor.journal.database import open_for_reading
from croupier.floor.journal.sealing import KeyFile, KeyRing
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import Store
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, CountersignCash, OpenDrawer, ProposeCash
from croupier.floor.values.gaming_day import day_of
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import PlayBanked, SignClaim
from croupier.floor.verify.checkpoints import Checkpoint, Content, signed
from croupier.floor.verify.pieces import Asked, processes, side_by_side
from croupier.floor.verify.restating import Restating
from croupier.floor.verify.verification import Summary, verify
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager, Settle
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.demo.teller import SECOND, TELLER
from croupier.web.serving import Opening, open_venue

ROUNDS: Final = 2_000
TABLES: Final = ("stud-1", "multi-link-1")
PLAYERS: Final = ("ann", "bob")
A_COMMIT: Final = 50
"""Rounds of each table in a commit."""
A_DAY: Final = 1_000
"""Rounds of each table on a day of the house."""
DAY: Final = 24 * 60 * 60 * 1_000_000


class Passing:
    """A clock that goes as the machine's does, so many microseconds behind it, of which days go by."""

    def __init__(self, behind: int) -> None:
        self._behind = behind

    def now(self) -> int:
        """Microseconds since 1970."""
        return time.time_ns() // 1_000 - self._behind

    def pass_one_of(self, days: int) -> None:
        """A day goes by, of so many up to now; less of it, where there is no time for all of them."""
        self._behind -= min(DAY, self._behind // days)


class Measured(Struct, frozen=True):
    """One figure of a house with so long a past."""

    what: str
    rounds: int
    entries: int
    seconds: float
    processor: float
    """Seconds of all processors together: what is left when others use them too."""


class Timed:
    """How long something took, by the clock and by the processors."""

    def __init__(self) -> None:
        self._began, self._spent = time.perf_counter(), _spent()

    def over(self, what: str, rounds: int, entries: int) -> Measured:
        """It is over now."""
        return Measured(what, rounds, entries, time.perf_counter() - self._began, _spent() - self._spent)


def _spent() -> float:
    """By this process and those that it began and that are over."""
    return sum(os.times()[:4])


def main(*, show: bool = True, rounds: int = ROUNDS, kept: Path | None = None) -> list[Measured]:
    """Write a history, and measure what it costs; a table for people."""
    with ExitStack() as stack:
        path = kept or Path(stack.enter_context(TemporaryDirectory(prefix="croupier-bench-"))) / "history.db"
        timed = Timed()
        with progress_bar("rounds of history", rounds) as told:
            write_history(path, rounds, told)
        found = [timed.over("written", rounds, _entries(path)), *measure(path, rounds)]
    if show:
        _show(found)
    return found


# ---- A past ---------------------------------------------------------------------------------------------------------


def write_history(path: Path, rounds: int, told: Callable[[int], None] = lambda _: None) -> None:
    """A house that has played so many rounds, the last of them just now; one that is there plays on."""
    clock = Passing(_behind(path, rounds))
    venue = open_venue(Opening(db=str(path), company=False), clock=clock)
    floor = venue.floor
    with floor.store.asking() as asking:  # on the connection that everything is written with
        asking.connection.exec_driver_sql("PRAGMA synchronous=OFF")
    while (so_far := _played(floor)) < rounds:
        for name in PLAYERS:
            _bring(floor, name, A_DAY * len(TABLES) * 7_500)
        for _ in range(A_DAY // A_COMMIT):
            for table in TABLES:
                floor.submit(*(one for number in range(A_COMMIT) for one in _round(table, number)))
                _sign(floor, table)
                venue.desk.take_news()  # which nobody waits for here: kept, it would be as long as the journal
            so_far = _played(floor)
            told(so_far)
            if so_far >= rounds:
                break
        clock.pass_one_of(_days(rounds - so_far))
    floor.anchor()
    floor.store.close()


def _played(floor: Floor) -> int:
    return sum(floor.table(table).engine.rounds for table in TABLES)


def _days(rounds: int) -> int:
    """On how many days so many rounds are played, and the one on which the last of them was."""
    return max(rounds, 0) // (A_DAY * len(TABLES)) + 1


def _behind(path: Path, rounds: int) -> int:
    """How long ago the rest of a past begins: after the last entry that is there, so that it ends now."""
    behind = _days(rounds) * DAY
    if path.exists():
        engine = open_for_reading(str(path))
        with Store(engine).reading() as reading:
            behind = min(behind, max(time.time_ns() // 1_000 - reading.latest(), 0))
        engine.dispose()
    return behind


def _bring(floor: Floor, name: str, cents: int) -> None:
    """Cash for a day, which two sign for."""
    drawers = floor.cage().drawers
    if drawers is not UNSET and drawers.of(TELLER) is None:
        empty = tuple((note, 0) for note in drawers.terms.notes)
        floor.submit(Request("cage", TELLER, Role.CAGE, OpenDrawer("history", empty)))
    floor.submit(Request("cage", TELLER, Role.CAGE, ProposeCash(CashIn(name, cents, day_of(floor.now())))))
    number = floor.cage().proposals[-1].number
    [done] = floor.submit(Request("cage", SECOND, Role.SHIFT_MANAGER, CountersignCash(number)))
    assert isinstance(done, Accepted), done


def _asked(table: str, command: Any, actor: str = "sue", role: Role = Role.SHIFT_MANAGER) -> Request:
    return Request(f"table:{table}", actor, role, command, token_hex(16))


def _round(table: str, number: int) -> Iterator[Request]:
    yield _asked(table, PlayBanked(OpenRound()), "dealer", Role.DEALER)
    for box, name in enumerate(PLAYERS, 1):
        yield _asked(table, PlayBanked(PlaceWager(box, WagerName.ANTE, 2_500)), name, Role.PLAYER)
        if number % 5 == box:
            yield _asked(table, PlayBanked(PlaceWager(box, WagerName.JACKPOT, 500)), name, Role.PLAYER)
    yield _asked(table, PlayBanked(CloseBets()), "dealer", Role.DEALER)
    for box, name in enumerate(PLAYERS, 1):
        decision = Decision.FOLD if (number + box) % 2 else Decision.BET
        yield _asked(table, PlayBanked(Choose(box, decision)), name, Role.PLAYER)


def _sign(floor: Floor, table: str) -> None:
    """An award that waits for signatures holds up the rest of its commit, which is refused."""
    for claim in floor.table(table).info.claims:
        floor.submit(*(_asked(table, SignClaim(claim.box), signer) for signer in ("sue", "sam")))
    if floor.table(table).info.claims:
        floor.submit(_asked(table, PlayBanked(Settle()), "dealer", Role.DEALER))


# ---- What it costs --------------------------------------------------------------------------------------------------


def measure(path: Path, rounds: int) -> Iterator[Measured]:
    """Opening, verifying all of it, in one walk and side by side, and from a checkpoint on, made just before."""
    key, come, timed = KeyRing(KeyFile(key_file(str(path))).read()), list[Content](), Timed()
    open_venue(Opening(db=str(path), company=False)).floor.store.close()
    yield timed.over("opened", rounds, _entries(path))
    timed = Timed()
    entries = _verified(path, key, None, come)
    yield timed.over("verified", rounds, entries)
    workers, timed = os.cpu_count() or 1, Timed()
    entries = _side_by_side(path, key, workers)
    yield timed.over(f"verified on {workers} processes", rounds, entries)
    timed = Timed()
    entries = _verified(path, key, signed(Signer(key.current), come[-1]), [])
    yield timed.over("verified since the last checkpoint", rounds, entries)


def _entries(path: Path) -> int:
    engine = open_for_reading(str(path))
    with Store(engine).reading() as reading:
        entries = reading.position()
    engine.dispose()
    return entries


def _verified(path: Path, key: KeyRing, since: Checkpoint | None, come: list[Content]) -> int:
    """The entries that it went through; nothing may be found."""
    summary, trusted = Summary(), (Signer(key.current).public,)
    engine = open_for_reading(str(path))
    with Store(engine).reading() as reading:
        found = list(verify(reading, keys=key, trusted=trusted, summary=summary, since=since, reached=come.append))
    engine.dispose()
    assert not found, found[:3]
    return summary.entries


def _side_by_side(path: Path, key: KeyRing, workers: int) -> int:
    """The same in pieces, as somebody does who has no checkpoints yet."""
    asked, summary = Asked(str(path), key, (), frozenset({Signer(key.current).public})), Summary()
    with processes(workers) as pool:
        assert side_by_side(*(asked, (), pool, workers), summary=summary, restating=Restating(), reached=lambda _: None)
    return summary.entries


def _show(found: Sequence[Measured]) -> None:
    table = RichTable(title=f"A house with {found[0].rounds:,} rounds behind it", title_justify="left")
    for heading in ("", "entries", "seconds", "of processors"):
        table.add_column(heading, justify="left" if not heading else "right", no_wrap=True)
    for one in found:
        table.add_row(one.what, f"{one.entries:,}", f"{one.seconds:,.2f}", f"{one.processor:,.2f}")
    Console().print(table)


def rounds_or_file(text: str) -> int | Path:
    """So many rounds, or where they are kept. Raises ArgumentTypeError."""
    if not text.endswith(".db"):
        return at_least_one(text)
    if not Path(text).absolute().parent.is_dir():
        raise ArgumentTypeError(f"there is no folder for {text[:80]!r}")
    return Path(text)


if __name__ == "__main__":
    said = asked(__doc__, "ROUNDS|FILE.db", rounds_or_file)
    main(
        rounds=next((one for one in said if isinstance(one, int)), ROUNDS),
        kept=next((one for one in said if isinstance(one, Path)), None),
    )

"""The floor on a real file: rounds of Casino Stud through journal and ledger, and how long a floor takes to open.

Seven boxes with Ante and jackpot wagers, dealt by the floor itself, on one core and one SQLite file with WAL and
``synchronous=FULL``: what is answered is on the disk. ``one``: every command is a commit of its own, as when a single
table plays. ``eight``: a command of each of eight tables shares a commit. Four take their turns beside it:

- ``sqlite3``: the bare store. As many bytes as the floor writes go into one plain table, in as many commits.
- ``eventsourcing``: the package of that name keeps the same events of tables and link, which it is told.
- ``… with engine``: it is given the commands instead, and the engine decides them as it does on the floor.
- ``… and money``: it also keeps what they move on each account, as the ledger does.

What the floor does beyond that (signing and chaining its record, hiding cards, looking for an earlier delivery, turning
away who may not act) none of them does; ``benchmarks/peers/eventsourced.py`` says how they are made.

``TMPDIR`` says where the files lie; in a folder that is kept in memory, commits cost nothing and the numbers mean
little. The cards come from a fixed seed, so that every run deals the same rounds.

Opening: a history is written through the floor's own commands, in large commits, by one Player who folds, and the floor
is opened again at several lengths of it: ``python -m benchmarks.floor 1000 100000`` says which.
"""

import random
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table as RichTable

from benchmarks import measure
from benchmarks.measure import Contestant, Pass, asked, at_least_one
from croupier.floor.journal import codec
from croupier.floor.journal.database import prepare
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Reading, Store, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, EstablishCage
from croupier.floor.values.entries import Entry
from croupier.floor.values.links import EstablishLink
from croupier.floor.values.ports import SystemClock
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import Countersign, EstablishTable, OpenTable, PlayBanked, Propose, SignClaim
from croupier.play.actor import Actor
from croupier.play.banked.commands import BankedCommand, Choose, CloseBets, OpenRound, PlaceWager, Settle
from croupier.rules.terms import Decision, Role, WagerName

BOXES: Final = 7
TABLES: Final = 8
ROUNDS: Final = 4
"""Of each table in a pass."""
HISTORY: Final = (250, 1_000, 4_000)
A_COMMIT: Final = 100
"""Rounds of history in a commit."""
TAIL: Final = 25
"""Its last rounds, which have a commit each: nearly as many entries as there can be after a snapshot."""
KEYS: Final = KeyRing(Key(bytes(range(32))))
RULEBOOK: Final = "rws-casino-stud-v6"


class Rate(Struct, frozen=True, omit_defaults=True):
    """How fast one contestant commits."""

    commit: str
    """``one`` or ``eight``: the commands that share a commit."""
    name: str
    installed: bool = True
    commands_per_second: float | None = None
    """In the middle one of the passes: how long a commit takes is the disk's affair, and varies."""
    rounds_per_second: float | None = None
    ratio: float | None = None
    """How many times as long as the floor; below 1, the floor is slower."""
    cpu_microseconds: float | None = None
    """What a command takes of the processor, without waiting for the disk."""
    bytes_per_round: float | None = None
    """What the file grows by."""


class Opening(Struct, frozen=True):
    """How long a floor takes to open after so many rounds."""

    rounds: int
    entries: int
    megabytes: float
    written_in: float
    """Seconds that it took to write the history so far."""
    milliseconds: float
    """To open: the best of five."""
    read: int
    """Entries that were read for it."""


Record = Rate | Opening


class Chance:
    """Bytes from a seed."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)

    def draw(self, count: int) -> bytes:
        """The next bytes."""
        return self._draw.randbytes(count)


def main(*, show: bool = True, rounds: int = ROUNDS, history: Sequence[int] = HISTORY) -> list[Record]:
    """Measure commits and openings; two tables for people."""
    with TemporaryDirectory(prefix="croupier-bench-") as folder:
        rates = [*_rates(Path(folder), "one", 1, rounds), *_rates(Path(folder), "eight", TABLES, rounds)]
        openings = list(_openings(Path(folder) / "history.db", history))
    if show:
        _show_rates(rates)
        _show_openings(openings)
    return [*rates, *openings]


# ---- A floor, and what happens on it --------------------------------------------------------------------------------


def open_floor(path: Path) -> Floor:
    """The floor in a file, with full durability."""
    engine = open_engine(str(path))
    prepare(engine)
    return Floor(Store(engine), clock=SystemClock(), entropy=Chance(1), keys=KEYS)


def furnish(floor: Floor, tables: int) -> None:
    """A cage, a link and open tables, with enough in every wallet."""
    _do(floor, _asked("cage", EstablishCage(10**9)), _asked("link:stud", EstablishLink(5_000_000, "0.70", 500)))
    for table in range(tables):
        stream = f"table:{table}"
        _do(floor, _asked(stream, EstablishTable("rws-casino-stud", {}, "stud", True, False, floor.link("stud").meter)))
        _do(floor, _asked(stream, Propose(OpenTable(((10_000, 1_000),)))), _asked(stream, Countersign(1), "sam"))
        _do(floor, *(_asked("cage", CashIn(_player(table, box), 10**10, "today")) for box in range(1, BOXES + 1)))


def round_of(table: int) -> list[Request]:
    """What people ask of a table in a round; everything else follows by itself."""
    boxes = range(1, BOXES + 1)
    wagers = ((WagerName.ANTE, 10_000), (WagerName.JACKPOT, 500))
    return [
        _dealer(table, OpenRound()),
        *(_play(table, box, PlaceWager(box, wager, amount)) for box in boxes for wager, amount in wagers),
        _dealer(table, CloseBets()),
        *(_play(table, box, Choose(box, Decision.BET)) for box in boxes),
    ]


_KEYS: Final = count(1)


def _asked(stream: str, command: Any, actor: str = "sue", role: Role = Role.SHIFT_MANAGER) -> Request:
    """With a key, as a terminal sends it, so that the floor has to look for an earlier delivery."""
    return Request(stream, actor, role, command, f"{next(_KEYS):032x}")


def _dealer(table: int, command: BankedCommand) -> Request:
    return _asked(f"table:{table}", PlayBanked(command), "dealer", Role.DEALER)


def _play(table: int, box: int, command: BankedCommand) -> Request:
    return _asked(f"table:{table}", PlayBanked(command), _player(table, box), Role.PLAYER)


def _player(table: int, box: int) -> str:
    return f"player-{table}-{box}"


def _do(floor: Floor, *requests: Request) -> None:
    for request, reply in zip(requests, floor.submit(*requests), strict=True):
        assert isinstance(reply, Accepted), f"{request.command}: {reply}"


# ---- Commits --------------------------------------------------------------------------------------------------------

Happened = list[tuple[str, dict[str, Any]]]


class Recorded(Struct, frozen=True):
    """What a command led to in a round that was played beforehand."""

    size: int
    """Bytes in all rows that were written."""
    happened: Happened
    """The table's events by name, with their fields."""
    moved: Happened
    """Those of its link."""
    shuffled: Happened
    """The table's events that are the floor's own, and not the engine's."""
    acts: list[tuple[Actor, BankedCommand]]
    """What the engine decided for it, who asked it, and in which role."""
    paid: list[tuple[str, dict[str, Any]]]
    """What moved on which account."""


class Player(Struct, frozen=True):
    """A contestant on its file."""

    name: str
    path: Path
    go: Pass | None


def _rates(folder: Path, commit: str, tables: int, rounds: int) -> list[Rate]:
    script = _recorded(folder / f"{commit}-script.db")
    players = [
        _croupier(folder / f"{commit}-croupier.db", tables),
        _bare(folder / f"{commit}-sqlite3.db", tables, script),
        _told(folder / f"{commit}-told.db", tables, script),
        _deciding("… with engine", folder / f"{commit}-deciding.db", tables, [replace(one, paid=[]) for one in script]),
        _deciding("… and money", folder / f"{commit}-booking.db", tables, script),
    ]
    sizes = {player.name: _size(player.path) for player in players if player.go is not None}
    passes = 9
    spent = {player.name: 0.0 for player in players}
    contestants = [Contestant(one.name, _timed(one, spent), range(rounds)) for one in players]
    times = measure.side_by_side(commit, contestants, passes)
    found = []
    for player, record in zip(players, times, strict=True):
        if record.median is None:
            found.append(Rate(commit, player.name, installed=False))
            continue
        played = (1 + passes) * rounds * tables
        grown = (_size(player.path) - sizes[player.name]) / played
        a_second = 1e9 / record.median * tables
        cpu = spent[player.name] / (played * len(script)) * 1e6
        found.append(Rate(commit, player.name, True, a_second * len(script), a_second, record.ratio, cpu, grown))
    return found


def _timed(player: Player, spent: dict[str, float]) -> Pass | None:
    """The contestant's pass, with an eye on the processor."""
    go = player.go
    if go is None:
        return None

    def timed(items: Sequence[Any]) -> None:
        began = time.process_time()
        go(items)
        spent[player.name] += time.process_time() - began

    return timed


def _size(path: Path) -> int:
    """The bytes of a database, without the log of commits that are not in their place yet."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path.stat().st_size


def _croupier(path: Path, tables: int) -> Player:
    floor = open_floor(path)
    furnish(floor, tables)

    def go(rounds: Sequence[int]) -> None:
        for _ in rounds:
            for requests in zip(*(round_of(table) for table in range(tables)), strict=True):
                _do(floor, *requests)

    return Player("croupier", path, go)


def _bare(path: Path, tables: int, script: Sequence[Recorded]) -> Player:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, content BLOB NOT NULL)")
    contents = [bytes(one.size) for one in script]

    def go(rounds: Sequence[int]) -> None:
        for _ in rounds:
            for content in contents:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("INSERT INTO plain (content) VALUES (?)", [(content,)] * tables)
                connection.execute("COMMIT")

    return Player("sqlite3", path, go)


def _told(path: Path, tables: int, script: Sequence[Recorded]) -> Player:
    name = "eventsourcing"
    try:
        peer = import_module("benchmarks.peers.eventsourced")
    except ImportError:
        return Player(name, path, None)
    application = peer.opened(str(path))
    opened = [application.open(peer.ToldTable(str(table))) for table in range(tables)]
    link = application.open(peer.Link("stud"))

    def go(rounds: Sequence[int]) -> None:
        for _ in rounds:
            for one in script:
                application.tell(opened, link, one.happened, one.moved)

    return Player(name, path, go)


def _deciding(name: str, path: Path, tables: int, script: Sequence[Recorded]) -> Player:
    try:
        peer = import_module("benchmarks.peers.eventsourced")
    except ImportError:
        return Player(name, path, None)
    application = peer.opened(str(path))
    opened = [application.open(peer.DecidingTable(str(table), RULEBOOK)) for table in range(tables)]
    link = application.open(peer.Link("stud"))
    named = sorted({account for one in script for account, _ in one.paid})
    # Each table has Players, a layout and a float of its own; the meter is the link's.
    shared = {one: application.open(peer.Account(one)) for one in named if one.startswith("meter:")}
    accounts = [
        {one: shared.get(one) or application.open(peer.Account(f"{one} {table}")) for one in named}
        for table in range(tables)
    ]
    paid = [[(of[account], moved) for of in accounts for account, moved in one.paid] for one in script]

    def go(rounds: Sequence[int]) -> None:
        for _ in rounds:
            for one, moved in zip(script, paid, strict=True):
                application.ask(opened, link, one.shuffled, one.acts, one.moved, moved)

    return Player(name, path, go)


def _recorded(path: Path) -> list[Recorded]:
    """A round command by command: what each one wrote."""
    floor = open_floor(path)
    furnish(floor, 1)
    _do(floor, *round_of(0))
    with sqlite3.connect(path) as connection:
        script, before = [], _size_of_rows(connection)
        for request in round_of(0):
            at = floor.position
            _do(floor, request)
            after = _size_of_rows(connection)
            with floor.store.reading() as reading:
                script.append(_record(after - before, reading.following(at)))
            before = after
    connection.close()
    floor.store.close()
    return script


def _record(size: int, entries: Sequence[Entry]) -> Recorded:
    """Entries as the others are told them: by table and link, and as acts for the engine."""
    happened, moved, shuffled, acts, paid = Happened(), Happened(), Happened(), [], []
    for entry in entries:
        for one in codec.read_postings(entry.postings):
            movement = {"table": entry.stream, "entry": entry.version, "number": one.event, "cents": one.cents}
            paid.append((one.account, movement))
        events = [(_snake(one.pop("type")), one) for one in msgspec.json.decode(entry.events)]
        if entry.stream.startswith("link:"):
            moved += events
            continue
        happened += events
        command = codec.read_command(entry.stream, entry.schema, entry.command)
        if isinstance(command, PlayBanked):
            acts.append((Actor(entry.actor, Role(entry.role)), command.command))
        else:
            shuffled += events
    return Recorded(size, happened, moved, shuffled, acts, paid)


_COLUMNS: Final = {
    "journal": "stream version at actor role key schema command events postings previous hash sealed opens",
    "ledger": "stream version event account cents",
    "decks": "stream number sealed",
}


def _size_of_rows(connection: sqlite3.Connection) -> int:
    """The bytes in the rows of a floor."""
    size = 0
    for table, columns in _COLUMNS.items():
        lengths = " + ".join(f'length(CAST("{column}" AS BLOB))' for column in columns.split())
        size += connection.execute(f"SELECT coalesce(sum({lengths}), 0) FROM {table}").fetchone()[0]
    return size


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


# ---- Opening --------------------------------------------------------------------------------------------------------


def _openings(path: Path, lengths: Sequence[int]) -> list[Opening]:
    floor = open_floor(path)
    furnish(floor, 1)
    began, spent, found = time.perf_counter(), 0.0, []
    for rounds in lengths:
        write_history(floor, rounds)
        spent = time.perf_counter() - began
        found.append(_opened(path, rounds, spent))
        began = time.perf_counter() - spent
    return found


def write_history(floor: Floor, rounds: int, told: Callable[[int], None] = lambda _: None) -> None:
    """Play on at table 0 until it has had so many rounds, many of them in a commit."""
    while (so_far := floor.table("0").engine.rounds) < rounds:
        together = max(1, min(A_COMMIT, rounds - TAIL - so_far))
        floor.submit(*(one for _ in range(together) for one in _short_round()))
        _sign(floor)  # an award that waits for signatures holds up the rest of its commit, which is refused
        told(floor.table("0").engine.rounds)


def _short_round() -> list[Request]:
    return [
        _dealer(0, OpenRound()),
        _play(0, 1, PlaceWager(1, WagerName.ANTE, 10_000)),
        _dealer(0, CloseBets()),
        _play(0, 1, Choose(1, Decision.FOLD)),
    ]


def _sign(floor: Floor) -> None:
    for claim in floor.table("0").info.claims:
        _do(floor, *(_asked("table:0", SignClaim(claim.box), signer) for signer in ("sue", "sam")))
    if floor.table("0").info.claims:
        _do(floor, _dealer(0, Settle()))


def _opened(path: Path, rounds: int, written_in: float) -> Opening:
    milliseconds = min(timed_opening(path)[0] for _ in range(5)) * 1_000
    _, read, entries = timed_opening(path)
    return Opening(rounds, entries, path.stat().st_size / 1_000_000, written_in, milliseconds, read)


def timed_opening(path: Path) -> tuple[float, int, int]:
    """Open a floor: the seconds, the entries that were read for it, and those that there are."""
    read = 0
    entries = Reading.entries

    def counted(self: Reading, stream: str, after: int = 0) -> Iterator[Entry]:
        nonlocal read
        for entry in entries(self, stream, after):
            read += 1
            yield entry

    Reading.entries = counted  # type: ignore[method-assign]
    try:
        began = time.perf_counter()
        floor = Floor(Store(open_engine(str(path))), clock=SystemClock(), entropy=Chance(1), keys=KEYS)
        spent = time.perf_counter() - began
    finally:
        Reading.entries = entries  # type: ignore[method-assign]
    floor.store.close()
    return spent, read, floor.position


# ---- For people -----------------------------------------------------------------------------------------------------


def _show_rates(rates: Sequence[Rate]) -> None:
    table = RichTable(title="Casino Stud on a file, seven boxes", title_justify="left")
    for heading in ("commands\na commit", "by"):
        table.add_column(heading, no_wrap=True)
    for heading in ("commands\na second", "rounds\na second", "ratio", "CPU µs a\ncommand", "bytes\na round"):
        table.add_column(heading, justify="right", no_wrap=True)
    for at, one in enumerate(rates):
        last = at + 1 < len(rates) and rates[at + 1].commit != one.commit
        table.add_row(one.commit, one.name, *_cells(one), end_section=last)
    Console().print(table)


def _cells(rate: Rate) -> list[str]:
    if not rate.installed:
        return ["absent"]
    numbers = (rate.commands_per_second, rate.rounds_per_second, rate.cpu_microseconds, rate.bytes_per_round)
    commands, rounds, cpu, size = (f"{number:,.0f}" for number in numbers if number is not None)
    return [commands, rounds, f"{rate.ratio:.2f}", cpu, size]


def _show_openings(openings: Sequence[Opening]) -> None:
    table = RichTable(title="Opening a floor", title_justify="left")
    for heading in ("rounds\nbefore", "entries", "of them\nread", "MB", "written\nin s", "opened\nin ms"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in openings:
        numbers = (f"{one.megabytes:,.0f}", f"{one.written_in:,.0f}", f"{one.milliseconds:,.1f}")
        table.add_row(f"{one.rounds:,}", f"{one.entries:,}", f"{one.read:,}", *numbers)
    Console().print(table)


if __name__ == "__main__":
    main(history=sorted(asked(__doc__, "ROUNDS", at_least_one)) or HISTORY)

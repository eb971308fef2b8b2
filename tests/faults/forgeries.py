"""Forgeries of a whole record: each is really done to a house's files, and then looked for in every way there is.

A forger has the database alone, all files of the house but its key, or all of them with the key, and our own program.
He does what can be done with that: what follows from a changed entry is decided again, hashes, ledger and balances
agree, signatures are the House's where he has its key, and anchors are those that still hold, or new ones. A witness
signed the record's head before.
"""

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from enum import StrEnum
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
import psycopg
import pytest
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Engine, delete, insert, select

from croupier.cli.verifying import Kept, Manner, verify_database
from croupier.floor.deciding import postings
from croupier.floor.house.moving import COPIED, copy_house
from croupier.floor.house.opening import kept_at
from croupier.floor.journal import codec
from croupier.floor.journal.anchors import Anchor, AnchorFile, cast, of_commit
from croupier.floor.journal.schema import balances, journal, ledger, seals, snapshots
from croupier.floor.journal.sealing import Key, KeyFileError
from croupier.floor.journal.signing import NO_HEAD, Seal, Signer, chained
from croupier.floor.journal.store import StoreError, open_engine
from croupier.floor.running.loading import decided, evolved
from croupier.floor.values.entries import GENESIS, ROLES, Entry, sealed, sums
from croupier.play.refusal import Refusal
from croupier.web.serving import Opening, open_venue
from croupier.web.venue import Venue
from tests.floor.stand_alone import checked
from tests.floor.test_authenticity import build, cash
from tests.postgresql import PostgreSQL
from tests.web.server import BRISK, LIGHT, PLAN
from tests.web.test_witness import Away

FORGER: Final = Signer(Key(bytes(32)))
TABLES: Final = ("journal", "ledger", "balances", "seals")
DEPOSITS: Final = (11_100, 22_200, 33_300, 44_400, 55_500, 66_600)
"""Cents of the deposits that forgeries are about, in order."""


class Access(StrEnum):
    """The files that a forger may write."""

    DATABASE = "the database"
    FILES = "all files but the key"
    KEY = "all files and the key"


class Forgery(StrEnum):
    """The kind of a forgery."""

    CUT = "cut"
    ROLLED_BACK = "rolled back"
    RE_SIGNED = "re-signed"
    PLANTED = "planted"
    FLIPPED = "flipped"
    REORDERED = "reordered"
    DELETED = "deleted"


class Found(Struct, frozen=True):
    """Where a forgery was noticed."""

    verify: tuple[str, str, str]
    """The three answers of ``croupier verify`` with the House's public key."""
    stand_alone: tuple[str, str, str]
    start: bool
    """Whether the next start refuses."""
    witnessed: tuple[str, str, str]
    """The answers of ``croupier verify`` that is given the witness's file too."""
    stand_alone_witnessed: tuple[str, str, str]
    start_with_witness: bool
    """Whether the next start refuses if the witness can be asked."""
    next_head: bool | None
    """Whether the witness refuses the next head; None if no start comes so far."""


# ---- Houses ---------------------------------------------------------------------------------------------------------


class Place(Struct, frozen=True):
    """A house's files: its database, and the name that its other files begin with."""

    url: str
    folder: Path

    @property
    def kept(self) -> Path:
        """The beginning of the names of the key and of the anchors."""
        return Path(kept_at(open_engine(self.url)))

    @property
    def anchors(self) -> AnchorFile:
        """The anchors."""
        return AnchorFile(Path(f"{self.kept}.anchor"))

    @property
    def signer(self) -> Signer:
        """The House's key."""
        return Signer(Key(Path(f"{self.kept}.key").read_bytes()))

    def opening(self, plan: str) -> Opening:
        """How the house is opened, with these witnesses."""
        (self.folder / "floor.toml").write_text(PLAN + plan, "utf-8")
        return Opening(self.folder / "floor.toml", self.url, pace=BRISK, terms=LIGHT)

    @contextmanager
    def opened(self, plan: str = "") -> Iterator[Venue]:
        """Open the house."""
        venue = open_venue(self.opening(plan))
        try:
            yield venue
        finally:
            venue.floor.store.close()


class Made(Struct, frozen=True):
    """A sound house with its past: an older copy, and the last head that its witness signed."""

    now: Place
    before: Place
    witness: Path
    """The folder with the witness's key and heads."""


def make(folder: Path) -> Made:
    """Make a house in SQLite: deposits, an older copy after half of them, and a witness that has seen all."""
    now = Place(str(folder / "now" / "floor.db"), folder / "now")
    now.folder.mkdir()
    build(now.folder)
    half = len(DEPOSITS) // 2
    _deposit(now, DEPOSITS[:half])
    before = Place(str(folder / "before" / "floor.db"), folder / "before")
    shutil.copytree(now.folder, before.folder)
    _deposit(now, DEPOSITS[half:])
    witness = folder / "witness"
    witness.mkdir()
    with asked_witness(witness) as away, now.opened(away.plan()) as venue:
        assert venue.witnesses is not None
        venue.witnesses.send()
        assert venue.witnesses.latest()[0].position == venue.floor.position
    return Made(now, before, witness)


def _deposit(place: Place, deposits: Sequence[int]) -> None:
    with place.opened() as venue:
        for cents in deposits:
            cash(venue.floor, cents)
            venue.floor.anchor()


@contextmanager
def asked_witness(folder: Path) -> Iterator[Away]:
    """Run the witness whose files are in a folder."""
    away = Away(folder)
    try:
        yield away
    finally:
        away.stop()


def copied(made: Made, folder: Path, server: PostgreSQL | None) -> Made:
    """Copy a house with its past, into PostgreSQL if a server is named."""
    witness = Path(shutil.copytree(made.witness, folder / "witness"))
    if server is None:
        now, before = (
            Place(str(shutil.copytree(one.folder, folder / name) / "floor.db"), folder / name)
            for name, one in (("now", made.now), ("before", made.before))
        )
        return Made(now, before, witness)
    places = []
    for name, one in (("now", made.now), ("before", made.before)):
        (folder / name).mkdir()
        url = server.empty()
        source, target = open_engine(one.url), open_engine(url)
        copy_house(source, target)
        places.append(Place(url, folder / name))
        source.dispose()
        target.dispose()
    return Made(places[0], places[1], witness)


# ---- Forging --------------------------------------------------------------------------------------------------------


def forge(made: Made, forgery: Forgery, access: Access) -> None:
    """Forge a record as well as the access allows."""
    place = made.now
    signer = place.signer if access is Access.KEY else None
    engine = open_engine(place.url)
    entries, signed = _read(engine)
    kept = signed
    if forgery is Forgery.ROLLED_BACK:
        _put_back(made, engine)
        entries, kept = _read(engine)
        if access is not Access.DATABASE:
            for ending in (".anchor", ".anchor.last"):
                shutil.copy(f"{made.before.kept}{ending}", f"{place.kept}{ending}")
    elif forgery is Forgery.CUT:
        last = _deposits(entries)[-2]
        entries, kept = entries[:last], [one for one in signed if one.position <= last]
    else:
        entries = _changed(entries, forgery, rewritten=signer is not None)
    if forgery is Forgery.RE_SIGNED:
        signer = signer or FORGER
    if signer is not None and forgery not in {Forgery.CUT, Forgery.ROLLED_BACK}:
        kept = _signed(entries, signer)
    if forgery is not Forgery.ROLLED_BACK:
        _write(engine, entries, kept)
    if access is not Access.DATABASE and forgery is not Forgery.ROLLED_BACK:
        _anchor_anew(place.anchors, entries, kept, signer)
    engine.dispose()


def _read(engine: Engine) -> tuple[list[Entry], list[Seal]]:
    with engine.connect() as connection:
        rows = connection.execute(select(journal).order_by(journal.c.position)).all()
        signed = connection.execute(select(seals).order_by(seals.c.position)).all()
    return [Entry(*row[1:]) for row in rows], [Seal(*row) for row in signed]


def _put_back(made: Made, engine: Engine) -> None:
    """Put every table back as it was."""
    before = open_engine(made.before.url)
    with before.connect() as old, engine.begin() as connection:
        for table in COPIED:
            connection.execute(delete(table))
            if rows := [dict(row._mapping) for row in old.execute(select(table))]:
                connection.execute(insert(table), rows)
        _count_again(connection.engine.dialect.name, connection)
    before.dispose()


def _count_again(dialect: str, connection: Any) -> None:
    """Leave no trace of numbers that were given."""
    if dialect == "sqlite":
        for table, column in (("journal", "position"), ("ledger", "id")):
            connection.exec_driver_sql(
                f"UPDATE sqlite_sequence SET seq = (SELECT max({column}) FROM {table}) WHERE name = '{table}'"
            )
    else:
        for table, column in (("journal", "position"), ("ledger", "id")):
            connection.exec_driver_sql(f"SELECT setval('{table}_{column}_seq', (SELECT max({column}) FROM {table}))")


def _deposits(entries: Sequence[Entry]) -> list[int]:
    """Return where the deposits stand."""
    return [
        at
        for at, one in enumerate(entries)
        if one.stream == "cage" and any(f'"cents":{cents}' in one.command for cents in DEPOSITS)
    ]


def _changed(entries: list[Entry], forgery: Forgery, *, rewritten: bool) -> list[Entry]:
    """Return the entries after a forgery, chained anew."""
    made, places = list(entries), _deposits(entries)
    assert len(places) == len(DEPOSITS)
    second, third = places[1], places[2]
    match forgery:
        case Forgery.PLANTED:
            made.append(replace(entries[places[-1]], at=entries[-1].at, key=""))
        case Forgery.FLIPPED:
            made[second] = _with_cents(entries[second])
        case Forgery.REORDERED:
            for one, other in ((second, third), (third, second)):
                made[one] = replace(entries[one], command=entries[other].command, key=entries[other].key)
        case Forgery.DELETED:
            del made[second]
            made[second:] = [_start_before(one) for one in made[second:]]
        case Forgery.RE_SIGNED if rewritten:  # by the House itself: another sum, and all signatures new
            made[second] = _with_cents(entries[second])
        case _:
            pass
    return _chained(_decided_again(made))


def _with_cents(entry: Entry) -> Entry:
    """Have the second deposit be of another amount."""
    return replace(entry, command=entry.command.replace(str(DEPOSITS[1]), "99900"))


def _decided_again(entries: Sequence[Entry]) -> list[Entry]:
    """Have every entry be what the rules decide now."""
    states: dict[str, Any] = {}
    made = []
    for entry in entries:
        state, moves = states.get(entry.stream), []
        command = codec.read_command(entry.stream, entry.schema, entry.command)
        events = decided(entry.stream, state, entry.actor, ROLES[entry.role], command, entry.at)
        assert not isinstance(events, Refusal), events
        for event in events:
            state, moved = evolved(entry.stream, state, event, entry.at, entry.entered)
            moves.append(moved)
        states[entry.stream] = state
        made.append(replace(entry, events=codec.write(events), postings=codec.write(postings.postings(moves))))
    return made


def _start_before(entry: Entry) -> Entry:
    """A start names the number of the entry before it."""
    command = json.loads(entry.command)
    if command["type"] != "StartClock":
        return entry
    return replace(entry, command=msgspec.json.encode({**command, "position": command["position"] - 1}).decode())


def _chained(entries: Sequence[Entry]) -> list[Entry]:
    """Number and chain the entries of every stream anew."""
    last: dict[str, tuple[int, str]] = {}
    made = []
    for entry in entries:
        version, previous = last.get(entry.stream, (0, GENESIS))
        one = sealed(replace(entry, version=version + 1, previous=previous))
        last[entry.stream] = (one.version, one.hash)
        made.append(one)
    return made


def _signed(entries: Sequence[Entry], signer: Signer) -> list[Seal]:
    """Sign each entry as a commit of its own."""
    head, made = NO_HEAD, []
    for position, entry in enumerate(entries, 1):
        head = chained(head, (entry.hash,))
        made.append(signer.seal(position, position, head))
    return made


def _write(engine: Engine, entries: Sequence[Entry], signed: Sequence[Seal]) -> None:
    """Write a record, with a ledger and balances that agree with it; snapshots would be made again."""
    posted = [(entry, one) for entry in entries for one in codec.read_postings(entry.postings)]
    rows: dict[Any, list[dict[str, Any]]] = {
        journal: [
            {"position": at, **{name: getattr(entry, name) for name in Entry.__struct_fields__}}
            for at, entry in enumerate(entries, 1)
        ],
        seals: [msgspec.structs.asdict(one) for one in signed],
        ledger: [
            {"id": at, "stream": entry.stream, "version": entry.version, **msgspec.structs.asdict(one)}
            for at, (entry, one) in enumerate(posted, 1)
        ],
        balances: [{"account": name, "cents": cents} for name, cents in sums(one for _, one in posted).items()],
        snapshots: [],
    }
    with engine.begin() as connection:
        for table, content in rows.items():
            connection.execute(delete(table))
            if content:
                connection.execute(insert(table), content)
        _count_again(engine.dialect.name, connection)


def _anchor_anew(file: AnchorFile, entries: Sequence[Entry], signed: Sequence[Seal], signer: Signer | None) -> None:
    """Leave the anchors that agree with what stands there now; with a key, make new ones."""
    heads, head = {0: NO_HEAD}, NO_HEAD
    for position, entry in enumerate(entries, 1):
        head = heads[position] = chained(head, (entry.hash,))
    lines = file.lines()
    if signer is not None:
        now = entries[-1].at
        lines = [cast(signer, 0, NO_HEAD, 0), cast(signer, len(entries), head, now)]
        last: Anchor | None = of_commit(signer.seal(len(entries), len(entries), head), now)
    else:
        lines = [one for one in lines if heads.get(one.position) == one.head]
        true = [one for one in signed if heads.get(one.position) == one.head]
        last = of_commit(true[-1], entries[-1].at) if true else None
    file.path.write_text("".join(f"{one}\n" for one in lines), "utf-8")
    if last is not None:
        file.replace_last(last, back=True)


# ---- Looking for it -------------------------------------------------------------------------------------------------


def look(made: Made, key: str, folder: Path) -> Found:
    """Look for a forgery in every way."""
    with asked_witness(made.witness) as away:
        seen = _refused(made.now, away.plan())
        heads = (str(away.file), away.signer.public)
    parts = {
        witness: (_verified(made.now, key, witness), _checked(made.now, key, folder, witness))
        for witness in (None, heads)
    }
    start, head = _started(made)
    return Found(*parts[None], start, *parts[heads], seen, head)


def _verified(place: Place, key: str, witness: tuple[str, str] | None) -> tuple[str, str, str]:
    """Return the answers of ``croupier verify``, held against a witness's file and key."""
    out, kept = StringIO(), Kept() if witness is None else Kept(witness=witness[:1], witness_keys=witness[1:])
    with redirect_stdout(out):
        verify_database(place.url, kept, Manner(json=True), public=[key])
    told = json.loads(out.getvalue())
    return told["consistent"], told["authentic"], told["complete"]


def _checked(place: Place, key: str, folder: Path, witness: tuple[str, str] | None) -> tuple[str, str, str]:
    options = ["--public-key", key]
    if witness is not None:
        options += ["--witness", witness[0], "--witness-key", witness[1]]
    if not place.url.startswith("postgresql"):
        return checked(Path(place.url), *options).parts
    record = folder / ("export" if witness is None else "export-witnessed")
    record.mkdir()
    with psycopg.connect(place.url) as connection, connection.cursor() as cursor:
        for table in TABLES:
            with cursor.copy(f"COPY {table} TO STDOUT CSV HEADER".encode()) as copy:
                (record / f"{table}.csv").write_bytes(b"".join(copy))
    for ending in (".anchor", ".anchor.last"):  # beside a database in PostgreSQL too
        shutil.copy(f"{place.kept}{ending}", f"{record}{ending}")
    return checked(record, *options).parts


def _refused(place: Place, plan: str) -> bool:
    """Return whether a start refuses; where it does, it has written nothing."""
    engine = open_engine(place.url)
    try:
        with _untouched(place), place.opened(plan):
            return False
    except (StoreError, KeyFileError):
        return True
    finally:
        engine.dispose()


@contextmanager
def _untouched(place: Place) -> Iterator[None]:
    """Put the files of a house in SQLite back as they were: a start writes."""
    if place.url.startswith("postgresql"):
        yield
        return
    with TemporaryDirectory() as folder:
        copy = shutil.copytree(place.folder, Path(folder) / "copy")
        try:
            yield
        finally:
            shutil.rmtree(place.folder)
            shutil.copytree(copy, place.folder)


def _started(made: Made) -> tuple[bool, bool | None]:
    """Return whether a start refuses while the witness is away, and whether the witness then refuses the next head."""
    away = Away(made.witness)
    away.stop()
    try:
        with made.now.opened(away.plan()) as venue:
            away.start()
            with suppress(AssertionError):  # what was forged may have left no drawer open: then the start is the act
                cash(venue.floor, 12_300)
            assert venue.witnesses is not None
            venue.witnesses.send()
            return False, bool(venue.witnesses.standings[0].wrong)
    except (StoreError, KeyFileError):
        return True, None
    finally:
        away.stop()


# ---- The campaign ---------------------------------------------------------------------------------------------------


class Case(Struct, frozen=True, order=True):
    """A forgery, the forger's access, and the kind of the database."""

    forgery: Forgery
    access: Access
    postgresql: bool = False


CASES: Final = tuple(Case(forgery, access, kind) for kind in (False, True) for forgery in Forgery for access in Access)


def tried(made: Made, case: Case, server: PostgreSQL | None) -> Found:
    """Do a forgery to a copy of a house, and look for it."""
    with TemporaryDirectory(dir=made.witness.parent) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_DATA", folder)
        copy = copied(made, Path(folder), server if case.postgresql else None)
        key = copy.now.signer.public
        forge(copy, case.forgery, case.access)
        return look(copy, key, Path(folder))


def sound(made: Made, server: PostgreSQL | None) -> Found:
    """Look for a forgery where there is none."""
    with TemporaryDirectory(dir=made.witness.parent) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_DATA", folder)
        copy = copied(made, Path(folder), server)
        return look(copy, copy.now.signer.public, Path(folder))


_HEAD: Final = """## Forgeries

Each forgery was done to a house in SQLite and to one in PostgreSQL, and then looked for in every way there is. The
forger has our program too, and works well: what follows from a changed entry is decided again, ledger and balances
agree with it, and he signs with the House's key where he has it. The witness had signed the last head before. A cell
names the part of the answer that is *no*; a dash means that nothing is noticed there. Checks are `croupier verify` and
the [stand-alone check](regulators/record.md), with the House's public key, and the witness's beside its file: they
agree in every row. They notice a forgery when they are run, a start before anything is written, a witness with the
next head, at most ten seconds later.

| forgery | the forger has | checks | next start | checks with the witness's file | start with the witness | next head |
| --- | --- | --- | --- | --- | --- | --- |
"""
_FOOT: Final = """
Without a witness, or anchors or heads kept elsewhere, nobody notices what a forger with all files of a house does; no
answer says *yes* to *complete* then. A new entry at the end that the House's key has signed goes on from what the
witness has seen: it is the House's own word.
"""


def table(results: dict[Case, Found]) -> str:
    """Return the section of ``docs/evidence.md``."""
    rows = []
    for one in sorted({replace(case, postgresql=False) for case in results}, key=CASES.index):
        found = [results[case] for case in (one, replace(one, postgresql=True)) if case in results]
        cells = [" / ".join(dict.fromkeys(cell)) for cell in zip(*map(_cells, found), strict=True)]
        rows.append(f"| {' | '.join((one.forgery, one.access, *cells))} |\n")
    return _HEAD + "".join(rows) + _FOOT


def _cells(found: Found) -> tuple[str, ...]:
    return (
        " / ".join(dict.fromkeys((_parts(found.verify), _parts(found.stand_alone)))),
        _refusal(found.start),
        " / ".join(dict.fromkeys((_parts(found.witnessed), _parts(found.stand_alone_witnessed)))),
        _refusal(found.start_with_witness),
        "not reached" if found.next_head is None else _refusal(found.next_head),
    )


def _parts(answers: Sequence[str]) -> str:
    wrong = [
        part for part, answer in zip(("consistent", "authentic", "complete"), answers, strict=True) if answer == "no"
    ]
    return ", ".join(wrong) or "–"


def _refusal(refused: bool) -> str:
    return "refused" if refused else "–"

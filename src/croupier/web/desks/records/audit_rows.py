"""The rows of each kind of audit page."""

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct
from sqlalchemy import Select, func, select

from croupier.floor.journal import codec
from croupier.floor.journal.schema import has, journal, ledger
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.table import FloorEvent
from croupier.floor.values.table_kinds import BankedTable
from croupier.notation.ruled import answered, role_name, ruled_in_words
from croupier.notation.speech import listed, plain
from croupier.notation.told import in_words
from croupier.play.banked import events as banked
from croupier.play.room import events as room
from croupier.rulebooks import as_banked, load_rulebook
from croupier.rules.terms import Role
from croupier.web.desks.records.audit_people import CORRECTIONS, PEOPLE, is_correction, told_of
from croupier.web.desks.records.auditing import (
    LINE,
    PATIENCE,
    RULINGS,
    Asked,
    Found,
    Line,
    Walk,
    content_of,
    ended,
    events_of,
    line_of,
    looked_up,
    named_in,
    readable,
)
from croupier.web.desks.records.history import marker
from croupier.web.wire.records import (
    AuditCommand,
    AuditCorrection,
    AuditEvent,
    AuditMovement,
    AuditPage,
    AuditPerson,
    AuditRound,
    AuditRuling,
)

_ROWS: Final = 500
"""The number of rows of the ledger that are read at once."""
KINDS: Final = ("rounds", "commands", "events", "rulings", "corrections", "people", "movements")
_FLOOR: Final = frozenset(one.__name__ for one in get_args(FloorEvent))
"""The events of a table that are not play: their movements are not part of a round's result."""


def audit_page(floor: Floor, kind: str, asked: Asked) -> AuditPage:
    """Return a page of the record. Slow, because it may read much: callers run it in a thread."""
    ends = readable(floor)  # before the journal is opened, so that no round opens in between
    makers: Mapping[str, Callable[[Floor, Reading, dict[str, int], Asked], Found]] = {
        "rounds": _rounds,
        "commands": _commands,
        "events": _events,
        "rulings": _rulings,
        "corrections": _corrections,
        "people": _people,
        "movements": _movements,
    }
    with floor.store.reading() as reading:
        found = makers[kind](floor, reading, looked_up(reading, ends), asked)
    return AuditPage(kind, tuple(found.rows), found.next, found.until)


class _Rulebooks:
    """The rulebook that each entry cites: that of its round, or of the last round before it."""

    def __init__(self, floor: Floor, reading: Reading) -> None:
        self._floor, self._reading = floor, reading
        self._never_changed: dict[str, bool] = {}
        self._opened: dict[str, tuple[int, str]] = {}
        """By table, the round looked up last: rows are read from the end of the record to its beginning."""

    def of(self, stream: str, version: int) -> str:
        """Return the rulebook of an entry; empty if its stream is not a table."""
        kept = self._floor.streams.get(stream)
        if kept is None or not stream.startswith("table:"):
            return ""
        if stream not in self._never_changed:
            self._never_changed[stream] = self._established(stream) == kept.state.engine.rulebook
        if self._never_changed[stream]:
            return str(kept.state.engine.rulebook)
        first, rulebook = self._opened.get(stream, (version + 1, ""))
        if version < first:
            first, rulebook = self._opened[stream] = self._at(stream, version)
        return rulebook

    def _at(self, stream: str, version: int) -> tuple[int, str]:
        line = _opening(self._reading, stream, version)
        if line is None:
            return 0, self._established(stream)
        opened = next(event for event in events_of(line) if event["type"] == "RoundOpened")
        return line.version, opened["rulebook"]

    def _established(self, stream: str) -> str:
        asked = select(journal.c.events).where(journal.c.stream == stream, journal.c.version == 1)
        return str(msgspec.json.decode(self._reading.connection.execute(asked).scalar_one())[0]["rulebook"])


def _cites(events: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cite for event in events for cite in event.get("cites", ())))


# ---- Commands, events, rulings --------------------------------------------------------------------------------------


def _commands(floor: Floor, reading: Reading, ends: dict[str, int], asked: Asked) -> Found:
    walk, found, rulebooks = Walk(reading, ends, asked), Found([]), _Rulebooks(floor, reading)
    for line in walk.lines():
        events = events_of(line)
        cites = _cites(events)
        if asked.cite and asked.cite not in cites:
            continue
        given = msgspec.json.decode(line.command)
        inner = given.get("command") if given.get("type") in {"PlayHouse", "PlayRoom"} else given
        found.rows.append(
            AuditCommand(
                line.position,
                line.stream,
                line.version,
                line.at,
                line.actor,
                line.role,
                inner.get("type", ""),
                content_of(inner),
                len(events),
                cites,
                rulebooks.of(line.stream, line.version),
                line.hash,
            )
        )
        if len(found.rows) >= asked.limit:
            break
    ended(found, walk)
    return found


def _chosen(asked: Asked, line: Line) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the requested events of an entry, latest first."""
    for index, event in reversed([*enumerate(events_of(line))]):
        if asked.cite and asked.cite not in event.get("cites", ()):
            continue
        if asked.player and line.actor != asked.player and not named_in(event, asked.player):
            continue
        yield index, event


def _events(floor: Floor, reading: Reading, ends: dict[str, int], asked: Asked) -> Found:
    walk, found, rulebooks = Walk(reading, ends, asked), Found([]), _Rulebooks(floor, reading)
    for line in walk.lines():
        for index, event in _chosen(asked, line):
            found.rows.append(
                AuditEvent(
                    line.position,
                    index,
                    line.stream,
                    line.version,
                    line.at,
                    line.actor,
                    event["type"],
                    content_of({name: value for name, value in event.items() if name != "cites"}),
                    tuple(event.get("cites", ())),
                    rulebooks.of(line.stream, line.version),
                )
            )
        if len(found.rows) >= asked.limit:  # an entry's events stay together
            break
    ended(found, walk)
    return found


def _corrections(floor: Floor, reading: Reading, ends: dict[str, int], asked: Asked) -> Found:
    walk, found, rulebooks = Walk(reading, ends, asked), Found([]), _Rulebooks(floor, reading)
    for line in walk.lines(CORRECTIONS):
        for index, event in _chosen(asked, line):
            if is_correction(event):
                found.rows.append(
                    AuditCorrection(
                        line.position,
                        index,
                        line.stream,
                        line.version,
                        line.at,
                        line.actor,
                        line.role,
                        event["type"],
                        content_of({name: value for name, value in event.items() if name not in {"cites", "reason"}}),
                        event.get("reason", ""),
                        tuple(event.get("cites", ())),
                        rulebooks.of(line.stream, line.version),
                    )
                )
        if len(found.rows) >= asked.limit:
            break
    ended(found, walk)
    return found


def _people(floor: Floor, reading: Reading, ends: dict[str, int], asked: Asked) -> Found:
    walk, found = Walk(reading, ends, asked, named=True), Found([])
    for line in walk.lines(PEOPLE):
        kind = codec.kind_of(line.stream)
        events = codec.read_events(
            floor.streams[line.stream].state.kind if kind == "table" else kind, line.schema, line.events
        )
        for index, written in _chosen(asked, line):
            told = told_of(events[index])
            if told is None or (asked.employee and asked.employee not in (line.actor, told.who, *told.others)):
                continue
            found.rows.append(
                AuditPerson(
                    line.position,
                    index,
                    line.stream,
                    line.version,
                    line.at,
                    told.who or line.actor,
                    told.role if told.who else line.role,
                    written["type"],
                    told.sentence,
                    tuple(written.get("cites", ())),
                )
            )
        if len(found.rows) >= asked.limit:
            break
    ended(found, walk)
    return found


def _rulings(floor: Floor, reading: Reading, ends: dict[str, int], asked: Asked) -> Found:
    # A ruling concerns each Player in its round, named or not, and the person who reported it.
    player, asked = asked.player, msgspec.structs.replace(asked, player="")
    walk, found, rulebooks = Walk(reading, ends, asked), Found([]), _Rulebooks(floor, reading)
    for line in walk.lines(RULINGS):
        state = floor.streams[line.stream].state
        if player and player not in (line.actor, *_concerned(state, reading, ends, line)):
            continue
        kind = state.kind
        events = codec.read_events(kind, line.schema, line.events)
        rulebook = rulebooks.of(line.stream, line.version)
        for index, written in _chosen(asked, line):
            if written["type"] not in RULINGS:
                continue
            event = events[index]
            found.rows.append(
                AuditRuling(
                    line.position,
                    index,
                    line.stream,
                    line.version,
                    line.at,
                    line.actor,
                    line.role,
                    written["type"],
                    _sentence(rulebook, event),
                    dict(written.get("facts") or {}),
                    written.get("box", written.get("seat")),
                    tuple(written.get("cites", ())),
                    rulebook,
                )
            )
        if len(found.rows) >= asked.limit:
            break
    ended(found, walk)
    return found


def _sentence(rulebook: str, event: Any) -> str:
    match event:
        case banked.IrregularityRuled() | room.IrregularityRuled():
            return ruled_in_words(load_rulebook(rulebook), event) + _testimony(event)
        case banked.DecisionPending() | room.DecisionPending():
            return f"Left to the {role_name(event.role)}: {', '.join(map(answered, event.options))}."
        case banked.DecisionTaken() | room.DecisionTaken():
            return f"{event.actor}, {role_name(event.role)}, decides: {answered(event.option)} ({event.reason})."
        case banked.RoundVoided():
            return in_words(as_banked(load_rulebook(rulebook)), event)
        case _:
            return "The round is void; every bet goes back."


def _testimony(event: banked.IrregularityRuled | room.IrregularityRuled) -> str:
    """Return sentences about the report: its author, their statement, and where the record differed."""
    told = f" Reported by {event.by}." if event.by else ""
    if event.stated:
        told += f" Stated: {listed(f'{plain(name)} {plain(value)}' for name, value in event.stated.items())}."
    if event.contradicted:
        record = listed(f"{plain(name)} {plain(value)}" for name, value in event.contradicted.items())
        told += f" The record had: {record}."
    return told


# ---- Rounds ---------------------------------------------------------------------------------------------------------


def _rounds(floor: Floor, reading: Reading, ends: dict[str, int], asked: Asked) -> Found:
    # Players and citations are looked for in the whole round, not in the entry that opens it.
    walk = Walk(reading, ends, msgspec.structs.replace(asked, player="", cite="", employee=""))
    found = Found([])
    for line in walk.lines(("RoundOpened",)):
        row = _round(floor, reading, ends, line, asked)
        if row is not None:
            found.rows.append(row)
        if len(found.rows) >= asked.limit:
            break
    ended(found, walk)
    return found


def _round(floor: Floor, reading: Reading, ends: dict[str, int], line: Line, asked: Asked) -> AuditRound | None:
    state = floor.streams[line.stream].state
    entries = [*_entries_of_round(reading, line, ends[line.stream])]
    events = [event for entry in entries for event in entry.events]
    opened = next(event for event in events if event["type"] == "RoundOpened")
    played = [
        posting for entry in entries for posting in entry.posted if entry.events[posting[0]]["type"] not in _FLOOR
    ]
    players, staff = _players(state, entries), _staff(entries)
    if asked.player and asked.player not in players:
        return None
    if asked.employee and asked.employee not in staff:
        return None
    if asked.cite and asked.cite not in _cites(events):
        return None
    over = next((entry.at for entry in entries if any(one["type"] == "RoundEnded" for one in entry.events)), None)
    kinds = ("float", "house") if isinstance(state, BankedTable) else ("rake",)  # the tray, and its part in the jackpot
    accounts = {f"{kind}:{state.info.name}" for kind in kinds}
    staked = sum(one["staked"] for one in events if one["type"] == "WagerSettled") or sum(
        one["amount"] for one in events if one["type"] == "PotAwarded"
    )
    return AuditRound(
        position=line.position,
        table=state.info.name,
        game=state.info.game,
        rulebook=opened["rulebook"],
        number=opened["number"],
        at=line.at,
        ended=over,
        players=players,
        staked=staked,
        house=sum(cents for _, name, cents in played if name in accounts),
        ruled=sum(one["type"] == "IrregularityRuled" for one in events),
        void=any(one["type"] == "RoundVoided" for one in events),
        staff=staff,
        shoe=_from_shoe(entries, state.info.automatic),
    )


Posted = tuple[int, str, int]


class _Entry(Struct, frozen=True):
    """An entry of a round, with the parts that the audit needs."""

    at: int
    actor: str
    role: str
    command: dict[str, Any]
    events: list[dict[str, Any]]
    posted: list[Posted]


def _entries_of_round(reading: Reading, line: Line, end: int) -> Iterator[_Entry]:
    """Yield the entries of a round, up to the one that opens the next."""
    names = ("version", "at", "actor", "role", "command", "events", "postings")
    rows = reading.connection.execute(
        select(*(journal.c[name] for name in names))
        .where(journal.c.stream == line.stream, journal.c.version >= line.version, journal.c.version <= end)
        .order_by(journal.c.version)
    )
    for version, at, actor, role, command, events, posted in rows:
        if version > line.version and marker("RoundOpened") in events:
            rows.close()
            return
        yield _Entry(at, actor, role, *(msgspec.json.decode(text) for text in (command, events, posted)))


def _staff(entries: Sequence[_Entry]) -> tuple[str, ...]:
    """Return the staff who acted in the round, the Dealer first."""
    over = next((at for at, one in enumerate(entries) if any(e["type"] == "RoundEnded" for e in one.events)), None)
    entries = entries if over is None else entries[: over + 1]
    names = {(entry.actor, entry.role) for entry in entries if entry.role != Role.PLAYER and entry.actor != SYSTEM}
    return tuple(dict.fromkeys(name for name, _ in sorted(names, key=lambda one: (one[1] != Role.DEALER, one))))


def _from_shoe(entries: Sequence[_Entry], automatic: bool) -> bool:
    """Return whether a round's cards came from the table's own shoe; if none was dealt, whether they would now."""
    dealt = (one.actor == SYSTEM for one in entries if any(e["type"] == "CardsDealt" for e in one.events))
    return next(dealt, automatic)


def _concerned(state: Any, reading: Reading, ends: dict[str, int], line: Line) -> tuple[str, ...]:
    """Return the Players in the round of an entry."""
    opened = _opening(reading, line.stream, line.version)
    return () if opened is None else _players(state, [*_entries_of_round(reading, opened, ends[line.stream])])


def _opening(reading: Reading, stream: str, version: int) -> Line | None:
    """Return the entry that opened the round of another entry, or the last round before it."""
    opening = (
        select(*LINE)
        .where(journal.c.stream == stream, journal.c.version <= version)
        .where(has(journal.c.events, marker("RoundOpened")))
        .order_by(journal.c.version.desc())
        .limit(1)
    )
    opened = reading.connection.execute(opening).one_or_none()
    return None if opened is None else line_of(reading, opened)


def _players(state: Any, entries: Sequence[_Entry]) -> tuple[str, ...]:
    """Return the Players in a round."""
    events = [event for entry in entries for event in entry.events]
    if isinstance(state, BankedTable):
        return _wagerers(events, [posting for entry in entries for posting in entry.posted])
    return _seated(state, entries, next(event["seats"] for event in events if event["type"] == "RoundOpened"))


def _wagerers(events: Sequence[Mapping[str, Any]], moved: Sequence[Posted]) -> tuple[str, ...]:
    wallets = (name.partition(":")[2] for _, name, _ in moved if name.startswith("wallet:"))
    named = (one["player"] for one in events if one["type"] == "WagerPlaced")
    return tuple(dict.fromkeys((*named, *wallets)))


def _seated(state: Any, entries: Sequence[_Entry], seats: Sequence[int]) -> tuple[str, ...]:
    """Return the Players of those seats: those who acted from them, otherwise those who sit there now."""
    known = {one.number: one.player for one in state.engine.seats}
    for entry in entries:
        asked = entry.command.get("command")
        if entry.role == Role.PLAYER and isinstance(asked, dict) and "seat" in asked:
            known[asked["seat"]] = entry.actor
    return tuple(dict.fromkeys(known.get(seat, f"seat {seat}") for seat in seats))


# ---- Money ----------------------------------------------------------------------------------------------------------


def _movements(floor: Floor, reading: Reading, ends: dict[str, int], asked: Asked) -> Found:
    """Walk the ledger: the rows of one account, of one stream, or all."""
    found, rulebooks = Found([]), _Rulebooks(floor, reading)
    before = _row_after(reading, asked.until) if asked.before is None and asked.until is not None else asked.before
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        rows = [*reading.connection.execute(_moved(asked, before))]
        entries = _written(reading, {(row.stream, row.version) for row in rows})
        for row in rows:
            before = row.id
            at, events, actor = entries[row.stream, row.version]
            found.until = at
            if asked.since is not None and at < asked.since:
                found.until = None
                return found
            event = events[row.event]
            late = asked.until is not None and at > asked.until
            other = asked.cite and asked.cite not in event.get("cites", ())
            another = asked.employee and asked.employee != actor
            if late or other or another or row.version > ends.get(row.stream, 0):
                continue
            cites = tuple(event.get("cites", ()))
            place = (row.id, row.stream, row.version, at, row.account, row.cents)
            found.rows.append(AuditMovement(*place, event["type"], cites, rulebooks.of(row.stream, row.version)))
            if len(found.rows) >= asked.limit:
                found.next = row.id
                return found
        if len(rows) < _ROWS:
            found.until = None
            return found
    found.next = before
    return found


def _row_after(reading: Reading, at: int) -> int:
    """Return the first row of the ledger that was written after a moment: rows are in chronological order."""
    last = reading.connection.execute(select(func.max(ledger.c.id))).scalar() or 0
    when = (
        select(journal.c.at)
        .join_from(ledger, journal, (journal.c.stream == ledger.c.stream) & (journal.c.version == ledger.c.version))
        .order_by(ledger.c.id)
        .limit(1)
    )
    return 1 + bisect_right(
        range(1, last + 1), at, key=lambda row: reading.connection.execute(when.where(ledger.c.id >= row)).scalar() or 0
    )


def _moved(asked: Asked, before: int | None) -> Select[Any]:
    """Select the next rows of the ledger, backwards from a row."""
    columns = (ledger.c.id, ledger.c.stream, ledger.c.version, ledger.c.event, ledger.c.account, ledger.c.cents)
    wanted = select(*columns)
    if asked.stream:
        wanted = wanted.where(ledger.c.stream == asked.stream)
    if asked.player:
        account = asked.player if ":" in asked.player else f"wallet:{asked.player}"
        wanted = wanted.where(ledger.c.account == account)
    if before is not None:
        wanted = wanted.where(ledger.c.id < before)
    if asked.stream and not asked.player:  # along the index of entries
        wanted = wanted.order_by(ledger.c.version.desc(), ledger.c.id.desc())
    else:
        wanted = wanted.order_by(ledger.c.id.desc())
    return wanted.limit(_ROWS)


def _written(reading: Reading, places: set[tuple[str, int]]) -> dict[tuple[str, int], tuple[int, list[Any], str]]:
    """Return the time, the events and the staff member of each entry; an empty name for a Player's entry."""
    found = {}
    by_stream: dict[str, list[int]] = {}
    for stream, version in places:
        by_stream.setdefault(stream, []).append(version)
    for stream, versions in by_stream.items():
        columns = (journal.c.version, journal.c.at, journal.c.events, journal.c.actor, journal.c.role)
        asked = select(*columns).where(journal.c.stream == stream, journal.c.version.in_(versions))
        for row in reading.connection.execute(asked):
            actor = "" if row.role == Role.PLAYER else row.actor
            found[stream, row.version] = (row.at, msgspec.json.decode(row.events), actor)
    return found


def entries_in_all(floor: Floor) -> int:
    """Return the number of entries in the journal."""
    with floor.store.reading() as reading:
        return reading.connection.execute(select(func.count()).select_from(journal)).scalar_one()

"""A house verifies; and whatever somebody changes in its database is found, and named."""

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.floor.journal.database import prepare
from croupier.floor.journal.schema import balances, decks, journal, ledger, snapshots
from croupier.floor.journal.sealing import Key, KeyRing, seal
from croupier.floor.journal.store import Store, StoreError, open_engine
from croupier.floor.running import transaction
from croupier.floor.running.loading import deck_context
from croupier.floor.values.entries import Head, sealed
from croupier.floor.values.shuffle import Shuffle
from croupier.floor.verify.finding import Finding, Kind, Summary
from croupier.floor.verify.rows import as_it_lies, right_types, rows
from croupier.rulebooks.revisions import REVISION
from tests.floor import tampering
from tests.floor.chance import SeededEntropy
from tests.floor.conftest import OFTEN
from tests.floor.house import KEYS
from tests.floor.tampering import ask, change, cut, entries, findings, put, rewrite, saved_heads, unlocked
from tests.sampling import first, spread

TABLES = (journal, ledger, balances, snapshots, decks)
COLUMNS = [(table.name, column.name) for table in TABLES for column in table.columns]
NUMBERS = {"journal": "position", "ledger": "id"}
LINKED = ("table:stud-1", "table:stud-2", "table:multi-1")
STREAMS = ("cage", "link:stud", *LINKED, "table:bonus-1", "table:poker-1")
WHICH = {"middle": "(min(rowid) + max(rowid)) / 2", "first": "min(rowid)", "last": "max(rowid)"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test once more in pieces; of those that go through all columns, what is changed in one row of each."""
    if "which" in metafunc.fixturenames:
        places = [*(("alone", which) for which in WHICH), ("in pieces", "middle")]
        metafunc.parametrize(("way", "which"), first(1, places), indirect=["way"])
    else:
        ways = ("alone",) if "column" in metafunc.fixturenames else ("alone", "in pieces")
        metafunc.parametrize("way", first(1, ways), indirect=True)


@pytest.fixture(autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever one walk finds, pieces side by side find too, signed for or not."""
    monkeypatch.setattr(tampering, "IN_PIECES", request.param == "in pieces")


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the evening was played."""
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", OFTEN)


@pytest.fixture
def floor(evening: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return Path(shutil.copy(evening, tmp_path / "floor.db"))


@pytest.fixture(scope="module")
def heads(evening: Path) -> list[Head]:
    return saved_heads(evening)


def kinds(found: list[Finding]) -> set[Kind]:
    return {one.kind for one in found}


def at(found: list[Finding], stream: str, version: int | None = None) -> set[Kind]:
    """What was found at one place."""
    return {one.kind for one in found if one.stream == stream and version in (None, one.version)}


# ---- A house in order -----------------------------------------------------------------------------------------------


def test_a_house_in_order_verifies(evening: Path, heads: list[Head]) -> None:
    summary = Summary()
    assert findings(evening, heads=heads, summary=summary) == []
    assert summary.entries == summary.total == sum(head.version for head in heads)
    assert (summary.streams, summary.rounds, summary.decks, summary.opened) == (8, 12, 12, 12)
    assert summary.snapshots == 5
    assert summary.postings == ask(evening, "SELECT count(*) FROM ledger")[0][0]
    assert summary.accounts == ask(evening, "SELECT count(*) FROM balances")[0][0]


def test_it_verifies_without_key_and_heads(evening: Path) -> None:
    summary = Summary()
    assert findings(evening, keys=None, summary=summary) == []
    assert (summary.decks, summary.opened) == (12, 0)


def test_heads_of_an_earlier_evening_still_hold(evening: Path) -> None:
    earlier = [Head(one.stream, one.version, one.hash) for stream in STREAMS for one in entries(evening, stream)[:1]]
    assert findings(evening, heads=earlier) == []


def test_progress_is_told(evening: Path) -> None:
    from croupier.floor.verify.verification import verify

    told: list[int] = []
    store = Store(open_engine(str(evening)))
    with store.reading() as reading:
        assert list(verify(reading, progress=lambda summary: told.append(summary.entries))) == []
    store.close()
    assert told[-1] == ask(evening, "SELECT count(*) FROM journal")[0][0]


# ---- Every column ---------------------------------------------------------------------------------------------------


def named(table: str, row: dict[str, Any], found: list[Finding]) -> bool:
    """Whether a finding names a row: by its stream and version, its account, its deck."""
    for one in found:
        if table == "balances" and one.account == row["account"]:
            return True
        if table != "balances" and one.stream == row["stream"]:
            number = row["number"] if table == "decks" else row["version"]
            if table == "snapshots" or one.version in (number, number + 1):  # the next is the one that is chained to it
                return True
    return False


def row_of(path: Path, table: str, which: str) -> dict[str, Any]:
    rowid = ask(path, f"SELECT {WHICH[which]} FROM {table}")[0][0]
    columns = [name for owner, name in COLUMNS if owner == table]
    quoted = ", ".join(f'"{name}"' for name in columns)
    found = ask(path, f"SELECT {quoted} FROM {table} WHERE rowid >= ? ORDER BY rowid LIMIT 1", rowid)[0]
    return {"rowid": rowid, **dict(zip(columns, found, strict=True))}


def another(value: Any) -> Any:
    """Something else of the same type."""
    if isinstance(value, int):
        return value + 1_000_003
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1])
    return value[:-1] + ("x" if value[-1:] != "x" else "y")


@pytest.mark.parametrize(("table", "column"), spread(15, COLUMNS))
def test_any_changed_field_is_found(floor: Path, table: str, column: str, which: str) -> None:
    row = row_of(floor, table, which)
    statement = f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?'
    assert change(floor, statement, values=(another(row[column]), row["rowid"])) == 1
    found = findings(floor)
    assert table in {one.table for one in found}
    assert named(table, row, found) or Kind.POSITION in kinds(found)
    if table == "decks":  # what is inside shows only when it is opened
        assert bool(findings(floor, keys=None)) is (column != "sealed")


@pytest.mark.parametrize(("table", "column"), first(9, [one for one in COLUMNS if one not in NUMBERS.items()]))
def test_any_field_of_a_wrong_type_is_found(floor: Path, table: str, column: str) -> None:
    row = row_of(floor, table, "middle")
    wrongs: tuple[Any, ...] = (b"\xff\x00", 5) if isinstance(row[column], str) else ("text", 2.5)
    for wrong in wrongs[: 1 if isinstance(row[column], str) else 2]:  # SQLite makes a number in a text column text
        change(floor, f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', values=(wrong, row["rowid"]))
        found = findings(floor)
        assert (Kind.TYPE, table, column) in {(one.kind, one.table, one.field) for one in found}


@pytest.mark.parametrize(("table", "column"), first(9, COLUMNS))
def test_a_missing_value_is_found(floor: Path, table: str, column: str) -> None:
    row = row_of(floor, table, "middle")
    unlocked(floor, table)
    change(floor, f'UPDATE {table} SET "{column}" = NULL WHERE rowid = ?', values=(row["rowid"],))
    found = findings(floor)
    assert {Kind.FORM, Kind.TYPE} <= kinds(found)
    assert (table, column) in {(one.table, one.field) for one in found if one.kind is Kind.TYPE}


@pytest.mark.parametrize(("table", "column"), [one for one in COLUMNS if one[1] in {"events", "actor", "account"}])
def test_text_that_is_not_utf_8_is_found(floor: Path, table: str, column: str) -> None:
    row = row_of(floor, table, "middle")
    change(floor, f"UPDATE {table} SET {column} = CAST(x'22ff22' AS TEXT) WHERE rowid = ?", values=(row["rowid"],))
    found = findings(floor)
    assert (Kind.TYPE, table, column) in {(one.kind, one.table, one.field) for one in found}
    assert "UTF-8" in " ".join(map(str, found))


# ---- Rows -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [table.name for table in TABLES])
def test_a_deleted_row_is_found(floor: Path, table: str, which: str) -> None:
    row = row_of(floor, table, which)
    change(floor, f"DELETE FROM {table} WHERE rowid = ?", values=(row["rowid"],))
    found = findings(floor)
    assert found
    where = {"journal": Kind.POSITION, "ledger": Kind.LEDGER, "balances": Kind.BALANCE, "decks": Kind.DECK}
    assert where.get(table, Kind.SNAPSHOT) in kinds(found)


@pytest.mark.parametrize("table", [table.name for table in TABLES])
def test_all_rows_deleted_are_found(floor: Path, table: str) -> None:
    change(floor, f"DELETE FROM {table}")
    assert table in {one.table for one in findings(floor)}


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("INSERT INTO ledger SELECT max(id) + 1, stream, version, event, account, cents FROM ledger", Kind.LEDGER),
        ("INSERT INTO ledger VALUES (9999, 'table:stud-1', 3, 0, 'cage', 0)", Kind.LEDGER),
        ("INSERT INTO ledger VALUES (9999, 'table:nowhere', 3, 0, 'cage', 5)", Kind.LEDGER),
        ("INSERT INTO balances VALUES ('wallet:eve', 0)", Kind.BALANCE),
        ("INSERT INTO balances VALUES ('wallet:eve', 100)", Kind.BALANCE),
        ("INSERT INTO snapshots VALUES ('table:nowhere', 1, x'7b7d')", Kind.SNAPSHOT),
        ("INSERT INTO snapshots VALUES ('cage', 2, x'7b7d')", Kind.SNAPSHOT),
        ("INSERT INTO snapshots VALUES ('cage', 2, x'ff')", Kind.SNAPSHOT),
        ("INSERT INTO snapshots VALUES ('cage', 99, x'7b7d')", Kind.SNAPSHOT),
        ("INSERT INTO decks SELECT stream, 99, sealed FROM decks WHERE rowid = 1", Kind.DECK),
        ("INSERT INTO decks SELECT stream, 0, sealed FROM decks WHERE rowid = 1", Kind.DECK),
        ("INSERT INTO decks VALUES ('cage', 1, x'00')", Kind.DECK),
        ("INSERT INTO decks VALUES ('table:nowhere', 1, x'00')", Kind.DECK),
    ],
)
def test_an_inserted_row_is_found(floor: Path, statement: str, kind: Kind) -> None:
    assert change(floor, statement) == 1
    assert kind in kinds(findings(floor, keys=None))


@pytest.mark.parametrize(("stream", "kind"), [("cage", Kind.CHAIN), ("cellar", Kind.STREAM), ("table:", Kind.STREAM)])
def test_an_inserted_entry_is_found(floor: Path, stream: str, kind: Kind) -> None:
    last = entries(floor, "cage")[-1]
    number = last.version + 1 if stream == "cage" else 1
    columns = (number, stream, last.at, "eve", last.role, "", last.schema, last.command, "[]", "[]", "0" * 64, "x")
    change(
        floor,
        'INSERT INTO journal (version, stream, "at", actor, role, "key", "schema", command, events, postings, previous,'
        " hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values=columns,
    )
    found = at(findings(floor), stream, number)
    assert {Kind.HASH, kind} <= found


@pytest.mark.parametrize("table", [table.name for table in TABLES])
def test_a_row_that_is_there_twice_is_found(floor: Path, table: str) -> None:
    row = row_of(floor, table, "middle")
    unlocked(floor, table)
    change(floor, f"INSERT INTO {table} SELECT * FROM {table} WHERE rowid = ?", values=(row["rowid"],))
    found = findings(floor)
    assert Kind.FORM in kinds(found)
    assert table in {one.table for one in found if one.kind is not Kind.FORM}


def test_a_delivery_that_was_taken_twice_is_found(floor: Path) -> None:
    change(floor, "DROP INDEX one_entry_a_key")
    rewrite(floor, "cage", 3, key="cash-ann")
    found = findings(floor)
    assert {Kind.FORM, Kind.TWICE} <= kinds(found)
    assert "'cash-ann' stands in 2 entries" in " ".join(map(str, found))


@pytest.mark.parametrize("table", ["journal", "ledger"])
@pytest.mark.parametrize("apart", [1, 40])
def test_rows_in_another_order_are_found(floor: Path, table: str, apart: int) -> None:
    name, middle = NUMBERS[table], row_of(floor, table, "middle")["rowid"]
    change(
        floor,
        f"UPDATE {table} SET {name} = -1 WHERE {name} = {middle}",
        f"UPDATE {table} SET {name} = {middle} WHERE {name} = {middle + apart}",
        f"UPDATE {table} SET {name} = {middle + apart} WHERE {name} = -1",
    )
    found = findings(floor)
    assert {Kind.POSITION, Kind.ORDER, Kind.LINK, Kind.METER, Kind.LEDGER} & kinds(found)
    assert table in {one.table for one in found}


@pytest.mark.parametrize("stream", spread(3, STREAMS))
def test_two_entries_that_changed_places_are_found(floor: Path, stream: str) -> None:
    two, three = entries(floor, stream)[1:3]
    change(floor, "UPDATE journal SET version = -1, key = '' WHERE stream = ? AND version = 2", values=(stream,))
    put(floor, replace(two, version=3))
    change(floor, "UPDATE journal SET version = 2 WHERE stream = ? AND version = -1", values=(stream,))
    put(floor, replace(three, version=2))
    found = findings(floor)
    assert {Kind.HASH, Kind.CHAIN} <= at(found, stream, 2)
    assert {Kind.HASH, Kind.CHAIN} <= at(found, stream, 3)


# ---- Histories that were rewritten ----------------------------------------------------------------------------------


def with_event(path: Path, stream: str, old: str, new: str) -> tuple[int, str]:
    """The first entry of a stream whose events hold a text, and its events with another in its place."""
    entry = next(one for one in entries(path, stream) if old in one.events)
    return entry.version, entry.events.replace(old, new, 1)


CHANGES = [
    ("table:stud-1", '"amount":10000', '"amount":20000'),
    ("table:stud-2", '"type":"JackpotFed"', '"type":"Nothing"'),
    ("table:multi-1", '"millionths":', '"millionths":1'),
    ("table:bonus-1", '"cards":[', '"cards":[0,'),
    ("table:poker-1", '"player":"ann"', '"player":"eve"'),
    ("link:stud", '"before":5000000000000', '"before":5000000000001'),
    ("cage", '"cents":3000000', '"cents":4000000'),
    ("table:stud-1", '"rulebook":"rws-casino-stud-v6"', '"rulebook":"whist-v1"'),
]


@pytest.mark.parametrize(("stream", "old", "new"), spread(3, CHANGES))
def test_a_changed_event_with_its_own_hash_made_anew_is_found(floor: Path, stream: str, old: str, new: str) -> None:
    version, events = with_event(floor, stream, old, new)
    put(floor, sealed(replace(entries(floor, stream)[version - 1], events=events)))
    found = findings(floor)
    assert Kind.CHAIN in at(found, stream, version + 1)
    assert {Kind.DECISION, Kind.TEXT} & at(found, stream, version)
    assert Kind.HASH not in kinds(found)


@pytest.mark.parametrize(("stream", "old", "new"), CHANGES)
def test_a_changed_event_in_a_rewritten_chain_is_found(
    floor: Path, heads: list[Head], stream: str, old: str, new: str
) -> None:
    version, events = with_event(floor, stream, old, new)
    rewrite(floor, stream, version, events=events)
    found = findings(floor)
    assert {Kind.DECISION, Kind.TEXT} & at(found, stream, version)
    assert not {Kind.CHAIN, Kind.HASH} & kinds(found)
    assert Kind.HEAD in at(findings(floor, heads=heads), stream)


def test_one_false_entry_is_not_told_of_every_entry_after_it(floor: Path) -> None:
    version, events = with_event(floor, "table:stud-1", '"amount":10000', '"amount":20000')
    rewrite(floor, "table:stud-1", version, events=events)
    (only,) = [one for one in findings(floor) if one.kind is Kind.DECISION]
    assert str(only) == (
        f"journal table:stud-1 version {version} events: the rules decide differently: "
        "[0]WagerPlaced.amount is 20000, not 10000"
    )


@pytest.mark.parametrize(
    ("stream", "version", "changes"),
    [
        ("table:stud-1", 5, {"actor": "eve"}),
        ("table:stud-1", 5, {"at": 1}),
        ("cage", 2, {"key": "another"}),
        ("cage", 2, {"actor": "eve"}),
        ("table:poker-1", 8, {"at": 7}),
    ],
)
def test_who_and_when_in_a_rewritten_chain_is_found_with_heads(
    floor: Path, heads: list[Head], stream: str, version: int, changes: dict[str, Any]
) -> None:
    rewrite(floor, stream, version, **changes)
    assert Kind.HEAD in at(findings(floor, heads=heads), stream)


@pytest.mark.parametrize("stream", first(2, ["table:stud-1", "cage", "link:stud", "table:poker-1"]))
@pytest.mark.parametrize("column", ["command", "events", "postings"])
@pytest.mark.parametrize("text", first(1, ["[]x", '{"type":"Nothing"}', "", '[{"type":1}]', "[" * 5000]))
def test_a_text_that_cannot_be_read_is_found(floor: Path, stream: str, column: str, text: str) -> None:
    rewrite(floor, stream, 2, **{column: text})
    found = findings(floor)
    assert {Kind.TEXT, Kind.POSTINGS} & at(found, stream, 2)
    assert column in {one.field for one in found}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"schema": 0}, "schema"),
        ({"schema": REVISION + 1}, "schema"),
        ({"schema": -1}, "schema"),
        ({"role": "king"}, "role"),
    ],
)
@pytest.mark.parametrize("version", first(1, [4, 1]))
def test_a_form_or_a_role_that_is_not_known_is_found(
    floor: Path, changes: dict[str, Any], field: str, version: int
) -> None:
    rewrite(floor, "table:stud-1", version, **changes)
    assert field in {one.field for one in findings(floor) if (one.kind, one.version) == (Kind.TEXT, version)}


def test_a_command_in_other_words_is_found(floor: Path) -> None:
    command = entries(floor, "cage")[1].command
    rewrite(floor, "cage", 2, command=command.replace(",", ", "))
    assert Kind.COMMAND in at(findings(floor), "cage", 2)


def test_other_money_in_a_rewritten_chain_is_found(floor: Path) -> None:
    entry = entries(floor, "cage")[1]
    posted = json.loads(entry.postings)
    posted[0][2] -= 1
    posted[1][2] += 1
    rewrite(floor, "cage", 2, postings=json.dumps(posted, separators=(",", ":")))
    assert at(findings(floor), "cage", 2) == {Kind.POSTINGS}


def test_money_that_was_made_in_journal_ledger_and_balance_is_found(floor: Path) -> None:
    """Consistently: the same cents more in a wallet, everywhere."""
    entry = entries(floor, "cage")[1]
    rewrite(
        floor,
        "cage",
        2,
        **{name: getattr(entry, name).replace("3000000", "3000001") for name in ("command", "events", "postings")},
    )
    change(
        floor,
        "UPDATE ledger SET cents = cents + sign(cents) WHERE stream = 'cage' AND version = 2",
        "UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:ann'",
    )
    found = findings(floor)
    assert "balances: all accounts together hold 1, and should sum to zero" in {str(one) for one in found}
    assert {one.account for one in found if one.field == "cents"} == {"cash"}


# ---- Cut tails ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", spread(3, STREAMS))
def test_a_cut_tail_is_found(floor: Path, heads: list[Head], stream: str) -> None:
    cut(floor, stream, 5)
    found = findings(floor)
    assert Kind.POSITION in kinds(found)
    assert Kind.HEAD in at(findings(floor, heads=heads), stream)


@pytest.mark.parametrize("stream", ["link:stud", *LINKED])
def test_a_cut_tail_contradicts_the_other_side_of_the_link(floor: Path, stream: str) -> None:
    cut(floor, stream, 5)
    renumber(floor)
    assert {Kind.LINK, Kind.METER} & kinds(findings(floor))


def renumber(path: Path) -> None:
    """Positions and numbers without gaps, as if nothing had been there."""
    for table, name in NUMBERS.items():
        rows = ask(path, f"SELECT {name} FROM {table} ORDER BY {name}")
        numbered = enumerate(rows, 1)
        change(path, *(f"UPDATE {table} SET {name} = {number} WHERE {name} = {old}" for number, (old,) in numbered))
    last = ask(path, "SELECT max(position) FROM journal")[0][0]
    change(path, f"UPDATE sqlite_sequence SET seq = {last} WHERE name = 'journal'")


@pytest.mark.parametrize("stream", ["cage", "table:bonus-1"])
def test_a_tail_that_was_cut_everywhere_is_found_with_heads_alone(floor: Path, heads: list[Head], stream: str) -> None:
    """Ledger, balances, snapshots and decks go with it: what is left is a true history, only shorter."""
    first = next(head.version for head in heads if head.stream == stream)
    if stream == "table:bonus-1":
        first = next(one.version for one in entries(floor, stream) if "ShuffleCommitted" in one.events)
    cut(floor, stream, first)
    moved = ask(
        floor, "SELECT account, sum(cents) FROM ledger WHERE stream = ? AND version >= ? GROUP BY 1", stream, first
    )
    for account, cents in moved:
        change(floor, "UPDATE balances SET cents = cents - ? WHERE account = ?", values=(cents, account))
    change(floor, "DELETE FROM ledger WHERE stream = ? AND version >= ?", values=(stream, first))
    change(floor, "DELETE FROM snapshots WHERE stream = ?", values=(stream,))
    change(floor, "DELETE FROM decks WHERE stream = ?", values=(stream,))
    change(floor, "DELETE FROM balances WHERE account NOT IN (SELECT account FROM ledger)")
    change(floor, "DELETE FROM seals WHERE position > (SELECT count(*) FROM journal)")
    renumber(floor)
    change(floor, "DELETE FROM seals WHERE position > (SELECT max(position) FROM journal)")
    assert findings(floor) == []
    (only,) = findings(floor, heads=heads)
    assert (only.kind, only.stream) == (Kind.HEAD, stream)
    assert "its tail was cut" in only.wrong


def test_a_stream_that_is_gone_is_found(floor: Path, heads: list[Head]) -> None:
    cut(floor, "table:poker-1", 1)
    found = findings(floor, heads=heads)
    assert {Kind.HEAD, Kind.LEDGER, Kind.SNAPSHOT, Kind.DECK} <= at(found, "table:poker-1")


# ---- Decks ----------------------------------------------------------------------------------------------------------


def deck_of(stream: str, number: int, shuffle: Shuffle) -> bytes:
    return seal(shuffle, KEYS.current, deck_context(stream, number), SeededEntropy(3))


def test_another_deck_under_the_right_key_is_found(floor: Path) -> None:
    other = deck_of("table:stud-1", 2, Shuffle.fresh(SeededEntropy(99)))
    change(floor, "UPDATE decks SET sealed = ? WHERE stream = 'table:stud-1' AND number = 2", values=(other,))
    found = findings(floor)
    assert {Kind.DECK, Kind.CARDS} == kinds(found)
    assert any("its root is" in one.wrong for one in found)
    assert findings(floor, keys=None) == []


def test_cards_that_were_not_dealt_from_the_deck_are_found(floor: Path) -> None:
    """Deck and commitment are exchanged together, in a chain that fits: the cards give it away."""
    other = Shuffle.fresh(SeededEntropy(99))
    sealed_deck = deck_of("table:poker-1", 1, other)
    change(floor, "UPDATE decks SET sealed = ? WHERE stream = 'table:poker-1' AND number = 1", values=(sealed_deck,))
    entry = next(one for one in entries(floor, "table:poker-1") if "ShuffleCommitted" in one.events)
    root = msgspec.json.decode(entry.command)["root"]
    changed = {name: getattr(entry, name).replace(root, other.root) for name in ("command", "events")}
    rewrite(floor, "table:poker-1", entry.version, **changed)
    found = findings(floor)
    assert kinds(found) == {Kind.CARDS}
    assert "was dealt as card 1 of deck 1, not" in found[0].wrong


def test_decks_that_changed_places_are_found(floor: Path) -> None:
    change(
        floor,
        "UPDATE decks SET number = -1 WHERE stream = 'table:stud-1' AND number = 1",
        "UPDATE decks SET number = 1 WHERE stream = 'table:stud-1' AND number = 2",
        "UPDATE decks SET number = 2 WHERE stream = 'table:stud-1' AND number = -1",
    )
    found = [one for one in findings(floor) if one.kind is Kind.DECK]
    assert [one.version for one in found] == [1, 2]


def test_a_deck_of_another_length_is_found_without_the_key(floor: Path) -> None:
    short = deck_of("table:stud-1", 1, Shuffle.fresh(SeededEntropy(1), [Card(number) for number in range(51)]))
    change(floor, "UPDATE decks SET sealed = ? WHERE stream = 'table:stud-1' AND number = 1", values=(short,))
    assert kinds(findings(floor, keys=None)) == {Kind.DECK}


def test_a_key_that_does_not_fit_is_told(floor: Path) -> None:
    found = findings(floor, keys=KeyRing(Key(bytes(32))))
    assert len(found) == 12
    assert kinds(found) == {Kind.DECK}
    assert findings(floor, keys=KeyRing(Key(bytes(32)), (KEYS.current,))) == []


# ---- The database itself --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("CREATE TRIGGER t AFTER INSERT ON ledger BEGIN DELETE FROM ledger; END", "the trigger t is not the floor's"),
        ("CREATE VIEW v AS SELECT * FROM journal", "the view v is not the floor's"),
        ("CREATE TABLE more (a)", "the table more is not the floor's"),
        ("DROP INDEX one_entry_a_key", "the index one_entry_a_key is missing"),
        ("DROP INDEX ledger_by_entry", "the index ledger_by_entry is missing"),
        ("ALTER TABLE balances ADD COLUMN note TEXT", "the table balances is built differently"),
        ("DROP TABLE snapshots", "the table snapshots is missing"),
        ("ALTER TABLE journal RENAME COLUMN hash TO digest", "the table journal is built differently"),
    ],
)
def test_a_database_that_was_built_otherwise_is_found(floor: Path, statement: str, told: str) -> None:
    change(floor, statement)
    found = findings(floor)
    assert kinds(found) == {Kind.FORM}
    assert told in str(found[0])


def test_damage_is_found_or_said_wherever_it_is(floor: Path) -> None:
    """Each page of the first ones, which describe the tables or hold them: never taken for sound, never a traceback."""
    sound = floor.read_bytes()
    for page in range(1, 24):
        data = bytearray(sound)
        data[page * 4096 : page * 4096 + 64] = b"\xa5" * 64
        floor.write_bytes(data)
        try:
            told = [*map(str, findings(floor, seals=True))]
        except StoreError as refused:
            told = [str(refused)]
        assert told, page
        assert not any("\n" in one for one in told)


def test_a_damaged_file_is_found(floor: Path) -> None:
    data = bytearray(floor.read_bytes())
    for page in range(16, len(data) // 4096, 3):  # behind those that say which tables there are
        data[page * 4096 : page * 4096 + 64] = b"\xa5" * 64
    floor.write_bytes(data)
    assert Kind.FORM in kinds(findings(floor))


# ---- Rows as they lie there -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [(), (1,), (200,), (201,), (450,), (1, 300)])
def test_every_row_is_read_once_and_in_order_whatever_its_texts_hold(bad: tuple[int, ...]) -> None:
    engine = open_engine("sqlite://")
    prepare(engine)
    with engine.connect() as connection, as_it_lies(connection):
        for number in range(1, 451):
            account = "CAST(x'ff' || '{0}' AS TEXT)" if number in bad else "'{0}'"
            connection.exec_driver_sql(f"INSERT INTO balances VALUES ({account.format(f'{number:03}')}, {number})")
        found = list(rows(connection, balances, balances.c.cents))
    engine.dispose()
    assert [one.cents for one in found] == list(range(1, 451))
    assert [one.cents for one in found if not right_types("balances", one)] == list(bad)
    assert all(one.account == f"{one.cents:03}" for one in found if one.cents not in bad)

"""A floor is the same in an SQLite file and in PostgreSQL: what is written, what is refused, what is found."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, inspect, select, text
from sqlalchemy.exc import DBAPIError

from croupier.floor.house.credentials import Credentials, Opened
from croupier.floor.journal.database import prepare
from croupier.floor.journal.engines import parsed
from croupier.floor.journal.schema import balances, decks, has, journal, ledger, seals, servers, snapshots
from croupier.floor.journal.store import FencedError, Reading, Store, StoreError, open_engine
from croupier.floor.running import transaction
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, CashOut
from croupier.floor.values.entries import Entry, Posting, Written, sealed, sums
from croupier.floor.values.house import Account, HouseState
from croupier.floor.values.requests import Accepted, AtomicRequest, Rejected, Reply, Request
from croupier.floor.verify.finding import Finding, Kind
from croupier.floor.verify.verification import verify
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from tests.command import complaint_of, croupier
from tests.floor.chance import SeededEntropy
from tests.floor.house import DAY, KEYS, House, TickingClock
from tests.floor.house_floor import SetClock
from tests.postgresql import PostgreSQL
from tests.web.server import LIGHT

OFTEN = 20


@pytest.fixture
def house(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house that has begun."""
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", OFTEN)
    house = House(database)
    house.furnish()
    yield house
    house.floor.store.close()


def found(floor: Floor) -> list[Finding]:
    with floor.store.reading() as reading:
        return list(verify(reading, keys=KEYS))


def rows(house: House) -> dict[str, list[Any]]:
    """Everything that a house has written, whatever it is kept in."""
    with house.floor.store.engine.connect() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in (journal, ledger, balances, snapshots, decks, seals)
        }


def test_an_evening_is_the_same_to_the_last_row(postgresql: PostgreSQL, evening: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", OFTEN)
    there = House(postgresql.fresh())
    there.evening()
    here = open_engine(str(evening))
    with here.connect() as connection:
        written = [tuple(row) for row in connection.execute(select(journal).order_by(journal.c.position))]
    assert rows(there)["journal"] == written
    assert found(there.floor) == []
    there.floor.store.close()
    here.dispose()


def test_who_reads_later_sees_what_was_written_whatever_somebody_left_half_read(house: House) -> None:
    """What is still held of an earlier reading, as the frames of an error may, keeps no view of that moment open."""
    left: list[Iterator[Any]] = []
    store = house.floor.store
    for _ in range(3):  # whichever connection the next one gets
        with store.reading() as reading:
            entries = reading.entries("cage")
            next(entries)
            left.append(entries)
            unread = iter(reading.connection.execute(select(journal.c.position)))
            next(unread)
            left.append(unread)
    house.stud_round("stud-1")
    with store.reading() as reading:
        assert reading.position() == house.floor.position
    store.checkpoint()


def test_a_house_goes_on_after_a_night(house: House) -> None:
    house.stud_round("stud-1")
    before = house.floor.heads(), house.floor.balances, house.floor.position, house.floor.head
    house.restart()
    assert (house.floor.heads(), house.floor.balances, house.floor.position, house.floor.head) == before
    house.stud_round("stud-1")
    assert found(house.floor) == []


def test_a_transaction_that_fails_leaves_no_gap(house: House) -> None:
    """Positions are counted by the floor: what PostgreSQL counts by itself would go on after a failure."""
    position, again = house.floor.position, [_cash_in(house, 1), _cash_in(house, 1)]
    with pytest.raises(StoreError, match=r"(?i)unique"), house.floor.store.writing() as writing:
        writing.append(again)
    assert house.floor.position == position
    house.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
    with house.floor.store.reading() as reading:
        assert reading.position() == position + 1
    assert found(house.floor) == []


def _cash_in(house: House, after: int) -> Written:
    """The last entry of the cage once more, further on."""
    with house.floor.store.reading() as reading:
        last = [*reading.entries("cage")][-1]
    entry = msgspec.structs.replace(last, version=last.version + after, key="")
    return Written(sealed(entry), (), (), ())


def test_many_movements_are_written_as_they_were_booked(house: House) -> None:
    """However many a database is given at once: each is a row, in order, and an account has the sum of its own."""
    posted = tuple(Posting(at % 3, f"wallet:player-{at % 21}", at + 1) for at in range(45))
    written = msgspec.structs.replace(_cash_in(house, 1), posted=posted)
    with house.floor.store.writing() as writing:
        writing.append([written])
    at = ledger.c.version == written.entry.version
    asked = select(ledger.c.event, ledger.c.account, ledger.c.cents).where(ledger.c.stream == "cage", at)
    with house.floor.store.reading() as reading:
        kept, held = reading.connection.execute(asked.order_by(ledger.c.id)).all(), reading.balances()
    assert [Posting(*row) for row in kept] == list(posted)
    assert {account: held[account] for account in sums(posted)} == sums(posted)


def test_a_version_of_a_stream_is_written_once(house: House) -> None:
    """Whatever is wrong elsewhere, the database has the last word."""
    with house.floor.store.reading() as reading:
        first = reading.entry("cage", 1)
    assert isinstance(first, Entry)
    with pytest.raises(StoreError, match=r"(?i)unique"), house.floor.store.writing() as writing:
        writing.append([Written(msgspec.structs.replace(first, key="another"), (), (), ())])


def test_a_key_is_taken_once(house: House) -> None:
    again = Request("cage", "cash desk", Role.CAGE, CashIn("ann", 3_000_000, DAY), "cash-ann")
    reply = house.floor.submit(again)[0]
    assert isinstance(reply, Accepted)
    assert reply.repeated
    one = _cash_in(house, 1)
    with pytest.raises(StoreError, match=r"(?i)unique"), house.floor.store.writing() as writing:
        writing.append([Written(msgspec.structs.replace(one.entry, key="cash-ann"), (), (), ())])


def test_a_second_floor_on_the_database_is_stopped_at_its_next_entry(house: House) -> None:
    other = Floor(Store(open_engine(house.path)), clock=house.clock, entropy=SeededEntropy(2), keys=KEYS)
    house.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
    with pytest.raises(FencedError, match="somebody else has written"):
        other.submit(Request("cage", "cash desk", Role.CAGE, CashIn("ann", 100, DAY)))
    other.store.close()


def test_whoever_takes_the_floor_stops_the_one_before(house: House) -> None:
    house.floor.store.hold()
    house.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
    other = Store(open_engine(house.path))
    with other.writing() as writing:
        writing.take_fence("another", "process 5 on another machine")
        writing.connection.execute(delete(servers))
    other.close()
    with pytest.raises(FencedError, match=r"process 5 on another machine|others have taken its tables over"):
        house.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
    assert found(house.floor) == []


def test_a_reader_sees_one_moment(house: House) -> None:
    with house.floor.store.reading() as reading:
        before = reading.position()
        house.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
        assert reading.position() == before
    with house.floor.store.reading() as reading:
        assert reading.position() == before + 1


def test_texts_are_looked_for_letter_by_letter(house: House) -> None:
    for words, holds in (("CageEstablished", True), ("cageestablished", False), ("%Established", False)):
        with house.floor.store.engine.connect() as connection:
            there = connection.execute(select(journal.c.version).where(has(journal.c.events, words))).first()
        assert (there is not None) is holds, words


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:ann'",
        "UPDATE journal SET events = replace(events, '3000000', '4000000') WHERE stream = 'cage'",
        "DELETE FROM ledger WHERE account = 'wallet:ann'",
        "DELETE FROM seals WHERE position = (SELECT max(position) FROM seals)",
        "UPDATE journal SET position = 100000 WHERE position = (SELECT max(position) FROM journal)",
    ],
)
def test_what_somebody_changes_is_found(house: House, change: str) -> None:
    with house.floor.store.engine.connect() as connection:
        connection.execute(text(change))
    assert found(house.floor)


def test_credentials_are_kept(house: House) -> None:
    clock = TickingClock()
    door = Credentials(house.floor.store, clock=clock, entropy=SeededEntropy(3), terms=LIGHT)
    assert door.set_password("sue", "a long way to Tipperary") is None
    assert door.set_password("sue", "a longer way to Tipperary") is None
    with house.floor.store.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM credentials")).scalar() == 1


def test_uses_of_sessions_are_noted_together(house: House) -> None:
    clock = SetClock()
    door = Credentials(house.floor.store, clock=clock, entropy=SeededEntropy(3), terms=LIGHT)
    accounts = HouseState("08:00", "Asia/Singapore", 5, {"ann": Account("ann", (Role.PLAYER,))})
    opened = [door.open_session("ann", Role.PLAYER, accounts) for _ in range(3)]
    tokens, begun = [one.token for one in opened if isinstance(one, Opened)], clock.at
    clock.pass_minutes(2)
    used = clock.at
    assert all(door.use(token) is not None for token in tokens[1:])
    clock.pass_minutes(2)
    door.note_uses()
    looked = door.look_at(tokens)
    assert [looked[token].seen for token in tokens] == [begun, used, used]


def test_commands_of_the_command_line_read_it(house: House) -> None:
    house.stud_round("stud-1")
    verified = croupier("verify", "--db", house.path)
    assert (verified.returncode, verified.stderr) == (0, b""), verified
    reported = croupier("report", "--db", house.path, "--day", DAY)
    assert reported.returncode == 0, reported
    assert b"stud-1" in reported.stdout


# ---- PostgreSQL alone -----------------------------------------------------------------------------------------------


def test_a_trigger_or_a_rule_is_found(postgresql: PostgreSQL) -> None:
    house = House(postgresql.fresh())
    with house.floor.store.engine.connect() as connection:
        connection.execute(text("CREATE RULE kept AS ON DELETE TO ledger DO INSTEAD NOTHING"))
        connection.execute(text("ALTER TABLE journal DROP CONSTRAINT one_entry_a_version"))
    kinds = [(one.kind, one.wrong) for one in found(house.floor)]
    assert (Kind.FORM, "the rule kept is not the floor's") in kinds
    assert any(kind is Kind.FORM and "one_entry_a_version" in wrong for kind, wrong in kinds)
    house.floor.store.close()


def test_two_processes_do_not_run_one_floor(postgresql: PostgreSQL) -> None:
    url = postgresql.fresh()
    first, second = Store(open_engine(url)), Store(open_engine(url))
    prepare(first.engine)
    first.hold()
    with pytest.raises(StoreError, match=r"another process is running the floor in the database floor\d+"):
        second.hold()
    first.close()
    second.hold()
    second.close()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://", "names no database"),
        ("postgresql://croupier:hush@/", "names no database"),
        ("postgresql://croupier:hush@h:x/floor", "is not a database URL"),
        ("mysql://h/floor", "not in mysql"),
        ("postgresql+asyncpg://h/floor", r"not in postgresql\+asyncpg"),
    ],
)
def test_a_wrong_url_is_refused_in_a_sentence(url: str, told: str) -> None:
    with pytest.raises(StoreError, match=told) as wrong:
        parsed(url)
    assert "hush" not in str(wrong.value)
    for words in (("verify",), ("report",), ("serve",), ("anchor",)):
        assert "hush" not in complaint_of(croupier(*words, "--db", url))


def test_a_server_that_does_not_answer_is_said_in_a_sentence(tmp_path: Any) -> None:
    for words in (("verify",), ("report",), ("serve",), ("anchor",), ("password", "sue")):
        assert "connection" in complaint_of(croupier(*words, "--db", f"postgresql://croupier@/floor?host={tmp_path}"))


def test_an_empty_database_is_not_taken_for_a_house(postgresql: PostgreSQL) -> None:
    url = postgresql.empty()
    for words in (("verify",), ("report",), ("anchor",), ("password", "sue")):
        complaint_of(croupier(*words, "--db", url))
    engine = open_engine(url)
    assert inspect(engine).get_table_names() == []
    engine.dispose()


def test_nothing_is_written_where_only_reading_was_asked(postgresql: PostgreSQL) -> None:
    house = House(postgresql.fresh())
    with (
        house.floor.store.reading() as reading,
        pytest.raises(DBAPIError, match="read-only"),
    ):
        reading.connection.execute(text("DELETE FROM journal"))
    house.floor.store.close()


# ---- What is delivered twice ----------------------------------------------------------------------------------------


def _cash(cents: int, key: str, *, actor: str = "cash desk", player: str = "ann") -> Request:
    """Cash in, or out where it is negative."""
    command = CashIn(player, cents, DAY) if cents > 0 else CashOut(player, -cents, DAY)
    return Request("cage", actor, Role.CAGE, command, key)


def _told(replies: Sequence[Reply]) -> list[str]:
    return ["refused" if isinstance(one, Refusal) else "repeated" if one.repeated else "accepted" for one in replies]


def test_nobody_looks_for_an_earlier_delivery_before_something_is_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, by_key = list[str](), Reading.by_key

    def noted(self: Reading, stream: str, key: str) -> Entry | None:
        looked.append(key)
        return by_key(self, stream, key)

    monkeypatch.setattr(Reading, "by_key", noted)
    assert _told(house.floor.submit(_cash(100, "one"), _cash(200, "two"), _cash(-(10**12), ""))) == [
        *("accepted", "accepted", "refused")
    ]
    assert looked == []
    assert _told(house.floor.submit(_cash(-(10**12), "three"))) == ["refused"]
    assert looked == ["three"]


def test_what_would_be_accepted_again_is_not_and_what_comes_with_it_is_decided_without(house: House) -> None:
    """The second request takes all that the wallet would have if the first counted twice; the fourth what it has."""
    first = _cash(1_000, "first", player="bob")
    assert _told(house.floor.submit(first)) == ["accepted"]
    held, position = house.floor.balances["wallet:bob"], house.floor.position
    twice, once = _cash(-(held + 1_000), "twice", player="bob"), _cash(-held, "once", player="bob")
    told = _told(house.floor.submit(first, twice, first, once, once))
    assert told == ["repeated", "refused", "repeated", "accepted", "repeated"]
    assert house.floor.balances["wallet:bob"] == 0
    assert house.floor.position == position + 1
    assert found(house.floor) == []


def test_an_act_of_which_a_part_was_delivered_before(house: House) -> None:
    """Its rest is decided over what there is, although the first part would be accepted again and leave too little."""
    out, rest = _cash(-1_000, "out", player="cy"), _cash(-1_000, "rest", player="cy")
    assert _told(house.floor.submit(_cash(2_000, "in", player="cy"), out)) == ["accepted", "accepted"]
    outcome = house.floor.submit_whole(AtomicRequest((out, rest)))
    assert not isinstance(outcome, Rejected)
    assert _told(outcome) == ["repeated", "accepted"]
    again = house.floor.submit_whole(AtomicRequest((rest, _cash(-1, "more", player="cy"))))
    assert isinstance(again, Rejected)
    assert again.number == 1
    assert found(house.floor) == []


def test_a_key_of_somebody_else_or_of_something_else_is_refused_though_it_could_be_accepted(house: House) -> None:
    position = house.floor.position
    assert _told(house.floor.submit(_cash(100, "mine"))) == ["accepted"]
    for other, words in (
        (_cash(100, "mine", actor="another desk"), "belongs to somebody else"),
        (_cash(200, "mine"), "used for something else"),
    ):
        (reply,) = house.floor.submit(other)
        assert isinstance(reply, Refusal)
        assert words in reply.sentence
    assert house.floor.position == position + 1

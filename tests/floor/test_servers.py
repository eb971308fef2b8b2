"""Several floors on one PostgreSQL: one record, decided anywhere, and nothing by one that was struck off."""

import select
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from croupier.floor.journal import servers, wakes
from croupier.floor.journal.keys import KeyFiles
from croupier.floor.journal.sealing import KeyFile
from croupier.floor.journal.signing import Seal, Signer
from croupier.floor.journal.store import DoubtError, FencedError, Store, StoreError, Writing, open_engine
from croupier.floor.journal.wakes import COMMITTED
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, CashOut
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.record import STREAM as RECORD
from croupier.floor.values.record import CountersignRecord, ProposeRecord, ReplaceKey
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.floor.values.table import PlayBanked
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager
from croupier.play.refusal import Refusal
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.house import DAY, KEYS, STUD, House
from tests.floor.shared import Heard, Shared, joined
from tests.postgresql import PostgreSQL


class Server(House):
    """One of the servers of a house."""

    number = 0

    def __init__(self, url: str) -> None:
        super().__init__(url, clock=Shared())

    def _opened(self) -> Floor:
        Server.number += 1
        self.heard = Heard()
        return joined(self.path, Server.number, self.heard)


@pytest.fixture
def pair(postgresql: PostgreSQL) -> Iterator[tuple[Server, Server]]:
    """Two servers of a house that has begun."""
    url = postgresql.fresh()
    first = Server(url)
    first.furnish()
    second = Server(url)
    yield first, second
    first.floor.store.close()
    second.floor.store.close()


def sound(*floors: Floor) -> None:
    """All have the same floor in memory, and the record is in order."""
    for floor in floors:
        floor.follow()
    assert len({floor.position for floor in floors}) == 1
    assert len({floor.head for floor in floors}) == 1
    for floor in floors:
        assert floor.heads() == floors[0].heads()
        assert floor.balances == floors[0].balances
        assert {name: kept.state for name, kept in floor.streams.items()} == {
            name: kept.state for name, kept in floors[0].streams.items()
        }
    with floors[0].store.reading() as reading:
        assert list(verify(reading, keys=KEYS)) == []


def test_a_round_is_played_at_two_servers_in_turn(pair: tuple[Server, Server]) -> None:
    """Each act goes to the other server: every one of them decides it on what the other has committed."""
    first, second = pair
    asks = cycle(pair)

    def ask(stream: str, command: object, actor: str, role: Role = Role.PLAYER) -> None:
        reply = next(asks).floor.submit(Request(stream, actor, role, command))[0]
        assert isinstance(reply, Accepted), reply

    for _ in range(3):
        ask("table:stud-1", PlayBanked(OpenRound()), "dan", Role.DEALER)
        for box, player in enumerate(("ann", "ben"), 1):
            ask("table:stud-1", PlayBanked(PlaceWager(box, WagerName.ANTE, 10_000)), player)
            ask("table:stud-1", PlayBanked(PlaceWager(box, WagerName.JACKPOT, 500)), player)
        ask("table:stud-1", PlayBanked(CloseBets()), "dan", Role.DEALER)
        for box, player in enumerate(("ann", "ben"), 1):
            ask("table:stud-1", PlayBanked(Choose(box, Decision.BET)), player)
    first.floor.follow()
    assert first.floor.table("stud-1").engine.rounds == 3
    sound(first.floor, second.floor)


def test_a_wallet_is_spent_once(pair: tuple[Server, Server]) -> None:
    """Both servers believe that it is full; the second to commit decides again on what the first has left."""
    first, second = pair
    out = Request("cage", "cash desk", Role.CAGE, CashOut("ann", 3_000_000, DAY))
    follow = second.floor.follow
    second.floor.follow = lambda: False  # type: ignore[method-assign] # as if the news had not come yet
    assert isinstance(first.floor.submit(out)[0], Accepted)
    refused = second.floor.submit(out)[0]
    second.floor.follow = follow  # type: ignore[method-assign]
    assert isinstance(refused, Refusal)
    assert "only" in refused.sentence
    sound(first.floor, second.floor)


def test_what_has_a_key_is_decided_again_under_the_lock(pair: tuple[Server, Server]) -> None:
    """Looking for the key must not wait for the transaction that it is a part of."""
    first, second = pair
    follow = second.floor.follow
    second.floor.follow = lambda: False  # type: ignore[method-assign] # as if the news had not come yet
    for number, one in enumerate(pair):
        asked = Request("cage", "cash desk", Role.CAGE, CashIn("ann", 100, DAY), f"key {number}")
        assert isinstance(one.floor.submit(asked)[0], Accepted)
    second.floor.follow = follow  # type: ignore[method-assign]
    sound(first.floor, second.floor)


def test_a_key_is_taken_once_by_all_of_them(pair: tuple[Server, Server]) -> None:
    first, second = pair
    request = Request("cage", "cash desk", Role.CAGE, CashIn("ann", 100, DAY), "once")
    assert isinstance(first.floor.submit(request)[0], Accepted)
    again = second.floor.submit(request)[0]
    assert isinstance(again, Accepted)
    assert again.repeated
    sound(first.floor, second.floor)


def test_keys_are_looked_for_again_within_a_transaction(pair: tuple[Server, Server]) -> None:
    """One that has to decide again, since another has committed something meanwhile, does not wait for itself."""
    first, second = pair
    keyed = Request("cage", "cash desk", Role.CAGE, CashIn("ann", 100, DAY), "once")
    follow, found = second.floor.follow, list[Reply]()
    second.floor.follow = lambda: False  # type: ignore[method-assign] # as if the news had not come yet
    assert isinstance(first.floor.submit(Request("cage", "cash desk", Role.CAGE, CashIn("ben", 100, DAY)))[0], Accepted)
    asks = threading.Thread(target=lambda: found.extend(second.floor.submit(keyed)), daemon=True)
    asks.start()
    asks.join(20)
    second.floor.follow = follow  # type: ignore[method-assign]
    [done] = found
    assert isinstance(done, Accepted)
    assert not done.repeated
    sound(first.floor, second.floor)


def test_many_at_once_lose_nothing_and_hear_everything_once(postgresql: PostgreSQL) -> None:
    """Three servers, each with a table of the same link, at the same time."""
    url = postgresql.fresh()
    first = Server(url)
    first.furnish()
    house = [first, Server(url), Server(url)]
    before = [len(one.heard.entries) for one in house]
    begun, rounds, wrong = first.floor.position, 4, list[BaseException]()

    def play(server: Server, table: str, player: str) -> None:
        try:
            for _ in range(rounds):
                server.ask("cage", CashIn("ann", 1, DAY), "cash desk", Role.CAGE)
                server.stud_round(table, (player,))
        except BaseException as error:
            wrong.append(error)

    threads = [
        threading.Thread(target=play, args=given) for given in zip(house, STUD, ("ann", "ben", "cat"), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not wrong, wrong
    sound(*(one.floor for one in house))
    with first.floor.store.reading() as reading:
        written = [(one.stream, one.version) for one in reading.following(begun)]
    assert {(stream, version) for stream, version in written if stream.startswith("table:")}
    for one, heard in zip(house, before, strict=True):
        told = one.heard.entries[heard:]
        assert sorted(told) == sorted(written), "each entry once, at every server"
        for stream in {stream for stream, _ in written}:
            versions = [version for name, version in told if name == stream]
            assert versions == sorted(versions)
    for one in house:
        assert one.floor.table(STUD[house.index(one)]).engine.rounds == rounds
        one.floor.store.close()


# ---- Followers ------------------------------------------------------------------------------------------------------


def _followed(url: str, write: Callable[[psycopg.Connection, int], None]) -> tuple[set[int], set[int]]:
    """What several writers commit at the same time, and what a follower of ``position > last`` sees of it."""
    seen, last, done = set[int](), 0, threading.Event()
    with psycopg.connect(url, autocommit=True) as made:
        made.execute("CREATE TABLE said (position bigserial PRIMARY KEY, what int)")

    def writer(number: int) -> None:
        with psycopg.connect(url) as connection:
            for one in range(60):
                write(connection, number * 1000 + one)
                connection.commit()

    threads = [threading.Thread(target=writer, args=(number,)) for number in range(4)]
    with psycopg.connect(url, autocommit=True) as follower:
        for thread in threads:
            thread.start()
        while not done.is_set():
            if not any(thread.is_alive() for thread in threads):
                done.set()
            for position, what in follower.execute("SELECT position, what FROM said WHERE position > %s", (last,)):
                last = max(last, position)
                seen.add(what)
        committed = {what for (what,) in follower.execute("SELECT what FROM said")}
    return committed, seen


def test_places_given_by_a_sequence_lose_what_was_committed_late(postgresql: PostgreSQL) -> None:
    def by_sequence(connection: psycopg.Connection, what: int) -> None:
        connection.execute("INSERT INTO said (what) VALUES (%s)", (what,))
        time.sleep(0.0005 * (what % 4))  # a transaction has more to do before it commits

    committed, seen = _followed(postgresql.fresh(), by_sequence)
    assert seen < committed


def test_places_given_under_the_lock_lose_nothing(postgresql: PostgreSQL) -> None:
    from croupier.floor.journal.engines import _PostgreSQL

    def under_lock(connection: psycopg.Connection, what: int) -> None:
        connection.rollback()
        for statement in _PostgreSQL.begin_writing.split("; ")[1:]:
            connection.execute(statement.encode())
        connection.execute("INSERT INTO said SELECT coalesce(max(position), 0) + 1, %s FROM said", (what,))
        time.sleep(0.0005 * (what % 4))

    committed, seen = _followed(postgresql.fresh(), under_lock)
    assert seen == committed
    assert len(committed) == 240


# ---- Words that wake ------------------------------------------------------------------------------------------------


def test_a_commit_is_heard_of_by_the_others_alone(pair: tuple[Server, Server]) -> None:
    first = pair[0]
    ears = [one.floor.store.listen() for one in pair]
    try:
        assert [one.heard() for one in ears] == [[], []]
        first.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
        assert select.select([ears[1].file], [], [], 5)[0], "it becomes readable"
        assert [wakes.streams_of(word) for word in ears[1].heard()] == [("cage",)]
        assert not ears[1].heard(), "a word is heard once"
        assert not ears[0].heard(), "and not by whoever said it"
        first.floor.store.tell("ann is ready")
        assert select.select([ears[1].file], [], [], 5)[0]
        assert ears[1].heard() == ["ann is ready"]
        with pytest.raises(AssertionError):
            first.ask("cage", CashOut("ann", 10**12, DAY), "cash desk", Role.CAGE)
        first.floor.store.renew("")
        first.floor.store.share_out([])
        assert not ears[1].heard(), "nothing was committed that a follower would read"
    finally:
        for one in ears:
            one.close()


def test_a_word_names_the_streams_if_it_has_room() -> None:
    room = wakes.LONGEST - 64 - len('[""]')
    assert wakes.streams_of(wakes.committed({"table:b", "table:a"})) == ("table:a", "table:b")
    assert wakes.streams_of(wakes.committed({"x" * room})) == ("x" * room,)
    assert wakes.committed({"x" * (room + 1)}) == COMMITTED
    assert wakes.streams_of(COMMITTED) == (), "it may be anything"
    assert [wakes.streams_of(word) for word in ("ann is ready", '{"table": "a"}', "[1]")] == [None] * 3


def test_a_word_that_cannot_be_sent_undoes_nothing(
    pair: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    monkeypatch.setattr(wakes, "CHANNEL", "x" * 64)  # one letter more than PostgreSQL takes
    first.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
    first.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
    monkeypatch.undo()
    sound(first.floor, second.floor)


def test_an_ear_says_when_the_database_is_gone(pair: tuple[Server, Server]) -> None:
    first, second = pair
    ear = second.floor.store.listen()
    with first.floor.store.engine.connect() as connection:
        listening = "FROM pg_stat_activity WHERE starts_with(query, 'LISTEN')"
        connection.execute(text(f"SELECT pg_terminate_backend(pid) {listening}"))

    def hear() -> None:
        while select.select([ear.file], [], [], 5)[0]:  # first its last word, then its end
            assert not ear.heard()

    with pytest.raises(StoreError, match="no longer tells what others commit"):
        hear()
    ear.close()


# ---- Those who are gone ---------------------------------------------------------------------------------------------


def test_a_server_that_gives_no_sign_is_struck_off_and_writes_nothing(
    pair: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    tables = [f"table:{name}" for name in first.floor.tables()]
    assert first.floor.store.share_out(tables).interrupted == ()
    shares = _settled(pair, tables)
    assert [len(one) for one in shares] == [3, 2]
    monkeypatch.setattr(servers, "LOST", 0.2)
    first.floor.store.renew("")
    time.sleep(0.3)
    others = second.floor.store.renew("")
    assert [one.lost for one in others] == [True]
    taken = second.floor.store.share_out(tables)
    assert taken.owned == {*tables}
    assert {*taken.interrupted} == shares[0]
    with pytest.raises(FencedError, match="gave no sign for too long"):
        first.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
    with pytest.raises(FencedError, match="gave no sign for too long"):
        first.floor.store.renew("")
    second.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
    sound(second.floor)


def test_a_server_has_time_to_read_the_floor_before_its_first_sign(
    pair: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    monkeypatch.setattr(servers, "LOST", 0.1)
    time.sleep(0.2)
    assert [one.lost for one in second.floor.store.renew("")] == [False]
    first.floor.store.renew("")
    time.sleep(0.2)
    assert [one.lost for one in second.floor.store.renew("")] == [True]


def _settled(pair: tuple[Server, Server], tables: list[str]) -> list[frozenset[str]]:
    for _ in range(3):
        shares = [one.floor.store.share_out(tables).owned for one in pair]
    assert not shares[0] & shares[1]
    assert shares[0] | shares[1] == {*tables}
    return shares


def test_a_server_that_leaves_in_order_interrupts_nothing(pair: tuple[Server, Server]) -> None:
    first, second = pair
    tables = [f"table:{name}" for name in first.floor.tables()]
    first.floor.store.share_out(tables)
    _settled(pair, tables)
    first.floor.store.close()
    taken = second.floor.store.share_out(tables)
    assert taken.owned == {*tables}
    assert taken.interrupted == ()


def test_the_last_to_leave_leaves_its_rounds_interrupted(postgresql: PostgreSQL) -> None:
    url = postgresql.fresh()
    house = Server(url)
    house.furnish()
    tables = [f"table:{name}" for name in house.floor.tables()]
    house.floor.store.share_out(tables)
    house.restart()
    assert {*house.floor.store.share_out(tables).interrupted} == {*tables}
    house.floor.store.close()


def test_one_that_wants_the_floor_alone_is_refused(pair: tuple[Server, Server]) -> None:
    alone = Store(open_engine(pair[0].path))
    with pytest.raises(StoreError, match=r"another process is running the floor in the database floor\d+"):
        alone.hold()
    alone.close()


def test_a_transaction_that_hangs_is_ended_and_the_others_go_on(
    pair: tuple[Server, Server],
) -> None:
    """As if it was stopped while it had the lock."""
    first, second = pair
    store = first.floor.store
    with suppress(StoreError), store.writing() as writing:
        writing.connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = '200ms'"))
        began = time.monotonic()
        second.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
        assert time.monotonic() - began < 5
        writing.connection.execute(text("SELECT 1"))
        raise AssertionError("it was not ended")
    sound(first.floor, second.floor)


def test_a_database_that_is_gone_before_it_answers_leaves_a_doubt_that_a_key_ends(pair: tuple[Server, Server]) -> None:
    """Nobody is told that nothing has happened. Whoever asks again with the same key has it happen once."""
    first, second = pair
    request = Request("cage", "cash desk", Role.CAGE, CashIn("ann", 100, DAY), "once")
    held = first.floor.balances["wallet:ann"]
    write = Writing.save_seal

    def then_gone(writing: Writing, seal: Seal) -> None:
        write(writing, seal)
        process = writing.connection.execute(text("SELECT pg_backend_pid()")).scalar()
        with second.floor.store.engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:p, 5000)"), {"p": process})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Writing, "save_seal", then_gone)
        with pytest.raises(DoubtError, match="did not say whether it committed"):
            first.floor.submit(request)
    for _ in range(2):
        assert isinstance(first.floor.submit(request)[0], Accepted)
    sound(first.floor, second.floor)
    assert first.floor.balances["wallet:ann"] == held + 100


def test_entries_that_the_house_has_not_signed_are_not_followed(pair: tuple[Server, Server]) -> None:
    first, second = pair
    first.ask("cage", CashIn("ann", 100, DAY), "cash desk", Role.CAGE)
    with first.floor.store.engine.connect() as connection:
        connection.execute(
            text("UPDATE seals SET head = repeat('0', 64) WHERE position = :p"), {"p": first.floor.position}
        )
    position = second.floor.position
    with pytest.raises(FencedError, match="are not what the House has signed"):
        second.floor.follow()
    assert second.floor.position == position


def test_no_key_is_replaced_while_another_server_runs(pair: tuple[Server, Server], tmp_path: Path) -> None:
    first, second = pair
    first.floor.key_files = KeyFiles(str(tmp_path / "floor"))
    KeyFile(first.floor.key_files.path).write(KEYS.current)
    public = first.floor.key_files.prepare(SystemEntropy())
    manager = Role.SHIFT_MANAGER
    proposed = first.floor.submit(Request(RECORD, "mia", manager, ProposeRecord(ReplaceKey(public, False, "yearly"))))
    assert isinstance(proposed[0], Accepted)
    refused = first.floor.submit(Request(RECORD, "max", manager, CountersignRecord(1)))[0]
    assert isinstance(refused, Refusal)
    assert refused.sentence.startswith("Another server runs this house (process ")
    second.floor.store.close()
    done = first.floor.submit(Request(RECORD, "max", manager, CountersignRecord(1)))[0]
    assert isinstance(done, Accepted), done
    assert first.floor.signer.public == public
    first.stud_round("stud-1")
    with first.floor.store.reading() as reading:
        assert not list(verify(reading, keys=first.floor.keys, trusted=[Signer(KEYS.current).public]))


def test_a_server_that_came_in_between_stops(pair: tuple[Server, Server], tmp_path: Path) -> None:
    """It has the old key, and would sign with it what nobody could tell from a forgery."""
    first, second = pair
    first.floor.key_files = KeyFiles(str(tmp_path / "floor"))
    KeyFile(first.floor.key_files.path).write(KEYS.current)
    public = first.floor.key_files.prepare(SystemEntropy())
    manager, what = Role.SHIFT_MANAGER, ReplaceKey(public, False, "yearly")
    first.floor.submit(Request(RECORD, "mia", manager, ProposeRecord(what)))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Store, "others", lambda _self: [])  # it was not on the roll yet when this was looked at
        done = first.floor.submit(Request(RECORD, "max", manager, CountersignRecord(1)))[0]
    assert isinstance(done, Accepted), done
    with pytest.raises(FencedError, match="the House has another key since then"):
        second.stud_round("stud-1")

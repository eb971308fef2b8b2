"""Opening a floor: a snapshot and the entries after it are as good as all of them, however long the history."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from sqlalchemy import delete, event

from croupier.floor.journal import codec
from croupier.floor.journal.schema import snapshots
from croupier.floor.journal.store import Reading, Store, open_engine
from croupier.floor.running import transaction
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import StreamState, events_of, evolved
from croupier.floor.values.cage import AcknowledgeAlert, CashIn
from croupier.floor.values.entries import GENESIS, Entry
from croupier.floor.values.ports import SystemClock
from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_kinds import in_play
from croupier.play.banked.commands import BankedCommand, Choose, CloseBets, OpenRound, PlaceWager
from croupier.play.refusal import Refusal
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.cashiers import two_sign
from tests.floor.chance import SeededEntropy
from tests.floor.random_floor import DAY, KEYS, agreed, asked, done, furnish, open_floor, wanted

NEVER = 10**9


class History(Struct):
    """A floor's file without any snapshot, and every stream as it was after each of its entries."""

    path: Path
    floor: Floor
    after: dict[str, list[StreamState]]


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    """Tables of every game, played at random."""
    path = tmp_path_factory.mktemp("opening") / "floor.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction, "SNAPSHOT_EVERY", NEVER)
        floor = open_floor(path, entropy=SeededEntropy(7))
        furnish(floor)
        rng = random.Random(7)
        for _ in range(400):
            floor.submit(*(wanted(floor, rng) for _ in range(rng.randint(1, 3))))
    with floor.store.reading() as reading:
        assert [stream for stream in reading.streams() if reading.snapshot(stream)] == []
        after = {stream: list(_replayed(stream, reading.entries(stream))) for stream in reading.streams()}
    yield History(path, floor, after)
    floor.store.close()


def _replayed(stream: str, entries: Iterator[Entry]) -> Iterator[StreamState]:
    """A stream before its first entry and after each one, without any help of a snapshot."""
    kept = StreamState(None)
    yield kept
    for entry in entries:
        state = kept.state
        for happened in events_of(state, entry):
            state = evolved(stream, state, happened, entry.at, entry.entered)[0]
        kept = StreamState(state, entry.version, entry.hash)
        yield kept


def reopened(path: Path) -> Floor:
    """Another floor on the same file."""
    return open_floor(path, entropy=SeededEntropy(8))


class Counted:
    """How many entries were read, of each stream."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.of: dict[str, int] = {}
        entries = Reading.entries

        def counted(reading: Reading, stream: str, after: int = 0) -> Iterator[Entry]:
            for entry in entries(reading, stream, after):
                self.of[stream] = self.of.get(stream, 0) + 1
                yield entry

        patch.setattr(Reading, "entries", counted)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_snapshot_and_what_follows_equal_a_full_replay(history: History, data: st.DataObject) -> None:
    """Wherever the snapshots fall: none at all (0), in between, at the last entry but one, exactly at the last."""
    cuts = {}
    for stream, after in history.after.items():
        last = len(after) - 1
        cut = data.draw(st.sampled_from([0, 1, last - 1, last]) | st.integers(0, last), label=stream)
        cuts[stream] = 0 if in_play(after[cut].state) else cut  # of a round in play none is taken
    with history.floor.store.writing() as writing:
        writing.connection.execute(delete(snapshots))
        for stream, cut in cuts.items():
            if cut:
                writing.save_snapshot(stream, cut, codec.write_state(history.after[stream][cut].state))
    with pytest.MonkeyPatch.context() as patch:
        counted = Counted(patch)
        again = reopened(history.path)
    agreed(history.floor, again)
    for stream, after in history.after.items():
        last, cut = len(after) - 1, cuts[stream]
        sealing = history.floor.streams[stream].sealing
        assert again.streams[stream] == StreamState(after[last].state, last, after[last].hash, cut, sealing)
        # Those after the snapshot; the one that it was taken after is read by itself, for its hash.
        assert counted.of.get(stream, 0) == last - cut
    again.store.close()


def test_states_come_back_from_their_text_at_every_version(history: History) -> None:
    for stream, after in history.after.items():
        for kept in after[1:]:
            assert codec.read_state(stream, codec.write_state(kept.state)) == kept.state, (stream, kept.version)


@pytest.mark.parametrize("every", [1, 7, 40])
def test_a_snapshot_every_so_many_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int) -> None:
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", every)
    floor = open_floor(tmp_path / "floor.db", entropy=SeededEntropy(9))
    furnish(floor)
    rng = random.Random(9)
    for _ in range(60):
        floor.submit(*(wanted(floor, rng) for _ in range(rng.randint(1, 4))))
        with floor.store.reading() as reading:
            for stream, kept in floor.streams.items():
                found = reading.snapshot(stream)
                due = kept.version - kept.snapshot >= every and not in_play(kept.state)
                assert not due, "a snapshot is due and was not taken"
                assert (0 if found is None else found[0]) == kept.snapshot
    counted = Counted(monkeypatch)
    again = reopened(tmp_path / "floor.db")
    agreed(floor, again)
    at_rest = (stream for stream, kept in floor.streams.items() if not in_play(kept.state))
    assert max((counted.of.get(stream, 0) for stream in at_rest), default=0) < every


def test_the_snapshot_falls_on_the_entry_that_makes_it_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", 5)
    floor = open_floor(tmp_path / "floor.db")
    furnish(floor, SMALL)
    cash = asked("cage", CashIn("ann", 100, DAY), "cashier")
    while floor.streams["cage"].version % 5 != 4:
        done(floor, cash)
    before = floor.streams["cage"]
    assert before.version - before.snapshot == 4
    done(floor, cash)
    now = floor.streams["cage"]
    assert (now.version, now.snapshot) == (before.version + 1, before.version + 1)
    done(floor, cash)
    assert floor.streams["cage"].snapshot == now.snapshot


def test_a_large_batch_takes_one_snapshot_at_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", 5)
    floor = open_floor(tmp_path / "floor.db")
    furnish(floor, SMALL)
    done(floor, *[asked("cage", CashIn("ann", 100, DAY), "cashier")] * 17)
    kept = floor.streams["cage"]
    assert kept.snapshot == kept.version
    agreed(floor, reopened(tmp_path / "floor.db"))


def test_a_refused_command_takes_no_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", 1)
    floor = open_floor(tmp_path / "floor.db")
    furnish(floor, SMALL)
    before = floor.streams["cage"]
    assert isinstance(floor.submit(asked("cage", AcknowledgeAlert(99)))[0], Refusal)
    with floor.store.reading() as reading:
        found = reading.snapshot("cage")
    assert found is not None
    assert found[0] == before.version == floor.streams["cage"].version


def test_an_empty_database_opens(tmp_path: Path) -> None:
    floor = open_floor(tmp_path / "floor.db")
    assert (floor.streams, floor.balances, floor.heads()) == ({}, {}, [])
    assert floor.streams.get("cage", StreamState(None)).hash == GENESIS


# ---- History costs nothing ------------------------------------------------------------------------------------------

SMALL = """
[links.stud]

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.stud-2]
game = "rws-casino-stud"
link = "stud"
"""


class Effort:
    """What the database does, in hundreds of its own steps: seconds would tell of the machine."""

    def __init__(self, path: Path) -> None:
        self.steps = 0
        self.engine = open_engine(str(path))
        event.listen(self.engine, "connect", self._connected)

    def _connected(self, connection: Any, _record: object) -> None:
        connection.set_progress_handler(self._hundred, 100)

    def _hundred(self) -> int:
        self.steps += 1
        return 0


def play(floor: Floor, rounds: int) -> None:
    """Short rounds at a table."""
    for _ in range(rounds):
        done(
            floor,
            _at_table(OpenRound()),
            _at_table(PlaceWager(1, WagerName.ANTE, 10_000), "ann"),
            _at_table(CloseBets()),
            _at_table(Choose(1, Decision.FOLD), "ann"),
        )


def _at_table(command: BankedCommand, actor: str = "dealer", key: str = "") -> Any:
    role = Role.DEALER if actor == "dealer" else Role.PLAYER
    return asked("table:stud-1", PlayBanked(command), actor, role, key)


class Opened(Struct, frozen=True):
    """What opening and first use of a floor took."""

    entries: int
    read: int
    opening: int
    """In hundreds of the database's steps."""
    keyed: int
    """The first command with a key."""
    heads: int


def _effort(path: Path) -> Opened:
    effort = Effort(path)
    with pytest.MonkeyPatch.context() as patch:
        counted = Counted(patch)
        floor = Floor(Store(effort.engine), clock=SystemClock(), entropy=SeededEntropy(3), keys=KEYS)
    opening = effort.steps
    reply = floor.submit(_at_table(OpenRound(), key=f"key-{floor.position}"))[0]
    assert isinstance(reply, Accepted)
    keyed = effort.steps - opening
    with floor.store.reading() as reading:
        assert reading.heads() == floor.heads()
    heads = effort.steps - opening - keyed
    done(floor, _at_table(PlaceWager(1, WagerName.ANTE, 10_000), "ann"), _at_table(CloseBets()))
    done(floor, _at_table(Choose(1, Decision.FOLD), "ann"))
    found = Opened(floor.position, sum(counted.of.values()), opening, keyed, heads)
    floor.store.close()
    return found


@pytest.mark.long
def test_opening_reads_no_more_as_history_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times the entries: as many are read, and the database has no more to do, for opening, keys and heads."""
    monkeypatch.setattr(transaction, "SNAPSHOT_EVERY", 20)
    path = tmp_path / "floor.db"
    floor = open_floor(path, entropy=SeededEntropy(4))
    furnish(floor, SMALL)
    two_sign(floor, CashIn("ann", 100_000_000, DAY))
    play(floor, 40)
    floor.store.close()
    few = _effort(path)
    floor = reopened(path)
    play(floor, 400)
    floor.store.close()
    many = _effort(path)
    assert many.entries > 8 * few.entries
    most = 20 * len(floor.streams)
    assert few.read <= most
    assert many.read <= most
    for name in ("opening", "keyed", "heads"):
        assert getattr(many, name) <= 2 * getattr(few, name) + 20, name

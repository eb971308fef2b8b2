"""Two servers of one house: any of them takes any act, both show it, and one replaces the other."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from croupier.floor.deciding.dealing import INTERRUPTION
from croupier.floor.journal import servers, wakes
from croupier.floor.journal.store import DoubtError
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.table_kinds import BankedTable
from croupier.floor.verify.verification import verify
from croupier.web import peers
from croupier.web.serving import Opening
from tests.postgresql import PostgreSQL
from tests.web.server import BRISK, LIGHT, PATIENCE, Served, Visitor, serving

ANTE = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 5_000}


@pytest.fixture
def pair(postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Served, Served]]:
    """Both in this process, each with a floor of its own."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    monkeypatch.setattr(peers, "SIGN_SECONDS", 0.05)
    opening = Opening(None, postgresql.fresh(), pace=BRISK, terms=LIGHT, company=False)
    with ExitStack() as stack:
        first = stack.enter_context(serving(tmp_path, opening=opening))
        second = stack.enter_context(serving(tmp_path, opening=opening))
        until(lambda: _shares(first, second) == (_half(first), len(first.venue.floor.tables()) // 2))
        yield first, second
        _sound(first, second)


def _half(house: Served) -> int:
    return -(-len(house.venue.floor.tables()) // 2)


def _shares(*house: Served) -> tuple[int, ...]:
    return tuple(sum(one.venue.pacer._owns(name) for name in one.venue.floor.tables()) for one in house)


def until(holds: Callable[[], object], seconds: float = 10) -> None:
    """Wait for something that another server has to hear of."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.01)


def _sound(first: Served, second: Served) -> None:
    floors = (first.venue.floor, second.venue.floor)
    until(lambda: floors[0].position == floors[1].position)
    assert floors[0].heads() == floors[1].heads()
    assert floors[0].balances == floors[1].balances
    with floors[0].store.reading() as reading:
        assert list(verify(reading, keys=floors[0].keys)) == []


def at(house: Served, guest: Visitor) -> httpx.Client:
    """The same person, at the other server: the session is the house's."""
    return httpx.Client(
        base_url=house.url,
        timeout=PATIENCE,
        cookies={"croupier": guest.token},
        headers=guest.http.headers,
        verify=False,
    )


def _owner(table: str, *house: Served) -> Served:
    return next(one for one in house if one.venue.pacer._owns(table))


def _until_bets(house: Served, table: str) -> None:
    until(lambda: _bets_taken(house, table))


def _moment(house: Served, table: str) -> str:
    return house.venue.floor.table(table).engine.moment


def _until_played(house: Served, table: str, name: str) -> None:
    until(lambda: house.venue.floor.table(table).players == {name})


def _bets_taken(house: Served, table: str) -> bool:
    state = house.venue.floor.table(table)
    return isinstance(state, BankedTable) and state.running and state.takes_bets


def test_an_act_at_one_server_is_seen_at_the_other(pair: tuple[Served, Served]) -> None:
    """Whichever of them keeps the table's clock."""
    first, second = pair
    guest = first.visit()
    assert _owner("stud-1", *pair) is not _owner("holdem-1", *pair)
    for table in ("stud-1", "holdem-1"):
        with guest.live(f"table:{table}"), at(second, guest) as there:
            _until_bets(second, table)
            answer = there.post(
                f"/api/tables/{table}/acts",
                json={"key": guest.key(), "commands": [ANTE], "moment": _moment(second, table)},
            )
            assert answer.status_code == 200, answer.text
            _until_played(first, table, guest.name)


@pytest.mark.parametrize("heard", [True, False])
def test_a_page_at_the_other_server_follows_by_word_or_by_looking(
    pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch, heard: bool
) -> None:
    """With words alone, and with looking alone where no word comes through."""
    first, second = pair
    peers_of_second = second.venue.peers
    assert peers_of_second is not None
    until(lambda: peers_of_second._listens)
    if heard:
        monkeypatch.setattr(peers, "UNCALLED_SECONDS", 600)
        time.sleep(0.6)  # the last look by the clock
    else:
        with second.venue.floor.store.engine.connect() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(query, 'LISTEN')"
            )
        monkeypatch.setattr(wakes, "CHANNEL", "elsewhere")
    for _ in range(3):
        first.visit()
        until(lambda: first.venue.floor.position == second.venue.floor.position, 5)


def test_only_what_somebody_here_sees_is_looked_at_at_once(
    pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An act at a table that nobody has open here waits for the next look, which does not come by itself this time."""
    first, second = pair
    table, watched = "stud-1", second.venue.peers
    assert watched is not None
    until(lambda: watched._listens)
    guest, onlooker = first.visit(), second.visit()
    with guest.live(f"table:{table}"):
        _until_bets(first, table)
        for name in ("UNCALLED_SECONDS", "FOLLOW_SECONDS"):
            monkeypatch.setattr(peers, name, 600)
        time.sleep(0.6)  # the last look by the clock
        assert guest.act(table, ANTE).status_code == 200
        time.sleep(0.3)
        assert first.venue.floor.position > second.venue.floor.position
        with onlooker.live(f"table:{table}"):
            assert guest.act(table, {"type": "WithdrawWager", "box": 1, "wager": "ante"}).status_code == 200
            until(lambda: first.venue.floor.position == second.venue.floor.position, 5)


def test_whoever_is_ready_at_one_server_is_not_waited_for_at_the_other(pair: tuple[Served, Served]) -> None:
    """The clock of the table would run for half a minute, at the server that the Player is not at."""
    table = "stud-1"
    other = pair[1] if _owner(table, *pair) is pair[0] else pair[0]
    guest = other.visit()
    with guest.live(f"table:{table}"):
        _until_bets(other, table)
        assert guest.act(table, ANTE).status_code == 200
        assert guest.http.post(f"/api/tables/{table}/hints", json={"hint": "ready"}).status_code < 300
        until(lambda: not _bets_taken(other, table), 5)


def test_a_box_is_kept_for_whoever_sits_there_at_another_server(pair: tuple[Served, Served]) -> None:
    first, second = pair
    ann, ben = first.visit(), second.visit()
    with ann.live("table:stud-1"):
        assert ann.http.post("/api/tables/stud-1/hints", json={"hint": "sit", "box": 2}).status_code < 300
        until(lambda: second.venue.presence.seats("stud-1").get(2) == ann.name)
        taken = ben.http.post("/api/tables/stud-1/hints", json={"hint": "sit", "box": 2})
        assert f"{ann.name} sits at box 2" in taken.text


def test_whoever_stops_in_order_leaves_its_tables_as_they_are(
    postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when servers are brought up to date one after the other."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    monkeypatch.setattr(peers, "SIGN_SECONDS", 0.05)
    opening = Opening(None, postgresql.fresh(), pace=BRISK, terms=LIGHT, company=False)
    with ExitStack() as rest:
        with serving(tmp_path, opening=opening) as first:
            second = rest.enter_context(serving(tmp_path, opening=opening))
            until(lambda: sum(_shares(first, second)) == len(first.venue.floor.tables()))
            guest = second.visit()
            rest.enter_context(guest.live("table:stud-1"))
            _until_bets(second, "stud-1")
            assert guest.act("stud-1", ANTE).status_code == 200
            rounds = second.venue.floor.table("stud-1").engine.rounds
        until(lambda: _shares(second) == (len(second.venue.floor.tables()),))
        state = second.venue.floor.table("stud-1")
        assert (state.running, state.engine.rounds) == (True, rounds)
        assert state.players == {guest.name}


def test_a_server_that_is_cut_off_stops_and_its_rounds_are_ruled_on(
    pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    guest = second.visit()
    table = next(name for name in ("stud-1", "holdem-1") if first.venue.pacer._owns(name))
    stopped: list[str] = []
    first.venue.desk.on_fenced = stopped.append
    with guest.live(f"table:{table}"):
        _until_bets(second, table)
        assert guest.act(table, ANTE).status_code == 200
        # The first gives no sign any more, as if it hung.
        monkeypatch.setattr(servers, "LOST", 1.5)  # the other must not be taken for lost on a busy machine
        assert first.venue.peers is not None
        monkeypatch.setattr(first.venue.peers, "sign", _never)
        until(lambda: second.venue.pacer._owns(table))
        until(lambda: stopped)
        assert "gave no sign for too long" in stopped[0]
        until(lambda: _ruled_on(second, table))
    first.venue.desk.on_fenced = lambda _: None
    # In the desk's own turn: here nobody ends the process, and the server itself still follows.
    first.venue.desk._thread.submit(first.venue.floor.follow).result()


def test_a_table_that_the_program_deals_for_a_dealer_has_its_clock_where_that_dealer_is(
    postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The company of a demonstration is at the server that came first, however the clocks are shared out."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    monkeypatch.setattr(peers, "SIGN_SECONDS", 0.05)
    opening = Opening(None, postgresql.fresh(), pace=BRISK, terms=LIGHT)
    with serving(tmp_path, opening=opening) as first, serving(tmp_path, opening=opening) as second:
        assert [one.venue.company is None for one in (first, second)] == [False, True]
        assert first.venue.dealers is not None
        assert first.venue.peers is not None
        dealt = [name for name in first.venue.floor.tables() if first.venue.dealers.stands_in(name)]
        assert dealt
        monkeypatch.setattr(first.venue.peers._owned, "streams", frozenset())  # all have fallen to the other
        for name in dealt:
            assert first.venue.pacer._owns(name)
            assert not second.venue.pacer._stands_in(name), "which has nobody to deal them, and so no clock"


@pytest.mark.parametrize("back", [True, False], ids=["back", "away"])
def test_a_server_that_lost_sight_of_the_record_catches_up_before_it_answers(
    pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch, back: bool
) -> None:
    """Its wallets and rounds may be others by now. Its pages go to another server; it says so until it has read on."""
    first, second = pair
    guest, watching = second.visit(), second.venue.peers
    assert watching is not None
    address = "/api/tables/stud-1"
    assert guest.http.get(address).status_code == 200
    follow = second.venue.desk.follow

    tried = threading.Event()

    async def in_vain() -> bool:
        tried.set()
        return False

    with guest.live("table:stud-1") as page:
        monkeypatch.setattr(second.venue.desk, "follow", in_vain)
        assert tried.wait(PATIENCE)  # a look that was on its way has ended
        watching._followed -= 60
        assert watching.is_behind()
        with pytest.raises(ConnectionClosed) as closed:
            page.until("table:stud-1", lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
    first.visit()
    if back:
        threading.Timer(0.5, lambda: monkeypatch.setattr(second.venue.desk, "follow", follow)).start()
        assert guest.http.get(address).status_code == 200
        assert second.venue.floor.position == first.venue.floor.position
    else:
        answer = guest.http.get(address)
        assert answer.status_code == 503
        assert "does not know how things stand" in answer.json()["sentence"]
        assert guest.http.get("/health").status_code == 200
        monkeypatch.setattr(second.venue.desk, "follow", follow)
        until(lambda: not watching.is_behind())


def test_what_is_in_doubt_is_asked_again(pair: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTP it is said; a page is hung up on, so that it comes again and asks with the same key."""
    first = pair[0]
    guest = first.visit()

    def doubtful(_acts: object) -> NoReturn:
        raise DoubtError("the database did not say whether it committed: it is gone")

    with guest.live("table:stud-1") as page:
        _until_bets(first, "stud-1")
        monkeypatch.setattr(first.venue.floor, "together", doubtful)
        answer = guest.act("stud-1", ANTE)
        assert answer.status_code == 503
        assert "ask again with the same key" in answer.json()["sentence"]
        page.say(type="act", topic="table:stud-1", key="again", commands=[ANTE], moment=_moment(first, "stud-1"))
        with pytest.raises(ConnectionClosed):
            page.answer("again")
        monkeypatch.undo()


async def test_a_word_that_comes_while_a_server_stops_does_not_keep_it() -> None:
    desk: Any = SimpleNamespace(floor=SimpleNamespace(store=None), follow=_follows)
    unused: Any = None
    followed = peers.Peers(desk, unused, unused, unused)
    task = asyncio.create_task(followed._keep_following())
    await asyncio.sleep(0.01)
    followed._called.set()
    task.cancel()
    await asyncio.wait({task}, timeout=1)
    assert task.cancelled()


async def _follows() -> bool:
    return True


async def _never() -> None:
    pass


def _ruled_on(house: Served, table: str) -> bool:
    """Whether the floor itself has reported the interruption."""
    with house.venue.floor.store.reading() as reading:
        entries = [one for one in reading.entries(f"table:{table}") if one.actor == SYSTEM]
    return any(INTERRUPTION in one.command and "IrregularityRuled" in one.events for one in entries)

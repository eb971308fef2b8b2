"""An act of several commands, killed between any two statements of its transaction: all of it is there, or nothing."""

import os
import signal
import sqlite3
from pathlib import Path

from sqlalchemy import event

from croupier.floor.running.floor import Floor
from croupier.floor.values.requests import AtomicRequest, Rejected, Request
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.commands import OpenRound, PlaceWager
from croupier.rules.terms import Role, WagerName
from tests.floor.random_floor import asked, done, furnish, open_floor

TABLE = "table:stud-1"


def wager(name: WagerName, amount: int, key: str) -> Request:
    return asked(TABLE, PlayBanked(PlaceWager(1, name, amount)), "ann", Role.PLAYER, key)


BOTH = AtomicRequest((wager(WagerName.ANTE, 10_000, "a.0"), wager(WagerName.JACKPOT, 500, "a.1")))


def lying(floor: Floor) -> list[int]:
    """What lies on the layout, by wager."""
    table = floor.table("stud-1")
    assert isinstance(table, BankedTable)
    round_ = table.engine.round
    return [] if round_ is None else [one.amount for box in round_.boxes for one in box.wagers]


def killed(path: Path, statement: int) -> bool:
    """Whether a process that asks for both was killed where this statement begins, before it had its answer."""
    child = os.fork()
    if child == 0:
        floor = open_floor(path)
        left = [statement]

        def begins(_: str) -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        def traced(driver: sqlite3.Connection, *_: object) -> None:
            driver.set_trace_callback(begins)

        event.listen(floor.store.engine, "checkout", traced)
        floor.submit_whole(BOTH)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def test_a_kill_leaves_both_wagers_or_neither(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    floor = open_floor(path)
    furnish(floor)
    done(floor, asked(TABLE, PlayBanked(OpenRound())))
    floor.store.close()
    statement = 1
    while killed(path, statement):
        statement += 1
        again = open_floor(path)
        assert lying(again) in ([], [10_000, 500]), statement
        again.store.close()
    assert statement > 4, "there should have been moments to kill it at"
    again = open_floor(path)
    assert lying(again) == [10_000, 500]
    outcome = again.submit_whole(BOTH)  # sent again, it has happened
    assert not isinstance(outcome, Rejected)
    assert [one.repeated for one in outcome] == [True, True]
    again.store.close()


def test_the_second_is_decided_over_what_the_first_leaves(tmp_path: Path) -> None:
    floor = open_floor(tmp_path / "floor.db")
    furnish(floor)
    done(floor, asked(TABLE, PlayBanked(OpenRound())))
    before = dict(floor.balances), floor.position
    assert isinstance(
        floor.submit_whole(AtomicRequest((BOTH.requests[1],))), Rejected
    )  # a jackpot wager needs its Ante
    stopped = floor.submit_whole(AtomicRequest((*BOTH.requests, wager(WagerName.JACKPOT, 500, "a.2"))))
    assert isinstance(stopped, Rejected)
    assert stopped.number == 2
    assert (dict(floor.balances), floor.position) == before
    assert not isinstance(floor.submit_whole(BOTH), Rejected)
    floor.store.close()

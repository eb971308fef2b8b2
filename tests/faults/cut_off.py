"""A server whose cable to the database is pulled under play: ``python -m tests.faults.cut_off SEED FOLDER [MOMENT]``.

Run with a network of its own (:mod:`tests.faults.machines`). It still answers its Players, but not for the house; the
other has its tables; back too late, it stops. The moment is any, or ``confirming``: something of its own has just been
committed, and the database's word that it was is lost with the cable. It comes when the cable is back, and the server
passes it on to whoever asked: that is late, and true.
"""

import os
import random
import sys
import time
import traceback
from functools import partial
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Literal

from croupier.floor.journal.engines import IDLE, PATIENCE
from tests.faults.machines import DATABASE, NETWORK, Machine, a_machine
from tests.faults.rivals import WITHIN, Record, asked_again, check, lose, opened, playing, taken_over
from tests.faults.servers import House, Line, Player
from tests.postgresql import PostgreSQL, running

WRONG = "wrong.txt"
"""The file in the folder that says what was not as it should be."""


def main(seed: int, folder: Path, moment: str = "any") -> None:
    """Raises AssertionError."""
    os.environ["CROUPIER_DATA"] = str(folder)
    rng = random.Random(seed)
    with a_machine() as machine, running("fsync=off", f"listen_addresses={DATABASE}") as server:
        server.admit(NETWORK)
        here = server.fresh()
        there = here.replace("@/", f"@{DATABASE}/").partition("?")[0]
        record = Record(here)
        house, token = opened(record, partial(House, there, folder, machine), partial(House, here, folder))
        gone, other = house
        players = [Player(house[number % 2], number) for number in range(1, 7)]
        its_own = [one for one in players if one.number % 2 == 0]
        pull = machine.pull if moment == "any" else partial(_pull_confirming, server, machine)
        with playing(house, players, rng):
            since = lose(record, token, rng, pull, machine.plug)
            taken_over(record, since, WITHIN + IDLE)
            told, taken = [len(one.acknowledged) for one in its_own], {*record.taken()}
            line = Line(gone, players[1].token)
            answer = line.ask("GET", "/api/tables/stud-1")
            line.close()
            assert answer is not None
            assert answer[0] == 503, "it does not answer for a house that has gone on without it"
            machine.plug()
            assert gone.ends(WITHIN + PATIENCE), "a server that comes back late stops"
        late = [act for one, before in zip(its_own, told, strict=True) for act in one.acknowledged[before:]]
        untrue = [(act.table, key) for act in late for key in act.keys if (f"table:{act.table}", key) not in taken]
        assert not untrue, "nothing was taken by the one that had lost its tables"
        asked_again(other, players, record)
        other.kill()
        check(record, players, here)


def _pull_confirming(server: PostgreSQL, machine: Machine) -> None:
    """Pull the cable while the database is about to say that it has committed something for the one behind it.

    It says so only once a standby has the commit as well; that standby does not exist, and is given up again.
    """
    waiting = "SELECT client_addr IS NOT NULL FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    with psycopg.connect(server.url("postgres"), autocommit=True) as database:

        def wait_for(standby: str) -> None:
            database.execute(SQL("ALTER SYSTEM SET synchronous_standby_names = {}").format(Literal(standby)))
            database.execute("SELECT pg_reload_conf()")

        end = time.monotonic() + WITHIN
        while time.monotonic() < end:
            wait_for("nobody")
            found = None
            while found is None and time.monotonic() < end:
                found = database.execute(waiting).fetchone()
            if found == (True,):  # it came over the cable
                machine.pull()
            wait_for("")
            if found == (True,):
                return
            time.sleep(0.05)
    raise AssertionError("the server behind the cable commits nothing")


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
    except BaseException:  # told by itself: what servers say of their database goes on after it
        Path(sys.argv[2], WRONG).write_text(traceback.format_exc(), encoding="utf-8")
        raise

"""A server whose cable to the database is pulled under play: ``python -m tests.faults.cut_off SEED FOLDER``.

Run with a network of its own (:mod:`tests.faults.machines`). It still answers its Players, but not for the house; the
other has its tables; back too late, it stops.
"""

import os
import random
import sys
import traceback
from functools import partial
from pathlib import Path

from croupier.floor.journal.engines import IDLE, PATIENCE
from tests.faults.machines import DATABASE, NETWORK, a_machine
from tests.faults.rivals import WITHIN, Record, asked_again, check, lose, opened, playing, taken_over
from tests.faults.servers import House, Line, Player
from tests.postgresql import running

WRONG = "wrong.txt"
"""The file in the folder that says what was not as it should be."""


def main(seed: int, folder: Path) -> None:
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
        with playing(house, players, rng):
            since = lose(record, token, rng, machine.pull, machine.plug)
            taken_over(record, since, WITHIN + IDLE)
            acknowledged = [len(one.acknowledged) for one in its_own]
            line = Line(gone, players[1].token)
            answer = line.ask("GET", "/api/tables/stud-1")
            line.close()
            assert answer is not None
            assert answer[0] == 503, "it does not answer for a house that has gone on without it"
            machine.plug()
            assert gone.ends(WITHIN + PATIENCE), "a server that comes back late stops"
        told = [len(one.acknowledged) for one in its_own]
        assert told == acknowledged, "nothing was taken by the one that had lost its tables"
        asked_again(other, players, record)
        other.kill()
        check(record, players, here)


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), Path(sys.argv[2]))
    except BaseException:  # told by itself: what servers say of their database goes on after it
        Path(sys.argv[2], WRONG).write_text(traceback.format_exc(), encoding="utf-8")
        raise

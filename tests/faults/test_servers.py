"""Two servers of one house, and one of them is lost while Players are at both: killed, stopped and let go on, or cut
off from the database; and the database itself is restarted."""

import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from croupier.floor.journal.servers import LOST
from tests.faults.cut_off import WRONG
from tests.faults.joining import alone
from tests.faults.machines import apart
from tests.faults.rivals import WITHIN, Record, asked_again, check, lose, opened, playing, taken_over, until
from tests.faults.servers import House, Player
from tests.postgresql import PostgreSQL, running

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_other_goes_on(
    postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals, seed: int
) -> None:
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    url, rng = postgresql.fresh(), random.Random(seed)
    record, open_one = Record(url), partial(House, url, tmp_path)
    house, token = opened(record, open_one, open_one)
    gone, other = house
    players = [Player(house[number % 2], number) for number in range(1, 7)]
    with playing(house, players, rng):
        since = lose(record, token, rng, partial(gone.signal, signal.SIGSTOP), partial(gone.signal, signal.SIGCONT))
        if how is signal.SIGKILL:
            gone.kill()
        taken_over(record, since, WITHIN)
        if how is signal.SIGSTOP:
            gone.signal(signal.SIGCONT)
        assert gone.ends(WITHIN), "a server that comes back late stops"
    asked_again(other, players, record)
    other.kill()
    check(record, players, url)


@pytest.mark.long
@pytest.mark.parametrize(("seed", "moment"), [(1, "any"), (2, "any"), (1, "confirming")])
def test_a_server_whose_cable_is_pulled(tmp_path: Path, seed: int, moment: str) -> None:
    """With a network of its own, which nobody else on this computer notices."""
    command = apart(sys.executable, "-m", "tests.faults.cut_off", str(seed), str(tmp_path), moment)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    wrong = tmp_path / WRONG
    assert done.returncode == 0, wrong.read_text(encoding="utf-8") if wrong.exists() else done.stderr[-4000:]


@pytest.mark.long
def test_postgresql_is_restarted_under_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is away for longer than a server may be: none is taken for lost, and both go on."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    with running() as server:
        url = server.fresh()
        record, open_one = Record(url), partial(House, url, tmp_path)
        house, _ = opened(record, open_one, open_one)
        players = [Player(house[number % 2], number) for number in range(1, 7)]
        for seconds in (0.1, LOST + 1):
            with playing(house, players, random.Random(1)):
                time.sleep(1)
                server.stop()
                time.sleep(seconds)
                server.start()
                record.store.engine.dispose()
                until(partial(record.passed, record.position() + 20), WITHIN)
            assert len(record.owners()) == 2
        asked_again(house[0], players, record)
        for one in house:
            assert not one.ends(0), "none has stopped"
            one.kill()
        check(record, players, url)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["a file", "PostgreSQL"])
def test_servers_join_a_house_under_play_and_leave_it(postgresql: PostgreSQL, kind: str) -> None:
    """A short form of ``./run soak --joins``."""
    total, failure = alone(postgresql.fresh() if kind == "PostgreSQL" else "", 1, 3)
    assert not failure
    assert total.joins == 3
    assert total.acts

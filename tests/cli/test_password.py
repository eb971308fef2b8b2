"""Passwords from the command line, and the doors that they open."""

import asyncio
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest
from litestar.testing import AsyncTestClient

from croupier.web.app import create_app
from croupier.web.serving import Opening, open_venue
from tests.command import complaint_of, croupier
from tests.sampling import first

FLOOR = Path(__file__).parents[2] / "examples" / "floor.toml"
PASSWORD = "correct horse battery"


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The example's house, as it is after its first start."""
    db = str(tmp_path / "floor.db")
    open_venue(Opening(FLOOR, db)).floor.store.close()
    return db


@pytest.mark.long
def test_a_manager_signs_in_in_his_role_and_in_no_other(database: str) -> None:
    done = croupier("password", "ann", "--db", database, stdin=f"{PASSWORD}\n".encode())
    assert (done.returncode, done.stdout) == (0, b"ann has a new password\n"), done.stderr

    async def sign_in(name: str, password: str, role: str) -> tuple[int, str]:
        answer = await client.post("/api/session", json={"name": name, "password": password, "role": role})
        found = answer.json()
        return answer.status_code, found["me"]["role"] if answer.status_code == 201 else found["sentence"]

    venue = open_venue(Opening(FLOOR, database))
    try:
        with asyncio.Runner() as runner:
            client = AsyncTestClient(create_app(venue), base_url="http://house.localhost")

            async def all_of_them() -> None:
                async with client:
                    assert await sign_in("ann", PASSWORD, "shift_manager") == (201, "shift_manager")
                    status, sentence = await sign_in("ann", PASSWORD, "dealer")
                    assert (status, sentence) == (403, "ann may not act as Dealer here")
                    wrong = "The name or the password is wrong"
                    assert await sign_in("ann", f"{PASSWORD}!", "shift_manager") == (403, wrong)
                    assert await sign_in("bob", PASSWORD, "shift_manager") == (403, wrong)
                    assert await sign_in("carol", PASSWORD, "shift_manager") == (403, wrong)

            runner.run(all_of_them())
    finally:
        venue.floor.store.close()


def test_the_floor_may_be_running(database: str) -> None:
    venue = open_venue(Opening(FLOOR, database))
    try:
        assert croupier("password", "bob", "--db", database, stdin=PASSWORD.encode()).returncode == 0
        assert venue.credentials.check_password("bob", PASSWORD) is None
    finally:
        venue.floor.store.close()


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [("carol", PASSWORD, "has no account"), ("ann", "short", "at least 10"), ("ann", "", "at least 10")],
)
def test_what_cannot_be_is_one_sentence(database: str, name: str, given: str, says: str) -> None:
    assert says in complaint_of(croupier("password", name, "--db", database, stdin=given.encode()))


def test_a_slip_of_the_keyboard_makes_no_database(tmp_path: Path) -> None:
    db = tmp_path / "flor.db"
    assert "there is no database" in complaint_of(croupier("password", "ann", "--db", str(db)))
    assert not db.exists()


def test_a_demonstration_needs_none(tmp_path: Path) -> None:
    db = str(tmp_path / "floor.db")
    open_venue(Opening(db=db, company=False)).floor.store.close()
    assert "keeps no accounts" in complaint_of(croupier("password", "ann", "--db", db, stdin=PASSWORD.encode()))


@pytest.mark.parametrize(
    ("second", "code", "says"), first(1, [("another one", 2, "differ"), (PASSWORD, 0, "new password")])
)
def test_at_a_terminal_it_is_asked_for_twice_and_not_shown(database: str, second: str, code: int, says: str) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "croupier.cli", "password", "ann", "--db", database]
    asked = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    shown = ""
    try:
        for prompt, answer in (("New password for ann:", PASSWORD), ("Once more:", second)):
            shown += _read_until(ours, prompt)
            os.write(ours, f"{answer}\n".encode())
        shown += _read_until(ours, says)
        assert asked.wait(60) == code
    finally:
        asked.kill()
        asked.wait()
        os.close(ours)
    assert PASSWORD not in shown


def _read_until(terminal: int, wanted: str) -> str:
    text, until = "", time.monotonic() + 30
    while wanted not in text:
        assert time.monotonic() < until, text
        try:
            text += os.read(terminal, 1000).decode()
        except OSError:
            break
    assert wanted in text
    return text

"""A clock in doubt is an alarm in the pit, where two people sign for the time; a server without its floor stops."""

import asyncio
import time
from pathlib import Path
from threading import Thread

import pytest

from croupier.floor.house.credentials import Session
from croupier.floor.journal.store import FencedError, StoreError
from croupier.floor.values.clock import SHUT
from croupier.floor.values.house import CreateAccount
from croupier.floor.values.requests import Accepted, Request
from croupier.rules.terms import Role
from croupier.web import app
from croupier.web.acting.acts import read_act
from croupier.web.http import logs
from croupier.web.serving import Opening, Reached, open_venue, serve
from croupier.web.topics.pit import PitTopic
from croupier.web.venue import Venue
from croupier.web.wire.pit import PitPage
from tests.floor.house_floor import SetClock
from tests.floor.tampering import change
from tests.web.server import PATIENCE, keeping_accounts

PAGES = Path(__file__).parents[2] / "ui" / "src"


def session(name: str, role: Role = Role.SHIFT_MANAGER) -> Session:
    return Session(name, role, 0, 0, 0)


def pit(venue: Venue, name: str, role: Role = Role.SHIFT_MANAGER) -> PitPage:
    return PitTopic().page(venue, session(name, role))


def sign(venue: Venue, name: str, command: object) -> None:
    read = read_act(venue, "clock", command)
    reply = venue.floor.submit(Request("clock", name, Role.SHIFT_MANAGER, read))[0]
    assert isinstance(reply, Accepted), reply
    venue.books.heard(venue.desk.take_news())


def test_two_people_sign_in_the_pit_after_a_long_pause(tmp_path: Path) -> None:
    clock = SetClock()
    open_venue(keeping_accounts(tmp_path), clock=clock).floor.store.close()
    clock.at += SHUT + 1
    venue = open_venue(keeping_accounts(tmp_path), clock=clock)
    (alert,) = pit(venue, "mia").alerts
    assert alert.kind == "clock"
    assert "reads 2026-11-16 12:00:00" in alert.reason
    assert "about 2026-11-15 12:00:00" in alert.reason
    assert alert.command == {"type": "ProposeTime"}
    assert pit(venue, "sue", Role.PIT_SUPERVISOR).alerts[0].command is None
    refused = venue.floor.submit(Request("house", "mia", Role.SHIFT_MANAGER, CreateAccount("ann")))[0]
    assert str(refused).startswith("The machine's clock reads")
    words = (PAGES / "strings" / "en" / "pit.ts").read_text("utf-8")
    for button in ("The clock is right: sign", "Second signature"):
        assert f"“{button}”" in str(refused), "it says how to get out, in the words of the pages"
        assert f'"{button}"' in words
    sign(venue, "mia", alert.command)
    assert pit(venue, "max").alerts[0].command is None, "it is signed already"
    (own,) = pit(venue, "mia").proposals
    assert (own.what, own.own, own.sign) == ("Time", True, None)
    assert [(one.before, one.after) for one in own.changes] == [("2026-11-15 12:00:00", "2026-11-16 12:00:00")]
    (other,) = pit(venue, "max").proposals
    assert other.sign == {"type": "CountersignTime", "number": 1}
    sign(venue, "max", other.sign)
    assert pit(venue, "mia").alerts == ()
    (answer,) = pit(venue, "mia").answers
    assert (answer.what, answer.by, answer.signed) == ("Time", "max", True)
    venue.floor.store.close()


def test_a_demonstration_signs_for_itself(tmp_path: Path) -> None:
    clock, opening = SetClock(), Opening(db=str(tmp_path / "floor.db"))
    open_venue(opening, clock=clock).floor.store.close()
    clock.at += 30 * SHUT
    venue = open_venue(opening, clock=clock)
    assert venue.floor.doubt() is None
    assert venue.floor.now() == clock.at
    venue.floor.store.close()


def test_a_server_whose_floor_was_taken_stops_with_that_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "FENCE_SECONDS", 0.05)
    monkeypatch.setattr(logs, "to_standard_error", lambda **_: None)
    stopped: list[StoreError] = []

    def served() -> None:
        try:
            serve(keeping_accounts(tmp_path), Reached(), json=True)
        except StoreError as error:
            stopped.append(error)

    server = Thread(target=served, daemon=True)
    server.start()
    end = time.monotonic() + PATIENCE
    while "http://127.0.0.1:" not in capsys.readouterr().out:
        assert time.monotonic() < end
        time.sleep(0.02)
    change(tmp_path / "floor.db", "UPDATE fence SET token = 'another'")
    server.join(PATIENCE)
    (sentence,) = map(str, stopped)
    assert sentence.startswith("another server has taken this floor (")
    assert sentence.endswith("): this one stops")


def test_a_server_whose_floor_was_taken_says_so_once_it_looks(tmp_path: Path) -> None:
    venue = open_venue(keeping_accounts(tmp_path))
    told: list[str] = []
    venue.desk.on_fenced = told.append
    asyncio.run(venue.desk.still_ours())
    assert told == []
    change(tmp_path / "floor.db", "UPDATE fence SET token = 'another'")
    asyncio.run(venue.desk.still_ours())

    async def act() -> None:
        venue.desk.start()
        with pytest.raises(FencedError):
            await venue.desk.ask(Request("house", "mia", Role.SHIFT_MANAGER, CreateAccount("ann")))
        await venue.desk.stop()

    asyncio.run(act())
    assert len(told) == 2
    assert all("another server has taken this floor" in one for one in told)
    venue.floor.store.close()

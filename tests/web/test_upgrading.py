"""Servers of two releases on one house: the newer brings the database to its form beside the older, or is refused.

The later release is made here: a step of the database after the last, in a copy of the folder of steps.
"""

import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from croupier.floor.journal import database
from croupier.floor.journal.store import FencedError, StoreError, open_engine
from croupier.floor.values.cage import CashIn
from croupier.floor.values.requests import Request
from croupier.floor.verify.finding import Kind
from croupier.floor.verify.verification import verify
from croupier.rules.terms import Role
from croupier.web import peers
from croupier.web.serving import Opening
from tests.command import croupier
from tests.floor.house import DAY
from tests.floor.test_servers import Server
from tests.postgresql import PostgreSQL
from tests.web.server import BRISK, LIGHT, serving
from tests.web.test_servers import ANTE, _bets_taken, _shares, until

ADDS = """
def upgrade() -> None:
    op.add_column("journal", sa.Column("remark", sa.Text, nullable=False, server_default=sa.text("''")))
    op.create_table("remarks", sa.Column("id", sa.Integer, primary_key=True))
"""
RENAMES = """
def upgrade() -> None:
    op.alter_column("journal", "actor", new_column_name="person")
"""
Release = Callable[[str], None]


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """From now on this is the next release, with one more step."""
    last = sorted((database._STEPS / "versions").glob("[0-9]*.py"))[-1].name[:4]

    def made(step: str) -> None:
        steps = tmp_path / "steps"
        shutil.copytree(database._STEPS, steps, ignore=shutil.ignore_patterns("__pycache__"))
        head = f'import sqlalchemy as sa\nfrom alembic import op\n\nrevision = "9999"\ndown_revision = "{last}"\n'
        (steps / "versions" / "9999_next.py").write_text(head + step)
        monkeypatch.setattr(database, "_STEPS", steps)

    return made


def _columns(url: str) -> set[str]:
    engine = open_engine(url)
    with engine.connect() as connection:
        asked = text("SELECT column_name FROM information_schema.columns WHERE table_name = 'journal'")
        found = {name for (name,) in connection.execute(asked)}
    engine.dispose()
    return found


def test_servers_are_brought_up_to_date_under_play(
    postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, release: Release
) -> None:
    """A round that began at the old release, with a wager at each, is the same round when only the new one is left."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    monkeypatch.setattr(peers, "SIGN_SECONDS", 0.05)
    opening = Opening(None, postgresql.fresh(), pace=BRISK, terms=LIGHT, company=False)
    with ExitStack() as rest:
        with serving(tmp_path, opening=opening) as old:
            guest = old.visit()
            with guest.live("table:stud-1"):
                until(lambda: _bets_taken(old, "stud-1"))
                assert guest.act("stud-1", ANTE).status_code == 200
                release("beside = True\n" + ADDS)
                new = rest.enter_context(serving(tmp_path, opening=opening))
                assert "remark" in _columns(opening.db)
                until(lambda: sum(_shares(old, new)) == len(old.venue.floor.tables()))
                other = new.visit()
                rest.enter_context(other.live("table:stud-1"))
                assert other.act("stud-1", {**ANTE, "box": 2}).status_code == 200
                assert guest.act("stud-1", {**ANTE, "box": 3}).status_code == 200, "the old one still takes acts"
            rounds = old.venue.floor.table("stud-1").engine.rounds
        until(lambda: _shares(new) == (len(new.venue.floor.tables()),))
        state = new.venue.floor.table("stud-1")
        assert (state.running, state.engine.rounds) == (True, rounds)
        assert state.players == {guest.name, other.name}
        with new.venue.floor.store.reading() as reading:
            found = list(verify(reading, keys=new.venue.floor.keys))
        assert {one.kind for one in found} == {Kind.FORM}, "only what the made-up step has added is not as it should be"
    monkeypatch.undo()
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    refused = croupier("verify", "--db", opening.db)
    assert refused.returncode == 2
    assert b"the database is of a newer croupier (its form is 9999" in refused.stderr


def test_a_step_that_older_servers_cannot_work_beside_waits_for_them(postgresql: PostgreSQL, release: Release) -> None:
    url = postgresql.fresh()
    old = Server(url)
    release(RENAMES)
    engine = open_engine(url)
    with pytest.raises(StoreError, match=r"form \(9999\) that older servers cannot work beside: stop all"):
        database.prepare(engine)
    assert "actor" in _columns(url), "nothing has changed"
    old.floor.store.close()
    database.prepare(engine)
    assert "person" in _columns(url)
    engine.dispose()


@pytest.mark.parametrize(
    "change",
    [
        "schema = schema + 1",
        'events = replace(events, \'"type":"CashMoved"\', \'"type":"CashMoved","remark":""\')',
        "events = replace(events, 'CashMoved', 'CashRemarked')",
    ],
    ids=["form", "field", "event"],
)
def test_a_server_stops_at_what_a_newer_one_has_written(postgresql: PostgreSQL, change: str) -> None:
    """An entry of a later form, an event with one field more, an event that this release has no word for."""
    url = postgresql.fresh()
    old = Server(url)
    old.furnish()
    new = Server(url)
    position = old.floor.position
    new.floor.submit(Request("cage", "cash desk", Role.CAGE, CashIn("ann", 100, DAY)))
    with old.floor.store.engine.connect() as connection:
        connection.execute(text(f"UPDATE journal SET {change} WHERE position > {position} AND stream = 'cage'"))
    with pytest.raises(FencedError, match="is of a newer croupier, and this one cannot read all of it"):
        old.floor.follow()
    assert old.floor.position == position
    for one in (old, new):
        one.floor.store.close()

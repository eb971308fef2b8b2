"""A house that has begun opens again, whatever has become of its floor.toml and whatever was changed in the pit."""

import os
import stat
from pathlib import Path

import pytest

from croupier.floor.house.config import ConfigError
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import EstablishTable
from croupier.rules.terms import Role
from croupier.web.serving import Opening, open_venue
from tests.web.server import serving

PLAN = """\
[house]
name = "The House"

[links.stud]
seed = 5000000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"
"""


def opening(folder: Path, text: str | None) -> Opening:
    plan = folder / "floor.toml"
    plan.unlink(missing_ok=True)
    if text is not None:
        plan.write_text(text, encoding="utf-8")
    return Opening(plan, str(folder / "floor.db"))


def opened(folder: Path, text: str | None) -> tuple[list[str], tuple[str, ...], str]:
    """The tables, what is said about the file, and the house's name."""
    venue = open_venue(opening(folder, text))
    venue.floor.store.close()
    return venue.floor.tables(), venue.notices, venue.name


def test_as_it_was_nothing_is_said(tmp_path: Path) -> None:
    assert opened(tmp_path, PLAN) == (["stud-1"], (), "The House")
    assert opened(tmp_path, PLAN) == (["stud-1"], (), "The House")


def test_a_changed_file_changes_nothing(tmp_path: Path) -> None:
    opened(tmp_path, PLAN)
    tables, notices, name = opened(tmp_path, PLAN.replace("5000000", "6000000").replace("The House", "Another"))
    assert (tables, name) == (["stud-1"], "Another")
    said = "links.stud.seed: the file has 6000000, the house 5000000, which counts"
    assert notices == (f"{tmp_path / 'floor.toml'}: {said}",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file"),
        ("[house", "Expected ']'"),
        ("", "at least one table"),
        (PLAN.replace("rws-casino-stud", "no-such-game"), "there is no game"),
        (PLAN.replace('link = "stud"', 'link = "gone"'), "there is no link"),
    ],
)
def test_a_file_that_is_wrong_or_missing_keeps_nobody_out(tmp_path: Path, text: str | None, why: str) -> None:
    opened(tmp_path, PLAN)
    tables, (said,), name = opened(tmp_path, text)
    assert (tables, name) == (["stud-1"], "croupier")
    assert why in said
    assert said.endswith("nothing of this file counts, and the house opens as it was")


def test_without_a_house_it_is_an_error_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        open_venue(opening(tmp_path, "[house"))
    assert sorted(one.name for one in tmp_path.iterdir()) == ["floor.toml"]


def test_a_database_without_a_house_is_none(tmp_path: Path) -> None:
    (tmp_path / "floor.db").touch()
    with pytest.raises(ConfigError):
        open_venue(opening(tmp_path, "[house"))


def test_a_table_made_in_the_pit_is_there_again(tmp_path: Path) -> None:
    venue = open_venue(opening(tmp_path, PLAN))
    for name, game, link in (("stud-9", "rws-casino-stud", "stud"), ("poker-9", "rws-poker", "")):
        command = EstablishTable(game, {}, link, True)
        reply = venue.floor.submit(Request(f"table:{name}", "mia", Role.SHIFT_MANAGER, command))[0]
        assert isinstance(reply, Accepted)
    venue.floor.store.close()
    tables, notices, _ = opened(tmp_path, PLAN)
    assert (set(tables), notices) == ({"stud-1", "stud-9", "poker-9"}, ())


def test_a_demonstration_with_a_table_made_in_the_pit_opens_again(tmp_path: Path) -> None:
    venue = open_venue(Opening(db=str(tmp_path / "floor.db")))
    command = EstablishTable("rws-poker", {}, "", automatic=False)
    assert isinstance(venue.floor.submit(Request("table:poker-9", "mia", Role.SHIFT_MANAGER, command))[0], Accepted)
    venue.floor.store.close()
    venue = open_venue(Opening(db=str(tmp_path / "floor.db")))
    venue.floor.store.close()
    assert "poker-9" in venue.floor.tables()


def test_the_files_of_a_house_are_read_by_their_owner_alone(tmp_path: Path) -> None:
    """Whatever the process would give away, and where an earlier release was careless."""
    mask = os.umask(0o022)
    try:
        for times in range(2):
            with serving(tmp_path) as house:
                house.visit().http.get("/api/tables")
                open_to = {path.name: stat.S_IMODE(path.stat().st_mode) & 0o077 for path in tmp_path.iterdir()}
                assert {"floor.db", "floor.db-wal", "floor.db-shm"} <= {*open_to}
                assert {f"floor.db.rounds{aside}" for aside in ("", "-wal", "-shm")} <= {*open_to}
                assert not any(open_to.values()), open_to
                assert len(house.venue.notices) == 2 * times
            for name in ("floor.db", "floor.db.rounds"):
                (tmp_path / name).chmod(0o644)
    finally:
        os.umask(mask)

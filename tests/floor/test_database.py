"""The form of the database: made, brought up to date, left alone where it is not ours to change."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from croupier.floor.journal import database, engines
from croupier.floor.journal.database import check_form, open_for_reading, prepare
from croupier.floor.journal.schema import balances, metadata
from croupier.floor.journal.store import StoreError, open_engine
from tests.floor.fresh import lay


@pytest.fixture
def engine(empty_database: str) -> Iterator[Engine]:
    engine = open_engine(empty_database)
    yield engine
    engine.dispose()


def built(engine: Engine) -> dict[str, str]:
    """Everything that a database is made of, word for word."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            rows = connection.execute(text("SELECT type || ' ' || name, sql FROM sqlite_master"))
            return {name: " ".join((sql or "").split()) for name, sql in rows if "alembic_version" not in name}
    looked = inspect(engine)
    return {
        name: f"{looked.get_columns(name)} {looked.get_pk_constraint(name)} {looked.get_unique_constraints(name)} "
        f"{looked.get_indexes(name)}"
        for name in looked.get_table_names()
        if name != "alembic_version"
    }


def test_the_migrations_make_what_the_schema_says(engine: Engine) -> None:
    prepare(engine)
    with engine.connect() as connection:
        settings = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=settings), metadata) == []
    mine = built(engine)
    metadata.drop_all(engine)
    metadata.create_all(engine)
    assert built(engine) == mine


def test_preparing_again_changes_nothing(engine: Engine) -> None:
    prepare(engine)
    before = built(engine)
    with engine.connect() as connection:
        connection.execute(text("INSERT INTO balances VALUES ('cage', 5)"))
        check_form(connection)
    prepare(engine)
    assert built(engine) == before
    with engine.connect() as connection:
        assert connection.execute(text("SELECT cents FROM balances")).scalar() == 5


def test_a_database_of_a_newer_croupier_is_left_alone(engine: Engine) -> None:
    prepare(engine)
    with engine.connect() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(StoreError, match=r"newer croupier \(its form is 9999"):
            check_form(connection)
    before = built(engine)
    with pytest.raises(StoreError, match=r"newer croupier \(its form is 9999"):
        prepare(engine)
    assert built(engine) == before


def test_a_database_that_does_not_say_who_made_it_is_left_alone(engine: Engine) -> None:
    metadata.create_all(engine)
    with pytest.raises(StoreError, match="does not say which croupier made it"):
        prepare(engine)
    with engine.connect() as connection, pytest.raises(StoreError, match="holds no floor"):
        check_form(connection)


def test_a_step_that_fails_leaves_nothing_behind(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade = command.upgrade

    def failing(settings: Config, to: str) -> None:
        upgrade(settings, to)
        raise RuntimeError("the power failed")

    monkeypatch.setattr(command, "upgrade", failing)
    with pytest.raises(RuntimeError):
        prepare(engine)
    assert inspect(engine).get_table_names() == []


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is not a database, but long enough to be taken for one" * 20)
    with pytest.raises(StoreError, match="not a database"):
        prepare(open_engine(str(tmp_path / "text.db")))
    with pytest.raises(StoreError, match="there is no database"):
        open_for_reading(str(tmp_path / "missing.db"))
    with pytest.raises(StoreError, match="not a database URL"):
        open_for_reading("://")
    assert not (tmp_path / "missing.db").exists()


def test_nothing_changes_in_a_database_opened_for_reading(engine: Engine) -> None:
    prepare(engine)
    reading = open_for_reading(engine.url)
    with reading.connect() as connection:
        check_form(connection)
        with pytest.raises(DBAPIError, match=r"read-?only"):
            connection.execute(text("DELETE FROM journal"))
    reading.dispose()


def test_a_file_opened_for_reading_stays_as_it_is(tmp_path: Path) -> None:
    engine = open_engine(str(tmp_path / "floor.db"))
    prepare(engine)
    with engine.connect() as connection:
        connection.execute(text(f"VACUUM INTO '{tmp_path / 'copy.db'}'"))
    before = (tmp_path / "copy.db").read_bytes()
    reading = open_for_reading(str(tmp_path / "copy.db"))
    with reading.connect() as connection:
        check_form(connection)
    reading.dispose()
    assert (tmp_path / "copy.db").read_bytes() == before


def test_migrations_travel_with_the_package() -> None:
    steps = Path(database.__file__).parent / "migrations"
    assert (steps / "env.py").is_file()
    assert list((steps / "versions").glob("0001_*.py"))


def test_a_statement_is_compiled_once_for_all_files(tmp_path: Path) -> None:
    compiled = []
    for name in ("one.db", "other.db"):
        lay(tmp_path / name)
        engine = open_engine(str(tmp_path / name))
        with engine.begin() as connection:
            connection.execute(insert(balances).values(account=name, cents=len(name)))
            assert connection.execute(select(balances.c.account, balances.c.cents)).all() == [(name, len(name))]
        engine.dispose()
        compiled.append(len(engines._COMPILED))
    assert compiled[0] == compiled[1] > 0

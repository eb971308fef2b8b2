"""Rows behind the door that the house did not write: planted, altered, put back or removed by a writer to the database.

Each attack is plain SQL on the house's own file, or in PostgreSQL; none of them needs the key, and none of them works.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Engine, text

from croupier.floor.house.credentials import Credentials, Forged, Opened
from croupier.floor.house.second_factor import Factors
from croupier.floor.journal.database import prepare
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.values.door import Secret
from croupier.floor.values.entropy import SystemEntropy
from croupier.rules.terms import Role
from tests.floor.house_floor import SetClock
from tests.web.server import LIGHT

OLD, NEW = Key(bytes(range(32))), Key(bytes(range(1, 33)))
GOOD, THEIRS = "correct horse", "the attacker's own"
ALL = 10**15


class House:
    """Credentials over a database, and the attacker's hand in it."""

    def __init__(self, engine: Engine) -> None:
        prepare(engine)
        self.engine, self.store, self.clock = engine, Store(engine), SetClock()
        self.store.keys = KeyRing(OLD)
        self.book: dict[tuple[str, Secret], int] = {}
        self.alarms: list[Forged] = []
        self.desk = self.opened()
        self.factors = Factors(self.desk, lambda: KeyRing(OLD), clock=self.clock)

    def opened(self, *, earlier: bool = False) -> Credentials:
        desk = Credentials(
            self.store,
            clock=self.clock,
            entropy=SystemEntropy(),
            terms=LIGHT,
            recorded=lambda account, secret: self.book.get((account, secret), 0),
            earlier=earlier,
        )
        desk.on_forged = self.alarms.append
        return desk

    def sql(self, statement: str, **values: object) -> None:
        with self.engine.begin() as connection:
            connection.execute(text(statement), values)

    def copy(self, table: str, account: str) -> dict[str, object]:
        with self.engine.connect() as connection:
            asked = text(f"SELECT * FROM {table} WHERE account = :account")
            return dict(connection.execute(asked, {"account": account}).mappings().one())

    def put_back(self, table: str, row: dict[str, object]) -> None:
        self.sql(f"DELETE FROM {table} WHERE account = :account", **row)
        self.sql(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join(f':{one}' for one in row)})", **row)

    def wrongs(self) -> list[tuple[str, str, str]]:
        return [(one.table, one.account, one.wrong) for one in self.alarms]


@pytest.fixture
def house(empty_database: str) -> Iterator[House]:
    engine = open_engine(empty_database)
    house = House(engine)
    yield house
    house.store.close()


def test_a_planted_session_is_no_session(house: House) -> None:
    """Two such rows opened an account with cage rights under two signatures."""
    now = house.clock.now()
    token = hashlib.sha256(b"stolen").hexdigest()
    house.sql(
        "INSERT INTO sessions (token, account, role, created, seen, expires, revoked) "
        "VALUES (:token, 'mia', 'shift_manager', :now, :now, :expires, 0)",
        token=token,
        now=now,
        expires=now + ALL,
    )
    assert house.desk.check_session("stolen") is None
    assert house.desk.look_at(["stolen"]) == {}
    assert house.desk.use("stolen") is None
    assert house.wrongs() == [("sessions", "mia", "it was written without the key of the house")]


@pytest.mark.parametrize(
    "change",
    [
        "role = 'shift_manager'",
        "account = 'mia'",
        f"expires = expires + {ALL}",
        "seen = seen + 1000000",
        "console = 'stud-1'",
        "created = created - 1",
    ],
)
def test_an_altered_session_is_no_session(house: House, change: str) -> None:
    opened = house.desk.open_session("ann", Role.CAGE, None)
    assert isinstance(opened, Opened)
    assert house.desk.check_session(opened.token) == opened.session
    house.sql(f"UPDATE sessions SET {change}")
    assert house.desk.check_session(opened.token) is None
    assert [one.wrong for one in house.alarms] == ["it was altered without the key of the house"]


def test_a_session_that_has_ended_is_not_brought_back(house: House) -> None:
    opened = house.desk.open_session("ann", Role.CAGE, None)
    assert isinstance(opened, Opened)
    assert house.desk.revoke(opened.token)
    house.sql("UPDATE sessions SET revoked = 0")
    assert house.desk.check_session(opened.token) is None
    assert len(house.alarms) == 1


def test_the_uses_of_a_session_keep_it_genuine(house: House) -> None:
    opened = house.desk.open_session("ann", Role.CAGE, None)
    assert isinstance(opened, Opened)
    for note in (house.desk.check_session, house.desk.use):
        house.clock.pass_minutes(2)
        assert note(opened.token) is not None
        house.desk.note_uses()
    house.clock.pass_minutes(1)
    found = house.desk.check_session(opened.token, renew=False)
    assert found is not None
    assert found.seen == house.clock.now() - 60_000_000
    assert house.alarms == []


@pytest.mark.parametrize("known", [False, True])
def test_a_planted_password_opens_nothing(house: House, known: bool) -> None:
    planted = PasswordHasher(1, 8, 1).hash(THEIRS)
    if known:
        assert house.desk.set_password("mia", GOOD) is None
        house.sql("UPDATE credentials SET hash = :hash", hash=planted)
    else:
        house.sql("INSERT INTO credentials (account, hash, changed) VALUES ('mia', :hash, 1)", hash=planted)
    assert house.desk.check_password("mia", THEIRS) is not None
    how = "altered" if known else "written"
    assert house.wrongs() == [("credentials", "mia", f"it was {how} without the key of the house")]


def test_a_password_of_another_account_is_not_taken_over(house: House) -> None:
    assert house.desk.set_password("ann", THEIRS) is None
    house.sql("UPDATE credentials SET account = 'mia'")
    assert house.desk.check_password("mia", THEIRS) is not None
    assert [one.account for one in house.alarms] == ["mia"]


def test_a_password_is_not_a_pin(house: House) -> None:
    assert house.desk.set_pin("dan", "2749") is None
    house.sql("UPDATE credentials SET account = 'dan'")
    assert house.desk.check_password("dan", "2749") is not None
    assert len(house.alarms) == 1


def test_an_earlier_password_is_not_put_back(house: House) -> None:
    """An earlier row bears a genuine MAC; the door's book knows of a later one."""
    assert house.desk.set_password("mia", GOOD) is None
    earlier = house.copy("credentials", "mia")
    house.clock.pass_minutes(1)
    assert house.desk.set_password("mia", "battery staple") is None
    house.book["mia", "password"] = house.clock.now()
    house.put_back("credentials", earlier)
    assert house.desk.check_password("mia", GOOD) is not None
    assert house.wrongs() == [("credentials", "mia", "an earlier password was put back")]
    house.sql("DELETE FROM credentials")
    assert house.desk.check_password("mia", GOOD) is not None
    assert house.wrongs()[1:] == [("credentials", "mia", "the password that the door's book knows of was removed")]


def enrolled(house: House) -> tuple[str, ...]:
    import pyotp

    device = pyotp.TOTP(house.factors.begin("mia", "The House").secret)
    codes = house.factors.confirm("mia", device.at(house.clock.now() // 1_000_000))
    assert isinstance(codes, tuple)
    house.book["mia", "second factor"] = house.factors.changed("mia")
    return codes


@pytest.mark.parametrize("change", ["DELETE FROM second_factors", "UPDATE second_factors SET sealed = '', last = 0"])
def test_a_second_factor_that_was_removed_is_still_asked_for(house: House, change: str) -> None:
    codes = enrolled(house)
    if house.engine.dialect.name == "postgresql":
        change = change.replace("''", "''::bytea")
    house.sql(change)
    assert house.factors.has("mia")
    assert house.factors.check("mia", codes[0]) is not None
    assert len(house.alarms) == 1
    assert house.factors.remove("mia"), "two people have reset it"
    assert house.alarms[0].table == "second_factors"


def test_a_planted_recovery_code_is_none(house: House) -> None:
    enrolled(house)
    bare = hashlib.sha256(b"croupier-recovery-1:aaaa").hexdigest()
    house.sql("INSERT INTO recovery (account, hash) VALUES ('mia', :hash)", hash=bare)
    assert house.factors.check("mia", "aaaa") is not None
    assert house.wrongs() == [("recovery", "mia", "it was written without the key of the house")]


def test_rows_stay_genuine_once_another_key_has_been_taken_up(house: House) -> None:
    assert house.desk.set_password("mia", GOOD) is None
    house.store.keys = KeyRing(NEW, (OLD,))
    assert house.desk.check_password("mia", GOOD) is None
    house.store.keys = KeyRing(NEW)
    assert house.desk.check_password("mia", GOOD) is not None
    assert house.wrongs() == [("credentials", "mia", "it was written under a key that is not this house's")]
    assert house.opened(earlier=True).check_password("mia", GOOD) is None, "two people are about to sign for the key"


def test_an_alarm_is_given_once(house: House) -> None:
    house.sql("INSERT INTO credentials (account, hash, changed) VALUES ('mia', 'x', 1)")
    for _ in range(3):
        house.desk.check_password("mia", GOOD)
    assert len(house.alarms) == 1


def test_where_anything_lies_in_a_column(tmp_path: Path) -> None:
    """SQLite keeps any type in any column; none of them is an error to whoever knocks."""
    house = House(open_engine(str(tmp_path / "floor.db")))
    opened = house.desk.open_session("ann", Role.CAGE, None)
    assert isinstance(opened, Opened)
    for value in ("7", "x'00ff'", "1.5", "'no colon'", "'0123456789abcdef:' || hex(randomblob(32))"):
        house.sql(f"UPDATE sessions SET mac = {value}")
        assert house.desk.check_session(opened.token) is None
    house.store.close()

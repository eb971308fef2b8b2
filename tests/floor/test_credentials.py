"""Passwords and sessions, on a real file."""

import hashlib
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters
from sqlalchemy import event

from croupier.floor.house.credentials import Credentials, Opened, Place, Terms, is_common_pin, is_throttled, plain
from croupier.floor.journal.store import Store, StoreError, Writing, open_engine
from croupier.floor.values.house import Account, HouseState
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from tests.floor.chance import SeededEntropy
from tests.floor.fresh import fresh
from tests.floor.house_floor import SetClock
from tests.web.opened import KEYS

CHEAP = Terms(time_cost=1, memory_kib=8, lanes=1)
GOOD = "correct horse"
HOUSE = HouseState(
    "08:00",
    "Asia/Singapore",
    5,
    {
        "ann": Account("ann", (Role.PLAYER,)),
        "dan": Account("dan", (Role.PLAYER, Role.DEALER)),
        "lou": Account("lou", (Role.PLAYER, Role.DEALER), locked="lost card"),
    },
)


class Desk:
    """Credentials with a clock and chance of the test's."""

    def __init__(self, path: Path) -> None:
        self.path, self.clock = path, SetClock()
        self.store = Store(fresh(path))
        self.store.keys = KEYS
        self.desk = self.with_terms(CHEAP)

    def with_terms(self, terms: Terms) -> Credentials:
        return Credentials(self.store, clock=self.clock, entropy=SeededEntropy(1), terms=terms)

    def rows(self, table: str) -> list[tuple[object, ...]]:
        connection = sqlite3.connect(self.path)
        try:
            return connection.execute(f"SELECT * FROM {table}").fetchall()
        finally:
            connection.close()

    def opened(self, account: str = "ann", role: Role = Role.PLAYER) -> Opened:
        found = self.desk.open_session(account, role, HOUSE)
        assert isinstance(found, Opened)
        return found


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "floor.db")
    yield desk
    desk.store.close()


# ---- Passwords ------------------------------------------------------------------------------------------------------


def test_a_password_is_kept_as_its_argon2id_hash(at: Desk) -> None:
    assert at.desk.set_password("ann", GOOD) is None
    [(account, kept, changed, _)] = at.rows("credentials")
    assert (account, changed) == ("ann", at.clock.at)
    assert isinstance(kept, str)
    assert kept.startswith("$argon2id$")
    assert GOOD.encode() not in at.path.read_bytes()
    assert at.desk.check_password("ann", GOOD) is None


def test_the_default_work_is_that_of_rfc_9106() -> None:
    terms = Terms()
    used = extract_parameters(PasswordHasher(terms.time_cost, terms.memory_kib, terms.lanes).hash("x"))
    assert (used.time_cost, used.memory_cost, used.parallelism, used.type.name) == (3, 65_536, 4, "ID")


@pytest.mark.parametrize(("length", "taken"), [(9, False), (10, True), (11, True)])
def test_the_shortest_password(at: Desk, length: int, taken: bool) -> None:
    assert (at.desk.set_password("ann", "vR7 kq-Zem4!"[:length]) is None) is taken


@pytest.mark.parametrize(("length", "taken"), [(1_023, True), (1_024, True), (1_025, False)])
def test_the_longest_password(at: Desk, length: int, taken: bool) -> None:
    long = GOOD + "x" * (length - len(GOOD))
    assert (at.desk.set_password("ann", long) is None) is taken
    assert (at.desk.check_password("ann", long) is None) is taken


@pytest.mark.parametrize(
    "password",
    ["1234567890", "qwertyuiop", "password123", "0000000000", "annannannann", "trustno1trustno1", "P@ssw0rd2024"],
)
def test_a_password_that_would_be_guessed_early(at: Desk, password: str) -> None:
    refused = at.desk.set_password("ann", password)
    assert refused is not None
    assert "guessed early" in refused.sentence
    assert at.desk.holders() == frozenset()


@pytest.mark.parametrize("account", ["", " ", "a b", "x" * 41, "né", "a\0"])
def test_what_is_no_name_has_no_password(at: Desk, account: str) -> None:
    assert at.desk.set_password(account, GOOD) is not None
    assert at.desk.check_password(account, GOOD) is not None
    assert at.rows("attempts") == []


def test_a_password_is_one_however_its_letters_are_composed(at: Desk) -> None:
    assert plain("e\u0301") == "\u00e9"
    at.desk.set_password("ann", "caf\u00e9 au lait")
    assert at.desk.check_password("ann", "cafe\u0301 au lait") is None


def test_unknown_names_and_wrong_passwords_are_answered_alike(at: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    at.desk.set_password("ann", GOOD)
    worked: list[str] = []
    verify = PasswordHasher.verify

    def counting(self: PasswordHasher, hash: str, password: str) -> bool:
        worked.append(hash)
        return bool(verify(self, hash, password))

    monkeypatch.setattr(PasswordHasher, "verify", counting)
    wrong = [at.desk.check_password("ann", "wrong password"), at.desk.check_password("zoe", "wrong password")]
    assert wrong[0] == wrong[1] == at.desk.check_password("zoe", "nobody")
    assert len(worked) == 3
    assert len({str(extract_parameters(hash)) for hash in worked}) == 1


def test_a_hash_is_renewed_when_the_terms_change(at: Desk) -> None:
    at.desk.set_password("ann", GOOD)
    [(_, before, changed, _)] = at.rows("credentials")
    dearer = at.with_terms(Terms(time_cost=2, memory_kib=16, lanes=1))
    assert dearer.check_password("ann", "wrong password") is not None
    assert [row[:3] for row in at.rows("credentials")] == [("ann", before, changed)]
    assert dearer.check_password("ann", GOOD) is None
    [(_, after, _, _)] = at.rows("credentials")
    assert isinstance(after, str)
    assert extract_parameters(after).time_cost == 2
    assert dearer.check_password("ann", GOOD) is None
    assert [row[:3] for row in at.rows("credentials")] == [("ann", after, changed)]


def test_a_damaged_hash_opens_nothing(at: Desk) -> None:
    at.desk.set_password("ann", GOOD)
    connection = sqlite3.connect(at.path)
    connection.execute("UPDATE credentials SET hash = 'x'")
    connection.commit()
    connection.close()
    assert at.desk.check_password("ann", GOOD) is not None


# ---- Locked out -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ann", "zoe"])
def test_the_fifth_failure_locks_a_name_out_whether_it_is_known_or_not(at: Desk, name: str) -> None:
    at.desk.set_password("ann", GOOD)
    for _ in range(CHEAP.failures):
        refused = at.desk.check_password(name, "wrong password")
        assert refused == Refusal(Reason.ROLE, "The name or the password is wrong", ())
    locked = at.desk.check_password(name, GOOD)
    assert locked is not None
    assert locked.sentence == "Too many attempts: try again in 15 minutes"


def test_four_failures_do_not_and_success_forgets_them(at: Desk) -> None:
    at.desk.set_password("ann", GOOD)
    for _ in range(3):
        for _ in range(CHEAP.failures - 1):
            assert at.desk.check_password("ann", "wrong password") is not None
        assert at.desk.check_password("ann", GOOD) is None
    assert at.rows("attempts") == []


@pytest.mark.parametrize(("wait", "opens"), [(-1, False), (0, True), (1, True)])
def test_it_opens_again_after_a_quarter_of_an_hour(at: Desk, wait: int, opens: bool) -> None:
    at.desk.set_password("ann", GOOD)
    for _ in range(CHEAP.failures):
        at.desk.check_password("ann", "wrong password")
    at.clock.pass_minutes(5)
    assert at.desk.check_password("ann", GOOD) is not None  # which does not make it longer
    at.clock.pass_minutes(10)
    at.clock.at += wait
    refused = at.desk.check_password("ann", GOOD)
    assert (refused is None) is opens
    assert opens or "in 1 minute" in str(refused)


@pytest.mark.parametrize(("ahead", "opens"), [(-1, False), (0, False), (1, True)])
def test_a_lock_of_a_time_that_was_put_back_is_forgotten(at: Desk, ahead: int, opens: bool) -> None:
    """A clock may be off by a minute either way, and nobody notices: two minutes are what it goes back by itself."""
    at.desk.set_password("ann", GOOD)
    for _ in range(CHEAP.failures):
        at.desk.check_password("ann", "wrong password")
    at.clock.at -= 120_000_000 + ahead
    assert (at.desk.check_password("ann", GOOD) is None) is opens


def test_one_name_locked_out_is_no_other(at: Desk) -> None:
    at.desk.set_password("ann", GOOD)
    at.desk.set_password("bob", GOOD)
    for _ in range(CHEAP.failures + 1):
        at.desk.check_password("ann", "wrong password")
    assert at.desk.check_password("bob", GOOD) is None


def test_a_new_password_ends_the_lock(at: Desk) -> None:
    at.desk.set_password("ann", GOOD)
    for _ in range(CHEAP.failures):
        at.desk.check_password("ann", "wrong password")
    at.desk.set_password("ann", "battery staple")
    assert at.desk.check_password("ann", GOOD) is not None
    assert at.desk.check_password("ann", "battery staple") is None


def test_a_new_password_ends_the_lock_at_every_place_and_of_no_other_name(at: Desk) -> None:
    here = Place("192.0.2.7")
    for name in ("ann", "anna"):
        at.desk.set_password(name, GOOD)
        for _ in range(CHEAP.failures):
            at.desk.check_password(name, "wrong password", here)
    at.desk.set_password("ann", "battery staple")
    assert at.desk.check_password("ann", "battery staple", here) is None
    locked = at.desk.check_password("anna", GOOD, here)
    assert locked is not None
    assert is_throttled(locked)


def test_whoever_hits_the_password_of_nobody_has_no_account(at: Desk) -> None:
    at.desk._nobodys = at.desk._hash(GOOD)
    assert at.desk.check_password("nobody", GOOD) is not None


def test_many_at_once_get_no_more_attempts_than_one(at: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    at.desk.set_password("ann", GOOD)
    tried: list[int] = []
    verify = PasswordHasher.verify

    def counting(self: PasswordHasher, hash: str, password: str) -> bool:
        tried.append(1)
        return bool(verify(self, hash, password))

    monkeypatch.setattr(PasswordHasher, "verify", counting)
    threads = [threading.Thread(target=at.desk.check_password, args=("ann", f"guess {n}")) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tried) == CHEAP.failures


def test_wrong_passwords_lock_the_place_that_they_come_from(at: Desk) -> None:
    at.desk.set_password("ann", GOOD)
    attacker, office = Place("203.0.113.5"), Place("192.0.2.7")
    for _ in range(CHEAP.failures):
        assert at.desk.check_password("ann", "wrong password", attacker) is not None
    locked = at.desk.check_password("ann", GOOD, attacker)
    assert locked is not None
    assert is_throttled(locked)
    assert at.desk.check_password("ann", GOOD, office) is None


@pytest.mark.parametrize(("wrong", "opens"), [(49, True), (50, False), (51, False)])
def test_many_places_together_lock_a_name_but_not_where_it_is_known(at: Desk, wrong: int, opens: bool) -> None:
    at.desk.set_password("ann", GOOD)
    for number in range(wrong):
        at.desk.check_password("ann", "wrong password", Place(f"203.0.113.{number}"))
    assert (at.desk.check_password("ann", GOOD, Place("192.0.2.7")) is None) is opens
    assert at.desk.check_password("ann", GOOD, Place("browser 12", known=True)) is None


def test_one_address_that_tries_every_name_is_locked(at: Desk) -> None:
    at.desk.set_password("ann", GOOD)
    here = Place("203.0.113.5")
    for number in range(CHEAP.failures_elsewhere):
        at.desk.check_password(f"name{number}", "wrong password", here)
    locked = at.desk.check_password("ann", GOOD, here)
    assert locked is not None
    assert is_throttled(locked)
    assert at.desk.check_password("ann", GOOD, Place("192.0.2.7")) is None


def test_right_passwords_are_not_counted(at: Desk) -> None:
    at.desk.set_password("ann", GOOD)
    for _ in range(2):
        assert at.desk.check_password("ann", GOOD, Place("192.0.2.7")) is None
    assert {row[1] for row in at.rows("attempts")} == {0}


def test_a_browser_of_ones_own_has_its_own_count(at: Desk) -> None:
    at.desk.set_password("ann", GOOD)
    own = Place("browser 12", known=True)
    for _ in range(CHEAP.failures):
        at.desk.check_password("ann", "wrong password", own)
    assert at.desk.check_password("ann", GOOD, own) is not None
    assert at.desk.check_password("ann", GOOD, Place("192.0.2.7")) is None


def test_names_that_nobody_has_do_not_pile_up(at: Desk) -> None:
    for number in range(20):
        at.desk.check_password(f"guess{number}", GOOD)
    assert len(at.rows("attempts")) == 20
    at.clock.pass_minutes(15)
    at.desk.check_password("one-more", GOOD)
    assert len(at.rows("attempts")) == 1


# ---- Sessions -------------------------------------------------------------------------------------------------------


def test_the_store_knows_only_the_hash_of_a_token(at: Desk) -> None:
    found = at.opened("dan", Role.DEALER)
    assert len(found.token) == 43  # 256 bits
    [row] = at.rows("sessions")
    assert row[0] == hashlib.sha256(found.token.encode()).hexdigest()
    assert found.token.encode() not in at.path.read_bytes()
    assert at.desk.check_session(found.token) == found.session
    assert (found.session.account, found.session.role) == ("dan", Role.DEALER)


def test_tokens_differ_and_are_not_guessed(at: Desk) -> None:
    tokens = {at.opened().token for _ in range(20)}
    assert len(tokens) == 20
    for guess in ("", "x" * 43, next(iter(tokens))[:-1], "\0", "\ud800", str(at.rows("sessions")[0][0])):
        assert at.desk.check_session(guess) is None


@pytest.mark.parametrize(
    ("account", "role", "opens"),
    [
        ("ann", Role.PLAYER, True),
        ("ann", Role.DEALER, False),
        ("dan", Role.DEALER, True),
        ("dan", Role.SHIFT_MANAGER, False),
        ("zoe", Role.PLAYER, False),
        ("lou", Role.DEALER, False),  # locked
        ("lou", Role.PLAYER, True),  # to take his money
    ],
)
def test_a_session_is_for_a_role_that_one_has(at: Desk, account: str, role: Role, opens: bool) -> None:
    assert isinstance(at.desk.open_session(account, role, HOUSE), Opened) is opens
    assert len(at.rows("sessions")) == opens


@pytest.mark.parametrize(("wait", "alive"), [(-1, True), (0, False), (1, False)])
def test_an_idle_session_ends(at: Desk, wait: int, alive: bool) -> None:
    token = at.opened().token
    at.clock.pass_minutes(CHEAP.idle_minutes)
    at.clock.at += wait
    assert (at.desk.check_session(token) is not None) is alive


def at_most(at: Desk, values: int) -> None:
    """A statement takes no more values than that, as in older versions of SQLite."""

    def limit(connection: sqlite3.Connection, *_more: object) -> None:
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, values)

    event.listen(at.desk.store.engine, "checkout", limit)


@pytest.mark.parametrize(("wait", "alive"), [(-1, True), (0, False), (1, False)])
def test_many_sessions_are_looked_at_together_and_none_is_used_by_it(at: Desk, wait: int, alive: bool) -> None:
    idle, revoked = at.opened(), at.opened()
    at.desk.revoke(revoked.token)
    at.clock.pass_minutes(1)
    used = at.opened("dan", Role.DEALER)
    at.clock.pass_minutes(CHEAP.idle_minutes - 1)
    at.clock.at += wait
    found = {used.token: used.session} | ({idle.token: idle.session} if alive else {})
    at_most(at, 999)
    unknown = (f"{number:043}" for number in range(1_000))
    assert at.desk.look_at([idle.token, *unknown, revoked.token, used.token]) == found
    at.clock.at -= wait + 1
    assert (at.desk.check_session(idle.token) is not None) is alive  # what has ended stays so


@pytest.mark.parametrize("minutes", [CHEAP.idle_minutes, CHEAP.session_minutes, -3])
def test_a_session_that_has_ended_stays_so_whatever_time_it_is_then(at: Desk, minutes: int) -> None:
    """After a start under a clock in doubt the floor's time goes on from the last entry, which may be long ago."""
    token = at.opened().token
    at.clock.pass_minutes(minutes)
    assert at.desk.check_session(token, renew=False) is None
    at.clock.pass_minutes(-minutes)
    assert at.desk.check_session(token) is None


@pytest.mark.parametrize(("ahead", "alive"), [(-1, True), (0, True), (1, False)])
def test_a_session_of_a_time_that_was_put_back_has_ended(at: Desk, ahead: int, alive: bool) -> None:
    """Otherwise one that was opened under a clock a year ahead would last for that year."""
    token = at.opened().token
    at.clock.at -= 120_000_000 + ahead
    assert (at.desk.check_session(token) is not None) is alive


@pytest.mark.parametrize(("wait", "alive"), [(-1, True), (0, False), (1, False)])
def test_a_used_session_ends_too(at: Desk, wait: int, alive: bool) -> None:
    token = at.opened().token
    for _ in range(CHEAP.session_minutes // 20 - 1):
        at.clock.pass_minutes(20)
        assert at.desk.check_session(token) is not None
    at.clock.pass_minutes(20)
    at.clock.at += wait
    assert (at.desk.check_session(token) is not None) is alive


def test_a_look_a_minute_is_noted(at: Desk) -> None:
    found = at.opened()
    at.clock.pass_minutes(0.9)
    seen = at.desk.check_session(found.token)
    assert seen is not None
    assert seen.seen == found.session.seen
    at.clock.pass_minutes(0.1)
    seen = at.desk.check_session(found.token)
    assert seen is not None
    assert seen.seen == at.clock.at


@pytest.mark.parametrize(("wait", "noted"), [(-1, False), (0, True), (1, True)])
def test_uses_are_noted_together_each_at_its_own_time(
    at: Desk, monkeypatch: pytest.MonkeyPatch, wait: int, noted: bool
) -> None:
    many, begun = [at.opened() for _ in range(3)], at.clock.at
    writings, real = list[object](), at.store.writing

    def counted() -> AbstractContextManager[Writing]:
        writings.append(None)
        return real()

    monkeypatch.setattr(at.store, "writing", counted)
    at.desk.note_uses()
    at.clock.pass_minutes(1)
    at.clock.at += wait
    used = at.clock.at
    for one in many[:2]:
        assert at.desk.use(one.token) == one.session
    at.clock.pass_minutes(5)  # when it is noted does not matter
    assert writings == []
    at.desk.note_uses()
    at.desk.note_uses()
    assert len(writings) == 1
    seen = [found.seen for one in many if (found := at.desk.check_session(one.token, renew=False)) is not None]
    assert seen == [used if noted else begun] * 2 + [begun]


@pytest.mark.parametrize(("wait", "alive"), [(-1, True), (0, False), (1, False)])
def test_a_use_that_is_yet_to_be_noted_counts(at: Desk, wait: int, alive: bool) -> None:
    token = at.opened().token
    at.clock.pass_minutes(CHEAP.idle_minutes - 1)
    assert at.desk.use(token) is not None
    at.clock.pass_minutes(CHEAP.idle_minutes)
    at.clock.at += wait
    assert (at.desk.check_session(token, renew=False) is not None) is alive
    at.desk.note_uses()
    assert (at.desk.use(token) is not None) is alive


def test_a_use_counts_while_it_is_being_noted(at: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    token, real, looked = at.opened().token, at.store.writing, list[bool]()
    at.clock.pass_minutes(CHEAP.idle_minutes - 1)
    assert at.desk.use(token) is not None
    at.clock.pass_minutes(2)

    def slow() -> AbstractContextManager[Writing]:
        monkeypatch.setattr(at.store, "writing", real)
        looked.append(at.desk.check_session(token, renew=False) is not None)
        return real()

    monkeypatch.setattr(at.store, "writing", slow)
    at.desk.note_uses()
    assert looked == [True]
    assert at.desk.check_session(token, renew=False) is not None


def test_a_session_that_has_ended_is_not_brought_back_by_an_earlier_use(at: Desk) -> None:
    token = at.opened().token
    at.clock.pass_minutes(2)
    assert at.desk.use(token) is not None
    at.desk.revoke(token)
    at.desk.note_uses()
    assert at.desk.use(token) is None


def test_a_use_that_a_failing_disk_does_not_take_is_noted_later(at: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    token = at.opened().token
    at.clock.pass_minutes(2)
    assert at.desk.use(token) is not None
    used = at.clock.at

    def fails() -> AbstractContextManager[Writing]:
        raise StoreError("the database refused: database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(at.store, "writing", fails)
        with pytest.raises(StoreError):
            at.desk.note_uses()
    at.clock.pass_minutes(1)
    at.desk.note_uses()
    seen = at.desk.check_session(token, renew=False)
    assert seen is not None
    assert seen.seen == used


def test_a_session_that_ends_while_it_is_looked_at_has_ended(at: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    token, writing = at.opened().token, at.store.writing
    at.clock.pass_minutes(1)

    def revoked_meanwhile() -> AbstractContextManager[Writing]:
        monkeypatch.undo()
        assert at.desk.revoke(token)
        return writing()

    monkeypatch.setattr(at.store, "writing", revoked_meanwhile)
    assert at.desk.check_session(token) is None


def test_the_sessions_of_a_role_end_that_were_opened_until_then(at: Desk) -> None:
    before = at.opened("dan", Role.DEALER)
    other = at.opened("dan", Role.PLAYER)
    at.clock.pass_minutes(1)
    after = at.opened("dan", Role.DEALER)
    assert at.desk.revoke_role("dan", Role.DEALER, before.session.created) == 1
    alive = [at.desk.check_session(one.token) is not None for one in (before, other, after)]
    assert alive == [False, True, True]


def test_sessions_are_revoked_one_by_one(at: Desk) -> None:
    first, second, other = at.opened().token, at.opened().token, at.opened("dan").token
    assert at.desk.revoke(first)
    assert not at.desk.revoke(first)
    assert not at.desk.revoke("x" * 43)
    assert [at.desk.check_session(one) is not None for one in (first, second, other)] == [False, True, True]


def test_a_new_password_ends_all_sessions(at: Desk) -> None:
    token, other = at.opened().token, at.opened("dan").token
    at.desk.set_password("ann", GOOD)
    assert at.desk.check_session(token) is None
    assert at.desk.check_session(other) is not None


def test_ended_sessions_are_forgotten(at: Desk) -> None:
    at.opened()
    at.clock.pass_minutes(CHEAP.session_minutes - 1)
    last = at.opened().token
    assert at.desk.forget() == 0
    at.clock.pass_minutes(1)
    assert at.desk.forget() == 1
    assert at.desk.check_session(last) is not None


def test_sessions_outlive_a_restart(at: Desk) -> None:
    token = at.opened().token
    store = Store(open_engine(str(at.path)))
    store.keys = KEYS
    again = Credentials(store, clock=at.clock, entropy=SeededEntropy(2), terms=CHEAP)
    assert again.check_session(token) is not None


@pytest.mark.parametrize(
    "pin",
    [
        *("0000", "77777777", "1234", "87654321", "7890", "2468", "1357", "9630", "1212", "123123", "20142014"),
        *("1987", "2026", "19842001", "2580", "1004", "159753", "6969", "0852"),
    ],
)
def test_pins_that_are_guessed_first_are_refused(at: Desk, pin: str) -> None:
    assert "among the first" in str(at.desk.set_pin("ann", pin))


@pytest.mark.parametrize("pin", ["7305", "2749", "1899", "2100", "860417", "73059164", "12340987"])
def test_pins_without_a_pattern_are_accepted(at: Desk, pin: str) -> None:
    assert at.desk.set_pin("ann", pin) is None
    assert at.desk.check_pin("ann", pin) is None


def test_few_pins_are_refused_as_common() -> None:
    """Ten thousand less those: a rule that refused many would help who guesses."""
    assert 300 < sum(is_common_pin(f"{number:04}") for number in range(10_000)) < 500


def test_a_common_pin_of_an_earlier_release_opens_nothing(at: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr("croupier.floor.house.credentials.is_common_pin", lambda _pin: False)
        assert at.desk.set_pin("ann", "1234") is None
    assert "choose digits without a pattern, under" in str(at.desk.check_pin("ann", "1234"))
    assert "wrong" in str(at.desk.check_pin("ann", "1235"))


def test_wrong_pins_of_all_names_are_counted_by_place(at: Desk) -> None:
    """A right one takes only itself off what is counted for the place."""
    assert at.desk.set_pin("ann", "7305") is None
    most = CHEAP.pin_failures_at_place
    for number in range(most - 1):
        assert "wrong" in str(at.desk.check_pin(f"name-{number}", "2749", ("console 7",)))
    assert at.desk.check_pin("ann", "7305", ("console 7",)) is None
    assert "wrong" in str(at.desk.check_pin("last", "2749", ("console 7",)))
    assert "Too many" in str(at.desk.check_pin("ann", "7305", ("console 7",)))
    assert at.desk.check_pin("ann", "7305", ("console 8",)) is None
    at.clock.pass_minutes(CHEAP.locked_minutes)
    assert at.desk.check_pin("ann", "7305", ("console 7",)) is None

"""Passwords, PINs and sessions. They are in tables of their own, never in the journal, so that they can be deleted.

A password or a PIN is stored as its argon2id hash, a session's token as its SHA-256: a reader of the store can use none
of them. Each row bears a MAC under the House's key (``journal/row_macs.py``): a writer to the store can plant none.
"""

import hashlib
import logging
import unicodedata
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from threading import Lock
from typing import Any, Final

from argon2 import DEFAULT_HASH_LENGTH, PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Row, bindparam, delete, insert, select, update

from croupier.floor.deciding.limits import may_enter
from croupier.floor.journal.row_macs import Judgement, RowMacs
from croupier.floor.journal.schema import attempts, credentials, sessions
from croupier.floor.journal.store import Store, StoreError, Writing
from croupier.floor.values.clock import STEP
from croupier.floor.values.door import SESSION_MINUTES, Secret
from croupier.floor.values.entropy import Entropy
from croupier.floor.values.house import HouseState
from croupier.floor.values.ports import MICROSECONDS, Clock
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role

MINUTE: Final = 60 * MICROSECONDS
_ASTRAY: Final = 2 * STEP
"""The distance that the floor's time may go back without a signature: a clock may be set so far and back unnoticed.

A time further ahead was recorded under a wrong clock that the House has corrected since.
"""
TOKEN_BYTES: Final = 32
SALT_BYTES: Final = 16
MOST_BYTES: Final = 1_024
"""The longest password, in bytes: hashing a long text would make other people wait."""

CODE_LENGTH: Final = 16
_CODE: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""Thirty-two signs, so that every byte draws each of them equally often."""
PIN_DIGITS: Final = (4, 8)
"""The fewest and the most digits of a PIN."""
_YEARS: Final = range(1900, 2100)
_COMMON_PINS: Final = """
0070 0420 0852 1004 1114 1123 1124 1142 1147 1221 1230 1236 1245 1324 1342 1358 1379 1397 1423 1470 1478 1590 1598 2112
2236 2255 2333 2345 2369 2512 2580 3141 3142 3145 3216 3256 3434 3691 3698 4200 4236 4568 5150 5201 5683 6669 6789 7410
7412 7415 7531 7536 7539 7788 7854 7896 7899 8008 8520 8523 8675 9632 9637 9870 14789 25800 31415 36987 42069 69420
74123 75321 78945 85201 112233 121314 123321 123654 131420 147258 147852 159357 159753 159951 314159 332211 456123
456852 520131 741852 753951 789456 852456 963852 987456 1122334 3141592 8675309 11223344 12344321 14725836 31415926
52013144
"""
"""PINs that many people choose and no rule covers: shapes on a keypad, doubled digits, known numbers."""
COMMON_PIN: Final = "This PIN would be among the first that are guessed: choose digits without a pattern"
PIN: Final = "pin:"
"""The prefix under which a PIN is kept beside the passwords: no account's name can have it."""
_SECRET: Final[dict[bool, Secret]] = {False: "password", True: "PIN"}
LEAST_GUESSES: Final = 10**8
"""The number of guesses that a password must withstand; five in a quarter of an hour never reach it."""
_LOOKED_AT: Final = 72
"""The length of the beginning of a password that is checked for guessing: a longer one is not guessed for its end."""
_HERE: Final = ("croupier", "casino", "poker", "dealer", "manager", "house")
_PLACED: Final = 16
"""The digits that tell places apart in the counts of wrong attempts, where no address is kept in plain."""
TOO_MANY: Final = "Too many"
"""The beginning of a refusal that asks a person to try again later; their secret was not checked."""
_MOST_ALARMS: Final = 1_000
_FORGED: Final = {
    Judgement.UNMARKED: "it was written without the key of the house",
    Judgement.UNKNOWN_KEY: "it was written under a key that is not this house's",
    Judgement.FALSE: "it was altered without the key of the house",
}
_log: Final = logging.getLogger("croupier.door")
WRONG_PIN: Final = Refusal(Reason.ROLE, "The name or the PIN is wrong", ())
_WRONG: Final = Refusal(Reason.ROLE, "The name or the password is wrong", ())
_SESSION: Final = select(sessions).where(sessions.c.token == bindparam("hashed"))
_SESSIONS: Final = select(sessions).where(sessions.c.token.in_(bindparam("hashed", expanding=True)))
"""The query for sessions, compiled once: every request and the check of open pages use it."""
_USED: Final = (
    update(sessions)
    .where(sessions.c.token == bindparam("hashed"), sessions.c.mac == bindparam("was"))
    .values(seen=bindparam("at"), mac=bindparam("marked"))
)
_NAMED: Final = 16
"""The digits of a token's hash by which the door's book names its session."""
_ROLES: Final = frozenset(role.value for role in Role)
_AT_ONCE: Final = 500
"""About how many sessions in one statement: older versions of SQLite take no more than 999 values."""


class Terms(Struct, frozen=True):
    """The House's terms for passwords and sessions. The work of a hash is that of RFC 9106 for little memory."""

    shortest: int = 10
    time_cost: int = 3
    memory_kib: int = 65_536
    lanes: int = 4
    failures: int = 5
    """The number of wrong passwords in a row that locks a name out at the place that they came from."""
    failures_elsewhere: int = 50
    """The number of wrong passwords that locks a name out wherever it is not known, or an address for all names.

    A browser in which a person has signed in before is counted by itself: these attempts never lock them out there.
    """
    pin_failures_at_place: int = 12
    """The number of wrong PINs, for all names together, that locks an address or a console out: a PIN is short."""
    locked_minutes: int = 15
    """The minutes that a lockout lasts; after as long without another, wrong passwords are forgotten."""
    session_minutes: int = SESSION_MINUTES
    """The minutes after which a session ends, even if it is in use."""
    idle_minutes: int = 30
    """The minutes without use after which a session ends earlier."""


class Place(Struct, frozen=True):
    """The place that an attempt to sign in comes from."""

    name: str
    """An address, or a browser."""
    known: bool = False
    """True for a browser in which the same person has signed in before."""


class Session(Struct, frozen=True):
    """A person who has signed in, and the role in which they act. Times as in the journal."""

    account: str
    role: Role
    created: int
    seen: int
    expires: int
    console: str = ""
    """The table whose console the session is for, if a PIN opened it; it is valid only there."""
    name: str = ""
    """The session's name in the door's book."""


class Opened(Struct, frozen=True):
    """A new session. The token is shown only once; the store has only its hash."""

    token: str
    session: Session


class Forged(Struct, frozen=True):
    """A row of the database that the house did not write."""

    table: str
    account: str
    """The account that the row names, if that is a name."""
    wrong: str


class Credentials:
    """The passwords and sessions of a house.

    Its ``clock`` is the floor's time, where there is a floor: a machine's clock that was set ends no session, and makes
    none last.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        entropy: Entropy,
        terms: Terms | None = None,
        recorded: Callable[[str, Secret], int] = lambda _account, _secret: 0,
        earlier: bool = False,
    ) -> None:
        """Open the credentials of a store.

        ``recorded`` returns when the journal last saw a secret change; 0 if it never did. ``earlier`` accepts passwords
        without a MAC, or under a key that is not at hand, while the rows of an earlier release have not been taken
        over.
        """
        self.store, self.clock, self.entropy = store, clock, entropy
        self.terms = terms or Terms()
        self.macs = RowMacs(lambda: store.keys)
        self.recorded, self._earlier = recorded, earlier
        self.on_forged: Callable[[Forged], None] = lambda _forged: None
        """A callback for forged rows, called in any thread, once for each row and each alteration of it."""
        self._alarmed: set[tuple[str, str, str]] = set()
        self._uses: dict[str, int] = {}
        """The uses of sessions that have not been noted yet, by hashed token."""
        self._using = Lock()
        self._hasher = PasswordHasher(self.terms.time_cost, self.terms.memory_kib, self.terms.lanes)
        # An unknown name's password is checked against this, so that it takes as long as a known one's. It is drawn,
        # not computed: hashing would delay the opening of the house.
        cost = f"m={self.terms.memory_kib},t={self.terms.time_cost},p={self.terms.lanes}"
        salt, digest = (_encoded(entropy.draw(size)) for size in (SALT_BYTES, DEFAULT_HASH_LENGTH))
        self._nobodys = f"$argon2id$v={ARGON2_VERSION}${cost}${salt}${digest}"

    def _hash(self, password: str) -> str:
        return self._hasher.hash(password, salt=self.entropy.draw(SALT_BYTES))

    # ---- Rows that the house did not write --------------------------------------------------------------------------

    def genuine(self, table: str, account: str, row: Any) -> bool:
        """Return whether the house wrote a row; raise an alarm for a row that it did not write."""
        judgement = self.macs.judge(table, row)
        if judgement is Judgement.GENUINE:
            return True
        if self._earlier and judgement is not Judgement.FALSE:
            return True
        self.alarm(table, account, _FORGED[judgement], row.mac)
        return False

    def alarm(self, table: str, account: str, wrong: str, mark: str = "") -> None:
        """Raise an alarm about a row, unless it was raised before."""
        forged = Forged(str(table), account if is_name(account) else "", wrong)
        about = (table, account, mark)
        if about in self._alarmed or len(self._alarmed) >= _MOST_ALARMS:
            return
        self._alarmed.add(about)
        _log.error("forged row in %s: %s", table, wrong, extra={"account": forged.account, "table": table})
        self.on_forged(forged)

    # ---- Passwords --------------------------------------------------------------------------------------------------

    def set_password(self, account: str, password: str) -> Refusal | None:
        """Give an account a password, in place of an older one; its sessions end."""
        if not is_name(account):
            return Refusal(Reason.FACT, f"{account[:40]!r} is not the name of an account", ())
        password = plain(password)
        if len(password) < self.terms.shortest:
            return Refusal(Reason.FACT, f"A password must have at least {self.terms.shortest} characters", ())
        if _bytes(password) > MOST_BYTES:
            return Refusal(Reason.FACT, "The password is too long", ())
        if is_guessed(password, account):
            told = "This password would be guessed early: choose several words that do not belong together"
            return Refusal(Reason.FACT, told, ())
        kept, now = self._hash(password), self.clock.now()
        with self.store.writing() as writing:
            self._keep(writing, account, kept, now)
            _revoke_all(writing, account, now)
        return None

    def _keep(self, writing: Writing, key: str, kept: str, now: int) -> None:
        """Replace a stored hash, and forget the wrong attempts."""
        mac = self.macs.of(credentials.name, account=key, hash=kept, changed=now)
        writing.connection.execute(delete(credentials).where(credentials.c.account == key))
        writing.connection.execute(insert(credentials).values(account=key, hash=kept, changed=now, mac=mac))
        of_name = (attempts.c.account == key) | attempts.c.account.startswith(f"{key}@", autoescape=True)
        writing.connection.execute(delete(attempts).where(of_name))

    def holders(self) -> frozenset[str]:
        """Return the accounts that have a password, or a code in its place."""
        with self.store.reading() as reading:
            return frozenset(reading.connection.execute(select(credentials.c.account)).scalars())

    def new_code(self) -> str:
        """Return a one-time code in place of a password, of letters and digits that are not mistaken for each other."""
        drawn = "".join(_CODE[byte % len(_CODE)] for byte in self.entropy.draw(CODE_LENGTH))
        return "-".join(drawn[at : at + 4] for at in range(0, CODE_LENGTH, 4))

    def check_password(self, account: str, password: str, place: Place | None = None) -> Refusal | None:
        """Return the refusal of a wrong password, or None. It does not reveal whether the account exists."""
        password = plain(password)
        if not is_name(account) or _bytes(password) > MOST_BYTES:
            return _WRONG
        return self._check(account, password, _WRONG, self._counted(account, place))

    def changed(self, account: str) -> int:
        """Return when an account's password was last set; 0 if it has none."""
        return self._changed(account)

    def pin_changed(self, account: str) -> int:
        """Return when an account's PIN was last set; 0 if it has none."""
        return self._changed(PIN + account)

    def _changed(self, key: str) -> int:
        with self.store.reading() as reading:
            asked = select(credentials.c.changed).where(credentials.c.account == key)
            return reading.connection.execute(asked).scalar() or 0

    def _kept(self, key: str) -> Row[Any] | None:
        """Return the row of a password or a PIN, if the house wrote it and the journal knows no later one."""
        with self.store.reading() as reading:
            row = reading.connection.execute(select(credentials).where(credentials.c.account == key)).first()
        account, secret = (key.removeprefix(PIN), _SECRET[key.startswith(PIN)])
        if row is not None and not self.genuine(credentials.name, account, row):
            return None
        due = self.recorded(account, secret)
        if due and row is None:
            self.alarm(credentials.name, account, f"the {secret} that the door's book knows of was removed")
        elif row is not None and row.changed < due:
            self.alarm(credentials.name, account, f"an earlier {secret} was put back", row.mac)
            return None
        return row

    def _check(self, key: str, secret: str, wrong: Refusal, counted: Mapping[str, int]) -> Refusal | None:
        # Counted before it is checked: trying many at once locks a name out just like trying them in turn.
        locked = self._count(counted)
        if locked is not None:
            return locked
        row = self._kept(key)
        kept = None if row is None else row.hash
        try:
            self._hasher.verify(self._nobodys if kept is None else kept, secret)
        except (VerificationError, InvalidHashError):
            return wrong
        if row is None or kept is None:  # the dummy's password opens no account
            return wrong
        renewed = self._hash(secret) if self._hasher.check_needs_rehash(kept) else kept
        with self.store.writing() as writing:
            _forgive(writing, counted)
            if renewed != kept:
                same = (credentials.c.account == key) & (credentials.c.hash == kept)
                mac = self.macs.of(credentials.name, account=key, hash=renewed, changed=row.changed)
                writing.connection.execute(update(credentials).where(same).values(hash=renewed, mac=mac))
        return None

    def count_attempt(self, key: str) -> Refusal | None:
        """Count an attempt at a secret that is kept elsewhere, or refuse it if there were too many wrong ones."""
        return self._count(self._counted(key, None))

    def forgive(self, writing: Writing, key: str) -> None:
        """Forget the wrong attempts that were counted, after a right one."""
        _forgive(writing, self._counted(key, None))

    def _counted(self, key: str, place: Place | None) -> dict[str, int]:
        """Return the counts that a wrong attempt adds to, each with the most that it may reach.

        First comes that of the name at its place; then, where the name is not known there, that of the name anywhere
        and that of the place.
        """
        if place is None:
            return {key: self.terms.failures}
        at = _placed(place.name)
        own = {f"{key}@{at}": self.terms.failures}
        elsewhere = self.terms.failures_elsewhere
        return own if place.known else {**own, f"{key}@": elsewhere, f"@{at}": elsewhere}

    def _count(self, counted: Mapping[str, int]) -> Refusal | None:
        """Count an attempt, or refuse it if there were too many."""
        now, spell = self.clock.now(), self.terms.locked_minutes * MINUTE
        with self.store.writing() as writing:
            # Unknown names are counted too; old counts are deleted, so that they do not pile up.
            over = (attempts.c.last <= now - spell) | (attempts.c.last > now + _ASTRAY)
            writing.connection.execute(delete(attempts).where(over))
            asked = select(attempts).where(attempts.c.account.in_([*counted]))
            rows = {row.account: row for row in writing.connection.execute(asked)}
            full = [row.last for row in rows.values() if row.failures >= counted[row.account]]
            if full:
                minutes = -(-(max(full) + spell - now) // MINUTE)
                word = "minute" if minutes == 1 else "minutes"
                return Refusal(Reason.MOMENT, f"{TOO_MANY} attempts: try again in {minutes} {word}", ())
            for name in counted:
                if name not in rows:
                    writing.connection.execute(insert(attempts).values(account=name, failures=1, last=now))
                else:
                    more = update(attempts).where(attempts.c.account == name)
                    writing.connection.execute(more.values(failures=rows[name].failures + 1, last=now))
        return None

    # ---- PINs -------------------------------------------------------------------------------------------------------

    def set_pin(self, account: str, pin: str) -> Refusal | None:
        """Give an account a PIN, in place of an older one: with it they sign on, or agree to something, at a table."""
        if not is_name(account):
            return Refusal(Reason.FACT, f"{account[:40]!r} is not the name of an account", ())
        if not is_pin(pin):
            least, most = PIN_DIGITS
            return Refusal(Reason.FACT, f"A PIN must be {least} to {most} digits", ())
        if is_common_pin(pin):
            return Refusal(Reason.FACT, COMMON_PIN, ())
        kept, now = self._hash(pin), self.clock.now()
        with self.store.writing() as writing:
            self._keep(writing, PIN + account, kept, now)
        return None

    def check_pin(self, account: str, pin: str, places: Sequence[str] = ()) -> Refusal | None:
        """Return why a PIN is refused; None if it is right.

        Wrong PINs are counted by name and, over all names, by each of ``places``: the address and the console.
        """
        if not is_name(account) or not is_pin(pin):
            return WRONG_PIN
        most = self.terms.pin_failures_at_place
        counted = {PIN + account: self.terms.failures, **{f"{PIN}@{_placed(place)}": most for place in places}}
        wrong = self._check(PIN + account, pin, WRONG_PIN, counted)
        if wrong is None and is_common_pin(pin):  # an earlier release accepted it
            return Refusal(Reason.MOMENT, f"{COMMON_PIN}, under “Set my PIN” on your own page", ())
        return wrong

    # ---- Sessions ---------------------------------------------------------------------------------------------------

    def open_session(self, account: str, role: Role, house: HouseState | None, console: str = "") -> Opened | Refusal:
        """Open a session for a person whose password has been checked, in a role that they have.

        If the House keeps no accounts, only the name is checked. ``console`` is the table that it is good for alone.
        """
        refused = may_enter(house, account, role) if house is not None else None
        if refused is None and not is_name(account):
            refused = Refusal(Reason.FACT, f"{account[:40]!r} is not a name: letters, digits and _.- make one", ())
        if refused is not None:
            return refused
        token = urlsafe_b64encode(self.entropy.draw(TOKEN_BYTES)).rstrip(b"=").decode()
        now = self.clock.now()
        session = Session(account, role, now, now, now + self.terms.session_minutes * MINUTE, console, _name(token))
        row = {
            "token": _hashed(token),
            "account": account,
            "role": role.value,
            "created": now,
            "seen": now,
            "expires": session.expires,
            "console": console,
        }
        mac = self.macs.of(sessions.name, **row)
        with self.store.writing() as writing:
            writing.connection.execute(insert(sessions).values(**row, revoked=0, mac=mac))
        return Opened(token, session)

    def check_session(self, token: str, *, renew: bool = True) -> Session | None:
        """Return the session behind a token, or None if it has ended.

        Note that it is used now, unless ``renew`` is False.
        """
        now = self.clock.now()
        with self.store.reading() as reading:
            row = reading.connection.execute(_SESSION, {"hashed": _hashed(token)}).first()
        session = None if row is None else self._alive(row, now)
        # One note a minute is enough, and saves writes.
        if session is None or row is None or not renew or now - session.seen < MINUTE:
            return session
        with self.store.writing() as writing:
            alive = (sessions.c.token == row.token) & (sessions.c.revoked == 0)
            noted = update(sessions).where(alive).values(seen=now, mac=self._mark(row, now))
            if not writing.connection.execute(noted).rowcount:
                return None
        return replace(session, seen=now)

    def _mark(self, row: Row[Any], seen: int) -> str:
        """Return the MAC of a session that was used at a time."""
        return self.macs.of(sessions.name, **{**row._mapping, "seen": seen})

    def use(self, token: str) -> Session | None:
        """Return the session behind a token, and remember its use until :meth:`note_uses` notes all uses together."""
        session = self.check_session(token, renew=False)
        if session is not None:
            with self._using:
                self._uses[_hashed(token)] = self.clock.now()
        return session

    def note_uses(self) -> None:
        """Note the uses of sessions since the last time, in one transaction; those that have ended stay so."""
        with self._using:
            uses = dict(self._uses)
        if not uses:
            return
        noted, asked = list[dict[str, Any]](), [*uses]
        with self.store.writing() as writing:
            for first in range(0, len(asked), _AT_ONCE):
                for row in writing.connection.execute(_SESSIONS, {"hashed": asked[first : first + _AT_ONCE]}).all():
                    at = uses[row.token]
                    if row.revoked or row.seen > at - MINUTE or not self.genuine(sessions.name, row.account, row):
                        continue
                    noted.append({"hashed": row.token, "at": at, "was": row.mac, "marked": self._mark(row, at)})
            if noted:
                writing.connection.execute(_USED, noted)
        with self._using:  # uses count from memory until then; if the write failed, the next call notes them
            self._uses = {token: at for token, at in self._uses.items() if uses.get(token) != at}

    def look_at(self, tokens: Iterable[str]) -> dict[str, Session]:
        """Return those of these sessions that have not ended, by token, in one query. None of them counts as used."""
        now, named = self.clock.now(), {_hashed(token): token for token in tokens}
        asked, rows = [*named], list[Row[Any]]()
        with self.store.reading() as reading:
            for first in range(0, len(asked), _AT_ONCE):
                rows += reading.connection.execute(_SESSIONS, {"hashed": asked[first : first + _AT_ONCE]})
        found = ((named[row.token], self._alive(row, now)) for row in rows)
        return {token: session for token, session in found if session is not None}

    def _alive(self, row: Row[Any], now: int) -> Session | None:
        """Return a session that has not ended, or None; revoke one that has run out or idled too long."""
        if row.revoked or not self.genuine(sessions.name, row.account, row):
            return None
        seen = max(row.seen, self._uses.get(row.token, 0))
        # A display has no one to use it: it would always be idle.
        idle = row.role != Role.DISPLAY.value and now >= seen + self.terms.idle_minutes * MINUTE
        if idle or now >= row.expires or row.created > now + _ASTRAY:
            # For good: after a start under a clock in doubt, the floor's time goes on from the last entry.
            with suppress(StoreError), self.store.writing() as writing:  # it has ended even if that cannot be written
                alike = (sessions.c.token == row.token) & (sessions.c.seen == row.seen) & (sessions.c.revoked == 0)
                writing.connection.execute(update(sessions).where(alike).values(revoked=now, mac=""))
            return None
        return _session(row)

    def revoke(self, token: str) -> bool:
        """End a session, and return whether there was one."""
        with self.store.writing() as writing:
            alive = (sessions.c.token == _hashed(token)) & (sessions.c.revoked == 0)
            ended = update(sessions).where(alive).values(revoked=self.clock.now(), mac="")
            return bool(writing.connection.execute(ended).rowcount)

    def revoke_others(self, account: str, own: str) -> list[Session]:
        """End an account's sessions except the one with this token, and return those that were open."""
        others = (sessions.c.account == account) & (sessions.c.revoked == 0) & (sessions.c.token != _hashed(own))
        now = self.clock.now()
        with self.store.writing() as writing:
            rows = writing.connection.execute(select(sessions).where(others)).all()
            writing.connection.execute(update(sessions).where(others).values(revoked=now, mac=""))
        genuine = (row for row in rows if self.genuine(sessions.name, account, row))
        return [_session(row) for row in genuine]

    def revoke_role(self, account: str, role: Role, until: int) -> int:
        """Revoke the sessions that a person opened in a role until a moment.

        If they are given the role again, they sign in anew. Return how many sessions ended.
        """
        own = (sessions.c.account == account) & (sessions.c.role == role.value)
        alive = own & (sessions.c.created <= until) & (sessions.c.revoked == 0)
        with self.store.writing() as writing:
            ended = update(sessions).where(alive).values(revoked=self.clock.now(), mac="")
            return writing.connection.execute(ended).rowcount

    def open_roles(self) -> list[tuple[str, Role]]:
        """Return the accounts with sessions that were not ended, and their roles."""
        with self.store.reading() as reading:
            asked = select(sessions.c.account, sessions.c.role).where(sessions.c.revoked == 0).distinct()
            known = (row for row in reading.connection.execute(asked) if row.role in _ROLES)  # others are planted
            return [(row.account, Role(row.role)) for row in known]

    def forget(self) -> int:
        """Remove the sessions that have run out, and return how many there were."""
        now = self.clock.now()
        with self.store.writing() as writing:
            return writing.connection.execute(delete(sessions).where(sessions.c.expires <= now)).rowcount


def is_guessed(password: str, account: str) -> bool:
    """Return whether a password is among the first to be guessed: common ones, names, dates, rows of keys."""
    from zxcvbn import zxcvbn  # its lists of words take a moment to load

    found = zxcvbn(password[:_LOOKED_AT], user_inputs=[account, *_HERE])
    return float(found["guesses"]) < LEAST_GUESSES


def is_throttled(refusal: Refusal) -> bool:
    """Return whether a refusal only asks a person to try again later."""
    return refusal.sentence.startswith(TOO_MANY)


def is_pin(pin: str) -> bool:
    """Return whether a text could be a PIN."""
    least, most = PIN_DIGITS
    return least <= len(pin) <= most and pin.isascii() and pin.isdigit()


def is_common_pin(pin: str) -> bool:
    """Return whether a PIN is among the first that would be guessed.

    Such a PIN repeats itself, counts up or down, is a year or a pair of years, or is on the list.
    """
    digits = [int(one) for one in pin]
    steps = {(after - before) % 10 for before, after in pairwise(digits)}
    size = len(pin)
    repeats = any(pin == pin[:part] * (size // part) for part in range(1, size // 2 + 1) if size % part == 0)
    years = size in {4, 8} and all(int(pin[at : at + 4]) in _YEARS for at in range(0, size, 4))
    return len(steps) == 1 or repeats or years or pin in _COMMON_PINS.split()


def plain(password: str) -> str:
    """Return a password in one Unicode form, however a keyboard composed its letters."""
    return unicodedata.normalize("NFKC", password)


def _bytes(password: str) -> int:
    return len(password.encode(errors="surrogatepass"))


def _placed(place: str) -> str:
    """Return how a place is named among the counts of wrong attempts, where no address is kept in plain."""
    return hashlib.sha256(place.encode()).hexdigest()[:_PLACED]


def _session(row: Row[Any]) -> Session:
    return Session(row.account, Role(row.role), row.created, row.seen, row.expires, row.console, row.token[:_NAMED])


def _name(token: str) -> str:
    return _hashed(token)[:_NAMED]


def _encoded(value: bytes) -> str:
    """Return bytes as a hash writes them: base64 without padding."""
    return b64encode(value).decode().rstrip("=")


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _forgive(writing: Writing, counted: Mapping[str, int]) -> None:
    """Reset the first of these counts, and take an attempt that was not wrong off the others."""
    own, *others = counted
    writing.connection.execute(delete(attempts).where(attempts.c.account == own))
    for other in others:
        less = update(attempts).where(attempts.c.account == other)
        writing.connection.execute(less.values(failures=attempts.c.failures - 1))


def _revoke_all(writing: Writing, account: str, now: int) -> None:
    alive = (sessions.c.account == account) & (sessions.c.revoked == 0)
    writing.connection.execute(update(sessions).where(alive).values(revoked=now, mac=""))

"""The second factor: six digits from a person's own device, beside the password (RFC 6238).

The secret that a device shares with the House is stored sealed under the House's key, and the recovery codes for a lost
device as their hashes. Like passwords, neither is ever in the journal, and both bear a MAC under the House's key. A
factor that is taken off leaves an empty row: a missing row was removed by a process without the key.

A code is valid for its half minute and the ones before and after it, because clocks differ; each is used once. Five
wrong ones in a row lock the factor for a quarter of an hour, from any place: a person who reaches this step has given
the right password.
"""

import hashlib
import hmac
from base64 import b32encode
from collections.abc import Callable
from typing import Final, Literal

import pyotp
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import delete, insert, select

from croupier.floor.house.credentials import Credentials
from croupier.floor.journal.schema import recovery, second_factors
from croupier.floor.journal.sealing import NAMED, NONCE, Key, KeyRing
from croupier.floor.journal.store import Reading, Writing
from croupier.floor.values.ports import MICROSECONDS, Clock
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role

SECRET_BYTES: Final = 20
"""The length of a secret: that of the digest that the codes are made with, as RFC 4226 asks."""
DIGITS: Final = 6
STEP: Final = 30
"""The seconds for which a code is valid."""
WINDOW: Final = 1
"""The number of steps by which a device's clock may be off."""
RECOVERY_CODES: Final = 8
REQUIRED: Final = (Role.CAGE, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
"""The roles that move the House's money or sign for it."""
_PURPOSE: Final = "second-factor"
_COUNTED: Final = "factor:"
"""The prefix under which wrong codes are counted beside wrong passwords: no account's name can have it."""

ASKED: Final = Refusal(Reason.MOMENT, "Give the code that your device shows", ())
"""The refusal of a person whose password is right, and who has not given a code."""
MISSING: Final = Refusal(Reason.MOMENT, "This desk needs a second factor: set one up first", ())
"""The refusal of a person whose password is right, and whose desk needs a factor that they do not have."""
_WRONG: Final = Refusal(Reason.ROLE, "The code is wrong, or has been used already", ())
_NONE: Final = Refusal(Reason.MOMENT, "There is no second factor to confirm: begin again", ())

Asks = Literal["off", "choice", "required"]


class FactorRule(Struct, frozen=True):
    """The House's rule on who needs a second factor."""

    asks: Asks = "choice"
    """The scope of the rule: ``off`` for no one, ``choice`` for people who set one up, ``required`` for these roles."""
    roles: tuple[Role, ...] = REQUIRED

    def needs(self, role: Role) -> bool:
        """Return whether a desk of this role cannot be entered without a second factor."""
        return self.asks == "required" and role in self.roles


class Enrolment(Struct, frozen=True):
    """The secret for a new device, shown only once."""

    secret: str
    uri: str
    """The secret as an address, for a device that reads it from a picture."""


class Factors:
    """The second factors of a house."""

    def __init__(
        self, credentials: Credentials, keys: Callable[[], KeyRing], rule: FactorRule | None = None, *, clock: Clock
    ) -> None:
        """Open the second factors of a house.

        ``keys`` is called each time, because the house's key may have changed. Devices go by the time of day, so
        ``clock`` is the machine's even if the floor's time is another: once the machine's clock is right, the managers
        who sign for the floor's time can sign in.
        """
        self.credentials, self.keys, self.clock = credentials, keys, clock
        self.rule = rule or FactorRule()

    def has(self, account: str) -> bool:
        """Return whether an account has a second factor, and the House asks for it.

        An account whose row was tampered with counts too: no code is right until two people have reset it.
        """
        if self.rule.asks == "off":
            return False
        with self.credentials.store.reading() as reading:
            row = self._row(reading, account)
        return isinstance(row, _Tampered) or (row is not None and bool(row.sealed))

    def opens(self, account: str) -> bool:
        """Return whether codes of a person's device can be checked: not where their secret is lost with a key."""
        with self.credentials.store.reading() as reading:
            row = self._row(reading, account)
        return isinstance(row, _Tampered) or (row is not None and self._unseal(account, row.sealed) is not None)

    def left(self, account: str) -> int:
        """Return how many recovery codes a person has left."""
        with self.credentials.store.reading() as reading:
            return len(reading.connection.execute(select(recovery).where(recovery.c.account == account)).all())

    def begin(self, account: str, house: str) -> Enrolment:
        """Return a new secret; it counts once a code made with it has been confirmed."""
        drawn = self.credentials.entropy.draw(SECRET_BYTES)
        secret = b32encode(drawn).decode()
        pending = self._seal(account, drawn)
        with self.credentials.store.writing() as writing:
            row = self._row(writing, account)
            if not isinstance(row, _Tampered):  # a tampered row is reset by two people
                self._put(writing, account, replace(row or _Row(), pending=pending))
        return Enrolment(secret, pyotp.TOTP(secret, digits=DIGITS, interval=STEP).provisioning_uri(account, house))

    def confirm(self, account: str, code: str) -> tuple[str, ...] | Refusal:
        """Confirm a device by its first code, which is required from now on.

        Return recovery codes for the case that the device is lost, or the refusal of a wrong code.
        """
        refused = self.credentials.count_attempt(_COUNTED + account)
        if refused is not None:
            return refused
        codes = tuple(self.credentials.new_code() for _ in range(RECOVERY_CODES))
        with self.credentials.store.writing() as writing:
            row = self._row(writing, account)
            if row is None or isinstance(row, _Tampered) or not row.pending:
                return _NONE
            step = self._step(account, row.pending, code, 0)
            if step is None:
                return _WRONG
            now = self.credentials.clock.now()
            self._put(writing, account, _Row(row.pending, b"", step, now))
            writing.connection.execute(delete(recovery).where(recovery.c.account == account))
            hashes = [{"account": account, "hash": _hashed(one)} for one in codes]
            marked = [{**one, "mac": self.credentials.macs.of(recovery.name, **one)} for one in hashes]
            writing.connection.execute(insert(recovery), marked)
            self.credentials.forgive(writing, _COUNTED + account)
        return codes

    def check(self, account: str, code: str) -> Refusal | None:
        """Return the refusal of a wrong code, or None.

        A code is the device's or a recovery code; either is used once.
        """
        if not code.strip():
            return ASKED
        refused = self.credentials.count_attempt(_COUNTED + account)
        if refused is not None:
            return refused
        with self.credentials.store.writing() as writing:
            row = self._row(writing, account)
            if row is None or isinstance(row, _Tampered) or not row.sealed:
                return _WRONG
            step = self._step(account, row.sealed, code, row.last)
            if step is not None:
                self._put(writing, account, replace(row, last=step))
            elif not self._use_up(writing, account, code):
                return _WRONG
            self.credentials.forgive(writing, _COUNTED + account)
        return None

    def _use_up(self, writing: Writing, account: str, code: str) -> bool:
        """Use up a recovery code, and return whether the house had given it out."""
        same = (recovery.c.account == account) & (recovery.c.hash == _hashed(code))
        row = writing.connection.execute(select(recovery).where(same)).first()
        if row is None or not self.credentials.genuine(recovery.name, account, row):
            return False
        return bool(writing.connection.execute(delete(recovery).where(same)).rowcount)

    def remove(self, account: str) -> bool:
        """Remove a second factor, and return whether there was one."""
        with self.credentials.store.writing() as writing:
            row = self._row(writing, account)
            writing.connection.execute(delete(recovery).where(recovery.c.account == account))
            if row is not None:
                self._put(writing, account, _Row(changed=self.credentials.clock.now()))
            return isinstance(row, _Tampered) or (row is not None and bool(row.sealed))

    def changed(self, account: str) -> int:
        """Return when a person's device was last confirmed; 0 if they have none."""
        with self.credentials.store.reading() as reading:
            row = self._row(reading, account)
        return row.changed if isinstance(row, _Row) and row.sealed else 0

    # ---- Codes ------------------------------------------------------------------------------------------------------

    def _row(self, reading: Reading, account: str) -> "_Row | _Tampered | None":
        asked = select(second_factors).where(second_factors.c.account == account)
        row = reading.connection.execute(asked).first()
        if row is not None and not self.credentials.genuine(second_factors.name, account, row):
            return _Tampered()
        due = self.credentials.recorded(account, "second factor")
        if due and (row is None or row.changed < due):
            wrong = "was removed" if row is None else "was replaced by an earlier one"
            told = f"the second factor that the door's book knows of {wrong}"
            self.credentials.alarm(second_factors.name, account, told, "" if row is None else row.mac)
            return _Tampered()
        return None if row is None else _Row(row.sealed, row.pending, row.last, row.changed)

    def _put(self, writing: Writing, account: str, row: "_Row") -> None:
        values = {"account": account, **asdict(row)}
        mac = self.credentials.macs.of(second_factors.name, **values)
        writing.connection.execute(delete(second_factors).where(second_factors.c.account == account))
        writing.connection.execute(insert(second_factors).values(**values, mac=mac))

    def _step(self, account: str, sealed: bytes, code: str, last: int) -> int | None:
        """Return the step of an unused code, or None.

        Every step is compared, so that the time taken reveals nothing.
        """
        secret = self._unseal(account, sealed)
        given = "".join(code.split())
        if secret is None or len(given) != DIGITS or not (given.isascii() and given.isdigit()):
            return None
        now = self.clock.now() // MICROSECONDS // STEP
        totp = pyotp.TOTP(b32encode(secret).decode(), digits=DIGITS, interval=STEP)
        steps = range(max(0, now - WINDOW), now + WINDOW + 1)
        right = [step for step in steps if hmac.compare_digest(totp.generate_otp(step), given)]
        return next((step for step in right if step > last), None)

    def _seal(self, account: str, secret: bytes) -> bytes:
        key, nonce = self.keys().current, self.credentials.entropy.draw(NONCE)
        return key.id + nonce + AESGCM(key.derived(_PURPOSE)).encrypt(nonce, secret, account.encode())

    def _unseal(self, account: str, sealed: bytes) -> bytes | None:
        """Return a secret in plain, or None if its key is lost: it opens nothing then, and two people reset it."""
        key: Key | None = self.keys().named(sealed[:NAMED])
        if key is None:
            return None
        nonce, rest = sealed[NAMED : NAMED + NONCE], sealed[NAMED + NONCE :]
        try:
            return AESGCM(key.derived(_PURPOSE)).decrypt(nonce, rest, account.encode())
        except InvalidTag:
            return None


class _Row(Struct, frozen=True):
    """The stored row of a factor; ``sealed`` is empty where none is confirmed, or it was taken off."""

    sealed: bytes = b""
    pending: bytes = b""
    last: int = 0
    changed: int = 0


class _Tampered(Struct, frozen=True):
    """A row that the house did not write, or that is missing where the journal knows of one."""


def _hashed(code: str) -> str:
    """Return the hash of a recovery code. Its eighty random bits need no slow hash; spaces and case do not matter."""
    bare = "".join(one for one in code.lower() if one.isalnum())
    return hashlib.sha256(b"croupier-recovery-1:" + bare.encode()).hexdigest()

#!/usr/bin/env python3
"""A check of a croupier record for an auditor, without croupier: one file, Python 3.11 and ``cryptography``.

    python check_record.py RECORD --public-key FINGERPRINT [--witness FILE --witness-key FINGERPRINT]
                           [--anchor FILE] [--head FILE] [--receipt FILE] [--json]

RECORD is the database of a house in SQLite, or a folder with the tables of one in PostgreSQL as CSV files. The program
is written from the format (record.md, beside it) and shares no code with croupier. It answers the three questions of
``croupier verify``: is the record consistent, authentic, complete? Each answer is yes, no, or "not looked at". The exit
status is 1 if one of them is no, and 2 if the record or a file cannot be used.

It does not know the rules of any game. So it does not decide commands again, and says so.
"""

import argparse
import csv
import json
import sqlite3
import sys
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key, load_pem_public_key

CONSISTENT: Final = "consistent"
AUTHENTIC: Final = "authentic"
COMPLETE: Final = "complete"
PARTS: Final = (CONSISTENT, AUTHENTIC, COMPLETE)

ZEROS: Final = "0" * 64
SECOND: Final = 1_000_000
STEP: Final = 60 * SECOND
"""The most that a clock may differ from the last entry's time."""
SHUT: Final = 24 * 3600 * SECOND
"""How long a house may have been closed before two people sign for the clock."""
LATE: Final = 10 * SECOND
"""How much later an entry may be written than the clock was read."""
JOINING: Final = 65 * SECOND
"""How long a server of an early release could take between reading the record and writing its start."""

BY_DEVICE: Final = frozenset(
    [
        "Propose",
        "ProposeTerms",
        "ProposeUp",
        "ProposeChange",
        "ProposeTime",
        "ProposeCash",
        "OrderClaims",
        "LowerSigning",
        "Countersign",
        "CountersignTerms",
        "CountersignUp",
        "CountersignChange",
        "CountersignTime",
        "CountersignCash",
        "SignOrder",
    ]
)
"""The commands that a person's own device signs, where the house asks for it."""

_NAMES: Final = "position stream version at actor role key schema command events postings previous hash sealed opens"
COLUMNS: Final[dict[str, dict[str, type]]] = {
    "journal": dict(zip(_NAMES.split(), (int, str, int, int, str, str, str, int, *(str,) * 7), strict=True)),
    "ledger": {"id": int, "stream": str, "version": int, "event": int, "account": str, "cents": int},
    "balances": {"account": str, "cents": int},
    "seals": {"position": int, "first": int, "head": str, "key": str, "signature": bytes},
}


class UnusableError(Exception):
    """A file cannot be used: the message says which, and why."""


class Finding(NamedTuple):
    """A contradiction, and the question that it answers with no."""

    part: str
    where: str
    wrong: str

    def __str__(self) -> str:
        """Return one line."""
        return f"{self.part}: {self.where}: {self.wrong}"


# ---- Signatures -----------------------------------------------------------------------------------------------------


def is_signed(key: str, signature: str | bytes, text: bytes) -> bool:
    """Return whether a public key, in hexadecimal digits, verifies an Ed25519 signature under a text."""
    try:
        raw = signature if isinstance(signature, bytes) else bytes.fromhex(signature)
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(raw, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def seal_text(first: int, position: int, head: str) -> bytes:
    """Return the text under the signature of a commit."""
    return b"croupier journal seal 1\n" + f"{first} {position} {head}".encode()


def chained(head: str, entry_hash: str) -> str:
    """Return the head after one more entry."""
    return sha256(b"croupier journal chain 1\n" + (head + entry_hash).encode("utf-8", "surrogateescape")).hexdigest()


class Claim(NamedTuple):
    """A signed statement from outside the database: the record had come to this position with this head."""

    source: str
    at: str
    position: int
    head: str
    key: str
    """The House's public key."""
    witness: str = ""
    """The witness's public key; empty for an anchor."""


def read_lines(path: Path) -> list[str]:
    """Return the lines of a text file."""
    try:
        return path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as wrong:
        raise UnusableError(f"{path} cannot be read: {wrong}") from None


def read_anchor(source: str, line: str) -> Claim:
    """Return an anchor; a sixth field makes it the signature of a commit."""
    parts = line.split(" ")
    if len(parts) in {5, 6} and all(one.isascii() and one.isdigit() for one in (parts[1], *parts[5:])):
        at, position, head, key, signature = parts[:5]
        text = b"croupier journal anchor 1\n" + f"{at} {position} {head}".encode()
        if parts[5:]:
            text = seal_text(int(parts[5]), int(position), head)
        if is_signed(key, signature, text):
            return Claim(source, at, int(position), head, key)
    raise UnusableError(f"{source} is not an anchor that was signed")


def read_anchors(path: Path) -> list[Claim]:
    """Return the anchors of a file, and the last commit from the file beside it if it is there."""
    found = [read_anchor(f"line {number} of {path}", line) for number, line in enumerate(read_lines(path), 1)]
    last = path.with_name(f"{path.name}.last")
    if last.exists():
        found += [read_anchor(str(last), line.strip()) for line in read_lines(last)]
    return found


class Witnessed(NamedTuple):
    """The content of a file of cosignatures."""

    heads: list[Claim]
    """Of each House key and witness the last head, which is over all heads before it."""
    anew: list[str]
    """When the witness let a House begin anew."""


def read_witness(path: Path, keys: set[str]) -> Witnessed:
    """Return the heads that a witness has signed. Every line must bear a signature; with keys, others do not count."""
    return witnessed(read_lines(path), path, keys)


def witnessed(lines: Sequence[str], path: Path, keys: set[str]) -> Witnessed:
    """Return the heads in these lines of a file."""
    last: dict[tuple[str, str], Claim] = {}
    anew: list[str] = []
    number = counted = 0
    for number, line in enumerate(lines, 1):
        source = f"line {number} of {path}"
        parts = line.split(" ")
        if len(parts) < 5 or not is_signed(parts[-2], parts[-1], _witnessed(parts[:-2])):
            raise UnusableError(f"{source} is not one that a witness has signed")
        at, kind, *fields = parts[:-2]
        witness = parts[-2]
        counts = not keys or witness in keys
        counted += counts
        if kind == "cosigned" and len(fields) == 5 and fields[0].isdecimal() and fields[1].isdecimal():
            position, first, head, house, own = fields
            if not is_signed(house, own, seal_text(int(first), int(position), head)):
                raise UnusableError(f"{source} does not bear the signature of the House that it names")
            if counts:
                last.pop((house, witness), None)
                last[house, witness] = Claim(source, at, int(position), head, house, witness)
        elif kind == "anew" and len(fields) == 1:
            if counts:
                anew.append(at)
                last.pop((fields[0], witness), None)
        elif kind != "followed":
            raise UnusableError(f"{source} states nothing that a witness states")
    if not number:
        raise UnusableError(f"{path} is empty")
    if not counted:
        raise UnusableError(f"no line of {path} is signed by a witness whose key was given")
    return Witnessed(list(last.values()), anew)


class Receipt(NamedTuple):
    """What a Player took away: entries, and how far the record had come, signed by the House."""

    file: str
    about: str
    account: str
    entries: list[tuple[int, str, int, str, int]]
    """Position, stream, version, hash, and the cents that it moved on the account."""
    heads: list[tuple[int, str]]
    key: str
    seen: str
    """Who has signed for the entries beside the House, in a sentence."""


def read_receipt(path: Path) -> Receipt:
    """Read a receipt, which a House must have signed."""
    try:
        content = json.loads("\n".join(read_lines(path)))
        text, key, line = content["statement"], content["key"], content.get("cosigned", "")
        said = json.loads(text)
        items = [(one["position"], one["stream"], one["version"], one["hash"], one["cents"]) for one in said["entries"]]
        heads = [(int(said["position"]), str(said["head"]))]
        about, account, last = str(said["about"]), str(said["account"]), max(one[0] for one in items)
        signed = is_signed(key, content["signature"], b"croupier receipt 1\n" + text.encode())
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UnusableError(f"{path} is not a receipt") from None
    if not signed:
        raise UnusableError(f"{path} is not a receipt that the key it names has signed")
    seen = "no witness had signed for it when it was written"
    if line:
        claim = next(iter(witnessed([line], path, set()).heads), None)
        if claim is None or claim.position < last:
            raise UnusableError(f"{path} has a cosignature that a witness has not made under these entries")
        heads.append((claim.position, claim.head))
        seen = f"the witness {claim.witness} signed for it at {claim.at}"
    return Receipt(str(path), about, account, items, heads, key, seen)


def _witnessed(parts: Sequence[str]) -> bytes:
    return b"croupier witness 1\n" + " ".join(parts).encode()


def read_keys(given: Iterable[str]) -> set[str]:
    """Return public keys from fingerprints, from files with a fingerprint on each line, or from PEM files."""
    found = set()
    for one in given:
        plain = one.replace(":", "").replace(" ", "").replace("-", "").lower()
        if len(plain) == 64 and set(plain) <= set("0123456789abcdef"):
            found.add(plain)
            continue
        lines = read_lines(Path(one))
        if lines and lines[0].startswith("-----BEGIN PUBLIC"):
            key = load_pem_public_key("\n".join(lines).encode())
            if not isinstance(key, Ed25519PublicKey):
                raise UnusableError(f"{one} holds no Ed25519 key")
            found.add(key.public_bytes_raw().hex())
            continue
        named = [text for line in lines if (text := line.partition("#")[0].strip())]
        if not named or any(len(text) != 64 for text in named):
            raise UnusableError(f"{one} is neither a fingerprint of 64 hexadecimal digits nor a file with one")
        found |= set(named)
    return found


def read_heads(path: Path) -> dict[tuple[str, int], str]:
    """Return the hashes that ``croupier verify --save-head`` has kept, by stream and version."""
    try:
        content = json.loads("\n".join(read_lines(path)))
        return {(one["stream"], one["version"]): one["hash"] for one in content["heads"]}
    except (ValueError, KeyError, TypeError):
        raise UnusableError(f"{path} is not a file of heads") from None


# ---- The database ---------------------------------------------------------------------------------------------------

Value = int | str | bytes | float | None


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def open_record(path: Path) -> tuple[sqlite3.Connection, bool]:
    """Open a record for reading. Returns whether it is SQLite's own file: its rows are numbered without gaps."""
    csv.field_size_limit(1 << 30)
    if not path.is_dir():
        if not path.is_file():
            raise UnusableError(f"there is no record {path}")
        # A copy that nobody writes may lie on a medium where SQLite can make no files beside it.
        manner = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?{manner}", uri=True)
        connection.text_factory = _text
        return connection, True
    connection = sqlite3.connect("")
    for table, columns in COLUMNS.items():
        named = ", ".join(f'"{name}"' for name in columns)
        connection.execute(f"CREATE TABLE {table} ({named})")
        try:
            with (path / f"{table}.csv").open(newline="", encoding="utf-8") as file:
                rows = csv.DictReader(file)
                if set(rows.fieldnames or ()) != set(columns):
                    raise UnusableError(f"{path / table}.csv has other columns than {', '.join(columns)}")
                values = ([_of_csv(row[name], kind) for name, kind in columns.items()] for row in rows)
                connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", values)
        except (OSError, UnicodeDecodeError, csv.Error) as wrong:
            raise UnusableError(f"{path / table}.csv cannot be read: {wrong}") from None
    connection.execute("CREATE INDEX ledger_by_entry ON ledger (stream, version)")
    return connection, False


def _of_csv(text: str, kind: type) -> Value:
    """Return a field as its column has it; as it stands if it is none."""
    try:
        return bytes.fromhex(text.removeprefix("\\x")) if kind is bytes else kind(text)
    except ValueError:
        return text


class Row(NamedTuple):
    """A row of the journal, once its fields have their types."""

    position: int
    stream: str
    version: int
    at: int
    actor: str
    role: str
    key: str
    schema: int
    command: str
    events: str
    postings: str
    previous: str
    hash: str
    sealed: str
    opens: str

    @property
    def where(self) -> str:
        """The place of the entry, for a finding."""
        return f"entry {self.position} ({self.stream} version {self.version})"

    def due_hash(self) -> str:
        """Return the SHA-256 over the entry."""
        fields: tuple[Value, ...] = self[1:12]
        if self.sealed or self.opens:
            fields += (self.sealed, self.opens)
        return sha256(b"croupier journal entry 1\n" + encoded(fields)).hexdigest()


def encoded(value: object) -> bytes:
    """Return JSON without blanks, with letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogateescape")


def mistyped(table: str, row: Sequence[Value]) -> str:
    """Return which field of a row does not hold what its column is for; empty if there is none."""
    for value, (name, kind) in zip(row, COLUMNS[table].items(), strict=True):
        if type(value) is not kind:
            return f"the field {name} holds {type(value).__name__}, not {kind.__name__}"
        if isinstance(value, str) and not value.isascii() and any("\ud800" <= one <= "\udfff" for one in value):
            return f"the field {name} is not UTF-8"
    return ""


def read_json(text: str) -> object:
    """Return what a text says; None if it cannot be read."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found


def integer(content: object, name: str) -> int:
    """Return a number of a JSON object; 0 where there is none."""
    value = content.get(name, 0) if isinstance(content, dict) else 0
    return value if type(value) is int else 0


def named(content: object, name: str) -> str:
    """Return a text of a JSON object; empty where there is none."""
    value = content.get(name, "") if isinstance(content, dict) else ""
    return value if isinstance(value, str) else ""


def of_type(content: object, kind: str) -> bool:
    """Return whether a JSON object is of a kind."""
    return named(content, "type") == kind


# ---- The walk -------------------------------------------------------------------------------------------------------


@dataclass
class Stream:
    """A stream, while its entries go by."""

    version: int = 0
    hash: str = ZEROS
    seen: set[int] = field(default_factory=set)
    """Versions above a gap; empty as long as there is none."""
    sealed: list[tuple[Row, bytes]] = field(default_factory=list)
    """The entries of the round in play whose cards are sealed."""


@dataclass
class Told:
    """The findings, and the figures of a walk."""

    findings: list[Finding] = field(default_factory=list)
    entries: int = 0
    signatures: int = 0
    movements: int = 0
    opened: int = 0
    sealed: int = 0
    unsigned: int = 0
    lost: int = 0
    receipts: list[tuple[str, str, str]] = field(default_factory=list)
    """Of each its file, whether the record contains what it says, and a sentence."""
    keys: list[str] = field(default_factory=list)

    def wrong(self, part: str, where: str, sentence: str) -> None:
        """Note a finding."""
        self.findings.append(Finding(part, where[:120], sentence[:300]))


class Clock:
    """The order of times. They go forward, unless two people have signed for the time."""

    def __init__(self) -> None:
        self.last = 0
        self.doubted = False
        self._recent = deque([0])

    def take(self, row: Row, command: object, events: object) -> str:
        """Return what is wrong with an entry's time; empty if nothing is."""
        last, self.last = self.last, row.at
        signed = row.stream == "clock" and of_type(command, "CountersignTime")
        wrong = ""
        if signed and (row.at != integer(command, "reads") or integer(command, "due") < last):
            wrong = "it has another time than the one that two people signed for"
        elif not signed and row.at < last:
            wrong = "it lies before the entry written before it, and nobody signed for that"
        elif row.stream == "clock" and of_type(command, "StartClock"):
            wrong = self._wrong_start(row, command, last)
        for event in events if row.stream == "clock" and isinstance(events, list) else ():
            self.doubted = of_type(event, "ClockDoubted") or (self.doubted and not of_type(event, "TimeCountersigned"))
        if row.at < self._recent[-1]:
            self._recent.clear()
        self._recent.append(row.at)
        while len(self._recent) > 1 and self._recent[1] < row.at - JOINING:
            self._recent.popleft()
        return wrong

    def _wrong_start(self, row: Row, command: object, last: int) -> str:
        reads, named_last, position = (integer(command, name) for name in ("reads", "last", "position"))
        if position and (position, named_last) != (row.position - 1, last):
            return "a start names another last entry than the one before it"
        joined = not position and named_last != last
        if joined:
            place = bisect_right(self._recent, named_last)
            known = place > 0 and self._recent[place - 1] == named_last
            if not known or (place < len(self._recent) and row.at - self._recent[place] > JOINING):
                return "a start names a last entry that was not the last one within 65 seconds before it"
        well = named_last == 0 or named_last - STEP <= reads <= named_last + SHUT
        due = max(reads, last) if well and not self.doubted else last
        if not -LATE <= row.at - due <= LATE + joined * JOINING:
            return "a start has another time than the clock that it names"
        return ""


class Devices:
    """The signatures that people's own devices made under their acts."""

    def __init__(self) -> None:
        self.house = ""
        self.asked = False
        """Whether each signature must be one of a device."""
        self.passkeys: dict[str, tuple[str, str]] = {}
        """By account, the public key and the name of the house that the device knows."""
        self.signed: dict[tuple[str, str], dict[str, object]] = {}
        """By stream and key of the act, the statements that wait for it."""

    def take(self, row: Row, command: object, events: object) -> str:
        """Return what is wrong with an entry; empty if nothing is."""
        if row.stream != "door":
            return self._act(row, command)
        for event in events if isinstance(events, list) else ():
            if of_type(event, "TakenOver"):
                self.house = named(event, "key")
            elif of_type(event, "SigningChanged"):
                wrong = self._act(row, command) if row.actor != "SYSTEM" else ""
                self.asked = named(event, "signing") == "passkey"
                if wrong:
                    return wrong
            elif of_type(event, "PasskeyRegistered") and isinstance(event.get("passkey"), dict):
                passkey = event["passkey"]
                self.passkeys[named(event, "account")] = named(passkey, "key"), named(passkey, "house")
            elif of_type(event, "PasskeyGone"):
                self.passkeys.pop(named(event, "account"), None)
            elif of_type(event, "ActSigned"):
                return self._signature(row, command)
        return ""

    def _signature(self, row: Row, command: object) -> str:
        """Check a signature, and remember the statement for its act."""
        text = named(command, "statement")
        statement, assertion = read_json(text), command.get("assertion") if isinstance(command, dict) else None
        told = (named(statement, "house"), named(statement, "actor"), named(statement, "role"))
        ours = told == (self.house, row.actor, row.role) and row.actor in self.passkeys
        if not isinstance(statement, dict) or not ours:
            return "the signature of the device is not about an act of this person in this house"
        try:
            data, client, signature = (_url(named(assertion, one)) for one in ("authenticator", "client", "signature"))
            key, house = self.passkeys[row.actor]
            device, said = load_der_public_key(_url(key)), json.loads(client)
            challenge = urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")
            site = urlsplit(said["origin"])
            host, here = site.hostname or "", (site.hostname or "").rpartition(".")[2] == "localhost"
            sound = (
                (said["type"], said["challenge"], said.get("crossOrigin", False)) == ("webauthn.get", challenge, False)
                and (host == house or host.endswith(f".{house}"))
                and (site.scheme == "https" or here)
                and data[:32] == sha256(house.encode()).digest()
                and data[32] & 5 == 5
            )
            if not sound:
                return "the signature of the device is about something else"
            content = data + sha256(client).digest()
            if isinstance(device, EllipticCurvePublicKey):
                device.verify(signature, content, ECDSA(SHA256()))
            elif isinstance(device, RSAPublicKey):
                device.verify(signature, content, PKCS1v15(), SHA256())
            elif isinstance(device, Ed25519PublicKey):
                device.verify(signature, content)
            else:
                return "the key of the device is of no known kind"
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, InvalidSignature):
            return "the signature of the device does not hold"
        self.signed[named(statement, "stream"), named(statement, "key")] = statement
        return ""

    def _act(self, row: Row, command: object) -> str:
        """Check that a device has signed an act, where that is asked for."""
        statement = self.signed.pop((row.stream, row.key), {})
        if not self.asked or row.actor == "SYSTEM" or named(command, "type") not in BY_DEVICE:
            return ""
        act = statement.get("act")
        alike = isinstance(act, dict) and isinstance(command, dict) and act.items() <= command.items()
        if alike and (statement["actor"], statement["role"]) == (row.actor, row.role):
            return ""
        return "the person's device has not signed it"


def _url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Seals:
    """The signatures under commits, while the entries go by."""

    def __init__(self, connection: sqlite3.Connection, trusted: set[str], told: Told) -> None:
        self._rows = _rows(connection, "seals", "position")
        self.trusted, self.told = set(trusted), told
        self.head, self.signed, self.heads = ZEROS, 0, dict[int, str]()
        """``heads`` has the head that the entries lead to at each commit, for what was kept outside."""
        self.began = 0
        """The entry from which on there must be signatures: the first start that was recorded."""
        self._replacing: list[tuple[str, bool]] = []
        self._before: dict[str, str] = {}
        self._strangers: dict[str, int] = {}
        self._next: tuple[Value, ...] | None = next(self._rows, None)

    def take(self, position: int, entry_hash: str, replaced: list[tuple[str, bool]]) -> None:
        """Chain an entry, and check the signature of the commit that ends with it."""
        self.head = chained(self.head, entry_hash)
        self._replacing += replaced
        while self._next is not None and not (type(self._next[0]) is int and self._next[0] >= position):
            self._without_entry(self._next)
        if self._next is not None and self._next[0] == position:
            row, self._next = self._next, next(self._rows, None)
            self._check(row)

    def _without_entry(self, row: tuple[Value, ...]) -> None:
        self.told.wrong(AUTHENTIC, f"signature {row[0]!r}", "it is under no entry")
        self._next = next(self._rows, None)

    def _check(self, row: tuple[Value, ...]) -> None:
        if wrong := mistyped("seals", row):
            self.told.wrong(CONSISTENT, f"signature {row[0]!r}", wrong)
            return
        position, first, head, key, signature = row
        assert isinstance(position, int)
        assert isinstance(first, int)
        assert isinstance(head, str)
        assert isinstance(key, str)
        assert isinstance(signature, bytes)
        where = f"signature {position}"
        if not is_signed(key, signature, seal_text(first, position, head)):
            self.told.wrong(AUTHENTIC, where, "the key that it names did not make it, or made it under something else")
        elif head != self.head:
            self.told.wrong(AUTHENTIC, where, "it is not under the entries that stand in the journal up to there")
        elif self.signed and first != self.signed + 1:
            self.told.wrong(AUTHENTIC, where, f"entries {self.signed + 1} to {first - 1} are under no signature")
        elif self.trusted:
            self._weigh(key, position)
        self._replacing = []
        if not self.signed:
            self.told.unsigned = first - 1
        self.signed, self.heads[position] = position, self.head
        self.told.signatures += 1
        if key not in self.told.keys:
            self.told.keys.append(key)

    def _weigh(self, key: str, position: int) -> None:
        """Follow the House's keys: a key that is believed speaks for the next, and for those before it."""
        believed = key in self.trusted
        if not believed:
            self._strangers.setdefault(key, position)
        for new, lost in self._replacing:
            if lost:
                self._strangers = {} if believed else self._strangers
                continue
            self._before[new] = key
            if believed:
                self.trusted.add(new)
            elif new in self.trusted:
                before: str | None = key
                while before is not None:
                    self._strangers.pop(before, None)
                    before = self._before.pop(before, None)

    def close(self, last: int) -> None:
        """Report the keys that are not the House's, signatures beyond the last entry, and entries without one."""
        for key, position in self._strangers.items():
            self.told.wrong(AUTHENTIC, f"signature {position}", f"the key {key} is not the House's")
        beyond = 0
        while self._next is not None:
            if type(self._next[0]) is int and self._next[0] > last:
                beyond = self._next[0]
                self._next = next(self._rows, None)
            else:
                self._without_entry(self._next)
        if beyond:
            self.told.wrong(COMPLETE, "journal", f"it ends with entry {last}, and the House has signed {beyond}")
        if self.signed < last and (self.signed or self.began):
            begun = self.signed + 1 if self.signed else self.began
            self.told.wrong(AUTHENTIC, "journal", f"entries {begun} to {last} bear no signature")
        elif not self.signed:
            self.told.unsigned = last


def _rows(connection: sqlite3.Connection, table: str, order: str) -> Iterator[tuple[Value, ...]]:
    columns = ", ".join(f"{table}.{name}" for name in COLUMNS[table])
    return connection.execute(f"SELECT {columns} FROM {table} ORDER BY {order}")


class Walk:
    """One walk over a record."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        trusted: set[str],
        heads: dict[tuple[str, int], str],
        told: Told,
        *,
        numbered: bool,
    ) -> None:
        self.connection, self.numbered, self.heads, self.told = connection, numbered, dict(heads), told
        self.seals = Seals(connection, trusted, told)
        self.clock = Clock()
        self.devices = Devices()
        self.streams: dict[str, Stream] = {}
        self.sums: dict[str, int] = {}
        self.accepted: set[tuple[int, str]] = set()
        """The anchors that two people have given up: position and head."""
        self.last = self.revision = self.ledger_last = self.ledger_rows = 0

    def run(self) -> None:
        """Go through everything."""
        if self.numbered:
            for (wrong,) in self.connection.execute("PRAGMA integrity_check(5)"):
                if wrong != "ok":
                    self.told.wrong(CONSISTENT, "database", str(wrong))
        for values in _rows(self.connection, "journal", "position"):
            self._take(values)
        self.seals.close(self.last)
        self._close()

    # ---- Entries --------------------------------------------------------------------------------------------------

    def _take(self, values: tuple[Value, ...]) -> None:
        self.told.entries += 1
        if wrong := mistyped("journal", values):
            self.told.wrong(CONSISTENT, f"entry {values[0]!r}", wrong)
            if type(values[0]) is int:
                self.last = values[0]
                if isinstance(values[12], str):
                    self.seals.take(values[0], values[12], [])
            return
        row = Row._make(values)
        if row.position != self.last + 1:
            self._wrong(row, f"it follows entry {self.last}: what was between them is missing or moved")
        self.last = row.position
        command, events = read_json(row.command), read_json(row.events)
        if not isinstance(command, dict) or not isinstance(events, list):
            self._wrong(row, "its command or its events are no JSON")
        if row.stream == "clock" and not self.seals.began:
            self.seals.began = row.position
        self.seals.take(row.position, row.hash, self._signed_for(row, events))
        if row.due_hash() != row.hash:
            self._wrong(row, "it does not match its hash")
        if row.schema < self.revision:
            self._wrong(row, f"revision {row.schema} does not write after revision {self.revision}")
        self.revision = max(self.revision, row.schema)
        self._chained(row)
        if wrong := self.clock.take(row, command, events):
            self._wrong(row, wrong)
        if wrong := self.devices.take(row, command, events):
            self._wrong(row, wrong)
        self._money(row)
        self._cards(row)

    def _wrong(self, row: Row, sentence: str) -> None:
        self.told.wrong(CONSISTENT, row.where, sentence)

    def _signed_for(self, row: Row, events: object) -> list[tuple[str, bool]]:
        """Return the keys that two people have signed for in an entry; note the anchors that they gave up."""
        found = []
        for event in events if row.stream == "record" and isinstance(events, list) else ():
            if not of_type(event, "RecordCountersigned"):
                continue
            what = event.get("what")
            if of_type(what, "ReplaceKey"):
                lost = what.get("lost") is True
                found.append((named(what, "key"), lost))
                self.told.lost += lost
            elif of_type(what, "AcceptCopy"):
                self.accepted.add((integer(what, "anchored"), named(what, "head")))
        return found

    def _chained(self, row: Row) -> None:
        """Check that versions have no gap, and that each entry names the hash of the one before."""
        kept = self.heads.pop((row.stream, row.version), None)
        if kept is not None and kept != row.hash:
            self.told.wrong(COMPLETE, row.where, "the head that was kept has another hash: something was rewritten")
        stream = self.streams.setdefault(row.stream, Stream())
        if row.version <= stream.version:
            late = row.version >= 1 and row.version not in stream.seen
            what = "it stands after later entries of its stream" if late else "its stream has this version already"
            self._wrong(row, what)
            return
        if row.version > stream.version + 1:
            self._wrong(row, f"versions {stream.version + 1} to {row.version - 1} are missing before it")
            stream.seen = stream.seen or set(range(1, stream.version + 1))
        elif row.previous != stream.hash:
            self._wrong(row, "it does not name the hash of the entry before it")
        if stream.seen:
            stream.seen.add(row.version)
        stream.version, stream.hash = row.version, row.hash

    def _money(self, row: Row) -> None:
        """Add up an entry's movements of money, and compare the ledger's rows with them."""
        content = read_json(row.postings)
        moved: list[tuple[int, str, int]] = []
        for one in content if isinstance(content, list) else ():
            if not isinstance(one, list) or [type(value) for value in one] != [int, str, int]:
                self._wrong(row, "its movements of money cannot be read")
                return
            moved.append((one[0], one[1], one[2]))
        if not isinstance(content, list) or sum(one[2] for one in moved) != 0:
            self._wrong(row, "its movements of money do not sum to zero")
        for _, account, cents in moved:
            self.sums[account] = self.sums.get(account, 0) + cents
        asked = "SELECT id, event, account, cents FROM ledger WHERE stream = ? AND version = ? ORDER BY id"
        rows = self.connection.execute(asked, (row.stream, row.version)).fetchall()
        if [one[1:] for one in rows] != moved:
            self._wrong(row, "the rows of the ledger are not its movements of money")
        for number, *_ in rows:
            if (
                type(number) is not int
                or number <= self.ledger_last
                or (self.numbered and number != self.ledger_last + 1)
            ):
                self._wrong(row, f"row {number!r} of the ledger follows row {self.ledger_last}")
            self.ledger_last = number if type(number) is int else self.ledger_last
        self.ledger_rows += len(rows)
        self.told.movements += len(moved)

    def _cards(self, row: Row) -> None:
        """Open the cards of a round once its key is given out."""
        stream = self.streams[row.stream]
        if row.sealed:
            try:
                raw = b64decode(row.sealed, validate=True)
            except ValueError:
                raw = b""
            if len(raw) < 61 or raw[0] != 1:
                self._wrong(row, "its sealed cards are none")
            else:
                stream.sealed.append((row, raw))
        if not row.opens:
            return
        try:
            key = bytes.fromhex(row.opens)
        except ValueError:
            key = b""
        digest = sha256(b"croupier-round-key-1:" + key).digest()[:16]
        for one, raw in stream.sealed:
            said = encoded((one.stream, one.version, one.command, one.events))
            try:
                if raw[17:33] != digest:
                    raise InvalidTag
                AESGCM(key).decrypt(raw[33:45], raw[45:], raw[:33] + said)
                self.told.opened += 1
            except (InvalidTag, ValueError):
                if not self.told.lost:
                    self._wrong(one, "the key that was given out after the round does not open its cards")
                self.told.sealed += 1
        stream.sealed = []

    # ---- The end --------------------------------------------------------------------------------------------------

    def _close(self) -> None:
        told, ask = self.told, self.connection.execute
        told.sealed += sum(len(one.sealed) for one in self.streams.values())
        if self.numbered:
            (given,) = ask("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'journal'), 0)").fetchone()
            if given != self.last:
                told.wrong(CONSISTENT, "journal", f"{given!r} positions were given, and the last entry is {self.last}")
        again = "SELECT stream, key, count(*) FROM journal WHERE key <> '' GROUP BY stream, key HAVING count(*) > 1"
        for stream, key, times in ask(again):
            told.wrong(CONSISTENT, f"{stream}", f"the delivery {key!r} was taken {times} times")
        (rows,) = ask("SELECT count(*) FROM ledger").fetchone()
        if rows != self.ledger_rows:
            told.wrong(CONSISTENT, "ledger", f"{rows - self.ledger_rows} rows belong to no entry")
        held: dict[Value, Value] = {}
        for row in _rows(self.connection, "balances", "account"):
            if wrong := mistyped("balances", row):
                told.wrong(CONSISTENT, f"account {row[0]!r}", wrong)
            if row[0] in held:
                told.wrong(CONSISTENT, f"account {row[0]!r}", "it stands there twice")
            held[row[0]] = row[1]
        for account in sorted({*map(str, held), *self.sums}):
            if held.get(account) != self.sums.get(account):
                due = self.sums.get(account)
                told.wrong(
                    CONSISTENT, f"account {account}", f"it holds {held.get(account)!r}, its movements sum to {due}"
                )
        for (name, version), _ in sorted(self.heads.items()):
            told.wrong(COMPLETE, name, f"the head that was kept is version {version}, which is missing")

    def contains(self, receipt: Receipt, trusted: set[str]) -> tuple[str, str]:
        """Return whether the record contains what a receipt says, and a sentence about it."""
        if receipt.key not in {*trusted, *self.told.keys}:
            return (
                "not looked at",
                f"nobody has told that {receipt.key}, which signed it, is a key of the House",
            )
        before, ask = len(self.told.findings), self.connection.execute
        where = f"receipt {receipt.file}"
        for position, stream, version, digest, cents in receipt.entries:
            found = ask("SELECT stream, version, hash FROM journal WHERE position = ?", (position,)).fetchall()
            asked = "SELECT coalesce(sum(cents), 0) FROM ledger WHERE stream = ? AND version = ? AND account = ?"
            if found != [(stream, version, digest)]:
                wrong = f"entry {position} is not the one that the House has signed for ({receipt.about})"
                self.told.wrong(COMPLETE, where, wrong)
            elif ask(asked, (stream, version, receipt.account)).fetchone() != (cents,):
                wrong = f"entry {position} does not move {cents} cents on {receipt.account} ({receipt.about})"
                self.told.wrong(COMPLETE, where, wrong)
        for position, head in receipt.heads:
            if self.seals.heads.get(position) != head:
                wrong = f"the record up to entry {position} is not the one that the House has signed for"
                self.told.wrong(COMPLETE, where, f"{wrong} ({receipt.about})")
        return ("no" if len(self.told.findings) > before else "yes"), receipt.seen

    def compare(self, anchors: Sequence[Claim], witnessed: Sequence[Claim]) -> None:
        """Hold the record against what was kept outside the database."""
        own = [one for one in witnessed if one.key in self.told.keys]
        if witnessed and not own:
            self.told.wrong(COMPLETE, "witness", "it has signed no head of a House whose key signed this record")
        given_up = False
        for one in reversed(anchors):
            given_up = given_up or (one.position, one.head) in self.accepted
            if not given_up:
                self._held_against(one)
        for one in own:
            self._held_against(one)

    def _held_against(self, claim: Claim) -> None:
        if not claim.position:
            return
        if self.last < claim.position:
            wrong = f"the record ends with entry {self.last}, and had come to {claim.position} at {claim.at}"
        elif self.seals.heads.get(claim.position) != claim.head:
            wrong = f"entry {claim.position} and those before it are not the ones that were there at {claim.at}"
        else:
            return
        self.told.wrong(COMPLETE, claim.source, wrong)


# ---- The answer -----------------------------------------------------------------------------------------------------


class Evidence(NamedTuple):
    """What a record is held against."""

    keys: set[str]
    heads: dict[tuple[str, int], str]
    anchors: list[Claim]
    anchors_from_elsewhere: bool
    witnessed: list[Claim]
    named: bool
    """Whether the witnesses' keys were given, and do not come from their own files."""
    anew: list[str]
    receipts: list[Receipt]

    @property
    def outside(self) -> bool:
        """Whether anything that no forger of the record could have made says how far it had come."""
        return bool(self.heads or self.anchors_from_elsewhere or (self.named and self.witnessed))


def answers(told: Told, given: Evidence) -> dict[str, str]:
    """Return the answer to each question."""
    wrong = {one.part for one in told.findings}
    looked = {
        CONSISTENT: True,
        AUTHENTIC: bool(given.keys and told.keys),
        COMPLETE: given.outside,
    }
    return {part: "no" if part in wrong else "yes" if looked[part] else "not looked at" for part in PARTS}


def limits(told: Told, given: Evidence, answer: dict[str, str]) -> list[str]:
    """Return what was not looked at, in sentences."""
    found = [
        "Whether the rules decide so: commands were not decided again, and snapshots and sealed decks were not "
        "compared. croupier verify does both."
    ]
    if told.sealed:
        found.append(f"The cards of {told.sealed} entries: their rounds are in play, or their key is lost.")
    if answer[AUTHENTIC] == "not looked at":
        signed = told.keys[-1] if told.keys else "none"
        found.append(f"Whose key signed the last commit ({signed}): give --public-key, as the House has published it.")
    if told.unsigned and told.keys:
        found.append(
            f"Entries 1 to {told.unsigned} are from before entries were signed: the next signature is over them."
        )
    if told.lost:
        found.append(f"{told.lost} keys replaced a lost one, on the word of two people.")
    if answer[COMPLETE] == "not looked at" and not given.witnessed:
        found.append(
            "Whether the record ends too early: give --witness with --witness-key, --anchor or --head, kept elsewhere."
        )
    for one in given.witnessed:
        found.append(
            f"What was written after entry {one.position} ({one.at}), which the witness {one.witness} signed, and was "
            "taken away again."
            if given.named
            else f"Whose key {one.witness} is, which signed entry {one.position} ({one.at}): only its own file tells. "
            "Give --witness-key, as the witness has published it."
        )
    found += [f"What came before {at}, when a witness let the House begin anew." for at in given.anew]
    return found


def check(record: Path, given: Evidence) -> Told:
    """Go through a record. A database that cannot be read to its end is a finding."""
    connection, numbered = open_record(record)
    trusted = given.keys or {one.key for one in given.anchors}
    told = Told()
    try:
        walk = Walk(connection, trusted, given.heads, told, numbered=numbered)
        walk.run()
        walk.compare(given.anchors, given.witnessed)
        told.receipts = [(one.file, *walk.contains(one, given.keys)) for one in given.receipts]
    except sqlite3.Error as wrong:
        told.wrong(CONSISTENT, "database", f"it cannot be read any further: {wrong}")
    finally:
        connection.close()
    return told


def read_evidence(asked: argparse.Namespace) -> Evidence:
    """Read the files that a record is held against; anchors beside it where none are named."""
    beside = Path(f"{asked.record}.anchor")
    anchors = Path(asked.anchor) if asked.anchor else beside if beside.exists() else None
    keys = read_keys(asked.witness_key)
    if keys and not asked.witness:
        raise UnusableError("--witness-key says whose file --witness names: give --witness FILE too")
    witnesses = [read_witness(Path(one), keys) for one in asked.witness]
    return Evidence(
        read_keys(asked.public_key),
        read_heads(Path(asked.head)) if asked.head else {},
        read_anchors(anchors) if anchors is not None else [],
        bool(asked.anchor),
        [head for one in witnesses for head in one.heads],
        bool(keys),
        [at for one in witnesses for at in one.anew],
        [read_receipt(Path(one)) for one in asked.receipt],
    )


def main(given: Sequence[str] | None = None) -> int:
    """Check a record and print the answer; the exit status."""
    parser = argparse.ArgumentParser(description="Check a croupier record without croupier.")
    parser.add_argument("record", help="the database of a house, or a folder of its tables as CSV files")
    parser.add_argument("--public-key", action="append", default=[], help="the House's public key, or a file with it")
    parser.add_argument("--witness", action="append", default=[], help="a file of a witness")
    about = "the witness's public key, or a file with it"
    parser.add_argument("--witness-key", action="append", default=[], help=about)
    parser.add_argument("--anchor", default="", help="a file of anchors that was kept elsewhere")
    parser.add_argument("--head", default="", help="a file of heads that was kept elsewhere")
    parser.add_argument("--receipt", action="append", default=[], help="a Player's receipt")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    asked = parser.parse_args(given)
    try:
        evidence = read_evidence(asked)
        told = check(Path(asked.record), evidence)
    except UnusableError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    answer = answers(told, evidence)
    sentences = limits(told, evidence, answer)
    if asked.json:
        found = [one._asdict() for one in told.findings]
        content = {**answer, "findings": found, "not_looked_at": sentences, "keys": told.keys, "entries": told.entries}
        if told.receipts:
            content["receipts"] = [dict(zip(("file", "answer", "sentence"), one, strict=True)) for one in told.receipts]
        sys.stdout.write(json.dumps(content) + "\n")
    else:
        for one in told.findings:
            sys.stdout.write(f"{one}\n")
        figures = f"{told.entries} entries, {told.signatures} signatures, {told.movements} movements of money"
        sys.stdout.write(f"{figures}, {told.opened} entries with cards opened; signed by {' and '.join(told.keys)}\n")
        for part in PARTS:
            sys.stdout.write(f"{part}: {answer[part]}\n")
        for file, held, about in told.receipts:
            sys.stdout.write(f"receipt {file}: {held} ({about})\n")
        for sentence in sentences:
            sys.stdout.write(f"not looked at: {sentence}\n")
    return 1 if "no" in answer.values() else 0


if __name__ == "__main__":
    sys.exit(main())

"""Acts of two people on the record while the house is closed: accept a copy, or replace the key.

Both give their passwords, and the code of a second factor where they have one. These are checked against the accounts
of the very database that is in question; decision 35 says what that proves and what it does not.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import UNSET, UnsetType
from sqlalchemy import Engine

from croupier.floor.deciding.limits import may_enter
from croupier.floor.house.credentials import Credentials, Place
from croupier.floor.house.opening import Opened, kept_at, open_house
from croupier.floor.house.second_factor import Factors
from croupier.floor.house.taking_over import book_of, is_taken_over
from croupier.floor.journal.anchors import Anchor, AnchorError, AnchorFile, parted
from croupier.floor.journal.database import is_begun
from croupier.floor.journal.keys import KeyFiles
from croupier.floor.journal.sealing import KeyFile
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import StoreError, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.door import STREAM as DOOR
from croupier.floor.values.door import Means, NotePassword, NoteSignIn, NoteSignOut
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.entropy import Entropy, SystemEntropy
from croupier.floor.values.ports import SystemClock, SystemStopwatch
from croupier.floor.values.record import (
    STREAM,
    AcceptCopy,
    CountersignRecord,
    ProposeRecord,
    RecordTwoSigned,
    RejectRecord,
    ReplaceKey,
)
from croupier.floor.values.requests import Request
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role

SIGNERS = 2
_NAMED = 8
"""The bytes of a session's name in the door's book."""

Gives = Callable[[str, bool], tuple[str, str]]
"""A function that asks a person for their password and code, by their name and by whether a code is needed."""


class KeepingError(StoreError):
    """An act that was not carried out: the message is a sentence for a person."""


class Signers:
    """The two people, and how they are asked for their passwords."""

    def __init__(self, names: Sequence[str], gives: Gives, place: Place) -> None:
        if len(names) != SIGNERS or names[0] == names[1] or not all(map(is_name, names)):
            raise KeepingError("name the two different people who sign, once each")
        self.names, self._gives, self._place = tuple(names), gives, place

    def sign(self, floor: Floor, what: RecordTwoSigned) -> None:
        """Put both signatures on record; a refused signature leaves no proposal behind.

        Both people are in the door's book meanwhile, at the machine, so that ``verify`` finds them signed in.
        """
        means = {name: self._check(floor, name) for name in self.names}
        _note(floor, *self._set_outside(floor))
        inside = {name: floor.entropy.draw(_NAMED).hex() for name in self.names}
        entered = [
            NoteSignIn(name, Role.SHIFT_MANAGER, session=session, means=means[name]) for name, session in inside.items()
        ]
        _note(floor, *entered)
        try:
            self._sign(floor, what)
        finally:
            _note(floor, *(NoteSignOut(name, Role.SHIFT_MANAGER, session) for name, session in inside.items()))

    def _set_outside(self, floor: Floor) -> Iterator[NotePassword]:
        """Yield the passwords of both that were set at the machine and have not been used since.

        A person who has the folder can set them, so the record says that these signatures rest on them.
        """
        credentials, book = _credentials(floor), book_of(floor)
        for name in self.names:
            changed = credentials.changed(name)
            if changed > book.passwords.get(name, 0):
                yield NotePassword(name, "", "password", changed)

    def _sign(self, floor: Floor, what: RecordTwoSigned) -> None:

        def ask(name: str, command: ProposeRecord | CountersignRecord | RejectRecord) -> Refusal | None:
            reply = floor.submit(Request(STREAM, name, Role.SHIFT_MANAGER, command))[0]
            return reply if isinstance(reply, Refusal) else None

        first, second = self.names
        refused = ask(first, ProposeRecord(what))
        if refused is None:
            number = floor.streams[STREAM].state.proposed
            refused = ask(second, CountersignRecord(number))
            if refused is not None:
                ask(first, RejectRecord(number, "The second signature was refused"))
        if refused is not None:
            raise KeepingError(refused.sentence)

    def _check(self, floor: Floor, name: str) -> Means | UnsetType:
        """Return the means that a person has given. Raise :class:`KeepingError` if they are wrong or may not sign."""
        house = floor.house()
        if house is None:  # a demonstration, without passwords
            return UNSET
        refused = may_enter(house, name, Role.SHIFT_MANAGER)
        if refused is not None:
            raise KeepingError(refused.sentence)
        credentials = _credentials(floor)
        if name not in credentials.holders():
            raise KeepingError(f"{name} has no password here: croupier password {name} gives them one")
        factors = Factors(credentials, lambda: floor.keys, clock=floor.clock)
        # A device's codes cannot be checked once what they are made from is lost with the key: then the password has
        # to do, or no house whose managers have devices could ever go on.
        coded = factors.has(name) and factors.opens(name)
        password, code = self._gives(name, coded)
        refused = credentials.check_password(name, password, self._place)
        if refused is None and coded:
            refused = factors.check(name, code)
        if refused is not None:
            raise KeepingError(f"{name}: {refused.sentence[0].lower()}{refused.sentence[1:]}")
        return "password and code" if coded else "password"


def _credentials(floor: Floor) -> Credentials:
    return Credentials(
        floor.store,
        clock=floor.time,
        entropy=floor.entropy,
        recorded=book_of(floor).changed,
        earlier=not is_taken_over(floor),
    )


def _note(floor: Floor, *commands: NoteSignIn | NoteSignOut | NotePassword) -> None:
    """Write notes into the door's book, if the House keeps accounts."""
    if floor.house() is not None and commands:
        floor.by_itself(*(Request(DOOR, SYSTEM, Role.SHIFT_MANAGER, command) for command in commands))


def begun(db: str) -> Engine:
    """Return the engine of a database in which a house was begun.

    Raise :class:`KeepingError` if there is none: a mistyped name must not create a database.
    """
    engine = open_engine(db)
    try:
        if is_begun(engine):
            return engine
    finally:
        engine.dispose()
    raise KeepingError(f"there is no database {(engine.url.database or '')[:200]!r}")


@contextmanager
def closed_floor(
    db: str, anchor: str, *, accepting: bool = False, lost: bool = False
) -> Iterator[tuple[Floor, Opened]]:
    """Yield the floor of a closed house, which no other process can open meanwhile."""
    engine, entropy = begun(db), SystemEntropy()
    opened = open_house(engine, entropy, anchor, accepting=accepting, lost=lost)
    try:
        floor = Floor(
            opened.store,
            clock=SystemClock(),
            stopwatch=SystemStopwatch(),
            entropy=entropy,
            keys=opened.keys,
            anchors=None if accepting else opened.anchors,  # the old anchors stay until both have signed
            key_files=opened.key_files,
        )
        yield floor, opened
    finally:
        opened.store.close()


def accept_copy(db: str, anchor: str, signers: Signers, reason: str) -> tuple[AcceptCopy, int]:
    """Let two people sign that the journal goes on, although its anchors have seen another.

    Return what they signed, and the position of the entry that records it.
    """
    with closed_floor(db, anchor, accepting=True) as (floor, opened):
        anchors = opened.anchors
        assert anchors is not None, "only a file has anchors"
        seen, readable = _contradicting(floor, anchors)
        what = AcceptCopy(floor.position, seen.position if seen else 0, seen.head if seen else "", reason)
        signers.sign(floor, what)
        if not readable:
            anchors.path.rename(anchors.path.with_name(f"{anchors.path.name}.unreadable"))
        floor.anchors = anchors
        floor.anchor()
        anchors.replace_last(floor.anchored(), back=True)
        return what, floor.position


def _contradicting(floor: Floor, anchors: AnchorFile) -> tuple[Anchor | None, bool]:
    """Return the last anchor that has seen another journal, if there is one, and whether all lines can be read.

    Anchors go on only where all lines can be read.
    """
    try:
        lines = anchors.lines() if anchors.path.exists() else []
    except AnchorError:
        return None, False
    missing = False
    try:
        ending = anchors.ending()
    except AnchorError:  # the file has only lines, only the last commit, or neither
        ending, missing = lines[-1:], True
    with floor.store.reading() as reading:
        found = [one for one in ending if parted(reading, one)]
        seal = reading.seal()
    unseen = seal is not None and seal.first > 1 and not any(one.position for one in ending)
    if not found and not missing and not unseen:
        raise KeepingError("the anchors know this journal: there is nothing to accept")
    known = [one for one in found if one in lines] or found
    return known[-1] if known else None, True


def replace_key(db: str, anchor: str, signers: Signers, reason: str, entropy: Entropy) -> str:
    """Let two people sign for another key, and return the new public key.

    The old key signs too; it is kept under another name.
    """
    with closed_floor(db, anchor) as (floor, opened):
        files = opened.key_files
        assert files is not None, "only a file has its key in another"
        public = files.prepare(entropy)
        try:
            signers.sign(floor, ReplaceKey(public, False, reason))
        except BaseException:
            files.drop()
            raise
        floor.anchor()
        return public


def replace_lost_key(db: str, anchor: str, signers: Signers, reason: str, entropy: Entropy) -> str:
    """Replace a key that is gone: two people's signatures stand for it. Return the new public key.

    Raise :class:`KeepingError` if the key file exists.
    """
    files = KeyFiles(kept_at(begun(db)))
    if files.exists():
        raise KeepingError(f"the key file {files.path} is there: it is not lost (use --replace)")
    public = Signer(KeyFile(files.path).read_or_create(entropy)).public
    done = False
    try:
        with closed_floor(db, anchor, lost=True) as (floor, _):
            signers.sign(floor, ReplaceKey(public, True, reason))
            done = True
            floor.anchor()
    finally:
        if not done:
            files.path.unlink(missing_ok=True)
    return public

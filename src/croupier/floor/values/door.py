"""The door's book: sign-ins and sign-outs, failed sign-ins, new passwords, refusals, and forged rows of the database.

The book is a stream of its own, which the floor writes; a person only acknowledges an alarm. Passwords and PINs are
never in it. Since the rows behind the door (``credentials.py``) bear MACs, the book also knows who is signed in, and
``verify`` holds every act of the staff against it (``verify/presence.py``).
"""

from typing import Final, Literal, assert_never

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from croupier.floor.values import signatures
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.house import EMPLOYED
from croupier.floor.values.passkeys import Assertion, Passkey, Signing, check_assertion, read_statement
from croupier.floor.values.ports import MICROSECONDS
from croupier.floor.values.vocabulary import Vocabulary
from croupier.play.refusal import Reason, Refusal
from croupier.rules.document import Cite
from croupier.rules.terms import Role

STREAM: Final = "door"
Secret = Literal["password", "PIN", "second factor"]
Means = Literal["password", "password and code", "PIN"]
"""The proof that a person gave at sign-in."""
SESSION_MINUTES: Final = 12 * 60
"""The minutes after which a session ends in a House that keeps accounts, even if it is in use."""
MOST_FORGERIES: Final = 50
"""The number of alarms that wait to be acknowledged; further ones are only logged and counted."""
_SESSION: Final = SESSION_MINUTES * 60 * MICROSECONDS
_LATE: Final = 60 * MICROSECONDS
"""The time for which an ended session is remembered: an act that had begun may be committed after it."""

# ---- Commands -------------------------------------------------------------------------------------------------------


class NoteSignIn(Struct, frozen=True, tag=True):
    """A person has signed in, with their password or, at a table, with their PIN."""

    account: str
    role: Role
    table: str = ""
    session: str | UnsetType = UNSET
    """The name of the session, from which its token cannot be found; earlier releases wrote none."""
    means: Means | UnsetType = UNSET
    """The means by which the person signed in; earlier releases did not record them."""


class NoteSignInFailed(Struct, frozen=True, tag=True):
    """A sign-in was refused."""

    account: str
    """The name that was given; empty if it was none."""
    role: Role
    reason: str
    table: str = ""


class NoteSignOut(Struct, frozen=True, tag=True):
    """A person has signed out, or another took over their console."""

    account: str
    role: Role
    session: str | UnsetType = UNSET


class NotePassword(Struct, frozen=True, tag=True):
    """An account has another password or PIN, or another second factor or none."""

    account: str
    by: str
    """The person who changed it; empty if it was changed outside the house's pages."""
    secret: Secret
    changed: int
    """The time of the change, as the credentials have it."""


class NoteRefusal(Struct, frozen=True, tag=True):
    """A request of a person of the staff was refused."""

    account: str
    role: Role
    stream: str
    command: str
    sentence: str
    cites: tuple[Cite, ...] = ()


class NoteTakenOver(Struct, frozen=True, tag=True):
    """The rows behind the door bear MACs from now on; those that an earlier release left were taken over once."""

    key: str
    """The House's public key; its secret made the MACs."""
    passwords: int
    pins: int
    factors: int
    unknown: tuple[str, ...]
    """The accounts whose password the door's book did not know: it was set outside the pages, or planted."""


class NoteForgery(Struct, frozen=True, tag=True):
    """A row behind the door was not written by the house; it was refused."""

    table: str
    account: str
    wrong: str


class AcknowledgeForgery(Struct, frozen=True, tag=True):
    """A manager has dealt with a forged row."""

    number: int


class NotePasskey(Struct, frozen=True, tag=True):
    """A person has registered their device, with their password."""

    account: str
    passkey: Passkey


class NotePasskeyGone(Struct, frozen=True, tag=True):
    """A person's device no longer signs: two people have reset their password."""

    account: str


class NoteSigning(Struct, frozen=True, tag=True):
    """The House's file asks for signatures by people's own devices from now on."""

    signing: Literal["passkey"] = "passkey"


class LowerSigning(Struct, frozen=True, tag=True):
    """A Shift Manager decides that sessions suffice for signatures again."""

    reason: str


class SignAct(Struct, frozen=True, tag=True):
    """A person signs an act of theirs with their own device; the act is the next entry of its stream."""

    statement: str
    assertion: Assertion


DoorCommand = (
    NoteSignIn
    | NoteSignInFailed
    | NoteSignOut
    | NotePassword
    | NoteRefusal
    | NoteTakenOver
    | NoteForgery
    | AcknowledgeForgery
    | NotePasskey
    | NotePasskeyGone
    | NoteSigning
    | LowerSigning
    | SignAct
)

# ---- Events ---------------------------------------------------------------------------------------------------------


class SignedIn(Struct, frozen=True, tag=True):
    """A person signed in, at a table if one is named."""

    account: str
    role: Role
    table: str
    session: str | UnsetType = UNSET
    means: Means | UnsetType = UNSET


class SignInFailed(Struct, frozen=True, tag=True):
    """A sign-in was refused."""

    account: str
    role: Role
    reason: str
    table: str


class SignedOut(Struct, frozen=True, tag=True):
    """A person signed out."""

    account: str
    role: Role
    session: str | UnsetType = UNSET


class PasswordChanged(Struct, frozen=True, tag=True):
    """An account has another password or PIN, or another second factor or none."""

    account: str
    by: str
    secret: Secret
    changed: int


class CommandRefused(Struct, frozen=True, tag=True):
    """A request was refused, for the reason given."""

    account: str
    role: Role
    stream: str
    command: str
    sentence: str
    cites: tuple[Cite, ...]


class TakenOver(Struct, frozen=True, tag=True):
    """Rows without a MAC under the House's key are refused from now on, and every staff act needs a sign-in."""

    key: str
    passwords: int
    pins: int
    factors: int
    unknown: tuple[str, ...]


class ForgeryNoticed(Struct, frozen=True, tag=True):
    """A row behind the door was not written by the house; it was refused."""

    number: int
    table: str
    account: str
    wrong: str
    at: int


class ForgeryAcknowledged(Struct, frozen=True, tag=True):
    """A manager has dealt with a forged row."""

    number: int
    by: str


class PasskeyRegistered(Struct, frozen=True, tag=True):
    """A person's device signs their acts from now on."""

    account: str
    passkey: Passkey


class PasskeyGone(Struct, frozen=True, tag=True):
    """A person's device no longer signs."""

    account: str
    passkey: Passkey


class SigningChanged(Struct, frozen=True, tag=True):
    """Signatures rest on people's devices, or on their sessions, from now on."""

    signing: Signing
    by: str
    """The Shift Manager who changed it; empty if the House's file did."""
    reason: str


class ActSigned(Struct, frozen=True, tag=True):
    """A person's device has signed an act."""

    account: str
    role: Role
    stream: str
    key: str
    statement: str
    passkey: str


DoorEvent = (
    SignedIn
    | SignInFailed
    | SignedOut
    | PasswordChanged
    | CommandRefused
    | TakenOver
    | ForgeryNoticed
    | ForgeryAcknowledged
    | PasskeyRegistered
    | PasskeyGone
    | SigningChanged
    | ActSigned
)

# ---- State ----------------------------------------------------------------------------------------------------------


class Inside(Struct, frozen=True):
    """A session of a person who works here."""

    since: int
    ended: int = 0
    """The time when the session ended; 0 if the book has not seen its end."""
    means: Means | UnsetType = UNSET

    def open_at(self, at: int, slack: int = 0) -> bool:
        """Return whether an act at a time may have come from this session."""
        over = self.since + _SESSION if not self.ended else min(self.ended, self.since + _SESSION)
        return self.since <= at <= over + slack


class SignedAct(Struct, frozen=True):
    """A signature by a device, until its act is on record."""

    at: int
    statement: str


class DoorState(Struct, frozen=True):
    """The book's memory: changes of secrets, sessions of the staff, and alarms that wait."""

    passwords: dict[str, int] = {}
    """The last known change of each account's password: a change from outside is noticed once."""
    key: str = ""
    """The public key of the House when the rows were last taken over; empty if they never were."""
    secrets: dict[str, int] = {}
    """The last known change of each PIN and second factor, as ``PIN ann``, since the rows were taken over."""
    inside: dict[str, dict[str, Inside]] = {}
    """The sessions of a person in a role, by a key such as ``ann cage`` and by their names."""
    forgeries: tuple[ForgeryNoticed, ...] = ()
    noticed: int = 0
    passkeys: dict[str, Passkey] = {}
    """The device that signs, by account."""
    signing: Signing = "session"
    signed: dict[str, SignedAct] = {}
    """The signatures of the last minute, by stream and key of the act."""
    at_machine: tuple[str, ...] | UnsetType = UNSET
    """The accounts with a password set at the machine, known to those who have its folder; unset if there are none."""

    def signature(self, stream: str, key: str) -> str:
        """Return the statement that a device has signed for an act; empty if none has."""
        found = self.signed.get(f"{stream} {key}")
        return "" if found is None else found.statement

    def means(self, account: str, role: Role, at: int, slack: int) -> set[Means | UnsetType]:
        """Return the means of sign-in of the sessions in which a person could have acted at a time."""
        own = self.inside.get(f"{account} {role.value}", {}).values()
        return {one.means for one in own if one.open_at(at, slack)}

    def is_set_at_machine(self, account: str) -> bool:
        """Return whether a person still has the password that was set for them at the machine."""
        return self.at_machine is not UNSET and account in self.at_machine

    def changed(self, account: str, secret: Secret) -> int:
        """Return when a secret was last seen to change, once the rows are the house's own; 0 if it never was."""
        if not self.key:
            return 0
        return self.passwords.get(account, 0) if secret == "password" else self.secrets.get(f"{secret} {account}", 0)

    def is_inside(self, account: str, role: Role, at: int, slack: int) -> bool:
        """Return whether a person was signed in, in this role, at a time."""
        return any(one.open_at(at, slack) for one in self.inside.get(f"{account} {role.value}", {}).values())


DOOR: Final[Vocabulary[DoorState, DoorCommand, DoorEvent]] = Vocabulary(STREAM, DoorState, DoorCommand, DoorEvent)


def decide_door(
    _name: str, state: DoorState | None, actor: str, role: Role, command: DoorCommand, at: int
) -> tuple[DoorEvent, ...] | Refusal:
    """Return the event of a note, which only the floor makes, or of an acknowledgement."""
    book = state or DoorState()
    if isinstance(command, AcknowledgeForgery):
        return _acknowledged(book, actor, command)
    if isinstance(command, SignAct):
        return _signed(book, actor, role, command)
    if isinstance(command, LowerSigning):
        return _lowered(book, actor, command)
    if actor != SYSTEM:
        return Refusal(Reason.ROLE, "Nobody may do this: the floor does it by itself", ())
    match command:
        case NoteSignIn():
            return (SignedIn(command.account, command.role, command.table, command.session, command.means),)
        case NoteSignInFailed():
            return (SignInFailed(command.account, command.role, command.reason, command.table),)
        case NoteSignOut():
            return (SignedOut(command.account, command.role, command.session),)
        case NotePassword():
            return (PasswordChanged(command.account, command.by, command.secret, command.changed),)
        case NoteRefusal():
            told = (command.stream, command.command, command.sentence, command.cites)
            return (CommandRefused(command.account, command.role, *told),)
        case NoteTakenOver():
            counts = (command.passwords, command.pins, command.factors)
            return (TakenOver(command.key, *counts, command.unknown),)
        case NoteForgery():
            about = (command.table, command.account, command.wrong)
            known = any((one.table, one.account, one.wrong) == about for one in book.forgeries)
            if known or len(book.forgeries) >= MOST_FORGERIES:  # another server has noticed the same row
                return Refusal(Reason.MOMENT, "This alarm waits already", ())
            return (ForgeryNoticed(book.noticed + 1, *about, at),)
        case NotePasskey():
            if command.account in book.passkeys:
                return Refusal(Reason.MOMENT, f"{command.account} has a passkey: two people reset it first", ())
            return (PasskeyRegistered(command.account, command.passkey),)
        case NotePasskeyGone():
            if command.account not in book.passkeys:
                return Refusal(Reason.MOMENT, f"{command.account} has no passkey", ())
            return (PasskeyGone(command.account, book.passkeys[command.account]),)
        case NoteSigning():
            if book.signing == command.signing:
                return Refusal(Reason.MOMENT, "Signatures rest on passkeys already", ())
            return (SigningChanged(command.signing, "", ""),)
        case _:
            assert_never(command)


def _signed(book: DoorState, actor: str, role: Role, command: SignAct) -> tuple[DoorEvent, ...] | Refusal:
    statement, passkey = read_statement(command.statement), book.passkeys.get(actor)
    if passkey is None:
        return Refusal(Reason.ROLE, "You have not registered a passkey: do it on your own page", ())
    if statement is None or (statement.actor, statement.role, statement.house) != (actor, role.value, book.key):
        return Refusal(Reason.FACT, "The signature is not about an act of yours in this house", ())
    wrong = check_assertion(passkey, command.statement, command.assertion)
    if wrong:
        return Refusal(Reason.FACT, f"The signature of your passkey does not hold: {wrong}", ())
    return (ActSigned(actor, role, statement.stream, statement.key, command.statement, passkey.id),)


def _lowered(book: DoorState, actor: str, command: LowerSigning) -> tuple[DoorEvent, ...] | Refusal:
    if actor == SYSTEM:
        return Refusal(Reason.ROLE, "A Shift Manager does this, with their own passkey", ())
    if book.signing == "session":
        return Refusal(Reason.MOMENT, "Sessions suffice for signatures already", ())
    refused = signatures.wrong_reason(command.reason)
    return refused or (SigningChanged("session", actor, command.reason),)


def _acknowledged(book: DoorState, actor: str, command: AcknowledgeForgery) -> tuple[DoorEvent, ...] | Refusal:
    forgery = next((one for one in book.forgeries if one.number == command.number), None)
    if forgery is None:
        return Refusal(Reason.MOMENT, f"There is no alarm {command.number} waiting", ())
    if forgery.account == actor:
        return Refusal(Reason.ROLE, "This alarm is about your own account: another manager acknowledges it", ())
    return (ForgeryAcknowledged(forgery.number, actor),)


def evolve_door(state: DoorState | None, event: DoorEvent, at: int) -> DoorState:
    """Return the book after an event."""
    book = state or DoorState()
    match event:
        case SignedIn():
            return _in(book, event, at)
        case SignedOut():
            return _out(book, event, at)
        case PasswordChanged():
            return _changed(book, event, at)
        case TakenOver():
            return replace(book, key=event.key, inside={}, secrets={})
        case ForgeryNoticed():
            return replace(book, forgeries=(*book.forgeries, event), noticed=event.number)
        case ForgeryAcknowledged():
            return replace(book, forgeries=signatures.without(book.forgeries, event.number))
        case PasskeyRegistered():
            return replace(book, passkeys={**book.passkeys, event.account: event.passkey})
        case PasskeyGone():
            return replace(book, passkeys={name: one for name, one in book.passkeys.items() if name != event.account})
        case SigningChanged():
            return replace(book, signing=event.signing)
        case ActSigned():
            late = {name: one for name, one in book.signed.items() if at - one.at <= _LATE}
            return replace(book, signed={**late, f"{event.stream} {event.key}": SignedAct(at, event.statement)})
        case SignInFailed() | CommandRefused():
            return book
        case _:
            assert_never(event)


def _in(book: DoorState, event: SignedIn, at: int) -> DoorState:
    if not book.key or event.session is UNSET or event.role not in EMPLOYED:
        return book
    name = f"{event.account} {event.role.value}"
    known = book.inside.get(name, {})
    left = {one: entry for one, entry in known.items() if entry.open_at(at, _LATE)}
    return replace(book, inside={**book.inside, name: {**left, event.session: Inside(at, means=event.means)}})


def _out(book: DoorState, event: SignedOut, at: int) -> DoorState:
    name = f"{event.account} {event.role.value}"
    known = book.inside.get(name, {})
    if event.session is UNSET or event.session not in known:
        return book
    ended = {**known, event.session: replace(known[event.session], ended=at)}
    return replace(book, inside={**book.inside, name: ended})


def _changed(book: DoorState, event: PasswordChanged, at: int) -> DoorState:
    """Return the book after a secret has changed; a new password ends all sessions of the account."""
    if event.secret != "password":
        if not book.key:
            return book
        return replace(book, secrets={**book.secrets, f"{event.secret} {event.account}": event.changed})
    own = {f"{event.account} {role.value}" for role in EMPLOYED} & book.inside.keys()
    ended = {name: {one: _ended(entry, at) for one, entry in book.inside[name].items()} for name in sorted(own)}
    others = () if book.at_machine is UNSET else tuple(one for one in book.at_machine if one != event.account)
    at_machine = others if event.by else (*others, event.account)
    passwords = {**book.passwords, event.account: event.changed}
    after = replace(book, passwords=passwords, at_machine=at_machine or UNSET)
    return replace(after, inside={**book.inside, **ended}) if ended else after


def _ended(entry: Inside, at: int) -> Inside:
    return entry if entry.ended else replace(entry, ended=at)

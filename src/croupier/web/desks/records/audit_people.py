"""The audit's sentences about people: sign-ins, Dealers on duty, refusals; and its list of corrections."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, get_args

from msgspec import Struct

from croupier.cards import UNKNOWN
from croupier.floor.values.door import (
    ActSigned,
    CommandRefused,
    DoorEvent,
    ForgeryAcknowledged,
    ForgeryNoticed,
    PasskeyGone,
    PasskeyRegistered,
    PasswordChanged,
    SignedIn,
    SignedOut,
    SignInFailed,
    SigningChanged,
    TakenOver,
)
from croupier.floor.values.house import CodeIssued, PasswordReset
from croupier.floor.values.table_duty import (
    CallAnswered,
    ConsentGiven,
    ConsentWithdrawn,
    DealerHandedOver,
    DealersAssigned,
    DealerSignedOff,
    DealerSignedOn,
    DutyEvent,
    ReliefDropped,
    ReliefPlanned,
    RoundHeld,
    RoundResumed,
    SupervisorCalled,
)
from croupier.notation.ruled import role_name
from croupier.notation.speech import listed
from croupier.rules.terms import Role

PEOPLE: Final = tuple(one.__name__ for one in (*get_args(DoorEvent), *get_args(DutyEvent), PasswordReset, CodeIssued))
"""The events that the list of people shows, by name."""
CORRECTIONS: Final = ("CardCorrected", "WagerCorrected", "ActTakenBack", "DecisionCorrected", "ActCorrected")
"""The events by which an entry was corrected."""


def is_correction(event: Mapping[str, object]) -> bool:
    """Return whether an event is a correction; naming a card that was dealt unseen is not one."""
    named = event["type"] == "CardCorrected" and event.get("before") == UNKNOWN
    return event["type"] in CORRECTIONS and not named


class PersonTold(Struct, frozen=True):
    """The sentence of an event about a person."""

    sentence: str
    who: str = ""
    """The person whom the sentence is about; empty if it is the actor of the event."""
    role: str = ""
    """The role in which they are concerned; empty if it does not matter."""
    others: tuple[str, ...] = ()
    """Further people whom the event concerns."""


def told_of(event: object) -> PersonTold | None:
    """Return the sentence of an event about a person; None if the event has none."""
    match event:
        case SignedIn():
            where = f" at table {event.table}" if event.table else ""
            return PersonTold(f"Signed in{where} as {role_name(event.role)}.", event.account, event.role.value)
        case SignInFailed():
            where = f" at table {event.table}" if event.table else ""
            return PersonTold(f"Was turned away{where}: {event.reason}.", event.account, event.role.value)
        case SignedOut():
            return PersonTold("Signed out.", event.account, event.role.value)
        case PasswordChanged():
            by = "outside the pages" if not event.by else "by themselves" if event.by == event.account else event.by
            how = by if by.startswith(("outside", "by ")) else f"by {by}"
            if event.secret == "second factor" and not event.changed:
                return PersonTold(f"Has no second factor any more, taken off {how}.", event.account)
            return PersonTold(f"Has a new {event.secret}, set {how}.", event.account)
        case PasswordReset():
            return PersonTold(f"Must choose a new password: {event.reason}.", event.account)
        case CodeIssued():
            return PersonTold("Was given a code to choose a password with.", event.account)
        case TakenOver():
            return PersonTold(_taken_over(event), others=event.unknown)
        case ForgeryNoticed():
            about = f" It names {event.account}." if event.account else ""
            return PersonTold(f"Refused a row of {event.table}: {event.wrong}.{about}", event.account)
        case ForgeryAcknowledged():
            return PersonTold(f"Dealt with alarm {event.number} about a forged row.", event.by)
        case PasskeyRegistered():
            return PersonTold(
                f"Has registered the passkey {event.passkey.id[:16]} for {event.passkey.house}.", event.account
            )
        case PasskeyGone():
            return PersonTold(f"No longer has the passkey {event.passkey.id[:16]}.", event.account)
        case SigningChanged():
            return PersonTold(_signing(event))
        case ActSigned():
            told = f"Signed an act of theirs at {event.stream} with their passkey."
            return PersonTold(told, event.account, event.role.value)
        case CommandRefused():
            sentence = f"{event.command} was refused at {event.stream}: {event.sentence}."
            return PersonTold(sentence, event.account, event.role.value)
        case _:
            return _of_duty(event)


def _taken_over(event: TakenOver) -> str:
    """Return the sentence about the sign-in rows of an earlier release that were taken over."""
    counts = f"{event.passwords} passwords, {event.pins} PINs and {event.factors} second factors"
    told = f"Took over {counts} of an earlier release under the key {event.key[:16]}."
    return f"{told} Not known before: {listed(event.unknown)}." if event.unknown else told


def _signing(event: SigningChanged) -> str:
    """Return the sentence about the evidence that signatures need from now on."""
    if event.signing == "passkey":
        return "Signatures rest on people's passkeys from now on."
    return f"Sessions suffice for signatures again: {event.reason}."


def _of_duty(event: object) -> PersonTold | None:
    match event:
        case DealersAssigned():
            names = listed(event.dealers)
            sentence = f"Assigned {names} to deal." if names else "Assigned no Dealer in particular."
            return PersonTold(sentence, others=event.dealers)
        case DealerSignedOn():
            return PersonTold("Signed on to deal.", event.dealer, Role.DEALER.value)
        case DealerHandedOver():
            note = f" Said: {event.note}" if event.note else ""
            sentence = f"Took over from {event.leaves}; both have {event.tray} the tray.{note}"
            return PersonTold(sentence, event.comes, Role.DEALER.value, (event.leaves,))
        case DealerSignedOff():
            why = f": {event.reason}" if event.reason else ""
            return PersonTold(f"No longer deals{why}.", event.dealer, Role.DEALER.value)
        case ConsentGiven():
            return PersonTold("Agreed that the Dealer stakes their wallet.", event.player, Role.PLAYER.value)
        case ConsentWithdrawn():
            sentence = "No longer agrees that the Dealer stakes their wallet."
            return PersonTold(sentence, event.player, Role.PLAYER.value)
        case SupervisorCalled():
            return PersonTold("Called a supervisor.", event.dealer, Role.DEALER.value)
        case CallAnswered():
            return PersonTold(f"Answered the call of {event.dealer}.", event.by, others=(event.dealer,))
        case ReliefPlanned():
            return PersonTold(_planned(event), others=(event.leaves, event.comes))
        case ReliefDropped():
            return PersonTold(_planned(event), others=(event.comes,))
        case RoundHeld():
            return PersonTold(f"Round {event.round} is held after a restart.")
        case RoundResumed():
            return PersonTold(f"Let round {event.round} go on as it lies: {event.reason}.")
        case _:
            return None


def _planned(event: ReliefPlanned | ReliefDropped) -> str:
    """Return the sentence about a relief that the pit has planned or dropped."""
    at = datetime.fromtimestamp(event.at / 1_000_000, UTC).strftime("%H:%M UTC")
    if isinstance(event, ReliefPlanned):
        return f"Planned that {event.comes} relieves {event.leaves} at {at}."
    return f"Dropped the relief by {event.comes} at {at}."

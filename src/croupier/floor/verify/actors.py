"""The check of actors: whether the floor could accept a command from this person, in this role, at that time.

An entry bears the name of the person who asked for it, or whose command it follows from; or it is the floor's own. The
check repeats what the floor checks first: the table of roles and the kind of the stream. Where the House keeps
accounts, it also repeats the checks of the account as it was then: its roles, locks and exclusions, the gaming day, and
the first of two signatures.

Some checks are not repeated, since they would need the whole running floor: how much a Player had lost and how long
they had played in the gaming day (loss and time limits), which other work a person had done that day, whether a link
was down, and whether an award of another table came first. ``presence.py`` checks whether the person was signed in.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from croupier.floor.deciding import limits
from croupier.floor.deciding.dealing import INTERRUPTION, NOT_COVERED
from croupier.floor.deciding.duties import Work
from croupier.floor.deciding.permissions import addressed, allowed, core
from croupier.floor.deciding.played import Played
from croupier.floor.values.cage import EstablishCage, KeepClaims, KeepDrawers, NoteAwards, NoteTableCash
from croupier.floor.values.clock import DoubtClock, StartClock
from croupier.floor.values.door import (
    NoteForgery,
    NotePasskey,
    NotePasskeyGone,
    NotePassword,
    NoteRefusal,
    NoteSignIn,
    NoteSignInFailed,
    NoteSigning,
    NoteSignOut,
    NoteTakenOver,
)
from croupier.floor.values.entries import SYSTEM, Entry
from croupier.floor.values.house import EstablishHouse, HouseState
from croupier.floor.values.links import EstablishLink, MoveMeter
from croupier.floor.values.table import (
    CommitShuffle,
    DiscardShoe,
    EstablishTable,
    LetSignaturesFall,
    NoteJackpotWon,
    TakeUpMode,
    TakeUpPolicy,
    TakeUpRulebook,
)
from croupier.floor.values.table_duty import HoldRound
from croupier.floor.values.tray import KeepTray
from croupier.floor.values.waiting import DropWaiting
from croupier.floor.verify.days import MOMENT
from croupier.floor.verify.finding import Finding, Kind, found
from croupier.floor.verify.replay import Followed
from croupier.money import Cents
from croupier.play.banked import commands as banked
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.rules.terms import Role

_OWN: Final[Mapping[Role, frozenset[type]]] = {
    Role.SHIFT_MANAGER: frozenset(
        {
            *(
                EstablishHouse,
                EstablishCage,
                KeepDrawers,
                KeepClaims,
                EstablishLink,
                EstablishTable,
                HoldRound,
                StartClock,
                DoubtClock,
            ),
            DiscardShoe,
            *(NoteSignIn, NoteSignInFailed, NoteSignOut, NotePassword, NoteRefusal, NoteTakenOver, NoteForgery),
            *(NotePasskey, NotePasskeyGone, NoteSigning),
        }
    ),
    Role.DEALER: frozenset(
        {
            *(CommitShuffle, NoteJackpotWon, MoveMeter, TakeUpRulebook, TakeUpPolicy, TakeUpMode),
            *(LetSignaturesFall, DropWaiting, KeepTray, NoteTableCash, NoteAwards),
            *(banked.DealCards, banked.Reveal, banked.ShowHand, banked.Settle, banked.Report, banked.DeclineShare),
            *(banked.OpenRound, banked.CloseBets, banked.RunOutClock, banked.WithdrawWager),  # its clock's acts
            *(room.DealCards, room.TurnMarker, room.ShowHand, room.Settle, room.Report, room.SitOut),
            *(room.OpenRound, room.RunOutClock, room.MuckHand),
            room.LeaveTable,  # in a demonstration no supervisor decides about the seat of an absent guest
        }
    ),
}
"""The commands that the floor gives by itself, by role: those in its plan, and those that need no decision."""


class Given(Struct, frozen=True):
    """A command, as it was given."""

    stream: str
    actor: str
    role: Role
    command: object
    key: str = ""
    moment: str = ""


class Then:
    """The floor as it was when an entry was made, as far as the verification has followed it."""

    def __init__(self, streams: Mapping[str, Followed], stream: str, before: object, house: object) -> None:
        self._streams, self._stream, self._before, self._house = streams, stream, before, house

    def state_of(self, stream: str) -> object:
        """Return a stream's state before the entry; None if it is not known."""
        if stream == "house":
            return self._house
        if stream == self._stream:
            return self._before
        followed = self._streams.get(stream)
        return None if followed is None else followed.state

    def played(self, house: HouseState, at: int) -> Played:
        """Return no time played: limits of time are not checked here."""
        return Played(house, at)

    def pending(self) -> dict[str, Cents]:
        """Return no pending money: limits of loss are not checked here."""
        return {}

    def done(self, house: HouseState, at: int, name: str) -> frozenset[Work]:
        """Return no other work: the separation of duties over a gaming day is not checked here."""
        return frozenset()


def check(
    streams: Mapping[str, Followed], entry: Entry, role: Role, command: object, before: object
) -> Iterator[Finding]:
    """Report a command that its actor could not have given; ``before`` is the state of its stream before it."""
    refused = addressed(entry.stream, command)
    if refused is not None:
        yield _wrong(entry, "command", refused)
    refused = _not_the_floors(role, command) if entry.actor.lower() == SYSTEM else allowed(role, command)
    if refused is not None:
        yield _wrong(entry, "role", refused)
    barred = _barred(streams, Given(entry.stream, entry.actor, role, command, entry.key), entry.at, before)
    if barred is not None:
        yield _wrong(entry, "actor", barred)


def _not_the_floors(role: Role, command: object) -> Refusal | None:
    """Return a refusal if the floor never gives this command in this role by itself."""
    asked = core(command)
    other = isinstance(asked, banked.Report | room.Report) and asked.irregularity not in {INTERRUPTION, NOT_COVERED}
    if not other and type(asked) in _OWN.get(role, frozenset()):
        return None
    return Refusal(Reason.ROLE, "The floor does not do this by itself", ())


def _barred(streams: Mapping[str, Followed], given: Given, at: int, before: object) -> Refusal | None:
    """Return the refusal if the accounts or the gaming day did not allow the command; None if they cannot tell."""
    followed = streams.get("house")
    if followed is None or followed.shaken or followed.lost:
        return None
    houses = [before] if given.stream == "house" else followed.states
    refused: Refusal | None = None
    for house in houses:
        for moment in (at, at - MOMENT):
            try:
                then = Then(streams, given.stream, before, house)
                refused = limits.barred(then, given, moment) or limits.withdrawn(
                    house if isinstance(house, HouseState) else None, before, given.command
                )
            except Exception:  # a forged command can raise any error here; the replay reports its decision
                return None
            if refused is None:
                return None
    return refused


def _wrong(entry: Entry, field: str, refused: Refusal) -> Finding:
    wrong = f"{entry.actor[:40]!r} could not have given this command as {entry.role}: {refused.sentence}"
    return found(Kind.ACTOR, "journal", wrong, stream=entry.stream, version=entry.version, field=field)

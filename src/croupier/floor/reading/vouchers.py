"""Claims, vouchers and counts as objects: each with its number, state, owner, names and history.

An award is ``A-0012``, a fill ``F``, a credit ``C``, a redemption of chips ``R``, a box of cash ``D``, a count ``N``.
Their history is the journal's: this module reads it entry by entry, and keeps nothing that the journal does not have.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace
from sqlalchemy import or_, select

from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import Reading
from croupier.floor.running.loading import StreamState, events_of
from croupier.floor.values import cage, tray
from croupier.floor.values import table as tables
from croupier.floor.values.entries import SYSTEM, Entry
from croupier.floor.values.tray import Counts, worth
from croupier.money import Cents

KEPT: Final = 300
"""The number of closed objects that are remembered; the journal has all of them."""
CARRIED_TOO_LONG: Final = 20 * 60 * 1_000_000
"""The time after which a box of cash on its way stands out, in microseconds."""
STEPS: Final = {"A": 5, "F": 4, "C": 4, "R": 3, "D": 4, "N": 4}
"""The number of steps that an object goes through, by the letter of its number."""
_EVENTS: Final = (
    cage.ClaimRegistered,
    cage.ClaimMoved,
    cage.CashProposed,
    cage.CashRejected,
    cage.CashBooked,
    cage.CashVoided,
    tables.ClaimSigned,
    tables.ClaimReturned,
    tables.SignaturesFell,
    tray.SlipRequested,
    tray.SlipSent,
    tray.SlipReceived,
    tray.SlipCancelled,
    tray.BoxPulled,
    tray.BoxReceived,
    tray.BoxCounted,
    tray.BoxCountsDiffer,
    tray.BoxEmptied,
    tray.TrayCounted,
    tray.CountsDiffer,
    tray.CountsAgree,
    tray.CountSigned,
    tray.CountAbandoned,
    tray.RecountOrdered,
)
_KINDS: Final = frozenset(_EVENTS)
CAGE: Final = "cage"
"""The owner of an object that any person of the cage may take up."""
PIT: Final = "pit"
"""The owner of an object that any Pit Supervisor may take up."""


class Step(Struct, frozen=True):
    """A line of an object's history."""

    at: int
    what: str
    """The name of the step, such as ``registered``, ``sent`` or ``differs``."""
    by: str
    """The person who did it; empty if the program did."""
    note: str = ""
    """A reason, a name or a seal."""


class Voucher(Struct, frozen=True):
    """A claim, a voucher or a count."""

    number: str
    table: str
    box: int
    """The box of an award, or the number of a box of cash at its table; 0 otherwise."""
    title: str
    """The name of an award; empty for other kinds."""
    opened: int
    counts: Counts = ()
    cents: Cents | None = None
    """The amount; None while it is unknown or must not be seen, as in a count under way or a box not yet counted."""
    state: str = ""
    done: int = 1
    """The number of steps that are done."""
    open: bool = True
    wrong: bool = False
    """True if the state stands out: refused, differing, or voided."""
    owner: str = ""
    """The person, or the desk, that acts next; of a closed object the last who acted."""
    since: int = 0
    person: str = ""
    """The person who is paid."""
    seal: str = ""
    history: tuple[Step, ...] = ()

    @property
    def kind(self) -> str:
        """The letter of the object's number, which says what it is."""
        return self.number[0]


class Vouchers:
    """The objects of a house, followed entry by entry."""

    def __init__(self) -> None:
        self._known: dict[str, Voucher] = {}
        self._awards: dict[tuple[str, int], str] = {}
        """The last award that was registered, by table and box."""
        self._boxes: dict[tuple[str, int], str] = {}
        """The number of a box of cash in the house, by its table and its number there."""
        self._counts: dict[str, str] = {}
        """The number of the count under way, by table."""
        self._proposed: dict[int, str] = {}
        """The claim or redemption that a proposal at the cage would pay, by the proposal's number."""

    @property
    def all(self) -> tuple[Voucher, ...]:
        """The objects: those that are open, the oldest first, then the closed ones, the latest first."""
        known = self._known.values()
        opened = sorted((one for one in known if one.open), key=lambda one: one.since)
        closed = sorted((one for one in known if not one.open), key=lambda one: -one.since)
        return (*opened, *closed)

    def of(self, number: str) -> Voucher | None:
        """Return the object with a number, if it is known."""
        return self._known.get(number)

    def take(self, entry: Entry, events: Sequence[object]) -> None:
        """Follow an entry of the journal."""
        kind, _, name = entry.stream.partition(":")
        if kind not in {"table", "cage"}:
            return
        by = "" if entry.actor == SYSTEM else entry.actor
        for event in events:
            if type(event) in _KINDS:
                if kind == "cage":
                    self._at_cage(entry.at, by, event)
                else:
                    self._at_table(name, entry.at, by, event)

    def forget(self) -> None:
        """Forget the oldest closed objects beyond the number that is kept."""
        for one in self.all[len([one for one in self._known.values() if one.open]) + KEPT :]:
            del self._known[one.number]

    # ---- Claims and redemptions -------------------------------------------------------------------------------------

    def _at_cage(self, at: int, by: str, event: object) -> None:
        match event:
            case cage.ClaimRegistered():
                self._awards[event.table, event.box] = event.claim
                known = self._known.get(event.claim)
                claim = known or Voucher(event.claim, event.table, event.box, event.award, at)
                self._put(replace(claim, title=event.award), at, "registered", event.table, done=2, owner=PIT)
            case cage.ClaimMoved():
                self._claim_moved(at, event)
            case cage.CashProposed():
                self._proposal(at, by, event)
            case cage.CashRejected():
                self._rejected(at, by, event)
            case cage.CashBooked() if event.claim:
                self._booked(at, by, event)
            case cage.CashVoided() if event.act.claim:
                self._voided(at, event)
            case _:
                pass

    def _claim_moved(self, at: int, event: cage.ClaimMoved) -> None:
        claim = self._known.get(event.claim)
        if claim is None:
            return
        title, cents = event.award or claim.title, event.cents or claim.cents
        claim = replace(claim, title=title, cents=cents, person=event.player or claim.person)
        match event.state:
            case "owed":
                self._put(claim, at, "owed", "", done=4, owner=CAGE)
            case "in_wallet" | "from_tray":
                self._put(claim, at, event.state, "", done=5, closes=True)
            case _ if claim.state == "paid":
                self._put(claim, at, "to_return", "", wrong=True, owner=CAGE, opens=True)
            case _:
                self._put(claim, at, event.state, "", closes=True, wrong=True)

    def _proposal(self, at: int, by: str, event: cage.CashProposed) -> None:
        what = event.what
        if isinstance(what, cage.PayClaim) and (claim := self._known.get(what.claim)) is not None:
            self._proposed[event.number] = claim.number
            self._put(replace(claim, person=what.name), at, "second_name", by, what.name, done=4, owner=by)
        elif isinstance(what, cage.CashChips) and what.redemption:
            self._proposed[event.number] = what.redemption
            self._put(_redemption(what, at), at, "second_name", by, what.name, done=2, owner=by)

    def _rejected(self, at: int, by: str, event: cage.CashRejected) -> None:
        known = self._known.get(self._proposed.pop(event.number, ""))
        if known is not None and known.kind == "A":
            self._put(replace(known, person=""), at, "owed", by, event.reason, done=4, owner=CAGE)
        elif known is not None:
            self._put(known, at, "refused", by, event.reason, closes=True, wrong=True)

    def _booked(self, at: int, by: str, event: cage.CashBooked) -> None:
        number = event.claim or ""
        known = self._known.get(number)
        if known is None and event.kind == "chips":
            known = Voucher(number, event.table, 0, "", at, event.counts, -event.cents, person=event.name)
        if known is not None:
            names = " + ".join(one for one in (event.first, event.second) if one)
            known = replace(known, person=event.name or known.person)
            self._put(known, at, "paid", by, event.name, done=STEPS[known.kind], closes=True, owner=names)

    def _voided(self, at: int, event: cage.CashVoided) -> None:
        known = self._known.get(event.act.claim or "")
        if known is None:
            return
        by = f"{event.first} + {event.second}"
        if known.kind == "A" and known.state != "to_return":
            self._put(known, at, "owed", by, event.reason, done=4, owner=CAGE, opens=True)
        else:
            self._put(known, at, "voided", by, event.reason, closes=True, wrong=True)

    # ---- Slips, boxes of cash and counts ----------------------------------------------------------------------------

    def _at_table(self, table: str, at: int, by: str, event: object) -> None:
        match event:
            case tables.ClaimSigned() | tables.ClaimReturned() | tables.SignaturesFell():
                self._award(table, at, by, event)
            case tray.SlipRequested():
                slip = Voucher(event.slip, table, 0, "", at, event.counts, worth(event.counts))
                self._put(slip, at, "asked", by, owner=CAGE if event.fill else table)
            case tray.SlipSent() | tray.SlipReceived() | tray.SlipCancelled():
                self._slip(table, at, by, event)
            case tray.BoxPulled() | tray.BoxReceived() | tray.BoxCounted() | tray.BoxCountsDiffer() | tray.BoxEmptied():
                self._box(table, at, by, event)
            case _:
                self._count(table, at, by, event)

    def _award(
        self, table: str, at: int, by: str, event: tables.ClaimSigned | tables.ClaimReturned | tables.SignaturesFell
    ) -> None:
        claim = self._known.get(self._awards.get((table, event.box), ""))
        if claim is None or claim.state not in {"registered", "first", "signed", "returned", "fell"}:
            return
        match event:
            case tables.ClaimSigned():
                first = claim.state != "first"
                owner = PIT if first else table
                self._put(claim, at, "first" if first else "signed", by, done=3 if first else 4, owner=owner)
            case tables.ClaimReturned():
                self._put(claim, at, "returned", by, event.reason, done=2, owner=table, wrong=True)
            case _:
                self._put(claim, at, "fell", by, event.hand, done=2, owner=PIT, wrong=True)

    def _slip(
        self, table: str, at: int, by: str, event: tray.SlipSent | tray.SlipReceived | tray.SlipCancelled
    ) -> None:
        slip = self._known.get(event.slip)
        if slip is None:
            return
        match event:
            case tray.SlipSent():
                self._put(slip, at, "sent", by, done=3, owner=table if slip.kind == "F" else CAGE)
            case tray.SlipReceived():
                self._put(slip, at, "received", by, done=4, closes=True)
            case _:
                self._put(slip, at, "refused", by, event.reason, closes=True, wrong=True)

    def _box(
        self,
        table: str,
        at: int,
        by: str,
        event: tray.BoxPulled | tray.BoxReceived | tray.BoxCounted | tray.BoxCountsDiffer | tray.BoxEmptied,
    ) -> None:
        if isinstance(event, tray.BoxPulled):
            if event.drop:
                self._boxes[table, event.number] = event.drop
                box = Voucher(event.drop, table, event.number, "", at, seal=event.seal or "")
                self._put(box, at, "pulled", by, event.seal or "", owner=CAGE)
            return
        known = self._known.get(self._boxes.get((table, event.number), ""))
        if known is None:
            return
        match event:
            case tray.BoxReceived():
                state = "received" if event.intact else "seal_differs"
                self._put(known, at, state, by, event.seal, done=2, owner=CAGE, wrong=not event.intact)
            case tray.BoxCounted():
                self._put(known, at, "counted_once", by, done=3, owner=CAGE, wrong=known.wrong)
            case tray.BoxCountsDiffer():
                self._put(known, at, "differs", "", done=2, owner=CAGE, wrong=True)
            case _:
                known = replace(known, cents=event.cents)
                self._put(known, at, "counted", "", done=4, closes=True, owner=" + ".join(event.counted))

    def _count(self, table: str, at: int, by: str, event: object) -> None:
        if isinstance(event, tray.RecountOrdered):
            count = Voucher(event.number, table, 0, "", at)
            self._put(count, at, "ordered", by, event.reason, done=0, owner=" + ".join(event.by))
            return
        if isinstance(event, tray.TrayCounted) and event.count:
            self._counts[table] = event.count
        known = self._known.get(self._counts.get(table, ""))
        match event:
            case tray.TrayCounted() if event.count:
                if known is None:
                    known = Voucher(event.count, table, 0, "", at)
                self._put(known, at, "counting", by, owner=PIT)
            case tray.CountsDiffer() if known is not None:
                self._put(known, at, "differs", "", owner=PIT, wrong=True)
            case tray.CountsAgree() if known is not None:
                self._put(known, at, "agreed", "", done=3, owner=PIT)
            case tray.CountSigned() if known is not None:
                self._put(known, at, "signed", by, event.reason, done=4, closes=True)
            case tray.CountAbandoned():
                known = self._known.get(event.count or "")
                if known is not None:
                    self._put(known, at, "broken_off", by, event.reason, closes=True, wrong=True)
            case _:
                pass

    def _put(
        self,
        voucher: Voucher,
        at: int,
        state: str,
        by: str,
        note: str = "",
        *,
        done: int | None = None,
        owner: str | None = None,
        wrong: bool = False,
        closes: bool = False,
        opens: bool = False,
    ) -> None:
        """Write a step of an object into its history."""
        self._known[voucher.number] = replace(
            voucher,
            state=state,
            since=at,
            done=voucher.done if done is None else done,
            open=opens or (voucher.open and not closes),
            wrong=wrong,
            owner=by if owner is None else owner,
            history=(*voucher.history, Step(at, state, by, note)),
        )


def _redemption(what: cage.CashChips, at: int) -> Voucher:
    number = what.redemption
    return Voucher(number, what.table, 0, "", at, what.counts, worth(what.counts), person=what.name)


# ---- From the journal -----------------------------------------------------------------------------------------------

_TOLD: Final = or_(*(journal.c.events.contains(f'"{one.__name__}"') for one in _EVENTS))


def follow(vouchers: Vouchers, reading: Reading, states: Mapping[str, StreamState], since: int = 0) -> None:
    """Follow the journal from a moment on, in its order; ``states`` are the streams by name."""
    asked = select(journal.c.stream, journal.c.version).where(journal.c.at >= since, _TOLD)
    for stream, version in reading.connection.execute(asked.order_by(journal.c.position)).all():
        if stream in states:
            entry = next(reading.entries(stream, version - 1))
            vouchers.take(entry, events_of(states[stream].state, entry))


def oldest(claims: object, trays: Sequence[object], now: int) -> int:
    """Return the earliest moment at which an object that is open now may have been opened."""
    found = [now]
    if isinstance(claims, cage.Claims):
        found += [one.registered for one in claims.open]
    for one in trays:
        if isinstance(one, tray.Tray):
            found += [slip.at for slip in one.slips]
            found += [box.at for box in one.boxes if box.at is not UNSET]
    return min(found)

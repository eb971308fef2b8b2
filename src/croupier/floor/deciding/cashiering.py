"""The rules of the cage: how cash is moved, signed for, voided and counted. Pure functions."""

from typing import Final, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding import award_claims
from croupier.floor.values.cage import (
    AbandonDrawerCount,
    AcknowledgeAlert,
    AlertAcknowledged,
    CageCommand,
    CageEstablished,
    CageEvent,
    CageState,
    CageTerms,
    CashAct,
    CashAlert,
    CashBooked,
    CashChips,
    CashCountersigned,
    CashIn,
    CashMoved,
    CashOut,
    CashProposed,
    CashRejected,
    CashSlip,
    CashTwoSigned,
    CashVoided,
    Cheque,
    ClaimMoved,
    ClaimRegistered,
    Claims,
    ClaimsKept,
    CountDrawer,
    CountersignCash,
    DayOff,
    Drawer,
    DrawerAlert,
    DrawerClosed,
    DrawerCount,
    DrawerCountAbandoned,
    DrawerCounted,
    DrawerCountsDiffer,
    DrawerFilled,
    DrawerHandedOver,
    DrawerOpened,
    Drawers,
    DrawersKept,
    EstablishCage,
    FillDrawer,
    KeepClaims,
    KeepDrawers,
    LastClose,
    Moved,
    NoteAwards,
    NoteTableCash,
    OpenDrawer,
    PayClaim,
    ProposeCash,
    RejectCash,
    TableCashNoted,
    VoidCash,
)
from croupier.floor.values.table import BuyChips
from croupier.floor.values.tray import Counts, worth
from croupier.money import MOST, Cents, format_money
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role

Answer = tuple[CageEvent, ...] | Refusal

BY_AMOUNT: Final = Refusal(
    Reason.FACT, "The cage pays no amount for an award: it pays a claim whole, by its number, and two people sign", ()
)
"""The refusal of an award by amount, which only earlier books have."""
_NO_CAGE: Final = Refusal(Reason.MOMENT, "There is no cage yet", ())
_NO_DRAWERS: Final = Refusal(Reason.MOMENT, "The cage keeps no drawers: its books are earlier ones", ())
_BEING_COUNTED: Final = Refusal(Reason.MOMENT, "The drawer is being counted", ())


def decide_cage(_name: str, state: CageState | None, actor: str, role: Role, command: CageCommand, _at: int) -> Answer:
    """Return the events of a command at the cage, or its refusal."""
    if isinstance(command, EstablishCage):
        return _establish(state, command)
    if state is None:
        return _NO_CAGE
    match command:
        case AcknowledgeAlert():
            return _acknowledge(state, actor, command.number)
        case KeepDrawers():
            if state.drawers is not UNSET:
                return Refusal(Reason.MOMENT, "The cage keeps drawers already", ())
            return _wrong_terms(command.terms) or (DrawersKept(command.terms),)
        case KeepClaims():
            return award_claims.keep(state.claims, command)
        case NoteAwards():
            return award_claims.note(_claims(state), command)
        case NoteTableCash():
            noted = TableCashNoted(command.table, command.person, command.cents, command.day, command.by)
            return (noted, *_alerted(state, command.person, command.cents, command.day, command.by))
        case CashIn() | CashOut() if state.drawers is UNSET:
            return _own(command.player, actor) or _without_drawer(state, command)
        case _:
            return _NO_DRAWERS if state.drawers is UNSET else _at_drawers(state, state.drawers, actor, role, command)


def _at_drawers(
    state: CageState,
    drawers: Drawers,
    actor: str,
    role: Role,
    command: OpenDrawer | CountDrawer | AbandonDrawerCount | CashAct | ProposeCash | CountersignCash | RejectCash,
) -> Answer:
    match command:
        case OpenDrawer():
            return _open(drawers, actor, command)
        case CountDrawer():
            return _count(state, drawers, actor, command)
        case AbandonDrawerCount():
            return _abandon(drawers, actor, command)
        case CashIn() | CashOut() | CashChips() | CashSlip():
            wrong = _wrong_amount(command)
            if wrong is None and takes_two(state, command):
                least = format_money(drawers.terms.two_from)
                sentence = f"From {least} on, all that one person moves on a gaming day added up, two people sign"
                return Refusal(Reason.ROLE, f"{sentence}: propose it", ())
            return wrong or _book(state, drawers, command, actor)
        case ProposeCash():
            would = _happens(state, drawers, command.what, actor)
            if isinstance(would, Refusal):
                return would
            return (CashProposed(drawers.proposed + 1, command.what, actor, role.value),)
        case CountersignCash():
            return _countersign(state, drawers, actor, command.number)
        case RejectCash():
            if drawers.proposal(command.number) is None:
                return _no_proposal(command.number)
            return _no_reason(command.reason) or (CashRejected(command.number, command.reason),)
        case _:
            assert_never(command)


def _establish(state: CageState | None, command: EstablishCage) -> Answer:
    if state is not None:
        return Refusal(Reason.MOMENT, "The cage exists already", ())
    if not 0 <= command.capital <= MOST or not 1 <= command.alert_from <= MOST:
        return Refusal(Reason.AMOUNT, "Capital must not be negative, and an alert needs a positive amount", ())
    wrong = None if command.terms is UNSET else _wrong_terms(command.terms)
    return wrong or (CageEstablished(command.capital, command.alert_from, command.terms, command.claims),)


def _wrong_terms(terms: CageTerms) -> Refusal | None:
    if not all(1 <= one <= MOST for one in (terms.two_from, terms.identify_from)) or not 0 <= terms.tolerance <= MOST:
        return Refusal(Reason.AMOUNT, "Cash for two signatures or with a document begins at a positive amount", ())
    if not terms.notes or len(set(terms.notes)) != len(terms.notes) or not all(1 <= one <= MOST for one in terms.notes):
        return Refusal(Reason.AMOUNT, "A drawer is counted in different notes, each worth something", ())
    return None


def _acknowledge(state: CageState, actor: str, number: int) -> Answer:
    """Acknowledge an alert; refuse it to a person who moved the cash, or whose cash it was."""
    alert = next((one for one in state.alerts if one.number == number), None)
    if alert is None:
        return Refusal(Reason.MOMENT, f"There is no open alert {number}", ())
    if actor in concerned(alert):
        return Refusal(Reason.ROLE, "Nobody acknowledges an alert about their own act: somebody else does it", ())
    return (AlertAcknowledged(number, actor),)


def concerned(alert: CashAlert | DrawerAlert) -> tuple[str, ...]:
    """Return the people whose act an alert is about."""
    if isinstance(alert, DrawerAlert):
        return alert.by
    return (alert.player, *(() if alert.by is UNSET else alert.by))


# ---- Cash -----------------------------------------------------------------------------------------------------------


def _own(person: str, *actors: str) -> Refusal | None:
    if person and person in actors:
        return Refusal(Reason.ROLE, "Nobody moves cash of their own wallet: somebody else does it", ())
    return None


def _no_amount(cents: Cents) -> Refusal | None:
    if 0 < cents <= MOST:
        return None
    return Refusal(Reason.AMOUNT, f"{format_money(cents)} is not an amount of cash", ())


def _wrong_amount(what: CashAct) -> Refusal | None:
    if isinstance(what, CashChips):
        if any(chip <= 0 or number < 0 for chip, number in what.counts):
            return Refusal(Reason.AMOUNT, "Chips are counted from 0 on, and each is worth something", ())
        return _no_amount(worth(what.counts))
    return _no_amount(what.cents)


def _without_drawer(state: CageState, command: CashIn | CashOut) -> Answer:
    wrong = _no_amount(command.cents)
    if wrong is not None:
        return wrong
    into = isinstance(command, CashIn)
    moved = CashMoved(command.player, command.cents if into else -command.cents, command.day)
    return (moved, *_alerted(state, command.player, moved.cents, command.day, ()))


def _alerted(state: CageState, person: str, cents: Cents, day: str, by: tuple[str, ...]) -> tuple[CashAlert, ...]:
    """Return an alert if this cash brings a person's sum of the day to the House's limit; none for an unnamed one."""
    brought, taken = _of_day(state, person, day)
    before, more = (brought, cents) if cents > 0 else (taken, -cents)
    if not person or not before < state.alert_from <= before + more:
        return ()
    way = "in" if cents > 0 else "out"
    return (CashAlert(state.raised + 1, person, day, way, before + more, by or UNSET),)


def _of_day(state: CageState, person: str, day: str) -> tuple[Cents, Cents]:
    """Return what a person has brought and what they have taken on a gaming day."""
    if day != state.day:
        return 0, 0
    return next(((one[1], one[2]) for one in state.cash if one[0] == person), (0, 0))


def person_of(what: CashAct) -> str:
    """Return the key of a person's sums: an account, or a key that no account can have; empty for an unnamed person."""
    match what:
        case CashIn() | CashOut():
            return what.player
        case _:
            return person_named(what.name, what.document)


def person_named(name: str, document: str) -> str:
    """Return the key of a person without an account: their document, else their name; empty if neither is given."""
    if document.strip():
        return f"#{''.join(document.split()).upper()}"
    return f"~{' '.join(name.split()).casefold()}" if name.strip() else ""


def moves(what: CashAct) -> Cents:
    """Return the cash that an act adds to a drawer, negative if it takes cash out."""
    match what:
        case CashIn():
            return what.cents
        case CashChips():
            return -worth(what.counts)
        case CashOut() | CashSlip():
            return -what.cents
        case _:
            assert_never(what)


def takes_two(state: CageState, what: CashAct) -> bool:
    """Return whether two people must sign for an act: see :func:`two_sign`."""
    return two_sign(state, person_of(what), moves(what), what.day)


def two_sign(state: CageState, person: str, cents: Cents, day: str) -> bool:
    """Return whether two people must sign for a person's cash, in (positive) or out, at the cage or at a table.

    They must if it would bring all that the person moved in that direction on the gaming day on one signature to the
    House's limit.
    """
    if state.drawers is UNSET:
        return False
    at_cage = sum(
        abs(one.act.cents)
        for one in state.drawers.acts
        if person
        and (one.act.person, one.act.day) == (person, day)
        and not one.act.second
        and not one.voided
        and (one.act.cents > 0) == (cents > 0)
    )
    noted = () if state.noted is UNSET or cents < 0 else state.noted
    at_tables = sum(
        one.cents for one in noted if person and (one.person, one.day) == (person, day) and len(one.by) == 1
    )
    return at_cage + at_tables + abs(cents) >= state.drawers.terms.two_from


def at_table(state: CageState, what: BuyChips, account: bool, day: str) -> BuyChips | Refusal:
    """Return cash for chips at a table with the person's key, the gaming day and whether two people sign.

    Refuse cash from the House's limit on if its person has neither an account nor shown a document.
    """
    person = what.name if account else person_named(what.name, what.document)
    if what.document.strip() and not what.name.strip():
        return Refusal(Reason.FACT, "A document has its holder's name: give both", ())
    terms = CageTerms() if state.drawers is UNSET else state.drawers.terms
    brought = _of_day(state, person, day)[0] + what.cents
    if state.drawers is not UNSET and not account and not what.document.strip() and brought >= terms.identify_from:
        return _identify(terms)
    return replace(what, person=person, day=day, two=two_sign(state, person, what.cents, day))


def _unnamed(state: CageState, terms: CageTerms, what: CashAct) -> Refusal | None:
    """Return the refusal of cash to a person without an account whose document the House wants to see first."""
    return None if isinstance(what, CashIn | CashOut) else _unknown(state, terms, what, -moves(what))


def _unknown(state: CageState, terms: CageTerms, what: CashChips | CashSlip | PayClaim, paid: Cents) -> Refusal | None:
    """Return the refusal of paying so much to a person whose document the House wants to see first."""
    if what.document.strip() and not what.name.strip():
        return Refusal(Reason.FACT, "A document has its holder's name: give both", ())
    taken = _of_day(state, person_named(what.name, what.document), what.day)[1] + paid
    if what.document.strip() or taken < terms.identify_from:
        return None
    return _identify(terms)


def _identify(terms: CageTerms) -> Refusal:
    least = format_money(terms.identify_from)
    sentence = f"From {least} on, all of the gaming day added up, name and document come first"
    return Refusal(Reason.FACT, sentence, ())


def _book(state: CageState, drawers: Drawers, what: CashAct, first: str, second: str = "") -> Answer:
    """Book a cash act at the drawer of the person who signs first, with the alert that it raises."""
    person, cents = person_of(what), moves(what)
    wrong = _own(person, first, second) or _wrong_amount(what) or _unnamed(state, drawers.terms, what)
    if wrong is not None:
        return wrong
    drawer = _at_hand(drawers, first, -cents)
    if isinstance(drawer, Refusal):
        return drawer
    table, name, document = "", person, ""
    counts: Counts = ()
    kind = "in" if cents > 0 else "out"
    if isinstance(what, CashChips | CashSlip):
        table, name, document = what.table, what.name, what.document
        kind = "chips" if isinstance(what, CashChips) else "slip"
        counts = what.counts if isinstance(what, CashChips) else ()
    booked = CashBooked(
        drawers.numbered + 1,
        kind,
        drawer.name,
        person,
        name,
        document,
        table,
        tuple((chip, number) for chip, number in sorted(counts, reverse=True) if number),
        cents,
        what.day,
        first,
        second,
    )
    if isinstance(what, CashChips) and what.redemption:
        booked = replace(booked, claim=what.redemption)
    signed = tuple(one for one in (first, second) if one)
    return (booked, *_alerted(state, person, cents, what.day, signed))


def _pay(state: CageState, drawers: Drawers, what: PayClaim, first: str, second: str) -> Answer:
    """Pay the whole of a claim: cash at the drawer of the person who signs first, and a cheque if there is one."""
    claim = award_claims.payable(_claims(state), what, (first, second))
    if isinstance(claim, Refusal):
        return claim
    refused = _unknown(state, drawers.terms, what, claim.cents) or _paying(drawers, what, second)
    if refused is not None:
        return refused
    cash = claim.cents - what.cheque
    drawer = _at_hand(drawers, first, cash)
    if isinstance(drawer, Refusal):
        return drawer
    person, name = person_named(what.name, what.document), " ".join(what.name.split())
    booked = CashBooked(
        drawers.numbered + 1,
        "slip",
        drawer.name,
        person,
        name,
        what.document.strip(),
        claim.table,
        (),
        -cash,
        what.day,
        first,
        second,
        claim.number,
        Cheque(what.cheque_number.strip(), what.cheque) if what.cheque else UNSET,
    )
    return (booked, *_alerted(state, person, -cash, what.day, tuple(one for one in (first, second) if one)))


def _paying(drawers: Drawers, what: PayClaim, second: str) -> Refusal | None:
    """Return the refusal of a claim whose payment another person has begun."""
    for one in drawers.proposals:
        if not second and isinstance(one.what, PayClaim) and one.what.claim == what.claim:
            sentence = f"{one.actor} pays {what.claim} already: somebody else signs, or turns it down"
            return Refusal(Reason.MOMENT, f"{sentence} (number {one.number})", ())
    return None


def _at_hand(drawers: Drawers, holder: str, out: Cents) -> Drawer | Refusal:
    """Return a person's drawer, or a refusal if that much cash cannot be taken out of it now."""
    drawer = drawers.of(holder)
    if drawer is None:
        return Refusal(Reason.MOMENT, f"{holder[:40]} has no open drawer: cash moves through one", ())
    if drawer.count is not None:
        return _BEING_COUNTED
    if drawer.holds < out:  # the refusal hides the amount: the holder counts the drawer blind
        return Refusal(Reason.FUNDS, "The drawer does not hold as much by its books: ask for cash from the cage", ())
    return drawer


# ---- Two signatures -------------------------------------------------------------------------------------------------


def _happens(state: CageState, drawers: Drawers, what: CashTwoSigned, first: str, second: str = "") -> Answer:
    """Return the events of a cash act that is signed for, or its refusal."""
    match what:
        case FillDrawer():
            return _fill(drawers, what)
        case VoidCash():
            return _void(state, drawers, what, first, second)
        case PayClaim():
            return _pay(state, drawers, what, first, second)
        case _:
            return _book(state, drawers, what, first, second)


def _countersign(state: CageState, drawers: Drawers, actor: str, number: int) -> Answer:
    waits = drawers.proposal(number)
    if waits is None:
        return _no_proposal(number)
    if waits.actor == actor:
        return Refusal(Reason.ROLE, "Two different people must sign", ())
    happened = _happens(state, drawers, waits.what, waits.actor, actor)
    if isinstance(happened, Refusal):
        return happened
    return (CashCountersigned(number, waits.what, waits.actor, actor), *happened)


def _no_proposal(number: int) -> Refusal:
    return Refusal(Reason.MOMENT, f"There is no proposal {number}", ())


def _no_reason(reason: str) -> Refusal | None:
    return None if reason.strip() else Refusal(Reason.FACT, "Give a reason", ())


def _fill(drawers: Drawers, what: FillDrawer) -> Answer:
    drawer = drawers.drawer(what.drawer)
    if drawer is None:
        return _not_open(what.drawer)
    if drawer.count is not None:
        return _BEING_COUNTED
    wrong = _no_amount(abs(what.cents))
    if wrong is not None:
        return wrong
    if drawer.holds + what.cents < 0:
        return Refusal(Reason.FUNDS, "The drawer does not hold as much by its books", ())
    return (DrawerFilled(what.drawer, what.cents),)


def _void(state: CageState, drawers: Drawers, what: VoidCash, first: str, second: str) -> Answer:
    found = drawers.act(what.number)
    if found is None or found.act.day != what.day or state.day != what.day:
        sentence = f"There is no cash act {what.number} on this gaming day: only what the day has is voided"
        return Refusal(Reason.MOMENT, sentence, ())
    if found.voided:
        return Refusal(Reason.MOMENT, f"Cash act {what.number} was voided by {' and '.join(found.voided)}", ())
    wrong = _no_reason(what.reason) or _own(found.act.person, first, second)
    if wrong is not None:
        return wrong
    drawer = _at_hand(drawers, first, found.act.cents)
    if isinstance(drawer, Refusal):
        return drawer
    return (CashVoided(found.act, drawer.name, what.reason, first, second),)


# ---- Drawers --------------------------------------------------------------------------------------------------------


def _not_open(name: str) -> Refusal:
    return Refusal(Reason.FACT, f"There is no open drawer {name[:40]!r}", ())


def _wrong_notes(terms: CageTerms, counts: Counts) -> Refusal | None:
    if {note for note, _ in counts} != set(terms.notes) or len(counts) != len(terms.notes):
        known = ", ".join(format_money(one) for one in terms.notes)
        return Refusal(Reason.AMOUNT, f"Count each of these, if there are none as 0: {known}", ())
    if any(number < 0 for _, number in counts) or worth(counts) > MOST:
        return Refusal(Reason.AMOUNT, f"A drawer holds from nothing to {format_money(MOST)}", ())
    return None


def _open(drawers: Drawers, actor: str, command: OpenDrawer) -> Answer:
    if not is_name(command.drawer):
        return Refusal(Reason.FACT, f"{command.drawer[:40]!r} is not the name of a drawer", ())
    taken = drawers.drawer(command.drawer)
    if taken is not None:
        return Refusal(Reason.MOMENT, f"{taken.holder} holds drawer {taken.name}", ())
    held = drawers.of(actor)
    if held is not None:
        return Refusal(Reason.MOMENT, f"{actor} holds drawer {held.name}: nobody holds two", ())
    wrong = _wrong_notes(drawers.terms, command.counts)
    return wrong or (DrawerOpened(command.drawer, actor, _sorted(command.counts)),)


def _sorted(counts: Counts) -> Counts:
    return tuple(sorted(counts, reverse=True))


def _count(state: CageState, drawers: Drawers, actor: str, command: CountDrawer) -> Answer:
    """Count a drawer blind: the books are compared only once all who must count have counted the same."""
    drawer = drawers.drawer(command.drawer)
    if drawer is None:
        return _not_open(command.drawer)
    wrong = _wrong_notes(drawers.terms, command.counts)
    if wrong is None:
        wrong = _cannot_begin(drawers, drawer, actor, command) if drawer.count is None else None
    if wrong is not None:
        return wrong
    count = drawer.count or DrawerCount(command.to)
    if command.to not in ("", count.to):
        return Refusal(Reason.MOMENT, f"Drawer {drawer.name} is being counted for somebody else", ())
    if any(name == actor for name, _ in count.counters):
        return Refusal(Reason.ROLE, "Two different people must count: your own count is signed", ())
    if count.counters and count.to and actor != count.to:
        return Refusal(Reason.ROLE, f"{count.to} takes the drawer over, and counts it", ())
    counted = DrawerCounted(drawer.name, actor, _sorted(command.counts), count.to)
    difference = worth(command.counts) - drawer.holds
    total = drawers.off_by(drawer.holder, command.day) + abs(difference)
    outside = bool(difference) and total > drawers.terms.tolerance
    if not count.counters:
        alone = drawer.count is None and actor == drawer.holder and not count.to and not outside
        closed = DrawerClosed(drawer.name, counted.counts, difference, (actor,), command.day or UNSET)
        return (counted, closed) if alone else (counted,)
    ((first, found),) = count.counters
    if found != counted.counts:
        return (counted, DrawerCountsDiffer(drawer.name))
    names = (first, actor)
    ended = (found, difference, names, command.day or UNSET)
    done: CageEvent = DrawerClosed(drawer.name, *ended)
    if count.to:
        done = DrawerHandedOver(drawer.name, count.to, *ended)
    if not outside:
        return (counted, done)
    by = tuple(dict.fromkeys((drawer.holder, *names)))
    alert = DrawerAlert(state.raised + 1, drawer.name, difference, by, UNSET if total == abs(difference) else total)
    return (counted, done, alert)


def _cannot_begin(drawers: Drawers, drawer: Drawer, actor: str, command: CountDrawer) -> Refusal | None:
    if not command.to:
        return None
    if actor != drawer.holder:
        return Refusal(Reason.ROLE, f"{drawer.holder} holds drawer {drawer.name}, and hands it over", ())
    if not is_name(command.to) or command.to == actor:
        return Refusal(Reason.FACT, "A drawer is handed over to somebody else: name them", ())
    held = drawers.of(command.to)
    if held is not None:
        return Refusal(Reason.MOMENT, f"{command.to} holds drawer {held.name}: nobody holds two", ())
    return None


def _abandon(drawers: Drawers, actor: str, command: AbandonDrawerCount) -> Answer:
    """Discard the counts of a drawer; refuse it to its holder and to those who have counted it."""
    drawer = drawers.drawer(command.drawer)
    if drawer is None:
        return _not_open(command.drawer)
    if drawer.count is None:
        return Refusal(Reason.MOMENT, f"Nobody is counting drawer {drawer.name}", ())
    if actor == drawer.holder or any(name == actor for name, _ in drawer.count.counters):
        return Refusal(Reason.ROLE, "Nobody takes back a count of their own: somebody else does it", ())
    return _no_reason(command.reason) or (DrawerCountAbandoned(drawer.name, command.reason),)


# ---- How the cage changes -------------------------------------------------------------------------------------------


def evolve_cage(state: CageState | None, event: CageEvent, at: int) -> CageState:
    """Return the cage after an event."""
    if isinstance(event, CageEstablished):
        drawers = UNSET if event.terms is UNSET else Drawers(event.terms)
        return CageState(event.alert_from, drawers=drawers, claims=Claims() if event.claims is True else UNSET)
    assert state is not None
    match event:
        case DrawersKept():
            return replace(state, drawers=Drawers(event.terms))
        case ClaimsKept():
            return replace(state, claims=Claims())
        case ClaimRegistered() | ClaimMoved():
            return replace(state, claims=award_claims.evolve(_claims(state), event, at))
        case CashMoved():
            return _summed(state, event.player, event.cents, event.day)
        case CashAlert() | DrawerAlert():
            return replace(state, alerts=(*state.alerts, event), raised=event.number)
        case AlertAcknowledged():
            return replace(state, alerts=tuple(one for one in state.alerts if one.number != event.number))
        case CashBooked():
            return _booked(state, event, at)
        case CashVoided():
            return _voided(state, event, at)
        case TableCashNoted():
            kept = () if state.noted is UNSET or event.day != state.day else state.noted
            return replace(_summed(state, event.person, event.cents, event.day), noted=(*kept, event))
        case _:
            return replace(state, drawers=_evolve_drawers(_drawers(state), event, at))


def _claims(state: CageState) -> Claims:
    """Return the register of claims, which is empty in a cage of earlier books."""
    return Claims() if state.claims is UNSET else state.claims


def _drawers(state: CageState) -> Drawers:
    assert state.drawers is not UNSET
    return state.drawers


def _summed(state: CageState, person: str, cents: Cents, day: str) -> CageState:
    """Return the cage with cash added to a person's sums; a new gaming day begins all sums anew."""
    brought, taken = _of_day(state, person, day)
    brought, taken = brought + max(0, cents), taken + max(0, -cents)
    kept = state.cash if day == state.day else ()
    others = tuple(one for one in kept if one[0] != person)
    return replace(state, day=day, cash=(*others, (person, brought, taken)))


def _booked(state: CageState, event: CashBooked, at: int) -> CageState:
    drawers = _drawers(state)
    acts = drawers.acts if event.day == state.day else ()
    drawers = replace(_moved(drawers, event.drawer, event.cents), acts=(*acts, Moved(at, event)), numbered=event.number)
    if event.kind == "chips" and not event.second:
        drawers = _numbered(drawers, event.claim or "")
    state = replace(state, drawers=drawers)
    if event.claim is not UNSET:
        state = replace(state, claims=award_claims.pay(_claims(state), event, at))
    return (
        _summed(state, event.person, event.cents, event.day)
        if event.person
        else replace(state, day=event.day, cash=state.cash if event.day == state.day else ())
    )


def _voided(state: CageState, event: CashVoided, at: int) -> CageState:
    act, drawers = event.act, _drawers(state)
    if act.claim is not UNSET:
        state = replace(state, claims=award_claims.unpay(_claims(state), act, at))
    acts = tuple(
        replace(one, voided=(event.first, event.second)) if one.act.number == act.number else one
        for one in drawers.acts
    )
    into, out = max(0, act.cents), max(0, -act.cents)
    cash = tuple(
        (name, brought - into, taken - out) if name == act.person else (name, brought, taken)
        for name, brought, taken in state.cash
    )
    drawers = replace(_moved(drawers, event.drawer, -act.cents), acts=acts)
    return replace(state, cash=cash, drawers=drawers)


def _moved(drawers: Drawers, name: str, cents: Cents) -> Drawers:
    return replace(
        drawers,
        open=tuple(
            replace(one, holds=one.holds + cents, moves=one.moves + 1) if one.name == name else one
            for one in drawers.open
        ),
    )


def _evolve_drawers(
    drawers: Drawers,
    event: DrawerOpened
    | DrawerCounted
    | DrawerCountsDiffer
    | DrawerCountAbandoned
    | DrawerClosed
    | DrawerHandedOver
    | DrawerFilled
    | CashProposed
    | CashCountersigned
    | CashRejected,
    at: int,
) -> Drawers:
    match event:
        case DrawerOpened():
            cents = worth(event.counts)
            return replace(drawers, open=(*drawers.open, Drawer(event.drawer, event.holder, cents, at, cents)))
        case DrawerCounted():
            drawer = drawers.drawer(event.drawer)
            assert drawer is not None
            count = drawer.count or DrawerCount(event.to)
            count = replace(count, counters=(*count.counters, (event.actor, event.counts)))
            return _with(drawers, replace(drawer, count=count))
        case DrawerCountsDiffer():
            drawer = drawers.drawer(event.drawer)
            assert drawer is not None
            assert drawer.count is not None
            return _with(drawers, replace(drawer, count=replace(drawer.count, counters=())))
        case DrawerCountAbandoned():
            drawer = drawers.drawer(event.drawer)
            assert drawer is not None
            return _with(drawers, replace(drawer, count=None))
        case DrawerClosed():
            left = tuple(one for one in drawers.open if one.name != event.drawer)
            return replace(_off(drawers, event), open=left, closed=_last(drawers, event, at))
        case DrawerHandedOver():
            cents = worth(event.counts)
            taken = _with(_off(drawers, event), Drawer(event.drawer, event.holder, cents, at, cents))
            return replace(taken, closed=_last(drawers, event, at))
        case DrawerFilled():
            return _moved(drawers, event.drawer, event.cents)
        case CashProposed():
            if isinstance(event.what, CashChips):
                drawers = _numbered(drawers, event.what.redemption)
            return replace(drawers, proposals=(*drawers.proposals, event), proposed=event.number)
        case CashCountersigned() | CashRejected():
            return replace(drawers, proposals=tuple(one for one in drawers.proposals if one.number != event.number))
        case _:
            assert_never(event)


def _with(drawers: Drawers, changed: Drawer) -> Drawers:
    return replace(drawers, open=tuple(changed if one.name == changed.name else one for one in drawers.open))


def _numbered(drawers: Drawers, redemption: str) -> Drawers:
    """Return the drawers once a redemption has its number; those of earlier books have none."""
    return replace(drawers, redeemed=(drawers.redeemed or 0) + 1) if redemption else drawers


def _off(drawers: Drawers, event: DrawerClosed | DrawerHandedOver) -> Drawers:
    """Return the drawers with a difference added to its holder's of the gaming day; another day begins anew."""
    drawer = drawers.drawer(event.drawer)
    if event.day is UNSET or drawer is None or not event.difference:
        return drawers
    cents = drawers.off_by(drawer.holder, event.day) + abs(event.difference)
    others = tuple(one for one in drawers.off or () if one.day == event.day and one.holder != drawer.holder)
    return replace(drawers, off=(*others, DayOff(drawer.holder, event.day, cents)))


def _last(drawers: Drawers, event: DrawerClosed | DrawerHandedOver, at: int) -> tuple[LastClose, ...]:
    others = tuple(one for one in drawers.closed if one.drawer != event.drawer)
    return (*others, LastClose(event.drawer, at, worth(event.counts), event.difference, event.counted))

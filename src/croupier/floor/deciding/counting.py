"""The rules of a tray: how it is counted, filled and credited, and how its boxes of cash are emptied. Pure functions.

A count is final once both people have counted the same and the books were shown. It is signed as it was found; a
recount is another count, with a number of its own, by other people.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.floor.values.signatures import wrong_reason
from croupier.floor.values.table import ChipsBought, TableInfo
from croupier.floor.values.table_kinds import TableState
from croupier.floor.values.tray import (
    COUNTERS,
    AbandonCount,
    AwardPaidOut,
    BoxCounted,
    BoxCountsDiffer,
    BoxEmptied,
    BoxPulled,
    BoxReceived,
    CancelSlip,
    CountAbandoned,
    CountBox,
    Counter,
    Counts,
    CountsAgree,
    CountsDiffer,
    CountSigned,
    CountTray,
    FinalCount,
    KeepTray,
    OrderRecount,
    PayAward,
    PullBox,
    PulledBox,
    ReceiveBox,
    ReceiveSlip,
    RecountOrdered,
    RequestCredit,
    RequestFill,
    SendSlip,
    SignCount,
    Slip,
    SlipCancelled,
    SlipReceived,
    SlipRequested,
    SlipSent,
    Tray,
    TrayCommand,
    TrayCount,
    TrayCounted,
    TrayEvent,
    TrayKept,
    worth,
)
from croupier.money import MOST, Cents, format_money
from croupier.play.refusal import Reason, Refusal
from croupier.rules.authority import Act, Needs, Signer, Stage, Touches, needed
from croupier.rules.terms import STAFF, Role, at_least, or_above

LONGEST_SEAL: Final = 40
KEPT: Final = 8
"""The number of signed counts that a tray's state keeps; the journal has all of them."""
Answer = tuple[TrayEvent, ...] | Refusal


def decide_tray(state: TableState, actor: str, role: Role, command: TrayCommand) -> Answer:
    """Return the events of a command about a table's tray, or the refusal."""
    info = state.info
    if isinstance(command, KeepTray):
        if info.tray is not UNSET or info.open or info.float:
            return Refusal(Reason.MOMENT, "Only the tray of a closed and empty table is taken over", ())
        return (TrayKept(command.tolerance),)
    if info.tray is UNSET:
        return Refusal(Reason.MOMENT, "The table's float is of earlier books: close the table, and open it again", ())
    tray = info.tray
    match command:
        case CountTray():
            return _count(state, tray, actor, role, command)
        case SignCount():
            return _sign(tray, actor, role, command)
        case AbandonCount():
            return _abandon(tray, actor, command)
        case OrderRecount():
            return _order(tray, actor, role, command)
        case RequestFill() | RequestCredit():
            return _request(state, tray, actor, role, command)
        case SendSlip():
            return _send(state, tray, actor, role, command.slip)
        case ReceiveSlip():
            return _receive(tray, actor, role, command.slip)
        case CancelSlip():
            return _cancel(tray, command)
        case PullBox():
            return _pull(tray, actor, command)
        case ReceiveBox():
            return _receive_box(tray, actor, command)
        case CountBox():
            return _count_box(tray, actor, command)
        case PayAward():
            return _pay_award(info, command)
        case _:
            assert_never(command)


def being_counted(info: TableInfo) -> Refusal | None:
    """Return the refusal of an act that would move chips while the tray is counted."""
    if info.tray is UNSET or info.tray.count is None:
        return None
    return Refusal(Reason.MOMENT, "The tray is being counted", ())


def wrong_counts(state: TableState, counts: Counts) -> Refusal | None:
    """Return the refusal of counts with chips that the table does not have, or of too large a sum."""
    chips = state.engine.policy.chips
    for chip, number in counts:
        if chip not in chips or number < 0:
            known = ", ".join(format_money(one) for one in chips)
            return Refusal(
                Reason.AMOUNT, f"{format_money(chip)} is not a chip of this table; its chips are {known}", ()
            )
    if worth(counts) > MOST:
        return Refusal(Reason.AMOUNT, f"{format_money(MOST)} is the most that croupier handles", ())
    return None


# ---- Counting -------------------------------------------------------------------------------------------------------


def _count(state: TableState, tray: Tray, actor: str, role: Role, command: CountTray) -> Answer:
    counts = command.counts
    wrong = wrong_counts(state, counts) or _cannot_count(role)
    if wrong is not None:
        return wrong
    count = tray.count
    if count is None:
        count = TrayCount(state.info.open, number=command.count or UNSET, recount=tray.ordered)
        wrong = _not_named(tray.ordered, actor, role) or _cannot_begin(state, tray)
        if wrong is not None:
            return wrong
    elif tray.count is not None and (wrong := _not_named(count.recount, actor, role)) is not None:
        return wrong
    if count.difference is not None:
        return Refusal(Reason.MOMENT, "Both have counted the same: the count waits for its signature", ())
    own = count.of(actor)
    if own is None and len(count.counters) >= COUNTERS:
        return Refusal(Reason.ROLE, f"{' and '.join(one.actor for one in count.counters)} count this tray", ())
    if own is not None and not own.due:
        return Refusal(Reason.ROLE, "Two different people must count: your own count is signed", ())
    due = set(count.again) if own is not None else set(state.engine.policy.chips)
    if {chip for chip, _ in counts} != due or len(counts) != len(due):
        known = ", ".join(format_money(one) for one in sorted(due, reverse=True))
        return Refusal(Reason.AMOUNT, f"Count each of these, if there are none as 0: {known}", ())
    counted = TrayCounted(actor, role.value, _ordered(counts), count.closing, count.number)
    after = _counted(count, counted)
    if len(after.counters) < COUNTERS or any(one.due for one in after.counters):
        return (counted,)
    first, second = (dict(one.counts) for one in after.counters)
    differ = tuple(chip for chip in sorted(first, reverse=True) if first[chip] != second[chip])
    if differ:
        return (counted, CountsDiffer(differ))
    return (counted, CountsAgree(worth(after.counters[0].counts) - state.info.float))


def _cannot_count(role: Role) -> Refusal | None:
    begins = needed(Act.COUNT, Touches.NOTHING, Stage.LATER).begins
    return None if at_least(role, begins) else Refusal(Reason.ROLE, f"Only {or_above(begins)} may count a tray", ())


def _not_named(ordered: RecountOrdered | UnsetType, actor: str, role: Role) -> Refusal | None:
    """Return the refusal of a recount by a person whom the order does not name, or by a manager, who sees the books."""
    if ordered is UNSET:
        return None
    if actor not in ordered.by:
        return Refusal(Reason.ROLE, f"{ordered.number} is a recount: {' and '.join(ordered.by)} count this tray", ())
    if at_least(role, Role.PIT_MANAGER):
        sentence = f"{ordered.number} is a recount by people who have not seen the books: count as a Pit Supervisor"
        return Refusal(Reason.ROLE, sentence, ())
    return None


def _cannot_begin(state: TableState, tray: Tray) -> Refusal | None:
    if state.running:
        return Refusal(Reason.MOMENT, "A round is in play", ())
    if tray.slips:
        return Refusal(Reason.MOMENT, f"Slip {tray.slips[0].slip} is open: receive or cancel it first", ())
    if not state.info.open and not state.info.float:
        return Refusal(Reason.MOMENT, "The tray is empty: it is filled before it is counted", ())
    return None


def _ordered(counts: Counts) -> Counts:
    return tuple(sorted(counts, reverse=True))


def signs(tray: Tray, difference: Cents) -> Role:
    """Return the lowest position that signs for a variance."""
    return _stands(tray, difference).role


def _stands(tray: Tray, difference: Cents) -> Needs:
    outside = abs(difference) > tray.tolerance
    return needed(Act.COUNT, Touches.AGAINST_RECORD if outside else Touches.NOTHING, Stage.LATER)


def _sign(tray: Tray, actor: str, role: Role, command: SignCount) -> Answer:
    count = tray.count
    if count is None or count.difference is None:
        return Refusal(Reason.MOMENT, "There is no count that both have finished", ())
    needs = _stands(tray, count.difference)
    if not at_least(role, needs.role):
        sentence = f"A variance above {format_money(tray.tolerance)} is signed by {or_above(needs.role)}"
        return Refusal(Reason.ROLE, sentence, ())
    if needs.reason and not command.reason.strip():
        return Refusal(Reason.FACT, f"A variance above {format_money(tray.tolerance)} needs an explanation", ())
    counts, difference = count.counters[0].counts, count.difference
    head = (actor, role.value, count.closing, counts, difference, command.reason)
    if count.number is UNSET:
        signed = CountSigned(*head)
    else:
        names = tuple(one.actor for one in count.counters)
        recount = UNSET if count.recount is UNSET else count.recount.count
        closing = count.closing if recount is UNSET else not count.closing  # a recount leaves the table as it is
        signed = replace(CountSigned(*head), closing=closing, count=count.number, counted=names, recount=recount)
    closes = signed.closing and count.closing
    return (signed, _pulled(tray, actor, command)) if closes and tray.cash else (signed,)


def _abandon(tray: Tray, actor: str, command: AbandonCount) -> Answer:
    count = tray.count
    if count is None and tray.ordered is UNSET:
        return Refusal(Reason.MOMENT, "Nobody is counting the tray", ())
    if count is not None and count.difference is not None:
        name = "This count" if count.number is UNSET else count.number
        sentence = f"{name} is final, since the books were shown: it is signed as it was found"
        return Refusal(Reason.MOMENT, f"{sentence}; {or_above(Role.PIT_MANAGER)} may then order a recount", ())
    if not command.reason.strip():
        return Refusal(Reason.FACT, "A count that begins again needs a reason", ())
    if count is None:
        assert tray.ordered is not UNSET
        return (CountAbandoned(command.reason, tray.ordered.number, actor, ()),)
    if count.number is UNSET:
        return (CountAbandoned(command.reason),)
    return (CountAbandoned(command.reason, count.number, actor, tuple(one.actor for one in count.counters)),)


# ---- Recounts -------------------------------------------------------------------------------------------------------


def may_recount(roles: Iterable[Role]) -> bool:
    """Return whether an account counts trays in a position that never sees their books."""
    staff = {role for role in roles if role in STAFF} - {Role.DEALER}
    return staff == {Role.PIT_SUPERVISOR} and Role.AUDITOR not in {*roles}


def _order(tray: Tray, actor: str, role: Role, command: OrderRecount) -> Answer:
    """Order a recount: by two who neither stand under the count, nor ordered it, nor worked at the table."""
    last = tray.final
    if tray.count is not None:
        return Refusal(Reason.MOMENT, "The tray is being counted: a recount follows a count that was signed", ())
    if tray.ordered is not UNSET:
        return Refusal(Reason.MOMENT, f"The recount {tray.ordered.number} is ordered already", ())
    if last is None or last.number != command.count:
        known = "no count of this tray has been signed" if last is None else f"the last count is {last.number}"
        return Refusal(Reason.STALE, f"{command.count[:40]} cannot be counted again: {known}", ())
    refused = wrong_reason(command.reason)
    if refused is not None:
        return refused
    if len(set(command.by)) != COUNTERS or len(command.by) != COUNTERS:
        return Refusal(Reason.FACT, "A recount is done by two different people: name both", ())
    for name in command.by:
        barred = (
            f"{name[:40]} stands under {last.number}"
            if name in last.names
            else f"{name[:40]} orders the recount"
            if name == actor
            else f"{name[:40]} has worked at this table on this gaming day"
            if name in command.worked
            else ""
        )
        if barred:
            return Refusal(Reason.FACT, f"{barred}: name a Pit Supervisor who has not seen the books", ())
    needs = needed(Act.RECOUNT, Touches.SIGNED, Stage.LATER)
    signers = (Signer(actor, role), *(Signer(name, Role.PIT_SUPERVISOR) for name in command.by))
    if not needs.met_by(signers, command.reason, last.names):
        names = ", ".join(last.names)
        sentence = f"{names} stand under {last.number}: {or_above(needs.role)} who does not orders a recount"
        return Refusal(Reason.ROLE, sentence, ())
    return (RecountOrdered(command.number, last.number, actor, role.value, command.by, command.reason),)


# ---- Fills and credits ----------------------------------------------------------------------------------------------


def _request(state: TableState, tray: Tray, actor: str, role: Role, command: RequestFill | RequestCredit) -> Answer:
    wrong = wrong_counts(state, command.counts) or being_counted(state.info)
    if wrong is not None:
        return wrong
    if not worth(command.counts):
        return Refusal(Reason.AMOUNT, "A slip must name at least one chip", ())
    fill = isinstance(command, RequestFill)
    if not fill and worth(command.counts) > state.info.float - _going(tray):
        return Refusal(Reason.FUNDS, "The tray does not hold as many chips by the books", ())
    if not command.slip or tray.slip(command.slip) is not None:
        return Refusal(Reason.FACT, "The floor numbers slips by itself", ())
    counts = tuple((chip, number) for chip, number in _ordered(command.counts) if number)
    return (SlipRequested(command.slip, fill, counts, actor, role.value if command.role else UNSET),)


def _going(tray: Tray) -> Cents:
    """Return the worth of a table's open credits: the table may not credit these chips twice."""
    return sum(worth(one.counts) for one in tray.slips if not one.fill)


def _send(state: TableState, tray: Tray, actor: str, role: Role, number: str) -> Answer:
    slip = tray.slip(number)
    if slip is None:
        return _no_slip(number)
    if slip.sent:
        return Refusal(Reason.MOMENT, f"Slip {number} is on its way already", ())
    wrong = _wrong_hands(slip.fill, role) or _twice(actor, slip.asked) or _lacks(slip, actor, role)
    if wrong is not None:
        return wrong
    if not slip.fill and worth(slip.counts) > state.info.float:
        return Refusal(Reason.FUNDS, "The tray does not hold as many chips by the books", ())
    return (SlipSent(number, actor),)


def _receive(tray: Tray, actor: str, role: Role, number: str) -> Answer:
    slip = tray.slip(number)
    if slip is None:
        return _no_slip(number)
    if not slip.sent:
        return Refusal(Reason.MOMENT, f"The chips of slip {number} have not been sent", ())
    wrong = _wrong_hands(not slip.fill, role) or _twice(actor, slip.asked, slip.sent)
    wrong = wrong or (_lacks(slip, actor, role) if slip.fill else None)
    if wrong is not None:
        return wrong
    return (SlipReceived(number, slip.fill, slip.counts, slip.asked, slip.sent, actor),)


def _cancel(tray: Tray, command: CancelSlip) -> Answer:
    if tray.slip(command.slip) is None:
        return _no_slip(command.slip)
    if not command.reason.strip():
        return Refusal(Reason.FACT, "A slip is cancelled with a reason", ())
    return (SlipCancelled(command.slip, command.reason),)


def _no_slip(number: str) -> Refusal:
    return Refusal(Reason.FACT, f"There is no open slip {number[:40]}", ())


def _wrong_hands(cage: bool, role: Role) -> Refusal | None:
    """Return the refusal of a person at the table who signs for the cage's side of a slip, or the other way round."""
    if cage and role is not Role.CAGE:
        return Refusal(Reason.ROLE, "Only the cage signs for its side of a slip", ())
    if not cage and not at_least(role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the table signs for its side of a slip", ())
    return None


def _lacks(slip: Slip, actor: str, role: Role) -> Refusal | None:
    """Return the refusal if the two people of the table under a slip do not suffice; earlier books keep no roles."""
    if slip.role is UNSET or role is Role.CAGE:
        return None
    needs = needed(Act.SLIP, Touches.NOTHING, Stage.LATER)
    if needs.met_by((Signer(slip.asked, Role(slip.role)), Signer(actor, role)), ""):
        return None
    return Refusal(Reason.ROLE, f"{slip.slip} was asked for by {slip.asked}: {needs.sentence}", ())


def _twice(actor: str, *others: str) -> Refusal | None:
    if actor in others:
        return Refusal(Reason.ROLE, "A slip has three names: somebody else must sign here", ())
    return None


# ---- Boxes ----------------------------------------------------------------------------------------------------------


def _pull(tray: Tray, actor: str, command: PullBox) -> Answer:
    if not tray.cash:
        return Refusal(Reason.MOMENT, "The box at the table is empty", ())
    if len(command.seal) > LONGEST_SEAL:
        return Refusal(Reason.FACT, f"A seal has at most {LONGEST_SEAL} characters", ())
    return (_pulled(tray, actor, command),)


def _pulled(tray: Tray, actor: str, command: PullBox | SignCount) -> BoxPulled:
    pulled = BoxPulled(tray.box, tray.cash)
    return replace(pulled, drop=command.drop, seal=command.seal.strip(), actor=actor) if command.drop else pulled


def _receive_box(tray: Tray, actor: str, command: ReceiveBox) -> Answer:
    """Receive a box by its seal as it is read: the one with which it left is not shown before."""
    box = next((one for one in tray.boxes if one.number == command.number), None)
    if box is None or box.drop is UNSET:
        return Refusal(Reason.FACT, f"There is no box {command.number} to receive", ())
    if box.received is not UNSET:
        return Refusal(Reason.MOMENT, f"{box.received} has received {box.drop} already", ())
    if actor == box.actor:
        return Refusal(Reason.ROLE, f"{actor} has pulled {box.drop}: another person receives it", ())
    seal = command.seal.strip()
    if box.seal and not seal:
        return Refusal(Reason.FACT, f"{box.drop} is sealed: read its seal", ())
    return (BoxReceived(box.number, actor, seal, seal == box.seal),)


def _count_box(tray: Tray, actor: str, command: CountBox) -> Answer:
    box = next((one for one in tray.boxes if one.number == command.number), None)
    if box is None:
        return Refusal(Reason.FACT, f"There is no box {command.number} to count", ())
    if box.seal and box.received is UNSET:
        return Refusal(Reason.MOMENT, f"{box.drop} is sealed, and nobody has received it: read its seal first", ())
    if not 0 <= command.cents <= MOST:
        return Refusal(Reason.AMOUNT, f"{format_money(command.cents)} is not an amount of cash", ())
    if any(name == actor for name, _ in box.counters):
        return Refusal(Reason.ROLE, "Two different people must count a box", ())
    counted = BoxCounted(box.number, command.cents, actor)
    if not box.counters:
        return (counted,)
    ((first, cents),) = box.counters
    if cents != command.cents:
        return (counted, BoxCountsDiffer(box.number))
    return (counted, BoxEmptied(box.number, cents, cents - box.cents, (first, actor)))


def _pay_award(info: TableInfo, command: PayAward) -> Answer:
    if not info.anonymous:
        return Refusal(Reason.MOMENT, "At this table awards go into the Players' wallets", ())
    if not 0 < command.cents <= MOST:
        return Refusal(Reason.AMOUNT, f"{format_money(command.cents)} is not an amount of cash", ())
    return (AwardPaidOut(command.cents),)


# ---- How a tray changes ---------------------------------------------------------------------------------------------


def evolve_tray(info: TableInfo, event: TrayEvent, at: int) -> TableInfo:
    """Return what the House knows of a table after an event of its tray."""
    if isinstance(event, TrayKept):
        return replace(info, tray=Tray(event.tolerance))
    tray = info.tray
    assert tray is not UNSET
    match event:
        case TrayCounted():
            return replace(info, tray=_begun(tray, event))
        case CountsDiffer():
            assert tray.count is not None
            again = tuple(replace(one, due=True) for one in tray.count.counters)
            rows = tuple(dict.fromkeys((*tray.count.recounted, *event.chips)))
            count = replace(tray.count, counters=again, again=event.chips, recounted=rows)
            return replace(info, tray=replace(tray, count=count))
        case CountsAgree():
            assert tray.count is not None
            shown = UNSET if tray.count.number is UNSET else at
            count = replace(tray.count, again=(), difference=event.difference, shown=shown)
            return replace(info, tray=replace(tray, count=count))
        case CountSigned():
            opened = tray.opened if event.closing else worth(event.counts)
            changed = replace(tray, count=None, counted=event.counts, opened=opened, finals=_finals(tray, event, at))
            return replace(info, open=not event.closing, tray=changed)
        case CountAbandoned():
            return replace(info, tray=replace(tray, count=None, ordered=UNSET))
        case RecountOrdered():
            return replace(info, tray=replace(tray, ordered=event, numbered=(tray.numbered or 0) + 1))
        case SlipRequested():
            slip = Slip(event.slip, event.fill, event.counts, event.actor, at, role=event.role)
            more = {"fills": tray.fills + 1} if event.fill else {"credits": tray.credits + 1}
            return replace(info, tray=replace(tray, slips=(*tray.slips, slip), **more))
        case SlipSent():
            slips = tuple(replace(one, sent=event.actor) if one.slip == event.slip else one for one in tray.slips)
            return replace(info, tray=replace(tray, slips=slips))
        case SlipReceived() | SlipCancelled():
            left = tuple(one for one in tray.slips if one.slip != event.slip)
            return replace(info, tray=replace(tray, slips=left))
        case BoxPulled():
            pulled = PulledBox(event.number, event.cents)
            changed = replace(tray, cash=0, box=event.number + 1)
            if event.drop is not UNSET:
                pulled = replace(pulled, drop=event.drop, seal=event.seal, actor=event.actor, at=at)
                changed = replace(changed, dropped=(tray.dropped or 0) + 1)
            return replace(info, tray=replace(changed, boxes=(*tray.boxes, pulled)))
        case BoxReceived():
            received = (replace(one, received=event.actor) if one.number == event.number else one for one in tray.boxes)
            return replace(info, tray=replace(tray, boxes=tuple(received)))
        case AwardPaidOut():
            return info  # money alone
        case BoxCounted():
            return replace(info, tray=_box(tray, event.number, (event.actor, event.cents)))
        case BoxCountsDiffer():
            return replace(info, tray=_box(tray, event.number, None))
        case BoxEmptied():
            return replace(
                info, tray=replace(tray, boxes=tuple(one for one in tray.boxes if one.number != event.number))
            )
        case _:
            assert_never(event)


def _begun(tray: Tray, event: TrayCounted) -> Tray:
    """Return a tray after a person has counted.

    The first count of a tray begins it, and a recount takes up its order.
    """
    if tray.count is not None:
        return replace(tray, count=_counted(tray.count, event))
    count = _counted(TrayCount(event.closing, number=event.count, recount=tray.ordered), event)
    if event.count is UNSET or tray.ordered is not UNSET:
        return replace(tray, count=count, ordered=UNSET)
    return replace(tray, count=count, numbered=(tray.numbered or 0) + 1)


def _finals(tray: Tray, event: CountSigned, at: int) -> tuple[FinalCount, ...] | UnsetType:
    """Return the last signed counts of a tray, the latest first.

    A count of earlier books has no number: it is left out.
    """
    if event.count is UNSET or event.counted is UNSET:
        return tray.finals
    shown, recount = (UNSET, UNSET) if tray.count is None else (tray.count.shown, tray.count.recount)
    figures = (event.count, at, event.closing, event.counts, event.difference, event.counted)
    final = FinalCount(*figures, event.actor, event.role, event.reason, shown, recount)
    return (final, *(tray.finals or ()))[:KEPT]


def _counted(count: TrayCount, event: TrayCounted) -> TrayCount:
    own = count.of(event.actor)
    if own is None:
        return replace(count, counters=(*count.counters, Counter(event.actor, event.role, event.counts)))
    found = tuple(sorted((dict(own.counts) | dict(event.counts)).items(), reverse=True))
    now = Counter(event.actor, event.role, found)
    return replace(count, counters=tuple(now if one is own else one for one in count.counters))


def _box(tray: Tray, number: int, counted: tuple[str, Cents] | None) -> Tray:
    boxes = tuple(
        replace(one, counters=() if counted is None else (*one.counters, counted)) if one.number == number else one
        for one in tray.boxes
    )
    return replace(tray, boxes=boxes)


def first_float(info: TableInfo) -> TableInfo:
    """Return a table that opens with chips from the cage, in a tray that was empty."""
    return info if info.tray is UNSET else replace(info, tray=replace(info.tray, opened=info.float))


def cash_taken(info: TableInfo, event: ChipsBought) -> TableInfo:
    """Return a table after cash went into its box."""
    return info if info.tray is UNSET else replace(info, tray=replace(info.tray, cash=info.tray.cash + event.cents))

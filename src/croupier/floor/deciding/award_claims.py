"""Awards as claims of the cage: how a table's entry moves them, how the register changes, and who may pay one.

A claim is numbered when its award is registered at the table. Two people sign for the hand there; the cage then pays
the whole of it, once, by two others.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding.claiming import hand_of
from croupier.floor.deciding.postings import meter_shares
from croupier.floor.values.cage import (
    AwardState,
    AwardStep,
    CashBooked,
    Claim,
    ClaimMoved,
    ClaimRegistered,
    Claims,
    ClaimsKept,
    EarlierAward,
    KeepClaims,
    Moved,
    NoteAwards,
    PayClaim,
)
from croupier.floor.values.clock import in_words
from croupier.floor.values.gaming_day import ZONE
from croupier.floor.values.links import LinkState
from croupier.floor.values.table import ClaimsOpened
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import Cents, format_money
from croupier.play.banked.events import HandInvalidated, JackpotPaid, RoundVoided
from croupier.play.refusal import Reason, Refusal

KEPT: Final = 1_000
"""The number of closed claims that the cage's state keeps; the journal has all of them."""
_MOVING: Final = frozenset({ClaimsOpened, JackpotPaid, HandInvalidated, RoundVoided})


# ---- At a table -----------------------------------------------------------------------------------------------------


def award_steps(before: object, after: object, events: Sequence[object]) -> tuple[AwardStep, ...]:
    """Return what an entry of a table did to its awards, in order."""
    if type(after) is not BankedTable or type(before) is not BankedTable:
        return ()
    if not before.info.claims and _MOVING.isdisjoint(map(type, events)):  # the common case
        return ()
    return tuple(_steps(before, after, events))


def _steps(before: BankedTable, after: BankedTable, events: Sequence[object]) -> Iterator[AwardStep]:
    number = after.engine.rounds
    waited = {one.box for one in before.info.claims}
    for event in events:
        match event:
            case ClaimsOpened():
                waited |= set(event.boxes)
                for box, award in zip(event.boxes, event.awards, strict=True):
                    if box not in event.stand:
                        yield AwardStep(number, box, "registered", award)
            case JackpotPaid():
                waited.discard(event.box)
                yield from _settled(before, number, event)
            case RoundVoided():
                yield AwardStep(number, 0, "undone")
            case HandInvalidated():
                yield AwardStep(number, event.box, "undone")
            case _:
                pass
    for box in sorted(waited - {one.box for one in after.info.claims}):
        yield AwardStep(number, box, "dropped")


def _settled(before: BankedTable, number: int, event: JackpotPaid) -> Iterator[AwardStep]:
    info = before.info
    major = {award.name for award in before.game.jackpot.awards if award.major}
    share = info.tray is not UNSET and event.award in meter_shares(before.engine.rulebook)
    owed = share and info.anonymous and event.amount > 0
    if not owed and event.award not in major:
        return
    state: AwardState = "owed" if owed else "from_tray" if info.anonymous else "in_wallet"
    signed = next((one.signed for one in info.claims if one.box == event.box), ())
    player = "" if info.anonymous else event.player
    yield AwardStep(number, event.box, state, event.award, event.amount, hand_of(before, event.box), player, signed)


# ---- In the register ------------------------------------------------------------------------------------------------


def note(claims: Claims, command: NoteAwards) -> tuple[ClaimRegistered | ClaimMoved, ...]:
    """Return the events of what a table's entry did to awards. Unknown awards are skipped."""
    found: list[ClaimRegistered | ClaimMoved] = []
    for step in command.steps:
        for event in _noted(claims, command, step):
            found.append(event)
            claims = evolve(claims, event, 0)
    return tuple(found)


def _noted(claims: Claims, command: NoteAwards, step: AwardStep) -> Iterator[ClaimRegistered | ClaimMoved]:
    here = [
        one
        for one in (*claims.open, *claims.closed)
        if (one.table, one.round) == (command.table, step.round) and step.box in (0, one.box)
    ]
    if step.state in {"dropped", "undone"}:
        known = {"registered"} if step.state == "dropped" else {"registered", "owed", "in_wallet", "from_tray", "paid"}
        for claim in here:
            if claim.state in known:
                yield ClaimMoved(claim.number, "dropped" if claim.state == "registered" else "undone")
        return
    waits = next((one for one in here if one.state == "registered"), None)
    number = f"A-{claims.numbered + 1:04}" if waits is None else waits.number
    if waits is None or step.state == "registered":
        yield ClaimRegistered(number, command.table, command.link, step.round, step.box, step.award)
    if step.state != "registered":
        yield ClaimMoved(number, step.state, step.award, step.cents, step.hand, step.player, step.signed)


def keep(claims: object, command: KeepClaims) -> tuple[ClaimsKept | ClaimRegistered | ClaimMoved, ...] | Refusal:
    """Return the events that begin the register, with what earlier books still owe."""
    if claims is not UNSET:
        return Refusal(Reason.MOMENT, "The cage keeps claims already", ())
    found: list[ClaimsKept | ClaimRegistered | ClaimMoved] = [ClaimsKept()]
    for at, one in enumerate(command.owed, start=1):
        number = f"A-{at:04}"
        found.append(ClaimRegistered(number, one.table, one.link, one.round, one.box, one.award))
        found.append(ClaimMoved(number, "owed", one.award, one.cents, "", one.player, one.signed))
    return tuple(found)


def earlier(table: str, owed: Cents, link: LinkState) -> Iterator[EarlierAward]:
    """Divide what a table of earlier books is still owed by the awards that its link remembers, the latest first.

    A rest that no remembered award explains is one claim of its own.
    """
    for one in link.awards:
        if one.table == table and 0 < one.amount <= owed:
            owed -= one.amount
            yield EarlierAward(table, link.name, one.amount, one.round, one.box, one.award, "", one.signed)
    if owed > 0:
        yield EarlierAward(table, link.name, owed)


def evolve(claims: Claims, event: ClaimRegistered | ClaimMoved, at: int) -> Claims:
    """Return the register after an event."""
    known = claims.claim(event.claim)
    if isinstance(event, ClaimRegistered):
        if known is not None:
            return _with(claims, replace(known, award=event.award, since=at))
        place = (event.table, event.link, event.round, event.box, event.award)
        claim = Claim(event.claim, *place, "registered", at, at)
        return replace(claims, open=(*claims.open, claim), numbered=claims.numbered + 1)
    if known is None:
        return claims
    if event.state in {"dropped", "undone"}:
        state = "to_return" if known.state == "paid" else event.state
        return _with(claims, replace(known, state=state, since=at))
    settled = (event.award, event.cents, event.hand, event.player, event.signed)
    names = ("award", "cents", "hand", "player", "signed")
    return _with(claims, replace(known, state=event.state, since=at, **dict(zip(names, settled, strict=True))))


def pay(claims: Claims, event: CashBooked, at: int) -> Claims:
    """Return the register after a claim was paid."""
    claim = None if event.claim is UNSET else claims.claim(event.claim)
    return claims if claim is None else _with(claims, replace(claim, state="paid", since=at, paid=Moved(at, event)))


def unpay(claims: Claims, event: CashBooked, at: int) -> Claims:
    """Return the register after the payment of a claim was voided: it is owed again, unless its round has no result."""
    claim = None if event.claim is UNSET else claims.claim(event.claim)
    if claim is None:
        return claims
    state: AwardState = "undone" if claim.state == "to_return" else "owed"
    return _with(claims, replace(claim, state=state, since=at, paid=None))


def _with(claims: Claims, changed: Claim) -> Claims:
    """Return the register with a changed claim where it belongs."""
    if changed.open and any(one.number == changed.number for one in claims.open):
        opened = tuple(changed if one.number == changed.number else one for one in claims.open)
        return replace(claims, open=opened)
    opened = tuple(one for one in claims.open if one.number != changed.number)
    closed = tuple(one for one in claims.closed if one.number != changed.number)
    if changed.open:
        opened = tuple(sorted((*opened, changed), key=lambda one: one.registered))
        return replace(claims, open=opened, closed=closed)
    return replace(claims, open=opened, closed=(changed, *closed)[:KEPT])


# ---- At the window --------------------------------------------------------------------------------------------------


def payable(claims: Claims, what: PayClaim, actors: Iterable[str], zone: str = ZONE) -> Claim | Refusal:
    """Return the claim that these people may pay, or the refusal, which says who has paid it and when, or who may."""
    claim = claims.claim(what.claim)
    if claim is None:
        last = f"the last number is A-{claims.numbered:04}" if claims.numbered else "no award has been registered yet"
        return Refusal(Reason.FACT, f"There is no claim {what.claim[:40]} that the cage pays: {last}", ())
    if claim.state != "owed":
        return Refusal(Reason.MOMENT, f"{claim.number} is not to be paid: {standing(claim, zone)}", ())
    for actor in actors:
        if actor in claim.signed:
            sentence = f"{actor} signed for {claim.number} at the table: two others of the cage pay it"
            return Refusal(Reason.ROLE, sentence, ())
        if " ".join(what.name.split()).casefold() == actor.casefold():
            return Refusal(Reason.ROLE, f"Nobody pays {claim.number} to themselves: two others of the cage pay it", ())
    if not what.name.strip():
        return Refusal(Reason.FACT, f"{claim.number} is paid to a person: give their name", ())
    if not 0 <= what.cheque <= claim.cents:
        most = format_money(claim.cents)
        return Refusal(Reason.AMOUNT, f"A cheque for {claim.number} is from {format_money(0)} to {most}", ())
    if bool(what.cheque) != bool(what.cheque_number.strip()):
        return Refusal(Reason.FACT, "A cheque has an amount and a number: give both, or neither", ())
    return claim


def standing(claim: Claim, zone: str = ZONE) -> str:
    """Say where a claim stands and who brought it there, by the House's clock."""
    match claim.state:
        case "registered":
            return f"table {claim.table} has not settled with it yet; two people sign for its hand there"
        case "owed":
            return f"the cage owes {format_money(claim.cents)}"
        case "in_wallet":
            return f"it went into the wallet of {claim.player}"
        case "from_tray":
            return f"it was paid from the tray of table {claim.table}"
        case "dropped":
            return f"table {claim.table} settled round {claim.round} without this award"
        case "undone":
            return f"round {claim.round} of table {claim.table} has no result for box {claim.box}"
        case _:
            assert claim.paid is not None
            act = claim.paid.act
            sentence = f"{act.first} and {act.second} paid it to {act.name}, {in_words(claim.paid.at, zone)}"
            undone = f"; round {claim.round} of table {claim.table} has no result since: its cash is to come back"
            return sentence + (undone if claim.state == "to_return" else "")

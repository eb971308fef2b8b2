"""Jackpot arithmetic: what feeds a meter, what an award takes from it, and who is paid first."""

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from croupier.money import MILLION, Cents
from croupier.play.banked.events import BankedEvent, JackpotPaid, JackpotUnfed, MeterRestored
from croupier.play.banked.state import Meter, Registered
from croupier.rules.settling import Award, Claim, Jackpot, PercentOfMeter, Prize

WHOLE = 100


class Payment(Struct, frozen=True):
    """A claim's turn: which award it was paid, and what that did to the meter."""

    claim: Claim
    award: Award
    amount: Cents
    before: Meter
    after: Meter
    registered: Cents | None = None
    """The value from which it was paid instead of the meter's."""
    borne: bool = False
    """True if the House bears it, and the meter stays as it is."""


def fed(meter: Meter, millionths: int) -> Meter:
    """Return the meter with a contribution, exactly."""
    return Meter(meter.millionths + millionths)


def paid_out(meter: Meter, seed: Cents, prize: Prize, amount: Cents) -> Meter:
    """Return the meter after an award: at its seed when all of it was won, lower by what a part of it paid.

    Fractions of a cent that the display never showed stay in the meter, and the House adds what it does not hold. Fixed
    awards do not touch it.
    """
    if not isinstance(prize, PercentOfMeter):
        return meter
    if prize.percent == WHOLE:
        return Meter(seed * MILLION + meter.millionths % MILLION)
    return Meter(meter.millionths - min(amount, meter.shown) * MILLION)


def pay_pending(
    meter: Meter,
    seed: Cents,
    claims: Iterable[Claim],
    in_order: Callable[[Claim], tuple[int, ...]],
    registered: Registered | None = None,
) -> tuple[Payment, ...]:
    """Pay claims that are pending together, one after the other, each from the value then displayed.

    After a failure that is the value registered then, less what earlier awards of this round have taken; the meter
    still falls, unless another hand has won it since. A hand is paid one award: the one worth most at that moment;
    among equals, the first of the pay table.
    """
    payments = []
    left = meter if registered is None else Meter(registered.value * MILLION)
    begins = seed if registered is None else registered.seed
    for claim in sorted(claims, key=in_order):
        displayed, stake = left.shown, claim.stake
        worths = [award.prize.worth(stake, displayed) for award in claim.awards]
        amount = max(worths)
        award = claim.awards[worths.index(amount)]
        kept = registered if isinstance(award.prize, PercentOfMeter) else None
        borne = kept is not None and bool(kept.won_at)
        after = meter if borne else paid_out(meter, seed, award.prize, amount)
        payments.append(Payment(claim, award, amount, meter, after, None if kept is None else displayed, borne))
        left, meter = paid_out(left, begins, award.prize, amount), after
    return tuple(payments)


def lowered(registered: Registered, value: Cents, amount: Cents) -> Registered:
    """Return a shared value after an award that was paid from ``value`` of it: all of it begins again at the seed."""
    return replace(registered, value=registered.seed if amount == value else registered.value - amount)


def raised(registered: Registered, value: Cents, amount: Cents) -> Registered:
    """Return a shared value after such an award went back."""
    back = value - registered.seed if amount == value else amount
    return replace(registered, value=registered.value + back)


def left_of(registered: Registered, jackpot: Jackpot, paid: Iterable[JackpotPaid]) -> Registered:
    """Return a registered value after the awards that were paid from it already."""
    prizes = {award.name: award.prize for award in jackpot.awards}
    left = Meter(registered.value * MILLION)
    for one in paid:
        if one.registered is not None:
            left = paid_out(left, registered.seed, prizes[one.award], one.amount)
    return replace(registered, value=left.shown)


def never_below_nothing(meter: Meter, events: Iterable[BankedEvent]) -> tuple[BankedEvent, ...]:
    """Limit events that undo contributions and awards, so that none takes more out of the meter than it holds.

    Awards elsewhere may have taken what was put in: the House bears what is missing.
    """
    held, found = meter.millionths, []
    for event in events:
        kept = event
        if isinstance(event, JackpotUnfed):
            kept = replace(event, millionths=min(event.millionths, held))
            held -= kept.millionths
        elif isinstance(event, MeterRestored):
            kept = replace(event, millionths=max(event.millionths, -held))
            held += kept.millionths
        found.append(kept)
    return tuple(found)

"""Jackpot arithmetic: what feeds a meter, what an award takes from it, and who is paid first."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from croupier.money import MILLION, Cents
from croupier.play.state import Meter
from croupier.rules.settling import Award, Claim, PercentOfMeter, Prize

WHOLE = 100


class Payment(Struct, frozen=True):
    """A claim's turn: which award it was paid, and what that did to the meter."""

    claim: Claim
    award: Award
    amount: Cents
    before: Meter
    after: Meter


def fed(meter: Meter, millionths: int) -> Meter:
    """The meter with a contribution, exact."""
    return Meter(meter.millionths + millionths)


def paid_out(meter: Meter, seed: Cents, prize: Prize, amount: Cents) -> Meter:
    """The meter after an award: back to its seed when all of it was won, lower by what a part of it paid.

    Fractions of a cent that the display never showed stay in the meter. Fixed awards do not touch it.
    """
    if not isinstance(prize, PercentOfMeter):
        return meter
    if prize.percent == WHOLE:
        return Meter(seed * MILLION + meter.millionths % MILLION)
    return Meter(meter.millionths - amount * MILLION)


def pay_pending(
    meter: Meter, seed: Cents, claims: Iterable[Claim], in_order: Callable[[Claim], tuple[int, ...]]
) -> tuple[Payment, ...]:
    """Pay claims that are pending together, one after the other, each from the value then displayed.

    A hand is paid one award: the one worth most at that moment; among equals, the first of the pay table.
    """
    payments = []
    for claim in sorted(claims, key=in_order):
        displayed, stake = meter.shown, claim.stake
        worths = [award.prize.worth(stake, displayed) for award in claim.awards]
        amount = max(worths)
        award = claim.awards[worths.index(amount)]
        after = paid_out(meter, seed, award.prize, amount)
        payments.append(Payment(claim, award, amount, meter, after))
        meter = after
    return tuple(payments)

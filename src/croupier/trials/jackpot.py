"""The life of a jackpot: many tables, of one game or several, on one link.

Rounds are played first and only report which hands may be paid from the meter. The meter is then updated in the order
of the rounds, by the same arithmetic that pays at a table. The tables of a game play evenly in time.

The closed forms are reported beside the results. With a chance ``p`` for each wager of winning all of the meter, a
share ``c`` of it won on average (that chance included), ``g`` fed by each wager and a seed ``s``, the meter is on
average ``(p s + g) / c`` when all of it is won, and of each wager ``g + p s`` goes back through the meter.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from itertools import groupby
from math import fsum, log, log1p
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.money import MILLION, Cents, Rate
from croupier.notation.problem import InputError
from croupier.odds.solver import PERFECT, Progress, nothing
from croupier.play.banked.jackpot import WHOLE, Payment, fed, pay_pending
from croupier.play.banked.state import Meter
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.settling import Claim, PercentOfMeter
from croupier.trials.cells import jackpot_line
from croupier.trials.engine import EngineTrial
from croupier.trials.plan import Hit, Plan
from croupier.trials.playing import MOST_SEED, Kernels, check, in_order, trial_of
from croupier.trials.room import RoomTrial
from croupier.trials.steady import Steady

Floats = NDArray[np.float64]
RESERVE: Final = 0.999
_MOST_TABLES: Final = 10_000
_MOST_PACE: Final = 1_000
_MOST_HOURS: Final = 10_000_000
_PLACE_BITS: Final = 8
"""The bits of a stream's number that say which tables of the link it deals for."""
_PARTS: Final = 24
"""The number of parts in which a spread is counted, for a drawing."""


class Tables(Struct, frozen=True):
    """Tables of a game on the link, all of which play alike."""

    game: str
    tables: int = 1
    boxes: int = 5
    """The number of jackpot wagers in a round."""
    pace: int = 30
    """The number of rounds an hour at each table."""
    strategy: str = PERFECT


class Link(Struct, frozen=True):
    """A jackpot, and the time for which it is watched."""

    feeds: tuple[Tables, ...]
    hours: int
    seed: int = 1
    """The seed of the simulation's random numbers."""
    wager: Cents = BankedPolicy().jackpot_wager
    begins: Cents = BankedPolicy().seed
    """The meter's value at the start, and after all of it was won."""
    contribution: str = BankedPolicy().contribution
    ante: Cents = BankedPolicy().minimum


class Spread(Struct, frozen=True):
    """The distribution of some numbers."""

    number: int
    mean: float
    deviation: float
    least: float
    low: float
    """The number that a twentieth of the numbers lie below."""
    middle: float
    high: float
    """The number that a twentieth of the numbers lie above."""
    most: float
    counts: tuple[int, ...] = ()
    """The count of numbers in each of as many equal parts from the least to the most."""


class Life(Struct, frozen=True):
    """The result of a jackpot's life, with the expected values beside those found."""

    hours: int
    wagers: int
    won: dict[str, int]
    """The number of times that each award that takes from the meter was paid."""
    won_expected: dict[str, float]
    meter_at_hit: Spread | None
    """The meter when all of it was won, in cents; None if it never was."""
    meter_at_hit_expected: float
    hours_between: Spread | None
    hours_between_expected: float
    reserve: float | None
    """The value below which the meter was in 999 of 1,000 hits."""
    reserve_expected: float
    """The expected reserve without awards that take a part of the meter: never less than with them."""
    returned: float
    """The amount that came back of each cent wagered, by fixed awards and the meter together."""
    returned_expected: float
    from_meter: Cents
    """The amount that the meter has paid."""
    seeded: Cents
    """The amount that the House put in to start the meter again."""
    left: Cents
    """The meter's value at the end."""


class Feed(NamedTuple):
    """Tables, ready to be played."""

    game: BankedGame
    plan: Plan
    rate: int
    """The number of rounds an hour."""
    trial: Kernels


def check_link(link: Link) -> Rate:
    """Return the share of each wager that feeds the meter.

    Raises :class:`InputError` if the link cannot be simulated.
    """
    if not 1 <= link.hours <= _MOST_HOURS:
        raise InputError(f"--hours: must be from 1 to {_MOST_HOURS:,}, not {link.hours}")
    if not 0 <= link.seed <= MOST_SEED >> _PLACE_BITS:
        raise InputError(f"--seed: must be from 0 to {MOST_SEED >> _PLACE_BITS}, not {link.seed}")
    if len(link.feeds) > 1 << _PLACE_BITS:
        raise InputError(f"game: at most {1 << _PLACE_BITS} can be on one link, not {len(link.feeds)}")
    for one in link.feeds:
        if not 1 <= one.tables <= _MOST_TABLES:
            raise InputError(f"tables: {one.game} must have from 1 to {_MOST_TABLES:,} tables, not {one.tables}")
        if not 1 <= one.pace <= _MOST_PACE:
            raise InputError(f"--pace: must be from 1 to {_MOST_PACE:,} rounds an hour, not {one.pace}")
    try:
        return Rate.parse(link.contribution)
    except ValueError as error:
        raise InputError(f"--contribution: {error}") from None


def simulate_link(link: Link, executor: Executor, workers: int = 1, told: Progress = nothing) -> Life:
    """Play every table, then tell the meter."""
    rate = check_link(link)
    feeds = [feed_of(link, place, one) for place, one in enumerate(link.feeds)]
    hits: list[tuple[Fraction, int, Hit]] = []
    paid = 0
    total = sum(one.plan.rounds for one in feeds)
    before = 0
    for place, one in enumerate(feeds):
        rounds = 0
        for part in in_order(one.plan, executor, 0, 2 * workers):
            at_meter = part.won["jackpot"] + part.staked["jackpot"]
            paid += at_meter - sum(_at_plan(one, hit) for hit in part.hits)
            for hit in part.hits:
                when = replace(hit, round=hit.round + rounds)
                hits.append((Fraction(2 * when.round + 1, 2 * one.rate), place, when))
            rounds += part.rounds
            told((before + rounds) / total)
        before += rounds
    hits.sort(key=lambda hit: (hit[0], hit[1], hit[2].box))
    return _told_life(link, rate, feeds, hits, paid)


def feed_of(link: Link, place: int, tables: Tables) -> Feed:
    """Make tables ready to be played. Raises :class:`InputError` if no kernel plays their game."""
    rate = tables.tables * tables.pace
    plan = Plan(
        tables.game,
        rate * link.hours,
        seed=(link.seed << _PLACE_BITS) + place,
        boxes=tables.boxes,
        strategy=tables.strategy,
        ante=link.ante,
        jackpot_wager=link.wager,
        meter=link.begins,
        hits=True,
    )
    game = check(plan)
    trial = trial_of(plan)
    if isinstance(trial, EngineTrial | RoomTrial):
        raise InputError(f"{game.name}: no kernel plays it, and a jackpot's life is too long for the engine")
    return Feed(trial.game, plan, rate, trial)


def _at_plan(feed: Feed, hit: Hit) -> Cents:
    """Return what a hit was paid at the value that the plan holds the meter at."""
    line = jackpot_line(feed.game, feed.plan, hit.awards)
    return line.net + line.staked


class Told(NamedTuple):
    """A meter's story, or several meters', before anything is made of it."""

    wagers: int
    won: dict[str, int]
    """The number of times that each award that takes from the meter was paid."""
    at_hit: list[int]
    """The payments when all of the meter was won, in cents."""
    between: list[float]
    """The hours that had passed since the meter was last won, at each such payment."""
    paid: Cents
    """The amount paid by all awards."""
    from_meter: Cents
    left: Cents


# --- the meter -----------------------------------------------------------------------------------------------------


def _told_life(link: Link, rate: Rate, feeds: list[Feed], hits: list[tuple[Fraction, int, Hit]], paid: Cents) -> Life:
    meter, fed_before = Meter(link.begins * MILLION), 0
    at_hit: list[int] = []
    hours: list[Fraction] = []
    won: dict[str, int] = {}
    from_meter = 0
    for (when, place), same_round in groupby(hits, key=lambda hit: hit[:2]):
        fed_now = _fed_until(link, rate, feeds, when)
        meter, fed_before = fed(meter, fed_now - fed_before), fed_now
        for payment in paid_by(link, feeds[place].game, meter, [hit for _, _, hit in same_round]):
            paid += payment.amount
            meter = payment.after
            if isinstance(payment.award.prize, PercentOfMeter):
                from_meter += payment.amount
                won[payment.award.name] = won.get(payment.award.name, 0) + 1
                if payment.award.prize.percent == WHOLE:
                    at_hit.append(payment.amount)
                    hours.append(when)
    meter = fed(meter, _fed_until(link, rate, feeds, Fraction(link.hours)) - fed_before)
    between = [float(later - earlier) for earlier, later in zip([Fraction(0), *hours], hours, strict=False)]
    wagers = sum(one.rate * one.plan.boxes for one in feeds) * link.hours
    return life_of(link, rate, feeds, Told(wagers, won, at_hit, between, paid, from_meter, meter.shown))


def _fed_until(link: Link, rate: Rate, feeds: list[Feed], hour: Fraction) -> int:
    """Return what all wagers placed until then have fed, in millionths of a cent."""
    # Round k of a game is played at (2 k + 1) / (2 rate) hours, and its wagers are in the meter when it is paid.
    wagers = sum((2 * hour * one.rate + 1) // 2 * one.plan.boxes for one in feeds)
    return int(wagers) * rate.of(link.wager)


def paid_by(link: Link, game: BankedGame, meter: Meter, hits: Iterable[Hit]) -> Iterator[Payment]:
    """Yield what the hands of one round are paid, in the document's order."""
    claims = [
        Claim("", hit.box + 1, link.wager, tuple(game.jackpot.awards[at] for at in hit.awards), 1, 1) for hit in hits
    ]
    yield from pay_pending(meter, link.begins, claims, game.jackpot.paid_in_order)


# --- results -------------------------------------------------------------------------------------------------------


class Expected(NamedTuple):
    """Per wager, over all tables of a link."""

    whole: Fraction
    """The chance of winning all of the meter."""
    share: Fraction
    """The share of the meter that is won on average."""
    fixed: Fraction
    """The amount that fixed awards pay on average, in cents."""
    awards: dict[str, Fraction]
    """The chance of each award that takes from the meter."""


def expected_of(link: Link) -> Expected:
    """Return what to expect of a link, from the exact odds of every game on it.

    Where a hand has won a share of the meter and a fixed amount, it is counted with what is worth more at the seed.
    """
    check_link(link)
    return expected_by([feed_of(link, place, one) for place, one in enumerate(link.feeds)])


def expected_by(feeds: Sequence[Feed], wagers: Sequence[int] = ()) -> Expected:
    """Return what to expect of tables that play side by side; ``wagers`` of each, if not every box makes one."""
    number = wagers or [one.rate * one.plan.boxes for one in feeds]
    whole = share = fixed = Fraction(0)
    awards: dict[str, Fraction] = {}
    for one, own in zip(feeds, number, strict=True):
        weight = Fraction(own, sum(number))
        chances = one.trial.expected_rows()
        for award in one.game.jackpot.awards:
            chance = weight * chances.get(f"jackpot.{award.name}", Fraction(0))
            if isinstance(award.prize, PercentOfMeter):
                share += chance * Fraction(award.prize.percent, WHOLE)
                whole += chance if award.prize.percent == WHOLE else 0
                awards[award.name] = awards.get(award.name, Fraction(0)) + chance
            else:
                fixed += chance * award.prize.worth(one.plan.jackpot_wager, 0)
    return Expected(whole, share, fixed, awards)


def life_of(
    link: Link, rate: Rate, feeds: Sequence[Feed], told: Told, weights: Sequence[int] = (), cycle: Steady | None = None
) -> Life:
    """Report a jackpot's life beside what is expected of tables that always wager, or of a calculated cycle."""
    expected = expected_by(feeds, weights)
    wagers, ordered = told.wagers, sorted(told.at_hit)
    growth = Fraction(rate.of(link.wager), MILLION)
    at = float((expected.whole * link.begins + growth) / expected.share) if expected.share else 0.0
    returned = (expected.fixed + growth + expected.whole * link.begins) / link.wager
    whole = float(expected.whole)
    per_hour = sum(one.rate * one.plan.boxes for one in feeds)
    hours = float(1 / (expected.whole * per_hour)) if whole else 0.0
    if cycle is not None:
        at, hours = cycle.at_hit, cycle.hours
    return Life(
        link.hours,
        wagers,
        dict(sorted(told.won.items())),
        {name: float(chance * wagers) for name, chance in sorted(expected.awards.items())},
        spread(ordered),
        at,
        spread(told.between),
        hours,
        None if not ordered else float(ordered[min(len(ordered) - 1, int(RESERVE * len(ordered)))]),
        link.begins + float(growth) * (log(1 - RESERVE) / log1p(-whole)) if whole else 0.0,
        told.paid / (wagers * link.wager),
        float(returned),
        told.from_meter,
        len(ordered) * link.begins,
        told.left,
    )


def spread(numbers: Sequence[float] | Floats) -> Spread | None:
    """Return the distribution of numbers; None if there are none."""
    ordered = np.sort(np.asarray(numbers, np.float64))
    number = len(ordered)
    if not number:
        return None
    mean = fsum(ordered) / number
    deviation = (fsum((ordered - mean) ** 2) / number) ** 0.5
    least, low, middle, high, most = (
        float(ordered[min(number - 1, int(share * number))]) for share in (0.0, 0.05, 0.5, 0.95, 1.0)
    )
    return Spread(number, mean, deviation, least, low, middle, high, most, counted(ordered))


def counted(ordered: Floats) -> tuple[int, ...]:
    """Count the sorted numbers in each of equal parts from the first to the last."""
    least, width = ordered[0], (ordered[-1] - ordered[0]) / _PARTS
    if not width:
        return (len(ordered), *[0] * (_PARTS - 1))
    places = np.minimum(_PARTS - 1, ((ordered - least) / width).astype(np.int64))
    return tuple(np.bincount(places, minlength=_PARTS).tolist())

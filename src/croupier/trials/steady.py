"""The expected cycle of a meter that some Players wait for, calculated without chance.

Between two awards of all of it the meter only rises, wager by wager, unless a part of it is won. The flow at a value is
how often the meter rises past it in such a cycle: it falls by the chance of an award at every step, begins with one at
the seed, and what an award of a part leaves begins again lower down. From the flow follows how many wagers a cycle has
at a value, and how long it stays there. Without awards of a part it is ``exp(-p (m - s) / g)``, the geometric law.
"""

from collections.abc import Sequence
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel
from croupier.play.banked.jackpot import WHOLE

Floats = NDArray[np.float64]

_STEPS: Final = 1 << 14
_UNREACHED: Final = 1e-9
"""The chance below which higher values of the meter are neglected."""
_SETTLED: Final = 1e-10
_MOST_SWEEPS: Final = 5_000


class Feeding(NamedTuple):
    """Tables of a link, per wager and hour."""

    always: float
    """The wagers an hour that do not depend on the meter."""
    come: float
    """The wagers an hour by Players who wait for the meter, while it shows enough."""
    above: float
    """The meter from which the waiting Players wager."""
    parts: dict[int, float]
    """The chance of winning each percentage of the meter."""

    @property
    def share(self) -> float:
        """The share of the meter that a wager wins on average."""
        return sum(percent * chance for percent, chance in self.parts.items()) / WHOLE


class Steady(NamedTuple):
    """A cycle, from the seed until all of the meter is won."""

    hours: float
    at_hit: float
    """The meter when all of it is won, in cents."""
    waiting: tuple[float, ...]
    """The share of the time in which those who wait for the meter wager, by tables."""
    come: tuple[float, ...]
    """The pay from the meter for each wager of those who wait for it, in cents, by tables."""
    always: tuple[float, ...]
    """The pay from the meter for each wager of those who always wager, in cents, by tables."""


def steady(feeds: Sequence[Feeding], begins: int, growth: float) -> Steady:
    """Calculate a cycle.

    The meter must grow, and a Player who always wagers must be able to win all of it.
    """
    pace = sum(one.always + one.come for one in feeds)
    least = sum(one.always * one.parts.get(WHOLE, 0.0) for one in feeds) / pace
    top = begins + growth * log(1 / _UNREACHED) / least
    width = top / _STEPS
    at = np.asarray((np.arange(_STEPS) + 0.5) * width, np.float64)
    there = [np.clip((at - one.above) / width + 0.5, 0, 1) for one in feeds]
    paces = [one.always + one.come * reached for one, reached in zip(feeds, there, strict=True)]
    together = sum(paces, np.zeros(_STEPS))
    chances: dict[int, Floats] = {}
    for one, own in zip(feeds, paces, strict=True):
        for percent, chance in one.parts.items():
            chances[percent] = chances.get(percent, np.zeros(_STEPS)) + own / together * chance
    wagers = _flow(chances, at, width, begins, growth) * width / growth
    hours = wagers / together
    come = [hours * reached for reached in there]
    return Steady(
        float(hours.sum()),
        _mean(at, wagers * chances[WHOLE]),
        tuple(float(one.sum() / hours.sum()) for one in come),
        tuple(one.share * _mean(at, weights) for one, weights in zip(feeds, come, strict=True)),
        tuple(one.share * _mean(at, hours) for one in feeds),
    )


def _mean(values: Floats, weights: Floats) -> float:
    total = weights.sum()
    return float((values * weights).sum() / total) if total else 0.0


def _flow(chances: dict[int, Floats], at: Floats, width: float, begins: int, growth: float) -> Floats:
    """Return how often the meter rises past every value in a cycle, by steps of a width."""
    hazard = sum(chances.values(), np.zeros(_STEPS)) * width / growth
    decay, whole, half = np.exp(-hazard), -np.expm1(-hazard) / hazard, -np.expm1(-hazard / 2) / hazard
    flow, risen, entered = np.zeros(_STEPS), np.empty(_STEPS), np.zeros(_STEPS)
    _enter(entered, np.array([begins / width]), np.ones(1))
    for _ in range(_MOST_SWEEPS):
        _rise(entered, decay, whole, half, risen)
        flow += risen
        if risen.sum() < _SETTLED * flow.sum():
            break
        entered = np.zeros(_STEPS)
        for percent, chance in chances.items():
            if percent < WHOLE:
                _enter(entered, at * (WHOLE - percent) / WHOLE / width, risen * chance * width / growth)
    return flow


def _enter(entered: Floats, where: Floats, much: Floats) -> None:
    """Let a flow begin between the middles of two steps, divided so that it is as long as it should be."""
    place = np.clip(where - 0.5, 0, _STEPS - 2)
    lower = place.astype(np.int64)
    np.add.at(entered, lower, much * (1 - (place - lower)))
    np.add.at(entered, lower + 1, much * (place - lower))


@kernel
def _rise(entered: Floats, decay: Floats, whole: Floats, half: Floats, out: Floats) -> None:
    """Fill in the average flow of every step, from what came from below and what begins in its middle."""
    flow = 0.0
    for step in range(len(out)):
        out[step] = flow * whole[step] + entered[step] * half[step]
        flow = flow * decay[step] + entered[step] * np.sqrt(decay[step])

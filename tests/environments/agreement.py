"""What agents lose beside what they must lose: many runs, each with a seed of its own, judged together.

One run says little: of twelve, one is beyond two standard errors every other time, and whoever tries another seed then
has measured nothing. So the seeds are the first that there are, and all runs count.
"""

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from statistics import NormalDist

from croupier.environments import AGENTS, Expected, Measured, expected, played
from croupier.rulebooks import banked_games
from tests.battery.shoe import Verdict, likely


@dataclass(frozen=True)
class Run:
    """So many rounds of an agent at a game, and by how many standard errors it lost less than the odds say."""

    game: str
    agent: str
    off: float


def off(found: Measured, loss: float) -> float:
    """By how many standard errors a mean is above what it should be; ``error`` is 1.96 of them."""
    return (found.mean + loss) * 1.96 / found.error


def campaign(runs: int, rounds: int, done: Callable[[int], None] = lambda _: None) -> list[Run]:
    """Each agent so often at each game: no seed is used twice, so that all of it is independent."""
    wanted = [(game, agent) for _ in range(runs) for game in banked_games() for agent in AGENTS]
    exact: dict[str, Expected] = {game: expected(game) for game in banked_games()}
    found = []
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        asked = {pool.submit(played, *one, rounds, seed): one for seed, one in enumerate(wanted, 1)}
        for number, run in enumerate(as_completed(asked), 1):
            game, agent = asked[run]
            found.append(Run(game, agent, off(run.result(), float(exact[game].of(agent)))))
            done(number)
    return found


def verdicts(found: list[Run]) -> Iterator[Verdict]:
    """All runs together by chi-square, then each agent at each game, its runs added up: a small error adds up too."""
    square = sum(run.off**2 for run in found)
    yield Verdict("all runs", square, len(found), likely(square, len(found)))
    for game, agent in sorted({(run.game, run.agent) for run in found}):
        offs = [run.off for run in found if (run.game, run.agent) == (game, agent)]
        together = sum(offs) / math.sqrt(len(offs))
        yield Verdict(f"{game}, {agent}", together**2, 1, 2 * (1 - NormalDist().cdf(abs(together))))

"""A report of what agents lose an hour at each game against the House: ``python -m croupier.environments ROUNDS``.

An hour has 40 rounds with an Ante of 25.00. For each agent the report has what it loses exactly, and in brackets what
it lost in ROUNDS rounds, with the error at 95 in 100. The seed is always 1: figures of a seed that was chosen for its
result would measure nothing.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from croupier.environments import AGENTS, expected, played
from croupier.library.games import Game, games

AN_HOUR: Final = 40 * 25
"""Antes become money an hour."""
_SEED: Final = 1


def main() -> None:
    """Print the table."""
    said = sys.argv[1] if len(sys.argv) == 2 else ""
    if not said.isascii() or not said.isdigit() or not int(said):
        sys.exit(f"croupier.environments: say how many rounds each agent plays, from 1 on, not {said[:40]!r}")
    rounds, against = int(said), [game for game in games() if Game(game).against_the_house]
    exact = {game: expected(game) for game in against}
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        found = {(game, agent): pool.submit(played, game, agent, rounds, _SEED) for agent in AGENTS for game in against}
        print("| game | random | a simple rule | perfect |")
        print("| --- | --- | --- | --- |")
        for game in against:
            shown = []
            for agent in AGENTS:
                one = found[game, agent].result()
                lost = f"{-one.mean * AN_HOUR:.0f} ± {one.error * AN_HOUR:.0f}"
                shown.append(f"{float(exact[game].of(agent)) * AN_HOUR:.2f} ({lost})")
            print(f"| `{game}` | {' | '.join(shown)} |", flush=True)


if __name__ == "__main__":
    main()

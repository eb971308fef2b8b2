"""What agents lose an hour at each game against the House: ``python -m croupier.environments ROUNDS``.

An hour has 40 rounds with an Ante of 25.00. Of each agent stands what it loses exactly, and in brackets what it lost in
so many rounds, with the error at 95 in 100.
"""

import sys
from typing import Final

from croupier.environments import HouseEnv, expected, measured, perfect, random, simple
from croupier.library.games import Game, games

AN_HOUR: Final = 40 * 25
"""Antes become money an hour."""
_SEED: Final = 2026


def main() -> None:
    """Print the table."""
    rounds = sys.argv[1] if len(sys.argv) == 2 else ""
    if not rounds.isascii() or not rounds.isdigit() or not int(rounds):
        sys.exit(f"croupier.environments: say how many rounds each agent plays, from 1 on, not {rounds[:40]!r}")
    print("| game | random | a simple rule | perfect |")
    print("| --- | --- | --- | --- |")
    for game in games():
        if Game(game).against_the_house:
            exact, env = expected(game), HouseEnv(game)
            agents = ((random(), exact.random), (simple, exact.simple), (perfect, exact.perfect))
            shown = []
            for agent, loss in agents:
                found = measured(env, agent, int(rounds), _SEED)
                played = f"{-found.mean * AN_HOUR:.0f} ± {found.error * AN_HOUR:.0f}"
                shown.append(f"{float(loss) * AN_HOUR:.2f} ({played})")
            print(f"| `{game}` | {' | '.join(shown)} |", flush=True)


if __name__ == "__main__":
    main()

"""What two agents lose an hour at each game against the House: python agents.py 3000

An hour has 40 rounds with an Ante of 25.00; beside what was measured stands what perfect play loses exactly.
"""

import sys

import croupier
from croupier.environments import HouseEnv, measured, perfect, random

ROUNDS, AN_HOUR, ANTE = int(sys.argv[1]), 40, 25.00

print("| game | random | perfect | perfect, exactly |")
print("| --- | --- | --- | --- |")
for game in croupier.games():
    if croupier.Game(game).against_the_house:
        env = HouseEnv(game)
        played = [measured(env, agent, ROUNDS) for agent in (random(), perfect)]
        shown = [f"{-one.mean * AN_HOUR * ANTE:.0f} ± {one.error * AN_HOUR * ANTE:.0f}" for one in played]
        exact = float(croupier.odds(game).house_edge) * AN_HOUR * ANTE
        print(f"| `{game}` | {' | '.join(shown)} | {exact:.2f} |", flush=True)

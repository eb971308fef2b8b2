"""Two agents for the games against the House, and what each of them loses."""

from collections.abc import Callable
from math import sqrt
from random import Random

from msgspec import Struct

from croupier.environments.house import PLAYER, HouseEnv
from croupier.library.counting import advise

Agent = Callable[[HouseEnv], int]
"""The number of a choice, for the decision that is open."""


def random(seed: int = 1) -> Agent:
    """Every choice as likely as any other."""
    chance = Random(seed)
    return lambda env: chance.randrange(len(env.choices()))


def perfect(env: HouseEnv) -> int:
    """The choice that is worth most, by the exact odds, from what the Player may see."""
    seen = env.table.view(PLAYER)
    told = advise(
        env.game,
        seen.boxes[0].cards,
        dealer=[card for card in seen.dealer if card != "??"],
        community=[card for card in seen.community if card != "??"],
        turn_placed="turn" in seen.boxes[0].decisions,
    )
    offered = [one.form.split(": ")[1].split()[0] for one in env.choices()]
    return offered.index(told.decision)


class Measured(Struct, frozen=True):
    """What an agent has come to, in Antes a round, with the error at 95 in 100."""

    rounds: int
    mean: float
    error: float


def measured(env: HouseEnv, agent: Agent, rounds: int, seed: int = 1) -> Measured:
    """Have an agent play so many rounds."""
    total = squares = 0.0
    for number in range(rounds):
        env.reset(seed=seed if number == 0 else None)
        won, over = 0.0, False
        while not over:
            _, reward, over, _, _ = env.step(agent(env))  # type: ignore[arg-type]
            won += float(reward)
        total, squares = total + won, squares + won * won
    mean = total / rounds
    return Measured(rounds, mean, 1.96 * sqrt(max(squares / rounds - mean * mean, 0) / rounds))

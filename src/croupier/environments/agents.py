"""Three agents for the games against the House, and what each of them loses: measured, and exactly."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final

from msgspec import Struct

from croupier.environments.house import PLAYER, HouseEnv, word_of
from croupier.library.cards import Card, Hand
from croupier.library.counting import advise, odds
from croupier.library.games import Game

Agent = Callable[[HouseEnv], int]
"""The number of a choice, for the decision that is open."""

AGENTS: Final = ("random", "simple", "perfect")
_LOWEST_PAIR = "2s 2d 3c 4h 5s"
_FULL = 5
"""The number of cards from which there is a hand to look at."""


def random(seed: int = 1) -> Agent:
    """Make an agent that takes every choice with the same chance."""
    chance = Random(seed)
    return lambda env: chance.randrange(len(env.choices()))


def simple(env: HouseEnv) -> int:
    """Play a rule to remember: wager with a pair or better, and see the Flop with all but 72 to 32 offsuit."""
    seen = env.table.view(PLAYER)
    known = [Card(card) for card in (*seen.boxes[0].cards, *seen.community) if card != "??"]
    if len(known) >= _FULL:
        return int(Hand(known) >= Hand(_LOWEST_PAIR))
    low, high = sorted(known)
    return int(low.suit == high.suit or low.rank != "2" or high.rank not in "34567")


def perfect(env: HouseEnv) -> int:
    """Play the choice that is worth most by the exact odds, from what the Player may see."""
    seen = env.table.view(PLAYER)
    told = advise(
        env.game,
        seen.boxes[0].cards,
        dealer=[card for card in seen.dealer if card != "??"],
        community=[card for card in seen.community if card != "??"],
        turn_placed="turn" in seen.boxes[0].decisions,
    )
    return [word_of(one) for one in env.choices()].index(told.decision)


class Measured(Struct, frozen=True):
    """The average result of an agent, in Antes a round, with the error at 95 in 100."""

    rounds: int
    mean: float
    error: float


def measured(env: HouseEnv, agent: Agent, rounds: int, seed: int = 1) -> Measured:
    """Let an agent play ``rounds`` rounds, and measure its result."""
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


def played(game: str, agent: str, rounds: int, seed: int) -> Measured:
    """Let one of :data:`AGENTS` play ``rounds`` rounds; all arguments are plain, so that another process can do it."""
    return measured(HouseEnv(game), {"random": random(seed), "simple": simple, "perfect": perfect}[agent], rounds, seed)


class Expected(Struct, frozen=True):
    """The average loss of each agent, in Antes a round, counted over every deal."""

    random: Fraction
    simple: Fraction
    perfect: Fraction

    def of(self, agent: str) -> Fraction:
        """Return the loss of one of :data:`AGENTS`."""
        return {"random": self.random, "simple": self.simple, "perfect": self.perfect}[agent]


def expected(game: Game | str) -> Expected:
    """Return what each agent loses exactly.

    The random agent folds every other hand, for an Ante. If it plays on, it takes each later wager half of the time,
    independent of the cards, and each wager is settled by itself: the loss is half-way between taking all of them and
    taking none.
    """
    went_on = [odds(game, strategy="blind").house_edge]
    if HouseEnv(game).decisions > 1:
        went_on.append(odds(game, strategy="check").house_edge)
    chance = (1 + sum(went_on, Fraction(0)) / len(went_on)) / 2
    return Expected(chance, odds(game, strategy="pair").house_edge, odds(game).house_edge)

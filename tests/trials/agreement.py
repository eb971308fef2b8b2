"""Simulated rounds beside the exact odds: every mean, and the count of every row."""

from typing import Final

from croupier.trials.engine import EngineTrial
from croupier.trials.plan import Part, Plan
from croupier.trials.playing import trial_of
from croupier.trials.room import RoomTrial

ERRORS: Final = 4.5
"""Beyond so many standard errors lies one mean in a hundred and fifty thousand."""
RARE: Final = 3
"""What a rare row may be off besides: few counts are not normal."""


def disagreements(plan: Plan, part: Part) -> list[str]:
    """What chance does not explain, a line each."""
    trial = trial_of(plan)
    assert not isinstance(trial, EngineTrial | RoomTrial)
    found = [] if part.rounds == plan.rounds else [f"{part.rounds:,} rounds instead of {plan.rounds:,}"]
    for column, mean in trial.expected_won().items():
        won, exact = part.won[column] / part.rounds, float(mean) * plan.boxes
        error = ((part.squares[column] / part.rounds - won**2) / part.rounds) ** 0.5
        if abs(won - exact) > ERRORS * error:
            found.append(f"{plan.game}: {column} won {won} a round instead of {exact}, {error} being the error")
    number, expected = part.rounds * plan.boxes, trial.expected_rows()
    found += [f"{plan.game}: {key} was not expected" for key in part.rows if key not in expected]
    for key, chance in expected.items():
        often, count = float(chance * number), part.rows.get(key, 0)
        # The boxes of a round meet the same Dealer: at worst they all end alike.
        spread = (plan.boxes * often * float(1 - chance)) ** 0.5
        if abs(count - often) > ERRORS * spread + RARE:
            found.append(f"{plan.game}: {key} {count:,} times instead of {often:,.1f}")
    return found

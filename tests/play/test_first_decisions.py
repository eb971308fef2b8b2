"""First decisions that no shipped document has: without Fold, and with wagers of several sizes."""

from typing import Any

from msgspec.structs import replace

from croupier.play.banked.options import options
from croupier.play.banked.reserve import following
from croupier.play.refusal import Reason
from croupier.play.viewer import Viewer
from croupier.rules.terms import Choice, Decide, Decision, Role, WagerName
from tests.sitting import Sitting

HOLDEM = "mbs-texas-holdem-bonus-progressive"
CARDS = "dealer: deal 3c 4d 8h 9s Qc As Ah 5c 2d 7d 2s"


def folding_last() -> Sitting:
    """Return a table of hold'em where a Player folds only at the River, and checks before it."""
    sitting = Sitting(HOLDEM)
    kinds = iter([(Decision.FOLD, Decision.CHECK), (None, None), (Decision.CHECK, Decision.FOLD)])

    def other(step: Any) -> Any:
        if not isinstance(step, Decide):
            return step
        was, now = next(kinds)
        return replace(
            step, choices=tuple(replace(one, decision=now) if one.decision is was else one for one in step.choices)
        )

    dealing = sitting.table.policy.dealing
    rounds = {**sitting.game.rounds, dealing: tuple(other(step) for step in sitting.game.rounds[dealing])}
    sitting.game = replace(sitting.game, rounds=rounds)
    return sitting


def test_a_hand_that_was_folded_at_the_river_is_refused_a_look_with_its_paragraph() -> None:
    sitting = folding_last()
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p2: 2 ante 10000", "dealer: no more bets", CARDS)
    for street in ("check", "check"):
        sitting.do(f"p1: {street} 1", f"p2: {street} 2", "dealer: reveal")
    sitting.do("p1: fold 1")
    refused = sitting.refused("p1: look 1")
    assert (refused.reason, refused.sentence) == (Reason.MOMENT, "The hand of box 1 is no longer in play")
    river = next(
        step for step in reversed(sitting.game.rounds[sitting.table.policy.dealing]) if isinstance(step, Decide)
    )
    assert refused.cites == tuple(one.cite for one in river.choices if one.decision is Decision.FOLD)
    assert options(sitting.game, sitting.table, Viewer(Role.DEALER)) is not None


def test_the_least_of_several_wagers_is_kept_ready() -> None:
    """Three times the Ante is offered before one time: who holds the Ante's amount can still play."""
    sitting = Sitting(HOLDEM)
    dealing = sitting.table.policy.dealing
    sizes = (Choice(Decision.FLOP, "3.8", WagerName.FLOP, 3), Choice(Decision.BET, "3.8", WagerName.BET, 1))
    steps = tuple(
        replace(step, choices=sizes) if isinstance(step, Decide) else step for step in sitting.game.rounds[dealing]
    )
    found = following(replace(sitting.game, rounds={dealing: steps}), dealing)
    assert found is not None
    assert (found.places, found.times_ante) == (WagerName.BET, 1)

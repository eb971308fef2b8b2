"""What a refusal calls a wager and its amount."""

import pytest

from croupier.money import MOST, format_money
from croupier.play.actor import Actor
from croupier.play.banked import act
from croupier.play.banked.commands import PlaceWager
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role, WagerName
from tests.sitting import Sitting


@pytest.mark.parametrize(
    ("game", "wager", "called"),
    [("rws-casino-stud", "bet", "BET"), ("mbs-texas-holdem-bonus-progressive", "flop", "flop")],
)
def test_a_wager_is_called_as_its_document_calls_it(game: str, wager: str, called: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000")
    placed = sitting.refused(f"p1: 1 {wager} 20000")
    assert placed.sentence == f"There is no {called} wager to place before the close"
    withdrawn = sitting.refused(f"p1: 1 {wager} -20000")
    assert withdrawn.sentence == f"There is no {called} wager on box 1"
    sitting.do("dealer: no more bets")
    corrected = sitting.refused(f"dealer: correct wager 1 {wager} 20000")
    assert corrected.sentence == f"No {called} wager on box 1 to correct"


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (-MOST - 1, "An amount of that size cannot be wagered"),
        (-MOST, f"{format_money(-MOST)} cannot be wagered"),
        (0, "SGD 0.00 cannot be wagered"),
        (MOST, "The ante must be at most SGD 5,000.00 on a box"),
        (MOST + 1, "An amount of that size cannot be wagered"),
    ],
)
def test_an_amount_is_told_as_far_as_there_is_such_money(amount: int, said: str) -> None:
    sitting = Sitting("rws-casino-stud")
    sitting.do("dealer: place your bets")
    refused = act(sitting.game, sitting.table, Actor("p1", Role.PLAYER), PlaceWager(1, WagerName.ANTE, amount))
    assert isinstance(refused, Refusal)
    assert refused.sentence == said

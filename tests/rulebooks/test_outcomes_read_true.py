"""Every outcome of a rulebook reads true by itself: whatever the hands are, exactly one paragraph decides a wager.

Were one right only by its place in a list, another would apply to the same hand with another result.
"""

from itertools import product

import pytest

from croupier.cards import parse_cards
from croupier.hands import BEST, rank_five
from croupier.rulebooks import load_banked
from croupier.rules.settling import NO_HAND, Comparison
from croupier.rules.terms import WagerName
from tests.sitting import HOUSE_GAMES

HANDS = ("2c 3d 4h 5s 7c", "As Kd 4c 3h 2s", "As Kd 5c 3h 2s", "7c 7d Ks 5h 3s", "Qs Js Ts 9s 8s")
"""Below the qualifying hand, the lowest qualifying one, the next, a pair, a Straight Flush."""
HOLES = ("As Ad", "Ks Qd", "7c 2d")


def comparisons(name: str) -> list[Comparison]:
    """Hands folded, left and shown in every way, lower, equal and higher, with good and bad Hole Cards."""
    game = load_banked(name)
    ranks = [rank_five(parse_cards(hand)) for hand in HANDS] + [0, BEST]
    found = []
    for parameters in product(*(one.values for one in game.parameters)):
        named = {one.name: value for one, value in zip(game.parameters, parameters, strict=True)}
        for folded, absent, shown, dealing, hole in product(
            (False, True), (False, True), (False, True), game.rounds, HOLES
        ):
            if absent and not folded:
                continue  # who has left has folded, or is treated like everybody
            for own, dealer in product(ranks if shown else [NO_HAND], ranks):
                cards, dealers = parse_cards(hole), parse_cards("Ac Ah")
                found.append(Comparison(folded, shown, own, dealer, cards, dealers, (), dealing, named, absent))
    return found


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_one_paragraph_decides_each_wager(name: str) -> None:
    game = load_banked(name)
    folds = {WagerName.ANTE, WagerName.BONUS}
    tried = 0
    for hand in comparisons(name):
        for wager in {wager for outcome in game.outcomes for wager in outcome.results}:
            applying = [one for one in game.outcomes if wager in one.results and one.when(hand)]
            tried += 1
            if hand.folded and not hand.absent and wager not in folds:
                assert applying == []  # a folded hand has no later wager
                continue
            if hand.folded and hand.absent and wager is WagerName.RIVER:
                assert applying == []  # with the River wager placed nothing is left to decide
                continue
            if hand.folded and hand.absent and not any("5.5" in one.cites for one in game.outcomes):
                continue  # a game in which nobody folds by leaving
            if hand.folded and wager is WagerName.BET:
                assert applying == []
                continue
            assert len(applying) == 1, (wager, hand, [one.cites for one in applying])
    assert tried > 100


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_one_paragraph_says_what_a_hand_may_win_of_the_jackpot(name: str) -> None:
    game = load_banked(name)
    for hand in comparisons(name):
        applying = [right for right in game.jackpot.rights if right.when(hand)]
        assert len(applying) == 1, (hand, [right.cites for right in applying])

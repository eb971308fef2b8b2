"""Perfect play on every board: all there is, once each, and the same as advice that counts what can follow."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, parse_cards
from croupier.cli.odds_decisions import HEAD, board_lines, starting_lines
from croupier.odds.holdem.counts import HOLES, hole_name
from croupier.odds.holdem.solution import Holdem, advise_holdem, wagered
from croupier.odds.holdem.streets import FLOP, TURN, before_flop, on_board, on_boards
from croupier.odds.suits import PAIRS
from croupier.rules.terms import Decision, WagerName
from tests.odds.test_holdem import GAMES, solved
from tests.sampling import first


@pytest.fixture(scope="module")
def holdem() -> Holdem:
    return solved(GAMES[0])


@pytest.mark.parametrize(
    ("number", "classes", "wager"),
    # How many hands there are up to suit with three and with four cards on the board, by Burnside's lemma.
    first(1, [(FLOP, 1_286_792, WagerName.TURN), (TURN, 13_960_050, WagerName.RIVER)]),
)
def test_every_hand_on_every_board_once(holdem: Holdem, number: int, classes: int, wager: WagerName) -> None:
    plays = dict(zip(HOLES, holdem.solve().plays, strict=True))
    played = np.array([plays[hole_name(*pair)] for pair in PAIRS])
    found = every = placed = 0
    for board in on_boards(holdem, number):
        found += len(board.pairs)
        every += int(board.combinations.sum())
        placed += int(board.combinations[board.placed & played[board.pairs]].sum())
    assert found == classes
    assert every == comb(52, number) * comb(52 - number, 2)
    assert Fraction(placed, every) == wagered(holdem.solve())[wager]


def test_before_the_flop(holdem: Holdem) -> None:
    found = before_flop(holdem)
    assert [hole_name(*PAIRS[pair]) for pair, _, _ in found] == [*HOLES]
    assert sum(often for _, often, _ in found) == 1_326
    folds = {hole_name(*PAIRS[pair]) for pair, _, decision in found if decision is Decision.FOLD}
    assert folds == {"72o", "62o", "52o", "42o", "32o"}


@pytest.mark.parametrize(
    "changes", first(1, [{}, {"turn.turn": "2"}, {"river.river": "40"}]), ids=["approved", "2", "40"]
)
def test_decisions_are_those_of_advice(changes: dict[str, str]) -> None:
    """Advice counts all that can follow for these very cards, whatever suits they have."""
    rng = Random(5)
    game = solved(GAMES[0], changes)
    for number, boards in ((FLOP, 4), (TURN, 25)):  # on a Flop, advice goes through 47 Turn Cards
        for _ in range(boards):
            cards = tuple(rng.sample(DECK, number + 2))
            hole, community = cards[:2], cards[2:]
            told = {one.hand: one for one in on_board(game, community)}[hole_name(*hole)]
            left = [card for card in DECK if card not in community]
            same = [pair for pair in combinations(left, 2) if hole_name(*pair) == told.hand]
            assert told.pairs == len(same)
            placed = sum(advise_holdem(game, pair, community).decision is not Decision.CHECK for pair in same)
            assert told.placed == placed, (hole, community)


def test_lines_for_a_spreadsheet(holdem: Holdem) -> None:
    assert HEAD == ("community", "hole", "combinations", "decision")
    starting = starting_lines(holdem)
    assert len(starting) == 169
    assert starting[0] == ",Ad Ac,6,flop\n"
    # The lowest board up to suit: twos of three suits. Three suits are alike on it, and the fourth is the two's left.
    first = next(iter(on_boards(holdem, FLOP)))
    lines = dict(line.rsplit(",", 2)[0::2] for line in map(str.strip, board_lines(first)))
    assert len(lines) == len(first.pairs)
    board, two = parse_cards("2h 2d 2c"), parse_cards("2s")[0]
    assert {*first.community} == {*board}
    for name, decision in lines.items():
        community, hole = map(parse_cards, name.split(","))
        assert {*community} == {*board}
        assert two not in hole or decision == "turn"  # four of a kind
    combinations_of = sum(int(line.split(",")[2]) for line in board_lines(first))
    assert combinations_of == 4 * comb(49, 2)

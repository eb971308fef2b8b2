"""Simple strategies of hold'em: what they wager on, against hands that are looked at one by one."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.cards import DECK, RANKS, Card, parse_cards, rank_of, suit_of
from croupier.hands import Category, category_of, rank_five
from croupier.odds import suits
from croupier.odds.holdem.answer import answer_holdem
from croupier.odds.holdem.counts import DEALS, DEALS_OF_A_PAIR, HOLES, hole_size
from croupier.odds.holdem.kernels import SIMPLE as NUMBER
from croupier.odds.holdem.kernels import mark, sequences
from croupier.odds.holdem.solution import SIMPLE, STRATEGIES, Holdem, holdem_figures, outcomes_of, wagered
from croupier.odds.solver import PERFECT, Question
from croupier.rules.terms import WagerName
from tests.odds.test_holdem import FOLDS, GAMES, solved

PAIR, IMPROVED, DRAWS = 1, 2, 4


@pytest.fixture(scope="module")
def holdem() -> Holdem:
    return solved(GAMES[0])


def board_category(board: tuple[Card, ...]) -> Category:
    """What a board of three or four makes alone: its best, filled up with cards that help nobody."""
    fillers = [parse_cards(text) for text in ("2c 4d", "2c 5d", "3c 7d", "3d 8c", "6c 9d", "2d Tc", "4c Jd", "5c Qd")]
    found = []
    for filler in fillers:
        five = (*board, *filler)[:5]
        if len(set(five)) == 5 and not {rank_of(card) for card in five[len(board) :]} & {
            rank_of(card) for card in board
        }:
            found.append(category_of(rank_five(five)))
    return min(found)


def four_in_sequence(own: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Four ranks in sequence, one of them not on the board."""
    order = "A" + RANKS
    held = {RANKS[rank_of(card)] for card in own + board}
    lying = {RANKS[rank_of(card)] for card in board}
    return any(set(order[at : at + 4]) <= held and not set(order[at : at + 4]) <= lying for at in range(11))


def expected(own: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """The strategies that wager, by the words that describe them."""
    cards = own + board
    category = max(category_of(rank_five(five)) for five in combinations(cards, 5))
    improved = category > board_category(board)
    third = improved
    if len(board) == 3:
        of_suit = [[card for card in cards if suit_of(card) == suit] for suit in range(4)]
        flush_draw = any(len(some) >= 4 and set(some) & set(own) for some in of_suit)
        third = improved or flush_draw or four_in_sequence(own, board)
    else:
        if improved and category is Category.ONE_PAIR:
            ranks = [rank_of(card) for card in cards]
            third = max(rank for rank in ranks if ranks.count(rank) == 2) >= RANKS.index("6")
        for suit in range(4):
            hole, lying = (tuple(card for card in some if suit_of(card) == suit) for some in (own, board))
            third = third or four_in_sequence(hole, lying)
    return PAIR * (category >= Category.ONE_PAIR) + IMPROVED * improved + DRAWS * third


@pytest.mark.parametrize("number", [3, 4])
def test_marks_are_what_the_words_say(number: int) -> None:
    rng = random.Random(number)
    boards = [tuple(rng.sample(DECK, number)) for _ in range(10)]
    boards += [parse_cards(text) for text in ("As 2s 3s 4s", "9h 9d 9c 9s", "Kh Kd 7c 7s", "9h Th Jh 2c")]
    boards += [parse_cards(text) for text in ("As 2d 3s", "Qh Kh Ah", "8c 8d 2s", "7c 7d 7h")]
    at, in_sequence = suits.pair_places(), sequences()
    for board in boards:
        if len(board) != number:
            continue
        marks = np.zeros(1326, np.uint8)
        mark(np.array(board, np.uint8), in_sequence, at, marks)
        left = [card for card in DECK if card not in board]
        for own in rng.sample(list(combinations(left, 2)), 250):
            assert marks[at[own[0], own[1]]] == expected(own, board), (own, board)


def test_every_deal_is_counted_once(holdem: Holdem) -> None:
    assert holdem.counts.simple.shape[0] == NUMBER == len(SIMPLE)
    by_hole = holdem.counts.simple.sum(axis=(2, 3, 4))
    assert (by_hole == [hole_size(name) * DEALS_OF_A_PAIR for name in HOLES]).all()
    columns = holdem.counts.deals.sum(axis=(0, 1, 2))
    assert (holdem.counts.simple.sum(axis=(1, 2, 3)) == columns).all()


def test_what_simple_strategies_cost(holdem: Holdem) -> None:
    """Each costs something, the exact sum; all see the Flop with every hand but the five worst."""
    edges = {name: holdem_figures(holdem, holdem.solve(name)).house_edge for name in STRATEGIES}
    assert {name: round(float(edges[name]), 9) for name in SIMPLE} == {
        "pair": 0.118320093,
        "improved": 0.04231609,
        "sixes-and-draws": 0.042763492,
    }
    for name in SIMPLE:
        solution = holdem.solve(name)
        assert edges[PERFECT] < edges[name] < edges["blind"]
        assert tuple(hole for hole, plays in zip(HOLES, solution.plays, strict=True) if not plays) == FOLDS
        outcomes = outcomes_of(holdem, solution)
        assert sum(one.combinations for one in outcomes) == DEALS
        assert -Fraction(sum(one.units * one.combinations for one in outcomes), DEALS) == edges[name]
    assert wagered(holdem.solve("sixes-and-draws"))[WagerName.TURN] > wagered(holdem.solve("improved"))[WagerName.TURN]


def test_answers_list_them(holdem: Holdem) -> None:
    answer = answer_holdem(holdem.game)
    assert [one.strategy for one in answer.strategies] == list(STRATEGIES)
    assert all(one.means for one in answer.strategies)
    assert answer_holdem(holdem.game, Question(strategy="improved")).house_edge == answer.strategies[4].house_edge

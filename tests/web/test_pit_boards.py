"""The dearest deal with Community Cards, beside every deal there is: few cards left, all of them dealt."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, Card, parse_cards
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import FIVE_CARDS
from croupier.rules.settling import NO_HAND, Comparison, Qualifying
from croupier.rules.terms import WagerName
from croupier.web.watch.boards import has_boards, worst_board
from croupier.web.watch.exposure import _cents, _cost, _won
from croupier.web.watch.worst import Layout, Seat, Worst
from tests.sampling import first

PTHP, THBP = "rws-progressive-texas-holdem", "mbs-texas-holdem-bonus-progressive"
A, B, F, J = WagerName.ANTE, WagerName.BONUS, WagerName.FLOP, WagerName.JACKPOT
Stakes = dict[WagerName, int]
Boxes = Sequence[tuple[Stakes, bool]]
"""Each with its wagers, and whether it is folded."""


def every_deal(left: Sequence[Card], hands: int) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """So many pairs of Hole Cards, no card twice."""
    if hands == 0:
        yield ()
        return
    for own in combinations(left, 2):
        for others in every_deal([card for card in left if card not in own], hands - 1):
            yield (own, *others)


def dearest(game: BankedGame, left: Sequence[Card], community: tuple[Card, ...], boxes: Boxes) -> int:
    """By trying every deal: what is on the table, by the rulebook's own settlement of each hand."""
    readings = {one.name: one.values[0] for one in game.parameters}
    live, most = any(not folded for _, folded in boxes), 0
    for rest in combinations(left, 5 - len(community)):
        board = (*community, *rest)
        for his, *hands in every_deal([card for card in left if card not in rest], len(boxes) + 1):
            total = 0
            for own, (stakes, folded) in zip(hands, boxes, strict=True):
                hand = Comparison(
                    folded=folded,
                    shown=True,
                    own=game.rank(own, board),
                    dealer=game.rank(his, board) if live else NO_HAND,
                    hole=own,
                    dealer_hole=his if live else (),
                    community=board,
                    dealing=next(iter(game.rounds)),
                    parameters=readings,
                )
                total += _cost(game, stakes, hand)
            most = max(most, total)
    return most


def searched(game: BankedGame, left: Sequence[Card], community: tuple[Card, ...], boxes: Boxes) -> Worst:
    readings = {one.name: one.values[0] for one in game.parameters}
    gone = tuple(card for card in DECK if card not in left)
    layout = Layout(next(iter(game.rounds)), readings, (), (), gone)
    seats = [
        Seat(folded, True, False, (), partial(_cost, game, stakes), alike=(tuple(stakes.items()), folded))
        for stakes, folded in boxes
    ]
    return worst_board(game, layout, community, seats)


RICH = [card for card in DECK if card // 4 > 6]
"""Nines and higher: pairs, straights and flushes everywhere."""


@pytest.mark.parametrize("seed", first(1, range(10)))
@pytest.mark.parametrize("name", [PTHP, THBP])
def test_two_hands_and_a_whole_board(name: str, seed: int) -> None:
    """Eight cards are left: 28 x 15 x 6 deals."""
    game, rng = load_banked(name), random.Random(seed)
    cards = rng.sample(RICH if seed % 2 else [*DECK], 13)
    first: Stakes = {A: 2_500, B: rng.choice([2_500, 15_000]), F: 5_000, J: 500}
    second: Stakes = rng.choice([{A: 5_000, B: 2_500, F: 10_000}, {A: 2_500, F: 5_000, J: 500}])
    boxes = [(first, False), (second if seed % 3 else {A: 2_500, B: 2_500, J: 500}, seed % 3 == 0)]
    community = tuple(cards[:5])
    found = searched(game, cards[5:], community, boxes)
    assert found.exact
    assert found.cents == dearest(game, cards[5:], community, boxes)


@pytest.mark.parametrize("seed", first(1, range(4)))
@pytest.mark.parametrize(("name", "open_"), [(PTHP, 3), (THBP, 4)])
def test_two_hands_and_part_of_a_board(name: str, open_: int, seed: int) -> None:
    """With the Flop open and eight cards left, 28 boards of 15 x 6 x 1 deals; with the Turn, 8 of 21 x 10 x 3."""
    game, rng = load_banked(name), random.Random(seed)
    cards = rng.sample(RICH if seed % 2 else [*DECK], open_ + 8)
    community = tuple(cards[:open_])
    boxes: Boxes = [({A: 2_500, B: 2_500, F: 5_000, J: 500}, False), ({A: 5_000, B: 5_000, F: 10_000, J: 500}, False)]
    found = searched(game, cards[open_:], community, boxes)
    assert found.exact
    assert found.cents == dearest(game, cards[open_:], community, boxes)


def test_hands_that_want_the_same_cards() -> None:
    """Three hands, and three Kings, three Queens and four low cards are left: Kings and Queens once each at 10 to 1 for
    the dearer Bonuses, and nothing for the third hand. Nobody has a straight, so that no Ante wins."""
    game = load_banked(PTHP)
    left = parse_cards("Kh Kd Kc Qh Qd Qc 8h 7d 6c 3c")
    community = parse_cards("As Ah 9d 9c 2s")
    stakes = [{B: 2_500}, {B: 7_500}, {B: 5_000}]
    found = searched(game, left, community, [({A: 2_500, **one}, False) for one in stakes])
    assert (found.cents, found.exact) == (10 * (7_500 + 5_000), True)


@pytest.mark.long
def test_before_the_flop_a_bound_is_called_one() -> None:
    """A community Royal Flush gives each of two jackpot wagers 10,000, and nobody is above it: exact. With Bonuses at
    many boxes the boards are too many, and what is told is at least what some deal costs."""
    game = load_banked(PTHP)
    found = searched(game, DECK, (), [({A: 2_500, J: 500}, False)] * 2)
    assert (found.cents, found.exact) == (2 * 1_000_000, True)
    many = [({A: 2_500 * box, B: 2_500 * box, J: 500}, False) for box in range(1, 8)]
    found = searched(game, DECK, (), many)
    assert found.cents >= 10_000_000
    assert not found.exact


# --- what the search relies on ------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("deals", [50, pytest.param(200, marks=pytest.mark.longest)])
@pytest.mark.parametrize("name", [PTHP, THBP])
def test_a_weaker_hand_of_the_dealer_never_costs_less(name: str, deals: int) -> None:
    """Each wager by itself, against every hand of the Dealer's on a board: among Hole Cards of the Dealer's that no row
    of a pay table distinguishes, the rulebook pays the less the stronger they make the Dealer's hand."""
    game, rng = load_banked(name), random.Random(deals)
    readings = {one.name: one.values[0] for one in game.parameters}
    asked = [row.dealer for table in game.pays.values() for row in table.holdings if row.dealer]
    compared = set()
    wagers = game.wagers
    for number in range(deals):
        cards = rng.sample(RICH if number % 2 else [*DECK], 7)
        own, board = tuple(cards[:2]), tuple(cards[2:])
        left = [card for card in DECK if card not in cards]
        mine = game.rank(own, board)
        dealers = [
            (strength, his, tuple(all(test(his) for test in tests) for tests in asked))
            for strength, his in sorted((game.rank(his, board), his) for his in combinations(left, 2))
        ]
        for folded in (False, True):
            before: dict[tuple[WagerName, tuple[bool, ...]], int] = {}
            for strength, his, alike in dealers:
                hand = Comparison(
                    folded=folded,
                    shown=True,
                    own=mine,
                    dealer=strength,
                    hole=own,
                    dealer_hole=his,
                    community=board,
                    dealing=next(iter(game.rounds)),
                    parameters=readings,
                )
                won = _won(game, hand)
                for wager in wagers:
                    cost = _cents(game, {wager: 2_500}, won)
                    assert cost <= before.get((wager, alike), cost), (wager, own, board, his)
                    if cost < before.get((wager, alike), cost):
                        compared.add(wager)
                    before[wager, alike] = cost
    assert WagerName.FLOP in compared


def test_a_dealer_who_has_to_qualify_is_not_searched_by_boards() -> None:
    """A Dealer too weak to qualify may cost less than a stronger one that loses."""
    game = load_banked(PTHP)
    dealing = next(iter(game.rounds))
    assert has_boards(game, dealing)
    assert not has_boards(replace(game, qualifying=Qualifying("AK", FIVE_CARDS, "1.1")), dealing)

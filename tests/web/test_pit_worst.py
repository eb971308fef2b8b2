"""The dearest deal of the cards that are left, beside every deal there is: few cards left, all of them dealt."""

import random
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.cards import DECK, Card, parse_cards
from croupier.odds.evaluator import five_strengths
from croupier.play.banked.commands import Choose
from croupier.play.banked.events import Share
from croupier.play.banked.settlement import settle_box
from croupier.play.banked.state import Box, Wager
from croupier.rulebooks import load_banked, registered
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import FIVE_CARDS
from croupier.rules.settling import NO_HAND, Comparison
from croupier.rules.terms import Decision, WagerName, own_wager
from croupier.web.watch.exposure import _cost
from croupier.web.watch.worst import Layout, Seat, _boundaries, _intervals, _lifts, worst_case
from tests.sampling import first
from tests.web.test_pit_exposure import Playing

THREE, LANTERN, STUD = "lantern-three-card", "lantern-stud", "rws-casino-stud"
Stakes = dict[WagerName, int]


@pytest.fixture(autouse=True, scope="module")
def documents() -> Iterator[None]:
    with registered("tests.documents.lantern_three_card_v1", "tests.documents.lantern_stud_v1"):
        yield


def paid(game: BankedGame, stakes: Stakes, hand: Comparison) -> int:
    """What the table's own settlement pays."""
    wagers = tuple(Wager(name, (Share("player", amount),)) for name, amount in stakes.items())
    box = Box(1, "player", wagers, cards=hand.hole, folded=hand.folded, shown=True)
    return sum(line.paid for line in settle_box(game, box, hand))


def every_deal(
    game: BankedGame, left: Sequence[Card], hands: int, dealer: Sequence[Card]
) -> Iterator[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]:
    """So many hands and the Dealer's, of which some cards are known, from the cards that are left."""
    size = game.hand.cards
    if hands == 0:
        for rest in combinations(left, size - len(dealer)):
            yield (), (*dealer, *rest)
        return
    for own in combinations(left, size):
        for others, his in every_deal(game, [card for card in left if card not in own], hands - 1, dealer):
            yield (own, *others), his


def dearest(
    game: BankedGame, left: Sequence[Card], boxes: Sequence[tuple[Stakes, bool]], dealer: Sequence[Card]
) -> int:
    """By trying every deal."""
    most, live = 0, any(not folded for _, folded in boxes)
    for hands, his in every_deal(game, left, len(boxes), dealer):
        strength = game.hand.rank(his) if live else NO_HAND
        total = 0
        for own, (stakes, folded) in zip(hands, boxes, strict=True):
            hand = Comparison(
                folded=folded,
                shown=True,
                own=game.hand.rank(own),
                dealer=strength,
                hole=own,
                dealer_hole=his if live else (),
                community=(),
                dealing=next(iter(game.rounds)),
                parameters={},
                dealer_up=tuple(dealer[:1]),
            )
            total += paid(game, stakes, hand)
        most = max(most, total)
    return most


def searched(
    game: BankedGame, left: Sequence[Card], boxes: Sequence[tuple[Stakes, bool]], dealer: Sequence[Card]
) -> int:
    gone = tuple(card for card in DECK if card not in left)
    layout = Layout(next(iter(game.rounds)), {}, tuple(dealer), tuple(dealer[:1]), gone)
    seats = [
        Seat(folded, True, False, (), partial(_cost, game, stakes), alike=(tuple(stakes.items()), folded))
        for stakes, folded in boxes
    ]
    return worst_case(game, layout, seats).cents


A, B, P = WagerName.ANTE, WagerName.BET, WagerName.BONUS
PLUS = own_wager("pair_plus")


@pytest.mark.parametrize("seed", first(1, range(12)))
def test_two_three_card_hands(seed: int) -> None:
    """Ten cards are left: 120 x 35 x 4 deals; the Dealer shows nothing."""
    game, rng = load_banked(THREE), random.Random(seed)
    suited = [card for card in DECK if card % 4 in (0, 1)] if seed % 2 else [*DECK]
    left = sorted(rng.sample(suited, 10))
    first: Stakes = {A: 100, B: 100, PLUS: rng.choice([100, 500])}
    if seed % 3 == 1:  # folded
        del first[B]
    second: Stakes = rng.choice([{A: 300, B: 300}, {PLUS: 200}, {A: 100, PLUS: 100}])
    boxes = [(first, seed % 3 == 1), (second, False)]
    assert searched(game, left, boxes, ()) == dearest(game, left, boxes, ())


@pytest.mark.parametrize("seed", first(1, range(8)))
@pytest.mark.parametrize("name", [LANTERN, STUD])
def test_a_stud_hand_against_a_face_up_card(name: str, seed: int) -> None:
    """Ten cards are left beside it: 252 hands, five ways to complete the Dealer's."""
    game, rng = load_banked(name), random.Random(seed)
    suited = [card for card in DECK if card % 4 == 0 or card // 4 > 8] if seed % 2 else [*DECK]
    up, *left = rng.sample(suited, 11)
    stakes: Stakes = {A: 100, B: 200} if name == STUD else {A: 100, B: 200, P: 100}
    boxes = [(stakes if seed % 4 != 3 else {one: 100 for one in stakes if one is not B}, seed % 4 == 3)]
    assert searched(game, left, boxes, (up,)) == dearest(game, left, boxes, (up,))


@pytest.mark.parametrize("seed", first(1, range(6)))
def test_two_stud_hands_against_an_open_hand(seed: int) -> None:
    """Eleven cards are left: 462 x 6 deals; some of the best hands share cards."""
    game, rng = load_banked(LANTERN), random.Random(seed)
    suited = [card for card in DECK if card % 4 < 2]
    cards = rng.sample(suited, 16)
    dealer, left = cards[:5], cards[5:]
    second: Stakes = {A: 300, P: 100} if seed % 2 else {A: 300, B: 600, P: 100}
    boxes: list[tuple[Stakes, bool]] = [({A: 100, B: 200, P: 100}, False), (second, seed % 2 == 1)]
    assert searched(game, left, boxes, dealer) == dearest(game, left, boxes, dealer)


# --- what the search leaves out -----------------------------------------------------------------------------------


def lifted_by(rank: int) -> NDArray[np.int64]:
    """Every pair of strengths there is: of five cards, and of the best five of them and a face-up card of a rank.

    All 2,349,060 hands beside one card; which of its four suits it has makes no difference to the pairs.
    """
    hands = np.array([*combinations([card for card in DECK if card != rank * 4], 5)], np.uint8)
    own = five_strengths(hands)
    best = own.copy()
    for at in range(5):
        with_up = hands.copy()
        with_up[:, at] = rank * 4
        best = np.maximum(best, five_strengths(with_up))
    pairs: NDArray[np.int64] = np.unique(np.stack([own, best], axis=1).astype(np.int64), axis=0)
    return pairs


def spans_at_random(rng: random.Random) -> tuple[tuple[int, int], tuple[int, int]]:
    """Strengths of a hand, and higher ones to which a further card may raise it: wide, narrow, or within one order."""
    ends = sorted({0, FIVE_CARDS.best + 1, *(order.lowest for order in FIVE_CARDS.orders)})
    while True:
        if rng.random() < 0.5:
            own, six = ((one, ends[ends.index(one) + 1] - 1) for one in sorted(rng.sample(ends[:-1], 2)))
        else:
            a, b, c, d = sorted(rng.randint(0, FIVE_CARDS.best) for _ in range(4))
            own, six = (a, b), (c, d)
        if own[1] < six[0]:
            return own, six


@pytest.mark.parametrize("rank", first(0, range(13)))
def test_what_a_face_up_card_can_raise(rank: int) -> None:
    """The search tries one hand of each strength; all hands there are say the same, of the rows of the 5+1 wager and of
    any other strengths."""
    game, rng = load_banked(LANTERN), random.Random(rank)
    assert game.qualifying is not None
    lowest = game.qualifying.lowest
    owns = [*_intervals(_boundaries(game, own=True) | {lowest, lowest + 1}, game.hand.best)]
    sixes = [*_intervals(_boundaries(game, own=False), game.hand.best)]
    asked = [(own, six) for own in owns for six in sixes if own[1] < six[0]]
    asked += [spans_at_random(rng) for _ in range(60)]
    low, high = lifted_by(rank).T
    told = set()
    for own, six in asked:
        there = bool(((low >= own[0]) & (low <= own[1]) & (high >= six[0]) & (high <= six[1])).any())
        assert _lifts(FIVE_CARDS.name, own, six, rank) is there, (own, six)
        told.add(there)
    assert told == {True, False}


# --- by hand ------------------------------------------------------------------------------------------------------


def test_5_plus_1_costs_500_times_also_after_a_fold() -> None:
    """Not the Ante of 100 alone: 4.3 pays 500 to 1 for a Royal Flush, and 4.4 lets the wager stand."""
    playing = Playing(LANTERN)
    playing.bet(1, ante=10_000, bonus=20_000)
    assert playing.cents == 10_000 + 500 * 20_000
    assert playing.cites() == ("4.1", "4.3")
    playing.close()
    playing.do(Choose(1, Decision.FOLD))
    assert playing.cents == 500 * 20_000
    assert playing.cites() == ("4.3",)


def test_one_face_up_card_lifts_one_hand_more() -> None:
    """Five boxes with 5+1 alone worth something: four suits have a Royal Flush each, and no fifth hand has one."""
    playing = Playing(LANTERN)
    for box in range(1, 6):
        playing.bet(box, ante=2_500, bonus=2_500)
    assert playing.cents == 5 * 2_500 + (4 * 500 + 200) * 2_500


def test_three_cards_pay_ante_bonus_and_pair_plus() -> None:
    """A Straight Flush: the Ante 1 to 1, 5 to 1 on it beside, Pair Plus 40 to 1; the Play once it is placed."""
    playing = Playing(THREE)
    playing.bet(1, ante=10_000, pair_plus=5_000)
    assert playing.cents == 10_000 + 5 * 10_000 + 40 * 5_000
    playing.bet(2, pair_plus=2_500)
    assert playing.cents == 10_000 + 5 * 10_000 + 40 * 7_500
    playing.close()
    playing.do(Choose(1, Decision.BET))
    assert playing.cents == 10_000 + 10_000 + 5 * 10_000 + 40 * 7_500
    assert set(playing.cites()) == {"4.1", "4.2", "4.3"}


def test_open_cards_cannot_be_dealt_again() -> None:
    """With the four tens gone no Royal Flush is left: a Straight Flush at 50 to 1 is the best of Lantern Stud's BET."""
    game = load_banked(LANTERN)
    left = [card for card in DECK if card // 4 != 8]
    assert searched(game, left, [({A: 100, B: 200}, False)], ()) == 100 + 50 * 200
    assert searched(game, list(DECK), [({A: 100, B: 200}, False)], ()) == 100 + 100 * 200
    assert parse_cards("Ts")[0] // 4 == 8


def test_a_full_table_is_answered_at_once() -> None:
    """Of the processor's time; the pit asks whenever a table changes."""
    for name, wagers in ((STUD, {"ante": 2_500, "jackpot": 500}), (THREE, {"ante": 2_500, "pair_plus": 2_500})):
        playing = Playing(name)
        for box in range(1, 8):
            playing.bet(
                box, **{wager: amount * box if wager != "jackpot" else amount for wager, amount in wagers.items()}
            )
        playing.close()
        _ = playing.cents
        began = time.process_time()
        playing.do(Choose(1, Decision.BET))
        _ = playing.cents
        assert time.process_time() - began < 0.5, name

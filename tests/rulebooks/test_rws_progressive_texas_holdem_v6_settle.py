"""Progressive Texas Hold'em Poker (RWS), version 6: rankings, settlement and the jackpot, by paragraph."""

from itertools import pairwise
from pathlib import Path

import pytest

from croupier.hands import Category, rank_five
from croupier.play.banked.events import HandShown, HandWithheld
from croupier.play.banked.flow import folded_scopes
from croupier.play.refusal import Reason
from croupier.rulebooks import load_banked
from croupier.rules.terms import WagerName
from tests.floor.linked import paid_as_the_house_finds
from tests.rulebooks import meter_of
from tests.rulebooks.holdem import (
    ANTE,
    BOARD,
    BONUS_BOARD,
    BONUS_ROWS,
    EQUAL,
    EQUAL_STRAIGHTS,
    FLUSH,
    FOUR_OF_A_KIND,
    FOUR_ON_THE_BOARD,
    FULL_HOUSE,
    FULL_HOUSE_ON_THE_BOARD,
    HIDDEN_PAIR,
    HIGHER,
    HIGHEST_THREE,
    KICKERS,
    LOWER,
    LOWEST_STRAIGHT,
    NO_BONUS,
    PAIRS,
    ROLES,
    ROYAL_ON_THE_BOARD,
    ROYAL_ON_THE_FLOP,
    ROYAL_ON_THE_RIVER,
    ROYAL_ON_THE_RIVER_WITH_ONE,
    ROYAL_ON_THE_TURN,
    ROYAL_ON_THE_TURN_WITH_ONE,
    ROYAL_OVER_STRAIGHT_FLUSH,
    STRAIGHT_FLUSH,
    STRAIGHT_FLUSH_ON_THE_BOARD,
    Deal,
    End,
    Stage,
    Waiting,
    at_stage,
    award_of,
    awarded,
    boxes_paid,
    cards,
    category,
    closed,
    deciding,
    ends,
    hand,
    lost,
    of_suits,
    opened,
    paid_together,
    rows_won,
    settle_boxes,
    settle_one,
    stood_off,
    strength,
    won,
)

RULEBOOKS = ("rws-progressive-texas-holdem-v6",)

GAME = "rws-progressive-texas-holdem"
JACKPOT = 500
SEED = 2_000_000
NO_CONTRIBUTION = {"contribution": "0", "seed": SEED}
"""The meter stays where the test puts it."""

both_methods = pytest.mark.parametrize("dealing", ["shoe", "shuffler"])


# 3.1 The rankings


@pytest.mark.parametrize(
    ("hole", "community", "best"),
    [
        ("As Ad", "Ac Kd Kh 7s 2c", "As Ad Ac Kd Kh"),
        ("As 2d", "Ks Qs Js 9s 2h", "As Ks Qs Js 9s"),
        ("2d 3h", "As Ks Qs Js Ts", "As Ks Qs Js Ts"),
        ("6d 5d", "4c 3h 2s Kd Kh", "6d 5d 4c 3h 2s"),
    ],
    ids=["both Hole Cards", "one Hole Card", "no Hole Card", "both, over a pair on the board"],
)
def test_1_10_hand_is_the_best_five_of_seven(hole: str, community: str, best: str) -> None:
    assert load_banked(GAME).rank(cards(hole), cards(community)) == rank_five(cards(best))


def test_3_1_1_cards_rank_from_ace_to_two() -> None:
    assert all(strength(lower) < strength(higher) for lower, higher in pairwise(PAIRS))
    assert all(strength(lower) < strength(higher) for lower, higher in pairwise(KICKERS))


@pytest.mark.parametrize("ranks", ["A K Q J T", "A K J 5 2", "5 5 K T 2", "5 4 3 2 A", "7 7 4 4 J"])
def test_3_1_1_suits_rank_alike(ranks: str) -> None:
    assert len({strength(of_suits(ranks, suits)) for suits in ("cdhsc", "hscdh", "dhdcs")}) == 1


def test_3_1_1_ace_counts_as_one_in_the_lowest_straight_only() -> None:
    assert category("5c 4d 3c 2h As") is Category.STRAIGHT
    assert strength("6c 5d 4c 3h 2s") > strength("5c 4d 3c 2h As")
    assert category("3c 2d Ac Kh Qs") is Category.FIVE_ODD_CARDS
    assert strength("Ac Kd Qc Jh Ts") > strength("Kc Qd Jc Th 9s")


RANKING = (
    (Category.ROYAL_FLUSH, "Ad Kd Qd Jd Td"),
    (Category.STRAIGHT_FLUSH, "Qc Jc Tc 9c 8c"),
    (Category.FOUR_OF_A_KIND, "Kc Kh Kd Ks Jh"),
    (Category.FULL_HOUSE, "Kc Kh Kd Js Jh"),
    (Category.FLUSH, "Kh Jh 9h 5h 2h"),
    (Category.STRAIGHT, "5c 4d 3c 2h As"),
    (Category.THREE_OF_A_KIND, "Qs Qh Qc 8h 3d"),
    (Category.TWO_PAIRS, "7s 7h 4c 4h Jd"),
    (Category.ONE_PAIR, "Tc Th Kd 6h 3s"),
    (Category.FIVE_ODD_CARDS, "Qc Th 6d 4s 2h"),
)


@pytest.mark.parametrize(("ranking", "example"), RANKING)
def test_3_1_2_example_of_each_ranking(ranking: Category, example: str) -> None:
    assert category(example) is ranking


def test_3_1_2_rankings_stand_in_order() -> None:
    assert len(RANKING) == len(Category) == 10
    for (_, higher), (_, lower) in pairwise(RANKING):
        assert strength(higher) > strength(lower)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("A K Q J 9", "A K Q J 8"),
        ("3 3 2 4 5", "2 2 A K Q"),
        ("4 4 2 2 3", "3 3 2 2 A"),
        ("3 3 3 2 4", "2 2 2 A K"),
        ("3 3 3 2 2", "2 2 2 A A"),
        ("3 3 3 3 2", "2 2 2 2 A"),
    ],
)
def test_3_1_3_hands_of_one_ranking_compare_by_their_cards(higher: str, lower: str) -> None:
    assert category(of_suits(higher, "cdhsc")) is category(of_suits(lower, "hscdh"))
    assert strength(of_suits(higher, "cdhsc")) > strength(of_suits(lower, "hscdh"))


def test_3_1_3_a_higher_straight_wins() -> None:
    assert strength("Kc Qd Jh Ts 9c") > strength("Js Tc 9d 8h 7s")


def test_3_1_3_b_next_card_decides_between_equal_pairs() -> None:
    assert strength("5c 5d Kh Ts 2c") > strength("5h 5s Qc Jd Th")


def test_3_1_3_c_next_card_decides_after_ace_and_king() -> None:
    assert strength("Ac Kd Jh 5s 2c") > strength("Ah Ks Tc 6d 4h")


# 3.9 to 3.12 Bonus and fold


@pytest.mark.parametrize("deal", [HIGHER, LOWEST_STRAIGHT, EQUAL, LOWER])
def test_3_9_bonus_goes_by_the_players_hole_cards_alone(deal: Deal) -> None:
    """Aces win it 30 to 1 and Queens 10 to 1, the losing hand too; other Hole Cards lose it, in a Stand Off too."""
    times = {"As Ad": 30, "Qh Qs": 10}.get(deal.hole)
    bonus = ends(settle_one(GAME, deal, bonus=5_000))["bonus"]
    assert bonus == (won(5_000, "3.9", "4.1", times=times) if times else lost("3.9"))


def test_3_9_dealers_hole_cards_alone_win_no_bonus() -> None:
    assert ends(settle_one(GAME, Deal("7h 4s", BONUS_BOARD, "As Ad"), bonus=5_000))["bonus"] == lost("3.9")


@pytest.mark.parametrize(
    ("deal", "how", "decided"),
    [
        (HIGHER, "show", ("win", ("3.9",))),
        (EQUAL, "show", ("lose", ("3.9",))),
        (HIGHER, "withhold", ("lose", ("4.3", "I5"))),
        (EQUAL, "withhold", ("lose", ("4.3", "I5"))),
    ],
)
def test_3_9_hole_cards_decide_the_bonus_of_a_hand_that_is_shown_and_no_other(
    deal: Deal, how: str, decided: tuple[str, tuple[str, ...]]
) -> None:
    assert deciding(GAME, "shuffler", deal, WagerName.BONUS, how) == [decided]


def check_folded(dealing: str, cite: str) -> None:
    """Ante and Bonus are lost, whatever the hand was worth; of the jackpot only a community prize is left.

    A hand beside it that was not folded is none the worse.
    """
    policy = {"dealing": dealing}
    answer = settle_one(GAME, STRAIGHT_FLUSH, ("fold",), policy=policy, bonus=5_000, jackpot=JACKPOT)
    assert ends(answer) == {"ante": lost(cite), "bonus": lost(cite), "jackpot": lost(cite)}
    answer = settle_one(GAME, FOUR_ON_THE_BOARD, ("fold",), policy=policy, bonus=5_000, jackpot=JACKPOT)
    assert ends(answer) == {"ante": lost(cite), "bonus": lost(cite), "jackpot": awarded(30_000, cite, "4.2")}
    boxes = (hand(1, "As Ad", ("fold",)), hand(2, "Ah Ac", ("flop", "check", "check")))
    answer = settle_boxes(GAME, BOARD, "Qh Qs", *boxes, dealing=dealing)
    assert ends(answer, 1) == {"ante": lost(cite)}
    assert ends(answer, 2) == {"ante": stood_off(ANTE, "3.13"), "flop": won(2 * ANTE, "3.13", "4.1")}


def test_3_11_2_a_fold_loses_ante_and_bonus_and_keeps_the_community_prize() -> None:
    check_folded("shoe", "3.11.2.a")


def test_3_12_3_a_fold_loses_ante_and_bonus_and_keeps_the_community_prize() -> None:
    check_folded("shuffler", "3.12.3.a")


# 3.13 to 3.15 The comparison


@both_methods
@pytest.mark.parametrize(
    ("deal", "ante"),
    [
        (HIGHER, stood_off(ANTE, "3.13")),
        (HIGHEST_THREE, stood_off(ANTE, "3.13")),
        (LOWEST_STRAIGHT, won(ANTE, "3.13", "4.1")),
        (FLUSH, won(ANTE, "3.13", "4.1")),
    ],
    ids=["pair", "highest three of a kind", "lowest straight", "flush"],
)
def test_3_13_higher_hand_wins_and_the_ante_from_a_straight_on(dealing: str, deal: Deal, ante: End) -> None:
    assert ends(settle_one(GAME, deal, policy={"dealing": dealing})) == {
        "ante": ante,
        "flop": won(2 * ANTE, "3.13", "4.1"),
        "turn": won(ANTE, "3.13", "4.1"),
        "river": won(ANTE, "3.13", "4.1"),
    }


def test_3_13_wagers_not_placed_win_nothing() -> None:
    assert ends(settle_one(GAME, HIGHER, ("flop", "check", "check"))).keys() == {"ante", "flop"}
    assert ends(settle_one(GAME, HIGHER, ("flop", "check", "river"))).keys() == {"ante", "flop", "river"}


@pytest.mark.parametrize("deal", [EQUAL, EQUAL_STRAIGHTS])
def test_3_13_equal_hand_is_not_higher(deal: Deal) -> None:
    assert {paid for _, paid, _, _ in ends(settle_one(GAME, deal)).values()} == {0}


@pytest.mark.parametrize(
    ("deal", "decided"),
    [
        (HIGHEST_THREE, ("stand_off", ("3.13",))),
        (LOWEST_STRAIGHT, ("win", ("3.13",))),
        (EQUAL, ("stand_off", ("3.15",))),
        (LOWER, ("lose", ("3.14",))),
    ],
    ids=["higher below a straight", "higher straight", "equal", "lower"],
)
def test_3_13_ante_is_decided_once(deal: Deal, decided: tuple[str, tuple[str, ...]]) -> None:
    """A Straight does not stand off as well, nor does any hand that is not the higher."""
    assert deciding(GAME, "shuffler", deal, WagerName.ANTE) == [decided]


LOWER_STRAIGHT = Deal("6d 2c", "Tc 9d 8h 7s 2h", "Jh Kd")


@both_methods
@pytest.mark.parametrize("deal", [LOWER, LOWER_STRAIGHT])
def test_3_14_lower_hand_loses_ante_flop_turn_and_river(dealing: str, deal: Deal) -> None:
    answer = settle_one(GAME, deal, policy={"dealing": dealing})
    assert ends(answer) == dict.fromkeys(("ante", "flop", "turn", "river"), lost("3.14"))


@pytest.mark.parametrize("deal", [EQUAL, EQUAL_STRAIGHTS])
def test_3_14_equal_hand_is_not_lower(deal: Deal) -> None:
    assert {result for result, _, _, _ in ends(settle_one(GAME, deal)).values()} == {"stand_off"}


@both_methods
@pytest.mark.parametrize("deal", [EQUAL, EQUAL_STRAIGHTS, ROYAL_ON_THE_BOARD])
def test_3_15_equal_hand_stands_off(dealing: str, deal: Deal) -> None:
    assert ends(settle_one(GAME, deal, policy={"dealing": dealing})) == {
        "ante": stood_off(ANTE, "3.15"),
        "flop": stood_off(2 * ANTE, "3.15"),
        "turn": stood_off(ANTE, "3.15"),
        "river": stood_off(ANTE, "3.15"),
    }


def test_3_15_bonus_and_jackpot_wager_do_not_come_back() -> None:
    end = ends(settle_one(GAME, EQUAL, bonus=5_000, jackpot=JACKPOT))
    assert (end["bonus"], end["jackpot"]) == (lost("3.9"), lost("4.2"))


def test_1_27_stand_off_neither_pays_nor_collects_but_keeps_the_jackpot_wager() -> None:
    end = ends(settle_one(GAME, EQUAL, jackpot=JACKPOT))
    assert {wager: (paid, back) for wager, (_, paid, back, _) in end.items()} == {
        "ante": (0, ANTE),
        "flop": (0, 2 * ANTE),
        "turn": (0, ANTE),
        "river": (0, ANTE),
        "jackpot": (0, 0),
    }


# 4.1 The pay table


@pytest.mark.parametrize("ante", [2_500, ANTE, 500_000])
def test_4_1_ante_flop_turn_and_river_pay_one_to_one(ante: int) -> None:
    assert ends(settle_one(GAME, LOWEST_STRAIGHT, ante=ante)) == {
        "ante": ("win", ante, ante, ("3.13", "4.1")),
        "flop": ("win", 2 * ante, 2 * ante, ("3.13", "4.1")),
        "turn": ("win", ante, ante, ("3.13", "4.1")),
        "river": ("win", ante, ante, ("3.13", "4.1")),
    }


@pytest.mark.parametrize(("hole", "dealer", "times"), BONUS_ROWS)
def test_4_1_bonus_pays_by_the_hole_cards(hole: str, dealer: str, times: int) -> None:
    end = ends(settle_one(GAME, Deal(hole, BONUS_BOARD, dealer), bonus=2_500))
    assert end["bonus"] == won(2_500, "3.9", "4.1", times=times)


@pytest.mark.parametrize(("hole", "dealer"), NO_BONUS)
def test_4_1_other_hole_cards_lose_the_bonus(hole: str, dealer: str) -> None:
    assert ends(settle_one(GAME, Deal(hole, BONUS_BOARD, dealer), bonus=2_500))["bonus"] == lost("3.9")


@pytest.mark.parametrize(
    ("stake", "paid", "cites"),
    [
        (9_500, 9_500_000, ("3.9", "4.1")),
        (10_000, 10_000_000, ("3.9", "4.1")),
        (10_500, 10_000_000, ("3.9", "4.1", "4.1.1", "I8")),
        (500_000, 10_000_000, ("3.9", "4.1", "4.1.1", "I8")),
    ],
)
def test_4_1_1_bonus_pays_at_most_100_000_dollars(stake: int, paid: int, cites: tuple[str, ...]) -> None:
    """At 1000 to 1; the stake comes back on top."""
    end = ends(settle_one(GAME, Deal("As Ad", BONUS_BOARD, "Ah Ac"), bonus=stake))
    assert end["bonus"] == ("win", paid, stake, cites)


def test_4_1_1_maximum_counts_for_each_box() -> None:
    """At 30 to 1: 333,000 cents win 9,990,000 and 333,500 cents would win 10,005,000."""
    boxes = (hand(1, "As Ad", bonus=333_000), hand(2, "Ah Ac", bonus=333_500))
    answer = settle_boxes(GAME, BONUS_BOARD, "Kh 7c", *boxes)
    assert ends(answer, 1)["bonus"] == ("win", 9_990_000, 333_000, ("3.9", "4.1"))
    assert ends(answer, 2)["bonus"] == ("win", 10_000_000, 333_500, ("3.9", "4.1", "4.1.1", "I8"))


# 1.20 and 4.2 The jackpot


@pytest.mark.parametrize("wagers", [0, 1, 2, 7])
def test_1_20_jackpot_grows_with_every_accepted_wager(wagers: int) -> None:
    """SGD 5 at 0.70 adds SGD 3.50, when the bets close."""
    sitting = opened(GAME, meter=1_000_000, contribution="0.70", jackpot_wager=500)
    sitting.do(*(f"p1: {box} ante {ANTE}" for box in range(1, 8)))
    sitting.do(*(f"p1: {box} jackpot 500" for box in range(1, wagers + 1)))
    assert sitting.seen_by("display").jackpot == 1_000_000
    sitting.do("dealer: no more bets")
    assert sitting.seen_by("display").jackpot == 1_000_000 + wagers * 350


def test_1_20_wagers_refused_or_taken_back_add_nothing() -> None:
    sitting = opened(GAME, meter=1_000_000)
    sitting.do(f"p1: 1 ante {ANTE}", "p1: 1 jackpot 500", "p1: 1 jackpot -all")
    sitting.refused("p1: 1 jackpot 1000")
    sitting.do("dealer: no more bets")
    assert sitting.seen_by("display").jackpot == 1_000_000


@pytest.mark.parametrize(("wagers", "cents"), [(1, 166), (2, 333), (3, 499), (4, 666), (6, 999), (7, 1_166)])
def test_1_20_fractions_of_a_cent_are_carried(wagers: int, cents: int) -> None:
    """500 cents at 0.333333 are 166.6665 cents each time."""
    bets = [f"p1: {box} {bet}" for box in range(1, wagers + 1) for bet in (f"ante {ANTE}", "jackpot 500")]
    assert closed(GAME, *bets, meter=0, contribution="0.333333").seen_by("display").jackpot == cents


def test_1_20_jackpot_won_starts_again_from_its_seed_and_grows_on() -> None:
    bets = (f"p1: 1 ante {ANTE}", "p1: 1 jackpot 500")
    sitting = closed(GAME, *bets, meter=9_000_000, seed=SEED, dealing="shuffler")
    assert sitting.seen_by("display").jackpot == 9_000_350
    sitting.do("dealer: deal Qs Js Ts 2d 3h As Ks 7c 7d", "p1: flop 1", "dealer: reveal", "p1: check 1")
    sitting.do("dealer: reveal", "p1: check 1", "dealer: reveal", "dealer: reveal", "p1: show 1")
    paid = boxes_paid(sitting.do("dealer: settle"))
    assert paid == [(1, "royal_flush_on_the_flop", 9_000_350)]
    assert sitting.seen_by("display").jackpot == SEED
    sitting.do("dealer: place your bets", *bets, "dealer: no more bets")
    assert sitting.seen_by("display").jackpot == SEED + 350


@pytest.mark.parametrize(
    ("deal", "award", "paid", "left"),
    [
        (ROYAL_ON_THE_FLOP, "royal_flush_on_the_flop", 1_000_003, SEED),
        (ROYAL_ON_THE_TURN, "royal_flush_on_the_turn", 250_000, 750_003),
        (ROYAL_ON_THE_TURN_WITH_ONE, "royal_flush_on_the_turn", 250_000, 750_003),
        (ROYAL_ON_THE_RIVER, "royal_flush_on_the_river", 50_000, 950_003),
        (ROYAL_ON_THE_RIVER_WITH_ONE, "royal_flush_on_the_river", 50_000, 950_003),
        (STRAIGHT_FLUSH, "straight_flush", 150_000, 1_000_003),
        (FOUR_OF_A_KIND, "four_of_a_kind", 30_000, 1_000_003),
        (ROYAL_ON_THE_BOARD, "community_royal_flush", 1_000_000, 1_000_003),
        (STRAIGHT_FLUSH_ON_THE_BOARD, "straight_flush", 150_000, 1_000_003),
        (FOUR_ON_THE_BOARD, "four_of_a_kind", 30_000, 1_000_003),
    ],
)
def test_4_2_hand_is_paid_its_row(deal: Deal, award: str, paid: int, left: int) -> None:
    """The meter shows SGD 10,000.03: of it 25 % are 250,000.75 cents and 5 % are 50,000.15, rounded down."""
    answer = settle_one(GAME, deal, meter=1_000_003, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == awarded(paid, "4.2")
    assert award_of(answer) == award
    assert (meter_of(answer).before, meter_of(answer).after) == (1_000_003, left)


@pytest.mark.parametrize("deal", [FULL_HOUSE, FULL_HOUSE_ON_THE_BOARD, FLUSH, HIGHER, LOWER, EQUAL])
def test_4_2_lesser_hands_win_no_award(deal: Deal) -> None:
    answer = settle_one(GAME, deal, meter=1_000_003, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == lost("4.2")
    assert meter_of(answer).after == 1_000_003


@pytest.mark.parametrize(
    ("deal", "award", "paid"),
    [
        (ROYAL_ON_THE_BOARD, "community_royal_flush", 1_000_000),
        (STRAIGHT_FLUSH_ON_THE_BOARD, "community_straight_flush", 150_000),
        (FOUR_ON_THE_BOARD, "community_four_of_a_kind", 30_000),
    ],
)
def test_4_2_folded_hand_is_paid_for_the_community_cards(deal: Deal, award: str, paid: int) -> None:
    answer = settle_one(GAME, deal, ("fold",), meter=1_000_003, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == awarded(paid, "3.11.2.a", "4.2")
    assert (award_of(answer), meter_of(answer).after) == (award, 1_000_003)


@pytest.mark.parametrize(
    "deal",
    [ROYAL_ON_THE_FLOP, ROYAL_ON_THE_TURN, ROYAL_ON_THE_RIVER, STRAIGHT_FLUSH, FOUR_OF_A_KIND, FULL_HOUSE],
)
def test_4_2_folded_hand_is_not_paid_for_its_own_cards(deal: Deal) -> None:
    answer = settle_one(GAME, deal, ("fold",), meter=1_000_003, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == lost("3.11.2.a")
    assert meter_of(answer).after == 1_000_003


@both_methods
def test_4_2_folded_hand_has_the_rows_of_the_community_cards_only(dealing: str) -> None:
    """By the rows themselves: it holds even for a folded hand whose cards everybody knows."""
    open_to_it = folded_scopes(load_banked(GAME), dealing)
    assert [row.name for row in load_banked(GAME).jackpot.awards if row.scope in open_to_it] == [
        "community_royal_flush",
        "community_straight_flush",
        "community_four_of_a_kind",
    ]


@pytest.mark.parametrize(
    ("deal", "rows"),
    [
        (ROYAL_ON_THE_FLOP, ["royal_flush_on_the_flop"]),
        (ROYAL_ON_THE_TURN, ["royal_flush_on_the_turn"]),
        (ROYAL_ON_THE_TURN_WITH_ONE, ["royal_flush_on_the_turn"]),
        (ROYAL_ON_THE_RIVER, ["royal_flush_on_the_river"]),
        (ROYAL_ON_THE_BOARD, ["community_royal_flush"]),
        (ROYAL_OVER_STRAIGHT_FLUSH, ["royal_flush_on_the_river", "community_straight_flush"]),
        (STRAIGHT_FLUSH_ON_THE_BOARD, ["straight_flush", "community_straight_flush"]),
        (FOUR_ON_THE_BOARD, ["four_of_a_kind", "community_four_of_a_kind"]),
        (FULL_HOUSE, []),
    ],
)
def test_4_2_royal_counts_once_from_the_card_that_completes_it(deal: Deal, rows: list[str]) -> None:
    assert rows_won(GAME, deal) == rows


@pytest.mark.parametrize(
    ("deal", "meter", "award", "paid", "left"),
    [
        (ROYAL_OVER_STRAIGHT_FLUSH, 2_999_999, "community_straight_flush", 150_000, 2_999_999),
        (ROYAL_OVER_STRAIGHT_FLUSH, 3_000_000, "royal_flush_on_the_river", 150_000, 2_850_000),
        (ROYAL_OVER_STRAIGHT_FLUSH, 3_000_020, "royal_flush_on_the_river", 150_001, 2_850_019),
        (Deal("As 4d", "Ts Js Qs Ks 9s", "7c 7d"), 599_999, "community_straight_flush", 150_000, 599_999),
        (Deal("As 4d", "Ts Js Qs Ks 9s", "7c 7d"), 600_000, "royal_flush_on_the_turn", 150_000, 450_000),
    ],
)
def test_4_2_of_two_awards_the_one_worth_more_is_paid(deal: Deal, meter: int, award: str, paid: int, left: int) -> None:
    answer = settle_one(GAME, deal, meter=meter, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == awarded(paid, "4.2")
    assert (award_of(answer), meter_of(answer).after) == (award, left)


def test_4_2_percentage_is_taken_from_the_value_displayed_when_paid() -> None:
    """The round's own SGD 5 at 0.70 stands in it: 1,000,350 cents, of which 25 % are 250,087.5."""
    answer = settle_one(GAME, ROYAL_ON_THE_TURN, meter=1_000_000, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == awarded(250_087, "4.2")
    assert (meter_of(answer).contributed, meter_of(answer).after) == (350, 1_000_350 - 250_087)


# 4.3 to 4.5 Showing the hand, and the order of payment


@both_methods
def test_4_3_hand_not_shown_loses_every_wager(dealing: str) -> None:
    policy = {"dealing": dealing}
    deals = (HIGHER, STRAIGHT_FLUSH, EQUAL)
    for end in (ends(settle_one(GAME, one, shown=False, policy=policy, bonus=5_000, jackpot=500)) for one in deals):
        compared = dict.fromkeys(("ante", "flop", "turn", "river"), lost("4.3", "3.14", "I5"))
        assert end == {**compared, "bonus": lost("4.3", "I5"), "jackpot": lost("4.3")}


def test_4_3_hand_not_shown_keeps_the_community_prize() -> None:
    answer = settle_one(GAME, ROYAL_ON_THE_BOARD, shown=False, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == awarded(1_000_000, "4.3", "4.2")
    assert ends(answer)["ante"] == lost("4.3", "3.14", "I5")


def test_4_3_hand_not_shown_stays_hidden() -> None:
    sitting = at_stage(GAME, "shoe", Stage.RIVER)
    assert sitting.do("p1: withhold 1") == (HandWithheld(1, ("4.3",)),)
    assert sitting.refused("shift_manager: inspect 1").reason is Reason.ROLE
    sitting.do("dealer: settle")
    assert {sitting.seen_by(role, "p2").boxes[0].cards for role in ROLES} == {HIDDEN_PAIR}


def test_4_3_hand_withheld_is_ranked_if_it_is_shown_before_the_settlement() -> None:
    withheld, shown = (at_stage(GAME, "shoe", Stage.RIVER) for _ in range(2))
    withheld.do("p1: withhold 1", "p1: show 1", "dealer: settle")
    shown.do("p1: show 1", "dealer: settle")
    assert withheld.round.lines == shown.round.lines
    assert HandShown(1, ("4.3", "I5")) in withheld.events
    assert withheld.refused("p1: show 1").reason is Reason.MOMENT


@both_methods
def test_4_4_hand_shown_stays_open_to_everybody(dealing: str) -> None:
    sitting = at_stage(GAME, dealing, Stage.RIVER)
    assert {sitting.seen_by(role, "p2").boxes[0].cards for role in ROLES} == {HIDDEN_PAIR}
    assert sitting.refused("p2: show 1").cites == ("1.25",)
    assert sitting.refused("p2: withhold 1").cites == ("4.3",)
    assert sitting.do("p1: show 1") == (HandShown(1, ("4.4",)),)
    assert sitting.refused("p1: withhold 1").reason is Reason.MOMENT
    for acts in ([], ["dealer: settle"]):
        sitting.do(*acts)
        assert {sitting.seen_by(role, "p2").boxes[0].cards for role in ROLES} == {("As", "Ad")}


@pytest.mark.parametrize("stage", [Stage.CLOSED, Stage.HOLE, Stage.FLOP, Stage.TURN])
def test_4_4_hands_are_shown_after_the_dealers(stage: Stage) -> None:
    assert at_stage(GAME, "shuffler", stage).refused("p1: show 1").reason is Reason.MOMENT


@pytest.mark.parametrize(("deal", "paid"), [(STRAIGHT_FLUSH, 150_000), (ROYAL_ON_THE_BOARD, 1_000_000)])
def test_4_4_hand_shown_is_paid_for_its_own_cards_and_for_the_community_cards(deal: Deal, paid: int) -> None:
    assert ends(settle_one(GAME, deal, jackpot=JACKPOT))["jackpot"] == awarded(paid, "4.2")
    assert ends(settle_one(GAME, STRAIGHT_FLUSH, shown=False, jackpot=JACKPOT))["jackpot"] == lost("4.3")


FLOP_ROYAL, TURN_ROYAL = "royal_flush_on_the_flop", "royal_flush_on_the_turn"


@pytest.mark.parametrize(
    ("claims", "paid"),
    [
        ((Waiting("A", 7, 1, FLOP_ROYAL), Waiting("B", 3, 2, FLOP_ROYAL)), [("B", 9_000_000), ("A", SEED)]),
        ((Waiting("A", 3, 1, FLOP_ROYAL), Waiting("B", 7, 2, FLOP_ROYAL)), [("A", 9_000_000), ("B", SEED)]),
        ((Waiting("A", 7, 1, FLOP_ROYAL), Waiting("B", 3, 2, TURN_ROYAL)), [("B", 2_250_000), ("A", 6_750_000)]),
        ((Waiting("A", 3, 1, FLOP_ROYAL), Waiting("B", 7, 2, TURN_ROYAL)), [("A", 9_000_000), ("B", 500_000)]),
        ((Waiting("A", 3, 1, TURN_ROYAL), Waiting("B", 2, 2, TURN_ROYAL)), [("B", 2_250_000), ("A", 1_687_500)]),
    ],
)
def test_4_5_pending_awards_are_paid_in_the_order_of_the_deal(
    claims: tuple[Waiting, ...], paid: list[tuple[str, int]]
) -> None:
    """Not in the order of entry. The meter shows SGD 90,000.00, its seed is SGD 20,000.00."""
    payments = paid_together(GAME, claims, meter=9_000_000, seed=SEED)
    assert [(one.claim.table, one.amount) for one in payments] == paid


def test_4_5_a_minor_award_is_paid_after_the_major_ones_pending_with_it() -> None:
    """5 % of what is left, though its hand was dealt first: 4.5 is about Major awards, and 4.2 says which those are."""
    claims = (Waiting("A", 1, 1, "royal_flush_on_the_river"), Waiting("B", 3, 2, TURN_ROYAL))
    payments = paid_together(GAME, claims, meter=9_000_000, seed=SEED)
    assert [(one.claim.table, one.amount) for one in payments] == [("B", 2_250_000), ("A", 337_500)]


def test_4_2_which_awards_are_major() -> None:
    major = [award.name for award in load_banked(GAME).jackpot.awards if award.major]
    assert major == ["royal_flush_on_the_flop", "royal_flush_on_the_turn"]


def test_4_5_hands_of_one_deal_are_paid_clockwise_whoever_claims_first() -> None:
    claims = (Waiting("A", 3, 1, TURN_ROYAL, box=2), Waiting("A", 3, 1, TURN_ROYAL, box=1))
    payments = paid_together(GAME, claims, meter=9_000_000, seed=SEED)
    assert [(one.claim.box, one.amount) for one in payments] == [(1, 2_250_000), (2, 1_687_500)]


def test_4_5_hands_of_one_round_are_paid_clockwise() -> None:
    bets = [f"p{box}: {box} {bet}" for box in (1, 2) for bet in (f"ante {ANTE}", "jackpot 500")]
    sitting = closed(GAME, *bets, meter=4_000_000, dealing="shuffler", contribution="0")
    sitting.do("dealer: deal 9s Ts Js Qs Ks As 4d 2c 2d 7c 7d", "p1: flop 1", "p2: fold 2", "dealer: reveal")
    sitting.do("p1: check 1", "dealer: reveal", "p1: check 1", "dealer: reveal", "dealer: reveal", "p1: show 1")
    paid = boxes_paid(sitting.do("dealer: settle"))
    assert paid == [(1, "royal_flush_on_the_river", 200_000), (2, "community_straight_flush", 150_000)]


def test_4_5_house_determines_which_hand_was_dealt_first(tmp_path: Path) -> None:
    """All of 5,000,000 + 2 × 350 goes to the hand that it finds was the first, the seed to the other."""
    hands = {"1": "As Ks", "community": "Qs Js Ts 2d 3h", "dealer": "7c 7d"}
    assert paid_as_the_house_finds(tmp_path, ("holdem-1", "holdem-2"), hands) == [5_000_700, 5_000_000]

"""Texas Hold'em Bonus Progressive (MBS), version 6: positions, deck and wagers up to "No more bets", by paragraph."""

import pytest

from croupier.cards import DECK
from croupier.money import MILLION, in_proportion
from croupier.play.banked.events import (
    BetsClosed,
    HandLookedAt,
    JackpotFed,
    PlayerInformed,
    PlayerRestricted,
    RoundEnded,
    RoundOpened,
    ShareDeclined,
    WagerPlaced,
)
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason
from croupier.rules.banked import PolicyError
from croupier.rules.terms import WagerName
from tests.rulebooks.holdem import (
    ANTE,
    CHIP,
    HIDDEN_PAIR,
    ROLES,
    STAFF,
    Stage,
    accepted,
    at_stage,
    closed,
    held,
    offered,
    opened,
    paid_to,
    stake,
)
from tests.sitting import Sitting

RULEBOOKS = ("mbs-texas-holdem-bonus-progressive-v6",)

GAME = "mbs-texas-holdem-bonus-progressive"
LIMITS = {"minimum": 5_000, "maximum": 20_000, "bonus_minimum": 1_000, "bonus_maximum": 8_000, "jackpot_wager": 750}
TWO_HANDS = {"automated": "Ah Kh Qh Jh Th 2c 2d 5c 5d Ac Ad", "manual": "2c 5c 2d 5d Ah Kh Qh Jh Th"}

both_methods = pytest.mark.parametrize("dealing", ["automated", "manual"])


# 1 Definitions, 2 Mode of Play


@both_methods
def test_1_1_2_hands_not_viewed_are_played_blind(dealing: str) -> None:
    sitting = closed(GAME, f"p1: 2 ante {ANTE}", f"p1: 5 ante {ANTE}", dealing=dealing)
    sitting.do(f"dealer: deal {TWO_HANDS[dealing]}", "p1: look 5")
    assert offered(sitting, 2) == {"fold", "flop"}
    sitting.do("p1: flop 2 20000", "p1: flop 5 20000")
    assert [box.cards for box in sitting.seen_by("player", "p1").boxes] == [HIDDEN_PAIR, ("5c", "5d")]


def test_1_1_3_bonus_is_optional_and_placed_before_the_deal() -> None:
    sitting = opened(GAME)
    sitting.do(f"p1: 1 ante {ANTE}", f"p2: 2 ante {ANTE}", f"p2: 2 bonus {ANTE}", "dealer: no more bets")
    assert sitting.refused(f"p1: 1 bonus {ANTE}").reason is Reason.MOMENT
    assert [[wager.name for wager in box.wagers] for box in sitting.round.boxes] == [["ante"], ["ante", "bonus"]]


def test_2_1_deck_has_each_of_52_cards_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert [sum(card >> 2 == rank for card in DECK) for rank in range(13)] == [4] * 13


@pytest.mark.parametrize("again", ["As", "Kc"])
def test_2_1_no_card_comes_twice(again: str) -> None:
    sitting = at_stage(GAME, "manual", Stage.HOLE)
    sitting.do("p1: flop 1")
    refusal = sitting.refused(f"dealer: deal Qh {again}")
    assert (refusal.reason, refusal.cites) == (Reason.CARDS, ("2.1",))
    sitting.do("dealer: deal Qh Qs")


@pytest.mark.parametrize("boxes", [4, 5, 6, 7])
def test_2_2_layouts_have_four_to_seven_positions(boxes: int) -> None:
    sitting = opened(GAME, boxes=boxes)
    for outside in (-1, 0, boxes + 1):
        refusal = sitting.refused(f"p1: {outside} ante {ANTE}")
        assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_BOX, ("2.2",))
    sitting.do(*(f"p1: {box} ante {ANTE}" for box in range(1, boxes + 1)))
    assert len(sitting.round.boxes) == boxes


@pytest.mark.parametrize("boxes", [0, 3, 8])
def test_2_2_no_layout_has_fewer_or_more(boxes: int) -> None:
    with pytest.raises(PolicyError, match=r"4 to 7 boxes \(2\.2\)"):
        Sitting(GAME, {"boxes": boxes})


def test_2_2_1_areas_take_ante_bonus_and_jackpot_before_the_deal_and_the_others_after() -> None:
    sitting = opened(GAME)
    sitting.do(f"p1: 1 ante {ANTE}", f"p1: 1 bonus {ANTE}", "p1: 1 jackpot 500")
    for wager in ("flop", "turn", "river", "bet"):
        assert sitting.refused(f"p1: 1 {wager} {ANTE}").reason is Reason.NO_SUCH_WAGER
    sitting.do("dealer: no more bets", "dealer: deal Kc 7d 2h 9s 3c As Ad Qh Qs", "p1: flop 1", "dealer: reveal")
    sitting.do("p1: turn 1", "dealer: reveal", "p1: river 1")
    assert [wager.name for wager in sitting.box(1).wagers] == ["ante", "bonus", "flop", "turn", "river", "jackpot"]


@pytest.mark.parametrize("box", range(1, 8))
def test_2_2_2_every_position_has_every_area(box: int) -> None:
    sitting = opened(GAME, boxes=7)
    sitting.do(f"p1: {box} ante {ANTE}", f"p1: {box} bonus {ANTE}", f"p1: {box} jackpot 500", "dealer: no more bets")
    sitting.do("dealer: deal Kc 7d 2h 9s 3c As Ad Qh Qs", f"p1: flop {box}", "dealer: reveal")
    sitting.do(f"p1: turn {box}", "dealer: reveal", f"p1: river {box}")
    assert len(sitting.box(box).wagers) == 6


# 3.1 to 3.4 Ante, limits, shares


def test_3_1_play_commences_with_the_announcement() -> None:
    sitting = Sitting(GAME)
    refusal = sitting.refused(f"p1: 1 ante {ANTE}")
    assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("3.1",))
    (begun,) = sitting.do("dealer: place your bets")
    assert begun == RoundOpened(1, "mbs-texas-holdem-bonus-progressive-v6", ("3.1",))
    sitting.do(f"p1: 1 ante {ANTE}")


@pytest.mark.parametrize(
    "bet", ["1 ante 10000", "1 bonus 10000", "1 jackpot 500", "2 ante 10000", "1 ante -all", "1 ante -5000"]
)
@pytest.mark.parametrize("stage", [Stage.CLOSED, Stage.HOLE, Stage.FLOP, Stage.SHOWN])
def test_3_2_after_no_more_bets_no_wager_is_placed_or_taken_back(bet: str, stage: Stage) -> None:
    sitting = at_stage(GAME, "automated", stage)
    for who in ("p1", "dealer for p1"):
        refusal = sitting.refused(f"{who}: {bet}")
        paragraph = "5.6" if "-" in bet else "5.5"
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("3.2", paragraph))


def test_3_2_bets_close_once() -> None:
    sitting = opened(GAME)
    assert sitting.do(f"p1: 1 ante {ANTE}", "dealer: no more bets") == (BetsClosed(("3.2",)),)
    assert sitting.refused("dealer: no more bets").cites == ("3.2",)


def test_3_4_position_with_an_ante_takes_part_and_no_other() -> None:
    sitting = opened(GAME)
    assert sitting.do(f"p1: 4 ante {ANTE}") == (WagerPlaced(4, WagerName.ANTE, "p1", ANTE, False, ("3.4",)),)
    sitting.do("dealer: no more bets", "dealer: deal Kc 7d 2h 9s 3c As Ad Qh Qs")
    assert held(sitting) == {4: "As Ad"}


def test_3_4_without_an_ante_nothing_is_dealt() -> None:
    sitting = opened(GAME)
    assert [type(event) for event in sitting.do("dealer: no more bets")] == [BetsClosed, RoundEnded]


@pytest.mark.parametrize("role", ROLES)
def test_3_4_limits_are_displayed_to_everybody(role: str) -> None:
    sitting = Sitting(GAME, LIMITS)
    for acts in ([], ["dealer: place your bets", f"p1: 1 ante {ANTE}"], ["dealer: no more bets"]):
        sitting.do(*acts)
        limits = sitting.seen_by(role, "p9").limits
        assert {name: getattr(limits, name) for name in LIMITS} == LIMITS
        assert limits.cites == ("3.4",)


# Who puts how much on Ante or Bonus, and when that is refused: at once, at the close, or not at all.
SHARED_LIMITS = [
    ("ante", {"p1": 4_500}, "close"),
    ("ante", {"p1": 5_000}, ""),
    ("ante", {"p1": 20_000}, ""),
    ("ante", {"p1": 20_500}, "place"),
    ("ante", {"p1": 3_000, "p2": 1_500}, "close"),
    ("ante", {"p1": 3_000, "p2": 2_000}, ""),
    ("ante", {"p1": 3_000, "p2": 1_000, "p3": 1_000}, ""),
    ("ante", {"p1": 15_000, "p2": 5_000}, ""),
    ("ante", {"p1": 15_000, "p2": 5_500}, "place"),
    ("ante", {"p1": 10_000, "p2": 5_000, "p3": 5_500}, "place"),
    ("bonus", {"p1": 500}, "close"),
    ("bonus", {"p1": 500, "p2": 500}, ""),
    ("bonus", {"p1": 1_000}, ""),
    ("bonus", {"p1": 4_000, "p2": 4_000}, ""),
    ("bonus", {"p1": 4_000, "p2": 4_500}, "place"),
]


@pytest.mark.parametrize(("wager", "amounts", "refused"), SHARED_LIMITS)
def test_3_4_limits_bind_the_total_of_all_shares(wager: str, amounts: dict[str, int], refused: str) -> None:
    sitting = opened(GAME, **LIMITS)
    if wager == "bonus":
        sitting.do(*(f"{player}: 1 ante 5000" for player in amounts))
    acts = [*(f"{player}: 1 {wager} {amount}" for player, amount in amounts.items()), "dealer: no more bets"]
    if refused:
        at = -1 if refused == "close" else -2
        sitting.do(*acts[:at])
        refusal = sitting.refused(acts[at])
        cites = ("3.4", "I15") if refused == "close" else ("3.4",)  # I15: it is increased or withdrawn
        assert (refusal.reason, refusal.cites) == (Reason.LIMITS, cites)
    else:
        sitting.do(*acts)
        assert stake(sitting, 1, wager) == sum(amounts.values())


@pytest.mark.parametrize("remedy", ["p2: 1 ante 500", "p1: 1 ante 500", "p1: 1 ante -all"])
def test_3_4_total_below_the_minimum_is_increased_or_withdrawn(remedy: str) -> None:
    sitting = opened(GAME, **LIMITS)
    sitting.do("p1: 1 ante 4500")
    sitting.refused("dealer: no more bets")
    sitting.do(remedy, "dealer: no more bets")


@pytest.mark.parametrize("amount", [0, 1, ANTE - 1, ANTE + 1, ANTE + CHIP - 1])
def test_3_4_wagers_are_multiples_of_the_lowest_chip(amount: int) -> None:
    sitting = opened(GAME)
    for wager in ("ante", "bonus"):
        refusal = sitting.refused(f"p1: 1 {wager} {amount}")
        assert (refusal.reason, refusal.cites) == (Reason.AMOUNT, ("3.4",))
        sitting.do(f"p1: 1 ante {ANTE + CHIP}")


@both_methods
@pytest.mark.parametrize(("first", "other"), [(2, 5), (5, 2)])
def test_3_4_1_of_several_hands_one_is_viewed(dealing: str, first: int, other: int) -> None:
    sitting = opened(GAME, dealing=dealing)
    sitting.do(f"p1: 2 ante {ANTE}")
    placed, informed = sitting.do(f"p1: 5 ante {ANTE}")
    assert isinstance(placed, WagerPlaced)
    assert placed.cites == ("3.4.1",)
    assert informed == PlayerInformed("p1", ("3.4.1",))
    sitting.do("dealer: no more bets", f"dealer: deal {TWO_HANDS[dealing]}")
    assert sitting.do(f"p1: look {first}") == (HandLookedAt(first, "p1", ("3.9", "3.4.1")),)
    for again, cites in ((first, ("3.9", "3.4.1")), (other, ("3.4.1",))):
        refusal = sitting.refused(f"p1: look {again}")
        assert (refusal.reason, refusal.cites) == (Reason.EXAMINED, cites)
    seen = {box.box: box.cards for box in sitting.seen_by("player", "p1").boxes}
    assert seen == {first: (f"{first}c", f"{first}d"), other: HIDDEN_PAIR}


def test_3_4_1_share_in_the_hand_of_another_is_no_look_at_it() -> None:
    sitting = at_stage(GAME, "automated", Stage.HOLE, "p2: 1 ante 5000")
    refusal = sitting.refused("p2: look 1")
    assert (refusal.reason, refusal.cites) == (Reason.NOT_YOURS, ("I2",))
    sitting.do("p1: look 1")
    assert sitting.seen_by("player", "p2").boxes[0].cards == HIDDEN_PAIR


SHARED_ANTE = (f"p1: 1 ante {ANTE}", "p2: 1 ante 5000")
WHEEL = "dealer: deal 5c 4d 3h Ks 9s Ac 2c Kd Qd"
"""5-4-3-2-A against a pair of Kings: every wager of box 1 wins."""
TO_THE_END = ("dealer: reveal", "dealer: reveal", "p1: show 1", "dealer: settle")


def test_3_4_2_area_takes_one_wager_made_up_of_shares() -> None:
    sitting = closed(GAME, *SHARED_ANTE, dealing="automated")
    (ante,) = sitting.seen_by("display").boxes[0].wagers
    assert ante.amount == 15_000
    assert [(share.player, share.amount) for share in ante.shares] == [("p1", 10_000), ("p2", 5_000)]


def test_3_4_2_seated_player_decides_for_all_shares() -> None:
    sitting = closed(GAME, *SHARED_ANTE, dealing="automated")
    sitting.do(WHEEL)
    for stranger in ("p2", "p3"):
        assert sitting.refused(f"{stranger}: flop 1").reason is Reason.NOT_YOURS
    for wrong in (20_000, 29_500, 30_500):
        assert sitting.refused(f"p1: flop 1 {wrong}").cites == ("3.9.2",)
    sitting.do("p1: flop 1 30000")
    flop = sitting.box(1).wagers[1]
    assert [(share.player, share.amount) for share in flop.shares] == [("p1", 20_000), ("p2", 10_000)]


def test_3_4_2_results_are_divided_in_proportion_to_the_shares() -> None:
    """Ante 10,000 + 5,000, Bonus 2,500 + 5,000: all at 1 to 1 but the Bonus, which Ace and deuce lose."""
    sitting = closed(GAME, *SHARED_ANTE, "p1: 1 bonus 2500", "p2: 1 bonus 5000", dealing="automated")
    sitting.do(WHEEL, "p1: flop 1", "dealer: reveal", "p1: turn 1", "dealer: reveal", "p1: river 1", *TO_THE_END)
    assert paid_to(sitting, 1, "ante") == {"p1": 2 * 10_000, "p2": 2 * 5_000}
    assert paid_to(sitting, 1, "flop") == {"p1": 2 * 20_000, "p2": 2 * 10_000}
    assert paid_to(sitting, 1, "turn") == paid_to(sitting, 1, "river") == {"p1": 2 * 10_000, "p2": 2 * 5_000}
    assert paid_to(sitting, 1, "bonus") == {"p1": 0, "p2": 0}


def settled_aces(*bets: str) -> Sitting:
    """Aces on box 1 beat Queens with a pair: the Ante stands off, the Bonus wins 30 to 1."""
    sitting = at_stage(GAME, "automated", Stage.SHOWN, *bets)
    sitting.do("dealer: settle")
    return sitting


def test_3_4_2_shared_bonus_and_stand_off_are_divided_likewise() -> None:
    sitting = settled_aces("p2: 1 ante 5000", "p1: 1 bonus 2500", "p2: 1 bonus 5000")
    assert paid_to(sitting, 1, "ante") == {"p1": 10_000, "p2": 5_000}
    assert paid_to(sitting, 1, "bonus") == {"p1": 31 * 2_500, "p2": 31 * 5_000}


def test_3_4_2_bonus_of_one_sharer_alone_is_paid_to_him() -> None:
    sitting = settled_aces("p2: 1 ante 5000", "p2: 1 bonus 5000")
    assert paid_to(sitting, 1, "bonus") == {"p2": 31 * 5_000}


def test_3_4_2_share_not_funded_for_the_flop_is_folded() -> None:
    sitting = closed(GAME, *SHARED_ANTE, dealing="automated")
    assert sitting.do(WHEEL, "p2: decline 1") == (ShareDeclined(1, "p2", ("3.9.1", "I2")),)
    assert sitting.refused("p1: flop 1 30000").reason is Reason.AMOUNT
    sitting.do("p1: flop 1 20000", "dealer: reveal", "p1: turn 1 10000", "dealer: reveal", "p1: check 1", *TO_THE_END)
    assert paid_to(sitting, 1, "ante") == {"p1": 20_000, "p2": 0}
    assert paid_to(sitting, 1, "flop") == {"p1": 40_000}


def test_3_4_2_share_not_funded_for_the_turn_has_checked_and_plays_on() -> None:
    """The Turn is funded by p1 alone (100.00); Ante, Flop and River are won by both, 100.00 to 50.00 and twice that."""
    sitting = closed(GAME, *SHARED_ANTE, dealing="automated")
    sitting.do(WHEEL, "p1: flop 1 30000", "dealer: reveal")
    assert sitting.do("dealer for p2: decline 1") == (ShareDeclined(1, "p2", ("3.9.2", "I2"), checked=True),)
    refusal = sitting.refused("p2: decline 1")
    assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("I2",))
    assert sitting.refused("p1: turn 1 15000").reason is Reason.AMOUNT
    sitting.do("p1: turn 1 10000", "dealer: reveal", "p1: river 1 15000", *TO_THE_END)
    assert paid_to(sitting, 1, "ante") == {"p1": 20_000, "p2": 10_000}
    assert paid_to(sitting, 1, "flop") == {"p1": 40_000, "p2": 20_000}
    assert paid_to(sitting, 1, "turn") == {"p1": 20_000}
    assert paid_to(sitting, 1, "river") == {"p1": 20_000, "p2": 10_000}


def test_3_4_2_a_check_with_a_share_ends_with_the_decision_of_the_hand() -> None:
    """The seated Player checks the Turn for everybody; at the River p2 is asked again."""
    sitting = closed(GAME, *SHARED_ANTE, dealing="automated")
    sitting.do(WHEEL, "p1: flop 1", "dealer: reveal", "p2: decline 1", "p1: check 1", "dealer: reveal")
    assert sitting.box(1).unfunded == ()
    sitting.do("p2: decline 1", "p1: river 1 10000", *TO_THE_END)
    assert paid_to(sitting, 1, "ante") == {"p1": 20_000, "p2": 10_000}
    assert paid_to(sitting, 1, "river") == {"p1": 20_000}


def test_3_4_2_bonus_of_a_share_that_was_folded_is_lost() -> None:
    sitting = at_stage(GAME, "automated", Stage.HOLE, "p2: 1 ante 5000", "p2: 1 bonus 5000")
    sitting.do("p2: decline 1", "p1: flop 1", "dealer: reveal", "p1: check 1", "dealer: reveal", "p1: check 1")
    sitting.do(*TO_THE_END)
    assert paid_to(sitting, 1, "bonus") == {"p2": 0}
    assert {line.wager: line.result for line in sitting.round.lines}[WagerName.BONUS] == "lose"


def test_3_4_2_only_a_sharer_declines_and_only_before_the_decision() -> None:
    sitting = closed(GAME, *SHARED_ANTE, dealing="automated")
    assert sitting.refused("p2: decline 1").reason is Reason.MOMENT
    sitting.do(WHEEL)
    for who in ("p1", "p3", "dealer for p1"):
        refusal = sitting.refused(f"{who}: decline 1")
        assert (refusal.reason, refusal.cites) == (Reason.NOT_YOURS, ("I2",))
    assert sitting.refused("display: decline 1").reason is Reason.ROLE
    assert sitting.refused("p2: decline 2").cites == ("2.2",)
    sitting.do("p2: decline 1")
    assert sitting.refused("p2: decline 1").reason is Reason.NOT_YOURS


def test_3_4_2_box_that_has_decided_takes_no_refusal_of_a_share() -> None:
    sitting = closed(GAME, *SHARED_ANTE, f"p3: 2 ante {ANTE}", dealing="automated")
    sitting.do("dealer: deal Kc 7d 2h 9s 3c As Ad 4c 4d Qh Qs", "p1: flop 1")
    assert sitting.refused("p2: decline 1").reason is Reason.MOMENT


@pytest.mark.parametrize(
    ("total", "shares", "parts"),
    [
        (100, (1, 1, 1), (34, 33, 33)),  # 33.33 each: the first of equal remainders
        (10, (3, 2, 1), (5, 3, 2)),  # 5, 3.33, 1.67: the third has the largest remainder
        (11, (1, 1, 4), (2, 2, 7)),  # 1.83, 1.83, 7.33: the first two before the third
        (30_000, (10_000, 5_000), (20_000, 10_000)),
        (7, (1, 0), (7, 0)),
    ],
)
def test_3_4_2_cents_are_divided_by_the_largest_remainder(
    total: int, shares: tuple[int, ...], parts: tuple[int, ...]
) -> None:
    assert in_proportion(total, shares) == parts


# 3.4.3 One position only


@pytest.mark.parametrize("staff", ["pit_manager", "shift_manager"])
def test_3_4_3_pit_manager_or_above_keeps_a_player_to_one_position(staff: str) -> None:
    sitting = opened(GAME)
    assert sitting.do(f"{staff}: restrict p1") == (PlayerRestricted("p1", True, ("3.4.3",)),)
    sitting.do(f"p1: 1 ante {ANTE}", f"p1: 1 ante {ANTE}", f"p1: 1 bonus {ANTE}", "p1: 1 jackpot 500")
    refusal = sitting.refused(f"p1: 2 ante {ANTE}")
    assert (refusal.reason, refusal.cites) == (Reason.NOT_YOURS, ("3.4.3",))
    sitting.do(f"p2: 3 ante {ANTE}", f"p2: 4 ante {ANTE}")
    assert sitting.refused(f"p1: 3 ante {ANTE}").cites == ("3.4.3",)
    assert sitting.refused(f"dealer for p1: 5 ante {ANTE}").cites == ("3.4.3",)


@pytest.mark.parametrize("further", ["1", "3"], ids=["a position of his own", "a share in another's position"])
def test_3_4_3_share_in_the_position_of_another_is_a_position_too(further: str) -> None:
    sitting = opened(GAME)
    sitting.do("pit_manager: restrict p1", f"p2: 2 ante {ANTE}", f"p3: 3 ante {ANTE}", "p1: 2 ante 5000")
    assert sitting.refused(f"p1: {further} ante 5000").cites == ("3.4.3",)


@pytest.mark.parametrize("who", ["dealer", "pit_supervisor", "p2", "display"])
def test_3_4_3_nobody_below_a_pit_manager_restricts(who: str) -> None:
    sitting = Sitting(GAME)
    for what in ("restrict", "release"):
        refusal = sitting.refused(f"{who}: {what} p1")
        assert (refusal.reason, refusal.cites) == (Reason.ROLE, ("3.4.3",))


def test_3_4_3_table_remembers_until_the_player_is_released() -> None:
    sitting = at_stage(GAME, "automated", Stage.SHOWN)
    sitting.do("pit_manager: restrict p1", "dealer: settle", "dealer: place your bets", f"p1: 1 ante {ANTE}")
    assert sitting.refused(f"p1: 2 ante {ANTE}").cites == ("3.4.3",)
    assert sitting.refused("pit_manager: restrict p1").reason is Reason.MOMENT
    assert sitting.do("pit_manager: release p1") == (PlayerRestricted("p1", False, ("3.4.3",)),)
    assert sitting.refused("pit_manager: release p1").reason is Reason.MOMENT
    sitting.do(f"p1: 2 ante {ANTE}")


def test_3_4_3_restriction_is_seen_by_staff_and_by_the_player_himself() -> None:
    sitting = Sitting(GAME)
    sitting.do("pit_manager: restrict p1")
    assert [sitting.seen_by(staff).restricted for staff in STAFF] == [("p1",)] * 4
    assert sitting.seen_by("player", "p1").restricted == ("p1",)
    assert sitting.seen_by("player", "p2").restricted == sitting.seen_by("display").restricted == ()


# 3.5 and 3.6 Bonus, jackpot, wagers by staff


@pytest.mark.parametrize("bet", [f"bonus {ANTE}", "jackpot 500"])
def test_3_5_bonus_and_jackpot_wager_go_with_an_ante(bet: str) -> None:
    sitting = opened(GAME)
    refusal = sitting.refused(f"p1: 1 {bet}")
    assert (refusal.reason, refusal.cites) == (Reason.NEEDS_ANTE, ("3.5",))
    (placed,) = sitting.do(f"p1: 1 ante {ANTE}", f"p1: 1 {bet}")
    assert isinstance(placed, WagerPlaced)
    assert placed.cites == ("3.5",)
    assert sitting.refused("p1: 1 ante -all").cites == ("3.5",)


@pytest.mark.parametrize(
    ("amount", "refused"), [(500, "dealer: no more bets"), (1_000, ""), (8_000, ""), (8_500, "p1: 1 bonus 8500")]
)
def test_3_5_bonus_keeps_to_its_own_limits_not_to_those_of_the_ante(amount: int, refused: str) -> None:
    """Too little is refused at the close, for others may add to it; too much at once."""
    sitting = opened(GAME, **LIMITS)
    for act in (f"p1: 1 ante {ANTE}", f"p1: 1 bonus {amount}", "dealer: no more bets"):
        if act == refused:
            assert sitting.refused(act).reason is Reason.LIMITS
            break
        sitting.do(act)
    assert (sitting.round.phase is Phase.BETTING) is bool(refused)


def test_3_5_bonus_on_a_shared_position_needs_a_share_of_its_ante() -> None:
    sitting = opened(GAME)
    sitting.do(f"p1: 1 ante {ANTE}")
    assert sitting.refused(f"p2: 1 bonus {ANTE}").cites == ("3.5",)
    sitting.do("p2: 1 ante 5000", f"p2: 1 bonus {ANTE}")


def test_3_5_1_jackpot_is_for_the_player_seated_at_the_position() -> None:
    sitting = opened(GAME)
    sitting.do(*SHARED_ANTE)
    assert accepted(sitting, "p1: 1 jackpot 500")
    sitting.do("p1: 1 ante -all", "p2: 1 jackpot 500")
    assert (sitting.box(1).player, stake(sitting, 1, "jackpot")) == ("p2", 500)


@both_methods
def test_3_5_2_blind_hand_may_have_a_jackpot_wager(dealing: str) -> None:
    """Box 2 is viewed; box 5, blind, has four Nines."""
    sitting = opened(GAME, dealing=dealing)
    sitting.do(f"p1: 2 ante {ANTE}", "p1: 2 jackpot 500", f"p1: 5 ante {ANTE}")
    (placed,) = sitting.do("p1: 5 jackpot 500")
    assert isinstance(placed, WagerPlaced)
    assert placed.cites == ("3.5.2",)
    cards = {"automated": "9h 9s 4c 5h Th 2c 2d 9c 9d Ac Ad", "manual": "2c 9c 2d 9d 9h 9s 4c 5h Th"}
    sitting.do("dealer: no more bets", f"dealer: deal {cards[dealing]}", "p1: look 2", "p1: fold 2", "p1: flop 5")
    sitting.do(*(["dealer: deal Ac Ad"] if dealing == "manual" else []), "dealer: reveal", "p1: check 5")
    sitting.do("dealer: reveal", "p1: check 5", "dealer: reveal", "dealer: reveal", "p1: show 5", "dealer: settle")
    assert paid_to(sitting, 5, "jackpot") == {"p1": 30_000}
    assert paid_to(sitting, 2, "jackpot") == {"p1": 0}


@pytest.mark.parametrize("amount", [500, 749, 751, 1_500])
def test_3_5_3_jackpot_system_takes_its_own_amount_only(amount: int) -> None:
    sitting = opened(GAME, **LIMITS)
    sitting.do("p1: 1 ante 5000")
    refusal = sitting.refused(f"p1: 1 jackpot {amount}")
    assert (refusal.reason, refusal.cites) == (Reason.LIMITS, ("3.5.3",))
    sitting.do("p1: 1 jackpot 750")
    assert sitting.refused("p1: 1 jackpot 750").reason is Reason.LIMITS


def test_3_5_3_jackpot_wager_feeds_the_meter_when_the_bets_close() -> None:
    """SGD 5 at 0.333333 are 166.6665 cents; of two, 333.333, the meter shows 333."""
    sitting = opened(GAME, meter=1_000_000, contribution="0.333333")
    sitting.do(f"p1: 1 ante {ANTE}", "p1: 1 jackpot 500", f"p2: 2 ante {ANTE}", "p2: 2 jackpot 500")
    assert sitting.seen_by("display").jackpot == 1_000_000
    exact = 166_666_500
    fed = (JackpotFed(1, 500, exact, ("3.5", "I6")), JackpotFed(2, 500, exact, ("3.5", "I6")))
    assert sitting.do("dealer: no more bets") == (BetsClosed(("3.2",)), *fed)
    assert exact * 2 // MILLION == 333
    assert sitting.seen_by("display").jackpot == 1_000_333


@pytest.mark.parametrize("who", ["p2", "p3", "dealer for p2"])
def test_3_5_4_nobody_places_a_jackpot_wager_on_the_position_of_another(who: str) -> None:
    sitting = opened(GAME)
    sitting.do(*SHARED_ANTE, f"p2: 2 ante {ANTE}")
    refusal = sitting.refused(f"{who}: 1 jackpot 500")
    assert (refusal.reason, refusal.cites) == (Reason.NOT_YOURS, ("3.5.4",))


@pytest.mark.parametrize("staff", STAFF)
def test_3_6_staff_place_wagers_at_the_request_of_a_player(staff: str) -> None:
    sitting = opened(GAME)
    (placed,) = sitting.do(f"{staff} for p1: 1 ante {ANTE}")
    assert placed == WagerPlaced(1, WagerName.ANTE, "p1", ANTE, True, ("3.4", "3.6"))
    (placed,) = sitting.do(f"{staff} for p1: 1 jackpot 500")
    assert isinstance(placed, WagerPlaced)
    assert placed.cites == ("3.5", "3.6")
    assert sitting.box(1).player == "p1"


@pytest.mark.parametrize("who", ["p2 for p1", "display for p1", "dealer", "display"])
def test_3_6_nobody_else_does_and_staff_name_the_player(who: str) -> None:
    refusal = opened(GAME).refused(f"{who}: 1 ante {ANTE}")
    assert (refusal.reason, refusal.cites) == (Reason.ROLE, ("3.6",))

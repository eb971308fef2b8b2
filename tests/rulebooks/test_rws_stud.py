"""Paragraphs that read the same in both stud documents of RWS. Each test is named by its paragraph.

Amounts are cents. A hand of the tests has an Ante of 10,000 and so a BET of 20,000, unless the test says otherwise.
"""

import pytest

from croupier.cards import DECK, parse_cards
from croupier.hands import category_of
from croupier.play.banked.events import (
    BetsClosed,
    CardsDealt,
    HandLookedAt,
    JackpotFed,
    PlayerInformed,
    RoundEnded,
    RoundOpened,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from croupier.play.banked.state import Meter, Phase
from croupier.play.refusal import Reason
from croupier.rulebooks import load_banked
from croupier.rules.banked import PolicyError
from croupier.rules.terms import WagerName
from tests.rulebooks.stud import (
    ACE_KING,
    ANTE,
    BET,
    JACKPOT,
    MILLION,
    PAIR,
    ROLES,
    ROUND,
    ROYAL,
    STUD,
    End,
    Hand,
    because,
    compared,
    deal_refused,
    deal_round,
    dealt,
    end,
    faces,
    finish_round,
    jackpots,
    played,
    some_cards,
)
from tests.sitting import Sitting

RULEBOOKS = ("rws-casino-stud-v6", "rws-multi-link-casino-stud-v3")

pytestmark = pytest.mark.parametrize("game", STUD)

# 1 Definitions


@pytest.mark.parametrize("ante", [2_500, 10_000, 500_000])
def test_1_3_bet_is_twice_the_ante(game: str, ante: int) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR, ante=ante))
    for wrong in (ante, 2 * ante - 500, 2 * ante + 500, 3 * ante):
        assert because(sitting.refused(f"p1: bet 1 {wrong}")) == (Reason.AMOUNT, ("3.12.2",))
    sitting.do(f"p1: bet 1 {2 * ante}")
    assert [(wager.name, wager.amount) for wager in sitting.box(1).wagers] == [("ante", ante), ("bet", 2 * ante)]


@pytest.mark.parametrize("role", ["dealer", "pit_supervisor", "pit_manager", "shift_manager"])
def test_1_11_whoever_acts_in_a_staff_position_may_do_what_it_may_do(game: str, role: str) -> None:
    sitting = Sitting(game)
    sitting.do(*(act.replace("dealer:", f"{role}/ann:") for act in ROUND))
    assert sitting.round.phase is Phase.ENDED


@pytest.mark.parametrize("who", ["p1", "display"])
@pytest.mark.parametrize("count", [0, 2, 3, 5, 7], ids=["open", "close", "deal", "reveal", "settle"])
def test_1_11_nobody_else_does_a_pit_employees_work(game: str, who: str, count: int) -> None:
    sitting = Sitting(game)
    sitting.do(*ROUND[:count])
    assert sitting.refused(ROUND[count].replace("dealer:", f"{who}:")).reason is Reason.ROLE


def test_1_13_meter_grows_with_every_accepted_jackpot_wager(game: str) -> None:
    """At 0.70 a wager of 500 adds 350; a wager that is taken back before the close adds nothing."""
    sitting = Sitting(game, {"seed": 5_000_000, "contribution": "0.70"})
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "p2: 2 ante 10000")
    sitting.do("p2: 2 jackpot 500", "p3: 3 ante 10000", "p3: 3 jackpot 500", "p3: 3 jackpot -all")
    assert sitting.table.meter.shown == 5_000_000
    events = sitting.do("dealer: no more bets")
    fed = [event for event in events if isinstance(event, JackpotFed)]
    assert [(one.box, one.stake, one.millionths) for one in fed] == [(1, 500, 350 * MILLION), (2, 500, 350 * MILLION)]
    assert sitting.seen_by("display").jackpot == 5_000_000 + 350 + 350


def test_1_13_fractions_of_a_cent_are_carried(game: str) -> None:
    """0.705 of 500 is 352.5: the display shows 352, then 705, then 1,057."""
    sitting = Sitting(game, {"contribution": "0.705"})
    for shown in (5_000_352, 5_000_705, 5_001_057):
        hand = Hand(PAIR, jackpot=JACKPOT)
        deal_round(sitting, ACE_KING, hand)
        assert sitting.table.meter.shown == shown
        finish_round(sitting, hand)
        assert sitting.table.meter.shown == shown


def test_1_13_won_it_starts_again_from_the_seed_and_grows_on(game: str) -> None:
    """After 352.5 the Royal is paid what is displayed; the half cent waits: 0.5 + 352.5 = 353."""
    sitting = Sitting(game, {"seed": 2_000_000, "contribution": "0.705"}, meter=9_000_000)
    royal = Hand(ROYAL, jackpot=JACKPOT)
    deal_round(sitting, "2s 2c 3s 4s 6s", royal)
    finish_round(sitting, royal)
    assert end(sitting, "jackpot").paid == 9_000_352
    assert sitting.table.meter == Meter(2_000_000 * MILLION + MILLION // 2)
    deal_round(sitting, ACE_KING, Hand(PAIR, jackpot=JACKPOT))
    assert sitting.table.meter == Meter(2_000_353 * MILLION)


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("7s 5d 4c 3h 2s", False),
        ("Ks Qd Jc Th 8s", False),
        ("As Qd Jc Th 9s", False),
        ("As Kd 4c 3h 2s", True),
        ("As Kd 5c 3h 2s", True),
        ("As Kd Qc Jh 9s", True),
        ("2s 2d 5c 4h 3s", True),
        ("5s 4d 3c 2h As", True),
        ("7s 5s 4s 3s 2s", True),
    ],
)
def test_1_14_ace_and_king_or_better_qualifies(game: str, dealer: str, qualifies: bool) -> None:
    """Against three Nines a Dealer who does not qualify returns the BET; one who does decides it."""
    bet = end(played(game, dealer, Hand("9c 9d 9h 8d 6c")), "bet")
    assert (bet.result == "returned") is not qualifies
    assert ("3.13" in bet.cites) is not qualifies


@pytest.mark.parametrize("count", range(1, len(ROUND)))
def test_1_16_round_runs_until_every_player_is_settled(game: str, count: int) -> None:
    sitting = Sitting(game)
    sitting.do(*ROUND[:count])
    assert because(sitting.refused("dealer: place your bets")) == (Reason.MOMENT, ("1.16",))
    assert sitting.refused("p1: settle").cites == ("1.16",)


def test_1_16_settlement_of_all_players_ends_the_round(game: str) -> None:
    sitting = played(game, ACE_KING, Hand(PAIR), Hand("Qc Th 6d 4s 2h", 4, "p2", does="fold"))
    *settled, last = sitting.events[-4:]
    assert [(one.box, one.wager) for one in settled if isinstance(one, WagerSettled)] == [
        (1, "ante"),
        (1, "bet"),
        (4, "ante"),
    ]
    assert last == RoundEnded(("1.16",))
    assert sitting.round.phase is Phase.ENDED
    assert because(sitting.refused("p1: 1 ante 10000")) == (Reason.MOMENT, ("3.2",))
    assert sitting.do("dealer: place your bets") == (RoundOpened(2, sitting.game.document.rulebook, ("3.2",)),)


def test_1_16_round_without_wagers_ends_at_the_close(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "dealer: no more bets")
    assert sitting.round.phase is Phase.ENDED


@pytest.mark.parametrize(
    ("before", "act", "cite"),
    [
        (4, "look 1", "1.17"),
        (4, "fold 1", "1.17"),
        (4, "bet 1", "1.17"),
        (6, "show 1", "1.17"),
        (6, "withhold 1", "4.3"),
    ],
)
def test_1_17_seated_player_decides_for_his_box(game: str, before: int, act: str, cite: str) -> None:
    sitting = Sitting(game)
    sitting.do(*ROUND[:before])
    assert because(sitting.refused(f"p2: {act}")) == (Reason.NOT_YOURS, (cite,))
    assert because(sitting.refused(f"display: {act}")) == (Reason.ROLE, (cite,))
    sitting.do(f"p1: {act}")


@pytest.mark.parametrize("act", ["look 1", "fold 1", "bet 1"])
def test_1_17_staff_act_on_the_seated_players_behalf(game: str, act: str) -> None:
    sitting = Sitting(game)
    sitting.do(*ROUND[:4], f"dealer: {act}")
    assert sitting.box(1).player == "p1"


def test_1_19_stand_off_neither_pays_nor_collects_but_the_jackpot_wager_is_kept(game: str) -> None:
    sitting = played(game, "As Kd 9c 6h 2s", Hand("Ac Kh 9d 6s 2c", jackpot=JACKPOT))
    assert end(sitting, "ante") == End("stand_off", 0, ANTE, ("3.14.3",))
    assert end(sitting, "bet") == End("stand_off", 0, BET, ("3.14.3",))
    assert end(sitting, "jackpot") == End("lose", 0, 0, ("4.2",))


# 2 Mode of Play


@pytest.mark.parametrize("boxes", [1, 7])
def test_2_1_1_a_table_has_one_to_seven_boxes(game: str, boxes: int) -> None:
    sitting = Sitting(game, {"boxes": boxes})
    sitting.do("dealer: place your bets")
    for number in (0, boxes + 1):
        assert because(sitting.refused(f"p1: {number} ante 10000")) == (Reason.NO_SUCH_BOX, ("2.1.1.a",))
    sitting.do(*(f"p1: {number} ante 10000" for number in range(1, boxes + 1)))
    assert [box.number for box in sitting.round.boxes] == list(range(1, boxes + 1))


@pytest.mark.parametrize("boxes", [0, 8])
def test_2_1_1_a_no_layout_has_fewer_or_more(game: str, boxes: int) -> None:
    with pytest.raises(PolicyError, match=r"1 to 7 boxes \(2\.1\.1\.a\)"):
        Sitting(game, {"boxes": boxes})


def test_2_1_1_b_jackpot_wager_counts_for_its_own_box_only(game: str) -> None:
    """One Player, the coin on box 1, the Royal Flush on box 2: the jackpot is not won."""
    sitting = played(game, "2s 2c 3c 4s 6s", Hand(PAIR, 1, jackpot=JACKPOT), Hand(ROYAL, 2))
    assert end(sitting, "jackpot", 1) == End("lose", 0, 0, ("4.2",))
    assert jackpots(sitting) == []
    assert {line.wager for line in sitting.round.lines if line.box == 2} == {"ante", "bet"}


@pytest.mark.parametrize("card", DECK)
def test_2_2_1_each_of_the_52_cards_is_dealt_once(game: str, card: int) -> None:
    sitting = Sitting(game)
    sitting.do(*ROUND[:3])
    assert because(deal_refused(sitting, card, card)) == (Reason.CARDS, ("2.2.1",))
    sitting.do(f"dealer: deal {some_cards(52)[card]}")
    assert because(deal_refused(sitting, card)) == (Reason.CARDS, ("2.2.1",))


def test_2_2_1_deck_holds_52_different_cards_and_no_others(game: str) -> None:
    assert len(set(some_cards(52))) == len(DECK) == 52
    sitting = Sitting(game)
    sitting.do(*ROUND[:3])
    for number in (-1, 53):
        assert because(deal_refused(sitting, number)) == (Reason.CARDS, ("2.2.1",))


def test_2_2_1_every_round_has_the_whole_deck(game: str) -> None:
    sitting = Sitting(game)
    sitting.do(*ROUND)
    sitting.do(*ROUND)
    assert sitting.table.rounds == 2


# 3 How to Play


def test_3_1_1_cards_rank_from_ace_down_to_two(game: str) -> None:
    fours = [f"{rank}c {rank}d {rank}h {rank}s {'3c' if rank == '2' else '2c'}" for rank in "AKQJT98765432"]
    strengths = [load_banked(game).rank(parse_cards(hand), ()) for hand in fours]
    assert strengths == sorted(set(strengths), reverse=True)


@pytest.mark.parametrize("suits", ["cdhsd", "hschd", "sdcsh"])
def test_3_1_1_all_suits_rank_alike(game: str, suits: str) -> None:
    player, dealer = zip("AK962", suits, strict=True), zip("AK962", suits[1:] + suits[:1], strict=True)
    assert compared(game, *(" ".join(rank + suit for rank, suit in hand) for hand in (player, dealer))) == "stand_off"


@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [
        ("5c 4d 3c 2h As", "6c 5d 4s 3h 2s", "lose"),
        ("5c 4c 3c 2c Ac", "6d 5d 4d 3d 2d", "lose"),
        ("5c 4d 3c 2h As", "Ac Ad Ah Ks Kc", "lose"),
        ("5c 4d 3c 2h As", "Ac Ad Ah Ks Qc", "win"),
        ("Ac Kd Qc Jh Ts", "Kc Qd Jc Th 9s", "win"),
        ("Ac Kd Qc 3h 2s", "2c 2d 4h 5s 6c", "lose"),
        ("Ac Kd 4c 3h 2s", "Ad Kc 5d 3s 2h", "lose"),
    ],
    ids=["wheel", "wheel flush", "below full house", "a straight", "ace high", "no wrap", "ace is high"],
)
def test_3_1_1_ace_counts_as_one_only_in_five_to_ace(game: str, player: str, dealer: str, result: str) -> None:
    assert compared(game, player, dealer) == result


def test_3_1_2_examples_of_the_ranking_list(game: str) -> None:
    examples = {
        "Ad Kd Qd Jd Td": "royal_flush",
        "Qc Jc Tc 9c 8c": "straight_flush",
        "Kc Kh Kd Ks Jh": "four_of_a_kind",
        "Kc Kh Kd Js Jh": "full_house",
        "Kh Jh 9h 5h 2h": "flush",
        "5c 4d 3c 2h As": "straight",
        "Qs Qh Qc 8h 3d": "three_of_a_kind",
        "7s 7h 4c 4h Jd": "two_pairs",
        "Tc Th Kd 6h 3s": "one_pair",
        "Qc Th 6d 4s 2h": "five_odd_cards",
    }
    strengths = [load_banked(game).rank(parse_cards(hand), ()) for hand in examples]
    assert strengths == sorted(set(strengths), reverse=True)
    assert [category_of(strength).name.lower() for strength in strengths] == list(examples.values())


@pytest.mark.parametrize(
    ("lowest", "highest"),
    [
        ("Ad Kd Qd Jd Td", "Kc Qc Jc Tc 9c"),
        ("5c 4c 3c 2c Ac", "Ks Kh Kd Kc Qs"),
        ("2c 2d 2h 2s 3c", "Ac Ad Ah Ks Kc"),
        ("2c 2d 2h 3c 3s", "Ah Kh Qh Jh 9h"),
        ("7h 5h 4h 3h 2h", "Ac Kd Qc Jh Ts"),
        ("5c 4d 3c 2h As", "Ac Ad Ah Kc Qd"),
        ("2c 2d 2h 4c 3s", "Ac Ad Kc Kd Qh"),
        ("3c 3s 2c 2d 4h", "Ac Ad Kc Qd Jh"),
        ("2c 2d 5h 4c 3s", "Ac Kd Qc Jh 9s"),
    ],
)
def test_3_1_2_lowest_of_a_ranking_beats_the_highest_of_the_next(game: str, lowest: str, highest: str) -> None:
    assert compared(game, lowest, highest) == "win"
    assert compared(game, highest, lowest) == "lose"


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Kc Qc Jc Tc 9c", "Qd Jd Td 9d 8d"),
        ("3c 3d 3h 3s 4c", "2c 2d 2h 2s Ac"),
        ("4c 4d 4s 2d 2h", "3c 3d 3h Ac As"),
        ("Ac Kc Qc Jc 9c", "Ad Kd Qd Jd 8d"),
        ("Ac 6c 5c 4c 2c", "Kd Qd Jd Td 8d"),
        ("3c 3d 3h 5c 4s", "2c 2d 2h Ac Ks"),
        ("Ac Ad 3c 3d 4s", "Kc Kd Qc Qd Js"),
        ("Ac Ad 4c 4d 2s", "Ah As 3c 3d Ks"),
        ("Ac Ad 4c 4d 5s", "Ah As 4h 4s 3c"),
        ("3c 3d 6h 5c 4s", "2c 2d Ah Kc Qs"),
        ("5c 5d Kh Tc 3s", "5h 5s Kc Td 2h"),
        ("Ac Kd Jc 9h 8s", "Ad Kc Jd 9s 7c"),
    ],
)
def test_3_1_3_card_values_decide_within_a_ranking(game: str, higher: str, lower: str) -> None:
    assert compared(game, higher, lower) == "win"
    assert compared(game, lower, higher) == "lose"


def test_3_1_3_a_higher_straight_wins(game: str) -> None:
    assert compared(game, "Kc Qd Jc Th 9s", "Jd Tc 9d 8h 7s") == "win"
    assert compared(game, "Jd Tc 9d 8h 7s", "Kc Qd Jc Th 9s") == "lose"


def test_3_1_3_b_next_card_after_the_pair_decides(game: str) -> None:
    assert compared(game, "5c 5d Kh Td 2c", "5h 5s Qc Jd Tc") == "win"
    assert compared(game, "5h 5s Qc Jd Tc", "5c 5d Kh Td 2c") == "lose"


def test_3_1_3_c_next_card_after_ace_and_king_decides(game: str) -> None:
    assert compared(game, "Ac Kd Jc 5h 2s", "Ad Kc Td 6s 4c") == "win"
    assert compared(game, "Ad Kc Td 6s 4c", "Ac Kd Jc 5h 2s") == "lose"


def test_3_2_wagers_are_taken_from_the_announcement_on(game: str) -> None:
    sitting = Sitting(game)
    assert because(sitting.refused("p1: 1 ante 10000")) == (Reason.MOMENT, ("3.2",))
    assert because(sitting.refused("p1: place your bets")) == (Reason.ROLE, ("3.2",))
    assert sitting.do("dealer: place your bets") == (RoundOpened(1, sitting.game.document.rulebook, ("3.2",)),)
    assert sitting.do("p1: 1 ante 10000") == (WagerPlaced(1, WagerName.ANTE, "p1", 10_000, False, ("3.6",)),)
    sitting.do(*ROUND[2:])
    assert because(sitting.refused("p1: 1 ante 10000")) == (Reason.MOMENT, ("3.2",))


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("count", range(len(ROUND) + 1))
def test_3_3_limits_and_prescribed_amount_are_displayed_to_everybody(game: str, role: str, count: int) -> None:
    sitting = Sitting(game, {"minimum": 5_000, "maximum": 20_000, "jackpot_wager": 1_000})
    sitting.do(*ROUND[:count])
    limits = sitting.seen_by(role, "p1").limits
    assert (limits.minimum, limits.maximum, limits.jackpot_wager, limits.cites) == (5_000, 20_000, 1_000, ("3.3",))


@pytest.mark.parametrize(
    ("ante", "reason"),
    [
        (0, Reason.AMOUNT),
        (2_000, Reason.LIMITS),
        (2_499, Reason.AMOUNT),
        (2_500, None),
        (2_501, Reason.AMOUNT),
        (500_000, None),
        (500_500, Reason.LIMITS),
    ],
)
def test_3_4_ante_keeps_to_the_limits_and_the_chips(game: str, ante: int, reason: Reason | None) -> None:
    sitting = Sitting(game, {"minimum": 2_500, "maximum": 500_000, "chips": [500, 2_500]})
    sitting.do("dealer: place your bets")
    if reason is None:
        sitting.do(f"p1: 1 ante {ante}")
    else:
        assert because(sitting.refused(f"p1: 1 ante {ante}")) == (reason, ("3.4",))


def test_3_4_all_that_lies_on_the_box_counts(game: str) -> None:
    sitting = Sitting(game, {"minimum": 2_500, "maximum": 500_000})
    sitting.do("dealer: place your bets", "p1: 1 ante 400000")
    assert because(sitting.refused("p1: 1 ante 100500")) == (Reason.LIMITS, ("3.4",))
    sitting.do("p1: 1 ante 100000", "p1: 2 ante 500000")
    assert because(sitting.refused("p1: 1 ante -498000")) == (Reason.LIMITS, ("3.4",))
    sitting.do("p1: 1 ante -497500")
    assert [box.wagers[0].amount for box in sitting.round.boxes] == [2_500, 500_000]


def test_3_4_bet_may_exceed_the_maximum_of_the_ante(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR, ante=20_000), policy={"maximum": 20_000})
    sitting.do("p1: bet 1 40000")


@pytest.mark.parametrize("prescribed", [500, 1_000])
def test_3_4_jackpot_wager_is_the_prescribed_amount(game: str, prescribed: int) -> None:
    sitting = Sitting(game, {"jackpot_wager": prescribed})
    sitting.do("dealer: place your bets", "p1: 1 ante 10000")
    for wrong in (prescribed - 500, prescribed - 1, prescribed + 1, prescribed + 500):
        assert sitting.refused(f"p1: 1 jackpot {wrong}").cites == ("3.4",)
    sitting.do(f"p1: 1 jackpot {prescribed}")
    assert because(sitting.refused(f"p1: 1 jackpot {prescribed}")) == (Reason.LIMITS, ("3.4",))


@pytest.mark.parametrize("who", ["p2", "dealer for p2"])
@pytest.mark.parametrize("wager", ["ante 10000", "jackpot 500"])
def test_3_5_nobody_wagers_on_anothers_box(game: str, who: str, wager: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p2: 2 ante 10000")
    assert because(sitting.refused(f"{who}: 1 {wager}")) == (Reason.NOT_YOURS, ("3.5",))
    assert because(sitting.refused(f"{who}: 1 ante -all")) == (Reason.NOT_YOURS, ("3.5",))
    sitting.do("p1: 1 ante -all", "p2: 1 ante 10000")


def test_3_6_taking_part_needs_an_ante(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets")
    assert because(sitting.refused("p1: 1 jackpot 500")) == (Reason.NEEDS_ANTE, ("3.8",))
    assert because(sitting.refused("p1: 1 bet 20000")) == (Reason.NO_SUCH_WAGER, ("3.12.2",))
    sitting.do("p1: 1 ante 10000", "p2: 2 ante 10000", "p1: 1 ante -all", "dealer: no more bets")
    assert [box.number for box in sitting.round.boxes] == [2]
    places = sitting.do("dealer: deal " + " ".join(some_cards(11)))[0]
    assert isinstance(places, CardsDealt)
    assert set(places.places) == {"burn", "2", "dealer"}
    assert because(sitting.refused("p1: bet 1")) == (Reason.NO_SUCH_BOX, ("2.1.1.a",))


@pytest.mark.parametrize(("ante", "within"), [(4_500, False), (5_000, True), (20_000, True), (20_500, False)])
def test_3_6_ante_has_its_own_limits_whatever_a_policy_says_of_a_bonus(game: str, ante: int, within: bool) -> None:
    """No Bonus is played here, so limits set for one bind nothing."""
    policy = {"minimum": 5_000, "maximum": 20_000, "bonus_minimum": 10_000, "bonus_maximum": 15_000}
    sitting = Sitting(game, policy)
    sitting.do("dealer: place your bets")
    if within:
        sitting.do(f"p1: 1 ante {ante}")
    else:
        assert because(sitting.refused(f"p1: 1 ante {ante}")) == (Reason.LIMITS, ("3.4",))


def test_3_6_ante_stays_while_a_jackpot_wager_needs_it(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500")
    assert because(sitting.refused("p1: 1 ante -all")) == (Reason.NEEDS_ANTE, ("3.8",))
    sitting.do("p1: 1 jackpot -all", "p1: 1 ante -all")
    assert sitting.round.boxes == ()


def test_3_7_player_of_a_further_box_is_told_that_he_may_examine_one_hand(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 ante 5000")
    assert not any(isinstance(event, PlayerInformed) for event in sitting.events)
    assert sitting.do("p1: 4 ante 2500") == (
        WagerPlaced(4, WagerName.ANTE, "p1", 2_500, False, ("3.7",)),
        PlayerInformed("p1", ("3.7",)),
    )
    assert because(sitting.refused("p2: 4 ante 2500")) == (Reason.NOT_YOURS, ("3.5",))


@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_3_7_one_hand_is_examined_and_the_others_are_played_blind(game: str, first: int, second: int) -> None:
    hands = {1: "7c 7d Ks 5h 3s", 2: "Qc Th 6d 4s 2h"}
    sitting = dealt(game, ACE_KING, *(Hand(cards, box) for box, cards in hands.items()))
    assert sitting.do(f"p1: look {first}") == (HandLookedAt(first, "p1", ("3.12", "3.7")),)
    for box, cites in ((first, ("3.12", "3.7")), (second, ("3.7",))):
        assert because(sitting.refused(f"p1: look {box}")) == (Reason.EXAMINED, cites)
    assert (faces(sitting, "player", "p1", first), faces(sitting, "player", "p1", second)) == (
        hands[first],
        "?? ?? ?? ?? ??",
    )
    sitting.do("p1: bet 1", "p1: bet 2 20000", "dealer: reveal", "p1: show 1", "p1: show 2", "dealer: settle")
    assert (end(sitting, "bet", 1).result, end(sitting, "bet", 2).result) == ("win", "lose")


def test_3_7_bet_on_every_hand_is_exactly_twice_its_ante(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR, 1, ante=10_000), Hand("Qc Th 6d 4s 2h", 2, ante=2_500))
    sitting.do("p1: look 1", "p1: bet 1")
    for wrong in (4_500, 5_500, 20_000):
        assert because(sitting.refused(f"p1: bet 2 {wrong}")) == (Reason.AMOUNT, ("3.12.2",))
    sitting.do("p1: bet 2 5000")


def test_3_8_player_with_an_ante_may_wager_on_the_jackpot(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets")
    assert because(sitting.refused("p1: 1 jackpot 500")) == (Reason.NEEDS_ANTE, ("3.8",))
    sitting.do("p1: 1 ante 10000")
    assert sitting.do("p1: 1 jackpot 500") == (WagerPlaced(1, WagerName.JACKPOT, "p1", 500, False, ("3.8",)),)


def test_3_8_1_jackpot_wager_on_a_further_box_needs_an_ante_there(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "p2: 3 ante 10000")
    assert sitting.refused("p1: 2 jackpot 500").reason is Reason.NEEDS_ANTE
    assert because(sitting.refused("p1: 3 jackpot 500")) == (Reason.NOT_YOURS, ("3.5",))
    sitting.do("p1: 2 ante 10000")
    assert sitting.do("p1: 2 jackpot 500") == (WagerPlaced(2, WagerName.JACKPOT, "p1", 500, False, ("3.8.1",)),)


@pytest.mark.parametrize("count", range(3, len(ROUND)))
def test_3_9_nothing_is_placed_or_withdrawn_after_the_close(game: str, count: int) -> None:
    sitting = Sitting(game)
    sitting.do(*ROUND[:count])
    for act in ("p1: 1 ante 500", "p1: 1 jackpot 500", "p2: 2 ante 10000", "p1: 1 ante -all"):
        assert because(sitting.refused(act)) == (Reason.MOMENT, ("3.9", "5.11"))
    assert because(sitting.refused("dealer: no more bets")) == (Reason.MOMENT, ("3.9",))


def test_3_9_wagers_are_raised_and_withdrawn_until_the_close(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "p1: 1 ante 2500", "p1: 1 ante 7500", "p2: 2 ante 5000", "p2: 2 ante -all")
    assert sitting.do("p1: 1 ante -500") == (WagerWithdrawn(1, WagerName.ANTE, "p1", 500, ("3.9", "5.11")),)
    assert because(sitting.refused("p1: 1 ante -10000")) == (Reason.AMOUNT, ("3.5",))
    assert because(sitting.refused("p1: no more bets")) == (Reason.ROLE, ("3.9",))
    assert sitting.do("dealer: no more bets") == (BetsClosed(("3.9",)),)
    assert [(box.number, box.wagers[0].amount) for box in sitting.round.boxes] == [(1, 9_500)]

"""Paragraphs that read the same in both stud documents of RWS, from the deal to the settlement.

Amounts are cents. A hand of the tests has an Ante of 10,000 and so a BET of 20,000, unless the test says otherwise.
"""

import pytest

from croupier.play.banked.events import (
    CardsDealt,
    DealerRevealed,
    Decided,
    HandLookedAt,
    HandShown,
    JackpotPaid,
    Share,
)
from croupier.play.banked.jackpot import pay_pending
from croupier.play.banked.state import Meter, Phase, Registered
from croupier.play.refusal import Reason
from croupier.rulebooks import load_banked
from croupier.rules.settling import Claim
from croupier.rules.terms import Decision, WagerName
from tests.rulebooks.stud import (
    ACE_KING,
    ANTE,
    BET,
    DEALING,
    FED,
    HANDS,
    JACKPOT,
    MILLION,
    NOTHING,
    PAIR,
    ROLES,
    ROUND,
    ROYAL,
    STRAIGHT_FLUSH,
    STUD,
    End,
    Hand,
    because,
    dealt,
    end,
    faces,
    jackpots,
    low_dealer,
    played,
    some_cards,
)
from tests.sitting import Sitting

RULEBOOKS = ("rws-casino-stud-v6", "rws-multi-link-casino-stud-v3")

pytestmark = pytest.mark.parametrize("game", STUD)

COVERED = "?? ?? ?? ?? ??"
SEATINGS = [(1,), (2, 5, 7), (1, 2, 3, 4, 5, 6, 7)]


def ready(game: str, boxes: tuple[int, ...], dealing: str) -> Sitting:
    """A table that waits for its cards; the wagers were placed in no particular order."""
    sitting = Sitting(game, {"dealing": dealing})
    sitting.do("dealer: place your bets", *(f"p{box}: {box} ante 10000" for box in reversed(boxes)))
    sitting.do("dealer: no more bets")
    return sitting


# 3.10, 3.11 The deal


@pytest.mark.parametrize("boxes", SEATINGS, ids=str)
def test_3_10_from_the_shoe_one_card_each_clockwise_five_times(game: str, boxes: tuple[int, ...]) -> None:
    """One card is burnt; each of the five times round, the Dealer's card comes last."""
    sitting = ready(game, boxes, "shoe")
    once_round = [*(str(box) for box in boxes), "dealer"]
    cards = some_cards(1 + 5 * len(once_round))
    (event,) = sitting.do("dealer: deal " + " ".join(cards))
    assert isinstance(event, CardsDealt)
    assert list(event.places) == ["burn", *once_round, *once_round, *once_round, *once_round, *once_round]
    assert event.cites == ("3.10",)
    assert sitting.seen_by("display").dealer == ("??", "??", "??", "??", cards[-1])
    for at, box in enumerate(boxes):
        sitting.do(f"p{box}: look {box}")
        assert faces(sitting, "player", f"p{box}", box) == " ".join(cards[1 + at :: len(once_round)])


def test_3_10_cards_may_come_one_by_one_and_only_the_last_lies_face_up(game: str) -> None:
    sitting = ready(game, (3,), "shoe")
    assert because(sitting.refused("dealer: deal " + " ".join(some_cards(12)))) == (Reason.CARDS, ("3.10",))
    for card in some_cards(10):
        sitting.do(f"dealer: deal {card}")
        assert set(sitting.seen_by("dealer").dealer) <= {"??"}
        assert sitting.refused("p3: fold 3").reason is Reason.MOMENT
    assert because(sitting.refused("dealer: deal As Ks")) == (Reason.CARDS, ("3.10",))
    sitting.do("dealer: deal As")
    assert because(sitting.refused("dealer: deal Ks")) == (Reason.MOMENT, ("3.10",))
    assert because(sitting.refused("p3: deal Ks")) == (Reason.ROLE, ("3.10",))
    for role in ROLES:
        assert sitting.seen_by(role, "p3").dealer == ("??", "??", "??", "??", "As")
        assert faces(sitting, role, "p3", 3) == COVERED


def test_3_11_from_the_shuffler_nothing_is_burnt(game: str) -> None:
    sitting = ready(game, (3,), "shuffler")
    (event,) = sitting.do("dealer: deal " + " ".join(some_cards(10)))
    assert isinstance(event, CardsDealt)
    assert "burn" not in event.places
    assert sitting.round.burnt == ()


@pytest.mark.parametrize("boxes", SEATINGS, ids=str)
def test_3_11_1_sets_of_five_go_clockwise_and_the_dealers_comes_last(game: str, boxes: tuple[int, ...]) -> None:
    sitting = ready(game, boxes, "shuffler")
    cards = some_cards(5 * len(boxes) + 5)
    too_many = " ".join(some_cards(5 * len(boxes) + 6))
    assert because(sitting.refused(f"dealer: deal {too_many}")) == (Reason.CARDS, ("3.11.1",))
    (event,) = sitting.do("dealer: deal " + " ".join(cards))
    assert isinstance(event, CardsDealt)
    assert list(event.places) == [str(box) for box in boxes for _ in range(5)] + ["dealer"] * 5
    assert event.cites == ("3.11.1",)
    for at, box in enumerate(boxes):
        sitting.do(f"p{box}: look {box}")
        assert faces(sitting, "player", f"p{box}", box) == " ".join(cards[5 * at : 5 * at + 5])


@pytest.mark.parametrize("role", ROLES)
def test_3_11_2_one_of_the_dealers_five_lies_face_up(game: str, role: str) -> None:
    """The fifth of his set, as from the shoe (I2)."""
    sitting = ready(game, (3,), "shuffler")
    sitting.do("dealer: deal 2c 2d 2h 2s 3c", "dealer: deal 4c 5d 6h 7s")
    assert sitting.seen_by(role).dealer == ("??", "??", "??", "??")
    sitting.do("dealer: deal 8c")
    assert sitting.seen_by(role).dealer == ("??", "??", "??", "??", "8c")
    assert because(sitting.refused("dealer: deal 9c")) == (Reason.MOMENT, ("3.11.1",))
    assert because(sitting.refused("p3: deal 9c")) == (Reason.ROLE, ("3.11.1",))


# 3.12 The decision


def test_3_12_player_folds_or_bets_once_he_may_examine_his_cards(game: str) -> None:
    sitting = Sitting(game)
    sitting.do(*ROUND[:3])
    for act, cite in (("p1: look 1", "3.12"), ("p1: fold 1", "I1"), ("p1: bet 1", "I1")):
        assert because(sitting.refused(act)) == (Reason.MOMENT, (cite,))
    sitting.do(ROUND[3])
    assert sitting.do("p1: look 1") == (HandLookedAt(1, "p1", ("3.12",)),)
    assert faces(sitting, "player", "p1") == PAIR
    assert {faces(sitting, role, "p2") for role in ROLES} == {COVERED}
    for other in ("check", "flop", "turn", "river"):
        refusal = sitting.refused(f"p1: {other} 1")
        assert because(refusal) == (Reason.MOMENT, ("3.12.1", "3.12.2"))
        assert refusal.sentence == f"Box 1 may fold or bet now, not {other}"
    sitting.do("p1: bet 1")
    assert sitting.refused("p1: fold 1").reason is Reason.MOMENT


def test_3_12_boxes_decide_clockwise(game: str) -> None:
    sitting = dealt(
        game, ACE_KING, Hand(PAIR, 5, "p5"), Hand("Qc Th 6d 4s 2h", 2, "p2"), Hand("9c 9d Jh 8s 6c", 3, "p2")
    )
    for box, player in ((2, "p2"), (3, "p2"), (5, "p5")):
        assert sitting.seen_by("display").turn == box
        for other, its_player in {(2, "p2"), (3, "p2"), (5, "p5")} - {(box, player)}:
            assert sitting.refused(f"{its_player}: bet {other}").cites == ("I1",)
        sitting.do(f"{player}: bet {box}")
    assert sitting.seen_by("display").turn is None


@pytest.mark.parametrize("dealing", DEALING)
def test_3_12_2_bet_is_placed_at_twice_the_ante(game: str, dealing: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR, ante=2_500), policy={"dealing": dealing})
    for wrong in (0, 2_500, 4_500, 5_500, 7_500):
        refusal = sitting.refused(f"p1: bet 1 {wrong}")
        assert because(refusal) == (Reason.AMOUNT, ("3.12.2",))
        assert refusal.sentence == "The bet on box 1 must be exactly SGD 50.00"
    assert sitting.do("p1: bet 1") == (Decided(1, Decision.BET, WagerName.BET, (Share("p1", 5_000),), ("3.12.2",)),)


# 3.13, 3.14 The comparison


@pytest.mark.parametrize("dealing", DEALING)
def test_3_13_dealer_turns_his_other_four_cards_after_the_last_decision(game: str, dealing: str) -> None:
    sitting = dealt(game, NOTHING, Hand(PAIR), Hand("Qc 8h 6d 4s 2h", 2, "p2"), policy={"dealing": dealing})
    sitting.do("p1: bet 1")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    sitting.do("p2: fold 2")
    assert because(sitting.refused("p1: reveal")) == (Reason.ROLE, ("3.13",))
    assert sitting.do("dealer: reveal") == (DealerRevealed(("3.13",)),)
    assert {sitting.seen_by(role).dealer for role in ROLES} == {tuple(NOTHING.split())}


@pytest.mark.parametrize(
    "cards",
    ["7c 5d 4h 3s 2c", "Ac Qc Jd Td 9c", "Ac Kd Qc Jh 8s", "9c 9d Ks 5h 3s", "Ac Kc Qc Jd Tc"],
    ids=["lower", "equal", "higher", "pair", "straight"],
)
def test_3_13_dealer_does_not_qualify_so_the_ante_wins_and_the_bet_returns(game: str, cards: str) -> None:
    """Whatever the Player holds: the Ante 1 to 1, nothing on the BET."""
    sitting = played(game, NOTHING, Hand(cards))
    assert end(sitting, "ante") == End("win", ANTE, ANTE, ("3.13", "4.1"))
    assert end(sitting, "bet") == End("returned", 0, BET, ("3.13",))


@pytest.mark.parametrize("dealer", ["2h 2s 5c 4h 3s", "Ah Qh Jc Ts 9h"], ids=["qualifies", "does not"])
def test_3_13_jackpot_is_paid_whatever_the_dealer_holds(game: str, dealer: str) -> None:
    sitting = played(game, dealer, Hand(ROYAL, jackpot=JACKPOT), meter=7_000_000)
    assert end(sitting, "jackpot") == End("win", 7_000_000 + FED, 0, ("4.2",))


def test_3_14_qualifying_dealer_compares_with_each_player(game: str) -> None:
    """Ace-King-9-6-2 against a pair, the same ranking, and less."""
    boxes = (Hand("7c 7d Ks 5h 3s", 1), Hand("Ac Kh 9d 6s 2c", 4, "p4"), Hand("Ad Qc Jh Ts 8c", 6, "p6"))
    sitting = played(game, "As Kd 9c 6h 2s", *boxes)
    assert [end(sitting, "ante", box).result for box in (1, 4, 6)] == ["win", "stand_off", "lose"]
    assert [end(sitting, "bet", box).result for box in (1, 4, 6)] == ["win", "stand_off", "lose"]


def test_3_14_1_higher_hand_wins_ante_and_bet(game: str) -> None:
    sitting = played(game, ACE_KING, Hand("Ac Kh 5c 3d 2d"))
    assert end(sitting, "ante") == End("win", ANTE, ANTE, ("3.14.1", "4.1"))
    assert end(sitting, "bet") == End("win", BET, BET, ("3.14.1", "4.1"))


@pytest.mark.parametrize(
    ("dealer", "cards"),
    [(ACE_KING, "Ac Kh 4d 3d 2d"), ("9s 8d 7c 6h 5s", "9c 8h 7d 6s 5c"), ("As Ks Qs Js Ts", ROYAL)],
)
def test_3_14_1_equal_hand_is_not_higher(game: str, dealer: str, cards: str) -> None:
    sitting = played(game, dealer, Hand(cards))
    assert [end(sitting, wager).result for wager in ("ante", "bet")] == ["stand_off", "stand_off"]


def test_3_14_1_lower_hand_does_not_win(game: str) -> None:
    sitting = played(game, "As Kd 5c 3h 2s", Hand("Ac Kh 4d 3d 2d"))
    assert [end(sitting, wager).result for wager in ("ante", "bet")] == ["lose", "lose"]


def test_3_14_2_lower_hand_loses_ante_and_bet_but_not_the_jackpots_chance(game: str) -> None:
    """A Straight Flush below the Dealer's Royal Flush still wins a tenth of the meter: 10 % of 7,000,350."""
    sitting = played(game, ROYAL, Hand(STRAIGHT_FLUSH, jackpot=JACKPOT), Hand(PAIR, 2, "p2"), meter=7_000_000)
    for box in (1, 2):
        assert end(sitting, "ante", box) == End("lose", 0, 0, ("3.14.2",))
        assert end(sitting, "bet", box) == End("lose", 0, 0, ("3.14.2",))
    assert end(sitting, "jackpot") == End("win", 700_035, 0, ("4.2",))


def test_3_14_2_hand_one_card_below_the_dealers_loses(game: str) -> None:
    assert end(played(game, "As Kd 5c 3h 2s", Hand("Ac Kh 4d 3d 2d")), "bet") == End("lose", 0, 0, ("3.14.2",))


def test_3_14_2_equal_hand_is_not_lower(game: str) -> None:
    sitting = played(game, ACE_KING, Hand("Ac Kh 4d 3d 2d"))
    assert [end(sitting, wager).result for wager in ("ante", "bet")] == ["stand_off", "stand_off"]


def test_3_14_3_same_ranking_returns_all_but_the_jackpot_wager(game: str) -> None:
    """Two Royal Flushes: Ante and BET come back, and the jackpot wager goes its own way."""
    sitting = played(game, "As Ks Qs Js Ts", Hand(ROYAL, jackpot=JACKPOT), Hand("7c 7d Kc 5h 3s", 2, "p2"))
    assert end(sitting, "ante") == End("stand_off", 0, ANTE, ("3.14.3",))
    assert end(sitting, "bet") == End("stand_off", 0, BET, ("3.14.3",))
    assert end(sitting, "jackpot") == End("win", 5_000_000 + FED, 0, ("4.2",))
    equal = played(game, ACE_KING, Hand("Ac Kh 4d 3d 2d", jackpot=JACKPOT))
    assert end(equal, "jackpot") == End("lose", 0, 0, ("4.2",))


# 4 Settlement

ODDS = {
    "royal_flush": 250,
    "straight_flush": 50,
    "four_of_a_kind": 20,
    "full_house": 7,
    "flush": 5,
    "straight": 4,
    "three_of_a_kind": 3,
    "two_pairs": 2,
    "one_pair": 1,
    "five_odd_cards": 1,
}


@pytest.mark.parametrize(("cards", "odds"), [(cards, ODDS[name]) for name, both in HANDS.items() for cards in both])
def test_4_1_highest_and_lowest_hand_of_each_row(game: str, cards: str, odds: int) -> None:
    sitting = played(game, low_dealer(cards), Hand(cards))
    assert end(sitting, "ante") == End("win", 1 * ANTE, ANTE, ("3.14.1", "4.1"))
    assert end(sitting, "bet") == End("win", odds * BET, BET, ("3.14.1", "4.1"))


@pytest.mark.parametrize("ante", [2_500, 500_000])
def test_4_1_ante_pays_1_to_1_when_the_dealer_does_not_qualify(game: str, ante: int) -> None:
    sitting = played(game, NOTHING, Hand(PAIR, ante=ante))
    assert end(sitting, "ante") == End("win", ante, ante, ("3.13", "4.1"))


@pytest.mark.parametrize(
    ("cards", "ante", "paid", "capped"),
    [
        (ROYAL, 19_999, 9_999_500, False),
        (ROYAL, 20_000, 10_000_000, False),
        (ROYAL, 20_001, 10_000_000, True),
        (STRAIGHT_FLUSH, 99_999, 9_999_900, False),
        (STRAIGHT_FLUSH, 100_000, 10_000_000, False),
        (STRAIGHT_FLUSH, 100_001, 10_000_000, True),
        (PAIR, 4_999_999, 9_999_998, False),
        (PAIR, 5_000_000, 10_000_000, False),
        (PAIR, 5_000_001, 10_000_000, True),
    ],
)
def test_4_1_1_bet_pays_at_most_100_000_dollars(game: str, cards: str, ante: int, paid: int, capped: bool) -> None:
    """250, 50 and 1 times a BET of two Antes: below, at and above 10,000,000 cents. The stake returns on top."""
    sitting = played(game, "Ah Kh 4c 3h 2s", Hand(cards, ante=ante), policy={"maximum": 10_000_000, "chips": [1]})
    cites = ("3.14.1", "4.1", "4.1.1", "I8") if capped else ("3.14.1", "4.1")
    assert end(sitting, "bet") == End("win", paid, 2 * ante, cites)


def test_4_1_1_cap_is_for_each_box_and_for_the_bet_alone(game: str) -> None:
    """An Ante of 20,000,000 is paid in full, and two boxes of one Player have a maximum each."""
    ante = 20_000_000
    policy = {"maximum": ante}
    sitting = played(
        game, "7s 7h 2d 3d 4d", Hand(ROYAL, 1, ante=ante), Hand("9c 9h Js 5h 3s", 2, ante=ante), policy=policy
    )
    for box in (1, 2):
        assert end(sitting, "ante", box) == End("win", ante, ante, ("3.14.1", "4.1"))
        assert end(sitting, "bet", box) == End("win", 10_000_000, 2 * ante, ("3.14.1", "4.1", "4.1.1", "I8"))


@pytest.mark.parametrize("dealer", ["Ah Qh Jc Ts 9h", "As Kh 4c 3h 2s"], ids=["not qualified", "qualified"])
@pytest.mark.parametrize("dealing", DEALING)
def test_4_4_hand_that_wins_an_award_is_notified_and_stays_face_up(game: str, dealing: str, dealer: str) -> None:
    hands = (Hand(ROYAL, 1, jackpot=JACKPOT), Hand("7c 7d Ks 5h 3s", 2, "p2"))
    sitting = dealt(game, dealer, *hands, policy={"dealing": dealing})
    sitting.do("p1: look 1", "p1: bet 1", "p2: bet 2", "dealer: reveal")
    assert {faces(sitting, role, "p2", 1) for role in ROLES} == {COVERED}
    assert sitting.refused("dealer: settle").reason is Reason.MOMENT
    assert because(sitting.refused("p2: show 1")) == (Reason.NOT_YOURS, ("1.17",))
    assert sitting.do("p1: show 1") == (HandShown(1, ("4.4",)),)
    assert because(sitting.refused("p1: withhold 1")) == (Reason.MOMENT, ("4.3",))
    sitting.do("p2: withhold 2", "dealer: settle")
    assert end(sitting, "jackpot", 1).paid == 5_000_000 + FED
    assert {faces(sitting, role, "p3", 1) for role in ROLES} == {ROYAL}


def test_4_4_hand_that_is_not_shown_is_never_seen(game: str) -> None:
    """Only its Player saw it, for he looked at it."""
    sitting = dealt(game, ACE_KING, Hand(PAIR))
    sitting.do("p1: look 1", "p1: bet 1", "dealer: reveal", "p1: withhold 1", "dealer: settle")
    assert sitting.round.phase is Phase.ENDED
    assert {faces(sitting, role, "p2") for role in ROLES} == {COVERED}
    assert faces(sitting, "player", "p1") == PAIR


def meters(sitting: Sitting) -> list[tuple[int, int]]:
    """The displayed jackpot before and after each payment."""
    paid = [event for event in sitting.events if isinstance(event, JackpotPaid)]
    return [(one.meter_before // MILLION, one.meter_after // MILLION) for one in paid]


def test_4_5_major_awards_are_paid_one_after_the_other_and_minor_ones_leave_the_meter(game: str) -> None:
    """Three wagers feed 3 × 350 = 1,050: 10 % of 10,001,050 is 1,000,105, and of the 9,000,945 left 900,094."""
    hands = (
        Hand(STRAIGHT_FLUSH, 2, "p2", jackpot=JACKPOT),
        Hand("3c 3d 3h 3s 4c", 4, "p4", jackpot=JACKPOT),
        Hand("8d 7d 6d 5d 4d", 5, "p5", jackpot=JACKPOT),
    )
    sitting = played(game, "As Kd 4h 5h 2s", *hands, meter=10_000_000)
    assert [one for one in jackpots(sitting) if one[1] == "straight_flush"] == [
        (2, "straight_flush", 1_000_105),
        (5, "straight_flush", 900_094),
    ]
    assert meters(sitting) == [(10_001_050, 9_000_945), (9_000_945, 9_000_945), (9_000_945, 8_100_851)]


@pytest.mark.parametrize(
    ("first", "second", "paid", "after"),
    [
        (ROYAL, STRAIGHT_FLUSH, [(2, "royal_flush", 10_000_700), (5, "straight_flush", 500_000)], 4_500_000),
        (STRAIGHT_FLUSH, ROYAL, [(2, "straight_flush", 1_000_070), (5, "royal_flush", 9_000_630)], 5_000_000),
        (ROYAL, "As Ks Qs Js Ts", [(2, "royal_flush", 10_000_700), (5, "royal_flush", 5_000_000)], 5_000_000),
    ],
    ids=["royal first", "straight flush first", "two royals"],
)
def test_4_5_1_at_one_table_clockwise_from_the_first_hand_dealt(
    game: str, first: str, second: str, paid: list[tuple[int, str, int]], after: int
) -> None:
    """The display shows 10,000,000 + 2 × 350. A Royal takes all of it and leaves the seed of 5,000,000; a Straight
    Flush takes a tenth. Box 5 placed its wagers first, which changes nothing."""
    hands = (Hand(second, 5, "p5", jackpot=JACKPOT), Hand(first, 2, "p2", jackpot=JACKPOT))
    sitting = played(game, "2s 2c 3h 4h 6h", *hands, meter=10_000_000)
    assert jackpots(sitting) == paid
    assert {one.cites for one in sitting.events if isinstance(one, JackpotPaid)} == {("4.2", "I7", "4.5.1", "I10")}
    assert sitting.seen_by("display").jackpot == after
    assert [end(sitting, "jackpot", box).paid for box in (2, 5)] == [amount for _, _, amount in paid]


def test_4_5_1_orders_major_awards_and_no_others(game: str) -> None:
    """A Four of a Kind beside a Royal Flush is a minor award, and leaves the Royal the only major one."""
    hands = (Hand("9c 9d 9h 9s 2d", 2, "p2", jackpot=JACKPOT), Hand(ROYAL, 5, "p5", jackpot=JACKPOT))
    sitting = played(game, "2s 2c 3h 4h 6h", *hands, meter=10_000_000)
    cites = {one.award: one.cites for one in sitting.events if isinstance(one, JackpotPaid)}
    assert cites == {"four_of_a_kind": ("4.2",), "royal_flush": ("4.2", "I7")}


def claim(game: str, table: str, box: int, award: str, dealt_at: int, entered: int) -> Claim:
    """A hand that has won an award and waits to be paid."""
    awards = tuple(one for one in load_banked(game).jackpot.awards if one.name == award)
    assert awards, f"no award {award}"
    return Claim(table, box, JACKPOT, awards, dealt_at, entered)


def paid_across(game: str, *claims: Claim) -> list[tuple[str, int, int]]:
    """Who is paid what in which order from a meter of 10,000,009 with a seed of 5,000,000: table, box, cents."""
    order = load_banked(game).jackpot.paid_in_order
    payments = pay_pending(Meter(10_000_009 * MILLION), 5_000_000, claims, order)
    return [(one.claim.table, one.claim.box, one.amount) for one in payments]


def test_4_5_2_across_tables_the_hand_dealt_first_is_paid_first(game: str) -> None:
    """The time of the deal counts, neither the box nor when the claim was entered or named."""
    royal = claim(game, "A", 1, "royal_flush", dealt_at=2, entered=3)
    flush = claim(game, "B", 7, "straight_flush", dealt_at=1, entered=9)
    expected = [("B", 7, 1_000_000), ("A", 1, 9_000_009)]
    assert paid_across(game, royal, flush) == paid_across(game, flush, royal) == expected


def test_4_5_2_royal_dealt_first_leaves_the_seed_to_the_other_table(game: str) -> None:
    royal = claim(game, "A", 7, "royal_flush", dealt_at=1, entered=9)
    flush = claim(game, "B", 1, "straight_flush", dealt_at=2, entered=3)
    expected = [("A", 7, 10_000_009), ("B", 1, 500_000)]
    assert paid_across(game, royal, flush) == paid_across(game, flush, royal) == expected


def test_4_5_2_within_one_deal_the_order_stays_clockwise(game: str) -> None:
    """Two hands of one table and one of another, dealt after them."""
    fifth = claim(game, "A", 5, "royal_flush", dealt_at=4, entered=1)
    second = claim(game, "A", 2, "straight_flush", dealt_at=4, entered=2)
    other = claim(game, "B", 1, "straight_flush", dealt_at=5, entered=3)
    assert paid_across(game, other, fifth, second) == [("A", 2, 1_000_000), ("A", 5, 9_000_009), ("B", 1, 500_000)]


def test_5_18_1_the_registered_value_pays_whatever_the_meter_shows_since(game: str) -> None:
    """All of 8,000,000 to the first; a tenth of the seed to the second. The meter was won elsewhere: it stays."""
    claims = (
        claim(game, "A", 2, "royal_flush", dealt_at=1, entered=1),
        claim(game, "A", 5, "straight_flush", dealt_at=1, entered=1),
    )
    order = load_banked(game).jackpot.paid_in_order
    registered = Registered(8_000_000, 5_000_000, ("5.18.1",), ("B",))
    payments = pay_pending(Meter(5_000_009 * MILLION), 5_000_000, claims, order, registered)
    assert [(one.amount, one.registered, one.borne) for one in payments] == [
        (8_000_000, 8_000_000, True),
        (500_000, 5_000_000, True),
    ]
    assert {one.after for one in payments} == {Meter(5_000_009 * MILLION)}


def test_5_18_1_the_meter_pays_what_was_registered_while_nobody_else_has_won(game: str) -> None:
    """A tenth of 8,000,000 out of a meter that has grown to 8,000,700 since."""
    (payment,) = pay_pending(
        Meter(8_000_700 * MILLION),
        5_000_000,
        (claim(game, "A", 2, "straight_flush", dealt_at=1, entered=1),),
        load_banked(game).jackpot.paid_in_order,
        Registered(8_000_000, 5_000_000, ("5.18.1",)),
    )
    assert (payment.amount, payment.after) == (800_000, Meter(7_200_700 * MILLION))

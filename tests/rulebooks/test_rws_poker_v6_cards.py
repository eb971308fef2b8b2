"""Poker, irregularities with cards: faults that void the round, exposed cards, hands and streets dealt wrongly.

Each test is named by its paragraph. Amounts are cents; six Players with 20,000 each, blinds of 100 at seat 2 and 200 at
seat 3, unless a test says otherwise. Hole Cards go round from seat 2: 2, 3, 4, 5, 6, 1 and again.
"""

from collections.abc import Callable

import pytest

from croupier.cards import Piles
from croupier.play.refusal import Reason
from croupier.play.room.events import (
    CardsReconstructed,
    DecisionPending,
    IrregularityRuled,
    StreetTakenBack,
)
from croupier.play.room.state import BURN, COMMUNITY, Table
from tests.room import STAKE, DealCards, Look, Report, RoomSitting, Settle, TakeDecision
from tests.rulebooks.poker import because, pass_round, until
from tests.rulebooks.room_irregular import (
    ACES,
    LEFT_OPEN,
    UNDECIDED,
    all_in,
    check_no_round,
    check_rulings,
    check_void,
    expect,
    facts_of,
    flop_bet,
    flop_due,
    half_dealt,
    hole,
    named,
    river_checked,
    ruling,
    two,
)

RULEBOOKS = ("rws-poker-v6",)

Moment = Callable[[], RoomSitting]


# 5.2.1 to 5.2.4: faults of the deck


def check_fault(name: str, cite: str) -> None:
    """At every moment of the round in play the fault voids it; rounds before it stand, and between rounds none is."""
    check_rulings(name, {"": expect("void_round", cite)})
    check_no_round(name)
    for moment in UNDECIDED.values():
        sitting = moment()
        events = sitting.report(name)
        assert ruling(events) == (name, "void_round", (cite,))
        check_void(sitting, events, cite)
    sitting = RoomSitting()
    sitting.whole()
    settled = sitting.stacks
    sitting.start()
    sitting.play("5 raise 600", "6 fold")
    sitting.report(name)
    assert sitting.stacks == settled


def test_5_2_1_a_foreign_card() -> None:
    check_fault("foreign_card", "5.2.1")


def test_5_2_2_a_card_missing_or_too_many() -> None:
    check_fault("deck_miscount", "5.2.2")


def test_5_2_3_too_few_cards_to_finish() -> None:
    check_fault("shoe_exhausted", "5.2.3")


def test_5_2_4_cards_that_were_not_shuffled() -> None:
    check_fault("unshuffled_cards", "5.2.4")


SEVEN: tuple[tuple[str, dict[str, str], str], ...] = (
    ("foreign_card", {}, "5.2.1"),
    ("deck_miscount", {}, "5.2.2"),
    ("shoe_exhausted", {}, "5.2.3"),
    ("unshuffled_cards", {}, "5.2.4"),
    ("cards_exposed", {"count": "2", "when": "initial_deal"}, "5.2.5"),
    ("wrong_hand_count", {"seen": "yes"}, "5.2.6"),
    ("hand_left_out", {"seen": "no", "reconstructable": "no"}, "5.2.7.a"),
    ("extra_hand_dealt", {"seen": "yes"}, "5.2.7.b"),
)


@pytest.mark.parametrize(("name", "facts", "cite"), SEVEN)
def test_5_2_seven_faults_void_the_round_and_earlier_ones_stand(name: str, facts: dict[str, str], cite: str) -> None:
    """Seat 4 wins 300 in the first round, from the Blinds; the second is void, and the third goes on as usual."""
    sitting = RoomSitting()
    sitting.start()
    sitting.play("4 raise 600", "5 fold", "6 fold", "1 fold", "2 fold", "3 fold")
    sitting.do(Settle())
    settled = {1: STAKE, 2: STAKE - 100, 3: STAKE - 200, 4: STAKE + 300, 5: STAKE, 6: STAKE}
    assert sitting.stacks == settled
    sitting.start()
    sitting.play("5 raise 600")
    events = sitting.report(name, facts=facts)
    assert ruling(events) == (name, "void_round", (cite,))
    assert sitting.round.voided
    assert sitting.stacks == settled
    sitting.whole()
    assert sum(sitting.stacks.values()) == 6 * STAKE


# 5.2.6, 1.33: a wrong number of cards


COUNTS = {
    "yes no": expect("void_round", "5.2.6"),
    "yes yes": expect("void_round", "5.2.6"),
    "no no": LEFT_OPEN,
    "no yes": expect("reconstruct", "1.33", "I26"),
}
UNSEEN = {"seen": "no", "reconstructable": "yes"}


def test_5_2_6_the_ruling_depends_on_what_was_seen() -> None:
    check_rulings("wrong_hand_count", COUNTS)
    check_no_round("wrong_hand_count", UNSEEN)


def test_5_2_6_once_a_player_has_looked_the_round_is_void() -> None:
    sitting = until(0)
    sitting.do(Look(5), "p5")
    events = sitting.report("wrong_hand_count", 4, facts={"reconstructable": "yes"})
    assert facts_of(events) == {"seen": "yes", "reconstructable": "yes"}
    check_void(sitting, events, "5.2.6")


def test_5_2_6_what_is_said_against_the_record_takes_a_supervisor_and_a_reason() -> None:
    sitting = until(0)
    sitting.do(Look(5), "p5")
    piles = tuple((str(hand.seat), hand.cards) for hand in sitting.round.hands)
    for by, reason in (("dealer", ""), ("dealer", "I saw it"), ("pit_supervisor", " ")):
        report = Report("wrong_hand_count", UNSEEN, 4, piles=piles, reason=reason)
        sitting.against_record(report, by)
    events = sitting.report(
        "wrong_hand_count", 4, "pit_supervisor", facts=UNSEEN, piles=piles, reason="he looked at the stub"
    )
    first = events[0]
    assert isinstance(first, IrregularityRuled)
    assert first.ruling.value == "reconstruct"
    assert (first.facts["seen"], first.stated["seen"], first.contradicted) == ("no", "no", {"seen": "yes"})
    assert (first.by, first.reason) == ("pit_supervisor", "he looked at the stub")


def test_5_2_6_what_the_dealer_says_fills_the_gap_and_is_remembered() -> None:
    """No Look was keyed in: that somebody has seen cards is the Dealer's to say, and holds for later reports."""
    sitting = until(0)
    events = sitting.report("wrong_hand_count", 4, facts={"seen": "yes"})
    assert isinstance(events[0], IrregularityRuled)
    assert (events[0].stated, events[0].contradicted, events[0].by) == ({"seen": "yes"}, {}, "dealer")
    check_void(sitting, events, "5.2.6")
    sitting = until(0)
    sitting.report("wrong_hand_count", 4, facts={"seen": "no", "reconstructable": "no"})
    sitting.do(TakeDecision(1, "continue", "two cards after all"), "shift_manager")
    sitting.report("cards_exposed", cards=sitting.hand(4).cards[:1], facts={"when": "initial_deal"})
    check_void(sitting, sitting.report("wrong_hand_count", 4), "5.2.6")  # the exposed card was seen


def test_5_2_6_a_hand_that_its_player_exposed_has_been_seen() -> None:
    sitting = until(0)
    sitting.report("hole_cards_exposed", 5)
    check_void(sitting, sitting.report("wrong_hand_count", 4), "5.2.6")


def test_5_2_6_hands_that_lie_open_have_been_seen() -> None:
    sitting = all_in()
    check_void(sitting, sitting.report("wrong_hand_count"), "5.2.6")


def test_5_2_6_beyond_repair_and_unseen_it_is_left_to_the_shift_manager() -> None:
    sitting = until(0)
    events = sitting.report("wrong_hand_count", 4, facts={"seen": "no"})
    assert ruling(events) == ("wrong_hand_count", "role_decides", ("5.14",))
    assert isinstance(events[1], DecisionPending)


def piled(**piles: str) -> Piles:
    """Places with their cards, a seat written as ``s2``."""
    return tuple((place.removeprefix("s"), named(cards)) for place, cards in piles.items())


def dealt() -> RoomSitting:
    """Hole Cards that every test below knows: seat 2 has 2c and 8c, seat 3 2d and 8d, and so on."""
    sitting = RoomSitting()
    sitting.start({2: "2c 8c", 3: "2d 8d", 4: "2h 8h", 5: "2s 8s", 6: "3c 9c", 1: "3d 9d"})
    return sitting


REPAIRS = ("wrong_hand_count", "hand_left_out", "extra_hand_dealt")


@pytest.mark.parametrize("name", REPAIRS)
def test_1_33_cards_go_where_they_were_meant_to_lie(name: str) -> None:
    """Seats 2 to 4 change their second cards; no other card comes in."""
    sitting = dealt()
    piles = piled(s2="2c 8d", s3="2d 8h", s4="2h 8c")
    events = sitting.report(name, facts=UNSEEN, piles=piles)
    assert ruling(events)[1] == "reconstruct"
    assert "1.33" in ruling(events)[2]
    before = piled(s2="2c 8c", s3="2d 8d", s4="2h 8h")
    assert events[1:] == (CardsReconstructed(before, piles, ruling(events)[2]),)
    assert [hole(sitting, seat) for seat in (2, 3, 4, 5)] == ["2c 8d", "2d 8h", "2h 8c", "2s 8s"]
    assert sitting.turn == 4
    pass_round(sitting)
    assert because(sitting.refused(DealCards(named("8h")))) == (Reason.CARDS, ("2.2.1",))
    sitting.do(DealCards(named("Kh")))


WRONG_PILES: tuple[tuple[str, Piles], ...] = (
    ("no piles", ()),
    ("three cards", piled(s2="2c 8c Kh")),
    ("one card", piled(s2="2c")),
    ("a seat without a hand", piled(s7="Kh Ks")),
    ("no place", piled(shoe="Kh")),
    ("twice in one hand", (("2", named("Kh") * 2),)),
    ("in two hands", piled(s2="2c 8d")),
    ("put aside", piled(s2="2c As")),
    ("from the shoe", piled(s2="2c Kh")),
    ("the board", piled(community="Kh")),
    ("a burnt card", piled(burn="Kh")),
)


@pytest.mark.parametrize("name", REPAIRS)
@pytest.mark.parametrize(("what", "piles"), WRONG_PILES)
def test_1_33_what_cannot_have_been_meant_is_refused(name: str, what: str, piles: Piles) -> None:
    sitting = dealt()
    sitting.report("card_face_up_in_shoe", cards=named("As"))
    refusal = sitting.refused(Report(name, facts=UNSEEN, piles=piles))
    assert refusal.reason is Reason.CARDS, what
    assert "1.33" in refusal.cites
    if not piles:
        assert refusal.sentence == "Give the hands in their intended order"


@pytest.mark.parametrize("name", REPAIRS)
@pytest.mark.parametrize("place", [BURN, COMMUNITY])
def test_1_33_hands_are_put_in_order_without_the_board(name: str, place: str) -> None:
    """Not even where nothing lies there yet."""
    refusal = dealt().refused(Report(name, facts=UNSEEN, piles=((place, ()),)))
    assert (refusal.reason, refusal.sentence) == (Reason.CARDS, "Only hands can be put in order")


def test_5_7_a_card_exposed_early_is_one_that_lies_in_the_shoe() -> None:
    """Seat 2 holds the Nine of Hearts; the Nines of Diamonds and Spades are in the shoe."""
    sitting = RoomSitting((1, 2, 3))
    sitting.start({2: "9h 5s"}, "9d 9s")
    held = Report("flop_exposed_early", cards=named("9h"))
    assert because(sitting.refused(held)) == (Reason.CARDS, ("2.2.1",))
    for card in ("9d", "9s"):
        sitting.report("flop_exposed_early", cards=named(card))


def test_5_3_a_card_face_up_in_the_shoe_is_not_one_on_the_board() -> None:
    """The Nine of Hearts is on the Flop; the Nines of Diamonds and Spades are in the shoe."""
    board = "9h 5s 2c 9d 9s"
    sitting = RoomSitting((1, 2, 3))
    sitting.start(board=board)
    pass_round(sitting)
    sitting.deal(board=board)
    dealt_already = Report("card_face_up_in_shoe", cards=named("9h"))
    assert because(sitting.refused(dealt_already)) == (Reason.CARDS, ("2.2.1",))
    for card in ("9d", "9s"):
        sitting.report("card_face_up_in_shoe", cards=named(card))


# 5.2.7: a hand left out, or one too many


HANDS = {
    "yes yes": expect("void_round", "5.2.7.b"),
    "yes no": expect("void_round", "5.2.7.b"),
    "no yes": expect("reconstruct", "5.2.7.a", "1.33"),
    "no no": expect("void_round", "5.2.7.a"),
}
SAID_OF_HANDS = ("5.2.7.b", "5.2.7.a", "1.33")
"""All that is said about a hand left out or too many, where it is not yet known which of it holds."""
WHICH = pytest.mark.parametrize("name", ["hand_left_out", "extra_hand_dealt"])


@WHICH
def test_5_2_7_hands_too_few_or_too_many_is_looked_into_before_the_round_goes_on(name: str) -> None:
    """Whether somebody has looked, the table knows once he has; the rest has to be said."""
    sitting = until(0)
    assert because(sitting.refused(Report(name))) == (Reason.FACT, SAID_OF_HANDS)
    assert because(sitting.refused(Report(name, facts={"seen": "no"}))) == (Reason.FACT, SAID_OF_HANDS)
    sitting.do(Look(4), "p4")
    check_void(sitting, sitting.report(name), "5.2.7.b")


@WHICH
def test_5_2_7_a_the_ruling_before_anybody_has_looked(name: str) -> None:
    check_rulings(name, HANDS)


@WHICH
def test_5_2_7_a_beyond_repair_the_round_is_void(name: str) -> None:
    sitting = half_dealt()
    events = sitting.report(name, facts={"seen": "no", "reconstructable": "no"})
    check_void(sitting, events, "5.2.7.a")


@WHICH
def test_5_2_7_a_where_the_order_can_be_restored_play_goes_on(name: str) -> None:
    """Also in the middle of the deal, with as many cards as lie there."""
    sitting = half_dealt()
    events = sitting.report(name, facts=UNSEEN, piles=piled(s2="2d", s3="2c"))
    assert ruling(events) == (name, "reconstruct", ("5.2.7.a", "1.33"))
    assert (hole(sitting, 2), hole(sitting, 3), sitting.round.ahead[0]) == ("2d", "2c", "5")
    sitting.deal()
    assert sitting.turn == 4


@WHICH
def test_5_2_7_b_the_ruling_after_somebody_has(name: str) -> None:
    check_rulings(name, HANDS)
    check_no_round(name, {"seen": "yes"})


@WHICH
def test_5_2_7_b_after_a_look_the_round_is_void(name: str) -> None:
    sitting = until(0)
    sitting.do(Look(3), "p3")
    sitting.against_record(Report(name, UNSEEN, piles=piled(s2="2d")))
    check_void(sitting, sitting.report(name, facts={"reconstructable": "yes"}), "5.2.7.b")


@WHICH
def test_5_2_7_b_that_somebody_has_looked_may_be_known_from_an_earlier_report(name: str) -> None:
    """Of an unseen Look the Dealer tells; a street that came too early was ruled on between."""
    sitting = until(0)
    sitting.report("wrong_hand_count", 4, facts={"seen": "no", "reconstructable": "no"})
    sitting.do(TakeDecision(1, "continue", "two cards after all"), "shift_manager")
    sitting.report("flop_exposed_early", cards=named("As"))
    assert because(sitting.refused(Report(name))) == (Reason.FACT, SAID_OF_HANDS)
    check_void(sitting, sitting.report(name, facts={"seen": "yes"}), "5.2.7.b")


# 5.7, 5.9: a street that comes too early


def due(street: int) -> RoomSitting:
    """The Betting Round before a street is over."""
    sitting = until(street - 1)
    pass_round(sitting)
    return sitting


def runout(cards: int) -> RoomSitting:
    board = "2h 7s 9c 3d Jh"
    sitting = all_in(ACES, board)
    while len(sitting.round.community) < cards:
        sitting.deal(board=board)
    return sitting


def one_left() -> RoomSitting:
    sitting = two()
    sitting.play("1 fold")
    return sitting


STREETS = ("flop", "turn", "river")
EARLY: tuple[tuple[str, Moment, tuple[str, ...]], ...] = (
    ("in the Initial Deal", half_dealt, STREETS),
    ("first bets", lambda: until(0), STREETS),
    ("Flop due", flop_due, ("turn", "river")),
    ("second bets", flop_bet, ("turn", "river")),
    ("Turn due", lambda: due(2), ("river",)),
    ("third bets", lambda: until(2), ("river",)),
    ("River due", lambda: due(3), ()),
    ("fourth bets", lambda: until(3), ()),
    ("bets over", river_checked, ()),
    ("one left", one_left, ()),
    ("runout ahead of the Flop", lambda: runout(0), ("turn", "river")),
    ("runout, Flop", lambda: runout(3), ("river",)),
    ("runout, Turn", lambda: runout(4), ()),
    ("runout, River", lambda: runout(5), ()),
)
"""When which street is too early: as long as the Betting Round before it has not been completed."""
EARLY_AT = pytest.mark.parametrize(("what", "moment", "early"), EARLY)


def check_early(moment: Moment, early: tuple[str, ...], street: str, cite: str) -> None:
    sitting = moment()
    before: Table = sitting.table
    report = Report(f"{street}_exposed_early", cards=named("Ks"))
    if street not in early:
        refusal = sitting.refused(report)
        assert because(refusal) == (Reason.MOMENT, (cite,))
        assert refusal.sentence == f"It is too late for the {street} to have come too early"
        return
    for _ in range(2):
        events = sitting.do(report)
        assert ruling(events) == (f"{street}_exposed_early", "redeal_card", (cite,))
        assert events[1:] == (StreetTakenBack(STREETS.index(street) + 1, named("Ks"), (), (cite,)),)
        assert sitting.round == before.round, "the round goes on where it was, and the card is in the shoe"


@EARLY_AT
def test_5_7_a_flop_card_seen_before_the_first_betting_round_is_over_goes_back(
    what: str, moment: Moment, early: tuple[str, ...]
) -> None:
    check_early(moment, early, "flop", "5.7")


@EARLY_AT
def test_5_9_the_turn_or_river_seen_too_early_goes_back(what: str, moment: Moment, early: tuple[str, ...]) -> None:
    check_early(moment, early, "turn", "5.9")
    check_early(moment, early, "river", "5.9")


def test_5_7_the_ruling_and_the_cards_may_come_again() -> None:
    check_rulings("flop_exposed_early", {"": expect("redeal_card", "5.7")})
    check_no_round("flop_exposed_early")
    sitting = until(0)
    sitting.report("flop_exposed_early", cards=named("As Ks Qs"))
    sitting.report("flop_exposed_early")
    assert because(sitting.refused(Report("flop_exposed_early", cards=named("As") * 2))) == (Reason.CARDS, ("2.2.1",))
    in_hand = Report("flop_exposed_early", cards=sitting.hand(2).cards)
    assert because(sitting.refused(in_hand)) == (Reason.CARDS, ("2.2.1",))
    pass_round(sitting)
    assert sitting.round.ahead == (BURN, COMMUNITY, COMMUNITY, COMMUNITY)
    sitting.do(DealCards(named("Ks As Qs Js")))
    assert (sitting.round.burnt, sitting.round.community) == (named("Ks"), named("As Qs Js"))
    assert sitting.turn == 2


def test_5_9_the_rulings_and_the_cards_may_come_again() -> None:
    for street in ("turn", "river"):
        check_rulings(f"{street}_exposed_early", {"": expect("redeal_card", "5.9")})
        check_no_round(f"{street}_exposed_early")
    sitting = flop_bet()
    burnt = sitting.round.burnt
    sitting.report("turn_exposed_early", cards=named("As"))
    sitting.play("3 fold", "4 fold", "5 fold", "6 fold", "1 call")
    sitting.do(DealCards(named("Ks As")))
    assert sitting.round.burnt == (*burnt, *named("Ks")), "the card burnt for the Flop stays out"
    assert sitting.round.community[3:] == named("As")

"""Poker: what a review of the room found. Rulings that end in money, cards that cannot be, and streets taken back.

Amounts are cents. With four Players the Button is at 1, the Small Blind of 100 at 2, the Big Blind of 200 at 3.
"""

from random import Random

import pytest

from croupier.cards import UNKNOWN, Card, Piles, format_cards
from croupier.play.refusal import Reason
from croupier.play.room.commands import RoomCommand
from croupier.play.room.events import BlindPosted, HandMucked, Post, PotAwarded
from croupier.play.room.pots import pots_of, uncalled
from croupier.play.room.state import COMMUNITY, Hand, Phase
from croupier.rulebooks import load_room
from croupier.rules.room import Move
from tests.room import (
    Act,
    ComeBack,
    DealCards,
    JoinTable,
    MuckHand,
    OpenRound,
    PayIn,
    Report,
    RoomSitting,
    Settle,
    ShowHand,
    SitOut,
    TakeDecision,
    TurnMarker,
)
from tests.rulebooks.poker_pots import CENTS, because, left_with, returned, won
from tests.rulebooks.room_irregular import named

RULEBOOKS = ("rws-poker-v6",)
SHORT = {1: 20_000, 2: 1_000, 3: 20_000, 4: 20_000}
"""Seat 2 has but 1,000."""


def exposes(sitting: RoomSitting, seat: int) -> None:
    """A Player exposes his Hole Cards, which are folded by that."""
    sitting.report("hole_cards_exposed", seat)


# A hand folded by a ruling, and the chips above those of the others


def test_3_15_4_a_short_all_in_wins_nothing_of_a_side_pot_whose_bettor_is_folded() -> None:
    """Seat 3 bets 5,000 on the Turn and exposes: seat 4 answers it, and has the Side Pot of 4 x 5,000 alone."""
    sitting = RoomSitting(SHORT)
    sitting.start({2: "As Ah", 4: "Ks Kh"}, "4c 6d 8h 9s Jd")
    sitting.play("4 call", "1 fold", "2 all_in", "3 call", "4 call")
    sitting.deal(board="4c 6d 8h 9s Jd")
    sitting.play("3 bet 5000", "4 call")
    sitting.deal(board="4c 6d 8h 9s Jd")
    sitting.play("3 bet 5000")
    exposes(sitting, 3)
    assert (sitting.round.phase, sitting.turn) == (Phase.BETTING, 4)
    sitting.play("4 call")
    assert (sitting.round.phase, sitting.round.tabled) == (Phase.SHOWDOWN, True)
    assert returned(sitting.do(TurnMarker())) == []
    assert won(sitting.finish("4c 6d 8h 9s Jd")) == [{2: 3_000}, {4: 20_000}]
    assert sitting.stacks == {1: 20_000, 2: 3_000, 3: 9_000, 4: 29_000}


def test_3_14_1_where_all_the_others_are_out_he_wins_all_that_they_left() -> None:
    """8,000 that nobody called, 1,000 of his own, and the Big Blind."""
    sitting = RoomSitting(SHORT)
    sitting.start()
    sitting.play("4 raise 8000", "1 fold", "2 all_in")
    exposes(sitting, 4)
    sitting.play("3 fold")
    events = sitting.do(Settle())
    assert (returned(events), won(events)) == ([], [{2: 9_200}])
    assert sitting.stacks == {1: 20_000, 2: 9_200, 3: 19_800, 4: 12_000}


def test_3_14_1_two_hands_folded_by_rulings_leave_all_they_had_put_in() -> None:
    """8,000 and 8,000 against 1,000; both are folded by rulings."""
    sitting = RoomSitting(SHORT)
    sitting.start()
    sitting.play("4 raise 8000", "1 call", "2 all_in", "3 fold")
    sitting.deal()
    exposes(sitting, 4)
    assert (sitting.round.phase, sitting.round.tabled) == (Phase.SHOWDOWN, True)
    sitting.do(TurnMarker())
    sitting.report("not_covered", 1)
    sitting.do(TakeDecision(1, "fold_hand", "he threw his cards away"), "shift_manager")
    events = sitting.do(Settle())
    assert (returned(events), won(events)) == ([], [{2: 17_200}])
    assert sitting.stacks == {1: 12_000, 2: 17_200, 3: 19_800, 4: 12_000}


def test_4_3_a_bet_that_a_ruling_leaves_uncalled_is_raked_with_the_pot() -> None:
    """8,000 and the Big Blind of 200: 5 % of 8,200 are 410."""
    sitting = RoomSitting({1: 20_000, 2: 20_000}, {"rake": "0.05", "rake_unit": 1, "chips": [1]})
    sitting.start()
    sitting.play("1 raise 8000")
    exposes(sitting, 1)
    events = sitting.do(Settle())
    assert returned(events) == []
    (award,) = [event for event in events if isinstance(event, PotAwarded)]
    assert (award.amount, award.rake) == (8_200, 410)


def test_3_15_2_the_big_blind_stays_owed_to_a_hand_that_has_folded() -> None:
    """Seat 2, the Big Blind, has 100; seat 4 has paid 200 to join and folds, seat 1 folds too: 200 + 100 + 100."""
    sitting = RoomSitting((1, 2, 3), CENTS)
    for _ in range(5):
        sitting.whole()
    sitting.do(JoinTable(4, 9_000), "p4")
    sitting.do(PayIn(4), "p4")
    left_with(sitting, s2=100).start()
    sitting.play("3 fold", "4 fold")
    assert sitting.turn == 1
    sitting.play("1 fold")
    events = sitting.do(Settle())
    assert (returned(events), won(events)) == ([], [{2: 400}])


def test_3_15_4_nobody_wins_more_of_anothers_chips_than_he_has_put_in() -> None:
    """Whatever lies there, and whoever is left; what those who are out left beyond all others is the highest's."""
    rng = Random("3.15.4")
    for _ in range(2_000):
        count = rng.randint(2, 9)
        hands = tuple(
            Hand(at + 1, f"p{at + 1}", 0, 0, rng.choice([0, 100, 200, 1_000, 5_000]), rng.choice([0, 0, 100]))
            for at in range(count)
        )
        active = rng.randint(1, (1 << count) - 1)
        found = uncalled(load_room("rws-poker"), hands, active)
        back = {} if found is None else {found[0]: found[1]}
        left = tuple(
            Hand(one.seat, one.player, 0, 0, one.put - back.get(at, 0), one.dead) for at, one in enumerate(hands)
        )
        made = pots_of(left, active)
        assert sum(pot.amount for pot in made) + sum(back.values()) == sum(one.put + one.dead for one in hands)
        dead = sum(one.dead for one in hands)
        highest = max(one.put for at, one in enumerate(hands) if active >> at & 1)
        for at in range(count):
            reach = 5_000 if hands[at].put == highest else hands[at].put
            most = sum(min(one.put, reach) for one in hands) + dead
            assert sum(pot.amount for pot in made if at in pot.places) <= most


def test_3_15_4_played_with_rulings_nobody_wins_more_either() -> None:
    for seed in range(150):
        rng = Random(f"ruled {seed}")
        sitting = RoomSitting({seat: rng.choice([300, 1_000, 5_000, 20_000]) for seat in range(1, 6)})
        stacks = sitting.stacks
        sitting.start()
        while sitting.round.phase in {Phase.BETTING, Phase.DEALING}:
            active = [one.seat for at, one in enumerate(sitting.round.hands) if sitting.round.active >> at & 1]
            if rng.random() < 0.15 and len(active) > 1:
                exposes(sitting, rng.choice(active))
            elif sitting.round.phase is Phase.DEALING:
                sitting.deal()
            else:
                hand = sitting.round.hands[sitting.round.turn]
                owed = hand.bet < sitting.round.level
                wanted = rng.choice(["all_in", "call" if owed else "check", "call" if owed else "check", "fold"])
                found = sitting.ask(*sitting.parse(f"{hand.seat} {wanted}"))
                if not isinstance(found, tuple):
                    sitting.play(f"{hand.seat} call")
        put = {hand.seat: hand.put for hand in sitting.round.hands}
        highest = max(hand.put for at, hand in enumerate(sitting.round.hands) if sitting.round.active >> at & 1)
        before = len(sitting.events)
        sitting.finish()
        back = dict(returned(sitting.events[before:]))
        for seat, stake in sitting.stacks.items():
            gain = stake - back.get(seat, 0) - (stacks[seat] - put[seat])
            reach = 20_000 if put[seat] == highest else put[seat]
            assert gain <= sum(min(one, reach) for one in put.values()), (seed, seat)


def test_1_16_a_hand_folded_between_streets_may_end_the_final_betting_round() -> None:
    """One Player with chips is left, and one All-in: the hands are laid open before the Flop is dealt (1.19.ii)."""
    sitting = RoomSitting(SHORT)
    sitting.start()
    sitting.play("4 raise 1000", "1 fold", "2 all_in", "3 call")
    assert sitting.round.phase is Phase.DEALING
    exposes(sitting, 3)
    assert (sitting.round.phase, sitting.round.tabled, sitting.round.ahead) == (Phase.SHOWDOWN, True, ())
    assert because(sitting.refused(DealCards((UNKNOWN,))))[0] is Reason.MOMENT
    sitting.finish()
    assert (len(sitting.round.community), len(sitting.round.burnt)) == (5, 3)


def test_1_16_a_street_that_has_begun_is_dealt_out_first() -> None:
    sitting = RoomSitting(SHORT)
    sitting.start()
    sitting.play("4 raise 1000", "1 fold", "2 all_in", "3 call")
    sitting.do(DealCards((UNKNOWN,)))
    exposes(sitting, 3)
    assert sitting.round.phase is Phase.DEALING
    sitting.deal()
    assert (sitting.round.phase, sitting.round.street) == (Phase.SHOWDOWN, 1)


@pytest.mark.parametrize("streets", [0, 1, 2])
def test_1_16_a_street_begun_before_nobody_could_bet_has_no_betting_round(streets: int) -> None:
    """After its Burnt Card seat 3 exposes: seat 1 alone has chips left, and there is no option in the round to come.

    So the one before it was the final one, and both are obliged to show (1.19.ii), even where the River is dealt.
    """
    sitting = RoomSitting({1: 20_000, 2: 1_000, 3: 20_000})
    sitting.start({1: "7s 2h", 2: "As Ah"}, "4c 6d 8h 9s Jd")
    sitting.play("1 raise 1000", "2 all_in", "3 call")
    for _ in range(streets):
        sitting.deal(board="4c 6d 8h 9s Jd")
        sitting.play("3 check", "1 check")
    sitting.do(DealCards((UNKNOWN,)))
    exposes(sitting, 3)
    sitting.deal(board="4c 6d 8h 9s Jd")
    assert (sitting.round.phase, sitting.turn) == (Phase.SHOWDOWN, None)
    sitting.do(TurnMarker())
    sitting.do(ShowHand(2), "p2")
    assert because(sitting.refused(MuckHand(1), "p1")) == (Reason.MOMENT, ("1.19.ii", "I17"))
    sitting.finish("4c 6d 8h 9s Jd")
    assert len(sitting.round.community) == 5


def test_1_16_a_betting_round_that_gave_an_option_is_the_final_one() -> None:
    """On the River it is seat 3's turn when he exposes: the 4th Betting Round was the final one, and 3.14.2.d holds."""
    sitting = RoomSitting({1: 20_000, 2: 1_000, 3: 20_000})
    sitting.start({1: "7s 2h", 2: "As Ah"}, "4c 6d 8h 9s Jd")
    sitting.play("1 raise 1000", "2 all_in", "3 call")
    for _ in range(2):
        sitting.deal(board="4c 6d 8h 9s Jd")
        sitting.play("3 check", "1 check")
    sitting.deal(board="4c 6d 8h 9s Jd")
    exposes(sitting, 3)
    sitting.do(TurnMarker())
    sitting.do(ShowHand(2), "p2")
    assert sitting.do(MuckHand(1), "p1") == (HandMucked(1, ("3.14.2.d", "I18")),)


# A street taken back


def test_5_8_taken_back_before_the_marker_is_turned_it_is_dealt_when_all_hands_lie_open() -> None:
    sitting = RoomSitting({1: 20_000, 2: 1_000, 3: 20_000})
    sitting.start()
    sitting.play("1 raise 1000", "2 all_in", "3 call")
    sitting.deal()
    exposes(sitting, 3)
    sitting.report("too_many_community_cards", facts={"street": "flop", "reconstructable": "no"})
    assert (sitting.round.phase, sitting.round.ahead, sitting.round.community) == (Phase.SHOWDOWN, (), ())
    sitting.do(ShowHand(1), "p1")
    sitting.do(TurnMarker())
    sitting.do(ShowHand(2), "p2")
    assert len(sitting.round.ahead) == 4
    sitting.finish()
    assert (len(sitting.round.community), len(sitting.round.burnt)) == (5, 3)


def test_5_8_2_a_river_taken_back_after_the_last_bet_is_dealt_again() -> None:
    """On the River seat 3 exposes, and nobody can bet: with too many River Cards they come again."""
    sitting = RoomSitting({1: 20_000, 2: 1_000, 3: 20_000})
    sitting.start()
    sitting.play("1 raise 1000", "2 all_in", "3 call")
    for _ in range(2):
        sitting.deal()
        sitting.play("3 check", "1 check")
    sitting.deal()
    exposes(sitting, 3)
    assert sitting.round.phase is Phase.SHOWDOWN
    sitting.report("too_many_community_cards", facts={"street": "river", "reconstructable": "no"})
    sitting.finish()
    assert (len(sitting.round.community), len(sitting.round.burnt)) == (5, 3)


# Cards


UNSEEN = {"seen": "no", "reconstructable": "yes"}


@pytest.mark.parametrize("name", ["wrong_hand_count", "hand_left_out", "extra_hand_dealt"])
def test_1_33_hands_are_put_in_order_before_the_first_act_only(name: str) -> None:
    sitting = RoomSitting((1, 2))
    sitting.start({1: "As Ah", 2: "Kc Kd"})
    swapped: Piles = (("1", named("Kc Kd")), ("2", named("As Ah")))
    sitting.report(name, facts=UNSEEN, piles=swapped)
    sitting.play("1 call")
    for _ in range(2):
        refusal = sitting.refused(Report(name, facts=UNSEEN, piles=(("1", named("As Ah")), ("2", named("Kc Kd")))))
        assert refusal.reason is Reason.MOMENT
        sitting.check_down()


@pytest.mark.parametrize("name", ["wrong_hand_count", "hand_left_out", "extra_hand_dealt"])
def test_1_33_the_board_is_not_put_in_order_with_the_hands(name: str) -> None:
    sitting = RoomSitting((1, 2))
    sitting.start({1: "As Ah", 2: "Kc Kd"}, "2c 3d 7h 8s 9s")
    sitting.check_down("2c 3d 7h 8s 9s")
    piles: Piles = ((COMMUNITY, named("Kh Ks 7h 8s 9s")),)
    sitting.refused(Report(name, facts=UNSEEN, piles=piles))
    assert won(sitting.finish()) == [{1: 400}]


@pytest.mark.parametrize("card", [-5, -1, 53, 99, 10**30])
def test_2_2_1_what_is_no_card_of_the_deck_is_refused(card: int) -> None:
    wrong = Card(card)
    sitting = RoomSitting((1, 2))
    sitting.open()
    commands: list[RoomCommand] = [
        DealCards((wrong,)),
        DealCards((named("As")[0], wrong)),
        ShowHand(1, (wrong, wrong)),
        Report("card_face_up_in_shoe", cards=(wrong,)),
        Report("hand_left_out", UNSEEN, piles=(("1", (wrong,)),)),
    ]
    for command in commands:
        assert because(sitting.refused(command)) == (Reason.CARDS, ("2.2.1",))


@pytest.mark.parametrize("count", ["9" * 5_000, "100", "0", "-1", "1.5", "٣", ""])
def test_5_2_5_a_count_that_cannot_be_is_refused(count: str) -> None:
    sitting = RoomSitting((1, 2))
    sitting.open()
    assert sitting.refused(Report("cards_exposed", {"count": count})).reason is Reason.FACT


@pytest.mark.parametrize("dealt", [4, 6])
def test_5_3_a_card_exposed_in_a_hand_dealt_unseen_is_replaced(dealt: int) -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.open()
    sitting.do(DealCards((UNKNOWN,) * dealt))
    facts = {"count": "1", "when": "initial_deal"}
    report = Report("cards_exposed", facts, cards=named("As"))
    assert because(sitting.refused(report)) == (Reason.NO_SUCH_SEAT, ("5.3",))
    sitting.report("cards_exposed", 2, facts=facts, cards=named("As"))
    assert sitting.round.ahead[0] == "2"
    assert len(sitting.hand(2).cards) == 1
    sitting.do(DealCards((UNKNOWN,) * len(sitting.round.ahead)))
    assert [len(sitting.hand(seat).cards) for seat in (1, 2, 3)] == [2, 2, 2]
    assert sitting.turn == 1
    sitting.check_down()
    sitting.do(TurnMarker())
    assert sitting.refused(ShowHand(2, named("As Ah"))).reason is Reason.CARDS
    assert format_cards(sitting.round.discarded) == "As"


def test_5_3_a_seat_without_an_unseen_card_cannot_have_had_it() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.open()
    sitting.do(DealCards((UNKNOWN, *named("2c 2d"))))
    facts = {"count": "1"}
    for seat in (3, 1, 9):
        report = Report("cards_exposed", facts, seat=seat, cards=named("As"))
        assert because(sitting.refused(report)) == (Reason.NO_SUCH_SEAT, ("5.3",))
    sitting.report("cards_exposed", 2, facts=facts, cards=named("As"))


# Seats, acts and decisions


@pytest.mark.parametrize(("due", "seat"), [("small_blind", 6), ("big_blind", 3), ("small_blind", 4), ("big_blind", 1)])
def test_5_5_nobody_is_absent_for_a_blind_that_is_not_due_at_his_seat(due: str, seat: int) -> None:
    """After the first round the Small Blind is due at seat 3, the Big Blind at 4."""
    sitting = RoomSitting()
    sitting.whole()
    refusal = sitting.refused(Report("player_absent", {"due": due}, seat))
    assert because(refusal) == (Reason.FACT, ("5.5",) if due == "small_blind" else ("5.6",))


def test_5_6_the_big_blind_may_find_several_absent() -> None:
    sitting = RoomSitting()
    sitting.whole()
    for seat in (4, 5):
        sitting.report("player_absent", seat, facts={"due": "big_blind"})
    sitting.report("player_absent", 3, facts={"due": "small_blind"})
    sitting.open()
    assert sitting.round.big_seat == 6


def big_blind(sitting: RoomSitting) -> BlindPosted:
    """The Big Blind of the next round."""
    (posted,) = [one for one in sitting.do(OpenRound()) if isinstance(one, BlindPosted) and one.post is Post.BIG_BLIND]
    return posted


def test_5_4_2_d_whoever_returns_at_the_big_blind_posts_it_by_that() -> None:
    sitting = RoomSitting(policy={"seats": 6})
    sitting.whole()
    sitting.do(SitOut(4), "p4")
    for _ in range(5):
        sitting.whole()
    sitting.do(ComeBack(4), "p4")
    posted = big_blind(sitting)
    assert (posted.seat, posted.cites) == (4, ("5.4.2.d", "I9"))


def test_5_4_2_c_or_by_this_where_only_the_small_blind_was_missed() -> None:
    sitting = RoomSitting(policy={"seats": 6})
    sitting.whole()
    sitting.do(SitOut(3), "p3")
    sitting.whole()
    for _ in range(4):
        sitting.whole()
    sitting.do(ComeBack(3), "p3")
    posted = big_blind(sitting)
    assert (posted.seat, posted.cites) == (3, ("5.4.2.c",))


def test_5_4_1_a_player_moved_to_the_big_blind_posts_it_by_that() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.whole()
    sitting.do(JoinTable(4, 20_000, player="p4", relocated=True))
    posted = big_blind(sitting)
    assert (posted.seat, posted.cites) == (4, ("5.4.1",))


@pytest.mark.parametrize("name", ["", " ", " \n\t"])
def test_3_2_a_player_has_a_name(name: str) -> None:
    refusal = RoomSitting((1, 2)).refused(JoinTable(3, 20_000, player=name))
    assert because(refusal) == (Reason.NOT_YOURS, ("3.2",))


def test_1_9_a_call_to_another_amount_is_none() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start()
    assert because(sitting.refused(Act(1, Move.CALL, 5_000), "p1")) == (Reason.AMOUNT, ("1.9",))
    assert sitting.refused(Act(1, Move.ALL_IN, 5_000), "p1").reason is Reason.AMOUNT
    sitting.do(Act(1, Move.CALL, 200), "p1")
    sitting.play("2 call")
    assert sitting.refused(Act(3, Move.CHECK, 400), "p3").reason is Reason.AMOUNT
    sitting.do(Act(3, Move.CHECK, 200), "p3")

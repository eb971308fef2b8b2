"""Poker (RWS), version 6: what a table remembers of its Players, and what it asks instead of assuming.

Six Players at seats 1 to 6 with 20,000 each; Small Blind 100, Big Blind 200. In round 1 the Button is at 1, the Big
Blind at 3; the first Orbit ends as round 7 opens.
"""

import pytest

from croupier.cards import UNKNOWN, parse_cards
from croupier.play.refusal import Reason
from croupier.play.room.events import (
    BlindMissed,
    BlindPosted,
    GonePaid,
    PlayerAway,
    PlayerJoined,
    PlayerLeft,
    PlayerWaits,
    Post,
    PotAwarded,
    RoomEvent,
)
from croupier.play.room.state import Phase, Seat
from croupier.rules.room import Blind
from tests.room import (
    ComeBack,
    DealCards,
    DeemLeft,
    JoinTable,
    LeaveTable,
    MuckHand,
    OpenRound,
    PayIn,
    Report,
    RoomSitting,
    Settle,
    ShowHand,
    SitOut,
    TurnMarker,
)
from tests.rulebooks.poker import because, fold_round, until, won

RULEBOOKS = ("rws-poker-v6",)


def six(rounds: int = 1) -> RoomSitting:
    sitting = RoomSitting()
    for _ in range(rounds):
        fold_round(sitting)
    return sitting


def posts(events: list[RoomEvent] | tuple[RoomEvent, ...]) -> dict[int, list[tuple[Post, tuple[str, ...]]]]:
    found: dict[int, list[tuple[Post, tuple[str, ...]]]] = {}
    for one in events:
        if isinstance(one, BlindPosted):
            found.setdefault(one.seat, []).append((one.post, one.cites))
    return found


def seat(sitting: RoomSitting, number: int) -> Seat:
    found = sitting.table.seat(number)
    assert found is not None
    return found


def joined(sitting: RoomSitting, number: int, player: str, *, day: str = "") -> PlayerJoined:
    """The seat is taken two hours later, so that no earlier stake has to be brought back (I22)."""
    (event,) = sitting.do(JoinTable(number, 20_000, minute=120, day=day), player)
    assert isinstance(event, PlayerJoined)
    return event


def missed_big(day: str = "") -> RoomSitting:
    """Seat 4 was away when the Big Blind came to it, and has given the seat up."""
    sitting = six()
    sitting.do(SitOut(4), "p4")
    fold_round(sitting)
    sitting.do(LeaveTable(4, day=day), "p4")
    return sitting


# 5.4.2: missed Blinds stay with the Player


def test_5_4_2_who_leaves_and_sits_down_again_still_owes_what_he_missed() -> None:
    sitting = missed_big()
    event = joined(sitting, 4, "p4")
    assert (event.owes, event.missed) == (False, (Blind.BIG,))  # it is still the first Orbit
    assert event.cites[-2:] == ("5.4.2", "I27")
    fold_round(sitting)  # he has not chosen to pay: he is not dealt in
    assert 4 not in {hand.seat for hand in sitting.round.hands}
    sitting.do(PayIn(4), "p4")
    paid = posts(sitting.do(OpenRound()))
    assert paid[4] == [(Post.DEAD_SMALL, ("5.4.2",)), (Post.LIVE_BIG, ("5.4.2",))]
    assert sitting.table.missed == ()


def test_5_4_2_at_another_seat_too_and_for_nobody_else() -> None:
    sitting = missed_big()
    assert joined(sitting, 7, "p4").missed == (Blind.BIG,)
    assert joined(sitting, 4, "another").missed == ()


@pytest.mark.parametrize(("day", "owes"), [("2026-11-16", True), ("2026-11-17", False)])
def test_5_4_2_for_the_gaming_day(day: str, owes: bool) -> None:
    sitting = missed_big("2026-11-16")
    assert bool(joined(sitting, 4, "p4", day=day).missed) is owes


def test_5_4_2_the_small_blind_missed_and_a_newcomers_big_blind_come_to_both() -> None:
    """He missed the Small Blind alone; after the first Orbit he owes the Big Blind of 5.4 besides."""
    sitting = six()
    sitting.do(SitOut(3), "p3")
    fold_round(sitting)
    sitting.do(LeaveTable(3), "p3")
    for _ in range(5):
        fold_round(sitting)
    assert not sitting.table.positions.first_orbit
    event = joined(sitting, 9, "p3")
    assert (event.owes, event.missed) == (True, (Blind.SMALL,))
    sitting.do(PayIn(9), "p3")
    paid = posts(sitting.do(OpenRound()))
    assert [post for post, _ in paid[9]] == [Post.DEAD_SMALL, Post.LIVE_BIG]


@pytest.mark.parametrize("pays", [False, True])
def test_5_4_2_where_everybody_has_left_since_and_a_game_begins(pays: bool) -> None:
    """Three who owe nothing sit down at 1, 2 and 3 besides: the Button begins at 1."""
    sitting = missed_big()
    for number in (1, 2, 3, 5, 6):
        sitting.do(LeaveTable(number), f"p{number}")
    assert sitting.table.seats == ()
    for number in (1, 2, 3):
        joined(sitting, number, f"new{number}")
    assert joined(sitting, 8, "p4").missed == (Blind.BIG,)
    if pays:
        sitting.do(PayIn(8), "p4")
    paid = posts(sitting.do(OpenRound()))
    assert sorted(hand.seat for hand in sitting.round.hands) == [1, 2, 3, *([8] if pays else [])]
    assert (sitting.round.button, sitting.round.small_due, sitting.round.big_seat) == (1, 2, 3)
    assert sorted(paid) == [2, 3, *([8] if pays else [])]
    if pays:
        assert paid[8] == [(Post.DEAD_SMALL, ("5.4.2",)), (Post.LIVE_BIG, ("5.4.2",))]


def test_5_4_2_a_void_round_leaves_those_who_left_in_it_with_what_they_owed_before() -> None:
    sitting = six()
    sitting.do(SitOut(4), "p4")
    sitting.start()  # seat 4 misses the Big Blind in this round
    sitting.do(LeaveTable(4), "p4")
    assert [one[0] for one in sitting.table.missed] == ["p4"]
    sitting.report("foreign_card")
    assert len(sitting.table.missed) == 0
    sitting = missed_big()
    joined(sitting, 4, "p4")
    sitting.do(PayIn(4), "p4")
    sitting.start()  # he pays, is dealt in, folds and leaves
    while sitting.turn != 4:
        sitting.play(f"{sitting.turn} fold")
    sitting.play("4 fold")
    sitting.do(LeaveTable(4), "p4")
    sitting.report("foreign_card")
    assert sitting.table.missed == (("p4", False, True, ""),)


# 5.4.2, last sentence: what he says about his return


def absent(will_return: bool | None) -> RoomSitting:
    sitting = six()
    sitting.do(SitOut(4, will_return), "p4")
    return sitting


@pytest.mark.parametrize(("word", "at_once"), [(True, False), (False, True), (None, True)])
def test_5_4_2_who_has_not_indicated_that_he_returns_may_be_deemed_gone(word: bool | None, at_once: bool) -> None:
    sitting = absent(word)
    if at_once:
        (event,) = sitting.do(DeemLeft(4, "no sign of him"), "pit_manager")
        assert isinstance(event, PlayerLeft)
        assert event.cites == ("5.4.2", "I10")
    else:
        assert because(sitting.refused(DeemLeft(4, "no sign"), "pit_manager")) == (Reason.MOMENT, ("5.4.2", "I10"))


@pytest.mark.parametrize(("said", "word"), [({}, None), ({"will_return": "yes"}, True), ({"will_return": "no"}, False)])
def test_5_5_an_absence_reported_records_what_was_said_and_assumes_nothing(
    said: dict[str, str], word: bool | None
) -> None:
    sitting = six()
    events = sitting.report("player_absent", 3, facts={"due": "small_blind", **said})
    away = events[-1]
    assert isinstance(away, PlayerAway)
    assert (away.will_return, seat(sitting, 3).will_return) == (word, word)


def test_5_4_2_who_sits_there_without_chips_is_not_absent() -> None:
    """Only two turns missed count for him: nobody asks somebody who is there whether he returns."""
    sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 200})
    sitting.start({3: "2c 3d", 1: "Ac Ad"}, "Ah As 7d 9c Jh")
    sitting.play("1 call", "2 fold")
    sitting.finish("Ah As 7d 9c Jh")
    assert seat(sitting, 3).stake == 0
    sitting.refused(DeemLeft(3, "no chips"), "pit_manager")


# 1.14, 1.26, 5.4: when the first Orbit is over for a newcomer


def test_1_26_who_sits_down_before_the_button_is_back_is_free_and_after_that_nobody() -> None:
    """Six Players at nine seats: the Button begins at 1 and is at 6 in round 6; round 7 brings it back to 1."""
    sitting = six(6)
    assert not joined(sitting, 8, "early").owes
    opened = fold_round(sitting)
    assert (opened.button, opened.orbit_over, 8 in opened.seats) == (1, True, True)
    assert joined(sitting, 9, "late").owes
    assert sitting.do(PayIn(9), "late")


# 1.18, 4.2: a folded Player leaves


def test_1_18_who_has_folded_may_leave_at_once_with_what_he_has_left() -> None:
    sitting = until(0)
    sitting.play("4 raise 600", "5 raise 2000", "6 fold", "1 fold", "2 fold", "3 fold", "4 fold")
    assert sitting.round.phase is Phase.SHOWDOWN
    (left,) = sitting.do(LeaveTable(4), "p4")
    assert isinstance(left, PlayerLeft)
    assert left.stake == 20_000 - 600
    sitting.do(Settle())
    assert sitting.stacks[5] == 20_000 + 600 + 100 + 200
    assert 4 not in sitting.stacks


def test_1_18_his_seat_is_free_when_the_round_is_over() -> None:
    sitting = until(0)
    sitting.play("4 fold")
    sitting.do(LeaveTable(4), "p4")
    refusal = sitting.refused(JoinTable(4, 20_000), "another")
    assert because(refusal) == (Reason.MOMENT, ("1.18", "I31"))
    sitting.do(JoinTable(7, 20_000), "p4")  # he may sit elsewhere, and plays from the next round on
    sitting.play("5 call", "6 fold", "1 fold", "2 fold", "3 check")
    sitting.check_down()
    sitting.finish()
    sitting.do(JoinTable(4, 20_000), "another")
    assert sitting.stacks[4] == 20_000


def test_5_12_what_he_had_put_in_is_paid_to_him_if_the_round_is_void() -> None:
    sitting = until(0)
    sitting.play("4 raise 600", "5 raise 2000", "6 fold", "1 fold", "2 fold", "3 call", "4 fold")
    sitting.do(LeaveTable(4), "p4")
    sitting.do(JoinTable(7, 20_000), "another")
    events = sitting.report("foreign_card")
    assert [one for one in events if isinstance(one, GonePaid)] == [GonePaid(4, "p4", 600, ("5.12", "I31"))]
    assert sitting.stacks == {1: 20_000, 2: 20_000, 3: 20_000, 5: 20_000, 6: 20_000, 7: 20_000}


# 3.6.2, 5.4.1: a relocated Player


@pytest.mark.parametrize("stake", [12_345, 50_000, 100, 1])
def test_3_6_2_a_relocated_player_brings_his_whole_stake(stake: int) -> None:
    sitting = RoomSitting((1, 2, 3), {"minimum_stake": 4_000, "maximum_stake": 40_000})
    (event,) = sitting.do(JoinTable(5, stake, "rae", relocated=True), "pit_supervisor")
    assert isinstance(event, PlayerJoined)
    assert (event.stake, event.owes) == (stake, False)
    refusal = sitting.refused(JoinTable(6, 50_000, "sam"), "pit_supervisor")
    assert refusal.reason is Reason.LIMITS
    assert sitting.refused(JoinTable(6, 0, "sam", relocated=True), "pit_supervisor").cites == ("3.6.2", "5.4.1", "I22")


# 5.4.2.a, 5.5, 5.6: who waits, and under which paragraph


def test_5_4_2_a_who_had_to_let_the_button_pass_pays_under_that_paragraph() -> None:
    sitting = six()
    sitting.do(SitOut(3), "p3")
    fold_round(sitting)
    sitting.do(ComeBack(3), "p3")
    sitting.do(PayIn(3), "p3")
    third = sitting.do(OpenRound())
    assert [one for one in third if isinstance(one, PlayerWaits)] == [PlayerWaits(3, ("5.4.2.a",))]
    sitting.report("foreign_card")  # void: the Button is at his seat again, and he waits again
    assert any(isinstance(one, PlayerWaits) for one in sitting.do(OpenRound()))
    sitting.deal()
    while sitting.round.phase is Phase.BETTING:
        sitting.play(f"{sitting.turn} fold")
    sitting.do(Settle())
    assert posts(sitting.do(OpenRound()))[3] == [(Post.DEAD_SMALL, ("5.4.2.a",))]


def test_5_4_2_b_who_comes_back_after_it_has_passed_pays_under_the_next() -> None:
    sitting = six()
    sitting.do(SitOut(3), "p3")
    fold_round(sitting)
    fold_round(sitting)
    sitting.do(ComeBack(3), "p3")
    sitting.do(PayIn(3), "p3")
    assert posts(sitting.do(OpenRound()))[3] == [(Post.DEAD_SMALL, ("5.4.2.b",))]


@pytest.mark.parametrize(
    ("away", "cites"),
    [
        ((3,), ("3.8", "1.7", "5.5")),
        ((4,), ("3.8", "1.7", "5.6")),
        ((3, 4), ("3.8", "1.7", "5.5", "5.6")),
        ((), ("3.8", "1.7")),
    ],
)
def test_5_5_and_5_6_the_big_blind_in_place_of_an_absent_player_says_so(
    away: tuple[int, ...], cites: tuple[str, ...]
) -> None:
    sitting = six()
    for number in away:
        sitting.do(SitOut(number), f"p{number}")
    events = sitting.do(OpenRound())
    big = sitting.round.big_seat
    assert posts(events)[big] == [(Post.BIG_BLIND, cites)]
    missed = {one.seat: one.cites for one in events if isinstance(one, BlindMissed)}
    assert missed == {number: ("5.5",) if number == 3 else ("5.6",) for number in away}


# 3.14.2, 1.19.ii: showing Hole Cards that nobody knows

BOARD = "2c 7d 9h Js 3s"


def unknown(stakes: dict[int, int] | tuple[int, ...] = (1, 2, 3)) -> RoomSitting:
    sitting = RoomSitting(stakes)
    sitting.open()
    sitting.do(DealCards((UNKNOWN,) * (2 * len(sitting.round.hands))))
    return sitting


def river(sitting: RoomSitting, *acts: str) -> None:
    while sitting.round.street < 3:
        while sitting.round.phase is Phase.BETTING:
            hand = sitting.hand(sitting.turn or 0)
            sitting.play(f"{hand.seat} {'call' if hand.bet < sitting.round.level else 'check'}")
        sitting.deal(board=BOARD)
    sitting.play(*acts)
    sitting.do(TurnMarker())


def test_3_14_2_c_nobody_mucks_unknown_cards_before_his_turn_and_the_first_has_to_show() -> None:
    sitting = unknown()
    river(sitting, "2 check", "3 check", "1 check")
    for number in (3, 1):
        assert because(sitting.refused(MuckHand(number), f"p{number}")) == (Reason.NOT_YOUR_TURN, ("3.14.2.d",))
    assert because(sitting.refused(MuckHand(2), "p2")) == (Reason.MOMENT, ("3.14.2.c",))
    sitting.do(ShowHand(2, parse_cards("4c 5c")))
    sitting.do(MuckHand(3), "p3")
    sitting.do(MuckHand(1), "p1")
    assert won(sitting.do(Settle())) == {2: 600}


def test_3_14_2_d_a_hand_dealt_unseen_is_named_as_two_different_cards() -> None:
    sitting = unknown()
    river(sitting, "2 check", "3 check", "1 check")
    hand = (Reason.CARDS, ("3.9",))
    for cards in ("4c", "4c 5c 6c", "4c 4c"):
        assert (
            because(sitting.refused(ShowHand(2, tuple(card for one in cards.split() for card in parse_cards(one)))))
            == hand
        )
    assert because(sitting.refused(ShowHand(2, (parse_cards("4c")[0], UNKNOWN)))) == hand
    sitting.do(ShowHand(2, parse_cards("4c 5c")))


def test_3_14_2_d_the_card_that_was_seen_is_one_of_the_two() -> None:
    """Of seat 2's Hole Cards the Four of Clubs was keyed in, and the other was not."""
    sitting = RoomSitting((1, 2, 3))
    sitting.open()
    sitting.do(DealCards((parse_cards("4c")[0], *(UNKNOWN,) * 5)))
    river(sitting, "2 check", "3 check", "1 check")
    assert because(sitting.refused(ShowHand(2, parse_cards("5c 6c")))) == (Reason.CARDS, ("3.9",))
    sitting.do(ShowHand(2, parse_cards("4c 6c")))


def test_3_14_2_a_the_last_raiser_shows_first_known_or_not() -> None:
    sitting = unknown()
    river(sitting, "2 bet 400", "3 raise 800", "1 call", "2 call")
    assert because(sitting.refused(MuckHand(2), "p2")) == (Reason.NOT_YOUR_TURN, ("3.14.2.d",))
    assert because(sitting.refused(MuckHand(3), "p3")) == (Reason.MOMENT, ("3.14.2.a",))


def test_1_19_ii_unknown_hands_are_laid_open_before_the_remaining_cards() -> None:
    sitting = unknown((1, 2))
    sitting.play("1 all_in", "2 call")
    sitting.do(TurnMarker())
    for number in (1, 2):
        assert because(sitting.refused(MuckHand(number), f"p{number}")) == (Reason.MOMENT, ("1.19.ii", "I17"))
    sitting.do(ShowHand(1, parse_cards("4c 5c")))
    assert sitting.round.ahead == ()
    sitting.do(ShowHand(2, parse_cards("Ac Ad")))
    while sitting.round.ahead:
        sitting.deal(board=BOARD)
    assert won(sitting.do(Settle())) == {2: 40_000}


# 1.32, 4.1: the Rake as an amount; 4.6.1, 4.6.2: which paragraph a pot is won under


def raked(amount: int, *, cap: int = 10_000, put: int = 200) -> RoomSitting:
    policy: dict[str, object] = {
        "rake_amount": amount,
        "rake_cap": cap,
        "rake_unit": 1,
        "chips": (1,),
        "small_blind": put // 2,
    }
    policy["minimum_stake"] = 4_000
    return RoomSitting((1, 2), policy)


@pytest.mark.parametrize(
    ("put", "amount", "cap", "taken"),
    [
        (4_000, 300, 10_000, 300),  # 5 % of 8,000 would be 400
        (4_000, 400, 10_000, 400),
        (4_000, 401, 10_000, 400),  # never above 5 %
        (200, 300, 10_000, 20),  # 5 % of 400
        (4_000, 300, 250, 250),  # nor above the cap
    ],
)
def test_1_32_the_rake_may_be_an_amount_but_never_above_five_percent(
    put: int, amount: int, cap: int, taken: int
) -> None:
    sitting = raked(amount, cap=cap, put=put)
    sitting.whole({1: "Ac Ad", 2: "4c 5d"}, BOARD)
    assert sitting.table.rake == taken


def test_4_1_an_amount_is_taken_from_the_main_pot_first_and_once_a_hand() -> None:
    """Main Pot 3 x 1,000, of which 5 % are 150; the other 50 of 200 come out of the Side Pot of 2 x 3,000."""
    sitting = RoomSitting(
        {1: 4_000, 2: 4_000, 3: 1_000}, {"rake_amount": 200, "rake_unit": 1, "chips": (1,), "rake_cap": 10_000}
    )
    sitting.start({1: "Ac Ad", 2: "Kc Kd", 3: "Qc Qd"}, BOARD)
    sitting.play("1 all_in", "2 call", "3 call")
    assert [one.rake for one in sitting.finish(BOARD) if isinstance(one, PotAwarded)] == [150, 50]


@pytest.mark.parametrize(
    ("hands", "main", "side"),
    [
        ({3: "Ac Ad", 1: "Kc Kd", 2: "Qc Qd"}, ("4.6.1", "3.15.4"), ("4.6.2",)),
        ({1: "Ac Ad", 3: "Kc Kd", 2: "Qc Qd"}, ("4.6",), ("4.6.2",)),
        ({2: "Ac Ad", 3: "Kc Kd", 1: "Qc Qd"}, ("4.6.1", "3.15.4"), ("4.6.1", "3.15.4", "4.6.2")),
    ],
)
def test_4_6_1_is_for_a_pot_that_an_all_in_wins(
    hands: dict[int, str], main: tuple[str, ...], side: tuple[str, ...]
) -> None:
    """Seat 3 is All-in for 1,000, seat 2 for 4,000, and seat 1 has more."""
    sitting = RoomSitting({1: 9_000, 2: 4_000, 3: 1_000})
    sitting.start(hands, BOARD)
    sitting.play("1 raise 4000", "2 all_in", "3 all_in")
    pots = [one for one in sitting.finish(BOARD) if isinstance(one, PotAwarded)]
    cites = [tuple(cite for cite in one.cites if cite not in {"4.4", "3.14.2.e", "4.1", "I15"}) for one in pots]
    assert cites == [main, side]


def test_report_by_a_player_is_none() -> None:
    sitting = until(0)
    assert sitting.refused(Report("foreign_card"), "p1").reason is Reason.ROLE

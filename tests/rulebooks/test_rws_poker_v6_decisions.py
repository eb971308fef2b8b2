"""Poker, irregularities: what staff may do for a Player, what a Shift Manager decides, and what changes nothing.

Each test is named by its paragraph; those that name none ask the command line. Amounts are cents.
"""

import json
from collections.abc import Callable

import pytest

from croupier.play.gaps import Gap, gaps
from croupier.play.refusal import Reason
from croupier.play.room.commands import RoomCommand
from croupier.play.room.events import Acted, DecisionPending, DecisionTaken, HandFolded
from croupier.play.room.state import NOBODY, Phase
from croupier.rulebooks import load_room
from croupier.rules.room import Move
from croupier.rules.terms import Role
from tests.command import croupier
from tests.room import (
    STAKE,
    Act,
    DealCards,
    JoinTable,
    Look,
    MuckHand,
    OpenRound,
    RoomSitting,
    RunOutClock,
    Settle,
    ShowHand,
    SitOut,
    TakeDecision,
    TopUp,
    TurnMarker,
)
from tests.rulebooks.poker import STAFF, because, until, won
from tests.rulebooks.room_irregular import (
    DECISIONS,
    LEFT_OPEN,
    all_in,
    check_continues,
    check_no_round,
    check_rulings,
    check_void,
    expect,
    flop_bet,
    flop_due,
    half_dealt,
    named,
    river_checked,
    ruling,
    show,
    two,
)

RULEBOOKS = ("rws-poker-v6",)

Moment = Callable[[], RoomSitting]


# 3.7, 3.15, 3.17: what changes nothing


def test_3_7_a_button_that_was_forgotten_is_placed_and_the_round_goes_on() -> None:
    check_rulings("button_not_placed", {"": expect("continue", "3.7")})
    check_continues(RoomSitting(), "button_not_placed", "3.7")
    check_continues(flop_bet(), "button_not_placed", "3.7")


def test_3_15_an_all_in_without_its_button_counts() -> None:
    check_rulings("all_in_button_missing", {"": expect("continue", "3.15")})
    sitting = until(0)
    sitting.play("4 all_in")
    check_continues(sitting, "all_in_button_missing", "3.15")
    assert sitting.hand(4).bet == STAKE
    check_no_round("all_in_button_missing")


def test_3_17_a_word_without_its_gesture_binds_nobody() -> None:
    check_rulings("verbal_declaration", {"": expect("continue", "3.17")})
    for act in ("4 fold", "4 call", "4 raise 600", "4 all_in"):
        sitting = until(0)
        check_continues(sitting, "verbal_declaration", "3.17")
        assert sitting.turn == 4
        sitting.play(act)
    check_no_round("verbal_declaration")


# 5.13: Pit Employees place bets for a Player


@pytest.mark.parametrize("role", STAFF)
def test_5_13_staff_place_a_players_bet_and_it_is_on_record(role: str) -> None:
    sitting = until(0)
    (acted,) = sitting.do(Act(4, Move.RAISE, 600), role)
    assert isinstance(acted, Acted)
    assert (acted.seat, acted.move, acted.to, acted.by_staff) == (4, Move.RAISE, 600, True)
    (own,) = sitting.play("5 call")
    assert isinstance(own, Acted)
    assert not own.by_staff


@pytest.mark.parametrize("move", ["check", "call", "fold", "all_in"])
def test_5_13_whatever_the_move(move: str) -> None:
    sitting = until(1) if move == "check" else until(0)
    seat = sitting.turn or 0
    (acted,) = sitting.do(Act(seat, Move(move)), "pit_supervisor")
    assert isinstance(acted, Acted)
    assert acted.by_staff


def test_5_13_what_staff_have_placed_stands_as_the_players_own() -> None:
    """He asked to call and they folded: to see to it was his part."""
    sitting = until(0)
    sitting.do(Act(4, Move.FOLD), "dealer")
    assert sitting.turn == 5
    assert sitting.not_played("4 call").reason is Reason.NOT_YOUR_TURN
    assert sitting.hand(4).folded


def test_5_13_staff_keep_turn_and_measure_and_other_players_stay_out() -> None:
    sitting = until(0)
    assert because(sitting.refused(Act(5, Move.CALL), "dealer")) == (Reason.NOT_YOUR_TURN, ("1.27", "5.10"))
    assert because(sitting.refused(Act(4, Move.RAISE, 300), "dealer")) == (Reason.LIMITS, ("3.5", "3.16", "I11"))
    for other in ("p5", "display"):
        assert because(sitting.refused(Act(4, Move.CALL), other)) == (Reason.NOT_YOURS, ("3.3",))


def test_5_13_staff_bring_a_players_chips_to_the_table() -> None:
    sitting = RoomSitting((1, 2))
    assert sitting.refused(JoinTable(3, STAKE, player="p3"), "p1").reason is Reason.NOT_YOURS
    sitting.do(JoinTable(3, STAKE, player="p3"), "dealer")
    sitting.do(TopUp(3, 500), "pit_manager")
    seat = sitting.table.seat(3)
    assert seat is not None
    assert (seat.player, seat.stake) == ("p3", STAKE + 500)


def test_5_13_staff_show_a_hand_for_its_player_but_do_not_look_at_it() -> None:
    sitting = river_checked()
    assert because(sitting.refused(Look(2), "dealer")) == (Reason.NOT_YOURS, ("1.21",))
    sitting.do(TurnMarker())
    sitting.do(ShowHand(2), "dealer")
    assert sitting.hand(2).shown


# 5.14: what the document does not resolve


def wait(sitting: RoomSitting, seat: int | None = None) -> DecisionPending:
    """Report what no paragraph covers; the decision that is then waited for."""
    events = sitting.report("not_covered", seat)
    assert ruling(events) == ("not_covered", "role_decides", ("5.14",))
    (pending,) = events[1:]
    assert isinstance(pending, DecisionPending)
    assert (pending.role, pending.seat) == (Role.SHIFT_MANAGER, seat)
    void = sitting.table.playing
    at = sitting.round.place(seat) if void and seat else NOBODY
    fold = at != NOBODY and sitting.round.active >> at & 1 and sitting.round.active != 1 << at
    assert DECISIONS == ("continue", "void_round", "fold_hand")
    assert pending.options == (DECISIONS if fold else DECISIONS[: 1 + void]), "what cannot be is no option"
    assert sitting.table.pending == (pending,)
    return pending


def test_5_14_the_ruling_is_the_shift_managers() -> None:
    check_rulings("not_covered", {"": LEFT_OPEN})


HELD_UP: tuple[tuple[Moment, RoomCommand, str], ...] = (
    (RoomSitting, OpenRound(), "dealer"),
    (half_dealt, DealCards(named("As")), "dealer"),
    (lambda: until(0), Act(4, Move.CALL), "p4"),
    (lambda: until(0), Act(4, Move.CALL), "dealer"),
    (lambda: until(0), RunOutClock(4), "dealer"),
    (flop_due, DealCards(named("As")), "dealer"),
    (river_checked, TurnMarker(), "dealer"),
    (all_in, DealCards(named("As")), "dealer"),
)


@pytest.mark.parametrize(("moment", "command", "by"), HELD_UP)
def test_5_14_the_table_waits_for_the_decision(moment: Moment, command: RoomCommand, by: str) -> None:
    sitting = moment()
    pending = wait(sitting)
    assert because(sitting.refused(command, by)) == (Reason.MOMENT, ("5.14",))
    sitting.do(TakeDecision(pending.number, "continue", "as before"), "shift_manager")
    sitting.do(command, by)


def test_5_14_the_showdown_waits_too() -> None:
    board = "2h 7s 9c 3d Jh"
    sitting = two({1: "Kc Kd", 2: "As Ad"}, board)
    sitting.check_down(board)
    sitting.do(TurnMarker())
    steps: tuple[tuple[RoomCommand, str], ...] = ((ShowHand(2), "p2"), (MuckHand(1), "p1"), (Settle(), "dealer"))
    for command, by in steps:
        pending = wait(sitting)
        assert because(sitting.refused(command, by)) == (Reason.MOMENT, ("5.14",))
        sitting.do(TakeDecision(pending.number, "continue", "as before"), "shift_manager")
        sitting.do(command, by)
    assert sitting.stacks == {1: STAKE - 200, 2: STAKE + 200}


def test_5_14_who_waits_may_still_look_or_say_that_he_sits_out() -> None:
    sitting = until(0)
    wait(sitting)
    sitting.do(Look(4), "p4")
    sitting.do(SitOut(5), "p5")
    sitting.do(JoinTable(7, STAKE), "p7")


@pytest.mark.parametrize("by", ["p4", "dealer", "pit_supervisor", "pit_manager", "display"])
def test_5_14_nobody_below_the_shift_manager_decides(by: str) -> None:
    sitting = until(0)
    number = wait(sitting).number
    assert because(sitting.refused(TakeDecision(number, "continue", "as before"), by)) == (Reason.ROLE, ("5.14",))


def test_5_14_a_decision_is_one_of_the_options_and_has_its_reason() -> None:
    sitting = until(0)
    number = wait(sitting).number
    for option, reason in (
        ("redeal_card", "no option"),
        ("continue", ""),
        ("continue", "  "),
        ("fold_hand", "no seat was named"),
    ):
        refusal = sitting.refused(TakeDecision(number, option, reason), "shift_manager")
        assert because(refusal) == (Reason.FACT, ("5.14",))
    other = sitting.refused(TakeDecision(number + 1, "continue", "as before"), "shift_manager")
    assert because(other) == (Reason.MOMENT, ("5.14",))


def test_5_14_to_continue_changes_nothing_and_is_on_record() -> None:
    sitting = flop_bet()
    before = sitting.round
    number = wait(sitting).number
    (taken,) = sitting.do(TakeDecision(number, "continue", "a glass fell over"), "shift_manager")
    assert taken == DecisionTaken(
        number, "continue", "a glass fell over", "shift_manager", Role.SHIFT_MANAGER, ("5.14",)
    )
    assert sitting.round == before
    assert not sitting.table.pending
    again = sitting.refused(TakeDecision(number, "void_round", "second thoughts"), "shift_manager")
    assert because(again) == (Reason.MOMENT, ("5.14",))


def test_5_14_to_void_returns_every_bet() -> None:
    sitting = flop_bet()
    number = wait(sitting).number
    events = sitting.do(TakeDecision(number, "void_round", "cards on the floor"), "shift_manager")
    check_void(sitting, events, "5.14")
    assert not sitting.table.pending


def test_5_14_to_fold_a_hand_takes_it_out_and_leaves_its_chips() -> None:
    sitting = flop_bet()
    number = wait(sitting, 2).number
    events = sitting.do(TakeDecision(number, "fold_hand", "he left the room with his cards"), "shift_manager")
    assert events[1:] == (HandFolded(2, ("5.14",)),)
    assert (sitting.hand(2).folded, sitting.hand(2).put, sitting.turn) == (True, 600, 3)


def test_5_14_a_hand_folded_at_the_showdown_makes_way_for_the_rest_of_the_board() -> None:
    """Three are All-in before the Flop, and seat 3 will not show: his 20,000 stay in, and the others' cards decide."""
    board = "2h 7s 9c 3d Jh"
    sitting = RoomSitting((1, 2, 3))
    sitting.start({1: "As Ad", 2: "Kc Kd"}, board)
    sitting.play("1 all_in", "2 call", "3 call")
    sitting.do(TurnMarker())
    show(sitting, 1)
    show(sitting, 2)
    number = wait(sitting, 3).number
    sitting.do(TakeDecision(number, "fold_hand", "he refuses to show"), "shift_manager")
    assert sitting.refused(Settle()).reason is Reason.MOMENT
    for street in (3, 4, 5):
        sitting.deal(board=board)
        assert len(sitting.round.community) == street
    assert won(sitting.do(Settle())) == {1: 3 * STAKE}


def test_5_14_a_hand_folded_while_a_street_is_dealt_leaves_the_deal_as_it_is() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start()
    sitting.play("1 all_in", "2 call", "3 call")
    sitting.do(TurnMarker())
    for seat in (1, 2, 3):
        show(sitting, seat)
    sitting.do(DealCards(named("Ks Qs")))
    number = wait(sitting, 3).number
    sitting.do(TakeDecision(number, "fold_hand", "he tore up his cards"), "shift_manager")
    assert sitting.round.ahead == ("community", "community")
    while sitting.round.ahead:
        sitting.deal()
    assert len(sitting.round.community) == 5
    assert sum(won(sitting.do(Settle())).values()) == 3 * STAKE


def test_5_14_a_hand_folded_at_the_showdown_may_leave_one_alone() -> None:
    sitting = all_in()
    number = wait(sitting, 2).number
    sitting.do(TakeDecision(number, "fold_hand", "a card up his sleeve"), "shift_manager")
    assert not sitting.round.ahead
    assert won(sitting.do(Settle())) == {1: 2 * STAKE}


def test_5_14_a_hand_that_is_out_is_not_folded_again() -> None:
    sitting = until(0)
    sitting.play("4 fold")
    for seat in (4, 9):
        number = wait(sitting, seat).number
        refusal = sitting.refused(TakeDecision(number, "fold_hand", "no such hand"), "shift_manager")
        assert because(refusal) == (Reason.FACT, ("5.14",))
        sitting.do(TakeDecision(number, "continue", "then not"), "shift_manager")


def test_5_14_the_last_hand_is_not_folded() -> None:
    sitting = two()
    sitting.play("1 fold")
    number = wait(sitting, 2).number
    refusal = sitting.refused(TakeDecision(number, "fold_hand", "on second thoughts"), "shift_manager")
    assert because(refusal) == (Reason.FACT, ("5.14",))


def test_5_14_a_hand_that_is_folded_meanwhile_is_not_folded_again() -> None:
    sitting = until(0)
    number = wait(sitting, 4).number
    sitting.report("hole_cards_exposed", 4)
    refusal = sitting.refused(TakeDecision(number, "fold_hand", "too late"), "shift_manager")
    assert because(refusal) == (Reason.NO_SUCH_SEAT, ("5.14",))


def test_5_14_between_rounds_there_is_nothing_to_void_or_to_fold() -> None:
    sitting = RoomSitting()
    number = wait(sitting, 4).number
    for option in ("void_round", "fold_hand"):
        refusal = sitting.refused(TakeDecision(number, option, "no round"), "shift_manager")
        assert because(refusal) == (Reason.FACT, ("5.14",))
    sitting.do(TakeDecision(number, "continue", "settled by words"), "shift_manager")
    sitting.open()


def test_5_14_each_of_several_questions_has_its_own_decision() -> None:
    sitting = until(0)
    first = wait(sitting).number
    second = sitting.report("wrong_hand_count", 4, facts={"seen": "no", "reconstructable": "no"})[1]
    assert isinstance(second, DecisionPending)
    assert (second.number, second.irregularity, second.seat) == (first + 1, "wrong_hand_count", 4)
    sitting.do(TakeDecision(second.number, "continue", "two cards after all"), "shift_manager")
    assert because(sitting.not_played("4 call")) == (Reason.MOMENT, ("5.14",))
    sitting.do(TakeDecision(first, "continue", "nothing to it"), "shift_manager")
    sitting.play("4 call")


def test_5_14_a_round_that_becomes_void_leaves_nothing_to_decide() -> None:
    sitting = until(0)
    wait(sitting)
    check_void(sitting, sitting.report("foreign_card"), "5.2.1")
    assert not sitting.table.pending
    assert sitting.round.phase is Phase.ENDED


# What the document leaves open


def written(found: tuple[Gap, ...]) -> list[str]:
    return [" ".join((one.irregularity, *one.facts.values())) for one in found]


LATE_OR_LATER = [
    *("cards_exposed 1 initial_deal shoe after", "cards_exposed 1 initial_deal hand after"),
    *(
        f"cards_exposed {count} later hand {stage}"
        for count in (1, 2, 3, 4)
        for stage in ("before_final_round_ends", "after")
    ),
]
"""5.3 is about cards on their way; once bets are over, or in a hand, nothing is said of them."""
THEN = ("check", "smaller_or_equal_bet", "larger_bet", "fold")


def test_5_14_what_no_paragraph_covers() -> None:
    """5.2.6 voids only where cards were seen; 5.8 and its two parts hold before the next Betting Round only."""
    found = gaps(load_room("rws-poker")).uncovered
    late = [
        f"too_many_community_cards {street} {reconstructable} after"
        for street in ("flop", "turn", "river")
        for reconstructable in ("yes", "no")
    ]
    assert written(found) == [*LATE_OR_LATER, "wrong_hand_count no no", *late]
    assert {(one.ruling.value, one.cites) for one in found} == {("role_decides", ("5.14",))}


def test_5_14_where_paragraphs_collide_and_where_a_reading_decides() -> None:
    found = gaps(load_room("rws-poker"))
    assert written(found.contradicted) == []
    ruled = {(one.number, by.name) for one in found.interpreted for by in one.rests if by.kind == "ruling"}
    assert ruled >= {
        ("I26", "wrong hand count reconstruct"),
        ("I20", "out of turn retract action"),
        ("I28", "out of turn call or fold"),
        ("I4", "player returns post blinds"),
        ("I9", "player returns post blinds"),
    }


def test_the_command_line_lists_the_same() -> None:
    shown = json.loads(croupier("rules", "rws-poker", "--gaps", "--json").stdout)["gaps"]
    found = gaps(load_room("rws-poker"))
    for name, wanted in (("uncovered", found.uncovered), ("contradicted", found.contradicted)):
        listed = [" ".join((one["irregularity"], *one["facts"].values())) for one in shown[name]]
        assert listed == written(wanted)


USUAL = {"lies": "shoe", "stage": "before_final_round_ends"}
SAMPLE: tuple[tuple[str, dict[str, str], str, list[str], str, list[str]], ...] = (
    ("interruption", {"outcome": "none"}, "void_round", [], "rules", ["5.1.2"]),
    ("foreign_card", {}, "void_round", [], "rules", ["5.2.1"]),
    ("cards_exposed", {"count": "2", "when": "initial_deal", **USUAL}, "void_round", [], "rules", ["5.2.5"]),
    ("cards_exposed", {"count": "1", "when": "initial_deal", **USUAL}, "discard_card", [], "rules", ["5.3"]),
    ("extra_hand_dealt", {"seen": "no", "reconstructable": "yes"}, "reconstruct", [], "rules", ["5.2.7.a", "1.33"]),
    ("river_exposed_early", {}, "redeal_card", [], "rules", ["5.9"]),
    ("out_of_turn", {"intended": "bet", "then": "check"}, "check_hand", [], "rules", ["5.10.1"]),
    (
        "out_of_turn",
        {"intended": "raise", "then": "larger_bet"},
        "call_or_raise",
        ["call", "raise", "fold"],
        "rules",
        ["5.10.3", "I28"],
    ),
    ("not_covered", {}, "role_decides", ["continue", "void_round", "fold_hand"], "shift_manager", ["5.14"]),
)


@pytest.mark.parametrize(("name", "facts", "ruled", "options", "by", "cites"), SAMPLE)
def test_the_command_line_gives_a_ruling(
    name: str, facts: dict[str, str], ruled: str, options: list[str], by: str, cites: list[str]
) -> None:
    given = [part for key, value in facts.items() for part in ("--fact", f"{key}={value}")]
    answer = json.loads(croupier("rule", "rws-poker", name, *given, "--json").stdout)
    assert answer["explanation"]
    ruling = ("game", "irregularity", "facts", "ruling", "then", "options", "posts", "decided_by", "cites")
    assert {key: answer[key] for key in ruling} == {
        "game": "rws-poker",
        "irregularity": name,
        "facts": facts,
        "ruling": ruled,
        "then": [],
        "options": options,
        "posts": {},
        "decided_by": by,
        "cites": cites,
    }


def test_the_command_line_assumes_what_is_usual() -> None:
    """A count of Community Cards is noticed before the betting unless somebody says otherwise."""
    asked = ("rule", "rws-poker", "too_many_community_cards", "--fact", "street=turn", "--fact", "reconstructable=no")
    answer = json.loads(croupier(*asked, "--json").stdout)
    assert answer["facts"] == {"street": "turn", "reconstructable": "no", "noticed": "before_betting"}
    assert (answer["ruling"], answer["cites"]) == ("redeal_card", ["5.8.1"])

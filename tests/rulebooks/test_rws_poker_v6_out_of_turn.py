"""Poker, 5.10: acting Out of Turn, in every combination of what was meant and what happens before the Player's turn.

Each test is named by its paragraph. Amounts are cents; six Players with 20,000 each, blinds of 100 at seat 2 and 200 at
seat 3. Before the Flop seat 4 acts first, after it seat 2; what is meant is given as what would lie before the Player.
"""

from collections.abc import Iterator

import pytest

from croupier.play.refusal import Reason, Refusal
from croupier.play.room.events import Acted, ActedOutOfTurn
from croupier.play.room.options import ActOption
from croupier.play.room.state import Phase
from croupier.rules.room import Move
from tests.room import STAKE, Act, Report, RoomSitting, RunOutClock, Settle
from tests.rulebooks.poker import because, fold_round, pass_round, until, won
from tests.rulebooks.poker_pots import CENTS
from tests.rulebooks.room_irregular import check_rulings, expect, facts_of, flop_due, ruling

RULEBOOKS = ("rws-poker-v6",)


def alike(*cites: str, meant: str) -> tuple[str, ...]:
    """The paragraphs of a limit: a Call and a Raise are bound as a BET is by a reading of its own."""
    return cites if meant == "bet" else (*cites, "I28")


def without_reading(cites: tuple[str, ...]) -> tuple[str, ...]:
    """The paragraphs of a refusal or an act, be the reading among them or not."""
    return tuple(cite for cite in cites if cite != "I28")


THEN = {
    "check": expect("check_hand", "5.10.1"),
    "smaller_or_equal_bet": expect("call_or_fold", "5.10.2", options=("call", "fold")),
    "larger_bet": expect("call_or_raise", "5.10.3", options=("call", "raise", "fold")),
    "fold": expect("bet_stands", "5.10.4"),
}
RULINGS = {
    f"{intended} {then}": expect("retract_action", "5.10", "I20")
    if intended in {"check", "fold"}
    else (ruled[0], alike(*ruled[1], meant=intended), *ruled[2:])
    for intended in ("check", "bet", "call", "raise", "fold")
    for then, ruled in THEN.items()
}


def check_all_rulings() -> None:
    """A check and a fold are taken back, and no limit is about them."""
    check_rulings("out_of_turn", RULINGS)


def early(sitting: RoomSitting, text: str) -> tuple[Move, int]:
    """``4 bet 600`` Out of Turn; what was noted. It is taken back: nothing else changes."""
    seat, move, *to = text.split()
    before = sitting.round
    events = sitting.report("out_of_turn", int(seat), move=Move(move), to=int(to[0]) if to else None)
    noted = events[1]
    assert isinstance(noted, ActedOutOfTurn)
    assert ruling(events) == ("out_of_turn", "retract_action", ("1.27", "5.10"))
    assert facts_of(events) == {"intended": noted.move.value}
    assert (sitting.round.hands, sitting.turn) == (before.hands, before.hands[before.turn].seat)
    return noted.move, noted.to


def not_noted(sitting: RoomSitting, text: str) -> tuple[Reason, tuple[str, ...]]:
    seat, *rest = text.split()
    move = Move(rest[0]) if rest else None
    to = int(rest[1]) if rest[1:] else None
    return because(sitting.refused(Report("out_of_turn", seat=int(seat), move=move, to=to)))


def tried(sitting: RoomSitting, text: str) -> tuple[str, ...] | None:
    """The paragraphs under which an act would be refused, or None; it is not carried out."""
    before = sitting.table
    command, player = sitting.parse(text)
    answer = sitting.ask(command, player)
    sitting.table = before
    return without_reading(answer.cites) if isinstance(answer, Refusal) else None


def shown(sitting: RoomSitting, seat: int) -> dict[str, tuple[int, int, int]]:
    """The moves that a Player is offered: least, most and what the least costs."""
    options = [one for one in sitting.options(f"p{seat}") if isinstance(one, ActOption)]
    return {one.move.value: (one.least, one.most, one.costs) for one in options}


# Every combination


def limit(to: int, acts: tuple[str, ...]) -> str:
    """The paragraph that binds whoever meant to bet: a bet ahead of him decides, else a fold, else checks."""
    level, highest = 0, 0
    for act in acts:
        kind, *amount = act.split()
        level = int(amount[0]) if amount else level
        if kind in {"bet", "raise", "call"}:
            highest = max(highest, level or 200)
    if highest:
        return "5.10.3" if highest > to else "5.10.2"
    return "5.10.4" if "fold" in acts else "5.10.1"


def on_the_flop() -> Iterator[tuple[str, str]]:
    """What seats 2 and 3 may do with 4 to come."""
    raises = {"bet 200": (400, 600, 800), "bet 600": (1200,), "bet 1000": (2000,)}
    for first in ("check", "fold", *raises):
        answers = ("fold", "call", *(f"raise {to}" for to in raises.get(first, ())))
        for second in answers if first in raises else ("check", "fold", *raises):
            yield first, second


def before_the_flop() -> Iterator[tuple[str, str]]:
    """What seats 4 and 5 may do with 6 to come: the Big Blind is 200."""
    raises = {"call": (400, 600, 1000), "raise 400": (600, 1000), "raise 600": (1000, 1400), "raise 1000": (1800,)}
    for first in ("fold", *raises):
        for second in ("fold", "call", *(f"raise {to}" for to in raises.get(first, (400, 600, 1000)))):
            yield first, second


def check_binding(sitting: RoomSitting, seat: int, meant: str, to: int, acts: tuple[str, str]) -> str:
    """In his turn the Player may do what the paragraph leaves him, and is refused the rest under it."""
    level = sitting.round.level
    sizes = ("bet 200", "bet 600", "bet 800") if not level else (f"raise {level * 3}", f"raise {level + 1000}")
    usual = {"fold", *sizes, "all_in", *(("call",) if level else ("check",))}
    if meant.startswith("raise"):
        usual |= {meant} if int(meant.split()[1]) >= 2 * level else set()
    if meant in {"check", "fold"}:
        bound, allowed = "", usual
    else:
        bound = limit(to, acts)
        allowed = {
            "5.10.1": {"check"},
            "5.10.2": {"call", "fold"},
            "5.10.3": usual,
            "5.10.4": {meant},
        }[bound]
    assert allowed <= usual
    assert sitting.turn == seat
    for act in usual:
        assert tried(sitting, f"{seat} {act}") == (None if act in allowed else (bound,)), (meant, acts, act)
    offered = {act.split()[0] for act in allowed}
    if bound == "5.10.4" and meant == "all_in":
        offered = {"raise" if level else "bet"}
    assert set(shown(sitting, seat)) == offered
    return bound


def check_fold(sitting: RoomSitting, seat: int, to: int, bound: str) -> None:
    """Folding leaves the bet that was indicated in the Pot under 5.10.3, and nothing otherwise."""
    stays = to if bound == "5.10.3" else 0
    assert shown(sitting, seat)["fold"][2] == stays
    before = sitting.hand(seat)
    (acted,) = sitting.play(f"{seat} fold")
    assert isinstance(acted, Acted)
    assert (acted.amount, without_reading(acted.cites)) == (stays, ("5.10.3",) if stays else ("1.18",))
    after = sitting.hand(seat)
    assert after.folded
    assert (after.stack, after.put) == (before.stack - stays, before.put + stays)


FLOP_MEANT = {"check": 0, "fold": 0, "bet 600": 600, "all_in": STAKE - 200}
FIRST_MEANT = {"check": 0, "fold": 0, "call": 200, "raise 600": 600, "all_in": STAKE}


@pytest.mark.parametrize("meant", FLOP_MEANT)
@pytest.mark.parametrize("acts", list(on_the_flop()), ids=" then ".join)
def test_5_10_every_combination_after_the_flop(meant: str, acts: tuple[str, str]) -> None:
    sitting = until(1)
    to = FLOP_MEANT[meant]
    assert early(sitting, f"4 {meant}")[1] == to
    sitting.play(f"2 {acts[0]}", f"3 {acts[1]}")
    bound = check_binding(sitting, 4, meant, to, acts)
    if bound in {"", "5.10.2", "5.10.3"}:
        check_fold(sitting, 4, to, bound)


@pytest.mark.parametrize("meant", FIRST_MEANT)
@pytest.mark.parametrize("acts", list(before_the_flop()), ids=" then ".join)
def test_5_10_every_combination_before_the_flop(meant: str, acts: tuple[str, str]) -> None:
    sitting = until(0)
    to = FIRST_MEANT[meant]
    assert early(sitting, f"6 {meant}")[1] == to
    sitting.play(f"4 {acts[0]}", f"5 {acts[1]}")
    bound = check_binding(sitting, 6, meant, to, acts)
    if bound in {"", "5.10.2", "5.10.3"}:
        check_fold(sitting, 6, to, bound)


# 5.10: the act is taken back


def test_5_10_the_rulings() -> None:
    check_all_rulings()


def test_5_10_a_player_who_acts_himself_is_told_whose_turn_it_is() -> None:
    sitting = until(0)
    for act in ("5 call", "3 check", "6 fold", "1 raise 600", "2 all_in"):
        assert because(sitting.not_played(act)) == (Reason.NOT_YOUR_TURN, ("1.27", "5.10"))


def test_5_10_in_his_turn_or_without_a_betting_round_nobody_is_out_of_turn() -> None:
    sitting = until(0)
    assert not_noted(sitting, "4 call") == (Reason.MOMENT, ("1.27", "5.10"))
    assert not_noted(flop_due(), "4 check") == (Reason.MOMENT, ("1.5",))
    assert not_noted(RoomSitting(), "4 check") == (Reason.MOMENT, ("1.5",))
    assert because(sitting.refused(Report("out_of_turn", seat=5, move=Move.CALL), "p5")) == (
        Reason.ROLE,
        ("1.27", "5.10"),
    )


def test_5_10_who_cannot_act_any_more_cannot_act_too_early() -> None:
    sitting = until(0)
    sitting.play("4 fold", "5 all_in")
    for seat in (4, 5, 7):
        assert not_noted(sitting, f"{seat} call") == (Reason.NO_SUCH_SEAT, ("1.27", "5.10"))
    assert because(sitting.refused(Report("out_of_turn", move=Move.CALL)))[0] is Reason.NO_SUCH_SEAT


def test_5_10_the_first_of_two_acts_counts() -> None:
    sitting = until(0)
    early(sitting, "6 raise 600")
    assert not_noted(sitting, "6 fold") == (Reason.MOMENT, ("1.27", "5.10"))


def test_5_10_what_was_meant_is_named_in_chips_that_are_there() -> None:
    sitting = until(0, (1, 2, 3, 4, 5, 6))
    assert not_noted(sitting, "6") == (Reason.FACT, ("1.27", "5.10"))
    assert not_noted(sitting, "6 raise") == (Reason.AMOUNT, ("1.27", "5.10"))
    assert not_noted(sitting, f"6 raise {STAKE + 100}") == (Reason.AMOUNT, ("1.27", "5.10")), "they have no more"
    assert not_noted(sitting, "6 raise 450") == (Reason.AMOUNT, ("I2",)), "the lowest chip is 100"
    assert early(until(0), "6 raise 400") == (Move.RAISE, 400), "the least that he could raise to"
    assert early(until(0), f"6 raise {STAKE}") == (Move.RAISE, STAKE), "and the most"
    short = RoomSitting({1: STAKE, 2: STAKE, 3: STAKE, 4: STAKE, 5: 200, 6: STAKE})
    short.start()
    assert early(short, "5 all_in") == (Move.CALL, 200)


def could_not_stand(sitting: RoomSitting, text: str) -> None:
    """An act Out of Turn that could not stand is taken back, and is as if it had not been."""
    seat, move, *to = text.split()
    before = sitting.round
    events = sitting.report("out_of_turn", int(seat), move=Move(move), to=int(to[0]) if to else None)
    assert ruling(events) == ("out_of_turn", "retract_action", ("1.27", "5.10", "I20"))
    assert (facts_of(events), len(events)) == ({"intended": move}, 1)
    assert sitting.round.early == before.early
    assert (sitting.round.hands, sitting.turn) == (before.hands, before.hands[before.turn].seat)


@pytest.mark.parametrize(
    ("street", "act"),
    [
        (0, "6 raise 200"),  # the Big Blind is 200, so that it is no Raise
        (0, "6 raise 300"),  # one chip short: a Raise goes to 400 at least
        (0, "3 call"),  # the Big Blind has nothing to call
        (1, "4 call"),
        (1, "4 bet 100"),  # below the Big Blind
    ],
)
def test_5_10_an_act_that_could_not_stand_is_taken_back_and_binds_to_nothing(street: int, act: str) -> None:
    sitting = until(street, (1, 2, 3, 4, 5, 6) if not street else (1, 2, 3, 4))
    could_not_stand(sitting, act)
    seat = int(act.split(maxsplit=1)[0])
    while sitting.turn != seat:  # whatever those ahead do, the Player acts freely
        ahead = sitting.hand(sitting.turn or 0)
        sitting.play(f"{ahead.seat} {'call' if ahead.bet < sitting.round.level else 'check'}")
    level = sitting.round.level
    owes = level > sitting.hand(seat).bet
    for free in ("fold", "call" if owes else "check", f"{'raise' if level else 'bet'} {level + 600}", "all_in"):
        assert tried(sitting, f"{seat} {free}") is None


def test_5_10_after_an_act_that_could_not_stand_the_next_one_counts() -> None:
    sitting = until(0)
    could_not_stand(sitting, "6 raise 300")
    assert early(sitting, "6 raise 600") == (Move.RAISE, 600)
    assert not_noted(sitting, "6 raise 300") == (Reason.MOMENT, ("1.27", "5.10"))


def test_5_10_a_raise_that_is_closed_to_him_could_not_stand() -> None:
    """Seat 2 bets 1,000 and 3 calls; 4 is All-in for 1,200: 200 is less than half of a Raise, and 3 calls or folds."""
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: STAKE, 4: 1400})
    sitting.start()
    pass_round(sitting)
    sitting.deal()
    sitting.play("2 bet 1000", "3 call", "4 all_in", "1 call")
    could_not_stand(sitting, "3 raise 4000")
    could_not_stand(sitting, "3 all_in")
    assert early(sitting, "3 call") == (Move.CALL, 1200)
    sitting.play("2 fold", "3 call")


def test_5_10_nor_is_it_open_to_who_bet_before_a_short_all_in() -> None:
    """Seat 2 bets 1,000, 3 is All-in for 1,200 and 4 has yet to act: 2 may only call or fold when his turn comes."""
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: 1400, 4: STAKE})
    sitting.start()
    pass_round(sitting)
    sitting.deal()
    sitting.play("2 bet 1000", "3 all_in")
    could_not_stand(sitting, "2 raise 4000")
    assert early(sitting, "1 raise 4000") == (Move.RAISE, 4000), "who has not acted may raise"


def test_5_10_a_bet_of_a_cent_is_raised_out_of_turn() -> None:
    """Seat 2 is All-in on the Flop for the cent that he has left; a Raise adds at least the Big Blind of 200."""
    sitting = RoomSitting({1: STAKE, 2: 201, 3: STAKE, 4: STAKE}, CENTS)
    sitting.start()
    pass_round(sitting)
    sitting.deal()
    sitting.play("2 all_in")
    assert early(sitting, "4 raise 201") == (Move.RAISE, 201)


def test_5_10_chips_above_the_bet_are_a_raise_whatever_they_were_called() -> None:
    sitting = until(0)
    assert early(sitting, "5 bet 600") == (Move.RAISE, 600)
    sitting.play("4 fold", "5 raise 600")
    sitting = until(1)
    assert early(sitting, "3 raise 600") == (Move.BET, 600)
    sitting.play("2 fold", "3 bet 600")


@pytest.mark.parametrize(("stack", "kind"), [(400, Move.CALL), (600, Move.CALL), (700, Move.BET), (800, Move.RAISE)])
def test_5_10_an_all_in_is_a_call_or_a_raise_by_its_size(stack: int, kind: Move) -> None:
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: STAKE, 4: STAKE, 5: STAKE, 6: stack})
    sitting.start()
    sitting.play("4 raise 600")
    assert early(sitting, "6 all_in") == (kind, stack)
    sitting.play("5 fold")
    assert tried(sitting, "6 fold") == ("5.10.4",)
    (acted,) = sitting.play("6 all_in")
    assert isinstance(acted, Acted)
    assert (acted.move, acted.to, acted.all_in) == (kind, stack, True)


def test_5_10_staff_are_bound_like_the_player_whose_bet_they_place() -> None:
    sitting = until(1)
    early(sitting, "3 bet 600")
    sitting.play("2 check")
    assert because(sitting.refused(Act(3, Move.BET, 600), "dealer")) == (Reason.MOMENT, ("5.10.1",))
    sitting = until(1)
    early(sitting, "3 bet 600")
    sitting.play("2 bet 1000")
    (acted,) = sitting.do(Act(3, Move.FOLD), "dealer")
    assert isinstance(acted, Acted)
    assert (acted.amount, acted.by_staff) == (600, True)


def test_5_10_whoever_exposes_his_hand_is_bound_to_nothing_more() -> None:
    sitting = until(1)
    early(sitting, "4 bet 600")
    sitting.report("hole_cards_exposed", 4)
    assert not sitting.round.early
    sitting.play("2 bet 1000", "3 call")
    assert sitting.turn == 5
    assert sitting.hand(4).put == 200


def test_5_10_4_a_hand_folded_by_a_ruling_is_a_fold_ahead_of_him() -> None:
    """Seat 2 exposes his cards, which are considered folded (5.11): the bet of seat 3 stands."""
    sitting = until(1)
    early(sitting, "3 bet 600")
    sitting.report("hole_cards_exposed", 2)
    assert sitting.turn == 3
    for act in ("check", "bet 400", "fold", "all_in"):
        assert tried(sitting, f"3 {act}") == ("5.10.4",)
    sitting.play("3 bet 600")


def test_5_10_4_a_hand_folded_by_a_ruling_behind_him_is_none() -> None:
    sitting = until(1)
    early(sitting, "3 bet 600")
    sitting.report("hole_cards_exposed", 4)
    sitting.play("2 check")
    assert tried(sitting, "3 bet 600") == ("5.10.1",)


def test_5_10_the_betting_round_may_end_before_his_turn_comes() -> None:
    """Seat 2 has bet and been called; with 1 still to act he means to raise. 1 calls, and that is all."""
    sitting = until(1)
    sitting.play("2 bet 400", "3 call", "4 call", "5 call", "6 call")
    early(sitting, "2 raise 1200")
    sitting.play("1 call")
    assert sitting.round.phase is Phase.DEALING
    assert sitting.hand(2).put == 600
    sitting.deal()
    assert not sitting.round.early
    for act in ("check", "bet 400", "fold"):
        assert tried(sitting, f"2 {act}") is None


def test_5_10_the_round_may_end_before_his_turn_comes() -> None:
    sitting = until(0, (1, 2, 3))
    early(sitting, "3 raise 1000")
    sitting.play("1 fold", "2 fold")
    assert won(sitting.do(Settle())) == {3: 200}
    assert sitting.stacks == {1: STAKE, 2: STAKE - 100, 3: STAKE + 100}
    fold_round(sitting)


# 5.10.1: those ahead of him check


def test_5_10_1_the_ruling() -> None:
    check_all_rulings()


def test_5_10_1_after_checks_he_checks() -> None:
    sitting = until(1)
    early(sitting, "4 bet 600")
    sitting.play("2 check", "3 check")
    for act in ("bet 600", "bet 400", "all_in", "fold"):
        assert because(sitting.not_played(f"4 {act}")) == (Reason.MOMENT, ("5.10.1",))
    assert shown(sitting, 4) == {"check": (0, 0, 0)}
    sitting.play("4 check", "5 bet 400", "6 fold", "1 fold", "2 fold", "3 fold")
    for act in ("call", "raise 1000", "fold", "all_in"):
        assert tried(sitting, f"4 {act}") is None, "he has acted in his turn, and is bound no more"


def test_5_10_1_the_clock_checks_for_him() -> None:
    sitting = until(1)
    early(sitting, "3 bet 600")
    sitting.play("2 check")
    (acted,) = sitting.do(RunOutClock(3))
    assert isinstance(acted, Acted)
    assert (acted.move, acted.by_clock) == (Move.CHECK, True)


def test_5_10_a_clock_runs_for_whose_turn_it_is_and_only_in_a_betting_round() -> None:
    """I19: he checks where that is free, else he folds; a clock that nobody has to act by is none."""
    clock = ("I19",)
    sitting = RoomSitting()
    assert because(sitting.refused(RunOutClock(4))) == (Reason.MOMENT, ("1.5",))
    sitting.start()
    assert because(sitting.refused(RunOutClock(4), "p4")) == (Reason.ROLE, clock)
    assert because(sitting.refused(RunOutClock(5))) == (Reason.NOT_YOUR_TURN, clock)
    for seat in (4, 5, 6, 1, 2):
        (acted,) = sitting.do(RunOutClock(seat))
        assert isinstance(acted, Acted)
        assert (acted.move, acted.cites[-1:], acted.by_clock) == (Move.FOLD, clock, True)
    assert because(sitting.refused(RunOutClock(3))) == (Reason.MOMENT, ("1.5",))  # he has won
    sitting = until(1)
    for seat in (2, 3, 4, 5, 6, 1):
        (acted,) = sitting.do(RunOutClock(seat))
        assert isinstance(acted, Acted)
        assert (acted.move, acted.cites, acted.by_clock) == (Move.CHECK, ("3.10.1", *clock), True)
    assert because(sitting.refused(RunOutClock(2))) == (Reason.MOMENT, ("1.5",))  # the Turn is to be dealt


# 5.10.2: one ahead of him bets no more than he meant


def test_5_10_2_the_ruling() -> None:
    check_all_rulings()


@pytest.mark.parametrize("bet", [200, 500, 600])
def test_5_10_2_he_may_call_or_fold_and_takes_his_bet_back(bet: int) -> None:
    for act, put in (("call", 200 + bet), ("fold", 200)):
        sitting = until(1)
        early(sitting, "3 bet 600")
        sitting.play(f"2 bet {bet}")
        for other in (f"raise {2 * bet + 600}", "all_in"):
            assert because(sitting.not_played(f"3 {other}")) == (Reason.MOMENT, ("5.10.2",))
        sitting.play(f"3 {act}")
        assert sitting.hand(3).put == put


def test_5_10_2_the_clock_folds_for_him_without_his_bet() -> None:
    sitting = until(1)
    early(sitting, "3 bet 600")
    sitting.play("2 bet 600")
    (acted,) = sitting.do(RunOutClock(3))
    assert isinstance(acted, Acted)
    assert (acted.move, acted.amount) == (Move.FOLD, 0)


def test_5_10_2_an_all_in_that_only_calls_is_a_call() -> None:
    """Both have 600 left; he means to bet it all, and answers an All-in for as much with all he has."""
    sitting = RoomSitting({1: STAKE, 2: 800, 3: 800, 4: STAKE})
    sitting.start()
    pass_round(sitting)
    sitting.deal()
    early(sitting, "3 all_in")
    sitting.play("2 all_in")
    sitting.play("3 all_in")
    assert (sitting.hand(3).put, sitting.hand(3).stack) == (800, 0)


def test_5_10_2_a_big_blind_with_nothing_to_call_may_check() -> None:
    """He meant to raise to 600, and all have called 200, which is no more than he indicated."""
    sitting = until(0)
    early(sitting, "3 raise 600")
    sitting.play("4 call", "5 call", "6 call", "1 call", "2 call")
    for act in ("raise 600", "raise 400", "all_in"):
        assert because(sitting.not_played(f"3 {act}")) == (Reason.MOMENT, ("5.10.2", "I28"))
    assert set(shown(sitting, 3)) == {"check", "fold"}
    sitting.play("3 check")


# 5.10.3: one ahead of him bets more


def test_5_10_3_the_ruling() -> None:
    check_all_rulings()


def test_5_10_3_he_may_call_or_raise() -> None:
    for act, put in (("call", 200 + 1000), ("raise 2000", 200 + 2000), ("all_in", STAKE)):
        sitting = until(1)
        early(sitting, "3 bet 600")
        sitting.play("2 bet 1000", f"3 {act}")
        assert sitting.hand(3).put == put


def test_5_10_3_a_fold_leaves_the_indicated_bet_in_the_pot() -> None:
    """1,200 from before the Flop, 1,000 bet by seat 2, 600 left by 3; seat 2 takes back 400 that nobody matched."""
    sitting = until(1)
    early(sitting, "3 bet 600")
    sitting.play("2 bet 1000", "3 fold", "4 fold", "5 fold", "6 fold", "1 fold")
    assert won(sitting.do(Settle())) == {2: 1200 + 600 + 600}
    assert sitting.stacks[3] == STAKE - 800
    assert sitting.stacks[2] == STAKE + 5 * 200 + 600


def test_5_10_3_a_blind_counts_towards_the_indicated_bet() -> None:
    """The Big Blind's 200 lie there; of the 600 he meant 400 more stay in the Pot."""
    sitting = until(0)
    early(sitting, "3 raise 600")
    sitting.play("4 raise 1000", "5 fold", "6 fold", "1 fold", "2 fold")
    assert shown(sitting, 3)["fold"] == (600, 600, 400)
    sitting.play("3 fold")
    assert (sitting.hand(3).stack, sitting.hand(3).put) == (STAKE - 600, 600)


def test_5_10_3_all_that_he_had_may_stay_in_the_pot() -> None:
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: 800, 4: STAKE})
    sitting.start()
    pass_round(sitting)
    sitting.deal()
    early(sitting, "3 all_in")
    sitting.play("2 bet 1000")
    (acted,) = sitting.play("3 fold")
    assert isinstance(acted, Acted)
    assert (acted.amount, acted.all_in) == (600, False)  # who folds is not All-in
    sitting.play("4 fold", "1 fold")
    assert won(sitting.do(Settle())) == {2: 800 + 600 + 600}
    assert sitting.stacks[3] == 0


def test_5_10_3_a_call_that_was_meant_stays_in_the_pot_too() -> None:
    sitting = until(0)
    early(sitting, "6 call")
    sitting.play("4 fold", "5 raise 600", "6 fold")
    assert sitting.hand(6).put == 200


def test_5_10_3_the_clock_folds_for_him_and_his_bet_stays() -> None:
    sitting = until(1)
    early(sitting, "3 bet 600")
    sitting.play("2 bet 1000")
    (acted,) = sitting.do(RunOutClock(3))
    assert isinstance(acted, Acted)
    assert (acted.move, acted.amount, acted.by_clock) == (Move.FOLD, 600, True)
    assert acted.cites == ("5.10.3", "I19")


# 5.10.4: those ahead of him fold


def test_5_10_4_the_ruling() -> None:
    check_all_rulings()


@pytest.mark.parametrize("acts", [("fold", "fold"), ("fold", "check"), ("check", "fold")])
def test_5_10_4_with_any_fold_ahead_of_him_his_bet_stands(acts: tuple[str, str]) -> None:
    sitting = until(1)
    early(sitting, "4 bet 600")
    sitting.play(f"2 {acts[0]}", f"3 {acts[1]}")
    for act in ("check", "fold", "bet 400", "bet 800", "all_in"):
        assert because(sitting.not_played(f"4 {act}")) == (Reason.MOMENT, ("5.10.4",))
    assert shown(sitting, 4) == {"bet": (600, 600, 600)}
    sitting.play("4 bet 600")
    assert (sitting.round.level, sitting.hand(4).put) == (600, 800)


@pytest.mark.parametrize(
    ("street", "meant", "kind", "to"),
    [(1, "bet 600", Move.BET, 600), (1, "all_in", Move.BET, STAKE - 200), (0, "call", Move.CALL, 200),
     (0, "raise 600", Move.RAISE, 600), (0, "all_in", Move.RAISE, STAKE)],
)  # fmt: skip
def test_5_10_4_the_clock_carries_it_out(street: int, meant: str, kind: Move, to: int) -> None:
    sitting = until(street)
    first, second = (4, 5) if street == 0 else (2, 3)
    early(sitting, f"{second} {meant}")
    sitting.play(f"{first} fold")
    (acted,) = sitting.do(RunOutClock(second))
    assert isinstance(acted, Acted)
    assert (acted.move, acted.to, acted.by_clock) == (kind, to, True)
    assert acted.cites[-1] == "I19"


def test_5_10_4_a_fold_by_the_clock_is_a_fold() -> None:
    sitting = until(0)
    early(sitting, "5 raise 600")
    sitting.do(RunOutClock(4))
    assert tried(sitting, "5 call") == ("5.10.4",)


def test_5_10_4_a_bet_ahead_of_him_goes_before_any_fold() -> None:
    sitting = until(1)
    early(sitting, "4 bet 600")
    sitting.play("2 bet 400", "3 fold")
    assert tried(sitting, "4 raise 1000") == ("5.10.2",)
    sitting.play("4 fold")


def test_5_10_4_of_two_out_of_turn_the_first_ones_bet_binds_the_second() -> None:
    """3 means to bet 600 and 4 to bet 400; 2 folds, so that 3's bet stands, which is more than 4 indicated."""
    sitting = until(1)
    early(sitting, "3 bet 600")
    early(sitting, "4 bet 400")
    sitting.play("2 fold")
    assert tried(sitting, "3 check") == ("5.10.4",)
    sitting.play("3 bet 600")
    assert [one.seat for one in sitting.round.early] == [4]
    (acted,) = sitting.play("4 fold")
    assert isinstance(acted, Acted)
    assert (acted.amount, acted.cites) == (400, ("5.10.3",))


def test_5_10_4_of_two_out_of_turn_both_may_have_to_check() -> None:
    sitting = until(1)
    early(sitting, "4 bet 400")
    early(sitting, "3 bet 600")
    sitting.play("2 check", "3 check")
    assert tried(sitting, "4 bet 400") == ("5.10.1",)
    sitting.play("4 check")
    assert not sitting.round.early

"""What was keyed in wrongly in the poker room is taken back: by whom, until when, and what is left of it."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from croupier.notation.phh_write import write_phh
from croupier.play.actor import SYSTEM, Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import act
from croupier.play.room.commands import Act, CorrectAct, MuckHand, ShowHand, TakeBackLast, TurnMarker
from croupier.play.room.events import ActCorrected, Acted, ActTakenBack, PotAwarded
from croupier.play.room.state import Phase, Table
from croupier.play.room.table import RoomTurn
from croupier.play.room.taking_back import tape_entries
from croupier.play.room.tape import stays
from croupier.play.room.weighing import who_takes_back
from croupier.rulebooks import load_room
from croupier.rules.authority import Touches
from croupier.rules.room import Move, RoomGame
from croupier.rules.terms import Role
from tests.play.room_walk import onward, random_table, walk
from tests.room import JoinTable, Look, RoomSitting, Settle

HANDS = {1: "As Ah", 2: "Kd Kh", 3: "7c 2d"}
BOARD = "2c 3d 8h 9s Kc"
BACK = TakeBackLast()
LATE = TakeBackLast("keyed in wrongly")
SUPERVISOR = "pit_supervisor"


def dealt(stakes: dict[int, int] | tuple[int, ...] = (1, 2, 3)) -> RoomSitting:
    """Three Players with their Hole Cards: seat 1 has the Button and acts first, 2 and 3 have posted 100 and 200."""
    sitting = RoomSitting(stakes)
    sitting.start(HANDS, BOARD)
    assert sitting.turn == 1
    return sitting


def keyed(sitting: RoomSitting, *acts: str) -> None:
    """Acts that the Dealer enters for the Players."""
    for text in acts:
        command, _ = sitting.parse(text)
        sitting.do(command)


def forgotten(table: Table) -> Table:
    """A table without its record of acts: what is left is the game."""
    round_ = None if table.round is None else replace(table.round, tape=UNSET, reached=UNSET)
    return replace(table, version=0, round=round_)


def whose(sitting: RoomSitting) -> list[str]:
    return [needs.who for needs in who_takes_back(sitting.game, sitting.table)]


def test_a_fold_keyed_in_wrongly_is_as_if_it_had_never_been() -> None:
    sitting = dealt()
    before = forgotten(sitting.table)
    keyed(sitting, "1 fold")
    (event,) = sitting.do(BACK)
    assert isinstance(event, ActTakenBack)
    (was,) = event.act
    assert isinstance(was, Acted)
    assert (was.seat, was.move, event.keyed_by, event.by, event.role) == (1, Move.FOLD, "dealer", "dealer", Role.DEALER)
    assert event.cites == was.cites
    assert forgotten(sitting.table) == before


def test_an_all_in_is_taken_back_with_its_chips() -> None:
    sitting = dealt()
    keyed(sitting, "1 all_in")
    assert sitting.hand(1).stack == 0
    sitting.do(BACK)
    assert sitting.hand(1).stack == 20_000
    assert sitting.turn == 1


def test_the_act_of_another_seat_is_a_line_for_the_one_before() -> None:
    """Seat 1 is the supervisor's once seat 2 has acted, also after the act of seat 2 was taken back."""
    sitting = dealt()
    keyed(sitting, "1 call")
    assert whose(sitting)[0] == "dealer"
    keyed(sitting, "2 call")
    assert whose(sitting)[:2] == ["dealer", "dealer+pit_supervisor"]
    sitting.do(BACK)
    sitting.not_alone(LATE)
    sitting.not_alone(BACK, SUPERVISOR)
    sitting.not_alone(TakeBackLast("  "), SUPERVISOR)
    (event,) = sitting.do(LATE, SUPERVISOR)
    assert isinstance(event, ActTakenBack)
    assert (event.by, event.reason) == (SUPERVISOR, "keyed in wrongly")
    keyed(sitting, "1 raise 600")
    sitting.do(BACK)


def test_a_players_own_act_is_a_supervisors_to_take_back() -> None:
    sitting = dealt()
    sitting.play("1 fold")
    assert sitting.not_alone(LATE).touches == (Touches.AGAINST_RECORD, Touches.KNOWN)
    sitting.do(LATE, SUPERVISOR)
    assert not sitting.hand(1).folded
    assert sitting.refused(BACK, "p1").reason is Reason.ROLE


def test_what_a_player_looks_at_meanwhile_is_in_nobodys_way() -> None:
    sitting = dealt()
    keyed(sitting, "1 fold")
    sitting.do(Look(2), "p2")
    assert whose(sitting)[:2] == ["nobody", "dealer"]
    sitting.do(BACK)
    assert not sitting.hand(1).folded
    assert sitting.round.looked == 1 << sitting.round.place(2)


def test_cards_that_a_player_has_looked_at_are_corrected_and_not_taken_back() -> None:
    sitting = dealt()
    sitting.do(Look(2), "p2")
    assert sitting.refused(LATE, SUPERVISOR).reason is Reason.CARDS


def test_somebody_who_sits_down_meanwhile_is_in_nobodys_way() -> None:
    sitting = dealt()
    keyed(sitting, "1 fold")
    sitting.do(JoinTable(5, 20_000), "p5")
    sitting.do(BACK)
    assert not sitting.hand(1).folded
    assert sitting.table.seat(5) is not None


def test_the_flop_is_taken_back_before_the_act_that_it_followed() -> None:
    sitting = dealt()
    keyed(sitting, "1 call", "2 call", "3 check")
    sitting.deal(board=BOARD)
    assert len(sitting.round.community) == 3
    sitting.do(BACK)
    assert not sitting.round.community
    assert sitting.round.phase is Phase.DEALING
    sitting.not_alone(BACK)
    sitting.do(LATE, SUPERVISOR)
    assert sitting.turn == 3


def test_marker_show_and_muck_are_taken_back() -> None:
    """A bet that nobody called goes back with the marker, and comes back with it."""
    sitting = dealt({1: 20_000, 2: 5_000, 3: 20_000})
    keyed(sitting, "1 raise 8000", "2 all_in", "3 fold")
    before = forgotten(sitting.table)
    sitting.do(TurnMarker())
    assert sitting.hand(1).put == 5_000
    sitting.do(BACK)
    assert forgotten(sitting.table) == before
    assert sitting.hand(1).put == 8_000
    sitting.do(TurnMarker())
    sitting.do(ShowHand(1))
    sitting.do(BACK)
    assert sitting.hand(1).shown is None
    river = dealt()
    river.check_down(BOARD)
    river.do(TurnMarker())
    river.do(ShowHand(2))  # three Kings
    river.do(MuckHand(3))
    river.do(BACK)
    assert river.hand(3).shown is None


def test_nothing_is_taken_back_once_the_round_is_settled() -> None:
    """5.14 leaves what nothing else provides for to the Shift Manager."""
    sitting = dealt()
    keyed(sitting, "1 fold", "2 fold")
    sitting.do(Settle())
    assert tape_entries(sitting.table) == ()
    sitting.do(ShowHand(3), "p3")  # the winner may show until the next round, and keeps no tape by that
    assert tape_entries(sitting.table) == ()
    for command in (LATE, CorrectAct(2, Move.CALL, None, "late")):
        refusal = sitting.refused(command, "shift_manager")
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("5.14",))


def test_there_is_nothing_to_take_back_before_the_cards() -> None:
    sitting = RoomSitting((1, 2, 3))
    assert sitting.refused(BACK).reason is Reason.MOMENT
    sitting.open()
    assert sitting.refused(LATE, SUPERVISOR).reason is Reason.MOMENT


# ---- An act that others have followed --------------------------------------------------------------------------------


def test_a_call_that_was_a_fold_is_corrected_where_what_followed_stands() -> None:
    sitting = dealt()
    keyed(sitting, "1 call", "2 call", "3 check")
    (event,) = sitting.do(CorrectAct(1, Move.FOLD, None, "seat 1 had folded"), SUPERVISOR)
    assert isinstance(event, ActCorrected)
    assert (event.seat, event.before.move, event.after.move) == (1, Move.CALL, Move.FOLD)
    assert (event.keyed_by, event.by, event.reason) == ("dealer", SUPERVISOR, "seat 1 had folded")
    assert sitting.hand(1).folded
    assert sitting.hand(1).stack == 20_000
    assert sitting.round.phase is Phase.DEALING


def test_an_act_that_others_answered_needs_a_ruling() -> None:
    """Seats 2 and 3 called 200: had seat 1 raised to 600, they would have had to call that."""
    sitting = dealt()
    keyed(sitting, "1 call", "2 call", "3 check")
    refusal = sitting.refused(CorrectAct(1, Move.RAISE, 600, "it was a Raise"), SUPERVISOR)
    assert refusal.reason is Reason.MOMENT
    assert "5.14" in refusal.cites


def test_who_corrects_an_act_and_which() -> None:
    sitting = dealt()
    keyed(sitting, "1 call", "2 call")
    fold = CorrectAct(1, Move.FOLD, None, "seat 1 had folded")
    sitting.not_alone(fold)
    sitting.not_alone(replace(fold, reason=" "), SUPERVISOR)
    assert sitting.refused(replace(fold, move=Move.CALL), SUPERVISOR).reason is Reason.MOMENT
    assert sitting.refused(replace(fold, seat=3), SUPERVISOR).reason is Reason.MOMENT
    assert sitting.refused(replace(fold, move=Move.RAISE, to=399), SUPERVISOR).reason is Reason.AMOUNT
    sitting.do(fold, SUPERVISOR)


def test_a_record_for_others_has_the_round_as_it_stands() -> None:
    """Two sittings, one with slips and one without: the same PHH."""
    written = []
    for slips in (False, True):
        sitting = dealt()
        before = RoomSitting((1, 2, 3)).table
        sitting.events = [one for one in sitting.events if type(one).__name__ != "PlayerJoined"]
        if slips:
            keyed(sitting, "1 raise 600")
            sitting.do(BACK)
        keyed(sitting, "1 call", "2 call")
        if slips:
            keyed(sitting, "3 raise 800")
            sitting.do(BACK)
        keyed(sitting, "3 check")
        sitting.check_down(BOARD)
        sitting.finish(BOARD)
        written.append(write_phh(sitting.game, before, sitting.events))
        won = [event for event in sitting.events if isinstance(event, PotAwarded)]
        assert won[0].amount == 600
    assert written[0] == written[1]


# ---- Any sequence ---------------------------------------------------------------------------------------------------

seeds = st.integers(0, 2**32 - 1)
thorough = settings(max_examples=25, deadline=None)
GAME = load_room("rws-poker")
ANYBODY = Actor(SYSTEM, Role.SHIFT_MANAGER)
"""The program itself: whoever has to stand behind it, an act leads to the same."""


def _on_tape(turn: RoomTurn, number: int) -> bool:
    round_ = turn.table.round
    if round_ is None or round_.tape is UNSET:
        return False
    newest = round_.tape.acts[-1]
    return newest.entered.number == number and not stays(newest)


@thorough
@given(seeds)
def test_an_act_taken_back_leaves_nothing_behind(seed: int) -> None:
    for step in walk(GAME, random.Random(seed), 150):
        if isinstance(step.outcome, Refusal) or not _on_tape(step.outcome, step.before.version):
            continue
        if step.outcome.table.pending or step.before.waiting:
            continue
        back = act(GAME, step.outcome.table, ANYBODY, LATE)
        assert not isinstance(back, Refusal), back
        assert forgotten(back.table) == forgotten(step.before)


def _slips(game: RoomGame, table: Table, rng: random.Random) -> Table:
    """A table at which several things are keyed in wrongly, and taken back again."""
    done = 0
    for _ in range(rng.randint(1, 4)):
        deed = onward(game, table, rng)
        turn = None if deed is None else act(game, table, deed.actor, deed.command)
        if turn is None or isinstance(turn, Refusal) or not _on_tape(turn, table.version):
            break
        table, done = turn.table, done + 1
    for _ in range(done):
        turn = act(game, table, ANYBODY, LATE)
        assert not isinstance(turn, Refusal), turn
        table = turn.table
    return table


@thorough
@given(seeds)
def test_a_round_with_slips_taken_back_is_the_round_without_them(seed: int) -> None:
    rng, slips = random.Random(seed), random.Random(seed + 1)
    table = random_table(GAME, rng)
    for seat in range(1, table.policy.seats + 1):
        joined = act(GAME, table, Actor(f"p{seat}", Role.PLAYER), JoinTable(seat, table.policy.maximum_stake))
        assert not isinstance(joined, Refusal)
        table = joined.table
    clean = messy = table
    for _ in range(120):
        if slips.random() < 0.3:
            messy = _slips(GAME, messy, slips)
        deed = onward(GAME, clean, rng)
        if deed is None:
            break
        one, other = (act(GAME, table, deed.actor, deed.command) for table in (clean, messy))
        if isinstance(one, Refusal):
            assert one == other
            continue
        assert not isinstance(other, Refusal)
        assert one.events == other.events
        clean, messy = one.table, other.table
        assert forgotten(clean) == forgotten(messy)


@thorough
@given(seeds)
def test_a_correction_is_the_round_with_the_right_act(seed: int) -> None:
    """An act keyed in wrongly and corrected is the same round as one keyed in rightly."""
    dealer = Actor("dealer", Role.DEALER)
    for step in walk(GAME, random.Random(seed), 60, trouble=0):
        if isinstance(step.outcome, Refusal) or not isinstance(step.outcome.events[0], Acted):
            continue
        seat, was = step.outcome.events[0].seat, step.outcome.events[0]
        for move in (Move.FOLD, Move.CHECK, Move.CALL, Move.ALL_IN):
            right = act(GAME, step.before, dealer, Act(seat, move))
            if isinstance(right, Refusal):
                continue
            (now,) = right.events
            assert isinstance(now, Acted)
            corrected = act(GAME, step.outcome.table, ANYBODY, CorrectAct(seat, move, None, "keyed in wrongly"))
            if (now.move, now.to) == (was.move, was.to):
                assert isinstance(corrected, Refusal)
                continue
            assert not isinstance(corrected, Refusal), corrected
            assert forgotten(corrected.table) == forgotten(right.table)

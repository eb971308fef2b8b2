"""What was keyed in wrongly is taken back: by whom, until when, and what is left of it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.banked import act
from croupier.play.banked.commands import Choose, CorrectDecision, TakeBackLast
from croupier.play.banked.events import (
    ActTakenBack,
    BetsClosed,
    CardsDealt,
    Decided,
    DecisionCorrected,
    HandShown,
    JackpotUnfed,
    Share,
)
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.table import Turn
from croupier.play.banked.taking_back import tape_entries
from croupier.play.banked.tape import standing, stays
from croupier.play.banked.weighing import who_takes_back
from croupier.play.refusal import Reason, Refusal
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decision, Role, WagerName
from tests.pit import agreed
from tests.play.table_walk import sensible_deed, walk
from tests.sampling import spread
from tests.sitting import HOUSE_GAMES, Sitting

STUD = "rws-casino-stud"
BETS = ("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "p2: 2 ante 5000", "p3: 3 ante 5000")
CARDS = "dealer: deal ?? Qs 7c 6c Ah Js 7d 6d Kd Ts 2s 4s 9d 9s 3s 4c 5c 8s 9h 4d 2h"
"""Box 1 has a Straight Flush, box 2 a pair, box 3 two pairs; the Dealer has A-K-9-5-2 and qualifies."""


def _dealt() -> Sitting:
    sitting = Sitting(STUD, meter=1_000_000)
    sitting.do(*BETS, "dealer: no more bets", CARDS)
    return sitting


def _forgotten(table: Table) -> Table:
    """A table without its record of acts: what is left is the game."""
    round_ = None if table.round is None else replace(table.round, tape=UNSET, reached=UNSET)
    return replace(table, version=0, round=round_, stated=UNSET)


def _whose(sitting: Sitting) -> list[str]:
    return [needs.who for needs in who_takes_back(load_banked(STUD), sitting.table)]


# ---- The Dealer, at once ---------------------------------------------------------------------------------------------


def test_a_fold_that_was_keyed_in_wrongly_is_as_if_it_had_never_been() -> None:
    sitting = _dealt()
    before = _forgotten(sitting.table)
    (folded,) = sitting.do("dealer: fold 1")
    (event,) = sitting.do("dealer: take back")
    assert event == ActTakenBack((folded,), "dealer", "dealer", Role.DEALER, "", ("3.12.1",))  # type: ignore[arg-type]
    assert _forgotten(sitting.table) == before
    sitting.do("dealer: bet 1")
    assert sitting.box(1).decisions == (Decision.BET,)


def test_the_bet_of_a_decision_comes_back_with_it() -> None:
    sitting = _dealt()
    sitting.do("dealer: bet 1")
    assert sitting.box(1).wager(WagerName.BET) is not None
    sitting.do("dealer: take back")
    assert sitting.box(1).wager(WagerName.BET) is None


def test_several_acts_are_taken_back_one_by_one_and_no_more_than_there_are() -> None:
    sitting = Sitting(STUD)
    sitting.do("dealer: place your bets", "dealer for p1: 1 ante 10000", "dealer for p1: 1 jackpot 500")
    sitting.do("dealer for p1: 1 jackpot -all", "dealer: correct wager 1 ante 20000")
    assert _whose(sitting) == ["dealer"] * 4
    sitting.do("dealer: take back", "dealer: take back")
    assert [(one.name, one.amount) for one in sitting.box(1).wagers] == [
        (WagerName.ANTE, 10_000),
        (WagerName.JACKPOT, 500),
    ]
    sitting.do("dealer: take back", "dealer: take back")
    assert sitting.round.boxes == ()
    refusal = sitting.refused("dealer: take back")
    assert refusal.reason is Reason.MOMENT
    assert sitting.refused("pit_supervisor: take back because nothing is there").reason is Reason.MOMENT


def test_taking_back_is_not_for_players() -> None:
    sitting = _dealt()
    sitting.do("dealer: fold 1")
    assert sitting.refused("p1: take back").reason is Reason.ROLE
    assert sitting.refused("cage: take back").reason is Reason.ROLE


def test_there_is_nothing_to_take_back_before_the_first_round() -> None:
    assert Sitting(STUD).refused("dealer: take back").reason is Reason.MOMENT


def test_a_look_a_show_and_a_withheld_hand_are_taken_back() -> None:
    sitting = _dealt()
    sitting.do("dealer: look 2", "dealer: take back")
    assert not sitting.box(2).looked
    sitting.do("dealer: bet 1", "dealer: bet 2", "dealer: fold 3", "dealer: reveal", "dealer: show 1")
    sitting.do("dealer: take back", "dealer: withhold 1", "dealer: take back")
    assert sitting.box(1).shown is None
    sitting.do("dealer: show 1", "dealer: show 2", "dealer: settle")
    assert sitting.round.phase is Phase.ENDED


def test_a_reveal_is_taken_back_and_its_cards_are_face_down_again() -> None:
    sitting = _dealt()
    sitting.do("dealer: bet 1", "dealer: fold 2", "dealer: fold 3", "dealer: reveal")
    assert len(sitting.seen_by("display").dealer) == 5
    assert "??" not in sitting.seen_by("display").dealer
    sitting.do("dealer: take back")
    assert sitting.seen_by("display").dealer.count("??") == 4  # one lies face up from the deal on
    sitting.do("dealer: reveal", "dealer: show 1", "dealer: settle")


# ---- Lines ----------------------------------------------------------------------------------------------------------


def test_below_a_turned_card_a_supervisor_takes_back_with_a_reason() -> None:
    """The Dealer takes back the reveal itself; what was decided before it has been followed by a card."""
    sitting = _dealt()
    sitting.do("dealer: bet 1", "dealer: fold 2", "dealer: fold 3")
    assert _whose(sitting)[:3] == ["dealer"] * 3
    sitting.do("dealer: reveal")
    assert _whose(sitting)[:4] == ["dealer", *["dealer+pit_manager"] * 2, "dealer+pit_supervisor"]
    sitting.do("dealer: take back")
    assert sitting.refused("dealer: take back because it was box 2").reason is Reason.ROLE
    assert sitting.refused("pit_supervisor: take back because it was box 2").reason is Reason.ROLE  # a fold decides
    (event,) = sitting.do("pit_supervisor+pit_manager: take back because it was box 2")
    assert isinstance(event, ActTakenBack)
    assert (event.keyed_by, event.by, event.role) == ("dealer", "pit_supervisor", Role.PIT_SUPERVISOR)
    assert event.reason == "it was box 2"
    assert sitting.box(3).decisions == ()


def test_what_comes_after_a_line_is_the_dealers_again() -> None:
    sitting = _dealt()
    sitting.do("dealer: bet 1", "dealer: look 2", "dealer: take back")
    assert sitting.refused("dealer: take back").reason is Reason.ROLE
    sitting.do("dealer: fold 2", "dealer: take back")
    assert sitting.refused("dealer: take back").reason is Reason.ROLE


def test_bets_are_closed_again_only_while_no_card_is_out() -> None:
    """At 70 % the coin of 5.00 has put 3.50 into the meter, which leaves it again."""
    sitting = Sitting(STUD, meter=1_000_000)
    sitting.do(*BETS, "dealer: no more bets")
    assert sitting.table.meter.shown == 1_000_350
    unfed, event = sitting.do("dealer: take back")
    assert unfed == JackpotUnfed(1, 500, 350_000_000, unfed.cites)
    assert isinstance(event, ActTakenBack)
    assert isinstance(event.act[0], BetsClosed)
    assert sitting.table.meter.shown == 1_000_000
    assert sitting.round.phase is Phase.BETTING
    assert sitting.round.fed == ()
    sitting.do("p2: 2 jackpot 500", "dealer: no more bets")
    assert sitting.table.meter.shown == 1_000_700
    sitting.do("dealer: deal ??", "dealer: deal Qs")
    assert _whose(sitting)[:3] == ["dealer", "dealer", "pit_supervisor"]
    (dealt,) = sitting.do("dealer: take back")
    assert isinstance(dealt, ActTakenBack)
    assert isinstance(dealt.act[0], CardsDealt)
    sitting.do("dealer: take back")
    assert not sitting.round.cards_out
    assert sitting.refused("dealer: take back").reason is Reason.ROLE
    sitting.do("pit_supervisor: take back because p1 had not finished")
    assert sitting.table.meter.shown == 1_000_000


def test_a_wager_corrected_after_the_close_takes_its_contribution_both_ways() -> None:
    sitting = Sitting(STUD, meter=1_000_000)
    sitting.do(*BETS, "dealer: no more bets", "dealer: correct wager 1 jackpot 0")
    assert sitting.table.meter.shown == 1_000_000
    sitting.do("dealer: take back")
    assert sitting.table.meter.shown == 1_000_350
    assert sitting.round.fed == ((1, 350_000_000),)


# ---- Players' own acts ----------------------------------------------------------------------------------------------


def test_a_players_own_act_is_not_the_dealers_to_take_back() -> None:
    sitting = _dealt()
    sitting.do("p1: fold 1")
    refusal = sitting.refused("dealer: take back because p1 says so")
    assert refusal.reason is Reason.ROLE
    assert sitting.table.waiting == ()
    assert sitting.refused("pit_supervisor: take back because so").reason is Reason.ROLE
    (event,) = sitting.do("pit_supervisor+pit_manager: take back because the pad was touched by mistake")[-1:]
    assert isinstance(event, ActTakenBack)
    assert event.keyed_by == "p1"


def test_what_a_player_has_seen_stays_seen() -> None:
    """A look of the Player's own is nobody's to take back; the Dealer's act under it becomes the supervisor's."""
    sitting = _dealt()
    sitting.do("dealer: bet 1", "p2: look 2")
    assert _whose(sitting)[:2] == ["nobody", "dealer+pit_supervisor"]
    assert sitting.refused("dealer: take back").reason is Reason.ROLE
    sitting.do("pit_supervisor: take back because it was box 2")
    assert sitting.box(1).decisions == ()
    assert sitting.box(2).looked


def test_cards_are_corrected_and_not_taken_back_once_a_player_has_looked() -> None:
    sitting = _dealt()
    sitting.do("p2: look 2")
    assert sitting.refused("pit_supervisor: take back because wrong").reason is Reason.CARDS


# ---- Where it ends --------------------------------------------------------------------------------------------------


def test_nothing_is_taken_back_once_the_round_is_settled() -> None:
    sitting = _dealt()
    sitting.do("dealer: bet 1", "dealer: fold 2", "dealer: fold 3", "dealer: reveal", "dealer: show 1")
    sitting.do("dealer: settle")
    assert tape_entries(sitting.table) == ()
    for act_ in ("take back because late", "correct decision 2 bet because late"):
        refusal = sitting.refused(f"shift_manager: {act_}")
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("1.16", "5.24"))


def test_a_ruling_stands() -> None:
    sitting = _dealt()
    sitting.do("dealer: bet 1", "dealer: fold 2", "dealer: report wager_wrong_size wager=bet box=1 amount=30000")
    assert sitting.refused("pit_supervisor: take back because it was box 3").reason is Reason.MOMENT
    sitting.do("dealer: fold 3", "dealer: take back")
    assert sitting.box(3).decisions == ()


def test_at_a_table_that_deals_by_itself_nothing_is_taken_back() -> None:
    sitting = Sitting(STUD)
    sitting.table = replace(sitting.table, automatic=True)
    sitting.do(*BETS)
    assert sitting.round.tape is UNSET
    assert sitting.refused("shift_manager: take back because wrong").reason is Reason.MOMENT


# ---- A decision that others have followed ----------------------------------------------------------------------------


def test_a_fold_that_was_a_bet_is_corrected_and_what_followed_stands() -> None:
    """Box 1 bet twice its Ante of 100.00; its Straight Flush is paid 50 to 1 on that."""
    sitting = _dealt()
    (folded,) = sitting.do("dealer: fold 1")
    sitting.do("dealer: bet 2", "dealer: fold 3", "dealer: reveal", "dealer: show 2")
    (event,) = sitting.do("pit_supervisor: correct decision 1 bet because box 1 bet, box 4 did not play")
    assert isinstance(folded, Decided)
    bet = Decided(1, Decision.BET, WagerName.BET, (Share("p1", 20_000),), ("3.12.2",))
    why = "box 1 bet, box 4 did not play"
    role = Role.PIT_SUPERVISOR
    assert event == DecisionCorrected(1, folded, bet, (), "dealer", "pit_supervisor", role, why, ("3.12.2",))
    assert sitting.box(2).shown is True
    sitting.do("dealer: show 1", "dealer: settle")
    paid = {line.wager: line.paid for line in sitting.round.lines if line.box == 1}
    assert paid[WagerName.BET] == 50 * 20_000


def test_a_bet_that_was_a_fold_drops_what_its_hand_did_later() -> None:
    sitting = _dealt()
    sitting.do("dealer: bet 1", "dealer: bet 2", "dealer: fold 3", "dealer: reveal", "dealer: show 2")
    (shown,) = sitting.do("dealer: show 1")
    (event,) = sitting.do("pit_supervisor: correct decision 1 fold because it was box 1")
    assert isinstance(event, DecisionCorrected)
    assert event.dropped == ((shown,),)
    assert isinstance(shown, HandShown)
    assert sitting.box(1).folded
    assert sitting.box(1).wager(WagerName.BET) is None
    assert sitting.box(2).shown is True


def test_when_nobody_is_left_the_dealers_cards_need_not_be_turned() -> None:
    sitting = _dealt()
    sitting.do("dealer: fold 1", "dealer: bet 2", "dealer: fold 3", "dealer: reveal", "dealer: show 2")
    sitting.do("pit_supervisor: correct decision 2 fold because it was box 2", "dealer: settle")
    assert all(line.paid == 0 for line in sitting.round.lines)


def test_when_somebody_is_left_after_all_the_dealers_cards_are_turned() -> None:
    sitting = _dealt()
    sitting.do("dealer: fold 1", "dealer: fold 2", "dealer: fold 3")
    assert sitting.round.phase is Phase.SETTLING
    sitting.do("pit_supervisor: correct decision 2 bet because it was box 1 alone")
    sitting.do("dealer: reveal", "dealer: show 2", "dealer: settle")


def test_who_corrects_a_decision_and_which() -> None:
    sitting = _dealt()
    sitting.do("dealer: fold 1", "dealer: bet 2")
    assert sitting.refused("dealer: correct decision 1 bet because wrong").reason is Reason.ROLE
    assert sitting.refused("pit_supervisor: correct decision 1 bet because wrong").reason is Reason.ROLE  # it folded
    assert sitting.refused("pit_supervisor: correct decision 1 fold because wrong").reason is Reason.MOMENT
    assert sitting.refused("pit_supervisor: correct decision 3 bet because early").reason is Reason.MOMENT
    assert sitting.refused("pit_supervisor: correct decision 1 bet 19999 because wrong").reason is Reason.AMOUNT
    assert sitting.refused("pit_supervisor: correct decision 1 flop because wrong").reason is Reason.MOMENT
    sitting.do("pit_supervisor: correct decision 1 bet 20000 because exact")


def _holdem() -> Sitting:
    """Two boxes with their cards; the Flop is still face down."""
    sitting = Sitting("mbs-texas-holdem-bonus-progressive")
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p2: 2 ante 10000", "dealer: no more bets")
    sitting.do("dealer: deal 3c 4d 8h 9s Qc As Ah 5c 2d 7d 2s")
    return sitting


def test_a_hand_that_would_have_decided_again_decides_now() -> None:
    """Box 1 flopped after all: the Flop lies, box 2 has checked, and box 1 is asked next."""
    sitting = _holdem()
    sitting.do("dealer: fold 1", "dealer: flop 2", "dealer: reveal")
    sitting.do("pit_supervisor: correct decision 1 flop because both bet")
    sitting.do("dealer: check 1", "dealer: check 2")


def test_what_cannot_stand_needs_a_ruling() -> None:
    """The next Community Card was turned without box 1, which would have been asked before it."""
    sitting = _holdem()
    sitting.do("dealer: fold 1", "dealer: flop 2", "dealer: reveal", "dealer: check 2", "dealer: reveal")
    refusal = sitting.refused("pit_supervisor: correct decision 1 flop because both bet")
    assert refusal.reason is Reason.MOMENT
    assert "ruling" in refusal.sentence


# ---- Any sequence ---------------------------------------------------------------------------------------------------

games = st.sampled_from(HOUSE_GAMES)
seeds = st.integers(0, 2**32 - 1)
thorough = settings(max_examples=25, deadline=None)
SUPERVISOR = Actor("pit_supervisor", Role.PIT_SUPERVISOR)
BACK = TakeBackLast("keyed in wrongly")


def _on_tape(turn: Turn, number: int) -> bool:
    """Whether an act that has just been done is the newest that can be taken back."""
    round_ = turn.table.round
    if round_ is None or round_.tape is UNSET:
        return False
    newest = round_.tape.acts[-1]
    return newest.entered.number == number and not stays(newest)


@thorough
@given(games, seeds)
def test_an_act_taken_back_leaves_nothing_behind(name: str, seed: int) -> None:
    game = load_banked(name)
    taken = 0
    for step in walk(game, random.Random(seed), 120):
        if isinstance(step.outcome, Refusal) or not _on_tape(step.outcome, step.before.version):
            continue
        back = act(game, step.outcome.table, SUPERVISOR, BACK)
        assert not isinstance(back, Refusal), back
        assert _forgotten(back.table) == _forgotten(step.before)
        assert standing((*step.outcome.events, *back.events)) == [
            event for event in (*step.outcome.events, *back.events) if event not in _struck(back)
        ]
        taken += 1
    assert taken


def _struck(back: Turn) -> tuple[object, ...]:
    last = back.events[-1]
    assert isinstance(last, ActTakenBack)
    return (last, *last.act)


def _slips(game: BankedGame, table: Table, rng: random.Random) -> Table:
    """A table at which several things are keyed in wrongly, and taken back again."""
    done = 0
    for _ in range(rng.randint(1, 4)):
        deed = sensible_deed(game, table, rng)
        turn = act(game, table, Actor("dealer", Role.DEALER), deed.command)
        if isinstance(turn, Refusal) or not _on_tape(turn, table.version):
            break
        table, done = turn.table, done + 1
    for _ in range(done):
        turn = agreed(game, table, Deed(SUPERVISOR, BACK))
        assert not isinstance(turn, Refusal), turn
        table = turn.table
    return table


@thorough
@given(games, seeds)
def test_a_round_with_slips_taken_back_is_the_round_without_them(name: str, seed: int) -> None:
    game = load_banked(name)
    rng, slips = random.Random(seed), random.Random(seed + 1)
    clean = messy = next(iter(walk(game, random.Random(seed), 1))).before
    for _ in range(100):
        if slips.random() < 0.3:
            messy = _slips(game, messy, slips)
        deed = sensible_deed(game, clean, rng)
        one, other = (act(game, table, deed.actor, deed.command) for table in (clean, messy))
        if isinstance(one, Refusal):
            assert one == other
            continue
        assert not isinstance(other, Refusal)
        assert one.events == other.events
        clean, messy = one.table, other.table
        assert _forgotten(clean) == _forgotten(messy)


@pytest.mark.parametrize("name", spread(2, HOUSE_GAMES))
def test_a_correction_is_the_round_with_the_right_decision(name: str) -> None:
    """A decision keyed in wrongly and corrected is the same round as one keyed in rightly, as far as it goes."""
    game = load_banked(name)
    found = 0
    for seed in range(60):
        for step in walk(game, random.Random(seed), 100):
            if isinstance(step.outcome, Refusal) or not isinstance(step.outcome.events[0], Decided):
                continue
            box, was = step.outcome.events[0].box, step.outcome.events[0].decision
            for decision in Decision:
                right = act(game, step.before, SUPERVISOR, Choose(box, decision))
                if decision is was or isinstance(right, Refusal):
                    continue
                corrected = agreed(
                    game, step.outcome.table, Deed(SUPERVISOR, CorrectDecision(box, decision, None, "wrong"))
                )
                assert not isinstance(corrected, Refusal), corrected
                assert _forgotten(corrected.table) == _forgotten(right.table)
                found += 1
    assert found > 20

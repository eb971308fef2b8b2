"""Nobody moves money alone after the outcome: statements of staff at a house-banked table, and who must sign them."""

from typing import Final

import pytest

from croupier.notation.acts import parse_act
from croupier.notation.noted import NotedRound, settle_noted
from croupier.notation.problem import InputError
from croupier.play.banked import act
from croupier.play.banked.events import StatementMade
from croupier.play.refusal import Reason, Refusal
from croupier.rules.authority import Stage, Touches
from croupier.rules.settling import Result
from croupier.rules.terms import Role, WagerName
from tests.sitting import Sitting

STUD: Final = "rws-casino-stud"
BONUS: Final = "mbs-texas-holdem-bonus-progressive"
BETS: Final = ("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "p2: 2 ante 10000")


def dealt() -> Sitting:
    """Two boxes of Casino Stud from a shuffler, five named cards each; p1 holds A-K-Q-J-T of mixed suits."""
    sitting = Sitting(STUD, {"dealing": "shuffler"}, meter=5_000_000)
    sitting.do(*BETS, "dealer: no more bets", "dealer: deal As Kd Qs Js Ts 7c 2d 3d 9d 4d Kh Ah 5c 8h 2c")
    return sitting


def shown() -> Sitting:
    """The same with every hand face up: the outcome is known."""
    sitting = dealt()
    sitting.do("p1: bet 1", "p2: bet 2", "dealer: reveal", "p1: show 1", "p2: show 2")
    return sitting


def waits(sitting: Sitting, text: str) -> Sitting:
    """Return a sitting at which one act of staff waits."""
    other = Sitting(sitting.game.name)
    other.table = sitting.table
    deed = parse_act(text)
    turn = act(other.game, other.table, deed.actor, deed.command)
    assert not isinstance(turn, Refusal), turn
    assert isinstance(turn.events[-1], StatementMade)
    other.table = turn.table
    return other


@pytest.mark.parametrize(
    "report",
    [
        "report wager_over_maximum box=2 wager=ante amount=500500",
        "report wager_wrong_size box=2 wager=bet amount=500",
    ],
)
def test_an_amount_on_record_is_changed_after_the_outcome_by_two_with_a_pit_manager(report: str) -> None:
    sitting = shown()
    before = sitting.table.round
    said = waits(sitting, f"dealer: {report}")
    (statement,) = said.table.waiting
    assert statement.weighing.touches[0] is Touches.AGAINST_RECORD
    assert statement.weighing.stage is Stage.OUTCOME
    assert (statement.weighing.needs.people, statement.weighing.needs.role) == (2, Role.PIT_MANAGER)
    assert statement.weighing.compared[0].record in {"SGD 100.00", "SGD 200.00"}
    assert said.table.round == before, "nothing has moved yet"
    assert said.refused("dealer: settle").reason is Reason.MOMENT
    assert said.refused("dealer: sign 1 because so").reason is Reason.ROLE
    assert said.refused("pit_manager: sign 1").reason is Reason.AMOUNT
    said.do("pit_supervisor: sign 1 because I looked")
    assert said.table.waiting, "a Pit Supervisor beside the Dealer is not enough"
    said.do("pit_manager: sign 1 because I looked")
    assert not said.table.waiting


def test_a_pit_supervisor_alone_corrects_no_wager_after_the_outcome() -> None:
    said = waits(shown(), "pit_supervisor: correct wager 2 ante 400000 because I saw it")
    assert said.table.waiting[0].weighing.needs.people == 2
    assert said.round.boxes[1].wager(WagerName.ANTE).amount == 10_000  # type: ignore[union-attr]


@pytest.mark.parametrize("report", ["shoe_exhausted", "wrong_hand_count reconstructable=no box=1"])
def test_the_record_of_a_dealt_round_does_not_yield_to_the_dealer_alone(report: str) -> None:
    said = waits(shown(), f"dealer: report {report}")
    assert Touches.AGAINST_RECORD in said.table.waiting[0].weighing.touches
    assert said.round.lines == ()


@pytest.mark.parametrize("moment", [0, 1, 2, 3], ids=["bets open", "bets closed", "cards to come", "dealt"])
def test_a_shoe_that_has_cards_left_on_record_is_not_exhausted_on_the_word_of_the_dealer(moment: int) -> None:
    """Of 52 cards at most 15 have left the shoe. Nobody has looked: a Pit Supervisor says otherwise, with a reason."""
    sitting = Sitting(STUD, {"dealing": "shuffler"}, meter=5_000_000)
    sitting.do(*BETS)
    later = ("dealer: no more bets", "dealer: deal As Kd Qs Js Ts", "dealer: deal 7c 2d 3d 9d 4d")
    sitting.do(*later[:moment])
    said = waits(sitting, "dealer: report shoe_exhausted")
    (statement,) = said.table.waiting
    assert statement.weighing.touches == (Touches.AGAINST_RECORD,)
    assert statement.weighing.compared[0].record == str((52, 52, 47, 42)[moment])
    assert (statement.weighing.needs.people, statement.weighing.needs.role) == (1, Role.PIT_SUPERVISOR)
    sitting.do("dealer: report deck_miscount")  # a shoe that is short of cards has a report of its own
    assert {line.result for line in sitting.round.lines} == {Result.VOID}


def test_after_the_settlement_a_shift_manager_signs_what_contradicts_the_record() -> None:
    sitting = shown()
    sitting.do("dealer: settle")
    lines = sitting.round.lines
    said = waits(sitting, "dealer: report wrong_hand_count reconstructable=no box=1")
    assert said.table.waiting[0].weighing.stage is Stage.SETTLED
    said.do("pit_manager: sign 1 because of the camera")
    assert said.round.lines == lines
    said.do("shift_manager: sign 1 because of the camera")
    assert {line.result for line in said.round.lines if line.box == 1} == {Result.RETURNED}


def test_what_gives_wagers_back_takes_two_once_somebody_has_looked() -> None:
    alone = dealt()
    alone.do("dealer: report misdeal reconstructable=no seen=no")
    assert not alone.table.waiting, "nobody has looked and no card was turned"
    sitting = dealt()
    sitting.do("p1: look 1")
    said = waits(sitting, "dealer: report foreign_card")
    assert said.table.waiting[0].weighing.touches == (Touches.GIVES_BACK,)
    events = said.do("pit_supervisor: refuse 1 because it is ours")
    assert events == ()
    assert not said.table.waiting
    said.do("p1: bet 1")


def test_the_second_person_may_give_the_same_command() -> None:
    sitting = dealt()
    sitting.do("p1: look 1")
    said = waits(sitting, "dealer: report foreign_card")
    said.do("pit_supervisor: report foreign_card because here it is")
    assert {line.result for line in said.round.lines} == {Result.VOID}


def test_a_first_round_is_never_a_second_short_wager() -> None:
    """THBP 5.13: the table's own record says whether a Player had a short wager before, and no statement."""
    sitting = Sitting(BONUS, meter=5_000_000)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets")
    refused = sitting.refused(
        "shift_manager: report wager_under_minimum box=1 wager=ante amount=500 previous=yes because so"
    )
    assert refused.reason is Reason.FACT
    assert not sitting.table.waiting


def test_an_absence_after_a_look_is_confirmed_by_a_pit_supervisor() -> None:
    """THBP 5.11: a Player who has looked would otherwise have looked for nothing."""
    sitting = Sitting(BONUS, meter=5_000_000)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p2: 2 ante 10000", "dealer: no more bets")
    sitting.do("dealer: deal 3c 4d 8h 9s Qc As Ah 5c 2d 7d 2s", "p1: look 1")
    said = waits(sitting, "dealer: report player_absent box=1")
    assert not said.box(1).out
    said.do("pit_supervisor: sign 1 because the seat is empty")
    assert said.box(1).out


def test_what_was_seen_and_taken_back_stays_seen() -> None:
    """A hand that was shown decides its wagers, also once the showing has been taken back."""
    sitting = dealt()
    sitting.do("dealer: bet 1", "dealer: bet 2", "dealer: reveal", "dealer: show 1")
    sitting.do("dealer: take back because it was box 2")
    said = waits(sitting, "pit_supervisor: correct wager 1 ante 20000 because I saw it")
    assert said.table.waiting[0].weighing.stage is Stage.OUTCOME


def test_a_jackpot_wager_corrected_and_taken_back_is_there_again() -> None:
    sitting = dealt()
    sitting.do("dealer: bet 1", "dealer: bet 2")
    fed = sitting.table.meter
    sitting.do("pit_supervisor: correct wager 1 jackpot 0 because it was never there")
    assert sitting.table.meter.millionths < fed.millionths
    sitting.do("pit_supervisor: take back because it was")
    assert sitting.table.meter == fed


@pytest.mark.parametrize(("settled", "difference"), [(True, -30_000), (False, None)])
def test_before_anybody_signs_the_difference_in_money_is_known_where_all_cards_are(
    settled: bool, difference: int | None
) -> None:
    """p2 has lost an Ante of 100 and a BET of 200 to the Dealer's pair; both come back once the hand is out."""
    sitting = shown() if settled else dealt()
    sitting.do("dealer: settle" if settled else "p1: look 1")
    said = waits(sitting, "dealer: report wrong_hand_count reconstructable=no box=2")
    found = said.table.waiting[0].weighing.difference
    assert found == difference
    assert said.seen_by("pit_supervisor").statements[0].difference == found
    assert said.seen_by("player", "p1").statements == ()


def test_a_written_round_that_lacks_a_signature_is_not_finished() -> None:
    sitting = shown()
    acts = (*BETS, "dealer: no more bets", "dealer: deal As Kd Qs Js Ts 7c 2d 3d 9d 4d Kh Ah 5c 8h 2c")
    played = ("p1: bet 1", "p2: bet 2", "dealer: reveal", "p1: show 1", "p2: show 2")
    report = "report wrong_hand_count reconstructable=no box=2 because of the camera"
    policy = {"dealing": "shuffler"}
    lacks = NotedRound(1, STUD, acts=(*acts, *played, f"dealer: {report}"), meter=5_000_000, policy=policy)
    with pytest.raises(InputError, match="not finished: a Pit Manager or someone above them must still sign"):
        settle_noted(lacks)
    signed = (*acts, *played, f"dealer+pit_manager: {report}", "dealer: settle")
    answer = settle_noted(NotedRound(1, STUD, acts=signed, meter=5_000_000, policy=policy))
    assert {line.result for line in answer.lines if line.box == 2} == {"returned"}
    assert sitting.round.lines == ()


def test_an_absence_that_is_told_again_changes_nothing_and_is_the_dealers() -> None:
    """RWS 5.5, while bets are open: the hand is folded by the first report."""
    sitting = Sitting(STUD)
    sitting.do(*BETS, "dealer: report player_absent box=2")
    before = sitting.round
    deed = parse_act("dealer: report player_absent box=2")
    turn = act(sitting.game, sitting.table, deed.actor, deed.command)
    assert not isinstance(turn, Refusal), turn
    assert (turn.table.round, turn.table.waiting) == (before, ())


def test_a_prohibition_that_gives_nothing_back_is_the_shift_managers_alone() -> None:
    """THBP 5.9: the Player's only hand has left the round before."""
    sitting = Sitting(BONUS)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "dealer: report confidentiality_breach box=1")
    sitting.do("dealer: report player_absent box=1")
    deed = parse_act("shift_manager: rule 1 prohibit because of the telephone")
    turn = act(sitting.game, sitting.table, deed.actor, deed.command)
    assert not isinstance(turn, Refusal), turn
    assert not turn.table.waiting
    assert not turn.table.pending

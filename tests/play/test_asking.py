"""A ruling asked for at a live table, with the money of each box.

Box 1 holds 7-7, box 2 Q-Q, the Dealer A-K high, which qualifies. Each has an Ante of 100.00 and a jackpot wager of
5.00, and goes on with a BET of 200.00: a pair wins 1 to 1 on both, and the jackpot wager loses, so that each box wins
100.00 + 200.00 - 5.00 = 295.00.
"""

import pytest

from croupier.play.asking import Asked, BoxMoney
from croupier.play.banked.asking import ask_banked, stage_of
from croupier.play.banked.commands import Report
from croupier.play.banked.state import Phase
from croupier.play.refusal import Refusal
from croupier.play.room.asking import ask_room
from croupier.play.room.commands import Report as RoomReport
from croupier.play.rulings import RulingError
from croupier.rules.authority import Stage
from croupier.rules.irregularities import Ruling
from tests.room import RoomSitting
from tests.rulebooks.irregular import ANTE, JACKPOT, betting, dealt, decide_all, finish
from tests.sitting import Sitting

STUD = "rws-casino-stud"
BET = 2 * ANTE
WON = ANTE + BET - JACKPOT


def ask_at(sitting: Sitting, irregularity: str, box: int | None = None, **facts: str) -> Asked:
    """Ask a table, and find that nothing has changed at it."""
    before = sitting.table
    found = ask_banked(sitting.game, before, Report(irregularity, facts, box=box))
    assert not isinstance(found, Refusal), found
    assert sitting.table == before
    return found


def test_a_void_before_an_outcome_gives_every_wager_back() -> None:
    """5.8.3: 105.00 a box go back; what play would have brought is unknown."""
    found = ask_at(dealt(STUD), "deck_miscount")
    assert (found.stage, found.ruled.ruling, found.ruled.cites) == (Stage.OPEN, Ruling.VOID_ROUND, ("5.8.3",))
    lies = {"ante": ANTE, "jackpot": JACKPOT}
    assert found.boxes == (
        BoxMoney(1, ("p1",), lies, ANTE + JACKPOT, 0, 0, None),
        BoxMoney(2, ("p2",), lies, ANTE + JACKPOT, 0, 0, None),
    )
    assert found.difference is None


def test_a_void_of_decided_hands_names_what_each_player_loses_by_it() -> None:
    """Every card is face up: without the Void each box wins 295.00, with it nothing."""
    sitting = decide_all(dealt(STUD))
    assert sitting.round.phase is Phase.SETTLING
    found = ask_at(sitting, "foreign_card")
    assert found.stage is Stage.OUTCOME
    assert [(one.back, one.result, one.without, one.difference) for one in found.boxes] == [
        (ANTE + BET + JACKPOT, 0, WON, -WON),
        (ANTE + BET + JACKPOT, 0, WON, -WON),
    ]
    assert found.difference == -2 * WON
    assert found.weighing is not None
    assert found.weighing.difference == 2 * WON  # the House wins what the Players do not


def test_a_settled_round_stands_and_moves_nothing() -> None:
    """5.8, last sentence: found after the settlement, a miscounted deck changes nothing."""
    found = ask_at(finish(dealt(STUD)), "deck_miscount")
    assert (found.stage, found.ruled.ruling) == (Stage.SETTLED, Ruling.CONTINUE)
    assert found.ruled.explanation == "The round is settled and stands: this goes on record and changes nothing."
    assert [(one.back, one.result, one.difference) for one in found.boxes] == [(0, WON, 0), (0, WON, 0)]


def test_a_wrong_count_after_the_settlement_reaches_one_box() -> None:
    """5.15: box 2 is paid back and gets its wagers back; box 1 keeps what it has won."""
    found = ask_at(finish(dealt(STUD)), "wrong_hand_count", 2, reconstructable="no")
    assert found.ruled.ruling is Ruling.INVALIDATE_HAND
    assert [(one.box, one.back, one.result, one.without, one.difference) for one in found.boxes] == [
        (1, 0, WON, WON, 0),
        (2, ANTE + BET + JACKPOT, 0, WON, -WON),
    ]


def test_a_choice_says_what_each_player_may_take_back() -> None:
    """5.10: nobody has seen his cards, and the Player whose card was exposed chooses."""
    found = ask_at(dealt(STUD), "cards_exposed", 1, count="1", seen="no", whose="player")
    assert found.ruled.ruling is Ruling.PLAYERS_CHOOSE
    assert [(one.box, one.back, one.may_take_back) for one in found.boxes] == [(1, 0, ANTE + JACKPOT), (2, 0, 0)]


def test_the_table_answers_facts_and_asks_for_the_others_at_once() -> None:
    """That a Player has looked is on record, so it is not asked; how many cards and whose is."""
    sitting = dealt(STUD)
    sitting.do("p1: look 1")
    with pytest.raises(RulingError) as raised:
        ask_banked(sitting.game, sitting.table, Report("cards_exposed"))
    assert [fact.name for fact in raised.value.missing] == ["count", "whose"]
    found = ask_at(sitting, "cards_exposed", 2, count="1", whose="player")
    assert found.ruled.facts["seen"] == "yes"


def test_an_answer_against_the_record_shows_both() -> None:
    sitting = dealt(STUD)
    sitting.do("p1: look 1")
    found = ask_at(sitting, "cards_exposed", 2, count="1", whose="player", seen="no")
    assert found.contradicted == {"seen": "yes"}
    assert found.ruled.facts["seen"] == "no"


def test_a_report_that_cannot_be_made_is_refused_in_a_sentence() -> None:
    sitting = betting(STUD)
    found = ask_banked(sitting.game, sitting.table, Report("player_absent"))
    assert isinstance(found, Refusal)
    assert found.sentence == "Player absent: say which box it is about"
    assert stage_of(sitting.game, sitting.table) is Stage.OPEN


def test_a_table_of_the_poker_room_names_its_signers_by_the_deal() -> None:
    """From the deal on a Void gives bets back, so that a Pit Supervisor confirms it; before it, the Dealer says so."""
    sitting = RoomSitting((1, 2, 3))
    sitting.open()
    before = ask_room(sitting.game, sitting.table, RoomReport("deck_miscount"))
    assert not isinstance(before, Refusal), before
    assert [one.who for one in before.signs(sitting.game)] == ["dealer"]
    sitting.deal()
    after = ask_room(sitting.game, sitting.table, RoomReport("deck_miscount"))
    assert not isinstance(after, Refusal), after
    assert [one.who for one in after.signs(sitting.game)] == ["dealer+pit_supervisor"]
    assert {one.result for one in after.boxes} == {0}
    by_program = ask_room(sitting.game, sitting.table, RoomReport("deck_miscount"), automatic=True)
    assert not isinstance(by_program, Refusal), by_program
    assert [one.who for one in by_program.signs(sitting.game)] == ["nobody"]

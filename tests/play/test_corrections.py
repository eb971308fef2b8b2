"""A card or wager keyed in wrongly: corrected, with both versions on record, and the round is recomputed."""

from croupier.cards import parse_card
from croupier.play.banked.events import CardCorrected, JackpotFed, JackpotUnfed, WagerCorrected
from croupier.play.refusal import Reason
from croupier.rules.terms import WagerName
from tests.sitting import Sitting

BETS = ("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "p2: 2 ante 5000")
CARDS = "dealer: deal ?? Qs 7c Ah Js 7d Kd Ts 2s 9d 9s 3s 5c 8s 9h 2h"


def _dealt() -> Sitting:
    sitting = Sitting("rws-casino-stud", meter=1_000_000)
    sitting.do(*BETS, "dealer: no more bets", CARDS)
    return sitting


def test_the_dealer_corrects_a_card_until_the_next_decision() -> None:
    sitting = _dealt()
    (event,) = sitting.do("dealer: correct card 1 5 7s")
    assert event == CardCorrected("1", 4, parse_card("8s"), parse_card("7s"), "", ("2.2.1",))
    assert sitting.box(1).cards[4] == parse_card("7s")
    sitting.do("dealer: correct card 1 5 8s", "p1: bet 1")
    refusal = sitting.refused("dealer: correct card 1 5 7s because misread")
    assert refusal.reason is Reason.ROLE
    # The Dealer's fifth card lies face up: whoever corrects has seen a card, and is not alone.
    assert sitting.refused("pit_supervisor: correct card 1 5 7s because misread").reason is Reason.ROLE
    assert sitting.refused("dealer+pit_supervisor: correct card 1 5 7s").reason is Reason.AMOUNT
    sitting.do("dealer+pit_supervisor: correct card 1 5 7s because misread")


def test_a_corrected_card_is_settled() -> None:
    """Q-J-T-9-8 of spades is a Straight Flush, 50 to 1; with the 7 for the 8 it is a Flush, 5 to 1."""
    sitting = _dealt()
    sitting.do("p1: bet 1", "p2: fold 2", "dealer: reveal")
    sitting.do("pit_supervisor: correct card 1 5 7s because the scanner slipped", "p1: show 1", "dealer: settle")
    paid = {line.wager: line.paid for line in sitting.round.lines if line.box == 1}
    assert paid[WagerName.BET] == 5 * 20_000
    assert paid[WagerName.JACKPOT] == 10_000


def test_a_card_cannot_be_corrected_to_one_that_is_out_or_to_none() -> None:
    sitting = _dealt()
    for card, place, index in (
        ("Ah", "1", 1),
        ("Qs", "1", 1),
        ("Qs", "dealer", 1),
        ("4c", "9", 1),
        ("4c", "1", 6),
        ("4c", "1", 0),
    ):
        refusal = sitting.refused(f"dealer: correct card {place} {index} {card}")
        assert refusal.reason is Reason.CARDS
    assert sitting.refused("dealer: correct card dealer 5 ??").reason is Reason.CARDS
    sitting.do("dealer: correct card 2 1 ??", "dealer: correct card 2 1 7c")


def test_a_supervisor_corrects_a_wager_that_a_player_entered() -> None:
    sitting = Sitting("rws-casino-stud", meter=1_000_000)
    sitting.do(*BETS, "dealer: no more bets")
    (event,) = sitting.do("pit_supervisor: correct wager 1 ante 20000 because misheard")
    assert event == WagerCorrected(1, WagerName.ANTE, "p1", 10_000, 20_000, "misheard", ("3.6",))
    sitting.do(CARDS)
    assert sitting.refused("dealer: correct wager 1 ante 10000 because misheard").reason is Reason.ROLE
    # The Dealer's fifth card lies face up: whoever corrects has seen a card, and is not alone.
    assert sitting.refused("pit_supervisor: correct wager 1 ante 10000 because misheard").reason is Reason.ROLE
    assert sitting.refused("dealer+pit_supervisor: correct wager 1 ante 10000").reason is Reason.AMOUNT
    sitting.do("dealer+pit_supervisor: correct wager 1 ante 10000 because misheard")


def test_what_follows_from_an_ante_follows_its_correction() -> None:
    sitting = _dealt()
    sitting.do("p1: bet 1")
    ante, bet = sitting.do("pit_supervisor: correct wager 1 ante 30000 because a stack was overlooked")
    assert isinstance(ante, WagerCorrected)
    assert isinstance(bet, WagerCorrected)
    assert (bet.wager, bet.before, bet.after, bet.cites) == (WagerName.BET, 20_000, 60_000, ("3.12.2",))


def test_a_jackpot_wager_takes_its_contribution_along() -> None:
    sitting = _dealt()
    assert sitting.table.meter.shown == 1_000_350
    corrected, unfed = sitting.do("pit_supervisor: correct wager 1 jackpot 0 because the coin was a chip")
    assert isinstance(corrected, WagerCorrected)
    assert isinstance(unfed, JackpotUnfed)
    assert sitting.table.meter.shown == 1_000_000
    _, fed = sitting.do("pit_supervisor: correct wager 2 jackpot 500 because it lay there")
    assert isinstance(fed, JackpotFed)
    assert sitting.table.meter.shown == 1_000_350


def test_a_wager_cannot_be_corrected_to_what_could_not_lie_there() -> None:
    sitting = Sitting("rws-casino-stud")
    sitting.do(*BETS)
    for amount in (0, 2_000, 2_501, 10_000, 500_500):
        assert sitting.refused(f"dealer: correct wager 1 ante {amount}").reason is Reason.LIMITS
    for amount in (499, 501, 1_000):
        assert sitting.refused(f"dealer: correct wager 1 jackpot {amount}").reason is Reason.LIMITS
    assert sitting.refused("dealer: correct wager 3 ante 2500").reason is Reason.NO_SUCH_WAGER
    assert sitting.refused("dealer: correct wager 1 bet 2500").reason is Reason.NO_SUCH_WAGER
    assert sitting.refused("p1: correct wager 1 ante 2500").reason is Reason.ROLE


def test_nothing_is_corrected_once_the_round_is_settled() -> None:
    sitting = _dealt()
    sitting.do("p1: fold 1", "p2: fold 2", "dealer: settle")
    assert sitting.refused("shift_manager: correct card 1 1 4c because late").reason is Reason.MOMENT
    assert sitting.refused("shift_manager: correct wager 1 ante 5000 because late").reason is Reason.MOMENT


def _some_boxes_closed(*before: str) -> Sitting:
    """A table of the Multi-Link game at which the House closes box 2 (5.18.2.b), after ``before``."""
    sitting = Sitting("rws-multi-link-casino-stud", meter=1_000_000)
    sitting.do(*before, "dealer: report jackpot_system_down")
    sitting.do("pit_manager: rule 1 close_boxes boxes=2 because its device is dead")
    return sitting


def test_where_some_boxes_are_closed_a_jackpot_wager_of_another_is_corrected() -> None:
    """5.18.2.b keeps wagers from the affected boxes; the others play for the jackpot, so a slip there is corrected."""
    sitting = _some_boxes_closed()
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p3: 3 ante 10000", "p3: 3 jackpot 500")
    sitting.do("dealer: correct wager 3 jackpot 0", "dealer: correct wager 1 jackpot 500", "dealer: no more bets")
    assert sitting.table.meter.shown == 1_000_350  # 70 % of one wager of 5.00
    _, fed = sitting.do("dealer: correct wager 3 jackpot 500")
    assert isinstance(fed, JackpotFed)
    assert sitting.table.meter.shown == 1_000_700


def test_the_jackpot_wagers_of_the_round_in_which_the_system_failed_stay_as_registered() -> None:
    """5.18.1 pays that round from the value registered before: nothing is added to it, whatever the House chooses."""
    dealt = ("dealer: deal ?? Qs 7c Js Kd Ts 9d 9s 5c 8s 2h", "p1: look 1")
    sitting = _some_boxes_closed("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets", *dealt)
    refusal = sitting.refused("pit_supervisor: correct wager 1 jackpot 500 because it lay there")
    assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_WAGER, ("5.18.1", "I18"))
    assert refusal.sentence.startswith("The jackpot system failed in this round")


def test_no_jackpot_wager_is_added_once_nobody_was_left_to_ask_for_its_cards() -> None:
    """PTHP 3.11.2.a turns the Community Cards for a folded jackpot wager; here none lay, and none was dealt."""
    sitting = Sitting("rws-progressive-texas-holdem", {"dealing": "shoe"})
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets", "dealer: deal ?? 8s 9h")
    sitting.do("dealer: fold 1")
    refusal = sitting.refused("dealer+shift_manager: correct wager 1 jackpot 500 because seen")
    assert refusal.reason is Reason.MOMENT
    sitting.do("dealer: take back", "dealer+pit_manager: correct wager 1 jackpot 500 because seen")
    sitting.do("dealer: fold 1", "dealer: deal ?? 2h 3h 4h")
    assert len(sitting.round.community) == 3

"""Two troubles and more in one round of the RWS games: each report is ruled on all that has gone wrong so far.

Box 1 is p1's, box 3 p2's, box 5 p3's; every Ante is 10,000 unless it says otherwise. The Dealer's hand qualifies with
Ace and King; p1's pair of Sevens beats it, p2's Queens do too.
"""

from typing import Final

import pytest

from croupier.play.banked.events import (
    ChoiceMade,
    ChoiceOpened,
    DecisionPending,
    HandAbsent,
    HandShown,
    IrregularityRuled,
    RoundVoided,
)
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason
from tests.sitting import Sitting

CSP: Final = "rws-casino-stud"
MLP: Final = "rws-multi-link-casino-stud"
PTHP: Final = "rws-progressive-texas-holdem"
STUD: Final = (CSP, MLP)
ANTES: Final = ("p1: 1 ante 10000", "p2: 3 ante 10000")
JACKPOTS: Final = ("p1: 1 jackpot 500", "p2: 3 jackpot 500")
DEAL: Final = "dealer: deal 9c 7c Qc As 7d Qd Kd Ks 8s 4c 5h 6h 3h 3s 2d 2s"
"""A card burnt, then five rounds of box 1, box 3, Dealer: 77K53, QQ862 and A K 4 3 2."""
FIRST_CARDS: Final = "dealer: deal 9c 7c Qc As 7d Qd Kd"
REST: Final = "dealer: deal Ks 8s 4c 5h 6h 3h 3s 2d 2s"
END: Final = ("dealer: reveal", "dealer: show 1", "dealer: show 3", "dealer: settle")
SEED: Final = 5_000_000


def closed(game: str, *bets: str, policy: dict[str, object] | None = None) -> Sitting:
    """A round whose bets are closed."""
    sitting = Sitting(game, policy)
    sitting.do("dealer: place your bets", *(bets or ANTES), "dealer: no more bets")
    return sitting


def ruled(sitting: Sitting, act: str) -> IrregularityRuled:
    """The ruling that an act leads to."""
    return next(event for event in sitting.do(act) if isinstance(event, IrregularityRuled))


def choosers(sitting: Sitting) -> list[int]:
    """The boxes that have to choose."""
    return [box.number for box in sitting.round.boxes if box.choice]


def ends(sitting: Sitting) -> dict[tuple[int, str], tuple[str, int, int]]:
    """How each wager ended: result, winnings, what came back."""
    return {(one.box, one.wager.value): (one.result.value, one.paid, one.returned) for one in sitting.round.lines}


# Exposed cards


@pytest.mark.parametrize("game", STUD)
def test_5_16_the_first_card_of_the_dealer_exposed_and_then_another_report(game: str) -> None:
    sitting = closed(game)
    sitting.do("dealer: deal 9c 7c Qc As")
    assert ruled(sitting, "dealer: report cards_exposed cards=As").ruling == "use_card"
    after = ruled(sitting, "dealer: report interruption")
    assert (after.ruling, after.facts["outcome"]) == ("void_round", "none")


@pytest.mark.parametrize("game", STUD)
def test_5_8_2_cards_exposed_one_by_one_add_up(game: str) -> None:
    sitting = closed(game)
    sitting.do(FIRST_CARDS)
    assert ruled(sitting, "dealer: report cards_exposed cards=7c seen=no").ruling == "players_choose"
    second = ruled(sitting, "dealer: report cards_exposed cards=Qd seen=no")
    assert (second.ruling, second.facts["count"], second.cites[0]) == ("void_round", "2", "5.8.2")
    assert ends(sitting) == {(1, "ante"): ("void", 0, 10_000), (3, "ante"): ("void", 0, 10_000)}


@pytest.mark.parametrize("game", STUD)
def test_5_8_2_three_cards_of_the_dealer_singly_are_one_face_up_and_two_exposed(game: str) -> None:
    sitting = closed(game)
    sitting.do("dealer: deal 9c 7c Qc As 7d Qd Kd Ks 8s 4c")
    assert ruled(sitting, "dealer: report cards_exposed cards=As").ruling == "use_card"
    second = ruled(sitting, "dealer: report cards_exposed cards=Kd seen=no")
    assert (second.ruling, choosers(sitting)) == ("players_choose", [1, 3])
    assert ruled(sitting, "dealer: report cards_exposed cards=4c seen=no").ruling == "void_round"


@pytest.mark.parametrize("game", STUD)
def test_5_16_a_card_of_the_dealer_beside_one_of_a_player_does_not_count(game: str) -> None:
    sitting = closed(game)
    sitting.do(FIRST_CARDS)
    assert ruled(sitting, "dealer: report cards_exposed cards=7cAs seen=no").ruling == "players_choose"
    assert choosers(sitting) == [1]  # the Dealer's card is his face-up card, and no dealing error of 5.10
    assert sitting.round.dealer_up == (0,)
    assert sitting.round.wrongly_exposed == 1


@pytest.mark.parametrize("game", STUD)
def test_5_16_a_card_exposed_after_the_deal_leaves_the_face_up_card_as_it_is(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: look 1", "p1: bet 1")
    later = ruled(sitting, "dealer: report cards_exposed cards=As")
    assert (later.ruling, later.facts["when"]) == ("continue", "after")
    assert sitting.round.dealer_up == (4,)
    sitting.do("p2: bet 3", "dealer: reveal")
    refused = sitting.refused("dealer: report cards_exposed cards=AsKd")
    assert refused.reason is Reason.CARDS


@pytest.mark.parametrize("game", STUD)
def test_5_8_2_two_cards_exposed_after_the_deal_change_nothing(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: bet 1")
    assert ruled(sitting, "dealer: report cards_exposed cards=Qd8s seen=no").ruling == "continue"
    assert sitting.round.phase is Phase.PLAY
    assert choosers(sitting) == []


@pytest.mark.parametrize("game", STUD)
def test_5_16_a_dealer_whose_cards_nobody_identified_says_where_the_card_lies(game: str) -> None:
    sitting = closed(game)
    sitting.do("dealer: deal ?? ?? ?? ?? ?? ?? ??")
    assert sitting.refused("dealer: report cards_exposed count=1 whose=dealer seen=no").reason is Reason.CARDS
    assert ruled(sitting, "dealer: report cards_exposed count=1 whose=dealer at=dealer.2").ruling == "use_card"
    assert sitting.round.dealer_up == (1,)
    assert ruled(sitting, "dealer: report cards_exposed at=3.1 seen=no").ruling == "players_choose"
    assert choosers(sitting) == [3]
    assert ruled(sitting, "dealer: report misdeal seen=no reconstructable=no").ruling == "void_round"


@pytest.mark.parametrize("game", [*STUD, PTHP])
def test_5_10_who_is_affected_follows_from_the_card(game: str) -> None:
    sitting = closed(game, *ANTES, "p3: 5 ante 10000")
    sitting.do("dealer: deal 9c 7c Qc Jc")
    exposed = ruled(sitting, "dealer: report cards_exposed count=1 cards=Qc seen=no")
    assert (exposed.box, choosers(sitting)) == (3, [3])


@pytest.mark.parametrize("game", [*STUD, PTHP])
def test_5_10_a_box_that_was_named_wrongly_does_not_choose(game: str) -> None:
    sitting = closed(game, *ANTES, "p3: 5 ante 10000")
    sitting.do("dealer: deal 9c 7c Qc Jc", "dealer: report cards_exposed count=1 box=1 cards=Qc seen=no")
    assert choosers(sitting) == [3]


@pytest.mark.parametrize("game", STUD)
def test_5_10_a_misdeal_affects_the_hands_that_move(game: str) -> None:
    sitting = closed(game, *ANTES, "p3: 5 ante 10000")
    sitting.do("dealer: deal 9c 7c Qc Jc As 7d Qd Jd Kd Ks 8s 9s 4c 5h 6h 8d 3h 3s 2d 4s 2s")
    moved = "hands=1:JcJd9s8d4s/5:7c7dKs5h3s"
    misdeal = ruled(sitting, f"dealer: report misdeal seen=no reconstructable=yes {moved}")
    assert (misdeal.ruling, choosers(sitting)) == ("players_choose", [1, 5])


# What is said and what is recorded


@pytest.mark.parametrize("game", [*STUD, PTHP])
def test_5_12_a_look_that_nobody_keyed_is_not_known(game: str) -> None:
    sitting = closed(game)
    sitting.do("dealer: deal 9c 7c Qc")
    refused = sitting.refused("dealer: report cards_exposed cards=7cQc")
    assert refused.reason is Reason.FACT
    assert "seen" in refused.sentence
    seen = ruled(sitting, "dealer: report cards_exposed cards=7cQc seen=yes")
    assert (seen.ruling, seen.stated["seen"]) == ("continue", "yes")


@pytest.mark.parametrize("game", STUD)
def test_5_17_what_was_said_holds_for_the_next_report(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "dealer: report cards_exposed cards=7c seen=yes")
    down = ruled(sitting, "dealer: report jackpot_system_down")
    assert (down.ruling, down.cites) == ("continue", ("5.18.1",))


@pytest.mark.parametrize("game", STUD)
def test_5_12_a_statement_against_the_record_needs_a_supervisor_with_a_reason(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: look 1")
    against = "report jackpot_system_down seen=no"
    assert sitting.refused(f"dealer: {against}").reason is Reason.ROLE
    assert sitting.refused(f"dealer: {against} because I saw it").reason is Reason.ROLE
    assert sitting.refused(f"pit_supervisor: {against}").reason is Reason.ROLE
    confirmed = ruled(sitting, f"pit_supervisor: {against} because the Look was keyed by mistake")
    assert (confirmed.ruling, confirmed.facts["seen"]) == ("void_round", "no")
    assert confirmed.contradicted == {"seen": "yes"}
    assert confirmed.reason == "the Look was keyed by mistake"


# Decisions reserved


@pytest.mark.parametrize("game", STUD)
@pytest.mark.parametrize(("option", "out"), [("intentional", True), ("not_intentional", False)])
def test_5_19_a_dealers_word_on_the_purpose_waits_for_a_supervisor(game: str, option: str, out: bool) -> None:
    sitting = closed(game, "p1: 1 ante 10000", "p1: 3 ante 10000")
    sitting.do(DEAL, "p1: look 1")
    events = sitting.do("dealer: report extra_hand_examined intentional=yes box=3")
    assert any(isinstance(event, DecisionPending) for event in events)
    assert not sitting.box(3).out
    assert sitting.refused(f"dealer: rule 1 {option} because I say so").reason is Reason.ROLE
    sitting.do(f"pit_supervisor: rule 1 {option} because the camera shows it")
    assert bool(sitting.box(3).out) is out
    assert not sitting.box(1).out


@pytest.mark.parametrize("game", STUD)
def test_5_19_the_hand_viewed_first_stays_valid(game: str) -> None:
    sitting = closed(game, "p1: 1 ante 10000", "p1: 3 ante 10000")
    sitting.do(DEAL)
    report = "report extra_hand_examined intentional=yes"
    assert sitting.refused(f"pit_supervisor: {report} box=3").reason is Reason.MOMENT  # nobody has looked
    sitting.do("p1: look 1")
    assert sitting.refused(f"pit_supervisor: {report} box=1").cites[0] == "5.19"
    sitting.do(f"pit_supervisor: {report} box=3")
    assert sitting.box(3).out == ("5.19",)


@pytest.mark.parametrize("game", STUD)
def test_5_19_a_player_with_one_hand_has_no_further_one(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: look 1")
    assert sitting.refused("pit_supervisor: report extra_hand_examined intentional=yes box=1").cites[0] == "5.19"


@pytest.mark.parametrize("game", [*STUD, PTHP])
def test_5_9_whether_the_cards_can_be_put_in_order_is_the_houses_word(game: str) -> None:
    sitting = closed(game)
    sitting.do("dealer: deal 9c 7c Qc")
    sitting.do("dealer: report burn_missed seen=no reconstructable=yes")
    assert sitting.table.pending[0].options == ("reconstructable", "not_reconstructable")
    events = sitting.do("pit_supervisor: rule 1 not_reconstructable because the cards were mixed")
    assert any(isinstance(event, RoundVoided) for event in events)


@pytest.mark.parametrize("game", [*STUD, PTHP])
@pytest.mark.parametrize(("irregularity", "cite"), [("burn_missed seen=no", "5.9"), ("simultaneous_draw", "5.14")])
def test_5_9_and_5_14_need_a_card_shoe(game: str, irregularity: str, cite: str) -> None:
    sitting = closed(game, policy={"dealing": "shuffler"})
    sitting.do("dealer: deal 9c 7c Qc")
    refused = sitting.refused(f"dealer: report {irregularity}")
    assert (refused.reason, refused.cites[0]) == (Reason.MOMENT, cite)


# Absence


@pytest.mark.parametrize("game", STUD)
def test_5_10_walking_away_ends_an_open_choice_and_5_5_folds(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "dealer: report cards_exposed cards=7c seen=no")
    events = sitting.do("dealer: report player_absent box=1")
    assert [event.option for event in events if isinstance(event, ChoiceMade)] == ["continue"]
    assert sitting.box(1).folded
    assert sitting.refused("p1: answer 1 return_wager").reason is Reason.MOMENT
    sitting.do("p2: bet 3", "dealer: reveal", "dealer: show 3")
    if game == MLP:
        assert sitting.round.phase is Phase.SETTLING
    sitting.do("dealer: settle")
    assert ends(sitting)[1, "ante"] == ("lose", 0, 0)


@pytest.mark.parametrize("game", [*STUD, PTHP])
def test_5_5_absence_is_the_players_and_not_the_boxs(game: str) -> None:
    sitting = closed(game, "p1: 1 ante 10000", "p2: 3 ante 10000", "p1: 5 ante 10000")
    cards = "9c 7c Qc 2c 7d Qd 2d" if game == PTHP else "9c 7c Qc Jc As 7d Qd Jd Kd Ks 8s 9s 4c 5h 6h 8d 3h 3s 2d 4s 2s"
    sitting.do(f"dealer: deal {cards}")
    events = sitting.do("dealer: report player_absent box=5")
    assert {event.box for event in events if isinstance(event, HandAbsent)} == {1, 5}
    assert not sitting.box(3).folded


@pytest.mark.parametrize("game", [*STUD, PTHP])
def test_5_5_who_has_left_while_bets_are_open_adds_nothing(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", *ANTES, "dealer: report player_absent box=1")
    for act in ("p1: 1 ante 2500", "p1: 5 ante 10000", "p1: 1 ante -5000", "dealer for p1: 1 jackpot 500"):
        assert "5.5" in sitting.refused(act).cites
    sitting.do("p2: 3 ante 2500")


def test_5_5_and_3_10_the_only_hand_has_left_and_the_card_is_burnt_all_the_same() -> None:
    sitting = Sitting(MLP, meter=SEED)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500")
    sitting.do("dealer: report player_absent box=1", "dealer: no more bets")
    sitting.do("dealer: deal 9c As 2d Ks 3d Qs 4d Js 5d Ts 7d")  # eleven: the burnt card first
    assert sitting.round.burnt == (sitting.round.burnt[0],)
    sitting.do("dealer: show 1", "dealer: settle")
    assert ends(sitting)[1, "jackpot"] == ("win", SEED + 350, 0)  # the Royal Flush of spades, and this round's 350


# Wagers measured again


@pytest.mark.parametrize("game", STUD)
def test_5_3_1_an_ante_found_short_after_the_bet_gives_the_excess_of_the_bet_back(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: bet 1", "p2: fold 3")
    sitting.do("dealer: report wager_under_minimum box=1 wager=ante amount=2000")
    bet = sitting.box(1).wagers[1]
    assert (bet.amount, bet.excess, bet.active) == (20_000, 16_000, 4_000)
    sitting.do("dealer: reveal", "dealer: show 1", "dealer: settle")
    # A pair of Sevens beats Ace King: the Ante of 2,000 wins 2,000, the BET counts for 4,000 and wins as much.
    assert ends(sitting)[1, "ante"] == ("win", 2_000, 2_000)
    assert ends(sitting)[1, "bet"] == ("win", 4_000, 20_000)
    assert "5.3.1" in sitting.round.lines[1].cites


@pytest.mark.parametrize("game", STUD)
def test_5_3_1_a_bet_found_too_large_is_measured_again_when_the_ante_is_found_larger(game: str) -> None:
    sitting = closed(game, policy={"maximum": 20_000})
    sitting.do(DEAL, "p1: bet 1", "p2: fold 3")
    sitting.do("dealer: report wager_wrong_size box=1 wager=bet amount=30000")
    assert sitting.box(1).wagers[1].excess == 10_000
    sitting.do("dealer: report wager_over_maximum box=1 wager=ante amount=24000")
    # 24,000 counts for 20,000, so that a BET of 30,000 is within twice that.
    assert [(one.amount, one.excess) for one in sitting.box(1).wagers] == [(24_000, 4_000), (30_000, 0)]


@pytest.mark.parametrize("game", STUD)
def test_5_3_1_a_bet_above_its_size_is_not_measured_by_the_limits(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: bet 1")
    found = ruled(sitting, "dealer: report wager_over_maximum box=1 wager=bet amount=25000")
    assert (found.ruling, found.cites) == ("return_excess", ("5.3.1",))


# After the settlement


@pytest.mark.parametrize("game", [*STUD, PTHP])
@pytest.mark.parametrize("found", ["deck_miscount", "foreign_card", "unshuffled_cards"])
def test_5_8_what_is_found_after_the_settlement_changes_nothing(game: str, found: str) -> None:
    sitting = closed(game)
    if game == PTHP:
        sitting.do("dealer: deal 9c 7c Qc 7d Qd", "p1: fold 1", "p2: fold 3")
    else:
        sitting.do(DEAL, "p1: fold 1", "p2: fold 3")
    sitting.do("dealer: settle")
    before = sitting.round.lines
    told = ruled(sitting, f"dealer: report {found}")
    assert (told.ruling, told.cites[0]) == ("continue", "5.8")
    assert sitting.round.lines == before


def test_5_15_others_have_their_options_after_the_settlement_too() -> None:
    sitting = closed(MLP, *ANTES, *JACKPOTS)
    sitting.do(DEAL, "p1: bet 1", "p2: bet 3", *END)
    events = sitting.do("dealer: report wrong_hand_count box=1 reconstructable=no")
    assert [event.box for event in events if isinstance(event, ChoiceOpened)] == [3]
    assert ends(sitting)[1, "bet"] == ("returned", 0, 20_000)
    assert sitting.refused("dealer: place your bets").reason is Reason.MOMENT
    sitting.do("p2: answer 3 return_wager")
    assert ends(sitting)[3, "bet"] == ("returned", 0, 20_000)
    assert ends(sitting)[3, "jackpot"] == ("returned", 0, 500)
    sitting.do("dealer: place your bets")


def test_5_15_who_plays_on_after_the_settlement_keeps_what_he_won() -> None:
    sitting = closed(MLP)
    sitting.do(DEAL, "p1: bet 1", "p2: bet 3", *END)
    won = ends(sitting)[3, "bet"]
    sitting.do("dealer: report wrong_hand_count box=1 reconstructable=no", "dealer: clock 3")
    assert ends(sitting)[3, "bet"] == won


# Folded hands with a jackpot wager


def test_5_14_1_a_folded_hand_with_a_live_jackpot_wager_chooses_too() -> None:
    sitting = closed(MLP, *ANTES, *JACKPOTS)
    sitting.do(DEAL, "p1: fold 1", "dealer: report simultaneous_draw order=known")
    assert choosers(sitting) == [1, 3]
    sitting.do("p1: answer 1 return_wager", "p2: answer 3 continue", "p2: bet 3", "dealer: reveal", "dealer: show 3")
    sitting.do("dealer: settle")
    assert ends(sitting)[1, "ante"] == ("lose", 0, 0)
    assert ends(sitting)[1, "jackpot"] == ("returned", 0, 500)
    assert sitting.table.meter.shown == SEED + 350  # the other wager's share alone


def test_5_14_1_a_folded_hand_that_can_win_nothing_does_not_choose() -> None:
    sitting = closed(CSP, *ANTES, *JACKPOTS)
    sitting.do(DEAL, "p1: fold 1", "dealer: report simultaneous_draw order=known")
    assert choosers(sitting) == [3]


def test_5_7_a_fold_whose_wagers_went_back_establishes_nothing() -> None:
    sitting = closed(CSP)
    sitting.do(DEAL, "p1: fold 1", "dealer: report wrong_hand_count box=1 reconstructable=no")
    assert sitting.round.boxes[0].out == ("5.15",)
    assert ruled(sitting, "dealer: report interruption").ruling == "void_round"


def test_5_7_a_fold_that_stands_is_an_outcome() -> None:
    sitting = closed(CSP)
    sitting.do(DEAL, "p1: fold 1")
    assert ruled(sitting, "dealer: report interruption").ruling == "continue"


# A hand not shown


def test_4_3_a_hand_laid_open_before_the_settlement_can_still_win_the_jackpot() -> None:
    sitting = closed(MLP, "p1: 1 ante 10000", "p1: 1 jackpot 500")
    sitting.do("dealer: deal 9c As 2d Ks 3d Qs 4d Js 5d Ts 7d", "p1: bet 1", "dealer: reveal", "p1: withhold 1")
    sitting.do("p1: show 1", "dealer: settle")
    assert ends(sitting)[1, "ante"] == ("lose", 0, 0)
    assert ends(sitting)[1, "bet"] == ("lose", 0, 0)
    assert ends(sitting)[1, "jackpot"] == ("win", SEED + 350, 0)
    assert sitting.round.lines[-1].cites[:2] == ("4.3", "I5")


def test_4_3_one_that_stays_hidden_wins_nothing() -> None:
    sitting = closed(MLP, "p1: 1 ante 10000", "p1: 1 jackpot 500")
    sitting.do("dealer: deal 9c As 2d Ks 3d Qs 4d Js 5d Ts 7d", "p1: bet 1", "dealer: reveal", "p1: withhold 1")
    sitting.do("dealer: settle")
    assert ends(sitting)[1, "jackpot"] == ("lose", 0, 0)
    assert sitting.refused("p1: show 1").reason is Reason.MOMENT


def test_4_3_in_casino_stud_a_hand_withheld_is_ranked_if_it_is_shown_before_the_settlement() -> None:
    """The Royal wins all of the meter; the Dealer's 7-5-4-3-2 does not qualify: Ante 1 to 1, BET back (3.13)."""
    sitting = closed(CSP, "p1: 1 ante 10000", "p1: 1 jackpot 500")
    sitting.do("dealer: deal 9c As 2d Ks 3d Qs 4d Js 5d Ts 7d", "p1: bet 1", "dealer: reveal", "p1: withhold 1")
    assert sitting.do("p1: show 1") == (HandShown(1, ("4.3", "I5")),)
    assert sitting.box(1).shown is True
    sitting.do("dealer: settle")
    assert ends(sitting)[1, "ante"] == ("win", 10_000, 10_000)
    assert ends(sitting)[1, "jackpot"] == ("win", SEED + 350, 0)
    assert sitting.refused("p1: show 1").reason is Reason.MOMENT


def test_4_3_in_casino_stud_a_hand_shown_late_is_compared_with_a_dealer_who_qualifies() -> None:
    """A pair of Aces against Ace and King: Ante and BET win 1 to 1, and one pair wins no jackpot."""
    sitting = closed(CSP, "p1: 1 ante 10000", "p1: 1 jackpot 500")
    sitting.do("dealer: deal 9c As Ah Ad Kh 3d 4h 4d 5h 6d 7c", "p1: bet 1", "dealer: reveal", "p1: withhold 1")
    assert sitting.refused("p2: show 1").reason is Reason.NOT_YOURS
    sitting.do("dealer: show 1", "dealer: settle")
    assert ends(sitting)[1, "ante"] == ("win", 10_000, 10_000)
    assert ends(sitting)[1, "bet"] == ("win", 20_000, 20_000)
    assert ends(sitting)[1, "jackpot"] == ("lose", 0, 0)


# Lines and citations


@pytest.mark.parametrize("game", [*STUD, PTHP])
def test_5_4_the_line_of_a_jackpot_wager_without_an_ante_stands_in_box_order(game: str) -> None:
    sitting = closed(game)
    sitting.do("dealer: report jackpot_without_ante box=2 player=p9 amount=500")
    if game == PTHP:
        sitting.do("dealer: deal 9c 7c Qc 7d Qd", "p1: fold 1", "p2: fold 3", "dealer: settle")
    else:
        sitting.do(DEAL, "p1: fold 1", "p2: fold 3", "dealer: settle")
    assert [line.box for line in sitting.round.lines] == [1, 2, 3]


@pytest.mark.parametrize("game", STUD)
def test_citations_of_refusals_fit_the_act(game: str) -> None:
    sitting = closed(game)
    assert sitting.refused("p1: show 1").cites == ("4.4",)
    assert sitting.refused("dealer: reveal").cites == ("3.13",)
    assert "5.24" not in sitting.refused("p1: report foreign_card").cites
    open_bets = Sitting(game)
    open_bets.do("dealer: place your bets", "p1: 1 ante 10000")
    open_bets.do("dealer: report wager_under_minimum box=1 wager=ante amount=1000")
    assert open_bets.refused("dealer: no more bets").cites == ("3.4", "5.2")


@pytest.mark.parametrize("game", STUD)
def test_5_10_3_a_chosen_return_cites_it(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "dealer: report cards_exposed cards=7c seen=no", "p1: answer 1 return_wager")
    assert sitting.box(1).out == ("5.10.3",)


# What a second, independent reading of chapter 5 found


def test_5_15_a_wrong_count_undoes_a_fold_that_was_left_standing() -> None:
    sitting = closed(MLP, *ANTES, *JACKPOTS)
    sitting.do(DEAL, "p1: fold 1", "dealer: report simultaneous_draw order=known", "p1: answer 1 return_wager")
    sitting.do("p2: answer 3 continue", "dealer: report wrong_hand_count box=1 reconstructable=no", "dealer: clock 3")
    sitting.do("p2: fold 3", "dealer: show 3", "dealer: settle")
    assert ends(sitting)[1, "ante"] == ("returned", 0, 10_000)
    assert ends(sitting)[1, "jackpot"] == ("returned", 0, 500)


@pytest.mark.parametrize("game", STUD)
def test_5_19_a_hand_that_is_no_further_one_is_refused_whatever_the_purpose(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: look 1")
    assert sitting.refused("pit_supervisor: report extra_hand_examined intentional=no box=1").cites[0] == "5.19"


@pytest.mark.parametrize("game", STUD)
def test_5_10_the_clock_of_a_decision_stands_still_while_somebody_chooses(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: bet 1", "dealer: report wrong_dealer_count reconstructable=yes")
    sitting.do("p2: answer 3 continue_reconstructed")
    assert sitting.refused("dealer: clock 3").reason is Reason.MOMENT
    sitting.do("dealer: clock 1", "dealer: clock 3")
    assert sitting.box(3).folded


def test_5_5_and_3_12_the_whole_deal_is_dealt_though_the_only_player_has_left() -> None:
    sitting = closed(PTHP, "p1: 1 ante 10000", policy={"dealing": "shuffler"})
    sitting.do("dealer: report player_absent box=1", "dealer: deal 2c 3c 4c 5c 7d As Ad Ks Kd", "dealer: settle")
    assert ends(sitting)[1, "ante"] == ("lose", 0, 0)


@pytest.mark.parametrize("game", STUD)
def test_5_15_the_deal_is_broken_off_when_nobody_is_left_in_it(game: str) -> None:
    sitting = closed(game, "p1: 1 ante 10000")
    sitting.do("dealer: deal 9c 7c As 7d Kd", "dealer: report wrong_hand_count box=1 reconstructable=no")
    sitting.do("dealer: settle")
    assert ends(sitting)[1, "ante"] == ("returned", 0, 10_000)


def test_5_3_1_a_flop_counted_on_the_layout_stays_there_when_the_ante_is_corrected() -> None:
    sitting = closed(PTHP, "p1: 1 ante 6500")
    sitting.do("dealer: deal 9c As Ad", "p1: flop 1")
    sitting.do("dealer: report wager_wrong_size box=1 wager=flop amount=14500")
    sitting.do("pit_supervisor: correct wager 1 ante 5500 because a slip")
    flop = sitting.box(1).wagers[1]
    assert (flop.amount, flop.excess) == (14_500, 3_500)  # twice 5,500 count


@pytest.mark.parametrize("game", STUD)
def test_5_5_a_fold_by_the_clock_ends_the_dealers_corrections(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: look 1", "dealer: clock 1")
    assert sitting.refused("dealer: correct card 3 1 2h").reason is Reason.ROLE


@pytest.mark.parametrize("game", STUD)
def test_5_8_2_a_card_reported_twice_is_one_card(game: str) -> None:
    sitting = closed(game)
    sitting.do("dealer: deal ?? ?? ?? ??", "dealer: report cards_exposed at=1.1 seen=no", "p1: answer 1 continue")
    assert sitting.refused("dealer: report cards_exposed at=1.1 seen=no").reason is Reason.CARDS


def test_4_3_a_hand_laid_open_late_has_been_seen() -> None:
    sitting = closed(MLP, "p1: 1 ante 10000", "p1: 1 jackpot 500")
    sitting.do("dealer: deal 9c As 2d Ks 3d Qs 4d Js 5d Ts 7d", "p1: bet 1", "dealer: reveal", "p1: withhold 1")
    sitting.do("p1: show 1")
    assert ruled(sitting, "dealer: report jackpot_system_down").ruling == "continue"


def test_5_16_nobody_has_seen_a_card_while_only_the_board_lies_there() -> None:
    sitting = closed(PTHP, policy={"dealing": "shuffler"})
    sitting.do("dealer: deal Qd")
    assert ruled(sitting, "dealer: report jackpot_system_down").ruling == "void_round"


@pytest.mark.parametrize("game", STUD)
def test_5_10_a_hand_is_not_reported_hidden_while_somebody_chooses(game: str) -> None:
    sitting = closed(game)
    sitting.do(DEAL, "p1: bet 1", "p2: bet 3", "dealer: reveal")
    sitting.do("dealer: report other_dealing_error reconstructable=no box=3")
    assert sitting.refused("dealer: report hand_not_shown box=1").reason is Reason.MOMENT


def test_5_8_7_a_void_after_a_royal_and_a_later_award_leaves_the_meter_as_it_was() -> None:
    sitting = Sitting(MLP, {"dealing": "shuffler"}, meter=1_000)
    sitting.do("dealer: place your bets", *ANTES, *JACKPOTS, "dealer: no more bets")
    sitting.do("dealer: deal As Ks Qs Js Ts 9h 8h 7h 6h 5h 2c 3d 4c 5c 7d", "p1: bet 1", "p2: bet 3", *END)
    # The Royal takes all and resets the meter to 5,000,000; the Straight Flush takes a tenth of that.
    assert sitting.table.meter.shown == 4_500_000
    sitting.do("dealer: report wrong_dealer_count reconstructable=no")
    assert sitting.table.meter.shown == 1_000


@pytest.mark.parametrize(
    ("option", "letter"), [("close_table", "a"), ("close_boxes boxes=2", "b"), ("without_jackpot", "c")]
)
def test_5_18_2_each_choice_cites_its_own_paragraph(option: str, letter: str) -> None:
    sitting = closed(CSP)
    sitting.do(DEAL, "p1: look 1", "dealer: report jackpot_system_down")
    events = sitting.do(f"pit_manager: rule 1 {option} because the link is down")
    assert {event.cites for event in events} == {("5.18.2", f"5.18.2.{letter}")}
    refused = closed(CSP)
    refused.do(DEAL, "p1: look 1", "dealer: report jackpot_system_down")
    assert refused.refused("pit_manager: rule 1 close_boxes because so").cites == ("5.18.2.b",)

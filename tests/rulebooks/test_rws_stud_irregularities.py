"""Irregularities that only the stud documents of RWS have, or number alike: 5.3 and 5.16 to 5.24.

Amounts are cents: an Ante is 10,000, a BET 20,000, a jackpot wager 500.
"""

import pytest

from croupier.cards import format_cards, parse_cards
from croupier.play.banked.events import CardsExposed, DealerCardUp, HandWithheld, IrregularityRuled
from croupier.play.refusal import Reason
from tests.rulebooks.irregular import (
    ANTE,
    PLAY_ON,
    asked,
    betting,
    check_exposed,
    check_rulings,
    check_void,
    check_waits,
    counts,
    deal,
    dealt,
    decide_all,
    ends,
    expect,
    exposed,
    finish,
    hand_count,
    paragraphs,
    plain,
    ruling,
)
from tests.rulebooks.irregular_later import (
    check_boxes_closed,
    check_choice_of_the_house,
    check_down_seen,
    check_down_unseen,
    check_examined,
    check_fails_again,
    check_last_paragraph,
    check_late_error,
    check_misplaced,
    check_staff_placed,
    check_table_closed,
    check_void_returns,
    check_without_jackpot,
)
from tests.rulebooks.stud import CSP, ROYAL, STUD
from tests.sitting import Sitting

RULEBOOKS = ("rws-casino-stud-v6", "rws-multi-link-casino-stud-v3")

pytestmark = pytest.mark.parametrize("game", STUD)

CAP = 10_000_000
UNQUALIFIED = "Ah Qh Jd Ts 9h"


def with_royal(game: str, ante: int) -> Sitting:
    """A Royal Flush on box 1 against Ace-King, all shown; the BET pays 250 to 1, capped."""
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", f"p1: 1 ante {ante}")
    return decide_all(deal(sitting, (ROYAL,), "As Kc 4c 3h 2s"))


# 4.3: a hand that is not shown


def test_4_3_the_ruling_on_a_hand_that_is_not_shown(game: str) -> None:
    below = "rank_below_dealer"
    rulings = dict.fromkeys(("yes", "no"), expect("fold_hand", "4.3", "3.12.1", "I5"))
    if game == CSP:
        rulings = {"yes": expect(below, "4.3", "3.14.2", "I5"), "no": expect(below, "4.3", "3.13", "I5")}
    check_rulings(game, "hand_not_shown", rulings)
    assert asked(game, "hand_not_shown", {}) == rulings["yes"]


@pytest.mark.parametrize("qualifies", [True, False])
def test_4_3_reported_it_is_the_same_as_withholding_it(game: str, qualifies: bool) -> None:
    dealer = "" if qualifies else UNQUALIFIED
    sitting = deal(betting(game, 1), dealer=dealer)
    sitting.do("p1: bet 1", "dealer: reveal")
    assert sitting.refused("dealer: report hand_not_shown").reason is Reason.NO_SUCH_BOX
    fact = "yes" if qualifies else "no"
    events = sitting.do(f"dealer: report hand_not_shown box=1 dealer_qualifies={fact}")
    assert ruling(events)[0] == "hand_not_shown"
    assert [one.box for one in events if isinstance(one, HandWithheld)] == [1]
    sitting.do("dealer: settle")
    withheld = deal(betting(game, 1), dealer=dealer)
    withheld.do("p1: bet 1", "dealer: reveal", "p1: withhold 1", "dealer: settle")
    assert ends(sitting) == ends(withheld)
    late = sitting.do("dealer: report hand_not_shown box=1")
    assert [one.ruling for one in late if isinstance(one, IrregularityRuled)] == ["continue"]
    assert ends(sitting) == ends(withheld), "after the settlement it goes on record and changes nothing"


# 5.3: the BET


@pytest.mark.parametrize(("lies", "stands"), [(220_000, 200_000), (200_500, 200_000)])
def test_5_3_1_the_excess_comes_back_and_the_rest_is_paid_up_to_the_cap(game: str, lies: int, stands: int) -> None:
    sitting = with_royal(game, 100_000)
    sitting.do(f"dealer: report wager_wrong_size box=1 wager=bet amount={lies}")
    sitting.do("dealer: settle")
    result, staked, paid, returned, cites = ends(sitting)[1, "bet"]
    assert 250 * stands > CAP
    assert (result, staked, paid, returned) == ("win", lies, CAP, lies)
    assert cites[-3:] == ("4.1.1", "I8", "5.3.1")


def test_5_3_1_a_bet_that_loses_gives_only_the_excess_back(game: str) -> None:
    sitting = deal(betting(game, 1), ("7c 6d Ks 5h 3s",))
    decide_all(sitting).do("dealer: report wager_wrong_size box=1 wager=bet amount=25000", "dealer: settle")
    assert ends(sitting)[1, "bet"][:4] == ("lose", 25_000, 0, 5_000)


@pytest.mark.parametrize(("lies", "paid"), [(40_500, CAP), (40_000, CAP), (39_500, 9_875_000)])
def test_5_3_2_a_bet_too_small_is_paid_as_it_lies_up_to_the_cap(game: str, lies: int, paid: int) -> None:
    sitting = with_royal(game, 100_000)
    sitting.do(f"dealer: report wager_wrong_size box=1 wager=bet amount={lies}")
    sitting.do("dealer: settle")
    assert ends(sitting)[1, "bet"][:4] == ("win", lies, paid, lies)
    assert ("4.1.1" in ends(sitting)[1, "bet"][4]) == (lies > 40_000)


# 5.7: a Dealer who does not qualify


def test_5_7_1_a_dealer_who_does_not_qualify_decides_the_ante(game: str) -> None:
    sitting = deal(betting(game), dealer=UNQUALIFIED)
    sitting.do("p1: bet 1", "p2: bet 2")
    events = sitting.do("dealer: report interruption outcome=none")
    assert ruling(events)[1:] == ("void_round", ("5.7.2",)), "he says what the record has"
    sitting = deal(betting(game), dealer=UNQUALIFIED)
    sitting.do("p1: bet 1", "p2: bet 2", "dealer: reveal")
    established = game == CSP  # MLP: a hand not shown loses even then, so the Player's act still decides
    if established:
        assert ruling(sitting.do("dealer: report interruption"))[1:] == ("continue", ("5.7.1", "I13"))
        assert ends(finish(sitting))[1, "ante"][:4] == ("win", ANTE, ANTE, ANTE)


def test_5_7_2_a_dealer_who_qualifies_decides_nothing_before_the_hands_are_shown(game: str) -> None:
    sitting = dealt(game)
    sitting.do("p1: bet 1", "p2: bet 2", "dealer: reveal")
    check_void(sitting, "interruption", "5.7.2", read=("I13",))


# 5.12, 5.16: exposed cards


def test_5_12_cards_of_the_dealer_beyond_his_face_up_card(game: str) -> None:
    sitting = dealt(game)
    sitting.do("p1: look 1")
    events = sitting.do("dealer: report cards_exposed count=2 whose=dealer cards=Kd4c")
    assert ruling(events)[1:] == ("continue", ("5.12",))
    exposed_now = CardsExposed(parse_cards("Kd 4c"), ("5.12",), 1, (("dealer", 1), ("dealer", 2)))
    assert events[1:] == (DealerCardUp(1, ("5.16",)), exposed_now)
    assert sitting.seen_by("display").dealer == ("??", "Kd", "4c", "??", "??")


@pytest.mark.parametrize("looked", [False, True])
def test_5_16_an_exposed_dealers_card_is_his_face_up_card(game: str, looked: bool) -> None:
    check_exposed(game)
    sitting = dealt(game)
    if looked:
        sitting.do("p1: look 1")
    assert sitting.seen_by("display").dealer == ("??", "??", "??", "??", "2s")
    for wrong, reason in (("", Reason.CARDS), ("cards=7c", Reason.FACT), ("cards=KdAs", Reason.CARDS)):
        refusal = sitting.refused(f"dealer: report cards_exposed count=1 whose=dealer {wrong}")
        assert refusal.reason is reason
        assert {*refusal.cites} == paragraphs(exposed(game))
    events = sitting.do("dealer: report cards_exposed count=1 whose=dealer cards=Kd")
    assert ruling(events) == ("cards_exposed", "use_card", ("5.16",))
    face_up = (DealerCardUp(1, ("5.16",)), CardsExposed(parse_cards("Kd"), ("5.16",), 0, (("dealer", 1),)))
    assert events[1:] == face_up, "by 5.16 it is none of the cards wrongly exposed"
    assert sitting.seen_by("display").dealer == ("??", "Kd", "??", "??", "??")
    assert ends(finish(sitting)) == {**plain(game, 1), **plain(game, 2)}


def test_5_16_of_two_one_is_the_face_up_card_and_every_player_chooses(game: str) -> None:
    cites = ("5.16", "5.10", "I11")
    sitting = dealt(game)
    cards = sitting.round.dealer[:2]
    report = (
        f"dealer: report cards_exposed count=2 whose=dealer seen=no box=1 cards={format_cards(cards).replace(' ', '')}"
    )
    events = sitting.do(report)
    assert ruling(events) == ("cards_exposed", "players_choose", cites)
    exposed_now = CardsExposed(cards, cites, 1, (("dealer", 0), ("dealer", 1)))
    assert events[1:3] == (DealerCardUp(0, ("5.16",)), exposed_now)
    check_waits(sitting, 1, PLAY_ON, *cites)
    assert sitting.box(2).choice == PLAY_ON
    check_void(dealt(game), "cards_exposed count=3 whose=dealer seen=no at=dealer.1,dealer.2,dealer.3", "5.8.2")


def test_5_16_cards_that_lie_open_cannot_be_exposed(game: str) -> None:
    sitting = decide_all(dealt(game))
    refusal = sitting.refused("dealer: report cards_exposed count=1 whose=dealer cards=Kd")
    assert refusal.reason is Reason.CARDS
    assert {*refusal.cites} == paragraphs(exposed(game))
    assert sitting.round.dealer_open


# 5.17, 5.18: the jackpot system


def test_5_17_the_jackpot_system_fails_before_anybody_has_seen_his_cards(game: str) -> None:
    check_down_unseen(game)


def test_5_18_the_jackpot_system_fails_and_is_known_to_be_down(game: str) -> None:
    check_down_seen(game)


def test_5_18_1_once_somebody_has_seen_his_cards_the_registered_value_is_paid(game: str) -> None:
    check_down_seen(game)
    sitting = deal(betting(game, 1), (ROYAL,), "As Kc 4c 3h 2s")
    sitting.do("p1: look 1", "dealer: report jackpot_system_down")
    assert ends(finish(sitting))[1, "jackpot"][:4] == ("win", 500, 5_000_350, 0)
    (line,) = (one for one in sitting.round.lines if one.wager == "jackpot")
    assert line.cites == ("4.2", "5.18.1", "I18")


def test_5_18_2_the_house_chooses_how_later_rounds_are_played(game: str) -> None:
    check_choice_of_the_house(game)


def test_5_18_2_a_the_table_is_closed(game: str) -> None:
    check_table_closed(game)


def test_5_18_2_b_boxes_are_closed(game: str) -> None:
    check_boxes_closed(game)


def test_5_18_2_b_what_is_left_open_can_fail_again(game: str) -> None:
    check_fails_again(game)


def test_5_18_2_c_no_jackpot_wagers_are_taken_under_a_notice(game: str) -> None:
    check_without_jackpot(game)


# 5.19 to 5.24


def test_5_19_a_pit_supervisor_finds_whether_a_further_hand_was_examined_on_purpose(game: str) -> None:
    check_examined(game)


def test_5_20_an_error_noticed_in_a_later_round_changes_nothing(game: str) -> None:
    check_late_error(game)
    check_rulings(game, "wrong_dealer_count", counts(game, expect("void_round", "5.8.7")))
    check_rulings(game, "wrong_hand_count", hand_count(game))


def test_5_21_chips_settle_as_they_lie_at_the_close(game: str) -> None:
    check_misplaced(game, "player")


def test_5_22_a_void_rounds_wagers_all_go_back(game: str) -> None:
    check_void_returns(game, "bet")


def test_5_23_staff_place_wagers_at_the_players_risk(game: str) -> None:
    check_misplaced(game, "staff")
    check_staff_placed(game)


def test_5_24_what_the_document_does_not_resolve_a_shift_manager_decides(game: str) -> None:
    check_last_paragraph(game)

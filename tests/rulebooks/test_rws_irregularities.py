"""Irregularities under the same paragraph, 5.1 to 5.8, in all three RWS house games. Each test names its paragraph.

Amounts are cents: an Ante is 10,000, a BET or Flop 20,000, a jackpot wager 500.
"""

import pytest

from croupier.play.banked.events import (
    HandAbsent,
    PlayerLeft,
    StrayWager,
    WagerCounted,
    WagerSettled,
)
from croupier.play.refusal import Reason
from croupier.rules.settling import Result
from croupier.rules.terms import WagerName
from tests.rulebooks.irregular import (
    ANTE,
    HANDS,
    JACKPOT,
    MISDEAL,
    PTHP,
    REPAIRED,
    RWS,
    asked,
    betting,
    check_exposed,
    check_needs,
    check_rulings,
    check_swapped,
    check_void,
    check_void_at_every_moment,
    check_waits,
    check_wrong,
    counts,
    deal,
    dealt,
    decide_all,
    ends,
    expect,
    family,
    finish,
    late,
    next_wagers,
    outcome_reading,
    plain,
    raised,
    ruling,
    swapped,
    word,
    word_reading,
)
from tests.rulebooks.stud import because
from tests.sitting import Sitting

RULEBOOKS = ("rws-casino-stud-v6", "rws-multi-link-casino-stud-v3", "rws-progressive-texas-holdem-v6")

pytestmark = pytest.mark.parametrize("game", RWS)

MAXIMUM = 500_000
MINIMUM = 2_500


# 5.1, 5.2: limits


OVER = {"before_close": expect("return_excess", "5.1"), "after": expect("settle_at_maximum", "5.1.1")}
SHORT = {
    f"{noticed} {previous}": expect(*what)
    for noticed, what in (("before_close", ("player_adjusts", "5.2")), ("after", ("settle_as_placed", "5.2.1")))
    for previous in ("no", "yes")
}


def test_5_1_the_ruling_depends_on_when_it_was_noticed(game: str) -> None:
    check_rulings(game, "wager_over_maximum", OVER)
    check_needs(game, "wager_over_maximum", "noticed")
    check_wrong(game, "wager_over_maximum", "the fact noticed cannot be 'later'", noticed="later")


def test_5_1_before_the_close_the_excess_is_rejected(game: str) -> None:
    sitting = betting(game)
    assert because(sitting.refused(f"dealer: report wager_over_maximum box=1 wager=ante amount={MAXIMUM}")) == (
        Reason.AMOUNT,
        ("5.1",),
    )
    events = sitting.do(f"dealer: report wager_over_maximum box=1 wager=ante amount={MAXIMUM + 500}")
    assert ruling(events) == ("wager_over_maximum", "return_excess", ("5.1",))
    assert events[1:] == (WagerCounted(1, WagerName.ANTE, MAXIMUM, 0, ("5.1",)),)
    finish(deal(sitting))
    assert ends(sitting)[1, "ante"][1] == MAXIMUM
    assert ends(sitting)[1, raised(game)][1:4] == (2 * MAXIMUM, 2 * MAXIMUM, 2 * MAXIMUM)
    assert ends(sitting, 2) == plain(game, 2)


@pytest.mark.parametrize("excess", [500, 100_000])
def test_5_1_1_after_the_close_it_wins_as_the_maximum(game: str, excess: int) -> None:
    check_rulings(game, "wager_over_maximum", OVER)
    sitting = dealt(game)
    lies = MAXIMUM + excess
    report = "dealer: report wager_over_maximum box=1 wager=ante amount="
    assert because(sitting.refused(f"{report}{MAXIMUM}")) == (Reason.AMOUNT, ("5.1.1",))
    events = sitting.do(f"{report}{lies}")
    assert ruling(events) == ("wager_over_maximum", "settle_at_maximum", ("5.1.1",))
    assert events[1:] == (WagerCounted(1, WagerName.ANTE, lies, excess, ("5.1.1",)),)
    assert sitting.refused(f"p1: {raised(game)} 1 {2 * lies}").reason is Reason.AMOUNT
    finish(sitting)
    result, staked, paid, returned, cites = ends(sitting)[1, "ante"]
    won = MAXIMUM if family(game) == "stud" else 0
    assert (result, staked, paid, returned) == ("win" if won else "stand_off", lies, won, lies)
    assert cites[-1] == "5.1.1"
    assert ends(sitting)[1, raised(game)][1:4] == (2 * MAXIMUM, 2 * MAXIMUM, 2 * MAXIMUM)


def test_5_1_1_after_the_close_it_loses_as_the_maximum(game: str) -> None:
    sitting = dealt(game)
    sitting.do(f"dealer: report wager_over_maximum box=1 wager=ante amount={MAXIMUM + 7_000}", "p1: fold 1")
    assert ends(finish(sitting))[1, "ante"][:4] == ("lose", MAXIMUM + 7_000, 0, 7_000)


def test_5_1_1_what_exceeds_a_jackpot_wager_comes_back(game: str) -> None:
    sitting = dealt(game)
    sitting.do("dealer: report wager_over_maximum box=1 wager=jackpot amount=1500")
    assert ends(finish(sitting))[1, "jackpot"][:4] == ("lose", 1_500, 0, 1_000)
    assert ends(sitting)[1, "jackpot"][4][-1] == "5.1.1"


def test_5_2_the_ruling_depends_on_when_it_was_noticed(game: str) -> None:
    check_rulings(game, "wager_under_minimum", SHORT)
    check_needs(game, "wager_under_minimum", "noticed")
    assert asked(game, "wager_under_minimum", {"noticed": "before_close"}) == expect("player_adjusts", "5.2")


def test_5_2_before_the_close_the_player_increases_it(game: str) -> None:
    sitting = betting(game)
    report = "dealer: report wager_under_minimum box=1 wager=ante amount="
    assert because(sitting.refused(f"{report}{MINIMUM}")) == (Reason.AMOUNT, ("5.2",))
    events = sitting.do(f"{report}2000")
    assert ruling(events) == ("wager_under_minimum", "player_adjusts", ("5.2",))
    assert events[1:] == (WagerCounted(1, WagerName.ANTE, 2_000, 0, ("5.2",)),)
    assert sitting.refused("dealer: no more bets").reason is Reason.LIMITS
    sitting.do("p1: 1 ante 500")
    finish(deal(sitting))
    assert ends(sitting)[1, "ante"][1] == MINIMUM


def test_5_2_before_the_close_the_player_withdraws_it(game: str) -> None:
    sitting = betting(game)
    sitting.do("dealer: report wager_under_minimum box=1 wager=ante amount=2000")
    sitting.do("p1: 1 jackpot -all", "p1: 1 ante -all", "dealer: no more bets")
    assert [box.number for box in sitting.round.boxes] == [2]


def test_5_2_1_not_noticed_it_settles_as_it_lies(game: str) -> None:
    check_rulings(game, "wager_under_minimum", SHORT)
    sitting = dealt(game)
    report = "dealer: report wager_under_minimum box=1 wager=ante amount="
    assert because(sitting.refused(f"{report}{MINIMUM}")) == (Reason.AMOUNT, ("5.2.1",))
    events = sitting.do(f"{report}2000")
    assert ruling(events) == ("wager_under_minimum", "settle_as_placed", ("5.2.1",))
    counted = WagerCounted(1, WagerName.ANTE, 2_000, 0, ("5.2.1",))
    assert events[1:] == (counted,), "no paragraph has the table remember it"
    assert sitting.table.short_before == ()
    finish(sitting)
    won = 2_000 if family(game) == "stud" else 0
    assert ends(sitting)[1, "ante"][1:4] == (2_000, won, 2_000)
    assert ends(sitting)[1, "ante"][4][-1] == "5.2.1"
    assert ends(sitting)[1, raised(game)][1:4] == (4_000, 4_000, 4_000)


# 5.3: wagers after the cards; their sizes and caps are in the modules of the games


def sizes(game: str) -> dict[str, tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...], str]]:
    wagers = ("bet",) if family(game) == "stud" else ("flop", "turn", "river")
    rulings = {"more": expect("return_excess", "5.3.1"), "less": expect("settle_as_placed", "5.3.2")}
    return {f"{wager} {relation}": rulings[relation] for wager in wagers for relation in rulings}


def test_5_3_a_wager_after_the_cards_is_found_to_be_of_the_wrong_size(game: str) -> None:
    check_rulings(game, "wager_wrong_size", sizes(game))
    other = "flop" if family(game) == "stud" else "bet"
    check_wrong(game, "wager_wrong_size", f"the fact wager cannot be '{other}'", wager=other, relation="more")
    check_needs(game, "wager_wrong_size", "relation", wager=raised(game))
    sitting = dealt(game)
    report = f"dealer: report wager_wrong_size box=1 wager={raised(game)} amount="
    assert sitting.refused(f"{report}30000 relation=more").reason is Reason.NO_SUCH_WAGER
    decide_all(sitting)
    assert sitting.refused(f"{report}20000").reason is Reason.AMOUNT
    assert sitting.refused("dealer: report wager_wrong_size box=3 relation=more").reason is Reason.NO_SUCH_BOX


def test_5_3_1_more_than_prescribed_the_excess_comes_back(game: str) -> None:
    check_rulings(game, "wager_wrong_size", sizes(game))
    sitting = decide_all(dealt(game))
    wager = WagerName(raised(game))
    events = sitting.do(f"dealer: report wager_wrong_size box=1 wager={wager} amount=20500")
    assert ruling(events) == ("wager_wrong_size", "return_excess", ("5.3.1",))
    assert events[1:] == (WagerCounted(1, wager, 20_500, 500, ("5.3.1",)),)
    finish(sitting)
    assert ends(sitting)[1, wager][:4] == ("win", 20_500, 20_000, 20_500)
    assert ends(sitting)[1, wager][4][-1] == "5.3.1"


def test_5_3_2_less_than_prescribed_it_settles_as_it_lies(game: str) -> None:
    check_rulings(game, "wager_wrong_size", sizes(game))
    sitting = decide_all(dealt(game))
    wager = WagerName(raised(game))
    events = sitting.do(f"dealer: report wager_wrong_size box=1 wager={wager} amount=19500")
    assert ruling(events) == ("wager_wrong_size", "settle_as_placed", ("5.3.2",))
    assert events[1:] == (WagerCounted(1, wager, 19_500, 0, ("5.3.2",)),)
    finish(sitting)
    assert ends(sitting)[1, wager][:4] == ("win", 19_500, 19_500, 19_500)
    assert ends(sitting)[1, wager][4][-1] == "5.3.2"


# 5.4: a jackpot wager alone


def test_5_4_a_jackpot_wager_without_an_ante_goes_back(game: str) -> None:
    check_rulings(game, "jackpot_without_ante", dict.fromkeys(("before_close", "after"), expect("return_wager", "5.4")))
    sitting = dealt(game)
    meter = sitting.table.meter
    for wrong in ("box=3 player=p3 amount=499", "box=3 amount=500", "player=p3 amount=500", "box=3 player=p3"):
        assert because(sitting.refused(f"dealer: report jackpot_without_ante {wrong}")) == (Reason.AMOUNT, ("5.4",))
    events = sitting.do("dealer: report jackpot_without_ante box=3 player=p3 amount=500")
    assert ruling(events) == ("jackpot_without_ante", "return_wager", ("5.4",))
    assert events[1:] == (
        StrayWager(3, "p3", JACKPOT, False, ("5.4",)),
        WagerSettled(3, "p3", WagerName.JACKPOT, JACKPOT, Result.RETURNED, 0, JACKPOT, ("5.4",)),
    )
    assert sitting.table.meter == meter
    finish(sitting)
    assert ends(sitting)[3, "jackpot"] == ("returned", JACKPOT, 0, JACKPOT, ("5.4",))
    assert {**ends(sitting, 1), **ends(sitting, 2)} == {**plain(game, 1), **plain(game, 2)}


# 5.5, 5.6: absence


def stages(game: str) -> dict[str, tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...], str]]:
    before, none_left = expect("fold_hand", "5.5"), expect("continue", "5.6")
    if family(game) == "stud":
        return {"before_decision": before, "no_decision_left": none_left}
    found = {f"before_decision {policy}": before for policy in ("fold", "check")}
    found |= {f"no_decision_left {policy}": none_left for policy in ("fold", "check")}
    found["after_flop fold"] = expect("fold_hand", "5.5", "I16")
    found["after_flop check"] = expect("check_hand", "5.23", "I16", by="shift_manager")
    return found


def test_5_5_the_ruling_depends_on_the_decisions_left(game: str) -> None:
    check_rulings(game, "player_absent", stages(game), overlap=("after_flop check",) if game == PTHP else ())
    check_needs(game, "player_absent", "stage")
    if family(game) == "stud":
        check_wrong(game, "player_absent", "the fact stage cannot be 'after_flop'", stage="after_flop")


@pytest.mark.parametrize("how", ["report player_absent box=1", "clock 1"])
def test_5_5_who_leaves_with_a_decision_to_make_has_folded(game: str, how: str) -> None:
    sitting = dealt(game)
    events = sitting.do(f"dealer: {how}")
    assert ruling(events) == ("player_absent", "fold_hand", ("5.5",))
    assert events[1:] == (HandAbsent(1, True, ("5.5",)), PlayerLeft("p1", ("5.5",)))
    assert sitting.box(1).folded
    assert sitting.refused(f"p1: {raised(game)} 1").reason is Reason.MOMENT
    finish(sitting)
    cites = ("5.5", "3.12.1") if family(game) == "stud" else ("5.5",)
    assert ends(sitting)[1, "ante"] == ("lose", ANTE, 0, 0, cites)
    assert ends(sitting)[1, "jackpot"][:4] == ("lose", JACKPOT, 0, 0)
    assert ends(sitting, 2) == plain(game, 2)


def test_5_6_who_leaves_with_none_to_make_is_settled_as_usual(game: str) -> None:
    check_rulings(game, "player_absent", stages(game), overlap=("after_flop check",) if game == PTHP else ())
    sitting = decide_all(dealt(game))
    events = sitting.do("dealer: report player_absent box=1")
    assert ruling(events) == ("player_absent", "continue", ("5.6",))
    assert events[1:] == (PlayerLeft("p1", ("5.6",)),)
    assert ends(finish(sitting), 1) == plain(game, 1)


def test_5_6_a_folded_hand_has_no_decision_left(game: str) -> None:
    sitting = dealt(game)
    sitting.do("p1: fold 1")
    assert ruling(sitting.do("dealer: report player_absent box=1"))[1:] == ("continue", ("5.6",))


# 5.7: interruption


INTERRUPTION = {"established": expect("continue", "5.7.1"), "none": expect("void_round", "5.7.2")}


def test_5_7_the_ruling_depends_on_what_has_been_decided(game: str) -> None:
    check_rulings(game, "interruption", INTERRUPTION)
    check_needs(game, "interruption", "outcome")
    sitting = Sitting(game)
    assert because(sitting.refused("dealer: report interruption outcome=none")) == (Reason.MOMENT, ("5.7.1", "5.7.2"))
    sitting = dealt(game)
    against = "report interruption outcome=established"
    assert because(sitting.refused(f"dealer: {against}")) == (Reason.FACT, ("5.7.1", "5.7.2"))
    confirmed = sitting.refused(f"shift_manager: {against} because the camera shows a fold")
    assert because(confirmed) == (Reason.FACT, ("5.7.1", "5.7.2")), "a fold is an act at the table, or there is none"


def test_5_7_1_a_fold_decides_the_ante(game: str) -> None:
    check_rulings(game, "interruption", INTERRUPTION)
    sitting = dealt(game)
    sitting.do("p1: fold 1")
    events = sitting.do("dealer: report interruption")
    assert ruling(events) == ("interruption", "continue", ("5.7.1", outcome_reading(game)))
    assert len(events) == 1
    assert ends(finish(sitting))[1, "ante"][:4] == ("lose", ANTE, 0, 0)
    assert ends(sitting, 2) == plain(game, 2)


def test_5_7_1_a_hand_shown_against_the_open_dealer_is_decided(game: str) -> None:
    sitting = dealt(game)
    boxes = (1, 2)
    for last in [raised(game)] + ["check", "check"] * (game == PTHP):
        sitting.do(*(f"p{box}: {last} {box}" for box in boxes), "dealer: reveal")
    if game == PTHP:
        sitting.do("dealer: reveal")
    assert sitting.round.dealer_open
    sitting.do("p1: show 1")
    events = sitting.do("dealer: report interruption")
    assert ruling(events) == ("interruption", "continue", ("5.7.1", outcome_reading(game)))


def test_5_7_2_cards_face_down_decide_nothing(game: str) -> None:
    check_rulings(game, "interruption", INTERRUPTION)
    for looked in (False, True):
        sitting = dealt(game)
        if looked:
            sitting.do("p1: look 1", f"p1: {raised(game)} 1")
        check_void(sitting, "interruption", "5.7.2", read=(outcome_reading(game),))
    check_void(betting(game), "interruption", "5.7.2", read=(outcome_reading(game),))


# 5.8: faults that void the round


def test_5_8_a_void_round_leaves_the_earlier_ones_alone(game: str) -> None:
    for report, cite in (
        ("foreign_card", "5.8.1"),
        ("cards_exposed count=2 whose=player seen=no", "5.8.2"),
        ("deck_miscount", "5.8.3"),
        ("shoe_exhausted", "5.8.4"),
        ("unshuffled_cards", "5.8.5"),
        ("misdeal reconstructable=no seen=no", "5.8.6"),
        ("wrong_dealer_count reconstructable=no", "5.8.7"),
    ):
        sitting = finish(dealt(game))
        first, meter = ends(sitting), sitting.table.meter
        next_wagers(sitting)
        check_void(deal(sitting), report, cite)
        assert sitting.table.meter == meter
        assert {key: end[:4] for key, end in first.items()} == {
            (one.box, one.wager.value): (one.result.value, one.staked, one.paid, one.returned)
            for one in sitting.events
            if isinstance(one, WagerSettled) and one.result is not Result.VOID
        }


@pytest.mark.parametrize("who", ["p1", "display"])
def test_5_8_only_staff_report(game: str, who: str) -> None:
    """The refusal names the paragraph of what was reported."""
    assert because(dealt(game).refused(f"{who}: report foreign_card")) == (Reason.ROLE, ("5.8.1",))
    assert because(dealt(game).refused(f"{who}: report not_covered")) == (Reason.ROLE, (late(game, 24),))


def test_5_8_1_a_foreign_card_voids_the_round(game: str) -> None:
    check_rulings(game, "foreign_card", {"": expect("void_round", "5.8.1")})
    check_wrong(game, "foreign_card", "foreign_card has no fact 'seen'; its facts: none", seen="no")
    check_void_at_every_moment(game, "foreign_card", "5.8.1")
    assert because(Sitting(game).refused("dealer: report foreign_card")) == (Reason.MOMENT, ("5.8.1",))


def test_5_8_2_two_cards_exposed_before_anybody_has_seen_his(game: str) -> None:
    check_exposed(game)
    check_needs(game, "cards_exposed", "seen", count="2", whose="player")
    check_needs(game, "cards_exposed", "count", seen="no", whose="player")
    for wrong in ("0", "-1", "two", "100"):
        check_wrong(game, "cards_exposed", "the fact count cannot be", count=wrong, seen="no", whose="player")
    for count in (2, 3):
        check_void(dealt(game), f"cards_exposed count={count} whose=player seen=no", "5.8.2")


def test_5_8_2_one_card_is_not_enough_nor_once_somebody_has_looked(game: str) -> None:
    sitting = dealt(game)
    one = "dealer: report cards_exposed count=1 whose=player box=1"
    assert sitting.refused(one).reason is Reason.FACT, "nobody keyed a look: that is unknown, and has to be said"
    assert ruling(sitting.do(f"{one} seen=no"))[1] == "players_choose"
    sitting = dealt(game)
    sitting.do("p1: look 1")
    against = "report cards_exposed count=2 whose=player seen=no"
    assert sitting.refused(f"dealer: {against}").reason is Reason.ROLE, "the table knows who has looked"
    looked = sitting.table
    events = sitting.do("dealer: report cards_exposed count=2 whose=player")
    assert ruling(events)[1:] == ("continue", ("5.12",))
    sitting.table = looked
    events = sitting.do(f"pit_supervisor/ann: {against} because he looked at his watch")
    assert ruling(events)[1:] == ("void_round", ("5.8.2", word_reading(game)))
    assert word(events)[1:] == ({"seen": "yes"}, "ann", "he looked at his watch")


def test_5_8_3_a_miscount_voids_the_round(game: str) -> None:
    check_rulings(game, "deck_miscount", {"": expect("void_round", "5.8.3")})
    check_void_at_every_moment(game, "deck_miscount", "5.8.3")


@pytest.mark.parametrize("name", ["deck_miscount", "foreign_card", "unshuffled_cards"])
def test_5_8_what_is_found_about_the_cards_once_the_round_is_settled_changes_nothing(game: str, name: str) -> None:
    """1.16 (hold'em 1.24): the settlement ends the round, and the close of 5.8 lets settled rounds stand."""
    sitting = finish(dealt(game))
    lines, meter = ends(sitting), sitting.table.meter
    events = sitting.do(f"dealer: report {name}")
    assert ruling(events) == (name, "continue", ("5.8", "I19" if game == PTHP else "I17"))
    assert len(events) == 1
    assert (ends(sitting), sitting.table.meter) == (lines, meter)


def test_5_8_4_too_few_cards_void_the_round(game: str) -> None:
    check_rulings(game, "shoe_exhausted", {"": expect("void_round", "5.8.4")})
    check_void_at_every_moment(game, "shoe_exhausted", "5.8.4")


def test_5_8_5_unshuffled_cards_void_the_round(game: str) -> None:
    check_rulings(game, "unshuffled_cards", {"": expect("void_round", "5.8.5")})
    check_void_at_every_moment(game, "unshuffled_cards", "5.8.5")


def test_5_8_6_a_wrong_deal_beyond_repair_voids_the_round(game: str) -> None:
    check_rulings(game, "misdeal", MISDEAL)
    check_needs(game, "misdeal", "reconstructable", seen="no")
    check_needs(game, "misdeal", "seen", reconstructable="no")
    check_void(dealt(game), "misdeal reconstructable=no seen=no", "5.8.6")


def test_5_8_6_moving_whole_hands_repairs_it(game: str) -> None:
    sitting = dealt(game, 3)
    first = HANDS[family(game)][0].replace(" ", "")
    for wrong in (f"hands=1:{first}/2:{first}", f"hands=1:{first[:-2]}", "hands=9:As", f"hands=1:{first[:-2]}6s"):
        refusal = sitting.refused(f"dealer: report misdeal reconstructable=yes seen=no box=1 {wrong}")
        assert because(refusal) == (Reason.CARDS, ("5.8.6", "5.10"))
    events = sitting.do(f"dealer: report misdeal reconstructable=yes seen=no box=1 {swapped(game)}")
    assert ruling(events) == ("misdeal", "players_choose", ("5.8.6", "5.10"))
    check_swapped(sitting, "5.8.6", "5.10")
    check_waits(sitting, 1, REPAIRED, "5.8.6", "5.10")
    assert sitting.box(2).choice == REPAIRED, "his cards were displaced too"
    assert not sitting.box(3).choice


def test_5_8_7_a_wrong_number_of_table_cards_beyond_repair_voids_the_round(game: str) -> None:
    names = ["wrong_dealer_count"] + ["wrong_community_count"] * (game == PTHP)
    for name in names:
        check_rulings(game, name, counts(game, expect("void_round", "5.8.7")))
        check_needs(game, name, "reconstructable", noticed="before_next_round")
        check_needs(game, name, "noticed", reconstructable="no")
        check_void(dealt(game), f"{name} reconstructable=no", "5.8.7")
        check_void(finish(dealt(game)), f"{name} reconstructable=no", "5.8.7")
    if game != PTHP:
        check_wrong(game, "wrong_community_count", f"{game} cannot have wrong_community_count: it has no Community")

"""Irregularities under the same paragraph, 5.9 to 5.15, in all three RWS house games. Each test names its paragraph.

Amounts are cents: an Ante is 10,000, a BET or Flop 20,000, a jackpot wager 500.
"""

import pytest

from croupier.cards import format_cards, parse_cards
from croupier.play.banked.events import (
    CardsExposed,
    ChoiceMade,
    DecisionPending,
    DecisionTaken,
    HandInvalidated,
    IrregularityRuled,
    JackpotUnfed,
    RoundVoided,
)
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.terms import Role
from tests.rulebooks.irregular import (
    ANTE,
    BURN,
    DRAWN,
    FED,
    FROM_A_SHOE,
    JACKPOT,
    MISDEAL,
    OTHER,
    PLAY_ON,
    PTHP,
    REPAIRED,
    RWS,
    asked,
    betting,
    check_exposed,
    check_needs,
    check_out,
    check_rulings,
    check_swapped,
    check_void,
    check_waits,
    check_wrong,
    counts,
    dealt,
    ends,
    expect,
    exposed,
    finish,
    hand_count,
    late,
    paragraphs,
    plain,
    raised,
    returning,
    ruling,
    silent,
    swapped,
)
from tests.rulebooks.stud import CSP, MLP, because

RULEBOOKS = ("rws-casino-stud-v6", "rws-multi-link-casino-stud-v3", "rws-progressive-texas-holdem-v6")

pytestmark = pytest.mark.parametrize("game", RWS)


# 5.9: no card burnt


def test_5_9_seen_or_beyond_repair_it_voids_the_round(game: str) -> None:
    check_rulings(game, "burn_missed", BURN)
    check_needs(game, "burn_missed", "seen reconstructable")
    check_needs(game, "burn_missed", "reconstructable", seen="no")
    assert asked(game, "burn_missed", {"seen": "yes"}) == expect("void_round", "5.9")
    report = "burn_missed reconstructable=no seen=no"
    check_void(dealt(game, policy=FROM_A_SHOE), report, "5.9", by="pit_supervisor")
    sitting = dealt(game, policy=FROM_A_SHOE)
    sitting.do("p2: look 2")
    check_void(sitting, "burn_missed reconstructable=yes", "5.9")
    refusal = dealt(game, policy={"dealing": "shuffler"}).refused(f"dealer: report {report}")
    assert because(refusal) == (Reason.MOMENT, ("5.9", "5.10")), "a shuffler burns no card"


def test_5_9_repaired_every_player_chooses(game: str) -> None:
    sitting = dealt(game, 3, FROM_A_SHOE)
    report = f"report burn_missed reconstructable=yes seen=no box=1 {swapped(game)}"
    events = sitting.do(f"pit_supervisor: {report}")
    assert ruling(events) == ("burn_missed", "reconstruct", ("5.9", "5.10"))
    check_swapped(sitting, "5.9", "5.10")
    check_waits(sitting, 1, REPAIRED, "5.9", "5.10")
    assert [box.choice for box in sitting.round.boxes] == [REPAIRED] * 3
    sitting.do("p2: answer 2 return_wager", "p1: answer 1 continue_reconstructed", "dealer: clock 3")
    finish(sitting)
    assert ends(sitting)[2, "ante"] == ("returned", ANTE, 0, ANTE, ("5.10.3",))
    assert ends(sitting)[1, raised(game)][:4] == ("win", 20_000, 20_000, 20_000)


def test_5_9_whether_it_can_be_repaired_is_for_the_house_to_say(game: str) -> None:
    """A Dealer's word leaves the decision pending; a Pit Supervisor's takes effect."""
    options = ("reconstructable", "not_reconstructable")
    for said in ("yes", "no"):
        sitting = dealt(game, policy=FROM_A_SHOE)
        events = sitting.do(f"dealer: report burn_missed reconstructable={said} seen=no {swapped(game)}")
        assert ruling(events) == ("burn_missed", "role_decides", ("5.9",))
        (waiting,) = sitting.table.pending
        assert (waiting.role, waiting.options, waiting.cites) == (Role.PIT_SUPERVISOR, options, ("5.9",))
        assert because(sitting.refused(f"p1: {raised(game)} 1")) == (Reason.MOMENT, ("5.9",))
        refusal = sitting.refused("dealer: rule 1 reconstructable because I can")
        assert because(refusal) == (Reason.ROLE, ("5.9",))
        before = sitting.table
        taken = sitting.do("pit_supervisor/ann: rule 1 not_reconstructable because the order is lost")
        assert RoundVoided(("5.9", late(game, 22))) in taken
        sitting.table = before
        sitting.events.clear()
        sitting.do("pit_supervisor/ann: rule 1 reconstructable because the order is known")
        check_swapped(sitting, "5.9", "5.10")
        assert [box.choice for box in sitting.round.boxes] == [REPAIRED] * 2


# 5.10: other dealing errors


def test_5_10_every_dealing_error_that_is_left_to_the_players(game: str) -> None:
    check_rulings(game, "other_dealing_error", OTHER)
    check_needs(game, "other_dealing_error", "reconstructable")
    check_rulings(game, "misdeal", MISDEAL)
    check_exposed(game)
    check_rulings(game, "wrong_dealer_count", counts(game, expect("void_round", "5.8.7")))
    check_rulings(game, "wrong_hand_count", hand_count(game))
    if game == PTHP:
        check_rulings(game, "wrong_community_count", counts(game, expect("void_round", "5.8.7")))


def test_5_10_only_the_player_affected_chooses(game: str) -> None:
    cites = {CSP: ("5.10", "I11"), MLP: ("5.12", "5.10"), PTHP: ("5.10", "I12")}[game]
    sitting = dealt(game)
    card = format_cards(sitting.box(1).cards[:1])
    events = sitting.do(f"dealer: report cards_exposed count=1 whose=player seen=no box=1 cards={card}")
    assert ruling(events) == ("cards_exposed", "players_choose", cites)
    assert CardsExposed(sitting.box(1).cards[:1], cites, 1, (("1", 0),)) in events
    check_waits(sitting, 1, PLAY_ON, *cites)
    assert not sitting.box(2).choice
    assert card in sitting.seen_by("player", "p2").boxes[0].cards
    assert sitting.refused("p2: answer 2 continue").reason is Reason.MOMENT
    sitting.do("p1: answer 1 continue")
    assert {**ends(finish(sitting))} == {**plain(game, 1), **plain(game, 2)}


def test_5_10_a_table_cards_error_affects_everybody(game: str) -> None:
    sitting = dealt(game, 3)
    sitting.do("dealer: report wrong_dealer_count reconstructable=yes")
    assert [box.choice for box in sitting.round.boxes] == [REPAIRED] * 3
    sitting = dealt(game, 3)
    sitting.do("p1: fold 1", "dealer: report other_dealing_error reconstructable=no")
    folded = () if game == CSP else PLAY_ON
    assert [box.choice for box in sitting.round.boxes] == [folded, PLAY_ON, PLAY_ON]


def test_5_10_a_folded_hand_chooses_about_the_jackpot_wager_that_can_still_win(game: str) -> None:
    """3.12.1 of Casino Stud ends the jackpot wager with the fold; in the other games it may still win.

    The Ante that the fold has lost stays lost.
    """
    sitting = dealt(game)
    sitting.do("p1: fold 1", "dealer: report other_dealing_error reconstructable=no")
    if game == CSP:
        assert not sitting.box(1).choice
        return
    events = sitting.do("p1: answer 1 return_wager")
    assert events[1:] == (
        HandInvalidated(1, ("5.10.3",), fold_stands=True),
        JackpotUnfed(1, JACKPOT, FED, ("5.10.3", returning(game))),
    )
    sitting.do("p2: answer 2 continue")
    finish(sitting)
    assert ends(sitting)[1, "ante"][:4] == ("lose", ANTE, 0, 0)
    assert ends(sitting)[1, "jackpot"] == ("returned", JACKPOT, 0, JACKPOT, ("5.10.3",))


def test_5_10_the_clock_plays_on(game: str) -> None:
    clock = "I13" if game == PTHP else "I12"
    sitting = dealt(game)
    sitting.do("dealer: report other_dealing_error reconstructable=no box=1")
    assert because(sitting.refused("p1: clock 1")) == (Reason.ROLE, (clock,))
    assert sitting.do("dealer: clock 1") == (ChoiceMade(1, "continue", True, ("5.10.1", clock), "p1"),)
    assert ruling(sitting.do("dealer: clock 1"))[1:] == ("fold_hand", ("5.5",)), "then 5.5"


def test_5_10_errors_of_the_table_affect_everybody(game: str) -> None:
    """A box is named, and yet the Player of box 2 chooses too; an error of one hand leaves him alone."""
    repaired = "reconstructable=yes"
    reports = [f"burn_missed {repaired} seen=no", "simultaneous_draw order=known", f"wrong_dealer_count {repaired}"]
    if game == PTHP:
        reports.append(f"wrong_community_count {repaired}")
    for text in reports:
        sitting = dealt(game, policy=FROM_A_SHOE)
        sitting.do(f"pit_supervisor: report {text} box=1")
        assert sitting.box(1).choice
        assert sitting.box(2).choice, text
    sitting = dealt(game)
    sitting.do(f"dealer: report other_dealing_error {repaired} box=1")
    assert sitting.box(1).choice
    assert not sitting.box(2).choice


def test_5_10_1_a_player_continues_with_the_cards_as_they_are(game: str) -> None:
    check_rulings(game, "other_dealing_error", OTHER)
    sitting = dealt(game)
    sitting.do("dealer: report other_dealing_error reconstructable=no box=1")
    check_waits(sitting, 1, PLAY_ON, "5.10")
    assert sitting.do("p1: answer 1 continue") == (ChoiceMade(1, "continue", False, ("5.10.1",), "p1"),)
    assert ends(finish(sitting)) == {**plain(game, 1), **plain(game, 2)}


def test_5_10_2_a_player_continues_with_the_reconstructed_hand(game: str) -> None:
    check_rulings(game, "misdeal", MISDEAL)
    sitting = dealt(game)
    sitting.do(f"dealer: report misdeal reconstructable=yes seen=no {swapped(game)}")
    cites = ("5.8.6", "5.10")
    check_waits(sitting, 1, REPAIRED, *cites)
    made = sitting.do("p1: answer 1 continue_reconstructed")
    assert made == (ChoiceMade(1, "continue_reconstructed", False, ("5.10.2",), "p1"),)
    sitting.do("dealer: clock 2")
    check_swapped(sitting, *cites)
    finish(sitting)
    assert sitting.round.phase is Phase.ENDED
    assert [end[0] for end in ends(sitting).values()].count("returned") == 0


def test_5_10_3_a_player_takes_his_wagers_back(game: str) -> None:
    check_rulings(game, "other_dealing_error", OTHER)
    sitting = dealt(game)
    sitting.do("dealer: report other_dealing_error reconstructable=no box=1")
    events = sitting.do("p1: answer 1 return_wager")
    assert events == (
        ChoiceMade(1, "return_wager", False, ("5.10.3",), "p1"),
        HandInvalidated(1, ("5.10.3",)),
        JackpotUnfed(1, JACKPOT, FED, ("5.10.3", returning(game))),
    )
    assert sitting.refused("p1: answer 1 continue").reason is Reason.MOMENT
    check_out(sitting, events, 1, "5.10.3")


# 5.11 to 5.13


def test_5_11_after_the_close_every_such_act_is_refused(game: str) -> None:
    check_rulings(
        game,
        "late_wager",
        dict.fromkeys(("placed", "increased", "withdrawn"), expect("refuse_wager", "5.11")),
    )
    early = betting(game).refused("dealer: report late_wager act=placed")
    assert because(early) == (Reason.MOMENT, ("5.11",))
    sitting = dealt(game)
    closes = "3.10" if game == PTHP else "3.9"
    for text in ("p3: 3 ante 10000", "p1: 1 ante 10000", "p1: 1 ante -500", "p1: 1 jackpot -all", "p2: 2 ante -all"):
        assert because(sitting.refused(text)) == (Reason.MOMENT, (closes, "5.11"))
    for act in ("placed", "increased", "withdrawn"):
        events = sitting.do(f"dealer: report late_wager act={act} box=1")
        assert ruling(events) == ("late_wager", "refuse_wager", ("5.11",))
        assert len(events) == 1
    assert sitting.refused("dealer: report late_wager act=moved").reason is Reason.FACT
    assert ends(finish(sitting)) == {**plain(game, 1), **plain(game, 2)}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_5_12_once_somebody_has_seen_his_cards_the_round_goes_on(game: str, count: int) -> None:
    check_exposed(game)
    sitting = dealt(game)
    sitting.do("p2: look 2")
    cards = (*sitting.box(1).cards, *sitting.box(2).cards)[:count]
    names = format_cards(cards).replace(" ", "")
    report = "dealer: report cards_exposed whose=player box=1"
    refusal = sitting.refused(f"{report} count={count + 1} cards={names}")
    assert refusal.reason is Reason.CARDS
    assert {*refusal.cites} == paragraphs(exposed(game))
    refusal = sitting.refused(f"{report} count=1 cards=6c")
    assert refusal.reason is Reason.CARDS, "it has not been dealt"
    assert {*refusal.cites} == paragraphs(exposed(game))
    events = sitting.do(f"{report} count={count} cards={names}")
    assert ruling(events) == ("cards_exposed", "continue", ("5.12",))
    size = len(sitting.box(1).cards)
    at = tuple(("1", index) if index < size else ("2", index - size) for index in range(count))
    assert events[1:] == (CardsExposed(cards, ("5.12",), count, at),)
    seen = sitting.seen_by("display").boxes
    assert "".join(card for box in seen for card in box.cards if card != "??") == names
    assert ends(finish(sitting)) == {**plain(game, 1), **plain(game, 2)}


def test_5_13_a_card_face_up_in_the_shoe_is_the_next_card(game: str) -> None:
    check_rulings(game, "card_face_up_in_shoe", {"": expect("use_card", "5.13")})
    sitting = betting(game)
    sitting.do("dealer: no more bets")
    events = sitting.do("dealer: report card_face_up_in_shoe cards=5d")
    assert ruling(events) == ("card_face_up_in_shoe", "use_card", ("5.13",))
    assert events[1:] == (CardsExposed(parse_cards("5d"), ("5.13",)),)
    sitting.do("dealer: deal 5d")
    assert len(sitting.round.burnt + sitting.round.community) == 1


# 5.14, 5.15


def test_5_14_a_pit_supervisor_says_which_card_came_first(game: str) -> None:
    check_rulings(game, "simultaneous_draw", DRAWN)
    assert asked(game, "simultaneous_draw", {}) == DRAWN["unknown"]
    cites, decides = ("5.14", "5.14.1"), ("5.14",)
    refusal = dealt(game, policy={"dealing": "shuffler"}).refused("dealer: report simultaneous_draw")
    assert refusal.reason is Reason.MOMENT, "5.14 is about cards drawn from the Card Shoe"
    assert refusal.cites == cites
    for option in ("as_dealt", "reordered"):
        sitting = dealt(game, policy=FROM_A_SHOE)
        events = sitting.do("dealer: report simultaneous_draw")
        assert events == (
            IrregularityRuled(
                "simultaneous_draw",
                {"order": "unknown"},
                None,
                Ruling.ROLE_DECIDES,
                (Ruling.PLAYERS_CHOOSE,),
                ("as_dealt", "reordered"),
                Decider.PIT_SUPERVISOR,
                cites,
                by="dealer",
            ),
            DecisionPending(
                1,
                "simultaneous_draw",
                {"order": "unknown"},
                None,
                "",
                Role.PIT_SUPERVISOR,
                ("as_dealt", "reordered"),
                decides,
            ),
        )
        assert because(sitting.refused(f"p1: {raised(game)} 1")) == (Reason.MOMENT, decides)
        hands = f" {swapped(game)}" if option == "reordered" else ""
        rule = f"rule 1 {option}{hands} because the camera shows it"
        assert because(sitting.refused(f"dealer: {rule}")) == (Reason.ROLE, decides)
        assert because(sitting.refused(f"pit_supervisor: rule 1 {option}{hands}")) == (Reason.AMOUNT, decides)
        assert sitting.refused("pit_supervisor: rule 1 void_round because so").reason is Reason.MOMENT
        assert because(sitting.refused("pit_supervisor: rule 2 as_dealt because so")) == (Reason.MOMENT, decides)
        assert because(sitting.refused("p1: answer 1 return_wager")) == (Reason.MOMENT, ("5.10",))
        taken = sitting.do(f"pit_supervisor/ann: {rule}")
        assert taken[0] == DecisionTaken(1, option, "the camera shows it", "ann", Role.PIT_SUPERVISOR, decides)
        if option == "reordered":
            check_swapped(sitting, *decides)
        choices = PLAY_ON if option == "as_dealt" else ("continue_reconstructed", "return_wager")
        check_waits(sitting, 1, choices, "5.14.1")
        assert sitting.box(2).choice == choices


def test_5_14_1_in_a_known_order_every_player_chooses(game: str) -> None:
    check_rulings(game, "simultaneous_draw", DRAWN)
    sitting = dealt(game, policy=FROM_A_SHOE)
    events = sitting.do("dealer: report simultaneous_draw order=known box=1")
    assert ruling(events) == ("simultaneous_draw", "players_choose", ("5.14.1", "5.10"))
    check_waits(sitting, 1, PLAY_ON, "5.14.1", "5.10")
    assert sitting.box(2).choice == PLAY_ON
    events = sitting.do("p1: answer 1 return_wager")
    check_out(sitting, events, 1, "5.10.3")


def test_5_15_a_wrong_number_of_cards_beyond_repair_takes_the_hand_out(game: str) -> None:
    check_rulings(game, "wrong_hand_count", hand_count(game))
    check_needs(game, "wrong_hand_count", "reconstructable", noticed="before_next_round")
    cites = ("5.15", "5.10") if game == MLP else ("5.15",)
    sitting = dealt(game, 3)
    assert because(sitting.refused("dealer: report wrong_hand_count reconstructable=no")) == (
        Reason.NO_SUCH_BOX,
        cites,
    )
    events = sitting.do("dealer: report wrong_hand_count reconstructable=no box=2")
    assert ruling(events) == ("wrong_hand_count", "invalidate_hand", cites)
    choice = PLAY_ON if game == MLP else ()
    assert [box.choice for box in sitting.round.boxes] == [choice, (), choice]
    check_out(sitting, events, 2, "5.15")


def test_5_15_nobody_is_asked_about_what_no_game_knows(game: str) -> None:
    check_wrong(game, "earthquake", "there is no irregularity 'earthquake'")
    check_wrong(game, "multiple_positions", f"{game} cannot have multiple_positions: a Player may play several boxes")
    assert asked(game, "not_covered", {}) == asked(game, "confidentiality_breach", {}) == silent(game)

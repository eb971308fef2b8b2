"""Poker (RWS), version 6: whoever deals without knowing the cards reports whatever one can who knows them.

Each trouble is reported at two tables that differ in nothing but the Hole Cards being identified or not; ruling,
paragraphs and what becomes of the round are the same.
"""

from collections.abc import Callable

import pytest

from croupier.cards import UNKNOWN
from croupier.play.room.events import IrregularityRuled
from croupier.play.room.state import Phase
from croupier.rules.room import Move
from tests.room import DealCards, Report, RoomSitting
from tests.rulebooks.poker import pass_round
from tests.rulebooks.room_irregular import named

RULEBOOKS = ("rws-poker-v6",)

KNOWN = "2c 2d 2h 2s 3c 3d 4c 4d 4h 4s 5c 5d"
"""Round the table from seat 2: seat 1 has 3d and 5d, seat 4 has 2h and 4h."""


def dealt(*, hidden: bool) -> RoomSitting:
    sitting = RoomSitting()
    sitting.open()
    sitting.do(DealCards((UNKNOWN,) * 12 if hidden else named(KNOWN)))
    return sitting


def acted(*, hidden: bool) -> RoomSitting:
    sitting = dealt(hidden=hidden)
    sitting.play("4 raise 600", "5 call")
    return sitting


def on_the_flop(*, hidden: bool) -> RoomSitting:
    sitting = dealt(hidden=hidden)
    pass_round(sitting)
    sitting.do(DealCards(named("Ks Kd Kh Kc")))
    return sitting


def after_the_bets(*, hidden: bool) -> RoomSitting:
    sitting = on_the_flop(hidden=hidden)
    for cards in ("As Ad", "Ah Ac"):
        pass_round(sitting)
        sitting.do(DealCards(named(cards)))
    pass_round(sitting)
    assert sitting.round.phase is Phase.SHOWDOWN
    return sitting


Moment = Callable[..., RoomSitting]
MOMENTS = {"dealt": dealt, "acted": acted, "flop": on_the_flop, "showdown": after_the_bets}
SAME_ORDER = tuple((str(seat), (UNKNOWN, UNKNOWN)) for seat in range(1, 7))
REPORTS = {
    "foreign card": Report("foreign_card"),
    "miscounted deck": Report("deck_miscount"),
    "shoe exhausted": Report("shoe_exhausted"),
    "not shuffled": Report("unshuffled_cards"),
    "face up in the shoe": Report("card_face_up_in_shoe", cards=named("Qs")),
    "one exposed in the deal": Report("cards_exposed", {"when": "initial_deal"}, 1, named("3d")),
    "two exposed in the deal": Report("cards_exposed", {"when": "initial_deal", "count": "2"}),
    "exposed later, shoe": Report("cards_exposed", {"when": "later"}, None, named("Qs")),
    "exposed later, hand": Report("cards_exposed", {"when": "later"}, 1, named("3d")),
    "wrong count, seen": Report("wrong_hand_count", {"seen": "yes"}, 4),
    "wrong count, beyond repair": Report("wrong_hand_count", {"seen": "no"}, 4),
    "left out, beyond repair": Report("hand_left_out", {"seen": "no", "reconstructable": "no"}),
    "extra hand, seen": Report("extra_hand_dealt", {"seen": "yes"}),
    "early flop": Report("flop_exposed_early", cards=named("Qs")),
    "early turn": Report("turn_exposed_early", cards=named("Qs")),
    "early river": Report("river_exposed_early", cards=named("Qs")),
    "too many flop cards": Report("too_many_community_cards", {"street": "flop", "reconstructable": "no"}),
    "out of turn": Report("out_of_turn", seat=1, move=Move.FOLD),
    "hole cards exposed": Report("hole_cards_exposed", seat=1, cards=named("3d")),
    "button": Report("button_not_placed"),
    "all-in button": Report("all_in_button_missing"),
    "a word": Report("verbal_declaration", seat=1),
    "interruption": Report("interruption"),
    "not covered": Report("not_covered", seat=1),
}


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_5_14_unknown_cards_change_no_ruling(moment: Moment, report: Report) -> None:
    known, hidden = moment(hidden=False), moment(hidden=True)
    first, second = known.ask(report), hidden.ask(report)
    if not isinstance(first, tuple) or not isinstance(second, tuple):
        assert type(first) is type(second), (first, second)
        return
    ruled, again = first[0], second[0]
    assert isinstance(ruled, IrregularityRuled)
    assert isinstance(again, IrregularityRuled)
    without = {"lies"}  # which the record of unknown hands cannot always tell
    assert (ruled.ruling, ruled.cites) == (again.ruling, again.cites)
    assert {k: v for k, v in ruled.facts.items() if k not in without} == {
        k: v for k, v in again.facts.items() if k not in without
    }
    assert [type(one) for one in first] == [type(one) for one in second]
    assert (known.round.phase, known.round.ahead, known.turn) == (hidden.round.phase, hidden.round.ahead, hidden.turn)


@pytest.mark.parametrize("name", ["wrong_hand_count", "hand_left_out", "extra_hand_dealt"])
def test_1_33_unknown_hands_are_put_in_order_as_they_lie(name: str) -> None:
    sitting = dealt(hidden=True)
    events = sitting.report(name, 4, facts={"seen": "no", "reconstructable": "yes"}, piles=SAME_ORDER)
    assert isinstance(events[0], IrregularityRuled)
    assert events[0].ruling.value == "reconstruct"
    sitting.play("4 call")

"""Poker, 5.8: a street with too many cards, before and after the Betting Round that follows it.

Each test is named by its paragraph. Six Players with 20,000 each, unless a test says otherwise; seat 2 acts first after
the Flop.
"""

from collections.abc import Callable

import pytest

from croupier.play.refusal import Reason
from croupier.play.room.events import CardsReconstructed, DecisionPending, StreetTakenBack
from croupier.play.room.state import BURN, COMMUNITY, Phase
from tests.room import STAKE, DealCards, Report, RoomSitting, Settle, TurnMarker
from tests.rulebooks.poker import because, pass_round, until, won
from tests.rulebooks.room_irregular import (
    ACES,
    LEFT_OPEN,
    all_in,
    check_no_round,
    check_rulings,
    expect,
    facts_of,
    named,
    ruling,
    show,
    two,
)

RULEBOOKS = ("rws-poker-v6",)

Moment = Callable[[], RoomSitting]
NAME = "too_many_community_cards"
STREETS = ("flop", "turn", "river")
CITES = {"flop": "5.8", "turn": "5.8.1", "river": "5.8.2"}
PUT_RIGHT = {street: (cite, "1.33") for street, cite in CITES.items()}
"""Where the cards can be put right, 1.33 says how."""
BOARD = "2h 7s 9c 3d Jh"
RULINGS = {
    f"{street} {reconstructable} {noticed}": LEFT_OPEN
    if noticed == "after"
    else expect("reconstruct", *PUT_RIGHT[street])
    if reconstructable == "yes"
    else expect("redeal_card", CITES[street])
    for street in STREETS
    for reconstructable in ("yes", "no")
    for noticed in ("before_betting", "after")
}


def street_of(number: int) -> str:
    return STREETS[number - 1]


def lost(street: str) -> Report:
    return Report(NAME, facts={"street": street, "reconstructable": "no"})


def check_taken_back(sitting: RoomSitting, number: int, *, then: Phase = Phase.DEALING) -> None:
    """All cards of the street and its own Burnt Card go back, earlier ones stay out, and both are dealt anew."""
    street = street_of(number)
    kept, burnt = sitting.round.community[: (0, 3, 4)[number - 1]], sitting.round.burnt
    cards = sitting.round.community[len(kept) :]
    puts = [hand.put for hand in sitting.round.hands]
    events = sitting.do(lost(street))
    assert ruling(events) == (NAME, "redeal_card", (CITES[street],))
    assert facts_of(events) == {"street": street, "reconstructable": "no", "noticed": "before_betting"}
    assert events[1:] == (StreetTakenBack(number, cards, burnt[-1:], (CITES[street],)),)
    assert (sitting.round.community, sitting.round.burnt) == (kept, burnt[:-1])
    assert (sitting.round.phase, sitting.turn) == (then, None)
    assert sitting.round.ahead == (BURN, *(COMMUNITY,) * len(cards))
    assert [hand.put for hand in sitting.round.hands] == puts
    for earlier in (*kept, *burnt[:-1]):
        assert because(sitting.refused(DealCards((earlier,)))) == (Reason.CARDS, ("2.2.1",))
    sitting.do(DealCards((cards[0], burnt[-1], *cards[1:])))
    assert sitting.round.burnt == (*burnt[:-1], cards[0])
    assert sitting.round.community == (*kept, burnt[-1], *cards[1:])


def check_street(number: int) -> None:
    """In a round with bets, once and again, and then the Betting Round begins."""
    sitting = until(number)
    check_taken_back(sitting, number)
    check_taken_back(sitting, number)
    assert (sitting.round.street, sitting.turn, sitting.round.level) == (number, 2, 0)
    pass_round(sitting)
    sitting.check_down()
    sitting.finish()
    assert sum(sitting.stacks.values()) == 6 * STAKE


def test_5_8_the_ruling_depends_on_when_it_is_noticed() -> None:
    check_rulings(NAME, RULINGS)
    check_no_round(NAME, {"street": "flop", "reconstructable": "no"})


def test_5_8_the_flop_goes_back_with_its_burnt_card() -> None:
    check_street(1)


def test_5_8_1_the_ruling_depends_on_when_it_is_noticed() -> None:
    check_rulings(NAME, RULINGS)


def test_5_8_1_the_turn_goes_back_with_its_burnt_card_alone() -> None:
    check_street(2)


def test_5_8_2_the_ruling_depends_on_when_it_is_noticed() -> None:
    check_rulings(NAME, RULINGS)


def test_5_8_2_the_river_goes_back_with_its_burnt_card_alone() -> None:
    check_street(3)


# In a runout nobody has anything left to bet


def runout(cards: int) -> RoomSitting:
    sitting = all_in(ACES, BOARD)
    while len(sitting.round.community) < cards:
        sitting.deal(board=BOARD)
    return sitting


def check_runout(number: int) -> None:
    sitting = runout(number + 2)
    check_taken_back(sitting, number, then=Phase.SHOWDOWN)
    while sitting.round.ahead:
        sitting.deal()
    assert sum(won(sitting.do(Settle())).values()) == 2 * STAKE


def test_5_8_in_a_runout_the_flop_goes_back_until_the_turn_is_dealt() -> None:
    check_runout(1)


def test_5_8_1_in_a_runout_the_turn_goes_back_until_the_river_is_dealt() -> None:
    check_runout(2)


def test_5_8_2_in_a_runout_the_river_goes_back_until_the_pots_are_awarded() -> None:
    check_runout(3)
    sitting = runout(5)
    sitting.do(lost("river"))
    assert because(sitting.refused(Settle())) == (Reason.MOMENT, ("3.12",))


# Too late


def acted(street: int, act: str) -> Moment:
    def moment() -> RoomSitting:
        sitting = until(street)
        sitting.play(act)
        return sitting

    return moment


def betting_over(street: int) -> Moment:
    def moment() -> RoomSitting:
        sitting = until(street)
        pass_round(sitting)
        return sitting

    return moment


def all_in_on(street: int, *, shown: bool) -> Moment:
    """Two Players who went All-in in the Betting Round after this street."""

    def moment() -> RoomSitting:
        sitting = two(ACES, BOARD)
        while sitting.round.street < street:
            pass_round(sitting)
            sitting.deal(board=BOARD)
        sitting.play("2 all_in", "1 call")
        sitting.do(TurnMarker())
        for seat in (1, 2) if shown else ():
            show(sitting, seat)
        return sitting

    return moment


def next_burnt(cards: int) -> Moment:
    """A runout in which the card burnt for the next street is out."""

    def moment() -> RoomSitting:
        sitting = runout(cards)
        sitting.do(DealCards(named("Ks")))
        return sitting

    return moment


def too_late(street: int) -> list[tuple[str, Moment]]:
    moments = [(f"after a {act}", acted(street, f"2 {act}")) for act in ("check", "bet 400", "all_in", "fold")]
    moments.append(("betting over", betting_over(street)))
    moments += [(f"all in, shown {shown}", all_in_on(street, shown=shown)) for shown in (False, True)]
    if street < 3:
        moments.append(("next street dealt", lambda: until(street + 1)))
        moments.append(("next street dealt in a runout", lambda: runout(street + 3)))
        moments.append(("next burnt", next_burnt(street + 2)))
    return moments


def check_too_late(moment: Moment, street: str) -> None:
    sitting = moment()
    before = sitting.round
    for reconstructable in ("yes", "no"):
        facts = {"street": street, "reconstructable": reconstructable}
        sitting.against_record(Report(NAME, {**facts, "noticed": "before_betting"}))
        events = sitting.report(NAME, facts=facts)
        assert ruling(events) == (NAME, "role_decides", ("5.14",))
        assert facts_of(events)["noticed"] == "after"
        assert isinstance(events[1], DecisionPending)
        assert sitting.round == before


@pytest.mark.parametrize(("what", "moment"), too_late(1))
def test_5_8_once_the_second_betting_round_has_begun_no_paragraph_covers_it(what: str, moment: Moment) -> None:
    check_too_late(moment, "flop")


@pytest.mark.parametrize(("what", "moment"), too_late(2))
def test_5_8_1_once_the_third_betting_round_has_begun_no_paragraph_covers_it(what: str, moment: Moment) -> None:
    check_too_late(moment, "turn")


@pytest.mark.parametrize(("what", "moment"), too_late(3))
def test_5_8_2_once_the_fourth_betting_round_has_begun_no_paragraph_covers_it(what: str, moment: Moment) -> None:
    check_too_late(moment, "river")


@pytest.mark.parametrize("reconstructable", ["yes", "no"])
def test_5_8_a_street_that_was_not_dealt_cannot_have_too_many_cards(reconstructable: str) -> None:
    piles = ((COMMUNITY, named("As")),)
    for dealt in range(3):
        for street in STREETS[dealt:]:
            sitting = until(dealt)
            facts = {"street": street, "reconstructable": reconstructable}
            refusal = sitting.refused(Report(NAME, facts=facts, piles=piles))
            cites = PUT_RIGHT[street] if reconstructable == "yes" else (CITES[street],)
            assert because(refusal) == (Reason.MOMENT, cites)
            assert refusal.sentence == f"The {street} is not what was dealt last"


# Reconstruction


def check_put_right(number: int) -> None:
    """The street in the order intended, with its Burnt Card; what lay there is in the shoe again."""
    street = street_of(number)
    sitting = until(number)
    kept, burnt = sitting.round.community[: (0, 3, 4)[number - 1]], sitting.round.burnt
    meant = (*kept, *named("As Ks Qs")[: (3, 1, 1)[number - 1]])
    replaced = sitting.round.community[-1]
    piles = ((COMMUNITY, meant), (BURN, (*burnt[:-1], *named("Js"))))
    facts = {"street": street, "reconstructable": "yes"}
    before = ((COMMUNITY, sitting.round.community), (BURN, burnt))
    unnamed = Report(NAME, facts=facts, piles=piles)
    assert because(sitting.refused(unnamed)) == (Reason.CARDS, PUT_RIGHT[street])  # nobody said that these lie there
    events = sitting.report(NAME, facts=facts, cards=named("As Ks Qs Js"), piles=piles)
    assert ruling(events) == (NAME, "reconstruct", PUT_RIGHT[street])
    assert events[1:] == (CardsReconstructed(before, piles, PUT_RIGHT[street]),)
    assert (sitting.round.community, sitting.round.burnt) == (meant, (*burnt[:-1], *named("Js")))
    assert (sitting.round.phase, sitting.turn) == (Phase.BETTING, 2)
    if number < 3:
        pass_round(sitting)
        assert because(sitting.refused(DealCards(named("As")))) == (Reason.CARDS, ("2.2.1",))
        sitting.do(DealCards((replaced,)))


def test_5_8_a_flop_that_can_be_put_right_stays() -> None:
    check_put_right(1)


def test_5_8_1_a_turn_that_can_be_put_right_stays() -> None:
    check_put_right(2)


def test_5_8_2_a_river_that_can_be_put_right_stays() -> None:
    check_put_right(3)


def check_wrong_order(number: int) -> None:
    """Nothing else may move: no hand, no earlier street, no earlier Burnt Card; and as many cards as lie there."""
    street = street_of(number)
    sitting = until(number)
    community, burnt = sitting.round.community, sitting.round.burnt
    hand = sitting.hand(2).cards
    wrong = [
        (),
        ((COMMUNITY, community[:-1]),),
        ((COMMUNITY, (*community, *named("As"))),),
        ((COMMUNITY, (*community[:-1], hand[0])),),
        (("2", (hand[0], *named("As"))),),
        ((BURN, (*burnt, *named("As"))),),
    ]
    if number > 1:
        wrong += [((COMMUNITY, (*named("As"), *community[1:])),), ((BURN, (*named("As"), *burnt[1:])),)]
    for piles in wrong:
        report = Report(NAME, facts={"street": street, "reconstructable": "yes"}, piles=piles)
        refusal = sitting.refused(report)
        assert because(refusal) == (Reason.CARDS, PUT_RIGHT[street])
        if not piles:
            assert refusal.sentence == "Give the Community Cards in their intended order"
        if any(place == "2" for place, _ in piles):
            assert refusal.sentence == f"Only the {street} and its Burnt Card can be put in order"


def test_5_8_the_flop_is_put_right_and_nothing_else() -> None:
    check_wrong_order(1)


def test_5_8_1_the_turn_is_put_right_and_nothing_else() -> None:
    check_wrong_order(2)


def test_5_8_2_the_river_is_put_right_and_nothing_else() -> None:
    check_wrong_order(3)

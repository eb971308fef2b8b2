"""Major awards of several tables: paid by the moment each hand was complete, hand by hand, unless the House finds else.

The seed is SGD 50,000.00; a jackpot wager of SGD 5 feeds SGD 3.50.
"""

from pathlib import Path

import pytest

from croupier.floor.values.links import ClaimAt, ClaimsOrdered, LinkCommand, OrderClaims, RefuseOrder, SignOrder
from croupier.floor.values.requests import Accepted, Reply
from croupier.floor.values.table import SignClaim
from croupier.play.banked.commands import DealCards, Report, Settle
from croupier.play.banked.state import Phase
from croupier.play.refusal import Refusal
from croupier.rules.authority import Touches
from croupier.rules.terms import Role
from tests.floor.linked import FED, FLUSH, NOTHING, ROYAL, SEED, Linked, found_by_two
from tests.floor.random_floor import agreed, asked, open_floor
from tests.floor.rigged import act, ask, events, in_order, refusal

OTHER_FLUSH = "Kh Qh Jh Th 9h"
TWO = {"1": ROYAL, "2": FLUSH, "dealer": NOTHING}
ONE = {"1": OTHER_FLUSH, "dealer": NOTHING}


def say(house: Linked, command: LinkCommand, role: Role = Role.PIT_SUPERVISOR) -> Reply:
    return house.floor.submit(asked("link:main", command, "sid", role))[0]


def order(*places: tuple[str, int], reason: str = "the clock of table one was wrong") -> OrderClaims:
    return OrderClaims(tuple(ClaimAt(table, 1, box) for table, box in places), reason)


def paid(house: Linked) -> list[tuple[str, int, int]]:
    """All awards of a share of the meter: where, and how much."""
    return [(one.table, one.box, one.amount) for one in house.floor.link("main").awards[::-1]]


@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_the_hand_that_was_complete_first_not_the_round_that_began_first(tmp_path: Path, dealing: str) -> None:
    """Table one deals its first card before table two begins, and its last one after table two has dealt all."""
    house = Linked(tmp_path, "stud-1", "stud-2", dealing=dealing)
    house.begin("stud-1", {"1": ROYAL, "dealer": NOTHING})
    house.begin("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    house.deal("stud-1", 1)
    house.deal("stud-2")
    house.deal("stud-1")
    for table, player in (("stud-1", "ann"), ("stud-2", "bob")):
        house.play(table, player)
        house.claim(table)
    reply = ask(house.floor, "stud-1", Settle())
    assert isinstance(reply, Refusal)
    assert (reply.sentence, reply.cites) == ("The award of table stud-2, box 1, is paid first", ("4.5.2", "I19"))
    house.settle("stud-2")
    house.settle("stud-1")
    assert paid(house) == [("stud-2", 1, SEED + 2 * FED), ("stud-1", 1, SEED)]
    in_order(house.floor)


def test_holdem_goes_by_the_hole_cards(tmp_path: Path) -> None:
    """Its board is dealt first and turned last; what counts is when box 1 had both Hole Cards."""
    house = Linked(tmp_path, "holdem-1", "stud-2")
    house.begin("holdem-1", {"1": "As Ks", "community": "Qs Js Ts 2d 3h", "dealer": "4c 7d"})
    house.begin("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    house.deal("holdem-1", 6)  # five Community Cards and one Hole Card
    house.deal("stud-2", 4)
    house.deal("holdem-1", 1)  # the second Hole Card
    house.deal("stud-2")
    house.deal("holdem-1")
    house.play("stud-2", "bob")
    house.claim("stud-2")
    house.play("holdem-1")
    house.claim("holdem-1")
    assert "table holdem-1" in refusal(house.floor, "stud-2", Settle())
    house.settle("holdem-1")
    house.settle("stud-2")
    assert paid(house) == [("holdem-1", 1, SEED + 2 * FED), ("stud-2", 1, SEED)]
    in_order(house.floor)


def between(path: Path, *, signed: bool = True) -> Linked:
    """Box 1 of table one is complete first, then box 1 of table two, then box 2 of table one; all are claimed."""
    house = Linked(path, "stud-1", "stud-2")
    house.begin("stud-1", TWO)
    house.begin("stud-2", ONE, "bob")
    house.deal("stud-1", 5)
    house.deal("stud-2", 5)
    house.deal("stud-1")
    house.deal("stud-2")
    for table, player in (("stud-1", "ann"), ("stud-2", "bob")):
        house.play(table, player)
        if signed:
            house.claim(table)
        else:
            house.settle(table)
    return house


def test_hand_by_hand(tmp_path: Path) -> None:
    """All of it to the first; a tenth of the seed to the second; a tenth of the rest to the third."""
    house = between(tmp_path)
    assert "table stud-1, box 1" in refusal(house.floor, "stud-2", Settle())
    house.settle("stud-1")  # its first award; its second one waits, and the round with it
    assert house.round("stud-1").phase is Phase.SETTLING
    assert paid(house) == [("stud-1", 1, SEED + 3 * FED)]
    assert "table stud-2, box 1" in refusal(house.floor, "stud-1", Settle())
    again = open_floor(tmp_path / "floor.db")
    agreed(house.floor, again)
    house.floor = again
    house.settle("stud-2")
    house.settle("stud-1")
    tenth = SEED // 10
    assert paid(house)[1:] == [("stud-2", 1, tenth), ("stud-1", 2, (SEED - tenth) // 10)]
    assert [house.line("stud-1", box).paid for box in (1, 2)] == [SEED + 3 * FED, (SEED - tenth) // 10]
    assert [one.box for one in house.paid("stud-1")] == [1, 2]
    in_order(house.floor)


def test_an_award_paid_ahead_goes_back_with_its_round(tmp_path: Path) -> None:
    house = between(tmp_path)
    house.settle("stud-1")
    act(house.floor, "stud-1", Report("wrong_dealer_count", {"reconstructable": "no"}))
    assert house.round("stud-1").phase is Phase.ENDED
    assert house.meter == SEED + FED  # what table two has put in
    house.settle("stud-2")
    assert paid(house)[1:] == [("stud-2", 1, (SEED + FED) // 10)]
    in_order(house.floor)


def test_an_award_paid_ahead_goes_back_with_its_hand(tmp_path: Path) -> None:
    house = between(tmp_path)
    house.settle("stud-1")
    act(house.floor, "stud-1", Report("wrong_hand_count", {"reconstructable": "no"}, box=1))
    assert house.meter == SEED + 2 * FED
    house.settle("stud-2")
    house.settle("stud-1")
    tenth = (SEED + 2 * FED) // 10
    assert paid(house)[1:] == [("stud-2", 1, tenth), ("stud-1", 2, (SEED + 2 * FED - tenth) // 10)]
    assert house.line("stud-1", 1).paid == 0
    in_order(house.floor)


def test_nobody_pays_ahead_of_the_order_from_outside(tmp_path: Path) -> None:
    house = between(tmp_path)
    assert "table stud-1, box 1" in refusal(house.floor, "stud-2", Settle((1,)))
    act(house.floor, "stud-1", Settle((1, 2)))
    assert paid(house) == [("stud-1", 1, SEED + 3 * FED)]


def test_nobody_waits_for_a_round_in_play(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    house.begin("stud-1", {"1": ROYAL, "dealer": NOTHING})
    house.deal("stud-1")
    house.begin("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    house.play("stud-2", "bob")
    house.pay("stud-2")
    house.play("stud-1")
    house.pay("stud-1")
    assert [one[:2] for one in paid(house)] == [("stud-2", 1), ("stud-1", 1)]
    in_order(house.floor)


# ---- The House finds another order ----------------------------------------------------------------------------------


WHY = "the clock of table one was wrong"
PLACES = (ClaimAt("stud-2", 1, 1), ClaimAt("stud-1", 1, 1))


def test_one_supervisor_orders_awards_that_nobody_has_signed_for(tmp_path: Path) -> None:
    house = between(tmp_path, signed=False)
    reply = say(house, order(("stud-2", 1), ("stud-1", 1)))
    assert isinstance(reply, Accepted)
    assert reply.events == (ClaimsOrdered(PLACES, WHY, "sid", "pit_supervisor", ("4.5.2", "I19")),)


def test_awards_that_two_people_signed_for_are_ordered_by_two_others(tmp_path: Path) -> None:
    """The table of authority: two others, one of them a Pit Manager, or the same two with a Shift Manager."""
    house = between(tmp_path)  # signed for by sue and sam
    order_ = order(("stud-2", 1), ("stud-1", 1))
    reply = say(house, order_)
    assert isinstance(reply, Accepted)
    assert house.floor.link("main").found is None
    house_order = house.floor.link("main").orders[0]
    assert (house_order.number, house_order.by.name, house_order.weighing.touches) == (1, "sid", (Touches.SIGNED,))
    number = house_order.number

    def signed(name: str, role: Role) -> Reply:
        return house.floor.submit(asked("link:main", SignOrder(number), name, role))[0]

    again = signed("sid", Role.PIT_SUPERVISOR)
    assert isinstance(again, Refusal)
    assert again.sentence == "sid has said this: another person signs it"
    assert isinstance(signed("sue", Role.PIT_SUPERVISOR), Accepted)  # who signed for an award does not count
    assert isinstance(signed("nia", Role.PIT_SUPERVISOR), Accepted)  # and no Pit Manager is among them
    assert house.floor.link("main").found is None
    house.settle("stud-1")  # nobody waits for it
    gone = house.floor.link("main").orders
    assert gone == ()


@pytest.mark.parametrize(
    ("second", "role", "found"),
    [
        ("nia", Role.PIT_SUPERVISOR, False),
        ("sue", Role.PIT_MANAGER, False),  # she signed for the awards
        ("max", Role.PIT_MANAGER, True),
        ("kim", Role.SHIFT_MANAGER, True),
    ],
)
def test_the_second_signature_under_an_order(tmp_path: Path, second: str, role: Role, *, found: bool) -> None:
    house = between(tmp_path)
    assert isinstance(say(house, order(("stud-2", 1), ("stud-1", 1))), Accepted)
    reply = house.floor.submit(asked("link:main", SignOrder(1), second, role))[0]
    assert isinstance(reply, Accepted)
    assert (house.floor.link("main").found is not None) is found
    in_order(house.floor)


def test_an_order_by_two_is_changed_by_two_others(tmp_path: Path) -> None:
    """Changing an order that several signed needs people who signed neither it nor the awards."""
    house = between(tmp_path)
    found_by_two(house.floor, "link:main", order(("stud-2", 1), ("stud-1", 1)))
    found = house.floor.link("main").found
    assert found is not None
    assert found.signed == ("sid", "max")
    back = order(("stud-1", 1), ("stud-2", 1))
    assert isinstance(say(house, back), Accepted)
    number = house.floor.link("main").orders[0].number
    submit = house.floor.submit
    submit(asked("link:main", SignOrder(number), "max", Role.PIT_MANAGER))
    assert house.floor.link("main").found == found
    refused = submit(asked("link:main", RefuseOrder(number), "max", Role.PIT_MANAGER))[0]
    assert isinstance(refused, Refusal)  # without a reason
    assert isinstance(submit(asked("link:main", RefuseOrder(number, "no"), "kim", Role.SHIFT_MANAGER))[0], Accepted)
    assert house.floor.link("main").orders == ()
    in_order(house.floor)


def test_an_order_is_not_signed_once_an_award_of_it_is_paid(tmp_path: Path) -> None:
    house = between(tmp_path)
    assert isinstance(say(house, order(("stud-2", 1), ("stud-1", 1))), Accepted)
    house.settle("stud-1")
    reply = house.floor.submit(asked("link:main", SignOrder(1), "max", Role.PIT_MANAGER))[0]
    assert isinstance(reply, Refusal)
    assert reply.sentence == "No statement 1 waits here"


def test_the_house_determines_the_order(tmp_path: Path) -> None:
    house = between(tmp_path)
    found_by_two(house.floor, "link:main", order(("stud-2", 1), ("stud-1", 1)))
    found = ClaimsOrdered(PLACES, WHY, "sid", "pit_supervisor", ("4.5.2", "I19"), ("sid", "max"))
    assert events(house.floor, "link:main")[-1] == found
    assert "table stud-2, box 1" in refusal(house.floor, "stud-1", Settle())
    house.settle("stud-2")
    house.settle("stud-1")
    full = SEED + 3 * FED
    tenth = full // 10
    assert paid(house) == [("stud-2", 1, tenth), ("stud-1", 1, full - tenth), ("stud-1", 2, SEED // 10)]
    assert house.floor.link("main").found is None
    in_order(house.floor)


def test_awards_that_were_paid_keep_what_they_have(tmp_path: Path) -> None:
    house = between(tmp_path)
    house.settle("stud-1")
    reply = say(house, order(("stud-2", 1), ("stud-1", 1)))
    assert isinstance(reply, Refusal)
    assert "table stud-1, round 1, box 1 waits" in reply.sentence
    found_by_two(house.floor, "link:main", order(("stud-1", 2), ("stud-2", 1)))
    house.settle("stud-1")
    house.settle("stud-2")
    assert [one[:2] for one in paid(house)] == [("stud-1", 1), ("stud-1", 2), ("stud-2", 1)]
    in_order(house.floor)


@pytest.mark.parametrize(
    ("command", "role", "why", "cites"),
    [
        (order(("stud-2", 1), ("stud-1", 1)), Role.DEALER, "Pit Supervisor", ()),
        (order(("stud-2", 1), ("stud-1", 1)), Role.AUDITOR, "Pit Supervisor", ()),
        (order(("stud-2", 1), ("stud-1", 1), reason=" "), Role.PIT_SUPERVISOR, "reason", ("4.5.2", "I19")),
        (order(("stud-2", 1)), Role.PIT_SUPERVISOR, "two awards or more", ("4.5.2", "I19")),
        (order(("stud-2", 1), ("stud-2", 1)), Role.PIT_SUPERVISOR, "each once", ("4.5.2", "I19")),
        (order(("stud-2", 1), ("stud-2", 7)), Role.PIT_SUPERVISOR, "box 7 waits", ()),
        (order(("stud-1", 2), ("stud-2", 1), ("stud-1", 1)), Role.PIT_SUPERVISOR, "clockwise", ("4.5.1",)),
    ],
)
def test_who_determines_what(tmp_path: Path, command: OrderClaims, role: Role, why: str, cites: tuple[str]) -> None:
    house = between(tmp_path)
    reply = say(house, command, role)
    assert isinstance(reply, Refusal)
    assert why in reply.sentence
    assert reply.cites == cites
    in_order(house.floor)


def test_mbs_leaves_nothing_to_determine(tmp_path: Path) -> None:
    """It goes by the entry into the jackpot system, and nobody may say otherwise."""
    house = Linked(tmp_path, "bonus-1", "bonus-2")
    hands = {"1": "As Ks", "community": "Qs Js Ts 2d 3h", "dealer": "4c 7d"}
    for table, player in (("bonus-1", "ann"), ("bonus-2", "bob")):
        house.begin(table, hands, player)
        house.play(table, player)
        house.claim(table)
    reply = say(house, order(("bonus-2", 1), ("bonus-1", 1)))
    assert isinstance(reply, Refusal)
    assert reply.cites == ("3.14",)
    in_order(house.floor)


def test_the_same_finding_is_taken_once(tmp_path: Path) -> None:
    house = between(tmp_path)
    request = asked("link:main", order(("stud-2", 1), ("stud-1", 1)), "sid", Role.PIT_SUPERVISOR, "key")
    first, second = house.floor.submit(request)[0], house.floor.submit(request)[0]
    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert (second.repeated, second.events) == (True, first.events)


# ---- Lesser shares --------------------------------------------------------------------------------------------------

RIVER = {"1": "As Ks", "community": "Qs Js 2d 3h Ts", "dealer": "4c 7d"}
"""A Royal Flush by the River Card: 5 %, a Minor award of 4.2."""


def test_4_2_a_minor_award_needs_no_order_and_no_signature(tmp_path: Path) -> None:
    house = Linked(tmp_path, "holdem-1", "holdem-2")
    for table, player in (("holdem-1", "ann"), ("holdem-2", "bob")):
        house.begin(table, RIVER, player)
    for table, player in (("holdem-2", "bob"), ("holdem-1", "ann")):
        house.play(table, player)
        house.settle(table)
    full = SEED + 2 * FED
    assert paid(house) == [("holdem-2", 1, full // 20), ("holdem-1", 1, (full - full // 20) // 20)]
    in_order(house.floor)


def test_4_5_a_minor_award_does_not_go_before_a_major_one_pending_with_it(tmp_path: Path) -> None:
    house = Linked(tmp_path, "holdem-1", "stud-2")
    house.begin("holdem-1", RIVER)
    house.begin("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    house.play("holdem-1")  # complete before the other, and no major award
    house.play("stud-2", "bob")
    house.claim("stud-2")
    reply = ask(house.floor, "holdem-1", Settle())
    assert isinstance(reply, Refusal)
    assert (reply.sentence, reply.cites) == ("The award of table stud-2, box 1, is paid first", ("4.5", "I21"))
    house.settle("stud-2")
    house.settle("holdem-1")
    assert paid(house) == [("stud-2", 1, SEED + 2 * FED), ("holdem-1", 1, SEED // 20)]
    in_order(house.floor)


def test_a_round_without_a_share_of_the_meter_waits_for_nobody(tmp_path: Path) -> None:
    house = Linked(tmp_path, "holdem-1", "stud-2")
    house.begin("holdem-1", {"1": "As Ad", "community": "Ac Ah 2d 3h Ts", "dealer": "4c 7d"})  # SGD 300
    house.begin("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    house.play("stud-2", "bob")
    house.claim("stud-2")
    house.play("holdem-1")
    house.settle("holdem-1")
    assert house.round("holdem-1").phase is Phase.ENDED
    house.settle("stud-2")
    in_order(house.floor)


def test_a_claim_of_a_hand_that_left_the_round_holds_nobody_up(tmp_path: Path) -> None:
    house = between(tmp_path)
    act(house.floor, "stud-1", Report("wrong_hand_count", {"reconstructable": "no"}, box=1))
    assert [one.box for one in house.state("stud-1").info.claims] == [2]
    house.settle("stud-2")
    house.settle("stud-1")
    assert [one[:2] for one in paid(house)] == [("stud-2", 1), ("stud-1", 2)]
    in_order(house.floor)


def test_cards_may_be_entered_however_they_come(tmp_path: Path) -> None:
    """Box 1 is complete with its fifth card, though more cards come with it in one go."""
    house = Linked(tmp_path, "stud-1")
    house.begin("stud-1", TWO)
    house.deal("stud-1", 4)
    assert house.state("stud-1").info.complete == ()
    house.deal("stud-1", 3)
    assert [box for box, _ in house.state("stud-1").info.complete] == [1]
    house.deal("stud-1")
    assert [box for box, _ in house.state("stud-1").info.complete] == [1, 2]
    assert isinstance(ask(house.floor, "stud-1", DealCards(())), Refusal)
    assert isinstance(ask(house.floor, "stud-1", SignClaim(1), "sue"), Refusal)

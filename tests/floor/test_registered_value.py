"""The value registered when the jackpot system failed: it pays this table's awards, whatever the link does meanwhile.

The seed is SGD 50,000.00; a jackpot wager of SGD 5 feeds SGD 3.50.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from croupier.floor.reading.slips import slip_text, slips
from croupier.floor.values.links import LinkDown
from croupier.floor.values.requests import Accepted
from croupier.money import MILLION
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.banked.commands import LinkFailure, Report, TakeDecision
from croupier.play.banked.events import JackpotDown, JackpotStatus
from croupier.play.banked.jackpot import pay_pending
from croupier.play.banked.state import Meter, Phase, Registered
from croupier.play.refusal import Refusal
from croupier.rulebooks import load_banked
from croupier.rules.authority import Touches
from croupier.rules.settling import Claim
from croupier.rules.terms import Role
from tests.floor.linked import FED, FLUSH, NOTHING, ROYAL, SEED, Linked
from tests.floor.random_floor import agreed, asked, open_floor
from tests.floor.rigged import act, events, in_order, refusal, works_again

DOWN = "jackpot_system_down"
WRONG = {"reconstructable": "no"}
"""A wrong count that nobody can put right: the Dealer's makes the round void, a Player's his hand invalid."""


def failing(house: Linked, table: str, hands: dict[str, str]) -> None:
    """A round whose cards somebody has seen when the jackpot system fails at this table."""
    house.begin(table, hands)
    house.deal(table)
    house.look(table)
    act(house.floor, table, Report(DOWN))


@pytest.mark.parametrize(("table", "cite"), [("stud-1", "5.18.1"), ("multi-1", "5.18.1")])
def test_another_table_wins_the_jackpot_and_the_house_bears_the_award(tmp_path: Path, table: str, cite: str) -> None:
    house = Linked(tmp_path, table, "stud-9")
    failing(house, table, {"1": FLUSH, "dealer": NOTHING})
    house.whole("stud-9", {"1": ROYAL, "dealer": NOTHING}, "bob")
    assert [one.amount for one in house.paid("stud-9")] == [SEED + 2 * FED]
    float_before = house.floor.balances[f"float:{table}"]
    house.play(table)
    house.pay(table)
    (award,) = house.paid(table)
    tenth = (SEED + FED) // 10  # of what was registered, not of the jackpot that has begun again since
    assert (award.amount, award.registered, award.borne) == (tenth, SEED + FED, True)
    assert (award.meter_before, award.meter_after) == (SEED * MILLION, SEED * MILLION)
    assert award.cites == ("4.2", "I7", cite, "I18")
    assert house.line(table).cites == ("4.2", cite, "I18")
    assert house.line(table).paid == tenth
    assert house.meter == house.floor.balances["meter:main"] == SEED
    # The tray pays the Ante at 1 to 1 (the Dealer does not qualify), and takes the jackpot wager. The award is the
    # House's to bear, beside its contribution to the meter; no chip of the tray is handed out for it.
    assert house.floor.balances[f"float:{table}"] == float_before - 5_000 + 500
    assert house.floor.balances[f"house:{table}"] == -FED - tenth
    (slip,) = slips(house.floor, table, 1)
    assert (slip.registered, slip.borne) == (SEED + FED, True)
    assert "as registered before the failure" in slip_text(slip)
    assert "the House" in slip_text(slip)
    in_order(house.floor)


def test_holdem_likewise(tmp_path: Path) -> None:
    """A Royal Flush on the Turn: a quarter of the value registered."""
    house = Linked(tmp_path, "holdem-1", "stud-9")
    board = "Qs Js 2d Ts 3h"
    failing(house, "holdem-1", {"1": "As Ks", "community": board, "dealer": "4c 7d"})
    house.whole("stud-9", {"1": ROYAL, "dealer": NOTHING}, "bob")
    house.play("holdem-1")
    house.pay("holdem-1")
    (award,) = house.paid("holdem-1")
    assert (award.award, award.amount) == ("royal_flush_on_the_turn", (SEED + FED) // 4)
    assert (award.borne, award.cites) == (True, ("4.2", "I7", "5.17.1", "I20"))
    assert house.meter == SEED
    in_order(house.floor)


def test_nobody_has_won_it_since_so_the_meter_falls_by_what_was_paid(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    failing(house, "stud-1", {"1": FLUSH, "dealer": NOTHING})
    house.whole("stud-2", {"1": NOTHING}, "bob")  # its contribution comes in after the failure here
    house.play("stud-1")
    house.pay("stud-1")
    (award,) = house.paid("stud-1")
    assert (award.amount, award.borne) == ((SEED + FED) // 10, False)
    assert house.meter == SEED + 2 * FED - (SEED + FED) // 10
    in_order(house.floor)


def test_all_of_it_is_the_registered_value_and_the_meter_begins_again(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    failing(house, "stud-1", {"1": ROYAL, "dealer": NOTHING})
    house.whole("stud-2", {"1": NOTHING}, "bob")
    house.play("stud-1")
    house.pay("stud-1")
    assert [one.amount for one in house.paid("stud-1")] == [SEED + FED]
    assert house.meter == SEED
    in_order(house.floor)


def test_two_at_the_failed_table_are_paid_one_after_the_other(tmp_path: Path) -> None:
    """The second from what the first has left; after all of it, from the seed."""
    house = Linked(tmp_path, "stud-1", "stud-2", "multi-1")
    failing(house, "stud-1", {"1": FLUSH, "2": "Kh Qh Jh Th 9h", "dealer": "2c 3d 5s 7c 9d"})
    failing(house, "multi-1", {"1": ROYAL, "2": FLUSH, "dealer": NOTHING})
    house.whole("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    for table in ("stud-1", "multi-1"):
        house.play(table)
    house.pay("stud-1")
    first = (SEED + 2 * FED) // 10
    assert [one.amount for one in house.paid("stud-1")] == [first, (SEED + 2 * FED - first) // 10]
    house.pay("multi-1")
    assert [one.amount for one in house.paid("multi-1")] == [SEED + 4 * FED, SEED // 10]
    assert house.meter == SEED
    in_order(house.floor)


# ---- The link itself fails ------------------------------------------------------------------------------------------


WHO = {"stud-1": "ann", "stud-2": "bob", "stud-3": "cho", "stud-4": "dee"}


def link_fails(house: Linked, hands: Mapping[str, Mapping[str, str]], seen: Iterable[str] | None = None) -> None:
    """Rounds in play at these tables, whose cards somebody has looked at where nothing else is said, and the link."""
    for table, cards in hands.items():
        house.begin(table, cards, WHO[table])
        house.deal(table)
        if seen is None or table in seen:
            house.look(table, player=WHO[table])
    unseen = {table: False for table in hands if seen is not None and table not in seen}
    down = asked("link:main", LinkDown("cable cut", unseen), "max", Role.PIT_MANAGER)
    assert isinstance(house.floor.submit(down)[0], Accepted)
    for table in hands:
        signed(house, table)


def signed(house: Linked, table: str) -> None:
    """A second person stands behind what the failure gives back at a table."""
    for waits in house.state(table).engine.waiting:
        act(house.floor, table, SignStatement(waits.number), "sam")


def finish(house: Linked, *tables: str) -> None:
    for table in tables:
        house.play(table, WHO[table])
        house.pay(table)


def test_tables_of_a_link_that_fails_share_one_registered_value(tmp_path: Path) -> None:
    """The first wins all of it, the second what a working meter would then show: the seed."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    hands = {"1": ROYAL, "dealer": NOTHING}
    link_fails(house, {"stud-1": hands, "stud-2": hands})
    finish(house, "stud-1", "stud-2")
    assert [house.paid(table)[0].amount for table in ("stud-1", "stud-2")] == [SEED + 2 * FED, SEED]
    assert [house.paid(table)[0].borne for table in ("stud-1", "stud-2")] == [False, False]
    assert house.meter == SEED
    in_order(house.floor)


def test_lesser_awards_lower_the_shared_value_for_the_other_tables(tmp_path: Path) -> None:
    """A tenth; a tenth of the rest; all that is left; and then a tenth of the seed."""
    house = Linked(tmp_path, "stud-1", "stud-2", "stud-3", "stud-4")
    tenth, royal = {"1": FLUSH, "dealer": NOTHING}, {"1": ROYAL, "dealer": NOTHING}
    link_fails(house, {"stud-1": tenth, "stud-2": tenth, "stud-3": royal, "stud-4": tenth})
    finish(house, "stud-1", "stud-2", "stud-3", "stud-4")
    whole = SEED + 4 * FED
    first = whole // 10
    second = (whole - first) // 10
    paid = [house.paid(f"stud-{table}")[0].amount for table in range(1, 5)]
    assert paid == [first, second, whole - first - second, SEED // 10]
    assert house.meter == SEED - SEED // 10
    in_order(house.floor)


@pytest.mark.parametrize("void", ["stud-1", "stud-2"])
def test_the_registered_value_does_not_depend_on_the_tables_names(tmp_path: Path, void: str) -> None:
    """One table's round is void by the same failure: its contribution is registered all the same (5.18.1)."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    plays = "stud-2" if void == "stud-1" else "stud-1"
    hands = {"1": ROYAL, "dealer": NOTHING}
    link_fails(house, {"stud-1": hands, "stud-2": hands}, seen=[plays])
    assert house.round(void).phase is Phase.ENDED
    downs = [event for table in (void, plays) for event in events(house.floor, f"table:{table}")]
    assert [one.registered for one in downs if isinstance(one, JackpotDown)] == [SEED + 2 * FED] * 2
    finish(house, plays)
    (award,) = house.paid(plays)
    assert (award.amount, award.registered) == (SEED + 2 * FED, SEED + 2 * FED)
    assert house.meter == SEED
    in_order(house.floor)


def test_an_award_that_goes_back_raises_the_shared_value_again(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    hands = {"1": ROYAL, "dealer": NOTHING}
    link_fails(house, {"stud-1": hands, "stud-2": hands})
    finish(house, "stud-1")
    act(house.floor, "stud-1", Report("wrong_dealer_count", WRONG))
    finish(house, "stud-2")
    (award,) = house.paid("stud-2")
    assert (award.amount, award.borne) == (SEED + 2 * FED, False)
    assert house.meter == SEED
    in_order(house.floor)


def test_a_later_round_that_wins_the_jackpot_leaves_the_registered_value_whole(tmp_path: Path) -> None:
    """It is no round of that failure: the House bears what it had registered for the one that is still in play."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    link_fails(house, {"stud-1": {"1": ROYAL, "dealer": NOTHING}})
    works_again(house.floor, "main")
    house.whole("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    finish(house, "stud-1")
    (award,) = house.paid("stud-1")
    assert (award.amount, award.borne) == (SEED + FED, True)
    assert house.meter == SEED
    in_order(house.floor)


def test_the_shared_value_outlives_a_restart(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    tenth = {"1": FLUSH, "dealer": NOTHING}
    link_fails(house, {"stud-1": tenth, "stud-2": tenth})
    finish(house, "stud-1")
    again = open_floor(tmp_path / "floor.db")
    agreed(house.floor, again)
    house.floor = again
    finish(house, "stud-2")
    whole = SEED + 2 * FED
    assert house.paid("stud-2")[0].amount == (whole - whole // 10) // 10
    in_order(house.floor)


def test_nobody_but_the_link_says_what_was_registered(tmp_path: Path) -> None:
    """What the floor fills in is taken off whatever comes from outside."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    house.begin("stud-1", {"1": ROYAL, "dealer": NOTHING})
    house.deal("stud-1")
    house.look("stud-1")
    act(house.floor, "stud-1", Report(DOWN, failure=LinkFailure(1, 99_000_000)))
    assert house.round("stud-1").registered == Registered(SEED + FED, SEED, ("5.18.1", "I18"))


def test_an_award_elsewhere_that_goes_back_has_not_won_the_jackpot(tmp_path: Path) -> None:
    """The meter holds what was registered again, and pays it."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    failing(house, "stud-1", {"1": ROYAL, "dealer": NOTHING})
    house.whole("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    act(house.floor, "stud-2", Report("wrong_dealer_count", WRONG))
    assert house.round("stud-1").registered == Registered(SEED + FED, SEED, ("5.18.1", "I18"))
    assert house.meter == SEED + FED
    house.play("stud-1")
    house.pay("stud-1")
    (award,) = house.paid("stud-1")
    assert (award.amount, award.borne) == (SEED + FED, False)
    assert house.meter == SEED
    in_order(house.floor)


@pytest.mark.parametrize("won", [False, True])
def test_void_after_it(tmp_path: Path, won: bool) -> None:
    """What the award took is in the meter again; what the House bore, the House has again."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    failing(house, "stud-1", {"1": FLUSH, "dealer": NOTHING})
    wallet = house.floor.balances["wallet:ann"]
    house.whole("stud-2", {"1": ROYAL if won else NOTHING, "dealer": "2d 3c 5c 7h 9s"}, "bob")
    before = house.meter
    house.play("stud-1")
    house.pay("stud-1")
    act(house.floor, "stud-1", Report("wrong_dealer_count", WRONG))
    assert house.round("stud-1").phase is Phase.ENDED
    # Its contribution leaves the meter, unless it went with the jackpot; then the House bears it.
    assert house.meter == before - (0 if won else FED)
    assert house.floor.balances["wallet:ann"] == wallet + 5_500  # the Ante and the jackpot wager, and no award
    (slip,) = slips(house.floor, "stud-1", 1)
    assert slip.undone
    in_order(house.floor)


@pytest.mark.parametrize("won", [False, True])
def test_a_hand_invalidated_after_it(tmp_path: Path, won: bool) -> None:
    """The first of two leaves; the second keeps what it was paid."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    failing(house, "stud-1", {"1": FLUSH, "2": "Kh Qh Jh Th 9h", "dealer": "2c 3d 5s 7c 9d"})
    house.whole("stud-2", {"1": ROYAL if won else NOTHING, "dealer": "2d 3c 5c 7h 9s"}, "bob")
    before = house.meter
    house.play("stud-1")
    house.pay("stud-1")
    first, second = (one.amount for one in house.paid("stud-1"))
    assert house.meter == before - (0 if won else first + second)
    act(house.floor, "stud-1", Report("wrong_hand_count", WRONG, box=1))
    assert house.meter == before - (0 if won else second + FED)
    assert house.line("stud-1", 2).paid == second
    assert house.line("stud-1", 1).paid == 0
    in_order(house.floor)


def test_the_registered_value_outlives_a_restart(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    failing(house, "stud-1", {"1": FLUSH, "dealer": NOTHING})
    house.begin("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    again = open_floor(tmp_path / "floor.db")
    agreed(house.floor, again)
    house.floor = again
    house.play("stud-2", "bob")
    house.pay("stud-2")
    again = open_floor(tmp_path / "floor.db")
    agreed(house.floor, again)
    house.floor = again
    house.play("stud-1")
    house.pay("stud-1")
    assert [(one.amount, one.borne) for one in house.paid("stud-1")] == [((SEED + FED) // 10, True)]
    in_order(house.floor)


# ---- Arithmetic -----------------------------------------------------------------------------------------------------


def test_the_meter_never_falls_below_nothing() -> None:
    """A quarter of 100.00 is paid where awards elsewhere have left 20.00 and half a cent: the House adds the rest."""
    jackpot = load_banked("rws-progressive-texas-holdem").jackpot
    award = next(one for one in jackpot.awards if one.name == "royal_flush_on_the_turn")
    (payment,) = pay_pending(
        Meter(2_000 * MILLION + 500_000),
        1_000,
        [Claim("A", 1, 500, (award,), 1, 1)],
        jackpot.paid_in_order,
        Registered(10_000, 1_000, ("5.17.1", "I20")),
    )
    assert (payment.amount, payment.registered) == (2_500, 10_000)
    assert payment.after == Meter(500_000)


# ---- Failing again --------------------------------------------------------------------------------------------------


def choose(house: Linked, option: str, boxes: tuple[int, ...] = ()) -> None:
    (waiting,) = house.state("stud-1").engine.pending
    act(house.floor, "stud-1", TakeDecision(waiting.number, option, "the supplier was called", boxes), "sue")


def test_a_second_failure_while_boxes_are_closed_is_one_of_its_own(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    failing(house, "stud-1", {"1": NOTHING, "dealer": "2d 3c 5c 7h 9s"})
    house.play("stud-1")
    house.settle("stud-1")
    choose(house, "close_boxes", (2,))
    house.whole("stud-2", {"1": NOTHING}, "bob")
    failing(house, "stud-1", {"1": FLUSH, "dealer": NOTHING})
    assert house.state("stud-1").engine.jackpot is JackpotStatus.UNDECIDED
    assert house.round("stud-1").registered == Registered(SEED + 3 * FED, SEED, ("5.18.1", "I18"))
    assert "yet to choose" in refusal(house.floor, "stud-1", Report(DOWN))
    house.play("stud-1")
    house.pay("stud-1")
    assert [one.amount for one in house.paid("stud-1")] == [(SEED + 3 * FED) // 10]
    choose(house, "without_jackpot")
    assert "the jackpot system cannot fail here" in refusal(house.floor, "stud-1", Report(DOWN))
    in_order(house.floor)


def test_a_second_failure_before_anybody_has_seen_his_cards_makes_the_round_void(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    house.whole("stud-1", {"1": NOTHING, "dealer": "2d 3c 5c 7h 9s"})
    act(house.floor, "stud-1", Report(DOWN))
    choose(house, "close_boxes", (2,))
    house.begin("stud-1", {"1": ROYAL, "dealer": NOTHING})
    act(house.floor, "stud-1", Report(DOWN, {"seen": "no"}))
    assert house.round("stud-1").phase is Phase.ENDED
    assert house.meter == SEED + FED
    choose(house, "close_table")
    in_order(house.floor)


def test_a_second_failure_in_one_round_leaves_it_the_value_registered_first(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    failing(house, "stud-1", {"1": FLUSH, "dealer": NOTHING})
    choose(house, "close_boxes", (2,))
    house.whole("stud-2", {"1": ROYAL, "dealer": NOTHING}, "bob")
    act(house.floor, "stud-1", Report(DOWN))
    house.play("stud-1")
    house.pay("stud-1")
    assert [(one.amount, one.borne) for one in house.paid("stud-1")] == [((SEED + FED) // 10, True)]
    in_order(house.floor)


def test_a_link_that_fails_fails_where_boxes_are_closed_too(tmp_path: Path) -> None:
    house = Linked(tmp_path, "stud-1", "stud-2")
    act(house.floor, "stud-1", Report(DOWN))
    choose(house, "close_boxes", (2,))
    house.floor.submit(asked("link:main", LinkDown("cable cut"), "max", Role.PIT_MANAGER))
    assert house.state("stud-1").engine.jackpot is JackpotStatus.UNDECIDED
    in_order(house.floor)


def test_one_paid_ahead_of_the_other_leaves_him_the_rest_of_it(tmp_path: Path) -> None:
    """Table two's hand is complete between the two at the failed table, and is paid between them, from the meter."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    house.begin("stud-1", {"1": FLUSH, "2": "Kh Qh Jh Th 9h", "dealer": NOTHING})
    house.deal("stud-1", 5)
    house.begin("stud-2", {"1": FLUSH, "dealer": NOTHING}, "bob")
    house.deal("stud-2")
    house.deal("stud-1")
    house.look("stud-1")
    act(house.floor, "stud-1", Report(DOWN))
    for table, player in (("stud-1", "ann"), ("stud-2", "bob")):
        house.play(table, player)
        house.claim(table)
    house.settle("stud-1")
    house.settle("stud-2")
    house.settle("stud-1")
    full = SEED + 3 * FED
    tenth = full // 10
    assert [one.amount for one in house.paid("stud-2")] == [(full - tenth) // 10]
    assert [one.amount for one in house.paid("stud-1")] == [tenth, (full - tenth) // 10]
    in_order(house.floor)


@pytest.mark.parametrize(("seen", "void"), [(True, False), (False, True)])
def test_where_no_look_is_on_record_somebody_says_whether_cards_were_seen(
    tmp_path: Path, seen: bool, void: bool
) -> None:
    """A Dealer deals, and nobody has keyed a look: whether the round is void depends on what is said."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    house.begin("stud-1", {"1": ROYAL, "dealer": NOTHING})
    house.deal("stud-1")
    down = asked("link:main", LinkDown("cable cut"), "max", Role.PIT_MANAGER)
    reply = house.floor.submit(down)[0]
    assert isinstance(reply, Refusal)
    assert reply.sentence.startswith("Table stud-1: ")
    assert not house.floor.link("main").down
    said = asked("link:main", LinkDown("cable cut", {"stud-1": seen}), "max", Role.PIT_MANAGER)
    assert isinstance(house.floor.submit(said)[0], Accepted)
    assert len(house.state("stud-1").engine.waiting) == void  # the Dealer's card lies face up: a Void takes two
    signed(house, "stud-1")
    assert (house.round("stud-1").phase is Phase.ENDED) is void
    assert house.state("stud-2").engine.jackpot is JackpotStatus.UNDECIDED
    in_order(house.floor)


def test_one_person_does_not_void_a_round_by_a_failure_against_a_look_on_record(tmp_path: Path) -> None:
    """5.17 voids it only if nobody has seen cards, and Ann has looked: the table waits for a second person."""
    house = Linked(tmp_path, "stud-1", "stud-2")
    house.begin("stud-1", {"1": ROYAL, "dealer": NOTHING})
    house.deal("stud-1")
    house.look("stud-1")
    down = asked("link:main", LinkDown("cable cut", {"stud-1": False}), "sue", Role.PIT_SUPERVISOR)
    assert isinstance(house.floor.submit(down)[0], Accepted)
    assert house.floor.link("main").down
    (waits,) = house.state("stud-1").engine.waiting
    assert Touches.AGAINST_RECORD in waits.weighing.touches
    assert house.round("stud-1").phase is Phase.PLAY
    act(house.floor, "stud-1", RefuseStatement(waits.number, "ann has looked"), "max", Role.PIT_MANAGER)
    assert house.round("stud-1").phase is Phase.PLAY
    in_order(house.floor)

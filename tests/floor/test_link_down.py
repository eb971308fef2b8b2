"""A jackpot link that fails: every table of it hears so in one commit, and plays on as its document says."""

from pathlib import Path
from typing import Any

import pytest

from croupier.floor.running.floor import Floor
from croupier.floor.values.links import CountersignUp, LinkCameUp, LinkDown, LinkUp, LinkWentDown, ProposeUp, RejectUp
from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import Countersign, EndFailure, EstablishTable, Propose, SignClaim
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.authority import RefuseStatement, SignStatement, Statement
from croupier.play.banked.commands import (
    BankedCommand,
    Choose,
    CloseBets,
    CorrectWager,
    Look,
    OpenRound,
    PlaceWager,
    ReopenJackpot,
    Report,
    TakeDecision,
    WithdrawWager,
)
from croupier.play.banked.events import JackpotDown, JackpotFed, JackpotStatus
from croupier.play.banked.state import Phase, Round
from croupier.play.refusal import Refusal
from croupier.rules.authority import Stage, Touches
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.settling import Result
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.linked import FED, NOTHING, ROYAL, SEED, Linked
from tests.floor.random_floor import agreed, asked, open_floor
from tests.floor.rigged import a_floor, act, ask, events, failure_ends, in_order, refusal, seen_working, works_again

PLAN = """
[links.stud]
seed = 5_000_000

[links.bonus]
seed = 8_000_000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.stud-2]
game = "rws-casino-stud"
link = "stud"

[tables.multi-1]
game = "rws-multi-link-casino-stud"
link = "stud"

[tables.bonus-1]
game = "mbs-texas-holdem-bonus-progressive"
link = "bonus"
"""
LINKED = ("stud-1", "stud-2", "multi-1")


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN)


def declare(
    floor: Floor, link: str, command: Any, role: Role = Role.PIT_MANAGER, who: str = "max"
) -> Accepted | Refusal:
    return floor.submit(asked(f"link:{link}", command, who, role))[0]


def bets(floor: Floor, table: str, *, jackpot: bool = True) -> None:
    """A round with one box, whose bets are open."""
    act(floor, table, OpenRound())
    act(floor, table, PlaceWager(1, WagerName.ANTE, 5_000), "ann")
    if jackpot:
        act(floor, table, PlaceWager(1, WagerName.JACKPOT, 500), "ann")


def bank(floor: Floor, table: str) -> BankedTable:
    state = floor.table(table)
    assert isinstance(state, BankedTable)
    return state


def round_of(floor: Floor, table: str) -> Round:
    round_ = bank(floor, table).engine.round
    assert round_ is not None
    return round_


def choose(floor: Floor, table: str, option: str) -> None:
    """The House chooses how the table is played meanwhile."""
    number = bank(floor, table).engine.pending[0].number
    for who in ("sue", "sam") if option == "void_round" else ("sue",):  # a Void takes two
        act(floor, table, TakeDecision(number, option, "the link is down"), who)


def test_all_its_tables_and_no_others_hear_of_it_in_one_commit(floor: Floor) -> None:
    before = floor.position
    assert isinstance(declare(floor, "stud", LinkDown("cable cut")), Accepted)
    assert floor.link("stud").down == "cable cut"
    assert {name for name in floor.tables() if bank(floor, name).engine.jackpot is JackpotStatus.UNDECIDED} == {*LINKED}
    assert floor.position == before + 1 + len(LINKED)
    assert events(floor, "link:stud")[-1] == LinkWentDown("cable cut", 5_000_000, 1)
    for name in LINKED:
        down = next(event for event in events(floor, f"table:{name}") if isinstance(event, JackpotDown))
        assert down.registered == 5_000_000


def test_rws_nobody_has_seen_his_cards_so_the_round_is_void(floor: Floor) -> None:
    bets(floor, "stud-1")
    act(floor, "stud-1", CloseBets())
    wallet = floor.balances["wallet:ann"]
    declare(floor, "stud", LinkDown("cable cut"))
    act(floor, "stud-1", SignStatement(1), "sue")  # the Dealer's card lies face up: a Void takes two
    assert not bank(floor, "stud-1").running
    assert {line.result for line in round_of(floor, "stud-1").lines} == {Result.VOID}
    assert floor.balances["wallet:ann"] == wallet + 5_500
    assert floor.link("stud").meter == 5_000_000 * 1_000_000  # the contribution went back with the wager
    in_order(floor)


def test_rws_a_round_whose_cards_were_seen_is_paid_at_the_registered_value(tmp_path: Path) -> None:
    # Burnt 2c; box 1 and the Dealer in turn: ann holds a royal flush, the Dealer nothing.
    royal = "2c As 2d Ks 3h Qs 5h Js 7c Ts 9d"
    floor = a_floor(tmp_path, PLAN, royal)
    bets(floor, "stud-1")
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Look(1), "ann")
    registered = floor.link("stud").shown
    assert registered == 5_000_350  # the seed, and 70 % of SGD 5
    declare(floor, "stud", LinkDown("cable cut"))
    assert bank(floor, "stud-1").running
    act(floor, "stud-1", Choose(1, Decision.BET), "ann")
    assert bank(floor, "stud-1").info.claims
    for actor in ("sue", "sam"):
        act(floor, "stud-1", SignClaim(1), actor)
    assert floor.link("stud").awards[0].amount == registered
    assert floor.link("stud").shown == 5_000_000
    in_order(floor)


def test_rws_the_house_chooses_how_later_rounds_are_played(floor: Floor) -> None:
    declare(floor, "stud", LinkDown("cable cut"))
    assert "yet to choose" in refusal(floor, "stud-1", OpenRound())
    choose(floor, "stud-1", "without_jackpot")
    choose(floor, "stud-2", "close_table")
    bets(floor, "stud-1", jackpot=False)
    assert "No jackpot wagers" in refusal(floor, "stud-1", PlaceWager(1, WagerName.JACKPOT, 500), "ann")
    assert "closed" in refusal(floor, "stud-2", OpenRound())
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Choose(1, Decision.FOLD), "ann")
    assert not any(isinstance(event, JackpotFed) for event in events(floor, "table:stud-1"))
    assert floor.link("stud").meter == 5_000_000 * 1_000_000


def test_a_table_alone_does_not_work_again_before_its_link(floor: Floor) -> None:
    declare(floor, "stud", LinkDown("cable cut"))
    choose(floor, "stud-1", "without_jackpot")
    assert "link is down" in refusal(floor, "stud-1", Propose(EndFailure()), "sue")


def test_the_link_works_again_for_all_its_tables_at_once(floor: Floor) -> None:
    """5.18.2: how later rounds are played need not be chosen any more, where nobody has chosen yet."""
    declare(floor, "stud", LinkDown("cable cut"))
    choose(floor, "stud-1", "without_jackpot")
    act(floor, "stud-2", TakeDecision(1, "close_boxes", "its device is dead", (2,)), "sue")
    assert [one.irregularity for one in bank(floor, "multi-1").engine.pending] == [JACKPOT_DOWN]
    assert isinstance(declare(floor, "stud", seen_working(floor, "stud"), who="sue"), Accepted)
    assert floor.link("stud").down == "cable cut"  # one signature releases nothing
    assert bank(floor, "stud-1").engine.jackpot is JackpotStatus.WITHOUT_JACKPOT
    before = floor.position
    assert isinstance(declare(floor, "stud", CountersignUp(1)), Accepted)
    assert not floor.link("stud").down
    assert floor.position == before + 1 + len(LINKED)
    assert {bank(floor, name).engine.jackpot for name in LINKED} == {JackpotStatus.RUNNING}
    assert bank(floor, "multi-1").engine.pending == ()
    for name in LINKED:
        bets(floor, name)
        act(floor, name, CloseBets())
    assert floor.link("stud").shown == 5_000_000 + 3 * 350
    in_order(floor)


def test_a_table_that_a_person_closed_stays_closed(floor: Floor) -> None:
    """5.18.2.a: they open it again, whatever its link does."""
    declare(floor, "stud", LinkDown("cable cut"))
    choose(floor, "stud-2", "close_table")
    works_again(floor, "stud")
    assert bank(floor, "stud-2").engine.jackpot is JackpotStatus.CLOSE_TABLE
    assert "closed" in refusal(floor, "stud-2", OpenRound())
    failure_ends(floor, "stud-2")
    bets(floor, "stud-2")
    in_order(floor)


def test_a_table_where_no_coin_was_tried_waits_for_its_own(floor: Floor) -> None:
    declare(floor, "stud", LinkDown("cable cut"))
    choose(floor, "stud-1", "without_jackpot")
    choose(floor, "stud-2", "without_jackpot")
    works_again(floor, "stud", "stud-2")
    assert events(floor, "link:stud")[-1] == LinkCameUp(5_000_000, ("stud-2",))
    statuses = [bank(floor, name).engine.jackpot for name in LINKED]
    assert statuses == [JackpotStatus.RUNNING, JackpotStatus.WITHOUT_JACKPOT, JackpotStatus.RUNNING]
    bets(floor, "stud-2", jackpot=False)
    assert "No jackpot wagers" in refusal(floor, "stud-2", PlaceWager(1, WagerName.JACKPOT, 500), "ann")
    failure_ends(floor, "stud-2")
    assert bank(floor, "stud-2").engine.jackpot is JackpotStatus.RUNNING
    in_order(floor)


@pytest.mark.parametrize(
    ("meter", "coins", "why"),
    [
        (4_999_999, LINKED, "shows SGD 49,999.99 and the books have SGD 50,000.00: SGD 0.01 too little"),
        (5_000_001, LINKED, "shows SGD 50,000.01 and the books have SGD 50,000.00: SGD 0.01 too much"),
        (5_000_000, LINKED[:2], "Say whether a test coin was tried at multi-1"),
        (5_000_000, (*LINKED, "bonus-1"), "bonus-1 is not on this link"),
    ],
)
def test_what_was_seen_of_it_is_said_in_full(floor: Floor, meter: int, coins: tuple[str, ...], why: str) -> None:
    declare(floor, "stud", LinkDown("cable cut"))
    reply = declare(floor, "stud", ProposeUp(meter, dict.fromkeys(coins, True)), Role.PIT_SUPERVISOR, "sue")
    assert isinstance(reply, Refusal)
    assert why in reply.sentence
    assert not floor.link("stud").proposals


def test_a_meter_that_has_moved_since_is_read_again(floor: Floor) -> None:
    """A contribution goes back with a Void that was decided after the display was read."""
    bets(floor, "bonus-1")
    act(floor, "bonus-1", CloseBets())
    declare(floor, "bonus", LinkDown("server"))
    assert isinstance(declare(floor, "bonus", ProposeUp(8_000_350, {"bonus-1": True}), who="sue"), Accepted)
    choose(floor, "bonus-1", "void_round")
    reply = declare(floor, "bonus", CountersignUp(1))
    assert isinstance(reply, Refusal)
    assert "SGD 3.50 too much" in reply.sentence
    assert isinstance(declare(floor, "bonus", RejectUp(1, "read once more")), Accepted)
    works_again(floor, "bonus")
    in_order(floor)


def test_two_people_say_that_it_works(floor: Floor) -> None:
    declare(floor, "stud", LinkDown("cable cut"))
    alone = declare(floor, "stud", LinkUp())
    assert isinstance(alone, Refusal)
    assert "Two people sign" in alone.sentence
    declare(floor, "stud", seen_working(floor, "stud"))
    for command, who, role, why in (
        (seen_working(floor, "stud"), "sue", Role.PIT_SUPERVISOR, "max has already proposed this"),
        (CountersignUp(1), "max", Role.PIT_MANAGER, "Two different people"),
        (CountersignUp(1), "sue", Role.PIT_SUPERVISOR, "Pit Manager"),
        (CountersignUp(2), "moe", Role.PIT_MANAGER, "no proposal 2"),
        (RejectUp(1, " "), "sue", Role.PIT_SUPERVISOR, "reason"),
    ):
        reply = declare(floor, "stud", command, role, who)
        assert isinstance(reply, Refusal)
        assert why in reply.sentence
    assert floor.link("stud").down
    assert isinstance(declare(floor, "stud", CountersignUp(1), who="moe"), Accepted)
    assert floor.link("stud").proposals == ()


def test_a_table_whose_float_was_counted_out_stays_closed(floor: Floor) -> None:
    """Its jackpot works again, and only its own count opens it; nobody can try a coin there."""
    act(floor, "stud-3", EstablishTable("rws-casino-stud", {}, "stud", True), "sue")
    declare(floor, "stud", LinkDown("cable cut"))
    works_again(floor, "stud")
    assert bank(floor, "stud-3").engine.jackpot is JackpotStatus.RUNNING
    assert "closed" in refusal(floor, "stud-3", OpenRound())
    act(floor, "stud-1", OpenRound())


def test_a_table_alone_works_again_before_anybody_has_chosen(floor: Floor) -> None:
    act(floor, "stud-1", Report(JACKPOT_DOWN))
    assert "yet to choose" in refusal(floor, "stud-1", OpenRound())
    failure_ends(floor, "stud-1")
    assert bank(floor, "stud-1").engine.pending == ()
    bets(floor, "stud-1")
    in_order(floor)


@pytest.mark.parametrize("second", [("sam", Role.PIT_SUPERVISOR), ("max", Role.PIT_MANAGER)])
def test_two_people_end_the_failure_of_one_table(floor: Floor, second: tuple[str, Role]) -> None:
    """As at a link: two different people, one of them a Pit Manager."""
    act(floor, "stud-1", Report(JACKPOT_DOWN))
    alone = refusal(floor, "stud-1", ReopenJackpot(), "max", Role.PIT_MANAGER)
    assert alone == "Two people sign that a table's jackpot works again: propose it"
    act(floor, "stud-1", Propose(EndFailure()), "sue", Role.PIT_SUPERVISOR)
    signature = Countersign(bank(floor, "stud-1").info.proposed)
    assert "Two different people" in refusal(floor, "stud-1", signature, "sue", Role.PIT_MANAGER)
    reply = ask(floor, "stud-1", signature, *second)
    if second[1] is Role.PIT_MANAGER:
        assert isinstance(reply, Accepted)
        assert bank(floor, "stud-1").engine.jackpot is JackpotStatus.RUNNING
    else:
        assert isinstance(reply, Refusal)
        needs = "this takes two different people, one of them a Pit Manager or someone above them"
        assert reply.sentence == f"A jackpot works again: {needs}"
    assert "is working" in refusal(floor, "stud-2", Propose(EndFailure()), "sue", Role.PIT_SUPERVISOR)
    in_order(floor)


def test_a_table_does_not_work_again_while_its_link_is_down(floor: Floor) -> None:
    act(floor, "stud-1", Report(JACKPOT_DOWN))
    act(floor, "stud-1", Propose(EndFailure()), "sue", Role.PIT_SUPERVISOR)
    signature = Countersign(bank(floor, "stud-1").info.proposed)
    declare(floor, "stud", LinkDown("cable cut"))
    assert "link is down" in refusal(floor, "stud-1", signature, "max", Role.PIT_MANAGER)
    assert "link is down" in refusal(floor, "stud-2", Propose(EndFailure()), "sue", Role.PIT_SUPERVISOR)


def test_mbs_between_rounds_nothing_is_left_to_decide(floor: Floor) -> None:
    declare(floor, "bonus", LinkDown("server"))
    assert len(bank(floor, "bonus-1").engine.pending) == 1
    works_again(floor, "bonus")
    assert bank(floor, "bonus-1").engine.pending == ()
    bets(floor, "bonus-1")
    in_order(floor)


def test_mbs_a_round_is_still_to_be_decided_on_once_the_link_works_again(floor: Floor) -> None:
    """The document is silent, so the Shift Manager decides about the round in play; later rounds have the jackpot."""
    bets(floor, "bonus-1")
    act(floor, "bonus-1", CloseBets())
    declare(floor, "bonus", LinkDown("server"))
    works_again(floor, "bonus")
    assert bank(floor, "bonus-1").engine.jackpot is JackpotStatus.RUNNING
    assert len(bank(floor, "bonus-1").engine.pending) == 1
    choose(floor, "bonus-1", "void_round")
    assert bank(floor, "bonus-1").engine.jackpot is JackpotStatus.RUNNING
    bets(floor, "bonus-1")
    act(floor, "bonus-1", CloseBets())
    assert floor.link("bonus").shown == 8_000_000 + 350
    in_order(floor)


def test_mbs_is_silent_so_the_shift_manager_decides(floor: Floor) -> None:
    bets(floor, "bonus-1")
    act(floor, "bonus-1", CloseBets())
    registered = floor.link("bonus").meter
    declare(floor, "bonus", LinkDown("server"))
    state = bank(floor, "bonus-1")
    assert state.running
    (waiting,) = state.engine.pending
    options = ("continue", "void_round", "invalidate_hand", "return_jackpot_wagers")
    assert (waiting.role, waiting.options) == (Role.SHIFT_MANAGER, options)
    choose(floor, "bonus-1", "continue")
    act(floor, "bonus-1", Choose(1, Decision.FOLD), "ann")
    assert not bank(floor, "bonus-1").running
    assert floor.link("bonus").meter == registered
    assert bank(floor, "bonus-1").engine.jackpot is JackpotStatus.WITHOUT_JACKPOT
    works_again(floor, "bonus")
    assert bank(floor, "bonus-1").engine.jackpot is JackpotStatus.RUNNING
    in_order(floor)


def test_mbs_void_by_decision_gives_the_contribution_back(floor: Floor) -> None:
    bets(floor, "bonus-1")
    act(floor, "bonus-1", CloseBets())
    declare(floor, "bonus", LinkDown("server"))
    choose(floor, "bonus-1", "void_round")
    assert floor.link("bonus").meter == 8_000_000 * 1_000_000
    in_order(floor)


def test_mbs_jackpot_wagers_alone_by_decision_give_the_contribution_back(floor: Floor) -> None:
    bets(floor, "bonus-1")
    act(floor, "bonus-1", CloseBets())
    declare(floor, "bonus", LinkDown("server"))
    choose(floor, "bonus-1", "return_jackpot_wagers")
    assert floor.link("bonus").meter == 8_000_350 * 1_000_000  # it takes two
    act(floor, "bonus-1", SignStatement(1, "nobody can tell"), "sam")
    assert bank(floor, "bonus-1").running
    assert floor.link("bonus").meter == 8_000_000 * 1_000_000
    in_order(floor)


def test_mbs_wagers_that_nobody_registered_are_taken_back_before_the_close(floor: Floor) -> None:
    bets(floor, "bonus-1")
    declare(floor, "bonus", LinkDown("server"))
    choose(floor, "bonus-1", "continue")
    assert "taken back" in refusal(floor, "bonus-1", CloseBets())
    assert "link is down" in refusal(floor, "bonus-1", PlaceWager(1, WagerName.JACKPOT, 500), "bob")
    act(floor, "bonus-1", WithdrawWager(1, WagerName.JACKPOT), "ann")
    act(floor, "bonus-1", CloseBets())
    assert not any(isinstance(event, JackpotFed) for event in events(floor, "table:bonus-1"))
    assert floor.link("bonus").meter == 8_000_000 * 1_000_000


def test_who_may_say_so_and_when(floor: Floor) -> None:
    for command, role, why in (
        (LinkDown("cable cut"), Role.DEALER, "Pit Supervisor"),
        (ProposeUp(5_000_000, {}), Role.DEALER, "Pit Supervisor"),
        (seen_working(floor, "stud"), Role.PIT_SUPERVISOR, "is working"),
        (LinkDown(" "), Role.PIT_MANAGER, "reason"),
    ):
        reply = declare(floor, "stud", command, role)
        assert isinstance(reply, Refusal)
        assert why in reply.sentence
    declare(floor, "stud", LinkDown("cable cut"))
    again = declare(floor, "stud", LinkDown("still"))
    assert isinstance(again, Refusal)
    assert "cable cut" in again.sentence


def test_a_table_put_on_a_link_that_is_down_hears_of_it(floor: Floor, tmp_path: Path) -> None:
    declare(floor, "stud", LinkDown("cable cut"))
    new = EstablishTable("rws-casino-stud", {}, "stud", True, False, floor.link("stud").meter)
    act(floor, "stud-3", new, "sue")
    assert bank(floor, "stud-3").engine.jackpot is JackpotStatus.UNDECIDED
    lost = floor.submit(asked("table:stud-4", EstablishTable("rws-casino-stud", {}, "none", True, False, 0)))[0]
    assert isinstance(lost, Refusal)
    again = open_floor(tmp_path / "floor.db")
    agreed(floor, again)
    assert again.link("stud").down == "cable cut"


def test_rws_an_award_that_waits_for_its_signatures_is_paid_at_the_registered_value(tmp_path: Path) -> None:
    """Ann has bet without looking; her hand lies open, so cards have been seen, and the round is not void."""
    floor = a_floor(tmp_path, PLAN, "2c As 2d Ks 3h Qs 5h Js 7c Ts 9d")
    bets(floor, "stud-1")
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Choose(1, Decision.BET), "ann")
    assert bank(floor, "stud-1").info.claims
    declare(floor, "stud", LinkDown("cable cut"))
    assert bank(floor, "stud-1").info.claims
    for actor in ("sue", "sam"):
        act(floor, "stud-1", SignClaim(1), actor)
    assert floor.link("stud").awards[0].amount == 5_000_350


def test_rws_a_round_that_goes_on_is_not_stopped_at_the_close_of_its_bets(tmp_path: Path) -> None:
    """5.18.1: the ruling plays it on at the registered value; 5.18.2 is about later rounds."""
    floor = a_floor(tmp_path, PLAN.replace('game = "rws-casino-stud"', 'game = "rws-casino-stud"\nautomatic = false'))
    bets(floor, "stud-1")
    seen = Report(JACKPOT_DOWN, {"seen": "yes"}, reason="ann turned a card of the shoe")
    act(floor, "stud-1", seen, "sue", Role.PIT_SUPERVISOR)
    assert isinstance(declare(floor, "stud", LinkDown("cable cut")), Accepted)
    act(floor, "stud-1", CloseBets())
    assert round_of(floor, "stud-1").registered is not None
    in_order(floor)


# ---- What the failure gives back at a table takes the people that the table of authority asks for -----------------


def dealt(path: Path, *, looked: bool = False) -> Linked:
    """A stud round with two boxes, dealt by hand: the Dealer's fifth card lies face up, and nobody has decided."""
    house = Linked(path, "stud-1", "stud-2")
    house.begin("stud-1", {"1": ROYAL, "2": NOTHING, "dealer": "Kd Qc 8s 6h 4d"})
    house.deal("stud-1")
    if looked:
        house.look("stud-1")
    return house


def fails(house: Linked, *, seen: bool | None = False, who: str = "sid", role: Role = Role.PIT_SUPERVISOR) -> None:
    """One person declares the link down, and says whether cards were seen at the table."""
    down = LinkDown("cable cut", {} if seen is None else {"stud-1": seen})
    assert isinstance(declare(house.floor, "main", down, role, who), Accepted)
    assert house.floor.link("main").failing is not None


def waits(house: Linked) -> Statement[BankedCommand]:
    (statement,) = house.state("stud-1").engine.waiting
    return statement


def test_a_void_after_a_card_was_turned_waits_for_a_second_person(tmp_path: Path) -> None:
    """5.18.1 voids the round if nobody has seen cards; the Dealer's card lies face up, so one word does not suffice."""
    house = dealt(tmp_path)
    fails(house)
    assert house.state("stud-2").engine.jackpot is JackpotStatus.UNDECIDED
    assert Touches.GIVES_BACK in waits(house).weighing.touches
    assert house.round("stud-1").phase is Phase.PLAY
    assert "has said this" in refusal(house.floor, "stud-1", SignStatement(1), "sid", Role.PIT_SUPERVISOR)
    act(house.floor, "stud-1", SignStatement(1), "sam")
    assert {line.result for line in house.round("stud-1").lines} == {Result.VOID}
    assert house.meter == SEED
    in_order(house.floor)


def test_a_void_of_a_round_with_an_outcome_waits_for_a_pit_manager(tmp_path: Path) -> None:
    """A fold without a look decides the Ante: what voids it then takes two people, one of them a Pit Manager."""
    house = dealt(tmp_path)
    act(house.floor, "stud-1", Choose(1, Decision.FOLD), "ann")
    fails(house)
    assert waits(house).weighing.stage is Stage.OUTCOME
    act(house.floor, "stud-1", SignStatement(1), "sam", Role.PIT_SUPERVISOR)
    assert house.round("stud-1").phase is Phase.PLAY
    act(house.floor, "stud-1", SignStatement(1), "max", Role.PIT_MANAGER)
    assert {line.result for line in house.round("stud-1").lines} == {Result.VOID}
    in_order(house.floor)


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("who", [("max", Role.PIT_MANAGER), ("sid", Role.PIT_SUPERVISOR)])
def test_a_void_that_is_refused_leaves_the_round_at_the_registered_value(
    tmp_path: Path, looked: bool, who: tuple[str, Role]
) -> None:
    """The failure stays: refused or withdrawn, the word that nobody has seen cards is gone, and 5.18.1 plays on.

    Both jackpot wagers of SGD 5 have fed 70 % each, and the Royal Flush takes all of what was registered.
    """
    house = dealt(tmp_path, looked=looked)
    fails(house)
    act(house.floor, "stud-1", RefuseStatement(waits(house).number, "ann has turned her cards up"), *who)
    assert not house.state("stud-1").engine.waiting
    assert house.state("stud-1").engine.jackpot is JackpotStatus.UNDECIDED
    registered = house.round("stud-1").registered
    assert registered is not None
    assert registered.value == SEED + 2 * FED
    house.play("stud-1")
    house.pay("stud-1")
    assert [(one.amount, one.registered) for one in house.paid("stud-1")] == [(SEED + 2 * FED, SEED + 2 * FED)]
    in_order(house.floor)


def test_a_refusal_after_the_link_works_again_leaves_the_round_as_it_is(tmp_path: Path) -> None:
    house = dealt(tmp_path, looked=True)
    fails(house)
    works_again(house.floor, "main")
    assert house.state("stud-2").engine.jackpot is JackpotStatus.RUNNING
    act(house.floor, "stud-1", RefuseStatement(waits(house).number, "ann has looked"), "max", Role.PIT_MANAGER)
    assert house.state("stud-1").engine.jackpot is JackpotStatus.RUNNING
    house.play("stud-1")
    house.pay("stud-1")
    assert [one.amount for one in house.paid("stud-1")] == [SEED + 2 * FED]
    in_order(house.floor)


@pytest.mark.parametrize("seen", [False, True])
def test_what_waits_at_a_table_keeps_nobody_from_declaring_its_link_down(tmp_path: Path, seen: bool) -> None:
    """The registered value is taken at once, whatever else waits for a signature there; so is the link's end."""
    house = dealt(tmp_path, looked=True)
    wager = CorrectWager(2, WagerName.ANTE, 10_000, "two chips lay there")
    assert isinstance(ask(house.floor, "stud-1", wager, "dan", Role.DEALER), Accepted)
    assert waits(house).command == wager
    fails(house, seen=None if seen else False)
    numbers = [one.number for one in house.state("stud-1").engine.waiting]
    assert numbers == ([1] if seen else [1, 2])
    assert (house.round("stud-1").registered is None) is not seen
    for number in numbers:
        act(house.floor, "stud-1", RefuseStatement(number, "the recording shows none"), "max", Role.PIT_MANAGER)
    assert house.round("stud-1").registered is not None
    works_again(house.floor, "main")
    in_order(house.floor)


def test_a_link_works_again_whatever_waits_at_its_tables(tmp_path: Path) -> None:
    house = dealt(tmp_path, looked=True)
    fails(house, seen=None)
    wager = CorrectWager(2, WagerName.ANTE, 10_000, "two chips lay there")
    assert isinstance(ask(house.floor, "stud-1", wager, "dan", Role.DEALER), Accepted)
    works_again(house.floor, "main")
    assert house.state("stud-1").engine.jackpot is JackpotStatus.RUNNING
    assert waits(house).command == wager
    in_order(house.floor)

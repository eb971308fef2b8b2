"""The tray is chips alone: counted blind by two, filled and credited with slips of three names, its cash in boxes."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from croupier.floor.journal.store import Store, open_engine
from croupier.floor.reading.reports import Period, table_report
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, CashOut, PayClaim
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import (
    BuyChips,
    CloseTable,
    Countersign,
    CreditFloat,
    FillFloat,
    OpenTable,
    Propose,
    SignClaim,
    TakeDrop,
    TwoSigned,
)
from croupier.floor.values.tray import (
    TOLERANCE,
    AbandonCount,
    CancelSlip,
    CountBox,
    CountsAgree,
    CountsDiffer,
    CountSigned,
    CountTray,
    PayAward,
    PullBox,
    ReceiveSlip,
    RequestCredit,
    RequestFill,
    SendSlip,
    SignCount,
    worth,
)
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager
from croupier.play.refusal import Refusal
from croupier.rules.terms import Decision, Role, WagerName
from tests.fixtures.house import EARLIER_BOOKS, KEYS, Clock, restore
from tests.floor.cashiers import open_drawer, two_sign
from tests.floor.chance import SeededEntropy
from tests.floor.pit import voided
from tests.floor.rigged import a_floor, act, in_order, refusal
from tests.floor.trays import COUNTING, count, credit, do, every, fill, in_chips, tray

PLAN = """
[links.stud]
seed = 5_000_000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.stud-2]
game = "rws-casino-stud"
link = "stud"

[tables.open-1]
game = "rws-casino-stud"
link = "stud"
anonymous = true
"""
T = "stud-1"
CHIP = 100_000
HUNDRED = ((CHIP, 100),)
"""What a table opens with."""
LOSES = "2c 3s Kd 5h Kh 7c Qs 9d Js Jc 8h"
"""The Burnt Card; then nothing for the first box and two Kings for the Dealer, in turn."""
FLUSH = "2c 3s Kd 5s Kh 7s Qd 9s Js Ts 8h"
"""Likewise, but a Flush of Spades for the first box, and the Dealer's two Kings."""
ROYAL = "2c As Kd Ks Kh Qs Qd Js Jd Ts 8h"
FLUSH_AWARD = 10_000
"""SGD 100, from the document's table of awards."""
SUPERVISOR, MANAGER, DEALER, CAGE = Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.DEALER, Role.CAGE


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN)


def a_round(floor: Floor, table: str, decision: Decision = Decision.BET, player: str = "ann") -> None:
    """An Ante of SGD 50, so a BET of SGD 100, and the jackpot's SGD 5."""
    act(floor, table, OpenRound())
    by = "dealer" if floor.table(table).info.anonymous else player
    given = {"player": player} if by == "dealer" else {}
    act(floor, table, PlaceWager(1, WagerName.ANTE, 5_000, **given), by)
    act(floor, table, PlaceWager(1, WagerName.JACKPOT, 500, **given), by)
    act(floor, table, CloseBets())
    act(floor, table, Choose(1, decision), by)


def said(floor: Floor, command: Any, actor: str, role: Role, table: str = T) -> str:
    """The sentence of what must be refused, and changes nothing."""
    heads = floor.heads()
    told = refusal(floor, table, command, actor, role)
    assert floor.heads() == heads
    return told


# ---- What each account holds ----------------------------------------------------------------------------------------


def test_a_coin_is_the_trays_and_its_contribution_the_houses(tmp_path: Path) -> None:
    """Coin of 5.00 at 70 %: tray +5.00, Players -5.00; then House -3.50, jackpot +3.50."""
    floor = a_floor(tmp_path, PLAN, LOSES)
    had = dict(floor.balances)
    a_round(floor, T)
    moved = {name: cents - had.get(name, 0) for name, cents in floor.balances.items() if cents != had.get(name, 0)}
    lost = 5_000 + 10_000 + 500
    assert moved == {"float:stud-1": lost, "wallet:ann": -lost, "house:stud-1": -350, "meter:stud": 350}
    in_order(floor)


def test_a_fixed_award_is_handed_out_from_the_tray(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, FLUSH)
    had = floor.balances["float:stud-1"]
    a_round(floor, T)
    # The Dealer's two Kings qualify, the Flush wins: the Ante 1 to 1 and the BET 5 to 1; the coin is swept.
    assert floor.balances["float:stud-1"] == had - 5_000 - 50_000 - FLUSH_AWARD + 500
    assert floor.balances["house:stud-1"] == -350
    in_order(floor)


@pytest.mark.parametrize(("table", "account"), [(T, "wallet:ann"), ("open-1", "slips:open-1")])
def test_a_share_of_the_meter_is_no_chip_of_the_tray(tmp_path: Path, table: str, account: str) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL)
    had, held = floor.balances[f"float:{table}"], floor.balances.get(account, 0)
    a_round(floor, table)
    for actor in ("sue", "sam"):
        act(floor, table, SignClaim(1), actor)
    meter = 5_000_000 + 350
    # On the tray the Ante 1 to 1 and the BET 250 to 1, and the coin; all of the meter to the Player, who is owed it at
    # the cage where nobody has a wallet; and the House starts the meter again from its seed.
    assert floor.balances[f"float:{table}"] == had - 5_000 - 2_500_000 + 500
    others = 5_000 + 2_500_000 - 500 if account.startswith("wallet") else 0
    assert floor.balances[account] == held + meter + others
    assert floor.balances[f"house:{table}"] == -350 - 5_000_000
    assert floor.balances["meter:stud"] == 5_000_000
    in_order(floor)


def test_the_cage_pays_the_award_of_somebody_without_a_wallet_once(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL)
    a_round(floor, "open-1")
    for actor in ("sue", "sam"):
        act(floor, "open-1", SignClaim(1), actor)
    owed, cash = floor.balances["slips:open-1"], floor.balances["cash"]
    assert owed == 5_000_350
    assert "pays a claim whole" in said(floor, PayAward(owed), "aisha", CAGE, "open-1")
    open_drawer(floor, "aisha", 2 * owed)
    two_sign(floor, PayClaim("A-0001", "2026-01-01", "Ivan Petrov", "E1234567"), "aisha", "omar", CAGE)
    assert (floor.balances["slips:open-1"], floor.balances["cash"]) == (0, cash + owed)
    in_order(floor)


def test_nobody_moves_cash_of_their_own_wallet(floor: Floor) -> None:
    for command in (CashIn("ann", 500, "2026-01-01"), CashOut("ann", 500, "2026-01-01")):
        own = floor.submit(Request("cage", "ann", CAGE, command))[0]
        assert isinstance(own, Refusal)
        assert own.sentence == "Nobody moves cash of their own wallet: somebody else does it"
        open_drawer(floor, "aisha")
        assert isinstance(floor.submit(Request("cage", "aisha", CAGE, command))[0], Accepted)


@pytest.mark.parametrize("deck", [LOSES, FLUSH, ROYAL])
def test_a_void_round_leaves_the_tray_as_it_was(tmp_path: Path, deck: str) -> None:
    floor = a_floor(tmp_path, PLAN, deck)
    had = dict(floor.balances)
    a_round(floor, T)
    for actor in ("sue", "sam"):
        if floor.table(T).info.claims:
            act(floor, T, SignClaim(1), actor)
    voided(floor, T)
    assert {name: cents for name, cents in floor.balances.items() if cents} == had
    in_order(floor)


def test_the_tray_is_what_the_formula_says(tmp_path: Path) -> None:
    """Opening + fills - credits + taken - paid - fixed awards - chips sold = tray by the books."""
    floor = a_floor(tmp_path, PLAN, LOSES, FLUSH, ROYAL)
    a_round(floor, T)
    a_round(floor, T)
    fill(floor, T, ((CHIP, 3),))
    credit(floor, T, ((CHIP, 1),))
    a_round(floor, T)
    for actor in ("sue", "sam"):
        act(floor, T, SignClaim(1), actor)
    with floor.store.reading() as reading:
        found = table_report(reading, T, Period("all of it", 0, 1 << 62))
    assert (found.opened, found.fills, found.credits, found.drop) == (100 * CHIP, 3 * CHIP, CHIP, 0)
    assert found.taken == 15_500 + 500 + 500
    assert found.paid == (5_000 + 50_000) + (5_000 + 2_500_000)
    assert found.fixed == FLUSH_AWARD
    assert 102 * CHIP + found.taken - found.paid - found.fixed == found.closing == floor.table(T).info.float
    assert found.house == -3 * 350 - 5_000_000
    assert found.reconciles


# ---- Counted by two, blind ------------------------------------------------------------------------------------------


def test_two_people_count_and_the_table_closes_and_opens_from_what_they_found(floor: Floor) -> None:
    counts = every(floor, T, HUNDRED)
    (only,) = do(floor, T, CountTray(counts), "nadia", SUPERVISOR).events
    assert not hasattr(only, "difference")  # nobody is told before both have counted
    agree = do(floor, T, CountTray(counts), "kofi", MANAGER).events[-1]
    assert isinstance(agree, CountsAgree)
    assert agree.difference == 0
    do(floor, T, SignCount(), "nadia", SUPERVISOR)
    assert not floor.table(T).info.open
    assert floor.table(T).info.float == 100 * CHIP  # the chips stay in the tray
    assert "two people count it" in said(floor, Propose(OpenTable(HUNDRED)), "sue", SUPERVISOR)
    count(floor, T, HUNDRED)
    assert floor.table(T).info.open
    assert "variance" not in floor.balances
    in_order(floor)


def test_rows_that_differ_are_counted_once_more_and_no_others(floor: Floor) -> None:
    right, wrong = every(floor, T, HUNDRED), every(floor, T, ((CHIP, 99), (500, 1)))
    do(floor, T, CountTray(right), "nadia", SUPERVISOR)
    differ = do(floor, T, CountTray(wrong), "kofi", SUPERVISOR).events[-1]
    assert differ == CountsDiffer((CHIP, 500))
    for counts in (right, ((CHIP, 100),), ((CHIP, 100), (CHIP, 100), (500, 0))):
        assert said(floor, CountTray(counts), "kofi", SUPERVISOR).startswith("Count each of these")
    do(floor, T, CountTray(((CHIP, 100), (500, 0))), "kofi", SUPERVISOR)
    assert "your own count is signed" in said(floor, CountTray(((CHIP, 100), (500, 0))), "kofi", SUPERVISOR)
    again = do(floor, T, CountTray(((CHIP, 100), (500, 1))), "nadia", SUPERVISOR).events[-1]
    assert again == CountsDiffer((500,))  # once more, until they agree
    do(floor, T, CountTray(((500, 0),)), "nadia", SUPERVISOR)
    agree = do(floor, T, CountTray(((500, 0),)), "kofi", SUPERVISOR).events[-1]
    assert isinstance(agree, CountsAgree)
    assert agree.difference == 0


@pytest.mark.parametrize(
    ("missing", "signs"),
    [(TOLERANCE - 500, SUPERVISOR), (TOLERANCE, SUPERVISOR), (TOLERANCE + 500, MANAGER), (-TOLERANCE, SUPERVISOR)],
)
def test_up_to_the_tolerance_the_supervisor_signs_and_above_it_the_manager(
    floor: Floor, missing: int, signs: Role
) -> None:
    held = floor.table(T).info.float - missing
    counts = every(floor, T, in_chips(held, floor.table(T).engine.policy.chips))
    for actor in ("nadia", "kofi"):
        do(floor, T, CountTray(counts), actor, SUPERVISOR)
    if signs is MANAGER:
        assert "Pit Manager" in said(floor, SignCount("one is missing"), "nadia", SUPERVISOR)
        assert "needs an explanation" in said(floor, SignCount(" "), "mona", MANAGER)
    signed = do(floor, T, SignCount("found so"), "mona", signs).events[0]
    found = ("mona", signs.value, True, tuple(sorted(counts, reverse=True)), -missing, "found so")
    assert signed == CountSigned(*found, "N-0001", COUNTING)
    assert floor.balances["variance"] == missing
    assert floor.table(T).info.float == held == floor.balances["float:stud-1"]
    in_order(floor)


def test_a_tolerance_of_the_house_is_kept() -> None:
    assert TOLERANCE == 5_000  # SGD 50.00


def test_one_person_does_not_count_twice_and_a_third_not_at_all(floor: Floor) -> None:
    counts = every(floor, T, HUNDRED)
    do(floor, T, CountTray(counts), "nadia", SUPERVISOR)
    assert "Two different people" in said(floor, CountTray(counts), "nadia", SUPERVISOR)
    assert "no count that both" in said(floor, SignCount(), "mona", MANAGER)
    do(floor, T, CountTray(every(floor, T, ())), "kofi", SUPERVISOR)
    assert said(floor, CountTray(((CHIP, 100),)), "third", SUPERVISOR) == "nadia and kofi count this tray"


@pytest.mark.parametrize("role", [Role.PLAYER, DEALER, CAGE, Role.SHIFT_MANAGER, Role.AUDITOR])
def test_whoever_sees_the_books_or_stands_elsewhere_does_not_count(floor: Floor, role: Role) -> None:
    assert "may do this" in said(floor, CountTray(every(floor, T, HUNDRED)), "eve", role)


def test_while_it_is_counted_no_chip_moves(floor: Floor) -> None:
    do(floor, "open-1", CountTray(every(floor, "open-1", HUNDRED)), "nadia", SUPERVISOR)
    being = "The tray is being counted"
    assert said(floor, OpenRound(), "dealer", DEALER, "open-1") == being
    assert said(floor, BuyChips(500), "dealer", DEALER, "open-1") == being
    assert said(floor, RequestFill(HUNDRED), "dealer", DEALER, "open-1") == being
    assert "needs a reason" in said(floor, AbandonCount(""), "sue", SUPERVISOR, "open-1")
    do(floor, "open-1", AbandonCount("the lights went out"), "sue", SUPERVISOR)
    act(floor, "open-1", OpenRound())
    do(floor, "open-1", CountTray(every(floor, "open-1", HUNDRED)), "nadia", SUPERVISOR)  # nobody had wagered
    assert not floor.table("open-1").running
    do(floor, "open-1", AbandonCount("a Player has sat down"), "sue", SUPERVISOR)
    act(floor, "open-1", OpenRound())
    act(floor, "open-1", PlaceWager(1, WagerName.ANTE, 10_000, "ann"))
    told = said(floor, CountTray(every(floor, "open-1", HUNDRED)), "nadia", SUPERVISOR, "open-1")
    assert told == "A round is in play"


def test_every_row_is_counted_also_an_empty_one(floor: Floor) -> None:
    chips = floor.table(T).engine.policy.chips
    assert "as 0" in said(floor, CountTray(HUNDRED), "nadia", SUPERVISOR)
    assert "not a chip" in said(floor, CountTray((*every(floor, T, HUNDRED), (300, 1))), "nadia", SUPERVISOR)
    below = tuple((chip, -1 if chip == CHIP else 0) for chip in chips)
    assert "not a chip" in said(floor, CountTray(below), "nadia", SUPERVISOR)


# ---- Slips ----------------------------------------------------------------------------------------------------------


def test_a_fill_is_the_cages_until_it_is_received(floor: Floor) -> None:
    cage, held = floor.balances["cage"], floor.table(T).info.float
    do(floor, T, RequestFill(((CHIP, 5), (500, 0))), "farid", DEALER)
    (slip,) = tray(floor, T).slips
    assert (slip.slip, slip.counts, slip.asked) == ("F-0001", ((CHIP, 5),), "farid")
    assert "have not been sent" in said(floor, ReceiveSlip("F-0001"), "nadia", SUPERVISOR)
    do(floor, T, SendSlip("F-0001"), "aisha", CAGE)
    assert (floor.balances["cage"], floor.table(T).info.float) == (cage, held)
    do(floor, T, ReceiveSlip("F-0001"), "nadia", SUPERVISOR)
    assert (floor.balances["cage"], floor.table(T).info.float) == (cage - 5 * CHIP, held + 5 * CHIP)
    assert not tray(floor, T).slips
    in_order(floor)


def test_a_credit_is_the_tables_until_it_is_received(floor: Floor) -> None:
    cage, held = floor.balances["cage"], floor.table(T).info.float
    do(floor, T, RequestCredit(((CHIP, 5),)), "nadia", SUPERVISOR)
    do(floor, T, SendSlip("C-0001"), "farid", DEALER)
    assert (floor.balances["cage"], floor.table(T).info.float) == (cage, held)
    do(floor, T, ReceiveSlip("C-0001"), "aisha", CAGE)
    assert (floor.balances["cage"], floor.table(T).info.float) == (cage + 5 * CHIP, held - 5 * CHIP)
    in_order(floor)


def test_three_different_people_sign_a_slip_each_on_their_side(floor: Floor) -> None:
    do(floor, T, RequestFill(((CHIP, 1),)), "nadia", SUPERVISOR)
    three = "A slip has three names: somebody else must sign here"
    assert said(floor, SendSlip("F-0001"), "nadia", SUPERVISOR) == "Only the cage signs for its side of a slip"
    assert said(floor, SendSlip("F-0001"), "nadia", CAGE) == three
    do(floor, T, SendSlip("F-0001"), "aisha", CAGE)
    assert "on its way already" in said(floor, SendSlip("F-0001"), "omar", CAGE)
    assert said(floor, ReceiveSlip("F-0001"), "omar", CAGE) == "Only the table signs for its side of a slip"
    for name in ("nadia", "aisha"):
        assert said(floor, ReceiveSlip("F-0001"), name, SUPERVISOR) == three
    do(floor, T, ReceiveSlip("F-0001"), "farid", DEALER)
    assert said(floor, ReceiveSlip("F-0001"), "farid", DEALER) == "There is no open slip F-0001"


def test_slips_are_numbered_through_the_whole_house(floor: Floor) -> None:
    for table, command in ((T, RequestFill), ("stud-2", RequestFill), ("open-1", RequestCredit), (T, RequestCredit)):
        do(floor, table, command(((CHIP, 1),), "F-9999"), "farid", DEALER)  # the floor knows better
    found = [slip.slip for name in (T, "stud-2", "open-1") for slip in tray(floor, name).slips]
    assert found == ["F-0001", "C-0002", "F-0002", "C-0001"]


def test_the_same_request_sent_twice_is_one_slip(floor: Floor) -> None:
    asks = Request("table:stud-1", "farid", DEALER, RequestFill(((CHIP, 1),)), "key")
    first, second = floor.submit(asks)[0], floor.submit(asks)[0]
    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert second.repeated
    assert len(tray(floor, T).slips) == 1


def test_what_a_slip_may_not_be(floor: Floor) -> None:
    held = floor.table(T).info.float // CHIP
    assert "at least one chip" in said(floor, RequestFill(((CHIP, 0),)), "farid", DEALER)
    assert "at least one chip" in said(floor, RequestFill(()), "farid", DEALER)
    assert "not a chip" in said(floor, RequestFill(((300, 1),)), "farid", DEALER)
    do(floor, T, RequestCredit(((CHIP, held - 1),)), "farid", DEALER)
    few = "The tray does not hold as many chips by the books"
    assert said(floor, RequestCredit(((CHIP, 2),)), "farid", DEALER) == few  # the others are promised
    do(floor, T, RequestCredit(((CHIP, 1),)), "farid", DEALER)
    assert "is open" in said(floor, CountTray(every(floor, T, HUNDRED)), "nadia", SUPERVISOR)
    for slip in ("C-0001", "C-0002"):
        assert "with a reason" in said(floor, CancelSlip(slip, ""), "nadia", SUPERVISOR)
        do(floor, T, CancelSlip(slip, "not needed"), "nadia", SUPERVISOR)
    do(floor, T, CountTray(every(floor, T, HUNDRED)), "nadia", SUPERVISOR)


def test_a_cage_that_has_too_few_chips_sends_none(floor: Floor) -> None:
    do(floor, T, RequestFill(((CHIP, 1_000_000),)), "farid", DEALER)
    do(floor, T, SendSlip("F-0001"), "aisha", CAGE)
    assert said(floor, ReceiveSlip("F-0001"), "nadia", SUPERVISOR).startswith("The cage holds only")
    do(floor, T, CancelSlip("F-0001", "the cage is short"), "aisha", CAGE)


@pytest.mark.parametrize("what", [CloseTable(()), FillFloat(HUNDRED), CreditFloat(HUNDRED), TakeDrop(500)])
def test_two_signatures_alone_move_no_chips_and_no_cash(floor: Floor, what: TwoSigned) -> None:
    told = said(floor, Propose(what), "sue", SUPERVISOR)
    assert any(word in told for word in ("count", "slip"))


# ---- Boxes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", [5_000_000 - 500, 5_000_000, 5_000_000 + 500])
def test_a_box_leaves_the_table_at_its_close_and_is_counted_by_two(floor: Floor, found: int) -> None:
    cage, held = floor.balances["cage"], floor.table("open-1").info.float
    assert floor.balances["drop:open-1"] == 5_000_000  # sold when the table opened
    count(floor, "open-1", in_chips(held, floor.table("open-1").engine.policy.chips))
    assert (floor.balances["drop:open-1"], floor.balances["box:open-1"]) == (0, 5_000_000)
    (box,) = tray(floor, "open-1").boxes
    assert box.number == 1
    do(floor, "open-1", CountBox(1, found), "aisha", CAGE)
    assert "Two different people" in said(floor, CountBox(1, found), "aisha", CAGE, "open-1")
    do(floor, "open-1", CountBox(1, found + 1), "mona", MANAGER)  # they differ, and count again
    for actor, role in (("mona", MANAGER), ("aisha", CAGE)):
        do(floor, "open-1", CountBox(1, found), actor, role)
    assert floor.balances["box:open-1"] == 0
    assert floor.balances["cage"] == cage + found
    assert floor.balances.get("variance", 0) == 5_000_000 - found
    assert "no box 1" in said(floor, CountBox(1, found), "aisha", CAGE, "open-1")
    in_order(floor)


def test_boxes_have_numbers_and_an_empty_one_is_not_pulled(floor: Floor) -> None:
    do(floor, "open-1", PullBox(), "sue", SUPERVISOR)
    assert said(floor, PullBox(), "sue", SUPERVISOR, "open-1") == "The box at the table is empty"
    do(floor, "open-1", BuyChips(500), "dealer", DEALER)
    do(floor, "open-1", PullBox(), "sue", SUPERVISOR)
    assert [(box.number, box.cents) for box in tray(floor, "open-1").boxes] == [(1, 5_000_000), (2, 500)]
    assert "not an amount" in said(floor, CountBox(2, -1), "aisha", CAGE, "open-1")
    in_order(floor)


# ---- Books written before -------------------------------------------------------------------------------------------


def test_earlier_books_stay_valid_and_a_table_keeps_a_tray_from_its_next_opening_on(tmp_path: Path) -> None:
    path = restore(EARLIER_BOOKS, tmp_path / "house.db")
    clock = Clock()
    clock.at = 1_767_229_300_000_000  # half a minute after the last entry: nobody is asked whether the clock is right
    floor = Floor(Store(open_engine(str(path))), clock=clock, entropy=SeededEntropy(1), keys=KEYS)

    def ask(command: Any, actor: str = "sue", role: Role = Role.SHIFT_MANAGER) -> None:
        reply = floor.submit(Request("table:thbp-public", actor, role, command))[0]
        assert not isinstance(reply, Refusal), reply

    def findings() -> list[Any]:
        with floor.store.reading() as reading:
            return list(verify(reading, keys=KEYS))

    assert findings() == []
    info = floor.table("thbp-public").info
    assert info.tray is UNSET
    assert "float:thbp-public" in floor.balances
    assert not any(name.startswith("house:") for name in floor.balances)
    early = floor.submit(Request("table:thbp-public", "dealer", DEALER, RequestFill(HUNDRED)))[0]
    assert isinstance(early, Refusal)
    assert early.sentence == "The table's float is of earlier books: close the table, and open it again"
    ask(Propose(CloseTable(in_chips(info.float, floor.table("thbp-public").engine.policy.chips))))
    ask(Countersign(floor.table("thbp-public").info.proposed), "sam")
    assert floor.table("thbp-public").info.float == 0
    ask(Propose(OpenTable(HUNDRED)))
    ask(Countersign(floor.table("thbp-public").info.proposed), "sam")
    assert tray(floor, "thbp-public").tolerance == TOLERANCE
    assert floor.table("thbp-public").info.float == worth(HUNDRED)
    assert findings() == []

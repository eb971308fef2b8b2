"""Major awards: locked, signed by two, paid one after the other in the document's order, and written down."""

import json
from pathlib import Path

import pytest

from croupier.floor.reading.slips import slip_json, slip_text, slips
from croupier.floor.running.floor import Floor
from croupier.floor.values.links import KEPT_AWARDS, AwardKept
from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import PlayBanked, SignClaim
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager, Settle
from croupier.play.banked.state import Phase
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.pit import voided
from tests.floor.random_floor import asked, open_floor
from tests.floor.rigged import a_floor, act, in_order, refusal

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

[tables.bonus-1]
game = "mbs-texas-holdem-bonus-progressive"
link = "bonus"

[tables.bonus-2]
game = "mbs-texas-holdem-bonus-progressive"
link = "bonus"
"""
ROYAL = "2c As 2d Ks 3h Qs 5h Js 7c Ts 9d"
"""The Burnt Card; then a royal flush for the first box and nothing for the Dealer, in turn."""
BOARD = "Qs Js Ts 2d 3h As Ks 4c 5c"
"""The Community Cards, then box 1, which makes a royal flush with them, and the Dealer."""
SEED, FED = 5_000_000, 350
"""A wager of SGD 5 feeds 70 % of it."""


class Minutes:
    """A clock of whole minutes, which a test moves."""

    def __init__(self) -> None:
        self.at = 1_790_000_000_000_000

    def now(self) -> int:
        self.at += 1
        return self.at

    def later(self) -> None:
        self.at += 60_000_000


def bet(floor: Floor, table: str, player: str, *boxes: int) -> None:
    act(floor, table, OpenRound())
    for box in boxes or (1,):
        act(floor, table, PlaceWager(box, WagerName.ANTE, 5_000), player)
        act(floor, table, PlaceWager(box, WagerName.JACKPOT, 500), player)


def decide(floor: Floor, table: str, player: str, *boxes: int) -> None:
    for box in boxes or (1,):
        act(floor, table, Choose(box, Decision.BET), player)


def hit(floor: Floor, table: str, player: str) -> None:
    """A round in which box 1 holds a royal flush, up to its claim."""
    bet(floor, table, player)
    act(floor, table, CloseBets())
    decide(floor, table, player)


def sign(floor: Floor, table: str, box: int = 1) -> None:
    for actor, role in (("sue", Role.PIT_SUPERVISOR), ("max", Role.PIT_MANAGER)):
        act(floor, table, SignClaim(box), actor, role)


def test_a_claim_locks_the_box_until_two_have_signed(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL)
    hit(floor, "stud-1", "ann")
    state = floor.table("stud-1")
    assert isinstance(state, BankedTable)
    assert state.engine.round is not None
    assert state.engine.round.phase is Phase.SETTLING
    before = dict(floor.balances)
    assert "lacks 2 signatures" in refusal(floor, "stud-1", Settle())
    assert "Supervisor" in refusal(floor, "stud-1", SignClaim(1), "dealer")
    assert "no pending award" in refusal(floor, "stud-1", SignClaim(2), "sue")
    act(floor, "stud-1", SignClaim(1), "sue")
    assert "different people" in refusal(floor, "stud-1", SignClaim(1), "sue")
    assert "lacks 1 signature" in refusal(floor, "stud-1", Settle())
    assert floor.balances == before  # nothing has been paid so far
    act(floor, "stud-1", SignClaim(1), "max")  # the last thing that the round waited for
    assert "no pending award" in refusal(floor, "stud-1", SignClaim(1), "sid")
    assert not floor.table("stud-1").running
    assert floor.balances["meter:stud"] == SEED
    in_order(floor)


def test_a_round_that_is_not_over_waits_for_itself_not_for_an_award_elsewhere(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL)
    hit(floor, "stud-1", "ann")
    bet(floor, "stud-2", "bob")
    assert "paid first" not in refusal(floor, "stud-2", Settle())


def test_the_award_is_kept_with_who_signed(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL)
    hit(floor, "stud-1", "ann")
    sign(floor, "stud-1")
    (kept,) = floor.link("stud").awards
    assert kept == AwardKept("stud-1", 1, 1, "ann", kept.award, SEED + FED, SEED + FED, SEED, ("sue", "max"))


def test_the_slip_says_everything_now_and_later(tmp_path: Path) -> None:
    clock = Minutes()
    floor = a_floor(tmp_path, PLAN, ROYAL, clock=clock)
    bet(floor, "stud-1", "ann")
    clock.later()
    act(floor, "stud-1", CloseBets())
    dealt = clock.at
    clock.later()
    decide(floor, "stud-1", "ann")
    claimed = clock.at
    (slip,) = slips(floor, "stud-1", 1)
    assert (slip.paid, slip.amount, slip.signatures) == (None, None, ())
    assert "Paid         not yet" in slip_text(slip)
    clock.later()
    sign(floor, "stud-1")
    (slip,) = slips(floor, "stud-1", 1)
    assert (slip.table, slip.round, slip.box, slip.player) == ("stud-1", 1, 1, "ann")
    assert (slip.cards, slip.link) == ("As Ks Qs Js Ts", "stud")
    assert (slip.meter_before, slip.amount, slip.meter_after) == (SEED + FED, SEED + FED, SEED)
    assert [(one.name, one.role) for one in slip.signatures] == [("sue", "pit_supervisor"), ("max", "pit_manager")]
    times = [slip.dealt, slip.claimed, *(one.at for one in slip.signatures), slip.paid]
    assert [time // 60_000_000 for time in (slip.dealt, slip.claimed)] == [dealt // 60_000_000, claimed // 60_000_000]
    assert times == sorted(times)  # type: ignore[type-var]
    assert slip.cites
    assert not slip.undone
    text = slip_text(slip)
    for part in ("stud-1, round 1, box 1", "As Ks Qs Js Ts", "SGD 50,003.50", "SGD 50,000.00", "sue, pit supervisor"):
        assert part in text
    assert json.loads(slip_json(slip))["signatures"][1]["name"] == "max"
    again = open_floor(tmp_path / "floor.db")  # without what this floor remembers of its last rounds
    assert slips(again, "stud-1", 1) == (slip,)


def test_a_round_without_a_major_award_has_no_slip(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    bet(floor, "stud-1", "ann")
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Choose(1, Decision.FOLD), "ann")
    assert slips(floor, "stud-1", 1) == ()


def test_an_award_of_a_round_that_is_void_after_all_is_undone_on_its_slip(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL)
    hit(floor, "stud-1", "ann")
    sign(floor, "stud-1")
    voided(floor, "stud-1")
    (slip,) = slips(floor, "stud-1", 1)
    assert slip.undone
    assert "Undone" in slip_text(slip)
    assert floor.link("stud").shown == SEED
    in_order(floor)


# ---- Two at once ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["stud-1", "stud-2"])
def test_rws_two_tables_are_paid_in_the_order_of_their_deals(tmp_path: Path, first: str) -> None:
    """Who was dealt first is paid first, from the full meter; the other from what is there then."""
    second = "stud-2" if first == "stud-1" else "stud-1"
    floor = a_floor(tmp_path, PLAN, ROYAL, ROYAL)
    bet(floor, first, "ann")
    bet(floor, second, "bob")
    act(floor, first, CloseBets())
    act(floor, second, CloseBets())
    decide(floor, second, "bob")  # the later deal is ready to be paid before the earlier one
    decide(floor, first, "ann")
    sign(floor, second)
    assert f"table {first}" in refusal(floor, second, Settle())
    assert "Both signatures" in refusal(floor, second, SignClaim(1), "sid")
    sign(floor, first)
    awards = floor.link("stud").awards[::-1]
    full = SEED + 2 * FED
    assert [(one.table, one.amount, one.before, one.after) for one in awards] == [
        (first, full, full, SEED),
        (second, SEED, SEED, SEED),
    ]
    assert floor.balances["meter:stud"] == SEED
    in_order(floor)


def test_the_same_money_is_never_paid_twice_in_one_batch(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL, ROYAL)
    hit(floor, "stud-1", "ann")
    hit(floor, "stud-2", "bob")
    sign(floor, "stud-2")
    act(floor, "stud-1", SignClaim(1), "sue")
    settle = asked("table:stud-2", PlayBanked(Settle()), "dealer", Role.DEALER)
    signed = asked("table:stud-1", SignClaim(1), "max", Role.PIT_MANAGER)
    replies = floor.submit(settle, signed, signed, settle)
    assert [isinstance(reply, Accepted) for reply in replies] == [False, True, False, False]
    assert [one.amount for one in floor.link("stud").awards[::-1]] == [SEED + 2 * FED, SEED]
    in_order(floor)


def test_an_award_waits_no_longer_for_a_round_that_is_void(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL, ROYAL)
    hit(floor, "stud-1", "ann")
    hit(floor, "stud-2", "bob")
    sign(floor, "stud-2")
    assert floor.table("stud-2").info.claims
    voided(floor, "stud-1")
    assert not floor.table("stud-2").running
    assert [(one.table, one.amount) for one in floor.link("stud").awards] == [("stud-2", SEED + FED)]
    in_order(floor)


def test_mbs_the_claim_that_was_entered_first_is_paid_first(tmp_path: Path) -> None:
    """Dealt second, claimed first: paid first."""
    floor = a_floor(tmp_path, PLAN, BOARD, BOARD)
    for table, player in (("bonus-1", "ann"), ("bonus-2", "bob")):
        bet(floor, table, player)
        act(floor, table, CloseBets())
    for table, player in (("bonus-2", "bob"), ("bonus-1", "ann")):
        play_out(floor, table, player)
    sign(floor, "bonus-1")
    assert "table bonus-2" in refusal(floor, "bonus-1", Settle())
    sign(floor, "bonus-2")
    assert [one.table for one in floor.link("bonus").awards[::-1]] == ["bonus-2", "bonus-1"]
    in_order(floor)


def test_documents_with_different_orders_never_wait_for_each_other(tmp_path: Path) -> None:
    """One document goes by the deal, the other by the claim: that of the earliest deal holds for both."""
    mixed = PLAN.replace('game = "rws-casino-stud"\nlink = "stud"', 'game = "rws-casino-stud"\nlink = "bonus"')
    for number, (first, second) in enumerate((("stud-1", "bonus-1"), ("bonus-1", "stud-1"))):
        decks = [ROYAL if first == "stud-1" else BOARD, BOARD if first == "stud-1" else ROYAL]
        (tmp_path / str(number)).mkdir()
        floor = a_floor(tmp_path / str(number), mixed, *decks)
        for table, player in ((first, "ann"), (second, "bob")):
            bet(floor, table, player)
            act(floor, table, CloseBets())
        for table, player in ((second, "bob"), (first, "ann")):
            play_out(floor, table, player)
        sign(floor, "bonus-1")
        # Dealt first at stud-1, it goes by the deal, and stud-1 is first. Dealt first at bonus-1, by the claim: again.
        assert "table stud-1" in refusal(floor, "bonus-1", Settle())
        sign(floor, "stud-1")
        assert [one.table for one in floor.link("bonus").awards] == ["bonus-1", "stud-1"]
        in_order(floor)


def play_out(floor: Floor, table: str, player: str) -> None:
    """Box 1 bets whatever it may, up to its claim."""
    while not floor.table(table).info.claims:
        state = floor.table(table)
        assert isinstance(state, BankedTable)
        assert state.engine.round is not None
        (box,) = state.engine.round.boxes
        bonus = Decision.CHECK if box.decisions else Decision.FLOP
        act(floor, table, Choose(1, bonus if table.startswith("bonus") else Decision.BET), player)


def test_only_the_last_awards_are_kept(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, *[ROYAL] * (KEPT_AWARDS + 2))
    for _ in range(KEPT_AWARDS + 2):
        hit(floor, "stud-1", "ann")
        sign(floor, "stud-1")
        assert not floor.table("stud-1").running
    kept = floor.link("stud").awards
    assert [one.round for one in kept] == list(range(KEPT_AWARDS + 2, 2, -1))
    assert all(one.before - one.amount <= one.after for one in kept)

"""What a ruling takes back from somebody who has gone with it, and a float that cannot give what it has not."""

from pathlib import Path

from croupier.floor.values.cage import CashOut
from croupier.floor.values.requests import Accepted
from croupier.floor.values.tray import RequestCredit
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.pit import voided
from tests.floor.random_floor import asked
from tests.floor.rigged import a_floor, act, ask, in_order, refusal

PLAN = """
[links.stud]
seed = 5_000_000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"
"""
PAIR = "2c 7s 2d 7d 3h Qs 5h Js 8c Ts 9d"
"""The Burnt Card; then a pair of Sevens for the first box and nothing that qualifies for the Dealer, in turn."""


def test_who_has_cashed_out_what_a_void_asks_back_owes_it(tmp_path: Path) -> None:
    """Cash of 30,000; the Dealer does not qualify, and the Ante of 10,000 wins 10,000. He takes 40,000 away; then
    the Shift Managers undo the round: 30,000 were his, so he owes 10,000."""
    floor = a_floor(tmp_path, PLAN, PAIR, cash=30_000)
    player = "ann"
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 10_000), player)
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Choose(1, Decision.BET), player)
    assert floor.balances["wallet:ann"] == 40_000
    out = floor.submit(asked("cage", CashOut(player, 40_000, "2026-01-01"), "cashier", Role.CAGE))[0]
    assert isinstance(out, Accepted)
    voided(floor, "stud-1")
    assert floor.balances["wallet:ann"] == -10_000
    assert floor.balances["layout:stud-1"] == 0
    in_order(floor)
    act(floor, "stud-1", OpenRound())
    poor = refusal(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 2_500), player)
    assert poor == "There is only -SGD 100.00 to wager"


def test_a_credit_is_at_most_what_the_float_holds(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    holds, chip = floor.table("stud-1").info.float, max(floor.table("stud-1").engine.policy.chips)
    more = ((chip, holds // chip + 1),)
    said = refusal(floor, "stud-1", RequestCredit(more), "sue", Role.PIT_SUPERVISOR)
    assert said == "The tray does not hold as many chips by the books"  # how many it holds, nobody who counts is told
    everything = ask(floor, "stud-1", RequestCredit(((chip, holds // chip),)), "sue", Role.PIT_SUPERVISOR)
    assert isinstance(everything, Accepted)

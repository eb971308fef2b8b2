"""A share in another's box that is not funded is folded; the box's own Player decides for the rest as he likes."""

from pathlib import Path

import pytest

from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashOut
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.house import ExcludePerson, SetLossLimit
from croupier.floor.values.links import EstablishLink
from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import Countersign, EstablishTable, OpenTable, PlayBanked, Propose
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager
from croupier.play.banked.events import ShareDeclined
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.cashiers import two_sign
from tests.floor.house_floor import HouseFloor
from tests.floor.random_floor import DAY, asked, done
from tests.floor.rigged import a_floor, act, events, in_order, refusal

PLAN = """
[links.bonus]
seed = 5_000_000

[tables.bonus]
game = "mbs-texas-holdem-bonus-progressive"
link = "bonus"
"""
BONUS = "table:bonus"
FULL = 5_000_000


def shared(floor: Floor, **left: int) -> None:
    """Ann's box with shares of bob and cho; who is named has only so much left in his wallet after the Ante."""
    for player, cents in left.items():
        ante = 100_000 if player == "ann" else 500
        two_sign(floor, CashOut(player, FULL - ante - cents, DAY))
    act(floor, "bonus", OpenRound())
    act(floor, "bonus", PlaceWager(1, WagerName.ANTE, 100_000), "ann")
    for player in ("bob", "cho"):
        act(floor, "bonus", PlaceWager(1, WagerName.ANTE, 500), player)
    act(floor, "bonus", CloseBets())


def folded(floor: Floor) -> list[str]:
    return [event.player for event in events(floor, BONUS) if isinstance(event, ShareDeclined)]


@pytest.mark.parametrize("amount", [None, 202_000])
def test_a_share_that_its_wallet_cannot_fund_is_folded_first(tmp_path: Path, amount: int | None) -> None:
    floor = a_floor(tmp_path, PLAN)
    shared(floor, bob=999)
    version = floor.streams[BONUS].version
    reply = act(floor, "bonus", Choose(1, Decision.FLOP, amount), "ann")
    assert folded(floor) == ["bob"]
    assert floor.balances["wallet:bob"] == 999
    assert floor.balances["wallet:ann"] == FULL - 300_000
    assert floor.balances["wallet:cho"] == FULL - 1_500
    with floor.store.reading() as reading:
        first, own, *_ = reading.entries(BONUS, version)
    assert (first.actor, first.version) == (SYSTEM, version + 1)
    assert (own.actor, own.version) == ("ann", reply.version)
    in_order(floor)


def test_a_share_that_its_wallet_cannot_fund_at_the_turn_checks_and_plays_on(tmp_path: Path) -> None:
    """Bob has 10.00 for the Flop and nothing for the Turn: his Ante and Flop shares are still in play."""
    floor = a_floor(tmp_path, PLAN)
    shared(floor, bob=1_000)
    act(floor, "bonus", Choose(1, Decision.FLOP), "ann")
    act(floor, "bonus", Choose(1, Decision.TURN), "ann")
    declined = [event for event in events(floor, BONUS) if isinstance(event, ShareDeclined)]
    assert [(one.player, one.checked) for one in declined] == [("bob", True)]
    state = floor.streams[BONUS].state
    assert isinstance(state, BankedTable)
    assert state.engine.round is not None
    box = state.engine.round.boxes[0]
    assert {share.player: share.folded for wager in box.wagers[:2] for share in wager.shares} == {
        "ann": False,
        "bob": False,
        "cho": False,
    }
    assert floor.balances["wallet:cho"] == FULL - 2_000


def test_a_decision_that_is_delivered_twice_is_known_again(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    shared(floor, bob=0)
    request = asked(BONUS, PlayBanked(Choose(1, Decision.FLOP, 202_000)), "ann", Role.PLAYER, "k")
    [first], [again] = done(floor, request), done(floor, request)
    assert (again.version, again.repeated) == (first.version, True)
    assert folded(floor) == ["bob"]


def test_what_just_suffices_is_wagered(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    shared(floor, bob=1_000, cho=0)
    act(floor, "bonus", Choose(1, Decision.FLOP), "ann")
    assert folded(floor) == ["cho"]
    assert floor.balances["wallet:bob"] == 0


def test_who_decides_hears_of_his_own_wallet_only_and_then_nothing_has_happened(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    shared(floor, ann=199_999, bob=7)
    version = floor.streams[BONUS].version
    assert refusal(floor, "bonus", Choose(1, Decision.FLOP), "ann") == "There is only SGD 1,999.99 to wager"
    assert floor.streams[BONUS].version == version
    assert not folded(floor)


def test_a_fold_folds_for_all_and_asks_nobody(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    shared(floor, bob=0)
    act(floor, "bonus", Choose(1, Decision.FOLD), "ann")
    assert not folded(floor)


@pytest.mark.parametrize("command", [ExcludePerson("bob", "enough"), SetLossLimit("bob", 29_999)])
def test_a_sharer_who_may_not_wager_does_not_hold_up_the_box(
    tmp_path: Path, command: ExcludePerson | SetLossLimit
) -> None:
    at = HouseFloor(tmp_path / "floor.db").furnish()
    at.do("link:bonus", EstablishLink(5_000_000, "0.70", 500))
    at.do(BONUS, EstablishTable("mbs-texas-holdem-bonus-progressive", {}, "bonus", True, False, 5 * 10**12))
    at.do(BONUS, Propose(OpenTable(((500, 1_000),))))
    at.do(BONUS, Countersign(1), "max")
    at.do(BONUS, PlayBanked(OpenRound()), "dan", Role.DEALER)
    for player in ("ann", "bob"):
        at.do(BONUS, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), player, Role.PLAYER)
    at.do(BONUS, PlayBanked(CloseBets()), "dan", Role.DEALER)
    at.do("house", command, "bob", Role.PLAYER)
    reply = at.ask(BONUS, PlayBanked(Choose(1, Decision.FLOP)), "ann", Role.PLAYER)
    assert isinstance(reply, Accepted)
    assert folded(at.floor) == ["bob"]

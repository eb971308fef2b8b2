"""Who deals at a table is changed by two: at once between rounds, otherwise when the round has ended."""

from pathlib import Path

import pytest
from msgspec import UNSET

from croupier.cards import parse_card
from croupier.floor.running.floor import Floor
from croupier.floor.values.table import ChangeMode, PrepareShoe, Propose, TakeUpMode
from croupier.play.banked.commands import Choose, CloseBets, DealCards, OpenRound, PlaceWager
from croupier.play.room.commands import JoinTable
from croupier.play.room.commands import OpenRound as OpenRoomRound
from croupier.rules.terms import Decision, WagerName
from tests.floor.random_floor import open_floor
from tests.floor.rigged import a_floor, act, in_order, refusal, sign

PLAN = """
[links.stud]
seed = 5_000_000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.poker-1]
game = "rws-poker"
"""


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN)


def bets(floor: Floor) -> None:
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 5_000), "ann")
    act(floor, "stud-1", CloseBets())


def automatic(floor: Floor, table: str = "stud-1") -> bool:
    return floor.table(table).info.automatic


def test_between_rounds_at_once_and_back_again(floor: Floor) -> None:
    sign(floor, "stud-1", ChangeMode(automatic=False))
    assert not automatic(floor)
    bets(floor)
    act(floor, "stud-1", DealCards((parse_card("2c"),)))  # by hand
    assert floor.table("stud-1").info.root == ""


def test_in_a_round_when_it_has_ended(floor: Floor, tmp_path: Path) -> None:
    bets(floor)
    sign(floor, "stud-1", ChangeMode(automatic=False))
    assert automatic(floor)
    assert open_floor(tmp_path / "floor.db").table("stud-1").info.mode is False
    act(floor, "stud-1", Choose(1, Decision.FOLD), "ann")
    assert not automatic(floor)
    assert floor.table("stud-1").info.mode is UNSET
    bets(floor)
    act(floor, "stud-1", DealCards((parse_card("2c"),)))
    in_order(floor)


def test_a_dealers_table_becomes_automatic(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN.replace('link = "stud"', 'link = "stud"\nautomatic = false'))
    sign(floor, "stud-1", ChangeMode(automatic=True))
    bets(floor)
    assert floor.table("stud-1").info.root != ""
    act(floor, "stud-1", Choose(1, Decision.FOLD), "ann")
    assert not floor.table("stud-1").running
    in_order(floor)


def test_a_shoe_that_was_prepared_is_not_used(floor: Floor) -> None:
    act(floor, "stud-1", PrepareShoe(), "ann")
    assert floor.table("stud-1").info.root != ""
    sign(floor, "stud-1", ChangeMode(automatic=False))
    assert floor.table("stud-1").info.root == ""
    sign(floor, "stud-1", ChangeMode(automatic=True))
    bets(floor)
    in_order(floor)


def test_the_poker_room_too(floor: Floor) -> None:
    for seat, player in enumerate(("ann", "bob"), 1):
        act(floor, "poker-1", JoinTable(seat, 20_000), player)
    sign(floor, "poker-1", ChangeMode(automatic=False))
    act(floor, "poker-1", OpenRoomRound())
    assert floor.table("poker-1").cards_due() > 0  # the Dealer's to enter
    in_order(floor)


def test_what_the_table_has_already_is_refused_and_a_change_can_be_taken_back(floor: Floor) -> None:
    assert refusal(floor, "stud-1", Propose(ChangeMode(automatic=True)), "sue") == (
        "The floor deals at this table already"
    )
    bets(floor)
    sign(floor, "stud-1", ChangeMode(automatic=False))
    assert "A Dealer will deal" in refusal(floor, "stud-1", Propose(ChangeMode(automatic=False)), "sue")
    sign(floor, "stud-1", ChangeMode(automatic=True))
    act(floor, "stud-1", Choose(1, Decision.FOLD), "ann")
    assert automatic(floor)
    assert "by itself" in refusal(floor, "stud-1", TakeUpMode(), "sue")
    in_order(floor)

"""A Void at somebody's discretion takes two people who may decide it."""

from pathlib import Path

from croupier.play.authority import RefuseStatement
from croupier.play.banked.commands import CloseBets, OpenRound, PlaceWager, Report, TakeBackLast, TakeDecision
from croupier.play.banked.events import StatementMade
from croupier.play.room import commands as room
from croupier.rules.terms import Role, WagerName
from tests.floor.rigged import a_floor, act, in_order, refusal
from tests.floor.test_trays import LOSES, a_round

PLAN = """
[links.stud]
seed = 5_000_000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.poker-1]
game = "rws-poker"
"""
SHIFT = Role.SHIFT_MANAGER


def test_one_alone_does_not_void_a_house_banked_round(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    had, meter = floor.balances["wallet:ann"], floor.link("stud").meter
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 10_000), "ann")
    act(floor, "stud-1", PlaceWager(1, WagerName.JACKPOT, 500), "ann")
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Report("not_covered"))
    void = TakeDecision(1, "void_round", "nobody knows")
    refusal(floor, "stud-1", void, "pam", Role.PIT_MANAGER)
    first = act(floor, "stud-1", void, "sid", SHIFT)
    assert [type(event) for event in first.events] == [StatementMade]
    assert floor.table("stud-1").running
    assert floor.balances["wallet:ann"] == had - 10_500
    assert "waits for another person" in refusal(floor, "stud-1", void, "sid", SHIFT)
    act(floor, "stud-1", TakeDecision(1, "void_round", "nor do I"), "una", SHIFT)
    assert not floor.table("stud-1").running
    assert floor.balances["wallet:ann"] == had
    assert floor.link("stud").meter == meter
    assert floor.table("stud-1").info.voids == ()
    in_order(floor)


def test_a_round_that_was_paid_is_mended_by_two(tmp_path: Path) -> None:
    """5.24, until the next round begins: every cent is where it was, in the meter too; both versions are on record."""
    floor = a_floor(tmp_path, PLAN, LOSES)
    had, meter, tray = floor.balances["wallet:ann"], floor.link("stud").meter, floor.balances["float:stud-1"]
    a_round(floor, "stud-1")
    assert floor.balances["wallet:ann"] != had
    assert not floor.table("stud-1").running
    assert refusal(floor, "stud-1", TakeBackLast()) == (
        "At this table nothing is keyed in by hand, so nothing is taken back"
    )
    act(floor, "stud-1", Report("not_covered"))
    assert "waits for" in refusal(floor, "stud-1", OpenRound())
    void = TakeDecision(1, "void_round", "the fold was keyed for a BET")
    for name, role in (("sue", Role.PIT_SUPERVISOR), ("pam", Role.PIT_MANAGER)):
        refusal(floor, "stud-1", void, name, role)
    act(floor, "stud-1", void, "sid", SHIFT)
    assert floor.balances["wallet:ann"] != had  # one alone changes nothing
    act(floor, "stud-1", TakeDecision(1, "void_round", "so I saw it"), "una", SHIFT)
    assert floor.balances["wallet:ann"] == had
    assert floor.link("stud").meter == meter
    assert floor.balances["float:stud-1"] == tray
    act(floor, "stud-1", OpenRound())
    in_order(floor)


def test_a_void_of_poker_waits_for_its_second_signature_or_is_withdrawn(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    act(floor, "poker-1", room.JoinTable(1, 20_000), "ann")
    act(floor, "poker-1", room.JoinTable(2, 20_000), "bob")
    act(floor, "poker-1", room.OpenRound())
    act(floor, "poker-1", room.Report("not_covered", reason="a card fell"), "sue", Role.PIT_SUPERVISOR)
    act(floor, "poker-1", room.TakeDecision(1, "void_round", "why not"), "sid", SHIFT)
    held = refusal(floor, "poker-1", room.TakeDecision(1, "continue", "better so"), "sid", SHIFT)
    assert held.startswith("The round waits for another person, a Pit Supervisor or someone above them,")
    act(floor, "poker-1", RefuseStatement(1), "sid", SHIFT)
    act(floor, "poker-1", room.TakeDecision(1, "continue", "better so"), "sid", SHIFT)
    assert floor.table("poker-1").running
    act(floor, "poker-1", room.Report("not_covered", reason="another"), "sue", Role.PIT_SUPERVISOR)
    act(floor, "poker-1", room.TakeDecision(2, "void_round", "why not"), "sid", SHIFT)
    act(floor, "poker-1", room.TakeDecision(2, "void_round", "so it is"), "una", SHIFT)
    assert not floor.table("poker-1").running
    in_order(floor)

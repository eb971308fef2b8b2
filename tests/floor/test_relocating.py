"""Between tables of the poker room: a Player whom the pit moves, and Blinds that stay missed for the gaming day."""

from pathlib import Path

import pytest

from croupier.cards import UNKNOWN
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.floor.values.table import Countersign, EstablishTable, OpenTable, PlayRoom, Propose
from croupier.floor.values.table_kinds import RoomTable
from croupier.floor.verify.finding import Kind
from croupier.floor.verify.verification import verify
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import (
    Act,
    DealCards,
    JoinTable,
    LeaveTable,
    OpenRound,
    Report,
    RoomCommand,
    Settle,
    SitOut,
)
from croupier.play.room.state import Round, Table
from croupier.rules.room import Move
from croupier.rules.terms import Role
from tests.floor.house_floor import HouseFloor

ONE, TWO = "table:one", "table:two"


@pytest.fixture
def house(tmp_path: Path) -> HouseFloor:
    """Two tables that a Dealer deals: the first takes up to 100,000, the second up to 40,000."""
    house = HouseFloor(tmp_path / "floor.db").furnish()
    for stream, most in ((ONE, 100_000), (TWO, 40_000)):
        policy = {"minimum_stake": 10_000, "maximum_stake": most}
        house.do(stream, EstablishTable("rws-poker", policy, ""))
        chip = engine(house, stream).policy.chips[0]
        house.do(stream, Propose(OpenTable(((chip, 1_000),))))
        house.do(stream, Countersign(1), "max")
    return house


def engine(house: HouseFloor, stream: str) -> Table:
    state = house.floor.table(stream.partition(":")[2])
    assert isinstance(state, RoomTable)
    return state.engine


def play(house: HouseFloor, stream: str, command: RoomCommand, player: str = "") -> Accepted:
    role = Role.PLAYER if player else Role.DEALER
    return house.do(stream, PlayRoom(command), player or "dan", role)


def in_play(house: HouseFloor, stream: str) -> Round:
    round_ = engine(house, stream).round
    assert round_ is not None
    return round_


def moved(house: HouseFloor, player: str, seat: int) -> Reply:
    command = PlayRoom(JoinTable(seat, 0, player, relocated=True))
    return house.ask(TWO, command, "sue", Role.PIT_SUPERVISOR)


def balance(house: HouseFloor, account: str) -> int:
    return house.floor.balances.get(account, 0)


def is_sound(house: HouseFloor) -> bool:
    with house.floor.store.reading() as reading:
        return not [one for one in verify(reading, keys=house.floor.keys) if one.kind is not Kind.FORM]


def test_a_player_who_is_moved_brings_his_whole_stake_in_one_commit(house: HouseFloor) -> None:
    play(house, ONE, JoinTable(1, 80_000), "ann")
    wallet = balance(house, "wallet:ann")
    assert isinstance(moved(house, "ann", 5), Accepted)
    assert engine(house, ONE).seats == ()
    (seat,) = engine(house, TWO).seats
    assert (seat.number, seat.player, seat.stake, seat.relocated) == (5, "ann", 80_000, True)
    assert balance(house, "wallet:ann") == wallet
    assert balance(house, "stakes:two") == 80_000
    assert is_sound(house)


def test_sent_again_under_its_key_it_is_answered_and_not_done_twice(house: HouseFloor) -> None:
    play(house, ONE, JoinTable(1, 80_000), "ann")
    command = PlayRoom(JoinTable(5, 0, "ann", relocated=True))
    request = Request(TWO, "sue", Role.PIT_SUPERVISOR, command, "once")
    first, again = house.floor.submit(request)[0], house.floor.submit(request)[0]
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert (first.repeated, again.repeated) == (False, True)
    assert len(engine(house, TWO).seats) == 1


def test_where_he_cannot_sit_down_he_stays_where_he_is(house: HouseFloor) -> None:
    play(house, ONE, JoinTable(1, 80_000), "ann")
    play(house, TWO, JoinTable(5, 20_000), "bob")
    refusal = moved(house, "ann", 5)
    assert isinstance(refusal, Refusal)
    assert refusal.sentence == "Seat 5 is taken"
    assert [seat.player for seat in engine(house, ONE).seats] == ["ann"]


def test_who_sits_nowhere_else_is_not_moved(house: HouseFloor) -> None:
    refusal = moved(house, "cat", 5)
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.cites) == (Reason.FACT, ("5.4.1",))


def test_nobody_is_moved_out_of_a_hand(house: HouseFloor) -> None:
    for seat, name in ((1, "ann"), (2, "bob")):
        play(house, ONE, JoinTable(seat, 20_000), name)
    play(house, ONE, OpenRound())
    assert isinstance(moved(house, "ann", 5), Refusal)
    play(house, ONE, DealCards((UNKNOWN,) * 4))
    play(house, ONE, Act(1, Move.FOLD), "ann")
    assert isinstance(moved(house, "ann", 5), Accepted)  # who has folded may go, with what is left
    assert engine(house, TWO).seats[0].stake == 20_000 - 100
    play(house, ONE, Report("foreign_card"))  # the round is void once the pit has signed, and his Blind is his
    assert balance(house, "stakes:one") == 20_000
    assert is_sound(house)


@pytest.mark.parametrize(("minutes", "owes"), [(60, True), (24 * 60, False)])
def test_missed_blinds_are_owed_for_the_gaming_day(house: HouseFloor, minutes: int, owes: bool) -> None:
    for seat, name in ((1, "ann"), (2, "bob"), (3, "cat")):
        play(house, ONE, JoinTable(seat, 20_000), name)
    for away in (None, 1):  # the Big Blind was at seat 3, and seat 1 misses it
        if away is not None:
            play(house, ONE, SitOut(1), "ann")
        play(house, ONE, OpenRound())
        play(house, ONE, DealCards((UNKNOWN,) * len(in_play(house, ONE).ahead)))
        while in_play(house, ONE).turn >= 0:
            round_ = in_play(house, ONE)
            hand = round_.hands[round_.turn]
            play(house, ONE, Act(hand.seat, Move.FOLD), hand.player)
        play(house, ONE, Settle())
    play(house, ONE, LeaveTable(1), "ann")
    house.clock.pass_minutes(minutes)
    play(house, ONE, JoinTable(1, 20_000), "ann")
    assert engine(house, ONE).seats[0].missed_big is owes

"""The poker room's desk: the waiting list with seats for those on it, missed Blinds, and who moves next."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import UNKNOWN, parse_cards
from croupier.floor.house.credentials import Session
from croupier.floor.values.cage import CashIn
from croupier.floor.values.house import CreateAccount
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import Countersign, EstablishTable, OpenTable, PlayRoom, Propose
from croupier.floor.values.table_kinds import RoomTable
from croupier.floor.values.waiting import AddWaiting, CallWaiting
from croupier.play.refusal import Refusal
from croupier.play.room.commands import (
    Act,
    ComeBack,
    DealCards,
    JoinTable,
    OpenRound,
    Settle,
    ShowHand,
    SitOut,
    TurnMarker,
)
from croupier.play.room.state import Round
from croupier.rules.room import Move
from croupier.rules.terms import Role
from croupier.web.acting.acts import read_act
from croupier.web.desks.pit.rows import row_of
from croupier.web.serving import Opening, open_venue
from croupier.web.topics.finding import find_topic
from croupier.web.venue import Venue
from croupier.web.watch.pulse import Pulse
from croupier.web.wire.pit import PitRoomPage
from tests.floor.cashiers import open_drawer
from tests.web.server import BRISK, keeping_accounts

MAIN, FEEDER, HIGH = "main", "feeder", "high"
PEOPLE = ("ann", "bob", "cho", "dee")


class _Hears:
    """The desk is not at work here: what listens to it hears of commits itself."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue

    def send(self, notices: Any) -> None:
        self.venue.pulse.heard(notices)
        self.venue.books.heard(notices)


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Two tables with Blinds of 5 and 10, one with 10 and 20; ann and bob at the first, cho and dee at the second."""
    opened = open_venue(keeping_accounts(tmp_path))
    opened.floor.outbox = _Hears(opened)
    open_drawer(opened.floor, "mia", role=Role.SHIFT_MANAGER)
    for name in PEOPLE:
        done(opened, "house", CreateAccount(name))
        done(opened, "cage", CashIn(name, 100_000, opened.books.day()))
    for name, small, seats in ((MAIN, 500, 4), (FEEDER, 500, 4), (HIGH, 1_000, 2)):
        policy = {"small_blind": small, "seats": seats, "minimum_stake": 10_000, "maximum_stake": 50_000}
        done(opened, f"table:{name}", EstablishTable("rws-poker", policy))
        done(opened, f"table:{name}", Propose(OpenTable(((50_000, 10),))))
        done(opened, f"table:{name}", Countersign(1), "max")
    for name, table, seat in (("ann", MAIN, 1), ("bob", MAIN, 2), ("cho", MAIN, 3), ("dee", FEEDER, 2)):
        done(opened, f"table:{table}", PlayRoom(JoinTable(seat, 20_000)), name, Role.PLAYER)
    yield opened
    opened.floor.store.close()


def done(venue: Venue, stream: str, command: Any, name: str = "mia", role: Role = Role.SHIFT_MANAGER) -> None:
    (reply,) = venue.floor.submit(Request(stream, name, role, command))
    assert isinstance(reply, Accepted), reply


def desk(venue: Venue, role: Role = Role.PIT_SUPERVISOR) -> PitRoomPage:
    session = Session("sue", role, 0, 0, 2**62)
    topic = find_topic(venue, session, "pit:room")
    assert not isinstance(topic, Refusal), topic
    page = topic.page(venue, session)
    assert isinstance(page, PitRoomPage)
    return page


def test_seats_are_promised_in_the_order_of_the_list(venue: Venue) -> None:
    """The first table has one seat left of four, the second three, the third both of its two."""
    for name, blinds in (("x", (1_000,)), ("y", (500,)), ("z", ()), ("u", (1_000,)), ("v", (1_000,)), ("w", (2_500,))):
        done(venue, "desk", AddWaiting(name, blinds))
    done(venue, "desk", CallWaiting(2))
    rows = desk(venue).waiting
    assert [(one.player, one.table) for one in rows] == [
        ("x", HIGH),
        ("y", MAIN),
        ("z", FEEDER),
        ("u", HIGH),
        ("v", ""),
        ("w", ""),
    ]
    assert [one.called > 0 for one in rows] == [False, True, False, False, False, False]


def test_a_table_as_the_desk_sees_it(venue: Venue) -> None:
    main = next(one for one in desk(venue).tables if one.table == MAIN)
    assert (main.small, main.big, main.rake, main.rake_amount, main.free) == (500, 1_000, "0.05", 0, (4,))
    assert main.rake_cites == ("4.1", "I15")
    assert [(one.seat, one.player, one.chips) for one in main.seats] == [
        (1, "ann", 20_000),
        (2, "bob", 20_000),
        (3, "cho", 20_000),
        (4, "", 0),
    ]
    assert all(one.since > 0 for one in main.seats if one.player)


def test_the_pits_row_of_a_room_table_has_its_rake(venue: Venue) -> None:
    """Three call a Big Blind of 10.00 and check: 5 % of 30.00 is 1.50, in whole dollars 1.00."""

    def played(*commands: Any) -> None:
        for command in commands:
            done(venue, f"table:{MAIN}", PlayRoom(command))

    played(OpenRound(), DealCards((UNKNOWN,) * 6))
    for street in ("4c As 7d 9h", "4d 2c", "4h 3s", ""):
        for _ in range(3):
            round_ = round_at(venue, MAIN)
            hand = round_.hands[round_.turn]
            played(Act(hand.seat, Move.CALL if hand.bet < round_.level else Move.CHECK))
        if street:
            played(DealCards(parse_cards(street)))
    played(
        TurnMarker(),
        ShowHand(2, parse_cards("AhQd")),
        ShowHand(3, parse_cards("AdKd")),
        ShowHand(1, parse_cards("JdJc")),
        Settle(),
    )
    row = row_of(venue, MAIN)
    assert (row.table, row.room, row.rake, row.win) == (MAIN, True, 100, 100)
    assert row_of(venue, FEEDER).rake == 0


def test_the_pits_row_of_a_house_banked_table_has_no_rake(tmp_path: Path) -> None:
    opened = open_venue(Opening(db=str(tmp_path / "demonstration.db"), pace=BRISK, company=False))
    rakes = {name: row_of(opened, name).rake for name in opened.floor.tables()}
    opened.floor.store.close()
    assert rakes["stud-1"] is None
    assert rakes["poker-1"] == 0


def round_at(venue: Venue, table: str) -> Round:
    state = venue.floor.table(table)
    assert isinstance(state, RoomTable)
    assert state.engine.round is not None
    return state.engine.round


def test_who_is_away_and_since_when(venue: Venue) -> None:
    def away() -> list[tuple[bool, int]]:
        main = next(one for one in desk(venue).tables if one.table == MAIN)
        return [(one.away, one.away_since) for one in main.seats]

    before = venue.floor.now()
    done(venue, f"table:{MAIN}", PlayRoom(SitOut(2, will_return=None)), "bob", Role.PLAYER)
    since = away()[1][1]
    assert before < since <= venue.floor.now()
    assert away() == [(False, 0), (True, since), (False, 0), (False, 0)]
    done(venue, f"table:{MAIN}", PlayRoom(SitOut(2, will_return=True)), "bob", Role.PLAYER)
    assert away()[1] == (True, since)  # it is the same absence
    assert Pulse(venue.floor).away(MAIN, 2) == since  # also for a house that opens again
    done(venue, f"table:{MAIN}", PlayRoom(ComeBack(2)), "bob", Role.PLAYER)
    assert away()[1] == (False, 0)
    assert Pulse(venue.floor).away(MAIN, 2) == 0


def test_the_table_with_fewer_players_feeds_the_other_and_the_whole_stake_goes_along(venue: Venue) -> None:
    (move,) = desk(venue).moves
    assert (move.player, move.table, move.seat, move.to, move.to_seat) == ("dee", FEEDER, 2, MAIN, 4)
    assert (move.chips, move.waits, move.cites) == (20_000, False, ("5.4.1",))
    assert move.command is not None
    command = read_act(venue, f"table:{MAIN}", move.command)
    done(venue, f"table:{MAIN}", command)
    seat = venue.floor.table(MAIN).engine.seat(4)  # type: ignore[union-attr]
    assert seat is not None
    assert (seat.player, seat.stake, seat.owes_join) == ("dee", 20_000, False)
    assert desk(venue).moves == ()


def test_whoever_has_sat_longest_moves_first(venue: Venue) -> None:
    """The other way round: two at the feeder, of whom the later one has the lower seat."""
    done(venue, "house", CreateAccount("eli"))
    done(venue, "cage", CashIn("eli", 100_000, venue.books.day()))
    done(venue, f"table:{FEEDER}", PlayRoom(JoinTable(1, 30_000)), "eli", Role.PLAYER)
    (move,) = desk(venue).moves
    assert move.player == "dee"


def test_an_auditor_sees_it_and_moves_nobody(venue: Venue) -> None:
    page = desk(venue, Role.AUDITOR)
    assert page.moves[0].command is None
    assert "AddWaiting" not in page.may
    assert "AddWaiting" in desk(venue).may


def test_after_a_restart_it_is_known_since_when_they_sit(venue: Venue, tmp_path: Path) -> None:
    before = {one.player: one.since for row in desk(venue).tables for one in row.seats if one.player}
    venue.floor.store.close()
    again = open_venue(keeping_accounts(tmp_path))
    after = {one.player: one.since for row in desk(again).tables for one in row.seats if one.player}
    again.floor.store.close()
    assert after == before

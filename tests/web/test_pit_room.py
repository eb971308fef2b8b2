"""What the pit sees of poker tables: whom it may move to another, and whom the House may deem gone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house.credentials import Session
from croupier.floor.values.cage import CashIn
from croupier.floor.values.house import CreateAccount
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import Countersign, EstablishTable, OpenTable, PlayRoom, Propose
from croupier.floor.values.waiting import AddWaiting
from croupier.play.refusal import Refusal
from croupier.play.room.commands import JoinTable, SitOut
from croupier.rules.terms import Role
from croupier.web.serving import open_venue
from croupier.web.topics.finding import find_topic
from croupier.web.venue import Venue
from croupier.web.wire.pit import PitPage, PitRoomPage, PitTable
from tests.floor.cashiers import open_drawer
from tests.web.server import keeping_accounts

FROM, TO = "room-one", "room-two"


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Two poker tables with nine seats each, and ann at the first."""
    opened = open_venue(keeping_accounts(tmp_path))
    done(opened, "house", CreateAccount("ann"))
    open_drawer(opened.floor, "mia", role=Role.SHIFT_MANAGER)
    done(opened, "cage", CashIn("ann", 100_000, opened.books.day()))
    for name in (FROM, TO):
        done(opened, f"table:{name}", EstablishTable("rws-poker", {"maximum_stake": 40_000}))
        done(opened, f"table:{name}", Propose(OpenTable(((50_000, 10),))))
        done(opened, f"table:{name}", Countersign(1), "max")
    done(opened, f"table:{FROM}", PlayRoom(JoinTable(3, 40_000)), "ann", Role.PLAYER)
    yield opened
    opened.floor.store.close()


def done(venue: Venue, stream: str, command: Any, name: str = "mia", role: Role = Role.SHIFT_MANAGER) -> None:
    (reply,) = venue.floor.submit(Request(stream, name, role, command))
    assert isinstance(reply, Accepted), reply


def seen(venue: Venue, role: Role = Role.SHIFT_MANAGER) -> tuple[PitTable, PitTable, tuple[str, ...]]:
    """Both tables as somebody sees them in the pit, and what he may ask for."""
    session = Session("mia", role, 0, 0, 2**62)
    topic = find_topic(venue, session, "pit")
    assert not isinstance(topic, Refusal)
    page = topic.page(venue, session)
    assert isinstance(page, PitPage)
    rows = {one.table: one for one in page.tables}
    return rows[FROM], rows[TO], tuple(page.may)


def test_the_pit_moves_a_player_to_a_free_seat_of_another_table(venue: Venue) -> None:
    here, there, may = seen(venue)
    assert (here.players, here.played, there.players) == (("ann",), (3,), ())
    assert here.free == (1, 2, 4, 5, 6, 7, 8, 9)
    assert "JoinTable" in may
    done(venue, f"table:{TO}", PlayRoom(JoinTable(there.free[0], 0, "ann", relocated=True)))
    here, there, _ = seen(venue)
    assert (here.players, there.players, there.played) == ((), ("ann",), (1,))


def desk(venue: Venue) -> PitRoomPage:
    session = Session("mia", Role.SHIFT_MANAGER, 0, 0, 2**62)
    topic = find_topic(venue, session, "pit:room")
    assert not isinstance(topic, Refusal)
    page = topic.page(venue, session)
    assert isinstance(page, PitRoomPage)
    return page


def test_the_desk_says_which_table_to_break(venue: Venue) -> None:
    """5.4.1: whoever is moved joins without a Blind. All must fit elsewhere, and nobody wait for those Blinds."""
    assert desk(venue).breaks == ()  # one table alone with Players feeds nobody
    for seat, name in enumerate(("bob", "cat"), 1):
        done(venue, "house", CreateAccount(name))
        done(venue, "cage", CashIn(name, 100_000, venue.books.day()))
        done(venue, f"table:{TO}", PlayRoom(JoinTable(seat, 40_000)), name, Role.PLAYER)
    (one,) = desk(venue).breaks
    assert (one.table, one.players, one.to, one.cites[:1]) == (FROM, 1, (TO,), ("5.4.1",))
    assert [(move.player, move.to, move.to_seat) for move in desk(venue).moves] == [("ann", TO, 3)]
    done(venue, "desk", AddWaiting("eve", (1,)))
    assert desk(venue).breaks  # she waits for other Blinds
    done(venue, "desk", AddWaiting("fay"))
    assert desk(venue).breaks == ()  # who takes any


@pytest.mark.parametrize(("word", "may_be_deemed"), [(None, True), (False, True), (True, False)])
def test_who_has_not_said_that_he_returns_is_shown_to_the_house(
    venue: Venue, word: bool | None, may_be_deemed: bool
) -> None:
    assert seen(venue)[0].absent == ()
    done(venue, f"table:{FROM}", PlayRoom(SitOut(3, word)), "ann", Role.PLAYER)
    absent = seen(venue)[0].absent
    assert [(one.seat, one.player, one.cites) for one in absent] == (
        [(3, "ann", ("5.4.2", "I10"))] if may_be_deemed else []
    )


def test_deeming_a_player_gone_is_for_the_pit_manager_and_above(venue: Venue) -> None:
    for role, may in ((Role.PIT_SUPERVISOR, False), (Role.PIT_MANAGER, True), (Role.SHIFT_MANAGER, True)):
        assert ("DeemLeft" in seen(venue, role)[2]) is may

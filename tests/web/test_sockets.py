"""Many sockets: how many the house takes from one person and from one address, and whom one more concerns."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.web.clock.presence import Presence
from croupier.web.live.hub import CROWDED
from croupier.web.serving import Opening
from croupier.web.topics.topic import wallet_of
from croupier.web.venue import Crowd
from tests.web.server import BRISK, PATIENCE, Served, Visitor, serving

STUD = "table:stud-1"
FEW = Crowd(of_session=3, of_address=5)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    path = str(tmp_path_factory.mktemp("sockets") / "floor.db")
    with serving(Path(path).parent, opening=Opening(db=path, pace=BRISK, company=False, crowd=FEW)) as found:
        yield found


def opens(stack: ExitStack, guest: Visitor, count: int) -> None:
    """So many pages of a guest, each of which has been sent its lobby."""
    for _ in range(count):
        stack.enter_context(guest.live("lobby")).page("lobby")


def refused(guest: Visitor) -> str:
    """The sentence with which one more is closed."""
    with pytest.raises(ConnectionClosed) as closed, guest.live("lobby") as socket:
        socket.page("lobby")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == CROWDED
    return closed.value.rcvd.reason


def test_one_session_has_so_many_pages_and_no_more(served: Served) -> None:
    guest = served.visit()
    with ExitStack() as stack:
        opens(stack, guest, 2)
        with guest.live("lobby") as third:
            third.page("lobby")
            assert refused(guest) == "You have 3 pages of this house open, and no more may be: close one of them"
        opens(stack, guest, 1)  # one has closed: another may open


def test_one_address_has_so_many_whoever_they_are(served: Served) -> None:
    first, second, third = served.visit(), served.visit(), served.visit()
    with ExitStack() as stack:
        opens(stack, first, 3)
        opens(stack, second, 2)
        assert "from your address" in refused(third)


def test_one_more_page_is_told_to_nobody() -> None:
    told: list[str] = []
    presence = Presence()
    presence.on_change.append(told.append)
    presence.entered("stud-1", None)
    assert told == ["stud-1"]  # the first at the table
    presence.entered("stud-1", None)
    presence.left("stud-1", None)
    assert told == ["stud-1"]
    presence.entered("stud-1", "ann")
    assert told == ["stud-1"] * 2  # a Player who was not there
    presence.entered("stud-1", "ann")
    presence.left("stud-1", "ann")
    assert told == ["stud-1"] * 2
    presence.left("stud-1", "ann")
    presence.left("stud-1", None)
    assert told == ["stud-1"] * 4  # the Player is gone, and the last


def test_an_act_marks_the_pages_that_it_concerns_and_asks_no_others(served: Served) -> None:
    here, there = served.visit(), served.visit()
    with here.live(STUD, "me") as one, there.live("table:holdem-1", "me") as other:
        for socket, table in ((one, STUD), (other, "table:holdem-1")):
            socket.page(table)
            socket.page("me")
        watching = served.app.state.hub.watching
        streams = {STUD, wallet_of(here.name)}  # an act of theirs
        asked = {(page.session.account, topic.name) for page, topic in watching.about(streams)}
        assert asked == {(here.name, STUD), (here.name, "me")}
        assert all(topic.concerns(streams) for _, topic in watching.about(streams))
        paid = {"cage", wallet_of(there.name)}
        concerned = {(page.session.account, topic.name) for page, topic in watching.about(paid) if topic.concerns(paid)}
        assert concerned == {(there.name, "table:holdem-1"), (there.name, "me")}
    until_gone(served)
    assert watching.about({STUD}) == []


def until_gone(served: Served) -> None:
    """The server has noticed that all pages are closed."""
    end = time.monotonic() + PATIENCE
    while served.app.state.hub.connections:
        assert time.monotonic() < end
        time.sleep(0.01)

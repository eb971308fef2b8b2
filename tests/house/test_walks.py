"""The way of a request through the code: how many modules it passes, and how often it comes back to one.

Calls are counted while they happen, in the process itself. A module counts once however often it is called; a return is
a call into a module that the request had already left. The limits are what it takes today: less is welcome, more wants
a reason.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from croupier.floor.house.credentials import Session
from croupier.floor.reading.reports import day_period
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import PlayBanked
from croupier.play.banked.commands import OpenRound, PlaceWager
from croupier.play.refusal import Refusal
from croupier.reports.shift import ShiftReport, shift_report, unknown
from croupier.rules.terms import Role, WagerName
from croupier.web.topics.finding import find_topic
from tests.floor.house import DAY, House
from tests.web.server import serving


class Walk(NamedTuple):
    """What a request passed."""

    modules: tuple[str, ...]
    """The modules, in the order in which it first came to them."""
    returns: int


def walked(work: Callable[[], object]) -> Walk:
    """Do some work, and return the way that it took through our modules."""
    order: list[str] = []

    def entered(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            name = frame.f_globals.get("__name__", "")
            if name.startswith("croupier.") and (not order or order[-1] != name):
                order.append(name)

    before = sys.getprofile()
    sys.setprofile(entered)
    try:
        work()
    finally:
        sys.setprofile(before)
    modules = tuple(dict.fromkeys(order))
    return Walk(modules, len(order) - len(modules))


def test_a_walk_counts_modules_and_returns() -> None:
    from croupier import cards, money

    found = walked(lambda: (cards.parse_card("As"), money.format_money(5), cards.parse_card("Kd")))
    assert found == Walk(("croupier.cards", "croupier.money"), 1)


def test_a_wager_passes_few_modules(tmp_path: Path) -> None:
    house = House(tmp_path / "floor.db")
    house.furnish()
    house.ask("table:stud-1", PlayBanked(OpenRound()), "dan", Role.DEALER)
    wager = Request("table:stud-1", "ann", Role.PLAYER, PlayBanked(PlaceWager(1, WagerName.ANTE, 10_000)), "a key")
    replies: list[Any] = []
    found = walked(lambda: replies.extend(house.floor.submit(wager)))
    assert isinstance(replies[0], Accepted)
    assert len(found.modules) <= 38
    assert found.returns <= 105


def test_a_page_passes_few_modules(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        venue, session = house.venue, Session(house.visit().name, Role.PLAYER, 0, 0, 2**62)
        topic = find_topic(venue, session, "table:stud-1")
        assert not isinstance(topic, Refusal)
        pages: list[Any] = []
        found = walked(lambda: pages.append(topic.page(venue, session)))
    assert pages[0].face.moment
    assert len(found.modules) <= 34


def test_a_report_passes_few_modules(tmp_path: Path) -> None:
    house = House(tmp_path / "floor.db")
    house.furnish()
    house.stud_round("stud-1")
    made: list[ShiftReport] = []
    with house.floor.store.reading() as reading:
        found = walked(lambda: made.append(shift_report(reading, day_period(DAY), unknown)))
    assert made[0].rows
    assert len(found.modules) <= 13

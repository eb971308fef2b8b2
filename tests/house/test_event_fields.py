"""Every field of every event is read by something besides the code that fills it in and the record that keeps it."""

from typing import Final

import pytest

from croupier.play.banked.events import BankedEvent, HandShown, JackpotDown, RoundOpened
from croupier.play.room.events import RoundOpened as RoomRoundOpened
from tests.house.event_fields import Class, event_classes, fields_of, fields_read, members, sources

SIGNERS: Final = (
    "The proposer is told from the proposal, and the second from the entry that signs; the event keeps both together,"
    " so that whoever checks the record needs no other entry."
)
PLACE: Final = "Which shuffle or entry is meant: a verifier without the state of the stream finds it by this."
STARTED: Final = "What a start found, for the Auditor; the verifier has it from the command beside it."
FOUND: Final = "Read where a proposal or a signature has been looked up, which no annotation beside the reading shows."
UNREAD: Final[dict[str, str]] = {
    "floor.values.cage.TableCashNoted.table": "Where the cash was changed, for the Auditor; sums are kept by person.",
    "floor.values.clock.ClockStarted.last": STARTED,
    "floor.values.clock.ClockStarted.reads": STARTED,
    "floor.values.clock.TimeCountersigned.first": SIGNERS,
    "floor.values.clock.TimeCountersigned.second": SIGNERS,
    "floor.values.clock.TimeCountersigned.time": FOUND,
    "floor.values.clock.TimeProposed.at": FOUND,
    "floor.values.clock.TimeProposed.reads": FOUND,
    "floor.values.cage.CashCountersigned.first": SIGNERS,
    "floor.values.cage.CashCountersigned.second": SIGNERS,
    "floor.values.cage.AlertAcknowledged.actor": "The entry that it stands in has the same actor.",
    "floor.values.house.ChangeCountersigned.first": SIGNERS,
    "floor.values.house.ChangeCountersigned.second": SIGNERS,
    "floor.values.house.ChangeCountersigned.what": SIGNERS,
    "floor.values.links.ClaimsOrdered.actor": "The entry that it stands in has the same actor.",
    "floor.values.links.ClaimsOrdered.role": "The entry that it stands in has the same role.",
    "floor.values.links.ClaimsOrdered.signed": SIGNERS,
    "floor.values.links.MeterMoved.version": PLACE,
    "floor.values.links.UpCountersigned.first": SIGNERS,
    "floor.values.links.UpCountersigned.second": SIGNERS,
    "floor.values.links.TermsCountersigned.first": SIGNERS,
    "floor.values.links.TermsCountersigned.second": SIGNERS,
    "floor.values.table.Countersigned.first": SIGNERS,
    "floor.values.table.Countersigned.second": SIGNERS,
    "floor.values.table.SeedsClosed.shuffle": PLACE,
    "floor.values.table.SeedsInvited.shuffle": PLACE,
    "floor.values.table.VoidSigned.boxes": "Empty today; in earlier books it has the boxes that a decision named, and"
    " a replay writes those entries as they were.",
    "floor.values.tray.CountAbandoned.counted": "The people whose counts were broken off, for the Auditor; each of"
    " them has an entry of their own.",
    "play.authority.StatementEnded.withdrawn": "Whether the name beside it is the maker's, which the statement's own"
    " event has too.",
    "play.banked.events.CardsReconstructed.before": "Cards that were seen by nobody stay untold at the table; the"
    " Auditor reads them beside those after.",
}
"""Fields that nothing reads, and what they are recorded for all the same."""


def name_of(one: tuple[Class, str]) -> str:
    event, field = one
    return f"{event.__module__.removeprefix('croupier.')}.{event.__qualname__}.{field}"


@pytest.mark.long
def test_every_field_of_every_event_is_read_by_something() -> None:
    events = event_classes()
    unread = {name_of(one) for one in fields_of(events) - fields_read(sources(), events)}
    assert unread - set(UNREAD) == set(), "recorded, and read by nothing"
    assert set(UNREAD) - unread == set(), "read after all, or gone: no longer to be excused"
    assert all(reason.endswith(".") for reason in UNREAD.values())


def test_the_events_of_all_streams_are_looked_at() -> None:
    assert members(BankedEvent) < event_classes()
    modules = {event.__module__ for event in event_classes()}
    assert modules == {
        "croupier.play.banked.events",
        "croupier.play.room.events",
        "croupier.play.authority",
        "croupier.floor.values.table",
        "croupier.floor.values.tray",
        "croupier.floor.values.table_duty",
        "croupier.floor.values.seeds",
        "croupier.floor.values.house",
        "croupier.floor.values.door",
        "croupier.floor.values.links",
        "croupier.floor.values.cage",
        "croupier.floor.values.clock",
        "croupier.floor.values.record",
    }


IMPORTS = """
from croupier.play.banked import events as banked
from croupier.play.banked.events import HandShown, BankedEvent, JackpotDown, RoundOpened
from croupier.play.room.events import RoundOpened as RoomRoundOpened
"""

REGISTERED = {(JackpotDown, "registered")}
BOTH = {(JackpotDown, "cites"), (HandShown, "cites")}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("def f(event: JackpotDown): return event.registered", REGISTERED),
        ("def f(event: JackpotDown): return event.cites", {(JackpotDown, "cites")}),
        ("def f(event): return event.registered", set()),
        ("def f(amount): return JackpotDown(registered=amount, cites=())", set()),
        ("def f(event: BankedEvent): return isinstance(event, JackpotDown) and event.registered", REGISTERED),
        ("def f(one): return isinstance(one.event, banked.JackpotDown) and one.event.registered", REGISTERED),
        ("def f(event):\n match event:\n  case JackpotDown(registered=amount): return amount", REGISTERED),
        ("def f(event):\n match event:\n  case JackpotDown(): return event.registered", REGISTERED),
        ("def f(event):\n match event:\n  case JackpotDown() as down: return down.registered", REGISTERED),
        ("def f(many): return [one.registered for one in many if isinstance(one, JackpotDown)]", REGISTERED),
        ("def f(many: list[JackpotDown]): return sum(one.registered for one in many)", REGISTERED),
        (
            "Down = JackpotDown | HandShown\ndef f(one: Down): return one.cites",
            {(JackpotDown, "cites"), (HandShown, "cites")},
        ),
        ("class Kept:\n down: tuple[JackpotDown, ...]\ndef f(kept): return kept.down[0].registered", REGISTERED),
        ("def g() -> JackpotDown | None: ...\ndef f():\n down = g()\n return down.registered", REGISTERED),
        ("def f(event: RoundOpened): return event.rulebook", {(RoundOpened, "rulebook")}),
        ("def f(event: RoomRoundOpened): return event.rulebook", {(RoomRoundOpened, "rulebook")}),
    ],
)
def test_what_is_a_reading(text: str, read: set[tuple[Class, str]]) -> None:
    assert fields_read({"made_up": IMPORTS + text}, event_classes()) == read


def test_of_a_union_only_what_all_of_it_has_is_read() -> None:
    """Of an event that may be any, ``cites`` is read of all; what is left after a test, is read of what is left."""
    every = fields_read({"made_up": f"{IMPORTS}def f(event: BankedEvent): return event.cites"}, event_classes())
    assert {event for event, field in every if field == "cites"} == members(BankedEvent)
    left = "def f(event: HandShown | JackpotDown): return 0 if isinstance(event, HandShown) else event.registered"
    assert fields_read({"made_up": IMPORTS + left}, event_classes()) == REGISTERED

"""Every field of every event is read by something besides the code that fills it in and the record that keeps it."""

from typing import Final

import pytest

from croupier.play.banked.events import HandShown, HouseEvent, JackpotDown, RoundOpened
from croupier.play.room.events import RoundOpened as RoomRoundOpened
from tests.house.event_fields import Class, event_classes, fields_of, fields_read, members, sources

WHO: Final = "Who it was: told where the Auditor reads the events one by one."
WHY: Final = "Why: told where the Auditor reads the events one by one."
WHERE: Final = "Where to look it up: for whoever checks the record without the state of the stream."
BEFORE: Final = "How it stood or was counted: told where the Auditor reads the events one by one."
UNREAD: Final[dict[str, str]] = {
    "floor.money.cage.AlertAcknowledged.actor": WHO,
    "floor.people.house.ChangeCountersigned.first": WHO,
    "floor.people.house.ChangeCountersigned.second": WHO,
    "floor.people.house.ChangeCountersigned.what": BEFORE,
    "floor.people.house.ChangeRejected.reason": WHY,
    "floor.jackpots.links.LinkCameUp.registered": BEFORE,
    "floor.jackpots.links.LinkWentDown.registered": BEFORE,
    "floor.jackpots.links.MeterMoved.version": WHERE,
    "floor.jackpots.links.TermsCountersigned.first": WHO,
    "floor.jackpots.links.TermsCountersigned.second": WHO,
    "floor.tables.table.Countersigned.first": WHO,
    "floor.tables.table.Countersigned.second": WHO,
    "floor.tables.table.FloatMoved.counts": BEFORE,
    "floor.tables.table.Rejected.reason": WHY,
    "floor.tables.table.SeedsClosed.left_out": WHO,
    "floor.tables.table.SeedsClosed.shuffle": WHERE,
    "floor.tables.table.SeedsInvited.shuffle": WHERE,
    "floor.tables.table.TableClosedForPlay.difference": BEFORE,
    "floor.tables.table.VoidSigned.reason": WHY,
    "floor.tables.table.VoidSigned.role": WHO,
    "play.banked.events.CardCorrected.reason": WHY,
    "play.banked.events.CardsReconstructed.before": BEFORE,
    "play.banked.events.ChoiceMade.by_clock": "Told by the ruling's paragraph, which only the clock cites.",
    "play.banked.events.DecisionTaken.actor": WHO,
    "play.banked.events.HandInspected.actor": WHO,
    "play.banked.events.IrregularityRuled.by": WHO,
    "play.banked.events.WagerCorrected.reason": WHY,
    "play.banked.events.WagerPlaced.by_staff": WHO,
    "play.room.events.Acted.by_staff": WHO,
    "play.room.events.CardCorrected.reason": WHY,
    "play.room.events.DecisionTaken.actor": WHO,
    "play.room.events.IrregularityRuled.by": WHO,
    "play.room.events.IrregularityRuled.contradicted": BEFORE,
    "play.room.events.IrregularityRuled.stated": BEFORE,
    "play.room.events.PlayerLeft.deemed": "Told by the paragraph, which only this decision cites.",
    "play.room.events.PlayerLeft.reason": WHY,
}
"""Fields that nothing reads, and what they are recorded for all the same."""


def name_of(one: tuple[Class, str]) -> str:
    event, field = one
    return f"{event.__module__.removeprefix('croupier.')}.{event.__qualname__}.{field}"


def test_every_field_of_every_event_is_read_by_something() -> None:
    events = event_classes()
    unread = {name_of(one) for one in fields_of(events) - fields_read(sources(), events)}
    assert unread - set(UNREAD) == set(), "recorded, and read by nothing"
    assert set(UNREAD) - unread == set(), "read after all, or gone: no longer to be excused"
    assert all(reason.endswith(".") for reason in UNREAD.values())


def test_the_events_of_all_streams_are_looked_at() -> None:
    assert members(HouseEvent) < event_classes()
    modules = {event.__module__ for event in event_classes()}
    assert modules == {
        "croupier.play.banked.events",
        "croupier.play.room.events",
        "croupier.floor.tables.table",
        "croupier.floor.chance.seeds",
        "croupier.floor.people.house",
        "croupier.floor.jackpots.links",
        "croupier.floor.money.cage",
    }


IMPORTS = """
from croupier.play.banked import events as banked
from croupier.play.banked.events import HandShown, HouseEvent, JackpotDown, RoundOpened
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
        ("def f(event: HouseEvent): return isinstance(event, JackpotDown) and event.registered", REGISTERED),
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
    every = fields_read({"made_up": f"{IMPORTS}def f(event: HouseEvent): return event.cites"}, event_classes())
    assert {event for event, field in every if field == "cites"} == members(HouseEvent)
    left = "def f(event: HandShown | JackpotDown): return 0 if isinstance(event, HandShown) else event.registered"
    assert fields_read({"made_up": IMPORTS + left}, event_classes()) == REGISTERED

"""The pit's page about links and people: a failure at one table, what works again, who sits where they may not play."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house.credentials import Session
from croupier.floor.values.cage import CashIn
from croupier.floor.values.house import CreateAccount, ExcludePerson, LockAccount
from croupier.floor.values.links import CountersignUp, LinkDown, ProposeUp
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import ChangeMode, Countersign, EndFailure, OpenTable, PlayBanked, PlayRoom, Propose
from croupier.money import format_money
from croupier.play.banked.commands import Report
from croupier.play.refusal import Refusal
from croupier.play.room.commands import JoinTable, LeaveTable
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.terms import Role
from croupier.web.serving import Opening, open_venue
from croupier.web.topics.finding import find_topic
from croupier.web.venue import Venue
from croupier.web.watch.failures import Failures
from croupier.web.wire.pit import PitLink, PitMoneyPage, PitPage
from tests.floor.cashiers import open_drawer

PLAN = """
[house]
managers = ["mia", "max"]

[links.stud]

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.stud-2]
game = "rws-casino-stud"
link = "stud"

[tables.poker-1]
game = "rws-poker"
"""


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    plan = tmp_path / "floor.toml"
    plan.write_text(PLAN, encoding="utf-8")
    opened = open_venue(Opening(plan, str(tmp_path / "floor.db")))
    for name in ("stud-1", "stud-2", "poker-1"):
        chip = opened.floor.table(name).engine.policy.chips[-1]
        done(opened, f"table:{name}", Propose(OpenTable(((chip, 10),))))
        done(opened, f"table:{name}", Countersign(1), "max")
    yield opened
    opened.floor.store.close()


def done(venue: Venue, stream: str, command: Any, name: str = "mia", role: Role = Role.SHIFT_MANAGER) -> None:
    (reply,) = venue.floor.submit(Request(stream, name, role, command))
    assert isinstance(reply, Accepted), reply


def page(venue: Venue, topic: str = "pit") -> Any:
    session = Session("mia", Role.SHIFT_MANAGER, 0, 0, 2**62)
    found = find_topic(venue, session, topic)
    assert not isinstance(found, Refusal), found
    return found.page(venue, session)


def pit(venue: Venue) -> PitPage:
    found = page(venue)
    assert isinstance(found, PitPage)
    return found


def link(venue: Venue) -> PitLink:
    (one,) = pit(venue).links
    return one


def test_a_failure_at_one_table_shows_on_its_link(venue: Venue) -> None:
    assert link(venue).failing == ()
    done(venue, "table:stud-1", PlayBanked(Report(JACKPOT_DOWN, reason="the meter stands still")))
    shown = link(venue)
    assert (shown.down, shown.failing) == ("", ("stud-1",))
    assert [(row.table, row.state, row.reopen) for row in shown.rows] == [
        ("stud-1", "undecided", True),
        ("stud-2", "running", False),
    ]
    assert shown.rows[0].choices == ("close_table", "close_boxes", "without_jackpot")
    (alert,) = pit(venue).alerts
    assert (alert.kind, alert.table, alert.reason) == ("failing", "stud", "stud-1")
    (decision,) = pit(venue).decisions
    assert "at this table alone" in decision.why
    done(venue, "table:stud-1", Propose(EndFailure()))
    assert [row.reopen for row in link(venue).rows] == [False, False]  # it waits for its second signature
    assert [one.what for one in pit(venue).proposals] == ["EndFailure"]
    done(venue, "table:stud-1", Countersign(venue.floor.table("stud-1").info.proposed), "max")
    assert (link(venue).failing, pit(venue).alerts, pit(venue).decisions) == ((), (), ())


def test_a_link_that_is_down_shows_its_tables_and_releases_them(venue: Venue) -> None:
    done(venue, "link:stud", LinkDown("cable cut"))
    shown = link(venue)
    assert (shown.down, shown.failing) == ("cable cut", ())
    assert [(row.table, row.state, row.reopen, row.choice) for row in shown.rows] == [
        ("stud-1", "undecided", False, 1),
        ("stud-2", "undecided", False, 1),
    ]
    assert [alert.kind for alert in pit(venue).alerts] == ["link"]
    tried = dict.fromkeys(("stud-1", "stud-2"), True)
    done(venue, "link:stud", ProposeUp(link(venue).meter, tried))
    done(venue, "link:stud", CountersignUp(1), "max")
    assert [row.state for row in link(venue).rows] == ["running", "running"]
    assert (pit(venue).alerts, pit(venue).decisions) == ((), ())


@pytest.mark.parametrize(
    ("barred", "why"),
    [(ExcludePerson("ann", "by her own wish"), "by her own wish"), (LockAccount("ann", "lost"), "lost")],
)
def test_who_may_not_play_and_sits_somewhere_is_shown(venue: Venue, barred: Any, why: str) -> None:
    done(venue, "house", CreateAccount("ann"))
    open_drawer(venue.floor, "mia", role=Role.SHIFT_MANAGER)
    done(venue, "cage", CashIn("ann", 100_000, venue.books.day()))
    stake = venue.floor.table("poker-1").engine.policy.minimum_stake  # type: ignore[union-attr]
    done(venue, "table:poker-1", PlayRoom(JoinTable(4, stake)), "ann", Role.PLAYER)
    assert pit(venue).alerts == ()
    assert sits(venue) == ("poker-1",)
    done(venue, "house", barred)
    (alert,) = pit(venue).alerts
    assert (alert.kind, alert.player, alert.table, alert.reason) == ("barred", "ann", "poker-1", why)
    done(venue, "table:poker-1", PlayRoom(LeaveTable(4)), "ann", Role.PLAYER)
    assert (pit(venue).alerts, sits(venue)) == ((), ())


def sits(venue: Venue) -> tuple[str, ...]:
    money = page(venue, "pit:money")
    assert isinstance(money, PitMoneyPage)
    assert money.accounts is not None
    return next(one.sits for one in money.accounts if one.name == "ann")


def test_who_has_no_password_yet_may_be_given_a_code(venue: Venue) -> None:
    done(venue, "house", CreateAccount("ann"))

    def code() -> str:
        money = page(venue, "pit:money")
        assert isinstance(money, PitMoneyPage)
        assert money.accounts is not None
        return next(one.code for one in money.accounts if one.name == "ann")

    assert code() == "first"
    assert venue.credentials.set_password("ann", "a long enough secret") is None
    assert code() == ""


def test_another_mode_waits_for_a_second_signature_and_is_shown(venue: Venue) -> None:
    done(venue, "table:stud-1", Propose(ChangeMode(automatic=False)))
    (proposal,) = pit(venue).proposals
    assert (proposal.what, [(one.name, one.before, one.after) for one in proposal.changes]) == (
        "ChangeMode",
        [("automatic", "yes", "no")],
    )
    done(venue, "table:stud-1", Countersign(proposal.number), "max")
    row = next(one for one in pit(venue).tables if one.table == "stud-1")
    assert (row.automatic, row.mode_waits) == (False, "")


def test_games_for_a_new_table(venue: Venue) -> None:
    money = page(venue, "pit:money")
    assert isinstance(money, PitMoneyPage)
    linked = {one.game: one.linked for one in money.games}
    assert (linked["rws-casino-stud"], linked["rws-poker"]) == (True, False)
    assert pit(venue).notices == ()


# ---- What happened --------------------------------------------------------------------------------------------------


def happened(venue: Venue) -> list[tuple[str, str, str]]:
    return [(one.table, one.by, one.words) for one in link(venue).happened]


def test_a_failure_is_told_from_its_report_to_its_end(venue: Venue) -> None:
    hears(venue)
    assert happened(venue) == []
    done(venue, "link:stud", LinkDown("no signal"))
    first, *tables = happened(venue)
    assert first[:2] == ("", "mia")
    assert first[2].startswith("The link is down: no signal. Registered last: SGD ")
    assert {table for table, _, _ in tables} == {"stud-1", "stud-2"}
    done(venue, "link:stud", ProposeUp(venue.floor.link("stud").shown, {"stud-1": True, "stud-2": False}))
    done(venue, "link:stud", CountersignUp(1), "max")
    lines = happened(venue)
    assert ("", "mia", f"Signed first that it works again; its display shows {_meter(venue)}.") in lines
    assert ("", "max", "The link works again. No coin was tried at stud-2.") in lines
    done(venue, "table:stud-2", Propose(EndFailure()))
    done(venue, "table:stud-2", Countersign(venue.floor.table("stud-2").info.proposed), "max")
    assert happened(venue)[-1][:2] == ("stud-2", "max")
    # The same is read from the record by a house that opens again, and the next failure begins anew.
    assert Failures(venue.floor).of("stud") == link(venue).happened
    done(venue, "table:stud-1", PlayBanked(Report(JACKPOT_DOWN, {"seen": "no"}, reason="no line")), "max")
    assert happened(venue)[0][:2] == ("stud-1", "max")


def hears(venue: Venue) -> None:
    """The desk is not at work here: what follows a commit is told by the floor itself."""

    class Outbox:
        def send(self, notices: Any) -> None:
            venue.books.heard(notices)
            venue.failures.heard(notices)

    venue.floor.outbox = Outbox()


def _meter(venue: Venue) -> str:
    return format_money(venue.floor.link("stud").shown)

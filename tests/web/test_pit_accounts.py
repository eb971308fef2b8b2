"""The accounts of a House that keeps some, as the pit sees them; without a server, straight from the topics."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house.credentials import Session
from croupier.floor.values.house import (
    CountersignChange,
    CreateAccount,
    ExcludePerson,
    LockAccount,
    ProposeChange,
    Readmit,
    SetLossLimit,
)
from croupier.floor.values.requests import Accepted, Request
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.serving import open_venue
from croupier.web.topics.finding import find_topic
from croupier.web.venue import Venue
from croupier.web.wire.pit import PitMoneyPage, PitPage
from tests.web.server import keeping_accounts


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    opened = open_venue(keeping_accounts(tmp_path))
    opened.floor.outbox = _Hears(opened)
    yield opened
    opened.floor.store.close()


class _Hears:
    """The desk is not at work here: the books hear of commits themselves."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue

    def send(self, notices: Any) -> None:
        self.venue.books.heard(notices)


def asked(venue: Venue, name: str, role: Role, command: Any) -> None:
    (reply,) = venue.floor.submit(Request("house", name, role, command))
    assert isinstance(reply, Accepted), reply


def page(venue: Venue, name: str, role: Role, topic: str) -> Any:
    session = Session(name, role, 0, 0, 2**62)
    found = find_topic(venue, session, topic)
    assert not isinstance(found, Refusal), found
    return found.page(venue, session)


def money(venue: Venue, name: str, role: Role) -> PitMoneyPage:
    found = page(venue, name, role, "pit:money")
    assert isinstance(found, PitMoneyPage)
    return found


def test_the_accounts_are_there_for_whom_they_concern(venue: Venue) -> None:
    asked(venue, "mia", Role.SHIFT_MANAGER, CreateAccount("ann"))
    shown = money(venue, "mia", Role.SHIFT_MANAGER).accounts
    assert shown is not None
    assert [(one.name, one.roles) for one in shown] == [
        ("max", (Role.SHIFT_MANAGER,)),
        ("mia", (Role.SHIFT_MANAGER,)),
        ("ann", (Role.PLAYER,)),
    ]
    assert isinstance(find_topic(venue, Session("ann", Role.PLAYER, 0, 0, 1), "pit:money"), Refusal)


def test_a_locked_account_says_why(venue: Venue) -> None:
    asked(venue, "mia", Role.SHIFT_MANAGER, CreateAccount("ann"))
    asked(venue, "mia", Role.SHIFT_MANAGER, LockAccount("ann", "lost her card"))
    shown = money(venue, "max", Role.SHIFT_MANAGER).accounts
    assert shown is not None
    assert next(one.locked for one in shown if one.name == "ann") == "lost her card"


def test_what_two_sign_about_an_account_waits_with_what_it_changes(venue: Venue) -> None:
    """A Shift Manager's account is locked by two, and a rise of a Player's limit shows both values."""
    mia, max_ = ("mia", Role.SHIFT_MANAGER), ("max", Role.SHIFT_MANAGER)
    asked(venue, *mia, CreateAccount("ann"))
    shown = money(venue, *mia).accounts
    assert shown is not None
    assert {one.name: one.locked_by_two for one in shown} == {"max": True, "mia": True, "ann": False}
    asked(venue, "ann", Role.PLAYER, SetLossLimit("ann", 10_000))
    asked(venue, *mia, ProposeChange(SetLossLimit("ann", None)))
    asked(venue, *mia, ProposeChange(LockAccount("max", "his card was stolen")))
    limit, lock = page(venue, *mia, "pit").proposals
    assert [(one.name, one.before, one.after) for one in limit.changes] == [("loss_limit", "10000", "")]
    assert (lock.what, lock.account, lock.reason) == ("LockAccount", "max", "his card was stolen")
    asked(venue, *max_, CountersignChange(limit.number))
    assert [one.what for one in page(venue, *mia, "pit").answers] == ["SetLossLimit"]


def acts(venue: Venue, who: str, role: Role, about: str) -> tuple[str, ...]:
    shown = money(venue, who, role).accounts
    assert shown is not None
    return next(one.acts for one in shown if one.name == about)


def test_what_may_be_done_about_a_person_is_what_the_house_would_take(venue: Venue) -> None:
    """A Pit Manager excludes, readmits, resets and limits, a Shift Manager gives roles too; nobody signs for
    himself."""
    asked(venue, "mia", Role.SHIFT_MANAGER, CreateAccount("ann"))
    asked(venue, "mia", Role.SHIFT_MANAGER, ProposeChange(CreateAccount("pam", (Role.PIT_MANAGER,))))
    asked(venue, "max", Role.SHIFT_MANAGER, CountersignChange(1))
    assert acts(venue, "mia", Role.SHIFT_MANAGER, "ann") == ("exclude", "reset", "limits", "roles")
    assert acts(venue, "pam", Role.PIT_MANAGER, "ann") == ("exclude", "reset", "limits")
    assert acts(venue, "sue", Role.PIT_SUPERVISOR, "ann") == ()
    assert "roles" not in acts(venue, "mia", Role.SHIFT_MANAGER, "mia")

    asked(venue, "pam", Role.PIT_MANAGER, ExcludePerson("ann", "asked for it"))
    shown = money(venue, "pam", Role.PIT_MANAGER).accounts
    assert shown is not None
    assert next((one.excluded, one.until) for one in shown if one.name == "ann") == ("asked for it", "")
    assert acts(venue, "pam", Role.PIT_MANAGER, "ann") == ("readmit", "reset", "limits")  # it cannot last longer
    asked(venue, "pam", Role.PIT_MANAGER, ProposeChange(Readmit("ann", "a year has passed")))
    (waits,) = page(venue, "mia", Role.SHIFT_MANAGER, "pit").proposals
    asked(venue, "mia", Role.SHIFT_MANAGER, CountersignChange(waits.sign["number"]))
    assert acts(venue, "pam", Role.PIT_MANAGER, "ann") == ("exclude", "reset", "limits")


def test_roles_that_two_sign_for_are_named(venue: Venue) -> None:
    asked(venue, "mia", Role.SHIFT_MANAGER, CreateAccount("ann"))
    shown = money(venue, "mia", Role.SHIFT_MANAGER).accounts
    assert shown is not None
    signed = {one.name: one.signed_roles for one in shown}
    assert Role.PLAYER not in signed["ann"]
    assert Role.DEALER in signed["ann"]
    assert Role.SHIFT_MANAGER not in signed["max"]


def test_a_role_of_the_house_waits_for_a_second_manager_whom_the_first_is_not(venue: Venue) -> None:
    asked(venue, "mia", Role.SHIFT_MANAGER, ProposeChange(CreateAccount("sue", (Role.PIT_SUPERVISOR,))))
    own = page(venue, "mia", Role.SHIFT_MANAGER, "pit")
    other = page(venue, "max", Role.SHIFT_MANAGER, "pit")
    lower = page(venue, "sue", Role.PIT_SUPERVISOR, "pit")
    assert isinstance(own, PitPage)
    assert (own.proposals[0].own, own.proposals[0].sign) == (True, None)
    (waits,) = other.proposals
    assert (waits.what, waits.account, waits.roles) == ("CreateAccount", "sue", (Role.PIT_SUPERVISOR,))
    assert waits.sign == {"type": "CountersignChange", "number": 1}
    assert waits.at > 0
    assert lower.proposals == ()  # a Pit Supervisor does not sign for roles
    asked(venue, "max", Role.SHIFT_MANAGER, CountersignChange(1))
    assert page(venue, "max", Role.SHIFT_MANAGER, "pit").proposals == ()

"""Accounts, roles, exclusion, locks and limits of the house, pure and on a floor in a file."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.floor.deciding.housekeeping import decide_house_stream, evolve_house_stream
from croupier.floor.journal import codec
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.house import (
    EMPLOYED,
    MOST_MINUTES,
    ChangeRoles,
    CountersignChange,
    CreateAccount,
    EstablishHouse,
    ExcludePerson,
    HouseState,
    HouseStreamCommand,
    Limit,
    LockAccount,
    ProposeChange,
    Readmit,
    RejectChange,
    SetLossLimit,
    SetTimeLimit,
    UnlockAccount,
)
from croupier.floor.values.signatures import LONGEST_REASON
from croupier.money import MOST
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import STAFF, Role
from tests.floor.house_floor import DAY, MINUTE, NEXT, NOON, HouseFloor

P, SM, PM, PS, CAGE = Role.PLAYER, Role.SHIFT_MANAGER, Role.PIT_MANAGER, Role.PIT_SUPERVISOR, Role.CAGE


class House:
    """The stream by itself."""

    def __init__(self) -> None:
        self.state: HouseState | None = None
        self.at = NOON
        self.do(EstablishHouse(("mia", "max", "moe")), SYSTEM)

    def ask(self, command: HouseStreamCommand, actor: str = "mia", role: Role = SM) -> Any:
        return decide_house_stream("house", self.state, actor, role, command, self.at)

    def do(self, command: HouseStreamCommand, actor: str = "mia", role: Role = SM) -> None:
        events = self.ask(command, actor, role)
        assert not isinstance(events, Refusal), events
        for event in events:
            self.state = evolve_house_stream(self.state, event, self.at)
        # What is written can be read, and means the same.
        assert codec.read_command("house", 1, codec.write(command)) == command
        assert codec.read_events("house", 1, codec.write(events)) == events
        assert codec.read_state("house", codec.write_state(self.state)) == self.state

    def refused(self, command: HouseStreamCommand, actor: str = "mia", role: Role = SM) -> Refusal:
        found = self.ask(command, actor, role)
        assert isinstance(found, Refusal), f"{command} was accepted"
        return found

    def account(self, name: str) -> Any:
        assert self.state is not None
        return self.state.accounts[name]

    def signed(self, what: CreateAccount | ChangeRoles | Readmit) -> None:
        self.do(ProposeChange(what))
        assert self.state is not None
        self.do(CountersignChange(self.state.proposed), "max")


@pytest.fixture
def house() -> House:
    house = House()
    house.do(CreateAccount("ann"), "tom", CAGE)
    return house


# ---- The house ------------------------------------------------------------------------------------------------------


def test_nothing_before_the_house_is_established() -> None:
    for command in (CreateAccount("ann"), LockAccount("ann", "x"), CountersignChange(1)):
        refused = decide_house_stream("house", None, "mia", SM, command, NOON)
        assert isinstance(refused, Refusal)
        assert refused.reason is Reason.MOMENT


@pytest.mark.parametrize(
    "command",
    [
        EstablishHouse(()),
        EstablishHouse(("mia",)),
        EstablishHouse(("mia", "mia")),
        EstablishHouse(("mia", "")),
        EstablishHouse(("mia", "system")),
        EstablishHouse(("mia", "max"), day_start="25:00"),
        EstablishHouse(("mia", "max"), zone="Asia/Atlantis"),
        EstablishHouse(("mia", "max"), pause=-1),
        EstablishHouse(("mia", "max"), pause=61),
    ],
)
def test_what_is_no_house(command: EstablishHouse) -> None:
    assert isinstance(decide_house_stream("house", None, SYSTEM, SM, command, NOON), Refusal)


@pytest.mark.parametrize("pause", [0, 60])
def test_a_house_is_established_once(house: House, pause: int) -> None:
    command = EstablishHouse(("mia", "max"), pause=pause)
    assert not isinstance(decide_house_stream("house", None, SYSTEM, SM, command, NOON), Refusal)
    assert house.refused(command).reason is Reason.MOMENT


# ---- Accounts and roles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", Role)
def test_who_creates_a_players_account(house: House, role: Role) -> None:
    may = role in {CAGE, PS, PM, SM}
    assert isinstance(house.ask(CreateAccount("bob"), "tom", role), Refusal) is not may


@pytest.mark.parametrize("name", ["", "a b", "x" * 41, "wallet:ann", "system", "System", "ann", "Ann", "é"])
def test_what_is_no_new_name(house: House, name: str) -> None:
    house.refused(CreateAccount(name))


def test_a_name_has_up_to_forty_characters(house: House) -> None:
    house.do(CreateAccount("x" * 40))
    assert house.account("x" * 40).roles == (P,)


@pytest.mark.parametrize("role", Role)
def test_a_role_that_one_works_in_takes_two(house: House, role: Role) -> None:
    two = role in EMPLOYED
    assert two is (role not in {P, Role.DISPLAY})
    for command in (CreateAccount("bob", (role,)), ChangeRoles("ann", (P, role))):
        if role is P and isinstance(command, ChangeRoles):
            continue
        assert isinstance(house.ask(command), Refusal) is two
        assert isinstance(house.ask(ProposeChange(command)), Refusal) is not two


def test_two_people_give_a_role(house: House) -> None:
    house.do(ProposeChange(ChangeRoles("ann", (Role.DEALER, P))))
    assert house.account("ann").roles == (P,)
    assert house.refused(CountersignChange(1)).sentence == "Two different people must sign"
    assert house.refused(CountersignChange(2), "max").reason is Reason.MOMENT
    assert house.refused(CountersignChange(1), "max", PM).reason is Reason.ROLE
    assert house.refused(CountersignChange(1), "ann", SM).sentence == "Nobody may sign for their own account"
    house.do(CountersignChange(1), "max")
    assert house.account("ann").roles == (P, Role.DEALER)
    assert house.refused(CountersignChange(1), "max").reason is Reason.MOMENT


def test_nobody_proposes_for_himself_or_from_below(house: House) -> None:
    what = ChangeRoles("ann", (Role.DEALER,))
    assert house.refused(ProposeChange(what), "ann").reason is Reason.ROLE
    assert house.refused(ProposeChange(what), "pam", PM).reason is Reason.ROLE
    assert house.refused(ChangeRoles("mia", (P,)), "mia").sentence == "Nobody may change their own roles"


def test_a_proposal_is_rejected_with_a_reason(house: House) -> None:
    house.do(ProposeChange(CreateAccount("bob", (Role.AUDITOR,))))
    assert house.refused(RejectChange(1, " ")).reason is Reason.FACT
    assert house.refused(RejectChange(1, "no"), "sue", PS).reason is Reason.ROLE
    house.do(RejectChange(1, "not yet"))
    house.refused(CountersignChange(1), "max")
    house.refused(RejectChange(1, "not yet"))


def test_a_proposal_that_has_become_wrong_is_not_carried_out(house: House) -> None:
    house.do(ProposeChange(CreateAccount("bob", (Role.DEALER,))))
    house.do(CreateAccount("bob"))
    assert house.refused(CountersignChange(1), "max").sentence == "bob has an account already"


def test_roles_are_taken_away_by_one_but_two_managers_remain(house: House) -> None:
    house.signed(ChangeRoles("ann", (P, Role.DEALER)))
    assert house.refused(ChangeRoles("ann", (P,)), "pam", PM).reason is Reason.ROLE
    house.do(ChangeRoles("ann", (P,)))
    house.do(ChangeRoles("moe", (P,)))  # of three, two are left
    assert house.refused(ChangeRoles("max", (P,))).sentence == "At least 2 Shift Managers must remain"


@pytest.mark.parametrize("roles", [(), (P, P)])
def test_what_are_no_roles(house: House, roles: tuple[Role, ...]) -> None:
    house.refused(ChangeRoles("ann", roles))
    house.refused(CreateAccount("bob", roles))


def test_the_same_roles_are_no_change(house: House) -> None:
    house.refused(ChangeRoles("ann", (P,)))
    house.refused(ChangeRoles("zoe", (P,)))


# ---- Exclusion ------------------------------------------------------------------------------------------------------


def test_everybody_excludes_himself_and_a_manager_others(house: House) -> None:
    house.do(CreateAccount("bob"))
    for role in Role:
        may = role in {PM, SM}
        assert isinstance(house.ask(ExcludePerson("ann", "debts"), "x", role), Refusal) is not may
        assert not isinstance(house.ask(ExcludePerson("ann", "my wish"), "ann", role), Refusal)
    house.do(ExcludePerson("ann", "my wish"), "ann", P)
    house.do(ExcludePerson("bob", "cheating"))
    assert house.account("ann").exclusion.own_wish
    assert not house.account("bob").exclusion.own_wish


@pytest.mark.parametrize(
    ("until", "taken"), [("", True), ("2026-11-14", False), (DAY, False), (NEXT, True), ("soon", False)]
)
def test_an_exclusion_ends_on_a_later_gaming_day(house: House, until: str, taken: bool) -> None:
    assert isinstance(house.ask(ExcludePerson("ann", "x", until), "ann", P), Refusal) is not taken


def test_an_exclusion_holds_up_to_its_day(house: House) -> None:
    house.do(ExcludePerson("ann", "x", NEXT), "ann", P)
    assert [house.account("ann").exclusion.on(day) for day in ("2026-11-14", DAY, NEXT, "2026-11-17")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("until", "taken"), [("2026-11-19", False), ("2026-11-20", False), ("2026-11-21", True), ("", True)]
)
def test_an_exclusion_grows_and_never_shrinks(house: House, until: str, taken: bool) -> None:
    house.do(ExcludePerson("ann", "x", "2026-11-20"), "ann", P)
    assert isinstance(house.ask(ExcludePerson("ann", "x", until)), Refusal) is not taken


def test_for_good_is_the_longest(house: House) -> None:
    house.do(ExcludePerson("ann", "x"))
    for until in ("", "2099-01-01"):
        house.refused(ExcludePerson("ann", "x", until), "ann", P)


def test_one_that_is_over_may_begin_again(house: House) -> None:
    house.do(ExcludePerson("ann", "x", NEXT))
    house.at += 24 * 60 * MINUTE
    house.do(ExcludePerson("ann", "y", "2026-11-17"))


def test_readmission_takes_two(house: House) -> None:
    house.refused(ProposeChange(Readmit("ann", "well again")))  # she is not excluded
    house.do(ExcludePerson("ann", "x"), "ann", P)
    assert house.refused(ProposeChange(Readmit("ann", "")), "pam", PM).reason is Reason.FACT
    assert house.refused(ProposeChange(Readmit("ann", "please")), "ann", SM).reason is Reason.ROLE
    assert house.refused(ProposeChange(Readmit("ann", "please")), "sue", PS).reason is Reason.ROLE
    house.do(ProposeChange(Readmit("ann", "well again")), "pam", PM)
    assert house.refused(CountersignChange(1), "pam", PM).sentence == "Two different people must sign"
    assert house.refused(CountersignChange(1), "sue", PS).reason is Reason.ROLE
    assert house.account("ann").exclusion is not None
    house.do(CountersignChange(1), "max", PM)
    assert house.account("ann").exclusion is None


@pytest.mark.parametrize(
    ("length", "taken"), [(0, False), (1, True), (LONGEST_REASON, True), (LONGEST_REASON + 1, False)]
)
def test_a_reason_has_some_length(house: House, length: int, taken: bool) -> None:
    for command in (ExcludePerson("ann", "x" * length), LockAccount("ann", "x" * length)):
        assert isinstance(house.ask(command), Refusal) is not taken


# ---- Locks ----------------------------------------------------------------------------------------------------------


def test_staff_are_locked_by_a_shift_manager(house: House) -> None:
    house.signed(CreateAccount("dan", (Role.DEALER,)))
    for role in Role:
        for name, may in (("ann", role in STAFF[1:]), ("dan", role is SM)):
            assert isinstance(house.ask(LockAccount(name, "x"), "who", role), Refusal) is not may


def test_locked_and_unlocked_once(house: House) -> None:
    house.refused(UnlockAccount("ann", "x"))
    house.do(LockAccount("ann", "lost phone"))
    assert house.account("ann").locked == "lost phone"
    house.refused(LockAccount("ann", "again"))
    house.do(UnlockAccount("ann", "found it"), "sue", PS)
    assert not house.account("ann").locked
    house.refused(LockAccount("zoe", "x"))


def test_nobody_locks_himself_so_one_is_always_left(house: House) -> None:
    for name in ("max", "moe"):
        house.do(LockAccount(name, "trouble"))
    assert house.refused(LockAccount("mia", "trouble")).reason is Reason.ROLE
    assert house.refused(UnlockAccount("max", "me again"), "max").reason is Reason.ROLE
    house.do(UnlockAccount("max", "settled"))


# ---- Limits ---------------------------------------------------------------------------------------------------------


def limits(house: House, name: str = "ann") -> tuple[int | None, int | None]:
    """Today's and tomorrow's loss limit."""
    loss: Limit = house.account(name).loss
    return loss.on(DAY), loss.on(NEXT)


def test_a_limit_falls_at_once_and_rises_tomorrow(house: House) -> None:
    house.do(SetLossLimit("ann", 500), "ann", P)
    assert limits(house) == (500, 500)
    house.do(SetLossLimit("ann", 501), "ann", P)
    assert limits(house) == (500, 501)
    house.do(SetLossLimit("ann", 499), "ann", P)
    assert limits(house) == (499, 499)
    house.do(SetLossLimit("ann", None), "ann", P)
    assert limits(house) == (499, None)
    house.do(SetLossLimit("ann", 600), "ann", P)  # still a rise against today
    assert limits(house) == (499, 600)
    house.do(SetLossLimit("ann", 499), "ann", P)  # she thinks better of it
    assert limits(house) == (499, 499)
    house.refused(SetLossLimit("ann", 499), "ann", P)


def test_a_rise_that_has_come_is_what_falls_next(house: House) -> None:
    house.do(SetTimeLimit("ann", 60), "ann", P)
    house.do(SetTimeLimit("ann", 120), "ann", P)
    house.refused(SetTimeLimit("ann", 120), "ann", P)
    house.at += 24 * 60 * MINUTE
    house.do(SetTimeLimit("ann", 90), "ann", P)
    time: Limit = house.account("ann").time
    assert (time.on(NEXT), time.on("2026-11-17")) == (90, 90)


@pytest.mark.parametrize(
    ("command", "taken"),
    [
        (SetLossLimit("ann", -1), False),
        (SetLossLimit("ann", 0), True),
        (SetLossLimit("ann", MOST), True),
        (SetLossLimit("ann", MOST + 1), False),
        (SetTimeLimit("ann", -1), False),
        (SetTimeLimit("ann", 0), True),
        (SetTimeLimit("ann", MOST_MINUTES), True),
        (SetTimeLimit("ann", MOST_MINUTES + 1), False),
        (SetLossLimit("ann", None), False),  # she has none
        (SetLossLimit("zoe", 1), False),
    ],
)
def test_what_is_a_limit(house: House, command: SetLossLimit | SetTimeLimit, taken: bool) -> None:
    assert isinstance(house.ask(command), Refusal) is not taken


@pytest.mark.parametrize("role", Role)
def test_who_sets_a_limit(house: House, role: Role) -> None:
    assert isinstance(house.ask(SetLossLimit("ann", 5), "x", role), Refusal) is (role not in {PM, SM})
    assert not isinstance(house.ask(SetLossLimit("ann", 5), "ann", role), Refusal)


@given(st.lists(st.tuples(st.integers(0, 2), st.none() | st.integers(0, 5)), max_size=12))
def test_a_days_limit_never_rises_within_the_day(steps: list[tuple[int, int | None]]) -> None:
    """Whatever is set, at whatever time of however many days: within a gaming day the limit only falls."""
    house = House()
    house.do(CreateAccount("ann"))
    day, lowest, asked = "", None, None
    for days, value in steps:
        house.at += days * 24 * 60 * MINUTE
        assert house.state is not None
        today = house.state.day(house.at)
        if today != day:
            day, lowest = today, house.account("ann").loss.on(today)
            assert lowest == asked  # by the next day, what was asked last holds
        events = house.ask(SetLossLimit("ann", value), "ann", P)
        if not isinstance(events, Refusal):
            house.do(SetLossLimit("ann", value), "ann", P)
        asked = value
        now = house.account("ann").loss.on(today)
        assert lowest is None or (now is not None and now <= lowest)
        assert value is None or lowest is None or value > lowest or now == value
        lowest = now


# ---- On a floor -----------------------------------------------------------------------------------------------------


def test_accounts_outlive_a_restart_and_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.running.transaction.SNAPSHOT_EVERY", 3)
    floor = HouseFloor(tmp_path / "floor.db").furnish()
    floor.do("house", SetLossLimit("ann", 10_000), "ann", P)
    floor.do("house", ExcludePerson("bob", "x", NEXT), "bob", P)
    before, heads = floor.house, floor.floor.heads()
    floor.again()
    assert floor.house == before
    assert floor.floor.heads() == heads


def test_no_password_is_in_the_journal() -> None:
    names = {name for command in HouseStreamCommand.__args__ for name in command.__struct_fields__}
    assert not {name for name in names if "pass" in name or "secret" in name or "hash" in name}

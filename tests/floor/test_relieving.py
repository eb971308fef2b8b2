"""Calls for a supervisor and planned reliefs: on record, answered by somebody else, over when they have happened."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from croupier.floor.deciding.relieving import AHEAD, MOST, planned
from croupier.floor.values.table import TableInfo
from croupier.floor.values.table_duty import (
    AnswerCall,
    Call,
    CallSupervisor,
    DropRelief,
    HandOver,
    PlanRelief,
    Relief,
    SignOff,
    SignOn,
)
from croupier.floor.verify.verification import verify
from croupier.rules.terms import Role
from tests.floor.house_floor import MINUTE, NOON, STUD
from tests.floor.test_who_deals import HAND, Dealt

PS, D = Role.PIT_SUPERVISOR, Role.DEALER


@pytest.fixture
def house(tmp_path: Path) -> Any:
    house = Dealt(tmp_path / "floor.db").furnish()
    house.assign("dan", "dot", "dov")
    house.on("dan")
    yield house
    with house.floor.store.reading() as reading:
        assert not list(verify(reading, keys=house.floor.keys))
    before = info(house)
    house.again()
    assert info(house) == before
    house.floor.store.close()


def info(house: Dealt) -> TableInfo:
    return house.floor.table("hand").info


def plan(house: Dealt, minutes: int, comes: str = "dot", leaves: str = "dan") -> PlanRelief:
    command = PlanRelief(NOON + minutes * MINUTE, leaves, comes)
    house.do(HAND, command, "sue", PS)
    return command


# ---- Calls ----------------------------------------------------------------------------------------------------------


def test_a_dealer_calls_and_a_supervisor_answers(house: Dealt) -> None:
    house.do(HAND, CallSupervisor(), "dan", D)
    assert info(house).call == Call("dan", NOON)
    assert house.no(CallSupervisor(), "dan") == "A supervisor has been called already"
    house.do(HAND, AnswerCall(), "sue", PS)
    assert info(house).call is UNSET
    assert house.no(AnswerCall(), "sue", PS) == "Nobody has called from this table"


def test_only_whoever_deals_calls_and_nobody_answers_themselves(house: Dealt) -> None:
    assert "dan deals" in house.no(CallSupervisor(), "dot")
    assert "Dealer" in house.no(CallSupervisor(), "sue", PS)
    assert "floor deals" in house.no(CallSupervisor(), "dan", D, STUD)
    house.staff("dee", D, PS)
    house.assign("dan", "dee")
    house.do(HAND, SignOff("to be relieved"), "dan", D)
    house.do(HAND, SignOn(), "dee", D)
    house.do(HAND, CallSupervisor(), "dee", D)
    assert house.no(AnswerCall(), "dee", PS) == "Nobody answers their own call"
    house.do(HAND, AnswerCall(), "sue", PS)


# ---- Reliefs --------------------------------------------------------------------------------------------------------


def test_reliefs_are_planned_in_order_of_time(house: Dealt) -> None:
    plan(house, 40, "dov", "dot")
    plan(house, 20)
    assert planned(info(house)) == (
        Relief(NOON + 20 * MINUTE, "dan", "dot"),
        Relief(NOON + 40 * MINUTE, "dot", "dov"),
    )


def test_a_hand_over_ends_the_relief_and_what_was_due_before(house: Dealt) -> None:
    plan(house, 10)
    plan(house, 20, "dov")
    plan(house, 30)
    house.clock.pass_minutes(25)
    house.do(HAND, HandOver("dov"), "dan", D)
    assert [one.comes for one in planned(info(house))] == ["dot"]
    house.do(HAND, SignOff(), "dov", D)
    house.do(HAND, SignOn(), "dot", D)
    assert info(house).reliefs is UNSET


def test_a_relief_is_dropped(house: Dealt) -> None:
    command = plan(house, 10)
    assert "No relief by dov" in house.no(DropRelief(command.at, "dov"), "sue", PS)
    house.do(HAND, DropRelief(command.at, "dot"), "sue", PS)
    assert info(house).reliefs is UNSET


@pytest.mark.parametrize(
    ("at", "leaves", "comes", "why"),
    [
        (NOON, "dan", "dot", "a time to come"),
        (NOON + AHEAD + 1, "dan", "dot", "a time to come"),
        (NOON + MINUTE, "dan", "dan", "somebody else"),
        (NOON + MINUTE, "dan", "tom", "may not act as Dealer"),
        (NOON + MINUTE, "dan", "system", "not"),
        (NOON + 5 * MINUTE, "dan", "dov", "Another relief"),
    ],
)
def test_what_is_no_plan(house: Dealt, at: int, leaves: str, comes: str, why: str) -> None:
    plan(house, 5)
    assert why in house.no(PlanRelief(at, leaves, comes), "sue", PS)
    assert "Pit Supervisor" in house.no(PlanRelief(NOON + MINUTE, "dan", "dot"), "dan")


def test_a_day_ahead_and_so_many_are_the_most(house: Dealt) -> None:
    house.do(HAND, PlanRelief(NOON + AHEAD, "dan", "dot"), "sue", PS)
    for minutes in range(1, MOST):
        plan(house, minutes)
    assert f"At most {MOST}" in house.no(PlanRelief(NOON + 60 * MINUTE, "dan", "dov"), "sue", PS)


def test_only_assigned_dealers_are_planned(house: Dealt) -> None:
    house.assign("dan", "dov")
    assert "dot is not assigned" in house.no(PlanRelief(NOON + MINUTE, "dan", "dot"), "sue", PS)

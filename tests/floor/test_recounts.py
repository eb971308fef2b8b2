"""A count is final once the books were shown; a recount has its own number, is done by others, and both stay."""

from pathlib import Path

import pytest

from croupier.floor.deciding.counting import may_recount
from croupier.floor.reading.reports import Period, table_report
from croupier.floor.running.floor import Floor
from croupier.floor.values.tray import (
    AbandonCount,
    CountAbandoned,
    CountTray,
    FinalCount,
    OrderRecount,
    SignCount,
)
from croupier.play.banked.commands import OpenRound
from croupier.rules.terms import Role
from tests.floor.rigged import a_floor, act, in_order, refusal
from tests.floor.test_trays import HUNDRED, PLAN
from tests.floor.trays import do, every, in_chips, tray

T = "stud-1"
SUPERVISOR, MANAGER, SHIFT, DEALER = Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.DEALER
SHORT = -5_500
"""SGD 55.00 are missing: above the tolerance of SGD 50.00."""


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN)


def said(floor: Floor, command: object, actor: str, role: Role) -> str:
    """Return the sentence of a refusal that changes nothing."""
    heads = floor.heads()
    sentence = refusal(floor, T, command, actor, role)
    assert floor.heads() == heads
    return sentence


def counted(floor: Floor, difference: int, by: tuple[str, str] = ("nadia", "kofi")) -> None:
    """Have two Pit Supervisors count the tray with a difference from its books."""
    chips = floor.table(T).engine.policy.chips
    counts = every(floor, T, in_chips(floor.table(T).info.float + difference, chips))
    for actor in by:
        do(floor, T, CountTray(counts), actor, SUPERVISOR)


def closed(floor: Floor) -> FinalCount:
    """Have the tray counted at the close, SGD 55.00 short, and explained by a Pit Manager."""
    counted(floor, SHORT)
    do(floor, T, SignCount("not found"), "mona", MANAGER)
    final = tray(floor, T).final
    assert final is not None
    return final


def test_once_the_books_were_shown_nobody_begins_again(floor: Floor) -> None:
    """The supervisor saw -55.00, broke the count off, and had both type what the books said."""
    counted(floor, SHORT)
    told = said(floor, AbandonCount("counted wrongly"), "sue", SUPERVISOR)
    assert told.startswith("N-0001 is final, since the books were shown: it is signed as it was found")
    assert "Pit Manager or someone above them may then order a recount" in told
    assert "waits for its signature" in said(floor, CountTray(every(floor, T, HUNDRED)), "nadia", SUPERVISOR)


def test_broken_off_before_the_books_it_stays_on_record_with_its_names(floor: Floor) -> None:
    do(floor, T, CountTray(every(floor, T, HUNDRED)), "nadia", SUPERVISOR)
    (broken,) = do(floor, T, AbandonCount("the lights went out"), "sue", SUPERVISOR).events
    assert broken == CountAbandoned("the lights went out", "N-0001", "sue", ("nadia",))
    assert closed(floor).number == "N-0002"


def test_a_recount_is_another_count_and_both_variances_stay(floor: Floor) -> None:
    first = closed(floor)
    assert (first.number, first.difference, first.names) == ("N-0001", SHORT, ("nadia", "kofi", "mona"))
    do(floor, T, OrderRecount("N-0001", "camera differs", ("joy", "ken")), "grace", SHIFT)
    assert said(floor, CountTray(every(floor, T, HUNDRED)), "nadia", SUPERVISOR) == (
        "N-0002 is a recount: joy and ken count this tray"
    )
    assert "count as a Pit Supervisor" in said(floor, CountTray(every(floor, T, HUNDRED)), "joy", MANAGER)
    counted(floor, 5_000, ("joy", "ken"))  # two chips of 25 lay under the lid
    do(floor, T, SignCount("two under the lid"), "joy", SUPERVISOR)
    second, kept = tray(floor, T).finals or ()
    assert kept == first
    assert (second.number, second.difference, second.counted) == ("N-0002", 5_000, ("joy", "ken"))
    assert second.recount is not None
    assert not floor.table(T).info.open  # a recount leaves the table as it was
    with floor.store.reading() as reading:
        found = table_report(reading, T, Period("all of it", 0, 1 << 62))
    lines = [(one.count, one.recount, one.difference, one.by) for one in found.counts]
    assert lines == [("N-0001", "", SHORT, ("nadia", "kofi")), ("N-0002", "N-0001", 5_000, ("joy", "ken"))]
    assert found.variance == SHORT + 5_000
    assert found.reconciles
    in_order(floor)


def test_an_open_table_stays_open_over_a_recount(floor: Floor) -> None:
    closed(floor)
    counted(floor, 0)
    do(floor, T, SignCount(), "nadia", SUPERVISOR)
    assert floor.table(T).info.open
    do(floor, T, OrderRecount("N-0002", "chips found", ("joy", "ken")), "grace", SHIFT)
    act(floor, T, OpenRound())  # until the two begin, play goes on; a round without a wager ends by itself
    counted(floor, 2_500, ("joy", "ken"))
    do(floor, T, SignCount(), "ken", SUPERVISOR)
    assert floor.table(T).info.open
    assert [one.number for one in tray(floor, T).finals or ()] == ["N-0003", "N-0002", "N-0001"]
    in_order(floor)


@pytest.mark.parametrize(
    ("by", "actor", "role", "told"),
    [
        (("joy", "ken"), "sue", SUPERVISOR, "Only a Pit Manager or someone above them may do this"),
        (("joy", "ken"), "mona", MANAGER, "nadia, kofi, mona stand under N-0001: a Pit Manager or someone above them"),
        (("joy", "nadia"), "grace", SHIFT, "nadia stands under N-0001: name a Pit Supervisor who has not seen"),
        (("mona", "ken"), "grace", SHIFT, "mona stands under N-0001"),
        (("joy", "grace"), "grace", SHIFT, "grace orders the recount"),
        (("joy", "joy"), "grace", SHIFT, "two different people"),
        (("joy",), "grace", SHIFT, "two different people"),
        (("joy", "sam"), "grace", SHIFT, "sam has worked at this table on this gaming day"),
    ],
)
def test_the_order_is_a_managers_and_the_counting_is_done_by_others(
    floor: Floor, by: tuple[str, ...], actor: str, role: Role, told: str
) -> None:
    do(floor, T, CountTray(every(floor, T, HUNDRED)), "sam", SUPERVISOR)
    do(floor, T, AbandonCount("called away"), "sam", SUPERVISOR)
    assert closed(floor).number == "N-0002"
    assert told.replace("N-0001", "N-0002") in said(floor, OrderRecount("N-0002", "camera differs", by), actor, role)


def test_a_recount_has_a_reason_and_follows_the_last_signed_count(floor: Floor) -> None:
    order = OrderRecount("N-0001", "camera differs", ("joy", "ken"))
    assert "no count of this tray has been signed" in said(floor, order, "grace", SHIFT)
    counted(floor, SHORT)
    assert "follows a count that was signed" in said(floor, order, "grace", SHIFT)
    do(floor, T, SignCount("not found"), "mona", MANAGER)
    assert "Give a reason" in said(floor, OrderRecount("N-0001", " ", ("joy", "ken")), "grace", SHIFT)
    assert "the last count is N-0001" in said(floor, OrderRecount("N-0009", "x", ("joy", "ken")), "grace", SHIFT)
    do(floor, T, order, "grace", SHIFT)
    assert said(floor, order, "grace", SHIFT) == "The recount N-0002 is ordered already"
    do(floor, T, AbandonCount("both have gone home"), "grace", SHIFT)
    do(floor, T, OrderRecount("N-0001", "camera differs", ("joy", "lee")), "grace", SHIFT)
    assert floor.table(T).info.tray.ordered.number == "N-0003"  # type: ignore[union-attr]


def test_another_manager_who_did_not_sign_may_order_it(floor: Floor) -> None:
    closed(floor)
    do(floor, T, OrderRecount("N-0001", "camera differs", ("joy", "ken")), "omar", MANAGER)


def test_who_sees_the_books_in_another_position_does_not_recount(floor: Floor) -> None:
    assert may_recount((SUPERVISOR,))
    assert may_recount((DEALER, SUPERVISOR))
    for roles in ((SUPERVISOR, MANAGER), (SUPERVISOR, SHIFT), (SUPERVISOR, Role.AUDITOR), (MANAGER,), (DEALER,)):
        assert not may_recount(roles)


def test_counts_are_numbered_once_in_the_house(floor: Floor) -> None:
    do(floor, T, CountTray(every(floor, T, HUNDRED)), "nadia", SUPERVISOR)
    do(floor, "stud-2", CountTray(every(floor, "stud-2", HUNDRED)), "kofi", SUPERVISOR)
    numbers = [tray(floor, name).count.number for name in (T, "stud-2")]  # type: ignore[union-attr]
    assert numbers == ["N-0001", "N-0002"]

"""Claims, vouchers and counts are objects: a number, a state, an owner, names, and a history that is the journal's."""

from pathlib import Path
from typing import Any

import pytest

from croupier.floor.reading.vouchers import Voucher, Vouchers, follow, oldest
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashChips, CountersignCash, PayClaim, ProposeCash, RejectCash, VoidCash
from croupier.floor.values.requests import Request
from croupier.floor.values.table import BuyChips, SignClaim
from croupier.floor.values.tray import (
    AbandonCount,
    CancelSlip,
    CountBox,
    CountTray,
    PullBox,
    ReceiveBox,
    ReceiveSlip,
    RequestCredit,
    RequestFill,
    SendSlip,
    SignCount,
)
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from tests.floor.cashiers import open_drawer, two_sign
from tests.floor.rigged import a_floor, act, ask, in_order
from tests.floor.test_trays import CAGE, CHIP, DEALER, MANAGER, PLAN, ROYAL, SUPERVISOR, T, a_round
from tests.floor.trays import credit, do, every, fill, in_chips, tray

DAY = "2026-01-01"
OPEN = "open-1"


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN, ROYAL)


def followed(floor: Floor) -> Vouchers:
    """The objects as the journal has them, from its beginning."""
    found = Vouchers()
    with floor.store.reading() as reading:
        follow(found, reading, floor.streams)
    return found


def voucher(floor: Floor, number: str) -> Voucher:
    found = followed(floor).of(number)
    assert found is not None
    return found


def told(one: Voucher) -> list[tuple[str, str]]:
    return [(step.what, step.by) for step in one.history]


def said(floor: Floor, command: Any, actor: str, role: Role, table: str = T) -> Refusal:
    reply = ask(floor, table, command, actor, role)
    assert isinstance(reply, Refusal), reply
    return reply


# ---- Fills and credits ----------------------------------------------------------------------------------------------


def test_a_fill_has_a_number_an_owner_and_a_history(floor: Floor) -> None:
    do(floor, T, RequestFill(((CHIP, 3),)), "farid", DEALER)
    one = voucher(floor, "F-0001")
    assert (one.state, one.owner, one.open, one.done, one.cents) == ("asked", "cage", True, 1, 3 * CHIP)
    do(floor, T, SendSlip("F-0001"), "aisha", CAGE)
    assert (voucher(floor, "F-0001").state, voucher(floor, "F-0001").owner) == ("sent", T)
    do(floor, T, ReceiveSlip("F-0001"), "nadia", SUPERVISOR)
    one = voucher(floor, "F-0001")
    assert (one.state, one.open, one.done) == ("received", False, 4)
    assert told(one) == [("asked", "farid"), ("sent", "aisha"), ("received", "nadia")]
    do(floor, T, RequestFill(((CHIP, 3),)), "farid", DEALER)
    do(floor, T, CancelSlip("F-0002", "not needed"), "nadia", SUPERVISOR)
    one = voucher(floor, "F-0002")
    assert (one.state, one.wrong, one.history[-1].note) == ("refused", True, "not needed")


def test_two_dealers_do_not_move_chips(floor: Floor) -> None:
    """The table of authority has a Pit Supervisor under every slip."""
    do(floor, T, RequestFill(((CHIP, 3),)), "farid", DEALER)
    do(floor, T, SendSlip("F-0001"), "aisha", CAGE)
    refused = said(floor, ReceiveSlip("F-0001"), "dot", DEALER)
    needs = "this takes two different people, one of them a Pit Supervisor or someone above them"
    assert (refused.reason, refused.sentence) == (Reason.ROLE, f"F-0001 was asked for by farid: {needs}")
    do(floor, T, ReceiveSlip("F-0001"), "nadia", SUPERVISOR)
    do(floor, T, RequestCredit(((CHIP, 1),)), "farid", DEALER)
    assert said(floor, SendSlip("C-0001"), "dot", DEALER).reason is Reason.ROLE
    do(floor, T, SendSlip("C-0001"), "nadia", SUPERVISOR)
    do(floor, T, ReceiveSlip("C-0001"), "aisha", CAGE)
    assert told(voucher(floor, "C-0001")) == [("asked", "farid"), ("sent", "nadia"), ("received", "aisha")]
    assert fill(floor, T, ((CHIP, 1),)) == "F-0002"
    assert credit(floor, T, ((CHIP, 1),)) == "C-0002"
    in_order(floor)


# ---- Boxes of cash --------------------------------------------------------------------------------------------------


def test_a_box_of_cash_is_received_by_its_seal_and_counted_by_two(floor: Floor) -> None:
    do(floor, OPEN, PullBox(" 4471-B "), "sue", SUPERVISOR)
    one = voucher(floor, "D-0001")
    assert (one.state, one.seal, one.cents, one.owner) == ("pulled", "4471-B", None, "cage")
    refused = said(floor, CountBox(1, 5_000_000), "aisha", CAGE, OPEN)
    assert refused.sentence == "D-0001 is sealed, and nobody has received it: read its seal first"
    assert said(floor, ReceiveBox(1), "aisha", CAGE, OPEN).sentence == "D-0001 is sealed: read its seal"
    assert "another person receives it" in said(floor, ReceiveBox(1, "4471-B"), "sue", MANAGER, OPEN).sentence
    do(floor, OPEN, ReceiveBox(1, "4471-B"), "aisha", CAGE)
    assert said(floor, ReceiveBox(1, "4471-B"), "mona", MANAGER, OPEN).sentence == "aisha has received D-0001 already"
    do(floor, OPEN, CountBox(1, 5_000_000), "aisha", CAGE)
    do(floor, OPEN, CountBox(1, 5_000_001), "mona", MANAGER)
    assert voucher(floor, "D-0001").state == "differs"
    do(floor, OPEN, CountBox(1, 5_000_000), "aisha", CAGE)
    do(floor, OPEN, CountBox(1, 5_000_000), "mona", MANAGER)
    one = voucher(floor, "D-0001")
    assert (one.state, one.open, one.cents, one.owner) == ("counted", False, 5_000_000, "aisha + mona")
    steps = ["pulled", "received", "counted_once", "counted_once", "differs", "counted_once", "counted_once", "counted"]
    assert [step.what for step in one.history] == steps
    in_order(floor)


def test_another_seal_stays_on_record(floor: Floor) -> None:
    """The receiver reads a seal without being told which one it should be."""
    do(floor, OPEN, PullBox("4471-B"), "sue", SUPERVISOR)
    do(floor, OPEN, ReceiveBox(1, "4417-B"), "aisha", CAGE)
    one = voucher(floor, "D-0001")
    assert (one.state, one.wrong, one.history[-1].note) == ("seal_differs", True, "4417-B")


def test_boxes_have_numbers_of_the_house(floor: Floor) -> None:
    do(floor, OPEN, PullBox(), "sue", SUPERVISOR)
    do(floor, OPEN, CountBox(1, 5_000_000), "aisha", CAGE)  # without a seal nothing is read
    do(floor, OPEN, BuyChips(500), "dealer", DEALER)
    chips = floor.table(OPEN).engine.policy.chips
    for actor in ("nadia", "kofi"):
        held = in_chips(floor.table(OPEN).info.float, chips)
        do(floor, OPEN, CountTray(every(floor, OPEN, held)), actor, SUPERVISOR)
    do(floor, OPEN, SignCount(seal="77"), "mona", MANAGER)
    box = tray(floor, OPEN).boxes[-1]
    assert (box.number, box.drop, box.seal) == (2, "D-0002", "77")
    assert voucher(floor, "D-0002").box == 2


# ---- Redemptions ----------------------------------------------------------------------------------------------------


def test_a_redemption_has_a_number_and_is_voided_under_it(floor: Floor) -> None:
    open_drawer(floor, "tom", 6_000_000)
    small = CashChips(OPEN, ((CHIP, 1),), DAY, "Ivan Petrov", "E1")
    done(floor, small, "tom")
    one = voucher(floor, "R-0001")
    assert (one.state, one.cents, one.person, one.open) == ("paid", CHIP, "Ivan Petrov", False)
    large = CashChips(OPEN, ((CHIP, 20),), DAY, "Ivan Petrov", "E1")
    done(floor, ProposeCash(large), "tom")
    one = voucher(floor, "R-0002")
    assert (one.state, one.owner, one.open, one.done) == ("second_name", "tom", True, 2)
    again = floor.submit(request(ProposeCash(large), "tom"))[0]
    assert isinstance(again, Refusal)  # it waits already, under its number
    done(floor, RejectCash(floor.cage().proposals[-1].number, "he left"), "tia")
    assert (voucher(floor, "R-0002").state, voucher(floor, "R-0002").history[-1].note) == ("refused", "he left")
    done(floor, ProposeCash(large), "tom")
    done(floor, CountersignCash(floor.cage().proposals[-1].number), "tia")
    one = voucher(floor, "R-0003")
    assert (one.state, one.owner, one.done) == ("paid", "tom + tia", 3)
    drawers = floor.cage().drawers
    assert drawers
    two_sign(floor, VoidCash(drawers.acts[-1].act.number, "counted wrongly", DAY), "tom", "tia", CAGE)
    assert voucher(floor, "R-0003").state == "voided"
    done(floor, small, "tom")
    assert voucher(floor, "R-0004").state == "paid"
    in_order(floor)


# ---- Awards and counts ----------------------------------------------------------------------------------------------


def test_an_award_from_the_table_to_the_cage(floor: Floor) -> None:
    a_round(floor, OPEN)
    one = voucher(floor, "A-0001")
    assert (one.state, one.table, one.box, one.owner, one.done) == ("registered", OPEN, 1, "pit", 2)
    act(floor, OPEN, SignClaim(1), "sue")
    assert (voucher(floor, "A-0001").state, voucher(floor, "A-0001").done) == ("first", 3)
    act(floor, OPEN, SignClaim(1), "sam")
    one = voucher(floor, "A-0001")
    assert (one.state, one.owner, one.cents, one.done) == ("owed", "cage", 5_000_350, 4)
    open_drawer(floor, "tom", 6_000_000)
    pay = PayClaim("A-0001", DAY, "Ivan Petrov", "E1")
    done(floor, ProposeCash(pay), "tom")
    assert (voucher(floor, "A-0001").state, voucher(floor, "A-0001").person) == ("second_name", "Ivan Petrov")
    done(floor, RejectCash(floor.cage().proposals[-1].number, "another person"), "tia")
    assert (voucher(floor, "A-0001").state, voucher(floor, "A-0001").person) == ("owed", "")
    two_sign(floor, pay, "tom", "tia", CAGE)
    one = voucher(floor, "A-0001")
    assert (one.state, one.owner, one.open, one.done) == ("paid", "tom + tia", False, 5)
    whats = [step.what for step in one.history]
    assert whats == ["registered", "first", "signed", "owed", "second_name", "owed", "second_name", "paid"]


def test_a_count_shows_no_variance_in_its_history(floor: Floor) -> None:
    chips = floor.table(T).engine.policy.chips
    counts = every(floor, T, in_chips(floor.table(T).info.float, chips))
    do(floor, T, CountTray(counts), "nadia", SUPERVISOR)
    do(floor, T, AbandonCount("a stack fell over"), "sue", SUPERVISOR)
    for actor in ("nadia", "kofi"):
        do(floor, T, CountTray(counts), actor, SUPERVISOR)
    do(floor, T, SignCount(), "sue", SUPERVISOR)
    one, other = voucher(floor, "N-0001"), voucher(floor, "N-0002")
    assert (one.state, one.wrong, one.open) == ("broken_off", True, False)
    assert told(other) == [("counting", "nadia"), ("counting", "kofi"), ("agreed", ""), ("signed", "sue")]
    assert other.cents is None


def test_only_supervisors_count(floor: Floor) -> None:
    """The row of the table of authority, whatever the permissions say."""
    counts = every(floor, T, ())
    assert said(floor, CountTray(counts), "farid", DEALER).reason is Reason.ROLE


def test_open_objects_stand_first_and_are_read_from_their_beginning(floor: Floor) -> None:
    fill(floor, T, ((CHIP, 1),))
    do(floor, T, RequestFill(((CHIP, 1),)), "farid", DEALER)
    do(floor, OPEN, PullBox("1"), "sue", SUPERVISOR)
    known = followed(floor)
    assert [one.number for one in known.all] == ["F-0002", "D-0001", "F-0001"]
    trays = [floor.table(name).info.tray for name in floor.tables()]
    since = oldest(floor.cage().claims, trays, floor.now())
    later = Vouchers()
    with floor.store.reading() as reading:
        follow(later, reading, floor.streams, since)
    assert {one for one in later.all if one.open} == {one for one in known.all if one.open}


def request(command: Any, name: str) -> Request:

    return Request("cage", name, CAGE, command)


def done(floor: Floor, command: Any, name: str) -> None:
    reply = floor.submit(request(command, name))[0]
    assert not isinstance(reply, Refusal), reply

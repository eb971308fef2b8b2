"""A house whose database was written by revision 1, behind the real application: every page of its past."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.floor.deciding.dealing import INTERRUPTION
from croupier.floor.house.recovery import recover
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.requests import Accepted, Request
from croupier.rules.terms import Role
from croupier.web.desks.records.audit_rows import KINDS
from tests.fixtures.house import KEYS, PIT, REVISION_1, Clock, restore
from tests.floor.chance import SeededEntropy
from tests.floor.pit import backed
from tests.web.past import House, house_of

FEW = {"corrections": 3, "people": 2}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("earlier")
    clock = Clock()
    clock.at += 4 * 10**10
    store = Store(open_engine(str(restore(REVISION_1, folder / "floor.db"))))
    floor = Floor(store, clock=clock, entropy=SeededEntropy(5), keys=KEYS)
    for one in recover(floor):
        if one.ruling is None:  # a Dealer's table: the pit has the round ruled on
            asked = Request(
                f"table:{one.table}", "sid", Role.PIT_SUPERVISOR, floor.table(one.table).reporting(INTERRUPTION)
            )
            assert isinstance(backed(floor, asked, pit=PIT), Accepted)
    with house_of(floor) as opened:
        yield opened
    store.close()


@pytest.mark.long
def test_every_round_is_shown_step_by_step(house: House) -> None:
    auditor, shown = house.someone("ada", Role.AUDITOR), 0
    for name in house.floor.tables():
        state = house.floor.table(name)
        for number in range(1, state.engine.rounds + 1 - state.running):  # Players of one have yet to choose
            page = auditor.json(f"/api/rounds/{name}/{number}")
            assert page["steps"], (name, number)
            assert any(step["sentence"] for step in page["steps"])
            shown += 1
    assert shown == 100


@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_record_is_in_the_audit(house: House, kind: str) -> None:
    auditor, rows = house.someone("ada", Role.AUDITOR), 0
    before: dict[str, int] = {}
    while True:
        page = auditor.json(f"/api/audit/{kind}", limit=500, **before)
        rows += len(page["rows"])
        if page["next"] is None:
            break
        before = {"before": page["next"]}
    # Three slips were corrected, and two rounds of Dealers' tables were in play when the house was opened again.
    assert rows == FEW[kind] if kind in FEW else rows > 50


def verified(house: House) -> Any:
    manager = house.someone("max", Role.PIT_MANAGER)
    assert manager.post("/api/audit/verify").status_code == 202
    for _ in range(600):
        page = manager.json("/api/audit/verify")
        if page["state"] != "running":
            return page
        time.sleep(0.1)
    raise AssertionError("the verification does not end")


def test_the_pit_and_the_auditor_see_whom_the_house_owes(house: House) -> None:
    page = verified(house)
    assert (page["state"], page["findings"]) == ("done", 0)
    assert page["restated"] == 13
    for name, role in (("max", Role.PIT_MANAGER), ("ada", Role.AUDITOR), ("sue", Role.SHIFT_MANAGER)):
        listed = house.someone(name, role).json("/api/audit/restated")
        (third,) = (one for one in listed["rounds"] if (one["stream"], one["round"]) == ("table:csp", 3))
        assert third["players"] == {"p1": -30_000, "p2": -30_000}
        assert listed["totals"]["p2"] == -30_000 + 29_500 - 10_000 + 400 + 400
        assert len(listed["rounds"]) == page["restated"]


def test_nobody_else_does(house: House) -> None:
    others = {"p1": Role.PLAYER, "dealer": Role.DEALER, "tom": Role.CAGE, "sid": Role.PIT_SUPERVISOR}
    for name, role in others.items():
        assert house.someone(name, role).get("/api/audit/restated").status_code == 403
    assert house.nobody().get("/api/audit/restated").status_code == 401

"""Claims, vouchers and counts over HTTP and the live socket: who sees which of their names and seals."""

from collections.abc import Iterator

import pytest

from croupier.floor.house.credentials import Session
from croupier.floor.reading.vouchers import Step, Voucher
from croupier.rules.terms import Role
from croupier.web.desks.pit.voucher_page import row_of
from croupier.web.watch.vouchers import VoucherBook
from tests.web.server import Served, serving

TABLE = "dealer-1"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("vouchers")) as found:
        yield found


def test_an_object_of_any_day_is_found_by_its_number(served: Served) -> None:
    chip = max(served.venue.floor.table(TABLE).engine.policy.chips)
    dan, tom = served.visit(name="dan", role="dealer"), served.visit(name="tom", role="cage")
    assert dan.act(TABLE, {"type": "RequestFill", "counts": [[chip, 5]]}).status_code == 200
    found = tom.http.get("/api/vouchers/F-0001").json()
    assert (found["number"], found["state"], found["owner"], found["cents"]) == ("F-0001", "asked", "cage", 5 * chip)
    assert [(one["what"], one["by"]) for one in found["history"]] == [("asked", "dan")]
    assert served.venue.vouchers.find("F-0001") is not None
    missing = tom.http.get("/api/vouchers/F-0099")
    assert (missing.status_code, missing.json()["sentence"]) == (404, "There is no claim, voucher or count F-0099")
    assert dan.http.get("/api/vouchers/F-0001").status_code == 403


def test_the_page_is_live(served: Served) -> None:
    with served.visit(name="tom", role="cage").live("books:vouchers") as socket:
        page = socket.page("books:vouchers")
        assert [row["number"] for row in page["rows"]] == ["F-0001"]
        assert page["owed"] == page["won"] == 0
        tia = served.visit(name="tia", role="cage")
        assert tia.act(TABLE, {"type": "SendSlip", "slip": "F-0001"}).status_code == 200
        page = socket.until("books:vouchers", lambda one: one["rows"][0]["state"] == "sent")
        assert (page["rows"][0]["owner"], page["rows"][0]["done"]) == (TABLE, 3)


def test_a_house_that_opens_again_knows_its_open_objects(served: Served) -> None:
    again = VoucherBook(served.venue.floor)
    assert again.all == served.venue.vouchers.all


def test_the_seal_of_a_box_is_not_shown_to_its_receiver(served: Served) -> None:
    """Who receives it reads the seal; a Pit Supervisor, who cannot, sees what was written down."""
    box = Voucher("D-0001", TABLE, 1, "", 0, state="pulled", seal="4471", history=(Step(0, "pulled", "sue", "4471"),))
    shown = {
        role: row_of(served.venue, Session("tom", role, 0, 0, 2**62), box)
        for role in (Role.CAGE, Role.PIT_MANAGER, Role.PIT_SUPERVISOR, Role.AUDITOR)
    }
    assert {role: (one.seal, one.history[0].note) for role, one in shown.items()} == {
        Role.CAGE: ("", ""),
        Role.PIT_MANAGER: ("", ""),
        Role.PIT_SUPERVISOR: ("4471", "4471"),
        Role.AUDITOR: ("4471", "4471"),
    }


def test_the_person_who_is_paid_is_named_to_the_cage(served: Served) -> None:
    paid = Voucher("R-0001", TABLE, 0, "", 0, state="paid", person="Ivan", history=(Step(0, "paid", "tom", "Ivan"),))
    cage, pit = (
        row_of(served.venue, Session("x", role, 0, 0, 2**62), paid) for role in (Role.CAGE, Role.PIT_SUPERVISOR)
    )
    assert (cage.person, cage.history[0].note) == ("Ivan", "Ivan")
    assert (pit.person, pit.history[0].note) == ("", "")

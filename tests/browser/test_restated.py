"""A house of revision 1, opened today: whom it owes, on the pit's and the auditor's page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from croupier.floor.house.opening import key_file
from croupier.web.serving import Opening
from tests.browser.conftest import DESK, PHONE, Visit, axe_faults, sideways
from tests.fixtures.house import KEYS, PLAN, REVISION_1, restore
from tests.web.server import Served, serving

PASSWORD = "a long enough secret"


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("earlier")
    database = restore(REVISION_1, folder / "floor.db")
    key = key_file(str(database))
    key.write_bytes(KEYS.current.secret)
    key.chmod(0o600)
    plan = folder / "floor.toml"
    plan.write_text(PLAN)
    with serving(folder, opening=Opening(floor=plan, db=str(database))) as served:
        for name in ("ada", "max"):
            assert served.venue.credentials.set_password(name, PASSWORD) is None
        yield served


def signed_in(visit: Visit, house: Served, name: str, role: str, path: str, size: tuple[int, int] = DESK) -> Page:
    who = house.visit(name=name, password=PASSWORD, role=role)
    return visit(f"{house.url}{path}", size, session=who.token)


def test_whom_the_house_owes(visit: Visit, earlier: Served) -> None:
    page = signed_in(visit, earlier, "max", "pit_manager", "/pit")
    page.get_by_role("link", name="Restated").click()
    page.get_by_role("button", name="Verify the record").click()
    paid = page.get_by_role("region", name="Paid differently")
    third = paid.get_by_role("row").filter(has=page.get_by_text("csp · 3", exact=True))
    expect(third).to_contain_text("p1")
    expect(third).to_contain_text("300.00 overpaid")
    folded = paid.get_by_role("row").filter(has=page.get_by_text("thbp · 8", exact=True))
    expect(folded).to_contain_text("20.00 overpaid")
    expect(page.get_by_role("region", name="In total")).to_contain_text("p2")
    expect(page.get_by_role("region", name="Undecided")).to_contain_text("a pit supervisor would have to decide first")
    assert axe_faults(page) == []


def test_on_the_auditors_phone(visit: Visit, earlier: Served) -> None:
    page = signed_in(visit, earlier, "ada", "auditor", "/audit", PHONE)
    panel = page.get_by_role("region", name="Verification")
    panel.get_by_role("button", name="Verify").click()
    for part, answer in (("Consistent", "yes"), ("Authentic", "yes"), ("Complete", "not looked at")):
        expect(panel.get_by_role("listitem").filter(has_text=part)).to_contain_text(answer)
    panel.get_by_role("link", name="rounds that today’s rules decide differently").click()
    expect(page.get_by_role("heading", name="Restated rounds")).to_be_visible()
    expect(page.get_by_role("region", name="Paid differently")).to_be_visible()
    assert (axe_faults(page), sideways(page)) == ([], 0)
    page.get_by_role("link", name="csp · 3", exact=True).click()
    expect(page.get_by_role("slider", name="Step")).to_be_visible()

"""The House's keys on a page: two Shift Managers replace one, at a desk and on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visit, axe_faults, sideways
from tests.web.server import Served, keeping_accounts, serving
from tests.web.test_passwords import SECRET


@pytest.fixture
def keeping(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path, opening=keeping_accounts(tmp_path)) as found:
        for name in ("mia", "max"):
            assert found.venue.credentials.set_password(name, SECRET) is None
        yield found


def at_keys(visit: Visit, served: Served, name: str, size: tuple[int, int]) -> Page:
    who = served.visit(name=name, password=SECRET, role="shift_manager")
    return visit(f"{served.url}/keys", size, session=who.token, refused=(403,))


def test_two_replace_the_key(keeping: Served, visit: Visit) -> None:
    mia = at_keys(visit, keeping, "mia", DESK)
    expect(mia.get_by_role("row")).to_have_count(2)
    expect(mia.get_by_role("img", name="The anchor as a QR code")).to_be_visible()
    mia.get_by_label("Why").fill("yearly")
    mia.get_by_label("Your password").fill("something else entirely")
    mia.get_by_role("button", name="Propose another key").click()
    expect(mia.get_by_text("The name or the password is wrong")).to_be_visible()
    mia.get_by_label("Your password").fill(SECRET)
    mia.get_by_role("button", name="Propose another key").click()
    expect(mia.get_by_role("heading", name="mia has signed for another key")).to_be_visible()
    assert axe_faults(mia) == []
    max_ = at_keys(visit, keeping, "max", PHONE)
    max_.get_by_label("Your password").fill(SECRET)
    max_.get_by_role("button", name="Sign as the second").click()
    expect(max_.get_by_role("row")).to_have_count(3)
    expect(max_.get_by_role("row").last).to_contain_text("signs now")
    assert (axe_faults(max_), sideways(max_)) == ([], 0)

"""The House's keys on a page: two Shift Managers replace one, at a desk and on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visit, axe_faults, sideways
from tests.web.server import SECRET, Served, manager, serving_accounts


@pytest.fixture
def keeping(tmp_path: Path) -> Iterator[Served]:
    with serving_accounts(tmp_path) as found:
        yield found


def at_keys(visit: Visit, served: Served, name: str, size: tuple[int, int]) -> Page:
    return visit(f"{served.url}/keys", size, session=manager(served, name).token, refused=(403,))


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

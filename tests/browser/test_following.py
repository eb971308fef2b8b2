"""A browser with two pages: when somebody signs in on one, the other follows, and is not left loading."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.staff import TABLE, at_desk
from tests.web.server import Served


def test_the_other_page_shows_the_desk_to_whoever_has_signed_in(visit: Visit, house: Served) -> None:
    page = at_desk(visit, house, f"/dealer/{TABLE}", "dealer", "dan")
    expect(page.get_by_text("Dealer dan")).to_be_visible()
    other = page.context.new_page()
    other.goto(f"{house.url}/sign-in")
    other.get_by_label("Name").fill("dora")
    other.get_by_role("button", name="Sign in", exact=True).click()
    expect(other).not_to_have_url(f"{house.url}/sign-in")
    expect(page.get_by_text("Dealer dora")).to_be_visible()

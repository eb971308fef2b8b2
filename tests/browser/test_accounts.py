"""A House that keeps accounts: who is kept from play, and who is given a role, in the managers' browsers."""

from collections.abc import Iterator

import pyotp
import pytest
from playwright.sync_api import Page, expect

from croupier.floor.values.house import SetLossLimit
from croupier.rules.terms import Role
from tests.browser.conftest import PHONE, Visit, axe_faults, sideways
from tests.web.server import Served, keeping_accounts, serving

PASSWORD = "a long enough secret"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("kept")
    with serving(folder, opening=keeping_accounts(folder)) as served:
        for name in ("mia", "max"):
            assert served.venue.credentials.set_password(name, PASSWORD) is None
        yield served


def manager(visit: Visit, kept: Served, name: str, size: tuple[int, int] = (1440, 900)) -> Page:
    who = kept.visit(name=name, password=PASSWORD, role="shift_manager")
    return visit(f"{kept.url}/pit/money", size, session=who.token)


def of(page: Page, name: str) -> Page:
    page.get_by_role("button", name=f"Exclusion and roles of {name}").click()
    return page


def test_a_person_is_excluded_by_one_and_readmitted_by_two(visit: Visit, kept: Served) -> None:
    mia, max_ = manager(visit, kept, "mia"), manager(visit, kept, "max", PHONE)
    mia.get_by_role("button", name="New account").click()
    mia.get_by_role("dialog").get_by_label("Name").fill("ann")
    mia.get_by_role("dialog").get_by_role("button", name="New account").click()
    sheet = of(mia, "ann").get_by_role("dialog")
    exclusion = sheet.get_by_role("form", name="Exclude from play")
    exclusion.get_by_label("Reason").fill("by her own wish")
    exclusion.get_by_role("button").click()
    expect(mia.get_by_text("excluded: by her own wish")).to_be_visible()
    house = kept.venue.floor.house()
    assert house is not None
    assert house.accounts["ann"].exclusion is not None

    again = of(max_, "ann").get_by_role("dialog")
    assert (axe_faults(max_), sideways(max_)) == ([], 0)
    expect(again.get_by_role("form", name="Exclude from play")).to_have_count(0)  # it could not last longer
    readmission = again.get_by_role("form", name="Readmit")
    readmission.get_by_label("Reason").fill("half a year has passed")
    readmission.get_by_role("button").click()
    waits = mia.get_by_role("article").filter(has_text="Readmission")
    expect(waits).to_contain_text("Signed first: max, Shift Manager")
    waits.get_by_role("button", name="Countersign").click()
    expect(mia.get_by_text("excluded: by her own wish")).to_have_count(0)


def test_a_role_is_given_by_two_and_taken_by_one(visit: Visit, kept: Served) -> None:
    mia, max_ = manager(visit, kept, "mia"), manager(visit, kept, "max")
    mia.get_by_role("button", name="New account").click()
    mia.get_by_role("dialog").get_by_label("Name").fill("dan")
    mia.get_by_role("dialog").get_by_role("button", name="New account").click()
    roles = of(mia, "dan").get_by_role("dialog").get_by_role("form", name="Roles")
    expect(roles.get_by_role("button")).to_be_disabled()
    roles.get_by_label("Dealer", exact=True).check()
    roles.get_by_role("button").click()
    waits = max_.get_by_role("article").filter(has_text="New roles")
    waits.get_by_role("button", name="Countersign").click()
    expect(waits).to_have_count(0)

    def held() -> tuple[Role, ...]:
        house = kept.venue.floor.house()
        assert house is not None
        return house.accounts["dan"].roles

    assert {*held()} == {Role.PLAYER, Role.DEALER}
    roles = of(max_, "dan").get_by_role("dialog").get_by_role("form", name="Roles")
    roles.get_by_label("Dealer", exact=True).uncheck()
    roles.get_by_role("button").click()
    expect(max_.get_by_role("dialog")).to_have_count(0)
    assert held() == (Role.PLAYER,)


def test_a_limit_falls_at_once_and_rises_by_two(visit: Visit, kept: Served) -> None:
    mia, max_ = manager(visit, kept, "mia"), manager(visit, kept, "max")
    mia.get_by_role("button", name="New account").click()
    mia.get_by_role("dialog").get_by_label("Name").fill("bea")
    mia.get_by_role("dialog").get_by_role("button", name="New account").click()
    form = of(mia, "bea").get_by_role("dialog").get_by_role("form", name="Limits of a gaming day")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_have_text("Nothing was changed.")
    form.get_by_label("The most that may be lost").fill("500")
    form.get_by_label("Minutes of play").fill("120")
    form.get_by_role("button").click()
    expect(mia.get_by_role("dialog")).to_have_count(0)
    house = kept.venue.floor.house()
    assert house is not None
    assert (house.accounts["bea"].loss.value, house.accounts["bea"].time.value) == (50_000, 120)
    expect(mia.get_by_text("losses of at most 500.00, 120 minutes")).to_be_visible()
    form = of(mia, "bea").get_by_role("dialog").get_by_role("form", name="Limits of a gaming day")
    form.get_by_label("The most that may be lost").fill("600")
    form.get_by_label("Minutes of play").fill("60")  # the one rises, the other falls
    form.get_by_role("button").click()
    waits = max_.get_by_role("article").filter(has_text="A higher loss limit")
    waits.get_by_role("button", name="Countersign").click()
    expect(waits).to_have_count(0)
    house = kept.venue.floor.house()
    assert house is not None
    loss, time = house.accounts["bea"].loss, house.accounts["bea"].time
    assert (loss.value, loss.later, time.value) == (50_000, 60_000, 60)


def test_limits_typed_over_older_ones_go_on_from_what_is_true(visit: Visit, kept: Served) -> None:
    """Limits are lowered while the form is open: what was typed is proposed, and what was not is left alone."""
    mia, max_ = manager(visit, kept, "mia"), kept.visit(name="max", password=PASSWORD, role="shift_manager")

    def asks(**command: object) -> None:
        sent = {"key": max_.key(), "commands": [{**command, "account": "cyd"}]}
        assert max_.http.post("/api/streams/house/acts", json=sent).status_code == 200

    asks(type="CreateAccount")
    asks(type="SetTimeLimit", minutes=120)
    expect(mia.get_by_text("120 minutes")).to_be_visible()
    form = of(mia, "cyd").get_by_role("dialog").get_by_role("form", name="Limits of a gaming day")
    form.get_by_label("The most that may be lost").fill("600")  # a first limit: it would hold at once
    asks(type="SetLossLimit", cents=30_000)
    asks(type="SetTimeLimit", minutes=60)
    form.get_by_role("button").click()
    expect(mia.get_by_role("dialog")).to_have_count(0)
    house = kept.venue.floor.house()
    assert house is not None
    assert [one.what for one in house.proposals if one.what.account == "cyd"] == [SetLossLimit("cyd", 60_000)]
    assert (house.accounts["cyd"].loss.value, house.accounts["cyd"].time.value) == (30_000, 60)


def test_a_second_factor_is_set_up_and_asked_for_at_the_door(visit: Visit, kept: Served) -> None:
    """A device of the test's own reads what the page shows; the code that confirmed it does not open the door too."""
    who = kept.visit(name="max", password=PASSWORD, role="shift_manager")
    page = visit(f"{kept.url}/sign-in", PHONE, session=who.token)
    own = page.locator("details").filter(has_text="Set up a second factor")
    own.get_by_text("Set up a second factor").click()
    own.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_alt_text("QR code for an app that makes one-time codes")).to_be_visible()
    assert (axe_faults(page), sideways(page)) == ([], 0)
    shown = pyotp.TOTP(page.locator("output.code").inner_text())
    page.get_by_label("Code that the app shows").fill(shown.now())
    page.get_by_role("button", name="Confirm").click()
    codes = page.locator("li.code")
    expect(codes).to_have_count(8)
    spare = codes.first.inner_text()
    page.get_by_role("button", name="I have written them down").click()

    door = visit(f"{kept.url}/sign-in", (1440, 900), refused=(412, 403))
    door.get_by_label("Name").fill("max")
    door.get_by_label("Password").fill(PASSWORD)
    door.get_by_role("button", name="Sign in").click()
    code = door.get_by_label("Code from your device")
    code.fill(shown.now())
    door.get_by_role("button", name="Sign in").click()
    expect(door.get_by_text("The code is wrong, or has been used already")).to_be_visible()
    code.fill(spare)
    door.get_by_role("button", name="Sign in").click()
    expect(door).to_have_url(f"{kept.url}/pit")
    assert kept.venue.factors.remove("max")  # for the tests beside it

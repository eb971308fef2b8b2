"""The pit's pages: what two people sign, links that fail, awards that are locked, alerts."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, axe_faults, sideways
from tests.browser.players import tab_to
from tests.browser.staff import TABLE, Dealer, at_desk, money, round_of, wager
from tests.web.server import Served

ROYAL = ("as", "ks", "qs", "js", "ts")


def table_of(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"{name}: float, limits, opening and closing").click()


def test_new_limits_are_signed_by_two_in_two_browsers(visit: Visit, house: Served) -> None:
    nadia, omar = (at_desk(visit, house, "/pit/money", "pit_supervisor", name) for name in ("nadia", "omar"))
    before = house.venue.floor.table(TABLE).engine.policy
    table_of(nadia, TABLE)
    sheet = nadia.get_by_role("dialog")
    sheet.get_by_role("button", name="Limits", exact=True).click()
    sheet.get_by_label("Lowest Ante").fill("50")
    sheet.get_by_role("button", name="Sign first").click()
    nadia.keyboard.press("Escape")
    own = nadia.get_by_role("article").filter(has_text="New limits")
    expect(own).to_contain_text("You signed first: somebody else signs second.")
    expect(own.get_by_role("button", name="Countersign")).to_have_count(0)
    assert house.venue.floor.table(TABLE).engine.policy == before
    other = omar.get_by_role("article").filter(has_text="New limits")
    expect(other).to_contain_text("Signed first: nadia, Pit Supervisor")
    other.get_by_role("button", name="Countersign").click()
    for page in (nadia, omar):
        expect(page.get_by_role("article").filter(has_text="New limits")).to_have_count(0)
    policy: Any = house.venue.floor.table(TABLE).engine.policy
    assert policy.minimum == 5_000


def test_a_link_that_is_down_is_told_at_its_tables_until_it_works(visit: Visit, house: Served) -> None:
    player = visit(f"{house.url}/table/multi-link-1")
    omar = at_desk(visit, house, "/pit/jackpots", "pit_manager", "omar")
    link = omar.get_by_role("region", name="multi-link")
    link.get_by_role("button", name="Report it down").click()
    asks = omar.get_by_role("dialog")
    asks.get_by_label("Reason").fill("no line")
    asks.get_by_role("button", name="Report it down").click()
    alert = omar.get_by_role("list", name="Alerts").get_by_role("listitem")
    expect(alert).to_contain_text("The multi-link is down. no line. Registered last: 412,900.00.")
    notice = player.get_by_role("status").filter(has_text="jackpot system")
    expect(notice).to_be_visible()
    expect(notice.get_by_role("button", name=re.compile("^¶")).first).to_be_visible()
    # What a table does meanwhile is for the Shift Manager.
    sid = at_desk(visit, house, "/pit", "shift_manager", "sid")
    decision = sid.get_by_role("article").filter(has_text="multi-link-1")
    decision.get_by_role("button", name="Play without jackpot").click()
    decision.get_by_label("Reason").fill("tonight")
    decision.get_by_role("button", name="Decide: Play without jackpot").click()
    expect(decision).to_have_count(0)
    # Two people, by keyboard: what the display shows, a coin at every table, and the second name.
    nadia = at_desk(visit, house, "/pit/jackpots", "pit_supervisor", "nadia")
    again = nadia.get_by_role("region", name="multi-link").get_by_role("region", name="It works again")
    sign, meter = again.get_by_role("button", name="Sign first"), again.get_by_label("What does the meter show?")
    expect(sign).to_be_disabled()
    tab_to(nadia, meter)
    nadia.keyboard.type("412,899.99")
    expect(again.get_by_role("status")).to_have_text("0.01 less than the books: it is put right first")
    meter.fill("412,900.00")
    expect(again.get_by_role("status")).to_have_text("the same as the books")
    tab_to(nadia, again.get_by_role("button", name="multi-link-1: a test coin lights at every device"))
    nadia.keyboard.press("Enter")
    assert axe_faults(nadia) == []
    tab_to(nadia, sign)
    nadia.keyboard.press("Enter")
    expect(again).to_contain_text("First: nadia, Pit Supervisor")
    expect(again).to_contain_text("You signed first: somebody else signs second.")
    release = link.get_by_role("button", name="Link up, release 1 table")
    tab_to(omar, release)
    omar.keyboard.press("Enter")
    expect(link.get_by_role("button", name="Report it down")).to_be_visible()
    expect(omar.get_by_role("list", name="Alerts")).to_have_count(0)
    expect(notice).to_have_count(0)


def test_a_link_is_brought_back_by_single_keys(visit: Visit, house: Served) -> None:
    """1 and a reason: play without jackpot; L, M and the amount, Enter: signed first; + by another: released."""
    link = "bonus"
    sid, una = (at_desk(visit, house, "/pit/jackpots", "shift_manager", name) for name in ("sid", "una"))
    panel = sid.get_by_role("region", name=link)
    panel.get_by_role("button", name="Report it down").press("Enter")
    sid.keyboard.type("no line")
    sid.keyboard.press("Enter")
    expect(panel.get_by_role("region", name="It works again")).to_be_visible()
    sid.keyboard.press("1")
    sid.keyboard.type("tonight")
    sid.keyboard.press("Enter")
    expect(panel.get_by_role("button", name="play without coins, notice shown")).to_have_count(0)
    sid.locator("body").press("l")
    sid.keyboard.press("m")
    sid.keyboard.type(f"{house.venue.floor.link(link).shown / 100:.2f}")
    sid.keyboard.press("Enter")
    expect(panel).to_contain_text("You signed first: somebody else signs second.")
    other = una.get_by_role("region", name=link)
    expect(other.get_by_role("button", name="Link up")).to_be_visible()
    una.keyboard.press("+")
    expect(other.get_by_role("button", name="Report it down")).to_be_visible()
    assert not house.venue.floor.link(link).down


@pytest.mark.always
def test_a_royal_flush_is_signed_by_two_and_paid(visit: Visit, house: Served) -> None:
    """4.2 with 4.4: all of the meter, which has 70 % of the wager of 5 in it."""
    player = visit(f"{house.url}/table/{TABLE}")
    dealer = Dealer(at_desk(visit, house, f"/dealer/{TABLE}", "dealer", "dan"))
    nadia = at_desk(visit, house, "/pit", "pit_supervisor", "nadia")
    omar = at_desk(visit, house, "/pit", "pit_manager", "omar")
    before = money(player, house)
    dealer.does("Place your Bets")
    wager(player, 1)
    dealer.does("No more Bets")
    meter = house.venue.floor.link("stud").shown
    assert meter == 12_840_000 + 350
    dealer.deals_box(1, *ROYAL, up="9d")
    dealer.page.get_by_role("button", name="BET 200.00, Box 1").click()
    for at, card in enumerate(("2d", "3h", "5h", "7c")):
        dealer.deals(f"Dealer, card {at + 1}", card)
    dealer.does("Lock the awards")  # the hand is known, and has been shown by itself
    expect(dealer.next.get_by_role("heading")).to_have_text("WAIT Waiting for signatures")
    expect(dealer.next).to_contain_text("nothing is paid before the pit has signed")
    expect(dealer.page.get_by_text("0 of 2 signatures")).to_be_visible()
    alert = nadia.get_by_role("list", name="Alerts").get_by_role("listitem")
    expect(alert).to_contain_text("Royal Flush, 100 % of the Progressive Jackpot: 128,403.50. Box locked.")
    claim = nadia.get_by_role("region", name="Claim to sign")
    hand = claim.get_by_role("img", name=re.compile(f"^{TABLE}, box 1"))
    expect(hand).to_have_accessible_name(re.compile("Ace of Spades, King of Spades"))
    expect(claim).to_contain_text("128,403.50")
    expect(claim.get_by_role("row", name=re.compile("^Meter after"))).to_contain_text("128,400.00")
    nadia.keyboard.press("s")  # the key for it
    expect(claim).to_contain_text("You have signed. A second person has to sign too.")
    expect(claim.get_by_role("button", name="Sign the slip")).to_have_count(0)
    expect(dealer.page.get_by_text("1 of 2 signatures")).to_be_visible()
    second = omar.get_by_role("region", name="Claim to sign")
    expect(second).to_contain_text("nadia, Pit Supervisor")
    second.get_by_role("button", name="Sign the slip").click()
    expect(second).to_contain_text("Both signatures are there. The Dealer settles.")
    dealer.does("All paid")
    for page in (nadia, omar):
        expect(page.get_by_role("region", name="Claim to sign")).to_have_count(0)
        expect(page.get_by_role("list", name="Alerts")).to_have_count(0)
    expect(player.get_by_role("region", name="Settlement")).to_contain_text("128,403.50")
    # The Dealer does not qualify: the Ante 1 to 1, the BET back. The jackpot wager is spent, the meter is his.
    assert money(player, house) == before + 10_000 - 500 + meter
    assert house.venue.floor.link("stud").shown == 12_840_000


def test_an_alert_stays_until_a_manager_acknowledges_it(visit: Visit, house: Served) -> None:
    limit = house.venue.floor.cage().alert_from
    guest = house.visit().name
    tom, tia = (at_desk(visit, house, "/cage", "cage", name) for name in ("tom", "tia"))
    omar = at_desk(visit, house, "/pit", "pit_manager", "omar")
    expect(omar.get_by_role("heading", name="Decisions")).to_be_visible()
    expect(omar.get_by_role("list", name="Alerts")).to_have_count(0)
    tom.get_by_role("button", name="Open the drawer").click()
    tom.get_by_role("button", name="Open the drawer").last.click()
    tom.get_by_label("Account", exact=True).fill(guest)
    tom.get_by_label("Amount", exact=True).fill(f"{limit // 100}")
    tom.get_by_role("button", name=f"Sign first for {limit / 100:,.2f}").click()
    tia.get_by_role("button", name="Sign", exact=True).click()
    alert = omar.get_by_role("list", name="Alerts").get_by_role("listitem").filter(has_text=guest)
    expect(alert).to_contain_text("Large cash in, this gaming day.")
    omar.reload()  # a page that is opened anew has it still
    expect(alert).to_be_visible()
    omar.goto(f"{house.url}/pit/jackpots")
    alert.get_by_role("button", name="Acknowledge").click()
    expect(alert).to_have_count(0)
    omar.reload()
    expect(omar.get_by_role("region", name="multi-link")).to_be_visible()
    expect(alert).to_have_count(0)


def test_a_value_that_was_not_registered_is_stated_by_one_and_signed_by_another(visit: Visit, calm: Served) -> None:
    """6.1: what the round's awards are paid from, the registered value beside it; nothing is taken unless typed."""
    player, topic = calm.visit(), "table:bonus-1"
    with player.live(topic) as socket:
        socket.until(topic, lambda one: one["view"]["phase"] == "betting")
        for kind, amount in (("ante", 2_000), ("jackpot", 500)):
            command = {"type": "PlaceWager", "box": 1, "wager": kind, "amount": amount}
            assert socket.act(topic, command, key=player.key())["refused"] is None
        socket.say(type="hint", topic=topic, hint="ready")
        socket.until(topic, lambda one: one["view"]["phase"] not in ("betting", "dealing"))
    down = {"key": player.key(), "commands": [{"type": "LinkDown", "reason": "no line"}]}
    nadia = calm.visit(name="nadia", role="pit_supervisor")
    assert nadia.http.post("/api/streams/link:bonus/acts", json=down).status_code == 200
    registered = round_of(calm, "bonus-1").registered
    assert registered is not None
    sid = at_desk(visit, calm, "/pit", "shift_manager", "sid")
    decision = sid.get_by_role("article").filter(has_text="bonus-1").filter(has=sid.get_by_text("Play on", exact=True))
    decision.get_by_role("button", name="Play on", exact=True).click()
    decision.get_by_label("Reason").fill("the supplier says so")
    expect(decision).to_contain_text(f"{registered.value / 100:,.2f}")
    expect(decision).to_contain_text("Another value than the registered one takes two people.")
    decision.get_by_role("button", name="Decide: Play on").click()
    expect(decision.get_by_role("alert")).to_contain_text("Type the value from which the awards of this round are paid")
    value = decision.get_by_label("Awards are paid from")
    expect(value).to_be_focused()
    value.fill("a lot")
    expect(decision.get_by_role("alert")).to_contain_text("Type the value in figures")
    assert axe_faults(sid) == []
    value.fill("60,000")
    decision.get_by_role("button", name="Decide: Play on").click()
    expect(sid.get_by_role("article", name="bonus-1: Jackpot system down")).to_contain_text("You have decided this")
    assert round_of(calm, "bonus-1").registered == registered
    omar = at_desk(visit, calm, "/pit", "pit_manager", "omar")
    waits = omar.get_by_role("article").filter(has_text="value of the jackpot")
    expect(waits).to_contain_text("60,000.00")
    waits.get_by_role("button", name=re.compile("^Sign")).click()
    expect(waits).to_have_count(0)
    stated = round_of(calm, "bonus-1").registered
    assert stated is not None
    assert stated.value == 6_000_000


LINES = """() => new Set(
  [...document.querySelectorAll("header.top nav :is(a, button)")]
    .map((one) => Math.round(one.getBoundingClientRect().top))
).size"""


@pytest.mark.parametrize("path", ["/pit", "/report"])
def test_the_pages_of_staff_are_named_in_one_line(visit: Visit, house: Served, path: str) -> None:
    """Also for the Shift Manager, who has most of them; and nothing is wider than its window."""
    page = at_desk(visit, house, path, "shift_manager", "sid")
    record = page.get_by_role("banner").get_by_role("button", name="Record")
    expect(record).to_be_visible()
    for width, height in ((1440, 900), (1280, 800), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert (page.evaluate(LINES), sideways(page)) == (1, 0), width
        record.click()
        links = page.get_by_role("banner").get_by_role("link")
        expect(links.filter(has_text="Restated")).to_be_in_viewport(ratio=1)
        assert sideways(page) == 0, width
        page.keyboard.press("Escape")
        expect(record).to_be_focused()
        expect(links.filter(has_text="Restated")).to_have_count(0)

"""Every page at both sizes: accessible, within its window, with one heading, in words that can be translated."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from croupier.cards import parse_cards
from tests.browser.conftest import DESK, LONG, PHONE_ALWAYS, SIZES, Visit, axe_faults, sideways
from tests.browser.past import browser_of, play, void
from tests.browser.staff import at_desk
from tests.browser.windows import PHONES
from tests.floor.cashiers import opening
from tests.web.restless import Restless, play_together
from tests.web.server import Served, Visitor

STUD, HOLDEM = "rws-casino-stud", "rws-progressive-texas-holdem"
FIRST_PAGE = 150_000
"""Bytes, as they travel, of everything that the first page needs."""
COUNTED = 60_000
"""Milliseconds in which a game's deals are counted, where no earlier run has kept the counts."""

PLAYERS = (
    "/",
    "/table/stud-1",
    "/table/multi-link-1",
    "/table/holdem-1",
    "/table/bonus-1",
    "/table/poker-1",
    "/table/dealer-1",
    "/how-to-play/rws-poker",
    f"/how-to-play/{STUD}",
    "/rounds",
    "/rounds/session",
    "/rounds/stud-1/1",
    "/rounds/dealer-1/1",
    "/rounds/poker-1/1",
    "/rules",
    f"/rules/{STUD}",
    f"/rules/{STUD}/5.22",
    f"/rules/{STUD}?show=pays",
    f"/rules/{STUD}?show=odds",
    f"/rules/{STUD}?show=carriedOut",
    f"/rules/{STUD}?show=gaps",
    "/rules/rws-poker",
    f"/designer/{STUD}",
    "/sign-in",
    "/nowhere/at/all",
    "/table/none",
    "/pit",
)
ON_A_PHONE = (
    "/",
    "/table/stud-1",
    "/table/holdem-1",
    "/table/poker-1",
    f"/how-to-play/{STUD}",
    "/rounds",
    "/rounds/session",
    "/rounds/stud-1/1",
    f"/rules/{STUD}",
    f"/rules/{STUD}?show=pays",
    f"/designer/{STUD}",
    "/sign-in",
)
STAFF = (
    ("dealer", "/"),
    ("dealer", "/dealer/dealer-1"),
    ("dealer", "/dealer/stud-1"),
    ("dealer", "/dealer/poker-1"),
    ("shift_manager", "/pit"),
    ("shift_manager", "/pit/money"),
    ("shift_manager", "/pit/jackpots"),
    ("pit_supervisor", "/claims"),
    ("pit_supervisor", "/counts"),
    ("pit_supervisor", "/counts/stud-1"),
    ("cage", "/counts"),
    ("cage", "/cage"),
    ("cage", "/cage/log"),
    ("shift_manager", "/report"),
    ("pit_supervisor", "/pit"),
    ("cage", "/pit/money"),
    ("auditor", "/audit"),
    ("display", "/display"),
    ("display", "/display/stud"),
)
STAFF_ON_A_PHONE = (
    ("dealer", "/dealer/dealer-1"),
    ("shift_manager", "/pit"),
    ("shift_manager", "/pit/money"),
    ("shift_manager", "/pit/jackpots"),
    ("pit_supervisor", "/claims"),
    ("pit_supervisor", "/counts"),
    ("cage", "/cage"),
    ("shift_manager", "/report"),
    ("auditor", "/audit"),
    ("display", "/display/stud"),
)


@pytest.fixture(scope="module")
def player(house: Served) -> Visitor:
    """A Player with a past; and a floor where things wait: a decision, two signatures, a link, an alert."""
    found, other = house.visit(), house.visit()
    play(found, "stud-1", 2, 5_000)
    void(house, found.name)
    sitting = [Restless(who, ("table:poker-1",), seat=seat) for seat, who in ((1, found), (2, other))]
    with ThreadPoolExecutor(1) as elsewhere:  # the browser's own loop runs in this thread
        played = play_together(sitting, lambda: house.venue.floor.table("poker-1").engine.rounds > 2)
        elsewhere.submit(asyncio.run, played).result()
    _trouble(house, found)
    return found


def _trouble(house: Served, player: Visitor) -> None:
    dan, nadia = house.visit(name="dana", role="dealer"), house.visit(name="nadia", role="pit_supervisor")
    fill = {"type": "RequestFill", "counts": [[10_000, 20]]}
    limits = {"type": "Propose", "what": {"type": "ChangePolicy", "policy": {"minimum": 5_000}}}
    ante = {"type": "PlaceWager", "box": 2, "wager": "ante", "amount": 5_000, "player": player.name}
    cards = [*parse_cards("2c As 2d Ks")]
    for who, table, command in (
        (nadia, "stud-1", {"type": "Report", "irregularity": "not_covered", "reason": "a light has failed"}),
        (nadia, "dealer-1", limits),
        (nadia, "dealer-1", fill),
        (dan, "dealer-1", {"type": "OpenRound"}),
        (dan, "dealer-1", ante),
        (dan, "dealer-1", {"type": "CloseBets"}),
        (dan, "dealer-1", {"type": "DealCards", "cards": cards}),
    ):
        answer = who.act(table, command)
        assert answer.status_code == 200, f"{command}: {answer.text}"
    cash = {"type": "CashIn", "player": player.name, "cents": 10_000_000, "day": house.venue.books.day()}
    tom, tia = house.visit(name="tom", role="cage"), house.visit(name="tia", role="cage")
    for who, stream, command in (
        (tom, "cage", opening(house.venue.floor, "1")),
        (tom, "cage", {"type": "ProposeCash", "what": cash}),
        (tia, "cage", {"type": "CountersignCash", "number": 1}),
        (nadia, "link:bonus", {"type": "LinkDown", "reason": "no line"}),
    ):
        answer = who.http.post(f"/api/streams/{stream}/acts", json={"key": who.key(), "commands": [command]})
        assert answer.status_code == 200, answer.text


READY = "() => document.querySelector('h1') !== null && document.querySelector('main [aria-busy=true]') === null"


def settled(page: Page) -> list[str]:
    """Everything has come: a heading, and nothing stands for what is still to come. What is wrong, if it has not."""
    try:
        page.wait_for_function(READY, timeout=COUNTED if "odds" in page.url or "designer" in page.url else LONG)
    except TimeoutError:
        return ["it does not come"]
    return []


def sound(page: Page, without: tuple[str, ...] = ()) -> list[str]:
    """What is wrong with a page."""
    found = settled(page) + axe_faults(page, without)
    if wide := sideways(page):
        found.append(f"{wide} pixels wider than the window")
    if (heads := page.get_by_role("heading", level=1).count()) != 1:
        found.append(f"{heads} first headings")
    return [f"{page.url}: {one}" for one in found]


# ---- Words ----------------------------------------------------------------------------------------------------------

UNTRANSLATED = """() => {
  const outer = (text) => {
    let before;
    do { before = text; text = text.replace(/⟦[^⟦⟧]*⟧/g, ""); } while (text !== before);
    return text;
  };
  const bare = (text) => /\\p{L}/u.test(outer(text));
  const ours = (node) => node.closest("[data-sent], kbd, script, style, title") === null;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    if (ours(walker.currentNode.parentElement) && bare(text)) found.push(text);
  }
  for (const node of document.querySelectorAll("body *")) {
    if (!ours(node)) continue;
    for (const name of ["aria-label", "aria-valuetext", "placeholder", "title", "alt"]) {
      const text = node.getAttribute(name);
      if (text !== null && bare(text)) found.push(`${name}: ${text}`);
    }
  }
  if (bare(document.title)) found.push(`title: ${document.title}`);
  return [...new Set(found)];
}"""


def untranslated(page: Page) -> list[str]:
    """Words that neither came from the catalogue nor are marked as sent by the server."""
    return [f"{page.url}: {one}" for one in page.evaluate(UNTRANSLATED)]


def pseudo(path: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}locale=pseudo"


# ---- All of them ----------------------------------------------------------------------------------------------------


ACCENTED = ("label-content-name-mismatch",)
"""The pseudo-locale puts accents on names within its sentences, so that they are not the names that are seen."""


def looked_at(page: Page, size: tuple[int, int]) -> list[str]:
    """What is wrong with a page; at a desk it speaks the pseudo-locale, whose words are longer than ours."""
    return sound(page, ACCENTED) + untranslated(page) if size == DESK else sound(page)


def address(path: str, size: tuple[int, int]) -> str:
    return pseudo(path) if size == DESK else path


@pytest.mark.parametrize("size", SIZES)
def test_pages_of_players(visit: Visit, player: Visitor, size: tuple[int, int]) -> None:
    paths = PLAYERS if size == DESK else ON_A_PHONE
    page = browser_of(visit, player, address(paths[0], size), size)
    wrong = looked_at(page, size)
    for path in paths[1:]:
        page.goto(f"{player.served.url}{address(path, size)}")
        wrong += looked_at(page, size)
    assert not wrong, "\n".join(wrong)


def test_no_page_is_wider_than_a_phone_on_its_side(visit: Visit, player: Visitor) -> None:
    page = browser_of(visit, player, "/", PHONES[0])
    wrong = []
    for path in ON_A_PHONE:
        page.goto(f"{player.served.url}{path}")
        wrong += settled(page)
        if wide := sideways(page):
            wrong.append(f"{path}: {wide} pixels wider than the window")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", PHONE_ALWAYS)
def test_pages_of_the_house(visit: Visit, house: Served, player: Visitor, size: tuple[int, int]) -> None:
    wrong = []
    page, before = None, ""
    for role, path in STAFF if size == DESK else STAFF_ON_A_PHONE:
        if page is None or role != before:
            page, before = at_desk(visit, house, address(path, size), role, f"{role[:3]}-{role[-3:]}", size), role
        else:
            page.goto(f"{house.url}{address(path, size)}")
        wrong += looked_at(page, size)
        if path == "/dealer/dealer-1":
            page.keyboard.press("i")
            page.get_by_role("button", name="Cards exposed").click()
            expect(page.get_by_role("dialog").get_by_role("radio").first).to_be_attached()
            wrong += looked_at(page, size)
    assert not wrong, "\n".join(wrong)


@pytest.mark.always
def test_a_word_that_is_not_in_the_catalogue_is_noticed(visit: Visit, house: Served) -> None:
    page = visit(f"{house.url}{pseudo('/sign-in')}")
    assert settled(page) + untranslated(page) == []
    page.evaluate("""() => {
      const add = (text, sent) => {
        const made = document.createElement("p");
        made.textContent = text;
        if (sent) made.dataset.sent = "";
        document.querySelector("main").append(made);
        return made;
      };
      add("Plain words"); add("Sent words", true); add("1,234.50"); add("⟦wórds ⟦wíthíñ⟧⟧: 12");
      add("5").setAttribute("aria-label", "five");
    }""")
    assert [one.split(": ", 1)[1] for one in untranslated(page)] == ["Plain words", "aria-label: five"]


# ---- Weight ---------------------------------------------------------------------------------------------------------


@pytest.mark.always
def test_the_first_page_is_light(visit: Visit, house: Served, record_property: Callable[[str, object], None]) -> None:
    page = visit(f"{house.url}/sign-in")
    page.context.clear_cookies()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    came: dict[str, int] = {}
    names: dict[str, str] = {}
    line.on("Network.responseReceived", lambda one: names.update({one["requestId"]: one["response"]["url"]}))
    line.on("Network.loadingFinished", lambda one: came.update({one["requestId"]: int(one["encodedDataLength"])}))
    page.goto(f"{house.url}/", wait_until="networkidle")
    expect(page.get_by_role("link", name=re.compile("^Sit down at"))).not_to_have_count(0)
    total = sum(came.values())
    assert len(came) > 5, names
    record_property("first_page_bytes", total)
    told = "\n".join(f"{size:8} {names.get(one, one)}" for one, size in sorted(came.items(), key=lambda at: -at[1]))
    assert total < FIRST_PAGE, f"{total} bytes\n{told}"
    print(f"the first page: {total} bytes in {len(came)} answers")

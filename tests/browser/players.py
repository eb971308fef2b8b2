"""Players with a browser: what they see and press at a house-banked table, by mouse, by touch or by keyboard alone."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.state import Round
from tests.browser.conftest import LONG
from tests.web.server import Served

WAGER = re.compile(r"^(BET|Flop|Turn|River) [\d,]+( blind)?$")
CHIP_KEYS = {"Chip 5": "1", "Chip 25": "2", "Chip 100": "3", "Chip 500": "4"}


def ledger(cents: int) -> str:
    """As the page writes it."""
    return f"{cents / 100:,.2f}"


def short(cents: int) -> str:
    return f"{cents // 100:,}"


def until(holds: Callable[[], Any], page: Page, tries: int = LONG // 25) -> None:
    """Wait for something of the server's; the page goes on meanwhile."""
    for _ in range(tries):
        if holds():
            return
        page.wait_for_timeout(25)
    raise AssertionError("it has not come to that")


def tab_to(page: Page, wanted: Locator, limit: int = 90) -> None:
    """Move the focus by Tab alone until it is there."""
    expect(wanted).to_be_visible()
    expect(wanted).to_be_enabled()
    node = wanted.element_handle()  # looked for once: by role and name that takes longer than to press a key
    for _ in range(limit):
        focused, there = node.evaluate("node => [node === document.activeElement, node.isConnected]")
        if focused:
            return
        if not there:  # drawn anew
            node = wanted.element_handle()
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {wanted}")


def press(page: Page, way: str, wanted: Locator, key: str = "") -> None:
    """By mouse or touch; by keyboard with the key of it, else by Tab and Enter."""
    if way == "mouse":
        wanted.click()
    elif way == "touch":
        wanted.tap()
    elif key:
        expect(wanted).to_be_enabled()
        page.keyboard.press(key)
    else:
        tab_to(page, wanted)
        page.keyboard.press("Enter")


class Player:
    """Somebody at a house-banked table, with one way of pressing things."""

    def __init__(self, page: Page, house: Served, table: str, way: str) -> None:
        self.page, self.house, self.table, self.way = page, house, table, way
        self.bar = page.get_by_role("group", name="Your decision")
        self.box = page.get_by_role("listitem", name=re.compile(r"^Box \d, yours"))
        self.settlement = page.get_by_role("region", name="Settlement")

    @property
    def name(self) -> str:
        """Who the server takes him for."""
        return str(self.page.request.get(f"{self.house.url}/api/session").json()["name"])

    @property
    def wallet(self) -> int:
        """What the floor's books say that he has."""
        return self.house.venue.floor.balances[f"wallet:{self.name}"]

    @property
    def round(self) -> Round:
        """The round, as the server has it."""
        state = self.house.venue.floor.table(self.table)
        assert isinstance(state, BankedTable)
        assert state.engine.round is not None
        return state.engine.round

    def placed(self) -> dict[str, int]:
        """What the server has of his wagers."""
        return {
            str(wager.name): sum(share.amount for share in wager.shares)
            for box in self.round.boxes
            if box.player == self.name
            for wager in box.wagers
        }

    def press(self, wanted: Locator, key: str = "") -> None:
        """In his way."""
        press(self.page, self.way, wanted, key)

    def sit(self) -> "Player":
        """From the lobby, with one press."""
        self.press(self.page.locator(f"[data-table={self.table}]").get_by_role("link", name=re.compile("^Sit down at")))
        expect(self.box).to_be_visible()
        return self

    def spot(self, wager: str) -> Locator:
        """A spot of his box that takes chips."""
        return self.box.get_by_role("button", name=re.compile(rf"^{wager}, "))

    def bet(self, chip: str = "Chip 100", *, jackpot: bool = True) -> "Player":
        """An Ante of a chip, and the coin for the jackpot."""
        self.press(self.bar.get_by_role("button", name=chip, exact=True), CHIP_KEYS[chip])
        self.press(self.spot("Ante"), "a")
        expect(self.spot("Ante")).to_have_accessible_name(re.compile(r"^Ante, \d+, placed"))
        if jackpot:
            self.press(self.spot("Jackpot"), "j")
            expect(self.spot("Jackpot")).to_have_accessible_name(re.compile(r"^Jackpot, 5, placed"))
        return self

    def deal(self) -> "Player":
        """Say that the bets are made; the cards come face up, unless he plays blind."""
        self.press(self.bar.get_by_role("button", name="Deal"), "Enter")
        expect(self.box.get_by_role("img", name=re.compile("^Hand: "))).to_be_visible()
        return self

    def blind(self) -> "Player":
        """Have the cards stay face down."""
        self.box.get_by_role("button", name=re.compile("Press to play blind$")).click()
        expect(self.box.get_by_role("button", name=re.compile("^Blind"))).to_be_visible()
        return self

    def sees(self) -> "Player":
        """The cards lie open for him."""
        expect(self.box.get_by_role("img", name=re.compile(r"^Hand: \w+ of \w+"))).to_be_visible()
        return self

    def look(self) -> "Player":
        """Look at cards that have stayed face down."""
        self.press(self.box.get_by_role("button", name=re.compile("^Look at box")), "l")
        return self.sees()

    def review(self) -> "Player":
        """Open what has no room beside the table."""
        self.press(self.bar.get_by_role("button", name="Review the hand"), "v")
        return self

    def fold(self) -> "Player":
        """Give the hand up, which settles the round."""
        self.press(self.bar.get_by_role("button", name="Fold"), "f")
        expect(self.bar.get_by_text("Round settled")).to_be_visible()
        return self

    def leave_open(self) -> None:
        """Ask for the next round and wager nothing: whoever comes next finds the bets open."""
        self.press(self.bar.get_by_role("button", name="Change wagers"), "w")
        expect(self.box).to_have_accessible_name(re.compile("no wager yet"))

    def play(self) -> "Player":
        """Wager at every decision, until the round is settled."""
        settled = self.bar.get_by_text("Round settled")
        wager = self.bar.get_by_role("button", name=WAGER)
        keys = {"BET": "b", "Flop": "b", "Turn": "t", "River": "r"}
        while True:
            expect(wager.or_(settled).first).to_be_visible()
            if settled.is_visible():
                return self
            words = wager.inner_text().split()[0]
            self.press(wager, keys[words])
            expect(self.bar.get_by_role("button", name=re.compile(rf"^{words} "))).to_be_hidden()

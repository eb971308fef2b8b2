"""People at the desks of the house, each with a browser of their own, and a Player at the Dealer's table."""

import re

from playwright.sync_api import Locator, Page, expect

from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.state import Round
from tests.browser.conftest import DESK, Visit
from tests.web.server import Served

TABLE = "dealer-1"
"""Where a Dealer enters the cards."""


def at_desk(visit: Visit, house: Served, path: str, role: str, name: str, size: tuple[int, int] = DESK) -> Page:
    """Somebody signed in for a desk, who opens a page."""
    return visit(f"{house.url}{path}", size, session=house.visit(name=name, role=role).token)


def round_of(house: Served, table: str = TABLE) -> Round:
    """The round, as the floor has it."""
    state = house.venue.floor.table(table)
    assert isinstance(state, BankedTable)
    assert state.engine.round is not None
    return state.engine.round


def money(page: Page, house: Served) -> int:
    """What the floor's books say that a Player has."""
    name = page.request.get(f"{house.url}/api/session").json()["name"]
    return house.venue.floor.balances[f"wallet:{name}"]


def wager(page: Page, box: int, *, jackpot: bool = True) -> None:
    """A Player's wagers, with his own browser: an Ante of 100, and 5 for the jackpot."""
    page.get_by_role("button", name=f"Box {box}, empty: sit down").click()
    own = page.get_by_role("listitem", name=re.compile(rf"^Box {box}, yours"))
    page.get_by_role("button", name="Chip 100", exact=True).click()
    own.get_by_role("button", name=re.compile("^Ante, free")).click()
    if jackpot:
        own.get_by_role("button", name=re.compile("^Jackpot, free")).click()
    expect(own).to_have_accessible_name(f"Box {box}, yours, Ante 100{', Jackpot 5' if jackpot else ''}")


class Dealer:
    """Somebody who deals, with a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.next = page.get_by_role("region", name="Next", exact=True)
        """The entry line."""
        self.zone = page.get_by_role("region", name="What is entered now")
        self.fixed = page.get_by_role("group", name="Fixed keys")
        self.rulings = page.get_by_role("region", name="The table").get_by_role("status")

    def does(self, label: str) -> None:
        """The announcement that comes next, by its fixed key; another comes after it."""
        self.fixed.get_by_role("button", name=re.compile(f"^{label}")).click()
        expect(self.fixed.get_by_role("button", name=re.compile(f"^{label}"))).to_have_count(0)

    def waits_for(self, place: str) -> None:
        """The console asks for the card of this place."""
        expect(self.next.get_by_role("heading", name=re.compile(rf"^CARD {place}\b"))).to_be_visible()

    def types(self, keys: str) -> None:
        """Keys one after the other; ``\\n`` is Enter."""
        for key in keys:
            self.page.keyboard.press("Enter" if key == "\n" else key)

    def deals(self, place: str, card: str = "") -> None:
        """The card of a place: typed (``9d``), by its name on the keypad, or face down."""
        self.waits_for(place)
        if not card:
            self.page.keyboard.press(".")
        elif " of " in card:
            self.zone.get_by_role("button", name=card, exact=True).click()
        else:
            self.types(card)
        expect(self.next.get_by_role("heading", name=re.compile(rf"^CARD {place}\b"))).to_be_hidden()

    def deals_box(self, box: int, *cards: str, up: str = "2c") -> None:
        """The burnt card, a box's cards and the Dealer's, his last one face up."""
        self.deals("the burnt card")
        for at in range(5):
            self.deals(f"box {box}, card {at + 1}", cards[at] if at < len(cards) else "")
            self.deals(f"Dealer, card {at + 1}", up if at == 4 else "")

    def opens(self, title: str) -> Locator:
        """Begin a report, by the key for it."""
        self.page.keyboard.press("i")
        self.page.get_by_role("dialog", name="What went wrong?").get_by_role("button", name=title, exact=True).click()
        return self.page.get_by_role("dialog", name=title)


def told(card: Locator) -> str:
    """What a ruling says, its lines and amounts, without its head."""
    return re.sub(r"^ruling(, preview)? ", "", re.sub(r"\s+", " ", card.inner_text()).strip(), flags=re.IGNORECASE)

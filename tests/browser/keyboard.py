"""People who work with a keyboard alone: at a console, and at the desks of the pit and the cage."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.players import tab_to
from tests.browser.staff import round_of
from tests.web.server import Served

POINTED = """
for (const kind of ["pointerdown", "mousedown", "touchstart", "wheel"])
  addEventListener(kind, (event) => event.isTrusted && sessionStorage.setItem("pointed", kind), true);
"""
"""Remembers a mouse or a finger, over reloads too. Enter on a button makes a click, and none of these."""
FARTHEST = 150
"""How many times Tab is pressed at most to come to something."""


class Keys:
    """Somebody who works a console with a keyboard, and whose presses are counted."""

    def __init__(self, page: Page, house: Served, table: str) -> None:
        self.page, self.house, self.table = page, house, table
        self.line = page.get_by_role("region", name="Next", exact=True)
        self.presses = 0

    def type(self, keys: str, then: str = "") -> None:
        """Press them as fast as they come; wait for what the entry line says then."""
        for key in keys:
            self.page.keyboard.press({"⏎": "Enter", " ": "Space"}.get(key, key))
            self.presses += 1
        if then:
            expect(self.line.get_by_role("heading")).to_have_text(re.compile(then))

    @property
    def round(self) -> Any:
        return round_of(self.house, self.table)

    def wagers(self) -> dict[int, dict[str, int]]:
        return {box.number: {str(one.name): one.amount for one in box.wagers} for box in self.round.boxes}


class Hands:
    """Somebody at a desk, who comes to everything with Tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(POINTED)
        page.evaluate(POINTED)

    def reach(self, control: Locator) -> None:
        """Tab until the control has the focus."""
        tab_to(self.page, control, FARTHEST)

    def does(self, control: Locator) -> None:
        """Come to a button or a link, and press Enter."""
        self.reach(control)
        self.page.keyboard.press("Enter")

    def fills(self, field: Locator, text: str) -> None:
        """Come to a field and type, in place of what stands there."""
        self.reach(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def chooses(self, select: Locator, option: str) -> None:
        """Come to a list and type what begins like the option."""
        self.reach(select)
        self.page.keyboard.type(option)
        expect(select.locator("option:checked")).to_have_text(option)

    def counts(self, *numbers: int) -> None:
        """Digits and Enter, chip by chip from the highest, and + to sign."""
        for at, number in enumerate(numbers):
            if at:
                self.page.keyboard.press("Enter")
            self.page.keyboard.type(str(number))
        self.page.keyboard.press("+")

    @property
    def pointed(self) -> str | None:
        """With what the page was pressed, if it was not the keyboard."""
        found: str | None = self.page.evaluate("sessionStorage.getItem('pointed')")
        return found

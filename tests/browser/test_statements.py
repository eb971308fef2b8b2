"""Statements of staff that take more people, on the Dealer's console and in the pit."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.floor.house.config import TablePlan
from croupier.play.banked.state import Phase
from tests.browser.conftest import Visit
from tests.browser.keyboard import Keys
from tests.browser.players import until
from tests.browser.staff import at_desk, round_of
from tests.web.server import Served, serving, with_tables

TABLE = "said-cs"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """The demonstration with a table that a Dealer deals."""
    by_hand = TablePlan("rws-casino-stud", "stud", automatic=False, anonymous=True)
    with_tables(monkeypatch, {TABLE: by_hand})
    with serving(tmp_path) as served:
        yield served


@pytest.fixture
def keys(visit: Visit, house: Served) -> Keys:
    """A Dealer's console in the middle of a round: three boxes, and the Player of the first has looked."""
    who = house.visit(name="rahim", role="dealer")
    commands: tuple[dict[str, Any], ...] = (
        {"type": "BuyChips", "cents": 500_000},
        {"type": "OpenRound"},
        *(
            {"type": "PlaceWager", "box": box, "wager": "ante", "amount": 5_000, "player": player}
            for box, player in ((1, "Hana"), (2, "Viktor"), (3, "Mei"))
        ),
        {"type": "CloseBets"},
        {"type": "DealCards", "cards": [52] * 20},
        {"type": "DealCards", "cards": [12]},
        {"type": "Look", "box": 1},
    )
    for command in commands:
        answer = who.act(TABLE, command)
        assert answer.status_code == 200, answer.text
    page = at_desk(visit, house, f"/dealer/{TABLE}", "dealer", "rahim", (1440, 900))
    expect(page.get_by_role("region", name="Next", exact=True)).to_be_visible()
    return Keys(page, house, TABLE)


def says(keys: Keys, *, named: str = "Foreign card") -> None:
    """The Dealer says what the record does not, and asks for signatures."""
    keys.type("I")
    keys.page.keyboard.type(named.lower(), delay=5)
    keys.type("⏎")
    sheet = keys.page.get_by_role("dialog", name=named)
    expect(sheet.get_by_role("button", name="Ask for signatures")).to_be_visible()
    expect(sheet).to_contain_text("It waits for a Pit Supervisor or someone above them")
    keys.type("+")
    expect(sheet).to_be_hidden()


def held(page: Page) -> None:
    """The statement stands in the place of the keypad, with record, ladder and names."""
    statement = page.get_by_role("region", name=re.compile("^Foreign card"))
    expect(statement).to_contain_text("The record does not say this.")
    expect(statement.get_by_role("listitem").filter(has_text="No outcome stands")).to_have_attribute(
        "aria-current", "step"
    )
    expect(statement).to_contain_text("rahim")
    expect(statement).to_contain_text("Nothing goes on until it is signed or refused.")


@pytest.mark.always
def test_a_void_after_a_look_is_signed_in_the_pit(visit: Visit, house: Served, keys: Keys) -> None:
    """Table of authority: what gives wagers back after a look takes who reports, and a Pit Supervisor with a reason."""
    nadia = at_desk(visit, house, "/pit", "pit_supervisor", "nadia")
    says(keys)
    held(keys.page)
    waiting = nadia.get_by_role("article", name=re.compile(f"^{TABLE}"))
    expect(waiting).to_contain_text("The round is void.")
    expect(waiting).to_contain_text("150.00")
    expect(waiting).to_contain_text("rahim")
    waiting.get_by_label("Reason").fill("a card of another deck")
    waiting.get_by_role("button", name="Sign it").click()
    expect(waiting).to_have_count(0)
    expect(keys.page.get_by_role("region", name=re.compile("^Foreign card"))).to_have_count(0)
    assert round_of(house, TABLE).phase is Phase.ENDED


def test_a_refusal_leaves_the_record_as_it_was(visit: Visit, house: Served, keys: Keys) -> None:
    nadia = at_desk(visit, house, "/pit", "pit_supervisor", "nadia")
    says(keys)
    waiting = nadia.get_by_role("article", name=re.compile(f"^{TABLE}"))
    waiting.get_by_role("button", name="Refuse: the record stands").click()
    dialog = nadia.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("the camera shows this deck")
    dialog.get_by_role("button", name="Refuse").click()
    expect(waiting).to_have_count(0)
    keys.type("", "^BOX")
    assert round_of(house, TABLE).phase is not Phase.ENDED


def test_who_was_wrong_takes_it_back_with_a_key(house: Served, keys: Keys) -> None:
    says(keys)
    held(keys.page)
    expect(keys.page.get_by_role("button", name="Sign it")).to_have_count(0)
    keys.type("-", "^BOX")
    keys.type("1F", "^BOX")
    until(lambda: [box.number for box in round_of(house, TABLE).boxes if box.folded] == [1], keys.page)


@pytest.mark.parametrize("size", [(1440, 900), (1180, 820), (1024, 768)])
def test_the_sheet_fits(keys: Keys, size: tuple[int, int]) -> None:
    """The console does not scroll, with the sheet or without."""
    says(keys)
    keys.page.set_viewport_size({"width": size[0], "height": size[1]})
    held(keys.page)
    over = keys.page.evaluate("[document.body.scrollHeight - innerHeight, document.body.scrollWidth - innerWidth]")
    assert max(over) <= 0, over

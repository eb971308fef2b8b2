"""A decision that was keyed in wrongly, corrected by a supervisor over the page and signed by a Pit Manager."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.cards import UNKNOWN, parse_card
from croupier.floor.house.config import TablePlan
from tests.browser.conftest import Visit
from tests.browser.staff import at_desk
from tests.web.server import serving, with_tables


def test_a_supervisor_corrects_a_decision_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visit: Visit
) -> None:
    by_hand = TablePlan("rws-casino-stud", "stud", automatic=False, anonymous=True)
    with_tables(monkeypatch, {"by-hand": by_hand})
    with serving(tmp_path) as house:
        table = house.visit(name="dan", role="dealer")
        commands: list[dict[str, Any]] = [
            {"type": "BuyChips", "cents": 100_000},
            {"type": "OpenRound"},
            {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000, "player": "Ann"},
            {"type": "PlaceWager", "box": 2, "wager": "ante", "amount": 10_000, "player": "Ben"},
            {"type": "CloseBets"},
            {"type": "DealCards", "cards": [UNKNOWN] * 15 + [parse_card("Kh")]},
            {"type": "Choose", "box": 1, "decision": "fold"},
            {"type": "Choose", "box": 2, "decision": "bet"},
        ]
        for command in commands:
            assert table.act("by-hand", command).status_code == 200
        page = at_desk(visit, house, "/dealer/by-hand", "pit_supervisor", "sofia")
        page.get_by_role("button", name=re.compile("^Correct a slip")).click()
        sheet = page.get_by_role("dialog", name="What was entered wrongly?")
        sheet.get_by_role("button", name=re.compile("Box 1 folds")).click()
        correct = sheet.get_by_role("button", name="Correct the decision")
        expect(correct).to_be_disabled()
        sheet.get_by_role("textbox", name="Reason").fill("Ann had bet")
        expect(correct).to_be_enabled()
        page.keyboard.press("Enter")
        expect(sheet).to_be_hidden()
        # A fold decides the wager: a Pit Manager signs beside the supervisor.
        above = house.visit(name="omar", role="pit_manager")
        signed = above.act("by-hand", {"type": "SignStatement", "number": 1})
        assert signed.status_code == 200, signed.text
        round_: Any = house.venue.floor.table("by-hand").engine.round
        assert [one.value for one in round_.box(1).decisions] == ["bet"]
        expect(page.get_by_text(re.compile("corrects what dan entered \\(Ann had bet\\)")).first).to_be_visible()

"""A table's page after the server was started again: it says what was ruled on the round in play, and why."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CALM, PHONE_ALWAYS, Visit
from tests.web.server import serving

TABLE = "stud-1"
TOPIC = f"table:{TABLE}"


@pytest.mark.parametrize("size", PHONE_ALWAYS)
def test_whoever_comes_back_reads_what_was_ruled(visit: Visit, tmp_path: Path, size: tuple[int, int]) -> None:
    """5.7.2: no wager has been won or lost yet, so the round is void; 5.22: every wager goes back."""
    with serving(tmp_path, pace=CALM) as house:
        ann = house.visit()
        ante = {"type": "PlaceWager", "box": 4, "wager": "ante", "amount": 10_000, "player": ann.name}
        with ann.live(TOPIC) as socket:
            socket.until(TOPIC, lambda page: page["view"]["phase"] == "betting")
            assert ann.act(TABLE, ante).status_code == 200
            socket.say(type="hint", topic=TOPIC, hint="ready")
            socket.until(TOPIC, lambda page: page["view"]["turn"] == 4)
    with serving(tmp_path, pace=CALM) as house:
        page = visit(f"{house.url}/table/{TABLE}", size, session=ann.token)
        ruling = page.get_by_role("status").filter(has_text="The round is void. 100 came back.")
        expect(ruling.get_by_role("button", name="¶5.7.2")).to_be_visible()
        ruling.get_by_role("button", name="Why").press("Enter")
        expect(ruling).to_contain_text("No wager has been won or lost yet: the round is void.")

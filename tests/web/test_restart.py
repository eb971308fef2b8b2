"""After a restart a page says what was ruled on the round that was in play, and why."""

from pathlib import Path

import httpx

from croupier.web.clock.pacing import Pace
from tests.web.server import serving

SLOW = Pace(bets=60, turn=60, choice=60)
TABLE = "stud-1"


def test_a_round_that_a_stop_interrupted_is_told_with_its_ruling(tmp_path: Path) -> None:
    topic = f"table:{TABLE}"
    with serving(tmp_path, pace=SLOW) as house:
        ann = house.visit()
        ante = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000, "player": ann.name}
        with ann.live(topic) as socket:
            socket.until(topic, lambda page: page["view"]["phase"] == "betting")
            assert ann.act(TABLE, ante).status_code == 200
    with serving(tmp_path, pace=SLOW) as house:
        assert house.venue.desk.take_news() == [], "what has read the record since does not hear the ruling again"
        page = httpx.get(f"{house.url}/api/tables/{TABLE}", cookies={"croupier": ann.token}).json()
        assert [one["irregularity"] for one in page["rulings"]] == ["interruption"]
        assert page["rulings"][0]["cites"]
        assert page["verdict"]["kind"] == "back"
        assert page["verdict"]["reason"] == "The round is Void: interruption. 100.00 came back"

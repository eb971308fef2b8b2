"""After a restart a page says what was ruled on the round that was in play, and why."""

from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from croupier.web.clock.pacing import Pace
from tests.web.server import Socket, Visitor, serving

SLOW = Pace(bets=60, turn=60, choice=60)
TABLE = "stud-1"
TOPIC = f"table:{TABLE}"


def stopped_with_an_ante(folder: Path) -> Visitor:
    """A house that was stopped while somebody's Ante lay on the table."""
    with serving(folder, pace=SLOW) as house:
        ann = house.visit()
        ante = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000, "player": ann.name}
        with ann.live(TOPIC) as socket:
            socket.until(TOPIC, lambda page: page["view"]["phase"] == "betting")
            assert ann.act(TABLE, ante).status_code == 200
    return ann


def test_a_round_that_a_stop_interrupted_is_told_with_its_ruling(tmp_path: Path) -> None:
    ann = stopped_with_an_ante(tmp_path)
    with serving(tmp_path, pace=SLOW) as house:
        assert house.venue.desk.take_news() == [], "what has read the record since does not hear the ruling again"
        page = httpx.get(f"{house.url}/api/tables/{TABLE}", cookies={"croupier": ann.token}).json()
        assert [one["irregularity"] for one in page["rulings"]] == ["interruption"]
        assert page["rulings"][0]["cites"]
        assert page["verdict"]["kind"] == "back"
        assert page["verdict"]["reason"] == "The round is Void: interruption. 100.00 came back"


IN_PLAY = (
    ("stud-1", "The round is void.", "5.7.2"),
    ("multi-link-1", "The round is void.", "5.7.2"),
    ("holdem-1", "The round is void.", "5.7.2"),
    ("bonus-1", "The Players choose.", "5.16.1"),
    ("poker-1", "The round is void.", "5.1.2"),
)
"""What each document rules on a power failure while no outcome is established."""


@pytest.mark.parametrize(("table", "ruling", "cite"), IN_PLAY)
def test_the_page_of_every_game_says_what_was_ruled_with_cards_out(
    tmp_path: Path, table: str, ruling: str, cite: str
) -> None:
    topic, box = f"table:{table}", {"poker-1": "seat"}.get(table, "box")
    with serving(tmp_path, pace=SLOW) as house:
        ann, ben = house.visit(), house.visit()
        with ann.live(topic) as socket, ben.live(topic):
            if box == "seat":
                for seat, who in enumerate((ann, ben), start=1):
                    joined = who.act(table, {"type": "JoinTable", "seat": seat, "stake": 100_000})
                    assert joined.status_code == 200, joined.text
            else:
                socket.until(topic, lambda page: page["view"]["phase"] == "betting")
                ante = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000, "player": ann.name}
                assert ann.act(table, ante).status_code == 200
                socket.say(type="hint", topic=topic, hint="ready")
            socket.until(topic, lambda page: page["view"]["turn"] is not None)
    with serving(tmp_path, pace=SLOW) as house:
        page = httpx.get(f"{house.url}/api/tables/{table}", cookies={"croupier": ann.token}).json()
        (told,) = page["rulings"]
        assert told["ruling"] == ruling
        assert cite in told["cites"]
        if ruling == "The Players choose.":
            assert [one["label"] for one in page["options"]] == ["Box 1: stay", "Box 1: withdraw"]
            return
        back = "Every bet came back" if box == "seat" else "100.00 came back"
        assert page["verdict"]["kind"] == "back"
        assert page["verdict"]["reason"] == f"The round is Void: interruption. {back}"
        assert cite in page["verdict"]["cites"]
        assert house.venue.wallet(ann.name) == 1_000_000 - (100_000 if box == "seat" else 0)


def test_whoever_was_interrupted_has_the_time_to_read_it_even_if_others_come_first(tmp_path: Path) -> None:
    ann = stopped_with_an_ante(tmp_path)
    with serving(tmp_path, pace=Pace(pause=1.5, alone_pause=0, turn=60)) as house:
        ben = house.visit()
        with ben.live(TOPIC) as first:
            first.until(TOPIC, lambda page: page["clock"] is not None and page["clock"]["total"] == 60_000)
            first.say(type="hint", topic=TOPIC, hint="next")  # which is for them to wish who have read it
            url = f"ws://127.0.0.1:{house.port}/live"
            with connect(url, additional_headers={"Cookie": f"croupier={ann.token}"}) as raw:
                socket = Socket(raw, [])
                socket.say(type="watch", topic=TOPIC)
                page = socket.until(TOPIC, lambda page: page["clock"] is not None and page["clock"]["total"] == 1_500)
                assert [one["irregularity"] for one in page["rulings"]] == ["interruption"]
                assert page["verdict"]["kind"] == "back"
                socket.until(TOPIC, lambda page: page["view"]["phase"] == "betting")
                socket.say(type="hint", topic=TOPIC, hint="sit", box=1)


def test_a_round_of_company_alone_is_not_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path, pace=Pace(alone_bets=60, reveal=0), company=True) as house:
        guest = house.visit()
        with guest.live("lobby") as socket:
            socket.page("lobby")
            state = house.venue.floor.table
            while not (state(TABLE).running and state(TABLE).players):
                socket.hear()
    with serving(tmp_path, pace=Pace(alone_pause=0.1, turn=600, pause=600, reveal=0), company=True) as house:
        again = house.visit()
        number = house.venue.floor.table(TABLE).engine.rounds
        with again.live("lobby") as socket:
            while house.venue.floor.table(TABLE).engine.rounds == number:
                socket.hear()

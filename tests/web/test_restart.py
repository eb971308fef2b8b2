"""After a restart a page says what was ruled on the round that was in play, and why."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from croupier.floor.house.config import FloorPlan, House, LinkPlan, TablePlan
from croupier.floor.verify.verification import verify
from croupier.web.clock.pacing import Pace
from croupier.web.serving import Opening
from tests.sampling import spread
from tests.web.server import Served, Socket, Visitor, serving

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
        page = house.get(f"/api/tables/{TABLE}", cookies={"croupier": ann.token}).json()
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
        page = house.get(f"/api/tables/{table}", cookies={"croupier": ann.token}).json()
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


# ---- Where a Dealer deals: the cards are still on the felt ----------------------------------------------------------

HANDS = {
    "hand-stud": ("rws-casino-stud", "The round is void.", "5.7.2"),
    "hand-multi": ("rws-multi-link-casino-stud", "The round is void.", "5.7.2"),
    "hand-holdem": ("rws-progressive-texas-holdem", "The round is void.", "5.7.2"),
    "hand-bonus": ("mbs-texas-holdem-bonus-progressive", "The Players choose.", "5.16.1"),
    "hand-poker": ("rws-poker", "The round is void.", "5.1.2"),
}
"""What each document rules on an interruption while nothing is decided."""
STAKES = {"small_blind": 500, "minimum_stake": 40_000, "maximum_stake": 200_000}
HELD = "the round is held until the pit decides. The cards stay as they lie."


def hands(folder: Path) -> Opening:
    """A demonstration of tables that people deal."""
    tables = {
        name: TablePlan(game, "", automatic=False, policy=STAKES)
        if "poker" in name
        else TablePlan(game, name, automatic=False)
        for name, (game, _, _) in HANDS.items()
    }
    plan = FloorPlan(House(capital=10**11), {name: LinkPlan() for name in tables if "poker" not in name}, tables)
    return Opening(db=str(folder / "floor.db"), plan=plan, pace=SLOW, company=False)


def stopped_in_the_deal(folder: Path, table: str) -> tuple[Visitor, dict[str, Any]]:
    """A house that was stopped when the first two cards of a round lay on the felt; who played, and their page."""
    with serving(folder, opening=hands(folder)) as house:
        ann, ben, dan = house.visit(), house.visit(), house.visit(name="dan", role="dealer")
        if table == "hand-poker":
            for seat, who in enumerate((ann, ben), start=1):
                assert who.act(table, {"type": "JoinTable", "seat": seat, "stake": 100_000}).status_code == 200
            acts = [{"type": "OpenRound"}]
        else:
            acts = [{"type": "OpenRound"}, {"type": "CloseBets"}]
        for act in acts:
            assert dan.act(table, act).status_code == 200
            if act["type"] == "OpenRound" and table != "hand-poker":
                ante = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000}
                assert ann.act(table, ante).status_code == 200
        assert dan.act(table, {"type": "DealCards", "cards": [0, 1]}).status_code == 200
        return ann, ann.table(table)


def signed_in(house: Served, who: Visitor) -> httpx.Client:
    """Somebody's session over a restart."""
    return httpx.Client(base_url=house.url, cookies={"croupier": who.token}, verify=False)


@pytest.mark.parametrize("table", HANDS)
def test_a_dealers_round_is_held_and_every_page_says_so(tmp_path: Path, table: str) -> None:
    _, _, cite = HANDS[table]
    ann, before = stopped_in_the_deal(tmp_path, table)
    with serving(tmp_path, opening=hands(tmp_path)) as house:
        with signed_in(house, ann) as client:
            page = client.get(f"/api/tables/{table}").json()
        assert page["rulings"] == []
        assert page["view"]["round"] == before["view"]["round"]
        assert any("is held until the pit decides" in one["sentence"] for one in page["told"])
        if table == "hand-poker":
            assert [(one["irregularity"], one["role"]) for one in page["held"]] == [("interruption", "pit_supervisor")]
        else:
            assert page["held"].endswith(HELD)
            assert cite in page["held_cites"]
            assert page["waits_for"] == "pit_supervisor"
        dov = house.visit(name="dov", role="dealer")
        with dov.live(f"dealer:{table}") as socket:
            desk = socket.page(f"dealer:{table}")
            assert desk["notice"].endswith(HELD)
            assert cite in desk["notice_cites"]
        refused = dov.act(table, {"type": "DealCards", "cards": [3]})
        assert refused.status_code == 409
        assert "The round is held since the restart" in refused.json()["sentence"]


@pytest.mark.parametrize("table", spread(2, HANDS))
@pytest.mark.parametrize("option", ["resume", "rule"])
def test_the_pit_lets_it_go_on_or_has_it_ruled_on(tmp_path: Path, table: str, option: str) -> None:
    _, ruling, cite = HANDS[table]
    ann, _ = stopped_in_the_deal(tmp_path, table)
    with serving(tmp_path, opening=hands(tmp_path)) as house:
        sue, dov = house.visit(name="sue", role="pit_supervisor"), house.visit(name="dov", role="dealer")
        with sue.live("pit") as socket:
            (decision,) = socket.page("pit")["decisions"]
            assert (decision["table"], decision["irregularity"], decision["mine"]) == (table, "interruption", True)
            assert cite in decision["cites"]
            assert [one["option"] for one in decision["options"]] == ["resume", "rule"]
            chosen = next(one for one in decision["options"] if one["option"] == option)
            if option == "rule":
                assert ruling.rstrip(".").lower() in chosen["tells"][0].lower()
            answer = sue.act(table, {**chosen["command"], "reason": "all cards lie as they did"})
            assert answer.status_code == 200, answer.text
            if chosen["two"]:  # where Looks are not recorded, a deal makes a Void the decision of two
                waits = socket.until("pit", lambda page: page["decisions"][0]["options"][0]["signed"] == "sue")
                (signs,) = waits["decisions"][0]["options"]
                assert ruling.rstrip(".").lower() in signs["tells"][0].lower()
                max_ = house.visit(name="max", role="pit_manager")
                answer = max_.act(table, {**signs["command"], "reason": "all cards lie as they did"})
                assert answer.status_code == 200, answer.text
            socket.until("pit", lambda page: page["decisions"] == [])
        with signed_in(house, ann) as client:
            page = client.get(f"/api/tables/{table}").json()
        if option == "resume":
            assert any("goes on as it lies" in one["sentence"] for one in page["told"])
            assert page["rulings"] == []
            assert dov.act(table, {"type": "DealCards", "cards": [3]}).status_code == 200
        else:
            (told,) = page["rulings"]
            assert told["ruling"] == ruling
            assert cite in told["cites"]
        with house.venue.floor.store.reading() as reading:
            assert not list(verify(reading, keys=house.venue.floor.keys))


def test_a_dealer_may_not_decide_about_a_held_round(tmp_path: Path) -> None:
    stopped_in_the_deal(tmp_path, "hand-stud")
    with serving(tmp_path, opening=hands(tmp_path)) as house:
        dov = house.visit(name="dov", role="dealer")
        answer = dov.act("hand-stud", {"type": "ResumeRound", "reason": "it is fine"})
        assert answer.status_code == 403
        assert answer.json()["sentence"] == "Only a Pit Supervisor or someone above them may do this"

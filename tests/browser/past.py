"""Rounds that somebody has played, over the socket for speed; then he opens a browser."""

from typing import Any
from uuid import uuid4

from playwright.sync_api import Page

from tests.browser.conftest import DESK, Visit
from tests.web.server import Served, Socket, Visitor

WANTED = ("Look", "Choose", "AnswerChoice", "ShowHand")
FOLDS = {"fold"}


def play(who: Visitor, table: str, box: int, ante: int, rounds: int = 1) -> None:
    """Rounds at a house-banked table that deals by itself: he looks, and wagers at every decision."""
    topic = f"table:{table}"
    with who.live(topic) as socket:
        for _ in range(rounds):
            page = socket.until(topic, lambda one: one["view"]["phase"] == "betting")
            number = page["view"]["round"]
            _do(socket, topic, who, {"type": "PlaceWager", "box": box, "wager": "ante", "amount": ante})
            jackpot = page["view"]["limits"]["jackpot_wager"]
            _do(socket, topic, who, {"type": "PlaceWager", "box": box, "wager": "jackpot", "amount": jackpot})
            socket.say(type="hint", topic=topic, hint="ready")
            while True:
                page = socket.until(topic, lambda one: one["view"]["phase"] == "ended" or bool(_act(one)))
                if page["view"]["phase"] == "ended":
                    break
                _do(socket, topic, who, _act(page) or {})
            assert page["view"]["round"] == number
            socket.say(type="hint", topic=topic, hint="next")
            socket.pages.pop(topic)


def _do(socket: Socket, topic: str, who: Visitor, command: dict[str, Any]) -> None:
    answer = socket.act(topic, command, key=who.key())
    assert answer["refused"] is None, answer
    socket.until(topic, lambda one: one["face"]["version"] >= answer["version"])


def _act(page: dict[str, Any]) -> dict[str, Any] | None:
    acts = [one["command"] for one in page["options"] if one["type"] == "Act" and one["command"]["type"] in WANTED]
    kept = [one for one in acts if one.get("decision") not in FOLDS]
    looks = [one for one in kept if one["type"] == "Look"]
    return next(iter(looks or kept), None)


def void(house: Served, player: str, box: int = 2) -> None:
    """A round at the Dealer's table that a foreign card makes void (5.8.1)."""
    dan = house.visit(name="dan", role="dealer")
    for command in (
        {"type": "OpenRound"},
        {"type": "PlaceWager", "box": box, "wager": "ante", "amount": 5_000, "player": player},
        {"type": "CloseBets"},
        {"type": "Report", "irregularity": "foreign_card"},
    ):
        answer = dan.act("dealer-1", command)
        assert answer.status_code == 200, answer.text


def foreign_card(house: Served, table: str, dealer: str = "dan") -> None:
    """End a round by a foreign card (5.8.1); once cards were seen, a Pit Manager signs the Dealer's report."""
    reports = house.visit(name=dealer, role="dealer")
    answer = reports.act(table, {"type": "Report", "irregularity": "foreign_card"}, key=uuid4().hex)
    assert answer.status_code == 200, answer.text
    agrees(house, table)


def agrees(house: Served, table: str) -> None:
    """A Pit Manager signs the statements that wait at a table."""
    signs = house.visit(name="omar", role="pit_manager")
    for waits in house.venue.floor.table(table).engine.waiting:
        signed = {"type": "SignStatement", "number": waits.number, "reason": "as the Dealer says"}
        answer = signs.act(table, signed, key=uuid4().hex)
        assert answer.status_code == 200, answer.text


def browser_of(visit: Visit, who: Visitor, path: str, size: tuple[int, int] = DESK) -> Page:
    """A browser of somebody who has a session already."""
    return visit(f"{who.served.url}{path}", size, session=who.token)

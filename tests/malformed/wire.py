"""Spoilt requests and messages for a house that is open: whatever comes is answered, and nothing breaks."""

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final
from urllib.parse import quote

import httpx
from websockets.exceptions import ConnectionClosed

from tests.malformed.campaign import LONGEST, Told
from tests.malformed.spoiling import WORDS, spoilt
from tests.web.server import Served, Visitor

_ACTS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 5_000},
    {"type": "Choose", "box": 1, "decision": "bet"},
    {"type": "Look", "box": 1},
    {"type": "JoinTable", "seat": 1, "amount": 20_000},
)
_DEALT: Final[tuple[dict[str, Any], ...]] = (
    {"type": "OpenRound"},
    {"type": "CloseBets"},
    {"type": "DealCards", "cards": [["dealer", [1, 2]]]},
    {"type": "Settle"},
    {"type": "TakeBackLast", "reason": "a slip"},
)
_HOUSE: Final[tuple[dict[str, Any], ...]] = (
    {"type": "CashIn", "player": "ann", "amount": 5_000},
    {"type": "LinkDown", "reason": "no signal"},
    {"type": "ProposeChange", "what": {"type": "CreateAccount", "name": "eve", "roles": ["dealer"]}},
)
_REPORT: Final = {"irregularity": "cards_exposed", "facts": {"count": "1", "whose": "dealer"}, "cards": [3]}


def _acts(commands: tuple[dict[str, Any], ...]) -> tuple[str, ...]:
    return tuple(json.dumps({"key": f"k{at}", "commands": [one], "moment": "1"}) for at, one in enumerate(commands))


_POSTED: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("player", "/api/tables/stud-1/acts", _acts(_ACTS)),
    ("player", "/api/tables/poker-1/acts", _acts(_ACTS)),
    ("player", "/api/tables/stud-1/hints", (json.dumps({"hint": "sit", "box": 2}),)),
    ("dealer", "/api/tables/dealer-1/acts", _acts(_DEALT)),
    ("dealer", "/api/tables/dealer-1/wagers", (json.dumps({"key": "w", "again": True}),)),
    ("dealer", "/api/tables/dealer-1/cards", (json.dumps({"key": "c", "card": "As", "place": "dealer"}),)),
    ("dealer", "/api/tables/dealer-1/entries", _acts(_DEALT)),
    ("dealer", "/api/tables/dealer-1/rulings", (json.dumps({"report": _REPORT}),)),
    ("dealer", "/api/tables/dealer-1/reports", (json.dumps({"key": "r", "report": _REPORT}),)),
    ("shift_manager", "/api/streams/cage/acts", _acts(_HOUSE)),
    ("shift_manager", "/api/streams/link:stud/acts", _acts(_HOUSE)),
    ("shift_manager", "/api/streams/house/acts", _acts(_HOUSE)),
)
_READ: Final = (
    "/api/tables/{}",
    "/api/tables/{}/rounds/{}",
    "/api/rules/{}",
    "/api/audit/entries?stream={}&after={}",
    "/api/{}/{}",
)
SAID: Final = (
    *(json.dumps({"type": "watch", "topic": topic}) for topic in ("lobby", "table:stud-1", "pit", "dealer:dealer-1")),
    json.dumps({"type": "leave", "topic": "lobby"}),
    json.dumps({"type": "hint", "topic": "table:stud-1", "hint": "sit", "box": 3}),
    *(
        json.dumps({"type": "act", "topic": "table:stud-1", "key": "s", "commands": [one], "moment": "1"})
        for one in _ACTS
    ),
)


class Wire:
    """People of three roles at a house's door."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.people: dict[str, Visitor] = {
            "player": served.visit(),
            "dealer": served.visit(name="dora", role="dealer"),
            "shift_manager": served.visit(name="sue", role="shift_manager"),
        }
        for visitor in self.people.values():
            visitor.http.headers["Authorization"] = f"Bearer {visitor.token}"

    def post(self, random: Random, told: Told) -> None:
        """A body that is not what was described."""
        role, path, bodies = random.choice(_POSTED)
        body = spoilt(random, bodies)
        headers = {"content-type": "application/json"}
        answer = self.people[role].http.post(path, content=body, headers=headers)
        self._judge(f"POST {path} {body[:400]!r}", answer, told)

    def get(self, random: Random, told: Told) -> None:
        """A path or a question that nobody has heard of."""
        form = random.choice(_READ)
        words = [quote(random.choice((*WORDS, "stud-1", "1", "rws-poker"))[:2_000], safe="") for _ in range(2)]
        path = form.format(*words)
        answer = self.people[random.choice([*self.people])].http.get(path)
        self._judge(f"GET {path[:300]}", answer, told)

    def _judge(self, asked: str, answer: httpx.Response, told: Told) -> None:
        if answer.status_code < 400:
            told.taken += 1
            return
        try:
            sentence = answer.json()["sentence"]
        except (ValueError, KeyError, TypeError):
            sentence = ""
        if answer.status_code >= 500 or not sentence or len(sentence) > LONGEST:
            told.wrong.append(f"{asked}: {answer.status_code} {answer.text[:300]}")
        else:
            told.refused += 1

    def talk(self, random: Random, told: Told, messages: int = 20) -> None:
        """Spoilt messages on one socket; afterwards the house still shows its lobby on another."""
        try:
            with self.people["player"].live() as socket:
                for _ in range(messages):
                    socket.socket.send(spoilt(random, SAID).decode("utf-8", "replace"))
                    told.refused += 1
                socket.say(type="watch", topic="lobby")
                socket.page("lobby")
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code == 1011:
                told.wrong.append(f"the socket broke: {closed!r}")
        except TimeoutError:
            told.wrong.append("nothing came after spoilt messages")
        with self.people["player"].live("lobby") as socket:
            socket.page("lobby")


def knock(served: Served, seed: int, tries: int, done: Callable[[int], None]) -> Told:
    """So many requests and messages for one house."""
    random, told, wire = Random(seed), Told(), Wire(served)
    while told.tries < tries:
        random.choices((wire.post, wire.get, wire.talk), (60, 38, 2))[0](random, told)
        done(told.tries)
    return told

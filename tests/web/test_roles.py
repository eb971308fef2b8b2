"""An open house is asked everything by everybody: who may is answered, who may not is told so, and nothing changes."""

from collections.abc import Iterator, Sequence
from typing import Any, get_args

import httpx
import msgspec
import pytest
from msgspec import Struct
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from croupier.floor.deciding.permissions import PERMISSIONS, Query
from croupier.floor.house.credentials import Opened
from croupier.floor.values.cage import CashIn, OpenDrawer
from croupier.floor.values.house import CountersignChange, CreateAccount, ProposeChange
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import Countersign, OpenTable, PlayBanked, Propose
from croupier.floor.values.table_duty import AssignDealers, Consent, SignOn
from croupier.floor.values.waiting import AddWaiting
from croupier.play.banked.commands import Choose, CloseBets, Look, OpenRound, PlaceWager
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.acting import acts
from croupier.web.serving import Opening
from croupier.web.topics.finding import _FINDERS
from tests.floor.cashiers import in_notes
from tests.web.opened import SLOW
from tests.web.roles import ADDRESSES, COLUMNS, DEALS_OR_PIT, ME, NOT_SENT, PAGE, SECTIONS, TOPICS, Act, page
from tests.web.server import HOST, LIGHT, Served, serving

WORD, PIN = "a long password", "7305"
PLAN = """
[house]
name = "The House"
managers = ["mia", "max"]

[links.stud]

[links.bonus]

[tables.auto-1]
game = "rws-casino-stud"
link = "stud"

[tables.free-1]
game = "mbs-texas-holdem-bonus-progressive"
link = "bonus"
automatic = false

[tables.hand-1]
game = "mbs-texas-holdem-bonus-progressive"
link = "bonus"
automatic = false

[tables.room-1]
game = "rws-poker"
automatic = false

[tables.room-2]
game = "rws-poker"
automatic = false
"""
ASSIGNED = {"hand-1": "dan", "room-2": "dee"}
"""Who deals at the tables to which Dealers are assigned."""
PEOPLE = {
    "P": ("ann", Role.PLAYER),
    "D": ("dot", Role.DEALER),
    "S": ("sue", Role.PIT_SUPERVISOR),
    "M": ("pat", Role.PIT_MANAGER),
    "H": ("mia", Role.SHIFT_MANAGER),
    "C": ("tom", Role.CAGE),
    "A": ("aud", Role.AUDITOR),
    "V": ("big", Role.DISPLAY),
}
"""Dot deals wherever nobody is assigned."""


class Somebody(Struct, frozen=True):
    """Somebody with a session."""

    name: str
    token: str


class Asked(Struct, frozen=True):
    """One question, and whether it is theirs."""

    who: Somebody
    letter: str
    stream: str
    act: Act
    may: bool

    def __str__(self) -> str:
        return f"{self.act.command} on {self.stream} by {self.who.name}"


class House:
    """An open house, with somebody in every role."""

    def __init__(self, served: Served) -> None:
        self.served, self.floor = served, served.venue.floor
        self._furnish()
        self.people = {letter: self.sign_in(*who) for letter, who in PEOPLE.items()}
        self.dealing = {table: self.sign_in(name, Role.DEALER) for table, name in ASSIGNED.items()}

    def sign_in(self, name: str, role: Role) -> Somebody:
        opened = self.served.venue.credentials.open_session(name, role, self.floor.house())
        assert isinstance(opened, Opened), opened
        return Somebody(name, opened.token)

    def do(self, stream: str, command: Any, name: str = "mia", role: Role = Role.SHIFT_MANAGER) -> None:
        reply = self.floor.submit(Request(stream, name, role, command))[0]
        assert isinstance(reply, Accepted), (command, reply)

    def versions(self) -> dict[str, int]:
        """How far every stream is, but for the door's book, where it is noted what was refused."""
        return {name: kept.version for name, kept in self.floor.streams.items() if name != "door"}

    def _furnish(self) -> None:
        alone = {Role.PLAYER, Role.DISPLAY}  # one person creates their accounts
        working = {name: role for name, role in PEOPLE.values() if role not in alone and name != "mia"}
        for name, role in {**working, **dict.fromkeys(ASSIGNED.values(), Role.DEALER)}.items():
            self.do("house", ProposeChange(CreateAccount(name, (role,))))
            house = self.floor.house()
            assert house is not None
            self.do("house", CountersignChange(house.proposed), "max")
        for name, role in (("ann", Role.PLAYER), ("zoe", Role.PLAYER), ("big", Role.DISPLAY)):
            self.do("house", CreateAccount(name, (role,)), "sue", Role.PIT_SUPERVISOR)
        self.do("cage", OpenDrawer("1", in_notes(self.floor, 100_000)), "tom", Role.CAGE)
        self.do("cage", CashIn("ann", 500_000, self.served.venue.books.day()), "tom", Role.CAGE)
        for table in self.floor.tables():
            chips = self.floor.table(table).engine.policy.chips
            self.do(f"table:{table}", Propose(OpenTable(((max(chips), 100),))))
            self.do(f"table:{table}", Countersign(1), "max")
        for table, name in ASSIGNED.items():
            self.do(f"table:{table}", AssignDealers((name,)), "sue", Role.PIT_SUPERVISOR)
            self.do(f"table:{table}", SignOn(), name, Role.DEALER)
            self.do(f"table:{table}", Consent(), "ann", Role.PLAYER)
        self.do("desk", AddWaiting("bob"), "sue", Role.PIT_SUPERVISOR)
        credentials = self.served.venue.credentials
        for name in ("zoe", *(name for name, _ in PEOPLE.values())):
            assert credentials.set_password(name, WORD) is None
        for name in ("dot", "zoe"):
            assert credentials.set_pin(name, PIN) is None
        self._round()

    def _round(self) -> None:
        """Ann plays a round at the automatic table, for everybody to ask about."""
        for command, name, role in (
            (OpenRound(), "mia", Role.SHIFT_MANAGER),
            (PlaceWager(1, WagerName.ANTE, 2_500), "ann", Role.PLAYER),
            (CloseBets(), "mia", Role.SHIFT_MANAGER),
            (Look(1), "ann", Role.PLAYER),
            (Choose(1, Decision.FOLD), "ann", Role.PLAYER),
        ):
            self.do("table:auto-1", PlayBanked(command), name, role)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("roles")
    plan = folder / "floor.toml"
    plan.write_text(PLAN, encoding="utf-8")
    with serving(folder, opening=Opening(plan, str(folder / "floor.db"), pace=SLOW, terms=LIGHT)) as served:
        yield House(served)


# ---- Nothing is without a row ---------------------------------------------------------------------------------------


def test_every_address_has_a_row(house: House) -> None:
    schema = house.served.app.openapi_schema.to_schema()
    known = {(method.upper(), path) for path, methods in schema["paths"].items() for method in methods}
    rows = [(one.method, one.path) for one in ADDRESSES]
    assert set(rows) == known
    assert len(rows) == len(known)


def test_every_topic_has_a_row() -> None:
    assert {one.name.partition(":")[0] for one in TOPICS} == set(_FINDERS)


def names(*unions: Any) -> set[str]:
    return {one.__name__ for union in unions for one in (get_args(union) or (union,))}


def test_every_command_has_a_row() -> None:
    every = names(acts.TableAct)
    sent = {
        "banked": names(acts.BankedTableAct) - every,
        "room": names(acts.RoomTableAct) - every,
        "every": every,
        "link:stud": names(acts._KINDS["link"]),
        **{kind: names(acts._KINDS[kind]) for kind in ("cage", "house", "desk", "clock", "door")},
        "new": names(acts._NEW["table"], acts._NEW["link"]),
    }
    assert {section.stream: {act.command for act in section.acts} for section in SECTIONS} == sent
    assert set(acts._KINDS) == {"link", "cage", "house", "desk", "clock", "door"}
    assert sum(len(section.acts) for section in SECTIONS) == sum(len(commands) for commands in sent.values())


def test_every_other_command_of_the_floor_is_known_to_come_otherwise() -> None:
    sent = {act.command for section in SECTIONS for act in section.acts}
    others = [command for commands in NOT_SENT.values() for command in commands]
    assert {one.__name__ for one in PERMISSIONS if not isinstance(one, Query)} - sent == set(others)
    assert len(others) == len(set(others))


def test_the_page_is_printed_from_the_table() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tests.web.roles --write prints it"


# ---- Addresses ------------------------------------------------------------------------------------------------------


def test_every_address_answers_whom_it_should(house: House) -> None:
    wrong, before = [], house.versions()
    with httpx.Client(base_url=house.served.url, verify=False, timeout=30) as client:
        for address in ADDRESSES:
            for letter in sorted(COLUMNS, key=lambda one: one in address.roles):  # who may not asks first
                may = letter in address.roles
                token = _token(house, letter, ends=may and address.method == "DELETE")
                headers = {"content-type": "application/json"}
                headers |= {"authorization": f"Bearer {token}"} if token else {}
                text = msgspec.json.encode(address.body).decode().replace("{password}", WORD)
                body = None if address.body is None else text.replace('"key":"', f'"key":"{letter}')
                answer = client.request(address.method, address.asks, content=body, headers=headers)
                client.cookies.clear()
                refused = answer.status_code in {401, 403}
                if refused is may or answer.status_code >= 500 or (refused and not answer.json()["sentence"]):
                    wrong.append(f"{letter} {address.method} {address.asks}: {answer.status_code} {answer.text[:120]}")
                if letter == "N" and not may:
                    assert answer.status_code == 401
                if not may:
                    assert house.versions() == before, f"{address} has changed something for {COLUMNS[letter]}"
            before = house.versions()
    assert not wrong, "\n".join(wrong)


def _token(house: House, letter: str, *, ends: bool) -> str:
    if letter == "N":
        return ""
    return house.sign_in(*PEOPLE[letter]).token if ends else house.people[letter].token


# ---- The live socket ------------------------------------------------------------------------------------------------


def talk(house: House, token: str, said: Sequence[dict[str, Any]], answers: int) -> list[dict[str, Any]]:
    """Say all of it at once, and hear so many answers, whatever else is told between them."""
    heard: list[dict[str, Any]] = []
    url = f"ws://{HOST}:{house.served.port}/live"
    with connect(url, additional_headers={"Cookie": f"croupier={token}"}) as socket:
        for one in said:
            socket.send(msgspec.json.encode(one).decode())
        while len(heard) < answers:
            message = msgspec.json.decode(socket.recv(30))
            if message["type"] in {"answer", "page"}:
                heard.append(message)
    return heard


def test_the_socket_is_for_whoever_has_signed_in(house: House) -> None:
    for headers in ({}, {"Cookie": "croupier=made-up"}):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws://{HOST}:{house.served.port}/live", additional_headers=headers),
        ):
            pass
        assert refused.value.response.status_code in {401, 403}


def test_every_topic_is_shown_to_whom_it_should(house: House) -> None:
    wrong = []
    for letter, somebody in house.people.items():
        said = [{"type": "watch", "topic": one.name} for one in TOPICS]
        shown, told = set(), {}
        for message in talk(house, somebody.token, said, len(said)):
            if message["type"] == "page":
                shown.add(message["topic"])
            else:
                told[message["key"].removeprefix("watch ")] = message["refused"]
        for one in TOPICS:
            seen = one.name in shown
            if seen != (letter in one.roles) or (not seen and told[one.name]["reason"] not in {"role", "fact"}):
                wrong.append(f"{one.name} for {COLUMNS[letter]}: {told.get(one.name, 'shown')}")
    assert not wrong, "\n".join(wrong)


def tables_of(kind: str) -> dict[str, str]:
    """By how Dealers work there, the tables at which a section's acts are tried."""
    banked, room = {"free": "free-1", "assigned": "hand-1"}, {"free": "room-1", "assigned": "room-2"}
    return {"banked": banked, "room": room, "every": banked}.get(kind, {})


def questions(house: House) -> list[Asked]:
    """Everything that can be sent, by everybody who can sign in."""
    found = []
    for section in SECTIONS:
        for act in section.acts:
            sorts = tables_of(section.stream)
            stream = {"new": f"{'table' if act.command == 'EstablishTable' else 'link'}:new"}.get(section.stream)
            stream = stream or (f"table:{sorts['free']}" if sorts else section.stream)
            for letter, somebody in house.people.items():
                found.append(Asked(somebody, letter, stream, act, letter in act.roles))
            if not sorts:
                continue
            table = sorts["assigned"]
            found.append(Asked(house.dealing[table], "D", f"table:{table}", act, "D" in act.roles))
            for letter in "DSMH":
                left = act.duty == "" or (act.duty == DEALS_OR_PIT and letter != "D")
                may = letter in act.roles and left
                found.append(Asked(house.people[letter], letter, f"table:{table}", act, may))
    return found


def ask(house: House, asked: Sequence[Asked]) -> list[tuple[Asked, dict[str, Any] | None]]:
    """The answers: the refusal of each, if it was refused."""
    found = []
    for token in dict.fromkeys(one.who.token for one in asked):
        mine = [one for one in asked if one.who.token == token]
        for first in range(0, len(mine), 60):
            part = mine[first : first + 60]
            said = []
            for number, one in enumerate(part):
                text = msgspec.json.encode({"type": one.act.command, **one.act.fields}).decode()
                command = msgspec.json.decode(text.replace(ME, one.who.name))
                said.append(
                    {
                        "type": "act",
                        "topic": one.stream,
                        "key": f"{one.who.name}-{one.stream}-{first + number}",
                        "commands": [command],
                    }
                )
            answers = {heard["key"]: heard.get("refused") for heard in talk(house, token, said, len(said))}
            found += [(one, answers[message["key"]]) for one, message in zip(part, said, strict=True)]
    return found


def test_every_command_is_refused_to_whom_it_should(house: House) -> None:
    before = house.versions()
    refused = ask(house, [one for one in questions(house) if not one.may])
    wrong = [
        f"{one}: {told}" for one, told in refused if told is None or told["reason"] != "role" or not told["sentence"]
    ]
    assert not wrong, "\n".join(wrong)
    assert house.versions() == before


def test_every_command_is_heard_from_whom_it_should(house: House) -> None:
    asked = [one for one in questions(house) if one.may]
    last = [one for one in asked if one.act.command == "SignOff"]  # after it nobody deals there
    heard = ask(house, [one for one in asked if one not in last])
    for one in last:
        heard += ask(house, [one])
    wrong = [f"{one}: {told}" for one, told in heard if told is not None and told["reason"] == "role"]
    assert not wrong, "\n".join(wrong)


def test_what_nobody_can_send_is_read_by_nobody(house: House) -> None:
    manager, before = house.people["H"], house.versions()
    others = [Act(command, "") for commands in NOT_SENT.values() for command in commands]
    for stream in (*house.floor.streams, "record"):
        for one, told in ask(house, [Asked(manager, "H", stream, act, may=False) for act in others]):
            assert told is not None, one
            assert told["sentence"]
    assert house.versions() == before

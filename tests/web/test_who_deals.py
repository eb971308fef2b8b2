"""Who deals, over the real server: PINs, hand-overs, consent, what is refused, and what the door's book says of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from croupier.cards import UNKNOWN, parse_card
from croupier.floor.house.credentials import PIN_DIGITS
from croupier.floor.running.loading import events_of
from croupier.floor.values.cage import CashIn, OpenDrawer
from croupier.floor.values.house import CountersignChange, CreateAccount, ProposeChange
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import Countersign, OpenTable, PlayBanked, Propose
from croupier.floor.values.table_duty import Consent, SignOff, SignOn
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import OpenRound
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.serving import Opening
from croupier.web.topics.dealer import find
from tests.floor.cashiers import in_notes
from tests.floor.signed_in import sign_in
from tests.web.server import BRISK, LIGHT, Served, Visitor, serving

PLAN = """
[house]
name = "The House"
managers = ["mia", "max"]

[links.stud]

[tables.hand-1]
game = "rws-casino-stud"
link = "stud"
automatic = false
"""
TABLE, CONSOLE = "hand-1", "dealer:hand-1"
WORD = "a long password"
STAFF = {
    "dan": (Role.DEALER,),
    "dot": (Role.DEALER,),
    "sue": (Role.PIT_SUPERVISOR,),
    "tom": (Role.CAGE,),
    "aud": (Role.AUDITOR,),
}


def ask(served: Served, stream: str, command: Any, actor: str = "mia", role: Role = Role.SHIFT_MANAGER) -> None:
    sign_in(served.venue.floor, actor, role)
    reply = served.venue.floor.submit(Request(stream, actor, role, command))[0]
    assert isinstance(reply, Accepted), reply


@contextmanager
def keeping(folder: Path, laid_out: str = PLAN) -> Iterator[Served]:
    """A house with accounts, passwords, and a table that a Dealer deals."""
    plan = folder / "floor.toml"
    plan.write_text(laid_out, encoding="utf-8")
    with serving(folder, opening=Opening(plan, str(folder / "floor.db"), pace=BRISK, terms=LIGHT)) as served:
        floor = served.venue.floor
        for name, roles in STAFF.items():
            ask(served, "house", ProposeChange(CreateAccount(name, roles)))
            state = floor.house()
            assert state is not None
            ask(served, "house", CountersignChange(state.proposed), "max")
        ask(served, "house", CreateAccount("ann"), "tom", Role.CAGE)
        books = served.venue.books
        ask(served, "cage", OpenDrawer("1", in_notes(floor, 100_000)), "tom", Role.CAGE)
        ask(served, "cage", CashIn("ann", 500_000, books.day()), "tom", Role.CAGE)
        chips = floor.table(TABLE).engine.policy.chips
        ask(served, f"table:{TABLE}", Propose(OpenTable(((max(chips), 100),))))
        ask(served, f"table:{TABLE}", Countersign(1), "max")
        for name in (*STAFF, "ann"):
            assert served.venue.credentials.set_password(name, WORD) is None
        yield served
        with floor.store.reading() as reading:
            assert not list(verify(reading, keys=floor.keys))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with keeping(tmp_path) as served:
        yield served


def come(house: Served, name: str) -> Visitor:
    role = STAFF.get(name, (Role.PLAYER,))[0]
    return house.visit(name=name, password=WORD, role=role)


def with_pin(visitor: Visitor, pin: str) -> None:
    answer = visitor.http.post("/api/session/pin", json={"password": WORD, "pin": pin})
    assert answer.status_code == 200, answer.text


def told(house: Served, **filters: str) -> list[tuple[str, str]]:
    """What the audit says of people, oldest first."""
    auditor = come(house, "aud")
    rows = auditor.http.get("/api/audit/people", params={"limit": 200, **filters}).json()["rows"]
    return [(row["who"], row["sentence"]) for row in reversed(rows)]


def assigned(house: Served, *names: str) -> Visitor:
    sue = come(house, "sue")
    assert sue.act(TABLE, {"type": "AssignDealers", "dealers": names}).status_code == 200
    return sue


def sentence(answer: httpx.Response, status: int = 403) -> str:
    assert answer.status_code == status, answer.text
    found: str = answer.json()["sentence"]
    return found


def test_a_dealer_signs_on_with_a_pin_and_hands_over(house: Served) -> None:
    assigned(house, "dan", "dot")
    dan, dot = come(house, "dan"), come(house, "dot")
    with_pin(dan, "7305")
    with_pin(dot, "860417")
    opened = {"type": "OpenRound"}
    assert sentence(dan.act(TABLE, opened)) == "Nobody has signed on to deal at this table"
    path = f"/api/tables/{TABLE}"
    wrong = dan.http.post(f"{path}/sign-on", json={"name": "dan", "pin": "7306"})
    assert sentence(wrong) == "The name or the PIN is wrong"
    answer = dan.http.post(f"{path}/sign-on", json={"name": "dan", "pin": "7305"})
    assert answer.status_code == 200, answer.text
    page = house_page(house, answer.json()["token"])
    assert (page["duty"]["dealer"], page["duty"]["mine"]) == ("dan", True)
    assert sentence(dot.act(TABLE, opened)) == "dan deals at this table: nobody else enters there"
    given = {"name": "dot", "pin": "860417", "tray": "seen", "note": "box 5 is kept"}
    answer = dan.http.post(f"{path}/hand-over", json=given)
    assert answer.status_code == 200, answer.text
    assert answer.json()["me"]["name"] == "dot"
    assert dan.http.cookies["croupier"] == answer.json()["token"]
    page = house_page(house, answer.json()["token"])
    assert (page["duty"]["dealer"], page["duty"]["mine"]) == ("dot", True)
    assert [one["dealer"] for one in page["duty"]["dealt"]] == ["dan"]
    assert dan.act(TABLE, opened).status_code == 200  # the console is dot's now
    assert house.venue.floor.table(TABLE).running
    ask(house, f"table:{TABLE}", Consent(), "ann", Role.PLAYER)
    lying = [{"box": 1, "wager": "ante", "player": "ann", "amount": 10_000}]
    laid = dan.http.post(f"{path}/wagers", json={"lying": lying, "key": "w1"})
    assert laid.json()["left"] == [], laid.text
    again = dan.http.post(f"{path}/hand-over", json={"name": "dan", "pin": "7305"})
    assert sentence(again, 409) == "A round is in play: Dealers hand over between rounds"
    found = told(house)
    for line in (
        ("sue", "Assigned dan and dot to deal."),
        ("dan", "Was turned away at table hand-1: The name or the PIN is wrong."),
        ("dan", "Signed in at table hand-1 as Dealer."),
        ("dan", "Signed on to deal."),
        ("dot", "OpenRound was refused at table:hand-1: dan deals at this table: nobody else enters there."),
        ("dot", "Took over from dan; both have seen the tray. Said: box 5 is kept"),
        ("dot", "Has a new PIN, set by themselves."),
    ):
        assert line in found, line


REPORT = {"irregularity": "foreign_card"}


def test_a_report_over_http_is_of_the_dealer_of_that_table(tmp_path: Path) -> None:
    """Neither a Dealer of another table, nor one who deals nowhere, speaks for a table; at no path."""
    second = f'{PLAN}\n[tables.hand-2]\ngame = "rws-casino-stud"\nlink = "stud"\nautomatic = false\n'
    with keeping(tmp_path, second) as house:
        sue = assigned(house, "dan")
        assert sue.act("hand-2", {"type": "AssignDealers", "dealers": ["dot"]}).status_code == 200
        for name, table in (("dan", TABLE), ("dot", "hand-2")):
            ask(house, f"table:{table}", SignOn(), name, Role.DEALER)
        ask(house, f"table:{TABLE}", PlayBanked(OpenRound()), "dan", Role.DEALER)
        dot, said = come(house, "dot"), "dan deals at this table: nobody else enters there"
        reported = dot.http.post(f"/api/tables/{TABLE}/reports", json={"key": "r", "report": REPORT})
        assert sentence(reported) == said
        for command in (
            {"type": "Report", **REPORT},
            {"type": "Report", "irregularity": "player_absent", "box": 1},
            {"type": "CorrectWager", "box": 1, "wager": "ante", "amount": 500},
            {"type": "CorrectCard", "place": "1", "index": 0, "card": 3},
            {"type": "TakeBackLast"},
            {"type": "Settle"},
        ):
            assert sentence(dot.act(TABLE, command)) == said, command
        ask(house, "table:hand-2", SignOff(), "dot", Role.DEALER)
        assert sentence(dot.http.post(f"/api/tables/{TABLE}/reports", json={"key": "s", "report": REPORT})) == said


def test_a_dealer_who_deals_elsewhere_is_shown_no_ruling(tmp_path: Path) -> None:
    """Where nobody has signed on, what would be ruled is asked by those who could report it."""
    second = f'{PLAN}\n[tables.hand-2]\ngame = "rws-casino-stud"\nlink = "stud"\nautomatic = false\n'
    with keeping(tmp_path, second) as house:
        ask(house, f"table:{TABLE}", SignOn(), "dan", Role.DEALER)
        dan, said = come(house, "dan"), "You deal at hand-1. Hand over first"
        for path in ("rulings", "reports"):
            asked = {"report": REPORT} if path == "rulings" else {"key": "r", "report": REPORT}
            answer = dan.http.post(f"/api/tables/hand-2/{path}", json=asked)
            assert answer.json()["sentence"] == said, (path, answer.text)


def house_page(house: Served, token: str) -> dict[str, Any]:
    """The console's page under a session."""
    session = house.venue.credentials.check_session(token)
    assert session is not None
    topic = find(house.venue, session, TABLE)
    assert not isinstance(topic, Refusal)
    found: dict[str, Any] = msgspec.to_builtins(topic.page(house.venue, session))
    return found


def test_whoever_looks_at_the_console_sees_what_the_dealer_would_pay(house: Served) -> None:
    """3.12.1: a hand that folds loses its Ante; there is nothing to pay, and the round ends with it."""
    sue, dan = assigned(house, "dan"), come(house, "dan")
    with_pin(dan, "7305")
    answer = dan.http.post(f"/api/tables/{TABLE}/sign-on", json={"name": "dan", "pin": "7305"})
    assert come(house, "ann").act(TABLE, {"type": "Consent"}).status_code == 200
    ante = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000, "player": "ann"}
    dealt = {"type": "DealCards", "cards": [UNKNOWN] * 10 + [parse_card("Kh")]}
    fold = {"type": "Choose", "box": 1, "decision": "fold"}
    for command in ({"type": "OpenRound"}, ante, {"type": "CloseBets"}, dealt, fold):
        assert dan.act(TABLE, command).status_code == 200
    for token in (answer.json()["token"], sue.token):
        paying = house_page(house, token)["paying"]
        assert [(one["wager"], one["result"], one["paid"]) for one in paying["lines"]] == [("ante", "lose", 0)]
        assert paying["ends"] is True


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "", "١٢٣٤"])
def test_what_is_no_pin(house: Served, pin: str) -> None:
    dan = come(house, "dan")
    answer = dan.http.post("/api/session/pin", json={"password": WORD, "pin": pin})
    assert sentence(answer, 422) == "A PIN must be 4 to 8 digits"


@pytest.mark.parametrize("length", PIN_DIGITS)
def test_a_pin_of_the_least_and_of_the_most_digits(house: Served, length: int) -> None:
    with_pin(come(house, "dan"), "73059164"[:length])


def test_a_pin_that_is_guessed_first_is_refused(house: Served) -> None:
    dan = come(house, "dan")
    answer = dan.http.post("/api/session/pin", json={"password": WORD, "pin": "1234"})
    assert "among the first" in sentence(answer, 422)


def test_one_pin_over_many_names_is_slowed_at_the_console_and_at_the_address(house: Served) -> None:
    """Twelve wrong ones for all names together, though no name has had more than one."""
    assigned(house, "dan")
    dan = come(house, "dan")
    with_pin(dan, "7305")
    path = f"/api/tables/{TABLE}/sign-on"
    for number in range(12):
        wrong = dan.http.post(path, json={"name": f"name-{number}", "pin": "4093"})
        assert sentence(wrong) == "The name or the PIN is wrong"
    assert "Too many attempts" in sentence(dan.http.post(path, json={"name": "dan", "pin": "7305"}), 429)
    desk = house.venue.credentials
    for places in (("192.0.2.1", f"console {TABLE}"), ("127.0.0.1", "console poker-1")):
        assert "Too many" in str(desk.check_pin("dan", "7305", places))
    assert desk.check_pin("dan", "7305", ("192.0.2.1", "console poker-1")) is None


def test_a_session_by_pin_serves_for_its_console_alone(house: Served) -> None:
    assigned(house, "dan")
    dan = come(house, "dan")
    with_pin(dan, "7305")
    assert dan.http.get("/api/tables").status_code == 200  # with the password everything that a Dealer may
    token = dan.http.post(f"/api/tables/{TABLE}/sign-on", json={"name": "dan", "pin": "7305"}).json()["token"]
    dan.token = token  # the cookie is that of the console now
    assert dan.table(TABLE)["face"]["table"] == TABLE
    assert dan.act(TABLE, {"type": "OpenRound"}).status_code == 200
    assert dan.http.get("/api/session").json()["name"] == "dan"
    for path in ("/api/tables", "/api/tables/hand-2", "/api/rounds", "/api/factors"):
        assert sentence(dan.http.get(path)).startswith(f"A PIN opens the console of {TABLE} and nothing else")
    command = {"type": "SetLossLimit", "account": "dan", "cents": 100}
    act = {"key": "k", "commands": [command]}
    assert "nothing else" in sentence(dan.http.post("/api/streams/house/acts", json=act))
    with dan.live(CONSOLE, "me") as socket:
        assert socket.page(CONSOLE)["duty"]["mine"] is True
        socket.say(type="watch", topic="lobby")
        assert "nothing else" in socket.answer("watch lobby")["refused"]["sentence"]
        assert "nothing else" in socket.act("house", command, key="l")["refused"]["sentence"]


def test_a_pin_is_set_with_the_password_and_only_for_oneself(house: Served) -> None:
    dan = come(house, "dan")
    answer = dan.http.post("/api/session/pin", json={"password": "another password", "pin": "1234"})
    assert sentence(answer) == "The name or the password is wrong"


def test_a_pin_opens_no_other_door(house: Served) -> None:
    dan = come(house, "dan")
    with_pin(dan, "73059164")
    answer = house.post("/api/session", json={"name": "dan", "password": "73059164", "role": "dealer"})
    assert answer.status_code == 403
    answer = house.post("/api/session", json={"name": "pin:dan", "password": "73059164", "role": "dealer"})
    assert answer.status_code == 403


def test_many_wrong_pins_lock_it(house: Served) -> None:
    assigned(house, "dan")
    dan = come(house, "dan")
    with_pin(dan, "7305")
    path = f"/api/tables/{TABLE}/sign-on"
    for _ in range(5):
        assert sentence(dan.http.post(path, json={"name": "dan", "pin": "0000"})) == "The name or the PIN is wrong"
    assert "Too many attempts" in sentence(dan.http.post(path, json={"name": "dan", "pin": "7305"}), 429)


def test_a_player_agrees_on_their_own_page_or_with_their_pin(house: Served) -> None:
    assigned(house, "dan")
    dan, ann = come(house, "dan"), come(house, "ann")
    with_pin(dan, "7305")
    with_pin(ann, "9053")
    assert dan.http.post(f"/api/tables/{TABLE}/sign-on", json={"name": "dan", "pin": "7305"}).status_code == 200
    assert dan.act(TABLE, {"type": "OpenRound"}).status_code == 200
    ante = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000, "player": "ann"}
    assert "has not agreed" in sentence(dan.act(TABLE, ante))
    assert ann.act(TABLE, {"type": "Consent"}).status_code == 200
    assert ann.table(TABLE)["consent"] is True
    assert dan.act(TABLE, ante).status_code == 200
    assert ann.act(TABLE, {"type": "Consent", "given": False}).status_code == 200
    assert ann.table(TABLE)["consent"] is False
    assert "has not agreed" in sentence(dan.act(TABLE, ante))
    path = f"/api/tables/{TABLE}/consent"
    assert sentence(dan.http.post(path, json={"player": "ann", "pin": "1111"})) == "The name or the PIN is wrong"
    assert dan.http.post(path, json={"player": "ann", "pin": "9053"}).status_code == 200
    assert dan.act(TABLE, ante).status_code == 200
    assert sentence(ann.http.post(path, json={"player": "ann", "pin": "9053"})).startswith("Only")


def test_the_doors_book_has_sign_ins_failures_and_passwords(house: Served) -> None:
    dan = come(house, "dan")
    body = {"name": "dan", "password": "not the password", "role": "dealer"}
    assert house.post("/api/session", json=body).status_code == 403
    body = {"name": "dan", "password": WORD, "role": "shift_manager"}
    assert house.post("/api/session", json=body).status_code == 403
    assert dan.http.delete("/api/session").status_code == 200
    found = told(house, employee="dan")
    assert found == [
        ("dan", "Has a new password, set outside the pages."),  # which the house has seen used for the first time
        ("dan", "Signed in as Dealer."),
        ("dan", "Was turned away: The name or the password is wrong."),
        ("dan", "Was turned away: dan may not act as Shift Manager here."),
        ("dan", "Signed out."),
    ]
    assert WORD not in str(house.venue.floor.streams["door"].state)


def test_what_people_did_is_on_record_and_found_by_employee(house: Served) -> None:
    """Sign-ins, refusals, new passwords and hand-overs: each an event, under everybody whom it concerns."""
    assigned(house, "dan", "dot")
    dan, dot = come(house, "dan"), come(house, "dot")
    with_pin(dan, "7305")
    with_pin(dot, "860417")
    path = f"/api/tables/{TABLE}"
    assert dan.http.post(f"{path}/sign-on", json={"name": "dan", "pin": "7305"}).status_code == 200
    assert sentence(dot.act(TABLE, {"type": "TakeBackLast"})) == "dan deals at this table: nobody else enters there"
    assert dan.http.post(f"{path}/hand-over", json={"name": "dot", "pin": "860417"}).status_code == 200
    other = {"name": "dot", "password": WORD, "new": "another long enough one"}
    assert httpx.post(f"{house.url}/api/passwords", json=other).status_code == 200
    with house.venue.floor.store.reading() as reading:
        kinds = {
            type(event).__name__
            for stream in ("door", f"table:{TABLE}")
            for entry in reading.entries(stream)
            for event in events_of(house.venue.floor.streams[stream].state, entry)
        }
    assert kinds >= {"SignedIn", "CommandRefused", "PasswordChanged", "DealerSignedOn", "DealerHandedOver"}
    over = [line for line in told(house, employee="dot") if "Took over from dan" in line[1]]
    assert len(over) == 1
    assert over[0] in told(house, employee="dan")  # who left is asked about it too
    of_dot = [line for _, line in told(house, employee="dot")]
    assert "TakeBackLast was refused at table:hand-1: dan deals at this table: nobody else enters there." in of_dot
    assert "Has a new password, set by themselves." in of_dot
    assert all("TakeBackLast" not in line for _, line in told(house, employee="dan"))


def test_nobody_writes_the_doors_book(house: Served) -> None:
    sue = come(house, "sue")
    body = {"key": "1", "commands": [{"type": "NoteSignIn", "account": "x", "role": "dealer"}]}
    answer = sue.http.post("/api/streams/door/acts", json=body)
    assert sentence(answer, 422) == "type: Invalid value 'NoteSignIn'"


def test_signing_on_and_handing_over_are_not_acts_without_a_pin(house: Served) -> None:
    assigned(house, "dan", "dot")
    dan = come(house, "dan")
    for command in ({"type": "SignOn"}, {"type": "HandOver", "to": "dot"}, {"type": "HoldRound"}):
        assert dan.act(TABLE, command).status_code == 422

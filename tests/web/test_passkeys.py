"""Passkeys over HTTP and over the socket: registered with the password, and asked for where a signature is due."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from croupier.floor.deciding.limits import UNSIGNED
from croupier.floor.house.taking_over import book_of
from croupier.floor.verify.finding import Summary
from croupier.floor.verify.verification import verify
from croupier.web.serving import Opening
from tests.floor.device import PRESENT, Device
from tests.web.server import PLAN, SECRET, Served, Visitor, keeping_accounts, manager, serving, serving_accounts
from tests.web.test_passwords import OTHER, code_for

ASKING = PLAN.replace('managers = ["mia", "max"]', 'managers = ["mia", "max"]\nsignatures = "passkey"')
CREATE = {"type": "ProposeChange", "what": {"type": "CreateAccount", "account": "eve", "roles": ["shift_manager"]}}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A House that asks for passkeys."""
    opening = keeping_accounts(tmp_path)
    assert opening.floor is not None
    opening.floor.write_text(ASKING, encoding="utf-8")
    with serving(tmp_path, opening=opening) as found:
        for name in ("mia", "max"):
            assert found.venue.credentials.set_password(name, SECRET) is None
        yield found
        with found.venue.floor.store.reading() as reading:
            assert not list(verify(reading, keys=found.venue.floor.keys))


def by_name(served: Served) -> dict[str, str]:
    """The house under its name; a passkey belongs to one."""
    return {"host": f"localhost:{served.port}"}


def origin(served: Served) -> str:
    return f"http://localhost:{served.port}"


def ask(visitor: Visitor, path: str, **body: Any) -> httpx.Response:
    return visitor.http.post(f"/api/{path}", json=body, headers=by_name(visitor.served))


def told(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json().get("sentence", "")


def register(visitor: Visitor, password: str = SECRET) -> Device:
    device = Device("localhost", origin(visitor.served))
    begun = ask(visitor, "passkeys", password=password)
    assert begun.status_code == 200, begun.text
    assert (begun.json()["house"], begun.json()["name"]) == ("localhost", visitor.name)
    done = ask(visitor, "passkeys/confirm", **device.registered(begun.json()["challenge"]))
    assert done.status_code == 200, done.text
    assert done.json() == {"signing": "passkey", "house": "localhost"}
    return device


def act(visitor: Visitor, stream: str, command: dict[str, Any], key: str = "", **signed: Any) -> httpx.Response:
    body = {"key": key or visitor.key(), "commands": [command], **signed}
    return visitor.http.post(f"/api/streams/{stream}/acts", json=body)


def signed(device: Device, wanted: dict[str, Any]) -> dict[str, Any]:
    """A device's answer to what the house wants signed."""
    answer: dict[str, Any] = msgspec.to_builtins(device.answer(wanted["challenge"]))
    return {**answer, "statement": wanted["statement"]}


def sign(visitor: Visitor, device: Device, stream: str, command: dict[str, Any]) -> httpx.Response:
    """As a page does: the act is refused, its signature made, and the same act sent again with it."""
    key = visitor.key()
    asked = act(visitor, stream, command, key)
    assert asked.status_code == 403, asked.text
    wanted = asked.json()["sign"]
    assert (wanted["passkey"], wanted["house"]) == (device.passkey().id, "localhost")
    return act(visitor, stream, command, key, signed=signed(device, wanted))


def test_two_people_sign_with_their_devices(served: Served) -> None:
    mia, max_ = manager(served, "mia"), manager(served, "max")
    assert told(act(mia, "house", CREATE)) == (403, UNSIGNED.sentence)
    of_mia, of_max = register(mia), register(max_)
    assert sign(mia, of_mia, "house", CREATE).status_code == 200
    house = served.venue.floor.house()
    assert house is not None
    countersign = {"type": "CountersignChange", "number": house.proposed}
    key = max_.key()
    wanted = act(max_, "house", countersign, key).json()["sign"]
    refused = told(act(max_, "house", countersign, key, signed=signed(of_mia, wanted)))
    assert refused == (422, "The signature of your passkey does not hold: it was not made by the person's device")
    done = act(max_, "house", countersign, key, signed=(by_max := signed(of_max, wanted)))
    assert done.status_code == 200, done.text
    assert act(max_, "house", countersign, key, signed=by_max).json()["repeated"] is True
    assert "eve" in served.venue.floor.house().accounts  # type: ignore[union-attr]
    summary = Summary()
    with served.venue.floor.store.reading() as reading:
        assert not list(verify(reading, keys=served.venue.floor.keys, summary=summary))
    assert summary.signatures["passkey"] == 2
    people = [row["sentence"] for row in max_.http.get("/api/audit/people").json()["rows"]]
    assert "Signed an act of theirs at house with their passkey." in people
    assert not [one for one in people if "was refused" in one and "signature of your own" in one][1:]


def test_over_the_socket(served: Served) -> None:
    mia = manager(served, "mia")
    device = register(mia)
    with mia.live() as socket:
        asked = socket.act("house", CREATE, key="one")
        socket.say(type="act", topic="house", key="one", commands=[CREATE], signed=signed(device, asked["sign"]))
        assert socket.answer("one")["refused"] is None


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        ({"challenge": "AAAA"}, "it took too long, begin again"),
        ({"device": Device("evil.example", "http://localhost")}, ""),
        ({"origin": "https://evil.example"}, ""),
        ({"flags": PRESENT}, ""),
        ({"attestation": "oA"}, ""),
        ({"client": "e30"}, ""),
    ],
)
def test_a_device_that_answers_something_else_is_not_registered(
    served: Served, spoilt: dict[str, Any], sentence: str
) -> None:
    mia = manager(served, "mia")
    challenge = ask(mia, "passkeys", password=SECRET).json()["challenge"]
    device = spoilt.get("device") or Device("localhost", origin(served))
    device.origin = spoilt.get("origin", origin(served))
    device.flags = spoilt.get("flags", device.flags)
    answer = device.registered(spoilt.get("challenge", challenge))
    answer |= {name: value for name, value in spoilt.items() if name in answer}
    refused = ask(mia, "passkeys/confirm", **answer)
    assert refused.status_code in {409, 422}, refused.text
    assert refused.json()["sentence"].startswith("The device could not be registered")
    assert refused.json()["sentence"].endswith(sentence)
    assert not book_of(served.venue.floor).passkeys


def test_who_registers_a_device_knows_the_password_and_has_none(served: Served) -> None:
    mia = manager(served, "mia")
    assert told(ask(mia, "passkeys", password="wrong")) == (403, "The name or the password is wrong")
    at_number = mia.http.post("/api/passkeys", json={"password": SECRET})
    assert told(at_number)[1].startswith("A passkey belongs to a name")
    challenge = ask(mia, "passkeys", password=SECRET).json()["challenge"]
    other = ask(manager(served, "max"), "passkeys/confirm", **Device("localhost", origin(served)).registered(challenge))
    assert "begin again" in told(other)[1], "a challenge is one person's"
    register(mia)
    assert told(ask(mia, "passkeys", password=SECRET))[1].startswith("You have a passkey")
    again = ask(mia, "passkeys/confirm", **Device("localhost", origin(served)).registered(challenge))
    assert told(again)[1] == "mia has a passkey: two people reset it first"


def test_two_people_reset_a_passkey_with_the_password(served: Served) -> None:
    mia, max_ = manager(served, "mia"), manager(served, "max")
    of_mia, of_max = register(mia), register(max_)
    assert sign(mia, of_mia, "house", CREATE).status_code == 200
    assert sign(max_, of_max, "house", {"type": "CountersignChange", "number": 1}).status_code == 200
    assert served.venue.credentials.set_password("eve", OTHER) is None
    eve = served.visit(name="eve", password=OTHER, role="shift_manager")
    of_eve = register(eve, OTHER)
    reset = {"type": "ProposeChange", "what": {"type": "ResetPassword", "account": "mia", "reason": "lost her device"}}
    assert sign(max_, of_max, "house", reset).status_code == 200
    assert sign(eve, of_eve, "house", {"type": "CountersignChange", "number": 2}).status_code == 200
    assert "mia" in book_of(served.venue.floor).passkeys
    code_for(max_, "mia")
    assert {*book_of(served.venue.floor).passkeys} == {"max", "eve"}


def test_the_record_says_what_the_house_asks_for_whatever_its_file_says_later(tmp_path: Path) -> None:
    with serving_accounts(tmp_path) as served:
        assert book_of(served.venue.floor).signing == "session"
        assert act(manager(served, "mia"), "house", CREATE).status_code == 200
    (tmp_path / "floor.toml").write_text(ASKING, encoding="utf-8")
    again = Opening(tmp_path / "floor.toml", str(tmp_path / "floor.db"))
    with serving(tmp_path, opening=again) as served:
        assert any("register theirs" in one for one in served.venue.notices)
    (tmp_path / "floor.toml").write_text(PLAN, encoding="utf-8")
    with serving(tmp_path, opening=again) as served:
        assert book_of(served.venue.floor).signing == "passkey"
        assert any("whatever the file says" in one for one in served.venue.notices)
        mia = manager(served, "mia")
        lower = {"type": "LowerSigning", "reason": "the devices are lost"}
        assert told(act(mia, "door", lower)) == (403, UNSIGNED.sentence)
        assert sign(mia, register(mia), "door", lower).status_code == 200
        countersign = {"type": "CountersignChange", "number": 1}
        assert act(manager(served, "max"), "house", countersign).status_code == 200

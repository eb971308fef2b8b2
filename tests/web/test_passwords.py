"""Passwords over HTTP: one's own, a code for a new account or after a reset, and a change that is asked for first."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.server import SECRET, Served, Visitor, manager, serving_accounts

OTHER = "another secret, as long"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_accounts(tmp_path) as found:
        yield found


def told(who: Visitor, *commands: dict[str, Any]) -> None:
    for command in commands:
        body = {"key": who.key(), "commands": [command]}
        answer = who.http.post("/api/streams/house/acts", json=body)
        assert answer.status_code == 200, answer.text


def enter(served: Served, name: str, password: str, role: str = "player") -> httpx.Response:
    return served.post("/api/session", json={"name": name, "password": password, "role": role})


def change(served: Served, name: str, password: str, new: str) -> httpx.Response:
    return served.post("/api/passwords", json={"name": name, "password": password, "new": new})


def code_for(who: Visitor, name: str) -> str:
    answer = who.http.post(f"/api/passwords/{name}/code")
    assert answer.status_code == 200, answer.text
    assert answer.json()["account"] == name
    return str(answer.json()["code"])


def test_a_new_account_gets_a_code_and_chooses_its_password(served: Served) -> None:
    mia = manager(served, "mia")
    told(mia, {"type": "CreateAccount", "account": "ann", "roles": ["player"]})
    code = code_for(mia, "ann")
    first = enter(served, "ann", code)
    assert (first.status_code, first.json()["sentence"]) == (428, "Choose a new password first")
    assert change(served, "ann", "wrong", OTHER).json()["sentence"] == "The name or the password is wrong"
    assert change(served, "ann", code, code).json()["sentence"] == "The new password must be another one"
    assert "at least 10 characters" in change(served, "ann", code, "short").json()["sentence"]
    assert enter(served, "ann", code).status_code == 428
    assert change(served, "ann", code, OTHER).status_code == 200
    assert enter(served, "ann", OTHER).status_code == 201
    assert enter(served, "ann", code).status_code == 403


def test_a_display_has_an_account_of_its_own(served: Served) -> None:
    mia = manager(served, "mia")
    told(mia, {"type": "CreateAccount", "account": "wall", "roles": ["display"]})
    assert change(served, "wall", code_for(mia, "wall"), OTHER).status_code == 200
    assert enter(served, "wall", OTHER, "display").status_code == 201


def test_my_own_password(served: Served) -> None:
    mia = manager(served, "mia")
    assert change(served, "mia", SECRET, OTHER).status_code == 200
    assert mia.http.get("/api/tables").status_code == 401  # its sessions have ended
    assert enter(served, "mia", SECRET, "shift_manager").status_code == 403
    assert enter(served, "mia", OTHER, "shift_manager").status_code == 201


def test_a_reset_by_two_keeps_somebody_out_until_they_have_chosen(served: Served) -> None:
    mia, max_ = manager(served, "mia"), manager(served, "max")
    told(mia, {"type": "CreateAccount", "account": "ann", "roles": ["player"]})
    assert change(served, "ann", code_for(mia, "ann"), OTHER).status_code == 200
    ann = served.visit(name="ann", password=OTHER, role="player")
    early = mia.http.post("/api/passwords/ann/code")
    assert (early.status_code, early.json()["reason"]) == (409, "moment")
    assert "two people must sign" in early.json()["sentence"]
    told(mia, {"type": "ProposeChange", "what": {"type": "ResetPassword", "account": "ann", "reason": "forgotten"}})
    number = served.venue.floor.house().proposed  # type: ignore[union-attr]
    assert ann.http.get("/api/tables").status_code == 200
    told(max_, {"type": "CountersignChange", "number": number})
    assert ann.http.get("/api/tables").status_code == 401
    assert enter(served, "ann", OTHER).status_code == 428
    code = code_for(max_, "ann")
    assert enter(served, "ann", OTHER).status_code == 403
    assert change(served, "ann", code, SECRET).status_code == 200
    assert enter(served, "ann", SECRET).status_code == 201


def test_nobody_gives_a_code_without_a_session_or_the_role(served: Served) -> None:
    mia = manager(served, "mia")
    told(mia, {"type": "CreateAccount", "account": "ann", "roles": ["player"]})
    assert change(served, "ann", code_for(mia, "ann"), OTHER).status_code == 200
    ann = served.visit(name="ann", password=OTHER, role="player")
    assert ann.http.post("/api/passwords/mia/code").status_code == 403
    assert served.post("/api/passwords/ann/code").status_code == 401
    assert mia.http.post("/api/passwords/nobody/code").status_code == 422

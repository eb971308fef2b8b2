"""The second factor over HTTP: set up with the password, asked for at the door, taken off, and reset by two people."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pyotp
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from croupier.floor.house.second_factor import _Row
from croupier.floor.house.taking_over import book_of
from croupier.floor.journal.schema import second_factors
from tests.floor.rigged import events
from tests.web.server import PLAN, SECRET, Served, keeping_accounts, manager, serving, serving_accounts
from tests.web.test_passwords import OTHER, code_for, told

ASKED = (412, "Give the code that your device shows")
REQUIRED = PLAN.replace('managers = ["mia", "max"]', 'managers = ["mia", "max"]\nsecond_factor = "required"')


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_accounts(tmp_path) as found:
        yield found


def ask(served: Served, path: str, **body: Any) -> httpx.Response:
    return served.post(f"/api/{path}", json={"name": "mia", "password": SECRET, **body})


def answer(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json().get("sentence", "")


def enrol(served: Served) -> tuple[pyotp.TOTP, list[str]]:
    device = ask(served, "factors").json()
    assert device["picture"].startswith("data:image/svg+xml")
    shown = pyotp.TOTP(device["secret"])
    codes = ask(served, "factors/confirm", code=shown.now()).json()["codes"]
    return shown, codes


def later(served: Served) -> None:
    """The step in which the device was confirmed is over, without waiting for it."""
    factors = served.venue.factors
    with served.venue.floor.store.writing() as writing:
        for (account,) in writing.connection.execute(select(second_factors.c.account)).all():
            row = factors._row(writing, account)
            assert isinstance(row, _Row)
            factors._put(writing, account, replace(row, last=0))


def enter(served: Served, **body: Any) -> httpx.Response:
    return ask(served, "session", role="shift_manager", **body)


def test_whoever_has_set_one_up_is_asked_for_it_at_the_door(served: Served) -> None:
    shown, codes = enrol(served)
    assert len(codes) == 8
    assert answer(enter(served)) == ASKED
    assert answer(enter(served, password="wrong")) == (403, "The name or the password is wrong")
    assert answer(enter(served, password="wrong", code=shown.now()))[0] == 403
    assert answer(enter(served, code="000000")) == (403, "The code is wrong, or has been used already")
    later(served)
    used = shown.now()
    assert enter(served, code=used).status_code == 201
    assert answer(enter(served, code=used)) == (403, "The code is wrong, or has been used already")
    found = enter(served, code=codes[0])
    assert found.status_code == 201
    page = served.get("/api/factors", cookies={"croupier": found.json()["token"]}).json()
    assert page == {"asks": "choice", "has": True, "needed": False, "codes_left": 7}
    assert enter(served, name="max").status_code == 201  # who has none needs none
    told_ = [one for one in events(served.venue.floor, "door") if type(one).__name__ == "PasswordChanged"]
    assert [(one.account, one.by, one.secret) for one in told_ if one.secret != "password"] == [
        ("mia", "mia", "second factor")
    ]
    journal = repr(events(served.venue.floor, "door"))
    assert shown.secret not in journal
    assert not any(code in journal for code in codes)


def test_it_is_set_up_and_taken_off_by_whoever_knows_both(served: Served) -> None:
    assert answer(ask(served, "factors", password="wrong")) == (403, "The name or the password is wrong")
    assert answer(ask(served, "factors/confirm", code="123456"))[1].startswith("There is no second factor")
    shown, codes = enrol(served)
    assert answer(ask(served, "factors")) == ASKED  # nor does the password alone replace it
    assert answer(ask(served, "factors/remove")) == ASKED
    assert answer(ask(served, "passwords", new=OTHER)) == ASKED
    assert ask(served, "factors", code=codes[0]).status_code == 200
    assert answer(enter(served)) == ASKED  # a second device that was not confirmed changes nothing
    later(served)
    assert ask(served, "factors/remove", code=shown.now()).status_code == 200
    assert enter(served).status_code == 201
    assert [
        one.changed == 0 for one in events(served.venue.floor, "door") if getattr(one, "secret", "") == "second factor"
    ] == [
        False,
        True,
    ]


def test_setting_one_up_ends_the_sessions_that_were_opened_without_it(served: Served) -> None:
    """But not the one in which it is set up: that has just given the password and a code. The book knows of the end."""
    own, older, other = manager(served, "mia"), manager(served, "mia"), manager(served, "max")
    names = {one: served.venue.credentials.check_session(one.token).name for one in (own, older, other)}  # type: ignore[union-attr]
    with older.live("me") as socket, own.live("me") as stays:
        socket.page("me"), stays.page("me")
        body = {"name": "mia", "password": SECRET}
        shown = pyotp.TOTP(own.http.post("/api/factors", json=body).json()["secret"])
        assert own.http.post("/api/factors/confirm", json={**body, "code": shown.now()}).status_code == 200
        while socket.hear()["type"] != "ended":
            pass
        stays.say(type="ping")
        assert stays.answer("ping")
    assert [one.http.get("/api/rounds").status_code for one in (own, older, other)] == [200, 401, 200]
    inside = book_of(served.venue.floor).inside["mia shift_manager"]
    assert (inside[names[older]].ended > 0, inside[names[own]].ended) == (True, 0)


def test_two_people_reset_it_with_the_password(served: Served) -> None:
    _, codes = enrol(served)
    max_ = manager(served, "max")
    mia = served.visit(name="mia", password=SECRET, role="shift_manager", code=codes[0])
    told(
        mia, {"type": "ProposeChange", "what": {"type": "CreateAccount", "account": "eve", "roles": ["shift_manager"]}}
    )
    told(max_, {"type": "CountersignChange", "number": 1})
    assert (
        served.venue.credentials.set_password("eve", OTHER) is None
    )  # a Shift Manager's first is typed at the machine
    eve = served.visit(name="eve", password=OTHER, role="shift_manager")
    told(max_, {"type": "ProposeChange", "what": {"type": "ResetPassword", "account": "mia", "reason": "lost both"}})
    told(eve, {"type": "CountersignChange", "number": 2})
    code = code_for(max_, "mia")
    assert answer(enter(served, password=code)) == (428, "Choose a new password first")
    assert ask(served, "passwords", password=code, new=OTHER).status_code == 200
    assert enter(served, password=OTHER).status_code == 201  # and sets up another device


def test_desks_that_need_one_are_not_entered_without(tmp_path: Path) -> None:
    opening = keeping_accounts(tmp_path)
    assert opening.floor is not None
    opening.floor.write_text(REQUIRED, "utf-8")
    with serving(tmp_path, opening=opening) as served:
        assert served.venue.credentials.set_password("mia", SECRET) is None
        assert answer(enter(served)) == (424, "This desk needs a second factor: set one up first")
        shown, codes = enrol(served)
        assert answer(enter(served)) == ASKED
        assert enter(served, code=codes[0]).status_code == 201
        assert answer(ask(served, "factors/remove", code=codes[1]))[1].startswith("A desk of yours needs")
        later(served)
        assert enter(served, code=shown.now()).status_code == 201


def test_five_wrong_codes_are_answered_politely(served: Served) -> None:
    enrol(served)
    for _ in range(5):
        assert answer(enter(served, code="000000"))[0] == 403
    status, sentence = answer(enter(served, code="000000"))
    assert (status, sentence[:8]) == (429, "Too many")


def test_a_demonstration_has_no_use_for_it(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert answer(ask(served, "factors")) == (403, "This house keeps no accounts")

from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.web.server import HOST, Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("floor")) as found:
        yield found


def test_a_guest_comes_with_play_money_and_a_cookie_that_no_script_reads(served: Served) -> None:
    answer = served.post("/api/session", json={})
    assert answer.status_code == 201
    assert answer.json()["me"]["balance"] == 1_000_000
    cookie = next(one for one in answer.headers.get_list("set-cookie") if one.startswith("croupier="))
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_a_guest_who_tried_a_desk_finds_his_play_money_again(served: Served) -> None:
    guest = served.visit()
    staff = guest.http.post("/api/session", json={"name": "nadia", "role": "pit_supervisor"})
    assert staff.json()["me"]["role"] == "pit_supervisor"
    assert guest.http.post("/api/session", json={}).json()["me"]["name"] == guest.name


def test_nobody_takes_the_name_of_another_guest(served: Served) -> None:
    first = served.visit()
    other = served.visit(name=first.name, role="player")
    assert other.name != first.name


def test_an_own_token_opens_nothing(served: Served) -> None:
    cookies = {"croupier": "a" * 43}
    nobody = served.get("/api/session", cookies=cookies)
    assert (nobody.status_code, nobody.json()) == (200, None)
    answer = served.get("/api/tables", cookies=cookies)
    assert answer.status_code == 401
    assert answer.json() == {"reason": "request", "sentence": "Sign in first", "cites": []}


def test_a_signed_out_session_is_over_everywhere(served: Served) -> None:
    guest = served.visit()
    with guest.live("me") as socket:
        socket.page("me")
        assert guest.http.delete("/api/session").json() == {"ended": True}
        assert socket.hear() == {"type": "ended"}
    header = {"Authorization": f"Bearer {guest.token}"}
    assert served.get("/api/tables", headers=header).status_code == 401


def test_pages_of_other_sites_change_nothing(served: Served) -> None:
    guest = served.visit()
    answer = guest.http.post("/api/session/refill", headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    url = f"ws://{HOST}:{served.port}/live"
    header = {"Cookie": f"croupier={guest.token}"}
    with pytest.raises(InvalidStatus):
        connect(url, additional_headers=header, origin=Origin("http://elsewhere.example"))


def test_without_a_session_there_is_no_socket(served: Served) -> None:
    with pytest.raises(InvalidStatus):
        connect(f"ws://{HOST}:{served.port}/live")


def test_play_money_is_refilled_only_when_it_is_short(served: Served) -> None:
    guest = served.visit()
    answer = guest.http.post("/api/session/refill")
    assert answer.status_code == 409
    assert "still have enough play money" in answer.json()["sentence"]


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        ("{", 400, "cannot be read"),
        ('{"role": "king"}', 400, "role"),
        ('{"nam": "x"}', 400, "nam"),
        ('{"name": "a b", "role": "dealer"}', 422, "not a name"),
        ('{"name": "ann", "password": "0123456789"}', 403, "keeps no accounts"),
    ],
)
def test_bad_sign_ins_get_a_sentence(served: Served, body: str, status: int, told: str) -> None:
    answer = served.post("/api/session", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert told in answer.json()["sentence"]


def test_every_answer_forbids_other_hosts(served: Served) -> None:
    answer = served.get("/api/tables")
    assert answer.status_code == 401
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"

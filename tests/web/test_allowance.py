"""What costs a lot to answer is asked so often and no more, from each place."""

from pathlib import Path

import pytest

from croupier.web import allowance as module
from croupier.web.allowance import Allowance
from tests.web.server import keeping_accounts, serving

SHARES = "/api/odds/rws-poker/shares?hands=AsAh,KsKh&board=2c3d4h5s"


class Seconds:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_an_allowance_is_used_up_and_comes_back() -> None:
    clock = Seconds()
    allowance = Allowance(3, 0.5, clock)
    assert [allowance.take("here") for _ in range(3)] == [0, 0, 0]
    assert allowance.take("here") == 2  # a whole question is two seconds away
    assert allowance.take("there") == 0  # which is nobody else's affair
    clock.now += 1.9
    assert allowance.take("here") == pytest.approx(0.1)
    clock.now += 0.1
    assert allowance.take("here") == 0
    clock.now += 1_000
    assert [allowance.take("here") for _ in range(4)] == [0, 0, 0, 2]  # never more than at first


def test_places_that_have_not_asked_for_longest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PLACES", 2)
    allowance = Allowance(1, 0.001, Seconds())
    assert [allowance.take(place) for place in ("a", "b", "c")] == [0, 0, 0]
    assert allowance.take("c") > 0
    assert allowance.take("a") == 0


def test_a_visitor_who_asks_too_much_is_asked_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.venue.allowance = Allowance(2, 0.01)
        addresses = [SHARES, "/api/odds/rws-casino-stud/shares?hands=As"]
        found = [served.get(one) for one in (*addresses, *addresses)]
        assert [one.status_code for one in found] == [200, 404, 429, 429]
        assert found[2].json()["sentence"].startswith("Too many questions from one place: ask again in ")
        assert 1 <= int(found[2].headers["retry-after"]) <= 100
        assert served.visit().http.get(SHARES).status_code == 429  # a guest's name is no other place
        assert served.get("/api/games").status_code == 200  # what costs nothing is not counted


def test_a_houses_own_people_are_counted_by_name(tmp_path: Path) -> None:
    with serving(tmp_path, opening=keeping_accounts(tmp_path)) as served:
        assert served.venue.credentials.set_password("mia", "a long enough secret") is None
        served.venue.allowance = Allowance(1, 0.01)
        assert [served.get(SHARES).status_code for _ in range(2)] == [200, 429]
        mia = served.visit(name="mia", password="a long enough secret", role="shift_manager")
        assert [mia.http.get(SHARES).status_code for _ in range(2)] == [200, 429]

"""Who waits at the door, and who is let through when."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from croupier.web.http.places import network
from croupier.web.turnstile import AT_ONCE, BUSY, MOST_EACH, Turnstile
from tests.web.server import Served, keeping_accounts, serving

PASSWORD = "correct horse battery"


async def test_a_crowd_at_one_address_keeps_nobody_else_waiting() -> None:
    turnstile, opens, done = Turnstile(), threading.Event(), list[str]()

    async def knock(place: str) -> None:
        def check() -> None:
            opens.wait(5)

        if await turnstile.through(place, check) is BUSY:
            done.append(f"{place} busy")
        else:
            done.append(place)

    crowd = [asyncio.create_task(knock("crowd")) for _ in range(AT_ONCE + MOST_EACH + 3)]
    await asyncio.sleep(0)
    one = asyncio.create_task(knock("one"))
    await asyncio.sleep(0.01)
    assert done == ["crowd busy"] * 3
    opens.set()
    await one
    # Those who were inside already, and the next of the crowd, whose turn it was; nobody else of it.
    assert done[3:].count("crowd") <= 2 * AT_ONCE
    await asyncio.gather(*crowd)
    assert done.count("crowd") == AT_ONCE + MOST_EACH


async def test_who_goes_away_holds_nobody_up() -> None:
    turnstile, opens = Turnstile(), threading.Event()

    def check() -> None:
        opens.wait(5)

    inside = [asyncio.create_task(turnstile.through("a", check)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    gone = asyncio.create_task(turnstile.through("b", check))
    stays = asyncio.create_task(turnstile.through("c", check))
    await asyncio.sleep(0)
    gone.cancel()
    opens.set()
    assert await asyncio.wait_for(stays, 5) is None
    await asyncio.gather(*inside)
    assert await turnstile.through("d", lambda: None) is None


@pytest.mark.parametrize(
    ("address", "told"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("somewhere", "somewhere")],
)
def test_a_network_of_a_household_is_one_place(address: str, told: str) -> None:
    assert network(address) == told


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path, opening=keeping_accounts(tmp_path)) as found:
        assert found.venue.credentials.set_password("mia", PASSWORD) is None
        yield found


def test_nobody_keeps_staff_out_of_a_browser_that_they_use(served: Served) -> None:
    """The attacker sits at the same address, behind the same door, and tries as often as they like."""
    own = served.visit(name="mia", password=PASSWORD, role="shift_manager").http
    right = {"name": "mia", "password": PASSWORD, "role": "shift_manager"}
    with httpx.Client(base_url=served.url, verify=False) as attacker:
        for _ in range(5):
            assert attacker.post("/api/session", json={**right, "password": "guessed it"}).status_code == 403
        refused = attacker.post("/api/session", json=right)
        assert (refused.status_code, refused.json()["sentence"][:17]) == (429, "Too many attempts")
        attacker.cookies.set("croupier_place", "00" * 12 + ".0123456789abcdef012345")  # made up
        assert attacker.post("/api/session", json=right).status_code == 429
        before = served.venue.floor.streams["door"].version
        assert attacker.post("/api/session", json=right).status_code == 429
        assert served.venue.floor.streams["door"].version == before  # the book does not grow by it
    assert own.post("/api/session", json=right).status_code == 201


def test_from_another_address_too(served: Served) -> None:
    right = {"name": "mia", "password": PASSWORD, "role": "shift_manager"}

    def knock(password: str, address: str) -> int:
        # As a proxy on this machine would say it.
        header = {"x-forwarded-for": address}
        asked = {**right, "password": password}
        return served.post("/api/session", json=asked, headers=header).status_code

    assert [knock("guessed it", "203.0.113.5") for _ in range(6)] == [403] * 5 + [429]
    assert knock(PASSWORD, "203.0.113.5") == 429
    assert knock(PASSWORD, "192.0.2.7") == 201

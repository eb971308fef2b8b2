"""Who waits at the door, and who is let through when."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from croupier.floor.journal.sealing import Key, KeyRing
from croupier.play.refusal import Refusal
from croupier.web.acting.places import COOKIE, known_cookie, network, place_of
from croupier.web.password_throttle import AT_ONCE, BUSY, MOST, MOST_EACH, PasswordThrottle
from tests.floor.chance import SeededEntropy
from tests.web.server import PATIENCE, Served, keeping_accounts, serving

PASSWORD = "correct horse battery"


async def test_a_crowd_at_one_address_keeps_nobody_else_waiting() -> None:
    turnstile, opens, done = PasswordThrottle(), threading.Event(), list[str]()

    async def knock(place: str) -> None:
        def check() -> None:
            opens.wait(PATIENCE)

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
    turnstile, opens = PasswordThrottle(), threading.Event()

    def check() -> None:
        opens.wait(PATIENCE)

    inside = [asyncio.create_task(turnstile.through("a", check)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    gone = asyncio.create_task(turnstile.through("b", check))
    stays = asyncio.create_task(turnstile.through("c", check))
    await asyncio.sleep(0)
    gone.cancel()
    opens.set()
    assert await asyncio.wait_for(stays, 5) is None
    await asyncio.gather(*inside)
    await all_places_are_free(turnstile)


async def test_who_goes_at_the_moment_of_their_turn_holds_nobody_up() -> None:
    opens, leaving = threading.Event(), list[asyncio.Task[Refusal | None]]()

    class Watched(PasswordThrottle):
        """Whoever is let in next has just gone."""

        def _next(self) -> None:
            super()._next()
            if leaving:
                leaving.pop().cancel()

    def check() -> None:
        opens.wait(PATIENCE)

    turnstile = Watched()
    inside = [asyncio.create_task(turnstile.through("a", check)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    gone = asyncio.create_task(turnstile.through("b", check))
    await asyncio.sleep(0)
    leaving.append(gone)
    opens.set()
    await asyncio.gather(*inside)
    with pytest.raises(asyncio.CancelledError):
        await gone
    await all_places_are_free(turnstile)


async def all_places_are_free(turnstile: PasswordThrottle) -> None:
    """As many as are checked at the same time meet inside, which they could not if somebody were still counted."""
    meeting = threading.Barrier(AT_ONCE)

    def check() -> None:
        meeting.wait(PATIENCE)

    await asyncio.gather(*(turnstile.through(f"place {at}", check) for at in range(AT_ONCE)))


@pytest.mark.parametrize(("waiting", "room"), [(MOST - 1, True), (MOST, False)])
async def test_so_many_wait_from_all_places_together(waiting: int, room: bool) -> None:
    turnstile, opens = PasswordThrottle(), threading.Event()

    def check() -> None:
        opens.wait(PATIENCE)

    crowd = [
        asyncio.create_task(turnstile.through(f"place {at // MOST_EACH}", check)) for at in range(AT_ONCE + waiting)
    ]
    await asyncio.sleep(0)
    one = asyncio.create_task(turnstile.through("one more", check))
    await asyncio.sleep(0)
    opens.set()
    assert (await one is None) is room
    assert set(await asyncio.gather(*crowd)) == {None}


# ---- Browsers that are known ----------------------------------------------------------------------------------------


def browser(cookie: str = "") -> Any:
    return SimpleNamespace(cookies={COOKIE: cookie} if cookie else {}, client=SimpleNamespace(host="203.0.113.5"))


def house(*keys: bytes) -> Any:
    ring = KeyRing(Key(keys[0] * 32), tuple(Key(one * 32) for one in keys[1:]))
    return SimpleNamespace(
        floor=SimpleNamespace(keys=ring), credentials=SimpleNamespace(entropy=SeededEntropy(keys[0][0]))
    )


def signed_in(venue: Any, *people: str) -> str:
    """The cookie of a browser in which these have signed in, one after the other."""
    cookie = ""
    for name in people:
        made = known_cookie(browser(cookie), venue, name, secure=True)
        assert (made.httponly, made.samesite, made.secure, made.path) == (True, "strict", True, "/api")
        cookie = made.value or ""
    return cookie


def is_known(cookie: str, venue: Any, name: str) -> bool:
    found = place_of(browser(cookie), venue, name)
    assert found.known or found.name == "203.0.113.5"
    return found.known


def test_a_browser_is_known_for_whoever_has_signed_in_there_and_nobody_else() -> None:
    venue = house(b"1")
    cookie = signed_in(venue, "mia", "max")
    assert [is_known(cookie, venue, name) for name in ("mia", "max", "tom", "")] == [True, True, False, False]
    other = f"{'00' * 12}.{cookie.partition('.')[2]}"  # the marks of another browser
    assert not is_known(other, venue, "mia")
    assert not is_known(cookie.partition(".")[0], venue, "mia")


def test_a_browser_stays_known_when_the_house_has_another_key() -> None:
    cookie = signed_in(house(b"1"), "mia")
    assert is_known(cookie, house(b"2", b"1"), "mia")
    assert not is_known(cookie, house(b"2"), "mia")


def test_a_browser_is_known_for_the_last_twenty() -> None:
    venue, people = house(b"1"), [f"dealer{number}" for number in range(21)]
    assert [is_known(signed_in(venue, *people[:20]), venue, one) for one in people] == [True] * 20 + [False]
    cookie = signed_in(venue, *people)
    assert [is_known(cookie, venue, one) for one in people] == [False] + [True] * 20
    assert cookie.count(".") == 20


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

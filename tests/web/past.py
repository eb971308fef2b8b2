"""A floor with a past that a test has stacked, behind the real application."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from httpx import Response
from litestar.testing import TestClient

from croupier.floor.house.credentials import Credentials, Opened
from croupier.floor.house.second_factor import Factors
from croupier.floor.running.floor import Floor
from croupier.play.banked.commands import Choose, CloseBets, Look, OpenRound, PlaceWager
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.clock.pacing import Pacer
from croupier.web.clock.presence import Presence
from croupier.web.command_queue import CommandQueue
from croupier.web.venue import Venue
from croupier.web.views.awards import Awards
from croupier.web.views.reveals import Reveals
from croupier.web.views.telling import Telling
from croupier.web.watch.books import Books
from croupier.web.watch.failures import Failures
from croupier.web.watch.pulse import Pulse
from croupier.web.watch.vouchers import VoucherBook
from tests.floor.rigged import act
from tests.web.opened import SLOW
from tests.web.server import application

STUD = "2h Ah 3s 7c 8c 4s 9c Tc 5s Jd Qd 6s Kd 2c 7s 3d"
"""Burnt 2h; box 1 Ah 8c Tc Qd 2c, box 2 3s 4s 5s 6s 7s, the Dealer 7c 9c Jd Kd 3d, the last of them face up.

Single cards go round box 1, box 2, Dealer: the second, fifth, eighth … card is box 1's.
"""


class Asker:
    """Somebody with a session."""

    def __init__(self, client: TestClient[Any], token: str) -> None:
        self._client, self._headers = client, {"authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **params: Any) -> Response:
        return self._client.get(path, headers=self._headers, params=params)

    def post(self, path: str) -> Response:
        return self._client.post(path, headers=self._headers)

    def json(self, path: str, **params: Any) -> Any:
        answer = self.get(path, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()


class House:
    """An open house around a floor."""

    def __init__(self, floor: Floor, client: TestClient[Any], venue: Venue) -> None:
        self.floor, self.client, self.venue = floor, client, venue

    def someone(self, name: str, role: Role = Role.PLAYER) -> Asker:
        opened = self.venue.credentials.open_session(name, role, None)
        assert isinstance(opened, Opened)
        return Asker(self.client, opened.token)

    def nobody(self) -> Asker:
        return Asker(self.client, "")


@contextmanager
def house_of(floor: Floor) -> Iterator[House]:
    """The application, while a test looks at it."""
    desk, presence = CommandQueue(floor), Presence()
    credentials = Credentials(floor.store, clock=floor.clock, entropy=floor.entropy)
    factors = Factors(credentials, lambda: floor.keys, clock=floor.clock)
    pacer = Pacer(desk, SLOW, presence)
    telling = Telling(floor)
    reveals = Reveals(floor, telling, presence, speed=0)
    awards, books, pulse, failures = Awards(floor), Books(floor), Pulse(floor), Failures(floor)
    vouchers = VoucherBook(floor)
    venue = Venue(
        floor,
        desk,
        credentials,
        telling,
        reveals,
        awards,
        books,
        pulse,
        failures,
        vouchers,
        presence,
        pacer,
        "The House",
        factors,
    )
    with application(venue) as app, TestClient(app, base_url="http://house.localhost") as client:
        yield House(floor, client, venue)


def stud_round(floor: Floor, *, fold: bool = True, over: bool = True) -> None:
    """Ann looks and bets with box 1; bob folds box 2 unseen, or bets it."""
    act(floor, "stud-1", OpenRound())
    for box, name in ((1, "ann"), (2, "bob")):
        act(floor, "stud-1", PlaceWager(box, WagerName.ANTE, 5_000), name)
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Look(1), "ann")
    if over:
        act(floor, "stud-1", Choose(1, Decision.BET), "ann")
        act(floor, "stud-1", Choose(2, Decision.FOLD if fold else Decision.BET), "bob")

"""Servers that join a house under play and leave it again, hundreds of times, with a verification after each."""

import threading
from contextlib import closing
from types import TracebackType
from typing import Self

from croupier.floor.chance.entropy import SystemEntropy
from croupier.floor.journal.store import open_engine
from croupier.floor.money.cage import CashIn, EstablishCage
from croupier.floor.opening import open_house
from croupier.floor.requests import Accepted, Request
from croupier.floor.running import Floor
from croupier.rules.terms import Role
from tests.floor.house import DAY
from tests.floor.shared import Shared


class Busy:
    """A server whose acts follow each other without a pause."""

    def __init__(self, floor: Floor) -> None:
        self.acts, self.wrong = 0, ""
        self._floor, self._over = floor, threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, _: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        assert not self.wrong, self.wrong

    def _work(self) -> None:
        try:
            while not self._over.is_set():
                pay(self._floor)
                self.acts += 1
        except Exception as wrong:
            self.wrong = f"the server that was there has failed: {wrong!r}"


def pay(floor: Floor) -> None:
    """An act of the cage; the first of all establishes it."""
    command = CashIn("ann", 100, DAY) if "cage" in floor.streams else EstablishCage(10**9)
    role = Role.CAGE if "cage" in floor.streams else Role.SHIFT_MANAGER
    reply = floor.submit(Request("cage", "cash desk", role, command))[0]
    assert isinstance(reply, Accepted), reply


def joined_once(url: str) -> None:
    """A server opens the house, acts, and leaves it in order."""
    entropy = SystemEntropy()
    opened = open_house(open_engine(url), entropy, shared=True)
    with closing(opened.store) as store:
        floor = Floor(store, clock=Shared(), entropy=entropy, keys=opened.keys, anchors=opened.anchors)
        floor.start()
        floor.anchor()
        pay(floor)

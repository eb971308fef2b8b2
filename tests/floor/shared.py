"""Floors that share a house in PostgreSQL, as servers do, and what each of them was told."""

from collections.abc import Sequence

from croupier.floor.journal.database import prepare
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.ports import Notice, SystemClock
from tests.floor.chance import SeededEntropy
from tests.floor.house import KEYS, TickingClock


class Heard:
    """An outbox that keeps what it is told."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, int]] = []

    def send(self, notices: Sequence[Notice]) -> None:
        self.entries += [(one.entry.stream, one.entry.version) for notice in notices for one in notice.entries]


class Shared(TickingClock):
    """The machine's clock, which all servers have in common."""

    def __init__(self) -> None:
        super().__init__()
        self._clock = SystemClock()

    def now(self) -> int:
        self.at = self._clock.now()
        return self.at


def joined(url: str, seed: int, heard: Heard | None = None) -> Floor:
    """A floor beside the others of a house, with chance of its own."""
    engine = open_engine(url)
    prepare(engine)
    store = Store(engine)
    store.hold(shared=True)
    return Floor(store, clock=Shared(), entropy=SeededEntropy(seed), keys=KEYS, outbox=heard)

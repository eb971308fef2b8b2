"""So many spoilt texts for everything that reads: each is taken or answered with a sentence, soon, and forgotten."""

import resource
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import FrameType
from typing import Final

from tests.malformed.readers import FOR_PEOPLE, READERS, Reader
from tests.malformed.spoiling import spoilt

SOON: Final = 10
"""Seconds after which a text has hung its reader."""
GROWTH: Final = 64 << 20
"""Bytes by which a process may grow between the first tenth of a campaign and its end."""
LONGEST: Final = 500
"""A sentence for a person is no longer, whatever it was given."""


class HungError(Exception):
    """Nobody waits so long."""


@dataclass
class Told:
    """What came of it."""

    taken: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Told") -> None:
        self.taken += other.taken
        self.refused += other.refused
        self.wrong += other.wrong

    @property
    def tries(self) -> int:
        return self.taken + self.refused + len(self.wrong)


@contextmanager
def soon(seconds: float = SOON) -> Iterator[None]:
    """Raises :class:`HungError` in what takes longer."""

    def hung(number: int, frame: FrameType | None) -> None:
        raise HungError(f"no answer within {seconds} s")

    before = signal.signal(signal.SIGALRM, hung)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def try_reader(reader: Reader, data: bytes, told: Told) -> None:
    """One text."""
    try:
        with soon():
            reader.read(data)
        told.taken += 1
    except FOR_PEOPLE as error:
        sentence = str(error.args[0])
        if not sentence.strip() or len(sentence) > LONGEST:
            told.wrong.append(f"{reader.name}: {data[:400]!r}: not a sentence: {sentence[:600]!r}")
        else:
            told.refused += 1
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        told.wrong.append(
            f"{reader.name}: {data[:1_000]!r}: {error!r:.200} at {Path(where.filename).name}:{where.lineno}"
        )


def campaign(
    seed: int, tries: int, done: Callable[[int], None], readers: Sequence[Reader] = READERS
) -> dict[str, Told]:
    """Spoilt texts for every reader in turn; growth is a fault of its own."""
    random, told = Random(seed), {reader.name: Told() for reader in readers}
    sound = {reader.name: reader.sound() for reader in readers}
    early = 0
    for number in range(tries):
        reader = readers[number % len(readers)]
        try_reader(reader, spoilt(random, sound[reader.name]), told[reader.name])
        if number == tries // 10:
            early = grown()
        if number % 500 == 0:
            done(number)
    if tries >= 10_000 and grown() - early > GROWTH:
        told[readers[0].name].wrong.append(f"the process grew by {(grown() - early) >> 20} MiB")
    return told


def side_by_side(seed: int, tries: int, done: Callable[[int], None], workers: int) -> dict[str, Told]:
    """The same in several processes, each with texts of its own."""
    told = {reader.name: Told() for reader in READERS}
    each = max(1, tries // workers)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        running = [pool.submit(_alone, seed + number, each) for number in range(workers)]
        for number, one in enumerate(as_completed(running), 1):
            for name, found in one.result().items():
                told[name].add(found)
            done(number * each)
    return told


def _alone(seed: int, tries: int) -> dict[str, Told]:
    return campaign(seed, tries, lambda number: None)


def grown() -> int:
    """The most that this process has needed so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

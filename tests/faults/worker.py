"""A process that runs a floor until it is killed.

    python -m tests.faults.worker DATABASE SEED [POINT WRITE STATEMENT]

It opens the floor, rules on what was interrupted, and plays. Before it asks the floor for something it writes an
``ask`` line, and only when the floor has answered an ``ack`` or ``no`` line, each at once and whole. POINT makes it
stand still at the given write (and, within a transaction, after the given statement), for somebody to kill it there.
"""

import json
import os
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Engine, event

from croupier.floor.house.recovery import recover
from croupier.floor.journal.codec import write
from croupier.floor.journal.store import Store, Writing
from croupier.floor.running.floor import Floor
from croupier.floor.values.requests import Accepted, Request
from tests.floor.random_floor import open_floor, wanted

BEFORE: Final = "before"
"""Decided, and nothing of it written."""
STATEMENT: Final = "statement"
"""Between two statements of a transaction."""
WITHIN: Final = "within"
"""Everything written, nothing committed."""
COMMITTED: Final = "committed"
"""Committed, and nobody has heard of it."""
POINTS: Final = (BEFORE, STATEMENT, WITHIN, COMMITTED)
MOST_AT_ONCE: Final = 6


class Stop(Struct, frozen=True):
    """Where to stand still."""

    point: str
    write: int
    statement: int = 1


class Lines:
    """Where the worker writes; a line is out when the call returns."""

    def __init__(self, opened: int) -> None:
        self._opened = opened

    def put(self, *parts: Any) -> None:
        os.write(self._opened, json.dumps(parts).encode() + b"\n")


class StoppingStore(Store):
    """A store that stands still at a chosen moment."""

    stop: Stop | None = None
    lines: Lines | None = None

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.writes = self.statements = 0
        self.inside = False
        event.listen(engine, "after_cursor_execute", self._executed)

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        self.writes, self.statements = self.writes + 1, 0
        self._reached(BEFORE)
        with super().writing() as writing:
            self.inside = True
            yield writing
            self.inside = False
            self._reached(WITHIN)
        self._reached(COMMITTED)

    def _executed(self, *_: object) -> None:
        if self.inside:
            self.statements += 1
            self._reached(STATEMENT)

    def _reached(self, point: str) -> None:
        stop = self.stop
        if stop is None or stop.point != point or self.writes != stop.write:
            return
        if point == STATEMENT and self.statements != stop.statement:
            return
        assert self.lines is not None
        self.lines.put("standing", point)
        while True:
            signal.pause()


def play(floor: Floor, rng: random.Random, name: str, lines: Lines) -> None:
    """Ask for things, singly and several at once, and say what became of each."""
    asked = 0
    while True:
        batch: list[Request] = []
        for _ in range(rng.choice([1, 1, 1, 2, MOST_AT_ONCE])):
            asked += 1
            one = wanted(floor, rng)
            batch.append(Request(one.stream, one.actor, one.role, one.command, f"{name}-{asked}"))
        for one in batch:
            lines.put("ask", one.stream, one.actor, one.role.value, json.loads(write(one.command)), one.key)
        for one, reply in zip(batch, floor.submit(*batch), strict=True):
            if isinstance(reply, Accepted):
                lines.put("ack", one.stream, reply.version, one.key)
            else:
                lines.put("no", one.stream, reply.reason.value, one.key)


def run(database: str, seed: int, stop: Stop | None, opened: int) -> None:
    """Open the floor, recover, and play for ever."""
    lines = Lines(opened)
    StoppingStore.stop, StoppingStore.lines = stop, lines
    floor = open_floor(database, store=StoppingStore)
    for one in recover(floor):
        lines.put("ruled", one.table, one.ruling and one.ruling.value, list(one.cites))
    lines.put("playing")
    play(floor, random.Random(seed), f"run-{seed}", lines)


def main() -> None:
    """From the command line."""
    database, seed, *rest = sys.argv[1:]
    stop = Stop(rest[0], int(rest[1]), int(rest[2])) if rest else None
    run(database, int(seed), stop, sys.stdout.fileno())


if __name__ == "__main__":
    main()

"""The bytes that shuffles are drawn from, handed to dieharder: a battery that we did not write.

Each of its tests is a process of its own, fed by another with a stretch of the stream that no other test sees, so that
all cores are busy and none waits for a second test's bytes. What a test came to is kept in a file as soon as it is
over: a campaign that is interrupted, or has no more time, goes on where it was. Every test reads as much as dieharder
asks by default, and what comes out weak is not tried again until it is not: all of them are judged together, once the
last is over (decision 7).
"""

import hashlib
import inspect
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from shutil import which
from typing import Final

import msgspec
from msgspec import Struct

from croupier.floor.values.entropy import Entropy, SystemEntropy
from tests.battery import feeding
from tests.battery.shoe import failed

Test = tuple[int, int | None]
"""The number that dieharder gives a test, and how many bits or numbers it takes together, if there is a choice."""
TESTS: Final[tuple[Test, ...]] = (
    (17, None),  # the longest first, so that no core is left with one of them at the end
    *((203, together) for together in range(32, -1, -1)),
    *((200, together) for together in range(12, 0, -1)),
    *((201, together) for together in range(5, 1, -1)),
    *((number, None) for number in (7, 2, 102, 101)),
    *((number, None) for number in (0, 1, 3, 4, 5, 6, *range(8, 14), 15, 16)),
    *((202, together) for together in range(5, 1, -1)),
    *((number, None) for number in (100, *range(204, 210))),
)
"""All that ``dieharder -a`` runs, but number 14 (sums), of which its author says *Do Not Use*."""
WORDS: Final = ("PASSED", "WEAK", "FAILED")
WEAK: Final = 0.01
"""How often a good stream gives what dieharder calls weak, or failed: a likelihood below 0.005 or above 0.995."""
_ROOT: Final = Path(__file__).parents[2]


class Line(Struct, frozen=True):
    """What dieharder says of one thing that it has counted."""

    text: str

    @property
    def word(self) -> str:
        """Dieharder's own word for it."""
        return self.text.rsplit("|", 1)[-1].strip()

    @property
    def likely(self) -> float:
        """How often a good stream gives something at least so far from the middle, on either side."""
        below = float(self.text.rsplit("|", 2)[-2])
        return 2 * min(below, 1 - below)


class Result(Struct, frozen=True):
    """A test that is over."""

    test: Test
    lines: tuple[Line, ...]
    bytes: int
    """That it was handed."""
    seconds: float


class Assessed(Struct):
    """What a campaign has come to."""

    results: list[Result]
    left: int = 0
    """Tests that are not over."""

    @property
    def lines(self) -> list[Line]:
        """Of every test."""
        return [line for result in self.results for line in result.lines]

    @property
    def wrong(self) -> list[Line]:
        """What a good stream would not give, all of it together but for once in a hundred campaigns."""
        return failed(self.lines)

    def figures(self) -> str:
        """All of it, for a person."""
        lines, wrong = self.lines, self.wrong
        counted = {word: sum(line.word == word for line in lines) for word in WORDS}
        verdict = f"{len(wrong)} that chance does not explain" if wrong else "nothing speaks against it"
        return (
            f"{len(self.results)} tests of dieharder over {sum(one.bytes for one in self.results) / 1e9:,.0f} GB, "
            f"{len(lines)} results: {counted['PASSED']} passed, {counted['WEAK']} weak and {counted['FAILED']} failed, "
            f"of which chance gives {WEAK * len(lines):.1f}, {verdict} at 99 %, "
            f"in {sum(one.seconds for one in self.results):,.0f} s of its time"
        )


def missing() -> str | None:
    """What a person does if dieharder is not there."""
    return None if which("dieharder") else "dieharder is not here; on Debian type: apt-get install dieharder"


def assess(
    tests: Sequence[Test],
    kept: Path,
    done: Callable[[int], None] = lambda _: None,
    *,
    source: type[Entropy] = SystemEntropy,
    workers: int = 2,
    seconds: float = float("inf"),
) -> Assessed:
    """Those of these tests that are not in the file of what is kept, as many as there is time for.

    ``done`` hears how many are over. Once all are, the file is put aside: the next campaign begins anew.
    """
    until, found = time.monotonic() + seconds, dict(_kept(kept, source))
    results = [found[test] for test in tests if test in found]
    done(len(results))
    with kept.open("a", encoding="utf-8") as file, ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(_run, test, source, until) for test in tests if test not in found]
        try:
            for one in as_completed(running):
                if (result := one.result()) is not None:
                    results.append(result)
                    print(msgspec.json.encode(result).decode(), file=file, flush=True)
                    done(len(results))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    assessed = Assessed(results, len(tests) - len(results))
    if not assessed.left:
        kept.replace(kept.with_suffix(".done"))
    return assessed


def _kept(kept: Path, source: type[Entropy]) -> Iterator[tuple[Test, Result]]:
    """What an interrupted campaign over the same source has left; the file is there afterwards, and ends whole."""
    head = f"{source.__module__} {source.__name__} {_digest(source)}"
    lines = kept.read_text("utf-8").splitlines(keepends=True) if kept.exists() else []
    if not lines or lines[0] != f"{head}\n":
        lines = [f"{head}\n"]
    if not lines[-1].endswith("\n"):  # it was killed while it wrote
        lines.pop()
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text("".join(lines) or f"{head}\n", encoding="utf-8")
    for line in lines[1:]:
        result = msgspec.json.decode(line, type=Result)
        yield result.test, result


def _digest(source: type[Entropy]) -> str:
    """Of the code of a source: what another one gave is no evidence for it."""
    return hashlib.sha256(Path(inspect.getfile(source)).read_bytes()).hexdigest()[:16]


def _run(test: Test, source: type[Entropy], until: float) -> Result | None:
    """One test, over a stretch of its own; None if there is no time for it. Raises RuntimeError."""
    began, (number, together) = time.monotonic(), test
    if began >= until:
        return None
    command = ["dieharder", "-g", "200", "-k", "2", "-d", str(number)]
    command += () if together is None else ("-n", str(together))
    feeds = (sys.executable, "-m", feeding.__name__, source.__module__, source.__name__)
    with (
        subprocess.Popen(feeds, cwd=_ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as feeder,
        subprocess.Popen(command, stdin=feeder.stdout, stdout=subprocess.PIPE, text=True) as battery,
    ):
        assert feeder.stdout is not None
        feeder.stdout.close()  # dieharder's alone, so that its end ends the feeding
        try:
            told, _ = battery.communicate(timeout=None if until == float("inf") else until - began)
        except subprocess.TimeoutExpired:
            battery.kill()
            return None
        fed = feeder.stderr.read() if feeder.stderr is not None else ""
    lines = tuple(Line(line.rstrip()) for line in told.splitlines() if line.rstrip().endswith(WORDS))
    if battery.returncode or not lines or not fed.strip().isdigit():
        raise RuntimeError(f"{' '.join(command)} ended with {battery.returncode}, {len(lines)} results and {fed!r}")
    return Result(test, lines, int(fed), time.monotonic() - began)

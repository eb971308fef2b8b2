"""The bytes that shuffles are drawn from, handed to dieharder: a battery that we did not write.

Each of its tests is a process of its own with a stream of its own, so that all cores are busy. What comes out weak is
tried again by dieharder itself, with more bytes, until it is one or the other.
"""

import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from shutil import which
from threading import Thread
from typing import IO, Final

from croupier.floor.chance.entropy import Entropy, SystemEntropy

Test = tuple[int, int | None]
"""The number that dieharder gives a test, and how many bits or numbers it takes together, if there is a choice."""
TESTS: Final[tuple[Test, ...]] = (
    *((203, together) for together in range(33)),  # the longest first
    *((number, None) for number in range(18)),
    *((number, None) for number in (100, 101, 102, 204, 205, 206, 207, 209)),
    *((200, together) for together in range(1, 13)),
    *((number, together) for number in (201, 202) for together in range(2, 6)),
    *((208, together) for together in range(2)),
)
"""All that ``dieharder -a`` runs."""
WORDS: Final = ("PASSED", "WEAK", "FAILED")
_BLOCK: Final = 1 << 20


def missing() -> str | None:
    """What a person does if dieharder is not there."""
    return None if which("dieharder") else "dieharder is not here; on Debian type: apt-get install dieharder"


def assess(
    tests: Iterable[Test],
    done: Callable[[int], None],
    source: Callable[[], Entropy] = SystemEntropy,
    workers: int = 2,
) -> dict[str, list[str]]:
    """Dieharder's lines by its own word for them; ``done`` hears how many tests are over."""
    lines: dict[str, list[str]] = {word: [] for word in WORDS}
    with ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(_run, test, source()) for test in tests]
        for number, one in enumerate(as_completed(running), 1):
            for line in one.result():
                lines[line.rsplit("|", 1)[-1].strip()].append(line)
            done(number)
    return lines


def _run(test: Test, entropy: Entropy) -> list[str]:
    """What dieharder says of one test; a line that is weak is followed by the one that settles it."""
    number, together = test
    command = ["dieharder", "-g", "200", "-Y", "1", "-k", "2", "-d", str(number)]
    command += () if together is None else ("-n", str(together))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as battery:
        assert battery.stdin is not None
        assert battery.stdout is not None
        feeding = Thread(target=_feed, args=(entropy, battery.stdin), daemon=True)
        feeding.start()
        lines = [raw.decode(errors="replace").rstrip() for raw in battery.stdout]
        battery.wait()
        feeding.join()
    return [line for line in lines if line.endswith(WORDS)]


def _feed(source: Entropy, into: IO[bytes]) -> None:
    """As much as it reads."""
    try:
        while True:
            into.write(source.draw(_BLOCK))
    except (BrokenPipeError, ValueError):
        pass

"""The bytes that shuffles are drawn from, handed to dieharder: a battery that we did not write."""

import subprocess
from collections.abc import Callable, Sequence
from shutil import which
from threading import Thread
from typing import IO, Final

from croupier.floor.chance.entropy import Entropy, SystemEntropy

LINES: Final = 114
"""What dieharder prints of all its tests, if none has to be tried again."""
_BLOCK: Final = 1 << 20
_WORDS: Final = ("PASSED", "WEAK", "FAILED")


def missing() -> str | None:
    """What a person does if dieharder is not there."""
    return None if which("dieharder") else "dieharder is not here; on Debian type: apt-get install dieharder"


def assess(
    done: Callable[[int], None], tests: Sequence[str] = ("-a",), entropy: Entropy | None = None
) -> dict[str, list[str]]:
    """Dieharder's lines by its own word for them; what comes out weak it tries again by itself, with more."""
    lines: dict[str, list[str]] = {word: [] for word in _WORDS}
    command = ("dieharder", "-g", "200", "-Y", "1", "-k", "2", *tests)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False) as battery:
        assert battery.stdin is not None
        assert battery.stdout is not None
        feeding = Thread(target=_feed, args=(entropy or SystemEntropy(), battery.stdin), daemon=True)
        feeding.start()
        for raw in battery.stdout:
            line = raw.decode(errors="replace").rstrip()
            for word in _WORDS:
                if line.endswith(word):
                    lines[word].append(line)
            done(sum(map(len, lines.values())))
        battery.wait()
        feeding.join()
    return lines


def _feed(source: Entropy, into: IO[bytes]) -> None:
    """As much as it reads."""
    try:
        while True:
            into.write(source.draw(_BLOCK))
    except (BrokenPipeError, ValueError):
        pass

"""A process that hands a source's bytes on for as long as somebody reads them: ``python -m tests.battery.feeding``.

It is begun once for every test of dieharder, and so imports nothing but its source.
"""

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from croupier.floor.values.entropy import Entropy

_BLOCK: Final = 1 << 18


def feed(source: "Entropy", into: int) -> int:
    """As much as is read at the other end; how many bytes were handed over."""
    fed = 0
    try:
        while True:
            block = source.draw(_BLOCK)
            while block:
                written = os.write(into, block)
                fed, block = fed + written, block[written:]
    except BrokenPipeError:
        return fed


if __name__ == "__main__":
    module, name = sys.argv[1:]
    print(feed(getattr(import_module(module), name)(), sys.stdout.fileno()), file=sys.stderr)

"""Sources of random bytes, and unbiased draws from them.

Code that needs randomness is given an :class:`Entropy`. A table uses the operating system's; a test passes its own.
"""

import os
from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Entropy(Protocol):
    """A source of bytes, each as likely as any other and independent of those before."""

    def draw(self, count: int) -> bytes:
        """Return the next ``count`` bytes; no byte is given twice."""
        ...


class SystemEntropy:
    """The operating system's entropy: the only source that a table for money uses."""

    def draw(self, count: int) -> bytes:
        """Return bytes from the kernel's generator."""
        return os.urandom(count)


def below(entropy: Entropy, count: int) -> int:
    """Draw a number from 0 up to, not including, ``count``; each is equally likely.

    256 is seldom a multiple of ``count``, so a plain remainder would favour small numbers. A byte above the last whole
    multiple is therefore discarded and another one drawn. Raises ValueError unless ``count`` is from 1 to 256.
    """
    if not 1 <= count <= 256:
        raise ValueError(f"one byte cannot choose among {count}")
    fair = 256 - 256 % count
    while True:
        byte = entropy.draw(1)[0]
        if byte < fair:
            return byte % count


def permuted(entropy: Entropy, items: Iterable[T]) -> tuple[T, ...]:
    """Return the items in a new order, each order equally likely: a Fisher-Yates shuffle from the last place down."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(entropy, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)

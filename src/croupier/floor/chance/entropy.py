"""Where chance comes from, and how an order of cards is drawn from it without favouring any.

Code that needs chance is given an :class:`Entropy`. At a table it is the operating system's; a test brings its own.
"""

import os
from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Entropy(Protocol):
    """A source of bytes, each as likely as any other and independent of those before."""

    def draw(self, count: int) -> bytes:
        """The next ``count`` bytes; none is given twice."""
        ...


class SystemEntropy:
    """The operating system's entropy: the only source that a table for money uses."""

    def draw(self, count: int) -> bytes:
        """Bytes from the kernel's generator."""
        return os.urandom(count)


def below(entropy: Entropy, count: int) -> int:
    """A number from 0 up to, not including, ``count``; each is equally likely.

    256 is seldom a multiple of ``count``, so a plain remainder would favour small numbers. A byte from the incomplete
    last stretch is therefore thrown away and another drawn.
    """
    if not 1 <= count <= 256:
        raise ValueError(f"one byte cannot choose among {count}")
    fair = 256 - 256 % count
    while True:
        byte = entropy.draw(1)[0]
        if byte < fair:
            return byte % count


def permuted(entropy: Entropy, items: Iterable[T]) -> tuple[T, ...]:
    """The items in a new order, every order equally likely: Fisher and Yates, from the last place to the first."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(entropy, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)

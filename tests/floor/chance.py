"""Sources of chance that a test owns."""

from collections.abc import Iterable
from random import Random


class SeededEntropy:
    """The same bytes for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def draw(self, count: int) -> bytes:
        return self._random.randbytes(count)


class UsedUpError(Exception):
    """More bytes were wanted than the test gave."""


class GivenEntropy:
    """Just these bytes, and no more."""

    def __init__(self, given: Iterable[int]) -> None:
        self.left = bytes(given)

    def draw(self, count: int) -> bytes:
        if len(self.left) < count:
            raise UsedUpError
        drawn, self.left = self.left[:count], self.left[count:]
        return drawn

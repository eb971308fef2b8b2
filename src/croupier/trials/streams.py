"""Random numbers for simulated rounds: a stream of its own for every chunk, and cards drawn from a deck without bias.

A stream is xoshiro256++ (Blackman and Vigna), begun from the SHA-256 hash of the seed and the chunk's number. A chunk
therefore has the same cards in every process and in every order of the chunks. This generator never deals at a table:
the shoe has :mod:`croupier.floor.values.shuffle`.

Five cards are drawn with one number of 32 bits. Multiplying it by the number of cards that are left gives a place above
the 32 bits and, below them, the randomness left for the next card (Brackett-Rozinsky and Lemire, "Batched Ranged Random
Integer Generation", 2024). If too little is left at the end for all places to be equally likely, the number is drawn
again.
"""

import hashlib
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel

CARDS: Final = 52
HAND: Final = 5
"""The cards that one number of 32 bits draws."""

State = NDArray[np.uint64]

_WORD: Final = 8
"""Bytes."""
_LINES: Final = 16
"""The number of words in two lines of the cache, which processors fetch in pairs."""
_LOW: Final = 0xFFFFFFFF
_HALF: Final = np.uint64(32)
_LOW_HALF: Final = np.uint64(_LOW)


def begin(seed: int, chunk: int, part: str = "") -> State:
    """Begin the stream of a chunk; ``part`` separates several streams of the same chunk."""
    digest = hashlib.sha256(f"croupier {seed} {chunk} {part}".encode()).digest()
    state = apart(len(digest) // _WORD).view(np.uint64)
    state[:] = np.frombuffer(digest, "<u8")
    return state


def apart(*shape: int) -> NDArray[np.int64]:
    """Make zeros that share no line of the processor's cache with other data.

    What one core writes at every round must not lie beside what another one writes: each would wait for the other's
    line, although neither needs it. Small arrays are otherwise packed closely, even those of different threads.
    """
    size = prod(shape)
    return np.zeros(size + 2 * _LINES, np.int64)[_LINES : _LINES + size].reshape(shape)


REDRAWN: Final = np.array(
    [(1 << 32) % prod(range(CARDS - at, CARDS - at - HAND, -1)) for at in range(0, CARDS - HAND, HAND)], np.int64
)
"""The value below which the rest of a number makes it be drawn again, by number of hands drawn before."""


@kernel
def word(state: State) -> np.uint64:
    """Return the next 64 bits."""
    one, two, three, four = state[0], state[1], state[2], state[3]
    sum_ = one + four
    result = ((sum_ << np.uint64(23)) | (sum_ >> np.uint64(41))) + one
    three ^= one
    four ^= two
    state[1] = two ^ three
    state[0] = one ^ four
    state[2] = three ^ (two << np.uint64(17))
    state[3] = (four << np.uint64(45)) | (four >> np.uint64(19))
    return np.uint64(result)


@kernel
def draw(state: State, deck: NDArray[np.int64], hands: int, redrawn: NDArray[np.int64]) -> None:
    """Bring random cards to the front of the deck, five for each of ``hands``; the deck may lie in any order."""
    bits = np.uint64(0)
    for hand in range(hands):
        bits = word(state) if hand & 1 == 0 else bits >> _HALF
        at = HAND * hand
        left = CARDS - at
        while True:
            rest = np.int64(bits & _LOW_HALF)
            rest *= left
            first = rest >> 32
            rest = (rest & _LOW) * (left - 1)
            second = rest >> 32
            rest = (rest & _LOW) * (left - 2)
            third = rest >> 32
            rest = (rest & _LOW) * (left - 3)
            fourth = rest >> 32
            rest = (rest & _LOW) * (left - 4)
            fifth = rest >> 32
            if (rest & _LOW) >= redrawn[hand]:
                break
            bits = word(state)
        deck[at], deck[at + first] = deck[at + first], deck[at]
        deck[at + 1], deck[at + 1 + second] = deck[at + 1 + second], deck[at + 1]
        deck[at + 2], deck[at + 2 + third] = deck[at + 2 + third], deck[at + 2]
        deck[at + 3], deck[at + 3 + fourth] = deck[at + 3 + fourth], deck[at + 3]
        deck[at + 4], deck[at + 4 + fifth] = deck[at + 4 + fifth], deck[at + 4]

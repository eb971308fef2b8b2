"""One digest for many sealed leaves, such that each leaf can be shown by itself.

Neighbours are hashed in pairs, level by level, until one digest is left, the top. Where a level has an odd number of
digests, the last has no neighbour and moves up unchanged; it is never paired with itself, so that no two different rows
of leaves have the same top. The path of a leaf is what it is paired with on the way up. On which side each neighbour
is, and where there is none, follows from the leaf's position and the number of leaves; a path does not say so, and
cannot lie about it.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Final

SCHEME: Final = "croupier-shuffle-1"
"""The name of this way to commit. Every digest begins with it, so that no digest of a later scheme passes for one."""

SIZE: Final = 32
"""The bytes of a digest."""


def digest(purpose: str, *parts: bytes) -> bytes:
    """SHA-256 over ``scheme:purpose:`` and the parts. Each purpose has a name, so none passes for another's."""
    return sha256(b"".join((head(purpose), *parts))).digest()


@cache
def head(purpose: str) -> bytes:
    """What every digest of a purpose begins with."""
    return f"{SCHEME}:{purpose}:".encode()


def joined(left: bytes, right: bytes) -> bytes:
    """Two neighbours as one."""
    return digest("node", left, right)


def levels(leaves: Sequence[bytes]) -> tuple[tuple[bytes, ...], ...]:
    """All levels, from the leaves up to the top, which is alone in the last."""
    if not leaves:
        raise ValueError("a tree needs a leaf")
    node, built = head("node"), [tuple(leaves)]
    while len(below := built[-1]) > 1:
        # Written out, since a verification makes fifty a round: each is ``joined`` of the two.
        pairs = [sha256(node + left + right).digest() for left, right in zip(below[::2], below[1::2], strict=False)]
        built.append((*pairs, *below[len(pairs) * 2 :]))
    return tuple(built)


def path(tree: Sequence[Sequence[bytes]], position: int) -> tuple[bytes, ...]:
    """The neighbours of the leaf at ``position`` on its way up."""
    if not 0 <= position < len(tree[0]):
        raise ValueError(f"there is no position {position} among {len(tree[0])}")
    neighbours = []
    for level in tree[:-1]:
        if position ^ 1 < len(level):
            neighbours.append(level[position ^ 1])
        position >>= 1
    return tuple(neighbours)


def climb(leaf: bytes, position: int, count: int, neighbours: Sequence[bytes]) -> bytes | None:
    """The top that a leaf leads to; None if there is no such position or the path is too short or too long."""
    if not 0 <= position < count:
        return None
    left_over = list(reversed(neighbours))
    reached = leaf
    while count > 1:
        if position ^ 1 < count:
            if not left_over:
                return None
            neighbour = left_over.pop()
            reached = joined(neighbour, reached) if position & 1 else joined(reached, neighbour)
        position, count = position >> 1, (count + 1) >> 1
    return None if left_over else reached

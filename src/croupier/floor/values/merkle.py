"""A Merkle tree: one digest over many leaves, with a proof of inclusion for each leaf.

Neighbours are hashed in pairs, level by level, until one digest is left, the top. Where a level has an odd number of
digests, the last has no neighbour and moves up unchanged. It is never paired with itself, so two different sequences
of leaves never have the same top. The path of a leaf is the list of its neighbours on the way up. The side of each
neighbour, and the levels without one, follow from the leaf's position and the number of leaves. A path does not state
them, and so cannot misstate them.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Final

SCHEME: Final = "croupier-shuffle-1"
"""The name of this commitment scheme. Each digest begins with it, so a digest of another scheme is never accepted."""

SIZE: Final = 32
"""The bytes of a digest."""


def digest(purpose: str, *parts: bytes) -> bytes:
    """Return the SHA-256 over ``scheme:purpose:`` and the parts.

    The purpose separates the domains: a digest for one purpose is never accepted for another.
    """
    return sha256(b"".join((head(purpose), *parts))).digest()


@cache
def head(purpose: str) -> bytes:
    """Return the bytes that each digest of a purpose begins with."""
    return f"{SCHEME}:{purpose}:".encode()


def joined(left: bytes, right: bytes) -> bytes:
    """Return the digest of two neighbours, which stands for both one level up."""
    return digest("node", left, right)


def levels(leaves: Sequence[bytes]) -> tuple[tuple[bytes, ...], ...]:
    """Return all levels from the leaves up; the last holds the top alone. Raises ValueError without a leaf."""
    if not leaves:
        raise ValueError("a tree needs a leaf")
    node, built = head("node"), [tuple(leaves)]
    while len(below := built[-1]) > 1:
        # ``joined`` of each pair, inlined: a verification computes fifty of them a round.
        pairs = [sha256(node + left + right).digest() for left, right in zip(below[::2], below[1::2], strict=False)]
        built.append((*pairs, *below[len(pairs) * 2 :]))
    return tuple(built)


def path(tree: Sequence[Sequence[bytes]], position: int) -> tuple[bytes, ...]:
    """Return the neighbours of the leaf at ``position`` on its way up. Raises ValueError if there is no such leaf."""
    if not 0 <= position < len(tree[0]):
        raise ValueError(f"there is no position {position} among {len(tree[0])}")
    neighbours = []
    for level in tree[:-1]:
        if position ^ 1 < len(level):
            neighbours.append(level[position ^ 1])
        position >>= 1
    return tuple(neighbours)


def climb(leaf: bytes, position: int, count: int, neighbours: Sequence[bytes]) -> bytes | None:
    """Return the top that a leaf leads to.

    None if there is no such position or the path is too short or too long.
    """
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

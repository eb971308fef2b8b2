"""Check a proof of a shuffle without trusting whoever wrote it: the standard library, and nothing of croupier.

    python verify_shuffle.py PROOF.json [ROOT]

ROOT is the root that you were shown before the first wager. Without it, compare the one printed: a proof says nothing
about any other. Exit status: 0 if every opened card lay in its committed place, 1 if not.

The proof is a JSON object; positions are counted from 0, bytes are in hexadecimal:

    scheme    "croupier-shuffle-1"
    root      the House's commitment, 32 bytes
    count     how many cards it covers, at most 52
    seeds     a list, empty if Players gave none: {"player": name, "digest": the SHA-256 sent first,
              "seed": the seed revealed later, or null for a Player who did not reveal, and is left out}
    openings  a list: {"dealt": which card of the deal, "position": where it lay when committed, "card": "As",
              "salt": 16 bytes, "path": the neighbours up to the root, 32 bytes each}

H(purpose, …) is SHA-256 over "croupier-shuffle-1:purpose:" and what follows. A leaf is H(leaf, position, card, salt).
Neighbours are joined as H(node, left, right), level by level; the last of an odd level moves up as it is. The root is
H(root, count, top). A seed's digest is H(seed, root, length of name, name, seed). Seeds permute the committed order:
Fisher and Yates, from the last place down, on the bytes of H(draw, key, 0), H(draw, key, 1), …, leaving out bytes that
would favour some place. The key is H(order, root, number of seeds, and by name: length, name, length, seed). Positions
and count take one byte, lengths and the number of seeds two, the number of a draw eight, the greater first.
"""

import hashlib
import json
import sys
from itertools import count
from pathlib import Path
from typing import Any

DECK = {rank + suit for rank in "23456789TJQKA" for suit in "cdhs"}


def H(purpose: str, *parts: bytes) -> bytes:  # noqa: N802 - so it is called above
    return hashlib.sha256(f"croupier-shuffle-1:{purpose}:".encode() + b"".join(parts)).digest()


def sized(part: bytes) -> bytes:
    return len(part).to_bytes(2, "big") + part


def must(true: bool, otherwise: str) -> None:  # not `assert`, which python -O leaves out
    if not true:
        raise ValueError(otherwise)


def order_dealt(root: bytes, cards: int, seeds: list[Any]) -> list[int]:
    """Check the seeds against their digests; give the committed position of each card dealt."""
    order, revealed = list(range(cards)), []
    must(len({seed["player"] for seed in seeds}) == len(seeds), "a Player is named twice")
    for player, digest, seed in ((entry["player"], entry["digest"], entry["seed"]) for entry in seeds):
        print(f"Player {player!r}, digest {digest}:", "left out, not revealed" if seed is None else "revealed")
        if seed is not None:
            name, secret = sized(player.encode()), bytes.fromhex(seed)
            must(H("seed", root, name, secret).hex() == digest, f"this is not the seed that {player!r} promised")
            revealed.append((player.encode(), name + sized(secret)))
    key = H("order", root, len(revealed).to_bytes(2, "big"), *(told for _, told in sorted(revealed)))
    drawn = (byte for block in count() for byte in H("draw", key, block.to_bytes(8, "big")))
    for last in range(cards - 1 if revealed else 0, 0, -1):
        chosen = next(byte for byte in drawn if byte < 256 - 256 % (last + 1)) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def root_above(card: str, at: int, salt: str, path: list[str], cards: int) -> bytes:
    """Climb from an opened card to the root that it belongs to."""
    width, steps = cards, [bytes.fromhex(step) for step in path]
    reached = H("leaf", bytes([at]), card.encode(), bytes.fromhex(salt))
    while width > 1:
        if at ^ 1 < width:
            must(bool(steps), f"the path of {card} is too short")
            reached = H("node", steps.pop(0), reached) if at % 2 else H("node", reached, steps.pop(0))
        at, width = at // 2, (width + 1) // 2
    must(not steps, f"the path of {card} is too long")
    return H("root", bytes([cards]), reached)


def verify(proof: dict[str, Any], published: str) -> None:
    root, cards, openings = bytes.fromhex(proof["root"]), proof["count"], proof["openings"]
    print("Root", root.hex())
    must(root == bytes.fromhex(published), "this is not the root that was published")
    must(proof["scheme"] == "croupier-shuffle-1" and 1 <= cards <= 52, "this is not a commitment to a deck")
    order = order_dealt(root, cards, proof["seeds"])
    must(len(openings) > 0, "no card is opened")
    for field in ("dealt", "position", "card"):
        must(len({opening[field] for opening in openings}) == len(openings), f"two cards have the same {field}")
    for opening in openings:
        card, dealt, at = opening["card"], opening["dealt"], opening["position"]
        must(card in DECK and len(opening["salt"]) == 32, f"{card!r} is no card with a salt")
        must(0 <= dealt < cards, f"no card was dealt in place {dealt}")
        must(order[dealt] == at, f"{card} in place {dealt} did not come from position {at}")
        must(root_above(card, at, opening["salt"], opening["path"], cards) == root, f"{card} was not in position {at}")
    print(f"{len(openings)} of {cards} cards opened; each was in its committed place")


if __name__ == "__main__":
    try:
        text = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
        verify(text, sys.argv[2] if len(sys.argv) > 2 else text["root"])
    except Exception as wrong:
        sys.exit(f"NOT PROVEN: {wrong}")

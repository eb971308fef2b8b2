"""Proofs as text: what people take home to check that their cards were where the House had committed them.

``examples/verify_shuffle.py`` reads this form, describes it, and shares no code with it. Positions are counted from 0,
bytes are written in hexadecimal.
"""

import json
from collections.abc import Iterable

from croupier.cards import format_card
from croupier.floor.chance.seeds import Seeding, Stage
from croupier.floor.chance.shoe import Shuffle, prove


def proof_json(shuffle: Shuffle, places: Iterable[int], seeding: Seeding | None = None) -> str:
    """The proof for these places in the order of dealing, each listed once: those a person saw, or all for an auditor.

    ``seeding`` is needed when Players were asked for seeds, even if none came; it must be closed and of this shuffle.
    """
    taken = Seeding(shuffle.commitment, Stage.CLOSED) if seeding is None else seeding
    if taken.commitment != shuffle.commitment:
        raise ValueError("these seeds were given for another shuffle")
    order, asked = taken.order, sorted(set(places))
    if not asked or asked[0] < 0 or asked[-1] >= len(order):
        raise ValueError(f"a proof is of at least one place from 0 to {len(order) - 1}")
    seeds = {entry.player: entry.seed.hex() for entry in taken.revealed}
    proof = {
        "scheme": taken.commitment.scheme,
        "root": taken.commitment.root,
        "count": taken.commitment.count,
        "seeds": [
            {"player": entry.player, "digest": entry.digest, "seed": seeds.get(entry.player)}
            for entry in taken.committed
        ],
        "openings": [
            {
                "dealt": place,
                "position": opening.position,
                "card": format_card(opening.card),
                "salt": opening.salt.hex(),
                "path": [neighbour.hex() for neighbour in opening.path],
            }
            for place, opening in zip(asked, prove(shuffle, (order[place] for place in asked)), strict=True)
        ],
    }
    return json.dumps(proof, indent=2) + "\n"

"""Proofs of a finished round's shuffles: for a viewer, of the cards that they saw; for an auditor, of all cards.

A viewer has seen a card if their view of the table showed it at any moment of the round; only the views decide that
(:mod:`croupier.play.banked.view`). The journal holds the cards in the order in which they left the shoe, so the record
gives the place of each card in its shuffle. A proof is text that the viewer keeps: ``examples/verify_shuffle.py`` reads
and describes its form, and shares no code with this module.
"""

import json
from collections.abc import Iterable

from msgspec import Struct

from croupier.cards import UNKNOWN, format_card
from croupier.floor.deciding.shoes import closed
from croupier.floor.journal.store import Reading
from croupier.floor.reading.rounds import moments
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import StreamState, deck_context
from croupier.floor.values.seeds import Seeding, Stage
from croupier.floor.values.shuffle import Shuffle, prove
from croupier.floor.values.table import ModeChanged, ShoeDiscarded, ShuffleCommitted
from croupier.play.banked.events import CardsDealt
from croupier.play.room import events as room_events
from croupier.play.viewer import Viewer
from croupier.rules.terms import Role


class ProofError(ValueError):
    """A refusal to give a proof to this viewer; the message is a sentence for them."""


class Shown(Struct):
    """One shuffle of a round, and the cards of it that the viewer has seen."""

    number: int
    count: int
    places: set[int]
    """The places of the cards that were seen, in the order of dealing, from 0."""
    dealt: int = 0
    seeding: Seeding | None = None


def proofs_for(
    floor: Floor, table: str, round_: int, viewer: Viewer, begun: StreamState | None = None
) -> tuple[str, ...]:
    """Return a proof for each shuffle of a round of which the viewer has seen a card.

    ``begun`` is the state in which this round or an earlier one began, if the caller has it: the replay starts there.
    Raises :class:`ProofError` if the table, the round, or a card that the viewer saw does not exist.
    """
    stream = f"table:{table}"
    if stream not in floor.streams:
        raise ProofError(f"there is no table {table[:40]}")
    state = floor.table(table)
    if not state.info.shuffles and not state.info.automatic:
        raise ProofError("at this table a Dealer enters the cards: there is no shuffle to prove")
    if not 1 <= round_ <= state.engine.rounds:
        raise ProofError(f"there has been no round {round_} at this table")
    if round_ == state.engine.rounds and state.running:
        raise ProofError(f"round {round_} is still in play: proofs are given when it is over")
    with floor.store.reading() as reading:
        shuffles = _shown(floor, reading, stream, round_, viewer, begun)
        if not shuffles:
            raise ProofError(f"in round {round_} a Dealer entered the cards: there is no shuffle to prove")
        seen = [one for one in shuffles if one.places]
        if not seen:
            raise ProofError(f"in round {round_} you have seen no card")
        return tuple(proof_json(_deck(floor, reading, stream, one.number), one.places, one.seeding) for one in seen)


def _deck(floor: Floor, reading: Reading, stream: str, number: int) -> Shuffle:
    sealed = reading.deck(stream, number)
    assert sealed is not None, "every commitment has its sealed deck"
    return floor.keys.unseal(sealed, deck_context(stream, number))


def _shown(
    floor: Floor, reading: Reading, stream: str, round_: int, viewer: Viewer, begun: StreamState | None
) -> list[Shown]:
    """Return the shuffles of a round with the places that the viewer saw."""
    shuffles: list[Shown] = []
    lies: dict[str, tuple[Shown, int]] = {}
    """The shuffle that each card was dealt from last, and its place there, by card."""
    for moment in moments(floor, reading, stream, round_, begun):
        state, event = moment.state, moment.event
        if isinstance(event, ModeChanged):
            if moment.opened:
                break  # the round is over
            shuffles = []  # they were prepared and not used
        elif isinstance(event, ShuffleCommitted):
            if not state.running:
                if moment.opened:
                    break  # the next round's
                shuffles = []
            shuffles.append(Shown(event.number, event.count, set()))
        elif isinstance(event, ShoeDiscarded):
            if not state.running and moment.opened:
                break  # the next round's
            shuffles = [one for one in shuffles if one.number != event.number]
        elif isinstance(event, CardsDealt | room_events.CardsDealt) and moment.opened and shuffles:
            _place(shuffles[-1], event, lies)
        if shuffles and state.info.root and state.info.seeding is not None:
            shuffles[-1].seeding = state.info.seeding
        for card in state.faces(viewer) if moment.opened else ():
            if card in lies:
                shuffle, place = lies[card]
                shuffle.places.add(place)
    for one in shuffles:
        one.seeding = None if one.seeding is None else closed(one.seeding)
        if viewer.role is Role.AUDITOR:
            one.places = set(range(one.count))
    return shuffles


def _place(shuffle: Shown, event: CardsDealt | room_events.CardsDealt, lies: dict[str, tuple[Shown, int]]) -> None:
    for card in event.cards:
        if card != UNKNOWN:
            lies[format_card(card)] = (shuffle, shuffle.dealt)
        shuffle.dealt += 1


# ---- Proofs as text -------------------------------------------------------------------------------------------------


def proof_json(shuffle: Shuffle, places: Iterable[int], seeding: Seeding | None = None) -> str:
    """Return the text of the proof for these places in the order of dealing; each is listed once.

    ``seeding`` is needed if Players were asked for seeds, even if none came. Raises ValueError if it is of another
    shuffle, or if a place is missing or outside the shuffle; :class:`SeedError` if it is not closed.
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

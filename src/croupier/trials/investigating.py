"""Tests of whether the cards of every table, Dealer and Player can be chance, against the rest of the same deck.

Two questions are asked of every hand, and neither depends on how a person plays:

- **dealt**: how good the cards of a box are, among the other hands that the rest of the deck would have made;
- **played**: how a box that was not folded stood against the Dealer, among how it would have stood with other cards in
  place of those that its Player had not seen at their last decision.

In a fair deal every place among them is equally likely, independent of earlier wagers and decisions, so sums of places
have one known distribution (:func:`tails`). Decision 54 has the reasons.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import exp, log10, prod
from random import Random
from typing import Final, Literal, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import DECK, UNKNOWN, Card, rank_of
from croupier.floor.reading.dealt import Dealt, Seen
from croupier.play.banked.state import Box, Round, Table
from croupier.rulebooks import as_banked, load_rulebook
from croupier.rules.banked import BankedGame
from croupier.rules.game import Game

Kind = Literal["table", "dealer", "player"]
Question = Literal["dealt", "played"]
_Key = tuple[Kind, str, str, Question]

RATE: Final = 0.01
"""The chance that an honest floor is found to be outside of chance: once in a hundred investigations."""
FEWEST: Final = 10
"""Fewer rounds than this say nothing."""
LEAST: Final = 1e-12
"""The least chance that is told apart: sums of floating-point numbers are not exact below it."""
_BETS: Final = np.array([bet / 20 for bet in range(-19, 20) if bet])
"""Shares of a fortune that are staked on the next place being high, or, below zero, low."""


class Place(NamedTuple):
    """The place of a hand among others that were equally likely; unknown if its cards were not seen."""

    others: int
    below: int = 0
    equal: int = 0
    lot: int = 0
    """The number of its equals that are put below it, from 0 to ``equal``."""
    known: bool = True


class Look(Struct, frozen=True):
    """One question about a table, a Dealer or a Player."""

    kind: Kind
    name: str
    place: str
    """The place: ``box 3``, or ``seat 3`` in the poker room; empty for all boxes of a Player together."""
    question: Question
    rounds: int
    unknown: int
    """The number of its hands that were not seen; they count against a finding."""
    high: bool
    """True if the box did better than half of what was equally likely."""
    chance: float
    """The chance of a result as unusual in an honest house, on either side."""
    among_all: float
    """The chance of a result as unusual, for the most unusual of as many looks (Holm's correction)."""
    found: bool
    """True if the look is outside of chance at the given rate."""


class Investigation(Struct, frozen=True):
    """The findings from a journal."""

    rate: float
    rounds: int
    left_out: int
    """Rounds that are void, or in which something went wrong that was ruled on."""
    too_few: int
    """Looks that were not taken, because there were fewer rounds than :data:`FEWEST`."""
    looks: tuple[Look, ...]
    """The most unusual first."""

    @property
    def found(self) -> tuple[Look, ...]:
        """The looks that are outside of chance."""
        return tuple(one for one in self.looks if one.found)


def investigate(rounds: Iterable[Dealt], rate: float = RATE) -> Investigation:
    """Look at every table, Dealer and Player of these rounds. Only sums are kept, however many rounds there are."""
    found: dict[_Key, _Sum | _Fortune] = {}
    number = left_out = 0
    for dealt in rounds:
        number += 1
        if dealt.ruled:
            left_out += 1
            continue
        for question, of_box in places(dealt).items():
            owned: dict[str, list[Place]] = {}
            for box, (player, place) in of_box.items():
                where = f"{'box' if isinstance(dealt.engine, Table) else 'seat'} {box}"
                found.setdefault(("table", dealt.table, where, question), _Sum()).take([place])
                if dealt.dealer:
                    found.setdefault(("dealer", dealt.dealer, where, question), _Sum()).take([place])
                if dealt.named:
                    owned.setdefault(player, []).append(place)
            for player, theirs in owned.items():
                found.setdefault(("player", player, "", question), _Fortune()).take(theirs)
    enough = {key: one for key, one in found.items() if one.rounds >= FEWEST}
    return Investigation(rate, number, left_out, len(found) - len(enough), _corrected(enough, rate))


def _corrected(found: "dict[_Key, _Sum | _Fortune]", rate: float) -> tuple[Look, ...]:
    """Apply Holm's correction: multiply the smallest of n chances by n, the next by n - 1, in ascending order."""
    asked = sorted(((*one.chance(), key, one) for key, one in found.items()), key=lambda row: (row[0], row[2]))
    looks, least, stopped = [], 0.0, False
    for at, (chance, high, key, one) in enumerate(asked):
        least = min(1.0, max(least, chance * (len(asked) - at)))
        stopped = stopped or least > rate
        looks.append(Look(*key, one.rounds, one.unknown, high, chance, least, not stopped))
    return tuple(looks)


def sentence(look: Look) -> str:
    """Describe what a look shows, in plain words, without an explanation."""
    subject = {"table": f"at {look.name}", "dealer": f"dealt by {look.name}", "player": look.name}[look.kind]
    what = {
        ("dealt", True): "had better cards than chance deals",
        ("dealt", False): "had poorer cards than chance deals",
        ("played", True): "did better after the last decision than chance does",
        ("played", False): "did worse after the last decision than chance does",
    }[look.question, look.high]
    who = f"{look.place.capitalize()} {subject}" if look.place else subject
    return f"{who} {what}, in {look.rounds:,} rounds: as much happens by chance once in {once_in(look.chance)} times"


def once_in(chance: float) -> str:
    """Write a chance as one in how many, rounded to two figures: ``4,300``."""
    if chance <= LEAST:
        return "a million million or more"
    often = 1 / chance
    return f"{often:.1f}" if often < 10 else f"{round(often, 1 - int(log10(often))):,.0f}"


# --- places --------------------------------------------------------------------------------------------------------


def places(dealt: Dealt) -> dict[Question, dict[int, tuple[str, Place]]]:
    """Return the place of every box, or seat, of a round, with its Player.

    The same round gives the same places.
    """
    name = f"croupier investigation {dealt.table} {dealt.engine.rounds}"
    chance = Random(hashlib.sha256(name.encode()).digest())
    deck = chance.sample(DECK, len(DECK))
    game = load_rulebook(dealt.engine.rulebook)
    round_ = dealt.engine.round
    assert round_ is not None, "it is over"
    if not isinstance(round_, Round):
        hands = {hand.seat: (hand.player, hand.cards) for hand in round_.hands if hand.cards}
        return {"dealt": {seat: (who, _dealt(game, cards, deck, chance)) for seat, (who, cards) in hands.items()}}
    valid = [box for box in round_.boxes if box.cards and not box.out and not box.undealt]
    found: dict[Question, dict[int, tuple[str, Place]]] = {
        "dealt": {box.number: (box.player, _dealt(game, box.cards, deck, chance)) for box in valid},
        "played": {},
    }
    for box in valid:
        seen = dealt.seen.get(box.number)
        if seen is not None and not box.folded:
            own = [card for one in valid if one.player == box.player for card in one.cards]
            place = _played(as_banked(game), round_, box, own, seen, deck, chance)
            if place is not None:
                found["played"][box.number] = (box.player, place)
    return found


def _dealt(game: Game, cards: Sequence[Card], deck: Sequence[Card], chance: Random) -> Place:
    """Place a hand among the other hands that the rest of the deck would have made."""
    if UNKNOWN in cards:
        return Place((len(DECK) - len(cards)) // len(cards), known=False)
    own = _strength(game, cards)
    return _place(own, [_strength(game, other) for other in _others(deck, cards, cards)], chance)


def _strength(game: Game, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return how high cards rank: by the document if they make a hand; two cards as a pair, or by the higher one."""
    if len(cards) == game.hand.cards:
        return (game.hand.rank(cards),)
    ranks = sorted((rank_of(card) for card in cards), reverse=True)
    often = sorted(((ranks.count(rank), rank) for rank in ranks), reverse=True)
    return tuple(number for pair in often for number in pair)


def _played(
    game: BankedGame, round_: Round, box: Box, own: Sequence[Card], seen: Seen, deck: Sequence[Card], chance: Random
) -> Place | None:
    """Place a box's result against the Dealer among its results with other cards in place of the hidden ones.

    Hidden are the cards that its Player had not seen at their last decision. Results compare first by whether the box
    won, then by how little the Dealer had. None if no card was hidden.
    """
    hidden = [at for at in range(len(round_.dealer)) if at not in seen.dealer]
    came = (*round_.community[seen.community :], *(round_.dealer[at] for at in hidden))
    open_ = round_.community[: seen.community]
    known = (*own, *open_, *(round_.dealer[at] for at in seen.dealer))
    if not came:
        return None
    if UNKNOWN in (*came, *known):
        return Place((len(DECK) - len(known)) // len(came) - 1, known=False)
    turned, dealer = len(round_.community) - seen.community, list(round_.dealer)

    def stood(cards: Sequence[Card]) -> tuple[int, int]:
        community = (*open_, *cards[:turned])
        for at, card in zip(hidden, cards[turned:], strict=True):
            dealer[at] = card
        mine, theirs = game.rank(box.cards, community), game.rank(tuple(dealer), community)
        return (mine > theirs) - (mine < theirs), -theirs

    return _place(stood(came), [stood(other) for other in _others(deck, known, came)], chance)


def _others(deck: Sequence[Card], known: Sequence[Card], came: Sequence[Card]) -> Iterator[Sequence[Card]]:
    """Return sets of as many cards as came, from those of a shuffled deck that neither were known nor came.

    Together with the cards that came they are a deck cut into parts, each of which was equally likely to come.
    """
    gone = {*known, *came}
    rest = [card for card in deck if card not in gone]
    return (rest[at : at + len(came)] for at in range(0, len(rest) - len(came) + 1, len(came)))


def _place(own: tuple[int, ...], others: Sequence[tuple[int, ...]], chance: Random) -> Place:
    equal = sum(other == own for other in others)
    return Place(len(others), sum(other < own for other in others), equal, chance.randint(0, equal))


# --- sums ----------------------------------------------------------------------------------------------------------


class _Sum:
    """One place a round, added up: for tables and Dealers, whose rounds the House's roster counts."""

    def __init__(self) -> None:
        self.rounds = self.unknown = self.low = self.high = 0
        self._sizes: dict[int, int] = {}

    def take(self, places: Sequence[Place]) -> None:
        """Add the place of a round."""
        (one,) = places
        self.rounds += 1
        self.unknown += not one.known
        self._sizes[one.others] = self._sizes.get(one.others, 0) + 1
        self.low += one.below + one.lot if one.known else 0
        self.high += one.below + one.lot if one.known else one.others

    def chance(self) -> tuple[float, bool]:
        """Return the chance of a sum this far from the middle on either side, and whether it is above.

        Hands that were not seen count as the lowest if the sum is high, and as the highest if it is low.
        """
        below = tails(tuple(sorted(self._sizes.items())))
        up = float(below[len(below) - 1 - self.low])  # by symmetry, which avoids subtracting nearly 1 from 1
        down = float(below[self.high])
        return max(LEAST, min(1.0, 2 * min(up, down))), up <= down


@lru_cache(1024)
def tails(sizes: tuple[tuple[int, int], ...]) -> NDArray[np.float64]:
    """Return how likely a sum of places is at most each number; each place is from 0 to ``others``, all equally likely.

    ``sizes`` has how many places there are by ``others``. The result is exact to twelve decimals, by the Fourier
    transform.
    """
    most = sum(others * number for others, number in sizes)
    length = 1 << most.bit_length()
    waves = [np.fft.rfft(np.full(others + 1, 1 / (others + 1)), length) ** number for others, number in sizes]
    return np.cumsum(np.fft.irfft(prod(waves[1:], start=waves[0]), length)[: most + 1])


class _Fortune:
    """The fortune of bets on a Player's places: a test that allows for Players who come and go when they like.

    If every place is equally likely, no way of betting gains on average, and no moment to leave helps: at any moment,
    however it is chosen, a fortune has grown to ``n`` times its beginning with a chance of one in ``n`` at most.
    """

    def __init__(self) -> None:
        self.rounds = self.unknown = 0
        self._logs = np.zeros(len(_BETS))

    def take(self, places: Sequence[Place]) -> None:
        """Add the places of a round, one for each of the Player's boxes: their middle, from -1 to 1."""
        self.rounds += 1
        self.unknown += sum(not one.known for one in places)
        low = sum(_middle(one, -1) for one in places) / len(places)
        high = sum(_middle(one, 1) for one in places) / len(places)
        self._logs += np.log1p(_BETS * np.where(_BETS > 0, low, high))

    def chance(self) -> tuple[float, bool]:
        """Return an upper bound of the chance, and whether it is the bets on high places that have grown."""
        most = float(self._logs.max())
        grown = most + float(np.log(np.mean(np.exp(self._logs - most))))
        up, down = (float(self._logs[side].max()) for side in (_BETS > 0, _BETS < 0))
        return max(LEAST, min(1.0, exp(-grown))), up >= down


def _middle(one: Place, unknown: int) -> float:
    return (2 * one.below + one.equal) / one.others - 1 if one.known else unknown

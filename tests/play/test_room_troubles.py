"""Several things go wrong in one round of poker: whatever they are, chips stay chips and the round comes to an end."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room import act, open_room
from croupier.play.room.commands import JoinTable, LeaveTable, OpenRound, RoomCommand
from croupier.play.room.events import IrregularityRuled
from croupier.play.room.state import Table
from croupier.rulebooks import load_room
from croupier.rules.room import RoomGame
from croupier.rules.terms import Role
from tests.play.room_checks import held
from tests.play.room_walk import irregularity, onward

TRIES = 60
"""So many reports are tried at one moment until one of them can be ruled on."""


class Round:
    """A round under way, every step of which is looked at."""

    def __init__(self, seed: int, *, hidden: bool) -> None:
        self.game: RoomGame = load_room("rws-poker")
        self.rng = random.Random(seed)
        self.hidden = hidden
        self.table: Table = open_room(self.game, {"minimum_stake": 200, "rake_unit": 100})
        self.ruled: list[str] = []
        for seat in range(1, self.rng.randint(2, 6) + 1):
            stake = self.rng.choice([300, 1_000, 5_000, 20_000])
            self.do(Role.PLAYER, JoinTable(seat, stake), f"player-{seat}")
        self.chips = held(self.table)
        self.do(Role.DEALER, OpenRound())

    def do(self, role: Role, command: RoomCommand, actor: str = "dealer") -> bool:
        """Whether a command was accepted; what it left is sound."""
        return self.take(Deed(Actor(actor, role), command))

    def take(self, deed: Deed[RoomCommand]) -> bool:
        turn = act(self.game, self.table, deed.actor, deed.command)
        if isinstance(turn, Refusal):
            return False
        self.table = turn.table
        self.ruled += [event.irregularity for event in turn.events if isinstance(event, IrregularityRuled)]
        for hand in self.table.round.hands if self.table.round is not None else ():
            assert min(hand.stack, hand.bet, hand.put, hand.dead) >= 0
        return True

    def onward(self) -> None:
        """One step of the round, which is always on offer."""
        deed = onward(self.game, self.table, self.rng, self.hidden)
        assert deed is not None, "nothing is on offer, and the round is not over"
        self.take(deed)

    def trouble(self) -> None:
        """Something goes wrong, or the round is over before anything could."""
        for _ in range(TRIES):
            if not self.table.playing or self.do(Role.DEALER, irregularity(self.game, self.table, self.rng)):
                return


def play(seed: int, troubles: int, *, hidden: bool) -> Round:
    """A round with so many troubles at any moments; a Player who has folded may leave in between."""
    round_ = Round(seed, hidden=hidden)
    moments = {round_.rng.randint(0, 40) for _ in range(troubles)}
    for step in range(1_000):
        if not round_.table.playing:
            break
        if step in moments:
            round_.trouble()
        elif round_.rng.random() < 0.05:
            hands = round_.table.round.hands if round_.table.round is not None else ()
            gone = [hand for hand in hands if hand.folded and not hand.gone]
            if gone and round_.do(Role.PLAYER, LeaveTable(gone[0].seat), gone[0].player):
                round_.chips -= gone[0].stack
        else:
            round_.onward()
        paid = sum(hand.gone for hand in round_.table.round.hands) if round_.table.round is not None else 0
        void = round_.table.round is not None and round_.table.round.voided
        assert held(round_.table) == round_.chips or (paid and void)  # who has left is paid what he had put in
    assert not round_.table.playing, "the round does not end"
    return round_


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 4), st.booleans())
def test_a_round_with_several_troubles_ends_with_all_its_chips(seed: int, troubles: int, hidden: bool) -> None:
    play(seed, troubles, hidden=hidden)


@pytest.mark.long
def test_the_rounds_above_have_troubles_enough() -> None:
    """Every kind that can be reported in a round comes up, and many rounds have several that do not void them."""
    found: Counter[str] = Counter()
    several = 0
    for seed in range(600):
        round_ = play(seed, 4, hidden=bool(seed % 2))
        found.update(round_.ruled)
        several += len(round_.ruled) > 1
    wanted = set(load_room("rws-poker").irregularities.rules)
    assert wanted - found.keys() <= {"player_absent", "player_joins", "player_returns"}
    assert several > 100

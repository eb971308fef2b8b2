"""What must always hold in the poker room, whatever people do at a table."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.play.refusal import Refusal
from croupier.play.room import act
from croupier.play.room.commands import TakeDecision
from croupier.play.room.state import NOBODY, Table
from croupier.rulebooks import load_room
from croupier.rules.room import RoomGame
from tests.play.room_checks import Blinds, Check, Chips, Options, Replay, Views, untouched
from tests.play.room_walk import onward, walk

COMMANDS = 300
seeds = st.integers(0, 2**32 - 1)
thorough = settings(max_examples=6, deadline=None)
"""As many as each needs by itself; three times as many walks are made under all of them together, in the long run."""


def watch(seed: int, commands: int, *checks: Check) -> None:
    """A walk under the eyes of these checks."""
    game = load_room("rws-poker")
    for step in walk(game, random.Random(seed), commands):
        for check in checks:
            check(game, step)


def all_checks(seed: int) -> tuple[Check, ...]:
    """Every check that follows a walk."""
    return Chips(), untouched, Replay(), Options(seed), Blinds(), Views()


@thorough
@given(seeds)
def test_chips_and_rake_together_stay_the_same(seed: int) -> None:
    watch(seed, COMMANDS, Chips())


@thorough
@given(seeds)
def test_a_refused_command_leaves_the_table_untouched(seed: int) -> None:
    watch(seed, COMMANDS, untouched)


@thorough
@given(seeds)
def test_replaying_the_events_gives_the_same_table(seed: int) -> None:
    watch(seed, COMMANDS, Replay())


@thorough
@given(seeds)
def test_what_is_offered_is_accepted_and_nothing_else(seed: int) -> None:
    watch(seed, COMMANDS, Options(seed))


@thorough
@given(seeds)
def test_the_big_blind_goes_round_and_missed_blinds_stay_owed(seed: int) -> None:
    watch(seed, COMMANDS, Blinds())


@thorough
@given(seeds)
def test_a_hand_is_found_by_its_seat_whoever_sits_out_and_wherever_the_button_is(seed: int) -> None:
    for step in walk(load_room("rws-poker"), random.Random(seed), COMMANDS):
        if step.after.round is not None:
            at = {hand.seat: place for place, hand in enumerate(step.after.round.hands)}
            assert all(step.after.round.place(seat) == at.get(seat, NOBODY) for seat in range(12))


@thorough
@given(seeds)
def test_no_view_holds_a_card_its_viewer_may_not_see(seed: int) -> None:
    watch(seed, COMMANDS, Views())


def finish(game: RoomGame, table: Table, rng: random.Random) -> int:
    """Only what is on offer, until the round is over: how many commands that took."""
    taken = 0
    while table.playing:
        deed = onward(game, table, rng)
        assert deed is not None, "nothing is on offer, and the round is not over"
        turn = act(game, table, deed.actor, deed.command)
        taken += 1
        assert taken < 1_000, "the round does not end"
        if isinstance(turn, Refusal):  # a decision that folds a hand which is out already; there are others
            assert isinstance(deed.command, TakeDecision), (deed, turn)
            continue
        table = turn.table
    return taken


def every_round_ends(seed: int) -> None:
    """From wherever it stands."""
    game, rng = load_room("rws-poker"), random.Random(seed)
    for step in walk(game, random.Random(seed), COMMANDS, trouble=0.1):
        if step.after.playing and rng.random() < 0.1:
            finish(game, step.after, rng)


@thorough
@given(seeds)
def test_every_round_ends_from_wherever_it_stands(seed: int) -> None:
    every_round_ends(seed)


@pytest.mark.long
@settings(max_examples=18, deadline=None)
@given(seeds)
def test_all_of_it_holds_on_more_walks(seed: int) -> None:
    watch(seed, COMMANDS, *all_checks(seed))
    every_round_ends(seed)


def campaign(seed: int, rounds: int) -> int:
    """One table under every check for about so many rounds; how many it had. For the soak."""
    game, checks, played = load_room("rws-poker"), all_checks(seed), 0
    for step in walk(game, random.Random(seed), rounds * 40):
        for check in checks:
            check(game, step)
        played = step.after.rounds
        if played >= rounds:
            break
    return played


@pytest.mark.long
def test_walks_reach_what_they_are_meant_to() -> None:
    """The walks above are worth something: every event happens, and tables fill."""
    game = load_room("rws-poker")
    happened: Counter[str] = Counter()
    for seed in range(30):
        for step in walk(game, random.Random(seed), 500, trouble=0.1):
            if isinstance(step.outcome, Refusal):
                happened["refused"] += 1
                continue
            happened.update(type(event).__name__ for event in step.outcome.events)
            happened[f"{len(step.after.seats)} Players"] += 1
    wanted = {"RoundVoided", "HandFolded", "HandMucked", "ActedOutOfTurn", "CardDiscarded", "DecisionTaken"}
    wanted |= {"BlindMissed", "PaymentChosen", "PlayerLeft", "StreetTakenBack", "CardsReconstructed", "9 Players"}
    wanted |= {"CardCorrected"}
    assert wanted <= happened.keys()
    assert happened["RoundEnded"] > 500
    assert happened["refused"] > 500

"""House and Player: sums of shifts, what caps cut, and going broke, beside what can be calculated."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from math import exp, isclose
from multiprocessing import get_context
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.notation.problem import InputError
from croupier.trials.plan import Plan
from croupier.trials.playing import keep, trial_of
from croupier.trials.swings import (
    House,
    Kept,
    Player,
    Story,
    broke_within,
    exponent,
    of_house,
    of_player,
    play_periods,
    take_up_swings,
    told_of_house,
    told_of_player,
)

STUD = Plan("rws-casino-stud", 1, seed=9, strategy="pair", ante=2_500)
COIN = {-1: Fraction(1, 2), 1: Fraction(1, 2)}
UNFAIR = {-100: Fraction(3, 5), 100: Fraction(2, 5)}
SKEWED = {-2: Fraction(1, 2), -1: Fraction(1, 4), 0: Fraction(1, 8), 5: Fraction(1, 8)}


# --- calculated ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("won", [COIN, SKEWED])
@pytest.mark.parametrize(("spare", "rounds"), [(0, 1), (0, 5), (1, 4), (2, 6), (3, 3), (20, 6)])
def test_the_chance_of_going_broke_is_that_of_all_sequences(won: dict[int, Fraction], spare: int, rounds: int) -> None:
    total = Fraction(0)
    for steps in product(won.items(), repeat=rounds):
        money, chance, broke = spare, Fraction(1), False
        for net, often in steps:
            money, chance = money + net, chance * often
            broke |= money < 0
        total += chance if broke else 0
    assert broke_within(won, spare, rounds) == pytest.approx(float(total), abs=1e-12)


def test_too_many_amounts_are_not_followed() -> None:
    assert broke_within({-1: Fraction(1, 2), 10_000_000: Fraction(1, 2)}, 5_000_000, 90_000_000) is None


def test_the_exponent_of_a_coin_is_the_gamblers() -> None:
    # A House that wins 100 with 3/5 is ever 100 C behind with a chance of (2/3) ** C.
    rate = exponent(UNFAIR)
    assert rate is not None
    assert isclose(exp(-rate * 100), 2 / 3, rel_tol=1e-9)
    assert exponent(COIN) is None
    assert exponent({-5: Fraction(1)}) is None


# --- simulated -----------------------------------------------------------------------------------------------------


def house_of(plan: Plan, tables: int, pace: int, days: int) -> House:
    """As it comes out on two threads."""
    return told_of_house(played(of_house(plan, tables, pace, days)), tables, days)


def player_of(plan: Plan, sessions: int, rounds: int, bankroll: int) -> Player:
    """Likewise."""
    return told_of_player(played(of_player(plan, sessions, rounds)), bankroll)


def played(story: Story) -> Story:
    with ThreadPoolExecutor(2) as executor:
        play_periods(story, executor, 2)
    return story


def test_a_house_keeps_what_its_shifts_keep() -> None:
    house = house_of(replace(STUD, boxes=3), 4, 30, 31)
    assert house.rounds == 4 * 30 * 24 * 31
    holds = {one.period: one for one in house.holds}
    assert [(one.period, one.number) for one in house.holds] == [("shift", 372), ("day", 31), ("month", 1)]
    assert holds["shift"].low < holds["day"].low < holds["day"].high < holds["shift"].high
    assert holds["shift"].mean == pytest.approx(house.kept / house.staked)
    for name in ("shift", "day"):
        one = holds[name]
        wide = one.normal_high - one.normal_low
        assert abs((one.high - one.low) - wide) < 0.4 * wide, name
    assert house.down >= max(0, holds["shift"].worst)
    assert house.expected is not None
    assert house.exponent is not None
    assert house.reserve is not None
    assert exp(-house.exponent * house.reserve) <= 0.001


def test_a_cap_cuts_above_its_number_and_not_at_it() -> None:
    # BET of twice the Ante, 250 to 1 for a Royal Flush, at most SGD 100,000.00: up to an Ante of SGD 200.00 in full.
    at, above = (house_of(replace(STUD, ante=ante), 1, 10, 1).caps[0] for ante in (20_000, 20_100))
    assert at.rows == ()
    assert (above.rows, above.wager, above.most) == (("royal_flush",), "bet", 10_000_000)
    chance = trial_of(replace(STUD, ante=20_100)).expected_rows()["bet.royal_flush"]
    assert above.often == pytest.approx(float(chance * 240))
    assert above.saves == pytest.approx(float(chance * 240 * (250 * 2 * 20_100 - 10_000_000)))


@pytest.mark.parametrize("bankroll", [20_000, 100_000])
def test_players_go_broke_as_often_as_is_calculated(bankroll: int) -> None:
    player = player_of(STUD, 20_000, 50, bankroll)
    assert player.broke_exact is not None
    spread = (player.broke_exact * (1 - player.broke_exact) / player.sessions) ** 0.5
    assert abs(player.broke - player.broke_exact) < 4 * spread + 1e-9
    assert player.result.least >= 3 * STUD.ante - bankroll - 3 * STUD.ante
    assert 0 < player.ahead < 0.6


@pytest.mark.parametrize(
    ("tables", "pace", "days", "sentence"),
    [
        (0, 30, 1, "--tables"),
        (1, 0, 1, "--pace"),
        (1, 30, 0, "--days"),
        (1, 1_001, 1, "--pace"),
        (1, 30, 36_501, "--days"),
        (10_000, 30, 334, "--days: 10,020,000 shifts at all tables are too many, 10,000,000 the most"),
    ],
)
def test_what_no_house_is_like_is_refused(tables: int, pace: int, days: int, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        of_house(STUD, tables, pace, days)


def test_the_largest_house_is_not_refused() -> None:
    assert of_house(STUD, 10_000, 1_000, 333).plan.rounds == 10_000 * 8 * 1_000 * 3 * 333


def test_a_bankroll_covers_a_round_or_is_refused() -> None:
    story = played(of_player(STUD, 1, 1))
    told_of_player(story, 7_500)
    with pytest.raises(InputError, match="--bankroll: a round may take 7500 cents"):
        told_of_player(story, 7_499)
    for sessions, rounds in ((0, 1), (1, 0), (10_000_001, 1), (1, 100_001)):
        with pytest.raises(InputError, match="--session"):
            of_player(STUD, sessions, rounds)


# --- taken up again --------------------------------------------------------------------------------------------------


MANY = replace(STUD, boxes=2)
"""Three chunks of it are played for a House of 50 tables and 85 days."""


@pytest.mark.long
def test_processes_and_a_run_in_pieces_come_to_the_same(tmp_path: Path) -> None:
    whole = played(of_house(MANY, 50, 30, 85))
    assert whole.chunks == 3
    file = tmp_path / "run.json"
    wanted = Kept(of_player(MANY, 10, 10), of_house(MANY, 50, 30, 85))

    class KilledError(Exception):
        pass

    def kill(story: Story) -> None:
        keep(file, Kept(wanted.player, story))
        raise KilledError

    # It is killed after each chunk, and another goes on.
    for _ in range(whole.chunks - 1):
        begun = take_up_swings(file, wanted).house if file.exists() else of_house(MANY, 50, 30, 85)
        with ThreadPoolExecutor(1) as executor, pytest.raises(KilledError):
            play_periods(begun, executor, 1, kill)
    last = take_up_swings(file, wanted).house
    assert last.chunks == whole.chunks - 1
    with ProcessPoolExecutor(1, get_context("spawn")) as another:
        play_periods(last, another)
    assert msgspec.json.encode(last) == msgspec.json.encode(whole)
    assert told_of_house(last, 50, 85) == told_of_house(whole, 50, 85)


def test_a_checkpoint_of_other_swings_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    wanted = Kept(of_player(STUD, 10, 10), of_house(STUD, 1, 30, 1))
    done = Kept(played(of_player(STUD, 10, 10)), played(of_house(STUD, 1, 30, 1)))
    keep(file, done)
    assert take_up_swings(file, wanted) == done
    with pytest.raises(InputError, match="is of another simulation: its rounds is 720"):
        take_up_swings(file, Kept(wanted.player, of_house(STUD, 1, 30, 2)))
    with pytest.raises(InputError, match="is of another simulation: its seed is 9"):
        take_up_swings(file, Kept(of_player(replace(STUD, seed=8), 10, 10), wanted.house))
    for spoil in ({"won": done.house.won[8:]}, {"lowest": bytearray()}, {"rounds": 719}, {"chunks": 2}, {"chunks": -1}):
        keep(file, Kept(done.player, replace(done.house, **spoil)))
        with pytest.raises(InputError, match="does not say how far the simulation was"):
            take_up_swings(file, wanted)
    file.write_text("{}")
    with pytest.raises(InputError, match="is not a checkpoint"):
        take_up_swings(file, wanted)

"""Players who wait for the meter: one chain for each link, beside rounds told afterwards, by hand, and reckoned."""

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from math import exp
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from croupier.cli.simulating import executor_of
from croupier.money import MOST
from croupier.notation.problem import InputError
from croupier.odds.solver import Stakes, solver_of
from croupier.rulebooks import load_banked
from croupier.rules.settling import PercentOfMeter
from croupier.trials.following import (
    Followed,
    Following,
    Story,
    check_following,
    simulate_following,
    take_up_following,
)
from croupier.trials.following_kernel import ALWAYS, AWAY, COME, NO_BOX, follow
from croupier.trials.jackpot import Link, Tables, simulate_link
from croupier.trials.plan import Plan
from croupier.trials.playing import keep, trial_of
from croupier.trials.steady import Feeding, steady
from croupier.trials.streams import begin
from tests.sampling import first
from tests.trials.test_playing import AtOnce

STUD, HOLDEM = "rws-multi-link-casino-stud", "rws-progressive-texas-holdem"
FED = 350
"""Of a jackpot wager of 500, 70 % feed the meter."""
LINK = Link((Tables(STUD, 10, 3, 40, "blind"), Tables(HOLDEM, 2, 3, 25, "check")), hours=1_200, seed=4)
"""480,000 rounds of stud and 60,000 of hold'em, which is more than a turn together."""
ASKED = Following(LINK, 1, above=100_000_000, links=2)


def followed(asked: Following, executor: Executor | None = None, workers: int = 1) -> Followed:
    return simulate_following(asked, executor or AtOnce(), workers)


def told(found: Followed) -> bytes:
    return msgspec.json.encode(found)


@pytest.fixture(scope="module")
def found() -> Followed:
    return followed(ASKED)


# --- beside what is known otherwise ----------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [100, *(pytest.param(hours, marks=pytest.mark.long) for hours in (300, 3_000))])
def test_followers_who_are_always_there_make_no_difference(hours: int) -> None:
    # In 3,000 hours more than a chunk of each game: streams go on from turn to turn, and begin again with a chunk.
    link = replace(LINK, feeds=(Tables(STUD, 10, 2, 40, "blind"), Tables(HOLDEM, 10, 2, 35, "check")), hours=hours)
    with ThreadPoolExecutor(2) as executor:
        plain = simulate_link(link, executor, 2)
    assert followed(Following(link, 0)).life == plain
    chained = followed(Following(link, 1, above=0)).life
    # What is reckoned for followers is reckoned by steps, and comes to the closed forms.
    for name in ("meter_at_hit_expected", "hours_between_expected"):
        assert getattr(chained, name) == pytest.approx(getattr(plain, name), rel=1e-4)
        chained = replace(chained, **{name: getattr(plain, name)})
    assert chained == plain


@pytest.mark.parametrize("sits", first(1, [True, False]))
def test_a_link_is_what_it_is_told_by_hand(sits: bool) -> None:
    # About as much is fed between two straight flushes as one of them takes: the meter crosses the amount often.
    link = replace(LINK, hours=150, begins=21_000_000, contribution="0.05", seed=5)
    asked = Following(link, 2, sits, above=21_200_000)
    found = followed(asked)
    expected = by_hand(asked)
    assert expected["flips"] > 3
    assert (found.life.won, found.life.left, found.life.wagers) == (
        expected["won"],
        expected["left"],
        expected["wagers"][ALWAYS] + expected["wagers"][COME],
    )
    for kind, side in ((ALWAYS, found.always), (COME, found.came)):
        by_kind = tuple(expected[name][kind] for name in ("wagers", "played", "net"))
        assert (side.number, side.played, side.won) == by_kind


def by_hand(asked: Following) -> dict[str, Any]:
    """The same in plain arithmetic: every round in turn, and every box."""
    link, rounds = asked.link, []
    fed = link.wager * Fraction(link.contribution)
    for place, one in enumerate(link.feeds):
        rate = one.tables * one.pace
        plan = Plan(
            one.game,
            rate * link.hours,
            boxes=one.boxes,
            strategy=one.strategy,
            jackpot_wager=link.wager,
            meter=link.begins,
        )
        trial: Any = trial_of(plan)
        cells = np.empty((plan.rounds, one.boxes), np.int32)
        trial.deal(begin((link.seed << 8) + place, 0), np.arange(52), cells)
        rounds += [(Fraction(2 * at + 1, 2 * rate), place, trial, row) for at, row in enumerate(cells.tolist())]
    meter, here = Fraction(link.begins), None
    out: dict[str, Any] = {"won": {}, "wagers": [0, 0], "played": [0, 0], "net": [0, 0], "flips": 0}
    for _, _, trial, row in sorted(rounds, key=lambda one: one[:2]):
        come = int(meter) >= (asked.above or 0)
        out["flips"] += come is not here
        here, hands = come, []
        for box, cell in enumerate(trial.cells[at] for at in row):
            kind = ALWAYS if box < len(row) - asked.followers else COME
            if kind == COME and not come and asked.plays:
                continue
            out["played"][kind] += 1
            out["net"][kind] += sum(line.net for line in cell.lines if line.wager != "jackpot")
            if kind == ALWAYS or come:
                out["wagers"][kind] += 1
                out["net"][kind] -= link.wager
                meter += fed
                hands += [(kind, [trial.game.jackpot.awards[at] for at in cell.awards])] if cell.awards else []
        assert sum(isinstance(one[0].prize, PercentOfMeter) for _, one in hands) < 2  # no order to be kept here
        for kind, awards in hands:
            worths = [one.prize.worth(link.wager, int(meter)) for one in awards]
            best = awards[worths.index(max(worths))]
            out["net"][kind] += max(worths)
            if isinstance(best.prize, PercentOfMeter):
                out["won"][best.name] = out["won"].get(best.name, 0) + 1
                meter = Fraction(link.begins) if best.prize.percent == 100 else meter - max(worths)
    out["left"] = int(meter)
    return out


def test_every_cent_is_accounted_for(found: Followed) -> None:
    fed = found.life.wagers * FED
    assert found.always.number == 2 * 1_200 * 2 * (400 + 50)
    assert found.life.wagers == found.always.number + found.came.number
    assert found.came.played == 2 * 1_200 * (400 + 50)
    assert 2 * LINK.begins + fed + found.life.seeded - found.life.from_meter == found.life.left


@pytest.mark.long
def test_who_comes_in_vain_makes_no_wager() -> None:
    never = replace(ASKED, link=replace(LINK, hours=100), above=MOST, links=1)
    waits, sits = followed(never).came, followed(replace(never, plays=True)).came
    assert (waits.number, waits.returned, sits.number) == (0, None, 0)
    assert (waits.played, sits.played, sits.won) == (100 * 450, 0, 0)


@pytest.mark.parametrize(("shown", "kind"), [(999, AWAY), (1_000, COME), (1_001, COME)])
def test_below_at_and_above_the_amount(shown: int, kind: int) -> None:
    cells = np.array([[0, 1, 1, NO_BOX]], np.int32)
    meter, counts = np.array([shown, 0]), np.zeros((3, 2), np.int64)
    hit = np.array([False, True])
    at = follow(cells, np.zeros(1, np.int64), np.array([1]), np.array([1_000]), 7, hit, 0, meter, counts)
    assert at == (1 if kind == AWAY else 0)  # the hands of those who are away are paid nothing
    assert meter.tolist() == [shown + 7 * (1 if kind == AWAY else 3), kind]
    assert counts[ALWAYS].tolist() == [1, 0]
    assert counts[kind].tolist() == [0, 2]


@pytest.mark.parametrize(("game", "strategy"), first(1, [(STUD, "pair"), (HOLDEM, "check")]))
def test_break_even_is_where_the_odds_turn(game: str, strategy: str) -> None:
    asked = Following(Link((Tables(game, 1, 2, 1, strategy),), 1), 1)
    even = followed(asked).waited[0].break_even
    banked = load_banked(game)
    ready = solver_of(banked).ready(banked, {})
    if game == STUD:  # jackpot hands are paid there whether or not they are folded (3.12.1)
        assert ready.jackpot_edge(Stakes(meter=even)) <= 0 < ready.jackpot_edge(Stakes(meter=even - 1_000))

    def won(meter: int, column: str) -> Fraction:
        return trial_of(Plan(game, 1, strategy=strategy, jackpot_wager=500, meter=meter)).expected_won()[column]

    # Awards are whole cents, rounded down: the value that is worth it may be a little higher than without rounding.
    assert won(even - 1, "jackpot") < 0 <= won(even + 1_000, "jackpot")
    sits = followed(replace(asked, plays=True)).waited[0].break_even
    assert won(sits - 1, "all") < 0 <= won(sits + 1_000, "all")


# --- reckoned --------------------------------------------------------------------------------------------------------


def test_a_cycle_without_awards_of_a_part_is_geometric() -> None:
    chance, seed, above = 1 / 650_000, 10_000_000, 120_000_000
    cycle = steady([Feeding(150.0, 100.0, above, {100: chance})], seed, FED)
    reached = exp(-chance * (above - seed) / FED)
    below, past = (1 - reached) / chance / 150, reached / chance / 250
    assert cycle.hours == pytest.approx(below + past, rel=1e-3)
    assert cycle.waiting[0] == pytest.approx(past / (below + past), rel=1e-3)
    assert cycle.at_hit == pytest.approx(seed + FED / chance, rel=1e-3)
    assert cycle.come[0] == pytest.approx(chance * above + FED, rel=1e-3)  # the meter does not remember


def test_a_cycle_in_which_everybody_always_wagers_is_the_closed_form() -> None:
    feeds = [Feeding(100.0, 50.0, 0, {100: 1e-5, 10: 1e-4}), Feeding(60.0, 0.0, 0, {100: 3e-5, 10: 2e-4, 20: 1e-5})]
    cycle, seed = steady(feeds, 500_000, FED), 500_000
    whole = (150 * 1e-5 + 60 * 3e-5) / 210
    share = (150 * 2e-5 + 60 * 5.2e-5) / 210
    assert cycle.hours == pytest.approx(1 / (whole * 210), rel=1e-3)
    assert cycle.at_hit == pytest.approx((whole * seed + FED) / share, rel=1e-3)
    assert sum(pace * back for pace, back in zip((150, 60), cycle.always, strict=True)) / 210 == pytest.approx(
        FED + whole * seed, rel=1e-3
    )


def test_a_cycle_is_that_of_wagers_played_by_chance() -> None:
    # Two thousand meters at once, wager by wager, until each has been won some times.
    chance, part, seed, above, steps = 1 / 400, 1 / 60, 100.0, 2_000.0, 6_000
    cycle = steady([Feeding(3.0, 5.0, above, {100: chance, 10: part})], 100, 10.0)
    random = np.random.default_rng(7)
    meter, hours, past, hits, at_hit = np.full(2_000, seed), 0.0, 0.0, 0, 0.0
    for step in range(steps):
        come = meter >= above
        if step >= steps // 2:  # settled by then
            hours += np.where(come, 1 / 8, 1 / 3).sum()
            past += come.sum() / 8
        meter += 10
        drawn = random.random(2_000)
        won = drawn < chance
        if step >= steps // 2:
            hits += int(won.sum())
            at_hit += float(meter[won].sum())
        meter = np.where(won, seed, np.where(drawn < chance + part, meter * 0.9, meter))
    assert hits > 14_000
    assert hours / hits == pytest.approx(cycle.hours, rel=0.035)
    assert past / hours == pytest.approx(cycle.waiting[0], rel=0.02)
    assert at_hit / hits == pytest.approx(cycle.at_hit, rel=0.02)


def test_what_is_found_is_what_is_reckoned(found: Followed) -> None:
    for name, often in found.life.won_expected.items():
        assert abs(found.life.won.get(name, 0) - often) < 4.5 * often**0.5 + 1, name


@pytest.mark.long
def test_many_cycles_are_what_is_reckoned() -> None:
    asked = Following(replace(LINK, hours=20_000), 2, links=12)
    with ThreadPoolExecutor(2) as executor:
        found = followed(asked, executor, 2)
    life = found.life
    assert life.meter_at_hit is not None
    assert life.hours_between is not None
    assert (number := life.meter_at_hit.number) > 150
    for spread, expected in (
        (life.meter_at_hit, life.meter_at_hit_expected),
        (life.hours_between, life.hours_between_expected),
    ):
        assert abs(spread.mean - expected) < 4 * spread.deviation / number**0.5
    for one in found.waited:
        assert one.share == pytest.approx(one.share_expected, abs=4 / number**0.5)
    for side in (found.always, found.came):
        assert side.returned == pytest.approx(side.returned_expected, rel=8 / number**0.5)
    assert found.came.returned is not None
    assert found.came.returned > 1


# --- by anybody, stopped and taken up again --------------------------------------------------------------------------


@pytest.mark.long
def test_threads_come_to_the_same(found: Followed) -> None:
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            assert told(followed(ASKED, executor, workers)) == told(found)
    assert told(followed(replace(ASKED, link=replace(LINK, seed=5)))) != told(found)


@pytest.mark.long
def test_forty_workers_come_to_the_same(found: Followed) -> None:
    with ThreadPoolExecutor(40) as executor:
        assert told(followed(ASKED, executor, 40)) == told(found)


@pytest.mark.long
def test_processes_come_to_the_same(found: Followed) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert told(followed(ASKED, executor, 2)) == told(found)


@pytest.mark.long
def test_a_dask_cluster_comes_to_the_same(found: Followed, cluster: str) -> None:
    with executor_of(1, dask=cluster) as (executor, workers):
        assert told(followed(ASKED, executor, workers)) == told(found)


class StoppedError(Exception):
    """Somebody pulled the plug."""


def stopped(file: Path, after: int) -> None:
    def stop(story: Story, share: float) -> None:
        if story.turns == after:
            keep(file, story)
            raise StoppedError

    with pytest.raises(StoppedError):
        simulate_following(ASKED, AtOnce(), 1, None, stop)


@pytest.mark.parametrize("after", first(1, [3, 1]))
def test_a_run_that_was_stopped_goes_on_to_the_same(found: Followed, tmp_path: Path, after: int) -> None:
    file = tmp_path / "run.json"
    stopped(file, after)
    begun = take_up_following(file, ASKED)
    assert begun.turns == after
    assert told(simulate_following(ASKED, AtOnce(), 1, begun)) == told(found)


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    stopped(file, 1)
    with pytest.raises(InputError, match="is of another simulation: its links is 2"):
        take_up_following(file, replace(ASKED, links=3))
    with pytest.raises(InputError, match="is of another simulation: its seed is 4"):
        take_up_following(file, replace(ASKED, link=replace(LINK, seed=5)))
    story = take_up_following(file, ASKED)
    keep(file, replace(story, turns=2))
    with pytest.raises(InputError, match="does not say how far"):
        take_up_following(file, ASKED)
    keep(file, replace(story, counts=story.counts[8:]))
    with pytest.raises(InputError, match="does not say how far"):
        take_up_following(file, ASKED)
    file.write_bytes(b"{}")
    with pytest.raises(InputError, match="is not a checkpoint"):
        take_up_following(file, ASKED)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"followers": -1}, "--followers: must be a number of boxes"),
        ({"followers": 3}, r"--followers: must be fewer than the boxes \(3\)"),
        ({"links": 0}, "--links: must be from 1 to 10,000, not 0"),
        ({"links": 10_001}, "--links: must be from 1 to 10,000, not 10001"),
        ({"above": -1}, "--above: must be an amount"),
        ({"above": MOST + 1}, "--above: must be an amount"),
        ({"link": replace(LINK, contribution="0")}, "is waited for in vain"),
        ({"link": replace(LINK, begins=5 * 10**12)}, "cannot be counted"),
        ({"link": replace(LINK, hours=0)}, "--hours"),
    ],
)
def test_what_cannot_be_simulated_is_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        check_following(replace(ASKED, **changed))


def test_limits_themselves_are_taken() -> None:
    check_following(replace(ASKED, followers=2, links=10_000, above=MOST))

"""A jackpot's life: told in the order of the rounds, beside its closed forms."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from msgspec.structs import replace

from croupier.money import MILLION
from croupier.notation.problem import InputError
from croupier.odds.solver import Stakes, solver_of
from croupier.rulebooks import load_banked
from croupier.trials.jackpot import Life, Link, Tables, check_link, expected_of, simulate_link, spread

STUD, HOLDEM = "rws-multi-link-casino-stud", "rws-progressive-texas-holdem"
LINK = Link((Tables(STUD, 10, 7, 40, "blind"), Tables(HOLDEM, 2, 3, 25, "check")), hours=3_000, seed=4)


def lived(link: Link, workers: int = 2) -> Life:
    with ThreadPoolExecutor(workers) as executor:
        return simulate_link(link, executor, workers)


@pytest.fixture(scope="module")
def life() -> Life:
    return lived(LINK)


def test_every_cent_is_accounted_for(life: Life) -> None:
    assert life.wagers == 3_000 * (10 * 7 * 40 + 2 * 3 * 25) == 8_850_000
    fed = life.wagers * 500 * 70 // 100
    assert LINK.begins + fed + life.seeded - life.from_meter == life.left


def test_hits_are_as_many_as_the_odds_expect(life: Life) -> None:
    assert {*life.won} <= {*life.won_expected}
    for name, often in life.won_expected.items():
        assert abs(life.won.get(name, 0) - often) < 4.5 * often**0.5 + 1, name


def test_the_meter_at_a_hit_and_the_time_between_are_those_of_the_closed_forms(life: Life) -> None:
    for found, expected in (
        (life.meter_at_hit, life.meter_at_hit_expected),
        (life.hours_between, life.hours_between_expected),
    ):
        assert found is not None
        assert found.number > 8
        assert abs(found.mean - expected) < 4 * expected / found.number**0.5
    assert abs(life.returned - life.returned_expected) < 0.15


def test_what_is_expected_is_what_the_odds_say() -> None:
    game = load_banked(STUD)
    ready = solver_of(game).ready(game, {})
    expected = expected_of(Link((Tables(STUD, strategy="blind"),), 1))
    meter = 30_000_000
    edge = ready.jackpot_edge(Stakes(meter=meter))  # jackpot hands are paid whether or not they are folded (3.12.1)
    assert 1 - (expected.fixed + expected.share * meter) / 500 == edge
    assert expected.whole == Fraction(4, 2_598_960)
    assert expected.share == Fraction(4, 2_598_960) + Fraction(36, 2_598_960) / 10


@pytest.mark.long
def test_workers_make_no_difference(life: Life) -> None:
    assert lived(LINK, 1) == life
    assert lived(replace(LINK, seed=5)) != life


def test_without_a_contribution_the_meter_never_grows() -> None:
    still = lived(replace(LINK, feeds=(Tables(STUD, 10, 7, 40, "blind"),), contribution="0"))
    assert still.meter_at_hit is not None
    assert still.meter_at_hit.most <= LINK.begins
    assert still.left <= LINK.begins


def test_how_numbers_lie() -> None:
    found = spread([float(one) for one in range(1, 101)])
    assert found is not None
    assert (found.number, found.mean, found.least, found.most) == (100, 50.5, 1, 100)
    assert (found.low, found.middle, found.high) == (6, 51, 96)
    assert spread([]) is None


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"hours": 0}, "--hours: must be from 1"),
        ({"hours": 10_000_001}, "--hours: must be from 1"),
        ({"contribution": "1.5"}, "--contribution: 1.5 is more than the whole"),
        ({"feeds": (Tables(STUD, 0),)}, "must have from 1 to 10,000 tables, not 0"),
        ({"feeds": (Tables(STUD, 10_001),)}, "must have from 1 to 10,000 tables, not 10001"),
        ({"feeds": (Tables(STUD, pace=0),)}, "--pace: must be from 1 to 1,000"),
        ({"feeds": (Tables(STUD, pace=1_001),)}, "--pace: must be from 1 to 1,000"),
    ],
)
def test_what_cannot_be_simulated_is_refused(changed: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        check_link(replace(LINK, **changed))


def test_limits_themselves_are_taken() -> None:
    assert check_link(replace(LINK, hours=10_000_000, contribution="1")).millionths == MILLION

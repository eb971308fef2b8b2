"""Whether what was dealt can be chance: known distributions, one cheating Dealer among forty, honest houses."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest
from msgspec.structs import replace

from croupier.floor.reading.dealt import Dealt
from croupier.play.banked.table import open_table
from croupier.rulebooks import as_banked, load
from croupier.trials.investigating import (
    FEWEST,
    LEAST,
    Look,
    Place,
    _corrected,
    _Fortune,
    _Sum,
    investigate,
    once_in,
    places,
    sentence,
    tails,
)
from tests.sampling import LONGEST, first
from tests.trials.journals import (
    Deal,
    Plays,
    engine_round,
    fair,
    favours_the_box,
    favours_the_house,
    sees_everything,
    stud_round,
    with_a_pair,
)

DEALERS = [f"dealer-{number:02}" for number in range(1, 42)]
CHEAT = "dealer-17"
BANKED = (
    "rws-casino-stud",
    "rws-multi-link-casino-stud",
    "rws-progressive-texas-holdem",
    "mbs-texas-holdem-bonus-progressive",
)


def journal(
    seed: int,
    rounds: int,
    deal: Deal = fair,
    cheat: str = "",
    plays: Plays = with_a_pair,
    player: str = "",
    dealers: int = len(DEALERS),
) -> Iterator[Dealt]:
    """Every Dealer deals so many rounds, at eight tables in turn, to sixteen Players; one deals or plays otherwise."""
    chance = Random(seed)
    for number in range(1, rounds * dealers + 1):
        dealer, who = DEALERS[number % dealers], f"player-{chance.randrange(16):02}"
        dealing, playing = (deal if dealer == cheat else fair), (plays if who == player else with_a_pair)
        yield stud_round(chance, number, f"stud-{number % 8}-{seed}", dealer, who, dealing, playing)


# --- distributions -------------------------------------------------------------------------------------------------


def test_sums_of_places_are_counted_exactly() -> None:
    """Two places from 0 to 2 and one from 0 to 3: all 36 ways, one by one."""
    sums = [sum(way) for way in product(range(3), range(3), range(4))]
    expected = [sum(one <= most for one in sums) / 36 for most in range(8)]
    assert tails(((2, 2), (3, 1))) == pytest.approx(expected, abs=1e-12)


def test_the_chance_of_a_sum_is_of_either_side() -> None:
    """Ten places from 0 to 9, all of them 9: one way of 10^10, on either side."""
    one = _Sum()
    for _ in range(10):
        one.take([Place(9, 9)])
    assert one.chance()[0] == pytest.approx(2e-10, rel=1e-3)
    assert one.chance()[1]
    other = _Sum()
    for _ in range(10):
        other.take([Place(9, 0)])
    assert other.chance()[0] == pytest.approx(2e-10, rel=1e-3)
    assert not other.chance()[1]


def test_a_hand_that_nobody_saw_counts_against_a_finding() -> None:
    """Nine highest places and one that is taken as the lowest: the ways to be at most 9 below the highest sum."""
    one = _Sum()
    for _ in range(9):
        one.take([Place(9, 9)])
    seen = one.chance()[0]
    one.take([Place(9, known=False)])
    assert one.unknown == 1
    assert one.chance()[0] > seen
    assert one.chance()[0] == pytest.approx(2 * comb(19, 9) / 10**10, rel=1e-6)
    assert one.chance()[1]


def test_no_bets_gain_on_average() -> None:
    """Whatever is staked: over all places, each as likely, a fortune is on average what it was."""
    total = Fraction(0)
    for below in range(10):
        one = _Fortune()
        one.take([Place(9, below)])
        grown = float(sum(2.718281828459045**log for log in one._logs) / len(one._logs))
        total += Fraction(grown) / 10
    assert float(total) == pytest.approx(1, abs=1e-12)


def test_holm_multiplies_the_smallest_most() -> None:
    """Of three looks with chances a, b, c in order: 3a, 2b, c, none below the one before."""

    class Known(_Sum):
        def __init__(self, chance: float) -> None:
            super().__init__()
            self.known = chance

        def chance(self) -> tuple[float, bool]:
            return self.known, True

    found = {("table", name, "", "dealt"): Known(chance) for name, chance in (("c", 0.04), ("a", 0.01), ("b", 0.011))}
    looks = _corrected(found, 0.03)  # type: ignore[arg-type]
    assert [(one.name, one.among_all) for one in looks] == [("a", 0.03), ("b", 0.03), ("c", 0.04)]
    assert [one.found for one in looks] == [True, True, False]
    assert [one.found for one in _corrected(found, 0.029)] == [False] * 3  # type: ignore[arg-type]


@pytest.mark.parametrize("game_name", BANKED)
@pytest.mark.parametrize(
    "ways", [lambda _: 0, lambda chance: chance.randrange(3)], ids=["the first choice", "any choice"]
)
def test_every_place_is_as_likely_however_people_play(game_name: str, ways: object) -> None:
    """A thousand places a question, a game and a way to play, in five equal parts: chi-squared below 1 in 10^4."""
    game = as_banked(load(game_name))
    table, chance = open_table(game, {}), Random(f"{game_name}")
    counts: dict[str, list[int]] = {"dealt": [0] * 5, "played": [0] * 5}
    for _ in range(60):
        dealt = engine_round(game, table, chance, ways)  # type: ignore[arg-type]
        table = dealt.engine  # type: ignore[assignment]
        for question, of_box in places(dealt).items():
            for _, place in of_box.values():
                part = (place.below + place.lot + chance.random()) * 5 / (place.others + 1)
                counts[question][int(part)] += 1
    assert sum(counts["dealt"]) == 180
    for found in counts.values():
        expected = sum(found) / 5
        if expected:
            assert sum((one - expected) ** 2 / expected for one in found) < 23.5, counts


def test_what_is_found_is_said_without_a_reason() -> None:
    look = Look("dealer", "dan", "box 3", "dealt", 1_200, 0, True, 0.00023, 0.02, False)
    assert sentence(look) == (
        "Box 3 dealt by dan had better cards than chance deals, in 1,200 rounds:"
        " as much happens by chance once in 4,300 times"
    )
    theirs = Look("player", "ann", "", "played", 40, 0, False, 0.5, 1.0, False)
    assert sentence(theirs) == (
        "ann did worse after the last decision than chance does, in 40 rounds:"
        " as much happens by chance once in 2.0 times"
    )
    assert [once_in(chance) for chance in (1, 0.1, 0.01, LEAST)] == ["1.0", "10", "100", "a million million or more"]


# --- cheats --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "question", "high"), [(favours_the_box, "dealt", True), (favours_the_house, "played", False)]
)
def test_one_cheating_dealer_among_forty_honest_ones_is_found_and_nobody_else(
    deal: Deal, question: str, high: bool
) -> None:
    found = investigate(journal(3, 40, deal, CHEAT)).found
    assert [(one.kind, one.name, one.question, one.high) for one in found] == [("dealer", CHEAT, question, high)]


def test_a_player_who_sees_the_dealers_cards_is_found_and_nobody_else() -> None:
    found = investigate(journal(4, 80, plays=sees_everything, player="player-07")).found
    assert [(one.kind, one.name, one.question, one.high) for one in found] == [("player", "player-07", "played", True)]


def test_a_player_who_never_folds_is_not_found() -> None:
    found = investigate(journal(5, 20, plays=lambda _own, _dealer: True, player="player-07"))
    assert not found.found
    assert any(one.name == "player-07" for one in found.looks)


# --- honest houses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("journals", "dealers"),
    [
        (100, 11),
        pytest.param(250, 41, marks=pytest.mark.long),
        pytest.param(1_000, 41, marks=LONGEST),
    ],
)
def test_honest_houses_are_found_at_the_stated_rate(journals: int, dealers: int) -> None:
    """At a rate of one in five; four deviations of as many coins on either side of it."""
    rate = 0.2
    honest = (journal(10_000 + seed, FEWEST + 2, dealers=dealers) for seed in range(journals))
    found = sum(bool(investigate((replace(one, named=False) for one in rounds), rate).found) for rounds in honest)
    assert abs(found / journals - rate) < 4 * (rate * (1 - rate) / journals) ** 0.5


@pytest.mark.parametrize("journals", first(1, [50, 1_000]))
def test_players_who_leave_when_they_are_ahead_are_found_at_most_at_the_stated_rate(journals: int) -> None:
    """Each plays until the bets of the investigation have doubled, or for forty rounds: the worst moment there is."""
    rate, found = 0.2, 0
    for seed in range(journals):
        chance, fortune, rounds = Random(seed), _Fortune(), 0
        while rounds < 40 and (rounds < FEWEST or fortune.chance()[0] > rate):
            rounds += 1
            (played,) = places(stud_round(chance, rounds, f"one-{seed}", "", "ann"))["dealt"].values()
            fortune.take([played[1]])
        found += fortune.chance()[0] <= rate
    assert found <= journals * rate + 4 * (journals * rate * (1 - rate)) ** 0.5

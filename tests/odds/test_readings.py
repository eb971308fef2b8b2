"""What other readings of the documents are worth."""

from fractions import Fraction

import pytest

from croupier.odds.holdem.answer import _jackpot_edge, answer_holdem
from croupier.odds.holdem.bonus import bonus_of_either
from croupier.odds.holdem.solution import Holdem, holdem_jackpot
from croupier.odds.meetings.solution import round_figures
from croupier.odds.readings import OTHERWISE, ReadingWorth
from croupier.odds.solver import Question, Stakes
from croupier.odds.stud.solution import Stud
from croupier.odds.stud.solver import SOLVER as STUD_SOLVER
from croupier.rulebooks import banked_games, load_banked
from croupier.rules.document import Point
from tests.odds.test_holdem import solved
from tests.sampling import spread

STUDS = ("rws-casino-stud", "rws-multi-link-casino-stud")


def readings_of(name: str, ante: int | None = None) -> dict[Point, ReadingWorth]:
    game = load_banked(name)
    if name in STUDS:
        found = STUD_SOLVER.answer(game, Question(stakes=Stakes(ante), readings=True)).readings
    else:
        solved(name)
        found = answer_holdem(game, Question(stakes=Stakes(ante), readings=True)).readings
    assert found is not None
    told = {one.cite: one for one in found}
    return {point: told[cite] for point, cite in game.document.points.items() if cite in told}


def test_every_point_has_another_answer_and_a_document_that_leaves_it_open() -> None:
    open_ = {point for name in banked_games() for point in load_banked(name).document.points}
    assert {*OTHERWISE} == {*Point} == open_


@pytest.mark.parametrize("name", spread(2, banked_games()))
def test_every_reading_is_cited_and_moves_something(name: str) -> None:
    document = load_banked(name).document
    said = {one.number: one for one in document.interpretations}
    found = readings_of(name)
    assert Point.STAKE_BACK in found
    assert (Point.STAKE_IN_CAP in found) is bool(load_banked(name).caps)
    for point, one in found.items():
        assert one.cite == document.points[point]
        assert one.question == said[one.cite].question
        assert one.costs.fraction == one.other_edge.fraction - one.house_edge.fraction != 0


def test_a_stake_that_counts_costs_the_player() -> None:
    """Below the Ante at which a Royal is cut, with the stake or without, nothing changes."""
    assert readings_of(STUDS[0], 19_000)[Point.STAKE_IN_CAP].costs.fraction == 0
    one = readings_of(STUDS[0], 20_000)[Point.STAKE_IN_CAP]
    royal = Fraction(16_759_740, 19_933_230_517_200)
    assert one.house_edge.fraction == round_figures(Stud(load_banked(STUDS[0])).solve()).house_edge
    assert one.costs.fraction == 2 * royal, "a Royal is paid 498 Antes in place of 500"


def test_a_jackpot_stake_that_comes_back_is_worth_its_frequency() -> None:
    """In Multi-Link a folded hand keeps its chance: every hand from a straight up wins."""
    one = readings_of(STUDS[1])[Point.STAKE_BACK]
    assert -one.costs.fraction == Fraction(4 + 36 + 624 + 3744 + 5108 + 10200, 2_598_960)


def test_either_pair_of_hole_cards() -> None:
    game = load_banked("rws-progressive-texas-holdem")
    assert readings_of(game.name)[Point.EITHER_HOLE].other_edge.fraction == bonus_of_either(game)
    # No row for either: 1,326 pairs less those that pay leave this share on both sides.
    assert bonus_of_either(game) < Fraction(-3, 4)


def test_the_jackpot_as_read_is_the_one_that_is_told() -> None:
    holdem: Holdem = solved("mbs-texas-holdem-bonus-progressive")
    stakes = Stakes(meter=5_000_000)
    said = holdem_jackpot(holdem, holdem.solve(), stakes)
    assert said.house_edge is not None
    assert _jackpot_edge(holdem, holdem.solve(), stakes, 5_000_000) == said.house_edge.fraction
    assert readings_of(holdem.game.name)[Point.PRIZES_ADD_UP].house_edge == said.house_edge


def test_they_are_told_only_when_asked() -> None:
    assert STUD_SOLVER.answer(load_banked(STUDS[0])).readings is None

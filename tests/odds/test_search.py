"""Design by search, beside every design solved one by one."""

import json
from fractions import Fraction
from itertools import product

import pytest

from croupier.notation.problem import InputError
from croupier.odds.search import Move, Wanted, design_of, hit_frequency, read_moves, search
from croupier.odds.solver import solver_of
from croupier.rulebooks import load_banked
from tests.command import complaint_of, croupier

GAME = load_banked("rws-casino-stud")
MOVES = (Move("bet.flush", 4, 6), Move("bet.straight", 3, 4))


def test_the_front_is_that_of_all_designs() -> None:
    solver = solver_of(GAME)
    wanted = Wanted(Fraction("0.0525"))
    every = [
        design_of(GAME, solver, {"bet.flush": flush, "bet.straight": straight}, wanted)
        for flush, straight in product((4, 5, 6), (3, 4))
    ]
    front = search(GAME, solver, MOVES, wanted)
    assert front[0].off == min(one.off for one in every)
    assert {one.off for one in front} == {
        one.off
        for one in every
        if not any(other.off < one.off and other.standard_deviation <= one.standard_deviation for other in every)
    }
    assert [one.off for one in front] == sorted(one.off for one in front)


def test_the_document_itself_is_found_by_its_edge() -> None:
    solver = solver_of(GAME)
    ready = solver.ready(GAME, {})
    front = search(GAME, solver, MOVES, Wanted(ready.figures().house_edge))
    assert front[0].pay == {"bet.flush": 5, "bet.straight": 4}
    assert front[0].off == 0
    assert front[0].hit_frequency.fraction == hit_frequency(ready)
    assert front[0].standard_deviation == ready.figures().standard_deviation


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ([], "must leave from 1 to 200,000 designs"),
        (["bet.flush"], "write a row and the numbers it may pay"),
        (["bet.flush=7..4"], "the smaller number first"),
        (["bet.flush=4..5", "bet.flush=4..5"], "must be given once"),
        (["bet.nothing=1..2"], "has no row 'bet.nothing'"),
        (["jackpot.flush=1..2"], "has no row 'jackpot.flush'"),
        (["bet.flush=0..999", "bet.straight=0..200"], "must leave from 1 to 200,000 designs"),
    ],
)
def test_what_cannot_move_is_refused(move: list[str], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_moves(GAME, move)


def test_designs_from_the_command_line() -> None:
    asked = ("design", "rws-casino-stud", "--edge", "0.0525", "--move", "bet.flush=4..6")
    told = json.loads(croupier(*asked, "--json").stdout)
    assert told
    assert all(set(one["pay"]) == {"bet.flush"} for one in told)
    assert "bet.flush=" in croupier(*asked).stdout.decode()
    assert "--edge: must be a share" in complaint_of(croupier("design", "rws-casino-stud", "--edge", "5"))

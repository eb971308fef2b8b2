"""The PAR sheet of a game with other pays, over HTTP's desk: the figures of `croupier odds … --pay …`."""

import pytest

from croupier.notation.problem import InputError
from croupier.odds.desk import what_if
from croupier.rulebooks import load_banked
from croupier.web.desks.study.counting import par_file

GAME = load_banked("rws-casino-stud")


@pytest.mark.long  # all deals of another game are counted
def test_the_sheet_is_that_of_the_changed_game() -> None:
    sheet = par_file(GAME.document.rulebook, "html", ("bet.flush=7",)).decode()
    changed, approved = (what_if(GAME, pay).house_edge.fraction for pay in ({"bet.flush": "7"}, {}))
    assert str(changed) in sheet
    assert str(approved) not in sheet


def test_a_row_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError):
        par_file(GAME.document.rulebook, "html", ("bet.nothing=7",))

"""What every line pays, and the chart of a stud game: they come out at the figures that are known."""

from fractions import Fraction

import pytest

from croupier.odds import desk
from croupier.odds.holdem.ground import BELOW
from croupier.odds.holdem.solution import Holdem, holdem_figures, holdem_jackpot, holdem_paid
from croupier.odds.meetings.solution import lines_paid, raise_frequency, round_figures, round_jackpot
from croupier.odds.meetings.terms import Meeting
from croupier.odds.solver import Stakes
from croupier.odds.solver import Stakes as HoldemStakes
from croupier.odds.stud.counts import COMPLETIONS, TOTAL
from croupier.odds.stud.solution import MOST_ROWS, Stud, stud_grid
from croupier.odds.whatif import pay_rows
from croupier.rulebooks import load_banked
from tests.odds.test_holdem import GAMES, solved

METER = 12_345_678


@pytest.mark.parametrize("name", ["rws-casino-stud", "rws-multi-link-casino-stud"])
@pytest.mark.parametrize("changes", [{}, {"bet.two_pairs": "1", "jackpot.flush": "12"}])
def test_stud_lines_less_what_is_lost_are_the_edge(name: str, changes: dict[str, str]) -> None:
    """A fold loses the Ante; a hand below a Dealer who qualifies loses Ante and BET, three Antes."""
    stud = desk.ready(load_banked(name), changes)
    assert isinstance(stud, Stud)
    solution = stud.solve()
    paid = lines_paid(stud, solution, 500, METER)
    assert [*paid] == [*pay_rows(stud.game)]
    won = sum(share for key, share in paid.items() if not key.startswith("jackpot."))
    folded = int(solution.folded.sum()) * COMPLETIONS
    lost = Fraction(folded + 3 * int(solution.played[Meeting.LOWER].sum()), TOTAL)
    assert won - lost == -round_figures(solution).house_edge
    jackpot = round_jackpot(stud, solution, Stakes(meter=METER)).house_edge
    assert jackpot is not None
    assert sum(share for key, share in paid.items() if key.startswith("jackpot.")) == 1 - jackpot.fraction


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("changes", [{}, {"ante.from": "flush", "turn.turn": "2", "jackpot.four_of_a_kind": "90000"}])
def test_holdem_lines_less_what_is_lost_are_the_edge(name: str, changes: dict[str, str]) -> None:
    holdem = solved(name, changes)
    assert isinstance(holdem, Holdem)
    solution = holdem.solve()
    paid = holdem_paid(holdem, solution, 500, METER)
    assert {*paid} == {*pay_rows(holdem.game)}
    won = sum(share for key, share in paid.items() if key.split(".")[0] in {"ante", "flop", "turn", "river"})
    figures = holdem_figures(holdem, solution)
    # All that is won less all that is lost is what the House leaves over; what is lost is counted apart.
    assert won + figures.house_edge == _lost(holdem)
    jackpot = holdem_jackpot(holdem, solution, HoldemStakes(meter=METER)).house_edge
    assert jackpot is not None
    assert sum(share for key, share in paid.items() if key.startswith("jackpot.")) == 1 - jackpot.fraction


def _lost(holdem: Holdem) -> Fraction:
    """All stakes that are lost: the Ante, 2 Antes for the Flop, 1 each for Turn and River; by a fold the Ante alone."""
    solution, lost, total = holdem.solve(), 0, 0
    for hole, plays in enumerate(solution.plays):
        for turn in (0, 1):
            for river in (0, 1):
                cells = solution.seen[hole, turn, river]
                total += int(cells.sum())
                if plays:
                    lost += int(cells[BELOW]) * (3 + turn + river)
                else:
                    lost += int(cells.sum())
    return Fraction(lost, total)


def test_the_chart_is_the_strategy() -> None:
    """Its ends are sure; between them suits and the Dealer's card decide."""
    stud = desk.ready(load_banked("rws-casino-stud"))
    assert isinstance(stud, Stud)
    solution = stud.solve()
    rows = stud_grid(stud, solution)
    assert [row.hand for row in rows] == ["22", "AKQ", "AKJ", "AKT", "AK9", "AK8", "AK7", "AK6", "AK5", "AK4", "AQJ"]
    assert {*rows[0].bets} == {1.0}
    assert {*rows[-1].bets} == {0.0}
    shares = {row.hand: row.bets for row in rows}
    # Ace, King, Jack against a Queen folds always: the Dealer's Queen beats it more often than the Ante is worth.
    assert shares["AKJ"][:4] == (1.0, 1.0, 0.0, 1.0)
    assert 0.52 < raise_frequency(solution) < 0.53


def test_a_chart_of_a_strange_game_stays_short() -> None:
    stud = desk.ready(load_banked("rws-casino-stud"), {"ante.ante": "4"})
    assert isinstance(stud, Stud)
    assert 0 < len(stud_grid(stud, stud.solve())) <= MOST_ROWS

"""The protocol of all solvers: what is covered is solved, and everything else is refused in a sentence."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.hands import Category
from croupier.money import To1
from croupier.notation.problem import InputError
from croupier.odds import desk
from croupier.odds.meetings.terms import read_meetings
from croupier.odds.sixes import TOTAL, count_sixes
from croupier.odds.solver import NotCoveredError, solver_of, solvers, why_not
from croupier.odds.stud.solver import SOLVER as STUD_SOLVER
from croupier.odds.whatif import figure, pay_rows, with_pays
from croupier.reports.par import par_sheet
from croupier.rulebooks import banked_games, load_banked, registered
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import THREE_CARDS
from croupier.rules.settling import Comparison, PayLine, PayTable, Result, ranks_from
from croupier.rules.terms import Area, Decide, Limits, WagerName

STUD, HOLDEM = load_banked("rws-casino-stud"), load_banked("rws-progressive-texas-holdem")
PRODUCTS = banked_games()


@pytest.fixture(scope="module")
def lantern() -> Iterator[BankedGame]:
    with registered("tests.documents.lantern_stud_v1", "tests.documents.lantern_three_card_v1"):
        yield load_banked("lantern-stud")


@pytest.mark.parametrize("name", PRODUCTS)
def test_every_game_of_the_house_has_one_solver_that_claims_all_its_wagers(name: str) -> None:
    game = load_banked(name)
    assert why_not(game) == ""
    assert [one for one in solvers() if one.fits(game)] == [solver_of(game)]
    assert {area.wager for area in game.areas} | {*game.pays} <= solver_of(game).wagers(game)
    assert solver_of(game).rows(game) == {*pay_rows(game)}


# --- another house's stud -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_other_house_qualifies_with_ace_and_queen(lantern: BankedGame) -> None:
    game = lantern
    assert solver_of(game) is STUD_SOLVER
    assert read_meetings(game).qualifying == game.hand.rank(parse_cards("As Qd 4h 3c 2s"))
    found = STUD_SOLVER.answer(game)
    assert found.jackpot is None
    assert found.readings is None
    # The pay table is that of Casino Stud but for the highest rows; so is what may be moved.
    like = desk.what_if(
        STUD,
        {
            "dealer.from": "AsQd4h3c2s",
            **{key: str(figure(row).value) for key, row in desk.pay_rows(game).items() if key.startswith("bet.")},
        },
    )
    assert found.house_edge == like.house_edge


def test_best_five_of_six() -> None:
    """Best five of six, over sets of all cards: the categories as combinatorics has them."""
    ways = count_sixes()
    assert int(ways.sum()) == comb(52, 6) == TOTAL == 20_358_520
    found = {one: int(ways[one.lowest : one.highest + 1].sum()) for one in Category}
    # A royal flush and any other card; four of a kind with two others of the 48.
    assert found[Category.ROYAL_FLUSH] == 4 * 47
    assert found[Category.FOUR_OF_A_KIND] == 13 * comb(48, 2)
    # Three and three, three and a pair and one more, or three with two pairs cannot be of six.
    full = comb(13, 2) * 4 * 4 + 13 * 4 * 12 * 6 * 44
    assert found[Category.FULL_HOUSE] == full


def test_5_plus_1_is_counted_over_all_sets_of_six_cards(lantern: BankedGame) -> None:
    wager = STUD_SOLVER.answer(lantern).side_wagers["bonus"]
    ways = {line.row: line.combinations for line in wager.lines}
    assert sum(ways.values()) == comb(52, 6) == wager.total_combinations
    assert (ways["royal_flush"], ways["four_of_a_kind"], ways["full_house"]) == (188, 14_664, 165_984)
    pays = {line.row: line.pays for line in wager.lines if line.pays is not None}
    assert pays == {
        "three_of_a_kind": 7,
        "straight": 10,
        "flush": 15,
        "full_house": 20,
        "four_of_a_kind": 50,
        "straight_flush": 200,
        "royal_flush": 500,
    }
    won = sum(pays[row] * ways[row] for row in pays) - ways["no_row"]
    assert wager.house_edge.fraction == Fraction(-won, comb(52, 6))


def test_rows_of_the_5_plus_1_move_its_edge_and_nothing_else(lantern: BankedGame) -> None:
    plain, changed = desk.what_if(lantern, {}), desk.what_if(lantern, {"bonus.flush": "25"})
    assert changed.house_edge == plain.house_edge
    flushes = next(one for one in STUD_SOLVER.answer(lantern).side_wagers["bonus"].lines if one.row == "flush")
    less = plain.side_wagers["bonus"].fraction - changed.side_wagers["bonus"].fraction
    assert less == Fraction(10 * flushes.combinations, comb(52, 6))


# --- what is refused ----------------------------------------------------------------------------------------------


def beside(game: BankedGame, table: PayTable | None) -> BankedGame:
    """A game with another wager on its layout."""
    area = Area(WagerName.BONUS, "3.1", Limits.BONUS, "3.2", other_box_cite="3.3")
    pays = game.pays if table is None else {**game.pays, WagerName.BONUS: table}
    return replace(game, areas=(*game.areas, area), pays=pays)


def _dealers(hand: Comparison) -> int:
    return hand.dealer


OWN = PayTable("4.9", (PayLine("flush", To1(25), ranks_from(Category.FLUSH)),))


@pytest.mark.parametrize(
    "game",
    [
        beside(STUD, None),
        beside(STUD, PayTable("4.9", (PayLine("flush", To1(25), ranks_from(Category.FLUSH, _dealers)),))),
        replace(HOLDEM, areas=(*HOLDEM.areas, Area(WagerName.BET, "3.1", Limits.BONUS, "3.2", other_box_cite="3.3"))),
    ],
)
def test_a_wager_that_no_solver_claims_is_refused(game: BankedGame) -> None:
    title = game.title(WagerName.BONUS if game.name == STUD.name else WagerName.BET)
    with pytest.raises(NotCoveredError, match=f"no solver counts the {title} wager of {game.name}"):
        solver_of(game)
    with pytest.raises(InputError, match="no solver counts"):
        par_sheet(game)
    assert why_not(game)


def test_a_wager_that_ends_by_more_than_its_cards_is_refused() -> None:
    """By the Player's five cards, but lost where the Dealer does not qualify, as the Ante is not."""
    results = [
        replace(one, results={**one.results, WagerName.BONUS: result})
        for one, result in zip(STUD.outcomes, [Result.LOSE] * len(STUD.outcomes), strict=True)
    ]
    lost = replace(beside(STUD, OWN), outcomes=tuple(results))
    won = tuple(
        replace(one, results={**one.results, WagerName.BONUS: Result.WIN})
        if one.results.get(WagerName.BET) is Result.WIN
        else one
        for one in results
    )
    with pytest.raises(NotCoveredError, match="more than the cards of the hand"):
        solver_of(replace(lost, outcomes=won))


def test_hands_that_no_solver_counts_are_refused() -> None:
    """A stud round that says its hands are of three cards: not the five-card edge, and not another's either."""
    three = replace(STUD, hand=THREE_CARDS)
    assert [one for one in solvers() if one.fits(three)] == []
    with pytest.raises(NotCoveredError, match=r"no solver covers rws-casino-stud: rounds of one decision .* 3 cards"):
        solver_of(three)


@pytest.mark.parametrize("name", ["rws-casino-stud", "rws-progressive-texas-holdem"])
def test_a_bet_of_several_sizes_is_refused(name: str) -> None:
    """A Flop wager of two or three times the Ante had the edge of one that is always twice."""
    game = load_banked(name)

    def larger(step: object) -> object:
        if not isinstance(step, Decide):
            return step
        return replace(step, choices=tuple(replace(one, up_to=3) if one.places else one for one in step.choices))

    rounds = {name: tuple(larger(step) for step in steps) for name, steps in game.rounds.items()}
    with pytest.raises(NotCoveredError, match="several sizes"):
        solver_of(replace(game, rounds=rounds))


def test_a_row_by_which_no_hand_is_paid_cannot_be_changed() -> None:
    """A second row for a flush below the first one never pays."""
    table = STUD.pays[WagerName.BET]
    idle = replace(table, lines=(*table.lines, PayLine("flush_again", To1(3), ranks_from(Category.FLUSH))))
    game = replace(STUD, pays={**STUD.pays, WagerName.BET: idle})
    with pytest.raises(
        InputError, match=r"--pay bet\.flush_again: no hand of rws-casino-stud is ever paid by this row"
    ):
        STUD_SOLVER.ready(game, {"bet.flush_again": "25"})
    assert "bet.flush_again" not in desk.pay_rows(game)


@pytest.mark.parametrize(("game", "key"), [(STUD, "bonus.flush"), (HOLDEM, "bet.flush"), (STUD, "jackpot.aces")])
def test_a_row_that_the_game_has_not_cannot_be_changed(game: BankedGame, key: str) -> None:
    with pytest.raises(InputError, match=f"--pay {key}: {game.name} has "):
        desk.what_if(game, {key: "25"})
    with pytest.raises(InputError, match=f"--pay {key}"):
        with_pays(game, {key: "25"}, pay_rows(game))

"""Hold'em solved exactly: what is published, to the last digit."""

import json
import time
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from croupier.cards import DECK, Card, parse_cards
from croupier.hands import rank_seven
from croupier.notation.problem import InputError
from croupier.odds.holdem import counts as holdem_counts
from croupier.odds.holdem import kernels as holdem_kernels
from croupier.odds.holdem.answer import answer_holdem
from croupier.odds.holdem.bonus import bonus_return
from croupier.odds.holdem.counts import (
    DEALS,
    DEALS_OF_A_PAIR,
    HOLES,
    counted_known,
    counted_pairs,
    hole_name,
    hole_size,
)
from croupier.odds.holdem.ground import BELOW, CATEGORIES, COLUMNS, RUNGS
from croupier.odds.holdem.solution import (
    STRATEGIES,
    Holdem,
    advise_holdem,
    hands_of,
    holdem_figures,
    holdem_jackpot,
    outcomes_of,
    wagered,
)
from croupier.odds.holdem.terms import column_of
from croupier.odds.solver import PERFECT, Question, Stakes
from croupier.rulebooks import load_banked
from croupier.rules.terms import Decision, WagerName

GAMES = ("rws-progressive-texas-holdem", "mbs-texas-holdem-bonus-progressive")
FOLDS = ("72o", "62o", "52o", "42o", "32o")


def solved(game: str, changes: dict[str, str] | None = None) -> Holdem:
    """The game, ready to be asked."""
    return Holdem(load_banked(game), changes)


@pytest.fixture(scope="module", params=GAMES)
def holdem(request: pytest.FixtureRequest) -> Holdem:
    return solved(request.param)


def test_every_deal_is_counted_once(holdem: Holdem) -> None:
    by_hole = holdem.counts.deals.sum(axis=(1, 2, 3))
    assert by_hole.tolist() == [hole_size(name) * DEALS_OF_A_PAIR for name in HOLES]
    assert int(by_hole.sum()) == DEALS == 55_627_620_048_000


def test_player_and_dealer_are_alike(holdem: Holdem) -> None:
    """Over all deals, the Player is above as often as below."""
    columns = holdem.counts.deals.sum(axis=(0, 1, 2))
    assert columns[:CATEGORIES].sum() == columns[BELOW]


def test_perfect_play(holdem: Holdem) -> None:
    solution = holdem.solve()
    found = holdem_figures(holdem, solution)
    assert float(found.house_edge) == 0.02036921866695497
    assert float(found.average_wager) == 3.8181031954516667
    assert found.element_of_risk == found.house_edge / found.average_wager
    assert tuple(name for name, plays in zip(HOLES, solution.plays, strict=True) if not plays) == FOLDS
    hands = hands_of(solution)
    assert {one.of for one in hands.values()} == {41_951_448_000}
    assert (hands["AA"].net, hands["AA"].decision) == (116_998_334_968, Decision.FLOP)
    assert (hands["32o"].net, hands["32o"].decision) == (-48_492_792_304, Decision.FOLD)
    assert len(hands) == 169


def test_published_figures(holdem: Holdem) -> None:
    truth = Path(__file__).parents[3] / "shared" / "truth.json"
    if not truth.is_file():
        pytest.skip("no published figures beside this checkout")
    published = json.loads(truth.read_text())["texas_holdem_bonus"]
    solution = holdem.solve()
    found = holdem_figures(holdem, solution)
    assert float(found.house_edge) == published["house_edge"]
    assert float(found.average_wager) == published["average_wager"]
    hands = hands_of(solution)
    assert [name for name, one in hands.items() if one.decision is Decision.FOLD] == published["folds"]
    assert {name: hands[name].net for name in published["per_hand_net"]} == published["per_hand_net"]


def test_outcomes_add_up(holdem: Holdem) -> None:
    solution = holdem.solve()
    outcomes = outcomes_of(holdem, solution)
    found = holdem_figures(holdem, solution)
    assert sum(one.combinations for one in outcomes) == DEALS
    net = sum(one.units * one.combinations for one in outcomes)
    assert Fraction(-net, DEALS) == found.house_edge
    fold = -DEALS_OF_A_PAIR
    by_hand = [hole_size(name) * max(net, fold) for name, net in zip(HOLES, solution.nets, strict=True)]
    assert sum(by_hand) == net
    kinds = {(one.outcome, one.raises, one.units) for one in outcomes}
    assert len(kinds) == len(outcomes) == 13
    assert {("fold", 0, -1), ("dealer_wins", 3, -5), ("win_with_ante", 3, 5), ("win", 1, 2), ("push", 2, 0)} <= kinds


def test_the_square_of_a_fold_counts(holdem: Holdem) -> None:
    """Left out, the standard deviation is the 3.500839 that is published."""
    solution = holdem.solve()
    found = holdem_figures(holdem, solution)
    folds = next(one.combinations for one in outcomes_of(holdem, solution) if one.outcome == "fold")
    assert found.standard_deviation == pytest.approx(3.5072710714855178, abs=1e-15)
    assert float(found.variance - Fraction(folds, DEALS)) ** 0.5 == pytest.approx(3.500839, abs=2e-4)


def test_blind_wagers_on_turn_and_river_win_nothing(holdem: Holdem) -> None:
    edges = {name: holdem_figures(holdem, holdem.solve(name)).house_edge for name in STRATEGIES}
    assert edges["blind"] == edges["check"] > edges[PERFECT]
    assert set(wagered(holdem.solve("blind")).values()) == {1}
    with pytest.raises(InputError, match="--strategy"):
        holdem.solve("clever")


def test_another_ante_threshold(holdem: Holdem) -> None:
    flush = solved(holdem.game.name, {"ante.from": "flush"})
    assert round(float(holdem_figures(flush, flush.solve()).house_edge), 6) == 0.055935
    same = solved(holdem.game.name, {"ante.from": "straight"})
    assert holdem_figures(same, same.solve()) == holdem_figures(holdem, holdem.solve())
    with pytest.raises(InputError, match=r"ante\.from: must be one of"):
        solved(holdem.game.name, {"ante.from": "luck"})


def test_an_ante_that_always_wins_is_as_good_as_any_other_wager(holdem: Holdem) -> None:
    even = solved(holdem.game.name, {"ante.from": "five_odd_cards"})
    assert holdem_figures(even, even.solve("blind")).house_edge == 0
    assert all(even.solve().plays) is False or all(net > -DEALS_OF_A_PAIR for net in even.solve().nets)


def test_other_pays(holdem: Holdem) -> None:
    edge = holdem_figures(holdem, holdem.solve()).house_edge
    for key in ("ante.ante", "flop.flop", "turn.turn", "river.river"):
        other = solved(holdem.game.name, {key: "2"})
        assert holdem_figures(other, other.solve()).house_edge < edge
        none = solved(holdem.game.name, {key: "0"})
        assert holdem_figures(none, none.solve()).house_edge > edge
    none = solved(holdem.game.name, {"turn.turn": "0"})
    assert wagered(none.solve())[WagerName.TURN] == 0


def test_what_if_comes_at_once(holdem: Holdem) -> None:
    """Within 100 ms in a warm process: of the processor's time, since other tests run beside it."""
    answer_holdem(holdem.game)
    seconds = []
    for value in ("flush", "three_of_a_kind", "full_house", "two_pairs", "one_pair"):
        began = time.process_time()
        answer_holdem(holdem.game, Question({"ante.from": value, "river.river": "2"}))
        seconds.append(time.process_time() - began)
    assert min(seconds) < 0.1


def test_bonus(holdem: Holdem) -> None:
    found = bonus_return(holdem.game, holdem.counts)
    assert found.net == -138_730
    assert found.total_combinations == 1_624_350
    assert found.house_edge.value == 0.08540647028041987
    assert {one.row: one.combinations for one in found.lines}["aces_both"] == 6
    assert sum(one.combinations for one in found.lines) == 1_624_350


def test_a_cap_cuts_large_bonuses() -> None:
    holdem = solved(GAMES[0])
    plain = bonus_return(holdem.game, holdem.counts)
    below, above = (bonus_return(holdem.game, holdem.counts, stake).house_edge for stake in (10_000, 10_001))
    assert below == plain.house_edge
    assert above.fraction > plain.house_edge.fraction


def test_a_bonus_that_goes_with_the_hand() -> None:
    """The other reading costs what is paid on hands that the Dealer's beat."""
    holdem = solved(GAMES[1])
    answer = answer_holdem(holdem.game)
    told = answer.side_wagers["bonus"].readings
    assert list(told) == ["bonus_on_losing_hand=loses"]
    assert told["bonus_on_losing_hand=loses"].fraction > answer.side_wagers["bonus"].house_edge.fraction


def test_awards_are_counted_as_is_published(holdem: Holdem) -> None:
    """Hands of seven cards, each split 21 ways into Hole Cards and board, and each board dealt in 20 orders."""
    kinds = holdem.counts.awards.sum(axis=0).reshape(10, 10, 10, 10)
    on_flop, on_turn, at_end, board = (kinds.sum(axis=tuple({0, 1, 2, 3} - {place})) for place in range(4))
    assert at_end[7:].tolist() == [21 * 20 * often for often in (224_848, 37_260, 4_324)]
    assert board[7:].tolist() == [1_081 * 20 * often for often in (624, 36, 4)]
    assert on_flop[7:].tolist() == [10 * 47 * 46 * often for often in (624, 36, 4)]
    assert on_turn[9] == 4 * 47 * 15 * 4 * 46


def test_jackpot_wager(holdem: Holdem) -> None:
    found = holdem_jackpot(holdem, holdem.solve(), Stakes())
    exact = Fraction(found.fixed_return_exact)
    assert found.break_even_meter_exact is not None
    break_even = Fraction(found.break_even_meter_exact)
    assert (1 - exact) * found.wager == break_even * found.meter_coefficient.fraction
    at = holdem_jackpot(holdem, holdem.solve(), Stakes(meter=found.break_even_meter))
    assert at.house_edge is not None
    assert abs(at.house_edge.value) < 1e-8


def test_a_jackpot_wager_turns_folds_into_plays(holdem: Holdem) -> None:
    answer = answer_holdem(holdem.game, Question(stakes=Stakes(ante=2_500, meter=20_000_000)))
    assert answer.played_for_jackpot is not None
    turning = {one.hand: Fraction(one.up_to_ante) for one in answer.played_for_jackpot}
    assert set(turning) == set(FOLDS)
    for ante in (2_000, 2_500, 50_000):
        plays = hands_of(holdem.solve(PERFECT, Stakes(ante=ante, meter=20_000_000)))
        folded = {name for name, one in plays.items() if one.decision is Decision.FOLD}
        assert folded == {name for name, up_to in turning.items() if ante >= up_to}


# --- known cards --------------------------------------------------------------------------------------------------


def by_hand(cards: tuple[Card, ...]) -> list[int]:
    """Every River Card and Dealer's pair, one by one."""
    columns = [0] * COLUMNS
    left = [card for card in DECK if card not in cards]
    for river in left:
        board = (*cards[2:], river)
        own = rank_seven((*cards[:2], *board))
        for dealer in combinations([card for card in left if card != river], 2):
            columns[column_of(own, rank_seven((*dealer, *board)))] += 1
    return columns


@pytest.mark.parametrize("text", ["As Ad Kc 7d 2h 9s", "7c 2d 9h 9s 9d 9c"])
def test_known_cards_are_counted_as_by_hand(text: str) -> None:
    cards = parse_cards(text)
    assert counted_known(cards).tolist() == by_hand(cards)


def test_advice(holdem: Holdem) -> None:
    def advised(hole: str, community: str = "") -> Decision:
        return advise_holdem(holdem, parse_cards(hole), parse_cards(community)).decision

    assert advised("7c 2d") is Decision.FOLD
    assert advised("7c 2c") is Decision.FLOP
    assert advised("As Ad", "Kc 7d 2h") is Decision.TURN
    assert advised("7c 2c", "Kd Qd Jd") is Decision.CHECK
    assert advised("As Ad", "Kc 7d 2h 9s") is Decision.RIVER
    assert advised("7c 2c", "Kd Qd Jd Td") is Decision.CHECK


def test_advice_agrees_with_itself(holdem: Holdem) -> None:
    """A checked Flop is worth the mean of its Turn Cards, each played as advised."""
    hole, flop = parse_cards("9s 8s"), parse_cards("Ks 7d 2s")
    worth = {one.decision: one.worth.fraction for one in advise_holdem(holdem, hole, flop).choices}
    turns = [card for card in DECK if card not in hole + flop]
    later = {
        placed: sum(
            advise_holdem(holdem, hole, (*flop, card), turn_placed=placed).choices[0].worth.fraction for card in turns
        )
        for placed in (False, True)
    }
    assert worth[Decision.CHECK] == later[False] / len(turns)
    assert worth[Decision.TURN] == later[True] / len(turns)


@pytest.mark.parametrize(
    ("hole", "community", "says"),
    [
        ("As", "", "two Hole Cards"),
        ("As Ad", "Kc 7d", "three or four"),
        ("As Ad", "Kc 7d As", "As appears twice"),
        ("As ??", "", "face down"),
    ],
)
def test_cards_that_cannot_be(hole: str, community: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        advise_holdem(solved(GAMES[0]), parse_cards(hole), parse_cards(community))


def test_pairs_of_aces_are_alike() -> None:
    """A pair of Aces against the other two: neither is above more often."""
    columns = counted_pairs(parse_cards("As Ah"), parse_cards("Ad Ac"))
    assert sum(columns) == 1_712_304
    assert sum(columns[:CATEGORIES]) == columns[BELOW]


# --- counting -----------------------------------------------------------------------------------------------------


def test_rungs() -> None:
    """A rung below what a wager pays is a wager worth placing."""
    rng = np.random.default_rng(7)
    for above, below in [*rng.integers(0, 45_540, (500, 2)).tolist(), [0, 0], [0, 5], [5, 5], [5, 0]]:
        step = holdem_kernels.rung(above, below, -1)
        for pays in range(RUNGS):
            placed = pays * above > below
            assert (step < pays) is placed
            assert (holdem_kernels.rung(above, below, pays) == 0) is placed


def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))

    def interrupted(done: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        holdem_counts.counts_for(frozenset({9}), workers=2, progress=interrupted)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_starting_hands() -> None:
    named = [hole_name(*pair) for pair in combinations(DECK, 2)]
    assert set(named) == set(HOLES)
    assert all(named.count(name) == hole_size(name) for name in HOLES)


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_meter_has_the_break_even_of_any_other(game: str) -> None:
    """A share of nothing is worth nothing, and is still the share that grows."""
    holdem = solved(game)
    empty, full = (holdem_jackpot(holdem, holdem.solve(), Stakes(meter=meter)) for meter in (0, 500_000_000))
    # Reckoned by hand from the awards of 4.2: 63,779 of 5,739,353,200,000 cents.
    assert empty.break_even_meter_exact == full.break_even_meter_exact == "5739353200000/63779"
    assert empty.meter_coefficient.fraction > 0


@pytest.mark.parametrize(("ante", "decision"), [(1_000, "flop"), (1_688, "flop"), (1_689, "fold")])
def test_advice_weighs_the_jackpot_against_the_ante(ante: int, decision: str) -> None:
    """With a meter of 5,000,000.00, seven-deuce keeps 2,799,000 / 52,969 cents of jackpot by playing, and playing it
    costs 1 - 43,264,561,724 / 41,951,448,000 of an Ante, reversed in sign: worth it up to an Ante of 1,688.2 cents."""
    holdem = solved("mbs-texas-holdem-bonus-progressive")
    stakes = Stakes(ante, 500_000_000)
    told = advise_holdem(holdem, parse_cards("7s 2h"), stakes=stakes)
    assert told.decision == decision
    worth = {one.decision: one.worth.fraction for one in told.choices}
    kept, costs = Fraction(2_799_000, 52_969), Fraction(43_264_561_724, 41_951_448_000) - 1
    assert worth[Decision.FLOP] - worth[Decision.FOLD] == kept / ante - costs
    assert told.decision is max(worth, key=worth.__getitem__)


def test_once_cards_lie_open_the_jackpot_decides_nothing() -> None:
    holdem = solved(GAMES[0])
    cards, board = parse_cards("As Kd"), parse_cards("5c 3h 2s")
    assert advise_holdem(holdem, cards, board, stakes=Stakes(1_000, 500_000_000)) == advise_holdem(holdem, cards, board)

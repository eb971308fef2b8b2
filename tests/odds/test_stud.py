"""Casino Stud against figures that others have published, and against itself."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.cards import DECK, Card, parse_cards, rank_of, suit_of
from croupier.hands import BEST, Category, category_of, rank_five
from croupier.money import To1
from croupier.notation.problem import InputError
from croupier.odds.meetings.advice import advise
from croupier.odds.meetings.answer import played_for_jackpot
from croupier.odds.meetings.solution import outcome_lines, raise_frequency, round_figures, round_jackpot
from croupier.odds.meetings.terms import Meeting, meeting_of
from croupier.odds.solver import PERFECT, Known, Question, Stakes
from croupier.odds.stud.counts import COMPLETIONS, DEALS, TOTAL
from croupier.odds.stud.exposed import exposed_edges
from croupier.odds.stud.solution import STRATEGIES, Stud, strategy_of
from croupier.odds.stud.solver import SOLVER as STUD_SOLVER
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.settling import PayTable
from croupier.rules.terms import WagerName

GAMES = ("rws-casino-stud", "rws-multi-link-casino-stud")
HUNDRED = {"bet.royal_flush": "100"}
"""The pay table that the published figures are for."""

PUBLISHED = {
    "win_royal_flush": (201, 16759740),
    "win_straight_flush": (101, 156929720),
    "win_four_of_a_kind": (41, 2832435800),
    "win_full_house": (15, 16624475280),
    "win_flush": (11, 21856990280),
    "win_straight": (9, 43805516100),
    "win_three_of_a_kind": (7, 234242908320),
    "win_two_pairs": (5, 488012139360),
    "win_one_pair_or_less": (3, 2343248003808),
    "dealer_no_qualify": (1, 4532514033720),
    "push": (0, 321623100),
    "fold": (-1, 9523005974460),
    "dealer_wins": (-3, 2726592727512),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> BankedGame:
    """Both games: their main wagers are the same."""
    return load_banked(request.param)


@pytest.fixture
def casino() -> BankedGame:
    """The game whose folded hands win no jackpot."""
    return load_banked(GAMES[0])


def test_every_outcome_has_its_published_combinations(game: BankedGame) -> None:
    solution = Stud(game, HUNDRED).solve()
    assert {name: (int(units), ways) for name, units, ways in outcome_lines(solution)} == PUBLISHED
    assert sum(ways for _, ways in PUBLISHED.values()) == TOTAL == 19_933_230_517_200


def test_published_results_to_the_last_digit(game: BankedGame) -> None:
    stud = Stud(game, HUNDRED)
    perfect = round_figures(stud.solve())
    assert perfect.net == -1041372912372
    assert float(perfect.house_edge) == 0.052243057715778654
    assert round_figures(stud.solve("blind")).net == -3310360338060


def test_all_combinations_are_counted_under_every_strategy(game: BankedGame) -> None:
    stud = Stud(game)
    for strategy in STRATEGIES:
        solution = stud.solve(strategy)
        assert int(solution.played.sum()) + int(solution.folded.sum()) * COMPLETIONS == TOTAL
        assert raise_frequency(solution) == Fraction(DEALS - int(solution.folded.sum()), DEALS)


def test_no_strategy_beats_the_perfect_one(casino: BankedGame) -> None:
    for changes in ({}, HUNDRED, {"bet.one_pair_or_less": "3"}, {"bet.flush": "0", "bet.straight": "40"}):
        stud = Stud(casino, changes)
        edges = {name: round_figures(stud.solve(name)).house_edge for name in STRATEGIES}
        assert min(edges, key=lambda name: edges[name]) == PERFECT


def test_hands_of_five_cards_are_as_frequent_as_published(casino: BankedGame) -> None:
    counts = Stud(casino).counts
    dealt = np.add.reduceat(counts.ways, counts.starts[:-1])
    by_category = dict.fromkeys(Category, 0)
    for own in range(BEST + 1):
        by_category[category_of(own)] += int(dealt[own]) // 47
    assert list(by_category.values()) == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
    assert int(dealt[counts.qualifying :].sum()) // 47 == 1463700


def _enumerated(own: tuple[Card, ...], up: Card, qualifying: int) -> tuple[int, int, int]:
    """Dealer's hands that do not qualify, that are weaker, and as strong; one by one."""
    mine, below, weaker, equal = rank_five(own), 0, 0, 0
    for others in combinations([card for card in DECK if card not in own and card != up], 4):
        dealer = rank_five((up, *others))
        below += dealer < qualifying
        weaker += dealer < mine
        equal += dealer == mine
    return below, weaker, equal


def test_counts_are_those_of_hands_counted_one_by_one(casino: BankedGame) -> None:
    counts = Stud(casino).counts
    rng = random.Random(7)
    for text in ("As Kd Qh Js 9c", "As Ks 5s 3s 2d", "5c 4d 3h 2s Ac", "7c 7d 7h 2s 9s", None, None):
        cards = tuple(rng.sample(DECK, 5)) if text is None else parse_cards(text)
        up = rng.choice([card for card in DECK if card not in cards])
        own, ordered = rank_five(cards), sorted(cards)
        rows = slice(int(counts.starts[own]), int(counts.starts[own + 1]))
        alike = len({rank_of(card) for card in cards}) < 5
        matches = 0 if alike else sum((suit_of(card) == suit_of(up)) << at for at, card in enumerate(ordered))
        here = (counts.up_rank[rows] == rank_of(up)) & (counts.matches[rows] == matches)
        found = {
            (int(a), int(b), int(c))
            for a, b, c in zip(
                counts.unqualified[rows][here], counts.weaker[rows][here], counts.equal[rows][here], strict=True
            )
        }
        assert _enumerated(cards, up, counts.qualifying) in found


@pytest.mark.parametrize(
    ("strategy", "edge", "risk"),
    [("perfect", 0.052243, 0.025553), ("pair", 0.054696, 0.027380), ("akj83", 0.053163, 0.025960)],
)
def test_simple_strategies_cost_what_is_known(casino: BankedGame, strategy: str, edge: float, risk: float) -> None:
    found = round_figures(Stud(casino, HUNDRED).solve(strategy))
    assert float(found.house_edge) == pytest.approx(edge, abs=5e-7)
    assert float(found.element_of_risk) == pytest.approx(risk, abs=5e-7)


def test_standard_deviation_follows_from_the_outcomes(casino: BankedGame) -> None:
    found = round_figures(Stud(casino, HUNDRED).solve())
    mean = sum(units * ways for units, ways in PUBLISHED.values()) / TOTAL
    square = sum(units * units * ways for units, ways in PUBLISHED.values()) / TOTAL
    assert found.standard_deviation == pytest.approx((square - mean**2) ** 0.5, rel=1e-14)


# --- strategy -----------------------------------------------------------------------------------------------------


def test_strategy_says_what_the_solution_does(casino: BankedGame) -> None:
    stud = Stud(casino)
    strategy = strategy_of(stud, stud.solve())
    assert strategy.always_fold_to == "Five Odd Cards, Ace Queen Jack Ten Nine"
    assert strategy.always_bet_from == "Five Odd Cards, Ace King Queen Jack Deuce"
    assert len(strategy.cases) == 156
    cases = {case.hand: case for case in strategy.cases}
    assert cases["AK432"].bet == "432"
    assert [one.up for one in cases["AK532"].depends] == ["5"]
    assert all(suits.decision != "both" for case in strategy.cases for one in case.depends for suits in one.suits)


@pytest.mark.parametrize(
    ("up", "decision"), [("5s", "bet"), ("5d", "bet"), ("Ac", "fold"), ("6s", "fold"), ("3c", "bet")]
)
def test_advice_agrees_with_the_strategy(casino: BankedGame, up: str, decision: str) -> None:
    advice = advise(Stud(casino), Known(parse_cards("As Kd 5c 3h 2s"), parse_cards(up)))
    assert advice.decision == decision
    assert advice.of == COMPLETIONS
    case = next(one for one in STUD_SOLVER.answer(casino).perfect_strategy.cases if one.hand == "AK532")
    assert up[0] in (case.bet if decision == "bet" else case.fold) + "5"


def test_a_suit_may_decide(casino: BankedGame) -> None:
    stud = Stud(casino)
    case = next(one for one in strategy_of(stud, stud.solve()).cases if one.hand == "AK642")
    (six,) = case.depends
    assert {suits.matching for suits in six.suits if suits.decision == "fold"} == {""}
    worths = {
        hand: advise(stud, Known(parse_cards(hand), parse_cards("6s"))).decision
        for hand in ("AcKd6h4c2d", "AsKd6h4c2d")
    }
    assert worths == {"AcKd6h4c2d": "fold", "AsKd6h4c2d": "bet"}


def test_advice_with_all_of_the_dealers_cards(casino: BankedGame) -> None:
    advice = advise(Stud(casino), Known(parse_cards("7c 7d 2s 3s 9h"), parse_cards("Ah Kd 9d 5c 2h")))
    assert (advice.decision, advice.of, advice.meetings["lower"]) == ("bet", 1, 1)
    assert advice.choices[0].worth.exact == "3/1"


# --- what if ------------------------------------------------------------------------------------------------------


def test_a_changed_document_moves_the_odds(casino: BankedGame) -> None:
    table = casino.pays[WagerName.BET]
    assert isinstance(table, PayTable)
    lines = tuple(replace(line, odds=To1(100)) if line.name == "royal_flush" else line for line in table.lines)
    other = replace(casino, pays={**casino.pays, WagerName.BET: replace(table, lines=lines)})
    assert round_figures(Stud(other).solve()) == round_figures(Stud(casino, HUNDRED).solve())


@pytest.mark.long
def test_another_qualifying_hand_is_counted_anew(casino: BankedGame) -> None:
    any_hand = Stud(casino, {"dealer.from": "7c5d4h3s2c"})
    assert any_hand.qualifying == 0
    solution = any_hand.solve("blind")
    assert int(solution.played[Meeting.UNQUALIFIED].sum()) == 0
    assert solution.played[Meeting.HIGHER].sum() == solution.played[Meeting.LOWER].sum()
    advice = advise(any_hand, Known(parse_cards("Qs Jd 5c 3h 2s"), parse_cards("5h")))
    own = rank_five(parse_cards("Qs Jd 5c 3h 2s"))
    rows = any_hand.counts
    weaker = rows.weaker[int(rows.starts[own]) : int(rows.starts[own + 1])]
    assert advice.meetings["lower"] in weaker
    assert advice.meetings["not_qualified"] == 0


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"bet.royal": "100"}, "bet.royal"),
        ({"flop.flop": "1"}, "flop.flop"),
        ({"bet.flush": "-1"}, "bet.flush"),
        ({"bet.flush": "9" * 40}, "bet.flush"),
        ({"jackpot.royal_flush": "101"}, "jackpot.royal_flush"),
        ({"jackpot.nothing": "1"}, "jackpot.nothing"),
        ({"dealer.from": "a king"}, "dealer.from"),
        ({"ante.from": "flush"}, "ante.from"),
    ],
)
def test_what_if_refuses_what_the_game_has_not(casino: BankedGame, change: dict[str, str], named: str) -> None:
    with pytest.raises(InputError, match=named):
        Stud(casino, change)


def test_amounts_beyond_reckoning_are_refused(casino: BankedGame) -> None:
    with pytest.raises(InputError, match="too large"):
        Stud(casino).solve(stakes=Stakes(ante=10**13, meter=10**13))
    with pytest.raises(InputError, match="too large"):
        Stud(casino, {"ante.ante": str(10**13)}).solve(stakes=Stakes(ante=10**13))
    with pytest.raises(InputError, match="--exposed"):
        exposed_edges(Stud(casino, {"bet.royal_flush": "100000"}))
    with pytest.raises(InputError, match="--strategy"):
        Stud(casino).solve("bold")


# --- money --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("prizes", "meter"), [((100, 75, 50), 263205), ((150, 100, 50), 246784)])
def test_jackpot_breaks_even_where_published(prizes: tuple[int, int, int], meter: int) -> None:
    names = ("jackpot.four_of_a_kind", "jackpot.full_house", "jackpot.flush")
    changes = {name: str(prize) for name, prize in zip(names, prizes, strict=True)}
    for game in GAMES:
        more = {"jackpot.straight": "0"} if game == GAMES[1] else {}
        stud, stakes = Stud(load_banked(game), {**changes, **more}), Stakes(jackpot_wager=1)
        assert round_jackpot(stud, stud.solve(), stakes).break_even_meter == meter


def test_a_folded_hand_keeps_its_jackpot_only_where_the_document_says_so() -> None:
    never = {"bet.flush": "0", "bet.full_house": "0", "bet.four_of_a_kind": "0"}
    returns = []
    for name in GAMES:
        stud = Stud(load_banked(name), never)
        solution = stud.solve()
        folds_none = solution._replace(folded=np.zeros_like(solution.folded))
        all_folded = solution._replace(folded=np.add.reduceat(stud.counts.ways, stud.counts.starts[:-1]))
        whole = round_jackpot(stud, folds_none, Stakes())
        returns.append(round_jackpot(stud, all_folded, Stakes()).fixed_return / whole.fixed_return)
    assert returns == [0, 1]


def test_no_fold_becomes_a_play_for_the_jackpot_in_stud(game: BankedGame) -> None:
    stud = Stud(game)
    assert played_for_jackpot(stud, Stakes(meter=10**12)) == ()
    plain, with_jackpot = stud.solve(), stud.solve(stakes=Stakes(ante=2500, meter=10**9))
    assert (plain.bets == with_jackpot.bets).all()


def test_the_cap_takes_from_large_wagers(casino: BankedGame) -> None:
    at, above = (STUD_SOLVER.answer(casino, Question(stakes=Stakes(ante=ante))) for ante in (20_000, 20_100))
    assert at.cap is not None
    assert at.cap.rows[0].above_ante == 20_000
    assert at.cap.costs is not None
    assert at.cap.costs.value == 0
    assert above.house_edge.value > at.house_edge.value == STUD_SOLVER.answer(casino).house_edge.value


def test_meetings_are_told_apart_at_the_border() -> None:
    assert meeting_of(5, 9, 10) is Meeting.UNQUALIFIED
    assert meeting_of(5, 10, 10) is Meeting.LOWER
    assert meeting_of(10, 10, 10) is Meeting.EQUAL
    assert meeting_of(11, 10, 10) is Meeting.HIGHER

"""Three-card games: published figures, every deal counted, and the table's own settlement."""

import random
import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from croupier.cards import DECK, parse_cards
from croupier.notation.problem import InputError
from croupier.odds import desk
from croupier.odds.meetings.answer import MeetingAnswer
from croupier.odds.meetings.solution import outcome_lines, round_figures
from croupier.odds.meetings.terms import Meeting, comparison, main_wagers, meeting_of, read_meetings, read_terms
from croupier.odds.solver import Known, Question, Stakes, solver_of
from croupier.odds.three_card.counts import COMPLETIONS, HANDS, TOTAL, count, three_card_counts
from croupier.odds.three_card.solution import ThreeCard
from croupier.odds.three_card.solver import SOLVER
from croupier.play.banked.events import Share
from croupier.play.banked.settlement import settle_box
from croupier.play.banked.state import Box, Wager
from croupier.rulebooks import load_banked, registered
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import THREE_CARDS
from croupier.rules.settling import NO_HAND
from croupier.rules.terms import WagerName, wager_named
from tests.sampling import first

DOCUMENT = "tests.documents.lantern_three_card_v1"
QUEEN_HIGH = THREE_CARDS.rank(parse_cards("Qs 3d 2h"))


@pytest.fixture(scope="module")
def game() -> Iterator[BankedGame]:
    with registered(DOCUMENT):
        yield load_banked("lantern-three-card")


@pytest.fixture(scope="module")
def answer(game: BankedGame) -> MeetingAnswer:
    return SOLVER.answer(game)


def test_every_deal_is_counted() -> None:
    """22,100 hands for the Player, and 18,424 of what is left for the Dealer."""
    assert (comb(52, 3), comb(49, 3)) == (HANDS, COMPLETIONS) == (22_100, 18_424)
    dealt = count(THREE_CARDS)
    assert len(dealt.ways) == 1_755
    assert int(dealt.ways.sum()) == HANDS
    assert (dealt.below[:, -1] == COMPLETIONS).all()
    assert int((dealt.ways * dealt.below[:, -1]).sum()) == TOTAL == 22_100 * 18_424


@pytest.mark.parametrize("qualifying", first(1, [QUEEN_HIGH, QUEEN_HIGH - 1, QUEEN_HIGH + 1, 0, THREE_CARDS.best]))
def test_rows_are_what_counting_one_by_one_finds(qualifying: int) -> None:
    counts, dealt, rng = three_card_counts(THREE_CARDS, qualifying), count(THREE_CARDS), random.Random(3)
    for row in rng.sample(range(len(dealt.ways)), 12):
        hand = dealt.hands[row]
        own = THREE_CARDS.rank(hand)
        assert counts.starts[own] <= row < counts.starts[own + 1]
        others = [THREE_CARDS.rank(one) for one in combinations([card for card in DECK if card not in hand], 3)]
        found = (counts.unqualified[row], counts.weaker[row], counts.equal[row])
        assert found == (
            sum(one < qualifying for one in others),
            sum(one < own for one in others),
            others.count(own),
        )


def test_ante_and_play_lose_3_3730_per_cent_with_queen_six_four(answer: MeetingAnswer) -> None:
    """Published for an Ante bonus of 1, 4 and 5 to 1: a house edge of 3.3730 % of the Ante, and 2.0147 % of all that is
    wagered; 67.42 % of hands are played."""
    assert round(100 * answer.house_edge.value, 4) == 3.3730
    assert round(100 * answer.element_of_risk, 4) == 2.0147
    assert round(answer.standard_deviation, 2) == 1.64
    assert round(100 * answer.raise_frequency.value, 2) == 67.42
    perfect = answer.perfect_strategy
    assert perfect.always_fold_to == THREE_CARDS.describe(THREE_CARDS.rank(parse_cards("Qs 6d 3h")))
    assert perfect.always_bet_from == THREE_CARDS.describe(THREE_CARDS.rank(parse_cards("Qs 6d 4h")))
    assert perfect.cases == ()
    assert sum(line.combinations for line in answer.outcomes) == TOTAL == answer.total_combinations
    assert all(line.outcome for line in answer.outcomes)


@pytest.mark.parametrize(
    ("bonus", "per_cent"), [((1, 4, 5), 3.37), ((1, 3, 5), 3.61), ((1, 2, 3), 4.28), ((1, 3, 4), 3.83)]
)
def test_other_ante_bonuses_have_the_edges_that_are_published(
    game: BankedGame, bonus: tuple[int, int, int], per_cent: float
) -> None:
    """For a Straight, three of a kind and a Straight Flush."""
    rows = ("straight", "three_of_a_kind", "straight_flush")
    changes = {f"ante_bonus.{row}": str(pays) for row, pays in zip(rows, bonus, strict=True)}
    assert round(100 * desk.what_if(game, changes).house_edge.value, 2) == per_cent


@pytest.mark.parametrize(("flush", "per_cent"), [("3", 7.28), ("4", 2.32)])
def test_pair_plus(game: BankedGame, flush: str, per_cent: float) -> None:
    """40, 30, 6 and 1 to 1 beside: 48 Straight Flushes, 52 threes, 720 Straights, 1,096 Flushes, 3,744 pairs."""
    wager = SOLVER.answer(game, Question({"pair_plus.flush": flush})).side_wagers["pair_plus"]
    assert round(100 * wager.house_edge.value, 2) == per_cent
    ways = {line.row: line.combinations for line in wager.lines}
    assert [*ways.values()] == [48, 52, 720, 1_096, 3_744, 16_440]
    won = 48 * 40 + 52 * 30 + 720 * 6 + 1_096 * int(flush) + 3_744 - 16_440
    assert wager.house_edge.fraction == Fraction(-won, 22_100)


def test_simple_strategies_cost_something(answer: MeetingAnswer) -> None:
    edges = {one.strategy: one.house_edge.value for one in answer.strategies}
    assert round(100 * edges["queen"], 2) == 3.45  # published for playing as the Dealer qualifies
    assert round(100 * edges["blind"], 2) == 7.65  # published for playing every hand
    assert edges["q64"] == edges["perfect"]


def test_rounds_settle_as_the_odds_say(game: BankedGame) -> None:
    rng, meetings = random.Random(11), read_meetings(game)
    terms = read_terms(game, 2_500)
    assert meetings.qualifying == QUEEN_HIGH
    for _ in range(2_000):
        cards = rng.sample(DECK, 6)
        own, dealer = THREE_CARDS.rank(cards[:3]), THREE_CARDS.rank(cards[3:])
        if rng.random() < 0.5:  # the rare ones as often as others
            own, dealer = rng.randrange(THREE_CARDS.best + 1), rng.randrange(THREE_CARDS.best + 1)
        hand = comparison(game, own, dealer)
        wagers = tuple(Wager(wager, (Share("player", 2_500),)) for wager in main_wagers(game))
        lines = settle_box(game, Box(1, "player", wagers, cards=hand.hole, shown=True), hand)
        won = sum(line.paid + line.returned - line.staked for line in lines)
        assert won == int(terms.nets[meeting_of(own, dealer, meetings.qualifying), own])
    assert terms.fold == -2_500
    assert comparison(game, 0, folded=True).dealer == NO_HAND


def test_the_ante_bonus_is_paid_also_when_the_ante_loses(game: BankedGame) -> None:
    """Three twos against three threes: Ante and Play are lost, and 4 to 1 is paid."""
    own = THREE_CARDS.rank(parse_cards("2s 2d 2h"))
    assert int(read_terms(game).nets[Meeting.LOWER, own]) == -2 + 4
    best = THREE_CARDS.best
    assert int(read_terms(game).nets[Meeting.LOWER, best - 1]) == -2 + 5


def test_lines_less_what_is_lost_are_the_edge(game: BankedGame) -> None:
    ready = ThreeCard(game)
    solution = ready.solve()
    paid = ready.paid(500, 0)
    won = sum((share for key, share in paid.items() if not key.startswith("pair_plus.")), Fraction(0))
    folded = int(solution.folded.sum()) * COMPLETIONS
    lost = Fraction(folded + 2 * int(solution.played[Meeting.LOWER].sum()), TOTAL)
    assert won - lost == -round_figures(solution).house_edge
    kept = sum(share for key, share in paid.items() if key.startswith("pair_plus."))
    assert kept - Fraction(16_440, 22_100) == -ready.side_edges()["pair_plus"]
    assert sum(ways for _, _, ways in outcome_lines(solution)) == TOTAL


def test_another_qualifying_hand_and_rows_that_are_changed(game: BankedGame) -> None:
    king = desk.what_if(game, {"dealer.from": "Ks3d2h"})
    pair = desk.what_if(game, {"dealer.from": "one_pair"})
    plain = desk.what_if(game, {})
    assert len({king.house_edge.exact, pair.house_edge.exact, plain.house_edge.exact}) == 3
    better = desk.what_if(game, {"ante_bonus.straight": "2"}).house_edge.fraction
    # 720 Straights, of which all are played: an Ante more on each where the Ante has action.
    unqualified = sum(line.combinations for line in SOLVER.answer(game).outcomes if "straight_bonus" in line.outcome)
    assert plain.house_edge.fraction - better == Fraction(unqualified, TOTAL)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"pair_plus.royal_flush": "100"}, "pair_plus.royal_flush"),
        ({"ante.from": "flush"}, "dealer.from"),
        ({"dealer.from": "AsKd4h3c2s"}, "three cards"),
        ({"jackpot.flush": "1"}, "jackpot.flush"),
        ({"play.straight": "1"}, "play.straight"),
    ],
)
def test_what_cannot_be_changed(game: BankedGame, changes: dict[str, str], says: str) -> None:
    with pytest.raises(InputError, match=says):
        desk.what_if(game, changes)


def test_advice(game: BankedGame) -> None:
    lower, at = (desk.advice(game, parse_cards(cards)) for cards in ("Qs 6d 3h", "Qs 6d 4h"))
    assert (lower.decision, at.decision) == ("fold", "bet")
    assert at.choices[1].worth.fraction == -1
    whole = ThreeCard(game).advise(Known(parse_cards("Qs 6d 3h"), parse_cards("Kd Kh 2c")), Stakes())
    assert [(one.decision, one.worth.value) for one in whole] == [("fold", -1.0), ("bet", -2.0)]
    for cards, dealer, says in (("Qs 6d", "", "three"), ("Qs 6d Qs", "", "Qs"), ("Qs 6d 3h", "Ad Kd Qd Jd", "three")):
        with pytest.raises((InputError, ValueError), match=says):
            desk.advice(game, parse_cards(cards), dealer=parse_cards(dealer))


def test_it_is_solved_in_less_than_a_second(game: BankedGame) -> None:
    """Of the processor's time, counting included: nothing is kept from before."""
    from croupier.odds.meetings import solution
    from croupier.odds.three_card import counts

    counts._COUNTED.clear()
    solution._SORTED.clear()
    began = time.process_time()
    SOLVER.answer(game)
    assert time.process_time() - began < 1


def test_the_solver_claims_every_wager(game: BankedGame) -> None:
    assert solver_of(game) is SOLVER
    assert SOLVER.wagers(game) >= {WagerName.ANTE, WagerName.BET, wager_named("pair_plus")}

"""The solver and the table agree: what is counted for a deal is what the round, played, pays."""

import random
from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.cards import DECK, Card, format_cards
from croupier.hands import BEST, Strength, rank_seven
from croupier.odds import evaluator
from croupier.odds.holdem import counts as holdem_counts
from croupier.odds.holdem import kernels as holdem_kernels
from croupier.odds.holdem.counts import hole_name
from croupier.odds.holdem.solution import Holdem
from croupier.odds.holdem.terms import column_of, comparison, holdem_terms, settled
from croupier.odds.solver import Stakes
from croupier.odds.suits import PAIRS, place_of
from croupier.rulebooks import load_banked
from croupier.rules.settling import PercentOfMeter
from croupier.rules.terms import WagerName
from tests.odds.test_holdem import GAMES, solved
from tests.sitting import settled as settle_round

ANTE = 10_000
METER = 12_345_600
SHOWN = METER + 350
"""With the contribution of the round's own jackpot wager."""


@pytest.fixture(scope="module", params=GAMES)
def holdem(request: pytest.FixtureRequest) -> Holdem:
    return solved(request.param)


def played(game: str, cards: tuple[Card, ...], decisions: list[str]) -> tuple[int, int, str]:
    """Play nine cards (Hole Cards, Community Cards, Dealer's): what wagers win and what the jackpot pays, and why."""
    answer = settle_round(
        {
            "game": game,
            "policy": {"jackpot_wager": 500},
            "meter": METER,
            "dealer": format_cards(cards[7:]),
            "community": format_cards(cards[2:7]),
            "boxes": [
                {
                    "box": 1,
                    "player": "p1",
                    "cards": format_cards(cards[:2]),
                    "wagers": {"ante": ANTE, "jackpot": 500},
                    "decisions": decisions,
                }
            ],
        }
    )
    won = sum(one.paid + one.returned - one.staked for one in answer.lines if one.wager != "jackpot")
    jackpot = next(one for one in answer.lines if one.wager == "jackpot")
    return won, jackpot.paid, jackpot.award


def expected(holdem: Holdem, cards: tuple[Card, ...], decisions: list[str]) -> int:
    """What the solver has for the same deal, in Antes."""
    if decisions == ["fold"]:
        return holdem.terms.fold
    hands = np.array([cards[:7], cards[7:] + cards[2:7]], np.uint8)
    own, dealer = evaluator.seven_strengths(hands).tolist()
    return int(holdem.units()[int(decisions[1] == "turn"), int(decisions[2] == "river"), column_of(own, dealer)])


def test_random_rounds(holdem: Holdem) -> None:
    rng = random.Random(holdem.game.name)
    for _ in range(1_500):
        cards = tuple(rng.sample(DECK, 9))
        decisions = ["flop", rng.choice(["turn", "check"]), rng.choice(["river", "check"])]
        if rng.random() < 0.05:
            decisions = ["fold"]
        won, _, _ = played(holdem.game.name, cards, decisions)
        assert won == ANTE * expected(holdem, cards, decisions), (format_cards(cards), decisions)


@pytest.mark.parametrize("folded", [False, True])
def test_every_kind_of_award(holdem: Holdem, folded: bool) -> None:
    """One deal of each kind that was counted, its suits renamed, played with a jackpot wager."""
    rng = random.Random(3)
    kinds = np.flatnonzero(holdem.counts.awards.any(axis=0)).tolist()
    assert len(kinds) > 50
    for kind in kinds:
        names = rng.sample(range(4), 4)
        cards = tuple(Card(card & ~3 | names[card & 3]) for card in holdem.counts.example(kind))
        dealer = tuple(rng.sample([card for card in DECK if card not in cards], 2))
        _, paid, _ = played(holdem.game.name, cards + dealer, ["fold"] if folded else ["flop", "check", "check"])
        amount, percent = holdem.prize(kind, 500, folded=folded).best(SHOWN)
        assert paid == amount + percent * SHOWN // 100, (kind, format_cards(cards))


def test_random_deals_win_no_award_that_was_not_counted(holdem: Holdem) -> None:
    """Where the kind of deal was not counted, no award is paid; where it was, the one of its kind."""
    rng = random.Random(11)
    categories = holdem_counts.categories()
    for _ in range(600):
        suited = [card for card in DECK if card & 3 == 0 or rng.random() < 0.1]
        cards = tuple(rng.sample(suited, 7))
        dealer = tuple(rng.sample([card for card in DECK if card not in cards], 2))
        _, paid, award = played(holdem.game.name, cards + dealer, ["flop", "check", "check"])
        own, board = categories[rank_seven(cards)], evaluator.five_strengths(np.array([cards[2:]]))[0]
        if not award:
            continue
        digits = [_best(cards[:5]), _best(cards[:6]), int(own), int(categories[board])]
        kind = int("".join(map(str, digits)))
        assert holdem.counts.awards[holdem_counts.HOLES.index(hole_name(*cards[:2])), kind] > 0
        amount, percent = holdem.prize(kind, 500, folded=False).best(SHOWN)
        assert paid == amount + percent * SHOWN // 100


def _best(cards: tuple[Card, ...]) -> int:
    fives = np.array(list(combinations(cards, 5)))
    return int(holdem_counts.categories()[evaluator.five_strengths(fives)].max())


@pytest.mark.long
def test_every_class_is_settled_as_its_column_says() -> None:
    """All 7,462 classes against hands just below, level and just above."""
    for name in GAMES:
        game = replace(load_banked(name), caps={})
        terms = holdem_terms(game)
        for own in range(BEST + 1):
            for dealer in {max(own - 1, 0), own, min(own + 1, BEST)}:
                said = settled(game, comparison(game, own, dealer), terms.stakes)
                column = column_of(own, dealer)
                assert {wager: net for wager, (net, _) in said.items()} == {
                    wager: int(nets[column]) for wager, nets in terms.nets.items()
                }


def test_a_board_is_counted_as_by_hand() -> None:
    """Boards out of the whole list: above and below of some pairs, against all 990 of the Dealer's."""
    at = holdem_counts.ground(frozenset({7, 8, 9}))
    rng = random.Random(5)
    tables = evaluator.tables()
    for place in rng.sample(range(len(at.keys5)), 6):
        counts = np.zeros((place + 1, 1326), np.uint32)
        awards = np.zeros((169, 10_000), np.int64)
        holdem_kernels.count_boards(tables, at, place, place + 1, counts, np.zeros(10_000, np.int64), awards)
        board = tuple(Card(int(card)) for card in at.boards5[place])
        strengths: dict[tuple[int, int], Strength] = {
            pair: rank_seven((Card(pair[0]), Card(pair[1]), *board)) for pair in PAIRS if not {*pair} & {*board}
        }
        for pair in rng.sample(sorted(strengths), 5):
            others = [theirs for other, theirs in strengths.items() if not {*other} & {*pair}]
            mine, packed = strengths[pair], int(counts[place, PAIRS.index(pair)])
            assert len(others) == 990
            assert packed & 0x3FF == sum(mine > theirs for theirs in others)
            assert (packed >> 10) & 0x3FF == sum(mine < theirs for theirs in others)
            assert packed >> 20 == holdem_counts.categories()[mine]


def test_boards_up_to_suit_stand_for_all() -> None:
    at = holdem_counts.ground(frozenset({7, 8, 9}))
    assert at.orbits5.sum() == 2_598_960
    assert at.orbits4.sum() == 270_725
    assert all(place_of(at.keys4, key) == place for place, key in enumerate(at.keys4[::500].tolist()) if place == 0)
    assert [place_of(at.keys3, key) for key in at.keys3.tolist()] == list(range(1_755))


def test_a_percentage_is_chosen_by_the_meter(holdem: Holdem) -> None:
    """A Royal Flush on the River over a Straight Flush of the board: 5 % of the meter, or the fixed amount."""
    percents = {award.name: award.prize for award in holdem.game.jackpot.awards}
    share = percents["royal_flush_on_the_river"]
    assert isinstance(share, PercentOfMeter)
    both = [
        kind
        for kind in np.flatnonzero(holdem.counts.awards.any(axis=0)).tolist()
        if all(holdem.prize(kind, 500, folded=False)) and share.percent in holdem.prize(kind, 500, folded=False)[1]
    ]
    assert both
    for kind in both:
        prizes = holdem.prize(kind, 500, folded=False)
        assert prizes.best(0) == (max(prizes.fixed), 0)
        assert prizes.best(10**12) == (0, share.percent)
    assert holdem.kept_by_playing(Stakes(), 0) != holdem.kept_by_playing(Stakes(), METER)
    assert WagerName.JACKPOT not in holdem.terms.nets

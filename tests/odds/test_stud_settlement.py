"""The odds against the table's own settlement: the same rounds, played through the engine."""

import random
from fractions import Fraction

import pytest

from croupier.cards import DECK, Card, format_cards
from croupier.hands import BEST, rank_five, representative
from croupier.notation.written import WrittenBox, WrittenRound, settle_written
from croupier.odds.meetings.terms import comparison, main_wagers, meeting_of, prizes, read_meetings, read_terms
from croupier.odds.solver import Stakes
from croupier.odds.stud.solution import BETS_FROM, Stud
from croupier.play.banked.settlement import first_outcome
from croupier.rulebooks import load_banked
from tests.sampling import first

GAMES = ("rws-casino-stud", "rws-multi-link-casino-stud")
ROUNDS = 400
METER = 12_345_678


def _deal(rng: random.Random) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Two hands: as the shoe deals them, or any two strengths, the rare ones as often as others."""
    while rng.random() < 0.6:
        own, dealer = (representative(rng.randrange(BEST + 1)) for _ in range(2))
        shift = rng.randrange(4)
        moved = tuple(Card(card // 4 * 4 + (card + shift) % 4) for card in dealer)
        if not set(own) & set(moved):
            return own, moved
    cards = rng.sample(DECK, 10)
    return tuple(cards[:5]), tuple(cards[5:])


@pytest.mark.parametrize("name", first(1, GAMES))
def test_rounds_settle_as_the_odds_say(name: str) -> None:
    game, rng = load_banked(name), random.Random(name)
    qualifying = read_meetings(game).qualifying
    for _ in range(ROUNDS):
        own, dealer = _deal(rng)
        ante, bets = rng.choice([2500, 20_000, 20_500, 500_000]), rng.random() < 0.8
        box = WrittenBox(1, format_cards(own), {"ante": ante, "jackpot": 500}, ("bet" if bets else "fold",))
        lines = settle_written(
            WrittenRound(name, (box,), {"contribution": "0"}, METER, format_cards(dealer) if bets else None)
        ).lines
        won = sum(line.paid + line.returned - line.staked for line in lines if line.wager != "jackpot")
        award = sum(line.paid for line in lines if line.wager == "jackpot")
        terms, mine = read_terms(game, ante), rank_five(own)
        meeting = meeting_of(mine, rank_five(dealer), qualifying)
        assert won == (int(terms.nets[meeting, mine]) if bets else terms.fold), (own, dealer)
        assert award == int(prizes(game, 500, folded=not bets).worth(mine, METER)), own


@pytest.mark.parametrize("name", GAMES)
def test_every_two_classes_meet_as_the_terms_say(name: str) -> None:
    game, rng = load_banked(name), random.Random(name)
    meetings = read_meetings(game)
    for own in rng.sample(range(BEST + 1), 400):
        for dealer in {*rng.sample(range(BEST + 1), 20), own, max(own - 1, 0), min(own + 1, BEST)}:
            hand = comparison(game, own, dealer)
            results = tuple(first_outcome(game, wager, hand).results[wager] for wager in main_wagers(game))
            assert results == meetings.results[meeting_of(own, dealer, meetings.qualifying)]


def test_a_simulated_game_comes_near_the_exact_result() -> None:
    """Twenty thousand deals, every Dealer's hand ranked alone: within five standard errors."""
    game, rng = load_banked(GAMES[0]), random.Random(20)
    stud = Stud(game)
    terms, rounds, won = stud.terms(Stakes()), 20_000, 0
    for _ in range(rounds):
        cards = rng.sample(DECK, 10)
        own, dealer = rank_five(cards[:5]), rank_five(cards[5:])
        if own < BETS_FROM["akj83"]:
            won += terms.fold
        else:
            won += int(terms.nets[meeting_of(own, dealer, stud.qualifying), own])
    exact = Fraction(-5859374881, 110740169540)
    assert abs(won / rounds - float(exact)) < 5 * 2.285 / rounds**0.5

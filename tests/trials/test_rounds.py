"""Simulated rounds beside the exact odds, and beside the same rounds told by hand."""

from collections.abc import Iterator

import numpy as np
import pytest

from croupier.cards import Card
from croupier.odds.holdem.solution import Holdem, advise_holdem
from croupier.odds.meetings.solution import MeetingGame
from croupier.odds.solver import PERFECT, Known, Stakes, solver_of
from croupier.odds.whatif import read_changes
from croupier.play.banked.events import Share
from croupier.play.banked.settlement import settle_box
from croupier.play.banked.state import Box, Wager
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.settling import NO_HAND, Comparison
from croupier.rules.terms import Decision, WagerName
from croupier.trials.plan import ALL, Part, Plan, joined
from croupier.trials.playing import play_chunk, trial_of
from croupier.trials.streams import REDRAWN, begin, word
from tests.sampling import first
from tests.trials.agreement import disagreements

STUD = ("rws-casino-stud", "rws-multi-link-casino-stud")
HOLDEM = ("mbs-texas-holdem-bonus-progressive", "rws-progressive-texas-holdem")
ANTE, SIDE, JACKPOT = 2_500, 1_000, 500


def plan_of(game: str, rounds: int, **changed: object) -> Plan:
    sides = (("bonus", SIDE),) if game in HOLDEM else ()
    return Plan(game, rounds, **{"ante": ANTE, "sides": sides, "jackpot_wager": JACKPOT, **changed})  # type: ignore[arg-type]


def played(plan: Plan) -> Part:
    part = Part()
    for chunk in range(-(-plan.rounds // plan.chunk(slow=False))):
        part = joined(part, play_chunk(plan, chunk))
    return part


# --- beside the odds -----------------------------------------------------------------------------------------------

CASES = [
    (STUD[0], "ace-king", 7),
    *((game, PERFECT, 1) for game in (HOLDEM[0], HOLDEM[1], STUD[0], STUD[1])),
    (HOLDEM[0], "sixes-and-draws", 4),
    (STUD[0], "blind", 1),
    (HOLDEM[1], "improved", 1),
    (HOLDEM[1], "pair", 1),
    (HOLDEM[0], "blind", 1),
    (HOLDEM[0], "check", 7),
]


@pytest.mark.parametrize(("game", "strategy", "boxes"), first(2, CASES))
def test_means_and_counts_are_those_of_the_exact_odds(game: str, strategy: str, boxes: int) -> None:
    plan = plan_of(game, 4_000_000 // boxes, strategy=strategy, boxes=boxes, seed=19)
    assert disagreements(plan, played(plan)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", [*STUD, *HOLDEM])
def test_ten_million_rounds_are_those_of_the_exact_odds(game: str) -> None:
    plan = plan_of(game, 10_000_000, seed=20)
    assert disagreements(plan, played(plan)) == []


def test_the_edge_is_the_one_that_the_odds_state() -> None:
    game = load_banked(STUD[0])
    edge = solver_of(game).ready(game, {}).figures().house_edge
    assert trial_of(plan_of(STUD[0], 1)).expected_won()["game"] == -edge * ANTE


def test_a_changed_pay_table_pays_otherwise_for_the_same_cards() -> None:
    plain, dear = (
        plan_of(STUD[0], 300_000, strategy="pair", changes=tuple(read_changes(pay).items()))
        for pay in ([], ["bet.flush=6"])
    )
    one, other = played(plain), played(dear)
    assert one.rows == other.rows
    assert other.won["game"] - one.won["game"] == one.rows["bet.flush"] * 2 * ANTE


def test_boxes_of_a_round_swing_together() -> None:
    # Against one Dealer's hand: the variance of seven boxes is more than seven times the variance of one.
    alone, together = (played(plan_of(STUD[0], 200_000, boxes=boxes)) for boxes in (1, 7))

    def variance(part: Part) -> float:
        return part.squares["game"] / part.rounds - (part.won["game"] / part.rounds) ** 2

    assert variance(together) > 8 * variance(alone)


# --- told by hand --------------------------------------------------------------------------------------------------


def dealt(plan: Plan, cards: int) -> Iterator[tuple[Card, ...]]:
    """The decks that a chunk deals, drawn in plain arithmetic."""
    state, deck = begin(plan.seed, 0), list(range(52))
    for _ in range(plan.rounds):
        bits = 0
        for hand in range(-(-cards // 5)):
            bits = bits >> 32 if hand % 2 else int(word(state))
            while True:
                rest, places = bits % 2**32, []
                for left in range(52 - 5 * hand, 47 - 5 * hand, -1):
                    place, rest = divmod(rest * left, 2**32)
                    places.append(place)
                if rest >= REDRAWN[hand]:
                    break
                bits = int(word(state))
            for at, place in enumerate(places, start=5 * hand):
                deck[at], deck[at + place] = deck[at + place], deck[at]
        yield tuple(Card(card) for card in deck[:cards])


def settled(game: BankedGame, hand: Comparison, wagers: dict[WagerName, int]) -> int:
    placed = tuple(Wager(name, (Share("player", stake),)) for name, stake in wagers.items())
    lines = settle_box(game, Box(1, "player", placed, cards=hand.hole, folded=hand.folded, shown=True), hand)
    awards: list[int] = []
    if game.has_jackpot:
        right = next(one for one in game.jackpot.rights if one.when(hand))
        won = [one for one in game.jackpot.awards if one.scope in right.scopes and one.won_by(hand)]
        awards = [one.prize.worth(JACKPOT, Plan("", 1).meter) for one in won]
    return sum(one.paid + one.returned - one.staked for one in lines) + max(awards, default=0) - JACKPOT


def compared(
    game: BankedGame, own: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...], folded: bool
) -> Comparison:
    return Comparison(
        folded=folded,
        shown=True,
        own=game.rank(own, board),
        dealer=NO_HAND if folded else game.rank(dealer, board),
        hole=own,
        dealer_hole=() if folded else dealer,
        community=board,
        dealing=next(iter(game.rounds)),
        parameters={one.name: one.values[0] for one in game.parameters},
    )


@pytest.mark.parametrize("boxes", first(1, [3, 1]))
def test_stud_rounds_are_those_that_advice_and_settlement_give(boxes: int) -> None:
    plan = plan_of(STUD[0], 30 // boxes, boxes=boxes, seed=3)
    game = load_banked(plan.game)
    ready = solver_of(game).ready(game, {})
    assert isinstance(ready, MeetingGame)
    stakes, nets = Stakes(ANTE, plan.meter, JACKPOT), []
    for cards in dealt(plan, 5 * boxes + 5):
        dealer, total = cards[-5:], 0
        for box in range(boxes):
            own = cards[5 * box : 5 * box + 5]
            folds = ready.advise(Known(own, dealer[-1:]), stakes)[0].decision == Decision.FOLD
            wagers = {WagerName.ANTE: ANTE} if folds else {WagerName.ANTE: ANTE, WagerName.BET: 2 * ANTE}
            total += settled(game, compared(game, own, dealer, (), folds), wagers)
        nets.append(total)
    same(play_chunk(plan, 0), nets)


@pytest.mark.parametrize("boxes", [1, pytest.param(2, marks=pytest.mark.long)])
def test_holdem_rounds_are_those_that_advice_and_settlement_give(boxes: int) -> None:
    plan = plan_of(HOLDEM[0], 16 // boxes, boxes=boxes, seed=4)
    game = load_banked(plan.game)
    ready = solver_of(game).ready(game, {})
    assert isinstance(ready, Holdem)
    stakes, nets = Stakes(ANTE, plan.meter, JACKPOT), []
    for cards in dealt(plan, 7 + 2 * boxes):
        board, dealer, total = cards[:5], cards[-2:], 0
        for box in range(boxes):
            own = cards[5 + 2 * box : 7 + 2 * box]
            folds = advise_holdem(ready, own, stakes=stakes).decision is Decision.FOLD
            wagers = {WagerName.ANTE: ANTE, WagerName.BONUS: SIDE}
            if not folds:
                wagers[WagerName.FLOP] = 2 * ANTE
                if advise_holdem(ready, own, board[:3]).decision is Decision.TURN:
                    wagers[WagerName.TURN] = ANTE
                if advise_holdem(ready, own, board[:4]).decision is Decision.RIVER:
                    wagers[WagerName.RIVER] = ANTE
            total += settled(game, compared(game, own, dealer, board, folds), wagers)
        nets.append(total)
    same(play_chunk(plan, 0), nets)


def same(part: Part, nets: list[int]) -> None:
    so_far = np.cumsum(nets)
    assert part.won[ALL] == sum(nets)
    assert part.squares[ALL] == sum(net**2 for net in nets)
    assert (part.lowest, part.highest) == (min(0, int(so_far.min())), max(0, int(so_far.max())))

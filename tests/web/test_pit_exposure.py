"""What a round could cost the House, beside sums done by hand from the documents' pay tables."""

import asyncio
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from croupier.cards import DECK, format_card, parse_cards
from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.banked import act, open_table
from croupier.play.banked.commands import (
    Choose,
    CloseBets,
    DealCards,
    OpenRound,
    PlaceWager,
    Report,
    Reveal,
    Settle,
    ShowHand,
)
from croupier.play.banked.events import JackpotPaid, WagerSettled
from croupier.play.banked.flow import current_step, hands_to_show, places_ahead, undecided
from croupier.play.banked.state import Phase, Table
from croupier.play.refusal import Refusal
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.settling import PercentOfMeter
from croupier.rules.terms import Decide, Decision, Role, ShowHands, WagerName
from croupier.web.watch.exposure import Exposures, exposure
from tests.pit import agreed
from tests.sampling import LONGEST

CSP, MLP = "rws-casino-stud", "rws-multi-link-casino-stud"
PTHP, THBP = "rws-progressive-texas-holdem", "mbs-texas-holdem-bonus-progressive"
HOUSE_BANKED = (CSP, MLP, PTHP, THBP)


class Playing:
    """A table that a test plays at."""

    def __init__(self, name: str, policy: dict[str, Any] | None = None) -> None:
        self.game: BankedGame = load_banked(name)
        self.table: Table = open_table(self.game, policy or {"maximum": 10_000_000})
        self.do(OpenRound())

    def do(self, *commands: Any) -> None:
        for command in commands:
            turn = agreed(self.game, self.table, Deed(Actor("dealer", Role.SHIFT_MANAGER), command))
            assert not isinstance(turn, Refusal), f"{command}: {turn}"
            self.table = turn.table

    def bet(self, box: int, **wagers: int) -> None:
        self.do(*(PlaceWager(box, WagerName(name), amount, f"p{box}") for name, amount in wagers.items()))

    def close(self) -> None:
        self.do(CloseBets())
        self.deal()

    def deal(self, top: Iterable[str] = ()) -> None:
        """The cards that are next; those named first."""
        assert self.table.round is not None
        ahead = places_ahead(self.game, self.table.policy.dealing, self.table.round)
        first = [card for text in top for card in parse_cards(text)]
        used = self.table.round.used
        rest = [card for card in DECK if card not in first and not used >> card & 1]
        self.do(DealCards(tuple([*first, *rest][: len(ahead)])))

    @property
    def cents(self) -> int:
        return exposure(self.game, self.table).cents

    def cites(self) -> tuple[str, ...]:
        return exposure(self.game, self.table).cites


def test_nothing_lies_before_and_between_rounds() -> None:
    playing = Playing(CSP)
    assert playing.cents == 0
    assert exposure(playing.game, open_table(playing.game)).cents == 0


def test_casino_stud_4_1_the_ante_pays_even_and_the_bet_250_times() -> None:
    playing = Playing(CSP)
    playing.bet(1, ante=10_000)
    assert playing.cents == 10_000  # the BET is not placed yet
    assert playing.cites() == ("4.1",)
    playing.close()
    playing.do(Choose(1, Decision.BET))
    assert playing.cents == 10_000 + 250 * 20_000


def test_casino_stud_4_1_1_the_cap_holds_on_the_bet_of_each_box() -> None:
    """SGD 100,000 at most on a BET: a BET of 400 is the last that 250 to 1 pays in full."""
    for ante, bet_pays in ((20_000, 10_000_000), (22_500, 10_000_000), (17_500, 250 * 35_000)):
        playing = Playing(CSP)
        playing.bet(1, ante=ante)
        playing.bet(2, ante=ante)
        playing.close()
        playing.do(Choose(1, Decision.BET))
        assert playing.cents == ante + bet_pays + ante
        playing.do(Choose(2, Decision.BET))
    assert playing.cites() == ("4.1",)


def test_casino_stud_4_1_1_is_cited_where_the_cap_cuts() -> None:
    playing = Playing(CSP)
    playing.bet(1, ante=22_500)
    playing.close()
    playing.do(Choose(1, Decision.BET))
    assert playing.cites() == ("4.1", "4.1.1")


def test_casino_stud_4_2_fixed_awards_come_out_of_the_float_and_shares_of_the_meter_do_not() -> None:
    """Ante 25 and jackpot: Four of a Kind wins SGD 500 of the House, a Royal Flush all of the meter."""
    playing = Playing(CSP)
    playing.bet(1, ante=2_500, jackpot=500)
    assert playing.cents == 2_500 + 50_000
    assert playing.cites() == ("4.1", "4.2")
    playing.close()
    playing.do(Choose(1, Decision.BET))
    # Royal: 25 + 250 x 50 = 12,525. Four of a Kind: 25 + 20 x 50 + 500 = 1,525.
    assert playing.cents == 2_500 + 250 * 5_000
    assert playing.cites() == ("4.1",)


def test_multi_link_4_2_four_of_a_kind_is_400_for_1() -> None:
    playing = Playing(MLP)
    playing.bet(1, ante=2_500, jackpot=500)
    assert playing.cents == 2_500 + 400 * 500
    assert playing.cites() == ("4.1", "4.2")


@pytest.mark.long
def test_progressive_holdem_4_1_aces_against_aces_pay_the_bonus_1000_times_up_to_its_cap() -> None:
    """A Bonus of SGD 100 is the last that 1000 to 1 pays in full."""
    for bonus, pays in ((5_000, 5_000_000), (10_000, 10_000_000), (12_500, 10_000_000)):
        playing = Playing(PTHP)
        playing.bet(1, ante=2_500, bonus=bonus)
        assert playing.cents == 2_500 + pays
    assert playing.cites() == ("4.1", "4.1.1")


def test_progressive_holdem_only_one_hand_has_aces_where_the_dealer_has_them_too() -> None:
    """Bonus 50, 100 and 25. The second at 1000 to 1 is 100,000; then no Ace is left, and Kings, Queens or Jacks pay
    10 to 1. A fourth box likewise: there are six such pairs."""
    playing = Playing(PTHP)
    for box, bonus in ((1, 5_000), (2, 10_000), (3, 2_500)):
        playing.bet(box, ante=2_500, bonus=bonus)
    assert playing.cents == 3 * 2_500 + 10_000_000 + 10 * (5_000 + 2_500)
    playing.bet(4, ante=2_500, bonus=2_500)
    assert playing.cents == 4 * 2_500 + 10_000_000 + 10 * (5_000 + 2_500 + 2_500)


def test_progressive_holdem_the_cap_decides_whose_aces_cost_most() -> None:
    """Bonus 200 and 100: either pays 100,000 at 1000 to 1, and the other, with Kings, at 10 to 1 2,000 or 1,000."""
    playing = Playing(PTHP)
    playing.bet(1, ante=2_500, bonus=20_000)
    playing.bet(2, ante=2_500, bonus=10_000)
    assert playing.cents == 2 * 2_500 + 10_000_000 + 200_000


def test_progressive_holdem_all_wagers_of_a_hand_are_counted() -> None:
    """Ante 25, Flop 50, Bonus 25, jackpot 5: with a steel wheel of aces against aces 25 + 50 + 25,000 + 1,500."""
    playing = Playing(PTHP)
    playing.bet(1, ante=2_500, bonus=2_500, jackpot=500)
    playing.close()
    playing.do(Choose(1, Decision.FLOP))
    assert playing.cents == 2_500 + 5_000 + 2_500_000 + 150_000


def test_holdem_bonus_has_no_cap() -> None:
    playing = Playing(THBP, {"maximum": 10_000_000, "boxes": 6})
    playing.bet(1, ante=2_500, bonus=20_000)
    assert playing.cents == 2_500 + 1_000 * 20_000
    assert "4.1.1" in playing.cites()  # the pay table there, where the other document has its cap


def test_holdem_a_community_royal_flush_wins_10_000_where_no_bonus_lies() -> None:
    """The board plays for everybody: the Ante stands off, the award of 4.2.1 is SGD 10,000."""
    playing = Playing(THBP, {"maximum": 10_000_000, "boxes": 6})
    playing.bet(1, ante=2_500, jackpot=500)
    assert playing.cents == 1_000_000
    assert playing.cites() == ("4.2.1",)


def test_a_folded_hand_costs_nothing_but_what_its_jackpot_wager_may_win() -> None:
    plain = Playing(CSP)
    plain.bet(1, ante=10_000)
    plain.bet(2, ante=2_500)
    plain.close()
    plain.do(Choose(1, Decision.FOLD))
    assert plain.cents == 2_500
    holdem = Playing(THBP, {"boxes": 6})
    holdem.bet(1, ante=2_500, jackpot=500)
    holdem.bet(2, ante=2_500)
    holdem.close()
    holdem.do(Choose(1, Decision.FOLD))
    # 3.9.1 leaves a folded hand the awards of the Community Cards; a Royal Flush there is everybody's, and the other
    # Ante stands off.
    assert holdem.cents == 1_000_000


def test_a_hand_that_is_out_of_the_round_costs_nothing() -> None:
    playing = Playing(CSP)
    playing.bet(1, ante=10_000)
    playing.bet(2, ante=2_500)
    playing.close()
    playing.do(Report("wrong_hand_count", {"reconstructable": "no"}, box=1))
    assert playing.cents == 2_500


def test_once_all_lies_open_it_is_what_the_settlement_pays() -> None:
    playing = Playing(CSP)
    playing.bet(1, ante=10_000)
    playing.do(CloseBets())
    # The Burnt Card, then box and Dealer in turn: a flush against nothing that qualifies.
    playing.deal(["2c", "As 3d", "Qs 4h", "9s 6c", "7s 8d", "2s Td"])
    playing.do(Choose(1, Decision.BET))
    while playing.table.round is not None and playing.table.round.phase is Phase.PLAY:
        if isinstance(current_step(playing.game, playing.table), ShowHands):
            (box,) = hands_to_show(playing.game, playing.table.policy.dealing, playing.table.round)
            playing.do(ShowHand(box.number))
        else:
            playing.do(Reveal())
    assert playing.cents == 10_000  # the Ante alone: the Dealer does not qualify


def test_royal_flushes_are_as_many_as_the_cards_that_are_left_allow() -> None:
    """Seven boxes, and the Dealer shows a Queen: three Royal Flushes at 250 to 1, for the dearest, and four Straight
    Flushes at 50; with a pair of twos the Dealer qualifies beside them."""
    playing = Playing(CSP)
    antes = (2_500, 5_000, 7_500, 10_000, 12_500, 15_000, 17_500)
    for box, ante in enumerate(antes, 1):
        playing.bet(box, ante=ante)
    playing.close()
    for box in range(1, 8):
        playing.do(Choose(box, Decision.BET))
    assert playing.table.round is not None
    (shown,) = (playing.table.round.dealer[at] for at in playing.table.round.dealer_up)
    assert format_card(shown)[0] == "Q"
    lines = {line.name: line.odds.n for line in playing.game.pays[WagerName.BET].lines}
    assert (lines["royal_flush"], lines["straight_flush"]) == (250, 50)
    bets = [2 * ante for ante in antes]
    assert playing.cents == sum(antes) + 250 * sum(bets[4:]) + 50 * sum(bets[:4])


def played_out(playing: Playing, chance: Random) -> int:
    """A round to its settlement, decisions and cards by chance; the most that was said to be at stake on the way."""
    said, game = 0, playing.game
    while playing.table.round is not None and playing.table.round.phase is Phase.PLAY:
        round_, step = playing.table.round, current_step(game, playing.table)
        ahead = places_ahead(game, playing.table.policy.dealing, round_)
        said = max(said, playing.cents)
        if ahead:
            deck = [card for card in DECK if not round_.used >> card & 1]
            playing.do(DealCards(tuple(chance.sample(deck, len(ahead)))))
        elif isinstance(step, Decide):
            turn = undecided(round_)
            assert turn is not None
            playing.do(Choose(turn.number, chance.choice(step.choices).decision))
        elif isinstance(step, ShowHands):
            hands = hands_to_show(game, playing.table.policy.dealing, round_)
            playing.do(ShowHand(next(one.number for one in hands if one.shown is None)))
        else:
            playing.do(Reveal())
    return said


@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        (MLP, 60),
        pytest.param(CSP, 60, marks=pytest.mark.long),
        *(pytest.param(name, 15, marks=pytest.mark.long) for name in (PTHP, THBP)),
        *(pytest.param(name, 60, marks=LONGEST) for name in (PTHP, THBP)),
    ],
)
def test_no_settlement_pays_more_than_was_said(name: str, rounds: int) -> None:
    """Whole rounds with random cards: before the settlement the figure is exact, and it was never too low."""
    chance, game = Random(4), load_banked(name)
    percent = {one.name for one in game.jackpot.awards if isinstance(one.prize, PercentOfMeter)}
    bonus = {"bonus": 2_500} if game.area(WagerName.BONUS) else {}
    for _ in range(rounds):
        playing = Playing(name)
        for box in (1, 2, 3):
            playing.bet(box, ante=2_500, jackpot=500, **bonus)
        playing.do(CloseBets())
        said = played_out(playing, chance)
        exact = playing.cents
        turn = act(game, playing.table, Actor("dealer", Role.DEALER), Settle())
        assert not isinstance(turn, Refusal)
        paid = sum(one.paid for one in turn.events if isinstance(one, WagerSettled))
        paid -= sum(one.amount for one in turn.events if isinstance(one, JackpotPaid) and one.award in percent)
        assert exact == paid <= said


async def test_a_search_is_made_beside_the_server_and_a_bound_told_until_it_is_done() -> None:
    playing = Playing(CSP)
    playing.bet(1, ante=10_000)
    playing.bet(2, ante=20_000)
    playing.close()
    game, table = playing.game, playing.table
    exact = exposure(game, table)
    exposures, told = Exposures(), asyncio.Event()
    exposures.on_change.append(lambda name: told.set() if name == "stud-1" else None)
    try:
        bound = exposures.of("stud-1", game, table)
        assert not bound.exact
        assert bound.cents >= exact.cents
        await asyncio.wait_for(told.wait(), 60)
        assert exposures.of("stud-1", game, table) == exact
    finally:
        exposures.close()

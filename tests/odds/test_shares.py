"""Shares of open hands: figures that are known, arithmetic by hand, and two ways of counting that must agree."""

import pytest

from croupier.cards import DECK, parse_cards
from croupier.hands import rank_seven
from croupier.odds import shares as counted
from croupier.odds.shares import Shares, shares
from croupier.rulebooks import load_room

GAME = load_room("rws-poker")


def of(hands: str, board: str = "") -> Shares:
    return shares(GAME.rank, tuple(parse_cards(one) for one in hands.split()), parse_cards(board))


def test_one_card_to_come_is_counted_by_hand() -> None:
    """A set of Queens against four Spades: of the 44 cards left, the Spades that do not pair the board win."""
    found = of("QcQh AsJs", "Qd9s4s2h")
    assert found.boards == 44
    # Spades left: 13 less A, J, 9 and 4 = 9; the Queen makes four of a kind and the 2 a full house.
    assert found.hands[1].wins == 7
    assert found.hands[0].wins == 44 - 7
    assert [one.ties for one in found.hands] == [0, 0]
    assert found.hands[1].share == pytest.approx(7 / 44)


def test_two_cards_to_come() -> None:
    """45 cards are left, so 990 boards; a made royal flush loses none of them."""
    found = of("AsKs 2c2d", "QsJsTs")
    assert found.boards == 45 * 44 // 2 == 990
    assert (found.hands[0].wins, found.hands[0].share, found.hands[1].share) == (990, 1.0, 0.0)


def test_no_card_to_come() -> None:
    found = of("AcKc AdKd 2c2d", "AsKsQh7h6c")
    assert found.boards == 1
    assert [one.share for one in found.hands] == [0.5, 0.5, 0.0]
    assert [one.ties for one in found.hands] == [1, 1, 0]


def test_before_the_flop_the_published_figures() -> None:
    """AsAh against KsKh: 1,712,304 boards, of which the aces win 1,410,336 and 9,308 are shared."""
    found = of("AsAh KsKh")
    assert found.boards == 1_712_304
    assert [(one.wins, one.ties) for one in found.hands] == [(1_410_336, 9_308), (292_660, 9_308)]
    assert found.hands[0].share == pytest.approx((1_410_336 + 9_308 / 2) / 1_712_304)


def test_both_ways_of_counting_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    for hands, board in (("AsKd QhQc 7c6c", "2s7h9d"), ("AsKd AhKc", "2s7h9d5c"), ("9c8c AhAd", "Tc7d2s")):
        by_game = of(hands, board)
        with monkeypatch.context() as patched:
            patched.setattr(counted, "_BY_THE_GAME", -1)
            shares.cache_clear()
            assert of(hands, board) == by_game
        shares.cache_clear()


def test_the_game_ranks_as_the_kernel_does() -> None:
    for start in range(0, 45, 3):
        cards = DECK[start : start + 7]
        assert GAME.rank(cards[:2], cards[2:]) == rank_seven(cards)


@pytest.mark.parametrize(
    ("hands", "board"),
    [("AsAh", ""), ("AsAh KsKh", "2c3c4c5c6c7c"), ("AsAh Ks", ""), ("AsAh AsKh", ""), ("AsAh KsKh", "Kh2c3c")],
)
def test_what_is_no_deal_is_refused(hands: str, board: str) -> None:
    with pytest.raises(ValueError, match=r"shares are counted|two places"):
        of(hands, board)

"""The pay tables beside a felt, and the rows that a hand lights, against the figures of the documents."""

import pytest
from msgspec.structs import replace

from croupier.play.banked.state import Table
from croupier.play.banked.table import open_table
from croupier.rulebooks import load_banked, registered
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import FIVE_CARDS
from croupier.rules.settling import Outcome, Qualifying, Result
from croupier.rules.terms import WagerName
from croupier.web.topics.paying import lit_rows, pay_groups, spot_pays
from tests.documents import STUD as LANTERN
from tests.documents import THREE_CARD
from tests.sitting import HOUSE_GAMES

STUD, HOLDEM = "rws-casino-stud", "rws-progressive-texas-holdem"


def lit(name: str, own: str, community: str = "") -> set[str]:
    game = load_banked(name)
    return set(lit_rows(game, table(game), own.split(), community.split()))


def table(game: BankedGame) -> Table:
    return open_table(game)


@pytest.mark.parametrize(
    ("cards", "rows"),
    [
        ("Qs Qh Qd 8c 3h", {"bet/three_of_a_kind"}),  # 4.1: 3 to 1
        ("Qs Qh 9d 8c 3h", {"bet/one_pair_or_less"}),
        ("As Kh 9d 8c 3h", {"bet/one_pair_or_less"}),  # any hand, since a BET only wins over a lower one
        ("Ks 9s 7s 4s 2s", {"bet/flush", "jackpot/flush"}),  # 4.2: the lowest award
        ("As Ks Qs Js Ts", {"bet/royal_flush", "jackpot/royal_flush"}),
        ("Qs Qh Qd 8c ??", set()),
        ("", set()),
    ],
)
def test_the_row_of_a_stud_hand(cards: str, rows: set[str]) -> None:
    assert lit(STUD, cards) == rows


@pytest.mark.parametrize(
    ("own", "community", "rows"),
    [
        ("As Ks", "?? ?? ?? ?? ??", {"bonus/ace_king_suited"}),  # 4.1: 25 to 1
        ("As Kh", "?? ?? ?? ?? ??", {"bonus/ace_king"}),
        ("9s 4h", "?? ?? ?? ?? ??", set()),
        ("Ts 9h", "Td Th Tc ?? ??", {"jackpot/four_of_a_kind"}),
        ("As Ks", "Qs Js Ts ?? ??", {"bonus/ace_king_suited", "jackpot/royal_flush_on_the_flop"}),
        ("As Ks", "Qs Js 2d Ts ??", {"bonus/ace_king_suited", "jackpot/royal_flush_on_the_turn"}),
        ("2c 3d", "As Ks Qs Js Ts", {"jackpot/community_royal_flush"}),
    ],
)
def test_the_rows_of_a_holdem_hand_as_it_forms(own: str, community: str, rows: set[str]) -> None:
    assert lit(HOLDEM, own, community) == rows


def test_stud_has_all_wagers_of_a_hand_in_one_row() -> None:
    """4.1 and 4.2 of Casino Stud."""
    game = load_banked(STUD)
    first, single = pay_groups(game, table(game))
    assert first.columns == ("BET", "Jackpot")
    assert [[row.name, *(cell.pays for cell in row.cells)] for row in first.rows] == [
        ["Royal Flush", "250 to 1", "100 %"],
        ["Straight Flush", "50 to 1", "10 %"],
        ["Four of a Kind", "20 to 1", "500"],
        ["Full House", "7 to 1", "200"],
        ["Flush", "5 to 1", "100"],
        ["Straight", "4 to 1", ""],
        ["Three of a Kind", "3 to 1", ""],
        ["Two Pairs", "2 to 1", ""],
        ["One Pair or Less", "1 to 1", ""],
    ]
    assert [(row.name, row.cells[0].pays) for row in single.rows] == [("Ante", "1 to 1")]


def test_an_ante_of_holdem_needs_a_straight() -> None:
    """3.13: below a Straight the Ante stands off though the hand is the higher."""
    game = load_banked(HOLDEM)
    single = pay_groups(game, table(game))[0]
    assert [(row.name, row.needs) for row in single.rows] == [("Ante", "straight"), ("Flop, Turn, River", "")]
    assert spot_pays(game, table(game), WagerName.ANTE).needs == "straight"


def test_an_ante_that_wins_where_the_dealer_does_not_qualify_needs_no_hand() -> None:
    """A Dealer who needs a pair: without one the Ante wins on King high too; the BET wins only from a pair on."""
    needs = Qualifying("22", FIVE_CARDS, "1.14")
    ante, bet = WagerName.ANTE, WagerName.BET
    stud = load_banked(STUD)
    rows = (
        Outcome(("3.13",), needs.falls_short, {ante: Result.WIN, bet: Result.RETURNED}),
        Outcome(("3.14.1",), needs.higher, {ante: Result.WIN, bet: Result.WIN}),
        Outcome(("3.14.2",), needs.lower, {ante: Result.LOSE, bet: Result.LOSE}),
    )
    pays = {**stud.pays, bet: replace(stud.pays[bet], lines=stud.pays[bet].lines[-1:])}
    game = replace(stud, qualifying=needs, outcomes=rows, pays=pays)
    assert spot_pays(game, table(stud), ante).needs == ""
    assert spot_pays(game, table(stud), bet).needs == "one_pair"


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_group_has_its_paragraph_and_every_line_one_place(name: str) -> None:
    game = load_banked(name)
    groups = pay_groups(game, table(game))
    assert all(group.cites and all(game.document.knows(cite) for cite in group.cites) for group in groups)
    lines = [cell.line for group in groups for row in group.rows for cell in row.cells]
    assert len(set(lines)) == len(lines)
    awards = {f"jackpot/{award.name}" for award in game.jackpot.awards}
    assert awards <= set(lines)


def test_documents_of_a_house_of_its_own() -> None:
    """The 5+1 wager looks at six cards, so the Player's five light none of its rows; Pair Plus goes by his three."""
    with registered(LANTERN, THREE_CARD):
        assert lit("lantern-stud", "Ks 9s 7s 4s 2s") == {"bet/flush"}
        assert lit("lantern-three-card", "7c 8d 9s") == {"pair_plus/straight", "ante/straight"}
        assert lit("lantern-three-card", "7c 8d Ks") == set()

"""Tests of the reference itself, with arithmetic worked by hand."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.sampling import first

from . import evaluator as ev
from .generate import random_round, rigged_named, rigged_rounds
from .house import CSP, GAMES, MLP, PTHP, STUD, THBP, Line, Round, bonus_odds, settle

POLICY: Round = {"minimum": 2500, "maximum": 500_000, "jackpot_wager": 500, "seed": 5_000_000, "contribution": "0.70"}
JUNK = "7c 7d 2s 3s 9h"


def table(game: str, dealer: str | None, *boxes: Round, meter: int = 12_345_600, **more: Any) -> Round:
    """A round; `community` and the fields of the policy by name."""
    community = more.pop("community", None)
    result: Round = {"game": game, "policy": {**POLICY, **more}, "meter": meter, "dealer": dealer, "boxes": list(boxes)}
    return result if community is None else {**result, "community": community}


def seat(number: int, cards: str, play: str, ante: int = 10_000, shown: bool = True, **wagers: int) -> Round:
    box = {"box": number, "player": f"p{number}", "cards": cards, "wagers": {"ante": ante, **wagers}}
    return {**box, "decisions": play.split(), "shown": shown}


def money(answer: Round) -> list[tuple[Any, ...]]:
    """(box, wager, result, paid, returned), and the award where there is one."""
    keys = ("box", "wager", "result", "paid", "returned", "award")
    return [tuple(line[key] for key in keys if key in line) for line in answer["lines"]]


def cites(answer: Round) -> dict[str, list[str]]:
    """The paragraphs by wager, of a round with one box."""
    return {line["wager"]: line["cites"] for line in answer["lines"]}


# --- evaluator --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ad Kd Qd Jd Td", (ev.ROYAL_FLUSH, (14,))),
        ("Qc Jc Tc 9c 8c", (ev.STRAIGHT_FLUSH, (12,))),
        ("5c 4c 3c 2c Ac", (ev.STRAIGHT_FLUSH, (5,))),
        ("Kc Kh Kd Ks Jh", (ev.QUADS, (13, 11))),
        ("Kc Kh Kd Js Jh", (ev.FULL_HOUSE, (13, 11))),
        ("Kh Jh 9h 5h 2h", (ev.FLUSH, (13, 11, 9, 5, 2))),
        ("5c 4d 3c 2h As", (ev.STRAIGHT, (5,))),
        ("Ac Kd Qc Jh Ts", (ev.STRAIGHT, (14,))),
        ("Qs Qh Qc 8h 3d", (ev.TRIPS, (12, 8, 3))),
        ("7s 7h 4c 4h Jd", (ev.TWO_PAIRS, (7, 4, 11))),
        ("Tc Th Kd 6h 3s", (ev.PAIR, (10, 13, 6, 3))),
        ("Qc Th 6d 4s 2h", (ev.HIGH_CARD, (12, 10, 6, 4, 2))),
        ("Kc Ah 2d 3s 4h", (ev.HIGH_CARD, (14, 13, 4, 3, 2))),
    ],
)
def test_strength(cards: str, expected: ev.Strength) -> None:
    assert ev.strength(ev.parse(cards)) == expected


@pytest.mark.long
def test_category_counts_of_a_short_deck() -> None:
    """Against counting by hand, on a short deck of A to 8 (28 cards) to stay quick."""
    short = [card for card in ev.DECK if card[0] in "89TJQKA"]
    counts = Counter(ev.strength(hand)[0] for hand in combinations(short, 5))
    assert counts[ev.ROYAL_FLUSH] == 4
    assert counts[ev.STRAIGHT_FLUSH] == 2 * 4
    assert counts[ev.QUADS] == 7 * 24
    assert counts[ev.FULL_HOUSE] == 7 * 4 * 6 * 6
    assert counts[ev.FLUSH] == 4 * 21 - 12
    assert counts[ev.STRAIGHT] == 3 * 4**5 - 12
    assert counts[ev.TRIPS] == 7 * 4 * 15 * 16
    assert counts[ev.TWO_PAIRS] == 21 * 36 * 5 * 4
    assert counts[ev.PAIR] == 7 * 6 * 20 * 64
    assert counts[ev.HIGH_CARD] == (21 - 3) * (4**5 - 4)
    assert sum(counts.values()) == 98_280


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ks Qd Jc Th 9s", "Jd Ts 9c 8h 7s"),
        ("5s 5d Kc Th 2s", "5c 5h Qc Jh Ts"),
        ("As Kd Jc 5h 2s", "Ac Kh Tc 6h 4s"),
        ("6s 5d 4c 3h 2s", "5c 4h 3c 2h Ah"),
        ("2s 2d 2c 3h 3s", "Ah Kh Qh Jh 9h"),
        ("7s 7h 4c 4h 5d", "7c 7d 3c 3h Ad"),
    ],
)
def test_order(higher: str, lower: str) -> None:
    assert ev.strength(ev.parse(higher)) > ev.strength(ev.parse(lower))


def test_best_of_seven() -> None:
    assert ev.best(ev.parse("AsAd 2s3s4s5s Kd")) == (ev.STRAIGHT_FLUSH, (5,))
    assert ev.best(ev.parse("5s 5d As Ad Ks Kd 2c")) == (ev.TWO_PAIRS, (14, 13, 5))
    assert ev.best(ev.parse("9s 9d 9c Kd Ks Kc 2d")) == (ev.FULL_HOUSE, (13, 9))


@pytest.mark.parametrize(
    ("dealer", "expected"),
    [
        ("Ah Kd 4c 3s 2h", True),
        ("Ah Qd Jc Ts 9h", False),
        ("Kh Qd Jc Ts 8h", False),
        ("2h 2d 3c 4s 6h", True),
        ("Ah 2d 3c 4s 5h", True),
        ("7h 5h 4h 3h 2h", True),
    ],
)
def test_qualifying(dealer: str, expected: bool) -> None:
    assert ev.qualifies(ev.parse(dealer)) is expected


def test_bad_cards() -> None:
    for bad in ("Ax", "1s", "As K"):
        with pytest.raises(ValueError, match="no such card"):
            ev.parse(bad)
    with pytest.raises(ValueError, match="five different"):
        ev.strength(ev.parse("As As Ks Qs Js"))
    with pytest.raises(ValueError, match="not a house-banked game"):
        settle({"game": "rws-poker"})
    with pytest.raises(ValueError, match="not a house-banked game"):
        next(rigged_rounds("rws-poker"))


# --- stud -------------------------------------------------------------------------------------------------------------


def test_example_of_the_interfaces_page() -> None:
    def line(box: int, wager: str, staked: int, result: str, paid: int, returned: int, *at: str) -> Line:
        player = {1: "p1", 3: "p2"}[box]
        head = {"box": box, "player": player, "wager": wager, "staked": staked, "result": result}
        return {**head, "paid": paid, "returned": returned, "cites": list(at)}

    given: Round = {"game": CSP, "policy": POLICY, "meter": 12_345_600, "dealer": "Ah Kd 9d 5c 2h"}
    first = {"box": 1, "player": "p1", "cards": "Qs Js Ts 9s 8s", "wagers": {"ante": 10_000, "jackpot": 500}}
    second = {"box": 3, "player": "p2", "cards": JUNK, "wagers": {"ante": 5000}, "decisions": ["fold"]}
    assert settle({**given, "boxes": [{**first, "decisions": ["bet"]}, second]}) == {
        "game": CSP,
        "rulebook": "rws-casino-stud-v6",
        "lines": [
            line(1, "ante", 10_000, "win", 10_000, 10_000, "3.14.1", "4.1"),
            line(1, "bet", 20_000, "win", 1_000_000, 20_000, "3.14.1", "4.1"),
            {**line(1, "jackpot", 500, "win", 1_234_595, 0, "4.2"), "award": "straight_flush"},
            line(3, "ante", 5000, "lose", 0, 0, "3.12.1"),
        ],
        "meter": {"before": 12_345_600, "contributed": 350, "after": 11_111_355},
    }


@pytest.mark.parametrize("game", STUD)
def test_stud_outcomes(game: str) -> None:
    pair = seat(1, "Ks Kh 8d 5c 2s", "bet", 2500)
    lost = settle(table(game, "As Ah 9d 6c 3s", pair))
    assert money(lost) == [(1, "ante", "lose", 0, 0), (1, "bet", "lose", 0, 0)]
    assert cites(lost) == {"ante": ["3.14.2"], "bet": ["3.14.2"]}
    tie = settle(table(game, "Kc Kd 8h 5d 2c", pair))
    assert money(tie) == [(1, "ante", "stand_off", 0, 2500), (1, "bet", "stand_off", 0, 5000)]
    assert cites(tie)["bet"] == ["3.14.3"]
    no_hand = settle(table(game, "As Qh Jd Tc 9s", pair))
    assert money(no_hand) == [(1, "ante", "win", 2500, 2500), (1, "bet", "returned", 0, 5000)]
    assert cites(no_hand) == {"ante": ["3.13", "4.1"], "bet": ["3.13"]}
    won = settle(table(game, "As Kc 4d 3c 2c", pair))
    assert money(won) == [(1, "ante", "win", 2500, 2500), (1, "bet", "win", 5000, 5000)]


@pytest.mark.parametrize(
    ("ante", "paid", "capped"), [(19_500, 9_750_000, False), (20_000, 10_000_000, False), (20_500, 10_000_000, True)]
)
@pytest.mark.parametrize("game", STUD)
def test_stud_cap(game: str, ante: int, paid: int, capped: bool) -> None:
    answer = settle(table(game, "Ah Kd 4c 3s 2h", seat(1, "As Ks Qs Js Ts", "bet", ante)))
    assert money(answer) == [(1, "ante", "win", ante, ante), (1, "bet", "win", paid, 2 * ante)]
    assert cites(answer)["bet"] == ["3.14.1", "4.1"] + ["4.1.1"] * capped


@pytest.mark.parametrize(
    ("cards", "odds", "csp", "mlp"),
    [
        ("9s 9h 9d 9c 2s", 20, 50_000, 1_000_000),
        ("7s 7h 7d 2s 2d", 7, 20_000, 200_000),
        ("Ks Js 9s 5s 2s", 5, 10_000, 100_000),
        ("5s Ad 3d 2d 4d", 4, 0, 50_000),
        ("8s 8d 8h Qs 3d", 3, 0, 0),
        ("7s 7h 4c 4h Jd", 2, 0, 0),
    ],
)
def test_stud_rows(cards: str, odds: int, csp: int, mlp: int) -> None:
    """MLP pays "for 1" on a jackpot wager of SGD 25.00; CSP pays dollars."""
    for game, award in ((CSP, csp), (MLP, mlp)):
        box = seat(1, cards, "bet", 10_000, jackpot=2500)
        answer = settle(table(game, "Ah Kd 8c 6s 3h", box, jackpot_wager=2500))
        assert answer["lines"][1]["paid"] == 20_000 * odds
        last = answer["lines"][2]
        assert (last["result"], last["paid"], last["returned"]) == ("win" if award else "lose", award, 0)
        assert last["cites"] == ["4.2"]
        assert answer["meter"] == {"before": 12_345_600, "contributed": 1750, "after": 12_347_350}


def test_royal_and_straight_flush_in_both_orders() -> None:
    royal, flush = "As Ks Qs Js Ts", "9h 8h 7h 6h 5h"
    one = [seat(2, royal, "bet", jackpot=500), seat(5, flush, "bet", jackpot=500)]
    answer = settle(table(CSP, "Ah Qd 4c 3s 2h", *one))
    # 12,345,600 + 700 = 12,346,300 in full; then 10 % of the seed
    assert [m for m in money(answer) if m[1] == "jackpot"] == [
        (2, "jackpot", "win", 12_346_300, 0, "royal_flush"),
        (5, "jackpot", "win", 500_000, 0, "straight_flush"),
    ]
    assert answer["meter"] == {"before": 12_345_600, "contributed": 700, "after": 4_500_000}
    other = [seat(5, royal, "bet", jackpot=500), seat(2, flush, "bet", jackpot=500)]
    answer = settle(table(CSP, "Ah Qd 4c 3s 2h", *other))
    # 10 % of 12,346,300 = 1,234,630; the Royal Flush gets the 11,111,670 that are left
    assert [m for m in money(answer) if m[1] == "jackpot"] == [
        (2, "jackpot", "win", 1_234_630, 0, "straight_flush"),
        (5, "jackpot", "win", 11_111_670, 0, "royal_flush"),
    ]
    assert answer["meter"]["after"] == 5_000_000


def test_folded_and_hidden_stud() -> None:
    flush = "9h 8h 7h 6h 5h"
    folded = {game: settle(table(game, None, seat(1, flush, "fold", jackpot=500))) for game in STUD}
    assert money(folded[CSP]) == [(1, "ante", "lose", 0, 0), (1, "jackpot", "lose", 0, 0)]
    assert cites(folded[CSP]) == {"ante": ["3.12.1"], "jackpot": ["3.12.1"]}
    assert money(folded[MLP])[1] == (1, "jackpot", "win", 1_234_595, 0, "straight_flush")
    assert cites(folded[MLP]) == {"ante": ["3.12.1"], "jackpot": ["3.12.1", "4.2"]}
    hidden = seat(1, flush, "bet", shown=False, jackpot=500)
    no_hand = {game: settle(table(game, "Ah Qd Jc Ts 9d", hidden)) for game in STUD}
    assert money(no_hand[CSP]) == [
        (1, "ante", "win", 10_000, 10_000),
        (1, "bet", "returned", 0, 20_000),
        (1, "jackpot", "lose", 0, 0),
    ]
    assert cites(no_hand[CSP]) == {"ante": ["4.3", "3.13", "4.1"], "bet": ["4.3", "3.13"], "jackpot": ["4.3"]}
    assert [m[2:] for m in money(no_hand[MLP])] == [("lose", 0, 0)] * 3
    qualified = settle(table(CSP, "Ah Kd Jc Ts 9d", hidden))
    assert [m[2:] for m in money(qualified)] == [("lose", 0, 0)] * 3
    assert cites(qualified)["ante"] == ["4.3", "3.14.2"]
    covered = settle(table(MLP, None, seat(1, flush, "fold", shown=False, jackpot=500)))
    assert (covered["lines"][1]["result"], covered["lines"][1]["cites"]) == ("lose", ["4.3"])


def test_fractions_are_carried() -> None:
    hands = ["2c 3d 5h 7s 9c", "2d 3h 5s 7c 9d", "2h 3s 5c 7d 9h", "2s 3c 5d 7h 9s", "Tc Jd Kh 4s 6c"]
    boxes = [seat(number, hand, "fold", 2500, jackpot=500) for number, hand in enumerate(hands, 1)]
    answer = settle(table(CSP, None, *boxes, meter=100, contribution="0.705"))
    assert answer["meter"] == {"before": 100, "contributed": 1762, "after": 1862}  # 5 times 352.5 = 1,762.5


# --- hold'em ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "dealer", "odds"),
    [
        ("As Ad", "Ah Ac", 1000),
        ("As Ad", "Ah Kc", 30),
        ("Ks As", "2h 2c", 25),
        ("As Qs", "2h 2c", 20),
        ("Js As", "2h 2c", 20),
        ("As Kd", "2h 2c", 15),
        ("Ks Kd", "Ah Ac", 10),
        ("Qs Qd", "2h 2c", 10),
        ("Js Jd", "2h 2c", 10),
        ("As Qd", "2h 2c", 5),
        ("Jd As", "2h 2c", 5),
        ("Ts Td", "2h 2c", 3),
        ("2s 2d", "2h 2c", 3),
        ("As Ts", "Ah Ac", 0),
        ("Ks Qs", "2h 2c", 0),
        ("7s 2d", "Ah Ac", 0),
    ],
)
def test_bonus_odds(hole: str, dealer: str, odds: int) -> None:
    assert bonus_odds(ev.parse(hole), ev.parse(dealer)) == odds


@pytest.mark.parametrize("game", [PTHP, THBP])
def test_holdem_outcomes(game: str) -> None:
    win, lose, tie, pays = ("3.13", "3.14", "3.15", "4.1") if game == PTHP else ("3.10.2", "3.10.3", "3.10.4", "4.1.1")
    board = "Ks 8d 6h 4c 2s"
    kings = settle(table(game, "Qh Jd", seat(1, "Kd Kh", "flop turn river"), community=board))
    assert money(kings) == [
        (1, "ante", "stand_off", 0, 10_000),
        (1, "flop", "win", 20_000, 20_000),
        (1, "turn", "win", 10_000, 10_000),
        (1, "river", "win", 10_000, 10_000),
    ]
    assert cites(kings) == {"ante": [win], "flop": [win, pays], "turn": [win, pays], "river": [win, pays]}
    straight = settle(table(game, "Qh Jd", seat(1, "7d 5h", "flop check river"), community=board))
    assert money(straight) == [
        (1, "ante", "win", 10_000, 10_000),
        (1, "flop", "win", 20_000, 20_000),
        (1, "river", "win", 10_000, 10_000),
    ]
    assert cites(straight)["ante"] == [win, pays]
    beaten = settle(table(game, "Kh Kd", seat(1, "9d 9h", "flop check check", bonus=5000), community=board))
    assert money(beaten) == [
        (1, "ante", "lose", 0, 0),
        (1, "bonus", "win", 15_000, 5000),
        (1, "flop", "lose", 0, 0),
    ]
    assert cites(beaten)["flop"] == [lose]
    equal = settle(table(game, "Ah Qd", seat(1, "Ad Qh", "flop turn check", bonus=5000, jackpot=500), community=board))
    assert money(equal) == [
        (1, "ante", "stand_off", 0, 10_000),
        (1, "bonus", "win", 25_000, 5000),
        (1, "flop", "stand_off", 0, 20_000),
        (1, "turn", "stand_off", 0, 10_000),
        (1, "jackpot", "lose", 0, 0),
    ]
    assert cites(equal)["turn"] == [tie]


def test_bonus_cap_is_for_pthp_only() -> None:
    for stake, pthp, thbp in ((9_500, 9_500_000, 9_500_000), (10_000, 10**7, 10**7), (10_500, 10**7, 10_500_000)):
        for game, paid in ((PTHP, pthp), (THBP, thbp)):
            box = seat(1, "As Ad", "flop check check", bonus=stake)
            line = settle(table(game, "Ah Ac", box, community="Ks 8d 6h 4c 2s"))["lines"][1]
            assert (line["paid"], line["returned"]) == (paid, stake)
            head = ["3.9", "4.1"] if game == PTHP else ["1.1.3", "4.1.1"]
            assert line["cites"] == head + ["4.1.1"] * (game == PTHP and stake > 10_000)


@pytest.mark.parametrize(
    ("hole", "board", "meter", "award", "paid", "after"),
    [
        ("As Ks", "Qs Js Ts 4d 2h", 12_345_600, "royal_flush_on_the_flop", 12_345_950, 5_000_000),
        ("As 3d", "Ks Qs Js Ts 2h", 12_345_600, "royal_flush_on_the_turn", 3_086_487, 9_259_463),
        ("As Ts", "Ks 4d Qs 2h Js", 12_345_600, "royal_flush_on_the_river", 617_297, 11_728_653),
        ("3d 4d", "As Ks Qs Js Ts", 12_345_600, "community_royal_flush", 1_000_000, 12_345_950),
        ("9s 8s", "As Ks Qs Js Ts", 12_345_600, "community_royal_flush", 1_000_000, 12_345_950),
        ("As 2d", "9s Ks Qs Js Ts", 2_999_649, "community_straight_flush", 150_000, 2_999_999),
        ("As 2d", "9s Ks Qs Js Ts", 2_999_650, "royal_flush_on_the_river", 150_000, 2_850_000),
        ("As 2d", "9s Ks Qs Js Ts", 3_999_650, "royal_flush_on_the_river", 200_000, 3_800_000),
        ("As 2d", "Ks Qs Js Ts 9s", 599_645, "community_straight_flush", 150_000, 599_995),
        ("As Ks", "Qs Js Ts 9s 8s", 100_000, "community_straight_flush", 150_000, 100_350),
        ("As 9s", "Ks Qs Js 2d Ts", 999_650, "royal_flush_on_the_river", 50_000, 950_000),
        ("2d 3c", "9s 8s 7s 6s 5s", 12_345_600, "straight_flush", 150_000, 12_345_950),
        ("As 2s", "3s 4s 5s Kd Kh", 12_345_600, "straight_flush", 150_000, 12_345_950),
        ("2d 3c", "8s 8d 8h 8c 5s", 12_345_600, "four_of_a_kind", 30_000, 12_345_950),
        ("8s 8d", "8h 8c 5s 4s 3h", 12_345_600, "four_of_a_kind", 30_000, 12_345_950),
    ],
)
@pytest.mark.parametrize("game", [PTHP, THBP])
def test_holdem_awards(game: str, hole: str, board: str, meter: int, award: str, paid: int, after: int) -> None:
    box = seat(1, hole, "flop check check", jackpot=500)
    answer = settle(table(game, "Qd Jd", box, community=board, meter=meter))
    line = answer["lines"][-1]
    assert (line["award"], line["paid"], line["returned"]) == (award, paid, 0)
    assert line["cites"] == ["4.2.1" if game == THBP and award.startswith("community") else "4.2"]
    assert answer["meter"] == {"before": meter, "contributed": 350, "after": after}


@pytest.mark.parametrize(
    ("game", "dealing", "fold", "hidden", "below", "pays"),
    [
        (PTHP, "shoe", "3.11.2.a", "4.3", "3.14", "4.2"),
        (PTHP, "shuffler", "3.12.3.a", "4.3", "3.14", "4.2"),
        (THBP, "automated", "3.9.1", "3.10.1", "3.10.3", "4.2.1"),
        (THBP, "manual", "3.9.1", "3.10.1", "3.10.3", "4.2.1"),
    ],
)
def test_folded_and_hidden_holdem(game: str, dealing: str, fold: str, hidden: str, below: str, pays: str) -> None:
    folded = seat(1, "As Ad", "fold", bonus=5000, jackpot=500)
    board = "8s 8d 8h 8c 5s"
    answer = settle(table(game, None, folded, community=board, dealing=dealing))
    won = (1, "jackpot", "win", 30_000, 0, "community_four_of_a_kind")
    assert money(answer) == [(1, "ante", "lose", 0, 0), (1, "bonus", "lose", 0, 0), won]
    assert cites(answer) == {"ante": [fold], "bonus": [fold], "jackpot": [fold, pays]}
    own = settle(table(game, None, seat(1, "8s 8d", "fold", jackpot=500), community="8h 8c 5s 4s 3h", dealing=dealing))
    assert money(own)[1] == (1, "jackpot", "lose", 0, 0)
    assert cites(own)["jackpot"] == [fold]
    covered = seat(1, "As Ad", "flop turn check", shown=False, bonus=5000, jackpot=500)
    answer = settle(table(game, "Qd Jd", covered, community=board, dealing=dealing))
    assert [m[2:] for m in money(answer)] == [("lose", 0, 0)] * 4 + [won[2:]]
    assert cites(answer) == {
        "ante": [hidden, below],
        "bonus": [hidden],
        "flop": [hidden, below],
        "turn": [hidden, below],
        "jackpot": [hidden, pays],
    }


@pytest.mark.parametrize(
    ("setting", "paid", "at"), [("settles", 315_000, ["1.1.3", "4.1.1"]), ("loses", 0, ["3.10.3"])]
)
def test_bonus_on_losing_hand(setting: str, paid: int, at: list[str]) -> None:
    box = seat(1, "As Ad", "flop check check", bonus=10_500)
    for dealer, expected in (("7h 7c", paid), ("Jh Td", 315_000), ("Ah Ac", 10_500_000)):
        given = table(THBP, dealer, box, community="Ks Qd 7s 4d 2c", bonus_on_losing_hand=setting)
        answer = settle(given)
        assert answer["lines"][1]["paid"] == expected
        if dealer == "7h 7c":
            assert cites(answer)["bonus"] == at
    rws = table(PTHP, "7h 7c", box, community="Ks Qd 7s 4d 2c", bonus_on_losing_hand=setting)
    assert settle(rws)["lines"][1]["paid"] == 315_000


# --- the generator ----------------------------------------------------------------------------------------------------


def rounds(game: str) -> Iterator[Round]:
    yield from rigged_rounds(game)
    rng = Random(20)
    for _ in range(400):
        yield random_round(game, rng)


def check_valid(given: Round) -> None:
    """What the engine would refuse must not be generated."""
    game, policy = given["game"], given["policy"]
    size = 5 if game in STUD else 2
    cards: list[str] = []
    for box in given["boxes"]:
        hand = ev.parse(box["cards"])
        assert len(hand) == size
        cards += hand
        wagers = box["wagers"]
        assert policy["minimum"] <= wagers["ante"] <= policy["maximum"]
        low, high = policy.get("bonus_minimum", policy["minimum"]), policy.get("bonus_maximum", policy["maximum"])
        assert "bonus" not in wagers or (game not in STUD and low <= wagers["bonus"] <= high)
        assert wagers.get("jackpot", policy["jackpot_wager"]) == policy["jackpot_wager"]
        assert all(amount > 0 and amount % 500 == 0 for amount in wagers.values())
        assert box["decisions"] in (["fold"], ["bet"]) if game in STUD else len(box["decisions"]) in (1, 3)
    if given.get("dealer"):
        assert len(ev.parse(given["dealer"])) == size
        cards += ev.parse(given["dealer"])
    else:
        assert all(box["decisions"] == ["fold"] for box in given["boxes"])
    if game not in STUD:
        assert len(ev.parse(given["community"])) == 5
        cards += ev.parse(given["community"])
    assert len(cards) == len(set(cards))
    assert 1 <= len({box["box"] for box in given["boxes"]}) == len(given["boxes"]) <= 7
    assert all(1 <= box["box"] <= 7 for box in given["boxes"])


def check_answer(given: Round, answer: Round) -> None:
    order = ["ante", "bonus", "bet", "flop", "turn", "river", "jackpot"]
    places = [(line["box"], order.index(line["wager"])) for line in answer["lines"]]
    assert places == sorted(set(places))
    for line in answer["lines"]:
        assert line["result"] in ("win", "lose", "stand_off", "returned")
        assert (line["paid"] > 0) == (line["result"] == "win")
        kept = line["wager"] == "jackpot" or line["result"] == "lose"
        assert line["returned"] == (0 if kept else line["staked"])
        assert ("award" in line) == (line["wager"] == "jackpot" and line["result"] == "win")
    names = [line.get("award", "") for line in answer["lines"]]
    if not {"royal_flush", "royal_flush_on_the_flop"} & set(names):
        stud = given["game"] in STUD
        shares = ("straight_flush",) if stud else ("royal_flush_on_the_turn", "royal_flush_on_the_river")
        out = sum(line["paid"] for line in answer["lines"] if line.get("award") in shares)
        assert answer["meter"]["after"] == given["meter"] + answer["meter"]["contributed"] - out


@pytest.mark.parametrize("game", first(1, GAMES))
def test_generated_rounds_are_valid(game: str) -> None:
    for given in rounds(game):
        check_valid(given)
        check_answer(given, settle(given))


STUD_AWARDS = {"royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"}
HOLDEM_AWARDS = {f"royal_flush_on_the_{street}" for street in ("flop", "turn", "river")}
HOLDEM_AWARDS |= {"straight_flush", "four_of_a_kind"}
HOLDEM_AWARDS |= {f"community_{name}" for name in ("royal_flush", "straight_flush", "four_of_a_kind")}
STUD_CITES = {"3.12.1", "3.13", "3.14.1", "3.14.2", "3.14.3", "4.1", "4.1.1", "4.2", "4.3"}
PTHP_CITES = {"3.9", "3.11.2.a", "3.12.3.a", "3.13", "3.14", "3.15", "4.1", "4.1.1", "4.2", "4.3"}
THBP_CITES = {"1.1.3", "3.9.1", "3.10.1", "3.10.2", "3.10.3", "3.10.4", "4.1.1", "4.2", "4.2.1"}


@pytest.mark.parametrize(
    ("game", "awards", "paragraphs"),
    [
        (CSP, STUD_AWARDS, STUD_CITES),
        (MLP, STUD_AWARDS | {"straight"}, STUD_CITES),
        (PTHP, HOLDEM_AWARDS, PTHP_CITES),
        (THBP, HOLDEM_AWARDS, THBP_CITES),
    ],
)
def test_rigged_rounds_reach_everything(game: str, awards: set[str], paragraphs: set[str]) -> None:
    lines = [line for given in rigged_rounds(game) for line in settle(given)["lines"]]
    assert {line["award"] for line in lines if "award" in line} == awards
    assert {cite for line in lines for cite in line["cites"]} == paragraphs
    if game not in STUD:
        odds = {line["paid"] // line["staked"] for line in lines if line["wager"] == "bonus" and line["paid"] < 10**6}
        assert odds >= {0, 3, 5, 10, 15, 20, 25, 30}
        assert any(line["paid"] == 1000 * line["staked"] for line in lines if line["wager"] == "bonus")
    else:
        odds = {
            line["paid"] // line["staked"] for line in lines if line["wager"] == "bet" and "4.1.1" not in line["cites"]
        }
        assert odds == {0, 1, 2, 3, 4, 5, 7, 20, 50, 250}


def test_rigged_rounds_have_names_and_do_not_change() -> None:
    for game in GAMES:
        names = [name for name, _ in rigged_named(game)]
        assert len(names) == len(set(names))
        assert list(rigged_rounds(game)) == list(rigged_rounds(game))


def test_random_rounds_follow_the_seed() -> None:
    for game in GAMES:
        assert random_round(game, Random(7)) == random_round(game, Random(7))
        assert random_round(game, Random(7)) != random_round(game, Random(8))

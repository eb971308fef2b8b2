"""The regulars of the house-banked games: legal, blind to what is hidden, and sensible in clear cases."""

import ast
from pathlib import Path
from random import Random
from typing import get_type_hints

import pytest

from croupier.bots import banked
from croupier.bots.banked import Character, choose, regular
from croupier.play.banked.commands import AnswerChoice, BankedCommand, Choose, Look, PlaceWager
from croupier.play.banked.options import Act, Option, Stake
from croupier.play.banked.view import BoxView, LimitsView, TableView, WagerView
from croupier.play.viewer import HIDDEN
from croupier.rules.terms import Decision, WagerName

LIMITS = LimitsView(2_500, 500_000, None, None, 500, (500, 2_500), ())
ANTE = Stake(3, WagerName.ANTE, "ann", 2_500, 2_500, 500_000, 500, ())
JACKPOT = Stake(3, WagerName.JACKPOT, "ann", 500, 500, 500, 500, ())
BONUS = Stake(3, WagerName.BONUS, "ann", 500, 2_500, 500_000, 500, ())


def seen(*wagers: WagerName, cards: str = "", board: str = "") -> TableView:
    """A table with one box, Ann's, as she sees it."""
    lying = tuple(WagerView(name, 2_500, ()) for name in wagers)
    hand = tuple(cards.split())
    box = BoxView(3, "ann", lying, hand, HIDDEN not in hand, False, (), None, False, (), (), ())
    boxes = (box,) if wagers else ()
    common = (1, None, LIMITS, 0, boxes, tuple(board.split()), (), 3, (), (), (), "", ())
    return TableView("stud-1", "a game", "a rulebook", 1, *common)


def offered(*decisions: Decision) -> tuple[Option, ...]:
    return tuple(Act(Choose(3, decision), decision, ()) for decision in decisions)


def decided(cards: str, *decisions: Decision, board: str = "") -> Decision:
    command = choose(seen(WagerName.ANTE, cards=cards, board=board), offered(*decisions), Random(1))
    assert isinstance(command, Choose)
    return command.decision


def test_it_is_given_a_view_and_options_and_nothing_else() -> None:
    expected = {"view": TableView, "options": tuple[Option, ...], "rng": Random, "return": BankedCommand | None}
    assert get_type_hints(choose) == expected
    assert get_type_hints(regular(Character())) == expected


def test_it_can_name_no_table() -> None:
    """Beside the linter's contract: all that it imports of the program."""
    allowed = {
        "croupier.bots.chances",
        "croupier.cards",
        "croupier.hands",
        "croupier.play.banked.commands",
        "croupier.play.banked.options",
        "croupier.play.banked.view",
        "croupier.play.viewer",
        "croupier.rules.handtypes",
        "croupier.rules.terms",
    }
    tree = ast.parse(Path(banked.__file__).read_text())
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in found if (node.module or "").startswith("croupier")]
    assert {node.module for node in ours} <= allowed
    assert not {one.name for node in ours for one in node.names} & {"DealCards", "view", "options", "DECK"}
    assert not any(
        "croupier" in one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names
    )


def test_it_places_an_ante_then_mostly_the_jackpot_and_sometimes_a_bonus() -> None:
    options = (ANTE, JACKPOT, BONUS)
    first = choose(seen(), options, Random(1))
    assert isinstance(first, PlaceWager)
    assert first.wager is WagerName.ANTE
    assert ANTE.takes(first.amount)
    second = [choose(seen(WagerName.ANTE), options, Random(seed)) for seed in range(300)]
    kinds = [one.wager if isinstance(one, PlaceWager) else None for one in second]
    assert kinds.count(WagerName.JACKPOT) > 230
    assert WagerName.BONUS in kinds
    assert None in kinds
    third = {choose(seen(WagerName.ANTE, WagerName.JACKPOT), options, Random(seed)) for seed in range(50)}
    assert third == {None, BONUS.command(2_500)}
    everything = seen(WagerName.ANTE, WagerName.JACKPOT, WagerName.BONUS)
    assert all(choose(everything, options, Random(seed)) is None for seed in range(50))
    without = seen(WagerName.ANTE, WagerName.BONUS)
    assert all(choose(without, options, Random(seed)) is None for seed in range(50))


def test_amounts_follow_the_character_and_the_limits() -> None:
    bold = regular(Character(ante=(4,)))
    assert bold(seen(), (ANTE,), Random(1)) == ANTE.command(10_000)
    narrow = Stake(3, WagerName.ANTE, "ann", 2_500, 2_500, 6_000, 500, ())
    assert bold(seen(), (narrow,), Random(1)) == narrow.command(6_000)


def test_it_does_nothing_where_nothing_is_offered() -> None:
    assert choose(seen(), (), Random(1)) is None
    assert choose(seen(WagerName.ANTE), (Act(Look(3), "Look", ()),), Random(1)) is None


def test_it_looks_before_it_decides_and_plays_on_when_asked() -> None:
    hidden = seen(WagerName.ANTE, cards=" ".join([HIDDEN] * 5))
    options = offered(Decision.FOLD, Decision.BET)
    assert choose(hidden, (*options, Act(Look(3), "Look", ())), Random(1)) == Look(3)
    assert choose(hidden, options, Random(1)) == Choose(3, Decision.BET)
    play_on = AnswerChoice(3, "continue")
    asked = (Act(play_on, "", ()), Act(AnswerChoice(3, "return_wager"), "", ()))
    assert choose(hidden, asked, Random(1)) == play_on


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("2c 2d 5h 9s Jc", Decision.BET),
        ("Ac Kd 5h 9s 2c", Decision.BET),
        ("Ac Qd Jh 9s 2c", Decision.FOLD),
        ("Kc Qd Jh 9s 2c", Decision.FOLD),
        ("9c 8d 7h 6s 5c", Decision.BET),
    ],
)
def test_with_five_cards(cards: str, expected: Decision) -> None:
    assert decided(cards, Decision.FOLD, Decision.BET) is expected


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Qc 6d 3h", Decision.FOLD),
        ("Qc 6d 4h", Decision.BET),
        ("Qc 6d 5h", Decision.BET),
        ("Jc Td 8h", Decision.FOLD),
        ("2c 2d 3h", Decision.BET),
        ("4c 3d 2h", Decision.BET),
    ],
)
def test_with_three_cards(cards: str, expected: Decision) -> None:
    """Queen, six and four or better is how the three-card game is known to be played best."""
    assert decided(cards, Decision.FOLD, Decision.BET) is expected


def test_a_hand_of_a_size_that_it_cannot_judge_is_played_on() -> None:
    assert decided("7c 5d 3h 2s", Decision.FOLD, Decision.BET) is Decision.BET


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("As Ah", Decision.FLOP), ("Jc 4d", Decision.FLOP), ("7c 2d", Decision.FOLD), ("3c 2d", Decision.FOLD)],
)
def test_before_the_flop(cards: str, expected: Decision) -> None:
    assert decided(cards, Decision.FOLD, Decision.FLOP) is expected


@pytest.mark.parametrize(
    ("cards", "board", "bets"),
    [
        ("As 7h", "Ad 9c 2s ?? ??", True),
        ("As 7h", "Kd 9c 2s ?? ??", False),
        ("As 7h", "9d 9c 2s ?? ??", False),
        ("As 7h", "9d 9c 7s ?? ??", True),
        ("As 2s", "Ks 9s 4s Jd ??", True),
        ("3h 2c", "Ks Kd Kc Jd ??", False),
    ],
)
def test_the_turn_and_the_river_are_bet_with_a_pair_of_ones_own(cards: str, board: str, bets: bool) -> None:
    for wager in (Decision.TURN, Decision.RIVER):
        expected = wager if bets else Decision.CHECK
        assert decided(cards, wager, Decision.CHECK, board=board) is expected

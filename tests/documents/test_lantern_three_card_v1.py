"""Lantern Three-Card, paragraph by paragraph, with the values of its text."""

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.notation.acts import parse_act
from croupier.play.banked import act, open_table
from croupier.play.banked.options import Act, options
from croupier.play.refusal import Refusal
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decide, Decision, Role
from tests.sitting import Sitting, line, settled

GAME = "lantern-three-card"
QUEEN = "Qh 6d 4c"
JACK = "Jh 9d 2c"


def round_of(cards: str, dealer: str, decision: str = "bet", **wagers: int) -> dict[str, object]:
    own = {"box": 1, "player": "p1", "cards": cards, "wagers": wagers or {"ante": 5000}, "decisions": [decision]}
    return {"game": GAME, "dealer": dealer, "boxes": [own]}


@pytest.mark.parametrize(("dealer", "qualifies"), [("Jh Td 8c", False), ("Qh 3d 2c", True), ("2h 2d 3c", True)])
def test_1_4_a_queen_high_is_the_lowest_hand_that_qualifies(dealer: str, qualifies: bool) -> None:
    game = load_banked(GAME)
    assert game.qualifying is not None
    assert game.qualifying.holds(game.rank(parse_cards(dealer), ())) is qualifies
    assert game.qualifying.named(game.qualifying.lowest) == "Queen high"


def test_1_2_the_play_is_as_much_as_the_ante() -> None:
    sitting = Sitting(GAME)
    sitting.do("dealer: place your bets", "p1: 1 ante 5000", "dealer: no more bets", f"dealer: deal 2c 3d 5h {QUEEN}")
    for amount in (4_999, 5_001, 10_000):
        refused = sitting.refused(f"p1: bet 1 {amount}")
        assert (refused.sentence, refused.cites) == ("The Play on box 1 must be exactly SGD 50.00", ("3.8.2",))
    sitting.do("p1: bet 1 5000")


def test_3_3_pair_plus_lies_alone_and_decides_nothing() -> None:
    sitting = Sitting(GAME)
    sitting.do("dealer: place your bets", "p1: 1 pair_plus 2500", "p2: 2 ante 5000", "dealer: no more bets")
    sitting.do(f"dealer: deal 7c 7d 2s 9c 8d Ks {QUEEN}")
    assert sitting.seen_by("dealer").turn == 2
    sitting.do("p2: bet 2", "dealer: reveal", "p1: show 1", "p2: show 2", "dealer: settle")
    assert {(one.box, one.wager): one.paid for one in sitting.round.lines} == {
        (1, "pair_plus"): 2500,
        (2, "ante"): 5000,
        (2, "bet"): 5000,
    }


def test_3_3_the_ante_may_be_taken_back_and_pair_plus_stays() -> None:
    sitting = Sitting(GAME)
    sitting.do("dealer: place your bets", "p1: 1 ante 5000", "p1: 1 pair_plus 2500", "p1: 1 ante -all")
    assert [wager.name for wager in sitting.box(1).wagers] == ["pair_plus"]
    assert sitting.box(1).player == "p1"


def test_3_3_with_pair_plus_alone_everywhere_the_round_goes_to_its_end() -> None:
    sitting = Sitting(GAME)
    sitting.do(
        "dealer: place your bets", "p1: 1 pair_plus 2500", "dealer: no more bets", f"dealer: deal 7c 8d 2s {QUEEN}"
    )
    sitting.do("dealer: reveal", "p1: show 1", "dealer: settle")
    (plus,) = sitting.round.lines
    assert (plus.result, plus.paid, plus.cites) == ("lose", 0, ("4.3",))


def test_3_8_1_a_fold_loses_ante_and_pair_plus() -> None:
    answer = settled(round_of("7c 7d 7h", QUEEN, "fold", ante=5000, pair_plus=2500))
    assert {one.result for one in answer.lines} == {"lose"}


def test_3_10_a_dealer_who_does_not_qualify_pays_the_ante() -> None:
    answer = settled(round_of("2s 3d 5h", JACK))
    assert [(one.result, one.paid, one.returned) for one in answer.lines] == [
        ("win", 5000, 5000),
        ("returned", 0, 5000),
    ]
    assert answer.lines[0].cites == ("3.10", "4.1")


@pytest.mark.parametrize(
    ("cards", "ends", "cite"),
    [("Qs 7d 2c", "win", "3.11"), ("Qs 5d 4h", "lose", "3.12"), ("Qs 6c 4h", "stand_off", "3.13")],
)
def test_3_11_3_12_3_13_the_hands_are_compared(cards: str, ends: str, cite: str) -> None:
    answer = settled(round_of(cards, QUEEN))
    assert [one.result for one in answer.lines] == [ends, ends]
    assert answer.lines[0].cites[0] == cite


@pytest.mark.parametrize(
    ("cards", "odds"),
    [("Kc Kd 2h", 0), ("2d 4d 8d", 0), ("3c 4d 5h", 1), ("3c 3d 3h", 4), ("3c 4c 5c", 5)],
)
@pytest.mark.parametrize(("dealer", "ends"), [("Ah As Ad", "lose"), (JACK, "win")])
def test_4_2_the_ante_bonus_is_paid_whether_the_ante_wins_or_loses(
    cards: str, odds: int, dealer: str, ends: str
) -> None:
    if cards == "3c 4c 5c" and ends == "lose":
        dealer = "Ah Kh Qh"
    ante = line(settled(round_of(cards, dealer)), 1, "ante")
    assert (ante.result, ante.paid) == (ends, (5000 if ends == "win" else 0) + odds * 5000)
    assert ("4.2" in ante.cites) is bool(odds)


def test_4_2_a_stand_off_earns_it_too() -> None:
    ante = line(settled(round_of("3c 4d 5h", "3h 4s 5d")), 1, "ante")
    assert (ante.result, ante.paid, ante.returned, ante.cites) == ("stand_off", 5000, 5000, ("3.13", "4.2"))


@pytest.mark.parametrize(
    ("cards", "odds"),
    [("Kc Qd 2h", 0), ("2c 2d 9h", 1), ("2c 4c 9c", 3), ("3c 4d 5h", 6), ("3c 3d 3h", 30), ("3c 4c 5c", 40)],
)
@pytest.mark.parametrize("dealer", ["Ah As Ad", JACK.replace("2c", "2s")])
def test_4_3_pair_plus_pays_whatever_the_dealer_holds(cards: str, odds: int, dealer: str) -> None:
    plus = line(settled(round_of(cards, dealer, ante=5000, pair_plus=2500)), 1, "pair_plus")
    assert (plus.paid, plus.returned) == (odds * 2500, 2500 if odds else 0)


def test_5_4_who_has_nothing_to_decide_is_settled_as_usual() -> None:
    sitting = Sitting(GAME)
    sitting.do(
        "dealer: place your bets", "p1: 1 pair_plus 2500", "dealer: no more bets", f"dealer: deal 7c 7d 2s {QUEEN}"
    )
    sitting.do("dealer: report player_absent box=1", "dealer: reveal", "dealer: show 1", "dealer: settle")
    assert sitting.round.lines[0].paid == 2500


# ---- A decision with several sizes, which no document here has ----------------------------------------------------


def with_sizes(game: BankedGame) -> BankedGame:
    """The same game with a Play of one to three times the Ante."""
    steps = tuple(
        replace(step, choices=tuple(replace(one, up_to=3) if one.places else one for one in step.choices))
        if isinstance(step, Decide)
        else step
        for step in game.rounds["shuffler"]
    )
    return replace(game, rounds={"shuffler": steps})


@pytest.mark.parametrize(
    ("amount", "taken"),
    [(4_999, False), (5_000, True), (7_500, False), (10_000, True), (15_000, True), (20_000, False)],
)
def test_a_decision_may_have_several_sizes(amount: int, taken: bool) -> None:
    game = with_sizes(load_banked(GAME))
    table = open_table(game)
    acts = ["dealer: place your bets", "p1: 1 ante 5000", "dealer: no more bets", f"dealer: deal 2c 3d 5h {QUEEN}"]
    for text in acts:
        deed = parse_act(text)
        turn = act(game, table, deed.actor, deed.command)
        assert not isinstance(turn, Refusal), turn
        table = turn.table
    offered = [one for one in options(game, table, Viewer(Role.PLAYER, "p1")) if isinstance(one, Act)]
    sizes = [one.places for one in offered if getattr(one.command, "decision", None) is Decision.BET]
    assert sizes == [5_000, 10_000, 15_000]
    assert [one.label for one in offered if one.places] == ["Play SGD 50.00", "Play SGD 100.00", "Play SGD 150.00"]
    deed = parse_act(f"p1: bet 1 {amount}")
    turn = act(game, table, deed.actor, deed.command)
    if taken:
        assert not isinstance(turn, Refusal)
        wager = turn.table.round.boxes[0].wagers[-1]  # type: ignore[union-attr]
        assert (wager.name, wager.amount) == ("bet", amount)
    else:
        assert isinstance(turn, Refusal)
        assert turn.sentence == "The Play on box 1 must be SGD 50.00, SGD 100.00 or SGD 150.00"

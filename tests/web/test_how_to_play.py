"""How to play, from what the documents declare: what each step says is what the settlement does."""

import pytest

from croupier.rulebooks import load, registered
from croupier.web.desks.study.howto import told as how
from croupier.web.wire.records import HowResult, HowTo
from tests.documents import STUD as LANTERN
from tests.documents import THREE_CARD


def told(game: str) -> HowTo:
    return how(load(game).document.rulebook)


def ending(how: HowTo, when: str) -> tuple[HowResult, ...]:
    return next(one.results for one in how.endings if one.when == when)


@pytest.mark.parametrize("game", ["rws-casino-stud", "rws-multi-link-casino-stud"])
def test_stud_is_told_as_its_document_has_it(game: str) -> None:
    how = told(game)
    assert (how.cards, how.board, how.shows, how.qualifies) == (5, 0, 1, "Ace and King")
    assert how.qualifying == ("Ad", "Kc", "4c", "3c", "2c"), "the lowest hand with both, and no Flush"
    assert [(one.title, one.least) for one in how.steps[0].choices] == [("Fold", 0), ("BET", 2)]  # twice the Ante
    assert ending(how, "unqualified") == (HowResult("Ante", "wins", "1 to 1"), HowResult("BET", "back"))
    assert ending(how, "same") == (HowResult("Ante", "back"), HowResult("BET", "back"))
    assert how.pays == ("BET",)
    paid = {hand.title: hand.pays[0] for hand in how.hands}
    assert (paid["Royal Flush"], paid["Full House"], paid["One Pair"]) == ("250 to 1", "7 to 1", "1 to 1")


@pytest.mark.parametrize("game", ["rws-progressive-texas-holdem", "mbs-texas-holdem-bonus-progressive"])
def test_the_ante_of_holdem_wins_from_a_straight_and_otherwise_comes_back(game: str) -> None:
    how = told(game)
    assert (how.cards, how.board, how.qualifies) == (2, 5, "")
    assert ending(how, "higher")[0] == HowResult("Ante", "wins", "1 to 1", "Straight", "back")
    assert ending(how, "folded") == (HowResult("Ante", "loses"), HowResult("Bonus", "loses"))
    assert [step.count for step in how.steps if step.kind == "board"] == [3, 1, 1]


def test_the_bonus_has_its_own_table_and_is_told_beside_the_hands() -> None:
    how = told("mbs-texas-holdem-bonus-progressive")
    (bonus,) = how.sides
    assert bonus.title == "Bonus"
    # 4.1.1: a pair of Aces pays 30 to 1, and 1,000 to 1 if the Dealer has the other two.
    assert [(row.title, row.pays) for row in bonus.rows][:2] == [("Aces Both", "1000 to 1"), ("Aces", "30 to 1")]
    assert all(result.title != "Bonus" for one in how.endings if one.when != "folded" for result in one.results)


def test_poker_is_told_in_its_own_words() -> None:
    how = told("rws-poker")
    assert (how.kind, how.makes, how.cards, how.board, how.big_blind) == ("room", 5, 2, 5, 2)
    assert [(step.name, step.count) for step in how.steps] == [("flop", 3), ("turn", 1), ("river", 1)]
    assert [hand.title for hand in how.hands][:2] == ["Royal Flush", "Straight Flush"]


def test_documents_of_a_house_of_its_own() -> None:
    """The 5+1 wager goes by the Dealer's face-up card too, and Pair Plus by the three cards, whoever wins."""
    with registered(LANTERN, THREE_CARD):
        stud, three = told("lantern-stud"), told("lantern-three-card")
    assert (stud.cards, stud.shows, stud.qualifies) == (5, 1, "Ace and Queen")
    assert [(one.title, one.prescribed) for one in stud.wagers] == [("Ante", False), ("5+1", False)]
    assert [one.title for one in stud.sides] == ["5+1"]
    assert ending(stud, "folded") == (HowResult("Ante", "loses"),)
    assert (three.makes, three.cards, three.shows, three.qualifies) == (3, 3, 0, "Queen high")
    assert [(one.title, one.least) for one in three.steps[0].choices] == [("Fold", 0), ("Play", 1)]
    assert three.pays == ("Pair Plus", "Ante bonus")
    assert three.hands[0].pays == ("40 to 1", "5 to 1")  # a Straight Flush
    assert ending(three, "same") == (HowResult("Ante", "back"), HowResult("Play", "back"))


@pytest.mark.parametrize("game", ["rws-casino-stud", "rws-poker"])
def test_the_examples_are_hands_of_their_kind(game: str) -> None:
    for hand in told(game).hands:
        assert len(set(hand.cards)) == 5
        assert set(hand.making) <= set(range(5))
    pair = next(hand for hand in told(game).hands if hand.title == "One Pair")
    assert len({pair.cards[at][0] for at in pair.making}) == 1

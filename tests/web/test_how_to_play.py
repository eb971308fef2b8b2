"""How to play, from what the documents declare: what each step says is what the settlement does."""

import pytest

from croupier.rulebooks import load
from croupier.web.desks.study.howto import _told
from croupier.web.live.wire.records import HowResult, HowTo


def told(game: str) -> HowTo:
    return _told(load(game).document.rulebook)


def ending(how: HowTo, when: str) -> tuple[HowResult, ...]:
    return next(one.results for one in how.endings if one.when == when)


@pytest.mark.parametrize("game", ["rws-casino-stud", "rws-multi-link-casino-stud"])
def test_stud_is_told_as_its_document_has_it(game: str) -> None:
    how = told(game)
    assert (how.cards, how.board, how.shows, how.qualifies) == (5, 0, 1, "Ace and King")
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

"""What is cited for what: the golden tables, beside the rounds that the tests play."""

import msgspec
import pytest

from croupier.play.banked.commands import Look, PlaceWager
from croupier.play.banked.events import (
    CardsDealt,
    ChoiceOpened,
    HandAbsent,
    IrregularityRuled,
    WagerSettled,
)
from croupier.play.refusal import Reason, Refusal
from croupier.rulebooks import all_games, load
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.settling import Result
from croupier.rules.terms import WagerName
from tests.playthroughs import cites

RULED = IrregularityRuled(
    "misdeal", {"seen": "no", "reconstructable": "no"}, 3, Ruling.VOID_ROUND, (), (), Decider.RULES, ("5.8.6",)
)


@pytest.mark.long  # plays the tests of the rules once more, with a recorder
def test_every_act_cites_what_it_did_and_nothing_else() -> None:
    """A changed row is a changed cite: read it beside the document, then write the tables with ``./run golden``."""
    made = cites.tables()
    without = [row for table in made.values() for row in table.splitlines() if row.split("\t")[1] == "-"]
    assert without == [], "done or refused under no paragraph"
    assert set(made) == set(cites.FOLDER.iterdir())
    for path, table in made.items():
        assert table.splitlines() == path.read_text(encoding="utf-8").splitlines(), path.name


def test_every_game_has_a_table() -> None:
    assert {path.stem for path in cites.FOLDER.iterdir()} == {load(game).document.rulebook for game in all_games()}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (WagerSettled(2, "p1", WagerName.ANTE, 500, Result.LOSE, 0, 0, ("3.14.2",)), "WagerSettled ante lose"),
        (
            WagerSettled(2, "p1", WagerName.JACKPOT, 500, Result.WIN, 9, 0, (), "royal_flush"),
            "WagerSettled jackpot win royal_flush",
        ),
        (RULED, "IrregularityRuled misdeal reconstructable=no seen=no void_round rules"),
        (ChoiceOpened(1, ("continue", "return_wager"), ()), "ChoiceOpened continue/return_wager"),
        (HandAbsent(1, True, ()), "HandAbsent folded"),
        (HandAbsent(1, False, ()), "HandAbsent"),
        (CardsDealt((), ("burn", "1", "2", "dealer", "1"), ()), "CardsDealt burn/dealer/hand"),
        (PlaceWager(1, WagerName.ANTE, 500, "p2"), "PlaceWager ante"),
    ],
)
def test_an_act_is_told_by_the_words_of_the_rules_without_numbers_and_names(value: msgspec.Struct, said: str) -> None:
    assert cites.about(value) == said


def test_a_refusal_is_told_by_what_was_wanted_and_why_not() -> None:
    limits = Refusal(Reason.LIMITS, "The ante is at least SGD 1,000.00 for p2, not As", ("3.4",))
    assert cites.refused(PlaceWager(1, WagerName.ANTE, 5), limits) == (
        "refused PlaceWager ante: limits, The ante is at least SGD # for …, not …"
    )
    waits = Refusal(Reason.MOMENT, "The round waits for box 3: continue", ("5.10",))
    assert cites.refused(Look(1), waits) == "refused anything: moment, The round waits for box #: continue"

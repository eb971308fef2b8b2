"""Who must stand behind a ruling, asked of the document, is who must at a table at that stage."""

import random
from collections import Counter

import pytest

from croupier.play.authority import Weighing
from croupier.play.banked.events import IrregularityRuled
from croupier.play.room.events import IrregularityRuled as RoomRuled
from croupier.play.rulings import Ruled
from croupier.play.signing import GIVING_BACK, Signing, signings
from croupier.rulebooks import load_banked, load_room
from croupier.rules.authority import Stage, Touches
from croupier.rules.game import Game
from croupier.rules.irregularities import Ruling
from croupier.rules.terms import STAFF
from tests.play.staged import weighed_in_room, weighed_reports
from tests.sitting import HOUSE_GAMES

UNKNOWN_TO_A_DOCUMENT = (Touches.AGAINST_RECORD, Touches.SIGNED)
"""Touched by what is on one table's record alone."""


def asked_of(game: Game, ruled: IrregularityRuled | RoomRuled, stage: Stage) -> Signing:
    """Return who must stand behind a report, by the document and the stage."""
    names = (game.name, ruled.irregularity, ruled.facts, ruled.ruling, ruled.then, ruled.options)
    return signings(game, Ruled(*names, {}, ruled.decided_by, ruled.cites, ""), stage)[0]


def at_most(live: Weighing, asked: Signing) -> bool:
    """Return whether the document asks for at least the people that the table asks for."""
    return live.needs.people <= asked.people and STAFF.index(live.needs.role) <= STAFF.index(asked.role)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_document_names_the_signers_that_a_table_asks_for(game: str) -> None:
    """They are the same, but where a table knows that a report gives nothing back: no Player has looked, or no hand of
    the round is affected. There the document names the people for when it does.
    """
    loaded, same = load_banked(game), Counter[Stage]()
    for seed in range(2):
        for ruled, live in weighed_reports(loaded, random.Random(seed), 120, share=0.12):
            wrong_amount = ruled.irregularity == "wager_under_minimum" and ruled.ruling is Ruling.SETTLE_AS_PLACED
            if {*UNKNOWN_TO_A_DOCUMENT} & {*live.touches} or wrong_amount:
                continue
            asked, said = asked_of(loaded, ruled, live.stage), (ruled, live)
            if asked.who == live.needs.who:
                assert asked.reason == live.needs.reason, said
                same[live.stage] += 1
                continue
            assert at_most(live, asked), said
            assert {ruled.ruling, *ruled.then} & GIVING_BACK, said
            assert not {Touches.GIVES_BACK, Touches.DECIDED_WAGER} & {*live.touches}, said
    assert same[Stage.OPEN] > 100
    assert same.keys() - {Stage.OPEN}


def test_a_document_names_the_signers_that_a_table_of_the_poker_room_asks_for() -> None:
    """They are the same, but before the deal, when a Void gives back what nobody has played for yet."""
    game, same = load_room("rws-poker"), Counter[Stage]()
    for ruled, live in weighed_in_room(game, random.Random(0), 80, share=0.05):
        if {*UNKNOWN_TO_A_DOCUMENT} & {*live.touches}:
            continue
        asked, said = asked_of(game, ruled, live.stage), (ruled, live)
        if asked.who == live.needs.who:
            same[live.stage] += 1
            continue
        assert at_most(live, asked), said
        assert (ruled.ruling, live.touches) == (Ruling.VOID_ROUND, (Touches.FILLS_GAP,)), said
    assert same[Stage.OPEN] > 100
    assert same.keys() - {Stage.OPEN}

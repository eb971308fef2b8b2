"""One person alone moves nothing by what they say of a jackpot link."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.play.actor import Actor
from croupier.rules.terms import Role
from tests.floor.linked import FED
from tests.insider.links import SID, failure_moves, order_moves
from tests.insider.test_banked import JACKPOT, LOSES, TRASH, a_round
from tests.reference.house import CSP, PTHP


def test_one_supervisor_puts_no_signed_award_before_another(tmp_path: Path) -> None:
    assert order_moves(tmp_path, [SID]) == 0


def test_two_others_do(tmp_path: Path) -> None:
    """The search would see it: the second Royal Flush then takes both contributions of SGD 3.50."""
    assert order_moves(tmp_path, [SID, Actor("max", Role.PIT_MANAGER)]) == 2 * FED


@pytest.mark.parametrize(("game", "looks", "pays"), [(CSP, True, False), (CSP, False, True), (PTHP, False, True)])
@pytest.mark.long
def test_a_link_that_is_said_to_have_failed_saves_no_hand(tmp_path: Path, game: str, looks: bool, pays: bool) -> None:
    """What still pays goes with its fix: that nobody has looked is one person's word after a card was turned."""
    plan = replace(a_round(game, LOSES if game == CSP else TRASH, 100_000, JACKPOT), looks=looks)
    found = {seen: failure_moves(tmp_path, plan, seen) for seen in (None, False, True)}
    assert any(found.values()) == pays, found

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


@pytest.mark.parametrize(("game", "looks"), [(CSP, True), (CSP, False), (PTHP, False)])
@pytest.mark.long
def test_a_link_that_is_said_to_have_failed_saves_no_hand(tmp_path: Path, game: str, looks: bool) -> None:
    """That nobody has looked is one person's word once a card was turned: the Void waits for a second one."""
    plan = replace(a_round(game, LOSES if game == CSP else TRASH, 100_000, JACKPOT), looks=looks)
    for seen in (None, False, True):
        assert failure_moves(tmp_path, plan, seen) == {}


def test_two_people_save_it(tmp_path: Path) -> None:
    """The search would see it: the Ante and the BET of a hand that loses come back with the Void."""
    plan = a_round(CSP, LOSES, 100_000, JACKPOT)
    assert any(failure_moves(tmp_path, plan, seen=False, signer=Actor("max", Role.PIT_MANAGER)).values())

"""Wagers that documents share, and wagers of their own."""

import msgspec
import pytest

from croupier.rules.terms import SETTLING_ORDER, WagerName, own_wager, wager_named


class Placed(msgspec.Struct):
    wager: WagerName


def test_a_declared_wager_is_read_wherever_a_wager_is_named() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"wager":"lucky_lantern"}', type=Placed)
    assert wager_named("lucky_lantern") is None
    lantern = own_wager("lucky_lantern")
    assert own_wager("lucky_lantern") is lantern is wager_named("lucky_lantern") is WagerName("lucky_lantern")
    found = msgspec.json.decode(b'{"wager":"lucky_lantern"}', type=Placed)
    assert found.wager is lantern
    assert msgspec.json.encode(found) == b'{"wager":"lucky_lantern"}'
    assert lantern not in set(WagerName)


def test_it_is_settled_after_the_bonus_and_before_whatever_plays_the_hand() -> None:
    first, second = own_wager("first_lantern"), own_wager("second_lantern")
    order = sorted([second, *WagerName, first], key=SETTLING_ORDER.__getitem__)
    assert order == [WagerName.ANTE, WagerName.BONUS, first, second, *[*WagerName][2:]]


def test_a_shared_name_stays_the_shared_wager() -> None:
    assert own_wager("bonus") is WagerName.BONUS


@pytest.mark.parametrize("name", ["", "Pair", "pair plus", "1_up", "pair.plus", "_pair"])
def test_what_is_no_name_is_not_declared(name: str) -> None:
    with pytest.raises(AssertionError, match="does not name a wager"):
        own_wager(name)

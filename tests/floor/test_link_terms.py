"""A link's terms: prescribed to all its tables, and changed by two."""

from pathlib import Path
from typing import Any

import pytest

from croupier.floor.running.floor import Floor
from croupier.floor.values.links import CountersignTerms, EstablishLink, ProposeTerms, RejectTerms
from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import ChangePolicy, EstablishTable, SignClaim
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import MOST
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedPolicy
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.random_floor import agreed, asked, done, open_floor
from tests.floor.rigged import a_floor, act, in_order, refusal, sign
from tests.floor.test_claims import ROYAL

PLAN = """
[links.stud]
seed = 5_000_000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.stud-2]
game = "rws-casino-stud"
link = "stud"
"""
LINK = "link:stud"


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return a_floor(tmp_path, PLAN, ROYAL)


def policy(floor: Floor, table: str) -> BankedPolicy:
    state = floor.table(table)
    assert isinstance(state, BankedTable)
    return state.engine.policy


def link(floor: Floor, command: Any, actor: str = "sue", role: Role = Role.SHIFT_MANAGER) -> Accepted | Refusal:
    return floor.submit(asked(LINK, command, actor, role))[0]


def refused(floor: Floor, command: Any, actor: str = "sue", role: Role = Role.SHIFT_MANAGER) -> Refusal:
    before = floor.link("stud")
    reply = link(floor, command, actor, role)
    assert isinstance(reply, Refusal)
    assert floor.link("stud") == before
    return reply


def agree(floor: Floor, seed: int, contribution: str, wager: int) -> None:
    done(floor, asked(LINK, ProposeTerms(seed, contribution, wager), "sue"))
    done(floor, asked(LINK, CountersignTerms(floor.link("stud").proposed), "sam"))


# ---- The prescribed wager -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{"jackpot_wager": 100}, {"jackpot_wager": 1_000, "seed": 0, "contribution": "0"}])
def test_a_table_stands_under_its_links_terms(floor: Floor, given: dict[str, Any]) -> None:
    done(floor, asked("table:new", EstablishTable("rws-casino-stud", {"maximum": 80_000, **given}, "stud", True)))
    found = policy(floor, "new")
    assert (found.seed, found.contribution, found.jackpot_wager, found.maximum) == (5_000_000, "0.70", 500, 80_000)


def test_a_table_that_is_established_twice_under_one_key_stands_once(floor: Floor) -> None:
    request = asked("table:new", EstablishTable("rws-casino-stud", {"jackpot_wager": 100}, "stud", True), key="k")
    [first], [again] = done(floor, request), done(floor, request)
    assert (again.version, again.repeated) == (first.version, True)


def test_another_policy_leaves_the_links_terms(floor: Floor) -> None:
    sign(floor, "stud-1", ChangePolicy({"jackpot_wager": 1_000, "maximum": 80_000}))
    assert (policy(floor, "stud-1").jackpot_wager, policy(floor, "stud-1").maximum) == (500, 80_000)
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 5_000), "ann")
    assert refusal(floor, "stud-1", PlaceWager(1, WagerName.JACKPOT, 1_000), "ann")
    act(floor, "stud-1", PlaceWager(1, WagerName.JACKPOT, 500), "ann")


def test_the_poker_room_has_no_jackpot_to_link(floor: Floor) -> None:
    reply = floor.submit(asked("table:p", EstablishTable("rws-poker", {}, "stud", True)))[0]
    assert isinstance(reply, Refusal)
    assert "no jackpot to link" in reply.sentence


@pytest.mark.parametrize(
    ("seed", "contribution", "wager"),
    [(-1, "0.7", 500), (MOST + 1, "0.7", 500), (0, "x", 500), (0, "0.7", 0), (0, "0.7", -5), (0, "0.7", MOST + 1)],
)
def test_terms_that_cannot_be(floor: Floor, seed: int, contribution: str, wager: int) -> None:
    for stream, command in (
        ("link:odd", EstablishLink(seed, contribution, wager)),
        (LINK, ProposeTerms(seed, contribution, wager)),
    ):
        reply = floor.submit(asked(stream, command))[0]
        assert isinstance(reply, Refusal)
        assert reply.reason is Reason.AMOUNT


# ---- Two change them ------------------------------------------------------------------------------------------------


def test_one_person_changes_nothing(floor: Floor) -> None:
    done(floor, asked(LINK, ProposeTerms(0, "0", 1_000)))
    assert floor.link("stud").waiting is None
    assert refused(floor, CountersignTerms(1)).sentence == "Two different people must sign"
    assert refused(floor, CountersignTerms(1), "sam", Role.PIT_MANAGER).reason is Reason.ROLE
    assert refused(floor, CountersignTerms(2), "sam").reason is Reason.MOMENT
    done(floor, asked(LINK, CountersignTerms(1), "sam"))
    assert floor.link("stud").waiting == (0, "0", 1_000)
    assert refused(floor, CountersignTerms(1), "sid").reason is Reason.MOMENT


def test_what_is_turned_down_does_not_happen(floor: Floor) -> None:
    done(floor, asked(LINK, ProposeTerms(0, "0", 1_000)))
    done(floor, asked(LINK, RejectTerms(1, "not now"), "sam"))
    assert refused(floor, CountersignTerms(1), "sam").reason is Reason.MOMENT
    assert refused(floor, RejectTerms(1, "again"), "sam").reason is Reason.MOMENT


def test_they_hold_once_all_is_won_and_for_a_round_in_play_after_it(floor: Floor, tmp_path: Path) -> None:
    for table in ("stud-1", "stud-2"):
        act(floor, table, OpenRound())
        act(floor, table, PlaceWager(1, WagerName.ANTE, 5_000), "ann")
        act(floor, table, PlaceWager(1, WagerName.JACKPOT, 500), "ann")
    agree(floor, 1_000_000, "0.5", 1_000)
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Choose(1, Decision.BET), "ann")
    for actor in ("sue", "max"):
        act(floor, "stud-1", SignClaim(1), actor)
    assert floor.link("stud").terms == (1_000_000, "0.5", 1_000)
    # The other table's round began with wagers of SGD 5, and is played with them.
    act(floor, "stud-2", CloseBets())
    assert policy(floor, "stud-2").jackpot_wager == 500
    act(floor, "stud-2", Choose(1, Decision.FOLD), "ann")
    for table in ("stud-1", "stud-2"):
        act(floor, table, OpenRound())
        assert policy(floor, table).jackpot_wager == 1_000
    in_order(floor)
    agreed(floor, open_floor(tmp_path / "floor.db"))

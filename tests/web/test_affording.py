"""What follows from an Ante is kept ready: below, at and above what a guest can pay.

A guest has 10,000.00. Casino Stud 3.12.2 asks for a BET of twice the Ante, so that an Ante takes three times its
amount: 3,330.00 takes 9,990.00, and 3,335.00 would take 10,005.00.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.values.requests import AtomicRequest, Outcome, Rejected, Request
from croupier.floor.values.table import PlayBanked
from croupier.play.banked.commands import PlaceWager
from croupier.play.refusal import Reason
from croupier.rules.terms import Role, WagerName
from croupier.web.acting.affording import not_affordable
from tests.web.opened import opened, pace
from tests.web.server import Served, Visitor, serving
from tests.web.test_acts import ante, until_betting

STUD = "stud-1"
MOST = 333_000


@pytest.fixture
def guest(tmp_path: Any) -> Iterator[Visitor]:
    with serving(tmp_path) as served:
        found = served.visit()
        until_betting(found)
        yield found


def stakes(guest: Visitor, wager: str) -> dict[int, int]:
    """The most that each box takes of a wager now."""
    options = guest.table(STUD)["options"]
    return {one["box"]: one["most"] for one in options if one["type"] == "Stake" and one["wager"] == wager}


def test_the_most_that_is_offered_leaves_the_bet(guest: Visitor) -> None:
    assert set(stakes(guest, "ante").values()) == {MOST}
    assert guest.act(STUD, ante(1, MOST)).status_code == 200
    page = guest.table(STUD)
    assert (page["balance"], page["kept"]) == (1_000_000 - MOST, 2 * MOST)


def test_more_is_refused_with_its_paragraph(guest: Visitor) -> None:
    answer = guest.act(STUD, ante(1, MOST + 500))
    assert answer.status_code == 409
    assert answer.json() == {
        "reason": "funds",
        "sentence": "SGD 3,335.00 on the Ante needs SGD 6,670.00 more for the BET",
        "cites": ["3.12.2"],
    }
    page = guest.table(STUD)
    assert (page["balance"], page["kept"], page["view"]["boxes"]) == (1_000_000, 0, [])


def test_what_is_kept_is_nobody_elses(guest: Visitor) -> None:
    """10.00 of 10,000.00 is free: a jackpot wager of 5.00 goes, twice; a third box has nothing."""
    assert guest.act(STUD, ante(1, MOST - 2_500), ante(2, 2_500)).status_code == 200
    assert (stakes(guest, "ante"), set(stakes(guest, "jackpot"))) == ({}, {1, 2})
    coin = {"type": "PlaceWager", "wager": "jackpot", "amount": 500}
    assert guest.act(STUD, {**coin, "box": 1}, {**coin, "box": 2}).status_code == 200
    refused = guest.act(STUD, ante(3, 2_500))
    assert (refused.status_code, refused.json()["reason"]) == (409, "funds")


def test_it_is_free_again_when_the_ante_goes_back(guest: Visitor) -> None:
    guest.act(STUD, ante(1, MOST))
    guest.act(STUD, {"type": "WithdrawWager", "box": 1, "wager": "ante", "amount": MOST})
    assert guest.table(STUD)["kept"] == 0
    assert guest.act(STUD, ante(1, MOST)).status_code == 200


def test_a_poker_stake_does_not_take_it(guest: Visitor) -> None:
    guest.act(STUD, ante(1, MOST))
    refused = guest.act("poker-1", {"type": "JoinTable", "seat": 1, "stake": 100_000})
    assert refused.status_code == 409
    assert refused.json()["sentence"] == "SGD 6,660.00 is kept ready for a hand that you play at another table"


def test_a_decided_hand_keeps_nothing(tmp_path: Any) -> None:
    with serving(tmp_path) as served:
        guest = served.visit()
        _bets(served, guest)
        assert guest.table(STUD)["kept"] == 0


def _bets(served: Served, guest: Visitor) -> None:
    topic = f"table:{STUD}"
    with guest.live(topic) as socket:
        socket.until(topic, lambda page: page["view"]["phase"] == "betting")
        assert guest.act(STUD, ante(1, MOST)).status_code == 200
        socket.say(type="hint", topic=topic, hint="ready")
        page = socket.until(topic, lambda page: page["view"]["turn"] == 1)
        assert page["kept"] == 2 * MOST
        assert guest.act(STUD, {"type": "Choose", "box": 1, "decision": "bet", "amount": 2 * MOST}).status_code == 200


async def test_what_the_same_commit_has_wagered_at_another_table_counts(tmp_path: Path) -> None:
    """Of 10,000.00 an Ante of 3,000.00 takes 9,000.00. One of 335.00 at the next table, which takes 1,005.00 more, is
    refused also where nobody has seen the first committed yet; one of 330.00 (990.00) goes."""
    async with opened(tmp_path, pace(bets=60)) as house:
        await house.guest("ann", "stud-1")
        house.presence.entered("multi-link-1", "ann")
        await house.until(lambda: house.phase("stud-1") == house.phase("multi-link-1") == "betting")

        def ask(table: str, box: int, amount: int) -> asyncio.Task[Outcome]:
            command = PlayBanked(PlaceWager(box, WagerName.ANTE, amount))
            request = Request(f"table:{table}", "ann", Role.PLAYER, command)
            return asyncio.create_task(house.desk.ask_whole(AtomicRequest((request,), not_affordable)))

        first, over, within = await asyncio.gather(
            ask("stud-1", 1, 300_000), ask("multi-link-1", 1, 33_500), ask("multi-link-1", 2, 33_000)
        )
        assert not isinstance(first, Rejected), first
        assert isinstance(over, Rejected)
        assert over.refusal.reason is Reason.FUNDS
        assert not isinstance(within, Rejected), within

import asyncio
from pathlib import Path

import pytest

from croupier.floor.requests import Accepted, Outcome, Request
from croupier.floor.tables.table import PlayBanked
from croupier.play.banked.commands import Choose, CloseBets, Look, OpenRound, PlaceWager, RunOutClock
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Decision, Role, WagerName
from tests.web.opened import Opened, opened, pace

HOLDEM = "table:holdem-1"


async def to_a_decision(house: Opened) -> None:
    """Ann has an Ante at box 1 of a hold'em table, has looked, and is to decide."""
    desk = house.desk
    await house.guest("ann", "holdem-1")
    await house.until(lambda: house.phase("holdem-1") == "betting")
    for command in (PlaceWager(1, WagerName.ANTE, 10_000),):
        assert isinstance(await desk.ask(Request(HOLDEM, "ann", Role.PLAYER, PlayBanked(command))), Accepted)
    assert isinstance(await desk.by_itself(HOLDEM, PlayBanked(CloseBets())), Accepted)
    assert isinstance(await desk.ask(Request(HOLDEM, "ann", Role.PLAYER, PlayBanked(Look(1)))), Accepted)


async def test_a_clock_does_not_answer_for_who_has_just_answered(tmp_path: Path) -> None:
    """Both are on their way when the clock runs out: the Player's act counts, and his next decision is his own."""
    async with opened(tmp_path, pace(bets=60, turn=60)) as house:
        await to_a_decision(house)
        seen = house.floor.streams[HOLDEM].version
        flop = Request(HOLDEM, "ann", Role.PLAYER, PlayBanked(Choose(1, Decision.FLOP)))
        replies = await asyncio.gather(
            house.desk.ask(flop), house.desk.by_itself(HOLDEM, PlayBanked(RunOutClock(1)), version=seen)
        )
        assert isinstance(replies[0], Accepted)
        assert isinstance(replies[1], Refusal)
        assert replies[1].reason is Reason.STALE
        assert not house.round("holdem-1").boxes[0].folded


async def test_nobody_acts_in_the_floors_name(tmp_path: Path) -> None:
    async with opened(tmp_path, pace()) as house:
        reply = await house.desk.ask(Request(HOLDEM, "system", Role.DEALER, PlayBanked(OpenRound())))
        assert isinstance(reply, Refusal)
        assert house.phase("holdem-1") == ""


async def test_a_bug_in_one_request_is_told_to_its_own_asker_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, pace()) as house:
        real = house.floor.together

        def together(requests: object) -> list[Outcome]:
            taken = list(requests)  # type: ignore[call-overload]
            if any(one.stream == "table:stud-1" for act, _ in taken for one in act.requests):
                raise ZeroDivisionError
            return real(taken)

        monkeypatch.setattr(house.floor, "together", together)
        bad, good = await asyncio.gather(
            house.desk.by_itself("table:stud-1", PlayBanked(OpenRound())),
            house.desk.by_itself(HOLDEM, PlayBanked(OpenRound())),
            return_exceptions=True,
        )
        assert isinstance(bad, ZeroDivisionError)
        assert isinstance(good, Accepted)

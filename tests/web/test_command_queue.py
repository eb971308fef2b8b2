import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest

from croupier.floor.values.requests import Accepted, AtomicRequest, Outcome, Reply, Request
from croupier.floor.values.table import PlayBanked
from croupier.play.banked.commands import Choose, CloseBets, Look, OpenRound, PlaceWager, RunOutClock
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web import command_queue
from tests.web.opened import Opened, opened, pace

HOLDEM = "table:holdem-1"


async def to_a_decision(house: Opened) -> None:
    """Ann has an Ante at box 1 of a hold'em table, has looked, and is to decide."""
    asks = house.desk
    await house.guest("ann", "holdem-1")
    await house.until(lambda: house.phase("holdem-1") == "betting")
    for command in (PlaceWager(1, WagerName.ANTE, 10_000),):
        assert isinstance(await asks.ask(Request(HOLDEM, "ann", Role.PLAYER, PlayBanked(command))), Accepted)
    assert isinstance(await asks.by_itself(HOLDEM, PlayBanked(CloseBets())), Accepted)
    assert isinstance(await asks.ask(Request(HOLDEM, "ann", Role.PLAYER, PlayBanked(Look(1)))), Accepted)


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


async def test_a_busy_house_gathers_what_comes_within_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where three requests come together, those that follow one by one share the next commit, for as long as there are
    two of them; then a commit is not waited with any more."""
    async with opened(tmp_path, pace()) as house:
        together = committed_together(house, monkeypatch)
        monkeypatch.setattr(command_queue, "GATHER_SECONDS", 0.5)
        at = asyncio.get_running_loop().time()
        replies = await asyncio.gather(
            *(announced(house, name) for name in ("stud-1", "multi-link-1", "holdem-1")),
            announced(house, "bonus-1", after=0.05),
            announced(house, "stud-1", after=0.1),
        )
        assert all(isinstance(one, Accepted) for one in replies[:4]), replies
        assert isinstance(replies[4], Refusal)  # a round is open there: it is answered with the others all the same
        assert together == [3, 2]
        assert 0.5 <= asyncio.get_running_loop().time() - at < 2.0
        await announced(house, "stud-1")
        assert together == [3, 2, 1]
        assert 1.0 <= asyncio.get_running_loop().time() - at < 2.5
        monkeypatch.setattr(command_queue, "GATHER_SECONDS", 60.0)
        async with asyncio.timeout(20):
            await announced(house, "stud-1")


async def test_in_a_quiet_house_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at once, and one after the other as fast as they are answered: each commit begins at once."""
    async with opened(tmp_path, pace(bets=60)) as house:
        together = committed_together(house, monkeypatch)
        monkeypatch.setattr(command_queue, "GATHER_SECONDS", 60.0)
        async with asyncio.timeout(20):
            replies = [*await asyncio.gather(announced(house, "stud-1"), announced(house, "multi-link-1"))]
            replies += [await announced(house, table) for table in ("holdem-1", "bonus-1")]
        assert all(isinstance(one, Accepted) for one in replies), replies
        assert together == [2, 1, 1]


async def announced(house: Opened, table: str, *, after: float = 0.0) -> Reply:
    """The floor's answer to the opening of a round at a table."""
    await asyncio.sleep(after)
    return await house.desk.by_itself(f"table:{table}", PlayBanked(OpenRound()))


def committed_together(house: Opened, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many requests each commit from now on has brought."""
    found: list[int] = []
    real = house.floor.together

    def together(acts: Iterable[tuple[AtomicRequest, bool]]) -> list[Outcome]:
        taken = list(acts)
        found.append(len(taken))
        return real(taken)

    monkeypatch.setattr(house.floor, "together", together)
    return found

"""What is told of a round belongs to that round."""

from pathlib import Path

from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import PlayBanked
from croupier.play.banked.commands import CloseBets, OpenRound
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.views.telling import Telling
from tests.web.opened import Opened, opened, pace

TABLE = "stud-1"


async def a_round_is_over(house: Opened) -> None:
    """Ann has folded at box 1, and nobody else played."""
    await house.guest("ann", TABLE)
    await house.until(lambda: house.phase(TABLE) == "betting")
    await house.ante("ann", TABLE, 1)
    assert isinstance(await house.desk.by_itself(f"table:{TABLE}", PlayBanked(CloseBets())), Accepted)
    await house.decide("ann", TABLE, 1, Decision.FOLD)
    await house.until(lambda: house.phase(TABLE) == "ended")


async def test_a_page_between_a_commit_and_its_news_tells_nothing_of_the_round_before(tmp_path: Path) -> None:
    async with opened(tmp_path, pace()) as house:
        telling = Telling(house.floor)
        in_time = True
        house.desk.listen(lambda news: telling.heard(news) if in_time else None)
        await a_round_is_over(house)
        over = house.floor.table(TABLE)
        assert telling.of(over).told

        in_time = False  # the news of the next round are still on their way
        opens = PlayBanked(OpenRound())
        assert isinstance(await house.desk.by_itself(f"table:{TABLE}", opens, Role.DEALER), Accepted)
        opened_anew = house.floor.table(TABLE)
        assert opened_anew.engine.rounds == over.engine.rounds + 1

        between = telling.of(opened_anew)
        assert not between.told
        assert not between.rulings
        # What Ann wagered last is hers to repeat all the same.
        assert [(one.wager, one.amount) for one in between.last["ann"]] == [(WagerName.ANTE, 2_500)]

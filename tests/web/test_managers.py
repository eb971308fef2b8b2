"""Major awards on a demonstration floor: two Shift Managers sign where nobody else does, and the table goes on."""

from pathlib import Path
from typing import Any

from croupier.cards import parse_cards
from croupier.floor.values.requests import Request
from croupier.floor.values.table import PlayBanked, SignClaim
from croupier.play.banked import commands
from croupier.play.banked.commands import Choose, CloseBets, DealCards, OpenRound, PlaceWager, Reveal, Settle, ShowHand
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.demo.demonstration import MANAGERS
from tests.floor.rigged import StackedEntropy
from tests.floor.test_claims import ROYAL
from tests.web.opened import Opened, opened, pace


async def dealer(house: Opened, table: str, *told: commands.BankedCommand) -> None:
    for command in told:
        reply: Any = await house.desk.ask(Request(f"table:{table}", "dan", Role.DEALER, PlayBanked(command)))
        assert hasattr(reply, "events"), f"{command}: {reply}"


async def to_the_claim(house: Opened, table: str) -> None:
    """Ann holds a royal flush; where a Dealer deals he keys the cards in."""
    await house.guest("ann", table)
    await dealer(house, table, OpenRound())
    by_hand = not house.floor.table(table).info.automatic
    for wager, amount in ((WagerName.ANTE, 5_000), (WagerName.JACKPOT, 500)):
        placed = PlaceWager(1, wager, amount, "ann" if by_hand else "")
        await (dealer(house, table, placed) if by_hand else house.do("ann", table, placed))
    await dealer(house, table, CloseBets())
    if by_hand:
        cards = tuple(parse_cards(ROYAL))
        await dealer(house, table, DealCards(cards), Choose(1, Decision.BET), Reveal(), ShowHand(1), Settle())
    else:
        await house.do("ann", table, Choose(1, Decision.BET))
    assert [claim.signed for claim in house.floor.table(table).info.claims] == [()]


async def test_two_of_them_sign_and_the_award_is_paid(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(signs=0.02), entropy=StackedEntropy(ROYAL)) as house:
        await to_the_claim(house, "stud-1")
        meter, has = house.floor.link("stud").shown, house.floor.balances["wallet:ann"]
        await house.until(lambda: house.phase("stud-1") == "ended")
        (award,) = house.floor.link("stud").awards
        assert (award.player, award.amount, award.signed) == ("ann", meter, MANAGERS)
        # The Dealer does not qualify: the Ante wins as much again, the Bet of twice the Ante comes back.
        assert house.floor.balances["wallet:ann"] == has + meter + 2 * 5_000 + 2 * 5_000
        house.in_order()


async def test_they_sign_for_what_was_open_when_the_server_stopped(tmp_path: Path) -> None:
    async with opened(tmp_path, entropy=StackedEntropy(ROYAL)) as house:
        await to_the_claim(house, "stud-1")
        await house.quiet()
    async with opened(tmp_path, pace(signs=0.02)) as house:
        await house.until(lambda: house.phase("stud-1") == "ended")
        assert house.floor.link("stud").awards[0].signed == MANAGERS


async def test_who_is_at_the_desk_signs_first(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(signs=0.2), entropy=StackedEntropy(ROYAL)) as house:
        await to_the_claim(house, "stud-1")
        await house.desk.ask(Request("table:stud-1", "nadia", Role.PIT_SUPERVISOR, SignClaim(1)))
        assert [claim.signed for claim in house.floor.table("stud-1").info.claims] == [("nadia",)]
        await house.until(lambda: house.phase("stud-1") == "ended")
        assert house.floor.link("stud").awards[0].signed == ("nadia", MANAGERS[0])


async def test_where_a_dealer_deals_it_is_for_people(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(signs=0.01)) as house:
        await to_the_claim(house, "dealer-1")
        await house.quiet(0.2)

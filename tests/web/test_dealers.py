"""The demonstration's Dealer: they deal while no person does, step aside for one at once, and come back."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, parse_cards
from croupier.floor.jackpots.links import LinkDown, LinkUp
from croupier.floor.requests import Accepted, Request
from croupier.floor.tables.kinds import BankedTable
from croupier.floor.tables.shoes import cards_left
from croupier.floor.tables.table import PlayBanked
from croupier.play.banked import commands
from croupier.play.banked.commands import BankedCommand, Choose, CloseBets, DealCards, Look, OpenRound, Report
from croupier.play.banked.flow import current_step
from croupier.play.refusal import Refusal
from croupier.rules.terms import Decide, Decision, Role, WagerName
from croupier.web.demo import demonstration
from croupier.web.demo.company import CompanyPlan
from croupier.web.demo.dealers import named
from tests.floor.test_claims import ROYAL
from tests.web.opened import QUICK, Opened, opened, pace

TABLE = "dealer-1"
VERA = demonstration.DEALERS[0]
COMPANY = CompanyPlan(regulars={TABLE: ("Nora", "Ravi")}, think=(0.0, 0.002))
DEALS = pace(bets=0.05, alone_bets=0.05, pause=0.01, alone_pause=0.01, deals=0.001, turns=0.001, retry=0.02)
"""Whoever is asked has all the time they want."""


async def dan(house: Opened, *told: BankedCommand) -> None:
    """A person's acts at the console, as the pages pass them on."""
    for command in told:
        asked = PlayBanked(command)
        await house.dealers.acts(f"table:{TABLE}", "dan", Role.DEALER, asked)
        reply = await house.desk.ask(Request(f"table:{TABLE}", "dan", Role.DEALER, asked))
        assert isinstance(reply, Accepted), f"{command}: {reply}"


def out(house: Opened) -> int:
    """How many cards are out of the shoe."""
    return house.round(TABLE).used.bit_count()


def decides(house: Opened) -> bool:
    """Whether a Player is to decide."""
    state = house.floor.table(TABLE)
    assert isinstance(state, BankedTable)
    return state.running and isinstance(current_step(state.game, state.engine), Decide)


class Stacked:
    """Chance that draws a royal flush for box 1 and nothing for the Dealer."""

    def __init__(self, house: Opened) -> None:
        self._house = house

    def draw(self, count: int) -> bytes:
        """The place of the next card among those that are not out."""
        assert count == 1
        wanted = parse_cards(ROYAL)[out(self._house)]
        return bytes([cards_left(self._house.floor.table(TABLE)).index(wanted)])


async def wagered(house: Opened) -> None:
    """Ann comes, and wagers."""
    await house.guest("ann", TABLE)
    await house.until(lambda: house.phase(TABLE) == "betting")
    await house.ante("ann", TABLE, 1)


# ---- Dealing --------------------------------------------------------------------------------------------------------


async def test_a_round_is_dealt_card_by_card_in_the_dealers_name(tmp_path: Path) -> None:
    async with opened(tmp_path, DEALS, dealt=True) as house:
        await wagered(house)
        await house.until(lambda: decides(house))
        assert out(house) == 1 + 5 + 5  # the Burnt Card, and five each
        await house.decide("ann", TABLE, 1, Decision.BET)
        await house.until(lambda: house.phase(TABLE) == "ended")
        record = [one for one in house.record(TABLE) if one[0] not in demonstration.MANAGERS]
        assert {(actor, role) for actor, role, _ in record} == {
            (VERA, "dealer"),
            ("ann", "player"),
            ("system", "shift_manager"),
        }
        keyed = [command for actor, _, command in record if "DealCards" in command and actor == VERA]
        assert len(keyed) == 11
        house.in_order()


async def test_company_keeps_it_alive_while_somebody_is_in_the_house(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK, COMPANY, dealt=True) as house:
        await house.quiet(0.2)
        house.presence.entered("", None)
        await house.until(lambda: house.floor.table(TABLE).engine.rounds >= 5, 30)
        house.presence.left("", None)
        await house.until(lambda: house.phase(TABLE) in {"ended", "betting"} and not house.presence.company(TABLE))
        await house.quiet(0.2)
        assert not any("RunOutClock" in one for one in house.commands(TABLE))
        house.in_order()


async def test_who_does_not_decide_in_time_is_ruled_on_in_the_dealers_name(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(DEALS, turn=0.05), dealt=True) as house:
        await wagered(house)
        await house.until(lambda: house.phase(TABLE) == "ended")
        assert [actor for actor, _, command in house.record(TABLE) if "RunOutClock" in command] == [VERA]
        house.in_order()


async def test_the_clock_is_shown_as_at_any_table(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(DEALS, bets=60, alone_bets=60), dealt=True) as house:
        await wagered(house)
        clock = house.pacer.clock(TABLE)
        assert clock is not None
        assert (clock.kind, clock.total) == ("bets", 60_000)


async def test_a_major_award_is_signed_for_and_paid(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(DEALS, signs=0.01), dealt=True) as house:
        await house.guest("ann", TABLE)
        await house.until(lambda: house.phase(TABLE) == "betting")
        await house.ante("ann", TABLE, 1, 5_000)
        await house.do("ann", TABLE, commands.PlaceWager(1, WagerName.JACKPOT, 500))
        house.dealers.entropy = Stacked(house)
        await house.until(lambda: decides(house))
        await house.decide("ann", TABLE, 1, Decision.BET)
        await house.until(lambda: house.phase(TABLE) == "ended")
        (award,) = house.floor.link("stud").awards
        assert (award.player, award.signed) == ("ann", demonstration.MANAGERS)
        house.in_order()


# ---- A person takes over --------------------------------------------------------------------------------------------


async def test_a_person_goes_on_in_the_middle_of_a_deal_and_no_card_is_dealt_for_them(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(DEALS, deals=0.02), dealt=True) as house:
        await wagered(house)
        await house.until(lambda: house.phase(TABLE) == "play" and out(house) >= 3)
        await house.dealers.take_over(TABLE, "dan")
        assert house.dealers.yielded(TABLE)
        assert house.pacer.clock(TABLE) is None
        there = out(house)
        await house.quiet()
        await dan(house, DealCards((UNKNOWN,) * (11 - there - 1)))
        await dan(house, DealCards(cards_left(house.floor.table(TABLE))[:1]))
        assert decides(house)
        await house.quiet()
        assert house.record(TABLE)[-1][:2] == ("dan", "dealer")


@pytest.mark.parametrize("when", range(8))
async def test_whenever_a_person_comes_nothing_is_asked_after_them(tmp_path: Path, when: int) -> None:
    """At any moment of the rounds: once the console is theirs, the table stands still until they act."""
    async with opened(tmp_path, QUICK, COMPANY, dealt=True, seed=when) as house:
        house.presence.entered("", None)
        await house.until(lambda: house.floor.table(TABLE).engine.rounds >= 1)
        await asyncio.sleep(0.013 * when)
        await house.dealers.take_over(TABLE, "dan")
        began = len(house.record(TABLE))
        await asyncio.sleep(0.1)
        after = [actor for actor, _, _ in house.record(TABLE)[began:]]
        assert VERA not in after
        house.dealers.hand_back(TABLE)
        rounds = house.floor.table(TABLE).engine.rounds
        await house.until(lambda: house.floor.table(TABLE).engine.rounds > rounds)
        house.presence.left("", None)
        await house.until(lambda: house.phase(TABLE) in {"ended", "betting"})
        house.in_order()


async def test_acting_as_a_dealer_takes_over_and_reporting_or_deciding_does_not(tmp_path: Path) -> None:
    async with opened(tmp_path, DEALS, dealt=True) as house:
        await wagered(house)
        await house.until(lambda: decides(house))
        acts, stream = house.dealers.acts, f"table:{TABLE}"
        await acts(stream, "dan", Role.DEALER, PlayBanked(Report("not_covered")))
        await acts(stream, "nadia", Role.PIT_SUPERVISOR, PlayBanked(commands.TakeDecision(1, "void", "why")))
        await acts(stream, "ann", Role.PLAYER, PlayBanked(Look(1)))
        await acts("link:stud", "dan", Role.DEALER, PlayBanked(OpenRound()))
        assert house.dealers.dealing(TABLE) == VERA
        await dan(house, Look(1), Choose(1, Decision.BET))
        assert house.dealers.dealing(TABLE) == ""
        await house.quiet()


# ---- And leaves -----------------------------------------------------------------------------------------------------


async def test_the_dealer_is_back_when_the_console_is_left_and_not_before(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(DEALS, left=0.3, idle=60), dealt=True) as house:
        await wagered(house)
        await house.until(lambda: decides(house))
        house.dealers.came(TABLE, "dan")
        await house.dealers.take_over(TABLE, "dan")
        await house.decide("ann", TABLE, 1, Decision.BET)
        house.dealers.left(TABLE, "dan")  # a reload
        house.dealers.came(TABLE, "dan")
        await house.quiet(0.5)
        house.dealers.came(TABLE, "eve")  # who only looks on keeps nothing
        house.dealers.left(TABLE, "dan")
        await house.quiet(0.1)
        await house.until(lambda: house.phase(TABLE) == "ended")
        assert house.dealers.dealing(TABLE) == VERA
        house.in_order()


async def test_of_two_persons_one_is_enough_and_without_a_page_the_last_act_counts(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(DEALS, left=0.2, idle=60), dealt=True) as house:
        for name in ("dan", "eve"):
            house.dealers.came(TABLE, name)
            await house.dealers.take_over(TABLE, name)
        house.dealers.left(TABLE, "dan")
        await asyncio.sleep(0.4)
        assert house.dealers.dealing(TABLE) == ""
        house.dealers.left(TABLE, "eve")
        await house.until(lambda: house.dealers.dealing(TABLE) == VERA)
        await dan(house, OpenRound())
        await asyncio.sleep(0.1)
        assert house.dealers.dealing(TABLE) == ""
        await house.until(lambda: house.dealers.dealing(TABLE) == VERA)


async def test_an_open_page_at_which_nothing_is_done_does_not_stop_the_table_for_ever(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(DEALS, left=0.05, idle=0.3), dealt=True) as house:
        await wagered(house)
        await house.until(lambda: decides(house))
        house.dealers.came(TABLE, "dan")
        await house.dealers.take_over(TABLE, "dan")
        await house.quiet(0.15)
        await house.decide("ann", TABLE, 1, Decision.FOLD)
        await house.until(lambda: house.phase(TABLE) == "ended")


async def test_what_a_person_dealt_unseen_is_looked_at_before_it_is_turned(tmp_path: Path) -> None:
    """Casino Stud Poker turns the Dealer's last card up at once, the others after the decisions."""
    async with opened(tmp_path, replace(DEALS, left=0.05), dealt=True) as house:
        await house.guest("ann", TABLE)
        await dan(house, OpenRound())
        await house.ante("ann", TABLE, 1)
        await dan(house, CloseBets(), DealCards((*[UNKNOWN] * 10, DECK[0])))
        await house.do("ann", TABLE, Look(1))
        await house.do("ann", TABLE, Choose(1, Decision.BET))
        await house.until(lambda: house.phase(TABLE) == "ended")
        ended = house.round(TABLE)
        assert UNKNOWN not in (*ended.dealer, *ended.boxes[0].cards)
        assert len({*ended.dealer, *ended.boxes[0].cards}) == 10
        house.in_order()


# ---- What holds a table up ------------------------------------------------------------------------------------------


async def test_a_decision_that_is_left_to_the_pit_waits_for_the_pit(tmp_path: Path) -> None:
    async with opened(tmp_path, DEALS, dealt=True) as house:
        await wagered(house)
        await house.until(lambda: decides(house))
        report = Request(f"table:{TABLE}", "dan", Role.DEALER, PlayBanked(Report("not_covered")))
        assert isinstance(await house.desk.ask(report), Accepted)
        (pending,) = house.floor.table(TABLE).engine.pending
        await house.quiet(0.3)
        decision = commands.TakeDecision(pending.number, pending.options[0], "as reported")
        reply = await house.desk.ask(Request(f"table:{TABLE}", "mia", Role.SHIFT_MANAGER, PlayBanked(decision)))
        assert not isinstance(reply, Refusal), reply
        assert not any("TakeDecision" in command and actor == VERA for actor, _, command in house.record(TABLE))


async def test_while_the_link_is_down_it_is_dealt_as_the_pit_has_decided(tmp_path: Path) -> None:
    """5.18: nobody has seen a card, so the round is void, and a Pit Manager says how the table is played meanwhile."""
    async with opened(tmp_path, replace(DEALS, bets=0.3), dealt=True) as house:
        await wagered(house)
        await house.do("ann", TABLE, commands.PlaceWager(1, WagerName.JACKPOT, 500))
        down = Request("link:stud", "max", Role.PIT_MANAGER, LinkDown("cable"))
        assert isinstance(await house.desk.ask(down), Accepted)
        assert house.phase(TABLE) == "ended"
        await house.quiet(0.3)
        (pending,) = house.floor.table(TABLE).engine.pending
        decision = commands.TakeDecision(pending.number, "without_jackpot", "the cable")
        asked = Request(f"table:{TABLE}", "max", Role.PIT_MANAGER, PlayBanked(decision))
        assert isinstance(await house.desk.ask(asked), Accepted)
        await house.until(lambda: house.phase(TABLE) == "betting")
        await house.ante("ann", TABLE, 1)
        await house.until(lambda: decides(house))
        await house.decide("ann", TABLE, 1, Decision.BET)
        await house.until(lambda: house.phase(TABLE) == "ended")
        assert isinstance(await house.desk.ask(Request("link:stud", "max", Role.PIT_MANAGER, LinkUp())), Accepted)
        await house.until(lambda: house.phase(TABLE) == "betting")
        house.in_order()


def test_every_table_has_a_dealer_of_its_own() -> None:
    assert named(["b", "a"], ["vera", "anton"]) == {"a": "vera", "b": "anton"}
    assert named(["a", "b", "c"], ["vera"]) == {"a": "vera", "b": "vera-2", "c": "vera-3"}

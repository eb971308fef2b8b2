"""The demonstration's Dealer: they deal while no person does, step aside for one at once, and come back."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, parse_cards
from croupier.floor.deciding.dealing import duty_of
from croupier.floor.deciding.shoes import cards_left
from croupier.floor.house.opening import key_file
from croupier.floor.journal.sealing import KeyFile, KeyRing
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.links import CountersignUp, LinkDown, ProposeUp
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_duty import AssignDealers
from croupier.floor.values.table_kinds import BankedTable
from croupier.floor.verify.verification import verify
from croupier.play.banked import commands
from croupier.play.banked.commands import BankedCommand, Choose, CloseBets, DealCards, Look, OpenRound, Report
from croupier.play.banked.flow import current_step
from croupier.play.refusal import Refusal
from croupier.rules.terms import Decide, Decision, Role, WagerName
from croupier.web.clock.pacing import Pace
from croupier.web.demo import demonstration
from croupier.web.demo.company import CompanyPlan
from croupier.web.demo.dealers import named
from croupier.web.serving import Opening
from tests.floor.test_claims import ROYAL
from tests.sampling import spread
from tests.web.opened import QUICK, Opened, opened, pace
from tests.web.server import Served, Visitor, serving

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


@pytest.mark.parametrize("when", spread(4, range(8)))
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
        works = ProposeUp(house.floor.link("stud").shown, {TABLE: True, "stud-1": True})
        for who, command in (("mia", works), ("max", CountersignUp(1))):
            assert isinstance(await house.desk.ask(Request("link:stud", who, Role.PIT_MANAGER, command)), Accepted)
        await house.until(lambda: house.phase(TABLE) == "betting")
        house.in_order()


async def test_company_lets_an_assigned_dealer_stake_their_wallets(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK, COMPANY, dealt=True) as house:
        assign = Request(f"table:{TABLE}", "max", Role.PIT_MANAGER, AssignDealers((VERA, "dan")))
        assert isinstance(await house.desk.ask(assign), Accepted)
        house.presence.entered("", None)
        await house.until(lambda: {*duty_of(house.floor.table(TABLE).info).consents} == {"Nora", "Ravi"}, 30)
        house.presence.left("", None)
        house.in_order()


def test_every_table_has_a_dealer_of_its_own() -> None:
    assert named(["b", "a"], ["vera", "anton"]) == {"a": "vera", "b": "anton"}
    assert named(["a", "b", "c"], ["vera"]) == {"a": "vera", "b": "vera-2", "c": "vera-3"}


# ---- Over HTTP and the socket, with a real server -------------------------------------------------------------------

LIVELY = Pace(
    bets=0.4,
    turn=20,
    choice=20,
    pause=0.1,
    room_pause=0.1,
    alone_bets=0.4,
    alone_pause=0.1,
    reveal=0,
    deals=0.02,
    turns=0.05,
    left=1,
)
CONSOLE = f"dealer:{TABLE}"
DEALS_NOW = {"name": VERA, "deals": True}
YIELDED = {"name": VERA, "deals": False}


def takes_over(who: Visitor, *, take_over: bool = True) -> Any:
    answer = who.http.post(f"/api/tables/{TABLE}/console", json={"take_over": take_over})
    assert answer.status_code == 200, answer.text
    return answer.json()


def verified(folder: Path) -> None:
    """The record of a house that is closed is in order."""
    engine = open_engine(str(folder / "floor.db"))
    keys = KeyRing(KeyFile(key_file(str(folder / "floor.db"))).read_or_create(SystemEntropy()))
    with Store(engine).reading() as reading:
        assert not list(verify(reading, keys=keys))
    engine.dispose()


@pytest.mark.long
def test_the_console_says_who_deals_and_offers_nothing_to_enter_until_it_is_taken_over(tmp_path: Path) -> None:
    with serving(tmp_path, pace=LIVELY, company=True) as served:
        dealer = served.visit(name="dan", role="dealer")
        with dealer.live(CONSOLE) as socket:
            page = socket.until(CONSOLE, lambda page: page["phase"] == "play")
            assert page["stand_in"] == DEALS_NOW
            assert page["face"]["dealer"] == VERA
            assert (page["entering"], page["keys"], page["betting"], page["card_slips"]) == (None, [], False, [])
            assert not any(offer["main"] for offer in page["offers"])
            assert takes_over(dealer) == YIELDED
            page = socket.until(CONSOLE, lambda page: page["stand_in"] == YIELDED)
            assert page["face"]["dealer"] == ""
            assert len(page["keys"]) == 52
            assert page["clock"] is None
            assert takes_over(dealer, take_over=False) == DEALS_NOW
            number = page["round"]
            socket.until(CONSOLE, lambda page: page["stand_in"] == DEALS_NOW and page["round"] > number, 30)
    verified(tmp_path)


@pytest.mark.long
def test_a_person_deals_on_by_hand_and_the_table_goes_on_when_they_are_gone(tmp_path: Path) -> None:
    with serving(tmp_path, pace=LIVELY, company=True) as served:
        guest, dealer = served.visit(), served.visit(name="dan", role="dealer")
        with guest.live(f"table:{TABLE}") as table:
            with dealer.live(CONSOLE) as console:
                console.until(CONSOLE, lambda page: page["phase"] == "play" and page["stages"][1]["done"] >= 2)
                takes_over(dealer)
                page = console.until(CONSOLE, lambda page: page["stand_in"] == YIELDED)
                while page["entering"] is not None:  # whatever is left of the deal
                    version, hidden = page["face"]["version"], [key["code"] for key in page["keys"] if not key["used"]]
                    entries = (dealer.act(TABLE, {"type": "DealCards", "cards": [code]}) for code in hidden)
                    assert any(done.status_code == 200 for done in entries), "no card is left"
                    page = console.until(CONSOLE, lambda page, seen=version: page["face"]["version"] > seen)  # type: ignore[misc]
                number = page["round"]
            table.until(f"table:{TABLE}", lambda page: page["view"]["round"] > number, 30)
        deals = [(actor, command) for actor, command in _record(served) if "DealCards" in command]
        assert {actor for actor, _ in deals} == {VERA, "dan"}
    verified(tmp_path)


def test_an_act_over_http_takes_the_table_over_and_two_consoles_do_nothing_twice(tmp_path: Path) -> None:
    with serving(tmp_path, pace=replace(LIVELY, bets=60, alone_bets=60), company=True) as served:
        dan, eve = (served.visit(name=name, role="dealer") for name in ("dan", "eve"))
        with dan.live(CONSOLE) as ours, eve.live(CONSOLE) as theirs:
            page = ours.until(CONSOLE, lambda page: page["phase"] == "betting" and len(page["rows"]) == 3)
            assert dan.act(TABLE, {"type": "CloseBets"}).status_code == 200
            page = ours.until(CONSOLE, lambda page: page["stand_in"] == YIELDED and page["entering"] is not None)
            theirs.until(CONSOLE, lambda page: page["stand_in"] == YIELDED and page["entering"] is not None)
            body = {"commands": [{"type": "DealCards", "cards": [52]}], "version": page["face"]["version"]}
            codes = [
                who.http.post(f"/api/tables/{TABLE}/acts", json={"key": who.key(), **body}).status_code
                for who in (dan, eve)
            ]
            assert codes == [200, 409]
            page = theirs.until(CONSOLE, lambda page: page["face"]["version"] > body["version"])
            assert page["stages"][1]["done"] == 1


@pytest.mark.long
def test_a_restart_in_the_middle_of_a_deal_is_ruled_on_and_the_table_is_dealt_again(tmp_path: Path) -> None:
    with serving(tmp_path, pace=replace(LIVELY, deals=0.05), company=True) as served:
        ann = served.visit()
        ante = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000, "player": ann.name}
        with ann.live(f"table:{TABLE}") as socket:
            socket.until(f"table:{TABLE}", lambda page: page["view"]["phase"] == "betting")
            assert ann.act(TABLE, ante).status_code == 200
            socket.until(f"table:{TABLE}", lambda page: page["view"]["phase"] == "play")
    with serving(tmp_path, pace=LIVELY, company=True) as served:
        page = served.get(f"/api/tables/{TABLE}", cookies={"croupier": ann.token}).json()
        number = page["view"]["round"]
        dealer = served.visit(name="dan", role="dealer")
        with dealer.live(CONSOLE) as socket:
            page = socket.until(CONSOLE, lambda page: page["round"] == number and page["rulings"])
            (ruling,) = page["rulings"]
            assert ruling["irregularity"] == "interruption"
            assert ruling["cites"]
            socket.until(CONSOLE, lambda page: page["round"] > number and page["phase"] == "play", 30)
    verified(tmp_path)


def test_who_may_not_deal_takes_nothing_over_and_nobody_is_called_like_the_dealer(tmp_path: Path) -> None:
    with serving(tmp_path, pace=LIVELY, company=True) as served:
        guest, dan = served.visit(), served.visit(name="dan", role="dealer")
        path, asked = f"/api/tables/{TABLE}/console", {"take_over": True}
        assert guest.http.post(path, json=asked).status_code == 403
        assert dan.http.post("/api/tables/stud-1/console", json=asked).status_code == 409
        assert dan.http.post("/api/tables/none/console", json=asked).status_code == 404
        assert dan.http.post(path, json={}).status_code == 400
        refused = served.post("/api/session", json={"name": VERA, "role": "dealer"})
        assert (refused.status_code, refused.json()["sentence"]) == (
            409,
            f"{VERA} deals here for the demonstration: choose another name",
        )


def test_without_company_people_deal(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        dan = served.visit(name="dan", role="dealer")
        with dan.live(CONSOLE) as socket:
            page = socket.page(CONSOLE)
            assert page["stand_in"] is None
            assert len(page["keys"]) == 52


def test_a_table_of_the_poker_room_with_a_dealer_is_dealt_too(tmp_path: Path) -> None:
    plan = demonstration.plan()
    tables = {**plan.tables, "room-2": replace(plan.tables["poker-1"], automatic=False)}
    opening = Opening(db=str(tmp_path / "floor.db"), plan=replace(plan, tables=tables), pace=LIVELY, seed=1)
    with serving(tmp_path, opening=opening) as served:
        players, topic = (served.visit(), served.visit()), "table:room-2"
        for seat, who in enumerate(players, start=1):
            joined = who.act("room-2", {"type": "JoinTable", "seat": seat, "stake": 100_000})
            assert joined.status_code == 200, joined.text
        with players[0].live(topic) as ann, players[1].live(topic) as ben:
            for round_ in (1, 2):
                page = ann.until(topic, lambda page, n=round_: page["view"]["round"] == n and page["view"]["turn"])  # type: ignore[misc]
                turn = page["view"]["turn"]
                folded = players[turn - 1].act("room-2", {"type": "Act", "seat": turn, "move": "fold"})
                assert folded.status_code == 200, folded.text
            ben.until(topic, lambda page: page["view"]["round"] == 3)
        assert {actor for actor, command in _record(served, "room-2") if "DealCards" in command} == {
            served.venue.dealers.stands_in("room-2") if served.venue.dealers else ""
        }
    verified(tmp_path)


def _record(served: Served, table: str = TABLE) -> list[tuple[str, str]]:
    with served.venue.floor.store.reading() as reading:
        return [(one.actor, one.command) for one in reading.since(0, f"table:{table}")]

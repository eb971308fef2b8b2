"""What an act costs does not grow with the house: counted in pages made and questions asked, not in seconds."""

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Select

from croupier.cards import DECK, Card, parse_cards
from croupier.floor.house.config import FloorPlan, House, LinkPlan, TablePlan
from croupier.floor.house.credentials import Opened, Session
from croupier.floor.journal.database import prepare
from croupier.floor.journal.schema import decks, journal, ledger
from croupier.floor.journal.statements import streams_in
from croupier.floor.journal.store import open_engine
from croupier.floor.running.transaction import CommitBatch
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.links import LinkDown
from croupier.floor.values.requests import AtomicRequest, Request
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked import options as options_module
from croupier.play.banked.commands import Choose, CloseBets
from croupier.rules.terms import Decision, Role
from croupier.web.acting import affording
from croupier.web.clock.pacing import Pace
from croupier.web.demo import demonstration
from croupier.web.live import hub as hub_module
from croupier.web.live.hub import METER_SECONDS, Connection, Hub
from croupier.web.serving import Opening, open_venue
from croupier.web.topics import banked as banked_topic
from croupier.web.topics import me as me_topic
from croupier.web.topics import tables as tables_topic
from croupier.web.topics.lobby import lobby_page
from croupier.web.topics.tables import TableTopic
from croupier.web.venue import Venue
from croupier.web.watch import books, pulse
from croupier.web.wire import BankedPage
from tests.floor.fresh import lay
from tests.web.shown import take_in
from tests.web.virtual import LoopClock, Rigged, VirtualLoop

GAME = "rws-casino-stud"
PACE = Pace(bets=600, turn=600, pause=600)


class Page:
    """An open page, and what it was sent."""

    def __init__(self, hub: Hub, name: str, role: Role = Role.PLAYER) -> None:
        opened = hub.venue.credentials.open_session(name, role, None)
        assert isinstance(opened, Opened)
        self.session = opened.session
        self.connection = Connection(hub.venue, self.session, opened.token, hub.watching, hub.pages)
        hub.connections.add(self.connection)
        self.pages: dict[str, Any] = {}
        self.sent: Counter[str] = Counter()
        self.log: list[str] = []
        self.writer = asyncio.create_task(self.connection.keep_sending(self))

    async def send_text(self, data: str) -> None:
        message = msgspec.json.decode(data)
        self.log.append(message["type"])
        if take_in(self.pages, message):
            self.sent[message["topic"]] += 1

    def say(self, **message: Any) -> None:
        self.connection.hear(msgspec.json.encode(message).decode())

    def do(self, table: str, key: str, **command: Any) -> None:
        self.say(
            type="act",
            topic=f"table:{table}",
            key=key,
            commands=[command],
            moment=self.connection.venue.floor.table(table).engine.moment,
        )


class Cost:
    """What was made and asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.counts: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self._patch = monkeypatch
        self.count(banked_topic, "view")
        self.count(banked_topic, "most_affordable")
        self.count(options_module, "decide")
        self.count(affording, "kept")
        self.count(CommitBatch, "kept")
        self.count(BankedTable, "players", is_property=True)
        page = banked_topic.banked_page

        def made(venue: Venue, session: Session, table: str) -> object:
            self.tables[table] += 1
            return page(venue, session, table)

        monkeypatch.setattr(tables_topic, "banked_page", made)

    def count(self, where: Any, name: str, *, is_property: bool = False) -> None:
        real = where.__dict__[name].fget if is_property else getattr(where, name)

        def counted(*given: Any) -> Any:
            self.counts[name] += 1
            return real(*given)

        self._patch.setattr(where, name, property(counted) if is_property else counted)

    def clear(self) -> None:
        self.counts.clear()
        self.tables.clear()


def opened(folder: Path, tables: int, order: Sequence[Card] = DECK) -> Venue:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    named = {f"t-{one}": TablePlan(GAME, "link") for one in range(tables)}
    plan = FloorPlan(House("Many tables", capital=10**11, alert_from=10**9), {"link": LinkPlan()}, named)
    lay(folder / f"{tables}.db")
    opening = Opening(db=str(folder / f"{tables}.db"), plan=plan, pace=PACE, company=False)
    return open_venue(opening, clock=LoopClock(loop), entropy=Rigged(order))


async def an_evening(folder: Path, tables: int, cost: Cost) -> list[tuple[dict[str, int], dict[str, int]]]:
    """At every table somebody has wagered and somebody watches; then one of them acts, once and again."""
    venue = opened(folder, tables)
    venue.desk.start()
    venue.reveals.start(asyncio.get_running_loop())
    hub = Hub(venue)
    await venue.pacer.start()
    people = []
    for number in range(tables):
        for name in (f"player-{number}", f"watcher-{number}"):
            await demonstration.welcome(venue.desk, name)
            people.append(Page(hub, name))
            people[-1].say(type="watch", topic=f"table:t-{number}")
    await asyncio.sleep(5)
    for number, one in enumerate(people[::2]):
        one.do(f"t-{number}", "first", type="PlaceWager", box=1, wager="ante", amount=2_500)
    await asyncio.sleep(5)
    found = []
    acts = (
        {"type": "PlaceWager", "box": 2, "wager": "ante", "amount": 2_500},
        {"type": "PlaceWager", "box": 1, "wager": "jackpot", "amount": 500},
    )
    for number, act in enumerate(acts):
        cost.clear()
        people[0].do("t-0", f"act-{number}", **act)
        await asyncio.sleep(0.1)
        found.append((dict(cost.counts), dict(cost.tables)))
    cost.clear()
    people[0].say(type="hint", topic="table:t-0", hint="ready")  # closes the bets, and the meter moves
    await asyncio.sleep(0.1)
    found.append((dict(cost.counts), dict(cost.tables)))
    assert {page.pages[f"table:t-{at // 2}"]["face"]["meter"] for at, page in enumerate(people)} >= {5_000_350}
    await asyncio.sleep(METER_SECONDS)
    assert {page.pages[f"table:t-{at // 2}"]["face"]["meter"] for at, page in enumerate(people)} == {5_000_350}
    for page in people:
        page.writer.cancel()
    await venue.pacer.stop()
    venue.reveals.stop()
    await venue.desk.stop()
    venue.floor.store.close()
    return found


def test_whose_acts_are_in_one_commit_are_answered_before_any_page_is_made(tmp_path: Path) -> None:
    """An answer had waited for the pages of all whose acts came before it in the commit."""

    async def evening() -> None:
        async with playing(tmp_path, 4) as (_, people):
            told: list[str] = []
            for page in people:
                page.log = told
            for number, page in enumerate(people):
                page.connection._used = math.inf  # nobody asks the disk in between
                page.do(f"t-{number}", "ante", type="PlaceWager", box=1, wager="ante", amount=2_500)
            await asyncio.sleep(0.015)
            assert told[:4] == ["answer"] * 4
            assert {*told[4:]} == {"page"}

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_an_act_costs_the_same_beside_few_tables_and_beside_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cost = Cost(monkeypatch)
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        few = runner.run(an_evening(tmp_path, 2, cost))
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        many = runner.run(an_evening(tmp_path, 12, cost))
    assert few == many
    assert all(set(tables) == {"t-0"} for _, tables in few)  # nobody else's page is made for it


@asynccontextmanager
async def playing(
    folder: Path, tables: int, order: Sequence[Card] = DECK, at_each: int = 1
) -> AsyncIterator[tuple[Venue, list[Page]]]:
    """A Player at each table, or several, in rounds that take bets."""
    venue = opened(folder, tables, order)
    venue.desk.start()
    venue.reveals.start(asyncio.get_running_loop())
    hub = Hub(venue)
    await venue.pacer.start()
    people = []
    for number in range(tables * at_each):
        await demonstration.welcome(venue.desk, f"player-{number}")
        people.append(Page(hub, f"player-{number}"))
        people[-1].say(type="watch", topic=f"table:t-{number // at_each}")
    await asyncio.sleep(1)
    yield venue, people
    for page in people:
        page.writer.cancel()
    await venue.pacer.stop()
    venue.reveals.stop()
    await venue.desk.stop()
    venue.floor.store.close()


async def wagers(page: Page, table: str) -> None:
    """An Ante and a jackpot wager on the first box."""
    for wager, amount in (("ante", 2_500), ("jackpot", 500)):
        page.do(table, wager, type="PlaceWager", box=1, wager=wager, amount=amount)
        await asyncio.sleep(0.1)


async def each_places_an_ante(people: Sequence[Page]) -> None:
    """Everybody at the first table, on boxes of their own."""
    for box, page in enumerate(people, 1):
        page.do("t-0", f"ante-{box}", type="PlaceWager", box=box, wager="ante", amount=2_500)
    await asyncio.sleep(1)


async def the_bets_are_closed(people: Sequence[Page]) -> None:
    """Everybody at the first table has placed an Ante and waits for nobody."""
    await each_places_an_ante(people)
    for page in people:
        page.say(type="hint", topic="table:t-0", hint="ready")
    await asyncio.sleep(1)


def test_a_rounds_end_is_shown_at_its_own_table_while_another_feeds_the_meter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One commit may bring the last decision of a round and a contribution from elsewhere: the stages in which that
    round's end is shown concern its own table, and a meter that moves has no page made anew."""
    cost = Cost(monkeypatch)

    async def evening() -> None:
        async with playing(tmp_path, 3) as (venue, people):
            for number in range(2):
                await wagers(people[number], f"t-{number}")
            people[0].say(type="hint", topic="table:t-0", hint="ready")
            await asyncio.sleep(0.1)
            people[0].do("t-0", "look", type="Look", box=1)
            await asyncio.sleep(2 * METER_SECONDS)
            cost.clear()
            bet = Request("table:t-0", "player-0", Role.PLAYER, PlayBanked(Choose(1, Decision.BET)))
            close = Request("table:t-1", SYSTEM, Role.DEALER, PlayBanked(CloseBets()))
            acts = ((AtomicRequest((bet,)), False), (AtomicRequest((close,)), True))
            await venue.desk.in_floor(lambda: venue.floor.together(acts))
            await asyncio.sleep(2 * METER_SECONDS)
            assert set(cost.tables) == {"t-0", "t-1"}
            assert cost.tables["t-0"] > 4  # stage by stage
            assert cost.tables["t-1"] <= 2  # the bets are closed there, and a clock begins
            meters = {page.pages[f"table:t-{at}"]["face"]["meter"] for at, page in enumerate(people)}
            assert meters == {5_000_000 + 2 * 350}

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_a_meter_that_moves_again_while_pages_are_told_is_told_in_time(tmp_path: Path) -> None:
    async def evening() -> None:
        async with playing(tmp_path, 3) as (_, people):
            for number in range(2):
                await wagers(people[number], f"t-{number}")
                people[number].say(type="hint", topic=f"table:t-{number}", hint="ready")
                await asyncio.sleep(METER_SECONDS / 2)
            await asyncio.sleep(METER_SECONDS / 2)  # as long after the second contribution as it may be unknown
            meters = [page.pages[f"table:t-{at}"]["face"]["meter"] for at, page in enumerate(people)]
            assert meters == [5_000_000 + 2 * 350] * 3
            told = people[2].sent["table:t-2"]
            await asyncio.sleep(3 * METER_SECONDS)
            assert people[2].sent["table:t-2"] == told  # nothing has moved since

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_an_award_is_kept_back_and_what_others_put_in_is_not(tmp_path: Path) -> None:
    """A Flush takes 100.00 of the jackpot, which whoever is shown the round in stages learns at its end."""
    first = parse_cards("2c As 2d 9s 3h Qs 5h Js 7c Ts 9d")
    order = (*first, *(card for card in DECK if card not in first))

    async def evening() -> None:
        async with playing(tmp_path, 2, order) as (venue, people):
            for number in range(2):
                await wagers(people[number], f"t-{number}")
            people[0].say(type="hint", topic="table:t-0", hint="ready")
            await asyncio.sleep(0.1)
            bet = Request("table:t-0", "player-0", Role.PLAYER, PlayBanked(Choose(1, Decision.BET)))
            close = Request("table:t-1", SYSTEM, Role.DEALER, PlayBanked(CloseBets()))
            acts = ((AtomicRequest((bet,)), False), (AtomicRequest((close,)), True))
            await venue.desk.in_floor(lambda: venue.floor.together(acts))
            known, session = venue.floor.link("link"), people[0].session
            assert [one.award for one in known.awards] == ["flush"]
            shown = venue.reveals.link("link", session)
            assert shown.awards == ()
            assert shown.shown == 5_000_000 + 2 * 350
            await asyncio.sleep(5)
            assert venue.reveals.link("link", session) == known

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_what_follows_from_a_state_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who is ready, or comes to the table, has all its pages made again: what may be done there has been asked
    already, and how the round ended has been put into words."""
    cost = Cost(monkeypatch)
    cost.count(banked_topic, "banked_shown")

    async def evening() -> None:
        async with playing(tmp_path, 1) as (venue, people):
            session, topic = people[0].session, TableTopic("t-0", "link")
            await wagers(people[0], "t-0")
            cost.clear()
            first = topic.page(venue, session)
            assert (topic.page(venue, session), cost.counts["decide"]) == (first, 0)
            people[0].say(type="hint", topic="table:t-0", hint="ready")
            await asyncio.sleep(0.1)
            people[0].do("t-0", "bet", type="Choose", box=1, decision="bet")
            await asyncio.sleep(10)
            assert cost.counts["banked_shown"] == 1  # at its stage, and the money after it

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_the_heads_of_other_peoples_pages_are_not_made_for_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page that a browser shows has a head with its owner's wallet. All of them were asked about every act of the
    house, and made again at each stage of every round's end."""
    first = parse_cards("2c As 2d 9s 3h Qs 5h Js 7c Ts 9d")  # a Flush, which is paid
    order = (*first, *(card for card in DECK if card not in first))
    made: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    page_of, concerns = me_topic.me_page, me_topic.MeTopic.concerns

    def counted(venue: Venue, session: Session, *, manual: bool) -> object:
        made[session.account] += 1
        return page_of(venue, session, manual=manual)

    def questioned(self: me_topic.MeTopic, streams: set[str]) -> bool:
        asked["house" if "house" in streams else "wallet"] += 1
        return concerns(self, streams)

    monkeypatch.setattr(me_topic, "me_page", counted)
    monkeypatch.setattr(me_topic.MeTopic, "concerns", questioned)

    async def evening() -> None:
        async with playing(tmp_path, 4, order) as (venue, people):
            for page in people:
                page.say(type="watch", topic="me")
            await asyncio.sleep(1)
            made.clear()
            asked.clear()
            begun = people[0].pages["me"]["balance"]
            await wagers(people[0], "t-0")
            await asyncio.sleep(0.5)
            assert people[0].pages["me"]["balance"] == begun - 3_000
            people[0].say(type="hint", topic="table:t-0", hint="ready")
            await asyncio.sleep(0.1)
            people[0].do("t-0", "bet", type="Choose", box=1, decision="bet")
            await asyncio.sleep(0.5)
            assert people[0].pages["me"]["balance"] == begun - 3_000 - 5_000  # the end is being shown
            await asyncio.sleep(10)
            assert people[0].pages["me"]["balance"] == venue.floor.balances["wallet:player-0"] > begun
            assert made.keys() == {"player-0"}
            assert 0 < asked.total() < 30
            assert await demonstration.refill(venue.desk, "player-1") is False  # who has enough is given nothing
            await demonstration.welcome(venue.desk, "somebody")  # the cage pays somebody whom no page shows
            await asyncio.sleep(1)
            assert made.keys() == {"player-0"}

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_what_is_said_of_a_hand_is_found_once_in_a_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was kept for the last 4,096 hands of the house: with a thousand tables of seven hands, for none of them."""
    cost = Cost(monkeypatch)
    cost.count(banked_topic, "lit_rows")

    async def evening() -> None:
        async with playing(tmp_path, 1, at_each=2) as (venue, people):
            await the_bets_are_closed(people)
            cost.clear()
            for box, page in enumerate(people, 1):
                page.do("t-0", f"look-{box}", type="Look", box=box)
                await asyncio.sleep(0.1)
                page.do("t-0", f"bet-{box}", type="Choose", box=box, decision="bet")
                await asyncio.sleep(0.1)
            await asyncio.sleep(10)
            shown = [page.pages["table:t-0"]["hands"].keys() for page in people]
            assert shown == [{"1", "2"}] * 2
            assert cost.counts["view"] > cost.counts["lit_rows"] == 2
            for page in people:
                made = msgspec.json.decode(msgspec.json.encode(TableTopic("t-0", "link").page(venue, page.session)))
                assert {**page.pages["table:t-0"], "clock": None} == {**made, "clock": None}

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_who_is_ready_has_no_page_of_others_made_until_the_clock_goes_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of seven Players says so twice a round, and each time all of them had their pages made and sent."""
    cost = Cost(monkeypatch)

    async def evening() -> None:
        async with playing(tmp_path, 1, at_each=3) as (_, people):
            await each_places_an_ante(people)
            cost.clear()
            for said, page in enumerate(people[:2], 1):
                page.say(type="hint", topic="table:t-0", hint="ready")
                await asyncio.sleep(0.1)
                assert cost.tables["t-0"] == said  # their own
                assert page.pages["table:t-0"]["ready"]
            assert [page.pages["table:t-0"]["ready"] for page in people] == [True, True, False]
            assert people[2].pages["table:t-0"]["clock"]["kind"] == "bets"
            cost.clear()
            people[2].say(type="hint", topic="table:t-0", hint="ready")
            await asyncio.sleep(0.1)
            assert [page.pages["table:t-0"]["clock"]["kind"] for page in people] == ["turn"] * 3
            assert cost.tables["t-0"] == 3  # that nobody waits any more, and that the bets are closed, is one page

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_who_is_shown_the_end_has_no_page_of_others_made_until_the_clock_goes_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cost = Cost(monkeypatch)

    async def evening() -> None:
        async with playing(tmp_path, 1, at_each=3) as (venue, people):
            await the_bets_are_closed(people)
            for box, page in enumerate(people, 1):
                page.do("t-0", f"bet-{box}", type="Choose", box=box, decision="bet")
                await asyncio.sleep(0.1)
            assert [page.pages["table:t-0"]["clock"] for page in people] == [None] * 3  # the end is being shown
            cost.clear()
            for shown, page in enumerate(people[:2], 1):
                page.say(type="hint", topic="table:t-0", hint="show_all")
                await asyncio.sleep(0.01)
                assert cost.tables["t-0"] == shown  # their own
            clocks = [page.pages["table:t-0"]["clock"] for page in people]
            assert clocks[2] is None
            cost.clear()
            sent = people[2].sent["table:t-0"]
            await asyncio.sleep(1)
            assert cost.tables["t-0"] == people[2].sent["table:t-0"] - sent > 0  # the next stages, for whoever waits
            assert people[2].pages["table:t-0"]["clock"] is None
            cost.clear()
            people[2].say(type="hint", topic="table:t-0", hint="show_all")
            await asyncio.sleep(0.05)
            assert cost.tables["t-0"] == 3  # nobody is waited for any more
            now = [page.pages["table:t-0"]["clock"]["remaining"] for page in people]
            assert max(now) < min(clocks[0]["remaining"], clocks[1]["remaining"])
            for page in people:
                made = msgspec.json.decode(msgspec.json.encode(TableTopic("t-0", "link").page(venue, page.session)))
                assert {**page.pages["table:t-0"], "clock": None} == {**made, "clock": None}

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_who_acts_elsewhere_meanwhile_sees_the_end_in_the_lobby(tmp_path: Path) -> None:
    async def evening() -> None:
        async with playing(tmp_path, 2) as (venue, people):
            people[0].say(type="watch", topic="lobby")
            people[1].do("t-1", "ante", type="PlaceWager", box=1, wager="ante", amount=2_500)
            await asyncio.sleep(1)
            people[1].say(type="hint", topic="table:t-1", hint="ready")
            await asyncio.sleep(1)
            people[1].do("t-1", "bet", type="Choose", box=1, decision="bet")
            await asyncio.sleep(1)
            assert venue.reveals.still_shown("t-1", 1, people[0].session)
            people[0].do("t-0", "ante", type="PlaceWager", box=1, wager="ante", amount=2_500)
            await asyncio.sleep(10)
            made = msgspec.json.decode(msgspec.json.encode(lobby_page(venue, people[0].session)))
            assert people[0].pages["lobby"]["tables"][1] == made["tables"][1]
            assert made["tables"][1]["face"]["version"] == venue.floor.streams["table:t-1"].version

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_an_award_is_shown_elsewhere_by_its_meter_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stage of a round that has won some of the jackpot told every page of the link anew."""
    first = parse_cards("2c As 2d 9s 3h Qs 5h Js 7c Ts 9d")
    order = (*first, *(card for card in DECK if card not in first))
    cost = Cost(monkeypatch)

    async def evening() -> None:
        async with playing(tmp_path, 2, order) as (venue, people):
            await wagers(people[0], "t-0")
            people[0].say(type="hint", topic="table:t-0", hint="ready")
            await asyncio.sleep(METER_SECONDS * 2)
            cost.clear()
            bet = Request("table:t-0", "player-0", Role.PLAYER, PlayBanked(Choose(1, Decision.BET)))
            await venue.desk.in_floor(lambda: venue.floor.by_itself(bet))
            assert [one.award for one in venue.floor.link("link").awards] == ["flush"]
            await asyncio.sleep(0.1)
            assert people[1].pages["table:t-1"]["face"]["meter"] == 5_000_000 + 350
            await asyncio.sleep(5 + METER_SECONDS)
            assert cost.tables["t-0"] > 2  # its own stages
            assert cost.tables["t-1"] == 0
            assert people[1].pages["table:t-1"]["face"]["meter"] == venue.floor.link("link").shown

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_a_link_that_fails_while_an_award_is_shown_is_said_to_be_down_at_once(tmp_path: Path) -> None:
    first = parse_cards("2c As 2d 9s 3h Qs 5h Js 7c Ts 9d")
    order = (*first, *(card for card in DECK if card not in first))

    async def evening() -> None:
        async with playing(tmp_path, 2, order) as (venue, people):
            await wagers(people[0], "t-0")
            people[0].say(type="hint", topic="table:t-0", hint="ready")
            await asyncio.sleep(0.1)
            bet = Request("table:t-0", "player-0", Role.PLAYER, PlayBanked(Choose(1, Decision.BET)))
            await venue.desk.in_floor(lambda: venue.floor.by_itself(bet))
            fail = Request("link:link", "pit", Role.PIT_SUPERVISOR, LinkDown("no display"))
            await venue.desk.in_floor(lambda: venue.floor.by_itself(fail))
            shown = venue.reveals.link("link", people[0].session)
            assert (shown.down, shown.awards) == ("no display", ())

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_a_page_that_only_its_meter_has_changed_is_as_it_would_be_made(tmp_path: Path) -> None:
    """In every part of a round, with its clock: a page that is shown anew counts down from what it says."""

    async def evening() -> None:
        async with playing(tmp_path, 9) as (venue, people):
            page, session, topic = people[0], people[0].session, TableTopic("t-0", "link", "player-0")
            others = iter(range(1, 8))

            async def is_as_it_would_be_made(clock: str | None) -> None:
                page.log.clear()
                before, other = page.pages["table:t-0"], next(others)
                await wagers(people[other], f"t-{other}")
                close = Request(f"table:t-{other}", SYSTEM, Role.DEALER, PlayBanked(CloseBets()))
                await venue.desk.in_floor(lambda: venue.floor.by_itself(close))
                while not page.log:
                    await asyncio.sleep(0.001)
                assert page.log == ["meter"]
                made = msgspec.json.decode(msgspec.json.encode(topic.page(venue, session)))
                assert made["face"]["meter"] == before["face"]["meter"] + 350
                assert (made["clock"] and made["clock"]["kind"]) == clock
                shown = page.pages["table:t-0"]
                if clock is not None:
                    assert shown["clock"]["remaining"] < before["clock"]["remaining"]
                    assert shown["clock"].pop("remaining") - made["clock"].pop("remaining") <= 1  # it was just sent
                assert shown == made

            await is_as_it_would_be_made(None)
            await wagers(page, "t-0")
            await is_as_it_would_be_made("bets")
            page.say(type="hint", topic="table:t-0", hint="ready")
            await asyncio.sleep(2 * METER_SECONDS)
            await is_as_it_would_be_made("turn")
            page.do("t-0", "bet", type="Choose", box=1, decision="bet")
            await asyncio.sleep(15)  # the end is shown
            await is_as_it_would_be_made("next")

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_a_meter_that_moves_is_sent_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a thousand tables on a link, nearly all that a server sent were pages on which nothing else had changed, of
    eight thousand characters each."""
    encoded: Counter[str] = Counter()

    class Counting:
        @staticmethod
        def encode(what: object) -> bytes:
            encoded[what.face.table if isinstance(what, BankedPage) else type(what).__name__] += 1
            return msgspec.json.encode(what)

    async def evening() -> None:
        async with playing(tmp_path, 4) as (_, people):
            await wagers(people[0], "t-0")
            monkeypatch.setattr(hub_module, "_encoder", Counting)
            for page in people:
                page.log.clear()
            people[0].say(type="hint", topic="table:t-0", hint="ready")
            await asyncio.sleep(2 * METER_SECONDS)
            assert [page.pages[f"table:t-{at}"]["face"]["meter"] for at, page in enumerate(people)] == [5_000_350] * 4
            assert [page.log for page in people[1:]] == [["meter"]] * 3
            assert {name for name in encoded if name.startswith("t-")} == {"t-0"}

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_a_wallet_that_moved_elsewhere_is_shown_with_the_next_meter(tmp_path: Path) -> None:
    """What may be wagered at this table is another then: its page is sent whole."""

    async def evening() -> None:
        async with playing(tmp_path, 3) as (venue, people):
            page = people[0]
            before = page.pages["table:t-0"]["balance"]
            await wagers(people[1], "t-1")
            page.do("t-2", "there", type="PlaceWager", box=2, wager="ante", amount=2_500)
            await asyncio.sleep(0.1)
            page.log.clear()
            close = Request("table:t-1", SYSTEM, Role.DEALER, PlayBanked(CloseBets()))
            await venue.desk.in_floor(lambda: venue.floor.by_itself(close))
            await asyncio.sleep(2 * METER_SECONDS)
            assert "meter" not in page.log
            assert page.pages["table:t-0"]["balance"] == before - 2_500
            assert page.pages["table:t-0"]["face"]["meter"] == 5_000_350

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_a_page_that_is_as_before_its_meter_moved_is_sent_again(tmp_path: Path) -> None:
    """A browser that was told of a meter since shows another page than the last that it was sent."""

    async def evening() -> None:
        async with playing(tmp_path, 2) as (venue, people):
            page = people[1]
            topic = page.connection.topics["table:t-1"]
            page.log.clear()
            page.connection.mark(topic)
            await asyncio.sleep(0.1)
            assert page.log == []  # nothing is new
            await wagers(people[0], "t-0")
            close = Request("table:t-0", SYSTEM, Role.DEALER, PlayBanked(CloseBets()))
            await venue.desk.in_floor(lambda: venue.floor.by_itself(close))
            await asyncio.sleep(2 * METER_SECONDS)
            page.connection._last["table:t-1"] = msgspec.json.encode(topic.page(venue, page.session))
            page.connection.mark(topic)
            await asyncio.sleep(0.1)
            page.connection.mark(topic)
            await asyncio.sleep(0.1)
            assert page.log == ["meter", "page"]

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_who_comes_while_a_meter_moves_is_sent_a_page_first(tmp_path: Path) -> None:
    """The same person's other page was just told of it: it knows the table, and this one does not."""

    async def evening() -> None:
        async with playing(tmp_path, 2) as (venue, people):
            late = Page(Hub(venue), "player-1")
            late.connection._pages = people[1].connection._pages
            topic = TableTopic("t-1", "link", "player-1")
            late.connection.topics[topic.name] = topic
            late.connection.mark(topic, metered=True)
            await asyncio.sleep(0.1)
            assert late.log == ["page"]
            late.writer.cancel()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


def test_who_has_many_pages_open_is_sent_one_that_was_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cost = Cost(monkeypatch)

    async def evening() -> None:
        venue = opened(tmp_path, 1)
        venue.desk.start()
        hub = Hub(venue)
        await demonstration.welcome(venue.desk, "ann")
        await demonstration.welcome(venue.desk, "bob")
        screens = [Page(hub, "wall", Role.DISPLAY) for _ in range(20)]
        people = [Page(hub, "ann"), Page(hub, "bob")]
        for page in (*screens, *people):
            page.say(type="watch", topic="table:t-0")
        await asyncio.sleep(1)
        cost.clear()
        hub.changed("t-0")
        await asyncio.sleep(1)
        assert cost.tables == {"t-0": 3}  # one for the wall, and one for each Player
        assert cost.counts["view"] == 0  # the state is the same: what was made of it still holds
        sent = [page.pages["table:t-0"] for page in screens]
        assert all(page == sent[0] for page in sent)
        assert [page.pages["table:t-0"]["me"] for page in people] == ["ann", "bob"]
        for page in (*screens, *people):
            page.writer.cancel()
        await venue.desk.stop()
        venue.floor.store.close()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


@pytest.mark.parametrize(
    ("asked", "table"),
    [
        *((one, "journal_by_time") for one in (books.ANSWERED, pulse.BEGUN)),
        *((streams_in(one), "SEARCH") for one in (journal, ledger, decks)),
    ],
)
def test_what_is_asked_at_a_start_is_not_looked_for_in_all_of_the_past(asked: Select[Any], table: str) -> None:
    engine = open_engine("sqlite://")
    prepare(engine)
    text = str(asked.compile(engine, compile_kwargs={"render_postcompile": True}))
    with engine.connect() as connection:
        plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", (0,) * text.count("?"))]
    engine.dispose()
    read = [one for one in plan if any(name in one for name in ("journal", "ledger", "decks"))]
    assert read
    assert all("SEARCH" in one and table in one for one in read), plan

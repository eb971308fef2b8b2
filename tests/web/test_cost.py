"""What an act costs does not grow with the house: counted in pages made and questions asked, not in seconds."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.cards import DECK
from croupier.floor.config import FloorPlan, House, LinkPlan, TablePlan
from croupier.floor.people.credentials import Opened, Session
from croupier.floor.tables.kinds import BankedTable
from croupier.floor.transaction import Batch
from croupier.play.banked import options as options_module
from croupier.rules.terms import Role
from croupier.web.clock.pacing import Pace
from croupier.web.demo import demonstration
from croupier.web.http import affording
from croupier.web.live.hub import METER_SECONDS, Connection, Hub
from croupier.web.live.topics import banked as banked_topic
from croupier.web.live.topics import tables as tables_topic
from croupier.web.serving import Opening, open_venue
from croupier.web.venue import Venue
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
        self.writer = asyncio.create_task(self.connection.keep_sending(self))

    async def send_text(self, data: str) -> None:
        message = msgspec.json.decode(data)
        if message["type"] == "page":
            self.pages[message["topic"]] = message["page"]
            self.sent[message["topic"]] += 1

    def say(self, **message: Any) -> None:
        self.connection.hear(msgspec.json.encode(message).decode())

    def do(self, table: str, key: str, **command: Any) -> None:
        self.say(type="act", topic=f"table:{table}", key=key, commands=[command])


class Cost:
    """What was made and asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.counts: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self._patch = monkeypatch
        self._count(banked_topic, "view")
        self._count(banked_topic, "most_affordable")
        self._count(options_module, "decide")
        self._count(affording, "kept")
        self._count(Batch, "kept")
        self._count(BankedTable, "players", is_property=True)
        page = banked_topic.banked_page

        def made(venue: Venue, session: Session, table: str) -> object:
            self.tables[table] += 1
            return page(venue, session, table)

        monkeypatch.setattr(tables_topic, "banked_page", made)

    def _count(self, where: Any, name: str, *, is_property: bool = False) -> None:
        real = where.__dict__[name].fget if is_property else getattr(where, name)

        def counted(*given: Any) -> Any:
            self.counts[name] += 1
            return real(*given)

        self._patch.setattr(where, name, property(counted) if is_property else counted)

    def clear(self) -> None:
        self.counts.clear()
        self.tables.clear()


def opened(folder: Path, tables: int) -> Venue:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    named = {f"t-{one}": TablePlan(GAME, "link") for one in range(tables)}
    plan = FloorPlan(House("Many tables", capital=10**11, alert_from=10**9), {"link": LinkPlan()}, named)
    opening = Opening(db=str(folder / f"{tables}.db"), plan=plan, pace=PACE, company=False)
    return open_venue(opening, clock=LoopClock(loop), entropy=Rigged(DECK))


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

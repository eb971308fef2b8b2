"""Nothing tells a result before the card that decides it has been turned for that person.

The strongest form of it: a round is played twice, with the same cards but for those that a person has not seen yet.
Every byte that they are sent up to the moment at which the first of those cards is turned is the same.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from croupier.cards import DECK, Card
from croupier.floor.house.config import FloorPlan, LinkPlan, TablePlan
from croupier.floor.house.credentials import Opened
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.play.banked.flow import current_step, undecided
from croupier.play.room import state as room_state
from croupier.rules.terms import Decide, Decision, Role
from croupier.web.clock.pacing import Pace
from croupier.web.demo import demonstration
from croupier.web.live.hub import Connection, Hub
from croupier.web.serving import Opening, open_venue
from croupier.web.views.reveals import Reveals
from tests.floor.fresh import lay
from tests.sampling import first
from tests.web.server import serving
from tests.web.virtual import LoopClock, Rigged, VirtualLoop

STUDS = ("rws-casino-stud", "rws-multi-link-casino-stud")
HOLDEMS = ("rws-progressive-texas-holdem", "mbs-texas-holdem-bonus-progressive")
POKER = "rws-poker"
TABLE = "t-1"
TOPICS = (f"table:{TABLE}", "me", "lobby", "display")
PACE = Pace(bets=20, turn=30, pause=60, room_pause=60)
ROOT = re.compile(r'"root":"[0-9a-f]*"')
"""A commitment differs with every order, and tells nothing about it."""
MILLISECONDS = 1_000

# The times of the look: cards one by one, 300 to the first, 420 between them, 700 before the last; then the Dealer's
# hand is named (300), the others' lie open (500), the verdict (300), the money (400). In hold'em the River Card and the
# Dealer's two are 500 apart.
STUD_CARDS = (300, 720, 1_140, 1_840)
STUD_LATER = {"named": 2_140, "hands": 2_640, "verdict": 2_940, "money": 3_340}
HOLDEM_CARDS = (300, 800, 1_300)
HOLDEM_LATER = {"named": 1_600, "hands": 2_100, "verdict": 2_400, "money": 2_800}


class Recorder:
    """Everything that one person's page was sent, with the time."""

    def __init__(self, hub: Hub, name: str, role: Role = Role.PLAYER) -> None:
        opened = hub.venue.credentials.open_session(name, role, None)
        assert isinstance(opened, Opened)
        self.session = opened.session
        self.connection = Connection(hub.venue, self.session, opened.token, hub.watching, hub.pages)
        self.heard: list[tuple[float, str]] = []
        self._keys = 0

    async def send_text(self, data: str) -> None:
        """The socket's end."""
        self.heard.append((asyncio.get_running_loop().time(), ROOT.sub('"root":""', data)))

    def say(self, **message: Any) -> None:
        """What the page says."""
        self.connection.hear(msgspec.json.encode(message).decode())

    def do(self, **command: Any) -> None:
        """An act at the table."""
        self._keys += 1
        self.say(
            type="act",
            topic=f"table:{TABLE}",
            key=f"{self.session.account}{self._keys}",
            commands=[command],
            moment=self.connection.venue.floor.table(TABLE).engine.moment,
        )

    def until(self, time: float) -> list[tuple[float, str]]:
        """What was sent before a time."""
        return [(at, text) for at, text in self.heard if at < time - 0.004]

    def page(self) -> dict[str, Any]:
        """The table as it was sent last."""
        texts = (text for _, text in reversed(self.heard) if f'"topic":"table:{TABLE}"' in text and '"page"' in text)
        found: dict[str, Any] = msgspec.json.decode(next(texts))["page"]
        return found


class Round:
    """One round with everybody who watched it."""

    def __init__(self, hub: Hub, loop: VirtualLoop) -> None:
        self.venue, self.loop = hub.venue, loop
        self.people = {name: Recorder(hub, name) for name in ("ann", "bob", "cat")}
        self.people["wall"] = Recorder(hub, "wall", Role.DISPLAY)
        self.ended = 0.0
        """When the last act was made, from which on the stages are counted."""

    def at(self, milliseconds: int) -> float:
        return self.ended + milliseconds / MILLISECONDS


Play = Callable[[Round], Awaitable[None]]


def played(folder: Path, game: str, order: Sequence[Card], play: Play, *, calm: tuple[str, ...] = ()) -> Round:
    """A round with this deck, from the first wager until well after its end."""

    async def run() -> Round:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        link = "" if game == POKER else "link"
        plan = FloorPlan(
            links={"link": LinkPlan(seed=1_000_000)} if link else {}, tables={TABLE: TablePlan(game, link)}
        )
        path = folder / f"{len([*folder.iterdir()])}.db"
        lay(path)
        opening = Opening(db=str(path), plan=plan, pace=PACE, company=False)
        venue = open_venue(opening, clock=LoopClock(loop), entropy=Rigged(order))
        venue.desk.start()
        venue.reveals.start(loop)
        hub = Hub(venue)
        await venue.pacer.start()
        round_ = Round(hub, loop)
        for name in ("ann", "bob", "cat"):
            await demonstration.welcome(venue.desk, name)
        tasks = []
        for name, one in round_.people.items():
            hub.connections.add(one.connection)
            tasks.append(asyncio.create_task(one.connection.keep_sending(one)))
            for topic in TOPICS:
                one.say(type="watch", topic=topic)
            if name in calm:
                one.say(type="hint", topic=f"table:{TABLE}", hint="calm")
        await asyncio.sleep(1)
        await play(round_)
        await asyncio.sleep(12)
        for task in tasks:
            task.cancel()
        await venue.pacer.stop()
        venue.reveals.stop()
        await venue.desk.stop()
        venue.floor.store.close()
        return round_

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(run())


def banked(seed: int, *, folds: tuple[str, ...] = ()) -> Play:
    """Ann looks at her hand on box 1, bob plays box 2 blind, cat watches."""

    async def play(round_: Round) -> None:
        rng = Random(seed)
        for box, name in ((1, "ann"), (2, "bob")):
            one = round_.people[name]
            one.do(type="PlaceWager", box=box, wager="ante", amount=10_000, player=name)
            one.do(type="PlaceWager", box=box, wager="jackpot", amount=500, player=name)
        await asyncio.sleep(PACE.bets + 1)
        round_.people["ann"].do(type="Look", box=1)
        await asyncio.sleep(1)
        while True:
            state = round_.venue.floor.table(TABLE)
            assert isinstance(state, BankedTable)
            step = current_step(state.game, state.engine)
            if not isinstance(step, Decide):
                break
            assert state.engine.round is not None
            box_ = undecided(state.engine.round)
            assert box_ is not None
            choices = [one.decision for one in step.choices if one.decision is not Decision.FOLD]
            decision = Decision.FOLD if box_.player in folds else rng.choice(choices)
            round_.people[box_.player].do(type="Choose", box=box_.number, decision=decision.value)
            round_.ended = round_.loop.time()
            await asyncio.sleep(0.1)

    return play


async def all_in(round_: Round) -> None:
    """Three Players of the poker room are all-in before the Flop."""
    for seat, name in enumerate(("ann", "bob", "cat"), 1):
        round_.people[name].do(type="JoinTable", seat=seat, stake=20_000)
    await asyncio.sleep(PACE.room_pause + 5)
    while True:
        state = round_.venue.floor.table(TABLE)
        assert isinstance(state, RoomTable)
        inner = state.engine.round
        if inner is None or inner.phase is not room_state.Phase.BETTING:
            break
        hand = inner.hands[inner.turn]
        move = "all_in" if not inner.raisers else "call"
        round_.people[hand.player].do(type="Act", seat=hand.seat, move=move)
        round_.ended = round_.loop.time()
        await asyncio.sleep(0.1)


def deck(seed: str) -> list[Card]:
    order = list(DECK)
    Random(seed).shuffle(order)
    return order


def forked(order: Sequence[Card], unseen: Sequence[Card], seed: int) -> list[Card]:
    """The same deck with these cards exchanged for others that nobody has seen either."""
    rng = Random(seed)
    places = [at for at, card in enumerate(order) if card in unseen]
    cards = [order[at] for at in places]
    while True:
        mixed = rng.sample(cards, len(cards))
        if mixed != cards:
            break
    made = list(order)
    for at, card in zip(places, mixed, strict=True):
        made[at] = card
    return made


def final(round_: Round) -> Any:
    """The engine's round, after its end."""
    inner = round_.venue.floor.table(TABLE).engine.round
    assert inner is not None
    return inner


def assert_same(first: Round, second: Round, names: Sequence[str], until: int) -> None:
    assert first.ended == second.ended
    for name in names:
        one, other = (round_.people[name].until(round_.at(until)) for round_ in (first, second))
        assert one == other, f"{name} was told before {until} ms"


@pytest.mark.parametrize("game", first(2, [STUDS[0], HOLDEMS[0], *STUDS[1:], *HOLDEMS[1:]]))
def test_what_is_sent_follows_from_the_cards_that_lie_open(tmp_path: Path, game: str) -> None:
    order = deck(game)
    play = banked(1)
    base = played(tmp_path, game, order, play)
    inner = final(base)
    undealt = [card for card in DECK if not inner.used >> card & 1]
    ann, bob = (next(box.cards for box in inner.boxes if box.player == name) for name in ("ann", "bob"))
    stud = game in STUDS
    times = STUD_CARDS if stud else HOLDEM_CARDS
    later = STUD_LATER if stud else HOLDEM_LATER
    turned = inner.dealer[:-1] if stud else (inner.community[-1], *inner.dealer)
    everybody = ("ann", "bob", "cat", "wall")
    for at, time in enumerate(times):
        # Nobody has seen the cards from this one on, nor bob's, which he plays blind.
        other = played(tmp_path, game, forked(order, [*turned[at:], *bob, *undealt], at), play)
        assert_same(base, other, everybody, time)
    blind = played(tmp_path, game, forked(order, [*bob, *undealt], 7), play)
    assert_same(base, blind, everybody, later["hands"])
    # Ann's cards are hers: the others have not seen them until all hands are laid open.
    hers = played(tmp_path, game, forked(order, [*ann, *undealt], 8), play)
    assert_same(base, hers, ("bob", "cat", "wall"), later["hands"])
    _tells_in_time(base, later)


def _tells_in_time(round_: Round, later: dict[str, int]) -> None:
    """And it is told then: the hand's name, the hands, the verdict, the money."""
    ann = round_.people["ann"]
    pages = [
        (at, msgspec.json.decode(text)["page"])
        for at, text in ann.heard
        if at >= round_.ended and text.startswith(f'{{"type":"page","topic":"table:{TABLE}"')
    ]
    first: dict[str, float] = {}
    for at, page in pages:
        for cue, told in (
            ("named", page["dealer"] is not None),
            ("hands", all(box["shown"] is not None for box in page["view"]["boxes"])),
            ("verdict", page["verdict"] is not None),
            ("money", bool(page["view"]["lines"])),
        ):
            if told:
                first.setdefault(cue, at)
        settled = page["reveal"] is None and page["view"]["phase"] == "ended"
        assert settled == bool(page["view"]["lines"])
        assert page["balance"] == pages[0][1]["balance"] or settled, "the wallet knows last"
    for cue, due in later.items():
        assert round_.at(due) - 0.01 <= first[cue] <= round_.at(due) + 0.1, cue


def test_who_has_folded_waits_for_nothing(tmp_path: Path) -> None:
    round_ = played(tmp_path, STUDS[0], deck("folded"), banked(1, folds=("bob",)))
    bob = [text for at, text in round_.people["bob"].heard if at < round_.at(200) and '"phase":"ended"' in text]
    ann = [text for at, text in round_.people["ann"].heard if at < round_.at(3_300) and '"phase":"ended"' in text]
    assert bob
    assert not ann


def test_show_all_is_for_whoever_wants_it(tmp_path: Path) -> None:
    play = banked(1)

    async def impatient(round_: Round) -> None:
        await play(round_)
        await asyncio.sleep(0.5)
        round_.people["ann"].say(type="hint", topic=f"table:{TABLE}", hint="show_all")

    round_ = played(tmp_path, STUDS[0], deck("skip"), impatient)
    ended = {
        name: min(at for at, text in one.heard if at > round_.ended and '"phase":"ended"' in text)
        for name, one in round_.people.items()
    }
    assert round_.at(500) <= ended["ann"] <= round_.at(800)
    assert ended["bob"] >= round_.at(3_340) - 0.01
    assert ended["cat"] >= round_.at(3_340) - 0.01


def test_without_motion_every_stage_takes_as_long(tmp_path: Path) -> None:
    round_ = played(tmp_path, STUDS[0], deck("calm"), banked(1), calm=("ann",))
    ended = min(at for at, text in round_.people["ann"].heard if at > round_.ended and '"phase":"ended"' in text)
    # Four cards, the name, the hands, the verdict and the money, at 600 ms each.
    assert round_.at(8 * 600) - 0.01 <= ended <= round_.at(8 * 600) + 0.1


@pytest.mark.parametrize(
    ("calm", "reached"),
    [
        ((), 8),  # four cards, the name, the hands, the verdict and the money
        (("ann",), 2 * 8),
        (("cat",), 2 * 8),  # who only watches
    ],
)
def test_a_stage_that_nobody_waits_for_has_no_page_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calm: tuple[str, ...], reached: int
) -> None:
    """The times without motion are kept where somebody is who wants none."""
    real, stages = Reveals._reached, 0

    def counted(self: Reveals, one: Any) -> None:
        nonlocal stages
        stages += 1
        real(self, one)

    monkeypatch.setattr(Reveals, "_reached", counted)
    played(tmp_path, STUDS[0], deck("calm"), banked(1), calm=calm)
    assert stages == reached


def test_who_wants_no_motion_while_the_end_is_shown_has_none_from_then_on(tmp_path: Path) -> None:
    play = banked(1)

    async def calms_down(round_: Round) -> None:
        await play(round_)
        await asyncio.sleep(0.5)
        round_.people["ann"].say(type="hint", topic=f"table:{TABLE}", hint="calm")

    round_ = played(tmp_path, STUDS[0], deck("calm"), calms_down)
    ended = min(at for at, text in round_.people["ann"].heard if at > round_.ended and '"phase":"ended"' in text)
    assert round_.at(8 * 600) - 0.01 <= ended <= round_.at(8 * 600) + 0.1


def test_the_cards_of_an_all_in_come_one_street_after_the_other(tmp_path: Path) -> None:
    order = deck("all-in")
    base = played(tmp_path, POKER, order, all_in)
    inner = final(base)
    assert len(inner.community) == 5
    undealt = [card for card in DECK if not inner.used >> card & 1]
    # Three hands are laid open, the first at once and 500 apart; then 900 before each street.
    for street, cards in enumerate((inner.community, inner.community[3:], inner.community[4:])):
        other = played(tmp_path, POKER, forked(order, [*cards, *undealt], street), all_in)
        assert_same(base, other, ("ann", "bob", "cat", "wall"), 1_000 + 900 * (street + 1))
    page = base.people["ann"].page()
    assert page["verdict"]["reason"]
    assert page["reveal"] is None


# ---- Over HTTP -------------------------------------------------------------------------------------------------------


def test_no_other_page_tells_what_has_not_been_shown(tmp_path: Path) -> None:
    """A whole stage takes a minute here: whatever ann asks for meanwhile, she gets what lies open."""
    pace = Pace(bets=30, turn=30, pause=30, reveal=200)
    with serving(tmp_path, pace=pace) as house:
        ann = house.visit()
        topic = "table:stud-1"
        with ann.live(topic, "me", "lobby", "display") as socket:
            socket.until(topic, lambda page: page["view"]["phase"] == "betting")
            wager = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000, "player": ann.name}
            assert socket.act(topic, wager, key="wager")["refused"] is None
            socket.say(type="hint", topic=topic, hint="ready")
            socket.until(topic, lambda page: page["view"]["phase"] == "play")
            has = house.venue.wallet(ann.name)
            assert socket.act(topic, {"type": "Choose", "box": 1, "decision": "bet"}, key="bet")["refused"] is None
            socket.until(topic, lambda page: page["reveal"] is not None)
            number = house.venue.floor.table("stud-1").engine.rounds
            # The journal has settled it already; ann has bet 200 more, and that is all she knows.
            assert not house.venue.floor.table("stud-1").running
            assert ann.http.get("/api/session").json()["balance"] == has - 20_000
            assert ann.table("stud-1")["view"]["lines"] == []
            assert ann.http.get("/api/rounds").json()["rounds"] == []
            for asked in (f"{number}", f"{number}/proof", f"{number}/proof/1", f"{number}/receipt"):
                answer = ann.http.get(f"/api/rounds/stud-1/{asked}")
                assert answer.status_code == 409, asked
                assert "still being shown" in answer.text
            pit = house.visit(name="paul", role="pit_manager")
            assert pit.table("stud-1")["view"]["lines"], "who works here is not kept waiting"
            assert ann.http.post("/api/tables/stud-1/hints", json={"hint": "show_all"}).status_code == 200
            page = socket.until(topic, lambda page: page["reveal"] is None)
            assert page["verdict"]["net"] == page["won"]
            assert ann.http.get("/api/session").json()["balance"] == house.venue.wallet(ann.name)
            assert [one["number"] for one in ann.http.get("/api/rounds").json()["rounds"]] == [number]
            assert ann.http.get(f"/api/rounds/stud-1/{number}").status_code == 200


def test_who_comes_back_sees_the_end(tmp_path: Path) -> None:
    pace = Pace(bets=30, turn=30, pause=30, reveal=200)
    topic = "table:stud-1"
    with serving(tmp_path, pace=pace) as house:
        ann = house.visit()
        with ann.live(topic) as socket:
            socket.until(topic, lambda page: page["view"]["phase"] == "betting")
            wager = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 10_000, "player": ann.name}
            socket.act(topic, wager, key="wager")
            socket.say(type="hint", topic=topic, hint="ready")
            socket.until(topic, lambda page: page["view"]["phase"] == "play")
            socket.act(topic, {"type": "Choose", "box": 1, "decision": "bet"}, key="bet")
            socket.until(topic, lambda page: page["reveal"] is not None)
        with ann.live(topic) as socket:
            assert socket.page(topic)["reveal"] is None

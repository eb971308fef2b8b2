"""A page for which much was made once is, byte for byte, the page that would be made for its viewer alone."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from croupier.cards import DECK
from croupier.floor.house.config import FloorPlan, House, LinkPlan, TablePlan
from croupier.floor.house.credentials import Opened, Session
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.acting.acts import act
from croupier.web.clock.pacing import Pace
from croupier.web.demo import demonstration
from croupier.web.live.hub import Hub
from croupier.web.serving import Opening, open_venue
from croupier.web.topics.finding import find_topic
from croupier.web.venue import Venue
from croupier.web.views.made import Made
from tests.sampling import first
from tests.web.virtual import LoopClock, Rigged, VirtualLoop

TABLE = "t-1"
GAMES = ("rws-casino-stud", "rws-poker", "rws-progressive-texas-holdem", "mbs-texas-holdem-bonus-progressive")
PLAYERS = ("ann", "bob", "cat")
STAFF = (Role.DISPLAY, Role.DEALER, Role.PIT_SUPERVISOR, Role.AUDITOR)
PACE = Pace(bets=4, turn=3, show=2, pause=2, room_pause=1)


class Watched:
    """A house whose table many watch."""

    def __init__(self, venue: Venue) -> None:
        self.venue, self.hub = venue, Hub(venue)
        people = [(name, Role.PLAYER) for name in (*PLAYERS, "eve", "fay")]
        people += [(f"{role.value}-{number}", role) for role in STAFF for number in (1, 2)]
        self.sessions = [self._enter(*one) for one in people]
        self.compared = self.shown = 0

    def _enter(self, name: str, role: Role) -> Session:
        opened = self.venue.credentials.open_session(name, role, None)
        assert isinstance(opened, Opened)
        return opened.session

    def compare(self, rng: Random) -> None:
        """Everybody's page at this moment, in any order, beside one from nothing."""
        for session in rng.sample(self.sessions, len(self.sessions)):
            for name in (f"table:{TABLE}", "lobby"):
                topic = find_topic(self.venue, session, name)
                assert not isinstance(topic, Refusal)
                shared, kept = self.hub.pages.page(topic, session), self.venue.made
                self.venue.made = Made()
                alone = msgspec.json.encode(topic.page(self.venue, session))
                self.venue.made = kept
                assert shared == alone, (session.account, session.role)
                self.compared += 1
        number = self.venue.floor.table(TABLE).engine.rounds
        self.shown += self.venue.reveals.still_shown(TABLE, number, self.sessions[len(PLAYERS)])


async def played(watched: Watched, rng: Random) -> None:
    """What comes to mind: whatever a page offers, until a second round has begun."""
    venue, keys = watched.venue, 0
    for done in range(200):
        if done >= 60 and venue.floor.table(TABLE).engine.rounds > 1:
            break
        session = rng.choice(watched.sessions[: len(PLAYERS)])
        topic = find_topic(venue, session, f"table:{TABLE}")
        assert not isinstance(topic, Refusal)
        page = msgspec.json.decode(msgspec.json.encode(topic.page(venue, session)))
        offers = [command for one in page["options"] if (command := taken_up(one, rng)) is not None]
        joins = page.get("joins")
        if joins:
            offers.append({"type": "JoinTable", "seat": joins["seats"][0], "stake": joins["usual"]})
        if offers:
            keys += 1
            moment = page["face"]["moment"]
            await act(venue, session, f"table:{TABLE}", f"key-{keys}", [rng.choice(offers)], moment=moment)
        watched.compare(rng)
        await asyncio.sleep(rng.choice((0.05, 0.3, 0.7)))


def taken_up(option: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    match option["type"]:
        case "Act":
            found: dict[str, Any] = option["command"]
            return found
        case "Stake":
            wager = {name: option[name] for name in ("box", "wager", "player")}
            return {"type": "PlaceWager", **wager, "amount": option["enough"]}
        case "act":
            return {"type": "Act", "seat": option["seat"], "move": option["move"], "to": option["least"] or None}
        case "seat" if option["what"] == "look":
            return {"type": "Look", "seat": option["seat"]}
        case "seat" if option["what"] == "show":
            return {"type": "ShowHand", "seat": option["seat"]}
        case _:
            return None


@pytest.mark.parametrize("game", first(2, GAMES))
def test_a_shared_page_is_each_viewers_own(tmp_path: Path, game: str) -> None:
    async def evening() -> Watched:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        link = "" if game == "rws-poker" else "link"
        links = {"link": LinkPlan()} if link else {}
        plan = FloorPlan(House("Shared", capital=10**11, alert_from=10**9), links, {TABLE: TablePlan(game, link)})
        opening = Opening(db=str(tmp_path / "floor.db"), plan=plan, pace=PACE, company=False)
        order = Random(game).sample(DECK, len(DECK))
        venue = open_venue(opening, clock=LoopClock(loop), entropy=Rigged(order))
        venue.desk.start()
        venue.reveals.start(loop)
        watched = Watched(venue)
        await venue.pacer.start()
        for name in PLAYERS:
            await demonstration.welcome(venue.desk, name)
            venue.presence.entered(TABLE, name)
        await played(watched, Random(game))
        await venue.pacer.stop()
        venue.reveals.stop()
        await venue.desk.stop()
        venue.floor.store.close()
        return watched

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        watched = runner.run(evening())
    assert watched.compared > 1_000
    assert watched.shown  # some of it while the end of a round was being shown
    assert watched.venue.floor.table(TABLE).engine.rounds > 1

"""An open house made from a seed: its door, its sessions, its cage, and every page that anybody is sent.

The floor's own histories (``world.py``) end where requests reach it. Here the real venue stands around it, in a time
of its own: people come in with right and wrong passwords from several places, open pages and lose them, act through
them, ask again with the same key, are paid at the cage, lose a role, change a password, leave or stay idle; the house
closes and opens again, or its machine stops at any moment, also within a commit, and it opens from what is on the
disk. What each socket brings is kept, and after every step all of it is held against a second account of who may come
in, whose session is alive, what has been booked and who may see which card. Of what was under way when the machine
stopped nobody knows whether it has happened; then all of it has, or nothing.
"""

import asyncio
import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from litestar.exceptions import WebSocketDisconnect
from msgspec import Struct, field
from pyotp import TOTP
from sqlalchemy import select

from croupier.floor.journal.schema import attempts, second_factors
from croupier.floor.journal.store import Writing
from croupier.floor.money.cage import CashIn, OpenDrawer
from croupier.floor.people.credentials import Credentials, Opened, Place, Terms
from croupier.floor.people.house import ChangeRoles, CountersignChange, CreateAccount, ProposeChange
from croupier.floor.people.second_factor import ASKED, DIGITS, STEP, Factors
from croupier.floor.ports import MICROSECONDS
from croupier.floor.requests import Accepted, Request
from croupier.floor.running import Floor
from croupier.floor.tables.table import Countersign, OpenTable, Propose
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.clock.pacing import Pace
from croupier.web.desks.pit.exposure import Exposures
from croupier.web.http.acts import act
from croupier.web.http.sessions import end_barred, enter, still_enters
from croupier.web.live.hub import CHECK_SECONDS, Hub
from croupier.web.serving import Opening, open_venue
from croupier.web.venue import Venue
from tests.floor.cashiers import opening as drawer_opening
from tests.floor.chance import SeededEntropy
from tests.floor.money_model import Money
from tests.simulation.disks import TORN, Crash, FileDisk, seamed
from tests.simulation.plan import Plan, Step
from tests.simulation.world import FailedError
from tests.web.test_secrecy import VERSION, Known, known, shown_cards
from tests.web.test_shared_pages import taken_up
from tests.web.virtual import LoopClock, VirtualLoop

PLAN: Final = """
[house]
name = "Simulated"
managers = ["mia", "max"]

[links.stud]

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"
"""
TABLE: Final = "stud-1"
TERMS: Final = Terms(time_cost=1, memory_kib=8, lanes=1)
"""Hashes that cost nothing: what they are worth is tests/floor/test_credentials.py's."""
PACE: Final = Pace(bets=4, turn=3, choice=3, show=1, pause=2, reveal=0.2)
PEOPLE: Final = {
    "mia": Role.SHIFT_MANAGER,
    "max": Role.SHIFT_MANAGER,
    "sue": Role.PIT_SUPERVISOR,
    "tom": Role.CAGE,
    "ann": Role.PLAYER,
    "bob": Role.PLAYER,
}
TOPICS: Final = {
    Role.PLAYER: (f"table:{TABLE}", "me", "lobby"),
    Role.CAGE: ("lobby",),
    Role.PIT_SUPERVISOR: (f"table:{TABLE}", "lobby", "pit"),
    Role.SHIFT_MANAGER: (f"table:{TABLE}", "pit"),
}
"""What each watches."""
WITH_DEVICE: Final = ("mia", "tom")
"""Who has a second factor."""
PLACES: Final = ("192.0.2.1", "192.0.2.2")
AHEAD: Final = 0.001
"""By how many seconds the clock, which never gives the same time twice, may be ahead of the loop within a step."""
LATER: Final = 7_200
"""Seconds from the template's evening to the beginning of a history."""
MINUTE: Final = 60.0
DEVICE: Final = "their device"
"""Where wrong codes are counted."""
WRONG_CODE: Final = "000000"


class AtOnce(Executor):
    """Searches take no time, so that no seed depends on how fast a machine is."""

    def submit(self, fn: Callable[..., Any], /, *given: Any, **named: Any) -> "Future[Any]":
        """Here and now."""
        done: Future[Any] = Future()
        done.set_result(fn(*given, **named))
        return done


class Later(LoopClock):
    """The virtual time, some while after the house was furnished."""

    def now(self) -> int:
        """Microseconds."""
        return super().now() + LATER * 1_000_000


class Socket:
    """A browser's end of a live socket."""

    def __init__(self, account: str, role: Role, token: str, stopped: asyncio.Event) -> None:
        self.account, self.role, self.token = account, role, token
        self.stopped = stopped
        """Set when the server's machine stops: then nothing comes any more."""
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.checked = 0
        """How many of them have been looked at."""
        self.pages: dict[str, Any] = {}
        self.version = 0
        """Of the table, on the last page of it."""
        self.ended = self.gone = False
        self._said: asyncio.Queue[str | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None

    async def send_text(self, data: str) -> None:
        """The server says something."""
        if self.stopped.is_set():
            raise Crash("nothing is sent by a machine that has stopped")
        assert not self.gone, f"{self.account} is sent something after the line was lost"
        assert not self.ended, f"{self.account} is sent something after their session's end: {data[:200]}"
        message = json.loads(data)
        self.texts.append(data)
        self.heard.append(message)
        self.ended = message["type"] == "ended"
        if message["type"] == "page":
            self.pages[message["topic"]] = message["page"]

    async def receive_text(self) -> str:
        """What the browser says; raises when its line is lost."""
        text = await self._said.get()
        if text is None:
            raise WebSocketDisconnect(detail="gone")
        return text

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """The server hangs up."""

    def say(self, **message: Any) -> None:
        """The browser says something."""
        self._said.put_nowait(msgspec.json.encode(message).decode())

    def lose(self) -> None:
        """The line is lost."""
        self._said.put_nowait(None)


class Sitting(Struct):
    """A session as a second set of books has it, in virtual seconds."""

    account: str
    role: Role
    created: float
    used: float
    dead: float | None = None
    idle: bool = False
    """Whether it ended because nobody used it."""


class Counts(Struct):
    """What a history has had in it."""

    steps: int = 0
    pages: int = 0
    cards: int = 0
    entered: int = 0
    refused: int = 0
    acts: int = 0
    restarts: int = 0
    crashes: int = 0
    codes: int = 0
    """Of second factors, right ones."""


class Door:
    """Who may come in: wrong passwords by name and place, and wrong codes by name, counted a second time."""

    def __init__(self) -> None:
        self.wrong: dict[tuple[str, str], list[float]] = {}
        self.last: dict[str, int] = {}
        """The half minute of the last code that each device was right with."""

    def expects(self, name: str, place: str, *, right: bool, now: float) -> str:
        """What an attempt leads to: ``opened``, ``wrong`` or ``wait``."""
        own = self.counted(name, place, now)
        if len(own) >= TERMS.failures:
            return "wait"
        self.wrong[name, place] = [] if right else [*own, now]
        return "opened" if right else "wrong"

    def expects_code(self, name: str, step: int | None, now: float) -> str:
        """What the code of a half minute leads to, or a wrong one: each serves once, and never after a later one."""
        right = step is not None and step > self.last.get(name, 0)
        told = self.expects(name, DEVICE, right=right, now=now)
        if told == "opened" and step is not None:
            self.last[name] = step
        return told

    def counted(self, name: str, place: str, now: float) -> list[float]:
        """When somebody was wrong; after the last time they only wait so long."""
        own = self.wrong.get((name, place), [])
        return [] if own and own[-1] <= now - TERMS.locked_minutes * MINUTE else own

    def forget(self, name: str) -> None:
        """A new password: what was wrong before counts no more, but for codes."""
        self.wrong = {key: own for key, own in self.wrong.items() if key[0] != name or key[1] == DEVICE}


class House(Struct):
    """The house while it is open."""

    venue: Venue
    hub: Hub
    stopped: asyncio.Event
    """Set when its machine stops."""
    sockets: list[Socket] = field(default_factory=list)


class Visitors:
    """A history: everybody who comes, and what must hold."""

    def __init__(self, seed: int, disk: FileDisk, plan: Path, secrets: Mapping[str, str]) -> None:
        self.seed, self.disk, self.plan, self.lives = seed, disk, plan, 0
        self.rng = Random(seed)
        self.passwords = {name: password(name) for name in PEOPLE}
        self.roles = dict(PEOPLE)
        self.sittings: dict[str, Sitting] = {}
        self.door, self.counts = Door(), Counts()
        self.devices = {name: TOTP(secret, digits=DIGITS, interval=STEP) for name, secret in secrets.items()}
        self.past: list[Socket] = []
        self.keys = 0
        self.asked: list[tuple[str, dict[str, Any]]] = []
        """Acts that were sent, by account, to be sent again."""
        self.acknowledged: dict[str, int] = {}
        self.money, self.booked = Money(), 0
        self.told: list[str] = []
        self.doubtful: tuple[str, str, bool] | None = None
        """Who is coming in where, and whether with the right password."""
        self.renewing: tuple[str, int, str] | None = None
        """Who is about to have another password, since when they have had theirs, and the new one."""
        self.leaving: str | None = None
        """The token of whoever is signing out."""

    # ---- Living it --------------------------------------------------------------------------------------------------

    async def live(self, steps: Sequence[Step]) -> None:
        """All steps, with everything checked after each. Raises FailedError."""
        number = -1
        try:
            self.clock = Later(_loop())
            self.house = await self._open()
            for name in PEOPLE:
                await self._enter(name, PLACES[0], right=True, code="right")
            for token in self._alive():
                self._open_page(token)
            await asyncio.sleep(0.1)
            self.check()
            for step in steps:
                number = step.number
                self.rng = Random(self.seed * 1_000_003 + number)
                await self._lives(step)
                self.check()
            number += 1
            await asyncio.sleep(CHECK_SECONDS + 2)
            self.check()
            self._in_the_end()
            await self._close()
        except Exception as wrong:
            raise FailedError(number, wrong, self.told) from wrong

    async def _open(self) -> House:
        self.lives += 1
        opening = Opening(self.plan, str(self.disk.path), pace=PACE, terms=TERMS)
        venue = open_venue(opening, clock=self.clock, entropy=SeededEntropy(self.seed * 100 + self.lives))
        venue.exposures.close()
        venue.exposures = Exposures(AtOnce())
        house = House(venue, Hub(venue), asyncio.Event())
        self._seamed(house)
        venue.desk.start()
        venue.reveals.start(asyncio.get_running_loop())
        state = venue.floor.house()
        assert state is not None
        end_barred(venue, [(venue.floor.now(), state)])
        await venue.pacer.start()
        return house

    def _seamed(self, house: House) -> None:
        """Put the disk's seam around every commit of a house."""
        store = self.disk.hold(house.venue.floor.store)
        real = store.writing

        @contextmanager
        def writing() -> Iterator[Writing]:
            if house.stopped.is_set():
                raise Crash("nothing is written by a machine that has stopped")
            try:
                with seamed(self.disk, real, store.keys) as opened:
                    yield opened
            except Crash:
                house.stopped.set()
                raise

        store.writing = writing  # type: ignore[method-assign]

    async def _lives(self, step: Step) -> None:
        """A step, in which the machine may stop."""
        self.counts.steps += 1
        self.told.append(f"{step.number}. {step.act}" + (f", {step.fault}" if step.fault else ""))
        loop, house, seam = asyncio.get_running_loop(), self.house, self.disk.seam
        what, _, point = step.fault.partition(" ")

        def goes_wrong() -> None:
            if what == "stop":
                house.stopped.set()
            else:
                seam.crash_at, seam.kept = (TORN, True) if point == "torn kept" else (point, False)

        if not what:
            await self._step(step.act)
            return
        timer = loop.call_later(self.rng.choice((0, 0.01, 0.3, 1, 3)), goes_wrong)
        acting, stops = loop.create_task(self._step(step.act)), loop.create_task(house.stopped.wait())
        await asyncio.wait((acting, stops), return_when=asyncio.FIRST_COMPLETED)
        timer.cancel()
        if house.stopped.is_set():
            await self._crashes()
            return
        stops.cancel()
        seam.mend()
        acting.result()

    async def _crashes(self) -> None:
        """Everything that ran on the machine is gone; it starts again from what is on the disk."""
        self.counts.crashes += 1
        self.told.append("  the machine stops")
        venue = self.house.venue
        venue.reveals.stop()
        await venue.pacer.stop()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await venue.desk.stop()
        venue.exposures.close()
        self.past += self.house.sockets
        self.disk.stopped()
        self.disk.seam.mend()
        self.house = await self._open()
        self._learn()

    async def _close(self) -> None:
        venue = self.house.venue
        for socket in self.house.sockets:
            socket.lose()
        await asyncio.sleep(0)
        await asyncio.gather(*(one.task for one in self.house.sockets if one.task is not None))
        self._hang_up()
        await venue.pacer.stop()
        venue.reveals.stop()
        await venue.desk.stop()
        venue.exposures.close()
        venue.floor.store.close()

    async def _step(self, step: str) -> None:
        rng, name = self.rng, self.rng.choice(list(PEOPLE))
        match step:
            case "enter":
                code = rng.choice(("right", "right", "right", "used", "wrong", "none"))
                await self._enter(name, rng.choice(PLACES), right=rng.random() < 0.7, code=code)
            case "open" if self._alive():
                self._open_page(rng.choice(self._alive()))
            case "act":
                self._act()
            case "again" if self.asked:
                self._again()
            case "drop" if self.house.sockets:
                await self._drop(rng.choice(self.house.sockets))
            case "cash":
                await self._cash(rng.choice(("ann", "bob")), rng.choice((500, 10_000, 50_000)))
            case "leave" if self._alive():
                self._leave(rng.choice(self._alive()))
            case "roles":
                await self._change_roles()
            case "password":
                self._change_password(name)
            case "idle":
                await asyncio.sleep((TERMS.idle_minutes + rng.choice((-1, 1))) * MINUTE)
            case "restart":
                await self._close()
                self.counts.restarts += 1
                self.house = await self._open()
            case _:
                await asyncio.sleep(rng.choice((1, 5, 20)))
        await asyncio.sleep(rng.choice((0.05, 0.4, 1.5)))

    async def _enter(self, name: str, place: str, *, right: bool, code: str) -> None:
        role, now = PEOPLE[name], _now()
        given = self.passwords[name] if right else "not the password at all"
        before = {key: list(own) for key, own in self.door.wrong.items()}, dict(self.door.last)
        self.doubtful = (name, place, right)
        expected, shown = self.door.expects(name, place, right=right, now=now), ""
        if expected == "opened" and name in self.devices:
            expected, shown = self._code(name, code, now)
        after, (self.door.wrong, self.door.last) = (self.door.wrong, self.door.last), before
        done = await enter(self.house.venue, Place(place), name, given, role, shown)
        (self.door.wrong, self.door.last), self.doubtful = after, None
        if expected == "opened" and self.roles[name] is not role:
            assert isinstance(done, Refusal), f"{name} enters in a role that was taken from them"
            return
        if isinstance(done, Opened):
            assert expected == "opened", f"{name} enters from {place}, and should not: {expected}"
            self.sittings[done.token] = Sitting(name, role, now, now)
            self.counts.entered += 1
            self.counts.codes += name in self.devices
            return
        self.counts.refused += 1
        told = "wait" if done.sentence.startswith("Too many") else "asked" if done is ASKED else "wrong"
        assert told == expected, f"{name} is told {done.sentence!r} at {place}, where {expected} was due"

    def _code(self, name: str, kind: str, now: float) -> tuple[str, str]:
        """What a second factor leads to, and what is given as its code."""
        step, device = _half_minute(now), self.devices[name]
        last = self.door.last.get(name, 0)
        match kind:
            case "none":
                return "asked", ""
            case "wrong":
                return self.door.expects_code(name, None, now), WRONG_CODE
            case "used" if last:
                return self.door.expects_code(name, None, now), device.generate_otp(last)
            case _:
                return self.door.expects_code(name, step, now), device.generate_otp(step)

    def _open_page(self, token: str) -> None:
        """Somebody with a live session opens one more page: the first one, or after a line was lost."""
        venue, hub, sitting = self.house.venue, self.house.hub, self.sittings[token]
        session = venue.credentials.check_session(token, renew=False)
        assert session is not None
        socket = Socket(sitting.account, sitting.role, token, self.house.stopped)
        if hub.full(token, "here"):
            return
        served: Any = socket
        socket.task = asyncio.get_running_loop().create_task(hub.serve(served, session, token, "here"))
        self.house.sockets.append(socket)
        for topic in TOPICS[sitting.role]:
            socket.say(type="watch", topic=topic)

    def _act(self) -> None:
        """A Player takes up something that their page offers."""
        able = [
            one
            for one in self.house.sockets
            if one.role is Role.PLAYER and f"table:{TABLE}" in one.pages and not one.ended
        ]
        if not able:
            return
        socket = self.rng.choice(able)
        offers = [taken_up(one, self.rng) for one in socket.pages[f"table:{TABLE}"]["options"]]
        commands = [one for one in offers if one is not None]
        if not commands:
            return
        self.keys += 1
        key = f"{socket.account}-{self.keys}"
        message = {"type": "act", "topic": f"table:{TABLE}", "key": key, "commands": [self.rng.choice(commands)]}
        self.asked.append((socket.account, message))
        self._send(socket, message)
        if self.rng.random() < 0.15:  # and the line is lost before the answer comes
            socket.lose()

    def _again(self) -> None:
        """Somebody was not answered, or believes so, and asks again from any of their pages."""
        account, message = self.rng.choice(self.asked)
        able = [one for one in self.house.sockets if one.account == account and not one.ended]
        if able:
            self._send(self.rng.choice(able), message)

    def _send(self, socket: Socket, message: dict[str, Any]) -> None:
        sitting = self.sittings[socket.token]
        if sitting.dead is None and not self._idle(sitting):
            sitting.used = max(sitting.used, _now())
        self.counts.acts += 1
        socket.say(**message)

    async def _drop(self, socket: Socket) -> None:
        socket.lose()
        await asyncio.sleep(0.01)

    async def _cash(self, player: str, cents: int) -> None:
        """The teller pays in or out; large sums take two, which the floor says."""
        venue, floor = self.house.venue, self.house.venue.floor
        alive = [token for token in self._alive() if self.sittings[token].account == "tom"]
        if not alive:
            return
        session = venue.credentials.check_session(alive[0])
        assert session is not None
        self.sittings[alive[0]].used = _now()
        state = floor.house()
        assert state is not None
        self.keys += 1
        day = state.day(floor.now())
        kind = self.rng.choice(("CashIn", "CashOut"))
        command = {"type": kind, "player": player, "amount": cents, "day": day}
        answer = await act(venue, session, "cage", f"cash-{self.keys}", [command])
        if answer.refused is None:
            self.acknowledged[f"cash-{self.keys}"] = answer.version

    def _leave(self, token: str) -> None:
        """Signing out, as the page does it."""
        self.leaving = token
        assert self.house.venue.credentials.revoke(token)
        self.house.hub.end([token])
        self.sittings[token].dead, self.leaving = _now(), None

    async def _change_roles(self) -> None:
        """Two managers take the supervisor's desk away, or give it back."""
        venue = self.house.venue
        lost = self.roles["sue"] is Role.PIT_SUPERVISOR
        roles = (Role.DEALER,) if lost else (Role.PIT_SUPERVISOR,)
        manager = Role.SHIFT_MANAGER
        wanted, proposed = ChangeRoles("sue", roles), venue.floor.streams["house"].state.proposals
        if not any(one.what == wanted for one in proposed):  # before the machine stopped, and not signed yet
            first = await venue.desk.ask(Request("house", "mia", manager, ProposeChange(wanted)))
            assert isinstance(first, Accepted), first
        proposed = venue.floor.streams["house"].state.proposals
        number = next(one.number for one in reversed(proposed) if one.what == wanted)
        done = await venue.desk.ask(Request("house", "max", manager, CountersignChange(number)))
        assert isinstance(done, Accepted), done
        self._has_role(roles[0])
        await asyncio.sleep(0)

    def _has_role(self, role: Role) -> None:
        self.roles["sue"] = role
        for sitting in self.sittings.values():
            if role is not sitting.role and sitting.account == "sue" and sitting.dead is None:
                sitting.dead = _now()

    def _change_password(self, name: str) -> None:
        """Another password, as the page sets it: all of one's sessions end."""
        self.renewing = (name, self.house.venue.credentials.changed(name), password(f"{name}{self.counts.steps}"))
        assert self.house.venue.credentials.set_password(name, self.renewing[2]) is None
        self.house.hub.end_account(name)
        self._renewed(name, self.renewing[2])

    def _renewed(self, name: str, chosen: str) -> None:
        self.passwords[name], self.renewing = chosen, None
        self.door.forget(name)
        for sitting in self.sittings.values():
            if sitting.account == name and sitting.dead is None:
                sitting.dead = _now()

    # ---- What nobody was told ---------------------------------------------------------------------------------------

    def _learn(self) -> None:
        """What was under way when the machine stopped has happened or has not: see which, and nothing in between."""
        venue, now = self.house.venue, _now()
        credentials = venue.credentials
        if self.renewing is not None:
            name, changed, chosen = self.renewing
            if credentials.changed(name) != changed:
                self._renewed(name, chosen)
            self.renewing = None
        state = venue.floor.house()
        assert state is not None
        (role,) = state.accounts["sue"].roles
        if role is not self.roles["sue"]:
            self._has_role(role)
        for token, one in self.sittings.items():
            session = credentials.check_session(token, renew=False)
            if token == self.leaving and session is None:
                one.dead = now
            elif session is not None and one.dead is None:
                used = session.seen / MICROSECONDS - LATER
                assert used <= now + AHEAD, f"a session of {one.account} was used in the future"
                one.used = min(one.used, used + MINUTE)  # it is noted once a minute
        self.leaving = None
        self._learn_attempts(now)

    def _learn_attempts(self, now: float) -> None:
        """An attempt is counted before it is looked at, and forgotten if it was right."""
        kept = self._counts()
        for name in PEOPLE:
            for place in (*PLACES, DEVICE):
                had, has = len(self.door.counted(name, place, now)), kept.get((name, place), [])
                mine = self.doubtful is not None and self.doubtful[0] == name and place in (self.doubtful[1], DEVICE)
                can_be = {had, had + 1, 0} if mine else {had}
                assert len(has) in can_be, f"{len(has)} wrong attempts of {name} at {place} are counted, not {can_be}"
                self.door.wrong[name, place] = has
        self.doubtful = None

    def _counts(self) -> dict[tuple[str, str], list[float]]:
        """What is counted on the disk, with the second factors' half minutes."""
        places = {hashlib.sha256(place.encode()).hexdigest()[:16]: place for place in PLACES}
        found: dict[tuple[str, str], list[float]] = {}
        with self.house.venue.floor.store.reading() as reading:
            for row in reading.connection.execute(select(attempts)):
                last = row.last / MICROSECONDS - LATER
                name, at, place = row.account.partition("@")
                if place in places or name.startswith("factor:"):
                    key = (name, places[place]) if at else (name.removeprefix("factor:"), DEVICE)
                    found[key] = [last] * row.failures if last > _now() - TERMS.locked_minutes * MINUTE else []
            for row in reading.connection.execute(select(second_factors)):
                before = self.door.last.get(row.account, 0)
                mine = self.doubtful is not None and self.doubtful[0] == row.account
                assert row.last == before or (mine and _half_minute(_now()) - row.last in (0, 1)), row.account
                self.door.last[row.account] = row.last
        return found

    # ---- What must hold ---------------------------------------------------------------------------------------------

    def _idle(self, sitting: Sitting) -> bool:
        """Whether nothing was done in a session for too long; it is noted once a minute that something was."""
        return _now() >= sitting.used + TERMS.idle_minutes * MINUTE

    def _alive(self) -> list[str]:
        """The tokens that open a page, by the second set of books."""
        return [
            token
            for token, one in self.sittings.items()
            if one.dead is None and _now() < one.used + (TERMS.idle_minutes - 2) * MINUTE
        ]

    def _hang_up(self) -> None:
        """Lines that were lost, or that the server has ended."""
        for socket in [one for one in self.house.sockets if one.task is not None and one.task.done()]:
            assert socket.task is not None
            socket.task.result()
            socket.gone = True
            self.house.sockets.remove(socket)
            self.past.append(socket)

    def check(self) -> None:
        """Everything, after every step."""
        self._hang_up()
        self._check_sessions()
        self._check_money()
        seen: Known | None = None
        for socket in (*self.house.sockets, *self.past):
            seen = self._check_socket(socket, seen)

    def _check_sessions(self) -> None:
        venue = self.house.venue
        for token, one in self.sittings.items():
            session = venue.credentials.check_session(token, renew=False)
            alive = session is not None and still_enters(venue, session)
            if one.dead is not None:
                assert not alive, f"a session of {one.account} lives on"
            elif _now() >= one.used + (TERMS.idle_minutes + 1) * MINUTE:
                assert not alive, f"a session of {one.account} lives on, and nobody has used it"
                one.dead, one.idle = one.used + TERMS.idle_minutes * MINUTE, True
            elif token in self._alive():
                assert alive, f"a session of {one.account} has ended, and should not"
        for socket in self.house.sockets:
            sitting = self.sittings[socket.token]
            # Whatever ends a session on purpose ends its pages with it; one that nobody uses is looked at now and then.
            allowed = 0 if not sitting.idle else CHECK_SECONDS + MINUTE + 2
            if sitting.dead is not None and _now() > sitting.dead + allowed:
                assert socket.ended, f"a page of {socket.account} is open, and their session is over"

    def _check_money(self) -> None:
        floor = self.house.venue.floor
        with floor.store.reading() as reading:
            assert reading.position() >= self.booked, "the disk has lost entries"
            for entry in reading.following(self.booked):
                self.money.told_of(entry.stream, json.loads(entry.events))
                self.booked += 1
        self.money.check({name: cents for name, cents in floor.balances.items() if cents})

    def _check_socket(self, socket: Socket, seen: Known | None) -> Known | None:
        for text, message in zip(socket.texts[socket.checked :], socket.heard[socket.checked :], strict=True):
            if message["type"] == "answer" and message.get("refused") is None and message["key"][:3] in {"ann", "bob"}:
                before = self.acknowledged.setdefault(message["key"], message["version"])
                assert before == message["version"], f"{message['key']} is answered with another version"
            if message["type"] != "page":
                continue
            self.counts.pages += 1
            if message["topic"] == f"table:{TABLE}":
                seen = seen or known(self.house.venue.floor, TABLE)
                self._check_table(socket, text, seen)
            else:
                assert not shown_cards(text), f"{socket.account} is sent a card at {message['topic']}: {text[:300]}"
        seqs = [one["seq"] for one in socket.heard if one["type"] == "page"]
        assert seqs == list(range(1, len(seqs) + 1)), f"the pages of {socket.account} come as {seqs}"
        socket.checked = len(socket.texts)
        return seen

    def _check_table(self, socket: Socket, text: str, seen: Known) -> None:
        told = VERSION.search(text)
        assert told is not None, text[:200]
        version = int(told[1])
        name = socket.account if socket.role is Role.PLAYER else "nobody"
        cards = shown_cards(text)
        self.counts.cards += len(cards)
        allowed = seen.allowed(version, name)
        assert cards <= allowed, f"{socket.account} is sent {cards - allowed} at version {version}"
        assert version >= socket.version, f"{socket.account} is sent version {version} after {socket.version}"
        socket.version = version

    def _in_the_end(self) -> None:
        """What was answered is on record, once; and whoever looks sees their own wallet."""
        floor = self.house.venue.floor
        with floor.store.reading() as reading:
            entries = reading.following(0)
        keys = [(one.stream, one.key) for one in entries if one.key]
        assert len(keys) == len(set(keys)), "something happened twice"
        there = {key for _, key in keys}
        for key in self.acknowledged:
            assert key in there, f"{key} was acknowledged and is not on record"
        for socket in self.house.sockets:
            if socket.role is Role.PLAYER and not socket.ended and "me" in socket.pages:
                shown = socket.pages["me"]["balance"]
                assert shown == self.house.venue.wallet(socket.account), f"{socket.account} is shown {shown}"

    def transcript(self) -> bytes:
        """Every byte that anybody was sent, and every hash of the record."""
        floor = self.house.venue.floor
        told = [text for socket in self.past for text in socket.texts]
        return "\n".join((*self.told, *told, *(f"{one.stream} {one.hash}" for one in floor.heads()))).encode()


def password(name: str) -> str:
    """One that nobody guesses, so that nothing else is tried here."""
    return f"{name} carries seven umbrellas uphill"


def _loop() -> VirtualLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop


def _now() -> float:
    return asyncio.get_running_loop().time()


def _half_minute(now: float) -> int:
    """Of the house's clock, which second factors go by."""
    return int(now + LATER) // STEP


def _memory() -> str | None:
    """A folder in memory, where there is one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


@cache
def furnished() -> tuple[Path, dict[str, str]]:
    """The files of a house in which everybody has an account and a password, and the Players have money; and what the
    devices of those who have one were told."""
    secrets: dict[str, str] = {}
    folder = Path(tempfile.mkdtemp(prefix="croupier-", dir=_memory()))
    (folder / "floor.toml").write_text(PLAN, "utf-8")

    async def furnish() -> None:
        clock, entropy = LoopClock(_loop()), SeededEntropy(0)
        opening = Opening(folder / "floor.toml", str(folder / "floor.db"), pace=PACE, terms=TERMS)
        floor = open_venue(opening, clock=clock, entropy=entropy).floor
        manager = Role.SHIFT_MANAGER

        def ask(stream: str, actor: str, role: Role, command: Any) -> None:
            reply = floor.submit(Request(stream, actor, role, command))[0]
            assert isinstance(reply, Accepted), reply

        for number, (name, role) in enumerate((("sue", Role.PIT_SUPERVISOR), ("tom", Role.CAGE)), 1):
            ask("house", "mia", manager, ProposeChange(CreateAccount(name, (role,))))
            ask("house", "max", manager, CountersignChange(number))
        for name in ("ann", "bob"):
            ask("house", "tom", Role.CAGE, CreateAccount(name))
        _furnish_money(floor, ask)
        credentials = Credentials(floor.store, clock=clock, entropy=entropy, terms=TERMS)
        for name in PEOPLE:
            assert credentials.set_password(name, password(name)) is None
        factors = Factors(credentials, lambda: floor.keys)
        for name in WITH_DEVICE:
            secrets[name] = factors.begin(name, "Simulated").secret
            code = TOTP(secrets[name], digits=DIGITS, interval=STEP).generate_otp(clock.now() // MICROSECONDS // STEP)
            assert not isinstance(factors.confirm(name, code), Refusal)
        floor.store.close()

    _in_virtual_time(furnish)
    return folder, secrets


def _furnish_money(floor: Floor, ask: Callable[[str, str, Role, Any], None]) -> None:
    """A drawer, what the Players brought, and the table's chips."""
    given = drawer_opening(floor, "one")
    ask("cage", "tom", Role.CAGE, OpenDrawer(given["drawer"], given["counts"]))
    house = floor.house()
    assert house is not None
    for name in ("ann", "bob"):
        ask("cage", "tom", Role.CAGE, CashIn(name, 500_000, house.day(floor.now())))
    chip = floor.table(TABLE).engine.policy.chips[-1]
    ask(f"table:{TABLE}", "mia", Role.SHIFT_MANAGER, Propose(OpenTable(((chip, 100),))))
    ask(f"table:{TABLE}", "max", Role.SHIFT_MANAGER, Countersign(1))


def lived(plan: Plan) -> Visitors:
    """A plan, lived. Raises FailedError where something does not hold."""
    folder, secrets = furnished()
    disk = FileDisk(Path(tempfile.mkdtemp(prefix="croupier-", dir=_memory())))
    try:
        for file in folder.glob("floor.db*"):
            shutil.copy(file, f"{disk.path}{file.name.removeprefix('floor.db')}")
        visitors = Visitors(plan.seed, disk, folder / "floor.toml", secrets)
        _in_virtual_time(partial(visitors.live, plan.steps))
        return visitors
    finally:
        disk.close()


def failure(plan: Plan) -> FailedError | None:
    """How a plan fails; None if everything holds."""
    try:
        lived(plan)
    except FailedError as failed:
        return failed
    return None


def _in_virtual_time(work: Callable[[], Any]) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(work())

"""An open house made from a seed: its door, its sessions, its cage, and every page that anybody is sent.

The floor's own histories (``world.py``) end where requests reach it. Here the real venue stands around it, in a time
of its own: people come in with right and wrong passwords from several places, open pages and lose them, act through
them, ask again with the same key, are paid at the cage, lose a role, change a password, leave or stay idle; the house
closes and opens again, or its machine stops at any moment, also within a commit, and it opens from what is on the
disk; a commit fails or takes long, the disk is full, the clock is set and two managers sign for the time. What each
socket brings is kept, and after every step all of it is held against a second account of who may come in, whose session
is alive, what has been booked and who may see which card. Of what was under way when the machine stopped, or that a
failing disk refused, nobody knows whether it has happened; then all of it has, or nothing.
"""

import asyncio
import hashlib
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from copy import copy
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from litestar.exceptions import WebSocketDisconnect
from msgspec import Struct, field
from pyotp import TOTP
from sqlalchemy import select

from croupier.floor.house.credentials import Opened, Place, Terms
from croupier.floor.house.second_factor import ASKED, DIGITS, STEP, WINDOW
from croupier.floor.journal.schema import attempts, second_factors
from croupier.floor.journal.store import StoreError, Writing
from croupier.floor.running.floor import Floor
from croupier.floor.values import clock as clocks
from croupier.floor.values.cage import CashIn, OpenDrawer
from croupier.floor.values.house import ChangeRoles, CountersignChange, CreateAccount, ProposeChange
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import Countersign, OpenTable, Propose
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.acting.acts import act
from croupier.web.acting.sessions import end_barred, enter, still_enters
from croupier.web.clock.pacing import Pace
from croupier.web.live.hub import CHECK_SECONDS, Hub
from croupier.web.serving import Opening, open_venue
from croupier.web.venue import Venue
from croupier.web.watch.exposure import Exposures
from tests.floor.cashiers import opening as drawer_opening
from tests.floor.chance import SeededEntropy
from tests.simulation.checkers import Checkers
from tests.simulation.disks import Crash, FileDisk, seamed
from tests.simulation.plan import Plan, Step
from tests.simulation.world import BEGINNING, SECOND, FailedError, Time
from tests.web.shown import take_in
from tests.web.test_secrecy import VERSION, Known, known, shown_cards
from tests.web.test_shared_pages import taken_up
from tests.web.virtual import VirtualLoop

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
SECOND_MANAGER: Final = "max"
"""Who countersigns."""
WITH_DEVICE: Final = ("mia", "tom")
"""Who has a second factor."""
PLACES: Final = ("192.0.2.1", "192.0.2.2")
AHEAD: Final = 0.001
"""By how many seconds the clock, which never gives the same time twice, may be ahead of the loop within a step."""
LATER: Final = 60
"""Seconds from the template's evening to the beginning of a history."""
SLOW: Final = (0.5, 3, 10)
"""Seconds that a commit takes on a slow disk."""
SPARED: Final = (0, 0, 1, 2, 4)
"""Commits that go well before one goes wrong: coming in or changing a role takes several."""
PATIENCE: Final = 20.0
"""Seconds within which whoever acts is answered, whatever goes wrong, if their line holds."""
MINUTE: Final = 60.0
ASTRAY: Final = 2 * clocks.STEP / SECOND
"""By how many seconds the floor's time goes back at most unless somebody signs for that."""
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


class HouseTime(Time):
    """The virtual time, some while after the house was furnished; a clock that can be set, and a stopwatch."""

    def __init__(self, after: int = 0) -> None:
        super().__init__(BEGINNING + after * SECOND)
        self._loop = _loop()

    def elapsed(self) -> int:
        """What the stopwatch reads."""
        return self.passed + int(self._loop.time() * SECOND)

    def reads(self) -> int:
        """What the clock reads, without asking it."""
        return self.elapsed() + self.set


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
        self.ended = self.gone = self.lost = False
        self.owed: dict[str, float] = {}
        """The acts that were sent through it and not answered yet, and when."""
        self._said: asyncio.Queue[str | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None

    async def send_text(self, data: str) -> None:
        """The server says something."""
        if self.stopped.is_set():
            raise Crash("nothing is sent by a machine that has stopped")
        assert not self.gone, f"{self.account} is sent something after the line was lost"
        assert not self.ended, f"{self.account} is sent something after their session's end: {data[:200]}"
        message = msgspec.json.decode(data)
        self.texts.append(data)
        self.heard.append(message)
        self.ended = message["type"] == "ended"
        if not take_in(self.pages, message) and message["type"] == "answer":
            self.owed.pop(message["key"], None)

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
        self.lost = True
        self._said.put_nowait(None)


class Sitting(Struct):
    """A session as a second set of books has it."""

    account: str
    role: Role
    created: float
    used: float
    """By the floor's time, as it was opened."""
    dead: float | None = None
    """Since when it is over, in virtual seconds."""
    unsaid: bool = False
    """Whether no page was told of its end: nobody used it, or the disk failed just then."""


class Counts(Struct):
    """What a history has had in it, beside what went wrong."""

    steps: int = 0
    pages: int = 0
    cards: int = 0
    entered: int = 0
    refused: int = 0
    acts: int = 0
    restarts: int = 0
    crashes: int = 0
    failures: int = 0
    """Steps that ended because the disk failed."""
    signed: int = 0
    """How often two managers have signed for the time."""
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
        """When somebody was wrong; after the last time they only wait so long, and a time that the House has put back
        since is none."""
        own = self.wrong.get((name, place), [])
        return own if own and now - TERMS.locked_minutes * MINUTE < own[-1] <= now + ASTRAY else []

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

    def __init__(self, seed: int, disk: FileDisk, begun: "Furnished") -> None:
        self.seed, self.disk, self.plan, self.lives = seed, disk, begun.folder / "floor.toml", 0
        self.rng = Random(seed)
        self.passwords = {name: password(name) for name in PEOPLE}
        self.roles = dict(PEOPLE)
        self.sittings = {token: copy(one) for token, one in begun.sittings.items()}
        self.door, self.counts, self.faults = Door(), Counts(), Counter[str]()
        self.door.last.update(begun.last)
        self.devices = {name: _device(secret) for name, secret in begun.secrets.items()}
        self.past: list[Socket] = []
        self.keys = 0
        self.asked: list[tuple[str, dict[str, Any]]] = []
        """Acts that were sent, by account, to be sent again."""
        self.acknowledged: dict[tuple[str, str], int] = {}
        """By stream and key, what somebody was told is so."""
        self.checkers = begun.checkers.copy()
        self.parted: float | None = None
        """By how much the floor's time was ahead of the true one when it opened, or when somebody signed for it."""
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
            self.clock = HouseTime(LATER)
            self.house = await self._open()
            for token in self._alive():
                if self.sittings[token].account != SECOND_MANAGER:  # whose pages would be the first one's once more
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
        self.clock.last = 0
        entropy = SeededEntropy(self.seed * 100 + self.lives)
        venue = open_venue(opening, clock=self.clock, stopwatch=self.clock, entropy=entropy)
        self.parted = None
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
            match what:
                case "stop":
                    self.faults[what] += 1
                    house.stopped.set()
                case "clock":
                    self.faults[step.fault] += 1
                    self.clock.is_set(self.rng, far=point == "far")
                case "slow":
                    seam.slow = lambda: setattr(_loop(), "late", self.rng.choice(SLOW))
                case _:
                    seam.breaks(what, point, self.rng.choice(SPARED))

        if not what:
            await self._step(step.act)
            return
        at_once = what not in ("stop", "clock")  # the disk goes wrong with a commit, whenever that is
        timer = loop.call_later(0 if at_once else self.rng.choice((0, 0.01, 0.3, 1, 3)), goes_wrong)
        acting, stops = loop.create_task(self._step(step.act)), loop.create_task(house.stopped.wait())
        await asyncio.wait((acting, stops), return_when=asyncio.FIRST_COMPLETED)
        timer.cancel()
        if house.stopped.is_set():
            await self._crashes()
            return
        stops.cancel()
        seam.mend()
        try:
            acting.result()
        except StoreError as wrong:
            self.counts.failures += 1
            self.told.append(f"  the disk failed: {wrong}")
        if what in ("fail", "full"):
            await self._failed()

    async def _failed(self) -> None:
        """A disk has failed. What failed is not on it; or if it is, the house has to open anew."""
        floor = self.house.venue.floor
        if len(self.disk.entries(floor.position)):
            self.told.append("  what failed is on the disk: the house opens anew")
            await self._close()
            self.house = await self._open()
        self._learn()

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
            case "sign":
                await self._sign()
            case "idle":
                await asyncio.sleep((TERMS.idle_minutes + rng.choice((-1, 1)) * (1 + self._slack)) * MINUTE)
            case "restart":
                await self._close()
                self.counts.restarts += 1
                self.house = await self._open()
            case _:
                await asyncio.sleep(rng.choice((1, 5, 20)))
        await asyncio.sleep(rng.choice((0.05, 0.4, 1.5)))

    async def _enter(self, name: str, place: str, *, right: bool, code: str) -> None:
        role, now = PEOPLE[name], self._time()
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
        """What a second factor leads to, and what is given as its code: devices go by the true time, and the house by
        its machine's clock."""
        step, device = self.clock.elapsed() // SECOND // STEP, self.devices[name]
        last = self.door.last.get(name, 0)
        match kind:
            case "none":
                return "asked", ""
            case "wrong":
                return self.door.expects_code(name, None, now), WRONG_CODE
            case "used" if last:
                return self.door.expects_code(name, None, now), device.generate_otp(last)
            case _:
                near = abs(self.clock.reads() // SECOND // STEP - step) <= WINDOW
                return self.door.expects_code(name, step if near else None, now), device.generate_otp(step)

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
            if one.role is Role.PLAYER and f"table:{TABLE}" in one.pages and self._sure(one)
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
        message = {
            "type": "act",
            "topic": f"table:{TABLE}",
            "key": key,
            "commands": [self.rng.choice(commands)],
            "moment": socket.pages[f"table:{TABLE}"]["face"]["moment"],
        }
        self.asked.append((socket.account, message))
        self._send(socket, message)
        if self.rng.random() < 0.15:  # and the line is lost before the answer comes
            socket.lose()

    def _again(self) -> None:
        """Somebody was not answered, or believes so, and asks again from any of their pages."""
        account, message = self.rng.choice(self.asked)
        able = [one for one in self.house.sockets if one.account == account and self._sure(one)]
        if able:
            self._send(self.rng.choice(able), message)

    def _sure(self, socket: Socket) -> bool:
        """Whether it is known what an act through a page would do: not in the minutes around the end of its session, of
        which the house notes once a minute that it was used."""
        return not socket.ended and (self.sittings[socket.token].dead is not None or socket.token in self._alive())

    def _send(self, socket: Socket, message: dict[str, Any]) -> None:
        sitting = self.sittings[socket.token]
        if sitting.dead is None and not self._idle(sitting):
            sitting.used = max(sitting.used, self._time())
        self.counts.acts += 1
        socket.owed.setdefault(message["key"], _now())
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
        self.sittings[alive[0]].used = self._time()
        state = floor.house()
        assert state is not None
        self.keys += 1
        day = state.day(floor.now())
        kind = self.rng.choice(("CashIn", "CashOut"))
        command = {"type": kind, "player": player, "amount": cents, "day": day}
        answer = await act(venue, session, "cage", f"cash-{self.keys}", [command])
        if answer.refused is None:
            self.acknowledged["cage", f"cash-{self.keys}"] = answer.version

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
            if venue.floor.doubt() is not None:  # nothing is taken until the time is signed for
                assert isinstance(first, Refusal), first
                return
            assert isinstance(first, Accepted), first
        proposed = venue.floor.streams["house"].state.proposals
        number = next(one.number for one in reversed(proposed) if one.what == wanted)
        done = await venue.desk.ask(Request("house", SECOND_MANAGER, manager, CountersignChange(number)))
        if venue.floor.doubt() is not None:
            assert isinstance(done, Refusal), done
            return
        assert isinstance(done, Accepted), done
        self._has_role(roles[0])
        await asyncio.sleep(0)

    async def _sign(self) -> None:
        """Two managers sign for what the clock reads, right or wrong; the floor's time is that from then on."""
        venue, manager = self.house.venue, Role.SHIFT_MANAGER
        if venue.floor.doubt() is None:
            return
        first = await venue.desk.ask(Request(clocks.STREAM, "mia", manager, clocks.ProposeTime("it is right")))
        assert isinstance(first, Accepted), first
        number = venue.floor.streams[clocks.STREAM].state.proposed
        self.parted = None
        done = await venue.desk.ask(Request(clocks.STREAM, SECOND_MANAGER, manager, clocks.CountersignTime(number)))
        self.counts.signed += isinstance(done, Accepted)

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

    def _renewed(self, name: str, chosen: str, *, unsaid: bool = False) -> None:
        self.passwords[name], self.renewing = chosen, None
        self.door.forget(name)
        for sitting in self.sittings.values():
            if sitting.account == name and sitting.dead is None:
                sitting.dead, sitting.unsaid = _now(), unsaid

    # ---- What nobody was told ---------------------------------------------------------------------------------------

    def _learn(self) -> None:
        """What was under way when the machine stopped, or the disk failed, has happened or has not: see which, and
        nothing in between."""
        venue, now = self.house.venue, self._time()
        credentials = venue.credentials
        if self.renewing is not None:
            name, changed, chosen = self.renewing
            if credentials.changed(name) != changed:
                self._renewed(name, chosen, unsaid=True)
            self.renewing = None
        state = venue.floor.house()
        assert state is not None
        (role,) = state.accounts["sue"].roles
        if role is not self.roles["sue"]:
            self._has_role(role)
        for token, one in self.sittings.items():
            session = credentials.check_session(token, renew=False)
            if token == self.leaving and session is None:
                one.dead, one.unsaid = _now(), True
            elif session is not None and one.dead is None:
                one.used = min(one.used, session.seen / SECOND + MINUTE)  # it is noted once a minute
        self.leaving = None
        self._learn_attempts(now)

    def _learn_attempts(self, now: float) -> None:
        """An attempt is counted before it is looked at, and forgotten if it was right."""
        kept = Door()
        kept.wrong = self._counts()
        for name in PEOPLE:
            for place in (*PLACES, DEVICE):
                had, has = len(self.door.counted(name, place, now)), kept.counted(name, place, now)
                mine = self.doubtful is not None and self.doubtful[0] == name and place in (self.doubtful[1], DEVICE)
                can_be = {had, had + 1, 0} if mine else {had}
                assert len(has) in can_be, f"{len(has)} wrong attempts of {name} at {place} are counted, not {can_be}"
                self.door.wrong[name, place] = has
        self.doubtful = None

    def _counts(self) -> dict[tuple[str, str], list[float]]:
        """What is counted on the disk, with the second factors' half minutes."""
        places = {hashlib.sha256(place.encode()).hexdigest()[:16]: place for place in PLACES}
        found: dict[tuple[str, str], list[float]] = {}
        now = self.clock.elapsed() // SECOND // STEP
        with self.house.venue.floor.store.reading() as reading:
            for row in reading.connection.execute(select(attempts)):
                name, at, place = row.account.partition("@")
                if place in places or name.startswith("factor:"):
                    key = (name, places[place]) if at else (name.removeprefix("factor:"), DEVICE)
                    found[key] = [row.last / SECOND] * row.failures
            for row in reading.connection.execute(select(second_factors)):
                before = self.door.last.get(row.account, 0)
                mine = self.doubtful is not None and self.doubtful[0] == row.account
                assert row.last == before or (mine and now - row.last in (0, 1)), row.account
                self.door.last[row.account] = row.last
        return found

    # ---- What must hold ---------------------------------------------------------------------------------------------

    def _time(self) -> float:
        """What the floor takes the time for, in seconds: sessions and wrong attempts are counted by it."""
        return self.house.venue.floor.now() / SECOND

    @property
    def _slack(self) -> float:
        """Minutes by which the floor's time may have gone otherwise unnoticed, because the clock was set a little."""
        return ASTRAY / MINUTE if self.clock.set else 0.0

    def _idle(self, sitting: Sitting) -> bool:
        """Whether nothing was done in a session for too long; it is noted once a minute that something was."""
        return self._time() >= sitting.used + TERMS.idle_minutes * MINUTE

    def _alive(self) -> list[str]:
        """The tokens that open a page, by the second set of books."""
        now, least = self._time(), (TERMS.idle_minutes - 2 - self._slack) * MINUTE
        return [
            token
            for token, one in self.sittings.items()
            if one.dead is None and now < one.used + least and one.created <= now + AHEAD
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
        self._check_time()
        self._check_sessions()
        self._check_record()
        seen: Known | None = None
        for socket in (*self.house.sockets, *self.past):
            seen = self._check_socket(socket, seen)

    def _check_time(self) -> None:
        """The floor's time goes as time passes, whatever the clock is set to, unless two people have signed for it."""
        parted = self._time() - self.clock.elapsed() / SECOND
        if self.parted is None:
            self.parted = parted
        assert abs(parted - self.parted) <= ASTRAY + AHEAD, f"the floor's time went {parted - self.parted:.0f} s astray"

    def _check_sessions(self) -> None:
        venue, now, good = self.house.venue, self._time(), set(self._alive())
        most = (TERMS.idle_minutes + 1 + self._slack) * MINUTE
        for token, one in self.sittings.items():
            session = venue.credentials.check_session(token, renew=False)
            alive = session is not None and still_enters(venue, session)
            if one.dead is not None:
                assert not alive, f"a session of {one.account} lives on"
            elif now >= one.used + most:
                assert not alive, f"a session of {one.account} lives on, and nobody has used it"
                one.dead, one.unsaid = _now(), True
            elif one.created > now + ASTRAY + AHEAD:
                assert not alive, f"a session of {one.account} lives on that was opened in the future"
                one.dead, one.unsaid = _now(), True
            elif token in good:
                assert alive, f"a session of {one.account} has ended, and should not"
        for socket in self.house.sockets:
            sitting = self.sittings[socket.token]
            # Whatever ends a session on purpose ends its pages with it; one that nobody uses is looked at now and then.
            allowed = 0 if not sitting.unsaid else CHECK_SECONDS + 2
            if sitting.dead is not None and _now() > sitting.dead + allowed:
                assert socket.ended, f"a page of {socket.account} is open, and their session is over"
            if not (socket.ended or socket.lost):
                late = [key for key, at in socket.owed.items() if _now() > at + PATIENCE]
                assert not late, f"{socket.account} was never answered: {late}"

    def _check_record(self) -> None:
        """What is on the disk is what the floor has, entry by entry played again, and every cent is accounted for."""
        floor = self.house.venue.floor
        touched = self.checkers.follow(self.disk.entries(len(self.checkers.hashes)))
        self.checkers.agree(floor, touched)
        self.checkers.acknowledged(self.acknowledged)

    def _check_socket(self, socket: Socket, seen: Known | None) -> Known | None:
        for text, message in zip(socket.texts[socket.checked :], socket.heard[socket.checked :], strict=True):
            if message["type"] == "answer" and message.get("refused") is None and message["key"][:3] in {"ann", "bob"}:
                name = (f"table:{TABLE}", message["key"])
                before = self.acknowledged.setdefault(name, message["version"])
                assert before == message["version"], f"{message['key']} is answered with another version"
            if message["type"] != "page":
                continue
            self.counts.pages += 1
            if message["topic"] == f"table:{TABLE}":
                seen = seen or known(self.house.venue.floor, TABLE)
                self._check_table(socket, text, seen)
            else:
                assert not shown_cards(text), f"{socket.account} is sent a card at {message['topic']}: {text[:300]}"
        seqs = [one["seq"] for one in socket.heard if one["type"] in {"page", "meter"}]
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
        """Whoever looks sees their own wallet."""
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


def _device(secret: str) -> TOTP:
    """What somebody carries."""
    return TOTP(secret, digits=DIGITS, interval=STEP)


def _memory() -> str | None:
    """A folder in memory, where there is one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


class Furnished(Struct, frozen=True):
    """A house in which everybody has an account and a password and has just come in, and the Players have money."""

    folder: Path
    """Where its files are."""
    secrets: dict[str, str]
    """What the devices were told of those who have one."""
    sittings: dict[str, Sitting]
    """By token, everybody's session."""
    last: dict[str, int]
    """The half minute of the code that each device was right with."""
    checkers: Checkers


@cache
def furnished() -> Furnished:
    """Made once: every history begins with a copy of it."""
    secrets: dict[str, str] = {}
    sittings: dict[str, Sitting] = {}
    folder = Path(tempfile.mkdtemp(prefix="croupier-", dir=_memory()))
    (folder / "floor.toml").write_text(PLAN, "utf-8")
    opening = Opening(folder / "floor.toml", str(folder / "floor.db"), pace=PACE, terms=TERMS)
    checkers: list[Checkers] = []
    last: dict[str, int] = {}

    async def furnish() -> None:
        clock, entropy = HouseTime(), SeededEntropy(0)
        venue = open_venue(opening, clock=clock, stopwatch=clock, entropy=entropy)
        floor, credentials, factors = venue.floor, venue.credentials, venue.factors
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
        step = clock.elapsed() // SECOND // STEP
        for name in PEOPLE:
            assert credentials.set_password(name, password(name)) is None
        for name in WITH_DEVICE:
            secrets[name] = factors.begin(name, "Simulated").secret
            assert not isinstance(factors.confirm(name, _device(secrets[name]).generate_otp(step)), Refusal)
        await asyncio.sleep(STEP)
        venue.desk.start()
        for name, role in PEOPLE.items():
            code = _device(secrets[name]).generate_otp(step + 1) if name in secrets else ""
            opened = await enter(venue, Place(PLACES[0]), name, password(name), role, code)
            assert isinstance(opened, Opened), opened
            now = floor.now() / SECOND
            sittings[opened.token] = Sitting(name, role, now, now)
            last.update({name: step + 1} if code else {})
        await venue.desk.stop()
        checkers.append(_followed(floor))
        venue.exposures.close()
        floor.store.close()

    _in_virtual_time(furnish)
    return Furnished(folder, secrets, sittings, last, checkers[0])


def _followed(floor: Floor) -> Checkers:
    """The checkers, after all that is on record."""
    made = Checkers(floor.keys)
    with floor.store.reading() as reading:
        made.follow(reading.following(0))
    return made


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
    begun = furnished()
    disk = FileDisk(Path(tempfile.mkdtemp(prefix="croupier-", dir=_memory())))
    try:
        for file in begun.folder.glob("floor.db*"):
            shutil.copy(file, f"{disk.path}{file.name.removeprefix('floor.db')}")
        visitors = Visitors(plan.seed, disk, begun)
        _in_virtual_time(partial(visitors.live, plan.steps))
        visitors.faults += disk.seam.broke
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

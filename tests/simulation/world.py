"""The world of a simulated house: its time, its chance, its disk, its network and the people around it.

Everything that could differ between two runs comes from the seed; nothing waits, and nothing runs beside anything else.
"""

from functools import cache
from random import Random
from traceback import extract_tb
from typing import Any, Final

from msgspec import Struct

from croupier.floor.house.recovery import recover
from croupier.floor.journal.anchors import Anchor, AnchorFile, parted
from croupier.floor.journal.codec import write
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import StoreError
from croupier.floor.running.floor import Floor
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.requests import Accepted, AtomicRequest, Outcome, Rejected, Request
from croupier.floor.verify.checkpoints import Content, signed
from croupier.floor.verify.verification import verify
from tests.floor.random_floor import KEYS, furnish
from tests.floor.rigging import RiggedEntropy, rigged_deck
from tests.simulation import people
from tests.simulation.checkers import Checkers
from tests.simulation.disks import COMMITTED, Contents, Crash, Disk, MemoryDisk, on_file
from tests.simulation.network import Act, Network
from tests.simulation.plan import TABLES, Plan, Step

SECOND: Final = 1_000_000
BEGINNING: Final = 1_780_000_000 * SECOND
LITTLE: Final = 50
FAR: Final = 40_000_000
"""Seconds by which a clock is set at most: a little is what a floor absorbs, far is more than a year."""
OWN: Final = 0.7
"""How often whoever ends the rounds looks after a plan's own tables."""
ENOUGH: Final = 800
"""Acts in which every round ends once nothing goes wrong any more."""
EVENING_STEPS: Final = 120
ANCHORED: Final = 5
"""In one history of so many the House casts anchors, and what it has signed is looked at whenever it opens."""
FIRST_CHECKPOINT: Final = 40
"""Entries after which a verification is gone on from a second time."""
PEACE: Final = "nothing goes wrong any more"


class Time:
    """The machine's time: a clock that can be set, and a stopwatch that cannot."""

    def __init__(self, began: int) -> None:
        self.passed, self.set, self.last = began, 0, 0

    def now(self) -> int:
        """What the clock reads, in microseconds; like the system's clock it goes back by more than a second only."""
        reads = self.elapsed() + self.set
        little = self.last - SECOND <= reads <= self.last
        self.last = self.last + 1 if little else reads
        return self.last

    def elapsed(self) -> int:
        """What the stopwatch reads."""
        return self.passed

    def passes(self, seconds: int) -> None:
        """Time passes."""
        self.passed += seconds * SECOND

    def is_set(self, rng: Random, *, far: bool) -> None:
        """Somebody sets the clock, by a little or far, forwards or back."""
        self.set += rng.choice((-1, 1)) * rng.randint(1, FAR if far else LITTLE) * SECOND


class Anchors(AnchorFile):
    """The file of anchors, in memory: what was written there outlives every crash."""

    def __init__(self) -> None:
        self.newest: Anchor | None = None

    def append(self, anchor: Anchor) -> None:
        """A line; the newest says as much."""
        self.newest = anchor

    def replace_last(self, anchor: Anchor, *, back: bool = False) -> None:
        """The last commit."""
        self.newest = anchor


class FailedError(Exception):
    """A history in which something does not hold."""

    def __init__(self, step: int, wrong: BaseException, told: list[str]) -> None:
        said = str(wrong)
        if not said:  # then the line that it failed in is what there is to say
            last = extract_tb(wrong.__traceback__)[-1]
            said = f"{type(wrong).__name__} in {last.name}: {last.line}"
        super().__init__(f"step {step}: {said}")
        self.step, self.wrong, self.told = step, wrong, told


class World:
    """A house, and everything around it."""

    floors: type[Floor] = Floor

    def __init__(
        self, disk: Disk, checkers: Checkers, seed: int, tables: tuple[str, ...] = TABLES, time: int = BEGINNING
    ) -> None:
        self.disk, self.checkers, self.seed, self.tables = disk, checkers, seed, tables
        self.time, self.network, self.lives = Time(time), Network(), 0
        self.anchors = Anchors() if seed % ANCHORED == 0 else None
        self.told: list[Any] = []
        """What has happened, for whoever reads a history that failed."""
        self.counts: dict[str, int] = {}
        self.floor = self._open()

    def _open(self) -> Floor:
        """The floor on the disk as a process that starts finds it."""
        self.lives += 1
        self.time.last = 0
        self.entropy = RiggedEntropy(self.seed * 1_000 + self.lives)
        return self._on_disk()

    def _on_disk(self) -> Floor:
        return self.floors(
            self.disk.open(),
            clock=self.time,
            stopwatch=self.time,
            entropy=self.entropy,
            keys=KEYS,
            anchors=self.anchors,
        )

    # ---- A history ----------------------------------------------------------------------------------------------

    def live(self, steps: tuple[Step, ...], *, to_the_end: bool = False, verify: bool = False) -> None:
        """Every step, with everything checked after each, and then peace. Raises FailedError."""
        number = -1
        try:
            for step in steps:
                number = step.number
                self._step(step, Random(self.seed * 1_000_003 + number))
                self.check()
            number += 1
            self._answered_at_last()
            if to_the_end:
                self._ended(Random(self.seed))
            if verify:
                self.verify()
        except Exception as wrong:
            raise FailedError(number, wrong, self.history()) from wrong

    def history(self) -> list[str]:
        """What has happened, line by line."""
        return [_told(one) for one in self.told]

    def _step(self, step: Step, rng: Random) -> None:
        self.told.append(step)
        self.time.passes(rng.randint(1, 20))
        fault = step.fault
        self._prepare(fault, rng)
        acts = self._asked(step.act, rng)
        if fault == "lost":
            self.network.unheard(acts)
            acts = []
        if acts:
            self.deliver(acts, fault)
        if step.act == "hit":
            self._stay_in(fault)
        if fault == "restart":
            self.restart()
        elif fault == "usurped":
            self._usurped(rng)
        self.disk.seam.mend()

    def _prepare(self, fault: str, rng: Random) -> None:
        """Something will go wrong in this step."""
        seam, (what, _, where) = self.disk.seam, fault.partition(" ")
        match what:
            case "crash" if where == "twice":
                seam.breaks("crash", COMMITTED)
            case "crash" if where == "answered":
                pass
            case "slow":
                seam.slow = lambda: self.time.passes(rng.randint(1, 90))
            case "clock":
                self.time.is_set(rng, far=where == "far")
            case _:
                seam.breaks(what, where)

    def _asked(self, act: str, rng: Random) -> list[Act]:
        """What arrives at the floor in this step."""
        network = self.network
        match act:
            case "ask":
                return [self._wish(rng)]
            case "together":
                return [self._wish(rng) for _ in range(rng.randint(2, 5))]
            case "whole":
                return [self.network.keyed(*people.several(self.floor, rng, self.tables))]
            case "late":
                network.delay(self._wish(rng))
            case "arrive":
                return network.arrived(rng)
            case "again":
                return [rng.choice(network.answered)] if network.answered else []
            case "retry":
                return list(network.unanswered)
            case "hit":
                return self._rigged(rng)
            case _:
                self.time.passes(rng.randint(60, 900))
        return []

    def _wish(self, rng: Random) -> Act:
        return self.network.keyed(people.wish(self.floor, rng, self.tables))

    def _rigged(self, rng: Random) -> list[Act]:
        """A round at a table of the floor's, in whose shoe the hands of major awards lie."""
        able = [name for name in people.HITS if not self.floor.table(name).running]
        if not able:
            return []
        name = rng.choice(able)
        state = self.floor.table(name)
        if not state.info.open or state.engine.pending or state.info.root:
            return []
        self.entropy.rig(rigged_deck(state.info.game, (1, 2), people.HITS[name]))
        return [self.network.keyed(one) for one in people.opening(name)]

    def _stay_in(self, fault: str) -> None:
        """Nobody folds the hands of a major award."""
        for name in people.HITS:
            for _ in range(8):
                request = people.staying_in(self.floor.table(name))
                if request is None or self.floor.table(name).info.proposals:
                    break
                if not self.deliver([self.network.keyed(request)], fault):
                    break

    def play(self, acts: int, rng: Random) -> None:
        """People play for a while, and nothing goes wrong."""
        for at in range(acts):
            self.time.passes(rng.randint(1, 20))
            self.deliver([self._wish(rng)])
            if at % 40 == 0:
                self.deliver(self._rigged(rng))
                self._stay_in("")

    # ---- Messages -----------------------------------------------------------------------------------------------

    def deliver(self, acts: list[Act], fault: str = "") -> bool:
        """Acts arrive in one commit; their answers are heard, or not. Whether any of them was accepted."""
        try:
            outcomes = self.floor.together((AtomicRequest(act), False) for act in acts)
        except StoreError as error:
            self.told.append(f"  the store failed: {error}")
            self.network.unheard(acts)
            self.check_failed()
            return False
        except Crash as crash:
            self.told.append(f"  the machine stops: {crash}")
            self.network.unheard(acts)
            self.crash(again=fault == "crash twice")
            return False
        if fault == "crash answered":
            self.network.unheard(acts)
            self.told.append("  the machine stops before anybody is answered")
            self.crash()
            return False
        return self._answer(acts, outcomes, fault)

    def _answer(self, acts: list[Act], outcomes: list[Outcome], fault: str) -> bool:
        for act, outcome in zip(acts, outcomes, strict=True):
            self.told.append((act, outcome))
            word = "refused" if isinstance(outcome, Rejected) else "accepted"
            self.counts[word] = self.counts.get(word, 0) + 1
        if fault == "unanswered":
            self.network.unheard(acts)
        else:
            for act, outcome in zip(acts, outcomes, strict=True):
                self.network.heard(act, outcome)
        return any(not isinstance(outcome, Rejected) for outcome in outcomes)

    # ---- Stops and starts ---------------------------------------------------------------------------------------

    def check_failed(self) -> None:
        """A commit that failed left nothing; or, if it is on the disk all the same, the house has to open anew."""
        if len(self.disk.entries(len(self.checkers.hashes))):
            self.told.append("  what failed is on the disk: the house opens anew")
            self.restart()

    def crash(self, *, again: bool = False) -> None:
        """The machine stops and starts; once more while it recovers, if that is what goes wrong."""
        self.disk.stopped()
        self.disk.seam.mend()
        self._reopen()
        if again and people.in_play(self.floor):
            self.disk.seam.crash_at = COMMITTED
            try:
                self._recover()
            except Crash:
                self.told.append("  the machine stops while it recovers")
                self.disk.stopped()
                self.disk.seam.mend()
                self._reopen()
        self.disk.seam.mend()
        self._recover()
        self.counts["crashes"] = self.counts.get("crashes", 0) + 1

    def restart(self) -> None:
        """An orderly stop."""
        self.disk.seam.mend()
        self._reopen()
        self._recover()

    def _reopen(self) -> None:
        self.floor.store.close()
        self.floor = self._open()
        entries = self.disk.entries()
        self.checkers.kept(entries, self.network.acknowledged)
        self.checkers.follow(entries[len(self.checkers.hashes) :])
        self.checkers.agree(self.floor, set(self.floor.streams))
        if self.anchors is not None:
            self._signed(self.anchors)

    def _signed(self, anchors: Anchors) -> None:
        """What a start asks of the record: all of it under the House's signature, and as the last anchor saw it."""
        with self.floor.store.reading() as reading:
            seal = reading.seal()
            assert seal is not None, "nothing is signed"
            assert (seal.position, seal.head) == (reading.position(), reading.chain()), "not all of it is signed"
            assert seal.genuine, "the signature is not the House's"
            told = "" if anchors.newest is None else parted(reading, anchors.newest)
            assert not told, f"an anchor saw another journal: {told}"

    def _recover(self) -> None:
        self.floor.start()
        running = people.in_play(self.floor)
        found = recover(self.floor)
        assert [one.table for one in found] == running, "another round was ruled on than was in play"
        for one in found:
            self.told.append(f"  {one.table}: round {one.round} {one.ruling or 'is held'}")
        self.check()

    def _usurped(self, rng: Random) -> None:
        """Another process takes the house over; the first must notice before it writes."""
        before, mine = self.floor, self._wish(rng)
        taken = self._on_disk()
        taken.start()
        recover(taken)
        theirs = taken.submit(*self._wish(rng))
        moved = len(self.disk.entries(before.position)) > 0
        self.told.append(("another process opens the house and writes", theirs, moved))
        if moved:
            try:
                replies = before.submit(*mine)
            except StoreError:
                replies = []
            assert not any(isinstance(one, Accepted) and not one.repeated for one in replies), (
                "a floor that was taken over has written"
            )
        self.restart()

    # ---- Checking -----------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Everything that must hold now."""
        touched = self.checkers.follow(self.disk.entries(len(self.checkers.hashes)))
        self.checkers.agree(self.floor, touched)
        self.checkers.acknowledged(self.network.acknowledged)
        self.checkers.whole(self.network.several)

    def _answered_at_last(self) -> None:
        """Nothing goes wrong any more: whoever asks is answered."""
        self.told.append(PEACE)
        self.disk.seam.mend()
        for act in [*self.network.under_way, *self.network.unanswered]:
            self.deliver([act])
        self.network.under_way = []
        assert not self.network.unanswered, "somebody was never answered"
        self.check()

    def _ended(self, rng: Random) -> None:
        """Every round ends."""
        for _ in range(ENOUGH):
            every = people.in_play(self.floor)
            running = [name for name in every if name in self.tables]
            if not running:
                break
            # An award at another table of the link may have to be paid first.
            name = running[0] if rng.random() < OWN else rng.choice(every)
            self.deliver([self.network.keyed(people.onward(self.floor, rng, name))])
        else:
            raise AssertionError(f"rounds that never end: {running}")
        self.check()

    def verify(self) -> None:
        """The floor's own verification finds nothing, and comes to the same end from a checkpoint on."""
        disk, come, again = self.disk.verified(), list[Content](), list[Content]()
        try:
            with disk.open().reading() as reading:
                findings = list(verify(reading, keys=KEYS, reached=come.append, every=FIRST_CHECKPOINT))
                assert not findings, findings
                if come:
                    since = signed(Signer(KEYS.current), come[0])
                    findings = list(verify(reading, keys=KEYS, since=since, reached=again.append))
        finally:
            if disk is not self.disk:
                disk.close()
        assert not findings, findings
        assert not again or again == come[-1:], "going on from a checkpoint comes to another end"


def _told(one: Any) -> str:
    """A line of a history."""
    match one:
        case Step():
            return f"{one.number}. {one.act}" + (f", {one.fault}" if one.fault else "")
        case (tuple() as act, Rejected() as stopped):
            asked = "; ".join(_asked_for(request) for request in act)
            return f"  {asked}: refused, {stopped.refusal.sentence}"
        case (tuple() as act, tuple() as replies):
            return "\n".join(
                f"  {_asked_for(request)}: {_done(reply)}" for request, reply in zip(act, replies, strict=True)
            )
        case _:
            return str(one)


def _done(reply: Accepted) -> str:
    again = " (again)" if reply.repeated else ""
    return f"entry {reply.version}{again}: {', '.join(type(event).__name__ for event in reply.events)}"


def _asked_for(request: Request) -> str:
    who = request.actor if request.actor != SYSTEM else "the floor"
    return f"{request.stream} {who} ({request.role}) {write(request.command)[:200]} [{request.key}]"


# ---- Where a history begins -----------------------------------------------------------------------------------------


class Evening(Struct, frozen=True):
    """A house at some moment: what is on its disk, and what the checkers know of it."""

    contents: Contents
    checkers: Checkers
    time: int


@cache
def evening(number: int) -> Evening:
    """A house that has just been furnished, or one where people have played for a while and nothing went wrong."""
    disk = MemoryDisk() if number == 0 else MemoryDisk(evening(0).contents.copy())
    if number == 0:
        world = World(disk, Checkers(), number)
        world.floor.start()
        furnish(world.floor, people.PLAN)
    else:
        world = World(disk, evening(0).checkers.copy(), number, time=evening(0).time)
        world.play(EVENING_STEPS, Random(number))
    world.check()
    disk.snapshots(world.floor.streams)
    return Evening(disk.contents, world.checkers, world.time.passed)


def begun(plan: Plan, *, worlds: type[World] = World, disks: type[MemoryDisk] = MemoryDisk) -> World:
    """The world in which a plan is lived, before its first step."""
    start = evening(plan.evening)
    disk: Disk = on_file(start.contents) if plan.on_file else disks(start.contents.copy())
    world = worlds(disk, start.checkers.copy(), plan.seed + 1, plan.tables, start.time)
    world.checkers.agree(world.floor, set())
    return world

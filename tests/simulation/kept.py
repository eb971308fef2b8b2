"""Evenings whose journals are kept as digests, so that no change of form changes a byte of what is written.

python -m tests.simulation.kept           compares, and names what differs
python -m tests.simulation.kept --write   keeps today's digests; the commit says why they differ

Clock, chance and keys are the test's own, and the clock stands still when it is read: how often somebody asks for the
time changes nothing. Each evening is kept by kind of stream, with its number of entries, and beside it every answer,
so that a refusal in other words shows too.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from croupier.floor.journal.codec import kind_of
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CageTerms, CashIn, CountersignCash, KeepDrawers, OpenDrawer, ProposeCash
from croupier.floor.values.door import NotePassword, NoteRefusal, NoteSignIn, NoteSignInFailed, NoteSignOut
from croupier.floor.values.entries import SYSTEM, Entry
from croupier.floor.values.house import (
    ChangePassword,
    ChangeRoles,
    CountersignChange,
    ExcludePerson,
    IssueCode,
    LockAccount,
    ProposeChange,
    Readmit,
    RejectChange,
    ResetPassword,
    SetLossLimit,
    SetTimeLimit,
    UnlockAccount,
)
from croupier.floor.values.links import LinkDown
from croupier.floor.values.record import AcceptCopy, CountersignRecord, ProposeRecord, RejectRecord, ReplaceKey
from croupier.floor.values.requests import Reply, Request
from croupier.floor.values.table import (
    AdoptRulebook,
    ChangeMode,
    ChangePolicy,
    Countersign,
    EstablishTable,
    OpenTable,
    PlayBanked,
    PlayRoom,
    PrepareShoe,
    Propose,
    Reject,
    TakeDrop,
)
from croupier.floor.values.tray import CancelSlip, ReceiveSlip, RequestCredit, RequestFill, SendSlip
from croupier.floor.values.waiting import AddWaiting, CallWaiting, DropWaiting
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager
from croupier.play.room import commands as room
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.chance import SeededEntropy
from tests.floor.fresh import fresh
from tests.floor.house_floor import DAY, NEXT, POKER, STUD, HouseFloor
from tests.floor.random_floor import furnish
from tests.simulation import people
from tests.simulation.checkers import Checkers
from tests.simulation.disks import MemoryDisk
from tests.simulation.world import BEGINNING, Time, World

KEPT: Final = Path(__file__).with_name("kept.json")
TABLES: Final = (
    ("stud-1", "multi-1"),
    ("stud-1", "holdem-1", "bonus-1"),
    ("stud-2", "bonus-2"),
    ("bonus-2", "poker-2"),
    ("poker-1", "poker-2"),
    ("multi-1", "stud-2"),
)
"""The tables of each simulated evening."""
ACTS: Final = 700
DOUBTED: Final = 40
"""The acts after the machine's clock was set."""
KINDS: Final = frozenset({"table", "link", "cage", "house", "door", "desk", "clock", "record"})

Digests = dict[str, dict[str, str]]
"""By evening, then by kind of stream: the number of entries and their digest; ``answers`` are all of its answers."""


class StillTime(Time):
    """A clock that only moves when time passes."""

    def now(self) -> int:
        return self.elapsed() + self.set


class StillWorld(World):
    """A world whose clock stands still when it is read."""

    def _open(self) -> Floor:
        if type(self.time) is Time:
            self.time = StillTime(self.time.passed)
        return super()._open()


def _digest(texts: Iterable[str]) -> str:
    found = hashlib.sha256()
    for text in texts:
        found.update(text.encode())
        found.update(b"\n")
    return found.hexdigest()[:24]


def _kept(entries: Iterable[Entry], answers: Iterable[str]) -> dict[str, str]:
    """Return the digests of one evening."""
    hashes: dict[str, list[str]] = {}
    for entry in entries:
        hashes.setdefault(kind_of(entry.stream), []).append(entry.hash)
    told = list(answers)
    kinds = {kind: f"{len(own)} {_digest(own)}" for kind, own in sorted(hashes.items())}
    return {**kinds, "answers": f"{len(told)} {_digest(told)}"}


def simulated(seed: int) -> dict[str, str]:
    """Return the digests of an evening that a seed makes: five games, links, the cage, the desk, outages and awards."""
    return _kept(*lived(seed))


def lived(seed: int) -> tuple[Sequence[Entry], list[str]]:
    """Return the entries and the answers of such an evening."""
    world = StillWorld(MemoryDisk(), Checkers(), seed, TABLES[seed], BEGINNING)
    world.floor.start()
    furnish(world.floor, people.PLAN)
    rng = Random(seed)
    world.play(ACTS, rng)
    world.time.is_set(rng, far=True)
    world.play(DOUBTED, rng)
    world.restart()
    world.play(DOUBTED, rng)
    return world.disk.entries(), world.history()


class KeptHouse(HouseFloor):
    """A house with accounts whose chance is made from a seed, and every answer that it has given."""

    def __init__(self, path: Path) -> None:
        self.entropy, self.answers = SeededEntropy(11), list[str]()
        super().__init__(path)

    def _floor(self) -> Floor:
        keys = KeyRing(Key(bytes(range(32))))
        return Floor(Store(fresh(self.path)), clock=self.clock, entropy=self.entropy, keys=keys)

    def ask(self, stream: str, command: Any, actor: str, role: Role) -> Reply:
        return self.keyed(stream, command, actor, role, "")

    def keyed(self, stream: str, command: Any, actor: str, role: Role, key: str) -> Reply:
        """Ask for something under a key, and once more as the network would deliver it a second time."""
        request = Request(stream, actor, role, command, key)
        asked = self.floor.by_itself if actor == SYSTEM else self.floor.submit
        replies = [asked(request)[0] for _ in range(2 if key else 1)]
        self.answers += [str(reply) for reply in replies]
        return replies[0]


def housed() -> dict[str, str]:
    """Return the digests of an evening in a house with accounts: signatures, limits, moves between tables, the door."""
    with TemporaryDirectory() as folder:
        at = KeptHouse(Path(folder) / "floor.db").furnish()
        assert isinstance(at, KeptHouse)
        for number, (stream, command, actor, role) in enumerate(_acts(at)):
            if number % 7 == 3:
                at.clock.pass_minutes(1)
            at.keyed(stream, command, actor, role, f"key-{number}")
        with at.floor.store.reading() as reading:
            entries = reading.following(0)
        at.floor.store.close()
        return _kept(entries, at.answers)


Acts = Iterable[tuple[str, Any, str, Role]]
SM, PM, PS, P = Role.SHIFT_MANAGER, Role.PIT_MANAGER, Role.PIT_SUPERVISOR, Role.PLAYER
D, C = Role.DEALER, Role.CAGE


def _acts(at: KeptHouse) -> Acts:
    """Yield what happens there, one act after the other; some of it is refused."""
    yield from _at_the_house()
    yield from _at_the_door()
    yield from _at_the_tables(at)
    yield from _at_the_cage()
    yield from _at_the_record()


def _at_the_house() -> Acts:
    yield "house", SetLossLimit("ann", 100_000), "ann", P
    yield "house", ProposeChange(SetLossLimit("ann", 200_000)), "pam", PM
    yield "house", ProposeChange(SetLossLimit("ann", 300_000)), "mia", SM
    yield "house", CountersignChange(5), "pam", PM
    yield "house", CountersignChange(5), "max", SM
    yield "house", SetTimeLimit("bob", 60), "bob", P
    yield "house", SetTimeLimit("bob", 90), "pam", PM
    yield "house", ProposeChange(SetTimeLimit("bob", 90)), "pam", PM
    yield "house", RejectChange(6, "he said no"), "mia", SM
    yield "house", ExcludePerson("cat", "her own wish"), "cat", P
    yield "house", ProposeChange(Readmit("cat", "a year has passed")), "mia", SM
    yield "house", CountersignChange(7), "mia", SM
    yield "house", CountersignChange(7), "pam", PM
    yield "house", LockAccount("dan", "keys lost"), "mia", SM
    yield "house", UnlockAccount("dan", "keys found"), "mia", SM
    yield "house", ProposeChange(ResetPassword("ann", "forgotten")), "mia", SM
    yield "house", CountersignChange(8), "max", SM
    yield "house", IssueCode("ann", first=False), "sue", PS
    yield "house", ChangePassword("ann"), "ann", P
    yield "house", ChangeRoles("sue", (Role.PIT_SUPERVISOR, Role.PLAYER)), "mia", SM
    yield "house", ProposeChange(ChangeRoles("pam", (Role.PLAYER,))), "pam", PM
    yield "house", RejectChange(99, "no such thing"), "mia", SM


def _at_the_door() -> Acts:
    yield "door", NoteSignIn("ann", P), SYSTEM, SM
    yield "door", NoteSignInFailed("", P, "a wrong password"), SYSTEM, SM
    yield "door", NotePassword("ann", "ann", "password", 5), SYSTEM, SM
    yield "door", NoteRefusal("dan", D, STUD, "OpenRound", "A round is in play", ("3.1",)), SYSTEM, SM
    yield "door", NoteSignOut("ann", P), SYSTEM, SM
    yield "door", NoteSignOut("ann", P), "ann", P


def _at_the_tables(at: KeptHouse) -> Acts:
    second = {"minimum_stake": 10_000, "maximum_stake": 100_000}
    yield "table:poker-2", EstablishTable("rws-poker", second, automatic=True), "mia", SM
    yield "table:void", EstablishTable("rws-casino-stud", {}, "nowhere", automatic=True), "mia", SM
    yield "table:late", EstablishTable("rws-poker", second, rulebook="rws-poker-v9"), "mia", SM
    for proposed in (ChangePolicy({**second, "small_blind": 200}), ChangePolicy({"small_blind": 300})):
        yield POKER, Propose(proposed), "sue", PS
    yield POKER, Countersign(2), "mia", SM
    yield STUD, Propose(ChangePolicy({"seed": 7})), "sue", PS
    yield STUD, Reject(2, "that is the link's"), "mia", SM
    yield STUD, Propose(TakeDrop(5)), "sue", PS
    yield STUD, Propose(AdoptRulebook("rws-casino-stud-v1", NEXT)), "sue", PS
    yield "desk", AddWaiting("bob", (100,)), "sue", PS
    yield "desk", AddWaiting("cat"), "sue", PS
    yield "desk", CallWaiting(2), "sue", PS
    yield POKER, PlayRoom(room.JoinTable(1, 20_000)), "bob", P
    yield POKER, PlayRoom(room.JoinTable(2, 20_000)), "ann", P
    yield "desk", DropWaiting(2, "went home"), "sue", PS
    yield POKER, PrepareShoe(), "ann", P
    yield POKER, PlayRoom(room.OpenRound()), "dan", D
    for seat, player in ((1, "bob"), (2, "ann"), (1, "bob"), (2, "ann")):
        yield POKER, PlayRoom(room.Act(seat, Move.FOLD)), player, P
    chip = at.floor.table("poker").engine.policy.chips[0]
    yield "table:poker-2", Propose(OpenTable(((chip, 100),))), "mia", SM
    yield "table:poker-2", Countersign(1), "max", SM
    yield "table:poker-2", PlayRoom(room.JoinTable(3, 1, "bob", relocated=True)), "pam", PM
    yield "table:poker-2", PlayRoom(room.JoinTable(4, 1, "cat", relocated=True)), "pam", PM
    yield "table:poker-2", PlayRoom(room.LeaveTable(3)), "bob", P
    yield STUD, PlayBanked(OpenRound()), "dan", D
    for box, player in ((1, "ann"), (2, "bob")):
        yield STUD, PlayBanked(PlaceWager(box, WagerName.ANTE, 10_000)), player, P
        yield STUD, PlayBanked(PlaceWager(box, WagerName.JACKPOT, 500)), player, P
    yield STUD, Propose(ChangeMode(automatic=False)), "sue", PS
    yield STUD, Countersign(3), "mia", SM
    yield STUD, PlayBanked(CloseBets()), "dan", D
    yield STUD, PlayBanked(Choose(1, Decision.BET)), "ann", P
    yield STUD, PlayBanked(Choose(2, Decision.FOLD)), "bob", P
    yield "link:stud", LinkDown("the display is dark"), "sue", PS
    yield STUD, PlayBanked(OpenRound()), "dan", D
    chip = at.floor.table("stud").engine.policy.chips[0]
    yield STUD, RequestFill(((chip, 5),)), "dan", D
    yield STUD, SendSlip("F-0001"), "tom", C
    yield STUD, ReceiveSlip("F-0001"), "dan", D
    yield STUD, RequestCredit(((chip, 2),)), "dan", D
    yield STUD, CancelSlip("C-0001", "not needed"), "sue", PS


def _at_the_cage() -> Acts:
    terms = CageTerms(two_from=100_000)
    yield "cage", KeepDrawers(terms), SYSTEM, SM
    yield "cage", OpenDrawer("one", tuple((note, 20) for note in terms.notes)), "tom", C
    yield "cage", CashIn("ann", 20_000, DAY), "tom", C
    yield "cage", CashIn("ann", 120_000, DAY), "tom", C
    yield "cage", ProposeCash(CashIn("ann", 120_000, DAY)), "tom", C
    yield "cage", ProposeCash(CashIn("ann", 120_000, DAY)), "tom", C
    yield "cage", CountersignCash(1), "tom", C
    yield "cage", CountersignCash(1), "pam", PM


def _at_the_record() -> Acts:
    yield "record", ProposeRecord(AcceptCopy(5, 9, "ab" * 32, "the disk was lost")), "mia", SM
    yield "record", ProposeRecord(ReplaceKey("cd" * 32, lost=False, reason="a new year")), "mia", SM
    yield "record", CountersignRecord(1), "mia", SM
    yield "record", CountersignRecord(1), "max", SM
    yield "record", ProposeRecord(ReplaceKey("cd" * 32, lost=False, reason="a new year")), "mia", SM
    yield "record", CountersignRecord(2), "max", SM
    yield "record", RejectRecord(2, "not now"), "max", SM


def digests() -> Digests:
    """Return the digests of all evenings as today's code writes them."""
    return {**{f"simulated {seed}": simulated(seed) for seed in range(len(TABLES))}, "house": housed()}


def kept() -> Digests:
    """Return the digests that were kept."""
    found: Digests = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def differing(now: Digests, before: Digests) -> list[str]:
    """Return the evenings and kinds of stream whose digests are not the kept ones."""
    names = sorted({(evening, kind) for one in (now, before) for evening in one for kind in one[evening]})
    unlike = (one for one in names if now.get(one[0], {}).get(one[1]) != before.get(one[0], {}).get(one[1]))
    return [f"{evening}, {kind}" for evening, kind in unlike]


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        KEPT.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in differing(digests(), kept())) or "nothing differs\n")

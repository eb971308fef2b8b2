"""A house with accounts in a test: a floor in a file, a clock to set, and people with names."""

from pathlib import Path
from typing import Any

from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, EstablishCage
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.gaming_day import begins
from croupier.floor.values.house import CountersignChange, CreateAccount, EstablishHouse, HouseState, ProposeChange
from croupier.floor.values.links import EstablishLink
from croupier.floor.values.ports import MICROSECONDS
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.floor.values.table import Countersign, EstablishTable, OpenTable, PlayBanked, PlayRoom, Propose
from croupier.play.banked.commands import CloseBets, OpenRound, PlaceWager
from croupier.play.refusal import Refusal
from croupier.play.room.commands import JoinTable
from croupier.rules.terms import Role, WagerName
from tests.floor.fresh import fresh
from tests.floor.pit import backed

DAY, NEXT = "2026-11-15", "2026-11-16"
NOON = begins(DAY, "12:00", "Asia/Singapore")
MINUTE = 60 * MICROSECONDS
STUD, POKER = "table:stud", "table:poker"


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: int = NOON) -> None:
        self.at = at

    def now(self) -> int:
        return self.at

    def pass_minutes(self, minutes: float) -> None:
        self.at += round(minutes * MINUTE)


class HouseFloor:
    """A floor whose House keeps accounts: managers mia and max, Players ann, bob and cat, dealer dan, teller tom."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = SetClock()
        self.floor = self._floor()

    def _floor(self) -> Floor:
        store = Store(fresh(self.path))
        return Floor(store, clock=self.clock, entropy=SystemEntropy(), keys=KeyRing(Key(bytes(32))))

    def again(self) -> "HouseFloor":
        """The same after a restart."""
        self.floor.store.close()
        self.floor = self._floor()
        return self

    def ask(self, stream: str, command: Any, actor: str, role: Role) -> Reply:
        request = Request(stream, actor, role, command)
        return (self.floor.by_itself if actor == SYSTEM else self.floor.submit)(request)[0]

    def do(self, stream: str, command: Any, actor: str = "mia", role: Role = Role.SHIFT_MANAGER) -> Accepted:
        request = Request(stream, actor, role, command)
        reply = self.floor.by_itself(request)[0] if actor == SYSTEM else backed(self.floor, request)
        assert isinstance(reply, Accepted), f"{command}: {reply}"
        return reply

    def refused(self, stream: str, command: Any, actor: str = "mia", role: Role = Role.SHIFT_MANAGER) -> Refusal:
        before = self.floor.heads()
        reply = self.ask(stream, command, actor, role)
        assert isinstance(reply, Refusal), f"{command} was accepted"
        assert self.floor.heads() == before
        assert reply.sentence
        return reply

    @property
    def house(self) -> HouseState:
        state = self.floor.house()
        assert state is not None
        return state

    def staff(self, name: str, *roles: Role) -> None:
        """Two people give somebody roles."""
        self.do("house", ProposeChange(CreateAccount(name, roles)))
        self.do("house", CountersignChange(self.house.proposed), "max")

    def furnish(self) -> "HouseFloor":
        """Cage, accounts, a table of stud, one of poker, and cash."""
        self.do("house", EstablishHouse(("mia", "max")), SYSTEM)
        self.do("cage", EstablishCage(10**9))
        self.staff("dan", Role.DEALER)
        self.staff("tom", Role.CAGE)
        self.staff("pam", Role.PIT_MANAGER)
        self.staff("sue", Role.PIT_SUPERVISOR)
        for name in ("ann", "bob", "cat"):
            self.do("house", CreateAccount(name), "tom", Role.CAGE)
            self.do("cage", CashIn(name, 500_000, DAY), "tom", Role.CAGE)
        self.do("link:stud", EstablishLink(5_000_000, "0.70", 500))
        self.do(STUD, EstablishTable("rws-casino-stud", {}, "stud", True, False, 5_000_000 * 1_000_000))
        self.do(POKER, EstablishTable("rws-poker", {"minimum_stake": 10_000, "maximum_stake": 100_000}, "", True))
        for stream in (STUD, POKER):
            chip = self.floor.table(stream.partition(":")[2]).engine.policy.chips[0]
            self.do(stream, Propose(OpenTable(((chip, 1_000),))))
            self.do(stream, Countersign(1), "max")
        return self

    # ---- Playing ----------------------------------------------------------------------------------------------------

    def ante(self, player: str, cents: int, box: int = 1) -> Reply:
        return self.ask(STUD, PlayBanked(PlaceWager(box, WagerName.ANTE, cents)), player, Role.PLAYER)

    def deal(self, command: Any) -> Accepted:
        return self.do(STUD, PlayBanked(command), "dan", Role.DEALER)

    def open_bets(self) -> None:
        self.deal(OpenRound())

    def close_bets(self) -> None:
        self.deal(CloseBets())

    def join(self, player: str, seat: int, stake: int) -> Reply:
        return self.ask(POKER, PlayRoom(JoinTable(seat, stake)), player, Role.PLAYER)

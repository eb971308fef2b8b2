"""A small house for verification: two tables of Casino Stud and one of Multi-Link on one jackpot, and two others."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import event

from croupier.floor.journal.database import prepare
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, CashOut, EstablishCage
from croupier.floor.values.links import EstablishLink
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.seeds import seed_digest
from croupier.floor.values.shuffle import Commitment
from croupier.floor.values.table import (
    CommitSeed,
    Countersign,
    EstablishTable,
    OpenTable,
    PlayBanked,
    PlayRoom,
    Propose,
    RevealSeed,
)
from croupier.floor.values.tray import ReceiveSlip, RequestFill, SendSlip
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager
from croupier.play.room import commands as room
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.chance import SeededEntropy
from tests.floor.fresh import fresh
from tests.floor.pit import backed

KEYS = KeyRing(Key(bytes(range(32))))
DAY = "2026-01-01"
PLAYERS = ("ann", "ben", "cat")
STUD = ("stud-1", "stud-2", "multi-1")
SEEDED = "stud-2"
"""Where a Player adds a seed of his own to every shoe."""


class TickingClock:
    """A second passes between any two looks at it."""

    def __init__(self, at: int = 1_767_225_600_000_000) -> None:
        self.at = at

    def now(self) -> int:
        self.at += 1_000_000
        return self.at


class House:
    """The floor in a database, and those who play there. The same comes out every time."""

    def __init__(self, path: Path | str, seed: int = 7, clock: TickingClock | None = None) -> None:
        self.path, self.clock, self.entropy = str(path), clock or TickingClock(), SeededEntropy(seed)
        self.floor = self._opened()

    def _opened(self) -> Floor:
        engine = open_engine(self.path) if "://" in self.path else fresh(self.path)
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", lambda driver, _: driver.execute("PRAGMA synchronous=OFF"))  # for speed
        prepare(engine)
        return Floor(Store(engine), clock=self.clock, entropy=self.entropy, keys=KEYS)

    def restart(self) -> None:
        """As after a night."""
        self.floor.store.close()
        self.floor = self._opened()

    def close(self) -> None:
        """Everything into the one file, so that it can be copied."""
        self.floor.store.checkpoint()
        self.floor.store.close()

    def ask(
        self, stream: str, command: Any, actor: str = "sue", role: Role = Role.SHIFT_MANAGER, key: str = ""
    ) -> None:
        reply = backed(self.floor, Request(stream, actor, role, command, key))
        assert isinstance(reply, Accepted), f"{command}: {reply}"

    def furnish(self) -> None:
        """Cage, link, tables and wallets."""
        self.ask("cage", EstablishCage(10**9))
        self.ask("link:stud", EstablishLink(5_000_000, "0.705", 500))
        for name in STUD:
            game = "rws-multi-link-casino-stud" if name == "multi-1" else "rws-casino-stud"
            self._table(name, EstablishTable(game, {}, "stud", True, False, self.floor.link("stud").meter))
        self.ask("link:bonus", EstablishLink(5_000_000, "0.70", 500))
        meter = self.floor.link("bonus").meter
        self._table("bonus-1", EstablishTable("mbs-texas-holdem-bonus-progressive", {}, "bonus", True, False, meter))
        stakes = {"small_blind": 100, "minimum_stake": 4_000, "maximum_stake": 40_000}
        self._table("poker-1", EstablishTable("rws-poker", stakes, "", True))
        for player in PLAYERS:
            self.ask("cage", CashIn(player, 3_000_000, DAY), "cash desk", Role.CAGE, key=f"cash-{player}")
        self.ask("cage", CashOut("cat", 100_000, DAY), "cash desk", Role.CAGE)

    def _table(self, name: str, established: EstablishTable) -> None:
        stream = f"table:{name}"
        self.ask(stream, established)
        chip = self.floor.table(name).engine.policy.chips[-1]
        self.ask(stream, Propose(OpenTable(((chip, 100),))))
        self.ask(stream, Countersign(1), "sam")

    def stud_round(self, name: str, players: Sequence[str] = PLAYERS[:2]) -> None:
        """A round of a stud game: everybody goes for the jackpot, the second folds."""
        self.wagers(name, players, (WagerName.ANTE, 10_000), (WagerName.JACKPOT, 500))
        for box, player in enumerate(players, 1):
            self.choose(name, box, player, Decision.FOLD if box == 2 else Decision.BET)

    def bonus_round(self, name: str, players: Sequence[str] = PLAYERS[:2]) -> None:
        """A round of hold'em against the house, raised once and checked to the end."""
        self.wagers(name, players, (WagerName.ANTE, 10_000), (WagerName.BONUS, 2_500))
        for decision in (Decision.FLOP, Decision.CHECK, Decision.CHECK):
            for box, player in enumerate(players, 1):
                self.choose(name, box, player, decision)

    def wagers(self, name: str, players: Sequence[str], *wagers: tuple[WagerName, int]) -> None:
        stream = f"table:{name}"
        self.ask(stream, PlayBanked(OpenRound()), "dan", Role.DEALER)
        if name == SEEDED:
            seed = f"{players[0]} chose this at {self.clock.at}".encode()
            commitment = Commitment(self.floor.table(name).info.root, 52)
            self.ask(stream, CommitSeed(seed_digest(commitment, players[0], seed)), players[0], Role.PLAYER)
            self.ask(stream, RevealSeed(seed), players[0], Role.PLAYER)
        for box, player in enumerate(players, 1):
            for wager, cents in wagers:
                key = f"{name}-{self.floor.table(name).engine.rounds}-{box}-{wager}"
                self.ask(stream, PlayBanked(PlaceWager(box, wager, cents)), player, Role.PLAYER, key)
        self.ask(stream, PlayBanked(CloseBets()), "dan", Role.DEALER)

    def choose(self, name: str, box: int, player: str, decision: Decision) -> None:
        self.ask(f"table:{name}", PlayBanked(Choose(box, decision)), player, Role.PLAYER)

    def sit_down(self, name: str) -> None:
        """Everybody takes a seat in the poker room."""
        for seat, player in enumerate(PLAYERS, 1):
            self.ask(f"table:{name}", PlayRoom(room.JoinTable(seat, 20_000)), player, Role.PLAYER)

    def poker_round(self, name: str) -> None:
        """A round in which everybody checks, calls, and shows."""
        stream = f"table:{name}"
        self.ask(stream, PlayRoom(room.OpenRound()), "dan", Role.DEALER)
        while self.floor.table(name).running:
            self._act(stream)

    def _act(self, stream: str) -> None:
        """The first thing that somebody may do: a refused command leaves no trace."""
        for seat, player in enumerate(PLAYERS, 1):
            for command in (room.Act(seat, Move.CHECK), room.Act(seat, Move.CALL), room.ShowHand(seat)):
                reply = self.floor.submit(Request(stream, player, Role.PLAYER, PlayRoom(command)))[0]
                if isinstance(reply, Accepted):
                    return
        raise AssertionError("nobody may do anything")

    def evening(self) -> None:
        """A few rounds everywhere, with a restart between them."""
        self.furnish()
        for name in STUD:
            self.stud_round(name)
        self.bonus_round("bonus-1")
        self.sit_down("poker-1")
        self.poker_round("poker-1")
        chip = self.floor.table("stud-1").engine.policy.chips[-1]
        self.ask("table:stud-1", RequestFill(((chip, 5),)), "dan", Role.DEALER)
        self.ask("table:stud-1", SendSlip("F-0001"), "cash desk", Role.CAGE)
        self.ask("table:stud-1", ReceiveSlip("F-0001"))
        self.restart()
        for name in (*STUD, "stud-1", "stud-2"):
            self.stud_round(name, PLAYERS)
        self.poker_round("poker-1")
        self.bonus_round("bonus-1")

"""A table of the poker room over many troubled rounds: who sits there, what he owes, and where his chips are.

Written from POKER (rws-poker-v6), 3.6 to 3.8 and 5.4 to 5.6, and the readings: what a Player missed stays with him when
he gives up his seat and takes one again; a round that is Void leaves the Button, the Blinds and what was owed as they
were. Button and Blinds are those of `room_seats`, the rounds those of `room_troubled`.
"""

from dataclasses import dataclass, field, replace

from . import room, room_seats
from .room_troubled import Troubled

RETURN_MINUTES = 60
"""For how long who leaves has to bring back what he left with, unless the House says otherwise."""
MOST_BLINDS = 10_000
"""The largest stake at these tables, in Small Blinds."""


@dataclass(eq=False)
class Sitter:
    """Somebody at a seat."""

    name: str
    stack: int
    owes: str | None
    relocated: bool = False
    away: bool = False
    returns: bool | None = None  # what he said about coming back
    pays: bool = False
    passed: int = 0  # how often the Big Blind has passed him since he last played
    missed_small: bool = False  # since then; half a turn, if that


@dataclass
class Sitting:
    """The table."""

    terms: room.Terms
    small: int
    seats: int
    sitters: dict[int, Sitter] = field(default_factory=dict)
    table: room_seats.Table = field(init=False)
    missed: dict[str, tuple[str, int]] = field(default_factory=dict)  # by those who left owing it, and on which day
    day: int = 1  # Blinds are owed for a gaming day
    minute: int = 0
    took: dict[str, tuple[int, int]] = field(default_factory=dict)  # who left with how much, and when
    plan: room_seats.Round | None = None  # of the round in play, or the last one
    planned: room_seats.Table | None = None  # as the table stands if that round is not Void
    round: Troubled | None = None
    there: list[Sitter] = field(default_factory=list)  # when the round was opened
    gone: dict[int, tuple[Sitter, int]] = field(default_factory=dict)  # left in this round, with these chips
    undone: dict[str, str | None] = field(default_factory=dict)  # what those who left owe if this round is Void
    repaid: dict[str, int] = field(default_factory=dict)  # by a Void round, to those who had left
    decisions: int = 0
    asked: list[int] = field(default_factory=list)  # decisions that are waited for between rounds
    rake: int = 0

    def __post_init__(self) -> None:
        self.table = room_seats.Table(self.seats)

    @property
    def playing(self) -> bool:
        return self.round is not None and not self.round.ended

    def place(self, seat: int) -> int | None:
        """Of a seat in the round in play."""
        if self.plan is None or not self.playing or seat not in self.plan.dealt:
            return None
        return self.plan.dealt.index(seat)

    def _allow(self, condition: bool, why: str) -> None:
        if not condition:
            raise room.NotAllowedError(why)

    # ---- Coming and going --------------------------------------------------------------------------------------------

    def join(self, seat: int, name: str, stake: int, *, relocated: bool = False) -> None:
        self._allow(seat not in self.sitters and seat not in self.gone, "the seat is taken")
        self._allow(all(one.name != name for one in self.sitters.values()), "he sits here already")
        least, most = 2 * self.small, MOST_BLINDS * self.small
        self._allow(relocated or least <= stake <= most, "not a Table Stake of this table (3.6)")
        chips, then = self.took.get(name, (0, 0))
        if not relocated and self.minute - then <= RETURN_MINUTES and chips >= least:
            self._allow(stake == min(chips, most), "he brings what he left with (3.6)")
        self.took.pop(name, None)
        now = self.planned if self.playing and self.planned is not None else self.table
        joining = room_seats.JOIN if now.first_orbit_over and not relocated else None
        missed, day = self.missed.pop(name, (None, 0))
        owes = room_seats.together(joining, missed if day == self.day else None)
        self.sitters[seat] = Sitter(name, stake, owes, relocated)

    def leave(self, seat: int) -> None:
        at = self.place(seat)
        sitter = self.sitters[seat]
        if at is not None:
            assert self.round is not None
            self._allow(not self.round.hand.active[at], "he is still in")
            self.gone[seat] = (sitter, self.round.hand.stacks[at])
            self.took[sitter.name] = (self.round.hand.stacks[at], self.minute)
        else:
            self.took[sitter.name] = (sitter.stack, self.minute)
            self._remember(sitter.name, self.owes(seat))
            if self.playing:
                self.undone[sitter.name] = sitter.owes
        del self.sitters[seat]
        if not self.sitters and not self.playing:
            self.table = room_seats.Table(self.seats)

    def _remember(self, name: str, owes: str | None) -> None:
        if owes in {room_seats.SMALL, room_seats.BOTH}:
            self.missed[name] = (str(owes), self.day)

    def top_up(self, seat: int, amount: int) -> None:
        self._allow(not self.playing, "not during a round (3.6.1)")
        self.sitters[seat].stack += amount

    def sit_out(self, seat: int, returns: bool | None) -> None:
        sitter = self.sitters[seat]
        self._allow(not sitter.away or sitter.returns != returns, "he is away")
        sitter.away, sitter.returns, sitter.pays = True, returns, False

    def come_back(self, seat: int) -> None:
        sitter = self.sitters[seat]
        self._allow(sitter.away, "he is there")
        sitter.away = False

    def due(self) -> dict[str, int]:
        """The seats where the Blinds of the next round fall due, as everybody is there now."""
        try:
            _, plan = room_seats.next_round(*self._now())
        except room_seats.NoRoundError:
            return {}
        return {"big_blind": plan.big, "small_blind": plan.small_due}

    def report_absent(self, seat: int, blind: str, returns: bool | None) -> None:
        """5.5, 5.6: he is not there to post it."""
        self._allow(not self.playing, "the Blinds have been posted")
        self._allow(self.due().get(blind) == seat, "that Blind is not due from him")
        self._allow(not self.sitters[seat].away, "he is away, and what he said of it is his own word")
        self.sit_out(seat, returns)

    def ask(self) -> None:
        """5.14, between rounds: there is nothing to void or to fold."""
        self.decisions += 1
        self.asked.append(self.decisions)

    def decide(self, number: int, option: str) -> None:
        self._allow(number in self.asked and option == "continue", "that is not to be decided")
        self.asked.remove(number)

    def deem_left(self, seat: int) -> None:
        """5.4.2, last sentence: who missed two turns, or has not said that he will return."""
        sitter = self.sitters[seat]
        self._allow(self.round is None or self.round.waiting is None, "a statement waits for signatures")
        self._allow(sitter.away and (sitter.returns is not True or sitter.passed > 1), "he is expected back")
        self.leave(seat)

    def owes(self, seat: int) -> str | None:
        """What he owes now; in a round that he does not play, what he will owe if it is not Void."""
        sitter = self.sitters[seat]
        if self.playing and self.planned is not None and sitter in self.there:
            return self.planned.owes[seat]
        return sitter.owes

    def pay_in(self, seat: int, pays: bool) -> None:
        sitter = self.sitters[seat]
        self._allow(self.owes(seat) is not None and sitter.pays != pays, "there is nothing to pay")
        sitter.pays = pays

    # ---- Rounds ------------------------------------------------------------------------------------------------------

    def open_round(self) -> None:
        self._allow(not self.playing, "a round is in play")
        self._allow(not self.asked, "a decision is waited for (5.14)")
        try:
            self.planned, self.plan = room_seats.next_round(*self._now())
        except room_seats.NoRoundError as error:
            raise room.NotAllowedError(str(error)) from error
        dealt, plan = self.plan.dealt, self.plan
        stacks = [self.sitters[seat].stack for seat in dealt]
        dead = [self.small * (room_seats.DEAD_SMALL in plan.pays.get(seat, ())) for seat in dealt]
        live = [self._live(plan.pays.get(seat, ())) for seat in dealt]
        hand = room.begin(stacks, dead, live, self.terms, dealt.index(plan.big))
        self.there, self.gone, self.undone = list(self.sitters.values()), {}, {}
        self.round = Troubled(hand, stacks, decisions=self.decisions)

    def _now(self) -> tuple[room_seats.Table, room_seats.Attendance]:
        present = frozenset(seat for seat, one in self.sitters.items() if one.stack and not one.away)
        here = room_seats.Attendance(
            present=present,
            away=frozenset(self.sitters) - present,
            relocated=frozenset(seat for seat, one in self.sitters.items() if one.relocated),
            pays=frozenset(seat for seat, one in self.sitters.items() if one.pays),
        )
        return replace(self.table, owes={seat: one.owes for seat, one in self.sitters.items()}), here

    def _live(self, parts: tuple[str, ...]) -> int:
        if room_seats.BLIND_BIG in parts or room_seats.LIVE_BIG in parts:
            return self.terms.big_blind
        return self.small * (room_seats.BLIND_SMALL in parts)

    def close(self) -> None:
        """After the round: chips go back to the seats, and the table is as planned, or as it was."""
        assert self.round is not None
        assert self.round.ended
        assert self.plan is not None
        assert self.planned is not None
        self.decisions = self.round.decisions
        chips = self.round.start if self.round.outcome is None else self.round.outcome.finishing
        for at, seat in enumerate(self.plan.dealt):
            if seat in self.gone:
                sitter, took = self.gone[seat]
                if self.round.void:
                    self.repaid[sitter.name] = self.repaid.get(sitter.name, 0) + chips[at] - took
                    self._remember(sitter.name, sitter.owes)
            else:
                self.sitters[seat].stack = chips[at]
        self.gone = {}
        if self.round.void:
            for name, owes in self.undone.items():
                self.missed.pop(name, None)
                self._remember(name, owes)
            if self.table.big is None:
                self.table = room_seats.Table(self.seats, self.plan.button)
            return
        assert self.round.outcome is not None
        self.rake += sum(self.round.outcome.rakes)
        for seat, missed in self.plan.missed.items():
            if seat in self.sitters and self.sitters[seat] in self.there:
                self.sitters[seat].passed += missed == room_seats.BOTH
                self.sitters[seat].missed_small = True
        for seat, sitter in self.sitters.items():
            if sitter in self.there:
                sitter.owes = self.planned.owes[seat]
            if seat in self.plan.dealt and sitter in self.there:
                sitter.pays = sitter.relocated = sitter.missed_small = False
                sitter.passed = 0
        self.table = self.planned

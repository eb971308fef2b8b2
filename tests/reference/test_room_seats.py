"""The engine's Button, Blinds and payments against the reference, over hundreds of rounds of coming and going."""

from dataclasses import dataclass, field
from random import Random

import pytest

from croupier.cards import DECK
from croupier.play.refusal import Refusal
from croupier.play.room.events import BlindMissed, BlindPosted, PlayerJoined, Post, RoomEvent, RoundOpened
from croupier.play.room.state import Phase, Seat
from tests.room import (
    ComeBack,
    DealCards,
    JoinTable,
    LeaveTable,
    OpenRound,
    PayIn,
    RoomSitting,
    SitOut,
    TopUp,
)
from tests.sampling import first

from .room_seats import (
    BLIND_BIG,
    BLIND_SMALL,
    BOTH,
    DEAD_SMALL,
    JOIN,
    LIVE_BIG,
    SMALL,
    Attendance,
    Example,
    NoRoundError,
    Round,
    Table,
    disagreements,
    next_round,
    worked_examples,
)

NAMES = {
    Post.SMALL_BLIND: BLIND_SMALL,
    Post.BIG_BLIND: BLIND_BIG,
    Post.DEAD_SMALL: DEAD_SMALL,
    Post.MATCHED_SMALL: DEAD_SMALL,  # all-in by it, in the pots as far as it reaches
    Post.LIVE_BIG: LIVE_BIG,
}
PRICES = {BLIND_SMALL: 100, DEAD_SMALL: 100, BLIND_BIG: 200, LIVE_BIG: 200}


@pytest.mark.parametrize("example", list(worked_examples()), ids=lambda example: example.name)
def test_the_reference_agrees_with_the_worked_examples(example: Example) -> None:
    table = Table(example.seats)
    for here, expected in example.rounds:
        table, found = next_round(table, here)
        assert not disagreements(expected, found, here)


def owed(seat: Seat) -> str | None:
    """What the engine has on record for a seat, in the reference's words."""
    if seat.owes_join:
        return JOIN
    if seat.missed_big:
        return BOTH
    return SMALL if seat.missed_small else None


@dataclass
class Both:
    """The engine's table beside the reference's, and what the reference has to be told of the Players."""

    rng: Random
    seats: int
    sitting: RoomSitting = field(init=False)
    table: Table = field(init=False)
    new: set[int] = field(default_factory=set)
    relocated: set[int] = field(default_factory=set)
    pays: set[int] = field(default_factory=set)
    people: int = 0
    seen: set[str] = field(default_factory=set)
    """What kinds of rounds there have been."""

    def __post_init__(self) -> None:
        self.sitting = RoomSitting((), {"seats": self.seats})
        self.table = Table(self.seats)

    def taken(self) -> dict[int, Seat]:
        return {seat.number: seat for seat in self.sitting.table.seats}

    # ---- Between rounds -----------------------------------------------------------------------------------------

    def come_and_go(self) -> None:
        for number in range(1, self.seats + 1):
            seat = self.taken().get(number)
            if seat is None:
                if self.rng.random() < 0.12:
                    self.join(number)
            elif not seat.stake and self.rng.random() < 0.6:
                self.sitting.do(TopUp(number, self.rng.choice([200, 1_000, 20_000])), seat.player)
            elif seat.away:
                if self.rng.random() < 0.3:
                    self.sitting.do(ComeBack(number), seat.player)
            elif self.rng.random() < 0.1:
                self.sitting.do(SitOut(number), seat.player)
                self.pays.discard(number)
            if seat is not None and self.rng.random() < 0.04:
                self.leave(number)
            if number in self.taken() and self.rng.random() < 0.3:
                self.pay_in(number)

    def join(self, number: int) -> None:
        self.people += 1
        name, relocated = f"guest {self.people}", self.rng.random() < 0.3
        stake = self.rng.choice([200, 300, 2_000, 100_000])
        by = "dealer" if relocated else name
        (joined,) = self.sitting.do(JoinTable(number, stake, name if relocated else "", relocated), by)
        assert isinstance(joined, PlayerJoined)
        assert joined.owes == (self.table.first_orbit_over and not relocated)
        self.new.add(number)
        if relocated:
            self.relocated.add(number)

    def leave(self, number: int) -> None:
        self.sitting.do(LeaveTable(number), self.taken()[number].player)
        self.new.discard(number)
        self.relocated.discard(number)
        self.pays.discard(number)
        if not self.taken():  # a table that has emptied begins anew
            self.table = Table(self.seats)

    def owes(self, number: int) -> str | None:
        """By the reference."""
        if number in self.new:
            return JOIN if self.table.first_orbit_over and number not in self.relocated else None
        return self.table.owes[number]

    def pay_in(self, number: int) -> None:
        chosen = self.rng.random() < 0.9
        before = number in self.pays
        answer = self.sitting.ask(PayIn(number, chosen), self.taken()[number].player)
        assert isinstance(answer, Refusal) == (self.owes(number) is None or chosen == before)
        if not isinstance(answer, Refusal):
            (self.pays.add if chosen else self.pays.discard)(number)

    # ---- A round ------------------------------------------------------------------------------------------------

    def attendance(self) -> Attendance:
        taken = self.taken()
        present = frozenset(number for number, seat in taken.items() if seat.stake and not seat.away)
        return Attendance(
            present, frozenset(taken) - present, frozenset(self.new), frozenset(self.relocated), frozenset(self.pays)
        )

    def round(self) -> None:
        """Open the next round on both sides, compare, and finish it somehow."""
        stakes = {number: seat.stake for number, seat in self.taken().items()}
        before = {number: owed(seat) for number, seat in self.taken().items()}
        assert before == {number: self.owes(number) for number in before}
        try:
            table, expected = next_round(self.table, self.attendance())
        except NoRoundError:
            assert isinstance(self.sitting.ask(OpenRound()), Refusal)
            return
        self.compare(expected, table, self.sitting.do(OpenRound()), stakes)
        if self.rng.random() < 0.1:
            self.sitting.report("foreign_card")
            self.seen.add("void")
            if self.table.big is None:
                self.table = Table(self.seats, expected.button)
            assert {number: owed(seat) for number, seat in self.taken().items()} == before
            return
        self.finish()
        self.table = table
        self.pays -= set(expected.dealt)
        self.new.clear()
        self.relocated -= set(expected.dealt)

    def compare(self, expected: Round, table: Table, events: tuple[RoomEvent, ...], stakes: dict[int, int]) -> None:
        opened = events[0]
        assert isinstance(opened, RoundOpened)
        assert (opened.button, opened.small_due, opened.big_seat) == (expected.button, expected.small_due, expected.big)
        assert opened.seats == expected.dealt
        posted: dict[int, list[tuple[str, int]]] = {}
        for event in events:
            if isinstance(event, BlindPosted):
                posted.setdefault(event.seat, []).append((NAMES[event.post], event.amount))
        assert posted == {seat: _as_far(parts, stakes[seat]) for seat, parts in expected.pays.items()}
        small = [seat for seat, parts in posted.items() if parts[0][0] == BLIND_SMALL]
        assert small == ([expected.small_due] if expected.small_posted else [])
        missed = {event.seat for event in events if isinstance(event, BlindMissed)}
        assert {seat for seat in missed if self.owes(seat) != JOIN} == set(expected.missed)
        assert {number: owed(seat) for number, seat in self.taken().items()} == table.owes
        assert self.sitting.table.positions.first_orbit == (not expected.first_orbit_over)
        self.seen |= {part for parts in expected.pays.values() for part in parts}
        self.seen |= {f"missed {blind}" for blind in expected.missed.values()}
        self.seen.add("two" if len(expected.dealt) == 2 else "more")
        self.seen |= {"dead button"} - ({"dead button"} if expected.button in expected.dealt else set())
        self.seen |= set() if expected.small_posted else {"no small blind"}
        here = {number for number, seat in self.taken().items() if seat.present}
        waits = (self.pays & here) - set(expected.dealt)
        self.seen |= {"waits at the Button"} if waits else set()

    def finish(self) -> None:
        """Everybody folds to one, or everybody goes all-in."""
        sitting = self.sitting
        shuffled = self.rng.sample(DECK, len(DECK))
        sitting.do(DealCards(tuple(shuffled[: len(sitting.round.ahead)])))
        move = "all_in" if self.rng.random() < 0.1 else "fold"
        while sitting.round.phase is Phase.BETTING:
            sitting.play(f"{sitting.turn} {move}")
        sitting.finish()


def _as_far(parts: tuple[str, ...], stake: int) -> list[tuple[str, int]]:
    """What is paid of these, as far as the chips reach."""
    paid = []
    for part in parts:
        amount = min(PRICES[part], stake)
        stake -= amount
        if amount:
            paid.append((part, amount))
    return paid


def campaign(seed: int, rounds: int) -> set[str]:
    """Many rounds at one table; the kinds of rounds met. A longer one belongs to the soak."""
    rng = Random(seed)
    both = Both(rng, rng.randint(2, 10))
    for _ in range(rounds):
        both.come_and_go()
        both.round()
    return both.seen


@pytest.mark.parametrize("seed", first(5, range(16)))
def test_seats_and_blinds_agree_over_hundreds_of_rounds(seed: int) -> None:
    campaign(seed, 150)


def test_the_campaign_meets_every_kind_of_round() -> None:
    seen = set().union(*(campaign(seed, 150) for seed in range(100, 106)))
    assert seen >= {BLIND_SMALL, BLIND_BIG, DEAD_SMALL, LIVE_BIG, "void", "two", "more", "dead button"}
    assert seen >= {"no small blind", f"missed {SMALL}", f"missed {BOTH}", "waits at the Button"}

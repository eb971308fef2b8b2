"""Button, Blinds and payments of the poker room over the rounds, written from POKER (rws-poker-v6) and its readings.

Seats are numbered from 1 on the Dealer's left, clockwise (3.7). `next_round` changes nothing: it answers with the table
as it stands after the round and with the round itself. A round that is Void is simply dealt again from the old table;
if it was the first of all, `button` remembers where the Button lay.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

JOIN = "join"  # 5.4: the Big Blind, live
SMALL = "small"  # 5.4.2.a and b: missed the Small Blind only; it is paid dead
BOTH = "both"  # 5.4.2: missed the Big Blind; Small Blind dead and Big Blind live

BLIND_SMALL, BLIND_BIG, DEAD_SMALL, LIVE_BIG = "small blind", "big blind", "dead small blind", "live big blind"
PRICE = {JOIN: (LIVE_BIG,), SMALL: (DEAD_SMALL,), BOTH: (DEAD_SMALL, LIVE_BIG)}


class NoRoundError(ValueError):
    """Fewer than two Players would be dealt in."""


@dataclass(frozen=True)
class Table:
    """What is remembered between two rounds."""

    seats: int
    button: int | None = None
    small_due: int | None = None  # the seat where the Small Blind last fell due
    big: int | None = None  # the last Big Blind's seat
    travelled: int = 0  # seats that the Button has moved since its first place
    owes: dict[int, str | None] = field(default_factory=dict)  # every seat taken

    @property
    def first_orbit_over(self) -> bool:
        """The Button has regained or passed its starting seat."""
        return self.travelled >= self.seats


@dataclass(frozen=True)
class Attendance:
    """Who sits where when a round begins; a seat in neither `present` nor `away` is empty."""

    present: frozenset[int]
    away: frozenset[int] = frozenset()
    new: frozenset[int] = frozenset()  # taken by somebody new since the last round
    relocated: frozenset[int] = frozenset()  # whom a Pit Employee brought and who have not played yet (5.4.1)
    pays: frozenset[int] = frozenset()  # would pay what he owes to be dealt in
    remembered: dict[int, str] = field(default_factory=dict)  # what somebody new missed before he gave up a seat here


@dataclass(frozen=True)
class Round:
    """How one round begins."""

    button: int
    small_due: int
    small_posted: bool
    big: int
    dealt: tuple[int, ...]  # clockwise from the left of the Button
    pays: dict[int, tuple[str, ...]]  # only those who pay something
    missed: dict[int, str]  # who missed which Blind in this round: SMALL, or BOTH for the Big Blind
    owes: dict[int, str]  # who owes what after the round's payments, be it from this round or from earlier ones
    first_orbit_over: bool


def clockwise_from(seat: int, seats: int) -> list[int]:
    """All seats, beginning with the one to the left of `seat` and ending with `seat` itself."""
    return [(seat - 1 + step) % seats + 1 for step in range(1, seats + 1)]


def first_of(candidates: frozenset[int] | set[int], after: int, seats: int) -> int:
    """The first of the candidates to the left of a seat."""
    return next(seat for seat in clockwise_from(after, seats) if seat in candidates)


def strictly_between(right: int, left: int, seats: int) -> list[int]:
    """The seats passed on the way clockwise from one seat to another."""
    way = clockwise_from(right, seats)
    return way[: way.index(left)]


def together(joining: str | None, missed: str | None) -> str | None:
    """What somebody owes who has to pay to join, and missed Blinds here before (5.4, 5.4.2)."""
    if joining is None or missed is None:
        return joining or missed
    return BOTH


def _owed_before(table: Table, here: Attendance) -> dict[int, str | None]:
    """What each seat owes when the round begins; newcomers of the first Orbit and relocated Players owe nothing."""
    owes: dict[int, str | None] = {}
    for seat in sorted(here.present | here.away):
        if seat in here.new:
            free = seat in here.relocated or not table.first_orbit_over  # as it stands when he takes the seat
            owes[seat] = together(None if free else JOIN, here.remembered.get(seat))
        elif seat in table.owes:
            owes[seat] = table.owes[seat]
        else:
            raise ValueError(f"seat {seat} was empty and nobody new has taken it")
    return owes


def next_round(table: Table, here: Attendance) -> tuple[Table, Round]:
    """Moves Button and Blinds, and says who pays what."""
    if here.present & here.away or not here.relocated | here.new <= here.present | here.away:
        raise ValueError("a seat is either present or away, and somebody new is one of them")
    if len(here.present) < 2:
        raise NoRoundError("fewer than two Players are present")
    owes = _owed_before(table, here)
    if table.big is None or table.small_due is None or table.button is None:
        return _first_round(table, here, owes)

    # The Big Blind moves first, to whoever is next: he owes nothing more (5.4, 5.4.1, 5.4.2.c and d).
    big = first_of(here.present, table.big, table.seats)
    missed: dict[int, str] = {}
    if table.big in here.away and owes[table.big] != JOIN:  # 5.5
        missed[table.big] = SMALL if owes[table.big] is None else str(owes[table.big])
    for seat in strictly_between(table.big, big, table.seats):  # 5.6
        if seat in here.away and owes[seat] != JOIN:
            missed[seat] = BOTH

    dealt = {seat for seat in here.present if seat == big or owes[seat] is None or seat in here.pays}
    button = _button_of_three(table, big, dealt)
    while len(dealt) > 2 and button in dealt - {big} and owes[button] == SMALL:
        dealt.remove(button)  # 5.4.2.a: he waits, unless without him nobody could move the Button on
        button = _button_of_three(table, big, dealt)
    if len(dealt) < 2:
        raise NoRoundError("fewer than two Players can be dealt in")
    small_due = table.big
    if len(dealt) == 2:  # 3.8
        button = small_due = next(seat for seat in dealt if seat != big)
    return _conclude(table, button, small_due, big, dealt, owes, missed, here.relocated)


def _button_of_three(table: Table, big: int, dealt: set[int]) -> int:
    """Where the Small Blind last fell due, even if empty; right of the due Small Blind where it lies beyond that."""
    assert table.big is not None
    assert table.small_due is not None
    if table.small_due in [*strictly_between(table.big, big, table.seats), big]:
        backwards = reversed(clockwise_from(table.big, table.seats)[:-1])
        return next((seat for seat in backwards if seat in dealt), table.small_due)
    return table.small_due


def _first_round(table: Table, here: Attendance, owes: dict[int, str | None]) -> tuple[Table, Round]:
    """3.7: the Button in front of the first Player from the Dealer's left; nobody can have missed anything yet.

    Where the first round was Void, the Button stays with its Player, if he is still there.
    """
    dealt = set(here.present)
    button = table.button if table.button in dealt else min(dealt)
    small_due = button if len(dealt) == 2 else first_of(dealt, button, table.seats)
    big = first_of(dealt, small_due, table.seats)
    return _conclude(table, button, small_due, big, dealt, owes, {})


def _conclude(
    table: Table,
    button: int,
    small_due: int,
    big: int,
    dealt: set[int],
    owes: dict[int, str | None],
    missed: dict[int, str],
    relocated: frozenset[int] = frozenset(),
) -> tuple[Table, Round]:
    pays: dict[int, tuple[str, ...]] = {big: (BLIND_BIG,)}
    for seat in dealt - {big}:
        owed = owes[seat]
        if owed is not None:  # and no Small Blind of his position besides
            # Where the Small Blind is due at his seat, he who owes that alone posts it as his bet (3.8, 5.4.2.a).
            pays[seat] = (BLIND_SMALL,) if owed == SMALL and seat == small_due else PRICE[owed]
        elif seat == small_due and seat not in relocated:  # 5.4.1 asks neither Blind of whom the pit brought
            pays[seat] = (BLIND_SMALL,)
    after: dict[int, str | None] = {}
    for seat, owed in owes.items():
        after[seat] = None if seat in dealt else missed.get(seat, owed)
    moved = 0 if table.big is None or table.button is None else (button - table.button) % table.seats
    next_table = Table(table.seats, button, small_due, big, table.travelled + moved, after)
    return next_table, Round(
        button=button,
        small_due=small_due,
        small_posted=pays.get(small_due) == (BLIND_SMALL,),
        big=big,
        dealt=tuple(seat for seat in clockwise_from(button, table.seats) if seat in dealt),
        pays=dict(sorted(pays.items())),
        missed=dict(sorted(missed.items())),
        owes={seat: owed for seat, owed in after.items() if owed is not None},
        first_orbit_over=next_table.first_orbit_over,
    )


# --- The worked examples of the readings ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Expected:
    """What an example says of one round; None where it says nothing. No Small Blind is posted where `small` is 0."""

    button: int | None = None
    small: int | None = None
    big: int | None = None
    waits: int | None = None  # a seat that is present and not dealt in
    missed: dict[int, str] | None = None  # newly in this round
    pays: dict[int, tuple[str, ...]] | None = None  # for these seats


@dataclass(frozen=True)
class Example:
    """Rounds one after another at a new table of six, everybody there unless he is said to be away."""

    name: str
    seats: int
    rounds: tuple[tuple[Attendance, Expected], ...]


ALL_SIX = frozenset(range(1, 7))
FIRST = (Attendance(ALL_SIX, new=ALL_SIX), Expected(1, 2, 3))


def _without(*away: int) -> Attendance:
    return Attendance(ALL_SIX - set(away), frozenset(away))


def _returning(*seats: int) -> Attendance:
    return Attendance(ALL_SIX, pays=frozenset(seats))


def worked_examples() -> Iterator[Example]:
    """Each sentence of the page as rounds; one example for every round in which the absent Player may come back."""
    absent_for_small = {
        2: Expected(2, 0, 4, missed={3: SMALL}),
        3: Expected(3, 4, 5, missed={}),
        4: Expected(missed={}),
        5: Expected(missed={}),
        6: Expected(missed={}),
    }
    back_from_small = {
        3: Expected(3, 4, 5, waits=3),
        4: Expected(pays={3: (DEAD_SMALL,)}),
        5: Expected(pays={3: (DEAD_SMALL,)}),
        6: Expected(pays={3: (DEAD_SMALL,)}),
        7: Expected(big=3, pays={3: (BLIND_BIG,)}),
    }
    for back, expected in back_from_small.items():
        away = [(_without(3), absent_for_small[number]) for number in range(2, back)]
        yield Example(
            f"seat 3 absent for the Small Blind, back in round {back}", 6, (FIRST, *away, (_returning(3), expected))
        )

    absent_for_big = {
        2: Expected(2, 3, 5, missed={4: BOTH}),
        3: Expected(3, 5, 6, missed={}),
        4: Expected(5, 6, 1, missed={}),
        5: Expected(missed={}),
        6: Expected(missed={}),
    }
    back_from_big = {
        3: Expected(3, 5, 6, pays={4: (DEAD_SMALL, LIVE_BIG)}),
        4: Expected(5, 6, 1, pays={4: (DEAD_SMALL, LIVE_BIG)}),
        5: Expected(pays={4: (DEAD_SMALL, LIVE_BIG)}),
        6: Expected(pays={4: (DEAD_SMALL, LIVE_BIG)}),
        7: Expected(big=4, pays={4: (BLIND_BIG,)}),
    }
    for back, expected in back_from_big.items():
        away = [(_without(4), absent_for_big[number]) for number in range(2, back)]
        yield Example(
            f"seat 4 absent for the Big Blind, back in round {back}", 6, (FIRST, *away, (_returning(4), expected))
        )

    yield Example(
        "seats 3 and 4 absent",
        6,
        (
            FIRST,
            (_without(3, 4), Expected(2, 0, 5, missed={3: SMALL, 4: BOTH})),
            (_without(3, 4), Expected(3, 5, 6, missed={})),
        ),
    )


def disagreements(expected: Expected, found: Round, here: Attendance) -> list[str]:
    """What a round has otherwise than its example says."""
    small = found.small_due if found.small_posted else 0
    facts: list[tuple[str, object, object]] = [
        ("button", expected.button, found.button),
        ("small", expected.small, small),
        ("big", expected.big, found.big),
        ("missed", expected.missed, found.missed),
    ]
    wrong = [f"{name}: {said}, found {got}" for name, said, got in facts if said is not None and said != got]
    if expected.waits is not None and (expected.waits not in here.present or expected.waits in found.dealt):
        wrong.append(f"seat {expected.waits} does not wait")
    for seat, parts in (expected.pays or {}).items():
        if found.pays.get(seat) != parts:
            wrong.append(f"seat {seat} pays {parts}, found {found.pays.get(seat)}")
    return wrong

"""Tables of different games on one link: wins, failures, voids and hands that leave, at random.

Whatever happens, the meter is what went in and out of it and never less than nothing, no hand is paid twice, awards are
the shares that the documents name of the value they are paid from, and the books balance.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.floor.journal.store import Reading
from croupier.floor.reading.reports import Period
from croupier.floor.running.loading import events_of
from croupier.floor.values.links import ClaimAt, LinkDown, LinkEstablished, MeterMoved, OrderClaims
from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import Countersign, EndFailure, Propose, SignClaim
from croupier.money import MILLION
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.banked.commands import (
    Choose,
    CloseBets,
    DealCards,
    Look,
    OpenRound,
    PlaceWager,
    Report,
    Reveal,
    Settle,
    ShowHand,
    TakeDecision,
    WithdrawWager,
)
from croupier.play.banked.events import JackpotDown, JackpotPaid, MeterRestored, RoundOpened
from croupier.play.banked.flow import current_step, hands_to_show, undecided
from croupier.play.banked.state import Phase
from croupier.reports.shift import LinkRow, shift_report, unknown
from croupier.rules.terms import Decide, Decision, Role, ShowHands, WagerName
from tests.floor.linked import FLUSH, NOTHING, ROYAL, Linked
from tests.floor.pit import PIT
from tests.floor.random_floor import asked
from tests.floor.rigged import ask, events, in_order, works_again
from tests.floor.rigging import rigged_deck, staying
from tests.floor.test_reports import Watch
from tests.sampling import first

OTHER_FLUSH = "Kh Qh Jh Th 9h"
STUD: Final = (
    {"1": ROYAL, "2": FLUSH, "dealer": NOTHING},
    {"1": FLUSH, "2": OTHER_FLUSH, "dealer": NOTHING},
    {"1": ROYAL, "2": "Ad Kd Qd Jd Td", "dealer": NOTHING},
    {"1": NOTHING, "3": ROYAL, "dealer": "2d 3c 5c 7h 9s"},
    {"1": NOTHING, "dealer": "2d 3c 5c 7h 9s"},
)
HOLDEM: Final = (
    {"1": "As Ks", "2": "2h 2s", "community": "Qs Js Ts 2c 3d", "dealer": "4c 7d"},
    {"1": "As Ks", "2": "2h 2s", "community": "Qs Js 3d Ts 2c", "dealer": "4c 7d"},
    {"1": "As Ks", "2": "2h 2s", "community": "Qs Js 3d 2c Ts", "dealer": "4c 7d"},
    {"1": "5h 8d", "community": "Qs Js 3d 2c Ts", "dealer": "4c 7d"},
)
PERCENT: Final = {
    "royal_flush": 100,
    "straight_flush": 10,
    "royal_flush_on_the_flop": 100,
    "royal_flush_on_the_turn": 25,
    "royal_flush_on_the_river": 5,
}
WRONG: Final = {"reconstructable": "no"}


class Link:
    """People at three tables, who want all sorts of things."""

    def __init__(
        self, path: Path, tables: tuple[str, ...], seed: int, rng: random.Random, clock: object = None
    ) -> None:
        self.house, self.tables, self.rng, self.seed = Linked(path, *tables, seed=seed, clock=clock), tables, rng, seed
        self.done: Counter[str] = Counter()

    def step(self) -> None:
        """One thing that somebody wants."""
        rng = self.rng
        if rng.random() < 0.05:
            self._link()
            return
        table = rng.choice(self.tables)
        engine = self.house.state(table).engine
        round_ = engine.round
        if engine.waiting and rng.random() < 0.8:
            self._sign(table)
        elif engine.pending and rng.random() < 0.5:
            self._decide(table)
        elif rng.random() < 0.06:
            self._trouble(table)
        elif round_ is None or round_.phase is Phase.ENDED:
            self._begin(table)
        elif round_.phase is Phase.BETTING:
            self._close(table)
        elif round_.phase is Phase.SETTLING:
            self._settle(table)
        else:
            self._play(table)

    def _ask(self, table: str, command: Any, actor: str = "dealer", role: Role | None = None) -> bool:
        done = isinstance(ask(self.house.floor, table, command, actor, role), Accepted)
        self.done[type(command).__name__] += done
        return done

    def _link(self) -> None:
        waiting = [
            ClaimAt(table, self.house.round(table).number, claim.box)
            for table in self.tables
            for claim in self.house.state(table).info.claims
        ]
        down = bool(self.house.floor.link("main").down)
        if down and len(waiting) < 2:
            works_again(self.house.floor, "main", *(one for one in self.tables if self.rng.random() < 0.2))
            for table in self.tables:  # those that stay closed, or where no coin was tried
                number = self.house.state(table).info.proposed + 1
                if self._ask(table, Propose(EndFailure()), "sue", Role.PIT_SUPERVISOR):
                    self._ask(table, Countersign(number), "sid", Role.PIT_MANAGER)
            return
        command: Any = LinkDown("cable cut")
        if len(waiting) > 1 and self.rng.random() < 0.8:
            self.rng.shuffle(waiting)
            command = OrderClaims(tuple(waiting[: self.rng.randint(2, len(waiting))]), "as the recording shows")
        reply = self.house.floor.submit(asked("link:main", command, "sid", Role.PIT_MANAGER))[0]
        self.done[type(command).__name__] += isinstance(reply, Accepted)

    def _sign(self, table: str) -> None:
        """Somebody of the pit signs what waits, or refuses it: it may have nothing left to stand on."""
        number, (who, role) = self.house.state(table).engine.waiting[0].number, self.rng.choice(PIT)
        signed = SignStatement(number, "so it was") if self.rng.random() < 0.8 else RefuseStatement(number, "not so")
        self._ask(table, signed, who, role)

    def _decide(self, table: str) -> None:
        one = self.rng.choice(self.house.state(table).engine.pending)
        option = self.rng.choice(one.options)
        boxes = (7,) if option == "close_boxes" else (1,) if option == "invalidate_hand" else ()
        for who in ("sue", "sam"):
            self._ask(table, TakeDecision(one.number, option, "so it is", boxes), who)

    def _trouble(self, table: str) -> None:
        round_ = self.house.state(table).engine.round
        boxes = [box.number for box in round_.boxes] if round_ is not None else []
        report = self.rng.choice(
            [
                Report("jackpot_system_down", {} if self._seen(table) else {"seen": "no"}),
                Report("jackpot_system_down", {} if self._seen(table) else {"seen": "no"}),
                Report("wrong_dealer_count", WRONG),
                Report("wrong_hand_count", WRONG, box=self.rng.choice(boxes) if boxes else None),
            ]
        )
        self.done[report.irregularity] += self._ask(table, report)

    def _seen(self, table: str) -> bool:
        round_ = self.house.state(table).engine.round
        return round_ is not None and any(box.looked or box.shown for box in round_.boxes)

    def _begin(self, table: str) -> None:
        hands = self.rng.choice(STUD if table.startswith(("stud", "multi")) else HOLDEM)
        boxes = [int(place) for place in hands if place.isdigit()]
        if not self._ask(table, OpenRound()):
            return
        state = self.house.state(table)
        policy = {"dealing": state.engine.policy.dealing}
        self.house.decks[table] = list(rigged_deck(state.info.game, boxes, hands, policy))
        for box in boxes:
            self._ask(table, PlaceWager(box, WagerName.ANTE, 5_000), "ann")
            self._ask(table, PlaceWager(box, WagerName.JACKPOT, 500), "ann")

    def _close(self, table: str) -> None:
        if self._ask(table, CloseBets()):
            return
        for box in self.house.round(table).boxes:  # the link is down: jackpot wagers are taken back
            self._ask(table, WithdrawWager(box.number, WagerName.JACKPOT), "ann")

    def _settle(self, table: str) -> None:
        claims = self.house.state(table).info.claims
        if claims and self.rng.random() < 0.7:
            self._ask(table, SignClaim(self.rng.choice(claims).box), self.rng.choice(("sue", "sam")))
        else:
            self._ask(table, Settle())

    def _play(self, table: str) -> None:
        house, state, round_ = self.house, self.house.state(table), self.house.round(table)
        step = current_step(state.game, state.engine)
        if due := state.cards_due():
            count = self.rng.randint(1, due)
            cards = tuple(house.decks[table][:count])
            if self._ask(table, DealCards(cards)):
                house.decks[table][:count] = []
        elif isinstance(step, Decide):
            box = undecided(round_)
            assert box is not None
            if self.rng.random() < 0.5:
                self._ask(table, Look(box.number), "ann")
            choice = staying(step) if self.rng.random() < 0.95 else Decision.FOLD
            self._ask(table, Choose(box.number, choice), "ann")
        elif isinstance(step, ShowHands):
            shown = hands_to_show(state.game, state.engine.policy.dealing, round_)
            self._ask(table, ShowHand(next(box for box in shown if box.shown is None).number), "ann")
        else:
            self._ask(table, Reveal())

    # ---- What always holds --------------------------------------------------------------------------------------

    def check(self) -> None:
        """The meter is what the link's record says, not below nothing, and backed to the cent."""
        floor = self.house.floor
        meter = 0
        for event in events(floor, "link:main"):
            match event:
                case LinkEstablished():
                    meter = event.seed * MILLION
                case MeterMoved():
                    assert event.before == meter
                    meter += event.move.millionths
                    assert meter >= 0
                case _:
                    pass
        assert floor.link("main").meter == meter
        assert floor.balances.get("meter:main", 0) == meter // MILLION
        assert sum(floor.balances.values()) == 0
        self._check_awards()

    def _check_awards(self) -> None:
        """Each hand has one award: its share of the meter before it, or of what a failure has left for it.

        A failure of one table's device leaves a value to its round; one of the link leaves a value to all its tables,
        which their awards take from in turn.
        """
        paid: Counter[tuple[str, int]] = Counter()
        shared: dict[int, int] = {}
        own: dict[str, int] = {}
        failed: dict[str, int] = {}
        for table, event in self._in_order():
            match event:
                case RoundOpened():
                    paid = Counter({key: one for key, one in paid.items() if key[0] != table})
                    own.pop(table, None)
                    failed.pop(table, None)
                case JackpotDown() if event.pays and table not in own and table not in failed:
                    if isinstance(event.failure, int):
                        failed[table] = event.failure
                        shared.setdefault(event.failure, event.registered)
                    else:
                        own[table] = event.registered
                case MeterRestored():
                    paid[table, event.box] -= 1
                case JackpotPaid() if event.award in PERCENT:
                    paid[table, event.box] += 1
                    assert paid[table, event.box] == 1
                    kept = shared[failed[table]] if table in failed else own.get(table)
                    left = self._check_award(event, kept)
                    if table in failed:
                        shared[failed[table]] = left
                    elif table in own:
                        own[table] = left
                case _:
                    pass

    def _check_award(self, event: JackpotPaid, kept: int | None) -> int:
        """Check one award; return what it leaves of the value that it was paid from."""
        percent, before = PERCENT[event.award], event.meter_before // MILLION
        value = before if kept is None else kept
        assert event.amount == value * percent // 100
        assert event.registered == kept
        took = before - event.meter_after // MILLION
        if event.borne:
            assert kept is not None
            assert took == 0
        elif percent == 100:
            assert event.meter_after // MILLION == self.seed
        else:
            assert took == min(event.amount, before)
        return self.seed if percent == 100 else value - event.amount

    def _in_order(self) -> Iterator[tuple[str, Any]]:
        """Yield what happened at the tables, in the order in which it was written, each with its table."""
        streams = {f"table:{table}": table for table in self.tables}
        with self.house.floor.store.reading() as reading:
            for entry in reading.following(0):
                if entry.stream in streams:
                    for event in events_of(self.house.floor.streams[entry.stream].state, entry):
                        yield streams[entry.stream], event


@pytest.mark.parametrize("seed", first(1, [40, 0, 5_000_000]))
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 2**32))
def test_a_link_over_three_games(tmp_path_factory: pytest.TempPathFactory, seed: int, number: int) -> None:
    tables = ("stud-1", "multi-1", "holdem-1")
    link = Link(tmp_path_factory.mktemp("link"), tables, seed, random.Random(number))
    for at in range(260):
        link.step()
        if at % 40 == 0:
            link.check()
    link.check()
    in_order(link.house.floor)


@pytest.mark.parametrize("seed", first(1, [4_000, 5_000_000]))
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 2**32))
def test_the_accounts_of_a_jackpot_add_up_in_every_period(
    tmp_path_factory: pytest.TempPathFactory, seed: int, number: int
) -> None:
    """What a meter held, and every way in and out of it, comes to what it holds: over a day, and over parts of it."""
    tables, watch = ("stud-1", "multi-1", "holdem-1"), Watch()
    start = watch.at
    link = Link(tmp_path_factory.mktemp("link"), tables, seed, random.Random(number), watch)
    for _ in range(200):
        link.step()
    end = watch.now()
    moments = (start, *sorted(random.Random(number).randint(start, end) for _ in range(3)), end)
    with link.house.floor.store.reading() as reading:
        periods = [Period("part", one, other) for one, other in pairwise(moments)]
        rows = [_jackpot(reading, one) for one in (*periods, Period("day", start, end))]
        at_one = [_jackpot(reading, Period("day", start, end), table) for table in tables]
    for one in (*rows, *at_one):
        ways = one.seed + one.contributions - one.awards + one.seeded + one.others
        assert one.opening + ways == one.closing, one
        assert one.reconciles
    *parts, day = rows
    assert (day.opening, day.seed, day.closing) == (0, seed, link.house.meter)
    assert all(one.others == 0 for one in rows)
    for name in ("seed", "contributions", "awards", "seeded"):
        assert getattr(day, name) == sum(getattr(one, name) for one in parts), name
        if name != "seed":
            assert getattr(day, name) == sum(getattr(one, name) for one in at_one), name


def _jackpot(reading: Reading, period: Period, table: str = "") -> LinkRow:
    (found,) = shift_report(reading, period, unknown, table).links
    return found


@pytest.mark.long
def test_the_walk_meets_what_it_is_for(tmp_path: Path) -> None:
    """Failures, awards from what was registered, some borne by the House, findings of the House, voids."""
    link = Link(tmp_path, ("stud-1", "multi-1", "holdem-1"), 4_000, random.Random(11))
    for _ in range(1_600):
        link.step()
    link.check()
    in_order(link.house.floor)
    for what in ("OrderClaims", "LinkDown", "jackpot_system_down", "wrong_dealer_count", "wrong_hand_count"):
        assert link.done[what], what
    paid = [one for table in link.tables for one in link.house.paid(table)]
    assert [one for one in paid if one.registered is not None and not one.borne]
    assert [one for one in paid if one.borne]

"""The table of authority made weaker, row by row: which people would then gain, who now gain nothing.

Every statement that could pay is carried out once as if any one person sufficed, and kept under the rows that bear on
it. Where a weaker row lets people through who do not suffice today, they say what was kept there: they gain, or the row
does not matter.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations, islice
from random import Random
from typing import Any, Final, cast
from unittest.mock import patch

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.values.table_kinds import BankedTable
from croupier.notation.actors import Deed
from croupier.play import authority as statements_of_staff
from croupier.play.actor import Actor
from croupier.play.authority import SignStatement
from croupier.play.banked.commands import BankedCommand, Report
from croupier.rules import authority
from croupier.rules.authority import (
    AUTHORITY,
    DEALER,
    Act,
    Needs,
    Row,
    Ruled,
    Signer,
    Stage,
    Touches,
    needed,
    strictest,
)
from croupier.rules.terms import STAFF, Role
from tests.insider.felt import Ahead, Seated, finished, next_act, opened
from tests.insider.hands import Plan, honest
from tests.insider.search import kind
from tests.insider.statements import REASON, Crew, earlier, statements

TRIED: Final = 4
"""How many crews try a statement."""
KEPT: Final = 3
"""How many statements are kept of each kind under the same rows."""
ANYBODY: Final = Actor("ida", Role.SHIFT_MANAGER)
Key = tuple[Act, Touches, Stage]


class Weaker(Struct, frozen=True):
    """A row of the table with one thing that it asks for taken away."""

    row: Row
    change: str
    needs: Needs

    @property
    def name(self) -> str:
        """The row and the change, in a few words."""
        acts = "statements" if len(self.row.acts) > 2 else "+".join(self.row.acts)
        stages = "any stage" if len(self.row.stages) == len(Stage) else "+".join(self.row.stages)
        return f"{acts} {self.row.touches} {stages}: {self.change}"


def weaker() -> list[Weaker]:
    """Return every row with every single thing taken away that it asks for."""
    return [Weaker(row, change, needs) for row in AUTHORITY for change, needs in _changes(row.needs)]


def _changes(needs: Needs) -> Iterator[tuple[str, Needs]]:
    if not needs.people:
        yield "a Dealer, not nobody", DEALER
        return
    if needs.people == 2:
        yield "one person", replace(needs, people=1)
    at, begins = STAFF.index(needs.role), STAFF.index(needs.begins)
    if at > begins:
        yield f"a {STAFF[at - 1]}", replace(needs, role=STAFF[at - 1])
    if begins:
        lower = STAFF[begins - 1]
        yield f"from a {lower}", replace(needs, begins=lower, role=lower if at == begins else needs.role)
    if needs.reason:
        yield "no reason", replace(needs, reason=False)
    if needs.others:
        yield "the same people again", replace(needs, others=False)


@contextmanager
def ruling(rows: Mapping[Key, Needs]) -> Iterator[None]:
    """Rule by the table with these rows instead of its own."""
    with patch.dict(cast(dict[Key, Needs], authority._ROWS), rows):
        yield


# ---- Statements under the rows that bear on them ---------------------------------------------------------------------


class Kept(Struct, frozen=True):
    """A statement that pays if it is carried out."""

    state: BankedTable
    """The table at which it is made."""
    plan: Plan
    first: tuple[Deed[BankedCommand], ...]
    """What has been said honestly before."""
    command: BankedCommand
    ruled: Ruled
    signed: tuple[str, ...]
    """The people who have signed for what it changes."""
    least: int
    """What the friend wins by honest play from here on."""
    against: bool

    @property
    def keys(self) -> list[Key]:
        """The rows that bear on it."""
        return [(self.ruled.act, touches, self.ruled.stage) for touches in self.ruled.touches]


class _Recorder:
    """Takes every statement from anybody, and remembers what the table would have ruled on it."""

    def __init__(self) -> None:
        self.ruled: Ruled | None = None

    def __call__(self, act: Act, touches: Sequence[Touches], stage: Stage, named: Role | None = None) -> Ruled:
        self.ruled = strictest(act, touches, stage, named)
        return replace(self.ruled, needs=DEALER)


def sweep(felt: Seated, plan: Plan, moments: range) -> list[Kept]:
    """Play a round on a floor, and return what would pay at these moments, a few of each kind under the same rows."""
    assert not opened(felt)
    meter, policy, before = felt.state.engine.meter.shown, felt.state.engine.policy, felt.wallet
    wins, found = honest(plan, plan.decisions, policy, meter), dict[object, list[Kept]]()
    for acts in range(moments.stop):
        if acts in moments:
            for one in _paying(felt.state, plan, wins - (felt.wallet - before)):
                key = (tuple(one.keys), kind(Deed(ANYBODY, one.command)), one.against)
                found.setdefault(key, []).append(one)
        if next_act(felt, plan, plan.decisions) is not True and acts:
            break
    assert finished(felt, plan, plan.decisions)
    return [one for several in found.values() for one in several[:KEPT]]


def _paying(state: BankedTable, plan: Plan, least: int) -> Iterator[Kept]:
    crew = Crew("anybody", (ANYBODY,), plays=False)
    recorder = _Recorder()
    signed = tuple(dict.fromkeys(name for claim in state.info.claims for name in claim.signed))
    with patch.object(statements_of_staff, "strictest", recorder):
        for first in _before(state):
            there = Ahead(state)
            if any(there.ask(deed.actor, deed.command) for deed in first):
                continue
            for deed in statements(there.state, crew, Random(0), None):
                recorder.ruled, gone = None, there.copy()
                if gone.ask(deed.actor, deed.command) or recorder.ruled is None:
                    continue
                ruled = recorder.ruled
                if finished(gone, plan, plan.decisions) and gone.won != least:
                    yield Kept(state, plan, first, deed.command, ruled, signed, least, gone.won < least)


def later(felt: Seated, plan: Plan) -> int:
    """Open the next round and say everything of the one before, as if one person sufficed; return the cents moved."""
    assert not opened(felt)
    moved = 0
    recorder, there = _Recorder(), Ahead(felt.state)
    with patch.object(statements_of_staff, "strictest", recorder):
        for command in earlier(felt.state, REASON):
            gone = there.copy()
            if not gone.ask(ANYBODY, command):
                moved += abs(gone.won)
    assert finished(felt, plan, plan.decisions)
    return moved


def _before(state: BankedTable) -> Iterator[tuple[Deed[BankedCommand], ...]]:
    """Nothing, or what a Dealer has reported truly and left to a role to decide."""
    yield ()
    if not state.info.automatic and state.running:
        yield (Deed(Actor("dealer", Role.DEALER), Report("not_covered")),)


# ---- People who would suffice ---------------------------------------------------------------------------------------


def people(needs: Needs, today: Needs, signed: Sequence[str]) -> Iterator[tuple[tuple[Signer, ...], str]]:
    """Return people, with a reason or without, who suffice for the one and not for the other, the fewest first."""
    everyone = [Signer(f"{role.value}-{at}", role) for role in STAFF for at in (1, 2)]
    everyone += [Signer(name, Role.PIT_MANAGER) for name in signed]
    for number in (1, 2):
        for some in combinations(everyone, number):
            for reason in (REASON, ""):
                if needs.met_by(some, reason, signed) and not today.met_by(some, reason, signed):
                    yield some, reason


def gains(kept: Kept, signers: Sequence[Signer], reason: str) -> int:
    """Return what these people gain by a statement, by the table of authority as it is now."""
    there = Ahead(kept.state)
    for deed in kept.first:
        there.ask(deed.actor, deed.command)
    first, *others = (Actor(one.name, one.role) for one in signers)
    command: Any = kept.command
    if hasattr(command, "reason"):
        command = replace(command, reason=reason)
    if there.ask(first, command):
        return 0
    for other in others:
        for waits in there.state.engine.waiting:
            there.ask(other, SignStatement(waits.number, reason))
    if not finished(there, kept.plan, kept.plan.decisions):
        return 0
    moved = there.won - kept.least
    return -moved if kept.against else moved


def killer(mutant: Weaker, found: Sequence[Kept]) -> str:
    """Return who would gain what by a weaker row, or nothing if no one would.

    Where another row always asks as much of the same statement, it is weakened with it.
    """
    rows = {(act, mutant.row.touches, stage) for act in mutant.row.acts for stage in mutant.row.stages}
    concerned = [kept for kept in found if not rows.isdisjoint(kept.keys)]
    for beside in (False, True):
        for kept in concerned:
            changed = dict.fromkeys(rows, mutant.needs)
            if beside:
                changed |= {key: least(needed(*key), mutant.needs) for key in kept.keys}
            told = _gained(kept, changed)
            if told:
                return f"{told}{' (with the other rows that bear on it)' if beside else ''}"
    return ""


def least(one: Needs, other: Needs) -> Needs:
    """Return what both of two rows ask for."""
    if not one.people or not other.people:
        return other if not one.people else one
    return Needs(
        min(one.people, other.people),
        min(one.role, other.role, key=STAFF.index),
        one.reason and other.reason,
        min(one.begins, other.begins, key=STAFF.index),
        one.others and other.others,
    )


def _gained(kept: Kept, changed: Mapping[Key, Needs]) -> str:
    """Say who gains by a statement under a changed table, and gains nothing today."""
    today = kept.ruled.needs
    with ruling(changed):
        needs = strictest(kept.ruled.act, kept.ruled.touches, kept.ruled.stage, today.role).needs
    for signers, reason in islice(people(needs, today, kept.signed), TRIED):
        if gains(kept, signers, reason) > 0:
            continue  # they would today: not by this row
        with ruling(changed):
            cents = gains(kept, signers, reason)
        if cents > 0:
            who = " and ".join(one.role.value for one in signers)
            way = "against a Player" if kept.against else "for a Player"
            return f"{who} {way}: {kind(Deed(ANYBODY, kept.command))}, {cents / 100:,.2f}"
    return ""

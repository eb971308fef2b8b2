"""Rounds on a floor with a crew at the table: what its statements moved beyond an honest record of the same cards."""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from croupier.floor.values.table_kinds import BankedTable
from croupier.notation.actors import Deed
from croupier.notation.acts import format_act
from croupier.play.banked.commands import BankedCommand
from croupier.play.banked.facts import outcome_established
from croupier.play.banked.state import Phase
from tests.insider import poker
from tests.insider.felt import LONGEST, Ahead, Seated, finished, house, next_act, opened, table_of
from tests.insider.hands import FRIENDS_BOX, Plan, courses, honest, planned
from tests.insider.search import TRIES, Said, Way, best, follow, kind, shrunk
from tests.insider.statements import CREWS, Crew, statements
from tests.insider.told import Gain, Told

ROUNDS_OF_A_HOUSE: Final = 60
"""Then another is opened, so that wallets and floats last."""
AT_ONCE: Final = 20
"""Rounds that a process is given at once."""
WAITING: Final = 60
"""Statements that are put to a floor in a round, where they wait and are refused, before one that takes effect."""
POKER_EVERY: Final = 5
"""One round of so many is played in the poker room."""


class Sitting:
    """A floor with its tables, on which crews sit down round after round."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.houses, self.rounds = folder, 0, 0
        self._open()

    def _open(self) -> None:
        self.houses += 1
        self.rounds = 0
        self.floor, self.entropy = house(self.folder / f"{self.houses}.db")

    def seat(self, plan: Plan) -> Seated:
        """Return the table of a plan between two rounds; another house, if the round there cannot be ended."""
        if self.rounds >= ROUNDS_OF_A_HOUSE:
            self.reopen()
        self.rounds += 1
        return Seated(self.floor, table_of(plan.game, automatic=plan.automatic))

    def reopen(self) -> None:
        """Close the house, and open another."""
        self.close()
        self._open()

    def close(self) -> None:
        """Close the house."""
        self.floor.store.close()


def knows(state: BankedTable) -> bool:
    """Whether a crew knows a card: else what it says is a wager on chance like any other."""
    round_ = state.engine.round
    if round_ is None:
        return False
    shown = any(box.looked or box.shown is not None for box in round_.boxes)
    return shown or bool(round_.community_up or round_.dealer_up)


def stage(state: BankedTable) -> str:
    """Name the stage of the round that statements are made in."""
    round_ = state.engine.round
    if round_ is None or round_.phase is Phase.ENDED:
        return "settled"
    return "outcome" if outcome_established(state.game, state.engine, round_) else "open"


def sit(sitting: Sitting, seed: int, told: Told, crew: Crew | None = None, plan: Plan | None = None) -> Gain | None:
    """Play a round with a crew at the table, and return what it has moved beyond honest play."""
    rng = Random(seed)
    plan = plan or planned(rng)
    crew = crew or rng.choice(CREWS)
    felt = sitting.seat(plan)
    if plan.automatic:
        sitting.entropy.rig(plan.deck)
    before = felt.wallet
    told.rounds += 1
    if opened(felt):  # what was said after the last round keeps the table from going on
        told.stuck += 1
        sitting.reopen()
        return None
    meter, policy = felt.state.engine.meter.shown, felt.state.engine.policy
    fixed = _played_until(felt, plan, _cut(felt, plan, crew, rng))
    at, so_far = felt.state, felt.wallet - before
    mine = [one for one in courses(plan.game) if one[:fixed] == plan.decisions[:fixed]]
    expected = max(honest(plan, one, policy, meter) for one in ([plan.decisions] if crew.against else mine))
    ways, weighed = best(at, plan, crew, rng) if _begins(at, crew) else ([], 0)
    told.weighed += weighed
    told.followed += len(ways)
    paying = [way for way in ways if crew.worth(so_far + way.won - expected) > 0][:TRIES]
    if not paying:
        _turned_down(felt, plan, [way.said[0] for way in rng.sample(ways, min(len(ways), WAITING))], told)
    said = _said(felt, paying or ways[len(ways) // 2 :][:1], told)
    way = follow(Ahead(felt.state), said, plan, crew)
    if way is None or not finished(felt, plan, way.decisions, way.options):
        told.stuck += 1
        sitting.reopen()
        return None
    cents = crew.worth(felt.wallet - before - expected)
    if cents <= 0:
        return None
    short = shrunk(at, plan, crew, said, crew.worth(expected - so_far))
    told.gains.append(
        Gain(
            seed,
            crew.name,
            plan.game,
            plan.automatic,
            stage(at),
            cents,
            tuple(format_act(deed) for deed in short),
            " + ".join(kind(deed) for deed in short),
        )
    )
    return told.gains[-1]


def rounds(seeds: Iterable[int], folder: Path | None = None) -> Told:
    """Play rounds from seeds, one after another."""
    told = Told()
    with TemporaryDirectory(dir=folder) as made:
        sitting = Sitting(Path(made))
        for seed in seeds:
            sit(sitting, seed, told)
        sitting.close()
    return told


def both(seeds: Sequence[int]) -> Told:
    """Play rounds from seeds, one in five of them in the poker room."""
    told = rounds([seed for seed in seeds if seed % POKER_EVERY])
    told.add(poker.rounds([seed for seed in seeds if not seed % POKER_EVERY]))
    return told


def campaign(seeds: Sequence[int], done: Callable[[int], None] = lambda _: None) -> Told:
    """Play rounds from seeds in as many processes as there are cores."""
    told = Told()
    parts = [seeds[at : at + AT_ONCE] for at in range(0, len(seeds), AT_ONCE)]
    with ProcessPoolExecutor(os.cpu_count() or 1, get_context("spawn")) as pool:
        for part in as_completed([pool.submit(both, part) for part in parts]):
            told.add(part.result())
            done(told.rounds)
    told.gains.sort(key=lambda gain: gain.seed)
    return told


def _begins(state: BankedTable, crew: Crew) -> bool:
    """Whether a crew begins to speak here: it knows a card; one against a Player waits until the hand is decided."""
    round_ = state.engine.round
    box = round_.box(FRIENDS_BOX) if round_ is not None else None
    decided = box is not None and (box.folded or box.shown is not None)
    return decided if crew.against else knows(state)


def _cut(felt: Seated, plan: Plan, crew: Crew, rng: Random) -> int:
    """Choose after how many acts the crew begins to speak."""
    ahead, informed = Ahead(felt.state), 0
    for acts in range(LONGEST):
        informed = informed or (acts if _begins(ahead.state, crew) else 0)
        if next_act(ahead, plan, plan.decisions) is not True:
            return rng.randint(min(informed, acts), acts)
    raise AssertionError("an honest round ends")


def _played_until(felt: Seated, plan: Plan, acts: int) -> int:
    """Play honestly so many acts; return how many of the friend's decisions were taken on less than is known now."""
    seen, fixed = _seen(felt.state), 0
    for _ in range(acts):
        if next_act(felt, plan, plan.decisions) is not True:
            break
        if (now := _seen(felt.state)) != seen:
            box = felt.state.engine.round.box(FRIENDS_BOX) if felt.state.engine.round is not None else None
            seen, fixed = now, len(box.decisions) if box is not None else 0
    return fixed


def _seen(state: BankedTable) -> tuple[object, ...]:
    """What lies open, or has been looked at."""
    round_ = state.engine.round
    if round_ is None:
        return ()
    looked = tuple((box.looked_by, box.shown) for box in round_.boxes)
    return (round_.community_up, round_.dealer_up, looked)


def _said(felt: Seated, ways: Iterable[Way], told: Told) -> Said:
    """Put ways to the floor until it takes one; return as much as it took."""
    for way in ways:
        told.asked += 1
        taken = 0
        for deed in way.said:
            if felt.ask(deed.actor, deed.command):
                break
            taken += 1
        told.accepted += taken
        if taken:
            return way.said[:taken]
    return ()


def _turned_down(felt: Seated, plan: Plan, deeds: Iterable[Deed[BankedCommand]], told: Told) -> None:
    """Put statements to the floor that wait there for more people; honest people refuse each, and the round goes on."""
    for deed in deeds:
        ahead = Ahead(felt.state)
        if ahead.ask(deed.actor, deed.command) or not ahead.state.engine.waiting:
            continue
        told.asked += 1
        told.accepted += not felt.ask(deed.actor, deed.command)
        while felt.state.engine.waiting:
            assert next_act(felt, plan, plan.decisions) is True, "what waits can be refused"


def payers(state: BankedTable, plan: Plan, crew: Crew, moment: Callable[[BankedTable], bool]) -> dict[str, int]:
    """Return the kinds of statement that pay a crew at the first such moment of a round, each with its most cents.

    The round is played in memory, at a table as it stands between two rounds, and every single statement is tried.
    """
    ahead = Ahead(state)
    assert not opened(ahead), "the table is between two rounds"
    meter, policy = ahead.state.engine.meter.shown, ahead.state.engine.policy
    while not moment(ahead.state):
        assert next_act(ahead, plan, plan.decisions) is True, "the round has such a moment"
    expected, found = honest(plan, plan.decisions, policy, meter), dict[str, int]()
    for deed in statements(ahead.state, crew, Random(0), None):
        gone = ahead.copy()
        if gone.ask(deed.actor, deed.command):
            continue
        way = follow(gone, (deed,), plan, crew)
        cents = crew.worth(way.won - expected) if way is not None else 0
        if cents > found.get(kind(deed), 0):
            found[kind(deed)] = cents
    return found

"""Playing a plan: chunk by chunk, on any executor, with the same result to the last digit.

A chunk depends on the plan and its own number and on nothing else, so that it does not matter who plays it, or when.
Chunks are added up in their order. A run that stops is taken up at the chunk after the last one added up.
"""

import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from croupier.notation.problem import InputError
from croupier.odds.holdem.solution import Holdem
from croupier.odds.meetings.solution import MeetingGame
from croupier.odds.solver import NotCoveredError, Ready, nothing, solver_of
from croupier.rulebooks import load_version
from croupier.rules.game import Game
from croupier.rules.room import RoomGame
from croupier.rules.terms import WagerName
from croupier.trials.booking import nothing_found
from croupier.trials.cells import columns_of, part_of
from croupier.trials.engine import EngineTrial
from croupier.trials.holdem import HoldemTrial
from croupier.trials.meetings import MeetingTrial
from croupier.trials.plan import Part, Plan, joined
from croupier.trials.room import RoomTrial
from croupier.trials.streams import begin

MOST_ROUNDS: Final = 10**12
MOST_SEED: Final = 2**64 - 1
_AHEAD: Final = 2
"""The number of chunks that a worker may have waiting."""


Kept = TypeVar("Kept", bound=Struct)
Kernels = MeetingTrial | HoldemTrial
Trial = Kernels | EngineTrial | RoomTrial


def check(plan: Plan) -> Game:
    """Return the game of a plan. Raises :class:`InputError` for anything in the plan that cannot be played."""
    game = load_version(plan.game, plan.version)
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        raise InputError(f"--rounds: must be from 1 to {MOST_ROUNDS:,}, not {plan.rounds}")
    if not 0 <= plan.seed <= MOST_SEED:
        raise InputError(f"--seed: must be from 0 to {MOST_SEED}, not {plan.seed}")
    if isinstance(game, RoomGame):
        return game
    if plan.manners:
        raise InputError(f"--manner: {game.name} is played against the House; its Players have a --strategy")
    if not 1 <= plan.boxes <= game.boxes.most:
        raise InputError(f"--boxes: {game.name} has at most {game.boxes.most} ({game.boxes.cite}), not {plan.boxes}")
    sides = [area.wager.value for area in game.areas if area.wager not in (WagerName.ANTE, WagerName.JACKPOT)]
    for name, _ in plan.sides:
        if name not in sides:
            told = f"the side wagers of {game.name} are {', '.join(sides)}" if sides else f"{game.name} has none"
            raise InputError(f"--side: {told}, not {name[:40]!r}")
    if plan.jackpot_wager and not game.has_jackpot:
        raise InputError(f"--jackpot-wager: {game.name} has no jackpot")
    return game


@lru_cache(maxsize=4)
def trial_of(plan: Plan) -> Trial:
    """Make a plan's tables, with the rulebook's answers filled in.

    If no kernel plays the game, the engine does, and says why.
    """
    game = check(plan)
    if isinstance(game, RoomGame):
        return RoomTrial(game, plan)
    ready: Ready | None = None
    try:
        ready = solver_of(game).ready(game, dict(plan.changes), nothing)
        if isinstance(ready, Holdem):
            return HoldemTrial(ready, plan)
        assert isinstance(ready, MeetingGame)
        return MeetingTrial(ready, plan)
    except NotCoveredError as error:
        return EngineTrial(game, plan, ready, f"{error}; the engine of the tables plays it, which is slower")


def play_chunk(plan: Plan, chunk: int) -> Part:
    """Play a chunk, in whichever process."""
    trial = trial_of(plan)
    size = plan.chunk(slow=trial.slow)
    rounds = min(size, plan.rounds - chunk * size)
    if isinstance(trial, EngineTrial | RoomTrial):
        return trial.part(chunk, rounds)
    shifts = -(-rounds // plan.period) if plan.period else 0
    found = nothing_found(len(trial.cells), len(columns_of(plan)), shifts)
    trial.play(begin(plan.seed, chunk), rounds, found)
    return part_of(plan, trial.cells, found, rounds)


# --- all chunks ----------------------------------------------------------------------------------------------------


class Checkpoint(Struct, frozen=True):
    """A run so far."""

    plan: Plan
    chunks: int
    part: Part


def chunks_of(plan: Plan) -> int:
    """Return the number of chunks."""
    return -(-plan.rounds // plan.chunk(slow=trial_of(plan).slow))


def play(
    plan: Plan,
    executor: Executor,
    workers: int = 1,
    begun: Checkpoint | None = None,
    told: Callable[[Checkpoint], None] = lambda so_far: None,
) -> Part:
    """Play all rounds; after each chunk that is added up, call ``told`` with the progress."""
    number = 0 if begun is None else begun.chunks
    part = Part() if begun is None else begun.part
    for one in in_order(plan, executor, number, _AHEAD * workers):
        part, number = joined(part, one), number + 1
        told(Checkpoint(plan, number, part))
    return part


def in_order(plan: Plan, executor: Executor, first: int, ahead: int) -> Iterator[Part]:
    """Yield the chunks in their order; only a few are played ahead, so that memory does not grow."""
    waiting: deque[Future[Part]] = deque()
    last = chunks_of(plan)
    try:
        for chunk in range(first, last):
            waiting.append(executor.submit(play_chunk, plan, chunk))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for one in waiting:
            one.cancel()


# --- resuming ------------------------------------------------------------------------------------------------------


def keep(path: Path, so_far: Struct) -> None:
    """Write a checkpoint: whole, or not at all. Raises :class:`InputError` if that cannot be done."""
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=path.suffix)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(so_far))
            os.replace(beside, path)
        except BaseException:
            os.unlink(beside)
            raise
    except OSError as error:
        raise InputError(f"--checkpoint: {path}: {error.strerror or error}") from None


def take_up(path: Path, plan: Plan) -> Checkpoint:
    """Load a checkpoint of the same plan. Raises :class:`InputError` for any other file."""
    kept = kept_in(path, Checkpoint)
    refuse_another(path, kept.plan, plan)
    if not 0 <= kept.chunks <= chunks_of(plan) or kept.part.rounds != min(
        kept.chunks * plan.chunk(slow=trial_of(plan).slow), plan.rounds
    ):
        raise InputError(f"--resume: {path} does not say how far the simulation was")
    return kept


def kept_in(path: Path, kind: type[Kept]) -> Kept:
    """Read a checkpoint. Raises :class:`InputError` if it is not one of this kind."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise InputError(f"--resume: {path}: {error.strerror or error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise InputError(f"--resume: {path} is not a checkpoint of such a simulation") from None


def refuse_another(path: Path, kept: Struct, wanted: Struct) -> None:
    """Raise :class:`InputError`, with the first difference, if a checkpoint is of something else."""
    for name in wanted.__struct_fields__:
        one, other = getattr(kept, name), getattr(wanted, name)
        if isinstance(one, Struct) and isinstance(other, Struct):
            refuse_another(path, one, other)
        elif one != other:
            raise InputError(f"--resume: {path} is of another simulation: its {name} is {one!r}")

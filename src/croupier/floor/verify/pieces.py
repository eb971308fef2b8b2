"""A verification of everything on several processes: pieces of the journal, side by side.

Each piece begins with what the journal is said to come to at a commit, and has to come to exactly what the next one
begins with. Nothing is believed: if the first piece, which begins with nothing, comes to the first cut, the second was
right to begin there, and so on to the end. So it does not matter who says what a cut comes to: a checkpoint that the
House signed, or a scout (``scouting.py``) where there are none, or not enough.

Pieces say whether all is well. What is wrong, if anything is, one walk over everything says in its own order: whoever
has asked for pieces and hears that they do not fit takes that walk.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from typing import Final

from msgspec import Struct
from sqlalchemy.exc import DBAPIError

from croupier.floor.chance.sealing import KeyRing
from croupier.floor.journal.anchors import Anchor
from croupier.floor.journal.cosigning import Cosignature
from croupier.floor.journal.database import open_for_reading
from croupier.floor.journal.records import Head
from croupier.floor.journal.store import Reading, Store
from croupier.floor.verify.alone import Alone
from croupier.floor.verify.checkpoints import Checkpoint, Content
from croupier.floor.verify.finding import Summary
from croupier.floor.verify.restating import Restated, Restating
from croupier.floor.verify.scouting import cuts
from croupier.floor.verify.verification import verify
from croupier.rulebooks.revisions import REVISION

_SUMMED: Final = (
    "total",
    "entries",
    "events",
    "rounds",
    "postings",
    "decks",
    "opened",
    "sealed",
    "seals",
    "unsigned",
    "lost",
)
_LAST: Final = ("streams", "accounts", "snapshots")
_EACH: Final = 3
"""Pieces for each process, so that one that is faster takes another."""


class Asked(Struct, frozen=True):
    """A verification of a database, for every piece of it."""

    db: str
    keys: KeyRing | None = None
    heads: tuple[Head, ...] = ()
    trusted: frozenset[str] = frozenset()
    anchors: tuple[Anchor, ...] = ()
    cosigned: tuple[Cosignature, ...] = ()


class Piece(Struct, frozen=True):
    """What a piece has come to."""

    well: bool
    """Whether nothing was found, and it has come to what it should."""
    summary: Summary
    rounds: list[Restated]
    undecided: list[Restated]
    alike: int
    alone: list[Alone]
    come: tuple[Content, ...]


def processes(workers: int) -> Executor:
    """So many processes, each of which begins with nothing."""
    return ProcessPoolExecutor(workers, get_context("spawn"))


def side_by_side(
    asked: Asked,
    checkpoints: Sequence[Checkpoint],
    pool: Executor,
    workers: int,
    *,
    summary: Summary,
    restating: Restating,
    reached: Callable[[Content], None],
    progress: Callable[[Summary], None] | None = None,
) -> bool:
    """Whether a database is found in order, piece by piece. Only then are the others told what was gone through."""
    engine = open_for_reading(asked.db)
    with Store(engine).reading() as reading:
        last = length(reading)
    engine.dispose()
    between = _between(asked, checkpoints, pool, workers, last)
    begins, ends = [None, *between], [*between, None]
    begun = [
        pool.submit(_gone_through, asked, since, until, [one for one in checkpoints if _lies(one, since, until)])
        for since, until in zip(begins, ends, strict=True)
    ]
    pieces, entries = list[Piece](), 0
    for one in begun:
        try:
            piece = one.result()
        except BrokenExecutor:  # a process was ended from outside: one is left
            return False
        if not piece.well:
            pool.shutdown(wait=False, cancel_futures=True)
            return False
        pieces.append(piece)
        entries += piece.summary.entries
        if progress is not None:
            progress(Summary(total=last, entries=entries))
    for piece in pieces:
        _add(summary, piece.summary)
        restating.rounds += piece.rounds
        restating.undecided += piece.undecided
        restating.alike += piece.alike
        restating.alone += piece.alone
        for content in piece.come:
            reached(content)
    return True


def length(reading: Reading) -> int:
    """How many entries a journal has, by the place of its last one; 0 where nobody can say."""
    try:
        return reading.position()
    except (ValueError, DBAPIError):
        return 0


def _between(asked: Asked, checkpoints: Sequence[Checkpoint], pool: Executor, workers: int, last: int) -> list[Content]:
    """Where to cut: at the checkpoints, unless a piece between them is longer than what falls to a process."""
    known = {one.content.position: one.content for one in checkpoints if one.content.revision == REVISION}
    places = sorted(known)
    longest = max(after - before for before, after in zip([0, *places], [*places, last], strict=True))
    if longest * workers <= last:
        return [known[place] for place in places]
    return cuts(asked.db, asked.keys, pool, workers, workers * _EACH)


def _gone_through(
    asked: Asked, since: Content | None, until: Content | None, checkpoints: Sequence[Checkpoint]
) -> Piece:
    """One piece, in a process of its own."""
    summary, restating, come, well = Summary(), Restating(), list[Content](), False
    engine = open_for_reading(asked.db)
    # What a cut leads to that a scout has guessed from a false record is no piece of anything.
    with suppress(Exception), Store(engine).reading() as reading:
        found = next(
            verify(
                reading,
                keys=asked.keys,
                heads=[one for one in asked.heads if _within(one, since, until)],
                trusted=asked.trusted,
                anchors=asked.anchors,
                cosigned=asked.cosigned,
                summary=summary,
                restating=restating,
                since=since,
                until=until,
                checkpoints=checkpoints,
                reached=come.append,
            ),
            None,
        )
        well = found is None and (until is None or come[-1:] == [until])
    engine.dispose()
    of_rounds = (restating.rounds, restating.undecided, restating.alike, restating.alone)
    return Piece(well, summary, *of_rounds, tuple(come))


def _lies(checkpoint: Checkpoint, since: Content | None, until: Content | None) -> bool:
    """Whether a checkpoint lies in a piece, which then comes to it."""
    position = checkpoint.content.position
    return (since is None or position > since.position) and (until is None or position <= until.position)


def _within(head: Head, since: Content | None, until: Content | None) -> bool:
    """Whether a head that was kept lies in a piece."""
    begins = since.streams.get(head.stream) if since is not None else None
    ends = until.streams.get(head.stream) if until is not None else None
    after = begins is None or head.version > begins.version
    return after and (until is None or (ends is not None and head.version <= ends.version))


def _add(summary: Summary, piece: Summary) -> None:
    for name in _SUMMED:
        setattr(summary, name, getattr(summary, name) + getattr(piece, name))
    for name in _LAST:
        setattr(summary, name, getattr(piece, name))
    for rest, count in piece.signatures.items():
        summary.signatures[rest] = summary.signatures.get(rest, 0) + count
    summary.keys = tuple(dict.fromkeys((*summary.keys, *piece.keys)))

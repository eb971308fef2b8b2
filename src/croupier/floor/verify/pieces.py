"""A verification of the whole journal in pieces, which several processes check at once.

Each piece begins with a content that is assumed at a commit, and must reach exactly the content that the next piece
begins with. No content is trusted: the first piece begins with nothing; if it reaches the first cut, the second began
rightly; and so on to the end. The contents may therefore come from anywhere: from checkpoints that the House signed, or
from scouts (``scouting.py``) where there are too few checkpoints.

The pieces only say whether all is well. If they do not fit, the caller runs one walk over the whole journal, which
reports what is wrong in its own order.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from typing import Final

from msgspec import Struct
from sqlalchemy.exc import DBAPIError

from croupier.floor.journal.anchors import Anchor
from croupier.floor.journal.cosigning import Cosignature
from croupier.floor.journal.database import open_for_reading
from croupier.floor.journal.sealing import KeyRing
from croupier.floor.journal.store import Reading, Store
from croupier.floor.values.entries import Head
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
"""The number of pieces for each process, so that a faster process takes more of them."""


class Asked(Struct, frozen=True):
    """The parameters of a verification that all its pieces share."""

    db: str
    keys: KeyRing | None = None
    heads: tuple[Head, ...] = ()
    trusted: frozenset[str] = frozenset()
    anchors: tuple[Anchor, ...] = ()
    cosigned: tuple[Cosignature, ...] = ()


class Piece(Struct, frozen=True):
    """The result of verifying a piece."""

    well: bool
    """True if there was no finding, and the piece reached the content that it had to reach."""
    summary: Summary
    rounds: list[Restated]
    undecided: list[Restated]
    alike: int
    alone: list[Alone]
    come: tuple[Content, ...]


def processes(workers: int) -> Executor:
    """Return a pool of this many spawned worker processes."""
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
    """Verify a database in pieces, and return whether all of it is in order.

    Only then are ``summary`` and ``restating`` filled, and ``reached`` is called with the contents of all pieces.
    """
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
        except BrokenExecutor:  # a worker was killed: the caller verifies in this process
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
    """Return the number of a journal's entries, by the position of the last one; 0 if it cannot be read."""
    try:
        return reading.position()
    except (ValueError, DBAPIError):
        return 0


def _between(asked: Asked, checkpoints: Sequence[Checkpoint], pool: Executor, workers: int, last: int) -> list[Content]:
    """Return the contents to cut at: the checkpoints, or those of scouts if a piece would be longer than its share."""
    known = {one.content.position: one.content for one in checkpoints if one.content.revision == REVISION}
    places = sorted(known)
    longest = max(after - before for before, after in zip([0, *places], [*places, last], strict=True))
    if longest * workers <= last:
        return [known[place] for place in places]
    return cuts(asked.db, asked.keys, pool, workers, workers * _EACH)


def _gone_through(
    asked: Asked, since: Content | None, until: Content | None, checkpoints: Sequence[Checkpoint]
) -> Piece:
    """Verify one piece; runs in a worker process."""
    summary, restating, come, well = Summary(), Restating(), list[Content](), False
    engine = open_for_reading(asked.db)
    # A scout's guess from a false record can raise any error here; the piece is then not well.
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
    """Return whether a checkpoint lies in a piece, which then has to reach it."""
    position = checkpoint.content.position
    return (since is None or position > since.position) and (until is None or position <= until.position)


def _within(head: Head, since: Content | None, until: Content | None) -> bool:
    """Return whether a head that was kept elsewhere lies in a piece."""
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

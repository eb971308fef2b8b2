"""A verification of everything on several processes: the pieces between checkpoints, side by side.

Each piece begins with what a checkpoint says and has to come to what the next one says. Nothing is believed: if the
first piece comes to the first checkpoint, the second was right to begin there, and so on to the end; a checkpoint that
is false is found by the piece before it.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from msgspec import Struct

from croupier.floor.chance.sealing import KeyRing
from croupier.floor.journal.anchors import Anchor
from croupier.floor.journal.database import open_for_reading
from croupier.floor.journal.records import Head
from croupier.floor.journal.store import Store
from croupier.floor.verify.checkpoints import Checkpoint, Content
from croupier.floor.verify.finding import Finding, Summary
from croupier.floor.verify.restating import Restated, Restating
from croupier.floor.verify.verification import verify
from croupier.rulebooks.revisions import REVISION

_SUMMED: Final = ("total", "entries", "events", "rounds", "postings", "decks", "opened", "seals", "unsigned", "lost")
_LAST: Final = ("streams", "accounts", "snapshots")


class Asked(Struct, frozen=True):
    """A verification of a database, for every piece of it."""

    db: str
    keys: KeyRing | None = None
    heads: tuple[Head, ...] = ()
    trusted: frozenset[str] = frozenset()
    anchors: tuple[Anchor, ...] = ()


class Piece(Struct, frozen=True):
    """What a piece has come to."""

    findings: tuple[Finding, ...]
    summary: Summary
    rounds: list[Restated]
    undecided: list[Restated]
    alike: int
    come: tuple[Content, ...]


def processes(workers: int) -> Executor:
    """So many processes, each of which begins with nothing."""
    return ProcessPoolExecutor(workers, get_context("spawn"))


def side_by_side(
    asked: Asked,
    checkpoints: Sequence[Checkpoint],
    pool: Executor,
    *,
    summary: Summary,
    restating: Restating,
    reached: Callable[[Content], None],
    progress: Callable[[Summary], None] | None = None,
) -> Iterator[Finding]:
    """Everything that is wrong with a database, piece after piece in its order."""
    cuts = sorted((one for one in checkpoints if one.content.revision == REVISION), key=_position)
    others = tuple(one for one in checkpoints if one.content.revision != REVISION)
    begins, ends = [None, *cuts], [*cuts, None]
    begun = [
        pool.submit(_gone_through, asked, since, until, () if since else others)
        for since, until in zip(begins, ends, strict=True)
    ]
    told = set[Finding]()
    for one in begun:
        piece = one.result()
        new = [finding for finding in piece.findings if finding not in told]  # what concerns all of it, each finds
        told.update(new)
        _add(summary, piece.summary)
        summary.findings += len(new)
        restating.rounds += piece.rounds
        restating.undecided += piece.undecided
        restating.alike += piece.alike
        yield from new
        if progress is not None:
            progress(summary)
        for content in () if summary.findings else piece.come:
            reached(content)


def _position(checkpoint: Checkpoint) -> int:
    return checkpoint.content.position


def _gone_through(
    asked: Asked, since: Checkpoint | None, until: Checkpoint | None, others: Sequence[Checkpoint]
) -> Piece:
    """One piece, in a process of its own."""
    summary, restating, come = Summary(), Restating(), list[Content]()
    engine = open_for_reading(asked.db)
    try:
        with Store(engine).reading() as reading:
            findings = tuple(
                verify(
                    reading,
                    keys=asked.keys,
                    heads=[one for one in asked.heads if _within(one, since, until)],
                    trusted=asked.trusted,
                    anchors=asked.anchors,
                    summary=summary,
                    restating=restating,
                    since=since,
                    until=until,
                    checkpoints=others,
                    reached=come.append,
                )
            )
    finally:
        engine.dispose()
    return Piece(findings, summary, restating.rounds, restating.undecided, restating.alike, tuple(come))


def _within(head: Head, since: Checkpoint | None, until: Checkpoint | None) -> bool:
    """Whether a head that was kept lies in a piece."""
    begins = since.content.streams.get(head.stream) if since is not None else None
    ends = until.content.streams.get(head.stream) if until is not None else None
    after = begins is None or head.version > begins.version
    return after and (until is None or (ends is not None and head.version <= ends.version))


def _add(summary: Summary, piece: Summary) -> None:
    for name in _SUMMED:
        setattr(summary, name, getattr(summary, name) + getattr(piece, name))
    for name in _LAST:
        setattr(summary, name, getattr(piece, name))
    summary.keys = tuple(dict.fromkeys((*summary.keys, *piece.keys)))

"""``croupier verify``: a verification of everything that a floor has recorded."""

import os
import secrets
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, starmap
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from croupier.cli.files import opened
from croupier.cli.journals import recorded
from croupier.cli.output import console
from croupier.cli.problems import FAILED_CHECK, OK
from croupier.cli.public_keys import public_keys
from croupier.floor.house.opening import anchor_file, kept_at
from croupier.floor.journal.anchors import Anchor
from croupier.floor.journal.cosigning import Witnessed, read_witnessed
from croupier.floor.journal.receipts import Receipt, contradictions, read_receipt
from croupier.floor.journal.sealing import KeyFile, KeyFileError, KeyRing
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import Reading, StoreError, open_engine
from croupier.floor.values.entries import Head
from croupier.floor.verify.checkpoints import (
    Checkpoint,
    CheckpointFile,
    Content,
    signed,
)
from croupier.floor.verify.finding import Kind, Part, found
from croupier.floor.verify.pieces import Asked, length, processes, side_by_side
from croupier.floor.verify.restating import Restating, totals
from croupier.floor.verify.verdict import Evidence, PartAnswer, verdict
from croupier.floor.verify.verification import Finding, Summary, verify
from croupier.money import Cents, format_money
from croupier.notation.problem import InputError

_SHOWN_FROM = 5_000
"""The number of entries from which a progress bar is worthwhile."""
_APART_FROM = 50_000
"""The number of entries from which pieces go to processes of their own: each takes seconds to begin."""


class Heads(Struct, frozen=True, forbid_unknown_fields=True):
    """The head of every stream, to be kept away from the database."""

    heads: tuple[Head, ...]


class Kept(Struct, frozen=True):
    """The files, beside a database or elsewhere, that a verification compares with or writes."""

    head: str = ""
    anchor: str = ""
    save_head: str = ""
    checkpoints: str = ""
    """The file of checkpoints; beside the database unless another place is named."""
    witness: tuple[str, ...] = ()
    witness_keys: tuple[str, ...] = ()
    """Fingerprints of witnesses, or files with them, that came from elsewhere than the files of cosignatures."""
    receipts: tuple[str, ...] = ()


class ReceiptAnswer(Struct, frozen=True):
    """The answer whether the record contains what a receipt says."""

    file: str
    answer: PartAnswer
    sentence: str


class Manner(Struct, frozen=True):
    """The options of a verification and of its output."""

    since: str = ""
    checkpoint: bool = False
    workers: int = 0
    """The number of processes; 0 for as many as there are cores, where the record is long enough."""
    restate: bool = False
    json: bool = False


def verify_database(
    db: str, kept: Kept, manner: Manner, *, public: list[str] | None = None, house: list[str] | None = None
) -> int:
    """Report everything that is wrong, one line each, and answer in three parts.

    The exit code is 1 if one of them is answered with no.

    ``public`` are the House's public keys. ``house`` are its own key files, with which the House opens its sealed decks
    and signs a checkpoint. Rounds that today's rules would pay differently are not findings: they are listed separately
    on request.
    """
    ring, known, trusted = _ring(house or []), _heads(kept.head), public_keys(public or [])
    if manner.checkpoint and ring is None:
        raise InputError("--checkpoint needs the House's own key (--house-key), which signs it")
    begun, seen, file = _checkpoints(db, kept.checkpoints, manner.since)
    anchors = _anchors(db, kept.anchor, 0 if begun is None else begun.content.position)
    own = () if ring is None else (Signer(one).public for one in (ring.current, *ring.older))
    trusted |= frozenset(own)
    named = public_keys([*kept.witness_keys], "--witness-key")
    seen_by = _witnessed(kept.witness, named)
    cosigned = tuple(head for one in seen_by for head in one.cosigned)
    anew = tuple(at for one in seen_by for at in one.anew)
    evidence = Evidence(bool(trusted), bool(known or kept.anchor), cosigned, bool(named), anew, bool(anchors))
    # Without a key from outside, the keys of the anchors beside the database are trusted.
    asked = Asked(db, ring, known, trusted or frozenset(one.key for one in anchors), tuple(anchors), cosigned)
    receipts = _receipts(kept.receipts)
    summary, restating, come = Summary(), Restating(), list[Content]()
    json, restate = manner.json, manner.restate
    with recorded(db) as reading, _bar() as progress:
        workers = 1 if manner.since else _workers(manner.workers, reading)
        come_to: dict[str, Any] = {
            "summary": summary,
            "restating": restating,
            "reached": come.append,
            "progress": progress,
        }
        if workers > 1 and _is_well_in_pieces(asked, seen, workers, **come_to):
            told: Iterator[Finding] = iter(())
        else:
            told = verify(
                reading,
                keys=asked.keys,
                heads=asked.heads,
                trusted=asked.trusted,
                anchors=asked.anchors,
                cosigned=asked.cosigned,
                since=begun,
                checkpoints=seen,
                **come_to,
            )
        answers: list[ReceiptAnswer] = []
        told = chain(told, _against_receipts(reading, receipts, asked.trusted, summary, answers))
        _tell_json(told, summary, evidence, answers, restating if restate else None) if json else _tell(told)
        if kept.save_head and not summary.findings:
            _save(kept.save_head, Heads(tuple(reading.heads())))
    if manner.checkpoint and ring is not None:
        _sign(file, Signer(ring.current), come)
    if not json:
        _conclude(summary, evidence)
        for one in answers:
            sys.stdout.write(f"receipt {one.file}: {one.answer.value}{_listed(one.sentence)}\n")
        if manner.checkpoint:
            _tell_checkpoint(come, file)
        _tell_restated(restating) if restate else _count_restated(restating)
    return OK if verdict(summary, evidence).well else FAILED_CHECK


def _workers(asked: int, reading: Reading) -> int:
    """Return how many processes read the record: as many as named, or one a core where it is long enough."""
    return asked or (os.cpu_count() or 1 if length(reading) >= _APART_FROM else 1)


def _is_well_in_pieces(asked: Asked, seen: list[Checkpoint], workers: int, **come_to: Any) -> bool:
    """Return whether pieces side by side find all in order; if not, one pass over everything names the faults."""
    with processes(workers) as pool:
        return side_by_side(asked, seen, pool, workers, **come_to)


def _sign(file: CheckpointFile, signer: Signer, come: list[Content]) -> None:
    """Append a signed line for each checkpoint that the file does not have yet."""
    try:
        known = [one.content for one in file.read()]
        for content in come:
            if content not in known:
                file.append(signed(signer, content))
                known.append(content)
    except StoreError as wrong:
        raise InputError(str(wrong)) from None


def _checkpoints(db: str, named: str, since: str) -> tuple[Checkpoint | None, list[Checkpoint], CheckpointFile]:
    """Return the checkpoint to go on from, if one is named, those to compare with, and their file."""
    try:
        file = CheckpointFile(Path(named or f"{kept_at(open_engine(db))}.checkpoints"))
        begun, seen = file.since(since) if since else (None, file.read())
    except StoreError as wrong:
        raise InputError(str(wrong)) from None
    return begun, seen, file


def _tell_checkpoint(come: list[Content], file: CheckpointFile) -> None:
    if come:
        sys.stdout.write(f"checkpoint: {come[-1]}, signed in {file.path}\n")
    else:
        sys.stdout.write("no checkpoint: it takes a record without findings, signed to its end, of this revision\n")


def _tell(told: Iterator[Finding]) -> None:
    for finding in told:
        sys.stdout.write(f"{finding}\n")


def _conclude(summary: Summary, evidence: Evidence) -> None:
    """Print the answer in sentences."""
    answer = verdict(summary, evidence)
    decks = f"{summary.decks:,} sealed decks, {summary.opened:,} of them opened"
    gone_through = (
        f"{summary.entries:,} entries of {summary.streams:,} streams, {summary.rounds:,} rounds, "
        f"{summary.postings:,} movements of money, {summary.accounts:,} accounts, {decks}"
    )
    keys = " and ".join(summary.keys) or "no key"
    for part, told in (
        (Part.CONSISTENT, gone_through),
        (Part.AUTHENTIC, f"{summary.seals:,} signatures, by {keys}"),
        (Part.COMPLETE, "held against what was kept elsewhere" if evidence.outside else ""),
    ):
        wrong = summary.wrong.get(part.value, 0)
        count = f"{wrong:,} {'finding' if wrong == 1 else 'findings'}" if wrong else ""
        sys.stdout.write(f"{part}: {getattr(answer, part.value)}{_listed(count, told)}\n")
    rests = [f"{count:,} on {what}" for what, count in sorted(summary.signatures.items())]
    if rests:
        sys.stdout.write(f"signatures of people rest: {', '.join(rests)}\n")
    for sentence in answer.not_looked_at:
        sys.stdout.write(f"not looked at: {sentence}\n")


def _listed(*told: str) -> str:
    """Return the remarks behind an answer, in brackets."""
    text = "; ".join(filter(None, told))
    return f" ({text})" if text else ""


def _count_restated(restating: Restating) -> None:
    """Print how many rounds and acts ``--restate`` would list."""
    if restating.alone:
        count = len(restating.alone)
        sys.stdout.write(f"{count:,} acts of earlier revisions were one person's that take more today: see --restate\n")
    if restating.rounds or restating.undecided:
        paid, open_ = len(restating.rounds), len(restating.undecided)
        sys.stdout.write(
            f"today's rules would pay {paid:,} rounds of earlier revisions differently, and leave {open_:,} undecided: "
            "see --restate\n"
        )


def _tell_restated(restating: Restating) -> None:
    """Print the money by which the House underpaid and overpaid, round by round."""
    out = console()
    if not restating.rounds and not restating.undecided:
        out.print("today's rules would pay no round differently")
    table = Table(
        Column("round", no_wrap=True),
        Column("paragraphs"),
        Column("account", no_wrap=True),
        *(Column(name, justify="right", no_wrap=True) for name in ("recorded", "today", "underpaid", "overpaid")),
        title="Rounds of earlier revisions that today's rules would pay differently (SGD)",
    )
    for one in restating.rounds:
        first = (f"{one.table} {one.round}", ", ".join(one.paragraphs))
        for name, cents in one.players.items():
            sides = (_money(one.recorded.get(name, 0)), _money(one.restated.get(name, 0)))
            table.add_row(*first, name, *sides, *_apart(cents))
            first = ("", "")
        for name, cents in (("the House", one.house), ("the jackpot", one.jackpot)):
            if cents:
                table.add_row("", "", name, "", "", *_apart(cents))
    if restating.rounds:
        out.print(table)
    for one in (*restating.rounds, *restating.undecided):
        lies = ", ".join(f"{name} {_money(cents)}" for name, cents in one.lies.items() if cents)
        said = (*((f"undecided: {one.waits}",) if one.waits else ()), *((f"on the table: {lies}",) if lies else ()))
        if one.between:
            said = (*said, f"however it would have gone on: {', '.join(starmap(_bounds, one.between.items()))}")
        for text in (*said, *one.corrections, *one.notes):
            out.print(f"{one.table} {one.round}: {text}", markup=False)
    for act in restating.alone:
        where, who = f"{act.stream} version {act.version}", f"{act.by} ({act.role.replace('_', ' ')}) alone"
        out.print(f"{where}: {act.act}, {_money(act.cents)}, by {who}: {act.needs}", markup=False)
    for name, cents in totals(restating.rounds).items():
        out.print(f"in total {name}: {'underpaid' if cents > 0 else 'overpaid'} {_money(abs(cents))}", markup=False)


def _bounds(name: str, between: tuple[Cents, Cents]) -> str:
    """Return by how much a Player was underpaid or overpaid at the least and at the most."""
    least, most = sorted(between, key=abs) if max(between) <= 0 or min(between) >= 0 else between
    told = [f"{'underpaid' if cents > 0 else 'overpaid'} {_money(abs(cents))}" for cents in (least, most)]
    return f"{name} was {told[0]}" if least == most else f"{name} was from {told[0]} to {told[1]}"


def _apart(cents: Cents) -> tuple[str, str]:
    """Return the underpaid and the overpaid amount, in columns of their own."""
    return (_money(cents), "") if cents > 0 else ("", _money(-cents))


def _money(cents: Cents) -> str:
    """Return an amount without the currency, which the heading names."""
    return format_money(cents).replace("SGD ", "")


def _tell_json(
    told: Iterator[Finding],
    summary: Summary,
    evidence: Evidence,
    receipts: list[ReceiptAnswer],
    restating: Restating | None,
) -> None:
    """Write one JSON document as the findings come, so that there may be any number of them."""
    sys.stdout.write('{"findings":[')
    for at, finding in enumerate(told):
        sys.stdout.write(("," if at else "") + msgspec.json.encode(finding).decode())
    answer: dict[str, object] = msgspec.structs.asdict(verdict(summary, evidence))
    answer |= {"ok": not summary.findings, "summary": summary}
    if receipts:
        answer["receipts"] = receipts
    if restating is not None:
        answer |= {"restated": restating.rounds, "undecided": restating.undecided, "alike": restating.alike}
        answer["alone"] = restating.alone
        answer["totals"] = totals(restating.rounds)
    sys.stdout.write(f"],{msgspec.json.encode(answer).decode()[1:]}\n")


@contextmanager
def _bar() -> Iterator[Callable[[Summary], None] | None]:
    """Yield the function of a progress bar; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (
        TextColumn("verifying"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("entries"),
        TimeRemainingColumn(),
    )
    progress = Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty(), disable=False
    )
    task = progress.add_task("", total=None, visible=False)

    def shown(summary: Summary) -> None:
        progress.update(task, total=summary.total, completed=summary.entries, visible=summary.total >= _SHOWN_FROM)

    with progress:
        yield shown


def _ring(files: list[str]) -> KeyRing | None:
    try:
        keys = [KeyFile(Path(file)).read() for file in files]
    except (KeyFileError, ValueError) as error:
        raise InputError(str(error)) from None
    return KeyRing(keys[0], tuple(keys[1:])) if keys else None


def _anchors(db: str, named: str, after: int) -> list[Anchor]:
    """Return the anchors that were named, or those beside the database if there are any, after an entry."""
    try:
        file = anchor_file(kept_at(open_engine(db)), named)
        return file.read(after) if named or file.exists() else []
    except StoreError as wrong:
        raise InputError(str(wrong)) from None


def _witnessed(files: Sequence[str], keys: frozenset[str]) -> list[Witnessed]:
    """Return the content of the witnesses' files; with keys of witnesses, only what those have signed."""
    if keys and not files:
        raise InputError("--witness-key says whose file --witness names: give --witness FILE too")
    try:
        return [read_witnessed(Path(file), keys) for file in files]
    except StoreError as wrong:
        raise InputError(str(wrong)) from None


def _receipts(files: Sequence[str]) -> list[tuple[str, Receipt]]:
    """Return the receipts of these files."""
    try:
        return [(file, read_receipt(Path(file))) for file in files]
    except StoreError as wrong:
        raise InputError(str(wrong)) from None


def _against_receipts(
    reading: Reading,
    receipts: Sequence[tuple[str, Receipt]],
    trusted: Collection[str],
    summary: Summary,
    answers: list[ReceiptAnswer],
) -> Iterator[Finding]:
    """Compare the read record with receipts, and yield a finding for each fact that one says and the record lacks."""
    for file, receipt in receipts:
        if receipt.key not in {*trusted, *summary.keys}:
            told = f"nobody has told that {receipt.key}, which signed it, is a key of the House"
            answers.append(ReceiptAnswer(file, PartAnswer.NOT_LOOKED_AT, told))
            continue
        wrong = [*contradictions(reading, receipt)]
        for sentence in wrong:
            finding = found(Kind.HEAD, "journal", f"receipt {file}: {sentence}", field="position")
            summary.count(finding)
            yield finding
        answers.append(ReceiptAnswer(file, PartAnswer.NO if wrong else PartAnswer.YES, _witnessed_so_far(receipt)))


def _witnessed_so_far(receipt: Receipt) -> str:
    """Return a sentence on whether a witness covers a receipt."""
    seen = receipt.witnessed
    if seen is None:
        return "no witness had signed for it when it was written"
    return f"the witness {seen.witness} signed for it at {seen.at}"


def _heads(file: str) -> tuple[Head, ...]:
    if not file:
        return ()
    with opened(file) as handle:
        data = handle.read()
    try:
        return msgspec.json.decode(data, type=Heads).heads
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InputError(f"{file} is not a file written by --save-head: {error}") from None


def _save(file: str, heads: Heads) -> None:
    """Write the file completely, replacing an older one."""
    path = Path(file)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("wb") as handle:
            handle.write(msgspec.json.format(msgspec.json.encode(heads)) + b"\n")
            handle.flush()
            os.fsync(handle.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise InputError(f"{file} cannot be written: {error.strerror}") from None

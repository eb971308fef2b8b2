"""The table of all kinds of stream, by which the floor is run, read and verified."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from croupier.floor.deciding.stream import Handling, Stream, Transaction, rows, without_money
from croupier.floor.streams.cages import CAGES
from croupier.floor.streams.handling import TABLES
from croupier.floor.streams.houses import HOUSES
from croupier.floor.streams.linking import LINKS
from croupier.floor.values import signatures
from croupier.floor.values.clock import CLOCK, CountersignTime, ProposeTime, decide_clock, evolve_clock
from croupier.floor.values.door import DOOR, decide_door, evolve_door
from croupier.floor.values.record import (
    RECORD,
    CountersignRecord,
    ProposeRecord,
    RecordState,
    ReplaceKey,
    decide_record,
    evolve_record,
)
from croupier.floor.values.requests import Request
from croupier.floor.values.waiting import DESK, decide_desk, evolve_desk
from croupier.play.refusal import Refusal

# ---- The clock -------------------------------------------------------------------------------------------------------


def _propose_time(tx: Transaction, _request: Request, command: ProposeTime) -> ProposeTime | Refusal:
    clock = tx.state(CLOCK)
    waiting = () if clock is None else clock.proposals
    return signatures.proposed_already(waiting, lambda _: True) or command


def _reads(tx: Transaction, _state: object, command: ProposeTime, _at: int) -> ProposeTime:
    return replace(command, reads=tx.clock_reads())


def _reads_again(tx: Transaction, _state: object, command: CountersignTime, _at: int) -> CountersignTime:
    return replace(command, reads=tx.clock_reads(), due=tx.clock_due())


def _dated(command: object, at: int) -> int:
    """Return the time of an entry: from a second signature on it is the time that was signed for."""
    return command.reads if isinstance(command, CountersignTime) else at


# ---- The record ------------------------------------------------------------------------------------------------------


def _propose_record(tx: Transaction, _request: Request, command: ProposeRecord) -> ProposeRecord | Refusal:
    record = tx.state(RECORD)
    waiting = () if record is None else record.proposals
    return signatures.proposed_already(waiting, lambda _: True) or command


def _countersign_record(tx: Transaction, _request: Request, command: CountersignRecord) -> CountersignRecord | Refusal:
    record = tx.state(RECORD) or RecordState()
    what = next((one.what for one in record.proposals if one.number == command.number), None)
    return (tx.key_missing(what.key) if isinstance(what, ReplaceKey) else None) or command


def _always(_actor: str, _asked: object) -> bool:
    """Take every command while the clock is in doubt, so that people can sign in and sign for the time."""
    return True


CLOCKS: Final = Stream(
    words=CLOCK,
    decide=decide_clock,
    evolve=without_money(evolve_clock),
    handling=rows(
        Handling(ProposeTime, prepare=_propose_time, fill=_reads, adds=("reads",)),
        Handling(CountersignTime, fill=_reads_again, adds=("reads", "due")),
    ),
    dated=_dated,
    goes_on_in_doubt=_always,
)
RECORDS: Final = Stream(
    words=RECORD,
    decide=decide_record,
    evolve=without_money(evolve_record),
    handling=rows(
        Handling(ProposeRecord, prepare=_propose_record),
        Handling(CountersignRecord, prepare=_countersign_record),
    ),
    goes_on_in_doubt=_always,
)
DOORS: Final = Stream(words=DOOR, decide=decide_door, evolve=without_money(evolve_door), goes_on_in_doubt=_always)
DESKS: Final = Stream(words=DESK, decide=decide_desk, evolve=without_money(evolve_desk))

STREAMS: Final[Mapping[str, Stream[Any, Any, Any]]] = {
    one.words.kind: one for one in (TABLES, LINKS, CAGES, HOUSES, DOORS, DESKS, CLOCKS, RECORDS)
}


def has_to_wait(stream: str, actor: str, asked: object) -> bool:
    """Return whether a command has to wait until two people have signed for the time."""
    kind = STREAMS.get(stream.partition(":")[0])
    return kind is None or kind.goes_on_in_doubt is None or not kind.goes_on_in_doubt(actor, asked)

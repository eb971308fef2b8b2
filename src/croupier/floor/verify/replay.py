"""The replay of entries: each command is decided again, and its events are played again.

Where an entry's events differ from what the rules decide, either the command or the events are false, and the entry
alone does not show which. The replay continues with the recorded events and keeps the other state beside them: if later
entries agree with the other state, the recorded events were false. One false entry is therefore one finding, not one
for each entry after it.

An entry of an earlier revision was decided by rules that have been corrected since. Its events and its money are taken
as they were written. A different decision under today's rules is no finding; it is kept, to be restated.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from croupier.floor.deciding import postings
from croupier.floor.journal import codec
from croupier.floor.journal.hidden import Sealing
from croupier.floor.running.loading import decided, events_of, evolved
from croupier.floor.values.entries import GENESIS, ROLES, Entry, Posting
from croupier.floor.values.table_kinds import in_play
from croupier.floor.verify.checkpoints import StreamAt
from croupier.floor.verify.finding import Finding, Kind, difference, found, plain
from croupier.play.banked.events import RoundEnded
from croupier.play.refusal import Refusal
from croupier.play.room import events as room_events
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role

ENDED: Final = frozenset({RoundEnded, room_events.RoundEnded})


class Played(Struct, frozen=True):
    """The result of an entry: the state before it, its events, the state after each event, and its money."""

    before: Any
    events: tuple[Any, ...]
    states: tuple[Any, ...]
    posted: tuple[Posting, ...] | None
    """The money that the events move; None if they create or destroy money."""
    money: str = ""

    @property
    def after(self) -> Any:
        """The state after the last event."""
        return self.states[-1] if self.states else self.before


class Followed(Struct):
    """A stream as far as the verification has followed it."""

    name: str
    version: int = 0
    hash: str = GENESIS
    states: list[Any] = field(default_factory=lambda: [None])
    """The state, and after an entry that contradicts itself the other state that could be true."""
    missing: set[int] = field(default_factory=set)
    """The versions that are missing so far, unless there are too many to remember."""
    shaken: str = ""
    """The reason why later entries may be decided differently now: an entry is missing or cannot be read."""
    blind: bool = False
    """True if the cards of the round in play cannot be opened here: its commands are then not decided again."""
    sealing: Sealing | None = None
    """The key under which the cards of the round in play are sealed."""
    lost: bool = False
    """True if the rest of the stream can no longer be replayed."""
    strange: bool = False
    """True if no floor has a stream of this name."""
    rested: "Rested | None" = None
    """The table as it was before the round in play; None for other streams and between rounds."""

    @property
    def state(self) -> Any:
        """The state; None if it is not known."""
        return None if self.lost else self.states[0]


class Rested(Struct, frozen=True):
    """A table between two rounds."""

    version: int
    hash: str
    state: Any
    whole: bool = True
    """True if all entries of the round since then are of the current revision."""


class Replayed(Struct):
    """The result of replaying an entry, for the checks that follow."""

    findings: list[Finding]
    command: Any = None
    role: Role | None = None
    played: Played | None = None
    """The result of the events; None if they could not be replayed."""
    posted: tuple[Posting, ...] | None = None
    """The money that the ledger should show; None if it is not known."""
    otherwise: bool = False
    """True if the entry is of an earlier revision, and today's rules decide differently."""


def rest(stream: Followed, before: object, entry: Entry) -> None:
    """Keep, after an entry was played, the table as it was before the round in play; forget it between rounds."""
    if not in_play(stream.state):
        stream.rested = None
        return
    if stream.rested is None:
        stream.rested = Rested(entry.version - 1, entry.previous, before)
    if entry.schema != REVISION:
        stream.rested = replace(stream.rested, whole=False)


def stream_at(stream: Followed) -> StreamAt:
    """Return a stream as a checkpoint records it."""
    if stream.rested is None:
        return StreamAt(stream.version, stream.hash, codec.write_state(stream.state).decode())
    rested = stream.rested
    state = codec.write_state(rested.state).decode()
    return StreamAt(stream.version, stream.hash, state, rested.version, rested.hash)


def replay(stream: Followed, entry: Entry) -> Replayed:
    """Decide an entry's command again and play its events; the stream advances to the state after it."""
    done = Replayed([])
    if not stream.lost:
        _replay(stream, entry, done)
    if done.played is None:
        done.posted = _recorded_money(entry, done.findings)
    return done


def _replay(stream: Followed, entry: Entry, done: Replayed) -> None:
    told = done.findings
    if not 1 <= entry.schema <= REVISION:
        unknown = f"revision {entry.schema} is not known; {REVISION} is the newest"
        told.append(_wrong(entry, Kind.TEXT, "schema", unknown))
        _shake(stream, f"version {entry.version} cannot be read")
        return
    if stream.states[0] is None and entry.version > 1:  # its beginning is missing, and the gap is a finding already
        stream.lost = True
        return
    command = done.command = _command(entry, told)
    role = done.role = _role(entry, told)
    events = _events(stream, entry, told)
    agreed: tuple[object, ...] | None = None
    first: tuple[object, ...] | str | None = None
    if stream.blind:
        command = None
    if command is not None and role is not None:
        recorded = entry.events if entry.schema == REVISION or events is None else codec.write(events)
        for state in stream.states:
            answer = _decided_again(stream, entry, state, command, role)
            if not isinstance(answer, str) and codec.write(answer) == recorded:
                agreed = answer
                if state is not stream.states[0]:
                    stream.states = [state]
                break
            first = answer if first is None else first
    if agreed is not None:
        options = [(state, agreed if events is None else events) for state in stream.states]
    elif entry.schema < REVISION and events is not None:
        done.otherwise = first is not None
        options = [(stream.states[0], events)]
    else:
        options = _contradicted(stream, entry, first, events, told)
    if stream.lost:
        return
    outcomes, trouble = _outcomes(stream, entry, options)
    if not outcomes:
        if trouble:
            told.append(_wrong(entry, Kind.DECISION, "events", f"they cannot be played: {trouble}"))
        _shake(stream, f"version {entry.version} cannot be played")
        return
    done.played, done.posted = _money(entry, outcomes, told)
    stream.states = _apart([one.after for one in outcomes])


def _contradicted(
    stream: Followed,
    entry: Entry,
    answer: tuple[object, ...] | str | None,
    events: tuple[object, ...] | None,
    told: list[Finding],
) -> list[tuple[object, tuple[object, ...]]]:
    """Return the states and events that a stream may continue with: first as recorded, then as the rules decide."""
    if answer is not None:
        if isinstance(answer, str):
            wrong = answer
        else:
            wrong = f"the rules decide differently: {difference(entry.events, codec.write(answer))}"
        if stream.shaken:
            wrong = f"{wrong} ({stream.shaken}; nothing after it is replayed)"
            stream.lost = True
        told.append(_wrong(entry, Kind.DECISION, "events", wrong))
    state = stream.states[0]
    ways = [events, None if isinstance(answer, str) else answer]
    return [(state, way) for way in ways if way is not None]


def _command(entry: Entry, told: list[Finding]) -> object:
    try:
        command = codec.read_command(entry.stream, entry.schema, entry.command)
    except Exception as error:  # any error from a changed text or an upcaster is a finding
        told.append(_wrong(entry, Kind.TEXT, "command", f"cannot be read: {_said(error)}"))
        return None
    if entry.schema == REVISION and (again := codec.write(command)) != entry.command:
        unlike = f"the floor writes it differently: {difference(entry.command, again)}"
        told.append(_wrong(entry, Kind.COMMAND, "command", unlike))
    return command


def _role(entry: Entry, told: list[Finding]) -> Role | None:
    role = ROLES.get(entry.role)
    if role is None:
        told.append(_wrong(entry, Kind.TEXT, "role", f"there is no role {plain(entry.role, 40)!r}"))
    return role


def _decided_again(
    stream: Followed, entry: Entry, state: object, command: object, role: Role
) -> tuple[object, ...] | str:
    """Return the events that the rules decide, or a sentence that says why there are none."""
    try:
        answer = decided(stream.name, state, entry.actor, role, command, entry.at)
    except Exception as error:  # a forged command can raise any error in code that never expected it
        return f"the command cannot be decided: {_said(error)}"
    return f"the rules refuse the command: {answer}" if isinstance(answer, Refusal) else answer


def _events(stream: Followed, entry: Entry, told: list[Finding]) -> tuple[object, ...] | None:
    try:
        return events_of(stream.states[0], entry)
    except Exception as error:  # any error from a changed text is a finding
        told.append(_wrong(entry, Kind.TEXT, "events", f"cannot be read: {_said(error)}"))
        return None


def _outcomes(
    stream: Followed, entry: Entry, options: Sequence[tuple[object, tuple[object, ...]]]
) -> tuple[list[Played], str]:
    outcomes: list[Played] = []
    trouble = ""
    for state, events in options:
        try:
            outcomes.append(_played(stream.name, entry, state, events))
        except Exception as error:  # forged events can raise any error in the table's code
            trouble = trouble or _said(error)
    return outcomes, trouble


def _played(name: str, entry: Entry, state: object, events: tuple[object, ...]) -> Played:
    states, moves, now, entered = [], [], state, entry.entered
    for event in events:
        now, moved = evolved(name, now, event, entry.at, entered)
        states.append(now)
        moves.append(moved)
    try:
        posted = postings.postings(moves)
    except AssertionError:
        return Played(state, events, tuple(states), None)
    return Played(state, events, tuple(states), posted, codec.write(posted))


def _money(entry: Entry, outcomes: Sequence[Played], told: list[Finding]) -> tuple[Played, tuple[Posting, ...] | None]:
    """Return the entry's outcome, and its money: the postings of the outcome that agrees with the recorded ones."""
    played = next((one for one in outcomes if one.posted is not None and one.money == entry.postings), None)
    if played is not None:
        return outcomes[0], played.posted
    first = outcomes[0]
    if first.posted is None:
        told.append(_wrong(entry, Kind.POSTINGS, "events", "they make or lose money"))
        return first, _recorded_money(entry, told)
    unlike = f"the events mean other money: {difference(entry.postings, first.money)}"
    told.append(_wrong(entry, Kind.POSTINGS, "postings", unlike))
    return first, first.posted


def _recorded_money(entry: Entry, told: list[Finding]) -> tuple[Posting, ...] | None:
    """Return the postings as recorded, for an entry whose money cannot be computed; None if they cannot be read."""
    try:
        posted = codec.read_postings(entry.postings)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        told.append(_wrong(entry, Kind.TEXT, "postings", f"cannot be read: {_said(error)}"))
        return None
    sums: dict[int, int] = {}
    for one in posted:
        sums[one.event] = sums.get(one.event, 0) + one.cents
    for event, cents in sums.items():
        if cents:
            wrong = f"the money of event {event} sums to {cents}, not to zero"
            told.append(_wrong(entry, Kind.POSTINGS, "postings", wrong))
    return posted


def recorded_money(entry: Entry) -> tuple[tuple[Posting, ...] | None, list[Finding]]:
    """Return the postings of an entry that cannot be replayed, with the findings about them."""
    told: list[Finding] = []
    return _recorded_money(entry, told), told


def _apart(states: list[object]) -> list[object]:
    """Return at most two states, and two only if they differ."""
    return states[:1] if len(states) < 2 or states[0] == states[1] else states[:2]


def _shake(stream: Followed, why: str) -> None:
    stream.shaken = stream.shaken or why


def _wrong(entry: Entry, kind: Kind, where: str, wrong: str) -> Finding:
    return found(kind, "journal", wrong, stream=entry.stream, version=entry.version, field=where)


def _said(error: BaseException) -> str:
    """Return an error as a few words."""
    told = plain(str(error), 120)
    return told if isinstance(error, msgspec.MsgspecError | LookupError) and told else f"{type(error).__name__} {told}"

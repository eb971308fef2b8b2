"""Deciding every command again, and playing its events again.

Where an entry's events are not what the rules decide, one of the two is false, and nobody can say which. The replay
goes on with what was recorded and keeps the other state beside it: if later entries agree with that one, it was the
recorded events that were false. So one false entry is one finding, not one for every entry after it.

An entry of an earlier revision was decided by rules that have been corrected since. Its events are replayed and its
money is counted as they were written; what the rules decide today is not a finding but kept beside it, to be restated.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from croupier.floor.journal import codec
from croupier.floor.journal.hidden import Sealing
from croupier.floor.journal.records import GENESIS, ROLES, Entry, Posting
from croupier.floor.journal.streams import decided, events_of, evolved
from croupier.floor.money import postings
from croupier.floor.tables.kinds import in_play
from croupier.floor.verify.checkpoints import StreamAt
from croupier.floor.verify.finding import Finding, Kind, difference, found, plain
from croupier.play.banked.events import RoundEnded
from croupier.play.refusal import Refusal
from croupier.play.room import events as room_events
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role

ENDED: Final = frozenset({RoundEnded, room_events.RoundEnded})


class Played(Struct, frozen=True):
    """The result of an entry: a state before, its events, the states after each, and its money."""

    before: Any
    events: tuple[Any, ...]
    states: tuple[Any, ...]
    posted: tuple[Posting, ...] | None
    """None if the events make or lose money."""
    money: str = ""

    @property
    def after(self) -> Any:
        """The state in the end."""
        return self.states[-1] if self.states else self.before


class Followed(Struct):
    """A stream as the verification has followed it."""

    name: str
    version: int = 0
    hash: str = GENESIS
    states: list[Any] = field(default_factory=lambda: [None])
    """The state, and one that could be the true one after an entry that contradicts itself."""
    missing: set[int] = field(default_factory=set)
    """Versions that were passed over, if they are few."""
    shaken: str = ""
    """Why what follows may not be decided as it was: an entry is missing or cannot be read."""
    blind: bool = False
    """Cards of the round in play are sealed and cannot be opened here: what they lead to is not decided again."""
    sealing: Sealing | None = None
    """Under which key the cards of the round in play are sealed."""
    lost: bool = False
    """Nothing can be replayed any more."""
    strange: bool = False
    """Whether a floor has no stream of that name."""
    rested: "Rested | None" = None
    """Of a table with a round in play: as it was before the round."""

    @property
    def state(self) -> Any:
        """The state, if it is known."""
        return None if self.lost else self.states[0]


class Rested(Struct, frozen=True):
    """A table between two rounds."""

    version: int
    hash: str
    state: Any
    whole: bool = True
    """Whether all of the round since then is of this revision."""


class Replayed(Struct):
    """What replaying an entry has brought to light, for the checks that follow."""

    findings: list[Finding]
    command: Any = None
    role: Role | None = None
    played: Played | None = None
    """None where nothing could be replayed."""
    posted: tuple[Posting, ...] | None = None
    """The money that the ledger should show; None where it is not known."""
    otherwise: bool = False
    """Whether the entry is of an earlier revision, and today's rules decide differently."""


def rest(stream: Followed, before: object, entry: Entry) -> None:
    """Remember a table as it was before the round in play, once an entry has been played."""
    if not in_play(stream.state):
        stream.rested = None
        return
    if stream.rested is None:
        stream.rested = Rested(entry.version - 1, entry.previous, before)
    if entry.schema != REVISION:
        stream.rested = replace(stream.rested, whole=False)


def stream_at(stream: Followed) -> StreamAt:
    """A stream, for a checkpoint."""
    if stream.rested is None:
        return StreamAt(stream.version, stream.hash, codec.write_state(stream.state).decode())
    rested = stream.rested
    state = codec.write_state(rested.state).decode()
    return StreamAt(stream.version, stream.hash, state, rested.version, rested.hash)


def replay(stream: Followed, entry: Entry) -> Replayed:
    """Decide an entry's command again and play its events; the stream goes on to what comes after it."""
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
    if stream.states[0] is None and entry.version > 1:  # its beginning is missing, which has been told
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
    """From which state, with which events, a stream may go on: what was recorded, and then what the rules decide."""
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
    except Exception as error:  # whatever a changed text or an upcaster leads to is a finding
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
    """The events, or in words why there are none."""
    try:
        answer = decided(stream.name, state, entry.actor, role, command, entry.at)
    except Exception as error:  # a command that never was can break what it was never given to
        return f"the command cannot be decided: {_said(error)}"
    return f"the rules refuse the command: {answer}" if isinstance(answer, Refusal) else answer


def _events(stream: Followed, entry: Entry, told: list[Finding]) -> tuple[object, ...] | None:
    try:
        return events_of(stream.states[0], entry)
    except Exception as error:  # as above
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
        except Exception as error:  # events that never were can break the table they never happened at
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
    """The outcome that the recorded postings speak for, and the money of the entry."""
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
    """The postings as they were written, where nothing better is known."""
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
    """The postings of an entry that cannot be replayed, and what is wrong with them."""
    told: list[Finding] = []
    return _recorded_money(entry, told), told


def _apart(states: list[object]) -> list[object]:
    """At most two states, and two only if they differ."""
    return states[:1] if len(states) < 2 or states[0] == states[1] else states[:2]


def _shake(stream: Followed, why: str) -> None:
    stream.shaken = stream.shaken or why


def _wrong(entry: Entry, kind: Kind, where: str, wrong: str) -> Finding:
    return found(kind, "journal", wrong, stream=entry.stream, version=entry.version, field=where)


def _said(error: BaseException) -> str:
    """An error in a few words."""
    told = plain(str(error), 120)
    return told if isinstance(error, msgspec.MsgspecError | LookupError) and told else f"{type(error).__name__} {told}"

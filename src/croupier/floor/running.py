"""The floor at work: commands come in, and what they lead to is committed before anybody hears of it.

States are values, so a batch is tried on copies; only when its one transaction is on the disk do they become the
floor's. A batch may bring commands for many tables: they share a commit, not a fate.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.floor.chance.entropy import Entropy
from croupier.floor.chance.sealing import KeyRing
from croupier.floor.chance.shoe import Shuffle
from croupier.floor.jackpots import links
from croupier.floor.jackpots.meters import without_terms
from croupier.floor.journal import codec
from croupier.floor.journal.records import SYSTEM, Entry, Head
from croupier.floor.journal.store import Store, StoreError, Writing
from croupier.floor.journal.streams import Kept, deck_context, events_kind, load
from croupier.floor.money.cage import CageState
from croupier.floor.money.gaming_day import begins
from croupier.floor.pending import Pending
from croupier.floor.people import limits
from croupier.floor.people.house import HouseState
from croupier.floor.people.permissions import addressed, allowed, core
from croupier.floor.people.played import LONGEST_ROUND, Played, count, moved
from croupier.floor.people.texts import wrong_text
from croupier.floor.ports import Clock, NoOutbox, Notice, Outbox
from croupier.floor.requests import Accepted, Reply, Request
from croupier.floor.tables.table import AdoptRulebook, EstablishTable, PlayHouse, Propose, TableState
from croupier.floor.trial import Trial
from croupier.money import Cents
from croupier.play.banked.commands import Choose, Settle
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import DeemLeft, JoinTable, LeaveTable

SNAPSHOT_EVERY = 200
REMEMBERED_ROUNDS = 8


class Floor:
    """Tables, links and the cage of one house."""

    def __init__(
        self, store: Store, *, clock: Clock, entropy: Entropy, keys: KeyRing, outbox: Outbox | None = None
    ) -> None:
        self.store, self.clock, self.entropy, self.keys = store, clock, entropy, keys
        self.outbox = outbox or NoOutbox()
        self.streams: dict[str, Kept] = {}
        self.balances: dict[str, Cents] = {}
        self.shoes: dict[str, Shuffle] = {}
        self.begun: dict[str, dict[int, Kept]] = {}
        """By table and number: what the last few rounds began from, so that their proofs need no long replay."""
        self._played: Played | None = None
        self.position = 0
        """The journal's last entry that this floor knows of."""
        self.latest = 0
        """Its time."""
        self._load()

    def _load(self) -> None:
        """Every stream from its last snapshot on."""
        with self.store.reading() as reading:
            for stream in reading.streams():
                self.streams[stream] = load(reading, stream)
            self.balances = reading.balances()
            self.position, self.latest = reading.position(), reading.latest()

    def table(self, name: str) -> TableState:
        """A table's state."""
        state: TableState = self.streams[f"table:{name}"].state
        return state

    def link(self, name: str) -> links.LinkState:
        """A link's state."""
        state: links.LinkState = self.streams[f"link:{name}"].state
        return state

    def cage(self) -> CageState:
        """The cage's state."""
        state: CageState = self.streams["cage"].state
        return state

    def house(self) -> HouseState | None:
        """Accounts, roles and limits; None while the House keeps none."""
        return self.streams["house"].state if "house" in self.streams else None

    def played(self, house: HouseState, at: int) -> Played:
        """What everybody has lost and played in the gaming day: counted when first asked for, and from then on."""
        if self._played is None:
            began = begins(house.day(at), house.day_start, house.zone)
            with self.store.reading() as reading:
                entries = reading.since(began - LONGEST_ROUND, "table:")
            states = {name: kept.state for name, kept in self.streams.items() if codec.kind_of(name) == "table"}
            self._played = count(house, states, entries, at)
        self._played.turn_to(at)
        return self._played

    def tables(self) -> list[str]:
        """The tables' names."""
        return [stream.partition(":")[2] for stream in self.streams if stream.startswith("table:")]

    def now(self) -> int:
        """The time, or that of the last entry where the clock was set back while the floor was closed."""
        return max(self.clock.now(), self.latest)

    def heads(self) -> list[Head]:
        """How far every stream has come."""
        return [Head(name, kept.version, kept.hash) for name, kept in sorted(self.streams.items())]

    def shoe(self, stream: str) -> Shuffle:
        """The order of a table's shoe, from memory or, after a restart, from its sealed record."""
        if stream not in self.shoes:
            number = self.streams[stream].state.info.shuffles
            with self.store.reading() as reading:
                kept = reading.deck(stream, number)
            assert kept is not None, "every commitment has its sealed deck"
            self.shoes[stream] = self.keys.unseal(kept, deck_context(stream, number))
        return self.shoes[stream]

    def submit(self, *requests: Request) -> list[Reply]:
        """Decide on requests in order and commit what was accepted, in one transaction, before answering."""
        return self._commit([_outside(request) for request in requests])

    def by_itself(self, *requests: Request) -> list[Reply]:
        """The same for what the floor does of its own accord: nobody else acts under its name."""
        return self._commit(requests)

    def together(self, requests: Iterable[tuple[Request, bool]]) -> list[Reply]:
        """Both kinds in one commit: each request with whether it is the floor's own."""
        return self._commit([request if own else _outside(request) for request, own in requests])

    def _commit(self, requests: Sequence[Request | Refusal]) -> list[Reply]:
        batch = Batch(self, self._known([one for one in requests if isinstance(one, Request)]))
        replies = [request if isinstance(request, Refusal) else batch.take(request) for request in requests]
        if batch.entries:
            with self.store.writing() as writing:
                position = batch.write(writing)
            self.position, self.latest = position, batch.entries[-1].at
            self.streams.update(batch.streams)
            self.shoes.update(batch.shoes)
            for stream, number, kept in batch.begun:
                last = self.begun.setdefault(stream, {})
                last[number] = kept
                last.pop(number - REMEMBERED_ROUNDS, None)
            for entry in batch.entries:
                if self._played is not None and codec.kind_of(entry.stream) == "table":
                    self._played.note(entry, events_kind(self.streams[entry.stream].state, entry))
            for account, cents in batch.moved.items():
                self.balances[account] = self.balances.get(account, 0) + cents
            self.outbox.send(
                [
                    Notice(name, kept.version, tuple(one for one in batch.entries if one.stream == name))
                    for name, kept in self.streams.items()
                    if name in batch.streams
                ]
            )
        return replies

    def _known(self, requests: Iterable[Request]) -> dict[tuple[str, str], Entry]:
        """What was committed under the keys of these requests, by stream and key."""
        keyed = [(one.stream, one.key) for one in requests if one.key and one.stream in self.streams]
        if not keyed:
            return {}
        with self.store.reading() as reading:
            found = ((pair, reading.by_key(*pair)) for pair in keyed)
            return {pair: entry for pair, entry in found if entry is not None}


def _timeless(command: Any) -> Any:
    """A command without what the floor adds to it when it is taken in."""
    command = without_terms(command)
    if isinstance(command, Settle):
        return Settle()
    if isinstance(command, links.OrderClaims):
        return replace(command, cites=())
    if isinstance(command, Propose) and isinstance(command.what, AdoptRulebook):
        return Propose(replace(command.what, today=""))
    if isinstance(command, Choose):
        return replace(command, amount=None)
    if isinstance(command, JoinTable | LeaveTable | DeemLeft):
        command = replace(command, minute=0, day="")
        return replace(command, stake=0) if isinstance(command, JoinTable) and command.relocated else command
    return replace(command, meter=0, rulebook="") if isinstance(command, EstablishTable) else command


def _outside(request: Request) -> Request | Refusal:
    """A request as somebody may make it: not in the floor's name, and without what the floor reads for itself."""
    if request.actor.lower() == SYSTEM:
        return Refusal(Reason.ROLE, "Nobody acts in the floor's name", ())
    command = request.command
    if isinstance(command, PlayHouse) and (command.meter is not None or command.terms is not None):
        return replace(request, command=PlayHouse(command.command))
    return request


class Batch(Pending):
    """What a transaction will hold."""

    def __init__(self, floor: Floor, known: dict[tuple[str, str], Entry]) -> None:
        super().__init__()
        self.floor = floor
        self.known = known
        """The entries that a request may repeat, by stream and key; those of the batch itself join them."""

    def take(self, request: Request) -> Reply:
        """Try a request: all of it happens, or nothing of it."""
        refused = allowed(request.role, request.command) or addressed(request.stream, request.command)
        refused = refused or wrong_text(request.command, request.key)
        if refused is not None:
            return refused
        repeated = self._repeated(request)
        if repeated is not None:
            return repeated
        kept = self.kept(request.stream)
        if request.version is not None and request.version != kept.version:
            sentence = f"{request.stream} has moved on: it is at version {kept.version}, not {request.version}"
            return Refusal(Reason.STALE, sentence, ())
        refused = limits.barred(self, request, self.floor.now())
        if refused is not None:
            return refused
        trial = Trial(self)
        try:
            events = trial.run(request)
        except UnicodeError:  # half a character, which no text of the record could hold
            return Refusal(Reason.FACT, "That cannot be written down", ())
        if isinstance(events, Refusal):
            return events
        self.add(trial)
        self.known.update({(one.stream, one.key): one for one in trial.entries if one.key})
        return Accepted(request.stream, kept.version + trial.place, events)

    def _repeated(self, request: Request) -> Reply | None:
        found = self.known.get((request.stream, request.key))
        if found is None:
            return None
        if found.actor != request.actor:  # nobody learns what another's key led to
            return Refusal(Reason.FACT, "This key is somebody else's", ())
        asked = codec.read_command(found.stream, found.schema, found.command)
        if found.role != request.role or _timeless(core(asked)) != _timeless(core(request.command)):
            return Refusal(Reason.FACT, "This key was used for something else", ())
        events = codec.read_events(events_kind(self.kept(request.stream).state, found), found.schema, found.events)
        return Accepted(found.stream, found.version, events, repeated=True)

    def kept(self, stream: str) -> Kept:
        """A stream as this batch has left it."""
        return self.streams.get(stream) or self.floor.streams.get(stream) or Kept(None)

    def state_of(self, stream: str) -> Any:
        """A stream's state as this batch has left it."""
        return self.kept(stream).state

    def played(self, house: HouseState, at: int) -> Played:
        """What has been committed of the gaming day."""
        return self.floor.played(house, at)

    def pending(self) -> dict[str, Cents]:
        """What this batch has moved between wallets and tables."""
        found = zip(self.entries, self.postings, strict=True)
        return moved(one for entry, posted in found if codec.kind_of(entry.stream) == "table" for one in posted)

    def balance(self, account: str) -> Cents:
        """An account as this batch has left it."""
        return self.floor.balances.get(account, 0) + self.moved.get(account, 0)

    def write(self, writing: Writing) -> int:
        """Everything into the transaction; the journal's last position then.

        What was decided rests on all streams and accounts as this floor has them. Where somebody else has written
        since, a wallet may be empty that was full: then nothing is written.
        """
        if writing.position() != self.floor.position:
            raise StoreError("somebody else has written to this floor since it was opened here: open it again")
        writing.append(self.entries, self.postings)
        for stream, number, deck in self.decks:
            writing.save_deck(stream, number, deck)
        for stream, kept in list(self.streams.items()):
            if kept.version - kept.snapshot >= SNAPSHOT_EVERY:
                writing.save_snapshot(stream, kept.version, codec.write_state(kept.state))
                self.streams[stream] = Kept(kept.state, kept.version, kept.hash, kept.version)
        return writing.position()

"""The execution of requests before their commit: they are tried on copies of what has been committed.

A request brings its own entry, what has to come before it, and everything that follows by itself; a batch shares one
transaction, but each act in it, of one request or of several, is accepted or refused by itself. Nothing here is the
floor's until :mod:`croupier.floor.running.floor` has committed it.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import is_not
from typing import Any, Final

from msgspec.structs import replace

from croupier.cards import Card
from croupier.floor.deciding import limits, postings
from croupier.floor.deciding.duties import Work, at_table, worked
from croupier.floor.deciding.permissions import addressed, allowed, core
from croupier.floor.deciding.played import Played, moved
from croupier.floor.deciding.stream import Stream
from croupier.floor.deciding.texts import wrong_text
from croupier.floor.journal import codec
from croupier.floor.journal.hidden import Sealing, blanked, conceal, holds_cards, opened, round_key
from croupier.floor.journal.sealing import SealError
from croupier.floor.journal.signing import Seal, chained
from croupier.floor.journal.store import FencedError, Reading, RepeatedError, Writing
from croupier.floor.running.committed import Committed
from croupier.floor.running.loading import NOT_BEGUN, StreamState, decided, deck_context, events_of, evolved
from croupier.floor.running.where import newcomers
from croupier.floor.streams.registry import STREAMS, has_to_wait
from croupier.floor.values import clock as clocks
from croupier.floor.values.entries import SYSTEM, Entry, Posting, Written, sealed, sums
from croupier.floor.values.gaming_day import START, ZONE, day_of
from croupier.floor.values.house import HouseState
from croupier.floor.values.requests import Accepted, AtomicRequest, HouseRule, Outcome, Rejected, Reply, Request
from croupier.floor.values.shuffle import Shuffle
from croupier.floor.values.table_kinds import BankedTable, is_linked
from croupier.floor.values.vocabulary import State, Vocabulary
from croupier.money import Cents, format_money
from croupier.play.actor import Entered
from croupier.play.refusal import Reason, Refusal
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role

_HOLDS_ONLY: Final = {
    "wallet": "There is only {} to wager",
    "public": "There is only {} to wager",
    "cage": "The cage holds only {}",
    "drop": "The box at the table holds only {}",
    "slips": "The slips of the table come to only {}",
    "drawer": "The drawer does not hold as much by its books",  # the cashier who counts it must not learn its sum
}
"""The accounts that are never negative, with the sentence of the refusal."""
SNAPSHOT_EVERY = 200


AnyStream = Stream[Any, Any, Any]


class StagedChanges:
    """The states, entries, postings and decks that a transaction will write."""

    def __init__(self) -> None:
        self.streams: dict[str, StreamState] = {}
        self.moved: dict[str, Cents] = {}
        self.written: list[Written] = []
        self.shoes: dict[str, Shuffle] = {}
        self.decks: list[tuple[str, int, bytes]] = []
        self.begun: list[tuple[str, int, StreamState]] = []

    def add(self, other: "StagedChanges") -> None:
        """Add changes that were decided after these."""
        self.streams.update(other.streams)
        self.written += other.written
        self.shoes.update(other.shoes)
        self.decks += other.decks
        self.begun += other.begun
        moved = self.moved
        for account, cents in other.moved.items():
            moved[account] = moved.get(account, 0) + cents

    def kept_so_far(self) -> "StagedChanges":
        """Return a copy of the changes, to which :meth:`go_back` returns."""
        copy = StagedChanges()
        copy.add(self)
        return copy

    def go_back(self, so_far: "StagedChanges") -> None:
        """Forget what was decided since a copy was made."""
        self.streams, self.moved, self.written = so_far.streams, so_far.moved, so_far.written
        self.shoes, self.decks, self.begun = so_far.shoes, so_far.decks, so_far.begun


class RequestExecution(StagedChanges):
    """One request within a batch, and everything that follows from it."""

    def __init__(self, batch: "CommitBatch") -> None:
        super().__init__()
        self.batch = batch
        self.floor = batch.floor
        self.version = 0
        """The version of the request's own entry in its stream; entries that prepare it come before."""

    def kept(self, stream: str) -> StreamState:
        batch = self.batch
        return self.streams.get(stream) or batch.streams.get(stream) or self.floor.streams.get(stream) or NOT_BEGUN

    def run(self, request: Request) -> tuple[object, ...] | Refusal:
        """Prepare a request, write its own entry, and carry out its consequences."""
        stream = _kind(request.stream)
        refused = None if stream.beforehand is None else stream.beforehand(self, request)
        prepared = refused or self._prepared(stream, request)
        if type(prepared) is Refusal:
            return prepared
        before = self.kept(request.stream).state
        events = self.append(prepared)
        if type(events) is Refusal:
            return events
        self.version = self.kept(request.stream).version
        for do in stream.afterwards:
            trouble = do(self, request, before)
            if trouble is not None:
                return trouble
        return events

    def _prepared(self, stream: AnyStream, request: Request) -> Request | Refusal:
        """Return the request as it is to be decided, after all that must come before it; or its refusal."""
        asked = core(request.command)
        row = stream.handling.get(type(asked))
        if row is None or row.prepare is None:
            return request
        prepared = row.prepare(self, request, asked)
        if type(prepared) is Refusal:
            return prepared
        return request if prepared is asked else replace(request, command=_instead_of(request.command, prepared))

    def _filled(self, stream: AnyStream, state: object, command: object, at: int) -> object:
        """Return a command with the fields that the floor fills in."""
        row = stream.handling.get(type(command))
        if row is not None and row.fill is not None:
            command = row.fill(self, state, command, at)
        asked = core(command)
        if asked is not command and (row := stream.handling.get(type(asked))) is not None and row.fill is not None:
            command = _instead_of(command, row.fill(self, state, asked, at))
        return command

    def append(self, request: Request) -> tuple[object, ...] | Refusal:
        """Write one entry: decide its command, play its events, book their money, and do what follows."""
        stream, name, kept = _kind(request.stream), request.stream, self.kept(request.stream)
        at = self.floor.now()
        command = self._filled(stream, kept.state, request.command, at)
        if stream.dated is not None:
            at = stream.dated(command, at)
        refused = limits.withdrawn(self.kept("house").state, kept.state, command) if limits.is_second(command) else None
        events = refused or decided(name, kept.state, request.actor, request.role, command, at)
        if type(events) is Refusal:
            return events
        state, states, moves = kept.state, [kept.state], []
        entered = Entered(kept.version + 1, request.actor, request.role, at)
        for event in events:
            state, moved = evolved(name, state, event, at, entered)
            states.append(state)
            moves.append(moved)
        posted = postings.postings(moves)
        if posted:

            def stops(part: tuple[Posting, ...]) -> Refusal | None:
                return self._poor(stream, sums(part), command) or limits.too_much(self.batch, request, part, at)

            refused = stops(posted)
            if refused is not None:
                instead = stream.instead
                found = None if instead is None else instead(self, request, kept.state, command, posted, stops)
                return refused if found is None else found
        written = self._book(request, kept, at, command, events, states, posted)
        for follow in stream.follows:
            follow(self, written)
        return events

    # ---- What kinds of stream see of it, as :class:`croupier.floor.deciding.stream.Transaction` names it -------------

    def state(self, words: Vocabulary[State, Any, Any], name: str = "") -> State | None:
        state: State | None = self.kept(words.kind if words.alone else f"{words.kind}:{name}").state
        return state

    def state_at(self, _words: Vocabulary[State, Any, Any], stream: str) -> State | None:
        state: State | None = self.kept(stream).state
        return state

    def state_of(self, stream: str) -> object:
        return self.kept(stream).state

    def names(self) -> list[str]:
        return sorted({*self.floor.streams, *self.batch.streams, *self.streams})

    def linked(self, link: str) -> list[BankedTable]:
        return self._of_link(link, self.floor.where.linked(link))

    def claiming(self, link: str) -> list[BankedTable]:
        return self._of_link(link, self.floor.where.claiming(link))

    def _of_link(self, link: str, committed: frozenset[str]) -> list[BankedTable]:
        """Return these tables of a link and those that this transaction has touched, as it has left them."""
        states = (self.kept(stream).state for stream in sorted({*committed, *self.batch.streams, *self.streams}))
        return [one for one in states if is_linked(one) and one.info.link == link]

    def count(self) -> int:
        return len(self.written)

    def before(self) -> "CommitBatch":
        return self.batch

    def now(self) -> int:
        return self.floor.now()

    def clock_reads(self) -> int:
        return self.floor.clock.now()

    def clock_due(self) -> int:
        return self.floor.time.due()

    def staff_at(self, stream: str) -> set[str]:
        house = self.kept("house").state or HouseState(START, ZONE, 0, {})
        known = self.floor.worked(house, self.floor.now()).staff.get(stream, ())
        return {*known, *(one.entry.actor for one in self.batch.written if at_table(one.entry, stream))}

    def day(self, at: int) -> str:
        house: HouseState | None = self.kept("house").state
        return day_of(at) if house is None else house.day(at)

    def must(self, stream: str, command: object) -> None:
        done = self.append(Request(stream, SYSTEM, Role.DEALER, command))
        assert not isinstance(done, Refusal), done

    def remember(self, stream: str, number: int) -> None:
        self.begun.append((stream, number, self.kept(stream)))

    def shuffled(self, cards: Iterable[Card]) -> Shuffle:
        return Shuffle.fresh(self.floor.entropy, tuple(cards))

    def keep_shoe(self, stream: str, number: int, shuffle: Shuffle) -> None:
        self.shoes[stream] = shuffle
        deck = self.floor.keys.seal(shuffle, deck_context(stream, number), self.floor.entropy)
        self.decks.append((stream, number, deck))

    def shoe(self, stream: str) -> Shuffle:
        return self.shoes.get(stream) or self.batch.shoes.get(stream) or self.floor.shoe(stream)

    def key_missing(self, public: str) -> Refusal | None:
        return self.floor.not_replaced(public)

    # ---- Writing it down ---------------------------------------------------------------------------------------------

    def _book(
        self,
        request: Request,
        kept: StreamState,
        at: int,
        command: object,
        events: tuple[object, ...],
        states: Sequence[object],
        posted: tuple[Posting, ...],
    ) -> Written:
        """Stage an entry, chained to the last one of its stream, and its postings."""
        stream, version, after = request.stream, kept.version + 1, states[-1]
        texts = (codec.write(command), codec.write(events), codec.write(posted))
        who = (request.actor, request.role.value, request.key)
        entry = Entry(stream, version, at, *who, REVISION, *texts, kept.hash, "")
        entry, sealing = self._hidden(entry, kept.sealing, command, events, after)
        entry = sealed(entry)
        written = Written(entry, events, tuple(states), posted)
        self.written.append(written)
        for one in posted:
            self.moved[one.account] = self.moved.get(one.account, 0) + one.cents
        self.streams[stream] = StreamState(after, version, entry.hash, kept.snapshot, sealing)
        return written

    def _hidden(
        self, entry: Entry, sealing: Sealing | None, command: object, events: tuple[object, ...], after: object
    ) -> tuple[Entry, Sealing | None]:
        """Return an entry as it is stored: without cards while the round is in play, with its key when it is over."""
        hides = _kind(entry.stream).hides
        if hides is None:
            return entry, None
        keys = self.floor.keys
        if not hides(after):
            house = None if sealing is None else keys.named(sealing.house)
            opens = "" if sealing is None or house is None else round_key(house, entry.stream, sealing.first).hex()
            return (replace(entry, opens=opens) if opens else entry), None
        if not any(map(holds_cards, map(type, (core(command), *events)))):  # the common case
            return entry, sealing
        asked, happened = blanked(command), tuple([blanked(event) for event in events])
        if asked is command and not any(map(is_not, happened, events)):
            return entry, sealing
        house = None if sealing is None else keys.named(sealing.house)
        if sealing is None or house is None:  # the round's first cards, or the key of its seal is lost
            sealing, house = Sealing(entry.version, keys.current.id), keys.current
        bare = replace(entry, command=codec.write(asked), events=codec.write(happened))
        key = round_key(house, entry.stream, sealing.first)
        return conceal(bare, (entry.command, entry.events), key, sealing), sealing

    def _poor(self, stream: AnyStream, moved: Mapping[str, Cents], command: object) -> Refusal | None:
        """Return the refusal if a command's movements would make a wallet, the cage or a table's box negative.

        A ruling is carried out anyway: a Player who has taken away what a Void asks back owes it.
        """
        for account, cents in moved.items():
            if cents >= 0:
                continue
            told = _HOLDS_ONLY.get(account.partition(":")[0])
            if told is not None:
                holds = self.batch.balance(account) + self.moved.get(account, 0)
                if holds + cents < 0 and not (stream.owes is not None and stream.owes(command)):
                    return Refusal(Reason.FUNDS, told.format(format_money(holds)), ())
        return None


def _kind(stream: str) -> AnyStream:
    """Return the kind of a stream."""
    return STREAMS[codec.kind_of(stream)]


def _instead_of(command: Any, asked: object) -> object:
    """Return a command with another in the place of what it really asks, which may be a game's command inside."""
    return replace(command, command=asked) if core(command) is not command else asked


def _as_asked(stream: str, command: object) -> object:
    """Return a command without what the floor adds to it when it is accepted."""
    asked = core(command)
    row = _kind(stream).handling.get(type(asked))
    return asked if row is None else row.as_asked(asked)


def _none(_stream: str, _first: int) -> str:
    """Return no key: the floor opens what it has just sealed with its own."""
    return ""


class CommitBatch(StagedChanges):
    """The staged changes of one commit."""

    def __init__(
        self, floor: Committed, known: dict[tuple[str, str], Entry] | None, reading: Reading | None = None
    ) -> None:
        """Begin a batch on a floor.

        ``known`` are the entries that its requests may repeat, by stream and key. None means that they were not looked
        up: a refused request is then checked for an earlier delivery, and a key that was taken makes the commit fail.
        """
        super().__init__()
        self.floor = floor
        self._known, self._looked, self._reading = known or {}, known is not None, reading
        self._own: dict[tuple[str, str], Entry] = {}
        """The entries of the batch itself, by stream and key."""
        self._work: dict[str, set[Work]] = {}
        """The work that people have done in the batch, for the entries counted so far."""
        self._noted = 0
        self._come: dict[str, set[str]] = {}
        """The tables to which each Player has come in the batch, for the entries counted so far."""
        self._gone_through = 0

    def take_whole(self, whole: AtomicRequest) -> Outcome:
        """Try an act: each request over what the one before it leaves, and if one is refused, none happens."""
        so_far = self.kept_so_far() if len(whole.requests) > 1 else None  # one refused request leaves nothing behind
        own = self._own
        accepted: list[Accepted] = []
        self._own = dict(own) if so_far is not None else own
        for number, request in enumerate(whole.requests):
            reply = self.take(request, whole.rule)
            if type(reply) is Refusal:
                if so_far is not None:
                    self._check_keys(whole.requests[:number])
                    self.go_back(so_far)
                    self._own = own
                return Rejected(number, reply)
            accepted.append(reply)
        return tuple(accepted)

    def _check_keys(self, accepted: Sequence[Request]) -> None:
        """Raise :class:`RepeatedError` if a request that was just accepted had been committed before.

        The refused request was then decided on a state with those requests applied twice. No commit fails over their
        keys, since a refused act writes nothing.
        """
        if not self._looked and not self._known.keys() >= self.floor.known(accepted, self._reading).keys():
            raise RepeatedError("the first part of this act was delivered before")

    def take(self, request: Request, rule: HouseRule | None = None) -> Reply:
        """Try a request: all of it happens, or nothing. A repeated request gets its first reply again."""
        refused = allowed(request.role, request.command) or addressed(request.stream, request.command)
        refused = refused or wrong_text(request.command, request.key)
        if refused is not None:
            return refused
        reply = self._repeated(request) or self._tried(request, rule)
        if type(reply) is Refusal and not self._looked:
            self._known.update(self.floor.known([request], self._reading))
            return self._repeated(request) or reply
        return reply

    def _tried(self, request: Request, rule: HouseRule | None) -> Reply:
        """Decide a request that repeats no earlier one."""
        stopped = self._stopped(request)
        if stopped is not None:
            return stopped
        kept = self.kept(request.stream)
        if request.version is not None and request.version != kept.version:
            sentence = f"{request.stream} has moved on: it is at version {kept.version}, not {request.version}"
            return Refusal(Reason.STALE, sentence, ())
        refused = limits.barred(self, request, self.floor.now())
        if refused is None and rule is not None:
            refused = rule(self, request)
        if refused is not None:
            return refused
        trial = RequestExecution(self)
        try:
            events = trial.run(request)
        except UnicodeError:  # half a surrogate pair, which cannot be stored as text
            return Refusal(Reason.FACT, "This contains a character that cannot be stored", ())
        except SealError:
            told = "The cards of this round are lost with the key that sealed them: it cannot be played on"
            return Refusal(Reason.MOMENT, told, ())
        if type(events) is Refusal:
            return events
        self.add(trial)
        for one in trial.written:
            if one.entry.key:
                self._own[one.entry.stream, one.entry.key] = one.entry
        return Accepted(request.stream, trial.version, events)

    def _stopped(self, request: Request) -> Refusal | None:
        """Return the refusal of a request while the clock is in doubt.

        A signature for the time counts from the next commit on: the entries of this one have the old time.
        """
        clock: clocks.ClockState | None = self.kept(clocks.STREAM).state
        doubt = self.floor.doubt() or (clock.doubted if clock is not None else None)
        if doubt is None or not has_to_wait(request.stream, request.actor, core(request.command)):
            return None
        house: HouseState | None = self.kept("house").state
        return clocks.stopped(doubt) if house is None else clocks.stopped(doubt, house.zone)

    def _repeated(self, request: Request) -> Reply | None:
        pair = request.stream, request.key
        found, own = self._known.get(pair), self._own.get(pair)
        if own is not None:
            found = opened(own, self.floor.keys, _none) or own
        if found is None:
            return None
        if found.actor != request.actor:  # the result of another person's key is not revealed
            return Refusal(Reason.FACT, "This key belongs to somebody else", ())
        asked = codec.read_command(found.stream, found.schema, found.command)
        if found.role != request.role or _as_asked(found.stream, asked) != _as_asked(found.stream, request.command):
            return Refusal(Reason.FACT, "This key has been used for something else", ())
        events = events_of(self.kept(request.stream).state, found)
        return Accepted(found.stream, found.version, events, repeated=True)

    def kept(self, stream: str) -> StreamState:
        """Return a stream as this batch has left it."""
        return self.streams.get(stream) or self.floor.streams.get(stream) or NOT_BEGUN

    def state_of(self, stream: str) -> object:
        """Return a stream's state as this batch has left it."""
        return self.kept(stream).state

    def states_with(self, player: str) -> list[object]:
        """Return the states of the tables where a Player has wagers, as this batch has left them."""
        for one in self.written[self._gone_through :]:
            for come in newcomers(one.before, one.after):
                self._come.setdefault(come, set()).add(one.entry.stream)
        self._gone_through = len(self.written)
        return [self.state_of(stream) for stream in {*self.floor.where.of(player), *self._come.get(player, ())}]

    def played(self, house: HouseState, at: int) -> Played:
        """Return what has been committed of the gaming day."""
        return self.floor.played(house, at)

    def pending(self) -> dict[str, Cents]:
        """Return what this batch has moved between wallets and tables, by Player."""
        tables = (one for one in self.written if codec.kind_of(one.entry.stream) == "table")
        return moved(posting for one in tables for posting in one.posted)

    def done(self, house: HouseState, at: int, name: str) -> set[Work]:
        """Return the kinds of work that a person has done on the gaming day, with what this batch has decided."""
        for one in self.written[self._noted :]:
            for worker, work in worked(one.entry, one.posted):
                self._work.setdefault(worker, set()).add(work)
        self._noted = len(self.written)
        return {*self.floor.worked(house, at).done.get(name, ()), *self._work.get(name, ())}

    def go_back(self, so_far: StagedChanges) -> None:
        """Forget what was decided since a copy was made."""
        super().go_back(so_far)
        self._noted = self._gone_through = 0
        self._work.clear()
        self._come.clear()

    def balance(self, account: str) -> Cents:
        """Return the balance of an account as this batch has left it."""
        return self.floor.balances.get(account, 0) + self.moved.get(account, 0)

    def write(self, writing: Writing) -> Seal:
        """Write the batch into the transaction. Return the House's signature under it.

        Decisions depend on all streams and accounts as this floor has them. If another process has written since, a
        full wallet may be empty: then nothing is written, and :class:`FencedError` is raised.
        """
        before = self.floor.position
        if writing.position() != before:
            raise FencedError("somebody else has written to this floor since it was opened here: open it again")
        writing.append(self.written)
        head = chained(self.floor.head, (one.entry.hash for one in self.written))
        seal = self.floor.signer.seal(before + 1, before + len(self.written), head)
        writing.save_seal(seal)
        for stream, number, deck in self.decks:
            writing.save_deck(stream, number, deck)
        for stream, kept in list(self.streams.items()):
            # A state has its cards in the clear, so none is kept of a round in play.
            hides = _kind(stream).hides
            if kept.version - kept.snapshot >= SNAPSHOT_EVERY and not (hides is not None and hides(kept.state)):
                writing.save_snapshot(stream, kept.version, codec.write_state(kept.state))
                self.streams[stream] = StreamState(kept.state, kept.version, kept.hash, kept.version)
        return seal

"""The state that a floor has committed, and what it decides with: streams, balances, shoes, clock, chance and keys."""

from collections.abc import Iterable
from contextlib import nullcontext

from croupier.floor.deciding.duties import Duties
from croupier.floor.deciding.played import LONGEST_ROUND, Played, count
from croupier.floor.journal import codec
from croupier.floor.journal.keys import KeyFiles
from croupier.floor.journal.sealing import KeyRing, SealError
from croupier.floor.journal.signing import NO_HEAD, Signer
from croupier.floor.journal.store import Reading, Store
from croupier.floor.running.loading import StreamState, deck_context, load
from croupier.floor.running.timekeeping import Timekeeper
from croupier.floor.running.where import Where
from croupier.floor.values import clock as clocks
from croupier.floor.values import links
from croupier.floor.values.cage import CageState
from croupier.floor.values.entries import Entry, Head
from croupier.floor.values.entropy import Entropy
from croupier.floor.values.gaming_day import begins
from croupier.floor.values.house import HouseState
from croupier.floor.values.ports import Clock, Stopwatch
from croupier.floor.values.requests import Request
from croupier.floor.values.shuffle import Shuffle
from croupier.floor.values.table_kinds import TableState
from croupier.money import Cents
from croupier.play.refusal import Reason, Refusal


class Committed:
    """A floor's committed state, and what it decides with: streams, balances, shoes, clock, chance and keys."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        entropy: Entropy,
        keys: KeyRing,
        stopwatch: Stopwatch | None = None,
        key_files: KeyFiles | None = None,
    ) -> None:
        self.store, self.clock, self.entropy, self.keys = store, clock, entropy, keys
        store.keys = keys
        self.key_files = key_files
        """The place of the House's keys, if they are in files: a new key is taken up from there."""
        self.streams: dict[str, StreamState] = {}
        self.balances: dict[str, Cents] = {}
        self.shoes: dict[str, Shuffle] = {}
        self.begun: dict[str, dict[int, StreamState]] = {}
        """The states from which the last few rounds began, by table and number: their proofs need no long replay."""
        self.counted: Played | None = None
        """The results and times of the gaming day, counted at the first request for them."""
        self.duties: Duties | None = None
        """The work of each person on the gaming day, counted at the first request for it."""
        self.position = 0
        """The journal's last entry that this floor knows of."""
        self.head = NO_HEAD
        """The head of the chain over all entries up to ``position``."""
        self.signer = Signer(keys.current)
        self.where = Where(())
        """The index of the tables on each link and of each Player."""
        self.time = Timekeeper(clock, stopwatch, self._load(), doubted=self.doubt() is not None)

    def _load(self) -> int:
        """Load every stream from its last snapshot on. Return the time of the last entry."""
        with self.store.reading() as reading:
            for stream in reading.streams():
                self.streams[stream] = load(reading, stream)
            self.where = Where((name, kept.state) for name, kept in self.streams.items())
            self.balances = reading.balances()
            self.position = reading.position()
            seal = reading.seal()
            # Entries after the last signature are found when the house opens.
            self.head = seal.head if seal is not None and seal.position == self.position else reading.chain()
            return reading.latest()

    def table(self, name: str) -> TableState:
        """Return a table's state."""
        state: TableState = self.streams[f"table:{name}"].state
        return state

    def link(self, name: str) -> links.LinkState:
        """Return a link's state."""
        state: links.LinkState = self.streams[f"link:{name}"].state
        return state

    def cage(self) -> CageState:
        """Return the cage's state."""
        state: CageState = self.streams["cage"].state
        return state

    def house(self) -> HouseState | None:
        """Return the house's accounts, roles and limits; None while the House keeps none."""
        return self.streams["house"].state if "house" in self.streams else None

    def played(self, house: HouseState, at: int) -> Played:
        """Return the results and times of the gaming day: counted at the first call, and kept up to date afterwards."""
        if self.counted is None:
            began = begins(house.day(at), house.day_start, house.zone)
            with self.store.reading() as reading:
                entries = reading.since(began - LONGEST_ROUND, "table:")
            states = {name: kept.state for name, kept in self.streams.items() if codec.kind_of(name) == "table"}
            self.counted = count(house, states, entries, at)
        self.counted.turn_to(at)
        return self.counted

    def worked(self, house: HouseState, at: int) -> Duties:
        """Return each person's work on the gaming day: counted at the first call, and kept up to date from then on."""
        if self.duties is None:
            self.duties = Duties(house, at)
            began = begins(house.day(at), house.day_start, house.zone)
            with self.store.reading() as reading:
                for entry in (*reading.since(began, "table:"), *reading.since(began, "cage")):
                    self.duties.note(entry, codec.read_postings(entry.postings))
        self.duties.turn_to(at)
        return self.duties

    def tables(self) -> list[str]:
        """Return the tables' names."""
        return [stream.partition(":")[2] for stream in self.streams if stream.startswith("table:")]

    def known(self, requests: Iterable[Request], reading: Reading | None) -> dict[tuple[str, str], Entry]:
        """Return the entries that were committed under the keys of these requests, by stream and key."""
        keyed = [(one.stream, one.key) for one in requests if one.key and one.stream in self.streams]
        if not keyed:
            return {}
        with self.store.asking() if reading is None else nullcontext(reading) as asked:
            found = ((pair, asked.by_key(*pair)) for pair in keyed)
            return {pair: entry for pair, entry in found if entry is not None}

    def now(self) -> int:
        """Return the time, by the machine's clock or, if that is doubted, by the floor's own count."""
        return self.time.now()

    def doubt(self) -> clocks.ClockDoubted | None:
        """Return the doubt about the clock that is on record, or None."""
        return self.streams[clocks.STREAM].state.doubted if clocks.STREAM in self.streams else None

    def heads(self) -> list[Head]:
        """Return the version and hash of every stream."""
        return [Head(name, kept.version, kept.hash) for name, kept in sorted(self.streams.items())]

    def knows_cards(self, table: str) -> bool:
        """Return whether the cards of a round in play, and of the shoe that it is dealt from, can still be unsealed."""
        kept = self.streams[f"table:{table}"]
        if kept.sealing is not None and self.keys.named(kept.sealing.house) is None:
            return False
        try:
            return not kept.state.info.root or bool(self.shoe(f"table:{table}").cards)
        except SealError:
            return False

    def not_replaced(self, public: str) -> Refusal | None:
        """Return the refusal of a change to another key that this floor cannot make, or None."""
        if public == self.signer.public:  # the start without the old key has created it
            return None
        if self.key_files is None or self.key_files.prepared(public) is None:
            return Refusal(Reason.MOMENT, "The new key is not at hand here: propose another", ())
        return self.not_alone()

    def not_alone(self) -> Refusal | None:
        """Return the refusal of an act for which no other server may run: each has a copy of the key."""
        others = self.store.others()
        if not others:
            return None
        told = f"Another server runs this house ({others[0].server}): stop all but one, and give them the new key"
        return Refusal(Reason.MOMENT, f"{told} before they start again", ())

    def shoe(self, stream: str) -> Shuffle:
        """Return the order of a table's shoe, from memory or, after a restart, from its sealed record."""
        if stream not in self.shoes:
            number = self.streams[stream].state.info.shuffles
            with self.store.reading() as reading:
                kept = reading.deck(stream, number)
            assert kept is not None, "every commitment has its sealed deck"
            self.shoes[stream] = self.keys.unseal(kept, deck_context(stream, number))
        return self.shoes[stream]

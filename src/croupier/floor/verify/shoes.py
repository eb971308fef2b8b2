"""The check of commitments against sealed decks, and of cards dealt at automatic tables against the decks' order."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import Connection, select

from croupier.cards import DECK, UNKNOWN, Card, format_card
from croupier.floor.deciding.shoes import cards_left, next_cards
from croupier.floor.journal.schema import decks
from croupier.floor.journal.sealing import NAMED, NONCE, TAG, KeyRing, SealError, key_id
from croupier.floor.journal.statements import streams_in
from croupier.floor.running.loading import deck_context
from croupier.floor.values.entries import Entry
from croupier.floor.values.seeds import SeedError
from croupier.floor.values.shuffle import SALT, Shuffle
from croupier.floor.values.table import ShuffleCommitted, TableInfo
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState, is_table
from croupier.floor.verify.finding import Finding, Kind, Summary, found
from croupier.floor.verify.replay import Followed, Played
from croupier.floor.verify.rows import Row, rows, wrong_types
from croupier.play.banked.events import CardsDealt, CardsReconstructed, RoundOpened
from croupier.play.room import events as room_events

_AROUND: Final = 1 + NAMED + NONCE + TAG
_BEGINS: Final = frozenset({RoundOpened, room_events.RoundOpened})


class Shoes:
    """The check of each table's decks, along the entries."""

    def __init__(self, connection: Connection, keys: KeyRing | None, summary: Summary) -> None:
        self.connection, self.keys, self.summary = connection, keys, summary
        self._ahead: dict[str, Iterator[Row]] = {}
        self._next: dict[str, Row] = {}
        self._order: dict[str, Shuffle | None] = {}
        """The deck in use by the table's stream; None if it could not be opened."""

    def resume(self, stream: str, state: TableState) -> Iterator[Finding]:
        """Begin a table at a checkpoint, with the deck in use there, if it can be opened, and the decks after it."""
        number = state.info.shuffles
        after = decks.c.number > number if number else None  # without a commitment so far, every deck is too many
        self._ahead[stream] = rows(self.connection, decks, decks.c.number, stream=stream, after=after)
        self._step(stream)
        if self.keys is None or not number:
            return
        asked = select(decks.c.sealed).where(decks.c.stream == stream, decks.c.number == number)
        sealed = self.connection.execute(asked).scalar()
        try:
            shuffle = self.keys.unseal(sealed, deck_context(stream, number)) if isinstance(sealed, bytes) else None
            told = "is missing" if shuffle is None else ""
        except SealError as error:
            shuffle, told = None, str(error)
        if not state.info.root:  # no longer in use; it was checked at its commitment
            told = ""
        elif shuffle is not None and shuffle.root != state.info.root:
            told = f"its root is {shuffle.root}, committed to was {state.info.root}"
        if told:
            yield found(Kind.DECK, "decks", f"deck {number}: {told}", stream=stream, version=number, field="sealed")
        self._order[stream] = None if told else shuffle

    def take(self, entry: Entry, played: Played) -> Iterator[Finding]:
        """Check the commitments and the cards of an entry."""
        before, drawn = played.before, _Drawn()
        for event, after in zip(played.events, played.states, strict=True):
            if type(event) is ShuffleCommitted:
                yield from self._committed(entry, event, before)
            elif type(event) is CardsDealt or type(event) is room_events.CardsDealt:
                yield from self._dealt(entry, before, event)
            elif new := self._brought(entry, before, event, after):
                yield from self._brought_in(entry, before, event, new, drawn)
            before = after

    def _committed(self, entry: Entry, event: ShuffleCommitted, before: object) -> Iterator[Finding]:
        stream, number = entry.stream, event.number
        self._order[stream] = None
        while (row := self._peek(stream)) is not None and type(row.number) is int and row.number < number:
            yield from self._surplus(stream)
        if row is None or row.number != number:
            wrong = f"deck {number}, committed to in version {entry.version} of the journal, is missing"
            yield found(Kind.DECK, "decks", wrong, stream=stream, version=number)
            return
        self._step(stream)
        self.summary.decks += 1
        wrong_type = list(wrong_types("decks", row))
        yield from wrong_type
        if wrong_type:
            return
        for trouble in self._opened(entry, event, row.sealed, before):
            yield found(Kind.DECK, "decks", f"deck {number}: {trouble}", stream=stream, version=number, field="sealed")

    def _opened(self, entry: Entry, event: ShuffleCommitted, sealed: bytes, before: object) -> Iterator[str]:
        try:
            key_id(sealed)
            if len(sealed) != _AROUND + event.count * (1 + SALT):
                yield f"{len(sealed)} bytes are not a sealed deck of {event.count} cards"
                return
            if self.keys is None:
                return
            shuffle = self.keys.unseal(sealed, deck_context(entry.stream, event.number))
        except SealError as error:
            yield str(error)
            return
        self.summary.opened += 1
        if shuffle.root != event.root:
            yield f"its root is {shuffle.root}, committed to was {event.root}"
        if isinstance(before, BankedTable | RoomTable) and set(shuffle.cards) != set(cards_left(before)):
            yield "its cards are not those that were in the shoe"
        self._order[entry.stream] = shuffle

    def _dealt(self, entry: Entry, before: object, event: CardsDealt | room_events.CardsDealt) -> Iterator[Finding]:
        shuffle = self._order.get(entry.stream)
        if shuffle is None or not isinstance(before, BankedTable | RoomTable) or not before.info.automatic:
            return
        where: dict[str, Any] = {"stream": entry.stream, "version": entry.version, "field": "events.cards"}
        info = before.info
        try:
            due = next_cards(shuffle, info, len(event.cards))
        except SeedError as error:
            yield found(Kind.CARDS, "journal", f"cards were dealt before their time: {error}", **where)
            return
        for at, card in enumerate(event.cards):
            lies = format_card(due[at]) if at < len(due) else "no card"
            if lies != _named(card):
                wrong = f"{_named(card)} was dealt as card {info.dealt + at + 1} of deck {info.shuffles}, not {lies}"
                yield found(Kind.CARDS, "journal", wrong, **where)

    def _brought(self, entry: Entry, before: object, event: object, after: object) -> list[Card]:
        """Return the cards that an event other than a deal has brought into a round, if the shoe's order is known."""
        if self._order.get(entry.stream) is None or not (type(before) is BankedTable or type(before) is RoomTable):
            return []
        return _new_cards(before, event, after) if before.info.automatic else []

    def _brought_in(
        self, entry: Entry, before: TableState, event: object, new: list[Card], drawn: "_Drawn"
    ) -> Iterator[Finding]:
        """Check cards that a ruling brings into a round, or takes out of the shoe: only the next cards are possible."""
        shuffle = self._order[entry.stream]
        assert shuffle is not None
        if drawn.info is None and before.info.root and before.running:
            drawn.info = before.info
        drawn.cards += new
        due: tuple[Card, ...] = ()
        if drawn.info is not None:
            with suppress(SeedError):
                due = next_cards(shuffle, drawn.info, len(drawn.cards))
        for card in new:
            if card not in due:
                lie = " ".join(_named(one) for one in due) or "no card"
                wrong = f"{_named(card)} came into the round by {type(event).__name__}; next in the shoe was {lie}"
                where: dict[str, Any] = {"stream": entry.stream, "version": entry.version, "field": "events"}
                yield found(Kind.CARDS, "journal", wrong, **where)

    def _peek(self, stream: str) -> Row:
        if stream not in self._ahead:
            self._ahead[stream] = rows(self.connection, decks, decks.c.number, stream=stream)
            self._step(stream)
        return self._next[stream]

    def _step(self, stream: str) -> None:
        self._next[stream] = next(self._ahead[stream], None)

    def _surplus(self, stream: str) -> Iterator[Finding]:
        yield from _uncommitted(self._peek(stream), stream)
        self._step(stream)

    def close(self, streams: dict[str, Followed]) -> Iterator[Finding]:
        """Report decks without a commitment, except at tables that could not be replayed."""
        for stream in sorted(self.connection.execute(streams_in(decks)).scalars(), key=str):
            if stream in streams and streams[stream].lost:
                continue
            while self._peek(stream) is not None:
                yield from self._surplus(stream)
        for row in rows(self.connection, decks, decks.c.number, after=decks.c.stream.is_(None)):
            yield from _uncommitted(row, "")


def _uncommitted(row: Row, stream: str) -> Iterator[Finding]:
    yield from wrong_types("decks", row)
    yield found(Kind.DECK, "decks", f"nobody committed to deck {row.number}", stream=stream, version=row.number)


class _Drawn:
    """The cards that the events of one entry brought in without a deal, and the table's shoe before the first."""

    def __init__(self) -> None:
        self.info: TableInfo | None = None
        self.cards: list[Card] = []


def _new_cards(before: TableState, event: object, after: object) -> list[Card]:
    """Return the cards of a round that were still in the shoe before an event other than a deal."""
    assert is_table(after)
    was, now = before.engine.round, after.engine.round
    if was is None or now is None or type(event) in _BEGINS:
        return []
    reconstructed = isinstance(event, CardsReconstructed | room_events.CardsReconstructed)
    if now.used == was.used and not reconstructed:  # nearly always
        return []
    out = {card for card in DECK if now.used >> card & 1}
    if isinstance(event, CardsReconstructed | room_events.CardsReconstructed):
        out |= {card for _, cards in event.after for card in cards if card != UNKNOWN}
    return sorted(card for card in out if card not in DECK or not was.used >> card & 1)


def _named(card: Card) -> str:
    """Return the name of a card, or the value that is there instead of a card."""
    try:
        return format_card(card)
    except (LookupError, TypeError, ValueError):
        return repr(card)

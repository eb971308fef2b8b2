"""Tables of Casino Stud on a link with the ``eventsourcing`` package: aggregates with the floor's events, in SQLite.

A :class:`ToldTable` applies what it is told and decides nothing. A :class:`DecidingTable` is given the commands, and
has the engine decide them as the floor has; where an :class:`Account` stands beside it for each that the floor moves
money on, every movement is an event of that, as the package's documentation keeps bank accounts. (Movements within the
table's own events would cost it less, and no account could be asked for its own.) None has a chain of digests, a
signature, hidden cards, or a look at whether a command was delivered before. The link's events are its own aggregate's,
as they are its own stream's on the floor.

It is set up the cheapest way its documentation has for one process: aggregates stay in memory, are neither read again
nor copied before a command, and no snapshots are taken. Its SQLite recorder sets WAL; ``synchronous`` is then FULL, as
it is with the floor, and :func:`opened` makes sure of that.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from croupier.play.actor import Actor
from croupier.play.banked.commands import BankedCommand
from croupier.play.banked.decide import decide
from croupier.play.banked.events import BankedEvent
from croupier.play.banked.evolve import evolve
from croupier.play.banked.table import open_table
from croupier.play.refusal import Refusal
from croupier.rulebooks import as_banked, load_rulebook

Told = Sequence[tuple[str, dict[str, Any]]]
"""Events by name, with their fields."""
Act = tuple[Actor, BankedCommand]

_WRITTEN: Final = msgspec.json.Encoder()
_READ: Final = msgspec.json.Decoder(BankedEvent)


class ToldTable(Aggregate):
    """What of a round the events tell."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rounds = 0
        self.root = ""
        self.open = False
        self.meter = 0
        self.wagers: dict[tuple[int, str], int] = {}
        self.cards: list[int] = []
        self.decisions: dict[int, str] = {}
        self.shown: list[int] = []
        self.won: dict[str, int] = {}

    @event("ShuffleCommitted")
    def shuffle_committed(self, number: int, root: str, count: int) -> None:
        self.root = root

    @event("MeterRead")
    def meter_read(self, millionths: int) -> None:
        self.meter = millionths

    @event("RoundOpened")
    def round_opened(self, number: int, rulebook: str, cites: list[str]) -> None:
        self.rounds, self.open = number, True
        self.wagers, self.cards, self.decisions, self.shown = {}, [], {}, []

    @event("WagerPlaced")
    def wager_placed(self, box: int, wager: str, player: str, amount: int, by_staff: bool, cites: list[str]) -> None:
        self.wagers[(box, wager)] = self.wagers.get((box, wager), 0) + amount
        self.won[player] = self.won.get(player, 0) - amount

    @event("BetsClosed")
    def bets_closed(self, cites: list[str]) -> None:
        self.open = False

    @event("JackpotFed")
    def jackpot_fed(self, box: int, stake: int, millionths: int, cites: list[str]) -> None:
        self.meter += millionths

    @event("CardsDealt")
    def cards_dealt(self, cards: list[int], places: list[str], cites: list[str]) -> None:
        self.cards += cards

    @event("Decided")
    def decided(self, box: int, decision: str, wager: str, shares: list[dict[str, Any]], cites: list[str]) -> None:
        self.decisions[box] = decision
        for share in shares:
            self.wagers[(box, wager)] = share["amount"]
            self.won[share["player"]] = self.won.get(share["player"], 0) - share["amount"]

    @event("DealerRevealed")
    def dealer_revealed(self, cites: list[str]) -> None:
        self.shown.append(0)

    @event("HandShown")
    def hand_shown(self, box: int, cites: list[str]) -> None:
        self.shown.append(box)

    @event("WagerSettled")
    def wager_settled(
        self,
        box: int,
        player: str,
        wager: str,
        staked: int,
        result: str,
        paid: int,
        returned: int,
        cites: list[str],
        award: str,
        shares: list[dict[str, Any]],
    ) -> None:
        del self.wagers[(box, wager)]
        self.won[player] = self.won.get(player, 0) + paid + returned

    @event("RoundEnded")
    def round_ended(self, cites: list[str]) -> None:
        self.root = ""


class DecidingTable(Aggregate):
    """A table that decides what it is asked, by the rulebook."""

    def __init__(self, name: str, rulebook: str) -> None:
        self.root = ""
        self.game = as_banked(load_rulebook(rulebook))
        self.engine = open_table(self.game, {}, name=name, automatic=True)

    class Happened(Aggregate.Event):
        """An event of the engine. As one text it is written and read in a tenth of the time that its fields take."""

        what: str

        def apply(self, aggregate: Any) -> None:
            aggregate.engine = evolve(aggregate.game, aggregate.engine, _READ.decode(self.what))

    @event("ShuffleCommitted")
    def shuffle_committed(self, number: int, root: str, count: int) -> None:
        self.root = root

    def play(self, actor: Actor, command: BankedCommand) -> None:
        """Whatever follows from a command."""
        decided = decide(self.game, self.engine, actor, command)
        assert not isinstance(decided, Refusal), decided
        for one in decided:
            self.trigger_event(self.Happened, what=_WRITTEN.encode(one).decode())


class Link(Aggregate):
    """The meter that tables share."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.meter = 0

    @event("MeterMoved")
    def meter_moved(self, table: str, version: int, move: dict[str, Any], before: int, after: int) -> None:
        self.meter += after - before


class Account(Aggregate):
    """Whose money it is, and how much."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cents = 0

    @event("Moved")
    def moved(self, table: str, entry: int, number: int, cents: int) -> None:
        self.cents += cents


class Tables(Application[UUID]):
    """Several tables on a link that may share a commit."""

    def open(self, opened: Aggregate) -> UUID:
        """Something new, under its name."""
        self.save(opened)
        return UUID(str(opened.id))

    def tell(self, tables: Iterable[UUID], link: UUID, happened: Told, moved: Told) -> None:
        """The same events at each of the tables, and what each does to the link, in one transaction."""
        changed = [self.repository.get(one) for one in tables]
        for table in changed:
            _tell(table, happened)
        self.save(*changed, *self._moved(link, moved, len(changed)))

    def ask(
        self,
        tables: Iterable[UUID],
        link: UUID,
        happened: Told,
        acts: Iterable[Act],
        moved: Told,
        paid: Iterable[tuple[UUID, dict[str, Any]]] = (),
    ) -> None:
        """The same commands at each of the tables, decided there after what is not for the engine to decide, and what
        they move on accounts."""
        changed = [self.repository.get(one) for one in tables]
        for table in changed:
            _tell(table, happened)
            for actor, command in acts:
                table.play(actor, command)
        accounts: dict[UUID, Any] = {}
        for account, movement in paid:
            if account not in accounts:
                accounts[account] = self.repository.get(account)
            accounts[account].moved(**movement)
        self.save(*changed, *self._moved(link, moved, len(changed)), *accounts.values())

    def _moved(self, link: UUID, moved: Told, times: int) -> list[Any]:
        """The link, if a table has moved its meter; as often as there are tables."""
        if not moved:
            return []
        meter = self.repository.get(link)
        for _ in range(times):
            _tell(meter, moved)
        return [meter]


def _tell(aggregate: Any, happened: Told) -> None:
    for what, fields in happened:
        getattr(aggregate, what)(**fields)


def opened(path: str) -> Tables:
    """The application on an SQLite file."""
    tables = Tables(
        {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": path,
            "AGGREGATE_CACHE_MAXSIZE": "1000",
            "AGGREGATE_CACHE_FASTFORWARD": "n",
            "DEEPCOPY_FROM_AGGREGATE_CACHE": "n",
        }
    )
    with tables.recorder.datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == FULL
    return tables


FULL = 2
"""What SQLite calls ``synchronous=FULL``."""

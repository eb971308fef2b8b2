"""A table of Casino Stud with the ``eventsourcing`` package: an aggregate with the floor's events, kept in SQLite.

It applies what it is told and decides nothing: no rules, no double entry, no chain of digests, no link. It is set up
the cheapest way its documentation has for one process: aggregates stay in memory, are neither read again nor copied
before a command, and no snapshots are taken. Its SQLite recorder sets WAL; ``synchronous`` is then FULL, as it is with
the floor, and :func:`opened` makes sure of that.
"""

from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Table(Aggregate):
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


class Tables(Application[UUID]):
    """Several tables that may share a commit."""

    def open(self, name: str) -> UUID:
        """A new table."""
        table = Table(name)
        self.save(table)
        return UUID(str(table.id))

    def commit(self, tables: list[UUID], happened: list[tuple[str, dict[str, Any]]]) -> None:
        """The same events at each of the tables, in one transaction."""
        changed = [self.repository.get(one) for one in tables]
        for table in changed:
            for what, fields in happened:
                getattr(table, what)(**fields)
        self.save(*changed)


def opened(path: str) -> Tables:
    """The application on an SQLite file."""
    tables = Tables(
        {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": path,
            "AGGREGATE_CACHE_MAXSIZE": "100",
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

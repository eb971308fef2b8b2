"""What has been decided and is not the floor's yet: a request's share of it, and a batch's."""

from croupier.floor.chance.shoe import Shuffle
from croupier.floor.journal.records import Entry, Posting
from croupier.floor.journal.streams import Kept
from croupier.money import Cents


class Pending:
    """States, entries, money and decks that a transaction will hold."""

    def __init__(self) -> None:
        self.streams: dict[str, Kept] = {}
        self.moved: dict[str, Cents] = {}
        self.entries: list[Entry] = []
        self.postings: list[tuple[Posting, ...]] = []
        self.shoes: dict[str, Shuffle] = {}
        self.decks: list[tuple[str, int, bytes]] = []
        self.begun: list[tuple[str, int, Kept]] = []

    def add(self, other: "Pending") -> None:
        """What was decided after it."""
        self.streams.update(other.streams)
        self.entries += other.entries
        self.postings += other.postings
        self.shoes.update(other.shoes)
        self.decks += other.decks
        self.begun += other.begun
        for account, cents in other.moved.items():
            self.moved[account] = self.moved.get(account, 0) + cents

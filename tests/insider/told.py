"""The results of a campaign against insiders."""

from msgspec import Struct, field


class Gain(Struct, frozen=True):
    """Cents that a crew has moved, and how."""

    seed: int
    crew: str
    game: str
    automatic: bool
    stage: str
    cents: int
    said: tuple[str, ...]
    """In the notation."""
    kind: str

    def __str__(self) -> str:
        where = "automatic" if self.automatic else "dealt by staff"
        lines = "\n".join(f"    {one}" for one in self.said)
        head = f"seed {self.seed}: {self.crew} moved {self.cents / 100:,.2f} at {self.game} ({where}, {self.stage})"
        return f"{head}\n{lines}"


class Told(Struct):
    """The results of a campaign."""

    rounds: int = 0
    weighed: int = 0
    """Statements that the search has tried in memory."""
    followed: int = 0
    """Sequences of statements that the engine took, each followed to the end of its round in memory."""
    asked: int = 0
    """Sequences of statements that were put to a floor."""
    accepted: int = 0
    """Statements that a floor has taken."""
    stuck: int = 0
    """Rounds that honest people could not bring to an end."""
    gains: list[Gain] = field(default_factory=list)

    def add(self, other: "Told") -> None:
        """Take in what another process has found."""
        self.rounds += other.rounds
        self.weighed += other.weighed
        self.followed += other.followed
        self.asked += other.asked
        self.accepted += other.accepted
        self.stuck += other.stuck
        self.gains += other.gains

    def line(self) -> str:
        """Return the figures, for a person."""
        gained = f"{len(self.gains)} times a crew gained" if self.gains else "no crew gained a cent"
        return (
            f"{self.rounds:,} rounds on floors, {self.weighed:,} statements weighed, {self.followed:,} sequences "
            f"followed to the end in memory, {self.asked:,} put to a floor, {self.accepted:,} accepted, {gained}"
        )

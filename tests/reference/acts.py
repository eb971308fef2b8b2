"""What people do at a table, in the reference's own words: one plain record for every act."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Piles = tuple[tuple[str, tuple[str, ...]], ...]

STAFF = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
"""From the lowest position to the highest; a higher one may do a lower one's work (RWS 1.11, MBS 6.2)."""

HIDDEN = "??"
"""A card that lies face down and that nobody has identified."""


@dataclass(frozen=True)
class Act:
    """Somebody does something. What a verb has no use for stays empty.

    The verbs: open, place, withdraw, close, deal, look, decide, decline, reveal, show, withhold, settle; report,
    answer, clock, rule, reopen, correct_card, correct_wager, take_back, stop,
    restrict.
    """

    role: str
    actor: str
    verb: str
    box: int = 0
    word: str = ""
    """The wager, the decision, the option or the irregularity."""
    amount: int | None = None
    player: str = ""
    cards: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    wager: str = ""
    at: tuple[tuple[str, int], ...] = ()
    """Place and zero-based index of cards that are not known."""
    piles: Piles = ()
    place: str = ""
    index: int = 0
    number: int = 0
    boxes: tuple[int, ...] = ()
    reason: str = ""
    value: int | None = None
    """The value of the jackpot that a decision states."""

    @property
    def who(self) -> str:
        """The Player concerned: himself, or the one whom staff name."""
        return self.actor if self.role == "player" else self.player


def by(role: str, verb: str, **more: object) -> Act:
    """A staff act."""
    return Act(role, role, verb, **more)  # type: ignore[arg-type]


def of(player: str, verb: str, **more: object) -> Act:
    """A Player's act."""
    return Act("player", player, verb, **more)  # type: ignore[arg-type]


def height(role: str) -> int:
    """How high a position is; -1 for who holds none."""
    return STAFF.index(role) if role in STAFF else -1

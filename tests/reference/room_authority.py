"""Who must stand behind a statement in the poker room, written from the interpretation of authority over statements.

A statement that fills a gap, or contradicts the record, is asked of one person or of two, by how far the bets that it
touches have come. From the deal on a Player may have looked, since Looks are not recorded in this game. Nothing here
knows the engine.
"""

from dataclasses import dataclass, field

STAFF = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")


@dataclass(frozen=True)
class Wanted:
    """The people wanted: how many, the height of one of them, and whether they give a reason."""

    people: int
    role: str
    reason: bool
    begins: str = "dealer"
    """The position that each of them holds at least."""

    def enough(self, signers: list[str], *, reason: bool) -> bool:
        height = max(STAFF.index(one) for one in signers)
        return len(signers) >= self.people and height >= STAFF.index(self.role) and (reason or not self.reason)


def wanted(*, changes: bool, against: bool, void: bool, folds: bool, dealt: bool, decided: bool) -> Wanted:
    """The strictest of what the table asks for a report."""
    rows = [Wanted(1, "dealer", reason=False)]
    if changes:
        rows.append(Wanted(1, "pit_supervisor", reason=True) if decided and not (against or void or folds) else rows[0])
    if against:
        rows.append(Wanted(2, "pit_manager", reason=True) if decided else Wanted(1, "pit_supervisor", reason=True))
        if dealt:
            rows.append(Wanted(2, "pit_supervisor", reason=True))
    if void or folds:
        if decided:
            rows.append(Wanted(2, "pit_manager", reason=True))
        elif dealt:
            rows.append(Wanted(2, "pit_supervisor", reason=True))
    return Wanted(
        max(row.people for row in rows),
        max((row.role for row in rows), key=STAFF.index),
        any(row.reason for row in rows),
    )


@dataclass
class Waiting:
    """A statement that more people have to sign."""

    wanted: Wanted
    signers: list[str] = field(default_factory=list)
    reason: str = ""
    lowest: str = "dealer"
    """The position that each of them holds at least."""

"""Two signatures: a proposal has a number, a different person signs second, and a rejection has a reason.

The clock, the record, links, the house and tables share these rules. Each decides for itself who may sign, what else is
asked, and what happens then.
"""

from collections.abc import Callable, Iterable
from typing import Final, Protocol, TypeVar

from croupier.play.refusal import Reason, Refusal

LONGEST_REASON: Final = 400


class Numbered(Protocol):
    """The number and the first signature of a proposal."""

    @property
    def number(self) -> int: ...
    @property
    def actor(self) -> str: ...


Proposal = TypeVar("Proposal", bound=Numbered)


def named(proposals: Iterable[Proposal], number: int) -> Proposal | Refusal:
    """Return the proposal with a number, or the refusal if none has it."""
    found = next((proposal for proposal in proposals if proposal.number == number), None)
    return found or Refusal(Reason.MOMENT, f"There is no proposal {number} waiting for a signature", ())


def not_twice(proposal: Numbered, actor: str) -> Refusal | None:
    """Return the refusal of a second signature by the person who signed first."""
    return Refusal(Reason.ROLE, "Two different people must sign", ()) if actor == proposal.actor else None


def second(proposals: Iterable[Proposal], number: int, actor: str) -> Proposal | Refusal:
    """Return the proposal that a second person signs, or the refusal of their signature."""
    proposal = named(proposals, number)
    return proposal if isinstance(proposal, Refusal) else not_twice(proposal, actor) or proposal


def proposed_already(proposals: Iterable[Proposal], is_same: Callable[[Proposal], bool]) -> Refusal | None:
    """Return the refusal of a proposal while the same one waits for its second signature."""
    first = next(filter(is_same, proposals), None)
    if first is None:
        return None
    sentence = f"{first.actor} has already proposed this: it is signed or turned down first (number {first.number})"
    return Refusal(Reason.MOMENT, sentence, ())


def turned_down(
    proposals: Iterable[Numbered], number: int, reason: str, longest: int = LONGEST_REASON
) -> Refusal | None:
    """Return the refusal of a rejection: of no proposal, or without a reason."""
    proposal = named(proposals, number)
    return proposal if isinstance(proposal, Refusal) else wrong_reason(reason, longest)


def wrong_reason(reason: str, longest: int = LONGEST_REASON) -> Refusal | None:
    """Return the refusal of a reason that is empty or too long."""
    if reason.strip() and len(reason) <= longest:
        return None
    return Refusal(Reason.FACT, f"Give a reason, of at most {longest} characters", ())


def without(proposals: Iterable[Proposal], number: int) -> tuple[Proposal, ...]:
    """Return the proposals that still wait once one of them is signed or rejected."""
    return tuple(proposal for proposal in proposals if proposal.number != number)

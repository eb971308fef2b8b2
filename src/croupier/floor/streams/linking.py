"""Links as a kind of stream."""

from typing import Final

from croupier.floor.deciding import outages, postings
from croupier.floor.deciding.stream import Handling, Moves, Stream, Transaction, rows
from croupier.floor.streams import turns
from croupier.floor.streams.meter_following import pay_waiting, tell_tables
from croupier.floor.values import links, signatures
from croupier.floor.values.links import (
    LINK,
    CountersignUp,
    LinkDown,
    LinkEvent,
    LinkState,
    LinkUp,
    OrderClaims,
    ProposeTerms,
    ProposeUp,
    SignOrder,
    TermsProposed,
    UpProposed,
)
from croupier.floor.values.requests import Request
from croupier.play.actor import Entered
from croupier.play.refusal import Reason, Refusal


def _propose_terms(tx: Transaction, request: Request, command: ProposeTerms) -> ProposeTerms | Refusal:
    return _waiting(tx, request, TermsProposed) or command


def _propose_up(tx: Transaction, request: Request, command: ProposeUp) -> ProposeUp | Refusal:
    link = _link(tx, request)
    unsaid = None if link is None else outages.unsaid(command.coins, tx.linked(link.name))
    return _waiting(tx, request, UpProposed) or unsaid or command


def _waiting(tx: Transaction, request: Request, kind: type[TermsProposed | UpProposed]) -> Refusal | None:
    """Return the refusal while a proposal of this kind waits for its second signature."""
    link = _link(tx, request)
    return None if link is None else signatures.proposed_already(link.proposals, lambda one: isinstance(one, kind))


def _link(tx: Transaction, request: Request) -> LinkState | None:
    return tx.state(LINK, request.stream.partition(":")[2])


def _alone(_tx: Transaction, _request: Request, _command: LinkUp) -> Refusal:
    return Refusal(Reason.ROLE, "Two people sign that a link works again: propose it with its meter", ())


def _told(tx: Transaction, request: Request, before: object) -> Refusal | None:
    """Tell the link's tables of its failure, and of its end."""
    return tell_tables(tx, request, before) if isinstance(request.command, LinkDown | CountersignUp) else None


def _paid(tx: Transaction, request: Request, before: object) -> None:
    """Pay the awards that an order of awards releases."""
    if isinstance(request.command, OrderClaims | SignOrder) and isinstance(before, LinkState):
        pay_waiting(tx, before.name)


def _evolve(state: LinkState | None, event: LinkEvent, _at: int, _entered: Entered | None) -> tuple[LinkState, Moves]:
    after = links.evolve_link(state, event)
    return after, postings.of_link(after.name, event)


LINKS: Final = Stream(
    words=LINK,
    decide=links.decide_link,
    evolve=_evolve,
    handling=rows(
        Handling(ProposeTerms, prepare=_propose_terms),
        Handling(ProposeUp, prepare=_propose_up),
        Handling(LinkUp, prepare=_alone),
        Handling(OrderClaims, prepare=turns.ordered, adds=("cites", "signed")),
        Handling(SignOrder, prepare=turns.signed),
    ),
    afterwards=(_told, _paid),
)

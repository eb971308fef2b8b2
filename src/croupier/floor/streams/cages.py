"""The cage as a kind of stream."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding import postings
from croupier.floor.deciding.award_claims import payable
from croupier.floor.deciding.cashiering import BY_AMOUNT, decide_cage, evolve_cage
from croupier.floor.deciding.counting import wrong_counts
from croupier.floor.deciding.stream import Handling, Moves, Stream, Transaction, rows
from croupier.floor.values import signatures
from croupier.floor.values.cage import (
    CAGE,
    CageEvent,
    CageState,
    CashChips,
    CashSlip,
    CashTwoSigned,
    Claims,
    CountDrawer,
    CountersignCash,
    PayClaim,
    ProposeCash,
    asked_cash,
)
from croupier.floor.values.gaming_day import ZONE
from croupier.floor.values.house import HOUSE
from croupier.floor.values.requests import Request
from croupier.floor.values.table_kinds import TABLE
from croupier.play.actor import Entered
from croupier.play.refusal import Reason, Refusal


def _propose(tx: Transaction, request: Request, command: ProposeCash) -> ProposeCash | Refusal:
    cage = tx.state(CAGE)
    waiting = () if cage is None else cage.proposals
    already = signatures.proposed_already(waiting, lambda one: _unnumbered(one.what) == command.what)
    return already or _not_booked(tx, command.what, request.actor) or command


def _cash(
    tx: Transaction, request: Request, command: CashChips | CashSlip | CountersignCash
) -> CashChips | CashSlip | CountersignCash | Refusal:
    return _not_booked(tx, asked_cash(tx.state(CAGE), command), request.actor) or command


def _not_booked(tx: Transaction, what: object, actor: str) -> Refusal | None:
    """Refuse to pay what is not on the books.

    That is cash for chips that no table without wallets gave out, an award by amount, or a claim that this person may
    not pay.
    """
    if isinstance(what, CashSlip):
        return BY_AMOUNT
    if isinstance(what, PayClaim):
        return _not_payable(tx, what, actor)
    if not isinstance(what, CashChips) or tx.state(CAGE) is None:
        return None  # without a cage, the decision refuses it
    state = tx.state(TABLE, what.table)
    if state is None or not state.info.anonymous:
        return Refusal(Reason.FACT, f"There is no table without wallets called {what.table[:40]!r}", ())
    return wrong_counts(state, what.counts)


def _not_payable(tx: Transaction, what: PayClaim, actor: str) -> Refusal | None:
    """Return the refusal of a claim that this person may not pay, with times as the House's clocks show them."""
    cage, house = tx.state(CAGE), tx.state(HOUSE)
    if cage is None:
        return None
    claims = Claims() if cage.claims is UNSET else cage.claims
    found = payable(claims, what, (actor,), ZONE if house is None else house.zone)
    return found if isinstance(found, Refusal) else None


def _proposed(tx: Transaction, state: CageState | None, command: ProposeCash, at: int) -> ProposeCash:
    """Return a proposal, with the number of its redemption if it is one."""
    return ProposeCash(_redeem(tx, state, command.what, at)) if isinstance(command.what, CashChips) else command


def _redeem(_tx: Transaction, state: CageState | None, command: CashChips, _at: int) -> CashChips:
    """Return a redemption with a number that no other has."""
    redeemed = 0 if state is None or state.drawers is UNSET else state.drawers.redeemed or 0
    return replace(command, redemption=f"R-{redeemed + 1:04}")


def _unnumbered(what: CashTwoSigned) -> CashTwoSigned:
    return replace(what, redemption="") if isinstance(what, CashChips) else what


def _proposal_as_asked(command: ProposeCash) -> ProposeCash:
    return ProposeCash(_unnumbered(command.what))


def _dated(tx: Transaction, _state: CageState | None, command: CountDrawer, at: int) -> CountDrawer:
    return replace(command, day=tx.day(at))


def _evolve(state: CageState | None, event: CageEvent, at: int, _entered: Entered | None) -> tuple[CageState, Moves]:
    return evolve_cage(state, event, at), postings.of_cage(event)


CAGES: Final = Stream(
    words=CAGE,
    decide=decide_cage,
    evolve=_evolve,
    handling=rows(
        Handling(ProposeCash, prepare=_propose, fill=_proposed, bare=_proposal_as_asked),
        Handling(CountDrawer, fill=_dated, adds=("day",)),
        Handling(CashChips, prepare=_cash, fill=_redeem, adds=("redemption",)),
        Handling(CashSlip, prepare=_cash),
        Handling(CountersignCash, prepare=_cash),
    ),
)

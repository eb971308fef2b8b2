"""A link's awards in execution: the next to be paid, and the order that the House has found."""

from typing import cast

from croupier.floor.deciding import link_claims as claims
from croupier.floor.deciding.stream import Transaction
from croupier.floor.values.links import LINK, LinkState, OrderClaims, SignOrder
from croupier.floor.values.requests import Request
from croupier.floor.values.table_kinds import is_linked
from croupier.play.banked.commands import Settle
from croupier.play.refusal import Refusal


def next_to_pay(tx: Transaction, stream: str) -> claims.Turn:
    """Return how much of a table's round may be settled: major awards of other tables may be paid before its own."""
    state = tx.state_of(stream)
    if not is_linked(state):
        return claims.Turn()
    link = cast(LinkState, tx.state(LINK, state.info.link))
    return claims.turn(state, tx.claiming(state.info.link), link)


def in_turn(tx: Transaction, request: Request, command: Settle) -> Settle | Refusal:
    """Return the settlement of what may be settled now, or the refusal that names the award that is paid first."""
    turn = next_to_pay(tx, request.stream)
    if turn.ahead is not None and not turn.boxes:
        return turn.ahead
    return command if command.awards == turn.boxes else Settle(turn.boxes)


def ordered(tx: Transaction, request: Request, command: OrderClaims) -> OrderClaims | Refusal:
    """Return the House's finding about the order of awards with its paragraphs, or why it cannot be made."""
    link = tx.state(LINK, request.stream.partition(":")[2])
    return command if link is None else claims.ordered(command, tx.linked(link.name), link)


def signed(tx: Transaction, request: Request, command: SignOrder) -> SignOrder | Refusal:
    """Refuse a signature under an order of awards that no longer wait."""
    link = tx.state(LINK, request.stream.partition(":")[2])
    stated = None if link is None else next((one for one in link.orders if one.number == command.number), None)
    if link is None or stated is None:
        return command
    found = claims.ordered(stated.command, tx.linked(link.name), link)
    return found if isinstance(found, Refusal) else command

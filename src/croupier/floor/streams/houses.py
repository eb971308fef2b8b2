"""The house as a kind of stream: accounts, roles and limits."""

from typing import Final, get_args

from croupier.floor.deciding.housekeeping import (
    TWO,
    decide_house_stream,
    evolve_house_stream,
    shown_to_another,
    takes_two,
)
from croupier.floor.deciding.stream import Handling, Stream, Transaction, rows, without_money
from croupier.floor.values import signatures
from croupier.floor.values.house import (
    HOUSE,
    ChangeProposed,
    HouseTwoSigned,
    IssueCode,
    ProposeChange,
    SetLossLimit,
    SetTimeLimit,
)
from croupier.floor.values.requests import Request
from croupier.play.refusal import Refusal


def _propose(tx: Transaction, request: Request, command: ProposeChange) -> ProposeChange | HouseTwoSigned | Refusal:
    """Return the limit itself where it needs no second signature as things are now.

    The page of the person who proposes it may show the limit as it was earlier. A limit that protects a Player waits
    for no signature, and for no other proposal either.
    """
    house, what = tx.state(HOUSE), command.what
    if house is None:
        return command  # the decision refuses it, with a sentence
    is_limit = isinstance(what, SetLossLimit | SetTimeLimit) and what.account in house.accounts
    if is_limit and not takes_two(house, request.actor, what, house.day(tx.now())):
        return what

    def is_same(one: ChangeProposed) -> bool:
        return type(one.what) is type(what) and one.what.account == what.account

    return signatures.proposed_already(house.proposals, is_same) or command


def _asked_limit(command: ProposeChange) -> ProposeChange | HouseTwoSigned:
    """Return the limit that a proposal asks for: one that applied at once is recorded as a limit."""
    return command.what if isinstance(command.what, SetLossLimit | SetTimeLimit) else command


def needs_two(tx: Transaction, request: Request, command: HouseTwoSigned) -> HouseTwoSigned | Refusal:
    """Refuse a request of one person for which two must sign.

    Only new requests are checked: earlier records have some of these by one person, and stay as they are.
    """
    house = tx.state(HOUSE)
    if house is None or not takes_two(house, request.actor, command, house.day(tx.now())):
        return command
    return TWO


def _code(tx: Transaction, request: Request, command: IssueCode) -> IssueCode | Refusal:
    house = tx.state(HOUSE)
    own = request.actor == command.account  # the decision refuses it
    return (None if house is None or own else shown_to_another(house, command)) or command


HOUSES: Final = Stream(
    words=HOUSE,
    decide=decide_house_stream,
    evolve=without_money(evolve_house_stream),
    handling=rows(
        Handling(ProposeChange, prepare=_propose, bare=_asked_limit),
        Handling(IssueCode, prepare=_code),
        *(Handling(kind, prepare=needs_two) for kind in get_args(HouseTwoSigned)),
    ),
)

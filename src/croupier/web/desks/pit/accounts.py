"""The accounts of a House that keeps them, with the acts that the viewer may take on each."""

from collections.abc import Iterator
from typing import Final

from croupier.floor.deciding.housekeeping import decide_house_stream, shown_to_another, takes_two
from croupier.floor.deciding.permissions import PERMISSIONS, Query
from croupier.floor.house.credentials import Session
from croupier.floor.values.house import (
    EMPLOYED,
    Account,
    ChangeRoles,
    ExcludePerson,
    HouseState,
    HouseStreamCommand,
    IssueCode,
    LockAccount,
    ProposeChange,
    Readmit,
    ResetPassword,
    SetTimeLimit,
)
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.acting.sessions import may_ask
from croupier.web.desks.pit.alerts import where
from croupier.web.venue import Venue
from croupier.web.wire.pit import PitAccount

MOST_ACCOUNTS: Final = 300
ROLES: Final = tuple(Role)
"""The roles that an account may be given; a Display is an account of its own, without a person."""
_ANY_REASON: Final = "-"


def accounts_of(venue: Venue, session: Session) -> tuple[tuple[PitAccount, ...] | None, int]:
    """Return the accounts that a page shows, None if the viewer may not see them, and how many more there are."""
    house = venue.floor.house()
    if house is None or may_ask(session, Query.ACCOUNTS) is not None:
        return None, 0
    day = venue.books.day()
    names = sorted(house.accounts, key=lambda name: (not EMPLOYED & {*house.accounts[name].roles}, name))
    known = venue.credentials.holders() if session.role in PERMISSIONS[IssueCode] else frozenset()
    shown = tuple(_account(venue, session, house, house.accounts[name], day, known) for name in names[:MOST_ACCOUNTS])
    return shown, len(names) - len(shown)


def _account(
    venue: Venue, session: Session, house: HouseState, account: Account, day: str, known: frozenset[str]
) -> PitAccount:
    exclusion = account.exclusion if account.exclusion is not None and account.exclusion.on(day) else None
    return PitAccount(
        name=account.name,
        roles=account.roles,
        locked=account.locked,
        excluded="" if exclusion is None else exclusion.reason,
        until="" if exclusion is None else exclusion.until,
        loss_limit=account.loss.on(day),
        time_limit=account.time.on(day),
        wallet=venue.wallet(account.name),
        acts=tuple(_acts(venue, session, account)),
        signed_roles=_signed(account),
        sits=where(venue, account.name),
        code=_code(venue, session, account, first=account.name not in known),
        locked_by_two=takes_two(house, session.account, LockAccount(account.name, _ANY_REASON), day),
    )


def _code(venue: Venue, session: Session, account: Account, *, first: bool) -> str:
    """Return the kind of code that the viewer may issue to this account: ``first``, ``reset``, or empty for none.

    A first code stands in place of a first password; a reset code follows a reset of the password.
    """
    if session.role not in PERMISSIONS[IssueCode]:
        return ""
    command, house = IssueCode(account.name, first), venue.floor.house()
    if house is not None and shown_to_another(house, command) is not None:
        return ""
    answer = decide_house_stream("house", house, session.account, session.role, command, venue.floor.now())
    return "" if isinstance(answer, Refusal) else "first" if first else "reset"


def _acts(venue: Venue, session: Session, account: Account) -> Iterator[str]:
    """Yield the acts on an account that the house would accept from the viewer, each tried with a sample reason."""
    lacks = _signed(account)
    more = ProposeChange(ChangeRoles(account.name, (*account.roles, *lacks)))
    tried: tuple[tuple[str, HouseStreamCommand], ...] = (
        ("exclude", ExcludePerson(account.name, _ANY_REASON)),
        ("readmit", ProposeChange(Readmit(account.name, _ANY_REASON))),
        ("reset", ProposeChange(ResetPassword(account.name, _ANY_REASON))),
        *((("limits", _another_limit(account)),) if Role.PLAYER in account.roles else ()),
        ("roles", more if lacks else ChangeRoles(account.name, account.roles[:-1])),
    )
    for name, command in tried:
        now = venue.floor.now()
        answer = decide_house_stream("house", venue.floor.house(), session.account, session.role, command, now)
        if not isinstance(answer, Refusal):
            yield name


def _another_limit(account: Account) -> HouseStreamCommand:
    """Return a command with a time limit that the account does not have, to try whether the viewer may set limits."""
    return SetTimeLimit(
        account.name, next(one for one in range(3) if one not in {account.time.value, account.time.later})
    )


def _signed(account: Account) -> tuple[Role, ...]:
    return tuple(role for role in ROLES if role in EMPLOYED and role not in account.roles)

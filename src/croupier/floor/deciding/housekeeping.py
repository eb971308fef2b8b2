"""The rules of the house's stream: accounts, roles, limits and exclusions. Pure functions."""

from typing import Final, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.values import signatures
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.gaming_day import GamingDayError, is_day, next_day, read_start, read_zone
from croupier.floor.values.house import (
    EMPLOYED,
    KEPT_MANAGERS,
    MOST_MINUTES,
    Account,
    AccountCreated,
    AccountLocked,
    AccountUnlocked,
    ChangeCountersigned,
    ChangePassword,
    ChangeProposed,
    ChangeRejected,
    ChangeRoles,
    CodeIssued,
    CountersignChange,
    CreateAccount,
    EstablishHouse,
    ExcludePerson,
    Exclusion,
    HouseEstablished,
    HouseState,
    HouseStreamCommand,
    HouseStreamEvent,
    HouseTwoSigned,
    IssueCode,
    Limit,
    LockAccount,
    LossLimitSet,
    PasswordChanged,
    PasswordReset,
    PersonExcluded,
    PersonReadmitted,
    ProposeChange,
    Readmit,
    RejectChange,
    ResetPassword,
    Roles,
    RolesChanged,
    SetLossLimit,
    SetTimeLimit,
    TimeLimitSet,
    UnlockAccount,
)
from croupier.money import MOST
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role, at_least, or_above

MOST_PAUSE: Final = 60

Answer = tuple[HouseStreamEvent, ...] | Refusal
TWO: Final = Refusal(Reason.ROLE, "This takes two people: propose it, and somebody else signs", ())


def decide_house_stream(
    _name: str, state: HouseState | None, actor: str, role: Role, command: HouseStreamCommand, at: int
) -> Answer:
    """Return the events of a command to the house, or its refusal.

    ``at`` is the time: limits and exclusions are counted in gaming days.
    """
    if isinstance(command, EstablishHouse):
        return _establish(state, command)
    if state is None:
        return Refusal(Reason.MOMENT, "The House keeps no accounts yet", ())
    match command:
        case CreateAccount() | ChangeRoles():
            return _alone(state, actor, role, command)
        case ExcludePerson():
            return _exclude(state, actor, role, command, state.day(at))
        case LockAccount() | UnlockAccount():
            return _lock(state, actor, role, command)
        case SetLossLimit() | SetTimeLimit():
            return _may_limit(actor, role, command) or _limit(state, command, state.day(at))
        case IssueCode():
            return _issue_code(state, actor, role, command)
        case ChangePassword():
            return _change_password(state, actor, command)
        case ProposeChange():
            return _propose(state, actor, role, command.what, state.day(at))
        case CountersignChange():
            return _countersign(state, actor, role, command, state.day(at))
        case RejectChange():
            return _reject(state, role, command)
        case _:
            assert_never(command)


def _establish(state: HouseState | None, command: EstablishHouse) -> Answer:
    if state is not None:
        return Refusal(Reason.MOMENT, "The House keeps accounts already", ())
    for name in command.managers:
        if wrong := _wrong_name(name):
            return wrong
    if len(set(command.managers)) != len(command.managers) or len(command.managers) < KEPT_MANAGERS:
        return Refusal(Reason.FACT, f"A house must begin with at least {KEPT_MANAGERS} different Shift Managers", ())
    try:
        read_start(command.day_start)
        read_zone(command.zone)
    except GamingDayError as error:
        return Refusal(Reason.FACT, str(error), ())
    if not 0 <= command.pause <= MOST_PAUSE:
        return Refusal(Reason.AMOUNT, f"A pause that counts as play must be 0 to {MOST_PAUSE} minutes", ())
    return (HouseEstablished(command.managers, command.day_start, command.zone, command.pause),)


def _wrong_name(name: str) -> Refusal | None:
    if not is_name(name):
        return Refusal(Reason.FACT, f"{name[:40]!r} is not a name: a short word of letters, digits and _.-", ())
    if name.lower() == SYSTEM:
        return Refusal(Reason.FACT, f"{name} is the name of the floor itself", ())
    return None


def _no_account(name: str) -> Refusal:
    return Refusal(Reason.FACT, f"There is no account {name[:40]}", ())


# ---- Accounts and roles ---------------------------------------------------------------------------------------------


def takes_two(state: HouseState, actor: str, what: HouseTwoSigned, day: str) -> bool:
    """Return whether two people must sign for a change that a person asks for.

    They must if it gives power, takes a Shift Manager's away, or ends what protects a person. Only new requests are
    asked: earlier records have some of these changes by one person.
    """
    account = state.accounts.get(what.account)
    manages = account is not None and Role.SHIFT_MANAGER in account.roles
    match what:
        case Readmit() | ResetPassword():
            return True
        case CreateAccount():
            return _gives(state, what)
        case ChangeRoles():
            return _gives(state, what) or (manages and Role.SHIFT_MANAGER not in what.roles)
        case LockAccount() | UnlockAccount():
            return manages
        case SetLossLimit() | SetTimeLimit():
            return actor != what.account and account is not None and _rises(account, what, day)
        case _:
            assert_never(what)


def _gives(state: HouseState, what: CreateAccount | ChangeRoles) -> bool:
    """Return whether a change gives a role in which people work."""
    account = state.accounts.get(what.account)
    return bool(set(what.roles) & EMPLOYED - set(account.roles if account else ()))


def _wrong(state: HouseState, what: HouseTwoSigned, day: str) -> Refusal | None:
    """Return the refusal of an impossible change."""
    account = state.accounts.get(what.account)
    match what:
        case CreateAccount():
            if account is not None:
                return Refusal(Reason.MOMENT, f"{what.account} has an account already", ())
            # Two names that differ only in upper and lower case would be mistaken for each other.
            if what.account.lower() in {name.lower() for name in state.accounts}:
                return Refusal(Reason.MOMENT, f"There is already an account with a name like {what.account[:40]}", ())
            return _wrong_name(what.account) or _wrong_roles(what.roles)
        case ChangeRoles():
            if account is None:
                return _no_account(what.account)
            if set(what.roles) == set(account.roles):
                return Refusal(Reason.MOMENT, f"{account.name} already has these roles", ())
            return _wrong_roles(what.roles) or _too_few(state, account, what.roles)
        case Readmit():
            if account is None:
                return _no_account(what.account)
            if account.exclusion is None:
                return Refusal(Reason.MOMENT, f"{account.name} is not excluded", ())
            return signatures.wrong_reason(what.reason)
        case ResetPassword():
            return _no_account(what.account) if account is None else signatures.wrong_reason(what.reason)
        case LockAccount() | UnlockAccount():
            tried = _locked(state, what)
            return tried if isinstance(tried, Refusal) else None
        case SetLossLimit() | SetTimeLimit():
            limited = _limit(state, what, day)
            return limited if isinstance(limited, Refusal) else None
        case _:
            assert_never(what)


def _wrong_roles(roles: Roles) -> Refusal | None:
    if not roles or len(set(roles)) != len(roles):
        return Refusal(Reason.FACT, "An account must have one role or several different ones", ())
    return None


def _too_few(state: HouseState, account: Account, roles: Roles) -> Refusal | None:
    """Return the refusal of a change that would leave too few Shift Managers to sign."""
    if Role.SHIFT_MANAGER in roles or Role.SHIFT_MANAGER not in account.roles:
        return None
    managers = sum(Role.SHIFT_MANAGER in one.roles for one in state.accounts.values())
    if managers > KEPT_MANAGERS:
        return None
    return Refusal(Reason.MOMENT, f"At least {KEPT_MANAGERS} Shift Managers must remain", ())


def _alone(state: HouseState, actor: str, role: Role, what: CreateAccount | ChangeRoles) -> Answer:
    """Decide a change that one person makes alone: creating accounts of Players, and taking roles away."""
    if isinstance(what, CreateAccount):
        if role is not Role.CAGE and not at_least(role, Role.PIT_SUPERVISOR):
            return Refusal(
                Reason.ROLE, "Only the cage, or a Pit Supervisor or someone above them, may create an account", ()
            )
    elif not at_least(role, Role.SHIFT_MANAGER):
        return Refusal(Reason.ROLE, "Only a Shift Manager may change roles", ())
    if actor == what.account:
        return Refusal(Reason.ROLE, "Nobody may change their own roles", ())
    wrong = _wrong(state, what, "")
    if wrong is not None:
        return wrong
    return TWO if _gives(state, what) else _carried_out(state, what, "")


def _carried_out(state: HouseState, what: HouseTwoSigned, day: str) -> Answer:
    match what:
        case CreateAccount():
            return (AccountCreated(what.account, _ordered(what.roles)),)
        case ChangeRoles():
            return (RolesChanged(what.account, _ordered(what.roles)),)
        case Readmit():
            return (PersonReadmitted(what.account, what.reason),)
        case ResetPassword():
            return (PasswordReset(what.account, what.reason),)
        case LockAccount() | UnlockAccount():
            return _locked(state, what)
        case SetLossLimit() | SetTimeLimit():
            return _limit(state, what, day)
        case _:
            assert_never(what)


def _ordered(roles: Roles) -> Roles:
    return tuple(role for role in Role if role in roles)


def _employed(state: HouseState, name: str) -> bool:
    """Return whether a person works in the house."""
    account = state.accounts.get(name)
    return account is not None and bool(set(account.roles) & EMPLOYED)


# ---- Passwords, of which the house knows only that they were changed ------------------------------------------------


def shown_to_another(state: HouseState, command: IssueCode) -> Refusal | None:
    """Return the refusal of a first code for a Shift Manager, which another Shift Manager would see.

    On the first day one person could then hold both signatures. Earlier records have such codes, and stay as they are.
    """
    account = state.accounts.get(command.account)
    if account is None or not command.first or Role.SHIFT_MANAGER not in account.roles:
        return None
    sentence = f"No code shows a Shift Manager's first password to another: {account.name} types it at the machine"
    return Refusal(Reason.ROLE, f"{sentence}, with croupier password {account.name}", ())


def _issue_code(state: HouseState, actor: str, role: Role, command: IssueCode) -> Answer:
    account = state.accounts.get(command.account)
    if account is None:
        return _no_account(command.account)
    if actor == account.name:
        return Refusal(Reason.ROLE, "Nobody may give themselves a code", ())
    if _employed(state, account.name) and not at_least(role, Role.SHIFT_MANAGER):
        return Refusal(Reason.ROLE, "Only a Shift Manager may give a code to staff", ())
    if not command.first and account.renew is UNSET:
        return Refusal(Reason.MOMENT, f"{account.name} has a password: two people must sign for its reset first", ())
    return (CodeIssued(account.name),)


def _change_password(state: HouseState, actor: str, command: ChangePassword) -> Answer:
    if command.account not in state.accounts:
        return _no_account(command.account)
    if actor != command.account:
        return Refusal(Reason.ROLE, "Everybody chooses their own password", ())
    return (PasswordChanged(actor),)


# ---- Two signatures -------------------------------------------------------------------------------------------------


def _may_sign(state: HouseState, actor: str, role: Role, what: HouseTwoSigned, *, first: bool) -> Refusal | None:
    """Return the refusal of a person who may not sign for a change: only a Shift Manager may give a role.

    A Shift Manager is locked by another and by a Pit Manager: where there are two, no third could sign.
    """
    lower = isinstance(what, Readmit | SetLossLimit | SetTimeLimit)
    lower = lower or (isinstance(what, ResetPassword) and not _employed(state, what.account))
    lower = lower or (isinstance(what, LockAccount | UnlockAccount) and not first)
    needed = Role.PIT_MANAGER if lower else Role.SHIFT_MANAGER
    if not at_least(role, needed):
        return Refusal(Reason.ROLE, f"Only {or_above(needed)} may sign for this", ())
    if actor == what.account:
        return Refusal(Reason.ROLE, "Nobody may sign for their own account", ())
    return None


def _propose(state: HouseState, actor: str, role: Role, what: HouseTwoSigned, day: str) -> Answer:
    refused = _may_sign(state, actor, role, what, first=True) or _wrong(state, what, day)
    if refused is not None:
        return refused
    if not takes_two(state, actor, what, day):
        return Refusal(Reason.MOMENT, "This takes one person: there is nothing to sign", ())
    return (ChangeProposed(state.proposed + 1, what, actor, role.value),)


def _countersign(state: HouseState, actor: str, role: Role, command: CountersignChange, day: str) -> Answer:
    proposal = signatures.named(state.proposals, command.number)
    if isinstance(proposal, Refusal):
        return proposal
    refused = _may_sign(state, actor, role, proposal.what, first=False) or signatures.not_twice(proposal, actor)
    refused = refused or _wrong(state, proposal.what, day)  # it may have become impossible since
    if refused is not None:
        return refused
    done = _carried_out(state, proposal.what, day)
    if isinstance(done, Refusal):
        return done
    return (ChangeCountersigned(proposal.number, proposal.what, proposal.actor, actor), *done)


def _reject(state: HouseState, role: Role, command: RejectChange) -> Answer:
    if not at_least(role, Role.PIT_MANAGER):
        return Refusal(Reason.ROLE, f"Only {or_above(Role.PIT_MANAGER)} may do this", ())
    refused = signatures.turned_down(state.proposals, command.number, command.reason)
    return refused or (ChangeRejected(command.number, command.reason),)


# ---- Who does not play ----------------------------------------------------------------------------------------------


def _exclude(state: HouseState, actor: str, role: Role, command: ExcludePerson, day: str) -> Answer:
    """Exclude a person at their own wish or the House's.

    An exclusion may be extended; only a readmission shortens it.
    """
    own = actor == command.account
    if not own and not at_least(role, Role.PIT_MANAGER):
        return Refusal(Reason.ROLE, "Only a Pit Manager or someone above them may exclude others", ())
    account = state.accounts.get(command.account)
    if account is None:
        return _no_account(command.account)
    wrong = signatures.wrong_reason(command.reason)
    if wrong is not None:
        return wrong
    if command.until and not is_day(command.until):
        return Refusal(Reason.FACT, f"{command.until[:40]!r} is not a day such as 2026-11-15", ())
    if command.until and command.until <= day:
        return Refusal(Reason.FACT, f"The gaming day is {day}: an exclusion must end on a later one", ())
    standing = account.exclusion
    if standing is not None and standing.on(day) and not _longer(standing.until, command.until):
        until = f"until {standing.until}" if standing.until else "until two people readmit them"
        return Refusal(Reason.MOMENT, f"{account.name} is already excluded {until}", ())
    return (PersonExcluded(account.name, own, command.reason, command.until),)


def _longer(standing: str, asked: str) -> bool:
    return bool(standing) and (not asked or asked > standing)


def _lock(state: HouseState, actor: str, role: Role, command: LockAccount | UnlockAccount) -> Answer:
    """Lock or unlock an account, but never one's own: a person who locked all others could not unlock themselves."""
    account = state.accounts.get(command.account)
    employed = _employed(state, command.account)
    if not at_least(role, Role.SHIFT_MANAGER if employed else Role.PIT_SUPERVISOR):
        return Refusal(Reason.ROLE, "Only a Shift Manager may lock or unlock accounts of staff", ())
    if account is None:
        return _no_account(command.account)
    if actor == account.name:
        return Refusal(Reason.ROLE, "Nobody may lock or unlock their own account", ())
    return _locked(state, command)


def _locked(state: HouseState, command: LockAccount | UnlockAccount) -> Answer:
    """Lock or unlock an account for a person who may."""
    account = state.accounts.get(command.account)
    if account is None:
        return _no_account(command.account)
    wrong = signatures.wrong_reason(command.reason)
    if wrong is not None:
        return wrong
    locking = isinstance(command, LockAccount)
    if bool(account.locked) == locking:
        return Refusal(Reason.MOMENT, f"{account.name} is {'locked already' if locking else 'not locked'}", ())
    return ((AccountLocked if locking else AccountUnlocked)(account.name, command.reason),)


# ---- Limits ---------------------------------------------------------------------------------------------------------


def _may_limit(actor: str, role: Role, command: SetLossLimit | SetTimeLimit) -> Refusal | None:
    if actor == command.account or at_least(role, Role.PIT_MANAGER):
        return None
    sentence = "Only the person concerned, or a Pit Manager or someone above them, may set a limit"
    return Refusal(Reason.ROLE, sentence, ())


def _asked(account: Account, command: SetLossLimit | SetTimeLimit) -> tuple[int | None, int, Limit]:
    """Return the value that is asked for, the highest that is possible, and the limit as it stands."""
    if isinstance(command, SetLossLimit):
        return command.cents, MOST, account.loss
    return command.minutes, MOST_MINUTES, account.time


def _rises(account: Account, command: SetLossLimit | SetTimeLimit, day: str) -> bool:
    """Return whether a limit would become higher; no limit is the highest of all."""
    value, _, limit = _asked(account, command)
    now = limit.on(day)
    return now is not None and (value is None or value > now)


def _limit(state: HouseState, command: SetLossLimit | SetTimeLimit, day: str) -> Answer:
    """Set a limit: a lower one applies at once, a higher one from the next gaming day on."""
    account = state.accounts.get(command.account)
    if account is None:
        return _no_account(command.account)
    value, most, limit = _asked(account, command)
    if value is not None and not 0 <= value <= most:
        return Refusal(Reason.AMOUNT, f"A limit must be from 0 to {most}", ())
    now = limit.on(day)
    waits = bool(limit.from_day) and day < limit.from_day
    if value == (limit.later if waits else now):
        return Refusal(Reason.MOMENT, f"That is {account.name}'s limit already", ())
    falls = not _rises(account, command, day)
    from_day = "" if falls else next_day(day)
    now = value if falls else now
    if isinstance(command, SetLossLimit):
        return (LossLimitSet(account.name, value, from_day, now),)
    return (TimeLimitSet(account.name, value, from_day, now),)


# ---- How the house changes --------------------------------------------------------------------------------------


def evolve_house_stream(state: HouseState | None, event: HouseStreamEvent, _at: int) -> HouseState:
    """Return the house after an event."""
    if isinstance(event, HouseEstablished):
        managers = {name: Account(name, (Role.SHIFT_MANAGER,)) for name in event.managers}
        return HouseState(event.day_start, event.zone, event.pause, managers)
    assert state is not None
    match event:
        case ChangeProposed():
            return replace(state, proposals=(*state.proposals, event), proposed=event.number)
        case ChangeCountersigned() | ChangeRejected():
            return replace(state, proposals=signatures.without(state.proposals, event.number))
        case AccountCreated():
            return _with(state, Account(event.account, event.roles))
        case _:
            return _with(state, _changed(state.accounts[event.account], event))


def _changed(
    account: Account,
    event: RolesChanged
    | PersonExcluded
    | PersonReadmitted
    | AccountLocked
    | AccountUnlocked
    | LossLimitSet
    | TimeLimitSet
    | PasswordReset
    | CodeIssued
    | PasswordChanged,
) -> Account:
    match event:
        case RolesChanged():
            return replace(account, roles=event.roles)
        case PersonExcluded():
            return replace(account, exclusion=Exclusion(event.own_wish, event.reason, event.until))
        case PersonReadmitted():
            return replace(account, exclusion=None)
        case AccountLocked():
            return replace(account, locked=event.reason)
        case AccountUnlocked():
            return replace(account, locked="")
        case LossLimitSet():
            return replace(account, loss=_limited(event.cents, event.from_day, event.now))
        case TimeLimitSet():
            return replace(account, time=_limited(event.minutes, event.from_day, event.now))
        case PasswordReset() | CodeIssued():
            return replace(account, renew=True)
        case PasswordChanged():
            return replace(account, renew=UNSET)
        case _:
            assert_never(event)


def _limited(value: int | None, from_day: str, now: int | None) -> Limit:
    return Limit(now, value, from_day) if from_day else Limit(value)


def _with(state: HouseState, account: Account) -> HouseState:
    return replace(state, accounts={**state.accounts, account.name: account})

"""Proposals that wait for a second signature: at tables, on links, in the accounts, and at the cage."""

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.floor.deciding.adopting import to_come
from croupier.floor.deciding.meters import TERMS
from croupier.floor.deciding.permissions import PERMISSIONS
from croupier.floor.house.credentials import Session
from croupier.floor.values import clock
from croupier.floor.values.house import (
    ChangeProposed,
    ChangeRoles,
    CountersignChange,
    CreateAccount,
    HouseTwoSigned,
    LockAccount,
    Readmit,
    RejectChange,
    ResetPassword,
    SetLossLimit,
    SetTimeLimit,
    UnlockAccount,
    hours_of,
)
from croupier.floor.values.links import (
    CountersignTerms,
    CountersignUp,
    LinkState,
    RejectTerms,
    RejectUp,
    TermsProposed,
    UpProposed,
)
from croupier.floor.values.table import (
    AdoptRulebook,
    BuyChips,
    ChangeMode,
    ChangePolicy,
    Countersign,
    EndFailure,
    Proposed,
    Reject,
    TakeDrop,
    TwoSigned,
)
from croupier.floor.values.table_kinds import TableState
from croupier.floor.values.tray import worth
from croupier.money import Cents
from croupier.rules.terms import Role
from croupier.web.desks.pit.cage import waiting_at
from croupier.web.venue import Venue
from croupier.web.wire.pit import Counts, PitAnswer, PitChange, PitProposal


def proposals_of(venue: Venue, session: Session) -> tuple[PitProposal, ...]:
    """Return the proposals that the viewer may see, oldest first."""
    found = [*_at_tables(venue, session), *_on_links(venue, session), *_in_house(venue, session)]
    found += _of_clock(venue, session)
    found += _at_cage(venue, session)
    return tuple(sorted(found, key=lambda one: (one.at, one.stream, one.number)))


def answers_to(venue: Venue, session: Session) -> tuple[PitAnswer, ...]:
    """Return the answers to the viewer's own last proposals."""
    return tuple(
        PitAnswer(
            stream=one.stream,
            table=one.stream.partition(":")[2],
            number=one.number,
            what=one.what,
            by=one.by,
            role=one.role,
            at=one.at,
            signed=one.signed,
            reason=one.reason,
        )
        for one in venue.books.answered(session.account)
    )


def _signs(session: Session, by: str, number: int, sign: type, reject: type) -> dict[str, Any]:
    """Return the viewer's commands to sign and to reject a proposal; the proposer may not sign it."""
    may = session.role in PERMISSIONS[sign] and session.account != by
    turns = session.role in PERMISSIONS[reject]
    return {
        "own": session.account == by,
        "sign": {"type": sign.__name__, "number": number} if may else None,
        "reject": {"type": reject.__name__, "number": number} if turns else None,
    }


def _at_tables(venue: Venue, session: Session) -> Iterator[PitProposal]:
    for name in venue.floor.tables():
        state = venue.floor.table(name)
        for one in state.info.proposals:
            yield _at_table(venue, session, state, one)


def _at_table(venue: Venue, session: Session, state: TableState, one: Proposed) -> PitProposal:
    stream = f"table:{state.info.name}"
    what = one.what
    counts: Counts = ()
    cents: Cents | None = None
    match what:
        case TakeDrop() | BuyChips():
            cents = what.cents
        case ChangePolicy() | AdoptRulebook() | ChangeMode() | EndFailure():
            pass
        case _:
            counts, cents = what.counts, worth(what.counts)
    return PitProposal(
        stream=stream,
        table=state.info.name,
        game=state.info.game,
        number=one.number,
        what=type(what).__name__,
        by=one.actor,
        role=one.role,
        at=venue.books.since(stream, f"proposal {one.number}"),
        counts=tuple(pair for pair in counts if pair[1]),
        cents=cents,
        changes=tuple(_changes(state, what)),
        account="",
        roles=(),
        reason="",
        **_signs(session, one.actor, one.number, Countersign, Reject),
    )


def _changes(state: TableState, what: TwoSigned) -> Iterator[PitChange]:
    if isinstance(what, ChangePolicy):
        yield from changes(state, what.policy)
    if isinstance(what, AdoptRulebook):
        yield PitChange("rulebook", state.engine.rulebook, what.rulebook)
        yield PitChange("from_day", "", what.day)
    if isinstance(what, BuyChips):
        yield PitChange("name", "", what.name)
        yield PitChange("document", "", what.document)
    if isinstance(what, ChangeMode):
        yield PitChange("automatic", in_words(state.info.automatic), in_words(what.automatic))


def changes(state: TableState, wanted: dict[str, Any]) -> Iterator[PitChange]:
    """Yield the changes to a table's next policy, without the terms that belong to its link."""
    now = flat(msgspec.to_builtins(to_come(state).engine.policy))
    then = flat(msgspec.to_builtins(wanted))
    for name, value in then.items():
        before, after = in_words(now.get(name)), in_words(value)
        if name not in TERMS and before != after:
            yield PitChange(name, before, after)


def flat(policy: dict[str, Any]) -> dict[str, Any]:
    """Return a policy with its interpretations among the other values."""
    return {key: value for key, value in policy.items() if key != "parameters"} | dict(policy.get("parameters", {}))


def in_words(value: Any) -> str:
    """Return a value of a policy as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _on_links(venue: Venue, session: Session) -> Iterator[PitProposal]:
    for stream, kept in venue.floor.streams.items():
        if isinstance(kept.state, LinkState):
            for one in kept.state.proposals:
                yield _on_link(venue, session, stream, kept.state, one)


def _terms(link: LinkState, one: TermsProposed) -> Iterator[PitChange]:
    seed, contribution, wager = link.terms
    pairs = (("seed", seed, one.seed), ("contribution", contribution, one.contribution), ("wager", wager, one.wager))
    yield from (PitChange(name, str(now), str(then)) for name, now, then in pairs if now != then)


def _coins(one: UpProposed) -> Iterator[PitChange]:
    """Yield the test coins of a link that works again."""
    tried = {True: "coin_tried", False: "coin_untried"}
    yield from (PitChange(tried[one.coins[table]], "", table) for table in sorted(one.coins))


def _on_link(
    venue: Venue, session: Session, stream: str, link: LinkState, one: TermsProposed | UpProposed
) -> PitProposal:
    signs = (CountersignTerms, RejectTerms) if isinstance(one, TermsProposed) else (CountersignUp, RejectUp)
    return PitProposal(
        stream=stream,
        table=link.name,
        game="",
        number=one.number,
        what="Terms" if isinstance(one, TermsProposed) else "Up",
        by=one.actor,
        role=one.role,
        at=venue.books.since(stream, f"proposal {one.number}"),
        counts=(),
        cents=None if isinstance(one, TermsProposed) else one.meter,
        changes=tuple(_terms(link, one) if isinstance(one, TermsProposed) else _coins(one)),
        account="",
        roles=(),
        reason="",
        **_signs(session, one.actor, one.number, *signs),
    )


def _of_clock(venue: Venue, session: Session) -> Iterator[PitProposal]:
    kept = venue.floor.streams.get(clock.STREAM)
    if kept is None or session.role not in PERMISSIONS[clock.CountersignTime] | {Role.AUDITOR}:
        return
    state: clock.ClockState = kept.state
    _, zone = hours_of(venue.floor.house())
    for one in state.proposals:
        yield PitProposal(
            stream=clock.STREAM,
            table="",
            game="",
            number=one.number,
            what="Time",
            by=one.actor,
            role=one.role,
            at=one.at,
            counts=(),
            cents=None,
            changes=(PitChange("time", clock.in_words(one.at, zone), clock.in_words(one.reads, zone)),),
            account="",
            roles=(),
            reason=one.reason,
            **_signs(session, one.actor, one.number, clock.CountersignTime, clock.RejectTime),
        )


def _in_house(venue: Venue, session: Session) -> Iterator[PitProposal]:
    house = venue.floor.house()
    if house is None or session.role not in PERMISSIONS[CountersignChange] | {Role.AUDITOR}:
        return
    for one in house.proposals:
        yield _change(venue, session, one)


def _at_cage(venue: Venue, session: Session) -> Iterator[PitProposal]:
    for one in waiting_at(venue, session):
        yield PitProposal(
            stream="cage",
            table=one.table,
            game="",
            number=one.number,
            what=one.what,
            by=one.by,
            role=one.role,
            at=one.at,
            counts=(),
            cents=abs(one.cents),
            changes=(),
            account=one.who,
            roles=(),
            reason=one.reason,
            own=one.own,
            sign=one.sign,
            reject=one.reject,
        )


def _change(venue: Venue, session: Session, one: ChangeProposed) -> PitProposal:
    what = one.what
    return PitProposal(
        stream="house",
        table="",
        game="",
        number=one.number,
        what=type(what).__name__,
        by=one.actor,
        role=one.role,
        at=venue.books.since("house", f"proposal {one.number}"),
        counts=(),
        cents=None,
        changes=tuple(_limits(venue, what)),
        account=what.account,
        roles=what.roles if isinstance(what, CreateAccount | ChangeRoles) else (),
        reason=what.reason if isinstance(what, Readmit | ResetPassword | LockAccount | UnlockAccount) else "",
        **_signs(session, one.actor, one.number, CountersignChange, RejectChange),
    )


def _limits(venue: Venue, what: HouseTwoSigned) -> Iterator[PitChange]:
    """Yield the change of a person's limit, from the next gaming day on."""
    house = venue.floor.house()
    account = None if house is None else house.accounts.get(what.account)
    if account is None:
        return
    day = venue.books.day()
    if isinstance(what, SetLossLimit):
        yield PitChange("loss_limit", in_words(account.loss.on(day)), in_words(what.cents))
    if isinstance(what, SetTimeLimit):
        yield PitChange("time_limit", in_words(account.time.on(day)), in_words(what.minutes))

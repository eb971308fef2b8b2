"""The notices on a table's pages while its round is held after a restart, and the Dealer on duty."""

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding.dealing import INTERRUPTION, asks_consent, duty_of, held_cites
from croupier.floor.deciding.relieving import planned
from croupier.floor.house.credentials import Session
from croupier.floor.values.table_kinds import TableState
from croupier.play.banked.view import TableView
from croupier.rules.document import Cite
from croupier.rules.terms import Role
from croupier.web.venue import Venue
from croupier.web.wire import Held
from croupier.web.wire.dealer import DealtBefore, DutyShown, ReliefShown

DECIDES = Role.PIT_SUPERVISOR
"""The lowest role that lets a held round go on, or has it ruled on."""


def held_notice(state: TableState) -> tuple[str, tuple[Cite, ...]]:
    """Return the notice of a held round and its paragraphs; empty if the round is not held."""
    if state.info.held is UNSET:
        return "", ()
    sentence = "After a restart, the round is held until the pit decides. The cards stay as they lie."
    return sentence, held_cites(state)


def with_notice(state: TableState, seen: TableView) -> TableView:
    """Return a view with that notice, which matters more than a jackpot that is down."""
    notice, cites = held_notice(state)
    return replace(seen, notice=notice, notice_cites=cites) if notice else seen


def held_decision(state: TableState) -> tuple[Held, ...]:
    """Return the decision that the poker room waits for while its round is held; empty if it is not."""
    return () if state.info.held is UNSET else (Held(INTERRUPTION, DECIDES, None, held_cites(state)),)


def consent_of(state: TableState, me: str) -> bool | None:
    """Return whether a Player has agreed that the Dealer stakes their wallet; None where no consent is asked for."""
    return me in duty_of(state.info).consents if me and asks_consent(state.info) else None


def duty_shown(venue: Venue, session: Session, state: TableState) -> DutyShown:
    """Return the Dealer on duty at a table, for its console."""
    duty = duty_of(state.info)
    return DutyShown(
        dealer=duty.dealer,
        since=duty.since,
        mine=bool(duty.dealer) and duty.dealer == session.account,
        assigned=duty.assigned,
        pins=venue.floor.house() is not None,
        running=state.engaged,
        dealt=tuple(DealtBefore(one.dealer, one.since, one.until) for one in duty.spells),
        consents=duty.consents if asks_consent(state.info) else None,
        relief=next((ReliefShown(one.at, one.comes) for one in planned(state.info)), None),
        called=0 if state.info.call is UNSET else state.info.call.since,
        hourly=venue.pulse.hourly(state.info.name),
    )

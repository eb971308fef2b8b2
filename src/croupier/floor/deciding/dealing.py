"""The Dealer's duty at a table: assigning, signing on, handing over; and what is refused to all others there."""

from collections.abc import Iterable
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding import relieving
from croupier.floor.deciding.permissions import core, dealers_work
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.table import BuyChips, PlayBanked, PlayRoom, TableInfo
from croupier.floor.values.table_duty import (
    KEPT,
    AnswerCall,
    AssignDealers,
    CallAnswered,
    CallSupervisor,
    Consent,
    ConsentGiven,
    ConsentWithdrawn,
    DealerHandedOver,
    DealersAssigned,
    DealerSignedOff,
    DealerSignedOn,
    DropRelief,
    Duty,
    DutyCommand,
    DutyEvent,
    HandOver,
    Held,
    HoldRound,
    PlanRelief,
    ReliefDropped,
    ReliefPlanned,
    ResumeRound,
    RoundHeld,
    RoundResumed,
    SignOff,
    SignOn,
    Spell,
    SupervisorCalled,
)
from croupier.floor.values.table_kinds import OF_A_ROUND, TableState
from croupier.floor.values.tray import ReceiveSlip, RequestCredit, RequestFill, SendSlip
from croupier.play.banked import commands as banked
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.play.rulings import paragraphs
from croupier.rules.document import Cite
from croupier.rules.terms import STAFF, Role, at_least, or_above

INTERRUPTION = "interruption"
"""The irregularity that the floor reports for a round in play at a restart."""
NOT_COVERED = "not_covered"
"""The irregularity that the floor reports for a round whose cards are lost with their key."""
LONGEST_NOTE = 200
_AT_THE_TABLE = frozenset({PlayBanked, PlayRoom, BuyChips, RequestFill, RequestCredit, SendSlip, ReceiveSlip})
"""The commands that a Dealer gives only where they deal: the game, and the table's side of fills and credits."""
PLAYERS_OWN = (OF_A_ROUND - {banked.ShowHand, room.ShowHand}) | {
    *(banked.PlaceWager, banked.WithdrawWager, banked.DeclineShare, banked.RunOutClock),
    *(room.RunOutClock, room.TopUp, room.SitOut, room.ComeBack, room.PayIn, room.LeaveTable),
}
"""The acts that only a Player, or the Player's clock, makes where the program deals."""

Answer = tuple[DutyEvent, ...] | Refusal


def duty_of(info: TableInfo) -> Duty:
    """Return the duty at a table; an empty one if Dealers were never assigned."""
    return Duty() if info.duty is UNSET else info.duty


def asks_consent(info: TableInfo) -> bool:
    """Return whether Players at a table are asked if its Dealer may stake their wallets."""
    duty = duty_of(info)
    return not info.automatic and not info.anonymous and info.open and bool(duty.assigned or duty.dealer)


def held_cites(state: TableState) -> tuple[Cite, ...]:
    """Return the paragraphs of the table's document about an interruption."""
    return paragraphs(state.game, INTERRUPTION)


# ---- What is refused ------------------------------------------------------------------------------------------------


def refused(state: TableState, actor: str, role: Role, command: object) -> Refusal | None:
    """Return the refusal of a command that only the table's Dealer may give, or that a held round does not allow."""
    if actor == SYSTEM or type(command) not in _AT_THE_TABLE:
        return None
    return _held(state, role, command) or _plays(state, role, command) or _not_theirs(state, actor, role, command)


def _held(state: TableState, role: Role, command: object) -> Refusal | None:
    """Return the refusal of the Dealer's work on a held round until the pit has decided; the pit itself may act."""
    if state.info.held is UNSET or not isinstance(command, PlayBanked | PlayRoom):
        return None
    if at_least(role, Role.PIT_SUPERVISOR) and not dealers_work(command):
        return None
    sentence = "The round is held since the restart: the pit decides whether it goes on as it lies"
    return Refusal(Reason.MOMENT, sentence, held_cites(state))


def _plays(state: TableState, role: Role, command: object) -> Refusal | None:
    """Return the refusal of staff who would play for a Player at a table that the program deals.

    There nothing lies on a felt that a Dealer could enter: each act is the Player's own, and the time that they have is
    the program's.
    """
    info, kind = state.info, type(core(command))
    if not info.automatic or info.anonymous or role not in STAFF or kind not in PLAYERS_OWN:
        return None
    if kind is room.LeaveTable and role is not Role.DEALER:  # the House moves a Player to another table
        return None
    cites = state.game.irregularities.statements
    return Refusal(Reason.ROLE, "The program deals at this table: Players act for themselves", cites)


def _not_theirs(state: TableState, actor: str, role: Role, command: object) -> Refusal | None:
    """Return the refusal of a Dealer's work by another than the Dealer who has signed on.

    Those above a Dealer do only what is left to them.
    """
    info = state.info
    if info.duty is UNSET or info.automatic or role not in STAFF or actor == info.duty.dealer:
        return None
    if role is not Role.DEALER and not dealers_work(command):
        return None
    if info.duty.dealer:
        return Refusal(Reason.ROLE, f"{info.duty.dealer} deals at this table: nobody else enters there", ())
    if not info.duty.assigned:  # the last Dealer has left, and no other is assigned: any Dealer may deal
        return None
    return Refusal(Reason.ROLE, "Nobody has signed on to deal at this table", ())


def speaks_elsewhere(
    infos: Iterable[TableInfo], info: TableInfo, actor: str, role: Role, command: object
) -> Refusal | None:
    """Return the refusal of a Dealer's act at a table by a Dealer who has signed on at another.

    It matters at a table without a Dealer: elsewhere :func:`refused` names the Dealer of the table.
    """
    if role is not Role.DEALER or actor == SYSTEM or type(command) not in _AT_THE_TABLE:
        return None
    return None if duty_of(info).dealer else deals_elsewhere(infos, f"table:{info.name}", actor, actor)


def deals_elsewhere(infos: Iterable[TableInfo], stream: str, dealer: str, actor: str) -> Refusal | None:
    """Return the refusal of a Dealer who has signed on at another table: one Dealer deals one table."""
    for info in infos:
        if not info.automatic and f"table:{info.name}" != stream and duty_of(info).dealer == dealer:
            told = "You deal" if dealer == actor else f"{dealer[:40]} deals"
            return Refusal(Reason.MOMENT, f"{told} at {info.name}. Hand over first", ())
    return None


# ---- What is decided ------------------------------------------------------------------------------------------------


def decide_duty(state: TableState, actor: str, role: Role, command: DutyCommand, at: int) -> Answer:
    """Return the events of a command about the table's Dealers, consents to stake a wallet, or a held round."""
    match command:
        case HoldRound():
            return _hold(state, actor)
        case ResumeRound():
            return _resume(state, role, command)
        case Consent():
            return _consent(state, actor, role, given=command.given)
        case _ if state.info.automatic:
            return Refusal(Reason.MOMENT, "The floor deals at this table", ())
        case CallSupervisor() | AnswerCall() | PlanRelief() | DropRelief():
            return relieving.decide_pit(state.info, duty_of(state.info), actor, command, at)
        case AssignDealers():
            return _assign(state, role, command)
        case SignOn():
            return _sign_on(state, actor)
        case HandOver():
            return _hand_over(state, actor, command)
        case SignOff():
            return _sign_off(state, actor, role, command)
        case _:
            assert_never(command)


def _assign(state: TableState, role: Role, command: AssignDealers) -> Answer:
    if not at_least(role, Role.PIT_SUPERVISOR):
        return Refusal(Reason.ROLE, f"Only {or_above(Role.PIT_SUPERVISOR)} may assign Dealers", ())
    for name in command.dealers:
        if not is_name(name) or name.lower() == SYSTEM:
            return Refusal(Reason.FACT, f"{name[:40]!r} is not the name of a Dealer", ())
        if name in state.players:
            return Refusal(Reason.ROLE, f"{name} plays at this table: nobody deals where they wager", ())
    if len(set(command.dealers)) != len(command.dealers):
        return Refusal(Reason.FACT, "A Dealer is assigned once", ())
    duty = duty_of(state.info)
    if duty.dealer and duty.dealer not in command.dealers:
        return Refusal(Reason.MOMENT, f"{duty.dealer} deals at this table: they must hand over first", ())
    if command.dealers == duty.assigned:
        return Refusal(Reason.MOMENT, "These Dealers are assigned already", ())
    return (DealersAssigned(command.dealers),)


def _may_deal(state: TableState, name: str) -> Refusal | None:
    """Return the refusal of a person who may not deal at a table."""
    assigned = duty_of(state.info).assigned
    if assigned and name not in assigned:
        return Refusal(Reason.ROLE, f"{name[:40]} is not assigned to this table", ())
    if name in state.players and state.running:
        return Refusal(Reason.ROLE, f"{name[:40]} plays at this table: nobody deals where they wager", ())
    return None


def _sign_on(state: TableState, actor: str) -> Answer:
    dealer = duty_of(state.info).dealer
    if dealer:
        already = "You deal" if dealer == actor else f"{dealer} deals"
        return Refusal(Reason.MOMENT, f"{already} at this table already", ())
    return _may_deal(state, actor) or (DealerSignedOn(actor),)


def _hand_over(state: TableState, actor: str, command: HandOver) -> Answer:
    dealer = duty_of(state.info).dealer
    if not dealer:
        return Refusal(Reason.MOMENT, "Nobody has signed on to deal at this table", ())
    if actor != dealer:
        return Refusal(Reason.ROLE, f"{dealer} deals at this table: only they hand over", ())
    if not is_name(command.to) or command.to.lower() == SYSTEM:
        return Refusal(Reason.FACT, f"{command.to[:40]!r} is not the name of a Dealer", ())
    if command.to == dealer:
        return Refusal(Reason.FACT, "A Dealer hands over to somebody else", ())
    if len(command.note) > LONGEST_NOTE:
        return Refusal(Reason.FACT, f"A note must have at most {LONGEST_NOTE} characters", ())
    if state.running:
        return Refusal(Reason.MOMENT, "A round is in play: Dealers hand over between rounds", ())
    return _may_deal(state, command.to) or (DealerHandedOver(dealer, command.to, command.tray, command.note),)


def _sign_off(state: TableState, actor: str, role: Role, command: SignOff) -> Answer:
    dealer = duty_of(state.info).dealer
    if not dealer:
        return Refusal(Reason.MOMENT, "Nobody has signed on to deal at this table", ())
    above = at_least(role, Role.PIT_SUPERVISOR)
    if actor != dealer and not above:
        return Refusal(Reason.ROLE, f"{dealer} deals at this table: only they, or the pit, sign them off", ())
    if state.running and not above:
        return Refusal(Reason.MOMENT, "A round is in play: call the pit if you cannot go on", ())
    if actor != dealer and not command.reason.strip():
        return Refusal(Reason.FACT, "Say why the Dealer is signed off by somebody else", ())
    if len(command.reason) > LONGEST_NOTE:
        return Refusal(Reason.FACT, f"A reason must have at most {LONGEST_NOTE} characters", ())
    return (DealerSignedOff(dealer, command.reason),)


def _consent(state: TableState, actor: str, role: Role, *, given: bool) -> Answer:
    if role is not Role.PLAYER:
        return Refusal(Reason.ROLE, "Only the Player themselves may agree to this", ())
    if state.info.automatic or state.info.anonymous:
        return Refusal(Reason.MOMENT, "At this table no Dealer stakes anybody's wallet", ())
    has = actor in duty_of(state.info).consents
    if given and not state.info.open:
        return Refusal(Reason.MOMENT, "The table is closed", ())
    if has == given:
        return Refusal(Reason.MOMENT, "You have agreed already" if given else "You have not agreed", ())
    return (ConsentGiven(actor) if given else ConsentWithdrawn(actor),)


def _hold(state: TableState, actor: str) -> Answer:
    if actor != SYSTEM:
        return Refusal(Reason.ROLE, "Nobody may do this: the floor does it by itself", ())
    if not state.running or state.info.held is not UNSET:
        return Refusal(Reason.MOMENT, "There is no round to hold", ())
    return (RoundHeld(state.engine.rounds),)


def _resume(state: TableState, role: Role, command: ResumeRound) -> Answer:
    cites = held_cites(state)
    if not at_least(role, Role.PIT_SUPERVISOR):
        return Refusal(Reason.ROLE, f"Only {or_above(Role.PIT_SUPERVISOR)} may do this", cites)
    if state.info.held is UNSET:
        return Refusal(Reason.MOMENT, "No round is held at this table", cites)
    if not command.reason.strip() or len(command.reason) > LONGEST_NOTE:
        return Refusal(Reason.FACT, f"Give a reason, of at most {LONGEST_NOTE} characters", cites)
    return (RoundResumed(state.info.held.round, command.reason, cites),)


# ---- How it changes a table -----------------------------------------------------------------------------------------


def evolve_duty(info: TableInfo, event: DutyEvent, at: int) -> TableInfo:
    """Return what the House knows of a table after an event."""
    duty = duty_of(info)
    match event:
        case DealersAssigned():
            return replace(info, duty=replace(duty, assigned=event.dealers))
        case DealerSignedOn():
            info = relieving.relieved(info, event.dealer)
            return replace(info, duty=replace(duty, dealer=event.dealer, since=at))
        case DealerHandedOver():
            info = relieving.relieved(info, event.comes)
            return replace(info, duty=replace(_left(duty, at), dealer=event.comes, since=at))
        case DealerSignedOff():
            return replace(info, duty=_left(duty, at))
        case ConsentGiven():
            return replace(info, duty=replace(duty, consents=(*duty.consents, event.player)))
        case ConsentWithdrawn():
            return left(info, event.player)
        case RoundHeld():
            return replace(info, held=Held(event.round, at))
        case RoundResumed():
            return replace(info, held=UNSET)
        case SupervisorCalled() | CallAnswered() | ReliefPlanned() | ReliefDropped():
            return relieving.evolve_pit(info, event, at)
        case _:
            assert_never(event)


def _left(duty: Duty, at: int) -> Duty:
    spells = (*duty.spells, Spell(duty.dealer, duty.since, at))[-KEPT:]
    return replace(duty, dealer="", since=0, spells=spells)


def left(info: TableInfo, player: str) -> TableInfo:
    """Return a table without a Player's consent: their visit is over, or they withdrew it."""
    duty = duty_of(info)
    if player not in duty.consents:
        return info
    return replace(info, duty=replace(duty, consents=tuple(one for one in duty.consents if one != player)))


def closed(info: TableInfo) -> TableInfo:
    """Return a closed table, whose Players' consents end with the day."""
    return info if info.duty is UNSET else replace(info, duty=replace(info.duty, consents=()))

"""The Dealer's console of a table: the Dealer's view, and what they may enter, announce, report or correct."""

from collections.abc import Iterable
from typing import Final

from croupier.cards import DECK, format_card, rank_of, suit_of
from croupier.floor.house.credentials import Session
from croupier.floor.running.loading import StreamState
from croupier.floor.values.table import SIGNATURES, BuyChips
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.notation.speech import spoken
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason, Refusal
from croupier.rules.questions import in_words
from croupier.rules.terms import Limits, Role, at_least, or_above
from croupier.web.desks.dealer import banked, room
from croupier.web.desks.dealer.reporting import catalogue
from croupier.web.desks.dealer.statements import decision_said, statements_of
from croupier.web.desks.dealer.tape import act_slips_of, tape_of
from croupier.web.desks.heads import face_of
from croupier.web.topics.banked import dealer_qualifies, layout, printed
from croupier.web.topics.holding import duty_shown, held_notice, with_notice
from croupier.web.topics.topic import Streams, Topic
from croupier.web.venue import Venue
from croupier.web.wire.dealer import CardKey, CashDue, ClaimShown, DealerPage, HandRow, PendingShown, StandIn

_KEYS: Final = tuple(sorted(DECK, key=lambda card: (-suit_of(card), -rank_of(card))))
"""The cards in the keypad's order: Spades, Hearts, Diamonds, Clubs, each from the Ace down."""


class DealerTopic:
    """The topic of one table, for the person who deals at it."""

    pause = 0.0

    def __init__(self, table: str, link: str) -> None:
        self.table = table
        self.name = f"dealer:{table}"
        self.keys = frozenset({f"table:{table}", f"presence:{table}", f"link:{link}"})

    def concerns(self, streams: Streams) -> bool:
        """Return whether a change concerns the table, its jackpot, or who sits there."""
        return not self.keys.isdisjoint(streams)

    def page(self, venue: Venue, session: Session) -> DealerPage:
        """Return the console's page as it is now."""
        kept = venue.kept(self.table)
        page = _room_page if isinstance(kept.state, RoomTable) else _banked_page
        return page(venue, session, kept)

    def entered(self, venue: Venue, session: Session) -> None:
        """Publish that a Dealer has come to the table."""
        venue.presence.entered(self.table, None)
        if venue.dealers is not None:
            venue.dealers.came(self.table, session.account)

    def left(self, venue: Venue, session: Session) -> None:
        """Publish that a Dealer has left the table."""
        venue.presence.left(self.table, None)
        if venue.dealers is not None:
            venue.dealers.left(self.table, session.account)


def find(venue: Venue, session: Session, table: str) -> Topic | Refusal:
    """Return the console's topic, for a Dealer or a person who may do a Dealer's work."""
    if not at_least(session.role, Role.DEALER):
        return Refusal(Reason.ROLE, f"The console is for {or_above(Role.DEALER)}", ())
    if not venue.has_table(table):
        return Refusal(Reason.FACT, f"There is no table {table[:40]}", ())
    return DealerTopic(table, venue.floor.table(table).info.link)


def _banked_page(venue: Venue, session: Session, kept: StreamState) -> DealerPage:
    state: BankedTable = kept.state
    table = state.info.name
    told = venue.telling.of(state)
    stand_in = _stand_in(venue, table)
    desk = banked.Desk(state, session.role, told, _watches(state, stand_in))
    offered = desk.options()
    entering = banked.entering_of(desk, offered)
    rows = banked.rows_of(desk, entering)
    seen, round_ = with_notice(state, desk.seen()), desk.round
    link = venue.floor.link(state.info.link) if state.info.link else None
    qualifies, qualifies_cites = dealer_qualifies(state.game, state.engine)
    return DealerPage(
        face=face_of(venue, session, kept),
        kind="banked",
        dealer=session.account,
        role=session.role,
        round=seen.round,
        phase=None if seen.phase is None else seen.phase.value,
        stages=banked.stages_of(desk),
        rows=rows,
        entering=entering,
        keys=_keys(state, rows, watches=desk.watches),
        offers=banked.offers_of(desk, offered),
        betting=not desk.watches and state.info.open and round_ is not None and round_.phase is Phase.BETTING,
        boxes=state.engine.policy.boxes,
        names=_names(venue, state),
        joins=None,
        cash_due=_cash_due(state),
        anonymous=state.info.anonymous,
        public=_public(venue, state),
        lowest_chip=state.engine.policy.lowest_chip,
        irregularities=catalogue(state, session.role),
        card_slips=banked.card_slips(desk),
        wager_slips=banked.wager_slips(desk),
        pending=_pending(state, session.role),
        claims=tuple(
            ClaimShown(claim.box, spoken(claim.award), claim.signed, SIGNATURES) for claim in state.info.claims
        ),
        rulings=tuple(told.rulings),
        told=tuple(told.told),
        clock=venue.pacer.clock(table),
        pots=(),
        awarded=(),
        marker="",
        notice=seen.notice,
        notice_cites=seen.notice_cites,
        stand_in=stand_in,
        duty=duty_shown(venue, session, state),
        tape=() if desk.watches else tape_of(state),
        act_slips=() if desk.watches else act_slips_of(state, session.role),
        limits=state.engine.policy.limits(Limits.ANTE),
        layout=layout(state.game, state.engine.policy.dealing),
        areas=banked.area_keys(desk),
        chips=tuple(sorted(state.engine.policy.chips)),
        before=told.before,
        seated=venue.pacer.seated(table),
        paying=banked.paying_of(desk, link, venue.floor.now()),
        qualifies=qualifies,
        qualifies_cites=qualifies_cites,
        printed=printed(state.game),
        statements=statements_of(state, session.account, session.role, venue.floor.now()),
    )


def _room_page(venue: Venue, session: Session, kept: StreamState) -> DealerPage:
    state: RoomTable = kept.state
    table = state.info.name
    told = venue.telling.of(state)
    stand_in = _stand_in(venue, table)
    desk = room.RoomDesk(state, session.role, told, _watches(state, stand_in))
    offered = desk.options()
    entering = room.entering_of(desk, offered)
    rows = room.rows_of(desk, entering)
    seen = desk.seen()
    notice, notice_cites = held_notice(state)
    return DealerPage(
        face=face_of(venue, session, kept),
        kind="room",
        dealer=session.account,
        role=session.role,
        round=seen.round,
        phase=None if seen.phase is None else seen.phase.value,
        stages=room.stages_of(desk),
        rows=rows,
        entering=entering,
        keys=_keys(state, rows, watches=desk.watches),
        offers=room.offers_of(desk, offered),
        betting=False,
        boxes=state.engine.policy.seats,
        names=_names(venue, state),
        joins=room.joins_of(desk),
        cash_due=_cash_due(state),
        anonymous=state.info.anonymous,
        public=_public(venue, state),
        lowest_chip=state.engine.policy.lowest_chip,
        irregularities=catalogue(state, session.role),
        card_slips=room.card_slips(desk),
        wager_slips=(),
        pending=_pending(state, session.role),
        claims=(),
        rulings=tuple(told.rulings),
        told=tuple(told.told),
        clock=venue.pacer.clock(table),
        pots=seen.pots,
        awarded=seen.awarded,
        marker="" if seen.marker is None else seen.marker.value,
        notice=notice,
        notice_cites=notice_cites,
        stand_in=stand_in,
        duty=duty_shown(venue, session, state),
        tape=() if desk.watches else tape_of(state),
        act_slips=() if desk.watches else act_slips_of(state, session.role),
        limits=(small := state.engine.policy.small_blind, small * state.game.big_blind_times_small),
        statements=statements_of(state, session.account, session.role, venue.floor.now()),
    )


def _stand_in(venue: Venue, table: str) -> StandIn | None:
    name = venue.dealers.stands_in(table) if venue.dealers is not None else ""
    return StandIn(name, not venue.dealers.yielded(table)) if venue.dealers is not None and name else None


def _watches(state: TableState, stand_in: StandIn | None) -> bool:
    return state.info.automatic or (stand_in is not None and stand_in.deals)


def _keys(state: TableState, rows: Iterable[HandRow], *, watches: bool) -> tuple[CardKey, ...]:
    """Return the keypad; empty where the program deals, so that nobody enters a card or learns which are out.

    Only cards that lie open on this page are struck. A card that a reader has read face down is not: one key after the
    other would name the hands as they are dealt. If the Dealer presses its key, the floor refuses it.
    """
    if watches:
        return ()
    round_ = state.engine.round
    running = round_ is not None and round_.phase.value != Phase.ENDED.value
    lying = {slot.card for row in rows for slot in row.slots} if running else set()
    return tuple(CardKey(text := format_card(card), card, text in lying) for card in _KEYS)


def _names(venue: Venue, state: TableState) -> tuple[str, ...]:
    """Return the Players whom the table knows by name: in the round, or seated."""
    found: dict[str, None] = {}
    if isinstance(state, RoomTable):
        return tuple(seat.player for seat in state.engine.seats)
    for box in state.engine.round.boxes if state.engine.round is not None else ():
        found |= dict.fromkeys(share.player for wager in box.wagers for share in wager.shares)
    found |= dict.fromkeys(one.player for one in venue.pacer.seated(state.info.name))
    return tuple(found)


def _public(venue: Venue, state: TableState) -> int:
    return venue.floor.balances.get(f"public:{state.info.name}", 0) if state.info.anonymous else 0


def _pending(state: TableState, role: Role) -> tuple[PendingShown, ...]:
    """Return the decisions that the table waits for, of all roles: the Dealer must know why the round has stopped."""
    said = {one.number: decision_said(state, one.number) for one in state.engine.pending}
    return tuple(
        PendingShown(
            number=one.number,
            title=in_words(one.irregularity),
            role=one.role,
            options=one.options,
            box=getattr(one, "box", None) or getattr(one, "seat", None),
            cites=one.cites,
            signed="" if (waits := said[one.number]) is None else waits.by,
            mine=at_least(role, one.role),
        )
        for one in state.engine.pending
    )


def _cash_due(state: TableState) -> tuple[CashDue, ...]:
    """Return the large cash that a Dealer has entered, and that awaits a second signature."""
    waits = ((one.number, one.what) for one in state.info.proposals)
    return tuple(CashDue(number, what.cents, what.name) for number, what in waits if isinstance(what, BuyChips))

"""The rows of the pit's list of tables: the state of each round, its exposure, and the table's results."""

from collections.abc import Mapping
from typing import TypeGuard, assert_never

from msgspec import UNSET

from croupier.floor.deciding.dealing import duty_of
from croupier.floor.deciding.relieving import planned
from croupier.floor.values.table import EndFailure
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.play.actor import Actor
from croupier.play.banked.events import JackpotStatus
from croupier.play.banked.flow import current_step, places_ahead, undecided
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.view import view
from croupier.play.refusal import Refusal
from croupier.play.room import decide
from croupier.play.room import state as room_state
from croupier.play.room.commands import DeemLeft
from croupier.play.room.seating import free_seats
from croupier.play.viewer import Viewer
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.settling import Result
from croupier.rules.terms import (
    Burn,
    DealCommunity,
    DealDealer,
    DealInTurn,
    DealSets,
    Decide,
    RevealCommunity,
    RevealDealer,
    Role,
    ShowHands,
)
from croupier.web.desks.pit.trays import level_of
from croupier.web.venue import Venue
from croupier.web.watch.exposure import NOTHING
from croupier.web.wire.pit import PitAbsent, PitDuty, PitLinkTable, PitRelief, PitStep, PitTable

_PASSER_BY = Viewer(Role.DISPLAY)


def row_of(venue: Venue, name: str) -> PitTable:
    """Return a table's row in the pit's list."""
    state = venue.floor.table(name)
    books = venue.books
    money = books.money(name)
    game = state.game
    room = state.kind == "room"
    if isinstance(state, RoomTable):
        could_cost, seats = NOTHING, tuple(seat.player for seat in state.engine.seats)
        free, absent = free_seats(state.engine), _absent(state)
    else:
        could_cost, seats, free, absent = venue.exposures.of(name, state.game, state.engine), (), (), ()
    notice, notice_cites = _notice(state)
    boxes, played, low, high = _laid_out(venue, state)
    return PitTable(
        table=name,
        game=state.info.game,
        title=game.document.title,
        rulebook=state.engine.rulebook,
        automatic=state.info.automatic,
        dealer="" if state.info.automatic else duty_of(state.info).dealer or books.dealer(name),
        duty=None if state.info.automatic else _duty(venue, state),
        open=state.info.open,
        room=room,
        step=step_of(state),
        boxes=boxes,
        played=played,
        players=seats,
        free=free,
        absent=absent,
        minimum=low,
        maximum=high,
        float=state.info.float,
        level=level_of(state),
        exposure=could_cost.cents,
        exposure_cites=could_cost.cites,
        exposure_exact=could_cost.exact,
        rake=money.rake if room else None,
        drop=money.drop,
        win=money.win,
        state=_state(venue, state),
        notice=notice,
        notice_cites=notice_cites,
        link=state.info.link,
        reopen=_reopens(venue, state),
        hourly=venue.pulse.hourly(name),
        mode_waits="" if state.info.mode is UNSET else "automatic" if state.info.mode else "dealer",
    )


def link_row_of(venue: Venue, state: BankedTable) -> PitLinkTable:
    """Return a table's row on the page of its link."""
    name, engine = state.info.name, state.engine
    asked = next((one for one in engine.pending if one.irregularity == JACKPOT_DOWN), None)
    round_ = engine.round
    lines = () if round_ is None or round_.phase is not Phase.ENDED else round_.lines
    return PitLinkTable(
        table=name,
        game=state.info.game,
        rulebook=engine.rulebook,
        dealer="" if state.info.automatic else venue.books.dealer(name),
        automatic=state.info.automatic,
        open=state.info.open,
        step=step_of(state),
        state=engine.jackpot.value,
        boxes=engine.closed_boxes,
        round=engine.rounds,
        void=bool(lines) and all(one.result is Result.VOID for one in lines),
        cites=_notice(state)[1],
        reopen=_reopens(venue, state),
        choice=0 if asked is None else asked.number,
        choices=() if asked is None else tuple(one for one in asked.options if one in set(JackpotStatus)),
    )


def _duty(venue: Venue, state: TableState) -> PitDuty:
    """Return who deals, who is assigned, and whom the pit may assign."""
    duty, house = duty_of(state.info), venue.floor.house()
    accounts = () if house is None else house.accounts.values()
    dealers = sorted(one.name for one in accounts if Role.DEALER in one.roles and not one.locked)
    return PitDuty(duty.dealer, duty.since, duty.assigned, tuple(dealers))


def reliefs_of(venue: Venue) -> tuple[PitRelief, ...]:
    """Return the planned reliefs of Dealers at all tables, the earliest first."""
    infos = [venue.floor.table(name).info for name in venue.floor.tables()]
    dealt = {duty_of(info).dealer: info.name for info in infos}
    found = (
        PitRelief(info.name, info.game, one.at, one.leaves, one.comes, _elsewhere(dealt, one.comes, info.name))
        for info in infos
        for one in planned(info)
    )
    return tuple(sorted(found, key=lambda one: (one.at, one.table)))


def _elsewhere(dealt: Mapping[str, str], name: str, here: str) -> str:
    table = dealt.get(name, "")
    return "" if table == here else table


def _absent(state: RoomTable) -> tuple[PitAbsent, ...]:
    """Return the Players whom the House may deem gone now; the House gives a reason when it does."""
    game, engine = state.game, state.engine
    found = []
    for seat in engine.seats:
        if seat.away or not seat.stake:
            command = DeemLeft(seat.number, "to be given")
            tried = decide(game, engine, Actor(game.deems.value, game.deems), command)
            if not isinstance(tried, Refusal):
                found.append(PitAbsent(seat.number, seat.player, tried[0].cites))
    return tuple(found)


def _laid_out(venue: Venue, state: TableState) -> tuple[int, tuple[int, ...], int, int]:
    """Return how many boxes a table has, which are in play, and the limits; in the poker room seats and Blinds."""
    if isinstance(state, RoomTable):
        terms = state.engine.policy
        seated = tuple(seat.number for seat in state.engine.seats)
        return terms.seats, seated, terms.small_blind, terms.small_blind * state.game.big_blind_times_small
    round_, policy = state.engine.round, state.engine.policy
    running = round_ is not None and round_.phase is not Phase.ENDED
    played = {box.number for box in round_.boxes} if round_ is not None and running else set()
    played |= {one.box for one in venue.pacer.seated(state.info.name)}
    return policy.boxes, tuple(sorted(played)), policy.minimum, policy.maximum


def _has_failed(state: TableState) -> TypeGuard[BankedTable]:
    """Return whether the jackpot of a table has failed."""
    return isinstance(state, BankedTable) and state.engine.jackpot is not JackpotStatus.RUNNING


def _notice(state: TableState) -> tuple[str, tuple[str, ...]]:
    """Return the notice, with its paragraphs, that the table displays while its jackpot is down."""
    if not _has_failed(state):
        return "", ()
    seen = view(state.game, state.engine, _PASSER_BY)
    return seen.notice, tuple(dict.fromkeys(seen.notice_cites))


def _reopens(venue: Venue, state: TableState) -> bool:
    if not _has_failed(state) or any(isinstance(one.what, EndFailure) for one in state.info.proposals):
        return False
    return not venue.floor.link(state.info.link).down


def _state(venue: Venue, state: TableState) -> str:
    """Return a table's state in one word: matters that wait for the pit come before all others."""
    info = state.info
    if info.claims:
        return "claim"
    if info.held is not UNSET or state.engine.pending:
        return "decision"
    if not info.open:
        return "closed"
    if state.running and _in_trouble(venue, state):
        return "irregularity"
    if _has_failed(state):
        return "no_jackpot"
    return "open"


def _in_trouble(venue: Venue, state: TableState) -> bool:
    """Return whether this round has had a ruling, or a Player has yet to choose after one."""
    banked = state.engine.round if isinstance(state, BankedTable) else None
    if banked is not None and any(box.choice for box in banked.boxes):
        return True
    return bool(venue.telling.of(state).rulings)


# ---- The state of a round -------------------------------------------------------------------------------------------


def step_of(state: TableState) -> PitStep:
    """Return the step that a table's round is at."""
    if not state.running:
        return PitStep("between" if state.info.open else "closed")
    if state.info.held is not UNSET:
        return PitStep("waits")
    if state.engine.pending:
        return PitStep("waits", box=_pending_box(state))
    if isinstance(state, RoomTable):
        return _room_step(state)
    if state.info.claims:
        return PitStep("locked", box=state.info.claims[0].box)
    return _banked_step(state.game, state.engine)


def _pending_box(state: TableState) -> int | None:
    if isinstance(state, RoomTable):
        return state.engine.pending[0].seat
    return state.engine.pending[0].box


def _room_step(state: RoomTable) -> PitStep:
    round_ = state.engine.round
    assert round_ is not None
    match round_.phase:
        case room_state.Phase.DEALING:
            return PitStep("deal")
        case room_state.Phase.BETTING:
            return PitStep("betting", at=round_.street + 1)
        case _:
            return PitStep("showdown")


def _banked_step(game: BankedGame, table: Table) -> PitStep:
    round_ = table.round
    assert round_ is not None
    chooses = next((box.number for box in round_.boxes if box.choice), None)
    if chooses is not None:
        return PitStep("choose", box=chooses)
    if round_.phase is Phase.BETTING:
        return PitStep("bets")
    step = current_step(game, table)
    if step is None:
        return PitStep("settle")
    match step:
        case Burn() | DealInTurn() | DealSets() | DealCommunity() | DealDealer():
            ahead = len(places_ahead(game, table.policy.dealing, round_))
            return PitStep("deal", at=round_.dealt, of=round_.dealt + ahead)
        case Decide(choices=choices):
            box = undecided(round_)
            places = next((choice.places for choice in choices if choice.places is not None), None)
            return PitStep("decide", box=None if box is None else box.number, name=places or "")
        case RevealCommunity(name=name):
            return PitStep("reveal", name=name)
        case RevealDealer():
            return PitStep("dealer")
        case ShowHands():
            return PitStep("show")
        case _:
            assert_never(step)

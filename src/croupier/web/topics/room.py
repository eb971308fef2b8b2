"""The page of a table of the poker room."""

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.house.credentials import Session
from croupier.floor.values.table_kinds import RoomTable
from croupier.money import Cents
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room.commands import JoinTable
from croupier.play.room.decide import decide
from croupier.play.room.events import PlayerJoined
from croupier.play.room.options import RoomOption, StakeOption, room_options
from croupier.play.room.pots import pots_of
from croupier.play.room.seating import free_seats
from croupier.play.room.showdown import came_to_showdown
from croupier.play.room.state import Phase, Round, Table, following, places_in
from croupier.play.room.verdict import nets
from croupier.play.room.view import PotView, RoomView, room_view, seen_as
from croupier.rules.handtypes import HandType
from croupier.rules.room import Marker, RoomGame
from croupier.rules.terms import Role
from croupier.web.acting.sessions import viewer_of
from croupier.web.desks.heads import face_of, hand_name
from croupier.web.topics.holding import consent_of, held_decision
from croupier.web.venue import Venue
from croupier.web.views.room_log import group_of, split_cites
from croupier.web.views.stages import Cue, Stage
from croupier.web.views.verdicts import room_shown
from croupier.web.wire import Cites, HandName, Held, JoinOption, PotShown, RevealShown, RoomPage


class Sight(Struct, frozen=True):
    """The part of a page that many people share: a table as they all see it."""

    view: RoomView
    hands: dict[int, HandName]


class Lying(Struct, frozen=True):
    """The part of a page that all people see alike."""

    gathered: tuple[PotView, ...]
    to_act: tuple[int, ...]
    pots: tuple[PotShown, ...]
    result: dict[int, Cents]
    group: str


def sight_of(venue: Venue, state: RoomTable, session: Session) -> Sight:
    """Return a table as a person sees it, made once for all who see the same."""
    game, viewer = state.game, seen_as(state.engine, viewer_of(session))

    def make() -> Sight:
        seen = room_view(game, state.engine, viewer)
        return Sight(seen, seat_hands(game.hand, seen))

    return venue.made.once(state, viewer, make)


def _lying(venue: Venue, state: RoomTable) -> Lying:
    game, round_ = state.game, state.engine.round

    def make() -> Lying:
        over = round_ if round_ is not None and round_.phase is Phase.ENDED else None
        return Lying(
            gathered=gathered(state.engine),
            to_act=to_act(round_) if round_ is not None else (),
            pots=pots_shown(game, over) if over is not None else (),
            result=nets(over) if over is not None else {},
            group=group_of(game, state.engine),
        )

    return venue.made.once(state, "lying", make)


def room_page(venue: Venue, session: Session, table: str) -> RoomPage:
    """Return the page of the table for one person."""
    now = venue.reveals.seen(table, session)
    state, stage = now.kept.state, now.stage
    assert isinstance(state, RoomTable)
    game, engine = state.game, state.engine
    sight, lying = sight_of(venue, state, session), _lying(venue, state)
    seen = sight.view
    told = now.told
    me = session.account if session.role is Role.PLAYER else ""
    seat = next((one.seat for one in seen.seats if me and one.player == me), None)
    round_ = engine.round
    over = round_ if round_ is not None and round_.phase is Phase.ENDED else None
    return RoomPage(
        face=face_of(venue, session, now.kept),
        view=seen,
        options=_offered(venue, session, game, state, me) if stage is None else (),
        joins=_joins(venue, game, state, me) if me and seat is None and state.info.open else None,
        places=engine.policy.seats,
        me=me,
        role=session.role,
        balance=venue.reveals.wallet(me) if me else 0,
        seat=seat,
        bots=tuple(sorted(venue.bots(table))),
        hands=sight.hands,
        clock=venue.pacer.clock(table) if stage is None else None,
        rulings=tuple(told.rulings),
        told=tuple(told.told),
        gathered=lying.gathered,
        pot_cites=_pot_cites(game, seen),
        marker_cites=marker_cites(game, round_),
        least_cites=game.grounds.least,
        to_act=lying.to_act,
        acts=told.acts if round_ is not None and not over else {},
        pots=lying.pots,
        result=lying.result,
        void=over is not None and over.voided,
        held=(
            *held_decision(state),
            *(Held(one.irregularity, one.role, one.seat, one.cites) for one in engine.pending),
        ),
        group=lying.group,
        consent=consent_of(state, me),
        verdict=room_shown(game, _judged(state, stage).engine, me, told.rulings),
        reveal=None if stage is None or stage.cue is None else _reveal(game, seen, stage.cue),
    )


def _judged(state: RoomTable, stage: Stage | None) -> RoomTable:
    """Return the table that a verdict is about: from its stage on, the round's end."""
    last = stage.last.state if stage is not None and stage.cue is Cue.VERDICT else state
    assert isinstance(last, RoomTable)
    return last


def _reveal(game: RoomGame, seen: RoomView, cue: Cue) -> RevealShown:
    board = sum(street.count for street in game.streets)
    return RevealShown(cue, board - len(seen.community) if cue is Cue.TURNING else 0)


def seat_hands(hand: HandType, seen: RoomView) -> dict[int, HandName]:
    """Return the hands that a person sees, by seat."""
    named = ((seat.seat, hand_name(hand, seat.cards, seen.community)) for seat in seen.seats)
    return {number: name for number, name in named if name is not None}


# ---- The table ----------------------------------------------------------------------------------------------------


def gathered(table: Table) -> tuple[PotView, ...]:
    """Return the pots of the finished Betting Rounds: bets in front of the Players are not in them yet."""
    round_ = table.round
    if round_ is None or not table.playing:
        return ()
    if round_.phase is Phase.SHOWDOWN:
        hands, able = round_.hands, 0
    else:
        hands, able = tuple(replace(hand, put=hand.put - hand.bet) for hand in round_.hands), round_.able
    pots = pots_of(hands, came_to_showdown(round_), able)
    return tuple(PotView(pot.amount, tuple(hands[at].seat for at in pot.places)) for pot in pots)


def _pot_cites(game: RoomGame, seen: RoomView) -> Cites:
    """Return the paragraphs about the winner of the Pot; with Side Pots, about who cannot win which."""
    return (*game.grounds.all_in_wins, *game.grounds.side_pots) if len(seen.pots) > 1 else game.grounds.highest


def marker_cites(game: RoomGame, round_: Round | None) -> Cites:
    """Return the paragraphs of the face that the Game Marker shows."""
    if round_ is None:
        return ()
    return game.grounds.marker[:1] if round_.marker is Marker.SHOWDOWN else game.grounds.too_early[:1]


def to_act(round_: Round) -> tuple[int, ...]:
    """Return the seats that have yet to act, starting with the one whose turn it is."""
    if round_.phase is not Phase.BETTING:
        return ()
    left, at, order = round_.to_act | 1 << round_.turn, round_.turn, [round_.turn]
    for _ in places_in(left & ~(1 << round_.turn)):
        at = following(left, at)
        order.append(at)
    return tuple(round_.hands[one].seat for one in order)


def pots_shown(game: RoomGame, round_: Round) -> tuple[PotShown, ...]:
    """Return each pot with its Rake and winners."""
    shown = []
    for pot in round_.pots:
        fee, cites = split_cites(game, pot)
        shown.append(PotShown(pot.pot, pot.amount, pot.rake, fee, pot.winners, cites))
    return tuple(shown)


# ---- Options --------------------------------------------------------------------------------------------------------


def _offered(venue: Venue, session: Session, game: RoomGame, state: RoomTable, me: str) -> tuple[RoomOption, ...]:
    """Return the acts open to a viewer; a Table Stake can grow by no more than is in the Player's wallet."""
    if not state.info.open or session.role in {Role.DISPLAY, Role.AUDITOR, Role.CAGE}:
        return ()
    found: list[RoomOption] = []
    for option in room_options(game, state.engine, viewer_of(session)):
        if isinstance(option, StakeOption):
            most = min(option.most, venue.reveals.wallet(me)) // option.step * option.step
            if most >= option.least:
                found.append(replace(option, most=most))
        else:
            found.append(option)
    return tuple(found)


def _joins(venue: Venue, game: RoomGame, state: RoomTable, me: str) -> JoinOption | None:
    """Return the free seats, and the Table Stakes that the Player's wallet allows; None if they cannot join."""
    policy, engine = state.engine.policy, state.engine
    step = policy.lowest_chip
    most = min(policy.maximum_stake, venue.reveals.wallet(me)) // step * step
    free = free_seats(engine)
    if not free or most < policy.minimum_stake:
        return None
    house = venue.floor.house()
    day = house.day(venue.floor.now()) if house is not None else ""
    tried = decide(game, engine, Actor(me, Role.PLAYER), JoinTable(free[0], most, day=day))
    if isinstance(tried, Refusal):
        return None
    joined = tried[0]
    assert isinstance(joined, PlayerJoined)
    return JoinOption(
        seats=free,
        least=policy.minimum_stake,
        most=most,
        step=step,
        usual=_usual(policy.minimum_stake, most, step),
        cites=game.grounds.stake,
        owes=joined.owes,
        missed=bool(joined.missed),
        owes_cites=game.grounds.still_missed if joined.missed else game.grounds.joining,
    )


def _usual(least: Cents, most: Cents, step: Cents) -> Cents:
    """Return the stake that is offered first: halfway between the least and the most."""
    return max(least, (least + most) // 2 // step * step)

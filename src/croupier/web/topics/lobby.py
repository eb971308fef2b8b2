"""The lobby: every table with its game, limits, seats and jackpot."""

from collections.abc import Mapping
from typing import Final

from croupier.floor.house.credentials import Session
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.play.banked.flow import board_size, hand_size, turn_of
from croupier.play.banked.state import Phase
from croupier.play.refusal import Refusal
from croupier.rulebooks import all_games
from croupier.rules.terms import Role
from croupier.web.desks.heads import face_of
from croupier.web.topics.room import sight_of
from croupier.web.topics.topic import PlainTopic, Topic
from croupier.web.venue import Venue
from croupier.web.wire import LobbyNow, LobbyPage, LobbySeat, LobbyTable

A_TABLE: Final = 0.002
"""The seconds between two pages for each table that they list: some table changes all the time, and a list of a
thousand tables is long."""


class LobbyTopic(PlainTopic):
    """The topic of all tables."""

    kinds = ("table:", "link:", "presence:")

    def __init__(self, name: str, tables: int) -> None:
        super().__init__(name)
        self.pause = max(PlainTopic.pause, tables * A_TABLE)

    def page(self, venue: Venue, session: Session) -> LobbyPage:
        """Return the lobby as it is now."""
        return lobby_page(venue, session)


def lobby_page(venue: Venue, session: Session) -> LobbyPage:
    """Return all tables in the order of their games, which does not depend on the database."""
    order = all_games().index
    names = sorted(venue.floor.tables(), key=lambda name: (order(venue.floor.table(name).info.game), name))
    return LobbyPage(tuple(_table(venue, session, name) for name in names))


def _table(venue: Venue, session: Session, name: str) -> LobbyTable:
    me = session.account if session.role is Role.PLAYER else ""
    shown = venue.reveals.seen(name, session)
    kept = shown.kept
    state: TableState = kept.state
    face = face_of(venue, session, kept)
    bots = venue.bots(name)

    def seat(number: int, player: str) -> LobbySeat:
        if not player:
            return LobbySeat(number, "free")
        return LobbySeat(number, "mine" if player == me else "bot" if player in bots else "taken")

    if isinstance(state, RoomTable):
        policy = state.engine.policy
        game = state.game
        sitting = {one.number: one.player for one in state.engine.seats}
        return LobbyTable(
            face,
            _hand(venue, state, session),
            "room",
            tuple(seat(number, sitting.get(number, "")) for number in range(1, policy.seats + 1)),
            policy.minimum_stake,
            policy.maximum_stake,
            best=_best(state, policy.seats, sitting, me),
            board=sum(street.count for street in game.streets),
            small_blind=policy.small_blind,
            big_blind=policy.small_blind * game.big_blind_times_small,
            rake=policy.rake,
            rake_amount=policy.rake_amount,
            rake_cap=policy.rake_cap,
            rake_cites=game.grounds.rake,
        )
    terms = state.engine.policy
    round_ = state.engine.round
    running = round_ is not None and round_.phase is not Phase.ENDED
    playing = {box.number: box.player for box in round_.boxes} if round_ is not None and running else {}
    taken = {one.box: one.player for one in venue.pacer.seated(name)} | playing
    return LobbyTable(
        face,
        _now(venue, state, taken, revealing=shown.stage is not None),
        "banked",
        tuple(seat(number, taken.get(number, "")) for number in range(1, terms.boxes + 1)),
        terms.minimum,
        terms.maximum,
        best=_best(state, terms.boxes, taken, me),
        cards=hand_size(state.game, terms.dealing),
        board=board_size(state.game, terms.dealing),
        jackpot_wager=terms.jackpot_wager if state.game.has_jackpot else None,
    )


def _now(venue: Venue, state: BankedTable, taken: Mapping[int, str], *, revealing: bool) -> LobbyNow:
    """Return the state of play at a house-banked table; while a result is being shown, only that."""
    round_ = state.engine.round
    number = state.engine.rounds
    if revealing:
        return LobbyNow("turning", number)
    if not taken:
        return LobbyNow("empty")
    if round_ is None or round_.phase is Phase.ENDED:
        return LobbyNow("waits", number)
    if round_.phase is Phase.BETTING:
        clock = venue.pacer.clock(state.info.name)
        return LobbyNow("bets", number, clock.remaining if clock is not None and clock.kind == "bets" else None)
    return LobbyNow("dealing" if turn_of(state.game, state.engine) is None else "deciding", number)


def _hand(venue: Venue, state: RoomTable, session: Session) -> LobbyNow:
    table = state.engine
    if not table.seats:
        return LobbyNow("empty")
    if not table.playing:
        return LobbyNow("waits", table.rounds)
    pots = sight_of(venue, state, session).view.pots
    return LobbyNow("hand", table.rounds, pot=sum(pot.amount for pot in pots))


def _best(state: TableState, places: int, taken: Mapping[int, str], me: str) -> int | None:
    """Return the free place nearest the middle, for a Player who has no place here and may sit down; None otherwise."""
    if not me or not state.info.open or state.info.anonymous or me in taken.values():
        return None
    middle = (places + 1) / 2
    free = [number for number in range(1, places + 1) if not taken.get(number)]
    return min(free, key=lambda number: (abs(number - middle), number), default=None)


def find(venue: Venue, _session: Session, _rest: str) -> Topic | Refusal:
    """Return the topic of the lobby, for every visitor."""
    return LobbyTopic("lobby", len(venue.floor.tables()))

"""What the floor does by itself at an automatic table: deal, turn, show and settle as soon as that is due."""

from croupier.cards import Card
from croupier.floor.tables.deciding import SIGNATURES, house_of
from croupier.floor.tables.table import BankedTable, PlayHouse, PlayRoom, PokerTable, TableState
from croupier.play.banked.commands import DealCards, HouseCommand, Reveal, Settle, ShowHand
from croupier.play.banked.flow import current_step, hands_to_show, places_ahead
from croupier.play.banked.state import Phase
from croupier.play.room import commands as room
from croupier.play.room.showdown import unresolved
from croupier.play.room.state import Phase as RoomPhase
from croupier.play.room.state import places_in
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.room import Marker
from croupier.rules.terms import Decide, RevealCommunity, RevealDealer, ShowHands


def cards_due(state: TableState) -> int:
    """How many cards are to be dealt now."""
    if isinstance(state, PokerTable):
        return len(state.engine.round.ahead) if state.engine.round is not None and not state.engine.pending else 0
    round_ = state.engine.round
    if round_ is None or round_.phase is not Phase.PLAY or _waits(state):
        return 0
    return len(places_ahead(house_of(state), state.engine.policy.dealing, round_))


def due(state: TableState) -> PlayHouse | PlayRoom | None:
    """The next act that waits for nobody, apart from dealing; None if a Player or a role is to act."""
    if isinstance(state, PokerTable):
        return _in_room(state)
    command = _at_bank(state)
    return None if command is None else PlayHouse(command)


def deal_of(state: TableState, cards: tuple[Card, ...]) -> PlayHouse | PlayRoom:
    """The deal of these cards."""
    if isinstance(state, PokerTable):
        return PlayRoom(room.DealCards(cards))
    return PlayHouse(DealCards(cards))


def _waits(state: BankedTable) -> bool:
    """Whether the round is held up by a choice or a decision."""
    round_ = state.engine.round
    held = any(one.irregularity != JACKPOT_DOWN for one in state.engine.pending)
    return held or (round_ is not None and any(box.choice for box in round_.boxes))


def _at_bank(state: BankedTable) -> HouseCommand | None:
    engine, game = state.engine, house_of(state)
    round_ = engine.round
    if round_ is None or _waits(state):
        return None
    if round_.phase is Phase.SETTLING:
        signed = all(len(claim.signed) >= SIGNATURES for claim in state.info.claims)
        return Settle() if signed else None
    step = current_step(game, engine)
    match step:
        case RevealCommunity() | RevealDealer():
            return Reveal()
        case ShowHands():
            hidden = next(box for box in hands_to_show(game, engine.policy.dealing, round_) if box.shown is None)
            return ShowHand(hidden.number)
        case Decide() | None:
            return None
        case _:
            return None


def _in_room(state: PokerTable) -> PlayRoom | None:
    """The marker, hands that must all be shown, and the pots; in an ordinary showdown the Players show or muck."""
    round_ = state.engine.round
    if round_ is None or round_.phase is not RoomPhase.SHOWDOWN or state.engine.pending or round_.ahead:
        return None
    lone = not round_.active & (round_.active - 1)
    if not lone and round_.marker is not Marker.SHOWDOWN:
        return PlayRoom(room.TurnMarker())
    waiting = 0 if lone else unresolved(round_)
    if not waiting:
        return PlayRoom(room.Settle())
    if round_.tabled:
        return PlayRoom(room.ShowHand(round_.hands[places_in(waiting)[0]].seat))
    return None

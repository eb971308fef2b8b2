"""The Dealer's entries as commands of a table: amounts on areas, cards, and the turns that follow from them.

The Dealer keys the total on an area, so that keying it twice changes nothing. The Dealer keys a card's face, and the
table finds its place. Keyboard, screen and card reader all use this module.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.money import Cents
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import (
    CorrectCard,
    PlaceWager,
    Reveal,
    ShowHand,
    WithdrawWager,
)
from croupier.play.banked.flow import BURN, COMMUNITY, DEALER, current_step, hands_to_show
from croupier.play.banked.state import Box, Phase
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room.aftermath import piles_of as room_piles
from croupier.rules.room import Marker
from croupier.rules.terms import ShowHands, WagerName
from croupier.web.wire.dealer import Lying, Slot

# ---- Amounts --------------------------------------------------------------------------------------------------------


def laid(state: BankedTable, wanted: Lying) -> PlaceWager | WithdrawWager | None:
    """Return the command that brings a Player's wager to this amount; None if it has that amount already."""
    round_ = state.engine.round
    betting = round_ is not None and round_.phase is Phase.BETTING
    box = round_.box(wanted.box) if round_ is not None and betting else None
    lies = 0 if box is None else _share(box, wanted.wager, wanted.player)
    if wanted.amount > lies:
        return PlaceWager(wanted.box, wanted.wager, wanted.amount - lies, wanted.player)
    if wanted.amount < lies:
        return WithdrawWager(wanted.box, wanted.wager, lies - wanted.amount, wanted.player)
    return None


def _share(box: Box, wager: WagerName, player: str) -> Cents:
    lying = box.wager(wager)
    return sum(share.amount for share in lying.shares if share.player == player) if lying is not None else 0


def still_to_lay(state: BankedTable, before: Iterable[Lying]) -> tuple[Lying, ...]:
    """Return the last round's wagers on boxes that are still empty, Antes first, since other wagers need them."""
    round_ = state.engine.round
    entered = {box.number for box in round_.boxes} if round_ is not None and round_.phase is Phase.BETTING else set()
    waiting = [one for one in before if one.box not in entered]
    return tuple(sorted(waiting, key=lambda one: (one.box, one.wager is not WagerName.ANTE)))


# ---- Cards ----------------------------------------------------------------------------------------------------------


class Meant(Struct, frozen=True):
    """A card that was keyed or read: its place, and the command that records it."""

    slot: Slot
    command: PlayBanked | PlayRoom


def meant(state: TableState, card: Card, place: str = "") -> Meant | Refusal:
    """Return the place and command of a card that was keyed; a refusal if no card is due at ``place``.

    The card is the next of the deal or, if none is to be dealt, the next that is turned. An empty ``place`` means any
    place.
    """
    grounds = (state.game.deck,) if isinstance(state, BankedTable) else state.game.grounds.deck
    ahead = tuple(_ahead(state))
    if ahead:
        burnt = _burnt_before(ahead) if place not in {"", BURN} else 0
        slot = ahead[burnt]
        if place and place != slot.place:
            sentence = f"The next card goes to {_spoken(state, slot.place)}, not to {_spoken(state, place)}"
            return Refusal(Reason.MOMENT, sentence, grounds)
        return Meant(slot, state.dealing((*(UNKNOWN,) * burnt, card)))
    turning = [slot for slot in unknown(state) if not place or slot.place == place]
    if not turning:
        where = f" at {_spoken(state, place)}" if place else ""
        return Refusal(Reason.MOMENT, f"No card is to be entered{where} now", grounds)
    slot = turning[0]
    if card == UNKNOWN:
        return Refusal(Reason.CARDS, "A card that is turned is seen: enter what it is", grounds)
    return Meant(slot, _naming(state, slot, card))


def _burnt_before(ahead: tuple[Slot, ...]) -> int:
    """Return how many cards are burnt before the next visible card, which is the one that the Dealer keys."""
    return next((at for at, slot in enumerate(ahead) if slot.place != BURN), 0)


def _naming(state: TableState, slot: Slot, card: Card) -> PlayBanked | PlayRoom:
    if isinstance(state, BankedTable):
        return PlayBanked(CorrectCard(slot.place, slot.index, card))
    return PlayRoom(room_commands.CorrectCard(slot.place, slot.index, card))


def _spoken(state: TableState, place: str) -> str:
    """Return a place as it is named in a sentence."""
    if place.isdigit():
        return f"{'box' if isinstance(state, BankedTable) else 'seat'} {place[:3]}"
    named = {DEALER: "the Dealer", COMMUNITY: "the Community Cards", BURN: "the burnt cards"}
    return named.get(place, f"{place[:20]!r}")


def _piles(state: TableState) -> dict[str, tuple[Card, ...]]:
    if isinstance(state, BankedTable):
        return {} if state.engine.round is None else dict(piles_of(state.engine.round))
    return {} if state.engine.round is None else dict(room_piles(state.engine.round))


def _ahead(state: TableState) -> Iterator[Slot]:
    """Yield the places of the next cards of the deal."""
    at = {place: len(cards) for place, cards in _piles(state).items()}
    for place in state.places_due():
        yield Slot(place, at.get(place, 0))
        at[place] = at.get(place, 0) + 1


def unknown(state: TableState) -> tuple[Slot, ...]:
    """Return the places of cards that are to be turned now and have not been named yet."""
    piles = _piles(state)
    return tuple(Slot(place, at) for place, at in state.unseen() if piles[place][at] == UNKNOWN)


# ---- What opens by itself -------------------------------------------------------------------------------------------


def opens(state: TableState, named: str = "") -> PlayBanked | PlayRoom | None:
    """Return the command that turns the cards of a complete entry; it announces and pays nothing.

    ``named`` is the place of the card that was just named. In the poker room a hand is shown when its Player tables it,
    not when it is known.
    """
    if isinstance(state, RoomTable):
        due = state.due()
        if due is not None and isinstance(due.command, room_commands.TurnMarker):
            return due
        return _tabled(state, named)
    round_, due_here = state.engine.round, state.due()
    if round_ is None or due_here is None or state.engine.pending:
        return None
    if isinstance(due_here.command, Reveal):
        return None if unknown(state) else due_here
    if isinstance(current_step(state.game, state.engine), ShowHands):
        hands = hands_to_show(state.game, state.engine.policy.dealing, round_)
        ready = (box for box in hands if box.shown is None and UNKNOWN not in box.cards)
        return next((PlayBanked(ShowHand(box.number)) for box in ready), None)
    return None


def _tabled(state: RoomTable, named: str) -> PlayRoom | None:
    """Return the command that shows a hand of the poker room once its last card has been named."""
    round_ = state.engine.round
    if round_ is None or round_.marker is not Marker.SHOWDOWN:
        return None
    tabled = (hand for hand in round_.hands if str(hand.seat) == named and hand.shown is None)
    return next((PlayRoom(room_commands.ShowHand(hand.seat)) for hand in tabled if UNKNOWN not in hand.cards), None)

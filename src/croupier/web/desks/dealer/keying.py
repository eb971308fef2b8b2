"""What the Dealer keys, as commands of the table: amounts that lie on areas, cards, and what these open by themselves.

An amount says what lies there, so that keying it twice is the same as keying it once; a card says what it is, and the
table knows where it goes. Keyboard, screen and card reader all come through here.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.floor.tables.kinds import BankedTable, RoomTable, TableState
from croupier.floor.tables.table import PlayBanked, PlayRoom
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
from croupier.web.live.wire.dealer import Lying, Slot

# ---- Amounts --------------------------------------------------------------------------------------------------------


def laid(state: BankedTable, wanted: Lying) -> PlaceWager | WithdrawWager | None:
    """The command after which this amount lies there; None if it does already."""
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
    """The wagers of the last round on boxes where nothing lies yet: Antes first, since others need them."""
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
    """What a card means now: the next of the deal, or one that is turned; at a place, if one is named."""
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
    """How many cards are burnt first: nobody sees them, so whoever names the place of the next has burnt them."""
    return next((at for at, slot in enumerate(ahead) if slot.place != BURN), 0)


def _naming(state: TableState, slot: Slot, card: Card) -> PlayBanked | PlayRoom:
    if isinstance(state, BankedTable):
        return PlayBanked(CorrectCard(slot.place, slot.index, card))
    return PlayRoom(room_commands.CorrectCard(slot.place, slot.index, card))


def _spoken(state: TableState, place: str) -> str:
    """A place in a sentence."""
    if place.isdigit():
        return f"{'box' if isinstance(state, BankedTable) else 'seat'} {place[:3]}"
    named = {DEALER: "the Dealer", COMMUNITY: "the Community Cards", BURN: "the burnt cards"}
    return named.get(place, f"{place[:20]!r}")


def _piles(state: TableState) -> dict[str, tuple[Card, ...]]:
    if isinstance(state, BankedTable):
        return {} if state.engine.round is None else dict(piles_of(state.engine.round))
    return {} if state.engine.round is None else dict(room_piles(state.engine.round))


def _ahead(state: TableState) -> Iterator[Slot]:
    """Where the next cards of the deal go."""
    at = {place: len(cards) for place, cards in _piles(state).items()}
    for place in state.places_due():
        yield Slot(place, at.get(place, 0))
        at[place] = at.get(place, 0) + 1


def unknown(state: TableState) -> tuple[Slot, ...]:
    """The cards that are to be turned now, and that nobody has named."""
    piles = _piles(state)
    return tuple(Slot(place, at) for place, at in state.unseen() if piles[place][at] == UNKNOWN)


# ---- What opens by itself -------------------------------------------------------------------------------------------


def opens(state: TableState, named: str = "") -> PlayBanked | PlayRoom | None:
    """The turn of cards that a complete entry opens: nothing is announced or paid by it.

    ``named`` is the place whose card was just named: in the poker room a hand is shown because its Player tables it,
    not because it is known.
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
    """A hand of the poker room that is shown because its last card was named."""
    round_ = state.engine.round
    if round_ is None or round_.marker is not Marker.SHOWDOWN:
        return None
    tabled = (hand for hand in round_.hands if str(hand.seat) == named and hand.shown is None)
    return next((PlayRoom(room_commands.ShowHand(hand.seat)) for hand in tabled if UNKNOWN not in hand.cards), None)

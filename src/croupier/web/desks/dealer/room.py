"""A table of the poker room for its Dealer: seats, stages, entries that are due, and acts for Players."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from croupier.cards import DECK, UNKNOWN
from croupier.floor.values.table_kinds import RoomTable
from croupier.notation.speech import plain
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room.aftermath import piles_of
from croupier.play.room.commands import (
    Act,
    ComeBack,
    CorrectCard,
    DealCards,
    LeaveTable,
    MuckHand,
    OpenRound,
    PayIn,
    RoomCommand,
    Settle,
    ShowHand,
    SitOut,
    TopUp,
    TurnMarker,
)
from croupier.play.room.decide import decide
from croupier.play.room.options import ActOption, DealerOption, RoomOption, SeatOption, StakeOption, room_options
from croupier.play.room.seating import free_seats, ruled_on_joining
from croupier.play.room.state import BURN, COMMUNITY, Phase, Round
from croupier.play.room.view import RoomView, SeatView, room_view
from croupier.play.viewer import HIDDEN, Viewer
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move, RoomGame
from croupier.rules.terms import Role
from croupier.web.desks.heads import hand_name
from croupier.web.views.telling import RoundTold
from croupier.web.wire import Cites, JoinOption
from croupier.web.wire.dealer import CardSlip, Entering, HandRow, Offer, Slot, SlotShown, Stage

_DEALER: Final[dict[str, tuple[str, RoomCommand]]] = {
    "open_round": ("Place your Blind Bets", OpenRound()),
    "turn_marker": ("Turn the marker to SHOWDOWN", TurnMarker()),
    "settle": ("Award the pots", Settle()),
}
_SEAT: Final = {
    "show": ("Show the hand", ShowHand),
    "muck": ("Muck the hand", MuckHand),
    "come_back": ("Come back", ComeBack),
    "pay_in": ("Pay to be dealt in", PayIn),
    "leave": ("Leave the table", LeaveTable),
}
_SITS_OUT: Final = {
    "sit_out_back": ("Sit out, will be back", True),
    "sit_out": ("Sit out, has not said", None),
    "sit_out_gone": ("Sit out, will not be back", False),
}
"""The ways to sit out, by the Player's answer about coming back; None if they have not answered."""
_SIZED: Final = frozenset({Move.BET, Move.RAISE})
_REASON: Final = "to be given"


class RoomDesk(Struct, frozen=True):
    """A table of the poker room as the person at its console sees it."""

    state: RoomTable
    role: Role
    told: RoundTold
    watches: bool = False
    """True if the program deals and the person only watches."""

    @property
    def game(self) -> RoomGame:
        """The game that is played at the table."""
        return self.state.game

    @property
    def round(self) -> Round | None:
        """The round in play, or the last one."""
        return self.state.engine.round

    def seen(self) -> RoomView:
        """Return the table's view for the Dealer."""
        return room_view(self.game, self.state.engine, Viewer(self.role))

    def tried(self, command: RoomCommand) -> Cites | Refusal:
        """Return the paragraphs of a command, or why it would be refused; nothing is carried out.

        A command that would wait for another signature counts as accepted.
        """
        engine = self.state.engine
        answer = decide(self.game, engine, Actor(self.role.value, self.role), command)
        return answer if isinstance(answer, Refusal) else answer[-1].cites

    def options(self) -> tuple[RoomOption, ...]:
        """Return the acts that the Dealer may carry out; none while the table is closed."""
        return room_options(self.game, self.state.engine, Viewer(self.role)) if self.state.info.open else ()


def rows_of(desk: RoomDesk, entering: Entering | None) -> tuple[HandRow, ...]:
    """Return a row for each seat that is taken, and one for the Community Cards."""
    seen = desk.seen()
    first = entering.slots[0] if entering is not None and entering.slots else None
    found = [_seat(desk, seat, seen, first) for seat in seen.seats]
    board = sum(street.count for street in desk.game.streets)
    slots = tuple(
        SlotShown(seen.community[at] if at < len(seen.community) else "", up=True, next=first == Slot(COMMUNITY, at))
        for at in range(board)
    )
    return (*found, HandRow(COMMUNITY, None, "", slots))


def _seat(desk: RoomDesk, seat: SeatView, seen: RoomView, first: Slot | None) -> HandRow:
    round_ = desk.round
    held = next((hand.cards for hand in round_.hands if hand.seat == seat.seat), ()) if round_ is not None else ()
    place = str(seat.seat)
    size = desk.game.hole_cards if seat.dealt_in and desk.state.engine.playing else len(seat.cards)
    gone = seat.folded or seat.shown is False
    slots = tuple(
        SlotShown(
            card=seat.cards[at] if at < len(seat.cards) else "",
            entered=at < len(seat.cards) and held[at] != UNKNOWN and seat.cards[at] == HIDDEN,
            next=first == Slot(place, at),
        )
        for at in range(0 if gone else size)
    )
    won = sum(amount for pot in seen.awarded for number, amount in pot.winners if number == seat.seat)
    return HandRow(
        place=place,
        number=seat.seat,
        player=seat.player,
        slots=slots,
        looked=seat.looked if seat.dealt_in else None,
        turn=seen.turn == seat.seat,
        folded=seat.folded,
        shown=seat.shown,
        hand=hand_name(desk.game.hand, seat.cards, seen.community),
        net=won or None,
        stack=seat.stack,
        bet=seat.bet,
        marks=tuple(_marks(seat, seen)),
    )


def _marks(seat: SeatView, seen: RoomView) -> Iterator[str]:
    holds = {
        "button": seen.button == seat.seat,
        "small_blind": seen.small_blind == seat.seat,
        "big_blind": seen.big_blind == seat.seat,
        "all_in": seat.all_in,
        "away": seat.away,
        "owes": seat.owes,
        "missed": seat.missed,
    }
    yield from (mark for mark, so in holds.items() if so)


def stages_of(desk: RoomDesk) -> tuple[Stage, ...]:
    """Return the five stages of a round of the poker room with their progress."""
    round_ = desk.round
    order = ("blinds", "deal", "betting", "showdown", "settle")
    now = _now(desk)
    ended = round_ is not None and round_.phase is Phase.ENDED

    def state(kind: str) -> str:
        if kind == now:
            return "now"
        return "done" if ended or (now and order.index(kind) < order.index(now)) else "ahead"

    told = desk.told if round_ is not None and desk.told.number == round_.number else RoundTold()
    out, of = _counted(desk)
    return (
        Stage("blinds", state("blinds"), told.opened),
        Stage("deal", "ahead" if state("deal") == "done" and out < of and not ended else state("deal"), None, out, of),
        Stage("betting", state("betting"), None, round_.street if round_ is not None else 0, len(desk.game.streets)),
        Stage("showdown", state("showdown")),
        Stage("settle", state("settle")),
    )


def _counted(desk: RoomDesk) -> tuple[int, int]:
    """Return how many cards are dealt, and how many a whole round has."""
    round_ = desk.round
    if round_ is None:
        return 0, 0
    out = sum(len(hand.cards) for hand in round_.hands) + len(round_.community) + len(round_.burnt)
    board = sum(street.count + street.burns for street in desk.game.streets)
    return out, desk.game.hole_cards * len(round_.hands) + board


def _now(desk: RoomDesk) -> str:
    round_ = desk.round
    if round_ is None or round_.phase is Phase.ENDED:
        return ""
    if round_.ahead:
        return "deal"
    if round_.phase is Phase.BETTING:
        return "betting"
    return "showdown" if isinstance(desk.tried(Settle()), Refusal) else "settle"


def entering_of(desk: RoomDesk, offered: tuple[RoomOption, ...]) -> Entering | None:
    """Return the cards to enter next: those to be dealt, or a hand that was dealt unseen and is shown now."""
    round_ = desk.round
    if round_ is None or desk.watches or not desk.state.engine.playing:
        return None
    for one in offered:
        if isinstance(one, DealerOption) and one.what == "deal":
            downs = _downs(desk, len(one.places))
            return Entering("deal", _slots_ahead(round_, one.places), downs > 0, downs, UNKNOWN, one.cites)
    slots = tuple(Slot(place, index) for place, index in desk.state.unseen())
    return Entering("show", slots, False, 0, UNKNOWN, desk.game.grounds.must_show) if slots else None


def _downs(desk: RoomDesk, most: int) -> int:
    """Return how many cards may be dealt unseen before the first one that is dealt face up."""
    some = range(most, 0, -1)
    return next((count for count in some if not isinstance(desk.tried(DealCards((UNKNOWN,) * count)), Refusal)), 0)


def _slots_ahead(round_: Round, places: tuple[str, ...]) -> tuple[Slot, ...]:
    at = {str(hand.seat): len(hand.cards) for hand in round_.hands}
    at |= {COMMUNITY: len(round_.community), BURN: len(round_.burnt)}
    found = []
    for place in places:
        found.append(Slot(place, at[place]))
        at[place] += 1
    return tuple(found)


def offers_of(desk: RoomDesk, offered: tuple[RoomOption, ...]) -> tuple[Offer, ...]:
    """Return the acts for the Dealer, and for the Players, that take one press; none where the program deals."""
    found: list[Offer] = []
    if desk.watches:
        return ()
    for one in offered:
        if isinstance(one, DealerOption) and one.what in _DEALER:
            label, command = _DEALER[one.what]
            found.append(Offer(msgspec.to_builtins(command), label, one.cites, main=True))
    if desk.state.info.open:
        for seat in desk.state.engine.seats:
            found += _for_seat(desk, seat.number, seat.player)
    return tuple(found)


def _for_seat(desk: RoomDesk, seat: int, player: str) -> Iterator[Offer]:
    """Yield the acts of a Player that the Dealer may enter for them."""
    for one in room_options(desk.game, desk.state.engine, Viewer(Role.PLAYER, player)):
        offer = _entered(one, seat)
        if offer is None:
            continue
        command, made = offer
        if not isinstance(desk.tried(command), Refusal):
            yield made


def _entered(one: RoomOption, seat: int) -> tuple[RoomCommand, Offer] | None:
    command: RoomCommand
    match one:
        case ActOption(move=move) if move in _SIZED:
            command = Act(seat, move, one.least)
            sized = ("to", one.least, one.most, one.step)
            return command, _made(command, f"{plain(move.value).capitalize()} to", one.cites, seat, sized)
        case ActOption(move=move):
            command = Act(seat, move)
            return command, _made(
                command, plain(move.value).capitalize(), one.cites, seat, ("", one.costs, one.costs, 0)
            )
        case SeatOption(what=what) if what in _SEAT:
            label, kind = _SEAT[what]
            command = kind(seat)
            return command, _made(command, label, one.cites, seat)
        case SeatOption(what=what) if what in _SITS_OUT:
            label, word = _SITS_OUT[what]
            command = SitOut(seat, word)
            return command, _made(command, label, one.cites, seat)
        case SeatOption(what="wait"):
            command = PayIn(seat, pays=False)
            return command, _made(command, "Wait for the Big Blind", one.cites, seat)
        case StakeOption():
            command = TopUp(seat, one.least)
            sized = ("amount", one.least, one.most, one.step)
            return command, _made(command, "Top up by", one.cites, seat, sized)
        case _:
            return None


def _made(
    command: RoomCommand, label: str, cites: Cites, seat: int, sized: tuple[str, int, int, int] = ("", 0, 0, 0)
) -> Offer:
    amount, least, most, step = sized
    return Offer(msgspec.to_builtins(command), label, cites, str(seat), False, amount, least, most, step)


def joins_of(desk: RoomDesk) -> JoinOption | None:
    """Return the free seats and the Table Stakes that the table accepts; None if no Player can join."""
    policy = desk.state.engine.policy
    free = free_seats(desk.state.engine)
    if not free or not desk.state.info.open or desk.watches:
        return None
    step = policy.lowest_chip
    most = policy.maximum_stake // step * step
    usual = max(policy.minimum_stake, (policy.minimum_stake + most) // 2 // step * step)
    told = ruled_on_joining(desk.game, desk.state.engine, relocated=False)
    return JoinOption(
        seats=free,
        least=policy.minimum_stake,
        most=most,
        step=step,
        usual=usual,
        cites=desk.game.grounds.joining,
        owes=told.ruling is Ruling.POST_BLINDS,
        owes_cites=told.cites,
    )


def card_slips(desk: RoomDesk) -> tuple[CardSlip, ...]:
    """Return the cards that may be corrected, latest first."""
    round_ = desk.round
    if round_ is None or desk.watches or not desk.state.engine.playing:
        return ()
    free = next(card for card in DECK if not round_.used >> card & 1)
    seen = desk.seen()
    faces = {str(seat.seat): seat.cards for seat in seen.seats} | {COMMUNITY: seen.community}
    found: list[CardSlip] = []
    for place, cards in piles_of(round_):
        shown = faces.get(place, ())
        for at in range(len(cards)):
            if not isinstance(desk.tried(CorrectCard(place, at, free, _REASON)), Refusal):
                reason = isinstance(desk.tried(CorrectCard(place, at, free)), Refusal)
                found.append(CardSlip(place, at, shown[at] if at < len(shown) else HIDDEN, reason))
    newest = {slot: at for at, slot in enumerate(round_.fresh)}
    return tuple(sorted(found, key=lambda slip: -newest.get((slip.place, slip.index), -1)))

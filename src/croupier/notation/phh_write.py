"""Writing a round of the poker room in the Poker Hand History format, with the fields of the standard alone.

Blinds and payments are written as the standard has them: a Big Blind paid to join or to return is a negative blind,
which is live; a dead Small Blind is its Player's ante. Amounts are in cents.

PHH knows only turns, so some events are adapted:

- A hand that a ruling folded is folded when its turn comes in the record, or mucked if its turn never comes.
- A Raise above what any other Player has left is written as a call, since the rest goes back.
- Cards are written as they were in the end, after all that was taken back, discarded or corrected.

The record is played while it is written, so that a reader arrives at the same chips; otherwise it is not written at
all.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from croupier.cards import UNKNOWN, Card, format_card
from croupier.money import Cents
from croupier.notation.phh import (
    VARIANT,
    Action,
    BetOrRaised,
    BoardDealt,
    CheckedOrCalled,
    Folded,
    HoleDealt,
    Mucked,
    PhhHand,
    Showed,
)
from croupier.notation.phh_play import Replay
from croupier.notation.problem import InputError
from croupier.play.room import evolve
from croupier.play.room.events import (
    Acted,
    BlindPosted,
    CardCorrected,
    CardsReconstructed,
    HandFolded,
    HandMucked,
    HandShown,
    Post,
    RoomEvent,
    RoundEnded,
    RoundOpened,
    RoundVoided,
)
from croupier.play.room.state import Phase, Round, Table
from croupier.play.room.tape import standing
from croupier.play.room.view import room_view
from croupier.play.viewer import Viewer
from croupier.rules.room import Move, RoomGame


def write_phh(game: RoomGame, before: Table, events: Iterable[RoomEvent], viewer: Viewer | None = None) -> str:
    """Write the round that ``events`` record, from its opening to its end; ``before`` is the table just before it.

    For a ``viewer``, Hole Cards that the table never showed them are unknown; without one, every card is written.

    Raises :class:`InputError` for a round that PHH cannot express: a void one, one without an end, one in which a
    folded Player's bet Out of Turn stayed in the Pot, and one that a ruling ended when a Player had yet to call.
    """
    return _Writing(game, before, events, viewer).text()


def append_phhs(text: str, number: int) -> str:
    """Write a hand as one of many in a ``.phhs`` file."""
    return f"[{number}]\n{text}\n"


class _Writing:
    """A round being written down."""

    def __init__(self, game: RoomGame, before: Table, events: Iterable[RoomEvent], viewer: Viewer | None) -> None:
        self.game = game
        self.viewer = viewer
        self.seen: set[tuple[int, str]] = set()
        """Seats, and the cards there that the viewer has seen."""
        self.table = before
        self.policy = before.policy
        self.stacks = {seat.number: seat.stake for seat in before.seats}
        self.names = {seat.number: seat.player for seat in before.seats}
        self.opened: RoundOpened | None = None
        self.blinds: dict[int, Cents] = {}
        self.antes: dict[int, Cents] = {}
        self.trimmed = False
        """True if no Player wins more of another's ante than they paid themselves."""
        self.dealt: dict[int, tuple[Card, ...]] = {}
        """The Hole Cards that were unknown until they were shown, as they were before."""
        self.told: list[Acted | HandFolded | HandShown | HandMucked] = []
        self.ended = False
        for event in standing(events):
            self._take(event)

    def _take(self, event: RoomEvent) -> None:
        match event:
            case RoundOpened():
                self.opened = event
                self.blinds[event.big_seat] = event.big  # even if the ante has left the Player nothing to pay it from
            case BlindPosted():
                self._post(event)
            case Acted(move=Move.FOLD, amount=amount) if amount:
                raise InputError("PHH cannot express a folded Player's bet that stays in the Pot")
            case Acted() | HandFolded():
                self.told.append(event)
            case HandShown() | HandMucked():
                if self.round.active & (self.round.active - 1):
                    self.told.append(event)
                cards = self.hole(event.seat)
                if UNKNOWN in cards:
                    self.dealt[event.seat] = cards
            case CardsReconstructed():
                for place, _ in event.after:
                    self.dealt.pop(int(place) if place.isdigit() else 0, None)
            case CardCorrected(place=place) if place.isdigit() and int(place) in self.dealt:
                cards = self.dealt[int(place)]  # a card that was unknown then is as unknown as before
                self.dealt[int(place)] = tuple(event.after if card == event.before else card for card in cards)
            case RoundVoided():
                raise InputError("a void round has no result to write down")
            case RoundEnded():
                self.ended = True
            case _:
                pass
        self.table = evolve(self.game, self.table, event)
        if self.viewer is not None:
            seats = room_view(self.game, self.table, self.viewer).seats
            self.seen.update((seat.seat, card) for seat in seats for card in seat.cards)

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def hole(self, seat: int) -> tuple[Card, ...]:
        """Return a Player's cards as they were in the end."""
        return self.round.hands[self.round.place(seat)].cards

    def known(self, seat: int) -> tuple[Card, ...]:
        """Return a Player's cards as dealt, as far as they were known then and the viewer has seen them."""
        cards = self.dealt.get(seat, self.hole(seat))
        if self.viewer is None:
            return cards
        return tuple(card if (seat, format_card(card)) in self.seen else UNKNOWN for card in cards)

    def _post(self, event: BlindPosted) -> None:
        """Record a payment; for a Blind that took all of a Player's chips, record what was due.

        Readers then see that it was short.
        """
        assert self.opened is not None
        short = event.amount == self.stacks[event.seat] - self.antes.get(event.seat, 0)
        match event.post:
            case Post.SMALL_BLIND | Post.MATCHED_SMALL:  # if it is all-in, it is matched like a bet
                self.blinds[event.seat] = max(self.opened.small, event.amount) if short else event.amount
            case Post.BIG_BLIND | Post.STRADDLE:
                self.blinds[event.seat] = max(self.opened.big, event.amount) if short else event.amount
            case Post.LIVE_BIG:
                self.blinds[event.seat] = -(max(self.opened.big, event.amount) if short else event.amount)
            case Post.DEAD_SMALL | Post.ANTE:
                self.antes[event.seat] = event.amount
            case Post.MATCHED_ANTE:
                self.antes[event.seat] = event.amount
                self.trimmed = True
            case _:
                assert_never(event.post)

    def text(self) -> str:
        """Write the hand as TOML. Raises :class:`InputError` for a round that PHH cannot express."""
        opened = self.opened
        if opened is None or not self.ended:
            raise InputError("the round is not over: there is no result to write down")
        seats = opened.seats
        # With two Players the standard names what the second of them pays first.
        posting = seats[::-1] if len(seats) == 2 else seats
        hand = PhhHand(
            starting_stacks=tuple(self.stacks[seat] for seat in seats),
            antes=tuple(self.antes.get(seat, 0) for seat in posting),
            antes_matched=self.trimmed,
            blinds=tuple(self.blinds.get(seat, 0) for seat in posting),
            min_bet=opened.big,
            actions=(),
        )
        finishing = {one.seat: one.stack for one in self.round.hands}
        fields = {
            "variant": _quoted(VARIANT),
            "ante_trimming_status": "true" if self.trimmed else "false",
            "antes": _listed(hand.antes),
            "blinds_or_straddles": _listed(hand.blinds),
            "min_bet": str(hand.min_bet),
            "starting_stacks": _listed(hand.starting_stacks),
            "actions": _strings([_written(action) for action in self._actions(hand)]),
            "hand": str(opened.number),
            "seats": _listed(seats),
            "seat_count": str(self.policy.seats),
            "table": _quoted(self.table.name),
            "players": _strings([self.names[seat] for seat in seats]),
            "finishing_stacks": _listed(finishing[seat] for seat in seats),
        }
        return "".join(f"{name} = {value}\n" for name, value in fields.items())

    def _actions(self, hand: PhhHand) -> list[Action]:
        """Return the actions of the record.

        Hands that the record can only muck, because a ruling folded them, are unseen in it.
        """
        first = _Telling(self, hand, frozenset())
        first.tell()
        stacks = tuple(one.stack for one in self.round.hands)
        given_up = frozenset(event.seat for event in self.told if isinstance(event, HandMucked))
        for unseen in (frozenset(first.left), given_up | first.left):
            telling = _Telling(self, hand, unseen)
            telling.tell()
            if telling.stacks() == stacks:
                return telling.actions
        raise InputError("PHH cannot express a ruling that took a hand out of this round")


class _Telling:
    """The growing record, and the hand that its reader plays."""

    def __init__(self, writing: _Writing, hand: PhhHand, unseen: frozenset[int]) -> None:
        assert writing.opened is not None
        self.writing = writing
        self.seats = writing.opened.seats
        self.replay = Replay(writing.game, writing.policy, hand)
        self.actions: list[Action] = []
        self.unseen = unseen
        self.left: set[int] = set()
        """Hands folded by a ruling, as long as they are not in the record."""
        self.street = self.board = 0

    def say(self, action: Action) -> None:
        """Add an action, which a reader must find allowed."""
        try:
            self.replay.take(action)
        except InputError as error:  # such as a street bet on twice, because it was taken back
            raise InputError(f"PHH cannot express this round: {error}") from None
        self.actions.append(action)

    def stacks(self) -> tuple[Cents, ...] | None:
        """Return the stacks at which a reader arrives; None if a reader could not go on."""
        try:
            return tuple(one.stack for one in self.replay.end().hands)
        except InputError:
            return None

    def player(self, seat: int) -> int:
        """Return a seat's number in the record, in which 1 is on the Button's left."""
        return self.seats.index(seat) + 1

    def tell(self) -> None:
        """Record everything that happened, in turn."""
        count = self.writing.game.hole_cards
        for seat in self.seats:
            cards = () if seat in self.unseen else self.writing.known(seat)
            self.say(HoleDealt(self.player(seat), (*cards, *(UNKNOWN,) * (count - len(cards)))))
        shown = False
        for event in self.writing.told:
            match event:
                case HandFolded():
                    self.left.add(event.seat)
                case Acted():
                    self._until(event.seat)
                    self.say(self._acted(event))
                case HandShown() | HandMucked():
                    if not shown:
                        self._until(None)
                        shown = True
                    at = self.player(event.seat)
                    shows = isinstance(event, HandShown)
                    self.say(Showed(at, self.writing.hole(event.seat)) if shows else Mucked(at))
        if not shown:
            self._until(None)
        for cards in self._streets():
            self.say(BoardDealt(cards))

    def _until(self, seat: int | None) -> None:
        """Go on to a seat's turn, or to the showdown.

        Streets are dealt on the way, and hands that a ruling folded fold in turn.
        """
        replay = self.replay
        while replay.round.phase in {Phase.DEALING, Phase.BETTING}:
            if replay.round.phase is Phase.DEALING:
                cards = next(self._streets(), None)
                if cards is None:
                    raise InputError("PHH cannot express a ruling that ended the round between two turns")
                self.say(BoardDealt(cards))
                continue
            hand = replay.round.hands[replay.round.turn]
            here = self.seats[hand.seat - 1]
            if here == seat:
                return
            if here in self.left:
                self.left.remove(here)
                self.say(Folded(hand.seat))
            elif seat is None and hand.bet >= replay.round.level:
                self.say(CheckedOrCalled(hand.seat))  # they had nothing left to do
            else:
                raise InputError("PHH cannot express a ruling that ended the round before a Player had called")
        # Hands with no turn left in the record are given up unseen.
        for one in sorted(self.left & self.unseen, key=self.player):
            self.left.remove(one)
            self.say(Mucked(self.player(one)))

    def _acted(self, event: Acted) -> Action:
        player, round_ = self.player(event.seat), self.replay.round
        match event.move:
            case Move.FOLD:
                return Folded(player)
            case Move.CHECK | Move.CALL:
                return CheckedOrCalled(player)
            case Move.BET | Move.RAISE | Move.ALL_IN:
                others = (one for at, one in enumerate(round_.hands) if at != round_.turn and round_.active >> at & 1)
                if all(one.bet + one.stack <= round_.level for one in others):
                    return CheckedOrCalled(player)
                return BetOrRaised(player, event.to)

    def _streets(self) -> Iterator[tuple[Card, ...]]:
        """Yield the Community Cards that are not in the record yet, street by street."""
        community = self.writing.round.community
        while self.street < len(self.writing.game.streets):
            count = self.writing.game.streets[self.street].count
            cards = community[self.board : self.board + count]
            if len(cards) < count:
                return
            self.street += 1
            self.board += count
            yield cards


def _written(action: Action) -> str:
    match action:
        case HoleDealt():
            return f"d dh p{action.player} {_packed(action.cards)}"
        case BoardDealt():
            return f"d db {_packed(action.cards)}"
        case Folded():
            return f"p{action.player} f"
        case CheckedOrCalled():
            return f"p{action.player} cc"
        case BetOrRaised():
            return f"p{action.player} cbr {action.to}"
        case Showed():
            return f"p{action.player} sm {_packed(action.cards)}"
        case Mucked():
            return f"p{action.player} sm"
        case _:
            assert_never(action)


def _packed(cards: Iterable[Card]) -> str:
    return "".join(format_card(card) for card in cards)


def _listed(values: Iterable[int]) -> str:
    return f"[{', '.join(str(value) for value in values)}]"


def _strings(values: Sequence[str]) -> str:
    return f"[{', '.join(_quoted(value) for value in values)}]"


def _quoted(text: str) -> str:
    """Write a TOML string: JSON's escapes are TOML's, but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

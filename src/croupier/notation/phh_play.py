"""Playing a recorded hand through the poker room: what the record did becomes commands, and the rules decide."""

from collections.abc import Iterator

from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.money import Cents
from croupier.notation.phh import (
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
from croupier.notation.problem import InputError
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room import act, evolve
from croupier.play.room.commands import (
    Act,
    DealCards,
    MuckHand,
    RoomCommand,
    Settle,
    ShowHand,
    TurnMarker,
)
from croupier.play.room.events import BlindPosted, HandMucked, Post, RoomEvent, RoundOpened
from croupier.play.room.showdown import holds_up, next_to_show
from croupier.play.room.state import BURN, NOBODY, Hand, Phase, Round, Seat, Table, lowest
from croupier.rules.room import Move, RoomGame, RoomPolicy
from croupier.rules.terms import Role

TABLE = "replay"


class PlayedPot(Struct, frozen=True):
    """A pot's end."""

    amount: Cents
    rake: Cents
    winners: tuple[str, ...]


class PlayedHand(Struct, frozen=True):
    """A recorded hand after the room has played it."""

    name: str
    starting_stacks: tuple[Cents, ...]
    finishing_stacks: tuple[Cents, ...]
    rake: Cents
    pots: tuple[PlayedPot, ...]


def replay(game: RoomGame, policy: RoomPolicy, hand: PhhHand, name: str) -> PlayedHand:
    """Play a record to its end. Raises :class:`InputError` if the rules refuse it, or it does not add up."""
    return Replay(game, policy, hand).whole(name)


def opening_events(game: RoomGame, hand: PhhHand, number: int = 1) -> Iterator[RoomEvent]:
    """Yield the opening of the record's round: Button, blinds, antes and payments are the record's, not this room's."""
    count = len(hand.starting_stacks)
    # With two Players a record names what the second pays first: they have the Button and the Small Blind.
    blinds, antes = (hand.blinds[::-1], hand.antes[::-1]) if count == 2 else (hand.blinds, hand.antes)
    highest = max(blinds)
    if highest <= 0:
        raise InputError("PHH: blinds_or_straddles: nobody posts a Big Blind")
    last = max(at for at, blind in enumerate(blinds) if blind == highest)
    big = next(at for at, blind in enumerate(blinds) if blind >= min(hand.min_bet, highest))
    small = next((at for at, blind in enumerate(blinds) if 0 < blind < hand.min_bet), None)
    yield RoundOpened(
        number=number,
        rulebook=game.document.rulebook,
        button=count,
        small_due=None if small is None else small + 1,
        big_seat=big + 1,
        small=blinds[small] if small is not None else 0,
        big=hand.min_bet,
        seats=tuple(range(1, count + 1)),
        first=(last + 1) % count + 1,
        orbit_over=False,
        cites=(),
    )
    left = list(hand.starting_stacks)
    for at, ante in enumerate(antes):
        amount = min(ante, left[at])
        if amount:
            left[at] -= amount
            yield BlindPosted(at + 1, Post.MATCHED_ANTE if hand.antes_matched else Post.ANTE, amount, ())
    for at, blind in enumerate(blinds):
        amount = min(abs(blind), left[at])
        if amount:
            left[at] -= amount
            yield BlindPosted(at + 1, _post(blind, hand.min_bet, at, big), amount, ())


def _post(blind: Cents, least: Cents, at: int, big: int) -> Post:
    if at == big:
        return Post.BIG_BLIND
    if blind < 0:
        return Post.LIVE_BIG
    return Post.SMALL_BLIND if blind < least else Post.STRADDLE


class Replay:
    """A record under way, from the first card on: ``before`` is the table it began at, ``events`` what has happened."""

    def __init__(self, game: RoomGame, policy: RoomPolicy, hand: PhhHand, number: int = 1) -> None:
        self.game = game
        self.hand = hand
        if not any(hand.starting_stacks):
            raise InputError("PHH: starting_stacks: nobody has chips")
        seats = tuple(Seat(at, f"p{at}", stack) for at, stack in enumerate(hand.starting_stacks, 1))
        self.before = self.table = Table(TABLE, game.document.rulebook, policy, seats=seats)
        self.events: list[RoomEvent] = []
        self.holes: dict[int, tuple[Card, ...]] = {}
        self.shows: dict[int, tuple[Card, ...] | None] = {}
        """The cards that each Player showed, or None for a hand that was mucked."""
        self.boards: list[tuple[Card, ...]] = []
        for event in opening_events(game, hand, number):
            self._happened(event)

    @property
    def round(self) -> Round:
        """The round in play."""
        assert self.table.round is not None
        return self.table.round

    def do(self, command: RoomCommand, player: str = "") -> None:
        role = Role.PLAYER if player else Role.DEALER
        turn = act(self.game, self.table, Actor(player or "dealer", role), command)
        if isinstance(turn, Refusal):
            raise InputError(f"{player or 'dealer'}: {turn}")
        self.table = turn.table
        self.events += turn.events

    def _happened(self, event: RoomEvent) -> None:
        """Apply an event of the record for which this room has no command."""
        self.table = evolve(self.game, self.table, event)
        self.events.append(event)

    def whole(self, name: str) -> PlayedHand:
        """Play the whole record to its end. Raises :class:`InputError`."""
        for action in self.hand.actions:
            self.take(action)
        round_ = self.end()
        stacks = {one.seat: one.stack for one in round_.hands}
        pots = tuple(
            PlayedPot(pot.amount, pot.rake, tuple(f"p{seat}" for seat, _ in sorted(pot.winners))) for pot in round_.pots
        )
        starting = self.hand.starting_stacks
        finishing = tuple(stacks[seat] for seat in range(1, len(starting) + 1))
        return PlayedHand(name, starting, finishing, sum(pot.rake for pot in pots), pots)

    def take(self, action: Action) -> None:
        """Play the record's next action. Raises :class:`InputError`."""
        match action:
            case HoleDealt():
                self._hole(action)
            case BoardDealt():
                self._board(action.cards)
            case Showed():
                self.shows[action.player] = action.cards
            case Mucked():
                self.shows[action.player] = None
            case Folded():
                self._act(action.player, Move.FOLD)
            case CheckedOrCalled():
                self._act(action.player, Move.CALL)
            case BetOrRaised():
                self._act(action.player, Move.RAISE, action.to)

    def end(self) -> Round:
        """Settle the round once the record has been played. Raises :class:`InputError` if the record ends too early."""
        if self.round.phase is not Phase.SHOWDOWN:
            raise InputError("PHH: the record ends before the hand does")
        self._showdown()
        self.do(Settle())
        return self.round

    def _hole(self, action: HoleDealt) -> None:
        """Collect Hole Cards, which a record deals hand by hand, and deal them once all are known.

        Raises :class:`InputError`.
        """
        if self.round.phase is not Phase.DEALING or self.round.street or self.round.community:
            raise InputError(f"PHH: p{action.player} gets cards when none are dealt to Players")
        held = (*self.holes.get(action.player, ()), *action.cards)
        if len(held) > self.game.hole_cards:
            raise InputError(f"PHH: p{action.player} has {len(held)} Hole Cards")
        self.holes[action.player] = held
        everybody = range(1, len(self.hand.starting_stacks) + 1)
        if all(len(self.holes.get(player, ())) == self.game.hole_cards for player in everybody):
            rounds = range(self.game.hole_cards)
            self.do(DealCards(tuple(self.holes[player][at] for at in rounds for player in everybody)))

    def _board(self, cards: tuple[Card, ...]) -> None:
        """Deal a street after an unknown Burnt Card; in a showdown, keep it until the hands are shown."""
        if self.round.phase is Phase.SHOWDOWN:
            self.boards.append(cards)
            return
        burns = self.round.ahead.count(BURN) if self.round.phase is Phase.DEALING else 0
        self.do(DealCards((UNKNOWN,) * burns + cards))

    def _act(self, player: int, move: Move, to: Cents | None = None) -> None:
        round_ = self.round
        if round_.phase is Phase.BETTING:
            own = round_.hands[round_.turn]
            if own.seat == player:
                move = _as_ours(round_, own, move, to)
        self.do(Act(player, move, to if move in {Move.BET, Move.RAISE} else None), f"p{player}")

    def _showdown(self) -> None:
        """Show hands as recorded, give up or show the others as required, and deal the rest of the board."""
        if _one_left(self.round):
            return
        self.do(TurnMarker())
        left = [hand for at, hand in enumerate(self.round.hands) if self.round.active >> at & 1]
        kept = [hand for hand in left if self.shows.get(hand.seat, ()) is not None]
        if len(kept) > 1 and all(UNKNOWN in hand.cards and not self.shows.get(hand.seat) for hand in left):
            raise InputError("PHH: nobody's cards are known: the record does not say who won")
        for player, cards in self.shows.items():
            at = self.round.place(player)
            if cards is not None and self.round.active >> at & 1 and not self.round.hands[at].shown:
                self.do(ShowHand(player, _shown(self.round.hands[at], cards)))  # as the Dealer, who names unseen cards
        for hand in left:
            if hand not in kept and UNKNOWN in hand.cards and not _one_left(self.round):
                self._given_up(hand)
        self._others()
        for cards in self.boards:
            if not self.round.ahead:
                raise InputError("PHH: more Community Cards than the hand has")
            self.do(DealCards((UNKNOWN,) * self.round.ahead.count(BURN) + cards))

    def _others(self) -> None:
        """End the hands whose end the record does not mention: unseen and beaten ones are given up."""
        while not _one_left(self.round) and (at := next_to_show(self.game, self.round)) != NOBODY:
            hand = self.round.hands[at]
            unseen = UNKNOWN in hand.cards
            given_up = hand.seat in self.shows and self.shows[hand.seat] is None
            beaten = not unseen and not self.round.tabled and not holds_up(self.game, self.round, at)
            if unseen:
                self._given_up(hand)
            else:
                self.do(MuckHand(hand.seat) if given_up or beaten else ShowHand(hand.seat), hand.player)

    def _given_up(self, hand: Hand) -> None:
        """Give up a hand that was never seen, in the other room's order: an event of the record alone."""
        self._happened(HandMucked(hand.seat, self.game.grounds.may_muck))


def _one_left(round_: Round) -> bool:
    return round_.active == 1 << lowest(round_.active)


def _shown(hand: Hand, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that a record shows; if they are the hand's, in the order dealt."""
    return hand.cards if sorted(cards) == sorted(hand.cards) else cards


def _as_ours(round_: Round, hand: Hand, move: Move, to: Cents | None) -> Move:
    """Return this room's move: PHH has one word for Check and Call, and one for BET and Raise."""
    if move is Move.CALL and hand.bet >= round_.level:
        return Move.CHECK
    if move is Move.RAISE:
        if to is not None and to >= hand.bet + hand.stack and to > round_.level:
            return Move.ALL_IN if to == hand.bet + hand.stack else Move.RAISE
        return Move.RAISE if round_.level else Move.BET
    return move

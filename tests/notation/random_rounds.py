"""Random rounds at a table of the poker room, with everything that makes one hard to write down in PHH.

Players join, leave, sit out, return and pay what they owe; bets run from checks to short all-ins; hands are shown or
mucked; cards may be unknown, as where a Dealer deals real ones; and irregularities are reported all the way.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct

from croupier.cards import DECK, UNKNOWN, Card, parse_cards
from croupier.play.refusal import Refusal
from croupier.play.room.commands import (
    Act,
    ComeBack,
    DealCards,
    JoinTable,
    LeaveTable,
    MuckHand,
    OpenRound,
    PayIn,
    Report,
    RoomCommand,
    RunOutClock,
    Settle,
    ShowHand,
    SitOut,
    TakeDecision,
    TopUp,
    TurnMarker,
)
from croupier.play.room.events import RoomEvent
from croupier.play.room.pots import pots_of
from croupier.play.room.state import BURN, COMMUNITY, Phase, Table, places_in
from croupier.rules.room import Marker, Move
from tests.room import RoomSitting

CHIP: Final = 100
SEATS: Final = 10
SHARED_BOARDS: Final = ("As Ks Qs Js Ts", "Ah Ad Ac Kh Kd", "9c Tc Jd Qh Ks")
"""On these most hands are equal, so that pots are shared and chips are odd."""
_COMMUNITY_TROUBLE: Final = ("flop_exposed_early", "turn_exposed_early", "river_exposed_early")


class PlayedRound(Struct, frozen=True):
    """A round from its opening to its end."""

    before: Table
    """The table just before it."""
    events: tuple[RoomEvent, ...]
    after: Table


class RandomTable(RoomSitting):
    """A table where everything is drawn by lot."""

    def __init__(self, seed: int, *, trouble: float = 0.0, **policy: Any) -> None:
        """``trouble`` is how likely an irregularity is at each step."""
        self.random = Random(seed)
        self.trouble = trouble
        players = self.random.randint(2, SEATS)
        seats = sorted(self.random.sample(range(1, SEATS + 1), players))
        super().__init__({seat: self._stake() for seat in seats}, {"seats": SEATS, "chips": (CHIP,), **policy})
        self.unseen = False
        self.shoe: list[Card] = []
        self.real: dict[int, list[Card]] = {}
        """The Hole Cards that Players hold, also where the table knows them not."""

    def _stake(self) -> int:
        return CHIP * self.random.choice((2, 3, 5, 11, 30, 77, 200, 1000))

    def rounds(self, count: int) -> Iterator[PlayedRound]:
        """So many rounds, less those that could not be opened."""
        for _ in range(count):
            if self.table.rounds:
                self._between()
            before, told = self.table, len(self.events)
            if isinstance(self.ask(OpenRound()), Refusal):
                continue
            self._round()
            yield PlayedRound(before, tuple(self.events[told:]), self.table)

    # ---- Between rounds -----------------------------------------------------------------------------------------

    def _between(self) -> None:
        for seat in self.table.seats:
            lot = self.random.random()
            if not seat.stake:
                self.ask(TopUp(seat.number, self._stake()) if lot < 0.7 else LeaveTable(seat.number), seat.player)
            elif seat.away:
                if lot < 0.5:
                    self.ask(ComeBack(seat.number), seat.player)
            elif lot < 0.12:
                self.ask(SitOut(seat.number), seat.player)
            elif lot < 0.14:
                self.ask(LeaveTable(seat.number), seat.player)
        free = [number for number in range(1, SEATS + 1) if self.table.seat(number) is None]
        if free and self.random.random() < 0.3:
            number = self.random.choice(free)
            self.ask(JoinTable(number, self._stake()), f"p{number}")
        for seat in self.table.seats:
            if seat.owes and not seat.pays and self.random.random() < 0.7:
                self.ask(PayIn(seat.number), seat.player)

    # ---- A round ------------------------------------------------------------------------------------------------

    def _round(self) -> None:
        board = parse_cards(self.random.choice(SHARED_BOARDS)) if self.random.random() < 0.35 else ()
        rest = [card for card in DECK if card not in board]
        self.random.shuffle(rest)
        self.board, self.shoe, self.real = list(board), rest, {}
        self.unseen = self.random.random() < 0.3
        self.daring = self.random.choice((0.05, 0.2, 0.5))
        while self.table.playing:
            if self.random.random() < self.trouble:
                self._irregularity()
                continue
            if self.round.ahead:
                self._deal()
            elif self.round.phase is Phase.BETTING:
                self._bet()
            else:
                self._end()

    def _draw(self, place: str) -> Card:
        if place == COMMUNITY:
            due = len(self.round.community)
            if self.board and due < len(self.board) and not self.round.used >> self.board[due] & 1:
                return self.board[due]
        held = {card for cards in self.real.values() for card in cards}
        out = self.round.used
        card = next(one for one in self.shoe if not out >> one & 1 and one not in held and one not in self.board)
        self.shoe.remove(card)
        return card

    def _deal(self) -> None:
        """One card, so that trouble may come between any two."""
        place = self.round.ahead[0]
        card = self._draw(place)
        if place == COMMUNITY:
            self.do(DealCards((card,)))
        elif place == BURN:
            self.do(DealCards((UNKNOWN if self.unseen else card,)))
        else:
            self.real.setdefault(int(place), []).append(card)
            self.do(DealCards((UNKNOWN if self.unseen and self.random.random() < 0.9 else card,)))

    def _bet(self) -> None:
        round_ = self.round
        hand = round_.hands[round_.turn]
        tries: list[Act] = []
        lot = self.random.random()
        if lot < self.daring:
            tries.append(Act(hand.seat, Move.ALL_IN))
        elif lot < self.daring + 0.2:
            least = round_.level + max(round_.largest, round_.big)
            to = least + CHIP * self.random.choice((0, 0, 1, 3, 10))
            tries.append(Act(hand.seat, Move.RAISE if round_.level else Move.BET, to))
        elif lot > 0.85:
            tries.append(Act(hand.seat, Move.FOLD))
        rest = [Act(hand.seat, move) for move in (Move.CHECK, Move.CALL, Move.FOLD)]
        for command in (*tries, *rest):
            if not isinstance(self.ask(command, hand.player), Refusal):
                return
        self.do(RunOutClock(hand.seat))  # bound by what he meant Out of Turn

    def _end(self) -> None:
        round_ = self.round
        if not round_.active & (round_.active - 1):
            self.do(Settle())
        elif round_.marker is not Marker.SHOWDOWN:
            self.do(TurnMarker())
        else:
            waiting = [at for at in places_in(round_.active) if round_.hands[at].shown is None]
            if not waiting:
                self.do(Settle())
                return
            self.random.shuffle(waiting)
            for at in waiting:
                # Nobody gives up the last hand for a pot: who had no part in that pot would win it.
                alone = any(pot.places == (at,) for pot in pots_of(round_.hands, round_.active))
                if not alone and self.random.random() < 0.5:
                    hand = round_.hands[at]
                    if not isinstance(self.ask(MuckHand(hand.seat), hand.player), Refusal):
                        return
            hand = round_.hands[waiting[0]]
            self.do(ShowHand(hand.seat, tuple(self.real[hand.seat])))  # as the Dealer, who names unseen cards

    # ---- Irregularities -----------------------------------------------------------------------------------------

    def _irregularity(self) -> None:
        """Something goes wrong; where it cannot, now, the report is refused and nothing has happened."""
        command = self._wrong()
        told = self.ask(command)
        if isinstance(told, Refusal):
            return
        for card in command.cards if isinstance(command, Report) else ():
            for held in self.real.values():
                if card in held:
                    held.remove(card)
            if card in self.shoe:
                self.shoe.remove(card)
        for number, cards in command.piles if isinstance(command, Report) else ():
            if number.isdigit():
                self.real[int(number)] = list(cards)
        for asked in self.table.pending:
            for option in sorted(asked.options, key=lambda one: (one == "void_round", self.random.random())):
                if not isinstance(self.ask(TakeDecision(asked.number, option, "so seen"), "shift_manager"), Refusal):
                    break

    def _wrong(self) -> RoomCommand:
        round_, lot = self.round, self.random.random()
        seat = self.random.choice(round_.hands).seat
        if lot < 0.25:
            return Report("hole_cards_exposed", seat=seat)
        if lot < 0.6:
            return self._early(seat)
        if lot < 0.7:
            dealt = [card for hand in round_.hands for card in hand.cards if card != UNKNOWN]
            card = self.random.choice(dealt) if dealt and self.random.random() < 0.6 else self.shoe[0]
            return Report("cards_exposed", cards=(card,))
        if lot < 0.8:
            return Report(self.random.choice(_COMMUNITY_TROUBLE), cards=tuple(self.shoe[-1:]))
        street = self.random.choice(("flop", "turn", "river"))
        mended = {"street": street, "reconstructable": self.random.choice(("yes", "no"))}
        if lot < 0.9:
            return Report("too_many_community_cards", mended, piles=self._other_board())
        if lot < 0.95:
            return RunOutClock(seat)
        return Report("wrong_hand_count", {"seen": "no", "reconstructable": "yes"}, piles=self._swapped())

    def _early(self, seat: int) -> Report:
        owes = self.hand(seat).bet < self.round.level
        wager = Move.RAISE if self.round.level else Move.BET
        move = self.random.choice((wager, wager, Move.ALL_IN, Move.FOLD, Move.CALL if owes else Move.CHECK))
        to = self.round.level + self.round.big * self.random.randint(1, 4)
        return Report("out_of_turn", seat=seat, move=move, to=to)

    def _other_board(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        community = self.round.community
        return ((COMMUNITY, (*community[:-1], self.shoe[0])),) if community else ()

    def _swapped(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """Two hands change places."""
        hands: Sequence[Any] = [hand for hand in self.round.hands if len(hand.cards) == 2 and UNKNOWN not in hand.cards]
        if len(hands) < 2:
            return ()
        one, other = self.random.sample(hands, 2)
        return ((str(one.seat), other.cards), (str(other.seat), one.cards))

"""Playing in the poker room in a test: a table, its Players ``p1`` to ``p10`` by seat, and acts as short texts."""

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.cards import DECK, Card, parse_cards
from croupier.money import Cents
from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.authority import SignStatement, StatementSigned, Weighing
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import act, open_room
from croupier.play.room.commands import (
    Act,
    ComeBack,
    DealCards,
    DeemLeft,
    JoinTable,
    LeaveTable,
    Look,
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
from croupier.play.room.events import RoomEvent, RoundOpened, StatementMade
from croupier.play.room.options import RoomOption, room_options
from croupier.play.room.state import COMMUNITY, NOBODY, Hand, Phase, Round, Table
from croupier.play.room.table import RoomTurn
from croupier.play.room.view import RoomView, room_view
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_room
from croupier.rules.authority import Touches
from croupier.rules.room import Marker, Move
from croupier.rules.terms import Role

STAKE = 20_000
SEEN = "on the recording"
"""The reason that signers give."""
POLICY: Mapping[str, Any] = {"rake": "0"}
"""Small Blind 100, Big Blind 200, no Rake unless a test is about it."""


def chips_on(table: Table) -> Cents:
    """Every chip on the table that is a Player's: behind, bet, and in the pots."""
    hands = table.round.hands if table.round is not None and table.playing else ()
    playing = {hand.seat for hand in hands}
    behind = sum(seat.stake for seat in table.seats if seat.number not in playing)
    return behind + sum(hand.stack + hand.put + hand.dead for hand in hands)


class RoomSitting:
    """A table of the poker room in a test."""

    def __init__(
        self,
        stakes: Mapping[int, int] | Iterable[int] = (1, 2, 3, 4, 5, 6),
        policy: Mapping[str, Any] | None = None,
    ) -> None:
        """Players with these Table Stakes by seat; ``policy`` adds to POLICY. Stakes may be any, for all-ins."""
        self.game = load_room("rws-poker")
        by_seat = dict(stakes) if isinstance(stakes, Mapping) else dict.fromkeys(stakes, STAKE)
        limits = {"minimum_stake": 200, "maximum_stake": 10_000_000}
        self.table: Table = open_room(self.game, {**POLICY, **limits, **(policy or {})})
        self.events: list[RoomEvent] = []
        self.signs = True
        """Whether those whom the table of authority asks for sign a statement at once."""
        for seat, stake in by_seat.items():
            self.do(JoinTable(seat, stake), by=f"p{seat}")

    # ---- Doing --------------------------------------------------------------------------------------------------

    def ask(self, command: RoomCommand, by: str = "dealer") -> tuple[RoomEvent, ...] | Refusal:
        """What a command leads to; ``by`` is a Player such as ``p1`` or a role such as ``shift_manager``."""
        role = Role.PLAYER if by not in set(Role) else Role(by)
        deed: Deed[RoomCommand] = Deed(Actor(by, role), command)
        turn = act(self.game, self.table, deed.actor, deed.command)
        if isinstance(turn, Refusal):
            return turn
        if self.signs and isinstance(turn.events[-1], StatementMade):
            turn = self._signed_for(turn)
        before = chips_on(self.table) + self.table.rake
        self.table = turn.table
        moved = any(
            type(one).__name__ in {"PlayerJoined", "PlayerLeft", "StakeIncreased", "GonePaid"} for one in turn.events
        )
        assert moved or chips_on(self.table) + self.table.rake == before, "chips were made or lost"
        assert all(self.game.document.knows(cite) for one in turn.events for cite in one.cites)
        self.events += turn.events
        return turn.events

    def _signed_for(self, turn: RoomTurn) -> RoomTurn:
        """The turn once a Pit Manager, and if need be a Shift Manager, have signed the statement in it."""
        (made,) = turn.events
        assert isinstance(made, StatementMade)
        for name, role in (("second", Role.PIT_MANAGER), ("third", Role.SHIFT_MANAGER)):
            signed = act(self.game, turn.table, Actor(name, role), SignStatement(made.number, SEEN))
            assert isinstance(signed, RoomTurn), signed
            turn = signed
            if not turn.table.waiting:
                break
        return RoomTurn(turn.table, tuple(one for one in turn.events if not isinstance(one, StatementSigned)))

    def do(self, command: RoomCommand, by: str = "dealer") -> tuple[RoomEvent, ...]:
        """A command that must be accepted; its events."""
        events = self.ask(command, by)
        assert not isinstance(events, Refusal), f"{command}: {events}"
        return events

    def refused(self, command: RoomCommand, by: str = "dealer") -> Refusal:
        """A command that must be refused and change nothing; its refusal."""
        before = self.table
        events = self.ask(command, by)
        assert isinstance(events, Refusal), f"{command} was accepted"
        assert self.table == before
        assert all(self.game.document.knows(cite) for cite in events.cites)
        return events

    def not_alone(self, command: RoomCommand, by: str = "dealer") -> Weighing:
        """A statement that this person may make but not alone: it waits, and nothing has come of it yet."""
        answer = act(self.game, self.table, Actor(by, Role(by)), command)
        assert isinstance(answer, RoomTurn), answer
        (made,) = answer.events
        assert isinstance(made, StatementMade), made
        assert (answer.table.round, answer.table.seats) == (self.table.round, self.table.seats)
        return made.weighing

    def against_record(self, command: RoomCommand, by: str = "dealer") -> None:
        """What contradicts the record: nobody below a Pit Supervisor says it alone, and nothing has come of it yet."""
        answer = act(self.game, self.table, Actor(by, Role(by)), command)
        if isinstance(answer, RoomTurn):
            (made,) = answer.events
            assert isinstance(made, StatementMade), made
            assert Touches.AGAINST_RECORD in made.weighing.touches
            assert (answer.table.round, answer.table.seats) == (self.table.round, self.table.seats)
        else:  # nothing that could be carried out even then, or a supervisor's without a reason
            assert answer.reason in {Reason.CARDS, Reason.MOMENT, Reason.NO_SUCH_SEAT, Reason.AMOUNT}, answer

    def play(self, *acts: str) -> tuple[RoomEvent, ...]:
        """Acts such as ``3 call``, ``4 raise 600``, ``1 all_in``, by the seat's own Player; events of the last one."""
        events: tuple[RoomEvent, ...] = ()
        for text in acts:
            command, player = self.parse(text)
            events = self.do(command, player)
        return events

    def not_played(self, text: str) -> Refusal:
        """An act as in :meth:`play` that must be refused."""
        command, player = self.parse(text)
        return self.refused(command, player)

    def parse(self, text: str) -> tuple[Act, str]:
        """``4 raise 600`` as a command, and who gives it."""
        seat, move, *to = text.split()
        found = self.table.seat(int(seat))
        player = found.player if found is not None else f"p{seat}"
        return Act(int(seat), Move(move), int(to[0]) if to else None), player

    def open(self) -> RoundOpened:
        """The next round; its first event."""
        event = self.do(OpenRound())[0]
        assert isinstance(event, RoundOpened)
        return event

    def deal(self, hands: Mapping[int, str] | None = None, board: str = "") -> None:
        """Deal what is due now: named Hole Cards by seat, or the next of a named board; the rest from the deck's end.

        Name the whole board each time (``"2c 3d 4h 8s 9s"``); its part that is due is taken. Burnt and unnamed cards
        come from what is named nowhere.
        """
        wanted = parse_cards(board)
        named = {str(seat): list(parse_cards(cards)) for seat, cards in (hands or {}).items()}
        taken = {card for cards in named.values() for card in cards} | set(wanted)
        spare = [card for card in DECK if card not in taken and not self.round.used >> card & 1]
        due = list(wanted[len(self.round.community) :])
        cards: list[Card] = []
        for place in self.round.ahead:
            source = due if place == COMMUNITY else named.get(place, [])
            cards.append(source.pop(0) if source else spare.pop(0))
        self.do(DealCards(tuple(cards)))

    def start(self, hands: Mapping[int, str] | None = None, board: str = "") -> RoundOpened:
        """Open a round and deal the Hole Cards; cards of ``board`` stay in the shoe for later."""
        opened = self.open()
        self.deal(hands, board)
        return opened

    def check_down(self, board: str = "") -> None:
        """Everybody checks or calls, and streets are dealt, until the Final Betting Round is over."""
        while self.round.phase in {Phase.BETTING, Phase.DEALING}:
            if self.round.phase is Phase.DEALING:
                self.deal(board=board)
                continue
            hand = self.round.hands[self.round.turn]
            self.play(f"{hand.seat} {'call' if hand.bet < self.round.level else 'check'}")

    def finish(self, board: str = "") -> tuple[RoomEvent, ...]:
        """From the end of the Final Betting Round: marker, all hands shown, remaining cards, settlement."""
        if self.round.active & (self.round.active - 1):
            if self.round.marker is not Marker.SHOWDOWN:
                self.do(TurnMarker())
            for hand in self.round.hands:
                if self.round.active >> self.round.place(hand.seat) & 1 and self.hand(hand.seat).shown is None:
                    self.do(ShowHand(hand.seat), hand.player)
            while self.round.ahead:
                self.deal(board=board)
        return self.do(Settle())

    def whole(self, hands: Mapping[int, str] | None = None, board: str = "") -> tuple[RoomEvent, ...]:
        """A round in which everybody checks or calls to the showdown."""
        self.start(hands, board)
        self.check_down(board)
        return self.finish(board)

    def report(
        self, irregularity: str, seat: int | None = None, by: str = "dealer", **more: Any
    ) -> tuple[RoomEvent, ...]:
        """Report an irregularity that must be ruled on; ``facts``, ``cards`` and the like as in the command."""
        return self.do(Report(irregularity, seat=seat, **more), by)

    # ---- Looking ------------------------------------------------------------------------------------------------

    @property
    def round(self) -> Round:
        """The round in play, or the last one."""
        assert self.table.round is not None
        return self.table.round

    def hand(self, seat: int) -> Hand:
        """A hand of this round."""
        at = self.round.place(seat)
        assert at != NOBODY
        return self.round.hands[at]

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is to act."""
        return None if self.round.turn == NOBODY else self.round.hands[self.round.turn].seat

    @property
    def stacks(self) -> dict[int, int]:
        """What each seat has behind: in a round without what is bet, after it his Table Stake."""
        held = {hand.seat: hand.stack for hand in self.round.hands} if self.table.playing else {}
        return {seat.number: held.get(seat.number, seat.stake) for seat in self.table.seats}

    def seen_by(self, by: str) -> RoomView:
        """The table as a Player such as ``p1`` or a role such as ``dealer`` sees it."""
        role = Role.PLAYER if by not in set(Role) else Role(by)
        return room_view(self.game, self.table, Viewer(role, by if role is Role.PLAYER else ""))

    def options(self, by: str) -> tuple[RoomOption, ...]:
        """What a Player or a role may do now."""
        role = Role.PLAYER if by not in set(Role) else Role(by)
        return room_options(self.game, self.table, Viewer(role, by if role is Role.PLAYER else ""))


__all__ = [
    "STAKE",
    "Act",
    "ComeBack",
    "DealCards",
    "DeemLeft",
    "JoinTable",
    "LeaveTable",
    "Look",
    "MuckHand",
    "OpenRound",
    "PayIn",
    "Report",
    "RoomSitting",
    "RunOutClock",
    "Settle",
    "ShowHand",
    "SitOut",
    "TakeDecision",
    "TopUp",
    "TurnMarker",
]

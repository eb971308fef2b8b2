"""A table of the poker room twice, the engine's and the reference's, asked the same and compared after every act.

Both are asked the same; both must accept it or both refuse it. After it whose turn it is and what he may do, the cards
that are due, the decisions that are waited for, the chips before everybody must be the same, and in the end the pots,
the Rake and the stacks.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from croupier.cards import Card, format_card, parse_cards
from croupier.notation.actors import Deed
from croupier.notation.room_acts import format_room_act
from croupier.play.actor import Actor
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.refusal import Refusal
from croupier.play.room import act
from croupier.play.room.commands import Act, Report, RoomCommand, Settle
from croupier.play.room.events import Acted, BetReturned, GonePaid, IrregularityRuled, PotAwarded, RoomEvent
from croupier.play.room.options import ActOption, room_options
from croupier.play.room.state import Phase, Round, Table
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_room
from croupier.rules.room import Move
from croupier.rules.terms import Role

from . import room
from . import room_troubled as ref
from .room_sittings import Sitting

GAME = load_room("rws-poker")
STAFF = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
DEALER, SUPERVISOR, MANAGER = "dealer", "pit_supervisor", "shift_manager"
PLACES = {ref.BURN: "burn", ref.BOARD: "community"}


class DifferenceError(AssertionError):
    """The engine and the reference disagree."""


def card_of(text: str) -> Card:
    return parse_cards(text)[0]


def cards_of(texts: tuple[str, ...] | list[str]) -> tuple[Card, ...]:
    return tuple(card_of(text) for text in texts)


@dataclass
class Duel:
    """One table on both sides."""

    rng: Random
    chip: int
    theirs: Sitting
    table: Table
    lines: list[str] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)
    truth: dict[int, list[str]] = field(default_factory=dict)  # what the Hole Cards are that nobody keyed in
    hidden: bool = False
    people: int = 0
    left: list[str] = field(default_factory=list)  # who may take a seat again
    returned: list[tuple[int, int]] = field(default_factory=list)  # uncalled bets of this round
    repaid: dict[str, int] = field(default_factory=dict)  # by void rounds, to those who had left
    compelled: str = ""  # the paragraph that leaves whoever acts now nothing else, or makes his fold cost a bet
    ruling: bool = False  # what is asked is a report in a round
    awards: list[PotAwarded] = field(default_factory=list)
    acts: int = 0

    # ---- Asking both -------------------------------------------------------------------------------------------------

    @property
    def round(self) -> ref.Troubled:
        assert self.theirs.round is not None
        return self.theirs.round

    @property
    def ours(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def dealt(self) -> tuple[int, ...]:
        assert self.theirs.plan is not None
        return self.theirs.plan.dealt

    def ask(self, command: RoomCommand, by: str, their: Callable[[], None]) -> bool:
        """Whether both accept it."""
        role = Role(by) if by in set(Role) else Role.PLAYER
        deed: Deed[RoomCommand] = Deed(Actor(by, role), command)
        why = ""
        try:
            their()
        except room.NotAllowedError as error:
            why = str(error)
        turn = act(GAME, self.table, deed.actor, deed.command)
        self.acts += 1
        refused = isinstance(turn, Refusal)
        self.lines.append(f"{format_room_act(deed)}{'   (refused)' if refused else ''}")
        if isinstance(turn, Refusal):
            if not why:
                raise DifferenceError(f"the engine refuses, the reference accepts: {turn}")
            return False
        if why:
            raise DifferenceError(f"the engine accepts, the reference refuses: {why}")
        self.table = turn.table
        self._hear(turn.events)
        self.compare()
        return True

    def do(self, command: RoomCommand, by: str, their: Callable[[], None]) -> None:
        if not self.ask(command, by, their):
            raise DifferenceError("both refuse what ought to be possible")

    def tell(self, told: ref.Report) -> bool:
        """The same report on both sides."""
        piles = tuple((self.place(place), cards_of(list(cards))) for place, cards in told.piles.items())
        command = Report(
            told.name,
            dict(told.facts),
            None if told.at is None else self.dealt[told.at],
            cards_of(told.cards),
            Move(told.kind) if told.kind else None,
            told.to or None,
            piles,
            told.reason,
        )
        self.ruling = True
        accepted = self.ask(command, told.by, lambda: self.round.say(told))
        if accepted and self.round.waiting is not None:
            accepted = self.ends()
        self.ruling = False
        self.count(told.name if accepted else f"{told.name} refused")
        return accepted

    def ends(self) -> bool:
        """A statement that waits is signed, refused or withdrawn; whether it was carried out."""
        self.count("waits for signatures")
        while self.round.waiting is not None:
            by = self.rng.choice(STAFF)
            why = self.rng.choice(["", "on the recording", "on the recording"])
            chance = self.rng.random()
            if chance < 0.1:
                if self.ask(RefuseStatement(self.stated, why), by, partial(self.round.turn_down, by, why)):
                    self.count("refused or withdrawn")
                    return False
            elif chance < 0.25:
                if self.ask(Settle(), DEALER, self.round.settle):
                    raise DifferenceError("a round is settled while a statement waits")
            else:
                self.ask(SignStatement(self.stated, why), by, partial(self.round.sign, by, why))
        self.count("signed")
        return True

    @property
    def stated(self) -> int:
        """The number of the statement that waits."""
        return self.table.waiting[0].number

    def place(self, place: ref.Place) -> str:
        """As the engine calls it."""
        return PLACES[place] if isinstance(place, str) else str(self.dealt[place])

    def name(self, at: int) -> str:
        return self.ours.hands[at].player

    def _hear(self, events: tuple[RoomEvent, ...]) -> None:
        for event in events:
            if isinstance(event, BetReturned):
                self.returned.append((self.ours.place(event.seat), event.amount))
            elif isinstance(event, PotAwarded):
                self.awards.append(event)
            elif isinstance(event, Acted) and self.compelled and self.compelled not in event.cites:
                raise DifferenceError(f"the engine cites {event.cites}, the reference {self.compelled}")
            elif isinstance(event, IrregularityRuled) and self.ruling and self.round.ruled not in event.cites:
                raise DifferenceError(f"the engine cites {event.cites}, the reference {self.round.ruled}")
            elif isinstance(event, GonePaid):
                self.repaid[event.player] = self.repaid.get(event.player, 0) + event.amount

    # ---- Comparing ---------------------------------------------------------------------------------------------------

    def same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise DifferenceError(f"{what}: the engine has {ours}, the reference {theirs}")

    def compare(self) -> None:
        self.same("in play", self.table.playing, self.theirs.playing)
        waits = self.theirs.round is not None and self.theirs.round.waiting is not None
        self.same("waits for signatures", bool(self.table.waiting), waits)
        if not self.theirs.playing:
            return
        ours, theirs = self.ours, self.round
        self.same("dealt in", tuple(hand.seat for hand in ours.hands), self.dealt)
        due = tuple(self.place(place) for place in theirs.ahead)
        self.same("cards due", ours.ahead, due)
        turn = theirs.turn
        self.same("turn", ours.turn if ours.phase is Phase.BETTING else None, turn)
        if not theirs.ahead:
            self.same("showdown", ours.phase is Phase.SHOWDOWN, theirs.hand.over)
        active = [at for at in theirs.active if theirs.shown.get(at) is not False]
        self.same("active", [at for at in range(len(self.dealt)) if ours.active >> at & 1], active)
        self.same("bets", [hand.bet for hand in ours.hands] if turn is not None else None, self._bets())
        stacks = list(theirs.hand.stacks)
        for seat in self.theirs.gone:
            stacks[self.dealt.index(seat)] = 0
        self.same("stacks", [hand.stack for hand in ours.hands], stacks)
        self.same("Community Cards", [format_card(card) for card in ours.community], theirs.board)
        pending = [(one.number, one.role, one.options) for one in self.table.pending]
        asked = [(one.number, Role.SHIFT_MANAGER, one.options) for one in theirs.pending]
        self.same("pending", pending, asked)
        if turn is not None and not theirs.pending and theirs.waiting is None:
            self._probe(turn)

    def _bets(self) -> list[int] | None:
        return None if self.round.turn is None else self.round.hand.bets

    def _probe(self, at: int) -> None:
        """Every kind of act, with the least and the most and a chip beside them, tried without doing it."""
        least, most = self.round.range()
        tried = [("fold", 0), ("check", 0), ("call", 0), ("all_in", 0)]
        for kind in ("bet", "raise"):
            amounts = {least, most, least - self.chip, most + self.chip, self.round.hand.level + self.chip}
            tried += [(kind, to) for to in sorted(amounts) if to > 0]
        seat, player, bound = self.dealt[at], Actor(self.name(at), Role.PLAYER), self.round.bound(at)
        for kind, to in tried:
            answer = act(GAME, self.table, player, Act(seat, Move(kind), to or None))
            refused = isinstance(answer, Refusal)
            if refused == self.round.may(kind, to):
                may = "refuses" if refused else "accepts"
                raise DifferenceError(f"seat {seat} {kind} {to}: the engine {may} it ({answer}; {bound})"[:400])
            cited = not bound or not isinstance(answer, Refusal) or bound in answer.cites
            if not cited and room.allows(self.round.hand, room.Action(at, kind, to)):
                raise DifferenceError(f"seat {seat} {kind} {to}: {answer} does not cite {bound}"[:400])
        options = room_options(GAME, self.table, Viewer(Role.PLAYER, self.name(at)))
        moves = [one for one in options if isinstance(one, ActOption)]
        ranges = {(one.least, one.most) for one in moves if one.move in {Move.BET, Move.RAISE}}
        all_in = any(one.move is Move.ALL_IN for one in moves)
        if ranges or (least and not all_in):
            self.same("what may be bet", ranges, {(least, most)} if least else set())
        if not least:
            self.same("all-in is offered", all_in and self.round.hand.stacks[at] > self.round.hand.level, False)

    def close(self) -> None:
        """The end of a round: pots, Rake and stacks."""
        theirs = self.round
        self.theirs.close()
        self.same("void", self.ours.voided, theirs.void)
        stakes = {seat.number: seat.stake for seat in self.table.seats}
        self.same("stakes", stakes, {seat: one.stack for seat, one in sorted(self.theirs.sitters.items())})
        self.same("repaid", self.repaid, {name: paid for name, paid in self.theirs.repaid.items() if paid})
        self.same("rake", self.table.rake, self.theirs.rake)
        outcome = theirs.outcome
        if outcome is None:
            return
        self.same("returned", sorted(self.returned), sorted([*theirs.returned, *outcome.returned]))
        made = [pot for pot in zip(outcome.pots, outcome.rakes, outcome.won, strict=True) if pot[0].amount]
        pots = [
            (pot.amount, rake, {self.dealt[at]: chips for at, chips in enumerate(won) if chips})
            for pot, rake, won in made
        ]
        self.same("pots", [(pot.amount, pot.rake, dict(pot.winners)) for pot in self.awards], pots)

    @property
    def day(self) -> str:
        return str(self.theirs.day)

    def count(self, what: str) -> None:
        self.met[what] = self.met.get(what, 0) + 1

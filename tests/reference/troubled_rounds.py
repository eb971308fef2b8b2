"""Random troubled rounds at the engine's table and at the reference's, compared after every act.

Both are asked the same; both must accept it or both refuse it. After it whose turn it is and what he may do, the cards
that are due, the decisions that are waited for, the chips before everybody must be the same, and in the end the pots,
the Rake and the stacks.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from croupier.cards import Card, format_card, parse_cards
from croupier.notation.room_acts import format_room_act
from croupier.play.envelope import Envelope
from croupier.play.refusal import Refusal
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
from croupier.play.room.events import BetReturned, GonePaid, IrregularityRuled, PotAwarded, RoomEvent
from croupier.play.room.options import ActOption, room_options
from croupier.play.room.state import Phase, RoomTable, Round
from croupier.play.view import Viewer
from croupier.rulebooks import load_room
from croupier.rules.room import Move
from croupier.rules.terms import Role

from . import evaluator as ev
from . import room
from . import room_troubled as ref
from .room_sittings import Sitting
from .troubled_reports import trouble

GAME = load_room("rws-poker")
DEALER, SUPERVISOR, MANAGER = "dealer", "pit_supervisor", "shift_manager"
MOST_ACTS = 1_000
"""Of a round: a Betting Round has no cap on Raises, but chips have an end."""
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
    table: RoomTable
    lines: list[str] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)
    truth: dict[int, list[str]] = field(default_factory=dict)  # what the Hole Cards are that nobody keyed in
    hidden: bool = False
    people: int = 0
    left: list[str] = field(default_factory=list)  # who may take a seat again
    returned: list[tuple[int, int]] = field(default_factory=list)  # uncalled bets of this round
    repaid: dict[str, int] = field(default_factory=dict)  # by void rounds, to those who had left
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
        envelope: Envelope[RoomCommand] = Envelope("1", by, role, command)
        why = ""
        try:
            their()
        except room.NotAllowedError as error:
            why = str(error)
        turn = act(GAME, self.table, envelope)
        self.acts += 1
        refused = isinstance(turn, Refusal)
        self.lines.append(f"{format_room_act(envelope)}{'   (refused)' if refused else ''}")
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
        accepted = self.ask(command, told.by, lambda: self.round.report(told))
        self.ruling = False
        self.count(told.name if accepted else f"{told.name} refused")
        return accepted

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
        if turn is not None and not theirs.pending:
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
        seat = self.dealt[at]
        for kind, to in tried:
            command = Act(seat, Move(kind), to or None)
            answer = act(GAME, self.table, Envelope("1", self.name(at), Role.PLAYER, command))
            if isinstance(answer, Refusal) == self.round.may(kind, to):
                may = "refuses" if isinstance(answer, Refusal) else "accepts"
                bound = self.round.bound(at)
                raise DifferenceError(f"seat {seat} {kind} {to}: the engine {may} it ({answer}; {bound})"[:400])
            bound = self.round.bound(at)
            lawful = room.allows(self.round.hand, room.Action(at, kind, to))
            if bound and lawful and isinstance(answer, Refusal) and bound not in answer.cites:
                raise DifferenceError(f"seat {seat} {kind} {to}: the refusal cites {answer.cites}, not {bound}")
        options = room_options(GAME, self.table, Viewer(Role.PLAYER, self.name(at)))
        moves = [one for one in options if isinstance(one, ActOption)]
        ranges = {(one.least, one.most) for one in moves if one.move in {Move.BET, Move.RAISE}}
        all_in = any(one.move is Move.ALL_IN for one in moves)
        if ranges or (least and not all_in):
            self.same("what may be bet", ranges, {(least, most)} if least else set())

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

    # ---- Between rounds ----------------------------------------------------------------------------------------------

    def come_and_go(self) -> None:
        for seat in range(1, self.theirs.seats + 1):
            sitter = self.theirs.sitters.get(seat)
            if sitter is None:
                if self.rng.random() < 0.15 or len(self.theirs.sitters) < 2:
                    self.join(seat)
            elif not sitter.stack and self.rng.random() < 0.7:
                self.top_up(seat)
            elif sitter.away:
                if self.rng.random() < 0.35:
                    self.come_back(seat)
            elif self.rng.random() < 0.08:
                self.sit_out(seat)
            if seat in self.theirs.sitters and self.rng.random() < 0.04:
                self.leave(seat)
            if seat in self.theirs.sitters and self.rng.random() < 0.35:
                self.pay_in(seat)
            if seat in self.theirs.sitters and self.rng.random() < (0.1 if self.theirs.sitters[seat].away else 0.01):
                self.deem_left(seat)
        if self.theirs.sitters and self.rng.random() < 0.2:
            self.absent()
        if self.rng.random() < 0.05:
            self.question()
        if self.rng.random() < 0.02:
            self.theirs.day += 1

    def join(self, seat: int) -> None:
        here = {one.name for one in self.theirs.sitters.values()}
        again = [name for name in self.left if name not in here]
        if again and self.rng.random() < 0.5:
            name = self.rng.choice(again)
        else:
            self.people += 1
            name = f"g{self.people}"
        stake = self.theirs.terms.big_blind * self.rng.choice([1, 2, 5, 20, 100]) + self.chip * self.rng.randint(0, 3)
        relocated = self.rng.random() < 0.2
        if relocated and self.rng.random() < 0.5:
            stake = self.chip * self.rng.randint(1, 2 * self.theirs.small // self.chip)  # 3.6.2: less than the least
        command = JoinTable(seat, stake, name if relocated else "", relocated, day=self.day)
        by = DEALER if relocated else name
        if self.ask(command, by, lambda: self.theirs.join(seat, name, stake, relocated=relocated)):
            self.count("came back to a seat" if name in self.left else "came")

    def top_up(self, seat: int) -> None:
        amount = self.theirs.terms.big_blind * self.rng.choice([1, 3, 20, 100])
        self.ask(TopUp(seat, amount), self.theirs.sitters[seat].name, lambda: self.theirs.top_up(seat, amount))

    def come_back(self, seat: int) -> None:
        self.ask(ComeBack(seat), self.theirs.sitters[seat].name, lambda: self.theirs.come_back(seat))

    def deem_left(self, seat: int) -> None:
        """Where the text is clear: he said nothing of the kind, or the Blinds have passed him never or twice."""
        sitter = self.theirs.sitters[seat]
        if sitter.away and sitter.returns and (sitter.passed == 1 or (sitter.missed_small and not sitter.passed)):
            return
        if self.ask(DeemLeft(seat, "as seen", day=self.day), "pit_manager", lambda: self.theirs.deem_left(seat)):
            self.left.append(sitter.name)
            self.count("deemed gone")

    def question(self) -> None:
        """Something between rounds that no paragraph covers; the next round waits."""
        self.do(Report("not_covered"), DEALER, self.theirs.ask)
        number = self.theirs.decisions
        self.ask(OpenRound(), DEALER, self.theirs.open_round)
        option = self.rng.choice(["continue", "void_round", "fold_hand"])
        taken = TakeDecision(number, option, "as seen")
        if not self.ask(taken, MANAGER, lambda: self.theirs.decide(number, option)):
            taken = TakeDecision(number, "continue", "as seen")
            self.do(taken, MANAGER, lambda: self.theirs.decide(number, "continue"))

    def absent(self) -> None:
        """Somebody is not there for his Blind."""
        due = self.theirs.due()
        if not due:
            return
        blind = self.rng.choice(["small_blind", "big_blind"])
        seat = due.get(blind, 0)
        if seat not in self.theirs.sitters or self.rng.random() < 0.1:
            seat = self.rng.choice([seat for seat, one in self.theirs.sitters.items() if one.stack and not one.away])
        returns, said = self.rng.choice([(True, "yes"), (False, "no"), (None, "not_said")])
        told = Report("player_absent", {"due": blind, "will_return": said}, seat)
        self.ask(told, DEALER, lambda: self.theirs.report_absent(seat, blind, returns))
        self.count("absent")

    def sit_out(self, seat: int) -> None:
        sitter = self.theirs.sitters[seat]
        returns = self.rng.choice([True, True, False, None])
        self.ask(SitOut(seat, returns), sitter.name, lambda: self.theirs.sit_out(seat, returns))

    def leave(self, seat: int) -> None:
        name = self.theirs.sitters[seat].name
        if self.ask(LeaveTable(seat, day=self.day), name, lambda: self.theirs.leave(seat)):
            self.left.append(name)
            self.count("left in a round" if self.theirs.playing else "left between rounds")

    def pay_in(self, seat: int) -> None:
        pays = self.rng.random() < 0.9
        self.ask(PayIn(seat, pays), self.theirs.sitters[seat].name, lambda: self.theirs.pay_in(seat, pays))

    def count(self, what: str) -> None:
        self.met[what] = self.met.get(what, 0) + 1

    # ---- A round -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """A round with two to four troubles, from the posts to the chips."""
        self.deck = self.rng.sample(ev.DECK, 52)
        self.truth, self.returned, self.awards = {}, [], []
        self.hidden = self.rng.random() < 0.3
        if not self.ask(OpenRound(), DEALER, self.theirs.open_round):
            return
        troubles, haste = self.rng.randint(2, 4), self.rng.choice([0.04, 0.1, 0.2])
        boldness = self.rng.choice([0.05, 0.2, 0.4])

        begun = self.acts
        while not self.round.ended:
            if self.acts > begun + MOST_ACTS:
                raise DifferenceError("the round does not end")
            if troubles and self.rng.random() < haste:
                troubles -= 1
                trouble(self)
            elif self.round.pending:
                self.decide()
            elif self.round.ahead:
                self.deal()
            elif self.round.turn is not None:
                self.bet(self.round.turn, boldness)
            else:
                self.finish()
        self.count("void" if self.round.void else "settled")
        self.close()

    def decide(self) -> None:
        asked = self.rng.choice(self.round.pending)
        option = self.rng.choice([*asked.options, "continue", "continue"])
        if option == "fold_hand" and False in self.round.shown.values():
            option = "continue"  # who would win what the others have given up for that hand, nobody says
        by = MANAGER if self.rng.random() < 0.9 else SUPERVISOR
        self.ask(TakeDecision(asked.number, option, "as seen"), by, lambda: self.round.decide(asked.number, option, by))

    def deal(self) -> None:
        due = list(self.round.ahead)
        if self.rng.random() < 0.3:
            due = due[: self.rng.randint(1, len(due))]
        cards = []
        for place in due:
            card = self.deck.pop(0)
            if self.hidden and place != ref.BOARD:
                if isinstance(place, int):
                    self.truth.setdefault(place, []).append(card)
                card = ref.HIDDEN
            cards.append(card)
        self.do(DealCards(cards_of(cards)), DEALER, lambda: self.round.deal(cards))

    def bet(self, at: int, boldness: float) -> None:
        if at not in self.round.looked and self.rng.random() < 0.3:
            self.do(Look(self.dealt[at]), self.name(at), lambda: self.round.look(at))
        if self.rng.random() < 0.05:
            self.untimely()
            return
        if self.rng.random() < 0.05:
            other = self.rng.choice(self.round.active)
            self.act(other, self.rng.choice(["call", "check", "fold"])) if other != at else None
            return
        least, most = self.round.range()
        kinds = [kind for kind in ("fold", "check", "call", "all_in") if self.round.may(kind)]
        if least and (not kinds or self.rng.random() < boldness):
            sized = next((kind for kind in ("bet", "raise") if self.round.may(kind, least)), None)
            if sized is not None:
                steps = max(0, min(most - least, 8 * self.theirs.terms.big_blind)) // self.chip
                self.act(at, sized, least + self.chip * self.rng.randint(0, steps))
                return
        if self.rng.random() < 0.03:
            self.do(RunOutClock(self.dealt[at]), DEALER, lambda: self.round.clock(at))
            return
        weights = {"fold": 1.5 if self.round.early else 0.25, "check": 3.0, "call": 2.0, "all_in": 0.3 * boldness}
        if not kinds:
            raise DifferenceError(f"seat {self.dealt[at]} may do nothing")
        self.act(at, self.rng.choices(kinds, [weights[kind] for kind in kinds])[0])

    def untimely(self) -> None:
        """What is not possible while somebody has his turn."""
        at = self.rng.choice(range(len(self.dealt)))
        seat, name = self.dealt[at], self.name(at)
        tried: list[tuple[RoomCommand, str, Callable[[], None]]] = [
            (Settle(), DEALER, self.round.settle),
            (TurnMarker(), DEALER, self.round.turn_marker),
            (DealCards(cards_of(self.deck[:1])), DEALER, lambda: self.round.deal(self.deck[:1])),
            (OpenRound(), DEALER, self.theirs.open_round),
            (ShowHand(seat), name, lambda: self.round.show(at)),
            (MuckHand(seat), name, lambda: self.round.muck(at)),
        ]
        if self.ask(*self.rng.choice(tried)):
            raise DifferenceError("both accept what ought not to be possible")

    def act(self, at: int, kind: str, to: int = 0) -> None:
        by = self.name(at) if self.rng.random() < 0.9 else DEALER  # 5.13
        if at == self.round.turn:
            self.count(self.round.bound(at) or "free to act")
        self.ask(Act(self.dealt[at], Move(kind), to or None), by, lambda: self.round.act(at, kind, to))

    def finish(self) -> None:
        """The marker, the hands, and the settlement."""
        if not self.round.showdown:
            self.do(Settle(), DEALER, self.round.settle)
            return
        if not self.round.marker and self.rng.random() < 0.8:
            self.do(TurnMarker(), DEALER, self.round.turn_marker)
            return
        to_come = [at for at in self.round.active if at not in self.round.shown]
        if not to_come:
            if self.round.marker:
                self.do(Settle(), DEALER, self.round.settle)
            return
        at = self.round.next_to_show()
        if at is None or self.rng.random() < 0.25:
            at = self.rng.choice(to_come)
        seat = self.dealt[at]
        if self.rng.random() < 0.6:
            who = at
            if self.ask(MuckHand(seat), self.name(at), lambda: self.round.muck(who)):
                self.count("mucked unknown" if self.hidden else "mucked")
                return
            if self.rng.random() < 0.5:
                return
        cards = self.truth[at] if not self.round.known(at) else []
        by = DEALER if cards else self.name(at)  # who names what nobody had keyed in
        self.ask(ShowHand(seat, cards_of(cards)), by, lambda: self.round.show(at, cards))


def new_duel(rng: Random) -> Duel:
    """A table of two to ten seats under some House's policy."""
    chip = rng.choice([1, 25, 100])
    small = chip * rng.choice([1, 3, 10])
    rate, cap, unit = rng.choice([0, 25, 50]), chip * rng.choice([0, 2, 10, 500]), chip * rng.choice([1, 1, 2])
    amount = chip * rng.choice([0, 0, 1, 4, 40])
    no_flop = rng.random() < 0.3
    seats = rng.randint(2, 10)
    policy = {
        "small_blind": small,
        "minimum_stake": 2 * small,
        "maximum_stake": 10_000 * small,
        "chips": (chip,),
        "seats": seats,
        "rake": f"{rate / 1000:.3f}",
        "rake_amount": amount,
        "rake_cap": cap,
        "rake_unit": unit,
        "no_flop_no_drop": no_flop,
    }
    terms = room.Terms(2 * small, Fraction(1, 2), Fraction(rate, 1000), unit, amount, cap, no_flop, lowest_chip=chip)
    return Duel(rng, chip, Sitting(terms, small, seats), open_room(GAME, policy))


def campaign(seed: int, rounds: int) -> Duel:
    """So many rounds at one table; a difference tells the seed, the acts and both answers."""
    duel = new_duel(Random(seed))
    for _ in range(rounds):
        begun = len(duel.lines)
        try:
            duel.come_and_go()
            duel.play()
        except Exception as error:
            story = "\n".join(duel.lines)
            kind = "" if isinstance(error, DifferenceError) else f"{type(error).__name__}: "
            policy = f"{duel.table.policy}"
            raise DifferenceError(
                f"seed {seed}, act {len(duel.lines)} (the round from act {begun}): {kind}{error}\n{policy}\n{story}"
            ) from error
    return duel

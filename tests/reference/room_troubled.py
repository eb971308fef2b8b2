"""A round of the poker room in which things go wrong, written from POKER (rws-poker-v6) chapter 5 and its readings.

Betting, pots and the showdown's order are those of `room`; what is added is the deal card by card, what each report
does to the round, what an act Out of Turn binds to, decisions of the Table Game Shift Manager, and hands that the
House does not know. Seats are places clockwise from the left of the Button. Whatever is refused raises and changes
nothing.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace

from . import evaluator as ev
from . import room
from .room_authority import STAFF, Waiting, Wanted, wanted

BURN, BOARD = "burn", "board"
HIDDEN = "??"
NEEDED = {1: 0, 2: 3, 3: 4, 4: 5}  # Community Cards on the table in each Betting Round
STREETS = {"flop": 2, "turn": 3, "river": 4}
VOIDING = {"foreign_card": "5.2.1", "deck_miscount": "5.2.2", "shoe_exhausted": "5.2.3", "unshuffled_cards": "5.2.4"}
EARLIER_STANDS = {"foreign_card", "deck_miscount", "unshuffled_cards"}  # 5.2, last sentence
TOO_MANY = {"flop": "5.8", "turn": "5.8.1", "river": "5.8.2"}
SUPERVISORS = ("pit_supervisor", "pit_manager", "shift_manager")

Place = int | str
Piles = Mapping[Place, Sequence[str]]


@dataclass
class Early:
    """What somebody meant to do Out of Turn, and what those before him have done since (5.10)."""

    kind: str
    to: int
    wagered: int = 0
    folds: bool = False
    checks: bool = False


@dataclass(frozen=True)
class Pending:
    """A decision that the Table Game Shift Manager or above has to take (5.14)."""

    number: int
    at: int | None
    options: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """What staff report; `at` is the seat it is about, `kind` and `to` an act Out of Turn."""

    name: str
    at: int | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    kind: str = ""
    to: int = 0
    piles: Piles = field(default_factory=dict)
    by: str = "dealer"
    reason: str = ""


@dataclass
class Troubled:
    """One round."""

    hand: room.Hand
    start: list[int]  # everybody's chips before the posts
    holes: list[list[str]] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    burnt: list[str] = field(default_factory=list)
    ahead: list[Place] = field(default_factory=list)  # where the next cards go
    dealt_out: bool = False  # everybody has had his two cards
    out: set[str] = field(default_factory=set)  # known cards that are not in the shoe
    discarded: set[str] = field(default_factory=set)  # of those, exposed ones
    exposed: int = 0  # cards exposed in the Initial Deal, over all reports
    looked: set[int] = field(default_factory=set)
    uncovered: bool = False  # a Player has exposed his own Hole Cards
    final: int = 1  # the last Betting Round in which somebody had an option
    acted: int = 0  # the Betting Round of the last act
    marker: bool = False
    returned: list[tuple[int, int]] = field(default_factory=list)
    shown: dict[int, bool] = field(default_factory=dict)  # laid open or mucked
    early: dict[int, Early] = field(default_factory=dict)
    pending: list[Pending] = field(default_factory=list)
    decisions: int = 0  # taken or to be taken at this table so far
    void: bool = False
    ruled: str = ""  # the paragraph of the last ruling
    outcome: room.Outcome | None = None
    waiting: Waiting | None = None  # a statement that more people have to sign
    said: "Report | tuple[int, str] | None" = None  # that statement: a report, or a decision and its option
    against: bool = False  # the last report has contradicted the record

    def __post_init__(self) -> None:
        players = len(self.start)
        self.holes = [[] for _ in range(players)]
        self.ahead = [*range(players), *range(players)]  # 3.9: one card at a time

    # ---- Where the round stands --------------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        return self.void or self.outcome is not None

    @property
    def active(self) -> list[int]:
        return [at for at, still in enumerate(self.hand.active) if still]

    @property
    def initial_deal(self) -> bool:
        """Whether Hole Cards have yet to be dealt."""
        return any(isinstance(place, int) for place in self.ahead)

    @property
    def dealing(self) -> bool:
        return bool(self.ahead) and not self.ended

    @property
    def turn(self) -> int | None:
        """Whose turn it is, where the next thing is an act."""
        return None if self.ended or self.dealing else room.turn(self.hand)

    @property
    def showdown(self) -> bool:
        """The Final Betting Round is complete, and two or more are in."""
        return not self.ended and self.hand.over and len(self.active) > 1

    @property
    def tabled(self) -> bool:
        """No option is left before the 4th Betting Round: all hands are laid open first (1.16, 1.19.ii)."""
        return self.showdown and self.final < 4

    def _allow(self, condition: bool, why: str) -> None:
        if not condition:
            raise room.NotAllowedError(why)

    def _playing(self) -> None:
        self._allow(not self.ended, "the round is over")

    def _unheld(self) -> None:
        self._allow(self.waiting is None, "a statement waits for signatures")

    def _undisturbed(self) -> None:
        self._playing()
        self._unheld()
        self._allow(not self.pending, "a decision is waited for (5.14)")

    def _settle_down(self) -> None:
        """What comes next after any change: cards, a turn, or the showdown."""
        if self.ended:
            return
        if len(self.active) == 1:
            self.ahead = []
            return
        if self.ahead:
            return
        self.dealt_out = True
        wanted = NEEDED[self.hand.street]
        if self.hand.over:
            laid_open = all(at in self.shown for at in self.active)
            wanted = 5 if self.marker and laid_open else len(self.board)
        if len(self.board) < wanted:
            self.ahead = [BURN, *[BOARD] * (1 if self.board else 3)]
        elif not self.hand.over:
            self.final = self.hand.street

    # ---- The deal ----------------------------------------------------------------------------------------------------

    def deal(self, cards: Sequence[str]) -> None:
        self._undisturbed()
        self._allow(0 < len(cards) <= len(self.ahead), "so many cards are not due")
        known = [card for card in cards if card != HIDDEN]
        self._allow(len(set(known)) == len(known) and not self.out & set(known), "a card is dealt twice")
        for card in cards:
            place = self.ahead.pop(0)
            (self.holes[place] if isinstance(place, int) else self.burnt if place == BURN else self.board).append(card)
        self.out |= set(known)
        self._settle_down()

    def look(self, at: int) -> None:
        self._playing()
        self._unheld()
        self._allow(self.hand.active[at] and bool(self.holes[at]), "he has no cards to look at")
        self.looked.add(at)

    # ---- The betting -------------------------------------------------------------------------------------------------

    def bound(self, at: int) -> str:
        """What an act Out of Turn leaves him now that his turn has come; empty where he is free."""
        early = self.early.get(at)
        if early is None or early.kind in {"check", "fold"}:
            return ""
        if early.wagered:
            return "5.10.3" if early.wagered > early.to else "5.10.2"
        if early.folds:
            return "5.10.4"
        owes = self.hand.bets[at] < self.hand.level
        return "5.10.1" if early.checks and not owes else ""

    def may(self, kind: str, to: int = 0) -> bool:
        """Whether whose turn it is may do this."""
        at = self.turn
        if at is None or self.pending:
            return False
        everything = self.hand.bets[at] + self.hand.stacks[at]
        match self.bound(at):
            case "5.10.1":
                return kind == "check"
            case "5.10.4":
                early = self.early[at]
                if kind == "all_in":
                    return early.to == everything
                return kind == early.kind and (kind == "call" or to == early.to)
            case "5.10.2":
                if kind in {"bet", "raise"} or (kind == "all_in" and everything > self.hand.level):
                    return False
            case _:
                pass
        return room.allows(self.hand, room.Action(at, kind, to))

    def range(self) -> tuple[int, int]:
        """The least and the most of a BET or Raise now, all told; twice 0 where there is none."""
        at = self.turn
        assert at is not None
        may = room.legal_for(self.hand, at)
        bound = self.bound(at)
        if bound == "5.10.4" and self.early[at].kind in {"bet", "raise"}:
            return self.early[at].to, self.early[at].to
        if bound in {"5.10.1", "5.10.2", "5.10.4"} or may.aggression is None or not may.answered:
            return 0, 0
        assert may.least is not None
        assert may.most is not None
        return may.least, may.most

    def act(self, at: int, kind: str, to: int = 0) -> None:
        self._undisturbed()
        self._allow(self.turn == at, "it is not his turn (1.27)")
        self._allow(self.may(kind, to), "he may not do that")
        street, done, bound = self.hand.street, len(self.hand.done[at]), self.bound(at)
        early = self.early.pop(at, None)
        self.acted = street
        if kind == "fold" and early is not None and bound == "5.10.3":
            room.leave_in(self.hand, at, max(0, early.to - self.hand.bets[at]))
        else:
            room.apply(self.hand, room.Action(at, kind, to))
        if self.hand.street != street or self.hand.over:
            self.early = {}
        else:
            kind = self.hand.done[at][done]
            for other in self.early.values():
                if kind == "fold":
                    other.folds = True
                elif kind == "check":
                    other.checks = True
                else:
                    other.wagered = max(other.wagered, self.hand.bets[at])
        self._settle_down()

    def clock(self, at: int) -> None:
        """He has not acted in time: he checks if he may, does what binds him, or else folds."""
        self._undisturbed()
        self._allow(self.turn == at, "it is not his turn")
        if self.bound(at) == "5.10.4":
            self.act(at, self.early[at].kind, self.early[at].to)
        else:
            self.act(at, "check" if self.may("check") else "fold")

    def _fold(self, at: int) -> None:
        """A hand counts as folded by a ruling: its chips stay, and whoever is still in answers them."""
        street, before = self.hand.street, self._due_before()
        room.fold_by_ruling(self.hand, at)
        self.early.pop(at, None)
        self.shown.pop(at, None)
        for other, early in self.early.items():
            if at in before.get(other, ()):
                early.folds = True
        if self.hand.street != street or self.hand.over:
            self.early = {}
        if self.dealt_out:
            self.ahead = [place for place in self.ahead if place != at]
        if self.hand.over and self.ahead[:1] == [BURN]:
            self.ahead = []  # a street that has not begun comes after the hands are laid open
        self._settle_down()

    def _due_before(self) -> dict[int, set[int]]:
        """For everybody who acted Out of Turn: who has to act before him, be it after a card has been replaced."""
        first = None if self.ended else room.turn(self.hand)
        if first is None:
            return {}
        players = len(self.start)
        able = {at for at in self.active if self.hand.stacks[at] > 0}
        return {at: able & {(first + step) % players for step in range((at - first) % players)} for at in self.early}

    # ---- The showdown ------------------------------------------------------------------------------------------------

    def turn_marker(self) -> None:
        self._undisturbed()
        self._allow(self.showdown and not self.marker, "the Final Betting Round is not over (1.19)")
        self.marker = True
        self.returned = room.uncalled(self.hand)
        for at, amount in self.returned:
            self.hand.given[at] -= amount
            self.hand.stacks[at] += amount
        self._settle_down()

    def next_to_show(self) -> int | None:
        """3.14.2.a and c; nobody in particular where all are tabled."""
        if not self.showdown or self.tabled:
            return None
        first = room.first_to_show(self.hand)
        order = [at for at in self.active if at >= first] + [at for at in self.active if at < first]
        return next((at for at in order if at not in self.shown), None)

    def must_show(self, at: int) -> bool:
        """3.14.2.d: not beaten in every pot that he can win, as far as anybody knows."""
        for pot in room.pots(self.hand):
            if at not in pot.contenders:
                continue
            against = [other for other in pot.contenders if self.shown.get(other)]
            if not against or (self.known(at) and all(self.strength(at) >= self.strength(one) for one in against)):
                return True
        return False

    def known(self, at: int) -> bool:
        return HIDDEN not in self.holes[at]

    def strength(self, at: int) -> ev.Strength:
        return ev.best([*self.holes[at], *self.board])

    def show(self, at: int, cards: Sequence[str] = ()) -> None:
        self._undisturbed()
        self._allow(self.showdown and at in self.active and at not in self.shown, "there is nothing to show")
        self._allow(self.known(at) or len(cards) == 2, "nobody knows these cards")
        if not self.known(at):
            self.holes[at] = list(cards)
            self.out |= set(cards)
        self.shown[at] = True
        self._settle_down()

    def muck(self, at: int) -> None:
        self._undisturbed()
        self._allow(self.showdown and self.marker, "the marker is not turned")
        self._allow(self.next_to_show() == at and not self.must_show(at), "he must show, or it is not his turn to")
        self.shown[at] = False
        self._settle_down()

    def settle(self) -> None:
        self._undisturbed()
        if len(self.active) > 1:
            self._allow(self.showdown and self.marker and len(self.board) == 5, "the round is not at its end")
            self._allow(all(at in self.shown for at in self.active), "not everybody has shown or mucked")
        self._allow(not self.dealing and self.hand.over, "the round is not at its end")
        self.hand.final_street, self.hand.flop = self.final, len(self.board) >= 3
        holes = [hole if self.shown.get(at) else None for at, hole in enumerate(self.holes)]
        self.outcome = room.finish(self.hand, holes, self.board)

    # ---- Irregularities ----------------------------------------------------------------------------------------------

    def say(self, told: Report) -> None:
        """A report that is ruled on, if whoever makes it suffices; otherwise it waits for more people."""
        self._unheld()
        if self.ended:
            self.report(told)
            return
        tried = deepcopy(self)
        tried.report(told)
        needs = self._wanted(told, tried)
        self._allow(
            not needs.enough([told.by], reason=True) or needs.enough([told.by], reason=bool(told.reason.strip())),
            "that takes a reason",
        )
        if needs.enough([told.by], reason=bool(told.reason.strip())):
            self.report(told)
        else:
            self.waiting, self.said = Waiting(needs, [told.by], told.reason), told

    def _wanted(self, told: Report, tried: "Troubled") -> Wanted:
        """Who must stand behind a report that leads to what was tried."""
        void = tried.void
        silent = ("pending", "decisions", "ruled", "exposed", "uncovered", "against", "waiting", "said")
        moved = told.facts.get("reconstructable") == "yes" and tried.pending == self.pending
        changed = (name for name, value in vars(tried).items() if value != getattr(self, name))
        changes = void or moved or any(name not in silent for name in changed)
        against = tried.against or (changes and self._otherwise(told))
        touched = self._touched(told, tried) if changes else []
        folds = tried.hand.active != self.hand.active
        dealt, decided = self._dealt(), self._won_or_lost(touched)
        return wanted(changes=changes, against=against, void=void, folds=folds, dealt=dealt, decided=decided)

    def _touched(self, told: Report, tried: "Troubled") -> Sequence[int]:
        """The hands whose bets a report touches: every one in a Void, those whose cards it moves, or those in play."""
        if tried.void:
            return range(len(self.start))
        moved = {place for place in told.piles if isinstance(place, int)}
        moved |= {at for at, hole in enumerate(self.holes) if tried.holes[at] != hole}
        if moved or told.at is None or told.name == "cards_exposed":  # on its way a card is nobody's yet
            return sorted(moved) or self.active
        return [told.at]

    def _dealt(self) -> bool:
        return any(self.holes) or bool(self.board or self.burnt or self.discarded)

    def _otherwise(self, told: Report) -> bool:
        """The record has other cards: hands of two named cards, a board that is named, a shoe that has cards left."""
        if told.name in {"wrong_hand_count", "hand_left_out", "extra_hand_dealt"}:
            hands = self.holes if told.at is None else [self.holes[told.at]]
            return all(len(hole) > 1 and HIDDEN not in hole for hole in hands)
        return told.name in {"shoe_exhausted", "too_many_community_cards"}

    def _won_or_lost(self, touched: Sequence[int]) -> bool:
        """5.1, for some hands: one is out with chips in the Pot; at the showdown, any outcome."""
        out = [at for at in touched if not self.hand.active[at] or self.shown.get(at) is False]
        if any(self.hand.given[at] + self.hand.dead[at] for at in out):
            return True
        begun = self.marker or not self.ahead
        over = self.hand.over and begun and (self.dealt_out or len(self.active) == 1)
        return bool(touched) and over and self.established()

    def sign(self, by: str, reason: str) -> None:
        """A further person stands behind what waits; with the last one it is carried out."""
        assert self.waiting is not None
        self._allow(by not in self.waiting.signers, "he has signed already")
        self._allow(STAFF.index(by) >= STAFF.index(self.waiting.lowest), "that is not his to sign")
        signers, given = [*self.waiting.signers, by], self.waiting.reason.strip() or reason.strip()
        complete = self.waiting.wanted.enough(signers, reason=bool(given))
        self._allow(complete or not self.waiting.wanted.enough(signers, reason=True), "that takes a reason")
        if not complete:
            self.waiting.signers, self.waiting.reason = signers, given
            return
        said, self.waiting, self.said = self.said, None, None
        if isinstance(said, Report):
            self.report(replace(said, reason=said.reason or reason))
        elif said is not None:
            self._decide(*said)

    def turn_down(self, by: str, reason: str) -> None:
        """What waits ends without effect: withdrawn, or refused by whom it takes."""
        assert self.waiting is not None
        height = SUPERVISORS.index(by) if by in SUPERVISORS else -1
        needs = SUPERVISORS.index(self.waiting.wanted.role) if self.waiting.wanted.role in SUPERVISORS else -1
        own = by == self.waiting.signers[0]
        self._allow(own or (height >= needs and bool(reason)), "that is not his to end")
        self.waiting = self.said = None

    def report(self, told: Report) -> None:
        """Rules on a report, together with all that has gone wrong before; a settled round stands (1.35, 5.2)."""
        self.against = False
        if self.ended:
            self.ruled = "5.2" if told.name in EARLIER_STANDS else "1.35"
            return
        match told.name:
            case "cards_exposed":
                self._cards_exposed(told)
            case "card_face_up_in_shoe":
                self._face_up_in_shoe(told)
            case "wrong_hand_count" | "hand_left_out" | "extra_hand_dealt":
                self._wrong_hands(told)
            case "flop_exposed_early" | "turn_exposed_early" | "river_exposed_early":
                street = STREETS[told.name.partition("_")[0]]
                early = not self.hand.over and self.hand.street < street
                early = early or (not self.dealt_out and len(self.active) > 1)
                self._allow(early, "it was not early (5.7, 5.9)")
                self.ruled = "5.7" if street == 2 else "5.9"
            case "too_many_community_cards":
                self._too_many(told)
            case "out_of_turn":
                self._out_of_turn(told)
            case "hole_cards_exposed":
                self._hole_cards_exposed(told)
            case "interruption":
                self.ruled = "5.1.1"
                if self._weigh(told, "outcome", "established" if self.established() else "none") == "none":
                    self._void("5.1.2")
            case "not_covered":
                self._ask(told.at)
            case _:
                self._allow(told.name in VOIDING, "no such irregularity")
                self._void(VOIDING[told.name])

    def _weigh(self, told: Report, fact: str, recorded: str | None) -> str:
        """What is ruled on: the record, a statement that fills its gap, or one that is made against it."""
        stated = told.facts.get(fact)
        if stated is None or stated == recorded:
            self._allow(recorded is not None, f"{fact} is not known")
            return str(recorded)
        self.against = self.against or recorded is not None
        return stated

    def _void(self, paragraph: str) -> None:
        """5.12: all Bets of the round are returned."""
        self.void, self.ruled = True, paragraph
        self.ahead, self.pending, self.early = [], [], {}
        self.hand.stacks = list(self.start)

    def _ask(self, at: int | None) -> None:
        self.decisions += 1
        self.ruled = "5.14"
        still_in = [one for one in self.active if self.shown.get(one) is not False]
        out = at not in still_in or len(still_in) == 1
        options = ("continue", "void_round") if out else ("continue", "void_round", "fold_hand")
        self.pending.append(Pending(self.decisions, at, options))

    def decide(self, number: int, option: str, by: str = "shift_manager") -> None:
        """5.14; a Void at his discretion waits for a second person, a Pit Supervisor or above."""
        self._playing()
        self._unheld()
        asked = next((one for one in self.pending if one.number == number), None)
        self._allow(asked is not None and by == "shift_manager", "that is not his to decide (5.14)")
        assert asked is not None
        self._allow(option in asked.options, "that is no option")
        if option == "fold_hand":
            assert asked.at is not None
            self._allow(self.hand.active[asked.at] and len(self.active) > 1, "that hand is out")
        if option == "void_round":
            self.waiting = Waiting(Wanted(2, by, reason=True), [by], "as seen", "pit_supervisor")
            self.said = (number, option)
            return
        self._decide(number, option)

    def _decide(self, number: int, option: str) -> None:
        asked = next(one for one in self.pending if one.number == number)
        self.pending.remove(asked)
        if option == "void_round":
            self._void("5.14")
        elif option == "fold_hand":
            assert asked.at is not None
            self._fold(asked.at)

    def _cards_exposed(self, told: Report) -> None:
        """5.2.5 and 5.3: one is discarded and replaced; with a second, in whichever report, the round is Void."""
        if self._weigh(told, "when", "initial_deal" if self.initial_deal and not self.acted else None) == "later":
            self._ask(told.at)
            return
        self.exposed += int(told.facts["count"])
        if self.exposed > 1:
            self._void("5.2.5")
            return
        if self.hand.over and not self.initial_deal:
            self._ask(told.at)  # no hand is given another card once the betting is over
            return
        (card,) = told.cards
        owner = next((at for at, hole in enumerate(self.holes) if card in hole), None)
        if owner is None and told.at is not None and HIDDEN in self.holes[told.at]:
            owner = told.at
        self.out.add(card)
        self.discarded.add(card)
        self.ruled = "5.3"
        if owner is not None:
            self.holes[owner].remove(card if card in self.holes[owner] else HIDDEN)
            if self.hand.active[owner]:
                self.ahead.insert(0, owner)

    def _face_up_in_shoe(self, told: Report) -> None:
        """5.3: out of the round."""
        (card,) = told.cards
        self._allow(card not in self.out, "that card is not in the shoe")
        self.out.add(card)
        self.discarded.add(card)
        self.ruled = "5.3"

    def _wrong_hands(self, told: Report) -> None:
        """5.2.6, 5.2.7; nobody says what follows a wrong count that nobody saw and nobody can put right (5.14)."""
        count = told.name == "wrong_hand_count"
        looked = bool(self.looked) or True in self.shown.values() or self.uncovered
        anything = looked or (count and self.exposed > 0)  # 5.2.6: any card; 5.2.7: his Hole Cards
        seen = self._weigh(told, "seen", "yes" if anything else None)
        reconstructable = told.facts.get("reconstructable", "no")
        if seen == "yes":
            self._void("5.2.6" if count else "5.2.7.b")
        elif reconstructable == "yes":
            self._reconstruct(told.piles)
        elif count:
            self._ask(told.at)
        else:
            self._void("5.2.7.a")

    def _reconstruct(self, piles: Piles) -> None:
        """1.33: each place gets the cards that were meant for it."""
        self.ruled = "1.33"
        for place, cards in piles.items():
            if isinstance(place, int):
                self.holes[place] = list(cards)
            else:
                self.board = list(cards)

    def _too_many(self, told: Report) -> None:
        """5.8: that street and its own Burnt Card go back, unless somebody has acted on it (5.14)."""
        street = STREETS[told.facts["street"]]
        self._allow(len(self.board) >= NEEDED[street], "that street has not been dealt")
        begun = len(self.burnt) > street - 1  # the next one
        after = begun or self.acted >= street or len(self.board) > NEEDED[street]
        noticed = self._weigh(told, "noticed", "after" if after else "before_betting")
        if noticed == "after":
            self._ask(told.at)
        elif told.facts["reconstructable"] == "yes":
            self._reconstruct(told.piles)
            self.ruled = TOO_MANY[told.facts["street"]]
        else:
            self.ruled = TOO_MANY[told.facts["street"]]
            below = NEEDED[street - 1]
            self.out -= {*self.board[below:], self.burnt.pop()}
            del self.board[below:]
            replaced = [place for place in self.ahead if isinstance(place, int)]
            self.ahead, self.early = [], {}  # the Betting Round begins anew
            self.final = min(self.final, street - 1)
            self._settle_down()
            self.ahead = [*replaced, *self.ahead]

    def _out_of_turn(self, told: Report) -> None:
        """5.10: he takes it back; it may bind him when his turn comes."""
        at = told.at
        assert at is not None
        self._allow(self.turn is not None and self.turn != at, "nobody acts before his turn now")
        self._allow(self.hand.active[at] and self.hand.stacks[at] > 0, "he has no turn to come")
        self._allow(at not in self.early, "he has acted Out of Turn already")
        everything = self.hand.bets[at] + self.hand.stacks[at]
        kind, to = told.kind, told.to
        self._allow(to <= everything, "he has not put so much forward")
        self.ruled = "5.10"
        if not self._could_stand(at, kind, to):
            return  # it is taken back, and binds to nothing
        if kind == "all_in":
            to = everything
            kind = "call" if to <= self.hand.level else "raise" if self.hand.level else "bet"
        elif kind == "call":
            to = min(self.hand.level, everything)
        self.early[at] = Early(kind, to)

    def _could_stand(self, at: int, kind: str, to: int) -> bool:
        """Whether an act Out of Turn would be allowed if it were his turn; a check or a fold is taken back anyway."""
        if kind in {"check", "fold"}:
            return True
        hand = deepcopy(self.hand)
        if hand.bets[at] >= hand.level:  # he is not due; when he is, it may be for a full Raise that lets him raise
            hand.since_full[at] = False
        may = room.legal_for(hand, at)
        if kind == "call":
            return may.call is not None
        if kind == "all_in":
            to = self.hand.bets[at] + self.hand.stacks[at]
            return to <= self.hand.level or may.aggression is not None
        return may.aggression is not None and (may.least or 0) <= to

    def _hole_cards_exposed(self, told: Report) -> None:
        """5.11; after the Final Betting Round the hand is as good as before (3.14.2.b)."""
        at = told.at
        assert at is not None
        self._allow(bool(self.holes[at]), "he has no Hole Cards yet")
        complete = self.hand.over and (self.dealt_out or len(self.active) == 1)
        if self._weigh(told, "stage", "after" if complete else "before_final_round_ends") == "after":
            self.uncovered, self.ruled = True, "3.14.2.b"
            return
        held = self.hand.active[at] and self.shown.get(at) is not False
        self._allow(held and bool(self.holes[at]), "he has no hand to expose")
        self.uncovered = True
        self._allow(len(self.active) > 1, "he is the last")
        self.ruled = "5.11"
        self._fold(at)

    def established(self) -> bool:
        """5.1: a Bet is won or lost by a hand that is out, or by cards that lie open."""
        gone = [at for at in range(len(self.start)) if not self.hand.active[at] or self.shown.get(at) is False]
        if any(self.hand.given[at] + self.hand.dead[at] for at in gone) or len(self.active) == 1:
            return True
        open_hands = [at for at in self.active if self.shown.get(at)]
        if len(self.board) < 4 or len(open_hands) < 2:
            return False
        face_up = {*self.board, *self.discarded, *(card for at in open_hands for card in self.holes[at])}
        unseen = [card for card in ev.DECK if card not in face_up] if len(self.board) == 4 else [""]
        for pot in room.pots(self.hand):
            rivals = [at for at in open_hands if at in pot.contenders]
            alive: set[int] = set()
            for card in unseen:
                ranks = {at: ev.best([*self.holes[at], *self.board, *([card] if card else [])]) for at in rivals}
                alive |= {at for at in rivals if ranks[at] == max(ranks.values())}
            if len(alive) < len(rivals):
                return True
        return False

"""Chapter 3 as played: a round of a house-banked game from "Place your Bets" to its settlement, act by act.

Written from the documents, for chapter 5 to go wrong in (:mod:`tests.reference.chapter_five`). An act is accepted, or
raises :class:`RefusedError` before anything has changed.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from .acts import HIDDEN, Act, Piles, height
from .course import CHOICES, COURSES, DEALING, Step, last_needed
from .house import CSP, MLP, STUD, THBP, Meter
from .layout import TIMES, WAGERS, Box, Policy, Share, Wager, counted
from .troubled_settlement import LOSES, Line, Taken, pay_awards, verdicts, wager_lines


class RefusedError(Exception):
    """The act is not allowed; the paragraph says why."""


def need(allowed: object, why: str) -> None:
    """Refuse, unless."""
    if not allowed:
        raise RefusedError(why)


@dataclass
class Pending:
    """A decision that is left to a role or a higher one."""

    number: int
    role: str
    options: tuple[str, ...]
    irregularity: str
    box: int = 0
    player: str = ""
    piles: Piles = ()
    """The order of cards that the report proposed."""


@dataclass
class Round:
    """What one round is."""

    boxes: dict[int, Box] = field(default_factory=dict)
    phase: str = "betting"
    """betting, play, settled or void"""
    at: int = 0
    burnt: list[str] = field(default_factory=list)
    dealer: list[str] = field(default_factory=list)
    dealer_open: bool = False
    community: list[str] = field(default_factory=list)
    community_up: int = 0
    followed: bool = False
    """A decision was taken or a card turned since the last card was dealt: the deal is over."""
    exposed: set[tuple[str, int]] = field(default_factory=set)
    """Cards wrongly exposed during the deal, the Dealer's face-up card not among them."""
    reported: set[tuple[str, int]] = field(default_factory=set)
    """Cards whose exposure was reported, whatever came of it."""
    face_up: int | None = None
    """The Dealer's card that an accident has made the face-up card (CSP / MLP 5.16)."""
    first_looks: dict[str, int] = field(default_factory=dict)
    """The box that each Player examined first."""
    absent: set[str] = field(default_factory=set)
    choices: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    """Who has taken all his wagers back."""
    short: set[tuple[int, str]] = field(default_factory=set)
    """Wagers found below the minimum in this round (THBP 5.13)."""
    short_players: set[str] = field(default_factory=set)
    """Whose they are; from the settlement on, only those who had none before."""
    fed: dict[int, Fraction] = field(default_factory=dict)
    borne: Fraction = Fraction(0)
    """Contributions of returned jackpot wagers that the House bears while a 100 % award stands."""
    registered: Meter | None = None
    """What the jackpot system had registered when it failed in this round."""
    taken: dict[int, Taken] = field(default_factory=dict)
    fresh: set[tuple[str, int]] = field(default_factory=set)
    """The cards dealt last, while nothing has followed them: a wrong one is a slip of the keyboard."""
    fresh_by: str = ""
    """Who dealt them."""
    said_seen: bool = False
    """Somebody has stated that a Player has seen his cards."""
    was_seen: bool = False
    """A Player had looked, or a card had lain face up, before something was taken back."""
    was_decided: set[int] = field(default_factory=set)
    """The boxes with an outcome before something was taken back."""
    strays: list[Line] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def hands(self) -> list[Box]:
        """Clockwise from the Dealer's left."""
        return [self.boxes[number] for number in sorted(self.boxes)]

    def of_player(self, player: str) -> list[Box]:
        """The boxes that a Player decides for."""
        return [box for box in self.hands() if box.player == player]

    @property
    def running(self) -> bool:
        return self.phase in ("betting", "play")

    @property
    def dealt(self) -> bool:
        """Whether any card has left the shoe."""
        return bool(self.burnt or self.dealer or self.community or any(box.cards for box in self.boxes.values()))


class RoundOfPlay:
    """A table, and the acts of chapter 3."""

    def __init__(self, game: str, policy: Policy, meter: int) -> None:
        self.game = game
        self.policy = policy
        self.mbs = game == THBP
        self.stud = game in STUD
        self.steps = COURSES[game, policy.dealing]
        self.meter = Meter(Fraction(meter), policy.seed)
        self.rounds = 0
        self.round: Round | None = None
        self.pending: dict[int, Pending] = {}
        self.decisions = 0
        self.jackpot = "running"
        self.closed_boxes: set[int] = set()
        self.barred: set[str] = set()
        self.restricted: set[str] = set()
        self.short_before: set[str] = set()

    # --- where the round stands ---------------------------------------------------------------------------------------

    @property
    def now(self) -> Round:
        """The round in play, or the last one."""
        need(self.round is not None, "no round has begun")
        assert self.round is not None
        return self.round

    def waits(self) -> bool:
        """Whether the round stands still until a Player has chosen or a role has decided."""
        return bool(self.now.choices) or any(self.holds_up(one) for one in self.pending.values())

    def holds_up(self, pending: Pending) -> bool:
        """RWS 5.17.2 / 5.18.2 is about subsequent rounds: the round in play does not wait for it."""
        return not (pending.irregularity == "jackpot_system_down" and not self.mbs)

    def folded_jackpot(self) -> bool:
        """Whether a folded hand's jackpot wager can still win (MLP 3.12.1, PTHP 3.11.2.a, THBP 3.9.1)."""
        return self.game != CSP and any(box.folded and box.has_jackpot for box in self.now.hands())

    def alive(self) -> bool:
        return any(box.in_play for box in self.now.hands())

    def step(self) -> Step | None:
        """What the round waits for; None once there is only the settlement left."""
        round_ = self.now
        while round_.at < len(self.steps) and self._is_over(self.steps[round_.at]):
            round_.at += 1
        return self.steps[round_.at] if round_.at < len(self.steps) else None

    def _is_over(self, step: Step) -> bool:
        round_ = self.now
        if step.kind in DEALING:
            return not self.is_dealt(round_.at) or not self.places(step)
        if step.kind == "decide":
            return not self.to_decide(step.number)
        if step.kind == "turn_community":
            return round_.community_up >= step.number or not (self.alive() or self.folded_jackpot())
        if step.kind == "turn_dealer":
            return round_.dealer_open or not self.alive()
        return not self.to_show()

    def is_dealt(self, at: int) -> bool:
        """Whether the cards of a step still come: the deal is completed while a hand is in the round, whoever has
        walked away from his; what follows it only if it can decide a wager."""
        first = next(at for at, step in enumerate(self.steps) if step.kind == "decide")
        if at < first:
            return any(not box.out and not box.left for box in self.now.hands())
        return self.alive() or at <= last_needed(self.game, self.steps, self.folded_jackpot())

    def to_decide(self, number: int) -> list[Box]:
        return [box for box in self.now.hands() if box.in_play and len(box.decisions) < number]

    def to_show(self) -> list[Box]:
        """Hands in play; in MLP a folded hand too whose jackpot wager plays on (3.12.1, 4.3, 4.4)."""
        return [box for box in self.now.hands() if box.shown is None and self.may_show(box)]

    def may_show(self, box: Box) -> bool:
        return box.in_play or (self.game == MLP and box.folded and box.has_jackpot)

    def places(self, step: Step) -> list[str]:
        """Where the cards of a dealing step that are still to come go, in their order."""
        round_ = self.now
        hands = [box for box in round_.hands() if not box.undealt]
        if step.kind == "burn":
            return ["burn"] * (step.number - len(round_.burnt))
        if step.kind == "community":
            return ["community"] * (step.number - len(round_.community))
        if step.kind == "dealer":
            return ["dealer"] * (step.number - len(round_.dealer))
        if step.kind == "sets":
            return [str(box.number) for box in hands for _ in range(step.number - len(box.cards))]
        having = [(str(box.number), len(box.cards)) for box in hands]
        if step.kind == "in_turn_with_dealer":
            having.append(("dealer", len(round_.dealer)))
        return [place for number in range(step.number) for place, has in having if has <= number]

    def places_ahead(self) -> list[str]:
        """Where the next cards go until the round waits for something else."""
        step = self.step() if self.now.phase == "play" else None
        if step is None or step.kind not in DEALING:
            return []
        found: list[str] = []
        for at in range(self.now.at, len(self.steps)):
            if self.steps[at].kind not in DEALING:
                break
            if self.is_dealt(at):
                found += self.places(self.steps[at])
        return found

    def pile(self, place: str) -> list[str]:
        """The cards that lie at a place."""
        named = {"burn": self.now.burnt, "dealer": self.now.dealer, "community": self.now.community}
        if place in named:
            return named[place]
        need(place.isdigit() and int(place) in self.now.boxes, "no such place")
        return self.now.boxes[int(place)].cards

    def known_cards(self) -> set[str]:
        piles = [self.now.burnt, self.now.dealer, self.now.community, *(box.cards for box in self.now.hands())]
        return {card for pile in piles for card in pile if card != HIDDEN}

    # --- bets ---------------------------------------------------------------------------------------------------------

    def open(self, act: Act) -> None:
        """RWS 3.2, THBP 3.1."""
        need(height(act.role) >= 0, "a Dealer opens")
        need(self.round is None or not self.round.running, "1.16 / 1.24: a round is in play")
        need(self.jackpot not in ("undecided", "close_table"), "5.17.2 / 5.18.2: the House has to choose")
        need(not self.pending, "a decision is due")
        self.rounds += 1
        self.round = Round()

    def place(self, act: Act) -> None:
        """RWS 3.4 to 3.9, THBP 3.4 to 3.5.4."""
        round_, player, name = self.now, act.who, act.word
        amount = act.amount or 0
        need(round_.phase == "betting", "5.11: no Bet after the close")
        need(not self.waits(), "the round waits")
        need(player and 1 <= act.box <= self.policy.boxes, "no such box")
        need(act.box not in self.closed_boxes, "5.17.2.b / 5.18.2.b")
        need(player not in self.barred, "THBP 5.9, 5.10.3")
        need(player not in round_.absent, "5.5 / THBP 5.11: he has walked away")
        need(player not in round_.withdrawn, "THBP 5.16.1: he has withdrawn all his wagers")
        areas = ("ante", "jackpot") if self.stud else ("ante", "bonus", "jackpot")
        need(name in areas, "no such area")
        box = round_.boxes.get(act.box)
        need(box is None or box.in_play, "the hand has left the round")
        if box is not None and box.player != player:
            need(self.mbs and name != "jackpot", "RWS 3.5; THBP 3.5.4")
        own = None if box is None or name not in box.wagers else box.wagers[name].share_of(player)
        if name != "ante":
            ante = None if box is None else box.wagers["ante"].share_of(player)
            need(ante is not None, "RWS 3.8, 3.9; THBP 3.5: after an Ante")
        if name == "jackpot":
            need(self.jackpot in ("running", "close_boxes"), "5.17.2.c / 5.18.2.c")
        if player in self.restricted:
            others = [one for one in round_.hands() if one.number != act.box and player in one.players()]
            need(not others or (box is not None and player in box.players()), "THBP 3.4.3: one position")
        lies = 0 if box is None or name not in box.wagers else box.wagers[name].lies
        least, most = self.policy.limits(name)
        need(amount > 0 and amount % self.policy.chip == 0, "not in chips")
        need(lies + amount <= most, "3.4: above the maximum")
        need(self.mbs or lies + amount >= least, "3.4: below the minimum")
        if name == "jackpot":
            need(lies + amount == most, "3.4: the prescribed amount")
        if box is None:
            box = round_.boxes[act.box] = Box(act.box, player)
        if own is not None:
            own.amount += amount
        else:
            box.wagers.setdefault(name, Wager(name, [])).shares.append(Share(player, amount))

    def withdraw(self, act: Act) -> None:
        """Before the close a Player may take chips back, the Ante only after what rests on it."""
        round_, player = self.now, act.who
        need(round_.phase == "betting", "5.11; THBP 5.6")
        need(player not in round_.absent, "5.5 / THBP 5.11: he has walked away")
        need(not self.waits(), "the round waits")
        box = round_.boxes.get(act.box)
        need(box is not None and act.word in box.wagers, "nothing lies there")
        assert box is not None
        wager = box.wagers[act.word]
        share = wager.share_of(player)
        given_up = share is not None and share.back and act.word == "jackpot"  # THBP 6.1: it goes back anyway
        need(box.in_play and share is not None and (share.plays or given_up), "not his to take")
        assert share is not None
        amount = share.amount if act.amount is None else act.amount
        need(0 < amount <= share.amount and amount % self.policy.chip == 0, "not so much")
        if amount < share.amount:
            share.amount -= amount
            return
        wager.shares.remove(share)
        if not wager.shares:
            del box.wagers[act.word]
        if not box.wagers:
            del round_.boxes[act.box]

    def close(self, act: Act) -> None:
        """RWS 3.9 / 3.10, THBP 3.2. Accepted jackpot wagers feed the meter (RWS 1.13 / 1.20)."""
        round_ = self.now
        need(height(act.role) >= 0 and round_.phase == "betting" and round_.boxes, "nothing to close")
        need(not self.waits(), "the round waits")
        for box in round_.hands():
            for name, wager in box.wagers.items():
                low = 0 < wager.lies < self.policy.limits(name)[0]
                need(box.out or not low, "RWS 5.2, THBP 3.4: below the minimum")
        round_.phase = "play"
        for box in round_.hands():
            if box.has_jackpot:
                round_.fed[box.number] = self.policy.rate * box.wagers["jackpot"].lies
                self.meter.exact += round_.fed[box.number]

    # --- cards and decisions ------------------------------------------------------------------------------------------

    def going(self, act: Act, kind: str = "") -> Step:
        """The step that the act is a part of."""
        need(self.now.phase == "play" and not self.waits(), "not now")
        step = self.step()
        need(step is not None and (not kind or step.kind == kind), f"not the moment for {act.verb}")
        assert step is not None
        return step

    def deal(self, act: Act) -> None:
        """RWS 3.10 to 3.12, THBP 3.7, 3.8."""
        need(height(act.role) >= 0, "a Dealer deals")
        need(self.now.phase == "play" and not self.waits(), "not now")
        places = self.places_ahead()
        need(act.cards and len(act.cards) <= len(places), "no such card is due")
        known = [card for card in act.cards if card != HIDDEN]
        need(len(known) == len(set(known)) and not set(known) & self.known_cards(), "2.2.1: one deck")
        self.now.fresh, self.now.fresh_by = set(), act.actor
        for card, place in zip(act.cards, places, strict=False):
            self.now.fresh.add((place, len(self.pile(place))))
            self.pile(place).append(card)
        self.now.followed = False

    def hand(self, act: Act, *, his: bool = True) -> Box:
        """The hand that the act is about, which a Player may only do for his own."""
        box = self.now.boxes.get(act.box)
        need(box is not None, "nobody plays that box")
        assert box is not None
        need(not his or act.role != "player" or act.actor == box.player, "not his")
        return box

    def look(self, act: Act) -> None:
        """RWS 3.7, THBP 3.4.1: one hand only."""
        box = self.hand(act)
        need(self.now.phase == "play" and not self.waits(), "not now")
        need(box.in_play and len(box.cards) == (5 if self.stud else 2), "not all his cards")
        need(not box.looked and self.step() is not None, "he has looked, or the round is played")
        need(self.now.first_looks.get(box.player, box.number) == box.number, "3.7 / THBP 3.4.1: one hand")
        box.looked = True
        self.now.first_looks[box.player] = box.number

    def decide(self, act: Act) -> None:
        """CSP / MLP 3.12, PTHP 3.11.2 to 3.11.4, THBP 3.9: clockwise, hand by hand."""
        step = self.going(act, "decide")
        box = self.hand(act)
        need(box is self.to_decide(step.number)[0], "not its turn")
        need(act.word in CHOICES[self.game][step.number - 1], "no such decision")
        shares: list[Share] = []
        if act.word in TIMES:
            antes = zip(box.wagers["ante"].shares, counted(box, "ante", self.policy), strict=True)
            shares = [
                Share(s.player, TIMES[act.word] * (s.amount if s.back else counts), back=s.back)
                for s, counts in antes
                if self.sizes(box, s) and s.player not in box.unfunded
            ]
        need(act.amount in (None, sum(share.amount for share in shares)), "exactly so much")
        box.decisions.append(act.word)
        box.unfunded.clear()
        box.folded = act.word == "fold"
        if shares:
            box.wagers[act.word] = Wager(act.word, shares)
        self.now.followed = True

    def sizes(self, box: Box, share: Share) -> bool:
        """Whether a part of the Ante is matched later: it plays, or THBP 5.13 gives back what is laid by it too."""
        return share.plays or (not share.folded and share.player in box.antes_back)

    def decline(self, act: Act) -> None:
        """THBP 3.9.1: a sharer who does not fund his part of the Flop folds his share. 3.9.2: of the Turn or River he
        has checked, this once."""
        step = self.going(act, "decide")
        box = self.hand(act, his=False)
        share = box.wagers["ante"].share_of(act.who)
        need(self.mbs and box in self.to_decide(step.number), "not now")
        need(share is not None and self.sizes(box, share) and act.who != box.player, "not a sharer")
        need(act.who not in box.unfunded, "he has checked")
        if box.decisions:
            box.unfunded.add(act.who)
            return
        for wager in box.wagers.values():
            for share in wager.shares:
                share.folded = share.folded or share.player == act.who

    def reveal(self, act: Act) -> None:
        """CSP / MLP 3.13, PTHP 3.11.3 to 3.12.6, THBP 3.9.2, 3.10."""
        need(height(act.role) >= 0, "a Dealer turns cards")
        step = self.going(act)
        need(step.kind in ("turn_community", "turn_dealer"), "nothing is to be turned")
        turned = self.now.community[: step.number] if step.kind == "turn_community" else self.now.dealer
        need(HIDDEN not in turned, "the cards are not known")
        if step.kind == "turn_community":
            self.now.community_up = step.number
        else:
            self.now.dealer_open = True
        self.now.followed = True

    def show(self, act: Act) -> None:
        """RWS 4.4, THBP 3.10. RWS 4.3: who refused may still establish the ranking, in MLP for the jackpot alone."""
        box = self.hand(act)
        need(self.now.phase == "play" and not self.waits(), "not now")
        step = self.step()
        need(step is None or step.kind == "show", "not the moment to show")
        late = not self.mbs and box.withheld and not box.shown and not box.out
        need(self.may_show(box) and (box.shown is None or late), "nothing to show")
        need(HIDDEN not in box.cards, "the cards are not known")
        box.shown = True

    def withhold(self, act: Act) -> None:
        """RWS 4.3, THBP 3.10.1."""
        box = self.hand(act)
        self.going(act, "show")
        need(box in self.to_show(), "nothing to show")
        box.shown = False
        box.withheld = True

    # --- settlement ---------------------------------------------------------------------------------------------------

    def settle(self, act: Act) -> None:
        """Chapter 4."""
        round_ = self.now
        need(height(act.role) >= 0 and round_.phase == "play" and not self.waits(), "not now")
        need(self.step() is None, "1.16 / 1.24: not ready")
        hands, board = round_.hands(), round_.community
        paid, round_.taken = pay_awards(self.game, self.policy, hands, board, self.meter, round_.registered)
        lines = list(round_.strays)
        for box in round_.hands():
            lines += self.box_lines(box, paid.get(box.number, 0))
        self.write(lines)
        round_.phase = "settled"
        round_.short_players -= self.short_before
        self.short_before |= round_.short_players  # THBP 5.13: paid or collected, one time only

    def write(self, lines: list[Line]) -> None:
        """Keep the lines, in box order and in the order of the wagers of a box."""
        self.now.lines = sorted(lines, key=lambda line: (line.box, WAGERS.index(line.wager)))

    def box_lines(self, box: Box, award: int) -> list[Line]:
        """What becomes of a hand's wagers."""
        round_ = self.now
        found = dict.fromkeys(WAGERS, LOSES)
        if not box.out:
            found = verdicts(self.game, self.policy, box, round_.dealer, round_.community)
        lines: list[Line] = []
        for name, wager in box.wagers.items():
            if name != "jackpot":
                lines += wager_lines(self.game, self.policy, box, wager, found[name])
                continue
            for share in wager.shares:  # taken when accepted: it does not come back, unless a paragraph returns it
                back = share.amount if share.back else 0
                lines.append(Line(box.number, name, share.player, share.amount, 0 if back else award, back))
        return lines

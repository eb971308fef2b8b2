"""Chapter 5 as played, a second time: what is ruled when things go wrong in a round, one after another.

Written from the four documents (and the decided readings of them) to be read beside them; it shares nothing with the
engine. Paragraph numbers are the documents': CSP Casino Stud, MLP Multi-Link, PTHP Progressive Texas Hold'em (together
RWS), THBP the game of MBS. :meth:`Table.do` answers whether an act is accepted; after it `choices` says which Player
may choose what, `waiting` which roles have to decide, `statement` what more people have to sign, and once the round is
over `lines` and `meter` hold every cent.
"""

import pickle
from dataclasses import replace
from fractions import Fraction

from .acts import Act, height
from .banked_authority import BESIDE, WEIGHED, Statement, decided, of_round, seen, weighed
from .house import Meter
from .layout import TIMES
from .remedies import PLAY_ON, REPAIRED, WITHDRAWING
from .reports import Reports
from .round_of_play import Pending, RefusedError, need

ENTERED = (
    *("place", "withdraw", "close", "deal", "look", "decide", "decline", "reveal", "show", "withhold"),
    *("correct_card", "correct_wager"),
)
"""What can be taken back."""
ALL_SEE = ("close", "deal", "look", "reveal")
"""What all have seen or heard: an entry before it is no slip of the keyboard any more."""


def bare(act: Act) -> Act:
    """An act without who does it and why."""
    return replace(act, role="", actor="", reason="")


class Table(Reports):
    """A table where things go wrong."""

    statement: Statement | None = None
    stated = 0
    """How many statements have waited here."""
    away = False
    """The clock has found a Player absent."""

    def do(self, act: Act) -> bool:
        """Whether the act is accepted; if it is not, nothing has changed."""
        try:
            self.take(act)
        except RefusedError:
            return False
        return True

    def take(self, act: Act) -> None:
        """Carry an act out, or keep it until enough people stand behind it."""
        waits = self.statement
        if waits is not None:
            if act.actor != waits.signers[0] and bare(act) == bare(waits.act):  # the same words are a signature
                act = Act(act.role, act.actor, "sign", number=waits.number, reason=act.reason)
            need(act.verb in BESIDE, "the round waits for signatures")
        if act.verb in WEIGHED:
            self.say(act)
            return
        before = self.copied() if act.verb in ENTERED and not self.tape else b""
        getattr(self, act.verb)(act)
        if act.verb not in (*BESIDE, "deal"):
            self.now.fresh = set()
        self.enter(act, before)

    # --- who stands behind it -----------------------------------------------------------------------------------------

    def say(self, act: Act) -> None:
        """An act of staff is carried out if whoever makes it suffices; otherwise it waits, and the round with it."""
        after = self.tried(act)
        if act.verb == "clock" and not after.away:  # time is up, and nobody is absent for it
            self.become(after, act)
            return
        wanted = weighed(act, self, after)
        need(height(act.role) >= max(0, height(wanted.begins)), f"a {wanted.begins} or above")
        alone = wanted.enough([act.role], reason=bool(act.reason.strip()))
        need(alone or not wanted.enough([act.role], reason=True), "that takes a reason")
        if alone:
            self.become(after, act)
            return
        self.stated += 1
        self.statement = Statement(self.stated, act, wanted, [act.role], act.reason)

    def tried(self, act: Act) -> "Table":
        """The table as it would be after an act."""
        after: Table = pickle.loads(self.copied())
        after.statement, after.against, after.opened, after.away = None, False, frozenset(), False
        getattr(after, act.verb)(act)
        return after

    def copied(self) -> bytes:
        """The table in bytes, which is faster than deepcopy by far."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

    def become(self, after: "Table", act: Act) -> None:
        """What was tried is so. A slip is one of the keyboard until something of the round has changed."""
        ruled = act.verb in ("report", "clock", "rule") and of_round(self) != of_round(after)
        said = after.now.said_seen != self.now.said_seen or after.now.registered != self.now.registered
        if ruled or said or act.verb == "clock" or (act.verb.startswith("correct") and act.actor != self.now.fresh_by):
            after.now.fresh = set()
        before = self.copied() if act.verb in ENTERED and not self.tape else b""
        self.__dict__ = after.__dict__
        if act.verb != "take_back":
            self.enter(act, before)

    def sign(self, act: Act) -> None:
        """One more person stands behind what waits; with the last one it is done."""
        waits = self.statement
        need(waits is not None and act.number == waits.number, "no such statement waits")
        assert waits is not None
        need(height(act.role) >= max(0, height(waits.wanted.begins)), "not his to sign")
        need(act.role not in waits.signers, "he has said or signed it")
        said = waits.act if waits.act.reason.strip() else replace(waits.act, reason=act.reason)
        after = self.tried(said)
        wanted, signers = weighed(said, self, after), [*waits.signers, act.role]
        complete = wanted.enough(signers, reason=bool(waits.reason.strip() or act.reason.strip()))
        need(complete or not wanted.enough(signers, reason=True), "that takes a reason")
        if complete:
            self.become(after, said)
        else:
            waits.signers, waits.reason = signers, waits.reason or act.reason

    def turn_down(self, act: Act) -> None:
        """What waits ends without effect: withdrawn, or refused by whom it takes."""
        waits = self.statement
        need(waits is not None and act.number == waits.number and height(act.role) >= 0, "no such statement waits")
        assert waits is not None
        his = height(act.role) >= height(waits.wanted.role) and act.reason
        need(act.role == waits.signers[0] or his, "not his to end")
        self.statement = None

    @property
    def choices(self) -> frozenset[tuple[str, int]]:
        """Who may choose now, and about which box."""
        return frozenset(self.round.choices) if self.round is not None else frozenset()

    @property
    def waiting(self) -> list[str]:
        """The roles that have a decision to take, in the order in which they were asked."""
        return [one.role for one in self.pending.values()]

    # --- answers ------------------------------------------------------------------------------------------------------

    def answer(self, act: Act) -> None:
        """A Player chooses."""
        round_ = self.now
        open_here = [key for key in round_.choices if key[1] == act.box]
        who = act.who or (open_here[0][0] if len(open_here) == 1 else "")
        options = round_.choices.get((who, act.box))
        need(options is not None and act.word in options, "he has no such choice")
        self.chosen(who, act.box, act.word)

    def chosen(self, player: str, number: int, option: str) -> None:
        round_ = self.now
        boxes = [round_.boxes[number]]  # RWS 5.10, THBP 5.7.1: hand by hand
        if option in WITHDRAWING:  # THBP 5.16.1: all his wagers at once
            boxes = round_.hands()
        for box in boxes:
            round_.choices.pop((player, box.number), None)
        if option == "withdraw" or (self.mbs and option == "return_wager"):
            self.withdraw_all(player, boxes)
        elif option == "return_wager":
            self.give_back(boxes[0])

    def clock(self, act: Act) -> None:
        """No answer in time is to play on; no decision in time is to be away (RWS 5.5, THBP 5.11)."""
        need(height(act.role) >= 0, "staff")
        keys = [key for key in self.now.choices if key[1] == act.box]
        if keys:
            for player, number in keys:
                if (player, number) in self.now.choices:
                    self.chosen(player, number, self.now.choices[player, number][0])
            return
        step = self.going(act, "decide")
        box = self.hand(act)
        need(box is self.to_decide(step.number)[0], "its clock is not running")
        played = any(one.decisions for one in self.now.of_player(box.player))
        present = played or box.player in self.now.first_looks  # not who has a hand that another looked at
        if self.mbs and box.decisions:
            self.away = True
            box.decisions.append("check")
            box.unfunded.clear()
        elif present:  # he is there and lets this hand go; where no fold is offered any more, RWS 5.5 folds it
            self.away = bool(box.decisions) or not self.mbs  # RWS 5.5 is about an absence
            box.folded = True
        else:
            self.away = True
            self.walks_away(box.player)
            return
        self.now.followed = True

    def rule(self, act: Act) -> None:
        """A role takes a decision that was left to it."""
        pending = self.pending.get(act.number)
        need(pending is not None and act.word in pending.options and act.reason, "no such decision")
        assert pending is not None
        need(height(act.role) >= height(pending.role), f"a {pending.role} or above")
        if act.word in ("void_round", "invalidate_hand", "return_jackpot_wagers"):
            need(self.now.running and pending.irregularity != "error_noticed_late", "that round is over")
        if act.word == "invalidate_hand":
            need(act.boxes and all(number in self.now.boxes for number in act.boxes), "which hands")
            need(all(not self.now.boxes[number].out for number in act.boxes), "a hand that is out stays out")
        if act.value is not None:
            need(self.mbs and pending.irregularity == "jackpot_system_down" and act.word == "continue", "no value")
            need(self.now.running and act.value >= 0, "that round is over")
        if act.word in ("reconstructable", "reordered"):
            self.rearrange(act.piles or pending.piles)
        if act.word == "close_boxes":
            need(act.boxes and all(1 <= number <= self.policy.boxes for number in act.boxes), "which boxes")
        del self.pending[act.number]
        if self.mbs and pending.irregularity == "jackpot_system_down":
            self.jackpot = "without_jackpot"  # until it works again
        self.decided(act, pending)

    def decided(self, act: Act, pending: Pending) -> None:
        hands = self.now.hands()
        match act.word:
            case "void_round" | "not_reconstructable":
                self.void()
            case "invalidate_hand":
                for number in act.boxes:
                    self.give_back(self.now.boxes[number])
            case "continue" if act.value is not None:  # THBP 6.1: the value from which this round is paid
                self.now.registered = Meter(Fraction(act.value), self.policy.seed)
            case "return_jackpot_wagers":  # THBP 6.1: they go back, and the round plays on
                for box in hands:
                    if box.has_jackpot:
                        self.unfeed(box)
                        for share in box.wagers["jackpot"].shares:
                            share.back = True
            case "reconstructable":  # 5.9, last sentence
                self.choose(hands, REPAIRED)
            case "as_dealt" | "reordered":  # 5.14.1
                self.choose(hands, REPAIRED if act.word == "reordered" else PLAY_ON)
            case "intentional":
                self.give_back(self.now.boxes[pending.box])
            case "permit":  # THBP 5.7.1
                for box in hands:
                    for player in box.players():
                        self.may_leave(player, box.number, PLAY_ON)
            case "prohibit":  # THBP 5.9
                self.barred.add(pending.player)
                self.withdraw_all(pending.player, hands)
            case "close_table" | "close_boxes" | "without_jackpot":
                self.jackpot = act.word
                self.closed_boxes = set(act.boxes)
            case _:
                pass

    # --- what was entered ---------------------------------------------------------------------------------------------

    def enter(self, act: Act, before: bytes) -> None:
        """Remember an entry, so that it can be taken back; a ruling, or what else is said, ends what can be."""
        if act.verb in ("sign", "turn_down"):
            return
        if act.verb not in ENTERED:
            self.tape, self.base, self.line = (), b"", 0
            return
        self.base = self.base or before
        dealers = act.verb == "reveal" and self.now.dealer_open  # not one with the Community Cards before
        if self.tape and act.verb in ALL_SEE and (dealers or act.verb != self.tape[-1].verb):
            self.line = len(self.tape)
        self.tape = (*self.tape, act)

    def take_back(self, act: Act) -> None:
        """The last entry is undone, as if it had never been; a Player's own look stays, for he has seen the cards."""
        at = self.entered()
        need(height(act.role) >= 0 and at >= 0 and self.now.running, "nothing to take back")
        need(not self.waits(), "the round waits")
        wrong, later = self.tape[at], self.tape[at + 1 :]
        need(wrong.verb != "deal" or not later, "a Player has looked at those cards")
        was_seen, was_decided = seen(self), {number for number in self.now.boxes if decided(self, number)}
        then: Table = pickle.loads(self.base)
        acts = (*self.tape[:at], *later)
        for one in acts:
            getattr(then, one.verb)(one)
            if one.verb != "deal" and not (one.verb.startswith("correct") and one.actor == then.now.fresh_by):
                then.now.fresh = set()
        line = self.line - (at < self.line)
        dealt = max((number for number, one in enumerate(acts) if one.verb == "deal"), default=-1)
        followed = at == 0 and wrong.verb in ("close", "look", "reveal")
        if followed or dealt < line:  # what came before stays followed
            then.now.fresh = set()
        then.now.was_seen, then.now.was_decided = was_seen, was_decided
        then.tape, then.base, then.line = acts, self.base if acts else b"", line if acts else 0
        then.stated, then.statement = self.stated, None
        self.__dict__ = then.__dict__

    # --- slips of the keyboard ----------------------------------------------------------------------------------------

    def correct_card(self, act: Act) -> None:
        """A card was keyed in wrongly, or lay unseen and is named now."""
        need(self.now.phase == "play" and height(act.role) >= 0, "not now")
        pile = self.pile(act.place)
        need(act.index < len(pile), "no such card")
        need(act.cards[0] not in self.known_cards(), "2.2.1: one deck")
        pile[act.index] = act.cards[0]

    def correct_wager(self, act: Act) -> None:
        """A wager was keyed in wrongly."""
        need(self.now.phase == "play" and height(act.role) >= 0, "not now")
        box = self.hand(act)
        need(act.word in box.wagers and act.word in ("ante", "bonus"), "nothing lies there")
        least, most = self.policy.limits(act.word)
        amount = act.amount or 0
        need(least <= amount <= most and amount % self.policy.chip == 0, "3.4")
        need(amount != box.wagers[act.word].lies, "it is so much")
        later = [name for name in TIMES if act.word == "ante" and name in box.wagers]
        keyed = [
            one for one in later if box.wagers[one].lies <= self.due(box, one) and not box.wagers[one].counted_apart
        ]
        self.lies(box.wagers[act.word], amount)
        for name in keyed:  # what was keyed as a multiple of the Ante was keyed wrongly with it
            self.lies(box.wagers[name], self.due(box, name))

    def stop(self, act: Act) -> None:
        """THBP 5.10.3."""
        need(self.mbs and height(act.role) >= height("shift_manager") and act.reason, "a Gaming Shift Manager")
        need(act.player not in self.barred, "under 5.9 or 5.10.3, he may not play on already")
        self.barred.add(act.player)

    def restrict(self, act: Act) -> None:
        """THBP 3.4.3."""
        need(self.mbs and height(act.role) >= height("pit_manager"), "a Pit Manager")
        self.restricted.add(act.player)

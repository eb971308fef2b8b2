"""What follows from a ruling of chapter 5: rounds void, hands invalidated, choices, decisions, cards put back."""

from fractions import Fraction

from .acts import HIDDEN, Act
from .evaluator import QUADS, STRAIGHT_FLUSH, qualifies, strength
from .house import CSP
from .layout import Box, counted
from .round_of_play import Pending, RoundOfPlay, need

PLAY_ON = ("continue", "return_wager")  # RWS 5.10.1, 5.10.3
REPAIRED = ("continue_reconstructed", "return_wager")  # RWS 5.10.2, 5.10.3
WITHDRAWING = ("stay", "withdraw")  # THBP 5.16.1


class Remedies(RoundOfPlay):
    """A table, what is on record there, and what can be ordered."""

    against = False
    """A fact was stated against the record."""
    opened: frozenset[tuple[str, int]] = frozenset()
    """Who may take wagers back since what was done last, be it that he might before."""
    tape: tuple[Act, ...] = ()
    """What has been entered since the last ruling."""
    base = b""
    """The table before the first of it."""
    line = 0
    """How many entries came before what all have last seen or heard: the close, cards, a look."""

    def entered(self) -> int:
        """Which entry is the last that can be taken back: a Player's own look cannot."""
        stays = {at for at, one in enumerate(self.tape) if one.verb == "look" and one.role == "player"}
        return max((at for at in range(len(self.tape)) if at not in stays), default=-1)

    # --- what is said and what is recorded ----------------------------------------------------------------------------

    def fact(self, act: Act, name: str, recorded: str | None) -> str:
        """A fact of a report: what is on record, or what fills the gap.

        A statement against the record is ruled on, and remembered as such: it takes more people.
        """
        said = act.facts.get(name)
        if said is None:
            need(recorded is not None, f"nobody has said {name}")
            return recorded or ""
        self.against = self.against or recorded not in (None, said)
        return said

    def seen(self, act: Act) -> bool:
        """Whether any Player has seen cards dealt to him. A look that nobody keyed is unknown, not "no"."""
        looked = self.now.said_seen or any(box.looked or box.shown for box in self.now.hands())
        unseeable = not any(box.cards for box in self.now.hands())
        return self.fact(act, "seen", "yes" if looked else "no" if unseeable else None) == "yes"

    def outcome_established(self) -> bool:
        """RWS 5.7, THBP 5.16: a wager is decided by what lies face up or by a decision that cannot be taken back."""
        return any(self.established(box) for box in self.now.hands())

    def established(self, box: Box) -> bool:
        """Whether a wager on this box is decided so."""
        round_ = self.now
        if box.out:  # what a share has lost by a fold stays lost
            return any(share.folded and not share.back for share in box.wagers["ante"].shares)
        if box.folded or box.shown is not None or any(share.folded for share in box.wagers["ante"].shares):
            return True
        if self.stud:  # CSP 3.13: the Ante has won; MLP 4.3 can still take it from a hand that is not shown
            return self.game == CSP and round_.dealer_open and not qualifies(round_.dealer)
        up = round_.community[: round_.community_up]
        four = any(sum(card[0] == one[0] for card in up) == 4 for one in up)
        prize = four or (len(up) == 5 and strength(up)[0] in (QUADS, STRAIGHT_FLUSH, STRAIGHT_FLUSH + 1))
        return prize and box.has_jackpot

    # --- remedies -----------------------------------------------------------------------------------------------------

    def void(self) -> None:
        """CSP / MLP 5.22, PTHP 5.21, THBP 5.1.1: every wager of the round goes back, every contribution too."""
        round_ = self.now
        lines = list(round_.strays)
        for taken in round_.taken.values():
            self.meter.exact += taken.before.exact - taken.after.exact
        round_.taken = {}
        for box in round_.hands():
            self.take_out(box, folds_too=True)
            lines += self.box_lines(box, 0)
        self.write(lines)
        if round_.phase == "settled":  # THBP 5.13: nothing of a void round was paid or collected
            self.short_before -= round_.short_players
        round_.choices.clear()
        self.pending = {n: one for n, one in self.pending.items() if one.irregularity == "jackpot_system_down"}
        round_.phase = "void"

    def take_out(self, box: Box, *, folds_too: bool = False) -> None:
        """A hand is invalidated, its wagers go back; the choice it had is over. What a fold has lost stays lost, unless
        the round is void or the hand never had its cards (RWS 5.15, THBP 5.7): then there was nothing to fold."""
        self.unfeed(box)
        if not box.out:
            box.undealt = not any(one.cards for one in self.now.hands())
        for name, wager in box.wagers.items():
            for share, counts in zip(wager.shares, counted(box, name, self.policy), strict=True):
                if share.folded and not folds_too:
                    share.counts = counts  # THBP 5.14: what was too much of it when it was lost
        for wager in box.wagers.values():
            for share in wager.shares:
                share.back = share.back or folds_too or not share.folded
        box.out = True
        for key in [key for key in self.now.choices if key[1] == box.number]:
            del self.now.choices[key]
        self.rewrite(box)

    def unfeed(self, box: Box) -> None:
        """A jackpot wager goes back, and its contribution leaves the meter; if a 100 % award has been paid since, the
        House bears it. An award that the hand has had is in the meter again."""
        round_ = self.now
        taken = round_.taken.pop(box.number, None)
        if taken is not None:
            self.meter.exact += taken.before.exact - taken.after.exact
        round_.borne += round_.fed.pop(box.number, 0)
        if not any(other.whole for other in round_.taken.values()):
            self.meter.exact -= round_.borne
            round_.borne = Fraction(0)
        self.meter.exact = max(self.meter.exact, Fraction(0))  # what is not there the House bears

    def rewrite(self, box: Box, player: str = "") -> None:
        """After the settlement: the lines of one hand anew, or of one Player in it; all others stand."""
        if self.now.phase == "settled":
            anew = [line for line in self.box_lines(box, 0) if player in ("", line.player)]
            places = [(line.box, line.wager, line.player) for line in anew]
            kept = [line for line in self.now.lines if (line.box, line.wager, line.player) not in places]
            self.write(kept + anew)

    def give_back(self, box: Box) -> None:
        """RWS 5.10.3: the hand is invalidated and every wager returned; of a folded hand, the jackpot wager alone."""
        if not box.folded:
            self.take_out(box)
            return
        if box.has_jackpot and self.game != CSP:  # CSP 3.12.1: the fold has lost it too
            self.unfeed(box)
            for share in box.wagers["jackpot"].shares:
                share.back = True
            box.left = True
            box.undealt = not any(one.cards for one in self.now.hands())
        for key in [key for key in self.now.choices if key[1] == box.number]:
            del self.now.choices[key]
        self.rewrite(box)

    def withdraw_all(self, player: str, boxes: list[Box]) -> None:
        """THBP 5.7.1, 5.9, 5.16.1: a Player's own wagers on these boxes go back, his shares on others' boxes too."""
        self.now.withdrawn.add(player)
        for box in boxes:
            nothing = box.in_play and box.player == player and not box.players()  # THBP 5.13 has given it all back
            if player not in box.players() and not nothing:
                continue
            measured = {name: counted(box, name, self.policy) for name in box.wagers}
            for wager in box.wagers.values():
                for share in wager.shares:
                    if share.player != player or share.folded or (box.folded and wager.name != "jackpot"):
                        continue
                    if wager.name == "jackpot":
                        self.unfeed(box)
                    share.back = True
            self.now.choices.pop((player, box.number), None)
            box.left = box.left or (box.folded and box.player == player)
            if box.in_play and box.player == player and not box.players():
                lost = any(share.folded for share in box.wagers["ante"].shares)
                nobody = not any(one.cards for one in self.now.hands())
                box.folded, box.left, box.out, box.undealt = lost, lost, not lost, not lost and nobody
                for name, wager in box.wagers.items():
                    for share, counts in zip(wager.shares, measured[name], strict=True):
                        share.counts = counts if share.folded else None
            elif box.in_play and box.player == player:  # the next who has a share decides for the hand
                box.player = box.players()[0]
            self.rewrite(box, player)

    def choose(self, boxes: list[Box], options: tuple[str, ...]) -> None:
        """RWS 5.10: each Player affected chooses for each hand. A folded hand chooses for its jackpot wager if that
        can still win. Who had walked away before is asked like anybody; the clock answers for him."""
        for box in boxes:
            if box.in_play or (box.folded and box.has_jackpot and self.game != CSP):
                self.may_leave(box.player, box.number, options)

    def may_leave(self, player: str, number: int, options: tuple[str, ...]) -> None:
        """A Player chooses whether he plays on."""
        self.now.choices[player, number] = options
        self.opened |= {(player, number)}

    def refer(self, act: Act, role: str, options: tuple[str, ...], player: str = "") -> None:
        """A decision that the document leaves to a role or above."""
        self.decisions += 1
        self.pending[self.decisions] = Pending(self.decisions, role, options, act.word, act.box, player, act.piles)

    def rearrange(self, piles: tuple[tuple[str, tuple[str, ...]], ...]) -> None:
        """RWS 1.15: cards go back to where they were meant to be."""
        lying = sorted(card for place, _ in piles for card in self.pile(place))
        need(lying == sorted(card for _, cards in piles for card in cards), "not the cards that lie there")
        need(all(len(cards) == len(self.pile(place)) for place, cards in piles), "not complete hands")
        spots = {(place, at): card for place, _ in piles for at, card in enumerate(self.pile(place)) if card != HIDDEN}
        moved = {card: (place, at) for place, cards in piles for at, card in enumerate(cards)}
        for place, cards in piles:
            self.pile(place)[:] = cards
        for known in (self.now.exposed, self.now.reported):  # what was exposed is so wherever it lies
            now = {moved[spots[spot]] if spot in spots else spot for spot in known}
            known.clear()
            known.update(now)

    def affected(self, act: Act) -> list[Box]:
        """RWS 5.10: whose card was exposed or displaced; everybody for a Dealer's or Community Card, or where nobody
        can tell whose."""
        places = {place for place, cards in act.piles if list(cards) != self.pile(place)}
        places |= {place for place, _ in self.spots(act)}
        if not places or not all(place.isdigit() for place in places):
            return self.now.hands()
        return [self.now.boxes[number] for number in sorted(map(int, places))]

    def spots(self, act: Act) -> list[tuple[str, int]]:
        """Where the cards lie that a report is about."""
        found = list(act.at)
        for place, index in found:
            need(index < len(self.pile(place)), "no such card")
        for card in act.cards:
            places = ["burn", "dealer", "community", *map(str, sorted(self.now.boxes))]
            where = [(place, self.pile(place).index(card)) for place in places if card in self.pile(place)]
            need(where, "no such card has been dealt")
            found += where
        return found

"""Chapter 5 as played, a second time: what is ruled when things go wrong in a round, one after another.

Written from the four documents (and the decided readings of them) to be read beside them; it shares nothing with the
engine. Paragraph numbers are the documents': CSP Casino Stud, MLP Multi-Link, PTHP Progressive Texas Hold'em (together
RWS), THBP the game of MBS. :meth:`Table.do` answers whether an act is accepted; after it `choices` says which Player
may choose what, `waiting` which roles have to decide, and once the round is over `lines` and `meter` hold every cent.
"""

from collections.abc import Callable
from fractions import Fraction

from .acts import HIDDEN, Act, height
from .evaluator import QUADS, STRAIGHT_FLUSH, qualifies, strength
from .house import CSP, MLP, Meter
from .layout import TIMES, Box, Wager, counted, in_proportion
from .round_of_play import Pending, RefusedError, RoundOfPlay, need
from .troubled_settlement import Line

PLAY_ON = ("continue", "return_wager")  # RWS 5.10.1, 5.10.3
REPAIRED = ("continue_reconstructed", "return_wager")  # RWS 5.10.2, 5.10.3
WITHDRAWING = ("stay", "withdraw")  # THBP 5.16.1
OPEN = ("continue", "void_round", "invalidate_hand")  # CSP / MLP 5.24, PTHP 5.23, THBP 6.1
LATER_ROUNDS = ("close_table", "close_boxes", "without_jackpot")  # CSP / MLP 5.18.2, PTHP 5.17.2
NOT_OF_THE_SET = ("foreign_card", "deck_miscount", "unshuffled_cards", "shoe_exhausted")
"""CSP / MLP / PTHP 5.8.1, 5.8.3, 5.8.5, 5.8.4, THBP 5.1."""
SILENT_AT_MBS = (
    *("shoe_exhausted", "other_dealing_error", "card_face_up_in_shoe", "simultaneous_draw"),
    *("extra_hand_examined",),
)
"""THBP 6.1: chapter 5 says nothing of them."""


class Table(RoundOfPlay):
    """A table where things go wrong."""

    def do(self, act: Act) -> bool:
        """Whether the act is accepted; if it is not, nothing has changed."""
        try:
            getattr(self, act.verb)(act)
        except RefusedError:
            return False
        return True

    @property
    def choices(self) -> frozenset[tuple[str, int]]:
        """Who may choose now, and about which box."""
        return frozenset(self.round.choices) if self.round is not None else frozenset()

    @property
    def waiting(self) -> list[str]:
        """The roles that have a decision to take, in the order in which they were asked."""
        return [one.role for one in self.pending.values()]

    # --- what is said and what is recorded ----------------------------------------------------------------------------

    def fact(self, act: Act, name: str, recorded: str | None) -> str:
        """A fact of a report: what is on record, or what fills the gap.

        A statement against the record is refused, unless a Pit Supervisor or above confirms it with a reason.
        """
        said = act.facts.get(name)
        if said is None:
            need(recorded is not None, f"nobody has said {name}")
            return recorded or ""
        confirmed = height(act.role) >= height("pit_supervisor") and act.reason
        need(recorded in (None, said) or confirmed, f"{name} is on record")
        return said

    def seen(self, act: Act) -> bool:
        """Whether any Player has seen cards dealt to him. A look that nobody keyed is unknown, not "no"."""
        looked = any(box.looked or box.shown for box in self.now.hands())
        unseeable = not any(box.cards for box in self.now.hands())
        return self.fact(act, "seen", "yes" if looked else "no" if unseeable else None) == "yes"

    def outcome_established(self) -> bool:
        """RWS 5.7, THBP 5.16: a wager is decided by what lies face up or by a decision that cannot be taken back."""
        round_ = self.now
        hands = [box for box in round_.hands() if not box.out]
        if any(box.folded or box.shown is not None for box in hands):
            return True
        if any(share.folded for box in hands for share in box.wagers["ante"].shares):
            return True
        if self.stud:  # CSP 3.13: the Ante has won; MLP 4.3 can still take it from a hand that is not shown
            return self.game == CSP and round_.dealer_open and bool(hands) and not qualifies(round_.dealer)
        up = round_.community[: round_.community_up]
        four = any(sum(card[0] == one[0] for card in up) == 4 for one in up)
        prize = four or (len(up) == 5 and strength(up)[0] in (QUADS, STRAIGHT_FLUSH, STRAIGHT_FLUSH + 1))
        return prize and any(box.has_jackpot for box in hands)

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
        round_.choices.clear()
        self.pending = {n: one for n, one in self.pending.items() if one.irregularity == "jackpot_system_down"}
        round_.phase = "void"

    def take_out(self, box: Box, *, folds_too: bool = False) -> None:
        """A hand is invalidated, its wagers go back; the choice it had is over. What a fold has lost stays lost, unless
        the round is void or the hand never had its cards (RWS 5.15, THBP 5.7): then there was nothing to fold."""
        self.unfeed(box)
        if not box.out:
            box.undealt = not any(one.cards for one in self.now.hands())
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
            if player not in box.players():
                continue
            for wager in box.wagers.values():
                for share in wager.shares:
                    if share.player != player or share.folded or (box.folded and wager.name != "jackpot"):
                        continue
                    if wager.name == "jackpot":
                        self.unfeed(box)
                    share.back = True
            box.left = box.left or (box.folded and box.player == player)
            if box.in_play and not any(share.plays for share in box.wagers["ante"].shares):
                lost = any(share.folded for share in box.wagers["ante"].shares)
                nobody = not any(one.cards for one in self.now.hands())
                box.folded, box.left, box.out, box.undealt = lost, lost, not lost, not lost and nobody
            elif box.in_play and box.player == player:  # the next who has a share decides for the hand
                box.player = next(share.player for share in box.wagers["ante"].shares if share.plays)
            self.rewrite(box, player)

    def choose(self, boxes: list[Box], options: tuple[str, ...]) -> None:
        """RWS 5.10: each Player affected chooses for each hand. A folded hand chooses for its jackpot wager if that
        can still win. Who had walked away before is asked like anybody; the clock answers for him."""
        for box in boxes:
            if box.in_play or (box.folded and box.has_jackpot and self.game != CSP):
                self.now.choices[box.player, box.number] = options

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

    # --- reports ------------------------------------------------------------------------------------------------------

    def report(self, act: Act) -> None:
        """An irregularity, reported by staff."""
        need(height(act.role) >= 0, "staff report")
        round_ = self.now
        if "seen" in act.facts:
            self.seen(act)
        if not round_.running:
            self.after_the_round(act)
            return
        if act.word in NOT_OF_THE_SET and not (self.mbs and act.word in SILENT_AT_MBS):
            self.void()  # RWS 5.8, THBP 5.1
        elif self.mbs and act.word == "jackpot_system_down":
            self.jackpot_fails(act)
        elif self.mbs and act.word in SILENT_AT_MBS:
            self.refer(act, "shift_manager", OPEN)  # THBP 6.1
        else:
            rulings: dict[str, Callable[[Act], None]] = {
                "cards_exposed": self.cards_exposed,
                "misdeal": self.misdeal,
                "wrong_dealer_count": self.wrong_count_of_all,
                "wrong_community_count": self.wrong_count_of_all,
                "wrong_hand_count": self.wrong_hand_count,
                "burn_missed": self.burn_missed,
                "other_dealing_error": self.other_dealing_error,
                "simultaneous_draw": self.simultaneous_draw,
                "late_wager": self.late_wager,
                "card_face_up_in_shoe": self.no_effect,  # RWS 5.13
                "wager_misplaced": self.no_effect,  # CSP / MLP 5.21, PTHP 5.20
                "error_noticed_late": self.not_covered if self.mbs else self.no_effect,  # CSP / MLP 5.20, PTHP 5.19
                "jackpot_system_down": self.jackpot_system_down,
                "extra_hand_examined": self.extra_hand_examined,
                "wager_over_maximum": self.wager_over_maximum,
                "wager_under_minimum": self.wager_under_minimum,
                "wager_wrong_size": self.wager_wrong_size,
                "jackpot_without_ante": self.jackpot_without_ante,
                "player_absent": self.player_absent,
                "hand_not_shown": self.hand_not_shown,
                "interruption": self.interruption,
                "confidentiality_breach": self.confidentiality_breach,
                "multiple_positions": self.multiple_positions,
                "not_covered": self.not_covered,
            }
            rulings[act.word](act)

    def after_the_round(self, act: Act) -> None:
        """The round ends at its settlement: only a wrong count reaches back from there to the next round (RWS 5.8.7,
        5.15, THBP 5.3, 5.7). What else is found changes nothing in what is settled."""
        if act.word in ("wrong_dealer_count", "wrong_community_count") and self.now.phase == "settled":
            self.wrong_count_of_all(act)
        elif act.word == "wrong_hand_count" and self.now.phase == "settled":
            self.wrong_hand_count(act)
        elif act.word == "jackpot_system_down":
            self.jackpot_fails(act)
        else:
            need(act.word in NOT_OF_THE_SET and act.word != "shoe_exhausted", "the round is over")

    def no_effect(self, act: Act) -> None:
        """The document says that play goes on as it is."""

    def not_covered(self, act: Act) -> None:
        """CSP / MLP 5.24, PTHP 5.23, THBP 6.1."""
        self.refer(act, "shift_manager", OPEN)

    # --- the deal -----------------------------------------------------------------------------------------------------

    def dealing(self) -> None:
        need(self.now.dealt, "no card has been dealt yet")

    def cards_exposed(self, act: Act) -> None:
        """RWS 5.8.2, 5.12, CSP / MLP 5.16, THBP 5.4. Exposures add up over the round."""
        self.dealing()
        round_ = self.now
        if not act.at and not act.cards:
            self.exposed_somewhere(act)
            return
        face_up, counts = round_.face_up, []
        need(not any(self.lies_open(place, index) for place, index in self.spots(act)), "it lies face up by the rules")
        need(not round_.reported & set(self.spots(act)), "it has been reported")
        for place, index in self.spots(act):
            if self.stud and place == "dealer":
                if face_up is None and index < 4:  # CSP / MLP 5.16
                    face_up = index
                if index == (4 if face_up is None else face_up):
                    continue
            counts.append((place, index))
        if round_.followed:  # not "during the deal"
            round_.reported |= set(self.spots(act))
            return
        exposed = round_.exposed | set(counts)
        if exposed == round_.exposed:
            round_.face_up = face_up
            round_.reported |= set(self.spots(act))
            return
        if self.mbs:
            round_.reported |= set(self.spots(act))
            round_.exposed = exposed
            if len(exposed) >= 2:  # THBP 5.4, whoever has seen what
                self.void()
            return
        seen, affected = self.seen(act), self.affected(act)
        round_.face_up, round_.exposed = face_up, exposed
        round_.reported |= set(self.spots(act))
        if seen:  # 5.12
            return
        if len(exposed) >= 2:  # 5.8.2
            self.void()
        else:  # 5.10; MLP 5.12, second sentence
            self.choose(affected, PLAY_ON)

    def exposed_somewhere(self, act: Act) -> None:
        """Nobody says which cards they were, only whose and how many."""
        round_ = self.now
        if round_.followed:
            return
        need(not (self.stud and act.facts["whose"] == "dealer"), "CSP / MLP 5.16: which card of the Dealer's")
        seen = self.mbs or self.seen(act)
        count = int(act.facts["count"])
        round_.exposed |= {("somewhere", len(round_.exposed) + number) for number in range(count)}
        if len(round_.exposed) >= 2 and (self.mbs or not seen):
            self.void()
        elif not seen:
            self.choose([round_.boxes[act.box]] if act.box else round_.hands(), PLAY_ON)

    def lies_open(self, place: str, index: int) -> bool:
        """Whether a card lies face up as it should."""
        if place == "dealer":
            return self.now.dealer_open or (
                self.stud and index == (4 if self.now.face_up is None else self.now.face_up)
            )
        if place == "community":
            return index < self.now.community_up
        return False

    def misdeal(self, act: Act) -> None:
        """RWS 5.8.6, 5.10; THBP 5.2."""
        self.dealing()
        repairable = self.fact(act, "reconstructable", None) == "yes"
        if self.mbs:
            handled = self.handled(act)
            if handled:  # THBP 6.1: 5.2 is for cards that nobody has handled
                self.refer(act, "shift_manager", OPEN)
            elif repairable:
                self.rearrange(act.piles)
            else:
                self.void()
            return
        if not repairable and not self.seen(act):  # 5.8.6
            self.void()
            return
        affected = self.affected(act)
        if repairable:
            self.rearrange(act.piles)
        self.choose(affected, REPAIRED if repairable else PLAY_ON)

    def handled(self, act: Act) -> bool:
        """THBP 5.2: whether any Player has handled his cards; who has looked at them has."""
        return self.seen(act)

    def wrong_count_of_all(self, act: Act) -> None:
        """RWS 5.8.7, THBP 5.3: the Dealer's hand or the board."""
        self.dealing()
        if self.fact(act, "reconstructable", None) == "no":
            self.void()
            return
        affected = self.affected(act) if act.piles else self.now.hands()
        self.rearrange(act.piles)
        if not self.mbs:  # 5.10: only a count that cannot be put right is described in 5.8
            self.choose(affected, REPAIRED)

    def wrong_hand_count(self, act: Act) -> None:
        """RWS 5.15, THBP 5.7."""
        self.dealing()
        box = self.hand(act)
        if self.fact(act, "reconstructable", None) == "yes":
            affected = sorted({box.number} | {one.number for one in self.affected(act)}) if act.piles else [box.number]
            self.rearrange(act.piles)
            if not self.mbs:
                self.choose([self.now.boxes[number] for number in affected], REPAIRED)
            return
        need(not box.out, "a hand that is out stays out")
        self.take_out(box, folds_too=True)
        others = [one for one in self.now.hands() if one is not box]
        if self.game == MLP:  # MLP 5.15, second sentence
            self.choose(others, PLAY_ON)
        elif self.mbs and any(one.players() for one in others):  # THBP 5.7.1
            self.refer(act, "pit_supervisor", ("permit", "play_on"))

    def burn_missed(self, act: Act) -> None:
        """RWS 5.9. The Card Shoe alone has a Burnt Card. Whether the cards can be put back is the House's word."""
        need(not self.mbs and self.policy.dealing == "shoe", "5.9: no card is burnt here")
        self.dealing()
        if self.seen(act):
            self.void()
            return
        said = act.facts.get("reconstructable")
        if said is None or height(act.role) < height("pit_supervisor"):
            self.refer(act, "pit_supervisor", ("reconstructable", "not_reconstructable"))
            return
        self.burn_found(said == "yes", act)

    def burn_found(self, repairable: bool, act: Act) -> None:
        if repairable:
            self.rearrange(act.piles)
            self.choose(self.now.hands(), REPAIRED)
        else:
            self.void()

    def other_dealing_error(self, act: Act) -> None:
        """RWS 5.10."""
        self.dealing()
        repairable = self.fact(act, "reconstructable", None) == "yes"
        affected = self.affected(act)
        self.rearrange(act.piles)
        self.choose(affected, REPAIRED if repairable else PLAY_ON)

    def simultaneous_draw(self, act: Act) -> None:
        """RWS 5.14, 5.14.1: out of the Card Shoe."""
        need(self.policy.dealing == "shoe", "5.14: there is no Card Shoe")
        self.dealing()
        if self.fact(act, "order", None) == "unknown":
            self.refer(act, "pit_supervisor", ("as_dealt", "reordered"))
        else:
            self.choose(self.now.hands(), PLAY_ON)

    def extra_hand_examined(self, act: Act) -> None:
        """CSP / MLP 5.19, PTHP 5.18. The hand first viewed stays valid."""
        box = self.hand(act)
        first = self.now.first_looks.get(box.player)
        need(box.in_play and first is not None and first != box.number, "not an additional hand")
        said = act.facts.get("intentional", "undecided")
        if said == "undecided" or height(act.role) < height("pit_supervisor"):
            self.refer(act, "pit_supervisor", ("intentional", "not_intentional"))
        elif said == "yes":
            self.take_out(box)

    # --- wagers -------------------------------------------------------------------------------------------------------

    def late_wager(self, act: Act) -> None:
        """RWS 5.11, THBP 5.5, 5.6: it is refused, or stays."""
        need(self.now.phase == "play", "5.11: after the close")

    def area(self, act: Act) -> tuple[Box, Wager, int]:
        box = self.hand(act)
        need(not box.out and not box.left, "it has left the round")
        need(act.wager in box.wagers and box.wagers[act.wager].lies and act.amount is not None, "nothing lies there")
        return box, box.wagers[act.wager], act.amount or 0

    def lies(self, wager: Wager, amount: int) -> None:
        """So much lies there; each share is its part of it."""
        there = [share for share in wager.shares if not share.back]
        for share, part in zip(there, in_proportion([share.amount for share in there], amount), strict=True):
            share.amount = part

    def due(self, box: Box, name: str) -> int:
        """What a wager laid later may be: so many times the Ante as it counts."""
        antes = zip(box.wagers["ante"].shares, counted(box, "ante", self.policy), strict=True)
        players = [share.player for share in box.wagers[name].shares]
        return TIMES[name] * sum(counts for share, counts in antes if share.player in players)

    def wager_over_maximum(self, act: Act) -> None:
        """RWS 5.1, 5.1.1, 5.3.1, THBP 5.14."""
        box, wager, amount = self.area(act)
        most = self.due(box, act.wager) if act.wager in TIMES else self.policy.limits(act.wager)[1]
        need(amount > most, "it is not above the maximum")
        if self.now.phase == "betting":
            self.lies(wager, most)  # RWS 5.1, THBP 3.4: the excess is rejected
        else:
            self.lies(wager, amount)
            wager.counted_apart = True

    def wager_under_minimum(self, act: Act) -> None:
        """RWS 5.2, 5.2.1: it plays as it lies. THBP 5.13: once; the Player's next ones come back."""
        box, wager, amount = self.area(act)
        need(act.wager in ("ante", "bonus") and 0 < amount < self.policy.limits(act.wager)[0], "not below the minimum")
        self.lies(wager, amount)
        if not self.mbs or self.now.phase == "betting" or (box.number, act.wager) in self.now.short:
            return
        self.now.short.add((box.number, act.wager))
        players = [share.player for share in wager.shares if not share.back]
        told = {box.player} if act.facts.get("previous") == "yes" else set()
        again = [one for one in players if one in self.short_before | self.now.short_players | told]
        self.now.short_players |= set(players)
        for player in again:  # irrespective of the outcome, of a fold too
            if act.wager == "ante" and not box.folded:
                self.withdraw_all(player, [box])
            for one in box.wagers.values() if act.wager == "ante" else [wager]:  # without an Ante nobody takes part
                for share in one.shares:
                    if one.name == "jackpot" and share.player == player and not share.back:
                        self.unfeed(box)
                    share.back = share.back or share.player == player

    def wager_wrong_size(self, act: Act) -> None:
        """RWS 5.3."""
        box, wager, amount = self.area(act)
        need(act.wager in TIMES and amount not in (0, self.due(box, act.wager)), "it is the right size")
        self.lies(wager, amount)
        wager.counted_apart = True

    def jackpot_without_ante(self, act: Act) -> None:
        """CSP / MLP / PTHP 5.4: it goes back. THBP 5.12.1, 5.12.2: before the close the Player puts it right himself,
        after it the wager comes back at the end of the hand."""
        need(act.box not in self.now.boxes and 1 <= act.box <= self.policy.boxes, "an Ante lies there")
        need(act.player and act.amount, "whose, and how much")
        if not (self.mbs and self.now.phase == "betting"):
            amount = act.amount or 0
            self.now.strays.append(Line(act.box, "jackpot", act.player, amount, 0, amount))

    # --- Players ------------------------------------------------------------------------------------------------------

    def player_absent(self, act: Act) -> None:
        """RWS 5.5, 5.6, THBP 5.11. The absence is the Player's: it holds for each hand he has yet to decide."""
        player = act.player or self.hand(act).player
        hands = self.now.of_player(player)
        need(hands, "he plays no hand")
        self.walks_away(player)

    def walks_away(self, player: str) -> None:
        for key in [key for key in self.now.choices if key[0] == player]:  # no answer = continue
            del self.now.choices[key]
        if not self.mbs or self.now.phase == "betting":
            self.now.absent.add(player)
        stages = 1 if self.stud else 3
        for box in self.now.of_player(player):
            if not box.in_play or len(box.decisions) == stages:
                continue
            if not self.mbs:
                box.folded = True
            elif not box.decisions:
                self.take_out(box)
            else:  # this one time; he may bet again when he is back
                box.decisions.append("check")

    def hand_not_shown(self, act: Act) -> None:
        """RWS 4.3, THBP 3.10.1."""
        self.withhold(act)

    def interruption(self, act: Act) -> None:
        """RWS 5.7, THBP 5.16."""
        recorded = "established" if self.outcome_established() else "none"
        if self.fact(act, "outcome", recorded) == "established":
            return
        if not self.mbs:
            self.void()
            return
        for box in self.now.hands():
            for player in box.players():
                self.now.choices[player, box.number] = WITHDRAWING

    def confidentiality_breach(self, act: Act) -> None:
        """THBP 5.9; RWS does not cover it."""
        if not self.mbs:
            self.refer(act, "shift_manager", OPEN)
            return
        player = act.player or self.hand(act).player
        self.refer(act, "shift_manager", ("prohibit", "continue"), player)

    def multiple_positions(self, act: Act) -> None:
        """THBP 5.10.1, 5.10.2."""
        need(self.mbs and self.now.phase == "play", "not here")
        player = act.player or self.hand(act).player
        hands = [box for box in self.now.of_player(player) if not box.out]
        need(len(hands) > 1, "he has one hand")
        viewed = [box for box in self.now.of_player(player) if box.looked]
        some = self.fact(act, "viewed", "some" if viewed else None) == "some"
        need(not some or viewed, "which hand was viewed is not on record")
        keeps = viewed if some else hands[:1]
        for box in hands:
            if box not in keeps:
                self.give_back(box)

    # --- the jackpot system -------------------------------------------------------------------------------------------

    def jackpot_system_down(self, act: Act) -> None:
        """CSP / MLP 5.17, 5.18, PTHP 5.16, 5.17."""
        seen = self.seen(act)
        self.jackpot_fails(act)
        self.now.registered = Meter(self.meter.exact, self.meter.seed)
        if not seen:
            self.void()

    def jackpot_fails(self, act: Act) -> None:
        need(self.jackpot in ("running", "close_boxes"), "no jackpot system is in use")
        self.jackpot = "undecided"
        if self.mbs:  # THBP 6.1: chapter 5 says nothing of it
            self.refer(act, "shift_manager", OPEN)
        else:
            self.refer(act, "pit_manager", LATER_ROUNDS)

    def reopen(self, act: Act) -> None:
        """The jackpot system works again."""
        need(height(act.role) >= height("pit_manager"), "a Pit Manager")
        need(self.jackpot not in ("running", "undecided"), "it is not down, or the House has yet to choose")
        self.jackpot = "running"
        self.closed_boxes = set()

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
        present = any(one.looked or one.decisions for one in self.now.of_player(box.player))
        if self.mbs and box.decisions:
            box.decisions.append("check")
        elif present:  # he is there and lets this hand go
            box.folded = True
        else:
            self.walks_away(box.player)
            return
        self.now.followed = True

    def rule(self, act: Act) -> None:
        """A role takes a decision that was left to it."""
        pending = self.pending.get(act.number)
        need(pending is not None and act.word in pending.options and act.reason, "no such decision")
        assert pending is not None
        need(height(act.role) >= height(pending.role), f"a {pending.role} or above")
        if act.word in ("void_round", "invalidate_hand"):
            need(self.now.running and pending.irregularity != "error_noticed_late", "that round is over")
        if act.word == "invalidate_hand":
            need(act.boxes and all(number in self.now.boxes for number in act.boxes), "which hands")
            need(all(not self.now.boxes[number].out for number in act.boxes), "a hand that is out stays out")
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
            case "reconstructable":  # 5.9, last sentence
                self.choose(hands, REPAIRED)
            case "as_dealt" | "reordered":  # 5.14.1
                self.choose(hands, REPAIRED if act.word == "reordered" else PLAY_ON)
            case "intentional":
                self.give_back(self.now.boxes[pending.box])
            case "permit":  # THBP 5.7.1
                for box in hands:
                    for player in box.players():
                        self.now.choices[player, box.number] = PLAY_ON
            case "prohibit":  # THBP 5.9
                self.barred.add(pending.player)
                self.withdraw_all(pending.player, hands)
            case "close_table" | "close_boxes" | "without_jackpot":
                self.jackpot = act.word
                self.closed_boxes = set(act.boxes)
            case _:
                pass

    # --- slips of the keyboard ----------------------------------------------------------------------------------------

    def correct_card(self, act: Act) -> None:
        """A card was keyed in wrongly, or lay unseen and is named now."""
        need(self.now.phase == "play" and height(act.role) >= 0, "not now")
        pile = self.pile(act.place)
        need(act.index < len(pile), "no such card")
        need(act.cards[0] not in self.known_cards(), "2.2.1: one deck")
        slip = pile[act.index] != HIDDEN
        if slip and self.now.followed:
            need(height(act.role) >= height("pit_supervisor") and act.reason, "a Pit Supervisor, with a reason")
        pile[act.index] = act.cards[0]

    def correct_wager(self, act: Act) -> None:
        """A wager was keyed in wrongly."""
        need(self.now.phase == "play" and height(act.role) >= 0, "not now")
        box = self.hand(act)
        need(act.word in box.wagers and act.word in ("ante", "bonus"), "nothing lies there")
        least, most = self.policy.limits(act.word)
        amount = act.amount or 0
        need(least <= amount <= most and amount % self.policy.chip == 0, "3.4")
        if self.now.dealt:
            need(height(act.role) >= height("pit_supervisor") and act.reason, "a Pit Supervisor, with a reason")
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
        self.barred.add(act.player)

    def restrict(self, act: Act) -> None:
        """THBP 3.4.3."""
        need(self.mbs and height(act.role) >= height("pit_manager"), "a Pit Manager")
        self.restricted.add(act.player)

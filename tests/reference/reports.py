"""Chapter 5, irregularity by irregularity: what the documents rule when it is reported.

Each report is ruled on all that has gone wrong in the round so far.
"""

from collections.abc import Callable

from .acts import Act, height
from .house import MLP, Meter
from .layout import TIMES, Box, Wager, counted, in_proportion
from .remedies import PLAY_ON, REPAIRED, WITHDRAWING, Remedies
from .round_of_play import need
from .troubled_settlement import Line

OPEN = ("continue", "void_round", "invalidate_hand")  # CSP / MLP 5.24, PTHP 5.23, THBP 6.1
FAILED = (*OPEN, "return_jackpot_wagers")  # THBP 6.1, where the jackpot system fails
LATER_ROUNDS = ("close_table", "close_boxes", "without_jackpot")  # CSP / MLP 5.18.2, PTHP 5.17.2
NOT_OF_THE_SET = ("foreign_card", "deck_miscount", "unshuffled_cards", "shoe_exhausted")
"""CSP / MLP / PTHP 5.8.1, 5.8.3, 5.8.5, 5.8.4, THBP 5.1."""
SILENT_AT_MBS = (
    *("shoe_exhausted", "other_dealing_error", "card_face_up_in_shoe", "simultaneous_draw"),
    *("extra_hand_examined", "wager_wrong_size"),
)
"""THBP 6.1: chapter 5 says nothing of them."""


class Reports(Remedies):
    """A table, and what is reported there."""

    # --- reports ------------------------------------------------------------------------------------------------------

    def report(self, act: Act) -> None:
        """An irregularity, reported by staff."""
        need(height(act.role) >= 0, "staff report")
        round_ = self.now
        if not round_.running:
            self.after_the_round(act)
            return
        if "seen" in act.facts:
            self.seen(act)
            round_.said_seen = round_.said_seen or act.facts["seen"] == "yes"
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
        5.15, THBP 5.3, 5.7). What else is found goes on record and changes nothing in what is settled."""
        counts = ("wrong_hand_count", "wrong_dealer_count", "wrong_community_count")
        need(act.word not in counts or self.now.phase == "settled", "nothing of that round is left")
        if act.word == "wrong_hand_count":
            self.wrong_hand_count(act)
        elif act.word in counts:
            self.wrong_count_of_all(act)
        elif act.word == "jackpot_system_down":
            if "seen" in act.facts:
                self.seen(act)
            self.jackpot_fails(act)

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
        players = [share.player for share in wager.shares if not share.back]
        again = [one for one in players if one in self.short_before | self.now.short_players]
        if (box.number, act.wager) in self.now.short:
            again = []
        said = act.facts.get("previous")
        need(said in (None, "yes" if again else "no"), "that is the table's own record")
        self.lies(wager, amount)
        if not self.mbs or self.now.phase == "betting" or (box.number, act.wager) in self.now.short:
            return
        self.now.short.add((box.number, act.wager))
        self.now.short_players |= set(players)
        for player in again:  # irrespective of the outcome, of a fold too; Bonus and jackpot wager are not under theirs
            if act.wager == "ante":
                box.antes_back.add(player)
            for one in box.wagers.values():
                for share in one.shares:
                    if one is wager or (act.wager == "ante" and one.name in TIMES):
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
                box.unfunded.clear()

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
                self.may_leave(player, box.number, WITHDRAWING)

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
        hands = [box for box in self.now.of_player(player) if not box.out and not box.left]
        viewed = [box for box in self.now.of_player(player) if box.looked]
        need(len({box.number for box in hands + viewed}) > 1, "he has one hand")
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
            if self.round is not None and self.round.running and self.round.registered is None:
                self.round.registered = Meter(self.meter.exact, self.meter.seed)
            self.refer(act, "shift_manager", FAILED)
        else:
            self.refer(act, "pit_manager", LATER_ROUNDS)

    def reopen(self, act: Act) -> None:
        """The jackpot system works again."""
        need(height(act.role) >= height("pit_manager"), "a Pit Manager")
        need(self.jackpot not in ("running", "undecided"), "it is not down, or the House has yet to choose")
        self.jackpot = "running"
        self.closed_boxes = set()

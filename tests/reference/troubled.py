"""Rounds in which two to four things go wrong: random ones, by seed, acted out on the reference as they are made up.

What somebody does at each moment depends on where the reference says the round stands; now and then somebody tries what
is not allowed. Nothing here knows the engine.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from . import evaluator as ev
from .acts import HIDDEN, STAFF, Act, by, height, of
from .banked_authority import Statement
from .chapter_five import Table
from .course import CHOICES, DEALING
from .house import STUD, THBP
from .layout import TIMES, Box, Policy
from .round_of_play import Pending
from .troubled_settlement import Line

MOST_ACTS = 250
SUPERVISORS = ("pit_supervisor", "pit_manager", "shift_manager")


@dataclass(frozen=True)
class Step:
    """An act, and what the reference says of the table after it."""

    act: Act
    accepted: bool
    choices: frozenset[tuple[str, int]]
    waiting: tuple[str, ...]
    phase: str
    lines: tuple[Line, ...]
    meter: int
    asked: tuple[int, int, str, bool, str] | None
    """What waits for more people: its number, how many, the height of one, whether with a reason, and the least."""


@dataclass
class Troubled:
    """A table on which a round, or two, is being made up."""

    game: str
    rng: Random
    policy: Policy
    start: int
    table: Table
    steps: list[Step] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    real: dict[str, list[str]] = field(default_factory=dict)
    """The cards as they are, known or not, by place."""
    hidden: frozenset[str] = frozenset()
    """Where cards are dealt unseen."""
    peeked: bool = False
    """Somebody has seen his cards, and nobody keyed it."""
    troubles: int = 0
    slips: Random | None = None
    """What of the keyboard's slips is taken back, at tables where any is."""

    # --- acting -------------------------------------------------------------------------------------------------------

    def do(self, act: Act) -> bool:
        """Whether an act is carried out; one that waits for more people is signed, or turned down."""
        accepted = self.put(act)
        if accepted and self.table.statement is not None:
            accepted = self.see_through(self.table.statement)
        if accepted and act.verb == "correct_card":
            (card,) = act.cards
            self.real[act.place][act.index] = card
            self.deck = [one for one in self.deck if one != card]
        if accepted and act.verb == "take_back":
            for place, cards in self.real.items():
                lying = len(self.table.pile(place)) if place.isalpha() or int(place) in self.table.now.boxes else 0
                self.deck += cards[lying:]
                del cards[lying:]
        return accepted

    def see_through(self, statement: Statement) -> bool:
        """People sign what waits, or turn it down, or try what they may not; whether it was carried out."""
        while self.table.statement is not None and len(self.steps) < MOST_ACTS:
            role, why = self.rng.choice(STAFF), self.rng.choice(("", "on the recording", "on the recording"))
            chance = self.rng.random()
            if chance < 0.1:
                if self.put(by(role, "turn_down", number=statement.number, reason=why)):
                    return False
            elif chance < 0.18:
                self.put(by("dealer", self.rng.choice(("settle", "close", "reveal"))))
            elif chance < 0.26:
                why = "" if statement.act.verb == "clock" else why  # a clock gives no reason
                self.put(replace(statement.act, role=role, actor=role, reason=why))
            else:
                self.put(by(role, "sign", number=statement.number, reason=why))
        return self.table.statement is None

    def put(self, act: Act) -> bool:
        """Whether an act is accepted, and be it to wait."""
        accepted = self.table.do(act)
        round_ = self.table.round
        over = round_ is not None and not round_.running
        self.steps.append(
            Step(
                act,
                accepted,
                self.table.choices,
                tuple(self.table.waiting),
                round_.phase if round_ is not None else "",
                tuple(round_.lines) if round_ is not None and over else (),
                self.table.meter.displayed,
                self.asked(),
            )
        )
        return accepted

    def asked(self) -> tuple[int, int, str, bool, str] | None:
        """Who is asked for what waits."""
        waits = self.table.statement
        if waits is None:
            return None
        wanted = waits.wanted
        return waits.number, wanted.people, wanted.role, wanted.reason, wanted.begins

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def staff(self) -> str:
        return self.rng.choice(("dealer", "dealer", *SUPERVISORS))

    # --- the round ----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        for _ in range(2 if self.chance(0.3) else 1):
            if not self.begin():
                return
            while self.table.now.running and len(self.steps) < MOST_ACTS:
                self.move()
            self.afterwards()

    def begin(self) -> bool:
        self.troubles = self.rng.randint(2, 4)
        self.peeked = False
        self.real = {}
        self.deck = self.shuffled()
        places = ["burn", "dealer", "community", *map(str, range(1, 8))]
        style = self.rng.choice(("known", "known", "hidden", "some"))
        keep = {"known": 0.0, "hidden": 1.0, "some": 0.4}[style]
        self.hidden = frozenset(place for place in places if self.chance(keep))
        if not self.do(by("dealer", "open")):
            return False
        self.bets()
        return True

    def shuffled(self) -> list[str]:
        """A deck; now and then one that was hardly shuffled, so that hands get big."""
        deck = list(ev.DECK)
        if self.chance(0.6):
            self.rng.shuffle(deck)
            return deck
        if self.chance(0.3):
            deck.sort(key=lambda card: (ev.value(card), card))
        cut = self.rng.randrange(52)
        deck = deck[cut:] + deck[:cut]
        for _ in range(self.rng.choice((0, 3, 8, 20))):
            one, other = self.rng.randrange(52), self.rng.randrange(52)
            deck[one], deck[other] = deck[other], deck[one]
        return deck

    def bets(self) -> None:
        numbers = sorted(self.rng.sample(range(1, 8), self.rng.randint(1, 7)))
        players = [f"p{number}" for number in range(1, self.rng.randint(1, 5) + 1)]
        for number in numbers:
            player = self.rng.choice(players)
            self.do(self.placing(player, number, "ante", self.amount("ante")))
            if self.game == THBP and self.chance(0.5):
                for other in self.rng.sample(players, self.rng.randint(1, len(players))):
                    if other != player:
                        self.do(self.placing(other, number, "ante", 500 * self.rng.randint(1, 20)))
                        if self.chance(0.4):
                            self.do(self.placing(other, number, "bonus", 500 * self.rng.randint(1, 9)))
            if self.game not in STUD and self.chance(0.5):
                self.do(self.placing(player, number, "bonus", self.amount("bonus")))
            if self.chance(0.6):
                self.do(self.placing(player, number, "jackpot", self.policy.jackpot_wager))

    def amount(self, wager: str) -> int:
        least, most = self.policy.limits(wager)
        return self.rng.choice((least, least + 500, (least + most) // 1000 * 500, most))

    def placing(self, player: str, box: int, wager: str, amount: int) -> Act:
        if self.chance(0.2):
            return by("dealer", "place", box=box, word=wager, amount=amount, player=player)
        return of(player, "place", box=box, word=wager, amount=amount)

    def move(self) -> None:
        """One thing: trouble, something that is not allowed, or what the round waits for."""
        round_ = self.table.now
        if self.slips is not None and self.table.entered() >= 0 and self.slips.random() < 0.12:
            self.do(by(self.slips.choice(STAFF), "take_back", reason=self.slips.choice(("", "keyed wrongly"))))
            return
        odds = 0.25 if round_.phase == "betting" else 0.16
        if self.troubles and self.chance(odds):
            act = self.trouble()
            if act is not None:
                if self.do(act):
                    self.troubles -= 1
                return
        if self.chance(0.04):
            self.do(self.nonsense())
            return
        if round_.choices:
            self.answer()
        elif any(self.table.holds_up(one) for one in self.table.pending.values()):
            self.rule()
        elif round_.phase == "betting":
            self.before_the_close()
        else:
            self.go_on()

    def before_the_close(self) -> None:
        """Bets are open: somebody adds to his, takes some back, or they are closed."""
        round_ = self.table.now
        if not round_.boxes:
            self.do(of("p1", "place", box=1, word="ante", amount=self.policy.minimum))
            return
        low = [
            (one, name, wager)
            for one in round_.hands()
            for name, wager in one.wagers.items()
            if one.in_play and 0 < wager.lies < self.policy.limits(name)[0]
        ]
        if low and self.chance(0.8):
            one, name, wager = self.rng.choice(low)
            share = self.rng.choice([share for share in wager.shares if share.plays])
            if self.chance(0.7):
                missing = self.policy.limits(name)[0] - wager.lies
                self.do(self.placing(share.player, one.number, name, missing))
            elif name == "bonus":
                self.do(of(share.player, "withdraw", box=one.number, word="bonus"))
            return
        box = self.rng.choice(round_.hands())
        if self.chance(0.25):
            self.do(self.placing(box.player, box.number, "ante", 500 * self.rng.randint(1, 4)))
        elif self.chance(0.15) and "jackpot" in box.wagers:
            self.do(of(box.player, "withdraw", box=box.number, word="jackpot"))
        else:
            self.do(by("dealer", "close"))

    def go_on(self) -> None:
        """What the round waits for."""
        step = self.table.step()
        if step is None:
            self.do(by("dealer", "settle"))
        elif step.kind in DEALING:
            self.deal()
        elif step.kind == "decide":
            self.decide(self.table.to_decide(step.number)[0], step.number)
        elif step.kind in ("turn_community", "turn_dealer"):
            place = "dealer" if step.kind == "turn_dealer" else "community"
            self.name_cards(place, 5 if place == "dealer" else step.number)
            self.do(by("dealer", "reveal"))
        else:
            self.show(self.rng.choice(self.table.to_show()))

    def deal(self) -> None:
        places = self.table.places_ahead()
        count = len(places) if self.chance(0.6) else self.rng.randint(1, len(places))
        cards = [self.deck.pop() for _ in range(count)]
        for place, card in zip(places, cards, strict=False):
            self.real.setdefault(place, []).append(card)
        shown = [HIDDEN if place in self.hidden else card for place, card in zip(places, cards, strict=False)]
        self.do(by("dealer", "deal", cards=tuple(shown)))

    def name_cards(self, place: str, count: int) -> None:
        """Cards that were dealt unseen are named when they are turned."""
        for index, card in enumerate(self.table.pile(place)[:count]):
            if card == HIDDEN:
                self.do(by("dealer", "correct_card", place=place, index=index, cards=(self.real[place][index],)))

    def decide(self, box: Box, number: int) -> None:
        if number == 1 and not box.looked and self.chance(0.5):
            self.do(of(box.player, "look", box=box.number))
            return
        sharers = [s.player for s in box.wagers["ante"].shares if s.plays and s.player != box.player]
        if sharers and self.chance(0.2):
            self.do(of(self.rng.choice(sharers), "decline", box=box.number))
            return
        if self.chance(0.06):
            self.do(by("dealer", "clock", box=box.number))
            return
        less, more = CHOICES[self.game][number - 1]
        word = less if self.chance(0.25) else more
        if self.chance(0.2):
            self.do(by("dealer", "decide", box=box.number, word=word))
        else:
            self.do(of(box.player, "decide", box=box.number, word=word))

    def show(self, box: Box) -> None:
        if self.chance(0.15):
            if self.chance(0.2):
                self.do(by("dealer", "report", word="hand_not_shown", box=box.number))
            else:
                self.do(by("dealer", "withhold", box=box.number))
            if self.game == THBP or self.chance(0.5):
                return
        self.name_cards(str(box.number), 5)
        self.do(self.own_or_staff(box, "show"))

    def own_or_staff(self, box: Box, verb: str) -> Act:
        return by("dealer", verb, box=box.number) if self.chance(0.3) else of(box.player, verb, box=box.number)

    # --- answers ------------------------------------------------------------------------------------------------------

    def answer(self) -> None:
        round_ = self.table.now
        player, number = self.rng.choice(sorted(round_.choices))
        options = round_.choices[player, number]
        if self.chance(0.12):
            self.do(by("dealer", "report", word="player_absent", box=number))
        elif self.chance(0.15):
            self.do(by("dealer", "clock", box=number))
        elif self.chance(0.2):
            self.do(by("dealer", "answer", box=number, word=self.rng.choice(options), player=player))
        else:
            self.do(of(player, "answer", box=number, word=self.rng.choice(options)))

    def rule(self, number: int = 0) -> None:
        pending = self.table.pending[number or next(iter(self.table.pending))]
        roles = [role for role in STAFF if height(role) >= height(pending.role)]
        role = self.rng.choice(roles if self.chance(0.9) else list(STAFF))
        word = self.rng.choice(pending.options)
        boxes: tuple[int, ...] = ()
        if word == "invalidate_hand":
            hands = [box.number for box in self.table.now.hands() if not box.out]
            if not hands:
                word = "continue"
            else:
                boxes = tuple(sorted(self.rng.sample(hands, min(len(hands), self.rng.randint(1, 2)))))
        if word == "close_boxes":
            boxes = (self.rng.randint(1, 7),)
        piles = self.swapped() if word in ("reconstructable", "reordered") and self.chance(0.6) else ()
        reason = "as it was seen"
        about = {"number": pending.number, "word": word, "boxes": boxes, "piles": piles}
        self.do(by(role, "rule", **about, reason=reason, value=self.stated_value(pending, word)))

    def stated_value(self, pending: Pending, word: str) -> int | None:
        """THBP 6.1: another value than the registered one, now and then."""
        failed = self.game == THBP and pending.irregularity == "jackpot_system_down"
        if not failed or word != "continue" or not self.table.now.running or self.chance(0.5):
            return None
        return self.rng.choice((0, 1_999, 4_321_000))

    def nonsense(self) -> Act:
        """What is not allowed at most moments."""
        round_ = self.table.now
        number = self.rng.choice(sorted(round_.boxes)) if round_.boxes else 1
        return self.rng.choice(
            (
                by("dealer", "settle"),
                by("dealer", "reveal"),
                of("p9", "place", box=number, word="ante", amount=self.policy.maximum),
                of("p1", "place", box=number, word="ante", amount=250),
                of("p9", "decide", box=number, word=CHOICES[self.game][0][1]),
                of("p9", "answer", box=number, word="continue"),
                of("p1", "answer", box=number, word="return_wager"),
                of("p1", "report", word="foreign_card"),
                by("dealer", "open"),
                by("dealer", "clock", box=number),
                by("dealer", "rule", number=1, word="continue", reason="so"),
                by("dealer", "look", box=number),
            )
        )

    # --- trouble ------------------------------------------------------------------------------------------------------

    def trouble(self) -> Act | None:
        """Something that can go wrong at this moment."""
        kinds: list[Callable[[], Act | None]] = [
            *(self.exposed,) * 6,
            *(self.absent,) * 3,
            *(self.misdealt, self.wrong_hand, self.wrong_hand, self.dealing_error, self.drawn_together, self.unburnt),
            *(self.wrong_size, self.too_much, self.too_little, self.too_little, self.without_ante),
            *(self.interrupted, self.jackpot_down, self.examined, self.no_matter, self.uncovered, self.breach),
            *(self.positions, self.corrected_wager, self.corrected_card, self.denied, self.not_shown),
            *(self.too_small_yet, self.stray_yet, self.too_large_later, self.repaired_count),
            *(self.kept_to_one, self.drawn_together, self.drawn_together),
            *(self.found_late,) * 3,
            *(self.unburnt,) * 4,
            *(self.examined,) * 3,
        ]
        if self.chance(0.08):
            kinds = [self.of_the_deck, self.of_the_deck, self.wrong_dealer]
        return self.rng.choice(kinds)()

    def hands(self) -> list[Box]:
        return [box for box in self.table.now.hands() if box.in_play]

    def seen(self) -> dict[str, str]:
        """What the staff say about whether anybody has seen his cards."""
        if any(box.looked or box.shown for box in self.table.now.hands()):
            return {} if self.chance(0.7) else {"seen": "yes"}
        if any(box.cards for box in self.table.now.hands()) and self.chance(0.15):
            self.peeked = True
        return {"seen": "yes" if self.peeked else "no"}

    def exposed(self) -> Act | None:
        spots = [
            (place, index)
            for place in ("dealer", "community", *map(str, sorted(self.table.now.boxes)))
            for index in range(len(self.table.pile(place)))
        ]
        if self.game in STUD:
            spots += [("dealer", index) for index in range(len(self.table.now.dealer))] * 2
        if not spots:
            return None
        place = self.rng.choice(spots)[0]
        indices = range(len(self.table.pile(place)))
        chosen = sorted(self.rng.sample(indices, min(len(indices), self.rng.choice((1, 1, 1, 1, 2)))))
        whose = place if place in ("dealer", "community") else "player"
        facts = {"count": str(len(chosen)), "whose": whose, **self.seen()}
        cards = [self.table.pile(place)[index] for index in chosen]
        if self.chance(0.15):  # nobody says which card it was
            number = int(place) if place.isdigit() else 0
            return by(self.staff(), "report", word="cards_exposed", facts=facts, box=number)
        if HIDDEN in cards:
            at = tuple((place, index) for index in chosen)
            return by(self.staff(), "report", word="cards_exposed", facts=facts, at=at)
        return by(self.staff(), "report", word="cards_exposed", facts=facts, cards=tuple(cards))

    def swapped(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Two hands that were dealt to each other's boxes."""
        whole = [box for box in self.table.now.hands() if not box.out and box.cards and HIDDEN not in box.cards]
        if len(whole) < 2:
            return ()
        one, other = sorted(self.rng.sample(whole, 2), key=lambda box: box.number)
        if len(one.cards) != len(other.cards):
            return ()
        return (str(one.number), tuple(other.cards)), (str(other.number), tuple(one.cards))

    def swap_real(self, act: Act) -> Act:
        for place, cards in act.piles:
            self.real[place] = list(cards)
        return act

    def misdealt(self) -> Act | None:
        if not self.table.now.dealt:
            return None
        piles = self.swapped()
        facts = {"reconstructable": "yes" if piles else "no", **self.seen()}
        return self.swap_real(by(self.staff(), "report", word="misdeal", facts=facts, piles=piles))

    def wrong_hand(self) -> Act | None:
        hands = [box for box in self.table.now.hands() if not box.out and box.cards]
        if not hands:
            return None
        box = self.rng.choice(hands)
        return by(self.staff(), "report", word="wrong_hand_count", box=box.number, facts={"reconstructable": "no"})

    def wrong_dealer(self) -> Act | None:
        if not self.table.now.dealer:
            return None
        return by(self.staff(), "report", word="wrong_dealer_count", facts={"reconstructable": "no"})

    def dealing_error(self) -> Act | None:
        if not self.table.now.dealt:
            return None
        piles = self.swapped() if self.chance(0.7) else ()
        facts = {"reconstructable": "yes" if piles else "no"}
        if piles or self.game == THBP:
            act = by(self.staff(), "report", word="other_dealing_error", facts=facts, piles=piles)
            return act if self.game == THBP else self.swap_real(act)
        return by(self.staff(), "report", word="other_dealing_error", facts=facts)

    def drawn_together(self) -> Act | None:
        if not self.table.now.dealt:
            return None
        facts = {"order": self.rng.choice(("unknown", "known"))}
        return by(self.staff(), "report", word="simultaneous_draw", facts=facts)

    def unburnt(self) -> Act | None:
        if not self.table.now.dealt or (self.policy.dealing != "shoe" and self.chance(0.9)):
            return None
        facts = self.seen()
        if self.chance(0.7):
            facts["reconstructable"] = self.rng.choice(("yes", "no"))
        piles = self.swapped() if facts.get("reconstructable") == "yes" and self.chance(0.5) else ()
        return by(self.staff(), "report", word="burn_missed", facts=facts, piles=piles)

    def of_the_deck(self) -> Act | None:
        if not self.table.now.dealt:
            return None
        word = self.rng.choice(("foreign_card", "deck_miscount", "unshuffled_cards", "shoe_exhausted"))
        return by(self.staff(), "report", word=word)

    def absent(self) -> Act | None:
        boxes = self.table.now.hands()
        if not boxes:
            return None
        box = self.rng.choice(boxes)
        step = self.table.step() if self.table.now.phase == "play" else None
        if self.game == THBP and box.decisions and (step is None or step.kind != "decide"):
            return None
        return by(self.staff(), "report", word="player_absent", box=box.number)

    def wrong_size(self) -> Act | None:
        laid = [(box, name) for box in self.hands() for name in box.wagers if name in TIMES]
        if not laid:
            return None
        box, name = self.rng.choice(laid)
        lies = box.wagers[name].lies
        amount = lies + self.rng.choice((-500, 500, 1500))
        due = self.table.due(box, name)
        if amount in (0, due):
            return None
        facts = {"relation": "more" if amount > due else "less"}
        return by(
            self.staff(), "report", word="wager_wrong_size", box=box.number, wager=name, amount=amount, facts=facts
        )

    def early(self) -> list[tuple[Box, str]]:
        return [(box, name) for box in self.hands() for name in box.wagers if name in ("ante", "bonus")]

    def too_much(self) -> Act | None:
        if not self.early():
            return None
        box, name = self.rng.choice(self.early())
        amount = self.policy.limits(name)[1] + 500 * self.rng.randint(1, 9)
        return by(self.staff(), "report", word="wager_over_maximum", box=box.number, wager=name, amount=amount)

    def too_little(self) -> Act | None:
        hands = [box for box in self.table.now.hands() if not box.out]
        laid = [(box, name) for box in hands for name in box.wagers if name in ("ante", "bonus")]
        if not laid or self.table.now.phase == "betting":
            return None
        box, name = self.rng.choice(laid)
        amount = self.policy.limits(name)[0] - 500
        told = self.game == THBP and (box.number, name) not in self.table.now.short and self.chance(0.15)
        facts = {"previous": "yes"} if told else {}
        return by(
            self.staff(), "report", word="wager_under_minimum", box=box.number, wager=name, amount=amount, facts=facts
        )

    def without_ante(self) -> Act | None:
        strays = {line.box for line in self.table.now.strays}
        free = [number for number in range(1, 8) if number not in self.table.now.boxes and number not in strays]
        if not free or self.table.now.phase == "betting":
            return None
        return by(
            self.staff(),
            "report",
            word="jackpot_without_ante",
            box=self.rng.choice(free),
            player=f"p{self.rng.randint(1, 6)}",
            amount=self.policy.jackpot_wager,
        )

    def interrupted(self) -> Act | None:
        return by(self.staff(), "report", word="interruption")

    def jackpot_down(self) -> Act | None:
        facts = self.seen() if any(box.cards for box in self.table.now.hands()) else {}
        return by(self.staff(), "report", word="jackpot_system_down", facts=facts)

    def examined(self) -> Act | None:
        looked = self.table.now.first_looks
        boxes = [box for box in self.hands() if box.player in looked]
        if not boxes:
            return None
        box = self.rng.choice(boxes)
        facts = {"intentional": self.rng.choice(("yes", "no", "undecided"))}
        return by(self.staff(), "report", word="extra_hand_examined", box=box.number, facts=facts)

    def no_matter(self) -> Act | None:
        """What the documents say changes nothing."""
        if self.table.now.phase != "play" or not self.hands():
            return None
        box = self.rng.choice(self.hands()).number
        if self.chance(0.3) and self.table.now.dealt:
            return by(self.staff(), "report", word="card_face_up_in_shoe")
        if self.chance(0.5):
            facts = {"act": self.rng.choice(("placed", "increased", "withdrawn"))}
            return by(self.staff(), "report", word="late_wager", box=box, wager="ante", facts=facts)
        facts = {"by": self.rng.choice(("player", "staff"))}
        return by(self.staff(), "report", word="wager_misplaced", box=box, wager="ante", facts=facts)

    def uncovered(self) -> Act | None:
        if not self.table.now.dealt:
            return None
        return by(self.staff(), "report", word="not_covered")

    def breach(self) -> Act | None:
        if not self.hands() or not (self.table.now.dealt or self.game == THBP):
            return None
        box = self.rng.choice(self.hands())
        return by(self.staff(), "report", word="confidentiality_breach", box=box.number)

    def positions(self) -> Act | None:
        if self.game != THBP or not self.hands() or self.table.now.phase != "play":
            return None
        box = self.rng.choice(self.hands())
        viewed = any(one.looked for one in self.table.now.of_player(box.player))
        facts = {} if viewed else {"viewed": "none"}
        return by(self.staff(), "report", word="multiple_positions", box=box.number, facts=facts)

    def corrected_wager(self) -> Act | None:
        alone = [box for box in self.hands() if len(box.wagers["ante"].shares) == 1]
        if not alone or self.table.now.phase != "play":
            return None
        box = self.rng.choice(alone)
        reason = self.rng.choice(("", "a slip", "a slip"))
        return by(self.staff(), "correct_wager", box=box.number, word="ante", amount=self.amount("ante"), reason=reason)

    def corrected_card(self) -> Act | None:
        known = [(str(b.number), n) for b in self.hands() for n, card in enumerate(b.cards) if card != HIDDEN]
        if not known or not self.deck or self.table.now.phase != "play":
            return None
        place, index = self.rng.choice(known)
        card = self.deck[0]
        if self.table.now.boxes[int(place)].shown is not None:
            return None
        reason = self.rng.choice(("", "a slip", "a slip"))
        return by(self.staff(), "correct_card", place=place, index=index, cards=(card,), reason=reason)

    def denied(self) -> Act | None:
        """Somebody says that nobody has seen his cards, although a look was keyed."""
        if not any(box.looked for box in self.table.now.hands()) or self.game == THBP:
            return None
        spot = next(((str(b.number), 0) for b in self.hands() if b.cards and b.cards[0] == HIDDEN), None)
        word = self.rng.choice(("cards_exposed", "jackpot_system_down", "misdeal"))
        facts = {"seen": "no"}
        if word == "cards_exposed":
            if spot is None:
                return None
            facts |= {"count": "1", "whose": "player"}
        if word == "misdeal":
            facts["reconstructable"] = "no"
        at = (spot,) if word == "cards_exposed" and spot is not None else ()
        reason = self.rng.choice(("", "the look was keyed for another box"))
        return by(self.staff(), "report", word=word, facts=facts, at=at, reason=reason)

    def not_shown(self) -> Act | None:
        if self.table.now.phase != "play" or not self.table.now.dealer_open or not self.table.to_show():
            return None
        return by(self.staff(), "report", word="hand_not_shown", box=self.rng.choice(self.table.to_show()).number)

    def too_small_yet(self) -> Act | None:
        """Below the minimum, and bets are open."""
        if not self.early() or self.table.now.phase != "betting":
            return None
        box, name = self.rng.choice(self.early())
        amount = self.policy.limits(name)[0] - 500
        return by(self.staff(), "report", word="wager_under_minimum", box=box.number, wager=name, amount=amount)

    def stray_yet(self) -> Act | None:
        """A jackpot wager without an Ante, and bets are open."""
        free = [number for number in range(1, 8) if number not in self.table.now.boxes]
        if not free or self.table.now.phase != "betting" or self.table.now.strays:
            return None
        player = f"p{self.rng.randint(1, 6)}"
        where = self.rng.choice(free)
        amount = self.policy.jackpot_wager
        return by(self.staff(), "report", word="jackpot_without_ante", box=where, player=player, amount=amount)

    def too_large_later(self) -> Act | None:
        """A wager laid later that is above its multiple of the Ante."""
        laid = [(box, name) for box in self.hands() for name in box.wagers if name in TIMES]
        if not laid:
            return None
        box, name = self.rng.choice(laid)
        amount = self.table.due(box, name) + 500
        return by(self.staff(), "report", word="wager_over_maximum", box=box.number, wager=name, amount=amount)

    def repaired_count(self) -> Act | None:
        """A wrong count that can be put right."""
        hands = [box for box in self.hands() if box.cards]
        if not hands:
            return None
        facts = {"reconstructable": "yes"}
        if self.table.now.dealer and self.chance(0.5):
            return by(self.staff(), "report", word="wrong_dealer_count", facts=facts)
        if self.game not in STUD and self.table.now.community and self.chance(0.5):
            return by(self.staff(), "report", word="wrong_community_count", facts=facts)
        return by(self.staff(), "report", word="wrong_hand_count", box=self.rng.choice(hands).number, facts=facts)

    def kept_to_one(self) -> Act | None:
        if self.game != THBP:
            return None
        player = f"p{self.rng.randint(1, 5)}"
        if self.chance(0.5):
            return by(self.staff(), "restrict", player=player)
        return by(self.staff(), "stop", player=player, reason="he plays several hands")

    def found_late(self) -> Act | None:
        """An error of the round before."""
        if self.table.rounds < 2:
            return None
        return by(self.staff(), "report", word="error_noticed_late")

    # --- after the settlement -----------------------------------------------------------------------------------------

    def afterwards(self) -> None:
        """What is found between the settlement and the next round."""
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            kinds: list[Callable[[], Act | None]] = [self.of_the_deck, self.jackpot_down]
            if self.table.now.phase == "settled":
                kinds += [self.wrong_hand] * 4 + [self.wrong_dealer]
            act = self.rng.choice(kinds)()
            if act is not None:
                self.do(act)
            while self.table.now.choices and len(self.steps) < MOST_ACTS:
                self.answer()
        if self.table.jackpot not in ("running", "undecided") and self.chance(0.5):
            self.do(by(self.rng.choice(SUPERVISORS), "reopen"))
        for number in list(self.table.pending):
            while number in self.table.pending and len(self.steps) < MOST_ACTS:
                self.rule(number)
            while self.table.now.choices and len(self.steps) < MOST_ACTS:
                self.answer()


def make_policy(game: str, rng: Random) -> Policy:
    """A table's policy by chance."""
    dealing = rng.choice(("automated", "manual") if game == THBP else ("shoe", "shuffler"))
    minimum = rng.choice((1_000, 2_500, 5_000))
    maximum = minimum * rng.choice((2, 4, 100))
    return Policy(
        dealing=dealing,
        minimum=minimum,
        maximum=maximum,
        bonus_minimum=minimum,
        bonus_maximum=maximum,
        contribution=rng.choice(("0.70", "0.705", "0.333", "1")),
        bonus_on_losing_hand=rng.choice(("settles", "settles", "loses")) if game == THBP else "settles",
    )


def troubled_rounds(game: str, seed: int) -> Troubled:
    """One or two rounds at a table, made up from a seed."""
    rng = Random(f"{game} {seed}")
    policy = make_policy(game, rng)
    start = rng.choice((1_000, 2_999_650, 5_000_000, 12_345_678))
    made = Troubled(game, rng, policy, start, Table(game, policy, start))
    slips = Random(f"slips {game} {seed}")
    made.slips = slips if slips.random() < 0.5 else None
    made.play()
    return made

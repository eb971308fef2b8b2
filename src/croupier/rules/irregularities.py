"""Irregularities: what can go wrong, which facts matter, and what a document rules.

A document's rulings are rows: under these facts, this ruling, by these paragraphs. The rows of an irregularity are in
order of precedence; the first that applies decides. Because the conditions are data, every combination of facts can be
tried, and what no row covers, or two rows rule differently, can be listed.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.rules.document import Cite
from croupier.rules.terms import Role


class Ruling(StrEnum):
    """The consequence of an irregularity."""

    VOID_ROUND = "void_round"
    CONTINUE = "continue"
    PLAYERS_CHOOSE = "players_choose"
    INVALIDATE_HAND = "invalidate_hand"
    RETURN_WAGER = "return_wager"
    RETURN_EXCESS = "return_excess"
    SETTLE_AT_MAXIMUM = "settle_at_maximum"
    SETTLE_AS_PLACED = "settle_as_placed"
    REFUSE_WAGER = "refuse_wager"
    PLAYER_ADJUSTS = "player_adjusts"
    FOLD_HAND = "fold_hand"
    CHECK_HAND = "check_hand"
    RANK_BELOW_DEALER = "rank_below_dealer"
    USE_CARD = "use_card"
    DISCARD_CARD = "discard_card"
    REDEAL_CARD = "redeal_card"
    RECONSTRUCT = "reconstruct"
    RETRACT_ACTION = "retract_action"
    BET_STANDS = "bet_stands"
    CALL_OR_FOLD = "call_or_fold"
    CALL_OR_RAISE = "call_or_raise"
    POST_BLINDS = "post_blinds"
    ROLE_DECIDES = "role_decides"


class Decider(StrEnum):
    """The one who decides: the text itself, or the role it names."""

    RULES = "rules"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    HOUSE = "house"


ROLES: Final = {
    Decider.PIT_SUPERVISOR: Role.PIT_SUPERVISOR,
    Decider.PIT_MANAGER: Role.PIT_MANAGER,
    Decider.SHIFT_MANAGER: Role.SHIFT_MANAGER,
    Decider.HOUSE: Role.PIT_MANAGER,
}
"""The roles that take decisions; a Pit Manager takes those left to the House."""


class AtLeast(Struct, frozen=True):
    """A count of that many or more."""

    number: int

    def holds(self, value: str) -> bool:
        """Return whether a count is high enough."""
        return int(value) >= self.number


class Exactly(Struct, frozen=True):
    """A count of exactly that many."""

    number: int

    def holds(self, value: str) -> bool:
        """Return whether a count is exactly the number."""
        return int(value) == self.number


class Affects(StrEnum):
    """The hands that a dealing error affects, if the document does not leave it to the cards."""

    WHOSE_CARDS = "whose_cards"
    """The Players whose cards were exposed or displaced; all Players for cards of the Dealer or of the table."""
    EVERYBODY = "everybody"
    OTHERS = "others"
    """All Players except the one whose hand has left."""


class Reserved(Struct, frozen=True):
    """A fact that a document has a role establish: anybody else's statement leaves it undecided."""

    fact: str
    role: Role
    options: Mapping[str, str]
    """The options of that role, and the value that each stands for."""
    cites: tuple[Cite, ...]


class LaterRounds(Struct, frozen=True):
    """The ways to play rounds after a failure of the jackpot system, each with its paragraphs."""

    chosen: tuple[Cite, ...]
    """The paragraphs that say who chooses."""
    close_table: tuple[Cite, ...]
    close_boxes: tuple[Cite, ...]
    without_jackpot: tuple[Cite, ...]

    def of(self, option: str) -> tuple[Cite, ...]:
        """Return the paragraphs of a choice."""
        choices = {
            "close_table": self.close_table,
            "close_boxes": self.close_boxes,
            "without_jackpot": self.without_jackpot,
        }
        return choices[option]


FactTest = str | AtLeast | Exactly
"""The requirement of a row on a fact: a value, or a count."""


class Fact(Struct, frozen=True):
    """A fact that a ruling may depend on. Without values it is a count of one or more."""

    name: str
    values: tuple[str, ...] = ()
    default: str = ""
    lasts: str = ""
    """A value that, once stated, holds for the rest of the round."""
    witnessed: bool = False
    """True if people see the fact even when it is not entered, so that the record can be wrong about it.

    Other facts follow from the acts at the table themselves.
    """

    @property
    def samples(self) -> tuple[str, ...]:
        """Enough values to try every row: counts beyond four make no difference."""
        return self.values or ("1", "2", "3", "4")

    @property
    def assumed(self) -> str:
        """The value that applies unless another is stated: the default, or the only value there is; otherwise empty."""
        return self.default or (self.values[0] if len(self.values) == 1 else "")

    def allows(self, value: str) -> bool:
        """Return whether the fact can have this value."""
        if self.values:
            return value in self.values
        return value.isascii() and value.isdigit() and len(value) <= 2 and int(value) >= 1

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(self.values) or 'a count from 1 to 99'})"


class Rule(Struct, frozen=True):
    """A row: under these facts, this ruling, by these paragraphs."""

    cites: tuple[Cite, ...]
    when: Mapping[str, FactTest]
    ruling: Ruling
    explanation: str
    then: tuple[Ruling, ...] = ()
    then_cites: tuple[Cite, ...] = ()
    """The paragraphs that are about what follows, and not about the hand or round itself."""
    then_by: "Decider | None" = None
    """The role that decides what follows, if one does."""
    affects: "Affects" = Affects.WHOSE_CARDS
    options: tuple[str, ...] = ()
    posts: Mapping[str, str] = {}
    """The Blinds that are posted, and how or by whom."""
    decided_by: Decider = Decider.RULES
    prevails: str = ""
    """The reason why this row goes before a later one that applies as well and rules differently."""

    def applies(self, facts: Mapping[str, str]) -> bool:
        """Return whether the facts are those of this row."""
        for name, test in self.when.items():
            value = facts[name]
            if value != test if isinstance(test, str) else not test.holds(value):
                return False
        return True


class Irregularities(Struct, frozen=True):
    """A document's rulings."""

    rules: Mapping[str, tuple[Rule, ...]]
    """The rows of each irregularity that the game can have; an empty one is left to the last paragraph."""
    silent: Rule
    """The last paragraph: what applies if no row does."""
    cannot: Mapping[str, str]
    """Irregularities that the game cannot have, and why."""
    narrowed: Mapping[tuple[str, str], tuple[str, ...]]
    """Facts that have fewer values in this game, by irregularity and fact."""
    void: tuple[Cite, ...]
    """The paragraphs under which a void round's wagers go back."""
    silent_on: Mapping[str, Rule] = {}
    """The last paragraph on an irregularity that it decides between other options."""
    later_rounds: LaterRounds | None = None
    """Rounds after a failure of the jackpot system; none if there is no jackpot."""
    earlier_rounds: Mapping[str, tuple[Cite, ...]] = {}
    """The paragraphs by which earlier rounds stand, by irregularity, if the document has no general one."""
    settled_stands: Mapping[str, tuple[Cite, ...]] = {}
    """By irregularity, the paragraphs on what is found out after the settlement and changes nothing in the round."""
    found_late: tuple[Cite, ...] = ()
    """The interpretation by which a settled round stands, even if an irregularity is found out later."""
    reserved: Mapping[str, Reserved] = {}
    """The fact of an irregularity that only a role can establish."""
    chosen: Mapping[str, tuple[Cite, ...]] = {}
    """The paragraphs of what Players may choose, where they are not those that give them the choice."""
    choosing: tuple[Cite, ...] = ()
    """The paragraphs that give Players a choice."""
    all_his_wagers: tuple[str, ...] = ()
    """The choices that a Player makes for all their wagers at once, and not hand by hand."""
    needs_dealing: Mapping[str, str] = {}
    """Irregularities that can happen under one dealing method only."""
    returns: tuple[Cite, ...] = ()
    """The paragraphs by which a jackpot wager goes back with its hand, and its contribution leaves the meter."""
    barred: tuple[Cite, ...] = ()
    """The paragraphs under which a Player may be kept from play."""
    at_end_of_hand: bool = False
    """True if a jackpot wager without an Ante goes back only at the end of the hand."""
    clock: tuple[Cite, ...] = ()
    """The paragraphs of what counts as a Player's answer when their clock runs out."""
    silent_fold: tuple[Cite, ...] = ()
    """The paragraphs by which a Player who has looked folds when their clock runs out, if absence gives wagers back."""
    readings: Mapping[str, tuple[Cite, ...]] = {}
    """The interpretations of facts that the table itself establishes: an outcome, cards that add up, a statement."""
    statements: tuple[Cite, ...] = ()
    """The interpretation of who must stand behind a statement."""
    looks_recorded: bool = True
    """True if the record shows who has looked at their cards; otherwise every Player may have, from the deal on."""
    asked: Mapping[str, str] = {}
    """The document's own question for a fact, if it is not the usual one."""
    between_rounds: frozenset[str] = frozenset({"jackpot_system_down", "confidentiality_breach", "not_covered"})
    """The irregularities that concern more than one round: their rows apply after a settlement too."""
    catalogue: Mapping[str, tuple[Fact, ...]] = field(default_factory=lambda: HOUSE_CATALOGUE)
    """Every irregularity of the kind of game that this is, with its facts."""

    def left(self, name: str) -> Rule:
        """Return the paragraph that rules an irregularity which no other row rules."""
        return self.silent_on.get(name, self.silent)

    def is_silent(self, row: Rule) -> bool:
        """Return whether a row is the paragraph on irregularities that the document does not name."""
        return row is self.silent or any(row is one for one in self.silent_on.values())


_SEEN: Final = Fact("seen", ("yes", "no"), lasts="yes", witnessed=True)
_RECONSTRUCTABLE: Final = Fact("reconstructable", ("yes", "no"))
_NOTICED: Final = Fact("noticed", ("before_next_round", "later"))
_BEFORE_CLOSE: Final = Fact("noticed", ("before_close", "after"))
_OUTCOME: Final = Fact("outcome", ("established", "none"))

JACKPOT_DOWN: Final = "jackpot_system_down"
"""The one irregularity that concerns a link of tables and not a round; later rounds are played as the House then
chooses."""

RETURN_JACKPOT_WAGERS: Final = "return_jackpot_wagers"
"""The decision that a round plays on without its jackpot wagers."""

OUTSIDE: Final = frozenset(
    {JACKPOT_DOWN, "player_absent", "confidentiality_breach", "hole_cards_exposed", "interruption", "not_covered"}
)
"""The irregularities of every game that happen outside the program where it deals: a device, an absence, conduct."""

HOUSE_CATALOGUE: Final[Mapping[str, tuple[Fact, ...]]] = {
    "foreign_card": (),
    "deck_miscount": (),
    "shoe_exhausted": (),
    "unshuffled_cards": (),
    "cards_exposed": (
        Fact("count"),
        _SEEN,
        Fact("whose", ("player", "dealer", "community")),
        Fact("when", ("during_deal", "after"), default="during_deal", witnessed=True),
    ),
    "misdeal": (_SEEN, _RECONSTRUCTABLE),
    "wrong_community_count": (_RECONSTRUCTABLE, _NOTICED),
    "wrong_dealer_count": (_RECONSTRUCTABLE, _NOTICED),
    "wrong_hand_count": (_RECONSTRUCTABLE, _NOTICED),
    "burn_missed": (_SEEN, _RECONSTRUCTABLE),
    "other_dealing_error": (_RECONSTRUCTABLE,),
    "late_wager": (Fact("act", ("placed", "increased", "withdrawn")),),
    "card_face_up_in_shoe": (),
    "simultaneous_draw": (Fact("order", ("unknown", "known"), default="unknown"),),
    JACKPOT_DOWN: (_SEEN, Fact("round", ("current", "subsequent"), default="current")),
    "extra_hand_examined": (Fact("intentional", ("yes", "no", "undecided")),),
    "multiple_positions": (Fact("viewed", ("some", "none"), witnessed=True),),
    "confidentiality_breach": (),
    "wager_over_maximum": (_BEFORE_CLOSE,),
    "wager_under_minimum": (_BEFORE_CLOSE, Fact("previous", ("no", "yes"), default="no")),
    "wager_wrong_size": (Fact("wager", ("bet", "flop", "turn", "river")), Fact("relation", ("more", "less"))),
    "wager_misplaced": (Fact("by", ("player", "staff")),),
    "jackpot_without_ante": (_BEFORE_CLOSE,),
    "player_absent": (Fact("stage", ("before_decision", "after_flop", "no_decision_left")),),
    "hand_not_shown": (Fact("dealer_qualifies", ("yes", "no"), default="yes"),),
    "interruption": (_OUTCOME,),
    "error_noticed_late": (),
    "not_covered": (),
}
"""Every irregularity of the house-banked games, and the facts a ruling on it may need."""

ABOUT_A_WAGER: Final = frozenset({"wager_over_maximum", "wager_under_minimum", "wager_wrong_size"})
"""The irregularities about the chips on one area: which wager, and how much."""
ABOUT_A_PLAYER: Final = frozenset({"jackpot_without_ante", "confidentiality_breach"})
"""The irregularities about a Player, who may have no box."""
ABOUT_A_BOX: Final = ABOUT_A_WAGER | {
    "wrong_hand_count",
    "extra_hand_examined",
    "multiple_positions",
    "jackpot_without_ante",
    "player_absent",
    "hand_not_shown",
}
"""The irregularities about one box."""
ABOUT_SOME_BOXES: Final = frozenset({"cards_exposed", "misdeal", "other_dealing_error", "confidentiality_breach"})
"""The irregularities that may be about one box, or about none in particular."""

ROOM_CATALOGUE: Final[Mapping[str, tuple[Fact, ...]]] = {
    "foreign_card": (),
    "deck_miscount": (),
    "shoe_exhausted": (),
    "unshuffled_cards": (),
    "card_face_up_in_shoe": (),
    "cards_exposed": (
        Fact("count"),
        Fact("when", ("initial_deal", "later")),
        Fact("lies", ("shoe", "hand"), default="shoe"),
        Fact("stage", ("before_final_round_ends", "after"), default="before_final_round_ends"),
    ),
    "wrong_hand_count": (_SEEN, Fact("reconstructable", ("no", "yes"), default="no")),
    "hand_left_out": (_SEEN, _RECONSTRUCTABLE),
    "extra_hand_dealt": (_SEEN, _RECONSTRUCTABLE),
    "flop_exposed_early": (),
    "turn_exposed_early": (),
    "river_exposed_early": (),
    "too_many_community_cards": (
        Fact("street", ("flop", "turn", "river")),
        _RECONSTRUCTABLE,
        Fact("noticed", ("before_betting", "after"), default="before_betting"),
    ),
    "out_of_turn": (
        Fact("intended", ("check", "bet", "call", "raise", "fold")),
        Fact("then", ("check", "smaller_or_equal_bet", "larger_bet", "fold")),
    ),
    "hole_cards_exposed": (Fact("by", ("player",)), Fact("stage", ("before_final_round_ends", "after"))),
    "player_absent": (
        Fact("due", ("small_blind", "big_blind")),
        Fact("will_return", ("not_said", "yes", "no"), default="not_said"),
    ),
    "player_joins": (
        Fact("orbit", ("first", "later")),
        Fact("seat", ("big_blind", "other")),
        Fact("relocated", ("no", "yes"), default="no"),
    ),
    "player_returns": (
        Fact("missed", ("small_blind", "big_blind", "both")),
        Fact("seat", ("button", "small_blind", "big_blind", "other")),
    ),
    "button_not_placed": (),
    "all_in_button_missing": (),
    "verbal_declaration": (),
    "interruption": (_OUTCOME,),
    "not_covered": (),
}
"""Every irregularity of the poker room, and the facts a ruling on it may need."""


def facts_of(table: Irregularities, name: str) -> tuple[Fact, ...]:
    """Return the facts of an irregularity in one game: as in the catalogue, with the values that the game knows.

    A fact that is narrowed to no value does not belong to this game.
    """
    found = []
    for fact in table.catalogue[name]:
        values = table.narrowed.get((name, fact.name), fact.values)
        if values or not fact.values:
            found.append(fact if values is fact.values else replace(fact, values=values))
    return tuple(found)


def lasting(name: str, stated: Mapping[str, str]) -> dict[str, str]:
    """Return the stated facts that hold for the rest of the round."""
    return {
        fact.name: fact.lasts for fact in HOUSE_CATALOGUE[name] if fact.lasts and stated.get(fact.name) == fact.lasts
    }

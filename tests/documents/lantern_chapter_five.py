"""Chapter 5 of the Lantern House's documents: what goes wrong is ruled on alike in all of them."""

from croupier.rules.document import Rulebook
from croupier.rules.irregularities import Decider, Irregularities, Rule, Ruling


def declare(book: Rulebook, wrong_size: str) -> None:
    """The paragraphs; ``wrong_size`` is what 5.3 says about the wager that plays the hand."""
    book.modelled(
        "5.1",
        "Above the maximum: the excess goes back before the close; noticed later, the wager counts as the maximum.",
        "croupier.play.banked.remedies:wager_remedy",
        "croupier.play.banked.measure:most",
    )
    book.modelled(
        "5.2",
        "Below the minimum: increased or taken back before the close; noticed later, it counts as it lies.",
        "croupier.play.banked.remedies:wager_remedy",
        "croupier.play.banked.betting:close_bets",
    )
    book.modelled(
        "5.3",
        wrong_size,
        "croupier.play.banked.remedies:wager_remedy",
        "croupier.play.banked.measure:measured",
    )
    book.modelled(
        "5.4",
        "Whoever leaves before they have decided has folded; otherwise their wagers settle as usual.",
        "croupier.play.banked.remedies:absence",
        "croupier.play.banked.choices:run_out_clock",
    )
    book.modelled(
        "5.5",
        "Interrupted: a round in which a wager is decided is played out, any other is void.",
        "croupier.play.banked.facts:outcome_established",
        "croupier.play.banked.remedies:void_round",
    )
    book.modelled(
        "5.6",
        "Foreign cards, a wrong deck, too few cards or cards that were not shuffled void the round.",
        "croupier.play.banked.remedies:void_round",
    )
    book.modelled(
        "5.7",
        "A wrong deal or a card exposed in it voids the round until somebody has looked; after that it goes on.",
        "croupier.play.banked.remedies:void_round",
        "croupier.play.banked.exposure:report_exposed",
        "croupier.play.testimony:compare",
    )
    book.modelled(
        "5.8",
        "A hand with a wrong number of cards is out, wagers back.",
        "croupier.play.banked.remedies:invalidate_hand",
        "croupier.play.banked.settlement:settle_out",
    )
    book.modelled(
        "5.9", "Noticed in the next round, an error changes nothing.", "croupier.play.banked.reporting:report"
    )
    book.modelled("5.10", "A void round's wagers go back.", "croupier.play.banked.remedies:void_round")
    book.modelled("5.11", "Chips count as they lie at the close.", "croupier.play.banked.betting:close_bets")
    book.discretion(
        "5.12",
        "The Shift Manager or above decides the rest.",
        "shift_manager",
        "croupier.play.banked.decisions:take_decision",
    )


OVER_NOTICED = Rule(
    ("5.1",),
    {"noticed": "before_close"},
    Ruling.RETURN_EXCESS,
    "What lies above the maximum is handed back; the wager stands at the maximum.",
)
OVER_MISSED = Rule(
    ("5.1",),
    {"noticed": "after"},
    Ruling.SETTLE_AT_MAXIMUM,
    "The wager counts as the maximum; the excess comes back.",
)
SHORT_NOTICED = Rule(
    ("5.2",), {"noticed": "before_close"}, Ruling.PLAYER_ADJUSTS, "The Player increases the wager or takes it back."
)
SHORT_MISSED = Rule(("5.2",), {"noticed": "after"}, Ruling.SETTLE_AS_PLACED, "The wager counts as it lies.")
WRONG_SIZE_MORE = Rule(("5.3",), {"relation": "more"}, Ruling.RETURN_EXCESS, "The excess goes back.")
WRONG_SIZE_LESS = Rule(("5.3",), {"relation": "less"}, Ruling.SETTLE_AS_PLACED, "The wager counts as it lies.")
ABSENT_FOLDS = Rule(
    ("5.4",), {"stage": "before_decision"}, Ruling.FOLD_HAND, "Whoever leaves before they have decided has folded."
)
ABSENT_SETTLES = Rule(
    ("5.4",), {"stage": "no_decision_left"}, Ruling.CONTINUE, "Nothing is left to decide: the wagers settle as usual."
)
INTERRUPTED_DECIDED = Rule(
    ("5.5",), {"outcome": "established"}, Ruling.CONTINUE, "A wager is decided: the round is played out."
)
INTERRUPTED_OPEN = Rule(("5.5",), {"outcome": "none"}, Ruling.VOID_ROUND, "No wager is decided: the round is void.")
BAD_CARDS = Rule(("5.6",), {}, Ruling.VOID_ROUND, "The cards are not in order: the round is void.")
DEAL_UNSEEN = Rule(("5.7",), {"seen": "no"}, Ruling.VOID_ROUND, "Nobody has looked at their cards: the round is void.")
DEAL_SEEN = Rule(("5.7",), {"seen": "yes"}, Ruling.CONTINUE, "Somebody has looked at their cards: the round goes on.")
EXPOSED_UNSEEN = Rule(
    ("5.7",),
    {"seen": "no", "when": "during_deal"},
    Ruling.VOID_ROUND,
    "A card was exposed in the deal, and nobody has looked at their cards: the round is void.",
)
EXPOSED_ON = Rule(
    ("5.7",),
    {"seen": "yes", "when": "during_deal"},
    Ruling.CONTINUE,
    "Somebody has looked at their cards: the round goes on.",
)
EXPOSED_LATER = Rule(
    ("5.7",), {"when": "after"}, Ruling.CONTINUE, "The card was exposed after the deal: the round goes on."
)
HAND_COUNT = Rule(
    ("5.8",), {"noticed": "before_next_round"}, Ruling.INVALIDATE_HAND, "The hand is out and its wagers go back."
)
NOTICED_LATE = Rule(("5.9",), {}, Ruling.CONTINUE, "The next round has begun: nothing changes.")
COUNT_NOTICED_LATE = Rule(("5.9",), {"noticed": "later"}, Ruling.CONTINUE, "The next round has begun: nothing changes.")
VOID = ("5.10",)
MISPLACED = Rule(("5.11",), {}, Ruling.SETTLE_AS_PLACED, "The chips settle as they lay at the close.")
LEFT_TO_SHIFT_MANAGER = Rule(
    ("5.12",),
    {},
    Ruling.ROLE_DECIDES,
    "The document does not resolve this: a Shift Manager or above decides.",
    options=("continue", "void_round", "invalidate_hand"),
    decided_by=Decider.SHIFT_MANAGER,
)
UNCOVERED: dict[str, tuple[Rule, ...]] = {
    "wrong_dealer_count": (),
    "other_dealing_error": (),
    "extra_hand_examined": (),
    "confidentiality_breach": (),
    "not_covered": (),
}
CANNOT = {
    "wrong_community_count": "it has no Community Cards",
    "burn_missed": "no card is burnt",
    "card_face_up_in_shoe": "the hands come as sets from a shuffler",
    "simultaneous_draw": "the hands come as sets from a shuffler",
    "jackpot_system_down": "it has no jackpot",
    "jackpot_without_ante": "it has no jackpot",
    "multiple_positions": "a Player may play several boxes (3.5)",
}
NARROWED = {
    ("cards_exposed", "whose"): ("player", "dealer"),
    ("wager_wrong_size", "wager"): ("bet",),
    ("player_absent", "stage"): ("before_decision", "no_decision_left"),
    ("hand_not_shown", "dealer_qualifies"): (),
}


def rulings(too_late: Rule, hidden: Rule) -> Irregularities:
    """All of them; wagers that come too late and hands that are not shown are ruled on elsewhere in a document."""
    return Irregularities(
        rules={
            "foreign_card": (BAD_CARDS,),
            "deck_miscount": (BAD_CARDS,),
            "shoe_exhausted": (BAD_CARDS,),
            "unshuffled_cards": (BAD_CARDS,),
            "cards_exposed": (EXPOSED_UNSEEN, EXPOSED_ON, EXPOSED_LATER),
            "misdeal": (DEAL_UNSEEN, DEAL_SEEN),
            "wrong_hand_count": (HAND_COUNT, COUNT_NOTICED_LATE),
            "late_wager": (too_late,),
            "wager_over_maximum": (OVER_NOTICED, OVER_MISSED),
            "wager_under_minimum": (SHORT_NOTICED, SHORT_MISSED),
            "wager_wrong_size": (WRONG_SIZE_MORE, WRONG_SIZE_LESS),
            "wager_misplaced": (MISPLACED,),
            "player_absent": (ABSENT_FOLDS, ABSENT_SETTLES),
            "hand_not_shown": (hidden,),
            "interruption": (INTERRUPTED_DECIDED, INTERRUPTED_OPEN),
            "error_noticed_late": (NOTICED_LATE,),
            **UNCOVERED,
        },
        silent=LEFT_TO_SHIFT_MANAGER,
        void=VOID,
        returns=VOID,
        cannot=CANNOT,
        narrowed=NARROWED,
    )

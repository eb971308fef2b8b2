"""Situations that can be reported as more than one irregularity.

What happens at a table has no single name: a hand with six cards is both a wrong count and a wrong deal. If the rows of
both apply, a document has to say which prevails (:class:`croupier.rules.document.Overlap`); from this list tools find
the places where it does not.
"""

from typing import Final

from msgspec import Struct

from croupier.rules.document import Told, told
from croupier.rules.irregularities import JACKPOT_DOWN


class Situation(Struct, frozen=True):
    """A situation that happened, as it would be reported, and what else it could be called."""

    happened: str
    report: Told
    also: tuple[Told, ...]


AGAINST_THE_HOUSE: Final = (
    Situation(
        "A hand has a wrong number of cards.",
        told("wrong_hand_count", noticed="before_next_round"),
        (told("misdeal"), told("simultaneous_draw"), told("other_dealing_error")),
    ),
    Situation(
        "The Dealer's hand has a wrong number of cards.",
        told("wrong_dealer_count", noticed="before_next_round"),
        (told("misdeal"), told("other_dealing_error")),
    ),
    Situation(
        "There is a wrong number of Community Cards.",
        told("wrong_community_count", noticed="before_next_round"),
        (told("misdeal"), told("other_dealing_error")),
    ),
    Situation(
        "The card to be burnt was dealt, and the cards after it are displaced.",
        told("burn_missed"),
        (told("misdeal"), told("other_dealing_error")),
    ),
    Situation(
        "Cards drawn together are displaced, or face up.",
        told("simultaneous_draw"),
        (told("misdeal"), told("other_dealing_error"), told("cards_exposed")),
    ),
    Situation(
        "A card is face up in the shoe, and so on the table.", told("card_face_up_in_shoe"), (told("cards_exposed"),)
    ),
    Situation("Cards are missing.", told("deck_miscount"), (told("shoe_exhausted"), told("foreign_card"))),
    Situation(
        "Something was wrong with the cards of a round, and the next has begun.",
        told("error_noticed_late"),
        (
            told("foreign_card"),
            told("deck_miscount"),
            told("unshuffled_cards"),
            told("misdeal"),
            told("burn_missed"),
            told("cards_exposed"),
            told("simultaneous_draw"),
            told("other_dealing_error"),
            told("wrong_hand_count", noticed="later"),
            told("wrong_dealer_count", noticed="later"),
            told("wrong_community_count", noticed="later"),
        ),
    ),
    Situation(
        "A later wager exceeds both what the Ante allows and the maximum.",
        told("wager_wrong_size", relation="more"),
        (told("wager_over_maximum", noticed="after"), told("wager_misplaced")),
    ),
    Situation(
        "A later wager is below both what the Ante asks for and the minimum.",
        told("wager_wrong_size", relation="less"),
        (told("wager_under_minimum", noticed="after", previous="no"), told("wager_misplaced")),
    ),
    Situation(
        "Chips added after the close take a wager above the maximum.",
        told("late_wager", act="increased"),
        (told("wager_over_maximum", noticed="after"),),
    ),
    Situation(
        "Chips put down by mistake take a wager above the maximum.",
        told("wager_over_maximum", noticed="after"),
        (told("wager_misplaced"),),
    ),
    Situation(
        "Chips put down by mistake leave a wager below the minimum.",
        told("wager_under_minimum", noticed="after"),
        (told("wager_misplaced"),),
    ),
    Situation(
        "A jackpot wager was placed by mistake without an Ante.",
        told("jackpot_without_ante", noticed="after"),
        (told("wager_misplaced"),),
    ),
    Situation(
        "A Player with nothing left to decide leaves, and their hand is face down.",
        told("player_absent", stage="no_decision_left"),
        (told("hand_not_shown"),),
    ),
    Situation(
        "A power failure stops the round and the jackpot system.",
        told("interruption"),
        (told(JACKPOT_DOWN, round="current"),),
    ),
    Situation("A failing device leaves too few cards.", told("shoe_exhausted"), (told("interruption"),)),
)
IN_THE_ROOM: Final = (
    Situation("A Player has not been dealt any card.", told("hand_left_out"), (told("wrong_hand_count"),)),
    Situation("A Player has been dealt an extra hand.", told("extra_hand_dealt"), (told("wrong_hand_count"),)),
    Situation(
        "A card is face up in the shoe while the Hole Cards are dealt.",
        told("card_face_up_in_shoe"),
        (told("cards_exposed", when="initial_deal"),),
    ),
    Situation(
        "A Player turns a Hole Card while the Hole Cards are dealt.",
        told("hole_cards_exposed", stage="before_final_round_ends"),
        (told("cards_exposed", when="initial_deal"),),
    ),
    *(
        Situation(
            f"A {street.capitalize()} Card is turned too early.",
            told(f"{street}_exposed_early"),
            (told("cards_exposed", when="later"), told("too_many_community_cards", street=street)),
        )
        for street in ("flop", "turn", "river")
    ),
    Situation(
        "A Player says what they mean to do before it is their turn.",
        told("verbal_declaration"),
        (told("out_of_turn"),),
    ),
    Situation(
        "A Player who has left the table sits down at it again.",
        told("player_returns"),
        (told("player_joins", relocated="no"),),
    ),
    Situation("A failing device leaves too few cards.", told("shoe_exhausted"), (told("interruption"),)),
)

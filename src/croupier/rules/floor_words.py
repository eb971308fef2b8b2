"""Words of the casino floor for what can go wrong: how staff say it, beside what the documents call it."""

from collections.abc import Mapping
from typing import Final

SAID: Final[Mapping[str, tuple[str, ...]]] = {
    "foreign_card": (
        "card from another deck",
        "card with a different back",
        "strange card",
        "joker in the deck",
        "card that does not belong",
    ),
    "deck_miscount": (
        "card missing from the deck",
        "deck is short",
        "extra card in the deck",
        "duplicate card",
        "incomplete deck",
    ),
    "shoe_exhausted": ("ran out of cards", "not enough cards", "shoe is empty", "too few cards to finish"),
    "unshuffled_cards": ("forgot to shuffle", "cards not shuffled", "deck not mixed", "cards in new deck order"),
    "cards_exposed": (
        "dealer exposed a card",
        "flashed card",
        "card turned over by mistake",
        "card dropped face up",
        "card shown too early",
    ),
    "misdeal": (
        "dealt to the wrong box",
        "dealt in the wrong order",
        "box skipped in the deal",
        "cards given to the wrong player",
    ),
    "wrong_community_count": (
        "too many community cards",
        "four card flop",
        "two turn cards",
        "extra card on the board",
        "board is short of a card",
    ),
    "wrong_dealer_count": (
        "dealer has too many cards",
        "dealer has too few cards",
        "extra card in the dealer hand",
        "dealer has six cards",
    ),
    "wrong_hand_count": (
        "player has too many cards",
        "player has too few cards",
        "hand with six cards",
        "box is short of a card",
        "extra card in a hand",
        "misdeal",
    ),
    "burn_missed": ("forgot to burn", "no burn card", "burnt card not taken"),
    "other_dealing_error": ("other mistake in the deal", "dealer made a mistake", "two cards burnt"),
    "late_wager": (
        "bet after the close",
        "chips added after no more bets",
        "past posting",
        "late bet",
        "bet taken back after no more bets",
        "player capped the bet",
        "player pinched the bet",
    ),
    "card_face_up_in_shoe": ("boxed card", "card upside down in the shoe", "face up in the shuffler"),
    "simultaneous_draw": ("two cards stuck together", "two cards came out at once", "double card drawn"),
    "jackpot_system_down": (
        "jackpot meter down",
        "progressive not working",
        "jackpot display failed",
        "coin sensor broken",
        "jackpot link failed",
    ),
    "extra_hand_examined": (
        "player looked at another hand",
        "player peeked at two hands",
        "looked at the cards of a neighbour",
    ),
    "multiple_positions": ("player on two boxes", "playing two hands", "more than one position"),
    "confidentiality_breach": (
        "players show each other their cards",
        "player told another what the cards are",
        "collusion",
        "players talk about their hands",
    ),
    "wager_over_maximum": ("bet too big", "bet over the limit", "above the table maximum", "more than the maximum"),
    "wager_under_minimum": ("bet too small", "below the table minimum", "less than the minimum"),
    "wager_wrong_size": ("bet is not double the ante", "raise too big", "raise too small", "short raise"),
    "wager_misplaced": ("chips on the wrong spot", "bet in the wrong box", "chips on the wrong area"),
    "jackpot_without_ante": ("jackpot coin without an ante", "side bet only", "progressive but no ante"),
    "player_absent": (
        "player left the table",
        "player walked away",
        "player went to the toilet",
        "nobody at the box",
    ),
    "hand_not_shown": ("player will not show", "player refuses to show the hand", "mucked hand", "hand kept face down"),
    "interruption": ("power failure", "fire alarm", "blackout", "evacuation", "lights went out", "shuffler broke down"),
    "error_noticed_late": ("mistake in the last round", "error found after the next round began"),
    "not_covered": ("something else", "nothing fits", "not in the rules", "dispute"),
    "hand_left_out": ("player not dealt in", "misdeal", "seat skipped in the deal", "player got no cards"),
    "extra_hand_dealt": ("hand dealt to an empty seat", "misdeal", "one hand too many"),
    "flop_exposed_early": ("dealer exposed the flop early", "flop before the betting was over", "premature flop"),
    "turn_exposed_early": ("dealer exposed the turn early", "turn before the betting was over", "premature turn"),
    "river_exposed_early": ("dealer exposed the river early", "river before the betting was over", "premature river"),
    "too_many_community_cards": ("four card flop", "two turn cards", "extra card on the board", "two river cards"),
    "out_of_turn": ("acted before their turn", "bet out of turn", "raise out of turn", "jumped the action"),
    "hole_cards_exposed": ("player showed a hole card", "player exposed the hand", "player tabled the cards early"),
    "player_joins": ("new player sits down", "newcomer", "player moved from another table"),
    "player_returns": ("player is back", "player came back after missed blinds"),
    "button_not_placed": ("forgot the button", "dealer button missing", "button at the wrong seat"),
    "all_in_button_missing": ("all in without the button", "no all in button"),
    "verbal_declaration": ("said raise without chips", "announced all in", "verbal bet"),
}
"""Short phrases by irregularity. One phrase is one way to say it; a search compares whole phrases."""

SYNONYMS: Final[Mapping[str, str]] = {
    word: meaning
    for meaning, words in {
        "absent": "left leaves leave leaving gone walked walks toilet",
        "break": "broke broken breakdown failed failure fails failing dead down defect",
        "burn": "burned burnt burning",
        "deal": "dealt dealing deals",
        "dealer": "croupier",
        "deck": "pack decks",
        "early": "soon premature prematurely",
        "error": "mistake mistakes errors fault",
        "expose": "exposed exposes exposing flash flashed flashes turned flipped reveal revealed visible uncovered",
        "extra": "additional many more excess",
        "hand": "hands",
        "jackpot": "progressive",
        "look": "looked looks looking seen saw sees peek peeked viewed views examined examines handled",
        "maximum": "max limit over above exceeds exceeded",
        "minimum": "min below under",
        "player": "guest patron customer punter",
        "same": "duplicate double twice",
        "show": "shown showed shows showing",
        "short": "few fewer missing lacking lost less",
        "shuffle": "mixed mix",
        "wager": "bet bets wagers stake stakes chip chips betting",
        "without": "no not none forgot forgotten never",
        "wrong": "incorrect incorrectly wrongly mistaken",
    }.items()
    for word in words.split()
}
"""Words that staff use for each other, with the one that stands for them all."""

WIDER: Final[Mapping[str, str]] = {"board": "community", "flop": "community", "turn": "community", "river": "community"}
"""Words with one that covers more: at a table whose document does not tell the streets apart, they mean it."""

_IDLE: Final = (
    "a an and are as at be been but by did do does for from got had has have he her his in is it its of on one or our"
    " says she so some someone that the their them then there they this to too was were what when where which who will"
    " with you"
)
IDLE: Final = frozenset(_IDLE.split())
"""Words that say nothing about what happened."""

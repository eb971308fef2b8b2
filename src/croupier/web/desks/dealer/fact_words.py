"""Facts of irregularities, their values and the buttons of rulings, in words for a console."""

from collections.abc import Mapping
from typing import Final

from croupier.notation.ruled import role_name
from croupier.notation.speech import plain
from croupier.rules.irregularities import Decider, Fact, Ruling
from croupier.rules.questions import question
from croupier.web.wire.dealer import FactValue

_VALUES: Final[Mapping[tuple[str, str], str]] = {
    ("by", "staff"): "The House",
    ("noticed", "after"): "After",
    ("noticed", "before_betting"): "Before the betting",
    ("noticed", "before_close"): "Before the close",
    ("noticed", "before_next_round"): "Before the next round",
    ("order", "known"): "Yes",
    ("order", "unknown"): "No",
    ("outcome", "established"): "Yes",
    ("outcome", "none"): "No",
    ("relation", "less"): "Too little",
    ("relation", "more"): "Too much",
    ("round", "current"): "This one",
    ("round", "subsequent"): "The next",
    ("viewed", "none"): "No",
    ("viewed", "some"): "Yes",
    ("whose", "community"): "Community",
    ("whose", "dealer"): "Dealer’s",
    ("whose", "player"): "Players’",
}
_OTHERWISE: Final[Mapping[tuple[str, str], str]] = {
    ("by", "player"): "The Player did it",
    ("by", "staff"): "The House did it",
    ("count", "1"): "One card only",
    ("count", "2"): "Two cards",
    ("count", "3"): "Three cards",
    ("count", "4"): "Four cards or more",
    ("dealer_qualifies", "no"): "The Dealer’s hand did not qualify",
    ("dealer_qualifies", "yes"): "The Dealer’s hand qualified",
    ("intentional", "no"): "It was not on purpose",
    ("intentional", "undecided"): "Nobody could say whether it was on purpose",
    ("intentional", "yes"): "It was on purpose",
    ("noticed", "after"): "Noticed after the close",
    ("noticed", "before_close"): "Noticed before the close",
    ("noticed", "before_next_round"): "Noticed before the next round",
    ("noticed", "later"): "Noticed later",
    ("order", "known"): "The right order was known",
    ("order", "unknown"): "The right order was not known",
    ("outcome", "established"): "A wager had been decided already",
    ("outcome", "none"): "No wager had been decided yet",
    ("previous", "no"): "It was the Player’s first time",
    ("previous", "yes"): "The Player has had a wager under the minimum settled here before",
    ("reconstructable", "no"): "The cards could not be put in order",
    ("reconstructable", "yes"): "The cards could be put in order",
    ("relation", "less"): "Too little was there",
    ("relation", "more"): "Too much was there",
    ("round", "current"): "It was about this round",
    ("round", "subsequent"): "It was about the next round",
    ("seen", "no"): "No Player had seen their cards",
    ("seen", "yes"): "A Player had seen their cards",
    ("stage", "after_flop"): "After the first decision",
    ("stage", "before_decision"): "Before the first decision",
    ("stage", "no_decision_left"): "With no decision left",
    ("viewed", "none"): "The Player had not looked at a hand",
    ("viewed", "some"): "The Player had looked at a hand",
    ("whose", "community"): "Community Cards",
    ("whose", "dealer"): "The Dealer’s cards",
    ("whose", "player"): "Players’ cards",
}
_VERBS: Final[Mapping[Ruling, str]] = {
    Ruling.VOID_ROUND: "Void the round",
    Ruling.CONTINUE: "Report, and play on",
    Ruling.PLAYERS_CHOOSE: "Let the Players choose",
    Ruling.INVALIDATE_HAND: "Take the hand out",
    Ruling.RETURN_WAGER: "Give the wager back",
    Ruling.RETURN_EXCESS: "Give the excess back",
    Ruling.SETTLE_AT_MAXIMUM: "Count it at the maximum",
    Ruling.SETTLE_AS_PLACED: "Count it as it is",
    Ruling.REFUSE_WAGER: "Refuse the wager",
    Ruling.PLAYER_ADJUSTS: "Let the Player adjust it",
    Ruling.FOLD_HAND: "Fold the hand",
    Ruling.CHECK_HAND: "Check the hand",
    Ruling.RANK_BELOW_DEALER: "Rank it below the Dealer’s",
    Ruling.USE_CARD: "Use the card",
    Ruling.DISCARD_CARD: "Take the card out",
    Ruling.REDEAL_CARD: "Take the cards back",
    Ruling.RECONSTRUCT: "Put the cards in order",
    Ruling.RETRACT_ACTION: "Take the act back",
    Ruling.BET_STANDS: "Report it",
    Ruling.CALL_OR_FOLD: "Report it",
    Ruling.CALL_OR_RAISE: "Report it",
    Ruling.POST_BLINDS: "Report it",
    Ruling.ROLE_DECIDES: "Call for the decision",
}


def label_of(fact: str) -> str:
    """Return the question that asks for a fact."""
    return question(fact)


def value_label(fact: str, value: str) -> str:
    """Return a value of a fact as an answer."""
    return _VALUES.get((fact, value), plain(value).capitalize())


def values_of(fact: Fact) -> tuple[FactValue, ...]:
    """Return the values of a fact to choose from; the last one of a count stands for every higher number."""
    last = fact.samples[-1]
    count = not fact.values
    return tuple(
        FactValue(value, f"{value} +" if count and value == last else value_label(fact.name, value))
        for value in fact.samples
    )


def otherwise(fact: str, value: str) -> str:
    """Return another value of a fact as the beginning of a sentence about its consequences."""
    return _OTHERWISE.get((fact, value), f"{label_of(fact).rstrip('?')}: {value_label(fact, value).lower()}")


def verb_of(ruling: Ruling, decided_by: Decider) -> str:
    """Return the label of the button that reports an irregularity, which names its ruling."""
    if ruling is Ruling.ROLE_DECIDES:
        return f"Call the {role_name(decided_by)}" if decided_by is not Decider.HOUSE else "Call the pit"
    return _VERBS[ruling]

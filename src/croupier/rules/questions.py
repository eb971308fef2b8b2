"""The questions to a person at the table about an irregularity: the facts in words, instead of the rows' names."""

from collections.abc import Mapping
from typing import Final

_QUESTIONS: Final[Mapping[str, str]] = {
    "act": "What was done with the wager",
    "by": "By whom",
    "count": "Cards wrongly exposed",
    "dealer_qualifies": "Does the Dealer’s hand qualify?",
    "due": "Which blind was due",
    "intended": "What was meant",
    "intentional": "Was it on purpose?",
    "lies": "Where it was",
    "missed": "Which blind was missed",
    "noticed": "When it was noticed",
    "orbit": "Which orbit",
    "order": "Is the right order known?",
    "outcome": "Is any wager decided?",
    "previous": "Has the Player had a wager under the minimum settled here before?",
    "reconstructable": "Can the cards be put in order?",
    "relation": "Too much or too little",
    "relocated": "Moved here by the House?",
    "round": "Which round",
    "seat": "Which seat",
    "seen": "Has any Player seen their cards?",
    "stage": "How far the hand has come",
    "street": "Which Community Cards",
    "then": "What happened before the Player’s turn",
    "viewed": "Has the Player looked at any of their hands?",
    "wager": "Which wager",
    "when": "When",
    "whose": "Whose",
    "will_return": "Has the Player said that they will be back?",
}

_TITLES: Final[Mapping[str, str]] = {
    "wrong_community_count": "Wrong number of Community Cards",
    "wrong_dealer_count": "Wrong number of cards in the Dealer’s hand",
    "wrong_hand_count": "Wrong number of cards in a hand",
}
"""Irregularities whose names alone do not say what was counted."""


def in_words(name: str) -> str:
    """Return the title of an irregularity for people: ``cards_exposed`` as ``Cards exposed``."""
    return _TITLES.get(name, name.replace("_", " ").capitalize())


def question(fact: str) -> str:
    """Return the question that asks for a fact."""
    return _QUESTIONS.get(fact, in_words(fact))

"""What was entered, in one line of the Dealer's tape; no line names a card."""

import pytest

from croupier.cards import UNKNOWN, parse_card
from croupier.notation.keyed import entered_in_brief, entered_in_words
from croupier.play.banked import events as said
from croupier.rulebooks import load_banked
from croupier.rules.terms import WagerName

ACE = parse_card("As")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (said.WagerPlaced(3, WagerName.ANTE, "Viktor", 5_000, True, ()), "Box 3: Ante +50.00"),
        (said.WagerWithdrawn(7, WagerName.ANTE, "Tomas", 2_500, ()), "Box 7: Ante \N{MINUS SIGN}25.00"),
        (said.CardsDealt((UNKNOWN,), ("burn",), ()), "Burnt card"),
        (said.CardsDealt((ACE,), ("3",), ()), "Card to box 3"),
        (said.CardsDealt((ACE,), ("dealer",), ()), "Card to the Dealer"),
        (said.CardsDealt((ACE,), ("community",), ()), "Card to the board"),
        (said.CardsDealt((UNKNOWN, UNKNOWN), ("1", "dealer"), ()), "2 cards dealt"),
        (said.CardCorrected("4", 0, UNKNOWN, ACE, "", ()), "Box 4: a card turned"),
        (said.CardCorrected("dealer", 0, UNKNOWN, ACE, "", ()), "Dealer: a card turned"),
        (said.HandLookedAt(2, "Hana", ()), "Box 2 looked"),
        (said.DealerRevealed(()), "Dealer: cards turned"),
        (said.HandShown(6, ()), "Box 6: hand shown"),
        (said.HandWithheld(6, ()), "Box 6: not shown"),
    ],
)
def test_a_line_of_the_tape(event: said.Taped, line: str) -> None:
    assert entered_in_brief(load_banked("rws-casino-stud"), event) == line


def test_what_has_no_shorter_form_is_told_whole() -> None:
    """A card that was misread is a correction, with its reason."""
    game = load_banked("rws-casino-stud")
    for event in (said.BetsClosed(()), said.CardCorrected("4", 0, ACE, parse_card("Ks"), "misread", ())):
        assert entered_in_brief(game, event) == entered_in_words(game, event)

"""Which hand a Dealer needs, as a designer may choose it: asked of the document's own value."""

from croupier.cards import format_card
from croupier.hands import Strength
from croupier.rules.settling import Qualifying


def cards_of(qualifying: Qualifying, lowest: Strength) -> str:
    """The lowest cards from which on the Dealer would qualify, as they are typed."""
    return "".join(format_card(card) for card in qualifying.hand.representative(lowest))


def neighbours(qualifying: Qualifying) -> tuple[tuple[str, str], ...]:
    """The hands below, at and above what is approved: cards and names."""
    return tuple((cards_of(qualifying, one), qualifying.named(one)) for one in qualifying.neighbours)

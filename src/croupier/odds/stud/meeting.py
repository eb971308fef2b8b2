"""The compiled count of how a hand meets the Dealer's, for a process that answers many questions."""

from collections.abc import Sequence

import numpy as np

from croupier.cards import DECK, Card
from croupier.hands import Strength
from croupier.odds.evaluator import tables
from croupier.odds.meetings.terms import Meeting
from croupier.odds.stud.kernels import count_meetings
from croupier.rules.handtypes import HandType


def meet_at_once(
    type_: HandType, hand: Sequence[Card], dealer: Sequence[Card], qualifying: Strength
) -> dict[Meeting, int]:
    """Count every hand that the Dealer can have with a kernel, in a few milliseconds."""
    left = np.array([card for card in DECK if card not in hand and card not in dealer], np.uint8)
    found = np.zeros(len(Meeting), np.int64)
    count_meetings(tables(), left, np.array(dealer, np.uint8), type_.rank(hand), qualifying, found)
    return {meeting: int(found[meeting]) for meeting in Meeting}

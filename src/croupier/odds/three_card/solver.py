"""Three-card games among the solvers: three cards each, none of the Dealer's in sight."""

from typing import Final

from croupier.odds.meetings.solver import MeetingSolver
from croupier.odds.three_card.counts import TOTAL
from croupier.odds.three_card.solution import ThreeCard
from croupier.rules.handtypes import THREE_CARDS

SOLVER: Final = MeetingSolver(ThreeCard, THREE_CARDS, TOTAL, recounts=False)

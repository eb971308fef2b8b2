"""Casino Stud among the solvers: five cards each, one of the Dealer's face up."""

from typing import Final

from croupier.odds.meetings.solver import MeetingSolver
from croupier.odds.stud.counts import TOTAL
from croupier.odds.stud.exposed import exposed_edges
from croupier.odds.stud.solution import Stud
from croupier.rules.handtypes import FIVE_CARDS

SOLVER: Final = MeetingSolver(Stud, FIVE_CARDS, TOTAL, recounts=True, exposed=exposed_edges)

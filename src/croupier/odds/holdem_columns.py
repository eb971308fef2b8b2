"""How the deals of hold'em are told apart when they are counted."""

from typing import Final

RUNGS: Final = 16
"""How finely it is told apart what a Turn or River wager must pay to be worth placing; see the kernels."""
CATEGORIES: Final = 10
BELOW: Final = 10
LEVEL: Final = 11
COLUMNS: Final = 12
"""Of a count: above by the category of the own hand, then below, then level."""
DEALERS: Final = 990
"""Pairs left for the Dealer, once seven cards are known."""
RIVERS: Final = 46
"""River Cards left, once two Hole Cards and a board of four are known."""
HOLE_PAIRS: Final = 1326
"""Two of fifty-two cards."""

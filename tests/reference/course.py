"""The course of a round: in which order cards come, are turned and decided on, for each dealing method."""

from typing import NamedTuple

from .house import CSP, MLP, PTHP, STUD, THBP


class Step(NamedTuple):
    """One thing the round waits for. ``number`` is how many cards each place has when it is done, or which it is."""

    kind: str
    number: int


# CSP / MLP 3.10: the Burnt Card, then single cards clockwise, the Dealer last, five times.
STUD_SHOE = [Step("burn", 1), Step("in_turn_with_dealer", 5)]
# CSP / MLP 3.11: sets of five clockwise, then the Dealer's set. No card is burnt.
STUD_SHUFFLER = [Step("sets", 5), Step("dealer", 5)]
STUD_END = [Step("decide", 1), Step("turn_dealer", 0), Step("show", 0)]

# PTHP 3.11: a Burnt Card before the Hole Cards, the Flop, the Turn and the River; the Dealer's two come last, unburnt.
PTHP_SHOE = [
    *(Step("burn", 1), Step("in_turn", 2), Step("decide", 1)),
    *(Step("burn", 2), Step("community", 3), Step("turn_community", 3), Step("decide", 2)),
    *(Step("burn", 3), Step("community", 4), Step("turn_community", 4), Step("decide", 3)),
    *(Step("burn", 4), Step("community", 5), Step("turn_community", 5)),
    *(Step("dealer", 2), Step("turn_dealer", 0), Step("show", 0)),
]
HOLDEM_TURNED = [
    *(Step("turn_community", 3), Step("decide", 2), Step("turn_community", 4), Step("decide", 3)),
    *(Step("turn_community", 5), Step("turn_dealer", 0), Step("show", 0)),
]
# PTHP 3.12, THBP 3.7: five Community Cards, pairs clockwise, the Dealer's pair.
BY_DEVICE = [Step("community", 5), Step("sets", 2), Step("dealer", 2), Step("decide", 1), *HOLDEM_TURNED]
# THBP 3.8: one card each, twice; five Community Cards; the Dealer's two after the first decisions.
BY_HAND = [Step("in_turn", 2), Step("community", 5), Step("decide", 1), Step("dealer", 2), *HOLDEM_TURNED]

COURSES = {
    **{(game, "shoe"): STUD_SHOE + STUD_END for game in STUD},
    **{(game, "shuffler"): STUD_SHUFFLER + STUD_END for game in STUD},
    (PTHP, "shoe"): PTHP_SHOE,
    (PTHP, "shuffler"): BY_DEVICE,
    (THBP, "automated"): BY_DEVICE,
    (THBP, "manual"): BY_HAND,
}
DEALING = ("burn", "in_turn", "in_turn_with_dealer", "sets", "community", "dealer")

CHOICES = {  # what may be decided, decision by decision
    CSP: [("fold", "bet")],
    MLP: [("fold", "bet")],
    PTHP: [("fold", "flop"), ("check", "turn"), ("check", "river")],
    THBP: [("fold", "flop"), ("check", "turn"), ("check", "river")],
}


def last_needed(game: str, steps: list[Step], folded_jackpot: bool) -> int:
    """With every hand folded, how far cards are still dealt: as far as a folded hand's jackpot wager asks for cards.

    PTHP 3.11.2.a, THBP 3.9.1: the Community Cards; MLP 3.12.1: the hand's own five; CSP 3.12.1: none. Cards that come
    earlier are dealt all the same, for the order in which the cards come is not to change.
    """
    if not folded_jackpot or game == CSP:
        return -1
    kinds = ("in_turn_with_dealer", "sets") if game == MLP else ("community",)
    return max(at for at, step in enumerate(steps) if step.kind in kinds)

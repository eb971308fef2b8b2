"""What lies on the layout: wagers with the shares that make them up, boxes, and how much of a wager counts."""

from dataclasses import dataclass, field
from fractions import Fraction

WAGERS = ("ante", "bonus", "bet", "flop", "turn", "river", "jackpot")
"""In the order in which a box is settled."""

TIMES = {"bet": 2, "flop": 2, "turn": 1, "river": 1}
"""So many times the Ante: CSP / MLP 1.3, PTHP 1.11, 1.22, 1.28, THBP 3.9.2."""


@dataclass(frozen=True)
class Policy:
    """What the documents leave to the House."""

    dealing: str
    minimum: int = 2_500
    maximum: int = 500_000
    bonus_minimum: int = 2_500
    bonus_maximum: int = 500_000
    jackpot_wager: int = 500
    seed: int = 5_000_000
    contribution: str = "0.70"
    chip: int = 500
    boxes: int = 7
    bonus_on_losing_hand: str = "settles"

    def limits(self, wager: str) -> tuple[int, int]:
        """The least and the most that may lie on an area before the close."""
        if wager == "jackpot":
            return self.jackpot_wager, self.jackpot_wager
        if wager == "bonus":
            return self.bonus_minimum, self.bonus_maximum
        return self.minimum, self.maximum

    @property
    def rate(self) -> Fraction:
        """The share of a jackpot wager that feeds the meter."""
        return Fraction(self.contribution)


@dataclass
class Share:
    """One Player's part of a wager; outside MBS there is only one."""

    player: str
    amount: int
    folded: bool = False
    back: bool = False
    """It has gone back to its Player."""
    counts: int | None = None
    """How much of it was lost when the last who played on took his part back; it is not measured again."""

    @property
    def plays(self) -> bool:
        return not self.folded and not self.back


@dataclass
class Wager:
    """The chips on one area."""

    name: str
    shares: list[Share]
    counted_apart: bool = False
    """Somebody has counted what lies there; until then a later wager is taken for its multiple of the Ante."""

    @property
    def lies(self) -> int:
        return sum(share.amount for share in self.shares if not share.back)

    def share_of(self, player: str) -> Share | None:
        return next((share for share in self.shares if share.player == player), None)


@dataclass
class Box:
    """A betting box with an Ante on it."""

    number: int
    player: str
    """The seated Player, who decides."""
    wagers: dict[str, Wager] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    looked: bool = False
    folded: bool = False
    out: bool = False
    """Invalidated or removed: every wager has gone back."""
    left: bool = False
    """It left the round after a fold: what the fold had lost stays lost, the jackpot wager went back."""
    undealt: bool = False
    """It left before any card was dealt and gets none; one that leaves later keeps its place in the deal, for the order
    in which the cards come is not to change."""
    decisions: list[str] = field(default_factory=list)
    shown: bool | None = None
    unfunded: set[str] = field(default_factory=set)
    """Who has checked with his share of the wager that is due (THBP 3.9.2)."""
    antes_back: set[str] = field(default_factory=set)
    """Whose Ante comes back under THBP 5.13, and with it whatever is sized by it."""
    withheld: bool = False
    """It was not shown when it was to be shown, whatever came after."""

    @property
    def in_play(self) -> bool:
        return not self.folded and not self.out

    @property
    def has_jackpot(self) -> bool:
        """Whether a jackpot wager lies here that has not gone back."""
        return not self.out and "jackpot" in self.wagers and self.wagers["jackpot"].lies > 0

    def players(self) -> list[str]:
        """Everybody with a wager here that neither is folded nor has gone back."""
        found: dict[str, None] = {}
        for wager in self.wagers.values():
            for share in wager.shares:
                if share.plays and not (self.folded and wager.name != "jackpot"):
                    found[share.player] = None
        return [] if self.out else list(found)


def in_proportion(parts: list[int], total: int) -> list[int]:
    """``total`` divided as ``parts`` are, to the cent, the largest remainder first."""
    whole = sum(parts)
    if whole == 0:
        return [0 for _ in parts]
    exact = [Fraction(part * total, whole) for part in parts]
    result = [int(part) for part in exact]
    order = sorted(range(len(parts)), key=lambda at: (result[at] - exact[at], at))
    for at in order[: total - sum(result)]:
        result[at] += 1
    return result


def counted(box: Box, name: str, policy: Policy) -> list[int]:
    """How much of each share wins or loses.

    An Ante or Bonus counts up to the maximum (RWS 5.1.1, THBP 5.14), what is laid later up to its multiple of the Ante
    as it counts (RWS 5.3.1, THBP 5.14). The rest comes back. What is less counts as it lies (RWS 5.2.1, 5.3.2).
    """
    lying = [0 if share.back else share.amount for share in box.wagers[name].shares]
    if name == "jackpot":
        return lying
    most = policy.limits(name)[1]
    if name in TIMES:
        antes = zip(box.wagers["ante"].shares, counted(box, "ante", policy), strict=True)
        players = [share.player for share in box.wagers[name].shares if not share.back]
        most = TIMES[name] * sum(counts for share, counts in antes if share.player in players)
    excess = in_proportion(lying, max(0, sum(lying) - most))
    fixed = [share.counts for share in box.wagers[name].shares]
    measured = [amount - above for amount, above in zip(lying, excess, strict=True)]
    return [one if was is None else was for one, was in zip(measured, fixed, strict=True)]

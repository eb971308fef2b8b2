"""The terms of a hold'em game, read from its approved document by settling test hands.

A hand above, below or level with the Dealer's goes through the same settlement that pays at the table, once for each
end of every category; deals that an award may look at are tested by the rulebook's own conditions, one of each kind.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.hands import BEST, STRENGTHS_OF, Category, Strength, category_of, representative
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.odds.holdem.ground import BELOW, CATEGORIES, COLUMNS, LEVEL
from croupier.odds.solver import NotCoveredError
from croupier.play.banked.events import Share
from croupier.play.banked.settlement import settle_box
from croupier.play.banked.state import Box, Wager
from croupier.rules.banked import BankedGame
from croupier.rules.settling import NO_HAND, Comparison, Outcome, PayTable, PercentOfMeter, Result, own_strength
from croupier.rules.terms import Decide, Decision, WagerName

WAGERS: Final = (WagerName.ANTE, WagerName.FLOP, WagerName.TURN, WagerName.RIVER)


_MOST: Final = 10**12
"""The largest pay: multiplied by everything that can follow a Flop, it is still exact in 64 bits."""


class HoldemTerms(NamedTuple):
    """The result of every comparison of two hands, in Antes."""

    stakes: dict[WagerName, int]
    """The size of each wager, in Antes."""
    nets: dict[WagerName, NDArray[np.int64]]
    """The win of each whole wager, for each column of the counts."""
    ante_wins: tuple[bool, ...]
    """True for each column in which the Ante wins too."""
    fold: int


def is_holdem(game: BankedGame) -> bool:
    """Return whether a Player folds or sees the Flop, and then has a Turn and a River to wager on."""
    asked = [step for step in next(iter(game.rounds.values())) if isinstance(step, Decide)]
    return [{choice.decision for choice in step.choices} for step in asked] == [
        {Decision.FOLD, Decision.FLOP},
        {Decision.TURN, Decision.CHECK},
        {Decision.RIVER, Decision.CHECK},
    ]


def stakes_of(game: BankedGame) -> dict[WagerName, int]:
    """Return the size of each wager, in Antes."""
    asked = [step for step in next(iter(game.rounds.values())) if isinstance(step, Decide)]
    placed = {choice.places: choice.times_ante for step in asked for choice in step.choices if choice.places}
    return {WagerName.ANTE: 1, **placed}


def comparison(
    game: BankedGame,
    own: Strength,
    dealer: Strength,
    cards: tuple[Card, ...] = (),
    *,
    dealer_hole: tuple[Card, ...] = (),
    folded: bool = False,
) -> Comparison:
    """Return a comparison of two shown hands of these strengths, with the Hole and Community Cards if they matter."""
    return Comparison(
        folded=folded,
        shown=True,
        own=own,
        dealer=dealer,
        hole=cards[:2],
        dealer_hole=dealer_hole,
        community=cards[2:],
        dealing=next(iter(game.rounds)),
        parameters={one.name: one.values[0] for one in game.parameters},
    )


def settled(game: BankedGame, hand: Comparison, stakes: Mapping[WagerName, int]) -> dict[WagerName, tuple[int, Result]]:
    """Return what each wager of a hand wins, and how it ends, by the settlement of the table itself."""
    wagers = tuple(Wager(wager, (Share("player", stake),)) for wager, stake in stakes.items())
    box = Box(1, "player", wagers, cards=hand.hole, folded=hand.folded, shown=hand.shown)
    return {line.wager: (line.paid + line.returned - line.staked, line.result) for line in settle_box(game, box, hand)}


def paid_by_ranking(game: BankedGame, wager: WagerName) -> PayTable:
    """Return the pay table of a wager based on the ranking of the hand. Raises :class:`NotCoveredError`."""
    table = game.pays.get(wager)
    if table is None or table.ranked is not own_strength:
        raise NotCoveredError(
            f"odds: the {game.title(wager)} of {game.name} depends on more than the ranking of the hand"
        )
    return table


def column_of(own: Strength, dealer: Strength) -> int:
    """Return the column in which a comparison is counted."""
    if own > dealer:
        return int(category_of(own))
    return LEVEL if own == dealer else BELOW


def holdem_terms(game: BankedGame) -> HoldemTerms:
    """Ask the rulebook. Raises :class:`NotCoveredError` if it distinguishes hands of a category, or losing hands."""
    game = replace(game, caps={})
    stakes = stakes_of(game)
    answers: dict[int, dict[WagerName, tuple[int, Result]]] = {}
    for category in Category:
        lowest, highest = STRENGTHS_OF[category]
        for own in {lowest, highest}:
            for dealer in {0, own - 1, own, own + 1, BEST} & set(range(BEST + 1)):
                answer = settled(game, comparison(game, own, dealer), stakes)
                if answers.setdefault(column_of(own, dealer), answer) != answer:
                    named = " and ".join(game.hand.describe(one) for one in (own, dealer))
                    raise NotCoveredError(f"odds: in {game.name} {named} are not settled like other hands")
    nets = {wager: np.array([answers[column][wager][0] for column in range(COLUMNS)], np.int64) for wager in WAGERS}
    wins = tuple(answers[column][WagerName.ANTE][1] is Result.WIN for column in range(COLUMNS))
    folded = settled(game, comparison(game, 0, NO_HAND, folded=True), {WagerName.ANTE: 1})
    return HoldemTerms(stakes, nets, wins, folded[WagerName.ANTE][0])


def pays_to_one(terms: HoldemTerms, wager: WagerName) -> int:
    """Return what a wager of one street wins to 1.

    Raises :class:`InputError` if it is too large to calculate with, and :class:`NotCoveredError` if it differs between
    hands.
    """
    nets, stake = terms.nets[wager], terms.stakes[wager]
    pays = int(nets[0]) // stake
    plain = (nets[:CATEGORIES] == pays * stake).all() and nets[BELOW] == -stake and nets[LEVEL] == 0
    if not plain:
        raise NotCoveredError(f"{wager.value}: the odds cover only games in which this wager pays every hand alike")
    if pays > _MOST:
        raise InputError(f"--pay {wager.value}: pays of more than {_MOST} to 1 are too large to calculate with")
    return pays


def ante_rows(game: BankedGame) -> tuple[Outcome, Outcome, Outcome]:
    """Return the rows by which Ante and Flop wager win, and the Ante stands off below the hand that it needs.

    Raises :class:`NotCoveredError` unless there is one of each.
    """
    both = [one for one in game.outcomes if one.results.get(WagerName.ANTE) is Result.WIN]
    plain = [one for one in game.outcomes if one.results.get(WagerName.FLOP) is Result.WIN]
    stands = [one for one in game.outcomes if one.results == {WagerName.ANTE: Result.STAND_OFF}]
    if not len(both) == len(plain) == len(stands) == 1:
        raise NotCoveredError(f"odds: {game.name} decides the Ante differently from what is counted here")
    return both[0], plain[0], stands[0]


def with_ante_from(game: BankedGame, key: str, value: str) -> BankedGame:
    """Return the game with another lowest hand for the Ante. Raises :class:`InputError` for what is not a hand."""
    named = {category.key: category for category in Category}
    if value not in named:
        raise InputError(f"--pay {key}: must be one of {', '.join(named)}, not {value[:30]!r}")
    needed = named[value]
    both, plain, stands = ante_rows(game)
    wins = plain.when
    other = Outcome(both.cites, lambda hand: wins(hand) and category_of(hand.own) >= needed, both.results)
    below = Outcome(stands.cites, lambda hand: wins(hand) and category_of(hand.own) < needed, stands.results)
    changed = {id(both): other, id(stands): below}
    return replace(game, outcomes=tuple(changed.get(id(one), one) for one in game.outcomes))


# --- the jackpot wager ---------------------------------------------------------------------------------------------


def notable_categories(game: BankedGame) -> frozenset[int]:
    """Return the categories that some award depends on: in the hand, or in the Community Cards alone."""
    found = set()
    for category in Category:
        five = representative(STRENGTHS_OF[category][1])
        rest = [card for card in DECK if card not in five]
        on_board = ((*two, *five) for two in combinations(rest, 2))
        in_hand = ((*five, *two) for two in combinations(rest, 2))
        for deals in (on_board, in_hand):
            # two further cards that do not lift the hand out of its category
            cards = next(one for one in deals if category_of(game.rank(one[:2], one[2:])) is category)
            hand = comparison(game, game.rank(cards[:2], cards[2:]), 0, cards)
            if any(award.won_by(hand) for award in game.jackpot.awards):
                found.add(int(category))
    return frozenset(found)


class Prizes(NamedTuple):
    """The prizes of a kind of deal from the jackpot: fixed amounts, and percentages of the meter."""

    fixed: tuple[Cents, ...]
    percents: tuple[int, ...]

    def best(self, meter: Cents) -> tuple[Cents, int]:
        """Return the prize that is worth most: a fixed amount, or a percentage of the meter, even of an empty one."""
        fixed, percent = max(self.fixed, default=0), max(self.percents, default=0)
        return (0, percent) if not fixed or percent * meter > 100 * fixed else (fixed, 0)


def prizes_of(game: BankedGame, cards: tuple[Card, ...], stake: Cents, *, folded: bool) -> Prizes:
    """Return all prizes that seven cards may win; only the one worth most is paid."""
    own = game.rank(cards[:2], cards[2:])
    hand = comparison(game, NO_HAND if folded else own, NO_HAND if folded else 0, cards, folded=folded)
    right = next(one for one in game.jackpot.rights if one.when(hand))
    won = [one.prize for one in game.jackpot.awards if one.scope in right.scopes and one.won_by(hand)]
    return Prizes(
        tuple(prize.worth(stake, 0) for prize in won if not isinstance(prize, PercentOfMeter)),
        tuple(prize.percent for prize in won if isinstance(prize, PercentOfMeter)),
    )

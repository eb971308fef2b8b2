"""What every line of a game's pay tables pays on average, to the last combination.

The lines of a wager together are all that it is paid; stakes that come back are not counted among them.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.hands import BEST, STRENGTHS_OF, Category
from croupier.money import Cents
from croupier.odds.holdem.bonus import TOTAL as BONUS_TOTAL
from croupier.odds.holdem.bonus import bonus_return
from croupier.odds.holdem.counts import BOARDS_OF_A_PAIR, DEALS, HOLES, hole_size
from croupier.odds.holdem.ground import CATEGORIES
from croupier.odds.holdem.solution import Holdem
from croupier.odds.holdem.solution import Solution as HoldemSolution
from croupier.odds.holdem.terms import WAGERS as HOLDEM_WAGERS
from croupier.odds.holdem.terms import comparison
from croupier.odds.stud.counts import DEALS as STUD_DEALS
from croupier.odds.stud.counts import TOTAL
from croupier.odds.stud.solution import Solution, Stud
from croupier.odds.stud.terms import WAGERS, Meeting, awards_won, pay_lines
from croupier.rules.house import HouseGame
from croupier.rules.settling import NO_HAND, Award, PayLine, PercentOfMeter, Result
from croupier.rules.terms import WagerName

Paid = dict[str, Fraction]
"""By key, such as ``bet.flush``: of each Ante, of each Bonus, or of each jackpot wager."""


def stud_paid(stud: Stud, solution: Solution, wager: Cents, meter: Cents) -> Paid:
    """Every line of a Casino Stud game, with a jackpot wager in cents at a meter."""
    terms, found = solution.terms, {}
    for place, (name, stake) in enumerate(zip(WAGERS, (terms.ante, terms.bet), strict=True)):
        won = np.zeros(solution.played.shape[1], np.int64)
        for meeting in Meeting:
            if terms.meetings.results[meeting][place] is Result.WIN:
                won = won + solution.played[meeting]
        by_category = {one: int(won[low : high + 1].sum()) for one, (low, high) in STRENGTHS_OF.items()}
        for line, ways in _by_line(pay_lines(stud.game.pays[name]), by_category):
            found[f"{name}.{line.name}"] = Fraction(ways * line.odds.winnings(stake), terms.ante * TOTAL)
    folded = [int(ways) for ways in solution.folded]
    played = [int(all_) - gone for all_, gone in zip(stud.dealt, folded, strict=True)]
    often: dict[int, int] = {}
    for ways_by_class, gone in ((played, False), (folded, True)):
        for own, award in awards_won(stud.game, folded=gone).items():
            often[award] = often.get(award, 0) + ways_by_class[own]
    return {**found, **_awards(stud.game, {at: Fraction(ways, STUD_DEALS) for at, ways in often.items()}, wager, meter)}


def holdem_paid(holdem: Holdem, solution: HoldemSolution, wager: Cents, meter: Cents) -> Paid:
    """Every line of a hold'em game, with a jackpot wager in cents at a meter."""
    game, terms, found = holdem.game, solution.terms, {}
    played = solution.seen[np.array(solution.plays)].sum(axis=0)
    placed = {WagerName.TURN: played[1].sum(axis=0), WagerName.RIVER: played[:, 1].sum(axis=0)}
    for name in HOLDEM_WAGERS:
        columns = placed.get(name, played.sum(axis=(0, 1)))[:CATEGORIES]
        wins = [int(ways) if net > 0 else 0 for ways, net in zip(columns, terms.nets[name], strict=False)]
        for line, ways in _by_line(pay_lines(game.pays[name]), dict(zip(Category, wins, strict=True))):
            found[f"{name}.{line.name}"] = Fraction(ways * line.odds.winnings(terms.stakes[name]), DEALS)
    for bonus in bonus_return(game, holdem.counts).lines:
        if bonus.pays is not None:
            key = f"{WagerName.BONUS}.{bonus.row}"
            found[key] = Fraction(bonus.combinations * bonus.pays, BONUS_TOTAL)
    return {**found, **_awards(game, _holdem_awards(holdem, solution, wager, meter), wager, meter)}


def _by_line(lines: tuple[PayLine, ...], ways: dict[Category, int]) -> Iterator[tuple[PayLine, int]]:
    """Each row with the combinations that it pays: from its category up to the row above."""
    above = BEST + 1
    for line in lines:
        yield line, sum(ways[one] for one in Category if line.lowest <= one.lowest < above)
        above = min(above, line.lowest)


# --- the jackpot ---------------------------------------------------------------------------------------------------


def _awards(game: HouseGame, often: dict[int, Fraction], wager: Cents, meter: Cents) -> Paid:
    return {
        f"jackpot.{award.name}": often.get(at, Fraction(0)) * _worth(award, wager, meter) / wager
        for at, award in enumerate(game.jackpot.awards)
    }


def _worth(award: Award, wager: Cents, meter: Cents) -> Fraction:
    """In cents; a percentage to the last fraction of one, as the house edge has it."""
    if isinstance(award.prize, PercentOfMeter):
        return Fraction(award.prize.percent * meter, 100)
    return Fraction(award.prize.worth(wager, meter))


def _holdem_awards(holdem: Holdem, solution: HoldemSolution, wager: Cents, meter: Cents) -> dict[int, Fraction]:
    """How often each award is the one that is paid: of all that a deal wins, the one worth most."""
    kinds = np.flatnonzero(holdem.counts.awards.any(axis=0)).tolist()
    worth = [_worth(award, wager, meter) for award in holdem.game.jackpot.awards]
    plays = np.array(solution.plays)
    sizes = [hole_size(name) for name in HOLES]
    found: dict[int, Fraction] = {}
    for kind in kinds:
        for folded in (False, True):
            won = _won(holdem, kind, folded=folded)
            ways = int(holdem.counts.awards[plays != folded, kind].sum())
            if won and ways:
                best = max(won, key=lambda at: worth[at])
                found[best] = found.get(best, Fraction(0)) + Fraction(ways, sum(sizes) * BOARDS_OF_A_PAIR)
    return found


_WON: Final[dict[tuple[object, ...], tuple[int, ...]]] = {}
"""What rulebooks have answered: other prizes for the same conditions change no answer."""


def _won(holdem: Holdem, kind: int, *, folded: bool) -> tuple[int, ...]:
    """The awards that a kind of deal may be paid, by their places in the document's table."""
    game = holdem.game
    key = (game.name, tuple(award.won_by for award in game.jackpot.awards), kind, folded)
    if key not in _WON:
        cards = holdem.counts.example(kind)
        own = game.rank(cards[:2], cards[2:])
        hand = comparison(game, NO_HAND if folded else own, NO_HAND if folded else 0, cards, folded=folded)
        right = next(one for one in game.jackpot.rights if one.when(hand))
        awards = enumerate(game.jackpot.awards)
        _WON[key] = tuple(at for at, one in awards if one.scope in right.scopes and one.won_by(hand))
    return _WON[key]

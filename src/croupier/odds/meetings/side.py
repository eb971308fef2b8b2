"""Side wagers based on cards alone: the Player's own, or their five with the Dealer's face-up card.

The rulebook decides which row pays: it is asked for the lowest and the highest hand of every row, and for every
comparison. A wager that depends on anything more is refused.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.hands import Strength
from croupier.money import Cents
from croupier.odds.meetings.terms import comparison, main_wagers
from croupier.odds.results import WagerLine
from croupier.odds.solver import NotCoveredError
from croupier.play.banked.events import Share
from croupier.play.banked.settlement import settle_box
from croupier.play.banked.state import Box, Wager
from croupier.rules.banked import BankedGame
from croupier.rules.settling import NO_HAND, Comparison, PayTable, best_with_up_card, own_strength
from croupier.rules.terms import WagerName

_COUNTED: Final = (own_strength, best_with_up_card)
"""The rankings of which all hands can be counted."""


class SideReturn(NamedTuple):
    """The return of a side wager."""

    total: int
    net: Fraction
    """Over all combinations, in wagers."""
    house_edge: Fraction
    variance: Fraction
    lines: tuple[WagerLine, ...]


def side_wagers(game: BankedGame) -> tuple[WagerName, ...]:
    """Return the side wagers of a layout, except the jackpot's."""
    areas = (area.wager for area in game.areas)
    return tuple(one for one in areas if one not in (*main_wagers(game), WagerName.JACKPOT))


def counted_wagers(game: BankedGame) -> Iterator[WagerName]:
    """Yield the side wagers whose worth can be calculated."""
    for wager in side_wagers(game):
        if wager in game.pays and game.pays[wager].ranked in _COUNTED:
            yield wager


def rows_reached(game: BankedGame, wager: WagerName) -> Iterator[str]:
    """Return the names of the rows that pay some hand."""
    return (span.line.name for span in _table(game, wager).spans(game.hand.best))


def check_side(game: BankedGame, wager: WagerName) -> None:
    """Raise :class:`NotCoveredError` if a wager depends on more than its cards."""
    _nets(game, wager, 1)


def side_return(game: BankedGame, wager: WagerName, dealt: NDArray[np.int64], stake: Cents | None = None) -> SideReturn:
    """Return what a wager is worth: in itself, or on a stake in cents that a cap may cut.

    ``dealt`` are the deals of each class of the Player's hand.
    """
    cap = game.caps.get(wager)
    if stake is None:
        game = replace(game, caps={})
    unit, table = stake or 1, _table(game, wager)
    ways = _counted(table, dealt)
    total = int(ways.sum())
    nets = _nets(game, wager, unit)
    often = {line: int(ways[first : last + 1].sum()) for line, (first, last) in _spans(game, table).items()}
    won = [(Fraction(nets[line], unit), times) for line, times in often.items() if times]
    net = sum((units * times for units, times in won), Fraction(0))
    squares = sum((units * units * times for units, times in won), Fraction(0))
    lines = []
    for line in table.lines:
        cut = cap.most // line.odds.winnings(1) if cap is not None and line.odds.winnings(1) else None
        lines.append(WagerLine(line.name, line.odds.n, often.get(line.name, 0), cut))
    lines.append(WagerLine("no_row", None, often.get("", 0)))
    return SideReturn(total, net, -net / total, squares / total - (net / total) ** 2, tuple(lines))


def _table(game: BankedGame, wager: WagerName) -> PayTable:
    table = game.pays.get(wager)
    if table is None or table.ranked is None:
        raise NotCoveredError(f"odds: the {game.title(wager)} of {game.name} is not based on the ranking of a hand")
    return table


def _spans(game: BankedGame, table: PayTable) -> dict[str, tuple[Strength, Strength]]:
    """Return the lowest and the highest strength that each row pays; the name is empty where no row pays."""
    spans = {span.line.name: (span.lowest, span.highest) for span in table.spans(game.hand.best)}
    below = min((lowest for lowest, _ in spans.values()), default=game.hand.best + 1)
    return {**spans, "": (0, below - 1)} if below else spans


def _counted(table: PayTable, dealt: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the deals of each strength that the table is based on."""
    if table.ranked is own_strength:
        return dealt
    from croupier.odds.sixes import count_sixes

    return count_sixes()


def _deal(game: BankedGame, table: PayTable, strength: Strength) -> Comparison | None:
    """Return a deal of the strength that the table is based on; None if six cards always make a better hand."""
    if table.ranked is own_strength:
        return comparison(game, strength, 0)
    five = game.hand.representative(strength)
    sixth = (card for card in DECK if card not in five and game.hand.rank_best((*five, card)) == strength)
    return next((_with_up_card(game, (*five, card)) for card in sixth), None)


def _with_up_card(game: BankedGame, cards: Sequence[Card]) -> Comparison:
    own, up = tuple(cards[:-1]), tuple(cards[-1:])
    return replace(comparison(game, game.hand.rank(own), 0), hole=own, dealer_hole=(), dealer_up=up)


def _nets(game: BankedGame, wager: WagerName, unit: Cents) -> dict[str, int]:
    """Return what each row wins. Raises :class:`NotCoveredError` if the Dealer's hand or a fold makes a difference.

    A wager that may be placed without an Ante is judged without one: then there is nothing to fold.
    """
    area, table = game.area(wager), _table(game, wager)
    found = {}
    for line, (first, last) in _spans(game, table).items():
        nets = set()
        for span in (range(first, last + 1), range(last, first - 1, -1)):
            deals = (hand for strength in span if (hand := _deal(game, table, strength)) is not None)
            hand = next(deals, None)
            if hand is None:
                break
            states = [replace(hand, dealer=dealer) for dealer in _dealers(game, hand)]
            if area is None or not area.alone:
                states += [replace(hand, folded=True, dealer=dealer) for dealer in (NO_HAND, game.hand.best)]
            nets |= {_net(game, wager, one, unit) for one in states}
        if len(nets) > 1:
            raise NotCoveredError(
                f"odds: the {game.title(wager)} of {game.name} depends on more than the cards of the hand, which is not"
                " counted here"
            )
        if nets:
            found[line] = nets.pop()
    return found


def _dealers(game: BankedGame, hand: Comparison) -> set[Strength]:
    """Return the Dealer's hands to test: the weakest, the strongest, and those beside the Player's."""
    near = {0, hand.own - 1, hand.own, hand.own + 1, game.hand.best}
    return {dealer for dealer in near if 0 <= dealer <= game.hand.best}


def _net(game: BankedGame, wager: WagerName, hand: Comparison, unit: Cents) -> int:
    box = Box(1, "player", (Wager(wager, (Share("player", unit),)),), cards=hand.hole, folded=hand.folded, shown=True)
    (line,) = settle_box(game, box, hand)
    return line.paid + line.returned - line.staked

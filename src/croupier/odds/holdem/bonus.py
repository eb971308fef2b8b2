"""The Bonus wager of the hold'em games: by the Hole Cards, and for one row by the Dealer's too.

Which row of the pay table a pair of Hole Cards meets is asked of the rulebook, for each starting hand against every
pair of the Dealer's. A reading under which the comparison of the hands matters too is counted where it does.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.hands import BEST
from croupier.money import Cents
from croupier.odds.holdem.counts import HOLES, Counts, counted_pairs, hole_name, hole_size
from croupier.odds.holdem.ground import BELOW, CATEGORIES, LEVEL
from croupier.odds.holdem.terms import comparison, settled
from croupier.odds.results import Ratio, WagerLine
from croupier.odds.solver import NotCoveredError
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Holding, PayTable
from croupier.rules.terms import WagerName

TOTAL: Final = 1_624_350
"""Pairs of Hole Cards for the Player, and of those left for the Dealer."""

_BOARDS: Final = 1_712_304
"""Boards of five from the other 48 cards."""


class BonusReturn(Struct, frozen=True):
    """The return of the Bonus wager."""

    total_combinations: int
    net: Fraction
    """Over all combinations, in Bonus wagers."""
    house_edge: Ratio
    variance: Fraction
    lines: tuple[WagerLine, ...]


class _Meetings(NamedTuple):
    """A starting hand, and the Dealer's pairs that bring it to the same row."""

    cards: tuple[Card, ...]
    row: int | None
    dealers: list[tuple[Card, ...]]


_ASKED: Final[dict[tuple[Holding, ...], list[_Meetings]]] = {}


def bonus_table(game: BankedGame) -> PayTable:
    """Return the pay table. Raises :class:`NotCoveredError` if the game has none based on Hole Cards."""
    table = game.pays.get(WagerName.BONUS)
    if table is None or not table.holdings:
        raise NotCoveredError(f"odds: {game.name} has no Bonus based on the Hole Cards, which is what is counted here")
    return table


def _meetings(table: PayTable) -> list[_Meetings]:
    """Ask for every starting hand and every pair of the Dealer's; other odds in the same rows change no answer."""
    asked = table.holdings
    if asked not in _ASKED:
        _ASKED[asked] = list(_ask(asked))
    return _ASKED[asked]


def _ask(rows: tuple[Holding, ...]) -> Iterator[_Meetings]:
    one_of_each = {hole_name(*pair): pair for pair in combinations(DECK, 2)}
    for own in one_of_each.values():
        dealers: list[tuple[Card, ...]] = [*combinations([card for card in DECK if card not in own], 2)]
        first = next((at for at, row in enumerate(rows) if row.fits(own)), None)
        if first is None or not rows[first].dealer:  # for any cards of the Dealer's
            yield _Meetings(own, first, dealers)
            continue
        found: dict[int | None, list[tuple[Card, ...]]] = {}
        for dealer in dealers:
            found.setdefault(_row(rows, own, dealer), []).append(dealer)
        yield from (_Meetings(own, row, brought) for row, brought in found.items())


def _row(rows: tuple[Holding, ...], own: tuple[Card, ...], dealer: tuple[Card, ...]) -> int | None:
    """Return the place of the row that pays these Hole Cards; None if no row does."""
    return next((at for at, row in enumerate(rows) if row.holds(own, dealer)), None)


def bonus_return(
    game: BankedGame, counts: Counts, stake: Cents | None = None, reading: Mapping[str, str] = {}
) -> BonusReturn:
    """Return what the Bonus wager is worth: in itself, or on a stake in cents that a cap may cut.

    ``reading`` chooses other values for the document's parameters.
    """
    table = bonus_table(game)
    if stake is None:
        game = replace(game, caps={})
    unit = stake or 1
    won: dict[int, Fraction] = {}
    said: dict[int | None, list[int]] = {}
    often = dict.fromkeys([*range(len(table.lines)), None], 0)
    for meeting in _meetings(table):
        ways = hole_size(hole_name(*meeting.cards)) * len(meeting.dealers)
        often[meeting.row] += ways
        nets = said.get(meeting.row) or said.setdefault(meeting.row, _nets(game, meeting, unit, reading))
        shares = [Fraction(1)] if len(nets) == 1 else _remembered_shares(counts, meeting)
        for units, share in zip(nets, shares, strict=True):
            won[units] = won.get(units, Fraction(0)) + ways * share
    net = sum((units * ways for units, ways in won.items()), Fraction(0)) / unit
    squares = sum((units * units * ways for units, ways in won.items()), Fraction(0)) / (unit * unit)
    mean = net / TOTAL
    return BonusReturn(TOTAL, net, Ratio.of(-mean), squares / TOTAL - mean * mean, _lines(game, table, often))


def bonus_of_either(game: BankedGame) -> Fraction:
    """Return the house edge if the better row of the Player's and of the Dealer's Hole Cards were paid."""
    table = bonus_table(game)
    pays = [line.odds.winnings(1) for line in table.lines]
    net = 0
    for (own, dealer), ways in _both_rows(table).items():
        net += ways * max((pays[row] for row in (own, dealer) if row is not None), default=-1)
    return Fraction(-net, TOTAL)


_BOTH: Final[dict[tuple[Holding, ...], dict[tuple[int | None, int | None], int]]] = {}


def _both_rows(table: PayTable) -> dict[tuple[int | None, int | None], int]:
    """Count each pair of rows that the Player's and the Dealer's Hole Cards meet."""
    asked = table.holdings
    if asked not in _BOTH:
        found: dict[tuple[int | None, int | None], int] = {}
        for meeting in _meetings(table):
            for dealer in meeting.dealers:
                key = (meeting.row, _row(asked, dealer, meeting.cards))
                found[key] = found.get(key, 0) + hole_size(hole_name(*meeting.cards))
        _BOTH[asked] = found
    return _BOTH[asked]


def _nets(game: BankedGame, meeting: _Meetings, unit: Cents, reading: Mapping[str, str]) -> list[int]:
    """Return what the Bonus wins with a hand above, level and below; a single number if that makes no difference."""
    found = []
    for own, dealer in ((BEST, 0), (0, 0), (0, BEST)):
        hand = comparison(game, own, dealer, meeting.cards, dealer_hole=meeting.dealers[0])
        hand = replace(hand, parameters={**hand.parameters, **reading})
        found.append(settled(game, hand, {WagerName.BONUS: unit})[WagerName.BONUS][0])
    return found[:1] if len(set(found)) == 1 else found


_SHARES: Final[dict[int, list[Fraction]]] = {}
"""Cached by the exact comparison; however deals are counted, the result is the same."""


def _remembered_shares(counts: Counts, meeting: _Meetings) -> list[Fraction]:
    if id(meeting) not in _SHARES:
        _SHARES[id(meeting)] = _shares(counts, meeting)
    return _SHARES[id(meeting)]


def _shares(counts: Counts, meeting: _Meetings) -> list[Fraction]:
    """Return the shares of deals in which such a hand is above, level and below.

    Few of the Dealer's pairs are counted board by board; many, as all less the few that bring another row.
    """
    others = [pair for pair in combinations(DECK, 2) if not {*pair} & {*meeting.cards}]
    few = meeting.dealers if len(meeting.dealers) <= len(others) // 2 else [*({*others} - {*meeting.dealers})]
    some = [sum(column) for column in zip(*(counted_pairs(meeting.cards, pair) for pair in few), strict=True)]
    name = hole_name(*meeting.cards)
    if few is not meeting.dealers:
        # By deal: each board of five comes in 20 orders of Flop, Turn and River.
        all_ = counts.deals[HOLES.index(name)].sum(axis=(0, 1)) // (20 * hole_size(name))
        some = [int(whole) - part for whole, part in zip(all_, some or [0] * len(all_), strict=True)]
    of = _BOARDS * len(meeting.dealers)
    return [Fraction(sum(some[:CATEGORIES]), of), Fraction(some[LEVEL], of), Fraction(some[BELOW], of)]


def _lines(game: BankedGame, table: PayTable, often: dict[int | None, int]) -> tuple[WagerLine, ...]:
    cap = game.caps.get(WagerName.BONUS)
    lines = [
        WagerLine(line.name, line.odds.n, often[at], cap.most // line.odds.winnings(1) if cap and line.odds.n else None)
        for at, line in enumerate(table.lines)
    ]
    return (*lines, WagerLine("no_row", None, often[None]))

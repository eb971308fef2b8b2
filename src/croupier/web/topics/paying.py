"""The pays of a table's wagers, as the Player reads them beside the felt, and the rows that a hand makes now.

All of it comes from the rulebook: its pay tables, its awards, and its outcomes where a wager wins only from some hand
on. Settlement goes its own way; this is for display.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from croupier.cards import Card, parse_card
from croupier.notation.speech import spoken
from croupier.play.banked.state import Table
from croupier.play.viewer import HIDDEN
from croupier.rules.banked import BankedGame
from croupier.rules.settling import (
    NO_HAND,
    Award,
    Comparison,
    Fixed,
    PayTable,
    PercentOfMeter,
    Prize,
    Result,
    Scope,
    own_strength,
)
from croupier.rules.terms import SETTLING_ORDER, WagerName
from croupier.web.wire import PayCell, PayGroup, PayRow, SpotPays


def pay_groups(game: BankedGame, table: Table) -> tuple[PayGroup, ...]:
    """Return all pay tables: those by the hand first, then the wagers that pay one thing, then the jackpot."""
    groups = list(_by_hand(game))
    for wager, pays in game.pays.items():
        if pays.holdings:
            rows = tuple(_row(line.name, _cell(wager, line.name, str(line.odds))) for line in pays.lines)
            groups.append(PayGroup(game.title(wager), (), rows, (pays.cite,)))
    for wager, premium in game.premiums.items():
        rows = tuple(_row(line.name, _cell(wager, line.name, str(line.odds))) for line in premium.pays.lines)
        groups.append(PayGroup(premium.title, (), rows, premium.cites))
    single = tuple(_single(game, table))
    if single:
        groups.insert(0 if not any(group.columns for group in groups) else 1, single[0])
    apart = [award for award in game.jackpot.awards if not _beside(game, award)]
    if apart:
        rows = tuple(_row(award.name, _cell(WagerName.JACKPOT, award.name, _prize(award.prize))) for award in apart)
        cites = tuple(dict.fromkeys(award.cite for award in apart))
        groups.append(PayGroup(game.title(WagerName.JACKPOT), (), rows, cites))
    return tuple(groups)


def spot_pays(game: BankedGame, table: Table, wager: WagerName) -> SpotPays:
    """Return the pays that a spot shows before anybody holds a card."""
    if wager is WagerName.JACKPOT:
        hands = [award for award in game.jackpot.awards if award.scope is Scope.HAND]
        return SpotPays("award", lowest=hands[-1].name if hands else "")
    pays = game.pays.get(wager)
    if pays is None:
        return SpotPays("")
    if pays.holdings:
        return SpotPays("cards")
    if len(pays.lines) > 1:
        return SpotPays("hand")
    return SpotPays("odds", str(pays.lines[0].odds), _wins_from(game, table, wager))


def lit_rows(game: BankedGame, table: Table, own: Sequence[str], community: Sequence[str]) -> tuple[str, ...]:
    """Return the rows that the visible cards make, such as ``bet/flush``; none while a card of the hand is hidden."""
    if not own or HIDDEN in own:
        return ()
    hand = _hand(game, table, own, [card for card in community if card != HIDDEN])
    found = []
    for wager, pays in game.pays.items():
        if pays.holdings or (len(pays.lines) > 1 and hand.own != NO_HAND and _by_own_hand(pays)):
            line = pays.line(hand)
            found += [f"{wager}/{line.name}"] if line is not None else []
    if hand.own != NO_HAND:
        for wager, premium in game.premiums.items():
            line = premium.pays.line(hand)
            found += [f"{wager}/{line.name}"] if line is not None else []
        full = len(hand.community) >= game.hand.cards  # the Community Cards are a hand by themselves
        awards = (award for award in game.jackpot.awards if full or award.scope is Scope.HAND)
        won = next((award for award in awards if award.won_by(hand)), None)
        found += [f"{WagerName.JACKPOT}/{won.name}"] if won is not None else []
    return tuple(found)


def _by_own_hand(pays: PayTable) -> bool:
    """Return whether a table goes by the Player's own hand, and not by other cards besides."""
    return pays.ranked is own_strength


def _hand(game: BankedGame, table: Table, own: Sequence[str], community: Sequence[str]) -> Comparison:
    cards = tuple(parse_card(card) for card in own)
    board = tuple(parse_card(card) for card in community)
    whole = len(cards) + len(board) >= game.hand.cards
    return _compared(table, game.hand.rank_best((*cards, *board)) if whole else NO_HAND, NO_HAND, cards, board)


def _compared(
    table: Table, own: int, dealer: int, hole: tuple[Card, ...] = (), community: tuple[Card, ...] = ()
) -> Comparison:
    return Comparison(
        folded=False,
        shown=True,
        own=own,
        dealer=dealer,
        hole=hole,
        dealer_hole=(),
        community=community,
        dealing=table.policy.dealing,
        parameters=table.policy.parameters,
    )


def _wins_from(game: BankedGame, table: Table, wager: WagerName) -> str:
    """Return the lowest hand with which a wager wins against some hand of the Dealer's; empty if any hand does."""
    lowest = game.qualifying.lowest if game.qualifying is not None else 0
    for order in game.hand.orders:
        for dealer in {max(0, lowest - 1), lowest}:
            hand = _compared(table, order.highest, dealer)
            named = (one.results[wager] for one in game.outcomes if wager in one.results and one.when(hand))
            if next(named, None) is Result.WIN:
                return "" if order is game.hand.orders[0] else order.key
    return ""


def _by_hand(game: BankedGame) -> Iterator[PayGroup]:
    """Yield each wager that pays by the hand, with the jackpot's awards for the same hands beside it."""
    for wager, pays in game.pays.items():
        if pays.holdings or len(pays.lines) < 2:
            continue
        if not _by_own_hand(pays):
            others = tuple(_row(line.name, _cell(wager, line.name, str(line.odds))) for line in pays.lines)
            yield PayGroup(game.title(wager), (), others, (pays.cite,))
            continue
        awards = {award.name: award for award in game.jackpot.awards if _beside(game, award)}
        rows = []
        for line in pays.lines:
            cells = [_cell(wager, line.name, str(line.odds))]
            if awards:
                award = awards.get(line.name)
                cells.append(_cell(WagerName.JACKPOT, line.name, "" if award is None else _prize(award.prize)))
            rows.append(_row(line.name, *cells))
        columns = (game.title(wager), *((game.title(WagerName.JACKPOT),) if awards else ()))
        cites = (pays.cite, *(award.cite for award in awards.values()))
        yield PayGroup("", columns, tuple(rows), tuple(dict.fromkeys(cites)))


def _beside(game: BankedGame, award: Award) -> bool:
    """Return whether an award stands in a row of a wager that pays by the hand."""
    tables = (pays for pays in game.pays.values() if _by_own_hand(pays))
    return any(line.name == award.name for pays in tables if len(pays.lines) > 1 for line in pays.lines)


def _single(game: BankedGame, table: Table) -> Iterator[PayGroup]:
    """Yield the wagers that pay the same for every hand, those alike in one row."""
    alone = {wager: pays for wager, pays in game.pays.items() if len(pays.lines) == 1}
    if not alone:
        return
    told = [
        (str(alone[wager].lines[0].odds), _wins_from(game, table, wager), wager)
        for wager in sorted(alone, key=SETTLING_ORDER.__getitem__)
    ]
    rows = []
    for (odds, needs), alike in groupby(told, key=lambda one: one[:2]):
        wagers = [wager for *_, wager in alike]
        titles = ", ".join(game.title(wager) for wager in wagers)
        rows.append(PayRow(titles, "", tuple(_cell(wager, "", odds) for wager in wagers[:1]), needs))
    yield PayGroup("", (), tuple(rows), tuple(dict.fromkeys(pays.cite for pays in alone.values())))


def _row(name: str, *cells: PayCell) -> PayRow:
    return PayRow(spoken(name), name, cells)


def _cell(wager: WagerName, line: str, pays: str) -> PayCell:
    return PayCell(f"{wager}/{line}", pays)


def _prize(prize: Prize) -> str:
    """Return a prize, shortened for a narrow column."""
    match prize:
        case PercentOfMeter(percent=percent):
            return f"{percent} %"
        case Fixed(amount=amount):
            return f"{amount // 100:,}"
        case _:
            return str(prize)

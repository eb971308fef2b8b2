"""Exposure: the most that the House could lose on a round in play as it lies.

It is found by the rulebook's own words. What is counted:

- the wagers that lie on the layout, at their odds and up to their caps; nothing that a Player may still place;
- what is paid on a wager that loses, where a document has it;
- jackpot awards of a fixed amount or at odds, which come out of the float. A share of the meter is paid from the meter;
- no stake that the House would win meanwhile.

Without Community Cards it is the dearest deal of the cards that nobody has seen (:mod:`croupier.web.desks.pit.worst`).
With them, a set of deals that reaches every row of the pay tables and every award is put to the document's outcomes;
each hand counts by itself, but for rows that only so many hands of one deck can have: where the Dealer holds two Aces,
one Player can. That hands cannot share cards otherwise is left out there, and so is what the Community Cards that lie
open rule out: the figure errs on the safe side. Of a pay table that those deals do not reach, the highest row counts.

A hand that is out of the round gets its wagers back and costs nothing; for a hand that is folded or not shown the
document says what can still be won. Once every hand lies open it is what the settlement will pay.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, product
from typing import Final

from msgspec import Struct

from croupier.cards import DECK, UNKNOWN, Card, parse_cards, rank_of
from croupier.money import Cents, Odds
from croupier.play.banked.flow import board_size, dealt_up, hand_size
from croupier.play.banked.settlement import compare, settle_box, settle_jackpots
from croupier.play.banked.state import Box, Phase, Round, Table
from croupier.rulebooks import as_house, load_rulebook
from croupier.rules.document import Cite
from croupier.rules.house import HouseGame
from croupier.rules.settling import Award, Comparison, PercentOfMeter, Result
from croupier.rules.terms import WagerName
from croupier.web.desks.pit.worst import Layout, Seat, is_searched, worst_case

Cites = tuple[Cite, ...]


class Exposure(Struct, frozen=True):
    """An amount, and the paragraphs of pay tables, caps and awards that it comes from."""

    cents: Cents
    cites: Cites


NOTHING: Final = Exposure(0, ())
_SUITS: Final = 4
_DECIDED: Final = (Result.WIN, Result.LOSE, Result.STAND_OFF)
"""How a wager ends that was in action."""

_HOLES: Final = (
    "As Ah",
    "As Ks",
    "As Qs",
    "As Js",
    "As Kh",
    "As Qh",
    "Ks Kh",
    "Js Jh",
    "9s 9h",
    "2s 2h",
    "9s 8s",
    "7s 2h",
)
_DEALER_HOLES: Final = ("Ad Ac", "Kd Kc", "7d 2c")
_BOARDS: Final = (
    "Qs Js Ts 4h 3d",
    "Qs Js 4h Ts 3d",
    "Qs 4h 3d Js Ts",
    "Ks Qs Js Ts 3d",
    "5s 4s 3s 2s Kd",
    "7s 6s 5s Kd 3c",
    "9d 9c 9h 9s Kd",
    "9d 9c 4h 3d Kh",
    "8c 8d 8h 8s Kd",
    "9d 8d 7d 6d 5d",
    "Ad Kd Qd Jd Td",
    "Ac Kc Qc Jc Tc",
    "Js 9s 6s 4h 3d",
    "Kh Qd Jc Tc 3d",
    "Kh Kd 9c 4h 3d",
    "Kd 9c 6h 4h 3c",
)
"""Royal and straight flushes with one card of a hand, with two and with none, four of a kind likewise, and less."""


class _Won(Struct, frozen=True):
    """What a hand would be paid in one of the deals: odds by wager, and awards to choose from."""

    odds: tuple[tuple[WagerName, Odds], ...]
    awards: tuple[int, ...]
    """By their place in the document's list."""
    row: str
    """The row that pays by the Hole Cards; empty where none does."""
    premiums: tuple[tuple[WagerName, Odds], ...] = ()
    """What is paid whether the wager wins or loses."""


def exposure(game: HouseGame, table: Table) -> Exposure:
    """The most that the House could lose on the round in play."""
    round_ = table.round
    if round_ is None or round_.phase is Phase.ENDED:
        return NOTHING
    if round_.phase is Phase.SETTLING:
        return _settled(game, table, round_)
    boxes = [box for box in round_.boxes if not box.out]
    if _is_searched(table.rulebook, table.policy.dealing):
        return _searched(game, table, round_, boxes)
    if not _all_reached(table.rulebook, table.policy.dealing):
        return _together(_highest_rows(game, box) for box in boxes)
    return _together(_side_by_side(game, table, boxes))


# ---- Without Community Cards ----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _is_searched(rulebook: str, dealing: str) -> bool:
    """Whether the dearest deal can be searched for."""
    game = as_house(load_rulebook(rulebook))
    whole = not board_size(game, dealing) and hand_size(game, dealing) == game.hand.cards
    return whole and is_searched(game)


def _searched(game: HouseGame, table: Table, round_: Round, boxes: list[Box]) -> Exposure:
    seen = {*round_.exposed, *(round_.dealer[at] for at in round_.dealer_up)}
    seen |= {card for box in boxes if box.shown for card in box.cards}
    up = tuple(round_.dealer[at] for at in dealt_up(game, table.policy.dealing, round_))
    return _dearest(
        table.rulebook,
        table.policy.dealing,
        tuple(sorted(table.policy.parameters.items())),
        tuple(
            (
                tuple((wager.name, wager.active) for wager in box.wagers if wager.active > 0),
                (box.folded, box.shown is not False, box.absent),
                tuple(card for card in box.cards if card in seen),
            )
            for box in boxes
        ),
        tuple(card for card in round_.dealer if card in seen),
        tuple(card for card in up if card != UNKNOWN),
        frozenset(card for card in seen if card != UNKNOWN),
    )


_Lying = tuple[tuple[tuple[WagerName, Cents], ...], tuple[bool, bool, bool], tuple[Card, ...]]
"""A hand: its wagers, whether it is folded, may be shown and has been left, and its cards that are seen."""


@lru_cache(maxsize=1024)
def _dearest(
    rulebook: str,
    dealing: str,
    parameters: tuple[tuple[str, str], ...],
    boxes: tuple[_Lying, ...],
    dealer: tuple[Card, ...],
    up: tuple[Card, ...],
    seen: frozenset[Card],
) -> Exposure:
    """The same wagers lie there again and again: kept, so that a page is made in no time."""
    game = as_house(load_rulebook(rulebook))
    seats = [
        Seat(*state, held, partial(_cost, game, dict(stakes)), alike=(stakes, state)) for stakes, state, held in boxes
    ]
    found = worst_case(game, Layout(dealing, dict(parameters), dealer, up, tuple(seen)), seats)
    cites = []
    for (stakes, _, _), hand in zip(boxes, found.hands, strict=False):
        if hand is not None:
            cites += _paying(game, dict(stakes), hand)
    return Exposure(found.cents, tuple(dict.fromkeys(cites)))


def _cost(game: HouseGame, lie: Mapping[WagerName, Cents], hand: Comparison) -> Cents:
    won = _won(game, hand)
    cents = sum(_paid(game, name, odds, lie[name])[0] for name, odds in won.odds if name in lie)
    cents += sum(odds.winnings(lie[name]) for name, odds in won.premiums if name in lie)
    award = _award(game, won, lie.get(WagerName.JACKPOT, 0))
    return cents + (0 if award is None else award.prize.worth(lie[WagerName.JACKPOT], 0))


def _paying(game: HouseGame, lie: Mapping[WagerName, Cents], hand: Comparison) -> list[Cite]:
    won = _won(game, hand)
    cites = [cite for name, odds in won.odds if name in lie for cite in _paid(game, name, odds, lie[name])[1]]
    cites += (cite for name, _ in won.premiums if name in lie for cite in game.premiums[name].cites)
    award = _award(game, won, lie.get(WagerName.JACKPOT, 0))
    return cites if award is None else [*cites, award.cite]


# ---- With Community Cards -------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _all_reached(rulebook: str, dealing: str) -> bool:
    """Whether the deals that are tried reach every row of every pay table, and every award."""
    game = as_house(load_rulebook(rulebook))
    readings = {one.name: one.values[0] for one in game.parameters}
    hands = [*deals(game, dealing, readings, folded=False, shown=True, absent=False)]
    tables = [*game.pays.values(), *(premium.pays for premium in game.premiums.values())]
    return all(
        {line.name for line in table.lines} == {line.name for hand in hands if (line := table.line(hand)) is not None}
        for table in tables
    ) and all(any(award.won_by(hand) for hand in hands) for award in game.jackpot.awards)


def _highest_rows(game: HouseGame, box: Box) -> Exposure:
    """Every wager at the highest row of its pay tables, and the dearest award: more than any deal can cost."""
    found = []
    for wager in box.wagers:
        if wager.active > 0 and wager.name in game.pays:
            paid = (_paid(game, wager.name, line.odds, wager.active) for line in game.pays[wager.name].lines)
            found.append(Exposure(*max(paid, default=(0, ()))))
        if wager.active > 0 and wager.name in game.premiums:
            premium = game.premiums[wager.name]
            most = max((line.odds.winnings(wager.active) for line in premium.pays.lines), default=0)
            found.append(Exposure(most, premium.cites))
        if wager.active > 0 and wager.name is WagerName.JACKPOT:
            award = _dearest_award(game.jackpot.awards, wager.active)
            found += [] if award is None else [Exposure(award.prize.worth(wager.active, 0), (award.cite,))]
    return _together(found)


def _dearest_award(awards: Iterable[Award], stake: Cents) -> Award | None:
    """The dearest award out of the float, whatever share of the meter the hand might get instead of it."""
    fixed = [award for award in awards if not isinstance(award.prize, PercentOfMeter)]
    return max(fixed, key=lambda award: award.prize.worth(stake, 0), default=None)


def _side_by_side(game: HouseGame, table: Table, boxes: list[Box]) -> Iterator[Exposure]:
    """What hands beside each other could cost: a row that only some can have goes to those where it costs most."""
    costs = [_by_row(table, box) for box in boxes]
    for row, most in scarce(table.rulebook):
        if most < len(costs):
            without = [{other: cost for other, cost in one.items() if other != row} for one in costs]
            order = sorted(range(len(costs)), key=lambda at: _most(without[at])[0] - _most(costs[at])[0])
            yield from (_told(game, boxes[at], _most(costs[at])) for at in order[:most])
            costs, boxes = [without[at] for at in order[most:]], [boxes[at] for at in order[most:]]
    yield from (_told(game, box, _most(cost)) for box, cost in zip(boxes, costs, strict=True))


_Cost = tuple[Cents, "_Won | None"]
_FREE: Final[_Cost] = (0, None)


def _most(costs: Mapping[str, _Cost]) -> _Cost:
    return max(costs.values(), key=lambda one: one[0], default=_FREE)


def _by_row(table: Table, box: Box) -> Mapping[str, _Cost]:
    """The most that one hand could cost, by the row that pays on its Hole Cards."""
    stakes = tuple((wager.name, wager.active) for wager in box.wagers if wager.active > 0)
    parameters = tuple(sorted(table.policy.parameters.items()))
    state = (box.folded, box.shown is not False, box.absent)
    return _costs(stakes, table.rulebook, table.policy.dealing, parameters, *state)


@lru_cache(maxsize=4096)
def _costs(
    stakes: tuple[tuple[WagerName, Cents], ...],
    rulebook: str,
    dealing: str,
    parameters: tuple[tuple[str, str], ...],
    folded: bool,
    shown: bool,
    absent: bool,
) -> Mapping[str, _Cost]:
    """The same wagers lie there again and again: kept, so that a page is made in no time."""
    game, lie = as_house(load_rulebook(rulebook)), dict(stakes)
    found: dict[str, _Cost] = {}
    for won in outcomes(rulebook, dealing, parameters, folded, shown, absent):
        cents = sum(_paid(game, name, odds, lie[name])[0] for name, odds in won.odds if name in lie)
        award = _award(game, won, lie.get(WagerName.JACKPOT, 0))
        cents += 0 if award is None else award.prize.worth(lie[WagerName.JACKPOT], 0)
        if cents > found.get(won.row, _FREE)[0]:
            found[won.row] = (cents, won)
    return found


def _paid(game: HouseGame, name: WagerName, odds: Odds, stake: Cents) -> tuple[Cents, Cites]:
    """What a winning wager is paid, and by which paragraphs."""
    paid, cap = odds.winnings(stake), game.caps.get(name)
    if cap is not None and paid > cap.most:
        return cap.most, (game.pays[name].cite, cap.cite)
    return paid, (game.pays[name].cite,)


def _award(game: HouseGame, won: _Won, stake: Cents) -> Award | None:
    return _dearest_award([game.jackpot.awards[at] for at in won.awards], stake) if stake else None


def _told(game: HouseGame, box: Box, cost: _Cost) -> Exposure:
    """A cost, with its paragraphs."""
    cents, won = cost
    if won is None:
        return NOTHING
    lie = {wager.name: wager.active for wager in box.wagers if wager.active > 0}
    cites = [cite for name, odds in won.odds if name in lie for cite in _paid(game, name, odds, lie[name])[1]]
    award = _award(game, won, lie.get(WagerName.JACKPOT, 0))
    return Exposure(cents, tuple(dict.fromkeys([*cites, *(() if award is None else (award.cite,))])))


def _settled(game: HouseGame, table: Table, round_: Round) -> Exposure:
    """What the settlement will pay, now that everything lies open."""
    hands = compare(game, table, round_)
    found = [
        Exposure(line.paid, line.cites)
        for box in round_.boxes
        if not box.out
        for line in settle_box(game, box, hands[box.number])
        if line.paid
    ]
    found += (
        Exposure(payment.amount, (payment.award.cite,))
        for payment in settle_jackpots(game, table, round_, hands)
        if not isinstance(payment.award.prize, PercentOfMeter)
    )
    return _together(found)


def _together(found: Iterable[Exposure]) -> Exposure:
    every = tuple(found)
    return Exposure(sum(one.cents for one in every), tuple(dict.fromkeys(cite for one in every for cite in one.cites)))


# ---- What the document says to every deal ---------------------------------------------------------------------------


@lru_cache(maxsize=256)
def outcomes(
    rulebook: str, dealing: str, parameters: tuple[tuple[str, str], ...], folded: bool, shown: bool, absent: bool
) -> tuple[_Won, ...]:
    """What a hand in this state can be paid, each combination once. Asked of the rulebook once, and kept."""
    game = as_house(load_rulebook(rulebook))
    found = {
        _won(game, hand) for hand in deals(game, dealing, dict(parameters), folded=folded, shown=shown, absent=absent)
    }
    return tuple(sorted((one for one in found if not any(_less(one, other) for other in found)), key=str))


def _less(one: _Won, other: _Won) -> bool:
    """Whether a hand is paid all of one, and more, by the other."""
    same = one.row == other.row and one.awards == other.awards
    return same and set(one.odds) < set(other.odds)


@lru_cache(maxsize=64)
def scarce(rulebook: str) -> tuple[tuple[str, int], ...]:
    """The rows by Hole Cards in the document's order, each with how many hands of one deal can have it, at the most."""
    game = as_house(load_rulebook(rulebook))
    found: list[tuple[str, int]] = []
    for table in game.pays.values():
        for at, row in enumerate(table.holdings):
            better = table.holdings[:at]
            most = 0
            for dealer in map(parse_cards, _DEALER_HOLES):
                hands = (own for own in combinations(DECK, 2) if not {*own} & {*dealer})
                paid = (own for own in hands if row.holds(own, dealer))
                by_it = (own for own in paid if not any(one.holds(own, dealer) for one in better))
                most = max(most, sum(_copies(ranks, dealer) for ranks in {_ranks(own) for own in by_it}))
            found.append((table.lines[at].name, most))
    return tuple(found)


def _ranks(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(sorted(map(rank_of, cards)))


def _copies(ranks: tuple[int, ...], dealer: Sequence[Card]) -> int:
    """How many hands of these ranks the deck has, beside the Dealer's cards."""
    gone = _ranks(dealer)
    return min((_SUITS - gone.count(rank)) // ranks.count(rank) for rank in ranks)


def deals(
    game: HouseGame, dealing: str, parameters: Mapping[str, str], *, folded: bool, shown: bool, absent: bool
) -> Iterator[Comparison]:
    """The hands that the rulebook is asked about."""
    for own, dealer, community in _cards(hand_size(game, dealing), board_size(game, dealing)):
        yield Comparison(
            folded=folded,
            shown=shown,
            own=game.rank(own, community),
            dealer=game.rank(dealer, community),
            hole=own,
            dealer_hole=dealer,
            community=community,
            dealing=dealing,
            parameters=parameters,
            absent=absent,
        )


def _cards(hand: int, board: int) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]]:
    """Deals that can be: no card comes twice."""
    for own, dealer, community in product(*(map(parse_cards, texts) for texts in (_HOLES, _DEALER_HOLES, _BOARDS))):
        cards = {*own, *dealer, *community}
        if (len(own), len(community)) == (hand, board) and len(cards) == len(own) + len(dealer) + len(community):
            yield own, dealer, community


def _won(game: HouseGame, hand: Comparison) -> _Won:
    odds, premiums = [], []
    for name, table in game.pays.items():
        line = table.line(hand)
        # A folded hand has no later wager, and no paragraph that decides one.
        decides = next((one for one in game.outcomes if name in one.results and one.when(hand)), None)
        if line is not None and decides is not None and decides.results[name] is Result.WIN:
            odds.append((name, line.odds))
        premium = game.premiums.get(name)
        if premium is not None and decides is not None and decides.results[name] in _DECIDED and premium.when(hand):
            earned = premium.pays.line(hand)
            premiums += [] if earned is None else [(name, earned.odds)]
    scopes = next(right for right in game.jackpot.rights if right.when(hand)).scopes
    awards = (at for at, one in enumerate(game.jackpot.awards) if one.scope in scopes and one.won_by(hand))
    rows = (table.line(hand) for table in game.pays.values() if table.holdings)
    row = next((line.name for line in rows if line is not None), "")
    return _Won(tuple(odds), tuple(awards), row, tuple(premiums))

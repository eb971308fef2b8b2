"""Exposure: the most that the House could lose on the round in play with the wagers now on the table.

It is computed with the rulebook's own pay tables. It includes:

- the wagers on the layout, at their odds and up to their caps, without wagers that a Player may still place;
- payments on a losing wager, if the document provides them;
- jackpot awards of a fixed amount or at odds, which come out of the float; a share of the meter is paid from the meter.

The stakes that the House would win at the same time are not deducted.

It is the worst-case deal of the unseen cards: found by :mod:`croupier.web.watch.worst` in games without Community
Cards, and by :mod:`croupier.web.watch.boards` in games with them. If there are too many deals to try, or neither
module covers a pay table, the exposure is an upper bound, and marked as one.

A hand that is out of the round gets its wagers back and costs nothing. For a hand that is folded or not shown, the
document says what can still be won. Once every hand is face up, the exposure is the payment of the settlement.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache, partial
from typing import Final

import msgspec
from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.money import Cents, Odds
from croupier.play.banked.flow import board_size, dealt_up, hand_size
from croupier.play.banked.settlement import compare, settle_box, settle_jackpots
from croupier.play.banked.state import Box, Phase, Round, Table
from croupier.rulebooks import as_banked, load_rulebook
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.settling import Award, Comparison, PercentOfMeter, Result
from croupier.rules.terms import WagerName
from croupier.web.watch.boards import has_boards, worst_board
from croupier.web.watch.worst import Layout, Seat, is_searched, worst_case

Cites = tuple[Cite, ...]


class Exposure(Struct, frozen=True):
    """An amount, and the paragraphs of pay tables, caps and awards that it comes from."""

    cents: Cents
    cites: Cites
    exact: bool = True
    """False for an upper bound: no deal costs more, and perhaps none costs as much."""


NOTHING: Final = Exposure(0, ())
_DECIDED: Final = (Result.WIN, Result.LOSE, Result.STAND_OFF)
"""The results of a wager that was in action."""


class _Won(Struct, frozen=True):
    """The payments on a hand in one of the deals: odds by wager, and possible awards."""

    odds: tuple[tuple[WagerName, Odds], ...]
    awards: tuple[int, ...]
    """The awards, by their place in the document's list."""
    premiums: tuple[tuple[WagerName, Odds], ...] = ()
    """The payments that are made whether the wager wins or loses."""


_Lying = tuple[tuple[tuple[WagerName, Cents], ...], tuple[bool, bool, bool], tuple[Card, ...]]
"""A hand: its wagers, whether it is folded, may be shown or has left the round, and its visible cards."""


class _Question(Struct, frozen=True):
    """The parts of a round in play that its worst-case deal depends on."""

    rulebook: str
    dealing: str
    parameters: tuple[tuple[str, str], ...]
    boxes: tuple[_Lying, ...]
    dealer: tuple[Card, ...]
    up: tuple[Card, ...]
    community: tuple[Card, ...]
    seen: frozenset[Card]


def exposure(game: BankedGame, table: Table) -> Exposure:
    """Return the most that the House could lose on the round in play."""
    asked = _question(game, table)
    return _at_once(game, table) if asked is None else _dearest(asked)


def _at_once(game: BankedGame, table: Table) -> Exposure:
    """Return an exposure that needs no search: nothing, the settlement itself, or an upper bound."""
    round_ = table.round
    if round_ is None or round_.phase is Phase.ENDED:
        return NOTHING
    if round_.phase is Phase.SETTLING:
        return _settled(game, table, round_)
    boxes = (box for box in round_.boxes if not box.out)
    return msgspec.structs.replace(_together(_highest_rows(game, box) for box in boxes), exact=False)


class Exposures:
    """The exposure of every table, computed outside the event loop, because some searches take longer than a page may.

    Until a search is done, the upper bound is shown, marked as one.
    """

    def __init__(self, searcher: Executor | None = None) -> None:
        """Run searches in this executor; by default one at a time, in a thread."""
        self._searcher = searcher or ThreadPoolExecutor(1, "exposure")
        self._asked: dict[str, _Question] = {}
        self._found: dict[str, tuple[_Question, Exposure]] = {}
        self.on_change: list[Callable[[str], None]] = []
        """Called with the table whose search is done, on the event loop that asked for it."""

    def of(self, name: str, game: BankedGame, table: Table) -> Exposure:
        """Return the exposure of a table now, and start a search if one is needed."""
        asked = _question(game, table)
        if asked is None:
            self._asked.pop(name, None)
            return _at_once(game, table)
        known = self._found.get(name)
        if known is not None and known[0] == asked:
            return known[1]
        if self._asked.get(name) != asked:
            self._asked[name] = asked
            loop = asyncio.get_running_loop()
            self._searcher.submit(self._search, loop, name, asked)
        return _at_once(game, table)

    def close(self) -> None:
        """Cancel the searches and release the executor."""
        self._asked.clear()
        self._searcher.shutdown(wait=False, cancel_futures=True)

    def _search(self, loop: asyncio.AbstractEventLoop, name: str, asked: _Question) -> None:
        if self._asked.get(name) != asked:  # the table moved on while this search waited
            return
        found = _dearest(asked)
        with suppress(RuntimeError):  # the server has stopped meanwhile
            loop.call_soon_threadsafe(self._tell, name, asked, found)

    def _tell(self, name: str, asked: _Question, found: Exposure) -> None:
        self._found[name] = (asked, found)
        if self._asked.get(name) == asked:
            del self._asked[name]
            for told in self.on_change:
                told(name)


# ---- The worst-case deal --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _is_searched(rulebook: str, dealing: str) -> bool:
    """Return whether the worst-case deal of a game can be searched for."""
    game = as_banked(load_rulebook(rulebook))
    whole = not board_size(game, dealing) and hand_size(game, dealing) == game.hand.cards
    return has_boards(game, dealing) or (whole and is_searched(game))


def _question(game: BankedGame, table: Table) -> _Question | None:
    """Return the question for a search; None where no search is needed, or none can be made."""
    round_ = table.round
    if round_ is None or round_.phase in {Phase.ENDED, Phase.SETTLING}:
        return None
    if not _is_searched(table.rulebook, table.policy.dealing):
        return None
    boxes = [box for box in round_.boxes if not box.out]
    seen = {*round_.exposed, *(round_.dealer[at] for at in round_.dealer_up)}
    seen |= {card for box in boxes if box.shown for card in box.cards}
    seen |= {*round_.community[: round_.community_up]}
    up = tuple(round_.dealer[at] for at in dealt_up(game, table.policy.dealing, round_))
    return _Question(
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
        tuple(card for card in round_.community if card in seen and card != UNKNOWN),
        frozenset(card for card in seen if card != UNKNOWN),
    )


@lru_cache(maxsize=1024)
def _dearest(asked: _Question) -> Exposure:
    """Return the worst-case deal; cached, because the same wagers recur."""
    game = as_banked(load_rulebook(asked.rulebook))
    by_hand: dict[int, tuple[Comparison, _Won]] = {}

    def cost(lie: Mapping[WagerName, Cents], hand: Comparison) -> Cents:
        """Return the cost of a hand; its payments are computed once and used for every box."""
        if id(hand) not in by_hand:
            by_hand[id(hand)] = (hand, _won(game, hand))
        return _cents(game, lie, by_hand[id(hand)][1])

    seats = [
        Seat(*state, held, partial(cost, dict(stakes)), alike=(stakes, state)) for stakes, state, held in asked.boxes
    ]
    layout = Layout(asked.dealing, dict(asked.parameters), asked.dealer, asked.up, tuple(asked.seen))
    found = (
        worst_board(game, layout, asked.community, seats)
        if board_size(game, asked.dealing)
        else worst_case(game, layout, seats)
    )
    cites = []
    for (stakes, _, _), hand in zip(asked.boxes, found.hands, strict=False):
        if hand is not None:
            cites += _paying(game, dict(stakes), hand)
    return Exposure(found.cents, tuple(dict.fromkeys(cites)), found.exact)


def _cost(game: BankedGame, lie: Mapping[WagerName, Cents], hand: Comparison) -> Cents:
    return _cents(game, lie, _won(game, hand))


def _cents(game: BankedGame, lie: Mapping[WagerName, Cents], won: _Won) -> Cents:
    cents = sum(_paid(game, name, odds, lie[name])[0] for name, odds in won.odds if name in lie)
    cents += sum(odds.winnings(lie[name]) for name, odds in won.premiums if name in lie)
    award = _award(game, won, lie.get(WagerName.JACKPOT, 0))
    return cents + (0 if award is None else award.prize.worth(lie[WagerName.JACKPOT], 0))


def _paying(game: BankedGame, lie: Mapping[WagerName, Cents], hand: Comparison) -> list[Cite]:
    won = _won(game, hand)
    cites = [cite for name, odds in won.odds if name in lie for cite in _paid(game, name, odds, lie[name])[1]]
    cites += (cite for name, _ in won.premiums if name in lie for cite in game.premiums[name].cites)
    award = _award(game, won, lie.get(WagerName.JACKPOT, 0))
    return cites if award is None else [*cites, award.cite]


# ---- What a hand is paid --------------------------------------------------------------------------------------------


def _highest_rows(game: BankedGame, box: Box) -> Exposure:
    """Return each wager at the highest row of its pay tables, and the most expensive award: an upper bound."""
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
    """Return the most expensive award paid from the float, even if the hand might get a share of the meter instead."""
    fixed = [award for award in awards if not isinstance(award.prize, PercentOfMeter)]
    return max(fixed, key=lambda award: award.prize.worth(stake, 0), default=None)


def _paid(game: BankedGame, name: WagerName, odds: Odds, stake: Cents) -> tuple[Cents, Cites]:
    """Return the payment of a winning wager, and its paragraphs."""
    paid, cap = odds.winnings(stake), game.caps.get(name)
    if cap is not None and paid > cap.most:
        return cap.most, (game.pays[name].cite, cap.cite)
    return paid, (game.pays[name].cite,)


def _award(game: BankedGame, won: _Won, stake: Cents) -> Award | None:
    return _dearest_award([game.jackpot.awards[at] for at in won.awards], stake) if stake else None


def _settled(game: BankedGame, table: Table, round_: Round) -> Exposure:
    """Return the payments of the settlement, now that every hand is face up."""
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


def _won(game: BankedGame, hand: Comparison) -> _Won:
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
    return _Won(tuple(odds), tuple(awards), tuple(premiums))

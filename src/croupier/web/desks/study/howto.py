"""A short guide to each game, generated from its document alone.

The results of wagers are computed from the document's own outcomes, so that no sentence can contradict a settlement.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from croupier.cards import Card, format_card
from croupier.floor.running.floor import Floor
from croupier.floor.values.table_kinds import RoomTable, TableState
from croupier.hands import HandOrder, Strength
from croupier.play.banked.flow import board_size, hand_size
from croupier.rulebooks import load_rulebook
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import HandType
from croupier.rules.room import RoomGame
from croupier.rules.settling import Comparison, RanksFrom, Result, own_strength
from croupier.rules.terms import (
    SETTLING_ORDER,
    DealInTurn,
    DealSets,
    Decide,
    Limits,
    RevealCommunity,
    WagerName,
)
from croupier.web.desks.study.documents import awards_of, game_of, pays_of
from croupier.web.wire.records import HowChoice, HowEnding, HowHand, HowResult, HowStep, HowTo, HowWager

_PAID: Final = {Result.WIN: "wins", Result.LOSE: "loses"}
_BACK: Final = "back"


def how_to(floor: Floor, name: str) -> HowTo:
    """Return a game's guide, by its own name or its rulebook's, with the limits of an open table where it is played.

    Raises :class:`UnknownGameError`.
    """
    how = told(game_of(name).document.rulebook)
    for table in sorted(floor.tables()):
        state: TableState = floor.table(table)
        if state.info.open and state.info.automatic and state.engine.rulebook == how.rulebook:
            if isinstance(state, RoomTable):
                return replace(how, table=table)
            policy = state.engine.policy
            wager = policy.jackpot_wager if state.game.has_jackpot else None
            return replace(how, table=table, minimum=policy.minimum, jackpot_wager=wager)
    return how


@lru_cache
def told(rulebook: str) -> HowTo:
    """Return a game's guide without a table's limits."""
    game = load_rulebook(rulebook)
    return _banked(game) if isinstance(game, BankedGame) else _room(game)


def _banked(game: BankedGame) -> HowTo:
    dealing = next(iter(game.rounds))
    needed = game.qualifying
    return HowTo(
        game=game.name,
        rulebook=game.document.rulebook,
        title=game.document.title,
        version=game.document.version,
        kind="banked",
        makes=game.hand.cards,
        cards=hand_size(game, dealing),
        board=board_size(game, dealing),
        shows=_shows(game, dealing),
        wagers=tuple(
            HowWager(area.wager, game.title(area.wager), area.limits is Limits.PRESCRIBED) for area in game.areas
        ),
        steps=tuple(_steps(game, dealing)),
        qualifies="" if needed is None else needed.named(needed.lowest),
        qualifying=() if needed is None else _cards(game.hand, needed.lowest),
        endings=tuple(_endings(game, dealing)),
        pays=_titles(game),
        hands=tuple(_hands(game)),
        awards=awards_of(game),
        sides=tuple(one for one in pays_of(game) if len(one.rows) > 1 and one.title not in _titles(game)),
    )


def _room(game: RoomGame) -> HowTo:
    document = game.document
    return HowTo(
        game=game.name,
        rulebook=document.rulebook,
        title=document.title,
        version=document.version,
        kind="room",
        makes=game.hand.cards,
        cards=game.hole_cards,
        board=sum(street.count for street in game.streets),
        steps=tuple(HowStep("board", street.name, street.count) for street in game.streets if street.count),
        big_blind=game.big_blind_times_small,
        hands=tuple(HowHand(order.title, *_example(game.hand, order)) for order in reversed(game.hand.orders)),
    )


def _shows(game: BankedGame, dealing: str) -> int:
    """Return the number of the Dealer's cards that are dealt face up."""
    steps = (step for step in game.rounds[dealing] if isinstance(step, DealInTurn | DealSets))
    return sum(step.dealer_up for step in steps)


def _steps(game: BankedGame, dealing: str) -> Iterator[HowStep]:
    """Yield the Players' decisions and the Community Cards that are turned, in order."""
    for step in game.rounds[dealing]:
        match step:
            case RevealCommunity(name=name, count=count):
                yield HowStep("board", name, count)
            case Decide(choices=choices):
                offered = (
                    HowChoice(
                        one.word if one.places is None else game.title(one.places),
                        one.sizes[0] if one.places is not None else 0,
                        one.most_times if one.places is not None else 0,
                        one.decision.value,
                    )
                    for one in choices
                )
                yield HowStep("decide", choices=tuple(offered))
            case _:
                pass


# ---- Results of the wagers ------------------------------------------------------------------------------------------


def _endings(game: BankedGame, dealing: str) -> Iterator[HowEnding]:
    """Yield the endings that can happen, with the results of the wagers.

    They are: folded; the Dealer not qualified; the Player's hand higher, equal or lower.
    """
    lowest = 0 if game.qualifying is None else game.qualifying.lowest
    placed = {choice.places for choice in game.choices if choice.places is not None}
    before: set[WagerName] = {area.wager for area in game.areas if area.wager is not WagerName.JACKPOT}
    owned = (0, *(order.highest for order in game.hand.orders))
    folded = tuple(_Hands(own, 0, game.hand.representative(own), folded=True) for own in owned)
    yield _ending(game, dealing, "folded", before, folded)
    wagers = before | placed
    if lowest:
        asked = (_Hands(game.hand.best, lowest - 1), _Hands(0, lowest - 1), _Hands(0, 0))
        yield _ending(game, dealing, "unqualified", wagers, asked)
    best = game.hand.best
    yield _ending(game, dealing, "higher", wagers, tuple(_Hands(one, max(lowest, 0)) for one in _above(game, lowest)))
    yield _ending(game, dealing, "same", wagers, tuple(_Hands(one, one) for one in (lowest, best)))
    yield _ending(game, dealing, "lower", wagers, tuple(_Hands(one, best) for one in (0, best - 1)))


def _above(game: BankedGame, lowest: Strength) -> tuple[Strength, ...]:
    """Return the highest hand of every order that beats the lowest hand with which the Dealer is compared."""
    return tuple(order.highest for order in game.hand.orders if order.highest > lowest)


class _Hands:
    """A Player's hand and a Dealer's, by strength, for a question to the outcomes."""

    def __init__(self, own: Strength, dealer: Strength, cards: tuple[Card, ...] = (), *, folded: bool = False) -> None:
        self.own, self.dealer, self.folded = own, dealer, folded
        self.cards = cards

    def compared(self, game: BankedGame, dealing: str) -> Comparison:
        """Return the comparison that a settlement would make, with the first value of each of the House's choices."""
        return Comparison(
            folded=self.folded,
            shown=True,
            own=self.own,
            dealer=self.dealer,
            hole=self.cards[: hand_size(game, dealing)],
            dealer_hole=(),
            community=(),
            dealing=dealing,
            parameters={one.name: one.values[0] for one in game.parameters},
        )


def _ending(game: BankedGame, dealing: str, when: str, wagers: set[WagerName], asked: tuple[_Hands, ...]) -> HowEnding:
    found: list[HowResult] = []
    for wager in sorted(wagers, key=lambda one: SETTLING_ORDER[one]):
        if _by_unseen(game, wager) or (_by_itself(game, wager) and when != "folded"):
            continue  # paid by its own table, whichever hand is higher
        asked_for = [(one, _result(game, wager, one.compared(game, dealing))) for one in asked]
        kinds = {result for _, result in asked_for}
        if None in kinds:
            continue
        if len(kinds) == 1:
            found.append(_said(game, wager, asked_for[-1][1]))
            continue
        won = [result for _, result in asked_for]
        wins_from = won.index(Result.WIN) if Result.WIN in won else len(won)
        if set(won[wins_from:]) == {Result.WIN} and len(set(won[:wins_from])) == 1:  # it wins from some hand upwards
            needs = game.hand.order_of(asked_for[wins_from][0].own).title
            found.append(HowResult(game.title(wager), "wins", _odds(game, wager), needs, _came(won[0])))
    return HowEnding(when, tuple(found))


def _result(game: BankedGame, wager: WagerName, hand: Comparison) -> Result | None:
    """Return the result of a wager by the first outcome that names it; None if none does."""
    return next((one.results[wager] for one in game.outcomes if wager in one.results and one.when(hand)), None)


def _by_itself(game: BankedGame, wager: WagerName) -> bool:
    """Return whether a wager is placed before the deal beside the Ante and paid by a table of its own."""
    table = game.pays.get(wager)
    beside = wager is not WagerName.ANTE and any(area.wager is wager for area in game.areas)
    return beside and table is not None and len(table.lines) > 1


def _by_unseen(game: BankedGame, wager: WagerName) -> bool:
    """Return whether a wager depends on more cards than two compared hands, such as the Dealer's face-up card."""
    table = game.pays.get(wager)
    return table is not None and not table.holdings and table.ranked is not own_strength


def _said(game: BankedGame, wager: WagerName, result: Result | None) -> HowResult:
    came = _came(result)
    return HowResult(game.title(wager), came, _odds(game, wager) if came == "wins" else "")


def _came(result: Result | None) -> str:
    return _BACK if result is None else _PAID.get(result, _BACK)


def _odds(game: BankedGame, wager: WagerName) -> str:
    """Return the odds of a winning wager, if they are always the same; empty otherwise."""
    table = game.pays.get(wager)
    odds = {str(line.odds) for line in table.lines} if table is not None else set()
    return odds.pop() if len(odds) == 1 else ""


# ---- The ranking of hands -------------------------------------------------------------------------------------------


def _columns(game: BankedGame) -> dict[str, tuple[str, tuple[tuple[Strength, str], ...]]]:
    """Return the pay tables that rank the compared hand: title and rows of each, the highest row first."""
    tables = [(wager.value, game.title(wager), table) for wager, table in game.pays.items()]
    tables += [(f"premium {wager}", one.title, one.pays) for wager, one in game.premiums.items()]
    found = {}
    for key, title, table in tables:
        if table.ranked is own_strength and len({str(line.odds) for line in table.lines}) > 1:
            rows = tuple(
                (line.won_by.lowest, str(line.odds)) for line in table.lines if isinstance(line.won_by, RanksFrom)
            )
            found[key] = (title, rows)
    return found


def _titles(game: BankedGame) -> tuple[str, ...]:
    return tuple(title for title, _ in _columns(game).values())


def _hands(game: BankedGame) -> Iterator[HowHand]:
    columns = _columns(game).values()
    for order in reversed(game.hand.orders):
        pays = tuple(next((odds for low, odds in rows if order.highest >= low), "") for _, rows in columns)
        yield HowHand(order.title, *_example(game.hand, order), pays)


def _example(hand: HandType, order: HandOrder) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return an ordinary hand of an order, from its middle, and the positions of the cards that it is called after."""
    cards = hand.representative((order.lowest + order.highest) // 2)
    making = hand.called_after(cards)
    return tuple(format_card(card) for card in cards), tuple(at for at, card in enumerate(cards) if card in making)


def _cards(hand: HandType, strength: Strength) -> tuple[str, ...]:
    return tuple(format_card(card) for card in hand.representative(strength))

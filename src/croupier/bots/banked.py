"""A regular of the house-banked games: a steady Ante, mostly the jackpot, and a simple sound way to decide.

Like the poker bots it is given what a person at its box would see: their own view and what they may do. It looks at its
hand before it decides, and behaves well: it takes no chips back and hides no hand.

- Five cards of its own: it bets with a pair or better, or with ace and king. Three: with queen, six and four or better.
- Hold'em: it stays for the Flop unless its two cards are among the worst, and then bets the Turn and the River with a
  pair or better that the board does not give to all.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from msgspec import Struct

from croupier.bots.chances import place
from croupier.cards import Card, parse_cards, rank_of
from croupier.hands import Category, category_of, rank_best
from croupier.play.banked.commands import AnswerChoice, BankedCommand, Choose, Look
from croupier.play.banked.options import Act, Option, Stake
from croupier.play.banked.view import BoxView, TableView
from croupier.play.viewer import HIDDEN
from croupier.rules.handtypes import FIVE_CARDS, THREE_CARDS
from croupier.rules.terms import Decision, WagerName

BankedBot = Callable[[TableView, tuple[Option, ...], Random], BankedCommand | None]
"""A bot: a function from what a Player sees and may do to their command; None if they have nothing to do now."""

_STAYS: Final = 0.85
"""The share of starting hands that stays for the Flop: about two in thirteen are too weak."""
_BETS_FROM: Final = {
    hand.cards: (hand, hand.rank(parse_cards(lowest)))
    for hand, lowest in ((FIVE_CARDS, "As Kh 4d 3c 2s"), (THREE_CARDS, "Qs 6h 4d"))
}
"""The way to rank a hand and the lowest hand worth a bet, by the number of its cards."""


class Character(Struct, frozen=True):
    """The traits in which one regular differs from another."""

    ante: tuple[int, ...] = (1, 1, 2)
    """Multiples of the table's minimum, one of them chosen each round."""
    jackpot: float = 0.85
    """The chance that they place a jackpot wager."""
    bonus: float = 0.3
    """The chance that they place a side wager such as a Bonus, if there is one."""


_STEADY: Final = Character()


def regular(character: Character) -> BankedBot:
    """Make a bot of a certain character."""

    def plays(view: TableView, options: tuple[Option, ...], rng: Random) -> BankedCommand | None:
        return _plays(view, options, rng, character)

    return plays


def choose(view: TableView, options: tuple[Option, ...], rng: Random) -> BankedCommand | None:
    """Choose one of the options of a box as a steady regular does.

    The caller asks until there is nothing more to do.
    """
    return _plays(view, options, rng, _STEADY)


def _plays(view: TableView, options: tuple[Option, ...], rng: Random, character: Character) -> BankedCommand | None:
    acts = [one for one in options if isinstance(one, Act)]
    for one in acts:
        if isinstance(one.command, AnswerChoice):  # the first option is to play on
            return one.command
    decisions = {one.command.decision: one.command for one in acts if isinstance(one.command, Choose)}
    if decisions:
        looks = next((one.command for one in acts if isinstance(one.command, Look) and _waits(one, decisions)), None)
        return looks or _decides(view, decisions)
    return _wagers(view, [one for one in options if isinstance(one, Stake)], rng, character)


def _waits(act: Act, decisions: dict[Decision, Choose]) -> bool:
    """Return whether an act looks at the hand to be decided on."""
    return isinstance(act.command, Look) and any(one.box == act.command.box for one in decisions.values())


# ---- Wagers ---------------------------------------------------------------------------------------------------------


def _wagers(view: TableView, stakes: list[Stake], rng: Random, character: Character) -> BankedCommand | None:
    """Place the Ante first; with it the jackpot wager, the first side wager, or both, each at most once."""
    if not stakes:
        return None
    mine = next((box for box in view.boxes if box.box == stakes[0].box), None)
    offered = {one.wager: one for one in stakes}
    lying = {wager.name for wager in mine.wagers} if mine is not None else set()
    if WagerName.ANTE not in lying:
        ante = offered.get(WagerName.ANTE)
        return ante.command(_amount(ante, rng.choice(character.ante))) if ante is not None else None
    jackpot = offered.get(WagerName.JACKPOT)
    if jackpot is not None and lying == {WagerName.ANTE} and rng.random() < character.jackpot:
        return jackpot.command(jackpot.least)
    bonus = next((one for one in stakes if one.wager not in {WagerName.ANTE, WagerName.JACKPOT}), None)
    if bonus is not None and bonus.wager not in lying and rng.random() < character.bonus:
        return bonus.command(_amount(bonus, 1))
    return None


def _amount(stake: Stake, times: int) -> int:
    """Return a multiple of the least amount that is enough, in whole chips, up to the limit."""
    wanted = min(stake.enough * times, stake.most)
    return stake.least + (wanted - stake.least) // stake.step * stake.step


# ---- Decisions ------------------------------------------------------------------------------------------------------


def _decides(view: TableView, decisions: dict[Decision, Choose]) -> BankedCommand:
    box = next(one.box for one in decisions.values())
    mine = next(one for one in view.boxes if one.box == box)
    for wager in (Decision.BET, Decision.FLOP, Decision.TURN, Decision.RIVER):
        if wager in decisions and _good(wager, mine, view.community):
            return decisions[wager]
    return decisions.get(Decision.CHECK) or decisions.get(Decision.FOLD) or next(iter(decisions.values()))


def _good(wager: Decision, mine: BoxView, community: tuple[str, ...]) -> bool:
    """Return whether a hand is worth the next wager.

    A hand that may not be looked at is played on, and never raised.
    """
    if HIDDEN in mine.cards:
        return wager in {Decision.BET, Decision.FLOP}
    cards = parse_cards("".join(mine.cards))
    if wager is Decision.BET:
        return _worth_a_bet(cards)
    if wager is Decision.FLOP:
        return place(cards) <= _STAYS
    return _made(cards, parse_cards("".join(card for card in community if card != HIDDEN)))


def _worth_a_bet(cards: tuple[Card, ...]) -> bool:
    """Return whether to bet on a hand without Community Cards.

    A hand of an unknown size is played on.
    """
    if len(cards) not in _BETS_FROM:
        return True
    hand, lowest = _BETS_FROM[len(cards)]
    return hand.rank(cards) >= lowest


def _made(cards: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Return whether a hand has a pair or better, more than the board gives to all."""
    made = category_of(rank_best((*cards, *board)))
    most = max(sum(rank_of(one) == rank_of(other) for other in board) for one in board)
    common = {1: Category.FIVE_ODD_CARDS, 2: Category.ONE_PAIR}.get(most, Category.THREE_OF_A_KIND)
    return made > common

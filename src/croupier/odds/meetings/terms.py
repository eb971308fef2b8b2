"""The terms of a game with one decision, read from its approved document by settling test hands.

The solvers count how two hands can meet; this module settles each way to meet. The rulebook's outcomes and pay tables
go through the same settlement that pays at the table, one question for each way to meet and each row of the pay tables.
"""

from collections.abc import Callable, Iterator
from enum import IntEnum
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar, cast

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.hands import Strength
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.odds.solver import NotCoveredError
from croupier.odds.whatif import premium_key
from croupier.play.banked.events import Share
from croupier.play.banked.settlement import first_outcome, settle_box
from croupier.play.banked.state import Box, Wager
from croupier.rules.banked import BankedGame
from croupier.rules.settling import (
    NO_HAND,
    Comparison,
    PayTable,
    PercentOfMeter,
    Result,
    own_strength,
)
from croupier.rules.terms import Choice, Decide, Decision, RevealDealer, WagerName

_MOST: Final = 1 << 62


class Meeting(IntEnum):
    """The four ways in which a hand that was played can meet the Dealer's."""

    UNQUALIFIED = 0
    HIGHER = 1
    EQUAL = 2
    LOWER = 3


Results = tuple[Result, ...]
"""The outcomes of the Ante and of the wager that plays the hand."""


class Meetings(Struct, frozen=True):
    """The lowest hand with which the Dealer qualifies, and the result of both wagers for each way hands meet."""

    qualifying: Strength
    results: dict[Meeting, Results]


class Terms(NamedTuple):
    """The result of every outcome, by the class of the Player's hand; in cents, or in Antes if the Ante is 1."""

    ante: Cents
    bet: Cents
    meetings: Meetings
    nets: NDArray[np.int64]
    """A row for each :class:`Meeting`, a column for each class."""
    names: list[list[str]]
    """The name of each outcome, by group of classes that are paid alike."""
    groups: NDArray[np.int64]
    """The group of each class."""
    fold: int


def comparison(game: BankedGame, own: Strength, dealer: Strength = NO_HAND, *, folded: bool = False) -> Comparison:
    """Return a comparison of two shown hands of these strengths; without ``dealer``, the Dealer shows none."""
    cards = game.hand.representative
    return Comparison(
        folded=folded,
        shown=True,
        own=own,
        dealer=dealer,
        hole=cards(own),
        dealer_hole=cards(dealer) if dealer != NO_HAND else (),
        community=(),
        dealing=next(iter(game.rounds)),
        parameters={one.name: one.values[0] for one in game.parameters},
    )


# --- the games ----------------------------------------------------------------------------------------------------


def decides_once(game: BankedGame) -> bool:
    """Return whether a Player decides once, to fold or to place a wager of one size, and then meets the Dealer."""
    steps = next(iter(game.rounds.values()))
    asked = [step for step in steps if isinstance(step, Decide)]
    kinds = {choice.decision for step in asked for choice in step.choices}
    revealed = any(isinstance(step, RevealDealer) for step in steps)
    return len(asked) == 1 and revealed and kinds == {Decision.FOLD, Decision.BET}


def bet_choice(game: BankedGame) -> Choice:
    """Return the choice that plays the hand."""
    steps = next(iter(game.rounds.values()))
    choices = next(step for step in steps if isinstance(step, Decide)).choices
    return next(choice for choice in choices if choice.decision is Decision.BET)


def bet_wager(game: BankedGame) -> WagerName:
    """Return the wager that plays the hand."""
    wager = bet_choice(game).places
    assert wager is not None, "a bet places a wager"
    return wager


def main_wagers(game: BankedGame) -> tuple[WagerName, WagerName]:
    """Return the Ante, and the wager that plays the hand."""
    return WagerName.ANTE, bet_wager(game)


def check_terms(game: BankedGame) -> None:
    """Raise :class:`NotCoveredError` if Ante and bet depend on more than how two hands compare."""
    for table in _tables(game):
        if table.ranked is not own_strength:
            raise NotCoveredError(f"odds: the pay table of {table.cite} depends on more than the ranking of the hand")
    read_meetings(game)
    awards_won(game, folded=False)


# --- how hands meet -----------------------------------------------------------------------------------------------


def meeting_of(own: Strength, dealer: Strength, qualifying: Strength) -> Meeting:
    """Return how two hands meet if the Dealer qualifies from the class ``qualifying`` on."""
    if dealer < qualifying:
        return Meeting.UNQUALIFIED
    if own == dealer:
        return Meeting.EQUAL
    return Meeting.HIGHER if own > dealer else Meeting.LOWER


def read_meetings(game: BankedGame) -> Meetings:
    """Ask the rulebook. Raises :class:`NotCoveredError` if it distinguishes hands by more than these meetings."""
    return _once(("meetings", game.hand.name, *game.outcomes), lambda: _ask_meetings(game))


def _results(game: BankedGame, own: Strength, dealer: Strength) -> Results:
    """Return the results of Ante and bet for two strengths."""
    hand = comparison(game, own, dealer)
    return tuple(first_outcome(game, wager, hand).results[wager] for wager in main_wagers(game))


def _ask_meetings(game: BankedGame) -> Meetings:
    best = game.hand.best
    below_best = [_results(game, best, dealer) for dealer in range(best)]
    changes = [dealer for dealer in range(1, best) if below_best[dealer] != below_best[dealer - 1]]
    if len(changes) > 1:
        raise NotCoveredError(f"odds: in {game.name} the Dealer's hands fall into more than two kinds")
    qualifying = changes[0] if changes else 0
    results = {
        Meeting.HIGHER: below_best[qualifying],
        Meeting.EQUAL: _results(game, best, best),
        Meeting.LOWER: _results(game, 0, best),
        Meeting.UNQUALIFIED: below_best[0],
    }
    for own, dealer in _border_cases(game, qualifying):
        if _results(game, own, dealer) != results[meeting_of(own, dealer, qualifying)]:
            named = " and ".join(game.hand.describe(one) for one in (own, dealer))
            raise NotCoveredError(f"odds: in {game.name} {named} are not compared like other hands")
    return Meetings(qualifying, results)


Told = TypeVar("Told")

_ASKED: Final[dict[tuple[int, ...], tuple[tuple[object, ...], object]]] = {}
"""A cache of rulebooks' answers, by the identity of the objects that were asked."""


def _once(asked: tuple[object, ...], ask: Callable[[], Told]) -> Told:
    """Return the answer of ``ask``, cached by the objects ``asked``: a changed pay table leaves most answers valid."""
    key = tuple(hash(one) if isinstance(one, str | tuple) else id(one) for one in asked)
    if key not in _ASKED:
        _ASKED[key] = (asked, ask())
    return cast(Told, _ASKED[key][1])


def _border_cases(game: BankedGame, qualifying: Strength) -> Iterator[tuple[Strength, Strength]]:
    """Yield pairs of strengths where one kind of meeting may turn into another, such as the ends of every order."""
    best = game.hand.best
    ends = {end for order in game.hand.orders for end in (order.lowest, order.highest)}
    for own in sorted(ends | {qualifying, max(qualifying - 1, 0)} | set(range(0, best, 61))):
        near = {0, qualifying - 1, qualifying, own - 1, own, own + 1, best}
        yield from ((own, dealer) for dealer in sorted(near) if 0 <= dealer <= best)


# --- winnings -----------------------------------------------------------------------------------------------------


def read_terms(game: BankedGame, ante: Cents | None = None) -> Terms:
    """Return what the document pays on an Ante in cents; without an Ante, in Antes and without caps."""
    meetings = read_meetings(game)
    if ante is None:
        game, ante = replace(game, caps={}), 1
    bet = ante * bet_choice(game).times_ante
    groups, members = paid_alike(game)
    nets = np.zeros((len(Meeting), game.hand.best + 1), np.int64)
    names = [[""] * len(Meeting) for _ in members]
    for group, classes in enumerate(members):
        for meeting in Meeting:
            found = (_instance(game, meeting, own, meetings.qualifying) for own in (max(classes), min(classes)))
            pair = next((one for one in found if one is not None), None)
            if pair is None:
                continue
            net, name = _settled(game, pair, ante, bet)
            if abs(net) >= _MOST:
                raise InputError("--pay, --ante: these amounts are too large to calculate with")
            nets[meeting, groups == group] = net
            names[group][meeting] = name
    fold = _net(game, comparison(game, 0, folded=True), {WagerName.ANTE: ante})[0]
    return Terms(ante, bet, meetings, nets, names, groups, fold)


def _tables(game: BankedGame) -> list[PayTable]:
    """List the pay tables of Ante and bet, and of their premiums."""
    wagers = main_wagers(game)
    return [
        *(game.pays[wager] for wager in wagers),
        *(game.premiums[wager].pays for wager in wagers if wager in game.premiums),
    ]


def paid_alike(game: BankedGame) -> tuple[NDArray[np.int64], list[list[Strength]]]:
    """Group the classes that the same rows of the pay tables pay: each class's group, and each group's classes."""
    rows = tuple((line.name, line.won_by) for table in _tables(game) for line in table.lines)
    return _once(("paid alike", game.hand.name, rows), lambda: _ask_paid_alike(game))


def _ask_paid_alike(game: BankedGame) -> tuple[NDArray[np.int64], list[list[Strength]]]:
    members: dict[tuple[str, ...], list[Strength]] = {}
    tables = _tables(game)
    blank = comparison(game, 0, 0)
    for own in range(game.hand.best + 1):
        hand = replace(blank, own=own)
        lines = [table.line(hand) for table in tables]
        members.setdefault(tuple("" if line is None else line.name for line in lines), []).append(own)
    groups = np.empty(game.hand.best + 1, np.int64)
    for group, classes in enumerate(members.values()):
        groups[classes] = group
    return groups, list(members.values())


def _instance(
    game: BankedGame, meeting: Meeting, own: Strength, qualifying: Strength
) -> tuple[Strength, Strength] | None:
    """Return the hand with a Dealer's hand that it meets in this way; None if there is none."""
    dealer = {
        Meeting.UNQUALIFIED: 0,
        Meeting.HIGHER: own - 1,
        Meeting.EQUAL: own,
        Meeting.LOWER: game.hand.best,
    }[meeting]
    exists = dealer >= 0 and meeting_of(own, dealer, qualifying) is meeting
    return (own, dealer) if exists else None


def _settled(game: BankedGame, pair: tuple[Strength, Strength], ante: Cents, bet: Cents) -> tuple[int, str]:
    """Return what a meeting wins, and the name of the outcome."""
    hand = comparison(game, *pair)
    wager = bet_wager(game)
    net, results = _net(game, hand, {WagerName.ANTE: ante, wager: bet})
    table = game.pays[wager]
    line = table.line(hand) if len(table.lines) > 1 else None
    name = _name(results, "" if line is None else f"_{line.name}")
    premiums = (game.premiums[one] for one in main_wagers(game) if one in game.premiums)
    earned = (one.pays.line(hand) for one in premiums if one.when(hand))
    return net, "_".join([name, *(f"with_{line.name}_bonus" for line in earned if line is not None)])


def _net(game: BankedGame, hand: Comparison, stakes: dict[WagerName, Cents]) -> tuple[int, Results]:
    """Return what a hand wins in total, and its results, by the settlement of the table itself."""
    wagers = tuple(Wager(wager, (Share("player", stake),)) for wager, stake in stakes.items())
    box = Box(1, "player", wagers, cards=hand.hole, folded=hand.folded, shown=hand.shown)
    lines = settle_box(game, box, hand)
    return sum(line.paid + line.returned - line.staked for line in lines), tuple(line.result for line in lines)


def _name(results: Results, line: str) -> str:
    """Name an outcome: ``win_royal_flush``, ``dealer_no_qualify``, ``push``, ``dealer_wins``."""
    match results:
        case (Result.WIN, Result.WIN):
            return f"win{line}"
        case (Result.WIN, Result.RETURNED | Result.STAND_OFF):
            return "dealer_no_qualify"
        case (Result.STAND_OFF, Result.STAND_OFF):
            return "push"
        case (Result.LOSE, Result.LOSE):
            return "dealer_wins"
        case (ante, bet):
            return f"ante_{ante.value}_bet_{bet.value}"
        case _:
            raise ValueError("a round has an Ante and a bet")


def rows_paid(game: BankedGame) -> Iterator[str]:
    """Yield the keys of the rows that pay some hand: of Ante and bet, of their premiums, and of the jackpot."""
    results = read_meetings(game).results.values()
    _, members = paid_alike(game)
    keys = [wager.value for wager in main_wagers(game)]
    keys += [premium_key(wager) for wager in main_wagers(game) if wager in game.premiums]
    for at, (key, table) in enumerate(zip(keys, _tables(game), strict=True)):
        if at >= len(main_wagers(game)) or any(result[at] is Result.WIN for result in results):
            hands = (comparison(game, classes[0], 0) for classes in members)
            yield from (f"{key}.{line.name}" for hand in hands if (line := table.line(hand)) is not None)
    won = {*awards_won(game, folded=False).values(), *awards_won(game, folded=True).values()}
    yield from (f"{WagerName.JACKPOT}.{award.name}" for at, award in enumerate(game.jackpot.awards) if at in won)


# --- the jackpot wager --------------------------------------------------------------------------------------------


class Prizes(NamedTuple):
    """The prizes of a jackpot wager by the class of the hand: from the House in cents, from the meter in per cent."""

    fixed: list[int]
    percent: list[int]

    def worth(self, own: Strength, meter: Cents) -> Fraction:
        """Return what the prizes of a class are worth at a meter, in cents and fractions of a cent."""
        return self.fixed[own] + Fraction(self.percent[own] * meter, 100)


def prizes(game: BankedGame, stake: Cents, *, folded: bool) -> Prizes:
    """Return what each class of hand may win from the jackpot, folded or played to the end."""
    classes = game.hand.best + 1
    found = Prizes([0] * classes, [0] * classes)
    for own, award in awards_won(game, folded=folded).items():
        prize = game.jackpot.awards[award].prize
        if isinstance(prize, PercentOfMeter):
            found.percent[own] = prize.percent
        else:
            found.fixed[own] = prize.worth(stake, 0)
    return found


def awards_won(game: BankedGame, *, folded: bool) -> dict[Strength, int]:
    """Return the award of each class that wins one, by its place in the document's table."""
    asked = ("awards", str(folded), *(award.won_by for award in game.jackpot.awards), *game.jackpot.rights)
    return _once(asked, lambda: _ask_awards(game, folded=folded))


def _ask_awards(game: BankedGame, *, folded: bool) -> dict[Strength, int]:
    if not game.jackpot.awards:
        return {}
    found = {}
    blank = comparison(game, 0, NO_HAND if folded else 0, folded=folded)
    for own in range(game.hand.best + 1):
        hand = replace(blank, own=own)
        right = next(one for one in game.jackpot.rights if one.when(hand))
        won = [at for at, one in enumerate(game.jackpot.awards) if one.scope in right.scopes and one.won_by(hand)]
        if len(won) > 1:
            raise NotCoveredError(f"odds: in {game.name} {game.hand.describe(own)} wins more than one award")
        if won:
            found[own] = won[0]
    return found

"""Asking a house-banked table what would be ruled on a report, and what each box would get by it."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.money import Cents
from croupier.play.asking import ASKING, REASON, Asked, BoxMoney, check_facts, ruled_at
from croupier.play.banked import facts
from croupier.play.banked.commands import Report, Settle
from croupier.play.banked.decide import decide
from croupier.play.banked.events import BankedEvent, IrregularityRuled, StrayWager
from croupier.play.banked.evolve import evolve
from croupier.play.banked.settlement import settle_out
from croupier.play.banked.state import Box, Phase, Table
from croupier.play.banked.weighing import UNSIGNED, weigh
from croupier.play.refusal import Reason, Refusal
from croupier.play.rulings import paragraphs
from croupier.rules.authority import Stage
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import ABOUT_A_BOX
from croupier.rules.questions import in_words
from croupier.rules.settling import Result

_BACK: Final = frozenset({Result.VOID, Result.RETURNED})
_TAKEN_BACK: Final = frozenset({"return_wager", "withdraw"})
"""The choices by which a Player takes wagers back."""


def ask_banked(game: BankedGame, table: Table, report: Report) -> Asked | Refusal:
    """Ask a house-banked table what would be ruled on a report now.

    Raises RulingError for a fact that is wrong, or that the table does not know and the report does not give.
    """
    stage = stage_of(game, table)
    if report.irregularity in ABOUT_A_BOX and report.box is None:
        cites = paragraphs(game, report.irregularity, report.facts)
        return Refusal(Reason.NO_SUCH_BOX, f"{in_words(report.irregularity)}: say which box it is about", cites)
    if report.irregularity == "jackpot_without_ante" and report.amount is None:
        report = replace(report, amount=table.policy.jackpot_wager)
    check_facts(game, report.irregularity, facts.recorded(game, table, report), report.facts, stage)
    events = decide(game, table, ASKING, replace(report, reason=report.reason or REASON))
    if isinstance(events, Refusal):
        return events
    event = next(one for one in events if isinstance(one, IrregularityRuled))
    after = _evolved(game, table, events)
    return Asked(
        table.rounds,
        stage,
        ruled_at(game, event, stage),
        event.contradicted,
        tuple(_banked_money(game, table, after, events)),
        weigh(game, table, report, events, UNSIGNED),
    )


def stage_of(game: BankedGame, table: Table) -> Stage:
    """Return how far the round of a table has come."""
    round_ = table.round
    if round_ is None or round_.phase is Phase.ENDED:
        return Stage.SETTLED
    return Stage.OUTCOME if facts.outcome_established(game, table, round_) else Stage.OPEN


def _evolved(game: BankedGame, table: Table, events: Sequence[BankedEvent]) -> Table:
    for event in events:
        table = evolve(game, table, event)
    return table


def _banked_money(game: BankedGame, before: Table, after: Table, events: Sequence[BankedEvent]) -> list[BoxMoney]:
    """Return the money of each box on which chips lie, or lay in the round that has just ended."""
    if before.round is None or after.round is None:
        return []
    without, result = _results(game, before), _results(game, after)
    gone, going = _given_back(game, before), _given_back(game, after)
    found = []
    for box in before.round.boxes:
        number = box.number
        now = after.round.box(number) or box
        found.append(
            BoxMoney(
                number,
                tuple(dict.fromkeys(share.player for wager in box.wagers for share in wager.shares)) or (box.player,),
                {wager.name.value: wager.amount for wager in box.wagers},
                max(0, going.get(number, 0) - gone.get(number, 0)),
                sum(wager.lying for wager in now.wagers) if _TAKEN_BACK & {*now.choice} else 0,
                result.get(number),
                without.get(number),
            )
        )
    strays = (one for one in events if isinstance(one, StrayWager))
    found += [BoxMoney(one.box, (one.player,), {"jackpot": one.amount}, one.amount, 0, 0, None) for one in strays]
    return sorted(found, key=lambda one: one.box)


def _results(game: BankedGame, table: Table) -> Mapping[int, Cents]:
    """Return what each box wins in its round, as far as no card and no decision is to come."""
    settled = _settled(game, table)
    round_ = settled.round
    assert round_ is not None
    won: dict[int, Cents] = {}
    if round_.phase is Phase.ENDED:
        for line in round_.lines:
            won[line.box] = won.get(line.box, 0) + line.paid + line.returned - line.staked
        return won
    for box in round_.boxes:
        if box.out:
            won[box.number] = sum(line.paid + line.returned - line.staked for line in settle_out(game, settled, box))
    return won


def _settled(game: BankedGame, table: Table) -> Table:
    """Return the table with a round settled that waits for nothing else and has every card of the table face up."""
    round_ = table.round
    if round_ is None or round_.phase is not Phase.SETTLING or UNKNOWN in (*round_.dealer, *round_.community):
        return table
    events = decide(game, table, ASKING, Settle())
    return table if isinstance(events, Refusal) else _evolved(game, table, events)


def _given_back(game: BankedGame, table: Table) -> Mapping[int, Cents]:
    """Return how much of each box's chips goes back, or has gone back, without having won or lost."""
    round_ = table.round
    assert round_ is not None
    if round_.phase is not Phase.ENDED:
        return {box.number: _going_back(game, table, box) for box in round_.boxes}
    back: dict[int, Cents] = {}
    for line in round_.lines:
        if line.result in _BACK:
            back[line.box] = back.get(line.box, 0) + line.returned
    return back


def _going_back(game: BankedGame, table: Table, box: Box) -> Cents:
    if box.out:
        return sum(line.returned for line in settle_out(game, table, box))
    return sum(wager.excess + wager.given_back for wager in box.wagers)

"""Asking a table of the poker room what would be ruled on a report, and what each seat would get by it."""

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.play.asking import ASKING, REASON, Asked, BoxMoney, check_facts, ruled_at
from croupier.play.refusal import Refusal
from croupier.play.room import facts
from croupier.play.room.commands import Report
from croupier.play.room.decide import decide
from croupier.play.room.events import IrregularityRuled, RoomEvent, RoundVoided
from croupier.play.room.evolve import evolve
from croupier.play.room.state import Hand, Table
from croupier.play.room.weighing import weigh
from croupier.rules.authority import Stage
from croupier.rules.room import RoomGame


def ask_room(game: RoomGame, table: Table, report: Report, *, automatic: bool = False) -> Asked | Refusal:
    """Ask a table of the poker room what would be ruled on a report now. Raises RulingError for a missing fact.

    ``automatic`` says that the program deals here, so that its record is certain.
    """
    stage = room_stage_of(game, table)
    if report.irregularity != "out_of_turn":  # its facts follow from the acts before the Player's turn
        check_facts(game, report.irregularity, facts.recorded(game, table, report), report.facts, stage)
    events = decide(game, table, ASKING, replace(report, reason=report.reason or REASON))
    if isinstance(events, Refusal):
        return events
    event = next(one for one in events if isinstance(one, IrregularityRuled))
    after = table
    for one in events:
        after = evolve(game, after, one)
    boxes = () if table.round is None else tuple(_seat_money(hand, after, events) for hand in table.round.hands)
    weighing = weigh(game, table, report, events, automatic=automatic)
    return Asked(table.rounds, stage, ruled_at(game, event, stage), event.contradicted, boxes, weighing)


def room_stage_of(game: RoomGame, table: Table) -> Stage:
    """Return how far the round of a table of the poker room has come."""
    if table.round is None or not table.playing:
        return Stage.SETTLED
    return Stage.OUTCOME if facts.outcome_established(game, table.round) else Stage.OPEN


def _seat_money(hand: Hand, after: Table, events: Sequence[RoomEvent]) -> BoxMoney:
    """Return the money of one seat: a Void gives all of it back, a hand that is out loses it to the Pot."""
    put = hand.put + hand.dead
    assert after.round is not None
    place = after.round.place(hand.seat)
    now = after.round.hands[place] if 0 <= place < len(after.round.hands) else hand
    voided = any(isinstance(one, RoundVoided) for one in events)
    back = put if voided else max(0, put - now.put - now.dead)
    result = 0 if voided else -(now.put + now.dead) if now.folded else None
    return BoxMoney(hand.seat, (hand.player,), {"pot": put}, back, 0, result, -put if hand.folded else None)

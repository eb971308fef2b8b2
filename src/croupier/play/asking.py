"""A ruling asked for at a live table: the stage of its round, the facts on its record, and the money of each box.

The question is decided as the report of a Shift Manager would be, and nothing of it is kept. The answer names no card
that lies face down: where such cards decide, a result is None.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.money import Cents
from croupier.play import banked, room
from croupier.play.actor import SYSTEM, Actor
from croupier.play.authority import Weighing
from croupier.play.banked import commands as banked_commands
from croupier.play.banked import facts as banked_facts
from croupier.play.banked.events import BankedEvent, IrregularityRuled
from croupier.play.banked.settlement import settle_out
from croupier.play.banked.state import Box, Phase
from croupier.play.banked.state import Table as BankedTable
from croupier.play.banked.weighing import UNSIGNED, weigh
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room import facts as room_facts
from croupier.play.room.events import IrregularityRuled as RoomRuled
from croupier.play.room.events import RoomEvent, RoundVoided
from croupier.play.room.state import Hand
from croupier.play.room.state import Table as RoomTable
from croupier.play.rulings import Ruled, RulingError, ask, ask_at, known_facts, paragraphs
from croupier.play.signing import Signing, signing_of, signings
from croupier.rules.authority import Stage
from croupier.rules.banked import BankedGame
from croupier.rules.game import Game
from croupier.rules.irregularities import ABOUT_A_BOX
from croupier.rules.questions import in_words
from croupier.rules.room import RoomGame
from croupier.rules.settling import Result
from croupier.rules.terms import Role

_ASKING: Final = Actor(SYSTEM, Role.SHIFT_MANAGER)
_REASON: Final = "asked"
_BACK: Final = frozenset({Result.VOID, Result.RETURNED})
_TAKEN_BACK: Final = frozenset({"return_wager", "withdraw"})
"""The choices by which a Player takes wagers back."""


class BoxMoney(Struct, frozen=True):
    """The money of one box, or of one seat of the poker room, under a ruling and without it."""

    box: int
    players: tuple[str, ...]
    lies: dict[str, Cents]
    """The chips on each area, or in the Pot."""
    back: Cents
    """How much of that goes back by the ruling."""
    may_take_back: Cents
    """How much the Players may choose to take back."""
    result: Cents | None
    """What the Players win by the ruling, a loss being negative; None where cards or decisions are to come."""
    without: Cents | None
    """What they win if play goes on as if nothing had happened; None where that is open."""

    @property
    def difference(self) -> Cents | None:
        """What the ruling changes for them."""
        return None if self.result is None or self.without is None else self.result - self.without


class Asked(Struct, frozen=True):
    """The answer of a table."""

    round: int
    stage: Stage
    ruled: Ruled
    contradicted: dict[str, str]
    """The facts that were given against the record, as the record has them."""
    boxes: tuple[BoxMoney, ...]
    weighing: Weighing | None = None
    """Who must stand behind the report, as the table weighs it; None where it weighs none."""

    def signs(self, game: Game) -> tuple[Signing, ...]:
        """Return who must stand behind the report, and behind the decisions that it leads to."""
        by_document = signings(game, self.ruled, self.stage)
        one = self.weighing
        if one is None:
            return by_document
        return (signing_of(game, one.act, one.stage, one.touches, one.needs), *by_document[1:])

    @property
    def difference(self) -> Cents | None:
        """What the ruling changes for all Players together; None while any of it is open."""
        each = [one.difference for one in self.boxes]
        known = [one for one in each if one is not None]
        return sum(known) if len(known) == len(each) else None


# ---- Against the House ----------------------------------------------------------------------------------------------


def ask_banked(game: BankedGame, table: BankedTable, report: banked_commands.Report) -> Asked | Refusal:
    """Ask a house-banked table what would be ruled on a report now.

    Raises RulingError for a fact that is wrong, or that the table does not know and the report does not give.
    """
    stage = stage_of(game, table)
    if report.irregularity in ABOUT_A_BOX and report.box is None:
        cites = paragraphs(game, report.irregularity, report.facts)
        return Refusal(Reason.NO_SUCH_BOX, f"{in_words(report.irregularity)}: say which box it is about", cites)
    _check(game, report.irregularity, banked_facts.recorded(game, table, report), report.facts, stage)
    events = banked.decide(game, table, _ASKING, replace(report, reason=report.reason or _REASON))
    if isinstance(events, Refusal):
        return events
    event = next(one for one in events if isinstance(one, IrregularityRuled))
    after = _evolved(game, table, events)
    return Asked(
        table.rounds,
        stage,
        _ruled(game, event, stage),
        event.contradicted,
        tuple(_banked_money(game, table, after)),
        weigh(game, table, report, events, UNSIGNED),
    )


def stage_of(game: BankedGame, table: BankedTable) -> Stage:
    """Return how far the round of a table has come."""
    round_ = table.round
    if round_ is None or round_.phase is Phase.ENDED:
        return Stage.SETTLED
    return Stage.OUTCOME if banked_facts.outcome_established(game, table, round_) else Stage.OPEN


def _evolved(game: BankedGame, table: BankedTable, events: Sequence[BankedEvent]) -> BankedTable:
    for event in events:
        table = banked.evolve(game, table, event)
    return table


def _banked_money(game: BankedGame, before: BankedTable, after: BankedTable) -> list[BoxMoney]:
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
    strays = (one for one in after.round.strays if before.round.box(one.box) is None)
    found += [BoxMoney(one.box, (one.player,), {"jackpot": one.amount}, one.amount, 0, 0, None) for one in strays]
    return sorted(found, key=lambda one: one.box)


def _results(game: BankedGame, table: BankedTable) -> Mapping[int, Cents]:
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


def _settled(game: BankedGame, table: BankedTable) -> BankedTable:
    """Return the table with a round settled that waits for nothing else and has every card of the table face up."""
    round_ = table.round
    if round_ is None or round_.phase is not Phase.SETTLING or UNKNOWN in (*round_.dealer, *round_.community):
        return table
    events = banked.decide(game, table, _ASKING, banked_commands.Settle())
    return table if isinstance(events, Refusal) else _evolved(game, table, events)


def _given_back(game: BankedGame, table: BankedTable) -> Mapping[int, Cents]:
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


def _going_back(game: BankedGame, table: BankedTable, box: Box) -> Cents:
    if box.out:
        return sum(line.returned for line in settle_out(game, table, box))
    return sum(wager.excess + wager.given_back for wager in box.wagers)


# ---- The poker room -------------------------------------------------------------------------------------------------


def ask_room(game: RoomGame, table: RoomTable, report: room_commands.Report) -> Asked | Refusal:
    """Ask a table of the poker room what would be ruled on a report now; raises as :func:`ask_banked` does."""
    stage = room_stage_of(game, table)
    if report.irregularity != "out_of_turn":  # its facts follow from the acts before the Player's turn
        _check(game, report.irregularity, room_facts.recorded(game, table, report), report.facts, stage)
    events = room.decide(game, table, _ASKING, replace(report, reason=report.reason or _REASON))
    if isinstance(events, Refusal):
        return events
    event = next(one for one in events if isinstance(one, RoomRuled))
    after = table
    for one in events:
        after = room.evolve(game, after, one)
    boxes = () if table.round is None else tuple(_seat_money(hand, after, events) for hand in table.round.hands)
    return Asked(table.rounds, stage, _ruled(game, event, stage), event.contradicted, boxes)


def room_stage_of(game: RoomGame, table: RoomTable) -> Stage:
    """Return how far the round of a table of the poker room has come."""
    if table.round is None or not table.playing:
        return Stage.SETTLED
    return Stage.OUTCOME if room_facts.outcome_established(game, table.round) else Stage.OPEN


def _seat_money(hand: Hand, after: RoomTable, events: Sequence[RoomEvent]) -> BoxMoney:
    """Return the money of one seat: a Void gives all of it back, a hand that is out loses it to the Pot."""
    put = hand.put + hand.dead
    assert after.round is not None
    place = after.round.place(hand.seat)
    now = after.round.hands[place] if 0 <= place < len(after.round.hands) else hand
    voided = any(isinstance(one, RoundVoided) for one in events)
    back = put if voided else max(0, put - now.put - now.dead)
    result = 0 if voided else -(now.put + now.dead) if now.folded else None
    return BoxMoney(hand.seat, (hand.player,), {"pot": put}, back, 0, result, -put if hand.folded else None)


# ---- Both -----------------------------------------------------------------------------------------------------------


def _check(game: Game, name: str, recorded: Mapping[str, str], given: Mapping[str, str], stage: Stage) -> None:
    """Raise RulingError, with every missing fact, if record and report together do not decide a ruling."""
    own = {fact.name for fact in known_facts(game, name)}
    ask_at(game, name, {**{key: value for key, value in recorded.items() if key in own}, **given}, stage)


def _ruled(game: Game, event: IrregularityRuled | RoomRuled, stage: Stage) -> Ruled:
    """Return the ruling of a table with the posts and the explanation of its row."""
    row = _row(game, event, stage)
    return Ruled(
        game.name,
        event.irregularity,
        event.facts,
        event.ruling,
        event.then,
        event.options,
        row.posts if row is not None else {},
        event.decided_by,
        event.cites,
        row.explanation if row is not None else "",
    )


def _row(game: Game, event: IrregularityRuled | RoomRuled, stage: Stage) -> Ruled | None:
    """Return the ruling as the document gives it; None where a role or a later act is still to decide."""
    try:
        return ask(game, event.irregularity, event.facts)
    except RulingError:
        pass  # found late, or a fact is still open
    try:
        return ask_at(game, event.irregularity, {}, stage)
    except RulingError:
        return None

"""Tables at every stage of a round, and every report that can be made there."""

import random
from collections.abc import Iterator
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Piles
from croupier.play.actor import SYSTEM, Actor
from croupier.play.authority import Weighing
from croupier.play.banked import act, decide, open_table
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import Report
from croupier.play.banked.events import BankedEvent, IrregularityRuled
from croupier.play.banked.facts import outcome_established
from croupier.play.banked.state import Phase, Round, Table
from croupier.play.banked.weighing import UNSIGNED, weigh
from croupier.play.refusal import Refusal
from croupier.play.room import act as act_in_room
from croupier.play.room import commands as room_commands
from croupier.play.room import facts as room_facts
from croupier.play.room.aftermath import piles_of as room_piles
from croupier.play.room.decide import decide as decide_in_room
from croupier.play.room.events import IrregularityRuled as RoomRuled
from croupier.play.room.events import RoomEvent
from croupier.play.room.state import COMMUNITY
from croupier.play.room.state import Table as RoomTable
from croupier.play.room.weighing import weigh as weigh_in_room
from croupier.play.rulings import combinations, known_facts
from croupier.rules.authority import Stage
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import ABOUT_A_WAGER
from croupier.rules.room import Move, RoomGame
from croupier.rules.terms import Role, WagerName
from tests.pit import agreed
from tests.play.room_walk import between_rounds as coming_and_going
from tests.play.room_walk import in_shoe, onward, random_table
from tests.play.table_walk import sensible_deed

HIGHEST = Actor(SYSTEM, Role.SHIFT_MANAGER)
"""Whoever stands behind it, a report leads to its ruling: the program itself asks."""
REASON = "the camera shows it"


class Staged(Struct, frozen=True):
    """A report at a stage of a round, and the answer of the table."""

    stage: Stage
    name: str
    facts: dict[str, str]
    answer: tuple[BankedEvent, ...] | tuple[RoomEvent, ...] | Refusal


# ---- Against the House ----------------------------------------------------------------------------------------------


def banked_reports(game: BankedGame, rng: random.Random, steps: int, share: float = 1.0) -> Iterator[Staged]:
    """Return every report, or a share of them, at each new moment of a table under sensible acts."""
    policy = {"dealing": rng.choice(list(game.rounds))}
    table, seen = open_table(game, policy, meter=12_345_678), set[object]()
    for _ in range(steps):
        deed = sensible_deed(game, table, rng)
        turn = agreed(game, table, deed)
        if isinstance(turn, Refusal):
            continue
        table = turn.table
        moment = _moment(game, table)
        if moment is None or moment in seen:
            continue
        seen.add(moment)
        for name in game.irregularities.rules:
            for facts in combinations(known_facts(game, name), {}):
                if rng.random() < share:
                    yield from _at(game, table, name, facts)


def weighed_reports(
    game: BankedGame, rng: random.Random, steps: int, share: float
) -> Iterator[tuple[IrregularityRuled, Weighing]]:
    """Return a share of the reports at each new moment, with who must stand behind each as the table weighs it."""
    policy = {"dealing": rng.choice(list(game.rounds))}
    table, seen = open_table(game, policy, meter=12_345_678), set[object]()
    for _ in range(steps):
        deed = sensible_deed(game, table, rng)
        turn = agreed(game, table, deed)
        if isinstance(turn, Refusal):
            continue
        table = turn.table
        moment = _moment(game, table)
        if moment is None or moment in seen:
            continue
        seen.add(moment)
        for name in game.irregularities.rules:
            for facts in combinations(known_facts(game, name), {}):
                for command in _reports(table, name, facts) if rng.random() < share else ():
                    events = decide(game, table, HIGHEST, command)
                    if not isinstance(events, Refusal):
                        ruled = next(one for one in events if isinstance(one, IrregularityRuled))
                        yield ruled, weigh(game, table, command, events, UNSIGNED)


def stage_of(game: BankedGame, table: Table) -> Stage:
    """Return the stage of the round in play, or of the one that has just ended."""
    round_ = table.round
    assert round_ is not None
    if round_.phase is Phase.ENDED:
        return Stage.SETTLED
    if outcome_established(game, table, round_):
        return Stage.OUTCOME
    return Stage.OPEN if round_.deal_over else Stage.KEYING


def _moment(game: BankedGame, table: Table) -> object:
    round_ = table.round
    if round_ is None or not round_.boxes:
        return None
    several = len({box.player for box in round_.boxes}) < len(round_.boxes)
    looked = any(box.looked for box in round_.boxes)
    again = bool(table.short_before)
    at = (round_.phase, round_.step, looked, several, again, round_.dealer_open, round_.cards_out)
    return (stage_of(game, table), at, min(table.rounds, 2))


def _at(game: BankedGame, table: Table, name: str, facts: dict[str, str]) -> Iterator[Staged]:
    stage = stage_of(game, table)
    for command in _reports(table, name, facts):
        turn = act(game, table, HIGHEST, command)
        yield Staged(stage, name, facts, turn if isinstance(turn, Refusal) else turn.events)
    if table.rounds > 1:
        command = Report(name, facts, box=1, round=table.rounds - 1, reason=REASON)
        turn = act(game, table, HIGHEST, command)
        yield Staged(Stage.LATER, name, facts, turn if isinstance(turn, Refusal) else turn.events)


def _reports(table: Table, name: str, facts: dict[str, str]) -> Iterator[Report]:
    """Return reports of it with all the particulars that it may need."""
    round_ = table.round
    assert round_ is not None
    given = {key: value for key, value in facts.items() if key not in {"wager", *table.policy.parameters}}
    plain = Report(name, given, player="ann", reason=REASON)
    if name == "cards_exposed":
        yield from (replace(plain, box=box, at=at) for box, at in _exposed(round_, facts))
    elif name == "jackpot_without_ante":
        free = next((number for number in range(1, 8) if round_.box(number) is None), 1)
        yield replace(plain, box=free, amount=table.policy.jackpot_wager)
    elif name in ABOUT_A_WAGER:
        wager = WagerName(facts["wager"]) if "wager" in facts else None
        for box in round_.boxes:
            for lying in box.wagers:
                if wager in {None, lying.name}:
                    amounts = (100, lying.amount * 2 + 500, 20_000_000)
                    yield from (replace(plain, box=box.number, wager=lying.name, amount=one) for one in amounts)
    else:
        boxes = tuple(box.number for box in round_.boxes[:4])
        yield from (
            replace(plain, box=box, piles=piles) for box, piles in product((None, *boxes), ((), _exchanged(round_)))
        )


def _exposed(round_: Round, facts: dict[str, str]) -> Iterator[tuple[int | None, tuple[tuple[str, int], ...]]]:
    count, whose = int(facts["count"]), facts.get("whose", "player")
    if whose == "player":
        yield round_.boxes[0].number, ()
    elif whose == "dealer":
        hidden = [index for index in range(len(round_.dealer)) if index not in round_.dealer_up]
        yield None, tuple(("dealer", index) for index in hidden[:count])
    else:
        yield None, ()


def _exchanged(round_: Round) -> Piles:
    """Return two hands that changed places."""
    piles = dict(piles_of(round_))
    both = [str(box.number) for box in round_.boxes if len(box.cards) == len(round_.boxes[0].cards)][:2]
    return ((both[0], piles[both[1]]), (both[1], piles[both[0]])) if len(both) == 2 else ()


# ---- The poker room -------------------------------------------------------------------------------------------------


def room_reports(game: RoomGame, rng: random.Random, steps: int, share: float = 1.0) -> Iterator[Staged]:
    """Return every report, or a share of them, at each new moment of a table of the poker room."""
    table, seen = random_table(game, rng), set[object]()
    for _ in range(steps):
        calm = table.playing or len(table.seats) > 2
        deed = (onward(game, table, rng, False) if calm else None) or coming_and_going(game, table, rng)
        turn = act_in_room(game, table, deed.actor, deed.command)
        if isinstance(turn, Refusal):
            continue
        table = turn.table
        round_ = table.round
        if round_ is None:
            continue
        stage = room_stage_of(game, table)
        moment = (stage, round_.phase, round_.street, round_.seen, len(round_.ahead) > 3, bool(round_.looked))
        if moment in seen:
            continue
        seen.add(moment)
        for name in game.irregularities.rules:
            for facts in combinations(known_facts(game, name), {}):
                if rng.random() < share:
                    for command in _room_reports(table, name, facts, rng):
                        answer = act_in_room(game, table, HIGHEST, command)
                        yield Staged(stage, name, facts, answer if isinstance(answer, Refusal) else answer.events)


def weighed_in_room(
    game: RoomGame, rng: random.Random, steps: int, share: float
) -> Iterator[tuple[RoomRuled, Weighing]]:
    """Return a share of the reports at every moment of a table, with who must stand behind each as it weighs them."""
    table = random_table(game, rng)
    for _ in range(steps):
        calm = table.playing or len(table.seats) > 2
        deed = (onward(game, table, rng, False) if calm else None) or coming_and_going(game, table, rng)
        turn = act_in_room(game, table, deed.actor, deed.command)
        if isinstance(turn, Refusal):
            continue
        table = turn.table
        if table.round is None:
            continue
        for name in sorted(game.irregularities.rules.keys() - {"out_of_turn"}):
            for facts in combinations(known_facts(game, name), {}):
                for command in _room_reports(table, name, facts, rng) if rng.random() < share else ():
                    events = decide_in_room(game, table, Actor(SYSTEM, HIGHEST.role), command)
                    if not isinstance(events, Refusal):
                        ruled = next(one for one in events if isinstance(one, RoomRuled))
                        yield ruled, weigh_in_room(game, table, command, events)


def room_stage_of(game: RoomGame, table: RoomTable) -> Stage:
    """Return the stage of the round in play, or of the one that has just ended."""
    assert table.round is not None
    if not table.playing:
        return Stage.SETTLED
    return Stage.OUTCOME if room_facts.outcome_established(game, table.round) else Stage.OPEN


def _room_reports(
    table: RoomTable, name: str, facts: dict[str, str], rng: random.Random
) -> Iterator[room_commands.Report]:
    round_ = table.round
    assert round_ is not None
    seats, dealt = [hand.seat for hand in round_.hands], dict(room_piles(round_))
    plain = room_commands.Report(name, facts, reason=REASON)
    if name == "out_of_turn":
        move = Move(facts["intended"])
        to = round_.level + 2 * round_.big if move in {Move.BET, Move.RAISE} else None
        yield from (replace(plain, facts={}, seat=seat, move=move, to=to) for seat in seats)
        return
    count = int(facts.get("count", "1"))
    held = tuple(card for card in round_.hands[0].cards if card != UNKNOWN)[:count]
    cards = (held, tuple(rng.sample(in_shoe(table), count)), ())
    ordered: tuple[Piles, ...] = ((), ((COMMUNITY, dealt[COMMUNITY]),))
    if len(seats) > 1 and len(dealt[str(seats[0])]) == len(dealt[str(seats[1])]):
        both = str(seats[0]), str(seats[1])
        ordered = (*ordered, ((both[0], dealt[both[1]]), (both[1], dealt[both[0]])))
    for seat in (None, *seats[:3]):
        yield from (replace(plain, seat=seat, cards=some, piles=piles) for some in cards for piles in ordered)

"""The poker room: a crew beside a table of two Players whose hand goes to the showdown, or ends with a fold."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from msgspec.msgpack import encode
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card, parse_cards
from croupier.floor.house.config import establish, parse_floor
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import OpenTable, PlayRoom
from croupier.floor.values.table_kinds import RoomTable
from croupier.notation.actors import Deed
from croupier.notation.room_acts import format_room_act
from croupier.play.actor import Actor, Entered
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room
from croupier.play.room.commands import RoomCommand
from croupier.play.room.showdown import next_to_show
from croupier.play.room.state import COMMUNITY, NOBODY, Phase, Round
from croupier.play.rulings import known_facts
from croupier.rules.room import Move
from croupier.rules.terms import STAFF, Role
from tests.floor.cashiers import two_sign
from tests.floor.house import TickingClock
from tests.floor.random_floor import DAY, open_floor
from tests.floor.rigged import sign
from tests.floor.rigging import RiggedEntropy
from tests.insider.felt import DEALER, HONEST, LONGEST
from tests.insider.hands import FRIEND, GUEST
from tests.insider.search import TRIES
from tests.insider.statements import CREWS, MOST_FACTS, REASON, Crew
from tests.insider.told import Gain, Told
from tests.reference import evaluator

TABLE: Final = "poker-1"
SEATS: Final = {1: FRIEND, 2: GUEST}
STAKE: Final = 40_000
RAISED: Final = 2_000
"""What each has in the pot after the first Betting Round."""
RIVER: Final = 5_000
WIDTH: Final = 4
"""How many tables that a statement has led to are followed by a second one."""
_HANDS: Final = (
    ("Kc Kd", "Ac Ad", "8c Td 2h 8d 8h"),  # loses a Full House to a better one
    ("Ac Ad", "Kc Kd", "8c Td 2h 8d 8h"),
    ("7c 2d", "Ac Ad", "Kc Td 4h 8d 9h"),
    ("Ac 3d", "Ad 3c", "Kc Td 4h 8d 9h"),  # shares
)


class Hand(Struct, frozen=True):
    """A hand between two Players: the friend's cards, the guest's, the board, and how it is played."""

    friend: str
    guest: str
    board: str
    bettor: str = ""
    """Who bets on the River; empty if nobody does."""
    folds: bool = False
    """Whether the other folds to that bet."""

    def honest(self) -> int:
        """Return what the friend wins or loses, worked out from the cards."""
        put = RAISED + (RIVER if self.bettor and not self.folds else 0)
        if self.folds:
            return put if self.bettor == FRIEND else -put
        mine, theirs = (evaluator.best(evaluator.parse(f"{cards} {self.board}")) for cards in (self.friend, self.guest))
        return put if mine > theirs else -put if mine < theirs else 0


def dealt(rng: Random) -> Hand:
    """Return a hand from chance."""
    friend, guest, board = rng.choice(_HANDS)
    bettor = rng.choice(("", FRIEND, GUEST))
    return Hand(friend, guest, board, bettor, folds=bool(bettor) and rng.random() < 0.4)


class RoomFelt:
    """A table of the room, in memory or on a floor."""

    def __init__(self, state: RoomTable, floor: Floor | None = None) -> None:
        self._state, self.floor = state, floor

    @property
    def state(self) -> RoomTable:
        """The table as it is now."""
        if self.floor is None:
            return self._state
        found = self.floor.table(TABLE)
        assert isinstance(found, RoomTable)
        return found

    def ask(self, actor: Actor, command: RoomCommand) -> str:
        """Ask for an act; return why it is refused, or nothing."""
        if self.floor is not None:
            reply = self.floor.submit(Request(f"table:{TABLE}", actor.name, actor.role, PlayRoom(command)))[0]
            return "" if isinstance(reply, Accepted) else reply.sentence
        events = self._state.decided(actor, command)
        if isinstance(events, Refusal):
            return events.sentence
        entered = Entered(self._state.engine.version, actor.name, actor.role)
        for event in events:
            self._state = replace(self._state, engine=self._state.evolved(event, entered))
        return ""

    @property
    def chips(self) -> int:
        """The friend's chips at the table between two rounds."""
        seat = self.state.engine.seat(1)
        return 0 if seat is None else seat.stake


def poker_house(path: Path) -> Floor:
    """Open a floor with a table of the room at which both Players sit."""
    policy = f'small_blind = 100\nminimum_stake = 4_000\nmaximum_stake = {STAKE}\nrake = "0"'
    plan = f'[house]\ncapital = 1_000_000_000\n[tables.{TABLE}]\ngame = "rws-poker"\nautomatic = false\n'
    floor = open_floor(path, entropy=RiggedEntropy(5), clock=TickingClock())
    establish(floor, parse_floor(f"{plan}[tables.{TABLE}.policy]\n{policy}\n", "floor.toml"))
    sign(floor, TABLE, OpenTable(((max(floor.table(TABLE).engine.policy.chips), 1_000),)))
    felt = RoomFelt(_room(floor), floor)
    for seat, player in SEATS.items():
        two_sign(floor, CashIn(player, 5_000_000, DAY))
        assert not felt.ask(Actor(player, Role.PLAYER), room.JoinTable(seat, STAKE))
    return floor


def _room(floor: Floor) -> RoomTable:
    state = floor.table(TABLE)
    assert isinstance(state, RoomTable)
    return state


# ---- Honest play ----------------------------------------------------------------------------------------------------


def next_act(felt: RoomFelt, hand: Hand) -> bool | str:
    """Do the next thing that honest people do; return False at the end, or why they cannot go on."""
    state = felt.state
    round_ = state.engine.round
    for waits in state.engine.waiting:  # honest people do not sign what is false
        return felt.ask(HONEST, RefuseStatement(waits.number, "the recording shows nothing of it")) or True
    if round_ is None or round_.phase is Phase.ENDED:
        return False
    if state.engine.pending:
        pending = state.engine.pending[0]
        option = "continue" if "continue" in pending.options else pending.options[0]
        return felt.ask(HONEST, room.TakeDecision(pending.number, option, "nothing of it is on the recording")) or True
    if round_.ahead:
        return felt.ask(DEALER, room.DealCards(_cards(round_, hand))) or True
    if round_.phase is Phase.BETTING:
        turn = round_.hands[round_.turn]
        return felt.ask(Actor(turn.player, Role.PLAYER), _move(round_, hand)) or True
    due = state.due()
    if due is not None:
        return felt.ask(DEALER, due.command) or True
    seat = round_.hands[next_to_show(state.game, round_)].seat
    return felt.ask(Actor(SEATS[seat], Role.PLAYER), room.ShowHand(seat)) or True


def finished(felt: RoomFelt, hand: Hand) -> bool:
    """Play a round to its end as honest people do; return whether it came to one."""
    for _ in range(LONGEST):
        went = next_act(felt, hand)
        if went is not True:
            return went is False
    return False


def _cards(round_: Round, hand: Hand) -> tuple[Card, ...]:
    """The cards that come next: each place has its own, and what is burnt is of no account."""
    wanted = {"1": [*parse_cards(hand.friend)], "2": [*parse_cards(hand.guest)], COMMUNITY: [*parse_cards(hand.board)]}
    spare = [card for card in reversed(DECK) if card not in {one for cards in wanted.values() for one in cards}]
    found: list[Card] = []
    for place in round_.ahead:
        own = [card for card in (*wanted.get(place, []), *spare) if not round_.used >> card & 1 and card not in found]
        found.append(own[0])
    return tuple(found)


def _move(round_: Round, hand: Hand) -> room.Act:
    turn = round_.hands[round_.turn]
    facing = round_.level > turn.bet
    if round_.street == 0 and round_.level < RAISED:
        return room.Act(turn.seat, Move.RAISE, RAISED)
    if round_.street == 3 and not facing and hand.bettor == turn.player:
        return room.Act(turn.seat, Move.BET, RIVER)
    if facing and round_.street == 3 and hand.folds:
        return room.Act(turn.seat, Move.FOLD)
    return room.Act(turn.seat, Move.CALL if facing else Move.CHECK)


# ---- Statements -----------------------------------------------------------------------------------------------------


def statements(state: RoomTable, crew: Crew, rng: Random) -> list[Deed[RoomCommand]]:
    """Return what a crew may say at this moment, in an order from chance."""
    round_ = state.engine.round
    if round_ is None:
        return []
    found = [Deed(one, command) for one in crew.staff for command in _commands(state, round_, one.role)]
    found += [Deed(one, SignStatement(waits.number, REASON)) for one in crew.staff for waits in state.engine.waiting]
    rng.shuffle(found)
    return found


def _commands(state: RoomTable, round_: Round, role: Role) -> Iterator[RoomCommand]:
    reason = "" if role is STAFF[0] else REASON
    yield from _reports(state, reason)
    yield room.TakeBackLast(reason)
    for seat in SEATS:
        for move in Move:
            yield room.CorrectAct(seat, move, RIVER if move in (Move.BET, Move.RAISE) else None, reason)
    free = [card for card in DECK if not round_.used >> card & 1]
    places = {str(one.seat): one.cards for one in round_.hands} | {COMMUNITY: round_.community}
    for place, cards in places.items():
        for at, card in enumerate(cards):
            if card != UNKNOWN and (place, at) not in round_.fresh:
                yield from (room.CorrectCard(place, at, other, reason) for other in (free[0], free[-1]))
    for pending in state.engine.pending:
        yield from (room.TakeDecision(pending.number, option, REASON) for option in pending.options)


def _reports(state: RoomTable, reason: str) -> Iterator[room.Report]:
    game, round_ = state.game, state.engine.round
    for name in game.irregularities.rules:
        if name in game.irregularities.cannot or round_ is None:
            continue
        facts = known_facts(game, name)
        every = [
            {fact.name: value for fact, value in zip(facts, values, strict=True) if value is not None}
            for values in product(*((None, *(fact.values or ("1", "2"))) for fact in facts))
        ]
        for stated in every[:: max(1, len(every) // MOST_FACTS)]:
            for seat in (None, *SEATS):
                yield room.Report(name, stated, seat, reason=reason)
                if name == "out_of_turn":
                    yield from (room.Report(name, stated, seat, move=move, to=RIVER, reason=reason) for move in Move)
        for one in round_.hands:
            yield room.Report(name, {}, one.seat, one.cards, reason=reason)


# ---- The search -----------------------------------------------------------------------------------------------------


class Paying(Struct, frozen=True):
    """Statements that pay a crew."""

    cents: int
    said: tuple[Deed[RoomCommand], ...]

    @property
    def kind(self) -> str:
        """The kinds of statement."""
        return " + ".join(kind(deed) for deed in self.said)


def payers(state: RoomTable, hand: Hand, crew: Crew, moment: Callable[[RoomTable], bool]) -> dict[str, Paying]:
    """Return the kinds of statement that pay a crew at the first such moment of a hand."""
    felt = RoomFelt(state)
    before = felt.chips
    assert not felt.ask(DEALER, room.OpenRound()), "the table is between two rounds"
    while not moment(felt.state):
        assert next_act(felt, hand) is True, "the hand has such a moment"
    found, _, _ = payers_at(felt.state, hand, crew, before, Random(0), depth=1)
    return {one.kind: one for one in reversed(found)}


def payers_at(
    state: RoomTable, hand: Hand, crew: Crew, before: int, rng: Random, depth: int = 2
) -> tuple[list[Paying], int, int]:
    """Return what pays a crew at this moment, the most first; how many statements were weighed; and how many
    sequences of them were followed to the end of the hand."""
    found: list[Paying] = []
    known: dict[bytes, int | None] = {}
    level: list[tuple[RoomTable, tuple[Deed[RoomCommand], ...]]] = [(state, ())]
    weighed = followed = 0
    for _ in range(depth):
        after: list[tuple[RoomTable, tuple[Deed[RoomCommand], ...]]] = []
        for table, said in level:
            for deed in statements(table, crew, rng):
                weighed += 1
                felt = RoomFelt(table)
                if felt.ask(deed.actor, deed.command):
                    continue
                after.append((felt.state, (*said, deed)))
                chips = _followed(felt, hand, known)
                followed += chips is not None
                cents = 0 if chips is None else crew.worth(chips - before - hand.honest())
                if cents > 0:
                    found.append(Paying(cents, (*said, deed)))
        rng.shuffle(after)
        level = after[:WIDTH]
    return sorted(found, key=lambda one: -one.cents), weighed, followed


def _followed(felt: RoomFelt, hand: Hand, known: dict[bytes, int | None]) -> int | None:
    """Return the friend's chips at the end of the hand, or None if it does not end; equal tables are followed once."""
    while felt.state.engine.waiting:  # honest people refuse it
        if next_act(felt, hand) is not True:
            break
    table = encode(felt.state.engine)
    if table not in known:
        known[table] = felt.chips if finished(felt, hand) else None
    return known[table]


def kind(deed: Deed[RoomCommand]) -> str:
    """Name the kind of a statement."""
    words = format_room_act(deed).partition(": ")[2].split()
    return " ".join(words[: 2 if words[0] in ("report", "correct") else 1])


def rounds(seeds: Iterable[int]) -> Told:
    """Play hands from seeds with a crew beside the table, one after another, on a floor."""
    told, number = Told(), 0
    with TemporaryDirectory() as folder:
        floor = poker_house(Path(folder, "0.db"))
        for seed in seeds:
            if sit(RoomFelt(_room(floor), floor), seed, told) is None or not _ready(floor):
                number += 1
                floor.store.close()
                floor = poker_house(Path(folder, f"{number}.db"))
        floor.store.close()
    return told


def _ready(floor: Floor) -> bool:
    state = _room(floor)
    return not state.running and all(seat.stake > RAISED + RIVER for seat in state.engine.seats)


def sit(felt: RoomFelt, seed: int, told: Told) -> int | None:
    """Play a hand; return what the crew has moved beyond honest play, or None if the hand could not be ended."""
    rng = Random(seed)
    hand, crew, before = dealt(rng), rng.choice(CREWS), felt.chips
    told.rounds += 1
    if felt.ask(DEALER, room.OpenRound()):
        told.stuck += 1
        return None
    for _ in range(rng.randint(3, 24)):  # the hands are dealt by then
        if next_act(felt, hand) is not True:
            break
    state = felt.state
    ways, weighed, followed = payers_at(state, hand, crew, before, rng) if informed(state) else ([], 0, 0)
    told.weighed += weighed
    told.followed += followed
    said: list[Deed[RoomCommand]] = []
    for way in ways[:TRIES]:
        told.asked += 1
        for deed in way.said:
            if felt.ask(deed.actor, deed.command):
                break
            said.append(deed)
        told.accepted += len(said)
        if said:
            break
    if not finished(felt, hand):
        told.stuck += 1
        return None
    cents = crew.worth(felt.chips - before - hand.honest())
    if cents > 0:
        acts, kinds = tuple(format_room_act(one) for one in said), " + ".join(kind(one) for one in said)
        stage = "settled" if not state.running else "in play"
        told.gains.append(Gain(seed, crew.name, "rws-poker", False, stage, cents, acts, kinds))
    return cents


def informed(state: RoomTable) -> bool:
    """Whether cards have been dealt: looks are not recorded in the room."""
    round_ = state.engine.round
    return round_ is not None and all(one.cards for one in round_.hands) and round_.turn != NOBODY

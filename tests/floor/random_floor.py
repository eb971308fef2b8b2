"""A floor in a test: several games, links and ways to deal in one house, and people who want something of it."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET

from croupier.floor.deciding.dealing import PLAYERS_OWN
from croupier.floor.house.config import establish, parse_floor
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import (
    CashChips,
    CashIn,
    CashOut,
    CountersignCash,
    ProposeCash,
    VoidCash,
)
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.entropy import Entropy, SystemEntropy
from croupier.floor.values.ports import Clock, SystemClock
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.floor.values.table import (
    SIGNATURES,
    BuyChips,
    Countersign,
    OpenTable,
    PlayBanked,
    PlayRoom,
    Propose,
    Reject,
    SignClaim,
)
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.floor.values.tray import (
    AbandonCount,
    CancelSlip,
    CountBox,
    CountTray,
    OrderRecount,
    PullBox,
    ReceiveSlip,
    RequestCredit,
    RequestFill,
    SendSlip,
    SignCount,
    Tray,
)
from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    CorrectDecision,
    PlaceWager,
    Report,
    RunOutClock,
    Settle,
    TakeBackLast,
    TakeDecision,
)
from croupier.play.banked.state import Box, Phase
from croupier.play.room import commands as room
from croupier.rules.irregularities import OUTSIDE
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.cashiers import in_parts, two_sign
from tests.floor.fresh import fresh
from tests.floor.pit import PIT, backed
from tests.floor.trays import in_chips, tray
from tests.play import room_walk
from tests.play.table_walk import PLAYERS, sensible_deed

SLIPS = 0.08
"""How often something that was keyed in is taken back or corrected."""
KEYS = KeyRing(Key(bytes(range(32))))
PLAN = """
[house]
capital = 1_000_000_000

[links.stud]
seed = 5_000_000
contribution = "0.705"

[links.holdem]
seed = 8_000_000

[links.bonus]

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.multi-1]
game = "rws-multi-link-casino-stud"
link = "stud"

[tables.holdem-1]
game = "rws-progressive-texas-holdem"
link = "holdem"

[tables.bonus-1]
game = "mbs-texas-holdem-bonus-progressive"
link = "holdem"

[tables.bonus-2]
game = "mbs-texas-holdem-bonus-progressive"
link = "bonus"
automatic = false
anonymous = true

[tables.poker-1]
game = "rws-poker"

[tables.poker-1.policy]
small_blind = 100
minimum_stake = 4_000
maximum_stake = 40_000
"""
DAY = "2026-01-01"
FLOAT = ((100_000, 100),)
SIGNERS = ("sue", "sam", "sid")


def open_floor(
    path: Path | str, *, entropy: Entropy | None = None, clock: Clock | None = None, store: type[Store] = Store
) -> Floor:
    """The floor in a file; a new one where there is none."""
    return Floor(store(fresh(path)), clock=clock or SystemClock(), entropy=entropy or SystemEntropy(), keys=KEYS)


def asked(stream: str, command: Any, actor: str = "sue", role: Role = Role.SHIFT_MANAGER, key: str = "") -> Request:
    """A request."""
    return Request(stream, actor, role, command, key)


def done(floor: Floor, *requests: Request) -> list[Accepted]:
    """Requests that must be accepted."""
    own = any(request.actor == SYSTEM for request in requests)
    alone = len(requests) == 1 and not own
    replies = [backed(floor, *requests)] if alone else floor.by_itself(*requests) if own else floor.submit(*requests)
    for request, reply in zip(requests, replies, strict=True):
        assert isinstance(reply, Accepted), f"{request.command}: {reply}"
    return [reply for reply in replies if isinstance(reply, Accepted)]


def furnish(floor: Floor, plan: str = PLAN) -> None:
    """Links and tables, their floats, and cash in everybody's wallet."""
    establish(floor, parse_floor(plan, "floor.toml"))
    for name in floor.tables():
        stream, info = f"table:{name}", floor.table(name).info
        counts = ((max(floor.table(name).engine.policy.chips), 100),)
        done(floor, asked(stream, Propose(OpenTable(counts))))
        done(floor, asked(stream, Countersign(1), "sam"))
        if info.anonymous:
            for cents in in_parts(2_000_000):
                done(floor, asked(stream, BuyChips(cents), "dealer", Role.DEALER))
    for player in (*PLAYERS, *room_walk.PLAYERS):
        two_sign(floor, CashIn(player, 3_000_000, DAY))


def wanted(floor: Floor, rng: random.Random, tables: Sequence[str] = ()) -> Request:
    """Something that somebody may want now, most of it possible."""
    if rng.random() < 0.03:
        return _cash(floor, rng)
    name = rng.choice(list(tables) or floor.tables())
    state = floor.table(name)
    stream = f"table:{name}"
    busy = state.info.proposals or _under_way(tray(floor, name))
    if not state.info.open or rng.random() < (0.4 if busy else 0.01):
        return _office(floor, name, rng)
    if state.running and not state.info.automatic and rng.random() < SLIPS:
        return _slip(stream, state, rng)
    if isinstance(state, RoomTable):
        deed = _in_room(state, rng)
        return Request(stream, deed.actor.name, deed.actor.role, PlayRoom(deed.command))
    assert isinstance(state, BankedTable)
    if state.engine.waiting:  # the pit signs what the Dealer has said
        number, (who, role) = state.engine.waiting[0].number, rng.choice(PIT)
        signed: BankedCommand = SignStatement(number, "so it was")
        if rng.random() < 0.2:  # or refuses: what has happened since may leave nothing to sign
            signed = RefuseStatement(number, "seen otherwise")
        return asked(stream, PlayBanked(signed), who, role)
    if rng.random() < 0.01:
        who, role = rng.choice(PIT) if state.info.automatic else ("dealer", Role.DEALER)
        return asked(stream, PlayBanked(_trouble(state, rng)), who, role)
    return _at_bank(stream, state, rng)


def _slip(stream: str, state: TableState, rng: random.Random) -> Request:
    """Something was keyed in wrongly, and somebody sees it at once or later."""
    late = rng.random() < 0.5
    reason = "keyed in wrongly" if late else ""
    role = Role.PIT_SUPERVISOR if late else Role.DEALER
    if isinstance(state, RoomTable):
        number = rng.randint(1, state.places)
        moved: room.RoomCommand = room.TakeBackLast(reason)
        if late and rng.random() < 0.5:
            moved = room.CorrectAct(number, rng.choice(list(Move)), None, reason)
        return asked(stream, PlayRoom(moved), role.value, role)
    command: BankedCommand = TakeBackLast(reason)
    decided = [box.number for box in state.engine.round.boxes if box.decisions] if state.engine.round else []
    if decided and late:
        decision = rng.choice([Decision.FOLD, Decision.FLOP, Decision.CHECK, Decision.TURN])
        command = CorrectDecision(rng.choice(decided), decision, None, reason)
    return asked(stream, PlayBanked(command), role.value, role)


def _cash(floor: Floor, rng: random.Random) -> Request:
    """Alone, proposed, signed for, and voided."""
    player = rng.choice((*PLAYERS, *room_walk.PLAYERS))
    cents = rng.choice([-5, 50_000, 200_000, 10_000_000])
    what = CashIn(player, cents, DAY) if rng.random() < 0.5 else CashOut(player, cents, DAY)
    cage = floor.cage()
    assert cage.drawers is not UNSET
    if cage.proposals and rng.random() < 0.5:
        return asked("cage", CountersignCash(rng.choice(cage.proposals).number), rng.choice(SIGNERS))
    if rng.random() < 0.2:
        number = rng.randint(1, cage.drawers.numbered + 1)
        return asked("cage", ProposeCash(VoidCash(number, "a mistake", DAY)), "cashier")
    return asked("cage", ProposeCash(what) if rng.random() < 0.4 else what, "cashier")


def _office(floor: Floor, name: str, rng: random.Random) -> Request:
    """What two people sign, and who signs or refuses."""
    stream, state = f"table:{name}", floor.table(name)
    actor = rng.choice(SIGNERS)
    if state.info.proposals:
        number = rng.choice(state.info.proposals).number
        return asked(stream, Countersign(number) if rng.random() < 0.9 else Reject(number, "not now"), actor)
    chips = state.engine.policy.chips
    counts = tuple((chip, rng.randint(0, 40)) for chip in chips)
    if not state.info.open and not state.info.float:
        return asked(stream, Propose(OpenTable(counts)), actor)
    kept = tray(floor, name)
    if _under_way(kept) and rng.random() < 0.9:
        return _in_hand(stream, state, kept, rng)
    if state.info.anonymous and rng.random() < 0.3:
        if rng.random() < 0.3:
            brought = CashChips(name, ((rng.choice([min(chips), 7]), rng.choice([1, 20_000])),), DAY)
            return asked("cage", brought, "cashier", Role.CAGE)
        return asked(stream, BuyChips(rng.choice([500, 100_000])), "dealer", Role.DEALER)
    if kept.final is not None and rng.random() < 0.1:
        order = OrderRecount(kept.final.number, "camera differs", ("joy", rng.choice(["ken", "ken", "sue"])))
        return asked(stream, order, "grace", Role.SHIFT_MANAGER)
    offered = [CountTray(in_chips(state.info.float, chips)), RequestFill(counts), RequestCredit(counts[:1]), PullBox()]
    return asked(stream, rng.choice(offered), actor, Role.PIT_SUPERVISOR)


def _under_way(kept: Tray) -> bool:
    """Whether a count, a slip or a box waits for somebody."""
    return bool(kept.count or kept.ordered or kept.slips or kept.boxes)


def _in_hand(stream: str, state: BankedTable | RoomTable, kept: Tray, rng: random.Random) -> Request:
    """What the next hand does with it: mostly what is due, and now and then the wrong one."""
    who, role = rng.choice([("sue", Role.PIT_SUPERVISOR), ("sam", Role.PIT_MANAGER), ("cashier", Role.CAGE)])
    wrong = rng.random() < 0.1
    ordered = kept.ordered if kept.count is None else kept.count.recount
    if ordered and not wrong and (kept.count is None or kept.count.difference is None):
        who, role = rng.choice(ordered.by), Role.PIT_SUPERVISOR
    if kept.count is None and ordered and not kept.slips:
        return asked(stream, CountTray(in_chips(state.info.float, state.engine.policy.chips)), who, role)
    if kept.count is not None:
        if wrong:
            return asked(stream, AbandonCount("somebody sneezed"), who, role)
        if kept.count.difference is not None:
            return asked(stream, SignCount("as found"), who, role)
        found = dict(in_chips(state.info.float, state.engine.policy.chips))
        found = {chip: number for chip, number in found.items() if chip in (kept.count.again or found)}
        slip_of_the_eye = rng.choice([*found, *[None] * 12])
        counted = tuple((chip, number + (chip == slip_of_the_eye)) for chip, number in found.items())
        return asked(stream, CountTray(counted), who, role)
    if kept.slips:
        slip = kept.slips[0].slip
        if wrong:
            return asked(stream, CancelSlip(slip, "not needed"), who, role)
        return asked(stream, ReceiveSlip(slip) if kept.slips[0].sent else SendSlip(slip), who, role)
    box = kept.boxes[0]
    return asked(stream, CountBox(box.number, box.cents - (500 if wrong and box.cents else 0)), who, role)


def _in_room(state: RoomTable, rng: random.Random) -> Any:
    game, table = state.game, state.engine
    if rng.random() < (0.04 if table.playing else 0.4):
        return room_walk.between_rounds(game, table, rng)
    return room_walk.onward(game, table, rng) or room_walk.between_rounds(game, table, rng)


def _trouble(state: BankedTable, rng: random.Random) -> Report:
    boxes = state.engine.round.boxes if state.engine.round is not None else ()
    box = rng.choice(boxes).number if boxes else None
    if state.info.automatic:  # a supervisor tells what has happened outside the program, and no more
        return Report(rng.choice(sorted(OUTSIDE & {*state.game.irregularities.rules})), box=box, reason="on the camera")
    name = rng.choice(["foreign_card", "not_covered", "player_absent", "jackpot_system_down", "interruption"])
    return Report(name, box=box)


def _at_bank(stream: str, state: BankedTable, rng: random.Random) -> Request:
    engine, info = state.engine, state.info
    round_ = engine.round
    running = round_ is not None and round_.phase is not Phase.ENDED
    waiting = [box for box in round_.boxes if box.choice] if round_ is not None and running else []
    if waiting:
        box = rng.choice(waiting)
        if rng.random() < 0.2:
            return asked(stream, PlayBanked(RunOutClock(box.number)), "dealer", Role.DEALER)
        answer = AnswerChoice(box.number, rng.choice(box.choice))
        return asked(stream, PlayBanked(answer), rng.choice(box.choosers), Role.PLAYER)
    if engine.pending and rng.random() < 0.8:
        one = engine.pending[0]
        boxes = (rng.randint(1, 7),)
        decision = TakeDecision(one.number, rng.choice(one.options), "seen on the recording", boxes)
        return asked(stream, PlayBanked(decision), "sue", Role.SHIFT_MANAGER)
    if info.claims:
        if all(len(one.signed) >= SIGNATURES for one in info.claims):
            return asked(stream, PlayBanked(Settle()), "dealer", Role.DEALER)
        return asked(stream, SignClaim(rng.choice(info.claims).box), rng.choice(SIGNERS), Role.PIT_SUPERVISOR)
    bare = _without_jackpot(state) if rng.random() < 0.4 else None
    if bare is not None:
        jackpot = PlaceWager(bare.number, WagerName.JACKPOT, engine.policy.jackpot_wager)
        return asked(stream, PlayBanked(jackpot), bare.player, Role.PLAYER)
    deed = sensible_deed(state.game, engine, rng)
    actor = _player_of(state, deed) if info.automatic and type(deed.command) in PLAYERS_OWN else deed.actor
    return Request(stream, actor.name, actor.role, PlayBanked(deed.command))


def _player_of(state: BankedTable, deed: Deed[BankedCommand]) -> Actor:
    """Return the Player who acts at a table that the program deals: nobody enters anything for them there."""
    round_, number = state.engine.round, getattr(deed.command, "box", None)
    box = None if round_ is None or number is None else round_.box(number)
    name = getattr(deed.command, "player", "") or (box.player if box is not None else deed.actor.name)
    return Actor(name, Role.PLAYER)


def _without_jackpot(state: BankedTable) -> Box | None:
    """A box whose Player could still go for the jackpot."""
    round_ = state.engine.round
    if round_ is None or round_.phase is not Phase.BETTING:
        return None
    return next((box for box in round_.boxes if box.wager(WagerName.JACKPOT) is None), None)


def agreed(floor: Floor, again: Floor) -> None:
    """Two floors on one database have the same of everything."""
    assert again.balances == {name: floor.balances.get(name, 0) for name in again.balances}
    assert not {name for name, cents in floor.balances.items() if cents and name not in again.balances}
    assert again.streams.keys() == floor.streams.keys()
    for stream, kept in floor.streams.items():
        mine = again.streams[stream]
        assert (mine.version, mine.hash) == (kept.version, kept.hash), stream
        assert mine.state == kept.state, stream


def accepted(replies: Sequence[Reply]) -> int:
    """How many were accepted."""
    return sum(isinstance(reply, Accepted) for reply in replies)

"""What people want of a simulated house: Players, Dealers, the pit and the cage, each by what lies there now."""

import hashlib
import random
from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET

from croupier.floor.deciding.dealing import INTERRUPTION, duty_of
from croupier.floor.running.floor import Floor
from croupier.floor.values.clock import STREAM as CLOCK
from croupier.floor.values.clock import CountersignTime, ProposeTime, RejectTime
from croupier.floor.values.links import (
    CountersignTerms,
    CountersignUp,
    LinkDown,
    ProposeTerms,
    RejectTerms,
    RejectUp,
    UpProposed,
)
from croupier.floor.values.requests import Request
from croupier.floor.values.seeds import seed_digest
from croupier.floor.values.shuffle import Commitment
from croupier.floor.values.table import CommitSeed, PlayBanked, PrepareShoe, ReturnClaim, RevealSeed
from croupier.floor.values.table_duty import AssignDealers, Consent, HandOver, ResumeRound, SignOff, SignOn
from croupier.floor.values.table_kinds import BankedTable, TableState
from croupier.floor.values.tray import PayAward
from croupier.floor.values.waiting import STREAM as DESK
from croupier.floor.values.waiting import AddWaiting, CallWaiting, DropWaiting
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager, WithdrawWager
from croupier.play.banked.flow import current_step, undecided
from croupier.rules.terms import Decide, Role, WagerName
from tests.floor.random_floor import asked, wanted
from tests.floor.rigged import seen_working
from tests.floor.rigging import staying
from tests.play import room_walk
from tests.play.table_walk import PLAYERS

PLAN: Final = """
[house]
capital = 1_000_000_000

[links.main]
seed = 5_000_000
contribution = "0.705"

[tables.stud-1]
game = "rws-casino-stud"
link = "main"

[tables.multi-1]
game = "rws-multi-link-casino-stud"
link = "main"

[tables.holdem-1]
game = "rws-progressive-texas-holdem"
link = "main"

[tables.bonus-1]
game = "mbs-texas-holdem-bonus-progressive"
link = "main"

[tables.stud-2]
game = "rws-casino-stud"
link = "main"
automatic = false

[tables.bonus-2]
game = "mbs-texas-holdem-bonus-progressive"
link = "main"
automatic = false
anonymous = true

[tables.poker-1]
game = "rws-poker"

[tables.poker-1.policy]
small_blind = 100
minimum_stake = 4_000
maximum_stake = 40_000

[tables.poker-2]
game = "rws-poker"
automatic = false

[tables.poker-2.policy]
small_blind = 100
minimum_stake = 4_000
maximum_stake = 40_000
"""
"""All five games, most of them twice: once dealt by the floor and once by Dealers, all jackpots on one link."""
DEALERS: Final = ("dealer", "dora", "dirk")
HITS: Final = {
    "stud-1": {"1": "As Ks Qs Js Ts", "2": "9h 8h 7h 6h 5h"},
    "multi-1": {"1": "9s 8s 7s 6s 5s", "2": "Ah Kh Qh Jh Th"},
    "holdem-1": {"1": "As Ks", "2": "2h 2d", "community": "Qs Js Ts 2c 3d"},
    "bonus-1": {"1": "As Ks", "2": "2h 2d", "community": "Qs Js 4c Ts 3d"},
}
"""Hands with major awards, box by box."""


def wish(floor: Floor, rng: random.Random, tables: Sequence[str]) -> Request:
    """Something that somebody may want now at one of these tables; most of it is possible."""
    name = rng.choice(tables)
    state, chance = floor.table(name), rng.random()
    if floor.doubt() is not None and chance < 0.6:
        return _time(floor, rng)
    if state.info.held is not UNSET and chance < 0.7:
        return _released(name, state, rng)
    request = _rare(floor, name, state, rng) if chance < 0.06 else wanted(floor, rng, [name])
    return _dealt_by(floor, request)


def several(floor: Floor, rng: random.Random, tables: Sequence[str]) -> list[Request]:
    """Wagers of one box that belong together; or anything beside anything, of which one may not be possible."""
    betting = [name for name in tables if floor.table(name).takes_bets]
    if not betting or rng.random() < 0.4:
        return [wish(floor, rng, tables) for _ in range(rng.randint(2, 3))]
    box, player = rng.randint(1, 7), rng.choice(PLAYERS)
    wagers = (PlaceWager(box, WagerName.ANTE, 5_000, player), PlaceWager(box, WagerName.JACKPOT, 500, player))
    stream = f"table:{rng.choice(betting)}"
    return [asked(stream, PlayBanked(wager), player, Role.PLAYER) for wager in wagers]


def onward(floor: Floor, rng: random.Random, name: str) -> Request:
    """What brings a round closer to its end."""
    state = floor.table(name)
    if floor.doubt() is not None:
        return _time(floor, rng)
    if state.info.held is not UNSET:
        return _released(name, state, rng)
    if isinstance(state, BankedTable) and state.info.link and floor.link(state.info.link).down:
        return _works(floor, state.info.link)
    if any(claim.returned for claim in state.info.claims):
        return asked(f"table:{name}", state.settling(), "dealer", Role.DEALER)
    dealer = duty_of(state.info)
    if dealer.assigned and not dealer.dealer and not state.info.automatic:
        return _signing_on(floor, name, dealer.assigned)
    if isinstance(state, BankedTable) and state.takes_bets and state.players and rng.random() < 0.8:
        return _dealt_by(floor, _closing(name, state, rng))
    return _dealt_by(floor, wanted(floor, rng, [name]))


def _closing(name: str, state: BankedTable, rng: random.Random) -> Request:
    """The bets are closed; or before that, whoever has less on an area than must lie there adds to it or takes it."""
    stream, round_ = f"table:{name}", state.engine.round
    assert round_ is not None
    short = []
    for box in round_.boxes:
        for wager in box.wagers:
            area = state.game.area(wager.name)
            low = state.engine.policy.limits(area.limits)[0] if area is not None else 0
            if 0 < wager.lying < low and not box.out:
                short += [(box.number, wager.name, low, one.player) for one in wager.shares if not one.back]
    if short:
        number, area_name, low, player = rng.choice(short)
        command: Any = PlaceWager(number, area_name, low, player)
        if rng.random() < 0.4:
            command = WithdrawWager(number, area_name, None, player)
        return asked(stream, PlayBanked(command), player, Role.PLAYER)
    return asked(stream, PlayBanked(CloseBets()), "dealer", Role.DEALER)


def _dealt_by(floor: Floor, request: Request) -> Request:
    """A Dealer's work is asked for by whoever deals at the table."""
    if request.role is not Role.DEALER or not request.stream.startswith("table:") or request.actor != "dealer":
        return request
    deals = duty_of(floor.table(request.stream.partition(":")[2]).info).dealer
    return Request(request.stream, deals or request.actor, request.role, request.command)


def _released(name: str, state: TableState, rng: random.Random) -> Request:
    """The pit decides on a round that a restart has left on the felt."""
    if rng.random() < 0.5:
        return asked(f"table:{name}", ResumeRound("nothing was touched"), "sue", Role.PIT_SUPERVISOR)
    return asked(f"table:{name}", state.reporting(INTERRUPTION), "sue", Role.PIT_SUPERVISOR)


def _rare(floor: Floor, name: str, state: TableState, rng: random.Random) -> Request:
    """What happens a few times in an evening."""
    which = rng.choice([_duty, _duty, _link, _link, _shoe, _claim, _desk])
    return which(floor, name, state, rng)


def _duty(floor: Floor, name: str, state: TableState, rng: random.Random) -> Request:
    duty, stream = duty_of(state.info), f"table:{name}"
    if state.info.automatic:
        return wanted(floor, rng, [name])
    if rng.random() < 0.2:
        return asked(stream, Consent(rng.random() < 0.7), rng.choice(PLAYERS), Role.PLAYER)
    if not duty.assigned:
        return asked(stream, AssignDealers(tuple(rng.sample(DEALERS, 2))), "sue", Role.PIT_SUPERVISOR)
    if not duty.dealer:
        return asked(stream, SignOn(), rng.choice(DEALERS), Role.DEALER)
    if rng.random() < 0.2:
        return asked(stream, SignOff("taken ill"), "sue", Role.PIT_SUPERVISOR)
    return asked(stream, HandOver(rng.choice(duty.assigned)), duty.dealer, Role.DEALER)


def _link(floor: Floor, _name: str, state: TableState, rng: random.Random) -> Request:
    if not state.info.link:
        return asked("cage", PayAward(500), "cashier", Role.CAGE)  # not for a cage, and refused
    stream, link = f"link:{state.info.link}", floor.link(state.info.link)
    if link.down:
        return _works(floor, link.name)
    if link.proposals:
        number = link.proposals[0].number
        signed = CountersignTerms(number) if rng.random() < 0.7 else RejectTerms(number, "not now")
        return asked(stream, signed, rng.choice(["sam", "sid"]))
    if rng.random() < 0.4:
        return asked(stream, ProposeTerms(rng.choice([1_000_000, 5_000_000]), rng.choice(["0.5", "0.705"]), 500))
    return asked(stream, LinkDown("the display is dark"), "sue", Role.PIT_SUPERVISOR)


def _works(floor: Floor, name: str) -> Request:
    """Two people sign that a link works again, each having seen its meter and a test coin at every table."""
    link = floor.link(name)
    seen, proposed = seen_working(floor, name), [one for one in link.proposals if isinstance(one, UpProposed)]
    if not proposed:
        return asked(f"link:{name}", seen, "sam")
    last = proposed[-1]
    if (last.meter, last.coins) != (seen.meter, seen.coins):
        return asked(f"link:{name}", RejectUp(last.number, "the meter has moved since"), "sid")
    return asked(f"link:{name}", CountersignUp(last.number), "sid")


def _signing_on(floor: Floor, name: str, assigned: tuple[str, ...]) -> Request:
    """A Dealer who deals nowhere signs on; if they all deal elsewhere, one is signed off there first."""
    at = {duty_of(floor.table(one).info).dealer: one for one in floor.tables()}
    free = next((one for one in assigned if one not in at), None)
    if free is None:
        return asked(f"table:{at[assigned[0]]}", SignOff("dealt elsewhere"), "sue", Role.PIT_SUPERVISOR)
    return asked(f"table:{name}", SignOn(), free, Role.DEALER)


def _time(floor: Floor, rng: random.Random) -> Request:
    """Two people sign for the time that the clock reads."""
    waits = floor.streams[CLOCK].state.proposals
    if waits and rng.random() < 0.1:
        return asked(CLOCK, RejectTime(waits[0].number, "the clock on the wall says otherwise"), "sid")
    if waits and rng.random() < 0.8:
        return asked(CLOCK, CountersignTime(waits[0].number), "sid")
    return asked(CLOCK, ProposeTime("somebody has set it"), "sam")


def _shoe(_floor: Floor, name: str, state: TableState, rng: random.Random) -> Request:
    """A Player adds a seed of their own to the shoe."""
    stream, player = f"table:{name}", rng.choice(PLAYERS)
    own = hashlib.sha256(player.encode()).digest()
    commands: list[Any] = [PrepareShoe()]
    if state.info.root:
        commands = [CommitSeed(seed_digest(Commitment(state.info.root, 52), player, own)), RevealSeed(own)]
    return asked(stream, rng.choice(commands), player, Role.PLAYER)


def _claim(floor: Floor, name: str, state: TableState, rng: random.Random) -> Request:
    if state.info.claims:
        box = rng.choice(state.info.claims).box
        return asked(f"table:{name}", ReturnClaim(box, "a card is not clear"), "sid", Role.PIT_SUPERVISOR)
    owed = floor.balances.get(f"slips:{name}", 0)
    return asked(f"table:{name}", PayAward(owed or 500), "cashier", Role.CAGE)


def _desk(floor: Floor, _name: str, _state: TableState, rng: random.Random) -> Request:
    """The waiting list of the poker room."""
    kept = floor.streams.get(DESK)
    waits = kept.state.waiting if kept is not None else ()
    commands: list[Any] = [AddWaiting(rng.choice(room_walk.PLAYERS))]
    if waits:
        number = rng.choice(waits).number
        commands += [CallWaiting(number), DropWaiting(number, "went home")]
    return asked(DESK, rng.choice(commands), "sue", Role.PIT_SUPERVISOR)


# ---- A round with major awards --------------------------------------------------------------------------------------


def opening(name: str) -> list[Request]:
    """A round for two boxes that go for the jackpot, up to the close."""
    stream = f"table:{name}"
    asking = [asked(stream, PlayBanked(OpenRound()), "dealer", Role.DEALER)]
    for box, player in ((1, "ann"), (2, "bob")):
        for wager, amount in ((WagerName.ANTE, 10_000), (WagerName.JACKPOT, 500)):
            asking.append(asked(stream, PlayBanked(PlaceWager(box, wager, amount)), player, Role.PLAYER))
    return [*asking, asked(stream, PlayBanked(CloseBets()), "dealer", Role.DEALER)]


def staying_in(state: TableState) -> Request | None:
    """The next hand stays in; None if no hand is to decide."""
    if not isinstance(state, BankedTable) or state.engine.round is None:
        return None
    step = current_step(state.game, state.engine)
    box = undecided(state.engine.round) if isinstance(step, Decide) else None
    if box is None or not isinstance(step, Decide) or state.engine.pending or box.choice:
        return None
    return asked(f"table:{state.info.name}", PlayBanked(Choose(box.number, staying(step))), box.player, Role.PLAYER)


def in_play(floor: Floor) -> list[str]:
    """The tables with a round in play."""
    return [name for name in floor.tables() if floor.table(name).running]

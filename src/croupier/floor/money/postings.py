"""Double entry: what every event means in cents, so that all accounts together always sum to zero.

An account holds what its owner has a claim to. Wallets are the Players', ``public`` the anonymous Players' chips,
``layout`` the wagers on a house-banked table, ``stakes`` the chips on a poker table, ``float`` a table's bank, ``drop``
the cash in its box, ``meter`` a jackpot, ``rake`` the Rake taken, ``cage`` the House's money, ``variance`` the
difference between counts and books, ``cash`` (negative) what has come in from outside.
"""

from collections.abc import Iterable, Mapping

from croupier.floor.jackpots.links import LinkEstablished, LinkEvent, TermsChanged
from croupier.floor.journal.records import Posting
from croupier.floor.money.cage import CageEstablished, CageEvent, CashMoved
from croupier.floor.tables.kinds import BankedTable, RoomTable, TableState
from croupier.floor.tables.table import (
    ChipsBought,
    ChipsRedeemed,
    DropTaken,
    FloatMoved,
    MeterRead,
    TableClosedForPlay,
    TableEvent,
    TableInfo,
    TermsRead,
)
from croupier.money import MILLION, Cents
from croupier.play.banked.events import RoundOpened
from croupier.play.banked.state import Round, Table
from croupier.play.room.events import GonePaid, PlayerJoined, PlayerLeft, PotAwarded, StakeIncreased

CAGE, CASH, VARIANCE = "cage", "cash", "variance"


def wallet(info: TableInfo, player: str) -> str:
    """The account behind a Player at a table."""
    return f"public:{info.name}" if info.anonymous else f"wallet:{player}"


def of_table(before: TableState, event: TableEvent, after: TableState) -> dict[str, Cents]:
    """What an event at a table moves."""
    info = before.info
    bank = f"float:{info.name}"
    match event:
        case FloatMoved():
            return {bank: event.cents, CAGE: -event.cents}
        case TableClosedForPlay():
            # The difference between the count and the books.
            left = info.float
            return {bank: -left, VARIANCE: left} if left else {}
        case ChipsBought():
            return {
                bank: -event.cents,
                wallet(info, ""): event.cents,
                f"drop:{info.name}": event.cents,
                CASH: -event.cents,
            }
        case ChipsRedeemed():
            return {wallet(info, ""): -event.cents, CASH: event.cents}
        case DropTaken():
            return {f"drop:{info.name}": -event.cents, CAGE: event.cents}
        case MeterRead() | TermsRead():
            return {}
        case _:
            pass
    if isinstance(before, RoomTable):
        return _room_moves(before, event)
    assert isinstance(after, BankedTable)
    return _banked_moves(info, before.engine, event, after.engine)


def _room_moves(before: RoomTable, event: TableEvent) -> dict[str, Cents]:
    info = before.info
    stakes = f"stakes:{info.name}"
    match event:
        case PlayerJoined():
            return {wallet(info, event.player): -event.stake, stakes: event.stake}
        case StakeIncreased():
            seat = before.engine.seat(event.seat)
            assert seat is not None
            return {wallet(info, seat.player): -event.amount, stakes: event.amount}
        case PlayerLeft():
            return {stakes: -event.stake, wallet(info, event.player): event.stake}
        case GonePaid():
            return {stakes: -event.amount, wallet(info, event.player): event.amount}
        case PotAwarded() if event.rake:
            return {stakes: -event.rake, f"rake:{info.name}": event.rake}
        case _:
            return {}


def _banked_moves(info: TableInfo, before: Table, event: TableEvent, after: Table) -> dict[str, Cents]:
    """Derived from the wagers on the layout and what has been settled, before and after, whatever the event was."""
    if before is after:
        return {}
    fresh = isinstance(event, RoundOpened)  # the last round's money has all been moved
    moved: dict[str, Cents] = {}
    layout = 0
    for number in touched(None if fresh else before.round, after.round):
        lay, had = (0, {}) if fresh else on_box(before.round, number)
        lies, has = on_box(after.round, number)
        layout += lies - lay
        for player in has.keys() | had.keys():
            account = wallet(info, player)
            moved[account] = moved.get(account, 0) + has.get(player, 0) - had.get(player, 0)
    if layout:
        moved[f"layout:{info.name}"] = layout
    meter = after.meter.millionths // MILLION - before.meter.millionths // MILLION
    if meter:
        moved[f"meter:{info.link}"] = meter
    rest = -sum(moved.values())
    if rest:
        moved[f"float:{info.name}"] = rest
    return moved


def touched(before: Round | None, after: Round | None) -> set[int]:
    """The boxes whose wagers, or whose settled wagers, an event has changed: nowhere else can money have moved.

    What an event leaves alone is the very same value after it, so most boxes need no look at their wagers.
    """
    were = () if before is None else before.boxes
    are = () if after is None else after.boxes
    found: set[int] = set()
    if were is not are:
        old = {box.number: box.wagers for box in were}
        new = {box.number: box.wagers for box in are}
        found = {number for number in old | new if old.get(number) is not new.get(number)}
    gone = () if before is None else before.lines
    come = () if after is None else after.lines
    if gone is not come:
        kept = len(gone) if come[: len(gone)] == gone else 0  # lines are added one by one; a ruling may undo them all
        found.update(line.box for line in (*gone[kept:], *come[kept:]))
    return found


def on_box(round_: Round | None, number: int) -> tuple[Cents, dict[str, Cents]]:
    """What is on a box and not settled yet, and what the round has brought each of its Players there so far."""
    lies = 0
    has: dict[str, Cents] = {}
    if round_ is None:
        return lies, has
    done = set()
    for line in round_.lines:
        if line.box != number:
            continue
        done.add(line.wager)
        if line.shares:
            for part in line.shares:
                has[part.player] = has.get(part.player, 0) + part.paid + part.returned - part.staked
        else:
            has[line.player] = has.get(line.player, 0) + line.paid + line.returned - line.staked
    box = round_.box(number)
    for wager in () if box is None else box.wagers:
        if wager.name not in done:
            for share in wager.shares:
                lies += share.amount
                has[share.player] = has.get(share.player, 0) - share.amount
    return lies, has


def of_link(name: str, event: LinkEvent) -> dict[str, Cents]:
    """A seed is the House's money; what tables move, their own entries post."""
    match event:
        case LinkEstablished() if event.seed:
            return {f"meter:{name}": event.seed, CAGE: -event.seed}
        case TermsChanged():
            moved = event.after // MILLION - event.before // MILLION
            return {f"meter:{name}": moved, CAGE: -moved} if moved else {}
        case _:
            return {}


def of_cage(event: CageEvent) -> dict[str, Cents]:
    """Cash comes from outside and goes there."""
    match event:
        case CageEstablished() if event.capital:
            return {CAGE: event.capital, CASH: -event.capital}
        case CashMoved():
            return {f"wallet:{event.player}": event.cents, CASH: -event.cents}
        case _:
            return {}


def postings(moves: Iterable[Mapping[str, Cents]]) -> tuple[Posting, ...]:
    """The movements of an entry's events, numbered; each event's sum to zero."""
    found: list[Posting] = []
    for at, moved in enumerate(moves):
        assert sum(moved.values()) == 0, "money was made or lost"
        found += (Posting(at, account, cents) for account, cents in sorted(moved.items()) if cents)
    return tuple(found)

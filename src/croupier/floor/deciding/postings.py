"""Double entry: what every event means in cents, so that all accounts together always sum to zero.

An account holds what its owner has a claim to. Wallets are the Players', ``public`` the anonymous Players' chips,
``layout`` the wagers on a house-banked table, ``stakes`` the chips on a poker table, ``float`` the chips in a table's
tray, ``drop`` the cash in its box, ``box`` the cash in boxes on their way to be counted, ``meter`` a jackpot,
``house`` the House's part in it at a table (contributions, seeds, awards that it bears), ``slips`` the awards that
anonymous Players take at the cage, ``rake`` the Rake taken, ``cage`` the House's money, ``drawer`` the part of it that
is cash in a drawer of the cage, ``variance`` the difference between counts and books, ``cash`` (negative) what has come
in from outside.

Cash that a drawer takes is chips that the cage gives, and the other way round: cage and drawers together change by
neither.

No chip of a tray moves for a jackpot: a contribution is the House's, and a share of the meter is paid from it, into a
wallet or by a slip. Only fixed awards are handed out from the tray. Tables of earlier books, which keep no tray, bear
all of it in their float, as they always have.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import UNSET

from croupier.floor.values.cage import (
    CageEstablished,
    CageEvent,
    CashBooked,
    CashMoved,
    CashVoided,
    DrawerClosed,
    DrawerFilled,
    DrawerHandedOver,
    DrawerOpened,
)
from croupier.floor.values.entries import Posting
from croupier.floor.values.links import LinkEstablished, LinkEvent, TermsChanged
from croupier.floor.values.table import (
    ChipsBought,
    ChipsRedeemed,
    DropTaken,
    FloatMoved,
    MeterRead,
    RegisteredRead,
    TableClosedForPlay,
    TableInfo,
    TermsRead,
)
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.floor.values.tray import AwardPaidOut, BoxEmptied, BoxPulled, CountSigned, SlipReceived, worth
from croupier.money import MILLION, Cents
from croupier.play.banked.events import RoundOpened, WagerSettled
from croupier.play.banked.state import Box, Round, Table, Wager
from croupier.play.room.events import GonePaid, PlayerJoined, PlayerLeft, PotAwarded, StakeIncreased
from croupier.rulebooks import as_banked, load_rulebook
from croupier.rules.settling import PercentOfMeter
from croupier.rules.terms import WagerName

CAGE, CASH, VARIANCE = "cage", "cash", "variance"
_NO_SHARES: Final[frozenset[str]] = frozenset()

Lines = tuple[WagerSettled, ...]
"""The lines of a settlement up to now."""


def wallet(info: TableInfo, player: str) -> str:
    """Return the account behind a Player at a table."""
    return f"public:{info.name}" if info.anonymous else f"wallet:{player}"


def of_table(before: TableState, event: object, after: TableState) -> dict[str, Cents]:
    """Return what an event at a table moves, in cents by account.

    It takes any object: narrowing the union of all events would take the type checker long.
    """
    if type(event) in _OF_THE_HOUSE:
        return _house_moves(before.info, event)
    if type(before) is RoomTable:
        return _room_moves(before, event)
    assert isinstance(after, BankedTable)
    return _banked_moves(before.info, before.engine, event, after.engine)


_OF_THE_HOUSE: Final = frozenset(
    {
        *(FloatMoved, TableClosedForPlay, ChipsBought, ChipsRedeemed, DropTaken),
        *(SlipReceived, CountSigned, BoxPulled, BoxEmptied, AwardPaidOut, MeterRead, TermsRead, RegisteredRead),
    }
)
"""Events of the House's own that say themselves what they move, or that a meter is merely read: the rest is found in
the round. Each event of the game would try all of them one by one."""


def _house_moves(info: TableInfo, event: object) -> dict[str, Cents]:
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
        case SlipReceived():
            cents = worth(event.counts) if event.fill else -worth(event.counts)
            return {bank: cents, CAGE: -cents}
        case CountSigned():
            return {bank: event.difference, VARIANCE: -event.difference}
        case BoxPulled():
            return {f"drop:{info.name}": -event.cents, f"box:{info.name}": event.cents}
        case BoxEmptied():
            return {f"box:{info.name}": event.difference - event.cents, CAGE: event.cents, VARIANCE: -event.difference}
        case AwardPaidOut():
            return {f"slips:{info.name}": -event.cents, CASH: event.cents}
        case _:
            return {}


def _room_moves(before: RoomTable, event: object) -> dict[str, Cents]:
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


def _banked_moves(info: TableInfo, before: Table, event: object, after: Table) -> dict[str, Cents]:
    """Derive the movements of any event from the wagers on the layout and the settlement, before and after it.

    An event leaves most values of the state as the same objects, so only the boxes that changed are counted.
    """
    if before is after:
        return {}
    was = None if type(event) is RoundOpened else before.round  # the last round's money has all been moved
    now = after.round
    meter = 0
    if before.meter is not after.meter:
        meter = after.meter.millionths // MILLION - before.meter.millionths // MILLION
    kept, gone, come = _other_lines(was, now)
    same = was is not None and now is not None and was.boxes is now.boxes
    boxes: set[int] = set() if same else _touched(was, now)
    if gone or come:
        boxes.update([line.box for line in gone + come])
    if not boxes and not meter:
        return {}
    moved: dict[str, Cents] = {}
    layout = house = 0
    for number in boxes:
        settled = [line.wager for line in kept if line.box == number] if kept else []
        after_it = None if now is None else now.box(number)
        before_it = after_it if same else None if was is None else was.box(number)
        lay, lies = _lying(before_it, gone, settled), _lying(after_it, come, settled)
        for wagers, others, sign in ((lay, lies, -1), (lies, lay, 1)):
            for wager in wagers:
                if wager not in others:
                    for share in wager.shares:
                        laid = sign * share.amount
                        layout += laid
                        account = wallet(info, share.player)
                        moved[account] = moved.get(account, 0) - laid
    if gone or come:
        shares = _NO_SHARES if info.tray is UNSET else meter_shares(after.rulebook)
        for lines, sign in ((gone, -1), (come, 1)):
            for line in lines:
                drawn = line.award in shares  # no chips are handed out for a share of the meter
                for part in line.shares or (line,):
                    account, paid = wallet(info, part.player), sign * part.paid
                    moved[account] = moved.get(account, 0) + sign * (part.returned - part.staked)
                    if drawn:
                        house -= paid
                        account = f"slips:{info.name}" if info.anonymous else account
                    moved[account] = moved.get(account, 0) + paid
    if layout:
        moved[f"layout:{info.name}"] = layout
    if meter:
        moved[f"meter:{info.link}"] = meter
    if info.tray is not UNSET:
        house -= meter
    if house:
        moved[f"house:{info.name}"] = house
    rest = -sum(moved.values())
    if rest:
        moved[f"float:{info.name}"] = rest
    return moved


@lru_cache
def meter_shares(rulebook: str) -> frozenset[str]:
    """Return the names of a document's awards that are a share of the meter."""
    awards = as_banked(load_rulebook(rulebook)).jackpot.awards
    return frozenset(one.name for one in awards if isinstance(one.prize, PercentOfMeter))


def _other_lines(was: Round | None, now: Round | None) -> tuple[Lines, Lines, Lines]:
    """Return a settlement's lines that an event has left, those that it has undone, and those that it has added."""
    were = () if was is None else was.lines
    are = () if now is None else now.lines
    if were is are:
        return are, (), ()
    if are[: len(were)] == were:  # they are added one by one
        return were, (), are[len(were) :]
    return (), were, are  # a ruling may undo them all


def _touched(was: Round | None, now: Round | None) -> set[int]:
    """Return the numbers of the boxes whose wagers an event may have changed, among them all that did change."""
    were = () if was is None else was.boxes
    are = () if now is None else now.boxes
    both = min(len(were), len(are))
    found = {box.number for box in were[both:] + are[both:]}
    for old, new in zip(were, are, strict=False):
        if old is not new and (old.wagers is not new.wagers or old.number != new.number):
            found |= {old.number, new.number}
    return found


def _lying(box: Box | None, lines: Lines, settled: list[WagerName]) -> Sequence[Wager]:
    """Return the wagers on a box that neither ``settled`` nor these lines settle."""
    if box is None:
        return ()
    if lines:
        settled = settled + [line.wager for line in lines if line.box == box.number]
    return [wager for wager in box.wagers if wager.name not in settled] if settled else box.wagers


def of_link(name: str, event: LinkEvent) -> dict[str, Cents]:
    """Return what an event of a link moves: the House's money for seeds and new terms; tables post their own."""
    match event:
        case LinkEstablished() if event.seed:
            return {f"meter:{name}": event.seed, CAGE: -event.seed}
        case TermsChanged():
            moved = event.after // MILLION - event.before // MILLION
            return {f"meter:{name}": moved, CAGE: -moved} if moved else {}
        case _:
            return {}


def of_cage(event: CageEvent) -> dict[str, Cents]:
    """Return what an event at the cage moves; cash comes from outside and goes there."""
    match event:
        case CageEstablished() if event.capital:
            return {CAGE: event.capital, CASH: -event.capital}
        case CashMoved():
            return {f"wallet:{event.player}": event.cents, CASH: -event.cents}
        case CashBooked():
            return _cash(event, event.drawer, 1)
        case CashVoided():
            return _cash(event.act, event.drawer, -1)
        case DrawerOpened():
            return {CAGE: -worth(event.counts), f"drawer:{event.drawer}": worth(event.counts)}
        case DrawerFilled():
            return {CAGE: -event.cents, f"drawer:{event.drawer}": event.cents}
        case DrawerClosed():
            counted = worth(event.counts)
            return {f"drawer:{event.drawer}": event.difference - counted, CAGE: counted, VARIANCE: -event.difference}
        case DrawerHandedOver():
            return {f"drawer:{event.drawer}": event.difference, VARIANCE: -event.difference}
        case _:
            return {}


def _cash(act: CashBooked, drawer: str, sign: int) -> dict[str, Cents]:
    """Move the cash of an act into a drawer or out of it, for chips, or for what is owed to a person; -1 voids it.

    A cheque settles what is owed without a drawer.
    """
    cents = sign * act.cents
    match act.kind:
        case "chips":
            owed = f"public:{act.table}"
        case "slip":
            owed = f"slips:{act.table}"
        case _:
            owed = f"wallet:{act.person}"
    cheque = 0 if act.cheque is UNSET else sign * act.cheque.cents
    return {owed: cents - cheque, CASH: cheque - cents, f"drawer:{drawer}": cents, CAGE: -cents}


def postings(moves: Iterable[Mapping[str, Cents]]) -> tuple[Posting, ...]:
    """Return the postings of an entry, numbered by event. The movements of each event must add up to zero."""
    found: list[Posting] = []
    for at, moved in enumerate(moves):
        if moved:
            assert sum(moved.values()) == 0, "money was made or lost"
            found += [Posting(at, account, moved[account]) for account in sorted(moved) if moved[account]]
    return tuple(found)

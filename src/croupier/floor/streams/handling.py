"""Tables as a kind of stream: the floor's additions to each command, and the consequences of entries and requests."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar, cast

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding import claiming, dealing, limits, outages
from croupier.floor.deciding.cashiering import BY_AMOUNT
from croupier.floor.deciding.counting import may_recount
from croupier.floor.deciding.meters import as_read, imposed, without_terms
from croupier.floor.deciding.permissions import core
from croupier.floor.deciding.played import MINUTE, moved
from croupier.floor.deciding.postings import wallet
from croupier.floor.deciding.stream import Handling, Stops, Stream, Transaction, rows
from croupier.floor.deciding.tables import decide_table, step
from croupier.floor.streams.at_tables import cash_at_table, note_cash, note_claims, redeem_at_cage
from croupier.floor.streams.automatic import begin, change_mode, dealt_on, drop_signatures, shuffle, take_up
from croupier.floor.streams.meter_following import move_meter, pay_others, tell_again, tell_tables
from croupier.floor.streams.turns import in_turn
from croupier.floor.values import signatures
from croupier.floor.values.entries import SYSTEM, Posting
from croupier.floor.values.house import HOUSE
from croupier.floor.values.links import LINK, LinkState
from croupier.floor.values.requests import Request
from croupier.floor.values.table import (
    AdoptRulebook,
    BuyChips,
    ChangeMode,
    ChangePolicy,
    CloseTable,
    Countersign,
    DiscardShoe,
    EndFailure,
    EstablishTable,
    OpenTable,
    PlayBanked,
    PlayRoom,
    PrepareShoe,
    Propose,
    RedeemChips,
    SignClaim,
    TableInfo,
    TwoSigned,
    is_ruling,
)
from croupier.floor.values.table_duty import HandOver, HoldRound, SignOn
from croupier.floor.values.table_kinds import TABLE, BankedTable, RoomTable, TableState, in_play, is_linked, is_table
from croupier.floor.values.tray import (
    TOLERANCE,
    CountTray,
    KeepTray,
    OrderRecount,
    PayAward,
    PullBox,
    RequestCredit,
    RequestFill,
    SignCount,
)
from croupier.floor.values.waiting import DESK, DropWaiting
from croupier.play.authority import RefuseStatement
from croupier.play.banked import commands as banked
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.play.room.seating import chips_of
from croupier.play.room.state import Seat
from croupier.rulebooks import UnknownGameError, in_force, load, load_rulebook
from croupier.rules.terms import Role

# ---- A table ---------------------------------------------------------------------------------------------------------


def current_rulebook(game: str, day: str) -> str:
    """Return the version of a game's document in force on a gaming day."""
    return load(game, in_force(game, day)).document.rulebook


def _establish(tx: Transaction, _request: Request, command: EstablishTable) -> EstablishTable | Refusal:
    """Refuse a table on a link that there is not, or under a version that is not in force yet."""
    if command.link and tx.state(LINK, command.link) is None:
        return Refusal(Reason.FACT, f"There is no link {command.link[:40]}", ())
    try:
        holds = load_rulebook(command.rulebook).document.effective_day if command.rulebook else ""
    except UnknownGameError:
        return command  # the decision refuses it, with a sentence
    if holds <= tx.day(tx.now()):
        return command
    return Refusal(Reason.MOMENT, f"{command.rulebook} is effective from {holds} on", ())


def _established(tx: Transaction, _state: object, command: EstablishTable, at: int) -> EstablishTable:
    """Return the command with its link's terms and meter, the tolerance of a tray, and the document in force."""
    link = tx.state(LINK, command.link)
    meter = 0 if link is None else link.meter
    filled = command if link is None else cast(EstablishTable, imposed(link, command))
    filled = replace(filled, meter=meter, tolerance=TOLERANCE)
    try:
        return replace(filled, rulebook=filled.rulebook or current_rulebook(filled.game, tx.day(at)))
    except UnknownGameError:
        return filled  # the decision refuses it, with a sentence


_ALONE: Final = (OpenTable, CloseTable, ChangePolicy, AdoptRulebook, ChangeMode, EndFailure)
"""The acts of which a second proposal would be impossible after the first, or would undo it."""


def _propose(tx: Transaction, request: Request, command: Propose) -> Propose | Refusal:
    state = tx.state_at(TABLE, request.stream)
    if state is None:
        return command  # the decision refuses it, with a sentence
    what = command.what
    already = signatures.proposed_already(
        state.info.proposals,
        lambda one: one.what == what or (isinstance(what, _ALONE) and type(one.what) is type(what)),
    )
    refused = already or _still_down(tx, state, what)
    if refused is not None:
        return refused
    if isinstance(what, OpenTable) and state.info.tray is UNSET and not state.info.open and not state.info.float:
        tx.must(request.stream, KeepTray(TOLERANCE))  # the tray is chips alone from its next opening on
    return command


def _countersign(tx: Transaction, request: Request, command: Countersign) -> Countersign | Refusal:
    state = tx.state_at(TABLE, request.stream)
    first = None if state is None else next((one for one in state.info.proposals if one.number == command.number), None)
    refused = None if state is None or first is None else _still_down(tx, state, first.what)
    return refused or command


def _still_down(tx: Transaction, state: TableState, what: TwoSigned) -> Refusal | None:
    """Return the refusal to end a table's failure while its link is down."""
    if not isinstance(what, EndFailure) or not is_linked(state):
        return None
    link = cast(LinkState, tx.state(LINK, state.info.link))
    return outages.stopped(state, banked.ReopenJackpot()) if link.down else None


def _reopen(_tx: Transaction, _request: Request, _command: banked.ReopenJackpot) -> Refusal:
    return Refusal(Reason.ROLE, "Two people sign that a table's jackpot works again: propose it", ())


def _proposed(tx: Transaction, state: object, command: Propose, at: int) -> Propose:
    """Return a proposal with its link's terms, or with the gaming day."""
    link = tx.state(LINK, state.info.link) if is_linked(state) else None
    filled = command if link is None else cast(Propose, imposed(link, command))
    if isinstance(filled.what, AdoptRulebook):
        return Propose(replace(filled.what, today=tx.day(at)))
    return filled


def _proposal_as_asked(command: Propose) -> Propose:
    if isinstance(command.what, AdoptRulebook):
        return Propose(replace(command.what, today=""))
    return without_terms(command)


def _prepare_shoe(tx: Transaction, request: Request, command: PrepareShoe) -> PrepareShoe:
    begin(tx, request.stream)
    shuffle(tx, request.stream)
    return command


def _sign_claim(tx: Transaction, request: Request, command: SignClaim) -> SignClaim | Refusal:
    state = tx.state_of(request.stream)
    return (claiming.outdated(state, command.box) if is_linked(state) else None) or command


def _takes_over(tx: Transaction, request: Request, command: SignOn | HandOver) -> SignOn | HandOver | Refusal:
    dealer = command.to if isinstance(command, HandOver) else request.actor
    return dealing.deals_elsewhere(_infos(tx), request.stream, dealer, request.actor) or command


def _speaks_here(tx: Transaction, request: Request) -> Refusal | None:
    """Refuse a Dealer's act at a table by a Dealer who has signed on at another."""
    if request.role is not Role.DEALER or request.actor == SYSTEM:  # nearly every request
        return None
    state = tx.state_of(request.stream)
    if not is_table(state):
        return None
    return dealing.speaks_elsewhere(_infos(tx), state.info, request.actor, request.role, request.command)


def _by_amount(_tx: Transaction, _request: Request, _command: PayAward) -> Refusal:
    return BY_AMOUNT


_Slip = TypeVar("_Slip", RequestFill, RequestCredit)
_Pulls = TypeVar("_Pulls", PullBox, SignCount)


def _fill_slip(tx: Transaction, _state: object, command: RequestFill, _at: int) -> RequestFill:
    return replace(command, slip=f"F-{1 + sum(one.tray.fills for one in _infos(tx) if one.tray is not UNSET):04}")


def _credit_slip(tx: Transaction, _state: object, command: RequestCredit, _at: int) -> RequestCredit:
    return replace(command, slip=f"C-{1 + sum(one.tray.credits for one in _infos(tx) if one.tray is not UNSET):04}")


def _asked_as(_tx: Transaction, request: Request, command: _Slip) -> _Slip:
    return replace(command, role=request.role.value)


def _number_box(tx: Transaction, _state: object, command: _Pulls, _at: int) -> _Pulls:
    """Return the command with a number that no other box of the house has."""
    numbered = sum(one.tray.dropped or 0 for one in _infos(tx) if one.tray is not UNSET)
    return replace(command, drop=f"D-{numbered + 1:04}")


def _fill_count(tx: Transaction, state: object, command: CountTray, _at: int) -> CountTray:
    """Return the first figures of a count with its number: that of a recount which is ordered, or the next."""
    if not is_table(state) or state.info.tray is UNSET or state.info.tray.count is not None:
        return replace(command, count="")
    ordered = state.info.tray.ordered
    return replace(command, count=_new_count(tx) if ordered is UNSET else ordered.number)


def _new_count(tx: Transaction) -> str:
    """Return a number that no other count of the house has."""
    return f"N-{1 + sum(one.tray.numbered or 0 for one in _infos(tx) if one.tray is not UNSET):04}"


def _order_recount(tx: Transaction, request: Request, command: OrderRecount) -> OrderRecount | Refusal:
    """Return the order of a recount with its number and the staff who have worked at the table, or the refusal."""
    house = tx.state(HOUSE)
    for name in () if house is None else command.by:
        account = None if house is None else house.accounts.get(name)
        if account is None or not may_recount(account.roles):
            sentence = f"{name[:40]} is no Pit Supervisor who does not see the books as well: name another person"
            return Refusal(Reason.FACT, sentence, ())
    return replace(command, number=_new_count(tx), worked=tuple(sorted(tx.staff_at(request.stream))))


def _infos(tx: Transaction) -> Iterator[TableInfo]:
    states = (tx.state_of(stream) for stream in tx.names())
    return (state.info for state in states if is_table(state))


# ---- A game ----------------------------------------------------------------------------------------------------------


def _with_meter(tx: Transaction, state: object, command: PlayBanked, _at: int) -> PlayBanked:
    """Return a command with the link's meter and terms, if its table has not seen them yet."""
    if not is_linked(state):
        return command
    return as_read(cast(LinkState, tx.state(LINK, state.info.link)), state, command)


def _open_banked(tx: Transaction, request: Request, command: banked.OpenRound) -> banked.OpenRound:
    _round_begins(tx, request.stream)
    return command


def _open_room(tx: Transaction, request: Request, command: room.OpenRound) -> room.OpenRound:
    _round_begins(tx, request.stream)
    return command


def _round_begins(tx: Transaction, stream: str) -> None:
    take_up(tx, stream)
    begin(tx, stream)
    for seat in limits.to_sit_out(tx.before(), stream, tx.now()):  # Players who may no longer play are not dealt in
        tx.must(stream, PlayRoom(room.SitOut(seat, will_return=False)))
    shuffle(tx, stream)


_WhileDown = banked.PlaceWager | banked.CorrectWager | banked.CloseBets


def _while_down(tx: Transaction, request: Request, command: _WhileDown) -> _WhileDown | Refusal:
    """Refuse what a jackpot that is down does not allow at its table."""
    state = tx.state_of(request.stream)
    if not is_linked(state):
        return command
    link = cast(LinkState, tx.state(LINK, state.info.link))
    return (outages.stopped(state, command) if link.down else None) or command


_Timed = TypeVar("_Timed", room.JoinTable, room.LeaveTable, room.DeemLeft)


def _timed(tx: Transaction, _state: object, command: _Timed, at: int) -> _Timed:
    """Return a command with the House's minute and gaming day."""
    house = tx.state(HOUSE)
    return replace(command, minute=at // MINUTE, day=house.day(at) if house is not None else "")


def _join(tx: Transaction, request: Request, command: room.JoinTable) -> room.JoinTable | Refusal:
    """Take a relocated Player away from their table, in the asker's name.

    They join the other table with their whole stake, in the same commit.
    """
    here = tx.state_of(request.stream)
    if not command.relocated or not isinstance(here, RoomTable):
        return command
    found = _seat_elsewhere(map(tx.state_of, tx.names()), here.info, command.player)
    if found is None:
        if here.info.anonymous:  # its Players have names only at that table
            return command
        sentence = f"{command.player[:40]} sits at no other table of the poker room"
        return Refusal(Reason.FACT, sentence, here.game.grounds.relocated)
    table, seat = found
    leave = PlayRoom(room.LeaveTable(seat.number))
    left = tx.append(Request(f"table:{table.info.name}", request.actor, request.role, leave))
    return left if isinstance(left, Refusal) else replace(command, stake=chips_of(table.engine, seat))


def _seat_elsewhere(states: Iterable[object], here: TableInfo, player: str) -> tuple[RoomTable, Seat] | None:
    """Return the seat of a Player whose chips belong to the same account at both tables; None if they sit nowhere."""
    for state in states:
        if not isinstance(state, RoomTable) or state.info.name == here.name:
            continue
        if wallet(state.info, player) != wallet(here, player):
            continue
        for seat in state.engine.seats:
            if seat.player == player:
                return state, seat
    return None


def _join_as_asked(command: room.JoinTable) -> room.JoinTable:
    return replace(command, stake=0) if command.relocated else command


def _goes_on_in_doubt(actor: str, asked: object) -> bool:
    """Take, while the clock is in doubt, the acts of a start about a round in play, for which no date matters."""
    interrupted = isinstance(asked, banked.Report | room.Report) and asked.irregularity == dealing.INTERRUPTION
    return actor == SYSTEM and (interrupted or isinstance(asked, HoldRound | DiscardShoe))


def _leave_the_list(tx: Transaction, request: Request, _before: object) -> None:
    """Take a Player who has sat down in the poker room off its waiting list."""
    asked = core(request.command)
    desk = tx.state(DESK) if isinstance(asked, room.JoinTable) else None
    if desk is None or not isinstance(asked, room.JoinTable):
        return
    waits = desk.of(asked.player or request.actor)
    if waits is not None:
        tx.must(DESK.kind, DropWaiting(waits.number, "", request.stream.partition(":")[2]))


def _tell_of_link(tx: Transaction, request: Request, before: object) -> Refusal | None:
    """Tell a new table the state of its link; also a table where a statement, perhaps about it, has ended."""
    if isinstance(request.command, EstablishTable):
        return tell_tables(tx, request, before)
    return tell_again(tx, request) if type(core(request.command)) is RefuseStatement else None


# ---- Shares in another's box -----------------------------------------------------------------------------------------
#
# A Player who does not fund their part of a wager folds their share, or checks with it where the wager is optional; the
# box is played on without it. The document leaves the decision to the box's own Player: neither an empty wallet nor a
# limit nor an exclusion of a Player who has a share there takes it from them, and they learn nothing of it.


def _fold_shares(
    tx: Transaction, request: Request, state: object, command: object, posted: tuple[Posting, ...], stops: Stops
) -> tuple[object, ...] | Refusal | None:
    """Decide again once the shares of Players who do not fund their part of a decision have declined."""
    if not isinstance(state, BankedTable) or not isinstance(command, PlayBanked):
        return None
    short, asked = _unfunded(state, command, posted, stops), command.command
    for player in short:
        assert isinstance(asked, banked.Choose)
        share = PlayBanked(banked.DeclineShare(asked.box, player))
        done = tx.append(Request(request.stream, SYSTEM, Role.DEALER, share))
        if isinstance(done, Refusal):
            return done
    return tx.append(replace(request, command=_without_amount(request.command))) if short else None


def _unfunded(state: BankedTable, command: PlayBanked, posted: tuple[Posting, ...], stops: Stops) -> tuple[str, ...]:
    """Return the Players who decline before a decision, as they cannot or may not fund their part of it.

    At a table without wallets there are none: the owners of the chips are not known.
    """
    if state.engine.round is None:
        return ()
    asked = command.command
    box = state.engine.round.box(asked.box) if isinstance(asked, banked.Choose) else None
    if box is None:
        return ()
    parts = {player: tuple(one for one in posted if moved((one,)).get(player)) for player in moved(posted)}
    return tuple(player for player, part in parts.items() if player != box.player and stops(part) is not None)


def _without_amount(command: PlayBanked) -> PlayBanked:
    """Return a decision without the amount of shares that have been folded."""
    assert isinstance(command.command, banked.Choose)
    return replace(command, command=replace(command.command, amount=None))


TABLES: Final = Stream(
    words=TABLE,
    decide=decide_table,
    evolve=step,
    handling=rows(
        Handling(
            EstablishTable,
            prepare=_establish,
            fill=_established,
            adds=("meter", "rulebook", "tolerance"),
            bare=without_terms,
        ),
        Handling(Propose, prepare=_propose, fill=_proposed, bare=_proposal_as_asked),
        Handling(Countersign, prepare=_countersign),
        Handling(PrepareShoe, prepare=_prepare_shoe),
        Handling(SignClaim, prepare=_sign_claim),
        Handling(SignOn, prepare=_takes_over),
        Handling(HandOver, prepare=_takes_over),
        Handling(BuyChips, prepare=cash_at_table, adds=("person", "day", "two")),
        Handling(RedeemChips, prepare=redeem_at_cage),
        Handling(PayAward, prepare=_by_amount),
        Handling(CountTray, fill=_fill_count, adds=("count",)),
        Handling(OrderRecount, prepare=_order_recount, adds=("number", "worked")),
        Handling(SignCount, fill=_number_box, adds=("drop",)),
        Handling(PullBox, fill=_number_box, adds=("drop",)),
        Handling(RequestFill, prepare=_asked_as, fill=_fill_slip, adds=("slip", "role")),
        Handling(RequestCredit, prepare=_asked_as, fill=_credit_slip, adds=("slip", "role")),
        # The games' commands and the commands that carry them
        Handling(PlayBanked, fill=_with_meter),
        Handling(banked.OpenRound, prepare=_open_banked),
        Handling(banked.PlaceWager, prepare=_while_down),
        Handling(banked.CorrectWager, prepare=_while_down),
        Handling(banked.CloseBets, prepare=_while_down),
        Handling(banked.ReopenJackpot, prepare=_reopen),
        Handling(banked.Choose, adds=("amount",)),
        Handling(banked.Settle, prepare=in_turn, adds=("awards",)),
        Handling(room.OpenRound, prepare=_open_room),
        Handling(room.JoinTable, prepare=_join, fill=_timed, adds=("minute", "day"), bare=_join_as_asked),
        Handling(room.LeaveTable, fill=_timed, adds=("minute", "day")),
        Handling(room.DeemLeft, fill=_timed, adds=("minute", "day")),
    ),
    beforehand=_speaks_here,
    # The link first: its entry stands right behind the one that moves its meter.
    follows=(move_meter, note_cash, note_claims, drop_signatures, change_mode),
    afterwards=(dealt_on, _tell_of_link, pay_others, _leave_the_list),
    instead=_fold_shares,
    owes=is_ruling,
    goes_on_in_doubt=_goes_on_in_doubt,
    hides=in_play,
)

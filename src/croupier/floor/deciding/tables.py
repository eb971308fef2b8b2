"""The rules of a table of the floor: ``decide_table`` and ``evolve_table``. Pure functions, like the engines'."""

from typing import Final, TypeGuard, assert_never, get_args

from msgspec import UNSET
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.floor.deciding import adopting, claiming, counting, dealing, shoes
from croupier.floor.deciding.postings import of_table
from croupier.floor.values import signatures
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.seeds import SeedCommitted, SeedRevealed
from croupier.floor.values.table import (
    AdoptRulebook,
    BuyChips,
    Buyer,
    ChangeMode,
    ChangePolicy,
    ChipsBought,
    ChipsRedeemed,
    ClaimReturned,
    ClaimSigned,
    ClaimsOpened,
    CloseTable,
    CommitSeed,
    CommitShuffle,
    Countersign,
    Countersigned,
    CreditFloat,
    DiscardShoe,
    DropTaken,
    EndFailure,
    EstablishTable,
    FillFloat,
    FloatMoved,
    FloorEvent,
    JackpotWonElsewhere,
    LetSignaturesFall,
    MeterRead,
    ModeChanged,
    ModeWaits,
    NoteJackpotWon,
    OpenTable,
    PlayBanked,
    PlayRoom,
    PolicyChanged,
    PolicyWaits,
    PrepareShoe,
    Propose,
    Proposed,
    RedeemChips,
    RegisteredRead,
    Reject,
    Rejected,
    ReturnClaim,
    RevealSeed,
    RulebookAdopted,
    RulebookTakenUp,
    SeedsClosed,
    SeedsInvited,
    ShoeDiscarded,
    ShuffleCommitted,
    SignaturesFell,
    SignClaim,
    TableClosedForPlay,
    TableCommand,
    TableEstablished,
    TableEvent,
    TableInfo,
    TableOpenedForPlay,
    TakeDrop,
    TakeUpMode,
    TakeUpPolicy,
    TakeUpRulebook,
    TermsRead,
    TwoSigned,
    VoidSigned,
)
from croupier.floor.values.table_duty import DutyCommand, DutyEvent, HandOver, SignOff
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState, has_jackpot, policy_of_game
from croupier.floor.values.tray import CountTray, Tray, TrayCommand, TrayEvent, worth
from croupier.money import MILLION, MOST, Cents, format_money
from croupier.play.actor import Actor, Entered
from croupier.play.authority import too_few_end_it
from croupier.play.banked import decide as decide_house
from croupier.play.banked import open_table
from croupier.play.banked.commands import (
    CloseBets,
    CorrectCard,
    CorrectDecision,
    CorrectWager,
    DealCards,
    OpenRound,
    ReopenJackpot,
    Report,
    Settle,
    TakeBackLast,
    TakeDecision,
)
from croupier.play.banked.events import (
    ActTakenBack,
    BankedEvent,
    CardsDealt,
    DecisionCorrected,
    DecisionTaken,
    HandInvalidated,
    IrregularityRuled,
    JackpotPaid,
    RoundEnded,
    RoundOpened,
)
from croupier.play.banked.flow import hand_size
from croupier.play.banked.state import Meter, Round, Table
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room import events as room_events
from croupier.play.room.commands import JoinTable, TopUp
from croupier.play.room.commands import OpenRound as OpenRoomRound
from croupier.play.room.events import RoomEvent, RoomOpened
from croupier.play.room.evolve import opened
from croupier.rulebooks import UnknownGameError, game_name, load, load_rulebook
from croupier.rules.authority import Signer
from croupier.rules.banked import PolicyError
from croupier.rules.room import RoomGame, read_room_policy, usual_room_policy
from croupier.rules.terms import STAFF, Role, at_least, or_above

Answer = tuple[TableEvent, ...] | Refusal
_BY_COUNT: Final[dict[type[TwoSigned], str]] = {
    CloseTable: "A table closes by a count of its tray",
    FillFloat: "Chips come from the cage with a slip",
    CreditFloat: "Chips go to the cage with a slip",
    TakeDrop: "The box is pulled, and counted by two people",
}
"""The refusals at a table that keeps a tray of acts for which two people signed in earlier books."""


def decide_table(name: str, state: TableState | None, actor: str, role: Role, command: TableCommand, at: int) -> Answer:
    """Return the events of a command at a table of the floor, or the refusal. ``at`` is the time of the entry."""
    if type(command) is EstablishTable:
        return _establish(name, state, command)
    if state is None:
        return Refusal(Reason.MOMENT, f"There is no table {name[:40]}", ())
    refused = dealing.refused(state, actor, role, command)
    if refused is not None:
        return refused
    if type(command) is PlayBanked or type(command) is PlayRoom:  # the common case
        return _play(state, actor, role, command, at)
    if _leaves(state, role, command):
        return _after_the_round(name, state, actor, role, command, at)
    if isinstance(command, DutyCommand):
        return dealing.decide_duty(state, actor, role, command, at)
    match command:
        case CommitShuffle():
            return shoes.commit(state, command)
        case DiscardShoe():
            return shoes.discard(state, actor)
        case PrepareShoe() | CommitSeed() | RevealSeed():
            return shoes.seeds(state, actor, role, command)
        case NoteJackpotWon():
            return (JackpotWonElsewhere(command.table, command.back, command.failure),)
        case TakeUpRulebook():
            return adopting.take_up(state, command)
        case TakeUpPolicy():
            return adopting.take_up_policy(state)
        case TakeUpMode():
            return adopting.take_up_mode(state)
        case BuyChips():
            return _buy(state, actor, role, command)
        case RedeemChips():
            return _redeem(state, command)
        case SignClaim() | ReturnClaim() | LetSignaturesFall():
            return claiming.decide(state, actor, role, command)
        case Propose():
            return _propose(state, actor, role, command.what)
        case Countersign():
            return _countersign(state, actor, role, command)
        case Reject():
            return _reject(state, role, command)
        case _ if isinstance(command, TrayCommand):
            return counting.decide_tray(state, actor, role, command)
        case _:
            assert_never(command)


def _leaves(state: TableState, role: Role, command: TableCommand) -> bool:
    """Return whether a command leaves or counts a table whose round was announced and has no wager yet.

    The pit signs a Dealer off in the middle of any round, so that act needs no end of the round.
    """
    if not state.running or state.engaged:
        return False
    if isinstance(command, SignOff):
        return not at_least(role, Role.PIT_SUPERVISOR)
    return isinstance(command, HandOver | CountTray)


def _after_the_round(name: str, state: TableState, actor: str, role: Role, command: TableCommand, at: int) -> Answer:
    """End a round without a wager on record, as by "No more Bets", and then decide the command."""
    assert isinstance(state, BankedTable)
    ended = decide_house(state.game, state.engine, Actor(actor, Role.DEALER), CloseBets())
    assert not isinstance(ended, Refusal), ended
    events = (*shoes.seeds_end(state.info, ended), *ended)
    after: TableState = state
    for event in events:
        after, _ = step(after, event, at)
    decided = decide_table(name, after, actor, role, command, at)
    return decided if isinstance(decided, Refusal) else (*events, *decided)


def _establish(name: str, state: TableState | None, command: EstablishTable) -> Answer:
    if state is not None:
        return Refusal(Reason.MOMENT, f"Table {name} exists already", ())
    try:
        game = load_rulebook(command.rulebook) if command.rulebook else load(command.game)
        if game.name != game_name(command.game):
            return Refusal(Reason.FACT, f"{command.rulebook} is not a rulebook of {command.game}", ())
        policy_of_game(game, command.policy)
        linked = has_jackpot(game)
        if command.link and not linked:
            return Refusal(Reason.MOMENT, f"{game.name} has no jackpot to link", ())
        if linked and not command.link:
            return Refusal(Reason.FACT, f"{game.name} has a jackpot: name its link", ())
    except (UnknownGameError, PolicyError) as error:
        return Refusal(Reason.FACT, str(error.args[0]), ())
    return (
        TableEstablished(
            name,
            game.name,
            game.document.rulebook,
            usual_room_policy(command.policy) if isinstance(game, RoomGame) else command.policy,
            command.link,
            command.automatic,
            command.anonymous,
            command.meter,
            command.tolerance,
        ),
    )


# ---- Playing --------------------------------------------------------------------------------------------------------


def _play(state: TableState, actor: str, role: Role, command: PlayBanked | PlayRoom, at: int) -> Answer:
    info, asked = state.info, command.command
    refused = _not_here(state, actor, asked) if type(asked) in _WATCHED else None
    if refused is not None:
        return refused
    if isinstance(state, RoomTable):
        if not isinstance(command, PlayRoom):
            return Refusal(Reason.FACT, "This is a table of the poker room", ())
        dealt = state.decided(Actor(actor, role), command.command)
        if isinstance(dealt, Refusal):
            return dealt
        return (*shoes.seeds_end(info, dealt), *dealt)
    if not isinstance(command, PlayBanked):
        return Refusal(Reason.FACT, "This is a house-banked table", ())
    read: list[MeterRead | TermsRead | RegisteredRead] = []
    if command.meter is not None:
        read.append(MeterRead(command.meter))
    if command.terms is not None:
        read.append(TermsRead(*command.terms))
    if command.registered is not UNSET:
        read.append(RegisteredRead(command.registered))
    engine = state.engine
    for one in read:
        engine = _having_read(engine, one)
    game = state.game
    events = decide_house(game, engine, Actor(actor, role), command.command, claiming.signers(info))
    if type(events) is Refusal:
        return events
    if type(command.command) is Settle:
        every = decide_house(game, engine, Actor(actor, role), Settle()) if command.command.awards else events
        held = claiming.held_up(game, info, every, at)
        if held is not None:
            return held if isinstance(held, Refusal) else (*read, held)
    if not read and info.seeding is None:  # nearly always
        return events
    return (*read, *shoes.seeds_end(info, events), *events)


def _not_here(state: TableState, actor: str, command: object) -> Refusal | None:
    """Return the refusal of a command that a closed, counted or automatic table of any game does not allow."""
    info, asked = state.info, type(command)
    opening = asked in _OPENING
    if opening and not info.open:
        return Refusal(Reason.MOMENT, "The table is closed: its float has not been counted in", ())
    counted = counting.being_counted(info) if opening else None
    if counted is not None:
        return counted
    if opening and info.automatic and not info.root:
        return Refusal(Reason.MOMENT, "No order of the shoe has been committed to", ())
    if info.automatic and actor != SYSTEM and asked in _DEALING:
        return Refusal(Reason.ROLE, "The floor deals at this table", ())
    if info.automatic and asked in _BY_HAND:
        refused = _by_hand(state, command)
        if refused is not None:
            return refused
    if not info.open and asked in _SITTING:
        return Refusal(Reason.MOMENT, "The table is closed", ())
    return None


# Told by their classes: ``isinstance`` takes four times as long to say no, and here nearly every answer is no.
_OPENING: Final = frozenset({OpenRound, OpenRoomRound})
_DEALING: Final = frozenset({DealCards, room_commands.DealCards})
_SITTING: Final = frozenset({JoinTable, TopUp})
_TAKING_BACK: Final = frozenset({TakeBackLast, CorrectDecision, room_commands.TakeBackLast, room_commands.CorrectAct})
_BY_HAND: Final = _TAKING_BACK | {
    *(CorrectCard, room_commands.CorrectCard, CorrectWager, Report, room_commands.Report, TakeDecision)
}
_WATCHED: Final = _OPENING | _DEALING | _SITTING | _BY_HAND
"""The commands that :func:`_not_here` checks."""


def _by_hand(state: TableState, command: object) -> Refusal | None:
    """Return the refusal of a command that only makes sense where people deal: an automatic table's cards are known."""
    if isinstance(command, CorrectCard | room_commands.CorrectCard):
        return Refusal(Reason.MOMENT, "At this table no card is keyed in, so none can be wrong", ())
    if type(command) in _TAKING_BACK:
        return Refusal(Reason.MOMENT, "At this table nothing is keyed in by hand, so nothing is taken back", ())
    if isinstance(command, CorrectWager) and not state.takes_bets:
        return Refusal(Reason.MOMENT, "At this table no wager is keyed in by hand, so none can be wrong", ())
    if isinstance(command, Report | room_commands.Report | TakeDecision) and command.piles:
        return Refusal(Reason.MOMENT, "The floor deals at this table: there is no other order of the cards", ())
    if isinstance(command, Report | room_commands.Report) and command.cards:
        out = state.engine.round.used if state.engine.round is not None else 0
        if any(not 0 <= card < len(DECK) or not out >> card & 1 for card in command.cards):
            return Refusal(Reason.CARDS, "At this table a report must be about cards that have been dealt", ())
    return None


def _buy(state: TableState, actor: str, role: Role, command: BuyChips) -> Answer:
    """Sell chips for cash. Large cash waits for a second signature; the floor has set ``two`` for it."""
    if not at_least(role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may change cash", ())
    wrong = _cannot_buy(state, command)
    if wrong is not None:
        return wrong
    if not command.two:
        return (_bought(command, (actor,)),)
    if any(one.what == command for one in state.info.proposals):
        return Refusal(Reason.MOMENT, "This cash waits for its second signature already", ())
    return (Proposed(state.info.proposed + 1, command, actor, role.value),)


def _bought(command: BuyChips, by: tuple[str, ...]) -> ChipsBought:
    if not command.person and not command.two:
        return ChipsBought(command.cents)
    return ChipsBought(command.cents, Buyer(command.person, command.name, command.document, command.day, by))


def _cannot_buy(state: TableState, command: BuyChips) -> Refusal | None:
    if not state.info.anonymous:
        return Refusal(Reason.MOMENT, "At this table Players wager from their wallets", ())
    if not state.info.open:
        return Refusal(Reason.MOMENT, "The table is closed", ())
    counted = counting.being_counted(state.info)
    if counted is not None:
        return counted
    if not 0 < command.cents <= MOST or command.cents % state.engine.policy.lowest_chip:
        chip = format_money(state.engine.policy.lowest_chip)
        return Refusal(Reason.AMOUNT, f"Cash must be a multiple of the lowest chip, {chip}", ())
    if command.cents > state.info.float:
        return Refusal(Reason.FUNDS, f"The float holds {format_money(state.info.float)} by the books", ())
    return None


def _redeem(state: TableState, command: RedeemChips) -> Answer:
    if not state.info.anonymous:
        return Refusal(Reason.MOMENT, "At this table Players have wallets: cash is paid out from those", ())
    if not 0 < command.cents <= MOST or command.cents % state.engine.policy.lowest_chip:
        chip = format_money(state.engine.policy.lowest_chip)
        return Refusal(Reason.AMOUNT, f"Chips must be a multiple of the lowest one, {chip}", ())
    return (ChipsRedeemed(command.cents),)


# ---- Two signatures -------------------------------------------------------------------------------------------------


def _propose(state: TableState, actor: str, role: Role, what: TwoSigned) -> Answer:
    if not at_least(role, Role.PIT_SUPERVISOR):
        return Refusal(Reason.ROLE, f"Only {or_above(Role.PIT_SUPERVISOR)} may propose this", ())
    if isinstance(what, BuyChips):
        return Refusal(Reason.ROLE, "Cash is changed by whoever deals: a second person signs for it", ())
    wrong = _wrong(state, what) or (adopting.too_late(what) if isinstance(what, AdoptRulebook) else None)
    return wrong or (Proposed(state.info.proposed + 1, what, actor, role.value),)


def _wrong(state: TableState, what: TwoSigned) -> Refusal | None:
    """Return the refusal of a proposal that cannot be carried out at this table now."""
    info = state.info
    if info.tray is not UNSET and isinstance(what, CloseTable | FillFloat | CreditFloat | TakeDrop):
        return Refusal(Reason.MOMENT, _BY_COUNT[type(what)], ())
    match what:
        case OpenTable(counts):
            if info.open:
                return Refusal(Reason.MOMENT, "The table is open", ())
            if info.float:
                return Refusal(Reason.MOMENT, "The tray holds its chips since the last close: two people count it", ())
            return counting.wrong_counts(state, counts)
        case CloseTable(counts):
            if not info.open:
                return Refusal(Reason.MOMENT, "The table is closed", ())
            return _in_round(state) or counting.wrong_counts(state, counts)
        case FillFloat(counts) | CreditFloat(counts):
            if not info.open:
                return Refusal(Reason.MOMENT, "The table is closed", ())
            if isinstance(what, CreditFloat) and worth(counts) > info.float:
                return Refusal(Reason.FUNDS, f"The float holds {format_money(info.float)} by the books", ())
            return counting.wrong_counts(state, counts)
        case TakeDrop(cents):
            return None if 0 < cents <= MOST else Refusal(Reason.AMOUNT, "There is nothing to take", ())
        case ChangePolicy(policy):
            return _wrong_policy(state, policy)
        case AdoptRulebook():
            return _in_round(state) or adopting.wrong(state, what)
        case ChangeMode():
            return adopting.wrong_mode(state, what)
        case BuyChips():
            return _cannot_buy(state, what)
        case EndFailure():
            ended = _works_again(state)
            return ended if isinstance(ended, Refusal) else None
        case _:
            assert_never(what)


def _in_round(state: TableState) -> Refusal | None:
    return Refusal(Reason.MOMENT, "A round is in play", ()) if state.running else None


def _wrong_policy(state: TableState, policy: dict[str, object]) -> Refusal | None:
    try:
        state.read_policy(policy)
    except PolicyError as error:
        return Refusal(Reason.FACT, str(error.args[0]), ())
    return adopting.wrong_then(state, policy)


def _countersign(state: TableState, actor: str, role: Role, command: Countersign) -> Answer:
    proposal = signatures.named(state.info.proposals, command.number)
    if isinstance(proposal, Refusal):
        return proposal
    if not at_least(role, Role.PIT_SUPERVISOR):
        return Refusal(Reason.ROLE, f"Only {or_above(Role.PIT_SUPERVISOR)} may sign for this", ())
    refused = signatures.not_twice(proposal, actor) or _wrong(state, proposal.what)
    if refused is None and isinstance(proposal.what, EndFailure):
        refused = too_few_end_it([Signer(proposal.actor, Role(proposal.role)), Signer(actor, role)])
    if refused is not None:
        return refused
    signed = Countersigned(proposal.number, proposal.what, proposal.actor, actor)
    return (signed, *_carried_out(state, proposal.what, (proposal.actor, actor)))


def _works_again(state: TableState) -> tuple[BankedEvent, ...] | Refusal:
    """Return the events of the end of a failure of the jackpot system, or the refusal."""
    if not isinstance(state, BankedTable):
        return Refusal(Reason.MOMENT, "The table has no jackpot", ())
    return decide_house(state.game, state.engine, Actor(SYSTEM, STAFF[-1]), ReopenJackpot())


def _carried_out(state: TableState, what: TwoSigned, by: tuple[str, ...]) -> tuple[TableEvent, ...]:
    match what:
        case BuyChips():
            return (_bought(what, by),)
        case OpenTable(counts):
            return (FloatMoved(worth(counts), counts), TableOpenedForPlay())
        case CloseTable(counts):
            counted = worth(counts)
            return (FloatMoved(-counted, counts), TableClosedForPlay(counted - state.info.float))
        case FillFloat(counts):
            return (FloatMoved(worth(counts), counts),)
        case CreditFloat(counts):
            return (FloatMoved(-worth(counts), counts),)
        case TakeDrop(cents):
            return (DropTaken(cents),)
        case ChangePolicy(policy):
            return (PolicyWaits(policy),) if state.running else (PolicyChanged(policy),)
        case AdoptRulebook(rulebook, day):
            return (RulebookAdopted(rulebook, day),)
        case ChangeMode(automatic):
            return (ModeWaits(automatic),) if state.running else (ModeChanged(automatic),)
        case EndFailure():
            ended = _works_again(state)
            assert not isinstance(ended, Refusal), ended
            return ended
        case _:
            assert_never(what)


def _reject(state: TableState, role: Role, command: Reject) -> Answer:
    if not at_least(role, Role.PIT_SUPERVISOR):
        return Refusal(Reason.ROLE, f"Only {or_above(Role.PIT_SUPERVISOR)} may do this", ())
    found = signatures.named(state.info.proposals, command.number)
    return found if isinstance(found, Refusal) else (Rejected(found.number, command.reason),)


# ---- How a table changes ----------------------------------------------------------------------------------------


def step(
    state: TableState | None, event: TableEvent, at: int, entered: Entered | None = None
) -> tuple[TableState, dict[str, Cents]]:
    """Return the table after an event, and what the event moved; the float's books are part of the table.

    Without ``entered`` the person who entered it is unknown, and it cannot be taken back.
    """
    if type(event) is TableEstablished:
        return _established(event), {}
    assert state is not None
    after = _evolved(state, event, at, entered)
    moved = of_table(state, event, after)
    booked = moved.get(f"float:{state.info.name}", 0) if moved else 0
    if booked:
        after = replace(after, info=replace(after.info, float=after.info.float + booked))
    return after, moved


_FLOOR_EVENTS: Final = frozenset(get_args(FloorEvent))
_ROOM_EVENTS: Final = frozenset(get_args(RoomEvent))
_BANKED_EVENTS: Final = frozenset(get_args(BankedEvent))
_NOTED: Final = frozenset(
    {
        *(CardsDealt, room_events.CardsDealt, ActTakenBack, room_events.ActTakenBack, DecisionCorrected),
        *(RoundEnded, room_events.RoundEnded, IrregularityRuled, room_events.IrregularityRuled),
        *(room_events.PlayerLeft, JackpotPaid, HandInvalidated, DecisionTaken, room_events.DecisionTaken),
        RoundOpened,
    }
)
"""The events of the game that change what the floor records about a round."""


def _of_the_floor(event: TableEvent) -> TypeGuard[FloorEvent]:
    """Return whether an event is the House's own.

    Trying the members of a union one by one would take longer than the event itself.
    """
    return type(event) in _FLOOR_EVENTS


def _of_the_room(event: TableEvent) -> TypeGuard[RoomEvent]:
    return type(event) in _ROOM_EVENTS


def _of_a_banked_game(event: TableEvent) -> TypeGuard[BankedEvent]:
    return type(event) in _BANKED_EVENTS


def _evolved(state: TableState, event: TableEvent, at: int, entered: Entered | None) -> TableState:
    if _of_the_floor(event):
        return _on_floor(state, event, at)
    noted = type(event) in _NOTED
    info = _seen(state, event) if noted else state.info
    if info.automatic:
        entered = None  # nothing is keyed in by hand there, so nothing is taken back
    after: TableState
    if isinstance(state, RoomTable):
        assert _of_the_room(event), "a table of the room has events of the room"
        after = RoomTable(info, state.evolved(event, entered))
    else:
        assert _of_a_banked_game(event), "a banked table has events of a banked game"
        engine = state.evolved(event, entered)
        after = BankedTable(_completed(info, state, engine, event, at) if noted else info, engine)
    if shoes.mixed_up(state, event, after):
        return replace(after, info=replace(info, root="", dealt=0, seeding=None))
    return after


def _established(event: TableEstablished) -> TableState:
    tray = UNSET if event.tolerance is UNSET else Tray(event.tolerance)
    info = TableInfo(event.table, event.game, event.link, event.automatic, event.anonymous, tray=tray)
    game = load_rulebook(event.rulebook)
    if isinstance(game, RoomGame):
        policy = read_room_policy(game, event.policy)  # as it was established; an older table has no usual terms
        return RoomTable(info, opened(RoomOpened(event.table, game.document.rulebook, policy)))
    shown, carried = divmod(event.meter, MILLION)
    return BankedTable(
        info, open_table(game, event.policy, name=event.table, meter=shown, carried=carried, automatic=event.automatic)
    )


def _seen(state: TableState, event: object) -> TableInfo:
    """Return what the floor records about a round after an event, such as the number of cards that are out."""
    info = state.info
    if isinstance(event, CardsDealt | room_events.CardsDealt):
        return replace(info, dealt=info.dealt + len(event.cards))
    if isinstance(event, ActTakenBack | room_events.ActTakenBack):
        dealt = sum(len(one.cards) for one in event.act if isinstance(one, CardsDealt | room_events.CardsDealt))
        return replace(info, dealt=info.dealt - dealt, claims=())
    if isinstance(event, DecisionCorrected):
        return replace(info, claims=())
    if isinstance(event, RoundEnded | room_events.RoundEnded) and state.running:
        # A settled round that is voided later has no shoe any more: if there is one, it is the next round's.
        return replace(info, root="", dealt=0, complete=(), claims=(), voids=(), seeding=None, held=UNSET)
    if isinstance(event, IrregularityRuled | room_events.IrregularityRuled):
        earlier = isinstance(event, IrregularityRuled) and event.round is not UNSET
        return replace(info, held=UNSET) if event.irregularity == dealing.INTERRUPTION and not earlier else info
    if isinstance(event, room_events.PlayerLeft):
        return dealing.left(info, event.player)
    if isinstance(event, JackpotPaid | HandInvalidated) and info.claims:
        return claiming.paid_or_out(info, event.box, paid=isinstance(event, JackpotPaid))
    if isinstance(event, RoundOpened):
        return info if info.signed is UNSET else replace(info, signed=UNSET)
    if isinstance(event, DecisionTaken | room_events.DecisionTaken) and info.voids:
        return replace(info, voids=tuple(one for one in info.voids if one.number != event.number))
    return info


_DEALT: Final = frozenset({CardsDealt, ActTakenBack})
"""The events that change which hands have all their cards."""


def _completed(info: TableInfo, before: BankedTable, engine: Table, event: TableEvent, at: int) -> TableInfo:
    """Return a table with the moments when hands had all their cards, which put awards of several tables in order."""
    if type(event) not in _DEALT or engine.round is None:
        return info
    size, known = hand_size(before.game, engine.policy.dealing), dict(info.complete)
    full = [box.number for box in engine.round.boxes if len(box.cards) >= size]
    new = tuple((number, at) for number in full if number not in known)
    still = tuple(one for one in info.complete if one[0] in full)
    return replace(info, complete=still + new) if new or still != info.complete else info


def _on_floor(state: TableState, event: FloorEvent, at: int) -> TableState:
    info = state.info
    if isinstance(event, DutyEvent):
        return replace(state, info=dealing.evolve_duty(info, event, at))
    match event:
        case TableEstablished():
            raise AssertionError("a table is established once")
        case JackpotWonElsewhere():
            assert isinstance(state, BankedTable)
            assert state.engine.round is not None
            return replace(state, engine=replace(state.engine, round=_won_elsewhere(state.engine.round, event)))
        case MeterRead() | TermsRead() | RegisteredRead():
            assert isinstance(state, BankedTable)
            return replace(state, engine=_having_read(state.engine, event))
        case ShuffleCommitted():
            return replace(state, info=replace(info, shuffles=event.number, root=event.root, dealt=0, seeding=None))
        case ShoeDiscarded():
            return replace(state, info=replace(info, root="", seeding=None))
        case SeedsInvited() | SeedCommitted() | SeedRevealed() | SeedsClosed():
            return replace(state, info=shoes.evolve_seeds(info, event))
        case ClaimsOpened() | ClaimSigned() | ClaimReturned() | SignaturesFell():
            return replace(state, info=replace(info, claims=claiming.evolve(info.claims, event)))
        case VoidSigned():
            return replace(state, info=replace(info, voids=(*info.voids, event)))
        case Proposed():
            return replace(state, info=replace(info, proposals=(*info.proposals, event), proposed=event.number))
        case Countersigned() | Rejected():
            return replace(state, info=replace(info, proposals=signatures.without(info.proposals, event.number)))
        case ChipsBought():
            return replace(state, info=counting.cash_taken(info, event))
        case FloatMoved() | ChipsRedeemed() | DropTaken():
            return state  # these move only money; the books of the float follow it
        case TableOpenedForPlay():
            return replace(state, info=counting.first_float(replace(info, open=True)))
        case TableClosedForPlay():
            return replace(state, info=dealing.closed(replace(info, open=False)))
        case PolicyChanged() | PolicyWaits() | ModeChanged() | ModeWaits() | RulebookAdopted() | RulebookTakenUp():
            return adopting.evolve(state, event)
        case _ if isinstance(event, TrayEvent):
            return replace(state, info=counting.evolve_tray(info, event, at))
        case _:
            assert_never(event)


def _won_elsewhere(round_: Round, event: JackpotWonElsewhere) -> Round:
    """Return a round after all of its jackpot was won at another table, or was not after all.

    Like a ruling, this cannot be taken back.
    """
    round_, kept = replace(round_, tape=UNSET), round_.registered
    if event.back:
        assert kept is not None
        at = kept.won_at.index(event.table)
        return replace(round_, registered=replace(kept, won_at=kept.won_at[:at] + kept.won_at[at + 1 :]))
    apart = kept is not None and (kept.failure is UNSET or kept.failure != event.failure)
    registered = replace(kept, won_at=(*kept.won_at, event.table)) if kept is not None and apart else kept
    return replace(round_, fed=(), registered=registered)


def _having_read(engine: Table, event: MeterRead | TermsRead | RegisteredRead) -> Table:
    """Return the engine's table with the values that its link has sent."""
    if isinstance(event, MeterRead):
        return replace(engine, meter=Meter(event.millionths))
    if isinstance(event, RegisteredRead):
        assert engine.round is not None
        assert engine.round.registered is not None
        shared = replace(engine.round.registered, value=event.value)
        return replace(engine, round=replace(engine.round, registered=shared))
    terms = replace(engine.policy, seed=event.seed, contribution=event.contribution, jackpot_wager=event.wager)
    return replace(engine, policy=terms)

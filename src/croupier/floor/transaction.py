"""A transaction in the making: requests are tried on copies of what has been committed.

A request brings its own entry, what has to come before it, and everything that follows by itself; a batch shares one
transaction, but each act in it, of one request or of several, is accepted or refused by itself. Nothing here is the
floor's until :mod:`croupier.floor.running` has committed it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import is_not
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor import clock as clocks
from croupier.floor.chance.sealing import SealError
from croupier.floor.chance.shuffle import Shuffle
from croupier.floor.committed import Committed
from croupier.floor.jackpots import claims, links, outages
from croupier.floor.jackpots.meters import as_read, imposed, link_of, meter_moves, notes, without_terms
from croupier.floor.journal import codec
from croupier.floor.journal.hidden import Sealing, blanked, conceal, holds_cards, opened, round_key
from croupier.floor.journal.records import SYSTEM, Entry, Posting, Written, sealed, sums
from croupier.floor.journal.signing import Seal, chained
from croupier.floor.journal.store import FencedError, Reading, RepeatedError, Writing
from croupier.floor.journal.streams import NOT_BEGUN, Kept, decided, deck_context, events_of, evolved
from croupier.floor.money import postings
from croupier.floor.money.award_claims import award_steps, payable
from croupier.floor.money.award_claims import note as noted_claims
from croupier.floor.money.cage import (
    CageState,
    CashChips,
    CashSlip,
    Claims,
    CountersignCash,
    NoteAwards,
    NoteTableCash,
    PayClaim,
    ProposeCash,
    asked_cash,
)
from croupier.floor.money.cashiering import BY_AMOUNT, at_table
from croupier.floor.money.gaming_day import ZONE, day_of
from croupier.floor.money.postings import wallet
from croupier.floor.people import limits
from croupier.floor.people.duties import Work, worked
from croupier.floor.people.house import HouseState, ProposeChange
from croupier.floor.people.permissions import addressed, allowed, core
from croupier.floor.people.played import MINUTE, Played, moved
from croupier.floor.people.texts import wrong_text
from croupier.floor.people.waiting import STREAM as DESK
from croupier.floor.people.waiting import DeskState, DropWaiting
from croupier.floor.proposals import alone, doubled, falls
from croupier.floor.record import CountersignRecord, ProposeRecord, RecordState, ReplaceKey
from croupier.floor.requests import Accepted, HouseRule, Outcome, Reply, Request, Stopped, Whole
from croupier.floor.tables import adopting, claiming, dealing, shoes
from croupier.floor.tables.counting import wrong_counts
from croupier.floor.tables.duty import HandOver, SignOn
from croupier.floor.tables.kinds import BankedTable, RoomTable, TableState, in_play, is_linked, is_table
from croupier.floor.tables.table import (
    AdoptRulebook,
    BuyChips,
    ChipsBought,
    CommitShuffle,
    EstablishTable,
    OpenTable,
    PlayBanked,
    PlayRoom,
    PrepareShoe,
    Propose,
    RedeemChips,
    SignClaim,
    TableInfo,
    TakeUpMode,
    TakeUpPolicy,
    TakeUpRulebook,
    is_ruling,
)
from croupier.floor.tables.tray import TOLERANCE, KeepTray, PayAward, RequestCredit, RequestFill
from croupier.floor.timekeeping import has_to_wait
from croupier.floor.where import newcomers
from croupier.money import Cents, format_money
from croupier.play.actor import Entered
from croupier.play.banked.commands import Choose, DeclineShare, OpenRound, Settle
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import DeemLeft, JoinTable, LeaveTable, SitOut
from croupier.play.room.commands import OpenRound as OpenRoomRound
from croupier.play.room.seating import chips_of
from croupier.play.room.state import Seat
from croupier.rulebooks import UnknownGameError, in_force, load_rulebook
from croupier.rulebooks import load as load_game
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role

_HOLDS_ONLY: Final = {
    "wallet": "There is only {} to wager",
    "public": "There is only {} to wager",
    "cage": "The cage holds only {}",
    "drop": "The box at the table holds only {}",
    "slips": "The slips of the table come to only {}",
    "drawer": "The drawer does not hold as much by its books",  # whoever counts it is not told its sum
}
"""The accounts that are never negative, and what is said to somebody who would take more."""
SNAPSHOT_EVERY = 200
_PINNED: Final = frozenset(
    {Propose, RequestFill, RequestCredit, clocks.ProposeTime, clocks.CountersignTime, EstablishTable, PlayRoom}
)
"""The commands of which some carry what the floor knows better than the caller."""
_TOLD_TO_TABLES: Final = frozenset({links.LinkDown, links.CountersignUp, EstablishTable})
"""What a link's tables are told in the same commit."""
_MOST_STEPS = 400
"""More automatic acts than any round has: beyond this something is wrong."""


def current_rulebook(game: str, day: str) -> str:
    """The version of a game's document in force on a gaming day."""
    return load_game(game, in_force(game, day)).document.rulebook


class Pending:
    """States, entries, money and decks that a transaction will hold."""

    def __init__(self) -> None:
        self.streams: dict[str, Kept] = {}
        self.moved: dict[str, Cents] = {}
        self.written: list[Written] = []
        self.shoes: dict[str, Shuffle] = {}
        self.decks: list[tuple[str, int, bytes]] = []
        self.begun: list[tuple[str, int, Kept]] = []

    def add(self, other: "Pending") -> None:
        """What was decided after it."""
        self.streams.update(other.streams)
        self.written += other.written
        self.shoes.update(other.shoes)
        self.decks += other.decks
        self.begun += other.begun
        moved = self.moved
        for account, cents in other.moved.items():
            moved[account] = moved.get(account, 0) + cents

    def kept_so_far(self) -> "Pending":
        """A copy, to go back to."""
        copy = Pending()
        copy.add(self)
        return copy

    def go_back(self, so_far: "Pending") -> None:
        """Forget what was decided since a copy was made."""
        self.streams, self.moved, self.written = so_far.streams, so_far.moved, so_far.written
        self.shoes, self.decks, self.begun = so_far.shoes, so_far.decks, so_far.begun


class Trial(Pending):
    """One request within a batch, and everything that follows from it."""

    def __init__(self, batch: "Batch") -> None:
        super().__init__()
        self.batch = batch
        self.floor = batch.floor
        self.version = 0
        """The version of its stream that the request's own entry is; what prepares it comes before."""

    def kept(self, stream: str) -> Kept:
        batch = self.batch
        return self.streams.get(stream) or batch.streams.get(stream) or self.floor.streams.get(stream) or NOT_BEGUN

    def run(self, request: Request) -> tuple[Any, ...] | Refusal:
        """What has to come before a request, its own entry, and what follows by itself."""
        prepared = self._prepared(request)
        if type(prepared) is Refusal:
            return prepared
        before = self.kept(request.stream).state
        events = self.append(prepared)
        if type(events) is Refusal:
            return events
        self.version = self.kept(request.stream).version
        return self._followed(request, before) or events

    def _prepared(self, request: Request) -> Request | Refusal:
        """The request as it is to be decided, once all that comes before it is done; or why it cannot be."""
        stream, command = request.stream, request.command
        match command:
            case PlayBanked() | PlayRoom():  # nearly every act; patterns are tried in order
                return self._in_play(request, command)
            case PrepareShoe():
                self._begin(stream)
                self._shuffle(stream)
            case EstablishTable():
                if command.link and self.kept(f"link:{command.link}").state is None:
                    return Refusal(Reason.FACT, f"There is no link {command.link[:40]}", ())
                return self._too_early(command) or request
            case ProposeChange(what=limit) if falls(self.kept("house").state, request.actor, limit, self.floor.now()):
                return replace(request, command=limit)
            case (
                Propose()
                | links.ProposeTerms()
                | links.ProposeUp()
                | ProposeChange()
                | clocks.ProposeTime()
                | ProposeRecord()
                | ProposeCash()
            ):
                kept = self.kept(stream).state
                refused = doubled(kept, command)
                if refused is None and kept is not None and isinstance(command, links.ProposeUp):
                    refused = outages.unsaid(command.coins, self._linked(stream.partition(":")[2]))
                if refused is None and isinstance(command, ProposeCash):
                    refused = self._not_at_table(command.what, request.actor)
                if refused is None and isinstance(command, Propose) and isinstance(command.what, OpenTable):
                    self._keep_tray(stream)
                return refused or request
            case CountersignRecord():
                record: RecordState = self.kept(stream).state or RecordState()
                what = next((one.what for one in record.proposals if one.number == command.number), None)
                refused = self.floor.not_replaced(what.key) if isinstance(what, ReplaceKey) else None
                return refused or request
            case SignClaim():
                state = self.kept(stream).state
                return (claiming.outdated(state, command.box) if is_linked(state) else None) or request
            case links.OrderClaims():
                found = self._ordered(stream, command)
                return found if isinstance(found, Refusal) else replace(request, command=found)
            case CashChips() | CashSlip() | CountersignCash():
                return self._not_at_table(asked_cash(self.kept("cage").state, command), request.actor) or request
            case PayAward():
                return BY_AMOUNT
            case SignOn() | HandOver():
                dealer = command.to if isinstance(command, HandOver) else request.actor
                return dealing.deals_elsewhere(self._infos(), stream, dealer, request.actor) or request
            case BuyChips():
                return self._cash_at_table(request, command)
            case RedeemChips():
                cage: CageState | None = self.kept("cage").state
                if cage is not None and cage.drawers is not UNSET:
                    return Refusal(Reason.MOMENT, "This is paid at the cage, from a drawer, and not at the table", ())
            case _:
                return alone(self.kept("house").state, request.actor, command, self.floor.now()) or request
        return request

    def _cash_at_table(self, request: Request, command: BuyChips) -> Request | Refusal:
        """Cash for chips with what the cage knows of the person: it counts together with what they bring there."""
        cage: CageState | None = self.kept("cage").state
        house: HouseState | None = self.kept("house").state
        account = house is not None and command.name in house.accounts
        if account and command.name == request.actor:
            return Refusal(Reason.ROLE, "Nobody changes cash of their own: somebody else does it", ())
        if cage is None:
            return replace(request, command=replace(command, person="", day="", two=False))
        found = at_table(cage, command, account, self._day(self.floor.now()))
        return found if isinstance(found, Refusal) else replace(request, command=found)

    def _tell_cage(self, stream: str, events: Sequence[Any]) -> None:
        """Cash that somebody who is known has brought to a table."""
        if ChipsBought not in map(type, events):
            return
        for event in events:
            if type(event) is not ChipsBought or event.buyer is UNSET or not event.buyer.person:
                continue
            buyer = event.buyer
            noted = NoteTableCash(stream.partition(":")[2], buyer.person, event.cents, buyer.day, buyer.by)
            done = self.append(Request("cage", SYSTEM, Role.DEALER, noted))
            assert not isinstance(done, Refusal), done

    def _tell_claims(self, stream: str, before: Any, state: Any, version: int, events: Sequence[Any]) -> None:
        """Tell the cage which awards an entry of a table has registered, settled or undone."""
        steps = award_steps(before, state, events)
        cage: CageState | None = self.kept("cage").state if steps else None
        if cage is None or cage.claims is UNSET:
            return
        noted = NoteAwards(state.info.name, state.info.link, version, steps)
        if noted_claims(cage.claims, noted):
            done = self.append(Request("cage", SYSTEM, Role.DEALER, noted))
            assert not isinstance(done, Refusal), done

    def _not_payable(self, what: PayClaim, actor: str) -> Refusal | None:
        """The refusal of a claim that this person may not pay, with times as the House's clocks show them."""
        cage: CageState = self.kept("cage").state
        house: HouseState | None = self.kept("house").state
        claims = Claims() if cage.claims is UNSET else cage.claims
        found = payable(claims, what, (actor,), ZONE if house is None else house.zone)
        return found if isinstance(found, Refusal) else None

    def _not_at_table(self, what: object, actor: str) -> Refusal | None:
        """The refusal of cash for chips that no table without wallets has given out, or of an award by amount."""
        if isinstance(what, CashSlip):
            return BY_AMOUNT
        if isinstance(what, PayClaim) and self.kept("cage").state is not None:
            return self._not_payable(what, actor)
        if not isinstance(what, CashChips) or self.kept("cage").state is None:
            return None  # where there is no cage, it is refused in its turn
        state: TableState | None = self.kept(f"table:{what.table}").state
        if state is None or not state.info.anonymous:
            return Refusal(Reason.FACT, f"There is no table without wallets called {what.table[:40]!r}", ())
        return wrong_counts(state, what.counts)

    def _in_play(self, request: Request, command: PlayBanked | PlayRoom) -> Request | Refusal:
        """The same for an act in the game."""
        stream, asked = request.stream, command.command
        if type(asked) is JoinTable and asked.relocated:
            return self._relocated(request, asked)
        if type(asked) is OpenRound or type(asked) is OpenRoomRound:
            self._take_up(stream)
            self._begin(stream)
            self._sit_out(stream)
            self._shuffle(stream)
        if (waits := self._outage(stream, command)) is not None:
            return waits
        if type(asked) is Settle:
            turn = self._turn(stream)
            if turn.ahead is not None and not turn.boxes:
                return turn.ahead
            return replace(request, command=PlayBanked(Settle(turn.boxes)))
        return request

    def _followed(self, request: Request, before: Any) -> Refusal | None:
        """What follows by itself; if any of it is refused, so is the request."""
        trouble = self._go_on(request.stream) or self._tell_tables(request, before)
        self._pay_others(before, request.stream)
        self._seated(request)
        if type(request.command) is links.OrderClaims:
            self._pay_waiting(request.stream.partition(":")[2])
        return trouble

    def _seated(self, request: Request) -> None:
        """Whoever has taken a seat in the poker room no longer waits for one."""
        asked = core(request.command)
        if type(asked) is not JoinTable:
            return
        desk: DeskState | None = self.kept(DESK).state
        if desk is None:
            return
        waits = desk.of(asked.player or request.actor)
        if waits is not None:
            dropped = DropWaiting(waits.number, "", request.stream.partition(":")[2])
            done = self.append(Request(DESK, SYSTEM, Role.DEALER, dropped))
            assert not isinstance(done, Refusal), done

    def _relocated(self, request: Request, command: JoinTable) -> Request | Refusal:
        """A Player leaves the table where they sit and joins the other with their whole stake, in the same commit."""
        here = self.kept(request.stream).state
        if not isinstance(here, RoomTable):
            return request  # refused in its turn, with a sentence
        found = _seat_elsewhere((self.kept(stream).state for stream in self._streams()), here.info, command.player)
        if found is None:
            if here.info.anonymous:  # whose Players have names only at that table
                return request
            sentence = f"{command.player[:40]} sits at no other table of the poker room"
            return Refusal(Reason.FACT, sentence, here.game.grounds.relocated)
        table, seat = found
        stake = chips_of(table.engine, seat)
        leave = PlayRoom(LeaveTable(seat.number))
        left = self.append(Request(f"table:{table.info.name}", request.actor, request.role, leave))
        if isinstance(left, Refusal):
            return left
        return replace(request, command=PlayRoom(replace(command, stake=stake)))

    def append(self, request: Request) -> tuple[Any, ...] | Refusal:
        """One entry: its command is decided, its events are played, their money is booked, and the link is told."""
        stream, kept = request.stream, self.kept(request.stream)
        at = self.floor.now()
        command = self._pinned(self._with_meter(kept.state, request.command), at)
        if type(command) is clocks.CountersignTime:
            at = command.reads  # from here on it is this time
        refused = limits.withdrawn(self.kept("house").state, kept.state, command) if limits.is_second(command) else None
        events = refused or decided(stream, kept.state, request.actor, request.role, command, at)
        if type(events) is Refusal:
            return events
        state, states, moves = kept.state, [kept.state], []
        entered = Entered(kept.version + 1, request.actor, request.role, at)
        for event in events:
            state, moved = evolved(stream, state, event, at, entered)
            states.append(state)
            moves.append(moved)
        posted = postings.postings(moves)
        if posted:
            refused = self._poor(sums(posted), command) or limits.too_much(self.batch, request, posted, at)
            if refused is not None:

                def stops(part: tuple[Posting, ...]) -> Refusal | None:
                    return self._poor(sums(part), command) or limits.too_much(self.batch, request, part, at)

                short = _unfunded(kept.state, command, posted, stops)
                return self._folding(request, short) if short else refused
        entry = self._book(request, kept, at, command, events, states, posted)
        # The link first: its entry stands behind the one that moves its meter.
        self._tell_link(kept.state, state, entry.version, events)
        self._tell_cage(stream, events)
        self._tell_claims(stream, kept.state, state, entry.version, events)
        self._drop_signatures(stream, kept.state, state)
        self._change_mode(stream, kept.state, state)
        return events

    def _drop_signatures(self, stream: str, before: Any, after: Any) -> None:
        """Signatures were given for a hand as it was: if it is changed, they no longer count."""
        fallen = claiming.fallen(before, after)
        if fallen is not None:
            done = self.append(Request(stream, SYSTEM, Role.DEALER, fallen))
            assert not isinstance(done, Refusal), done

    def _change_mode(self, stream: str, before: Any, after: Any) -> None:
        """Who deals changes when the round in which that was signed for has ended."""
        if is_table(before) and after.info.mode is not UNSET and before.running and not after.running:
            done = self.append(Request(stream, SYSTEM, Role.DEALER, TakeUpMode()))
            assert not isinstance(done, Refusal), done

    def _book(
        self,
        request: Request,
        kept: Kept,
        at: int,
        command: Any,
        events: tuple[Any, ...],
        states: Sequence[Any],
        posted: tuple[Posting, ...],
    ) -> Entry:
        """Write down what was decided, chained to what stands there, and move its money."""
        stream, version, after = request.stream, kept.version + 1, states[-1]
        texts = (codec.write(command), codec.write(events), codec.write(posted))
        who = (request.actor, request.role.value, request.key)
        entry = Entry(stream, version, at, *who, REVISION, *texts, kept.hash, "")
        entry, sealing = self._hidden(entry, kept.sealing, command, events, after)
        entry = sealed(entry)
        self.written.append(Written(entry, events, tuple(states), posted))
        for one in posted:
            self.moved[one.account] = self.moved.get(one.account, 0) + one.cents
        self.streams[stream] = Kept(after, version, entry.hash, kept.snapshot, sealing)
        return entry

    def _hidden(
        self, entry: Entry, sealing: Sealing | None, command: Any, events: tuple[Any, ...], after: Any
    ) -> tuple[Entry, Sealing | None]:
        """An entry as it is stored: without its cards while the round is in play, and with its key when it is over."""
        if codec.kind_of(entry.stream) != "table":
            return entry, None
        keys = self.floor.keys
        if not after.running:
            house = None if sealing is None else keys.named(sealing.house)
            opens = "" if sealing is None or house is None else round_key(house, entry.stream, sealing.first).hex()
            return (replace(entry, opens=opens) if opens else entry), None
        if not any(map(holds_cards, map(type, (core(command), *events)))):  # nearly always
            return entry, sealing
        asked, happened = blanked(command), tuple([blanked(event) for event in events])
        if asked is command and not any(map(is_not, happened, events)):
            return entry, sealing
        house = None if sealing is None else keys.named(sealing.house)
        if sealing is None or house is None:  # the first of the round, or what was sealed is lost with its key
            sealing, house = Sealing(entry.version, keys.current.id), keys.current
        bare = replace(entry, command=codec.write(asked), events=codec.write(happened))
        key = round_key(house, entry.stream, sealing.first)
        return conceal(bare, (entry.command, entry.events), key, sealing), sealing

    def _folding(self, request: Request, short: Sequence[str]) -> tuple[Any, ...] | Refusal:
        """A decision, once the shares of those who do not fund their part of it are folded."""
        for player in short:
            share = PlayBanked(DeclineShare(request.command.command.box, player))
            done = self.append(Request(request.stream, SYSTEM, Role.DEALER, share))
            if isinstance(done, Refusal):
                return done
        return self.append(replace(request, command=_without_amount(request.command)))

    def _poor(self, moved: Mapping[str, Cents], command: Any) -> Refusal | None:
        """The refusal if a wallet, the cage or a table's box would be negative after what a command moves.

        A ruling is carried out anyway: a Player who has taken away what a Void asks back owes it.
        """
        for account, cents in moved.items():
            if cents >= 0:
                continue
            told = _HOLDS_ONLY.get(account.partition(":")[0])
            if told is not None:
                holds = self.batch.balance(account) + self.moved.get(account, 0)
                if holds + cents < 0 and not is_ruling(command):
                    return Refusal(Reason.FUNDS, told.format(format_money(holds)), ())
        return None

    def _with_meter(self, state: Any, command: Any) -> Any:
        """A command with the link's meter and terms, if its table has not seen them yet."""
        if type(command) is PlayBanked:
            return as_read(self.kept(f"link:{state.info.link}").state, state, command) if is_linked(state) else command
        if not isinstance(command, EstablishTable | Propose):
            return command
        link = self.kept(f"link:{link_of(state, command)}").state
        return command if link is None else imposed(link, command)

    def _day(self, at: int) -> str:
        """The gaming day, by the House's clock if it has set one."""
        house = self.kept("house").state
        return day_of(at) if house is None else str(house.day(at))

    def _too_early(self, command: EstablishTable) -> Refusal | None:
        """The refusal of a table under a version that is not in force yet."""
        try:
            holds = load_rulebook(command.rulebook).document.effective_day if command.rulebook else ""
        except UnknownGameError:
            return None  # refused in its turn, with a sentence
        if holds <= self._day(self.floor.now()):
            return None
        return Refusal(Reason.MOMENT, f"{command.rulebook} is effective from {holds} on", ())

    def _take_up(self, stream: str) -> None:
        """A round is the first under another policy, or another version whose day has come, if its table has one."""
        if (state := self.kept(stream).state) is not None and state.info.policy is not UNSET and not state.running:
            done = self.append(Request(stream, SYSTEM, Role.DEALER, TakeUpPolicy()))
            assert not isinstance(done, Refusal), done
        state, day = self.kept(stream).state, self._day(self.floor.now())
        if state is not None and adopting.is_due(state, day):
            done = self.append(Request(stream, SYSTEM, Role.DEALER, TakeUpRulebook(day)))
            assert not isinstance(done, Refusal), done

    def _keep_tray(self, stream: str) -> None:
        """A table of earlier books keeps a tray of chips alone from its next opening on."""
        state = self.kept(stream).state
        if state is not None and state.info.tray is UNSET and not state.info.open and not state.info.float:
            done = self.append(Request(stream, SYSTEM, Role.DEALER, KeepTray(TOLERANCE)))
            assert not isinstance(done, Refusal), done

    def _numbered(self, command: RequestFill | RequestCredit) -> RequestFill | RequestCredit:
        """A slip with its number, which no other of the house has."""
        trays = [info.tray for info in self._infos() if info.tray is not UNSET]
        if isinstance(command, RequestFill):
            return replace(command, slip=f"F-{1 + sum(one.fills for one in trays):04}")
        return replace(command, slip=f"C-{1 + sum(one.credits for one in trays):04}")

    def _infos(self) -> list[TableInfo]:
        states = (self.kept(stream).state for stream in self._streams() if codec.kind_of(stream) == "table")
        return [state.info for state in states if state is not None]

    def _pinned(self, command: Any, at: int) -> Any:
        """A command with what the floor knows better than the caller: the version of a document, a link's meter, the
        time."""
        if type(command) not in _PINNED:
            return command
        if isinstance(command, Propose) and isinstance(command.what, AdoptRulebook):
            return Propose(replace(command.what, today=self._day(at)))
        if isinstance(command, RequestFill | RequestCredit):
            return self._numbered(command)
        if isinstance(command, clocks.ProposeTime):
            return replace(command, reads=self.floor.clock.now())
        if isinstance(command, clocks.CountersignTime):
            return replace(command, reads=self.floor.clock.now(), due=self.floor.time.due())
        if isinstance(command, EstablishTable):
            link = self.kept(f"link:{command.link}").state
            command = replace(command, meter=link.meter if link is not None else 0, tolerance=TOLERANCE)
            try:
                named = command.rulebook or current_rulebook(command.game, self._day(at))
                return replace(command, rulebook=named)
            except UnknownGameError:
                return command  # refused in its turn, with a sentence
        if isinstance(command, PlayRoom) and isinstance(command.command, JoinTable | LeaveTable | DeemLeft):
            house = self.kept("house").state
            day = house.day(at) if house is not None else ""
            return PlayRoom(replace(command.command, minute=at // MINUTE, day=day))
        return command

    def _tell_link(self, before: Any, state: Any, version: int, events: Sequence[Any]) -> None:
        """What an entry of a table did to its link's meter."""
        if not is_linked(state):
            return
        moves = meter_moves(state.game, before, state, events)
        if not moves:
            return
        told = links.MoveMeter(state.info.name, version, moves)
        done = self.append(Request(f"link:{state.info.link}", SYSTEM, Role.DEALER, told))
        assert not isinstance(done, Refusal), done
        if not any(move.whole or move.back for move in moves):
            return  # what is put into a jackpot is no news to other tables
        for name, note in notes(state.info.name, moves, self._linked(state.info.link)):
            done = self.append(Request(f"table:{name}", SYSTEM, Role.DEALER, note))
            assert not isinstance(done, Refusal), done

    def _outage(self, stream: str, command: PlayBanked | PlayRoom) -> Refusal | None:
        """The refusal if a jackpot that is down does not allow this at its table."""
        state = self.kept(stream).state
        if not is_linked(state):
            return None
        link: links.LinkState = self.kept(f"link:{state.info.link}").state
        return outages.stopped(state, command.command) if link.down else None

    def _tell_tables(self, request: Request, before: Any) -> Refusal | None:
        """A jackpot that fails or works again does so for all its tables, in the same commit."""
        asked = request.command
        if type(asked) not in _TOLD_TO_TABLES:
            return None
        seen = asked.seen if isinstance(asked, links.LinkDown) else {}
        untried = links.untried(before, asked.number) if isinstance(asked, links.CountersignUp) else ()
        for stream in self._streams():
            state = self.kept(stream).state
            if is_linked(state):
                link = self.kept(f"link:{state.info.link}").state
                command = outages.told(request.stream, stream, state, link, seen, untried)
                if command is None:
                    continue
                done = self.append(Request(stream, request.actor, request.role, PlayBanked(command)))
                trouble = done if isinstance(done, Refusal) else self._go_on(stream)
                if trouble is not None:
                    return Refusal(trouble.reason, f"Table {state.info.name}: {trouble.sentence}", trouble.cites)
        return None

    def _begin(self, stream: str) -> None:
        """Remember what a round begins from; a prepared shoe belongs to it."""
        kept = self.kept(stream)
        if kept.state is not None and not kept.state.info.root and not kept.state.running:
            self.begun.append((stream, kept.state.engine.rounds + 1, kept))

    def _sit_out(self, stream: str) -> None:
        """Before a round in the poker room: Players who may no longer play are not dealt in."""
        for seat in limits.to_sit_out(self.batch, stream, self.floor.now()):
            done = self.append(Request(stream, SYSTEM, Role.DEALER, PlayRoom(SitOut(seat, will_return=False))))
            assert not isinstance(done, Refusal), done

    def _shuffle(self, stream: str) -> None:
        """Fix the order of an automatic table's shoe and commit to it: for a round, or when its rest is shuffled
        again."""
        state = self.kept(stream).state
        if state is None or not state.info.automatic or state.info.root or not state.info.open:
            return
        shuffle = Shuffle.fresh(self.floor.entropy, shoes.cards_left(state))
        number = state.info.shuffles + 1
        done = self.append(Request(stream, SYSTEM, Role.DEALER, CommitShuffle(shuffle.root, len(shuffle.cards))))
        assert not isinstance(done, Refusal), done
        self.shoes[stream] = shuffle
        deck = self.floor.keys.seal(shuffle, deck_context(stream, number), self.floor.entropy)
        self.decks.append((stream, number, deck))

    def _shoe(self, stream: str) -> Shuffle:
        return self.shoes.get(stream) or self.batch.shoes.get(stream) or self.floor.shoe(stream)

    def _go_on(self, stream: str) -> Refusal | None:
        """At an automatic table everything that waits for nobody happens at once."""
        if codec.kind_of(stream) != "table":
            return None
        for _ in range(_MOST_STEPS):
            state = self.kept(stream).state
            if shoes.lacks_shuffle(state):
                self._shuffle(stream)
                state = self.kept(stream).state
            if not state.info.automatic or not state.info.root:
                return None
            count = state.cards_due()
            if count:
                cards = shoes.next_cards(self._shoe(stream), state.info, count)
                command: Any = state.dealing(cards)
            else:
                command = state.due()
            if command is None:
                return None
            if type(command.command) is Settle:
                turn = self._turn(stream)
                if turn.ahead is not None and not turn.boxes:
                    return None
                command = PlayBanked(Settle(turn.boxes))
            done = self.append(Request(stream, SYSTEM, Role.DEALER, command))
            if type(done) is Refusal:
                return done
        raise AssertionError(f"{stream} does not come to rest")

    def _turn(self, stream: str) -> claims.Turn:
        """The refusal if major awards of other tables on the link are paid before this one's."""
        state = self.kept(stream).state
        if not is_linked(state):
            return claims.Turn()
        return claims.turn(state, self._claiming(state.info.link), self.kept(f"link:{state.info.link}").state)

    def _ordered(self, stream: str, command: links.OrderClaims) -> links.OrderClaims | Refusal:
        """The House's finding about the order of awards, if there is something to find."""
        link = self.kept(stream).state
        return command if link is None else claims.ordered(command, self._linked(link.name), link)

    def _pay_others(self, before: Any, stream: str) -> None:
        """Settle awards on the link that only waited for this table's, in their order. What is refused there waits."""
        if not is_linked(before) or not before.info.claims:
            return
        if before.info.claims != self.kept(stream).state.info.claims:
            self._pay_waiting(before.info.link)

    def _pay_waiting(self, link: str) -> None:
        """Settle rounds on a link that are ready, as long as there is one whose turn it is."""
        known = -1
        while known < len(self.written):  # each of them may be the one that the next waits for
            known = len(self.written)
            for table in self._linked(link):
                if table.engine.round is not None and table.engine.round.phase is Phase.SETTLING:
                    self._go_on(f"table:{table.info.name}")

    def _linked(self, link: str) -> list[BankedTable]:
        """The tables on a link."""
        return self._of_link(link, self.floor.where.linked(link))

    def _claiming(self, link: str) -> list[BankedTable]:
        """Those of them where a major award may wait: all that do are among them."""
        return self._of_link(link, self.floor.where.claiming(link))

    def _of_link(self, link: str, committed: frozenset[str]) -> list[BankedTable]:
        """These tables of a link and whichever this transaction has touched, as it has left them."""
        states = (self.kept(stream).state for stream in sorted({*committed, *self.batch.streams, *self.streams}))
        return [one for one in states if is_linked(one) and one.info.link == link]

    def _streams(self) -> list[str]:
        return sorted({*self.floor.streams, *self.batch.streams, *self.streams})


def _timeless(command: Any) -> Any:
    """A command without what the floor adds to it when it is accepted."""
    command = without_terms(command)
    if isinstance(command, Settle):
        return Settle()
    if isinstance(command, links.OrderClaims):
        return replace(command, cites=())
    if isinstance(command, Propose) and isinstance(command.what, AdoptRulebook):
        return Propose(replace(command.what, today=""))
    if isinstance(command, Choose):
        return replace(command, amount=None)
    if isinstance(command, JoinTable | LeaveTable | DeemLeft):
        command = replace(command, minute=0, day="")
        return replace(command, stake=0) if isinstance(command, JoinTable) and command.relocated else command
    if isinstance(command, RequestFill | RequestCredit):
        return replace(command, slip="")
    if isinstance(command, BuyChips):
        return replace(command, person="", day="", two=False)
    if isinstance(command, clocks.ProposeTime):
        return replace(command, reads=0)
    if isinstance(command, clocks.CountersignTime):
        return replace(command, reads=0, due=0)
    return replace(command, meter=0, rulebook="", tolerance=UNSET) if isinstance(command, EstablishTable) else command


def _none(_stream: str, _first: int) -> str:
    """What this floor has just sealed needs no key but its own."""
    return ""


class Batch(Pending):
    """What a transaction will hold."""

    def __init__(
        self, floor: Committed, known: dict[tuple[str, str], Entry] | None, reading: Reading | None = None
    ) -> None:
        """``known`` are the entries that its requests may repeat, by stream and key. Where it is None, nobody has
        looked: whether a request that is refused was accepted before is found out then, and a key that was taken makes
        the commit fail."""
        super().__init__()
        self.floor = floor
        self._known, self._looked, self._reading = known or {}, known is not None, reading
        self._own: dict[tuple[str, str], Entry] = {}
        """The entries of the batch itself, likewise."""
        self._work: dict[str, set[Work]] = {}
        """Who has done what in it, as far as its entries have been gone through."""
        self._noted = 0
        self._come: dict[str, set[str]] = {}
        """By Player, the tables to which they have come in it, likewise."""
        self._gone_through = 0

    def take_whole(self, whole: Whole) -> Outcome:
        """Try an act: each request over what the one before it leaves, and if one is refused, none happens."""
        so_far = self.kept_so_far() if len(whole.requests) > 1 else None  # one request leaves nothing behind by itself
        own = self._own
        accepted: list[Accepted] = []
        self._own = dict(own) if so_far is not None else own
        for number, request in enumerate(whole.requests):
            reply = self.take(request, whole.rule)
            if type(reply) is Refusal:
                if so_far is not None:
                    self._check_keys(whole.requests[:number])
                    self.go_back(so_far)
                    self._own = own
                return Stopped(number, reply)
            accepted.append(reply)
        return tuple(accepted)

    def _check_keys(self, accepted: Sequence[Request]) -> None:
        """Raises :class:`RepeatedError` if what was just accepted had been before: the next was then decided over too
        much. If it was kept, the commit would fail; but it is not."""
        if not self._looked and not self._known.keys() >= self.floor.known(accepted, self._reading).keys():
            raise RepeatedError("the first part of this act was delivered before")

    def take(self, request: Request, rule: HouseRule | None = None) -> Reply:
        """Try a request: all of it happens, or nothing of it. Whoever repeats one is answered as the first time."""
        refused = allowed(request.role, request.command) or addressed(request.stream, request.command)
        refused = refused or wrong_text(request.command, request.key)
        if refused is not None:
            return refused
        reply = self._repeated(request) or self._tried(request, rule)
        if type(reply) is Refusal and not self._looked:
            self._known.update(self.floor.known([request], self._reading))
            return self._repeated(request) or reply
        return reply

    def _tried(self, request: Request, rule: HouseRule | None) -> Reply:
        """What becomes of a request that is none of those before."""
        stopped = self._stopped(request)
        if stopped is not None:
            return stopped
        kept = self.kept(request.stream)
        if request.version is not None and request.version != kept.version:
            sentence = f"{request.stream} has moved on: it is at version {kept.version}, not {request.version}"
            return Refusal(Reason.STALE, sentence, ())
        refused = limits.barred(self, request, self.floor.now())
        if refused is None and rule is not None:
            refused = rule(self, request)
        if refused is not None:
            return refused
        trial = Trial(self)
        try:
            events = trial.run(request)
        except UnicodeError:  # half a character, which no text of the record could hold
            return Refusal(Reason.FACT, "This contains a character that cannot be stored", ())
        except SealError:
            told = "The cards of this round are lost with the key that sealed them: it cannot be played on"
            return Refusal(Reason.MOMENT, told, ())
        if type(events) is Refusal:
            return events
        self.add(trial)
        for one in trial.written:
            if one.entry.key:
                self._own[one.entry.stream, one.entry.key] = one.entry
        return Accepted(request.stream, trial.version, events)

    def _stopped(self, request: Request) -> Refusal | None:
        """The refusal while the clock is in doubt.

        That the time was signed for counts with the next commit: the entries of this one have the old time.
        """
        clock: clocks.ClockState | None = self.state_of(clocks.STREAM)
        doubt = self.floor.doubt() or (clock.doubted if clock is not None else None)
        if doubt is None or not has_to_wait(request.stream, request.actor, core(request.command)):
            return None
        house: HouseState | None = self.state_of("house")
        return clocks.stopped(doubt) if house is None else clocks.stopped(doubt, house.zone)

    def _repeated(self, request: Request) -> Reply | None:
        pair = request.stream, request.key
        found, own = self._known.get(pair), self._own.get(pair)
        if own is not None:
            found = opened(own, self.floor.keys, _none) or own
        if found is None:
            return None
        if found.actor != request.actor:  # nobody learns what another's key led to
            return Refusal(Reason.FACT, "This key belongs to somebody else", ())
        asked = codec.read_command(found.stream, found.schema, found.command)
        if found.role != request.role or _timeless(core(asked)) != _timeless(core(request.command)):
            return Refusal(Reason.FACT, "This key has been used for something else", ())
        events = events_of(self.kept(request.stream).state, found)
        return Accepted(found.stream, found.version, events, repeated=True)

    def kept(self, stream: str) -> Kept:
        """A stream as this batch has left it."""
        return self.streams.get(stream) or self.floor.streams.get(stream) or NOT_BEGUN

    def state_of(self, stream: str) -> Any:
        """A stream's state as this batch has left it."""
        return self.kept(stream).state

    def states_with(self, player: str) -> list[Any]:
        """The tables where a Player has wagers, as this batch has left them."""
        for one in self.written[self._gone_through :]:
            for come in newcomers(one.before, one.after):
                self._come.setdefault(come, set()).add(one.entry.stream)
        self._gone_through = len(self.written)
        return [self.state_of(stream) for stream in {*self.floor.where.of(player), *self._come.get(player, ())}]

    def played(self, house: HouseState, at: int) -> Played:
        """What has been committed of the gaming day."""
        return self.floor.played(house, at)

    def pending(self) -> dict[str, Cents]:
        """What this batch has moved between wallets and tables."""
        tables = (one for one in self.written if codec.kind_of(one.entry.stream) == "table")
        return moved(posting for one in tables for posting in one.posted)

    def done(self, house: HouseState, at: int, name: str) -> set[Work]:
        """What somebody has done on the gaming day, with what this batch has decided."""
        for one in self.written[self._noted :]:
            for worker, work in worked(one.entry, one.posted):
                self._work.setdefault(worker, set()).add(work)
        self._noted = len(self.written)
        return {*self.floor.worked(house, at).done.get(name, ()), *self._work.get(name, ())}

    def go_back(self, so_far: Pending) -> None:
        """Forget what was decided since a copy was made."""
        super().go_back(so_far)
        self._noted = self._gone_through = 0
        self._work.clear()
        self._come.clear()

    def balance(self, account: str) -> Cents:
        """An account as this batch has left it."""
        return self.floor.balances.get(account, 0) + self.moved.get(account, 0)

    def write(self, writing: Writing) -> Seal:
        """Write everything into the transaction. Returns the House's signature under it.

        What was decided depends on all streams and accounts as this floor has them. If somebody else has written since,
        a full wallet may be empty, so nothing is written.
        """
        before = self.floor.position
        if writing.position() != before:
            raise FencedError("somebody else has written to this floor since it was opened here: open it again")
        writing.append(self.written)
        head = chained(self.floor.head, (one.entry.hash for one in self.written))
        seal = self.floor.signer.seal(before + 1, before + len(self.written), head)
        writing.save_seal(seal)
        for stream, number, deck in self.decks:
            writing.save_deck(stream, number, deck)
        for stream, kept in list(self.streams.items()):
            # A state has its cards in the clear, so none is kept of a round in play.
            if kept.version - kept.snapshot >= SNAPSHOT_EVERY and not in_play(kept.state):
                writing.save_snapshot(stream, kept.version, codec.write_state(kept.state))
                self.streams[stream] = Kept(kept.state, kept.version, kept.hash, kept.version)
        return seal


# ---- A Player whom the pit moves to another table of the poker room -------------------------------------------------


def _seat_elsewhere(states: Iterable[object], here: TableInfo, player: str) -> tuple[RoomTable, Seat] | None:
    """Where a Player whose chips belong to the same account at both tables sits; None if they sit nowhere else."""
    for state in states:
        if not isinstance(state, RoomTable) or state.info.name == here.name:
            continue
        if wallet(state.info, player) != wallet(here, player):
            continue
        for seat in state.engine.seats:
            if seat.player == player:
                return state, seat
    return None


# ---- Shares in another's box ----------------------------------------------------------------------------------------
#
# A Player who does not fund their part of a wager folds their share, or checks with it where the wager is optional; the
# box is played on without it. The document leaves the decision to the box's own Player: neither an empty wallet nor a
# limit nor an exclusion of a Player who has a share there takes it from them, and they learn nothing of it.


_Stops = Callable[[tuple[Posting, ...]], Refusal | None]
"""Why these movements of money are not allowed."""


def _unfunded(state: Any, command: Any, postings: Iterable[Posting], stops: _Stops) -> tuple[str, ...]:
    """Return the Players who decline before a decision, as they cannot or may not fund their part of it.

    At a table without wallets nobody knows whose chips are whose, so there are none.
    """
    if not isinstance(state, BankedTable) or not isinstance(command, PlayBanked) or state.engine.round is None:
        return ()
    asked = command.command
    box = state.engine.round.box(asked.box) if isinstance(asked, Choose) else None
    if box is None:
        return ()
    posted = tuple(postings)
    parts = {player: tuple(one for one in posted if moved((one,)).get(player)) for player in moved(posted)}
    return tuple(player for player, part in parts.items() if player != box.player and stops(part) is not None)


def _without_amount(command: PlayBanked) -> PlayBanked:
    """The same decision once shares have been folded: what it places is less by these."""
    assert isinstance(command.command, Choose)
    return replace(command, command=replace(command.command, amount=None))

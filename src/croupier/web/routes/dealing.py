"""The requests of the Dealer's console besides its page: wagers for Players, previews of rulings, and reports."""

from itertools import count
from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, CardError, parse_card
from croupier.floor.deciding.dealing import speaks_elsewhere
from croupier.floor.deciding.permissions import allowed, core
from croupier.floor.house.credentials import Session
from croupier.floor.journal.codec import read_command
from croupier.floor.running.loading import events_of
from croupier.floor.values.requests import Accepted, AtomicRequest, Rejected
from croupier.floor.values.requests import Request as Asked
from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.play.banked.betting import is_name
from croupier.play.banked.commands import CorrectCard, DealCards, PlaceWager, Report
from croupier.play.banked.options import Stake, TakeBack, options
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room_commands
from croupier.play.searching import LONGEST
from croupier.play.viewer import Viewer
from croupier.rules.terms import Role, WagerName, at_least, or_above
from croupier.web.acting.acts import LONGEST_KEY, MOST_COMMANDS, act
from croupier.web.acting.sessions import needs_session
from croupier.web.desks.dealer.keying import laid, meant, opens, still_to_lay
from croupier.web.desks.dealer.reporting import command_of, completed, entered_with, found, over_the_maximum, preview
from croupier.web.http.answers import RefusedError, SignedInRequest, missing
from croupier.web.routes import Here
from croupier.web.venue import Venue
from croupier.web.wire import Answer
from croupier.web.wire.dealer import (
    CardEntered,
    CardRead,
    IrregularityFound,
    LeftOut,
    Lying,
    ReportAsked,
    RulingPreview,
    StakesFor,
    StandIn,
    WagersEntered,
)


class RulingAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the ruling on a report that is not made yet."""

    report: ReportAsked


class Reported(Struct, frozen=True, forbid_unknown_fields=True):
    """A report of an irregularity that has happened."""

    key: str
    """The idempotency key, chosen by the caller: the same when the request is sent again."""
    report: ReportAsked
    version: int | None = None
    """The version of the stream that the caller saw; if it has moved on, the request is refused."""


class ConsoleAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice of who is to deal a table of a demonstration."""

    take_over: bool
    """True if the caller deals from now on; False if the demonstration's Dealer does."""


class WagersAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The wagers that lie on the layout: amounts by box, area and owner, or all that lay there in the last round."""

    key: str
    lying: tuple[Lying, ...] = ()
    again: bool = False
    """True to repeat the last round's wagers on every box on which nothing lies yet."""


class EntryAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the console: its commands, which are one act, or a card.

    Hands that are known and due are opened after it.
    """

    key: str
    commands: tuple[dict[str, Any], ...] = ()
    card: str = ""
    """A card in place of commands, as a reader would send it."""
    place: str = ""


class DealingController(Controller):
    """A Dealer's work at a table."""

    path = "/api/tables/{table:str}"
    tags = ("dealing",)
    guards = (needs_session,)

    @get("/stakes", summary="What may be wagered for a Player")
    async def stakes(
        self,
        request: SignedInRequest,
        venue: Here,
        table: FromPath[str],
        player: Annotated[str, QueryParameter(min_length=1, max_length=60)],
    ) -> StakesFor:
        """Return the areas that accept a Player's chips, with the least, the most and the step of each."""
        state = _table(venue, table)
        _may(request.user, PlayBanked(PlaceWager(1, WagerName.ANTE, 0)))
        _deals(request.user)
        if not is_name(player):
            raise RefusedError(Refusal(Reason.FACT, f"{player[:40]!r} is not a Player's name", ()))
        if not isinstance(state, BankedTable) or not state.info.open:
            return StakesFor(player, (), ())
        offered = options(state.game, state.engine, Viewer(request.user.role, player))
        return StakesFor(
            player,
            tuple(one for one in offered if isinstance(one, Stake)),
            tuple(one for one in offered if isinstance(one, TakeBack)),
        )

    @post("/wagers", summary="Say what lies on the layout", status_code=200)
    async def wagers(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[WagersAsked]
    ) -> WagersEntered:
        """Enter the amounts that lie on the layout, and return those that cannot lie there with the reasons.

        Each amount is the total that lies on an area, so that a repeated request changes nothing.
        """
        state = _table(venue, table)
        _may(request.user, PlayBanked(PlaceWager(1, WagerName.ANTE, 0)))
        _deals(request.user)
        _check_key(data.key)
        if not isinstance(state, BankedTable):
            raise RefusedError(Refusal(Reason.MOMENT, "No wagers lie on boxes at this table", ()))
        wanted = still_to_lay(state, venue.telling.of(state).before) if data.again else data.lying
        if len(wanted) > MOST_COMMANDS * 2:
            raise RefusedError(Refusal(Reason.FACT, f"lying: must be at most {MOST_COMMANDS * 2} at once", ()))
        laid_, left, without = list[Lying](), list[LeftOut](), set[tuple[int, str]]()
        for number, one in enumerate(wanted):
            if (one.box, one.player) in without:  # their Ante could not be laid, and is in the answer
                continue
            refused = await _lay(venue, request.user, table, f"{data.key}.{number}", one)
            if refused is None:
                laid_.append(one)
            else:
                without.add((one.box, one.player))
                lies = over_the_maximum(state, one) if refused.reason is Reason.LIMITS else None
                left.append(LeftOut(one, refused, lies))
        return WagersEntered(tuple(laid_), tuple(left), venue.kept(table).version)

    @post("/cards", summary="Enter a card, as it is keyed or as a reader sees it", status_code=200)
    async def card(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[CardRead]
    ) -> CardEntered:
        """Enter a card where the next one belongs. The card never reaches a page while it is face down."""
        _table(venue, table)
        _deals(request.user)
        return await _card(venue, request.user, table, data)

    @post("/entries", summary="Act at a table from its console", status_code=200)
    async def entry(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[EntryAsked]
    ) -> Answer:
        """Act at the table, then open the hands that are known already and due.

        A refusal is part of the answer: a meaningless key at the console is no error of the request.
        """
        _table(venue, table)
        _deals(request.user)
        _check_key(data.key)
        try:
            if data.card:
                entered = await _card(venue, request.user, table, CardRead(data.key, data.card, data.place))
                return Answer(data.key, None, entered.repeated, entered.version)
            answer = await act(venue, request.user, f"table:{table}", data.key, data.commands)
            if answer.refused is None:
                await _open(venue, request.user, table, data.key)
        except RefusedError as wrong:
            return Answer(data.key, wrong.refusal)
        return replace(answer, version=venue.kept(table).version)

    @get("/irregularities", summary="Find an irregularity in plain words")
    async def irregularities(
        self,
        request: SignedInRequest,
        venue: Here,
        table: FromPath[str],
        words: Annotated[str, QueryParameter(max_length=LONGEST)] = "",
    ) -> tuple[IrregularityFound, ...]:
        """Return the irregularities that the words may mean, the best match first.

        Each comes with the reason why it cannot be reported now, if there is one.
        """
        state = _table(venue, table)
        _may_report(request.user, state)
        return found(state, request.user.account, request.user.role, words, venue.floor.now())

    @post("/rulings", summary="What would be ruled, if this were reported now", status_code=200)
    async def ruling(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[RulingAsked]
    ) -> RulingPreview:
        """Return the ruling with the money that it would move, and change nothing."""
        state = _table(venue, table)
        session = request.user
        _may_report(session, state)
        infos = (venue.floor.table(name).info for name in venue.floor.tables())
        elsewhere = speaks_elsewhere(infos, state.info, session.account, session.role, _report(state))
        if elsewhere is not None:
            raise RefusedError(elsewhere)
        link = venue.floor.link(state.info.link) if state.info.link else None
        answer = preview(state, link, session.account, session.role, data.report, venue.floor.now())
        if isinstance(answer, Refusal):
            raise RefusedError(answer)
        return answer

    @post("/reports", summary="Report an irregularity", status_code=200)
    async def report(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[Reported]
    ) -> Answer:
        """Report an irregularity; cards that are face down are named by their places.

        A wager of a wrong amount that is not entered yet is entered with the report, as one act.
        """
        state = _table(venue, table)
        session = request.user
        _may_report(session, state)
        _check_key(data.key)
        made = completed(state, data.report)
        if isinstance(made, Refusal):
            raise RefusedError(made)
        stream, first = f"table:{table}", entered_with(state, data.report)
        command, version = command_of(made), data.version
        acts = [Asked(stream, session.account, session.role, command, data.key, version if first is None else None)]
        if first is not None:
            _may(session, first)
            key = f"{data.key}.enters"[-LONGEST_KEY:]
            acts.insert(0, Asked(stream, session.account, session.role, first, key, version))
        outcome = await venue.desk.ask_whole(AtomicRequest(tuple(acts)))
        if isinstance(outcome, Rejected):
            raise RefusedError(outcome.refusal)
        return Answer(data.key, None, outcome[-1].repeated, outcome[-1].version)

    @post("/console", summary="Take a table over from the demonstration's Dealer, or hand it back", status_code=200)
    async def console(
        self, request: SignedInRequest, venue: Here, table: FromPath[str], data: JSONBody[ConsoleAsked]
    ) -> StandIn:
        """Give the console to the caller, or hand it back, once the Dealer has finished what they had begun."""
        _table(venue, table)
        session, dealers = request.user, venue.dealers
        _deals(session)
        name = dealers.stands_in(table) if dealers is not None else ""
        if dealers is None or not name:
            raise RefusedError(Refusal(Reason.MOMENT, "No Dealer of the demonstration deals at this table", ()))
        if data.take_over:
            await dealers.take_over(table, session.account)
        else:
            dealers.hand_back(table)
        return StandIn(name, not dealers.yielded(table))


async def _card(venue: Venue, session: Session, table: str, data: CardRead) -> CardEntered:
    """Enter a card where it belongs, and open the hand that it completes."""
    _check_key(data.key)
    try:
        card = parse_card(data.card)
    except CardError as wrong:
        raise RefusedError(Refusal(Reason.FACT, f"card: {wrong}", ())) from wrong
    repeated = _entered_before(venue, session, table, data.key, card)
    if repeated is not None:
        return repeated
    found = meant(venue.floor.table(table), card, data.place)
    if isinstance(found, Refusal):
        raise RefusedError(found)
    await _ask(venue, session, table, data.key, found.command)
    await _open(venue, session, table, data.key, found.slot.place)
    return CardEntered(data.key, found.slot.place, repeated=False, version=venue.kept(table).version)


async def _ask(venue: Venue, session: Session, table: str, key: str, command: PlayBanked | PlayRoom) -> int:
    """Return the version of a stream after a command of the console; raises :class:`RefusedError` for a refusal."""
    refused = allowed(session.role, command)
    if refused is not None:
        raise RefusedError(refused)
    stream = f"table:{table}"
    if venue.dealers is not None:
        await venue.dealers.acts(stream, session.account, session.role, command)
    reply = await venue.desk.ask(Asked(stream, session.account, session.role, command, key))
    if not isinstance(reply, Accepted):
        raise RefusedError(reply)
    return reply.version


async def _open(venue: Venue, session: Session, table: str, key: str, named: str = "") -> None:
    """Open the hands that a complete entry makes known, one after the other."""
    for number in count():
        command = opens(venue.floor.table(table), named)
        if command is None:
            return
        await _ask(venue, session, table, f"{key}.opens.{number}"[-LONGEST_KEY:], command)


async def _lay(venue: Venue, session: Session, table: str, key: str, wanted: Lying) -> Refusal | None:
    """Make the amount on an area what is wanted; return the refusal if it cannot lie there.

    If other commands change the table meanwhile, this is tried again on its new state.
    """
    while True:
        kept = venue.kept(table)
        command = laid(kept.state, wanted)
        if command is None:
            return None
        asked = Asked(f"table:{table}", session.account, session.role, PlayBanked(command), key, kept.version)
        if venue.dealers is not None:
            await venue.dealers.acts(asked.stream, session.account, session.role, asked.command)
        reply = await venue.desk.ask(asked)
        if isinstance(reply, Accepted):
            return None
        if reply.reason is not Reason.STALE:
            return reply


def _entered_before(venue: Venue, session: Session, table: str, key: str, card: Card) -> CardEntered | None:
    """Return the place of a card that was entered under this key, if one was: a reader may send it again."""
    stream = f"table:{table}"
    with venue.floor.store.reading() as reading:
        entry = reading.by_key(stream, key)
    if entry is None:
        return None
    place = ""
    match core(read_command(stream, entry.schema, entry.command)):
        case DealCards(cards=(*_, dealt)) | room_commands.DealCards(cards=(*_, dealt)) if dealt == card:
            place = events_of(venue.floor.table(table), entry)[0].places[-1]
        case CorrectCard(card=turned) | room_commands.CorrectCard(card=turned) as command if turned == card:
            place = command.place
        case _:
            pass
    if entry.actor != session.account or not place:
        raise RefusedError(Refusal(Reason.FACT, "This key has been used for something else", ()))
    return CardEntered(key, place, repeated=True, version=venue.kept(table).version)


def _check_key(key: str) -> None:
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise RefusedError(Refusal(Reason.FACT, f"key: must be 1 to {LONGEST_KEY} printable characters", ()))


def _deals(session: Session) -> None:
    if not at_least(session.role, Role.DEALER):
        raise RefusedError(Refusal(Reason.ROLE, f"Only {or_above(Role.DEALER)} may do this", ()))


def _table(venue: Venue, table: str) -> TableState:
    if not venue.has_table(table):
        raise missing(f"There is no table {table[:40]}")
    return venue.floor.table(table)


def _may(session: Session, command: PlayBanked | PlayRoom) -> None:
    refused = allowed(session.role, command)
    if refused is not None:
        raise RefusedError(refused)


def _may_report(session: Session, state: TableState) -> None:
    _may(session, _report(state))


def _report(state: TableState) -> PlayBanked | PlayRoom:
    """Return a report of the table's kind: each report is allowed or refused alike."""
    poker = isinstance(state, RoomTable)
    return PlayRoom(room_commands.Report("not_covered")) if poker else PlayBanked(Report("not_covered"))

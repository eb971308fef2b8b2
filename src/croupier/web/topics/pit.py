"""The pit: all tables, pending work by role, and the House's money.

It is for Pit Supervisors and above, and for auditors, who see it and change nothing; the cage sees its own part.
"""

from typing import Any, Final

from croupier.floor.deciding.permissions import PERMISSIONS, Query, allowed
from croupier.floor.house.credentials import Session
from croupier.floor.reading.reports import SHIFTS
from croupier.floor.values import cage, house, links, waiting
from croupier.floor.values import table as tables
from croupier.floor.values.links import LinkState
from croupier.floor.values.table_duty import AssignDealers, PlanRelief
from croupier.floor.values.table_kinds import BankedTable, has_jackpot
from croupier.notation.speech import spoken
from croupier.play.actor import Actor
from croupier.play.banked import commands as banked
from croupier.play.banked import decide
from croupier.play.banked.events import JackpotStatus
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import DeemLeft, JoinTable
from croupier.rulebooks import all_games, load
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.terms import Role
from croupier.web.desks.dealer.statements import statements_of
from croupier.web.desks.pit.accounts import ROLES, accounts_of
from croupier.web.desks.pit.alerts import alerts_of
from croupier.web.desks.pit.awards import claims_of, orders_of
from croupier.web.desks.pit.decisions import decisions_of
from croupier.web.desks.pit.money import tills_of
from croupier.web.desks.pit.proposals import answers_to, proposals_of
from croupier.web.desks.pit.room import breaks, moves, room_tables, waiting_list
from croupier.web.desks.pit.rows import link_row_of, reliefs_of, row_of
from croupier.web.desks.pit.trays import blind
from croupier.web.topics.topic import PlainTopic, Streams, Topic
from croupier.web.venue import Venue
from croupier.web.wire.dealer import StatementShown
from croupier.web.wire.pit import (
    PitAward,
    PitGame,
    PitLink,
    PitMoneyPage,
    PitPage,
    PitRoomPage,
    PitShift,
    PitTable,
    PitTerms,
)

ASKED: Final[tuple[Any, ...]] = (
    tables.SignClaim,
    tables.ReturnClaim,
    tables.Propose,
    tables.Countersign,
    AssignDealers,
    PlanRelief,
    banked.TakeDecision,
    banked.ReopenJackpot,
    tables.EstablishTable,
    links.EstablishLink,
    links.ProposeTerms,
    links.LinkDown,
    links.ProposeUp,
    links.CountersignUp,
    JoinTable,
    DeemLeft,
    links.OrderClaims,
    links.SignOrder,
    links.RefuseOrder,
    cage.AcknowledgeAlert,
    house.CreateAccount,
    house.LockAccount,
    house.UnlockAccount,
    house.ProposeChange,
    house.IssueCode,
    waiting.AddWaiting,
    Query.ACCOUNTS,
    Query.CAGE,
    Query.PROPOSALS,
    Query.JOURNAL,
    Query.VERIFY,
)
"""The commands and queries that the pages offer to roles that may use them."""
SHOWN: Final = 8
"""The number of a jackpot's last awards that are shown."""


class PitTopic(PlainTopic):
    """The topic of all tables, and of what is pending."""

    kinds = ("table:", "link:", "presence:", "cage", "house", "clock", "door")

    def __init__(self) -> None:
        super().__init__("pit")
        self._rows: dict[str, PitTable] = {}
        self._changed: set[str] | None = None
        """The tables whose rows have to be rebuilt; None for all."""
        self._shift = 0

    def concerns(self, streams: Streams) -> bool:
        """Return whether a change concerns the pit; mark the rows of the tables that changed."""
        if self._changed is not None:
            # A failing link is reported to its tables, which then have entries of their own; a meter changes no row. A
            # table that stays closed or waits for its coin gets no entry at the end, and may then be reopened alone.
            self._changed |= {row.table for row in self._rows.values() if row.notice and f"link:{row.link}" in streams}
            self._changed |= {one.partition(":")[2] for one in streams if one.startswith(("table:", "presence:"))}
        return super().concerns(streams)

    def page(self, venue: Venue, session: Session) -> PitPage:
        """Return the pit's page as it is now."""
        sees = allowed(session.role, Query.PROPOSALS) is None
        rows = tuple(blind(venue, session.role, row) for row in self._rows_now(venue)) if sees else ()
        claims = claims_of(venue, session) if sees else ()
        shown = tuple(_links(venue)) if sees else ()
        period = venue.books.period
        return PitPage(
            me=session.account,
            role=session.role,
            may=may_of(session.role),
            shift=PitShift(venue.books.day(), venue.books.number, SHIFTS, period.begin, period.end),
            open=sum(row.open for row in rows),
            drop=sum(row.drop for row in rows),
            win=sum(row.win for row in rows),
            alerts=alerts_of(venue, session, claims, shown),
            tables=rows,
            links=shown,
            decisions=decisions_of(venue, session) if sees else (),
            statements=_statements(venue, session) if sees else (),
            claims=claims,
            orders=orders_of(venue, session) if sees else (),
            proposals=proposals_of(venue, session) if sees else (),
            answers=answers_to(venue, session) if sees else (),
            notices=venue.notices if sees else (),
            hourly=_hourly(rows),
            reliefs=reliefs_of(venue) if sees else (),
        )

    def _rows_now(self, venue: Venue) -> tuple[PitTable, ...]:
        begins = venue.books.period.begin
        if begins != self._shift:
            self._shift, self._changed = begins, None
        names = venue.floor.tables()
        anew = set(names) if self._changed is None else self._changed | (set(names) - self._rows.keys())
        self._changed = set()
        for name in names:
            if name in anew:
                self._rows[name] = row_of(venue, name)
        return tuple(self._rows[name] for name in names)


def _statements(venue: Venue, session: Session) -> tuple[StatementShown, ...]:
    """Return the statements that wait for signatures, table by table."""
    states, now = (venue.floor.table(name) for name in venue.floor.tables()), venue.floor.now()
    return tuple(one for state in states for one in statements_of(state, session.account, session.role, now))


def _hourly(rows: tuple[PitTable, ...]) -> int:
    """Return the mean number of rounds an hour at an open table."""
    counts = [row.hourly for row in rows if row.open]
    return round(sum(counts) / len(counts)) if counts else 0


class MoneyTopic(PlainTopic):
    """The topic of floats, limits and accounts."""

    kinds = ("table:", "cage", "house")
    pause = 0.5

    def page(self, venue: Venue, session: Session) -> PitMoneyPage:
        """Return the page of the House's money as it is now."""
        sees = allowed(session.role, Query.PROPOSALS) is None
        accounts, left = accounts_of(venue, session)
        return PitMoneyPage(
            me=session.account,
            role=session.role,
            may=may_of(session.role),
            tills=tills_of(venue, session.role) if sees else (),
            accounts=accounts,
            accounts_left=left,
            roles=ROLES,
            games=_games() if session.role in PERMISSIONS[tables.EstablishTable] else (),
        )


class RoomDeskTopic(PlainTopic):
    """The topic of the poker room's desk."""

    kinds = ("table:", "desk")
    pause = 0.5

    def page(self, venue: Venue, session: Session) -> PitRoomPage:
        """Return the page of the poker room's desk as it is now."""
        rows = room_tables(venue)
        waits, moved = waiting_list(venue, rows), moves(venue, session)
        return PitRoomPage(
            me=session.account,
            role=session.role,
            may=may_of(session.role),
            waiting=waits,
            tables=rows,
            moves=moved,
            breaks=breaks(moved, rows, waits),
        )


def _games() -> tuple[PitGame, ...]:
    return tuple(PitGame(name, load(name).document.title, has_jackpot(load(name))) for name in all_games())


def may_of(role: Role) -> tuple[str, ...]:
    """Return the names of the commands and queries that a role may use."""
    return tuple(one.value if isinstance(one, Query) else one.__name__ for one in ASKED if role in PERMISSIONS[one])


def _links(venue: Venue) -> list[PitLink]:
    by_link: dict[str, list[BankedTable]] = {}
    for name in venue.floor.tables():
        state = venue.floor.table(name)
        if isinstance(state, BankedTable):
            by_link.setdefault(state.info.link, []).append(state)
    return [
        _link(venue, kept.state, by_link.get(kept.state.name, []))
        for kept in venue.floor.streams.values()
        if isinstance(kept.state, LinkState)
    ]


def _link(venue: Venue, link: LinkState, linked: list[BankedTable]) -> PitLink:
    game = linked[0].game if linked else None
    return PitLink(
        link=link.name,
        game="" if game is None else game.name,
        rulebook="" if game is None else game.document.rulebook,
        tables=tuple(one.info.name for one in linked),
        meter=link.shown,
        down=link.down,
        since=venue.books.since(f"link:{link.name}", "down"),
        unsure=() if link.down else tuple(one.info.name for one in linked if _unsure(one)),
        claims=sum(len(one.info.claims) for one in linked),
        terms=PitTerms(link.seed, link.contribution, link.wager),
        waiting=None if link.waiting is None else PitTerms(*link.waiting),
        awards=tuple(
            PitAward(
                one.award,
                spoken(one.award),
                one.table,
                one.round,
                one.box,
                one.player,
                one.amount,
                one.before,
                one.after,
                one.signed,
            )
            for one in link.awards[:SHOWN]
        ),
        cites=() if game is None else tuple(dict.fromkeys(award.cite for award in game.jackpot.awards)),
        rows=tuple(link_row_of(venue, one) for one in linked),
        failing=() if link.down else tuple(one.info.name for one in linked if _failed(one)),
        happened=venue.failures.of(link.name),
    )


def _failed(table: BankedTable) -> bool:
    return table.engine.jackpot is not JackpotStatus.RUNNING


def _unsure(table: BankedTable) -> bool:
    """Return whether the ruling on a failure depends on a fact that is not on record."""
    ruled = decide(table.game, table.engine, Actor("", Role.PIT_SUPERVISOR), banked.Report(JACKPOT_DOWN))
    return isinstance(ruled, Refusal) and ruled.reason is Reason.FACT


def find(_venue: Venue, session: Session, rest: str) -> Topic | Refusal:
    """Return a topic of the pit, for the pit and for auditors, or the cage's part of it for the cage."""
    refused = allowed(session.role, Query.PROPOSALS)
    if refused is not None and allowed(session.role, Query.CAGE) is not None:
        return refused
    if rest == "money":
        return MoneyTopic("pit:money")
    if rest == "room" and refused is None:
        return RoomDeskTopic("pit:room")
    return PitTopic() if not rest else Refusal(Reason.FACT, f"The pit has no page {rest[:40]!r}", ())

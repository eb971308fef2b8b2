"""The pending major awards: their amounts, their signers, and the order in which they are paid."""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding.claiming import hand_of, major_awards
from croupier.floor.deciding.link_claims import Waiting, governing, in_turn, place_of
from croupier.floor.deciding.permissions import PERMISSIONS
from croupier.floor.house.credentials import Session
from croupier.floor.values.links import ClaimAt, LinkState, OrderClaims, RefuseOrder, SignOrder
from croupier.floor.values.table import SIGNATURES, OpenClaim, ReturnClaim, SignClaim
from croupier.floor.values.table_kinds import BankedTable
from croupier.notation.speech import spoken
from croupier.play.actor import Actor
from croupier.play.authority import Statement, may_refuse, may_sign, missing
from croupier.play.banked import decide as decide_house
from croupier.play.banked.commands import Settle
from croupier.play.banked.state import Box, Meter
from croupier.play.banked.view import view
from croupier.play.refusal import Refusal
from croupier.rules.settling import PercentOfMeter
from croupier.rules.terms import Role
from croupier.web.acting.sessions import viewer_of
from croupier.web.desks.heads import hand_name
from croupier.web.venue import Venue
from croupier.web.wire.pit import PitClaim, PitOrder, PitOrderStated, PitPlace, PitSignature

_TRIED: Final = "tried"
"""The actor of a settlement that is only tried."""


def claims_of(venue: Venue, session: Session) -> tuple[PitClaim, ...]:
    """Return the pending major awards by link, those of a link in the order in which they are paid."""
    found: list[PitClaim] = []
    for _, line in _lines(venue):
        turns = {place_of(*one): at for at, one in enumerate(line, 1)}
        tables = {table.info.name: table for table, _ in line}
        claims = [one for table in tables.values() for one in _claims(venue, session, table, turns)]
        found += sorted(claims, key=lambda one: one.turn)
    return tuple(found)


def orders_of(venue: Venue, session: Session) -> tuple[PitOrder, ...]:
    """Return the order of payment of each link with several awards, and the viewer's commands to correct it."""
    return tuple(_order(session, link, line) for link, line in _lines(venue) if len(line) > 1)


def _lines(venue: Venue) -> list[tuple[LinkState, list[Waiting]]]:
    """Return the links with pending major awards and their claims, the link with the oldest claim first."""
    tables = [one for name in venue.floor.tables() if isinstance(one := venue.floor.table(name), BankedTable)]
    links = {table.info.link for table in tables if table.info.claims}
    found = [(link := venue.floor.link(name), in_turn(tables, link)) for name in sorted(links)]
    return sorted(found, key=lambda one: min(claim.entered for _, claim in one[1]))


def _order(session: Session, link: LinkState, line: list[Waiting]) -> PitOrder:
    jackpot = governing(line)
    offered = jackpot.house_orders and session.role in PERMISSIONS[OrderClaims]
    found = link.found
    return PitOrder(
        link=link.name,
        rulebook=line[0][0].engine.rulebook,
        places=tuple(_place(*one) for one in line),
        by="" if found is None else found.actor,
        reason="" if found is None else found.reason,
        cites=jackpot.across,
        command={"type": "OrderClaims"} if offered else None,
        stated=tuple(_stated(session, one, line) for one in link.orders),
    )


def _stated(session: Session, statement: Statement[OrderClaims], line: list[Waiting]) -> PitOrderStated:
    places = {place_of(*one): _place(*one) for one in line}
    actor, number = Actor(session.account, session.role), statement.number
    may = {kind: session.role in PERMISSIONS[kind] for kind in (SignOrder, RefuseOrder)}
    signs = may[SignOrder] and may_sign(statement, actor) is None
    ends = may[RefuseOrder] and may_refuse(statement, actor, "given") is None
    return PitOrderStated(
        number=number,
        places=tuple(places[one] for one in statement.command.order if one in places),
        by=tuple(one.name for one in statement.signers),
        reason=statement.reason,
        missing=missing(statement.weighing.needs, statement.signers),
        sign={"type": "SignOrder", "number": number} if signs else None,
        refuse={"type": "RefuseOrder", "number": number} if ends else None,
    )


def _place(table: BankedTable, claim: OpenClaim) -> PitPlace:
    box = next(one for one in _boxes(table) if one.number == claim.box)
    player = "" if table.info.anonymous else box.player
    return PitPlace(table.info.name, table.engine.rounds, claim.box, player, spoken(claim.award), claim.dealt)


def _claims(venue: Venue, session: Session, state: BankedTable, turns: Mapping[ClaimAt, int]) -> list[PitClaim]:
    """Return a table's pending awards, each with its amount at the current meter."""
    game, name = state.game, state.info.name
    engine = replace(state.engine, meter=Meter(venue.floor.link(state.info.link).meter))
    events = decide_house(game, engine, Actor(_TRIED, Role.DEALER), Settle())
    paid = {} if isinstance(events, Refusal) else {one.box: one for one in major_awards(game, events)}
    seen = view(game, state.engine, viewer_of(session))
    found = []
    for claim in state.info.claims:
        box = next(one for one in seen.boxes if one.box == claim.box)
        made, one = hand_name(game.hand, box.cards, seen.community), paid.get(claim.box)
        stale = one is None or one.award != claim.award
        prize = next(award.prize for award in game.jackpot.awards if award.name == claim.award)
        found.append(
            PitClaim(
                table=name,
                game=state.info.game,
                rulebook=state.engine.rulebook,
                link=state.info.link,
                round=state.engine.rounds,
                box=claim.box,
                player="" if state.info.anonymous else box.player,
                award=claim.award,
                title=spoken(claim.award),
                percent=prize.percent if isinstance(prize, PercentOfMeter) else 0,
                amount=0 if one is None else one.amount,
                before=engine.meter.shown if one is None else Meter(one.meter_before).shown,
                after=engine.meter.shown if one is None else Meter(one.meter_after).shown,
                cards=box.cards,
                community=seen.community,
                making=() if made is None else made.own,
                dealt=claim.dealt,
                entered=claim.entered,
                signed=tuple(_signature(venue, name, claim.box, who) for who in claim.signed),
                needed=SIGNATURES,
                cites=() if one is None else one.cites,
                command=None if stale else _sign(session, state, claim),
                turn=turns[place_of(state, claim)],
                registered=None if one is None else one.registered,
                borne=one is not None and one.borne,
                hand_before=() if claim.fell is UNSET else tuple(claim.fell.hand.split()),
                fell=_fell(claim),
                returned_by="" if claim.returned is UNSET else claim.returned.actor,
                returned_why="" if claim.returned is UNSET else claim.returned.reason,
                stale=stale,
                give_back=_give_back(session, state, claim),
                again=_again(session, claim, stale=stale),
            )
        )
    return found


def _signature(venue: Venue, table: str, box: int, name: str) -> PitSignature:
    known = venue.books.signature(table, box, name)
    return PitSignature(name, known.role, known.at)


def _sign(session: Session, state: BankedTable, claim: OpenClaim) -> dict[str, object] | None:
    """Return the command with which the viewer signs; None if they may not.

    Two people sign. Neither signs twice, and neither plays in the round.
    """
    if session.account in claim.signed or not _open_to(session, state, claim, SignClaim):
        return None
    return {"type": "SignClaim", "box": claim.box, "hand": hand_of(state, claim.box)}


def _give_back(session: Session, state: BankedTable, claim: OpenClaim) -> dict[str, object] | None:
    return {"type": "ReturnClaim", "box": claim.box} if _open_to(session, state, claim, ReturnClaim) else None


def _open_to(session: Session, state: BankedTable, claim: OpenClaim, command: type) -> bool:
    done = len(claim.signed) >= SIGNATURES or claim.returned is not UNSET
    return not done and session.account not in state.players and session.role in PERMISSIONS[command]


def _again(session: Session, claim: OpenClaim, *, stale: bool) -> dict[str, object] | None:
    """Return the command that settles again, if that is due; the pit may do it in the Dealer's place."""
    due = stale or claim.returned is not UNSET
    return {"type": "Settle"} if due and session.role in PERMISSIONS[Settle] else None


def _fell(claim: OpenClaim) -> tuple[str, ...]:
    """Return the people whose signatures no longer count."""
    changed = () if claim.fell is UNSET else claim.fell.signed
    returned = () if claim.returned is UNSET else claim.returned.signed
    return tuple(dict.fromkeys((*changed, *returned)))


def _boxes(state: BankedTable) -> tuple[Box, ...]:
    return state.engine.round.boxes if state.engine.round is not None else ()

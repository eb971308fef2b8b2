"""Major awards of several tables on one link: the order in which they are paid, and the next of them."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from croupier.floor.values.links import ClaimAt, LinkState, OrderClaims
from croupier.floor.values.table import SIGNATURES, OpenClaim
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.actor import Actor
from croupier.play.banked import decide as decide_house
from croupier.play.banked.commands import Settle
from croupier.play.banked.events import JackpotPaid
from croupier.play.refusal import Reason, Refusal
from croupier.rules.document import Cite
from croupier.rules.settling import Award, Claim, Jackpot, PercentOfMeter
from croupier.rules.terms import Role

Waiting = tuple[BankedTable, OpenClaim]


class Turn(Struct, frozen=True):
    """The part of a table's round that may be settled now."""

    boxes: tuple[int, ...] = ()
    """The boxes whose awards may be paid, if the rest of the round has to wait."""
    ahead: Refusal | None = None
    """The award elsewhere that the rest waits for; None if all of the round may be settled."""


def in_turn(tables: Iterable[BankedTable], link: LinkState) -> list[Waiting]:
    """Return the major awards pending on a link, in the order in which they are paid.

    Tables of different documents may share a link. So that no two wait for each other, one order then applies to all of
    them: that of the document whose claim was dealt first. If the House has found a different order for some of them,
    these change places among themselves, and the others keep theirs.
    """
    claims = [(table, claim) for table in tables if table.info.link == link.name for claim in table.info.claims]
    if not claims:
        return []
    order = governing(claims).paid_in_order
    line = sorted(claims, key=lambda one: (order(_claim(*one)), one[0].info.name))
    named = {place: at for at, place in enumerate(() if link.found is None else link.found.order)}
    places = [at for at, one in enumerate(line) if place_of(*one) in named]
    found = sorted((line[at] for at in places), key=lambda one: named[place_of(*one)])
    for at, one in zip(places, found, strict=True):
        line[at] = one
    return line


def turn(state: BankedTable, others: Iterable[BankedTable], link: LinkState) -> Turn:
    """Return which awards of a table may be settled before awards of other tables on the link.

    A lesser share of the meter, which no document puts in order, does not wait for others of its kind, but goes after
    every major award that is pending with it. No award waits for a round that is still in play.
    """
    rivals = [one for one in others if one.info.name != state.info.name]
    line = in_turn([state, *rivals], link)
    first = next((at for at, (table, _) in enumerate(line) if table.info.name != state.info.name), None)
    if first is None:
        return Turn()
    mine = tuple(claim.box for _, claim in line[:first])
    if len(mine) == len(state.info.claims) and not _lesser_share(state):
        return Turn()
    rival, claim = line[first]
    sentence = f"The award of table {rival.info.name}, box {claim.box}, is paid first"
    return Turn(mine, Refusal(Reason.MOMENT, sentence, state.game.jackpot.across))


def ordered(command: OrderClaims, tables: Sequence[BankedTable], link: LinkState) -> OrderClaims | Refusal:
    """Return the House's order of awards with its paragraphs, or the reason why it cannot be made."""
    line = in_turn(tables, link)
    waiting = {place_of(*one): one for one in line}
    for place in command.order:
        if place not in waiting:
            sentence = f"No major award of table {place.table[:40]}, round {place.round}, box {place.box} waits"
            return Refusal(Reason.NO_SUCH_BOX, f"{sentence} on the link {link.name}", ())
    if not line:
        return Refusal(Reason.MOMENT, f"No major award waits on the link {link.name}", ())
    jackpot = governing(line)
    if not jackpot.house_orders:
        return Refusal(Reason.MOMENT, "The document itself puts these awards in order", jackpot.across)
    for table in {place.table for place in command.order}:
        boxes = list(dict.fromkeys(place.box for place in command.order if place.table == table))
        if boxes != [place.box for place in waiting if place.table == table and place.box in boxes]:
            return Refusal(Reason.MOMENT, f"At table {table} awards are paid clockwise", (jackpot.at_table,))
    named = [waiting[place] for place in command.order]
    return OrderClaims(command.order, command.reason, _cites(named), _signed(named, command.order, link))


def _signed(claims: Sequence[Waiting], order: Sequence[ClaimAt], link: LinkState) -> tuple[str, ...]:
    """Return the people under what an order would change: awards that have all signatures, and an order by several."""
    names = [name for _, claim in claims if len(claim.signed) >= SIGNATURES for name in claim.signed]
    if link.found is not None and {*link.found.order} & {*order}:
        names += link.found.signed or ()
    return tuple(dict.fromkeys(names))


def _cites(claims: Iterable[Waiting]) -> tuple[Cite, ...]:
    """Return the paragraphs under which the House orders these claims, each once."""
    return tuple(dict.fromkeys(cite for table, _ in claims for cite in table.game.jackpot.across))


def governing(claims: Sequence[Waiting]) -> Jackpot:
    """Return the jackpot terms of the document that puts these claims in order."""
    return min(claims, key=lambda one: (one[1].dealt, one[0].info.name))[0].game.jackpot


def place_of(table: BankedTable, claim: OpenClaim) -> ClaimAt:
    """Return the table, round and box of a claim that waits."""
    return ClaimAt(table.info.name, table.engine.rounds, claim.box)


def _claim(table: BankedTable, one: OpenClaim) -> Claim:
    """Return a claim in the form in which the documents put claims in order."""
    awards = tuple(award for award in table.game.jackpot.awards if award.name == one.award)
    return Claim(table.info.name, one.box, 0, awards, one.dealt, one.entered)


def _lesser_share(state: BankedTable) -> bool:
    """Return whether settling the round would pay a share of the meter that is not a major award."""
    game = state.game
    awards: dict[str, Award] = {award.name: award for award in game.jackpot.awards}
    events = decide_house(game, state.engine, Actor("", Role.DEALER), Settle())
    if isinstance(events, Refusal):
        return False
    paid = [awards[event.award] for event in events if isinstance(event, JackpotPaid)]
    claimed = state.info.claims or not any(award.major for award in paid)  # otherwise its claims are opened first
    return bool(claimed) and any(isinstance(one.prize, PercentOfMeter) and not one.major for one in paid)

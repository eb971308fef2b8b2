"""The slip of a major award, printed and kept when a Player has won a share of the meter.

It is made from the journal, so it can be printed again at any time with the same content.
"""

from datetime import UTC, datetime, timedelta

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import format_cards
from croupier.floor.reading.rounds import moments
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import StreamState
from croupier.floor.values.entries import Entry
from croupier.floor.values.gaming_day import ZONE, read_zone
from croupier.floor.values.table import ClaimReturned, ClaimSigned, ClaimsOpened, SignaturesFell
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import Cents, format_money
from croupier.play.banked.events import JackpotPaid, MeterRestored
from croupier.play.banked.state import Meter
from croupier.rules.document import Cite

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Signature(Struct, frozen=True):
    """A person who signed, their role, and the time (microseconds since 1970, UTC)."""

    name: str
    role: str
    at: int


class Slip(Struct, frozen=True):
    """The slip of a major award."""

    game: str
    rulebook: str
    link: str
    table: str
    round: int
    box: int
    player: str
    cards: str
    """The cards of the hand, as text."""
    community: str
    award: str
    cites: tuple[Cite, ...]
    dealt: int
    """The time when the hand was complete; times are microseconds since 1970, UTC."""
    claimed: int
    """The time when the award was found and the box locked."""
    signatures: tuple[Signature, ...] = ()
    amount: Cents | None = None
    """The amount that was paid; None until it is paid."""
    meter_before: Cents | None = None
    meter_after: Cents | None = None
    paid: int | None = None
    registered: Cents | None = None
    """The value from which the award was paid, if the jackpot system had failed."""
    borne: bool = False
    """True if the House bore the award because the jackpot had been won elsewhere since."""
    undone: bool = False
    """True if the round turned out to have no result, so that the award went back."""


def slips(floor: Floor, table: str, round_: int, begun: StreamState | None = None) -> tuple[Slip, ...]:
    """Return the slips of a round, by box; those of a round in play are not paid yet.

    ``begun`` is the state from which the round, or an earlier one, began, if it was kept.
    """
    found: dict[int, Slip] = {}
    with floor.store.reading() as reading:
        for moment in moments(floor, reading, f"table:{table}", round_, begun):
            if moment.opened and isinstance(moment.state, BankedTable):
                _note(found, moment.state, moment.event, moment.entry)
    return tuple(found[box] for box in sorted(found))


def _note(found: dict[int, Slip], state: BankedTable, event: object, entry: Entry) -> None:
    match event:
        case ClaimsOpened():
            for at, box in enumerate(event.boxes):
                if box not in event.stand:
                    found[box] = _opened(state, event, at, entry.at)
        case ClaimSigned() if event.box in found:
            signature = Signature(event.actor, event.role, entry.at)
            found[event.box] = replace(found[event.box], signatures=(*found[event.box].signatures, signature))
        case ClaimReturned() | SignaturesFell() if event.box in found:
            hand = _hand(state, event.box)
            found[event.box] = replace(found[event.box], signatures=(), cards=hand[0], community=hand[1])
        case JackpotPaid() if event.box in found:
            slip = found[event.box]
            found[event.box] = replace(
                slip,
                award=event.award,
                amount=event.amount,
                meter_before=Meter(event.meter_before).shown,
                meter_after=Meter(event.meter_after).shown,
                paid=entry.at,
                registered=event.registered,
                borne=event.borne,
                cites=tuple(dict.fromkeys((*slip.cites, *event.cites))),
            )
        case MeterRestored() if event.box in found:
            found[event.box] = replace(found[event.box], undone=True)
        case _:
            pass


def _opened(state: BankedTable, event: ClaimsOpened, at: int, claimed: int) -> Slip:
    round_, box = state.engine.round, event.boxes[at]
    assert round_ is not None
    hand = round_.box(box)
    assert hand is not None
    game, (cards, community) = state.game, _hand(state, box)
    return Slip(
        game=game.name,
        rulebook=state.engine.rulebook,
        link=state.info.link,
        table=state.info.name,
        round=round_.number,
        box=box,
        player="" if state.info.anonymous else hand.player,
        cards=cards,
        community=community,
        award=event.awards[at],
        cites=event.cites,
        dealt=event.dealt[at],
        claimed=claimed,
    )


def _hand(state: BankedTable, box: int) -> tuple[str, str]:
    """Return the cards of a box and the Community Cards, as text."""
    round_ = state.engine.round
    held = None if round_ is None else round_.box(box)
    assert round_ is not None
    assert held is not None
    return format_cards(held.cards), format_cards(round_.community)


def slip_json(slip: Slip) -> str:
    """Return a slip as JSON."""
    return msgspec.json.format(msgspec.json.encode(slip), indent=2).decode() + "\n"


def slip_text(slip: Slip, zone: str = ZONE) -> str:
    """Return a slip as it is printed, with times as the House's clocks show them."""
    rows = [
        ("Jackpot", slip.link),
        ("Game", f"{slip.game} ({slip.rulebook})"),
        ("Table", f"{slip.table}, round {slip.round}, box {slip.box}"),
        ("Player", slip.player or "not named"),
        ("Hand", slip.cards + (f" with {slip.community}" if slip.community else "")),
        ("Award", f"{slip.award} ({', '.join(slip.cites)})"),
        ("Dealt", _clock(slip.dealt, zone)),
        ("Claimed", _clock(slip.claimed, zone)),
        *(("Signed", f"{one.name}, {one.role.replace('_', ' ')}, {_clock(one.at, zone)}") for one in slip.signatures),
    ]
    if slip.paid is None or slip.amount is None or slip.meter_before is None or slip.meter_after is None:
        rows.append(("Paid", "not yet"))
    else:
        if slip.registered is not None:
            rows.append(("Paid from", f"{format_money(slip.registered)}, as registered before the failure"))
        rows += [
            ("Meter before", format_money(slip.meter_before)),
            ("Paid", f"{format_money(slip.amount)}, {_clock(slip.paid, zone)}"),
            ("Meter after", format_money(slip.meter_after)),
        ]
        if slip.borne:
            rows.append(("Borne by", "the House; the jackpot was won elsewhere since"))
    if slip.undone:
        rows.append(("Undone", "the round has no result; the award went back"))
    return "".join(f"{name:<13}{value}\n" for name, value in rows)


def _clock(at: int, zone: str) -> str:
    local = (_EPOCH + timedelta(microseconds=at)).astimezone(read_zone(zone))
    return local.strftime("%Y-%m-%d %H:%M:%S")

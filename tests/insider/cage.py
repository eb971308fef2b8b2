"""The cage: a cashier alone with a drawer, claims that are owed, wallets and chips of a table without wallets.

A cashier gains what leaves the cage without an object that stands for it (a wallet's money, chips, a claim, once and
whole), and what their drawer lacks without a second person or an alert, beyond the tolerance of one gaming day.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import UNSET

from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import (
    AbandonDrawerCount,
    AcknowledgeAlert,
    CashBooked,
    CashChips,
    CashIn,
    CashOut,
    CashSlip,
    CashVoided,
    CountDrawer,
    CountersignCash,
    DrawerAlert,
    DrawerClosed,
    DrawerHandedOver,
    Drawers,
    FillDrawer,
    OpenDrawer,
    PayClaim,
    ProposeCash,
    RejectCash,
    VoidCash,
)
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import SignClaim
from croupier.play.actor import Actor
from croupier.rules.terms import Role
from tests.floor.cashiers import in_notes, open_drawer
from tests.floor.random_floor import DAY
from tests.floor.rigged import a_floor, act, events
from tests.floor.test_trays import PLAN, ROYAL, a_round

CASHIER: Final = Actor("aisha", Role.CAGE)
COLLEAGUE: Final = Actor("omar", Role.CAGE)
STEPS: Final = 14
FLOAT: Final = 20_000_000
COUNTING: Final = 0.15


def cage_house(path: Path) -> Floor:
    """Open a house in which a Royal Flush of a table without wallets is owed."""
    floor = a_floor(path, PLAN, ROYAL)
    open_drawer(floor, CASHIER.name, FLOAT)
    a_round(floor, "open-1")
    for signer in ("sue", "sam"):
        act(floor, "open-1", SignClaim(1), signer)
    return floor


def wishes(floor: Floor) -> Iterator[Any]:
    """Return what a cashier may ask for at this moment, with the amounts that would pay most."""
    drawers = _drawers(floor)
    two = drawers.terms.two_from
    drawer = drawers.of(CASHIER.name)
    holds = FLOAT if drawer is None else drawer.holds
    for lacks in (0, drawers.terms.tolerance, drawers.terms.tolerance + 100, two):
        counts = in_notes(floor, max(0, holds - lacks))
        yield CountDrawer(f"of-{CASHIER.name}", counts, "", DAY)
        yield CountDrawer(f"of-{CASHIER.name}", counts, "omar", DAY)
        yield OpenDrawer(f"of-{CASHIER.name}", counts)
    yield AbandonDrawerCount(f"of-{CASHIER.name}", "a stack fell over")
    paid = ("Ivan Petrov", "E1234567")
    claims = [PayClaim(number, DAY, *paid) for number in ("A-0001", "A-0002")]
    slips = [CashSlip("open-1", cents, DAY, *named) for cents in (two - 100, two) for named in ((), paid)]
    chips = [CashChips("open-1", ((100_000, 9),), DAY, *named) for named in ((), paid)]
    moved = [way("ann", cents, DAY) for way in (CashIn, CashOut) for cents in (two - 100, two, -two)]
    own = [CashOut(CASHIER.name, 100_000, DAY)]
    voids = [VoidCash(number, "a mistake", DAY) for number in range(1, drawers.numbered + 1)]
    yield from (*slips, *chips, *moved, *own)
    for what in (*claims, *slips, *chips, *moved, *own, *voids, FillDrawer(f"of-{CASHIER.name}", two, DAY)):
        yield ProposeCash(what)
    for one in drawers.proposals:
        yield from (CountersignCash(one.number), RejectCash(one.number, "not now"))
    yield from (AcknowledgeAlert(number) for number in range(1, floor.cage().raised + 1))


def sequence(floor: Floor, seed: int) -> list[Any]:
    """Ask for so many things in a row, most of them such as pay; return what was accepted."""
    rng, taken = Random(seed), []
    for _ in range(STEPS):
        counting = rng.random() < COUNTING  # a count stops the drawer until it is over
        asked = [one for one in wishes(floor) if counting or not isinstance(one, CountDrawer)]
        rng.shuffle(asked)
        for command in asked:
            if _asked(floor, CASHIER, command):
                taken.append(command)
                break
    put_right(floor)
    return taken


def put_right(floor: Floor) -> None:
    """Have a colleague end a count as they find it, refuse what waits, and give the cashier their drawer again."""
    for one in _drawers(floor).proposals:
        _asked(floor, COLLEAGUE, RejectCash(one.number, "there is nothing to sign for"))
    for drawer in _drawers(floor).open:
        if drawer.count is not None:
            ((_, counts),) = drawer.count.counters
            _asked(floor, COLLEAGUE, CountDrawer(drawer.name, counts, "", DAY))
    for drawer in _drawers(floor).open:
        if drawer.holder == COLLEAGUE.name:
            _asked(floor, COLLEAGUE, CountDrawer(drawer.name, in_notes(floor, drawer.holds), "", DAY))
    _asked(floor, CASHIER, OpenDrawer(f"of-{CASHIER.name}", in_notes(floor, FLOAT)))


def _drawers(floor: Floor) -> Drawers:
    found = floor.cage().drawers
    assert found is not UNSET
    return found


def _asked(floor: Floor, actor: Actor, command: Any) -> bool:
    return isinstance(floor.submit(Request("cage", actor.name, actor.role, command))[0], Accepted)


def gained(floor: Floor) -> dict[str, int]:
    """Return the cents that a cashier has gained, by way."""
    told = events(floor, "cage")
    state = floor.cage()
    assert state.drawers is not UNSET
    assert state.claims is not UNSET
    voided = {event.act.number for event in told if isinstance(event, CashVoided)}
    booked = [event for event in told if isinstance(event, CashBooked) and event.number not in voided]
    alone = [event for event in booked if event.second in ("", event.first)]
    found = {"a slip by amount": -sum(event.cents for event in booked if event.kind == "slip")}
    paid: dict[str, int] = {}
    redeemed: set[str] = set()
    found["a redemption twice"] = 0
    for event in booked:
        if not isinstance(event.claim, str):
            continue
        if event.kind == "slip":
            paid[event.claim] = paid.get(event.claim, 0) - event.cents
        elif event.claim in redeemed:
            found["a redemption twice"] -= event.cents
        else:  # chips that came in, under a number of their own
            redeemed.add(event.claim)
    owed = {claim.number: claim.cents for claim in (*state.claims.open, *state.claims.closed)}
    found["a claim too much"] = sum(max(0, cents - owed.get(number, 0)) for number, cents in paid.items())
    found["a claim alone"] = -sum(event.cents for event in alone if event.kind == "slip" and event.claim)
    by_person: dict[tuple[str, bool], int] = {}
    for event in alone:
        if event.person:
            key = (event.person, event.cents < 0)
            by_person[key] = by_person.get(key, 0) + abs(event.cents)
    most = state.drawers.terms.two_from
    found["split below two signatures"] = sum(cents - most + 1 for cents in by_person.values() if cents >= most)
    found["a drawer that lacks"] = max(0, _lacking(told) - state.drawers.terms.tolerance)
    return {way: cents for way, cents in found.items() if cents > 0}


def _lacking(told: list[Any]) -> int:
    """What drawers lacked without a word: neither a second person counted nor an alert was raised."""
    lacked = 0
    for at, event in enumerate(told):
        if isinstance(event, DrawerClosed | DrawerHandedOver) and event.difference < 0:
            alerted = at + 1 < len(told) and isinstance(told[at + 1], DrawerAlert)
            lacked += 0 if alerted else -event.difference
    return lacked

"""A jackpot link: one meter for a table, several tables or several games, and every cent that went in or out of it."""

from typing import Final, assert_never, final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from croupier.floor.values import signatures
from croupier.floor.values.vocabulary import Vocabulary
from croupier.money import MILLION, MOST, Cents, Rate, format_money
from croupier.play.actor import Actor
from croupier.play.authority import (
    Statement,
    StatementEnded,
    StatementSigned,
    Weighing,
    completes,
    may_refuse,
    may_sign,
    numbered,
    signed_by,
    suffices,
    without,
)
from croupier.play.banked.jackpot import lowered, raised
from croupier.play.banked.state import Meter, Registered
from croupier.play.refusal import Reason, Refusal
from croupier.rules.authority import Act, Signer, Stage, Touches, strictest
from croupier.rules.document import Cite
from croupier.rules.terms import Role, at_least

KEPT_AWARDS = 25
KEPT_FAILURES = 8
"""The number of failures that a link remembers: a round ends long before its link fails so often."""
LONGEST_REASON = 200


class EstablishLink(Struct, frozen=True, tag=True):
    """The House starts a jackpot with a seed."""

    seed: Cents
    contribution: str
    wager: Cents


@final
class MoveMeter(Struct, frozen=True, tag=True):
    """The changes that one entry of a table makes to the meter."""

    table: str
    version: int
    moves: tuple["MeterMove", ...]


class ProposeTerms(Struct, frozen=True, tag=True):
    """The first of two signatures for a new seed, rate or wager."""

    seed: Cents
    contribution: str
    wager: Cents


class CountersignTerms(Struct, frozen=True, tag=True):
    """A second signature under new terms: they wait until all of the jackpot has been won."""

    number: int


class RejectTerms(Struct, frozen=True, tag=True):
    """A person rejects proposed terms."""

    number: int
    reason: str


class LinkDown(Struct, frozen=True, tag=True):
    """The jackpot system of a link has failed: all its tables are told at once."""

    reason: str
    seen: dict[str, bool] = {}
    """True for each table at which cards have been seen.

    The person who reports the failure says so where a Dealer deals and no look at a hand is on record, because it
    decides whether the round is void.
    """


class LinkUp(Struct, frozen=True, tag=True):
    """The jackpot system of a link works again, reported by one person, as in earlier records."""


class ProposeUp(Struct, frozen=True, tag=True):
    """The first of two signatures that the jackpot system of a link works again, with what was seen of it."""

    meter: Cents
    """The value that the link's display shows."""
    coins: dict[str, bool]
    """True for each table where every device has registered a test coin; False where none was tried."""


class CountersignUp(Struct, frozen=True, tag=True):
    """A second signature for a link that works again: its tables are released."""

    number: int


class RejectUp(Struct, frozen=True, tag=True):
    """A person rejects a report that the link works again."""

    number: int
    reason: str


class ClaimAt(Struct, frozen=True):
    """The place of a major award that waits."""

    table: str
    round: int
    box: int


class OrderClaims(Struct, frozen=True, tag=True):
    """The House has determined in which order hands with major awards were dealt."""

    order: tuple[ClaimAt, ...]
    """The awards in the order in which they are paid."""
    reason: str
    cites: tuple[Cite, ...] = ()
    """The paragraphs under which the House orders them. The floor fills in this and the following fields."""
    signed: tuple[str, ...] | UnsetType = UNSET
    """The people who signed what the order would change; left out in earlier books, where one person recorded it."""


class SignOrder(Struct, frozen=True, tag=True):
    """A further person signs an order of awards."""

    number: int
    reason: str = ""


class RefuseOrder(Struct, frozen=True, tag=True):
    """An order of awards ends without effect: another person refuses it, or its maker withdraws it."""

    number: int
    reason: str = ""


LinkCommand = (
    EstablishLink
    | MoveMeter
    | ProposeTerms
    | CountersignTerms
    | RejectTerms
    | LinkDown
    | LinkUp
    | ProposeUp
    | CountersignUp
    | RejectUp
    | OrderClaims
    | SignOrder
    | RefuseOrder
)


class MeterMove(Struct, frozen=True):
    """A contribution, a withdrawn contribution, or an award, in millionths of a cent."""

    round: int
    box: int
    millionths: int
    award: str = ""
    player: str = ""
    amount: Cents = 0
    whole: bool = False
    """True if all of the jackpot was won, and it starts again from its seed."""
    signed: tuple[str, ...] = ()
    """The people who have checked the cards of a major award."""
    registered: Cents | None = None
    """The value from which an award was paid, if the jackpot system had failed at its table."""
    back: bool = False
    """True if an award of all of the jackpot went back, so that it is not won after all."""
    failure: int | UnsetType = UNSET
    """The failure of this link whose registered value an award was paid from, or went back to."""


class LinkEstablished(Struct, frozen=True, tag=True):
    """A jackpot begins at its seed."""

    link: str
    seed: Cents
    contribution: str
    wager: Cents


class MeterMoved(Struct, frozen=True, tag=True):
    """The meter before and after, in millionths of a cent, and which entry of which table moved it."""

    table: str
    version: int
    move: MeterMove
    before: int
    after: int


class TermsProposed(Struct, frozen=True, tag=True):
    """New terms wait for a second signature."""

    number: int
    seed: Cents
    contribution: str
    wager: Cents
    actor: str
    role: str


class TermsCountersigned(Struct, frozen=True, tag=True):
    """Two people have signed for new terms, which wait for the next award of the whole jackpot."""

    number: int
    seed: Cents
    contribution: str
    wager: Cents
    first: str
    second: str


class TermsRejected(Struct, frozen=True, tag=True):
    """Proposed terms were rejected."""

    number: int
    reason: str


class TermsChanged(Struct, frozen=True, tag=True):
    """The waiting terms apply now; the meter starts from the new seed."""

    seed: Cents
    contribution: str
    wager: Cents
    before: int
    after: int


class LinkWentDown(Struct, frozen=True, tag=True):
    """Contributions are no longer registered; what is won is paid from the value registered last."""

    reason: str
    registered: Cents
    number: int | UnsetType = UNSET
    """The number of the failure: the rounds of one share its value. Unset in earlier records."""


class UpProposed(Struct, frozen=True, tag=True):
    """A report that the link works again waits for its second signature."""

    number: int
    meter: Cents
    coins: dict[str, bool]
    actor: str
    role: str


class UpRejected(Struct, frozen=True, tag=True):
    """A person rejects a report that the link works again."""

    number: int
    reason: str


class UpCountersigned(Struct, frozen=True, tag=True):
    """Two people have signed that the link works again."""

    number: int
    first: str
    second: str


class LinkCameUp(Struct, frozen=True, tag=True):
    """Contributions are registered again, from this value on."""

    registered: Cents
    untried: tuple[str, ...] | UnsetType = UNSET
    """The tables where no test coin was tried: each stays as it is until its own jackpot is said to work. Unset where
    one person said that the link works, as in earlier records."""


class ClaimsOrdered(Struct, frozen=True, tag=True):
    """An order has been determined in which these awards are paid, whatever their times say."""

    order: tuple[ClaimAt, ...]
    reason: str
    actor: str
    role: str
    cites: tuple[Cite, ...]
    signed: tuple[str, ...] | UnsetType = UNSET
    """The people who signed the order, where it took several."""


class OrderStated(Struct, frozen=True, tag=True):
    """An order of awards waits for further people."""

    statement: Statement[OrderClaims]


LinkEvent = (
    LinkEstablished
    | MeterMoved
    | TermsProposed
    | TermsCountersigned
    | TermsRejected
    | TermsChanged
    | LinkWentDown
    | UpProposed
    | UpRejected
    | UpCountersigned
    | LinkCameUp
    | ClaimsOrdered
    | OrderStated
    | StatementSigned
    | StatementEnded
)
Terms = tuple[Cents, str, Cents]
"""The seed that a jackpot begins again from, the share of a jackpot wager that goes into it, and that wager."""


class AwardKept(Struct, frozen=True):
    """An award that the link's state remembers."""

    table: str
    round: int
    box: int
    player: str
    award: str
    amount: Cents
    before: Cents
    after: Cents
    signed: tuple[str, ...] = ()
    """The two people who signed for the award, if it was a major one."""
    registered: Cents | None = None
    """The value from which the award was paid, if the jackpot system had failed."""


class Failed(Struct, frozen=True):
    """A failure of a link, and what the awards of its rounds have left of the value registered before it."""

    number: int
    registered: Registered


class LinkState(Struct, frozen=True):
    """A link at one moment."""

    name: str
    seed: Cents
    contribution: str
    wager: Cents
    meter: int
    """The value of the meter, in millionths of a cent."""
    waiting: Terms | None = None
    """The terms that apply once all of the jackpot has been won."""
    awards: tuple[AwardKept, ...] = ()
    """The last awards, the newest first."""
    down: str = ""
    """The reason for which the link is down; empty while it works."""
    proposals: tuple[TermsProposed | UpProposed, ...] = ()
    proposed: int = 0
    found: ClaimsOrdered | None = None
    """The order that the House has found for awards that wait."""
    failures: tuple[Failed, ...] | UnsetType = UNSET
    """The last failures, as long as a round of one may still be in play; unset before the first."""
    orders: tuple[Statement[OrderClaims], ...] = ()
    """The orders that wait for further people."""

    @property
    def terms(self) -> Terms:
        """The terms for the tables: the seed to which the jackpot is reset, and the rate and wager until then."""
        return (self.seed if self.waiting is None else self.waiting[0], self.contribution, self.wager)

    def failure(self, number: int) -> Failed | None:
        """Return a failure by its number, unless it is long past."""
        return next((one for one in self.failures or () if one.number == number), None)

    @property
    def failing(self) -> Failed | None:
        """The failure under way, or None."""
        return self.failures[-1] if self.down and self.failures else None

    @property
    def shown(self) -> Cents:
        """The value on the display."""
        return Meter(self.meter).shown


LINK: Final[Vocabulary[LinkState, LinkCommand, LinkEvent]] = Vocabulary(
    "link", LinkState, LinkCommand, LinkEvent, alone=False
)


def decide_link(
    name: str, state: LinkState | None, actor: str, role: Role, command: LinkCommand, _at: int
) -> tuple[LinkEvent, ...] | Refusal:
    """Return the events of a command on a link, or its refusal."""
    match command:
        case EstablishLink():
            if state is not None:
                return Refusal(Reason.MOMENT, f"The link {name} exists already", ())
            wrong = _wrong_terms(command)
            return wrong or (LinkEstablished(name, command.seed, command.contribution, command.wager),)
        case MoveMeter():
            return _missing(name) if state is None else _moved(state, command)
        case ProposeTerms() | CountersignTerms() | RejectTerms():
            return _missing(name) if state is None else _other_terms(state, command, actor, role)
        case LinkDown() | LinkUp():
            return _missing(name) if state is None else _outage(state, command)
        case ProposeUp() | CountersignUp() | RejectUp():
            return _missing(name) if state is None else _works_again(state, command, actor, role)
        case OrderClaims() | SignOrder() | RefuseOrder():
            return _missing(name) if state is None else _order(state, Actor(actor, role), command)
        case _:
            assert_never(command)


def _outage(state: LinkState, command: LinkDown | LinkUp) -> tuple[LinkEvent, ...] | Refusal:
    if isinstance(command, LinkUp):
        if not state.down:
            return Refusal(Reason.MOMENT, f"The link {state.name} is working", ())
        return (LinkCameUp(state.shown),)
    if state.down:
        return Refusal(Reason.MOMENT, f"The link {state.name} is known to be down: {state.down}", ())
    refused = signatures.wrong_reason(command.reason, LONGEST_REASON)
    number = state.failures[-1].number + 1 if state.failures else 1
    return refused or (LinkWentDown(command.reason, state.shown, number),)


def _works_again(
    state: LinkState, command: ProposeUp | CountersignUp | RejectUp, actor: str, role: Role
) -> tuple[LinkEvent, ...] | Refusal:
    """Decide whether a link works again: two people sign, the one who has tried it and a Pit Manager.

    The documents say what a failure does and leave open when it is over; the second signature is the House's rule.
    """
    if not state.down:
        return Refusal(Reason.MOMENT, f"The link {state.name} is working", ())
    if isinstance(command, ProposeUp):
        differs = _differs(state, command.meter)
        return differs or (UpProposed(state.proposed + 1, command.meter, command.coins, actor, role.value),)
    proposals = [one for one in state.proposals if isinstance(one, UpProposed)]
    if isinstance(command, RejectUp):
        refused = signatures.turned_down(proposals, command.number, command.reason, LONGEST_REASON)
        return refused or (UpRejected(command.number, command.reason),)
    first = signatures.second(proposals, command.number, actor)
    if isinstance(first, Refusal):
        return first
    differs = _differs(state, first.meter)  # an award may have been paid since, or a contribution have gone back
    if differs is not None:
        return differs
    return (
        UpCountersigned(first.number, first.actor, actor),
        LinkCameUp(state.shown, untried(state, first.number)),
    )


def untried(state: LinkState, number: int) -> tuple[str, ...]:
    """Return the tables at which, by a proposal, no test coin was tried."""
    proposed = (one for one in state.proposals if isinstance(one, UpProposed) and one.number == number)
    return tuple(sorted(table for one in proposed for table, tried in one.coins.items() if not tried))


def _differs(state: LinkState, read: Cents) -> Refusal | None:
    """Return the refusal of a display that differs from the books: awards are paid from the books."""
    if read == state.shown:
        return None
    way = "too much" if read > state.shown else "too little"
    sentence = f"The display shows {format_money(read)} and the books have {format_money(state.shown)}"
    return Refusal(
        Reason.AMOUNT, f"{sentence}: {format_money(abs(read - state.shown))} {way}, which is put right first", ()
    )


def _order(
    state: LinkState, actor: Actor, command: OrderClaims | SignOrder | RefuseOrder
) -> tuple[LinkEvent, ...] | Refusal:
    """Decide an order of awards by the people whom the table of authority asks for."""
    if isinstance(command, OrderClaims):
        return _ordered(state, actor, command)
    waits = numbered(state.orders, command.number, ())
    if isinstance(waits, Refusal):
        return waits
    cites, last = waits.command.cites, (actor.name, actor.role, command.reason)
    if isinstance(command, RefuseOrder):
        withdrawn = actor.name == waits.by.name
        ended = StatementEnded(waits.number, *last, withdrawn, cites)
        return may_refuse(waits, actor, command.reason) or (ended,)
    complete = may_sign(waits, actor) or completes(waits, actor, command.reason, waits.command.signed or ())
    if isinstance(complete, Refusal):
        return complete
    signed = StatementSigned(waits.number, *last, complete, cites)
    names = (*(one.name for one in waits.signers), actor.name)
    return (signed, _found(waits.command, waits.by, names)) if complete else (signed,)


def _ordered(state: LinkState, actor: Actor, command: OrderClaims) -> tuple[LinkEvent, ...] | Refusal:
    refused = signatures.wrong_reason(command.reason, LONGEST_REASON)
    if refused is not None:
        return Refusal(refused.reason, refused.sentence, command.cites)
    signed = command.signed or ()
    ruled = strictest(Act.ORDER_CLAIMS, (Touches.SIGNED if signed else Touches.NOTHING,), Stage.OUTCOME)
    weighing = Weighing(ruled.act, ruled.touches, ruled.stage, ruled.needs, cites=command.cites)
    alone = suffices(weighing, actor, command.reason, signed)
    if isinstance(alone, Refusal):
        return alone
    if len(command.order) < 2 or len(set(command.order)) < len(command.order):
        return Refusal(Reason.FACT, "Name two awards or more, each once", command.cites)
    if alone:
        return (_found(command, actor),)
    same = next((one for one in state.orders if one.command.order == command.order), None)
    if same is not None:
        sentence = f"{same.by.name} has already said this: it is signed or refused first (number {same.number})"
        return Refusal(Reason.MOMENT, sentence, command.cites)
    stands = (Signer(actor.name, actor.role),)
    return (OrderStated(Statement(state.proposed + 1, command, weighing, stands, command.reason)),)


def _found(command: OrderClaims, by: Actor, names: tuple[str, ...] = ()) -> ClaimsOrdered:
    head = (command.order, command.reason, by.name, by.role.value, command.cites)
    return ClaimsOrdered(*head, names or UNSET)


def _missing(name: str) -> Refusal:
    return Refusal(Reason.MOMENT, f"There is no link {name[:40]}", ())


def _other_terms(
    state: LinkState, command: ProposeTerms | CountersignTerms | RejectTerms, actor: str, role: Role
) -> tuple[LinkEvent, ...] | Refusal:
    """Decide a change of a jackpot's terms, for which two Shift Managers sign."""
    if not at_least(role, Role.SHIFT_MANAGER):
        return Refusal(Reason.ROLE, "Only Shift Managers may change a jackpot's terms", ())
    if isinstance(command, ProposeTerms):
        terms = (command.seed, command.contribution, command.wager)
        return _wrong_terms(command) or (TermsProposed(state.proposed + 1, *terms, actor, role.value),)
    proposals = [one for one in state.proposals if isinstance(one, TermsProposed)]
    if isinstance(command, RejectTerms):
        found = signatures.named(proposals, command.number)
        return found if isinstance(found, Refusal) else (TermsRejected(found.number, command.reason),)
    first = signatures.second(proposals, command.number, actor)
    if isinstance(first, Refusal):
        return first
    return (TermsCountersigned(first.number, first.seed, first.contribution, first.wager, first.actor, actor),)


def _wrong_terms(terms: EstablishLink | ProposeTerms) -> Refusal | None:
    if not 0 <= terms.seed <= MOST:
        return Refusal(Reason.AMOUNT, f"A seed must be from 0 to {format_money(MOST)}", ())
    if not 1 <= terms.wager <= MOST:
        return Refusal(Reason.AMOUNT, f"A jackpot wager must be positive and at most {format_money(MOST)}", ())
    try:
        Rate.parse(terms.contribution)
    except ValueError as error:
        return Refusal(Reason.AMOUNT, str(error), ())
    return None


def _moved(state: LinkState, command: MoveMeter) -> tuple[LinkEvent, ...]:
    events: list[LinkEvent] = []
    meter, waiting = state.meter, state.waiting
    for move in command.moves:
        after = meter + move.millionths
        events.append(MeterMoved(command.table, command.version, move, meter, after))
        meter = after
        if move.whole and waiting is not None:
            after = waiting[0] * MILLION + meter % MILLION
            events.append(TermsChanged(*waiting, meter, after))
            meter, waiting = after, None
    return tuple(events)


def evolve_link(state: LinkState | None, event: LinkEvent) -> LinkState:
    """Return the link after an event."""
    if isinstance(event, LinkEstablished):
        return LinkState(event.link, event.seed, event.contribution, event.wager, event.seed * MILLION)
    assert state is not None
    match event:
        case MeterMoved():
            awards, order = state.awards, state.found
            if event.move.award:
                awards = (_kept(event), *awards)[:KEPT_AWARDS]
                place = ClaimAt(event.table, event.move.round, event.move.box)
                order = _unpaid(order, place)
                state = replace(state, orders=tuple(one for one in state.orders if place not in one.command.order))
            return replace(_less(state, event.move), meter=event.after, awards=awards, found=order)
        case TermsProposed() | UpProposed():
            return replace(state, proposals=(*state.proposals, event), proposed=event.number)
        case TermsCountersigned():
            terms = (event.seed, event.contribution, event.wager)
            return replace(state, proposals=signatures.without(state.proposals, event.number), waiting=terms)
        case TermsRejected() | UpRejected() | UpCountersigned():
            return replace(state, proposals=signatures.without(state.proposals, event.number))
        case TermsChanged():
            changed = replace(state, seed=event.seed, contribution=event.contribution, wager=event.wager)
            return replace(changed, meter=event.after, waiting=None)
        case LinkWentDown():
            if event.number is UNSET:
                return replace(state, down=event.reason)
            failed = Failed(event.number, Registered(event.registered, state.terms[0], ()))
            return replace(state, down=event.reason, failures=(*(state.failures or ()), failed)[-KEPT_FAILURES:])
        case LinkCameUp():
            return replace(state, down="")
        case ClaimsOrdered():
            return replace(state, found=event)
        case OrderStated():
            return replace(state, orders=(*state.orders, event.statement), proposed=event.statement.number)
        case StatementSigned():
            return replace(state, orders=signed_by(state.orders, event))
        case StatementEnded():
            return replace(state, orders=without(state.orders, event.number))
        case _:
            assert_never(event)


def _less(state: LinkState, move: MeterMove) -> LinkState:
    """Return the link with what an award, or its going back, has left of the value that its failure registered."""
    if move.failure is UNSET or move.registered is None:
        return state
    change = lowered if move.award else raised
    failures = tuple(
        Failed(one.number, change(one.registered, move.registered, move.amount)) if one.number == move.failure else one
        for one in state.failures or ()
    )
    return replace(state, failures=failures)


def _unpaid(found: ClaimsOrdered | None, paid: ClaimAt) -> ClaimsOrdered | None:
    """Return the House's order without an award that has been paid; None once a single award is left."""
    if found is None or paid not in found.order:
        return found
    left = tuple(one for one in found.order if one != paid)
    return replace(found, order=left) if len(left) > 1 else None


def _kept(event: MeterMoved) -> AwardKept:
    move = event.move
    shown = (Meter(event.before).shown, Meter(event.after).shown)
    head = (event.table, move.round, move.box, move.player, move.award, move.amount)
    return AwardKept(*head, *shown, move.signed, move.registered)

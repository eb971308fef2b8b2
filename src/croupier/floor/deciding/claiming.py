"""Major awards at a table: the box is locked until two people have signed for the hand as it is.

A person who signs names the hand that they have checked. A hand that is changed afterwards loses its signatures. A
person who finds an error returns the claim instead of signing; then the Dealer settles again.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.cards import format_cards
from croupier.floor.values.table import (
    SIGNATURES,
    ClaimReturned,
    ClaimSigned,
    ClaimsOpened,
    LetSignaturesFall,
    OpenClaim,
    ReturnClaim,
    SignaturesFell,
    SignClaim,
    TableInfo,
)
from croupier.floor.values.table_kinds import BankedTable, TableState
from croupier.play.actor import Actor
from croupier.play.banked import decide as decide_house
from croupier.play.banked.commands import Settle
from croupier.play.banked.events import BankedEvent, JackpotPaid
from croupier.play.banked.state import Wager
from croupier.play.banked.weighing import UNSIGNED
from croupier.play.refusal import Reason, Refusal
from croupier.rules.authority import Act, Stage, Touches, needed
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Role, at_least, or_above

LONGEST_REASON = 200
Answer = tuple[ClaimSigned | ClaimReturned | SignaturesFell, ...] | Refusal
ClaimEvent = ClaimsOpened | ClaimSigned | ClaimReturned | SignaturesFell


def held_up(
    game: BankedGame, info: TableInfo, events: tuple[BankedEvent, ...] | Refusal, at: int
) -> ClaimsOpened | Refusal | None:
    """Return the claims that an attempt to settle opens, or the refusal while they wait for two signatures each."""
    if isinstance(events, Refusal):
        return events
    major = major_awards(game, events)
    if not major:
        return None
    claimed = {(one.box, one.award) for one in info.claims}
    same = claimed == {(one.box, one.award) for one in major}
    returned = any(one.returned is not UNSET for one in info.claims)
    if not same or returned:  # no claims yet, claims for other hands, or a returned claim
        cites = tuple(dict.fromkeys(cite for one in major for cite in one.cites))
        boxes, awards = tuple(one.box for one in major), tuple(one.award for one in major)
        complete = dict(info.complete)
        stand = tuple(one.box for one in info.claims if one.returned is UNSET) if same else ()
        return ClaimsOpened(boxes, awards, tuple(complete.get(box, at) for box in boxes), cites, at, stand)
    for claim in info.claims:
        if len(claim.signed) < SIGNATURES:
            missing = SIGNATURES - len(claim.signed)
            sentence = f"The award of box {claim.box} lacks {missing} signature{'s' if missing > 1 else ''}"
            return Refusal(Reason.MOMENT, sentence, ())
    return None


def major_awards(game: BankedGame, events: tuple[BankedEvent, ...]) -> list[JackpotPaid]:
    """Return the awards among events that need signatures and are paid in their turn."""
    major = {award.name for award in game.jackpot.awards if award.major}
    return [event for event in events if isinstance(event, JackpotPaid) and event.award in major]


def due_awards(state: BankedTable) -> frozenset[tuple[int, str]]:
    """Return the major awards that settling the round would pay as it is now, each with its box."""
    events = decide_house(state.game, state.engine, Actor("", Role.DEALER), Settle())
    found = () if isinstance(events, Refusal) else major_awards(state.game, events)
    return frozenset((one.box, one.award) for one in found)


def hand_of(state: BankedTable, box: int) -> str:
    """Return the cards that an award rests on, as text: those of the box and the Community Cards."""
    round_ = state.engine.round
    held = None if round_ is None else round_.box(box)
    return "" if round_ is None or held is None else format_cards((*held.cards, *round_.community))


def signers(info: TableInfo) -> Mapping[int, tuple[str, ...]]:
    """Return the people who have signed for the awards of the round, by box: pending ones and those that were paid."""
    paid = () if isinstance(info.signed, UnsetType) else info.signed
    if not (paid or info.claims):  # the common case
        return UNSIGNED
    return dict(paid) | {claim.box: claim.signed for claim in info.claims if claim.signed}


def paid_or_out(info: TableInfo, box: int, *, paid: bool) -> TableInfo:
    """Return a table without the claim of a box, and with those who signed for it if it was paid."""
    names = next((claim.signed for claim in info.claims if claim.box == box), ())
    left = replace(info, claims=tuple(one for one in info.claims if one.box != box))
    if not (paid and names):
        return left
    before = () if isinstance(info.signed, UnsetType) else info.signed
    return replace(left, signed=(*before, (box, names)))


def decide(state: TableState, actor: str, role: Role, command: SignClaim | ReturnClaim | LetSignaturesFall) -> Answer:
    """Return the events of a command about claims, or its refusal."""
    if isinstance(command, LetSignaturesFall):
        return tuple(
            SignaturesFell(claim.box, hand, claim.signed)
            for box, hand in zip(command.boxes, command.hands, strict=True)
            for claim in state.info.claims
            if claim.box == box
        )
    act = "sign for" if isinstance(command, SignClaim) else "return"
    begins = needed(Act.CLAIM, Touches.NOTHING, Stage.OUTCOME).begins
    if not at_least(role, begins):
        return Refusal(Reason.ROLE, f"Only {or_above(begins)} may {act} a major award", ())
    claim = next((one for one in state.info.claims if one.box == command.box), None)
    if claim is None:
        return Refusal(Reason.NO_SUCH_BOX, f"Box {command.box} has no pending award", ())
    if actor in state.players:
        return Refusal(Reason.ROLE, f"Nobody may {act} an award of a round in which they play", ())
    if isinstance(command, ReturnClaim):
        return _returned(claim, actor, role, command)
    assert isinstance(state, BankedTable), "only the games against the House have major awards"
    return _signed(state, claim, actor, role, command)


def _signed(state: BankedTable, claim: OpenClaim, actor: str, role: Role, command: SignClaim) -> Answer:
    if claim.returned is not UNSET:
        sentence = f"{claim.returned.actor} has returned this claim: the Dealer checks the hand and settles again"
        return Refusal(Reason.MOMENT, sentence, ())
    if actor in claim.signed:
        return Refusal(Reason.ROLE, "Two different people must sign", ())
    if len(claim.signed) >= SIGNATURES:
        return Refusal(Reason.MOMENT, "Both signatures have been given", ())
    hand = hand_of(state, claim.box)
    if command.hand and command.hand != hand:
        return Refusal(Reason.STALE, f"The hand of box {claim.box} is now {hand}: check it again", ())
    return (ClaimSigned(claim.box, actor, role.value),)


def _returned(claim: OpenClaim, actor: str, role: Role, command: ReturnClaim) -> Answer:
    if claim.returned is not UNSET:
        return Refusal(Reason.MOMENT, f"{claim.returned.actor} has returned this claim already", ())
    if len(claim.signed) >= SIGNATURES:
        return Refusal(Reason.MOMENT, "Both signatures have been given", ())
    if not command.reason.strip() or len(command.reason) > LONGEST_REASON:
        return Refusal(Reason.FACT, f"Give a reason, of at most {LONGEST_REASON} characters", ())
    return (ClaimReturned(claim.box, actor, role.value, command.reason, claim.signed),)


def outdated(state: BankedTable, box: int) -> Refusal | None:
    """Return the refusal of a signature for an award that the hand, as it is now, does not have."""
    claim = next((one for one in state.info.claims if one.box == box), None)
    if claim is None or (claim.box, claim.award) in due_awards(state):
        return None
    sentence = f"The hand of box {box} no longer has this award: the Dealer settles again"
    return Refusal(Reason.MOMENT, sentence, ())


def fallen(before: object, after: object) -> LetSignaturesFall | None:
    """Return the command that drops signatures under hands that an act has changed; None if there are none."""
    if type(after) is not BankedTable or not after.info.claims or not after.running:  # the common case
        return None
    if type(before) is not BankedTable:
        return None
    signed = [one for one in after.info.claims if one.signed and one in before.info.claims]
    if not signed or before.engine.round == after.engine.round:
        return None
    other = due_awards(after) != {(one.box, one.award) for one in after.info.claims}
    changed = tuple(one.box for one in signed if other or _rests_on(before, one.box) != _rests_on(after, one.box))
    return LetSignaturesFall(changed, tuple(hand_of(before, box) for box in changed)) if changed else None


def _rests_on(state: BankedTable, box: int) -> tuple[str, tuple[Wager, ...]]:
    """Return the cards and wagers from which an award of a box follows."""
    held = None if state.engine.round is None else state.engine.round.box(box)
    return hand_of(state, box), () if held is None else held.wagers


def evolve(claims: tuple[OpenClaim, ...], event: ClaimEvent) -> tuple[OpenClaim, ...]:
    """Return a table's claims after one of their events."""
    match event:
        case ClaimsOpened():
            return tuple(_opened(claims, event))
        case ClaimSigned():
            return _changed(claims, event.box, lambda one: replace(one, signed=(*one.signed, event.actor)))
        case ClaimReturned():
            return _changed(claims, event.box, lambda one: replace(one, signed=(), returned=event))
        case SignaturesFell():
            return _changed(claims, event.box, lambda one: replace(one, signed=(), fell=event))
        case _:
            assert_never(event)


def _opened(claims: tuple[OpenClaim, ...], event: ClaimsOpened) -> Iterator[OpenClaim]:
    known = {one.box: one for one in claims}
    for box, award, dealt in zip(event.boxes, event.awards, event.dealt, strict=True):
        if box in event.stand:
            yield known[box]
        else:
            fell = known[box].fell if box in known else UNSET
            yield OpenClaim(box, award, dealt, entered=event.entered, fell=fell)


def _changed(
    claims: tuple[OpenClaim, ...], box: int, change: Callable[[OpenClaim], OpenClaim]
) -> tuple[OpenClaim, ...]:
    return tuple(change(one) if one.box == box else one for one in claims)

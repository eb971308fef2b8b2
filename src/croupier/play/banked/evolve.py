"""``evolve``: a table after an event. Replaying a table's events gives the same table, always."""

from collections.abc import Iterable
from typing import Final, TypeGuard, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.play.actor import Entered
from croupier.play.authority import StatementEnded, StatementSigned
from croupier.play.banked.aftermath import HandEvent, on_round, on_table, piles_of
from croupier.play.banked.events import (
    ActTakenBack,
    BankedEvent,
    BetsClosed,
    CardCorrected,
    CardsDealt,
    CardsExposed,
    CardsReconstructed,
    ChoiceMade,
    ChoiceOpened,
    Cites,
    CommunityRevealed,
    DealerCardUp,
    DealerRevealed,
    Decided,
    DecisionCorrected,
    DecisionPending,
    DecisionTaken,
    HandAbsent,
    HandInspected,
    HandInvalidated,
    HandLookedAt,
    HandShown,
    HandWithheld,
    Happening,
    IrregularityRuled,
    JackpotArranged,
    JackpotDown,
    JackpotFed,
    JackpotPaid,
    JackpotUnfed,
    JackpotValued,
    MeterRestored,
    PlayerBarred,
    PlayerInformed,
    PlayerLeft,
    PlayerRestricted,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    Share,
    ShareDeclined,
    ShareReturned,
    ShortWagerRemembered,
    StatementMade,
    StrayWager,
    TableOpened,
    Taped,
    WagerCorrected,
    WagerCounted,
    WagerPlaced,
    WagerReturned,
    WagerSettled,
    WagerWithdrawn,
)
from croupier.play.banked.facts import cards_seen, outcomes_established
from croupier.play.banked.flow import BURN, COMMUNITY, DEALER, advanced, face_up, showing
from croupier.play.banked.jackpot import WHOLE, fed, lowered
from croupier.play.banked.settlement import in_box_order
from croupier.play.banked.state import Box, Meter, Phase, Reached, Round, Table, Taken, Wager, with_wager
from croupier.play.banked.tape import remembered
from croupier.play.tape import Keyed, Tape, latest, rewritten, standing
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.irregularities import JACKPOT_DOWN
from croupier.rules.settling import PercentOfMeter
from croupier.rules.terms import SETTLING_ORDER, Decision, WagerName

_PLAY: Final = Phase.PLAY

_FOLD: Final = Decision.FOLD


def opened(event: TableOpened) -> Table:
    """Return the table that an opening makes."""
    return Table(event.table, event.rulebook, event.policy, Meter(event.meter), event.automatic)


def evolve(game: BankedGame, table: Table, event: BankedEvent, entered: Entered | None = None) -> Table:
    """Return the table after one more event.

    Only events with a known entry, ``entered``, can be taken back.
    """
    if type(event) is ActTakenBack:
        return _taken_back(game, table, event)
    if type(event) is DecisionCorrected:
        return _decision_corrected(game, table, event)
    return remembered(table, happened(game, table, event), event, entered)


def happened(game: BankedGame, table: Table, event: Happening) -> Table:
    """Return the table after an event, without a record of who entered it."""
    version = table.version + 1
    if type(event) is WagerSettled:  # a settlement has dozens
        assert table.round is not None
        return replace(table, version=version, round=_settled(table.round, event))
    if _within(event):  # nearly everything that happens
        assert table.round is not None, "this happens only within a round"
        return replace(table, version=version, round=_in_round(game, table.policy, table.round, event))
    if type(event) is JackpotFed:
        return _fed(table, event)
    if type(event) is RoundOpened:
        return replace(table, version=version, rounds=event.number, round=Round(event.number, event.rulebook))
    if type(event) is RoundEnded:
        assert table.round is not None
        # Decisions pending in a void round end with it; one about the jackpot outlives it.
        left = tuple([one for one in table.pending if one.irregularity == JACKPOT_DOWN])
        return replace(table, version=version, pending=left, round=replace(table.round, phase=Phase.ENDED))
    match event:
        case JackpotPaid():
            return replace(_paid(game, table, event), version=version)
        case PlayerRestricted():
            others = tuple(player for player in table.restricted if player != event.player)
            return replace(table, version=version, restricted=others + (event.player,) * event.restricted)
        case PlayerInformed():
            return replace(table, version=version)
        case RoundVoided():
            assert table.round is not None
            # In a void round nothing was paid or collected, so a short wager in it was not settled either.
            first = {player for _, _, player in table.round.short}
            short = tuple(player for player in table.short_before if player not in first)
            round_ = _in_round(game, table.policy, replace(table.round, short=()), event)
            return replace(table, version=version, short_before=short, round=round_)
        case (
            IrregularityRuled()
            | JackpotUnfed()
            | MeterRestored()
            | ShortWagerRemembered()
            | DecisionPending()
            | DecisionTaken()
            | JackpotDown()
            | JackpotValued()
            | JackpotArranged()
            | PlayerBarred()
            | StatementMade()
            | StatementSigned()
            | StatementEnded()
        ):
            return replace(on_table(table, event), version=version)
        case _:
            within: RoundEvent = event  # nothing else is left, says the type checker
            raise AssertionError(f"{type(within).__name__} happens within a round")


def retold(game: BankedGame, table: Table, base: Round, acts: Iterable[Keyed[Taped]]) -> Round:
    """Replay acts from the round ``base`` on."""
    told = replace(table, round=base)
    for act in acts:
        for event in act.events:
            told = happened(game, told, event)
    assert told.round is not None
    return told.round


def _tape_of(table: Table) -> Tape[Round, Taped]:
    """Return the tape of the round in play, which has one."""
    assert table.round is not None
    return standing(table.round.tape)


def _taken_back(game: BankedGame, table: Table, event: ActTakenBack) -> Table:
    tape = _tape_of(table)
    at = latest(tape, lambda act: act.events == event.act)
    return _with_tape(game, table, tape.base, rewritten(tape, {at}))


def _decision_corrected(game: BankedGame, table: Table, event: DecisionCorrected) -> Table:
    tape = _tape_of(table)
    at = latest(tape, lambda act: event.before in act.events)
    wrong = tape.acts[at]
    right = Keyed(wrong.entered, tuple(event.after if one == event.before else one for one in wrong.events))
    dropped = {later for later in range(at + 1, len(tape.acts)) if tape.acts[later].events in event.dropped}
    return _with_tape(game, table, tape.base, rewritten(tape, dropped, {at: right}))


def _with_tape(game: BankedGame, table: Table, base: Round, tape: Tape[Round, Taped] | UnsetType) -> Table:
    """Return the table with its round replayed from a tape.

    The round of a tape without acts is the one that it began with.
    """
    acts = () if isinstance(tape, UnsetType) else tape.acts
    round_ = replace(retold(game, table, base, acts), tape=tape, reached=_reached(game, table))
    return replace(table, version=table.version + 1, round=round_)


def _reached(game: BankedGame, table: Table) -> Reached | UnsetType:
    """Return how far a round has ever come, before an act of it is taken back."""
    round_ = table.round
    assert round_ is not None
    before = Reached() if isinstance(round_.reached, UnsetType) else round_.reached
    outcomes = outcomes_established(game, table, round_).union(before.outcomes)
    found = Reached(tuple(sorted(outcomes)), before.seen or cards_seen(round_))
    return UNSET if found == Reached() else found


def _fed(table: Table, event: JackpotFed) -> Table:
    """Add a contribution to the meter; the round keeps whose it was."""
    assert table.round is not None
    round_ = replace(table.round, fed=(*table.round.fed, (event.box, event.millionths)))
    return replace(table, version=table.version + 1, meter=fed(table.meter, event.millionths), round=round_)


def _paid(game: BankedGame, table: Table, event: JackpotPaid) -> Table:
    """Apply an award to the meter; the round keeps what each award has taken."""
    assert table.round is not None
    prize = next(award.prize for award in game.jackpot.awards if award.name == event.award)
    if not isinstance(prize, PercentOfMeter):
        return table
    whole = prize.percent == WHOLE and not event.borne
    taken = Taken(event.box, event.meter_before - event.meter_after, whole)
    kept = table.round.registered
    if kept is not None and kept.failure is not UNSET and event.registered is not None:
        kept = lowered(kept, event.registered, event.amount)
    awarded = (*table.round.awarded, event)
    round_ = replace(table.round, taken=(*table.round.taken, taken), awarded=awarded, registered=kept)
    return replace(table, meter=Meter(event.meter_after), round=round_)


RoundEvent = (
    WagerPlaced
    | WagerWithdrawn
    | BetsClosed
    | CardsDealt
    | HandLookedAt
    | ShareDeclined
    | Decided
    | CommunityRevealed
    | DealerRevealed
    | HandShown
    | HandWithheld
    | HandInspected
    | HandEvent
)
_WITHIN: Final = frozenset(get_args(RoundEvent)) - {RoundVoided}
"""The events that change only their round; for a void round the table forgets something too."""


def _within(event: Happening) -> TypeGuard[RoundEvent]:
    return type(event) in _WITHIN


def _in_round(game: BankedGame, policy: BankedPolicy, round_: Round, event: RoundEvent) -> Round:
    dealing = policy.dealing
    if type(event) is WagerPlaced:
        return _placed(round_, event)
    if type(event) is HandLookedAt:
        return _with_box(round_, replace(_box(round_, event.box), looked_by=event.player))
    if type(event) is Decided:
        boxes = _boxes_with(round_, _decided(_box(round_, event.box), event))
        return advanced(game, dealing, replace(round_, boxes=boxes, fresh=(), deal_over=True))
    if type(event) is HandShown:
        box = _box(round_, event.box)
        late = box.shown is False and showing(game, dealing).withheld_folds
        laid_open = replace(box, established=True) if late else replace(box, shown=True)
        after = _with_box(round_, laid_open)
        return advanced(game, dealing, after) if after.phase is _PLAY else after
    if type(event) is HandWithheld:
        return advanced(game, dealing, _with_box(round_, replace(_box(round_, event.box), shown=False)))
    if type(event) is CardsDealt:
        return advanced(game, dealing, _dealt(game, dealing, round_, event), len(event.cards))
    if type(event) is BetsClosed:
        return advanced(game, dealing, replace(round_, phase=Phase.PLAY))
    if type(event) is CommunityRevealed:
        up = round_.community_up + event.count
        turned = replace(round_, step=round_.step + 1, community_up=up, deal_over=True)
        return advanced(game, dealing, turned)
    if type(event) is DealerRevealed:
        whole = tuple(range(len(round_.dealer)))
        turned = replace(round_, step=round_.step + 1, dealer_up=whole, dealer_open=True, deal_over=True)
        return advanced(game, dealing, turned)
    match event:
        case ShareDeclined(checked=True):
            box = _box(round_, event.box)
            return _with_box(round_, replace(box, unfunded=(*box.unfunded, event.player)))
        case ShareDeclined():
            return _with_box(round_, _share_folded(_box(round_, event.box), event.player))
        case HandInspected():
            box = _box(round_, event.box)
            return _with_box(round_, replace(box, inspected_by=(*box.inspected_by, event.role)))
        case WagerWithdrawn():
            return _withdrawn(round_, event)
        case (
            RoundVoided()
            | HandInvalidated()
            | WagerReturned()
            | PlayerLeft()
            | ShareReturned()
            | ChoiceOpened()
            | ChoiceMade()
            | CardsReconstructed()
            | CardsExposed()
            | DealerCardUp()
            | WagerCounted()
            | StrayWager()
            | HandAbsent()
            | CardCorrected()
            | WagerCorrected()
        ):
            after = on_round(game, policy, round_, event)
            return advanced(game, dealing, after) if after.phase is Phase.PLAY else after
        case _:
            assert_never(event)


def _settled(round_: Round, event: WagerSettled) -> Round:
    """Add a line to the round, in box order.

    Mostly it comes after the others anyway.
    """
    lines = (*round_.lines, event)
    last = lines[-2] if len(lines) > 1 else event
    if last.box > event.box or (last.box == event.box and SETTLING_ORDER[last.wager] > SETTLING_ORDER[event.wager]):
        lines = tuple(in_box_order(lines))
    return replace(round_, lines=lines)


def _box(round_: Round, number: int) -> Box:
    box = round_.box(number)
    assert box is not None, f"nobody plays box {number}"
    return box


def _with_box(round_: Round, changed: Box) -> Round:
    return replace(round_, boxes=_boxes_with(round_, changed))


def _boxes_with(round_: Round, changed: Box) -> tuple[Box, ...]:
    """Return the boxes with one of them changed."""
    boxes = list(round_.boxes)
    boxes[round_.place(changed.number)] = changed
    return tuple(boxes)


def _placed(round_: Round, event: WagerPlaced) -> Round:
    box = round_.box(event.box)
    if box is None:
        wager = Wager(event.wager, (Share(event.player, event.amount),))
        boxes = (*round_.boxes, Box(event.box, event.player, (wager,)))
        if len(boxes) > 1 and boxes[-2].number > event.box:
            boxes = tuple(sorted(boxes, key=lambda one: one.number))
        return replace(round_, boxes=boxes)
    lying = box.wager(event.wager)
    if lying is None:
        placed = Wager(event.wager, (Share(event.player, event.amount),))
    else:
        placed = replace(lying, shares=_share_changed(lying.shares, event.player, event.amount))
    return _with_box(round_, replace(box, wagers=with_wager(box, placed)))


def _share_changed(shares: tuple[Share, ...], player: str, by: int) -> tuple[Share, ...]:
    if not any(share.player == player for share in shares):
        return (*shares, Share(player, by))
    changed = (replace(one, amount=one.amount + by) if one.player == player else one for one in shares)
    return tuple(share for share in changed if share.amount)


def _withdrawn(round_: Round, event: WagerWithdrawn) -> Round:
    box = _box(round_, event.box)
    lying = box.wager(event.wager)
    assert lying is not None
    left = replace(lying, shares=_share_changed(lying.shares, event.player, -event.amount))
    wagers = with_wager(box, left)
    if not wagers:
        return replace(round_, boxes=tuple(one for one in round_.boxes if one.number != event.box))
    # The seat passes to the next Player with a part of the Ante once its holder has none; wagers come in settling
    # order, so that the Ante is the first unless another lies alone.
    shares = wagers[0].shares
    seated = box.player if any(one.player == box.player for one in shares) else shares[0].player
    return _with_box(round_, replace(box, wagers=wagers, player=seated))


def _decided(box: Box, event: Decided) -> Box:
    wagers = box.wagers
    if event.wager is not None:
        wagers = with_wager(box, Wager(event.wager, event.shares, _back_with_ante(box, event.shares)))
    folded, decisions = event.decision is _FOLD, (*box.decisions, event.decision)
    if box.unfunded:
        return replace(box, decisions=decisions, wagers=wagers, folded=folded, unfunded=())
    return replace(box, decisions=decisions, wagers=wagers, folded=folded)


def _back_with_ante(box: Box, shares: tuple[Share, ...]) -> Cites:
    """Return the paragraphs under which a wager comes back because the Ante that sizes it does; mostly empty."""
    if not box.antes_back or not any(share.back for share in shares):
        return ()
    ante = box.wager(WagerName.ANTE)
    return ante.cites if ante is not None else ()


def _share_folded(box: Box, player: str) -> Box:
    wagers = tuple(
        replace(wager, shares=tuple(replace(one, folded=True) if one.player == player else one for one in wager.shares))
        for wager in box.wagers
    )
    return replace(box, wagers=wagers)


def _dealt(game: BankedGame, dealing: str, round_: Round, event: CardsDealt) -> Round:
    """Put cards at their places; the Dealer's last ones are face up if the document says so."""
    piles = {place: [*cards] for place, cards in piles_of(round_)}
    fresh = []
    used = round_.used
    for card, place in zip(event.cards, event.places, strict=True):
        pile = piles[place]
        fresh.append((place, len(pile)))
        pile.append(card)
        if card != UNKNOWN:
            used |= 1 << card
    boxes = tuple([_with_cards(box, piles[str(box.number)]) for box in round_.boxes])
    dealer = tuple(piles[DEALER])
    return replace(
        round_,
        boxes=boxes,
        used=used,
        burnt=tuple(piles[BURN]),
        community=tuple(piles[COMMUNITY]),
        dealer=dealer,
        dealer_up=round_.dealer_up if round_.dealer_fixed else face_up(game, dealing, len(dealer)),
        fresh=tuple(fresh),
        deal_over=False,
    )


def _with_cards(box: Box, cards: list[Card]) -> Box:
    """Return a box with the cards that lie there now."""
    return box if len(cards) == len(box.cards) else replace(box, cards=tuple(cards))

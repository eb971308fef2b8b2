"""What rulings and corrections do to a table: the part of ``evolve`` that irregularities need."""

from typing import assert_never

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.money import in_proportion
from croupier.play.commands import Piles
from croupier.play.events import (
    CardCorrected,
    CardsExposed,
    CardsReconstructed,
    ChoiceMade,
    ChoiceOpened,
    DealerCardUp,
    DecisionPending,
    DecisionTaken,
    HandAbsent,
    HandInvalidated,
    IrregularityRuled,
    JackpotArranged,
    JackpotDown,
    JackpotStatus,
    JackpotUnfed,
    MeterRestored,
    PlayerBarred,
    RoundVoided,
    Share,
    ShareReturned,
    ShortWagerRemembered,
    StrayWager,
    WagerCorrected,
    WagerCounted,
)
from croupier.play.flow import BURN, COMMUNITY, DEALER
from croupier.play.jackpot import fed
from croupier.play.state import Box, Pending, Registered, Round, Table, Wager, with_wager
from croupier.rules.terms import WagerName

TableEvent = (
    IrregularityRuled
    | JackpotUnfed
    | MeterRestored
    | ShortWagerRemembered
    | DecisionPending
    | DecisionTaken
    | JackpotDown
    | JackpotArranged
    | PlayerBarred
)
HandEvent = (
    RoundVoided
    | HandInvalidated
    | ShareReturned
    | ChoiceOpened
    | ChoiceMade
    | CardsReconstructed
    | CardsExposed
    | DealerCardUp
    | WagerCounted
    | StrayWager
    | HandAbsent
    | CardCorrected
    | WagerCorrected
)


def on_table(table: Table, event: TableEvent) -> Table:
    """The table after what concerns more than the round."""
    match event:
        case IrregularityRuled():
            return table
        case JackpotUnfed():
            return replace(_unfed(table, event.box), meter=fed(table.meter, -event.millionths))
        case MeterRestored():
            return replace(_restored(table, event.box), meter=fed(table.meter, event.millionths))
        case ShortWagerRemembered():
            return replace(table, short_before=(*table.short_before, event.player))
        case DecisionPending():
            pending = Pending(
                event.number,
                event.irregularity,
                event.facts,
                event.box,
                event.player,
                event.role,
                event.options,
                event.cites,
            )
            return replace(table, pending=(*table.pending, pending), decisions=event.number)
        case DecisionTaken():
            return replace(table, pending=tuple(one for one in table.pending if one.number != event.number))
        case JackpotDown():
            return _down(table, event)
        case JackpotArranged():
            return replace(table, jackpot=event.status, closed_boxes=event.boxes)
        case PlayerBarred():
            return replace(table, barred=(*table.barred, event.player))
        case _:
            assert_never(event)


def _unfed(table: Table, box: int) -> Table:
    """The round without a box's contribution."""
    round_ = table.round
    if round_ is None:
        return table
    return replace(table, round=replace(round_, fed=tuple(one for one in round_.fed if one[0] != box)))


def _restored(table: Table, box: int) -> Table:
    """The round without a box's award, and without what that had taken."""
    round_ = table.round
    if round_ is None:
        return table
    taken = tuple(one for one in round_.taken if one.box != box)
    awarded = tuple(one for one in round_.awarded if one.box != box)
    return replace(table, round=replace(round_, taken=taken, awarded=awarded))


def _down(table: Table, event: JackpotDown) -> Table:
    """The jackpot system has failed: the round in play keeps the value registered first, if it is paid from it."""
    round_ = table.round
    if event.pays and round_ is not None and round_.registered is None:
        registered = Registered(event.registered, table.policy.seed, event.pays)
        round_ = replace(round_, registered=registered)
    return replace(table, jackpot=JackpotStatus.UNDECIDED, round=round_)


def on_round(round_: Round, event: HandEvent) -> Round:
    """The round after a ruling has touched it."""
    match event:
        case RoundVoided():
            # A jackpot wager without an Ante has gone back already; its line stays.
            lines = tuple(line for line in round_.lines if round_.box(line.box) is None)
            return replace(round_, lines=lines, boxes=tuple(replace(box, choice=()) for box in round_.boxes))
        case HandInvalidated():
            lines = tuple(line for line in round_.lines if line.box != event.box)
            return replace(_changed(round_, event.box, out=event.cites, choice=()), lines=lines)
        case ShareReturned():
            return _share_returned(round_, event)
        case ChoiceOpened():
            return _changed(round_, event.box, choice=event.options, choice_cites=event.cites)
        case ChoiceMade():
            return _changed(round_, event.box, choice=())
        case CardsReconstructed():
            return with_piles(round_, event.after)
        case CardsExposed():
            return replace(round_, exposed=(*round_.exposed, *event.cards))
        case DealerCardUp():
            return replace(round_, dealer_up=(event.index,), dealer_fixed=True)
        case WagerCounted():
            return _counted(round_, event)
        case StrayWager():
            return replace(round_, strays=(*round_.strays, event)) if event.at_end else round_
        case HandAbsent():
            return _changed(round_, event.box, absent=True, folded=event.folded)
        case CardCorrected():
            return _card_corrected(round_, event)
        case WagerCorrected():
            return _wager_corrected(round_, event)
        case _:
            assert_never(event)


def _changed(round_: Round, number: int, **fields: object) -> Round:
    boxes = tuple(replace(box, **fields) if box.number == number else box for box in round_.boxes)
    return replace(round_, boxes=boxes)


def piles_of(round_: Round) -> Piles:
    """The cards of every place."""
    hands = tuple((str(box.number), box.cards) for box in round_.boxes)
    return (*hands, (DEALER, round_.dealer), (COMMUNITY, round_.community), (BURN, round_.burnt))


def with_piles(round_: Round, piles: Piles) -> Round:
    """The round with the cards of some places exchanged."""
    cards = dict(piles)
    boxes = tuple(replace(box, cards=cards.get(str(box.number), box.cards)) for box in round_.boxes)
    return replace(
        round_,
        boxes=boxes,
        dealer=cards.get(DEALER, round_.dealer),
        community=cards.get(COMMUNITY, round_.community),
        burnt=cards.get(BURN, round_.burnt),
    )


def _counted(round_: Round, event: WagerCounted) -> Round:
    """What lies on an area, as it was found; several Players' shares in it keep their proportion."""
    box = round_.box(event.box)
    assert box is not None
    lying = box.wager(event.wager)
    assert lying is not None
    parts = in_proportion(event.lies, tuple(share.amount for share in lying.shares))
    counted = (replace(share, amount=part) for share, part in zip(lying.shares, parts, strict=True))
    wager = Wager(event.wager, tuple(share for share in counted if share.amount), event.excess, event.cites)
    return _changed(round_, event.box, wagers=with_wager(box, wager))


def _share_returned(round_: Round, event: ShareReturned) -> Round:
    box = round_.box(event.box)
    assert box is not None
    wagers = tuple(
        replace(
            wager,
            shares=tuple(replace(one, back=True) if one.player == event.player else one for one in wager.shares),
            cites=wager.cites + event.cites if any(one.player == event.player for one in wager.shares) else wager.cites,
        )
        for wager in box.wagers
    )
    return _changed(round_, event.box, wagers=wagers)


def _bits(cards: tuple[Card, ...]) -> int:
    return sum(1 << card for card in cards if card != UNKNOWN)


def _card_corrected(round_: Round, event: CardCorrected) -> Round:
    cards = list(dict(piles_of(round_))[event.place])
    cards[event.index] = event.after
    used = round_.used & ~_bits((event.before,)) | _bits((event.after,))
    return replace(with_piles(round_, ((event.place, tuple(cards)),)), used=used)


def _wager_corrected(round_: Round, event: WagerCorrected) -> Round:
    box = round_.box(event.box)
    assert box is not None
    lying = box.wager(event.wager)
    shares = tuple(one for one in (lying.shares if lying else ()) if one.player != event.player)
    if event.after:
        shares = (Share(event.player, event.after), *shares)
    return _changed(round_, event.box, wagers=with_wager(box, Wager(event.wager, shares)))


def contribution_of(round_: Round, box: Box) -> int:
    """What a box's jackpot wager has put into the meter."""
    assert box.wager(WagerName.JACKPOT) is not None
    return dict(round_.fed).get(box.number, 0)

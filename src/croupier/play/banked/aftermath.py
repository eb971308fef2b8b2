"""The effects of rulings and corrections on a table: the part of ``evolve`` that irregularities need."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, Piles
from croupier.play.authority import Statement, StatementEnded, StatementSigned, signed_by, without
from croupier.play.banked.commands import BankedCommand
from croupier.play.banked.events import (
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
    JackpotValued,
    MeterRestored,
    PlayerBarred,
    PlayerLeft,
    RoundVoided,
    Share,
    ShareReturned,
    ShortWagerRemembered,
    StatementMade,
    StrayWager,
    WagerCorrected,
    WagerCounted,
    WagerReturned,
)
from croupier.play.banked.flow import BURN, COMMUNITY, DEALER
from croupier.play.banked.jackpot import fed, raised
from croupier.play.banked.measure import lying_anew, measured
from croupier.play.banked.state import Box, Pending, Phase, Registered, Round, Table, Wager, with_wager
from croupier.rules.authority import Signer
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.irregularities import JACKPOT_DOWN, lasting
from croupier.rules.terms import Decision, WagerName

TableEvent = (
    IrregularityRuled
    | JackpotUnfed
    | MeterRestored
    | ShortWagerRemembered
    | DecisionPending
    | DecisionTaken
    | JackpotDown
    | JackpotValued
    | JackpotArranged
    | PlayerBarred
    | StatementMade
    | StatementSigned
    | StatementEnded
)
HandEvent = (
    RoundVoided
    | HandInvalidated
    | WagerReturned
    | PlayerLeft
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
    """Return the table after an event that concerns more than the round."""
    match event:
        case IrregularityRuled():
            return _remembered(table, event)
        case JackpotUnfed():
            return replace(_unfed(table, event.box), meter=fed(table.meter, -event.millionths))
        case MeterRestored():
            return replace(_restored(table, event.box), meter=fed(table.meter, event.millionths))
        case ShortWagerRemembered():
            return replace(_short(table, event), short_before=(*table.short_before, event.player))
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
                event.piles,
            )
            return replace(table, pending=(*table.pending, pending), decisions=event.number)
        case DecisionTaken():
            return replace(table, pending=tuple(one for one in table.pending if one.number != event.number))
        case JackpotDown():
            return _down(table, event)
        case JackpotValued():
            return _valued(table, event)
        case JackpotArranged():
            return replace(table, jackpot=event.status, closed_boxes=event.boxes, pending=_still_asked(table, event))
        case PlayerBarred():
            return replace(table, barred=(*table.barred, event.player))
        case StatementMade():
            first = (Signer(event.by, event.role),)
            made: Statement[BankedCommand] = Statement(event.number, event.command, event.weighing, first, event.reason)
            return replace(_with_statements(table, (*table.waiting, made)), stated=event.number)
        case StatementSigned():
            return _with_statements(table, signed_by(table.waiting, event))
        case StatementEnded():
            return _with_statements(table, without(table.waiting, event.number))
        case _:
            assert_never(event)


def _with_statements(table: Table, waiting: tuple[Statement[BankedCommand], ...]) -> Table:
    return replace(table, statements=waiting or UNSET)


def _still_asked(table: Table, event: JackpotArranged) -> tuple[Pending, ...]:
    """Return the decisions that are still pending after the House has arranged how to play.

    Once the jackpot works again, those about its failure remain only if they concern a round in play.
    """
    if event.status is not JackpotStatus.RUNNING:
        return table.pending
    playing = table.round is not None and table.round.phase is not Phase.ENDED
    later = set(JackpotStatus)
    return tuple(
        one for one in table.pending if one.irregularity != JACKPOT_DOWN or (playing and not later & set(one.options))
    )


def _remembered(table: Table, event: IrregularityRuled) -> Table:
    """Keep stated facts about the round that are not recorded, for later reports."""
    said = lasting(event.irregularity, event.stated)
    if table.round is None or not said or event.round is not UNSET:  # an earlier round says nothing of this one
        return table
    return replace(table, round=replace(table.round, said=tuple((dict(table.round.said) | said).items())))


def _short(table: Table, event: ShortWagerRemembered) -> Table:
    """Keep which wager was short, so that the round knows it when it is found short again."""
    if table.round is None:
        return table
    short = (*table.round.short, (event.box, event.wager, event.player))
    return replace(table, round=replace(table.round, short=short))


def _unfed(table: Table, box: int) -> Table:
    """Return the table without a box's contribution in its round."""
    round_ = table.round
    if round_ is None:
        return table
    return replace(table, round=replace(round_, fed=tuple(one for one in round_.fed if one[0] != box)))


def _restored(table: Table, box: int) -> Table:
    """Return the table without a box's award in its round, and without what the award had taken."""
    round_ = table.round
    if round_ is None:
        return table
    taken = tuple(one for one in round_.taken if one.box != box)
    awarded = tuple(one for one in round_.awarded if one.box != box)
    kept = round_.registered
    back = next((one for one in round_.awarded if one.box == box and one.registered is not None), None)
    if kept is not None and kept.failure is not UNSET and back is not None and back.registered is not None:
        kept = raised(kept, back.registered, back.amount)
    return replace(table, round=replace(round_, taken=taken, awarded=awarded, registered=kept))


def _down(table: Table, event: JackpotDown) -> Table:
    """Apply the failure of the jackpot system.

    The round in play keeps the value registered first, if it is paid from it.
    """
    round_ = table.round
    if event.pays and round_ is not None and round_.registered is None:
        registered = Registered(event.registered, table.policy.seed, event.pays, failure=event.failure)
        round_ = replace(round_, registered=registered)
    return replace(table, jackpot=JackpotStatus.UNDECIDED, round=round_)


def _valued(table: Table, event: JackpotValued) -> Table:
    """Pay the round in play from the stated value.

    The other tables of the link may be paid from another value.
    """
    assert table.round is not None
    registered = Registered(event.value, table.policy.seed, event.cites)
    return replace(table, round=replace(table.round, registered=registered))


def on_round(game: BankedGame, policy: BankedPolicy, round_: Round, event: HandEvent) -> Round:
    """Return the round after an event of a ruling."""
    match event:
        case RoundVoided():
            # A jackpot wager without an Ante has gone back already; its line stays.
            lines = tuple(line for line in round_.lines if round_.box(line.box) is None)
            boxes = tuple(replace(box, choice=(), choosers=()) for box in round_.boxes)
            return replace(round_, lines=lines, boxes=boxes)
        case HandInvalidated():
            return _invalidated(round_, event)
        case WagerReturned():
            return _wager_returned(round_, event)
        case PlayerLeft():
            return replace(round_, away=(*round_.away, event.player))
        case ShareReturned():
            return _share_returned(game, policy, round_, event)
        case ChoiceOpened():
            # Without a name it was the seated Player's choice: revision 1 wrote it that way.
            choosers = event.players or (_box(round_, event.box).player,)
            fields = {"choice": event.options, "choosers": choosers, "choice_cites": event.cites}
            return _changed(round_, event.box, **fields)
        case ChoiceMade():
            return _answered(round_, event)
        case CardsReconstructed():
            return with_piles(round_, event.after)
        case CardsExposed():
            return replace(
                round_,
                exposed=(*round_.exposed, *event.cards),
                exposed_at=(*round_.exposed_at, *event.at),
                wrongly_exposed=round_.wrongly_exposed + event.count,
            )
        case DealerCardUp():
            return replace(round_, dealer_up=(event.index,), dealer_fixed=True)
        case WagerCounted():
            return _counted(game, policy, round_, event)
        case StrayWager():
            return replace(round_, strays=(*round_.strays, event)) if event.at_end else round_
        case HandAbsent():
            return _absent(round_, event)
        case CardCorrected():
            return _card_corrected(round_, event)
        case WagerCorrected():
            return _wager_corrected(game, policy, round_, event)
        case _:
            assert_never(event)


def _invalidated(round_: Round, event: HandInvalidated) -> Round:
    """Take a hand out of the round: it has no open choice and no line.

    A hand that leaves before the deal gets no card.
    """
    lines = tuple(line for line in round_.lines if line.box != event.box)
    undealt = not any(box.cards for box in round_.boxes)
    fields = {"out": event.cites, "fold_stands": event.fold_stands, "undealt": undealt, "choice": (), "choosers": ()}
    return replace(_changed(round_, event.box, **fields), lines=lines)


def _answered(round_: Round, event: ChoiceMade) -> Round:
    box = _box(round_, event.box)
    left = tuple(player for player in box.choosers if player != (event.player or box.player))
    return _changed(round_, event.box, choosers=left, choice=box.choice if left else ())


def _absent(round_: Round, event: HandAbsent) -> Round:
    """Fold a hand whose Player has left, or count its current decision, but no later one, as checked."""
    if event.folded:
        return replace(_changed(round_, event.box, absent=True, folded=True), fresh=())
    box = _box(round_, event.box)
    return _changed(round_, event.box, decisions=(*box.decisions, Decision.CHECK), unfunded=())


def _box(round_: Round, number: int) -> Box:
    box = round_.box(number)
    assert box is not None, f"nobody plays box {number}"
    return box


def _changed(round_: Round, number: int, **fields: object) -> Round:
    boxes = tuple(replace(box, **fields) if box.number == number else box for box in round_.boxes)
    return replace(round_, boxes=boxes)


def piles_of(round_: Round) -> Piles:
    """Return the cards of every place."""
    hands = [(str(box.number), box.cards) for box in round_.boxes]
    return (*hands, (DEALER, round_.dealer), (COMMUNITY, round_.community), (BURN, round_.burnt))


def with_piles(round_: Round, piles: Piles) -> Round:
    """Return the round with the cards of some places exchanged."""
    cards = dict(piles)
    boxes = tuple(replace(box, cards=cards.get(str(box.number), box.cards)) for box in round_.boxes)
    return replace(
        round_,
        boxes=boxes,
        dealer=cards.get(DEALER, round_.dealer),
        community=cards.get(COMMUNITY, round_.community),
        burnt=cards.get(BURN, round_.burnt),
    )


def _counted(game: BankedGame, policy: BankedPolicy, round_: Round, event: WagerCounted) -> Round:
    """Apply the amount that was found of a wager; several Players' shares keep their proportion."""
    box = _box(round_, event.box)
    lying = box.wager(event.wager)
    assert lying is not None
    wager = Wager(event.wager, lying_anew(lying, event.lies), event.cites)
    after = measured(game, policy, replace(box, wagers=with_wager(box, wager)))
    measure = after.wager(event.wager)
    assert measure is not None
    assert measure.excess == event.excess, "a wager was measured twice, and differently"
    return _changed(round_, event.box, wagers=after.wagers)


def _wager_returned(round_: Round, event: WagerReturned) -> Round:
    box = _box(round_, event.box)
    lying = box.wager(event.wager)
    assert lying is not None
    whose = (event.player,) if event.player else tuple(share.player for share in lying.shares)
    shares = tuple(replace(share, back=True) if share.player in whose else share for share in lying.shares)
    wager = replace(lying, shares=shares, cites=tuple(dict.fromkeys(lying.cites + event.cites)))
    antes_back = (*box.antes_back, *whose) if event.wager is WagerName.ANTE else box.antes_back
    return _changed(round_, event.box, wagers=with_wager(box, wager), antes_back=antes_back)


def _share_returned(game: BankedGame, policy: BankedPolicy, round_: Round, event: ShareReturned) -> Round:
    """Take a Player's part of a hand back.

    The others play on, and one of them decides if the Player was seated.
    """
    box = _box(round_, event.box)
    wagers = tuple(wager.back_to(event.player, event.cites) for wager in box.wagers)
    after = replace(box, wagers=wagers, player=_seated(replace(box, wagers=wagers)))
    lines = round_.lines
    if round_.phase is not Phase.ENDED:
        after = measured(game, policy, after)
    else:  # the hand's lines are replaced, but what was settled for the others stands; a jackpot wager has no shares
        jackpot = box.wager(WagerName.JACKPOT)
        stays = jackpot is not None and all(one.player != event.player for one in jackpot.shares)
        kept = {WagerName.JACKPOT} if stays else set()
        lines = tuple(one for one in lines if one.box != event.box or one.wager in kept)
    return replace(_changed(round_, event.box, wagers=after.wagers, player=after.player), lines=lines)


def _seated(box: Box) -> str:
    """Return who decides for a hand: the seated Player while they have a part in it, then the next who has."""
    left = box.playing
    return box.player if box.player in left or not left else left[0]


def _bits(cards: tuple[Card, ...]) -> int:
    return sum(1 << card for card in cards if card != UNKNOWN)


def _card_corrected(round_: Round, event: CardCorrected) -> Round:
    cards = list(dict(piles_of(round_))[event.place])
    cards[event.index] = event.after
    used = round_.used & ~_bits((event.before,)) | _bits((event.after,))
    return replace(with_piles(round_, ((event.place, tuple(cards)),)), used=used)


def _wager_corrected(game: BankedGame, policy: BankedPolicy, round_: Round, event: WagerCorrected) -> Round:
    box = _box(round_, event.box)
    lying = box.wager(event.wager)
    shares = tuple(one for one in (lying.shares if lying else ()) if one.player != event.player)
    if event.after:
        shares = (Share(event.player, event.after), *shares)
    after = measured(game, policy, replace(box, wagers=with_wager(box, Wager(event.wager, shares))))
    return _changed(round_, event.box, wagers=after.wagers)


def contribution_of(round_: Round, box: Box) -> int:
    """Return what a box's jackpot wager has put into the meter."""
    assert box.wager(WagerName.JACKPOT) is not None
    return dict(round_.fed).get(box.number, 0)

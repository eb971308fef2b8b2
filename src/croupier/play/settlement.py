"""Settlement: the rulebook judges each wager, this turns judgements into cents."""

from croupier.money import in_proportion
from croupier.play.commands import Envelope, Settle
from croupier.play.events import (
    HouseEvent,
    JackpotPaid,
    RoundEnded,
    Share,
    ShareSettled,
    WagerSettled,
)
from croupier.play.flow import any_live
from croupier.play.jackpot import Payment, pay_pending
from croupier.play.refusal import Reason, Refusal
from croupier.play.state import Box, Phase, Round, Table, Wager
from croupier.rules.document import Cite
from croupier.rules.house import HouseGame
from croupier.rules.settling import NO_HAND, Claim, Comparison, JackpotRight, Result
from croupier.rules.terms import Role, Shared, WagerName, at_least

Answer = tuple[HouseEvent, ...] | Refusal


def settle(game: HouseGame, table: Table, envelope: Envelope, command: Settle) -> Answer:
    """Every wager of the round, box by box; jackpot awards in the document's own order."""
    if not at_least(envelope.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer settles", (game.ends,))
    round_ = table.round
    if round_ is None or round_.phase is not Phase.SETTLING:
        return Refusal(Reason.MOMENT, "The round is not ready to be settled", (game.ends,))
    hands = compare(game, table, round_)
    payments = settle_jackpots(game, table, round_, hands)
    lines: list[HouseEvent] = [_jackpot_paid(round_, payment) for payment in payments]
    for box in round_.boxes:
        lines += settle_box(game, box, hands[box.number])
        paid = next((one for one in payments if one.claim.box == box.number), None)
        lines += _jackpot_line(game, box, hands[box.number], paid)
    return (*lines, RoundEnded((game.ends,)))


def compare(game: HouseGame, table: Table, round_: Round) -> dict[int, Comparison]:
    """What the rulebook may know of each hand: a hand that was not shown has no strength."""
    compared = any_live(round_)
    dealer = game.rank(round_.dealer, round_.community) if compared else NO_HAND
    dealer_hole = round_.dealer if compared else ()
    return {
        box.number: Comparison(
            folded=box.folded,
            shown=box.shown is True,
            own=game.rank(box.cards, round_.community) if box.shown else NO_HAND,
            dealer=dealer,
            hole=box.cards,
            dealer_hole=dealer_hole,
            community=round_.community,
            dealing=table.policy.dealing,
            parameters=table.policy.parameters,
        )
        for box in round_.boxes
    }


def settle_box(game: HouseGame, box: Box, hand: Comparison) -> list[WagerSettled]:
    """Each wager of a box but the jackpot's: the first outcome that applies and names it decides."""
    lines = []
    for wager in box.wagers:
        if wager.name is not WagerName.JACKPOT:
            outcome = next(one for one in game.outcomes if wager.name in one.results and one.when(hand))
            lines.append(_settled(game, box, wager, hand, outcome.results[wager.name], outcome.cites))
    return lines


def _settled(
    game: HouseGame, box: Box, wager: Wager, hand: Comparison, result: Result, cites: tuple[Cite, ...]
) -> WagerSettled:
    """A judgement in cents."""
    active = wager.active
    paid = returned = 0
    if not active:
        result, cites = Result.LOSE, _folded_share_cites(game)
    elif result is Result.WIN:
        table = game.pays[wager.name]
        line = table.line(hand)
        assert line is not None, f"{wager.name} wins but no row of {table.cite} pays it"
        paid, returned = line.odds.winnings(active), line.odds.stake_back(active)
        cites += (table.cite,)
        cap = game.caps.get(wager.name)
        if cap is not None and paid > cap.most:
            paid = cap.most
            cites += (cap.cite,)
    elif result is not Result.LOSE:
        returned = active
    own = len(wager.shares) == 1 and wager.shares[0].player == box.player
    shares = () if own else _divided(wager.shares, paid, returned)
    return WagerSettled(box.number, box.player, wager.name, wager.amount, result, paid, returned, cites, shares=shares)


def _folded_share_cites(game: HouseGame) -> tuple[Cite, ...]:
    """Why a wager is lost of which every share was folded, though the hand is still in play."""
    occupancy = game.occupancy
    assert isinstance(occupancy, Shared), "only a shared wager can be without a stake in play"
    return (occupancy.decider_cite,)


def _divided(shares: tuple[Share, ...], paid: int, returned: int) -> tuple[ShareSettled, ...]:
    """A shared wager's result in proportion, to the cent; a folded share gets nothing."""
    weights = tuple(0 if share.folded else share.amount for share in shares)
    if not any(weights):
        return tuple(ShareSettled(share.player, share.amount, 0, 0) for share in shares)
    parts = zip(shares, in_proportion(paid, weights), in_proportion(returned, weights), strict=True)
    return tuple(ShareSettled(share.player, share.amount, won, back) for share, won, back in parts)


def _right(game: HouseGame, hand: Comparison) -> JackpotRight:
    """What a hand may still win of the jackpot."""
    return next(right for right in game.jackpot.rights if right.when(hand))


def settle_jackpots(game: HouseGame, table: Table, round_: Round, hands: dict[int, Comparison]) -> tuple[Payment, ...]:
    """The awards of this round, paid in the document's order."""
    claims = []
    for box in round_.boxes:
        wager, hand = box.wager(WagerName.JACKPOT), hands[box.number]
        if wager is None:
            continue
        scopes = _right(game, hand).scopes
        awards = tuple(award for award in game.jackpot.awards if award.scope in scopes and award.won_by(hand))
        if awards:
            claims.append(Claim(table.name, box.number, wager.amount, awards, round_.number, round_.number))
    return pay_pending(table.meter, table.policy.seed, claims, game.jackpot.paid_in_order)


def _jackpot_paid(round_: Round, payment: Payment) -> JackpotPaid:
    box = round_.box(payment.claim.box)
    assert box is not None
    return JackpotPaid(
        box.number,
        box.player,
        payment.award.name,
        payment.amount,
        payment.before.millionths,
        payment.after.millionths,
        (payment.award.cite,),
    )


def _jackpot_line(game: HouseGame, box: Box, hand: Comparison, payment: Payment | None) -> list[WagerSettled]:
    """The jackpot wager of a box. Its stake was taken when it was accepted and never comes back here."""
    wager = box.wager(WagerName.JACKPOT)
    if wager is None:
        return []
    right, awards = _right(game, hand), game.jackpot.awards
    head = (box.number, box.player, WagerName.JACKPOT, wager.amount)
    if payment is None:
        # Lost for what bars the hand from some award, else simply for want of one.
        barred = any(award.scope not in right.scopes for award in awards)
        return [WagerSettled(*head, Result.LOSE, 0, 0, right.cites if barred else (awards[0].cite,))]
    cites = (*right.cites, payment.award.cite)
    return [WagerSettled(*head, Result.WIN, payment.amount, 0, cites, payment.award.name)]

"""Settlement: the rulebook judges each wager, and this module turns the judgements into cents."""

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from croupier.cards import Card
from croupier.hands import Strength
from croupier.money import in_proportion
from croupier.play.actor import Actor
from croupier.play.banked.commands import Settle
from croupier.play.banked.events import (
    BankedEvent,
    JackpotPaid,
    MeterRestored,
    RoundEnded,
    Share,
    ShareSettled,
    StrayWager,
    WagerSettled,
)
from croupier.play.banked.flow import any_live, dealt_up
from croupier.play.banked.jackpot import Payment, fed, left_of, pay_pending, raised
from croupier.play.banked.state import Box, Phase, Round, Table, Wager
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.settling import NO_HAND, Claim, Comparison, JackpotRight, Outcome, PercentOfMeter, Result
from croupier.rules.terms import SETTLING_ORDER, Role, Shared, WagerName, at_least

Answer = tuple[BankedEvent, ...] | Refusal

# A member looked up in its enumeration costs as much as the rest of a line, and a settlement has dozens of lines.
_JACKPOT, _WIN, _LOSE = WagerName.JACKPOT, Result.WIN, Result.LOSE

_DECIDED: Final = (Result.WIN, Result.LOSE, Result.STAND_OFF)
"""The results of a wager that was in action."""


def settle(game: BankedGame, table: Table, actor: Actor, command: Settle) -> Answer:
    """Settle every wager of the round, box by box; jackpot awards in the document's own order."""
    if not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may settle", (game.ends,))
    round_ = table.round
    if round_ is None or round_.phase is not Phase.SETTLING:
        return Refusal(Reason.MOMENT, "The round is not ready to be settled", (game.ends,))
    hands = compare(game, table, round_)
    undone = _undone(game, table, round_, hands)
    due = _pending(game, table, round_, hands, undone)
    if command.awards:
        return _ahead(game, round_, command, due)
    payments = [_jackpot_paid(game, round_, one, due) for one in due]
    paid = {one.box: one for one in (*_standing(round_, undone), *payments)}
    events: list[BankedEvent] = [*undone, *payments]
    lines: list[WagerSettled] = []
    for box in round_.boxes:
        if box.out:
            lines += settle_out(game, table, box)
            continue
        lines += settle_box(game, box, hands[box.number])
        lines += jackpot_line(game, box, hands[box.number], paid.get(box.number))
    lines += (stray_returned(stray) for stray in round_.strays)
    ends = (game.ends,) if any_live(round_) else (game.ends, *game.all_folded)
    return (*events, *in_box_order(lines), RoundEnded(ends))


def in_box_order(lines: Iterable[WagerSettled]) -> list[WagerSettled]:
    """Sort lines by box, and each box's in settling order."""
    return sorted(lines, key=lambda line: (line.box, SETTLING_ORDER[line.wager]))


def settle_out(game: BankedGame, table: Table, box: Box) -> list[WagerSettled]:
    """Settle a hand that has left the round.

    Its wagers go back, except for what a fold had lost before.
    """
    if not box.fold_stands:
        return given_back(box, Result.RETURNED, box.out)
    assert table.round is not None
    hand = compare_hand(game, table, table.round, box, NO_HAND)
    lines = []
    for wager in box.wagers:
        area = game.area(wager.name)
        survives = area is not None and area.survives_fold
        if box.folded and wager.name is not WagerName.JACKPOT and not survives:
            outcome = first_outcome(game, wager.name, hand)
            lines.append(_settled(game, box, wager, hand, outcome.results[wager.name], outcome.cites))
        else:  # shares that were folded are lost, the others go back
            shares = tuple(one if one.folded else replace(one, back=True) for one in wager.shares)
            going = replace(wager, shares=shares, cites=(*wager.cites, *box.out))
            lines.append(_settled(game, box, going, hand, Result.RETURNED, ()))
    return lines


def given_back(box: Box, result: Result, cites: tuple[Cite, ...]) -> list[WagerSettled]:
    """Give every wager of a box back."""
    return [
        WagerSettled(
            box.number,
            _named(box, wager),
            wager.name,
            wager.amount,
            result,
            0,
            wager.amount,
            cites,
            shares=() if _lone(box, wager) else _whole(wager.shares),
        )
        for wager in box.wagers
    ]


def _whole(shares: tuple[Share, ...]) -> tuple[ShareSettled, ...]:
    """Give each share back."""
    return tuple(ShareSettled(one.player, one.amount, 0, one.amount) for one in shares)


def stray_returned(stray: StrayWager) -> WagerSettled:
    """Give back a jackpot wager without an Ante."""
    head = (stray.box, stray.player, WagerName.JACKPOT, stray.amount)
    return WagerSettled(*head, Result.RETURNED, 0, stray.amount, stray.cites)


def compare(game: BankedGame, table: Table, round_: Round) -> dict[int, Comparison]:
    """Return what the rulebook may know of each hand.

    A hand that was not shown has no strength.
    """
    dealer = game.rank(round_.dealer, round_.community) if any_live(round_) else NO_HAND
    up = _dealer_up(game, table, round_)
    return {box.number: _compared(game, table, round_, box, dealer, up) for box in round_.boxes}


def compare_hand(game: BankedGame, table: Table, round_: Round, box: Box, dealer: Strength) -> Comparison:
    """Return one hand against a Dealer's hand of that strength, or against none."""
    return _compared(game, table, round_, box, dealer, _dealer_up(game, table, round_))


def _dealer_up(game: BankedGame, table: Table, round_: Round) -> tuple[Card, ...]:
    """Return the Dealer's cards that were dealt face up."""
    return tuple([round_.dealer[at] for at in dealt_up(game, table.policy.dealing, round_)])


def _compared(
    game: BankedGame, table: Table, round_: Round, box: Box, dealer: Strength, up: tuple[Card, ...]
) -> Comparison:
    return Comparison(
        folded=box.folded,
        absent=box.absent,
        shown=box.shown is True,
        own=game.rank(box.cards, round_.community) if box.shown or box.established else NO_HAND,
        established=box.established,
        dealer=dealer,
        hole=box.cards,
        dealer_hole=round_.dealer if dealer != NO_HAND else (),
        dealer_up=up,
        community=round_.community,
        dealing=table.policy.dealing,
        parameters=table.policy.parameters,
    )


def first_outcome(game: BankedGame, wager: WagerName, hand: Comparison) -> Outcome:
    """Return the outcome that decides a wager: the first that applies and names it."""
    for one in game.outcomes:
        if wager in one.results and one.when(hand):
            return one
    raise AssertionError(f"no paragraph decides the {wager}")


def settle_box(game: BankedGame, box: Box, hand: Comparison) -> list[WagerSettled]:
    """Settle each wager of a box except the jackpot's.

    The first outcome that applies and names a wager decides it.
    """
    wagers = [wager for wager in box.wagers if wager.name is not _JACKPOT]
    if not wagers:
        return []
    lines = []
    decided = _outcomes(game, {wager.name for wager in wagers}, hand)
    for wager in wagers:
        outcome = decided[wager.name]
        lines.append(_settled(game, box, wager, hand, outcome.results[wager.name], outcome.cites))
    return lines


def _outcomes(game: BankedGame, wagers: set[WagerName], hand: Comparison) -> dict[WagerName, Outcome]:
    """Return the outcome of each wager of a hand, as :func:`first_outcome` does; each outcome is asked only once."""
    found: dict[WagerName, Outcome] = {}
    for one in game.outcomes:
        if not wagers.isdisjoint(one.results) and one.when(hand):
            for name in wagers.intersection(one.results):
                found[name] = one
                wagers.discard(name)
            if not wagers:
                return found
    raise AssertionError(f"no paragraph decides the {' and the '.join(sorted(wagers))}")


def _settled(
    game: BankedGame, box: Box, wager: Wager, hand: Comparison, result: Result, cites: tuple[Cite, ...]
) -> WagerSettled:
    """Settle a wager with its result, in cents."""
    name = wager.name
    amount, active, excess, given = wager.counted
    paid = returned = 0
    if excess + given == amount:
        result, cites = Result.RETURNED, ()
    elif not active:
        result, cites = _LOSE, _folded_share_cites(game)
    elif result is _WIN:
        table = game.pays[name]
        line = table.line(hand)
        assert line is not None, f"{name} wins but no row of {table.cite} pays it"
        paid, returned = line.odds.winnings(active), line.odds.stake_back(active)
        cites += () if table.cite in cites else (table.cite,)
        cap = game.caps.get(name)
        if cap is not None and paid > cap.most:
            paid = cap.most
            cites += cap.cites
    elif result is not _LOSE:
        returned = active
    premium = game.premiums.get(name)
    if premium is not None and active and result in _DECIDED and premium.when(hand):
        earns = premium.pays.line(hand)
        if earns is not None:
            paid += earns.odds.winnings(active)
            cites += premium.cites
    if wager.cites:
        cites += wager.cites
    shares = () if _lone(box, wager) else _divided(wager.shares, paid, returned)
    returned += excess + given
    return WagerSettled(box.number, _named(box, wager), name, amount, result, paid, returned, cites, "", shares)


def _lone(box: Box, wager: Wager) -> bool:
    """Return whether the wager is the seated Player's alone."""
    return len(wager.shares) == 1 and wager.shares[0].player == box.player


def _named(box: Box, wager: Wager) -> str:
    """Return the Player whom the line of a wager names: the one who placed it alone, or else the seated Player."""
    return wager.shares[0].player if len(wager.shares) == 1 else box.player


def _folded_share_cites(game: BankedGame) -> tuple[Cite, ...]:
    """Return the paragraph by which a wager is lost if all its shares were folded while the hand is in play."""
    occupancy = game.occupancy
    assert isinstance(occupancy, Shared), "only a shared wager can be without a stake in play"
    return (occupancy.decider_cite,)


def _divided(shares: tuple[Share, ...], paid: int, returned: int) -> tuple[ShareSettled, ...]:
    """Divide a shared wager's result in proportion to what counts of each share, to the cent.

    A folded share gets nothing, one given back gets itself; any excess goes back to the Player who put it there.
    """
    weights = tuple(share.counts if share.in_play else 0 for share in shares)
    none = (0,) * len(shares)
    won = in_proportion(paid, weights) if any(weights) else none
    back = in_proportion(returned, weights) if any(weights) else none
    return tuple(
        ShareSettled(share.player, share.amount, part, share.amount if share.back else stake + share.excess)
        for share, part, stake in zip(shares, won, back, strict=True)
    )


def _right(game: BankedGame, hand: Comparison) -> JackpotRight:
    """Return what a hand may still win from the jackpot."""
    for right in game.jackpot.rights:
        if right.when(hand):
            return right
    raise AssertionError(f"no paragraph of {game.name} says what this hand may win from the jackpot")


def _ahead(game: BankedGame, round_: Round, command: Settle, payments: tuple[Payment, ...]) -> Answer:
    """Pay some shares of the meter before the rest of the round."""
    shares = [one for one in payments if isinstance(one.award.prize, PercentOfMeter)]
    first = shares[: len(command.awards)]
    if {one.claim.box for one in first} != set(command.awards):
        return Refusal(Reason.MOMENT, "Awards must be paid in their order", (game.jackpot.at_table,))
    return tuple(_jackpot_paid(game, round_, one, payments) for one in first)


def settle_jackpots(game: BankedGame, table: Table, round_: Round, hands: dict[int, Comparison]) -> tuple[Payment, ...]:
    """Return the awards of this round that are not paid yet, in the document's order."""
    return _pending(game, table, round_, hands, _undone(game, table, round_, hands))


def _pending(
    game: BankedGame,
    table: Table,
    round_: Round,
    hands: dict[int, Comparison],
    undone: tuple[MeterRestored, ...],
) -> tuple[Payment, ...]:
    """Return the awards of this round that are not paid yet, given the awards that are undone."""
    claims = _claims(game, table, round_, hands)
    if not claims:
        return ()
    paid = _standing(round_, undone)
    done = {award.box for award in paid}
    claims = [one for one in claims if one.box not in done]
    meter = fed(table.meter, sum(one.millionths for one in undone))
    registered = round_.registered
    if registered is not None and registered.failure is UNSET:
        registered = left_of(registered, game.jackpot, paid)
    elif registered is not None:  # awards have lowered it as they were paid, and those undone raise it again
        for one in round_.awarded:
            if one not in paid and one.registered is not None:
                registered = raised(registered, one.registered, one.amount)
    return pay_pending(meter, table.policy.seed, claims, game.jackpot.paid_in_order, registered)


def _undone(game: BankedGame, table: Table, round_: Round, hands: dict[int, Comparison]) -> tuple[MeterRestored, ...]:
    """Undo awards paid ahead that no hand has won, given the cards as they turned out to be."""
    if not round_.awarded:
        return ()
    won = {(claim.box, award.name) for claim in _claims(game, table, round_, hands) for award in claim.awards}
    lost = {one.box: one.cites for one in round_.awarded if (one.box, one.award) not in won}
    return tuple(MeterRestored(one.box, one.millionths, lost[one.box]) for one in round_.taken if one.box in lost)


def _standing(round_: Round, undone: tuple[MeterRestored, ...]) -> tuple[JackpotPaid, ...]:
    """Return the awards paid ahead that are not undone."""
    gone = {one.box for one in undone}
    return tuple(one for one in round_.awarded if one.box not in gone)


def _claims(game: BankedGame, table: Table, round_: Round, hands: dict[int, Comparison]) -> list[Claim]:
    """Return what the hands of this round have won from the jackpot."""
    claims = []
    for box in round_.boxes:
        wager, hand = box.wager(_JACKPOT), hands[box.number]
        if wager is None or box.out:
            continue
        active = wager.active
        if not active:
            continue
        scopes = _right(game, hand).scopes
        awards = [award for award in game.jackpot.awards if award.scope in scopes and award.won_by(hand)]
        if awards:
            claims.append(Claim(table.name, box.number, active, tuple(awards), round_.number, round_.number))
    return claims


def _jackpot_paid(game: BankedGame, round_: Round, payment: Payment, due: Iterable[Payment]) -> JackpotPaid:
    """Return an award in its turn, with how a percentage is read, and the order where it binds the award."""
    box = round_.box(payment.claim.box)
    assert box is not None
    read = game.jackpot.percentages if isinstance(payment.award.prize, PercentOfMeter) else ()
    earlier = {one.award for one in round_.awarded if one.box != box.number}
    others = (
        *(award for award in game.jackpot.awards if award.name in earlier),
        *(one.award for one in due if one is not payment),
    )
    order = game.jackpot.together if game.jackpot.binds(payment.award, others) else ()
    kept = round_.registered if payment.registered is not None else None
    return JackpotPaid(
        box.number,
        box.player,
        payment.award.name,
        payment.amount,
        payment.before.millionths,
        payment.after.millionths,
        (payment.award.cite, *read, *order, *(() if kept is None else kept.cites)),
        payment.registered,
        payment.borne,
    )


def jackpot_line(game: BankedGame, box: Box, hand: Comparison, paid: JackpotPaid | None) -> list[WagerSettled]:
    """Settle the jackpot wager of a box, whose stake was taken when it was accepted.

    Only an excess comes back here, and the share of a Player who withdrew before another Player of the box placed
    theirs.
    """
    wager = box.wager(_JACKPOT)
    if wager is None:
        return []
    right, awards = _right(game, hand), game.jackpot.awards
    amount, active, excess, given = wager.counted
    head = (box.number, _named(box, wager), _JACKPOT, amount)
    won, back = paid.amount if paid is not None and active else 0, excess + given
    shares = () if _lone(box, wager) else _divided(wager.shares, won, 0)
    if not active:
        return [WagerSettled(*head, Result.RETURNED, 0, back, wager.cites, shares=shares)]
    if paid is None:
        # Lost under what bars the hand from an award, otherwise because it has won none.
        barred = not right.scopes.issuperset([award.scope for award in awards])
        cites = (*(right.cites if barred else (awards[0].cite,)), *wager.cites)
        return [WagerSettled(*head, _LOSE, 0, back, cites, shares=shares)]
    # How a percentage is read, and in which order, is recorded with the payment itself.
    read = {*game.jackpot.percentages, *game.jackpot.together}
    cites = (*right.cites, *(cite for cite in paid.cites if cite not in read), *wager.cites)
    return [WagerSettled(*head, Result.WIN, won, back, cites, paid.award, shares)]

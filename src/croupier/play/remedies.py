"""Remedies: what each ruling makes happen at the table."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.play.aftermath import contribution_of, piles_of
from croupier.play.commands import Piles, Report
from croupier.play.events import (
    CardsExposed,
    CardsReconstructed,
    ChoiceOpened,
    Cites,
    DealerCardUp,
    DecisionPending,
    HandAbsent,
    HandInvalidated,
    HouseEvent,
    JackpotDown,
    JackpotFed,
    JackpotUnfed,
    MeterRestored,
    RoundEnded,
    RoundVoided,
    ShareReturned,
    ShortWagerRemembered,
    StrayWager,
)
from croupier.play.events import WagerCounted as Counted
from croupier.play.flow import DEALER, exact_amount
from croupier.play.jackpot import never_below_nothing
from croupier.play.refusal import Reason, Refusal
from croupier.play.rulings import Ruled
from croupier.play.settlement import given_back, stray_returned
from croupier.play.state import Box, Phase, Round, Table
from croupier.rules.house import HouseGame
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.questions import in_words
from croupier.rules.settling import Result
from croupier.rules.terms import Role, WagerName

Answer = tuple[HouseEvent, ...] | Refusal

ROLES = {
    Decider.PIT_SUPERVISOR: Role.PIT_SUPERVISOR,
    Decider.PIT_MANAGER: Role.PIT_MANAGER,
    Decider.SHIFT_MANAGER: Role.SHIFT_MANAGER,
    Decider.HOUSE: Role.PIT_MANAGER,
}
"""Who takes a decision; what is left to the House, a Pit Manager takes."""


def remedy(game: HouseGame, table: Table, command: Report, ruled: Ruled) -> Answer:
    """All that a ruling makes happen, in order."""
    done = _first(game, table, command, ruled)
    if isinstance(done, Refusal):
        return done
    if table.round is None or table.round.phase is Phase.ENDED:
        return done
    for step in ruled.then:
        if step is Ruling.PLAYERS_CHOOSE and Ruling.ROLE_DECIDES not in (*ruled.then, ruled.ruling):
            done += open_choices(
                table, _affected(game, table, command, ruled, others=ruled.ruling is Ruling.INVALIDATE_HAND), ruled
            )
        elif step is Ruling.ROLE_DECIDES:
            done += pending(table, command, ruled, Role.PIT_SUPERVISOR)
    return done


def _first(game: HouseGame, table: Table, command: Report, ruled: Ruled) -> Answer:
    match ruled.ruling:
        case Ruling.VOID_ROUND:
            down = jackpot_down(game, table, ruled) if ruled.irregularity == "jackpot_system_down" else ()
            return (*down, *void_round(game, table, ruled.cites))
        case Ruling.CONTINUE | Ruling.USE_CARD:
            return card_remedy(game, table, command, ruled)
        case Ruling.PLAYERS_CHOOSE:
            moved = reconstruct(table, command.piles, ruled) if command.piles else ()
            if isinstance(moved, Refusal):
                return moved
            shown = (*moved, *_exposed(game, table, command, ruled))
            return (*shown, *open_choices(table, _affected(game, table, command, ruled, others=False), ruled))
        case Ruling.INVALIDATE_HAND:
            return positions_remedy(table, command, ruled)
        case Ruling.RETURN_WAGER | Ruling.PLAYER_ADJUSTS if ruled.irregularity == "jackpot_without_ante":
            return stray_jackpot_wager(game, table, command, ruled)
        case (
            Ruling.RETURN_WAGER
            | Ruling.RETURN_EXCESS
            | Ruling.SETTLE_AT_MAXIMUM
            | Ruling.SETTLE_AS_PLACED
            | Ruling.PLAYER_ADJUSTS
        ):
            return wager_remedy(game, table, command, ruled)
        case Ruling.FOLD_HAND | Ruling.CHECK_HAND:
            return absence_remedy(table, command, ruled)
        case Ruling.RECONSTRUCT:
            return reconstruct(table, command.piles, ruled)
        case Ruling.ROLE_DECIDES if "prohibit" in ruled.options and not _player(table, command):
            return Refusal(
                Reason.NO_SUCH_BOX, f"{in_words(ruled.irregularity)}: say which Player it is about", ruled.cites
            )
        case Ruling.ROLE_DECIDES:
            return pending(table, command, ruled, ROLES[ruled.decided_by])
        case Ruling.REFUSE_WAGER | Ruling.RANK_BELOW_DEALER:
            return ()
        case (
            Ruling.DISCARD_CARD
            | Ruling.REDEAL_CARD
            | Ruling.RETRACT_ACTION
            | Ruling.BET_STANDS
            | Ruling.CALL_OR_FOLD
            | Ruling.CALL_OR_RAISE
            | Ruling.POST_BLINDS
        ):
            raise AssertionError(f"{ruled.ruling} is a ruling of the poker room, not of {game.name}")
        case _:
            assert_never(ruled.ruling)


def void_round(game: HouseGame, table: Table, cites: Cites) -> tuple[HouseEvent, ...]:
    """Every wager of the round goes back, and its contributions leave the meter; earlier rounds stand.

    A round that was settled but whose successor has not begun can still be voided: then its awards go back too.
    """
    round_ = table.round
    assert round_ is not None
    returning = (*cites, *(cite for cite in game.irregularities.void if cite not in cites))
    events: list[HouseEvent] = [RoundVoided(returning)]
    events += (MeterRestored(one.box, one.millionths, returning) for one in round_.taken)
    for box in round_.boxes:
        events += unfeed(replace(round_, taken=()), box, returning)
    for box in round_.boxes:
        events += given_back(box, Result.VOID, returning)
    events += (stray_returned(stray) for stray in round_.strays)
    return (*never_below_nothing(table.meter, events), RoundEnded((game.ends,)))


def unfeed(round_: Round, box: Box, cites: Cites) -> tuple[HouseEvent, ...]:
    """A box's contribution leaves the meter with its jackpot wager.

    Where all of the meter has been paid to another hand since, the contribution went with it: the House bears it.
    """
    wager = box.wager(WagerName.JACKPOT)
    if any(one.whole and one.box != box.number for one in round_.taken):
        return ()
    if wager is None or not (millionths := contribution_of(round_, box)):
        return ()
    return (JackpotUnfed(box.number, wager.amount, millionths, cites),)


def invalidate_hand(
    table: Table, boxes: Iterable[Box], cites: Cites, *, even_folded: bool = False
) -> tuple[HouseEvent, ...]:
    """Hands leave the round; their wagers go back when it is settled. What a fold has lost stays lost.

    Where the round has been settled and the next has not begun, the hand's lines are replaced at once.
    """
    round_ = table.round
    assert round_ is not None
    events: list[HouseEvent] = []
    for box in boxes:
        if box.in_play or (even_folded and not box.out):
            events.append(HandInvalidated(box.number, cites))
            own = [one for one in round_.taken if one.box == box.number]
            events += (MeterRestored(one.box, one.millionths, cites) for one in own)
            events += unfeed(round_, box, cites)
            if any(one.whole for one in own):  # what the House bore for hands that left before, it bears no longer
                left = (other for other in round_.boxes if other.out and other.number != box.number)
                events += (event for other in left for event in unfeed(replace(round_, taken=()), other, cites))
            if round_.phase is Phase.ENDED:
                events += given_back(box, Result.RETURNED, cites)
    return never_below_nothing(table.meter, events)


def return_shares(table: Table, player: str, cites: Cites) -> tuple[HouseEvent, ...]:
    """What a Player has in other Players' boxes goes back with his own hands."""
    assert table.round is not None
    return tuple(
        ShareReturned(box.number, player, cites)
        for box in table.round.boxes
        if box.in_play
        and box.player != player
        and any(one.player == player and one.in_play for wager in box.wagers for one in wager.shares)
    )


def positions_remedy(table: Table, command: Report, ruled: Ruled) -> Answer:
    """Which hands leave: the one reported, or those of a Player who must not play them all."""
    assert table.round is not None
    box = _named_box(table, command, ruled)
    if isinstance(box, Refusal):
        return box
    if ruled.irregularity != "multiple_positions":
        # A hand that never had its cards has no fold either.
        wrong_count = ruled.irregularity == "wrong_hand_count"
        return invalidate_hand(table, (box,), ruled.cites, even_folded=wrong_count)
    own = [one for one in table.round.boxes if one.player == box.player and not one.out]
    kept = [one.number for one in own if one.looked] or [own[0].number] if own else []
    return invalidate_hand(table, (one for one in own if one.number not in kept), ruled.cites)


def _named_box(table: Table, command: Report, ruled: Ruled) -> Box | Refusal:
    box = table.round.box(command.box) if table.round is not None and command.box is not None else None
    if box is None:
        return Refusal(Reason.NO_SUCH_BOX, f"{in_words(ruled.irregularity)}: say which box it is about", ruled.cites)
    return box


def _affected(game: HouseGame, table: Table, command: Report, ruled: Ruled, *, others: bool) -> tuple[Box, ...]:
    """The hands whose Players a dealing error affects."""
    assert table.round is not None
    in_play = tuple(box for box in table.round.boxes if box.in_play)
    if others:
        return tuple(box for box in in_play if box.number != command.box)
    everybody = ruled.irregularity in game.irregularities.affect_everybody or ruled.facts.get("whose") in {
        "dealer",
        "community",
    }
    if everybody or command.box is None:
        return in_play
    return tuple(box for box in in_play if box.number == command.box)


def open_choices(table: Table, boxes: Iterable[Box], ruled: Ruled) -> tuple[HouseEvent, ...]:
    """Each Player affected may choose; the round waits."""
    return tuple(ChoiceOpened(box.number, ruled.options, ruled.cites) for box in boxes)


def _exposed(game: HouseGame, table: Table, command: Report, ruled: Ruled) -> tuple[HouseEvent, ...]:
    """What everybody has seen; the first of the Dealer's cards is his face-up card where the document says so."""
    if not command.cards:
        return ()
    exposed = CardsExposed(command.cards, ruled.cites)
    uses = next((one for one in game.irregularities.rules["cards_exposed"] if one.ruling is Ruling.USE_CARD), None)
    round_ = table.round
    dealer = round_.dealer if round_ is not None and not (round_.dealer_fixed or round_.dealer_open) else ()
    first = next((card for card in command.cards if card in dealer), None)
    if ruled.irregularity != "cards_exposed" or uses is None or first is None:
        return (exposed,)
    return DealerCardUp(dealer.index(first), uses.cites), exposed


def card_remedy(game: HouseGame, table: Table, command: Report, ruled: Ruled) -> Answer:
    """Play goes on: what was exposed everybody has seen, and an exposed Dealer's card is his face-up card."""
    if ruled.irregularity == "jackpot_system_down":
        return jackpot_down(game, table, ruled)
    if ruled.irregularity == "cards_exposed" and ruled.ruling is Ruling.USE_CARD:
        assert table.round is not None
        if table.round.dealer_open:
            return Refusal(Reason.MOMENT, "The Dealer's cards lie open already", ruled.cites)
        if len(command.cards) != 1 or command.cards[0] not in table.round.dealer:
            return Refusal(Reason.CARDS, "Name the Dealer's card that was exposed", ruled.cites)
        if table.round.dealer_fixed:  # his face-up card is settled; this one everybody has seen besides
            return (CardsExposed(command.cards, ruled.cites),)
        return (DealerCardUp(table.round.dealer.index(command.cards[0]), ruled.cites),)
    return _exposed(game, table, command, ruled)


def wager_remedy(game: HouseGame, table: Table, command: Report, ruled: Ruled) -> Answer:
    """What lies on an area counts as the document says: as it lies, at the maximum, or not at all."""
    if ruled.irregularity == "wager_misplaced":
        return ()
    box = _named_box(table, command, ruled)
    if isinstance(box, Refusal):
        return box
    assert table.round is not None
    if command.wager is None or command.amount is None or command.amount <= 0:
        return Refusal(Reason.AMOUNT, "Say which wager it is and what lies there", ruled.cites)
    lying = box.wager(command.wager)
    if lying is None:
        return Refusal(Reason.NO_SUCH_WAGER, f"There is no {command.wager} wager on box {box.number}", ruled.cites)
    area, amount = game.area(command.wager), command.amount
    exact = exact_amount(game, table.policy.dealing, box, command.wager)
    low, high = table.policy.limits(area.limits) if area is not None else (exact, exact)
    refused = _not_so(ruled, amount, low, high)
    if refused is not None:
        return refused
    match ruled.ruling:
        case Ruling.RETURN_EXCESS if table.round.phase is Phase.BETTING:
            return (Counted(box.number, command.wager, high, 0, ruled.cites),)
        case Ruling.RETURN_EXCESS | Ruling.SETTLE_AT_MAXIMUM:
            return (Counted(box.number, command.wager, amount, amount - high, ruled.cites),)
        case Ruling.RETURN_WAGER if command.wager is WagerName.ANTE:
            return invalidate_hand(table, (box,), ruled.cites)
        case Ruling.RETURN_WAGER:
            back = unfeed(table.round, box, ruled.cites) if command.wager is WagerName.JACKPOT else ()
            back = never_below_nothing(table.meter, back)
            return Counted(box.number, command.wager, amount, amount, ruled.cites), *back
        case _:
            counted = Counted(box.number, command.wager, amount, 0, ruled.cites)
            if ruled.irregularity == "wager_under_minimum" and table.round.phase is not Phase.BETTING:
                fed = _fed_anew(table, table.round, box, command.wager, amount, ruled.cites)
                return counted, *fed, ShortWagerRemembered(box.player, ruled.cites)
            return (counted,)


def _fed_anew(
    table: Table, round_: Round, box: Box, wager: WagerName, amount: int, cites: Cites
) -> tuple[HouseEvent, ...]:
    """A jackpot wager that is found to be smaller has fed the meter less."""
    if wager is not WagerName.JACKPOT:
        return ()
    back = never_below_nothing(table.meter, unfeed(round_, box, cites))
    return *back, JackpotFed(box.number, amount, table.policy.rate.of(amount), cites)


def _not_so(ruled: Ruled, amount: int, low: int, high: int) -> Refusal | None:
    """Whether the amount reported is not what the report says it is."""
    over = ruled.irregularity == "wager_over_maximum" or ruled.facts.get("relation") == "more"
    if over and amount <= high:
        return Refusal(Reason.AMOUNT, "What lies there is not too much", ruled.cites)
    if not over and amount >= low:
        return Refusal(Reason.AMOUNT, "What lies there is not too little", ruled.cites)
    return None


def stray_jackpot_wager(game: HouseGame, table: Table, command: Report, ruled: Ruled) -> Answer:
    """A jackpot wager without an Ante: back now, back at the end of the hand, or for the Player to mend."""
    if ruled.ruling is Ruling.PLAYER_ADJUSTS:
        return ()
    if command.box is None or not command.player or command.amount != table.policy.jackpot_wager:
        return Refusal(Reason.AMOUNT, "Say on which box it lies, whose it is, and the prescribed amount", ruled.cites)
    if not 1 <= command.box <= table.policy.boxes:
        return Refusal(Reason.NO_SUCH_BOX, f"The table has boxes 1 to {table.policy.boxes}", ruled.cites)
    if table.round is not None and table.round.box(command.box) is not None:
        return Refusal(Reason.NO_SUCH_WAGER, f"There is an Ante on box {command.box}", ruled.cites)
    at_end = game.irregularities.at_end_of_hand
    stray = StrayWager(command.box, command.player, command.amount, at_end, ruled.cites)
    return (stray,) if at_end else (stray, stray_returned(stray))


def absence_remedy(table: Table, command: Report, ruled: Ruled) -> Answer:
    """An absent Player's hand is folded, or checked to the end."""
    box = _named_box(table, command, ruled)
    if isinstance(box, Refusal):
        return box
    return (HandAbsent(box.number, ruled.ruling is Ruling.FOLD_HAND, ruled.cites),)


def reconstruct(table: Table, piles: Piles, ruled: Ruled) -> Answer:
    """Cards go back into their intended order: the same cards, at the same places, in the same numbers.

    A misdeal that nobody has seen is repaired by moving complete hands only.
    """
    assert table.round is not None
    cites = ruled.cites
    before = piles_of(table.round)
    sizes = {place: len(cards) for place, cards in before}
    after = dict(before) | dict(piles)
    if {place: len(cards) for place, cards in after.items()} != sizes:
        return Refusal(Reason.CARDS, "The cards must lie at the same places in the same numbers", cites)
    if sorted(card for cards in after.values() for card in cards) != sorted(
        card for _, pile in before for card in pile
    ):
        return Refusal(Reason.CARDS, "These are not the cards that were dealt", cites)
    whole_hands = ruled.irregularity == "misdeal" and ruled.ruling is Ruling.RECONSTRUCT
    if whole_hands and sorted(after.values()) != sorted(pile for _, pile in before):
        return Refusal(Reason.CARDS, "Only complete hands may be moved", cites)
    if UNKNOWN in after[DEALER] and table.round.dealer_open:
        return Refusal(Reason.CARDS, "The Dealer's cards lie open and are known", cites)
    return (CardsReconstructed(before, tuple(after.items()), cites),)


def jackpot_down(game: HouseGame, table: Table, ruled: Ruled) -> tuple[HouseEvent, ...]:
    """The value registered last, from which a round that goes on is paid; later rounds, the House chooses."""
    goes_on = ruled.ruling is Ruling.CONTINUE and table.round is not None and table.round.phase is not Phase.ENDED
    return (JackpotDown(table.meter.shown, ruled.cites, game.jackpot.registered if goes_on else ()),)


def _player(table: Table, command: Report) -> str:
    """Whom a report is about: the Player it names, or the one seated at its box."""
    box = table.round.box(command.box) if table.round is not None and command.box is not None else None
    return command.player or (box.player if box is not None else "")


def pending(table: Table, command: Report, ruled: Ruled, role: Role) -> tuple[HouseEvent, ...]:
    """The decision waits for a role."""
    number, player = table.decisions + 1, _player(table, command)
    waiting = DecisionPending(
        number, ruled.irregularity, ruled.facts, command.box, player, role, ruled.options, ruled.cites
    )
    if ruled.irregularity == "jackpot_system_down":
        return (JackpotDown(table.meter.shown, ruled.cites), waiting)
    return (waiting,)

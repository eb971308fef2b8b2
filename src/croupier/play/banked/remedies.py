"""Remedies: what each ruling makes happen at the table."""

from collections.abc import Iterable
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Piles
from croupier.money import MOST, Cents
from croupier.play.actor import Actor
from croupier.play.banked.aftermath import contribution_of, on_round, piles_of
from croupier.play.banked.commands import Report
from croupier.play.banked.events import (
    BankedEvent,
    CardsExposed,
    CardsReconstructed,
    ChoiceMade,
    ChoiceOpened,
    Cites,
    DecisionPending,
    HandAbsent,
    HandInvalidated,
    IrregularityRuled,
    JackpotDown,
    JackpotFed,
    JackpotUnfed,
    MeterRestored,
    RoundEnded,
    RoundVoided,
    ShareReturned,
    ShortWagerRemembered,
    StrayWager,
    WagerCounted,
    WagerReturned,
    WagerSettled,
)
from croupier.play.banked.facts import Exposed
from croupier.play.banked.flow import BURN, COMMUNITY, DEALER, can_still_win
from croupier.play.banked.jackpot import never_below_nothing
from croupier.play.banked.measure import lying_anew, measured, most
from croupier.play.banked.settlement import (
    compare,
    given_back,
    in_box_order,
    jackpot_line,
    settle_box,
    settle_out,
    stray_returned,
)
from croupier.play.banked.state import Box, Phase, Round, Table, with_wager
from croupier.play.refusal import Reason, Refusal
from croupier.play.rulings import Ruled, row_of
from croupier.play.testimony import Testimony, put_on_record
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import JACKPOT_DOWN, RETURN_JACKPOT_WAGERS, ROLES, Affects, Ruling
from croupier.rules.questions import in_words
from croupier.rules.settling import Result
from croupier.rules.terms import Role, WagerName

Answer = tuple[BankedEvent, ...] | Refusal

NOT_COVERED = "not_covered"


def remedy(game: BankedGame, table: Table, command: Report, ruled: Ruled) -> Answer:
    """Return all events of a ruling, in order."""
    row = row_of(game, ruled)
    done = _first(game, table, command, ruled, tuple(cite for cite in ruled.cites if cite not in row.then_cites))
    if isinstance(done, Refusal) or table.round is None:
        return done
    for step in ruled.then:
        hands = affected(game, table, command, ruled)
        if isinstance(hands, Refusal):
            return hands
        if step is Ruling.ROLE_DECIDES and hands:
            assert row.then_by is not None, "a role decides, and the row does not say which"
            return (*done, *pending(game, table, command, ruled, ROLES[row.then_by], row.then_cites))
        if step is Ruling.PLAYERS_CHOOSE and ruled.ruling is not Ruling.ROLE_DECIDES:
            return (*done, *open_choices(table, hands, ruled))
    return done


def _first(game: BankedGame, table: Table, command: Report, ruled: Ruled, cites: Cites) -> Answer:
    match ruled.ruling:
        case Ruling.VOID_ROUND:
            down = jackpot_down(game, table, command, ruled) if ruled.irregularity == JACKPOT_DOWN else ()
            return (*down, *void_round(game, table, cites))
        case Ruling.CONTINUE | Ruling.USE_CARD:
            if ruled.irregularity == JACKPOT_DOWN:
                return jackpot_down(game, table, command, ruled)
            return (CardsExposed(command.cards, cites),) if command.cards else ()
        case Ruling.PLAYERS_CHOOSE:
            moved = reconstruct(table, command.piles, ruled) if command.piles else ()
            if isinstance(moved, Refusal):
                return moved
            hands = affected(game, table, command, ruled)
            return hands if isinstance(hands, Refusal) else (*moved, *open_choices(table, hands, ruled))
        case Ruling.INVALIDATE_HAND:
            return positions_remedy(game, table, command, ruled, cites)
        case Ruling.RETURN_WAGER | Ruling.PLAYER_ADJUSTS if ruled.irregularity == "jackpot_without_ante":
            return stray_jackpot_wager(game, table, command, ruled)
        case Ruling.SETTLE_AS_PLACED if ruled.irregularity in {"wager_misplaced", "late_wager"}:
            return ()  # the chips count as they were at the close
        case (
            Ruling.RETURN_WAGER
            | Ruling.RETURN_EXCESS
            | Ruling.SETTLE_AT_MAXIMUM
            | Ruling.SETTLE_AS_PLACED
            | Ruling.PLAYER_ADJUSTS
        ):
            return wager_remedy(game, table, command, ruled)
        case Ruling.RECONSTRUCT:
            return reconstruct(table, command.piles, ruled)
        case Ruling.ROLE_DECIDES if "prohibit" in ruled.options and not _player(table, command):
            return Refusal(
                Reason.NO_SUCH_BOX, f"{in_words(ruled.irregularity)}: say which Player it is about", ruled.cites
            )
        case Ruling.ROLE_DECIDES:
            return pending(game, table, command, ruled, ROLES[ruled.decided_by], cites)
        case Ruling.REFUSE_WAGER | Ruling.RANK_BELOW_DEALER:
            return ()
        case Ruling.FOLD_HAND | Ruling.CHECK_HAND:
            raise AssertionError("a hand is folded or checked for its Player's absence, which has its own report")
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


def void_round(game: BankedGame, table: Table, cites: Cites) -> tuple[BankedEvent, ...]:
    """Void the round: every wager goes back, and its contributions leave the meter; earlier rounds stand.

    A settled round can still be voided until the next has begun: then its awards go back too.
    """
    round_ = table.round
    assert round_ is not None
    returning = (*cites, *(cite for cite in game.irregularities.void if cite not in cites))
    events: list[BankedEvent] = [RoundVoided(returning)]
    back = tuple(dict.fromkeys((*returning, *game.irregularities.returns)))
    # The last award first, so that each finds the meter as it left it.
    events += (MeterRestored(one.box, one.millionths, back) for one in reversed(round_.taken))
    for box in round_.boxes:
        events += unfeed(replace(round_, taken=()), box, back)
    lines = [line for box in round_.boxes for line in given_back(box, Result.VOID, returning)]
    if round_.phase is not Phase.ENDED:  # a settled round has given them back already
        lines += (stray_returned(stray) for stray in round_.strays)
    return (*never_below_nothing(table.meter, events), *in_box_order(lines), RoundEnded((game.ends,)))


def unfeed(round_: Round, box: Box, cites: Cites) -> tuple[BankedEvent, ...]:
    """Take a box's contribution out of the meter with its jackpot wager.

    If all of the meter has been paid to another hand since, the contribution went with it, and the House bears it.
    """
    wager = box.wager(WagerName.JACKPOT)
    if any(one.whole and one.box != box.number for one in round_.taken):
        return ()
    if wager is None or not (millionths := contribution_of(round_, box)):
        return ()
    return (JackpotUnfed(box.number, wager.lying, millionths, cites),)


def return_jackpot_wagers(game: BankedGame, table: Table, cites: Cites) -> tuple[BankedEvent, ...]:
    """Give every jackpot wager of the round back, with its contribution to the meter; all else plays on.

    Before that, the meter gets back what awards have taken, the last one first.
    """
    round_ = table.round
    assert round_ is not None
    back = tuple(dict.fromkeys((*cites, *game.irregularities.returns)))
    events: list[BankedEvent] = [MeterRestored(one.box, one.millionths, back) for one in reversed(round_.taken)]
    for box in round_.boxes:
        wager = box.wager(WagerName.JACKPOT)
        if wager is not None and not box.out and any(not share.back for share in wager.shares):
            events.append(WagerReturned(box.number, WagerName.JACKPOT, cites))
        events += unfeed(replace(round_, taken=()), box, back)
    return never_below_nothing(table.meter, events)


def invalidate_hand(
    game: BankedGame, table: Table, boxes: Iterable[Box], cites: Cites, *, fold_undone: bool = False
) -> tuple[BankedEvent, ...]:
    """Take hands out of the round; their wagers go back when it is settled.

    What a fold has lost stays lost, unless the hand had no cards that could be folded. If the round has been settled
    and the next has not begun, the hand's lines are replaced at once.
    """
    round_ = table.round
    assert round_ is not None
    back = tuple(dict.fromkeys((*cites, *game.irregularities.returns)))
    events: list[BankedEvent] = []
    for box in boxes:
        if box.out and not (fold_undone and box.fold_stands):
            continue
        if not fold_undone and not box.in_play and not can_still_win(game, table.policy.dealing, box):
            continue
        stands = not fold_undone and (box.folded or any(one.folded for wager in box.wagers for one in wager.shares))
        events.append(HandInvalidated(box.number, cites, stands))
        own = [one for one in round_.taken if one.box == box.number]
        events += (MeterRestored(one.box, one.millionths, back) for one in own)
        events += unfeed(round_, box, back)
        if any(one.whole for one in own):  # the House no longer bears what it bore for hands that left before
            left = (other for other in round_.boxes if other.out and other.number != box.number)
            events += (event for other in left for event in unfeed(replace(round_, taken=()), other, back))
        if round_.phase is Phase.ENDED:
            events += settle_out(game, table, replace(box, out=cites, fold_stands=stands))
    return never_below_nothing(table.meter, events)


def take_back(
    game: BankedGame, table: Table, player: str, boxes: Iterable[Box], cites: Cites
) -> tuple[BankedEvent, ...]:
    """Give a Player back what they have in these hands.

    A hand in which others have a part plays on with theirs.
    """
    round_ = table.round
    assert round_ is not None
    events: list[BankedEvent] = []
    for box in boxes:
        playing = box.playing
        seated, has_part = box.player == player, player in playing
        others = box.in_play and any(one != player for one in playing)
        if seated and not others:
            events += invalidate_hand(game, table, (box,), cites)
        elif has_part and box.in_play:
            events.append(ShareReturned(box.number, player, cites))
            jackpot = box.wager(WagerName.JACKPOT)
            if jackpot is not None and any(one.player == player for one in jackpot.shares):
                back = tuple(dict.fromkeys((*cites, *game.irregularities.returns)))
                taken = (one for one in round_.taken if one.box == box.number)
                events += (MeterRestored(one.box, one.millionths, back) for one in taken)
                events += unfeed(round_, box, back)
            if round_.phase is Phase.ENDED:
                events += settle_anew(game, table, box, player, cites)
    return never_below_nothing(table.meter, events)


def settle_anew(game: BankedGame, table: Table, box: Box, player: str, cites: Cites) -> list[WagerSettled]:
    """Return the lines of a settled hand, once a Player has taken their part of it back."""
    assert table.round is not None
    after = replace(box, wagers=tuple(wager.back_to(player, cites) for wager in box.wagers))
    hand = compare(game, table, table.round)[box.number]
    jackpot = after.wager(WagerName.JACKPOT)
    his = jackpot is not None and not jackpot.active
    return [*settle_box(game, after, hand), *(jackpot_line(game, after, hand, None) if his else ())]


def positions_remedy(game: BankedGame, table: Table, command: Report, ruled: Ruled, cites: Cites) -> Answer:
    """Take hands out of the round: the one reported, or those of a Player who must not play them all."""
    assert table.round is not None
    box = _named_box(table, command, ruled)
    if isinstance(box, Refusal):
        return box
    if ruled.irregularity != "multiple_positions":
        # A hand that never had its cards has no fold either.
        return invalidate_hand(game, table, (box,), cites, fold_undone=ruled.irregularity == "wrong_hand_count")
    own = [one for one in table.round.boxes if one.player == box.player and not one.out]
    kept = [one.number for one in own[:1]]
    if ruled.facts.get("viewed") == "some":
        viewed = [one.number for one in table.round.boxes if one.looked_by == box.player]
        kept = viewed or [box.number]  # if no look was entered, the hand reported is the one that was viewed
    if all(one.number in kept for one in own):
        return Refusal(Reason.NO_SUCH_BOX, f"{box.player} plays one hand only", ruled.cites)
    return invalidate_hand(game, table, (one for one in own if one.number not in kept), cites)


def not_further(table: Table, box: Box, cites: Cites) -> Refusal | None:
    """Return the refusal if a hand cannot be one that its Player examined in addition to another."""
    assert table.round is not None
    first = next((one for one in table.round.boxes if one.looked_by == box.player), None)
    if sum(one.player == box.player for one in table.round.boxes) == 1:
        return Refusal(Reason.NO_SUCH_BOX, f"{box.player} plays one hand only", cites)
    if first is None:
        sentence = f"No hand of {box.player}'s has been looked at; record which one was viewed first"
        return Refusal(Reason.MOMENT, sentence, cites)
    if first.number == box.number:
        return Refusal(Reason.NO_SUCH_BOX, f"Box {box.number} is the hand viewed first; it stays valid", cites)
    return None


def _named_box(table: Table, command: Report, ruled: Ruled) -> Box | Refusal:
    box = table.round.box(command.box) if table.round is not None and command.box is not None else None
    if box is None:
        return Refusal(Reason.NO_SUCH_BOX, f"{in_words(ruled.irregularity)}: say which box it is about", ruled.cites)
    return box


def affected(
    game: BankedGame, table: Table, command: Report, ruled: Ruled, found: Exposed | None = None
) -> tuple[Box, ...] | Refusal:
    """Return the hands whose Players a dealing error affects.

    The owners of the cards decide it, not the Player who was named.
    """
    round_ = table.round
    assert round_ is not None
    concerned = tuple(box for box in round_.boxes if can_still_win(game, table.policy.dealing, box))
    whose = row_of(game, ruled).affects
    if whose is Affects.EVERYBODY:
        return concerned
    if whose is Affects.OTHERS:
        return tuple(box for box in concerned if box.number != command.box)
    places = found.places if found is not None else _displaced(round_, command)
    if (found is not None and found.whose & {DEALER, COMMUNITY}) or {*places} & {DEALER, COMMUNITY, BURN}:
        return concerned
    if not places and found is not None:
        sentence = "Say whose card it was: name the card, its place, or its box"
        return Refusal(Reason.NO_SUCH_BOX, sentence, ruled.cites)
    if not places and command.box is not None:
        places = (str(command.box),)
    return tuple(box for box in concerned if not places or str(box.number) in places)


def _displaced(round_: Round, command: Report) -> tuple[str, ...]:
    """Return the places whose cards are not the intended ones."""
    before = dict(piles_of(round_))
    return tuple(place for place, cards in command.piles if before.get(place) != cards)


def open_choices(table: Table, boxes: Iterable[Box], ruled: Ruled) -> tuple[BankedEvent, ...]:
    """Open a choice for each Player affected, about their own wagers; the round waits."""
    return tuple(ChoiceOpened(box.number, ruled.options, ruled.cites, choosers(box)) for box in boxes)


def choosers(box: Box) -> tuple[str, ...]:
    """Return who may decide about wagers on a hand: its seated Player, and all with a part in it still in play."""
    if not box.in_play:
        return (box.player,)
    own = (box.player,) if box.player in box.playing else ()
    return tuple(dict.fromkeys((*own, *box.playing)))


def wager_remedy(game: BankedGame, table: Table, command: Report, ruled: Ruled) -> Answer:
    """Count the chips on an area as the document says: as they are, at the maximum, or not at all."""
    box, round_ = _named_box(table, command, ruled), table.round
    if isinstance(box, Refusal):
        return box
    assert round_ is not None
    if box.out:
        return Refusal(Reason.MOMENT, f"The hand of box {box.number} is out of the round", ruled.cites)
    if command.wager is None or command.amount is None or not 0 < command.amount <= MOST:
        return Refusal(Reason.AMOUNT, "Say which wager it is and how much is there", ruled.cites)
    lying = box.wager(command.wager)
    if lying is None or not lying.lying:
        sentence = f"There is no {game.spoken(command.wager)} wager on box {box.number}"
        return Refusal(Reason.NO_SUCH_WAGER, sentence, ruled.cites)
    amount, area, high = command.amount, game.area(command.wager), most(game, table.policy, box, lying)
    low = table.policy.limits(area.limits)[0] if area is not None else high
    refused = _not_so(ruled, amount, low, high)
    if refused is not None:
        return refused
    if ruled.ruling is Ruling.RETURN_EXCESS and round_.phase is Phase.BETTING:
        amount = high
    counted = _counted(game, table, box, command.wager, amount, ruled.cites)
    short = ruled.irregularity == "wager_under_minimum" and round_.phase is not Phase.BETTING
    if not short:
        return counted
    after = _recounted(game, table, box, counted)
    if ruled.ruling is not Ruling.RETURN_WAGER:
        counted += _fed_anew(table, round_, box, command.wager, amount, ruled.cites)
    return (*counted, *_short(game, table, command, ruled, after))


def _short(game: BankedGame, table: Table, command: Report, ruled: Ruled, box: Box) -> tuple[BankedEvent, ...]:
    """Settle a short wager once for each Player, and return it to those who have had one settled at this table before.

    The wagers sized by an Ante come back with it. Any other wager of the hand plays on.
    """
    round_, wager = table.round, command.wager
    assert round_ is not None
    assert wager is not None
    lying = box.wager(wager)
    assert lying is not None
    if not any("previous" in row.when for row in game.irregularities.rules[ruled.irregularity]):
        return ()
    players = tuple(dict.fromkeys(share.player for share in lying.shares if not share.back))
    events: list[BankedEvent] = []
    if ruled.ruling is Ruling.RETURN_WAGER:
        sized = (one.name for one in box.wagers if wager is WagerName.ANTE and game.area(one.name) is None)
        back = [one for name in (wager, *sized) if (one := box.wager(name)) is not None]
        events += (
            WagerReturned(box.number, one.name, ruled.cites, player)
            for player in players
            if player in table.short_before
            for one in back
            if any(share.player == player and not share.back for share in one.shares)
        )
        if wager is WagerName.JACKPOT and events:
            events += never_below_nothing(table.meter, unfeed(round_, box, ruled.cites))
    new = (one for one in players if one not in table.short_before)
    events += (ShortWagerRemembered(one, ruled.cites, box.number, wager) for one in new)
    return tuple(events)


def _counted(
    game: BankedGame, table: Table, box: Box, wager: WagerName, lies: Cents, cites: Cites
) -> tuple[BankedEvent, ...]:
    """Return the events of a wager with the amount found, and of every wager whose measure changes with it."""
    lying = box.wager(wager)
    assert lying is not None
    found = replace(lying, shares=lying_anew(lying, lies))
    after = measured(game, table.policy, replace(box, wagers=with_wager(box, found)))
    events: list[BankedEvent] = []
    for one in after.wagers:
        before = box.wager(one.name)
        if one.name is wager:
            events.append(WagerCounted(box.number, wager, lies, one.excess, cites))
        elif before is not None and before.excess != one.excess:
            events.append(WagerCounted(box.number, one.name, one.lying, one.excess, excess_cites(game, one.name)))
    return tuple(events)


def _recounted(game: BankedGame, table: Table, box: Box, events: tuple[BankedEvent, ...]) -> Box:
    """Return the box once its wagers have been counted."""
    round_ = table.round
    for event in events:
        assert isinstance(event, WagerCounted)
        assert round_ is not None
        round_ = on_round(game, table.policy, round_, event)
    after = round_.box(box.number) if round_ is not None else None
    assert after is not None
    return after


def excess_cites(game: BankedGame, wager: WagerName) -> Cites:
    """Return the paragraphs by which the excess of a wager goes back."""
    rows = (*game.irregularities.rules["wager_wrong_size"], *game.irregularities.rules["wager_over_maximum"])
    facts = {"wager": wager.value, "relation": "more", "noticed": "after"}
    return next(row.cites for row in rows if row.applies(facts))


def _fed_anew(
    table: Table, round_: Round, box: Box, wager: WagerName, amount: int, cites: Cites
) -> tuple[BankedEvent, ...]:
    """Replace the contribution of a jackpot wager that is found to be smaller."""
    if wager is not WagerName.JACKPOT:
        return ()
    back = never_below_nothing(table.meter, unfeed(round_, box, cites))
    return *back, JackpotFed(box.number, amount, table.policy.rate.of(amount), cites)


def _not_so(ruled: Ruled, amount: int, low: int, high: int) -> Refusal | None:
    """Return the refusal if the amount reported does not fit the report."""
    over = ruled.irregularity == "wager_over_maximum" or ruled.facts.get("relation") == "more"
    if over and amount <= high:
        return Refusal(Reason.AMOUNT, "The amount named is not too much", ruled.cites)
    if not over and amount >= low:
        return Refusal(Reason.AMOUNT, "The amount named is not too little", ruled.cites)
    return None


def stray_jackpot_wager(game: BankedGame, table: Table, command: Report, ruled: Ruled) -> Answer:
    """Treat a jackpot wager without an Ante.

    It goes back now or at the end of the hand, or the Player adjusts it.
    """
    if ruled.ruling is Ruling.PLAYER_ADJUSTS:
        return ()
    if command.box is None or not command.player or command.amount != table.policy.jackpot_wager:
        return Refusal(Reason.AMOUNT, "Say which box it is on, whose it is, and the prescribed amount", ruled.cites)
    if not 1 <= command.box <= table.policy.boxes:
        return Refusal(Reason.NO_SUCH_BOX, f"The table has boxes 1 to {table.policy.boxes}", ruled.cites)
    if table.round is not None and table.round.box(command.box) is not None:
        return Refusal(Reason.NO_SUCH_WAGER, f"There is an Ante on box {command.box}", ruled.cites)
    at_end = game.irregularities.at_end_of_hand
    stray = StrayWager(command.box, command.player, command.amount, at_end, ruled.cites)
    return (stray,) if at_end else (stray, stray_returned(stray))


def absence(game: BankedGame, table: Table, box: Box, ruled: Ruled) -> tuple[BankedEvent, ...]:
    """Fold an absent Player's hand, count it as checked this time, take it out, or settle it as usual."""
    match ruled.ruling:
        case Ruling.FOLD_HAND | Ruling.CHECK_HAND:
            return (HandAbsent(box.number, ruled.ruling is Ruling.FOLD_HAND, ruled.cites),)
        case Ruling.INVALIDATE_HAND:
            return invalidate_hand(game, table, (box,), ruled.cites)
        case _:
            return ()


def choices_ended(game: BankedGame, table: Table, player: str) -> tuple[BankedEvent, ...]:
    """End the open choices of a Player who leaves: without an answer they play on."""
    assert table.round is not None
    clock = game.irregularities.clock
    return tuple(
        ChoiceMade(box.number, box.choice[0], True, (*chosen_cites(game, box, box.choice[0]), *clock), player)
        for box in table.round.boxes
        if player in box.choosers
    )


def chosen_cites(game: BankedGame, box: Box, option: str) -> Cites:
    """Return the paragraphs of what a Player chooses; if it has none of its own, those that let them choose."""
    return game.irregularities.chosen.get(option, box.choice_cites)


def reconstruct(table: Table, piles: Piles, ruled: Ruled) -> Answer:
    """Put cards back into their intended order: the same cards, at the same places, in the same numbers.

    A misdeal that no one has seen is repaired by moving complete hands only.
    """
    assert table.round is not None
    cites = ruled.cites
    before = piles_of(table.round)
    sizes = {place: len(cards) for place, cards in before}
    after = dict(before) | dict(piles)
    if {place: len(cards) for place, cards in after.items()} != sizes:
        return Refusal(Reason.CARDS, "Each place must keep its number of cards", cites)
    if sorted(card for cards in after.values() for card in cards) != sorted(
        card for _, pile in before for card in pile
    ):
        return Refusal(Reason.CARDS, "These are not the cards that were dealt", cites)
    whole_hands = ruled.irregularity == "misdeal" and ruled.facts.get("seen") == "no"
    if whole_hands and sorted(after.values()) != sorted(pile for _, pile in before):
        return Refusal(Reason.CARDS, "Only complete hands may be moved", cites)
    if UNKNOWN in after[DEALER] and table.round.dealer_open:
        return Refusal(Reason.CARDS, "The Dealer's cards are face up and known", cites)
    return (CardsReconstructed(before, tuple(after.items()), cites),)


def jackpot_down(game: BankedGame, table: Table, command: Report, ruled: Ruled) -> tuple[BankedEvent, ...]:
    """Register the value from which the round in play is paid; the House chooses for later rounds."""
    goes_on = ruled.ruling is Ruling.CONTINUE and table.round is not None and table.round.phase is not Phase.ENDED
    return (_registered(table, command, ruled.cites, game.jackpot.registered if goes_on else ()),)


def _registered(table: Table, command: Report, cites: Cites, pays: Cites = ()) -> JackpotDown:
    """Return the failure with the value of its own event: the link's where that has failed, or this table's meter."""
    failure = command.failure
    if failure is UNSET:
        return JackpotDown(table.meter.shown, cites, pays)
    return JackpotDown(failure.value, cites, pays, failure.number)


def _player(table: Table, command: Report) -> str:
    """Return the Player whom a report is about: the one it names, or the one seated at its box."""
    box = table.round.box(command.box) if table.round is not None and command.box is not None else None
    return command.player or (box.player if box is not None else "")


def can_be_mended(table: Table, irregularity: str) -> bool:
    """Return whether a settled round with a result can be ruled on under the last paragraph.

    This corrects, for example, a payment on a wrong entry. It is possible until the next round begins, which waits for
    the decision.
    """
    round_ = table.round
    if round_ is None or not round_.lines or irregularity != NOT_COVERED:
        return False
    return not any(line.result is Result.VOID for line in round_.lines)


def pending(
    game: BankedGame, table: Table, command: Report, ruled: Ruled, role: Role, cites: Cites
) -> tuple[BankedEvent, ...]:
    """Leave a decision pending for a role."""
    number, player = table.decisions + 1, _player(table, command)
    over = table.round is None or table.round.phase is Phase.ENDED or ruled.irregularity == "error_noticed_late"
    over = over and not can_be_mended(table, ruled.irregularity)
    # There is no round in play that could be void, nor a hand or a jackpot wager in it that could leave.
    in_play = {"void_round", "invalidate_hand", RETURN_JACKPOT_WAGERS}
    options = tuple(one for one in ruled.options if not (over and one in in_play))
    waiting = DecisionPending(
        number, ruled.irregularity, ruled.facts, command.box, player, role, options, cites, command.piles
    )
    if ruled.irregularity == JACKPOT_DOWN:
        later = game.irregularities.later_rounds
        betting = table.round is not None and table.round.phase is Phase.BETTING
        # A link that is down before the close has registered no jackpot wager of this round.
        plays_on = "continue" in options and not over and not (betting and command.failure is not UNSET)
        pays = game.jackpot.registered if plays_on else ()
        return (_registered(table, command, ruled.cites if later is None else later.chosen, pays), waiting)
    return (waiting,)


def decision_reserved(
    game: BankedGame,
    table: Table,
    actor: Actor,
    command: Report,
    facts: dict[str, str],
    said: Testimony,
) -> Answer:
    """Leave a fact to the role that has to establish it.

    The report is recorded, and the round waits for that role.
    """
    reserved = game.irregularities.reserved[command.irregularity]
    options = tuple(reserved.options)
    decider = next(one for one, role in ROLES.items() if role is reserved.role)
    ruled = Ruled(
        game=game.name,
        irregularity=command.irregularity,
        facts=facts,
        ruling=Ruling.ROLE_DECIDES,
        then=(),
        options=options,
        posts={},
        decided_by=decider,
        cites=reserved.cites,
        explanation="",
    )
    event = with_readings(game, event_of(actor, command, ruled, said), set())
    return event, *pending(game, table, command, ruled, reserved.role, reserved.cites)


# ---- A ruling for the record ----------------------------------------------------------------------------------------


def event_of(actor: Actor, command: Report, ruled: Ruled, said: Testimony) -> IrregularityRuled:
    """Return a ruling for the record, with the statements that it relies on."""
    return put_on_record(IrregularityRuled, command.box, ruled, said, actor, command.reason)


def with_readings(game: BankedGame, event: IrregularityRuled, read: set[str]) -> IrregularityRuled:
    """Add interpretations to a ruling.

    They are those by which the table established its facts or overruled the record.
    """
    readings, against = game.irregularities.readings, {"said"} if event.contradicted else set()
    cites = (cite for name, read_so in readings.items() if name in read | against for cite in read_so)
    return replace(event, cites=tuple(dict.fromkeys((*event.cites, *cites))))

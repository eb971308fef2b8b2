"""Corrections: a card or wager keyed in wrongly is not an irregularity of play. Both versions stay on record."""

from croupier.cards import UNKNOWN, format_card
from croupier.money import MOST, format_money
from croupier.play.banked.aftermath import contribution_of, piles_of
from croupier.play.banked.commands import CorrectCard, CorrectWager
from croupier.play.banked.events import (
    BankedEvent,
    CardCorrected,
    JackpotFed,
    JackpotStatus,
    JackpotUnfed,
    WagerCorrected,
)
from croupier.play.banked.facts import lies_open
from croupier.play.banked.flow import board_size
from croupier.play.banked.jackpot import never_below_nothing
from croupier.play.banked.state import Box, Phase, Round, Table
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.terms import Choice, Decide, Limits, WagerName

Answer = tuple[BankedEvent, ...] | Refusal


def _open_round(table: Table, cite: Cite) -> Round | Refusal:
    round_ = table.round
    if round_ is None or round_.phase is Phase.ENDED:
        return Refusal(Reason.MOMENT, "There is no round in play to correct", (cite,))
    return round_


def correct_card(game: BankedGame, table: Table, command: CorrectCard) -> Answer:
    """Correct a card that was entered wrongly."""
    round_ = _open_round(table, game.deck)
    if isinstance(round_, Refusal):
        return round_
    cards = dict(piles_of(round_)).get(command.place, ())
    if not 0 <= command.index < len(cards):
        return Refusal(Reason.CARDS, f"There is no such card at {command.place[:20]}", (game.deck,))
    before = cards[command.index]
    if not 0 <= command.card <= UNKNOWN or command.card == before:
        return Refusal(Reason.CARDS, "That is the card already recorded", (game.deck,))
    if command.card != UNKNOWN and round_.used >> command.card & 1:
        return Refusal(Reason.CARDS, f"{format_card(command.card)} has been dealt already", (game.deck,))
    if command.card == UNKNOWN and lies_open(round_, command.place, command.index):
        return Refusal(Reason.CARDS, "A card that is face up is known", (game.deck,))
    return (CardCorrected(command.place, command.index, before, command.card, command.reason, (game.deck,)),)


def correct_wager(game: BankedGame, table: Table, command: CorrectWager) -> Answer:
    """Correct a wager that was entered wrongly; wagers that follow from an Ante follow its correction."""
    cite = game.closes
    round_ = _open_round(table, cite)
    if isinstance(round_, Refusal):
        return round_
    box = round_.box(command.box)
    area = game.area(command.wager)
    if box is None or box.out or area is None:
        sentence = f"No {game.spoken(command.wager)} wager on box {command.box} to correct"
        return Refusal(Reason.NO_SUCH_WAGER, sentence, (cite,))
    lying = box.wager(command.wager)
    if lying is not None and (len(lying.shares) != 1 or lying.shares[0].player != box.player):
        return Refusal(Reason.NOT_YOURS, "A wager of several Players must be corrected share by share", (cite,))
    if command.wager is WagerName.JACKPOT and command.amount:
        refused = _unregistered(game, table, round_) or _undealt(game, table, round_)
        if refused is not None:
            return refused
    before, after = lying.amount if lying else 0, command.amount
    low, high = table.policy.limits(area.limits)
    chip = 1 if area.limits is Limits.PRESCRIBED else table.policy.lowest_chip
    removed = after == 0 and (command.wager is not WagerName.ANTE or _stands_alone(game, box))
    if after == before or after > MOST or not (removed or (low <= after <= high and after % chip == 0)):
        sentence = f"{format_money(after)} cannot be the {game.spoken(command.wager)}"
        return Refusal(Reason.LIMITS, sentence, (area.limits_cite,))
    corrected = WagerCorrected(box.number, command.wager, box.player, before, after, command.reason, (area.cite,))
    return (corrected, *_following(game, table, box, command), *_meter(table, round_, box, command, area.cite))


def _unregistered(game: BankedGame, table: Table, round_: Round) -> Refusal | None:
    """Return the refusal if a jackpot wager cannot be added to this round, otherwise None.

    If only some boxes are closed, the others play for the jackpot; but the round in which the system failed is paid
    from the value registered before.
    """
    if table.jackpot is JackpotStatus.RUNNING:
        return None
    if round_.registered is not None:
        sentence = "The jackpot system failed in this round: no jackpot wager can be added to those it registered"
        return Refusal(Reason.NO_SUCH_WAGER, sentence, round_.registered.cites)
    if table.jackpot is JackpotStatus.CLOSE_BOXES:
        return None
    later = game.irregularities.later_rounds
    sentence = "No jackpot wagers are accepted: the jackpot system is down"
    return Refusal(Reason.NO_SUCH_WAGER, sentence, later.without_jackpot if later is not None else ())


def _undealt(game: BankedGame, table: Table, round_: Round) -> Refusal | None:
    """Refuse to add a jackpot wager once the round has gone past cards that it alone would have asked for."""
    if round_.phase is not Phase.SETTLING or len(round_.community) == board_size(game, table.policy.dealing):
        return None
    sentence = "Its Community Cards were not dealt, as no wager asked for them: take the last fold back first"
    return Refusal(Reason.MOMENT, sentence, (game.closes,))


def _stands_alone(game: BankedGame, box: Box) -> bool:
    """Return whether the box has another wager, and none that needs the Ante."""
    others = [wager.name for wager in box.wagers if wager.name is not WagerName.ANTE]
    areas = [game.area(name) for name in others]
    return bool(areas) and all(area is not None and area.alone for area in areas)


def _following(game: BankedGame, table: Table, box: Box, command: CorrectWager) -> tuple[BankedEvent, ...]:
    """Return the corrections of the wagers that are a multiple of the Ante, as they were entered with it.

    One that has been counted on the layout since keeps its amount, and is only measured again.
    """
    if command.wager is not WagerName.ANTE:
        return ()
    choices = (
        choice for step in game.rounds[table.policy.dealing] if isinstance(step, Decide) for choice in step.choices
    )
    return tuple(
        _follows(box, choice, command)
        for choice in choices
        if choice.places is not None and (lying := box.wager(choice.places)) is not None and not lying.cites
    )


def _follows(box: Box, choice: Choice, command: CorrectWager) -> WagerCorrected:
    assert choice.places is not None
    lying = box.wager(choice.places)
    assert lying is not None
    ante = box.wager(WagerName.ANTE)
    times = lying.amount // ante.amount if ante is not None and len(choice.sizes) > 1 else choice.times_ante
    after = command.amount * times
    return WagerCorrected(box.number, choice.places, box.player, lying.amount, after, command.reason, (choice.cite,))


def _meter(table: Table, round_: Round, box: Box, command: CorrectWager, cite: Cite) -> tuple[BankedEvent, ...]:
    """Move the contribution of a jackpot wager that is corrected after the close."""
    if command.wager is not WagerName.JACKPOT or round_.phase is Phase.BETTING:
        return ()
    events: list[BankedEvent] = []
    lying = box.wager(WagerName.JACKPOT)
    if lying is not None and (fed := contribution_of(round_, box)):
        events.append(JackpotUnfed(box.number, lying.amount, fed, (cite,)))
    if command.amount:
        events.append(JackpotFed(box.number, command.amount, table.policy.rate.of(command.amount), (cite,)))
    return never_below_nothing(table.meter, events)

"""Taking back what was keyed in wrongly: the last act, or a decision that others have followed.

It corrects what was entered, never what a Player did: for that there are rulings. Both versions stay on record.
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.play.actor import Actor
from croupier.play.banked.aftermath import contribution_of
from croupier.play.banked.commands import Choose, CorrectDecision, TakeBackLast
from croupier.play.banked.events import (
    ActTakenBack,
    BankedEvent,
    CardsDealt,
    CommunityRevealed,
    DealerRevealed,
    Decided,
    DecisionCorrected,
    HandShown,
    HandWithheld,
    JackpotFed,
    JackpotUnfed,
    ShareDeclined,
    Taped,
)
from croupier.play.banked.evolve import happened, retold
from croupier.play.banked.flow import current_step, first_decision, hands_to_show, places_ahead
from croupier.play.banked.jackpot import never_below_nothing
from croupier.play.banked.playing import choose
from croupier.play.banked.state import Box, Phase, Round, Table
from croupier.play.banked.tape import stays
from croupier.play.refusal import Reason, Refusal
from croupier.play.tape import Keyed, Tape, entries, newest
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.terms import Decide, RevealCommunity, RevealDealer, ShowHands

Answer = tuple[BankedEvent, ...] | Refusal


def tape_entries(table: Table) -> tuple[Keyed[Taped], ...]:
    """Return what has been entered in the round since the last ruling, newest first."""
    return entries(UNSET if table.round is None else table.round.tape)


def take_back(game: BankedGame, table: Table, actor: Actor, command: TakeBackLast) -> Answer:
    """Take back the last act, with its contribution to the jackpot's meter."""
    found = _on_tape(game, table)
    if isinstance(found, Refusal):
        return found
    round_, tape = found
    at = newest(tape, stays)
    if at is None:
        return Refusal(Reason.MOMENT, "Nothing was entered that can be taken back", (game.opens,))
    act = tape.acts[at]
    cites = _cites(act)
    if isinstance(act.events[0], CardsDealt) and at < len(tape.acts) - 1:
        sentence = "A Player has looked since: a card that is wrong has to be corrected"
        return Refusal(Reason.CARDS, sentence, (game.deck,))
    taken = ActTakenBack(act.events, act.entered.by, actor.name, actor.role, command.reason, cites)
    return (*_meter(table, round_, act), taken)


def _on_tape(game: BankedGame, table: Table) -> tuple[Round, Tape[Round, Taped]] | Refusal:
    """Return the round in play and its tape, or the refusal if nothing in it can be taken back."""
    round_ = table.round
    if table.automatic:
        return Refusal(Reason.MOMENT, "At this table nothing is keyed in by hand, so nothing is wrong", (game.closes,))
    if round_ is None:
        return Refusal(Reason.MOMENT, "There is no round in play to correct", (game.opens,))
    if round_.phase is Phase.ENDED:
        return Refusal(Reason.MOMENT, "The round is settled: only a ruling can change it", _ruling(game, game.ends))
    if isinstance(round_.tape, UnsetType):
        return Refusal(Reason.MOMENT, "Nothing was entered that can be taken back", (game.opens,))
    return round_, round_.tape


def _ruling(game: BankedGame, cite: Cite) -> tuple[Cite, ...]:
    """Return a paragraph, and those by which the House rules where no other paragraph does."""
    return tuple(dict.fromkeys((cite, *game.irregularities.silent.cites)))


def _cites(act: Keyed[Taped]) -> tuple[Cite, ...]:
    """Return the paragraphs of an act that is taken back."""
    return tuple(dict.fromkeys(cite for event in act.events for cite in event.cites))


def _meter(table: Table, round_: Round, act: Keyed[Taped]) -> tuple[BankedEvent, ...]:
    """Undo an act's effect on the meter: what it put in leaves it, and what it took out goes back."""
    events: list[BankedEvent] = []
    for event in reversed(act.events):
        if isinstance(event, JackpotFed):
            box = round_.box(event.box)
            fed = 0 if box is None else contribution_of(round_, box)
            if fed:  # not if the jackpot was won elsewhere, with all that had gone into it
                events.append(JackpotUnfed(event.box, event.stake, fed, event.cites))
        elif isinstance(event, JackpotUnfed):
            events.append(JackpotFed(event.box, event.stake, event.millionths, event.cites))
    return never_below_nothing(table.meter, events)


# ---- A decision that others have followed ---------------------------------------------------------------------------


def correct_decision(game: BankedGame, table: Table, actor: Actor, command: CorrectDecision) -> Answer:
    """Correct a hand's last decision to what it really was.

    Its wager follows, and later acts stand if they can.
    """
    turn = first_decision(game, table.policy.dealing).turn_cite
    found = _on_tape(game, table)
    if isinstance(found, Refusal):
        return found
    _, tape = found
    wrong = _decision_of(tape, command.box)
    if wrong is None:
        return Refusal(Reason.MOMENT, f"No decision of box {command.box} can be corrected now", (turn,))
    at, before = wrong
    then = replace(table, round=retold(game, table, tape.base, tape.acts[:at]))
    decided = choose(game, then, actor, Choose(command.box, command.decision, command.amount))
    if isinstance(decided, Refusal):
        return decided
    (after,) = decided
    assert isinstance(after, Decided)
    if (after.decision, after.shares) == (before.decision, before.shares):
        return Refusal(Reason.MOMENT, "That is the decision already recorded", after.cites)
    dropped = _what_follows(game, happened(game, then, after), tape.acts[at + 1 :], command.box)
    if dropped is None:
        sentence = f"What followed cannot stand if box {command.box} decided so: this needs a ruling"
        return Refusal(Reason.MOMENT, sentence, _ruling(game, turn))
    keyed_by = tape.acts[at].entered.by
    return (
        DecisionCorrected(
            command.box, before, after, dropped, keyed_by, actor.name, actor.role, command.reason, after.cites
        ),
    )


def _decision_of(tape: Tape[Round, Taped], box: int) -> tuple[int, Decided] | None:
    """Return a box's last decision on the tape, and the place of its act."""
    for at in reversed(range(len(tape.acts))):
        for event in tape.acts[at].events:
            if isinstance(event, Decided) and event.box == box:
                return at, event
    return None


def _what_follows(
    game: BankedGame, table: Table, later: tuple[Keyed[Taped], ...], box: int
) -> tuple[tuple[Taped, ...], ...] | None:
    """Return the later acts that would not have happened after a box's right decision.

    None if the others could not have happened either.
    """
    dropped: list[tuple[Taped, ...]] = []
    for act in later:
        if all(_fits(game, table, event) for event in act.events):
            for event in act.events:
                table = happened(game, table, event)
        elif _needless(game, table, act, box):
            dropped.append(act.events)
        else:
            return None
    return tuple(dropped)


def _needless(game: BankedGame, table: Table, act: Keyed[Taped], box: int) -> bool:
    """Return whether an act concerns only a hand that is out, or turns cards that no longer decide anything."""
    event = act.events[0]
    if isinstance(event, Decided | HandShown | HandWithheld | ShareDeclined):
        return event.box == box
    return isinstance(event, CommunityRevealed | DealerRevealed) and not isinstance(
        current_step(game, table), Decide | RevealCommunity | RevealDealer
    )


def _fits(game: BankedGame, table: Table, event: Taped) -> bool:
    """Return whether an act can have happened at this moment of the round."""
    round_, step, dealing = table.round, current_step(game, table), table.policy.dealing
    assert round_ is not None
    match event:
        case Decided(box=number):
            box = round_.box(number)
            return isinstance(step, Decide) and box is not None and _to_decide(round_, box)
        case CommunityRevealed():
            return isinstance(step, RevealCommunity)
        case DealerRevealed():
            return isinstance(step, RevealDealer)
        case CardsDealt(places=places):
            ahead = places_ahead(game, dealing, round_) if round_.phase is Phase.PLAY else ()
            return tuple(place for place, _ in ahead[: len(places)]) == places
        case HandShown(box=number) | HandWithheld(box=number):
            asked = round_.box(number)
            late = isinstance(event, HandShown) and asked is not None and asked.shown is False
            return late or (isinstance(step, ShowHands) and asked in hands_to_show(game, dealing, round_))
        case ShareDeclined(box=number):
            box = round_.box(number)
            return isinstance(step, Decide) and box is not None and box.in_play
        case _:
            return True


def _to_decide(round_: Round, box: Box) -> bool:
    """Return whether a hand has yet to decide in this round of decisions.

    The order of the others is that of their record.
    """
    return box.in_play and len(box.decisions) == round_.decided

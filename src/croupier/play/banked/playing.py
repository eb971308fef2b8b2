"""The acts of Players and Dealer once the cards are out: look, decide, reveal, show or withhold."""

from croupier.cards import UNKNOWN
from croupier.money import format_money
from croupier.play.actor import Actor
from croupier.play.banked.commands import (
    Choose,
    DeclineShare,
    InspectHand,
    Look,
    Reveal,
    ShowHand,
    WithholdHand,
)
from croupier.play.banked.events import (
    BankedEvent,
    CommunityRevealed,
    DealerRevealed,
    Decided,
    HandInspected,
    HandLookedAt,
    HandShown,
    HandWithheld,
    Share,
    ShareDeclined,
)
from croupier.play.banked.flow import current_step, first_decision, hand_size, showing, undecided, worth_showing
from croupier.play.banked.state import Box, Phase, Table
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame, Power
from croupier.rules.document import Cite
from croupier.rules.terms import (
    Choice,
    Decide,
    Decision,
    RevealCommunity,
    RevealDealer,
    Role,
    Shared,
    ShowHands,
    WagerName,
    at_least,
    or_above,
)

Answer = tuple[BankedEvent, ...] | Refusal

# A member looked up in its enumeration costs as much as the rest of a line; these are asked for in every act.
_ANTE, _PLAYER, _PLAY = WagerName.ANTE, Role.PLAYER, Phase.PLAY


def _box_of(game: BankedGame, table: Table, actor: Actor, number: int, cite: Cite) -> Box | Refusal:
    """Return the box for which an actor speaks, its seated Player or staff on their behalf; or a refusal."""
    round_ = table.round
    box = round_.box(number) if round_ is not None else None
    if box is None:
        return Refusal(Reason.NO_SUCH_BOX, f"Nobody plays box {number}", (game.boxes.cite,))
    own = actor.role is _PLAYER
    if own and actor.name != box.player:
        return Refusal(Reason.NOT_YOURS, f"Box {number} is {box.player}'s", (cite,))
    if not own and not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only a Player, or staff acting for one, may play a hand", (cite,))
    return box


def look(game: BankedGame, table: Table, actor: Actor, command: Look) -> Answer:
    """Examine a hand: a Player may examine one hand only, and it is recorded."""
    round_, examines = table.round, first_decision(game, table.policy.dealing).examine_cites
    if round_ is None or round_.phase is not _PLAY:
        return Refusal(Reason.MOMENT, "There is no hand to look at now", examines)
    box = _box_of(game, table, actor, command.box, game.decides)
    if type(box) is Refusal:
        return box
    if len(box.cards) < hand_size(game, table.policy.dealing):
        return Refusal(Reason.MOMENT, f"Box {box.number} does not have all its cards yet", examines)
    if not box.in_play:
        cites = box.out or _folding(game, table)
        return Refusal(Reason.MOMENT, f"The hand of box {box.number} is no longer in play", cites)
    player = box.player
    if box.looked_by != player:
        for other in round_.boxes:
            if other.looked_by == player:
                sentence = f"{player} has examined box {other.number}; the other hands are played blind"
                return Refusal(Reason.EXAMINED, sentence, (game.examine_one,))
    own = [other for other in round_.boxes if other.player == player]
    cites = examines if len(own) == 1 else (*examines, game.examine_one)
    if box.looked_by == player:
        return Refusal(Reason.EXAMINED, f"The hand of box {box.number} has been looked at already", cites)
    return (HandLookedAt(box.number, player, cites),)


def _turn(game: BankedGame, table: Table, box: Box, step: Decide) -> Refusal | None:
    """Return the refusal if it is not this box's turn to decide."""
    assert table.round is not None
    next_box = undecided(table.round)
    assert next_box is not None, "a round of decisions waits for nobody"
    if next_box.number == box.number:
        return None
    if not box.in_play or box.absent or len(box.decisions) > table.round.decided:
        return Refusal(Reason.MOMENT, f"Box {box.number} has decided already", (step.turn_cite,))
    return Refusal(Reason.NOT_YOUR_TURN, f"It is the turn of box {next_box.number}", (step.turn_cite,))


def choose(game: BankedGame, table: Table, actor: Actor, command: Choose) -> Answer:
    """Decide for a hand; a wager that comes with the decision must be exact."""
    step = current_step(game, table)
    if type(step) is not Decide:
        turn = first_decision(game, table.policy.dealing).turn_cite
        return Refusal(Reason.MOMENT, "There is nothing to decide now", (turn,))
    box = _box_of(game, table, actor, command.box, game.decides)
    if type(box) is Refusal:
        return box
    refused = _turn(game, table, box, step)
    if refused is not None:
        return refused
    decision = command.decision
    for choice in step.choices:
        if choice.decision is decision:
            break
    else:
        offered = " or ".join(one.title or one.decision for one in step.choices)
        cites = tuple(dict.fromkeys(one.cite for one in step.choices))
        return Refusal(Reason.MOMENT, f"Box {box.number} may {offered} now, not {command.decision}", cites)
    shares = _shares(box, choice, choice.times_ante)
    if command.amount is not None and command.amount != sum([share.amount for share in shares]):
        sized = [_shares(box, choice, times) for times in choice.sizes[1:]]
        found = next((one for one in sized if sum(share.amount for share in one) == command.amount), None)
        if found is None:
            return _wrong_amount(box, choice, (shares, *sized))
        shares = found
    return (Decided(box.number, decision, choice.places, shares, (choice.cite,)),)


def _wrong_amount(box: Box, choice: Choice, sized: tuple[tuple[Share, ...], ...]) -> Refusal:
    """Return the refusal of an amount that is not one of the wager's sizes."""
    amounts = [format_money(sum(share.amount for share in one)) for one in sized]
    which = f"exactly {amounts[0]}" if len(amounts) == 1 else " or ".join([", ".join(amounts[:-1]), amounts[-1]])
    return Refusal(
        Reason.AMOUNT, f"The {choice.title or choice.decision} on box {box.number} must be {which}", (choice.cite,)
    )


def _shares(box: Box, choice: Choice, times: int) -> tuple[Share, ...]:
    """Return the wager that a choice places: a multiple of what counts of each share of the Ante still in play."""
    ante = box.wager(_ANTE)
    if choice.places is None or ante is None:
        return ()
    return tuple(
        [
            Share(one.player, one.counts * times, back=one.back)
            for one in ante.shares
            if _sizes(box, one) and one.player not in box.unfunded
        ]
    )


def _sizes(box: Box, ante: Share) -> bool:
    """Return whether a share of the Ante sizes later wagers.

    It is in play, or comes back while the hand plays on.
    """
    return not ante.folded and (not ante.back or ante.player in box.antes_back)


def _folding(game: BankedGame, table: Table) -> tuple[Cite, ...]:
    """Return the paragraphs by which hands are folded, at whichever decision the document has it."""
    asked = [step for step in game.rounds[table.policy.dealing] if isinstance(step, Decide)]
    folds = (one.cite for step in asked for one in step.choices if one.decision is Decision.FOLD)
    return tuple(dict.fromkeys(folds))[:1]


def decline_share(game: BankedGame, table: Table, actor: Actor, command: DeclineShare) -> Answer:
    """Decline to fund the next wager with a share in another Player's box.

    The share is folded where the hand must bet or fold, and checks where the wager is optional.
    """
    occupancy = game.occupancy
    if not isinstance(occupancy, Shared):
        return Refusal(Reason.ROLE, "A box belongs to one Player alone; there are no shares", (occupancy.cite,))
    player = actor.name if actor.role is Role.PLAYER else command.player
    if actor.role is not Role.PLAYER and not at_least(actor.role, Role.DEALER):
        return Refusal(
            Reason.ROLE, "Only a Player, or staff acting for one, may play a hand", (occupancy.decider_cite,)
        )
    step, round_ = current_step(game, table), table.round
    if not isinstance(step, Decide) or round_ is None:
        return Refusal(Reason.MOMENT, "There is no wager to fund now", (occupancy.decider_cite,))
    box = round_.box(command.box)
    if box is None:
        return Refusal(Reason.NO_SUCH_BOX, f"Nobody plays box {command.box}", (game.boxes.cite,))
    ante = box.wager(WagerName.ANTE)
    holds = ante is not None and any(one.player == player and _sizes(box, one) for one in ante.shares)
    if not holds or player == box.player:
        sentence = f"{player} has no share in another Player's box {box.number}"
        return Refusal(Reason.NOT_YOURS, sentence, (occupancy.decider_cite,))
    if not box.in_play or len(box.decisions) > round_.decided:
        return Refusal(Reason.MOMENT, f"Box {box.number} has decided already", (occupancy.decider_cite,))
    if player in box.unfunded:
        return Refusal(Reason.MOMENT, f"{player} has checked on box {box.number} already", (occupancy.decider_cite,))
    without = next(one for one in step.choices if one.places is None)
    cites = (without.cite, occupancy.decider_cite)
    return (ShareDeclined(box.number, player, cites, checked=without.decision is not Decision.FOLD),)


def reveal(game: BankedGame, table: Table, actor: Actor, command: Reveal) -> Answer:
    """Turn the cards that are next to be turned."""
    if not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may turn cards", _turning(game, table))
    step, round_ = current_step(game, table), table.round
    if round_ is not None and isinstance(step, RevealCommunity):
        if UNKNOWN in round_.community[: round_.community_up + step.count]:
            return Refusal(Reason.CARDS, f"The {step.name} are not known", (step.cite,))
        return (CommunityRevealed(step.name, step.count, (step.cite,)),)
    if round_ is not None and isinstance(step, RevealDealer):
        if UNKNOWN in round_.dealer:
            return Refusal(Reason.CARDS, "The Dealer's cards are not known", (step.cite,))
        return (DealerRevealed((step.cite,)),)
    return Refusal(Reason.MOMENT, "No card is to be turned now", _turning(game, table))


def _turning(game: BankedGame, table: Table) -> tuple[Cite, ...]:
    """Return the paragraphs by which cards are turned."""
    turns = (one for one in game.rounds[table.policy.dealing] if isinstance(one, RevealCommunity | RevealDealer))
    return tuple(dict.fromkeys(one.cite for one in turns))


def _hand_at_showdown(
    game: BankedGame, table: Table, actor: Actor, number: int, cite: Cite, speaks: Cite
) -> Box | Refusal:
    """Return the box of a hand that may be shown or withheld now by this actor, or a refusal under these paragraphs."""
    round_ = table.round
    if type(current_step(game, table)) is not ShowHands or round_ is None:
        return Refusal(Reason.MOMENT, "Hands are not shown now", (cite,))
    box = _box_of(game, table, actor, number, speaks)
    if type(box) is Refusal:
        return box
    if box.shown is not None:
        return Refusal(Reason.MOMENT, f"Box {number} has been asked already", (cite,))
    if not worth_showing(game, table.policy.dealing, box):
        cites = box.out or _folding(game, table)
        return Refusal(Reason.MOMENT, f"Nothing can be paid on the hand of box {number}", cites)
    return box


def _established(game: BankedGame, table: Table, actor: Actor, number: int) -> Answer | None:
    """Show a hand that was withheld after all, if the document lets its Player establish its ranking so late."""
    round_ = table.round
    box = round_.box(number) if round_ is not None else None
    if round_ is None or box is None or box.shown is not False:
        return None
    step = showing(game, table.policy.dealing)
    if not step.established_cites:
        return None
    allowed = _box_of(game, table, actor, number, game.decides)
    if isinstance(allowed, Refusal):
        return allowed
    if round_.phase is Phase.ENDED or box.established or box.out:
        return Refusal(Reason.MOMENT, f"Box {number} has been asked already", step.established_cites)
    if UNKNOWN in box.cards:
        return Refusal(Reason.CARDS, f"The cards of box {number} are not known", step.established_cites)
    return (HandShown(number, step.established_cites),)


def show(game: BankedGame, table: Table, actor: Actor, command: ShowHand) -> Answer:
    """Show a hand: it is compared, and an award it wins is announced."""
    established = _established(game, table, actor, command.box)
    if established is not None:
        return established
    cite = showing(game, table.policy.dealing).shown_cite
    box = _hand_at_showdown(game, table, actor, command.box, cite, game.decides)
    if type(box) is Refusal:
        return box
    if UNKNOWN in box.cards:
        return Refusal(Reason.CARDS, f"The cards of box {box.number} are not known", (cite,))
    return (HandShown(box.number, (cite,)),)


def withhold(game: BankedGame, table: Table, actor: Actor, command: WithholdHand) -> Answer:
    """Withhold a hand: its Player does not show it."""
    cite = showing(game, table.policy.dealing).hidden_cite
    box = _hand_at_showdown(game, table, actor, command.box, cite, cite)
    return box if isinstance(box, Refusal) else (HandWithheld(box.number, (cite,)),)


def inspect(game: BankedGame, table: Table, actor: Actor, command: InspectHand) -> Answer:
    """Inspect a hand that was not shown; this changes no settlement."""
    grant = game.powers.get(Power.VIEW_HIDDEN_HAND)
    if grant is None:
        hidden = showing(game, table.policy.dealing).hidden_cite
        return Refusal(Reason.ROLE, f"{game.name} lets nobody look at a hand that was not shown", (hidden,))
    if not at_least(actor.role, grant.role):
        return Refusal(Reason.ROLE, f"Only {or_above(grant.role)} may do this", (grant.cite,))
    box = table.round.box(command.box) if table.round is not None else None
    if box is None:
        return Refusal(Reason.NO_SUCH_BOX, f"Nobody plays box {command.box}", (game.boxes.cite,))
    if box.shown is not False:
        return Refusal(Reason.MOMENT, f"Box {box.number} has not declined to show its hand", (grant.cite,))
    return (HandInspected(box.number, actor.name, actor.role, (grant.cite,)),)

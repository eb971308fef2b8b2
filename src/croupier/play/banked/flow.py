"""The position of a round in its document's sequence: which step is next, and what it waits for."""

from functools import lru_cache
from typing import Final, TypeGuard, assert_never

from msgspec.structs import replace

from croupier.play.banked.state import Box, Phase, Round, Table
from croupier.rules.banked import GAMES, BankedGame
from croupier.rules.document import Cite
from croupier.rules.settling import NO_HAND, Comparison, Scope
from croupier.rules.terms import (
    Burn,
    DealCommunity,
    DealDealer,
    DealInTurn,
    DealSets,
    DealStep,
    Decide,
    RevealCommunity,
    RevealDealer,
    ShowHands,
    Step,
    WagerName,
)

# A member looked up in its enumeration costs as much as the rest of a line; every act moves its round on.
_ANTE, _JACKPOT = WagerName.ANTE, WagerName.JACKPOT
_PLAY, _SETTLING = Phase.PLAY, Phase.SETTLING

BURN: Final = "burn"
DEALER: Final = "dealer"
COMMUNITY: Final = "community"


_TO_HANDS: Final = frozenset({DealInTurn, DealSets})
_DEALS: Final = frozenset({Burn, DealInTurn, DealSets, DealCommunity, DealDealer})


def _deals(step: Step) -> TypeGuard[DealStep]:
    """Return whether cards are dealt in a step."""
    return type(step) in _DEALS


def current_step(game: BankedGame, table: Table) -> Step | None:
    """Return the next step of the round in play, otherwise None."""
    round_ = table.round
    if round_ is None or round_.phase is not _PLAY:
        return None
    return game.rounds[table.policy.dealing][round_.step]


@lru_cache(maxsize=GAMES)
def deal_cites(game: BankedGame, dealing: str) -> tuple[Cite, ...]:
    """Return the paragraphs by which cards are dealt."""
    return tuple(dict.fromkeys(step.cite for step in game.rounds[dealing] if _deals(step)))


@lru_cache(maxsize=GAMES)
def first_decision(game: BankedGame, dealing: str) -> Decide:
    """Return the first step at which hands decide, once they have been examined."""
    return next(step for step in game.rounds[dealing] if isinstance(step, Decide))


@lru_cache(maxsize=GAMES)
def showing(game: BankedGame, dealing: str) -> ShowHands:
    """Return the step at which hands are shown."""
    return next(step for step in game.rounds[dealing] if isinstance(step, ShowHands))


@lru_cache(maxsize=GAMES)
def hand_size(game: BankedGame, dealing: str) -> int:
    """Return the number of cards of a Player's hand."""
    return sum(step.count for step in game.rounds[dealing] if isinstance(step, DealInTurn | DealSets))


@lru_cache(maxsize=GAMES)
def board_size(game: BankedGame, dealing: str) -> int:
    """Return the number of Community Cards in a whole round."""
    return sum(step.count for step in game.rounds[dealing] if isinstance(step, DealCommunity))


@lru_cache(maxsize=GAMES * 8)
def face_up(game: BankedGame, dealing: str, dealt: int) -> tuple[int, ...]:
    """Return which of the Dealer's cards are dealt face up, given their number."""
    for step in game.rounds[dealing]:
        if isinstance(step, DealInTurn | DealSets):
            return tuple([at for at in range(step.count - step.dealer_up, step.count) if at < dealt])
    return ()


def dealt_up(game: BankedGame, dealing: str, round_: Round) -> tuple[int, ...]:
    """Return which of the Dealer's cards were dealt face up; these stay the same once the others are turned.

    A card that was exposed instead (``dealer_fixed``) is the first of the Dealer's on record.
    """
    if round_.dealer_fixed:
        return (next(index for place, index in round_.exposed_at if place == DEALER),)
    return face_up(game, dealing, len(round_.dealer))


@lru_cache(maxsize=GAMES)
def folded_scopes(game: BankedGame, dealing: str) -> frozenset[Scope]:
    """Return which awards a folded hand may still win.

    It is the rulebook's own answer for a hand folded and shown.
    """
    hand = Comparison(
        folded=True,
        shown=True,
        own=NO_HAND,
        dealer=NO_HAND,
        hole=(),
        dealer_hole=(),
        community=(),
        dealing=dealing,
        parameters={},
    )
    return next(right.scopes for right in game.jackpot.rights if right.when(hand))


def any_live(round_: Round) -> bool:
    """Return whether any hand is still in the round."""
    for box in round_.boxes:  # noqa: SIM110  a plain loop is twice as fast
        if not box.folded and not box.out:
            return True
    return False


def undecided(round_: Round) -> Box | None:
    """Return the box whose turn it is in this round of decisions, clockwise; None if all have decided."""
    decided = round_.decided
    for box in round_.boxes:
        if len(box.decisions) == decided and not box.folded and not box.out and not box.absent and box.decides:
            return box
    return None


def turn_of(game: BankedGame, table: Table) -> Box | None:
    """Return the box whose turn it is to decide, None if no decision is due now."""
    deciding = table.round is not None and isinstance(current_step(game, table), Decide)
    return undecided(table.round) if table.round is not None and deciding else None


def can_still_win(game: BankedGame, dealing: str, box: Box) -> bool:
    """Return whether something on the box is undecided.

    Its hand is in play, or is folded with a wager still alive.
    """
    if box.in_play:
        return bool(box.playing)
    if box.out:
        return False
    return survives_fold(game, box) or (_has_jackpot_wager(box) and bool(folded_scopes(game, dealing)))


def survives_fold(game: BankedGame, box: Box) -> bool:
    """Return whether the box has a wager that its cards decide although the hand has folded."""
    return any(
        area.survives_fold and (wager := box.wager(area.wager)) is not None and bool(wager.active)
        for area in game.areas
    )


def _has_jackpot_wager(box: Box) -> bool:
    """Return whether the box has a jackpot wager that has not gone back."""
    jackpot = box.wager(_JACKPOT)
    return jackpot is not None and bool(jackpot.active)


def decisions_left(game: BankedGame, dealing: str, round_: Round, box: Box) -> bool:
    """Return whether the hand has yet to decide something in this round."""
    rounds = sum(isinstance(step, Decide) for step in game.rounds[dealing])
    still = box.in_play and box.decides and not box.absent
    return still and round_.decided < rounds and len(box.decisions) < rounds


def hands_to_show(game: BankedGame, dealing: str, round_: Round) -> tuple[Box, ...]:
    """Return the hands on which something may still be paid if they are shown."""
    return tuple([box for box in round_.boxes if worth_showing(game, dealing, box)])


def worth_showing(game: BankedGame, dealing: str, box: Box) -> bool:
    """Return whether something may still be paid on a hand if it is shown."""
    if box.out:
        return False
    if not box.folded:
        return True
    jackpot = Scope.HAND in folded_scopes(game, dealing) and _has_jackpot_wager(box)
    return jackpot or survives_fold(game, box)


def _to_be_shown(game: BankedGame, dealing: str, round_: Round) -> bool:
    """Return whether a hand has yet to be shown or withheld."""
    for box in round_.boxes:  # noqa: SIM110  a plain loop is twice as fast
        if box.shown is None and worth_showing(game, dealing, box):
            return True
    return False


def _board_wanted(game: BankedGame, dealing: str, round_: Round) -> bool:
    """Return whether Community Cards can still decide a wager."""
    if any_live(round_):
        return True
    return Scope.COMMUNITY in folded_scopes(game, dealing) and any(
        _has_jackpot_wager(box) for box in round_.boxes if not box.out
    )


def _needed(game: BankedGame, dealing: str, round_: Round, at: int) -> bool:
    """Return whether a step still has anything to decide, now that some hands may have folded or left."""
    step = game.rounds[dealing][at]
    # The steps that wait for people come first: every one of their acts asks.
    if type(step) is Decide:
        return undecided(round_) is not None
    if type(step) is ShowHands:
        return _to_be_shown(game, dealing, round_)
    if type(step) is DealDealer or type(step) is RevealDealer:
        return any_live(round_)
    if type(step) is DealInTurn or type(step) is DealSets:
        return any(not box.out for box in round_.boxes)
    if type(step) is Burn:
        # A card is burnt before cards are dealt, and for no other reason.
        return _needed(game, dealing, round_, at + 1)
    if type(step) is DealCommunity:
        # Cards dealt together with the hands are dealt even if Players have left by then.
        with_hands = type(game.rounds[dealing][at + 1]) in _TO_HANDS
        return _board_wanted(game, dealing, round_) or (with_hands and _needed(game, dealing, round_, at + 1))
    if type(step) is RevealCommunity:
        return _board_wanted(game, dealing, round_)
    assert_never(step)


def _places(step: DealStep, boxes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the place of each card of a step, in order."""
    if type(step) is Burn:
        return (BURN,)
    if type(step) is DealCommunity:
        return (COMMUNITY,) * step.count
    if type(step) is DealInTurn:
        return (boxes + ((DEALER,) if step.with_dealer else ())) * step.count
    if type(step) is DealSets:
        return tuple([place for box in (*boxes, DEALER) for place in (box,) * step.count])
    if type(step) is DealDealer:
        return (DEALER,) * step.count
    assert_never(step)


def _names(round_: Round) -> tuple[str, ...]:
    """Return the boxes as places for cards: those whose wagers went back before the deal get none."""
    return tuple([str(box.number) for box in round_.boxes if not box.undealt])


def places_ahead(game: BankedGame, dealing: str, round_: Round) -> tuple[tuple[str, Cite], ...]:
    """Return the places of the next cards, with their paragraphs, up to the next act that is not dealing."""
    boxes = _names(round_)
    ahead: list[tuple[str, Cite]] = []
    for at, step in enumerate(game.rounds[dealing][round_.step :], round_.step):
        if not _deals(step):
            break
        if _needed(game, dealing, round_, at):
            cite = step.cite
            ahead += [(place, cite) for place in _places(step, boxes)]
    return tuple(ahead[round_.dealt :])


def advanced(game: BankedGame, dealing: str, round_: Round, cards: int = 0) -> Round:
    """Return the round after ``cards`` more of the deal, moved on past every step that waits for no one."""
    steps = game.rounds[dealing]
    at, dealt = round_.step, round_.dealt + cards
    while at < len(steps):
        step = steps[at]
        if not _needed(game, dealing, round_, at):
            dealt = 0  # a deal ends when no one is left to receive it
            if isinstance(step, Decide):
                round_ = replace(round_, decided=round_.decided + 1)
        elif _deals(step):
            size = len(_places(step, _names(round_)))
            if dealt < size:
                break
            dealt -= size
        else:
            break
        at += 1
    phase = _PLAY if at < len(steps) else _SETTLING
    if (at, dealt, phase) == (round_.step, round_.dealt, round_.phase):
        return round_
    return replace(round_, step=at, dealt=dealt, phase=phase)

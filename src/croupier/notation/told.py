"""Events in words, as the Dealer would say them aloud."""

from typing import Final

from croupier.cards import format_cards
from croupier.notation.keyed import corrected_in_words, entered_in_words
from croupier.notation.ruled import answered, role_name
from croupier.notation.speech import listed, money, spoken
from croupier.play.banked.events import (
    ActTakenBack,
    BankedEvent,
    BetsClosed,
    CardsDealt,
    CardsExposed,
    CardsReconstructed,
    ChoiceMade,
    CommunityRevealed,
    DealerCardUp,
    DealerRevealed,
    Decided,
    DecisionCorrected,
    DecisionTaken,
    HandAbsent,
    HandInvalidated,
    HandLookedAt,
    HandShown,
    HandWithheld,
    JackpotArranged,
    JackpotDown,
    JackpotFed,
    JackpotPaid,
    JackpotStatus,
    JackpotUnfed,
    JackpotValued,
    MeterRestored,
    PlayerBarred,
    PlayerInformed,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    StrayWager,
    WagerCounted,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from croupier.rules.banked import BankedGame

CLOCK: Final = " (no answer in time)"
SHOWN: Final[frozenset[type]] = frozenset(
    {WagerPlaced, WagerWithdrawn, JackpotFed, CardsDealt, HandLookedAt, HandShown, WagerSettled, RoundEnded}
)
"""The events that make up most of a round: the table itself shows them, and nothing is said."""


def in_words(game: BankedGame, event: BankedEvent) -> str:
    """Narrate an event; empty if the table itself shows it."""
    if type(event) in SHOWN:
        return ""
    match event:
        case RoundOpened():
            return "“Place your Bets.”"
        case PlayerInformed():
            return "The Dealer tells you: you may examine only one hand, and you play the others blind."
        case BetsClosed() | Decided() | CommunityRevealed() | DealerRevealed() | HandWithheld():
            return entered_in_words(game, event)
        case ActTakenBack() | DecisionCorrected():
            return corrected_in_words(game, event)
        case JackpotPaid(box=box, award=award, amount=amount):
            return f"Box {box} wins the jackpot’s award for {spoken(award)}: {money(amount)}."
        case _:
            return _of_trouble(game, event)


def _of_trouble(game: BankedGame, event: BankedEvent) -> str:
    """Narrate an event that a ruling has led to."""
    match event:
        case RoundVoided():
            return "The round is void; every wager goes back."
        case HandInvalidated(box=box):
            return f"The hand of box {box} is out of the round; its wagers go back."
        case JackpotUnfed():
            return entered_in_words(game, event)
        case MeterRestored():
            return "What the jackpot had paid in this round goes back into it."
        case ChoiceMade(box=box, option=option, by_clock=by_clock):
            return f"Box {box}: {answered(option)}{CLOCK if by_clock else ''}."
        case CardsReconstructed():
            return "The cards are in their intended order."
        case CardsExposed(cards=cards):
            return f"Everybody has seen {format_cards(cards)}."
        case DealerCardUp(index=index):
            return f"The Dealer’s card {index + 1} from the left is the face-up card."
        case WagerCounted(box=box, wager=wager, lies=lies, excess=excess):
            back = f", of which {money(excess)} goes back" if excess else ""
            return f"Box {box}: the {game.title(wager)} is {money(lies)}{back}."
        case StrayWager(box=box, amount=amount, at_end=at_end):
            return f"Box {box}: {money(amount)} without an Ante goes back{' at the end of the hand' if at_end else ''}."
        case HandAbsent(box=box, folded=folded):
            return f"The hand of box {box} is {'folded' if folded else 'checked to the end'}."
        case DecisionTaken(option=option, role=role, reason=reason):
            return f"The {role_name(role)} decides: {answered(option)} ({reason})."
        case JackpotDown(registered=registered):
            return f"The jackpot system is down; {money(registered)} was registered last."
        case JackpotValued(value=value):
            return f"The awards of this round are paid from {money(value)}."
        case JackpotArranged(status=status, boxes=boxes):
            return _arranged(status, boxes)
        case PlayerBarred(player=player):
            return f"{player} may no longer play at this table."
        case _:
            return ""


def _arranged(status: JackpotStatus, boxes: tuple[int, ...]) -> str:
    match status:
        case JackpotStatus.RUNNING:
            return "The jackpot system works again."
        case JackpotStatus.CLOSE_BOXES:
            return f"Closed until the jackpot system works again: box {listed(map(str, boxes))}."
        case JackpotStatus.CLOSE_TABLE:
            return "The House closes the table, since the jackpot system is down, and says when it opens again."
        case JackpotStatus.WITHOUT_JACKPOT | JackpotStatus.UNDECIDED:
            return "No jackpot wagers are accepted until the jackpot system works again."

"""Events in words, as the Dealer would say them aloud."""

from croupier.cli.terminal.words import money, spoken, wager_name
from croupier.play.events import (
    BetsClosed,
    CommunityRevealed,
    DealerRevealed,
    Decided,
    HandWithheld,
    HouseEvent,
    JackpotPaid,
    PlayerInformed,
    RoundOpened,
)
from croupier.rules.terms import Decision


def in_words(event: HouseEvent) -> str:
    """What is said about an event; nothing where the table itself shows it."""
    match event:
        case RoundOpened():
            return "“Place your Bets.”"
        case BetsClosed():
            return "“No more Bets.”"
        case PlayerInformed():
            return "The Dealer tells you: you may examine one hand only, the others you play blind."
        case Decided(box=box, wager=wager, shares=shares) if wager is not None:
            return f"Box {box}: {wager_name(wager)} {money(sum(share.amount for share in shares))}."
        case Decided(box=box, decision=decision):
            return f"Box {box} {'folds' if decision is Decision.FOLD else f'{decision}s'}."
        case CommunityRevealed(name=name):
            return f"The {name} {'are' if name.endswith('s') else 'is'} turned."
        case DealerRevealed():
            return "The Dealer turns his cards."
        case HandWithheld(box=box):
            return f"The hand of box {box} is not shown."
        case JackpotPaid(box=box, award=award, amount=amount):
            return f"Box {box} wins the jackpot’s award for {spoken(award)}: {money(amount)}."
        case _:
            return ""

"""Descriptions of what is entered at a house-banked table, and of the correction of wrong entries.

No description names a card: a view shows the cards that its viewer may see.
"""

from collections import Counter

from croupier.notation.ruled import role_name
from croupier.notation.speech import listed, money
from croupier.play.banked.events import (
    ActTakenBack,
    BetsClosed,
    CardCorrected,
    CardsDealt,
    CommunityRevealed,
    DealerRevealed,
    Decided,
    DecisionCorrected,
    HandInspected,
    HandLookedAt,
    HandShown,
    HandWithheld,
    JackpotFed,
    JackpotUnfed,
    ShareDeclined,
    Taped,
    WagerCorrected,
    WagerPlaced,
    WagerWithdrawn,
)
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decision, Role


def entered_in_words(game: BankedGame, event: Taped) -> str:
    """Describe what a person entered, or what followed from it."""
    match event:
        case WagerPlaced(box=box, wager=wager, player=player, amount=amount, by_staff=by_staff):
            staff = ", placed by staff at the Player’s request" if by_staff else ""
            return f"{player}: {game.title(wager)} {money(amount)} on box {box}{staff}."
        case WagerWithdrawn(box=box, wager=wager, player=player, amount=amount):
            return f"{player} takes back {money(amount)} of the {game.title(wager)} on box {box}."
        case WagerCorrected(box=box, wager=wager, before=before, after=after, reason=reason):
            corrected = f"the {game.title(wager)} is corrected from {money(before)} to {money(after)}"
            return f"Box {box}: {corrected}{because(reason)}."
        case BetsClosed():
            return "“No more Bets.”"
        case JackpotFed(box=box, stake=stake):
            return f"The jackpot wager of box {box}, {money(stake)}, is accepted."
        case JackpotUnfed(box=box, stake=stake):
            return f"The jackpot wager of box {box}, {money(stake)}, leaves the jackpot again."
        case CardsDealt(places=places):
            return _dealt(places)
        case CardCorrected(place=place, reason=reason):
            whose = f"box {place}" if place.isdigit() else f"the {place}"
            if event.identified:
                return f"A card of {whose} is turned{because(reason)}."
            return f"A card of {whose} was keyed in wrongly{because(reason)}."
        case HandLookedAt(box=box, player=player):
            return f"{player} looks at the hand of box {box}."
        case ShareDeclined(box=box, player=player):
            return f"{player} does not fund the wager on box {box} any further."
        case Decided(box=box, wager=wager, shares=shares) if wager is not None:
            return f"Box {box}: {game.title(wager)} {money(sum(share.amount for share in shares))}."
        case Decided(box=box, decision=decision):
            return f"Box {box} {'folds' if decision is Decision.FOLD else f'{decision}s'}."
        case CommunityRevealed(name=name):
            return f"The {name} {'are' if name.endswith('s') else 'is'} turned."
        case DealerRevealed():
            return "The Dealer’s cards are turned."
        case HandShown(box=box):
            return f"The hand of box {box} is turned face up."
        case HandWithheld(box=box):
            return f"The hand of box {box} is not shown."
        case HandInspected(box=box, actor=actor, role=role):
            return f"{actor}, {role_name(role)}, inspects the hand of box {box}."


def entered_in_brief(game: BankedGame, event: Taped) -> str:
    """Describe an entry in one line of a tape, box first; the sentence has the details."""
    match event:
        case WagerPlaced(box=box, wager=wager, amount=amount):
            return f"Box {box}: {game.title(wager)} +{money(amount)}"
        case WagerWithdrawn(box=box, wager=wager, amount=amount):
            return f"Box {box}: {game.title(wager)} {money(-amount)}"
        case CardsDealt(places=(place,)):
            return {"burn": "Burnt card", "dealer": "Card to the Dealer", "community": "Card to the board"}.get(
                place, f"Card to box {place}"
            )
        case CardsDealt(places=places):
            return f"{len(places)} cards dealt"
        case CardCorrected(place=place, reason="") if event.identified:
            whose = f"Box {place}" if place.isdigit() else place.capitalize()
            return f"{whose}: a card turned"
        case HandLookedAt(box=box):
            return f"Box {box} looked"
        case DealerRevealed():
            return "Dealer: cards turned"
        case HandShown(box=box):
            return f"Box {box}: hand shown"
        case HandWithheld(box=box):
            return f"Box {box}: not shown"
        case _:
            return entered_in_words(game, event)


def corrected_in_words(game: BankedGame, event: ActTakenBack | DecisionCorrected) -> str:
    """Describe a wrong entry, who made it, and who has corrected it."""
    who = whoever(event.by, event.role)
    if isinstance(event, ActTakenBack):
        was = entered_in_words(game, event.act[0])
        return f"{who} takes back what {event.keyed_by} entered{because(event.reason)}: {was}"
    was, now = (entered_in_words(game, one) for one in (event.before, event.after))
    later = f" What box {event.box} did after that falls away." if event.dropped else ""
    return f"{who} corrects what {event.keyed_by} entered{because(event.reason)}: {now} On record was: {was}{later}"


def whoever(name: str, role: Role) -> str:
    """Name a person with their role."""
    return f"{name}, {role_name(role)},"


def because(reason: str) -> str:
    """Return the reason in brackets; empty if none was given."""
    return f" ({reason})" if reason.strip() else ""


def _dealt(places: tuple[str, ...]) -> str:
    """Describe how many cards go to which places."""
    count: Counter[str] = Counter("box" if one.isdigit() else one for one in places)
    words = {"box": "to the boxes", "dealer": "to the Dealer", "community": "to the board", "burn": "burnt"}
    parts = [f"{number} {words.get(place, f'to {place}')}" for place, number in count.items()]
    return f"Cards are dealt: {listed(parts)}." if parts else ""

"""Events that the table itself shows, in words: a replay states each of them, while the live table need not.

No sentence names a card: the viewer's own view shows the cards that they may see.
"""

from collections import Counter
from typing import Any, Final

from croupier.floor.chance.seeds import SeedCommitted, SeedRevealed
from croupier.floor.tables import table as tables
from croupier.notation.ruled import answered, role_name
from croupier.notation.speech import listed, money, spoken
from croupier.play.banked import events as banked
from croupier.play.room import events as room
from croupier.play.room.view import RoomView
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Result
from croupier.rules.terms import WagerName

_ENDS: Final = {
    Result.WIN: "wins",
    Result.LOSE: "loses",
    Result.STAND_OFF: "stands off",
    Result.RETURNED: "goes back",
    Result.VOID: "is void",
}


def banked_words(game: BankedGame, event: Any) -> str:
    """What happened at a house-banked table; empty if nobody would notice it."""
    match event:
        case banked.WagerPlaced(box=box, wager=wager, player=player, amount=amount, by_staff=by_staff):
            staff = ", placed by staff at the Player’s request" if by_staff else ""
            return f"{player}: {game.title(wager)} {money(amount)} on box {box}{staff}."
        case banked.WagerWithdrawn(box=box, wager=wager, player=player, amount=amount):
            return f"{player} takes back {money(amount)} of the {game.title(wager)} on box {box}."
        case banked.JackpotFed(box=box, stake=stake):
            return f"The jackpot wager of box {box}, {money(stake)}, is accepted."
        case banked.CardsDealt(places=places):
            return _dealt(places)
        case banked.HandLookedAt(box=box, player=player):
            return f"{player} looks at the hand of box {box}."
        case banked.ShareDeclined(box=box, player=player):
            return f"{player} does not fund the wager on box {box} any further."
        case banked.HandShown(box=box):
            return f"The hand of box {box} is turned face up."
        case banked.HandInspected(box=box, actor=actor, role=role):
            return f"{actor}, {role_name(role)}, inspects the hand of box {box}."
        case banked.WagerSettled():
            return _settled(game, event)
        case banked.RoundEnded():
            return "The round is over."
        case banked.ShareReturned(box=box, player=player):
            return f"The share of {player} in box {box} goes back."
        case banked.ChoiceOpened(box=box, options=options):
            return f"Box {box} may choose: {listed(map(answered, options), 'or')}."
        case banked.DecisionPending(role=role):
            return f"The round waits for the {role_name(role)} to decide."
        case banked.CardCorrected(place=place, reason=reason):
            whose = f"box {place}" if place.isdigit() else f"the {place}"
            return f"A card of {whose} was keyed in wrongly{_because(reason)}."
        case banked.WagerCorrected(box=box, wager=wager, before=before, after=after, reason=reason):
            corrected = f"the {game.title(wager)} is corrected from {money(before)} to {money(after)}"
            return f"Box {box}: {corrected}{_because(reason)}."
        case banked.PlayerRestricted(player=player, restricted=restricted):
            return f"{player} {'is kept to one box' if restricted else 'may play several boxes again'}."
        case _:
            return floor_words(event)


def _because(reason: str) -> str:
    """The reason, if one was required."""
    return f" ({reason})" if reason.strip() else ""


def _settled(game: BankedGame, event: banked.WagerSettled) -> str:
    wager = "jackpot wager" if event.wager is WagerName.JACKPOT else game.title(event.wager)
    head = f"Box {event.box}: the {wager} of {money(event.staked)} {_ENDS[event.result]}"
    if event.result is Result.WIN:
        by = f" ({spoken(event.award)})" if event.award else ""
        return f"{head}{by}: {money(event.paid)} is paid."
    back = f": {money(event.returned)} goes back" if event.result not in {Result.LOSE, Result.RETURNED} else ""
    return f"{head}{back}."


def _dealt(places: tuple[str, ...]) -> str:
    """How many cards go where."""
    count: Counter[str] = Counter("box" if one.isdigit() else one for one in places)
    words = {"box": "to the boxes", "dealer": "to the Dealer", "community": "to the board", "burn": "burnt"}
    parts = [f"{number} {words.get(place, f'to {place}')}" for place, number in count.items()]
    return f"Cards are dealt: {listed(parts)}." if parts else ""


def room_words(event: Any, seen: RoomView) -> str:
    """What happened in the poker room, for events without an announcement."""

    def who(seat: int) -> str:
        return next((one.player for one in seen.seats if one.seat == seat), f"Seat {seat}")

    match event:
        case room.CardsDealt(places=places):
            down = sum(1 for place in places if place not in {"community", "burn"})
            return f"{down} Hole Cards are dealt." if down else "A card is burnt."
        case room.HandLookedAt(seat=seat):
            return f"{who(seat)} looks at the Hole Cards."
        case room.PotAwarded(pot=pot, rake=rake, winners=winners):
            name = "Main Pot" if not pot else f"Side Pot {pot}"
            gets = listed(f"{who(seat)} {money(amount)}" for seat, amount in winners)
            return f"{name}: {gets}{f', after a Rake of {money(rake)}' if rake else ''}."
        case room.RoundEnded():
            return "The round is over."
        case room.CardCorrected(place=place, reason=reason):
            common = {"community": "A Community Card", "burn": "A Burnt Card"}
            card = f"A card of {who(int(place))}" if place.isdigit() else common[place]
            return f"{card} was keyed in wrongly{_because(reason)}."
        case room.DecisionPending(role=role):
            return f"The round waits for the {role_name(role)} to decide."
        case _:
            return floor_words(event)


def floor_words(event: Any) -> str:
    """What the House adds to a game."""
    match event:
        case tables.ShuffleCommitted(count=count):
            return f"The shoe’s order is fixed and sealed: {count} cards."
        case tables.SeedsInvited():
            return "Players may add seeds of their own to the shuffle."
        case SeedCommitted(player=player):
            return f"{player} commits to a seed."
        case SeedRevealed(player=player):
            return f"{player} reveals the seed."
        case tables.SeedsClosed(left_out=left_out):
            without = (
                f" Left out, having committed to a seed without revealing it: {listed(left_out)}." if left_out else ""
            )
            return f"No more seeds are accepted: the order of dealing is fixed.{without}"
        case tables.ClaimsOpened(boxes=boxes):
            return f"A major award waits for two signatures: box {listed(map(str, boxes))}."
        case tables.ClaimSigned(box=box, actor=actor):
            return f"{actor} signs for the award of box {box}."
        case tables.RulebookTakenUp(rulebook=rulebook):
            return f"The table follows {rulebook} from this round on."
        case tables.VoidSigned(actor=actor, role=role, reason=reason, option=option):
            what = "the round is void" if option == "void_round" else "a hand is void"
            return f"{actor}, {role_name(role)}, signs that {what} ({reason}); a second person has to sign too."
        case tables.JackpotWonElsewhere(table=table, back=back):
            if back:
                return f"The award of the jackpot at table {table} went back."
            return f"The jackpot is won at table {table}: this round’s contributions went with it."
        case _:
            return ""

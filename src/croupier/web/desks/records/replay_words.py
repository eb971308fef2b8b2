"""Sentences for events that the live table shows rather than announces, which a replay narrates.

No sentence names a card: the viewer's own view shows the cards that they may see.
"""

from typing import Final

from croupier.floor.values import table as tables
from croupier.floor.values.seeds import SeedCommitted, SeedRevealed
from croupier.notation.keyed import because, entered_in_words
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


def banked_words(game: BankedGame, event: object) -> str:
    """Return an event at a house-banked table in words; empty if it has no visible effect."""
    if isinstance(event, banked.Taped):
        return entered_in_words(game, event)
    match event:
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
        case banked.PlayerRestricted(player=player, restricted=restricted):
            return f"{player} {'is kept to one box' if restricted else 'may play several boxes again'}."
        case _:
            return floor_words(event)


def _settled(game: BankedGame, event: banked.WagerSettled) -> str:
    wager = "jackpot wager" if event.wager is WagerName.JACKPOT else game.title(event.wager)
    head = f"Box {event.box}: the {wager} of {money(event.staked)} {_ENDS[event.result]}"
    if event.result is Result.WIN:
        by = f" ({spoken(event.award)})" if event.award else ""
        return f"{head}{by}: {money(event.paid)} is paid."
    back = f": {money(event.returned)} goes back" if event.result not in {Result.LOSE, Result.RETURNED} else ""
    return f"{head}{back}."


def room_words(event: object, seen: RoomView) -> str:
    """Return an event in the poker room in words, for events without an announcement."""

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
            return f"{card} {'is turned' if event.identified else 'was keyed in wrongly'}{because(reason)}."
        case room.DecisionPending(role=role):
            return f"The round waits for the {role_name(role)} to decide."
        case _:
            return floor_words(event)


def _no_longer(signed: tuple[str, ...]) -> str:
    """Return the sentence that lists the signatures which no longer count; empty if there are none."""
    return f" No longer counts: the signature of {listed(signed)}." if signed else ""


def floor_words(event: object) -> str:
    """Return an event that the House adds to a game in words; empty if it has no visible effect."""
    match event:
        case tables.ShuffleCommitted(count=count):
            return f"The shoe’s order is fixed and sealed: {count} cards."
        case tables.ShoeDiscarded():
            return "The floor has started: the shoe is put aside unopened."
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
        case tables.ClaimReturned(box=box, actor=actor, role=role, reason=reason, signed=signed):
            return f"{actor}, {role_name(role)}, returns the claim of box {box} ({reason}).{_no_longer(signed)}"
        case tables.SignaturesFell(box=box, hand=hand, signed=signed):
            return f"The hand of box {box} has changed: it was {hand}.{_no_longer(signed)}"
        case tables.RulebookTakenUp(rulebook=rulebook):
            return f"The table follows {rulebook} from this round on."
        case tables.VoidSigned(actor=actor, role=role, reason=reason, option=option):
            what = "the round is void" if option == "void_round" else "a hand is void"
            return f"{actor}, {role_name(role)}, signs that {what} ({reason}); a second person has to sign too."
        case tables.RegisteredRead(value=value):
            return f"Awards at other tables have left {money(value)} of what the link’s failure registered."
        case tables.JackpotWonElsewhere(table=table, back=back):
            if back:
                return f"The award of the jackpot at table {table} went back."
            return f"The jackpot is won at table {table}: this round’s contributions went with it."
        case _:
            return ""

"""Money that is spoken for: a Player's next wager is kept ready as soon as the Ante lies, so that nobody has to give a
hand up for want of chips. A house rule: the documents leave it to the Player."""

from croupier.floor.tables.kinds import BankedTable
from croupier.floor.tables.table import PlayBanked, PlayRoom
from croupier.money import Cents, format_money
from croupier.play.banked.commands import PlaceWager
from croupier.play.banked.reserve import following, kept
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import JoinTable, TopUp
from croupier.rules.terms import WagerName
from croupier.web.venue import Venue


def kept_ready(venue: Venue, player: str) -> Cents:
    """What is kept of a Player's balance, over all tables."""
    states = (one.state for one in tuple(venue.floor.streams.values()) if isinstance(one.state, BankedTable))
    return sum(kept(one.game, one.engine, player) for one in states if not one.info.anonymous)


def most_affordable(venue: Venue, player: str, state: BankedTable, wager: WagerName) -> Cents:
    """The most that may still go on an area, with what follows from it kept ready."""
    free = venue.reveals.wallet(player) - kept_ready(venue, player)
    return max(0, free // _parts(state, wager))


def not_affordable(venue: Venue, player: str, table: str, command: object) -> Refusal | None:
    """Why chips are not taken, though they are there."""
    asked = _asked(command)
    if asked is None or asked > venue.reveals.wallet(player):
        return None  # the floor says itself what there is
    ready = kept_ready(venue, player)
    state = venue.floor.table(table)
    if isinstance(state, BankedTable) and isinstance(command, PlayBanked) and isinstance(command.command, PlaceWager):
        game, wager = state.game, command.command.wager
        choice = following(game, state.engine.policy.dealing)
        parts = _parts(state, wager)
        if choice is not None and choice.places is not None and asked * parts > venue.reveals.wallet(player) - ready:
            title = game.title(choice.places)
            if parts > 1:
                more = format_money(asked * (parts - 1))
                told = f"{format_money(asked)} on the {game.title(wager)} needs {more} more for the {title}"
                return Refusal(Reason.FUNDS, told, (choice.cite,))
            return Refusal(Reason.FUNDS, f"{format_money(ready)} is kept ready for the {title}", (choice.cite,))
        return None
    if asked > venue.reveals.wallet(player) - ready:
        told = f"{format_money(ready)} is kept ready for a hand that you play at another table"
        return Refusal(Reason.FUNDS, told, ())
    return None


def _asked(command: object) -> Cents | None:
    """The chips that a command takes from a wallet before any hand is played."""
    match command:
        case PlayBanked(command=PlaceWager(amount=amount)):
            return amount
        case PlayRoom(command=JoinTable(stake=amount)) | PlayRoom(command=TopUp(amount=amount)):
            return amount
        case _:
            return None


def _parts(state: BankedTable, wager: WagerName) -> int:
    """How many times its amount a wager takes up: itself, and for an Ante what follows from it."""
    choice = following(state.game, state.engine.policy.dealing)
    return 1 + choice.times_ante if wager is WagerName.ANTE and choice is not None else 1

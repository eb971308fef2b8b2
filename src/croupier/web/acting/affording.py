"""Reserved money: a Player's next wager is kept ready as soon as the Ante lies.

No Player gives a hand up for lack of chips.

This is a house rule: the documents leave it to the Player.
"""

from collections.abc import Iterable

from croupier.floor.values.requests import Books, Request
from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import Cents, format_money
from croupier.play.banked.commands import PlaceWager
from croupier.play.banked.reserve import following, kept
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import JoinTable, TopUp
from croupier.rules.terms import Role, WagerName
from croupier.web.venue import Venue


def kept_ready(states: Iterable[object], player: str) -> Cents:
    """Return the part of a Player's balance that is reserved, over all tables where they have wagers."""
    tables = (one for one in states if isinstance(one, BankedTable) and not one.info.anonymous)
    return sum(kept(one.game, one.engine, player) for one in tables)


def most_affordable(
    venue: Venue, player: str, state: BankedTable, wagers: Iterable[WagerName]
) -> dict[WagerName, Cents]:
    """Return the most that a Player may still put on some areas, with the wagers that follow from it reserved."""
    states = [venue.floor.streams[stream].state for stream in venue.floor.where.of(player)]
    free = venue.reveals.wallet(player) - kept_ready(states, player)
    return {wager: max(0, free // _parts(state, wager)) for wager in wagers}


def not_affordable(books: Books, request: Request) -> Refusal | None:
    """Refuse a wager whose chips the Player has, but which are reserved; None if the wager is affordable."""
    command, player = request.command, request.actor
    asked = _asked(command) if request.role is Role.PLAYER else None
    has = books.balance(f"wallet:{player}")
    if asked is None or asked > has:
        return None  # the floor refuses what the wallet does not hold
    ready, state = kept_ready(books.states_with(player), player), books.state_of(request.stream)
    if isinstance(state, BankedTable) and isinstance(command, PlayBanked) and isinstance(command.command, PlaceWager):
        game, wager = state.game, command.command.wager
        choice = following(game, state.engine.policy.dealing)
        parts = _parts(state, wager)
        if choice is not None and choice.places is not None and asked * parts > has - ready:
            title = game.title(choice.places)
            if parts > 1:
                more = format_money(asked * (parts - 1))
                told = f"{format_money(asked)} on the {game.title(wager)} needs {more} more for the {title}"
                return Refusal(Reason.FUNDS, told, (choice.cite,))
            return Refusal(Reason.FUNDS, f"{format_money(ready)} is kept ready for the {title}", (choice.cite,))
        return None
    if asked > has - ready:
        told = f"{format_money(ready)} is kept ready for a hand that you play at another table"
        return Refusal(Reason.FUNDS, told, ())
    return None


def _asked(command: object) -> Cents | None:
    """Return the chips that a command takes from a wallet before any hand is played; None for other commands."""
    match command:
        case PlayBanked(command=PlaceWager(amount=amount)):
            return amount
        case PlayRoom(command=JoinTable(stake=amount)) | PlayRoom(command=TopUp(amount=amount)):
            return amount
        case _:
            return None


def _parts(state: BankedTable, wager: WagerName) -> int:
    """Return the multiple of its amount that a wager takes up: an Ante also needs the wager that follows from it."""
    choice = following(state.game, state.engine.policy.dealing)
    return 1 + choice.times_ante if wager is WagerName.ANTE and choice is not None else 1

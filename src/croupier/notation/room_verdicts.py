"""The reason why a round of the poker room ended as it did, for one Player, in a sentence or two with others' names."""

from collections.abc import Iterable

from croupier.hands import Strength
from croupier.money import Cents
from croupier.notation.room_told import pot_name
from croupier.notation.speech import listed
from croupier.notation.verdicts import amount, compared_in_order, plural
from croupier.play.room.verdict import Ending, PotWon, Rival, RoomVerdict
from croupier.rules.room import RoomGame


def room_reason(game: RoomGame, found: RoomVerdict, why: str = "") -> str:
    """Write the line below the result. ``why`` is a ruling's reason, if it took the result away."""
    match found.ending:
        case Ending.VOID:
            return f"The round is Void{f': {why}' if why else ''}. Every bet came back"
        case Ending.FOLDED:
            return f"You folded. {_left(found.put)}"
        case Ending.LONE:
            return f"All others folded. {_pots_mine(found.pots)}"
        case Ending.MUCKED:
            lost = _lost_to(game, _rivals(found.pots))
            return f"You mucked your hand. {lost}" if lost else f"You mucked your hand. {_left(found.put)}"
        case Ending.SHOWDOWN:
            return _at_showdown(game, found)


def _at_showdown(game: RoomGame, found: RoomVerdict) -> str:
    own = _title(game, found.own) if found.own is not None else "Your hand"
    won = [pot for pot in found.pots if pot.mine]
    if not won:
        rivals = _rivals(pot for pot in found.pots if pot.contended)
        return _beaten(game, found, rivals)
    lost = [pot for pot in found.pots if not pot.mine and pot.contended]
    shared = [pot for pot in won if pot.others]
    if len(found.pots) > 1 and (lost or shared):
        return _with_side_pots(game, own, won, [pot for pot in found.pots if not pot.mine])
    if shared:
        names = listed(dict.fromkeys(rival.player for pot in shared for rival in pot.others))
        return f"Same {own} as {names}. The pot is shared"
    if found.own is not None and found.best is not None:
        first = _beats(game, found.own, found.best)
    else:
        first = f"{own} {'win' if plural(own) else 'wins'}; no other hand was shown"
    return f"{first}. {_pots_mine(won)}"


def _beats(game: RoomGame, own: Strength, other: Strength) -> str:
    mine, theirs = _title(game, own), _title(game, other)
    if mine == theirs:
        return compared_in_order(game.hand, "Your", "the other’s", own, other)
    return f"{mine} {'beat' if plural(mine) else 'beats'} {theirs}"


def _beaten(game: RoomGame, found: RoomVerdict, rivals: list[Rival]) -> str:
    if found.own is None:
        return _lost_to(game, rivals)
    own = _title(game, found.own)
    rival = rivals[0] if len(rivals) == 1 else None
    if rival is not None and rival.strength is not None and _title(game, rival.strength) == own:
        return compared_in_order(game.hand, f"{rival.player}’s", "your", rival.strength, found.own)
    told = [
        f"{one.player}’s {_title(game, one.strength)}" if one.strength is not None else f"{one.player}’s hand"
        for one in rivals
    ]
    return f"Your {own} {'lose' if plural(own) else 'loses'} to {listed(told)}"


def _with_side_pots(game: RoomGame, own: str, won: list[PotWon], others: list[PotWon]) -> str:
    """Describe which pots went to whom."""
    parts = [
        f"{'a share of ' if pot.others else ''}the {pot_name(pot.number)}"
        for pot in sorted(won, key=lambda one: one.number)
    ]
    told = [f"{own} {'win' if plural(own) else 'wins'} you {listed(parts)}"]
    for pot in others:
        who = listed(
            f"{one.player}: {_title(game, one.strength)}" if one.strength is not None else one.player
            for one in pot.others
        )
        told.append(f"{pot_name(pot.number)} to {who}")
    return ". ".join(told)


def _lost_to(game: RoomGame, rivals: list[Rival]) -> str:
    if not rivals:
        return ""
    told = [f"{one.player}: {_title(game, one.strength)}" if one.strength is not None else one.player for one in rivals]
    return f"The pot goes to {listed(told)}"


def _rivals(pots: Iterable[PotWon]) -> list[Rival]:
    """Return the winners of the lost pots, each once."""
    return list(dict.fromkeys(rival for pot in pots for rival in pot.others))


def _pots_mine(pots: Iterable[PotWon]) -> str:
    """Describe the pots that the Player won: ``The pot of 760 is yours, Rake 15``."""
    won = list(pots)
    total, rake = sum(pot.amount for pot in won), sum(pot.rake for pot in won)
    which = "The pot" if len(won) == 1 else "All pots" if len(won) > 2 else "Both pots"
    fee = f", Rake {amount(rake)}" if rake else ""
    return f"{which} of {amount(total)} {'is' if len(won) == 1 else 'are'} yours{fee}"


def _left(put: Cents) -> str:
    return f"Your {amount(put)} {'stays' if put else 'stay'} in the pot" if put else "You had nothing in the pot"


def _title(game: RoomGame, strength: Strength) -> str:
    return game.hand.order_of(strength).title

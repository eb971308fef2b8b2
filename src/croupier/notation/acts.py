"""Acts as text, one line each: ``p1: 1 ante 10000``, ``dealer: deal As Kd``, ``p1: fold 1``.

Before the colon stands who acts: a Player by his name; staff by their role, with a name where there is one
(``dealer/ann``), and with the Player for whom they act (``dealer for p1``). ``docs/notation.md`` has the list.
"""

import re
from collections.abc import Callable
from typing import Final

from croupier.cards import CardError, format_cards, parse_cards
from croupier.notation.irregular import IRREGULAR, format_irregular, parse_irregular
from croupier.notation.problem import InputError
from croupier.notation.words import whole_number
from croupier.play.commands import (
    Choose,
    CloseBets,
    DealCards,
    DeclineShare,
    HouseCommand,
    HouseEnvelope,
    InspectHand,
    Look,
    OpenRound,
    PlaceWager,
    RestrictPlayer,
    Reveal,
    Settle,
    ShowHand,
    WithdrawWager,
    WithholdHand,
)
from croupier.play.envelope import Envelope
from croupier.rules.terms import Decision, Role, WagerName

ALL: Final = "-all"
_WHO: Final = re.compile(r"(?:(?P<role>[a-z_]+)/)?(?P<name>[A-Za-z0-9_.-]+)(?: for (?P<player>[A-Za-z0-9_.-]+))?")
_ROLES: Final = {role.value: role for role in Role}
_WAGERS: Final = {wager.value: wager for wager in WagerName}
_DECISIONS: Final = {decision.value: decision for decision in Decision}


def format_act(envelope: HouseEnvelope) -> str:
    """One act as a line of text."""
    return f"{_who(envelope)}: {_what(envelope.command)}"


def _who(envelope: HouseEnvelope) -> str:
    if envelope.role is Role.PLAYER:
        return f"player/{envelope.actor}" if envelope.actor in _ROLES else envelope.actor
    who = envelope.role.value if envelope.actor == envelope.role else f"{envelope.role}/{envelope.actor}"
    command = envelope.command
    player = command.player if isinstance(command, PlaceWager | WithdrawWager | DeclineShare) else ""
    return f"{who} for {player}" if player else who


def _what(command: HouseCommand) -> str:
    match command:
        case OpenRound():
            return "place your bets"
        case PlaceWager(box=box, wager=wager, amount=amount):
            return f"{box} {wager} {amount}"
        case WithdrawWager(box=box, wager=wager, amount=amount):
            return f"{box} {wager} {ALL if amount is None else -amount}"
        case CloseBets():
            return "no more bets"
        case DealCards(cards=cards):
            return f"deal {format_cards(cards)}"
        case Look(box=box):
            return f"look {box}"
        case Choose(box=box, decision=decision, amount=amount):
            return f"{decision} {box}" if amount is None else f"{decision} {box} {amount}"
        case DeclineShare(box=box):
            return f"decline {box}"
        case Reveal():
            return "reveal"
        case ShowHand(box=box):
            return f"show {box}"
        case WithholdHand(box=box):
            return f"withhold {box}"
        case InspectHand(box=box):
            return f"inspect {box}"
        case RestrictPlayer(player=player, restricted=restricted):
            return f"{'restrict' if restricted else 'release'} {player}"
        case Settle():
            return "settle"
        case _:
            return format_irregular(command)


def parse_act(text: str, table: str = "1") -> HouseEnvelope:
    """Read one act. Raises :class:`InputError`."""
    who, colon, what = text.partition(":")
    match = _WHO.fullmatch(who.strip())
    if not colon or match is None:
        raise InputError(f"{text[:60]!r} does not begin with who acts and a colon, such as 'p1: look 1'")
    role, name, player = match["role"], match["name"], match["player"] or ""
    if role is None:
        role = name if name in _ROLES and name != Role.PLAYER else Role.PLAYER.value
    if role not in _ROLES:
        raise InputError(f"{role[:40]!r} is not a role; the roles are {', '.join(_ROLES)}")
    return Envelope(table, name, _ROLES[role], _command(what.split(), player, text))


_BOX_COMMANDS: Final[dict[str, Callable[[int], HouseCommand]]] = {
    "look": Look,
    "show": ShowHand,
    "withhold": WithholdHand,
    "inspect": InspectHand,
}


def _command(words: list[str], player: str, text: str) -> HouseCommand:
    match words:
        case ["place", "your", "bets"]:
            return OpenRound()
        case ["no", "more", "bets"]:
            return CloseBets()
        case ["reveal"]:
            return Reveal()
        case ["settle"]:
            return Settle()
        case [verb, *_] if verb in IRREGULAR:
            return parse_irregular(text.partition(":")[2], text)
        case ["deal", *cards]:
            try:
                return DealCards(parse_cards(" ".join(cards)))
            except CardError as error:
                raise InputError(str(error)) from None
        case ["restrict" | "release" as verb, whom]:
            return RestrictPlayer(whom, verb == "restrict")
        case ["decline", box]:
            return DeclineShare(whole_number(box, text), player)
        case [verb, box] if verb in _BOX_COMMANDS:
            return _BOX_COMMANDS[verb](whole_number(box, text))
        case [verb, box] if verb in _DECISIONS:
            return Choose(whole_number(box, text), _DECISIONS[verb])
        case [verb, box, amount] if verb in _DECISIONS:
            return Choose(whole_number(box, text), _DECISIONS[verb], whole_number(amount, text))
        case [box, wager, amount] if wager in _WAGERS:
            return _wagering(whole_number(box, text), _WAGERS[wager], amount, player, text)
        case _:
            raise InputError(f"{text[:60]!r} is not an act that anybody knows")


def _wagering(box: int, wager: WagerName, amount: str, player: str, text: str) -> HouseCommand:
    if amount == ALL:
        return WithdrawWager(box, wager, None, player)
    number = whole_number(amount, text)
    if amount.startswith("-"):
        return WithdrawWager(box, wager, -number, player)
    return PlaceWager(box, wager, number, player)

"""Acts as text, one line each: ``p1: 1 ante 10000``, ``dealer: deal As Kd``, ``p1: fold 1``.

Before the colon is who acts (:mod:`croupier.notation.actors`). ``docs/notation.md`` has the list.
"""

from collections.abc import Callable
from typing import Final

from croupier.cards import format_cards
from croupier.notation.actors import Deed, format_all, read_who
from croupier.notation.irregular import DECISIONS, IRREGULAR, format_irregular, parse_irregular
from croupier.notation.words import some_cards, unknown_act, whole_number
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    Choose,
    CloseBets,
    DealCards,
    DeclineShare,
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
from croupier.rules.terms import WagerName, wager_named

ALL: Final = "-all"


def format_act(deed: Deed[BankedCommand]) -> str:
    """Write one act as a line of text."""
    command = deed.command
    named = PlaceWager | WithdrawWager | DeclineShare | AnswerChoice
    player = command.player if isinstance(command, named) else ""
    return f"{format_all(deed.actor, deed.others, player)}: {_what(command)}"


def _what(command: BankedCommand) -> str:
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


def parse_act(text: str) -> Deed[BankedCommand]:
    """Read one act. Raises :class:`~croupier.notation.problem.InputError`."""
    said = read_who(text)
    return Deed(said.actor, _command(said.what, said.player, text), said.others)


_BOX_COMMANDS: Final[dict[str, Callable[[int], BankedCommand]]] = {
    "look": Look,
    "show": ShowHand,
    "withhold": WithholdHand,
    "inspect": InspectHand,
}


def _command(what: str, player: str, text: str) -> BankedCommand:
    match what.split():
        case ["place", "your", "bets"]:
            return OpenRound()
        case ["no", "more", "bets"]:
            return CloseBets()
        case ["reveal"]:
            return Reveal()
        case ["settle"]:
            return Settle()
        case [verb, *_] if verb in IRREGULAR:
            return parse_irregular(what, text, player)
        case ["deal", *cards]:
            return DealCards(some_cards(" ".join(cards)))
        case ["restrict" | "release" as verb, whom]:
            return RestrictPlayer(whom, verb == "restrict")
        case ["decline", box]:
            return DeclineShare(whole_number(box, text), player)
        case [verb, box] if verb in _BOX_COMMANDS:
            return _BOX_COMMANDS[verb](whole_number(box, text))
        case [verb, box] if verb in DECISIONS:
            return Choose(whole_number(box, text), DECISIONS[verb])
        case [verb, box, amount] if verb in DECISIONS:
            return Choose(whole_number(box, text), DECISIONS[verb], whole_number(amount, text))
        case [box, name, amount] if (wager := wager_named(name)) is not None:
            return _wagering(whole_number(box, text), wager, amount, player, text)
        case _:
            raise unknown_act(text)


def _wagering(box: int, wager: WagerName, amount: str, player: str, text: str) -> BankedCommand:
    if amount == ALL:
        return WithdrawWager(box, wager, None, player)
    number = whole_number(amount, text)
    if amount.startswith("-"):
        return WithdrawWager(box, wager, -number, player)
    return PlaceWager(box, wager, number, player)

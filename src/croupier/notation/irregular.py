"""Acts about irregularities: reports, choices, decisions and corrections, as text.

``dealer: report cards_exposed count=1 whose=player box=2 cards=As``, ``p1: answer 2 return_wager``,
``shift_manager: rule 1 void_round because the shoe was dropped``. Words with ``=`` after a report are its particulars
and its facts; ``because`` begins a reason.
"""

from typing import Final, assert_never

from msgspec import UNSET

from croupier.cards import format_card
from croupier.notation.problem import InputError
from croupier.notation.words import (
    apart_from_reason,
    because,
    facts_in,
    format_piles,
    joined,
    nothing_left,
    one_card,
    read_piles,
    some_cards,
    unknown_act,
    whole_number,
)
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.play.banked.commands import (
    AnswerChoice,
    CorrectCard,
    CorrectDecision,
    CorrectWager,
    ReopenJackpot,
    Report,
    RunOutClock,
    StopPlayer,
    TakeBackLast,
    TakeDecision,
)
from croupier.rules.terms import Decision, wager_named

DECISIONS: Final = {decision.value: decision for decision in Decision}

IrregularCommand = (
    Report
    | AnswerChoice
    | RunOutClock
    | TakeDecision
    | ReopenJackpot
    | CorrectCard
    | CorrectWager
    | TakeBackLast
    | CorrectDecision
    | StopPlayer
    | SignStatement
    | RefuseStatement
)
IRREGULAR: Final = frozenset(
    {"report", "answer", "clock", "rule", "reopen", "correct", "take", "stop", "sign", "refuse"}
)


def format_irregular(command: IrregularCommand) -> str:
    """Write an act about an irregularity, without its actors."""
    match command:
        case Report():
            return _report(command)
        case AnswerChoice(box=box, option=option):
            return f"answer {box} {option}"
        case RunOutClock(box=box):
            return f"clock {box}"
        case TakeDecision(number=number, option=option, reason=reason):
            boxes = f" boxes={','.join(map(str, command.boxes))}" if command.boxes else ""
            hands = f" hands={format_piles(command.piles)}" if command.piles else ""
            value = "" if command.value is UNSET else f" value={command.value}"
            return f"rule {number} {option}{boxes}{hands}{value}{because(reason)}"
        case ReopenJackpot():
            return "reopen jackpot"
        case CorrectCard(place=place, index=index, card=card, reason=reason):
            return f"correct card {place} {index + 1} {format_card(card)}{because(reason)}"
        case CorrectWager(box=box, wager=wager, amount=amount, reason=reason):
            return f"correct wager {box} {wager} {amount}{because(reason)}"
        case TakeBackLast(reason=reason):
            return f"take back{because(reason)}"
        case CorrectDecision(box=box, decision=decision, amount=amount, reason=reason):
            size = "" if amount is None else f" {amount}"
            return f"correct decision {box} {decision}{size}{because(reason)}"
        case StopPlayer(player=player, reason=reason):
            return f"stop {player}{because(reason)}"
        case SignStatement(number=number, reason=reason):
            return f"sign {number}{because(reason)}"
        case RefuseStatement(number=number, reason=reason):
            return f"refuse {number}{because(reason)}"
        case _:
            assert_never(command)


def _report(command: Report) -> str:
    words = [f"report {command.irregularity}"]
    words += (f"{key}={value}" for key, value in command.facts.items())
    if command.box is not None:
        words.append(f"box={command.box}")
    if command.wager is not None:
        words.append(f"wager={command.wager}")
    if command.amount is not None:
        words.append(f"amount={command.amount}")
    if command.cards:
        words.append(f"cards={joined(command.cards)}")
    if command.player:
        words.append(f"player={command.player}")
    if command.round is not None:
        words.append(f"in_round={command.round}")
    if command.piles:
        words.append(f"hands={format_piles(command.piles)}")
    if command.at:
        words.append(f"at={','.join(f'{place}.{index + 1}' for place, index in command.at)}")
    return " ".join(words) + because(command.reason)


def parse_irregular(what: str, text: str, player: str = "") -> IrregularCommand:
    """Read one such act, done for a Player if one is named. Raises :class:`InputError`."""
    words, reason = apart_from_reason(what)
    match words:
        case ["report", name, *said]:
            return _read_report(name, said, reason, text)
        case ["answer", box, option]:
            return AnswerChoice(whole_number(box, text), option, player)
        case ["clock", box]:
            return RunOutClock(whole_number(box, text))
        case ["rule", number, option, *said]:
            given = facts_in(said, text)
            boxes = tuple(whole_number(box, text) for box in given.pop("boxes", "").split(",") if box)
            piles = read_piles(given.pop("hands", ""), text)
            value = whole_number(given.pop("value"), text) if "value" in given else UNSET
            nothing_left(given, text)
            return TakeDecision(whole_number(number, text), option, reason, boxes, piles, value)
        case ["reopen", "jackpot"]:
            return ReopenJackpot()
        case ["correct", "card", place, index, card]:
            return CorrectCard(place, whole_number(index, text) - 1, one_card(card), reason)
        case ["correct", "wager", box, name, amount] if (wager := wager_named(name)) is not None:
            return CorrectWager(whole_number(box, text), wager, whole_number(amount, text), reason)
        case ["take", "back"]:
            return TakeBackLast(reason)
        case ["correct", "decision", box, decision, *amount] if decision in DECISIONS and len(amount) <= 1:
            size = whole_number(amount[0], text) if amount else None
            return CorrectDecision(whole_number(box, text), DECISIONS[decision], size, reason)
        case ["stop", player]:
            return StopPlayer(player, reason)
        case ["sign", number]:
            return SignStatement(whole_number(number, text), reason)
        case ["refuse", number]:
            return RefuseStatement(whole_number(number, text), reason)
        case _:
            raise unknown_act(text)


def _read_at(words: str, text: str) -> tuple[tuple[str, int], ...]:
    """Read the places of cards: ``dealer.2,3.1`` is the Dealer's second card and the first card of box 3."""
    places = []
    for word in filter(None, words.split(",")):
        place, dot, number = word.rpartition(".")
        if not dot or not place:
            raise InputError(f"{word[:30]!r} in {text[:60]!r} does not name a card's place, such as dealer.2")
        places.append((place, whole_number(number, text) - 1))
    return tuple(places)


def _read_report(name: str, words: list[str], reason: str, text: str) -> Report:
    given = facts_in(words, text)
    wager = given.pop("wager", "")
    if wager and wager_named(wager) is None:
        raise InputError(f"{wager[:30]!r} in {text[:60]!r} is not a wager")
    box, amount, in_round = (given.pop(key, "") for key in ("box", "amount", "in_round"))
    return Report(
        irregularity=name,
        box=whole_number(box, text) if box else None,
        wager=wager_named(wager) if wager else None,
        amount=whole_number(amount, text) if amount else None,
        cards=some_cards(given.pop("cards", "")),
        player=given.pop("player", ""),
        round=whole_number(in_round, text) if in_round else None,
        piles=read_piles(given.pop("hands", ""), text),
        at=_read_at(given.pop("at", ""), text),
        reason=reason,
        facts=given,
    )

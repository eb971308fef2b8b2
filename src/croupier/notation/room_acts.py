"""Acts in the poker room as text, one line each: ``ann: join 1 20000``, ``ann: 1 raise 600``, ``dealer: showdown``.

Before the colon is who acts (:mod:`croupier.notation.actors`). Words with ``=`` are particulars and facts,
``because`` begins a reason. ``docs/notation.md`` has the list.
"""

from collections.abc import Callable
from typing import Final, assert_never

from croupier.cards import format_card, format_cards
from croupier.notation.actors import Deed, format_all, read_who
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
from croupier.play.room.commands import (
    Act,
    ComeBack,
    CorrectAct,
    CorrectCard,
    DealCards,
    DeemLeft,
    JoinTable,
    LeaveTable,
    Look,
    MuckHand,
    OpenRound,
    PayIn,
    Report,
    RoomCommand,
    RunOutClock,
    Settle,
    ShowHand,
    SitOut,
    TakeBackLast,
    TakeDecision,
    TopUp,
    TurnMarker,
)
from croupier.rules.room import Move

_MOVES: Final = {move.value: move for move in Move if move is not Move.ALL_IN}
_WRITTEN: Final = {
    "join": "ann: join 1 20000",
    "top": "ann: top up 1 5000",
    "sit": "ann: sit out 1",
    "come": "ann: come back 1",
    "pay": "ann: pay in 1",
    "wait": "ann: wait 1",
    "leave": "ann: leave 1",
    "deem": "pit_manager: deem left 1 because two turns were missed",
    "place": "dealer: place your blind bets",
    "look": "ann: look 1",
    "clock": "dealer: clock 1",
    "showdown": "dealer: showdown",
    "show": "ann: show 1",
    "muck": "ann: muck 1",
    "settle": "dealer: settle",
    "report": "dealer: report out_of_turn seat 3 raise 600",
    "decide": "shift_manager: decide 1 void_round because the shoe was dropped",
    "correct": "dealer: correct card 3 2 As",
    "take": "dealer: take back",
    "sign": "pit_supervisor: sign 1 because the cards were counted",
    "refuse": "pit_supervisor: refuse 1 because it was not so",
}
"""An example of each act, by its first words."""


def format_room_act(deed: Deed[RoomCommand]) -> str:
    """Write one act as a line of text."""
    command = deed.command
    player = command.player if isinstance(command, JoinTable) else ""
    return f"{format_all(deed.actor, deed.others, player)}: {_what(command)}"


def _what(command: RoomCommand) -> str:
    match command:
        case OpenRound():
            return "place your blind bets"
        case DealCards(cards=cards):
            return f"deal {format_cards(cards)}".rstrip()
        case Look(seat=seat):
            return f"look {seat}"
        case Act(seat=seat, move=move, to=to):
            return f"{seat} {_move(move, to)}"
        case RunOutClock(seat=seat):
            return f"clock {seat}"
        case TurnMarker():
            return "showdown"
        case ShowHand(seat=seat, cards=cards):
            return f"show {seat} {format_cards(cards)}".rstrip()
        case MuckHand(seat=seat):
            return f"muck {seat}"
        case Settle():
            return "settle"
        case Report():
            return _report(command)
        case TakeDecision(number=number, option=option, reason=reason):
            return f"decide {number} {option}{because(reason)}"
        case CorrectCard(place=place, index=index, card=card, reason=reason):
            return f"correct card {place} {index + 1} {format_card(card)}{because(reason)}"
        case TakeBackLast(reason=reason):
            return f"take back{because(reason)}"
        case CorrectAct(seat=seat, move=move, to=to, reason=reason):
            return f"correct act {seat} {_move(move, to)}{because(reason)}"
        case SignStatement(number=number, reason=reason):
            return f"sign {number}{because(reason)}"
        case RefuseStatement(number=number, reason=reason):
            return f"refuse {number}{because(reason)}"
        case _:
            return _about_seat(command)


SeatCommand = JoinTable | TopUp | SitOut | ComeBack | PayIn | LeaveTable | DeemLeft


def _about_seat(command: SeatCommand) -> str:
    match command:
        case JoinTable(seat=seat, stake=stake, relocated=relocated, minute=minute, day=day):
            return f"join {seat} {stake}{' relocated' if relocated else ''}{_time(minute, day)}"
        case TopUp(seat=seat, amount=amount):
            return f"top up {seat} {amount}"
        case SitOut(seat=seat, will_return=will_return):
            return f"sit out {seat}{_WORDS[will_return]}"
        case ComeBack(seat=seat):
            return f"come back {seat}"
        case PayIn(seat=seat, pays=pays):
            return f"pay in {seat}" if pays else f"wait {seat}"
        case LeaveTable(seat=seat, minute=minute, day=day):
            return f"leave {seat}{_time(minute, day)}"
        case DeemLeft(seat=seat, reason=reason, minute=minute, day=day):
            return f"deem left {seat}{_time(minute, day)}{because(reason)}"
        case _:
            assert_never(command)


_WORDS: Final[dict[bool | None, str]] = {True: " will_return=yes", False: " will_return=no", None: ""}
"""The word of a Player who sits out on coming back; empty if they did not say."""


def _time(minute: int, day: str) -> str:
    return (f" minute={minute}" if minute else "") + (f" day={day}" if day else "")


def _move(move: Move, to: int | None) -> str:
    said = "all in" if move is Move.ALL_IN else move.value
    return said if to is None else f"{said} {to}"


def _report(command: Report) -> str:
    words = [f"report {command.irregularity}"]
    if command.seat is not None:
        words.append(f"seat {command.seat}")
    if command.move is not None:
        words.append(_move(command.move, command.to))
    elif command.to is not None:
        words.append(f"to {command.to}")
    words += (f"{key}={value}" for key, value in command.facts.items())
    if command.cards:
        words.append(f"cards={joined(command.cards)}")
    if command.piles:
        words.append(f"hands={format_piles(command.piles)}")
    return " ".join(words) + because(command.reason)


def parse_room_act(text: str) -> Deed[RoomCommand]:
    """Read one act. Raises :class:`InputError`."""
    said = read_who(text)
    command = _command(said.what, said.player, text)
    if said.player and not isinstance(command, JoinTable):
        raise InputError(f"{f'for {said.player}'[:30]!r} in {text[:60]!r} does not belong here: the seat says for whom")
    return Deed(said.actor, command, said.others)


_ALONE: Final[dict[tuple[str, ...], RoomCommand]] = {
    ("place", "your", "blind", "bets"): OpenRound(),
    ("showdown",): TurnMarker(),
    ("settle",): Settle(),
}
_WITH_SEAT: Final[dict[tuple[str, ...], Callable[[int], RoomCommand]]] = {
    ("look",): Look,
    ("clock",): RunOutClock,
    ("muck",): MuckHand,
    ("come", "back"): ComeBack,
    ("pay", "in"): PayIn,
    ("wait",): lambda seat: PayIn(seat, pays=False),
}


def _command(what: str, player: str, text: str) -> RoomCommand:
    said = what.split()
    if tuple(said) in _ALONE:
        return _ALONE[tuple(said)]
    if tuple(said[:-1]) in _WITH_SEAT:
        return _WITH_SEAT[tuple(said[:-1])](whole_number(said[-1], text))
    match said:
        case ["deal", *cards]:
            return DealCards(some_cards(" ".join(cards)))
        case ["show", seat, *cards]:
            return ShowHand(whole_number(seat, text), some_cards(" ".join(cards)))
        case ["top", "up", seat, amount]:
            return TopUp(whole_number(seat, text), whole_number(amount, text))
        case ["join", seat, stake, *more]:
            relocated = more[:1] == ["relocated"]
            time = _read_time(more[1:] if relocated else more, text)
            return JoinTable(whole_number(seat, text), whole_number(stake, text), player, relocated, *time)
        case ["sit", "out", seat, *more]:
            return SitOut(whole_number(seat, text), _will_return(more, text))
        case ["leave", seat, *more]:
            return LeaveTable(whole_number(seat, text), *_read_time(more, text))
        case ["deem" | "decide" | "correct" | "take" | "report" | "sign" | "refuse", *_]:
            return _reasoned(what, text)
        case [verb, *_] if verb in _WRITTEN:
            raise _incomplete(verb, text)
        case [seat, *move] if move and _is_number(seat):
            return Act(whole_number(seat, text), *_read_move(move, text))
        case _:
            raise unknown_act(text)


def _reasoned(what: str, text: str) -> RoomCommand:
    """Read an act with a reason. Raises :class:`InputError`."""
    said, reason = apart_from_reason(what)
    match said:
        case ["deem", "left", seat, *more]:
            return DeemLeft(whole_number(seat, text), reason, *_read_time(more, text))
        case ["report", name, *more]:
            return _read_report(name, more, reason, text)
        case ["decide", number, option]:
            return TakeDecision(whole_number(number, text), option, reason)
        case ["correct", "card", place, index, card]:
            return CorrectCard(place, whole_number(index, text) - 1, one_card(card), reason)
        case ["take", "back"]:
            return TakeBackLast(reason)
        case ["correct", "act", seat, *move] if move:
            return CorrectAct(whole_number(seat, text), *_read_move(move, text), reason)
        case ["sign", number]:
            return SignStatement(whole_number(number, text), reason)
        case ["refuse", number]:
            return RefuseStatement(whole_number(number, text), reason)
        case _:
            raise _incomplete(said[0], text)


def _incomplete(verb: str, text: str) -> InputError:
    return InputError(f"{text[:60]!r} has too few or too many words: the act is written {_WRITTEN[verb]!r}")


def _is_number(word: str) -> bool:
    return word.removeprefix("-")[:1].isdigit()


def _read_time(words: list[str], text: str) -> tuple[int, str]:
    """Read the House's minute and its gaming day."""
    given = facts_in(words, text)
    minute, day = given.pop("minute", "0"), given.pop("day", "")
    nothing_left(given, text)
    return whole_number(minute, text), day


def _will_return(words: list[str], text: str) -> bool | None:
    given = facts_in(words, text)
    said = given.pop("will_return", "")
    nothing_left(given, text)
    if said not in {"", "yes", "no"}:
        raise InputError(f"will_return in {text[:60]!r} must be yes or no")
    return said == "yes" if said else None


def _read_move(words: list[str], text: str) -> tuple[Move, int | None]:
    """Read a move, and the amount up to which it goes. Raises :class:`InputError`."""
    match words:
        case ["all", "in", *amount] if len(amount) <= 1:
            move = Move.ALL_IN
        case [name, *amount] if name in _MOVES and len(amount) <= 1:
            move = _MOVES[name]
        case _:
            said = " ".join(words)
            moves = ", ".join(_MOVES)
            raise InputError(f"{said[:30]!r} in {text[:60]!r} is not a move: {moves} or all in, then up to how much")
    return move, whole_number(amount[0], text) if amount else None


def _read_report(name: str, words: list[str], reason: str, text: str) -> Report:
    """Seat and move as in an act of its own, then what has an ``=``."""
    first = next((at for at, word in enumerate(words) if "=" in word), len(words))
    said, given = words[:first], facts_in(words[first:], text)
    seat: int | None = None
    if said[:1] == ["seat"]:
        if len(said) < 2:
            raise _incomplete("report", text)
        seat, said = whole_number(said[1], text), said[2:]
    move: Move | None = None
    to: int | None = None
    match said:
        case []:
            pass
        case ["to", amount]:
            to = whole_number(amount, text)
        case _:
            move, to = _read_move(said, text)
    cards, piles = some_cards(given.pop("cards", "")), read_piles(given.pop("hands", ""), text)
    return Report(name, given, seat, cards, move, to, piles, reason)

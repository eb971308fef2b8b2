"""The consequences of a ruling, line by line, with the money that moves: the same text in a preview and afterwards.

No line names a card. A preview is computed from cards that are face down, which its reader may not know.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from croupier.floor.deciding.postings import of_table
from croupier.floor.deciding.tables import step
from croupier.floor.values.table import TableEvent
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.money import Cents
from croupier.notation.room_told import in_words as room_words
from croupier.notation.ruled import RULINGS, SETTLED, answer, answered, is_settled, role_name, ruled_in_words
from croupier.notation.speech import listed
from croupier.notation.told import in_words
from croupier.play.banked import events as banked
from croupier.play.banked.state import Phase
from croupier.play.room import events as room
from croupier.play.room.view import room_view
from croupier.play.rulings import ask
from croupier.play.viewer import Viewer
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import Ruling
from croupier.rules.settling import Result
from croupier.rules.terms import SETTLING_ORDER, Role, WagerName
from croupier.web.wire import Cites, RulingLine, RulingShown

PASSER_BY: Final = Viewer(Role.DISPLAY)
Ruled = banked.IrregularityRuled | room.IrregularityRuled
_NUMBERS: Final = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
_BACK: Final = frozenset({Result.VOID, Result.RETURNED})
_QUIET: Final = (banked.RoundVoided, banked.IrregularityRuled, room.RoundVoided, room.IrregularityRuled)


def ruling_shown(before: TableState, events: Sequence[TableEvent]) -> RulingShown | None:
    """Return the ruling among a command's events with its consequences; None if the events have no ruling."""
    happened: Sequence[object] = events
    event = next((one for one in happened if isinstance(one, Ruled)), None)
    if event is None:
        return None
    return RulingShown(
        irregularity=event.irregularity,
        ruling=_decides(event) if event.ruling is Ruling.ROLE_DECIDES else _ruled(event),
        sentence=ruled_in_words(before.game, event),
        facts=event.facts,
        box=event.box if isinstance(event, banked.IrregularityRuled) else event.seat,
        decided_by=event.decided_by.value,
        cites=event.cites,
        lines=lines_of(before, events, event.irregularity),
    )


def _decides(event: Ruled) -> str:
    """Return the sentence that names the role which decides."""
    return f"The {role_name(event.decided_by)} decides."


def _ruled(event: banked.IrregularityRuled | room.IrregularityRuled) -> str:
    return _sentence(SETTLED) if is_settled(event) else _headline(event.ruling.value)


_FOUND: Final[Mapping[str, str]] = {
    "as_dealt": "the cards stay as they were dealt",
    "reordered": "the cards are put in order",
    "reconstructable": "the cards can be put in order",
    "not_reconstructable": "the cards cannot be put in order",
    "intentional": "it was on purpose",
    "not_intentional": "it was not on purpose",
    "close_table": "the table is closed",
    "close_boxes": "boxes are closed",
    "without_jackpot": "the table plays without jackpot wagers",
}
"""The finding or choice of a role in words, where the label of its button is not a sentence."""


def _headline(ruling: str) -> str:
    """Return a ruling, or the option that a role has chosen, as a sentence."""
    if ruling in set(Ruling):
        return _sentence(RULINGS.get(Ruling(ruling), answer(ruling)))
    return _sentence(_FOUND.get(ruling, answer(ruling)))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def decided(shown: RulingShown, before: TableState, events: Sequence[TableEvent]) -> RulingShown:
    """Return a ruling that was left to a role with the role's decision and its consequences."""
    happened: Sequence[object] = events
    taken = next(one for one in happened if isinstance(one, banked.DecisionTaken | room.DecisionTaken))
    return RulingShown(
        irregularity=shown.irregularity,
        ruling=_headline(taken.option),
        sentence=_taken(before, taken),
        facts=shown.facts,
        box=shown.box,
        decided_by=shown.decided_by,
        cites=taken.cites,
        lines=lines_of(before, events, shown.irregularity),
    )


def _taken(before: TableState, event: banked.DecisionTaken | room.DecisionTaken) -> str:
    if isinstance(before, BankedTable) and isinstance(event, banked.DecisionTaken):
        return in_words(before.game, event)
    return _said(before, event)


def lines_of(before: TableState, events: Sequence[TableEvent], irregularity: str) -> tuple[RulingLine, ...]:
    """Return a line for each consequence of the events, with the money that moves."""
    if isinstance(before, RoomTable):
        return tuple(_room_lines(before, events))
    return tuple(_banked_lines(before, events, irregularity))


# ---- A house-banked table -------------------------------------------------------------------------------------------


def _banked_lines(before: BankedTable, events: Sequence[TableEvent], irregularity: str) -> Iterable[RulingLine]:
    game, round_ = before.game, before.engine.round
    happened: Sequence[object] = events
    voided = next((one for one in happened if isinstance(one, banked.RoundVoided)), None)
    if round_ is not None and round_.phase is Phase.ENDED:
        yield from _undone(before, events)
    yield from _going_back(game, events)
    yield from _meter(before, events)
    yield from _hands(before, events)
    yield from _choices(events)
    for event in happened:
        words = "" if isinstance(event, (*_QUIET, *_TOLD_OTHERWISE)) else _words(game, event)
        if words:
            yield RulingLine(words, _cites(event))
        if isinstance(event, banked.DecisionPending | room.DecisionPending):
            yield _pending(event.role, event.options, event.cites)
    if voided is not None:
        stand = _earlier_rounds(before, irregularity)
        if stand:
            yield RulingLine("Earlier rounds stand", stand)


_TOLD_OTHERWISE: Final = (
    banked.HandInvalidated,
    banked.JackpotUnfed,
    banked.MeterRestored,
    banked.ChoiceOpened,
    banked.DecisionTaken,
)


def _words(game: BankedGame, event: object) -> str:
    if isinstance(event, banked.CardsExposed):
        count = len(event.cards)
        return "Everybody has seen the card" if count == 1 else f"Everybody has seen the {_number(count).lower()} cards"
    return in_words(game, event).rstrip(".") if isinstance(event, banked.BankedEvent) else ""


def _cites(event: object) -> Cites:
    return event.cites if hasattr(event, "cites") else ()


def _undone(before: BankedTable, events: Sequence[object]) -> Iterable[RulingLine]:
    """Yield a line for the payments that return to the House because a settled round loses its result."""
    round_ = before.engine.round
    assert round_ is not None
    gone = {one.box for one in events if isinstance(one, banked.HandInvalidated)}
    voided = any(isinstance(one, banked.RoundVoided) for one in events)
    paid = sum(line.paid for line in round_.lines if voided or line.box in gone)
    if paid:
        cites = next(one.cites for one in events if isinstance(one, banked.RoundVoided | banked.HandInvalidated))
        yield RulingLine("What was paid in this round comes back", cites, -paid)


def _going_back(game: BankedGame, events: Sequence[object]) -> Iterable[RulingLine]:
    """Yield a line for each area of which wagers go back to the Players."""
    back = [one for one in events if isinstance(one, banked.WagerSettled) and one.result in _BACK]
    for name in sorted({one.wager for one in back}, key=SETTLING_ORDER.__getitem__):
        own = [one for one in back if one.wager is name]
        verb = "goes" if len(own) == 1 else "go"
        cites = tuple(dict.fromkeys(cite for one in own for cite in one.cites))
        words = f"{_number(len(own))} {_plural(game, name, len(own))} {verb} back"
        yield RulingLine(words, cites, sum(one.returned for one in own))


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _plural(game: BankedGame, name: WagerName, count: int) -> str:
    if name in {WagerName.ANTE, WagerName.BET}:
        return f"{game.title(name)}{'s' if count > 1 else ''}"
    word = "jackpot" if name is WagerName.JACKPOT else game.title(name)
    return f"{word} wager{'s' if count > 1 else ''}"


def _meter(before: BankedTable, events: Sequence[TableEvent]) -> Iterable[RulingLine]:
    """Yield lines for contributions that leave the meter and awards that return to it, in the display's amounts."""
    out, into = 0, 0
    cites: dict[str, None] = {}
    restored: dict[str, None] = {}
    number = 0
    account = f"meter:{before.info.link}"
    state: TableState = before
    for one in events:
        after = step(state, one, 0)[0]
        moved = of_table(state, one, after).get(account, 0)
        event: object = one
        if isinstance(event, banked.JackpotUnfed):
            out, number = out + moved, number + 1
            cites |= dict.fromkeys(event.cites)
        elif isinstance(event, banked.MeterRestored):
            into += moved
            restored |= dict.fromkeys(event.cites)
        state = after
    if restored:
        yield RulingLine("The award goes back into the meter", tuple(restored), into)
    if number:
        words = "Its contribution leaves the meter" if number == 1 else "Their contributions leave the meter"
        yield RulingLine(words, tuple(cites), out)


def _hands(before: BankedTable, events: Sequence[object]) -> Iterable[RulingLine]:
    """Yield a line for each hand that leaves a round in progress; its wagers go back at the settlement."""
    round_ = before.engine.round
    settled = {one.box for one in events if isinstance(one, banked.WagerSettled)}
    for event in events:
        box = round_.box(event.box) if round_ is not None and isinstance(event, banked.HandInvalidated) else None
        if box is not None and isinstance(event, banked.HandInvalidated) and box.number not in settled:
            lies = sum(wager.amount for wager in box.wagers)
            yield RulingLine(f"Box {box.number} is out; its wagers go back at the end", event.cites, lies)


def _choices(events: Sequence[object]) -> Iterable[RulingLine]:
    asked = [one for one in events if isinstance(one, banked.ChoiceOpened)]
    for options in dict.fromkeys(one.options for one in asked):
        own = [one for one in asked if one.options == options]
        boxes = listed(str(one.box) for one in own)
        names = f"Box {boxes} chooses" if len(own) == 1 else f"Boxes {boxes} choose"
        yield RulingLine(f"{names}: {listed(map(answered, options), 'or')}", own[0].cites)


def _pending(role: Role, options: Iterable[str], cites: Cites) -> RulingLine:
    choices = listed(map(answered, options), "or")
    return RulingLine(f"The {role_name(role)} decides: {choices}", cites)


def _earlier_rounds(before: BankedTable, irregularity: str) -> Cites:
    """Return the paragraphs by which earlier rounds stand; empty if the document has none."""
    game = before.game
    own = game.irregularities.earlier_rounds.get(irregularity, ())
    if own or "error_noticed_late" not in game.irregularities.rules:
        return own
    late = ask(game, "error_noticed_late", {})
    return late.cites if late.ruling is Ruling.CONTINUE else ()


# ---- The poker room -------------------------------------------------------------------------------------------------


def _room_lines(before: RoomTable, events: Sequence[TableEvent]) -> Iterable[RulingLine]:
    state: TableState = before
    for one in events:
        after = step(state, one, 0)[0]
        event: object = one
        match event:
            case room.RoundVoided():
                yield RulingLine("Every bet goes back; the Button stays", event.cites, _bets(before))
            case room.DecisionPending():
                yield _pending(event.role, event.options, event.cites)
            case room.CardDiscarded():
                yield RulingLine("The card is out of the round", event.cites)
            case room.IrregularityRuled() | room.RoundEnded() | room.DecisionTaken():
                pass
            case _:
                words = _said(after, event)
                if words:
                    yield RulingLine(words.rstrip("."), _cites(event))
        state = after


def _said(state: TableState, event: object) -> str:
    if not isinstance(state, RoomTable) or not isinstance(event, room.RoomEvent):
        return ""
    game = state.game
    return room_words(game, event, room_view(game, state.engine, PASSER_BY))


def _bets(before: RoomTable) -> Cents:
    round_ = before.engine.round
    return 0 if round_ is None else sum(hand.put + hand.dead for hand in round_.hands)

"""The tape beside the Dealer's table: the round's entries, newest first, and who may take each back."""

from collections.abc import Iterator
from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.notation.keyed import entered_in_brief, entered_in_words
from croupier.notation.room_told import entered_in_words as entered_in_room
from croupier.notation.room_told import name_of
from croupier.play.actor import Actor
from croupier.play.banked.commands import CorrectDecision
from croupier.play.banked.events import Decided, Taped
from croupier.play.banked.taking_back import tape_entries
from croupier.play.banked.weighing import who_takes_back
from croupier.play.refusal import Refusal
from croupier.play.room.commands import CorrectAct
from croupier.play.room.events import Acted
from croupier.play.room.events import Taped as RoomTaped
from croupier.play.room.taking_back import sized
from croupier.play.room.taking_back import tape_entries as room_entries
from croupier.play.room.view import room_view
from croupier.play.room.weighing import who_takes_back as who_in_room
from croupier.play.tape import Keyed
from croupier.play.viewer import Viewer
from croupier.rules.authority import Needs
from croupier.rules.room import Move
from croupier.rules.terms import Decide, Role, at_least
from croupier.web.wire.dealer import ActSlip, SlipChoice, TapeRow, TapeWhose


def tape_of(state: TableState) -> tuple[TapeRow, ...]:
    """Return the acts since the last ruling. None can be taken back once a claim is signed, which rests on them."""
    signed = any(claim.signed for claim in state.info.claims)
    return tuple(replace(row, whose="nobody") for row in _rows(state)) if signed else tuple(_rows(state))


def _rows(state: TableState) -> Iterator[TapeRow]:
    if isinstance(state, RoomTable):
        seen = room_view(state.game, state.engine, Viewer(Role.DEALER))
        for act, needs in zip(room_entries(state.engine), who_in_room(state.game, state.engine), strict=True):
            first = act.events[0]
            # The row names who entered it.
            said = replace(first, by_staff=False) if isinstance(first, Acted) else first
            yield _row(act, entered_in_room(state.game, said, seen), needs)
    else:
        for entry, needs in zip(tape_entries(state.engine), who_takes_back(state.game, state.engine), strict=True):
            yield _row(entry, entered_in_brief(state.game, entry.events[0]), needs)


def _row(entry: Keyed[Taped] | Keyed[RoomTaped], words: str, needs: Needs) -> TapeRow:
    entered = entry.entered
    return TapeRow(entered.at, words, entered.by, entry.events[0].cites, _whose(needs))


def _whose(needs: Needs) -> TapeWhose:
    """Return who may take an act back, from the people whom the table of authority asks for."""
    if not needs.people:
        return "nobody"
    if needs.people > 1:
        return "two"
    return "supervisor" if needs.reason else "you"


# ---- Corrections of earlier acts ------------------------------------------------------------------------------------


_MOVES: Final = {Move.FOLD: "Fold", Move.CHECK: "Check", Move.CALL: "Call", Move.ALL_IN: "All-in"}
"""The button labels of moves without an amount."""
_SIZED: Final = {Move.BET: "BET", Move.RAISE: "Raise to"}
_REASON: Final = "to be given"


def act_slips_of(state: TableState, role: Role) -> tuple[ActSlip, ...]:
    """Return the last decision of each box, or the last act of each seat, that a person in this role may correct."""
    if not at_least(role, Role.PIT_SUPERVISOR) or any(claim.signed for claim in state.info.claims):
        return ()
    slips = _of_seats(state, role) if isinstance(state, RoomTable) else _of_boxes(state, role)
    return tuple(slip for slip in slips if slip.choices)


def _of_boxes(state: BankedTable, role: Role) -> Iterator[ActSlip]:
    last: dict[int, Decided] = {}
    for entry in tape_entries(state.engine):
        for event in entry.events:
            if isinstance(event, Decided):
                last.setdefault(event.box, event)
    steps = state.game.rounds[state.engine.policy.dealing]
    offered = dict.fromkeys(choice.decision for step in steps if isinstance(step, Decide) for choice in step.choices)
    actor = Actor(role.value, role)
    for number, event in sorted(last.items()):
        commands = (CorrectDecision(number, decision, None, _REASON) for decision in offered)
        box = None if state.engine.round is None else state.engine.round.box(number)
        choices = tuple(
            SlipChoice(to_builtins(replace(one, reason="")), state.game.word(one.decision))
            for one in commands
            if not isinstance(state.decided(actor, one), Refusal)
        )
        yield ActSlip(str(number), "" if box is None else box.player, entered_in_words(state.game, event), choices)


def _of_seats(state: RoomTable, role: Role) -> Iterator[ActSlip]:
    last: dict[int, Acted] = {}
    for entry in room_entries(state.engine):
        event = entry.events[0]
        if isinstance(event, Acted):
            last.setdefault(event.seat, event)
    seen = room_view(state.game, state.engine, Viewer(Role.DEALER))
    actor = Actor(role.value, role)
    for seat, event in sorted(last.items()):
        commands = (CorrectAct(seat, move, None, _REASON) for move in _MOVES)
        choices = tuple(
            SlipChoice(to_builtins(replace(one, reason="")), _MOVES[one.move])
            for one in commands
            if not isinstance(state.decided(actor, one), Refusal)
        )
        of_amounts = _of_amounts(state, actor, seat)
        yield ActSlip(str(seat), name_of(seen, seat), entered_in_room(state.game, event, seen), choices + of_amounts)


def _of_amounts(state: RoomTable, actor: Actor, seat: int) -> tuple[SlipChoice, ...]:
    """Return a slip for a BET or Raise of another amount; empty if every amount would upset the acts that followed."""
    allowed = sized(state.game, state.engine, seat)
    if allowed is None:
        return ()
    move = Move.RAISE if allowed.raises else Move.BET
    chip = state.engine.policy.lowest_chip
    tried = (CorrectAct(seat, move, to, _REASON) for to in (allowed.least, allowed.least + chip, allowed.most))
    if all(isinstance(state.decided(actor, one), Refusal) for one in tried):
        return ()
    command = to_builtins(CorrectAct(seat, move))
    return (SlipChoice(command, _SIZED[move], "to", allowed.least, allowed.most),)

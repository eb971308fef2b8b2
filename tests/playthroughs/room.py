"""Golden playthroughs of the poker room: sittings, with what lies open to everybody and what each person sees of it."""

import msgspec

from croupier.notation.room_acts import format_room_act
from croupier.notation.room_noted import (
    PlayedSitting,
    expecting,
    play_sitting,
    settle_sitting,
    write_sitting,
)
from croupier.play.room.events import PlayerJoined
from croupier.play.room.view import RoomView, SeatView, room_view
from croupier.play.viewer import Viewer
from croupier.rules.terms import Role
from tests.notation.reading import read_sitting

PERSONAL = ("seats", "pending")
"""What may differ between two views of the same table."""
STAFF = {role.value: Viewer(role) for role in (Role.DEALER, Role.SHIFT_MANAGER, Role.DISPLAY)}


def renewed_sitting(text: str) -> tuple[str, str]:
    """The texts that a scenario and its transcript should have."""
    noted = read_sitting(text)
    noted = expecting(noted, settle_sitting(noted))
    return write_sitting(noted), transcript(play_sitting(noted))


def transcript(played: PlayedSitting) -> str:
    """Every act with its events, what everybody sees, and each person's sight of the cards wherever it changed."""
    names = sorted({event.player for event in played.events if isinstance(event, PlayerJoined)})
    viewers = STAFF | {name: Viewer(Role.PLAYER, name) for name in names}
    before: dict[str, str] = {}
    lines: list[str] = []
    for deed, turn in played.turns:
        lines.append(f"> {format_room_act(deed)}")
        lines += (f"  {msgspec.json.encode(event).decode()}" for event in turn.events)
        views = {name: room_view(played.game, turn.table, viewer) for name, viewer in viewers.items()}
        seen = {"everybody": _open(views)} | {name: _cards(view) for name, view in views.items()}
        lines += (f"  {name} sees {sight}" for name, sight in seen.items() if before.get(name) != sight)
        before = seen
    return "\n".join(lines) + "\n"


def _open(views: dict[str, RoomView]) -> str:
    """What lies open to everybody, in one line; no view says anything else about it."""
    first, *others = views.values()
    for other in others:
        for field in RoomView.__struct_fields__:
            assert field in PERSONAL or getattr(other, field) == getattr(first, field), field
        assert [_without_cards(seat) for seat in other.seats] == [_without_cards(seat) for seat in first.seats]
    seats = " | ".join(_seat(seat) for seat in first.seats)
    pots = "+".join(str(pot.amount) for pot in first.pots) or "0"
    orbit = " first orbit" if first.first_orbit else ""
    if first.phase is None:
        return f"[{seats}] no round{orbit}"
    where = f"button {first.button} blinds {first.small_blind} {first.big_blind}{orbit} marker {first.marker}"
    turn = f"turn {first.turn}" if first.turn is not None else first.phase
    cards = f"community [{' '.join(first.community)}] burnt {first.burnt}"
    return f"[{seats}] {cards} pots {pots} level {first.level} {where} {turn}"


def _without_cards(seat: SeatView) -> SeatView:
    return msgspec.structs.replace(seat, cards=())


def _seat(seat: SeatView) -> str:
    marks = ("folded", "all_in", "looked", "shown", "away", "owes", "missed", "pays")
    said = [mark for mark in marks if getattr(seat, mark)] + ["mucked"] * (seat.shown is False)
    return " ".join([f"{seat.seat} {seat.player} {seat.stack}", *([f"bet {seat.bet}"] if seat.bet else []), *said])


def _cards(view: RoomView) -> str:
    """The cards before each Player, and the decisions that wait for this person."""
    hands = " | ".join(" ".join((str(seat.seat), *seat.cards)) for seat in view.seats if seat.dealt_in)
    pending = "".join(f" to decide {one.number}: {', '.join(one.options)}" for one in view.pending)
    return f"[{hands}]{pending}"

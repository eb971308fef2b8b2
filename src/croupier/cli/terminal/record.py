"""The record of a round or a sitting: its events as JSON lines, and the whole in the notation."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from croupier.cards import format_card
from croupier.notation.actors import Deed
from croupier.notation.answer import answer
from croupier.notation.noted import NotedRound, note, write_noted
from croupier.notation.problem import InputError
from croupier.notation.room_noted import answer as room_answer
from croupier.notation.room_noted import note_sitting, write_sitting
from croupier.play.banked.commands import BankedCommand
from croupier.play.banked.events import (
    BankedEvent,
    CardsDealt,
    CardsExposed,
    CardsReconstructed,
    CommunityRevealed,
    DealerCardUp,
    DealerRevealed,
    HandLookedAt,
    HandShown,
    TableOpened,
)
from croupier.play.banked.state import Table
from croupier.play.banked.view import TableView
from croupier.play.room import state as room_state
from croupier.play.room.commands import RoomCommand
from croupier.play.room.events import RoomEvent, RoomOpened
from croupier.play.room.table import RoomTurn
from croupier.play.viewer import HIDDEN
from croupier.rules.banked import BankedGame
from croupier.rules.room import RoomGame

AnyEvent = BankedEvent | TableOpened | RoomEvent | RoomOpened
_MOST_NAMES = 1_000


def json_line(event: AnyEvent, faces: Mapping[str, object]) -> str:
    """Return an event as one line of JSON, as the Player may know it.

    ``faces`` are its cards as the Player sees them: one that is face down is ``??``, and an event that turns cards up
    names them, so that a program can play from these lines alone and learns no more than a person would.
    """
    plain: dict[str, object] = msgspec.to_builtins(event)
    line = {"event": plain.pop("type"), **plain, **faces}
    if line["event"] == CardsReconstructed.__name__:
        del line["before"], line["after"]  # most of these are face down
    return msgspec.json.encode(line).decode()


def dealt_faces(places: Sequence[str], hands: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the cards that have just been dealt to places, as the Player sees them now."""
    to_come = Counter(places)
    lying = []
    for place in places:
        lying.append(hands[place][-to_come[place]] if hands.get(place) else HIDDEN)
        to_come[place] -= 1
    return tuple(lying)


def faces(event: BankedEvent, seen: TableView) -> dict[str, tuple[str, ...]]:
    """Return the cards that an event dealt or turned up; ``seen`` is the Player's view after it."""
    hands = {str(box.box): box.cards for box in seen.boxes} | {"dealer": seen.dealer, "community": seen.community}
    match event:
        case CardsDealt(places=places):
            return {"cards": dealt_faces(places, hands)}
        case HandLookedAt(box=box) | HandShown(box=box):
            return {"cards": hands[str(box)]}
        case CardsExposed(cards=cards):
            return {"cards": tuple(format_card(card) for card in cards)}
        case DealerRevealed() | DealerCardUp():
            return {"cards": seen.dealer}
        case CommunityRevealed(count=count):
            up = tuple(card for card in seen.community if card != HIDDEN)
            return {"cards": up[-count:]}
        case _:
            return {}


def print_line(event: AnyEvent, faces: Mapping[str, object] | None = None) -> None:
    """Print an event for a program that listens."""
    print(json_line(event, faces or {}), file=sys.stdout, flush=True)


def noted(
    game: BankedGame, opening: Table, closing: Table, acts: Iterable[Deed[BankedCommand]], events: Iterable[BankedEvent]
) -> NotedRound:
    """Return a round in the notation, with its settlement."""
    return note(game, opening, acts, answer(game, opening, closing, events))


def save_round(written: NotedRound, name: str, number: int) -> Path:
    """Write a round into the current folder, overwriting no file. Return the path. Raises :class:`InputError`."""
    return _save(write_noted(written), name, f"{written.game}-round-{number}")


def save_sitting(
    game: RoomGame, opening: room_state.Table, acts: Iterable[Deed[RoomCommand]], turns: Sequence[RoomTurn], name: str
) -> Path:
    """Write a sitting in the poker room, up to its last round and with its pots. Return the path."""
    closing = turns[-1].table
    written = note_sitting(game, opening, acts, room_answer(game, closing, turns))
    return _save(write_sitting(written), name, f"{game.name}-sitting-{closing.rounds}")


def _save(text: str, name: str, usual: str) -> Path:
    base = name or usual
    path = Path(base if re.search(r"\.\w+$", base) else f"{base}.toml")
    for at in range(_MOST_NAMES):
        free = path if not at else path.with_stem(f"{path.stem}-{at + 1}")
        try:
            with free.open("x", encoding="utf-8") as file:
                file.write(text)
            return free
        except FileExistsError:
            if name:
                raise InputError(f"{path} exists already; choose another name") from None
        except (OSError, ValueError) as error:
            raise InputError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    raise InputError(f"{path} and a thousand numbers after it exist already")

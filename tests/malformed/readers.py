"""All that reads what somebody else wrote, each with sound texts and the errors that are sentences for people."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from croupier.cards import CardError, parse_cards
from croupier.floor.house.config import ConfigError, parse_floor
from croupier.notation import room_noted
from croupier.notation.form import is_of_the_room, read_toml
from croupier.notation.noted import noted_of, settle_noted, unexpected
from croupier.notation.phh import hand_of, read_phhs
from croupier.notation.phh_play import replay
from croupier.notation.problem import InputError
from croupier.notation.written import read_written, settle_written
from croupier.play.rulings import RulingError, ask
from croupier.rulebooks import UnknownGameError, load_room, load_version
from croupier.rules.banked import PolicyError
from croupier.rules.room import read_room_policy

ROOT: Final = Path(__file__).parents[2]
FOR_PEOPLE: Final = (InputError, UnknownGameError, PolicyError, RulingError, ConfigError, CardError)
"""Their message is a sentence for a person, which the command line and the server pass on."""


@dataclass(frozen=True)
class Reader:
    """Reads a text as far as it goes: whatever follows from it is tried as well."""

    name: str
    sound: Callable[[], Sequence[str]]
    read: Callable[[bytes], None]


def _text(data: bytes) -> str:
    """As ``croupier settle`` does."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("the input is not UTF-8 text") from None


# ---- What is read ---------------------------------------------------------------------------------------------------


@cache
def notations() -> tuple[str, ...]:
    """The golden rounds and sittings, of a length that a person writes."""
    return tuple(path.read_text("utf-8") for path in sorted((ROOT / "tests/playthroughs").glob("*.toml")))


@cache
def floors() -> tuple[str, ...]:
    return ((ROOT / "examples/floor.toml").read_text("utf-8"),)


WRITTEN: Final[tuple[dict[str, Any], ...]] = (
    {
        "game": "rws-casino-stud",
        "policy": {"minimum": 2500, "maximum": 500000, "jackpot_wager": 500, "seed": 5000000, "contribution": "0.70"},
        "meter": 12345600,
        "dealer": "Ah Kd 9d 5c 2h",
        "boxes": [
            {"box": 1, "player": "p1", "cards": "Qs Js Ts 9s 8s", "wagers": {"ante": 10000, "jackpot": 500}}
            | {"decisions": ["bet"]},
            {"box": 3, "cards": "7c 7d 2s 3s 9h", "wagers": {"ante": 5000}, "decisions": ["fold"], "shown": False},
        ],
    },
    {
        "game": "mbs-texas-holdem-bonus-progressive",
        "dealer": "Ah Kd",
        "community": "2c 7d 9s Th Jc",
        "boxes": [
            {
                "box": 2,
                "cards": "As Ks",
                "wagers": {"ante": 5000, "bonus": 2500},
                "decisions": ["flop", "turn", "check"],
            }
        ],
    },
)
PHH: Final = (
    "variant = 'NT'\nante_trimming_status = false\nantes = [0, 0, 0]\nblinds_or_straddles = [50, 100, 0]\n"
    "min_bet = 100\nstarting_stacks = [5000, 6000, 7000]\nactions = ['d dh p1 ????', 'd dh p2 AhAd', 'd dh p3 ????', "
    "'p3 cbr 300', 'p1 f', 'p2 cc', 'd db 2c7d9s', 'p2 cc', 'p3 cbr 400', 'p2 cc', 'd db Th', 'p2 cc', 'p3 cc', "
    "'d db Jc', 'p2 cc', 'p3 cc', 'p2 sm AhAd', 'p3 sm KhKd']\nplayers = ['ann', 'bob', 'cid']\nhand = 7\n"
)


def _settle_notation(data: bytes) -> None:
    plain = read_toml(_text(data))
    if is_of_the_room(plain):
        sitting = room_noted.sitting_of(plain)
        room_noted.unexpected(sitting, room_noted.settle_sitting(sitting))
    else:
        noted = noted_of(plain)
        unexpected(noted, settle_noted(noted))


def _settle_json(data: bytes) -> None:
    settle_written(read_written(data), "")


def _play_phh(data: bytes) -> None:
    game = load_room("rws-poker")
    for name, content in read_phhs(_text(data)):
        replay(game, read_room_policy(game, {}), hand_of(content), name)


def _read_floor(data: bytes) -> None:
    parse_floor(_text(data), "floor.toml")


def _read_cards(data: bytes) -> None:
    parse_cards(_text(data))


def _rule(data: bytes) -> None:
    words = _text(data).split(" ")
    if len(words) < 2:
        raise InputError("name a game and an irregularity")
    game, name, *facts = words
    pairs = (fact.partition("=")[::2] for fact in facts)
    ask(load_version(game, ""), name, dict(pairs))


RULED: Final = (
    "rws-casino-stud foreign_card",
    "rws-casino-stud cards_exposed count=2 seen=yes whose=dealer when=after",
    "rws-progressive-texas-holdem deck_miscount",
    "mbs-texas-holdem-bonus-progressive card_face_up_in_shoe",
)

READERS: Final = (
    Reader("notation", notations, _settle_notation),
    Reader("settle", lambda: tuple(json.dumps(one) for one in WRITTEN), _settle_json),
    Reader("hand histories", lambda: (PHH, f"[1]\n{PHH}\n[2]\n{PHH}"), _play_phh),
    Reader("floor.toml", floors, _read_floor),
    Reader("cards", lambda: ("As Kd Th 9c 2s", "AsKdTh9c2s", "????"), _read_cards),
    Reader("rulings", lambda: RULED, _rule),
)

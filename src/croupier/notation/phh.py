"""Reading the Poker Hand History format: one no-limit hold'em hand as its record has it.

PHH is TOML. Amounts are whole units; a record in dollars and cents is taken in cents. ``????`` is an unknown hand.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import pairwise
from typing import Final

from msgspec import Struct

from croupier.cards import Card, CardError, parse_card
from croupier.money import MOST, Cents
from croupier.notation.form import read_toml
from croupier.notation.problem import InputError

VARIANT: Final = "NT"
MOST_PLAYERS: Final = 10
UNREADABLE: Final = ""
"""The only field of a hand that could not be read, with the reason; TOML writes no such key without quotes."""
_LONGEST: Final = 28
"""The most characters of a number with a point or an exponent: as many digits as Decimal keeps."""
_HEADER: Final = re.compile(r"^\[[^\[\]\n]+\][ \t]*(?:#.*)?$", re.MULTILINE)
"""The header line with which each hand of a file of many begins."""


class HoleDealt(Struct, frozen=True):
    """Cards for one Player's hand."""

    player: int
    cards: tuple[Card, ...]


class BoardDealt(Struct, frozen=True):
    """Community Cards."""

    cards: tuple[Card, ...]


class Folded(Struct, frozen=True):
    """A Player folded."""

    player: int


class CheckedOrCalled(Struct, frozen=True):
    """A Player checked or called."""

    player: int


class BetOrRaised(Struct, frozen=True):
    """A Player bet or raised, to this total in the Betting Round."""

    player: int
    to: Cents


class Showed(Struct, frozen=True):
    """A Player showed their hand; without cards, the ones that were dealt."""

    player: int
    cards: tuple[Card, ...]


class Mucked(Struct, frozen=True):
    """A Player gave up their hand unseen."""

    player: int


Action = HoleDealt | BoardDealt | Folded | CheckedOrCalled | BetOrRaised | Showed | Mucked


class PhhHand(Struct, frozen=True):
    """A hand as recorded. Players count from 1, the first on the Button's left; with two, the second has the Button."""

    starting_stacks: tuple[Cents, ...]
    antes: tuple[Cents, ...]
    antes_matched: bool
    """True if no Player wins more of another's ante than they paid themselves."""
    blinds: tuple[Cents, ...]
    """The blind of each Player; a negative one was paid to join, and is live."""
    min_bet: Cents
    actions: tuple[Action, ...]


def read_phh(text: str) -> PhhHand:
    """Read one hand. Raises :class:`InputError`."""
    return hand_of(_toml(text))


def read_phhs(text: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the hands of a file, one or many, each with its name in the file (empty for a file of one).

    If one of many cannot be read, its fields are :data:`UNREADABLE` and the reason, which :func:`hand_of` raises.
    """
    try:
        content = _toml(text)
    except InputError as error:
        starts = [found.start() for found in _HEADER.finditer(text)]
        if len(starts) < 2 or text[: starts[0]].strip():
            raise
        content = {}
        for start, end in pairwise([*starts, len(text)]):
            one = _one_of_many(text[start:end], error)
            if one.keys() & content.keys():  # given twice, or given in parts
                raise
            content |= one
    if "variant" in content or not content:
        yield "", content
        return
    for name, value in content.items():
        if not isinstance(value, dict):
            raise InputError(f"PHH: {name[:40]!r} is outside a hand")
        yield name, value


def _one_of_many(text: str, whole: InputError) -> dict[str, object]:
    """Read a hand out of a file that cannot be read as a whole."""
    try:
        return _toml(text)
    except InputError as error:
        header = text.partition("\n")[0]
        try:
            (name,) = _toml(header)
        except (InputError, ValueError):
            raise whole from None
        return {name: {UNREADABLE: str(error)}}


def _toml(text: str) -> dict[str, object]:
    try:
        return read_toml(text, _decimal)
    except InputError as error:
        raise InputError(f"PHH: {error}") from None


def _decimal(text: str) -> Decimal:
    """Read a number with a point or an exponent.

    One that is too long for an amount becomes NaN, which every field refuses.
    """
    try:
        return Decimal(text) if len(text) <= _LONGEST else Decimal("NaN")
    except ArithmeticError:
        return Decimal("NaN")


def _shown(value: object) -> str:
    """Return a value for an error message, truncated."""
    try:
        return f"{value!r:.40}"
    except (ValueError, RecursionError):
        return "a number that is too long"


def hand_of(content: Mapping[str, object]) -> PhhHand:
    """Make a hand from its fields. Raises :class:`InputError` naming the field."""
    if UNREADABLE in content:
        raise InputError(str(content[UNREADABLE]))
    variant = content.get("variant")
    if variant != VARIANT:
        raise InputError(f"PHH: variant is {_shown(variant)}; the poker room plays {VARIANT!r} (no-limit hold'em)")
    stacks = _amounts(content, "starting_stacks")
    count = len(stacks)
    if not 2 <= count <= MOST_PLAYERS:
        raise InputError(f"PHH: starting_stacks: {count} Players; the poker room seats 2 to {MOST_PLAYERS}")
    antes, blinds = _amounts(content, "antes", count), _amounts(content, "blinds_or_straddles", count)
    least = _amount(content.get("min_bet"), "min_bet")
    trimmed = content.get("ante_trimming_status", False)
    if not isinstance(trimmed, bool):
        raise InputError("PHH: ante_trimming_status: must be true or false")
    actions = content.get("actions")
    if not isinstance(actions, list) or not all(isinstance(one, str) for one in actions):
        raise InputError("PHH: actions: must be a list of texts")
    parsed = [one for at, text in enumerate(actions, 1) if (one := _action(text, at, count)) is not None]
    bets = [Decimal(one.to) for one in parsed if isinstance(one, BetOrRaised)]
    scale = 1 if all(value == int(value) for value in [*stacks, *antes, *blinds, least, *bets]) else 100
    return PhhHand(
        starting_stacks=tuple(_whole(value, scale, "starting_stacks", 0) for value in stacks),
        antes=tuple(_whole(value, scale, "antes", 0) for value in antes),
        antes_matched=trimmed,
        blinds=tuple(_whole(value, scale, "blinds_or_straddles", -MOST) for value in blinds),
        min_bet=_whole(least, scale, "min_bet", 1),
        actions=tuple(
            BetOrRaised(one.player, _whole(one.to, scale, "actions", 0)) if isinstance(one, BetOrRaised) else one
            for one in parsed
        ),
    )


def _amounts(content: Mapping[str, object], name: str, count: int | None = None) -> list[Decimal]:
    values = content.get(name)
    if not isinstance(values, list):
        raise InputError(f"PHH: {name}: must be a list of amounts")
    if count is not None and len(values) != count:
        raise InputError(f"PHH: {name}: has {len(values)} amounts for {count} Players")
    return [_amount(value, name) for value in values]


def _amount(value: object, name: str) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise InputError(f"PHH: {name}: {_shown(value)} is not an amount")
    if isinstance(value, int):
        if abs(value) > MOST:
            raise InputError(f"PHH: {name}: {_shown(value)} is not an amount")
        return Decimal(value)
    # Its size is checked first: if it is enormous, nothing else can be checked.
    if not value.is_finite() or abs(value.adjusted()) > _LONGEST or abs(value) > MOST:
        raise InputError(f"PHH: {name}: {str(value)[:40]} is not an amount")
    return value


def _whole(value: Decimal | int, scale: int, name: str, least: int) -> Cents:
    scaled = value * scale
    if scaled != int(scaled):
        raise InputError(f"PHH: {name}: {str(value)[:40]} is finer than a cent")
    if scaled < least:
        raise InputError(f"PHH: {name}: {str(value)[:40]} is too little")
    if scaled > MOST:
        raise InputError(f"PHH: {name}: {str(value)[:40]} is too much")
    return int(scaled)


def _action(text: str, at: int, count: int) -> Action | None:
    """Read one action; None for a comment. Raises :class:`InputError`."""
    words = text.partition("#")[0].split()
    where = f"PHH: action {at}, {text[:40]!r}"
    match words:
        case []:
            return None
        case ["d", "db", cards]:
            return BoardDealt(_cards(cards, where))
        case ["d", "dh", player, cards]:
            return HoleDealt(_player(player, count, where), _cards(cards, where))
        case [player, "f"]:
            return Folded(_player(player, count, where))
        case [player, "cc"]:
            return CheckedOrCalled(_player(player, count, where))
        case [player, "cbr", amount]:
            return BetOrRaised(_player(player, count, where), _bet(amount, where))
        case [player, "sm"]:
            return Mucked(_player(player, count, where))
        case [player, "sm", "-"]:
            return Showed(_player(player, count, where), ())
        case [player, "sm", cards]:
            return Showed(_player(player, count, where), _cards(cards, where))
        case _:
            raise InputError(f"{where}: not an action of no-limit hold'em")


def _bet(text: str, where: str) -> Cents:
    """Read an amount as written; it is scaled later, together with all others. Raises :class:`InputError`."""
    digits = text.replace(".", "", 1)
    if not digits.isascii() or not digits.isdigit() or len(text) > 20:
        raise InputError(f"{where}: {text[:20]!r} is not an amount")
    return Decimal(text)  # type: ignore[return-value] # a Decimal until the whole hand is known


def _player(text: str, count: int, where: str) -> int:
    number = text[1:]
    if text[:1] != "p" or number not in {str(one) for one in range(1, count + 1)}:
        raise InputError(f"{where}: there is no Player {text[:10]!r}")
    return int(number)


def _cards(text: str, where: str) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))
    except CardError as error:
        raise InputError(f"{where}: {error}") from None
